//! Rules and rulings that the worked examples do not cover.

use super::scene::{Scene, dungeon};
use crate::games::dungeon_in_a_tin::data::piece::{Kind, Tokens};
use crate::games::dungeon_in_a_tin::rules::event::Event;
use crate::games::dungeon_in_a_tin::rules::moves::Move;
use crate::games::dungeon_in_a_tin::rules::position::{Fate, Step};
use crate::games::side::Side::{East, North, South, West};
use crate::referee::{Bots, Choices, Game, Verdict, Words};

/// Two players in a quiet room, at the start of step 2 of turn 1, player 0 first.
fn together() -> (Scene, u8) {
    let mut scene = Scene::new(&["F01 F02", "F03 F04"]);
    let room = scene.lay("T04", 0, (0, 1), South);
    for seat in 0..2 {
        scene.stand(seat, room, South);
    }
    (scene, room)
}

#[test]
fn r21_ties_roll_again_among_themselves() {
    let mut scene = Scene::new(&["F01 F02", "F03 F04", "F05 F06"]);
    scene.play("roll:4 roll:4 roll:2");
    assert_eq!(scene.p.actor(), 0);
    scene.play("roll:3 roll:3 roll:1 roll:5");
    assert_eq!(scene.p.first, 1);
}

#[test]
fn r24_monsters_close_the_first_three_steps() {
    let mut scene = Scene::new(&["F01 F02"]);
    let room = scene.lay("T03", 0, (0, 1), South);
    scene.stand(0, room, South);
    scene.monster(room, "yellow p");
    scene.give(0, "key");
    assert_eq!(scene.refuse("drink").1, "R24");
    assert_eq!(scene.refuse("drop:key").1, "R24");
    assert_eq!(scene.refuse("go:e").1, "R39");
    assert_eq!(scene.options(), "go:s stay");
}

#[test]
fn r23_a_later_step_closes_the_earlier_ones() {
    let mut scene = Scene::new(&["F01 F02"]);
    scene.give(0, "potion");
    scene.play("drink");
    assert_eq!(scene.refuse("drink").1, "R23");
    assert_eq!(scene.refuse("drop:potion").1, "R23");
    assert_eq!(scene.options(), "go:n go:e stay leave");
}

#[test]
fn r29_special_items_need_a_slot() {
    let mut scene = Scene::new(&["F01 F02"]);
    scene.give(0, "bomb bomb");
    scene.p.pool.remove(Kind::KEY);
    scene.p.room_mut(0).floor.add(Kind::KEY);
    assert_eq!(scene.refuse("take:key").1, "R29");
    assert_eq!(scene.refuse("take:bomb").1, "R28");
    scene.play("drop:bomb take:key");
    assert_eq!(scene.carried(0), "potion bomb key");
}

#[test]
fn r30_a_pass_is_not_final_and_r31_nobody_takes_back_a_token() {
    let (mut scene, room) = together();
    scene.give(1, "key");
    scene.p.room_mut(room).floor.add(Kind::coin(0));
    scene.p.pool.remove(Kind::coin(0));
    scene.first(0);
    assert_eq!(scene.options(), "take:c2 pass");
    scene.play("pass drop:key");
    // Player 1 cannot take the key back, but can take something else.
    assert_eq!(scene.refuse("take:key").1, "R31");
    assert_eq!(scene.game.idle(&scene.p), None);
    let mut nothing_else = Scene {
        game: scene.game.clone(),
        p: scene.p.clone(),
        told: Vec::new(),
    };
    nothing_else.p.room_mut(room).floor.remove(Kind::coin(0));
    assert_eq!(
        nothing_else.options(),
        "pass",
        "and where there is nothing else, nobody need be asked"
    );
    assert_eq!(nothing_else.game.idle(&nothing_else.p), Some(Move::Pass));
    scene.play("pass");
    assert_eq!((scene.p.step, scene.p.actor()), (Step::Treasure, 0));
    scene.play("take:key");
    assert_eq!(scene.p.actor(), 1);
    scene.play("take:c2");
    assert_eq!(
        (scene.carried(0).as_str(), scene.carried(1).as_str()),
        ("key", "c2")
    );
    scene.play("pass pass");
    assert_eq!(scene.p.step, Step::Declare);
}

#[test]
fn r34_the_discard_pile_is_searched_first() {
    let mut scene = Scene::new(&["F01 F02"]);
    scene.give(0, "c10 c10");
    scene.p.pool.remove(Kind::ROPE);
    scene.p.spent_tokens.add(Kind::ROPE);
    scene.play("buy:rope pay:c10");
    assert!(scene.p.spent_tokens.is_empty());
    assert_eq!(scene.refuse("buy:rope").1, "R34");
    assert_eq!(scene.refuse("buy:maiden").1, "R32");
    scene.play("buy:bomb");
    assert_eq!(scene.refuse("buy:bomb").1, "R33");
}

#[test]
fn a30_one_coin_pays_for_two_bombs() {
    let mut scene = Scene::new(&["F01 F02"]);
    scene.give(0, "c10");
    scene.play("buy:bomb buy:bomb");
    assert_eq!(scene.options(), "pay:c10 cancel");
    scene.play("pay:c10");
    assert_eq!(scene.carried(0), "potion bomb bomb");
}

#[test]
fn r36_a_payment_has_no_coin_that_could_be_left_out() {
    let mut scene = Scene::new(&["F01 F02"]);
    scene.give(0, "c3 c3 c3 c3 c10");
    scene.p.players[0].carried.remove(Kind::POTION);
    scene.p.pool.add(Kind::POTION);
    scene.play("buy:potion");
    // 10 can be paid exactly.
    assert_eq!(
        scene.options(),
        "pay:c10 buy:potion buy:bomb buy:key buy:rope cancel"
    );
    assert_eq!(scene.refuse("pay:c3+c3+c3+c3").1, "R36");
    scene.play("buy:bomb");
    // 15 cannot: 16 is c3 + c3 + c10, and four c3 are only 12.
    assert_eq!(scene.options(), "pay:c3+c3+c10 buy:bomb cancel");
    assert_eq!(scene.refuse("pay:c3+c3+c3+c10").1, "R36");
    assert_eq!(scene.refuse("pay:c5+c10").1, "R36");
}

#[test]
fn r54_own_locks_and_those_beyond_are_distinguished() {
    let mut scene = Scene::new(&["F01 F02"]);
    let store_room = scene.lay("T06", 1, (0, 1), South);
    scene.stand(0, store_room, South);
    scene.give(0, "key");
    assert_eq!(scene.refuse("go:w").1, "R41");
    assert_eq!(scene.refuse("unlock-beyond:w").1, "R54");
    assert!(scene.options().contains("unlock:w"));
    scene.play("unlock:w");
    assert!(scene.options().contains("go:w"));
    assert_eq!(scene.carried(0), "potion");
    assert_eq!(scene.words(scene.p.spent_tokens), "key");
}

#[test]
fn a15_two_players_may_aim_at_one_cell() {
    // Player 0 goes north from (0,0), player 1 west from (1,1): both aim at (0,1).
    let mut scene = Scene::new(&["F01 F02", "F03 F04"]);
    scene.lay("T03", 2, (1, 0), West);
    let barracks = scene.lay("T02", 0, (1, 1), South);
    scene.stand(1, barracks, South);
    scene.first(0);
    scene.play("go:n go:w tile:T04");
    // The tunnel runs north to south: a wall to the east.
    assert_eq!(
        (scene.p.players[0].room, scene.p.players[1].room),
        (3, barracks)
    );
    assert!(
        scene
            .told
            .iter()
            .any(|event| matches!(event, Event::MetWall { seat: 1, .. }))
    );
}

#[test]
fn r50_an_exit_where_nothing_fits_is_blocked() {
    let mut scene = Scene::new(&["F01 F02"]);
    let midden = scene.lay("T03", 0, (0, 1), South);
    scene.stand(0, midden, South);
    // Only the Crossways is left, which never fits after a turn.
    scene.p.stack.a.fill(0);
    scene.p.stack.b.fill(0);
    scene.p.stack.last = false;
    scene.p.stack.known = vec![scene.tile("T05")];
    scene.play("go:e");
    assert_eq!((scene.p.turn, scene.p.players[0].room), (2, midden));
    assert_eq!(scene.refuse("go:e").1, "R50");
    assert_eq!(scene.p.stack.len(), 1);
}

#[test]
fn a19_a_rope_put_down_in_the_chasm_is_the_bridge() {
    let mut scene = Scene::new(&["F01 F02"]);
    let chasm = scene.lay("T07", 0, (0, 1), South);
    scene.stand(0, chasm, South);
    scene.give(0, "rope");
    scene.play("drop:rope");
    assert_eq!(
        (scene.p.room(chasm).bridges, scene.floor(chasm).as_str()),
        (1, "")
    );
    assert_eq!(scene.refuse("take:rope").1, "R28");
    assert!(scene.options().contains("go:n"));
}

#[test]
fn a22_later_entries_add_or_top_up() {
    for (option, monsters) in [("add", "red p, red p, red h"), ("top_up", "red p, red p")] {
        let mut scene = Scene::with(&["F01 F02"], &[("reentry_monsters", option)]);
        let cell = scene.lay("T12", 0, (0, 1), South);
        scene.p.stack.last = false;
        scene.monster(cell, "red p");
        scene.play("go:n");
        scene.play(if option == "add" {
            "face:p face:h"
        } else {
            "face:p"
        });
        assert_eq!(scene.monsters(cell), monsters, "{option}");
    }
}

#[test]
fn a26_an_empty_pool_gives_nothing_or_is_refilled() {
    for (option, floor) in [("none", ""), ("refill", "bomb")] {
        let mut scene = Scene::with(&["F01 F02"], &[("dry_pool", option)]);
        scene.p.pool = Tokens::default();
        scene.p.spent_tokens.add(Kind::BOMB);
        scene.play("go:n tile:T03 arrow:e face:p");
        if option == "refill" {
            scene.play("treasure:bomb");
        }
        assert_eq!(scene.floor(1), floor);
        assert_eq!(scene.p.step, Step::Attack);
    }
}

#[test]
fn a31_a_lost_fight_may_cost_the_card_and_the_bomb() {
    for (option, hand, carried) in [
        ("true", "F02", "potion"),
        ("false", "F01 F02", "potion bomb"),
    ] {
        let mut scene = Scene::with(&["F01 F02"], &[("spent_on_loss", option)]);
        let room = scene.lay("T03", 0, (0, 1), South);
        scene.stand(0, room, South);
        scene.give(0, "bomb");
        scene.monster(room, "yellow p");
        scene.play("stay attack:swipe card:F01 bomb roll:1");
        assert_eq!(
            (scene.hand(0).as_str(), scene.carried(0).as_str()),
            (hand, carried)
        );
        // A card from the deck is spent in either case.
        scene.play("stay attack:swipe deck draw:F09");
        scene.play(if option == "false" {
            "no-bomb roll:1"
        } else {
            "roll:1"
        });
        assert_eq!(scene.spent_card("F09"), 1);
        assert_eq!(scene.hand(0), hand);
    }
}

#[test]
fn a33_ten_experience_is_the_maximum() {
    let mut scene = Scene::new(&["F01 F02"]);
    let room = scene.lay("T03", 0, (0, 1), South);
    scene.stand(0, room, South);
    scene.p.players[0].experience = 10;
    scene.monster(room, "yellow p");
    scene.play("stay attack:thrust card:F01 roll:6 keep");
    assert_eq!(scene.p.players[0].experience, 10);
    // D1: the question comes before the refresh, and after a swap the larger hand is drawn at once.
    assert_eq!(
        (scene.p.step, scene.options().as_str()),
        (Step::SwapFirst, "swap keep")
    );
    scene.play("swap draw:F05 draw:F06");
    assert_eq!(scene.hand(0), "F02 F05 F06");
    scene.p.players[0].experience = 10;
    scene.p.players[0].level = 4;
    assert_eq!(scene.refuse("swap").1, "R81");
}

#[test]
fn a39_leaving_is_a_draw_and_leaves_the_items() {
    let mut scene = Scene::new(&["F01 F02", "F03 F04"]);
    let room = scene.lay("T04", 0, (0, 1), South);
    scene.stand(1, room, South);
    scene.give(0, "key c5");
    scene.give(1, "maiden");
    scene.first(0);
    while scene.p.step == Step::Treasure {
        scene.play("pass");
    }
    scene.play("leave go:s");
    assert!(scene.is_over());
    assert_eq!(scene.floor(0), "key");
    let outcome = scene.game.outcome(&scene.p).expect("an outcome");
    assert_eq!(outcome.verdicts, [Verdict::Draw, Verdict::Win]);
    assert_eq!(outcome.ranking, [[1]]);
    assert_eq!(
        (scene.spent_card("F01"), scene.p.players[0].fate),
        (1, Fate::Left)
    );
}

/// R87, R88: a search need not play on for players who are dead or home.
#[test]
fn a_decided_game_need_not_be_played_on() {
    let (mut scene, _) = together();
    let prospects = |scene: &Scene| [0, 1].map(|seat| scene.game.estimate(&scene.p, seat));
    assert_eq!(prospects(&scene), [None, None]);
    (scene.p.players[0].fate, scene.p.players[1].fate) = (Fate::Dead, Fate::Home);
    assert_eq!(prospects(&scene), [Some(0.0), Some(1.0)]);
}

#[test]
fn a41_the_coins_of_the_dead_may_stay() {
    let mut scene = Scene::with(&["F01 F02", "F03 F04"], &[("dead_coins", "floor")]);
    let room = scene.lay("T04", 0, (0, 1), South);
    for seat in 0..2 {
        scene.stand(seat, room, South);
    }
    scene.first(0);
    scene.give(0, "c10");
    scene.p.players[0].hearts = 1;
    scene.monster(room, "yellow p");
    scene.fight();
    scene.play("attack:thrust card:F01 roll:1");
    assert_eq!(scene.floor(room), "c10");
    assert_eq!(scene.p.actor(), 1);
}

#[test]
fn r87_a_player_on_the_stairs_comes_home_with_the_rescuer() {
    let mut scene = Scene::new(&["F01 F02", "F03 F04"]);
    let room = scene.lay("T04", 0, (0, 1), South);
    scene.stand(0, room, South);
    scene.give(0, "maiden");
    scene.first(0);
    while scene.p.step == Step::Treasure {
        scene.play("pass");
    }
    scene.play("go:s stay");
    assert!(scene.is_over());
    assert_eq!(
        scene.game.outcome(&scene.p).expect("an outcome").ranking,
        [[0, 1]]
    );
}

#[test]
fn a37_items_count_if_the_table_agrees() {
    let mut scene = Scene::with(&["F01 F02"], &[("score", "with_items")]);
    let room = scene.lay("T04", 0, (0, 1), South);
    scene.stand(0, room, South);
    scene.give(0, "maiden bomb c5");
    scene.play("go:s");
    let outcome = scene.game.outcome(&scene.p).expect("an outcome");
    assert_eq!(
        (outcome.verdicts[0], outcome.scores[0]),
        (Verdict::Win, Some(20))
    );
    assert!(outcome.ranking.is_empty());
}

#[test]
fn a46_shutting_oneself_in_is_pointed_out() {
    let mut scene = Scene::new(&["F01 F02"]);
    scene.p.room_mut(0).exits.remove(East);
    scene.play("go:n tile:T06");
    assert_eq!(scene.options(), "arrow:n arrow:e arrow:w");
    let text = |id: &str| {
        scene
            .game
            .option(&scene.p, scene.game.parse(id).expect("a way to lay it"))
    };
    assert_eq!(
        text("arrow:n"),
        "arrow north: exits east, south (locked) and west; its lock is on your side: you cannot enter without a key; this leaves no open way on without a key"
    );
    assert_eq!(
        text("arrow:e"),
        "arrow east: exits north, south and west (locked)"
    );
}

#[test]
fn only_its_owner_sees_a_closed_hand() {
    let game = dungeon(2, &[("open_hands", "false")]);
    let mut position = game.start();
    for card in ["draw:F01", "draw:F02", "draw:F03", "draw:F04"] {
        let mv = game.parse(card).expect("a card");
        game.play(&mut position, mv, &mut |event| {
            assert!(!game.telling(&game.start(), event).text.contains('F'))
        })
        .expect("a card");
    }
    // Bob's F04 might as well be the deck's F09: Ann cannot tell.
    let mut other = position.clone();
    other.players[1].hand.take(3);
    other.players[1].hand.add(8);
    other.deck[3] += 1;
    other.deck[8] -= 1;
    let json = |position, seat| serde_json::to_string(&game.view(position, seat)).expect("JSON");
    for seat in [None, Some(0)] {
        assert_eq!(json(&position, seat), json(&other, seat));
        assert_eq!(
            game.board(&position, seat, 80),
            game.board(&other, seat, 80)
        );
        assert_eq!(game.describe(&position, seat), game.describe(&other, seat));
    }
    assert_ne!(json(&position, Some(1)), json(&other, Some(1)));
    let view = game.view(&position, Some(0));
    assert_eq!((0..12).map(|card| view.unseen_cards(card)).sum::<u8>(), 22);
}

#[test]
fn equal_choices_are_one_option() {
    let mut scene = Scene::new(&["F01 F02"]);
    let room = scene.lay("T12", 0, (0, 1), South);
    scene.stand(0, room, South);
    for monster in ["red p", "red p", "yellow p"] {
        scene.monster(room, monster);
    }
    scene.play("stay");
    assert_eq!(scene.options(), "fight:red-plain fight:yellow-plain");
    scene.play("fight:red-plain attack:thrust card:F01 roll:1");
    // The beaten knight turns to the others: one red monster is left to fight.
    assert_eq!(scene.options(), "fight:red-plain fight:yellow-plain");
    scene.play("fight:yellow-plain attack:thrust card:F02 roll:6");
    // With one left there is no choice, and without cards in hand the deck answers.
    scene.play("attack:thrust");
    assert_eq!(scene.p.step, Step::Reveal);
    let mut choices = Choices::default();
    scene.game.moves(&scene.p, &mut choices);
    assert_eq!(choices.total(), 22 - 12);
}

#[test]
fn r40_a_door_opened_now_lets_the_next_player_through_and_a21_they_enter_once() {
    let (mut scene, room) = together();
    let store_room = scene.lay("T06", 0, (0, 2), South);
    scene.p.room_mut(store_room).visited = false;
    scene.give(0, "key");
    scene.first(0);
    while scene.p.step == Step::Treasure {
        scene.play("pass");
    }
    assert_eq!(scene.refuse("go:n").1, "R41");
    assert_eq!(scene.refuse("take:key").1, "R23");
    scene.play("unlock-beyond:n stay go:n face:h face:p treasure:c2 treasure:c3");
    // Player 0 opened the door and stays; player 1 enters the room from the side they came from.
    assert_eq!(
        (scene.p.players[0].room, scene.p.players[1].room),
        (room, store_room)
    );
    assert_eq!(scene.p.players[1].entrance, Some(South));
    assert_eq!(scene.monsters(store_room), "red h, yellow p");
}

#[test]
fn r42_two_through_one_exit_find_one_tile_and_r67_share_its_monsters() {
    let mut scene = Scene::new(&["F01 F02", "F03 F04"]);
    scene.first(1);
    scene.play("go:n go:n tile:T04 face:p face:p treasure:c2");
    assert_eq!(
        (
            scene.p.rooms.len(),
            scene.p.players[0].room,
            scene.p.players[1].room
        ),
        (2, 1, 1)
    );
    // R67, R68: player 1 is beaten by one of two equal monsters; player 0 kills that one and leaves the other to player 1.
    scene.play("attack:thrust card:F04 roll:1");
    assert_eq!(
        scene.options(),
        "fight:yellow-plain:after-2 fight:yellow-plain"
    );
    scene.play("fight:yellow-plain:after-2 attack:thrust card:F01 roll:6");
    assert_eq!(
        (scene.p.actor(), scene.monsters(1).as_str()),
        (1, "yellow p")
    );
}

#[test]
fn r43_a_failed_move_leaves_the_way_back_unchanged() {
    // From the east into the Crossways, turned with a locked entrance in the north: the way back is still east.
    let mut scene = Scene::new(&["F01 F02"]);
    let crossways = scene.lay("T05", 0, (0, 1), South);
    scene.stand(0, crossways, East);
    scene.p.stack.a.fill(0);
    scene.play("go:n tile:T11 arrow:e");
    assert!(
        scene
            .told
            .iter()
            .any(|event| matches!(event, Event::MetLock { .. }))
    );
    assert_eq!(
        (scene.p.players[0].room, scene.p.players[0].entrance),
        (crossways, Some(East))
    );
    scene.monster(crossways, "yellow p");
    assert_eq!(scene.options(), "go:e stay");
}

#[test]
fn r56_the_far_side_is_whichever_the_knight_did_not_come_from() {
    let mut scene = Scene::new(&["F01 F02"]);
    let chasm = scene.lay("T07", 0, (0, 1), South);
    scene.lay("T04", 0, (0, 2), South);
    scene.stand(0, chasm, North);
    assert_eq!(scene.refuse("go:s").1, "R56");
    assert!(scene.options().contains("go:n"));
    // A20: whether or not there is a bridge, monsters leave only the way back.
    scene.p.room_mut(chasm).bridges = 1;
    assert!(scene.options().contains("go:s"));
    scene.monster(chasm, "yellow p");
    assert_eq!(scene.refuse("go:s").1, "R39");
}

#[test]
fn r88_what_the_dead_leave_behind_is_reported() {
    let mut scene = Scene::new(&["F01 F02", "F03 F04"]);
    let chasm = scene.lay("T07", 0, (0, 1), South);
    scene.stand(0, chasm, South);
    scene.first(0);
    scene.give(0, "key rope c10");
    scene.p.players[0].hearts = 1;
    scene.monster(chasm, "yellow p");
    scene.fight();
    scene.play("attack:thrust card:F01");
    scene.play("roll:1");
    let told: Vec<String> = scene
        .told
        .iter()
        .map(|event| scene.game.telling(&scene.p, *event).text)
        .collect();
    assert_eq!(
        told[1..4],
        [
            "Ann dies in the Chasm: the hand is discarded, and the coins go back into the pool.",
            "A key stays on the floor of the Chasm.",
            // A19
            "Ann leaves the rope across the chasm. It stays there for good.",
        ]
    );
}

#[test]
fn impossible_results_of_chance_are_refused_with_the_rule_of_the_step() {
    let mut scene = Scene::new(&["F01 F02", "F03 F03"]);
    assert_eq!(scene.refuse("roll:7").1, "R21");
    scene.first(0);
    scene.play("go:n stay");
    assert_eq!(scene.refuse("tile:T12").1, "R3");
    scene.play("tile:T04");
    assert_eq!(scene.refuse("face:h").1, "R59");
    scene.play("face:hc face:hc");
    assert_eq!(scene.refuse("treasure:maiden").1, "R61");
    scene.play("treasure:c2 attack:thrust");
    assert_eq!(scene.refuse("bomb").1, "R71");
    scene.play("deck");
    assert_eq!(scene.refuse("draw:F03").1, "R70");
    scene.give(0, "bomb");
    scene.play("draw:F05");
    assert_eq!(scene.refuse("card:F01").1, "R70");
    scene.play("no-bomb");
    assert_eq!(scene.refuse("roll:0").1, "R73");
    scene.play("roll:6");
    assert_eq!(scene.refuse("treasure:maiden").1, "R75");
}
