//! A file for each face: PNG, SVG or PDF.

use super::format::{Export, ExportFile, Format, Settings, Sheet, Subject, of_deck};
use super::{ExportError, Files, Frame, Set, job, picture};
use crate::press::sheet::Job;
use crate::press::write::{pdf, png, svg};

pub struct Png;

impl Format for Png {
    fn name(&self) -> &'static str {
        "png"
    }

    fn subject(&self) -> Subject {
        Subject::Faces
    }

    fn options(&self) -> &'static [&'static str] {
        &["--tuckbox"]
    }

    fn sheet(&self, job: &Job, settings: &Settings<'_>) -> Option<Result<Sheet, ExportError>> {
        let draw = || Ok(("png", png::render(&svg::write(job, 0)?, settings.dpi)?));
        Some(draw())
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError> {
        let mut files = Vec::new();
        for (set, frame) in &export.framed {
            let dpi = export.settings.dpi;
            let pictures = picture::all(export.kit, set, frame, dpi, &export.done)?;
            let pictures = pictures
                .into_iter()
                .map(|(stem, bytes)| (format!("{stem}.png"), bytes));
            files.extend(of_deck(pictures.collect(), Some(&set.stem)));
        }
        Ok(files)
    }
}

pub struct Svg;

impl Format for Svg {
    fn name(&self) -> &'static str {
        "svg"
    }

    fn subject(&self) -> Subject {
        Subject::Faces
    }

    fn has_dots(&self) -> bool {
        false
    }

    fn options(&self) -> &'static [&'static str] {
        &["--svg", "--tuckbox"]
    }

    fn sheet(&self, job: &Job, settings: &Settings<'_>) -> Option<Result<Sheet, ExportError>> {
        let write = || Ok(("svg", svg::write_for(job, 0, settings.svg)?.into_bytes()));
        Some(write())
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError> {
        one_by_one(self, export)
    }
}

pub struct Pdf;

impl Format for Pdf {
    fn name(&self) -> &'static str {
        "pdf"
    }

    fn subject(&self) -> Subject {
        Subject::Faces
    }

    fn options(&self) -> &'static [&'static str] {
        &["--tuckbox"]
    }

    fn has_dots(&self) -> bool {
        false
    }

    fn sheet(&self, job: &Job, _settings: &Settings<'_>) -> Option<Result<Sheet, ExportError>> {
        let write = || Ok(("pdf", pdf::write(job)?));
        Some(write())
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError> {
        one_by_one(self, export)
    }
}

/// A sheet for each face.
fn one_by_one<'e>(
    format: &dyn Format,
    export: &'e Export<'e>,
) -> Result<Vec<ExportFile<'e>>, ExportError> {
    let mut files = Vec::new();
    for (set, frame) in &export.framed {
        let faces = faces_of(format, export, set, frame)?;
        files.extend(of_deck(faces, Some(&set.stem)));
    }
    Ok(files)
}

fn faces_of(
    format: &dyn Format,
    export: &Export<'_>,
    set: &Set<'_>,
    frame: &Frame,
) -> Result<Files, ExportError> {
    let mut files = Files::new();
    for (_, face) in set.faces() {
        let drawing = &export.kit.faces[face.index];
        let page = job::page(frame, face, drawing, 0);
        let job = job::job(export.kit, &face.stem, vec![drawing.clone()], vec![page]);
        if let Some(sheet) = format.sheet(&job, &export.settings) {
            let (extension, bytes) = sheet?;
            files.push((format!("{}.{extension}", face.stem), bytes));
        }
        (export.done)();
    }
    Ok(files)
}
