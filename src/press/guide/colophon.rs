//! The credits at the foot of the last page, in a band of their own.

use super::SIDE;
use super::flow::{Flow, TextStyle};
use super::page::Page;
use crate::face::{TextLine, text};
use crate::kit::{Guide, Problems};
use crate::press::sheet::Role;

use super::TOP;

/// The gap between two columns of the band, in mm.
const GUTTER: f64 = 8.0;

/// The sizes of a label, in mm: the largest that keeps it on one line is used.
const LABELS: [f64; 3] = [3.3, 3.1, 2.9];

/// The heights of the heading and of a label, and the gap between two paragraphs, in mm.
const HEADING: f64 = 10.0;
const LABEL: f64 = 5.0;
const BETWEEN: f64 = 1.2;

/// The least share of the width that a column has.
const LEAST: f64 = 0.26;

/// The credits, set in columns from a top of zero.
pub(super) struct Colophon {
    texts: Vec<(Role, Vec<TextLine<'static>>)>,
    /// Where lines between columns are, in mm from the left.
    lines: Vec<f64>,
    pub high: f64,
}

impl Flow<'_, '_> {
    /// Sets the kit's licence, its credits and those common to all guides.
    pub(super) fn colophon(&self, shared: &Guide) -> Result<Colophon, Problems> {
        let kit = self.sources.kit;
        // As people write it.
        let licence = kit.licence.replace("(c)", "©").replace(" OR ", " / ");
        let parts: [(&str, Vec<&str>); 3] = [
            ("Licence", vec![&licence]),
            (
                "The kit",
                kit.guide.credits.iter().map(|line| &**line).collect(),
            ),
            (
                "Type and print",
                shared.credits.iter().map(|line| &**line).collect(),
            ),
        ];
        let is_said = |part: &(&str, Vec<&str>)| part.1.iter().any(|line| !line.is_empty());
        let parts: Vec<_> = parts.into_iter().filter(is_said).collect();
        let widths = self.column_widths(&parts);
        let size = 3.2 * self.scale;
        let mut labels = Vec::new();
        for ((label, _), width) in parts.iter().zip(&widths) {
            labels.push(self.headline(&self.say(label, &[]), LABELS, 0.0, *width)?);
        }
        let most = labels.iter().map(|(_, more)| *more).fold(0.0, f64::max);
        let mut x = SIDE;
        let mut high = 0.0_f64;
        let (mut texts, mut lines) = (Vec::new(), Vec::new());
        for (((_, words), width), (label, _)) in parts.into_iter().zip(widths).zip(labels) {
            if x > SIDE {
                lines.push(x - GUTTER / 2.0);
            }
            let label = label.into_iter().map(|line| TextLine {
                x: line.x + x,
                y: line.y + HEADING,
                ..line
            });
            texts.push((Role::Heading(3), label.collect()));
            let mut y = HEADING + LABEL + most;
            for paragraph in words {
                let (lines, tall) = self.set(paragraph, TextStyle::Body, size, x, y, width)?;
                texts.push((Role::Paragraph, lines));
                y += tall + BETWEEN;
            }
            high = high.max(y - BETWEEN);
            x += width + GUTTER;
        }
        Ok(Colophon { texts, lines, high })
    }

    /// The widths of the columns: wider with more words, so that all are about as high.
    fn column_widths(&self, parts: &[(&str, Vec<&str>)]) -> Vec<f64> {
        let room = self.width() - GUTTER * (parts.len().max(1) - 1) as f64;
        let lengths = parts.iter().map(|(_, words)| {
            let letters: usize = words.iter().map(|line| line.chars().count() + 20).sum();
            letters as f64
        });
        let lengths: Vec<f64> = lengths.collect();
        let all: f64 = lengths.iter().sum::<f64>().max(1.0);
        let shares = lengths.iter().map(|length| (length / all).max(LEAST));
        let shares: Vec<f64> = shares.collect();
        let whole: f64 = shares.iter().sum();
        shares.iter().map(|share| room * share / whole).collect()
    }

    /// Makes sure that there is room for the credits on the last page.
    pub(super) fn room_for(&mut self, colophon: &Colophon) {
        if self.y + self.gap() + colophon.high > self.bottom() {
            self.page().full = true;
            self.pages.push(Page::default());
            self.y = TOP[1];
        }
    }

    /// Adds the credits at the foot of the last page.
    pub(super) fn add_colophon(&mut self, colophon: Colophon) -> Result<(), Problems> {
        let top = self.bottom() - colophon.high;
        let title = self.say("Credits", &[]);
        self.bookmark(&*title);
        self.block(Role::Heading(2));
        let (lines, _) = self.set(&title, TextStyle::Heading, 5.0, SIDE, top, self.width())?;
        let wide = lines.iter().map(text::width).fold(0.0, f64::max);
        let middle = self.paper.w.mm() / 2.0;
        self.add_texts(lines.into_iter().map(|line| TextLine {
            x: middle - wide / 2.0,
            ..line
        }));
        let ink = self.ink("ink");
        let right = self.paper.w.mm() - SIDE;
        let y = top + 3.2;
        let before = middle - wide / 2.0 - 4.0;
        let after = middle + wide / 2.0 + 4.0;
        for (down, stroke) in [(-0.4, 0.45), (0.4, 0.15)] {
            let y = y + down;
            self.page().art += &format!(
                r#"<path d="M{SIDE} {y:.3}H{before:.3}M{after:.3} {y:.3}H{right:.3}" fill="none" stroke="{ink}" stroke-width="{stroke}"/>"#
            );
        }
        for x in colophon.lines {
            self.page().art += &format!(
                r#"<path d="M{x:.3} {:.3}V{:.3}" fill="none" stroke="{ink}" stroke-width="0.15"/>"#,
                top + HEADING,
                top + colophon.high
            );
        }
        for (role, lines) in colophon.texts {
            self.block(role);
            self.add_texts(lines.into_iter().map(|line| TextLine {
                y: line.y + top,
                ..line
            }));
        }
        self.y += self.gap() + colophon.high;
        Ok(())
    }
}
