//! The games that one machine of several has played, on disk, and the sum of all parts.
//!
//! A part is a JSON file that says which games were to be played, which of them it contains, and their totals. Totals are whole
//! numbers, so any split adds up to the same as a single run.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::playout::{LONGEST, counted};
use super::totals::Totals;
use crate::referee::Bots;
use crate::referee::shell::argument;

/// Raised whenever earlier parts can no longer be added.
const FORMAT: u32 = 5;

/// The most parts of a simulation, and the most seats of a game; limited because a part may come from a stranger.
const MAX_PARTS: u64 = 100_000;
const MAX_SEATS: usize = 99;

/// Part `part` (from 1) of `of`: the games whose number modulo `of` belongs to this part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub part: u64,
    pub of: u64,
}

impl Shard {
    /// The whole simulation as one part.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Parses "3/64".
    pub fn parse(words: &str) -> Result<Shard, String> {
        let number = |word: &str| word.trim().parse().ok().filter(|number| *number > 0);
        let shard = words.split_once('/').and_then(|(part, of)| {
            Some(Shard {
                part: number(part)?,
                of: number(of)?,
            })
        });
        match shard {
            Some(shard) if shard.part > shard.of => {
                Err(format!("there is no part {} of {}", shard.part, shard.of))
            }
            Some(shard) => Ok(shard),
            None => Err("it takes K/N, part K of N, both from 1: 3/64".to_owned()),
        }
    }

    /// Whether this game belongs to the part.
    pub fn has(self, number: u64) -> bool {
        number % self.of == self.part - 1
    }

    /// How many of the first `games` games belong to the part.
    fn share(self, games: u64) -> u64 {
        games
            .checked_sub(self.part)
            .map_or(0, |after| after / self.of + 1)
    }
}

/// What was to be played, by whom and with which kit: parts of different runs cannot be added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    pub game: String,
    /// How the command named the game and its kit, word by word. Parts may have been played in different folders.
    pub named: Vec<String>,
    pub edition: Option<String>,
    pub options: Vec<(String, String)>,
    pub players: usize,
    /// The kit's fingerprint.
    pub kit: String,
    /// The version of the rules.
    pub rules: u32,
    /// The version of the program.
    pub version: String,
    /// The bots, by seat.
    pub bots: Vec<String>,
    pub seed: u64,
    /// How many games; with `until`, the most.
    pub games: u64,
    pub longest: u64,
    pub until: Option<f64>,
    #[serde(flatten)]
    pub figures: Figures,
}

/// The names of what is counted in a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    pub counts: Vec<String>,
    /// The one of them, by index, that tells how long a game is.
    pub length: usize,
    pub ratios: Vec<String>,
    /// The game's own counters, and the value of each at the start.
    #[serde(default)]
    pub counters: Vec<(String, f64)>,
    /// What a fall is called; `None` if the game does not say where players fall.
    pub falls: Option<String>,
    /// Whether all players win or lose together, and whether nobody can do either.
    pub together: bool,
    pub without_winners: bool,
}

impl Figures {
    /// Those of a game.
    pub fn of<G: Bots>(game: &G) -> Figures {
        let started = counted(game, &game.start());
        let values = started
            .into_iter()
            .map(|(sum, values)| sum as f64 / f64::from(values.max(1)));
        Figures {
            length: length(game),
            counters: game.counters().into_iter().zip(values).collect(),
            counts: game.all_counts().into_iter().map(str::to_owned).collect(),
            ratios: G::RATIOS
                .iter()
                .map(|(name, ..)| (*name).to_owned())
                .collect(),
            falls: G::FALLS.map(str::to_owned),
            together: game.seats() > 1 && game.plays_together(),
            without_winners: !game.has_winners(),
        }
    }
}

/// The one of a game's counts, by index, that tells how long it is.
pub fn length<G: Bots>(game: &G) -> usize {
    let counts = game.all_counts();
    let at = counts.iter().position(|name| *name == game.length());
    at.unwrap_or(0)
}

impl Run {
    /// The command that plays it again.
    pub fn command(&self) -> String {
        let Run {
            named,
            edition,
            options,
            players,
            bots,
            seed,
            games,
            longest,
            until,
            ..
        } = self;
        let named: Vec<String> = named.iter().map(|word| argument(word)).collect();
        let mut command = format!(
            "paperkeep simulate {} --games {games} --seed {seed}",
            named.join(" ")
        );
        command += &format!(" --players {players} --bot {}", bots.join(","));
        if let Some(edition) = edition {
            command += &format!(" --edition {edition}");
        }
        for (name, value) in options {
            command += &format!(" --option {name}={value}");
        }
        if *longest != LONGEST {
            command += &format!(" --longest {longest}");
        }
        if let Some(until) = until {
            command += &format!(" --until {}%", 100.0 * until);
        }
        command
    }
}

/// The games that one machine has played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The format's number.
    pub part_format: u32,
    pub run: Run,
    pub shard: Shard,
    pub totals: Totals,
}

impl Part {
    pub fn new(run: Run, shard: Shard, totals: Totals) -> Part {
        Part {
            part_format: FORMAT,
            run,
            shard,
            totals,
        }
    }

    /// Reads a part; the error says what is wrong with it.
    pub fn read(text: &str) -> Result<Part, String> {
        #[derive(Deserialize)]
        struct Format {
            part_format: Option<u32>,
        }
        let format: Format = serde_json::from_str(text)
            .map_err(|error| format!("it is not part of a simulation ({error})"))?;
        match format.part_format {
            Some(FORMAT) => {}
            Some(other) => {
                return Err(format!(
                    "it has format {other}, and this program adds format {FORMAT}"
                ));
            }
            None => {
                return Err("it is not part of a simulation: `simulate --shard K/N --report FILE` writes those".to_owned());
            }
        }
        let unread = |error: serde_json::Error| format!("it cannot be read ({error})");
        let value: Value = serde_json::from_str(text).map_err(unread)?;
        let part: Part = Part::deserialize(&value).map_err(unread)?;
        let Shard { part: number, of } = part.shard;
        if of > MAX_PARTS || part.run.players > MAX_SEATS || !can_be_added(&value["totals"], of) {
            return Err("its numbers are too large to be those of games".to_owned());
        }
        let played = part.totals.played();
        let fits = (1..=of).contains(&number)
            && part.run.until.is_none()
            && played == part.shard.share(part.run.games);
        let shape = || {
            Totals::new(
                part.run.players,
                (
                    part.run.figures.counts.len(),
                    part.run.figures.counters.len(),
                ),
                part.run.figures.ratios.len(),
            )
        };
        if fits && part.totals.is_like(&shape()) {
            Ok(part)
        } else {
            Err("it does not contain the games that it claims to contain".to_owned())
        }
    }
}

/// Whether numbers are small enough that this many of them can be added without overflow.
fn can_be_added(totals: &Value, parts: u64) -> bool {
    match totals {
        Value::Number(number) => number
            .as_i64()
            .is_some_and(|number| number.unsigned_abs() <= i64::MAX as u64 / parts.max(1)),
        Value::Array(all) => all.iter().all(|each| can_be_added(each, parts)),
        Value::Object(all) => all.values().all(|each| can_be_added(each, parts)),
        _ => true,
    }
}

/// Adds parts, in any order. `names` identify the parts in errors, in the same order.
///
/// # Errors
///
/// A part belongs to another run, occurs twice, or is missing.
pub fn sum(parts: &[(String, Part)]) -> Result<(Run, Totals), String> {
    let Some((first, Part { run, shard, .. })) = parts.first() else {
        return Err("there are no parts".to_owned());
    };
    let mut whose: Vec<Option<&str>> =
        vec![None; usize::try_from(shard.of).map_err(|_| "too many parts".to_owned())?];
    let mut totals: Option<Totals> = None;
    for (name, part) in parts {
        if let Some(what) = differs(run, &part.run) {
            return Err(format!(
                "`{name}` is part of another run than `{first}`: {what} differs"
            ));
        }
        if part.shard.of != shard.of {
            return Err(format!(
                "`{name}` is one of {} parts, `{first}` one of {}",
                part.shard.of, shard.of
            ));
        }
        let place = &mut whose[(part.shard.part - 1) as usize];
        if let Some(other) = place {
            return Err(format!(
                "`{name}` and `{other}` are both part {} of {}",
                part.shard.part, shard.of
            ));
        }
        *place = Some(name);
        totals = Some(match totals {
            None => part.totals.clone(),
            Some(totals) => totals.merge(&part.totals),
        });
    }
    let missing: Vec<String> = (1..)
        .zip(&whose)
        .filter(|(_, part)| part.is_none())
        .map(|(number, _): (u64, _)| number.to_string())
        .collect();
    match (missing.is_empty(), totals) {
        (true, Some(totals)) => Ok((run.clone(), totals)),
        _ => Err(format!(
            "of {} parts, these are missing: {}",
            shard.of,
            missing.join(", ")
        )),
    }
}

/// The first difference between two runs.
fn differs(one: &Run, other: &Run) -> Option<&'static str> {
    let differences = [
        ("the game", one.game != other.game),
        ("the edition", one.edition != other.edition),
        ("an option", one.options != other.options),
        ("the number of players", one.players != other.players),
        ("the kit", one.kit != other.kit),
        ("the rules' version", one.rules != other.rules),
        ("the program's version", one.version != other.version),
        ("a bot", one.bots != other.bots),
        ("the seed", one.seed != other.seed),
        ("the number of games", one.games != other.games),
        ("where games are cut", one.longest != other.longest),
    ];
    let named_alike = Run {
        named: one.named.clone(),
        ..other.clone()
    };
    differences
        .iter()
        .find(|(_, differ)| *differ)
        .map(|(what, _)| *what)
        .or((*one != named_alike).then_some("what is counted"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_its_share_of_the_games() {
        for (of, games) in (1..6).flat_map(|of| (0..14).map(move |games| (of, games))) {
            for part in 1..=of {
                let shard = Shard { part, of };
                assert_eq!(
                    shard.share(games),
                    (0..games).filter(|game| shard.has(*game)).count() as u64,
                    "{part}/{of}, {games}"
                );
            }
        }
    }

    /// A part may come from a stranger: numbers that could not be counted or added are refused.
    #[test]
    fn a_forged_part_is_refused_at_once() {
        let run = Run {
            game: "toy".into(),
            named: vec!["toy".into()],
            edition: None,
            options: Vec::new(),
            players: 2,
            kit: String::new(),
            rules: 1,
            version: String::new(),
            bots: Vec::new(),
            seed: 1,
            games: 6,
            longest: 20,
            until: None,
            figures: Figures {
                counts: vec!["turns".into()],
                ..Figures::default()
            },
        };
        let mut totals = Totals::new(2, (1, 0), 0);
        totals.games = 3;
        let part = serde_json::to_value(Part::new(run, Shard { part: 1, of: 2 }, totals)).unwrap();
        assert!(Part::read(&part.to_string()).is_ok());
        let numbers = [
            "/run/players",
            "/run/games",
            "/shard/of",
            "/shard/part",
            "/totals/cut",
            "/totals/games",
            "/totals/moves",
        ];
        for place in numbers {
            for number in [u64::MAX, i64::MAX as u64] {
                let mut forged = part.clone();
                *forged.pointer_mut(place).unwrap() = number.into();
                assert!(
                    Part::read(&forged.to_string()).is_err(),
                    "{place}: {number}"
                );
            }
        }
    }
}
