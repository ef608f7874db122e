//! The probabilities worked out in section 5 of the dossier, computed from chance moves alone.

use super::super::rules::position::Step;
use super::scene::Scene;
use crate::referee::odds::likely;
use crate::referee::{Prompting, Words};

#[test]
fn an_attack_with_nothing_spent_wins_15_times_in_36() {
    // R35
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.player(1, "a1", "");
    scene.player(2, "d1", "C2");
    scene.play("go:c1");
    assert_eq!(scene.p.step, Step::Attack);
    assert_eq!(
        likely(&scene.game, &scene.p, "attack:M", "wins the attack"),
        "5/12"
    );
    assert_eq!(likely(&scene.game, &scene.p, "attack:M", "fails"), "7/12");
    assert_eq!(shown(&scene, "attack:M"), "Bob: wins 15 in 36");
}

/// An answer as it is worded in the question.
fn shown(scene: &Scene, id: &str) -> String {
    let mv = scene.game.parse(id).expect("a move");
    scene.game.short(&scene.p, mv).expect("a short form").text
}

#[test]
fn equipment_makes_a_defence_more_likely() {
    // R34: the defender knows what the attacker adds.
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.player(1, "a1", "");
    scene.player(2, "d1", "C2 A3");
    scene.play("go:c1");
    assert_eq!(
        shown(&scene, "attack:M"),
        "Bob",
        "what Bob adds is not known yet"
    );
    scene.play("attack:M");
    assert_eq!(
        scene.p.step,
        Step::DefendSpend {
            target: 1,
            spent: 0
        }
    );
    assert_eq!(
        ["spend:0", "spend:1"].map(|id| shown(&scene, id)),
        ["0: holds 21 in 36", "1: holds 26 in 36"]
    );
}

#[test]
fn experience_helps_to_beat_a_hazard() {
    // R26, R27: clamp(5 - value + spent, 0, 6) of 6.
    for (value, spent, chance) in [
        (0, 0, "5/6"),
        (0, 1, "1"),
        (3, 0, "1/3"),
        (3, 2, "2/3"),
        (5, 0, "0"),
        (5, 1, "1/6"),
    ] {
        let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
        scene.coin("c1", value);
        scene.player(1, "a1", "M1 M2");
        scene.player(2, "d1", "");
        scene.play("go:c1 suit:M");
        assert!(matches!(scene.p.step, Step::Experience(_)));
        assert_eq!(
            likely(&scene.game, &scene.p, &format!("spend:{spent}"), "beats it"),
            chance,
            "{value}, {spent}"
        );
    }
}

#[test]
fn every_suit_not_yet_seen_is_equally_likely() {
    // R24
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("c1", 4);
    scene.player(1, "a1", "");
    scene.player(2, "d1", "C4");
    assert_eq!(likely(&scene.game, &scene.p, "go:c1", "a treasure"), "0");
    assert_eq!(likely(&scene.game, &scene.p, "go:c1", "a trap"), "1/3");
}
