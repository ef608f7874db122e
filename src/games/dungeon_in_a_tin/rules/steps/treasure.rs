//! Step 2: taking, dropping and buying (R28-R36). Step 3: drinking (R37).

use super::super::event::Event;
use super::super::moves::{Coins, Move};
use super::super::position::{Position, Step};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{Kind, Tokens};

impl Dungeon {
    pub(super) fn begin_treasure(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.acting = 0;
        if p.count_in_dungeon() == 1 {
            // Nobody else acts in between, so steps 2 to 4 are asked as one.
            p.step = Step::Free { late: false };
            return;
        }
        p.passed = 0;
        p.dropped = false;
        for player in &mut p.players {
            player.dropped = 0;
        }
        self.next_treasure(p, 0, tell);
    }

    /// Finds the next go of step 2, starting `after` places on (R30).
    pub(super) fn next_treasure(&self, p: &mut Position, after: u8, tell: &mut impl FnMut(Event)) {
        let seats = p.players.len() as u8;
        p.step = Step::Treasure;
        let next = p.acting + after;
        for at in next..next + seats {
            p.acting = at % seats;
            let seat = p.actor();
            if p.passed & 1 << seat == 0 && p.in_dungeon(seat) && p.is_safe(seat) {
                if self.has_treasure_business(p, seat) {
                    return;
                }
                p.passed |= 1 << seat;
            }
        }
        p.acting = 0;
        p.passed = 0;
        for player in &mut p.players {
            player.dropped = 0;
        }
        self.next_potion(p, 0, tell);
    }

    /// Whether anything but passing is possible.
    fn has_treasure_business(&self, p: &Position, seat: usize) -> bool {
        let player = &p.players[seat];
        !player.carried.is_empty()
            || p.can_swap(seat)
            || p.room(player.room)
                .floor
                .kinds()
                .any(|kind| self.verdict(p, Move::Take(kind)).is_ok())
    }

    pub(super) fn take(&self, p: &mut Position, kind: Kind, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        let room = p.players[seat].room;
        p.room_mut(room).floor.remove(kind);
        p.players[seat].carried.add(kind);
        tell(Event::Took {
            seat: seat as u8,
            kind,
        });
        if p.step == Step::Treasure && p.has_company(seat) {
            // R30: taking ends the go, and everybody else in the room gets another.
            self.reopen(p, seat);
            p.dropped = false;
            self.next_treasure(p, 1, tell);
        }
    }

    pub(super) fn drop(&self, p: &mut Position, kind: Kind, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        p.players[seat].carried.remove(kind);
        tell(Event::Dropped {
            seat: seat as u8,
            kind,
        });
        self.lay(p, seat, kind, tell);
        if p.step == Step::Treasure {
            p.dropped = true;
            p.players[seat].dropped |= 1 << kind.0;
        }
    }

    /// Moves a token from a player to the room; a rope in the Chasm becomes a bridge (A19). Returns whether it is on the
    /// floor.
    pub(super) fn lay(
        &self,
        p: &mut Position,
        seat: usize,
        kind: Kind,
        tell: &mut impl FnMut(Event),
    ) -> bool {
        let room = p.players[seat].room;
        let bridge = kind == Kind::ROPE && self.data.tile(p.room(room).tile).chasm;
        if bridge {
            p.room_mut(room).bridges += 1;
            tell(Event::Bridged {
                seat: seat as u8,
                room,
            });
        } else {
            p.room_mut(room).floor.add(kind);
        }
        !bridge
    }

    /// Takes back the passes of everybody else in the room.
    fn reopen(&self, p: &mut Position, seat: usize) {
        let room = p.players[seat].room;
        for (other, player) in p.players.iter().enumerate() {
            if other != seat && player.room == room {
                p.passed &= !(1 << other);
            }
        }
    }

    /// Ends a go of step 2. A pass is not final while others drop and take (R30).
    pub(super) fn pass(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        if std::mem::take(&mut p.dropped) {
            self.reopen(p, seat);
        }
        p.passed |= 1 << seat;
        self.next_treasure(p, 1, tell);
    }

    /// Settles a payment (R34, R35).
    pub(super) fn pay(&self, p: &mut Position, coins: Coins, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        tell(Event::Paid {
            seat: seat as u8,
            coins,
            price: self.data.price(p.basket),
        });
        p.players[seat].carried.give(coins.into());
        for kind in p.basket.each() {
            if !p.spent_tokens.take(kind) {
                p.pool.remove(kind);
            }
            p.players[seat].carried.add(kind);
            tell(Event::Bought {
                seat: seat as u8,
                kind,
            });
        }
        // After the items were taken, so that a coin of this payment cannot be drawn.
        p.pool.absorb(coins.into());
        self.close_basket(p);
    }

    pub(super) fn close_basket(&self, p: &mut Position) {
        p.basket = Tokens::default();
        p.step = if p.count_in_dungeon() == 1 {
            Step::Free { late: false }
        } else {
            Step::Treasure
        };
    }

    /// Finds the next player with a potion and no monsters around, starting `after` places on.
    pub(super) fn next_potion(&self, p: &mut Position, after: u8, tell: &mut impl FnMut(Event)) {
        p.acting += after;
        while usize::from(p.acting) < p.players.len() {
            let seat = p.actor();
            if p.in_dungeon(seat) && p.is_safe(seat) && p.players[seat].carried.has(Kind::POTION) {
                p.step = Step::Potion;
                return;
            }
            p.acting += 1;
        }
        p.acting = 0;
        self.next_declaration(p, 0, tell);
    }

    /// Drinks a potion (R37).
    pub(super) fn drink(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        let player = &mut p.players[seat];
        player.carried.remove(Kind::POTION);
        player.hearts = self.data.hearts;
        p.spent_tokens.add(Kind::POTION);
        tell(Event::Drank { seat: seat as u8 });
        match p.step {
            Step::Potion => self.next_potion(p, 1, tell),
            _ => p.step = Step::Free { late: true },
        }
    }
}
