//! Which pieces are printed together, and how: the sections of a build.

use super::impose::{Prints, Section, Way, half};
use super::labels::label_spreads;
use super::made::dice::paper_dice;
use super::marks::Marks;
use super::net::Net;
use super::print::{Order, Stickers};
use super::proofs::Proofs;
use super::spread::{Packed, Spread, TooLarge, area, fewest};
use super::{Flip, Line};
use crate::kit::{Deck, Kit, Make, Shape, Size, Um};

/// How sheets are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    pub scheme: Scheme,
    pub flip: Flip,
    pub prints: Prints,
    pub marks: Marks,
}

/// How fronts and backs of pieces come together. Pieces that are folded, and stickers, are printed in their own way always.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// As each deck is made.
    #[default]
    Auto,
    /// Everything on one side of label paper; backs are labels of their own.
    Label,
    /// Whatever has a back on both sides of the paper.
    Duplex,
    /// Whatever has a back on one side of the paper, to be folded in the middle and glued.
    Gutterfold,
}

/// The title of label sheets.
pub(super) const LABELS: &str = "Label sheet";

/// The pieces of a build, sorted by how they are made.
#[derive(Default)]
struct Sorted {
    /// For each copy of the kit.
    labels: Vec<Vec<Net>>,
    double: Vec<Net>,
    single: Vec<Net>,
    folded: Vec<Net>,
    /// For each of these, the decks they are of.
    decks: [Vec<usize>; 4],
}

/// The sections of a build: labels, cards, cards without backs, pieces to fold, and what is made from paper.
pub(super) fn sections(
    kit: &Kit,
    proofs: &Proofs<'_>,
    order: &Order,
    tuckbox: Option<Net>,
    known: &mut Packed,
) -> Result<Vec<Section>, TooLarge> {
    let (layout, paper) = (order.layout, order.paper);
    let area = area(paper, order.registration);
    let Sorted { labels, double, single, folded, decks } = sort(kit, proofs, order);
    let names = |decks: &[usize]| decks.iter().map(|deck| kit.decks[*deck].title.as_str()).collect::<Vec<_>>().join(", ");
    let mut sections = Vec::new();
    let mut add = |title: &str, decks: &[usize], way, plain_cuts, spreads: Vec<_>| {
        if !spreads.is_empty() {
            sections.push(Section { title: title.into(), decks: names(decks), spreads, way, plain_cuts });
        }
    };
    add(LABELS, &decks[0], Way::Single, true, label_spreads(labels, area, known)?);
    match layout.scheme {
        Scheme::Gutterfold => {
            let (line, spreads) = gutterfold(double, area, paper, known)?;
            add("Gutterfold sheet", &decks[1], Way::Gutterfold(line), false, spreads);
        }
        _ => add("Card sheet", &decks[1], Way::Duplex(layout.flip), false, fewest(double, area, known)?),
    }
    add("One-sided card sheet", &decks[2], Way::Single, false, fewest(single, area, known)?);
    add("Fold-over sheet", &decks[3], Way::Single, true, label_spreads(vec![folded], area, known)?);
    if order.paper_dice && layout.prints != Prints::Backs {
        let edge = match order.stickers {
            Stickers::ByKit => None,
            Stickers::Edge(edge) | Stickers::ForDie(edge) => Some(edge),
        };
        add("Paper dice", &[], Way::Single, true, label_spreads(vec![paper_dice(kit, proofs, edge)], area, known)?);
    }
    if let Some(tuckbox) = tuckbox.filter(|_| layout.prints != Prints::Backs) {
        add("Box", &[], Way::Single, true, label_spreads(vec![vec![tuckbox]], area, known)?);
    }
    Ok(sections)
}

/// The fold that needs fewer sheets; of equals the shorter one.
fn gutterfold(nets: Vec<Net>, area: Size, paper: Size, known: &mut Packed) -> Result<(Line, Vec<Spread>), TooLarge> {
    let bleed = nets.iter().flat_map(|net| &net.faces).map(|face| face.bleed.most()).max().unwrap_or_default();
    let lay = |line| fewest(nets.clone(), half(area, line, bleed), known).map(|spreads| (line, spreads));
    let lines = if paper.w <= paper.h { [Line::Level, Line::Upright] } else { [Line::Upright, Line::Level] };
    match lines.map(lay) {
        [Ok(one), Ok(two)] => Ok(if two.1.len() < one.1.len() { two } else { one }),
        [Ok(only), Err(_)] | [Err(_), Ok(only)] => Ok(only),
        [Err(error), Err(_)] => Err(error),
    }
}

fn sort(kit: &Kit, proofs: &Proofs<'_>, order: &Order) -> Sorted {
    let layout = order.layout;
    let mut sorted = Sorted { labels: vec![Vec::new(); order.copies], ..Sorted::default() };
    let (fronts, backs) = (layout.prints != Prints::Backs, layout.prints != Prints::Fronts);
    for proof in proofs.pieces.iter().filter(|proof| !order.paper_dice || proof.deck.make != Make::Stickers) {
        let deck = proof.deck;
        let kind = kit.decks.iter().position(|other| std::ptr::eq(other, deck)).unwrap_or_default();
        let size = printed_size(deck, order);
        let piece = |kind, face, back| Net { group: proof.die, ..Net::piece(deck, kind, size, face, back, &proof.code) };
        let pile = match (way(deck, layout.scheme), proof.back) {
            (Pile::Folded, Some(back)) => {
                if fronts {
                    sorted.folded.push(Net::folded(deck, kind, proof.face, back, &proof.code));
                }
                3
            }
            (Pile::Cards, Some(back)) => {
                sorted.double.push(piece(0, proof.face, Some(back)));
                1
            }
            (Pile::Cards, None) => {
                if fronts {
                    sorted.single.push(piece(0, proof.face, None));
                }
                2
            }
            (Pile::Labels | Pile::Folded, back) => {
                let labels = &mut sorted.labels[proof.copy];
                labels.extend(fronts.then(|| piece(kind, proof.face, None)));
                labels.extend(back.filter(|_| backs).map(|back| piece(kind, back, None)));
                0
            }
        };
        if !sorted.decks[pile].contains(&kind) {
            sorted.decks[pile].push(kind);
        }
    }
    sorted
}

enum Pile {
    Labels,
    Cards,
    Folded,
}

fn way(deck: &Deck, scheme: Scheme) -> Pile {
    match (deck.make, scheme) {
        (Make::Fold, _) => Pile::Folded,
        (Make::Stickers, _) => Pile::Labels,
        (_, Scheme::Label) | (Make::Labels, Scheme::Auto) => Pile::Labels,
        (Make::Labels, _) if deck.back.is_none() => Pile::Labels,
        _ => Pile::Cards,
    }
}

/// The trimmed size a deck is printed at.
pub(super) fn printed_size(deck: &Deck, order: &Order) -> Size {
    let square = |edge: Um| Size::new(edge, edge);
    // From corner to corner, given from edge to edge.
    let long = |flat: Um| Um::from_mm(flat.mm() / 0.75_f64.sqrt());
    match (deck.make, order.stickers, &deck.shape, order.hex) {
        (Make::Stickers, Stickers::Edge(edge), _, _) => square(edge),
        (Make::Stickers, Stickers::ForDie(die), _, _) => square(die - deck.recess),
        (_, _, Shape::FlatHex, Some(flat)) => Size::new(long(flat), flat),
        (_, _, Shape::PointyHex, Some(flat)) => Size::new(flat, long(flat)),
        _ => deck.size,
    }
}
