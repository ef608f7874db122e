//! Undo and redo over a session of 1,000 moves, nothing written down: time for each.
//!
//! `cargo bench --bench undo`. Read the median: it should stay far under 1 ms.

use divan::Bencher;
use paperkeep::games::{self, Setup, Visitor};
use paperkeep::kit::{Files, Kit};
use paperkeep::referee::journal::{FORMAT, Header, Luck, Secrets};
use paperkeep::referee::{Bots, Session, Sitting, Words};

fn main() {
    divan::main();
}

const GAME: &str = "dungeon-in-a-tin";

/// Back to the start of so many moves, and forth again.
#[divan::bench(args = [10, 1000])]
fn there_and_back(bencher: Bencher, moves: usize) {
    let kit = Kit::open(Files::shipped(GAME).expect("a shipped kit")).expect("a good kit");
    games::with(GAME, &kit, &Setup::of_count(2), ThereAndBack(bencher, moves)).expect("a game");
}

struct ThereAndBack<'a, 'b>(Bencher<'a, 'b>, usize);

impl Visitor for ThereAndBack<'_, '_> {
    type Out = ();

    fn visit<G: Words + Bots>(self, game: G) {
        let header = Header {
            journal: FORMAT,
            game: GAME.into(),
            edition: None,
            options: Vec::new(),
            players: Setup::of_count(2).players,
            seed: 1,
            kit: String::new(),
            folder: None,
            rules: 1,
            physical: Vec::new(),
            luck: Luck::Same,
            secrets: Secrets::Referee,
        };
        let (mut session, _) = Session::start(game, header, None).expect("a session");
        let mut pick = 0;
        while session.made() < self.1 {
            pick += 1;
            match session.ask().filter(|_| pick % 3 > 0) {
                // Not the last, which often is to give up.
                Some(ask) => drop(session.answer(&ask.options[pick % (ask.options.len().max(2) - 1)].id)),
                None => {
                    // Corrections make a long game of a short one.
                    let all = session.corrections();
                    let Some(words) = all.get(pick % all.len().max(1)) else { break };
                    drop(session.correct(words));
                }
            }
        }
        let all = session.undoable();
        self.0.bench_local(|| {
            let back = session.undo(all).expect("moves to take back");
            session.redo(all).expect("moves to make again");
            back.left
        });
    }
}
