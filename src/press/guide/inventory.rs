//! The contents of a print: which pieces are on which pages, and what the guide says about them.

use std::collections::BTreeSet;
use std::fmt::Display;

use super::Sources;
use crate::kit::{Deck, Kit, Make, Side, Size, Um};
use crate::press::layout::made::{tray, tuckbox};
use crate::press::order::{Order, Scheme, Stickers, Wanted};
use crate::press::sheet::{Flip, Placed, Sheet};

/// Everything that a guide mentions.
pub(super) struct Inventory<'k> {
    /// In the order of the pages that they are on first; on one page the decks in the kit's order, then a box and a tray.
    pub products: Vec<Product<'k>>,
    pub leaves: Vec<Leaf>,
    /// The index of each product's deck; a box and a tray come after all decks of the kit.
    kinds: Vec<usize>,
    /// What texts of the guide can be [about](crate::kit::guide::About) in this print.
    pub printed: BTreeSet<&'k str>,
}

/// Something made from the sheets.
pub(super) struct Product<'k> {
    /// `None` for a box or a tray.
    pub deck: Option<&'k Deck>,
    /// "24 × Tiles".
    pub title: String,
    /// The size, and what to print it on.
    pub detail: String,
}

/// A sheet of paper to be printed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// Its first and last page, as indices into the job's sheets; the last is its own or that of its back.
    pub pages: [usize; 2],
    pub kind: LeafKind,
    /// The products printed on it.
    pub products: BTreeSet<usize>,
}

/// How a leaf is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeafKind {
    BothSides,
    OneSide,
    /// On one side, to be folded in the middle.
    Folded,
}

impl Leaf {
    /// Whether both are printed in the same way and contain the same products.
    pub fn is_like(&self, other: &Leaf) -> bool {
        (self.kind, &self.products) == (other.kind, &other.products)
    }
}

impl<'k> Inventory<'k> {
    pub fn of(sources: &Sources<'_, 'k>) -> Inventory<'k> {
        let Sources {
            kit, order, sheets, ..
        } = *sources;
        let mut samples: Vec<Option<&Placed>> = vec![None; kit.decks.len() + 2];
        let mut leaves: Vec<Leaf> = Vec::new();
        for (page, sheet) in sheets.iter().enumerate() {
            let of_last = sheet.front.is_some();
            if let Some(leaf) = leaves.last_mut().filter(|_| of_last) {
                leaf.pages[1] = page;
                if !sheet.is_empty() {
                    leaf.kind = LeafKind::BothSides;
                }
                continue;
            }
            let mut products = BTreeSet::new();
            for placed in &sheet.placed {
                let Some(kind) = sources.kind(&placed.code) else {
                    continue;
                };
                products.insert(kind);
                samples[kind].get_or_insert(placed);
            }
            let kind = if sources.is_gutterfold(sheet) {
                LeafKind::Folded
            } else {
                LeafKind::OneSide
            };
            leaves.push(Leaf {
                pages: [page, page],
                kind,
                products,
            });
        }
        let first_leaf = |kind: &usize| leaves.iter().position(|leaf| leaf.products.contains(kind));
        let mut kinds: Vec<usize> = (0..samples.len())
            .filter(|kind| samples[*kind].is_some())
            .collect();
        kinds.sort_by_key(first_leaf);
        for leaf in &mut leaves {
            leaf.products = leaf
                .products
                .iter()
                .filter_map(|kind| kinds.iter().position(|other| other == kind))
                .collect();
        }
        let products = kinds
            .iter()
            .map(|kind| match (kit.decks.get(*kind), samples[*kind]) {
                (Some(deck), Some(sample)) => sources.deck(deck, sample),
                _ => sources.made(*kind - kit.decks.len()),
            });
        let products: Vec<Product<'k>> = products.collect();
        let printed = printed(kit, order, &products, &leaves);
        Inventory {
            products,
            leaves,
            kinds,
            printed,
        }
    }

    /// The index of the product that a piece is or belongs to.
    pub fn product(&self, sources: &Sources<'_, '_>, code: &str) -> Option<usize> {
        let kind = sources.kind(code)?;
        self.kinds.iter().position(|other| *other == kind)
    }
}

fn printed<'k>(
    kit: &'k Kit,
    order: &Order,
    products: &[Product<'k>],
    leaves: &[Leaf],
) -> BTreeSet<&'k str> {
    let decks = || products.iter().filter_map(|product| product.deck);
    let dice = decks().any(|deck| deck.make == Make::Stickers);
    let has = |kind: LeafKind| leaves.iter().any(|leaf| leaf.kind == kind);
    let made = products.iter().any(|product| product.deck.is_none());
    let back_label = |deck: &Deck| {
        let labels = deck.make == Make::Labels && order.layout.scheme == Scheme::Auto
            || deck.make != Make::Fold && order.layout.scheme == Scheme::Label;
        labels && deck.back.is_some()
    };
    let editions = kit
        .edition
        .as_deref()
        .map_or_else(|| kit.editions(), |only| vec![only]);
    let stickers = dice && !order.paper_dice;
    let as_in_the_kit = order.stickers == Stickers::ByKit;
    let turned = |flip| has(LeafKind::BothSides) && order.layout.flip == flip;
    let facts = [
        ("stickers", stickers),
        ("kit-dice", stickers && as_in_the_kit),
        ("own-dice", stickers && !as_in_the_kit),
        ("paper-dice", dice && order.paper_dice),
        ("box", made && order.tuckbox.is_some()),
        ("tray", made && order.tray.is_some()),
        ("both-sides", has(LeafKind::BothSides)),
        ("long-edge", turned(Flip::Long)),
        ("short-edge", turned(Flip::Short)),
        (
            "back-labels",
            order.layout.prints.has_backs() && decks().any(back_label),
        ),
        ("gutterfold", has(LeafKind::Folded)),
        ("editions", editions.len() > 1),
    ];
    facts
        .into_iter()
        .filter(|(_, is_so)| *is_so)
        .map(|(name, _)| name)
        .chain(editions)
        .collect()
}

impl<'k> Sources<'_, 'k> {
    /// The index of a piece's deck; a box and a tray come after all decks.
    fn kind(&self, code: &str) -> Option<usize> {
        let is = |wanted: &Option<Wanted>, made: fn(&str) -> String| {
            wanted
                .as_ref()
                .is_some_and(|wanted| made(&wanted.deck) == code)
        };
        let made = || {
            [
                is(&self.order.tuckbox, tuckbox::code),
                is(&self.order.tray, tray::code),
            ]
        };
        let of_deck = self.catalogue.deck(code);
        of_deck.or_else(|| Some(self.kit.decks.len() + made().into_iter().position(|is_it| is_it)?))
    }

    /// Whether fronts and backs are side by side, not counting pieces that are always folded.
    fn is_gutterfold(&self, sheet: &Sheet) -> bool {
        let folded = |code: &str| {
            self.catalogue
                .deck(code)
                .is_none_or(|deck| self.kit.decks[deck].make == Make::Fold)
        };
        sheet.side == Side::Front
            && sheet
                .placed
                .iter()
                .any(|placed| placed.behind.is_some() && !folded(&placed.code))
    }

    /// The product made from a deck.
    fn deck(&self, deck: &'k Deck, sample: &Placed) -> Product<'k> {
        let pieces = || {
            self.drawn
                .pieces
                .iter()
                .filter(|drawn_piece| drawn_piece.copy == 0 && std::ptr::eq(drawn_piece.deck, deck))
        };
        let turned = sample.turns % 2 == 1;
        let size = if turned {
            Size::new(sample.size.h, sample.size.w)
        } else {
            sample.size
        };
        if deck.make == Make::Stickers && self.order.paper_dice {
            let dice = pieces()
                .map(|drawn_piece| drawn_piece.die)
                .collect::<BTreeSet<_>>()
                .len();
            let noun = self
                .kit
                .files
                .say(if dice == 1 { "Die" } else { "Dice" }, &[]);
            let detail = self.kit.files.say(
                "of {edge} mm, on thin card, to be folded",
                &[("edge", &self.kit.files.decimal(mm(size.w)))],
            );
            return Product {
                deck: Some(deck),
                title: format!("{dice} × {noun}"),
                detail,
            };
        }
        let [width, height] = [size.w, size.h].map(|length| self.kit.files.decimal(mm(length)));
        let size = format!("{width} × {height} mm");
        let stock = self.stock(deck);
        let detail = if stock.is_empty() {
            size
        } else {
            let with: [(&str, &dyn Display); 2] = [("size", &size), ("stock", &stock)];
            self.kit.files.say("{size}, on {stock}", &with)
        };
        Product {
            deck: Some(deck),
            title: format!("{} × {}", pieces().count(), deck.title),
            detail,
        }
    }

    /// What a deck is stuck to or printed on. Labels may be for other dice than the kit's.
    fn stock(&self, deck: &Deck) -> String {
        let files = &self.kit.files;
        let own_dice =
            |text: &str, edge: Um| files.say(text, &[("edge", &files.decimal(mm(edge)))]);
        match self.order.stickers {
            Stickers::ForDie(edge) if deck.make == Make::Stickers => {
                own_dice("dice of {edge} mm", edge)
            }
            Stickers::Edge(edge) if deck.make == Make::Stickers => {
                own_dice("dice with room for labels of {edge} mm", edge)
            }
            _ => deck.stock.clone(),
        }
    }

    /// A box or a tray.
    fn made(&self, which: usize) -> Product<'k> {
        let (noun, wanted) = [("Box", &self.order.tuckbox), ("Tray", &self.order.tray)][which];
        let deck = wanted
            .as_ref()
            .and_then(|wanted| self.kit.deck(&wanted.deck));
        let noun = self.kit.files.say(noun, &[]);
        let title = deck.map_or(noun.clone(), |deck| format!("{noun}: {}", deck.title));
        let detail = self.kit.files.say("on thin card, 200 to 300 g/m²", &[]);
        Product {
            deck: None,
            title: format!("1 × {title}"),
            detail,
        }
    }
}

/// Rounds a length to two decimals.
fn mm(length: Um) -> Um {
    Um((length.0 + 5) / 10 * 10)
}
