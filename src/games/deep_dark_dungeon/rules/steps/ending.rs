//! Escapes, and the end (R62, R67-R70).

use super::super::event::Event;
use super::super::position::{Position, Step};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::set::Set;

impl Deep {
    /// R67: whether the acting Explorer is on an unguarded Exit with a Key.
    pub(super) fn walks_out(&self, p: &Position) -> bool {
        p.exit == Some(p.here()) && self.guardian(p).is_none() && self.has_key(p.me())
    }

    pub(super) fn escape(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        p.escaped.push(p.acting);
        tell(Event::Escaped {
            seat: p.acting,
            place: p.escaped.len() as u8,
        });
        p.me_mut().at = None;
        // R69
        if !self.options.to_the_last_key {
            p.step = Step::Over;
            return tell(Event::Finished { last_key: false });
        }
        // R70, R68: the Key with the lower code leaves the game, and the rest is discarded.
        if let Some(key) = p.me().carried.and(self.data.keys).first() {
            p.me_mut().carried.remove(key);
            p.out.add(key);
        }
        for card in p.me().carried.iter() {
            self.discard_carried(p, seat, card);
            tell(Event::TreasureDropped {
                seat: p.acting,
                card,
            });
        }
        p.me_mut().webbed = false;
        p.drawn.clear();
        self.settle_keys(p, tell);
        let carried = p
            .explorers
            .iter()
            .fold(Set::default(), |all, explorer| all.or(explorer.carried));
        let keys = p.deck.or(p.discard).or(carried).and(self.data.keys);
        if keys.is_empty() || p.escaped.len() == p.explorers.len() {
            p.step = Step::Over;
            return tell(Event::Finished { last_key: true });
        }
        self.pass_on(p, tell);
    }
}
