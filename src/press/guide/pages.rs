//! Turns filled pages into sheets with backgrounds.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;

use serde_json::json;

use super::flow::{Flow, TextStyle};
use super::{PLAIN, SIDE};
use crate::face::{Drawing, Item, Items, Reader, TextLine, text};
use crate::kit::{Problem, Problems, Size, Um};
use crate::press::sheet::{Block, Faces, Job, Meta, Placed, Reading, Role, Run, Sheet};

/// How far the frame of a page is from the edge of the paper, in mm, if the kit has no template for pages.
const FRAME: f64 = 9.0;

impl Flow<'_, '_> {
    /// Turns the pages into sheets with backgrounds.
    pub(super) fn finish(mut self, meta: Meta, reader: &mut Reader) -> Result<Job, Problems> {
        let kit = self.sources.kit;
        let count = self.pages.len();
        self.aloud.space_lines(&mut self.pages);
        let mut grounds = Vec::new();
        for number in 1..=count {
            grounds.push(self.ground(number, count, reader)?);
        }
        let reading = self.whole_reading(&grounds);
        let mut sheets = Vec::new();
        let pages = std::mem::take(&mut self.pages);
        for (index, (page, ground)) in pages.into_iter().zip(grounds).enumerate() {
            let what = format!("page {} of the guide", index + 1);
            let art = self.overlay(&what, &page.art, reader)?;
            let badges = self.overlay(&what, &page.badges, reader)?;
            let below: Items = ground
                .items
                .iter()
                .chain(art.iter())
                .chain(page.texts.into_iter().map(Item::Text))
                .collect();
            let above: Items = badges
                .iter()
                .chain(page.letters.into_iter().map(Item::Text))
                .collect();
            let above = Drawing {
                items: above.into(),
                name: what.into(),
                ..ground.clone()
            };
            let ground = Drawing {
                items: below.into(),
                ..ground
            };
            let (ground, above) = (self.draw(ground), self.draw(above));
            let whole = |face| Placed {
                face,
                size: self.paper,
                ..Placed::default()
            };
            let mut placed = vec![whole(ground)];
            placed.extend(page.placed);
            placed.push(whole(above));
            let title = format!(
                "{}: {}",
                kit.title,
                kit.files
                    .say("guide, page {number}", &[("number", &(index + 1))])
            );
            sheets.push(Sheet {
                size: self.paper,
                title,
                placed,
                ..Sheet::default()
            });
        }
        let faces = self.faces_on(&mut sheets)?;
        let catalogue = self.sources.catalogue.clone();
        Ok(Job {
            meta,
            faces,
            sheets,
            bookmarks: self.bookmarks,
            catalogue,
            reading,
            illustrates: true,
            ..Job::default()
        })
    }

    /// Everything that is read: the title on the first background, then the blocks. Page numbers and the like are not read.
    fn whole_reading(&self, grounds: &[Drawing]) -> Reading {
        let texts = |page: usize| grounds[page].items.texts().count();
        let mut blocks = self.aloud.blocks(&self.pages, texts);
        let Some(first) = grounds.first() else {
            return Reading(blocks);
        };
        let kit = self.sources.kit;
        let ground: Vec<TextLine<'_>> = first.items.texts().collect();
        let above = [
            (Role::Heading(1), lines_of(&ground, &kit.title)),
            (Role::Paragraph, lines_of(&ground, &kit.subtitle)),
        ];
        let above = above.into_iter().filter_map(|(role, texts)| {
            let run = Run {
                sheet: 0,
                placed: 0,
                texts: Some(texts?),
            };
            Some(Block {
                role,
                runs: vec![run],
            })
        });
        blocks.splice(0..0, above);
        Reading(blocks)
    }

    /// The faces that these sheets use, renumbered; a large kit has many others.
    fn faces_on(&self, sheets: &mut [Sheet]) -> Result<Arc<Faces>, Problem> {
        let placed = sheets.iter().flat_map(|sheet| &sheet.placed);
        let used: BTreeSet<usize> = placed.map(|placed| placed.face).collect();
        let numbers: HashMap<usize, usize> = used.iter().copied().zip(0..).collect();
        for placed in sheets.iter_mut().flat_map(|sheet| &mut sheet.placed) {
            placed.face = numbers[&placed.face];
        }
        let drawn = self.sources.drawn;
        let drawing = |face: usize| match face
            .checked_sub(drawn.faces.len())
            .and_then(|own| self.drawings.get(own))
        {
            Some(own) => Ok(own.clone()),
            None => drawn.face(face).cloned(),
        };
        let drawings: Vec<Drawing> = used
            .into_iter()
            .map(drawing)
            .collect::<Result<_, Problem>>()?;
        Ok(Arc::new(drawings.into()))
    }

    /// The size of the notes at the foot of a page, in mm.
    fn note(&self) -> f64 {
        self.least.max(2.5)
    }

    /// The background of a page, from the kit's template if there is one.
    fn ground(&self, page: usize, pages: usize, reader: &mut Reader) -> Result<Drawing, Problems> {
        let kit = self.sources.kit;
        let (w, h) = (self.paper.w.mm(), self.paper.h.mm());
        let designers = kit.byline();
        kit.files
            .language()
            .inspect(|language| language.needs_no_translation(&designers));
        let context = json!({"w": w, "h": h, "page": page, "pages": pages, "title": kit.title, "subtitle": kit.subtitle, "designers": designers, "note": self.note()});
        let what = "a page of the guide";
        match (&kit.guide.page, context) {
            (path, serde_json::Value::Object(context)) if !path.is_empty() => {
                let size = (self.paper, Um::ZERO);
                self.sources
                    .templates
                    .draw(path, context, what, size, reader)
            }
            _ => self.plain_ground(page, pages, reader),
        }
    }

    /// The background of a page if the kit has no template for it: a frame, the title and the number of the page.
    fn plain_ground(
        &self,
        page: usize,
        pages: usize,
        reader: &mut Reader,
    ) -> Result<Drawing, Problems> {
        let kit = self.sources.kit;
        let w = self.paper.w.mm();
        let h = self.paper.h.mm();
        let ink = self.ink("ink");
        let mut lines = self.running_title(page)?;
        let number = [("page", &page as &dyn Display), ("pages", &pages)];
        let number = self.say("Page {page} of {pages}", &number);
        let foot = h - FRAME - 8.0;
        let (byline, _) = self.set(
            &kit.byline(),
            TextStyle::Label,
            self.note(),
            SIDE,
            foot,
            w / 2.0,
        )?;
        let (number, _) = self.set(&number, TextStyle::Label, self.note(), 0.0, foot, w / 2.0)?;
        lines.extend(byline);
        lines.extend(number.into_iter().map(|line| TextLine {
            x: w - SIDE - text::width(&line),
            ..line
        }));
        let rule = if page == 1 { 33.0 + PLAIN } else { 22.0 };
        let frame = [(FRAME, 0.45), (FRAME + 1.2, 0.15)].map(|(inset, width)| {
            let (right, low) = (w - inset, h - inset);
            format!(
                r#"<path d="M{inset} {inset}H{right}V{low}H{inset}Z" fill="none" stroke="{ink}" stroke-width="{width}"/>"#
            )
        });
        let corners = [
            (FRAME, FRAME),
            (w - FRAME, FRAME),
            (FRAME, h - FRAME),
            (w - FRAME, h - FRAME),
        ];
        let (paper, gold) = (self.ink("paper"), self.ink("gold"));
        let corners = corners.map(|(x, y)| {
            format!(
                r#"<path d="M{x} {y}m-4 0l4 -4l4 4l-4 4Z" fill="{paper}" stroke="{ink}" stroke-width="0.45"/><path d="M{x} {y}m-2 0l2 -2l2 2l-2 2Z" fill="{gold}" stroke="{ink}" stroke-width="0.28"/>"#
            )
        });
        let right = w - SIDE;
        let head = format!(
            r#"<path d="M{SIDE} {rule}H{right}" fill="none" stroke="{ink}" stroke-width="0.28"/>"#
        );
        let art = frame.concat() + &corners.concat() + &head;
        let what = format!("page {page} of the guide");
        let art = self.overlay(&what, &art, reader)?;
        let items: Items = art
            .iter()
            .chain(lines.into_iter().map(Item::Text))
            .collect();
        let empty = reader.read(&what, &svg(self.paper, "<g/>"), self.paper, Um::ZERO)?;
        Ok(Drawing {
            items: items.into(),
            ..empty
        })
    }

    /// The title and the subtitle on the first page, and a small title on the others.
    fn running_title(&self, page: usize) -> Result<Vec<TextLine<'static>>, Problems> {
        let kit = self.sources.kit;
        if page > 1 {
            let title = self.set(
                &kit.title,
                TextStyle::Heading,
                4.2,
                SIDE,
                15.6,
                self.width(),
            )?;
            return Ok(title.0);
        }
        let at = |size: f64| {
            self.set(
                &kit.title,
                TextStyle::Heading,
                size,
                SIDE,
                13.0 + PLAIN,
                self.width(),
            )
        };
        let is_one_line = |lines: &[TextLine<'_>]| lines.windows(2).all(|two| two[0].y == two[1].y);
        let large = [9.4, 7.0, 5.4].into_iter().filter_map(|size| at(size).ok());
        let (mut lines, high) = match large.into_iter().find(|(lines, _)| is_one_line(lines)) {
            Some(fits) => fits,
            None => at(4.2)?,
        };
        let (subtitle, _) = self.set(
            &kit.subtitle,
            TextStyle::Slanted,
            3.7,
            SIDE,
            13.0 + PLAIN + high,
            self.width(),
        )?;
        lines.extend(subtitle);
        let middle = self.paper.w.mm() / 2.0;
        lines
            .iter_mut()
            .for_each(|line| line.x = middle - text::width(line) / 2.0);
        Ok(lines)
    }

    /// Converts SVG elements in page millimetres to items.
    fn overlay(
        &self,
        name: &str,
        elements: &str,
        reader: &mut Reader,
    ) -> Result<Arc<Items>, Problems> {
        if elements.is_empty() {
            Ok(Arc::default())
        } else {
            Ok(reader
                .read(
                    name,
                    &svg(self.paper, &format!("<g>{elements}</g>")),
                    self.paper,
                    Um::ZERO,
                )?
                .items)
        }
    }
}

/// The lines that say exactly these words, one after the other.
fn lines_of(lines: &[TextLine<'_>], words: &str) -> Option<Range<usize>> {
    let words = words.trim().to_lowercase();
    for first in 0..lines.len() {
        let mut said = String::new();
        for (after, line) in lines.iter().enumerate().skip(first) {
            if !said.is_empty() {
                said.push(' ');
            }
            said += line.text.trim();
            if said.to_lowercase() == words {
                return Some(first..after + 1);
            }
            if said.len() > words.len() {
                break;
            }
        }
    }
    None
}

/// Wraps elements in millimetres in the SVG of a page.
fn svg(size: Size, elements: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}">{elements}</svg>"#,
        size.w, size.h
    )
}
