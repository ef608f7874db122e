//! Dying (R36-R37).

use super::super::event::Event;
use super::super::position::{Player, Position, Stack, Step};
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::Cell;
use crate::games::dungeon_crawl::data::piece::Suit;

impl Crawl {
    pub(super) fn die(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let player = &p.players[p.actor()];
        let Some(at) = player.pawn else { return };
        tell(Event::Died {
            seat: p.acting,
            at,
            damage: player.hurt(),
        });
        self.lay_down(p, tell);
    }

    /// R37: records a treasure of a dead player; they are value side up, so the table reports those that the referee does
    /// not know.
    pub(super) fn show_dead(&self, p: &mut Position, value: u8, tell: &mut impl FnMut(Event)) {
        p.worlds.show(value, p.acting);
        tell(Event::TreasureShown {
            seat: p.acting,
            value,
        });
        self.lay_down(p, tell);
    }

    fn lay_down(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        if !p.worlds.open(seat).is_empty() {
            p.step = Step::ShowDead;
            return;
        }
        let player = std::mem::take(&mut p.players[usize::from(seat)]);
        let Player {
            mut equipment,
            applied,
            experience,
            damage,
            ..
        } = player;
        // A16
        if self.options.drops_applied {
            equipment.take(applied);
        } else {
            p.discards[Suit::Arms as usize].take(applied);
        }
        // A18
        for suit in [Suit::Suns, Suit::Moons] {
            p.discards[suit as usize].take(experience[suit as usize]);
            p.discards[suit as usize].take(damage[suit as usize]);
        }
        let treasure = p.worlds.certain(seat);
        for value in treasure.iter() {
            p.worlds.drop(value);
            p.memory.drop(value);
        }
        // A23
        if let Some(at) = player
            .pawn
            .filter(|_| !treasure.is_empty() || !equipment.is_empty())
        {
            p.stacks.push(Stack {
                at,
                treasure,
                equipment,
            });
            p.map.set(at, Cell::Stack);
            tell(Event::StackLeft {
                seat,
                at,
                treasure,
                equipment,
            });
        }
        self.next_turn(p, tell);
    }
}
