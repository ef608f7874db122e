//! The longest list of moves in DungeonBuilders: every way to join floating sets to a tile, with all 23 tiles on the table.
//!
//! `cargo bench --bench joins`.

use divan::{Bencher, black_box};
use paperkeep::games::Setup;
use paperkeep::kit::{Files, Kit};
use paperkeep::referee::{Choices, Game};
use paperkeep::testing::{Builders, Position, Step, Tile};

fn main() {
    divan::main();
}

/// A tile of value 2 at the end of the dungeon E-0-1, with all other tiles in floating sets of this size.
fn table(game: &Builders, size: usize) -> Position {
    let mut p = game.start();
    let tile = |code: &str| Tile::parse(code).expect("a tile");
    for (code, x) in [("S0", 1), ("S1", 2), ("S2", 3)] {
        p.layout.lay(tile(code), (x, 0));
    }
    for suit in ["S", "M", "C", "A"] {
        let codes: Vec<Tile> = (0..6)
            .map(|value| tile(&format!("{suit}{value}")))
            .collect();
        let apart: Vec<Tile> = codes
            .into_iter()
            .filter(|tile| p.layout.place(*tile).is_none())
            .collect();
        for run in apart.chunks(size) {
            run.iter().for_each(|tile| p.layout.leave(*tile));
            for pair in run.windows(2) {
                let place = p.layout.place(pair[0]).expect("a place");
                let ahead = (1..)
                    .map(|x| (place.cell.0, place.cell.1 + x))
                    .find(|cell| p.layout.at(place.set, *cell).is_none());
                p.layout.join(pair[1], 0, place.set, ahead.expect("a cell"));
            }
        }
    }
    p.drawn = p.layout.tiles();
    (p.step, p.round, p.tile) = (Step::Join, 1, Some(tile("S2")));
    p
}

fn game(duty: &str) -> Builders {
    let kit =
        Kit::open(Files::shipped("dungeonbuilders").expect("a shipped kit")).expect("a good kit");
    let players = ["Ann", "Bob", "Cid", "Dot"].map(String::from).to_vec();
    let options = vec![("join_duty".to_owned(), duty.to_owned())];
    Builders::new(
        &kit,
        &Setup {
            players,
            options,
            ..Setup::default()
        },
    )
    .expect("rules")
}

#[divan::bench(args = [1, 2, 3, 6])]
fn joins_of_sets_of_so_many_tiles(bencher: Bencher, size: usize) {
    let game = game("as_placed");
    let position = table(&game, size);
    let mut choices = Choices::default();
    bencher.bench_local(|| game.moves(black_box(&position), &mut choices));
    assert!(!choices.is_empty());
}

/// A6: every cell is checked for the joins that it would allow.
#[divan::bench(args = [1, 2, 3, 6])]
fn cells_that_allow_a_join(bencher: Bencher, size: usize) {
    let game = game("anywhere");
    let mut position = table(&game, size);
    position.layout.lift(Tile::parse("S2").expect("a tile"));
    position.step = Step::Lay;
    let mut choices = Choices::default();
    bencher.bench_local(|| game.moves(black_box(&position), &mut choices));
    assert!(!choices.is_empty());
}
