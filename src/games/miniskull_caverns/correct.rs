//! Where the table decides otherwise: a pawn elsewhere, a Gem in another place, a die turned.
//!
//! At the start of a round only, before a Control is placed, so that nothing is left half done and nothing secret is touched.

use super::Caverns;
use super::data::card::Lie;
use super::data::map::Space;
use super::rules::event::Event;
use super::rules::position::{MAX_CLOCK, MAX_STRENGTH, Position, Step};
use crate::games::english::counted;
use crate::games::shared::narrator::Narrator;
use crate::referee::{Corrections, Outcome, Refused, Verdict};

/// An edit of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// The pawn of this hero stands here.
    Stand(u8, Space),
    /// One Gem from here to there.
    Gem(Holder, Holder),
    Strength(u8, u8),
    Tiny(u8),
    /// How a hero's Action card lies.
    Turn(u8, Lie),
    /// Holds the First Player token.
    First(u8),
    /// Alone: a countdown die, from 0.
    Clock(u8, u8),
}

/// Where a Gem may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    Hero(u8),
    Space(Space),
}

const FORMS: &[(&str, &str)] = &[
    ("move HERO to SPACE", "a hero's pawn: red to c4"),
    ("gem from PLACE to PLACE", "one Gem; a place is a space or a hero"),
    ("strength HERO N", "a hero's Strength die"),
    ("tiny N", "Tiny's Strength"),
    ("turn HERO to SIDE", "a hero's Action card: FT is front, top edge up; BL is back, left edge up"),
    ("first HERO", "who holds the First Player token"),
    ("clock DIE N", "alone: countdown die 1 or 2"),
];

impl Corrections for Caverns {
    type Correction = Correction;

    fn correction_forms(&self) -> &'static [(&'static str, &'static str)] {
        FORMS
    }

    fn correction(&self, correction: Correction) -> String {
        let hero = |seat: u8| self.data.heroes[usize::from(seat)].as_str();
        let place = |holder| match holder {
            Holder::Hero(seat) => hero(seat).to_owned(),
            Holder::Space(space) => self.map.name(space),
        };
        match correction {
            Correction::Stand(seat, at) => format!("move {} to {}", hero(seat), self.map.name(at)),
            Correction::Gem(from, to) => format!("gem from {} to {}", place(from), place(to)),
            Correction::Strength(seat, strength) => format!("strength {} {strength}", hero(seat)),
            Correction::Tiny(strength) => format!("tiny {strength}"),
            Correction::Turn(seat, lie) => format!("turn {} to {}", hero(seat), lie.code()),
            Correction::First(seat) => format!("first {}", hero(seat)),
            Correction::Clock(die, left) => format!("clock {} {left}", u16::from(die) + 1),
        }
    }

    fn parse_correction(&self, p: &Position, words: &str) -> Result<Correction, String> {
        let seat = |word: &str| {
            let seat = self.hero_named(word).filter(|seat| *seat < p.seats);
            seat.ok_or_else(|| format!("nobody here is called `{word}`"))
        };
        let space = |word: &str| {
            self.map
                .parse(word)
                .ok_or_else(|| format!("`{word}` is no space; one is called {}, say", self.map.name(self.map.centre)))
        };
        let place = |word: &str| match self.map.parse(word) {
            Some(space) => Ok(Holder::Space(space)),
            None => seat(word).map(Holder::Hero),
        };
        let number = |word: &str| word.parse::<u8>().map_err(|_| format!("`{word}` is no number that fits"));
        let words: Vec<&str> = words.split_whitespace().collect();
        Ok(match words.as_slice() {
            ["move", hero, "to", at] => Correction::Stand(seat(hero)?, space(at)?),
            ["gem", "from", from, "to", to] => Correction::Gem(place(from)?, place(to)?),
            ["strength", hero, strength] => Correction::Strength(seat(hero)?, number(strength)?),
            ["tiny", strength] => Correction::Tiny(number(strength)?),
            ["turn", hero, "to", side] => {
                let lie = Lie::parse(side).ok_or_else(|| format!("`{side}` is no side; there are {}", sides()))?;
                Correction::Turn(seat(hero)?, lie)
            }
            ["first", hero] => Correction::First(seat(hero)?),
            ["clock", die, left] => match number(die)? {
                die @ 1..=2 => Correction::Clock(die - 1, number(left)?),
                _ => return Err("the countdown dice are 1 and 2".to_owned()),
            },
            _ => {
                let forms: Vec<&str> = FORMS.iter().map(|(form, _)| *form).collect();
                return Err(format!("`{}` is no correction; there is: {}", words.join(" "), forms.join("; ")));
            }
        })
    }

    fn correct(&self, p: &mut Position, correction: Correction, _: &mut impl FnMut(Event)) -> Result<(), Refused> {
        let refuse = |reason: String, rule| Err(Refused::correction(reason, Some(rule)));
        let begins = p.step == Step::Place && p.playing().iter().all(|hero| hero.placed.is_none());
        if !begins {
            return refuse("corrections are made at the start of a round: finish this one first".to_owned(), "R10");
        }
        let mut after = *p;
        match correction {
            Correction::Stand(seat, at) => {
                let hero = after.hero_mut(seat);
                (hero.at, hero.from) = (Some(at), Some(at));
            }
            Correction::Gem(from, to) => {
                if count(p, from) == 0 {
                    return refuse("there is no Gem to take".to_owned(), "R15");
                }
                *count_mut(&mut after, from) -= 1;
                *count_mut(&mut after, to) += 1;
            }
            Correction::Strength(seat, strength) => after.hero_mut(seat).strength = strength,
            Correction::Tiny(0) => return refuse("without Strength Tiny would be defeated".to_owned(), "R104"),
            Correction::Tiny(strength) => after.tiny = strength,
            Correction::Turn(seat, lie) => after.hero_mut(seat).lie = lie,
            Correction::First(seat) => {
                after.first = seat;
                after.acting = after.in_turn().next_back().unwrap_or_default();
            }
            Correction::Clock(..) if !p.is_solo() => {
                return refuse("the countdown is for a game of one".to_owned(), "R112");
            }
            Correction::Clock(die, left) => after.clock[usize::from(die)] = left,
        }
        if let Some(broken) = self.broken(&after) {
            return Err(broken);
        }
        *p = after;
        Ok(())
    }

    fn corrected(&self, p: &Position, correction: Correction) -> String {
        let place = |holder| match holder {
            Holder::Hero(seat) => format!("{} carries {}", self.name(seat), counted(p.hero(seat).gems, "Gem")),
            Holder::Space(space) => {
                format!("{} on {}", counted(p.lying[space.index()], "Gem"), self.map.name(space))
            }
        };
        match correction {
            Correction::Stand(seat, at) => format!("{} stands on {}", self.name(seat), self.map.name(at)),
            Correction::Gem(from, to) => format!("{}, {}", place(from), place(to)),
            Correction::Strength(seat, strength) => format!("{} has Strength {strength}", self.name(seat)),
            Correction::Tiny(strength) => format!("Tiny has Strength {strength}"),
            Correction::Turn(seat, lie) => {
                format!("{} Action card lies at {}", self.possessive(seat), self.side_text(seat, lie))
            }
            Correction::First(seat) => format!("{} is first", self.name(seat)),
            Correction::Clock(die, left) => format!("countdown die {} is at {left}", die + 1),
        }
    }

    fn corrections(&self, p: &Position) -> Vec<Correction> {
        let seats = 0..p.seats;
        let mut all = Vec::new();
        for seat in seats.clone() {
            all.extend(Space::ALL.into_iter().map(|at| Correction::Stand(seat, at)));
            all.extend((0..=MAX_STRENGTH).map(|strength| Correction::Strength(seat, strength)));
            all.extend(Lie::all().map(|lie| Correction::Turn(seat, lie)));
            all.push(Correction::First(seat));
        }
        let places: Vec<Holder> = seats.map(Holder::Hero).chain(Space::ALL.into_iter().map(Holder::Space)).collect();
        for from in places.iter().copied().filter(|from| count(p, *from) > 0) {
            all.extend(places.iter().copied().filter(|to| *to != from).map(|to| Correction::Gem(from, to)));
        }
        all.extend((1..=self.data.tiny).map(Correction::Tiny));
        if p.is_solo() {
            all.extend((0..=MAX_CLOCK).flat_map(|left| [Correction::Clock(0, left), Correction::Clock(1, left)]));
        }
        all
    }

    /// Nobody has won before Tiny falls; alone that is a loss.
    fn standing(&self, p: &Position) -> Outcome {
        let verdict = if p.is_solo() { Verdict::Loss } else { Verdict::Draw };
        let seats = self.players.len();
        Outcome { verdicts: vec![verdict; seats], ranking: Vec::new(), scores: vec![None; seats] }
    }
}

fn count(p: &Position, holder: Holder) -> u8 {
    match holder {
        Holder::Hero(seat) => p.hero(seat).gems,
        Holder::Space(space) => p.lying[space.index()],
    }
}

fn count_mut(p: &mut Position, holder: Holder) -> &mut u8 {
    match holder {
        Holder::Hero(seat) => &mut p.hero_mut(seat).gems,
        Holder::Space(space) => &mut p.lying[space.index()],
    }
}

fn sides() -> String {
    Lie::all().map(Lie::code).collect::<Vec<String>>().join(", ")
}
