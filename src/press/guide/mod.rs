//! The printed guide: what to print on what, how to make it, a checklist with thumbnails, and credits.
//!
//! Texts come from the kit's `guide.toml` and from `shared`, and pictures from the printed faces and sheets themselves. Whatever is
//! not in the print is left out.
//!
//! * `inventory`: the contents of the print. `shared`: chapters common to all kits.
//! * `flow`: pages in millimetres, filled from top to bottom; `page`: one of them; `aloud`: what they say, in order; `feather`: spreads full ones down to their foot; `pages`: turns them
//!   into sheets with backgrounds.
//! * `overview`: pictures of the sheets, and what else is needed; `steps`: chapters and their steps. `colophon`: the credits.
//! * [`rulebook`]: the rules as a booklet, and a short reference.
//! * [`calibration`], [`ink_test`]: what one prints to know a printer.
//! * `dice`: which sticker goes on which die; `checklist`: every piece with a box to tick; `tailpiece`: the game on the table,
//!   or pieces of it, in the room above the credits.

mod aloud;
pub mod calibration;
mod checklist;
mod colophon;
mod dice;
mod feather;
mod flow;
pub mod ink_test;
mod inventory;
mod overview;
mod page;
mod pages;
pub mod rulebook;
mod shared;
mod steps;
mod tailpiece;

use self::flow::Flow;
use self::steps::Figures;
use crate::face::{Reader, Templates};
use crate::kit::{Kit, Problems, Size, Um};
use crate::press::drawn::DrawnPieces;
use crate::press::order::Order;
use crate::press::sheet::{Catalogue, Job, Meta, Sheet};

/// The side margins of a page, in mm.
const SIDE: f64 = 19.0;
/// The top margins of the first page and of the others, in mm.
const TOP: [f64; 2] = [38.0, 27.0];
/// How much lower the first page begins if the kit has no template for pages: its title stands below the frame.
const PLAIN: f64 = 4.0;
/// The bottom margin of a page, in mm.
const FOOT: f64 = 22.0;
/// The gap between two elements on a page, in mm.
const GAP: f64 = 4.0;
/// The usual size of a lesson's running text, in mm.
const LESSON: f64 = 4.5;

/// The least width and height of a guide's page, and the size with the least area; smaller columns would not hold the text.
const NARROWEST: Um = Um(165_000);
const LOWEST: Um = Um(205_000);
const SMALLEST: Size = Size::new(NARROWEST, Um(235_000));

/// The page size of a guide for sheets of this paper: the same, or A4 if that is too small.
pub fn paper(of_sheets: Size) -> Size {
    let Size { w, h } = of_sheets;
    let holds = w >= NARROWEST && h >= LOWEST && of_sheets.area() >= SMALLEST.area();
    if holds { of_sheets } else { Size::A4 }
}

/// What a guide is made from.
pub struct Sources<'a, 'k> {
    pub kit: &'k Kit,
    pub templates: &'a Templates<'k>,
    pub order: &'a Order,
    pub drawn: &'a DrawnPieces<'k>,
    pub catalogue: &'a Catalogue,
    /// The printed sheets.
    pub sheets: &'a [Sheet],
}

/// The scales of running text, and of the pictures of the sheets, that are tried if that avoids a nearly empty last page.
const SCALES: [f64; 4] = [1.0, 0.95, 0.89, TIGHTEST];
const PICTURED: [f64; 7] = [1.0, 0.85, 0.7, 0.62, 0.55, 0.48, SMALLEST_PICTURE];
const TIGHTEST: f64 = 0.84;
const SMALLEST_PICTURE: f64 = 0.36;

/// The scales of these pictures that are tried if the first page ends early.
const ZOOMS: [f64; 7] = [0.92, 0.84, 0.76, 0.7, 0.62, 0.55, 0.48];

/// The scales of the checklist's pictures that are tried if the last page has room, and the largest of them beside other pictures.
const LARGER: [f64; 5] = [1.8, 1.6, 1.45, 1.3, 1.15];
const BESIDE_OTHERS: f64 = 1.3;

/// A last page filled less than this is nearly empty; a first page with more room than this, in mm, ends early.
const LITTLE: f64 = 0.75;
const EARLY: f64 = 16.0;

/// A last page filled more than this has no room for larger pictures.
const FULL: f64 = 0.9;

/// Lays out the guide on pages of this size.
pub fn guide(
    sources: &Sources<'_, '_>,
    paper: Size,
    meta: Meta,
    reader: &mut Reader,
) -> Result<Job, Problems> {
    let mut manner = Manner::default();
    let mut flow = filled(sources, paper, manner, reader)?;
    while flow.is_short()
        && let Some(shorter) = shorter(sources, paper, flow.pages.len(), reader)?
    {
        (flow, manner) = shorter;
    }
    let (scale, _) = manner.scales;
    let zoomed = ZOOMS.map(|zoom| Manner {
        scales: (scale, zoom),
        ..manner
    });
    for smaller in zoomed {
        if !flow.ends_early() {
            break;
        }
        let other = filled(sources, paper, smaller, reader)?;
        if other.pages.len() <= flow.pages.len() && !other.ends_early() {
            (flow, manner) = (other, smaller);
        }
    }
    if let Some(larger) = with_larger_pieces(sources, paper, (&flow, manner), reader)? {
        (flow, manner) = larger;
    }
    if flow.has_holes() {
        let with_pictures = Manner {
            fills_holes: true,
            ..manner
        };
        let other = filled(sources, paper, with_pictures, reader)?;
        if other.pages.len() <= flow.pages.len() {
            flow = other;
        }
    }
    flow.feather();
    flow.finish(meta, reader)
}

/// The guide with the largest pictures in its checklist for which it needs no further page and loses no other picture.
fn with_larger_pieces<'a, 'k>(
    sources: &'a Sources<'a, 'k>,
    paper: Size,
    (flow, manner): (&Flow<'a, 'k>, Manner),
    reader: &mut Reader,
) -> Result<Option<(Flow<'a, 'k>, Manner)>, Problems> {
    if flow.last_filled > FULL {
        return Ok(None);
    }
    let pictured = |flow: &Flow<'_, '_>| (flow.has_table, flow.has_pieces);
    let most = match pictured(flow) {
        (false, false) => f64::MAX,
        _ => BESIDE_OTHERS,
    };
    for pieces in LARGER.into_iter().filter(|pieces| *pieces <= most) {
        let larger = Manner { pieces, ..manner };
        let other = filled(sources, paper, larger, reader)?;
        let is_as_long = other.pages.len() <= flow.pages.len();
        if is_as_long && pictured(&other) == pictured(flow) && other.has_as_much(flow) {
            return Ok(Some((other, larger)));
        }
    }
    Ok(None)
}

/// The ways to set a guide on fewer pages: whether its steps stand side by side, and how many pictures of the sheets do, if they are
/// beside what follows.
const WAYS: [(bool, Option<usize>); 6] = [
    (false, None),
    (false, Some(1)),
    (false, Some(2)),
    (true, None),
    (true, Some(1)),
    (true, Some(2)),
];

/// The guide on fewer pages than this, in the largest type for which there is a way.
fn shorter<'a, 'k>(
    sources: &'a Sources<'a, 'k>,
    paper: Size,
    pages: usize,
    reader: &mut Reader,
) -> Result<Option<(Flow<'a, 'k>, Manner)>, Problems> {
    let mut fewer = |manner: Manner| -> Result<Option<(Flow<'a, 'k>, Manner)>, Problems> {
        let flow = filled(sources, paper, manner, reader)?;
        Ok((flow.pages.len() < pages).then_some((flow, manner)))
    };
    // Where several pages follow the first one, its pictures hardly matter. Few pieces are seen well enough in the pictures of their
    // sheets, if that leaves a single page.
    let (zooms, listed) = match pages == 2 {
        true => (&PICTURED[..], &[true, false][..]),
        false => (&[SMALLEST_PICTURE][..], &[true][..]),
    };
    let manners = |scale: f64, is_listed: bool| {
        let of = move |zoom: f64, (in_rows, columns)| Manner {
            scales: (scale, zoom),
            in_rows,
            columns,
            is_listed,
            ..Manner::default()
        };
        zooms
            .iter()
            .flat_map(move |zoom| WAYS.map(|way| of(*zoom, way)))
    };
    for is_listed in listed {
        // What does not fit in the smallest type fits in no other.
        let mut ways = Vec::new();
        for manner in manners(TIGHTEST, *is_listed) {
            if fewer(manner)?.is_some() {
                ways.push(manner);
            }
        }
        let mut sizes = SCALES.iter().flat_map(|scale| {
            ways.iter().map(|manner| Manner {
                scales: (*scale, manner.scales.1),
                ..*manner
            })
        });
        if let Some((mut flow, manner)) = sizes
            .find_map(|manner| fewer(manner).transpose())
            .transpose()?
        {
            // A single page is filled to its foot.
            flow.pages[0].full |= flow.pages.len() == 1;
            return Ok(Some((flow, manner)));
        }
    }
    Ok(None)
}

impl Flow<'_, '_> {
    /// Whether a page less may hold everything.
    fn is_short(&self) -> bool {
        self.pages.len() == 2 || self.last_filled < LITTLE && self.pages.len() > 1
    }

    /// Whether no page but the last one ends earlier than those of another guide.
    fn has_as_much(&self, other: &Flow<'_, '_>) -> bool {
        let pages = self.pages.iter().zip(&other.pages);
        pages
            .take(self.pages.len() - 1)
            .all(|(one, other)| one.lowest() >= other.lowest() - EARLY)
    }

    /// Whether what follows the first page would fill a good part of it, but not fit.
    fn ends_early(&self) -> bool {
        self.pages.len() > 1 && self.bottom() - self.pages[0].lowest() > EARLY
    }

    /// Whether a page that is not the last one ends so early that a picture has room below.
    fn has_holes(&self) -> bool {
        let full = self.pages.iter().filter(|page| page.full);
        full.into_iter()
            .any(|page| self.bottom() - page.lowest() > steps::HOLE)
    }
}

/// How the pages of a guide are filled.
#[derive(Clone, Copy)]
struct Manner {
    /// The scales of running text and of the pictures of the sheets.
    scales: (f64, f64),
    /// How much larger than usual the pictures of the checklist are.
    pieces: f64,
    /// Whether the steps of the kit stand side by side where they can.
    in_rows: bool,
    /// How many pictures of the sheets stand side by side, with what follows beside them; none if that depends on their number.
    columns: Option<usize>,
    /// Whether a picture of the table fills a first page that ends early.
    fills_holes: bool,
    /// Whether the checklist is there even if it has few pieces.
    is_listed: bool,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner {
            scales: (1.0, 1.0),
            pieces: 1.0,
            in_rows: false,
            columns: None,
            fills_holes: false,
            is_listed: true,
        }
    }
}

/// Fills all pages of a guide.
fn filled<'a, 'k>(
    sources: &'a Sources<'a, 'k>,
    paper: Size,
    manner: Manner,
    reader: &mut Reader,
) -> Result<Flow<'a, 'k>, Problems> {
    let shared = shared::guide(sources.kit)?;
    let (scale, zoom) = manner.scales;
    let mut flow = Flow::new(sources, paper, scale)?;
    flow.zoom = zoom;
    flow.pieces = manner.pieces;
    flow.in_rows = manner.in_rows;
    flow.columns = manner.columns;
    flow.fills_holes = manner.fills_holes;
    flow.is_listed = manner.is_listed;
    flow.repeats = true;
    flow.overview()?;
    flow.chapters(&shared, Figures::Shared, reader)?;
    flow.chapters(&sources.kit.guide, Figures::OfKit, reader)?;
    flow.set_below();
    flow.checklist()?;
    let colophon = flow.colophon(&shared)?;
    flow.room_for(&colophon);
    flow.last_filled = flow.filled();
    flow.tailpiece(colophon.high, reader)?;
    flow.add_colophon(colophon)?;
    Ok(flow)
}

fn scaled(size: Size, scale: f64) -> Size {
    Size::new(
        Um::from_mm(size.w.mm() * scale),
        Um::from_mm(size.h.mm() * scale),
    )
}

#[cfg(test)]
mod tests {
    use super::page::Page;
    use super::*;
    use crate::face::TextLine;
    use crate::kit::{Files, Ink, Side};
    use crate::press::drawn::catalogue;
    use crate::press::order::{Scheme, Wanted};
    use crate::press::print;

    /// All words in the guide for a print of a kit, with `more` sheets.
    fn words(kit: &Kit, order: &Order, more: impl Fn(&mut Vec<Sheet>)) -> String {
        lines(kit, order, more, |page| &page.texts)
    }

    /// The same for the lines of one kind on each page.
    fn lines(
        kit: &Kit,
        order: &Order,
        more: impl Fn(&mut Vec<Sheet>),
        of: impl Fn(&Page) -> &Vec<TextLine<'static>>,
    ) -> String {
        let (templates, mut reader) = (Templates::new(kit, order.ink), Reader::new());
        let drawn = DrawnPieces::draw(kit, &templates, 1, &mut reader).unwrap();
        let catalogue = catalogue(kit, &drawn);
        let mut sheets = print(kit, order).unwrap().sheets.sheets;
        more(&mut sheets);
        let sources = Sources {
            kit,
            templates: &templates,
            order,
            drawn: &drawn,
            catalogue: &catalogue,
            sheets: &sheets,
        };
        let flow = filled(&sources, order.paper, Manner::default(), &mut reader).unwrap();
        let lines: Vec<_> = flow
            .pages
            .iter()
            .flat_map(of)
            .map(|line| &*line.text)
            .collect();
        lines.join(" ")
    }

    fn check(words: &str, has: &[&str], has_not: &[&str]) {
        has.iter()
            .for_each(|part| assert!(words.contains(part), "{part} is not in: {words}"));
        has_not
            .iter()
            .for_each(|part| assert!(!words.contains(part), "{part} is in: {words}"));
    }

    #[test]
    fn a_guide_speaks_of_what_is_printed_and_of_nothing_else() {
        let kit = Kit::find("dungeon-in-a-tin").unwrap();
        let plain = Order::new(Size::A4, "a4", Ink::Mono);
        let stickers = [
            "37 × Die stickers",
            "7 blank six-sided dice",
            "Stick the dice",
            "the die stickers off the sheet",
        ];
        let made = [
            "7 × Dice",
            "Fold the dice",
            "1 × Box: Fight cards",
            "Glue the box",
        ];
        check(&words(&kit, &plain, |_| ()), &stickers, &made);
        let wanted = Wanted {
            deck: "fight_cards".into(),
            thickness: Um(300),
        };
        let order = Order {
            paper_dice: true,
            tuckbox: Some(wanted),
            ..plain
        };
        check(&words(&kit, &order, |_| ()), &made, &stickers);
        check(&words(&kit, &order, |_| ()), &[], &["Fold the tray"]);
    }

    #[test]
    fn how_to_print_is_on_the_first_page() {
        for id in ["miniskull-caverns", "piecepack"] {
            let kit = Kit::find(id).unwrap();
            let order = Order::new(Size::A4, "a4", Ink::Mono);
            let guide = print(&kit, &order).unwrap().guide.unwrap();
            let placed = guide.sheets[0].placed.iter();
            let faces = placed.map(|placed| guide.faces.get(placed.face).unwrap());
            let words: Vec<String> = faces
                .flat_map(|face| face.items.texts().map(|line| line.text.into_owned()))
                .collect();
            check(&words.join(" "), &["100 mm line", "heavy card"], &[]);
        }
    }

    #[test]
    fn a_short_guide_is_one_page() {
        let starters = ["blank-tiles", "blank-hexes", "blank-cards", "pig"];
        let starters = starters.map(|id| Kit::open(Files::starter(id).unwrap()).unwrap());
        let kits = starters.into_iter().chain(Kit::find("dungeon-crawl"));
        for kit in kits {
            let order = Order::new(Size::A4, "a4", Ink::Mono);
            let guide = print(&kit, &order).unwrap().guide.unwrap();
            assert_eq!(guide.sheets.len(), 1, "{}", kit.title);
        }
    }

    #[test]
    fn a_guide_to_one_edition_leaves_the_other_out() {
        let kit = Kit::find("deep-dark-dungeon").unwrap();
        let order = Order::new(Size::A4, "a4", Ink::Mono);
        let both = [
            "Two editions",
            "leave out the Key that says so",
            "Escape from the Deep, Dark Dungeon (original)",
        ];
        check(&words(&kit, &order, |_| ()), &both, &[]);
        let old = kit.of_edition("original").unwrap();
        check(&words(&old, &order, |_| ()), &both[2..], &both[..2]);
        let new = kit.of_edition("v1_0").unwrap();
        check(
            &words(&new, &order, |_| ()),
            &both[1..2],
            &["Two editions", "(original)"],
        );
    }

    #[test]
    fn steps_with_titles_have_no_numbers() {
        let kit = Kit::find("deep-dark-dungeon").unwrap();
        let order = Order::new(Size::A4, "a4", Ink::Mono);
        check(&words(&kit, &order, |_| ()), &["Cutting hexagons"], &[]);
        let coins = lines(&kit, &order, |_| (), |page| &page.letters);
        let numbers: Vec<&str> = coins
            .split(' ')
            .filter(|coin| coin.parse::<usize>().is_ok())
            .collect();
        assert_eq!(numbers, ["1", "2", "3"], "only those of how to print");
    }

    #[test]
    fn pictures_fill_pages_that_end_early() {
        let mut kit = Kit::find("miniskull-caverns").unwrap();
        let order = Order::new(Size::A4, "a4", Ink::Mono);
        let guide = print(&kit, &order).unwrap().guide.unwrap();
        let is_strip = |size: Size| size.w > Um(150_000) && size.h < Um(100_000);
        let has_strip = |sheet: &Sheet| sheet.placed.iter().any(|placed| is_strip(placed.size));
        let pages: Vec<bool> = guide.sheets.iter().map(has_strip).collect();
        assert_eq!(pages, [false, true, false]);

        // Without a face for the cover, the game on its table.
        kit.lesson.cover_face = None;
        let guide = print(&kit, &order).unwrap().guide.unwrap();
        let said = |sheet: &Sheet| {
            let faces = sheet.placed.iter().map(|placed| placed.face);
            let faces = faces.filter_map(|face| guide.faces.get(face).ok());
            let mut texts =
                faces.flat_map(|face| face.items.texts().map(|line| line.text.into_owned()));
            texts.any(|text| text.contains("A game under way"))
        };
        let pages: Vec<bool> = guide.sheets.iter().map(said).collect();
        assert_eq!(pages, [false, true, false]);
    }

    #[test]
    fn a_guide_says_which_pages_have_two_sides() {
        let kit = Kit::find("dungeon-crawl").unwrap();
        let order = Order::new(Size::A4, "a4", Ink::Mono);
        check(
            &words(&kit, &order, |_| ()),
            &["Print on one side of the paper.", "Page 1 one side"],
            &["both sides"],
        );
        let blank = |sheets: &mut Vec<Sheet>| {
            let back = Sheet {
                side: Side::Back,
                front: Some(sheets.len() - 1),
                size: Size::A4,
                ..Sheet::default()
            };
            sheets.push(back);
        };
        check(
            &words(&kit, &order, blank),
            &[
                "Blank pages are the backs",
                "Pages 1 and 2 one side, back blank",
            ],
            &[],
        );

        let kit = Kit::find("miniskull-caverns").unwrap();
        let both = [
            "Print pages 1 and 2 on both sides of the paper, page 3 on one side.",
            "both sides",
            "heavy card",
        ];
        check(
            &words(&kit, &order, |_| ()),
            &both,
            &["Fronts and backs are separate labels"],
        );
        let of = |scheme| {
            let mut order = Order::new(Size::A4, "a4", Ink::Mono);
            order.layout.scheme = scheme;
            words(&kit, &order, |_| ())
        };
        check(
            &of(Scheme::Label),
            &["Fronts and backs are separate labels"],
            &both[..1],
        );
        check(
            &of(Scheme::Gutterfold),
            &["one side, folded", "print outwards"],
            &both[..1],
        );
    }
}
