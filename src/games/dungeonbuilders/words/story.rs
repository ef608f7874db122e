//! Retells the game from its events, as a hero's heirs might.

use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::rules::event::Event;
use crate::games::dungeonbuilders::rules::position::Position;
use crate::games::shared::noun::{Flag, Number, Player, Players};
use crate::games::shared::phrase::phrases;
use crate::games::shared::story::Story;
use crate::referee::{Game as _, Happened};

phrases! {
    /// A sentence that is more than a player's deeds.
    pub enum Sentence of Builders, in "story";

    Begun { players: Vec<Player>, goal: Number } = "begun";
    /// A hero goes in, perhaps one who `follows` another that died in the same round (V3).
    Entered { round: Number, player: Player, power: Number, tiles: Number, follows: Flag } = "entered";
    Won { player: Player, gold: Number } = "won";
    WonTogether { players: Players, gold: Number } = "won_together";
    LimitReached { rounds: Number } = "limit_reached";
}

impl Builders {
    pub(super) fn retell(&self, past: &[Happened<'_, Builders>]) -> Vec<String> {
        let mut story = Story::new(self, &self.lexicon);
        let players = (0..self.players.len() as u8).map(Player).collect();
        story.say(
            &self.start(),
            &Sentence::Begun {
                players,
                goal: Number::of(self.options.goal),
            },
        );
        for Happened { position, event } in past {
            match self.sentence(position, *event) {
                Some(sentence) => story.say(position, &sentence),
                None => story.hear(position, *event),
            }
            if matches!(event, Event::RoundEnded { .. }) {
                story.pause();
            }
        }
        story.finish()
    }

    fn sentence(&self, p: &Position, event: Event) -> Option<Sentence> {
        Some(match event {
            Event::Entered { seat, power } => Sentence::Entered {
                round: Number::of(p.round),
                player: Player(seat),
                power: Number::of(power),
                tiles: Number(p.layout.laid().len() as i64 + 1),
                follows: Flag(p.trail.left.iter().any(Option::is_some)),
            },
            Event::Won { seat, gold } => Sentence::Won {
                player: Player(seat),
                gold: Number::of(gold),
            },
            Event::WonTogether { seats, gold } => Sentence::WonTogether {
                players: Players(seats),
                gold: Number::of(gold),
            },
            Event::LimitReached { rounds } => Sentence::LimitReached {
                rounds: Number::of(rounds),
            },
            _ => return None,
        })
    }
}
