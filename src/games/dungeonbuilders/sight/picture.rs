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
use crate::games::piecepack::mat::{AISLE, GAP, Mat, NAME, PITCH, SMALL};
use crate::games::piecepack::{Code, Pieces};
use crate::games::shared::narrator::{Narrator, Seats};
use crate::games::shared::noun::{Flag, Number};
use crate::games::shared::tabletop::Tabletop;
use crate::referee::Tone;
use crate::referee::scene::{Align, Scene, What, Zone};

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
    table: Tabletop,
}

impl Builders {
    pub(crate) fn scene_of(&self, view: &View<'_>) -> Scene {
        let Some(pieces) = &self.pieces else {
            return Scene::default();
        };
        let mut laying = SceneBuilder {
            game: self,
            pieces,
            view,
            table: Tabletop::new(NAME, SMALL),
        };
        let (right, bottom) = laying.dungeon();
        laying.floating(bottom);
        laying.beside(right, bottom);
        laying.table.scene
    }
}

impl SceneBuilder<'_> {
    /// Adds the dungeon; returns its right and lower edges.
    fn dungeon(&mut self) -> (f64, f64) {
        let tile = self.pieces.tile;
        let marks = self.view.marks();
        let open: Vec<(Cell, &str)> = marks
            .iter()
            .filter_map(|mark| Some((mark.cell()?, &*mark.name)))
            .collect();
        let tiles: Vec<(Tile, Cell)> = self.view.layout().of(Set::DUNGEON).collect();
        let cells = || {
            tiles
                .iter()
                .map(|(_, cell)| *cell)
                .chain(open.iter().map(|(cell, _)| *cell))
        };
        let ((_, east), (south, _)) = (
            bounds(cells().map(|cell| cell.0)),
            bounds(cells().map(|cell| cell.1)),
        );
        for (code, cell) in &tiles {
            self.lay(*code, middle(*cell, tile));
        }
        for (cell, name) in open {
            let (x, y) = middle(cell, tile);
            self.table
                .scene
                .label(name, NAME, Align::Middle, Tone::Strong, (x, y + NAME / 3.0));
        }
        (
            (f64::from(east) + 0.5) * tile,
            (0.5 - f64::from(south)) * tile,
        )
    }

    fn face(&self, tile: Tile) -> What {
        match tile.suit() {
            Some(suit) => self.pieces.tile(Code {
                suit,
                value: tile.value() as u8,
            }),
            None => self.pieces.tile_back(),
        }
    }

    /// Adds a tile with everything on it.
    fn lay(&mut self, tile: Tile, (x, y): (f64, f64)) {
        self.table.scene.at(self.face(tile), x, y);
        let (out, down) = (OUT * self.pieces.tile, DOWN * self.pieces.tile);
        let view = self.view;
        for (coin, side) in view.coins_on(tile).zip([-1.0, 1.0]) {
            self.coin(coin, (x + side * out, y + down));
        }
        for (_, left) in view.remains().filter(|(_, left)| left.at == tile) {
            let things = self.things(left.sword, left.potions);
            self.table.row(things, (x - out, y - down), (PITCH, 0.0));
        }
        if let Some(hero) = view.hero().filter(|hero| hero.at == tile) {
            self.table.scene.at(
                self.pieces.pawn(self.game.suit(hero.seat)),
                x + out,
                y - down + GAP,
            );
        }
    }

    /// Adds a coin on a tile, with the owner of an open one and the value known to its owner written below it.
    fn coin(&mut self, coin: Seen, (x, y): (f64, f64)) {
        let suit = self.game.suit(coin.seat);
        let what = match coin.value.filter(|_| coin.open) {
            Some(value) => self.pieces.value_up(Code { suit, value }),
            None => self.pieces.suit_up(Code { suit, value: 0 }),
        };
        self.table.scene.at(what, x, y);
        let words = match coin.value {
            Some(_) if coin.open => suit.letter().to_string(),
            Some(value) => value.to_string(),
            None => return,
        };
        let high = y - self.pieces.coin / 2.0 - SMALL / 6.0;
        self.table
            .scene
            .label(&words, SMALL, Align::Middle, Tone::Strong, (x, high));
    }

    /// A sword and potions, values up, by the seats that placed them.
    fn things(&self, sword: Option<u8>, potions: u8) -> Vec<What> {
        let things = sword
            .map(|seat| (seat, SWORD))
            .into_iter()
            .chain(Seats(potions).iter().map(|seat| (seat, POTION)));
        things
            .map(|(seat, value)| {
                self.pieces.value_up(Code {
                    suit: self.game.suit(seat),
                    value,
                })
            })
            .collect()
    }

    /// Adds the floating sets in rows below the middle of the dungeon, or the lifted tiles during a rebuild.
    fn floating(&mut self, top: f64) {
        let tile = self.pieces.tile;
        let cells: Vec<Cell> = self
            .view
            .layout()
            .of(Set::DUNGEON)
            .map(|(_, cell)| cell)
            .collect();
        let (west, east) = bounds(cells.iter().map(|cell| cell.0));
        let centre = f64::from(west + east) / 2.0 * tile;
        let room = (f64::from(east - west + 1) * tile).max(WIDE * tile);
        let sets = self
            .view
            .layout()
            .floating()
            .map(|set| self.view.layout().of(set).collect::<Vec<(Tile, Cell)>>());
        let in_hand = self.view.lifted();
        let sets: Vec<Vec<(Tile, Cell)>> = sets
            .chain(in_hand.iter().map(|tile| vec![(tile, (0, 0))]))
            .collect();
        let mut y = top + AISLE;
        for (at, row) in rows(&sets, tile, room).into_iter().enumerate() {
            let wide = row.iter().map(|set| extent(set, tile).0 + AISLE / 2.0);
            let mut x = centre - (wide.sum::<f64>() - AISLE / 2.0) / 2.0;
            if at == 0 {
                let words = self.view.say(&Label::Floating {
                    in_hand: Flag(!in_hand.is_empty()),
                });
                self.table.note(&words, Align::Start, (x, y - GAP));
            }
            let mut high = 0.0f64;
            for set in row {
                let (w, h) = extent(set, tile);
                let west = bounds(set.iter().map(|(_, cell)| cell.0)).0;
                let north = bounds(set.iter().map(|(_, cell)| cell.1)).1;
                for (code, cell) in set {
                    let (dx, dy) = middle((cell.0 - west, cell.1 - north), tile);
                    self.lay(*code, (x + tile / 2.0 + dx, y + tile / 2.0 + dy));
                }
                x += w + AISLE / 2.0;
                high = high.max(h);
            }
            y += high + AISLE / 2.0;
        }
    }

    /// Adds what is in front of the players, one below the other, and then the pile.
    fn beside(&mut self, right: f64, bottom: f64) {
        let tile = self.pieces.tile;
        let left = right + AISLE;
        let row = Mat::height(self.pieces);
        let seats = self.game.players().len() as u8;
        let mut top = bottom - row * f64::from(seats) - tile - SMALL - GAP;
        for seat in 0..seats {
            self.player(seat, left, top);
            top += row;
        }
        self.table.scene.zone = Zone::Piles;
        let mut x = left;
        let middle = top + tile / 2.0;
        let base = top + tile + SMALL;
        if self.view.pile() > 0 {
            let words = self.view.say(&Label::Tiles {
                count: Number(self.view.pile() as i64),
            });
            self.table.noted(
                self.pieces.tile_back(),
                (x + tile / 2.0, middle),
                &words,
                base,
            );
            x += tile + 2.0 * GAP;
        }
        if let Some(drawn) = self
            .view
            .tile()
            .filter(|drawn| self.view.layout().place(*drawn).is_none())
        {
            let words = self.view.say(&Label::ToLay {
                tile: noun::Tile(drawn),
            });
            self.table
                .noted(self.face(drawn), (x + tile / 2.0, middle), &words, base);
            x += tile + 2.0 * GAP;
        }
        let round = Number::of(self.view.round());
        let goal = Number::of(self.game.options().goal);
        let words = self.view.say(&Label::Moment { round, goal });
        self.table.note(&words, Align::Start, (x, top + SMALL));
    }

    fn player(&mut self, seat: u8, left: f64, top: f64) {
        let view = self.view;
        let suit = self.game.suit(seat);
        let acts = seat == view.acting() && !matches!(view.step(), Step::Start | Step::Over);
        let gold = Number::of(view.gold(seat));
        let power = Number::of(view.power(seat));
        let standing = view.say(&Label::Mat {
            gold,
            power,
            acts: Flag(acts),
        });
        let hero = view.hero().filter(|hero| hero.seat == seat);
        let things = hero.map(|hero| (self.things(hero.sword, hero.potions), Things::of(hero)));
        let die = self.pieces.die(suit, view.power(seat));
        let head = (die, self.game.name(seat), &*standing);
        let mut mat = Mat::new(&mut self.table, self.pieces, seat, (left, top), head);
        if hero.is_none() {
            mat.pawn(self.pieces.pawn(suit), None);
        }
        let value_up = |value| self.pieces.value_up(Code { suit, value });
        let hand = match view.hand().filter(|_| view.seat() == Some(seat)) {
            Some(hand) => hand.iter().map(value_up).collect(),
            None => {
                vec![self.pieces.suit_up(Code { suit, value: 0 }); usize::from(view.in_hand(seat))]
            }
        };
        mat.coins(hand, &view.say(&Label::CoinsInHand));
        mat.coins(
            view.used(seat).iter().map(value_up).collect(),
            &view.say(&Label::CoinsUsed),
        );
        if let Some((coins, things)) = things {
            mat.coins(coins, &view.say(&Label::Things { things }));
        }
    }
}

/// The width and the height of a set.
fn extent(set: &[(Tile, Cell)], tile: f64) -> (f64, f64) {
    let ((west, east), (south, north)) = (
        bounds(set.iter().map(|(_, cell)| cell.0)),
        bounds(set.iter().map(|(_, cell)| cell.1)),
    );
    let long = |from: i8, to: i8| f64::from(to - from + 1) * tile;
    (long(west, east), long(south, north))
}

/// Sets in rows of at most this width.
fn rows(sets: &[Vec<(Tile, Cell)>], tile: f64, room: f64) -> Vec<Vec<&[(Tile, Cell)]>> {
    let mut rows: Vec<Vec<&[(Tile, Cell)]>> = Vec::new();
    let mut x = 0.0;
    for set in sets {
        let wide = extent(set, tile).0;
        match rows.last_mut().filter(|_| x + wide <= room) {
            Some(row) => row.push(set),
            None => {
                rows.push(vec![set]);
                x = 0.0;
            }
        }
        x += wide + AISLE / 2.0;
    }
    rows
}

pub(super) fn middle((x, y): Cell, tile: f64) -> (f64, f64) {
    (f64::from(x) * tile, -f64::from(y) * tile)
}
