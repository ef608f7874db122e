//! The names of decks beside their pieces, on label sheets with room for them.

use super::heading::{occupied, rules, text, width};
use super::marks::Notes;
use super::way::Way;
use crate::face::{Font, Fonts, TextLine};
use crate::kit::{Point, Size, Um};
use crate::press::sheet::bounds::Bounds;
use crate::press::sheet::measures::MARGIN;
use crate::press::sheet::{Catalogue, Mark, Placed, Sheet};

/// The em of a caption, and its distance from the art.
const EM: Um = Um(3_600);
const AIR: Um = Um(4_000);

/// What is kept free around a caption.
const AROUND: Um = Um(600);

/// The em of the line below a name; its baseline above the pieces, and that of the name above it.
const LINE: Um = Um(2_900);
const UP: Um = Um(4_200);
const STEP: Um = Um(4_000);

/// What the name above a block needs.
pub(super) const HIGH: Um = Um(12_000);

/// A deck's title, what it is printed on, and how its pieces are made unless their shape says so.
pub type Words = [String; 3];

/// A block of pieces with a place of its own for its name, and for what it is printed on.
#[derive(Clone, Debug)]
pub struct Named {
    pub words: Words,
    /// How its pieces are made.
    pub way: Way,
    /// The middle of the block, its upper end, and its width.
    pub middle: Um,
    pub bottom: Um,
    pub wide: Um,
}

/// The width of a name and of the line below it.
pub(super) fn wide([name, line, _]: &Words) -> Um {
    width(font(), name, EM).max(width(line_font(), line, LINE)) + AROUND * 2
}

impl Named {
    /// The ornament to the left of the name as wide as its pieces, from one end to the other.
    fn ornament(&self) -> (Um, Um) {
        let half = |wide: Um| self.middle - wide.half();
        let inner = half(width(font(), &self.words[0], EM)) - AIR * 3 / 4;
        (half(self.wide), inner)
    }

    /// Whether there is room for ornaments beside the name.
    pub(super) fn has_room(&self) -> bool {
        let (outer, inner) = self.ornament();
        outer + AIR * 2 <= inner
    }

    /// The name in the middle above its pieces, between ornaments if those of all blocks have room.
    pub(super) fn set(&self, is_ruled: bool) -> (Vec<TextLine<'static>>, Vec<Mark>) {
        let [name, line, _] = &self.words;
        let below = self.bottom - UP;
        let base = if line.is_empty() { below } else { below - STEP };
        let start =
            |font: &'static Font, words: &str, em: Um| self.middle - width(font, words, em).half();
        let left = start(font(), name, EM);
        let words = vec![
            text(font(), name, EM, Point::new(left, base)),
            text(
                line_font(),
                line,
                LINE,
                Point::new(start(line_font(), line, LINE), below),
            ),
        ];
        let y = base - EM * 35 / 100;
        let (outer, inner) = self.ornament();
        let mut marks = Vec::new();
        if is_ruled {
            let right = self.middle * 2;
            marks.extend(rules(y, outer, inner));
            marks.extend(rules(y, right - inner, right - outer));
        }
        let words = words.into_iter().filter(|line| !line.text.is_empty());
        (words.collect(), marks)
    }
}

/// Adds a caption for each deck on a sheet: beside its pieces, at the free end of their last row, above or below them. Unless
/// there is room for all, only a last row with a name of its own has one, and so has a deck that is alone below no heading.
pub(crate) fn add(
    sheet: &mut Sheet,
    catalogue: &Catalogue,
    notes: &Notes,
    taken: &[Bounds],
    is_headed: bool,
) {
    let mut taken = taken.to_vec();
    // Lines have no area to overlap.
    taken.extend(occupied(sheet).iter().map(|part| part.grown(Um(1))));
    let decks = catalogue.decks.iter().enumerate();
    let blocks = decks.filter_map(|(deck, title)| {
        let is_of_deck = |placed: &&Placed| catalogue.deck(&placed.code) == Some(deck);
        let pieces: Vec<&Placed> = sheet.placed.iter().filter(is_of_deck).collect();
        let end = end_of_rows(&pieces, catalogue, notes);
        Some(Block {
            title,
            around: around(&pieces)?,
            end,
        })
    });
    let mut blocks: Vec<Block<'_>> = blocks.collect();
    // A name of some pieces only has just one place.
    blocks.sort_by_key(|block| !block.captions().iter().any(|caption| caption.is_own_name));
    let mut captions = Vec::new();
    for block in &blocks {
        let free = block
            .captions()
            .into_iter()
            .find(|caption| is_free(&caption.place, sheet, &taken));
        if let Some(caption) = free {
            taken.push(caption.place);
            captions.push(caption);
        }
    }
    if captions.len() < blocks.len() || blocks.len() == 1 && !is_headed {
        captions.retain(|caption| caption.is_own_name);
    }
    let mut marks = sheet.marks.to_vec();
    for caption in captions {
        let base = caption.place.bottom - AROUND - EM / 4;
        let at = Point::new(caption.place.left + AROUND, base);
        sheet.words.push(text(font(), caption.words, EM, at));
        let from = caption.place.right + AIR;
        let band = Bounds {
            left: from,
            right: caption.ruled_to,
            ..caption.place
        };
        let beside = taken.iter().filter(|other| other.overlaps(&band));
        let to = beside.map(|other| other.left - AROUND * 2).min();
        let to = to.map_or(caption.ruled_to, |to| to.min(caption.ruled_to));
        if from + AIR <= to {
            marks.extend(rules(base - EM * 35 / 100, from, to));
        }
    }
    sheet.marks = marks.into();
}

/// The pieces of a deck on a sheet.
struct Block<'c> {
    title: &'c str,
    around: Bounds,
    /// What the pieces of the last row are called, and the place at its free end.
    end: Option<(String, Bounds)>,
}

#[derive(Clone, Copy)]
struct Caption<'c> {
    words: &'c str,
    place: Bounds,
    /// Whether it names some of the pieces only.
    is_own_name: bool,
    /// An ornament fills the rest of a row as far as this.
    ruled_to: Um,
}

impl Block<'_> {
    /// All captions that it could have, the best first.
    fn captions(&self) -> Vec<Caption<'_>> {
        let caption = |place: Bounds| Caption {
            words: self.title,
            place,
            is_own_name: false,
            ruled_to: Um::ZERO,
        };
        let [right, left, above, below] = places(&self.around, self.title).map(caption);
        let end = self.end.as_ref().map(|(words, place)| Caption {
            words,
            is_own_name: words != self.title,
            ruled_to: self.around.right,
            ..caption(*place)
        });
        let mut all = vec![right, left, above, below];
        if let Some(end) = end {
            // Beside the other rows, a name of its own would be missed.
            all.insert(if end.is_own_name { 0 } else { 2 }, end);
        }
        all
    }
}

fn font() -> &'static Font {
    Fonts::plain("Cinzel", 700)
}

pub(super) fn line_font() -> &'static Font {
    Fonts::plain("Alegreya", 400)
}

/// A piece with its bleed.
fn art(placed: &Placed) -> Bounds {
    let (at, size) = placed.art();
    Bounds::new(at, size)
}

/// The rectangle that pieces and their bleed fill together.
fn around(pieces: &[&Placed]) -> Option<Bounds> {
    let arts = pieces.iter().map(|placed| art(placed));
    arts.reduce(|one, other| Bounds {
        left: one.left.min(other.left),
        top: one.top.min(other.top),
        right: one.right.max(other.right),
        bottom: one.bottom.max(other.bottom),
    })
}

/// Where a caption could stand: to the right of a block, to its left, above it and below it.
fn places(block: &Bounds, words: &str) -> [Bounds; 4] {
    let wide = width(font(), words, EM) + AROUND * 2;
    let high = EM + AROUND * 2;
    let size = Size::new(wide, high);
    let middle = (block.top + block.bottom - high).half();
    let centre = (block.left + block.right - wide).half();
    let corners = [
        Point::new(block.right + AIR, middle),
        Point::new(block.left - AIR - wide, middle),
        Point::new(centre, block.top - AIR - high),
        Point::new(centre, block.bottom + AIR),
    ];
    corners.map(|at| Bounds::new(at, size))
}

/// The free end of the last row of pieces, and what all pieces in it are called.
fn end_of_rows(
    pieces: &[&Placed],
    catalogue: &Catalogue,
    notes: &Notes,
) -> Option<(String, Bounds)> {
    let lowest = pieces.iter().map(|placed| placed.at.y).max()?;
    let row: Vec<&Placed> = pieces
        .iter()
        .copied()
        .filter(|placed| placed.at.y == lowest)
        .collect();
    let mut names = row.iter().map(|placed| {
        let name = catalogue.name(&placed.code);
        name.split(':').next().unwrap_or(name)
    });
    let first = names.next()?;
    let is_common = names.all(|name| name == first) && row.len() < pieces.len();
    if !is_common || first.is_empty() {
        return None;
    }
    // Few stickers of a die: a name alone would be read as a heading of what is below.
    let words = match row.len() {
        _ if !row.iter().all(|placed| placed.kiss) => first.to_owned(),
        1 => notes.say("{name} die: 1 sticker", &[("name", &first)]),
        count => notes.say(
            "{name} die: {count} stickers",
            &[("name", &first), ("count", &count)],
        ),
    };
    let [beside, ..] = places(&around(&row)?, &words);
    Some((words, beside))
}

fn is_free(place: &Bounds, sheet: &Sheet, taken: &[Bounds]) -> bool {
    let paper = Bounds::new(Point::default(), sheet.size).grown(Um::ZERO - MARGIN);
    place.within(&paper) && !taken.iter().any(|other| other.overlaps(place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn sheet(pieces: &[(&str, i64, i64, i64, i64)]) -> (Sheet, Catalogue) {
        let placed = pieces.iter().map(|(code, x, y, w, h)| Placed {
            code: (*code).into(),
            at: Point::new(Um(x * 1_000), Um(y * 1_000)),
            size: Size::new(Um(w * 1_000), Um(h * 1_000)),
            ..Placed::default()
        });
        let sheet = Sheet {
            size: Size::new(Um(210_000), Um(297_000)),
            placed: placed.collect(),
            ..Sheet::default()
        };
        let codes: Vec<Arc<str>> = pieces.iter().map(|(code, ..)| (*code).into()).collect();
        let deck = |code: &str| usize::from(code.starts_with('B'));
        let named = codes
            .iter()
            .map(|code| (code, deck(code), "Knight: helmet"));
        let decks = vec!["Die stickers".to_owned(), "Tokens".to_owned()];
        let catalogue = Catalogue::new(decks, named);
        (sheet, catalogue)
    }

    fn captions(pieces: &[(&str, i64, i64, i64, i64)]) -> Vec<(String, f64, f64)> {
        let (mut sheet, catalogue) = sheet(pieces);
        add(&mut sheet, &catalogue, &Notes::new(""), &[], true);
        let words = sheet.words.iter();
        words
            .map(|line| (line.text.to_string(), line.x, line.y))
            .collect()
    }

    #[test]
    fn each_deck_is_named_to_the_right_of_its_pieces() {
        let found = captions(&[("A1", 50, 40, 20, 20), ("B1", 50, 100, 30, 10)]);
        let [(labels, x, y), (tokens, ..)] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!((&**labels, &**tokens), ("Die stickers", "Tokens"));
        assert!(*x > 74.0 && (48.0..54.0).contains(y), "{found:?}");
    }

    #[test]
    fn where_another_piece_is_there_is_no_caption() {
        // The whole width is taken, so the name is above; and then there is no room at all.
        let above = captions(&[("A1", 6, 40, 198, 20)]);
        assert!(above[0].2 < 40.0, "{above:?}");
        assert!(captions(&[("A1", 6, 6, 198, 285)]).is_empty());
    }

    #[test]
    fn a_lone_piece_in_the_last_row_is_named_in_the_free_end() {
        let found = captions(&[("A1", 6, 6, 198, 265), ("A2", 6, 271, 20, 20)]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, "Knight");
        assert!(found[0].1 > 30.0 && found[0].2 > 271.0);
        let (mut sheet, catalogue) =
            super::tests::sheet(&[("A1", 6, 6, 198, 265), ("A2", 6, 271, 20, 20)]);
        sheet
            .placed
            .iter_mut()
            .for_each(|placed| placed.kiss = true);
        add(&mut sheet, &catalogue, &Notes::new(""), &[], true);
        assert_eq!(sheet.words[0].text, "Knight die: 1 sticker");
        // Its ornament ends before what is beside it.
        let (mut sheet, catalogue) =
            super::tests::sheet(&[("A1", 6, 6, 198, 265), ("A2", 6, 271, 20, 20)]);
        let ruler = Bounds::new(
            Point::new(Um(150_000), Um(200_000)),
            Size::new(Um(2_000), Um(90_000)),
        );
        add(&mut sheet, &catalogue, &Notes::new(""), &[ruler], true);
        assert_eq!(sheet.marks.len(), 2);
        assert!(sheet.marks.iter().all(|mark| mark.line.to.x < ruler.left));
    }
}
