//! A plain bundle for scripts of all kinds: a picture of every face, and a description of the pieces in `deck.json` and `deck.csv`.
//!
//! `deck.json` is `{"format": 1, "kit": {...}, "dpi": 300, "ink": "color", "decks": [...]}`. A deck has its `name`, `title`,
//! `shape`, trimmed `size_mm`, `bleed_mm` (left and right, above and below), `dots` and `pieces`; a piece its `code`, `name`,
//! `count`, `front`, `back` (files, or null) and the row's own `fields`; a sticker also has the number of its `die`. `deck.csv` has
//! a line for each piece with the same data in columns: fields are `fields.NAME`, and entries of lists are separated by `|`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::csv::line;
use super::format::{Export, ExportFile, Format, Settings, Subject, of_all};
use super::{DrawnKit, ExportError, Files, Frame, Piece, Set, picture};
use crate::kit::{Ink, Shape, Size};

/// The version of `deck.json`.
const FORMAT: u32 = 1;

/// A set and its frame.
pub type Framed<'s, 'k> = (&'s Set<'k>, Frame);

pub struct Bundle;

impl Format for Bundle {
    fn name(&self) -> &'static str {
        "bundle"
    }

    fn subject(&self) -> Subject {
        Subject::Faces
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError> {
        let Settings { ink, dpi, .. } = export.settings;
        bundle(export.kit, &export.framed, ink, dpi, &export.done).map(of_all)
    }
}

/// The bundle's files. The callback is called for every finished picture.
pub fn bundle(
    drawn_kit: &DrawnKit<'_>,
    sets: &[Framed<'_, '_>],
    ink: Ink,
    dpi: u32,
    done: &(impl Fn() + Sync),
) -> Result<Files, ExportError> {
    let kit = drawn_kit.kit;
    let mut files = Files::new();
    for (set, frame) in sets {
        let pictures = picture::all(drawn_kit, set, frame, dpi, done)?;
        files.extend(
            pictures
                .into_iter()
                .map(|(stem, bytes)| (path(&stem), bytes)),
        );
    }
    let decks: Vec<Value> = sets.iter().map(|(set, frame)| deck(set, frame)).collect();
    let list = json!({
        "format": FORMAT,
        "kit": {
            "id": kit.id,
            "title": kit.title,
            "designers": kit.designers,
            "year": kit.year,
            "licence": kit.licence,
            "language": kit.language,
        },
        "dpi": dpi,
        "ink": ink.name(),
        "theme": kit.theme,
        "decks": decks,
    });
    files.push(("deck.json".into(), format!("{list:#}\n").into_bytes()));
    files.push(("deck.csv".into(), table(sets).into_bytes()));
    Ok(files)
}

fn path(stem: &str) -> String {
    format!("faces/{stem}.png")
}

fn deck(set: &Set<'_>, frame: &Frame) -> Value {
    let trim = frame.trim();
    let pair = |size: Size| [size.w.mm(), size.h.mm()];
    json!({
        "name": set.deck.name,
        "title": set.deck.title,
        "made_as": set.deck.make.name(),
        "shape": shape(&set.deck.shape),
        "size_mm": pair(trim),
        "bleed_mm": pair(frame.bleed),
        "dots": [frame.dots.0, frame.dots.1],
        "pieces": set.pieces.iter().map(piece).collect::<Vec<_>>(),
    })
}

fn piece(piece: &Piece<'_>) -> Value {
    let mut entry = json!({
        "code": piece.code,
        "name": piece.name(),
        "count": piece.count,
        "front": path(&piece.front.stem),
        "back": piece.back.as_ref().map(|back| path(&back.stem)),
        "fields": piece.row.fields(),
    });
    if let Some(die) = piece.die {
        entry["die"] = json!(die + 1);
    }
    entry
}

fn shape(shape: &Shape) -> &'static str {
    match shape {
        Shape::Rect => "rect",
        Shape::Rounded(_) => "rounded",
        Shape::Circle => "circle",
        Shape::FlatHex => "flat hex",
        Shape::PointyHex => "pointy hex",
        Shape::Path(_) => "path",
    }
}

fn table(sets: &[Framed<'_, '_>]) -> String {
    let pieces = || sets.iter().flat_map(|(set, _)| &set.pieces);
    let fields: BTreeSet<&str> = pieces().flat_map(|piece| piece.row.names()).collect();
    let fixed = ["deck", "code", "name", "count", "die", "front", "back"];
    let measures = ["shape", "width_mm", "height_mm", "bleed_x_mm", "bleed_y_mm"];
    let heads = fixed.iter().chain(&measures).map(|&name| name.to_owned());
    let mut lines = line(heads.chain(fields.iter().map(|name| format!("fields.{name}"))));
    for (set, frame) in sets {
        let trim = frame.trim();
        let measures =
            [trim.w, trim.h, frame.bleed.w, frame.bleed.h].map(|length| length.to_string());
        for piece in &set.pieces {
            let mut cells = vec![
                set.deck.name.clone(),
                piece.code.clone(),
                piece.name().to_owned(),
                piece.count.to_string(),
                piece
                    .die
                    .map(|die| (die + 1).to_string())
                    .unwrap_or_default(),
                path(&piece.front.stem),
                piece
                    .back
                    .as_ref()
                    .map(|back| path(&back.stem))
                    .unwrap_or_default(),
                shape(&set.deck.shape).to_owned(),
            ];
            cells.extend(measures.iter().cloned());
            cells.extend(fields.iter().map(|name| {
                piece
                    .row
                    .field(name)
                    .as_ref()
                    .map(plain)
                    .unwrap_or_default()
            }));
            lines += &line(cells.into_iter());
        }
    }
    lines
}

/// A field as text.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(entries) => entries.iter().map(plain).collect::<Vec<_>>().join("|"),
        other => other.to_string(),
    }
}
