//! Everything that takes a position to the next.

use crate::games::miniskull_caverns::data::card::{Adjustment, Control, Tactic};
use crate::games::miniskull_caverns::data::map::Space;

/// A decision or a result of chance. Seats are heroes, in seating order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Starts there (R8).
    Start(Space),
    /// Chance: that hero is first (R9).
    First(u8),
    /// The Control on the hero's card, and what Strength lies on it (R20, R21).
    Place(Control, Exert),
    /// What the exerted Strength does (R26).
    Adjust(Adjustment),
    /// Rests instead of the action (R32).
    Rest,
    /// Moves no space (R33-R35).
    Stay,
    /// Goes there by a way that costs nothing (R36, R51, R59).
    Go(Space),
    /// Goes this way, and pays for passing heroes with fewer Gems (R46).
    Pass(Path),
    /// Hides (R64); alone, for what (R114).
    Hide(Gain),
    /// R65.
    Heal,
    /// R50.
    Search,
    /// Alone: turns the countdown instead of moving (R127).
    Wait,
    /// Attacks these heroes, in this order (R59, R60).
    Attack(u8, Option<u8>),
    /// Attacks nobody (R59).
    Peace,
    /// How an ambushed hero pays (R62).
    Pay(Payment),
    /// Expends so much Strength (R55, R82, R93, R94).
    Spend(u8),
    /// A second search, or none (R56).
    Again(bool),
    /// Fights that hero (R71).
    Fight(u8),
    /// R72.
    Tactic(Tactic),
    /// Helps against Tiny, or not (R86).
    Help(bool),
    /// Alone: the countdown die, from 0, that falls or rises (R113, R114).
    Clock(u8),
    /// Chance: the battle die.
    Roll(u8),
}

impl Move {
    /// The space that an answer points at, on the map, in pictures and on the page.
    pub fn space(self) -> Option<Space> {
        match self {
            Move::Start(space) | Move::Go(space) => Some(space),
            Move::Pass(path) => path.spaces().last().copied(),
            _ => None,
        }
    }
}

/// Strength on a Control card (R21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exert {
    No,
    /// What it does is chosen when the card is turned.
    Yes,
    /// For this (A8).
    For(Adjustment),
}

/// What Hide gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gain {
    /// Whatever the rules of the table give it.
    All,
    Strength,
    Clock,
}

/// What a hero loses to a Surprise Attack (R62).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payment {
    Strength,
    Gem,
}

/// The spaces entered on a way, one to three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    spaces: [Space; Path::LONGEST],
    len: u8,
}

impl Path {
    /// A run's (R35).
    pub const LONGEST: usize = 3;

    /// `None` if it is empty or too long.
    pub fn new(way: &[Space]) -> Option<Path> {
        if way.is_empty() || way.len() > Path::LONGEST {
            return None;
        }
        let mut spaces = [Space(0); Path::LONGEST];
        spaces[..way.len()].copy_from_slice(way);
        Some(Path { spaces, len: way.len() as u8 })
    }

    pub fn spaces(&self) -> &[Space] {
        &self.spaces[..usize::from(self.len)]
    }
}
