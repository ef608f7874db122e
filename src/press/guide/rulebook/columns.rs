//! Chapters and their rules, set in two columns.

use super::super::flow::{Flow, TextStyle};
use super::super::page::Page;
use super::super::{SIDE, TOP};
use super::pictures::{Picture, Pictures, in_words};
use crate::face::{TextLine, text};
use crate::kit::{Problems, Rule, RuleChapter, Wording};
use crate::press::sheet::Role;

/// The number of columns on a page, and the gap between them in mm.
const COUNT: usize = 2;
const GUTTER: f64 = 9.0;

/// The greatest height of a row of pictures, in multiples of the text size: in a booklet, and in a reference.
const HIGH: f64 = 6.5;
const LOW: f64 = 3.7;

/// The gap between two pictures, and the least size of their names, in mm.
const BETWEEN: f64 = 3.0;
const NAME: f64 = 3.0;

/// How text is set: its size, and whether all rules or only their summaries are included.
#[derive(Clone, Copy)]
pub(super) struct Typesetting {
    pub size: f64,
    pub rules: bool,
    /// The level of the chapters' headings.
    pub heading: u8,
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
}

/// Text ready to be placed: lines relative to a top of zero, and their height.
type Block = (Vec<TextLine<'static>>, f64);

/// Texts of an entry with what they are, and their height together.
type Entry = (Vec<(Role, Vec<TextLine<'static>>)>, f64);

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
    fn room(&mut self, height: f64) {
        if self.flow.y > self.top && self.flow.y + height > self.bottom() {
            self.lowest = self.lowest.max(self.flow.y);
            self.column += 1;
            if self.column == COUNT {
                self.flow.pages.push(Page::default());
                (self.column, self.top, self.lowest) = (0, TOP[1], TOP[1]);
            }
            self.flow.y = self.top;
        }
    }

    /// Continues below all columns. Returns where they would end if those of the last page were equally long.
    pub fn end(self) -> Level {
        let filled = self.flow.y - self.top
            + if self.column > 0 {
                self.lowest - self.top
            } else {
                0.0
            };
        self.flow.y = self.flow.y.max(self.lowest);
        Level {
            page: self.flow.pages.len(),
            bottom: self.top + filled / COUNT as f64,
        }
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
        let shown = chapter
            .map(|chapter| pictures.named(&chapter.pieces))
            .unwrap_or_default();
        let brief = chapter.map_or(&[][..], |chapter| &chapter.brief);
        let entries = match (self.typesetting.rules, brief) {
            (true, _) => self.rules(rules)?,
            (false, []) => vec![self.titles(rules)?],
            (false, brief) => self.points(brief)?,
        };
        self.heading(
            title,
            rules,
            &shown,
            entries.first().map_or(0.0, |(_, high)| *high),
        )?;
        for (texts, high) in entries {
            self.entry(texts, high);
        }
        self.flow.y += self.gap();
        Ok(())
    }

    /// What a text says in the printed edition, or in all of them; nothing if it is about another one.
    fn printed(&self, wording: &Wording) -> Option<String> {
        self.flow.printed(wording, self.edition)
    }

    /// Sets the rules that the printed editions have.
    fn rules(&self, rules: &[Rule]) -> Result<Vec<Entry>, Problems> {
        let mut entries = Vec::new();
        for rule in rules {
            if let Some(text) = self.printed(&rule.wording) {
                entries.push(self.rule(rule, &text)?);
            }
        }
        Ok(entries)
    }

    /// Sets the sentences of a chapter's summary.
    fn points(&self, brief: &[Wording]) -> Result<Vec<Entry>, Problems> {
        let sentences = brief.iter().filter_map(|wording| self.printed(wording));
        sentences.map(|words| self.point(&words)).collect()
    }

    /// Sets a rule: its number beside its title and its text.
    fn rule(&self, rule: &Rule, text: &str) -> Result<Entry, Problems> {
        let Typesetting { size, .. } = self.typesetting;
        let indent = self.indent();
        let (mut lines, title) = self.set(&rule.title, TextStyle::Strong, size, indent)?;
        let (words, high) = self.set(text, TextStyle::Body, size, indent)?;
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
        Ok((texts, title + high))
    }

    /// Sets a sentence of a chapter's summary, with a bullet.
    fn point(&self, words: &str) -> Result<Entry, Problems> {
        let Typesetting { size, .. } = self.typesetting;
        let width = self.width() - size;
        let (lines, high) = self.flow.set_rich(words, "", size, (size, 0.0, width))?;
        let (mark, _) = self.set("•", TextStyle::Strong, size, 0.0)?;
        Ok((vec![(Role::Label, mark), (Role::Item, lines)], high))
    }

    /// Sets the titles of rules that have no summary.
    fn titles(&self, rules: &[Rule]) -> Result<Entry, Problems> {
        let titles: Vec<String> = rules
            .iter()
            .filter(|rule| self.printed(&rule.wording).is_some())
            .map(|rule| format!("{} {}", rule.id, rule.title))
            .collect();
        let size = self.typesetting.size;
        let (lines, high) = self.set(&titles.join(". "), TextStyle::Body, size, 0.0)?;
        Ok((vec![(Role::Paragraph, lines)], high))
    }

    /// Adds the lines of an entry, in a single column if they fit.
    fn entry(&mut self, texts: Vec<(Role, Vec<TextLine<'static>>)>, high: f64) {
        if high <= self.bottom() - self.top {
            self.room(high);
            for (role, lines) in texts {
                self.flow.block(role);
                self.put(lines, 0.0);
            }
            self.flow.y += high + self.gap();
            return;
        }
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
                self.room(step);
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
        let high = self.typesetting.size * if self.typesetting.rules { HIGH } else { LOW };
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
        let names: Vec<Block> = shown
            .iter()
            .map(|picture| {
                self.flow
                    .set(&picture.name, TextStyle::Label, NAME, 0.0, 0.0, 1000.0)
            })
            .collect::<Result<_, _>>()?;
        // Names wider than their pictures would run into each other.
        let fit = sizes.iter().zip(&names).all(|((w, ..), (lines, _))| {
            !lines.is_empty()
                && lines
                    .iter()
                    .all(|line| text::width(line) < w + BETWEEN - 0.5)
        });
        let named = if fit { NAME * 1.5 } else { 0.0 };
        let pictured = if shown.is_empty() {
            0.0
        } else {
            tall + named + 3.4
        };
        let range = self.range(rules, size)?;
        let beside = range.iter().map(text::width).fold(0.0, f64::max) + BETWEEN;
        let (lines, high) =
            self.flow
                .set(title, TextStyle::Heading, size, 0.0, 0.0, width - beside)?;
        if self.flow.y > self.top {
            self.flow.y += self.gap();
        }
        self.room(high + 3.4 + pictured + with);
        self.flow.bookmark(title);
        self.flow.block(Role::Heading(self.typesetting.heading));
        self.put(lines, 0.0);
        self.flow.decoration();
        self.put(
            range.into_iter().map(|line| TextLine {
                x: width - text::width(&line),
                ..line
            }),
            0.0,
        );
        let (ink, left, y) = (self.flow.ink("ink"), self.left(), self.flow.y + high + 0.2);
        self.flow.page().art += &format!(
            r#"<path d="M{left:.3},{y:.3}H{:.3}" fill="none" stroke="{ink}" stroke-width="0.4"/>"#,
            left + width
        );
        self.flow.y += high + 3.4;
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

    /// Sets the range of a chapter's rules, to be placed at the right of its heading.
    fn range(&self, rules: &[Rule], size: f64) -> Result<Vec<TextLine<'static>>, Problems> {
        let (Some(first), Some(last)) = (rules.first(), rules.last()) else {
            return Ok(Vec::new());
        };
        let words = match first.id == last.id {
            true => first.id.clone(),
            false => self.flow.say(
                "{first} to {last}",
                &[("first", &first.id), ("last", &last.id)],
            ),
        };
        let (lines, _) = self.set(&words, TextStyle::Label, size * 0.62, 0.0)?;
        Ok(lines
            .into_iter()
            .map(|line| TextLine {
                y: line.y + size * 0.27,
                ..line
            })
            .collect())
    }
}
