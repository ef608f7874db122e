//! One game between bots.

use std::collections::HashMap;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;

use crate::referee::bot::below;
use crate::referee::program::{self, PREFIX, Program, Programs};
use crate::referee::robot::Robot;
pub use crate::referee::robot::{HASTY, SEARCH, Unfit};
use crate::referee::{Bots, Choices, Outcome, Seat, Turn, Words};

/// A game is cut after this many moves, including those of chance.
pub const LONGEST: u64 = 20_000;

/// The same for games of one's own, where nobody knows whether they end: with bots that think, and with one that looks ahead.
pub const LONGEST_OF_BOTS: u64 = 5_000;
pub const LONGEST_OF_SEARCH: u64 = 2_000;

/// After how many moves these bots have no more patience with a game of one's own.
pub fn patience(bots: &[String]) -> u64 {
    let is = |name: &str| bots.iter().any(|bot| bot.starts_with(name));
    match () {
        () if is(SEARCH) => LONGEST_OF_SEARCH,
        () if bots
            .iter()
            .all(|bot| bot == "random" || bot.starts_with(PREFIX)) =>
        {
            LONGEST
        }
        () => LONGEST_OF_BOTS,
    }
}

/// This many games at random are tried before slow bots play, each of at most this many moves,
const TRIED: u64 = 8;
const TRIED_MOVES: u64 = 3_000;

/// and then of the best bot, whose moves may take a thousand times longer.
const TRIED_WELL: u64 = 4;
const TRIED_WELL_MOVES: u64 = 1_000;

/// Checks that games come to an end before bots play that take their time: one of a few at random does, or by the best bot.
///
/// # Errors
///
/// None does.
pub fn demand_end<G: Words + Bots>(game: &G, seed: u64) -> Result<(), Unfit> {
    let ends = |bot: &str, (games, moves): (u64, u64)| {
        let bots = [bot.to_owned()];
        (0..games).into_par_iter().any(|number| {
            let played = Table::default().play(game, &bots, (seed, number), moves, &mut ());
            played.outcome.is_some()
        })
    };
    let best = G::NAMES.first();
    let well = (TRIED_WELL, TRIED_WELL_MOVES);
    if ends("random", (TRIED, TRIED_MOVES)) || best.is_some_and(|best| ends(best, well)) {
        Ok(())
    } else {
        Err(Unfit::Unending((TRIED, TRIED_MOVES), well))
    }
}

/// A game goes in circles if it comes to one position so often with nothing left to chance in between.
pub const ROUNDS: u32 = 30;

/// Circles are looked for only after this many moves without chance.
const CALM: u64 = 500;

/// Where a game has been since something was last left to chance.
#[derive(Default)]
struct Circles {
    visits: HashMap<u64, u32>,
    calm: u64,
}

impl Circles {
    /// A decision is asked for; whether the game goes in circles.
    fn come<G: Bots>(&mut self, game: &G, position: &G::Position) -> bool {
        self.calm += 1;
        if self.calm <= CALM {
            return false;
        }
        let Some(place) = game.place(position) else {
            return false;
        };
        let visits = self.visits.entry(place).or_default();
        *visits += 1;
        *visits >= ROUNDS
    }

    /// Chance decides something.
    fn leave(&mut self) {
        self.calm = 0;
        self.visits.clear();
    }
}

/// The result of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The outcome; `None` if the game was cut.
    pub outcome: Option<Outcome>,
    /// By the game's [`Bots::all_counts`].
    pub counts: Vec<u32>,
    pub moves: u64,
    /// How often a player had a choice.
    pub decisions: u32,
    /// About how many moves the bots tried, to decide.
    pub tried: u64,
    /// Who took the first turn, if anybody did.
    pub began: Option<Seat>,
    /// The game's [`Bots::counters`] at the end: their sums, and how many values each has.
    pub counters: Vec<(i64, u32)>,
}

/// An observer of games as they are played.
pub trait Observer<G: Bots> {
    /// A move is about to be made, one of `choices`.
    fn moved(&mut self, turn: Turn, choices: &Choices<G::Move>, mv: G::Move) {
        let _ = (turn, choices, mv);
    }

    /// Something came of a move; `position` is the one after it.
    fn happened(&mut self, position: &G::Position, event: &G::Event) {
        let _ = (position, event);
    }

    /// A player used the piece with this printed name.
    fn used(&mut self, seat: Seat, piece: &str) {
        let _ = (seat, piece);
    }
}

/// No observer.
impl<G: Bots> Observer<G> for () {}

/// A player who decides for a seat.
enum Player<G: Bots> {
    Robot(Robot<G>),
    /// A program of one's own.
    Program,
}

impl<G: Words + Bots> Player<G> {
    /// A new player of that name.
    fn named(game: &G, name: &str) -> Option<Player<G>> {
        if name.starts_with(PREFIX) {
            Some(Player::Program)
        } else {
            Robot::named(game, name).map(Player::Robot)
        }
    }

    fn tried(&self) -> u64 {
        match self {
            Player::Robot(robot) => robot.tried(),
            Player::Program => 0,
        }
    }
}

/// Checks that every one of these bots can play a game as it is called.
///
/// # Errors
///
/// The first that cannot.
pub fn demand_fit<G: Words + Bots>(
    game: &G,
    names: &[String],
    programs: Option<&Arc<dyn Programs>>,
) -> Result<(), Unfit> {
    for name in names {
        match name.starts_with(PREFIX) {
            true if programs.is_some() => {}
            true => return Err(Unfit::Program(name.clone())),
            false => drop(Robot::fit(game, name)?),
        }
    }
    Ok(())
}

/// Buffers for playing, and the luck of one game: the n-th result of a source is a function of seed, game, source and n, so that
/// two versions of a game meet the same luck as long as they play alike.
pub struct Table<G: Bots> {
    choices: Choices<G::Move>,
    sources: Vec<ChaCha8Rng>,
    seats: Vec<ChaCha8Rng>,
    programs: Option<Arc<dyn Programs>>,
    /// The programs that run, by seat, each with its command.
    running: Vec<Option<(String, Box<dyn Program>)>>,
}

impl<G: Bots> Default for Table<G> {
    fn default() -> Self {
        Table {
            choices: Choices::default(),
            sources: Vec::new(),
            seats: Vec::new(),
            programs: None,
            running: Vec::new(),
        }
    }
}

/// The random streams of a game are numbered by source, or by seat with this bit set.
const SEATS: u64 = 1 << 7;

impl<G: Words + Bots> Table<G> {
    /// A table at which programs may play.
    pub fn with(programs: Option<Arc<dyn Programs>>) -> Table<G> {
        Table {
            programs,
            ..Table::default()
        }
    }

    /// Tells the programs among the players that a game begins; each seat keeps its process from game to game.
    fn call(&mut self, game: &G, bots: &[String], number: u64) {
        let Some(programs) = &self.programs else {
            return;
        };
        self.running.resize_with(game.seats(), || None);
        let named = bots.iter().cycle().take(game.seats());
        for ((seat, name), running) in (0..).zip(named).zip(&mut self.running) {
            let Some(command) = name.strip_prefix(PREFIX) else {
                *running = None;
                continue;
            };
            if running.as_ref().is_none_or(|(known, _)| known != command) {
                let started = programs.start(command);
                let started = started.inspect_err(|why| programs.fail(why.clone()));
                *running = started.ok().map(|program| (command.to_owned(), program));
            }
            if let Some((_, process)) = running {
                // One that is gone says so when it is asked.
                program::begin(process.as_mut(), game, seat, number);
            }
        }
    }

    /// What a program answers; `None` if it failed, which is noted.
    fn asked(&mut self, game: &G, position: &G::Position, seat: Seat) -> Option<G::Move> {
        let (command, process) = self.running.get_mut(usize::from(seat))?.as_mut()?;
        match program::ask(process.as_mut(), game, (position, seat), &self.choices) {
            Ok(mv) => Some(mv),
            Err(why) => {
                let programs = self.programs.as_ref()?;
                programs.fail(format!("the bot `{command}` cannot go on: {why}"));
                None
            }
        }
    }

    /// Whether a program has failed, so that the games are for nothing.
    fn is_over(&self) -> bool {
        let programs = self.programs.as_ref();
        programs.is_some_and(|programs| programs.has_failed())
    }
    fn shuffle(&mut self, game: &G, seed: u64, number: u64) {
        let stream = |of: u64| {
            let mut luck = ChaCha8Rng::seed_from_u64(seed);
            luck.set_stream(number << 8 | of);
            luck
        };
        self.sources = (0..game.sources().len() as u64).map(stream).collect();
        self.seats = (0..game.seats() as u64)
            .map(|seat| stream(SEATS | seat))
            .collect();
    }

    /// Plays game `number` of a seed.
    pub fn play(
        &mut self,
        game: &G,
        bots: &[String],
        (seed, number): (u64, u64),
        longest: u64,
        onlooker: &mut impl Observer<G>,
    ) -> Played {
        self.shuffle(game, seed, number);
        let named = bots.iter().cycle().take(game.seats());
        let mut players: Vec<_> = named.filter_map(|name| Player::named(game, name)).collect();
        let mut position = game.start();
        self.call(game, bots, number);
        let names = game.all_counts();
        let mut played = Played {
            outcome: None,
            counts: vec![0; names.len()],
            moves: 0,
            decisions: 0,
            tried: 0,
            began: None,
            counters: Vec::new(),
        };
        let count = |played: &mut Played, position: &G::Position, event: &G::Event| {
            played.began = played.began.or_else(|| game.begins(event));
            game.count(position, event, &mut |name, count| {
                if let Some(at) = names.iter().position(|known| *known == name) {
                    played.counts[at] += count;
                }
            });
        };
        for event in game.opening() {
            onlooker.happened(&position, event);
            count(&mut played, &position, event);
        }
        let mut events = Vec::new();
        let mut circles = Circles::default();
        while played.moves < longest && !self.is_over() {
            let turn = game.turn(&position);
            game.moves(&position, &mut self.choices);
            let mv = match turn {
                Turn::Over => break,
                Turn::Player(_) if circles.come(game, &position) => break,
                Turn::Player(seat) => {
                    played.decisions += u32::from(self.choices.len() > 1);
                    let chosen = match &mut players[usize::from(seat)] {
                        Player::Program => self.asked(game, &position, seat),
                        Player::Robot(robot) => {
                            let luck = &mut self.seats[usize::from(seat)];
                            robot.choose(game, &position, seat, &self.choices, luck)
                        }
                    };
                    match chosen {
                        Some(mv) => mv,
                        None => break,
                    }
                }
                Turn::Chance(source) | Turn::Table(source) => {
                    circles.leave();
                    let luck = &mut self.sources[usize::from(source.0)];
                    match self.choices.at(below(self.choices.total(), luck)) {
                        Some(choice) => choice.mv,
                        None => break,
                    }
                }
            };
            onlooker.moved(turn, &self.choices, mv);
            if let Some((seat, piece)) = game.used_in_secret(&position, mv) {
                onlooker.used(seat, piece);
            }
            events.clear();
            debug_assert!(game.judge(&position, mv).is_ok(), "a listed move is legal");
            game.apply(&mut position, mv, &mut |event| events.push(event));
            for event in events.iter() {
                onlooker.happened(&position, event);
                if let Some((seat, piece)) = game.used(&position, event) {
                    onlooker.used(seat, piece);
                }
                count(&mut played, &position, event);
            }
            played.moves += 1;
        }
        // Of the questions that were asked, those that left a choice: the minutes are told of the same.
        if let Some(at) = names.iter().position(|name| *name == "decisions") {
            played.counts[at] = played.decisions;
        }
        played.outcome = game.outcome(&position).filter(|_| !game.is_cut(&position));
        played.counters = counted(game, &position);
        played.tried = players.iter().map(Player::tried).sum();
        for (seat, running) in (0..).zip(&mut self.running) {
            if let Some((_, process)) = running {
                program::end(process.as_mut(), played.outcome.as_ref(), seat);
            }
        }
        played
    }
}

/// The counters of a position: their sums, and how many values each has.
pub fn counted<G: Bots>(game: &G, position: &G::Position) -> Vec<(i64, u32)> {
    let mut all = Vec::new();
    game.each_counter(position, &mut |at, value| {
        if all.len() <= at {
            all.resize(at + 1, (0, 0));
        }
        all[at].0 += i64::from(value);
        all[at].1 += 1;
    });
    all
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::games::{self, GAMES, Setup, Visitor};
    use crate::kit::{Files, Kit};
    use crate::referee::journal::Secrets;

    /// Every kit that is shipped, that one may begin with, or that the tests play.
    fn kits() -> Vec<Kit> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let shipped = GAMES.iter().filter_map(|game| Files::shipped(game.id));
        let mut all: Vec<Kit> = shipped
            .map(|files| Kit::open(files).expect("a good kit"))
            .collect();
        for parent in ["starters", "tests/kits/played"] {
            let folders = std::fs::read_dir(root.join(parent)).expect("a folder");
            let mut folders: Vec<_> = folders.map(|entry| entry.unwrap().path()).collect();
            folders.sort();
            all.extend(
                folders
                    .iter()
                    .map(|folder| Kit::at(folder).expect("a good kit")),
            );
        }
        assert!(all.len() > 20, "{}", all.len());
        all
    }

    const NAMES: [&str; 14] = [
        "random",
        "hasty",
        "dossier",
        "search:2",
        "greedy",
        "sensible",
        "patient",
        "predatory",
        "search:0",
        "search:5000000",
        "search:many",
        "serach",
        "cmd:./mine",
        "",
    ];

    /// So many decisions of each bot are looked at, and so many of games at random.
    const DECISIONS: usize = 2;
    const RANDOM_DECISIONS: usize = 20;

    /// Tries all bots in a game.
    struct All<'k>(&'k Kit);

    impl Visitor for All<'_> {
        type Out = ();

        fn visit<G: Words + Bots>(self, game: G) {
            let id = self.0.game();
            for name in NAMES {
                match Robot::fit(&game, name) {
                    Ok(robot) => plays_as_called(&game, robot, &format!("{name} in {id}")),
                    Err(why) => {
                        assert!(!G::NAMES.contains(&name), "{name} in {id}");
                        offers_others(&game, &why.told(id), (name, id));
                    }
                }
            }
        }
    }

    /// Whoever looks at what is possible always finds something, also in the middle of a game.
    fn plays_as_called<G: Words + Bots>(game: &G, mut robot: Robot<G>, name: &str) {
        let mut luck = ChaCha8Rng::seed_from_u64(5);
        let mut choices = Choices::default();
        let mut position = game.start();
        let mut left = if name.starts_with("random") {
            RANDOM_DECISIONS
        } else {
            DECISIONS
        };
        for _ in 0..400 {
            game.moves(&position, &mut choices);
            let mv = match game.turn(&position) {
                Turn::Over => break,
                Turn::Player(seat) if choices.len() > 1 => {
                    let worlds = game.worlds(&position, Some(seat), 64, 4);
                    assert!(!worlds.list.is_empty(), "{name}");
                    left -= 1;
                    robot.choose(game, &position, seat, &choices, &mut luck)
                }
                _ => choices
                    .at(below(choices.total(), &mut luck))
                    .map(|choice| choice.mv),
            };
            let mv = mv.unwrap_or_else(|| panic!("{name} gives no answer"));
            game.play(&mut position, mv, &mut |_| {})
                .unwrap_or_else(|_| panic!("{name} gives an answer that is none"));
            if left == 0 {
                break;
            }
        }
    }

    /// The reason names what is wrong, and bots that would do.
    fn offers_others<G: Words + Bots>(game: &G, told: &str, (name, id): (&str, &str)) {
        assert!(told.contains(&format!("`{name}`")), "{told}");
        let (_, others) = told
            .split_once("there are ")
            .or_else(|| told.split_once("other bots: "))
            .unwrap_or_default();
        let others = others
            .split([' ', ','])
            .filter(|word| !["", "and"].contains(word));
        for other in others {
            let other = other.replace(":N", ":7");
            assert!(Robot::fit(game, &other).is_ok(), "{other} in {id}: {told}");
        }
    }

    #[test]
    fn bots_play_as_they_are_called_or_not_at_all() {
        for kit in kits() {
            for players in [*kit.players.start(), 2, 3] {
                if !kit.players.contains(&players) {
                    continue;
                }
                let setup = Setup {
                    secrets: Secrets::Referee,
                    ..Setup::of_count(players)
                };
                let played = games::with(kit.game(), &kit, &setup, All(&kit));
                assert!(played.is_ok(), "{}", kit.game());
            }
        }
    }
}
