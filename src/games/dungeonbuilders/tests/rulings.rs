//! Rulings, options, variants, and rebuilding.

use super::scene::{Scene, tile};
use crate::games::dungeonbuilders::data::layout::Set;
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::dungeonbuilders::rules::event::Event;
use crate::games::dungeonbuilders::rules::position::{POTION, Step};
use crate::games::piecepack::Suit;
use crate::referee::journal::Secrets;
use crate::referee::{Game, Verdict, Words};

#[test]
fn a4_tiles_may_touch_with_a_wall_between() {
    let mut scene = Scene::with(2, &[("touching", "walls")], Secrets::Table);
    scene.row("S0 S1").play("tile draw:M0");
    // Next to S0 and the entrance, with a wall to S0.
    assert!(scene.ids().contains(&"lay:0,1".to_owned()));
    scene.play("lay:0,1");
    let mut scene = Scene::with(2, &[("touching", "walls")], Secrets::Table);
    scene.row("S0 S1 S2").lay("M1", 1, 1).play("tile draw:C2");
    // Squares are still forbidden.
    assert_eq!(scene.refuse("lay:2,1"), ("square", "R20"));
}

#[test]
fn a4_no_path_leads_through_a_wall() {
    let mut scene = Scene::with(2, &[("touching", "walls")], Secrets::Table);
    scene
        .row("S0 S1")
        .lay("M0", 0, 1)
        .lay("M1", 1, 1)
        .powers(&[1, 1])
        .explore(1);
    // M1 is above S0 and next to M0, and it fits both.
    scene.p.layout.lay(tile("M1"), (0, 2));
    scene.play("go:S0");
    assert_eq!(scene.refuse("go:M1"), ("no_way", "R45"));
    scene.play("go:M0 go:M1");
}

#[test]
fn a6_the_tile_may_have_to_go_where_a_set_can_be_joined() {
    let cells = |options: &[(&str, &str)]| {
        let mut scene = Scene::with(2, options, Secrets::Table);
        // North of S1 there is room for C2, but M3 does not fit beside it: on every side it would touch a null.
        scene
            .row("S0 S1 M0 M1")
            .lay("S2", 4, 1)
            .lay("C1", 4, 2)
            .lay("C0", 3, 2)
            .float("M3")
            .play("tile draw:C2");
        scene
    };
    let placed = cells(&[]).ids();
    let mut duty = cells(&[("join_duty", "anywhere")]);
    let joins = |cell: &String| {
        let mut then = cells(&[]);
        then.play(cell);
        then.p.step == Step::Join
    };
    let from: Vec<String> = placed.iter().filter(|cell| joins(cell)).cloned().collect();
    assert!(
        placed.contains(&"lay:2,1".to_owned()) && !from.contains(&"lay:2,1".to_owned()),
        "{from:?}"
    );
    assert_eq!(duty.ids(), from);
    assert_eq!(duty.refuse("lay:2,1"), ("no_join_there", "A6"));
}

#[test]
fn a13_coins_lie_on_floating_tiles_and_travel_with_them() {
    // R21, R25
    let mut scene = Scene::new(2);
    scene.row("S0 S1").float("M3").play("coin:M3 coin:M3");
    assert_eq!(scene.refuse("coin:M3"), ("tile_full", "R25"));
    scene.play("tile draw:C2 lay:3,0");
    let join = scene.ids()[0].clone();
    scene.play(&join);
    assert_eq!(
        scene.p.layout.place(tile("M3")).map(|place| place.set),
        Some(Set::DUNGEON)
    );
    assert_eq!(scene.p.coins_on(tile("M3")).count(), 2);
}

#[test]
fn a33_a_hero_may_wander_after_the_last_own_tile() {
    // R46, R56
    let mut scene = Scene::new(2);
    scene
        .row("S0 M1 C2")
        .coins("C2", "M1")
        .powers(&[3, 0])
        .explore(1)
        .play("go:S0");
    assert_eq!(scene.ids(), ["go:M1", "leave"]);
    scene.play("go:M1 go:C2 leave");
    assert_eq!(
        scene.own_gold(),
        [3, 4],
        "the sword's gold, and a null's value"
    );
}

#[test]
fn a36_no_retreat_between_two_coins_of_a_tile() {
    // V2, R47
    let mut scene = Scene::with(2, &[("timed_retreat", "true")], Secrets::Table);
    scene
        .row("S0 S1")
        .coins("S0", "M2 M3")
        .powers(&[4, 0])
        .explore(1);
    assert_eq!(
        scene.ids(),
        ["go:S0", "leave"],
        "even before the first step"
    );
    scene.play("go:S0 turn:2 roll:5");
    assert_eq!(scene.refuse("leave"), ("wrong_step", "R10"));
    scene.play("roll:5 leave");
}

#[test]
fn a38_the_next_to_begin_sits_after_the_last_hero_to_enter() {
    // R60, R61
    let mut scene = Scene::with(3, &[("multiple_explorers", "true")], Secrets::Table);
    scene
        .row("S0 S1")
        .coins("S1", "C5")
        .powers(&[1, 0, 0])
        .explore(1)
        .play("go:S0 go:S1 roll:0 no yes leave");
    assert_eq!(
        (scene.p.round, scene.asked()),
        (2, Some(1)),
        "Cid was the last"
    );
    assert_eq!((scene.p.power, scene.p.drawn.len()), ([0; 4], 0));
    assert!(scene.p.purses.iter().all(|purse| purse.placed == 0));
}

#[test]
fn a42_values_seen_by_the_dead_are_gone_even_if_they_paid_nothing() {
    // V1, V3d, V3f, A39
    let mut scene = Scene::with(
        2,
        &[("multiple_explorers", "true"), ("deadly_dungeon", "true")],
        Secrets::Table,
    );
    scene
        .row("S0 S1 S2")
        .lay("M2", 2, 1)
        .coins("S2", "M5")
        .powers(&[1, 1])
        .explore(1);
    scene.play("go:S0 go:S1 go:S2 roll:0");
    assert_eq!(scene.own_gold(), [3, 4], "the monster's gold alone");
    scene.play("yes go:S0 go:S1 go:M2 leave");
    assert_eq!(scene.own_gold(), [3, 4], "a dead hero saw the 2");
}

#[test]
fn a9_a_set_joined_to_a_single_tile_has_no_north() {
    // R18: M3 fits no tile of the dungeon; the pair can be joined to it in three ways on any side.
    let mut scene = Scene::new(2);
    scene.float("C4 M5").play("tile draw:M3");
    let options = scene.ids();
    assert!(
        options.len() == 3 && options.iter().all(|join| join.starts_with("join:C4:n:")),
        "{options:?}"
    );
    // The same result with the table turned.
    let turns: u8 = options[0]
        .rsplit(':')
        .next()
        .and_then(|turns| turns.parse().ok())
        .expect("turns");
    assert_eq!(
        scene.refuse(&format!("join:C4:e:{}", (turns + 1) % 4)),
        ("same_join", "A9")
    );
    scene.play(&options[0]);
    assert_eq!(scene.p.layout.floating().count(), 1);
    assert_eq!(scene.p.layout.of(Set(tile("M3"))).count(), 3);
}

#[test]
fn r19_further_sets_may_be_joined_after_the_first() {
    let mut scene = Scene::new(2);
    scene
        .row("S0 S1")
        .float("M3")
        .float("C3")
        .play("tile draw:C2 lay:3,0");
    scene.play("lay:3,0".replace("lay:3,0", &scene.ids()[0]).as_str());
    assert_eq!(scene.p.step, Step::JoinMore);
    assert!(scene.ids().contains(&"stop".to_owned()));
    scene.play("stop");
    assert_eq!(scene.p.layout.floating().count(), 1);
}

#[test]
fn a14_open_items_are_seen_and_the_rest_are_monsters() {
    let mut scene = Scene::with(2, &[("items", "open")], Secrets::Table);
    scene.row("S0 S1").play("coin:S1 value:0");
    assert!(scene.was_told(|event| matches!(
        event,
        Event::CoinPlaced {
            value: Some(POTION),
            ..
        }
    )));
    scene.play("coin:S1 monster");
    scene.powers(&[2, 2]).explore(1).play("go:S0 go:S1 turn:2");
    assert_eq!(scene.ids(), ["shown:2", "shown:3", "shown:4", "shown:5"]);
    assert_eq!(scene.refuse("shown:1"), ("not_possible", "R4"));
}

#[test]
fn r26_there_are_four_monsters_to_place() {
    let mut scene = Scene::with(2, &[("items", "open")], Secrets::Table);
    scene.row("S0 S1").float("M3").float("C3").float("C5");
    scene.play("coin:S0 monster power coin:S1 monster power coin:M3 monster power coin:C3 monster power coin:C5");
    assert_eq!(scene.refuse("monster"), ("no_monster_left", "R26"));
    assert_eq!(scene.ids(), ["value:0", "value:1"]);
}

#[test]
fn section_7_a_value_seen_this_round_does_not_come_again() {
    let mut scene = Scene::new(2);
    scene
        .row("S0 S1")
        .coins("S0", "M?")
        .coins("S1", "M?")
        .powers(&[5, 0])
        .explore(1);
    scene.play("go:S0 shown:2 roll:5 go:S1");
    assert_eq!(scene.refuse("shown:2"), ("not_possible", "R4"));
    scene.play("shown:3 roll:5");
}

#[test]
fn a12_coins_on_the_entrance_are_settled_first() {
    let mut scene = Scene::with(2, &[("entrance_coins", "true")], Secrets::Table);
    scene
        .row("S0 S1")
        .powers(&[4, 0])
        .play("coin:E power power");
    assert_eq!(scene.p.step, Step::Reveal);
    scene.play("shown:1");
    assert_eq!((scene.p.step, scene.p.hero.sword), (Step::Walk, Some(0)));
}

#[test]
fn a21_any_damage_kills_a_hero_without_power() {
    let mut scene = Scene::new(2);
    scene
        .row("S0 S1")
        .coins("S0", "M0")
        .coins("S1", "M2")
        .explore(1);
    scene.play("go:S0");
    assert_eq!(scene.refuse("drink:M"), ("not_hurt", "R53"));
    scene.play("go:S1 roll:2");
    assert!(scene.was_told(|event| matches!(event, Event::Died { .. })));
    assert_eq!(scene.own_gold(), [3, 3]);
}

#[test]
fn a24_damage_beyond_the_last_point_may_pay() {
    let mut scene = Scene::with(2, &[("overkill_pays", "true")], Secrets::Table);
    scene
        .row("S0 S1")
        .coins("S1", "M5")
        .powers(&[2, 0])
        .explore(1);
    scene.play("go:S0 go:S1 roll:0");
    assert_eq!(scene.own_gold(), [3, 9]);
}

#[test]
fn a27_a_potion_may_be_drunk_at_the_deadly_blow() {
    let mut scene = Scene::with(2, &[("deathbed_potion", "true")], Secrets::Table);
    scene
        .row("S0 S1")
        .coins("S0", "M0")
        .coins("S1", "M5")
        .powers(&[2, 0])
        .explore(1);
    scene.play("go:S0 go:S1 roll:0");
    assert_eq!(scene.p.step, Step::Deathbed);
    scene.play("drink:M");
    assert_eq!(
        (scene.p.hero_power(), scene.own_gold(), scene.p.step),
        (2, vec![3, 7], Step::Walk)
    );
}

#[test]
fn a31_halves_are_rounded_as_agreed() {
    for (option, score) in [("keep_floor", 2), ("lose_floor", 4)] {
        let mut scene = Scene::with(2, &[("death_half", option)], Secrets::Table);
        scene
            .row("S0 S1 S2 S3")
            .coins("S3", "M5")
            .powers(&[2, 0])
            .explore(1);
        scene.play("go:S0 go:S1 go:S2 go:S3 roll:0");
        assert!(
            scene.was_told(|event| matches!(event, Event::Scored { gold, .. } if *gold == score)),
            "{option}"
        );
    }
}

#[test]
fn a34_a_tie_is_shared_or_played_on() {
    for (option, over) in [("shared", true), ("play_on", false)] {
        let mut scene = Scene::with(2, &[("tie", option)], Secrets::Table);
        scene
            .row("S0")
            .gold(&[31, 31])
            .powers(&[1, 1])
            .explore(1)
            .play("go:S0 leave");
        assert_eq!(scene.is_over(), over);
        let verdicts = scene.game.outcome(&scene.p).map(|outcome| outcome.verdicts);
        assert_eq!(verdicts, over.then(|| vec![Verdict::Win; 2]));
    }
}

#[test]
fn a44_the_table_may_agree_on_a_last_round() {
    let mut scene = Scene::with(2, &[("round_limit", "1")], Secrets::Table);
    scene
        .row("S0 S1")
        .powers(&[1, 1])
        .explore(1)
        .play("go:S0 go:S1 leave");
    assert!(scene.is_over());
    assert!(scene.was_told(|event| matches!(event, Event::Won { seat: 0, gold: 4 })));
}

#[test]
fn a20_the_first_of_equal_bids_enters() {
    let mut scene = Scene::new(2);
    scene
        .row("S0")
        .gold(&[0, 0])
        .powers(&[1, 1])
        .auction(&[1, 2], 2)
        .play("enter bid:0");
    assert!(scene.was_told(|event| matches!(event, Event::Entered { seat: 1, .. })));
}

#[test]
fn v3b_the_other_bidders_are_asked_first_and_loot_lies_where_the_hero_died() {
    let mut scene = Scene::with(3, &[("multiple_explorers", "true")], Secrets::Table);
    scene
        .row("S0 S1 S2")
        .coins("S0", "C1 C0")
        .coins("S1", "M5")
        .powers(&[1, 1, 1])
        .gold(&[4, 4, 4]);
    scene
        .auction(&[1, 2, 3], 1)
        .play("enter bid:3 bid:1 bid:2 go:S0 turn:1 go:S1 roll:0");
    // V3b: Cid bid 2, Bob 1.
    assert_eq!((scene.p.step, scene.asked()), (Step::Succeed, Some(3)));
    scene.play("no yes");
    assert_eq!(scene.p.hero.seat, 1);
    assert_eq!(scene.own_gold()[1], 5, "nobody pays again");
    scene.play("go:S0 go:S1");
    assert_eq!((scene.p.step, scene.asked()), (Step::LootSword, Some(2)));
    scene.play("yes");
    assert_eq!(scene.p.step, Step::LootPotion);
    scene.play("no leave");
    // A40: looting paid nothing.
    assert_eq!(scene.p.round, 2);
}

/// V3e, R53: potions pay whoever placed them, so each is offered separately.
#[test]
fn v3e_each_potion_is_refused_separately() {
    let mut scene = Scene::with(3, &[("multiple_explorers", "true")], Secrets::Table);
    scene
        .row("S0 S1")
        .coins("S0", "M0 C0")
        .coins("S1", "M5")
        .powers(&[1, 1, 1])
        .gold(&[4, 4, 4]);
    scene.explore(1).play("go:S0 turn:1 go:S1");
    while scene.p.step == Step::Thirst {
        scene.play("keep");
    }
    scene.play("roll:0 yes no");
    scene.play("go:S0 go:S1");
    let offered = |scene: &Scene| (scene.p.step, scene.game.question(&scene.p));
    let first = offered(&scene);
    assert_eq!(first.0, Step::LootPotion);
    scene.play("no");
    let second = offered(&scene);
    assert_eq!(second.0, Step::LootPotion);
    assert_ne!(first.1, second.1, "the other player's potion");
    scene.play("yes");
    assert_eq!(scene.p.hero.potions.count_ones(), 1);
    assert_ne!(scene.p.step, Step::LootPotion);
}

#[test]
fn v3c_volunteers_of_equal_power_bid_to_enter() {
    let mut scene = Scene::with(3, &[("multiple_explorers", "true")], Secrets::Table);
    scene
        .row("S0 S1")
        .coins("S0", "M5")
        .powers(&[1, 0, 0])
        .gold(&[4, 4, 4])
        .explore(1)
        .play("go:S0 roll:0");
    assert_eq!((scene.p.step, scene.asked()), (Step::Succeed, Some(2)));
    scene.play("yes yes");
    assert_eq!((scene.p.step, scene.asked()), (Step::Bid, Some(2)));
    scene.play("bid:1 bid:2");
    assert_eq!((scene.p.hero.seat, scene.own_gold()[2]), (2, 2));
}

/// R23: everything is drawn, and there is no 5 in the dungeon.
fn stuck() -> Scene {
    let mut scene = Scene::new(2);
    scene.row("S0 S1").powers(&[1, 2]);
    for tile in Tile::all().filter(|tile| tile.suit() != Some(Suit::Arms)) {
        let code = tile.to_string();
        if !["S0", "S1", "C0", "S2", "S3", "S4", "S5"].contains(&code.as_str()) {
            scene.float(&code);
        }
    }
    scene.float("S2 S3 S4 S5");
    scene
}

#[test]
fn r23_rebuilding_replaces_the_tile_action() {
    let mut scene = stuck();
    assert_eq!(scene.refuse("tile"), ("pile_empty", "R12"));
    scene.play("rebuild");
    assert_eq!(scene.refuse("done"), ("no_path", "R24"));
    // The set of S2 is lifted with its first tile and must be laid again.
    scene.play("put:S2:3,0");
    assert_eq!(scene.refuse("done"), ("tiles_left_out", "R24"));
    assert_eq!(scene.refuse("put:S4:4,0"), ("touches", "A4"));
    scene.play("put:S3:4,0 put:S4:5,0 put:S5:6,0 lift:S1");
    assert_eq!(scene.refuse("put:S1:9,9"), ("not_connected", "R15"));
    scene.play("put:S1:2,0 done");
    assert_eq!(scene.p.placer, Some(0), "R24a");
    assert!(scene.was_told(|event| matches!(event, Event::Entered { seat: 1, .. })));
}

#[test]
fn r24_a_rebuild_may_be_withdrawn() {
    let mut scene = stuck();
    let before = scene.p;
    scene.play("rebuild lift-all star withdraw");
    assert_eq!(
        (scene.p.step, scene.p.layout, scene.asked()),
        (Step::Act, before.layout, Some(1))
    );
}

#[test]
fn a10_the_star_is_legal_whichever_tile_is_missing() {
    for players in [2, 3, 4] {
        for missing in Tile::all() {
            let mut scene = Scene::new(players);
            if !scene.game.in_play(missing) {
                continue;
            }
            for tile in Tile::all()
                .filter(|tile| scene.game.in_play(*tile) && *tile != missing)
                .collect::<Vec<_>>()
            {
                scene.float(&tile.to_string());
            }
            scene.play("rebuild star done");
        }
    }
}
