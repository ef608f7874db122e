//! The scenes of a lesson on pages: headings, paragraphs, steps and lists, with pictures beside or below them.

use super::super::flow::{ENTRY, Flow, HEADING as HEADING_SHARE, ROW, TextStyle};
use super::super::page::Page;
use super::super::{LESSON, SIDE, Sources, TOP};
use super::pictures::Pictures;
use super::stage::Stage;
use crate::face::{Reader, TextLine};
use crate::kit::{Part, Problems, Scene, Wording};
use crate::press::sheet::Role;

/// The sizes of headings and of the titles of parts, in mm as they are set.
const HEADING: f64 = 6.6;
const TITLE: f64 = 4.9;

/// The sizes of running text that are tried, in mm: larger ones as long as the lesson takes no more pages than in the usual one, and
/// smaller ones if that saves a page.
const LARGER: [f64; 4] = [5.1, 4.95, 4.8, 4.65];
const SMALLER: [f64; 2] = [4.4, 4.3];

/// The gaps between two parts, between lines of a list, and beside a picture, in mm.
const GAP: f64 = 5.2;
const CLOSE: f64 = 1.6;
const BESIDE: f64 = 7.0;

/// The width of the numbers of steps and of the marks of lists, in mm.
const NUMBER: f64 = 9.0;
const BULLET: f64 = 5.0;

/// A picture wider than this is not beside the text, in percent of the page; the default is half the page.
const WIDEST_BESIDE: u8 = 60;
const USUAL: u8 = 46;

/// The most of a page's height that a picture takes, with text and alone.
const TALLEST: f64 = 0.52;
const TALLEST_ALONE: f64 = 0.9;

/// How much larger pictures may be where their page has room, and how much smaller if that saves a page.
const LARGER_PICTURES: [f64; 4] = [1.5, 1.35, 1.2, 1.1];
const SMALLER_PICTURES: [f64; 3] = [0.92, 0.84, 0.76];

/// The colour of rule numbers after a text.
const PALE: [u8; 3] = [0x75, 0x75, 0x75];

/// Text of a part, ready to be placed: its lines from a top of zero.
struct Laid {
    role: Role,
    lines: Vec<TextLine<'static>>,
    /// Before it, for an entry of a list: a mark of the picture on a coin, or a bullet if it is empty.
    mark: Option<String>,
    high: f64,
    gap: f64,
}

impl Laid {
    fn indent(&self) -> f64 {
        match &self.mark {
            None => 0.0,
            Some(mark) if mark.is_empty() => BULLET,
            Some(_) => NUMBER,
        }
    }
}

/// A part ready to be placed.
struct LaidPart<'p> {
    texts: Vec<Laid>,
    stage: Option<Stage<'p>>,
    is_beside: bool,
    /// The width of the picture's column, in mm.
    column: f64,
}

impl LaidPart<'_> {
    fn text_height(&self) -> f64 {
        let high: f64 = self.texts.iter().map(|laid| laid.high + laid.gap).sum();
        high - self.texts.last().map_or(0.0, |last| last.gap)
    }

    fn stage_height(&self) -> f64 {
        self.stage.as_ref().map_or(0.0, |stage| stage.size().1)
    }

    fn height(&self) -> f64 {
        let (text, stage) = (self.text_height(), self.stage_height());
        match (self.is_beside, text > 0.0 && stage > 0.0) {
            (true, _) => text.max(stage),
            (false, true) => text + stage + 0.7 * GAP,
            (false, false) => text + stage,
        }
    }
}

impl<'k> Sources<'_, 'k> {
    /// The scenes of the lesson that concern this edition, apart where a new page begins.
    fn scenes(&self, edition: Option<&str>) -> Vec<Vec<&'k Scene>> {
        let scenes = self.kit.lesson.scenes.iter();
        let scenes: Vec<&Scene> = scenes.filter(|scene| scene.concerns(edition)).collect();
        let apart = scenes.chunk_by(|_, next| !next.is_on_new_page);
        apart.map(<[&Scene]>::to_vec).collect()
    }
}

impl Flow<'_, '_> {
    /// The largest size of the lesson's running text for which it takes no more pages than in the usual one, or a smaller size if that
    /// saves a page.
    pub(super) fn lesson_size(
        &self,
        pictures: &Pictures,
        edition: Option<&str>,
        reader: &mut Reader,
    ) -> Result<f64, Problems> {
        let mut pages = |size: f64| -> Result<usize, Problems> {
            let mut flow = Flow::new(self.sources, self.paper, 1.0)?;
            flow.told = size;
            flow.lesson(pictures, edition, reader)?;
            Ok(flow.pages.len())
        };
        let most = pages(LESSON)?;
        for size in SMALLER {
            if pages(size)? < most {
                return Ok(size);
            }
        }
        for size in LARGER {
            if pages(size)? <= most {
                return Ok(size);
            }
        }
        Ok(LESSON)
    }

    /// Adds the lesson on pages of its own; nothing if the kit has none.
    pub(super) fn lesson(
        &mut self,
        pictures: &Pictures,
        edition: Option<&str>,
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        for (index, scenes) in self.sources.scenes(edition).into_iter().enumerate() {
            // Its contents are spread over the page like those of others.
            self.page().full = index > 0;
            let larger = self.larger.get(index).copied().unwrap_or(1.0);
            self.scenes(&scenes, larger, (pictures, edition), reader)?;
        }
        Ok(())
    }

    /// How much larger the pictures may be, for each of the lesson's scenes on new pages, without needing further pages; or smaller, so
    /// that one page less is needed.
    pub(super) fn larger_pictures(
        &self,
        told: f64,
        pictures: &Pictures,
        edition: Option<&str>,
        reader: &mut Reader,
    ) -> Result<Vec<f64>, Problems> {
        let mut pages = |scenes: &[&Scene], larger: f64| -> Result<usize, Problems> {
            let mut flow = Flow::new(self.sources, self.paper, 1.0)?;
            flow.told = told;
            flow.scenes(scenes, larger, (pictures, edition), reader)?;
            Ok(flow.pages.len())
        };
        let mut all = Vec::new();
        for scenes in self.sources.scenes(edition) {
            let most = pages(&scenes, 1.0)?;
            let larger = LARGER_PICTURES.map(|larger| (larger, most));
            let smaller = SMALLER_PICTURES.map(|smaller| (smaller, most - 1));
            let mut fitting = 1.0;
            // The first page is that before the scenes.
            let smaller = smaller.into_iter().filter(|_| most > 2);
            for (scale, most) in smaller.chain(larger) {
                if pages(&scenes, scale)? <= most {
                    fitting = scale;
                    break;
                }
            }
            all.push(fitting);
        }
        Ok(all)
    }

    /// Adds scenes that begin on a new page.
    fn scenes(
        &mut self,
        scenes: &[&Scene],
        larger: f64,
        (pictures, edition): (&Pictures, Option<&str>),
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        self.pages.push(Page::default());
        self.y = TOP[1];
        for scene in scenes {
            self.scene(scene, larger, (pictures, edition), reader)?;
        }
        Ok(())
    }

    fn scene(
        &mut self,
        scene: &Scene,
        larger: f64,
        (pictures, edition): (&Pictures, Option<&str>),
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let parts = scene.parts.iter().filter(|part| part.concerns(edition));
        let mut step = 0;
        for (index, part) in parts.enumerate() {
            step += usize::from(part.is_step);
            let laid = self.lay(part, larger, (pictures, edition))?;
            if index == 0 {
                let first = laid.texts.first().filter(|_| laid.stage.is_none());
                let with = first.map_or(laid.height(), |first| first.high);
                self.scene_heading(&scene.title, with)?;
            }
            self.part(part, &laid, step, reader)?;
        }
        self.y += GAP;
        Ok(())
    }

    /// Adds a heading that stays with this height of what follows.
    pub(super) fn scene_heading(&mut self, title: &str, with: f64) -> Result<(), Problems> {
        let (lines, high) =
            self.set(title, TextStyle::Heading, HEADING, SIDE, 0.0, self.width())?;
        self.keep(high + 5.0 + with);
        self.seam(HEADING_SHARE);
        self.bookmark(title);
        self.block(Role::Heading(2));
        let y = self.y;
        self.add_texts(moved(lines, 0.0, y));
        let (ink, right) = (self.ink("ink"), self.paper.w.mm() - SIDE);
        let line = y + high + 0.4;
        self.page().art += &format!(
            r#"<path d="M{SIDE},{line:.3}H{right:.3}" fill="none" stroke="{ink}" stroke-width="0.45"/>"#
        );
        self.y += high + 5.0;
        Ok(())
    }

    /// Makes sure that this height is free, unless no page has it.
    fn keep(&mut self, height: f64) {
        let page = self.bottom() - TOP[1];
        self.room(height.min(page));
    }

    fn lay<'p>(
        &self,
        part: &'p Part,
        larger: f64,
        (pictures, edition): (&'p Pictures, Option<&str>),
    ) -> Result<LaidPart<'p>, Problems> {
        let has_text =
            !part.title.is_empty() || part.text != Wording::default() || !part.points.is_empty();
        let share = part.share.unwrap_or(if has_text { USUAL } else { 100 });
        let is_beside = has_text && !part.picture.is_empty() && share <= WIDEST_BESIDE;
        // Beside a picture, the text needs half of the page.
        let widest = if is_beside { share.max(50) } else { 100 };
        let share = (f64::from(share) * larger).min(f64::from(widest));
        let column = self.width() * share / 100.0;
        let tallest = (TALLEST * larger).min(TALLEST_ALONE);
        let most_high = (self.bottom() - TOP[1]) * if has_text { tallest } else { TALLEST_ALONE };
        let stage = self.stage(&part.picture, pictures, (column, most_high))?;
        let is_beside = is_beside && stage.is_some();
        let indent = if part.is_step { NUMBER } else { 0.0 };
        let taken = if is_beside { column + BESIDE } else { 0.0 };
        let texts = self.texts_of(part, edition, self.width() - indent - taken)?;
        Ok(LaidPart {
            texts,
            stage,
            is_beside,
            column,
        })
    }

    /// Sets the title, the text and the list of a part in a column.
    fn texts_of(
        &self,
        part: &Part,
        edition: Option<&str>,
        width: f64,
    ) -> Result<Vec<Laid>, Problems> {
        let mut texts = Vec::new();
        let laid = |role, (lines, high), mark, gap| Laid {
            role,
            lines,
            mark,
            high,
            gap,
        };
        if !part.title.is_empty() {
            let set = self.set(&part.title, TextStyle::Strong, TITLE, 0.0, 0.0, width)?;
            texts.push(laid(Role::Heading(3), set, None, 0.6));
        }
        let rules = ranges(&part.rules);
        let points: Vec<String> = part
            .points
            .iter()
            .filter_map(|point| self.printed(point, edition))
            .collect();
        if let Some(words) = self.printed(&part.text, edition) {
            let label = if points.is_empty() { &*rules } else { "" };
            let set = self.set_told(&words, label, width)?;
            let role = if part.is_step {
                Role::Item
            } else {
                Role::Paragraph
            };
            texts.push(laid(role, set, None, CLOSE + 0.6));
        }
        for (index, words) in points.iter().enumerate() {
            let is_last = index + 1 == points.len();
            let label = if is_last { &*rules } else { "" };
            let (mark, words) = marked(words);
            let indent = if mark.is_empty() { BULLET } else { NUMBER };
            let set = self.set_told(words, label, width - indent)?;
            texts.push(laid(Role::Item, set, Some(mark.to_owned()), CLOSE));
        }
        Ok(texts)
    }

    /// Sets running text with the numbers of its rules, which are smaller and paler.
    fn set_told(
        &self,
        words: &str,
        rules: &str,
        width: f64,
    ) -> Result<(Vec<TextLine<'static>>, f64), Problems> {
        let (mut lines, high) = self.set_rich(words, rules, self.told, (0.0, 0.0, width))?;
        let label = self.fonts[TextStyle::Label as usize];
        for line in lines.iter_mut().filter(|line| line.font == label) {
            line.fill = PALE;
            line.size = (line.size * 0.82).max(self.least);
        }
        Ok((lines, high))
    }

    fn part(
        &mut self,
        part: &Part,
        laid: &LaidPart<'_>,
        step: usize,
        reader: &mut Reader,
    ) -> Result<(), Problems> {
        let height = laid.height();
        // A list without a picture may continue on the next page.
        let first = laid.texts.first().filter(|_| laid.stage.is_none());
        self.keep(first.map_or(height, |first| first.high));
        self.seam(ROW);
        let top = self.y;
        let indent = if part.is_step { NUMBER } else { 0.0 };
        let (left, down) = match laid.is_beside {
            true => (laid.column + BESIDE, (height - laid.text_height()) / 2.0),
            false => (0.0, 0.0),
        };
        if part.is_step {
            self.block(Role::Label);
            self.coin(&step.to_string(), SIDE + left + 3.2, top + down + 1.8, 3.2)?;
        }
        self.y = top + down;
        self.add_laid(&laid.texts, SIDE + left + indent, laid.is_beside)?;
        let Some(stage) = &laid.stage else {
            // Points that name their own rules read as one list.
            let is_list = part.title.is_empty() && part.text == Wording::default();
            self.y += if is_list { CLOSE } else { GAP };
            return Ok(());
        };
        let (wide, high) = stage.size();
        let at = match laid.is_beside {
            true => (
                SIDE + (laid.column - wide) / 2.0,
                top + (height - high) / 2.0,
            ),
            false => {
                self.y += if laid.texts.is_empty() {
                    0.0
                } else {
                    0.7 * GAP
                };
                self.keep(high);
                (SIDE + (self.width() - wide) / 2.0, self.y)
            }
        };
        self.block(Role::Figure(self.seen(part)));
        self.show_stage(stage, at, reader)?;
        self.y = match laid.is_beside {
            true => (top + height).max(self.y),
            false => at.1 + high,
        } + GAP;
        Ok(())
    }

    /// Adds texts below each other, line by line if a page cannot hold them.
    fn add_laid(&mut self, texts: &[Laid], left: f64, is_beside: bool) -> Result<(), Problems> {
        for (index, laid) in texts.iter().enumerate() {
            if index > 0 {
                self.y += texts[index - 1].gap;
                // What stands beside a picture moves with it.
                if laid.mark.is_some() && !is_beside {
                    self.seam(ENTRY);
                }
            }
            let is_short = laid.high <= self.bottom() - TOP[1];
            if is_short {
                self.room(laid.high);
            }
            if let Some(mark) = &laid.mark {
                self.block(Role::Label);
                if mark.is_empty() {
                    let (lines, _) =
                        self.set("•", TextStyle::Strong, self.told, left, self.y, BULLET)?;
                    self.add_texts(lines);
                } else {
                    self.coin(mark, left + 3.0, self.y + 1.6, 2.7)?;
                }
            }
            self.block(laid.role.clone());
            if is_short {
                let y = self.y;
                self.add_texts(moved(laid.lines.clone(), left + laid.indent(), y));
                self.y += laid.high;
                continue;
            }
            let row_height = self.told * 1.3;
            for row in laid.lines.chunk_by(|one, other| one.y == other.y) {
                self.room(row_height);
                let y = self.y - row[0].y + self.told * 0.7;
                self.add_texts(moved(row.to_vec(), left + laid.indent(), y));
                self.y += row_height;
            }
        }
        Ok(())
    }

    /// What a part's picture shows, in words.
    fn seen(&self, part: &Part) -> String {
        if !part.alt.is_empty() {
            return part.alt.clone();
        }
        let catalogue = self.sources.catalogue;
        let mut named: Vec<String> = Vec::new();
        for prop in &part.picture {
            let name = prop.code().map(|code| match catalogue.name(code) {
                "" => code.to_owned(),
                name => format!("{code} {name}"),
            });
            named.extend(name.filter(|name| !named.contains(name)));
        }
        // Counters and arrows have no names.
        match (named.is_empty(), part.title.is_empty()) {
            (false, _) => named.join("; "),
            (true, false) => part.title.clone(),
            (true, true) => self.sources.kit.title.clone(),
        }
    }

    /// What a text says in this edition; nothing if it is about another one.
    pub(super) fn printed(&self, wording: &Wording, edition: Option<&str>) -> Option<String> {
        self.sources.kit.worded(wording, edition)
    }
}

/// Lines shifted by this much.
fn moved(lines: Vec<TextLine<'static>>, right: f64, down: f64) -> Vec<TextLine<'static>> {
    let moved = lines.into_iter().map(|line| TextLine {
        x: line.x + right,
        y: line.y + down,
        ..line
    });
    moved.collect()
}

/// The mark at the beginning of an entry, such as `**A** `, and the rest; without one, an empty mark.
fn marked(words: &str) -> (&str, &str) {
    let split = words
        .strip_prefix("**")
        .and_then(|rest| rest.split_once("** "));
    let is_mark = |mark: &str| mark.chars().count() <= 2 && mark.chars().all(char::is_alphanumeric);
    split
        .filter(|(mark, _)| is_mark(mark))
        .unwrap_or(("", words))
}

/// Rule numbers in short: "R2-R5 R7 A17".
fn ranges(rules: &[String]) -> String {
    let number = |rule: &str| -> Option<(char, u32)> {
        let mut letters = rule.chars();
        Some((letters.next()?, letters.as_str().parse().ok()?))
    };
    let follows = |one: &String, other: &String| match (number(one), number(other)) {
        (Some((letter, first)), Some((same, second))) => letter == same && first + 1 == second,
        _ => false,
    };
    let runs = rules.chunk_by(|one, other| follows(one, other));
    let short = runs.map(|run| match run {
        [first, .., last] => format!("{first}–{last}"),
        _ => run.concat(),
    });
    short.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_rules_are_named_by_the_first_and_the_last() {
        let rules = ["R2", "R3", "R4", "R7", "A17", "R8", "R9", "R89a"].map(str::to_owned);
        assert_eq!(ranges(&rules), "R2–R4 R7 A17 R8–R9 R89a");
    }

    #[test]
    fn an_entry_may_begin_with_a_mark_of_the_picture() {
        assert_eq!(marked("**A** **A tile.** It"), ("A", "**A tile.** It"));
        assert_eq!(marked("**Jab:** 1 more."), ("", "**Jab:** 1 more."));
        assert_eq!(marked("**12** words"), ("12", "words"));
    }
}
