//! The rules on paper: a folded booklet, and a reference to keep beside the game, both on the guide's backgrounds.
//!
//! The pages of a booklet are set larger than they are printed, at the size of guide pages, so that both look alike.
//!
//! * `pictures`: the faces that are shown. `columns`: chapters and rules in columns.
//! * `booklet`: imposes pages in reading order, two on each side of a sheet.

mod booklet;
mod columns;
mod pictures;

use self::columns::{Columns, Level, Typesetting};
use self::pictures::Pictures;
use super::flow::{Flow, Page, TextStyle};
use super::{SIDE, Sources, TOP, paper, shared};
use crate::face::Reader;
use crate::kit::{Evening, Kit, Problems, Rule, RuleChapter, Size, Um};
use crate::press::sheet::{Job, Meta};

/// The rules of a kit on paper.
pub struct Rulebook {
    /// Sheets to be printed on both sides, folded and stapled.
    pub booklet: Job,
    /// A summary on one page, or more if necessary.
    pub reference: Job,
}

/// The factor by which a booklet's pages are set larger than they are printed: A5 as A4.
const LARGER: f64 = std::f64::consts::SQRT_2;

/// Sizes of running text as it is set, in mm: the usual size in a booklet, and the limits for both.
const USUAL: f64 = 4.0;
const LARGE: f64 = 4.7;
const SMALL: f64 = 2.6;

/// The step between two sizes.
const STEP: f64 = 0.1;

/// By how many mm the last columns may exceed equal length to avoid breaking a rule; the first that works is used.
const LONGER: [f64; 4] = [2.0, 8.0, 16.0, 28.0];

/// The number of a booklet's pages per sheet.
const PER_SHEET: usize = 4;

/// A booklet with more pages is not laid out again to fill its last sheet.
const MANY: usize = 64;

/// The most faces on a cover.
const COVER: usize = 12;

/// A chapter and its rules.
type ChapterRules<'k> = (Option<&'k RuleChapter>, &'k [Rule]);

/// Lays out the rules of a kit that has some.
pub fn rulebook(
    sources: &Sources<'_, '_>,
    meta: &Meta,
    reader: &mut Reader,
) -> Result<Rulebook, Problems> {
    let Sources { kit, order, .. } = *sources;
    let pictures = Pictures::of(sources, reader)?;
    let meta = |what: &str, subject: &str| Meta {
        title: format!("{}: {}", kit.title, kit.files.say(what, &[])),
        subject: kit.files.say(subject, &[]),
        ..meta.clone()
    };

    let (sheet, page) = booklet::sizes(order.paper);
    let usual = book(
        sources,
        &pictures,
        page,
        Typesetting {
            size: USUAL,
            rules: true,
            level: None,
        },
    )?;
    let typeset = |typesetting: Typesetting| book(sources, &pictures, page, typesetting);
    let flow = match usual.0.pages.len() {
        pages if pages > MANY => usual.0,
        pages => levelled(largest(sizes(LARGE, USUAL), pages, true, typeset)?, typeset)?,
    };
    let pages = flow.finish(meta("rules", "A booklet of its rules"), reader)?;
    let booklet = booklet::impose(pages, sheet, order.layout.flip);

    let page = paper(order.paper);
    let typeset = |typesetting: Typesetting| short(sources, &pictures, page, typesetting);
    let flow = levelled(largest(sizes(LARGE, SMALL), 1, false, typeset)?, typeset)?;
    let reference = flow.finish(meta("reference", "Its rules in short"), reader)?;
    Ok(Rulebook { booklet, reference })
}

/// The sizes from one down to another.
fn sizes(from: f64, to: f64) -> impl Iterator<Item = f64> {
    let count = ((from - to) / STEP).round() as usize;
    (0..=count).map(move |step| from - step as f64 * STEP)
}

/// Typeset pages, and the level at which their last columns would be equally long.
type Typeset<'a, 'k> = (Flow<'a, 'k>, Level);

/// Sets pages in the largest type that keeps them to this number, or else in the smallest.
fn largest<'a, 'k>(
    sizes: impl Iterator<Item = f64>,
    most: usize,
    rules: bool,
    typeset: impl Fn(Typesetting) -> Result<Typeset<'a, 'k>, Problems>,
) -> Result<(Typeset<'a, 'k>, Typesetting), Problems> {
    let mut sizes = sizes.peekable();
    loop {
        let typesetting = Typesetting {
            size: sizes.next().unwrap_or(USUAL),
            rules,
            level: None,
        };
        let pages = typeset(typesetting)?;
        if pages.0.pages.len() <= most || sizes.peek().is_none() {
            return Ok((pages, typesetting));
        }
    }
}

/// Sets the pages again, with the columns of the last one as equal as the rules allow.
fn levelled<'a, 'k>(
    ((flow, level), typesetting): (Typeset<'a, 'k>, Typesetting),
    typeset: impl Fn(Typesetting) -> Result<Typeset<'a, 'k>, Problems>,
) -> Result<Flow<'a, 'k>, Problems> {
    for longer in LONGER {
        let bottom = level.bottom + longer;
        let (other, end) = typeset(Typesetting {
            level: Some(Level { bottom, ..level }),
            ..typesetting
        })?;
        if end.page == level.page && other.pages.len() == flow.pages.len() {
            return Ok(other);
        }
    }
    Ok(flow)
}

/// Sets the pages of a booklet, as complete sheets.
fn book<'a, 'k>(
    sources: &'a Sources<'a, 'k>,
    pictures: &Pictures,
    page: Size,
    typesetting: Typesetting,
) -> Result<Typeset<'a, 'k>, Problems> {
    let mut flow = Flow::new(sources, page, 1.0)?;
    flow.cover(pictures)?;
    flow.pages.push(Page::default());
    flow.y = TOP[1];
    let mut columns = Columns::new(&mut flow, typesetting);
    for (chapter, rules) in chapters(sources.kit) {
        columns.chapter(chapter, rules, pictures)?;
    }
    let level = columns.end();
    flow.credits(&shared::guide(flow.sources.kit)?)?;
    flow.tailpiece();
    while !flow.pages.len().is_multiple_of(PER_SHEET) {
        flow.notes()?;
    }
    Ok((flow, level))
}

/// Sets the pages of the reference, a single one if possible.
fn short<'a, 'k>(
    sources: &'a Sources<'a, 'k>,
    pictures: &Pictures,
    page: Size,
    typesetting: Typesetting,
) -> Result<Typeset<'a, 'k>, Problems> {
    let mut flow = Flow::new(sources, page, 1.0)?;
    let mut columns = Columns::new(&mut flow, typesetting);
    let chapters = chapters(sources.kit).into_iter();
    // Chapters without a summary are left out, unless none has one.
    let any = sources
        .kit
        .rule_chapters
        .iter()
        .any(|chapter| !chapter.brief.is_empty());
    for (chapter, rules) in chapters
        .filter(|(chapter, _)| chapter.is_some_and(|chapter| !chapter.brief.is_empty()) || !any)
    {
        columns.chapter(chapter, rules, pictures)?;
    }
    let level = columns.end();
    Ok((flow, level))
}

/// The rules by chapter; those before the first chapter have none.
fn chapters(kit: &Kit) -> Vec<ChapterRules<'_>> {
    let start = |chapter: &RuleChapter| kit.rules.iter().position(|rule| rule.id == chapter.from);
    let starts: Vec<usize> = kit.rule_chapters.iter().filter_map(start).collect();
    let end = |index: usize| starts.get(index).copied().unwrap_or(kit.rules.len());
    let before = (None, &kit.rules[..end(0)]);
    let chapters = kit.rule_chapters.iter().zip(&starts).enumerate();
    let chapters = chapters
        .map(|(index, (chapter, start))| (Some(chapter), &kit.rules[*start..end(index + 1)]));
    std::iter::once(before)
        .filter(|(_, rules)| !rules.is_empty())
        .chain(chapters)
        .collect()
}

impl Flow<'_, '_> {
    /// Adds the first page: the goal, some pieces, the number of players and the time it takes.
    fn cover(&mut self, pictures: &Pictures) -> Result<(), Problems> {
        let kit = self.sources.kit;
        self.y = TOP[0] + 4.0;
        self.bookmark(self.say("Cover", &[]));
        let (y, width) = (self.y, self.width());
        self.centred(
            &self.say("The Rules", &[]),
            TextStyle::Heading,
            7.0,
            SIDE,
            y,
            width,
        )?;
        self.y += 14.0;
        let (inset, y) = (12.0, self.y);
        if let Some(evening) = &kit.evening {
            let (mut lines, high) = self.set(
                &evening.goal,
                TextStyle::Body,
                5.0,
                SIDE + inset,
                y,
                width - 2.0 * inset,
            )?;
            for line in &mut lines {
                line.x += (width - 2.0 * inset - crate::face::text::width(line)) / 2.0;
            }
            self.page().texts.extend(lines);
            self.y += high + 8.0;
        }
        let foot = self.bottom() - 12.0;
        let (top, high) = (self.y, foot - 6.0 - self.y);
        self.array(&pictures.cover, (SIDE, top), (width, high));
        self.centred(&who(kit), TextStyle::Strong, 4.6, SIDE, foot, width)
    }

    /// Adds a page for notes.
    fn notes(&mut self) -> Result<(), Problems> {
        self.pages.push(Page::default());
        self.y = TOP[1];
        self.heading(&self.say("Notes", &[]), 0.0)?;
        let (ink, right) = (self.ink("ink"), self.paper.w.mm() - SIDE);
        while self.y + 9.0 < self.bottom() {
            self.y += 9.0;
            let y = self.y;
            self.page().art += &format!(
                r#"<path d="M{SIDE},{y}H{right}" fill="none" stroke="{ink}" stroke-width="0.22"/>"#
            );
        }
        Ok(())
    }
}

/// The number of players, and the time it takes.
fn who(kit: &Kit) -> String {
    let (least, most) = kit.players.clone().into_inner();
    let players = match least == most {
        true if least == 1 => kit.files.say("For one player", &[]),
        true => kit.files.say("For {count} players", &[("count", &least)]),
        false => kit.files.say(
            "For {least} to {most} players",
            &[("least", &least), ("most", &most)],
        ),
    };
    let lengths = |evening: &Evening| {
        (least..=most)
            .filter_map(|count| evening.length(count as usize))
            .collect()
    };
    let lengths: Vec<u32> = kit.evening.as_ref().map(lengths).unwrap_or_default();
    match (lengths.iter().min(), lengths.iter().max()) {
        (Some(short), Some(long)) if short == long => kit.files.say(
            "{players}, {count} minutes",
            &[("players", &players), ("count", short)],
        ),
        (Some(short), Some(long)) => kit.files.say(
            "{players}, {short} to {long} minutes",
            &[("players", &players), ("short", short), ("long", long)],
        ),
        _ => players,
    }
}

/// Scales a size.
fn times(size: Size, scale: f64) -> Size {
    Size::new(
        Um::from_mm(size.w.mm() * scale),
        Um::from_mm(size.h.mm() * scale),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Ink;
    use crate::press::{Order, print};

    /// All words of a document.
    fn words(job: &Job) -> Vec<String> {
        job.faces
            .iter()
            .flat_map(|face| {
                face.items
                    .texts()
                    .map(|line| line.text.into_owned())
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    #[test]
    fn a_booklet_has_every_rule_and_the_reference_is_one_page() {
        let mut kit = Kit::find("dungeon-crawl").unwrap();
        let order = Order {
            rules: true,
            ..Order::new(Size::A4, "a4", Ink::Mono)
        };
        let Rulebook { booklet, reference } = print(&kit, &order).unwrap().rules.unwrap();
        let said = words(&booklet);
        for rule in &kit.rules {
            assert!(
                said.contains(&rule.id) && said.iter().any(|line| rule.title.starts_with(&**line)),
                "{}",
                rule.id
            );
        }
        assert!(booklet.sheets.len().is_multiple_of(2) && reference.sheets.len() == 1);
        let titles: Vec<&str> = kit
            .rule_chapters
            .iter()
            .map(|chapter| &*chapter.title)
            .collect();
        let marks: Vec<&str> = booklet.bookmarks.iter().map(|mark| &*mark.title).collect();
        assert!(
            titles.iter().all(|title| marks.contains(title)),
            "{marks:?}"
        );

        // A kit that contains nothing but rules, one of them longer than a page.
        kit.rule_chapters.clear();
        kit.rules[3].wording.common = "A word and another one. ".repeat(400);
        let order = Order {
            paper: Size::new(Um(215_900), Um(279_400)),
            ..order
        };
        let Rulebook { booklet, reference } = print(&kit, &order).unwrap().rules.unwrap();
        let length =
            |lines: &[String]| lines.iter().filter(|line| line.contains("another")).count();
        assert!(length(&words(&booklet)) > 150);
        assert!(words(&reference).join(" ").contains("R44 One winner"));
    }
}
