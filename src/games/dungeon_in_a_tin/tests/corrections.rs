//! Corrections by the table: what may be edited, and that the invariants judge it.

use super::scene::{Scene, dungeon};
use crate::games::dungeon_in_a_tin::rules::position::Step;
use crate::games::side::Side;
use crate::referee::{Corrections, Words, conformance};

/// Makes a valid correction; returns its sentence.
fn correct(scene: &mut Scene, words: &str) -> String {
    let correction = scene
        .game
        .parse_correction(&scene.p, words)
        .unwrap_or_else(|refused| panic!("`{words}`: {}", refused.reason));
    if let Err(refused) = scene.game.correct(&mut scene.p, &correction, &mut |_| {}) {
        panic!("`{words}`: {}", refused.reason);
    }
    scene.game.corrected(&scene.p, &correction)
}

/// Tries an invalid correction; returns why it is refused.
fn refuse(scene: &mut Scene, words: &str) -> String {
    let before = scene.p.clone();
    let reason = match scene.game.parse_correction(&scene.p, words) {
        Ok(correction) => {
            scene
                .game
                .correct(&mut scene.p, &correction, &mut |_| {})
                .expect_err(words)
                .reason
        }
        Err(refused) => refused.reason,
    };
    assert_eq!(scene.p, before, "a refusal changes nothing");
    reason
}

#[test]
fn pieces_go_where_the_table_says() {
    let mut scene = Scene::new(&["F01 F02"]);
    let hall = scene.lay("T02", 0, (0, 1), Side::South);
    assert_eq!(correct(&mut scene, "hearts 3"), "Ann: hearts 3");
    assert_eq!(
        correct(&mut scene, "move potion from Ann to pool"),
        "potion goes from Ann to the pool"
    );
    correct(&mut scene, "move bomb from the pool to T02");
    // As it is told.
    let told = correct(
        &mut scene,
        "2 coins of 3 from pool to T02; 2 coins of 3 from T02 to pool",
    );
    assert!(
        told.starts_with("c3 goes from the pool to T02, c3 goes"),
        "{told}"
    );
    correct(&mut scene, "move F01 from hand to discard");
    correct(&mut scene, "move F03 from deck to hand");
    correct(&mut scene, "move red-hc from supply to t02");
    correct(&mut scene, "turn red-horned-chest in T02 to plain");
    assert_eq!(
        (
            scene.p.players[0].hearts,
            scene.carried(0).as_str(),
            scene.hand(0).as_str()
        ),
        (3, "", "F02 F03")
    );
    assert_eq!(
        (scene.floor(hall).as_str(), scene.monsters(hall).as_str()),
        ("bomb", "red p")
    );
    assert_eq!(scene.spent_card("F01"), 1);
    correct(&mut scene, "move Ann to T02");
    assert_eq!(scene.options(), "go:s stay");
    correct(&mut scene, "move red-plain from here to supply");
    assert!(
        scene.options().starts_with("take:bomb go:"),
        "{}",
        scene.options()
    );
}

#[test]
fn tiles_hands_and_turns_can_be_corrected() {
    let mut scene = Scene::new(&["F01 F02", "F03 F04"]);
    scene.first(0);
    let before = scene.game.audit(&scene.p, None);
    let hall = scene.lay("T02", 0, (0, 1), Side::South);
    correct(&mut scene, "T06 east of T01, arrow n; potion to T06");
    assert_eq!(scene.p.rooms.len(), 3);
    assert_eq!(
        (
            scene.p.rooms[2].x,
            scene.p.rooms[2].y,
            scene.p.rooms[2].arrow
        ),
        (1, 0, Side::North)
    );
    assert_eq!(
        refuse(&mut scene, "T06 away"),
        "potion lies on T06: first say where it goes"
    );
    assert_eq!(
        refuse(&mut scene, "T06 at 1n"),
        "T02 and T06 would lie on each other, at 1n"
    );
    correct(&mut scene, "potion from T06 to pool; T06 away; T02 away");
    assert_eq!(
        (scene.game.audit(&scene.p, None), scene.p.rooms.len(), hall),
        (before, 1, 1)
    );
    correct(&mut scene, "Bob holds F05 F06");
    assert_eq!(scene.hand(1), "F05 F06");
    correct(&mut scene, "stack holds T06 T09");
    assert_eq!(scene.p.stack.known.len(), 2);
    correct(&mut scene, "go Bob");
    assert_eq!(scene.p.actor(), 1);
    correct(&mut scene, "Bob holds nothing; Bob is left");
    assert_eq!(scene.p.count_in_dungeon(), 1);
}

#[test]
fn a_fight_goes_on_with_another_die_and_ends_without_one() {
    let mut scene = Scene::new(&["F01 F02"]);
    scene.lay("T02", 0, (0, 1), Side::South);
    scene.monster(1, "red hc");
    correct(&mut scene, "Ann to T02; step moves");
    scene.play("stay");
    assert_eq!(scene.p.step, Step::Attack);
    correct(&mut scene, "turn red-hc in T02 to plain");
    assert_eq!(
        (scene.p.step, scene.monsters(1).as_str()),
        (Step::Attack, "red p")
    );
    scene.play("attack:thrust card:F01");
    correct(&mut scene, "F01 from fight to Ann");
    assert_eq!(
        (scene.p.step, scene.hand(0).as_str()),
        (Step::Card, "F01 F02")
    );
    scene.play("card:F02");
    correct(&mut scene, "red-plain away");
    assert_eq!((scene.spent_card("F02"), scene.p.fight), (1, None));
}

#[test]
fn the_invariants_judge_the_result() {
    let mut scene = Scene::new(&["F01 F02", "F03 F04"]);
    scene.first(0);
    scene.lay("T02", 0, (0, 1), Side::South);
    for (words, reason) in [
        ("hearts Ann 0", "Ann has 1 to 5 hearts"),
        ("hearts Ann 6", "Ann has 1 to 5 hearts"),
        ("level Bob 5", "levels are 1 to 4"),
        ("experience Bob 11", "nobody has more than 10 experience"),
        ("move F01 from Bob to deck", "Bob has no F01"),
        ("move F05 from deck to Ann", "the hand is full"),
        ("move maiden from pool to Ann", "the pool has no maiden"),
        (
            "move red-plain from supply to stairs",
            "no monster is ever on the stairs",
        ),
        ("move red-plain from T02 to supply", "T02 has no red-plain"),
        ("lock T02 north", "has no keyhole"),
        ("hearts Zed 3", "hearts of whom?"),
        ("move hat from pool to Ann", "there is no `hat`"),
        ("move potion from pool to T09", "there is no place `T09`"),
        ("dance", "there is no `dance`"),
    ] {
        let why = refuse(&mut scene, words);
        assert!(why.contains(reason), "`{words}`: {why}");
    }
    for _ in 0..3 {
        correct(&mut scene, "move bomb from pool to Ann");
    }
    assert_eq!(
        refuse(&mut scene, "move bomb from pool to Ann"),
        "Ann has 3 item slots"
    );
}

#[test]
fn corrections_keep_the_invariants_and_the_game_goes_on() {
    for (players, options, games) in [
        (1, &[][..], 6),
        (2, &[][..], 4),
        (2, &[("open_hands", "false")][..], 2),
    ] {
        let game = dungeon(players, options);
        let taken = conformance::check_corrections(&game, games, 240, |p| {
            if let Some(broken) = game.broken(p) {
                panic!("{}: {p:?}", broken.reason);
            }
        });
        assert!(taken > 100, "{taken}");
    }
}

#[test]
fn the_audit_lists_every_place() {
    let mut scene = Scene::new(&["F01 F02"]);
    scene.lay("T02", 1, (0, 1), Side::South);
    scene.monster(1, "red hc");
    insta::assert_snapshot!(scene.game.audit(&scene.p, Some(0)).join("\n"));
}

#[test]
fn a_game_can_be_entered_from_its_audit() {
    for (players, options) in [
        (1, &[][..]),
        (2, &[][..]),
        (3, &[][..]),
        (2, &[("open_hands", "false")][..]),
    ] {
        let entered = conformance::check_entering(&dungeon(players, options), 6, 300);
        assert!(entered > 15, "{entered}");
    }
}
