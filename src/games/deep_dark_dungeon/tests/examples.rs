//! The worked examples in section 10 of the rules' dossier, by number, with their rules and edition.

use super::scene::{EXIT_RING, PLAIN_RING, RING, Scene};
use crate::games::deep_dark_dungeon::rules::event::Event;

#[test]
fn w01_setup_by_the_first_player() {
    // R8-R13, v1_0
    let mut scene = Scene::start("v1_0", 2);
    assert_eq!(scene.waits(), "tile 1");
    scene.play("tile:T11");
    assert_eq!(scene.p.aside.len(), 1);
    scene.play("tile:T13 place:E tile:T02");
    assert_eq!(scene.waits(), "place 1");
    scene.play("place:NE tile:T40 place:NW tile:T38");
    assert_eq!((scene.p.aside.len(), scene.refuse("tile:T11")), (2, "not_in_stock"));
    scene.play("tile:T03 place:W");
    assert_eq!(scene.refuse("place:SW"), "wrong_kind");
    scene.play("tile:T14");
    assert_eq!(scene.refuse("place:E"), "space_taken");
    scene.play("place:SW tile:T04");
    assert_eq!((scene.waits().as_str(), scene.p.aside.len(), scene.p.stock.len()), ("action 1", 0, 33));
    assert_eq!((scene.exit().as_str(), scene.tile_at("0,1")), ("0,-1", "T04"));
    assert_eq!((scene.at(1), scene.at(2)), ("0,0".to_owned(), "0,0".to_owned()));
}

#[test]
fn w02_setup_in_turn() {
    // R9, R10, original
    let mut scene = Scene::start("original", 3);
    scene.play("tile:T02 place:E");
    assert_eq!(scene.waits(), "tile 2");
    scene.play("tile:T21");
    assert_eq!(scene.waits(), "tile 2");
    scene.play("tile:T03 place:W");
    assert_eq!(scene.waits(), "tile 3");
    scene.play("tile:T41 place:NE");
    assert_eq!(scene.waits(), "tile 1");
    scene.play("tile:T05 place:SW tile:T06 place:NW");
    assert_eq!((scene.waits().as_str(), scene.refuse("tile:T40")), ("tile 3", "not_in_stock"));
    scene.play("tile:T07");
    assert_eq!((scene.waits().as_str(), scene.p.stock.len(), scene.tile_at("0,1")), ("action 1", 33, "T07"));
}

#[test]
fn w03_two_steps_over_an_encounter_tile() {
    // R17, R22, R29, R36, v1_0
    let mut scene = Scene::new("v1_0", 2, &format!("{RING} T05@2,-2"));
    assert_eq!(scene.refuse("step:NW"), "too_steep");
    assert_eq!(scene.refuse("stop"), "must_act");
    scene.play("step:NE");
    assert_eq!(scene.waits(), "action 1");
    scene.play("step:NE");
    assert_eq!(scene.waits(), "tile 1");
    scene.play("tile:T30 place:E tile:T06");
    assert_eq!((scene.refuse("place:E"), scene.refuse("place:SW")), ("space_taken", "space_taken"));
    scene.play("place:NE tile:T07 place:NW tile:T15 place:W tile:T16");
    assert_eq!((scene.waits().as_str(), scene.at(1).as_str(), scene.tile_at("2,-1")), ("action 2", "2,-2", "T16"));
    assert_eq!((scene.p.stock.len(), scene.p.deck.len()), (27, 19));
}

#[test]
fn w04_drawn_encounters_in_the_order_placed() {
    // R33, R39, R40, R48, v1_0
    let mut scene = Scene::new("v1_0", 2, RING);
    scene.play("step:E stop tile:T21 place:E tile:T30 place:NE tile:T22");
    assert_eq!((scene.tile_at("1,1"), scene.waits().as_str()), ("T22", "card 1"));
    scene.play("card:E05");
    assert_eq!(scene.waits(), "monster 1");
    scene.play("roll:2 roll:3");
    assert_eq!(scene.waits(), "card 1");
    scene.play("card:E14");
    assert_eq!((scene.waits().as_str(), scene.discarded().as_str(), scene.carries(1).as_str()), ("action 2", "E05", "E14"));
    assert_eq!((scene.is_hurt(1), scene.at(1).as_str()), (false, "1,0"));
}

#[test]
fn w05_knocked_out_still_hurt() {
    // R41, R43, R44, v1_0
    let mut scene = Scene::new("v1_0", 2, RING).hurt(1);
    scene.play("step:NE stop card:E07 roll:1 roll:2");
    assert_eq!((scene.waits().as_str(), scene.at(1).as_str(), scene.is_hurt(1)), ("action 2", "0,0", true));
    assert_eq!((scene.discarded().as_str(), scene.p.stock.len()), ("E07", 33));
}

#[test]
fn w06_knocked_out_and_healed() {
    // R15, R23, R44, original
    let mut scene = Scene::new("original", 2, RING).hurt(1);
    scene.play("step:NE");
    assert_eq!(scene.waits(), "card 1");
    scene.play("card:E07 roll:1 roll:2");
    assert_eq!((scene.waits().as_str(), scene.at(1).as_str(), scene.is_hurt(1)), ("action 2", "0,0", false));
}

#[test]
fn w07_a_monster_takes_the_key() {
    // R41, R42, R58, v1_0
    let mut scene = Scene::new("v1_0", 2, RING).carry(1, "E14 E18").discard("E01 E08");
    scene.play("step:NE stop card:E07 roll:1 roll:6");
    assert_eq!((scene.carries(1).as_str(), scene.is_hurt(1)), ("E14", false));
    assert_eq!((scene.discarded().as_str(), scene.p.deck.len(), scene.waits().as_str()), ("", 18, "tile 1"));
}

#[test]
fn w08_a_third_treasure() {
    // R48, R49, v1_0
    let mut scene = Scene::new("v1_0", 3, RING).carry(1, "E16 E15");
    scene.play("step:NE stop card:E20");
    assert_eq!(scene.waits(), "keep 1");
    assert_eq!(
        (scene.refuse("discard:E07"), scene.refuse("drink"), scene.refuse("stop")),
        ("not_carried", "not_hurt", "wrong_kind")
    );
    scene.play("discard:E16");
    assert_eq!(
        (scene.carries(1).as_str(), scene.discarded().as_str(), scene.waits().as_str()),
        ("E15 E20", "E16", "tile 1")
    );
}

#[test]
fn w09_a_tied_attack() {
    // R15, R53-R55, v1_0
    let mut scene = Scene::new("v1_0", 2, PLAIN_RING).stand(2, "0,-1").carry(2, "E18 E14").stock("");
    scene.play("attack:2");
    assert_eq!(scene.waits(), "attack 1");
    scene.play("roll:4 roll:3");
    assert_eq!((scene.waits().as_str(), scene.refuse("attack:2")), ("action 1", "already_attacked"));
    scene.play("step:E");
    assert_eq!((scene.waits().as_str(), scene.at(1).as_str()), ("action 2", "1,0"));
    assert_eq!((scene.carries(1).as_str(), scene.carries(2).as_str()), ("", "E14 E18"));
}

#[test]
fn w10_an_attack_won() {
    // R55, v1_0
    let mut scene = Scene::new("v1_0", 2, PLAIN_RING).stand(2, "0,-1").carry(2, "E18 E14").stock("");
    scene.play("attack:2 roll:6 roll:3");
    assert_eq!((scene.waits().as_str(), scene.refuse("drink")), ("steal 1", "wrong_kind"));
    scene.play("steal:E18 stop");
    assert_eq!((scene.waits().as_str(), scene.carries(1).as_str(), scene.carries(2).as_str()), ("action 2", "E18", "E14"));
}

#[test]
fn w11_heights_in_attacks() {
    // R54, R55, original
    let mut scene =
        Scene::new("original", 3, PLAIN_RING).stand(1, "1,0").stand(3, "0,-1").carry(2, "E16").carry(3, "E15").stock("");
    assert_eq!(scene.refuse("attack:3"), "not_adjacent");
    scene.play("attack:2 roll:3 roll:3");
    assert_eq!((scene.waits().as_str(), scene.carries(1).as_str()), ("action 2", "E16"));
    assert_eq!(scene.refuse("attack:3"), "attack_too_steep");
    scene.play("attack:1 roll:4 roll:3");
    assert_eq!((scene.waits().as_str(), scene.carries(1).as_str(), scene.carries(2).as_str()), ("action 3", "E16", ""));
}

#[test]
fn w12_the_guardian_beaten_by_a_tie() {
    // R21, R61, R62, R69, v1_0
    let mut scene = Scene::new("v1_0", 2, EXIT_RING).stand(1, "1,0").carry(1, "E18");
    scene.play("step:NW");
    assert_eq!((scene.waits().as_str(), scene.refuse("step:SE")), ("guardian 1", "wrong_kind"));
    scene.play("roll:3 roll:2");
    assert_eq!((scene.refuse("step:E"), scene.winners(), scene.at(1).as_str()), ("game_over", vec![1], "out"));
}

#[test]
fn w13_the_guardian_takes_the_key_alone() {
    // R58, R63, v1_0
    let mut scene = Scene::new("v1_0", 2, EXIT_RING).stand(1, "1,0").carry(1, "E18 E15").discard("E02 E10");
    scene.play("step:NW roll:1 roll:3");
    assert_eq!((scene.at(1).as_str(), scene.carries(1).as_str(), scene.is_hurt(1)), ("1,-1", "E15", false));
    assert_eq!((scene.discarded().as_str(), scene.p.deck.len(), scene.waits().as_str()), ("", 18, "tile 1"));
}

#[test]
fn w14_a_slide() {
    // R28, R31, R46, v1_0
    let mut scene = Scene::new("v1_0", 2, &format!("{PLAIN_RING} T34@0,-2 T15@1,-2 T16@-1,-1")).stand(1, "0,-1");
    scene.play("step:NW");
    assert_eq!(scene.waits(), "card 1");
    scene.play("card:E10");
    assert_eq!((scene.waits().as_str(), scene.refuse("slide:SE")), ("slide 1", "not_lowest"));
    scene.play("slide:E");
    assert_eq!((scene.at(1).as_str(), scene.waits().as_str()), ("1,-1", "tile 1"));
    scene.play("tile:T05 place:NE tile:T06");
    assert_eq!((scene.waits().as_str(), scene.at(1).as_str(), scene.discarded().as_str()), ("action 2", "1,-1", "E10"));
    assert_eq!((scene.tile_at("2,-2"), scene.tile_at("2,-1")), ("T05", "T06"));
}

#[test]
fn w15_a_web_costs_the_next_turn() {
    // R37, R47, v1_0
    let mut scene = Scene::new("v1_0", 2, RING).stock("");
    scene.play("step:NE stop card:E12");
    assert!(scene.p.explorers[0].webbed);
    assert_eq!(scene.waits(), "action 2");
    scene.play("step:E stop");
    assert_eq!((scene.waits().as_str(), scene.p.turn, scene.p.explorers[0].webbed), ("action 2", 4, false));
    assert_eq!((scene.at(1).as_str(), scene.at(2).as_str()), ("1,-1", "1,0"));
    assert!(scene.was_told(|event| matches!(event, Event::TurnSkipped { seat: 0 })));
}

#[test]
fn w16_stranded_on_the_start() {
    // R24-R26, v1_0
    let mut scene = Scene::new("v1_0", 2, "T01@0,0 T23@1,0 T24@1,-1 T25@0,-1 T26@-1,0 T30@-1,1 T31@0,1");
    assert_eq!(scene.refuse("step:E"), "too_steep");
    let scrambles = ["E", "NE", "NW", "W", "SW", "SE"].map(|way| format!("scramble:{way}")).join(" ");
    assert_eq!(scene.options(), format!("{scrambles} stop"));
    scene.play("scramble:SE");
    assert_eq!((scene.waits().as_str(), scene.at(1).as_str()), ("tile 1", "0,1"));
}

#[test]
fn w17_the_exit_card() {
    // R65-R67, R69, original
    let mut scene = Scene::new("original", 2, RING).stand(2, "1,0").carry(2, "E18").stock("");
    scene.play("step:NE card:E22");
    assert_eq!(
        (scene.exit().as_str(), scene.codes(scene.p.out).as_str(), scene.waits().as_str()),
        ("1,-1", "E22", "action 2")
    );
    scene.play("step:NW");
    assert_eq!((scene.waits().as_str(), scene.winners()), ("over 2", vec![2]));
}

#[test]
fn w18_a_potion_before_the_dice() {
    // R42, R51, v1_0
    let mut scene = Scene::new("v1_0", 2, RING).hurt(1).carry(1, "E16");
    scene.play("step:NE stop");
    assert_eq!(scene.refuse("drink"), "wrong_kind");
    scene.play("card:E07");
    assert_eq!(scene.options(), "drink face");
    scene.play("drink");
    assert_eq!(scene.refuse("drink"), "no_potion");
    scene.play("roll:3 roll:3");
    assert_eq!((scene.is_hurt(1), scene.carries(1).as_str()), (false, ""));
    assert_eq!((scene.discarded().as_str(), scene.waits().as_str()), ("E07 E16", "tile 1"));
}

#[test]
fn w19_pits() {
    // R45, original
    let mut scene = Scene::new("original", 3, RING).carry(3, "E21").stock("").deck("E08 E09");
    scene.play("step:NE card:E08");
    assert_eq!((scene.waits().as_str(), scene.refuse("roll:7"), scene.refuse("roll:0")), ("pit 1", "bad_roll", "bad_roll"));
    scene.play("roll:4");
    assert!(!scene.is_hurt(1));
    scene.play("step:NE card:E09 roll:3");
    assert!(scene.is_hurt(2));
    // The deck is empty: R38.
    scene.play("step:NE card:E08");
    assert_eq!((scene.is_hurt(3), scene.waits().as_str()), (false, "action 1"));
    assert_eq!((scene.discarded().as_str(), scene.p.deck.len()), ("E08", 18));
}

#[test]
fn w20_the_tiles_run_out() {
    // R29, R30, v1_0
    let mut scene = Scene::new("v1_0", 2, PLAIN_RING).stock("T30");
    scene.play("step:E stop tile:T30 place:SE");
    assert_eq!(scene.waits(), "action 2");
    scene.play("step:SE stop");
    assert_eq!((scene.waits().as_str(), scene.p.stock.len()), ("action 1", 0));
    assert_eq!((scene.tile_at("1,1"), scene.tile_at("2,0")), ("T30", ""));
}
