//! The heading of a label sheet: the game, what it is and who made it, in the room above the pieces.

use crate::face::{Font, Fonts, TextLine, typographic};
use crate::kit::{Kit, Point, Size, Um};
use crate::press::sheet::bounds::Bounds;
use crate::press::sheet::measures::{BLACK, EDGE, MARGIN};
use crate::press::sheet::{Mark, Sheet, Stroke};

/// The ems of the title and of the line below it.
const TITLE: Um = Um(7_600);
const LINE: Um = Um(3_300);
/// From the lowest letters to the pieces, and from one baseline to the other.
const AIR: Um = Um(2_600);
const STEP: Um = Um(4_400);
/// The space that is added after each letter of the title.
const TRACKING: Um = Um(300);
/// The rules at both sides of the title: how far they are from it, how long at least, and how thick.
const BESIDE: Um = Um(4_000);
const SHORTEST: Um = Um(20_000);
const RULES: [(Um, Um); 2] = [(Um(-400), Um(450)), (Um(400), Um(150))];

/// Where the pieces begin below a heading on a sheet with much room.
pub const BELOW: Um = Um(27_000);

/// What a heading says.
#[derive(Clone, Debug)]
pub struct Heading {
    pub(super) title: String,
    pub(super) line: String,
}

impl Heading {
    /// The heading of a kit.
    pub fn of(kit: &Kit) -> Heading {
        let mut line = kit.subtitle.clone();
        for part in [kit.designers.join(", "), year(kit)] {
            if !line.is_empty() && !part.is_empty() {
                line.push_str("  ·  ");
            }
            line.push_str(&part);
        }
        let printed = |words: &str| typographic(words, &kit.language).into_owned();
        Heading {
            title: printed(&kit.title),
            line: printed(&line),
        }
    }

    /// The band below this line that it needs, from one edge of the paper to the other, if there is room.
    pub(super) fn band(&self, paper: Size, top: Um) -> Option<Bounds> {
        let room = paper.w - MARGIN * 2;
        let height = AIR + STEP + TITLE;
        let fits = top - height + TITLE * 3 / 10 >= EDGE + Um(1_000)
            && self.wide() + BESIDE * 4 <= room
            && width(Fonts::plain("Alegreya", 400), &self.line, LINE) <= room;
        let at = Point::new(Um::ZERO, top - height);
        fits.then(|| Bounds::new(at, Size::new(paper.w, height)))
    }

    /// The width of the title.
    fn wide(&self) -> Um {
        let spaces = TRACKING * self.title.chars().count() as i64;
        width(Fonts::plain("Cinzel", 700), &self.title, TITLE) + spaces
    }

    /// Adds it to a sheet, above this line or else above everything, if there is room that is not `taken`; returns what it occupies.
    pub(super) fn add(
        &self,
        sheet: &mut Sheet,
        above: Option<Um>,
        taken: &[Bounds],
    ) -> Option<Bounds> {
        let Size { w, .. } = sheet.size;
        let top = above.or_else(|| top(sheet))?;
        let band = self.band(sheet.size, top)?;
        if taken.iter().any(|taken| taken.overlaps(&band)) {
            return None;
        }
        let below = top - AIR;
        let base = below - STEP;
        let title = Fonts::plain("Cinzel", 700);
        let line = Fonts::plain("Alegreya", 400);
        let wide = self.wide();
        let start = (w - wide).half();
        sheet.words.push(TextLine {
            tracking: TRACKING.mm(),
            ..text(title, &self.title, TITLE, Point::new(start, base))
        });
        let left = (w - width(line, &self.line, LINE)).half();
        let words = text(line, &self.line, LINE, Point::new(left, below));
        sheet.words.push(words);
        // At half the height of the capitals, as far out as the pieces.
        let y = base - TITLE * 35 / 100;
        let outer = sheet.placed.iter().map(|placed| placed.at.x).min();
        let longest = (start - BESIDE - SHORTEST).max(MARGIN);
        let outer = match above {
            Some(_) => MARGIN,
            None => outer.map_or(longest, |outer| outer.min(longest)),
        };
        let mut marks = sheet.marks.to_vec();
        marks.extend(rules(y, outer, start - BESIDE));
        marks.extend(rules(y, w - start + BESIDE, w - outer));
        sheet.marks = marks.into();
        Some(band)
    }
}

/// The two lines of an ornament beside words.
pub(super) fn rules(y: Um, from: Um, to: Um) -> [Mark; 2] {
    RULES.map(|(shift, width)| Mark {
        line: Stroke {
            from: Point::new(from, y + shift),
            to: Point::new(to, y + shift),
        },
        width,
        on_art: false,
    })
}

fn year(kit: &Kit) -> String {
    match kit.year {
        0 => String::new(),
        year => year.to_string(),
    }
}

/// Where the art and the cuts begin.
fn top(sheet: &Sheet) -> Option<Um> {
    occupied(sheet).iter().map(|part| part.top).min()
}

/// What art, cuts and folds occupy. A line is a rectangle without an area.
pub(super) fn occupied(sheet: &Sheet) -> Vec<Bounds> {
    let arts = sheet.placed.iter().map(|placed| {
        let (at, size) = placed.art();
        Bounds::new(at, size)
    });
    let lines = sheet.cuts.iter().chain(&sheet.folds).map(Bounds::of);
    let curves = sheet.curves.iter().map(|curve| {
        let (at, size) = curve.bounds();
        Bounds::new(at, size)
    });
    arts.chain(lines).chain(curves).collect()
}

pub(super) fn width(font: &Font, words: &str, em: Um) -> Um {
    Um::from_mm(f64::from(font.extent(words).advance) / font.units() * em.mm())
}

pub(super) fn text(font: &'static Font, words: &str, em: Um, at: Point) -> TextLine<'static> {
    TextLine {
        text: words.to_owned().into(),
        x: at.x.mm(),
        y: at.y.mm(),
        size: em.mm(),
        font,
        fill: BLACK,
        tracking: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::press::sheet::{Placed, Sides};

    fn headed(top: i64) -> Sheet {
        let heading = Heading {
            title: "Dungeon in a Tin".into(),
            line: "A knight, a tin, and a hillside full of goblins".into(),
        };
        let mut sheet = Sheet {
            size: Size::new(Um(210_000), Um(297_000)),
            placed: vec![Placed {
                at: Point::new(Um(6_000), Um(top)),
                size: Size::new(Um(198_000), Um(200_000)),
                bleed: Sides::all(Um(1_500)),
                ..Placed::default()
            }],
            ..Sheet::default()
        };
        heading.add(&mut sheet, None, &[]);
        sheet
    }

    #[test]
    fn a_heading_stands_between_the_edge_and_the_bleed() {
        let sheet = headed(20_400);
        let [title, line] = &sheet.words[..] else {
            panic!("{:?}", sheet.words);
        };
        assert!(title.y - 0.7 * title.size >= EDGE.mm());
        assert!(line.y + 0.25 * line.size < 18.9 && line.y - 0.7 * line.size > title.y);
        for mark in sheet.marks.iter() {
            assert!(mark.line.from.x >= Um(6_000) && mark.line.from.x < mark.line.to.x);
        }
    }

    #[test]
    fn where_there_is_no_room_there_is_no_heading() {
        let sheet = headed(16_000);
        assert!(sheet.words.is_empty() && sheet.marks.is_empty());
    }
}
