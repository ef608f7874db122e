//! Retells the game from its events, as a robbed adventurer might.

use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::piece::Values;
use crate::games::dungeon_crawl::rules::event::Event;
use crate::games::dungeon_crawl::rules::noun::Loot;
use crate::games::dungeon_crawl::rules::position::Position;
use crate::games::shared::noun::{Number, Player};
use crate::games::shared::phrase::phrases;
use crate::games::shared::story::Story;
use crate::referee::Happened;

phrases! {
    /// A sentence that is more than a player's deeds.
    pub enum Sentence of Crawl, in "story";

    /// The dungeon that they built, in tiles.
    Built { players: Vec<Player>, tiles: Number, width: Number, height: Number } = "built";
    CameOut { player: Player, loot: Loot, total: Number } = "came_out";
    Tied = "tied";
    Won { player: Player } = "won";
}

impl Crawl {
    pub(super) fn retell(&self, past: &[Happened<'_, Crawl>]) -> Vec<String> {
        let mut story = Story::new(self, &self.lexicon);
        for Happened { position, event } in past {
            if matches!(event, Event::TurnBegan { .. }) {
                story.pause();
            }
            match self.sentence(position, *event) {
                Some(sentence) => story.say(position, &sentence),
                None => story.hear(position, *event),
            }
        }
        story.finish()
    }

    fn sentence(&self, p: &Position, event: Event) -> Option<Sentence> {
        Some(match event {
            Event::TurnBegan { turn: 1, .. } => Sentence::Built {
                players: (0..self.players.len() as u8).map(Player).collect(),
                tiles: Number(p.map.tiles().len() as i64),
                width: Number::of(p.map.width() / 2),
                height: Number::of(p.map.height() / 2),
            },
            Event::Revealed { seat, treasure } => {
                let loot = Loot(treasure, Values::default());
                let total = Number::of(treasure.sum());
                Sentence::CameOut {
                    player: Player(seat),
                    loot,
                    total,
                }
            }
            Event::Tied { .. } => Sentence::Tied,
            Event::Won { seat, .. } => Sentence::Won {
                player: Player(seat),
            },
            _ => return None,
        })
    }
}
