//! The worked examples in section 10 of the rules' dossier, by number.

use super::scene::{Scene, dungeon};
use crate::games::dungeon_in_a_tin::data::piece::{Colour, Kind};
use crate::games::dungeon_in_a_tin::rules::position::{Fate, Step};
use crate::games::side::Side::{self, East, South, West};
use crate::referee::{Game, Verdict};

#[test]
fn example_1_set_up() {
    // R2-R13
    let scene = Scene::new(&["F01 F02"]);
    assert_eq!(scene.carried(0), "potion");
    assert_eq!(
        scene.words(scene.p.pool),
        "potion potion potion bomb bomb bomb key key key rope c2 c2 c2 c2 c2 c2 c3 c3 c3 c3 c3 c3 c5 c5 c5 c5 c10 c10"
    );
    assert_eq!(scene.p.pool.total(), 28);
    assert_eq!(scene.p.stack.len(), 11);
    assert_eq!(scene.p.deck.iter().sum::<u8>(), 10);
    assert_eq!((scene.p.players[0].hearts, scene.p.players[0].level, scene.p.turn), (5, 1, 1));
    // R19, R20
    let two = dungeon(2, &[]).start();
    assert_eq!((two.pool.total(), two.stack.len(), two.deck.iter().sum::<u8>()), (58, 21, 24));
    assert!(two.players.iter().all(|player| player.carried.is_empty()));
}

#[test]
fn example_2_natural_1() {
    // R68, R74, R76, R77
    let mut scene = Scene::new(&["F10 F02"]);
    let room = scene.lay("T04", 0, (0, 1), South);
    scene.stand(0, room, South);
    scene.give(0, "bomb");
    scene.monster(room, "yellow p");
    scene.fight();
    scene.play("attack:thrust card:F10 bomb");
    assert_eq!(scene.game.modifier(&scene.p), 6);
    scene.play("roll:1");
    assert_eq!(scene.p.players[0].hearts, 4);
    assert_eq!(scene.spent_card("F10"), 1);
    assert_eq!(scene.words(scene.p.spent_tokens), "bomb");
    assert_eq!(scene.monsters(room), "yellow p");
    assert_eq!(scene.p.players[0].experience, 0);
    // The next turn has begun: no second fight in this one.
    assert_eq!(scene.p.turn, 2);
    assert_eq!(scene.refuse("fight:yellow-plain"), "R23");
}

#[test]
fn example_3_natural_6() {
    // R73-R75
    let mut scene = Scene::new(&["F04 F02"]);
    let room = scene.lay("T10", 1, (1, 0), West);
    scene.stand(0, room, West);
    scene.give(0, "maiden");
    scene.monster(room, "red hc");
    scene.fight();
    scene.play("attack:swipe card:F04");
    assert_eq!(scene.game.modifier(&scene.p), -3);
    scene.play("roll:6 treasure:c5");
    assert_eq!(scene.p.players[0].experience, 1);
    assert_eq!(scene.floor(room), "c5");
    assert_eq!(scene.p.dice_out(Colour::Red), 0);
}

#[test]
fn example_4_threshold() {
    // R73, R74
    let mut scene = Scene::new(&["F07 F01"]);
    let room = scene.lay("T06", 1, (0, 1), South);
    scene.stand(0, room, South);
    scene.monster(room, "yellow p");
    scene.monster(room, "red h");
    scene.fight();
    assert_eq!(scene.options(), "fight:yellow-plain fight:red-horned");
    scene.play("fight:yellow-plain attack:thrust card:F07 roll:3");
    assert_eq!((scene.p.players[0].hearts, scene.p.players[0].experience), (5, 1));
    scene.play("attack:overhead card:F01 roll:4");
    assert_eq!((scene.p.players[0].hearts, scene.p.players[0].experience), (4, 1));
}

#[test]
fn example_5_skip() {
    // R45-R49
    let mut scene = Scene::new(&["F01 F02"]);
    let midden = scene.lay("T03", 0, (0, 1), South);
    scene.stand(0, midden, South);
    scene.play("go:e tile:T05");
    assert_eq!(scene.p.step, Step::Tile);
    scene.play("tile:T02");
    assert_eq!(scene.p.rooms[2].arrow, South);
    assert_eq!(scene.exits(2), "new");
    assert_eq!((scene.p.rooms[2].x, scene.p.rooms[2].y), (1, 1));
    scene.play("face:p face:p treasure:c2");
    assert_eq!(scene.monsters(2), "yellow p, yellow p");
    assert_eq!(scene.floor(2), "c2");
    assert_eq!(scene.p.stack.len(), 9);
    assert_eq!(scene.p.stack.known, [scene.tile("T05")]);
}

#[test]
fn example_6_straight_keeps_the_memory() {
    // R47, R48
    let mut scene = Scene::new(&["F01 F02"]);
    let midden = scene.lay("T03", 0, (0, 1), South);
    let tunnel = scene.lay("T04", 1, (1, 1), West);
    scene.stand(0, tunnel, West);
    scene.p.players[0].declared = Some(East);
    let mut arrows = |code| {
        scene.p.tile = scene.tile(code);
        scene.game.arrows(&scene.p).collect::<Vec<Side>>()
    };
    assert_eq!(arrows("T10"), [South]);
    assert_eq!(arrows("T05"), []);
    assert_eq!(arrows("T12"), [East]);
    scene.p.rooms[usize::from(midden)].entrance = None;
    scene.p.rooms[usize::from(tunnel)].bend = Default::default();
    scene.p.tile = scene.tile("T10");
    assert_eq!(scene.game.arrows(&scene.p).collect::<Vec<Side>>(), [East, South]);
}

#[test]
fn example_7_locked_entrance() {
    // R41, R43, R53-R55
    let mut scene = Scene::new(&["F01 F02"]);
    scene.lay("T03", 2, (1, 0), West);
    let barracks = scene.lay("T10", 0, (1, 1), South);
    scene.p.stack.a.fill(0);
    scene.stand(0, barracks, South);
    scene.give(0, "key");
    scene.play("go:e tile:T08");
    let armoury = 3;
    assert_eq!((scene.exits(armoury).as_str(), scene.p.room(armoury).arrow), ("nw", South));
    assert!(scene.p.room(armoury).locked.has(West));
    assert_eq!(scene.p.players[0].room, barracks);
    assert!(!scene.p.room(armoury).visited);
    assert_eq!(scene.p.turn, 2);
    assert_eq!(scene.refuse("go:e"), "R41");
    assert_eq!(scene.refuse("unlock:e"), "R54");
    scene.play("unlock-beyond:e go:e face:p");
    assert_eq!(scene.game.turn(&scene.p), crate::referee::Turn::Chance(crate::games::dungeon_in_a_tin::YELLOW_DIE));
    scene.play("face:p treasure:key treasure:c10");
    assert_eq!(scene.monsters(armoury), "red p, yellow p");
    assert_eq!(scene.p.players[0].room, armoury);
    assert_eq!(scene.words(scene.p.spent_tokens), "key");
    assert_eq!(scene.floor(armoury), "key c10");
}

#[test]
fn example_8_chasm() {
    // R41, R56, A19
    let mut scene = Scene::new(&["F01 F02"]);
    let chasm = scene.lay("T07", 0, (0, 1), South);
    scene.stand(0, chasm, South);
    assert_eq!(scene.refuse("go:n"), "R56");
    scene.give(0, "rope");
    scene.play("go:n tile:T04");
    assert_eq!(scene.p.room(chasm).bridges, 1);
    assert_eq!(scene.carried(0), "potion");
    assert!(!scene.p.room(chasm).floor.has(Kind::ROPE));
    assert_eq!((scene.p.room_of(0).x, scene.p.room_of(0).y), (0, 2));
}

#[test]
fn example_9_later_entries() {
    // R63
    for (code, monsters) in [("T09", "red p"), ("T10", "red p"), ("T04", "yellow p"), ("T12", "red p, red p"), ("T03", "")] {
        let mut scene = Scene::new(&["F01 F02"]);
        let quarters = (0..4).find(|quarters| {
            let exits = scene.game.data.tile(scene.tile(code)).exits.turned(*quarters);
            exits.has(South)
        });
        let room = scene.lay(code, quarters.expect("an exit"), (0, 1), South);
        scene.play("go:n");
        while scene.p.step == Step::Monster {
            scene.play("face:p");
        }
        assert_eq!(scene.monsters(room), monsters, "{code}");
        assert_eq!(scene.floor(room), "", "{code}");
    }
}

#[test]
fn example_10_dice_shortage() {
    // R65, A24
    let mut scene = Scene::new(&["F01 F02"]);
    let guard_room = scene.lay("T02", 3, (0, 1), South);
    let store_room = scene.lay("T06", 1, (0, 2), South);
    let shrine = scene.lay("T11", 0, (0, 3), South);
    assert_eq!(scene.exits(store_room), "nsw");
    scene.p.stack.a.fill(0);
    scene.monster(store_room, "red p");
    scene.monster(shrine, "red h");
    scene.monster(shrine, "red c");
    scene.stand(0, guard_room, South);
    scene.play("go:e tile:T10");
    let barracks = 4;
    assert_eq!(scene.exits(barracks), "nw");
    scene.play("face:h face:p face:p treasure:c2 treasure:c3");
    assert_eq!(scene.monsters(shrine), "");
    assert_eq!(scene.monsters(store_room), "red p");
    assert_eq!(scene.monsters(barracks), "red h, red p, yellow p");
    assert_eq!(scene.p.players[0].experience, 0);
    assert_eq!(scene.floor(barracks), "c2 c3");
}

#[test]
fn example_11_buying() {
    // R32-R36
    let mut scene = Scene::new(&["F01 F02"]);
    scene.p.players[0].carried.remove(Kind::POTION);
    scene.p.spent_tokens.add(Kind::POTION);
    scene.give(0, "c3 c3 c5");
    let pool = scene.p.pool.total();
    scene.play("buy:potion");
    assert_eq!(scene.refuse("pay:c3+c5"), "R36");
    assert_eq!(scene.options(), "pay:c3+c3+c5 cancel");
    scene.play("pay:c3+c3+c5");
    assert_eq!(scene.carried(0), "potion");
    assert!(scene.p.spent_tokens.is_empty());
    assert_eq!(scene.p.pool.total(), pool + 3);

    let mut scene = Scene::new(&["F01 F02"]);
    scene.give(0, "c10 c2 c3");
    scene.play("buy:bomb");
    assert_eq!(scene.refuse("pay:c10"), "R36");
    scene.play("cancel buy:bomb pay:c2+c3");
    assert_eq!(scene.carried(0), "potion bomb c10");
}

#[test]
fn example_12_level_up() {
    // R75, R78-R80, R25
    let mut scene = Scene::new(&["F01 F02"]);
    let room = scene.lay("T04", 0, (0, 1), South);
    scene.stand(0, room, South);
    (scene.p.players[0].experience, scene.p.players[0].hearts) = (9, 2);
    scene.monster(room, "yellow p");
    scene.fight();
    scene.play("attack:thrust card:F01 roll:5");
    assert_eq!(scene.p.players[0].experience, 10);
    scene.play("swap");
    let player = &scene.p.players[0];
    assert_eq!((player.experience, player.level, player.hearts), (0, 2, 5));
    assert_eq!(scene.hand(0), "F02");
    scene.play("draw:F05 draw:F06");
    assert_eq!(scene.hand(0), "F02 F05 F06");
    assert_eq!(scene.p.step, Step::Free { late: false });
}

#[test]
fn example_13_last_heart_ten_tokens() {
    // A32, R77, R83
    let prepared = || {
        let mut scene = Scene::new(&["F01 F02"]);
        let room = scene.lay("T04", 0, (0, 1), South);
        scene.stand(0, room, South);
        (scene.p.players[0].experience, scene.p.players[0].hearts) = (10, 1);
        scene.monster(room, "yellow p");
        scene.fight();
        scene.play("attack:thrust card:F01 roll:1");
        assert_eq!(scene.options(), "swap keep");
        scene
    };
    let mut scene = prepared();
    scene.play("swap");
    assert_eq!((scene.p.players[0].level, scene.p.players[0].hearts), (2, 4));
    let mut scene = prepared();
    scene.play("keep");
    assert!(scene.is_over());
    assert_eq!(scene.game.outcome(&scene.p).expect("an outcome").verdicts, [Verdict::Loss]);
}

#[test]
fn example_14_two_players_fight() {
    // R67, R68
    let mut scene = Scene::new(&["F01 F02", "F03 F04"]);
    scene.first(1);
    let room = scene.lay("T02", 3, (0, 1), South);
    for seat in 0..2 {
        scene.stand(seat, room, South);
    }
    scene.monster(room, "yellow p");
    scene.monster(room, "yellow hc");
    scene.fight();
    scene.play("fight:yellow-plain attack:overhead card:F03 roll:2");
    assert_eq!(scene.monsters(room), "yellow hc");
    // Only one is left for player 0, so there is no choice.
    scene.play("attack:thrust card:F01 roll:2");
    assert_eq!(scene.p.players[0].hearts, 4);
    scene.play("attack:thrust card:F04 roll:3 treasure:key");
    assert_eq!(scene.floor(room), "key");
    assert_eq!((scene.p.players[0].hearts, scene.p.players[1].experience), (4, 2));
    assert_eq!(scene.p.turn, 2);
}

#[test]
fn example_15_death_with_the_maiden() {
    // R88, R21
    let mut scene = Scene::new(&["F01 F02", "F03 F04"]);
    scene.first(0);
    let room = scene.lay("T02", 3, (0, 1), South);
    for seat in 0..2 {
        scene.stand(seat, room, South);
    }
    scene.give(0, "maiden key c10");
    scene.p.players[0].hearts = 1;
    scene.monster(room, "yellow p");
    let gold = scene.p.pool.of(scene.kinds("c10")[0]);
    scene.fight();
    scene.play("attack:thrust card:F01 roll:2");
    assert_eq!(scene.p.players[0].fate, Fate::Dead);
    assert_eq!(scene.floor(room), "key maiden");
    assert_eq!(scene.p.pool.of(scene.kinds("c10")[0]), gold + 1);
    assert_eq!((scene.spent_card("F01"), scene.spent_card("F02")), (1, 1));
    scene.play("attack:overhead card:F03 roll:2");
    assert_eq!((scene.p.turn, scene.p.first), (2, 1));
    scene.play("draw:F05 take:maiden");
    assert_eq!(scene.carried(1), "maiden");
}

#[test]
fn example_16_ranking() {
    // R82, R86-R90
    let mut scene = Scene::new(&["F01 F02", "F03 F04", "F05 F06"]);
    let room = scene.lay("T04", 0, (0, 1), South);
    for seat in 0..3 {
        scene.stand(seat, room, South);
    }
    scene.p.players[2].fate = Fate::Dead;
    scene.p.players[2].hearts = 0;
    scene.give(0, "maiden c10");
    scene.give(1, "c5 c10");
    scene.first(0);
    while scene.p.step == Step::Treasure {
        scene.play("pass");
    }
    scene.play("go:s stay");
    assert!(scene.p.rescued);
    assert_eq!(scene.p.players[0].fate, Fate::Home);
    assert!(!scene.is_over());
    assert_eq!(scene.p.turn, 2);
    scene.play("go:s");
    assert!(scene.is_over());
    let outcome = scene.game.outcome(&scene.p).expect("an outcome");
    assert_eq!(outcome.verdicts, [Verdict::Win, Verdict::Win, Verdict::Loss]);
    assert_eq!(outcome.ranking, [[1], [0]]);
    assert_eq!(outcome.scores, [Some(10), Some(15), None]);
}
