//! Scores, heroes who follow a dead one, new rounds, and the end.

use super::super::event::Event;
use super::super::position::{Auction, Position, Remains, Step};
use crate::games::dungeonbuilders::Builders;

impl Builders {
    /// Settles a hero's death (R57, V3e).
    pub(super) fn die(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let hero = p.hero;
        tell(Event::Died {
            seat: hero.seat,
            tile: hero.at,
        });
        self.score(p, true, tell);
        if !self.options.successors {
            return self.end_round(p, tell);
        }
        p.trail.left[usize::from(hero.seat)] = Some(Remains {
            at: hero.at,
            sword: hero.sword,
            potions: hero.potions,
        });
        // V3b
        let bidders = p.auction.bidders;
        p.trail.by_bid = bidders & 1 << hero.seat != 0;
        p.trail.asking = if p.trail.by_bid {
            bidders & !p.trail.out
        } else {
            0
        };
        self.ask_successor(p, tell);
    }

    /// Scores a hero's trip (R58, R59, V1, V3f).
    pub(super) fn score(&self, p: &mut Position, dead: bool, tell: &mut impl FnMut(Event)) {
        let own = self.own_tiles(p);
        let visited = p.hero.visited;
        let explored = own
            .iter()
            .filter(move |tile| visited.has(*tile))
            .map(|tile| tile.value() as u8);
        let worth = |value: u8| match (dead, self.options.deadly, self.options.lose_floor) {
            (false, ..) => value,
            (true, true, _) => 0,
            // A31
            (true, false, true) => value - value / 2,
            (true, false, false) => value / 2,
        };
        let gold = explored
            .clone()
            .filter(|value| !p.trail.explored.has(*value))
            .map(|value| u16::from(worth(value)))
            .sum();
        if dead {
            // A42
            explored.for_each(|value| p.trail.explored.add(value));
        }
        let seat = p.hero.seat;
        p.gold[usize::from(seat)] = p.gold[usize::from(seat)].saturating_add(gold);
        tell(Event::Scored { seat, gold, dead });
    }

    /// V3b-V3d: asks the next player who may enter, or ends the round.
    fn ask_successor(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        loop {
            let next = if p.trail.by_bid {
                // V3b: the highest bid first; of equal bids, the earlier one.
                let mut order: Vec<u8> =
                    Position::round_from(p.auction.first, self.players.len(), p.trail.asking)
                        .collect();
                order.sort_by_key(|seat| {
                    std::cmp::Reverse(p.auction.bids[usize::from(*seat)].gold())
                });
                order.first().copied()
            } else {
                self.asked_in_turn(p, p.trail.asking).next()
            };
            if let Some(seat) = next {
                p.acting = seat;
                p.step = Step::Succeed;
                return;
            }
            let willing = p.trail.willing;
            match willing.count_ones() {
                0 => {}
                1 => return self.enter(p, willing.trailing_zeros() as u8, tell),
                _ => {
                    // V3c, A37: an auction for entering.
                    tell(Event::Tied {
                        seats: willing,
                        power: self.mightiest(p, willing).1,
                    });
                    p.trail.willing = 0;
                    self.begin_auction(p, willing);
                    p.step = Step::Bid;
                    return;
                }
            }
            p.auction = Auction::default();
            p.trail.by_bid = false;
            p.trail.asking = match self.everybody() & !p.trail.out {
                0 => return self.end_round(p, tell),
                left => self.mightiest(p, left).0,
            };
        }
    }

    /// Takes the answer of a player who may enter (V3c, V3d).
    pub(super) fn answer_succession(
        &self,
        p: &mut Position,
        yes: bool,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.acting;
        p.trail.asking &= !(1 << seat);
        if !yes {
            p.trail.out |= 1 << seat;
            tell(Event::Declined { seat });
        } else if p.trail.by_bid {
            // V3b
            return self.enter(p, seat, tell);
        } else {
            p.trail.willing |= 1 << seat;
            tell(Event::Volunteered { seat });
        }
        self.ask_successor(p, tell);
    }

    /// All seats, one bit each.
    pub(super) fn everybody(&self) -> u8 {
        (1 << self.players.len()) - 1
    }

    /// Ends the round or the game (R61-R63, A34, A44).
    pub(super) fn end_round(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        tell(Event::RoundEnded { round: p.round });
        let most = p.gold.into_iter().max().unwrap_or_default();
        let richest = (0..self.players.len()).filter(|seat| p.gold[*seat] == most);
        let richest = richest.fold(0u8, |all, seat| all | 1 << seat);
        let limited = self.options.round_limit > 0 && p.round >= self.options.round_limit;
        let reached = u32::from(most) >= self.options.goal;
        let shared = !richest.is_power_of_two();
        if reached && shared && self.options.play_on && !limited {
            tell(Event::PlayedOn { seats: richest });
        } else if reached || limited {
            if !reached {
                tell(Event::LimitReached { rounds: p.round });
            }
            if shared {
                tell(Event::WonTogether {
                    seats: richest,
                    gold: most,
                });
            } else {
                tell(Event::Won {
                    seat: richest.trailing_zeros() as u8,
                    gold: most,
                });
            }
            p.step = Step::Over;
            return;
        }
        // A38
        self.begin_round(p, self.next_seat(p.hero.seat), tell);
    }

    /// Begins a round (R8, R60, R61).
    pub(super) fn begin_round(&self, p: &mut Position, seat: u8, tell: &mut impl FnMut(Event)) {
        *p = Position {
            gold: p.gold,
            round: p.round + 1,
            starter: seat,
            acting: seat,
            step: Step::Act,
            ..self.set_up()
        };
        tell(Event::RoundBegan {
            round: p.round,
            seat,
        });
    }
}
