//! Corrections, where the table overrides the rules: visible pieces are moved, counters set, and turns reassigned.

use std::fmt::Display;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{Keys, Type};
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::language::sheet::{See, ZoneKind};
use crate::games::by_kit::rules::choice::{hyphened, spell, unspell};
use crate::games::by_kit::rules::event::Event;
use crate::games::by_kit::rules::position::*;
use crate::referee::{Corrections, Ending, Outcome, Refused};

/// A correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    /// Sets a counter, word, player or figure: the declaration, the cell and the new value.
    Set {
        var: u16,
        at: u16,
        value: i32,
    },
    /// Moves a piece that everybody sees to a zone.
    Move {
        kind: u16,
        to: u16,
    },
    Turn {
        seat: u8,
    },
}

impl KitGame {
    /// The name of a counter in a correction: "pot", "score.Ann", "bank.2".
    fn var_id(&self, var: u16, at: u16) -> String {
        let decl = &self.program.vars[usize::from(var)];
        let offset = at - decl.base;
        let mut name = decl.name.clone();
        if decl.own {
            name = format!(
                "{name}.{}",
                hyphened(self.name((offset / decl.each.count()) as u8))
            );
        }
        if decl.each != Keys::One {
            name = format!("{name}.{}", offset % decl.each.count() + 1);
        }
        name
    }

    fn cells(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.program
            .vars
            .iter()
            .enumerate()
            .flat_map(|(var, decl)| {
                let count = decl.each.count() * if decl.own { u16::from(self.seats) } else { 1 };
                (decl.base..decl.base + count).map(move |at| (var as u16, at))
            })
    }

    fn value_words(&self, ty: &Type, value: i32) -> String {
        match ty {
            _ if value == NONE => "-".into(),
            Type::Number => value.to_string(),
            Type::Flag => if value == 1 { "yes" } else { "no" }.into(),
            Type::Player => hyphened(self.name(value as u8)),
            Type::Place(map) => self.program.maps[usize::from(*map)].shape.name(value),
            _ => spell(
                self,
                &Type::Value,
                0x8000 | (value - crate::games::by_kit::language::facts::WORDS).max(0) as u16,
            ),
        }
    }

    fn parse_value(&self, var: u16, words: &str) -> Result<i32, String> {
        let decl = &self.program.vars[usize::from(var)];
        let wrong = || {
            self.worded(
                "`{value}` cannot be what {thing} is",
                &[("value", &words), ("thing", &decl.title)],
            )
        };
        let unknown = |text: &str| self.worded(text, &[("word", &words)]);
        if words == "-" && !matches!(decl.ty, Type::Number | Type::Flag | Type::Player) {
            return Ok(NONE);
        }
        Ok(match &decl.ty {
            Type::Number => {
                let number: i32 = words.parse().map_err(|_| wrong())?;
                let (least, most) = (decl.least.max(-1_000_000), decl.most.min(1_000_000));
                let bounds = || {
                    let with: [(&str, &dyn Display); 3] =
                        [("thing", &decl.title), ("least", &least), ("most", &most)];
                    self.worded("{thing} is from {least} to {most}", &with)
                };
                if (least..=most).contains(&number) {
                    number
                } else {
                    return Err(bounds());
                }
            }
            Type::Flag if words == "yes" || words == "no" => i32::from(words == "yes"),
            Type::Player => {
                let seat = self.players.iter().position(|name| hyphened(name) == words);
                seat.ok_or_else(|| unknown("there is no player `{word}`"))? as i32
            }
            Type::Place(map) => {
                let place = self.program.maps[usize::from(*map)].shape.parse(words);
                place.ok_or_else(|| unknown("there is no place `{word}`"))?
            }
            Type::Word(_) => {
                let said = unspell(self, &Type::Value, words)
                    .filter(|said| said & 0x8000 != 0)
                    .ok_or_else(wrong)?;
                let word = crate::games::by_kit::language::facts::WORDS + i32::from(said & 0x7fff);
                if decl.words.is_empty() || decl.words.contains(&word) {
                    word
                } else {
                    return Err(wrong());
                }
            }
            _ => return Err(wrong()),
        })
    }
}

impl Corrections for KitGame {
    type Correction = Correction;

    fn correction_forms(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("NAME VALUE", "set a counter or word (score Ann 12)"),
            (
                "move PIECE ZONE",
                "move a piece that all see (move c7 hand.Ann)",
            ),
            ("turn NAME", "say whose turn it is"),
        ]
    }

    fn correction(&self, correction: &Correction) -> String {
        match *correction {
            Correction::Set { var, at, value } => {
                let ty = &self.program.vars[usize::from(var)].ty;
                format!("{} {}", self.var_id(var, at), self.value_words(ty, value))
            }
            Correction::Move { kind, to } => {
                format!(
                    "move {} {}",
                    self.program.facts.kinds[usize::from(kind)].code,
                    self.zone_id(to)
                )
            }
            Correction::Turn { seat } => format!("turn {}", hyphened(self.name(seat))),
        }
    }

    fn parse_correction(&self, p: &Position, words: &str) -> Result<Correction, String> {
        let parts: Vec<&str> = words.split_whitespace().collect();
        let unknown = |text: &str, word: &str| self.worded(text, &[("word", &word)]);
        match parts.as_slice() {
            ["move", piece, zone] => {
                let kind = self
                    .program
                    .facts
                    .find_code(piece)
                    .ok_or_else(|| unknown("no piece is called `{word}`", piece))?;
                let to = self
                    .zone_of_id(zone)
                    .ok_or_else(|| unknown("there is no place `{word}`", zone))?;
                Ok(Correction::Move { kind, to })
            }
            ["turn", name] => {
                let seat = self
                    .players
                    .iter()
                    .position(|known| hyphened(known) == *name);
                let seat = seat.ok_or_else(|| unknown("there is no player `{word}`", name))?;
                Ok(Correction::Turn { seat: seat as u8 })
            }
            // "score Ann 12" and "Ann score 12" are "score.Ann 12".
            [one, other, value] => {
                let (of_one, of_other) = (format!("{one}.{other}"), format!("{other}.{one}"));
                let is_known = self
                    .cells()
                    .any(|(var, at)| self.var_id(var, at) == of_other);
                let name = if is_known { of_other } else { of_one };
                self.parse_correction(p, &format!("{name} {value}"))
            }
            [name, value] => {
                let cell = self
                    .cells()
                    .find(|(var, at)| self.var_id(*var, *at) == *name);
                let (var, at) = cell.ok_or_else(|| {
                    unknown("there is no `{word}` here; `correct` alone shows how corrections are worded", name)
                })?;
                Ok(Correction::Set {
                    var,
                    at,
                    value: self.parse_value(var, value)?,
                })
            }
            _ => Err(unknown("`{word}` is not a correction of this game", words)),
        }
    }

    fn correct(
        &self,
        p: &mut Position,
        correction: &Correction,
        tell: &mut impl FnMut(Event),
    ) -> Result<(), Refused> {
        let refuse = |reason: &str| Err(Refused::correction(self.worded(reason, &[]), None));
        if p.together || !matches!(p.wait, Wait::Choose(_) | Wait::Ask(..)) {
            return refuse("answer this first");
        }
        // In the middle of a move only counters can be corrected.
        let waits = self
            .cannot_correct(p)
            .filter(|_| !matches!(correction, Correction::Set { .. }));
        if let Some(why) = waits {
            return refuse(why);
        }
        match *correction {
            Correction::Set { at, value, .. } => {
                p.vars[usize::from(at)] = value;
                p.is_changed = true;
            }
            // Games of version 1 replay what was corrected as it was.
            Correction::Turn { seat } if self.rules < 2 => (p.seat, p.active) = (seat, seat),
            Correction::Turn { seat } => self.give_turn(p, seat, tell),
            Correction::Move { kind, to } => {
                let piece = (0..p.pieces.len() as u16).find(|piece| {
                    self.public(p, *piece) == kind && p.pieces[usize::from(*piece)].zone != to
                });
                let Some(piece) = piece else {
                    return refuse("no such piece is visible elsewhere");
                };
                let decl = &self.program.zones[usize::from(self.zone_at[usize::from(to)].decl)];
                if decl.kind == ZoneKind::Map || decl.see == See::Top {
                    return refuse("a piece cannot be moved there by hand");
                }
                if decl
                    .most
                    .is_some_and(|most| p.zones[usize::from(to)].len() >= usize::from(most))
                {
                    return refuse("that zone is full");
                }
                let from = p.pieces[usize::from(piece)].zone;
                let under = self
                    .zone_at
                    .get(usize::from(from))
                    .map(|zone| self.program.zones[usize::from(zone.decl)].see);
                if under == Some(See::Top) {
                    return refuse("the piece under it would have to be reported");
                }
                let up = (decl.see == See::Faces).then_some(true);
                self.put(p, piece, to, up, false);
                if decl.kind == ZoneKind::Bag {
                    self.shuffle(p, to, tell);
                }
            }
        }
        Ok(())
    }

    fn corrected(&self, p: &Position, correction: &Correction) -> String {
        match *correction {
            Correction::Set { var, at, value } => {
                let ty = &self.program.vars[usize::from(var)].ty;
                let value = self.say(p, ty, value, UNKNOWN);
                self.worded(
                    "{thing} is {value}",
                    &[("thing", &self.var_id(var, at)), ("value", &value)],
                )
            }
            Correction::Move { kind, to } => self.worded(
                "{piece} goes to {place}",
                &[
                    ("piece", &self.kind_name(kind)),
                    ("place", &self.zone_title(p, to)),
                ],
            ),
            Correction::Turn { seat } => {
                self.about(seat, "it is your turn", "it is {player}'s turn", &[])
            }
        }
    }

    fn cannot_correct(&self, p: &Position) -> Option<&'static str> {
        (!matches!(p.wait, Wait::Choose(_))).then_some(
            "answer the question first; what comes next may depend on where the pieces lie",
        )
    }

    fn corrections(&self, p: &Position) -> Vec<Correction> {
        let mut all = Vec::new();
        // No corrections are offered while all choose in secret.
        if p.together {
            return all;
        }
        for (var, at) in self.cells().take(200) {
            let decl = &self.program.vars[usize::from(var)];
            let value = p.vars[usize::from(at)];
            match &decl.ty {
                Type::Number => {
                    let near = [value.saturating_sub(1), value.saturating_add(1)];
                    let fine = |value: &i32| {
                        (decl.least.max(-1_000_000)..=decl.most.min(1_000_000)).contains(value)
                    };
                    all.extend(near.into_iter().filter(fine).map(|value| Correction::Set {
                        var,
                        at,
                        value,
                    }));
                }
                Type::Flag => all.push(Correction::Set {
                    var,
                    at,
                    value: 1 - value,
                }),
                Type::Player => all.extend((0..self.seats).map(|seat| Correction::Set {
                    var,
                    at,
                    value: i32::from(seat),
                })),
                Type::Word(_) => {
                    all.extend(decl.words.iter().take(12).map(|value| Correction::Set {
                        var,
                        at,
                        value: *value,
                    }))
                }
                _ => {}
            }
        }
        if self.cannot_correct(p).is_some() {
            return all;
        }
        let mut kinds: Vec<u16> = (0..p.pieces.len() as u16)
            .map(|piece| self.public(p, piece))
            .filter(|kind| *kind != UNKNOWN)
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let zones: Vec<u16> = (0..self.zone_at.len() as u16)
            .filter(|zone| {
                let decl = &self.program.zones[usize::from(self.zone_at[usize::from(*zone)].decl)];
                decl.map.is_none() && !matches!(decl.each, Keys::Places(..))
            })
            .take(12)
            .collect();
        all.extend(kinds.into_iter().take(24).flat_map(|kind| {
            zones
                .iter()
                .map(move |to| Correction::Move { kind, to: *to })
        }));
        if self.seats > 1 {
            all.extend((0..self.seats).map(|seat| Correction::Turn { seat }));
        }
        all
    }
}

impl Ending for KitGame {
    fn standing(&self, p: &Position) -> Outcome {
        self.result(p)
    }
}
