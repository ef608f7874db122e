//! Corrections by the table.

use super::scene::{EXIT_RING, RING, Scene};
use crate::referee::{Corrections, Game, Words, conformance};

/// Makes a correction; returns its sentence, or why it is refused.
fn correct(scene: &mut Scene, words: &str) -> Result<String, String> {
    let correction = scene.game.parse_correction(&scene.p, words)?;
    let before = scene.p.clone();
    match scene.game.correct(&mut scene.p, &correction, &mut |_| {}) {
        Ok(()) => Ok(scene.game.corrected(&scene.p, &correction)),
        Err(refused) => {
            assert_eq!(scene.p, before);
            Err(refused.reason)
        }
    }
}

#[test]
fn pawns_and_cards_go_where_the_table_says() {
    let mut scene = Scene::new("v1_0", 2, RING);
    assert_eq!(
        correct(&mut scene, "move Bob to T13").as_deref(),
        Ok("Bob is at T13")
    );
    assert_eq!(
        correct(&mut scene, "hurt blue").as_deref(),
        Ok("Bob: hurt yes")
    );
    assert_eq!(correct(&mut scene, "web 2").as_deref(), Ok("Bob: web yes"));
    assert_eq!(
        correct(&mut scene, "give E18 to Ann").as_deref(),
        Ok("E18 goes from the deck to Ann")
    );
    assert_eq!(
        correct(&mut scene, "give e05 to discard").as_deref(),
        Ok("E05 goes from the deck to the discards")
    );
    assert_eq!(
        (
            scene.at(2).as_str(),
            scene.is_hurt(2),
            scene.carries(1).as_str()
        ),
        ("1,0", true, "E18")
    );
    assert_eq!(
        correct(&mut scene, "free bob").as_deref(),
        Ok("Bob: web no")
    );
    assert_eq!(correct(&mut scene, "heal 2").as_deref(), Ok("Bob: hurt no"));
    assert_eq!(
        correct(&mut scene, "give E18 to deck").as_deref(),
        Ok("E18 goes from Ann to the deck")
    );
    // R20: the turn now begins where the pawn was put.
    correct(&mut scene, "move Ann to T13").expect("a correction");
    scene.play("step:W");
    assert_eq!(scene.refuse("step:E").0, "would_not_move");
}

#[test]
fn unknown_words_and_impossible_places_are_refused() {
    let mut scene = Scene::new("v1_0", 2, RING).carry(1, "E14 E15");
    let reasons = [
        ("dance", "there is no `dance`"),
        ("move Eve to T13", "there is no `Eve`"),
        ("move Ann to T39", "no tile on the table is `T39`"),
        ("give E18 to Ann", "Ann cannot carry more"),
        ("give E18 to discard", "give it to the deck"),
        ("give E05 to Bob", "Bob cannot hold E05"),
        ("give E19 to Bob", "there is no `E19`"),
        ("web Ann", "has begun the turn"),
    ];
    for (words, reason) in reasons {
        let said = correct(&mut scene, words).expect_err(words);
        assert!(said.contains(reason), "`{words}`: {said}");
    }
    scene.play("step:E stop");
    // While a tile is due, an Explorer becomes Hurt and the last tile moves.
    assert_eq!(
        correct(&mut scene, "hurt Ann").as_deref(),
        Ok("Ann: hurt yes")
    );
}

#[test]
fn a_correction_can_open_the_way_out() {
    // R67, original edition; the Guardian of v1_0 requires an arrival (R64).
    let mut scene = Scene::new("original", 2, RING)
        .exit_marker("1,-1")
        .stand(1, "1,-1");
    correct(&mut scene, "give E18 to Ann").expect("a correction");
    assert_eq!(scene.winners(), [1]);
    let mut scene = Scene::new("v1_0", 2, EXIT_RING).stand(1, "1,-1");
    correct(&mut scene, "give E18 to Ann").expect("a correction");
    assert_eq!(scene.waits(), "action 1");
}

#[test]
fn tiles_and_turns_can_be_corrected() {
    let mut scene = Scene::new("v1_0", 2, RING);
    let before = scene.game.audit(&scene.p, None);
    correct(&mut scene, "T30 e of T13").expect("a tile");
    assert_eq!(
        scene
            .p
            .spaces
            .last()
            .map(|space| space.at.to_string())
            .as_deref(),
        Some("2,0")
    );
    assert!(
        correct(&mut scene, "T30 w of T13")
            .expect_err("a space")
            .contains("would lie on each other")
    );
    correct(&mut scene, "T30 away").expect("a tile");
    assert_eq!(scene.game.audit(&scene.p, None), before);
    correct(&mut scene, "Ann holds E14 E18; go Bob").expect("a hand");
    assert_eq!((scene.carries(1).as_str(), scene.p.acting), ("E14 E18", 1));
    assert!(
        correct(&mut scene, "Ann out 1")
            .expect_err("a full pack")
            .contains("carries nothing")
    );
    assert!(
        correct(&mut scene, "T13 away")
            .expect_err("a gap")
            .contains("six tiles")
    );
}

/// The named Explorer has the card, and the roll is kept or dropped.
#[test]
fn a_fight_in_progress_can_be_corrected() {
    let mut scene = Scene::new("v1_0", 3, RING).stand(2, "1,0").carry(2, "E19");
    scene.play("attack:2 roll:4");
    assert_eq!(
        correct(&mut scene, "hurt Bob").as_deref(),
        Ok("Bob: hurt yes; the 4 that was rolled stands"),
        "Bob rolls against it, weaker than before"
    );
    assert_eq!(
        correct(&mut scene, "key from Bob to Ann").as_deref(),
        Ok("E19 goes from Bob to Ann; the 4 that was rolled stands")
    );
    assert_eq!(
        correct(&mut scene, "go Bob").as_deref(),
        Ok("table: go Bob; the 4 that was rolled no longer counts")
    );
    assert_eq!(
        (scene.carries(1).as_str(), scene.waits().as_str()),
        ("E19", "action 2")
    );
    // A card that nobody holds any more returns to the deck.
    assert_eq!(
        correct(&mut scene, "Ann holds nothing").as_deref(),
        Ok("Ann holds nothing, E19 goes to the deck")
    );
}

/// A tile whose card is due cannot be removed, and a player who is out neither acts nor is fought.
#[test]
fn a_tile_being_resolved_stays_on_the_table() {
    let mut scene = Scene::new("original", 2, RING).stock("T12");
    scene.play("step:E tile:T12 place:E");
    assert_eq!(scene.waits(), "card 1");
    assert!(
        correct(&mut scene, "T12 away")
            .expect_err("its card is due")
            .contains("that tile is being settled")
    );

    let duel = || {
        let ring = format!("{RING} T30@2,0");
        Scene::with("original", 3, &ring, &[("end", "last_key")])
            .stand(1, "1,0")
            .stand(2, "1,-1")
            .stock("")
    };
    let mut scene = duel();
    correct(&mut scene, "Ann out 1").expect("an escape");
    assert_eq!(
        (scene.at(1).as_str(), scene.waits().as_str()),
        ("out", "action 2")
    );
    // R54: there is no height to count any more.
    let mut scene = duel();
    scene.play("attack:2 roll:3");
    correct(&mut scene, "Bob out 1").expect("an escape");
    scene.play("roll:1");
    assert_eq!(scene.at(2), "out");

    let mut scene = Scene {
        p: duel().game.start(),
        ..duel()
    };
    correct(&mut scene, "Ann out 1").expect("an escape");
    scene.play("tile:T13 place:E tile:T02 place:NE tile:T23 place:NW tile:T03 place:W tile:T14 place:SW tile:T04");
    assert_eq!(scene.waits(), "action 2");
}

#[test]
fn corrections_keep_the_game_going_and_a_game_can_be_entered_from_its_audit() {
    for (edition, players) in [("v1_0", 1), ("v1_0", 3), ("original", 4)] {
        let game = super::scene::deep(edition, players, &[]);
        assert!(conformance::check_corrections(&game, 2, 100, |_| {}) > 30);
        assert!(conformance::check_entering(&game, 3, 150) > 10);
    }
}
