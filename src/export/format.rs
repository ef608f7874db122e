//! What all formats have in common. A new one is a file with its [`Format`], and a line in [`FORMATS`](super::FORMATS).

use std::io::Write;

use super::{DrawnKit, ExportError, Frame, Set, profile};
use crate::kit::Ink;
use crate::press::sheet::{Condition, Job};
use crate::press::write::svg;

/// What a format shows of a kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Single faces, which print shops may want in their own way.
    Faces,
    /// Single faces for the press of a print shop, at its resolution.
    Press,
    /// Many faces on one picture.
    Sheets,
    /// A whole table, on which pieces of another kit may lie too.
    Table,
    /// The mat alone.
    Mat,
}

/// A format that kits are exported to.
pub trait Format: Sync {
    /// As on the command line, and in the name of its folder.
    fn name(&self) -> &'static str;

    fn subject(&self) -> Subject;

    /// The resolution that pictures have unless another is asked for, in dots per inch.
    fn dpi(&self) -> u32 {
        profile::DPI
    }

    /// Whether it consists of dots.
    fn has_dots(&self) -> bool {
        true
    }

    /// The options of the command line that only some formats have.
    fn options(&self) -> &'static [&'static str] {
        &[]
    }

    /// What to say about its files when they are written.
    fn note(&self, _settings: &Settings<'_>) -> Option<&'static str> {
        None
    }

    /// A job of one sheet as a file, with the file's extension; `None` for formats that are more than that.
    fn sheet(&self, _job: &Job, _settings: &Settings<'_>) -> Option<Result<Sheet, ExportError>> {
        None
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError>;
}

/// The extension and the bytes of a file.
pub type Sheet = (&'static str, Vec<u8>);

/// What people may choose.
#[derive(Clone, Copy)]
pub struct Settings<'e> {
    pub dpi: u32,
    pub ink: Ink,
    /// What SVG is for.
    pub svg: svg::Purpose,
    /// Where pictures will be on the web.
    pub base_url: &'e str,
    /// The press that PDF/X is for.
    pub condition: Option<&'e Condition>,
    /// The most ink in one place, in percent.
    pub ink_limit: u16,
    /// Whether backs come before their fronts.
    pub back_first: bool,
}

/// What is exported.
pub struct Export<'e> {
    pub kit: &'e DrawnKit<'e>,
    pub sets: Vec<&'e Set<'e>>,
    /// The sets with their frames; only for single faces.
    pub framed: Vec<(&'e Set<'e>, Frame)>,
    pub settings: Settings<'e>,
    /// Called for every finished picture.
    pub done: &'e (dyn Fn() + Sync),
}

/// A file in the export's folder.
pub struct ExportFile<'e> {
    pub name: String,
    /// The file name of its deck, if it shows no other.
    pub deck: Option<&'e str>,
    pub content: Content<'e>,
}

pub enum Content<'e> {
    Bytes(Vec<u8>),
    /// A file that may be large, made while it is written.
    Made(Box<Make<'e>>),
}

/// Writes a file.
pub type Make<'e> = dyn FnOnce(&mut dyn Write) -> Result<(), ExportError> + 'e;

/// Files that belong to no single deck.
pub fn of_all<'e>(files: super::Files) -> Vec<ExportFile<'e>> {
    of_deck(files, None)
}

pub fn of_deck(files: super::Files, deck: Option<&str>) -> Vec<ExportFile<'_>> {
    files
        .into_iter()
        .map(|(name, bytes)| ExportFile {
            name,
            deck,
            content: Content::Bytes(bytes),
        })
        .collect()
}
