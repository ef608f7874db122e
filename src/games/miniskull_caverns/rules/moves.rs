//! The moves: everything that changes the position.

use crate::games::miniskull_caverns::data::card::{Adjustment, Control, Tactic};
use crate::games::miniskull_caverns::data::map::Space;

/// A decision or a result of chance. Seats are heroes in seating order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Starts on this space (R8).
    Start(Space),
    /// Chance: the first hero (R9).
    First(u8),
    /// Places a Control, and the Strength exerted on it (R20, R21).
    Place(Control, Exert),
    /// Chooses the effect of exerted Strength (R26).
    Adjust(Adjustment),
    /// Rests instead of the action (R32).
    Rest,
    /// Stays on the space (R33-R35).
    Stay,
    /// Goes to this space without payment (R36, R51, R59).
    Go(Space),
    /// Takes this path, paying to pass heroes with fewer Gems (R46).
    Pass(Path),
    /// Hides (R64); alone, for this gain (R114).
    Hide(Gain),
    /// Heals (R65).
    Heal,
    /// Searches (R50).
    Search,
    /// Alone: turns the countdown instead of moving (R127).
    Wait,
    /// Attacks these heroes, in this order (R59, R60).
    Attack(u8, Option<u8>),
    /// Attacks nobody (R59).
    Peace,
    /// How an ambushed hero pays (R62).
    Pay(Payment),
    /// Expends this much Strength (R55, R82, R93, R94).
    Spend(u8),
    /// Searches a second time, or does not (R56).
    Again(bool),
    /// Fights this hero (R71).
    Fight(u8),
    /// Plays a Tactic (R72).
    Tactic(Tactic),
    /// Helps against Tiny, or does not (R86).
    Help(bool),
    /// Alone: the countdown die that falls or rises, counted from 0 (R113, R114).
    Clock(u8),
    /// Chance: the battle die.
    Roll(u8),
}

impl Move {
    /// The space that an answer points to: on the map, in pictures and on the page.
    pub fn space(self) -> Option<Space> {
        match self {
            Move::Start(space) | Move::Go(space) => Some(space),
            Move::Pass(path) => path.spaces().last().copied(),
            _ => None,
        }
    }
}

/// Strength exerted on a Control card (R21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exert {
    No,
    /// The effect is chosen when the card is turned.
    Yes,
    /// With this effect (A8).
    For(Adjustment),
}

/// What Hide gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gain {
    /// Everything that the table's rules give.
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

/// The spaces entered on a path, one to three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    spaces: [Space; Path::LONGEST],
    len: u8,
}

impl Path {
    /// The length of a run (R35).
    pub const LONGEST: usize = 3;

    /// Builds a path; `None` if it is empty or too long.
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
