//! What a seat sees of a game: everything on the table.
//!
//! There are no secrets (section 7 of the rules' dossier), and bag and deck have no order in a position, so every seat sees
//! the same, and anybody who counts knows what is still to come.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::TileKind;
use crate::games::deep_dark_dungeon::data::hex::Hex;
use crate::games::deep_dark_dungeon::data::set::Set;
use crate::games::deep_dark_dungeon::rules::position::Position;

/// The table as everybody sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'p> {
    pub game: &'p Deep,
    pub position: &'p Position,
}

impl<'p> View<'p> {
    pub(crate) fn new(game: &'p Deep, position: &'p Position) -> View<'p> {
        View { game, position }
    }

    fn cards(&self, cards: Set) -> Value {
        cards
            .iter()
            .map(|card| self.game.data.card(card).code.as_str())
            .collect()
    }

    fn tiles(&self, tiles: Set) -> Value {
        tiles
            .iter()
            .map(|tile| self.game.data.tile(tile).code.as_str())
            .collect()
    }

    fn space(&self, at: u8) -> Value {
        let (space, tile) = (
            self.position.space(at),
            self.game.data.tile(self.position.space(at).tile),
        );
        let kind = if Some(at) == self.position.exit {
            TileKind::Exit
        } else {
            tile.kind
        }
        .name();
        json!({ "tile": tile.code, "height": tile.height, "kind": kind, "q": space.at.q, "r": space.at.r })
    }

    fn explorer(&self, seat: usize) -> Value {
        let explorer = &self.position.explorers[seat];
        let card = &self.game.data.explorers[seat];
        json!({
            "name": self.game.players[seat],
            "colour": card.colour,
            "at": explorer.at.map(|at| self.position.space(at).at),
            "hurt": explorer.hurt,
            "webbed": explorer.webbed,
            "strength": self.game.strength(self.position, seat),
            "carried": self.cards(explorer.carried),
            "escaped": self.position.escaped.iter().position(|out| usize::from(*out) == seat).map(|place| place + 1),
        })
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let p = self.position;
        json!({
            "edition": self.game.edition.id,
            "turn": p.turn,
            "round": p.round,
            "acting": p.acting,
            "explorers": (0..p.explorers.len()).map(|seat| self.explorer(seat)).collect::<Value>(),
            "board": (0..p.spaces.len() as u8).map(|at| self.space(at)).collect::<Value>(),
            "exit": p.exit.map(|exit| p.space(exit).at),
            "stock": self.tiles(p.stock),
            "set_aside": self.tiles(p.aside),
            "in_hand": p.in_hand().map(|tile| self.game.data.tile(tile).code.as_str()),
            "due": p.drawn.iter().map(|space| p.space(*space).at).collect::<Vec<Hex>>(),
            "deck": self.cards(p.deck),
            "discard": self.cards(p.discard),
            "out": self.cards(p.out),
            "resolving": p.resolving().map(|card| self.game.data.card(card).code.as_str()),
        })
        .serialize(serializer)
    }
}
