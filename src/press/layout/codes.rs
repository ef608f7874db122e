//! Codes of pieces that must not show them, printed beside the piece, outside the cut, so that the knife removes them.
//!
//! A code touches no art, no printed line and nothing else on the sheet. If there is no room for it, it is not printed, and the
//! sheet reports the piece.

use crate::face::{Font, Fonts, TextLine};
use crate::kit::{Point, Side, Um};
use crate::press::order::On;
use crate::press::sheet::bounds::Bounds;
use crate::press::sheet::measures::{BLACK, TEXT};
use crate::press::sheet::{Placed, Sheet};

/// The em sizes to try; with the larger one, capitals are 1.8 mm high.
const SIZES: [Um; 2] = [Um(2_600), TEXT];

/// The gap between a code and art or lines.
const AIR: Um = Um(200);

/// The preferred gap between a code and the art of other pieces, so that it is clear which piece it belongs to.
const CLEARANCE: Um = Um(800);

/// The number of directions around a piece in which a code is tried, beginning below it.
const DIRECTIONS: usize = 24;

/// The precision with which a code is moved close to the art of its piece, in micrometres.
const NEAR: i64 = 20;

impl Sheet {
    /// Adds codes beside the pieces whose decks ask for them, on the chosen sides, clear of what is `blocked`.
    pub(crate) fn with_codes(
        mut self,
        wanted: On,
        blocked: impl Iterator<Item = Bounds>,
        font: &'static Font,
    ) -> Sheet {
        let side = |piece: &Placed| {
            if piece.behind.is_none() {
                Side::Front
            } else {
                Side::Back
            }
        };
        let asks = |piece: &&Placed| {
            piece.code_beside && !piece.code.is_empty() && wanted.has(side(piece))
        };
        let pieces: Vec<&Placed> = self.placed.iter().filter(asks).collect();
        if pieces.is_empty() {
            return self;
        }
        let marked = self.marks.iter().map(|mark| &mark.line);
        let lines = self
            .cuts
            .iter()
            .chain(&self.folds)
            .chain(marked)
            .map(Bounds::of);
        let canvas = Canvas {
            arts: self.placed.iter().map(Art::of).collect(),
            taken: blocked.chain(lines).collect(),
            limit: Bounds::printable(self.size),
        };
        let [large, small] = SIZES.map(|em| canvas.write(&pieces, em, font));
        // All codes have the same size; the small one is used only if more of them fit.
        let (codes, crowded) = if small.1.len() < large.1.len() {
            small
        } else {
            large
        };
        self.words.extend(codes);
        self.crowded = crowded;
        self
    }
}

/// A sheet before its codes are added.
struct Canvas {
    arts: Vec<Art>,
    taken: Vec<Bounds>,
    limit: Bounds,
}

impl Canvas {
    /// The codes that fit at this size, and those that do not.
    fn write(
        &self,
        pieces: &[&Placed],
        em: Um,
        font: &'static Font,
    ) -> (Vec<TextLine<'static>>, Vec<String>) {
        let words: Vec<Word> = pieces
            .iter()
            .map(|piece| Word::new(&piece.code, em, font))
            .collect();
        let places: Vec<Vec<Option<Candidate>>> = std::iter::zip(pieces, &words)
            .map(|(piece, word)| {
                (0..DIRECTIONS)
                    .map(|direction| self.place(piece, word, direction))
                    .collect()
            })
            .collect();
        // Prefer the direction in which most codes fit, so that they look alike.
        let mut directions: Vec<usize> = (0..DIRECTIONS).collect();
        let most = |direction: &usize| {
            let candidates = || {
                places
                    .iter()
                    .filter_map(|places| places[*direction].as_ref())
            };
            (
                candidates().filter(|candidate| candidate.roomy).count(),
                candidates().count(),
            )
        };
        directions.sort_by_key(|direction| std::cmp::Reverse(most(direction)));
        let mut written = Vec::new();
        let mut marks = Vec::new();
        let mut crowded = Vec::new();
        for (word, places) in std::iter::zip(words, places) {
            let free = |candidate: &&Candidate| {
                written.iter().all(|other| !candidate.place.overlaps(other))
            };
            let candidates = || {
                directions
                    .iter()
                    .filter_map(|direction| places[*direction].as_ref())
                    .filter(free)
            };
            match candidates()
                .find(|candidate| candidate.roomy)
                .or_else(|| candidates().next())
            {
                Some(Candidate { place, .. }) => {
                    written.push(*place);
                    marks.push(word.at(*place));
                }
                None => crowded.push(word.code),
            }
        }
        (marks, crowded)
    }

    /// The position of a word beside a piece in one direction, if it fits there.
    fn place(&self, piece: &Placed, word: &Word, direction: usize) -> Option<Candidate> {
        let (sin, cos) = (direction as f64 * std::f64::consts::TAU / DIRECTIONS as f64).sin_cos();
        let middle = Point::new(
            piece.at.x + piece.size.w.half(),
            piece.at.y + piece.size.h.half(),
        );
        let there = |away: i64| {
            let x = middle.x + Um((away as f64 * -sin).round() as i64) - word.w.half();
            let y = middle.y + Um((away as f64 * cos).round() as i64) - word.h.half();
            Bounds {
                left: x - AIR,
                top: y - AIR,
                right: x + word.w + AIR,
                bottom: y + word.h + AIR,
            }
        };
        let own = Art::of(piece);
        let mut in_art = 0;
        let mut beside =
            (own.bounds.right - own.bounds.left + own.bounds.bottom - own.bounds.top).0 * 2;
        while beside - in_art > NEAR {
            let between = (in_art + beside) / 2;
            if own.touches(&there(between)) {
                in_art = between
            } else {
                beside = between
            }
        }
        let place = there(beside);
        let free = place.within(&self.limit)
            && !self.taken.iter().any(|taken| place.overlaps(taken))
            && !self.arts.iter().any(|art| art.touches(&place));
        // The code may be close to its own piece; others must be farther away.
        let wide = place.grown(CLEARANCE - AIR);
        let near = self.arts.iter().filter(|art| art.touches(&wide)).count();
        free.then_some(Candidate {
            place,
            roomy: near == 1,
        })
    }
}

/// A position for a code.
struct Candidate {
    /// Including the gap around it.
    place: Bounds,
    /// Whether it is clear which piece the code belongs to.
    roomy: bool,
}

/// A code to be printed: its width, and its height above the baseline.
struct Word {
    code: String,
    font: &'static Font,
    em: Um,
    w: Um,
    h: Um,
    drop: Um,
}

impl Word {
    fn new(code: &str, em: Um, font: &'static Font) -> Word {
        let font = Fonts::shipped().for_all(code, font);
        let extent = font.extent(code);
        let length = |units: i32| Um::from_mm(f64::from(units) / font.units() * em.mm());
        let rise = length(extent.rise);
        let drop = length(extent.drop.max(0));
        Word {
            code: code.to_owned(),
            font,
            em,
            w: length(extent.advance),
            h: rise + drop,
            drop,
        }
    }

    fn at(self, place: Bounds) -> TextLine<'static> {
        let x = (place.left + AIR).mm();
        let y = (place.bottom - AIR - self.drop).mm();
        TextLine {
            text: self.code.into(),
            x,
            y,
            size: self.em.mm(),
            font: self.font,
            fill: BLACK,
            tracking: 0.0,
        }
    }
}

/// The area of a piece with its bleed.
struct Art {
    bounds: Bounds,
    /// Polygons, if it is not a rectangle.
    outlines: Vec<Vec<Point>>,
}

impl Art {
    fn of(piece: &Placed) -> Art {
        let (at, size) = piece.art();
        // Accurate to a twentieth of a millimetre, which is less than the gap.
        let outlines = piece
            .clip
            .iter()
            .map(|contour| contour.corners(Um(50)))
            .collect();
        Art {
            bounds: Bounds::new(at, size),
            outlines,
        }
    }

    fn touches(&self, place: &Bounds) -> bool {
        self.bounds.overlaps(place)
            && (self.outlines.is_empty() || self.outlines.iter().any(|line| meets(line, place)))
    }
}

/// Whether a polygon and a rectangle overlap.
fn meets(corners: &[Point], place: &Bounds) -> bool {
    let x = (place.left + place.right).half();
    let y = (place.top + place.bottom).half();
    let mut inside = false;
    for (index, from) in corners.iter().enumerate() {
        let to = &corners[(index + 1) % corners.len()];
        if crosses(from, to, place) {
            return true;
        }
        // Counts how often a ray to the right crosses the polygon's edge.
        if (from.y > y) != (to.y > y) {
            let along = (y - from.y).mm() / (to.y - from.y).mm();
            inside ^= x.mm() < from.x.mm() + along * (to.x - from.x).mm();
        }
    }
    inside
}

/// Whether a line segment crosses a rectangle, by clipping it at the four sides.
fn crosses(from: &Point, to: &Point, place: &Bounds) -> bool {
    let (mut start, mut end) = (0.0, 1.0);
    let mut clip = |toward: Um, room: Um| {
        let (toward, room) = (toward.mm(), room.mm());
        match toward {
            0.0 if room <= 0.0 => end = -1.0,
            0.0 => {}
            _ if toward < 0.0 => start = f64::max(start, room / toward),
            _ => end = f64::min(end, room / toward),
        }
    };
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    clip(-dx, from.x - place.left);
    clip(dx, place.right - from.x);
    clip(-dy, from.y - place.top);
    clip(dy, place.bottom - from.y);
    start < end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::{Contour, Size};
    use crate::press::sheet::Placed;
    use crate::press::sheet::measures::font;

    /// A sheet of pieces of 20 mm at these positions.
    fn sheet(w: i64, candidates: &[(i64, i64)]) -> Sheet {
        let piece = |(index, &(x, y)): (usize, &(i64, i64))| {
            let at = Point::new(Um(x), Um(y));
            let size = Size::new(Um(20_000), Um(20_000));
            let placed = Placed {
                at,
                size,
                code_beside: true,
                ..Placed::default()
            };
            Placed {
                code: format!("T{index}").into(),
                ..placed
            }
        };
        let placed = candidates.iter().enumerate().map(piece).collect();
        Sheet {
            size: Size::new(Um(w), Um(60_000)),
            placed,
            ..Sheet::default()
        }
    }

    fn written(sheet: &Sheet) -> Vec<(String, f64, f64, f64)> {
        sheet
            .words
            .iter()
            .map(|line| (line.text.to_string(), line.x, line.y, line.size))
            .collect()
    }

    fn coded(sheet: Sheet) -> Sheet {
        sheet.with_codes(On::Fronts, std::iter::empty(), font())
    }

    #[test]
    fn a_code_stands_below_its_piece_or_where_there_is_room() {
        let one = coded(sheet(60_000, &[(20_000, 20_000)]));
        let (code, x, y, em) = written(&one).remove(0);
        assert_eq!((code.as_str(), em), ("T0", 2.6));
        assert!(
            (29.0 - 1.0..29.0 + 1.0).contains(&x) && y > 41.5 && y < 42.5,
            "{x} {y}"
        );
        // If the space below is taken, the code moves to a side.
        let floor = Bounds {
            left: Um(0),
            top: Um(40_000),
            right: Um(60_000),
            bottom: Um(60_000),
        };
        let one =
            sheet(60_000, &[(20_000, 20_000)]).with_codes(On::Fronts, [floor].into_iter(), font());
        assert!(written(&one)[0].2 < 40.0, "{:?}", written(&one));
        assert_eq!(one.crowded, Vec::<String>::new());
    }

    #[test]
    fn a_code_without_room_is_told_and_not_printed() {
        let full = coded(sheet(29_000, &[(4_000, 4_000), (4_000, 24_000)]));
        assert_eq!(
            written(&full)
                .iter()
                .map(|(code, ..)| code.as_str())
                .collect::<Vec<_>>(),
            ["T1"]
        );
        assert_eq!(full.crowded, ["T0"]);
        // Between pieces 2 mm apart, the smaller letters fit.
        let between = coded(sheet(29_000, &[(4_000, 4_000), (4_000, 25_800)]));
        assert_eq!(
            written(&between)
                .iter()
                .map(|(_, _, _, em)| *em)
                .collect::<Vec<_>>(),
            [1.8, 1.8]
        );
    }

    #[test]
    fn codes_are_printed_on_the_sides_where_they_are_wanted() {
        let plain = sheet(60_000, &[(20_000, 20_000)]);
        for wanted in [On::Neither, On::Backs] {
            let none = plain.clone().with_codes(wanted, std::iter::empty(), font());
            assert!(none.words.is_empty() && none.crowded.is_empty());
        }
        let mut silent = plain;
        silent.placed[0].code_beside = false;
        assert!(coded(silent).words.is_empty());
    }

    #[test]
    fn a_rectangle_meets_a_ring_where_its_line_is_and_within_it() {
        let ring = Contour::circle(Point::new(Um(50_000), Um(50_000)), Um(10_000)).corners(Um(10));
        let at =
            |x: i64, y: i64| Bounds::new(Point::new(Um(x), Um(y)), Size::new(Um(2_000), Um(2_000)));
        assert!(meets(&ring, &at(49_000, 49_000)) && meets(&ring, &at(59_000, 49_000)));
        // Outside the ring, and in the corner of its bounding box.
        assert!(!meets(&ring, &at(61_000, 49_000)) && !meets(&ring, &at(40_100, 40_100)));
    }
}
