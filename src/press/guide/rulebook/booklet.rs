//! Imposes pages in reading order for saddle stitching: two on each side of sheets that are folded in the middle and
//! stapled.

use super::super::paper;
use super::{LARGER, PER_SHEET, times};
use crate::kit::{Point, Side, Size, Um};
use crate::press::sheet::measures::{EDGE, FOLD_WIDTH};
use crate::press::sheet::{Bookmark, Flip, Job, Mark, Mirror, Orientation, Placed, Sheet, Stroke};

/// The length of the marks for the fold and the staples.
const TICK: Um = Um(2_500);

/// The size of landscape sheets for this paper, and the size at which their pages are set.
pub(super) fn sizes(of_paper: Size) -> (Size, Size) {
    let set = |sheet: Size| times(Size::new(sheet.w.half(), sheet.h), LARGER);
    let lying = |paper: Size| Size::new(paper.w.max(paper.h), paper.w.min(paper.h));
    let sheet = lying(of_paper);
    // If its pages are too small for a guide, A4 is used.
    let sheet = if paper(set(sheet)) == set(sheet) {
        sheet
    } else {
        lying(Size::A4)
    };
    (sheet, set(sheet))
}

/// The page numbers, counted from 0, on the left and right of each side of `sheets` sheets, from the outside in.
fn spreads(sheets: usize) -> impl Iterator<Item = [usize; 2]> {
    let last = sheets * PER_SHEET - 1;
    (0..2 * sheets).map(move |side| {
        if side % 2 == 0 {
            [last - side, side]
        } else {
            [side, last - side]
        }
    })
}

/// Imposes pages on both sides of sheets of this size.
pub(super) fn impose(pages: Job, size: Size, flip: Flip) -> Job {
    let turned = Mirror::over(size, flip).line == Orientation::Horizontal;
    // The sheet of each page, and the number of faces on it before those of the page.
    let mut place = vec![(0, 0); pages.sheets.len()];
    let mut sheets: Vec<Sheet> = Vec::new();
    for (index, two) in spreads(pages.sheets.len() / PER_SHEET).enumerate() {
        let side = if index % 2 == 0 {
            Side::Front
        } else {
            Side::Back
        };
        let mut sheet = Sheet {
            size,
            side,
            title: format!(
                "Sheet {}, {}",
                index / 2 + 1,
                if side == Side::Front {
                    "outside"
                } else {
                    "inside"
                }
            ),
            front: (side == Side::Back).then(|| index - 1),
            ..Sheet::default()
        };
        for (column, page) in two.into_iter().enumerate() {
            place[page] = (index, sheet.placed.len());
            let left = if column == 0 { Um::ZERO } else { size.w.half() };
            let on_sheet = pages.sheets[page]
                .placed
                .iter()
                .map(|placed| reduced(placed, left));
            sheet.placed.extend(on_sheet.map(|placed| {
                if side == Side::Back && turned {
                    upside_down(&placed, size)
                } else {
                    placed
                }
            }));
        }
        if side == Side::Front {
            sheet.marks = fold(size, index == 0).into();
        }
        sheets.push(sheet);
    }
    let bookmarks = pages
        .bookmarks
        .into_iter()
        .map(|mark| Bookmark {
            page: place[mark.page].0,
            ..mark
        })
        .collect();
    Job {
        sheets,
        bookmarks,
        reading: pages.reading.moved(|page| place[page]),
        ..pages
    }
}

/// Puts each page on a sheet of its own, as large as fits this paper, in its middle.
pub(super) fn in_order(pages: Job, paper: Size) -> Job {
    let fitted = |page: Sheet| {
        let wide = paper.w.mm() / page.size.w.mm();
        let high = paper.h.mm() / page.size.h.mm();
        let scale = wide.min(high).min(1.0);
        let size = times(page.size, scale);
        let corner = Point::new((paper.w - size.w).half(), (paper.h - size.h).half());
        let placed = page.placed.iter();
        Sheet {
            size: paper,
            placed: placed.map(|placed| scaled(placed, scale, corner)).collect(),
            ..page
        }
    };
    Job {
        sheets: pages.sheets.into_iter().map(fitted).collect(),
        ..pages
    }
}

/// Scales a line or a piece of a page, and moves the page's corner to a point.
fn scaled(placed: &Placed, scale: f64, corner: Point) -> Placed {
    let there = |point: Point| {
        Point::new(
            Um::from_mm(point.x.mm() * scale) + corner.x,
            Um::from_mm(point.y.mm() * scale) + corner.y,
        )
    };
    let clip = placed
        .clip
        .iter()
        .map(|contour| contour.map(there))
        .collect();
    Placed {
        at: there(placed.at),
        size: times(placed.size, scale),
        clip,
        ..placed.clone()
    }
}

/// Scales down a line or a piece of an enlarged page and moves it to the page's position on the sheet.
fn reduced(placed: &Placed, left: Um) -> Placed {
    scaled(placed, 1.0 / LARGER, Point::new(left, Um::ZERO))
}

/// Rotates a line or a piece by half a turn with its sheet.
fn upside_down(placed: &Placed, sheet: Size) -> Placed {
    let there = |point: Point| Point::new(sheet.w - point.x, sheet.h - point.y);
    let far = Point::new(placed.at.x + placed.size.w, placed.at.y + placed.size.h);
    let clip = placed
        .clip
        .iter()
        .map(|contour| contour.map(there))
        .collect();
    Placed {
        at: there(far),
        turns: (placed.turns + 2) % 4,
        clip,
        ..placed.clone()
    }
}

/// Marks of the fold and, on the outermost sheet, of the staples.
fn fold(size: Size, outermost: bool) -> Vec<Mark> {
    let middle = size.w.half();
    let down = |from: Um| {
        let line = Stroke {
            from: Point::new(middle, from),
            to: Point::new(middle, from + TICK),
        };
        Mark {
            line,
            width: FOLD_WIDTH,
            on_art: false,
        }
    };
    let ends = [EDGE, size.h - EDGE - TICK];
    let staples = [size.h.half().half(), size.h - size.h.half().half()].map(|at| at - TICK.half());
    ends.into_iter()
        .chain(staples.into_iter().filter(|_| outermost))
        .map(down)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_a_booklet_come_in_order_when_it_is_folded() {
        assert_eq!(
            spreads(2).collect::<Vec<_>>(),
            [[7, 0], [1, 6], [5, 2], [3, 4]]
        );
        let page = |number: usize| Sheet {
            placed: vec![Placed {
                face: number,
                size: Size::new(Um(10_000), Um(20_000)),
                ..Placed::default()
            }],
            ..Sheet::default()
        };
        let job = || Job {
            sheets: (0..8).map(page).collect(),
            ..Job::default()
        };
        let (sheet, set) = sizes(Size::A4);
        assert_eq!(sheet, Size::new(Um(297_000), Um(210_000)));
        assert!(
            (set.w - Um(210_000)).0.abs() < 30 && (set.h - Um(297_000)).0.abs() < 30,
            "{set}"
        );
        let faces = |job: Job| -> Vec<(usize, u8, Point)> {
            job.sheets
                .iter()
                .flat_map(|sheet| &sheet.placed)
                .map(|at| (at.face, at.turns, at.at))
                .collect()
        };
        let upright = faces(impose(job(), sheet, Flip::Short));
        assert_eq!(
            upright.iter().map(|(face, ..)| *face).collect::<Vec<_>>(),
            [7, 0, 1, 6, 5, 2, 3, 4]
        );
        // Landscape paper that is turned over its long edge has its back upside down: page 1 is behind page 0.
        let [(0, 0, front), (1, 2, back)] = faces(impose(job(), sheet, Flip::Long))[1..3] else {
            panic!("other pages")
        };
        assert_eq!(
            (front, upright[2].2),
            (Point::new(sheet.w.half(), Um::ZERO), Point::default())
        );
        assert_eq!(back, Point::new(sheet.w - Um(7_071), sheet.h - Um(14_142)));
    }
}
