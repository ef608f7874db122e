//! Step 1: refreshing the hand (R25-R27).

use super::super::event::Event;
use super::super::position::{Position, Step};
use crate::games::dungeon_in_a_tin::Dungeon;

impl Dungeon {
    /// Continues the refresh of the acting player or the next one. `asked` says whether the acting player has answered D1.
    pub(super) fn next_refresh(
        &self,
        p: &mut Position,
        mut asked: bool,
        tell: &mut impl FnMut(Event),
    ) {
        while usize::from(p.acting) < p.players.len() {
            let seat = p.actor();
            // R22, R24
            if p.in_dungeon(seat) && p.is_safe(seat) {
                if !asked && p.can_swap(seat) {
                    p.step = Step::SwapFirst;
                    return;
                }
                let player = &p.players[seat];
                if player.hand.len() < player.level + 1 {
                    self.ready_deck(p, tell);
                    if self.options.face_down {
                        // Nothing to ask: the player draws the card and keeps it hidden.
                        p.players[seat].hand.add_hidden();
                        tell(Event::CardRefreshed {
                            seat: seat as u8,
                            card: None,
                        });
                        asked = true;
                        continue;
                    }
                    p.step = Step::Refresh;
                    return;
                }
            }
            p.acting += 1;
            asked = false;
        }
        self.begin_treasure(p, tell);
    }

    pub(super) fn draw_to_hand(&self, p: &mut Position, card: u8, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        p.deck[usize::from(card)] -= 1;
        p.players[seat].hand.add(card);
        tell(Event::CardRefreshed {
            seat: seat as u8,
            card: Some(card),
        });
        self.next_refresh(p, true, tell);
    }
}
