//! The ink test sheet: one card in numbered settings, side by side, to see what a printer makes of each.

use std::sync::Arc;

use super::calibration::{BLACK, Page, TextStyle};
use crate::face::{Drawing, Reader, Templates};
use crate::kit::{Kit, Piece, Point, Problem, Problems, Side, Size, Um};
use crate::press::paper::written;
use crate::press::printer::{InkSetting, ink_settings};
use crate::press::sheet::{Job, Meta, Placed, Sheet, Sides};

/// The margin of a page, the height of its heading, and what is around each card.
const MARGIN: Um = Um(14_000);
const HEADING: Um = Um(52_000);
const GAP: Um = Um(7_000);
const LEGEND: Um = Um(15_000);
/// Room for the longest words below a card.
const LEAST_WIDTH: Um = Um(34_000);

/// How much higher than necessary a row may be.
const MOST_AIR: Um = Um(12_000);

/// How a page is divided.
struct Cells {
    columns: usize,
    rows: usize,
    /// From one card to the next.
    pitch: Size,
}

impl Cells {
    /// As few columns as hold this many cards on a page, or as many as fit; the space between them fills the page.
    fn of(paper: Size, card: Size, count: usize) -> Option<Cells> {
        let least = Size::new(card.w.max(LEAST_WIDTH) + GAP, card.h + LEGEND);
        let room = Size::new(paper.w - MARGIN * 2 + GAP, paper.h - HEADING - MARGIN);
        let fit = |room: Um, pitch: Um| usize::try_from(room.0 / pitch.0).unwrap_or_default();
        let most = fit(room.w, least.w);
        let rows = fit(room.h, least.h);
        if most == 0 || rows == 0 {
            return None;
        }
        let columns = count.div_ceil(rows).clamp(1, most);
        let rows = rows.min(count.div_ceil(columns));
        let pitch = Size::new(
            room.w / columns as i64,
            (room.h / rows as i64).min(least.h + MOST_AIR),
        );
        Some(Cells {
            columns,
            rows,
            pitch,
        })
    }

    /// The top left corner of a card, counted on its page.
    fn at(&self, number: usize) -> Point {
        let column = number % self.columns;
        let row = number / self.columns;
        Point {
            x: MARGIN + self.pitch.w * column as i64,
            y: HEADING + self.pitch.h * row as i64,
        }
    }
}

/// A piece of the kit in all settings: that with this code, or the first one.
///
/// # Errors
///
/// The kit has no such piece, it cannot be drawn, or it is too large for the paper.
pub fn sheets(
    kit: &Kit,
    code: Option<&str>,
    paper: Size,
    paper_name: &str,
) -> Result<Job, Problems> {
    let settings = ink_settings();
    let mut reader = Reader::new();
    let faces: Vec<Drawing> = settings
        .iter()
        .map(|setting| card(kit, code, setting, &mut reader))
        .collect::<Result<_, Problems>>()?;
    let size = faces.first().map(|face| face.size).unwrap_or_default();
    let cells = Cells::of(paper, size, settings.len()).ok_or_else(|| {
        let why = format!("a piece of {size} mm is too large for the paper");
        Problem::new(kit.place(), why).help("use larger paper, or another kit")
    })?;
    let numbers: Vec<usize> = (0..settings.len()).collect();
    let sheets = numbers.chunks(cells.columns * cells.rows).enumerate();
    let sheets = sheets.map(|(index, numbers)| {
        let mut page = Page::default();
        page.heading(&kit.title, paper, paper_name);
        let mut placed = Vec::new();
        for (place, number) in numbers.iter().enumerate() {
            let at = cells.at(place);
            page.legend(*number, &settings[*number], at, size);
            placed.push(Placed {
                face: *number,
                at,
                size,
                bleed: Sides::all(Um::ZERO),
                ..Placed::default()
            });
        }
        if numbers.len() < cells.columns * cells.rows {
            page.notes(cells.at(numbers.len()));
        }
        Sheet {
            size: paper,
            title: format!("Ink test {}", index + 1),
            placed,
            marks: page.marks.into(),
            words: page.words,
            ..Sheet::default()
        }
    });
    Ok(Job {
        meta: Meta {
            title: "Ink test".into(),
            subject: format!("{} in numbered settings, {paper_name}", kit.title),
            language: "en".into(),
            ..Meta::default()
        },
        sheets: sheets.collect(),
        faces: Arc::new(faces.into()),
        ..Job::default()
    })
}

/// The piece in a setting.
fn card(
    kit: &Kit,
    code: Option<&str>,
    setting: &InkSetting,
    reader: &mut Reader,
) -> Result<Drawing, Problems> {
    let kit = kit.toned(&setting.tone);
    let mut pieces = kit
        .decks
        .iter()
        .flat_map(|deck| deck.pieces().into_iter().map(move |piece| (deck, piece)));
    let is_meant = |piece: &Piece<'_>| code.is_none_or(|code| *piece.code == *code);
    let found = pieces.find(|(_, piece)| is_meant(piece));
    let Some((deck, piece)) = found else {
        let what = code.map_or_else(
            || "the kit has no pieces to test ink with".to_owned(),
            |code| format!("there is no piece `{code}`"),
        );
        return Err(Problem::new(kit.place(), what).into());
    };
    reader.look_in(&kit);
    let templates = Templates::new(&kit, setting.ink);
    let svg = templates.piece(deck, &piece, 0, Side::Front)?;
    let name = format!("{} {}", deck.name, piece.code);
    reader.read(&name, &svg, deck.size, deck.bleed)
}

impl Page {
    fn heading(&mut self, title: &str, paper: Size, paper_name: &str) {
        let left = MARGIN.mm();
        self.text("Ink test", left, 21.0, TextStyle::Title, BLACK);
        let what = format!("{title}, {}", written(paper_name));
        self.text(&what, left + 48.0, 21.0, TextStyle::Small, BLACK);
        self.line(
            (MARGIN, Um(24_500)),
            (paper.w - MARGIN, Um(24_500)),
            Um(300),
        );
        let lines = [
            "Print this page as you print your games, on the same paper. Look at it in the light",
            "in which you play: where do you see every line in the shadows, and every border? Keep",
            "the number that looks best, and build with that printer\u{2019}s profile from then on:",
        ];
        for (at, line) in lines.into_iter().enumerate() {
            self.text(line, left, 31.0 + at as f64 * 5.2, TextStyle::Body, BLACK);
        }
        // One hyphen at a time, since the font turns two into a dash.
        let mut x = left + 5.0;
        for part in "paperkeep calibrate --chosen NUMBER".split_inclusive('-') {
            self.text(part, x, 47.0, TextStyle::Small, BLACK);
            x += self.width(part, TextStyle::Small);
        }
    }

    /// Lines to write on, for whoever keeps the sheet.
    fn notes(&mut self, at: Point) {
        for (line, label) in ["Printer", "Paper", "Number"].into_iter().enumerate() {
            let y = at.y + Um(9_000 + 10_000 * line as i64);
            self.text(label, at.x.mm(), y.mm(), TextStyle::Small, BLACK);
            let end = at.x + LEAST_WIDTH;
            self.line((at.x + Um(12_000), y), (end, y), Um(100));
        }
    }

    /// The number of a setting and what it is, below its card.
    fn legend(&mut self, number: usize, setting: &InkSetting, at: Point, card: Size) {
        let y = at.y + card.h + Um(4_000);
        let number = (number + 1).to_string();
        self.badge(&number, (at.x + Um(2_500), y));
        let words = setting.words();
        for (line, part) in words.split(", ").enumerate() {
            let y = y.mm() + 1.2 + line as f64 * 4.0;
            self.text(part, at.x.mm() + 6.5, y, TextStyle::Small, BLACK);
        }
    }
}
