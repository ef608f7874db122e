//! Chapters and their rules, set in two columns.

use super::super::flow::{Flow, TextStyle};
use super::super::page::Page;
use super::super::{SIDE, TOP};
use super::pictures::{Picture, Pictures, in_words};
use crate::face::template::rgb;
use crate::face::{TextLine, text};
use crate::kit::{Ink, Problems, Rule, RuleChapter, Wording};
use crate::press::sheet::Role;

/// The number of columns on a page, and the gap between them in mm.
const COUNT: usize = 2;
const GUTTER: f64 = 9.0;

/// The greatest height of a row of pictures, in multiples of the text size: in a booklet, and in a reference.
pub(super) const HIGH: f64 = 5.6;
pub(super) const LOW: f64 = 3.7;

/// The gap between two pictures, and the least size of their names, in mm.
const BETWEEN: f64 = 3.0;
const NAME: f64 = 3.0;

/// The greatest height of a picture beside a rule, in multiples of the text size, and the most of a column that is its width.
const TALL: f64 = 4.4;
const WIDE: f64 = 0.26;

/// The space between the edge of a chapter's band and its words, in mm, and that below the band, in multiples of the text size.
const INSET: f64 = 2.2;
const BELOW: f64 = 0.7;

/// The line of the running head, and the size of its words, in mm.
const HEAD: f64 = 15.4;
const HEAD_SIZE: f64 = 3.4;

/// How text is set: its size, and whether all rules or only their summaries are included.
#[derive(Clone, Copy)]
pub(super) struct Typesetting {
    pub size: f64,
    pub rules: bool,
    /// The level of the chapters' headings.
    pub heading: u8,
    /// Whether chapters stay in one column if they fit.
    pub is_whole: bool,
    /// How high the pictures of a chapter's pieces may be, in multiples of the text size; none are shown if it is zero.
    pub pictured: f64,
    /// A page whose columns end earlier.
    pub level: Option<Level>,
}

/// Where the columns of a page (counted from 1) end, in mm from the top.
#[derive(Clone, Copy)]
pub(super) struct Level {
    pub page: usize,
    pub bottom: f64,
}

/// Pages filled column by column.
pub(super) struct Columns<'f, 'a, 'k> {
    flow: &'f mut Flow<'a, 'k>,
    edition: Option<&'f str>,
    typesetting: Typesetting,
    column: usize,
    /// Where the columns of this page begin, and the lower end of the longest one, in mm.
    top: f64,
    lowest: f64,
    /// The chapter of the first rule on this page, and its first and last rule.
    shown: Option<(String, [String; 2])>,
    chapter: String,
}

/// Text ready to be placed: lines relative to a top of zero, and their height.
type Block = (Vec<TextLine<'static>>, f64);

/// What an entry says, each text with what it is.
type Texts = Vec<(Role, Vec<TextLine<'static>>)>;

/// A rule or a sentence, ready to be placed.
struct Entry<'p> {
    texts: Texts,
    high: f64,
    /// What stands at its right, and its scale.
    picture: Option<(&'p Picture, f64)>,
}

impl Entry<'_> {
    fn of(texts: Texts, high: f64) -> Entry<'static> {
        Entry {
            texts,
            high,
            picture: None,
        }
    }
}

impl<'f, 'a, 'k> Columns<'f, 'a, 'k> {
    pub fn new(
        flow: &'f mut Flow<'a, 'k>,
        typesetting: Typesetting,
        edition: Option<&'f str>,
    ) -> Columns<'f, 'a, 'k> {
        let top = flow.y;
        Columns {
            flow,
            edition,
            typesetting,
            column: 0,
            top,
            lowest: top,
            shown: None,
            chapter: String::new(),
        }
    }

    /// Adds a line between the columns of this page, as far down as the longer one.
    fn finish_page(&mut self, bottom: f64) {
        let ink = self.flow.ink("ink");
        let x = SIDE + self.width() + GUTTER / 2.0;
        if self.column > 0 && self.typesetting.rules {
            self.flow.page().art += &format!(
                r#"<path d="M{x:.3},{:.3}V{bottom:.3}" fill="none" stroke="{ink}" stroke-width="0.15"/>"#,
                self.top
            );
        }
    }

    /// Adds the chapter and the numbers of the rules on this page at its head.
    fn running_head(&mut self) -> Result<(), Problems> {
        let Some((chapter, [first, last])) = self.shown.take() else {
            return Ok(());
        };
        let range = self.numbers(&first, &last);
        let words = format!("{chapter}  ·  {range}");
        let (lines, _) = self.flow.set(
            &words,
            TextStyle::Label,
            HEAD_SIZE,
            SIDE,
            HEAD,
            self.flow.width(),
        )?;
        let wide = lines.first().map_or(0.0, text::width);
        let right = self.flow.paper.w.mm() - SIDE - wide;
        // It is read, since no two pages have the same.
        self.flow.block(Role::Paragraph);
        // A long title of a chapter would run into that of the game.
        if lines.len() == 1 && wide < self.flow.width() / 2.0 {
            self.flow
                .add_texts(lines.into_iter().map(|line| TextLine { x: right, ..line }));
        }
        Ok(())
    }

    /// "R1", or "R1 to R7"; no range goes from one series of numbers to another.
    fn numbers(&self, first: &str, last: &str) -> String {
        if first == last || series(first) != series(last) {
            first.to_owned()
        } else {
            self.flow
                .say("{first} to {last}", &[("first", &first), ("last", &last)])
        }
    }

    fn width(&self) -> f64 {
        (self.flow.width() - GUTTER * (COUNT - 1) as f64) / COUNT as f64
    }

    fn left(&self) -> f64 {
        SIDE + self.column as f64 * (self.width() + GUTTER)
    }

    /// The gap between two rules, in mm.
    fn gap(&self) -> f64 {
        self.typesetting.size * 0.6
    }

    /// The width of the rule numbers beside the text.
    fn indent(&self) -> f64 {
        self.typesetting.size * 2.3
    }

    /// The lower limit of columns on this page.
    fn bottom(&self) -> f64 {
        let level = self
            .typesetting
            .level
            .filter(|level| level.page == self.flow.pages.len());
        level.map_or(self.flow.bottom(), |level| {
            level.bottom.min(self.flow.bottom())
        })
    }

    /// Makes sure that `height` mm are free, continuing in the next column if necessary.
    fn room(&mut self, height: f64) -> Result<(), Problems> {
        if self.flow.y > self.top && self.flow.y + height > self.bottom() {
            self.lowest = self.lowest.max(self.flow.y);
            if self.column + 1 == COUNT {
                self.finish_page(self.lowest - self.gap());
                self.running_head()?;
                self.flow.pages.push(Page::default());
                (self.column, self.top, self.lowest) = (0, TOP[1], TOP[1]);
            } else {
                self.column += 1;
            }
            self.flow.y = self.top;
        }
        Ok(())
    }

    /// Continues below all columns. Returns where they would end if those of the last page were equally long.
    pub fn end(mut self) -> Result<Level, Problems> {
        let filled = self.flow.y - self.top
            + if self.column > 0 {
                self.lowest - self.top
            } else {
                0.0
            };
        self.flow.y = self.flow.y.max(self.lowest);
        self.finish_page(self.flow.y - self.gap() * 2.0);
        self.running_head()?;
        Ok(Level {
            page: self.flow.pages.len(),
            bottom: self.top + filled / COUNT as f64,
        })
    }

    /// Sets words in a column, indented by `indent` mm.
    fn set(
        &self,
        words: &str,
        style: TextStyle,
        size: f64,
        indent: f64,
    ) -> Result<Block, Problems> {
        self.flow
            .set(words, style, size, indent, 0.0, self.width() - indent)
    }

    /// Places lines at the current position in the column.
    fn put(&mut self, lines: impl IntoIterator<Item = TextLine<'static>>, down: f64) {
        let (left, y) = (self.left(), self.flow.y + down);
        let placed = lines.into_iter().map(|line| TextLine {
            x: line.x + left,
            y: line.y + y,
            ..line
        });
        let placed: Vec<_> = placed.collect();
        self.flow.add_texts(placed);
    }

    /// Adds a heading with its pictures, and below it all rules or their summary.
    pub fn chapter(
        &mut self,
        chapter: Option<&RuleChapter>,
        rules: &[Rule],
        pictures: &Pictures,
    ) -> Result<(), Problems> {
        let title = chapter.map_or_else(
            || self.flow.say("Rules", &[]),
            |chapter| chapter.title.clone(),
        );
        let title = title.as_str();
        self.chapter = title.to_owned();
        let shown = chapter
            .filter(|_| self.typesetting.pictured > 0.0)
            .map(|chapter| pictures.named(&chapter.pieces))
            .unwrap_or_default();
        let brief = chapter.map_or(&[][..], |chapter| &chapter.brief);
        let entries = match (self.typesetting.rules, brief) {
            (true, _) => self.rules(rules, pictures)?,
            (false, []) => vec![self.titles(rules)?],
            (false, brief) => self.points(brief)?,
        };
        let with = if self.typesetting.is_whole {
            entries.len()
        } else {
            1
        };
        let with: f64 = entries
            .iter()
            .take(with)
            .map(|entry| entry.high + self.gap())
            .sum();
        self.heading(title, rules, &shown, with - self.gap())?;
        for entry in entries {
            self.entry(entry)?;
        }
        self.flow.y += self.gap();
        Ok(())
    }

    /// What a text says in the printed edition, or in all of them; nothing if it is about another one.
    fn printed(&self, wording: &Wording) -> Option<String> {
        self.flow.printed(wording, self.edition)
    }

    /// Sets the rules that the printed editions have.
    fn rules<'p>(
        &self,
        rules: &[Rule],
        pictures: &'p Pictures,
    ) -> Result<Vec<Entry<'p>>, Problems> {
        let mut entries = Vec::new();
        for rule in rules {
            if let Some(text) = self.printed(&rule.wording) {
                entries.push(self.rule(rule, &text, pictures.beside(rule))?);
            }
        }
        Ok(entries)
    }

    /// The scale of a picture beside a rule: no larger than it is cut.
    fn scale(&self, picture: &Picture) -> f64 {
        let high = self.typesetting.size * TALL / picture.size.h.mm();
        let wide = self.width() * WIDE / picture.size.w.mm();
        high.min(wide).min(1.0)
    }

    /// Sets the sentences of a chapter's summary.
    fn points(&self, brief: &[Wording]) -> Result<Vec<Entry<'static>>, Problems> {
        let sentences = brief.iter().filter_map(|wording| self.printed(wording));
        sentences.map(|words| self.point(&words)).collect()
    }

    /// Sets a rule: its number beside its title and its text, and a picture at their right.
    fn rule<'p>(
        &self,
        rule: &Rule,
        text: &str,
        picture: Option<&'p Picture>,
    ) -> Result<Entry<'p>, Problems> {
        let Typesetting { size, .. } = self.typesetting;
        let indent = self.indent();
        let picture = picture.map(|picture| (picture, self.scale(picture)));
        let taken = picture.map_or(0.0, |(picture, scale)| {
            picture.size.w.mm() * scale + BETWEEN
        });
        let width = self.width() - indent - taken;
        let set = |words: &str, style| self.flow.set(words, style, size, indent, 0.0, width);
        let (mut lines, title) = set(&rule.title, TextStyle::Strong)?;
        let (words, high) = set(text, TextStyle::Body)?;
        let words = words.into_iter().map(|line| TextLine {
            y: line.y + title,
            ..line
        });
        let (number, _) = self.set(&rule.id, TextStyle::Label, size * 0.86, 0.0)?;
        let level = lines.first().map_or(0.0, |line| line.y);
        lines.splice(
            0..0,
            number.into_iter().map(|line| TextLine { y: level, ..line }),
        );
        let heading = Role::Heading(self.typesetting.heading + 1);
        let texts = vec![(heading, lines), (Role::Paragraph, words.collect())];
        let tall = picture.map_or(0.0, |(picture, scale)| picture.size.h.mm() * scale);
        Ok(Entry {
            texts,
            high: (title + high).max(tall),
            picture,
        })
    }

    /// Sets a sentence of a chapter's summary, with a bullet.
    fn point(&self, words: &str) -> Result<Entry<'static>, Problems> {
        let Typesetting { size, .. } = self.typesetting;
        let width = self.width() - size;
        let (lines, high) = self.flow.set_rich(words, "", size, (size, 0.0, width))?;
        let (mark, _) = self.set("•", TextStyle::Strong, size, 0.0)?;
        let texts = vec![(Role::Label, mark), (Role::Item, lines)];
        Ok(Entry::of(texts, high))
    }

    /// Sets the titles of rules that have no summary.
    fn titles(&self, rules: &[Rule]) -> Result<Entry<'static>, Problems> {
        let titles: Vec<String> = rules
            .iter()
            .filter(|rule| self.printed(&rule.wording).is_some())
            .map(|rule| format!("{} {}", rule.id, rule.title))
            .collect();
        let size = self.typesetting.size;
        let (lines, high) = self.set(&titles.join(". "), TextStyle::Body, size, 0.0)?;
        Ok(Entry::of(vec![(Role::Paragraph, lines)], high))
    }

    /// Notes that this is on the page, for its head: the number of a rule.
    fn note(&mut self, texts: &Texts) {
        let heading = texts
            .first()
            .filter(|(role, _)| matches!(role, Role::Heading(_)));
        if let Some(number) = heading.and_then(|(_, lines)| lines.first()) {
            let number = number.text.trim().to_owned();
            let chapter = &self.chapter;
            let start = || (chapter.clone(), [number.clone(), number.clone()]);
            self.shown.get_or_insert_with(start).1[1] = number.clone();
        }
    }

    /// Adds the lines of an entry, in a single column if they fit.
    fn entry(&mut self, entry: Entry<'_>) -> Result<(), Problems> {
        let Entry {
            texts,
            high,
            picture,
        } = entry;
        if high <= self.bottom() - self.top {
            self.room(high)?;
            self.note(&texts);
            for (role, lines) in texts {
                self.flow.block(role);
                self.put(lines, 0.0);
            }
            if let Some((picture, scale)) = picture {
                self.flow.block(Role::Figure(picture.alt.clone()));
                let x = self.left() + self.width() - picture.size.w.mm() * scale;
                self.flow.show(picture, (x, self.flow.y), scale);
            }
            self.flow.y += high + self.gap();
            return Ok(());
        }
        self.note(&texts);
        let (mut above, step) = (0.0, self.typesetting.size * 1.3);
        let lines = texts.into_iter().flat_map(|(role, lines)| {
            let starts = std::iter::once(Some(role)).chain(std::iter::repeat(None));
            starts.zip(lines).collect::<Vec<_>>()
        });
        for (role, line) in lines.collect::<Vec<_>>() {
            if let Some(role) = role {
                self.flow.block(role);
            }
            // Text on the same line stays together.
            if line.y > above + 0.01 {
                self.flow.y += if above > 0.0 { line.y - above } else { 0.0 };
                self.room(step)?;
                above = line.y;
            }
            self.put(
                [TextLine {
                    y: step * 0.75,
                    ..line
                }],
                0.0,
            );
        }
        self.flow.y += step + self.gap();
        Ok(())
    }

    /// Adds a chapter's title, the numbers of its rules, and its pictures, together with `with` mm of what follows.
    fn heading(
        &mut self,
        title: &str,
        rules: &[Rule],
        shown: &[&Picture],
        with: f64,
    ) -> Result<(), Problems> {
        let size = self.typesetting.size * 1.25;
        let width = self.width();
        let high = self.typesetting.size * self.typesetting.pictured;
        let between = BETWEEN * shown.len().saturating_sub(1) as f64;
        // Small pieces are shown as high as large ones next to them, but no larger than they are cut.
        let whole: Vec<f64> = shown
            .iter()
            .map(|picture| (high / picture.size.h.mm()).min(1.0))
            .collect();
        let wide: f64 = shown
            .iter()
            .zip(&whole)
            .map(|(picture, scale)| picture.size.w.mm() * scale)
            .sum();
        let fits = ((width - between) / wide.max(1.0)).min(1.0);
        let sizes: Vec<(f64, f64, f64)> = shown
            .iter()
            .zip(whole)
            .map(|(picture, scale)| {
                (
                    picture.size.w.mm() * scale * fits,
                    picture.size.h.mm() * scale * fits,
                    scale * fits,
                )
            })
            .collect();
        let (wide, tall) = (
            wide * fits,
            sizes.iter().map(|(_, h, _)| *h).fold(0.0, f64::max),
        );
        let name = NAME.max(self.flow.least);
        let names: Vec<Block> = shown
            .iter()
            .map(|picture| {
                self.flow
                    .set(&picture.name, TextStyle::Label, name, 0.0, 0.0, 1000.0)
            })
            .collect::<Result<_, _>>()?;
        // Names wider than their pictures would run into each other. In short, none has one, since some would not fit.
        let fit = self.typesetting.rules
            && sizes.iter().zip(&names).all(|((w, ..), (lines, _))| {
                !lines.is_empty()
                    && lines
                        .iter()
                        .all(|line| text::width(line) < w + BETWEEN - 0.5)
            });
        let named = if fit { name * 1.5 } else { 0.0 };
        let pictured = if shown.is_empty() {
            0.0
        } else {
            tall + named + 3.4
        };
        let range = self.range(rules, size)?;
        let beside = range.iter().map(text::width).fold(0.0, f64::max) + BETWEEN + INSET * 2.0;
        let (lines, high) =
            self.flow
                .set(title, TextStyle::Heading, size, INSET, 0.0, width - beside)?;
        if self.flow.y > self.top {
            self.flow.y += self.gap();
        }
        let band = high + size * 0.44;
        let below = BELOW * self.typesetting.size;
        self.room(band + below + pictured + with)?;
        self.flow.bookmark(title);
        self.flow.block(Role::Heading(self.typesetting.heading));
        let fill = self.band(band);
        let down = size * 0.4;
        self.put(coloured(lines, fill), down);
        self.flow.decoration();
        let range = range.into_iter().map(|line| TextLine {
            x: width - INSET - text::width(&line),
            ..line
        });
        self.put(coloured(range.collect(), fill), down);
        self.flow.y += band + below;
        if !shown.is_empty() {
            let words = in_words(shown.iter().copied());
            self.flow.block(Role::Figure(words));
        }
        let mut x = (width - wide - between) / 2.0;
        for ((picture, (w, h, scale)), (lines, _)) in shown.iter().zip(sizes).zip(names) {
            let y = (tall - h) / 2.0;
            self.flow
                .show(picture, (self.left() + x, self.flow.y + y), scale);
            if fit {
                let centred = lines.into_iter().map(|line| TextLine {
                    x: x + (w - text::width(&line)) / 2.0,
                    ..line
                });
                self.put(centred.collect::<Vec<_>>(), tall + 1.0);
            }
            x += w + BETWEEN;
        }
        self.flow.y += pictured;
        Ok(())
    }

    /// Draws the ground of a chapter's title: a band across the column, or with little ink the lines around it. Returns the colour of
    /// the words on it.
    fn band(&mut self, high: f64) -> [u8; 3] {
        let (ink, paper) = (self.flow.ink("ink"), self.flow.ink("paper"));
        let left = self.left();
        let y = self.flow.y;
        let width = self.width();
        let is_lean = self.flow.sources.order.ink == Ink::Lean;
        let ground = if is_lean { "none" } else { ink.as_str() };
        self.flow.page().art += &format!(
            r#"<rect x="{left:.3}" y="{y:.3}" width="{width:.3}" height="{high:.3}" fill="{ground}" stroke="{ink}" stroke-width="0.4"/>"#
        );
        let words = if is_lean { ink } else { paper };
        rgb(&words).unwrap_or_default()
    }

    /// Sets the range of a chapter's rules, to be placed at the right of its heading.
    fn range(&self, rules: &[Rule], size: f64) -> Result<Vec<TextLine<'static>>, Problems> {
        let (Some(first), Some(last)) = (rules.first(), rules.last()) else {
            return Ok(Vec::new());
        };
        let alike = |rule: &&Rule| series(&rule.id) == series(&first.id);
        let last = rules.iter().rev().find(alike).unwrap_or(last);
        let words = self.numbers(&first.id, &last.id);
        let small = (size * 0.62).max(self.flow.least);
        let (lines, _) = self.set(&words, TextStyle::Label, small, 0.0)?;
        Ok(lines
            .into_iter()
            .map(|line| TextLine {
                y: line.y + (size - small) * 0.71,
                ..line
            })
            .collect())
    }
}

/// The letters that rule numbers of a series begin with.
fn series(number: &str) -> &str {
    let digits = number.find(|letter: char| letter.is_ascii_digit());
    &number[..digits.unwrap_or(number.len())]
}

/// Lines in this colour.
fn coloured(lines: Vec<TextLine<'static>>, fill: [u8; 3]) -> Vec<TextLine<'static>> {
    let line = |line| TextLine { fill, ..line };
    lines.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_of_rules_has_the_same_letters() {
        assert_eq!(["R63", "A12", "R89a"].map(series), ["R", "A", "R"]);
    }
}
