//! Bots by the names that people give them: the game's own, and those that every game has.

use rand::Rng;

use super::bot::below;
use super::search::{Budget, search};
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
    /// The game has no bot of that name.
    Unknown(String),
    /// It looks ahead, but the game cannot say what a seat knows.
    Blind(String),
    /// No bot can: the game has no end, and why.
    Endless(&'static str),
    /// None of this many games at random had ended after this many moves, nor any by the best bot.
    Unending((u64, u64), (u64, u64)),
}

/// A bot that decides for a seat.
pub enum Robot<G: Bots> {
    Plain(Box<dyn Bot<G>>),
    /// Looks ahead, with a number of playouts per decision; where there is nothing to look for, it plays like this bot.
    Search(u32, Box<dyn Bot<G>>),
}

impl<G: Words + Bots> Robot<G> {
    /// The bot of that name.
    ///
    /// # Errors
    ///
    /// There is none, or it cannot play this game.
    pub fn fit(game: &G, name: &str) -> Result<Robot<G>, Unfit> {
        match Robot::named(game, name) {
            None => Err(Unfit::Unknown(name.to_owned())),
            Some(Robot::Search(..)) if !can_look_ahead(game) => Err(Unfit::Blind(name.to_owned())),
            Some(robot) => Ok(robot),
        }
    }

    /// The same, whether or not it knows enough of the game.
    pub fn named(game: &G, name: &str) -> Option<Robot<G>> {
        let best = || game.bot(G::NAMES.first()?);
        if let Some(rest) = name.strip_prefix(SEARCH) {
            let playouts = match rest.strip_prefix(':') {
                Some(number) => number.parse().ok().filter(|number| *number > 0)?,
                None if rest.is_empty() => PLAYOUTS,
                None => return None,
            };
            return Some(Robot::Search(playouts, best()?));
        }
        let bot = match name {
            HASTY => Some(Box::new(Hasty(best()?)) as Box<dyn Bot<G>>),
            DOSSIER => game.bot(game.measured_by()),
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
            Robot::Search(playouts, bot) => {
                let budget = Budget {
                    playouts: *playouts,
                    time: None,
                };
                match search(game, position, (seat, Some(seat)), choices, budget, luck).first() {
                    Some(found) => return Some(found.mv),
                    None => bot,
                }
            }
        };
        let at = bot.choose(&game.view(position, Some(seat)), choices, luck);
        choices.get(at).map(|choice| choice.mv)
    }
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
}
