//! Section 7: what must not be shown before it is revealed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::scene::{Scene, setup, shipped};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::rules::event::Event;
use crate::games::miniskull_caverns::rules::position::Step;
use crate::referee::journal::Secrets;
use crate::referee::{Bots, Choices, Game, Turn, Words, conformance};

/// Cid has placed this Control with Strength on it, and Bob is asked.
fn placed(control: &str, options: &[(&str, &str)]) -> Scene {
    let mut scene = Scene::with(3, options);
    scene.play(&format!("place:{control}"));
    assert_eq!((scene.p.step, scene.asked()), (Step::Place, Some(2)));
    scene
}

/// Checks that only `owner` (counted from 0) can tell the two apart.
fn alike(one: &Scene, other: &Scene, owner: u8) {
    assert_ne!(one.p, other.p);
    assert_eq!(one.told, other.told, "what is told to all");
    let universe = conformance::constructible(&one.game, 2, 200);
    for seat in [None, Some(0), Some(1), Some(2)]
        .into_iter()
        .filter(|seat| *seat != Some(owner))
    {
        assert_eq!(one.seen_by(seat), other.seen_by(seat));
        conformance::check_secrets(&one.game, &one.p, &other.p, seat, &universe);
    }
    assert_ne!(
        one.seen_by(Some(owner)),
        other.seen_by(Some(owner)),
        "the owner knows"
    );
}

#[test]
fn only_its_owner_knows_a_control_until_the_reveal() {
    // R20, R23
    alike(&placed("rotate0", &[]), &placed("flip", &[]), 2);
    alike(&placed("rotate1+", &[]), &placed("rotate2+", &[]), 2);
    let upright = placed("flip", &[]);
    let crosswise = placed("rotate1", &[]);
    assert_ne!(
        upright.seen_by(Some(0)),
        crosswise.seen_by(Some(0)),
        "how it lies is public"
    );
    assert!(upright.seen_by(None).contains("\"upright\":true"));
}

#[test]
fn the_effect_of_exerted_strength_is_secret_too() {
    // A8
    let option = [("exert_choice", "place")];
    let one = placed("flip+forward", &option);
    let other = placed("rotate0+flip_end", &option);
    alike(&one, &other, 2);
}

#[test]
fn all_controls_are_revealed_together() {
    // R24
    let mut scene = placed("flip", &[]);
    scene.play("place:rotate1");
    assert!(!scene.was_told(|event| matches!(event, Event::Shown { .. })));
    let last = scene.game.parse("place:rotate0").expect("a move");
    assert!(scene.game.reveals(&scene.p, last));
    scene.play("place:rotate0");
    let shown = scene
        .told
        .iter()
        .filter(|event| matches!(event, Event::Shown { .. }))
        .count();
    assert_eq!(shown, 3);
}

/// Ann has played this Tactic against Bob.
fn played(tactic: &str) -> Scene {
    let mut scene = Scene::new(3);
    scene.hero(1, "r2", 4, 0);
    scene.hero(2, "r2", 4, 0);
    scene.keep_cards();
    scene.play("stay stay stay");
    scene.play(&format!("tactic:{tactic}"));
    assert_eq!(
        (scene.p.step, scene.asked()),
        (Step::DefenceTactic { target: 1 }, Some(2))
    );
    scene
}

#[test]
fn only_its_owner_knows_a_tactic_until_both_are_played() {
    // R72
    alike(&played("parry"), &played("jab"), 0);
    alike(&played("lunge"), &played("block"), 0);
    let mut scene = played("lunge");
    scene.play("tactic:parry");
    let shown = scene
        .told
        .iter()
        .filter(|event| matches!(event, Event::TacticShown { .. }))
        .count();
    assert_eq!(shown, 2);
}

#[test]
fn only_the_owner_is_asked_for_a_secret() {
    let scene = placed("flip", &[]);
    assert_eq!(
        (
            scene.game.visibility(&scene.p).seat,
            scene.game.visibility(&scene.p).unlisted
        ),
        (Some(1), false)
    );
    let mv = scene.game.parse("place:flip+").expect("a move");
    assert_eq!(
        scene.game.outside(&scene.p, mv).as_deref(),
        Some("a Control card, face down")
    );
    let scene = played("jab");
    assert_eq!(scene.game.visibility(&scene.p).seat, Some(1));
    let mv = scene.game.parse("tactic:jab").expect("a move");
    assert_eq!(
        scene.game.outside(&scene.p, mv).as_deref(),
        Some("a Tactic, face down")
    );
}

#[test]
fn hidden_cards_do_not_change_how_a_bot_plays() {
    let choose = |scene: Scene| {
        let mut choices = Choices::default();
        scene.game.moves(&scene.p, &mut choices);
        let mut bot = scene.game.bot("sensible").expect("a bot");
        let mut luck = ChaCha8Rng::seed_from_u64(1);
        let view = scene.game.view(&scene.p, Some(1));
        (0..10)
            .map(|_| bot.choose(&view, &choices, &mut luck))
            .collect::<Vec<usize>>()
    };
    assert_eq!(choose(placed("rotate0", &[])), choose(placed("flip", &[])));
    assert_eq!(choose(played("lunge")), choose(played("block")));
}

#[test]
fn controls_kept_at_the_table_are_asked_for_when_revealed() {
    // The referee asks when the cards are turned up, in the order in which they were placed.
    let game = Caverns::new(&shipped(), &setup(2, Secrets::Table, &[])).expect("the shipped kit");
    let mut scene = Scene {
        p: game.start(),
        game,
        told: Vec::new(),
    };
    scene.play("start:b1 first:red");
    let question = scene.game.question(&scene.p);
    assert_eq!(
        question,
        "Lay Controls face down: Bob, then Ann. Turned up, what does Bob's card show?"
    );
    assert_eq!(scene.game.visibility(&scene.p).seat, None);
    scene.play("place:flip");
    assert!(scene.was_told(|event| matches!(event, Event::Shown { seat: 1, .. })));
    assert!(!scene.was_told(|event| matches!(event, Event::Placed { .. })));
    assert_eq!(
        scene.game.question(&scene.p),
        "What does Ann's Control card show?"
    );
    let mv = scene.game.parse("place:flip").expect("a move");
    assert_eq!(
        (
            scene.game.outside(&scene.p, mv),
            scene.game.reveals(&scene.p, mv)
        ),
        (None, false)
    );
    assert_eq!(scene.game.turn(&scene.p), Turn::Player(0));
}

#[test]
fn tactics_kept_at_the_table_are_asked_for_when_revealed() {
    let game = Caverns::new(&shipped(), &setup(2, Secrets::Table, &[])).expect("the shipped kit");
    let mut scene = Scene {
        p: game.start(),
        game,
        told: Vec::new(),
    };
    scene.play("start:b1 first:red");
    scene.hero(2, "b1", 4, 0);
    scene.keep_cards();
    scene.play("stay stay");
    let question = scene.game.question(&scene.p);
    let both =
        "Each play a Tactic face down, Ann then Bob; then turn both up. What does Ann's card show?";
    assert_eq!(question, both);
    scene.play("tactic:jab");
    assert_eq!(
        scene.game.question(&scene.p),
        "What does Bob's Tactic card show?"
    );
    assert!(!scene.was_told(|event| matches!(event, Event::TacticPlayed { .. })));
    assert_eq!(scene.game.visibility(&scene.p).seat, None);
}
