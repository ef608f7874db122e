//! The worked examples in section 10 of the rules' dossier, by number. The dossier's space (x, y) is named from the
//! south-west corner of the rectangle here.

use super::scene::{Scene, crawl, values};
use crate::games::dungeon_crawl::data::piece::{Code, Suit, Values};
use crate::games::dungeon_crawl::rules::event::Event;
use crate::games::dungeon_crawl::rules::position::Step;
use crate::referee::{Game, Verdict};

/// The start of a game, with nothing on the table.
fn start(players: usize) -> Scene {
    let game = crawl(players, &[]);
    Scene { p: game.start(), game, told: Vec::new() }
}

#[test]
fn w01_start_roll_tie() {
    // R4, A1, R5-R7
    let mut scene = start(3);
    scene.play("roll:3 roll:5 roll:5 roll:2 roll:4");
    assert_eq!((scene.p.first, scene.p.step, scene.seat()), (2, Step::Compass, 3));
    scene.play("compass:SMCA");
    assert_eq!((scene.p.step, scene.seat(), scene.p.map.tiles().len()), (Step::Tile, 1, 1));
}

#[test]
fn w02_tiles_follow_the_pawns() {
    // R7-R12, A5
    let mut scene = start(2);
    scene.play("roll:4 roll:2 compass:SMCA tile:M3 coin:4 tile:A2 coin:0 tile:S0 coin:5");
    assert_eq!(scene.p.map.tiles(), [(1, 0), (2, 0), (0, 0), (0, 1)]);
    assert_eq!(scene.coins(), "a1:0 f2:4 b4:5");
    assert_eq!((scene.p.step, scene.seat()), (Step::Tile, 1));
    assert!(scene.was_told(|event| matches!(event, Event::PlaceTaken { .. })));
}

#[test]
fn w03_a_choice_along_the_outer_edge() {
    // R10
    let mut scene = Scene::new(2, 1, &[(0, 0), (0, 1), (1, 1), (1, 0)]);
    scene.phase(Step::Tile, 1, 1);
    scene.play("tile:S5");
    assert_eq!((scene.p.step, scene.options().as_str()), (Step::Site, "1 2"));
    assert_eq!(scene.refuse("site:3"), ("bad_site", "R10"));
    scene.play("site:1");
    assert_eq!(scene.p.map.tiles().last(), Some(&(0, 2)));
    assert_eq!((scene.p.step, scene.seat()), (Step::Coin, 1));
}

#[test]
fn w04_the_last_tile_coin_and_pawns() {
    // R10, R11, R13-R16
    let tiles: Vec<(i8, i8)> = (0..23).map(|x| (x, 0)).collect();
    let mut scene = Scene::new(2, 1, &tiles);
    scene.phase(Step::Tile, 1, 2);
    scene.play("tile:M5 coin:2");
    assert_eq!((scene.p.step, scene.seat()), (Step::Coin, 1));
    scene.play("coin:0");
    assert_eq!((scene.p.step, scene.seat()), (Step::Pawn, 1));
    scene.play("pawn:av1");
    assert_eq!((scene.p.step, scene.seat()), (Step::Pawn, 2));
    scene.play("pawn:a2");
    assert_eq!(scene.coins(), "a1:0 av2:2");
    assert_eq!((scene.pawn(2).as_str(), scene.pawn(1).as_str()), ("av1", "a2"));
    assert_eq!((scene.p.step, scene.seat(), scene.p.map.tiles().len()), (Step::Move, 1, 24));
}

#[test]
fn w05_entrances_of_a_cross() {
    // R14, R15
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]);
    scene.phase(Step::Pawn, 2, 2);
    scene.coin("f4", 2);
    scene.coin("c1", 0);
    scene.coin("c3", 1);
    assert_eq!(scene.seat(), 2);
    assert_eq!(scene.refuse("pawn:c1"), ("not_an_entrance", "R15"));
    assert_eq!(scene.refuse("pawn:a1"), ("not_an_entrance", "R15"));
    assert_eq!(scene.refuse("pawn:d4"), ("not_an_entrance", "R15"));
    scene.play("pawn:f3");
    assert_eq!(scene.pawn(1), "f3");
    assert_eq!((scene.p.step, scene.seat()), (Step::Pawn, 1));
    assert_eq!(scene.options(), "a3 a4 c6 d1 d6");
}

#[test]
fn w06_queen_moves_in_an_l() {
    // R20-R23
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0), (0, 1)]);
    scene.coin("b1", 3);
    scene.player(1, "d1", "");
    scene.player(2, "a1", "");
    assert_eq!(scene.options(), "a4 b1 b3 c1 c2 d2");
    assert_eq!(scene.refuse("go:d1"), ("must_move", "R19"));
    assert_eq!(scene.refuse("go:a2"), ("not_a_line", "R20"));
    assert_eq!(scene.refuse("go:d4"), ("no_floor", "R21"));
    assert_eq!(scene.refuse("go:a1"), ("passes_coin", "R22"));
    scene.play("go:a4");
    assert_eq!((scene.pawn(1).as_str(), scene.p.step, scene.seat()), ("a4", Step::Move, 2));
}

#[test]
fn w07_a_diagonal_between_corners_is_open() {
    // A11
    let tiles = [(0, 0), (-1, 0), (-1, 1), (-1, 2), (0, 2), (1, 2), (1, 1)];
    let mut scene = Scene::new(2, 1, &tiles);
    scene.player(1, "d2", "");
    scene.player(2, "a1", "");
    scene.play("go:f4");
    assert_eq!((scene.pawn(1).as_str(), scene.seat()), ("f4", 2));
    let mut closed = Scene::with(2, 1, &tiles, &[("corner_gap", "closed")]);
    closed.player(1, "d2", "");
    closed.player(2, "a1", "");
    assert_eq!(closed.refuse("go:f4"), ("gap", "A11"));
    assert!(!closed.options().contains("e3"));
}

#[test]
fn w08_experience_of_its_own_kind() {
    // R25-R27, A17, A26
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("d1", 5);
    scene.player(1, "a1", "S0 S1 M2");
    scene.player(2, "a2", "");
    scene.play("go:d1 suit:S");
    assert_eq!(scene.options(), "0 1 2");
    assert_eq!(scene.refuse("spend:3"), ("not_enough_experience", "R25"));
    scene.play("spend:1 roll:5");
    let player = &scene.p.players[0];
    assert_eq!(player.experience, [values("S1 S5"), values("M2")]);
    assert_eq!((player.hurt(), scene.discards().as_str(), scene.coins().as_str()), (0, "S0", ""));
    assert_eq!((scene.p.step, scene.seat()), (Step::Move, 2));
}

/// W09 and W10: a monster of 4, with seven points of damage before.
fn monster_of_four() -> Scene {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("d1", 4);
    scene.player(1, "a1", "C5 A4 A5");
    scene.hurt(1, "A0 S5 M3");
    scene.player(2, "a2", "");
    scene
}

#[test]
fn w09_an_equal_roll_loses_and_equipment_saves() {
    // R28, R31, R32, R36
    let mut scene = monster_of_four();
    scene.play("go:d1 suit:M roll:4");
    assert_eq!(scene.options(), "0 1 2");
    scene.play("apply:2");
    let player = &scene.p.players[0];
    assert_eq!((player.hurt(), player.equipment.len(), player.applied.len()), (9, 0, 3));
    assert_eq!((scene.pawn(1).as_str(), scene.seat()), ("d1", 2));
}

#[test]
fn w10_ten_kills() {
    // R36, R37, A16, A18
    let mut scene = monster_of_four();
    scene.player(1, "a1", "S1");
    scene.play("go:d1 suit:M roll:0 apply:1");
    assert_eq!(scene.pawn(1), "off");
    assert_eq!((scene.treasure(1), scene.p.players[0].hurt()), (vec![], 0));
    let stack = scene.p.stacks[0];
    assert_eq!((stack.at.to_string().as_str(), stack.treasure, stack.equipment), ("d1", values("C5"), values("A0 A4 A5")));
    assert_eq!(scene.discards(), "S1 S5 M3 M4");
    assert_eq!((scene.p.step, scene.seat()), (Step::Move, 2));
    assert!(scene.was_told(|event| matches!(event, Event::Died { seat: 0, .. })));
}

#[test]
fn w11_coming_back_takes_the_whole_turn() {
    // R15, R38, A19
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)]);
    scene.p.step = Step::Enter;
    scene.coin("a1", 1);
    scene.stack("f6", "A1");
    scene.player(2, "b1", "");
    assert_eq!(scene.options(), "a2 a3 a4 a5 a6 b6 c1 c6 d1 d6 e1 e6 f1 f2 f3 f4 f5 wait");
    scene.play("enter:c1");
    assert_eq!(scene.seat(), 2);
    scene.play("go:b2 attack:none");
    assert_eq!((scene.pawn(1).as_str(), scene.p.step, scene.seat()), ("c1", Step::Move, 1));
}

#[test]
fn w12_taking_what_was_left() {
    // R22, R40, A22, A24
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.stack("c1", "A0 C3 C4");
    scene.player(1, "a1", "C1");
    scene.player(2, "d1", "C2");
    scene.play("go:c1");
    assert_eq!(scene.treasure(1), [1, 3, 4]);
    assert_eq!((scene.equipment(1), scene.p.stacks.len(), scene.p.found()), (1, 0, 4));
    assert_eq!((scene.p.step, scene.seat()), (Step::Move, 2));
}

#[test]
fn w13_a_treasure_is_stolen() {
    // R34, R35, A12, A14, A17
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.player(1, "a1", "A0");
    scene.player(2, "d2", "C2 C5 A1 A2");
    scene.play("go:c1");
    assert_eq!(scene.p.step, Step::Attack);
    assert_eq!(scene.refuse("attack:S"), ("cannot_attack_self", "R34"));
    assert_eq!(scene.refuse("attack:C"), ("not_adjacent", "R34"));
    scene.play("attack:M spend:1 spend:1 roll:4 roll:3");
    assert_eq!(scene.options(), "equipment none treasure");
    scene.play("take:treasure");
    assert_eq!(scene.refuse("steal:C3"), ("not_held", "R35"));
    scene.play("steal:C2");
    assert_eq!((scene.treasure(1), scene.treasure(2)), (vec![2], vec![5]));
    assert_eq!((scene.equipment(1), scene.equipment(2), scene.discards().as_str()), (0, 1, "A0 A1"));
    assert_eq!(scene.seat(), 2);
}

#[test]
fn w14_a_tied_fight_fails() {
    // R35
    let mut scene = Scene::new(3, 2, &[(0, 0), (1, 0)]);
    scene.player(1, "a1", "C5");
    scene.player(2, "d1", "A0 A1");
    scene.player(3, "d2", "");
    scene.play("go:b1");
    assert_eq!(scene.options(), "S none");
    scene.play("attack:S spend:2 roll:1 roll:3");
    assert_eq!((scene.treasure(1), scene.equipment(2)), (vec![5], 0));
    assert_eq!((scene.p.step, scene.seat()), (Step::Move, 3));
    assert!(scene.was_told(|event| matches!(event, Event::AttackFailed { .. })));
}

#[test]
fn w15_a_coin_forbids_the_attack() {
    // R24, R30
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("c1", 2);
    scene.player(1, "a1", "");
    scene.player(2, "d1", "C5");
    scene.play("go:c1 suit:A");
    assert_eq!((scene.equipment(1), scene.p.step, scene.seat()), (1, Step::Move, 2));
}

#[test]
fn w16_the_sixth_treasure_and_a_tie() {
    // R41-R43
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("c1", 0);
    scene.stack("d2", "C2 C3");
    scene.player(1, "a1", "C5");
    scene.player(2, "a2", "C1 C4");
    scene.play("go:c1 suit:C");
    assert!(scene.is_over());
    let outcome = scene.game.outcome(&scene.p).expect("an end");
    assert_eq!(outcome.scores, [Some(5), Some(5)]);
    assert_eq!(outcome.verdicts, [Verdict::Win, Verdict::Loss]);
    assert_eq!((outcome.ranking, scene.p.found()), (vec![vec![0], vec![1]], 6));
    assert!(scene.was_told(|event| matches!(event, Event::Tied { seats: 3 })));
    assert_eq!(scene.refuse("go:a1"), ("game_over", "R41"));
}

#[test]
fn w17_a_null_monster_bites_for_nothing() {
    // A28
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("c1", 0);
    scene.player(1, "a1", "A5");
    scene.player(2, "a2", "");
    scene.play("go:c1 suit:M roll:0");
    let player = &scene.p.players[0];
    assert_eq!((player.hurt(), player.experience[1], player.equipment.len(), scene.seat()), (0, Values::default(), 1, 2));
    let coin = Code { suit: Suit::Moons, value: 0 };
    assert!(scene.was_told(|event| matches!(event, Event::Hurt { coin: told, .. } if *told == coin)));
}

#[test]
fn w18_boxed_in() {
    // A13
    let mut scene = Scene::new(4, 4, &[(0, 0), (1, 0)]);
    for (seat, square) in [(1, "a1"), (2, "a2"), (3, "b1")] {
        scene.player(seat, square, "");
    }
    scene.player(4, "c1", "C2");
    scene.play("go:b2");
    assert_eq!(scene.options(), "C M S none");
    scene.play("attack:none");
    assert_eq!((scene.p.step, scene.seat()), (Step::Move, 3));
    assert_eq!((scene.pawn(1).as_str(), scene.pawn(2).as_str()), ("a1", "a2"));
    let blocked = |seat| move |event: &Event| *event == Event::Blocked { seat };
    assert!(scene.was_told(blocked(0)) && scene.was_told(blocked(1)));
}
