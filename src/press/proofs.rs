//! Every piece of a kit drawn once in one ink: what layouts place and guides picture.

use std::collections::{HashMap, HashSet};

use std::sync::Arc;

use super::memory::Memory;
use crate::face::{Drawing, Reader, Templates};
use crate::kit::{Deck, Kit, Problem, Problems, Row};

/// The pieces of some copies of a kit, drawn.
pub struct Proofs<'k> {
    /// Each different face once.
    pub faces: Vec<Drawing>,
    /// Every physical piece: copy by copy, in the order of the decks and rows.
    pub pieces: Vec<Proof<'k>>,
}

/// One physical piece.
pub struct Proof<'k> {
    pub deck: &'k Deck,
    pub row: &'k Row,
    pub code: String,
    /// Index into [`Proofs::faces`].
    pub face: usize,
    /// Which set it belongs to, from 0.
    pub copy: usize,
    /// Stickers: which die of the set it belongs to.
    pub die: Option<usize>,
}

impl<'k> Proofs<'k> {
    /// Draws `copies` sets. Everything that does not fit its box is a problem, all of them together.
    pub fn draw(
        kit: &'k Kit,
        templates: &Templates<'k>,
        copies: usize,
        reader: &mut Reader<'_>,
    ) -> Result<Proofs<'k>, Problems> {
        Proofs::draw_anew(kit, templates, copies, reader, None)
    }

    /// The same, with nothing drawn again that the memory holds.
    pub fn draw_anew(
        kit: &'k Kit,
        templates: &Templates<'k>,
        copies: usize,
        reader: &mut Reader<'_>,
        mut memory: Option<&mut Memory>,
    ) -> Result<Proofs<'k>, Problems> {
        let mut proofs = Proofs { faces: Vec::new(), pieces: Vec::new() };
        let mut known: HashMap<Arc<str>, usize> = HashMap::new();
        let mut problems = Problems::default();
        let mut unreadable = HashSet::new();
        for copy in 0..copies {
            for deck in &kit.decks {
                for piece in deck.pieces() {
                    let expanded = match &mut memory {
                        Some(memory) => memory.expand(templates, deck, &piece, copy),
                        None => templates.piece(deck, &piece, copy).map(Arc::from),
                    };
                    let svg = match expanded {
                        Ok(svg) => svg,
                        Err(unfit) => {
                            problems.extend(unfit);
                            continue;
                        }
                    };
                    let face = match known.get(&svg) {
                        Some(face) => *face,
                        None => {
                            let name = format!("{} drawn for {}", kit.files.name(&deck.front), piece.code);
                            let read = match &mut memory {
                                Some(memory) => memory.read(reader, &name, &svg, deck),
                                None => reader.read(&name, &svg, deck.size, deck.bleed),
                            };
                            match read {
                                Ok(drawing) => proofs.faces.push(drawing),
                                // What is wrong with a template is wrong on every row; once is enough.
                                Err(found) => {
                                    let mut news =
                                        |problem: &Problem| unreadable.insert((&deck.front, problem.message.clone()));
                                    problems.extend(Problems(found.0.into_iter().filter(|problem| news(problem)).collect()));
                                    continue;
                                }
                            }
                            known.insert(svg, proofs.faces.len() - 1);
                            proofs.faces.len() - 1
                        }
                    };
                    proofs.pieces.push(Proof { deck, row: piece.row, code: piece.code, face, copy, die: piece.die });
                }
            }
        }
        problems.or(proofs)
    }
}
