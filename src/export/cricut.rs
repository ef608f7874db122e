//! Sheets for Cricut's machines, which cut only what Design Space has printed, around whatever is not transparent: pieces with gaps
//! between them, at most as large as it prints.

use resvg::tiny_skia::Pixmap;

use super::format::{Export, ExportFile, Format, Settings, Subject, of_deck};
use super::{DrawnKit, ExportError, Face, Files, Frame, Set, picture};
use crate::kit::{Size, Um};

/// The most that *Print Then Cut* prints inside its marks on a Letter or A4 page: 6.75 x 9.25 inches.
const AREA: Size = Size::new(Um(171_450), Um(234_950));

/// The gap between two pieces, for the bleed that Design Space adds to each.
const GAP: Um = Um(4_000);

pub struct Cricut;

impl Format for Cricut {
    fn name(&self) -> &'static str {
        "cricut"
    }

    fn subject(&self) -> Subject {
        Subject::Sheets
    }

    fn note(&self, _settings: &Settings<'_>) -> Option<&'static str> {
        Some(
            "in Design Space, upload each picture as complex, for Print Then Cut; a file's name says how wide and high it must be",
        )
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError> {
        let mut files = Vec::new();
        for set in &export.sets {
            let made = sheets(export.kit, set, export.settings.dpi)?;
            files.extend(of_deck(made, Some(&set.stem)));
            set.faces().iter().for_each(|_| (export.done)());
        }
        Ok(files)
    }
}

/// The sheets of a deck's fronts, and those of its backs, with every piece as often as it is in the deck.
fn sheets(drawn_kit: &DrawnKit<'_>, set: &Set<'_>, dpi: u32) -> Result<Files, ExportError> {
    let grid = Grid::of(set.deck.size).ok_or_else(|| {
        let Size { w, h } = set.deck.size;
        ExportError::new(format!(
            "{}: a piece of {w} x {h} mm is larger than what a Cricut prints and cuts, {} x {} mm; leave it out with --deck",
            set.deck.name, AREA.w, AREA.h
        ))
    })?;
    let pieces = set.pieces.iter();
    let each = || {
        pieces
            .clone()
            .flat_map(|piece| std::iter::repeat_n(piece, piece.count))
    };
    let fronts: Vec<&Face> = each().map(|piece| &piece.front).collect();
    let backs: Vec<&Face> = each().filter_map(|piece| piece.back.as_ref()).collect();
    let mut files = Files::new();
    for (what, faces) in [("fronts", fronts), ("backs", backs)] {
        for (number, faces) in faces.chunks(grid.columns * grid.rows).enumerate() {
            let columns = grid.columns.min(faces.len());
            let rows = faces.len().div_ceil(grid.columns);
            let size = extent(set.deck.size, columns, rows);
            let sheet = sheet(drawn_kit, set, grid, size, faces, dpi)?;
            let name = format!(
                "{}.{what}{}_{}x{}mm.png",
                set.stem,
                number + 1,
                size.w,
                size.h
            );
            files.push((name, picture::encode(&sheet, dpi)?));
        }
    }
    Ok(files)
}

/// Trimmed faces with gaps between them, on nothing.
fn sheet(
    drawn_kit: &DrawnKit<'_>,
    set: &Set<'_>,
    grid: Grid,
    size: Size,
    faces: &[&Face],
    dpi: u32,
) -> Result<Pixmap, ExportError> {
    let frame = Frame::plain(set.deck, false, dpi);
    let drawings = faces.iter().map(|face| Some(&drawn_kit.faces[face.index]));
    let drawn = picture::draw_all(drawings, &frame)?;
    let dots = |length: Um| (length.mm() / 25.4 * f64::from(dpi)).round() as u32;
    let mut sheet = Pixmap::new(dots(size.w), dots(size.h))
        .ok_or_else(|| ExportError::new("a picture has no pixels"))?;
    for (place, face) in drawn.iter().flatten().enumerate() {
        let before = |count: usize, length: Um| dots((length + GAP) * count as i64);
        let left = before(place % grid.columns, set.deck.size.w);
        let top = before(place / grid.columns, set.deck.size.h);
        picture::place(&mut sheet, face, left, top);
    }
    Ok(sheet)
}

/// How many pieces fit beside and below each other.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Grid {
    columns: usize,
    rows: usize,
}

impl Grid {
    /// As many as fit on a page upright or across; none if a single one does not.
    fn of(piece: Size) -> Option<Grid> {
        let count = |room: Um, length: Um| ((room + GAP).0 / (length + GAP).0).max(0) as usize;
        let grids = [AREA, AREA.turned()].map(|area| Grid {
            columns: count(area.w, piece.w),
            rows: count(area.h, piece.h),
        });
        let best = grids
            .into_iter()
            .max_by_key(|grid| grid.columns * grid.rows);
        best.filter(|grid| grid.columns * grid.rows > 0)
    }
}

/// The size of this many pieces and the gaps between them.
fn extent(piece: Size, columns: usize, rows: usize) -> Size {
    let along = |count: usize, length: Um| (length + GAP) * count as i64 - GAP;
    Size::new(along(columns, piece.w), along(rows, piece.h))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_are_no_larger_than_what_design_space_prints() {
        let size = |w, h| Size::new(Um(w), Um(h));
        let poker = Grid::of(size(63_000, 88_000)).unwrap();
        assert_eq!((poker.columns, poker.rows), (2, 2));
        let square = Grid::of(size(36_000, 36_000)).unwrap();
        assert_eq!(square.columns * square.rows, 4 * 5);
        let Size { w, h } = extent(size(36_000, 36_000), square.columns, square.rows);
        assert!(w.max(h) <= AREA.h && w.min(h) <= AREA.w, "{w} x {h}");
        assert_eq!(Grid::of(size(180_000, 180_000)), None);
    }
}
