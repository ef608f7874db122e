//! The memory of a press between prints, so that a watched kit is only redrawn where it changed.

use std::collections::HashMap;
use std::sync::Arc;

use crate::face::{Drawing, Reader, Templates};
use crate::kit::{Deck, Kit, Piece, Problems, Side};

/// The faces of the last print. Whatever a print does not use is forgotten.
#[derive(Default)]
pub struct Memory {
    /// The files and colours with which all remembered faces were drawn.
    art: Option<Art>,
    /// Expanded templates, by their complete context.
    svgs: HashMap<String, Kept<Arc<str>>>,
    drawings: HashMap<Arc<str>, Kept<Drawing>>,
    drawn: usize,
}

#[derive(PartialEq)]
struct Art {
    files: [u8; 32],
    used: Option<[u8; 32]>,
    /// The names and hashes of the kit's fonts.
    fonts: Vec<(String, [u8; 32])>,
    palette: String,
}

struct Kept<T> {
    thing: T,
    /// Whether the current print used it.
    used: bool,
}

impl<T> Kept<T> {
    fn new(thing: T) -> Kept<T> {
        Kept { thing, used: true }
    }
}

impl Memory {
    /// Begins the print of a kit.
    pub(crate) fn begin(&mut self, kit: &Kit) {
        let art = |kit: &Kit| kit.files.art_fingerprint();
        let fonts = kit.fonts.iter().map(|font| (font.name.clone(), font.hash)).collect();
        let art = Art { files: art(kit), used: kit.uses.as_deref().map(art), palette: format!("{:?}", kit.palette), fonts };
        if self.art.as_ref().is_some_and(|last| last.fonts != art.fonts) {
            self.drawings.clear();
        }
        if self.art.as_ref() != Some(&art) {
            self.svgs.clear();
            // A picture may have changed under the same name.
            self.drawings.retain(|svg, _| !svg.contains("image"));
        }
        self.art = Some(art);
        self.drawn = 0;
        self.svgs.values_mut().for_each(|kept| kept.used = false);
        self.drawings.values_mut().for_each(|kept| kept.used = false);
    }

    /// Ends a print and forgets what it did not use.
    pub(crate) fn end(&mut self) {
        self.svgs.retain(|_, kept| kept.used);
        self.drawings.retain(|_, kept| kept.used);
    }

    /// The number of faces that the last print had to draw.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    /// The SVG of a piece.
    pub(crate) fn expand(
        &mut self,
        templates: &Templates<'_>,
        deck: &Deck,
        piece: &Piece<'_>,
        copy: usize,
        side: Side,
    ) -> Result<Arc<str>, Problems> {
        let context = serde_json::Value::Object(templates.context(deck, piece, copy, side));
        let told = format!("{} {} {context}", templates.ink().name(), deck.template(side).unwrap_or(&deck.front));
        if let Some(kept) = self.svgs.get_mut(&told) {
            kept.used = true;
            return Ok(kept.thing.clone());
        }
        let svg: Arc<str> = templates.piece(deck, piece, copy, side)?.into();
        self.svgs.insert(told, Kept::new(svg.clone()));
        Ok(svg)
    }

    /// The drawing of an SVG.
    pub(crate) fn read(
        &mut self,
        reader: &mut Reader,
        name: &str,
        svg: &Arc<str>,
        deck: &Deck,
    ) -> Result<Drawing, Problems> {
        if let Some(kept) = self.drawings.get_mut(svg) {
            kept.used = true;
            return Ok(kept.thing.clone());
        }
        let drawing = reader.read(name, svg, deck.size, deck.bleed)?;
        self.drawn += 1;
        self.drawings.insert(svg.clone(), Kept::new(drawing.clone()));
        Ok(drawing)
    }
}
