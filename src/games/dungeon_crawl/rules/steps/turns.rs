//! Turns, movement, and returning from death (R17-R23, R38-R39).

use super::super::event::Event;
use super::super::position::{Position, Step};
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::{Cell, Square};

impl Crawl {
    /// Passes the turn to the left (R18).
    pub(super) fn next_turn(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.acting = p.left_of(p.acting, 1);
        self.begin_turn(p, tell);
    }

    /// Begins the turn of the current player, or of the next one who can do anything.
    pub(super) fn begin_turn(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        loop {
            p.turn += 1;
            let seat = p.acting;
            tell(Event::TurnBegan { turn: p.turn, seat });
            match p.players[p.actor()].pawn {
                Some(from) => {
                    let free = self.has_way(p, from);
                    p.step = Step::Move;
                    // On a single tile everybody may be stuck; then the game stops.
                    if free || p.players.iter().all(|player| self.is_stuck(p, player.pawn)) {
                        return;
                    }
                    // A13
                    tell(Event::Blocked { seat });
                }
                None => {
                    p.step = Step::Enter;
                    if p.entrances().next().is_some() {
                        return;
                    }
                    // A20
                    tell(Event::NoEntrance { seat });
                }
            }
            p.acting = p.left_of(seat, 1);
        }
    }

    /// Whether a character cannot move or enter.
    fn is_stuck(&self, p: &Position, pawn: Option<Square>) -> bool {
        let Some(from) = pawn else {
            return p.entrances().next().is_none();
        };
        !self.has_way(p, from)
    }

    /// R20-R24, R34: moves the character and settles what it meets.
    pub(super) fn go(&self, p: &mut Position, to: Square, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        p.players[seat].pawn = Some(to);
        tell(Event::Moved { seat: p.acting, to });
        match p.map.cell(to) {
            Cell::Coin(_) => p.step = Step::Suit,
            // A22: no attack after it.
            Cell::Stack => self.take_stack(p, to, tell),
            Cell::Floor | Cell::Void => {
                if (0..p.players.len()).any(|other| self.is_target(p, other)) {
                    p.step = Step::Attack;
                } else {
                    self.next_turn(p, tell);
                }
            }
        }
    }

    /// R38: enters the dungeon, which is the whole turn.
    pub(super) fn enter(&self, p: &mut Position, at: Square, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        p.players[seat].pawn = Some(at);
        tell(Event::Entered { seat: p.acting, at });
        self.next_turn(p, tell);
    }
}
