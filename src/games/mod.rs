//! The rules of the games, one folder each, and the list of them.
//!
//! A sixth game is a folder here and a line in [`GAMES`] and in [`with`]. A kit that is for none of them is played by its own
//! rules, or freely: [`by_kit`].
//!
//! ```
//! use paperkeep::games::{self, Setup, Visitor};
//! use paperkeep::kit::Kit;
//! use paperkeep::referee::{Bots, Words};
//!
//! /// What a game asks first.
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

pub mod by_kit;
pub mod check;
pub mod deep_dark_dungeon;
pub mod dungeon_crawl;
pub mod dungeon_in_a_tin;
pub mod dungeonbuilders;
pub mod english;
pub mod miniskull_caverns;
mod narrative;
pub mod past;
pub mod piecepack;
pub mod shared;
pub mod side;

#[cfg(test)]
mod tests;

use crate::kit::problem::nearest;
use crate::kit::{Kit, Problem, Problems};
pub use crate::referee::Setup;
use crate::referee::journal::{Header, Secrets};
use crate::referee::{Bots, Session, Sitting, Trouble, Words};

/// A game the referee knows.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name on the command line, and the folder of its shipped kit: "dungeon-in-a-tin".
    pub id: &'static str,
    /// The version of its rules: raised whenever a journal of before would now be judged differently.
    pub rules: u32,
    /// Editions, the default first; empty where there is only one.
    pub editions: &'static [&'static str],
    /// What a table may agree on differently.
    pub options: &'static [TableOption],
    /// Names of bots that play it, the best first.
    pub bots: &'static [&'static str],
    /// Why no more can play than the rules seat, as the end of a sentence; empty where the pieces say it.
    pub crowd: &'static str,
    /// Why an option that somebody wished for changes nothing in a game so set up; `None` where it may.
    pub inert: fn(&Setup, &str) -> Option<&'static str>,
    /// Who keeps what is hidden unless the table wishes otherwise: the cardboard, if the rules never look at it.
    pub secrets: fn(&Kit) -> Secrets,
    /// What of a kit binds a running game.
    pub binding: past::Binding,
    /// What journals of earlier versions need.
    pub past: past::Past,
}

/// A rule that a table may agree on differently.
#[derive(Debug)]
pub struct TableOption {
    pub name: &'static str,
    /// All values, the default first; "1-999" stands for every whole number from 1 to 999, see [`NUMBER`], and [`ORDER`] for other
    /// orders.
    pub values: &'static [&'static str],
    /// What it decides, in one sentence.
    pub help: &'static str,
}

/// Stands among an option's values for any whole number from 1 to 9999, where the rules set no bound of their own.
pub const NUMBER: &str = "1-9999";

/// Stands among an option's values for the parts of the value before it in any order, the last ones left out or not. Parts are
/// letters, or words with `-` between them.
pub const ORDER: &str = "any order";

/// Stands among an option's values for dice: "d6", "2d6" and the like.
pub const DICE: &str = "2d6";

/// Those that were named first, then the others.
pub fn in_order<T: Copy + PartialEq>(all: [T; 4], named: impl Iterator<Item = T>) -> [T; 4] {
    let named: Vec<T> = named.collect();
    let mut ordered = all;
    let others = all.into_iter().filter(|part| !named.contains(part));
    ordered.iter_mut().zip(named.iter().copied().chain(others)).for_each(|(place, part)| *place = part);
    ordered
}

impl TableOption {
    /// Whether a table may wish for this value.
    fn allows(&self, value: &str) -> bool {
        let number = value.parse().ok().filter(|number: &u32| value == number.to_string());
        let allows = |own: &&str| match numbers(own) {
            Some(numbers) => number.is_some_and(|number| numbers.contains(&number)),
            None => *own == value && value != ORDER,
        };
        self.values.iter().any(allows) || self.reorders(value) || (self.values.contains(&DICE) && are_dice(value))
    }

    /// Whether a value is one that [`ORDER`] stands for.
    fn reorders(&self, value: &str) -> bool {
        let all = self.values.iter().zip(self.values.iter().skip(1)).find(|(_, next)| **next == ORDER);
        let Some((all, _)) = all else { return false };
        let parts = |value: &'_ str| -> Vec<String> {
            match all.contains('-') {
                true => value.split('-').map(str::to_owned).collect(),
                false => value.chars().map(String::from).collect(),
            }
        };
        let (all, named) = (parts(all), parts(value));
        !named.is_empty() && named.iter().enumerate().all(|(at, part)| all.contains(part) && !named[..at].contains(part))
    }

    /// The value of a table that says nothing.
    pub fn default(&self) -> &'static str {
        self.values.first().copied().unwrap_or_default()
    }
}

/// Whether a word is dice as they are usually said: 1 to 30 of 2 to 100 sides.
fn are_dice(value: &str) -> bool {
    let Some((count, sides)) = value.split_once('d') else { return false };
    let number = |digits: &str| digits.parse::<u8>().ok().filter(|number| number.to_string() == digits);
    let count = if count.is_empty() { Some(1) } else { number(count) };
    count.is_some_and(|count| (1..=30).contains(&count)) && number(sides).is_some_and(|sides| (2..=100).contains(&sides))
}

/// The whole numbers that a value such as "1-999" stands for; `None` of any other value.
fn numbers(value: &str) -> Option<std::ops::RangeInclusive<u32>> {
    let (least, most) = value.split_once('-')?;
    Some(least.parse().ok()?..=most.parse().ok()?)
}

/// All games, in the order they are listed to people.
pub const GAMES: &[Entry] = &[
    dungeon_in_a_tin::ENTRY,
    miniskull_caverns::ENTRY,
    dungeon_crawl::ENTRY,
    deep_dark_dungeon::ENTRY,
    dungeonbuilders::ENTRY,
];

/// The game of that id.
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.id == id)
}

/// What a kit is played by: the game whose rules it is for, or else its own rules or none.
pub fn of_kit(kit: &Kit) -> Entry {
    find(kit.game()).cloned().unwrap_or_else(|| by_kit::entry(kit))
}

/// The game of that id over a kit: a listed one, or the kit's own.
fn entry(id: &str, kit: &Kit) -> Option<Entry> {
    find(id).cloned().or_else(|| (id == kit.id).then(|| by_kit::entry(kit)))
}

/// Why no game can be made of a [`Setup`].
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// Something about the table's wishes, in one sentence.
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

/// Begins a game in memory, with no journal on disk.
///
/// # Errors
///
/// Why there can be no such game, or what the header calls physical and the game does not have.
pub fn start(kit: &Kit, header: Header) -> Result<Box<dyn Sitting>, SetupError> {
    struct Start(Header);

    impl Visitor for Start {
        type Out = Result<Box<dyn Sitting>, Trouble>;

        fn visit<G: Words + Bots>(self, game: G) -> Self::Out {
            let (session, _) = Session::start(game, self.0, None)?;
            Ok(Box::new(session))
        }
    }

    let (id, setup) = (header.game.clone(), header.setup());
    with(&id, kit, &setup, Start(header))?.map_err(|trouble| SetupError::Wish(trouble.to_string()))
}

/// Sets up the game of that id over a kit and hands it to `visitor`.
pub fn with<V: Visitor>(id: &str, kit: &Kit, setup: &Setup, visitor: V) -> Result<V::Out, SetupError> {
    let entry = entry(id, kit).ok_or_else(|| {
        SetupError::Wish(format!("there is no game `{id}`{}", instead(id, GAMES.iter().map(|entry| entry.id))))
    })?;
    entry.check(kit, setup)?;
    match entry.id {
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

/// What the rules of that game can play, but a designer may not have meant; and what shows only in play, which is wrong.
pub fn advice(id: &str, kit: &Kit) -> (Problems, Vec<Problem>) {
    match id {
        dungeon_in_a_tin::ID => (Problems::default(), dungeon_in_a_tin::data::stack::advice(kit)),
        _ if find(id).is_none() => by_kit::trial::advice(kit),
        _ => (Problems::default(), Vec::new()),
    }
}

impl Entry {
    /// Whether the wishes are ones that this game can grant.
    fn check(&self, kit: &Kit, setup: &Setup) -> Result<(), SetupError> {
        let count = setup.players.len();
        if !kit.players.contains(&u32::try_from(count).unwrap_or(u32::MAX)) {
            let (min, max) = (kit.players.start(), kit.players.end());
            let range = if min == max { english::counted(*max, "player") } else { format!("{min} to {max} players") };
            let crowd = if count > *max as usize { self.crowd } else { "" };
            return Err(SetupError::Wish(format!("{} is for {range}, not {count}{crowd}", kit.title)));
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
            return Err(SetupError::Wish(format!("{} has no edition `{edition}`{hint}", kit.title)));
        }
        for (name, value) in &setup.options {
            let option = self.options.iter().find(|option| option.name == name).ok_or_else(|| {
                let hint = instead(name, self.options.iter().map(|option| option.name));
                SetupError::Wish(format!("{} has no option `{name}`{hint}", kit.title))
            })?;
            if !option.allows(value) {
                let hint = instead(value, option.values.iter().copied());
                return Err(SetupError::Wish(format!("option `{name}` cannot be `{value}`{hint}")));
            }
        }
        Ok(())
    }

    /// The options wished for that change nothing in this game, each in a sentence without its full stop.
    pub fn idle_options(&self, setup: &Setup) -> Vec<String> {
        let idle = |(name, _): &(String, String)| {
            (self.inert)(setup, name).map(|why| format!("option `{name}` changes nothing in this game: {why}"))
        };
        setup.options.iter().filter_map(idle).collect()
    }

    /// The value of an option under a setup that passed the checks.
    pub fn value<'a>(&self, setup: &'a Setup, name: &str) -> &'a str {
        let wished = setup.options.iter().rev().find(|(wished, _)| wished == name).map(|(_, value)| value.as_str());
        let default = || self.options.iter().find(|option| option.name == name).map_or("", TableOption::default);
        wished.unwrap_or_else(default)
    }
}

/// What could be said instead of a wrong word: the nearest right one, or all of them.
fn instead<'a>(wrong: &str, right: impl Iterator<Item = &'a str> + Clone) -> String {
    if let Some(near) = nearest(wrong, right.clone()) {
        return format!("; did you mean `{near}`?");
    }
    match right.map(|word| format!("`{word}`")).collect::<Vec<String>>().join(", ") {
        none if none.is_empty() => none,
        all => format!("; there is {all}"),
    }
}
