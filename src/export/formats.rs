//! The list of all formats.

use super::bundle::Bundle;
use super::cricut::Cricut;
use super::faces::{Pdf, Png, Svg};
use super::format::Format;
use super::mat_alone::MatAlone;
use super::pages::Pages;
use super::pdfx::{Pdfx, Pdfx1a};
use super::sheets::Sheets;
use super::tts::Tts;
use super::vassal::Vassal;
use super::vtt::Vtt;

/// All formats, as help lists them.
pub static FORMATS: [&dyn Format; 13] = [
    &Png, &Svg, &Pdf, &Pages, &Pdfx, &Pdfx1a, &Cricut, &Bundle, &Sheets, &Tts, &Vtt, &Vassal,
    &MatAlone,
];
