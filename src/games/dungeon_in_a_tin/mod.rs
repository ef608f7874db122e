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
//! * `words`: which sentence of the kit's `words.toml` is used when: `question`, `answer`, `setup`; `stakes`: what is at stake
//!   in an answer; `prompting`: how a prompt asks and tells; `nouns`: pieces; `names`: stable names of moves; `story`: the
//!   retelling.
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
use data::piece::{Attack, Colour, Face, Kind, SPECIALS};
use rules::event::Event;
use rules::moves::Move;
use rules::position::{Fate, Position, Step};
use rules::refusal::Refusal;
use sight::view::View;

use super::past::{Binding, Past};
use super::shared::narrator::Narrator;
use super::side::Side;
use super::{Entry, Setup};
use crate::games::shared::event::{Declares as _, Events as _};
use crate::games::shared::lexicon::Lexicon;
use crate::kit::{Kit, Problems};
use crate::referee::bot::RandomBot;
use crate::referee::journal::Secrets;
use crate::referee::{Bot, Bots, Ending, Game, Outcome, RuleId, Said, Seat, Source, SourceInfo, Turn, Whereabouts};

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
    past: Past { kits: &[("f532525565eb18ea", "aca77d988cd16dcf")], ..Past::NONE },
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
    SourceInfo { name: "fight deck", group: "cards" },
    SourceInfo { name: "tile stack", group: "tiles" },
    SourceInfo { name: "treasure pool", group: "tokens" },
    SourceInfo { name: "yellow monster die", group: "dice" },
    SourceInfo { name: "red monster die", group: "dice" },
    SourceInfo { name: "attack die", group: "dice" },
    SourceInfo { name: "combat die", group: "dice" },
    SourceInfo { name: "turn order die", group: "dice" },
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

    /// Lists every move that could be legal in this step, in order.
    fn list(&self, p: &Position, each: &mut impl FnMut(Move)) {
        let seat = p.actor();
        let player = &p.players[seat];
        match p.step {
            Step::Deal if self.options.face_down => each(Move::Dealt),
            Step::Deal | Step::Refresh | Step::Reveal => (0..self.data.cards.len() as u8).map(Move::Draw).for_each(each),
            Step::Order | Step::Combat => (1..=6).map(Move::Roll).for_each(each),
            Step::Tile => (0..self.data.tiles.len() as u8).map(Move::Tile).for_each(each),
            Step::Monster => Face::ALL.map(Move::Face).into_iter().for_each(each),
            Step::Chest | Step::Loot => p.pool.kinds().map(Move::Treasure).for_each(each),
            Step::Attack => Attack::ALL.map(Move::Attack).into_iter().for_each(each),
            Step::SwapFirst | Step::SwapAfter | Step::LastHeart => [Move::Swap, Move::Keep].into_iter().for_each(each),
            Step::Free { late } => {
                let hurt = player.hearts < self.data.hearts;
                if !late && p.is_safe(seat) {
                    self.treasure_candidates(p, seat, each);
                    if hurt {
                        each(Move::Drink);
                    }
                }
                each(Move::Swap);
                self.moving_candidates(p, seat, each);
                if !late && p.is_safe(seat) {
                    if !hurt {
                        each(Move::Drink);
                    }
                    player.carried.kinds().map(Move::Drop).for_each(each);
                }
            }
            Step::Treasure => {
                self.treasure_candidates(p, seat, each);
                each(Move::Pass);
                each(Move::Swap);
                player.carried.kinds().map(Move::Drop).for_each(each);
            }
            Step::Basket => {
                let price = self.data.price(p.basket);
                rules::payment::payments(&self.data, player.carried.coins(), price, &mut |coins| each(Move::Pay(coins)));
                (0..SPECIALS as u8).map(|kind| Move::Buy(Kind(kind))).for_each(&mut *each);
                each(Move::Cancel);
            }
            Step::Potion => [Move::Drink, Move::Pass, Move::Swap].into_iter().for_each(each),
            Step::Declare => {
                self.moving_candidates(p, seat, each);
                each(Move::Swap);
            }
            Step::Rotate => {
                Side::ALL.into_iter().map(Move::Lay).for_each(&mut *each);
                each(Move::Swap);
            }
            Step::Choose => {
                for (at, die) in p.monsters.iter().enumerate().filter(|(_, die)| die.room == player.room) {
                    // Equal dice are one option.
                    if !p.monsters[..at].contains(die) {
                        each(Move::Fight(die.monster, die.fought));
                    }
                }
                each(Move::Swap);
            }
            Step::Show(_) => (0..self.data.cards.len() as u8).map(Move::Show).for_each(each),
            Step::Card if self.options.face_down => {
                (0..self.data.cards.len() as u8).map(Move::Card).for_each(&mut *each);
                each(Move::Deck);
                each(Move::Swap);
            }
            Step::Card => {
                let cards = player.hand.cards();
                let first = |at: &usize| *at == 0 || cards[*at - 1] != cards[*at];
                (0..cards.len()).filter(first).map(|at| Move::Card(cards[at])).for_each(&mut *each);
                each(Move::Deck);
                each(Move::Swap);
            }
            Step::Bomb => [Move::Bomb, Move::NoBomb, Move::Swap].into_iter().for_each(each),
            Step::Over => {}
        }
    }

    fn treasure_candidates(&self, p: &Position, seat: usize, each: &mut impl FnMut(Move)) {
        let player = &p.players[seat];
        p.room(player.room).floor.kinds().map(Move::Take).for_each(&mut *each);
        if player.room == 0 {
            (0..SPECIALS as u8).map(|kind| Move::Buy(Kind(kind))).for_each(each);
        }
    }

    fn moving_candidates(&self, p: &Position, seat: usize, each: &mut impl FnMut(Move)) {
        let player = &p.players[seat];
        if player.carried.has(Kind::KEY) {
            Side::ALL.into_iter().map(Move::Unlock).for_each(&mut *each);
            Side::ALL.into_iter().map(Move::UnlockBeyond).for_each(&mut *each);
        }
        p.room(player.room).exits.iter().map(Move::Go).for_each(&mut *each);
        each(Move::Stay);
        each(Move::Leave);
    }
}

impl Narrator for Dungeon {
    fn players(&self) -> &[String] {
        &self.players
    }
}

impl Game for Dungeon {
    type Position = Position;
    type Move = Move;
    type Event = Event;
    type Refusal = Refusal;
    type View<'p> = View<'p>;

    fn seats(&self) -> usize {
        self.players.len()
    }

    fn in_words(&self, said: &Said) -> String {
        self.lexicon.in_words(said)
    }

    fn sources(&self) -> &[SourceInfo] {
        &SOURCES
    }

    fn start(&self) -> Position {
        self.set_up()
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

    fn candidates(&self, p: &Position, each: &mut impl FnMut(Move)) {
        self.list(p, each);
    }

    fn judge(&self, p: &Position, mv: Move) -> Result<u32, Refusal> {
        self.verdict(p, mv)
    }

    fn apply(&self, p: &mut Position, mv: Move, tell: &mut impl FnMut(Event)) {
        self.make(p, mv, tell);
    }

    /// A card becomes known when it is played from a closed hand or drawn into it, if only to its owner.
    fn reveals(&self, p: &Position, mv: Move) -> bool {
        let plays = p.step == Step::Card && matches!(mv, Move::Card(_));
        let draws = || {
            let mut after = p.clone();
            self.make(&mut after, mv, &mut |_| {});
            after.players.iter().zip(&p.players).any(|(after, before)| after.hand.hidden() > before.hand.hidden())
        };
        !self.options.open_hands && plays || self.options.face_down && draws()
    }

    /// R30: passing is automatic if nothing else is possible.
    fn idle(&self, p: &Position) -> Option<Move> {
        let mut more = p.step != Step::Treasure;
        self.list(p, &mut |mv| more = more || mv != Move::Pass && self.verdict(p, mv).is_ok());
        (!more).then_some(Move::Pass)
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

impl Dungeon {
    /// R90: players are ranked by score; a single player is not ranked.
    fn ranking(&self, p: &Position) -> Vec<Vec<Seat>> {
        if p.players.len() == 1 {
            return Vec::new();
        }
        let mut home: Vec<(u32, Seat)> = (0..p.players.len())
            .filter(|seat| p.players[*seat].fate == Fate::Home)
            .map(|seat| (self.score(p, seat), seat as Seat))
            .collect();
        home.sort_by_key(|(score, seat)| (std::cmp::Reverse(*score), *seat));
        home.chunk_by(|a, b| a.0 == b.0).map(|rank| rank.iter().map(|(_, seat)| *seat).collect()).collect()
    }
}

impl Bots for Dungeon {
    const NAMES: &'static [&'static str] = &["patient", "sensible", "random"];

    const COUNTS: &'static [&'static str] = &[
        "turns",
        "fights",
        "kills",
        "monsters",
        "treasures",
        "potions drunk",
        "maiden found",
        "tiles skipped",
        "moves stopped by a lock",
        "locks opened",
        "chasms bridged",
        "dry pools",
        "dice taken from other rooms",
        "levels gained",
        "deaths",
    ];

    const RATIOS: &'static [(&'static str, &'static str, &'static str)] = &[("kills per fight", "kills", "fights")];

    fn bot(&self, name: &str) -> Option<Box<dyn Bot<Dungeon>>> {
        match name {
            "patient" => Some(Box::new(SensibleBot::patient())),
            "sensible" => Some(Box::new(SensibleBot::default())),
            "random" => Some(Box::new(RandomBot)),
            _ => None,
        }
    }

    fn count(&self, _position: &Position, event: &Event, each: &mut dyn FnMut(&'static str, u32)) {
        let name = match event {
            Event::TurnBegan { .. } => "turns",
            Event::Attacked { .. } => "fights",
            Event::FightWon { .. } => "kills",
            Event::MonsterCame { .. } => "monsters",
            Event::TreasureFound { .. } | Event::LootFound { .. } => "treasures",
            Event::Drank { .. } => "potions drunk",
            Event::MaidenFound { .. } => "maiden found",
            Event::TileSkipped { .. } => "tiles skipped",
            Event::MetLock { .. } => "moves stopped by a lock",
            Event::Unlocked { .. } => "locks opened",
            Event::Bridged { .. } => "chasms bridged",
            Event::PoolDry { .. } => "dry pools",
            Event::DieMoved { .. } => "dice taken from other rooms",
            Event::LevelGained { .. } => "levels gained",
            Event::Died { .. } => "deaths",
            _ => return,
        };
        each(name, 1);
    }

    const FALLS: Option<&'static str> = Some("deaths");

    fn whereabouts(&self, position: &Position, event: &Event) -> Option<(Seat, Whereabouts)> {
        match event {
            Event::Moved { seat, room, .. } => {
                Some((*seat, Whereabouts::Arrived(self.room_name(position, *room).to_owned())))
            }
            Event::Died { seat } => Some((*seat, Whereabouts::Fell)),
            _ => None,
        }
    }

    fn labels(&self) -> Vec<&'static str> {
        Event::DECLARED.kinds.iter().map(|kind| kind.name).collect()
    }

    fn label(&self, position: &Position, event: &Event) -> Option<(&'static str, RuleId)> {
        Some(event.label(self, position))
    }

    /// Once it is decided what becomes of the seat, while others play on.
    fn prospect(&self, p: &Position, seat: Seat) -> Option<f64> {
        match p.players.get(usize::from(seat))?.fate {
            Fate::Home => Some(1.0),
            Fate::Dead => Some(0.0),
            Fate::Left | Fate::InDungeon => None,
        }
    }

    fn measured_by(&self) -> &'static str {
        "sensible"
    }

    fn begins(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::GoesFirst { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}
