//! The probabilities worked out in section 5 of the dossier, computed from chance moves alone.

use super::scene::Scene;
use crate::referee::Prompting;
use crate::referee::odds::likely;

/// Ann searches on her space at this noise.
fn search(noise: u8, options: &[(&str, &str)]) -> String {
    let mut scene = Scene::with(2, options);
    scene.hero(1, "a4", 4, 0);
    scene.gems("a4:4");
    scene.sides("FL FT");
    scene.keep_cards();
    scene.p.noise = noise;
    likely(&scene.game, &scene.p, "search", "finds the Gems")
}

#[test]
fn a_search_succeeds_according_to_the_noise() {
    // R52: 1/2 at noise 3 to 6, 1/3 at 7 to 9
    for noise in 3..=9 {
        assert_eq!(
            search(noise, &[]),
            if noise <= 6 { "1/2" } else { "1/3" },
            "{noise}"
        );
    }
}

#[test]
fn a_surprise_attack_is_won_15_times_in_36() {
    // R61
    let mut scene = Scene::new(3);
    scene.hero(1, "a2", 4, 0);
    scene.hero(2, "r2", 4, 0);
    scene.hero(3, "b1", 4, 0);
    scene.sides("BT FT FT");
    scene.keep_cards();
    scene.play("go:r2");
    assert_eq!(likely(&scene.game, &scene.p, "attack:blue", "wins"), "5/12");
    assert_eq!(likely(&scene.game, &scene.p, "attack:blue", "a tie"), "1/6");
    assert_eq!(likely(&scene.game, &scene.p, "attack:none", "wins"), "0");
    assert_eq!(
        scene.game.manner(&scene.p, &[]).lead.as_deref(),
        Some("Ann attacks, wins 15 in 36")
    );
}
