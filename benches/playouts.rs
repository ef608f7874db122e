//! Random playouts through the contract of games, every move judged: decisions a second on one core.
//!
//! `cargo bench --bench playouts`. A decision is any move, chance's included. Read the items a second.

mod shared;

use divan::Bencher;
use divan::counter::ItemsCount;
use paperkeep::games::{self, Setup, Visitor};
use paperkeep::referee::bot::below;
use paperkeep::referee::journal::Secrets;
use paperkeep::referee::{Bots, Choices, Words};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn main() {
    divan::main();
}

/// So many decisions are one sample.
const DECISIONS: u64 = 100_000;

#[divan::bench(args = [1, 2, 3], max_time = 5)]
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
    play(bencher, "deep-dark-dungeon", players, Some(editions[EDITION].to_owned()));
}

#[divan::bench(args = [2, 3, 4], max_time = 5)]
fn dungeonbuilders(bencher: Bencher, players: u32) {
    play(bencher, "dungeonbuilders", players, None);
}

fn play(bencher: Bencher, id: &str, players: u32, edition: Option<String>) {
    let setup = Setup { edition, secrets: Secrets::Referee, ..Setup::of_count(players) };
    games::with(id, &shared::kit(id), &setup, Playouts(bencher)).expect("a game");
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
                let choice = choices.at(below(choices.total(), &mut luck)).expect("a case below the total");
                game.play(&mut position, choice.mv, &mut |_| {}).expect("a listed move");
                made += 1;
            }
        });
    }
}
