//! The mat in all formats for single pictures.

use super::format::{Export, ExportFile, Format, Subject, of_all};
use super::{ExportError, Face, job, picture};
use crate::press::write::{pdf, svg};

pub struct MatAlone;

impl Format for MatAlone {
    fn name(&self) -> &'static str {
        "mat"
    }

    fn subject(&self) -> Subject {
        Subject::Mat
    }

    fn options(&self) -> &'static [&'static str] {
        &["--svg"]
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError> {
        let Some(mat) = &export.kit.mat else {
            let id = &export.kit.kit.id;
            return Err(ExportError::new(format!(
                "{id} has no mat: `mat` in kit.toml names its face and size"
            )));
        };
        let dpi = export.settings.dpi;
        let frame = mat.frame(dpi);
        let face = Face {
            index: 0,
            stem: "mat".into(),
        };
        let page = job::page(&frame, &face, &mat.drawing, 0);
        let job = job::job(export.kit, "mat", vec![mat.drawing.clone()], vec![page]);
        let svg = svg::write_for(&job, 0, export.settings.svg)?;
        let picture = picture::draw(&mat.drawing, &frame)?;
        Ok(of_all(vec![
            ("mat.svg".into(), svg.into_bytes()),
            ("mat.pdf".into(), pdf::write(&job)?),
            ("mat.png".into(), picture::encode(&picture, dpi)?),
        ]))
    }
}
