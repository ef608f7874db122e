//! What is at stake in an answer, for odds: only those events that distinguish one outcome from another.

use super::super::Dungeon;
use super::super::rules::event::Event;
use super::super::rules::position::{Position, Step};
use crate::referee::Stake;

impl Dungeon {
    pub(super) fn stake_of(&self, p: &Position, event: Event) -> Option<Stake> {
        match event {
            Event::GoesFirst { seat } => Stake::of(seat, "goes first"),
            Event::CardRefreshed { seat, card } if self.options.open_hands => {
                Stake::of(seat, format!("draws {}", self.card_text(card)))
            }
            // Which card it is matters only if a bomb can still be added; otherwise only the result counts.
            Event::CardPlayed { card, from_deck: true, .. } if p.step == Step::Bomb => Stake::that(self.card_text(card)),
            Event::TileDrawn { tile, .. } => Stake::that(format!("the {} ({})", self.tile_name(tile), self.tile_code(tile))),
            Event::ExitBlocked { .. } => Stake::that("the exit is blocked for good"),
            Event::MetLock { seat, .. } => Stake::of(seat, "meets a lock"),
            Event::MetWall { seat, .. } => Stake::of(seat, "meets a wall"),
            Event::MetNothing { seat, .. } => Stake::of(seat, "finds no way"),
            Event::MonsterCame { monster, .. } => Stake::that(format!("{} comes", self.monster_text(monster))),
            Event::TreasureFound { kind, .. } | Event::LootFound { kind, .. } => Stake::that(self.token_text(kind)),
            Event::MaidenFound { .. } => Stake::that("the maiden"),
            Event::Attacked { seat, attack, .. } => Stake::of(seat, format!("meets a {}", attack.name())),
            Event::FightWon { seat, .. } => Stake::of(seat, "wins"),
            // The events that follow show the effect of the loss, unless a question comes first.
            Event::FightLost { seat, .. } if p.step == Step::LastHeart => Stake::of(seat, "loses at the last heart"),
            Event::HeartLost { seat, hearts } if hearts > 0 => Stake::of(seat, "loses a heart"),
            Event::Died { seat } => Stake::of(seat, "dies"),
            Event::Rescued { seat } => Stake::of(seat, "rescues the maiden"),
            _ => None,
        }
    }
}
