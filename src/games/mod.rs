//! The rules of the games, one folder each, and the list of them.
//!
//! A new game is a folder here and a line in [`GAMES`] and in [`with`]; `shared` derives most of the rest from its declarations. A
//! kit that belongs to none of the games is played by its own rules or as an open table: see `by_kit`.
//!
//! ```
//! use paperkeep::games::{self, Setup, Visitor};
//! use paperkeep::kit::Kit;
//! use paperkeep::referee::{Bots, Words};
//!
//! /// Returns a game's first question.
//! struct FirstQuestion;
//!
//! impl Visitor for FirstQuestion {
//!     type Out = String;
//!
//!     fn visit<G: Words + Bots>(self, game: G) -> String {
//!         game.question(&game.start())
//!     }
//! }
//!
//! let kit = Kit::find("dungeon-in-a-tin")?;
//! let question = games::with("dungeon-in-a-tin", &kit, &Setup::of_count(1), FirstQuestion)?;
//! assert!(!question.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod by_kit;
pub(crate) mod check;
pub(crate) mod deep_dark_dungeon;
pub(crate) mod dungeon_crawl;
pub(crate) mod dungeon_in_a_tin;
pub(crate) mod dungeonbuilders;
pub(crate) mod english;
pub(crate) mod miniskull_caverns;
pub mod open;
pub(crate) mod past;
pub(crate) mod piecepack;
pub(crate) mod shared;
pub(crate) mod side;

#[cfg(test)]
mod tests;

use crate::kit::problem::nearest;
use crate::kit::{Kit, Problem, Problems};
pub use crate::referee::Setup;
use crate::referee::journal::{Header, Secrets};
use crate::referee::{Bots, Sitting, Words};

/// A game that the referee knows.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name on the command line, which is also the folder of its shipped kit: "dungeon-in-a-tin".
    pub id: &'static str,
    /// The version of its rules, raised whenever an older journal would now be judged differently.
    pub rules: u32,
    /// The editions, the default first; empty if there is only one.
    pub editions: &'static [&'static str],
    /// What a table may agree to play differently.
    pub options: &'static [TableOption],
    /// The names of its bots, the best first.
    pub bots: &'static [&'static str],
    /// Why the rules seat no more players, as the end of a sentence; empty if the number of pieces is the reason.
    pub crowd: &'static str,
    /// Why an option has no effect in a game with this set-up; `None` if it may have one.
    pub inert: fn(&Setup, &str) -> Option<&'static str>,
    /// Who keeps hidden information by default: the players, if the rules never look at it.
    pub secrets: fn(&Kit) -> Secrets,
    /// Which parts of a kit a running game depends on.
    pub binding: past::Binding,
    /// What is needed to continue journals of earlier versions.
    pub past: past::Past,
}

/// A rule that a table may agree to play differently.
#[derive(Debug)]
pub struct TableOption {
    pub name: &'static str,
    /// All values, the default first. "1-999" means every whole number from 1 to 999, see also [`NUMBER`]; [`ORDER`] allows
    /// other orders.
    pub values: &'static [&'static str],
    /// What it decides, in one sentence.
    pub help: &'static str,
}

/// Among an option's values: any whole number from 1 to 9999, if the rules set no limit.
pub const NUMBER: &str = "1-9999";

/// Among an option's values: the parts of the previous value in any order, where the last ones may be left out. Parts are
/// letters, or words separated by `-`.
pub const ORDER: &str = "any order";

/// Among an option's values: dice, as in "d6" or "2d6".
pub const DICE: &str = "2d6";

/// Returns the named ones first, then the others.
pub fn in_order<T: Copy + PartialEq>(all: [T; 4], named: impl Iterator<Item = T>) -> [T; 4] {
    let named: Vec<T> = named.collect();
    let mut ordered = all;
    let others = all.into_iter().filter(|part| !named.contains(part));
    ordered
        .iter_mut()
        .zip(named.iter().copied().chain(others))
        .for_each(|(place, part)| *place = part);
    ordered
}

impl TableOption {
    /// Whether a table may choose this value.
    fn allows(&self, value: &str) -> bool {
        let number = value
            .parse()
            .ok()
            .filter(|number: &u32| value == number.to_string());
        let allows = |own: &&str| match numbers(own) {
            Some(numbers) => number.is_some_and(|number| numbers.contains(&number)),
            None => *own == value && value != ORDER,
        };
        self.values.iter().any(allows)
            || self.reorders(value)
            || (self.values.contains(&DICE) && are_dice(value))
    }

    /// Whether a value is allowed by [`ORDER`].
    fn reorders(&self, value: &str) -> bool {
        let all = self
            .values
            .iter()
            .zip(self.values.iter().skip(1))
            .find(|(_, next)| **next == ORDER);
        let Some((all, _)) = all else { return false };
        let parts = |value: &'_ str| -> Vec<String> {
            if all.contains('-') {
                value.split('-').map(str::to_owned).collect()
            } else {
                value.chars().map(String::from).collect()
            }
        };
        let (all, named) = (parts(all), parts(value));
        !named.is_empty()
            && named
                .iter()
                .enumerate()
                .all(|(at, part)| all.contains(part) && !named[..at].contains(part))
    }

    /// The value if the table chooses none.
    pub fn default(&self) -> &'static str {
        self.values.first().copied().unwrap_or_default()
    }
}

/// Whether a word denotes dice in the usual notation: 1 to 30 dice with 2 to 100 sides.
fn are_dice(value: &str) -> bool {
    let Some((count, sides)) = value.split_once('d') else {
        return false;
    };
    let number = |digits: &str| {
        digits
            .parse::<u8>()
            .ok()
            .filter(|number| number.to_string() == digits)
    };
    let count = if count.is_empty() {
        Some(1)
    } else {
        number(count)
    };
    count.is_some_and(|count| (1..=30).contains(&count))
        && number(sides).is_some_and(|sides| (2..=100).contains(&sides))
}

/// The whole numbers in a range such as "1-999"; `None` for any other value.
fn numbers(value: &str) -> Option<std::ops::RangeInclusive<u32>> {
    let (least, most) = value.split_once('-')?;
    Some(least.parse().ok()?..=most.parse().ok()?)
}

/// All games, in the order in which people see them listed.
pub const GAMES: &[Entry] = &[
    dungeon_in_a_tin::ENTRY,
    miniskull_caverns::ENTRY,
    dungeon_crawl::ENTRY,
    deep_dark_dungeon::ENTRY,
    dungeonbuilders::ENTRY,
];

/// What is wrong with a `play.toml` by itself, whatever its kit.
pub fn errors_of_rules(file: &str, text: &str) -> Problems {
    by_kit::language::sheet::read(file, text)
        .err()
        .unwrap_or_default()
}

/// Finds a game by its id.
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.id == id)
}

/// How a kit is played: by the game it belongs to, by its own rules, or as an open table.
pub fn of_kit(kit: &Kit) -> Entry {
    of(kit.game(), kit)
}

/// The game of a kit that is played under this id. A kit's own rules take precedence over those of a listed game.
pub fn of(id: &str, kit: &Kit) -> Entry {
    find(id)
        .filter(|_| !by_kit::has_rules(kit))
        .cloned()
        .unwrap_or_else(|| by_kit::entry(kit))
}

/// The game with this id: a listed one, or the kit's own.
fn entry(id: &str, kit: &Kit) -> Option<Entry> {
    (find(id).is_some() || id == kit.id).then(|| of(id, kit))
}

/// Why a [`Setup`] cannot become a game.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// Something that the table chose, in one sentence.
    #[error("{0}")]
    Wish(String),
    /// The kit's data do not fit the rules.
    #[error("{0}")]
    Kit(#[from] Problems),
}

/// Code that works with any game.
pub trait Visitor {
    type Out;

    /// Called once, with the game.
    fn visit<G: Words + Bots>(self, game: G) -> Self::Out;
}

/// Begins a game in memory, without a journal.
///
/// # Errors
///
/// Returns why the game cannot be set up, or which physical components named in the header it does not have.
pub fn start(kit: &Kit, header: Header) -> Result<Box<dyn Sitting>, open::OpenError> {
    let (sitting, _) = open::begin(kit, header, open::Kept::Nowhere, None)?;
    Ok(sitting)
}

/// Sets up a game over a kit and hands it to `visitor`.
pub fn with<V: Visitor>(
    id: &str,
    kit: &Kit,
    setup: &Setup,
    visitor: V,
) -> Result<V::Out, SetupError> {
    let entry = entry(id, kit).ok_or_else(|| {
        SetupError::Wish(format!(
            "there is no game `{id}`{}",
            instead(id, GAMES.iter().map(|entry| entry.id))
        ))
    })?;
    entry.check(kit, setup)?;
    let listed = Some(entry.id).filter(|_| !entry.is_own());
    match listed.unwrap_or_default() {
        deep_dark_dungeon::ID => Ok(visitor.visit(deep_dark_dungeon::Deep::new(kit, setup)?)),
        dungeon_crawl::ID => Ok(visitor.visit(dungeon_crawl::Crawl::new(kit, setup)?)),
        dungeonbuilders::ID => Ok(visitor.visit(dungeonbuilders::Builders::new(kit, setup)?)),
        dungeon_in_a_tin::ID => Ok(visitor.visit(dungeon_in_a_tin::Dungeon::new(kit, setup)?)),
        miniskull_caverns::ID => {
            miniskull_caverns::data::options::check(setup).map_err(SetupError::Wish)?;
            Ok(visitor.visit(miniskull_caverns::Caverns::new(kit, setup)?))
        }
        _ => Ok(visitor.visit(by_kit::KitGame::new(kit, setup)?)),
    }
}

/// Warnings: what the rules accept but a designer may not have meant. Errors: what turns out to be wrong only in play.
pub fn advice(game: &Entry, kit: &Kit) -> (Problems, Vec<Problem>) {
    match game.id {
        _ if game.is_own() => by_kit::trial::advice(kit),
        dungeon_in_a_tin::ID => (
            Problems::default(),
            dungeon_in_a_tin::data::stack::advice(kit),
        ),
        _ => (Problems::default(), Vec::new()),
    }
}

/// What is wrong with a kit's own rules, without a game played.
pub fn errors(game: &Entry, kit: &Kit) -> Problems {
    match game.is_own() {
        true => by_kit::trial::errors(kit),
        false => Problems::default(),
    }
}

impl Entry {
    /// Whether a kit's own rules are played, or none.
    pub fn is_own(&self) -> bool {
        matches!(self.binding, past::Binding::Whole { .. })
    }

    /// Checks that this game allows what the set-up asks for.
    fn check(&self, kit: &Kit, setup: &Setup) -> Result<(), SetupError> {
        let count = setup.players.len();
        if !kit
            .players
            .contains(&u32::try_from(count).unwrap_or(u32::MAX))
        {
            let (min, max) = (kit.players.start(), kit.players.end());
            let range = if min == max {
                english::counted(*max, "player")
            } else {
                format!("{min} to {max} players")
            };
            let crowd = if count > *max as usize {
                self.crowd
            } else {
                ""
            };
            return Err(SetupError::Wish(format!(
                "{} is for {range}, not {count}{crowd}",
                kit.title
            )));
        }
        for (seat, name) in setup.players.iter().enumerate() {
            if name.trim().is_empty() {
                return Err(SetupError::Wish(format!("player {} has no name", seat + 1)));
            }
            if setup.players[..seat].contains(name) {
                return Err(SetupError::Wish(format!("two players are called `{name}`")));
            }
        }
        if let Some(edition) = &setup.edition
            && !self.editions.contains(&edition.as_str())
        {
            let hint = instead(edition, self.editions.iter().copied());
            return Err(SetupError::Wish(format!(
                "{} has no edition `{edition}`{hint}",
                kit.title
            )));
        }
        for (name, value) in &setup.options {
            let option = self
                .options
                .iter()
                .find(|option| option.name == name)
                .ok_or_else(|| {
                    let hint = instead(name, self.options.iter().map(|option| option.name));
                    SetupError::Wish(format!("{} has no option `{name}`{hint}", kit.title))
                })?;
            if !option.allows(value) {
                let hint = instead(value, option.values.iter().copied());
                return Err(SetupError::Wish(format!(
                    "option `{name}` cannot be `{value}`{hint}"
                )));
            }
        }
        Ok(())
    }

    /// The chosen options that have no effect in this game, each as a sentence without its full stop.
    pub fn idle_options(&self, setup: &Setup) -> Vec<String> {
        let idle = |(name, _): &(String, String)| {
            (self.inert)(setup, name)
                .map(|why| format!("option `{name}` changes nothing in this game: {why}"))
        };
        setup.options.iter().filter_map(idle).collect()
    }

    /// The value of an option in a checked set-up.
    pub fn value<'a>(&self, setup: &'a Setup, name: &str) -> &'a str {
        shared::options::chosen(self.options, setup, name)
    }
}

/// Suggests the nearest valid word, or lists all of them.
fn instead<'a>(wrong: &str, right: impl Iterator<Item = &'a str> + Clone) -> String {
    if let Some(near) = nearest(wrong, right.clone()) {
        return format!("; did you mean `{near}`?");
    }
    match right
        .map(|word| format!("`{word}`"))
        .collect::<Vec<String>>()
        .join(", ")
    {
        none if none.is_empty() => none,
        all => format!("; there is {all}"),
    }
}
