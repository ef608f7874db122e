//! Corrections, where the table overrides the rules: pieces are moved, laid and turned over, counters set, and turns reassigned.

use std::fmt::Display;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{Keys, Type};
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::language::sheet::{See, ZoneKind};
use crate::games::by_kit::rules::choice::{hyphened, spell, unspell};
use crate::games::by_kit::rules::event::Event;
use crate::games::by_kit::rules::position::*;
use crate::games::by_kit::words::table::{GO, TABLE};
use crate::referee::corrections::{ENTER, UnderWay};
use crate::referee::edits::{self, AT, EditError};
use crate::referee::intern::{keep, keep_all};
use crate::referee::message::Message;
use crate::referee::snapshot::{Place, Slot, Snapshot, Viewer};
use crate::referee::{Choices, Corrections, Ending, Game, Outcome, Refused, Turn};

/// A correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Correction {
    /// Sets a counter, word, player or figure: the declaration, the cell and the new value.
    Set {
        var: u16,
        at: u16,
        value: i32,
    },
    /// Moves a piece to a zone: one that everybody sees, or that lies in a pile that nobody has looked into.
    Move {
        kind: u16,
        to: u16,
    },
    /// Lays such a piece at a place of a map.
    Lay {
        kind: u16,
        map: u8,
        place: i32,
        turns: u8,
    },
    /// Turns the top piece of a zone up or down.
    Flip {
        zone: u16,
        up: bool,
    },
    Turn {
        seat: u8,
    },
    /// Anything in people's words: "E14 to Ann", "hearts Bob 2", "T06 ne of T13; Ann to T06".
    Words(Worded),
    /// The whole table, in lines.
    Table(String),
}

/// A correction in people's words.
#[derive(Clone, Debug)]
pub struct Worded {
    words: String,
    /// The sentence for what it changes, once the table has been consulted.
    said: String,
}

impl Worded {
    fn offered(words: String) -> Correction {
        let said = String::new();
        Correction::Words(Worded { words, said })
    }
}

impl PartialEq for Worded {
    fn eq(&self, other: &Worded) -> bool {
        self.words == other.words
    }
}

impl Eq for Worded {}

impl KitGame {
    /// What a correction in words means.
    fn read_correction(&self, p: &Position, words: &str) -> Result<Correction, String> {
        let parts: Vec<&str> = words.split_whitespace().collect();
        let unknown = |text: &str, word: &str| self.worded(text, &[("word", &word)]);
        let zone_of = |zone: &str| {
            let found = self.zone_of_id(zone);
            found.ok_or_else(|| unknown("there is no place `{word}`", zone))
        };
        match parts.as_slice() {
            ["move", piece, zone] => Ok(Correction::Move {
                kind: self.kind_called(piece)?,
                to: zone_of(zone)?,
            }),
            ["lay", piece, at @ ..] if !at.is_empty() => {
                let kind = self.kind_called(piece)?;
                let (at, turns) = match at {
                    [at @ .., "turned", turns] if !at.is_empty() => {
                        let number = turns.parse().ok().filter(|turns: &u8| *turns < 6);
                        (
                            at,
                            number.ok_or_else(|| unknown("there is no place `{word}`", turns))?,
                        )
                    }
                    at => (at, 0),
                };
                let (map, place) = self.place_called(p, at)?;
                Ok(Correction::Lay {
                    kind,
                    map,
                    place,
                    turns,
                })
            }
            ["turn", way @ ("up" | "down"), zone] => Ok(Correction::Flip {
                zone: zone_of(zone)?,
                up: *way == "up",
            }),
            ["turn" | "go", name] => {
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
                self.parse_setting(&name, value)
            }
            [name, value] => self.parse_setting(name, value),
            _ => Err(unknown("`{word}` is not a correction of this game", words)),
        }
    }

    fn kind_called(&self, code: &str) -> Result<u16, String> {
        let known = self.program.facts.find_code(code);
        known.ok_or_else(|| self.worded("no piece is called `{word}`", &[("word", &code)]))
    }

    /// A place of a map: "2,-1", "land 2,-1", or beside a tile, "ne of T13".
    fn place_called(&self, p: &Position, words: &[&str]) -> Result<(u8, i32), String> {
        let maps = || (0..).zip(&self.program.maps);
        let named = |name: &str| {
            maps().find(|(_, map)| self.program.zones[usize::from(map.zone)].name == name)
        };
        let found = match words {
            [place] => maps().find_map(|(map, decl)| Some((map, decl.shape.parse(place)?))),
            [map, place] => {
                named(map).and_then(|(map, decl)| Some((map, decl.shape.parse(place)?)))
            }
            [way, "of", tile] => {
                let kind = self.kind_called(tile)?;
                maps().find_map(|(map, decl)| {
                    let mut tiles = p.maps[usize::from(map)].tiles();
                    let (place, _) = tiles.find(|(_, tile)| self.public(p, *tile) == kind)?;
                    let side = decl.shape.ways().iter().position(|known| known == way)?;
                    Some((map, decl.shape.beside(place, side)?))
                })
            }
            _ => None,
        };
        let unknown = || self.worded("there is no place `{word}`", &[("word", &words.join(" "))]);
        found.ok_or_else(unknown)
    }

    /// A piece of this kind that may be taken: one that all see, or else one of a pile that nobody knows, if it may be of this kind.
    /// Where somebody alone knows a piece, none is taken unseen: that would tell others what it is not.
    pub(super) fn to_hand(&self, p: &Position, kind: u16) -> Option<u16> {
        let mut pieces = 0..p.pieces.len() as u16;
        if let Some(seen) = pieces.clone().find(|piece| self.public(p, *piece) == kind) {
            return Some(seen);
        }
        let at = |piece: u16| p.pieces[usize::from(piece)];
        let deck = self.program.facts.kinds[usize::from(kind)].deck;
        let is_secret = |piece: u16| {
            if usize::from(self.piece_decks[usize::from(piece)]) != deck {
                return false;
            }
            let known = at(piece).kind != UNKNOWN || self.seers(p, piece) != 0;
            known && self.public(p, piece) == UNKNOWN && at(piece).zone != NOWHERE
        };
        if pieces.clone().any(is_secret) {
            return None;
        }
        pieces.find(|piece| {
            let zone = self.zone_at.get(usize::from(at(*piece).zone));
            let is_pile = zone.is_some_and(|zone| {
                let kind = self.program.zones[usize::from(zone.decl)].kind;
                matches!(kind, ZoneKind::Pile | ZoneKind::Bag)
            });
            is_pile && at(*piece).kind == UNKNOWN && p.pools.way(at(*piece).pool, kind).is_some()
        })
    }

    /// Takes a piece to a zone. All hear which it is, wherever it lies then.
    pub(super) fn take_to(
        &self,
        p: &mut Position,
        (piece, kind): (u16, u16),
        zone: u16,
        up: Option<bool>,
    ) {
        self.told(p, Some((piece, kind)));
        self.put(p, piece, zone, up, false);
        p.pieces[usize::from(piece)].shown = self.everybody();
        self.notice(p, piece);
    }

    /// Why a piece cannot be taken from where it lies.
    pub(super) fn cannot_take(&self, p: &Position, piece: u16) -> Option<&'static str> {
        let from = p.pieces[usize::from(piece)].zone;
        let zone = self.zone_at.get(usize::from(from))?;
        let see = self.program.zones[usize::from(zone.decl)].see;
        (see == See::Top).then_some("the piece under it would have to be reported")
    }

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

    pub(super) fn value_words(&self, ty: &Type, value: i32) -> String {
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

    pub(super) fn parse_value(&self, var: u16, words: &str) -> Result<i32, String> {
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

    /// In the game's own words, with what it has.
    fn correction_forms(&self) -> &'static [(&'static str, &'static str)] {
        let forms = [
            (
                self.form_of_counter(),
                "a counter, a word, yes or no, or what dice show",
            ),
            (
                self.form_of_piece(),
                "a piece; all that lies somewhere, Ann holds X Y; back where the game began, X away",
            ),
            (
                self.form_of_tile(),
                "a tile is laid or lies elsewhere, also at 2,-1, turned 1; back where it came from, X away",
            ),
            (self.form_of_figure(), "a figure stands elsewhere"),
            (
                self.form_of_side(),
                "turn over the top of a zone; or turn up",
            ),
            (
                self.takes_turns()
                    .then(|| format!("go {}", self.player_place(self.seats - 1).id)),
                "whose turn it is; the turn begins",
            ),
        ];
        let forms = forms.into_iter();
        keep_all(
            forms
                .filter_map(|(form, does)| Some((keep(&form?), does)))
                .collect(),
        )
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
            Correction::Lay {
                kind,
                map,
                place,
                turns,
            } => {
                let decl = &self.program.maps[usize::from(map)];
                let turned = match turns {
                    0 => String::new(),
                    turns => format!(" turned {turns}"),
                };
                format!(
                    "lay {} {} {}{turned}",
                    self.program.facts.kinds[usize::from(kind)].code,
                    self.program.zones[usize::from(decl.zone)].name,
                    decl.shape.name(place)
                )
            }
            Correction::Flip { zone, up } => {
                format!(
                    "turn {} {}",
                    if up { "up" } else { "down" },
                    self.zone_id(zone)
                )
            }
            Correction::Turn { seat } => format!("turn {}", hyphened(self.name(seat))),
            Correction::Words(ref worded) => worded.words.clone(),
            Correction::Table(ref lines) => format!("{ENTER}{lines}"),
        }
    }

    fn parse_correction(&self, p: &Position, words: &str) -> Result<Correction, Refused> {
        if let Some(lines) = words.strip_prefix(ENTER) {
            return Ok(Correction::Table(lines.to_owned()));
        }
        let why = match self.read_correction(p, words) {
            Ok(correction) => return Ok(correction),
            Err(why) => why,
        };
        let worded = |said: String| {
            let words = words.trim().to_owned();
            Ok(Correction::Words(Worded { words, said }))
        };
        match self.amended(p, words) {
            Ok((_, changes)) => {
                let changes: Vec<String> =
                    changes.iter().map(|change| self.in_words(change)).collect();
                worded(changes.join("; "))
            }
            Err(EditError::Refused(_)) => worded(String::new()),
            Err(EditError::Unknown(reason)) => {
                // A value out of its bounds is told by the declaration.
                let names_a_cell = words.split_whitespace().count() > 1 && self.names_a_cell(words);
                let reason = if names_a_cell {
                    why
                } else {
                    self.in_words(&reason)
                };
                Err(Refused::correction(reason, None))
            }
        }
    }

    fn correct(
        &self,
        p: &mut Position,
        correction: &Correction,
        tell: &mut impl FnMut(Event),
    ) -> Result<(), Refused> {
        let refuse = |reason: &str| Err(Refused::correction(self.worded(reason, &[]), None));
        if let Correction::Table(lines) = correction {
            *p = self
                .entered(lines, tell)
                .map_err(|why| self.objected(&why))?;
            return Ok(());
        }
        if self.turn(p) == Turn::Over {
            return refuse("the game is over; first take something back with `undo`");
        }
        if p.together || !matches!(p.wait, Wait::Choose(_) | Wait::Ask(..)) {
            return refuse("answer this first");
        }
        // In the middle of a move only counters can be corrected.
        let waits = self
            .cannot_correct(p)
            .filter(|_| !matches!(correction, Correction::Set { .. } | Correction::Words(_)));
        if let Some(why) = waits {
            return refuse(why);
        }
        match *correction {
            Correction::Table(_) => {}
            Correction::Words(ref worded) => return self.correct_in_words(p, &worded.words, tell),
            Correction::Set { at, value, .. } => {
                p.vars[usize::from(at)] = value;
                p.is_changed = true;
            }
            // Games of version 1 replay what was corrected as it was.
            Correction::Turn { seat } if self.rules < 2 => (p.seat, p.active) = (seat, seat),
            Correction::Turn { seat } => self.give_turn(p, seat, tell),
            Correction::Move { kind, to } => {
                let elsewhere = (0..p.pieces.len() as u16).find(|piece| {
                    self.public(p, *piece) == kind && p.pieces[usize::from(*piece)].zone != to
                });
                let unseen = || {
                    let piece = self.to_hand(p, kind)?;
                    (p.pieces[usize::from(piece)].zone != to).then_some(piece)
                };
                let Some(piece) = elsewhere.or_else(unseen) else {
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
                if let Some(why) = self.cannot_take(p, piece) {
                    return refuse(why);
                }
                let up = (decl.see == See::Faces).then_some(true);
                self.take_to(p, (piece, kind), to, up);
                if decl.kind == ZoneKind::Bag {
                    self.shuffle(p, to, tell);
                }
            }
            Correction::Lay {
                kind,
                map,
                place,
                turns,
            } => {
                let Some(piece) = self.to_hand(p, kind) else {
                    return refuse("no such piece is visible elsewhere");
                };
                if let Some(why) = self.cannot_take(p, piece) {
                    return refuse(why);
                }
                let taken = p.maps[usize::from(map)].tile(place);
                if taken.is_some_and(|tile| tile != piece) {
                    return refuse("a tile lies there already");
                }
                let decl = &self.program.maps[usize::from(map)];
                let zone = self.program.zones[usize::from(decl.zone)].base;
                self.take_to(p, (piece, kind), zone, Some(true));
                p.pieces[usize::from(piece)].turns = turns % decl.shape.sides().max(1) as u8;
                p.maps[usize::from(map)].lay(&decl.shape, place, piece);
            }
            Correction::Flip { zone, up } => {
                let decl = &self.program.zones[usize::from(self.zone_at[usize::from(zone)].decl)];
                let top = p.zones[usize::from(zone)].last().copied();
                let known = top.filter(|top| p.pieces[usize::from(*top)].kind != UNKNOWN);
                let Some(piece) = known.filter(|_| decl.see == See::Faces) else {
                    return refuse("what lies there cannot be turned over by hand");
                };
                p.pieces[usize::from(piece)].up = Some(up);
                p.is_changed = true;
                self.notice(p, piece);
            }
        }
        Ok(())
    }

    fn corrected(&self, p: &Position, correction: &Correction) -> String {
        match *correction {
            Correction::Set { var, at, value } => {
                let decl = &self.program.vars[usize::from(var)];
                if !decl.title.is_empty() && decl.each == Keys::One {
                    let (_, text, _) = self.set_in_words(p, var, at, value);
                    return text.strip_suffix('.').unwrap_or(&text).to_owned();
                }
                let value = self.say(p, &decl.ty, value, UNKNOWN);
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
            Correction::Lay {
                kind, map, place, ..
            } => self.worded(
                "{piece} lies at {place}",
                &[
                    ("piece", &self.kind_name(kind)),
                    ("place", &self.place_name(map, place)),
                ],
            ),
            Correction::Flip { zone, up } => {
                let text = match up {
                    true => "the top of {zone} is turned up",
                    false => "the top of {zone} is turned down",
                };
                self.worded(text, &[("zone", &self.zone_title(p, zone))])
            }
            Correction::Turn { seat } => {
                self.about(seat, "it is your turn", "it is {player}'s turn", &[])
            }
            Correction::Words(ref worded) => worded.said.clone(),
            Correction::Table(_) => self.worded("the table is set up as described", &[]),
        }
    }

    fn table_lines(&self, p: &Position) -> Option<Result<Vec<String>, UnderWay>> {
        self.can_be_entered()
            .then(|| self.written(p).ok_or(UnderWay("a turn is under way")))
    }

    fn blank_lines(&self) -> Vec<String> {
        self.form()
    }

    fn tile_moves(&self, p: &Position) -> Vec<Correction> {
        if p.together || self.cannot_correct(p).is_some() {
            return Vec::new();
        }
        let table = self.table(p, Viewer::Everybody);
        let all = edits::tile_moves(&table, self);
        all.into_iter().map(Worded::offered).collect()
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
        let table = self.table(p, Viewer::Everybody);
        let settled = self.cannot_correct(p).is_none();
        all.extend(
            self.likely(&table, settled)
                .into_iter()
                .map(Worded::offered),
        );
        if !settled {
            return all;
        }
        let zones: Vec<u16> = (0..self.zone_at.len() as u16)
            .filter(|zone| {
                let decl = &self.program.zones[usize::from(self.zone_at[usize::from(*zone)].decl)];
                decl.map.is_none() && decl.each.on_map().is_none()
            })
            .take(12)
            .collect();
        let is_turned = |zone: &u16| {
            let decl = &self.program.zones[usize::from(self.zone_at[usize::from(*zone)].decl)];
            decl.see == See::Faces && !p.zones[usize::from(*zone)].is_empty()
        };
        all.extend(zones.iter().copied().filter(is_turned).filter_map(|zone| {
            let top = p.zones[usize::from(zone)].last()?;
            let is_known = p.pieces[usize::from(*top)].kind != UNKNOWN;
            let up = !self.is_up(p, *top);
            is_known.then_some(Correction::Flip { zone, up })
        }));
        if self.seats > 1 {
            all.extend((0..self.seats).map(|seat| Correction::Turn { seat }));
        }
        all
    }
}

/// The forms of corrections, by examples.
impl KitGame {
    fn form_of_counter(&self) -> Option<String> {
        let mut vars = (0u16..).zip(&self.program.vars);
        let (var, decl) = vars.find(|(_, decl)| {
            decl.each == Keys::One && decl.ty == Type::Number && !decl.title.is_empty()
        })?;
        let value = self.start.vars[usize::from(self.program.vars[usize::from(var)].base)];
        let value = if value < decl.most {
            value + 1
        } else {
            value - 1
        };
        Some(if decl.own {
            format!("{} {} {value}", self.player_place(0).id, decl.name)
        } else {
            format!("{} {value}", decl.name)
        })
    }

    /// Best a piece of a pile that comes to a player.
    fn form_of_piece(&self) -> Option<String> {
        let moves = edits::likely(&self.table(&self.start, Viewer::Everybody));
        let to = format!(" to {}", self.player_place(0).id);
        let is_drawn = |words: &&String| {
            let from = words.split(" from ").nth(1).unwrap_or_default();
            let from = from.split(' ').next().unwrap_or_default();
            self.zone_of_id(from)
                .is_some_and(|zone| self.is_closed(zone))
        };
        let to_a_player = |words: &&String| is_drawn(words) && words.contains(&to);
        let found = moves
            .iter()
            .rfind(to_a_player)
            .or_else(|| moves.iter().rfind(is_drawn))
            .or_else(|| moves.iter().rfind(|words| words.contains(" from ")));
        found.cloned()
    }

    fn form_of_tile(&self) -> Option<String> {
        let table = self.table(&self.start, Viewer::Everybody);
        let mut tiles = table.pieces.iter().map(|piece| piece.word.as_str());
        let tile = tiles.rfind(|word| self.fresh_tile(word).is_some())?;
        let beside = table.places.iter().find(|place| place.tile);
        let way = self
            .program
            .maps
            .iter()
            .find_map(|map| map.shape.ways().get(1));
        Some(match (beside, way) {
            (Some(beside), Some(way)) => format!("{tile} {way} of {}", beside.id),
            _ => format!(
                "{tile} at {}",
                self.spot_words(0, self.program.maps.first()?.shape.origin())
            ),
        })
    }

    fn form_of_figure(&self) -> Option<String> {
        let table = self.table(&self.start, Viewer::Everybody);
        let stands = |place: &&Place| !place.tile && place.facts.iter().any(|fact| fact.key == AT);
        let figure = table.places.iter().find(stands)?;
        let there = match table.places.iter().rfind(|place| place.tile) {
            Some(tile) => tile.id.clone(),
            None => {
                let shape = &self.program.maps.first()?.shape;
                self.spot_words(0, shape.near(shape.origin()).next()?)
            }
        };
        Some(format!("{} to {there}", figure.id))
    }

    fn form_of_side(&self) -> Option<String> {
        let turns_over = |zone: &u16| {
            let at = self.zone_at[usize::from(*zone)];
            self.program.zones[usize::from(at.decl)].see == See::Faces
        };
        let zone = (0..self.zone_at.len() as u16).find(turns_over)?;
        Some(format!("turn down {}", self.zone_id(zone)))
    }
}

/// The most corrections that are offered.
const MAX_OFFERED: usize = 2_000;

impl KitGame {
    fn objected(&self, why: &Message) -> Refused {
        Refused::correction(self.in_words(why), None)
    }

    /// The table after a correction in words, and what it says was changed.
    fn amended(&self, p: &Position, words: &str) -> Result<(Snapshot, Vec<Message>), EditError> {
        let mut table = self.table(p, Viewer::Everybody);
        let words = self.by_names(words);
        let changes = edits::amend(&mut table, self, &words)?;
        Ok((table, changes))
    }

    /// Calls counters by their names where people call them by the kit's words: "passes in a row 2".
    fn by_names(&self, words: &str) -> String {
        let mut words = words.to_owned();
        for decl in &self.program.vars {
            if decl.title.is_empty() || decl.title == decl.name {
                continue;
            }
            let lower = words.to_lowercase();
            let Some(at) = lower
                .find(&decl.title.to_lowercase())
                .filter(|_| lower.len() == words.len())
            else {
                continue;
            };
            let end = at + decl.title.len();
            let is_edge = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphanumeric());
            if words.is_char_boundary(end)
                && is_edge(words[..at].chars().next_back())
                && is_edge(words[end..].chars().next())
            {
                words.replace_range(at..end, &decl.name);
            }
        }
        self.by_keys(&words)
    }

    /// Calls one of several counters as the table does, `pit.3`, where people say `pit(3)` or `pit 3`.
    fn by_keys(&self, words: &str) -> String {
        let words = words.replace(['(', ')'], " ");
        let mut parts: Vec<String> = Vec::new();
        let mut rest = words.split_whitespace().peekable();
        while let Some(word) = rest.next() {
            let var = self.program.vars.iter().find(|var| var.name == word);
            let keys = var.map_or_else(Vec::new, |var| self.keys_of(&var.each));
            match rest.next_if(|key| keys.iter().any(|known| known == key)) {
                Some(key) => parts.push(format!("{word}.{key}")),
                None => parts.push(word.to_owned()),
            }
        }
        parts.join(" ")
    }

    /// The keys of several counters of the table or of a player, as corrections have them.
    pub(super) fn keys_of(&self, keys: &Keys) -> Vec<String> {
        match keys {
            Keys::Number(count) => (1..=*count).map(|key| key.to_string()).collect(),
            Keys::Of(values, _) => {
                let name = |value: &i32| {
                    let known = self.program.facts.text(*value).map(hyphened);
                    known.unwrap_or_else(|| value.to_string())
                };
                values.iter().map(name).collect()
            }
            Keys::One | Keys::Places(..) | Keys::Sides(..) => Vec::new(),
        }
    }

    /// Whether words set a counter, though perhaps to what it cannot be.
    fn names_a_cell(&self, words: &str) -> bool {
        let parts: Vec<&str> = words.split_whitespace().collect();
        let is = |name: &str| self.cells().any(|(var, at)| self.var_id(var, at) == name);
        match parts.as_slice() {
            [one, other, _] => is(&format!("{one}.{other}")) || is(&format!("{other}.{one}")),
            [name, _] => is(name),
            _ => false,
        }
    }

    fn correct_in_words(
        &self,
        p: &mut Position,
        words: &str,
        tell: &mut impl FnMut(Event),
    ) -> Result<(), Refused> {
        let (to, _) = self
            .amended(p, words)
            .map_err(|fault| self.objected(&fault.reason()))?;
        let from = self.table(p, Viewer::Everybody);
        if let Some(why) = self.cannot_correct(p).filter(|_| moves_pieces(&from, &to)) {
            return Err(Refused::correction(self.worded(why, &[]), None));
        }
        let mut after = p.clone();
        self.arrange(&mut after, &from, &to, false, tell)
            .map_err(|why| self.objected(&why))?;
        let whose = |table: &Snapshot| table.place(TABLE).map(|table| table.get(GO).to_owned());
        if let Some(go) = whose(&to).filter(|go| whose(&from).as_ref() != Some(go)) {
            let seat = self.seat_called(&go).map_err(|why| self.objected(&why))?;
            self.give_turn(&mut after, seat, tell);
        }
        let mut choices = Choices::default();
        self.moves(&after, &mut choices);
        if choices.is_empty() && self.turn(&after) != Turn::Over {
            let why = "the game could not continue from there: answer the current question first, then correct";
            return Err(Refused::correction(self.worded(why, &[]), None));
        }
        *p = after;
        Ok(())
    }

    /// Corrections in words that could be meant, for completion; without `settled`, none that moves a piece.
    fn likely(&self, table: &Snapshot, settled: bool) -> Vec<String> {
        let mut all = edits::likely(table);
        if !settled {
            all.retain(|words| !words.contains(" from "));
        }
        all.truncate(MAX_OFFERED);
        all
    }
}

/// Whether two descriptions of a table differ in what lies where.
fn moves_pieces(from: &Snapshot, to: &Snapshot) -> bool {
    let lying = |table: &Snapshot| -> Vec<(String, String, Vec<Slot>)> {
        let places = table.places.iter();
        places
            .map(|place| {
                let at = if place.tile { place.get(AT) } else { "" };
                (place.id.clone(), at.to_owned(), place.slots.clone())
            })
            .collect()
    };
    lying(from) != lying(to)
}

impl KitGame {
    /// Reads what a counter is to be: "score.Ann" and "12".
    fn parse_setting(&self, name: &str, value: &str) -> Result<Correction, String> {
        let mut cells = self.cells();
        let cell = cells.find(|(var, at)| self.var_id(*var, *at) == name);
        let (var, at) = cell.ok_or_else(|| {
            self.worded(
                "there is no `{word}` here; `correct` alone shows how corrections are worded",
                &[("word", &name)],
            )
        })?;
        Ok(Correction::Set {
            var,
            at,
            value: self.parse_value(var, value)?,
        })
    }
}

impl Ending for KitGame {
    fn standing(&self, p: &Position) -> Outcome {
        self.result(p)
    }
}
