//! The board as people see it.

use super::scene::Scene;
use crate::games::dungeon_in_a_tin::rules::position::Fate;
use crate::games::side::Side::{North, South, West};
use crate::referee::Words;
use crate::referee::scene::{Bead, Placement, What, Zone};

#[test]
fn the_map_shows_all_that_is_known() {
    let mut scene = Scene::new(&["F01 F02"]);
    scene.lay("T05", 0, (0, 1), South);
    let store_room = scene.lay("T06", 1, (0, 2), South);
    scene.lay("T07", 1, (1, 1), West);
    scene.p.rooms[3].visited = false;
    scene.p.room_mut(store_room).blocked.add(North);
    scene.monster(store_room, "red hc");
    scene.monster(store_room, "yellow p");
    scene.give(0, "key c5 c2");
    for kind in scene.kinds("potion rope c10 c3 c3") {
        scene.p.pool.remove(kind);
        scene.p.room_mut(store_room).floor.add(kind);
    }
    scene.stand(0, store_room, South);
    let expected = "\
┌─────┘ ▒ └─────┐
│Store Room     │
╬r^$ y         @│
│potion rope +3 │
└─────┐   ┌─────┘
┌─────┘   └─────┐┌───────────────┐
│Crossways      ││The Chasm ≈    │
←                                →
│               ││not entered    │
└─────┐   ┌─────┘└───────────────┘
┌─────┘   └─────┐
│Hillside Stairs│
│               →
│               │
└───────────────┘
→ unexplored  ╬ locked  ▒ no way  ≈ no bridge  y, r monsters  ^ horns  $ chest

@ Ann  ♥♥♥♥♥  level 1  experience 0
  slots: potion, key, -  purse: c2 c5 = 7 gold
  hand: F01 (thrust +2)  F02 (swipe +2)
turn 1  8 tiles  deck 10, discarded 0  pool 20, discarded 0
";
    assert_eq!(scene.game.board(&scene.p, None, 80).to_string(), expected);
    let told = scene.game.describe(&scene.p, None);
    assert_eq!(
        told[0],
        "You are in the Store Room, 2 north of the stairs, entered from the south. Here: a horned red monster with a chest and a yellow monster. \
         On the floor: a potion, a rope, 2 coins of 3 and a coin of 10. \
         Skulls: 1 white and 1 red. Exits: north blocked for good; south to the Crossways; west unexplored, locked."
    );
}

#[test]
fn a_wide_dungeon_is_cropped_around_the_knight() {
    let mut scene = Scene::new(&["F01 F02"]);
    let mut last = 0;
    for x in 1..=7 {
        last = scene.lay("T04", 1, (x, 0), West);
    }
    scene.stand(0, last, West);
    let board = scene.game.board(&scene.p, None, 80);
    assert!(board.width() <= 80);
    assert!(
        board
            .to_string()
            .contains("The map goes on; rooms not shown: 3 west."),
        "{board}"
    );
    scene.stand(0, 0, West);
    assert!(
        scene
            .game
            .board(&scene.p, None, 80)
            .to_string()
            .contains("rooms not shown: 3 east.")
    );
    assert!(scene.game.board(&scene.p, None, 40).width() <= 40);
    let near = scene.game.near(&scene.p, None, 80).to_string();
    assert!(near.contains("more rooms: 6 e (`map`)"), "{near}");
}

/// Treasure on the floor stays visible below the dice, and the printed hearts of the dead are covered.
#[test]
fn dice_leave_treasure_in_sight() {
    let mut scene = Scene::new(&["F01 F02", "F03 F04"]);
    let room = scene.lay("T05", 0, (0, 1), South);
    for kind in scene.kinds("c3") {
        scene.p.pool.remove(kind);
        scene.p.room_mut(room).floor.add(kind);
    }
    for monster in ["yellow p", "yellow p", "yellow p"] {
        scene.monster(room, monster);
    }
    scene.stand(0, room, South);
    scene.p.players[1].fate = Fate::Dead;
    let picture = scene.game.scene(&scene.p, None);
    let mut dice = Vec::new();
    let mut tokens = Vec::new();
    let mut covered = 0;
    for thing in picture
        .things
        .iter()
        .filter(|thing| thing.zone == Zone::Map)
    {
        let Placement::At(_, y) = thing.placement else {
            continue;
        };
        match &thing.what {
            What::Small(_, edge) => dice.push(y + edge / 2.0),
            What::Piece(piece) if piece.deck == "tokens" => tokens.push(y - 6.5),
            _ => {}
        }
    }
    for thing in &picture.things {
        covered +=
            usize::from(thing.what == What::Bead(Bead::Black) && thing.zone == Zone::Seat(1));
    }
    assert_eq!((dice.len(), tokens.len(), covered), (4, 1, 5));
    assert!(
        dice.iter().all(|low| *low <= tokens[0] + 0.2),
        "{dice:?} {tokens:?}"
    );
}
