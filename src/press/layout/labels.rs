//! Label sheets: all pieces of a set, of any sizes, printed on one side, stuck to board and cut out.

use super::arrange::{Arrangement, Leftover, Packed, TooLarge, boxed, lots, mixed};
use super::net::Net;
use super::pack;
use crate::kit::{Size, Um};

/// Lays out sets of labels, each on sheets of its own. Sets with the same sizes get the same layout.
///
/// Blocks of equal labels touch and are filled in the order of the list, row by row; other blocks are 1 mm apart.
///
/// # Errors
///
/// A label is larger than the area.
///
pub(crate) fn label_sheets(
    sets: Vec<Vec<Net>>,
    area: Size,
    known: &Packed,
) -> Result<Vec<Arrangement>, TooLarge> {
    let mut arrangements = Vec::new();
    for set in sets {
        arrangements.extend(mixed(set, area, known)?);
    }
    Ok(arrangements)
}

/// How much higher the paper would have to be to hold the set on one sheet, to the half millimetre; zero if it fits.
///
/// `None` if a label is wider than the area, or if `most` is not enough.
pub fn missing_height(set: &[Net], area: Size, most: Um) -> Option<Um> {
    let set = boxed(set.to_vec(), area, Leftover::Nested).ok()?;
    pack::shortfall(&lots(&set).0, area, pack::GAP, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::press::layout::arrange::area;
    use crate::press::layout::impose::{Section, impose};
    use crate::press::layout::marks::{self, Notes, Others};
    use crate::press::order::Layout;
    use crate::press::sheet::bounds::Bounds;
    use crate::press::sheet::measures::{EDGE, MARGIN};
    use crate::press::sheet::{Catalogue, Mark, Placed, Sheet, Sides, Stroke};

    const A4: Size = Size::new(Um(210_000), Um(297_000));
    const LETTER: Size = Size::new(Um(215_900), Um(279_400));

    fn labels(set: &mut Vec<Net>, count: usize, size: (i64, i64), bleed: i64, group: usize) {
        let kind = set.last().map_or(0, |label| label.kind + 1);
        let size = Size::new(Um(size.0), Um(size.1));
        set.extend((0..count).map(|index| {
            let (bleed, code) = (Sides::all(Um(bleed)), format!("{kind}-{index}").into());
            let face = Placed {
                face: index,
                code,
                size,
                bleed,
                ..Placed::default()
            };
            Net {
                group: (group > 1).then_some(index / group),
                ..Net::face(face, kind, kind > 0)
            }
        }));
    }

    /// The 92 pieces of Dungeon in a Tin (dossier 2.1).
    fn tin(sticker: i64) -> Vec<Net> {
        let mut set = Vec::new();
        labels(&mut set, 12, (36_000, 36_000), 1_500, 1);
        labels(&mut set, 12, (36_000, 26_000), 1_500, 1);
        labels(&mut set, 30, (20_000, 13_000), 1_500, 1);
        labels(&mut set, 1, (88_000, 52_000), 1_500, 1);
        labels(&mut set, 37, (sticker, sticker), 800, 6);
        set
    }

    fn sheets(sets: &[Vec<Net>], paper: Size) -> Vec<Sheet> {
        let notes = Notes::new("Dungeon in a Tin, A4, color");
        let arrangements = label_sheets(sets.to_vec(), area(paper, None, None), &Packed::default())
            .expect("no label is large");
        let section = Section {
            title: "Label sheet".into(),
            arrangements,
            plain_cuts: true,
            ..Section::default()
        };
        impose(
            vec![section],
            paper,
            &notes,
            &Layout::default(),
            &Catalogue::default(),
        )
    }

    fn bounds(piece: &Placed) -> Bounds {
        Bounds::new(piece.at, piece.size)
    }

    fn overlap(a: Bounds, b: Bounds) -> bool {
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    }

    /// Whether one of the strokes covers the whole of this line.
    fn covered(cuts: &[Stroke], from: (Um, Um), to: (Um, Um)) -> bool {
        let level = from.1 == to.1;
        cuts.iter().any(|cut| {
            let along = |a: Um, b: Um, from: Um, to: Um| a <= from && to <= b;
            match level {
                true => {
                    cut.from.y == from.1
                        && cut.to.y == from.1
                        && along(cut.from.x, cut.to.x, from.0, to.0)
                }
                false => {
                    cut.from.x == from.0
                        && cut.to.x == from.0
                        && along(cut.from.y, cut.to.y, from.1, to.1)
                }
            }
        })
    }

    /// The sheets for every paper and sticker in the dossier.
    fn tins() -> Vec<Sheet> {
        let cases = [
            (A4, 14_200),
            (A4, 16_000),
            (LETTER, 14_200),
            (LETTER, 15_000),
            (LETTER, 16_000),
        ];
        cases
            .into_iter()
            .flat_map(|(paper, sticker)| sheets(&[tin(sticker)], paper))
            .collect()
    }

    #[test]
    fn all_92_pieces_are_on_one_sheet_within_its_margins() {
        let all = tins();
        assert_eq!(all.len(), 5, "one sheet each");
        for sheet in &all {
            assert_eq!(sheet.placed.len(), 92);
            for piece in sheet.placed.iter().map(bounds) {
                assert!(piece.left >= MARGIN && piece.right <= sheet.size.w - MARGIN);
                assert!(piece.top >= MARGIN && piece.bottom <= sheet.size.h - MARGIN);
            }
        }
    }

    #[test]
    fn the_layout_of_the_tin_never_shifts_silently() {
        let version = |sheet: &Sheet| {
            let texts = sheet
                .words
                .iter()
                .filter_map(|line| line.text.rsplit_once("   "));
            let versions = texts.map(|(_, last)| last);
            versions.filter(|last| last.len() == 6).collect::<String>()
        };
        // These layouts have been printed and are in use; change a value only together with the changelog.
        assert_eq!(
            tins().iter().map(version).collect::<Vec<_>>(),
            ["b267e7", "d12814", "4919f1", "0ba80d", "09d049"]
        );
    }

    #[test]
    fn every_edge_is_cut_and_no_piece_is_cut_through() {
        for sheet in tins() {
            for piece in sheet.placed.iter().map(bounds) {
                for y in [piece.top, piece.bottom] {
                    assert!(covered(&sheet.cuts, (piece.left, y), (piece.right, y)));
                }
                for x in [piece.left, piece.right] {
                    assert!(covered(&sheet.cuts, (x, piece.top), (x, piece.bottom)));
                }
                for cut in &sheet.cuts {
                    let line = Bounds {
                        left: cut.from.x,
                        top: cut.from.y,
                        right: cut.to.x,
                        bottom: cut.to.y,
                    };
                    assert!(!overlap(line, piece), "{cut:?}");
                }
            }
            for cut in &sheet.cuts {
                assert!(cut.from.x >= EDGE && cut.to.x <= sheet.size.w - EDGE);
                assert!(cut.from.y >= EDGE && cut.to.y <= sheet.size.h - EDGE);
            }
        }
    }

    #[test]
    fn bleed_ends_before_the_neighbour() {
        for sheet in tins() {
            let mut bled = 0;
            for (index, piece) in sheet.placed.iter().enumerate() {
                let Bounds {
                    left,
                    top,
                    right,
                    bottom,
                } = bounds(piece);
                let Sides {
                    top: above,
                    right: after,
                    bottom: below,
                    left: before,
                } = piece.bleed;
                let art = Bounds {
                    left: left - before,
                    top: top - above,
                    right: right + after,
                    bottom: bottom + below,
                };
                assert!(art.left >= EDGE && art.right <= sheet.size.w - EDGE);
                assert!(art.top >= EDGE && art.bottom <= sheet.size.h - EDGE);
                for (at, other) in sheet
                    .placed
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != index)
                {
                    // It extends slightly under what is painted later.
                    let art = art.grown(if at > index { Um(-100) } else { Um::ZERO });
                    assert!(
                        !overlap(art, bounds(other)),
                        "{} reaches {}",
                        piece.code,
                        other.code
                    );
                }
                bled += usize::from(above + after + below + before > Um::ZERO);
            }
            assert!(bled > 30, "only {bled} pieces bleed");
        }
    }

    #[test]
    fn marks_keep_off_pieces_cuts_and_the_edge() {
        for sheet in tins() {
            let notes = Notes::new("Dungeon in a Tin, A4, color");
            let pieces: Vec<Bounds> = sheet.placed.iter().map(bounds).collect();
            let others = Others {
                pieces: &pieces,
                reach: Um(3_000),
                least: &[Um(1_500), Um(1_000)],
                behind: None,
            };
            let margin = marks::margin(sheet.size, &notes, "sheet 1 of 1", &others, &[]);
            assert_eq!(
                (margin.marks.len(), margin.words.len()),
                (sheet.marks.len(), sheet.words.len())
            );
            for taken in margin
                .taken
                .iter()
                .map(|taken| Bounds::new(taken.at, taken.cell))
            {
                assert!(taken.left >= Um(3_000) && taken.bottom <= sheet.size.h - Um(3_000));
                assert!(taken.right <= sheet.size.w - EDGE);
                assert!(
                    sheet
                        .placed
                        .iter()
                        .all(|piece| !overlap(bounds(piece), taken))
                );
                for cut in &sheet.cuts {
                    let line = Bounds {
                        left: cut.from.x,
                        top: cut.from.y,
                        right: cut.to.x,
                        bottom: cut.to.y,
                    };
                    assert!(!overlap(line, taken), "{cut:?}");
                }
            }
            // Whole centimetres across, and whole inches down the page.
            let is_ruler = |Mark { line, .. }: &&Mark, unit: i64, least: Um| {
                let length = line.to.x - line.from.x + line.to.y - line.from.y;
                length >= least && length.0 % unit == 0
            };
            let [across, down] =
                [(10_000, Um(30_000)), (25_400, Um(50_800))].map(|(unit, least)| {
                    let marks = sheet.marks.iter();
                    marks.filter(|mark| is_ruler(mark, unit, least)).count()
                });
            // The fullest of these sheets has room for one of them.
            assert!(
                across <= 1 && down <= 1 && across + down > 0,
                "{across} {down}"
            );
        }
    }

    #[test]
    fn every_set_lies_alike_on_a_sheet_of_its_own() {
        let mut second = tin(14_200);
        second[91].faces[0].face = 99;
        let sheets = sheets(&[tin(14_200), second], A4);
        assert_eq!(sheets.len(), 2);
        assert_eq!(sheets[1].title, "Label sheet 2");
        assert_eq!(sheets[0].cuts, sheets[1].cuts);
        let face = |sheet: &Sheet| {
            sheet
                .placed
                .iter()
                .find(|piece| &*piece.code == "4-36")
                .map(|piece| piece.face)
        };
        assert_eq!((face(&sheets[0]), face(&sheets[1])), (Some(36), Some(99)));
    }

    #[test]
    fn a_label_larger_than_the_paper_is_named() {
        let mut set = Vec::new();
        labels(&mut set, 1, (250_000, 300_000), 0, 1);
        let error = label_sheets(vec![set.clone()], area(A4, None, None), &Packed::default())
            .map(|sheets| sheets.len());
        assert_eq!(
            error,
            Err(TooLarge {
                code: "0-0".into(),
                size: set[0].size,
                area: area(A4, None, None)
            })
        );
        assert_eq!(missing_height(&set, area(A4, None, None), A4.h), None);
        assert_eq!(
            missing_height(&tin(14_200), area(A4, None, None), A4.h),
            Some(Um::ZERO)
        );
    }
}
