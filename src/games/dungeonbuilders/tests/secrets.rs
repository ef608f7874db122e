//! Section 7: what must not be shown.

use super::scene::Scene;
use crate::referee::journal::Secrets;
use crate::referee::{Words, conformance};

/// Ann has placed this coin on S1, and the referee knows which it is.
fn placed(value: u8) -> Scene {
    let mut scene = Scene::with(3, &[], Secrets::Referee);
    scene.row("S0 S1 S2").float("M5 C4");
    scene.play("coin:S1").play(&format!("value:{value}"));
    scene
}

#[test]
fn a_placed_coin_looks_the_same_to_the_others() {
    // I12
    let (one, other) = (placed(0), placed(5));
    assert_ne!(one.p, other.p);
    assert_eq!(one.told, other.told, "what is told to all");
    let universe = conformance::constructible(&one.game, 2, 200);
    for seat in [None, Some(1), Some(2)] {
        assert_eq!(one.seen_by(seat), other.seen_by(seat));
        conformance::check_secrets(&one.game, &one.p, &other.p, seat, &universe);
    }
    assert_ne!(
        one.seen_by(Some(0)),
        other.seen_by(Some(0)),
        "the owner knows"
    );
}

#[test]
fn only_the_owner_is_asked_for_a_coin() {
    let mut scene = Scene::with(2, &[], Secrets::Referee);
    scene.row("S0 S1").play("coin:S1");
    assert_eq!(scene.game.visibility(&scene.p).seat, Some(0));
    let texts: Vec<String> = scene
        .moves()
        .into_iter()
        .map(|mv| scene.game.option(&scene.p, mv))
        .collect();
    assert!(
        texts
            .iter()
            .zip("012345".chars())
            .all(|(text, value)| text.contains(value)),
        "typed by value: {texts:?}"
    );
    let coin = scene.game.parse("value:5").expect("a move");
    assert_eq!(
        scene.game.outside(&scene.p, coin),
        Some("a coin".to_owned())
    );
}

#[test]
fn coins_kept_at_the_table_are_not_asked_for() {
    let mut scene = Scene::new(2);
    scene.row("S0 S1").play("coin:S1");
    assert_eq!(scene.asked(), Some(2), "nobody asks which");
    assert_eq!(scene.p.purses[0].placed, 1);
}
