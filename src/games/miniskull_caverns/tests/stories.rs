//! Games retold.

use super::scene::Scene;
use crate::referee::{Happened, Words};

/// Makes moves, and records the position and events after each.
fn play(scene: &mut Scene, ids: &str, past: &mut Vec<Scene>) {
    for id in ids.split_whitespace() {
        scene.told.clear();
        scene.play(id);
        past.push(Scene {
            game: scene.game.clone(),
            p: scene.p,
            told: scene.told.clone(),
        });
    }
}

fn retold(past: &[Scene]) -> String {
    let happened = past.iter().flat_map(|scene| {
        scene.told.iter().map(move |event| Happened {
            position: &scene.p,
            event: *event,
        })
    });
    let happened: Vec<_> = happened.collect();
    past[0].game.story(&happened).join("\n\n")
}

#[test]
fn a_hero_takes_the_last_gem_and_defeats_tiny() {
    // R53, R79, R104, R105
    let (mut scene, mut past) = (Scene::new(2), Vec::new());
    scene.hero(1, "a2", 4, 2);
    scene.hero(2, "c1", 4, 0);
    scene.gems("a2 d2");
    scene.sides("FL FB");
    play(
        &mut scene,
        "place:rotate0 place:rotate0 search roll:2 hide roll:6",
        &mut past,
    );
    scene.hero(1, "g3", 4, 3);
    scene.p.tiny = 2;
    play(
        &mut scene,
        "place:rotate0 place:rotate0 hide rest roll:1 roll:3",
        &mut past,
    );
    assert_eq!(
        retold(&past),
        "Ann and Bob climbed down into the Cellars below MiniSkull Castle, and not as friends. Ann pulled a Gem out of the rock \
         at a2, 3 in all now. Ann woke Tiny in the middle of the caverns.\n\nAnn gave Tiny the last blow. Ann climbed \
         out of the caverns a rich hero. Bob came up with empty hands."
    );
}

#[test]
fn a_robbery_is_one_sentence() {
    // R61, R62
    let (mut scene, mut past) = (Scene::new(3), Vec::new());
    scene.hero(1, "a2", 4, 0);
    scene.hero(2, "r2", 4, 1);
    scene.gems("d2 d4 a4");
    scene.sides("BT FT FT");
    play(
        &mut scene,
        "place:rotate0 place:rotate0 place:rotate0 go:r2 attack:blue roll:5 roll:4 lose:gem",
        &mut past,
    );
    assert!(
        retold(&past).ends_with("not as friends. Ann fell upon Bob and took a Gem from Bob."),
        "{}",
        retold(&past)
    );
}

#[test]
fn a_lone_hero_runs_out_of_strength() {
    // R27, R100, R117
    let (mut scene, mut past) = (Scene::new(1), Vec::new());
    scene.hero(1, "b1", 1, 1);
    scene.gems("a2 d2 d4");
    play(&mut scene, "place:rotate0+ adjust:forward", &mut past);
    assert_eq!(
        retold(&past),
        "Ann climbed down into the Cellars below MiniSkull Castle, alone. Ann had no Strength left and let a Gem fall at b1.\n\n\
         Ann sank down in the dark, and did not get up again."
    );
}
