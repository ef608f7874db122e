//! Why a reported card cannot be there, if the cardboard keeps closed hands.

use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::rules::position::Position;
use crate::games::english::listed;

impl Dungeon {
    /// Why a player cannot hold this card.
    pub(super) fn why_not_held(&self, p: &Position, seat: usize, card: u8) -> String {
        let (name, code) = (&self.players[seat], self.card_code(card));
        let why = self.why_seen(p, card).unwrap_or_else(|| match p.worlds.is_all_old(seat, p.players[seat].hand.hidden()) {
            true => format!("{name} has drawn no card since the last shuffle, and {code} was shuffled in then"),
            false => format!("by what was shown so far, {name} cannot hold {code}"),
        });
        self.advised(&why, card)
    }

    /// Why the deck cannot contain this card.
    pub(super) fn why_not_in_deck(&self, p: &Position, card: u8) -> String {
        let held = || format!("{} is in a hand: it was not among the cards of the last shuffle", self.card_code(card));
        self.advised(&self.why_seen(p, card).unwrap_or_else(held), card)
    }

    /// Where all copies of a card are visible, if they are.
    fn why_seen(&self, p: &Position, card: u8) -> Option<String> {
        if p.deck.get(usize::from(card)).is_some_and(|unseen| *unseen > 0) {
            return None;
        }
        let be = |count: u8| if count == 1 { "1 is".to_owned() } else { format!("{count} are") };
        let mut places = Vec::new();
        let spent = p.spent_cards.get(usize::from(card)).copied().unwrap_or(0);
        if spent > 0 {
            places.push(format!("{} discarded", be(spent)));
        }
        if p.fight.card == card {
            places.push("1 lies on the table".to_owned());
        }
        for (player, name) in p.players.iter().zip(&self.players) {
            let held = player.hand.cards().iter().filter(|held| **held == card).count() as u8;
            if held > 0 {
                places.push(format!("{} in the hand of {name}", be(held)));
            }
        }
        Some(format!("no {} is left to come: {}", self.card_code(card), listed(&places)))
    }

    /// Adds the remedy for a card that was reported wrongly.
    fn advised(&self, why: &str, card: u8) -> String {
        format!(
            "{why}. If the cards on the table say otherwise, one was told wrong: `undo`, or say which, as in `correct card {} was F..`",
            self.card_code(card)
        )
    }
}
