//! The invariants of a game (section 9 of the rules), which judge corrections and, in tests, the rules themselves.

use super::position::{End, MAX_CLOCK, MAX_STRENGTH, Position, Step};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::GEMS;
use crate::games::miniskull_caverns::data::card::Action;
use crate::referee::{Refused, RuleId};

impl Caverns {
    /// Returns the first violated invariant, with the rule that it would break.
    pub(crate) fn broken(&self, p: &Position) -> Option<Refused> {
        let carried: u8 = p.playing().iter().map(|hero| hero.gems).sum();
        let lying: u8 = p.lying.iter().sum();
        let placed = p.round == 0 || p.playing().iter().all(|hero| hero.at.is_some());
        let over = p.step == Step::Over;
        let lost = p.is_solo() && (p.heroes[0].strength == 0 || p.clock == [0; 2]);
        let won = matches!(p.end, Some(End::Won(_)));
        let checks: [(bool, String, RuleId); 8] = [
            // 1
            (
                carried + lying == GEMS,
                format!("there are {GEMS} Gems"),
                "R15",
            ),
            // 2
            (
                p.playing().iter().all(|hero| hero.strength <= MAX_STRENGTH),
                format!("Strength is 0 to {MAX_STRENGTH}"),
                "R13",
            ),
            (
                p.tiny <= self.data.tiny,
                format!("Tiny has at most {}", self.data.tiny),
                "R7",
            ),
            // 3
            (placed, "every hero stands in the caverns".to_owned(), "R3"),
            // 7
            (
                p.clock.iter().all(|die| *die <= MAX_CLOCK),
                format!("a countdown die shows at most {MAX_CLOCK}"),
                "R116",
            ),
            (
                !lost || over,
                "a lone hero without Strength or time has lost".to_owned(),
                "R117",
            ),
            // 10
            (
                (p.tiny == 0) == won || over,
                "the game ends when Tiny has no Strength left".to_owned(),
                "R104",
            ),
            // 9
            (
                (0..p.seats)
                    .all(|seat| !p.hero(seat).hidden || self.panel(p, seat).action == Action::Hide),
                "only a hero who chose Hide is hidden".to_owned(),
                "R64",
            ),
        ];
        checks
            .into_iter()
            .find(|(holds, ..)| !holds)
            .map(|(_, reason, rule)| Refused::correction(reason, Some(rule)))
    }
}
