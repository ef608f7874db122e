//! What one machine of several has played, on disk, and the sum of all.
//!
//! A part is a JSON file: which games were to be played, which of them it has, and their totals. Totals are whole numbers, so the
//! sum of any split is that of one run.

use serde::{Deserialize, Serialize};

use super::totals::Totals;

/// Raised whenever a part of before could not be added any more.
const FORMAT: u32 = 1;

/// Part `part` of `of`, from 1: of all games those whose number is that of the part, counted round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub part: u64,
    pub of: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Understands "3/64".
    pub fn parse(words: &str) -> Result<Shard, String> {
        let number = |word: &str| word.trim().parse().ok().filter(|number| *number > 0);
        let shard = words.split_once('/').and_then(|(part, of)| Some(Shard { part: number(part)?, of: number(of)? }));
        match shard {
            Some(shard) if shard.part > shard.of => Err(format!("there is no part {} of {}", shard.part, shard.of)),
            Some(shard) => Ok(shard),
            None => Err("it takes K/N, part K of N, both from 1: 3/64".to_owned()),
        }
    }

    /// Whether this game is one of its own.
    pub fn has(self, number: u64) -> bool {
        number % self.of == self.part - 1
    }
}

/// What was to be played, by whom, over which kit: parts of another run cannot be added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    pub game: String,
    pub edition: Option<String>,
    pub options: Vec<(String, String)>,
    pub players: usize,
    /// The kit's fingerprint.
    pub kit: String,
    /// The version of the rules.
    pub rules: u32,
    /// The version of the program.
    pub version: String,
    /// By seat.
    pub bots: Vec<String>,
    pub seed: u64,
    /// How many games; with `until`, at most.
    pub games: u64,
    pub longest: u64,
    pub until: Option<f64>,
    /// What the game counts, and what it sets in relation.
    pub counts: Vec<String>,
    pub ratios: Vec<String>,
}

/// What one machine has played.
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
        Part { part_format: FORMAT, run, shard, totals }
    }

    /// Reads a part; the error says what is wrong with it.
    pub fn read(text: &str) -> Result<Part, String> {
        #[derive(Deserialize)]
        struct Format {
            part_format: Option<u32>,
        }
        let format: Format =
            serde_json::from_str(text).map_err(|error| format!("it is no part of a simulation ({error})"))?;
        match format.part_format {
            Some(FORMAT) => {}
            Some(other) => return Err(format!("it has format {other}, and this program adds format {FORMAT}")),
            None => {
                return Err("it is no part of a simulation: `simulate --shard K/N --report FILE` writes those".to_owned());
            }
        }
        let part: Part = serde_json::from_str(text).map_err(|error| format!("it cannot be read ({error})"))?;
        let Shard { part: number, of } = part.shard;
        let games = || (0..part.run.games).filter(|game| part.shard.has(*game)).count() as u64;
        let fits = (1..=of).contains(&number) && part.run.until.is_none() && part.totals.played() == games();
        let shape = Totals::new(part.run.players, part.run.counts.len(), part.run.ratios.len());
        if fits && part.totals.is_like(&shape) {
            Ok(part)
        } else {
            Err("it does not hold the games that it says it holds".to_owned())
        }
    }
}

/// Adds parts, in any order. `names` are what they are called in errors, in the order of the parts.
///
/// # Errors
///
/// A part that belongs to another run, is there twice, or is missing.
pub fn sum(parts: &[(String, Part)]) -> Result<(Run, Totals), String> {
    let Some((first, Part { run, shard, .. })) = parts.first() else { return Err("there are no parts".to_owned()) };
    let mut whose: Vec<Option<&str>> = vec![None; usize::try_from(shard.of).map_err(|_| "too many parts".to_owned())?];
    let mut totals: Option<Totals> = None;
    for (name, part) in parts {
        if let Some(what) = differs(run, &part.run) {
            return Err(format!("`{name}` is part of another run than `{first}`: {what} differs"));
        }
        if part.shard.of != shard.of {
            return Err(format!("`{name}` is one of {} parts, `{first}` one of {}", part.shard.of, shard.of));
        }
        let place = &mut whose[(part.shard.part - 1) as usize];
        if let Some(other) = place {
            return Err(format!("`{name}` and `{other}` are both part {} of {}", part.shard.part, shard.of));
        }
        *place = Some(name);
        totals = Some(match totals {
            None => part.totals.clone(),
            Some(totals) => totals.merge(&part.totals),
        });
    }
    let missing: Vec<String> =
        (1..).zip(&whose).filter(|(_, part)| part.is_none()).map(|(number, _): (u64, _)| number.to_string()).collect();
    match (missing.is_empty(), totals) {
        (true, Some(totals)) => Ok((run.clone(), totals)),
        _ => Err(format!("of {} parts there are missing: {}", shard.of, missing.join(", "))),
    }
}

/// The first thing in which two runs differ.
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
    differences.iter().find(|(_, differ)| *differ).map(|(what, _)| *what).or((one != other).then_some("what is counted"))
}
