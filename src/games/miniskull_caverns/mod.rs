//! MiniSkull Caverns, by George Jaros (2016): nine cards, one die, four Gems, and a dragon called Tiny.
//!
//! Rule numbers (R1-R127) and rulings (A1-A43) refer to the kit's `rules.toml`.
//!
//! * `data`: what the rules read from the kit; [`map`](data::map), `layout`: the caverns; [`card`](data::card): cards that
//!   are turned and flipped; [`options`](data::options): what a table may agree to change.
//! * `rules`: [`position`](rules::position), the state of a game; [`moves`](rules::moves): everything that changes it;
//!   `judge`: which moves are legal; `steps`: the effects of moves; [`event`](rules::event), [`refusal`](rules::refusal):
//!   what is reported, with the particulars in `noun`; `invariants`: what always holds.
//! * `words`: which sentence of the kit's `words.toml` is used when: `question`, `answer`, `setup`; `prompting`: how a prompt asks and tells; `story`: the story.
//! * `sight`: [`view`](sight::view), what a seat sees; `knowledge`: what it knows; `board`: the map; `labels`, `sentences`: the
//!   table in words; `picture`: the table as pieces; `places`: the table as a snapshot.
//! * [`bots`]: the sensible and the random bot; `thought`: the evaluation. [`correct`]: corrections by the table.

pub mod bots;
pub mod correct;
pub mod data;
pub mod rules;
pub mod sight;
#[cfg(test)]
mod tests;
pub mod words;

use bots::{RandomHero, SensibleBot};
use data::Data;
use data::card::Panel;
use data::map::Map;
use data::options::Options;
use rules::event::Event;
use rules::moves::Move;
use rules::position::{Ambush, End, Position, Step};
use rules::refusal::Refusal;
use sight::view::View;

use super::past::{Binding, Past};
use super::shared::narrator::Narrator;
use super::{Entry, Setup};
use crate::games::shared::contract::{bots, counts, ruled};
use crate::games::shared::lexicon::Lexicon;
use crate::kit::{Kit, Problems};
use crate::referee::journal::Secrets;
use crate::referee::{Bots, Game, Outcome, Seat, Source, SourceInfo, Turn, Verdict, Whereabouts};

/// The name of the game on the command line.
pub const ID: &str = "miniskull-caverns";

/// The game's entry in the list of games.
pub const ENTRY: Entry = Entry {
    id: ID,
    rules: 2,
    editions: &[],
    options: data::options::LIST,
    bots: <Caverns as Bots>::NAMES,
    crowd: "",
    inert: data::options::inert,
    secrets: |_| Secrets::Table,
    binding: Binding::Rows(data::READS),
    past: Past {
        rules: &[(1, "0.1.0")],
        // A23, R86: "any other hero", wherever they are.
        defaults: &[(2, "tiny_helpers", "centre")],
        kits: &[
            ("ccb5d1e48bdccb6b", "b7ff9c236ebb9c0e"),
            ("d358b9ac7841f585", "b7ff9c236ebb9c0e"),
        ],
    },
};

const BATTLE_DIE: Source = Source(0);
const FIRST_PLAYER: Source = Source(1);

/// The sources of chance, by [`Source`].
const SOURCES: [SourceInfo; 2] = [
    SourceInfo {
        name: "battle die",
        group: "dice",
    },
    SourceInfo {
        name: "first player",
        group: "tokens",
    },
];

/// The rules applied to a kit's data, for these players and options.
#[derive(Clone, Debug)]
pub struct Caverns {
    data: Data,
    /// The map in use.
    map: Map,
    options: Options,
    /// The players' names, by seat.
    players: Vec<String>,
    secrets: Secrets,
    /// The printed pieces, for pictures.
    pieces: sight::picture::Pieces,
    /// The kit's sentences.
    lexicon: Lexicon,
}

impl Caverns {
    /// Builds the game from a kit; data that the rules cannot use are problems. The set-up's words have been checked against
    /// [`ENTRY`].
    pub fn new(kit: &Kit, setup: &Setup) -> Result<Caverns, Problems> {
        let data = Data::new(kit)?;
        let options = Options::new(setup);
        // R2, R107
        let red = match setup.players.len() {
            1 => options.solo_red,
            players => players > 2,
        };
        let map = data.maps[usize::from(options.backs)][usize::from(red)].clone();
        let pieces = sight::picture::Pieces::new(kit, &data.heroes);
        let players = setup.players.clone();
        let secrets = setup.secrets;
        let lexicon = Lexicon::of(kit, ID);
        let game = Caverns {
            data,
            map,
            options,
            players,
            secrets,
            pieces,
            lexicon,
        };
        game.lexicon.check(&game, &words::DECLARED).or(game)
    }

    /// The kit's data.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The options of the table.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// R14, R110, R124: the number of Gems that wake Tiny.
    pub fn required(&self) -> u8 {
        match self.players.len() {
            1 => self.options.solo_required,
            2 => 3,
            _ => 2,
        }
    }

    /// Whether the referee knows what others may not see.
    fn keeps_secrets(&self) -> bool {
        self.secrets == Secrets::Referee && self.players.len() > 1
    }

    /// The side at the top of a hero's Action card.
    fn panel(&self, p: &Position, seat: u8) -> Panel {
        self.data.actions[usize::from(seat)].panel(p.hero(seat).orientation)
    }
}

impl Narrator for Caverns {
    fn players(&self) -> &[String] {
        &self.players
    }
}

impl Game for Caverns {
    ruled!();

    fn sources(&self) -> &[SourceInfo] {
        if self.players.len() == 1 {
            &SOURCES[..1]
        } else {
            &SOURCES
        }
    }

    fn turn(&self, p: &Position) -> Turn {
        match p.step {
            Step::Over => Turn::Over,
            Step::First => Turn::Chance(FIRST_PLAYER),
            step if rules::judge::is_roll(step) => Turn::Chance(BATTLE_DIE),
            Step::AmbushLoss(Ambush { target, .. }) | Step::DefenceTactic { target } => {
                Turn::Player(target)
            }
            Step::Raise { by, .. } => Turn::Player(by),
            _ => Turn::Player(p.acting),
        }
    }

    fn judge(&self, p: &Position, mv: Move) -> Result<u32, Refusal> {
        self.verdict(p, mv)
    }

    /// Placing the last card reveals all of them (R24, R72).
    fn reveals(&self, p: &Position, mv: Move) -> bool {
        let last = match mv {
            Move::Place(..) => p.acting == p.first,
            Move::Tactic(_) => matches!(p.step, Step::DefenceTactic { .. }),
            _ => false,
        };
        self.keeps_secrets() && last
    }

    fn outcome(&self, p: &Position) -> Option<Outcome> {
        p.end.map(|end| self.outcome_of(end))
    }

    /// What is unknown was chosen by a player.
    fn guesses(&self, _p: &Position, _seat: Option<Seat>) -> bool {
        true
    }

    fn known(&self, p: &Position, seat: Option<Seat>, each: &mut dyn FnMut(Position, u32) -> bool) {
        let _ = self.ways_seen(p, seat).into_iter().all(|way| each(way, 1));
    }

    fn view<'p>(&'p self, position: &'p Position, seat: Option<Seat>) -> View<'p> {
        View::new(self, position, seat)
    }
}

impl Caverns {
    fn outcome_of(&self, end: End) -> Outcome {
        let verdict = |seat| match end {
            End::Won(winner) if winner == seat => Verdict::Win,
            End::Won(_) | End::NoStrength | End::NoTime => Verdict::Loss,
            End::RoundLimit if self.players.len() == 1 => Verdict::Loss,
            End::RoundLimit => Verdict::Draw,
        };
        let seats = 0..self.players.len() as u8;
        Outcome {
            verdicts: seats.map(verdict).collect(),
            ranking: Vec::new(),
            scores: vec![None; self.players.len()],
            is_scored: false,
        }
    }
}

impl Bots for Caverns {
    bots! { "patient" => SensibleBot::patient(), "sensible" => SensibleBot::default(), "random" => RandomHero }

    counts! {
        with (self, p);

        "turns": Event::RoundBegan { .. },
        "searches": Event::Searched { .. },
        "Gems found": Event::GemsTaken { .. },
        "monsters met": Event::MonsterCame { .. },
        "surprise attacks": Event::Ambushed { .. },
        "fights between heroes": Event::CombatBegan { .. },
        "Gems dropped": Event::GemDropped { .. },
        "fights with Tiny": Event::TinyFaced { .. },
        "hordes": Event::Disturbed { come: true, .. },
        "times at Strength 0": Event::Lost { strength: 0, .. } | Event::Expended { strength: 0, .. },
        "lost for want of Strength": Event::OutOfStrength { .. },
        "lost for want of time": Event::OutOfTime { .. },
    }

    /// About two rounds.
    const HORIZON: usize = 20;

    /// Before each round; a lone hero's game is played to its end.
    fn estimate(&self, p: &Position, seat: Seat) -> Option<f64> {
        let begins = p.step == Step::Place && p.playing().iter().all(|hero| hero.placed.is_none());
        (begins && !p.is_solo()).then(|| bots::estimate(&View::new(self, p, None), seat))
    }

    const FALLS: Option<&'static str> = Some("times at Strength 0");

    fn whereabouts(&self, _position: &Position, event: &Event) -> Option<(Seat, Whereabouts)> {
        match event {
            Event::Started { seat, at } => Some((*seat, Whereabouts::Began(self.map.name(*at)))),
            Event::Moved { seat, to } => Some((*seat, Whereabouts::Arrived(self.map.name(*to)))),
            Event::Lost {
                seat, strength: 0, ..
            }
            | Event::Expended {
                seat, strength: 0, ..
            } => Some((*seat, Whereabouts::Fell)),
            _ => None,
        }
    }

    fn measured_by(&self) -> Option<&'static str> {
        Some("sensible")
    }

    fn begins(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::First { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}
