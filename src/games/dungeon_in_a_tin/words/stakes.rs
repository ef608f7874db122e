//! What is at stake in an answer, for odds: only those events that distinguish one outcome from another.

use super::super::Dungeon;
use super::super::rules::event::Event;
use super::super::rules::noun::{Attack, Card, Monster, Tile, Token};
use super::super::rules::position::{Position, Step};
use crate::games::shared::phrase::phrases;
use crate::referee::Stake;

phrases! {
    /// What may happen: of a player a predicate, otherwise a clause of its own.
    pub enum Prospect of Dungeon, in "stakes";

    GoesFirst = "goes_first";
    Draws { card: Card } = "draws";
    Card { card: Card } = "card";
    Tile { tile: Tile } = "tile";
    Blocked = "blocked";
    MeetsLock = "meets_lock";
    MeetsWall = "meets_wall";
    FindsNoWay = "finds_no_way";
    Monster { monster: Monster } = "monster";
    Treasure { token: Token } = "treasure";
    Maiden = "maiden";
    Meets { attack: Attack } = "meets";
    Wins = "wins";
    LosesAtLastHeart = "loses_at_last_heart";
    LosesHeart = "loses_heart";
    Dies = "dies";
    Rescues = "rescues";
}

impl Dungeon {
    pub(super) fn stake_of(&self, p: &Position, event: Event) -> Option<Stake> {
        let (seat, prospect) = match event {
            Event::GoesFirst { seat } => (Some(seat), Prospect::GoesFirst),
            Event::CardRefreshed { seat, card } if self.options.open_hands => {
                (Some(seat), Prospect::Draws { card: Card(card) })
            }
            // Which card it is matters only if a bomb can still be added; otherwise only the result counts.
            Event::CardPlayed { card, from_deck: true, .. } if p.step == Step::Bomb => {
                (None, Prospect::Card { card: Card(card) })
            }
            Event::TileDrawn { tile, .. } => (None, Prospect::Tile { tile: Tile(tile) }),
            Event::ExitBlocked { .. } => (None, Prospect::Blocked),
            Event::MetLock { seat, .. } => (Some(seat), Prospect::MeetsLock),
            Event::MetWall { seat, .. } => (Some(seat), Prospect::MeetsWall),
            Event::MetNothing { seat, .. } => (Some(seat), Prospect::FindsNoWay),
            Event::MonsterCame { monster, .. } => (None, Prospect::Monster { monster: Monster(monster) }),
            Event::TreasureFound { kind, .. } | Event::LootFound { kind, .. } => {
                (None, Prospect::Treasure { token: Token(kind) })
            }
            Event::MaidenFound { .. } => (None, Prospect::Maiden),
            Event::Attacked { seat, attack, .. } => (Some(seat), Prospect::Meets { attack: Attack(attack) }),
            Event::FightWon { seat, .. } => (Some(seat), Prospect::Wins),
            // The events that follow show the effect of the loss, unless a question comes first.
            Event::FightLost { seat, .. } if p.step == Step::LastHeart => (Some(seat), Prospect::LosesAtLastHeart),
            Event::HeartLost { seat, hearts } if hearts > 0 => (Some(seat), Prospect::LosesHeart),
            Event::Died { seat } => (Some(seat), Prospect::Dies),
            Event::Rescued { seat } => (Some(seat), Prospect::Rescues),
            _ => return None,
        };
        Some(Stake { seat, words: self.lexicon.say(self, p, &prospect) })
    }
}
