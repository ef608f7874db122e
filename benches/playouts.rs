//! Random playouts through the game interface: decisions per second on one core. Listed moves are legal, so they are not judged
//! again.
//!
//! `cargo bench --bench playouts`. A decision is any move, including those of chance. Read the items per second.

use std::path::{Path, PathBuf};

use divan::Bencher;
use divan::counter::ItemsCount;
use paperkeep::games::{self, Setup, Visitor};
use paperkeep::kit::{Files, Kit};
use paperkeep::lab::playout::Table;
use paperkeep::referee::bot::below;
use paperkeep::referee::journal::Secrets;
use paperkeep::referee::{Bots, Choices, Turn, Words};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn main() {
    divan::main();
}

/// The number of decisions in a sample.
const DECISIONS: u64 = 100_000;

#[divan::bench(args = 1..=8, max_time = 5)]
fn dungeon_in_a_tin(bencher: Bencher, players: u32) {
    play(bencher, "dungeon-in-a-tin", players, None);
}

#[divan::bench(args = [1, 2, 3], max_time = 5)]
fn miniskull_caverns(bencher: Bencher, players: u32) {
    play(bencher, "miniskull-caverns", players, None);
}

#[divan::bench(args = [2, 3, 4], max_time = 5)]
fn dungeon_crawl(bencher: Bencher, players: u32) {
    play(bencher, "dungeon-crawl", players, None);
}

#[divan::bench(args = [1, 2, 3, 4], consts = [0, 1], max_time = 5)]
fn deep_dark_dungeon<const EDITION: usize>(bencher: Bencher, players: u32) {
    let editions = games::find("deep-dark-dungeon").expect("a game").editions;
    play(
        bencher,
        "deep-dark-dungeon",
        players,
        Some(editions[EDITION].to_owned()),
    );
}

#[divan::bench(args = [2, 3, 4], max_time = 5)]
fn dungeonbuilders(bencher: Bencher, players: u32) {
    play(bencher, "dungeonbuilders", players, None);
}

/// Kits whose rules are data, with the number of players; here only moves of players count as decisions.
const KITS: [(&str, u32); 7] = [
    ("pig", 2),
    ("crazy-eights", 3),
    ("crawl", 1),
    ("vault", 2),
    ("klondike", 1),
    ("fireworks", 3),
    ("meadows", 2),
];

#[divan::bench(args = KITS, max_time = 5)]
fn by_kit(bencher: Bencher, (name, players): (&str, u32)) {
    visit(name, players, None, Decisions(bencher));
}

fn folder(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("tests/kits/played").join(name)
}

fn play(bencher: Bencher, id: &str, players: u32, edition: Option<String>) {
    visit(id, players, edition, Playouts(bencher));
}

/// Begins a game, of a shipped kit or one of the tests' kits.
fn visit<V: Visitor>(name: &str, players: u32, edition: Option<String>, visitor: V) {
    let kit = match Files::shipped(name) {
        Some(files) => Kit::open(files),
        None => Kit::at(&folder(name)),
    };
    let setup = Setup {
        edition,
        secrets: Secrets::Referee,
        ..Setup::of_count(players)
    };
    games::with(name, &kit.expect("a good kit"), &setup, visitor).expect("a game");
}

struct Playouts<'a, 'b>(Bencher<'a, 'b>);

impl Visitor for Playouts<'_, '_> {
    type Out = ();

    fn visit<G: Words + Bots>(self, game: G) {
        let mut luck = ChaCha8Rng::seed_from_u64(1);
        let mut choices = Choices::default();
        let start = game.start();
        let mut position = start.clone();
        self.0.counter(ItemsCount::new(DECISIONS)).bench_local(|| {
            let mut made = 0;
            while made < DECISIONS {
                game.moves(&position, &mut choices);
                if choices.is_empty() {
                    position.clone_from(&start);
                    continue;
                }
                let choice = choices
                    .at(below(choices.total(), &mut luck))
                    .expect("a case below the total");
                game.apply(&mut position, choice.mv, &mut |_| {});
                made += 1;
            }
        });
    }
}

/// Random games with any listed move, until this many decisions were made.
struct Decisions<'a, 'b>(Bencher<'a, 'b>);

impl Visitor for Decisions<'_, '_> {
    type Out = ();

    fn visit<G: Words + Bots>(self, game: G) {
        const MADE: u64 = 20_000;
        let mut luck = ChaCha8Rng::seed_from_u64(1);
        let mut choices = Choices::default();
        let start = game.start();
        let mut position = start.clone();
        self.0.counter(ItemsCount::new(MADE)).bench_local(|| {
            let mut made = 0;
            while made < MADE {
                let turn = game.turn(&position);
                if turn == Turn::Over {
                    position.clone_from(&start);
                    continue;
                }
                game.moves(&position, &mut choices);
                let choice = choices
                    .at(below(choices.total(), &mut luck))
                    .expect("a case below the total");
                game.apply(&mut position, choice.mv, &mut |_| {});
                made += u64::from(matches!(turn, Turn::Player(_)));
            }
        });
    }
}

/// The shipped games with their numbers of players in which bots are measured, beside the kits.
const GAMES: [(&str, u32); 5] = [
    ("dungeon-in-a-tin", 2),
    ("miniskull-caverns", 3),
    ("dungeon-crawl", 3),
    ("deep-dark-dungeon", 3),
    ("dungeonbuilders", 3),
];

const RANDOM: usize = 0;
const BEST: usize = 1;
const SEARCH: usize = 2;

#[divan::bench(args = GAMES.into_iter().chain(KITS), consts = [RANDOM, BEST, SEARCH], max_time = 5)]
fn bots<const BOT: usize>(bencher: Bencher, (name, players): (&str, u32)) {
    visit(name, players, None, Played::<BOT>(bencher));
}

/// Games between bots, cut after some moves; the items are moves, including those of chance.
struct Played<'a, 'b, const BOT: usize>(Bencher<'a, 'b>);

impl<const BOT: usize> Visitor for Played<'_, '_, BOT> {
    type Out = ();

    fn visit<G: Words + Bots>(self, game: G) {
        const GAMES: u64 = 3;
        const LONGEST: u64 = 200;
        let bot = match BOT {
            RANDOM => "random",
            BEST => G::NAMES[0],
            _ => "search:50",
        };
        let bots = [bot.to_owned()];
        let play = |number| {
            let mut table = Table::default();
            table.play(&game, &bots, (1, number), LONGEST, &mut ())
        };
        let moves = || (0..GAMES).map(|number| play(number).moves).sum::<u64>();
        let count = moves();
        self.0.counter(ItemsCount::new(count)).bench_local(moves);
    }
}
