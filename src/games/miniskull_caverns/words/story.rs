//! Retells the game from its events, as a hero might by the fire.

use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::rules::event::Event;
use crate::games::miniskull_caverns::rules::position::Position;
use crate::games::shared::noun::{Flag, Number, Player, Text};
use crate::games::shared::phrase::phrases;
use crate::games::shared::story::Story;
use crate::referee::{Game as _, Happened};

phrases! {
    /// A sentence that is more than a hero's deeds.
    pub enum Sentence of Caverns, in "story";

    Down { heroes: Vec<Player>, map: Text } = "down";
    HalfTime = "half_time";
    TinyLeft = "tiny_left";
    /// `by` defeated Tiny, and `player` carried the Gems out.
    Won { player: Player, by: Player, helped: Flag, others: Vec<Player> } = "won";
    OutOfStrength { player: Player } = "out_of_strength";
    OutOfTime { player: Player } = "out_of_time";
    LimitReached { rounds: Number } = "limit_reached";
}

impl Caverns {
    pub(super) fn retell(&self, past: &[Happened<'_, Caverns>]) -> Vec<String> {
        let mut story = Story::new(self, &self.lexicon);
        let heroes = (0..self.players.len() as u8).map(Player).collect();
        story.say(
            &self.start(),
            &Sentence::Down {
                heroes,
                map: Text(self.map.name.clone()),
            },
        );
        for Happened { position, event } in past {
            match (*event, self.sentence(position, *event)) {
                (Event::RoundBegan { .. }, _) => story.pause(),
                (Event::ClockFell { .. } | Event::TinyLeft, Some(sentence)) => {
                    story.say(position, &sentence)
                }
                (_, Some(ending)) => {
                    story.end_paragraph();
                    story.say(position, &ending);
                }
                (_, None) => story.hear(position, *event),
            }
        }
        story.finish()
    }

    fn sentence(&self, p: &Position, event: Event) -> Option<Sentence> {
        Some(match event {
            Event::ClockFell { left: 0, .. } if p.end.is_none() => Sentence::HalfTime,
            Event::TinyLeft => Sentence::TinyLeft,
            Event::Won { seat, by } => {
                let others = (0..self.players.len() as u8)
                    .filter(|other| *other != seat)
                    .map(Player)
                    .collect();
                Sentence::Won {
                    player: Player(seat),
                    by: Player(by),
                    helped: Flag(by != seat),
                    others,
                }
            }
            Event::OutOfStrength { seat } => Sentence::OutOfStrength {
                player: Player(seat),
            },
            Event::OutOfTime { seat } => Sentence::OutOfTime {
                player: Player(seat),
            },
            Event::LimitReached { round } => Sentence::LimitReached {
                rounds: Number::of(round),
            },
            _ => return None,
        })
    }
}
