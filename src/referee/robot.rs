//! Bots by the names that people give them: the game's own, and those that every game has.

use rand::Rng;

use super::bot::below;
use super::program::PREFIX;
use super::search::{Budget, MAX_PLAYOUTS, search};
use super::{Bot, Bots, Choices, Game, Seat, Words};

/// A hasty bot takes one decision in this many from the best bot: with one in four, MiniSkull Caverns sometimes never ends.
const HASTE: u32 = 2;

/// At random, but with every other decision made as by the game's best bot: random play that comes to an end.
pub const HASTY: &str = "hasty";

/// Looks ahead by playing the game out: "search", or "search:500" with the number of playouts per decision.
pub const SEARCH: &str = "search";

/// The bot by which a game's documented figures were measured.
const DOSSIER: &str = "dossier";

/// The default number of playouts per decision.
const PLAYOUTS: u32 = 200;

/// Why a bot cannot play as it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The game has no bot of that name, but these.
    Unknown(String, Vec<&'static str>),
    /// It looks ahead, but not by this many playouts.
    Playouts(String),
    /// It looks ahead, but the game cannot say what a seat knows; it has these other bots.
    Blind(String, Vec<&'static str>),
    /// It is a program of one's own, and none can be started here.
    Program(String),
    /// No bot can: the game has no end, and why.
    Endless(&'static str),
    /// None of this many games at random had ended after this many moves, nor any by the best bot.
    Unending((u64, u64), (u64, u64)),
}

impl Unfit {
    /// In a sentence about a game.
    pub fn told(&self, game: &str) -> String {
        match self {
            Unfit::Unknown(name, others) => {
                format!(
                    "there is no bot `{name}` in {game}; there are {}",
                    listed(others)
                )
            }
            Unfit::Playouts(name) => format!(
                "`{name}` cannot be played: `search:N` makes 1 to {MAX_PLAYOUTS} playouts before each decision, and `search` {PLAYOUTS}"
            ),
            Unfit::Blind(name, others) => format!(
                "`{name}` cannot look ahead in {game}, since its rules do not tell which hidden cards and dice are possible for a \
                 player; other bots: {}",
                listed(others)
            ),
            Unfit::Program(name) => {
                format!(
                    "`{name}` is a program of your own, and those play only in `play`, `simulate` and `compare`"
                )
            }
            Unfit::Endless(why) => format!("no game of {game} can end, since {why}"),
            Unfit::Unending((games, moves), (well, fewer)) => format!(
                "{game} does not seem to end: {games} games at random were not over after {moves} moves, and {well} by the best bot not \
                 after {fewer}. Is `[end]` ever met?"
            ),
        }
    }
}

/// "greedy, random and search".
fn listed(names: &[&str]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.join(""),
    }
}

/// A bot that decides for a seat.
pub enum Robot<G: Bots> {
    Plain(Box<dyn Bot<G>>),
    Search(Searcher<G>),
}

/// A bot that looks ahead.
pub struct Searcher<G: Bots> {
    /// The number of playouts per decision.
    playouts: u32,
    /// Plays where there is nothing to look for.
    other: Box<dyn Bot<G>>,
    /// About how many moves its playouts took so far.
    tried: u64,
}

impl<G: Words + Bots> Robot<G> {
    /// The bot of that name.
    ///
    /// # Errors
    ///
    /// There is none, or it cannot play this game.
    pub fn fit(game: &G, name: &str) -> Result<Robot<G>, Unfit> {
        let own = || name.to_owned();
        match Robot::named(game, name) {
            None if name.starts_with(PREFIX) => Err(Unfit::Program(own())),
            None if name.starts_with("search:") => Err(Unfit::Playouts(own())),
            None => Err(Unfit::Unknown(own(), all_names(game))),
            Some(Robot::Search(_)) if !can_look_ahead(game) => {
                Err(Unfit::Blind(own(), names(game, false)))
            }
            Some(robot) => Ok(robot),
        }
    }

    /// The same, whether or not it knows enough of the game.
    pub fn named(game: &G, name: &str) -> Option<Robot<G>> {
        let best = || game.bot(G::NAMES.first()?);
        if let Some(rest) = name.strip_prefix(SEARCH) {
            let playouts = match rest.strip_prefix(':') {
                Some(number) => number
                    .parse()
                    .ok()
                    .filter(|number| (1..=MAX_PLAYOUTS).contains(number))?,
                None if rest.is_empty() => PLAYOUTS,
                None => return None,
            };
            return Some(Robot::Search(Searcher {
                playouts,
                other: best()?,
                tried: 0,
            }));
        }
        let bot = match name {
            HASTY => Some(Box::new(Hasty(best()?)) as Box<dyn Bot<G>>),
            DOSSIER => game.bot(game.measured_by()?),
            _ => game.bot(name),
        };
        bot.map(Robot::Plain)
    }

    /// The answer that it gives for a seat, of these; `None` if there are none.
    pub fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        choices: &Choices<G::Move>,
        luck: &mut dyn Rng,
    ) -> Option<G::Move> {
        if choices.is_empty() {
            return None;
        }
        let bot = match self {
            Robot::Plain(bot) => bot,
            Robot::Search(searcher) => {
                let budget = Budget {
                    playouts: searcher.playouts,
                    time: None,
                };
                let found = search(game, position, (seat, Some(seat)), choices, budget, luck);
                searcher.tried += found.iter().map(|found| found.moves).sum::<u64>();
                match found.first() {
                    Some(found) => return Some(found.mv),
                    None => &mut searcher.other,
                }
            }
        };
        let at = bot.choose(&game.view(position, Some(seat)), choices, luck);
        choices.get(at).map(|choice| choice.mv)
    }

    /// About how many moves it has tried so far, to decide.
    pub fn tried(&self) -> u64 {
        match self {
            Robot::Plain(bot) => bot.tried(),
            Robot::Search(searcher) => searcher.tried + searcher.other.tried(),
        }
    }
}

/// All names of bots that play a game.
pub fn all_names<G: Bots>(game: &G) -> Vec<&'static str> {
    names(game, can_look_ahead(game))
}

/// The same, with those that look ahead or without.
fn names<G: Bots>(game: &G, looks_ahead: bool) -> Vec<&'static str> {
    let dossier = game.measured_by().map(|_| DOSSIER);
    let search: &[&str] = if looks_ahead {
        &[SEARCH, "search:N"]
    } else {
        &[]
    };
    let own = G::NAMES.iter().copied().chain([HASTY]);
    own.chain(dossier).chain(search.iter().copied()).collect()
}

/// Whether the game can say what every seat knows; if it can at the start, it always can.
fn can_look_ahead<G: Game>(game: &G) -> bool {
    let start = game.start();
    let knows = |seat: Seat| !game.worlds(&start, Some(seat), 1, 1).list.is_empty();
    (0..game.seats()).all(|seat| knows(seat as Seat))
}

struct Hasty<G: Bots>(Box<dyn Bot<G>>);

impl<G: Bots> Bot<G> for Hasty<G> {
    fn choose(
        &mut self,
        view: &G::View<'_>,
        choices: &Choices<G::Move>,
        luck: &mut dyn Rng,
    ) -> usize {
        match below(HASTE, luck) {
            0 => self.0.choose(view, choices, luck),
            _ => below(choices.len() as u32, luck) as usize,
        }
    }

    fn tried(&self) -> u64 {
        self.0.tried()
    }
}
