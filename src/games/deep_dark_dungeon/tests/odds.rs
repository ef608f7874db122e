//! The probabilities worked out in section 5 of the dossier, computed from chance moves alone.

use std::collections::HashSet;

use super::scene::{EXIT_RING, PLAIN_RING, Scene};
use crate::referee::odds::likely;
use crate::referee::{Prompting, Words};

/// An answer as it is worded in the question.
fn shown(scene: &Scene, id: &str) -> String {
    let mv = scene.game.parse(id).expect("a move");
    scene.game.short(&scene.p, mv).expect("a short form").text
}

#[test]
fn strength_decides_how_often_the_guardian_is_beaten() {
    // R61, R62: 15, 21 and 6 of 36; a tie wins.
    let arrives = |scene: Scene| likely(&scene.game, &scene.p, "step:NW", "wins");
    let start = || Scene::new("v1_0", 2, EXIT_RING).stand(1, "1,0").stock("");
    assert_eq!(arrives(start()), "5/12");
    assert_eq!(arrives(start().carry(1, "E14")), "7/12", "with a Sword");
    assert_eq!(arrives(start().hurt(1)), "1/6");
    let told = shown(&start().carry(1, "E14"), "step:NW");
    assert!(told.ends_with("Guardian: wins 21 in 36"), "{told}");
}

#[test]
fn strength_decides_how_often_an_attack_is_won() {
    // R55: by difference in strength from -5 to 5; a tie does not win.
    let cases = [0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35];
    let mut seen = HashSet::new();
    let duel = |edition| Scene::new(edition, 2, PLAIN_RING).stand(2, "1,0").stock("");
    for (hurt, cards) in [(0, ""), (1, ""), (2, ""), (0, "E14"), (2, "E14")] {
        let mut scene = duel("v1_0").carry(1, cards);
        if hurt > 0 {
            scene = scene.hurt(hurt);
        }
        let own = |seat| i32::from(scene.game.strength(&scene.p, seat));
        let at = own(0) - own(1) + 5;
        seen.insert(at);
        let found = likely(&scene.game, &scene.p, "attack:2", "wins the attack");
        let (won, of) = found.split_once('/').expect("a fraction");
        assert_eq!(
            36 * won.parse::<i32>().unwrap(),
            cases[at as usize] * of.parse::<i32>().unwrap(),
            "{at}: {found}"
        );
    }
    assert_eq!(seen.len(), 5, "{seen:?}");
    assert_eq!(
        shown(&duel("v1_0").carry(2, "E14"), "attack:2"),
        "attack Bob Sword: wins 10 in 36"
    );
    assert_eq!(
        shown(&duel("v1_0"), "attack:2"),
        "attack Bob",
        "who carries nothing has nothing to win"
    );
    // The original edition counts heights as well: this attack comes from one step below.
    let scene = duel("original");
    assert_eq!(
        likely(&scene.game, &scene.p, "attack:2", "wins the attack"),
        "5/18"
    );
}
