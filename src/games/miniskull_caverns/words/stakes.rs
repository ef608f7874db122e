//! What is at stake in an answer, for odds: only those events that distinguish one outcome from another.

use super::super::Caverns;
use super::super::rules::event::Event;
use crate::games::english::counted;
use crate::referee::Stake;

impl Caverns {
    pub(super) fn stake_of(&self, event: Event) -> Option<Stake> {
        match event {
            Event::First { seat } => Stake::of(seat, "is first"),
            Event::Shown { seat, control, .. } => Stake::of(seat, format!("shows {}", control.name())),
            Event::NoiseRolled { roll, .. } => Stake::that(format!("noise {roll}")),
            Event::Searched { seat, found: true, .. } => Stake::of(seat, "finds the Gems"),
            Event::Searched { seat, .. } => Stake::of(seat, "finds nothing"),
            Event::MonsterCame { strength, .. } => Stake::that(format!("a monster of {strength}")),
            Event::MonsterBeaten { seat } | Event::HordeBeaten { seat, .. } => Stake::of(seat, "beats the monster"),
            Event::MonsterWon { seat } => Stake::of(seat, "is beaten"),
            Event::AmbushTied { .. } | Event::TinyTied { .. } | Event::CombatTied { .. } => Stake::that("a tie"),
            Event::AmbushWon { seat, .. } => Stake::of(seat, "wins"),
            Event::AmbushFailed { target, .. } => Stake::of(target, "beats the attack off"),
            Event::TacticShown { seat, tactic } => Stake::of(seat, format!("shows {}", tactic.name())),
            Event::CombatWon { seat, damage, .. } => Stake::of(seat, format!("wins and does {damage} damage")),
            Event::Lost { seat, points, .. } => Stake::of(seat, format!("loses {points} Strength")),
            Event::GemDropped { seat, .. } => Stake::of(seat, "drops a Gem"),
            Event::GemGiven { seat, .. } => Stake::of(seat, "gives a Gem"),
            Event::TinyHurt { seat, damage, left } => {
                let end = if left == 0 { " and kills it".to_owned() } else { format!(" for {damage}") };
                Stake::of(seat, format!("hits Tiny{end}"))
            }
            Event::Disturbed { come: true, roll, .. } if self.players.len() == 1 => {
                Stake::that(format!("a monster of {roll} comes"))
            }
            Event::Disturbed { come: true, roll, .. } => Stake::that(format!("monsters of {roll} come")),
            Event::Disturbed { .. } => Stake::that("no monsters"),
            Event::ClockFell { left, .. } => Stake::that(format!("{} on that die", counted(left, "turn"))),
            Event::Won { seat, .. } => Stake::of(seat, "wins the game"),
            Event::OutOfStrength { seat } | Event::OutOfTime { seat } => Stake::of(seat, "is lost"),
            _ => None,
        }
    }
}
