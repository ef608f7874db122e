//! Random play of a kit's rules does not allocate: lists are reused. The exceptions are a pile that is reshuffled, a list that is
//! longer than ever before, and what each seat can tell where cards are hidden.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::path::Path;

use paperkeep::games::{self, Setup, Visitor};
use paperkeep::kit::Kit;
use paperkeep::referee::bot::below;
use paperkeep::referee::journal::Secrets;
use paperkeep::referee::{Bots, Choices, Turn, Words};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// Counts the allocations of each thread.
struct Counting;

fn count() {
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn moves_allocate_no_memory() {
    let kits = [
        ("pig", 2),
        ("crazy-eights", 3),
        ("crawl", 1),
        ("vault", 2),
        ("klondike", 1),
        ("fireworks", 3),
        ("meadows", 2),
    ];
    for (name, players) in kits {
        let kit = Kit::at(
            &Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("tests/kits/played")
                .join(name),
        )
        .unwrap();
        let setup = Setup {
            secrets: Secrets::Referee,
            ..Setup::of_count(players)
        };
        let asked = games::with(name, &kit, &setup, Playouts).unwrap();
        println!("{name}: {MOVES} moves asked for memory {asked} times");
        let most = match name {
            "crazy-eights" | "fireworks" => 20 * MOVES,
            "pig" => MOVES / 50,
            // What seats know of hidden pieces is followed.
            _ => 2 * MOVES,
        };
        assert!(
            asked < most,
            "{name}: {MOVES} moves asked for memory {asked} times"
        );
    }
}

/// The number of moves examined, after the same number that grow all lists to their size.
const MOVES: u64 = 4_000;

/// Plays random games and counts the allocations in their moves.
struct Playouts;

impl Visitor for Playouts {
    type Out = u64;

    fn visit<G: Words + Bots>(self, game: G) -> u64 {
        let (mut luck, mut choices) = (ChaCha8Rng::seed_from_u64(1), Choices::default());
        let start = game.start();
        let mut position = start.clone();
        let mut asked = 0;
        for made in 0..2 * MOVES {
            if game.turn(&position) == Turn::Over {
                position.clone_from(&start);
            }
            let before = ASKED.get();
            game.moves(&position, &mut choices);
            let choice = choices
                .at(below(choices.total(), &mut luck))
                .expect("a case below the total");
            game.apply(&mut position, choice.mv, &mut |_| {});
            // The last move of a game is left out: it computes the winners.
            if made >= MOVES && game.turn(&position) != Turn::Over {
                asked += ASKED.get() - before;
            }
        }
        asked
    }
}
