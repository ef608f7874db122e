//! The game retold: what a robbed adventurer would tell of it, told from the events.
//!
//! What a player did in a turn becomes a sentence. Steps, and what came to nothing, are left out.

use super::Crawl;
use super::event::Event;
use super::piece::{Role, Values};
use super::words::loot_told;
use crate::games::english::{counted, listed, ordinal, vary};
use crate::referee::Happened;

/// A paragraph ends with the turn in which it has this many sentences.
const PARAGRAPH: usize = 5;

/// Ways to say the same, so that a long story does not repeat itself.
const ROBBED: [&str; 4] = ["robbed", "waylaid", "fell upon", "crept up on"];
const HURT: [&str; 3] = ["was hurt by", "got the worst of", "limped away from"];

struct Story<'a> {
    game: &'a Crawl,
    paragraphs: Vec<String>,
    sentences: Vec<String>,
    /// What the player of this turn did, in order, each to follow the name.
    deeds: Vec<String>,
    seat: u8,
    /// How often each list of ways was used.
    used: [usize; 2],
}

impl Crawl {
    pub(super) fn retell(&self, past: &[Happened<'_, Crawl>]) -> Vec<String> {
        let (paragraphs, sentences, deeds) = (Vec::new(), Vec::new(), Vec::new());
        let mut story = Story { game: self, paragraphs, sentences, deeds, seat: 0, used: [0; 2] };
        for Happened { position, event } in past {
            if matches!(event, Event::TurnBegan { turn: 1, .. }) {
                let (across, up) = (position.map.width() / 2, position.map.height() / 2);
                let tiles = counted(position.map.tiles().len() as u32, "tile");
                let laid =
                    format!("{} laid out a dungeon of {tiles}, {across} by {up}, and went in.", listed(&self.players));
                story.sentences.push(laid);
            }
            story.hear(*event);
        }
        story.end_turn();
        story.end_paragraph();
        story.paragraphs
    }
}

impl Story<'_> {
    fn hear(&mut self, event: Event) {
        let game = self.game;
        let name = |seat: u8| game.name(seat);
        let deed = match event {
            Event::TurnBegan { seat, .. } => {
                self.end_turn();
                if self.sentences.len() >= PARAGRAPH {
                    self.end_paragraph();
                }
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
            Event::StackLeft { treasure, equipment, .. } => format!("left {} there", loot_told(treasure, equipment)),
            Event::StackTaken { treasure, equipment, .. } => format!("gathered up {}", loot_told(treasure, equipment)),
            Event::Entered { .. } => "came back with empty hands".to_owned(),
            Event::Blocked { .. } => "could not move for company".to_owned(),
            Event::Revealed { seat, treasure } => {
                self.end_turn();
                if treasure.is_empty() {
                    return self.sentences.push(format!("{} came out with nothing.", name(seat)));
                }
                let had = loot_told(treasure, Values::default());
                return self.sentences.push(format!("{} came out with {had}, {} in all.", name(seat), treasure.sum()));
            }
            Event::Tied { .. } => return self.sentences.push("The best single treasure had to decide.".to_owned()),
            Event::Won { seat, .. } => return self.sentences.push(format!("{} was the richest.", name(seat))),
            _ => return,
        };
        self.deeds.push(deed);
    }

    fn end_turn(&mut self) {
        let deeds = std::mem::take(&mut self.deeds);
        if !deeds.is_empty() {
            self.sentences.push(format!("{} {}.", self.game.name(self.seat), listed(&deeds)));
        }
    }

    fn end_paragraph(&mut self) {
        if !self.sentences.is_empty() {
            self.paragraphs.push(std::mem::take(&mut self.sentences).join(" "));
        }
    }
}
