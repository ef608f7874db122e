//! Retells the game from its events, as a hero might by the fire.
//!
//! What a hero does in a round becomes a sentence or two. Steps, rests and noise without consequences are omitted.

use crate::games::english::{counted, listed, vary};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::rules::event::Event;
use crate::games::miniskull_caverns::rules::position::{NOBODY, Position};
use crate::games::narrative::Narrative;
use crate::games::shared::narrator::Narrator;
use crate::referee::{Happened, Setup};

/// The name of a single player who has given none.
const LONE: &str = "The hero";

/// Ways to say the same, so that a long story does not repeat itself.
const TOOK: [&str; 3] = ["pulled", "dug", "prised"];
const WEAK: [&str; 3] = ["had no Strength left", "could hardly stand", "went down on one knee"];
const HURT: [&str; 3] = ["drew blood from Tiny", "struck Tiny", "got through to Tiny"];

struct Story<'a> {
    game: &'a Caverns,
    told: Narrative,
    /// The hero whose actions are being told.
    seat: u8,
    /// How often each list of synonyms was used.
    used: [usize; 3],
    /// Whether Tiny has been faced.
    woken: bool,
}

impl Caverns {
    pub(super) fn retell(&self, past: &[Happened<'_, Caverns>]) -> Vec<String> {
        let how = if self.players.len() == 1 { "alone" } else { "and not as friends" };
        let heroes = if Setup::is_nameless(&self.players) { LONE.to_owned() } else { listed(&self.players) };
        let down = format!("{heroes} climbed down into the {} below MiniSkull Castle, {how}.", self.map.name);
        let mut story = Story { game: self, told: Narrative::default(), seat: NOBODY, used: [0; 3], woken: false };
        story.told.say(down);
        for Happened { position, event } in past {
            story.hear(position, *event);
        }
        story.end_sentence();
        story.told.finish()
    }
}

impl Story<'_> {
    fn hear(&mut self, p: &Position, event: Event) {
        let game = self.game;
        let name = |seat: u8| called(game, seat);
        let (seat, deed) = match event {
            Event::RoundBegan { .. } => {
                self.end_sentence();
                self.told.pause();
                return;
            }
            Event::GemsTaken { seat, count, gems } => {
                let from = p.hero(seat).at.map_or_else(String::new, |at| format!(" at {}", self.game.map.name(at)));
                let already = if gems > count { format!(", {gems} in all now") } else { String::new() };
                let what = if count == 1 { "a Gem".to_owned() } else { counted(count, "Gem") };
                (seat, format!("{} {what} out of the rock{from}{already}", vary(&TOOK, &mut self.used[0])))
            }
            Event::MonsterWon { seat } => (seat, "was driven off by what lived there".to_owned()),
            Event::MonsterBeaten { seat } => (seat, "beat what lived there".to_owned()),
            Event::Passed { seat, .. } => (seat, "pushed past the others".to_owned()),
            Event::AmbushWon { seat, target } => (seat, format!("fell upon {}", name(target))),
            Event::AmbushFailed { seat, target } => (seat, format!("fell upon {} and was beaten off", name(target))),
            Event::GemGiven { seat, to } => (to, format!("took a Gem from {}", name(seat))),
            Event::CombatWon { seat, loser, damage: 0, .. } => (seat, format!("held {} off", name(loser))),
            Event::CombatWon { seat, loser, .. } => (seat, format!("beat {} in a fight", name(loser))),
            Event::GemDropped { seat, at, .. } => (seat, format!("let a Gem fall at {}", self.game.map.name(at))),
            Event::Raised { seat, target, .. } => (seat, format!("egged the monsters on against {}", name(target))),
            Event::TinyFaced { seat, helps: true } => (seat, "joined the fight with Tiny".to_owned()),
            Event::TinyFaced { seat, .. } => {
                let first = !std::mem::replace(&mut self.woken, true);
                (seat, if first { "woke Tiny in the middle of the caverns" } else { "faced Tiny" }.to_owned())
            }
            Event::TinyHurt { seat, left: 1.., .. } => (seat, vary(&HURT, &mut self.used[1]).to_owned()),
            Event::Lost { seat, rule: "R83", .. } => (seat, "was burnt by the dragon".to_owned()),
            Event::Lost { seat, strength: 0, .. } | Event::Expended { seat, strength: 0, .. } => {
                (seat, vary(&WEAK, &mut self.used[2]).to_owned())
            }
            Event::ClockFell { left: 0, .. } if p.end.is_none() => return self.say("Half of the time was gone."),
            Event::TinyLeft => return self.say("Tiny lost interest and went back to sleep."),
            Event::Won { .. } | Event::OutOfStrength { .. } | Event::OutOfTime { .. } | Event::LimitReached { .. } => {
                return self.end(event);
            }
            _ => return,
        };
        if seat != self.seat {
            self.end_sentence();
            self.seat = seat;
        }
        self.told.add_deed(deed);
    }

    fn say(&mut self, sentence: &str) {
        self.end_sentence();
        self.told.say(sentence);
    }

    /// Ends the sentence about one hero's actions.
    fn end_sentence(&mut self) {
        self.told.end_deeds(called(self.game, self.seat));
        self.seat = NOBODY;
    }

    /// Tells how the game ended, and who was lost.
    fn end(&mut self, event: Event) {
        self.end_sentence();
        self.told.end_paragraph();
        let game = self.game;
        let name = |seat: u8| called(game, seat);
        let ending = match event {
            Event::Won { seat, by } => {
                let whose = if by == seat { String::new() } else { format!(", and it was all for {}", name(seat)) };
                let others: Vec<&str> =
                    (0..self.game.players.len() as u8).filter(|other| *other != seat).map(name).collect();
                let left = match others.as_slice() {
                    [] => String::new(),
                    others => format!(" {} came up with empty hands.", listed(others)),
                };
                format!(
                    "{} gave Tiny the last blow{whose}. {} climbed out of the caverns a rich hero.{left}",
                    name(by),
                    name(seat)
                )
            }
            Event::OutOfStrength { seat } => format!("{} sank down in the dark, and did not get up again.", name(seat)),
            Event::OutOfTime { seat } => format!("Time was up, and the way out closed. {} is still down there.", name(seat)),
            Event::LimitReached { round } => {
                format!("After {} they gave it up. Tiny kept the Gems.", counted(round, "round"))
            }
            _ => return,
        };
        self.told.say(ending);
    }
}

fn called(game: &Caverns, seat: u8) -> &str {
    if Setup::is_nameless(&game.players) { LONE } else { game.name(seat) }
}
