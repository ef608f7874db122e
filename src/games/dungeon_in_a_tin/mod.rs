//! Dungeon in a Tin, by Jake Staines (2011): one or more knights, and a maiden to bring home.
//!
//! Rule numbers (R1-R91) and rulings (A1-A46) refer to the kit's `rules.toml`.
//!
//! * `data`: what the rules read from the kit; [`stack`](data::stack): checks of its tiles; [`options`](data::options): what
//!   a table may agree to change; [`piece`](data::piece), `bend`: small types.
//! * `rules`: [`position`](rules::position), the state of a game; [`worlds`](rules::worlds): where cards unseen by the
//!   referee may be; [`moves`](rules::moves): everything that changes a position; `judge`: which moves are legal;
//!   [`payment`](rules::payment): which coins may be paid; `steps`: the effects of moves; [`event`](rules::event),
//!   [`refusal`](rules::refusal): what is reported, with the particulars in `noun`; `invariants`: what always holds.
//! * `words`: which sentence of the kit's `words.toml` is used when: `question`, `answer`, `setup`; `prompting`: how a prompt asks and tells; `names`: pieces by codes and names; `story`: the story.
//! * `sight`: [`view`](sight::view), what a seat sees; `knowledge`: what it knows; `board`: the map; `labels`, `sentences`: the
//!   table in words; `picture`: the table as pieces; `places`: the table as a snapshot.
//! * [`bots`]: the sensible bot. [`correct`]: corrections by the table.

pub mod bots;
pub mod correct;
pub mod data;
pub mod rules;
pub mod sight;
#[cfg(test)]
mod tests;
pub mod words;

use bots::SensibleBot;
use data::Data;
use data::options::Options;
use data::piece::Colour;
use rules::event::Event;
use rules::moves::Move;
use rules::position::{Fate, Position, Step};
use rules::refusal::Refusal;
use sight::view::View;

use super::past::{Binding, Past};
use super::shared::narrator::{Narrator, ranked};
use super::{Entry, Setup};
use crate::games::shared::contract::{bots, counts, ruled};
use crate::games::shared::lexicon::Lexicon;
use crate::kit::{Kit, Problems};
use crate::referee::bot::RandomBot;
use crate::referee::journal::Secrets;
use crate::referee::{Bots, Ending, Game, Outcome, Seat, Source, SourceInfo, Turn, Whereabouts};

/// The name of the game on the command line.
pub const ID: &str = "dungeon-in-a-tin";

/// The game's entry in the list of games.
pub const ENTRY: Entry = Entry {
    id: ID,
    rules: 1,
    editions: &[],
    options: data::options::LIST,
    bots: <Dungeon as Bots>::NAMES,
    crowd: ": everybody brings a set, and the referee tells eight of them apart; more can play as two parties",
    inert: data::options::inert,
    secrets: |_| Secrets::Table,
    binding: Binding::Rows(data::READS),
    past: Past {
        kits: &[("f532525565eb18ea", "aca77d988cd16dcf")],
        ..Past::NONE
    },
};

const FIGHT_DECK: Source = Source(0);
const TILE_STACK: Source = Source(1);
const TREASURE_POOL: Source = Source(2);
const YELLOW_DIE: Source = Source(3);
const RED_DIE: Source = Source(4);
const ATTACK_DIE: Source = Source(5);
const COMBAT_DIE: Source = Source(6);
const ORDER_DIE: Source = Source(7);

/// The sources of chance, by [`Source`].
const SOURCES: [SourceInfo; 8] = [
    SourceInfo {
        name: "fight deck",
        group: "cards",
    },
    SourceInfo {
        name: "tile stack",
        group: "tiles",
    },
    SourceInfo {
        name: "treasure pool",
        group: "tokens",
    },
    SourceInfo {
        name: "yellow monster die",
        group: "dice",
    },
    SourceInfo {
        name: "red monster die",
        group: "dice",
    },
    SourceInfo {
        name: "attack die",
        group: "dice",
    },
    SourceInfo {
        name: "combat die",
        group: "dice",
    },
    SourceInfo {
        name: "turn order die",
        group: "dice",
    },
];

/// The rules applied to a kit's data, for these players and options.
#[derive(Clone, Debug)]
pub struct Dungeon {
    data: Data,
    options: Options,
    /// The players' names, by seat.
    players: Vec<String>,
    /// The printed pieces, for pictures.
    pieces: sight::picture::Pieces,
    /// The kit's sentences about events and pieces.
    lexicon: Lexicon,
}

impl Dungeon {
    /// Builds the game from a kit; data that the rules cannot use are problems. The set-up's words have been checked against
    /// [`ENTRY`].
    pub fn new(kit: &Kit, setup: &Setup) -> Result<Dungeon, Problems> {
        let game = Dungeon {
            data: Data::new(kit)?,
            options: Options::new(setup),
            players: setup.players.clone(),
            pieces: sight::picture::Pieces::new(kit),
            lexicon: Lexicon::of(kit, ID),
        };
        game.lexicon.check(&game, &words::DECLARED).or(game)
    }

    /// The kit's data.
    pub fn data(&self) -> &Data {
        &self.data
    }
}

impl Narrator for Dungeon {
    fn players(&self) -> &[String] {
        &self.players
    }
}

impl Game for Dungeon {
    ruled!();

    fn sources(&self) -> &[SourceInfo] {
        &SOURCES
    }

    fn turn(&self, p: &Position) -> Turn {
        Turn::Chance(match p.step {
            Step::Over => return Turn::Over,
            Step::Show(_) => return Turn::Table(FIGHT_DECK),
            Step::Deal if self.options.face_down => return Turn::Table(FIGHT_DECK),
            Step::Deal | Step::Refresh | Step::Reveal => FIGHT_DECK,
            Step::Tile => TILE_STACK,
            Step::Chest | Step::Loot => TREASURE_POOL,
            Step::Monster if p.coming.colour() == Colour::Red => RED_DIE,
            Step::Monster => YELLOW_DIE,
            Step::Attack => ATTACK_DIE,
            Step::Combat => COMBAT_DIE,
            Step::Order => ORDER_DIE,
            _ => return Turn::Player(p.actor() as Seat),
        })
    }

    fn judge(&self, p: &Position, mv: Move) -> Result<u32, Refusal> {
        self.verdict(p, mv)
    }

    /// A card becomes known when it is played from a closed hand or drawn into it, if only to its owner.
    fn reveals(&self, p: &Position, mv: Move) -> bool {
        let plays = p.step == Step::Card && matches!(mv, Move::Card(_));
        let draws = || {
            let mut after = p.clone();
            self.make(&mut after, mv, &mut |_| {});
            after
                .players
                .iter()
                .zip(&p.players)
                .any(|(after, before)| after.hand.hidden() > before.hand.hidden())
        };
        !self.options.open_hands && plays || self.options.face_down && draws()
    }

    /// R30: passing is automatic if nothing else is possible.
    fn idle(&self, p: &Position) -> Option<Move> {
        let mut more = p.step != Step::Treasure;
        self.list(p, &mut |mv| {
            more = more || mv != Move::Pass && self.verdict(p, mv).is_ok()
        });
        (!more).then_some(Move::Pass)
    }

    fn outcome(&self, p: &Position) -> Option<Outcome> {
        (p.step == Step::Over).then(|| self.standing(p))
    }

    fn known(&self, p: &Position, seat: Option<Seat>, each: &mut dyn FnMut(Position, u32) -> bool) {
        each(self.seen_from(p, seat), 1);
    }

    /// Monsters of one room are alike in any order, unless one is being fought.
    fn settle(&self, p: &mut Position) {
        if p.fight.is_none() {
            p.monsters
                .sort_by_key(|die| (die.room, die.monster, die.fought));
        }
    }

    fn view<'p>(&'p self, position: &'p Position, seat: Option<Seat>) -> View<'p> {
        View::new(self, position, seat)
    }
}

impl Dungeon {
    /// R90: players are ranked by score; a single player is not ranked.
    fn ranking(&self, p: &Position) -> Vec<Vec<Seat>> {
        if p.players.len() == 1 {
            return Vec::new();
        }
        let home = (0..p.players.len()).filter(|seat| p.players[*seat].fate == Fate::Home);
        ranked(home.map(|seat| seat as Seat), |seat| {
            self.score(p, usize::from(seat))
        })
    }
}

impl Bots for Dungeon {
    bots! { "patient" => SensibleBot::patient(), "sensible" => SensibleBot::default(), "random" => RandomBot }

    counts! {
        with (self, p);

        "turns": Event::TurnBegan { .. },
        "fights": Event::Attacked { .. },
        "kills": Event::FightWon { .. },
        "monsters": Event::MonsterCame { .. },
        "treasures": Event::TreasureFound { .. } | Event::LootFound { .. },
        "potions drunk": Event::Drank { .. },
        "maiden found": Event::MaidenFound { .. },
        "tiles skipped": Event::TileSkipped { .. },
        "moves stopped by a lock": Event::MetLock { .. },
        "locks opened": Event::Unlocked { .. },
        "chasms bridged": Event::Bridged { .. },
        "dry pools": Event::PoolDry { .. },
        "dice taken from other rooms": Event::DieMoved { .. },
        "levels gained": Event::LevelGained { .. },
        "deaths": Event::Died { .. },
    }

    const RATIOS: &'static [(&'static str, &'static str, &'static str)] =
        &[("kills per fight", "kills", "fights")];

    const FALLS: Option<&'static str> = Some("deaths");

    fn whereabouts(&self, position: &Position, event: &Event) -> Option<(Seat, Whereabouts)> {
        match event {
            Event::Moved { seat, room, .. } => Some((
                *seat,
                Whereabouts::Arrived(self.room_name(position, *room).to_owned()),
            )),
            Event::Died { seat } => Some((*seat, Whereabouts::Fell)),
            _ => None,
        }
    }

    /// Once it is decided what becomes of the seat, while others play on. Before that, estimates fitted to games of bots misled the
    /// search: what those have when they win is not what is worth having.
    fn estimate(&self, p: &Position, seat: Seat) -> Option<f64> {
        match p.players.get(usize::from(seat))?.fate {
            Fate::Home => Some(1.0),
            Fate::Dead => Some(0.0),
            Fate::Left | Fate::InDungeon => None,
        }
    }

    fn measured_by(&self) -> Option<&'static str> {
        Some("sensible")
    }

    fn begins(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::GoesFirst { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}
