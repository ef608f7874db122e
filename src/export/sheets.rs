//! Deck sheets: many faces on one picture, which virtual tabletops such as Screentop divide by the number of columns and rows; and
//! a CSV table of their contents.
//!
//! `sheets.csv` has a line for each piece: its deck, code, name and count; the sheet of its front with its columns and rows, and
//! its place there, counted from 1, row by row; and the same for its back. A back that all pieces of a deck share is a picture of
//! its own.

use resvg::tiny_skia::Pixmap;

use super::csv::line;
use super::format::{Export, ExportFile, Format, Subject, of_all};
use super::grid::{Grid, MAX_GRID};
use super::{DrawnKit, ExportError, Face, Files, Frame, Piece, Set, picture};

pub struct Sheets;

impl Format for Sheets {
    fn name(&self) -> &'static str {
        "sheets"
    }

    fn subject(&self) -> Subject {
        Subject::Sheets
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError> {
        sheets(export.kit, &export.sets, export.settings.dpi, &export.done).map(of_all)
    }
}

/// The sheets and their table. The callback is called for every face that is drawn.
pub fn sheets(
    drawn_kit: &DrawnKit<'_>,
    sets: &[&Set<'_>],
    dpi: u32,
    done: &(impl Fn() + Sync),
) -> Result<Files, ExportError> {
    let heads = [
        "deck",
        "code",
        "name",
        "count",
        "sheet",
        "columns",
        "rows",
        "place",
        "back_sheet",
        "back_place",
    ];
    let mut table = line(heads.into_iter().map(str::to_owned));
    let mut files = Files::new();
    for set in sets {
        let shared = set.shared_back();
        if let Some(back) = set
            .pieces
            .first()
            .and_then(|piece| piece.back.as_ref())
            .filter(|_| shared.is_some())
        {
            let grid = Grid::of(1, set.deck.size, dpi);
            files.push((
                back_file(set),
                picture::encode(&sheet(drawn_kit, set, grid, &[Some(back)])?, dpi)?,
            ));
        }
        for (number, pieces) in set.pieces.chunks(MAX_GRID.0 * MAX_GRID.1).enumerate() {
            let name = |what: &str| format!("{}.{what}{}.png", set.stem, number + 1);
            let grid = Grid::of(pieces.len(), set.deck.size, dpi);
            let mut draw = |name: String, faces: &[Option<&Face>]| -> Result<(), ExportError> {
                files.push((
                    name,
                    picture::encode(&sheet(drawn_kit, set, grid, faces)?, dpi)?,
                ));
                Ok(())
            };
            draw(
                name("sheet"),
                &pieces
                    .iter()
                    .map(|piece| Some(&piece.front))
                    .collect::<Vec<_>>(),
            )?;
            let own_backs = shared.is_none() && pieces.iter().any(|piece| piece.back.is_some());
            if own_backs {
                draw(
                    name("backs"),
                    &pieces
                        .iter()
                        .map(|piece| piece.back.as_ref())
                        .collect::<Vec<_>>(),
                )?;
            }
            for (place, piece) in pieces.iter().enumerate() {
                let back = match (&piece.back, own_backs) {
                    (None, _) => (String::new(), String::new()),
                    (Some(_), true) => (name("backs"), (place + 1).to_string()),
                    (Some(_), false) => (back_file(set), "1".to_owned()),
                };
                table += &line(row(set, piece, name("sheet"), grid, place, back).into_iter());
            }
        }
        set.faces().iter().for_each(|_| done());
    }
    files.push(("sheets.csv".into(), table.into_bytes()));
    Ok(files)
}

fn row(
    set: &Set<'_>,
    piece: &Piece<'_>,
    sheet: String,
    grid: Grid,
    place: usize,
    back: (String, String),
) -> [String; 10] {
    [
        set.deck.name.clone(),
        piece.code.clone(),
        piece.name().to_owned(),
        piece.count.to_string(),
        sheet,
        grid.columns.to_string(),
        grid.rows.to_string(),
        (place + 1).to_string(),
        back.0,
        back.1,
    ]
}

/// The picture of the back that all pieces share.
fn back_file(set: &Set<'_>) -> String {
    format!("{}.back.png", set.stem)
}

/// Trimmed faces in a grid; unprinted ones stay empty.
fn sheet(
    drawn_kit: &DrawnKit<'_>,
    set: &Set<'_>,
    grid: Grid,
    faces: &[Option<&Face>],
) -> Result<Pixmap, ExportError> {
    // Outside a piece's shape, cells are transparent.
    let frame = Frame {
        dots: grid.cell,
        ..Frame::plain(set.deck, false, super::profile::DPI)
    };
    let drawn = picture::draw_all(
        faces
            .iter()
            .map(|face| face.map(|face| &drawn_kit.faces[face.index])),
        &frame,
    )?;
    let (width, height) = grid.dots();
    let mut sheet =
        Pixmap::new(width, height).ok_or_else(|| ExportError::new("a picture has no pixels"))?;
    for (place, face) in drawn.iter().enumerate() {
        let (left, top) = grid.at(place);
        face.iter()
            .for_each(|face| picture::place(&mut sheet, face, left, top));
    }
    Ok(sheet)
}
