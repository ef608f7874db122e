//! A game at one moment.

use crate::games::miniskull_caverns::data::MAX_SEATS;
use crate::games::miniskull_caverns::data::card::{Adjustment, Control, Edge, Lie, Tactic};
use crate::games::miniskull_caverns::data::map::{SPACES, Space};

/// R13.
pub const MAX_STRENGTH: u8 = 6;
/// R5.
pub const START_STRENGTH: u8 = 4;
/// Of a countdown die (R116).
pub const MAX_CLOCK: u8 = 6;
/// Monsters are never stronger (R93).
pub const MAX_MONSTER: u8 = 6;
/// No fight and no monster takes more (R73, R83, R96).
pub const MAX_DAMAGE: u8 = 2;
/// R62.
pub const AMBUSH_DAMAGE: u8 = 2;
/// No hero.
pub const NOBODY: u8 = u8::MAX;

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// R8.
    Start,
    /// R9.
    First,
    /// Phase 1: the Control of the acting hero.
    Place,
    /// Phase 3: the acting hero's adjustment (R26).
    Adjust,
    /// Alone: the noise die (R111).
    Noise,
    /// Phase 4: what the acting hero does.
    Action,
    /// R59: whom to attack.
    Attack,
    /// R61: the attacker's die, the defender's.
    AmbushRoll,
    AmbushDefence,
    /// R62: the defender's choice.
    AmbushLoss,
    /// R50: the die of a search; R58 of a second one.
    Search,
    SearchAgain,
    /// R54: damage to the monster.
    Monster,
    /// R55.
    MonsterSpend,
    /// R56: whether to search again.
    Again,
    /// R71.
    Target,
    /// R72: the attacker's Tactic, the defender's, their dice.
    AttackTactic,
    DefenceTactic,
    AttackRoll,
    DefenceRoll,
    /// R81: Tiny's die, the hero's.
    TinyRoll,
    TinyDefence,
    /// R82.
    TinySpend,
    /// R86.
    Help,
    /// R91.
    Disturbed,
    /// R92.
    Horde,
    /// R93: of the hero in `fight.helper`.
    Raise,
    /// R94.
    HordeSpend,
    /// R113, R114.
    Clock,
    Over,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// R105, R106.
    Won(u8),
    /// R117.
    NoStrength,
    /// R118.
    NoTime,
    /// A38.
    RoundLimit,
}

/// What lies face down before a hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub control: Control,
    /// Strength lies on it (R21).
    pub exerted: bool,
    /// What for, where that is chosen at once (A8).
    pub adjustment: Option<Adjustment>,
}

/// A hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hero {
    /// `None` before the start.
    pub at: Option<Space>,
    /// Where the round began for it (R69).
    pub from: Option<Space>,
    pub strength: u8,
    pub gems: u8,
    /// Its Action card.
    pub lie: Lie,
    /// Until the Control is applied (R25).
    pub placed: Option<Placed>,
    /// From its Hide to the end of the round (R64).
    pub hidden: bool,
    /// It has fought Tiny, or met its monster, this round (R89).
    pub done: bool,
}

/// A fight under way, of whatever kind; meaningless otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    /// The hero attacked; in Phase 5 too.
    pub target: u8,
    /// The second one of a Surprise Attack (R60).
    pub next: u8,
    /// The attacking hero in Phase 5.
    pub attacker: u8,
    pub tactics: [Option<Tactic>; 2],
    /// The monster's Strength, Tiny's die, or an attacker's.
    pub die: u8,
    /// The hero's own die.
    pub own: u8,
    /// Who may raise a monster now (R93).
    pub helper: u8,
    /// Strength of the monsters disturbed (R91).
    pub horde: u8,
}

/// A game at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub step: Step,
    /// From 1; 0 during the set-up.
    pub round: u32,
    /// Holds the First Player token.
    pub first: u8,
    /// Whose go it is.
    pub acting: u8,
    pub seats: u8,
    pub heroes: [Hero; MAX_SEATS],
    /// Gems lying, by space.
    pub lying: [u8; SPACES],
    pub tiny: u8,
    /// Total Noise of the round (R29, R111).
    pub noise: u8,
    /// Alone: the countdown dice (R112); a discarded one is 0.
    pub clock: [u8; 2],
    /// Alone: a die rises at the end of this turn (R114, R115).
    pub rises: bool,
    pub fight: Fight,
    pub end: Option<End>,
}

impl Position {
    pub fn actor(&self) -> usize {
        usize::from(self.acting)
    }

    pub fn hero(&self, seat: u8) -> &Hero {
        &self.heroes[usize::from(seat)]
    }

    pub fn hero_mut(&mut self, seat: u8) -> &mut Hero {
        &mut self.heroes[usize::from(seat)]
    }

    pub fn is_solo(&self) -> bool {
        self.seats == 1
    }

    /// The heroes who play.
    pub fn playing(&self) -> &[Hero] {
        &self.heroes[..usize::from(self.seats)]
    }

    /// The seat so many places to the left (R11).
    pub fn left_of(&self, seat: u8, places: u8) -> u8 {
        (seat + places) % self.seats.max(1)
    }

    /// Every seat in turn order (R11).
    pub fn in_turn(&self) -> impl DoubleEndedIterator<Item = u8> + Clone + use<> {
        let (first, seats) = (self.first, self.seats.max(1));
        (0..self.seats).map(move |places| (first + places) % seats)
    }

    /// The place of a seat in turn order, from 0.
    pub fn place(&self, seat: u8) -> u8 {
        (seat + self.seats - self.first) % self.seats.max(1)
    }

    /// The seat after this one in turn order.
    pub fn after(&self, seat: u8) -> Option<u8> {
        self.in_turn().nth(usize::from(self.place(seat)) + 1)
    }

    /// Gems on the space where a hero stands.
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
        lie: Lie { back: false, top: Edge::Top },
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
