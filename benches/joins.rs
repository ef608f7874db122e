//! The longest list of moves in DungeonBuilders: every way to join floating sets to a tile.
//!
//! `cargo bench --bench joins`.

use divan::{Bencher, black_box};
use paperkeep::games::{self, Setup, Visitor};
use paperkeep::kit::Kit;
use paperkeep::referee::{Bots, Choices, Turn, Words};

fn main() {
    divan::main();
}

/// By duty to join: the longest list that comes up in games played by the first, second, third legal move and so on.
#[divan::bench(args = ["as_placed", "anywhere"])]
fn longest_list(bencher: Bencher, duty: &str) {
    let kit = Kit::find("dungeonbuilders").expect("a shipped kit");
    let setup = Setup {
        options: vec![("join_duty".to_owned(), duty.to_owned())],
        ..Setup::of_count(4)
    };
    games::with("dungeonbuilders", &kit, &setup, Longest(bencher)).expect("rules");
}

struct Longest<'a, 'b>(Bencher<'a, 'b>);

impl Visitor for Longest<'_, '_> {
    type Out = ();

    fn visit<G: Words + Bots>(self, game: G) {
        let (mut position, mut longest) = (game.start(), 0);
        for stride in 1..200 {
            let (mut at, mut pick) = (game.start(), 0);
            while game.turn(&at) != Turn::Over && pick < 1_000 * stride {
                let moves = game.legal(&at);
                if moves.len() > longest {
                    longest = moves.len();
                    position.clone_from(&at);
                }
                pick += stride;
                let mv = moves[pick % moves.len()];
                assert!(game.play(&mut at, mv, &mut |_| {}).is_ok());
            }
        }
        let mut choices = Choices::default();
        self.0
            .bench_local(|| game.moves(black_box(&position), &mut choices));
        assert_eq!(choices.iter().count(), longest);
    }
}
