//! What is at stake in an answer, for odds: of what happens only what tells one outcome from another.

use super::super::Dungeon;
use super::super::rules::event::Event;
use super::super::rules::noun::{Card, Monster};
use super::super::rules::position::{Position, Step};
use crate::games::shared::fact::Fact;
use crate::games::shared::lexicon::say;
use crate::referee::Stake;

impl Dungeon {
    pub(super) fn stake_of(&self, p: &Position, event: Event) -> Option<Stake> {
        match event {
            Event::GoesFirst { seat } => Stake::of(seat, say!(self, "goes first")),
            Event::CardRefreshed { seat, card } if self.options.open_hands => {
                Stake::of(seat, say!(self, "draws {card}", card = Card(card).noun(self)))
            }
            // Which card it is matters to whoever still decides on a bomb; else only whether it wins.
            Event::CardPlayed { card, from_deck: true, .. } if p.step == Step::Bomb => Stake::that(self.card_text(card)),
            Event::TileDrawn { tile, .. } => {
                Stake::that(say!(self, "the {room} ({code})", room = self.tile_noun(tile), code = self.tile_code(tile)))
            }
            Event::ExitBlocked { .. } => Stake::that(say!(self, "the exit is blocked for good")),
            Event::MetLock { seat, .. } => Stake::of(seat, say!(self, "meets a lock")),
            Event::MetWall { seat, .. } => Stake::of(seat, say!(self, "meets a wall")),
            Event::MetNothing { seat, .. } => Stake::of(seat, say!(self, "finds no way")),
            Event::MonsterCame { monster, .. } => {
                Stake::that(say!(self, "{monster} comes", monster = Monster(monster).several(1)))
            }
            Event::TreasureFound { kind, .. } | Event::LootFound { kind, .. } => Stake::that(self.token_text(kind)),
            Event::MaidenFound { .. } => Stake::that(say!(self, "the maiden")),
            Event::Attacked { seat, attack, .. } => {
                Stake::of(seat, say!(self, "meets a {attack}", attack = Fact::Word(attack.name())))
            }
            Event::FightWon { seat, .. } => Stake::of(seat, say!(self, "wins")),
            // What the loss comes to is told by what follows, unless that is asked.
            Event::FightLost { seat, .. } if p.step == Step::LastHeart => {
                Stake::of(seat, say!(self, "loses at the last heart"))
            }
            Event::HeartLost { seat, hearts } if hearts > 0 => Stake::of(seat, say!(self, "loses a heart")),
            Event::Died { seat } => Stake::of(seat, say!(self, "dies")),
            Event::Rescued { seat } => Stake::of(seat, say!(self, "rescues the maiden")),
            _ => None,
        }
    }
}
