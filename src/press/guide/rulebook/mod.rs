//! The rules on paper: a folded booklet, and a reference to keep beside the game, both on the guide's backgrounds.
//!
//! The pages of a booklet are set larger than they are printed, at the size of guide pages, so that both look alike.
//!
//! * `pictures`: the faces that are shown; `named`: those beside rules. `columns`: chapters and rules in columns.
//! * `lesson`: how to learn the game, scene by scene. `stage`: its pictures of tables. `frontispiece`: the picture on the cover.
//! * `booklet`: imposes pages in reading order, two on each side of a sheet.

mod booklet;
mod columns;
mod frontispiece;
mod lesson;
mod named;
mod pictures;
mod shown;
mod stage;

use std::rc::Rc;

use self::columns::{Columns, HIGH, LOW, Level, Typesetting};
pub(super) use self::pictures::Pictures;
use self::stage::LARGEST_ON_COVER;
use super::flow::{Flow, HEAD, TextStyle};
use super::page::Page;
use super::{GAP, SIDE, Sources, TOP, paper, shared};
use crate::face::template::rgb;
use crate::face::{Reader, TextLine};
use crate::kit::guide::Step;
use crate::kit::{Evening, Ink, Kit, Problems, Rule, RuleChapter, Size, Um};
use crate::press::sheet::{Job, Meta, Role};

/// The rules of a kit on paper.
pub struct Rulebook {
    /// The pages in reading order, for a screen or a printer that prints one side.
    pub pages: Job,
    /// Sheets to be printed on both sides, folded and stapled.
    pub booklet: Job,
    /// A summary on one page, or more if necessary; and behind it all rules by number, if the booklet is a lesson.
    pub reference: Job,
}

/// The factor by which a booklet's pages are set larger than they are printed: A5 as A4.
const LARGER: f64 = std::f64::consts::SQRT_2;

/// Sizes of running text as it is set, in mm: the usual size in a booklet, and the limits for both.
const USUAL: f64 = 4.0;
const LARGE: f64 = 4.7;
const SMALL: f64 = 2.6;

/// The least size of running text in a booklet, if that saves a sheet.
const LEAST: f64 = 3.7;

/// The least sizes of the rules in short, if possible: 7 points in a booklet once it is folded, and 8.5 in a reference.
const FOLDED: f64 = 3.5;
const CLEAR: f64 = 3.0;

/// The step between two sizes.
const STEP: f64 = 0.1;

/// By how many mm the last columns may exceed equal length to avoid breaking a rule; the first that works is used.
const LONGER: [f64; 4] = [2.0, 8.0, 16.0, 28.0];

/// The number of a booklet's pages per sheet.
const PER_SHEET: usize = 4;

/// Sizes of running text of all rules behind the rules in short: the usual one, and the least if that saves a page.
const NUMBERED: [f64; 2] = [3.6, 3.2];

/// A booklet with more pages is not laid out again to fill its last sheet.
const MANY: usize = 64;

/// The most faces on a cover.
const COVER: usize = 12;

/// The least height of a table of games played, that of its rows in mm, and how many it has where something else has room below it.
const LOG: f64 = 70.0;
const ROW: f64 = 9.6;
const ROWS: f64 = 7.0;

/// The height of the head of such a table, and how far its words are from the left end of their column, in mm.
const LOG_HEAD: f64 = 7.2;
const INDENT: f64 = 2.0;

/// How far the picture of a cover reaches into the margins, in mm, and the least width of a picture of the table, as a share of the page's.
const OUTSIDE: f64 = 3.0;
const BROAD: f64 = 0.45;

/// The least room below a table of games played for a picture, in mm.
const PICTURED: f64 = 60.0;

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
    let binder = Binder {
        sources,
        pictures: &pictures,
        edition: kit.ruling_edition(),
    };
    let (sheet, page) = booklet::sizes(order.paper);
    let flow = binder.booklet(page, reader)?;
    let pages = flow.finish(meta("rules", "A booklet of its rules"), reader)?;
    let booklet = booklet::impose(pages.clone(), sheet, order.layout.flip);
    let pages = booklet::in_order(pages, paper(order.paper));

    let flow = binder.reference(paper(order.paper), reader)?;
    let subject = if binder.has_lesson() {
        "Its rules in short, and all of them by number"
    } else {
        "Its rules in short"
    };
    let reference = flow.finish(meta("reference", subject), reader)?;
    Ok(Rulebook {
        pages,
        booklet,
        reference,
    })
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
    of: Typesetting,
    reader: &mut Reader,
    typeset: impl Fn(Typesetting, &mut Reader) -> Result<Typeset<'a, 'k>, Problems>,
) -> Result<(Typeset<'a, 'k>, Typesetting), Problems> {
    let mut sizes = sizes.peekable();
    loop {
        let size = sizes.next().unwrap_or(USUAL);
        let typesetting = Typesetting { size, ..of };
        let pages = typeset(typesetting, reader)?;
        if pages.0.pages.len() <= most || sizes.peek().is_none() {
            return Ok((pages, typesetting));
        }
    }
}

/// Sets the pages again, with the columns of the last one as equal as the rules allow. Returns them with how they are set.
fn levelled<'a, 'k>(
    ((flow, level), typesetting): (Typeset<'a, 'k>, Typesetting),
    reader: &mut Reader,
    typeset: impl Fn(Typesetting, &mut Reader) -> Result<Typeset<'a, 'k>, Problems>,
) -> Result<(Flow<'a, 'k>, Typesetting), Problems> {
    for longer in LONGER {
        let bottom = level.bottom + longer;
        let typesetting = Typesetting {
            level: Some(Level { bottom, ..level }),
            ..typesetting
        };
        let (other, end) = typeset(typesetting, reader)?;
        if end.page == level.page && other.pages.len() == flow.pages.len() {
            return Ok((other, typesetting));
        }
    }
    Ok((flow, typesetting))
}

/// What all pages of a rulebook are made from.
struct Binder<'a, 'k> {
    sources: &'a Sources<'a, 'k>,
    pictures: &'a Pictures,
    /// The edition whose rules are printed, if the kit has several.
    edition: Option<&'a str>,
}

impl<'a, 'k> Binder<'a, 'k> {
    /// All rules, in the usual size.
    fn complete(&self) -> Typesetting {
        Typesetting {
            size: USUAL,
            rules: true,
            heading: if self.has_lesson() { 3 } else { 2 },
            is_whole: false,
            pictured: HIGH,
            level: None,
        }
    }

    /// The rules in short.
    fn summary(&self) -> Typesetting {
        Typesetting {
            rules: false,
            pictured: LOW,
            ..self.complete()
        }
    }

    fn has_lesson(&self) -> bool {
        !self.sources.kit.lesson.scenes.is_empty()
    }

    /// Sets the pages of a booklet, as complete sheets.
    fn booklet(&self, page: Size, reader: &mut Reader) -> Result<Flow<'a, 'k>, Problems> {
        let mut flow = if self.has_lesson() {
            self.taught(page, reader)?
        } else {
            let typeset = |typesetting: Typesetting, reader: &mut Reader| {
                self.book(page, typesetting, reader)
            };
            self.fewest(self.complete(), [LARGE, USUAL, LEAST], reader, typeset)?
        };
        flow.feather();
        Ok(flow)
    }

    /// Sets pages in the first of three sizes that needs no more of them than the second, or in smaller type down to the third if that
    /// saves one.
    fn fewest(
        &self,
        of: Typesetting,
        [large, usual, least]: [f64; 3],
        reader: &mut Reader,
        typeset: impl Fn(Typesetting, &mut Reader) -> Result<Typeset<'a, 'k>, Problems> + Copy,
    ) -> Result<Flow<'a, 'k>, Problems> {
        let of = Typesetting { size: usual, ..of };
        let flow = typeset(of, reader)?.0;
        let pages = flow.pages.len();
        if pages > MANY {
            return Ok(flow);
        }
        for size in sizes(usual - STEP, least) {
            let typesetting = Typesetting { size, ..of };
            let smaller = typeset(typesetting, reader)?;
            if smaller.0.pages.len() < pages {
                return Ok(levelled((smaller, typesetting), reader, typeset)?.0);
            }
        }
        let fitted = largest(sizes(large, usual), pages, of, reader, typeset)?;
        Ok(levelled(fitted, reader, typeset)?.0)
    }

    /// Sets the pages of a lesson: its cover and its scenes, and on the back the rules in short if the last sheet has room for them.
    fn taught(&self, page: Size, reader: &mut Reader) -> Result<Flow<'a, 'k>, Problems> {
        let mut flow = Flow::new(self.sources, page, 1.0)?;
        flow.told = flow.lesson_size(self.pictures, self.edition, reader)?;
        flow.larger = flow.larger_pictures(flow.told, self.pictures, self.edition, reader)?;
        flow.least = FOLDED;
        flow.cover(self.pictures, reader)?;
        flow.lesson(self.pictures, self.edition, reader)?;
        flow.page().full = true;
        let has_summary = |chapter: &RuleChapter| !chapter.brief.is_empty();
        let has_room = !flow.pages.len().is_multiple_of(PER_SHEET);
        let last = if has_room && self.sources.kit.rule_chapters.iter().any(has_summary) {
            self.back_cover(page, reader)?
        } else {
            None
        };
        flow.fill_sheet(usize::from(last.is_some()), reader)?;
        if let Some(typesetting) = last {
            self.add_summary(&mut flow, typesetting)?;
        }
        Ok(flow)
    }

    /// Adds the rules in short on a page of their own.
    fn add_summary(
        &self,
        flow: &mut Flow<'a, 'k>,
        typesetting: Typesetting,
    ) -> Result<(), Problems> {
        flow.pages.push(Page::default());
        flow.y = TOP[1];
        let page = flow.pages.len();
        let level = typesetting.level.map(|level| Level { page, ..level });
        let typesetting = Typesetting {
            level,
            ..typesetting
        };
        self.summarize(flow, typesetting)?;
        Ok(())
    }

    /// Sets the rules in short, and behind them all rules if the booklet does not have them.
    fn reference(&self, page: Size, reader: &mut Reader) -> Result<Flow<'a, 'k>, Problems> {
        let (flow, short) = self.in_short(page, None, CLEAR, reader)?;
        if !self.has_lesson() {
            return Ok(flow);
        }
        let typeset = |typesetting: Typesetting, reader: &mut Reader| {
            let (mut flow, _) = self.short(page, None, short)?;
            flow.pages.push(Page::default());
            flow.y = TOP[1];
            let level = self.numbered(&mut flow, typesetting)?;
            flow.credits(reader)?;
            Ok((flow, level))
        };
        let [usual, least] = NUMBERED;
        self.fewest(self.complete(), [usual, usual, least], reader, typeset)
    }

    /// How the rules in short are set on the last page of a booklet, if they fit on one.
    fn back_cover(&self, page: Size, reader: &mut Reader) -> Result<Option<Typesetting>, Problems> {
        let (flow, typesetting) = self.in_short(page, Some(TOP[1]), FOLDED, reader)?;
        Ok((flow.pages.len() == 1).then_some(typesetting))
    }

    /// Sets the rules in short on one page if possible: with pictures if the type stays large, or else without; with whole chapters, or
    /// else with such that go on in the next column; and in smaller type than this only if none of them fits.
    fn in_short(
        &self,
        page: Size,
        top: Option<f64>,
        clear: f64,
        reader: &mut Reader,
    ) -> Result<(Flow<'a, 'k>, Typesetting), Problems> {
        let typeset = |typesetting: Typesetting, _: &mut Reader| self.short(page, top, typesetting);
        let mut fitted = None;
        let ways = [
            (true, LOW, USUAL),
            (true, 0.0, clear),
            (false, 0.0, clear),
            (false, 0.0, SMALL),
        ];
        for (is_whole, pictured, least) in ways {
            let of = Typesetting {
                is_whole,
                pictured,
                ..self.summary()
            };
            let set = largest(sizes(LARGE, least), 1, of, reader, typeset)?;
            let fits = set.0.0.pages.len() == 1;
            fitted = Some(set);
            if fits {
                break;
            }
        }
        let fitted = match fitted {
            Some(fitted) => fitted,
            None => largest(sizes(LARGE, SMALL), 1, self.summary(), reader, typeset)?,
        };
        levelled(fitted, reader, typeset)
    }

    /// Sets the pages of a booklet of all rules.
    fn book(
        &self,
        page: Size,
        typesetting: Typesetting,
        reader: &mut Reader,
    ) -> Result<Typeset<'a, 'k>, Problems> {
        let mut flow = Flow::new(self.sources, page, 1.0)?;
        flow.least = FOLDED;
        flow.cover(self.pictures, reader)?;
        flow.pages.push(Page::default());
        flow.y = TOP[1];
        let level = self.numbered(&mut flow, typesetting)?;
        flow.fill_sheet(0, reader)?;
        Ok((flow, level))
    }

    /// Adds all rules by number.
    fn numbered(
        &self,
        flow: &mut Flow<'a, 'k>,
        typesetting: Typesetting,
    ) -> Result<Level, Problems> {
        let kit = self.sources.kit;
        if self.has_lesson() {
            flow.scene_heading(&flow.say("All rules by number", &[]), 40.0)?;
            if has_gaps(&kit.rules) {
                let words = "A rule keeps its number for good. Where numbers skip, a rule has gone or belongs to another game.";
                flow.paragraph(&flow.say(words, &[]))?;
            }
        }
        let mut columns = Columns::new(flow, typesetting, self.edition);
        for (chapter, rules) in chapters(kit) {
            columns.chapter(chapter, rules, self.pictures)?;
        }
        columns.end()
    }

    /// Sets the pages of the reference, a single one if possible.
    fn short(
        &self,
        page: Size,
        top: Option<f64>,
        typesetting: Typesetting,
    ) -> Result<Typeset<'a, 'k>, Problems> {
        let mut flow = Flow::new(self.sources, page, 1.0)?;
        if let Some(top) = top {
            flow.y = top;
            flow.least = FOLDED;
        }
        let level = self.summarize(&mut flow, typesetting)?;
        Ok((flow, level))
    }

    /// Adds the rules in short. Chapters without a summary are left out, unless none has one.
    fn summarize(
        &self,
        flow: &mut Flow<'a, 'k>,
        typesetting: Typesetting,
    ) -> Result<Level, Problems> {
        let kit = self.sources.kit;
        if self.has_lesson() {
            flow.scene_heading(&flow.say("In short", &[]), 40.0)?;
        }
        let any = kit
            .rule_chapters
            .iter()
            .any(|chapter| !chapter.brief.is_empty());
        let is_shown = |chapter: Option<&RuleChapter>| {
            !any || chapter.is_some_and(|chapter| !chapter.brief.is_empty())
        };
        let mut columns = Columns::new(flow, typesetting, self.edition);
        for (chapter, rules) in chapters(kit) {
            if is_shown(chapter) {
                columns.chapter(chapter, rules, self.pictures)?;
            }
        }
        columns.end()
    }
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

/// Whether numbers of rules skip, which whoever reads them would wonder about.
fn has_gaps(rules: &[Rule]) -> bool {
    let number = |rule: &Rule| -> Option<(char, u32)> {
        let mut letters = rule.id.chars();
        let letter = letters.next()?;
        let digits = letters.as_str().trim_end_matches(char::is_alphabetic);
        Some((letter, digits.parse().ok()?))
    };
    let numbers: Vec<(char, u32)> = rules.iter().filter_map(number).collect();
    numbers
        .windows(2)
        .any(|pair| pair[0].0 == pair[1].0 && pair[1].1 > pair[0].1 + 1)
}

impl Flow<'_, '_> {
    /// Fills the pages of the last sheet but the last ones, as many as this: with the credits, games played and notes.
    fn fill_sheet(&mut self, after: usize, reader: &mut Reader) -> Result<(), Problems> {
        let is_whole = |pages: usize| (pages + after).is_multiple_of(PER_SHEET);
        let colophon = self.colophon(&shared::guide(self.sources.kit)?)?;
        let has_room = self.y + self.gap() + colophon.high <= self.bottom();
        // Where a lesson fills its sheets, the guide and the reference say who made the game, and the foot of each page in short.
        if is_whole(self.pages.len()) && !has_room {
            return Ok(());
        }
        self.room_for(&colophon);
        let foot = self.bottom() - colophon.high - GAP * 2.0;
        let mut has_log = foot - self.y > LOG;
        if has_log {
            let some = self.y + HEAD + ROWS * ROW;
            let has_picture = foot - some > PICTURED;
            self.log(if has_picture { some + ROW } else { foot })?;
        }
        self.tailpiece(colophon.high, reader)?;
        self.add_colophon(colophon)?;
        while !is_whole(self.pages.len()) {
            self.pages.push(Page::default());
            self.y = TOP[1];
            if has_log {
                self.notes()?;
            } else {
                self.log(self.bottom())?;
                has_log = true;
            }
        }
        Ok(())
    }

    /// Adds the credits, and a picture of the table in the room above them.
    fn credits(&mut self, reader: &mut Reader) -> Result<(), Problems> {
        let colophon = self.colophon(&shared::guide(self.sources.kit)?)?;
        self.room_for(&colophon);
        self.tailpiece(colophon.high, reader)?;
        self.add_colophon(colophon)
    }

    /// Adds the first page: the goal, some pieces, the number of players and the time it takes.
    fn cover(&mut self, pictures: &Pictures, reader: &mut Reader) -> Result<(), Problems> {
        let kit = self.sources.kit;
        self.y = TOP[0] + 4.0;
        self.bookmark(self.say("Cover", &[]));
        self.block(Role::Heading(1));
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
            self.block(Role::Paragraph);
            self.add_texts(lines);
            self.y += high + 8.0;
        }
        let foot = self.bottom() - 12.0;
        let (top, high) = (self.y, foot - 6.0 - self.y);
        self.cover_picture((top, high), pictures, reader)?;
        self.block(Role::Paragraph);
        self.centred(&who(kit), TextStyle::Strong, 4.6, SIDE, foot, width)?;
        if !kit.lesson.scenes.is_empty() {
            let words = "Small numbers such as {rule} name rules, which the reference has in full.";
            let rule = kit.rules.first().map_or("R1", |rule| &rule.id);
            let words = self.say(words, &[("rule", &rule)]);
            self.block(Role::Paragraph);
            self.centred(&words, TextStyle::Slanted, FOLDED, SIDE, foot + 8.0, width)?;
        }
        Ok(())
    }

    /// Adds the picture of a cover between this height and another one: the kit's own, or the game on its table, or else some pieces.
    fn cover_picture(
        &mut self,
        (top, high): (f64, f64),
        pictures: &Pictures,
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let (kit, width) = (self.sources.kit, self.width());
        let wider = (width + 2.0 * OUTSIDE, high);
        if self.frontispiece((SIDE - OUTSIDE, top), wider, reader)? {
            return Ok(());
        }
        let most = (width - 8.0, high);
        match self.cover_stage(&kit.lesson.cover, pictures, most)? {
            Some(stage) => {
                let (wide, tall) = stage.size();
                self.block(Role::Figure(kit.title.clone()));
                let at = (SIDE + (width - wide) / 2.0, top + (high - tall) / 2.0);
                self.show_stage(&stage, at, reader)?;
            }
            None => self.array(&pictures.cover, (SIDE, top), (width, high)),
        }
        Ok(())
    }

    /// Adds a picture of the table in the middle of this height, if the lesson has one that is large enough here.
    pub(super) fn table(
        &mut self,
        most: (f64, f64),
        middle: f64,
        reader: &mut Reader,
    ) -> Result<bool, Problems> {
        let kit = self.sources.kit;
        if kit.lesson.cover.is_empty() {
            return Ok(false);
        }
        let pictures = self.pictures(reader)?;
        let Some(stage) = self.cover_stage(&kit.lesson.cover, &pictures, most)? else {
            return Ok(false);
        };
        let (wide, tall) = stage.size();
        // A strip of the kit's own picture is better than a table of which nothing can be read.
        if kit.lesson.cover_face.is_some() && wide < self.width() * BROAD {
            return Ok(false);
        }
        self.block(Role::Figure(kit.title.clone()));
        let at = (SIDE + (self.width() - wide) / 2.0, middle - tall / 2.0);
        self.show_stage(&stage, at, reader)?;
        self.block(Role::Paragraph);
        let (words, width) = (self.say("A game under way", &[]), self.width());
        let below = at.1 + tall + 3.0;
        self.centred(&words, TextStyle::Slanted, 3.4, SIDE, below, width)?;
        Ok(true)
    }

    /// The pictures of the kit, drawn once.
    fn pictures(&mut self, reader: &mut Reader) -> Result<Rc<Pictures>, Problems> {
        if let Some(pictures) = &self.pictures {
            return Ok(Rc::clone(pictures));
        }
        let pictures = Rc::new(Pictures::of(self.sources, reader)?);
        Ok(Rc::clone(self.pictures.insert(pictures)))
    }

    /// The largest scale at which the pictures of all these steps have room in a rectangle of this size: the same piece is as
    /// large in one step as in another.
    pub(super) fn common_scale(
        &mut self,
        steps: &[&Step],
        size: Size,
        reader: &mut Reader,
    ) -> Result<f64, Problems> {
        let mut common = LARGEST_ON_COVER;
        let most = (size.w.mm(), size.h.mm());
        for step in steps.iter().filter(|step| !step.picture.is_empty()) {
            let pictures = self.pictures(reader)?;
            if let Some(stage) = self.cover_stage(&step.picture, &pictures, most)? {
                common = common.min(stage.scale);
            }
        }
        Ok(common)
    }

    /// Adds the picture of a guide's step in the middle of this rectangle, no larger than this scale.
    pub(super) fn step_picture(
        &mut self,
        step: &Step,
        (x, y): (f64, f64),
        (size, largest): (Size, f64),
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let pictures = self.pictures(reader)?;
        let most = (size.w.mm(), size.h.mm());
        if let Some(stage) = self.staged(&step.picture, &pictures, most, largest)? {
            let (wide, tall) = stage.size();
            self.block(Role::Figure(step.alt.clone()));
            let at = (x + (most.0 - wide) / 2.0, y + (most.1 - tall) / 2.0);
            self.show_stage(&stage, at, reader)?;
        }
        Ok(())
    }

    /// Adds a table to write in who played and how it ended, as far down as this.
    fn log(&mut self, bottom: f64) -> Result<(), Problems> {
        self.heading(&self.say("Games played", &[]), 0.0)?;
        let (left, width) = (SIDE, self.width());
        let columns = [("Date", 0.0), ("Who played", 0.16), ("How it ended", 0.5)];
        let (ink, right) = (self.ink("ink"), left + width);
        let is_lean = self.sources.order.ink == Ink::Lean;
        let (ground, letters) = match is_lean {
            true => ("none".to_owned(), ink.clone()),
            false => (ink.clone(), self.ink("paper")),
        };
        let head = self.y;
        let top = head + LOG_HEAD;
        let rows = ((bottom - top) / ROW).floor().max(1.0);
        let foot = top + rows * ROW;
        self.page().art += &format!(
            r#"<rect x="{left}" y="{head:.3}" width="{width:.3}" height="{LOG_HEAD}" fill="{ground}" stroke="{ink}" stroke-width="0.45"/><rect x="{left}" y="{top:.3}" width="{width:.3}" height="{:.3}" fill="none" stroke="{ink}" stroke-width="0.45"/>"#,
            foot - top
        );
        let letters = rgb(&letters).unwrap_or_default();
        for (words, at) in columns {
            self.block(Role::Paragraph);
            let words = self.say(words, &[]);
            let x = left + width * at + INDENT;
            let (lines, _) = self.set(&words, TextStyle::Strong, 3.6, x, head, width)?;
            self.add_texts(lines.into_iter().map(|line| TextLine {
                y: head + LOG_HEAD * 0.67,
                fill: letters,
                ..line
            }));
        }
        for row in 1..rows as usize {
            let y = top + row as f64 * ROW;
            self.page().art += &format!(
                r#"<path d="M{left} {y:.3}H{right:.3}" fill="none" stroke="{ink}" stroke-width="0.15"/>"#
            );
        }
        for (_, at) in &columns[1..] {
            let x = left + width * at;
            self.page().art += &format!(
                r#"<path d="M{x:.3} {top:.3}V{foot:.3}" fill="none" stroke="{ink}" stroke-width="0.15"/>"#
            );
        }
        self.y = foot;
        Ok(())
    }

    /// Fills the page with lines for notes.
    fn notes(&mut self) -> Result<(), Problems> {
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
            .filter_map(|count| Some((count, evening.length(count as usize)?)))
            .collect()
    };
    let lengths: Vec<(u32, u32)> = kit.evening.as_ref().map(lengths).unwrap_or_default();
    let minutes = || lengths.iter().map(|(_, minutes)| *minutes);
    match (minutes().min(), minutes().max()) {
        (Some(short), Some(long)) if short == long => kit.files.say(
            "{players}, {count} minutes",
            &[("players", &players), ("count", &short)],
        ),
        // A wide range tells nobody how long their own game takes.
        (Some(short), Some(long)) if long > short * WIDE => {
            let ends =
                [lengths.first(), lengths.last()].map(|end| end.copied().unwrap_or_default());
            format!("{players}: {}", shortest_and_longest(kit, ends))
        }
        (Some(short), Some(long)) => kit.files.say(
            "{players}, {short} to {long} minutes",
            &[("players", &players), ("short", &short), ("long", &long)],
        ),
        _ => players,
    }
}

/// A game that takes more than this many times longer with some numbers of players is told for the fewest and the most.
const WIDE: u32 = 3;

/// "about 20 minutes alone, 3½ hours with 4": the numbers of players, and the minutes.
fn shortest_and_longest(kit: &Kit, [(few, short), (many, long)]: [(u32, u32); 2]) -> String {
    let (short, long) = (roughly(kit, short), roughly(kit, long));
    let alone = "about {short} alone, {long} with {many}";
    let with = "about {short} with {few}, {long} with {many}";
    kit.files.say(
        if few == 1 { alone } else { with },
        &[
            ("short", &short),
            ("long", &long),
            ("few", &few),
            ("many", &many),
        ],
    )
}

/// "20 minutes", or from an hour and a half on, "3½ hours".
fn roughly(kit: &Kit, minutes: u32) -> String {
    if minutes < 90 {
        return kit.files.say("{count} minutes", &[("count", &minutes)]);
    }
    let halves = (minutes + 15) / 30;
    let half = if halves.is_multiple_of(2) { "" } else { "½" };
    let hours = format!("{}{half}", halves / 2);
    kit.files.say("{hours} hours", &[("hours", &hours)])
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
    use crate::press::sheet::Block;
    use crate::press::{Order, print};

    /// All words of a document.
    fn words(job: &Job) -> Vec<String> {
        job.faces
            .iter()
            .flat_map(|face| {
                face.items
                    .texts()
                    .map(|line| line.text.trim().to_owned())
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    #[test]
    fn a_lesson_fills_its_sheets_and_the_reference_has_every_rule() {
        let mut kit = Kit::find("dungeon-crawl").unwrap();
        let order = Order {
            rules: true,
            ..Order::new(Size::A4, "a4", Ink::Mono)
        };
        let Rulebook {
            pages,
            booklet,
            reference,
        } = print(&kit, &order).unwrap().rules.unwrap();
        let said = words(&reference);
        let title = |lines: &[String], rule: &Rule| {
            lines
                .iter()
                .any(|line| !line.is_empty() && rule.title.starts_with(&**line))
        };
        for rule in &kit.rules {
            assert!(said.contains(&rule.id) && title(&said, rule), "{}", rule.id);
        }
        let by_number = |job: &Job| {
            let mut marks = job.bookmarks.iter();
            marks.any(|mark| mark.title == "All rules by number")
        };
        assert!(by_number(&reference) && !by_number(&booklet));
        assert_eq!((booklet.sheets.len(), pages.sheets.len()), (4, 8));
        let titles: Vec<&str> = kit
            .rule_chapters
            .iter()
            .map(|chapter| &*chapter.title)
            .collect();
        let marks: Vec<&str> = reference
            .bookmarks
            .iter()
            .map(|mark| &*mark.title)
            .collect();
        assert!(
            titles.iter().all(|title| marks.contains(title)),
            "{marks:?}"
        );
        let short = reference.bookmarks.iter().filter(|mark| mark.page == 0);
        assert!(
            short.count() > titles.len() / 2,
            "in short on the first page"
        );

        // A kit that contains nothing but rules, one of them longer than a page.
        kit.rule_chapters.clear();
        kit.lesson = Default::default();
        kit.rules[3].wording.common = "A word and another one. ".repeat(400);
        let order = Order {
            paper: Size::new(Um(215_900), Um(279_400)),
            ..order
        };
        let Rulebook {
            booklet, reference, ..
        } = print(&kit, &order).unwrap().rules.unwrap();
        let length =
            |lines: &[String]| lines.iter().filter(|line| line.contains("another")).count();
        assert!(length(&words(&booklet)) > 150);
        assert!(words(&reference).join(" ").contains("R44 One winner"));
    }

    /// What is read aloud of a document, block by block: its role and its words.
    fn aloud(job: &Job) -> Vec<(Role, String)> {
        let block = |block: &Block| {
            let mut said = String::new();
            for run in &block.runs {
                let placed = &job.sheets[run.sheet].placed[run.placed];
                let texts = job.faces.get(placed.face).unwrap().items.texts();
                let texts: Vec<String> = texts.map(|line| line.text.into_owned()).collect();
                if let Some(range) = &run.texts {
                    said += &texts[range.clone()].concat();
                }
            }
            (block.role.clone(), said)
        };
        job.reading.0.iter().map(block).collect()
    }

    #[test]
    fn a_booklet_is_read_in_the_order_of_its_pages() {
        let kit = Kit::find("dungeon-in-a-tin").unwrap();
        let order = Order {
            rules: true,
            ..Order::new(Size::A4, "a4", Ink::Mono)
        };
        let rules = print(&kit, &order).unwrap().rules.unwrap();
        let read = aloud(&rules.pages);
        assert_eq!(read, aloud(&rules.booklet));
        assert_eq!(read[0], (Role::Heading(1), kit.title.clone()));
        let headings = |level: u8| -> Vec<&str> {
            let of_level = read
                .iter()
                .filter(|(role, _)| *role == Role::Heading(level));
            of_level.map(|(_, words)| &**words).collect()
        };
        let scenes: Vec<&str> = kit
            .lesson
            .scenes
            .iter()
            .map(|scene| &*scene.title)
            .collect();
        assert_eq!(headings(2), scenes);
        // Every picture of the lesson says what it shows.
        let pictures = kit.lesson.scenes.iter().flat_map(|scene| &scene.parts);
        for part in pictures.filter(|part| !part.alt.is_empty()) {
            assert!(
                read.contains(&(Role::Figure(part.alt.clone()), String::new())) || {
                    let is_it =
                        |(role, _): &(Role, String)| *role == Role::Figure(part.alt.clone());
                    read.iter().any(is_it)
                }
            );
        }
        // Lines are separated where only the text is taken, and a rule's number comes before its title.
        let read = aloud(&rules.reference);
        let first = &kit.rules[0];
        let number = read.iter().find(|(role, _)| *role == Role::Heading(4));
        assert!(number.unwrap().1.starts_with(&first.id), "{number:?}");
        assert!(read.iter().any(|(_, words)| *words == first.wording.common));
    }

    #[test]
    fn rules_in_short_that_are_long_are_not_on_the_back_of_the_booklet() {
        let mut kit = Kit::find("dungeon-crawl").unwrap();
        let order = Order {
            rules: true,
            ..Order::new(Size::A4, "a4", Ink::Mono)
        };
        let brief = &mut kit.rule_chapters[0].brief;
        *brief = brief.iter().cycle().take(200).cloned().collect();
        let rules = print(&kit, &order).unwrap().rules.unwrap();
        assert!(rules.reference.sheets.len() > 1);
        assert!(rules.pages.sheets.len().is_multiple_of(PER_SHEET));
        let last = aloud(&rules.pages)
            .into_iter()
            .rfind(|(role, _)| *role == Role::Heading(2));
        assert_ne!(last.unwrap().1, "In short");
    }

    #[test]
    fn what_is_printed_does_not_speak_of_the_program() {
        let commands = [
            "--",
            "`",
            "paperkeep play",
            "paperkeep rules",
            "paperkeep build",
            "Option ",
            "_",
        ];
        for id in crate::kit::Files::shipped_ids() {
            let whole = Kit::find(id).unwrap();
            let editions: Vec<String> = whole.editions().iter().map(ToString::to_string).collect();
            let one = |name: &String| whole.of_edition(name).unwrap();
            let mut kits: Vec<Kit> = editions.iter().map(one).collect();
            kits.push(whole);
            for kit in kits {
                let order = Order {
                    rules: true,
                    ..Order::new(Size::A4, "a4", Ink::Mono)
                };
                let printed = print(&kit, &order).unwrap();
                let mut jobs = vec![printed.guide.unwrap()];
                let rules = printed.rules.into_iter();
                jobs.extend(rules.flat_map(|rules| [rules.pages, rules.reference]));
                for (_, words) in jobs.iter().flat_map(aloud) {
                    let found = commands.iter().find(|part| words.contains(**part));
                    assert_eq!(found, None, "{id}: {words}");
                }
            }
        }
    }

    #[test]
    fn a_cover_says_how_long_a_short_and_a_long_game_take() {
        let who = |id: &str| who(&Kit::find(id).unwrap());
        assert_eq!(
            who("dungeon-in-a-tin"),
            "For 1 to 8 players: about 20 minutes alone, 3½ hours with 4"
        );
        assert_eq!(who("dungeon-crawl"), "For 2 to 4 players, 45 to 60 minutes");
    }

    #[test]
    fn only_the_edition_asked_for_is_told() {
        let kit = Kit::find("deep-dark-dungeon").unwrap();
        let told = |kit: &Kit| {
            let order = Order {
                rules: true,
                ..Order::new(Size::A4, "a4", Ink::Mono)
            };
            let rules = print(kit, &order).unwrap().rules.unwrap();
            let read = [aloud(&rules.pages), aloud(&rules.reference)];
            read.into_iter()
                .flatten()
                .map(|(_, words)| words)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let new = told(&kit.of_edition("v1_0").unwrap());
        assert!(
            new.contains("Guardian") && !new.contains("Grappling Hook"),
            "{new}"
        );
        assert_eq!(told(&kit), new);
        let old = told(&kit.of_edition("original").unwrap());
        assert!(
            old.contains("Grappling Hook") && !old.contains("Guardian"),
            "{old}"
        );
    }
}
