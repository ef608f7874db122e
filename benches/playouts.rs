//! Random playouts through the contract of games, every move judged: decisions a second on one core.
//!
//! `cargo bench --bench playouts`. A decision is any move, chance's included. Read the items a second.
//!
//! Reached for Dungeon in a Tin: 8 million a second, with 1 to 3 players. Random knights often leave early; where they are
//! kept from it and games get long, 5 to 7 million. About a third of that is listing, where every candidate is judged; the
//! rest is playing, where the chosen move is judged again. Nothing is allocated but a new game's position.

use divan::Bencher;
use divan::counter::ItemsCount;
use paperkeep::games::{self, Setup, Visitor};
use paperkeep::kit::{Files, Kit};
use paperkeep::referee::bot::below;
use paperkeep::referee::{Bots, Choices, Words};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn main() {
    divan::main();
}

/// So many decisions are one sample.
const DECISIONS: u64 = 100_000;

#[divan::bench(args = [1, 2, 3], max_time = 5)]
fn dungeon_in_a_tin(bencher: Bencher, players: usize) {
    let kit = Kit::open(Files::shipped("dungeon-in-a-tin").expect("a shipped kit")).expect("a good kit");
    let setup = Setup { players: (0..players).map(|seat| format!("P{seat}")).collect(), ..Setup::default() };
    games::with("dungeon-in-a-tin", &kit, &setup, Playouts(bencher)).expect("a game");
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
