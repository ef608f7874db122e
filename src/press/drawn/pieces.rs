//! Every piece of a kit, drawn once in one ink, for layouts and guides.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::memory::Memory;
use super::progress::Progress;
use crate::face::{Drawing, DrawingNotes, Reader, Templates};
use crate::kit::limits::{self, Task};
use crate::kit::{Deck, Kit, Piece, Problem, Problems, Row, Side};
use crate::press::sheet::Faces;

/// The drawn pieces of several copies of a kit.
#[derive(Clone)]
pub struct DrawnPieces<'k> {
    pub kit: &'k Kit,
    /// Each different face, once.
    pub faces: Arc<Faces>,
    /// Every physical piece, by copy, deck and row.
    pub pieces: Vec<DrawnPiece<'k>>,
    /// What is told of the drawings on them.
    pub drawings: DrawingNotes,
}

/// One physical piece.
#[derive(Clone)]
pub struct DrawnPiece<'k> {
    pub deck: &'k Deck,
    pub row: &'k Row,
    pub code: Arc<str>,
    /// The index of its face in [`DrawnPieces::faces`].
    pub face: usize,
    /// The index of its back in [`DrawnPieces::faces`], if it has one.
    pub back: Option<usize>,
    /// The set that it belongs to, counted from 0.
    pub copy: usize,
    /// For stickers, the die in the set and the face.
    pub die: Option<usize>,
    pub die_face: Option<&'k str>,
}

impl<'k> DrawnPiece<'k> {
    /// The piece that was drawn.
    pub fn piece(&self) -> Piece<'k> {
        Piece {
            row: self.row,
            code: self.code.to_string().into(),
            face: self.die_face,
            die: self.die,
        }
    }
}

impl<'k> DrawnPieces<'k> {
    /// Each different face once: the first piece that has it, the side, and the index.
    pub fn first_of_each_face(&self) -> impl Iterator<Item = (&DrawnPiece<'k>, Side, usize)> {
        let mut seen = HashSet::new();
        let sides = |drawn_piece: &DrawnPiece<'k>| {
            [
                (Side::Front, Some(drawn_piece.face)),
                (Side::Back, drawn_piece.back),
            ]
        };
        let faces = self.pieces.iter().flat_map(move |drawn_piece| {
            sides(drawn_piece).map(|(side, face)| (drawn_piece, side, face))
        });
        faces.filter_map(move |(drawn_piece, side, face)| {
            Some((drawn_piece, side, face.filter(|face| seen.insert(*face))?))
        })
    }

    /// A face from [`DrawnPieces::faces`].
    ///
    /// # Errors
    ///
    /// There is no such face.
    pub fn face(&self, index: usize) -> Result<&Drawing, Problem> {
        self.faces
            .get(index)
            .map_err(|fault| fault.in_kit(self.kit))
    }

    /// Adds a face to those of its pieces and returns its index.
    ///
    /// # Errors
    ///
    /// All faces together are too large.
    pub(crate) fn add(&mut self, drawing: Drawing) -> Result<usize, Problem> {
        Arc::make_mut(&mut self.faces)
            .push(drawing)
            .map_err(|fault| fault.in_kit(self.kit))
    }

    /// Draws `copies` sets. All problems, such as texts that do not fit their boxes, are returned together.
    pub fn draw(
        kit: &'k Kit,
        templates: &Templates<'k>,
        copies: usize,
        reader: &mut Reader,
    ) -> Result<DrawnPieces<'k>, Problems> {
        DrawnPieces::draw_anew(kit, templates, copies, reader, None, &Progress::default())
    }

    /// The same, but reuses faces from the memory.
    pub fn draw_anew(
        kit: &'k Kit,
        templates: &Templates<'k>,
        copies: usize,
        reader: &mut Reader,
        memory: Option<&mut Memory>,
        progress: &Progress,
    ) -> Result<DrawnPieces<'k>, Problems> {
        reader.look_in(kit);
        let mut artist = Artist {
            kit,
            templates,
            reader,
            memory,
            faces: Faces::default(),
            known: HashMap::new(),
            unreadable: HashSet::new(),
            problems: Problems::default(),
        };
        let decks: Vec<_> = kit.decks.iter().map(|deck| (deck, deck.pieces())).collect();
        let count = copies * decks.iter().map(|(_, pieces)| pieces.len()).sum::<usize>();
        progress.faces.expect(count);
        let mut pieces = Vec::with_capacity(count);
        limits::bounded(|| {
            for copy in 0..copies {
                for (deck, all) in &decks {
                    for piece in all {
                        progress.faces.step();
                        let face = artist.face(deck, piece, copy, Side::Front);
                        let back = deck
                            .template(Side::Back)
                            .and_then(|_| artist.face(deck, piece, copy, Side::Back));
                        let Some(face) = face else { continue };
                        let (row, code, die, die_face) =
                            (piece.row, piece.code.as_ref().into(), piece.die, piece.face);
                        pieces.push(DrawnPiece {
                            deck,
                            row,
                            code,
                            face,
                            back,
                            copy,
                            die,
                            die_face,
                        });
                    }
                }
            }
        });
        artist.problems.or(DrawnPieces {
            kit,
            faces: artist.faces.into(),
            pieces,
            drawings: artist.reader.drawing_notes(),
        })
    }
}

/// Draws each different face once.
struct Artist<'a, 'k> {
    kit: &'k Kit,
    templates: &'a Templates<'k>,
    reader: &'a mut Reader,
    memory: Option<&'a mut Memory>,
    faces: Faces,
    /// Faces by length and hash of their sources, which would take up too much memory in a long print.
    known: HashMap<(usize, u64), usize>,
    /// Templates with their problems. A faulty template is faulty on every row, so it is reported once.
    unreadable: HashSet<(String, String)>,
    problems: Problems,
}

impl Artist<'_, '_> {
    /// The index of a side's face; `None` if there is a problem with it.
    fn face(&mut self, deck: &Deck, piece: &Piece<'_>, copy: usize, side: Side) -> Option<usize> {
        let expanded = match &mut self.memory {
            Some(memory) => memory.expand(self.templates, deck, piece, copy, side),
            None => self.templates.piece(deck, piece, copy, side).map(Arc::from),
        };
        let instead = |unfit| self.templates.instead(deck, unfit).map(Arc::from);
        let svg = match expanded.or_else(instead) {
            Ok(svg) => svg,
            Err(unfit) => {
                self.problems.extend(unfit);
                return None;
            }
        };
        let mut hash = DefaultHasher::new();
        (&*svg, deck.size, deck.bleed).hash(&mut hash);
        let source = (svg.len(), hash.finish());
        if let Some(face) = self.known.get(&source) {
            return Some(*face);
        }
        let template = deck.template(side).unwrap_or(&deck.front);
        let name = format!("{} drawn for {}", self.kit.files.name(template), piece.code);
        let task = || Task {
            file: self.kit.files.name(template),
            drawn: format!("{} {}", deck.name, piece.code),
        };
        let read = limits::with_task(task, || match &mut self.memory {
            Some(memory) => memory.read(self.reader, &name, &svg, deck),
            None => self.reader.read(&name, &svg, deck.size, deck.bleed),
        });
        let of_side = match side {
            Side::Front => "",
            Side::Back => " back",
        };
        let named = |drawing| Drawing {
            name: format!("{} {}{of_side}", deck.name, piece.code).into(),
            ..drawing
        };
        let drawing = match read {
            Ok(drawing) => named(drawing),
            Err(found) => {
                let unreadable = &mut self.unreadable;
                let is_new = |problem: &Problem| {
                    unreadable.insert((template.to_owned(), problem.message.clone()))
                };
                let new = found.into_iter().filter(is_new).collect();
                let told =
                    limits::with_task(task, || self.templates.locate(new, deck, piece, side));
                let instead = self.templates.instead(deck, told);
                let read =
                    instead.and_then(|svg| self.reader.read(&name, &svg, deck.size, deck.bleed));
                match read {
                    Ok(drawing) => named(drawing),
                    Err(told) => {
                        self.problems.extend(told);
                        return None;
                    }
                }
            }
        };
        match self.faces.push(drawing) {
            Ok(face) => {
                self.known.insert(source, face);
                Some(face)
            }
            Err(fault) => {
                self.problems.push(fault.in_kit(self.kit));
                None
            }
        }
    }
}
