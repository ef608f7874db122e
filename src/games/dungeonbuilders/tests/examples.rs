//! The worked examples in section 10 of the rules' dossier, by number.

use super::scene::{Scene, floating, tile};
use crate::games::dungeonbuilders::data::layout::Set;
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::dungeonbuilders::rules::event::Event;
use crate::games::dungeonbuilders::rules::position::Step;
use crate::games::piecepack::Suit;

#[test]
fn w01_first_tiles() {
    // R14, R16-R18
    let mut scene = Scene::new(2);
    scene.play("tile draw:M3");
    assert!(scene.was_told(|event| matches!(event, Event::LeftApart { .. })));
    assert_eq!((scene.p.step, scene.seat()), (Step::Act, Some(2)));
    scene.play("tile draw:S0");
    assert_eq!(scene.options(), ["lay:-1,0", "lay:0,-1", "lay:0,1", "lay:1,0"]);
    scene.play("lay:1,0");
    assert_eq!(floating(&scene.p.layout).iter().collect::<Vec<_>>(), [tile("M3")]);
    assert_eq!((scene.p.step, scene.seat()), (Step::Act, Some(1)));
}

#[test]
fn w02_forced_join() {
    // R17, R18, A9
    let mut scene = Scene::new(2);
    scene.row("S0 S1").float("M3 C4").play("tile draw:C2");
    assert_eq!(scene.options(), ["lay:2,-1", "lay:2,1", "lay:3,0"]);
    scene.play("lay:3,0");
    assert_eq!(scene.p.step, Step::Join);
    let options = scene.options();
    assert_eq!(options.len(), 7, "{options:?}");
    assert_eq!(scene.refuse("stop"), ("wrong_step", "R10"));
    // S1 is west of C2, so no set can be joined there.
    assert!(options.iter().all(|option| option.starts_with("join:M3:") && !option.contains(":w:")));
    let on = |side: &str| options.iter().filter(|option| option.contains(&format!(":{side}:"))).count();
    assert_eq!((on("n"), on("e"), on("s")), (2, 3, 2));
    scene.play(&options[0]);
    assert_eq!(scene.dungeon().len(), 6);
    assert_eq!(scene.seat(), Some(2));
}

#[test]
fn w03_path_by_joining() {
    // R18, R33, R35
    let mut scene = Scene::new(2);
    scene.row("S0 S1 S2").float("M4 C5").powers(&[2, 3]).play("tile draw:S3 lay:4,0");
    let straight = scene.options().into_iter().filter(|option| option.starts_with("join:M4:e:"));
    let straight: Vec<String> = straight.collect();
    let ends = straight.iter().map(|join| {
        let mut then = Scene { game: scene.game.clone(), p: scene.p, told: vec![] };
        then.play(join);
        (join.clone(), then.p.layout.place(tile("C5")).map(|place| place.cell))
    });
    let (join, _) = ends.into_iter().find(|(_, end)| *end == Some((6, 0))).expect("the straight join");
    scene.play(&join);
    assert!(scene.was_told(|event| matches!(event, Event::PathFound)));
    assert!(scene.was_told(|event| matches!(event, Event::Entered { seat: 1, power: 3 })));
    assert_eq!((scene.p.step, scene.seat()), (Step::Walk, Some(2)));
}

#[test]
fn w04_square_refused() {
    // R20, A4
    let mut scene = Scene::new(2);
    scene.row("S0 S1 S2").lay("M1", 1, 1).play("tile draw:C2");
    assert_eq!(scene.options(), ["lay:1,2", "lay:2,-1"]);
    assert_eq!(scene.refuse("lay:2,1"), ("square", "R20"));
    assert_eq!(scene.refuse("lay:0,1"), ("touches", "A4"));
}

#[test]
fn w05_coin_limits() {
    // R25, A12
    let mut scene = Scene::with(2, &[], crate::referee::journal::Secrets::Referee);
    scene.row("S0 S1").coins("S1", "S5 M2");
    assert_eq!(scene.refuse("coin:S1"), ("tile_full", "R25"));
    assert_eq!(scene.refuse("coin:E"), ("coin_on_entrance", "A12"));
    scene.play("coin:S0");
    assert_eq!(scene.refuse("value:5"), ("not_in_hand", "R12"));
    scene.play("value:4");
    assert_eq!((scene.p.coins_on(tile("S0")).count(), scene.seat()), (1, Some(2)));
}

#[test]
fn w06_power_5_without_treasure() {
    // R33, R34, A32
    let mut scene = Scene::new(2);
    scene.row("C0 C1").powers(&[4, 4]).play("power");
    assert!(scene.was_told(|event| matches!(event, Event::Entered { seat: 0, power: 5 })));
    assert!(scene.options().contains(&"leave".to_owned()));
    scene.play("leave");
    assert_eq!((scene.own_gold(), scene.p.round, scene.seat()), (vec![3, 3], 2, Some(2)));
}

#[test]
fn w07_combat() {
    // R47-R50, R58
    let mut scene = Scene::new(2);
    scene.row("C0 S1").coins("S1", "M4").powers(&[3, 0]).explore(1);
    scene.play("go:C0 go:S1 roll:2");
    assert_eq!((scene.p.hero_power(), scene.own_gold()), (1, vec![3, 5]));
    scene.play("leave");
    assert_eq!(scene.own_gold(), [4, 5]);
}

#[test]
fn w08_death() {
    // R49, R50, R57, R59, A24
    let mut scene = Scene::new(2);
    scene.row("S0 S1 S2 S3").coins("S3", "M5").powers(&[2, 0]).explore(1);
    scene.play("go:S0 go:S1 go:S2 go:S3 roll:0");
    assert_eq!(scene.own_gold(), [5, 5]);
    assert!(scene.was_told(|event| matches!(event, Event::Scored { seat: 0, gold: 2, dead: true })));
}

#[test]
fn w09_two_swords() {
    // R51, A29, R56
    let mut scene = Scene::new(2);
    scene.row("C0 S1 C2").coins("C0", "M1").coins("S1", "S1").coins("C2", "M3").powers(&[3, 0]).explore(1);
    scene.play("go:C0");
    assert_eq!(scene.own_gold(), [3, 4]);
    scene.play("go:S1");
    assert_eq!(scene.own_gold(), [3, 4]);
    assert!(scene.options().contains(&"leave".to_owned()));
    scene.play("go:C2 roll:1");
    assert_eq!((scene.p.hero_power(), scene.own_gold()), (2, vec![3, 5]));
    assert_eq!(scene.p.coins_on(tile("S1")).count(), 1);
    scene.play("leave");
    assert_eq!(scene.own_gold(), [4, 5]);
}

#[test]
fn w10_potion() {
    // R47, R52, R53
    let mut scene = Scene::new(2);
    scene.row("C0 S1").coins("C0", "M0 M3").coins("S1", "M4").powers(&[4, 0]).explore(1);
    scene.play("go:C0");
    assert_eq!((scene.p.step, scene.options()), (Step::Order, vec!["turn:1".to_owned(), "turn:2".to_owned()]));
    scene.play("turn:1");
    // M3 is met at full power, so no drink is offered.
    assert_eq!(scene.p.step, Step::Combat);
    scene.play("roll:2");
    assert_eq!(scene.p.hero_power(), 4);
    scene.play("go:S1 roll:1");
    assert_eq!((scene.p.hero_power(), scene.own_gold()), (2, vec![3, 5]));
    scene.play("drink:M");
    assert_eq!((scene.p.hero_power(), scene.own_gold()), (4, vec![3, 7]));
    scene.play("leave");
    assert_eq!(scene.own_gold(), [4, 7]);
}

#[test]
fn w11_auction_to_enter() {
    // R36-R38, R40
    let mut scene = Scene::new(3);
    scene.row("S0").powers(&[2, 2, 2]).gold(&[4, 5, 2]).auction(&[1, 2, 3], 1);
    scene.play("enter bid:2");
    assert_eq!(scene.options(), ["bid:0", "bid:1", "bid:3", "bid:4", "bid:5"]);
    scene.play("bid:3");
    assert_eq!((scene.seat(), scene.options()), (Some(3), vec!["bid:0".to_owned(), "bid:1".to_owned()]));
    scene.play("bid:0");
    assert!(scene.was_told(|event| matches!(event, Event::Entered { seat: 1, power: 2 })));
    assert_eq!(scene.own_gold(), [4, 2, 2]);
}

#[test]
fn w12_stay_out_with_an_unable_bidder() {
    // R39, R41, R42
    let mut scene = Scene::new(4);
    scene.row("S0").powers(&[1, 1, 1, 1]).gold(&[3, 2, 0, 1]).auction(&[1, 2, 3, 4], 4);
    scene.play("stay bid:1 bid:0 bid:2");
    assert!(scene.was_told(|event| matches!(event, Event::UnableToBid { seat: 2 })));
    assert!(scene.was_told(|event| matches!(event, Event::Entered { seat: 2, power: 1 })));
    assert_eq!(scene.own_gold(), [3, 0, 0, 0]);
}

#[test]
fn w13_richest_wins() {
    // R62, R63, A34
    let mut scene = Scene::new(2);
    scene.row("C0 S1").coins("S1", "M5").powers(&[5, 0]).gold(&[29, 28]).explore(1);
    scene.play("go:C0 go:S1 roll:0");
    assert_eq!((scene.p.hero_power(), scene.own_gold()), (2, vec![29, 31]));
    scene.play("leave");
    assert!(scene.is_over());
    assert_eq!(scene.own_gold(), [30, 31]);
    assert!(scene.was_told(|event| matches!(event, Event::Won { seat: 1, gold: 31 })));
}

#[test]
fn w14_multiple_explorers() {
    // V3, V3c, V3f, A38
    let mut scene = Scene::with(2, &[("multiple_explorers", "true")], Default::default());
    scene.row("C0 C1 S2 C3 S4 C5");
    scene.lay("M2", 2, 1).lay("M3", 2, 2).lay("M4", 2, 3).lay("C2", 2, -1).lay("S3", 2, -2);
    scene.coins("C5", "M5").powers(&[3, 2]).explore(1);
    scene.play("go:C0 go:C1 go:S2 go:C3 go:S4 go:C5 roll:0");
    assert_eq!(scene.own_gold(), [6, 6]);
    assert_eq!((scene.p.step, scene.seat()), (Step::Succeed, Some(2)));
    scene.play("yes go:C0 go:C1 go:M2 go:M3 go:M4 leave");
    assert_eq!(scene.own_gold(), [6, 9]);
    assert_eq!((scene.p.round, scene.seat()), (2, Some(1)));
}

#[test]
fn w15_rebuild() {
    // R18, R22, R24, A10
    let mut scene = Scene::new(2);
    scene.row("S0 S1").powers(&[1, 2]).turn(2);
    for tile in Tile::all().filter(|tile| tile.suit() != Some(Suit::Arms)) {
        let code = tile.to_string();
        if !["S0", "S1", "C0", "C1"].contains(&code.as_str()) {
            scene.float(&code);
        }
    }
    scene.play("tile draw:C1");
    assert_eq!(scene.options(), ["lay:1,-1", "lay:1,1"]);
    scene.play("lay:1,1");
    // S0 is to the south; the east would touch S1, the west the entrance.
    assert!(scene.options().iter().all(|option| option.contains(":n:")), "{:?}", scene.options());
    scene.play("join:S2:n:0");
    assert_eq!((scene.p.step, scene.seat()), (Step::Offer, Some(2)));
    scene.play("rebuild star");
    assert_eq!(scene.p.layout.of(Set::DUNGEON).count(), 18);
    scene.play("done");
    assert!(scene.was_told(|event| matches!(event, Event::PathFound)));
    assert!(scene.was_told(|event| matches!(event, Event::Entered { seat: 1, power: 2 })));
}

#[test]
fn w16_retreat_and_deadly_dungeon() {
    // V1, V2
    let options = [("deadly_dungeon", "true"), ("timed_retreat", "true")];
    let mut scene = Scene::with(2, &options, Default::default());
    scene.row("S0 S1 S2 S3").powers(&[2, 0]).explore(1);
    scene.play("go:S0 go:S1 go:S2 leave");
    assert_eq!(scene.own_gold(), [6, 3]);
    let mut scene = Scene::with(2, &options, Default::default());
    scene.row("S0 S1 S2 S3").coins("S3", "M5").powers(&[2, 0]).explore(1);
    scene.play("go:S0 go:S1 go:S2 go:S3 roll:0");
    assert_eq!(scene.own_gold(), [3, 5]);
}
