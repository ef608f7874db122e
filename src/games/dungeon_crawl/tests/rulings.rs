//! Rulings and refusals that the worked examples do not cover.

use std::collections::HashSet;

use super::scene::{Scene, at, crawl, shipped};
use crate::games::dungeon_crawl::data::map::{Cell, Square};
use crate::games::dungeon_crawl::rules::event::Event;
use crate::games::dungeon_crawl::rules::position::Step;
use crate::referee::{Choices, Corrections, Game, Words};

#[test]
fn a2_the_players_agree_on_their_suits() {
    let mut scene = Scene::with(2, 1, &[(0, 0), (1, 0)], &[("suits", "CA")]);
    scene.player(1, "a1", "");
    scene.player(2, "d2", "C2");
    let names: Vec<&str> = scene
        .game
        .sources()
        .iter()
        .skip(5)
        .map(|source| source.name)
        .collect();
    assert_eq!(names, ["Crowns die", "Arms die"]);
    assert!(
        scene.game.setup()[2].contains("Ann Crowns and Bob Arms"),
        "{:?}",
        scene.game.setup()
    );
    let board = scene.game.board(&scene.p, None, 80).to_string();
    assert!(
        board.starts_with(" 2 ·*·*· A\n 1 C ·*·*·*\n")
            && board.contains("C Ann")
            && board.contains("A Bob"),
        "{board}"
    );
    let view = serde_json::to_value(scene.game.view(&scene.p, None)).expect("a view as JSON");
    assert_eq!(
        (&view["players"][0]["suit"], &view["players"][1]["suit"]),
        (&"crowns".into(), &"arms".into())
    );
    // The suit names the defender; nobody has Moons here.
    scene.play("go:c1");
    assert_eq!(scene.options(), "A none");
    assert_eq!(scene.refuse("attack:M"), ("not_adjacent", "R34"));
    scene.play("attack:A roll:5 roll:0 take:treasure");
    assert_eq!((scene.treasure(1), scene.treasure(2)), (vec![2], vec![]));
    let corrected = scene
        .game
        .parse_correction(&scene.p, "move A to b2")
        .expect("a correction");
    assert_eq!(scene.game.correction(&corrected), "move A to b2");
    assert!(
        scene
            .game
            .parse_correction(&scene.p, "move M to b2")
            .is_err()
    );
}

#[test]
fn a5_corners_are_the_usual_ones_or_as_agreed() {
    let corners = |players: usize, options: &[(&str, &str)]| {
        let mut scene = Scene::with(players, 1, &[(0, 0), (1, 0)], options);
        let laid = (1..=players as u8).map(|seat| {
            scene.phase(Step::Coin { tile: 1 }, 1, seat);
            scene
                .game
                .view(&scene.p, None)
                .coin_space()
                .expect("a space")
                .to_string()
        });
        laid.collect::<Vec<String>>().join(" ")
    };
    assert_eq!(corners(2, &[]), "c1 d2");
    assert_eq!(corners(3, &[]), "c1 c2 d2");
    assert_eq!(corners(4, &[]), "c1 c2 d2 d1");
    assert_eq!(corners(2, &[("corners", "NW-SE")]), "c2 d1");
    assert_eq!(corners(4, &[("corners", "SE-NE-SW-NW")]), "d1 d2 c1 c2");
    // Unnamed corners follow in their order.
    assert_eq!(corners(3, &[("corners", "NE")]), "d2 c1 c2");
    let scene = Scene::with(2, 1, &[(0, 0)], &[("corners", "NW-SE")]);
    assert!(
        scene.game.setup()[3].contains("Ann north-west and Bob south-east"),
        "{:?}",
        scene.game.setup()
    );
    let view = serde_json::to_value(scene.game.view(&scene.p, None)).expect("a view as JSON");
    assert_eq!(
        (&view["players"][0]["corner"], &view["players"][1]["corner"]),
        (&"NW".into(), &"SE".into())
    );
}

#[test]
fn a3_the_compass_may_be_random() {
    let game = crawl(2, &[("compass", "random")]);
    let mut scene = Scene {
        p: game.start(),
        game,
        told: Vec::new(),
    };
    scene.play("roll:1 roll:0");
    let mut choices = Choices::default();
    scene.game.moves(&scene.p, &mut choices);
    assert_eq!((choices.len(), choices.total()), (24, 24));
    assert!(matches!(
        scene.game.turn(&scene.p),
        crate::referee::Turn::Chance(_)
    ));
}

#[test]
fn a12_diagonals_are_not_adjacent_if_so_agreed() {
    let mut scene = Scene::with(2, 1, &[(0, 0), (1, 0)], &[("adjacency", "four")]);
    scene.player(1, "a1", "");
    scene.player(2, "d2", "C2");
    scene.play("go:c1");
    assert_eq!((scene.p.step, scene.seat()), (Step::Move, 2));
    scene.play("go:c2");
    assert_eq!(scene.p.step, Step::Attack);
}

#[test]
fn a14_spoils_depend_on_what_the_defender_has() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.player(1, "a1", "");
    scene.player(2, "d1", "A1");
    scene.play("go:c1 attack:M spend:0 roll:5 roll:0");
    assert_eq!(
        scene.refuse("take:treasure"),
        ("nothing_of_that_kind", "R35")
    );
    scene.play("take:equipment");
    assert_eq!((scene.equipment(1), scene.equipment(2)), (1, 0));
    // Equipment spent in the fight is gone before spoils are taken.
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.player(1, "a1", "");
    scene.player(2, "d1", "A1");
    scene.play("go:c1 attack:M spend:1 roll:5 roll:0");
    assert_eq!((scene.p.step, scene.seat()), (Step::Move, 2));
}

#[test]
fn r35_a_single_treasure_is_taken_without_a_draw() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.player(1, "a1", "");
    scene.player(2, "d1", "C4");
    scene.play("go:c1 attack:M roll:5 roll:0 take:treasure");
    assert_eq!((scene.treasure(1), scene.treasure(2)), (vec![4], vec![]));
    assert_eq!(scene.seat(), 2);
}

#[test]
fn a15_equipment_applied_is_limited_by_damage() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("d1", 1);
    scene.player(1, "a1", "A0 A2 A3");
    scene.player(2, "a2", "");
    scene.play("go:d1 suit:S roll:1");
    assert_eq!(scene.options(), "0 1");
    assert_eq!(scene.refuse("apply:2"), ("more_than_damage", "R31"));
    assert_eq!(scene.refuse("apply:4"), ("not_enough_equipment", "R34"));
    scene.play("apply:0");
    assert_eq!(scene.p.players[0].hurt(), 1);
}

#[test]
fn a16_applied_equipment_is_discarded_if_so_agreed() {
    let mut scene = Scene::with(2, 1, &[(0, 0), (1, 0)], &[("death_drops_applied", "false")]);
    scene.coin("d1", 5);
    scene.player(1, "a1", "A3");
    scene.hurt(1, "A0 S4 M3");
    scene.player(2, "a2", "");
    scene.play("go:d1 suit:S roll:0 apply:0");
    assert_eq!(
        (scene.p.stacks[0].equipment.len(), scene.discards().as_str()),
        (1, "S4 S5 M3 A0")
    );
}

#[test]
fn a23_a_character_with_nothing_leaves_no_stack() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("d1", 5);
    scene.player(1, "a1", "");
    scene.hurt(1, "S4 M3");
    scene.player(2, "a2", "");
    scene.play("go:d1 suit:S roll:0");
    assert!(scene.p.stacks.is_empty());
    scene.play("go:b2");
    assert_eq!((scene.p.step, scene.seat()), (Step::Enter, 1));
    // R38: returning may be postponed.
    scene.play("wait go:c2");
    assert_eq!(scene.p.step, Step::Enter);
    // A20 cannot occur in a complete dungeon, but it does in this one.
    let mut full = Scene::new(2, 2, &[(0, 0)]);
    full.player(2, "a1", "");
    full.stack("a2", "A0");
    full.stack("b1", "A1");
    full.stack("b2", "A2");
    full.p.players[0].pawn = None;
    full.play("go:a2");
    assert_eq!(
        (full.p.step, full.options().as_str()),
        (Step::Enter, "a1 wait")
    );
    full.play("wait go:b1 wait go:b2");
    assert_eq!(full.equipment(2), 3);
}

#[test]
fn a20_without_an_entrance_the_turn_passes() {
    let mut scene = Scene::new(2, 2, &[(0, 0)]);
    scene.player(2, "a1", "");
    for (square, coin) in [("a2", "A0"), ("b1", "A1")] {
        scene.stack(square, coin);
    }
    scene.coin("b2", 3);
    scene.p.step = Step::Move;
    scene.play("go:b2");
    scene.p.map.set(at("a1"), Cell::Coin(1));
    scene.play("suit:M roll:5");
    // The only free space is the one under Bob, so it is his turn again.
    assert!(scene.was_told(|event| *event == Event::NoEntrance { seat: 0 }));
    assert_eq!((scene.p.step, scene.seat()), (Step::Move, 2));
}

#[test]
fn a_move_is_refused_for_the_first_obstacle() {
    let mut scene = Scene::new(3, 1, &[(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)]);
    scene.player(1, "a1", "");
    scene.player(2, "c1", "");
    scene.player(3, "a4", "");
    scene.coin("a3", 2);
    assert_eq!(scene.refuse("go:e1"), ("passes_character", "R23"));
    assert_eq!(scene.refuse("go:c1"), ("occupied", "R23"));
    assert_eq!(scene.refuse("go:a4"), ("passes_coin", "R22"));
    assert_eq!(scene.refuse("coin:1"), ("wrong_step", "R18"));
    scene.p.players[0].pawn = Some(at("b4"));
    assert_eq!(scene.refuse("go:e4"), ("gap", "R21"));
    assert_eq!(scene.refuse("go:c4"), ("no_floor", "R21"));
}

#[test]
fn chance_is_checked_against_what_was_seen() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("c1", 4);
    scene.player(1, "a1", "S4 C4");
    scene.player(2, "a2", "");
    scene.play("go:c1");
    assert_eq!(scene.options(), "A M");
    assert_eq!(scene.refuse("suit:S"), ("coin_already_seen", "R24"));
    scene.play("suit:M");
    assert_eq!(scene.refuse("roll:6"), ("bad_die", "A30"));
    let mut scene = Scene::new(2, 1, &[(0, 0)]);
    scene.phase(Step::Tile, 1, 2);
    scene.p.tiles_seen[0].add(3);
    assert_eq!(scene.refuse("tile:S3"), ("tile_already_seen", "R8"));
    assert_eq!(scene.refuse("tile:S7"), ("bad_tile", "R8"));
    scene.play("tile:M1");
    scene.p.pile[2] = 0;
    assert_eq!(scene.refuse("coin:2"), ("no_such_coin", "R11"));
    assert_eq!(scene.refuse("coin:9"), ("no_such_coin", "R11"));
}

#[test]
fn names_are_parsed_as_people_write_them() {
    let game = crawl(2, &[]);
    assert_eq!(game.parse("GO:C7"), game.parse("go:c7"));
    assert_eq!(game.parse("tile:ma"), game.parse("tile:M1"));
    assert_eq!(game.parse("coin:n"), game.parse("coin:0"));
    assert_eq!(game.parse("suit:moons"), game.parse("suit:M"));
    for word in [
        "",
        "go",
        "go:",
        "go:7",
        "go:c0",
        "go:c300",
        "compass:SMC",
        "compass:SSMC",
        "tile:X1",
        "steal:A1",
        "site:0",
    ] {
        assert_eq!(game.parse(word), None, "`{word}`");
    }
    for x in [0, 25, 26, 47] {
        let square = Square::new(x, 9);
        assert_eq!(Square::parse(&square.to_string()), Some(square));
    }
}

#[test]
fn every_rule_cited_is_in_the_index() {
    let kit = shipped();
    let known: HashSet<&str> = kit.rules.iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(known.len(), 44 + 32);
    crate::referee::conformance::check_citations(
        &[
            include_str!("../rules/event.rs"),
            include_str!("../rules/refusal.rs"),
        ],
        &known,
    );
}
