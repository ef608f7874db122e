//! Undoing all 1,000 moves of a session, without a journal on disk.
//!
//! `cargo bench --bench undo`. Read the median, which should stay far below 1 ms.

mod shared;

use std::cell::RefCell;

use divan::Bencher;
use paperkeep::games::{self, Setup, Visitor};
use paperkeep::referee::{Bots, Session, Sitting, Words};
use shared::{header, kit};

fn main() {
    divan::main();
}

const GAME: &str = "dungeon-in-a-tin";

/// Undoes this many moves. Making them again is not measured.
#[divan::bench(args = [10, 1000])]
fn back(bencher: Bencher, moves: usize) {
    games::with(GAME, &kit(GAME), &Setup::of_count(2), Back(bencher, moves)).expect("a game");
}

struct Back<'a, 'b>(Bencher<'a, 'b>, usize);

impl Visitor for Back<'_, '_> {
    type Out = ();

    fn visit<G: Words + Bots>(self, game: G) {
        let (mut session, _) = Session::start(game, header(GAME, 2), None).expect("a session");
        let mut pick = 0;
        while session.made() < self.1 {
            pick += 1;
            match session.ask().filter(|_| pick % 3 > 0) {
                // Not the last option, which is often to give up.
                Some(ask) => {
                    drop(session.answer(&ask.options[pick % (ask.options.len().max(2) - 1)].id))
                }
                None => {
                    // Corrections prolong a short game.
                    let all = session.corrections();
                    let Some(words) = all.get(pick % all.len().max(1)) else {
                        break;
                    };
                    drop(session.correct(words));
                }
            }
        }
        let all = session.undoable();
        let session = RefCell::new(session);
        let forth = || {
            let mut session = session.borrow_mut();
            let times = session.redoable();
            if times > 0 {
                drop(session.redo(times).expect("made again"));
            }
        };
        self.0
            .with_inputs(forth)
            .bench_local_values(|()| session.borrow_mut().undo(all).expect("taken back"));
    }
}
