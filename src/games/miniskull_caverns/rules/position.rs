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

/// What the game is waiting for, with what matters until then. All of it is public: face-down cards are kept with the heroes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    AmbushRoll(Ambush),
    AmbushDefence(Ambush, u8),
    /// R62: the defender's choice.
    AmbushLoss(Ambush),
    /// R50: the die of a search; R58: that of a second search.
    Search,
    SearchAgain,
    /// R54: the die against a monster of this Strength.
    Monster(u8),
    /// Strength spent on a monster (R55).
    MonsterSpend(Blow),
    /// R56: whether to search again, after this blow.
    Again(Blow),
    /// The hero to fight (R71).
    Target,
    /// R72: the Tactics, and then the dice, of the attacker, who acts, and the defender.
    AttackTactic {
        target: u8,
    },
    DefenceTactic {
        target: u8,
    },
    AttackRoll(Duel),
    DefenceRoll(Duel, u8),
    /// R81: Tiny's die and the hero's.
    TinyRoll,
    TinyDefence(u8),
    /// Strength added to a blow against Tiny (R82).
    TinySpend(Blow),
    /// Whether a hero helps against Tiny (R86).
    Help,
    /// The die for Disturbed Monsters (R91).
    Disturbed,
    /// The die against a disturbed monster of this Strength (R92).
    Horde(u8),
    /// R93: Strength added by another hero.
    Raise {
        horde: Horde,
        by: u8,
    },
    /// Strength spent on a disturbed monster (R94).
    HordeSpend(Horde),
    /// The countdown die to move (R113, R114).
    Clock,
    Over,
}

/// A Surprise Attack by the acting hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ambush {
    pub target: u8,
    /// The hero attacked after that (R60).
    pub next: Option<u8>,
}

/// A fight of the acting hero with another, whose Tactics have been revealed (R72).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Duel {
    pub target: u8,
    /// The attacker's first.
    pub tactics: [Tactic; 2],
}

/// The acting hero's roll against a monster or Tiny.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blow {
    pub roll: u8,
    /// The monster's Strength (R54, R92), or Tiny's die (R81).
    pub against: u8,
}

/// The fight of the acting hero with a disturbed monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Horde {
    /// The Strength in which monsters come to each hero (R91).
    pub strength: u8,
    /// The roll against this one, as others have raised it (R93).
    pub blow: Blow,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    pub control: Control,
    /// Whether Strength was exerted on it (R21).
    pub exerted: bool,
    /// The effect of the Strength, if that is chosen at once (A8).
    pub adjustment: Option<Adjustment>,
}

/// A hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// The attacker's Tactic, until the defender has played one too (R72).
    pub tactic: Option<Tactic>,
    /// Whether the hero is hidden, from Hide to the end of the round (R64).
    pub hidden: bool,
    /// Whether the hero has fought Tiny or met a monster this round (R89).
    pub done: bool,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
        let first = self.first;
        let seats = self.seats.max(1);
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

impl Step {
    /// "AmbushRoll".
    pub fn name(self) -> String {
        let debug = format!("{self:?}");
        debug
            .split(['(', ' '])
            .next()
            .unwrap_or_default()
            .to_owned()
    }

    /// The hero who is attacked, in a Surprise Attack or a duel.
    pub fn target(self) -> Option<u8> {
        match self {
            Step::AmbushRoll(ambush)
            | Step::AmbushDefence(ambush, _)
            | Step::AmbushLoss(ambush) => Some(ambush.target),
            Step::AttackTactic { target } | Step::DefenceTactic { target } => Some(target),
            Step::AttackRoll(duel) | Step::DefenceRoll(duel, _) => Some(duel.target),
            _ => None,
        }
    }

    /// Whether two heroes are in a duel, or the acting one chooses whom to fight.
    pub fn is_duel(self) -> bool {
        matches!(
            self,
            Step::Target
                | Step::AttackTactic { .. }
                | Step::DefenceTactic { .. }
                | Step::AttackRoll(_)
                | Step::DefenceRoll(..)
        )
    }

    /// The acting hero's roll against a monster or Tiny, once it is made.
    pub fn blow(self) -> Option<Blow> {
        match self {
            Step::MonsterSpend(blow) | Step::Again(blow) | Step::TinySpend(blow) => Some(blow),
            Step::Raise { horde, .. } | Step::HordeSpend(horde) => Some(horde.blow),
            _ => None,
        }
    }

    /// The number that has been or is about to be rolled against.
    pub fn against(self) -> Option<u8> {
        match self {
            Step::Monster(die)
            | Step::AmbushDefence(_, die)
            | Step::DefenceRoll(_, die)
            | Step::TinyDefence(die)
            | Step::Horde(die) => Some(die),
            step => step.blow().map(|blow| blow.against),
        }
    }
}

impl Blow {
    /// What is missing to match the other side.
    pub fn missing(self) -> u8 {
        self.against.saturating_sub(self.roll)
    }

    /// By how much the roll is higher than the other side.
    pub fn excess(self) -> u8 {
        self.roll.saturating_sub(self.against)
    }

    /// The blow with Strength added to the roll.
    pub fn with(self, points: u8) -> Blow {
        Blow {
            roll: self.roll.saturating_add(points),
            ..self
        }
    }

    /// The blow against a monster that has been raised (R93).
    pub fn raised(self, points: u8) -> Blow {
        Blow {
            against: self.against.saturating_add(points),
            ..self
        }
    }
}

impl Hero {
    pub const NEW: Hero = Hero {
        at: None,
        from: None,
        strength: START_STRENGTH,
        gems: 0,
        orientation: Orientation {
            back: false,
            top: Edge::Top,
        },
        placed: None,
        tactic: None,
        hidden: false,
        done: false,
    };
}
