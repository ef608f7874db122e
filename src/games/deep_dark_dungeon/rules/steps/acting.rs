//! Step 1, and the tile that the pawn ends on (R15-R28, R53-R57).

use super::super::event::Event;
use super::super::position::{Foe, Phase, Position};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::hex::Way;
use crate::games::deep_dark_dungeon::data::options::AttackCost;

impl Deep {
    pub(super) fn step(&self, p: &mut Position, way: Way, tell: &mut impl FnMut(Event)) {
        let from = p.here();
        let Some(to) = p.space(from).towards(way) else {
            return;
        };
        tell(Event::Stepped {
            seat: p.acting,
            way,
            to,
        });
        // A18
        let steep = self.height(p, from).abs_diff(self.height(p, to)) > 1;
        if steep
            && self.options.rope_is_used_up
            && let Some(card) = p.me().carried.and(self.data.ropes).first()
        {
            self.discard_carried(p, p.actor(), card);
            tell(Event::RopeUsed {
                seat: p.acting,
                card,
            });
        }
        p.me_mut().at = Some(to);
        p.used += 1;
        p.moved = true;
        // R21, R22
        let stops = Some(to) == p.exit || self.options.encounters_stop && self.is_encounter(p, to);
        if stops {
            self.end_acting(p, tell)
        } else {
            self.go_on(p, tell)
        }
    }

    /// R25: scrambles, which is the whole of step 1.
    pub(super) fn scramble(&self, p: &mut Position, way: Way, tell: &mut impl FnMut(Event)) {
        let Some(to) = p.space(p.here()).towards(way) else {
            return;
        };
        tell(Event::Scrambled {
            seat: p.acting,
            way,
            to,
        });
        p.me_mut().at = Some(to);
        p.used += 1;
        p.moved = true;
        self.end_acting(p, tell);
    }

    /// R53: begins an attack; the dice follow.
    pub(super) fn attack(&self, p: &mut Position, target: u8, tell: &mut impl FnMut(Event)) {
        tell(Event::Attacked {
            seat: p.acting,
            target,
        });
        p.attacked = true;
        p.used += u8::from(self.options.attack_cost == AttackCost::OneSpace);
        self.fight(p, Foe::Explorer(target));
    }

    /// Step 2: continues with a card, the Guardian, or nothing (R27, R28, R61).
    pub(super) fn end_acting(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if !self.has_acted(p) {
            tell(Event::Waited { seat: p.acting });
        }
        p.phase = Phase::Arrive;
        let here = p.here();
        match self.guardian(p) {
            Some(strength) if p.moved && Some(here) == p.exit => {
                tell(Event::GuardianMet {
                    seat: p.acting,
                    strength,
                });
                self.fight(p, Foe::Guardian);
            }
            _ if p.moved && self.is_encounter(p, here) => self.draw_card(p, here, tell),
            _ => self.go_on(p, tell),
        }
    }
}
