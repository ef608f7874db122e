//! Retells the game from its events, as a robbed adventurer might.
//!
//! What a player did in a turn becomes a sentence. Plain steps and failures are omitted.

use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::piece::{Role, Values};
use crate::games::dungeon_crawl::rules::event::Event;
use crate::games::dungeon_crawl::rules::noun::Loot;
use crate::games::english::{counted, listed, ordinal, vary};
use crate::games::narrative::Narrative;
use crate::games::shared::narrator::Narrator;
use crate::referee::Happened;

/// Ways to say the same, so that a long story does not repeat itself.
const ROBBED: [&str; 4] = ["robbed", "waylaid", "fell upon", "crept up on"];
const HURT: [&str; 3] = ["was hurt by", "got the worst of", "limped away from"];

struct Story<'a> {
    game: &'a Crawl,
    told: Narrative,
    /// Whose turn it is.
    seat: u8,
    /// How often each list of synonyms was used.
    used: [usize; 2],
}

impl Crawl {
    /// "the treasures of 3 and 5 and 2 points of equipment"
    fn loot_told(&self, treasure: Values, equipment: Values) -> String {
        self.lexicon.text(&Loot(treasure, equipment).noun())
    }

    pub(super) fn retell(&self, past: &[Happened<'_, Crawl>]) -> Vec<String> {
        let mut story = Story { game: self, told: Narrative::default(), seat: 0, used: [0; 2] };
        for Happened { position, event } in past {
            if matches!(event, Event::TurnBegan { turn: 1, .. }) {
                let (across, up) = (position.map.width() / 2, position.map.height() / 2);
                let tiles = counted(position.map.tiles().len() as u32, "tile");
                let laid =
                    format!("{} laid out a dungeon of {tiles}, {across} by {up}, and went in.", listed(&self.players));
                story.told.say(laid);
            }
            story.hear(*event);
        }
        story.end_turn();
        story.told.finish()
    }
}

impl Story<'_> {
    fn hear(&mut self, event: Event) {
        let game = self.game;
        let name = |seat: u8| game.name(seat);
        let deed = match event {
            Event::TurnBegan { seat, .. } => {
                self.end_turn();
                self.told.pause();
                self.seat = seat;
                return;
            }
            Event::Beaten { coin, .. } => format!("beat a {} of {}", coin.suit.role(), coin.value),
            Event::Hurt { coin, .. } if coin.value > 0 => {
                format!("{} a {} of {}", vary(&HURT, &mut self.used[1]), coin.suit.role(), coin.value)
            }
            Event::TreasureFound { value, found, .. } => format!("found the {} treasure, a {value}", ordinal(found.into())),
            Event::EquipmentFound { .. } => "picked up equipment".to_owned(),
            Event::TreasureStolen { victim, .. } => {
                format!("{} {} and took a treasure", vary(&ROBBED, &mut self.used[0]), name(victim))
            }
            Event::EquipmentStolen { victim, .. } => {
                format!("{} {} and took equipment", vary(&ROBBED, &mut self.used[0]), name(victim))
            }
            Event::Died { at, .. } => format!("died on {at}"),
            Event::StackLeft { treasure, equipment, .. } => format!("left {} there", game.loot_told(treasure, equipment)),
            Event::StackTaken { treasure, equipment, .. } => format!("gathered up {}", game.loot_told(treasure, equipment)),
            Event::Entered { .. } => "came back with empty hands".to_owned(),
            Event::Blocked { .. } => "could not move for company".to_owned(),
            Event::Revealed { seat, treasure } => {
                self.end_turn();
                if treasure.is_empty() {
                    return self.told.say(format!("{} came out with nothing.", name(seat)));
                }
                let had = game.loot_told(treasure, Values::default());
                return self.told.say(format!("{} came out with {had}, {} in all.", name(seat), treasure.sum()));
            }
            Event::Tied { .. } => return self.told.say("The best single treasure had to decide."),
            Event::Won { seat, .. } => return self.told.say(format!("{} was the richest.", name(seat))),
            _ => return,
        };
        self.told.add_deed(deed);
    }

    fn end_turn(&mut self) {
        self.told.end_deeds(self.game.name(self.seat));
    }
}
