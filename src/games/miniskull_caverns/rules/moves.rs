//! The moves: everything that changes the position.

use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::{Adjustment, Control, Tactic};
use crate::games::miniskull_caverns::data::map::Space;
use crate::games::shared::moves::{moves, notations};

moves! {
    /// A decision or a result of chance. Seats are heroes in seating order.
    pub enum Move of Caverns;

    /// Starts on this space (R8).
    Start(at: Space) = "start:{at}";
    /// Chance: the first hero (R9).
    First(seat: u8 as Hero) = "first:{seat}";
    /// Places a Control, and the Strength exerted on it (R20, R21).
    Place(control: Control, exert: Exert) = "place:{control}" | "place:{control}+{exert}";
    /// Chooses the effect of exerted Strength (R26).
    Adjust(adjustment: Adjustment) = "adjust:{adjustment}";
    /// Rests instead of the action (R32).
    Rest = "rest";
    /// Stays on the space (R33-R35).
    Stay = "stay";
    /// Goes to this space without payment (R36, R51, R59).
    Go(to: Space) = "go:{to}";
    /// Takes this path, paying to pass heroes with fewer Gems (R46).
    Pass(path: Path) = "pass:{path}";
    /// Hides (R64); alone, for this gain (R114).
    Hide(gain: Gain) = "hide" | "hide:{gain}";
    /// Heals (R65).
    Heal = "heal";
    /// Searches (R50).
    Search = "search";
    /// Alone: turns the countdown instead of moving (R127).
    Wait = "clock";
    /// Attacks nobody (R59).
    Peace = "attack:none";
    /// Attacks these heroes, in this order (R59, R60).
    Attack(target: u8 as Hero, next: Option<u8> as Next) = "attack:{target}" | "attack:{target}+{next}";
    /// How an ambushed hero pays (R62).
    Pay(payment: Payment) = "lose:{payment}";
    /// Expends this much Strength (R55, R82, R93, R94).
    Spend(points: u8) = "spend:{points}";
    /// Searches a second time, or does not (R56).
    Again(again: bool) = "again:{again}";
    /// Fights this hero (R71).
    Fight(seat: u8 as Hero) = "fight:{seat}";
    /// Plays a Tactic (R72).
    Tactic(tactic: Tactic) = "tactic:{tactic}";
    /// Helps against Tiny, or does not (R86).
    Help(help: bool) = "help:{help}";
    /// Alone: the countdown die that falls or rises, counted from 0 (R113, R114).
    Clock(die: u8 as Die) = "die:{die}";
    /// Chance: the battle die.
    Roll(roll: u8) = "roll:{roll}";
}

notations! {
    of Caverns, with game;

    at: Space = game.map.name(at), word => game.map.parse(word), like Space::ALL;
    control: Control = control.id(), word => Control::ALL.into_iter().find(|control| control.id() == word), like Control::ALL;
    adjustment: Adjustment = adjustment.id(), word => Adjustment::parse(word), like Adjustment::ALL;
    tactic: Tactic = tactic.name(), word => Tactic::ALL.into_iter().find(|tactic| tactic.name() == word), like Tactic::ALL;
    gain: Gain = gain.word(), word => Gain::ALL.into_iter().find(|gain| gain.word() == word), like Gain::ALL, or Gain::All;
    payment: Payment = payment.word(), word => Payment::ALL.into_iter().find(|payment| payment.word() == word),
        like Payment::ALL;
    yes: bool = if yes { "yes" } else { "no" }, word => ["no", "yes"].iter().position(|own| *own == word).map(|at| at == 1),
        like [true, false];

    /// A hero by colour, also read by the player's name.
    seat: u8 as Hero = game.data.heroes.get(usize::from(seat)).map_or("nobody", String::as_str),
        word => game.hero_named(word), like 0..3;

    /// The second of two heroes who are attacked.
    seat: Option<u8> as Next = seat.and_then(|seat| Hero::write(seat, game)).unwrap_or_default(),
        word => game.hero_named(word).map(Some), like [None, Some(0), Some(1), Some(2)], or None;

    /// The effect of Strength that is exerted, if it is chosen at once: "forward".
    exert: Exert = if let Exert::For(what) = exert { what.id() } else { "" }, word => match word {
        "" => Some(Exert::Yes),
        what => Adjustment::parse(what).map(Exert::For),
    }, like [Exert::No, Exert::Yes].into_iter().chain(Adjustment::ALL.map(Exert::For)), or Exert::No;

    /// A countdown die by its number, counted from 1.
    die: u8 as Die = u16::from(die) + 1, word => word.parse::<u8>().ok()?.checked_sub(1), like 0..2;

    /// The spaces of a path: "g2-c2".
    path: Path = path.spaces().iter().map(|space| game.map.name(*space)).collect::<Vec<String>>().join("-"),
        word => Path::new(&word.split('-').map(|word| game.map.parse(word)).collect::<Option<Vec<Space>>>()?),
        like paths(game);
}

/// Paths of two spaces, and some of three.
#[cfg(test)]
fn paths(game: &Caverns) -> Vec<Path> {
    let steps = |from: Space| game.map.neighbours(from);
    let twos = Space::ALL
        .into_iter()
        .flat_map(|from| steps(from).map(move |next| vec![from, next]));
    let threes = Space::ALL.into_iter().flat_map(|from| {
        let beyond = |next: Space| {
            steps(next)
                .filter(move |beyond| (beyond.0 + from.0) % 3 == 0)
                .map(move |to| vec![from, next, to])
        };
        steps(from).flat_map(beyond).collect::<Vec<_>>()
    });
    twos.chain(threes)
        .filter_map(|way| Path::new(&way))
        .collect()
}

impl Caverns {
    /// Finds a hero by its colour or by its player's name.
    pub(crate) fn hero_named(&self, word: &str) -> Option<u8> {
        let colour = self
            .data
            .heroes
            .iter()
            .position(|hero| hero.eq_ignore_ascii_case(word));
        let player = || {
            self.players
                .iter()
                .position(|player| player.eq_ignore_ascii_case(word))
        };
        colour.or_else(player).map(|seat| seat as u8)
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exert {
    No,
    /// The effect is chosen when the card is turned.
    Yes,
    /// With this effect (A8).
    For(Adjustment),
}

/// What Hide gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gain {
    /// Everything that the table's rules give.
    All,
    Strength,
    Clock,
}

impl Gain {
    const ALL: [Gain; 3] = [Gain::All, Gain::Strength, Gain::Clock];

    fn word(self) -> &'static str {
        ["all", "strength", "clock"][self as usize]
    }
}

/// What a hero loses to a Surprise Attack (R62).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Payment {
    Strength,
    Gem,
}

impl Payment {
    const ALL: [Payment; 2] = [Payment::Strength, Payment::Gem];

    fn word(self) -> &'static str {
        ["strength", "gem"][self as usize]
    }
}

/// The spaces entered on a path, one to three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
        Some(Path {
            spaces,
            len: way.len() as u8,
        })
    }

    pub fn spaces(&self) -> &[Space] {
        &self.spaces[..usize::from(self.len)]
    }
}
