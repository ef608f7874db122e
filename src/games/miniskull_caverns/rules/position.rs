//! The state of a game.

use crate::games::miniskull_caverns::data::MAX_SEATS;
use crate::games::miniskull_caverns::data::card::{Adjustment, Control, Edge, Orientation, Tactic};
use crate::games::miniskull_caverns::data::map::{SPACES, Space};

/// The highest Strength (R13).
pub const MAX_STRENGTH: u8 = 6;
/// The initial Strength (R5).
pub const START_STRENGTH: u8 = 4;
/// The highest face of a countdown die (R116).
pub const MAX_CLOCK: u8 = 6;
/// The highest Strength of a monster (R93).
pub const MAX_MONSTER: u8 = 6;
/// The most damage in any fight (R73, R83, R96).
pub const MAX_DAMAGE: u8 = 2;
/// The damage of a Surprise Attack (R62).
pub const AMBUSH_DAMAGE: u8 = 2;
/// Marks a missing hero.
pub const NOBODY: u8 = u8::MAX;

/// What the game is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A start (R8).
    Start,
    /// The first hero (R9).
    First,
    /// Phase 1: the Control of the acting hero.
    Place,
    /// Phase 3: the acting hero's adjustment (R26).
    Adjust,
    /// Alone: the noise die (R111).
    Noise,
    /// Phase 4: the acting hero's action.
    Action,
    /// R59: the heroes to attack.
    Attack,
    /// R61: the attacker's die and the defender's.
    AmbushRoll,
    AmbushDefence,
    /// R62: the defender's choice.
    AmbushLoss,
    /// R50: the die of a search; R58: that of a second search.
    Search,
    SearchAgain,
    /// R54: the die against a monster.
    Monster,
    /// Strength spent on a monster (R55).
    MonsterSpend,
    /// R56: whether to search again.
    Again,
    /// The hero to fight (R71).
    Target,
    /// R72: the Tactics and then the dice of attacker and defender.
    AttackTactic,
    DefenceTactic,
    AttackRoll,
    DefenceRoll,
    /// R81: Tiny's die and the hero's.
    TinyRoll,
    TinyDefence,
    /// Strength added to a blow against Tiny (R82).
    TinySpend,
    /// Whether a hero helps against Tiny (R86).
    Help,
    /// The die for Disturbed Monsters (R91).
    Disturbed,
    /// The die against a disturbed monster (R92).
    Horde,
    /// R93: Strength added by the hero in `fight.helper`.
    Raise,
    /// Strength spent on a disturbed monster (R94).
    HordeSpend,
    /// The countdown die to move (R113, R114).
    Clock,
    Over,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A hero defeated Tiny (R105, R106).
    Won(u8),
    /// A lone hero had no Strength left (R117).
    NoStrength,
    /// A lone hero ran out of time (R118).
    NoTime,
    /// The limit on rounds was reached (A38).
    RoundLimit,
}

/// The Control card face down in front of a hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub control: Control,
    /// Whether Strength was exerted on it (R21).
    pub exerted: bool,
    /// The effect of the Strength, if that is chosen at once (A8).
    pub adjustment: Option<Adjustment>,
}

/// A hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hero {
    /// The hero's space; `None` before the start.
    pub at: Option<Space>,
    /// Where the hero began the round (R69).
    pub from: Option<Space>,
    pub strength: u8,
    pub gems: u8,
    /// The orientation of the Action card.
    pub orientation: Orientation,
    /// The Control, until it is applied (R25).
    pub placed: Option<Placed>,
    /// Whether the hero is hidden, from Hide to the end of the round (R64).
    pub hidden: bool,
    /// Whether the hero has fought Tiny or met a monster this round (R89).
    pub done: bool,
}

/// The current fight, of whatever kind; meaningless otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    /// The hero attacked, also in Phase 5.
    pub target: u8,
    /// The second target of a Surprise Attack (R60).
    pub next: u8,
    /// The attacking hero in Phase 5.
    pub attacker: u8,
    pub tactics: [Option<Tactic>; 2],
    /// The monster's Strength, Tiny's die, or the attacker's.
    pub die: u8,
    /// The hero's die.
    pub own: u8,
    /// The hero who may raise a monster now (R93).
    pub helper: u8,
    /// The Strength of the disturbed monsters (R91).
    pub horde: u8,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub step: Step,
    /// Counted from 1; 0 during the set-up.
    pub round: u32,
    /// The hero with the First Player token.
    pub first: u8,
    /// The hero whose turn it is.
    pub acting: u8,
    pub seats: u8,
    pub heroes: [Hero; MAX_SEATS],
    /// Gems in the caverns, by space.
    pub lying: [u8; SPACES],
    pub tiny: u8,
    /// The total noise of the round (R29, R111).
    pub noise: u8,
    /// Alone: the countdown dice (R112); 0 for a discarded one.
    pub clock: [u8; 2],
    /// Alone: whether a die rises at the end of this turn (R114, R115).
    pub rises: bool,
    pub fight: Fight,
    pub end: Option<End>,
}

impl Position {
    pub fn hero(&self, seat: u8) -> &Hero {
        &self.heroes[usize::from(seat)]
    }

    pub fn hero_mut(&mut self, seat: u8) -> &mut Hero {
        &mut self.heroes[usize::from(seat)]
    }

    pub fn is_solo(&self) -> bool {
        self.seats == 1
    }

    /// The heroes in play.
    pub fn playing(&self) -> &[Hero] {
        &self.heroes[..usize::from(self.seats)]
    }

    /// The seat this many places to the left (R11).
    pub fn left_of(&self, seat: u8, places: u8) -> u8 {
        (seat + places) % self.seats.max(1)
    }

    /// All seats in turn order (R11).
    pub fn in_turn(&self) -> impl DoubleEndedIterator<Item = u8> + Clone + use<> {
        let (first, seats) = (self.first, self.seats.max(1));
        (0..self.seats).map(move |places| (first + places) % seats)
    }

    /// The position of a seat in turn order, counted from 0.
    pub fn place(&self, seat: u8) -> u8 {
        (seat + self.seats - self.first) % self.seats.max(1)
    }

    /// The seat after this one in turn order.
    pub fn after(&self, seat: u8) -> Option<u8> {
        self.in_turn().nth(usize::from(self.place(seat)) + 1)
    }

    /// The number of Gems on a hero's space.
    pub fn underfoot(&self, seat: u8) -> u8 {
        self.hero(seat).at.map_or(0, |at| self.lying[at.index()])
    }

    /// The heroes on a space.
    pub fn standing_on(&self, space: Space) -> impl Iterator<Item = u8> + '_ {
        (0..self.seats).filter(move |seat| self.hero(*seat).at == Some(space))
    }
}

impl Hero {
    pub const NEW: Hero = Hero {
        at: None,
        from: None,
        strength: START_STRENGTH,
        gems: 0,
        orientation: Orientation { back: false, top: Edge::Top },
        placed: None,
        hidden: false,
        done: false,
    };
}

impl Fight {
    pub const NONE: Fight = Fight {
        target: NOBODY,
        next: NOBODY,
        attacker: NOBODY,
        tactics: [None; 2],
        die: 0,
        own: 0,
        helper: NOBODY,
        horde: 0,
    };
}
