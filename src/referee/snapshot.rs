//! What lies where, and who sees it: the one description of a table, in words that can be typed.
//!
//! A game walks through its position once and lists [`Place`]s with facts ("hearts 3") and slots of pieces ("floor potion, bomb").
//! The audit ([`Snapshot::lines`]), corrections ([`super::edits`]) and entering a game under way (`entering`) are derived
//! from that.
//!
//! What a viewer may not see is never included. A piece that lies nowhere else is in its home: the deck, the pool, the box. So the
//! pieces in a home are computed rather than listed, and no piece can be lost.

use std::fmt::{Display, Write};
use std::str::FromStr;

use super::message::{Message, joined, message};
use super::seat::Seat;

/// For whom a table is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    Seat(Seat),
    /// What everybody at the table sees.
    Everybody,
    /// Everything the referee knows: for a file from which the game can be entered again.
    Referee,
}

impl Viewer {
    /// Whether what only this seat sees is seen.
    pub fn see_as(self, seat: Seat) -> bool {
        self == Viewer::Referee || self == Viewer::Seat(seat)
    }
}

impl From<Option<Seat>> for Viewer {
    fn from(seat: Option<Seat>) -> Viewer {
        seat.map_or(Viewer::Everybody, Viewer::Seat)
    }
}

/// Identical pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// "F07", "red".
    pub word: String,
    /// Other names for it.
    pub also: Vec<String>,
    /// Its sort, by which slots accept it: "card".
    pub sort: &'static str,
    pub count: u32,
    /// Its names with one side or another up: "red-plain".
    pub faces: Vec<String>,
    /// It may also lie with no face known. Each face then belongs to only one piece.
    pub bare: bool,
}

impl Piece {
    /// A piece of which there is one.
    pub fn new(word: impl Into<String>, sort: &'static str) -> Piece {
        Piece {
            word: word.into(),
            also: Vec::new(),
            sort,
            count: 1,
            faces: Vec::new(),
            bare: false,
        }
    }

    pub fn count(self, count: impl Into<u32>) -> Piece {
        Piece {
            count: count.into(),
            ..self
        }
    }

    pub fn also(self, words: impl Into<Vec<String>>) -> Piece {
        Piece {
            also: words.into(),
            ..self
        }
    }

    pub fn faces(self, faces: impl Into<Vec<String>>) -> Piece {
        Piece {
            faces: faces.into(),
            ..self
        }
    }

    /// Allows it to lie with no face known.
    pub fn bare(self) -> Piece {
        Piece { bare: true, ..self }
    }
}

/// Somewhere that things can lie: a tile, a player's area, a pile, the table itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// "T07", "Ann", "deck".
    pub id: String,
    /// Other names for it.
    pub also: Vec<String>,
    /// What is printed on it, if that helps in finding it.
    pub name: String,
    /// Whether it is called "the deck" rather than "deck".
    pub article: bool,
    /// Whether it is itself a piece, which can be laid elsewhere or taken away. The piece's name is the id up to a `.`.
    pub tile: bool,
    pub facts: Vec<Fact>,
    pub slots: Vec<Slot>,
}

/// Something true of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub key: &'static str,
    /// Empty where there is nothing to say.
    pub value: String,
    pub sort: FactSort,
    /// The possible values, if they can be listed.
    pub choices: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactSort {
    Needed,
    /// Whether it may be empty: no locks, not hurt.
    Optional,
    /// Whether it follows from the others, and is only there to help people lay out the table.
    Derived,
}

/// A part of a place where pieces lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    pub key: &'static str,
    /// The sorts of pieces it accepts.
    pub takes: &'static [&'static str],
    /// The pieces in order; for a home, those whose order is known.
    pub pieces: Vec<String>,
    /// How many more there are, unseen by the viewer.
    pub hidden: u32,
    pub home: Option<Home>,
}

/// How a slot that holds all pieces not lying elsewhere is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// Its pieces are named.
    Open,
    /// They are only counted.
    Closed,
}

impl Place {
    pub fn new(id: impl Into<String>) -> Place {
        Place {
            id: id.into(),
            ..Place::default()
        }
    }

    pub fn named(mut self, name: impl Into<String>) -> Place {
        self.name = name.into();
        self
    }

    pub fn also<S: Into<String>>(mut self, words: impl IntoIterator<Item = S>) -> Place {
        self.also.extend(words.into_iter().map(Into::into));
        self
    }

    /// Marks it as neither a player nor a space: "the deck".
    pub fn article(mut self) -> Place {
        self.article = true;
        self
    }

    pub fn tile(mut self) -> Place {
        self.tile = true;
        self
    }

    fn with(mut self, key: &'static str, value: String, sort: FactSort) -> Place {
        self.facts.push(Fact {
            key,
            value,
            sort,
            choices: Vec::new(),
        });
        self
    }

    pub fn fact(self, key: &'static str, value: impl Display) -> Place {
        self.with(key, value.to_string(), FactSort::Needed)
    }

    /// Adds a fact that may be empty.
    pub fn maybe(self, key: &'static str, value: impl Display) -> Place {
        self.with(key, value.to_string(), FactSort::Optional)
    }

    /// Adds a fact that is true or false.
    pub fn flag(self, key: &'static str, holds: bool) -> Place {
        self.maybe(key, if holds { "yes" } else { "" })
            .choices(["yes", "no"])
    }

    /// Adds a fact that follows from others.
    pub fn derived(self, key: &'static str, value: impl Display) -> Place {
        self.with(key, value.to_string(), FactSort::Derived)
    }

    /// Sets the possible values of the last fact.
    pub fn choices<S: Display>(mut self, values: impl IntoIterator<Item = S>) -> Place {
        if let Some(fact) = self.facts.last_mut() {
            fact.choices = values.into_iter().map(|value| value.to_string()).collect();
        }
        self
    }

    pub fn slot<S: Into<String>>(
        mut self,
        key: &'static str,
        takes: &'static [&'static str],
        pieces: impl IntoIterator<Item = S>,
    ) -> Place {
        let pieces = pieces.into_iter().map(Into::into).collect();
        self.slots.push(Slot {
            key,
            takes,
            pieces,
            hidden: 0,
            home: None,
        });
        self
    }

    /// Sets how many more pieces are in the last slot, unseen.
    pub fn hidden(mut self, count: impl Into<u32>) -> Place {
        if let Some(slot) = self.slots.last_mut() {
            slot.hidden = count.into();
        }
        self
    }

    /// Adds a slot for all pieces of these sorts that lie nowhere else.
    pub fn home(mut self, takes: &'static [&'static str], home: Home) -> Place {
        self.slots.push(Slot {
            key: LEFT,
            takes,
            pieces: Vec::new(),
            hidden: 0,
            home: Some(home),
        });
        self
    }

    /// Whether there is nothing to say about it: a space with nothing on it.
    fn is_bare(&self) -> bool {
        let empty = |slot: &Slot| slot.pieces.is_empty() && slot.hidden == 0 && slot.home.is_none();
        !self.tile && self.facts.is_empty() && self.slots.iter().all(empty)
    }

    /// Its name in a sentence: "T07", "the deck".
    pub fn called(&self) -> Message {
        message(
            if self.article {
                "the {place}"
            } else {
                "{place}"
            },
            [("place", (&self.id).into())],
        )
    }

    /// The value of a fact; empty if there is none.
    pub fn get(&self, key: &str) -> &str {
        self.facts
            .iter()
            .find(|fact| fact.key == key)
            .map_or("", |fact| fact.value.as_str())
    }

    /// The value of a numeric fact.
    pub fn number<N: FromStr>(&self, key: &str) -> Result<N, Message> {
        self.read(key, |value| value.parse().ok())
    }

    /// The value of a true-or-false fact.
    pub fn holds(&self, key: &str) -> Result<bool, Message> {
        match self.get(key) {
            "yes" => Ok(true),
            "" | "no" => Ok(false),
            other => {
                let with = [
                    ("place", self.called().into()),
                    ("key", key.into()),
                    ("value", other.into()),
                ];
                Err(message("{place}: {key} is yes or no, not `{value}`", with))
            }
        }
    }

    /// The value of a fact, read by `parse`.
    pub fn read<T>(&self, key: &str, parse: impl Fn(&str) -> Option<T>) -> Result<T, Message> {
        let value = self.get(key);
        let place = ("place", self.called().into());
        let key = ("key", key.into());
        parse(value).ok_or_else(|| match value {
            "" => message("{place}: say {key}", [place, key]),
            _ => message(
                "{place}: {key} cannot be `{value}`",
                [place, key, ("value", value.into())],
            ),
        })
    }

    /// The items of a fact that is a list.
    pub fn parts(&self, key: &str) -> impl Iterator<Item = &str> {
        self.get(key)
            .split([',', ' '])
            .filter(|word| !word.is_empty() && *word != "no" && *word != "and")
    }

    fn at(&self, key: &str) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.key == key)
    }

    /// The visible pieces in a slot.
    pub fn pieces(&self, key: &str) -> &[String] {
        self.at(key).map_or(&[], |slot| &slot.pieces)
    }

    /// How many unseen pieces are in a slot.
    pub fn unseen(&self, key: &str) -> u32 {
        self.at(key).map_or(0, |slot| slot.hidden)
    }

    /// The piece that the place itself is, for a tile.
    pub fn piece(&self) -> Option<&str> {
        self.tile
            .then(|| self.id.split('.').next().unwrap_or_default())
    }
}

/// The key of a home's slot.
pub const LEFT: &str = "left";

/// A table as a viewer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// All the pieces of the game.
    pub pieces: Vec<Piece>,
    pub places: Vec<Place>,
}

/// A list as it is read and written: "a, b".
pub fn list<S: Display>(words: impl IntoIterator<Item = S>) -> String {
    words
        .into_iter()
        .map(|word| word.to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

impl Snapshot {
    pub fn place(&self, id: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.id == id)
    }

    /// The pieces in a slot; none if there is no such place.
    pub fn pieces(&self, id: &str, key: &str) -> &[String] {
        self.place(id).map_or(&[], |place| place.pieces(key))
    }

    /// The place with this name, under any of its names.
    pub fn called(&self, word: &str) -> Option<&Place> {
        self.named(word).map(|at| &self.places[at])
    }

    /// The same, as an index. An id takes precedence over other names.
    pub fn named(&self, word: &str) -> Option<usize> {
        let is = |other: &String| {
            other.eq_ignore_ascii_case(word) || other.to_lowercase() == word.to_lowercase()
        };
        let by_id = self.places.iter().position(|place| is(&place.id));
        by_id.or_else(|| {
            self.places
                .iter()
                .position(|place| place.also.iter().any(is))
        })
    }

    /// A piece as written, and its index: "RED-PLAIN" is "red-plain" of the piece "red".
    pub fn known(&self, word: &str) -> Option<(usize, String)> {
        // A name takes precedence over a printed code with the same spelling.
        let plain = |words: fn(&Piece) -> &[String]| {
            self.pieces.iter().position(|piece| {
                words(piece)
                    .iter()
                    .any(|own| own.eq_ignore_ascii_case(word))
            })
        };
        if let Some(at) =
            plain(|piece| std::slice::from_ref(&piece.word)).or_else(|| plain(|piece| &piece.also))
        {
            return Some((at, self.pieces[at].word.clone()));
        }
        self.pieces.iter().enumerate().find_map(|(at, piece)| {
            // A face may also be given by its initials: "red-hc".
            let initials = |face: &str| {
                face.split('-')
                    .filter_map(|part| part.chars().next())
                    .collect::<String>()
            };
            let short = |face: &str| {
                face.split_once('-')
                    .map(|(own, face)| format!("{own}-{}", initials(face)))
            };
            let is = |face: &&String| {
                face.eq_ignore_ascii_case(word)
                    || short(face).is_some_and(|short| short.eq_ignore_ascii_case(word))
            };
            piece.faces.iter().find(is).map(|face| (at, face.clone()))
        })
    }

    /// The piece that a word in a slot stands for.
    fn kind(&self, word: &str) -> Option<usize> {
        let plain = self.pieces.iter().position(|piece| piece.word == word);
        plain.or_else(|| self.known(word).map(|(at, _)| at))
    }

    /// How many of a piece lie elsewhere than at home, and in which places.
    fn lying(&self, kind: usize) -> (u32, Vec<Message>) {
        let mut count = 0;
        let mut places = Vec::new();
        for place in &self.places {
            let own = place
                .piece()
                .is_some_and(|word| self.kind(word) == Some(kind));
            let held = place
                .slots
                .iter()
                .flat_map(|slot| &slot.pieces)
                .filter(|word| self.kind(word) == Some(kind))
                .count();
            if own {
                places.push(message("the map", []));
            }
            if held > 0 {
                places.push(place.called());
            }
            count += held as u32 + u32::from(own);
        }
        (count, places)
    }

    /// The place and slot that is home to pieces of a sort.
    pub(super) fn home_of(&self, sort: &str) -> Option<(usize, usize)> {
        let is = |slot: &Slot| slot.home.is_some() && slot.takes.contains(&sort);
        self.places
            .iter()
            .enumerate()
            .find_map(|(at, place)| Some((at, place.slots.iter().position(is)?)))
    }

    /// How many of a piece are at home.
    pub(super) fn at_home(&self, kind: usize) -> u32 {
        self.pieces[kind].count.saturating_sub(self.lying(kind).0)
    }

    /// The pieces at home, each with its count, by the sorts of that home.
    pub fn left(&self, takes: &[&str]) -> Vec<(&str, u32)> {
        let of = self
            .pieces
            .iter()
            .enumerate()
            .filter(|(_, piece)| takes.contains(&piece.sort));
        of.map(|(kind, piece)| (piece.word.as_str(), self.at_home(kind)))
            .filter(|(_, count)| *count > 0)
            .collect()
    }

    /// How many pieces are at home, not counting those hidden elsewhere.
    pub fn count_left(&self, takes: &[&str]) -> Result<u32, Message> {
        let all: u32 = self.left(takes).iter().map(|(_, count)| count).sum();
        let elsewhere = self
            .places
            .iter()
            .flat_map(|place| &place.slots)
            .filter(|slot| slot.home.is_none());
        let hidden: u32 = elsewhere
            .filter(|slot| slot.takes.iter().any(|sort| takes.contains(sort)))
            .map(|slot| slot.hidden)
            .sum();
        let with = || [("hidden", hidden.into()), ("all", all.into())];
        all.checked_sub(hidden).ok_or_else(|| {
            message(
                "{hidden} pieces are hidden, but only {all} are left",
                with(),
            )
        })
    }

    /// Checks that every piece is in exactly one place; the error names one that is not.
    pub fn sound(&self) -> Result<(), Message> {
        for (kind, piece) in self.pieces.iter().enumerate() {
            let (lying, mut places) = self.lying(kind);
            places.dedup();
            let word = &piece.word;
            let count = piece.count;
            let twice = |face: &&String| {
                let all = self
                    .places
                    .iter()
                    .flat_map(|place| &place.slots)
                    .flat_map(|slot| &slot.pieces);
                piece.bare && all.filter(|word| word == face).count() > 1
            };
            if let Some(face) = piece.faces.iter().find(twice) {
                return Err(message(
                    "there is one {word}, and two would lie on the table",
                    [("word", face.into())],
                ));
            }
            if lying > count {
                let places = ("places", joined(places, "{first} and {last}").into());
                let word = ("word", word.into());
                let lying = ("lying", lying.into());
                return Err(match count {
                    1 => message(
                        "there is one {word}, and {lying} would lie on {places}",
                        [word, lying, places],
                    ),
                    _ => {
                        let with = [("count", count.into()), word, lying, places];
                        message(
                            "there are {count} {word}, and {lying} would lie on {places}",
                            with,
                        )
                    }
                });
            }
            if lying < count && self.home_of(piece.sort).is_none() {
                let with = [
                    ("word", word.into()),
                    ("lying", lying.into()),
                    ("count", count.into()),
                ];
                return Err(message(
                    "{word} would lie nowhere: {lying} of {count} are on the table",
                    with,
                ));
            }
        }
        let homes = self
            .places
            .iter()
            .flat_map(|place| &place.slots)
            .filter(|slot| slot.home.is_some());
        homes
            .into_iter()
            .try_for_each(|slot| self.count_left(slot.takes).map(drop))
    }

    /// The places with something to say about them, without facts that follow from others.
    pub fn form(mut self) -> Snapshot {
        for place in &mut self.places {
            place.slots.retain(|slot| slot.home.is_none());
        }
        let says = |place: &Place| {
            place
                .facts
                .iter()
                .any(|fact| fact.sort != FactSort::Derived)
                || !place.slots.is_empty()
        };
        self.places.retain(says);
        self
    }

    /// Where everything should be, with a line for each place: "T02 Hall: at 0; arrow south; floor bomb."
    pub fn lines(&self) -> Vec<String> {
        self.places
            .iter()
            .filter(|place| place.article || !place.is_bare())
            .map(|place| self.line(place))
            .collect()
    }

    fn line(&self, place: &Place) -> String {
        let facts = place.facts.iter().filter(|fact| !fact.value.is_empty());
        let facts = facts.map(|fact| match fact.value.as_str() {
            "yes" => fact.key.to_owned(),
            value => format!("{} {value}", fact.key),
        });
        let mut parts: Vec<String> = facts.collect();
        parts.extend(place.slots.iter().filter_map(|slot| self.lies(slot)));
        let mut line = place.id.clone();
        if !place.name.is_empty() {
            let _ = write!(line, " {}", place.name);
        }
        format!(
            "{line}: {}.",
            if parts.is_empty() {
                "nothing".to_owned()
            } else {
                parts.join("; ")
            }
        )
    }

    /// "floor potion, 2 c5", "hand 3 hidden", "left 12".
    fn lies(&self, slot: &Slot) -> Option<String> {
        let mut words = counted(slot.pieces.iter().map(|word| (word.as_str(), 1)));
        if slot.hidden > 0 {
            words.push(format!("{} hidden", slot.hidden));
        }
        let order = (slot.home.is_some() && !words.is_empty())
            .then(|| format!("{ORDER} {}; ", words.join(", ")));
        let left = match slot.home {
            None => words.join(", "),
            Some(Home::Open) => counted(self.left(slot.takes)).join(", "),
            Some(Home::Closed) => self.count_left(slot.takes).unwrap_or_default().to_string(),
        };
        let left = if left.is_empty() && slot.home.is_some() {
            "0".to_owned()
        } else {
            left
        };
        (!left.is_empty()).then(|| format!("{}{} {left}", order.unwrap_or_default(), slot.key))
    }
}

/// The key for the known order of a home, from the top.
pub const ORDER: &str = "top";

/// Words with counts, equal neighbours combined: "potion", "2 c5".
fn counted<'a>(words: impl IntoIterator<Item = (&'a str, u32)>) -> Vec<String> {
    let mut groups: Vec<(&str, u32)> = Vec::new();
    for (word, count) in words {
        match groups.last_mut() {
            Some((last, sum)) if *last == word => *sum += count,
            _ => groups.push((word, count)),
        }
    }
    let group = |(word, count): (&str, u32)| {
        if count == 1 {
            word.to_owned()
        } else {
            format!("{count} {word}")
        }
    };
    groups.into_iter().map(group).collect()
}
