//! What fills a sheet of card with room below its pieces, to be cut out and kept with the game: the rules in short, or a table of games
//! played.

use super::heading::{rules, text, width};
use crate::face::text::{self as texts, Align, Area, RichText, Span, Style, Valign};
use crate::face::{Font, Fonts, TextLine, emphasis, typographic};
use crate::kit::{Kit, Point, Um};
use crate::press::sheet::bounds::Bounds;
use crate::press::sheet::measures::BLACK;
use crate::press::sheet::{Mark, Sheet, Stroke};

/// The sizes of its words that are tried, in mm: 10.5 points down to 7.
const SIZES: [f64; 8] = [3.7, 3.5, 3.3, 3.1, 2.9, 2.75, 2.6, 2.47];

/// The size of its title, and those of its chapters and of the space below and above one, in multiples of the size of its words.
const TITLE: Um = Um(5_000);
const CHAPTER: f64 = 1.12;
const BELOW: f64 = 0.3;
const ABOVE: f64 = 0.75;

/// The height of a line, the space between two points, and the width of the mark before one, in multiples of the size of words.
const LEADING: f64 = 1.2;
const BETWEEN: f64 = 0.28;
const BULLET: f64 = 0.9;

/// The least width of a column, and the gap between two of them, in mm.
const COLUMN: f64 = 54.0;
const GUTTER: f64 = 6.0;

/// From the frame to the words, and from the top of the frame to the first column, in mm.
const INSET: f64 = 4.5;
const HEAD: f64 = 11.0;

/// The frame: the distance of its lines from the outer one, and how thick they are.
const FRAME: [(Um, Um); 2] = [(Um(0), Um(450)), (Um(900), Um(150))];

/// More than any text is high, and the step by which columns are made shorter to end at the same height, in mm.
const ENDLESS: f64 = 1e6;
const STEP: f64 = 1.0;

/// The height of a row of a table, and of its head, and the size of the head's words, in mm.
const ROW: f64 = 8.4;
const ROW_HEAD: f64 = 5.6;
const WORDS: Um = Um(3_200);

/// A table with fewer rows is not worth its paper, and with more nobody needs it.
const ROWS: (f64, f64) = (3.0, 8.0);

/// The columns of a table of games played and where they begin, and those of a narrow one.
const COLUMNS: &[(&str, f64)] = &[("Date", 0.0), ("Who played", 0.16), ("How it ended", 0.5)];
const FEW: &[(&str, f64)] = &[("Date", 0.0), ("How it ended", 0.36)];
const NARROW: f64 = 100.0;

/// The sizes of a table's title that are tried, and what its ornaments and the frame beside it need.
const TITLES: [Um; 4] = [TITLE, Um(4_400), Um(3_800), Um(3_300)];
const BESIDE: f64 = 20.0;

/// Chapters of rules in short.
pub struct Aid {
    /// "Dungeon in a Tin: In short".
    title: String,
    chapters: Vec<Chapter>,
    /// For characters that its own fonts lack.
    others: &'static Fonts,
}

struct Chapter {
    title: String,
    points: Vec<String>,
}

/// The title of a chapter, or a sentence.
struct Block {
    /// From a top of zero.
    lines: Vec<TextLine<'static>>,
    high: f64,
    /// Between this block and the one above it in the column.
    gap: f64,
    /// Where the line below the title of a chapter is.
    ruled: Option<f64>,
}

impl Aid {
    /// The rules in short of a kit that has some.
    pub fn of(kit: &Kit) -> Option<Aid> {
        let edition = kit.ruling_edition();
        let printed = |words: String| typographic(&words, &kit.language).into_owned();
        let chapters = kit.rule_chapters.iter().map(|chapter| {
            let points = chapter.brief.iter();
            let points = points.filter_map(|point| kit.worded(point, edition));
            Chapter {
                title: printed(chapter.title.clone()),
                points: points.map(printed).collect(),
            }
        });
        let chapters: Vec<Chapter> = chapters
            .filter(|chapter| !chapter.points.is_empty())
            .collect();
        (!chapters.is_empty()).then(|| Aid {
            title: printed(format!("{}: {}", kit.title, kit.files.say("In short", &[]))),
            chapters,
            others: Fonts::of(kit),
        })
    }

    /// Adds it to a sheet within this rectangle, in the largest type that has room there; returns whether there was room.
    pub(super) fn add(&self, sheet: &mut Sheet, room: Bounds) -> bool {
        let wide = (room.right - room.left).mm() - INSET * 2.0;
        let most = (room.bottom - room.top).mm() - HEAD - INSET;
        let title = width(strong_heading(), &self.title, TITLE).mm();
        let count = ((wide + GUTTER) / (COLUMN + GUTTER)).floor();
        if count < 1.0 || title > wide - 20.0 {
            return false;
        }
        let column = (wide + GUTTER) / count - GUTTER;
        let Some((blocks, is_whole, high)) = self.fitted(column, most, count as usize) else {
            return false;
        };
        let Some(columns) = columns(&blocks, (high, is_whole), count as usize) else {
            return false;
        };
        let frame = Bounds {
            bottom: room.top + Um::from_mm(HEAD + high + INSET),
            ..room
        };
        framed(sheet, frame, &self.title, TITLE);
        let mut marks = sheet.marks.to_vec();
        let top = frame.top.mm() + HEAD;
        for (index, blocks) in columns.into_iter().enumerate() {
            let left = frame.left.mm() + INSET + index as f64 * (column + GUTTER);
            place(sheet, &mut marks, blocks, (left, top, column));
            if index > 0 {
                let x = Um::from_mm(left - GUTTER / 2.0);
                let from = Point::new(x, Um::from_mm(top - 1.0));
                let to = Point::new(x, Um::from_mm(top + high));
                marks.push(mark(from, to, FRAME[1].1));
            }
        }
        sheet.marks = marks.into();
        true
    }

    /// The chapters for this many columns that are this wide and high at most, in mm: in the largest type, whole if possible, and how
    /// high columns of the same height are.
    fn fitted(&self, column: f64, most: f64, count: usize) -> Option<(Vec<Block>, bool, f64)> {
        // Whoever plays has set up the game.
        let later = self.chapters.get(1..).unwrap_or_default();
        let chapters = [&self.chapters[..], later].into_iter();
        let all = chapters.flat_map(|chapters| SIZES.map(|size| (chapters, size)));
        let (blocks, is_whole) = all
            .filter_map(|(chapters, size)| set(chapters, self.others, size, column))
            .find_map(|blocks| {
                let fits = |whole: &bool| columns(&blocks, (most, *whole), count).is_some();
                let is_whole = [true, false].into_iter().find(fits)?;
                Some((blocks, is_whole))
            })?;
        let mut high = most;
        while columns(&blocks, (high - STEP, is_whole), count).is_some() {
            high -= STEP;
        }
        Some((blocks, is_whole, high))
    }
}

/// Adds a table to write in who played and how it ended, within this rectangle; returns whether there was room.
pub(super) fn log(sheet: &mut Sheet, room: Bounds, say: impl Fn(&str) -> String) -> bool {
    let title = say("Games played");
    let wide = (room.right - room.left).mm();
    let fits = |em: &Um| width(strong_heading(), &title, *em).mm() + BESIDE <= wide;
    let Some(em) = TITLES.into_iter().find(fits) else {
        return false;
    };
    let most = (room.bottom - room.top).mm() - HEAD - ROW_HEAD - INSET;
    let rows = (most / ROW).floor().min(ROWS.1);
    if rows < ROWS.0 {
        return false;
    }
    // In the middle of more room than it needs.
    let above = (most - rows * ROW) / 2.0;
    let down = |mm: f64| room.top + Um::from_mm(above + mm);
    let head = HEAD + ROW_HEAD;
    let frame = Bounds {
        top: down(0.0),
        bottom: down(head + rows * ROW + INSET),
        ..room
    };
    framed(sheet, frame, &title, em);
    let [left, right] = [
        frame.left + Um::from_mm(INSET),
        frame.right - Um::from_mm(INSET),
    ];
    let mut marks = sheet.marks.to_vec();
    for row in 0..=rows as usize {
        let y = down(head + row as f64 * ROW);
        let thick = if row == 0 { FRAME[0].1 } else { FRAME[1].1 };
        marks.push(mark(Point::new(left, y), Point::new(right, y), thick));
    }
    let columns = if wide < NARROW { FEW } else { COLUMNS };
    for (words, share) in columns {
        let words = say(words);
        let x = left + Um::from_mm((right - left).mm() * share);
        let at = Point::new(x + Um(1_200), down(head - 1.6));
        sheet.words.push(text(strong(), &words, WORDS, at));
        if *share > 0.0 {
            let [top, foot] = [head, head + rows * ROW].map(down);
            marks.push(mark(Point::new(x, top), Point::new(x, foot), FRAME[1].1));
        }
    }
    sheet.marks = marks.into();
    true
}

/// Adds a frame, and at its top a title of this size between ornaments.
fn framed(sheet: &mut Sheet, frame: Bounds, title: &str, em: Um) {
    let font = strong_heading();
    let wide = width(font, title, em);
    let start = (frame.left + frame.right - wide).half();
    let base = frame.top + Um::from_mm(HEAD * 0.65);
    let at = Point::new(start, base);
    sheet.words.push(text(font, title, em, at));
    let mut marks = sheet.marks.to_vec();
    for (inside, thick) in FRAME {
        marks.extend(around(frame.grown(Um::ZERO - inside), thick));
    }
    let y = base - em * 35 / 100;
    let [inset, beside] = [INSET, 3.0].map(Um::from_mm);
    marks.extend(rules(y, frame.left + inset, start - beside));
    marks.extend(rules(y, start + wide + beside, frame.right - inset));
    sheet.marks = marks.into();
}

/// All chapters in words of this size, for a column of this width in mm; nothing if a word is wider.
fn set(chapters: &[Chapter], others: &Fonts, size: f64, column: f64) -> Option<Vec<Block>> {
    let mut blocks = Vec::new();
    for chapter in chapters {
        let (title, high) = lines(
            &chapter.title,
            Voice::Heading,
            (size, others),
            (0.0, column),
        )?;
        blocks.push(Block {
            lines: title,
            high: high + BELOW * size,
            gap: ABOVE * size,
            ruled: Some(high - 0.22 * size),
        });
        for point in &chapter.points {
            let indent = BULLET * size;
            let (mut said, high) = lines(
                point,
                Voice::Body,
                (size, others),
                (indent, column - indent),
            )?;
            let (mark, _) = lines("•", Voice::Body, (size, others), (0.0, column))?;
            said.extend(mark);
            blocks.push(Block {
                lines: said,
                high,
                gap: BETWEEN * size,
                ruled: None,
            });
        }
    }
    Some(blocks)
}

fn lines(
    words: &str,
    voice: Voice,
    (size, others): (f64, &Fonts),
    (x, w): (f64, f64),
) -> Option<(Vec<TextLine<'static>>, f64)> {
    let (plain, emphasised) = emphasis::parse(words);
    let spans = emphasised.into_iter().map(|(range, of)| Span {
        range,
        font: if of.strong { strong() } else { slanted() },
    });
    let spans: Vec<Span> = spans.collect();
    let (font, size) = match voice {
        Voice::Heading => (strong_heading(), size * CHAPTER),
        Voice::Body => (body(), size),
    };
    let style = Style {
        font,
        size,
        min: size,
        fill: BLACK,
        align: Align::Start,
        valign: Valign::Top,
        leading: LEADING,
        tracking: 0.0,
    };
    let rich = RichText {
        text: &plain,
        icon: 0.0,
        spans: &spans,
    };
    let area = Area {
        x,
        y: 0.0,
        w,
        h: ENDLESS,
    };
    let (lines, _) = texts::fit_rich(rich, area, &style, others).ok()?;
    let rows = lines.chunk_by(|one, other| one.y == other.y).count();
    let high = rows as f64 * size * LEADING;
    Some((lines.into_iter().map(TextLine::into_owned).collect(), high))
}

/// What is set: the title of a chapter, or a sentence.
#[derive(Clone, Copy)]
enum Voice {
    Heading,
    Body,
}

fn strong_heading() -> &'static Font {
    Fonts::plain("Cinzel", 700)
}

fn body() -> &'static Font {
    Fonts::plain("Alegreya", 400)
}

fn strong() -> &'static Font {
    Fonts::plain("Alegreya", 700)
}

fn slanted() -> &'static Font {
    let italic = Fonts::shipped().find("Alegreya", 400, true);
    italic.unwrap_or_else(body)
}

/// Fills this many columns one after the other, each as high as this at most; the title of a chapter stays with its first sentence.
/// Nothing if they are too few. A whole chapter stays in one column.
fn columns(blocks: &[Block], (most, is_whole): (f64, bool), count: usize) -> Option<Vec<&[Block]>> {
    let mut columns = Vec::new();
    let mut rest = blocks;
    while !rest.is_empty() {
        let mut taken = 0;
        let mut high = 0.0;
        for (index, block) in rest.iter().enumerate() {
            high += block.high + if index > 0 { block.gap } else { 0.0 };
            if high > most {
                break;
            }
            let next = rest.get(index + 1);
            let is_last = next.is_none_or(|next| next.ruled.is_some());
            if block.ruled.is_none() && (is_last || !is_whole) {
                taken = index + 1;
            }
        }
        if taken == 0 || columns.len() == count {
            return None;
        }
        let (column, later) = rest.split_at(taken);
        columns.push(column);
        rest = later;
    }
    Some(columns)
}

/// Adds the blocks of a column from this point on, and the lines below the titles of its chapters.
fn place(
    sheet: &mut Sheet,
    marks: &mut Vec<Mark>,
    blocks: &[Block],
    (left, top, wide): (f64, f64, f64),
) {
    let mut y = top;
    for (index, block) in blocks.iter().enumerate() {
        y += if index > 0 { block.gap } else { 0.0 };
        let lines = block.lines.iter().map(|line| TextLine {
            x: line.x + left,
            y: line.y + y,
            ..line.clone()
        });
        sheet.words.extend(lines);
        if let Some(down) = block.ruled {
            let ends = [left, left + wide].map(Um::from_mm);
            let [from, to] = ends.map(|x| Point::new(x, Um::from_mm(y + down)));
            marks.push(mark(from, to, Um(250)));
        }
        y += block.high;
    }
}

/// The sides of a rectangle, closed at its corners.
fn around(frame: Bounds, thick: Um) -> [Mark; 4] {
    let Bounds {
        left,
        top,
        right,
        bottom,
    } = frame;
    let more = thick.half();
    [
        ((left - more, top), (right + more, top)),
        ((left - more, bottom), (right + more, bottom)),
        ((left, top), (left, bottom)),
        ((right, top), (right, bottom)),
    ]
    .map(|((x, y), (to, low))| mark(Point::new(x, y), Point::new(to, low), thick))
}

fn mark(from: Point, to: Point, width: Um) -> Mark {
    Mark {
        line: Stroke { from, to },
        width,
        on_art: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Size;

    fn added(room: (i64, i64)) -> Option<(Sheet, Bounds)> {
        let aid = Aid::of(&Kit::find("dungeon-in-a-tin").unwrap()).unwrap();
        let at = Point::new(Um(8_000), Um(100_000));
        let room = Bounds::new(at, Size::new(Um(room.0 * 1_000), Um(room.1 * 1_000)));
        let mut sheet = Sheet::default();
        aid.add(&mut sheet, room).then_some((sheet, room))
    }

    #[test]
    fn the_rules_in_short_stay_within_their_room_and_no_chapter_ends_with_its_title() {
        let (sheet, room) = added((194, 130)).unwrap();
        for line in &sheet.words {
            let end = line.x + texts::width(line);
            assert!(line.x > room.left.mm() && end < room.right.mm(), "{line:?}");
            assert!(
                line.y > room.top.mm() && line.y < room.bottom.mm(),
                "{line:?}"
            );
        }
        let lowest = |of: &dyn Fn(&&TextLine<'_>) -> bool| {
            let lines = sheet.words.iter().filter(of);
            lines.map(|line| line.y).fold(0.0, f64::max)
        };
        let is_title = |line: &&TextLine<'_>| line.font == strong_heading();
        assert!(lowest(&is_title) < lowest(&|line| !is_title(line)));
    }

    #[test]
    fn where_there_is_little_room_nothing_is_said() {
        assert!(added((194, 40)).is_none() && added((40, 200)).is_none());
    }
}
