//! Dungeon Crawl, by James Kyle and Paul Shope (2001), for a piecepack: lay out a dungeon, turn its coins over, rob one another.
//!
//! Rule numbers (R1-R44) and rulings (A1-A32) refer to the kit's `rules.toml`.
//!
//! * `data`: [`piece`](data::piece): suits, codes, sets of coins; [`map`](data::map): the floor; [`options`](data::options):
//!   what a table may agree to change.
//! * `rules`: [`position`](rules::position), the state of a game; [`worlds`](rules::worlds): who may hold which treasure;
//!   [`memory`](rules::memory): what players remember of it; [`moves`](rules::moves): everything that changes a position;
//!   `judge`: which moves are legal; `steps`: the effects of moves; [`event`](rules::event), [`refusal`](rules::refusal):
//!   what is reported.
//! * `words`: which sentence of the kit is used when; `question`, `answer`, `prompting`, `setup`; `story`: the story.
//! * `sight`: [`view`](sight::view), what a seat sees; `knowledge`: what it knows; `labels`, `board`: the map; `sentences`: the
//!   table in sentences; `places`: the table as a snapshot; `picture`: the table as pieces.
//! * [`bots`]: the greedy bot. `correct`: corrections by the table.

pub mod bots;
mod correct;
pub mod data;
pub mod rules;
pub mod sight;
#[cfg(test)]
mod tests;
pub mod words;

use bots::GreedyBot;
use data::options::Options;
use data::piece::{MAX_SEATS, Suit};
use rules::event::Event;
use rules::moves::Move;
use rules::position::{Position, Step};
use rules::refusal::Refusal;
use sight::view::View;

use super::past::{Binding, Past};
use super::piecepack::Pieces;
use super::shared::narrator::{Narrator, ranked};
use super::{Entry, Setup};
use crate::games::shared::contract::{bots, counts, ruled};
use crate::games::shared::lexicon::Lexicon;
use crate::kit::{Kit, Problems};
use crate::referee::bot::RandomBot;
use crate::referee::journal::Secrets;
use crate::referee::{Bots, Choices, Ending, Game, Outcome, Seat, Source, SourceInfo, Turn};

/// The name of the game on the command line.
pub const ID: &str = "dungeon-crawl";

/// The game's entry in the list of games.
pub const ENTRY: Entry = Entry {
    id: ID,
    rules: 2,
    editions: &[],
    options: data::options::LIST,
    bots: <Crawl as Bots>::NAMES,
    crowd: "",
    inert: data::options::inert,
    secrets: |_| Secrets::Table,
    binding: Binding::Rows(&[]),
    past: Past {
        rules: &[(1, "0.1.0")],
        ..Past::NONE
    },
};

const TILE_STACK: Source = Source(0);
const COINS: Source = Source(1);
const COMPASS: Source = Source(2);
const THEFT: Source = Source(3);
const TREASURE: Source = Source(4);
/// The source of the first seat's die; the others follow.
const DICE: u8 = 5;

/// The sources of chance, by [`Source`]; the dice by suit.
const SOURCES: [SourceInfo; 9] = [
    SourceInfo {
        name: "tile stack",
        group: "tiles",
    },
    SourceInfo {
        name: "coins",
        group: "tokens",
    },
    SourceInfo {
        name: "compass",
        group: "tokens",
    },
    SourceInfo {
        name: "theft",
        group: "tokens",
    },
    SourceInfo {
        name: "treasure",
        group: "tokens",
    },
    SourceInfo {
        name: "Suns die",
        group: "dice",
    },
    SourceInfo {
        name: "Moons die",
        group: "dice",
    },
    SourceInfo {
        name: "Crowns die",
        group: "dice",
    },
    SourceInfo {
        name: "Arms die",
        group: "dice",
    },
];

/// The rules for these players and options.
#[derive(Clone, Debug)]
pub struct Crawl {
    options: Options,
    /// The players' names, by seat.
    players: Vec<String>,
    /// The sources of chance, by [`Source`]; the dice by seat.
    sources: Vec<SourceInfo>,
    /// Whether the referee keeps the secrets and thus knows what was stolen.
    is_told_thefts: bool,
    /// The pieces of the piecepack, for pictures; `None` if the kit has none.
    pieces: Option<Pieces>,
    /// The kit's sentences.
    lexicon: Lexicon,
}

impl Crawl {
    /// Builds the game. The pieces are a piecepack's, so the only data read from the kit are for pictures of them. The
    /// set-up's words have been checked against [`ENTRY`], and its players against the kit.
    pub fn new(kit: &Kit, setup: &Setup) -> Result<Crawl, Problems> {
        let options = Options::new(setup);
        let (shared, dice) = SOURCES.split_at(usize::from(DICE));
        let own = options
            .suits
            .iter()
            .take(setup.players.len())
            .map(|suit| dice[*suit as usize]);
        let sources = shared.iter().copied().chain(own).collect();
        let is_told_thefts = setup.secrets == Secrets::Referee;
        let players = setup.players.clone();
        let pieces = Pieces::new(kit);
        let lexicon = Lexicon::of(kit, ID);
        let game = Crawl {
            options,
            players,
            sources,
            is_told_thefts,
            pieces,
            lexicon,
        };
        game.lexicon.check(&game, &words::DECLARED).or(game)
    }

    /// The suit of a seat's die and pawn (A2).
    fn suit(&self, seat: usize) -> Suit {
        self.options.suits[seat % MAX_SEATS]
    }

    /// The player with that suit's die and pawn; a number beyond the players if nobody has them.
    fn seat_of(&self, suit: Suit) -> u8 {
        self.options
            .suits
            .iter()
            .position(|own| *own == suit)
            .unwrap_or_default() as u8
    }

    /// The options of the table.
    pub fn options(&self) -> &Options {
        &self.options
    }
}

impl Narrator for Crawl {
    fn players(&self) -> &[String] {
        &self.players
    }
}

impl Game for Crawl {
    ruled!();

    fn sources(&self) -> &[SourceInfo] {
        &self.sources
    }

    fn turn(&self, p: &Position) -> Turn {
        match p.step {
            Step::Over => Turn::Over,
            Step::Start { .. } | Step::Hazard { .. } | Step::AttackRoll(_) => {
                Turn::Chance(Source(DICE + p.acting))
            }
            Step::DefendRoll { fight, .. } => Turn::Chance(Source(DICE + fight.target)),
            Step::Compass if self.options.random_compass => Turn::Chance(COMPASS),
            Step::Tile => Turn::Chance(TILE_STACK),
            Step::Suit => Turn::Chance(COINS),
            Step::Steal { .. } => Turn::Chance(THEFT),
            Step::ShowDead | Step::ShowEnd { .. } => Turn::Table(TREASURE),
            Step::Compass => Turn::Player(p.first),
            Step::DefendSpend { target, .. } => Turn::Player(target),
            _ => Turn::Player(p.acting),
        }
    }

    /// The ways of a pawn are found by a search that yields only legal ones.
    fn moves(&self, p: &Position, choices: &mut Choices<Move>) {
        match (p.step, p.players[p.actor()].pawn) {
            (Step::Move, Some(from)) => {
                choices.clear();
                self.ways(p, from, &mut |to| choices.push(Move::Go(to)));
            }
            _ => self.judged(p, choices),
        }
    }

    fn judge(&self, p: &Position, mv: Move) -> Result<u32, Refusal> {
        self.verdict(p, mv)
    }

    /// Section 7: treasure is drawn from the physical pieces, and a thief need not say which it was.
    fn untold(&self, p: &Position) -> Option<Move> {
        matches!(p.step, Step::Steal { .. }).then_some(Move::StealUnseen)
    }

    fn outcome(&self, p: &Position) -> Option<Outcome> {
        if p.step != Step::Over {
            return None;
        }
        Some(Ending::standing(self, p))
    }

    fn known(&self, p: &Position, seat: Option<Seat>, each: &mut dyn FnMut(Position, u32) -> bool) {
        each(self.seen_from(p, seat), 1);
    }

    fn remembered(
        &self,
        p: &Position,
        seat: Option<Seat>,
        each: &mut dyn FnMut(Position, u32) -> bool,
    ) {
        let _ = self
            .remembered_from(p, seat)
            .into_iter()
            .all(|(world, weight)| each(world, weight));
    }

    fn view<'p>(&'p self, position: &'p Position, seat: Option<Seat>) -> View<'p> {
        View::new(self, position, seat)
    }
}

impl Crawl {
    /// R42, R43: the players by rank; ties are possible only before the end, or if the referee lacks knowledge.
    fn ranking(&self, p: &Position) -> Vec<Vec<Seat>> {
        ranked(0..self.players.len() as Seat, |seat| {
            Self::standing(p, usize::from(seat))
        })
    }

    /// By how much a player is ahead of the others.
    fn margin(&self, p: &Position, seat: Seat) -> u32 {
        let total = |seat: Seat| Self::standing(p, usize::from(seat)).0;
        let others = (0..p.players.len() as Seat).filter(|other| *other != seat);
        total(seat) - others.map(total).max().unwrap_or_default()
    }
}

impl Bots for Crawl {
    bots! { "greedy" => GreedyBot::default(), "random" => RandomBot, "knowing" => GreedyBot::knowing() }

    counts! {
        with (self, p);

        "turns": Event::TurnBegan { .. },
        "coins turned": Event::CoinTurned { .. },
        "deaths": Event::Died { .. },
        "attacks": Event::Attacked { .. },
        "treasures stolen": Event::TreasureStolen { .. },
        "equipment stolen": Event::EquipmentStolen { .. },
        "stacks taken": Event::StackTaken { .. },
        "turns boxed in": Event::Blocked { .. },
        "turns without an entrance": Event::NoEntrance { .. },
        "tiles laid beyond the edge": Event::PlaceTaken { .. },
        "decided by the tie-break": Event::Tied { .. },
        "winner's margin": Event::Won { seat, .. } => self.margin(p, seat),
        "treasures left in stacks": Event::Won { .. } => p.stacks.iter().map(|stack| u32::from(stack.treasure.len())).sum(),
    }

    /// A few turns.
    const HORIZON: usize = 40;

    /// At the beginning of each turn.
    fn estimate(&self, p: &Position, seat: Seat) -> Option<f64> {
        (p.step == Step::Move).then(|| bots::estimate(&View::new(self, p, None), seat))
    }

    /// It also knows every theft, as the policy did that was measured.
    fn measured_by(&self) -> Option<&'static str> {
        Some("knowing")
    }

    fn begins(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::First { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}
