//! Becoming Hurt, being knocked out, and sliding (R43, R44, R46).

use super::super::event::Event;
use super::super::position::{Phase, Position, Step};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::hex::Way;

impl Deep {
    /// Makes the acting Explorer Hurt, or knocks out one who is already.
    pub(super) fn harm(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.acting;
        if !p.me().hurt {
            p.me_mut().hurt = true;
            return tell(Event::Hurt { seat });
        }
        let hurt = !self.options.knockout_heals;
        tell(Event::KnockedOut { seat, hurt });
        for card in p.me().carried.iter() {
            self.discard_carried(p, usize::from(seat), card);
            tell(Event::TreasureDropped { seat, card });
        }
        let me = p.me_mut();
        me.at = Some(0);
        me.hurt = hurt;
        me.webbed = false;
        // R34
        if p.phase == Phase::Drawn && !p.drawn.is_empty() {
            tell(Event::EncountersDropped {
                seat,
                count: p.drawn.len() as u8,
            });
            p.drawn.clear();
        }
    }

    /// Slides in the chosen direction.
    pub(super) fn slide(&self, p: &mut Position, way: Way, tell: &mut impl FnMut(Event)) {
        self.slide_to(p, way, tell);
        self.slide_on(p, tell);
    }

    /// Keeps sliding as long as only one direction is possible.
    pub(super) fn slide_on(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        loop {
            let mut ways = self.slides(p, p.here());
            let (first, second) = (ways.next(), ways.next());
            drop(ways);
            match (first, second) {
                (None, _) => return self.go_on(p, tell),
                (Some(way), None) => self.slide_to(p, way, tell),
                (Some(_), Some(_)) => {
                    p.step = Step::Slide;
                    return;
                }
            }
        }
    }

    fn slide_to(&self, p: &mut Position, way: Way, tell: &mut impl FnMut(Event)) {
        let Some(to) = p.space(p.here()).towards(way) else {
            return;
        };
        p.me_mut().at = Some(to);
        tell(Event::Slid {
            seat: p.acting,
            way,
            to,
        });
    }
}
