//! Where kits of one's own begin: a copy of a starter or a shipped kit, with a title.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::of_starter;
use crate::bench::of_file;
use crate::draft::{self, Rules};
use crate::kit::archive::Archive;
use crate::kit::code::slug;
use crate::kit::edit::{self, CellEdit, Grid};
use crate::kit::{Files, Problems};

/// The files of a kit of one's own, copied from a starter or a shipped kit.
///
/// # Errors
///
/// There is none of that name.
pub fn begin(from: &str, title: &str) -> Result<BTreeMap<String, Vec<u8>>, Problems> {
    let source = of_starter(from)?;
    let id = match slug(title, '-') {
        id if id.is_empty() => "my-kit".to_owned(),
        id => id,
    };
    let copied =
        draft::copy(&source, from, (&id, Rules::OfTheProgram)).map_err(|why| of_file(from, why))?;
    let text = |(path, bytes): (PathBuf, Vec<u8>)| (path.to_string_lossy().into_owned(), bytes);
    let mut files: BTreeMap<String, Vec<u8>> = copied.into_iter().map(text).collect();
    // Its title is the one that was asked for.
    let kept = Files::Archive(Arc::new(Archive::of(id, files.clone())));
    let texts = edit::grids(&kept).unwrap_or_default();
    let titled = texts.first().and_then(|grid| titled(&kept, grid, title));
    files.extend(titled.map(|manifest| ("kit.toml".to_owned(), manifest.into_bytes())));
    Ok(files)
}

/// The manifest with another title.
fn titled(files: &Files, texts: &Grid, title: &str) -> Option<String> {
    let row = texts.rows.iter().position(|(path, _)| path == "title")?;
    let cell = CellEdit {
        file: texts.file.clone(),
        deck: None,
        row,
        column: 0,
        from: texts.rows[row].1[0].clone(),
    };
    edit::changed(files, &cell, title).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;

    #[test]
    fn a_kit_of_ones_own_has_its_title() {
        for from in Files::starter_ids().into_iter().chain(Files::shipped_ids()) {
            let files = begin(from, "Owls & \"Bats\"").unwrap();
            let kit = Kit::open(Files::Archive(Arc::new(Archive::of("owls".into(), files))));
            assert_eq!(kit.unwrap().title, "Owls & \"Bats\"", "{from}");
        }
    }
}
