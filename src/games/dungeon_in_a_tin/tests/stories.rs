//! Games retold.

use super::scene::{Scene, dungeon};
use crate::games::side::Side::South;
use crate::referee::{Game, Happened, Words};

/// The story told of these moves.
fn story(scene: &mut Scene, ids: &str) -> String {
    let mut steps = Vec::new();
    for id in ids.split_whitespace() {
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
fn a_game_from_the_stairs_to_the_end() {
    let game = dungeon(1, &[]);
    let mut scene = Scene {
        p: game.start(),
        game,
        told: Vec::new(),
    };
    let moves = "draw:F07 draw:F01 drink go:e tile:T06 arrow:s face:p face:p treasure:c2 treasure:c2 fight:red-plain \
        attack:thrust card:F07 roll:2 attack:swipe card:F01 roll:5 stay attack:thrust draw:F02 roll:2 stay \
        attack:swipe draw:F11 roll:2 draw:F05 draw:F08 take:c2 take:c2 go:w go:n tile:T05 face:hc face:p \
        fight:yellow-plain attack:swipe card:F05 roll:2 attack:overhead card:F08 roll:5 treasure:c2 draw:F04 \
        draw:F12 go:e tile:T04 face:hc face:hc treasure:c3 attack:thrust card:F04 roll:3 treasure:c3 attack:overhead \
        deck draw:F10 roll:5 stay attack:overhead card:F12 roll:1 go:w face:p attack:thrust draw:F03 roll:1";
    insta::assert_snapshot!(story(&mut scene, moves));
}

#[test]
fn a_maiden_comes_home() {
    let mut scene = Scene::new(&["F01 F02"]);
    let room = scene.lay("T04", 0, (0, 1), South);
    scene.stand(0, room, South);
    scene.give(0, "bomb c5");
    let maiden = scene.kinds("maiden")[0];
    scene.p.room_mut(room).floor.add(maiden);
    assert_eq!(
        story(&mut scene, "take:maiden go:s"),
        "Ann went down the Hillside Stairs, alone. The knight took the maiden by the hand. The knight led the maiden up the stairs \
         into the daylight. Ann came home with 5 gold."
    );
    assert!(scene.game.outcome(&scene.p).is_some());
}
