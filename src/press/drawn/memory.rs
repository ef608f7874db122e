//! The memory of a press between prints, so that only the changed parts of a watched kit are redrawn.

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
    svgs: HashMap<String, Cached<Arc<str>>>,
    drawings: HashMap<Arc<str>, Cached<Drawing>>,
    drawn: usize,
}

#[derive(PartialEq)]
struct Art {
    files: [u8; 32],
    used: Option<[u8; 32]>,
    /// The names and hashes of the kit's fonts.
    fonts: Vec<(String, [u8; 32])>,
    palette: String,
    edition: Option<String>,
}

struct Cached<T> {
    value: T,
    /// Whether the current print used it.
    used: bool,
}

impl<T> Cached<T> {
    fn new(value: T) -> Cached<T> {
        Cached { value, used: true }
    }
}

impl Memory {
    /// Begins the print of a kit.
    pub(crate) fn begin(&mut self, kit: &Kit) {
        let art = |kit: &Kit| kit.files.art_fingerprint();
        let fonts = kit
            .fonts
            .iter()
            .map(|font| (font.name.clone(), font.hash))
            .collect();
        let art = Art {
            files: art(kit),
            used: kit.uses.as_deref().map(art),
            palette: format!("{:?}", kit.palette),
            edition: kit.edition.clone(),
            fonts,
        };
        if self
            .art
            .as_ref()
            .is_some_and(|last| last.fonts != art.fonts)
        {
            self.drawings.clear();
        }
        if self.art.as_ref() != Some(&art) {
            self.svgs.clear();
            // A picture may have changed under the same name.
            self.drawings.retain(|svg, _| !svg.contains("image"));
        }
        self.art = Some(art);
        self.drawn = 0;
        self.svgs
            .values_mut()
            .for_each(|cached| cached.used = false);
        self.drawings
            .values_mut()
            .for_each(|cached| cached.used = false);
    }

    /// Ends a print and forgets what it did not use.
    pub(crate) fn end(&mut self) {
        self.svgs.retain(|_, cached| cached.used);
        self.drawings.retain(|_, cached| cached.used);
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
        let key = format!(
            "{} {} {context}",
            templates.ink().name(),
            deck.template(side).unwrap_or(&deck.front)
        );
        if let Some(cached) = self.svgs.get_mut(&key) {
            cached.used = true;
            return Ok(cached.value.clone());
        }
        let marks = templates.marks_so_far();
        let svg: Arc<str> = templates.piece(deck, piece, copy, side)?.into();
        // What is wrong with a face is told at every print.
        if templates.marks_so_far() == marks {
            self.svgs.insert(key, Cached::new(svg.clone()));
        }
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
        if let Some(cached) = self.drawings.get_mut(svg) {
            cached.used = true;
            return Ok(cached.value.clone());
        }
        let drawing = reader.read(name, svg, deck.size, deck.bleed)?;
        self.drawn += 1;
        self.drawings
            .insert(svg.clone(), Cached::new(drawing.clone()));
        Ok(drawing)
    }
}
