//! The table as pieces, for pictures: the dungeon, the Explorers beside it, and the piles below it.

use super::labels::Label;
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::TileKind;
use crate::games::deep_dark_dungeon::data::hex::Hex;
use crate::games::deep_dark_dungeon::rules::position::{Position, Step};
use crate::games::shared::noun::{Flag, Number, Player};
use crate::games::shared::tabletop::{Area, Tabletop, code, rows, size};
use crate::kit::{Kit, Row};
use crate::referee::scene::{Align, Piece, Placement, Scene, What, Zone};
use crate::referee::{Seat, Tone};

pub(super) const TILES: &str = "tiles";
pub(super) const CARDS: &str = "encounters";
const EXPLORERS: &str = "explorers";
pub(super) const TOKENS: &str = "tokens";
const MARKERS: &str = "markers";

/// The gap between things that belong together, in mm.
const GAP: f64 = 4.0;
/// The gap between the dungeon and what is beside it, in mm.
const AISLE: f64 = 14.0;
/// The sizes of names and of smaller text, in mm.
const NAME: f64 = 9.0;
const SMALL: f64 = 5.5;
/// The number of cards next to each other beside an Explorer; more overlap.
const ABREAST: usize = 2;
/// The number of piles that always fit in a row.
const ROW: usize = 4;
/// The positions of tokens on a tile, around the numeral, in half widths from its middle.
const STANDS: [(f64, f64); 4] = [(-0.46, 0.5), (0.46, 0.5), (-0.46, -0.5), (0.46, -0.5)];

/// What a picture needs from the printed pieces. Lengths are in mm.
#[derive(Clone, Debug)]
pub struct Pieces {
    pub(super) tile: (f64, f64),
    card: (f64, f64),
    /// Pawns by colour, if the kit prints any.
    pub(super) tokens: Vec<(String, String)>,
    /// The Exit marker, if the kit prints one.
    marker: Option<String>,
    /// Decks with a printed back.
    backed: Vec<&'static str>,
}

impl Pieces {
    pub fn new(kit: &Kit) -> Pieces {
        let size = |deck| size(kit, deck).unwrap_or((40.0, 46.0));
        let token = |row: &Row| {
            Some((
                row.text("colour")?.to_owned(),
                row.codes().next()?.to_owned(),
            ))
        };
        Pieces {
            tile: size(TILES),
            card: size(CARDS),
            tokens: rows(kit, TOKENS).iter().filter_map(token).collect(),
            backed: [TILES, CARDS, EXPLORERS]
                .into_iter()
                .filter(|deck| kit.deck(deck).is_some_and(|deck| deck.back.is_some()))
                .collect(),
            marker: code(kit, MARKERS, &[]),
        }
    }
}

/// A scene under construction.
struct SceneBuilder<'a> {
    game: &'a Deep,
    p: &'a Position,
    table: Tabletop,
}

impl Deep {
    pub(crate) fn picture(&self, p: &Position) -> Scene {
        let mut laying = SceneBuilder {
            game: self,
            p,
            table: Tabletop::new(NAME, SMALL),
        };
        let map = laying.map();
        let right = map.right.max(laying.piles(map));
        laying.explorers(right + AISLE, map.top);
        laying.table.scene
    }
}

impl SceneBuilder<'_> {
    /// The middle of a space; the Start is at the origin.
    fn middle(&self, at: Hex) -> (f64, f64) {
        middle(at, self.game.pieces.tile)
    }

    /// Adds the tiles and what is on them. Returns the covered area.
    fn map(&mut self) -> Area {
        let (w, h) = self.game.pieces.tile;
        let mut area = Area::around((0.0, 0.0), (2.0 * w, 2.0 * h));
        for space in &self.p.spaces {
            let (x, y) = self.middle(space.at);
            self.piece(TILES, &self.game.data.tile(space.tile).code, (x, y));
            area = area.and(Area::around((x, y), (w, h)));
        }
        for at in 0..self.p.spaces.len() as u8 {
            let (x, y) = self.middle(self.p.space(at).at);
            // R65: a card made this tile the Exit.
            if Some(at) == self.p.exit
                && self.game.data.tile(self.p.space(at).tile).kind == TileKind::Encounter
                && let Some(marker) = self.game.pieces.marker.clone()
            {
                self.piece(MARKERS, &marker, (x, y));
            }
            for seat in self.p.on(at).collect::<Vec<usize>>() {
                let (across, down) = STANDS[seat % STANDS.len()];
                self.token(seat, (x + across * w / 2.0, y + down * w / 2.0));
            }
        }
        area
    }

    fn token(&mut self, seat: usize, spot: (f64, f64)) {
        let colour = &self.game.data.explorers[seat].colour;
        let token = self
            .game
            .pieces
            .tokens
            .iter()
            .find(|(of, _)| of == colour)
            .map(|(_, code)| code.clone());
        match token {
            Some(code) => self.piece(TOKENS, &code, spot),
            None => self.table.scene.label(
                &self.game.players[seat],
                SMALL,
                Align::Middle,
                Tone::Strong,
                spot,
            ),
        }
    }

    fn card(&self, card: u8) -> What {
        What::Piece(Piece::new(CARDS, &self.game.data.card(card).code))
    }

    /// Adds each Explorer's card, with a quarter turn in a Web and the Treasures to its right.
    fn explorers(&mut self, left: f64, mut top: f64) {
        let (w, h) = self.game.pieces.card;
        for seat in 0..self.game.players.len() {
            self.table.scene.zone = Zone::Seat(seat as Seat);
            let explorer = &self.p.explorers[seat];
            let card = &self.game.data.explorers[seat];
            let acts =
                seat == self.p.actor() && self.p.step != Step::Over && self.game.players.len() > 1;
            let caption = Label::Caption {
                player: Player(seat as u8),
                out: Flag(explorer.at.is_none()),
                webbed: Flag(explorer.webbed),
                acts: Flag(acts),
            };
            let caption = self.game.labelled(self.p, caption);
            self.table.name(&caption, Tone::Strong, (left, top + NAME));
            top += NAME + GAP;
            let turned = explorer.hurt && self.game.pieces.backed.contains(&EXPLORERS);
            let side = if turned { What::Turned } else { What::Piece };
            let piece = Piece::new(EXPLORERS, &card.code);
            let half = if explorer.webbed { h / 2.0 } else { w / 2.0 };
            self.table.scene.put(
                side(piece),
                Placement::At(left + half, top + h / 2.0),
                u8::from(explorer.webbed),
            );
            let carried: Vec<What> = explorer
                .carried
                .iter()
                .map(|card| self.card(card))
                .collect();
            let pitch = (w + GAP) * (ABREAST as f64 / carried.len().max(ABREAST) as f64);
            self.table.row(
                carried,
                (left + h + GAP + w / 2.0, top + h / 2.0),
                (pitch, 0.0),
            );
            top += h + 2.0 * GAP;
        }
    }

    /// Adds the bag, the deck, the discard pile and what is being settled, in rows as wide as the dungeon unless that is too
    /// narrow. Returns their right edge.
    fn piles(&mut self, map: Area) -> f64 {
        self.table.scene.zone = Zone::Piles;
        let (game, p) = (self.game, self.p);
        let (w, h) = game.pieces.card;
        let tile = |tile: u8| What::Piece(Piece::new(TILES, &game.data.tile(tile).code));
        let discarded = p.discard.last().map_or(
            What::Pile {
                deck: CARDS,
                count: 0,
            },
            |top| self.card(top),
        );
        let mut piles = vec![
            (
                What::Pile {
                    deck: TILES,
                    count: p.stock.len(),
                },
                Label::Bag {
                    count: Number::of(p.stock.len()),
                },
            ),
            (
                What::Pile {
                    deck: CARDS,
                    count: p.deck.len(),
                },
                Label::Deck {
                    count: Number::of(p.deck.len()),
                },
            ),
            (
                discarded,
                Label::Discarded {
                    count: Number::of(p.discard.len()),
                },
            ),
        ];
        piles.extend(p.resolving().map(|due| (self.card(due), Label::Resolving)));
        piles.extend(p.in_hand().map(|drawn| (tile(drawn), Label::Drawn)));
        piles.extend(p.aside.iter().map(|aside| (tile(aside), Label::SetAside)));
        let pitch = w + 2.0 * GAP;
        let abreast = (((map.width() + 2.0 * GAP) / pitch) as usize).max(ROW);
        let widest = piles.len().min(abreast);
        for (nth, (what, label)) in piles.into_iter().enumerate() {
            let x = map.left + w / 2.0 + (nth % abreast) as f64 * pitch;
            let top = map.bottom + AISLE + (nth / abreast) as f64 * (h + SMALL + 4.0 * GAP);
            self.table.noted(
                what,
                (x, top + h / 2.0),
                &game.labelled(p, label),
                top + h + SMALL + 2.0,
            );
        }
        map.left + widest as f64 * pitch - 2.0 * GAP
    }

    fn piece(&mut self, deck: &'static str, code: &str, (x, y): (f64, f64)) {
        self.table
            .scene
            .at(What::Piece(Piece::new(deck, code)), x, y);
    }
}

/// The middle of a space, for tiles of this size; the Start is at the origin.
pub(super) fn middle(at: Hex, (w, h): (f64, f64)) -> (f64, f64) {
    (f64::from(at.across()) * w / 2.0, f64::from(at.r) * h * 0.75)
}
