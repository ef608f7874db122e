//! The board as people see it.

use super::scene::Scene;
use crate::games::dungeon_crawl::rules::position::Step;
use crate::referee::{Choices, Game, Words};

#[test]
fn the_map_shows_where_a_character_may_go() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0), (0, 1)]);
    scene.coin("b1", 3);
    scene.stack("c2", "A2 C4");
    scene.player(1, "d1", "C5 C1 A1");
    scene.player(2, "a1", "S3");
    scene.hurt(2, "M4");
    let expected = " 4 · ·
 3 · ·
 2 · · #*·*
 1 M 3*·*S
   a b c d
· floor  0-5 coins  # left behind  * can be chosen

S Ann  d1  2 treasures  1 equipment  0 trap, 0 monster experience
damage 0 of 10
";
    let board = scene.game.board(&scene.p, None, 66).to_string();
    assert!(board.starts_with(expected), "{board}");
    assert!(
        scene
            .game
            .board(&scene.p, Some(0), 80)
            .to_string()
            .contains("treasure of 1 and 5 = 6")
    );
    let told = scene.game.describe(&scene.p, None);
    assert_eq!(
        told[1],
        "Bob (Moons) stands on a1, with no treasure, 1 point of trap experience, 4 points of damage."
    );
    assert!(
        told.contains(
            &"A coin of 3 lies on b1; it may be a monster, a treasure or equipment.".to_owned()
        ),
        "{told:?}"
    );
}

#[test]
fn places_for_a_tile_are_numbered() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (0, 1), (1, 1), (1, 0)]);
    scene.phase(Step::Tile, 1, 1);
    scene.play("tile:S5");
    let board = scene.game.board(&scene.p, None, 80).to_string();
    assert!(
        board.starts_with("   1 ? 2 ?\n   ? ? ? ?\n   · · · ·\n"),
        "{board}"
    );
}

/// R10: if the first column has no tile to touch, the numbers begin with 2, on the map as well as in the question.
#[test]
fn a_place_for_a_tile_has_the_same_number_everywhere() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0), (1, 1), (2, 1), (2, 0)]);
    scene.phase(Step::Tile, 1, 1);
    scene.play("tile:S5");
    let mut choices = Choices::default();
    scene.game.moves(&scene.p, &mut choices);
    let asked: Vec<(String, String)> = choices
        .iter()
        .map(|it| (scene.game.id(it.mv), scene.game.option(&scene.p, it.mv)))
        .collect();
    let ids: Vec<&str> = asked.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["site:2", "site:3"]);
    assert!(
        asked
            .iter()
            .all(|(id, text)| text.starts_with(&format!("{}: ", &id[5..]))),
        "{asked:?}"
    );
    let board = scene.game.board(&scene.p, None, 80).to_string();
    assert!(board.starts_with("       2 ? 3 ?\n"), "{board}");
    let numbers: Vec<String> = scene
        .game
        .view(&scene.p, None)
        .sites()
        .iter()
        .map(|(number, _)| format!("{number}?"))
        .collect();
    let labels = format!("{:?}", scene.game.scene(&scene.p, None));
    assert!(
        numbers
            .iter()
            .all(|number| labels.contains(&format!("{number:?}"))),
        "{numbers:?} in {labels}"
    );
}

#[test]
fn the_audit_lists_every_coin_that_all_have_seen() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("b1", 3);
    scene.stack("c2", "A2 C4");
    scene.player(1, "d1", "C5 C1 A1");
    scene.player(2, "a1", "S3");
    scene.hurt(2, "M4");
    let told = scene.game.audit(&scene.p, None);
    for line in [
        "b1: coins coin3.",
        "c2: coins C4, A2.",
        "Ann: at d1; equipment A1; treasure 2 hidden.",
        "Bob: at a1; traps S3; damage M4.",
    ] {
        assert!(told.contains(&line.to_owned()), "{told:?}");
    }
    // Ann's own treasures are shown only to her.
    assert!(
        scene
            .game
            .audit(&scene.p, Some(0))
            .contains(&"Ann: at d1; equipment A1; treasure C1, C5.".to_owned())
    );
}
