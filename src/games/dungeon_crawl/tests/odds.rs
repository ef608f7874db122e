//! Worked probabilities of the dossier's section 5, from the chance moves alone.

use super::super::rules::position::Step;
use super::scene::Scene;
use crate::referee::odds::likely;

#[test]
fn an_attack_with_nothing_spent_wins_15_times_in_36() {
    // R35
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.player(1, "a1", "");
    scene.player(2, "d1", "C2");
    scene.play("go:c1");
    assert_eq!(scene.p.step, Step::Attack);
    assert_eq!(likely(&scene.game, &scene.p, "attack:M", "wins the attack"), "5/12");
    assert_eq!(likely(&scene.game, &scene.p, "attack:M", "fails"), "7/12");
}

#[test]
fn a_hazard_is_beaten_by_what_is_spent() {
    // R26, R27: clamp(5 - value + spent, 0, 6) of 6.
    for (value, spent, chance) in [(0, 0, "5/6"), (0, 1, "1"), (3, 0, "1/3"), (3, 2, "2/3"), (5, 0, "0"), (5, 1, "1/6")] {
        let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
        scene.coin("c1", value);
        scene.player(1, "a1", "M1 M2");
        scene.player(2, "d1", "");
        scene.play("go:c1 suit:M");
        assert_eq!(scene.p.step, Step::Experience);
        assert_eq!(likely(&scene.game, &scene.p, &format!("spend:{spent}"), "beats it"), chance, "{value}, {spent}");
    }
}

#[test]
fn a_coin_has_any_suit_that_was_not_seen() {
    // R24
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("c1", 4);
    scene.player(1, "a1", "");
    scene.player(2, "d1", "C4");
    assert_eq!(likely(&scene.game, &scene.p, "go:c1", "a treasure"), "0");
    assert_eq!(likely(&scene.game, &scene.p, "go:c1", "a trap"), "1/3");
}
