//! Tiles, coins and power.

use super::super::event::Event;
use super::super::position::{Coin, MAX_POWER, Position, SWORD, Step};
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{Cell, beside};
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::shared::narrator::Seats;
use crate::games::side::Side;
use crate::referee::journal::Secrets;

impl Builders {
    /// Draws a tile (R14).
    pub(super) fn draw(&self, p: &mut Position, tile: Tile, tell: &mut impl FnMut(Event)) {
        tell(Event::TileDrawn {
            seat: p.acting,
            tile,
        });
        p.drawn.add(tile);
        p.tile = Some(tile);
        if self.cells(p, tile).iter().next().is_some() {
            p.step = Step::Lay;
            return;
        }
        // R18
        p.layout.leave(tile);
        let event = if self.can_join(p) {
            Event::FitsNowhere { tile }
        } else {
            Event::LeftApart {
                seat: p.acting,
                tile,
            }
        };
        tell(event);
        self.offer_join(p, Step::Join, tell);
    }

    /// Lays the drawn tile in the dungeon (R17).
    pub(super) fn lay(&self, p: &mut Position, cell: Cell, tell: &mut impl FnMut(Event)) {
        if let Some(tile) = p.tile {
            p.layout.lay(tile, cell);
            tell(Event::TileLaid {
                seat: p.acting,
                tile,
                cell,
            });
        }
        self.offer_join(p, Step::Join, tell);
    }

    /// Joins a floating set (R18, R19).
    pub(super) fn join(
        &self,
        p: &mut Position,
        anchor: Tile,
        side: Side,
        quarters: u8,
        tell: &mut impl FnMut(Event),
    ) {
        let (Some(tile), Some(from)) = (p.tile, p.layout.place(anchor)) else {
            return;
        };
        let Some(own) = p.layout.place(tile) else {
            return;
        };
        let count = p.layout.within(from.set).len() as u8;
        p.layout
            .join(anchor, quarters, own.set, beside(own.cell, side));
        tell(Event::Joined {
            seat: p.acting,
            tile,
            set: from.set,
            count,
        });
        self.offer_join(p, Step::JoinMore, tell);
    }

    fn offer_join(&self, p: &mut Position, step: Step, tell: &mut impl FnMut(Event)) {
        if self.can_join(p) {
            p.step = step;
        } else {
            self.end_tile(p, tell);
        }
    }

    /// Offers a rebuild after the last tile (R22), or ends the action.
    pub(super) fn end_tile(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.tile = None;
        p.placer = Some(p.acting);
        if self.pile(p) == 0 && !p.layout.has_path() {
            p.step = Step::Offer;
        } else {
            self.end_action(p, tell);
        }
    }

    /// R25: puts a coin on a tile. If the referee is not told which coin it is, this ends the action.
    pub(super) fn place_coin(&self, p: &mut Position, tile: Tile, tell: &mut impl FnMut(Event)) {
        p.target = tile;
        if self.secrets == Secrets::Referee || self.options.open_items {
            p.step = Step::Coin;
        } else {
            self.give_coin(p, None, tell);
        }
    }

    /// Records the coin placed (R25-R28, A14).
    pub(super) fn give_coin(
        &self,
        p: &mut Position,
        value: Option<u8>,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.acting;
        let open = self.options.open_items && value.is_some_and(|value| value <= SWORD);
        let purse = &mut p.purses[usize::from(seat)];
        purse.placed += 1;
        value.into_iter().for_each(|value| purse.gone.add(value));
        value
            .filter(|_| open)
            .into_iter()
            .for_each(|value| purse.seen.add(value));
        let coin = Coin {
            seat,
            value,
            open,
            monster: self.options.open_items && !open,
        };
        if let Some(place) = p.coins[p.target.index()]
            .iter_mut()
            .find(|place| place.is_none())
        {
            *place = Some(coin);
        }
        tell(Event::CoinPlaced {
            seat,
            tile: p.target,
            value: value.filter(|_| open),
        });
        self.end_action(p, tell);
    }

    /// Adds a point of power (R30).
    pub(super) fn power_up(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let power = &mut p.power[usize::from(p.acting)];
        *power += 1;
        tell(Event::PoweredUp {
            seat: p.acting,
            power: *power,
        });
        self.end_action(p, tell);
    }

    /// Ends an action (R13, R33-R36).
    pub(super) fn end_action(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if p.power[usize::from(p.acting)] == MAX_POWER {
            tell(Event::Strongest { seat: p.acting });
            self.enter(p, p.acting, tell);
        } else if p.layout.has_path() {
            tell(Event::PathFound);
            let (seats, power) = self.mightiest(p, self.everybody());
            if seats.is_power_of_two() {
                let seat = seats.trailing_zeros() as u8;
                tell(Event::Mightiest { seat, power });
                self.enter(p, seat, tell);
            } else {
                tell(Event::Tied { seats, power });
                self.begin_auction(p, seats);
                p.step = Step::Kind;
            }
        } else {
            p.acting = self.next_seat(p.acting);
            p.step = Step::Act;
        }
    }

    /// The strongest of these seats, and their power.
    pub(super) fn mightiest(&self, p: &Position, among: u8) -> (u8, u8) {
        let seats = || (0..self.players.len() as u8).filter(|seat| Seats(among).has(*seat));
        let power = seats()
            .map(|seat| p.power[usize::from(seat)])
            .max()
            .unwrap_or_default();
        let tied = seats().filter(|seat| p.power[usize::from(*seat)] == power);
        (tied.fold(0, |all, seat| all | 1 << seat), power)
    }

    /// The next player (R13).
    pub(super) fn next_seat(&self, seat: u8) -> u8 {
        (seat + 1) % self.players.len() as u8
    }
}
