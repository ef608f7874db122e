//! Games retold.

use super::scene::Scene;
use crate::referee::{Happened, Words};

#[test]
fn a_turn_is_a_sentence_and_uneventful_turns_are_left_out() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("c1", 0);
    scene.coin("d2", 4);
    scene.player(1, "a1", "C5 A1");
    scene.player(2, "a2", "C1 C2 C3 C4");
    scene.hurt(2, "S5 M3");
    // Turns count from the first.
    scene.p.turn = 0;
    let mut past = Vec::new();
    let moves = "go:b1 attack:M spend:0 roll:1 roll:4 go:b2 attack:S spend:0 roll:5 roll:0 take:treasure go:a1 attack:none go:c1 suit:S \
                 roll:0 go:b1 attack:none go:d2 suit:M roll:2 go:c2 enter:a1 go:d2";
    for id in moves.split_whitespace() {
        scene.told.clear();
        scene.play(id);
        past.push((scene.p.clone(), scene.told.clone()));
    }
    let happened = past.iter().flat_map(|(p, told)| {
        told.iter().map(move |event| Happened {
            position: p,
            event: *event,
        })
    });
    let happened: Vec<_> = happened.collect();
    let expected = "Ann and Bob laid out a dungeon of 2 tiles, 2 by 1, and went in. Bob took a treasure from Ann. Bob was hurt by a \
                    monster of 4, died on d2 and left the treasures of 1, 2, 3, 4 and 5 there. \
                    Bob came back with empty hands. Ann gathered up the treasures of 1, 2, 3, 4 and 5.";
    assert_eq!(scene.game.story(&happened).join("\n\n"), expected);
}
