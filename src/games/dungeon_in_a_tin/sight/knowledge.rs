//! What a seat knows: everything but other players' closed hands (section 7 of the rules).

use super::super::Dungeon;
use super::super::rules::position::Position;
use super::super::rules::worlds::Worlds;
use crate::referee::Seat;

impl Dungeon {
    /// The position as a seat knows it, in which unseen cards in hands may be any that nobody has shown.
    pub(in super::super) fn seen_from(&self, p: &Position, seat: Option<Seat>) -> Position {
        let mut seen = p.clone();
        if self.options.open_hands || self.options.face_down {
            return seen;
        }
        let others = (0..seen.players.len()).filter(|other| seat.map(usize::from) != Some(*other));
        for other in others {
            let hand = &mut seen.players[other].hand;
            while let Some(card) = hand.cards().last().copied() {
                hand.take(card);
                hand.add_hidden();
                seen.deck[usize::from(card)] += 1;
            }
        }
        seen.worlds = Worlds::new(self.data.cards.len());
        seen
    }
}
