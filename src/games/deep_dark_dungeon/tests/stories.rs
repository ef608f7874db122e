//! Games retold.

use super::scene::{EXIT_RING, RING, Scene};
use crate::games::shared::narrator::Narrator;
use crate::referee::{Happened, Words};

/// The story told of these moves.
fn story(scene: &mut Scene, ids: &str) -> String {
    let mut steps = Vec::new();
    for id in ids.split_whitespace() {
        scene.told.clear();
        scene.play(id);
        steps.push((scene.p.clone(), scene.told.clone()));
    }
    let past = steps.iter().flat_map(|(p, told)| {
        told.iter().map(move |event| Happened {
            position: p,
            event: *event,
        })
    });
    scene.game.story(&past.collect::<Vec<_>>()).join("\n\n")
}

#[test]
fn a_stolen_key_opens_the_exit() {
    // v1_0: R55, R62, R69
    let board = format!("{EXIT_RING} T15@2,-1");
    let mut scene = Scene::new("v1_0", 2, &board)
        .stand(1, "1,0")
        .stand(2, "2,-1")
        .carry(2, "E18 E14")
        .stock("");
    let names = scene.game.players().to_vec();
    let told = story(
        &mut scene,
        "attack:2 roll:6 roll:1 steal:E18 step:NW roll:6 roll:1",
    );
    let [one, two] = names.as_slice() else {
        panic!("two players")
    };
    assert_eq!(
        told,
        format!(
            "{one} and {two} woke in a deep, dark dungeon that nobody had mapped. {one} beat {two}, took the Key and beat the \
             Guardian. Then {one} escaped through the grate.\n\n{two} never found the way out."
        )
    );
}

#[test]
fn a_monster_knocks_out_a_hurt_explorer() {
    // original: R41, R44
    let mut scene = Scene::new("original", 2, RING)
        .hurt(1)
        .stock("")
        .deck("E07 E01");
    let one = scene.game.players()[0].clone();
    let told = story(&mut scene, "step:NE card:E07 roll:1 roll:6");
    assert!(
        told.ends_with(&format!(
            "{one} was beaten by the Cave Ogre and came to at the Start."
        )),
        "{told}"
    );
}
