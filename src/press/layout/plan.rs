//! Decides which pieces are printed together, and how: the sections of a build.

use crate::press::order::{On, Order, Scheme, Stickers, Wanted};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::arrange::{Arrangement, Packed, TooLarge, area, fewest, least};
use super::captions::Words;
use super::impose::{Section, SheetKind, beside_fold, half};
use super::labels::label_sheets;
use super::made::dice::paper_dice;
use super::made::{tray, tuckbox};
use super::net::Net;
use super::spread::{Spread, spread};
use super::stocked::stocked;
use crate::face::typographic;
use crate::kit::{Deck, Kit, Make, Point, Size, Um};
use crate::press::drawn::DrawnPieces;
use crate::press::sheet::stock::Stock;
use crate::press::sheet::{Flip, Orientation};

#[cfg(test)]
mod lower_bound;

/// The title of label sheets.
pub(crate) const LABELS: &str = "Label sheet";

/// The title of two-sided sheets.
const CARDS: &str = "Card sheet";

/// The title of sheets with several kinds of pieces, all printed on one side.
const ONE_SIDED: &str = "One-sided sheet";

/// The title of sheets of boxes and trays.
const BOX: &str = "Box";

/// What boxes and paper dice are printed on.
const CARD: &str = "on thin card, 200 to 300 g/m²";

/// The pieces of a build, sorted by how they are made.
#[derive(Default)]
struct Sorted {
    /// For each copy of the kit.
    labels: Vec<Vec<Net>>,
    double: Vec<Net>,
    single: Vec<Net>,
    folded: Vec<Net>,
}

/// The sections of a build: cards, labels, cards without backs, pieces to fold, and paper products. Two-sided sections come first,
/// as whole sheets of paper.
pub(crate) fn sections(
    kit: &Kit,
    drawn: &DrawnPieces<'_>,
    order: &Order,
    boxes: Vec<Net>,
    known: &Packed,
) -> Result<Vec<Section>, TooLarge> {
    let (layout, paper) = (order.layout, order.paper);
    let area = area(paper, kit.margin, order.registration);
    let sorted = sort(kit, drawn, order);
    if let Some(stock) = &order.stock {
        return on_stock(sorted, stock, layout.flip);
    }
    let spacious = Spacious::of(kit, drawn, order);
    let (mut sections, rest) = two_sided(sorted, &spacious, order, area, known)?;
    let Sorted {
        labels,
        single,
        folded,
        ..
    } = rest;
    let printed = layout.prints.has_fronts();
    let edge = match order.stickers {
        Stickers::ByKit => None,
        Stickers::Edge(edge) | Stickers::ForDie(edge) => Some(edge),
    };
    let dice = if order.paper_dice && printed {
        paper_dice(kit, drawn, edge)
    } else {
        Vec::new()
    };
    let scaled = |nets: Vec<Net>| {
        nets.into_iter()
            .map(|net| net.scaled(|length| order.scaled(length)))
            .collect()
    };
    let (dice, boxes) = (
        scaled(dice),
        scaled(if printed { boxes } else { Vec::new() }),
    );
    let pile = |title, plain_cuts, nets| OneSided {
        title,
        plain_cuts,
        nets,
    };
    let piles = vec![
        pile("One-sided card sheet", false, single),
        pile("Fold-over sheet", true, folded),
        pile("Paper dice", true, dice),
    ];
    let together = with_labels(&labels, &piles);
    if let Some(section) =
        boxed(&labels, &piles, &boxes).and_then(|all| spacious.all_on_one(ONE_SIDED, &all))
    {
        sections.push(section);
        return Ok(sections);
    }
    match together
        .as_ref()
        .and_then(|all| spacious.all_on_one(ONE_SIDED, all))
    {
        Some(section) => sections.push(section),
        None => sections.extend(labels_and_piles(
            labels, piles, together, &spacious, area, known,
        )?),
    }
    // A box is of card, whatever labels are stuck to, and is folded by itself.
    sections.extend(one_sided(
        &spacious,
        vec![pile(BOX, true, boxes)],
        area,
        known,
    )?);
    Ok(sections)
}

/// The two-sided sections, and what remains to be printed on one side.
fn two_sided(
    mut sorted: Sorted,
    spacious: &Spacious,
    order: &Order,
    area: Size,
    known: &Packed,
) -> Result<(Vec<Section>, Sorted), TooLarge> {
    let double = std::mem::take(&mut sorted.double);
    let layout = order.layout;
    let section = |title: &str, kind, arrangements| Section {
        title: title.into(),
        arrangements,
        kind,
        ..Section::default()
    };
    let mut sections = match layout.scheme {
        Scheme::Gutterfold => {
            let (line, pages) = gutterfold(double, area, order.paper, known)?;
            vec![section(
                "Gutterfold sheet",
                SheetKind::Gutterfold(line),
                pages,
            )]
        }
        _ => {
            let kind = SheetKind::Duplex(layout.flip);
            let mut pages = fewest(double.clone(), area, known)?;
            let others = [&sorted.single[..], &sorted.folded].concat();
            let has_cards_only =
                order.copies == 1 && !order.paper_dice && sorted.labels.iter().all(Vec::is_empty);
            let filled = has_cards_only
                .then(|| spacious.filled_up(&pages, double, others, kind))
                .flatten();
            match filled {
                Some((page, filled)) => {
                    pages.remove(page);
                    (sorted.single, sorted.folded) = (Vec::new(), Vec::new());
                    vec![section(CARDS, kind, pages), filled]
                }
                None => vec![section(CARDS, kind, pages)],
            }
        }
    };
    sections.retain(|section| !section.arrangements.is_empty());
    Ok((sections, sorted))
}

/// Labels and piles apart, or all together where that is possible and takes fewer sheets.
fn labels_and_piles(
    labels: Vec<Vec<Net>>,
    piles: Vec<OneSided>,
    all: Option<Vec<Net>>,
    spacious: &Spacious,
    area: Size,
    known: &Packed,
) -> Result<Vec<Section>, TooLarge> {
    let mut apart = Vec::new();
    let arrangements = label_sheets(labels.clone(), area, known)?;
    let alone = arrangements.len();
    if !arrangements.is_empty() {
        let section = Section {
            title: LABELS.into(),
            arrangements,
            plain_cuts: true,
            label_sheets: alone,
            ..Section::default()
        };
        apart.push(spacious.section(section, &labels));
    }
    apart.extend(one_sided(spacious, piles, area, known)?);
    let count: usize = apart.iter().map(|section| section.arrangements.len()).sum();
    if let Some(all) = all.filter(|all| least(all, area) < count) {
        let together = label_sheets(vec![all], area, known)?;
        if together.len() < count {
            apart = vec![Section {
                title: ONE_SIDED.into(),
                arrangements: together,
                plain_cuts: true,
                label_sheets: alone,
                ..Section::default()
            }];
        }
    }
    Ok(apart)
}

/// The labels of a single set together with everything else that is printed on one side, if both are wanted.
fn with_labels(labels: &[Vec<Net>], others: &[OneSided]) -> Option<Vec<Net>> {
    let [labels] = labels else { return None };
    let others = others.iter().flat_map(|pile| pile.nets.clone());
    let all: Vec<Net> = labels.iter().cloned().chain(others).collect();
    (!labels.is_empty() && labels.len() < all.len()).then_some(all)
}

/// All of a single set that is printed on one side, with its boxes, if some of it is on card like them.
fn boxed(labels: &[Vec<Net>], piles: &[OneSided], boxes: &[Net]) -> Option<Vec<Net>> {
    let is_on_card = piles.iter().any(|pile| !pile.nets.is_empty());
    if boxes.is_empty() || labels.len() > 1 || !is_on_card {
        return None;
    }
    let nets = piles.iter().flat_map(|pile| &pile.nets);
    let all = labels.iter().flatten().chain(nets).chain(boxes);
    Some(all.cloned().collect())
}

/// The sections of a build on precut paper: two-sided and one-sided.
fn on_stock(sorted: Sorted, stock: &Stock, flip: Flip) -> Result<Vec<Section>, TooLarge> {
    let Sorted {
        labels,
        double,
        single,
        folded,
    } = sorted;
    let title = if stock.cards { "Card stock" } else { LABELS };
    let mut sections = Vec::new();
    for (kind, nets) in [
        (SheetKind::Duplex(flip), double),
        (
            SheetKind::Single,
            [labels.concat(), single, folded].concat(),
        ),
    ] {
        if !nets.is_empty() {
            let (arrangements, plain_cuts) = stocked(nets, stock)?;
            let corner = Some(Point::default());
            sections.push(Section {
                title: title.into(),
                arrangements,
                corner,
                kind,
                plain_cuts,
                ..Section::default()
            });
        }
    }
    Ok(sections)
}

/// The code of what is made for a deck.
type CodeOf = fn(&str) -> String;

/// Where sheets may be spread out, and what their pieces are called.
struct Spacious {
    paper: Size,
    margin: Um,
    /// The number of each piece's name. Nothing if sheets must not have a heading, or if their pieces shall touch.
    codes: HashMap<Arc<str>, usize>,
    /// What decks, a box and a tray are called, what they are printed on, and how they are made.
    names: Vec<Words>,
}

impl Spacious {
    fn of(kit: &Kit, drawn: &DrawnPieces<'_>, order: &Order) -> Spacious {
        let layout = order.layout;
        let is_so =
            order.registration.is_none() && !layout.touching && layout.marks.lines != On::Neither;
        let decks = drawn.pieces.iter().filter(|_| is_so).filter_map(|piece| {
            let mut decks = kit.decks.iter();
            let deck = decks.position(|deck| std::ptr::eq(deck, piece.deck))?;
            Some((piece.code.clone(), deck))
        });
        let mut codes: HashMap<Arc<str>, usize> = decks.collect();
        let say = |text: &str| kit.files.say(text, &[]);
        let name = |deck: &Deck| match deck.make == Make::Stickers && order.paper_dice {
            true => [say("Dice"), say(CARD), String::new()],
            false => [deck.title.clone(), deck.stock.clone(), deck.steps.clone()],
        };
        let printed = |words: String| typographic(&words, &kit.language).into_owned();
        let mut names: Vec<Words> = kit.decks.iter().map(name).collect();
        let made: [(&str, &Option<Wanted>, CodeOf); 2] = [
            ("Box", &order.tuckbox, tuckbox::code),
            ("Tray", &order.tray, tray::code),
        ];
        for (noun, wanted, code) in made {
            if let Some(wanted) = wanted.as_ref().filter(|_| is_so) {
                let noun = say(noun);
                let title = kit.deck(&wanted.deck).map(|deck| &deck.title);
                let title = title.map_or(noun.clone(), |title| format!("{noun}: {title}"));
                codes.insert(code(&wanted.deck).into(), names.len());
                names.push([title, say(CARD), String::new()]);
            }
        }
        Spacious {
            paper: order.paper,
            margin: kit.margin.unwrap_or_default(),
            codes,
            names: names.into_iter().map(|words| words.map(printed)).collect(),
        }
    }

    /// Spreads the pieces of a section, if each of its sets has a sheet with room to spare.
    fn section(&self, section: Section, sets: &[Vec<Net>]) -> Section {
        let named = |code: &str| {
            let number = *self.codes.get(code)?;
            Some((number, self.names[number].clone()))
        };
        let has_one_sheet_each = section.arrangements.len() == sets.len();
        let spreads = sets
            .iter()
            .filter(|_| has_one_sheet_each)
            .map(|set| spread(set, self.paper, self.margin, named));
        match spreads.collect::<Option<Vec<Spread>>>() {
            Some(mut spreads) if !spreads.is_empty() => Section {
                names: spreads[0].names.split_off(0),
                arrangements: spreads
                    .into_iter()
                    .map(|spread| spread.arrangement)
                    .collect(),
                corner: Some(Point::default()),
                ..section
            },
            _ => section,
        }
    }

    /// The emptiest page of two-sided pieces with everything that is printed on one side, if both have room on it: paper for two cards
    /// has room for pawns as well. Returns which page it was.
    fn filled_up(
        &self,
        pages: &[Arrangement],
        double: Vec<Net>,
        others: Vec<Net>,
        kind: SheetKind,
    ) -> Option<(usize, Section)> {
        let filled = |page: &Arrangement| page.iter().map(|(net, _)| net.area()).sum::<f64>();
        let emptiest = (0..pages.len())
            .min_by(|one, two| filled(&pages[*one]).total_cmp(&filled(&pages[*two])))?;
        let faces = pages[emptiest].iter().flat_map(|(net, _)| &net.faces);
        let codes: HashSet<Arc<str>> = faces.map(|face| face.code.clone()).collect();
        let mut nets = double;
        nets.retain(|net| codes.contains(&net.code));
        if others.is_empty() || nets.len() != codes.len() {
            return None;
        }
        nets.extend(others);
        let section = Section {
            kind,
            ..self.all_on_one(CARDS, &nets)?
        };
        Some((emptiest, section))
    }

    /// One sheet with the labels of a set and everything else that is printed on one side, if they have room there: thin card can be
    /// folded, and stuck to dice and board.
    fn all_on_one(&self, title: &str, all: &[Net]) -> Option<Section> {
        let section = Section {
            title: title.into(),
            // Replaced where there is room.
            arrangements: vec![Arrangement::new()],
            plain_cuts: true,
            ..Section::default()
        };
        let section = self.section(section, &[all.to_vec()]);
        (!section.names.is_empty()).then_some(section)
    }
}

/// A group of pieces that are printed on one side of card.
struct OneSided {
    title: &'static str,
    plain_cuts: bool,
    nets: Vec<Net>,
}

/// Each group on sheets of its own, or all together if that takes fewer sheets.
fn one_sided(
    spacious: &Spacious,
    mut sorts: Vec<OneSided>,
    area: Size,
    known: &Packed,
) -> Result<Vec<Section>, TooLarge> {
    sorts.retain(|sort| !sort.nets.is_empty());
    let section = |title: &str, plain_cuts, arrangements| Section {
        title: title.into(),
        arrangements,
        plain_cuts,
        ..Section::default()
    };
    let mut together = Vec::new();
    let all: Vec<Net> = sorts.iter().flat_map(|sort| sort.nets.clone()).collect();
    if sorts.len() > 1 {
        together = label_sheets(vec![all.clone()], area, known)?;
    }
    if together.len() == 1 {
        let section = section(ONE_SIDED, true, together);
        return Ok(vec![spacious.section(section, &[all])]);
    }
    let mut apart = Vec::new();
    for OneSided {
        title,
        plain_cuts,
        nets,
    } in sorts
    {
        apart.push(if plain_cuts {
            let arrangements = label_sheets(vec![nets.clone()], area, known)?;
            spacious.section(section(title, true, arrangements), &[nets])
        } else {
            section(title, false, fewest(nets, area, known)?)
        });
    }
    let fewer = !together.is_empty()
        && together.len() < apart.iter().map(|section| section.arrangements.len()).sum();
    Ok(if fewer {
        vec![section(ONE_SIDED, true, together)]
    } else {
        apart
    })
}

/// The fold that needs fewer sheets; if equal, the shorter one.
fn gutterfold(
    nets: Vec<Net>,
    area: Size,
    paper: Size,
    known: &Packed,
) -> Result<(Orientation, Vec<Arrangement>), TooLarge> {
    let air = beside_fold(nets.iter());
    let lay = |line| {
        fewest(nets.clone(), half(area, line, air), known).map(|arrangements| (line, arrangements))
    };
    let lines = if paper.w <= paper.h {
        [Orientation::Horizontal, Orientation::Vertical]
    } else {
        [Orientation::Vertical, Orientation::Horizontal]
    };
    let [one, other] = lines;
    let least = |line| least(&nets, half(area, line, air));
    let first = lay(one);
    if first
        .as_ref()
        .is_ok_and(|(_, arrangements)| arrangements.len() <= least(one).min(least(other)))
    {
        return first;
    }
    match [first, lay(other)] {
        [Ok(one), Ok(two)] => Ok(if two.1.len() < one.1.len() { two } else { one }),
        [Ok(only), Err(_)] | [Err(_), Ok(only)] => Ok(only),
        [Err(error), Err(_)] => Err(error),
    }
}

fn sort(kit: &Kit, drawn: &DrawnPieces<'_>, order: &Order) -> Sorted {
    let layout = order.layout;
    let mut sorted = Sorted {
        labels: vec![Vec::new(); order.copies],
        ..Sorted::default()
    };
    let (fronts, backs) = (layout.prints.has_fronts(), layout.prints.has_backs());
    let stacks = stacks(drawn);
    // The nets of a deck differ only in what is printed on them.
    let mut known = HashMap::new();
    for drawn_piece in drawn
        .pieces
        .iter()
        .filter(|drawn_piece| !order.paper_dice || drawn_piece.deck.make != Make::Stickers)
    {
        let deck = drawn_piece.deck;
        let kind = kit
            .decks
            .iter()
            .position(|other| std::ptr::eq(other, deck))
            .unwrap_or_default();
        let size = order.printed_size(deck);
        let (making, code) = (making(deck, order.scheme()), &drawn_piece.code);
        let spaced = |mut net: Net| {
            if layout.touching && net.gutter > Um::ZERO {
                net.gutter = Um::ZERO;
            }
            net.scaled(|length| order.scaled(length))
        };
        let mut piece = |kind, face, back| {
            let alike = known.entry((deck.name.as_str(), kind, false));
            let alike =
                alike.or_insert_with(|| spaced(Net::piece(deck, kind, size, face, back, code)));
            Net {
                group: drawn_piece.die,
                ..alike.showing(code, [(face, back)])
            }
        };
        match (making, drawn_piece.back) {
            (Making::Folded, Some(back)) => {
                if fronts {
                    let alike = known.entry((deck.name.as_str(), kind, true));
                    let alike = alike.or_insert_with(|| {
                        spaced(Net::folded(deck, kind, drawn_piece.face, back, code))
                    });
                    sorted
                        .folded
                        .push(alike.showing(code, [(drawn_piece.face, None), (back, None)]));
                }
            }
            (Making::Cards, Some(back)) => {
                sorted.double.push(piece(
                    stacks.get(&back).copied().unwrap_or(0),
                    drawn_piece.face,
                    Some(back),
                ));
            }
            (Making::Cards, None) => {
                if fronts {
                    sorted.single.push(piece(0, drawn_piece.face, None));
                }
            }
            (Making::Labels | Making::Folded, back) => {
                let labels = &mut sorted.labels[drawn_piece.copy];
                labels.extend(fronts.then(|| piece(kind, drawn_piece.face, None)));
                let of_back = |back| {
                    stacks
                        .get(&back)
                        .map_or(kind, |stack| kit.decks.len() + stack)
                };
                labels.extend(
                    back.filter(|_| backs)
                        .map(|back| piece(of_back(back), back, None)),
                );
            }
        }
    }
    sorted
}

/// A number from 1 for each back that several pieces of a set share. A card with a strip of another colour at its edge would
/// be a marked card, so such pieces share cuts only with each other.
fn stacks(drawn: &DrawnPieces<'_>) -> HashMap<usize, usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for back in drawn
        .pieces
        .iter()
        .filter(|drawn_piece| drawn_piece.copy == 0)
        .filter_map(|drawn_piece| drawn_piece.back)
    {
        *counts.entry(back).or_default() += 1;
    }
    counts.retain(|_, count| *count > 1);
    counts.into_keys().zip(1..).collect()
}

enum Making {
    Labels,
    Cards,
    Folded,
}

fn making(deck: &Deck, scheme: Scheme) -> Making {
    match (deck.make, scheme) {
        (Make::Fold, _) => Making::Folded,
        (Make::Stickers, _) => Making::Labels,
        (_, Scheme::Label) | (Make::Labels, Scheme::Auto) => Making::Labels,
        (Make::Labels, _) if deck.back.is_none() => Making::Labels,
        _ => Making::Cards,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::{Reader, Templates};
    use crate::kit::{Files, Ink};
    use crate::press::layout::pack::GAP;
    use crate::press::order::Layout;
    use crate::press::sheet::bounds::Bounds;

    /// Paper is not wasted: at most 1.15 times the sheets that the area of the pieces requires, or the provable minimum;
    /// `--nocapture` shows the table. And no card is marked: pieces that share a back keep a distance from all others.
    #[test]
    fn shipped_kits_take_few_sheets_in_every_layout_and_no_card_is_marked() {
        let kits = Files::shipped_ids()
            .into_iter()
            .map(|id| Kit::find(id).unwrap());
        let kits = kits.flat_map(|kit| {
            let of = |name: &&str| (kit.of_edition(name).unwrap(), name.to_string());
            let editions: Vec<_> = kit.editions().iter().map(of).collect();
            [vec![(kit, "whole".to_owned())], editions].concat()
        });
        let (mut misses, mut pairs, mut counts) = (Vec::new(), 0, lower_bound::Counts::default());
        for (kit, edition) in kits {
            let drawn = DrawnPieces::draw(
                &kit,
                &Templates::new(&kit, Ink::Mono),
                1,
                &mut Reader::new(),
            )
            .unwrap();
            let known = Packed::default();
            let (a4, letter) = (("a4", 210_000, 297_000), ("letter", 215_900, 279_400));
            for scheme in [
                Scheme::Auto,
                Scheme::Label,
                Scheme::Duplex,
                Scheme::Gutterfold,
            ] {
                let papers = if scheme == Scheme::Auto {
                    vec![a4, letter]
                } else {
                    vec![a4]
                };
                for (name, w, h) in papers {
                    let paper = Size::new(Um(w), Um(h));
                    let order = Order {
                        layout: Layout {
                            scheme,
                            ..Layout::default()
                        },
                        ..Order::new(paper, name, Ink::Mono)
                    };
                    let room = area(paper, kit.margin, None);
                    let sections = sections(&kit, &drawn, &order, Vec::new(), &known).unwrap();
                    let pages = || sections.iter().flat_map(|section| &section.arrangements);
                    pairs += pages()
                        .map(|page| strangers(&kit, &drawn, page))
                        .sum::<usize>();
                    let sheets = pages().count();
                    let least: usize = sections.iter().map(|section| section.fewest(room)).sum();
                    let Sorted {
                        labels,
                        double,
                        single,
                        folded,
                        ..
                    } = sort(&kit, &drawn, &order);
                    let air = beside_fold(double.iter());
                    let halves = [Orientation::Vertical, Orientation::Horizontal]
                        .map(|line| half(room, line, air));
                    let sides = if scheme == Scheme::Gutterfold {
                        &halves[..]
                    } else {
                        &[room]
                    };
                    let ratio = sheets as f64 / least as f64;
                    let mut told = format!(
                        "{} {edition} {scheme:?} {name}: {sheets}, {least} by area ({ratio:.2})",
                        kit.id
                    );
                    // The Encounters, or labels for their backs, keep a distance from the others, which leaves no room for the last
                    // tiles. So do unlike backs on sheets that are folded.
                    let folds = scheme == Scheme::Gutterfold;
                    let kept_off = name == "a4" && edition != "whole" && !folds;
                    let unlike = double.iter().any(|net| net.kind != double[0].kind);
                    let encounters = kit.decks.iter().any(|deck| deck.name == "encounters");
                    let more = usize::from(kept_off && encounters || folds && unlike);
                    // The proof is expensive.
                    if ratio > 1.15 && sheets > least + more {
                        let piles = [
                            (double, sides),
                            (labels.concat(), &[room][..]),
                            ([single, folded].concat(), &[room]),
                        ];
                        let proven = lower_bound::fewest(&piles, sheets, &mut counts);
                        told += &format!(", {proven} at least");
                        misses.extend((sheets > proven + more).then(|| told.clone()));
                    }
                    println!("{told}");
                }
            }
        }
        assert!(misses.is_empty(), "{misses:#?}");
        assert!(pairs > 0, "no page has two backs, so nothing was looked at");
    }

    #[test]
    fn a_page_of_few_two_sided_cards_takes_what_has_one_side_as_well() {
        let kit = Kit::find("deep-dark-dungeon").unwrap();
        let kit = kit.of_edition("v1_0").unwrap();
        let templates = Templates::new(&kit, Ink::Mono);
        let drawn = DrawnPieces::draw(&kit, &templates, 1, &mut Reader::new()).unwrap();
        let order = Order::new(Size::A4, "a4", Ink::Mono);
        let known = Packed::default();
        let sections = sections(&kit, &drawn, &order, Vec::new(), &known).unwrap();
        let [cards, mixed] = &sections[..] else {
            panic!("{} sections", sections.len());
        };
        let counts = [cards, mixed].map(|section| section.arrangements.len());
        assert_eq!((counts, mixed.kind), ([4, 1], cards.kind));
        let names: Vec<&str> = mixed.names.iter().map(|named| &*named.words[0]).collect();
        assert!(
            names.contains(&"Encounter cards") && names.contains(&"Tokens"),
            "{names:?}"
        );
    }

    /// Counts the pairs of faces on a page that have different backs, of which several pieces share one, and checks their
    /// distance.
    fn strangers(kit: &Kit, drawn: &DrawnPieces<'_>, page: &Arrangement) -> usize {
        let faces: Vec<_> = page
            .iter()
            .flat_map(|(net, at)| {
                net.faces
                    .iter()
                    .filter(|face| face.back.is_some())
                    .map(|face| {
                        let at = Point::new(at.x + face.at.x, at.y + face.at.y);
                        (face, Bounds::new(at, face.size))
                    })
            })
            .collect();
        let shared = |back| {
            drawn
                .pieces
                .iter()
                .filter(|drawn_piece| drawn_piece.back == back)
                .count()
                > 1
        };
        let mut pairs = 0;
        for (first, (one, there)) in faces.iter().enumerate() {
            for (other, here) in &faces[first + 1..] {
                if one.back == other.back || !(shared(one.back) || shared(other.back)) {
                    continue;
                }
                let apart = (here.left - there.right).max(there.left - here.right);
                let apart = apart.max((here.top - there.bottom).max(there.top - here.bottom));
                let bleed = one.bleed.most().max(other.bleed.most());
                assert!(
                    apart >= GAP.max(bleed * 2),
                    "{}: {} lies {apart:?} beside {}",
                    kit.id,
                    one.code,
                    other.code
                );
                pairs += 1;
            }
        }
        pairs
    }
}
