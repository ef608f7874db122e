//! Games retold.

use super::scene::Scene;
use crate::referee::{Happened, Words};

#[test]
fn a_trip_is_told_fight_by_fight() {
    let mut scene = Scene::new(2);
    scene
        .row("S0 S1 M2")
        .coins("S0", "M2 M1")
        .coins("S1", "M5")
        .powers(&[4, 4])
        .gold(&[9, 5])
        .auction(&[1, 2], 1);
    let mut past = Vec::new();
    let moves = "enter bid:3 bid:2 go:S0 turn:1 roll:3 go:S1 roll:1";
    for id in moves.split_whitespace() {
        scene.told.clear();
        scene.play(id);
        past.push((scene.p, scene.told.clone()));
    }
    let happened: Vec<_> = past
        .iter()
        .flat_map(|(p, told)| {
            told.iter().map(move |event| Happened {
                position: p,
                event: *event,
            })
        })
        .collect();
    let expected = "Ann and Bob built dungeons, and sent in heroes for 30 gold. Ann paid 3 gold to go in. In round 1 Ann's hero had \
                    power 4, and a dungeon of 4 tiles to explore. Ann beat a monster of 2, found Bob's sword and lost blood to a \
                    monster of 5.";
    assert_eq!(scene.game.story(&happened).join("\n\n"), expected);
}
