//! Retells the game from its events, as an Explorer might the day after.

use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::rules::event::Event;
use crate::games::shared::noun::{Number, Player};
use crate::games::shared::phrase::phrases;
use crate::games::shared::story::Story;
use crate::referee::{Game as _, Happened};

phrases! {
    /// A sentence that is more than an Explorer's deeds.
    pub enum Sentence of Deep, in "story";

    Woke { players: Vec<Player> } = "woke";
    /// After this many turns or rounds if there was a limit, and who was `left`.
    Ended { turns: Option<Number>, rounds: Option<Number>, left: Vec<Player> } = "ended";
}

impl Deep {
    pub(super) fn retell(&self, past: &[Happened<'_, Deep>]) -> Vec<String> {
        let mut story = Story::new(self, &self.lexicon);
        let seats = 0..self.players.len() as u8;
        story.say(
            &self.start(),
            &Sentence::Woke {
                players: seats.clone().map(Player).collect(),
            },
        );
        for Happened { position, event } in past {
            let (turns, rounds) = match *event {
                Event::TurnBegan { .. } => {
                    story.pause();
                    continue;
                }
                Event::Finished { .. } => (None, None),
                Event::TimeUp { turns } => (Some(Number::of(turns)), None),
                Event::RoundsOver { rounds } => (None, Some(Number::of(rounds))),
                event => {
                    story.hear(position, event);
                    continue;
                }
            };
            story.end_paragraph();
            let left = seats
                .clone()
                .filter(|seat| !position.is_out(usize::from(*seat)))
                .map(Player)
                .collect();
            story.say(
                position,
                &Sentence::Ended {
                    turns,
                    rounds,
                    left,
                },
            );
        }
        story.finish()
    }
}
