//! The probabilities worked out in section 5 of the dossier, computed from chance moves alone.

use super::scene::Scene;
use crate::referee::journal::Secrets;
use crate::referee::odds::{Effort, Knowing, likely, odds};

#[test]
fn a_hidden_coin_may_be_any_not_yet_seen() {
    // R47, section 7: Bob has six values, of which four are monsters.
    let mut scene = Scene::new(2);
    scene.row("S0 S1").powers(&[4, 1]);
    scene.coins("S0", "M?").explore(1);
    assert_eq!(likely(&scene.game, &scene.p, "go:S0", "a sword"), "1/6");
    // R48, R49: with power 4, five of six cases leave the hero unharmed against a 2, down to two against a 5.
    assert_eq!(
        likely(&scene.game, &scene.p, "go:S0", "is unharmed"),
        "7/18"
    );
}

#[test]
fn only_its_owner_knows_a_coin() {
    // I12
    let mut scene = Scene::with(2, &[], Secrets::Referee);
    scene.row("S0 S1").powers(&[4, 4]);
    scene.play("coin:S0 value:1");
    scene.explore(1);
    let of = |seat| {
        let knowing = Knowing {
            seat,
            untold: false,
            players: &[],
        };
        let odds = odds(&scene.game, &scene.p, 1, knowing, Effort::FULL).expect("what is known");
        odds.options
            .iter()
            .find(|option| option.id == "go:S0")
            .expect("a way")
            .outcomes
            .len()
    };
    assert_eq!(of(Some(0)), 1, "Ann knows that it is her sword");
    assert!(of(Some(1)) > 5 && of(None) > 5);
}
