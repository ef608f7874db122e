//! What a seat sees of a game.
//!
//! The secrets are Controls before they are revealed, the purpose of exerted Strength, and the first Tactic until both have
//! been played (section 7 of the rules). Everything else is public.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::{Control, Orientation, Panel, Tactic};
use crate::games::miniskull_caverns::data::map::{Map, SPACES, Space};
use crate::games::miniskull_caverns::rules::moves::Move;
use crate::games::miniskull_caverns::rules::position::{Position, Step};
use crate::games::shared::phrase::Phrases;
use crate::referee::{Game, Seat, Turn};

/// The table as seen by one seat or by everybody.
#[derive(Clone, Copy, Debug)]
pub struct View<'p> {
    game: &'p Caverns,
    position: &'p Position,
    seat: Option<Seat>,
}

/// A card that is face down: what its back shows (R23), and its contents for those who may know them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceDown<T> {
    pub upright: bool,
    pub shown: Option<T>,
}

/// A hero, as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub at: Option<Space>,
    pub strength: u8,
    pub gems: u8,
    pub orientation: Orientation,
    pub hidden: bool,
}

impl<'p> View<'p> {
    /// The spaces that the acting hero may go to or start on.
    pub fn ways(&self) -> Vec<Space> {
        self.game
            .legal(self.position)
            .into_iter()
            .filter_map(Move::space)
            .collect()
    }

    pub(crate) fn new(game: &'p Caverns, position: &'p Position, seat: Option<Seat>) -> View<'p> {
        View {
            game,
            position,
            seat,
        }
    }

    /// Puts something about the table into words.
    pub(crate) fn say(&self, phrase: &impl Phrases<Caverns>) -> String {
        self.game.lexicon.say(self.game, self.position, phrase)
    }

    pub fn game(&self) -> &'p Caverns {
        self.game
    }

    pub fn map(&self) -> &'p Map {
        &self.game.map
    }

    pub fn step(&self) -> Step {
        self.position.step
    }

    pub fn round(&self) -> u32 {
        self.position.round
    }

    /// The hero with the First Player token.
    pub fn first(&self) -> u8 {
        self.position.first
    }

    /// Whether a hero is first among others.
    pub(crate) fn is_first(&self, seat: u8) -> bool {
        self.first() == seat && !self.is_solo() && self.round() > 0
    }

    /// The hero whose card is being turned, or whose action, fight or monster it is.
    pub fn acting(&self) -> u8 {
        self.position.acting
    }

    /// The player who is asked now.
    pub fn asked(&self) -> Option<Seat> {
        match crate::referee::Game::turn(self.game, self.position) {
            Turn::Player(seat) => Some(seat),
            _ => None,
        }
    }

    pub fn seats(&self) -> u8 {
        self.position.seats
    }

    pub fn is_solo(&self) -> bool {
        self.position.is_solo()
    }

    pub fn hero(&self, seat: u8) -> Standing {
        let hero = self.position.hero(seat);
        Standing {
            at: hero.at,
            strength: hero.strength,
            gems: hero.gems,
            orientation: hero.orientation,
            hidden: hero.hidden,
        }
    }

    /// The side at the top of a hero's Action card.
    pub fn panel(&self, seat: u8) -> Panel {
        self.game.panel(self.position, seat)
    }

    /// The number of Gems on a space.
    pub fn lying(&self, space: Space) -> u8 {
        self.position.lying[space.index()]
    }

    pub fn tiny(&self) -> u8 {
        self.position.tiny
    }

    /// The total noise, once it is known (R29).
    pub fn noise(&self) -> u8 {
        self.position.noise
    }

    /// The countdown dice of a lone hero (R112).
    pub fn clock(&self) -> [u8; 2] {
        self.position.clock
    }

    /// Whether a countdown die rises at the end of this turn (R114).
    pub fn rises(&self) -> bool {
        self.position.rises
    }

    /// The Control card of a hero until it is applied, and whether Strength was exerted on it.
    pub fn placed(&self, seat: u8) -> Option<(FaceDown<Control>, bool)> {
        let placed = self.position.hero(seat).placed?;
        let edge = self.game.data.controls[usize::from(seat)].edge(placed.control);
        let known = self
            .game
            .sees_control(self.position, self.seat.into(), seat);
        let card = FaceDown {
            upright: edge.is_upright(),
            shown: known.then_some(placed.control),
        };
        Some((card, placed.exerted))
    }

    /// The Tactic that a hero has played in the current duel.
    pub fn tactic(&self, seat: u8) -> Option<FaceDown<Tactic>> {
        let tactic = match self.step() {
            Step::AttackRoll(duel) | Step::DefenceRoll(duel, _) if seat == self.acting() => {
                duel.tactics[0]
            }
            Step::AttackRoll(duel) | Step::DefenceRoll(duel, _) if seat == duel.target => {
                duel.tactics[1]
            }
            _ => self.position.hero(seat).tactic?,
        };
        let edge = self.game.data.controls[usize::from(seat)].tactic_edge(tactic);
        let known = self.game.sees_tactic(self.position, self.seat.into(), seat);
        Some(FaceDown {
            upright: edge.is_upright(),
            shown: known.then_some(tactic),
        })
    }

    /// The spaces where the acting hero may go without payment.
    pub fn free_ways(&self, reach: usize) -> [bool; SPACES] {
        match self.position.hero(self.position.acting).at {
            Some(from) => self.game.free_ways(self.position, from, reach),
            None => [false; SPACES],
        }
    }

    fn hero_json(&self, seat: u8) -> Value {
        let hero = self.hero(seat);
        let panel = self.panel(seat);
        let placed = self
            .placed(seat)
            .map(|(card, exerted)| json!({ "upright": card.upright, "control": card.shown, "exerted": exerted }));
        json!({
            "name": self.game.players[usize::from(seat)],
            "hero": self.game.data.heroes[usize::from(seat)],
            "space": hero.at.map(|at| self.map().name(at)),
            "strength": hero.strength,
            "gems": hero.gems,
            "action_card": hero.orientation.code(),
            "action": panel.action,
            "noise": panel.noise,
            "hidden": hero.hidden,
            "control_card": placed,
        })
    }

    fn fight_json(&self) -> Value {
        let step = self.step();
        let attacker = step.is_duel().then(|| self.acting());
        let target = step.target();
        let hero = |seat: Option<u8>| self.game.data.heroes.get(usize::from(seat?));
        let tactic = |seat: Option<u8>| {
            let card = self.tactic(seat?)?;
            Some(json!({ "upright": card.upright, "tactic": card.shown }))
        };
        json!({
            "attacker": hero(attacker), "target": hero(target),
            "die": step.against().unwrap_or_default(), "own": step.blow().map_or(0, |blow| blow.roll),
            "tactics": [tactic(attacker), tactic(target)],
        })
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let map = self.map();
        let gems = Space::ALL
            .into_iter()
            .filter(|space| self.lying(*space) > 0);
        json!({
            "round": self.round(),
            "phase": self.step().name(),
            "first": self.game.data.heroes[usize::from(self.first())],
            "acting": self.game.data.heroes[usize::from(self.acting())],
            "heroes": (0..self.seats()).map(|seat| self.hero_json(seat)).collect::<Value>(),
            "map": { "name": map.name, "tiny": map.tiny, "columns": map.columns, "centre": map.name(map.centre),
                     "starts": map.starts.iter().map(|space| map.name(*space)).collect::<Value>(), "cards": map.cards },
            "gems": gems.map(|space| (map.name(space), self.lying(space))).collect::<Value>(),
            "tiny": self.tiny(),
            "noise": self.noise(),
            "clock": self.is_solo().then(|| self.clock()),
            "rises": self.rises(),
            "fight": self.fight_json(),
        })
        .serialize(serializer)
    }
}
