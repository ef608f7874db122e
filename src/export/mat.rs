//! The mat of a kit: the picture that its game is played on.

use super::format::{Export, ExportFile, Format, Subject, of_all};
use super::frame::dots;
use super::{ExportError, Face, Frame, job, picture};
use crate::face::{Anchor, Area, Drawing};
use crate::games::by_kit::language::map_state::Shape as Ground;
use crate::kit::{Deck, Point, Shape, Size, Um};
use crate::press::write::{pdf, svg};

/// A mat, drawn.
pub struct Mat {
    pub drawing: Drawing,
    /// The centres of piles, by the names of their decks.
    pub places: Vec<Anchor>,
    /// The areas where tiles are laid edge to edge, by the names of their decks.
    pub grids: Vec<Area>,
}

impl Mat {
    /// The frame of the whole mat at true scale.
    pub fn frame(&self, dpi: u32) -> Frame {
        let size = self.drawing.size;
        Frame {
            size,
            bleed: Size::new(Um::ZERO, Um::ZERO),
            dots: dots(size, dpi),
            at: Point::new(Um::ZERO, Um::ZERO),
            face: size,
            turned: false,
            clip: Vec::new(),
            stretched: false,
        }
    }

    /// The centre of a deck's pile: mm from the upper left corner.
    pub fn place(&self, deck: &str) -> Option<(f64, f64)> {
        self.places
            .iter()
            .find(|place| place.name == deck)
            .map(|place| (place.x, place.y))
    }

    /// Where pieces of a deck are laid edge to edge, if there is room for one: as squares or hexes, and the area.
    pub fn grid(&self, deck: &Deck) -> Option<(Ground, &Area)> {
        let fits = |grid: &&Area| grid.w >= deck.size.w.mm() && grid.h >= deck.size.h.mm();
        let area = self
            .grids
            .iter()
            .filter(|grid| grid.name == deck.name)
            .find(fits)?;
        let ground = match deck.shape {
            Shape::FlatHex => Ground::Flat,
            Shape::PointyHex => Ground::Pointy,
            _ => Ground::Square,
        };
        Some((ground, area))
    }
}

/// The mat in all formats for single pictures.
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
