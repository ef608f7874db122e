//! Deep, Dark Dungeon and its earlier edition, Escape from the Deep, Dark Dungeon, by Ed Wedig: a maze of heights, a Key,
//! and one way out.
//!
//! Rule numbers (R1-R73) and rulings (A1-A50) refer to the kit's `rules.toml`.
//!
//! * `data`: what the rules read from the kit; [`editions`](data::editions): how the editions differ;
//!   [`options`](data::options): what a table may agree to change; [`hex`](data::hex), [`set`](data::set): spaces and
//!   unordered piles.
//! * `rules`: [`position`](rules::position), the state of a game; `ground`: heights and paths; [`moves`](rules::moves):
//!   everything that changes a position; `judge`: which moves are legal; `steps`: the effects of moves;
//!   [`event`](rules::event), [`refusal`](rules::refusal): what is reported.
//! * `words`: which sentence of the kit's `words.toml` is used when: `question`, `answer`, `setup`; `story`: the story.
//! * `sight`: [`view`](sight::view), what a seat sees; `board`: the map; `sentences`: the table in sentences; `picture`: the
//!   table as pieces; `labels`: words at things.
//! * [`bots`]: the greedy bot; [`prospect`](bots::prospect): how likely each Explorer is to win. [`correct`]: corrections by the table.

pub mod bots;
pub mod correct;
pub mod data;
pub mod rules;
pub mod sight;
#[cfg(test)]
mod tests;
pub mod words;

use bots::GreedyBot;
use data::Data;
use data::editions::Edition;
use data::options::Options;
use rules::event::Event;
use rules::moves::Move;
use rules::position::{Foe, Position, Step};
use rules::refusal::Refusal;
use sight::view::View;

use super::past::{Binding, Past};
use super::shared::narrator::Narrator;
use super::{Entry, Setup};
use crate::games::shared::contract::{bots, counts, ruled};
use crate::games::shared::lexicon::Lexicon;
use crate::kit::{Kit, Problems};
use crate::referee::bot::RandomBot;
use crate::referee::journal::Secrets;
use crate::referee::{
    Bots, Choices, Ending, Game, Outcome, Seat, Source, SourceInfo, Turn, Whereabouts,
};

/// The name of the game on the command line.
pub const ID: &str = "deep-dark-dungeon";

/// The game's entry in the list of games.
pub const ENTRY: Entry = Entry {
    id: ID,
    rules: 1,
    editions: &data::editions::NAMES,
    options: data::options::LIST,
    bots: <Deep as Bots>::NAMES,
    crowd: "",
    inert: data::options::inert,
    secrets: |_| Secrets::Table,
    binding: Binding::Rows(data::READS),
    past: Past {
        kits: &[
            ("0bcb2abea5964bf2", "aa8b58180f67301b"),
            ("a8373441baef6808", "aa8b58180f67301b"),
            ("14ab7a745e61b22c", "aa8b58180f67301b"),
            ("223ec8b29aa91130", "aa8b58180f67301b"),
        ],
        ..Past::NONE
    },
};

const BAG: Source = Source(0);
const DECK: Source = Source(1);
const OWN_DIE: Source = Source(2);
const FOE_DIE: Source = Source(3);
const THEFT: Source = Source(4);

/// The sources of chance, by [`Source`].
const SOURCES: [SourceInfo; 5] = [
    SourceInfo {
        name: "tile bag",
        group: "tiles",
    },
    SourceInfo {
        name: "encounter deck",
        group: "cards",
    },
    SourceInfo {
        name: "explorer's die",
        group: "dice",
    },
    SourceInfo {
        name: "opponent's die",
        group: "dice",
    },
    SourceInfo {
        name: "theft",
        group: "cards",
    },
];

/// The rules of an edition applied to a kit's data, for these players and options.
#[derive(Clone, Debug)]
pub struct Deep {
    data: Data,
    edition: &'static Edition,
    options: Options,
    /// The players' names, by seat.
    players: Vec<String>,
    /// The printed pieces, for pictures.
    pieces: sight::picture::Pieces,
    /// The kit's sentences.
    lexicon: Lexicon,
}

impl Deep {
    /// Builds the game from a kit; data that the rules cannot use are problems. The set-up's words have been checked against
    /// [`ENTRY`].
    pub fn new(kit: &Kit, setup: &Setup) -> Result<Deep, Problems> {
        let edition = data::editions::find(setup.edition.as_deref());
        let options = Options::new(setup);
        let data = Data::new(kit, edition, &options, setup.players.len())?;
        let pieces = sight::picture::Pieces::new(kit);
        let players = setup.players.clone();
        let lexicon = Lexicon::of(kit, ID);
        let game = Deep {
            data,
            edition,
            options,
            players,
            pieces,
            lexicon,
        };
        game.lexicon.check(&game, &words::DECLARED).or(game)
    }
}

impl Narrator for Deep {
    fn players(&self) -> &[String] {
        &self.players
    }
}

impl Game for Deep {
    ruled!();

    fn sources(&self) -> &[SourceInfo] {
        &SOURCES
    }

    fn turn(&self, p: &Position) -> Turn {
        Turn::Chance(match p.step {
            Step::Over => return Turn::Over,
            Step::Tile => BAG,
            Step::Card { .. } => DECK,
            Step::OwnDie(_) => OWN_DIE,
            Step::FoeDie { .. } => FOE_DIE,
            Step::Steal(_) | Step::Lose(_) => THEFT,
            _ => return Turn::Player(p.acting),
        })
    }

    fn moves(&self, p: &Position, choices: &mut Choices<Move>) {
        choices.clear();
        self.list(p, &mut |mv| choices.push(mv));
    }

    fn judge(&self, p: &Position, mv: Move) -> Result<u32, Refusal> {
        self.verdict(p, mv)
    }

    fn outcome(&self, p: &Position) -> Option<Outcome> {
        (p.step == Step::Over).then(|| self.standing(p))
    }

    fn view<'p>(&'p self, position: &'p Position, _seat: Option<Seat>) -> View<'p> {
        View::new(self, position)
    }
}

impl Bots for Deep {
    bots! { "predatory" => GreedyBot::predatory(), "greedy" => GreedyBot::default(), "random" => RandomBot }

    counts! {
        with (self, p);

        "turns": Event::TurnBegan { .. },
        "rounds": Event::RoundBegan { .. },
        "attacks": Event::Attacked { .. },
        "treasures stolen": Event::Stolen { .. },
        "cards drawn": Event::CardDrawn { .. },
        "Guardian fights": Event::Rolled { foe: Foe::Guardian, .. },
        "times hurt": Event::Hurt { .. },
        "knock-outs": Event::KnockedOut { .. },
        "scrambles": Event::Scrambled { .. },
        "all tiles drawn": Event::StockEmpty { .. },
        "turns skipped": Event::TurnSkipped { .. },
        "deck reshuffled": Event::Reshuffled { .. },
    }

    /// A few turns.
    const HORIZON: usize = 40;

    /// At the beginning of a turn, where several Explorers race for the first escape (R69), or one races against the clock (R72).
    fn estimate(&self, p: &Position, seat: Seat) -> Option<f64> {
        let begins = p.step == Step::Act && p.used == 0 && !p.moved && !p.attacked;
        if !begins || self.options.round_limit > 0 {
            return None;
        }
        match p.explorers.len() {
            1 => (self.options.solo_turns > 0).then(|| bots::prospect::alone(self, p)),
            _ => (!self.options.to_the_last_key).then(|| bots::prospect::estimate(self, p, seat)),
        }
    }

    const FALLS: Option<&'static str> = Some("knock-outs");

    fn whereabouts(&self, position: &Position, event: &Event) -> Option<(Seat, Whereabouts)> {
        match event {
            Event::Stepped { seat, to, .. }
            | Event::Scrambled { seat, to, .. }
            | Event::Slid { seat, to, .. } => {
                let tile = position.spaces[usize::from(*to)].tile;
                Some((
                    *seat,
                    Whereabouts::Arrived(self.data.tiles[usize::from(tile)].code.clone()),
                ))
            }
            Event::KnockedOut { seat, .. } => Some((*seat, Whereabouts::Fell)),
            _ => None,
        }
    }

    fn measured_by(&self) -> Option<&'static str> {
        Some("greedy")
    }

    fn begins(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::TurnBegan { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}
