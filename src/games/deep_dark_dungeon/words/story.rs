//! Retells the game from its events, as an Explorer might the day after.
//!
//! What an Explorer does in a turn becomes a sentence or two. Steps and tiles without consequences are omitted.

use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::{CardKind, TileKind};
use crate::games::deep_dark_dungeon::rules::event::Event;
use crate::games::deep_dark_dungeon::rules::position::{NONE, Position};
use crate::games::english::{counted, listed};
use crate::games::narrative::Narrative;
use crate::games::shared::narrator::Narrator;
use crate::referee::Happened;

struct Story<'a> {
    game: &'a Deep,
    told: Narrative,
    /// Whose turn it is.
    seat: u8,
}

impl Deep {
    pub(super) fn retell(&self, past: &[Happened<'_, Deep>]) -> Vec<String> {
        let woke = format!("{} woke in a deep, dark dungeon that nobody had mapped.", listed(&self.players));
        let mut story = Story { game: self, told: Narrative::default(), seat: 0 };
        story.told.say(woke);
        for Happened { position, event } in past {
            story.hear(position, *event);
        }
        story.end_turn();
        story.told.finish()
    }
}

impl Story<'_> {
    fn hear(&mut self, p: &Position, event: Event) {
        let game = self.game;
        let deed = match event {
            Event::TurnBegan { seat, .. } => {
                self.end_turn();
                self.told.pause();
                self.seat = seat;
                return;
            }
            Event::TilePlaced { tile, .. } if game.data.tile(tile).kind == TileKind::Exit => {
                "came upon the Exit with its Guardian".to_owned()
            }
            Event::StockEmpty => "laid bare the last of the dungeon".to_owned(),
            Event::Scrambled { .. } => "scrambled where no step would do".to_owned(),
            Event::RopeUsed { card, .. } => format!("left {} behind", self.thing(card)),
            Event::FightWon { card, .. } if card == NONE => "beat the Guardian".to_owned(),
            Event::FightWon { card, .. } => format!("drove off {}", game.monster(card)),
            Event::FightLost { card, .. } => format!("was beaten by {}", game.monster(card)),
            Event::GuardianBeatenInVain { .. } => "stood at the grate without a Key".to_owned(),
            Event::AttackWon { target, .. } => format!("beat {}", game.name(target)),
            Event::AttackFailed { target, .. } => format!("attacked {} in vain", game.name(target)),
            Event::NothingToTake { .. } => "found nothing to take".to_owned(),
            Event::Stolen { card, .. } => format!("took {}", self.thing(card)),
            Event::Lost { card, .. } | Event::TreasureDropped { card, .. } if !p.escaped.contains(&self.seat) => {
                format!("lost {}", self.thing(card))
            }
            Event::Hurt { .. } => "was hurt".to_owned(),
            Event::KnockedOut { .. } => "came to at the Start".to_owned(),
            Event::PitCrossed { card, .. } => format!("crossed a pit by the {}", game.data.card(card).name),
            Event::PitCaught { .. } => "caught the edge of a pit".to_owned(),
            Event::PitFallen { .. } => "fell into a pit".to_owned(),
            Event::Slid { .. } => "slid down into the dark".to_owned(),
            Event::Webbed { .. } => "was caught in a giant web".to_owned(),
            Event::WebCut { .. } => "cut through a giant web".to_owned(),
            Event::Taken { card, .. } => format!("found {}", self.thing(card)),
            Event::Discarded { card, .. } => format!("gave up {}", self.thing(card)),
            Event::Drunk { .. } => "drank a Potion and felt well again".to_owned(),
            Event::ExitFound { .. } => "found the Exit".to_owned(),
            Event::ExitMissed { .. } => "saw the Exit and had no Key".to_owned(),
            Event::Escaped { .. } => "turned the Key and was out".to_owned(),
            Event::Finished { .. } | Event::RoundsOver { .. } | Event::TimeUp { .. } => return self.end(p, event),
            _ => return,
        };
        self.told.add_deed(deed);
    }

    /// "the Key", "a Sword".
    fn thing(&self, card: u8) -> String {
        let card = self.game.data.card(card);
        let article = if matches!(card.kind, CardKind::Key | CardKind::Rope) { "the" } else { "a" };
        format!("{article} {}", card.name)
    }

    fn end_turn(&mut self) {
        self.told.end_deeds(self.game.name(self.seat));
    }

    /// Tells how the game ended, and who was lost.
    fn end(&mut self, p: &Position, event: Event) {
        self.end_turn();
        self.told.end_paragraph();
        let left: Vec<&str> = (0..self.game.players.len())
            .filter(|seat| !p.is_out(*seat))
            .map(|seat| self.game.players[seat].as_str())
            .collect();
        let when = match event {
            Event::TimeUp { turns } => format!("After {} the light went out. ", counted(turns, "turn")),
            Event::RoundsOver { rounds } => format!("After {} nobody went on. ", counted(rounds, "round")),
            _ => String::new(),
        };
        match left.as_slice() {
            [] => self.told.say(format!("{when}Nobody was left in the dungeon.")),
            [only] => self.told.say(format!("{when}{only} never found the way out.")),
            several => self.told.say(format!("{when}{} never found the way out.", listed(several))),
        }
    }
}
