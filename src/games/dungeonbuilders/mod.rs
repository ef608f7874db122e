//! DungeonBuilders, by Jorge Arroyo (2007), for a piecepack: build a dungeon together, and send in the strongest hero.
//!
//! Rule numbers (R1-R63), rulings (A1-A44) and variants (V1-V3) refer to the kit's `rules.toml`.
//!
//! * `data`: [`tile`](data::tile): tiles and sets of them; [`layout`](data::layout): their positions;
//!   [`options`](data::options): what a table may agree to change.
//! * `rules`: [`position`](rules::position), the state of a game; [`moves`](rules::moves): everything that changes it;
//!   `judge`: which moves are legal; `steps`: the effects of moves; [`event`](rules::event), [`refusal`](rules::refusal):
//!   what is reported.
//! * `words`: which sentence of the kit is used when; `question`, `answer`, `prompting`, `setup`; `story`: the story.
//! * `sight`: [`view`](sight::view), what a seat sees; `knowledge`: what it knows; `labels`, `board`: the dungeon; `sentences`: the
//!   table in sentences; `places`: the table as a snapshot; `picture`: the table as pieces.
//! * [`bots`]: the sensible bot. `correct`: corrections by the table.

pub mod bots;
mod correct;
pub mod data;
pub mod rules;
pub mod sight;
#[cfg(test)]
mod tests;
pub mod words;

use bots::{RandomBot, SensibleBot};
use data::options::Options;
use rules::event::Event;
use rules::moves::Move;
use rules::position::{MAX_SEATS, Position, Step};
use rules::refusal::Refusal;
use sight::view::View;

use super::past::{Binding, Past};
use super::piecepack::Pieces;
use super::shared::narrator::{Narrator, ranked};
use super::{Entry, Setup};
use crate::games::shared::contract::{bots, counts, ruled};
use crate::games::shared::lexicon::Lexicon;
use crate::kit::{Kit, Problems};
use crate::referee::journal::Secrets;
use crate::referee::{
    Bot, Bots, Choices, Ending, Game, Outcome, Seat, Source, SourceInfo, Turn, Whereabouts,
};

/// The name of the game on the command line.
pub const ID: &str = "dungeonbuilders";

/// The game's entry in the list of games.
pub const ENTRY: Entry = Entry {
    id: ID,
    rules: 3,
    editions: &[],
    options: data::options::LIST,
    bots: <Builders as Bots>::NAMES,
    crowd: "",
    inert: data::options::inert,
    secrets: |_| Secrets::Table,
    binding: Binding::Rows(&[]),
    past: Past {
        rules: &[(1, "0.1.0"), (2, "0.2.0")],
        ..Past::NONE
    },
};

/// The lead in gold with which a player is e times as likely to win as another, if the goal has been reached; with more gold to go,
/// it grows with the square root. Fitted to 800 games of two and four sensible bots.
const LEAD: f64 = 2.5;

const STARTER: Source = Source(0);
const TILE_PILE: Source = Source(1);
const COMBAT_DIE: Source = Source(2);
const COINS: Source = Source(3);

/// The sources of chance, by [`Source`].
const SOURCES: [SourceInfo; 4] = [
    SourceInfo {
        name: "starter",
        group: "tokens",
    },
    SourceInfo {
        name: "tile pile",
        group: "tiles",
    },
    SourceInfo {
        name: "combat die",
        group: "dice",
    },
    SourceInfo {
        name: "coins",
        group: "tokens",
    },
];

/// The rules for these players and options.
#[derive(Clone, Debug)]
pub struct Builders {
    options: Options,
    /// The players' names, by seat.
    players: Vec<String>,
    /// Who knows where coins of each value are (section 7): only the players, or the referee too.
    secrets: Secrets,
    /// The pieces of the piecepack, for pictures; `None` if the kit has none.
    pieces: Option<Pieces>,
    /// The kit's sentences.
    lexicon: Lexicon,
}

impl Builders {
    /// Builds the game. The pieces are a piecepack's, so the only data read from the kit are for pictures of them. The
    /// set-up's words have been checked against [`ENTRY`], and its players against the kit.
    pub fn new(kit: &Kit, setup: &Setup) -> Result<Builders, Problems> {
        let options = Options::new(setup);
        let pieces = Pieces::new(kit);
        let players = setup.players.clone();
        let secrets = setup.secrets;
        let lexicon = Lexicon::of(kit, ID);
        let game = Builders {
            options,
            players,
            secrets,
            pieces,
            lexicon,
        };
        game.lexicon.check(&game, &words::DECLARED).or(game)
    }

    /// The options of the table.
    pub fn options(&self) -> &Options {
        &self.options
    }
}

impl Narrator for Builders {
    fn players(&self) -> &[String] {
        &self.players
    }
}

impl Game for Builders {
    ruled!();

    fn sources(&self) -> &[SourceInfo] {
        &SOURCES
    }

    fn turn(&self, p: &Position) -> Turn {
        match p.step {
            Step::Over => Turn::Over,
            Step::Start => Turn::Chance(STARTER),
            Step::Draw => Turn::Chance(TILE_PILE),
            Step::Combat => Turn::Chance(COMBAT_DIE),
            Step::Reveal => Turn::Table(COINS),
            _ => Turn::Player(p.acting),
        }
    }

    /// Most steps list only what is legal.
    fn moves(&self, p: &Position, choices: &mut Choices<Move>) {
        use Step::*;
        match p.step {
            Lay if self.options.join_anywhere => self.judged(p, choices),
            Act | Draw | Lay | Join | JoinMore | Rebuild | Walk | Combat => {
                choices.clear();
                self.list(p, &mut |mv| choices.push(mv));
            }
            _ => self.judged(p, choices),
        }
    }

    fn judge(&self, p: &Position, mv: Move) -> Result<u32, Refusal> {
        self.verdict(p, mv).map(|()| 1)
    }

    /// A coin becomes known when it is turned up.
    fn reveals(&self, p: &Position, mv: Move) -> bool {
        match (p.step, mv) {
            (Step::Walk, Move::Go(tile)) => p.coins_on(tile).any(|coin| !coin.open),
            (Step::Order, Move::Turn(at)) => p.coins[p.hero.at.index()]
                .get(usize::from(at))
                .is_some_and(|coin| coin.is_some_and(|coin| !coin.open)),
            _ => false,
        }
    }

    /// Section 7: coins of one owner that are all value down are interchangeable to everybody who could choose.
    fn idle(&self, p: &Position) -> Option<Move> {
        let coin = |at: u8| {
            p.coins[p.hero.at.index()]
                .get(usize::from(at))
                .copied()
                .flatten()
        };
        let mut left = (0..8).filter(|at| p.step == Step::Order && p.unsettled() & 1 << at != 0);
        let first = left.next()?;
        let owner = coin(first)?.seat;
        let hidden =
            |at: u8| coin(at).is_some_and(|coin| coin.seat == owner && coin.value.is_none());
        (hidden(first) && left.all(hidden)).then_some(Move::Turn(first))
    }

    fn outcome(&self, p: &Position) -> Option<Outcome> {
        (p.step == Step::Over).then(|| self.standing(p))
    }

    fn known(&self, p: &Position, seat: Option<Seat>, each: &mut dyn FnMut(Position, u32) -> bool) {
        each(self.seen_from(p, seat), 1);
    }

    fn view<'p>(&'p self, position: &'p Position, seat: Option<Seat>) -> View<'p> {
        View::new(self, position, seat)
    }
}

impl Builders {
    /// R63: the players by rank.
    fn ranking(&self, p: &Position) -> Vec<Vec<Seat>> {
        ranked(0..self.players.len() as Seat, |seat| {
            p.gold[usize::from(seat)]
        })
    }
}

impl Bots for Builders {
    bots! { "sensible" => SensibleBot::default(), "random" => RandomBot }

    counts! {
        with (self, p);

        "turns": Event::TileDrawn { .. } | Event::CoinPlaced { .. } | Event::PoweredUp { .. },
        "rounds": Event::RoundBegan { .. },
        "entries": Event::Entered { .. },
        "deaths": Event::Died { .. },
        "gold brought out": Event::Scored { gold, .. } => gold.into(),
        "fights": Event::Fought { .. },
        "rounds ended by a path": Event::PathFound,
        "auctions": Event::AuctionOpened { .. },
        "tiles left apart": Event::LeftApart { .. },
        "rebuilds": Event::Rebuilt { .. },
        "round limit reached": Event::LimitReached { .. },
    }

    const RATIOS: &'static [(&'static str, &'static str, &'static str)] = &[
        ("entries per round", "entries", "rounds"),
        ("haul per entry", "gold brought out", "entries"),
        ("deaths per entry", "deaths", "entries"),
        ("fights per entry", "fights", "entries"),
        (
            "rounds ended by a path, per round",
            "rounds ended by a path",
            "rounds",
        ),
    ];

    fn measured_by(&self) -> Option<&'static str> {
        Some("sensible")
    }

    /// The sensible bot looks at every tile that may be drawn, which takes nearly all of its time.
    fn playout_bot(&self) -> Option<Box<dyn Bot<Builders>>> {
        Some(Box::new(SensibleBot::playout_bot()))
    }

    /// After each round: by the gold, where a lead counts the more the nearer the goal is.
    fn estimate(&self, p: &Position, seat: Seat) -> Option<f64> {
        let begins = p.step == Step::Act && p.drawn.is_empty() && p.power == [0; MAX_SEATS];
        if !begins || p.purses.iter().any(|purse| purse.placed > 0) {
            return None;
        }
        let gold = &p.gold[..self.players.len()];
        let most = gold.iter().max().copied().unwrap_or_default();
        let scale = LEAD * f64::from(1 + self.options.goal.saturating_sub(u32::from(most))).sqrt();
        let weight = |own: u16| ((f64::from(own) - f64::from(most)) / scale).exp();
        Some(weight(gold[usize::from(seat)]) / gold.iter().map(|own| weight(*own)).sum::<f64>())
    }

    const FALLS: Option<&'static str> = Some("deaths");

    fn whereabouts(&self, _position: &Position, event: &Event) -> Option<(Seat, Whereabouts)> {
        match event {
            Event::Went { seat, tile } => Some((*seat, Whereabouts::Arrived(tile.to_string()))),
            Event::Died { seat, .. } => Some((*seat, Whereabouts::Fell)),
            _ => None,
        }
    }

    fn begins(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::RoundBegan { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}
