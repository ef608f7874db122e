//! The table as pieces, for pictures: the dungeon of face-down tiles, and beside it what is in front of each player.
//!
//! Any coin of the same value is drawn for a coin in the pile or on the board, since nobody knows which it is; likewise a
//! player's treasure is drawn suit up, until all are turned up at the end.

use super::labels::Label;
use super::view::View;
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::{Cell, Square};
use crate::games::dungeon_crawl::data::piece::{Code, Suit, Values};
use crate::games::dungeon_crawl::rules::position::{Step, TREASURES};
use crate::games::piecepack::Pieces;
use crate::games::shared::noun::{Flag, Number};
use crate::games::side::Side;
use crate::referee::scene::{Align, Scene, Spot, What, Zone};
use crate::referee::{Seat, Tone};

/// The gap between things that belong together, in mm.
const GAP: f64 = 4.0;
/// The gap between the dungeon and what is beside it, in mm.
const AISLE: f64 = 22.0;
/// The sizes of large and small text, in mm.
const NAME: f64 = 9.0;
const SMALL: f64 = 6.0;
/// The distance between the coins of a row, in mm.
const PITCH: f64 = 9.0;

/// A scene under construction.
struct SceneBuilder<'a> {
    game: &'a Crawl,
    pieces: &'a Pieces,
    view: &'a View<'a>,
    scene: Scene,
}

impl Crawl {
    pub(crate) fn scene_of(&self, view: &View<'_>) -> Scene {
        let Some(pieces) = &self.pieces else { return Scene::default() };
        let mut laying = SceneBuilder { game: self, pieces, view, scene: Scene::default() };
        laying.dungeon();
        laying.beside();
        laying.scene
    }
}

impl SceneBuilder<'_> {
    fn dungeon(&mut self) {
        let (map, tile) = (self.view.map(), self.pieces.tile);
        for (x, y) in map.tiles() {
            self.scene.at(self.pieces.tile_back(), (f64::from(*x) + 0.5) * tile, -(f64::from(*y) + 0.5) * tile);
        }
        for (number, (x, y)) in self.view.sites() {
            let at = ((f64::from(x) + 0.5) * tile, -(f64::from(y) + 0.5) * tile + NAME / 3.0);
            self.scene.label(&format!("{number}?"), NAME, Align::Middle, Tone::Strong, at);
        }
        self.names_of_spaces();
        for square in map.squares() {
            let (x, y) = self.middle(square);
            match map.cell(square) {
                Cell::Coin(value) => self.value_side(value, x, y),
                Cell::Stack => self.stack(square, x, y),
                Cell::Floor | Cell::Void => {}
            }
        }
        if let Some((x, y)) = map.tiles().first().filter(|_| self.points()) {
            // R6: each pawn points to the edge it is next to.
            let middle = ((f64::from(*x) + 0.5) * tile, -(f64::from(*y) + 0.5) * tile);
            for (side, suit) in Side::ALL.into_iter().zip(self.view.compass()) {
                let (dx, dy) = side.step();
                let out = tile / 4.0;
                let spot = Spot::At(middle.0 + f64::from(dx) * out, middle.1 - f64::from(dy) * out);
                self.scene.put(self.pieces.pawn(suit), spot, side.quarters());
            }
        }
        for (seat, player) in self.view.players().iter().enumerate() {
            if let Some(pawn) = player.pawn {
                let (x, y) = self.middle(pawn);
                self.pawn(seat, x, y);
            }
        }
    }

    /// Whether the pawns are on the first tile as a compass (R6).
    fn points(&self) -> bool {
        matches!(self.view.step(), Step::Tile | Step::Site | Step::Coin)
    }

    /// Adds letters below and numbers on the left, as at the prompt.
    fn names_of_spaces(&mut self) {
        let map = self.view.map();
        for x in 0..map.width() {
            let (at, _) = self.middle(Square::new(x, 0));
            self.scene.label(&Square::column(x), SMALL, Align::Middle, Tone::Dim, (at, SMALL + GAP));
        }
        for y in 0..map.height() {
            let (_, at) = self.middle(Square::new(0, y));
            self.scene.label(&(u16::from(y) + 1).to_string(), SMALL, Align::End, Tone::Dim, (-GAP, at + SMALL / 3.0));
        }
    }

    fn middle(&self, square: Square) -> (f64, f64) {
        middle(square, self.pieces.tile / 2.0)
    }

    fn value_side(&mut self, value: u8, x: f64, y: f64) {
        self.scene.at(self.pieces.value_up(Code { suit: Suit::Suns, value }), x, y);
    }

    /// R37: adds a stack, value side up.
    fn stack(&mut self, square: Square, x: f64, y: f64) {
        let Some(stack) = self.view.stack_at(square) else { return };
        let values: Vec<u8> = stack.treasure.iter().chain(stack.equipment.iter()).collect();
        let room = self.pieces.tile / 2.0 - self.pieces.coin;
        let step = (room / values.len().saturating_sub(1).max(1) as f64).min(3.0);
        let first = -step * values.len().saturating_sub(1) as f64 / 2.0;
        for (nth, value) in values.into_iter().enumerate() {
            let off = first + nth as f64 * step;
            self.value_side(value, x + off, y + off);
        }
    }

    fn pawn(&mut self, seat: usize, x: f64, y: f64) {
        self.scene.at(self.pieces.pawn(self.game.suit(seat)), x, y);
    }

    /// Adds what is in front of the players, one below the other, and then the piles.
    fn beside(&mut self) {
        let map = self.view.map();
        let height = f64::from(map.height()) * self.pieces.tile / 2.0;
        let row = NAME + 2.0 * GAP + self.pieces.pawn.1.max(self.pieces.coin) + SMALL + 3.0 * GAP;
        let building = self.view.turn() == 0;
        let seats = self.view.players().len();
        let piles = if building { self.pieces.tile + SMALL + GAP } else { SMALL };
        let mut top = -(height + row * seats as f64 + piles) / 2.0;
        let left = f64::from(map.width()) * self.pieces.tile / 2.0 + AISLE;
        for seat in 0..seats {
            self.player(seat, left, top);
            top += row;
        }
        if building { self.piles(left, top) } else { self.discards(left, top) }
    }

    fn player(&mut self, seat: usize, left: f64, top: f64) {
        self.scene.zone = Zone::Seat(seat as Seat);
        let (view, die) = (self.view, self.pieces.die);
        let player = view.player(seat);
        self.scene.at(self.pieces.die(self.game.suit(seat), 1), left + die / 2.0, top + die / 2.0);
        let to_move = seat == view.actor() && view.step() != Step::Over;
        let name = &self.game.players[seat];
        self.scene.caption(name, NAME, Align::Start, Tone::Strong, (left + die + GAP, top + die / 2.0 + NAME / 3.0));
        let name_width = NAME * 0.75 * name.chars().count() as f64;
        let holdings = view.holdings(seat);
        let standing = view.say(&Label::Mat { acts: Flag(to_move), holdings });
        let at = (left + die + 3.0 * GAP + name_width, top + die / 2.0 + NAME / 3.0);
        self.scene.caption(&standing, SMALL, Align::Start, Tone::Dim, at);
        let (coin, high) = (self.pieces.coin, self.pieces.pawn.1.max(self.pieces.coin));
        let middle = top + die + GAP + high / 2.0;
        let mut x = left;
        if player.pawn.is_none() && !self.points() {
            self.pawn(seat, x + self.pieces.pawn.0 / 2.0, middle);
            let at = (x + self.pieces.pawn.0 / 2.0, middle + high / 2.0 + SMALL);
            self.scene.label(&view.say(&Label::Out), SMALL, Align::Middle, Tone::Dim, at);
            x += self.pieces.pawn.0 + 2.0 * GAP;
        }
        let suit_up = |suit: Suit, values: Values| -> Vec<What> {
            values.iter().map(|value| self.pieces.suit_up(Code { suit, value })).collect()
        };
        let value_up = |suit: Suit, values: Values| -> Vec<What> {
            values.iter().map(|value| self.pieces.value_up(Code { suit, value })).collect()
        };
        let treasure = match view.treasure(seat) {
            Some(treasure) => value_up(Suit::Crowns, treasure),
            None => {
                let unknown = self.pieces.suit_up(Code { suit: Suit::Crowns, value: 0 });
                vec![unknown; usize::from(player.treasures)]
            }
        };
        let mut damage = value_up(Suit::Suns, player.damage[0]);
        damage.extend(value_up(Suit::Moons, player.damage[1]));
        damage.extend(suit_up(Suit::Arms, player.applied));
        let groups = [
            (treasure, Label::TreasureRow { holdings }),
            (suit_up(Suit::Arms, player.equipment), Label::EquipmentRow),
            (suit_up(Suit::Suns, player.experience[0]), Label::TrapRow),
            (suit_up(Suit::Moons, player.experience[1]), Label::MonsterRow),
            (damage, Label::DamageRow),
        ];
        for (coins, label) in groups.into_iter().filter(|(coins, _)| !coins.is_empty()) {
            let words = view.say(&label);
            let width = coin + (coins.len() - 1) as f64 * PITCH;
            for (nth, what) in coins.into_iter().enumerate() {
                self.scene.at(what, x + coin / 2.0 + nth as f64 * PITCH, middle);
            }
            self.scene.label(&words, SMALL, Align::Start, Tone::Dim, (x, middle + high / 2.0 + SMALL));
            x += width.max(SMALL * 0.45 * words.chars().count() as f64) + 2.0 * GAP;
        }
    }

    /// Adds the remaining tiles and coins while the dungeon is being built.
    fn piles(&mut self, left: f64, top: f64) {
        self.scene.zone = Zone::Piles;
        let (tile, coin) = (self.pieces.tile, self.pieces.coin);
        let (left_over, below) = (self.view.tiles_left(), top + tile + SMALL);
        if left_over > 0 {
            self.scene.at(self.pieces.tile_back(), left + tile / 2.0, top + tile / 2.0);
            let words = self.view.say(&Label::Tiles { count: Number(left_over as i64) });
            self.scene.label(&words, SMALL, Align::Middle, Tone::Dim, (left + tile / 2.0, below));
        }
        let mut x = left + tile + 3.0 * GAP + coin / 2.0;
        for (value, count) in (0u8..).zip(self.view.pile().to_vec()).filter(|(_, count)| *count > 0) {
            self.value_side(value, x, top + tile / 2.0);
            let words = self.view.say(&Label::Left { count: Number::of(count) });
            self.scene.label(&words, SMALL, Align::Middle, Tone::Dim, (x, below));
            x += coin + GAP;
        }
    }

    fn discards(&mut self, left: f64, top: f64) {
        self.scene.zone = Zone::Piles;
        let [found, all] = [self.view.found(), TREASURES].map(Number::of);
        let words = self.view.say(&Label::Progress { found, all, gone: Number::of(self.view.discarded()) });
        self.scene.label(&words, SMALL, Align::Start, Tone::Dim, (left, top + SMALL));
    }
}

/// The middle of a space of this size.
pub(super) fn middle(square: Square, space: f64) -> (f64, f64) {
    ((f64::from(square.x) + 0.5) * space, -(f64::from(square.y) + 0.5) * space)
}
