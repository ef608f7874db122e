//! Where the table decides otherwise.

use super::scene::{EXIT_RING, RING, Scene};
use crate::referee::Corrections;

/// What is said of a correction, or why it is refused.
fn correct(scene: &mut Scene, words: &str) -> Result<String, String> {
    let correction = scene.game.parse_correction(&scene.p, words)?;
    let before = scene.p.clone();
    match scene.game.correct(&mut scene.p, correction, &mut |_| {}) {
        Ok(()) => Ok(scene.game.corrected(&scene.p, correction)),
        Err(refused) => {
            assert_eq!(scene.p, before);
            Err(refused.reason)
        }
    }
}

#[test]
fn pawns_and_cards_go_where_the_table_says() {
    let mut scene = Scene::new("v1_0", 2, RING);
    assert_eq!(correct(&mut scene, "move Bob to T13").as_deref(), Ok("Bob stands on T13"));
    assert_eq!(correct(&mut scene, "hurt blue").as_deref(), Ok("Bob is Hurt"));
    assert_eq!(correct(&mut scene, "web 2").as_deref(), Ok("Bob is caught in a web"));
    assert_eq!(correct(&mut scene, "give E18 to Ann").as_deref(), Ok("Ann carries Key (E18)"));
    assert_eq!(correct(&mut scene, "give e05 to discard").as_deref(), Ok("Walking Bones (E05) is in the discard pile"));
    assert_eq!((scene.at(2).as_str(), scene.is_hurt(2), scene.carries(1).as_str()), ("1,0", true, "E18"));
    assert_eq!(correct(&mut scene, "free bob").as_deref(), Ok("Bob is free of the web"));
    assert_eq!(correct(&mut scene, "heal 2").as_deref(), Ok("Bob is Healthy"));
    assert_eq!(correct(&mut scene, "give E18 to deck").as_deref(), Ok("Key (E18) is in the deck"));
    // R20: the turn begins where the pawn was put.
    correct(&mut scene, "move Ann to T13").expect("a correction");
    scene.play("step:W");
    assert_eq!(scene.refuse("step:E"), "would_not_move");
}

#[test]
fn what_the_rules_do_not_know_is_refused() {
    let mut scene = Scene::new("v1_0", 2, RING).carry(1, "E14 E15");
    let reasons = [
        ("dance", "is no correction"),
        ("move Eve to T13", "nobody here is called `Eve`"),
        ("move Ann to T39", "no tile on the table is `T39`"),
        ("give E18 to Ann", "Ann cannot carry more"),
        ("give E18 to discard", "give it to the deck"),
        ("give E05 to Bob", "is no Treasure"),
        ("give E19 to Bob", "is not in this game now"),
        ("web Ann", "has begun the turn"),
    ];
    for (words, reason) in reasons {
        let said = correct(&mut scene, words).expect_err(words);
        assert!(said.contains(reason), "`{words}`: {said}");
    }
    scene.play("step:E stop");
    assert!(correct(&mut scene, "hurt Ann").expect_err("a tile is due").contains("settle this first"));
}

#[test]
fn a_correction_can_open_the_way_out() {
    // R67, original; the Guardian of v1_0 wants an arrival (R64).
    let mut scene = Scene::new("original", 2, RING).exit_marker("1,-1").stand(1, "1,-1");
    correct(&mut scene, "give E18 to Ann").expect("a correction");
    assert_eq!(scene.winners(), [1]);
    let mut scene = Scene::new("v1_0", 2, EXIT_RING).stand(1, "1,-1");
    correct(&mut scene, "give E18 to Ann").expect("a correction");
    assert_eq!(scene.waits(), "action 1");
}
