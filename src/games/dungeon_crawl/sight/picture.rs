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
use crate::games::piecepack::mat::{AISLE, GAP, Mat, NAME, SMALL};
use crate::games::shared::narrator::Narrator as _;
use crate::games::shared::noun::{Flag, Number};
use crate::games::shared::tabletop::{Tabletop, fan};
use crate::games::side::Side;
use crate::referee::scene::{Align, Placement, Scene, What, Zone};
use crate::referee::{Seat, Tone};

/// A scene under construction.
struct SceneBuilder<'a> {
    game: &'a Crawl,
    pieces: &'a Pieces,
    view: &'a View<'a>,
    table: Tabletop,
}

impl Crawl {
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
        laying.dungeon();
        laying.beside();
        laying.table.scene
    }
}

impl SceneBuilder<'_> {
    fn dungeon(&mut self) {
        let map = self.view.map();
        let tile = self.pieces.tile;
        for (x, y) in map.tiles() {
            self.table.scene.at(
                self.pieces.tile_back(),
                (f64::from(*x) + 0.5) * tile,
                -(f64::from(*y) + 0.5) * tile,
            );
        }
        for (number, (x, y)) in self.view.sites() {
            let at = (
                (f64::from(x) + 0.5) * tile,
                -(f64::from(y) + 0.5) * tile + NAME / 3.0,
            );
            self.table
                .scene
                .label(&format!("{number}?"), NAME, Align::Middle, Tone::Strong, at);
        }
        self.names_of_spaces();
        for square in map.squares() {
            let (x, y) = self.middle(square);
            match map.cell(square) {
                Cell::Coin(value) => {
                    self.table.scene.at(self.coin(value), x, y);
                }
                Cell::Stack => self.stack(square, (x, y)),
                Cell::Floor | Cell::Void => {}
            }
        }
        if let Some((x, y)) = map.tiles().first().filter(|_| self.points()) {
            // R6: each pawn points to the edge it is next to.
            let middle = ((f64::from(*x) + 0.5) * tile, -(f64::from(*y) + 0.5) * tile);
            for (side, suit) in Side::ALL.into_iter().zip(self.view.compass()) {
                let (dx, dy) = side.step();
                let out = tile / 4.0;
                let spot = Placement::At(
                    middle.0 + f64::from(dx) * out,
                    middle.1 - f64::from(dy) * out,
                );
                self.table
                    .scene
                    .put(self.pieces.pawn(suit), spot, side.quarters());
            }
        }
        for (seat, player) in self.view.players().iter().enumerate() {
            if let Some(pawn) = player.pawn {
                let (x, y) = self.middle(pawn);
                self.table
                    .scene
                    .at(self.pieces.pawn(self.game.suit(seat)), x, y);
            }
        }
    }

    /// Whether the pawns are on the first tile as a compass (R6).
    fn points(&self) -> bool {
        matches!(
            self.view.step(),
            Step::Tile | Step::Site(_) | Step::Coin { .. }
        )
    }

    /// Adds letters below and numbers on the left, as at the prompt.
    fn names_of_spaces(&mut self) {
        let map = self.view.map();
        for x in 0..map.width() {
            let (at, _) = self.middle(Square::new(x, 0));
            self.table
                .note(&Square::column(x), Align::Middle, (at, SMALL + GAP));
        }
        for y in 0..map.height() {
            let (_, at) = self.middle(Square::new(0, y));
            self.table.note(
                &(u16::from(y) + 1).to_string(),
                Align::End,
                (-GAP, at + SMALL / 3.0),
            );
        }
    }

    fn middle(&self, square: Square) -> (f64, f64) {
        middle(square, self.pieces.tile / 2.0)
    }

    /// A coin with this value up.
    fn coin(&self, value: u8) -> What {
        self.pieces.value_up(Code {
            suit: Suit::Suns,
            value,
        })
    }

    /// R37: adds a stack, value side up.
    fn stack(&mut self, square: Square, (x, y): (f64, f64)) {
        let Some(stack) = self.view.stack_at(square) else {
            return;
        };
        let coins: Vec<What> = stack
            .treasure
            .iter()
            .chain(stack.equipment.iter())
            .map(|value| self.coin(value))
            .collect();
        let step = fan(coins.len(), 3.0, self.pieces.tile / 2.0 - self.pieces.coin);
        let first = -step * coins.len().saturating_sub(1) as f64 / 2.0;
        self.table.row(coins, (x + first, y + first), (step, step));
    }

    /// Adds what is in front of the players, one below the other, and then the piles.
    fn beside(&mut self) {
        let map = self.view.map();
        let height = f64::from(map.height()) * self.pieces.tile / 2.0;
        let row = Mat::height(self.pieces);
        let building = self.view.turn() == 0;
        let seats = self.view.players().len();
        let piles = if building {
            self.pieces.tile + SMALL + GAP
        } else {
            SMALL
        };
        let mut top = -(height + row * seats as f64 + piles) / 2.0;
        let left = f64::from(map.width()) * self.pieces.tile / 2.0 + AISLE;
        for seat in 0..seats {
            self.player(seat, left, top);
            top += row;
        }
        if building {
            self.piles(left, top)
        } else {
            self.discards(left, top)
        }
    }

    fn player(&mut self, seat: usize, left: f64, top: f64) {
        let (view, pieces) = (self.view, self.pieces);
        let player = view.player(seat);
        let holdings = view.holdings(seat);
        let acts = seat == view.actor() && view.step() != Step::Over;
        let standing = view.say(&Label::Mat {
            acts: Flag(acts),
            holdings,
        });
        let head = (
            pieces.die(self.game.suit(seat), 1),
            self.game.name(seat),
            &*standing,
        );
        let is_out = player.pawn.is_none() && !self.points();
        let mut mat = Mat::new(&mut self.table, pieces, seat as Seat, (left, top), head);
        if is_out {
            mat.pawn(
                pieces.pawn(self.game.suit(seat)),
                Some(&view.say(&Label::Out)),
            );
        }
        let suit_up = |suit: Suit, values: Values| -> Vec<What> {
            values
                .iter()
                .map(|value| pieces.suit_up(Code { suit, value }))
                .collect()
        };
        let value_up = |suit: Suit, values: Values| -> Vec<What> {
            values
                .iter()
                .map(|value| pieces.value_up(Code { suit, value }))
                .collect()
        };
        let treasure = match view.treasure(seat) {
            Some(treasure) => value_up(Suit::Crowns, treasure),
            None => vec![
                pieces.suit_up(Code {
                    suit: Suit::Crowns,
                    value: 0
                });
                usize::from(player.treasures)
            ],
        };
        let hurt = [
            value_up(Suit::Suns, player.damage[0]),
            value_up(Suit::Moons, player.damage[1]),
        ]
        .concat();
        let damage = [hurt, suit_up(Suit::Arms, player.applied)].concat();
        mat.coins(treasure, &view.say(&Label::TreasureRow { holdings }));
        mat.coins(
            suit_up(Suit::Arms, player.equipment),
            &view.say(&Label::EquipmentRow),
        );
        mat.coins(
            suit_up(Suit::Suns, player.experience[0]),
            &view.say(&Label::TrapRow),
        );
        mat.coins(
            suit_up(Suit::Moons, player.experience[1]),
            &view.say(&Label::MonsterRow),
        );
        mat.coins(damage, &view.say(&Label::DamageRow));
    }

    /// Adds the remaining tiles and coins while the dungeon is being built.
    fn piles(&mut self, left: f64, top: f64) {
        self.table.scene.zone = Zone::Piles;
        let (tile, coin) = (self.pieces.tile, self.pieces.coin);
        let middle = top + tile / 2.0;
        let base = top + tile + SMALL;
        let tiles = self.view.tiles_left();
        if tiles > 0 {
            let words = self.view.say(&Label::Tiles {
                count: Number(tiles as i64),
            });
            self.table.noted(
                self.pieces.tile_back(),
                (left + tile / 2.0, middle),
                &words,
                base,
            );
        }
        let mut x = left + tile + 3.0 * GAP + coin / 2.0;
        for (value, count) in (0u8..)
            .zip(self.view.pile())
            .filter(|(_, count)| **count > 0)
        {
            let words = self.view.say(&Label::Left {
                count: Number::of(*count),
            });
            self.table
                .noted(self.coin(value), (x, middle), &words, base);
            x += coin + GAP;
        }
    }

    fn discards(&mut self, left: f64, top: f64) {
        self.table.scene.zone = Zone::Piles;
        let [found, all] = [self.view.found(), TREASURES].map(Number::of);
        let words = self.view.say(&Label::Progress {
            found,
            all,
            gone: Number::of(self.view.discarded()),
        });
        self.table.note(&words, Align::Start, (left, top + SMALL));
    }
}

/// The middle of a space of this size.
pub(super) fn middle(square: Square, space: f64) -> (f64, f64) {
    (
        (f64::from(square.x) + 0.5) * space,
        -(f64::from(square.y) + 0.5) * space,
    )
}
