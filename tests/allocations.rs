//! Random play of a kit's rules does not allocate: lists are reused. The exceptions are a pile that is reshuffled, a list that is
//! longer than ever before, and what each seat can tell where cards are hidden.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::path::Path;

use paperkeep::games::{self, Setup, Visitor};
use paperkeep::kit::Kit;
use paperkeep::referee::bot::below;
use paperkeep::referee::journal::Secrets;
use paperkeep::referee::search::{Budget, search};
use paperkeep::referee::{Bots, Choices, Turn, Words};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
    /// How many bytes are held, and how many were at most.
    static HELD: Cell<(i64, i64)> = const { Cell::new((0, 0)) };
}

/// Counts the allocations of each thread.
struct Counting;

fn count() {
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

fn hold(bytes: i64) {
    let _ = HELD.try_with(|held| {
        let (now, most) = held.get();
        held.set((now + bytes, most.max(now + bytes)));
    });
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        hold(layout.size() as i64);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        hold(-(layout.size() as i64));
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // Old and new may be held at once.
        hold(size as i64);
        hold(-(layout.size() as i64));
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
            // What seats know of hidden pieces is followed, and the moves by which they came to know it are kept.
            _ => 3 * MOVES,
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

/// A search holds little, also where much is hidden and its budget is large.
#[test]
fn a_search_holds_little() {
    for (name, players) in [("crazy-eights", 4), ("fireworks", 3), ("meadows", 2)] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kits/played");
        let kit = Kit::at(&folder.join(name)).unwrap();
        let setup = Setup {
            secrets: Secrets::Referee,
            ..Setup::of_count(players)
        };
        let most = games::with(name, &kit, &setup, Searched).unwrap();
        println!("{name}: a search held {most} bytes");
        assert!(most < 256 << 20, "{name}: a search held {most} bytes");
    }
}

/// Looks ahead once, and returns how many bytes were held at most.
struct Searched;

impl Visitor for Searched {
    type Out = i64;

    fn visit<G: Words + Bots>(self, game: G) -> i64 {
        let mut luck = ChaCha8Rng::seed_from_u64(1);
        let mut choices = Choices::default();
        let mut position = game.start();
        loop {
            choices.clear();
            game.moves(&position, &mut choices);
            if matches!(game.turn(&position), Turn::Player(_)) && choices.len() > 1 {
                break;
            }
            let case = below(choices.total(), &mut luck);
            let mv = choices.at(case).expect("a case below the total").mv;
            game.apply(&mut position, mv, &mut |_| {});
        }
        let Turn::Player(seat) = game.turn(&position) else {
            return 0;
        };
        let (before, _) = HELD.get();
        HELD.set((before, before));
        let budget = Budget {
            playouts: 2_000,
            time: None,
        };
        let found = search(
            &game,
            &position,
            (seat, Some(seat)),
            &choices,
            budget,
            &mut luck,
        );
        assert!(!found.is_empty());
        HELD.get().1 - before
    }
}
