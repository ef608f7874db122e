//! The table as pieces, for pictures: the dungeon with its coins, the floating sets below it, and beside them what is in
//! front of each player.
//!
//! A coin is drawn suit up if its value is hidden, and any coin of the suit stands in for it. A player who knows their own
//! coins reads the values beside them.

use super::board::bounds;
use super::labels::Label;
use super::view::{Seen, View};
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{Cell, Set};
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::dungeonbuilders::rules::noun::{self, Things};
use crate::games::dungeonbuilders::rules::position::{POTION, SWORD, Step};
use crate::games::piecepack::{Code, Pieces};
use crate::games::shared::narrator::{Narrator, Seats};
use crate::games::shared::noun::{Flag, Number};
use crate::referee::Tone;
use crate::referee::scene::{Align, Scene, What, Zone};

/// The gap between things that belong together, in mm.
const GAP: f64 = 4.0;
/// The gap between the dungeon and what is beside it, and between sets, in mm.
const AISLE: f64 = 22.0;
/// The sizes of large and small text, in mm.
const NAME: f64 = 9.0;
const SMALL: f64 = 6.0;
/// The distance between the coins of a row, in mm.
const PITCH: f64 = 9.0;
/// Distances from the middle of a tile, as fractions of its size: coins below the value, the hero and remains above it.
const OUT: f64 = 0.29;
const DOWN: f64 = 0.3;
/// The least width of the rows of floating sets, in tiles.
const WIDE: f64 = 7.0;

/// A scene under construction.
struct SceneBuilder<'a> {
    game: &'a Builders,
    pieces: &'a Pieces,
    view: &'a View<'a>,
    scene: Scene,
}

impl Builders {
    pub(crate) fn scene_of(&self, view: &View<'_>) -> Scene {
        let Some(pieces) = &self.pieces else { return Scene::default() };
        let mut laying = SceneBuilder { game: self, pieces, view, scene: Scene::default() };
        let (right, bottom) = laying.dungeon();
        laying.floating(bottom);
        laying.beside(right, bottom);
        laying.scene
    }
}

impl SceneBuilder<'_> {
    /// Adds the dungeon; returns its right and lower edges.
    fn dungeon(&mut self) -> (f64, f64) {
        let tile = self.pieces.tile;
        let marks = self.view.marks();
        let open: Vec<(Cell, &str)> = marks.iter().filter_map(|mark| Some((mark.cell()?, &*mark.name))).collect();
        let tiles: Vec<(Tile, Cell)> = self.view.layout().of(Set::DUNGEON).collect();
        let cells = || tiles.iter().map(|(_, cell)| *cell).chain(open.iter().map(|(cell, _)| *cell));
        let ((_, east), (south, _)) = (bounds(cells().map(|cell| cell.0)), bounds(cells().map(|cell| cell.1)));
        for (code, cell) in &tiles {
            self.lay(*code, middle(*cell, tile));
        }
        for (cell, name) in open {
            let (x, y) = middle(cell, tile);
            self.scene.label(name, NAME, Align::Middle, Tone::Strong, (x, y + NAME / 3.0));
        }
        ((f64::from(east) + 0.5) * tile, (0.5 - f64::from(south)) * tile)
    }

    /// Adds a tile with everything on it.
    fn lay(&mut self, tile: Tile, (x, y): (f64, f64)) {
        let what = match tile.suit() {
            Some(suit) => self.pieces.tile(Code { suit, value: tile.value() as u8 }),
            None => self.pieces.tile_back(),
        };
        self.scene.at(what, x, y);
        let (out, down) = (OUT * self.pieces.tile, DOWN * self.pieces.tile);
        let view = self.view;
        for (coin, side) in view.coins_on(tile).zip([-1.0, 1.0]) {
            self.coin(coin, (x + side * out, y + down));
        }
        for (_, left) in view.remains().filter(|(_, left)| left.at == tile) {
            self.things(left.sword, left.potions, (x - out, y - down));
        }
        if let Some(hero) = view.hero().filter(|hero| hero.at == tile) {
            self.scene.at(self.pieces.pawn(self.game.suit(hero.seat)), x + out, y - down + GAP);
        }
    }

    /// Adds a coin on a tile, with the owner of an open one and the value known to its owner written below it.
    fn coin(&mut self, coin: Seen, (x, y): (f64, f64)) {
        let suit = self.game.suit(coin.seat);
        let what = match coin.value.filter(|_| coin.open) {
            Some(value) => self.pieces.value_up(Code { suit, value }),
            None => self.pieces.suit_up(Code { suit, value: 0 }),
        };
        self.scene.at(what, x, y);
        let words = match coin.value {
            Some(_) if coin.open => suit.letter().to_string(),
            Some(value) => value.to_string(),
            None => return,
        };
        let high = y - self.pieces.coin / 2.0 - SMALL / 6.0;
        self.scene.label(&words, SMALL, Align::Middle, Tone::Strong, (x, high));
    }

    /// Adds a sword and potions in a row, values up, by the seats that placed them.
    fn things(&mut self, sword: Option<u8>, potions: u8, (x, y): (f64, f64)) -> usize {
        let things = sword.map(|seat| (seat, SWORD)).into_iter().chain(Seats(potions).iter().map(|seat| (seat, POTION)));
        let coins: Vec<What> =
            things.map(|(seat, value)| self.pieces.value_up(Code { suit: self.game.suit(seat), value })).collect();
        self.row(coins, (x, y))
    }

    /// Adds coins in a row that begins here; returns their number.
    fn row(&mut self, coins: Vec<What>, (x, y): (f64, f64)) -> usize {
        let count = coins.len();
        for (nth, what) in coins.into_iter().enumerate() {
            self.scene.at(what, x + nth as f64 * PITCH, y);
        }
        count
    }

    /// Adds the floating sets in rows, or the lifted tiles during a rebuild.
    fn floating(&mut self, top: f64) {
        let tile = self.pieces.tile;
        let cells: Vec<Cell> = self.view.layout().of(Set::DUNGEON).map(|(_, cell)| cell).collect();
        let (west, east) = bounds(cells.iter().map(|cell| cell.0));
        let left = (f64::from(west) - 0.5) * tile;
        let room = (f64::from(east - west + 1) * tile).max(WIDE * tile);
        let (mut x, mut y, mut high) = (left, top + AISLE, 0.0f64);
        let sets = self.view.layout().floating().map(|set| self.view.layout().of(set).collect::<Vec<(Tile, Cell)>>());
        let in_hand = self.view.lifted();
        let sets: Vec<Vec<(Tile, Cell)>> = sets.chain(in_hand.iter().map(|tile| vec![(tile, (0, 0))])).collect();
        if !sets.is_empty() {
            let words = self.view.say(&Label::Floating { in_hand: Flag(!in_hand.is_empty()) });
            self.scene.label(&words, SMALL, Align::Start, Tone::Dim, (left, y - GAP));
        }
        for set in sets {
            let ((west, east), (south, north)) =
                (bounds(set.iter().map(|(_, cell)| cell.0)), bounds(set.iter().map(|(_, cell)| cell.1)));
            let (w, h) = (f64::from(east - west + 1) * tile, f64::from(north - south + 1) * tile);
            if x > left && x + w > left + room {
                (x, y, high) = (left, y + high + AISLE / 2.0, 0.0);
            }
            for (code, cell) in set {
                let (dx, dy) = middle((cell.0 - west, cell.1 - north), tile);
                self.lay(code, (x + tile / 2.0 + dx, y + tile / 2.0 + dy));
            }
            x += w + AISLE / 2.0;
            high = high.max(h);
        }
    }

    /// Adds what is in front of the players, one below the other, and then the pile.
    fn beside(&mut self, right: f64, bottom: f64) {
        let (tile, left) = (self.pieces.tile, right + AISLE);
        let row = NAME + 3.0 * GAP + self.pieces.pawn.1.max(self.pieces.coin) + SMALL + 3.0 * GAP;
        let seats = self.game.players().len() as u8;
        let mut top = bottom - row * f64::from(seats) - tile - SMALL - GAP;
        for seat in 0..seats {
            self.player(seat, left, top);
            top += row;
        }
        self.scene.zone = Zone::Piles;
        let mut x = left;
        if self.view.pile() > 0 {
            self.scene.at(self.pieces.tile_back(), x + tile / 2.0, top + tile / 2.0);
            let words = self.view.say(&Label::Tiles { count: Number(self.view.pile() as i64) });
            self.scene.label(&words, SMALL, Align::Middle, Tone::Dim, (x + tile / 2.0, top + tile + SMALL));
            x += tile + 2.0 * GAP;
        }
        if let Some(drawn) = self.view.tile().filter(|drawn| self.view.layout().place(*drawn).is_none()) {
            self.lay(drawn, (x + tile / 2.0, top + tile / 2.0));
            let words = self.view.say(&Label::ToLay { tile: noun::Tile(drawn) });
            self.scene.label(&words, SMALL, Align::Middle, Tone::Dim, (x + tile / 2.0, top + tile + SMALL));
            x += tile + 2.0 * GAP;
        }
        let (round, goal) = (Number::of(self.view.round()), Number::of(self.game.options().goal));
        let words = self.view.say(&Label::Moment { round, goal });
        self.scene.label(&words, SMALL, Align::Start, Tone::Dim, (x, top + SMALL));
    }

    fn player(&mut self, seat: u8, left: f64, top: f64) {
        self.scene.zone = Zone::Seat(seat);
        let (view, die, suit) = (self.view, self.pieces.die, self.game.suit(seat));
        self.scene.at(self.pieces.die(suit, view.power(seat)), left + die / 2.0, top + die / 2.0);
        let name = self.game.name(seat);
        let base = top + die / 2.0 + NAME / 3.0;
        self.scene.caption(name, NAME, Align::Start, Tone::Strong, (left + die + GAP, base));
        let acts = seat == view.acting() && !matches!(view.step(), Step::Start | Step::Over);
        let (gold, power) = (Number::of(view.gold(seat)), Number::of(view.power(seat)));
        let words = view.say(&Label::Mat { gold, power, acts: Flag(acts) });
        let at = left + die + 3.0 * GAP + NAME * 0.75 * name.chars().count() as f64;
        self.scene.caption(&words, SMALL, Align::Start, Tone::Dim, (at, base));
        let (coin, high) = (self.pieces.coin, self.pieces.pawn.1.max(self.pieces.coin));
        let (middle, below) = (top + die + GAP + high / 2.0, top + die + GAP + high + SMALL);
        let mut x = left;
        let hero = view.hero().filter(|hero| hero.seat == seat);
        if hero.is_none() {
            self.scene.at(self.pieces.pawn(suit), x + self.pieces.pawn.0 / 2.0, middle);
            x += self.pieces.pawn.0 + 2.0 * GAP;
        }
        let hand = match view.hand().filter(|_| view.seat() == Some(seat)) {
            Some(hand) => hand.iter().map(|value| self.pieces.value_up(Code { suit, value })).collect(),
            None => vec![self.pieces.suit_up(Code { suit, value: 0 }); usize::from(view.in_hand(seat))],
        };
        let used: Vec<What> = view.used(seat).iter().map(|value| self.pieces.value_up(Code { suit, value })).collect();
        let groups = [(hand, Label::CoinsInHand), (used, Label::CoinsUsed)];
        for (coins, label) in groups.into_iter().filter(|(coins, _)| !coins.is_empty()) {
            let count = self.row(coins, (x + coin / 2.0, middle));
            self.scene.label(&view.say(&label), SMALL, Align::Start, Tone::Dim, (x, below));
            x += coin + (count - 1) as f64 * PITCH + 2.0 * GAP;
        }
        if let Some(hero) = hero.filter(|hero| hero.sword.is_some() || hero.potions != 0) {
            self.things(hero.sword, hero.potions, (x + coin / 2.0, middle));
            let words = view.say(&Label::Things { things: Things::of(hero) });
            self.scene.label(&words, SMALL, Align::Start, Tone::Dim, (x, below));
        }
    }
}

pub(super) fn middle((x, y): Cell, tile: f64) -> (f64, f64) {
    (f64::from(x) * tile, -f64::from(y) * tile)
}
