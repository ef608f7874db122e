//! Phases 1 to 3: Controls are placed, revealed and applied (R20-R30).

use super::super::event::Event;
use super::super::moves::Exert;
use super::super::position::{Placed, Position, Step};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::{Adjustment, Control};

impl Caverns {
    /// R10, R20: begins a round; the last in turn order places first.
    pub(super) fn begin_round(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.round += 1;
        p.noise = 0;
        p.rises = false;
        for hero in &mut p.heroes {
            hero.from = hero.at;
            hero.hidden = false;
            hero.done = false;
        }
        tell(Event::RoundBegan {
            round: p.round,
            seat: p.first,
        });
        p.step = Step::Place;
        p.acting = p.in_turn().next_back().unwrap_or_default();
    }

    pub(super) fn place(
        &self,
        p: &mut Position,
        control: Control,
        exert: Exert,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.acting;
        let exerted = exert != Exert::No;
        let adjustment = if let Exert::For(adjustment) = exert {
            Some(adjustment)
        } else {
            None
        };
        p.hero_mut(seat).placed = Some(Placed {
            control,
            exerted,
            adjustment,
        });
        if self.keeps_secrets() {
            // R23
            let upright = self.data.controls[usize::from(seat)]
                .edge(control)
                .is_upright();
            tell(Event::Placed {
                seat,
                upright,
                exerted,
            });
        } else {
            tell(Event::Shown {
                seat,
                control,
                exerted,
            });
        }
        if seat != p.first {
            p.acting = p.left_of(seat, p.seats - 1);
            return;
        }
        // R24
        for seat in p.in_turn().filter(|_| self.keeps_secrets()) {
            if let Some(placed) = p.hero(seat).placed {
                tell(Event::Shown {
                    seat,
                    control: placed.control,
                    exerted: placed.exerted,
                });
            }
        }
        self.turn_card(p, tell);
    }

    /// R25: applies the Control to the acting hero's card.
    fn turn_card(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        let Some(placed) = p.hero(seat).placed else {
            return self.next_card(p, tell);
        };
        let orientation =
            self.data.actions[usize::from(seat)].after(p.hero(seat).orientation, placed.control);
        p.hero_mut(seat).orientation = orientation;
        tell(Event::Turned {
            seat,
            control: placed.control,
            orientation,
        });
        match (placed.exerted, placed.adjustment) {
            (false, _) => self.next_card(p, tell),
            (true, None) => p.step = Step::Adjust,
            (true, Some(adjustment)) => self.adjust(p, adjustment, tell),
        }
    }

    /// Adjusts a card (R26, R27).
    pub(super) fn adjust(
        &self,
        p: &mut Position,
        adjustment: Adjustment,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.acting;
        let hero = p.hero_mut(seat);
        hero.orientation = hero.orientation.adjusted(adjustment);
        tell(Event::Adjusted {
            seat,
            adjustment,
            orientation: hero.orientation,
        });
        self.expend(p, seat, 1, "R27", tell);
        self.next_card(p, tell);
    }

    fn next_card(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.hero_mut(p.acting).placed = None;
        if Self::is_over(p) {
            return;
        }
        if let Some(next) = p.after(p.acting) {
            p.acting = next;
            return self.turn_card(p, tell);
        }
        if p.is_solo() {
            p.step = Step::Noise;
        } else {
            self.make_noise(p, 0, tell);
        }
    }

    /// Rolls the noise die (R111).
    pub(super) fn roll_noise(&self, p: &mut Position, roll: u8, tell: &mut impl FnMut(Event)) {
        tell(Event::NoiseRolled {
            seat: p.acting,
            roll,
        });
        self.make_noise(p, roll, tell);
    }

    /// Computes the total noise (R29).
    fn make_noise(&self, p: &mut Position, more: u8, tell: &mut impl FnMut(Event)) {
        p.noise = more
            + (0..p.seats)
                .map(|seat| self.panel(p, seat).noise)
                .sum::<u8>();
        tell(Event::Noise { total: p.noise });
        self.begin_actions(p, tell);
    }
}
