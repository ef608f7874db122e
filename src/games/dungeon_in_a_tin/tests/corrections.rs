//! Where the table decides otherwise: what may be edited, and that the invariants judge it.

use super::scene::{Scene, dungeon};
use crate::games::side::Side;
use crate::referee::{Corrections, Words, battery};

/// Makes a correction, which must be taken; what is said of it.
fn correct(scene: &mut Scene, words: &str) -> String {
    let correction = scene.game.parse_correction(&scene.p, words).unwrap_or_else(|reason| panic!("`{words}`: {reason}"));
    if let Err(refused) = scene.game.correct(&mut scene.p, correction, &mut |_| {}) {
        panic!("`{words}`: {}", refused.reason);
    }
    scene.game.corrected(&scene.p, correction)
}

/// Tries one that must be refused, in words or by an invariant; why.
fn refuse(scene: &mut Scene, words: &str) -> String {
    let before = scene.p.clone();
    let reason = match scene.game.parse_correction(&scene.p, words) {
        Ok(correction) => scene.game.correct(&mut scene.p, correction, &mut |_| {}).expect_err(words).reason,
        Err(reason) => reason,
    };
    assert_eq!(scene.p, before, "a refusal changes nothing");
    reason
}

#[test]
fn pieces_go_where_the_table_says() {
    let mut scene = Scene::new(&["F01 F02"]);
    let hall = scene.lay("T02", 0, (0, 1), Side::South);
    assert_eq!(correct(&mut scene, "hearts 3"), "Ann has 3 of 5 hearts");
    assert_eq!(correct(&mut scene, "move potion from Ann to pool"), "a potion goes from Ann to the pool");
    correct(&mut scene, "move bomb from the pool to T02");
    correct(&mut scene, "move F01 from hand to discard");
    correct(&mut scene, "move F03 from deck to hand");
    correct(&mut scene, "move red-hc from supply to t02");
    correct(&mut scene, "turn red-horned-chest in T02 to plain");
    assert_eq!((scene.p.players[0].hearts, scene.carried(0).as_str(), scene.hand(0).as_str()), (3, "", "F02 F03"));
    assert_eq!((scene.floor(hall).as_str(), scene.monsters(hall).as_str()), ("bomb", "red p"));
    assert_eq!(scene.spent_card("F01"), 1);
    correct(&mut scene, "move Ann to T02");
    assert_eq!(scene.options(), "go:s stay");
    correct(&mut scene, "move red-plain from here to supply");
    assert!(scene.options().starts_with("take:bomb go:"), "{}", scene.options());
}

#[test]
fn the_invariants_judge_what_comes_of_it() {
    let mut scene = Scene::new(&["F01 F02", "F03 F04"]);
    scene.first(0);
    scene.lay("T02", 0, (0, 1), Side::South);
    for (words, reason) in [
        ("hearts Ann 0", "Ann has 1 to 5 hearts"),
        ("hearts Ann 6", "Ann has 1 to 5 hearts"),
        ("level Bob 5", "levels are 1 to 4"),
        ("experience Bob 11", "nobody has more than 10 experience"),
        ("move F01 from Bob to deck", "no F01 is there"),
        ("move F05 from deck to Ann", "the hand is full"),
        ("move maiden from pool to Ann", "no `maiden` is there"),
        ("move red-plain from supply to stairs", "no monster is ever on the stairs"),
        ("move red-plain from T02 to supply", "a red monster is not in the"),
        ("lock T02 north", "has no keyhole"),
        ("hearts Zed 3", "no knight is called `zed`"),
        ("move hat from pool to Ann", "no piece is called `hat`"),
        ("move potion from pool to T09", "no place is called `t09`"),
        ("dance", "that is no correction"),
    ] {
        let why = refuse(&mut scene, words);
        assert!(why.contains(reason), "`{words}`: {why}");
    }
    for _ in 0..3 {
        correct(&mut scene, "move bomb from pool to Ann");
    }
    assert_eq!(refuse(&mut scene, "move bomb from pool to Ann"), "Ann has 3 item slots");
}

#[test]
fn every_correction_keeps_the_invariants_and_the_game_goes_on() {
    for (players, options, games) in [(1, &[][..], 6), (2, &[][..], 4), (2, &[("open_hands", "false")][..], 2)] {
        let game = dungeon(players, options);
        let taken = battery::correct(&game, games, 240, |p| {
            if let Some(broken) = game.broken(p) {
                panic!("{}: {p:?}", broken.reason);
            }
        });
        assert!(taken > 1000, "{taken}");
    }
}

#[test]
fn the_audit_names_every_place() {
    let mut scene = Scene::new(&["F01 F02"]);
    scene.lay("T02", 1, (0, 1), Side::South);
    scene.monster(1, "red hc");
    insta::assert_snapshot!(scene.game.audit(&scene.p, Some(0)).join("\n"));
}
