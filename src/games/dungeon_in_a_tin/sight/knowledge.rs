//! What a seat knows: everything but other players' closed hands (section 7 of the rules).

use super::super::Dungeon;
use super::super::rules::position::Position;
use super::super::rules::worlds::Worlds;
use crate::referee::Seat;
use crate::referee::snapshot::Viewer;

impl Dungeon {
    /// Whether the viewer sees the cards in this hand that the referee knows. Of hands that the cardboard keeps, those are cards
    /// that everybody saw.
    pub(super) fn sees_cards(&self, viewer: Viewer, seat: Seat) -> bool {
        self.options.open_hands || self.options.face_down || viewer.see_as(seat)
    }

    /// The position as a seat knows it, in which unseen cards in hands may be any that nobody has shown.
    pub(in super::super) fn seen_from(&self, p: &Position, seat: Option<Seat>) -> Position {
        let mut seen = p.clone();
        if self.options.open_hands || self.options.face_down {
            return seen;
        }
        for (_, player) in (0..)
            .zip(&mut seen.players)
            .filter(|(other, _)| !self.sees_cards(seat.into(), *other))
        {
            let hand = &mut player.hand;
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
