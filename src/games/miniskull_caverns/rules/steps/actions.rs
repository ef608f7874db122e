//! Phase 4: actions (R31-R49, R64, R65).

use super::super::event::Event;
use super::super::moves::{Gain, Move};
use super::super::position::{Position, Step};
use super::super::refusal::Refusal;
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::Action;
use crate::games::miniskull_caverns::data::map::Space;

impl Caverns {
    pub(super) fn begin_actions(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.acting = p.first;
        self.begin_action(p, tell);
    }

    /// R102: at Strength 0, only Heal and Hide leave a choice.
    fn begin_action(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.step = Step::Action;
        let action = self.panel(p, p.acting).action;
        if p.hero(p.acting).strength == 0 && !matches!(action, Action::Heal | Action::Hide) {
            self.rest(p, true, tell);
        }
    }

    pub(in super::super::super) fn next_action(
        &self,
        p: &mut Position,
        tell: &mut impl FnMut(Event),
    ) {
        if Self::is_over(p) {
            return;
        }
        match p.after(p.acting) {
            Some(next) => {
                p.acting = next;
                self.begin_action(p, tell);
            }
            None => self.find_combat(p, tell),
        }
    }

    pub(super) fn act(&self, p: &mut Position, mv: Move, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        match mv {
            Move::Rest => return self.rest(p, false, tell),
            Move::Search => return p.step = Step::Search,
            Move::Hide(gain) => self.hide(p, gain, tell),
            Move::Heal => {
                tell(Event::Healed { seat });
                self.gain(p, seat, 2, "R65", tell);
            }
            Move::Wait => self.turn_clock_up(p, tell),
            Move::Stay => {
                self.pay_for_running(p, tell);
                tell(Event::Stayed { seat });
            }
            Move::Go(to) => {
                self.pay_for_running(p, tell);
                self.arrive(p, to, tell);
            }
            Move::Pass(path) => {
                self.pay_for_running(p, tell);
                // The path was judged before.
                let _ = self.walk(p, path.spaces(), tell);
                if let Some(to) = path.spaces().last() {
                    self.arrive(p, *to, tell);
                }
            }
            _ => {}
        }
        let attacks = self.panel(p, seat).action == Action::SurpriseAttack;
        if attacks && matches!(mv, Move::Go(_)) && !Self::is_over(p) {
            return self.spring(p, tell);
        }
        self.next_action(p, tell);
    }

    /// Rests (R32, A42).
    fn rest(&self, p: &mut Position, forced: bool, tell: &mut impl FnMut(Event)) {
        tell(Event::Rested {
            seat: p.acting,
            forced,
        });
        self.gain(p, p.acting, 1, "R32", tell);
        self.next_action(p, tell);
    }

    /// Hides (R64, R114).
    fn hide(&self, p: &mut Position, gain: Gain, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        p.hero_mut(seat).hidden = true;
        tell(Event::Hid { seat });
        if gain != Gain::Clock {
            self.gain(p, seat, 1, "R64", tell);
        }
        if p.is_solo() && gain != Gain::Strength {
            self.turn_clock_up(p, tell);
        }
    }

    /// R114, R115: lets a countdown die rise at the end of this turn.
    pub(super) fn turn_clock_up(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.rises = true;
        tell(Event::ClockWillRise { seat: p.acting });
    }

    /// Pays for a run (R35).
    pub(in super::super) fn pay_for_running(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        if self.panel(p, p.acting).action == Action::Run {
            self.expend(p, p.acting, 1, "R35", tell);
        }
    }

    fn arrive(&self, p: &mut Position, to: Space, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        if !Self::is_over(p) {
            p.hero_mut(seat).at = Some(to);
            tell(Event::Moved { seat, to });
        }
    }

    /// Walks this path with the acting hero, paying before each step (R46, R48). Returns how much was paid.
    pub(in super::super) fn walk(
        &self,
        p: &mut Position,
        way: &[Space],
        tell: &mut impl FnMut(Event),
    ) -> Result<u8, Refusal> {
        let seat = p.acting;
        let mut paid = 0;
        for (step, next) in way.iter().copied().enumerate() {
            let passes = step + 1 < way.len();
            for other in (0..p.seats).filter(|other| passes && *other != seat) {
                // R45-R47, A13: each passage is judged by the Gems still carried.
                let poorer =
                    p.hero(other).at == Some(next) && p.hero(other).gems < p.hero(seat).gems;
                if !poorer {
                    continue;
                }
                if p.hero(seat).strength == 0 {
                    return Err(Refusal::PassageCosts {
                        at: next,
                        payable: false,
                    });
                }
                tell(Event::Passed { seat, at: next });
                self.expend(p, seat, 1, "R46", tell);
                paid += 1;
                if !self.options.passage_by_hero {
                    break;
                }
            }
            p.hero_mut(seat).at = Some(next);
        }
        Ok(paid)
    }
}
