//! How the pieces of a sheet are made: a sentence for each group of decks at its foot, if there is room.

use super::aid;
use super::captions::{Named, line_font};
use super::heading::{occupied, rules, text, width};
use super::marks::Notes;
use super::plate;
use super::way::Way;
use crate::face::{Font, Fonts, TextLine};
use crate::kit::{Point, Size, Um};
use crate::press::sheet::Sheet;
use crate::press::sheet::bounds::Bounds;
use crate::press::sheet::measures::MARGIN;

/// The em of the words, and the distance between two lines.
const EM: Um = Um(3_200);
const STEP: Um = Um(4_100);

/// Between two sentences side by side, and from the ornament to the words.
const BETWEEN: Um = Um(8_000);
const BELOW: Um = Um(6_400);

/// From the lowest line to the edge of the paper, and what stays free below the pieces.
const FOOT: Um = Um(21_000);
const AIR: Um = Um(12_000);

/// What sentences of up to four lines need below the pieces, down to the edge of the paper.
pub(super) const HIGH: Um = Um(FOOT.0 + STEP.0 * 3 + BELOW.0 + AIR.0);

/// From sentences to the foot of a sheet whose rest is worth keeping.
const REST: Um = Um(40_000);

/// The least room for a table of games played.
const TABLE: Um = Um(66_000);

/// From what fills the rest to the edge of the paper below it, and to anything else.
const SOLE: Um = Um(14_000);
const OFF: Um = Um(1_500);

/// A sentence alone is not as wide as the paper, and those below each other are narrower.
const WIDEST: Um = Um(120_000);
const NARROW: Um = Um(80_000);

/// Between sentences below each other, and around them.
const PARAGRAPH: Um = Um(2_400);
const INSET: Um = Um(4_000);

/// Adds the sentences below everything else, or else where pieces leave much room.
///
/// What is left of the sheet below them has the rules in short or a table of games played, or says that it is blank. Returns whether
/// the rules are there.
pub(super) fn add(sheet: &mut Sheet, names: &[Named], notes: &Notes, taken: &[Bounds]) -> bool {
    let groups = groups(names);
    let Size { w, h } = sheet.size;
    let count = groups.len() as i64;
    let column = Um((w - MARGIN * 2 - BETWEEN * (count - 1)).0 / count).min(WIDEST);
    let set = sentences(&groups, notes, column);
    let rows = set.iter().map(Vec::len).max().unwrap_or_default() as i64;
    let high = BELOW + STEP * (rows - 1);
    let (lowest, foot) = (lowest(sheet), h - FOOT);
    let begun = [AIR, AIR.half()].map(|air| top(lowest + air, high, w, foot, taken));
    let Some(top) = begun.into_iter().flatten().next() else {
        add_beside(sheet, &groups, notes, taken);
        return false;
    };
    let (first, last) = (top + BELOW, top + high);
    let widths = set.iter().map(|lines| widest(lines));
    let whole = widths.clone().sum::<Um>() + BETWEEN * (count - 1);
    let mut x = (w - whole).half();
    for (lines, wide) in set.iter().zip(widths) {
        for (row, line) in lines.iter().enumerate() {
            let at = Point::new(x, first + STEP * row as i64);
            sheet.words.extend(line.placed(at));
        }
        x += wide + BETWEEN;
    }
    let mut marks = sheet.marks.to_vec();
    marks.extend(rules(top, MARGIN, w - MARGIN));
    sheet.marks = marks.into();
    if foot - last < REST {
        return false;
    }
    let rest = rest(sheet.size, last + BELOW * 3 / 4, taken);
    if notes.aid.is_some_and(|aid| aid.add(sheet, rest)) {
        return true;
    }
    if !aid::log(sheet, rest, |words| notes.say(words, &[])) {
        blank(sheet, last + BELOW * 3 / 4, notes);
    }
    false
}

/// Fills a sheet that is mostly free below its pieces with the rules in short, or one with less room with a table of games played.
/// Returns whether the rules are there.
pub(super) fn fill(sheet: &mut Sheet, notes: &Notes, taken: &[Bounds]) -> bool {
    let line = lowest(sheet) + AIR;
    let rest = rest(sheet.size, line, taken);
    if rest.bottom - rest.top < TABLE {
        return false;
    }
    let is_mostly_free = sheet.size.h - line >= sheet.size.h.half();
    if is_mostly_free && notes.aid.is_some_and(|aid| aid.add(sheet, rest)) {
        return true;
    }
    aid::log(sheet, rest, |words| notes.say(words, &[]));
    false
}

/// Adds the sentences below each other in the largest room that pieces leave, if they have room there.
fn add_beside(sheet: &mut Sheet, groups: &[Group<'_>], notes: &Notes, taken: &[Bounds]) {
    let Some(room) = plate::free(sheet, taken) else {
        return;
    };
    let column = (room.right - room.left - INSET * 2).min(NARROW);
    let set = sentences(groups, notes, column);
    let rows = set.iter().map(Vec::len).sum::<usize>() as i64;
    let high = STEP * rows + PARAGRAPH * (set.len() as i64 - 1) + INSET * 2;
    if high > room.bottom - room.top {
        return;
    }
    let wide = set.iter().map(|lines| widest(lines)).max();
    let wide = wide.unwrap_or_default();
    let left = (room.left + room.right - wide).half();
    let top = (room.top + room.bottom - high).half();
    let mut y = top + INSET + EM;
    for lines in &set {
        for line in lines {
            sheet.words.extend(line.placed(Point::new(left, y)));
            y += STEP;
        }
        y += PARAGRAPH;
    }
    let mut marks = sheet.marks.to_vec();
    for at in [top, top + high] {
        marks.extend(rules(at, left, left + wide));
    }
    sheet.marks = marks.into();
}

/// The sentences about these groups, in lines of this width at most.
fn sentences(groups: &[Group<'_>], notes: &Notes, most: Um) -> Vec<Vec<Line>> {
    let sentence = |(names, steps): &Group<'_>| {
        let names = format!("{}:", names.join(", "));
        let words = match steps {
            Steps::Said(words) => (*words).to_owned(),
            Steps::Of(way) => notes.say(way.words(), &[]),
        };
        balanced(&names, &words, most)
    };
    groups.iter().map(sentence).collect()
}

/// Says that nothing is below this line.
fn blank(sheet: &mut Sheet, line: Um, notes: &Notes) {
    let w = sheet.size.w;
    let mut marks = sheet.marks.to_vec();
    marks.extend(rules(line, MARGIN, w - MARGIN));
    sheet.marks = marks.into();
    let words = notes.say(
        "Below this line the sheet is blank: cut it off and keep it for spare pieces.",
        &[],
    );
    let left = (w - width(line_font(), &words, EM)).half();
    let at = Point::new(left, line + BELOW);
    sheet.words.push(text(line_font(), &words, EM, at));
}

/// The largest part of the paper below this line that is not taken.
fn rest(paper: Size, line: Um, taken: &[Bounds]) -> Bounds {
    let mut rest = Bounds {
        left: MARGIN + OFF,
        top: line,
        right: paper.w - MARGIN - OFF,
        bottom: paper.h - SOLE,
    };
    let area = |part: &Bounds| {
        let [wide, high] = [part.right - part.left, part.bottom - part.top];
        wide.mm().max(0.0) * high.mm().max(0.0)
    };
    for other in taken {
        if !other.overlaps(&rest) {
            continue;
        }
        let other = other.grown(OFF);
        let parts = [
            Bounds {
                bottom: other.top,
                ..rest
            },
            Bounds {
                right: other.left,
                ..rest
            },
            Bounds {
                left: other.right,
                ..rest
            },
            Bounds {
                top: other.bottom,
                ..rest
            },
        ];
        let best = parts
            .into_iter()
            .max_by(|one, two| area(one).total_cmp(&area(two)));
        rest = best.unwrap_or(rest);
    }
    rest
}

/// Where everything else ends.
fn lowest(sheet: &Sheet) -> Um {
    let ends = occupied(sheet).into_iter().map(|part| part.bottom);
    ends.max().unwrap_or_default()
}

/// Where sentences this high begin, below the pieces and whatever is beside them; nothing if they do not end above the foot.
fn top(below: Um, high: Um, wide: Um, foot: Um, taken: &[Bounds]) -> Option<Um> {
    let mut top = below;
    let place = |top| Bounds::new(Point::new(Um::ZERO, top), Size::new(wide, high + Um(1_200)));
    while let Some(other) = taken.iter().find(|taken| taken.overlaps(&place(top))) {
        top = other.bottom + STEP;
    }
    let at_foot = foot - high;
    match at_foot - top {
        less if less < Um::ZERO => None,
        // Little room is better above them.
        rest if rest < REST => {
            Some(at_foot).filter(|top| !taken.iter().any(|other| other.overlaps(&place(*top))))
        }
        _ => Some(top),
    }
}

/// How the pieces of a deck are made: as its kit says, or as their shape asks for.
#[derive(PartialEq)]
enum Steps<'n> {
    Said(&'n str),
    Of(Way),
}

/// The names of decks that are made in the same way.
type Group<'n> = (Vec<&'n str>, Steps<'n>);

/// The groups of decks in the order of the sheet.
fn groups(names: &[Named]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for named in names {
        let [name, _, said] = &named.words;
        let steps = match said.is_empty() {
            true => Steps::Of(named.way),
            false => Steps::Said(said),
        };
        match groups.iter_mut().find(|(_, other)| *other == steps) {
            Some((names, _)) => names.push(name),
            None => groups.push((vec![name], steps)),
        }
    }
    groups
}

/// The beginning of a line in bold, and the rest of it.
#[derive(Clone, Debug, Default)]
struct Line {
    strong: String,
    plain: String,
}

impl Line {
    fn push(&mut self, word: &str, is_strong: bool) {
        let part = if is_strong {
            &mut self.strong
        } else {
            &mut self.plain
        };
        if !part.is_empty() {
            part.push(' ');
        }
        part.push_str(word);
    }

    fn is_empty(&self) -> bool {
        self.strong.is_empty() && self.plain.is_empty()
    }

    /// Where the plain part begins, and where the line ends.
    fn ends(&self) -> (Um, Um) {
        let strong = width(strong(), &self.strong, EM);
        let gap = match self.strong.is_empty() || self.plain.is_empty() {
            true => Um::ZERO,
            false => width(line_font(), " ", EM),
        };
        let start = strong + gap;
        (start, start + width(line_font(), &self.plain, EM))
    }

    fn placed(&self, at: Point) -> impl Iterator<Item = TextLine<'static>> {
        let plain = Point::new(at.x + self.ends().0, at.y);
        let parts = [
            text(strong(), &self.strong, EM, at),
            text(line_font(), &self.plain, EM, plain),
        ];
        parts.into_iter().filter(|line| !line.text.is_empty())
    }
}

fn strong() -> &'static Font {
    Fonts::plain("Alegreya", 700)
}

fn widest(lines: &[Line]) -> Um {
    let ends = lines.iter().map(|line| line.ends().1);
    ends.max().unwrap_or_default()
}

/// Breaks a name and words into as few lines of this width as possible, and these as equal as possible.
fn balanced(name: &str, words: &str, most: Um) -> Vec<Line> {
    let lines = wrapped(name, words, most);
    let narrower = (1..).map(|step| most - Um(1_000) * step);
    let narrower = narrower.take_while(|width| *width > Um(10_000));
    let equal = narrower
        .map(|width| wrapped(name, words, width))
        .take_while(|set| set.len() == lines.len());
    equal.last().unwrap_or(lines)
}

/// Breaks a name and words into lines of this width at most.
fn wrapped(name: &str, words: &str, most: Um) -> Vec<Line> {
    let strong = name.split(' ').map(|word| (word, true));
    let plain = words.split(' ').map(|word| (word, false));
    let mut lines = vec![Line::default()];
    for (word, is_strong) in strong.chain(plain) {
        let last = lines.len() - 1;
        let mut longer = lines[last].clone();
        longer.push(word, is_strong);
        if lines[last].is_empty() || longer.ends().1 <= most {
            lines[last] = longer;
        } else {
            let mut next = Line::default();
            next.push(word, is_strong);
            lines.push(next);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::press::sheet::Placed;

    /// A sheet with a piece of this height, and two decks on it.
    fn made(high: i64) -> Vec<(String, f64)> {
        let (at, size) = (
            Point::new(Um(80_000), Um(40_000)),
            Size::new(Um(40_000), Um(high)),
        );
        let mut sheet = Sheet {
            size: Size::new(Um(210_000), Um(297_000)),
            placed: vec![Placed {
                at,
                size,
                ..Placed::default()
            }],
            ..Sheet::default()
        };
        let named = |name: &str, way| Named {
            words: [name, "", ""].map(str::to_owned),
            way,
            middle: Um(105_000),
            bottom: Um(40_000),
            wide: Um(40_000),
        };
        let names = [
            named("Standing pawns", Way::Standing),
            named("Tokens", Way::Circle),
            named("Exit marker", Way::Circle),
        ];
        add(&mut sheet, &names, &Notes::new(""), &[]);
        let words = sheet.words.iter();
        words.map(|line| (line.text.to_string(), line.y)).collect()
    }

    #[test]
    fn each_way_has_a_sentence_with_the_names_of_its_decks() {
        let lines = made(60_000);
        let said: Vec<&str> = lines.iter().map(|(words, _)| &**words).collect();
        let said = said.join(" ");
        assert!(said.starts_with("Standing pawns: score the"), "{said}");
        assert!(said.contains("Tokens, Exit marker: cut round"), "{said}");
        // Nothing says what else would fill the rest.
        assert!(said.contains("Games played"), "{said}");
        let mut steps = lines
            .iter()
            .take_while(|(words, _)| words != "Games played");
        assert!(steps.all(|(_, y)| (112.0..140.0).contains(y)));
    }

    #[test]
    fn where_little_is_left_the_sentences_stand_at_the_foot() {
        let lines = made(185_000);
        assert!(
            lines
                .iter()
                .all(|(words, y)| !words.contains("spare") && (250.0..280.0).contains(y))
        );
    }

    #[test]
    fn where_pieces_reach_far_down_the_sentences_stand_beside_them() {
        let lines = made(225_000);
        let said: Vec<&str> = lines.iter().map(|(words, _)| &**words).collect();
        let said = said.join(" ");
        assert!(said.contains("Exit marker: cut round"), "{said}");
        assert!(!said.contains("Games played"), "{said}");
        assert!(lines.iter().all(|(_, y)| *y < 280.0), "{lines:?}");
    }

    #[test]
    fn a_sheet_with_much_room_below_its_pieces_has_a_table() {
        let has_table = |high: i64| {
            let mut sheet = Sheet {
                size: Size::new(Um(210_000), Um(297_000)),
                placed: vec![Placed {
                    size: Size::new(Um(180_000), Um(high)),
                    ..Placed::default()
                }],
                ..Sheet::default()
            };
            fill(&mut sheet, &Notes::new(""), &[]);
            sheet.words.iter().any(|line| line.text == "Games played")
        };
        assert!(has_table(190_000) && !has_table(210_000));
    }

    #[test]
    fn no_line_is_much_shorter_than_the_others() {
        let lines = balanced("Tokens:", Way::Cutout.words(), Um(60_000));
        let ends: Vec<Um> = lines.iter().map(|line| line.ends().1).collect();
        let (shortest, longest) = (ends.iter().min().unwrap(), ends.iter().max().unwrap());
        assert!(lines.len() > 2 && *shortest * 3 > *longest * 2, "{ends:?}");
    }
}
