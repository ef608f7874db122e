//! What a seat sees of a game.
//!
//! The secrets are the treasures of other players (section 7 of the rules): everybody saw each of them once, and remembering
//! them is an advantage, but the referee does not help. The suits of coins that are value side up are not part of any
//! position.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::{Cell, Map, Square};
use crate::games::dungeon_crawl::data::piece::{Suit, Values};
use crate::games::dungeon_crawl::rules::moves::{Move, site_number};
use crate::games::dungeon_crawl::rules::noun::{Holdings, codes};
use crate::games::dungeon_crawl::rules::position::{Player, Position, Stack, Step};
use crate::games::shared::phrase::Phrases;
use crate::referee::{Game, Seat};

/// The table as seen by one seat or by everybody.
#[derive(Clone, Copy, Debug)]
pub struct View<'p> {
    game: &'p Crawl,
    position: &'p Position,
    seat: Option<Seat>,
}

impl<'p> View<'p> {
    pub(crate) fn new(game: &'p Crawl, position: &'p Position, seat: Option<Seat>) -> View<'p> {
        View {
            game,
            position,
            seat,
        }
    }

    pub fn game(&self) -> &'p Crawl {
        self.game
    }

    pub fn step(&self) -> Step {
        self.position.step
    }

    /// The number of turns of play begun.
    pub fn turn(&self) -> u32 {
        self.position.turn
    }

    /// The number of turns since a coin was turned over (A31).
    pub fn idle(&self) -> u32 {
        self.position.turn - self.position.last_coin
    }

    /// The player whose turn it is.
    pub fn actor(&self) -> usize {
        self.position.actor()
    }

    pub fn map(&self) -> &'p Map {
        &self.position.map
    }

    /// Everything in front of a player except the identity of treasures.
    pub fn player(&self, seat: usize) -> &'p Player {
        &self.position.players[seat]
    }

    /// The same for sentences, with the treasures that the viewer sees.
    pub(crate) fn holdings(&self, seat: usize) -> Holdings {
        Holdings(*self.player(seat), self.treasure(seat))
    }

    /// Puts a phrase about the table into words.
    pub(crate) fn say(&self, phrase: &impl Phrases<Crawl>) -> String {
        self.game.lexicon.say(self.game, self.position, phrase)
    }

    pub fn players(&self) -> &'p [Player] {
        &self.position.players
    }

    pub fn stacks(&self) -> &'p [Stack] {
        &self.position.stacks
    }

    pub fn stack_at(&self, square: Square) -> Option<&'p Stack> {
        self.position.stack_at(square)
    }

    pub fn pawn_at(&self, square: Square) -> Option<usize> {
        self.position.pawn_at(square)
    }

    /// The treasures of a player, if the viewer sees them and the referee knows them.
    pub fn treasure(&self, seat: usize) -> Option<Values> {
        self.game
            .treasure_seen(self.position, self.seat.into(), seat as Seat)
    }

    /// The mean value of a player's treasures, as an attentive player at the viewer's seat remembers it; 0 if there are
    /// none.
    pub fn remembered(&self, seat: usize) -> f64 {
        self.position.memory.mean(self.seat, seat)
    }

    /// The actual mean value of a player's treasures, if the referee knows it; not for anybody at the table.
    pub(crate) fn mean_treasure(&self, seat: usize) -> f64 {
        let worlds = &self.position.worlds;
        let own = worlds.certain(seat as u8);
        match worlds.open(seat as u8).is_empty() {
            true if own.is_empty() => 0.0,
            true => f64::from(own.sum()) / f64::from(own.len()),
            false => self.remembered(seat),
        }
    }

    /// The number of treasures found so far (R41).
    pub fn found(&self) -> u8 {
        self.position.found()
    }

    /// Whether a hidden coin of this value may have this suit.
    pub fn may_be(&self, value: u8, suit: Suit) -> bool {
        !self.position.revealed[suit as usize].has(value)
    }

    /// The coins left in the pile, by value.
    pub fn pile(&self) -> &'p [u8] {
        &self.position.pile
    }

    /// The number of those coins.
    pub fn discarded(&self) -> u32 {
        self.position
            .discards
            .iter()
            .map(|coins| u32::from(coins.len()))
            .sum()
    }

    /// The number of tiles not laid yet.
    pub fn tiles_left(&self) -> usize {
        crate::games::dungeon_crawl::rules::position::TILES - self.position.map.tiles().len()
    }

    /// The suits of the pawns that point north, east, south and west, once they are set.
    pub fn compass(&self) -> [Suit; 4] {
        self.position.compass
    }

    /// The space for the next coin, during building.
    pub fn coin_space(&self) -> Option<Square> {
        if let Step::Coin { tile } = self.step() {
            Some(self.game.coin_space(self.position, tile))
        } else {
            None
        }
    }

    /// The spaces where the current player may go or place a pawn.
    pub fn destinations(&self) -> Vec<Square> {
        self.game
            .legal(self.position)
            .into_iter()
            .filter_map(Move::space)
            .collect()
    }

    /// The positions beyond the outer edge for the current tile, with their numbers (R10).
    pub fn sites(&self) -> Vec<(u16, (i8, i8))> {
        let p = self.position;
        let Some(side) = p.edge() else {
            return Vec::new();
        };
        (0..p.map.length(side))
            .filter_map(|along| {
                p.map
                    .beyond(side, along)
                    .map(|place| (site_number(along), place))
            })
            .collect()
    }

    fn by_suit(values: &[Values; 4]) -> Vec<String> {
        Suit::ALL
            .into_iter()
            .flat_map(|suit| codes(suit, values[suit as usize]))
            .collect()
    }

    fn described(&self, seat: usize) -> Value {
        let player = self.player(seat);
        let treasure = self.treasure(seat);
        let damage = [
            codes(Suit::Suns, player.damage[0]),
            codes(Suit::Moons, player.damage[1]),
        ]
        .concat();
        json!({
            "name": self.game.players[seat],
            "suit": self.game.suit(seat),
            "corner": self.game.options.corners[seat].code(),
            "space": player.pawn,
            "treasures": player.treasures,
            "treasure": treasure.map(|treasure| codes(Suit::Crowns, treasure)),
            "total": treasure.map(Values::sum),
            "equipment": codes(Suit::Arms, player.equipment),
            "applied": codes(Suit::Arms, player.applied),
            "trap_experience": codes(Suit::Suns, player.experience[0]),
            "monster_experience": codes(Suit::Moons, player.experience[1]),
            "damage_coins": damage,
            "damage": player.hurt(),
        })
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let p = self.position;
        let coin = |square: Square| match p.map.cell(square) {
            Cell::Coin(value) => Some(json!({ "space": square, "value": value })),
            _ => None,
        };
        let stack = |stack: &Stack| {
            let coins = [
                codes(Suit::Crowns, stack.treasure),
                codes(Suit::Arms, stack.equipment),
            ]
            .concat();
            json!({ "space": stack.at, "coins": coins })
        };
        let seats = 0..p.players.len();
        json!({
            "turn": p.turn,
            "idle": self.idle(),
            "first": p.first,
            "players": seats.map(|seat| self.described(seat)).collect::<Value>(),
            "map": { "width": p.map.width(), "height": p.map.height(), "tiles": p.map.tiles() },
            "coins": p.map.squares().filter_map(coin).collect::<Value>(),
            "stacks": p.stacks.iter().map(stack).collect::<Value>(),
            "compass": p.compass,
            "tiles_seen": Self::by_suit(&p.tiles_seen),
            "tiles_left": self.tiles_left(),
            "pile": p.pile,
            "revealed": Self::by_suit(&p.revealed),
            "discards": Self::by_suit(&p.discards),
            "found": p.found(),
            "places": self.destinations(),
        })
        .serialize(serializer)
    }
}
