//! Rules, rulings and table options that the worked examples do not cover.

use super::scene::{EDITIONS, EXIT_RING, PLAIN_RING, RING, Scene, deep};
use crate::games::deep_dark_dungeon::rules::event::Event;
use crate::referee::{Bots, Game, Verdict, Words};

#[test]
fn each_edition_has_its_pieces() {
    // R2-R4
    for (edition, players, deck, out) in [
        ("v1_0", 2, 19, "E19"),
        ("v1_0", 3, 20, ""),
        ("original", 2, 20, ""),
    ] {
        let scene = Scene::start(edition, players);
        assert_eq!(
            (
                scene.p.stock.len(),
                scene.p.deck.len(),
                scene.codes(scene.p.out).as_str()
            ),
            (39, deck, out)
        );
    }
    let v1_0 = Scene::start("v1_0", 1);
    let original = Scene::start("original", 1);
    assert!(v1_0.game.parse("tile:T41").is_some() && original.game.parse("card:E20").is_some());
    assert_eq!(Scene::start("v1_0", 2).refuse("tile:T41").0, "not_in_stock");
}

#[test]
fn a_rope_climbs_and_may_be_used_up() {
    // R18, A18
    let climb = |options| {
        Scene::with("v1_0", 2, RING, options)
            .carry(1, "E20")
            .stock("")
    };
    let mut scene = climb(&[]);
    scene.play("step:NW");
    assert_eq!(
        (scene.at(1).as_str(), scene.carries(1).as_str()),
        ("0,-1", "E20")
    );
    let mut scene = climb(&[("rope_use", "discard")]);
    scene.play("step:NW");
    assert_eq!(
        (scene.carries(1).as_str(), scene.discarded().as_str()),
        ("", "E20")
    );
    assert_eq!(scene.refuse("step:E").0, "too_steep");
}

#[test]
fn attacks_cost_what_the_table_agrees() {
    // A12, R23
    let duel = |options| {
        Scene::with("original", 2, PLAIN_RING, options)
            .stand(2, "1,0")
            .stock("")
    };
    let mut scene = duel(&[]);
    scene.play("attack:2 roll:1 roll:6");
    assert_eq!(scene.waits(), "action 2");
    let mut scene = duel(&[("attack_cost", "free")]);
    scene.play("step:NE");
    assert_eq!(scene.waits(), "action 1");
    scene.play("attack:2 roll:1 roll:6");
    assert_eq!(scene.waits(), "action 2");
    assert_eq!(
        duel(&[("attack_cost", "never")]).refuse("attack:2").0,
        "no_attacks"
    );
    assert_eq!(duel(&[]).refuse("attack:1").0, "no_such_explorer");
    assert_eq!(duel(&[]).refuse("attack:3").0, "no_such_explorer");
}

#[test]
fn the_hurt_may_be_slow() {
    // A13
    let mut scene = Scene::with("v1_0", 2, PLAIN_RING, &[("hurt_steps", "one")])
        .hurt(1)
        .stock("");
    scene.play("step:E");
    assert_eq!(scene.waits(), "action 2");
}

#[test]
fn staying_and_coming_back_are_optional() {
    // R16, R20, A14, A15
    let mut scene = Scene::new("v1_0", 2, RING).stand(1, "1,-1");
    scene.play("step:SW");
    assert_eq!(scene.refuse("step:NE").0, "would_not_move");
    let mut scene = Scene::with("v1_0", 2, RING, &[("may_stay", "true")]).stand(1, "1,-1");
    scene.play("step:SW step:NE");
    assert_eq!(scene.waits(), "card 1");
    let mut scene = Scene::with("v1_0", 2, RING, &[("may_stay", "true")]).stock("");
    scene.play("stop");
    assert_eq!(scene.waits(), "action 2");
}

#[test]
fn an_encounter_tile_may_stop_a_move() {
    // R22, A16
    let mut scene = Scene::with("v1_0", 2, RING, &[("encounter_entry", "stops_move")]);
    scene.play("step:NE");
    assert_eq!(scene.waits(), "card 1");
}

#[test]
fn the_exit_tile_may_be_kept_out_of_the_ring() {
    // R12, A9
    let game = deep("v1_0", 2, &[("exit_tile_in_setup", "set_aside")]);
    let mut scene = Scene {
        p: game.start(),
        game,
        told: Vec::new(),
    };
    scene.play("tile:T40");
    assert_eq!(
        (
            scene.waits().as_str(),
            scene.p.aside.len(),
            scene.exit().as_str()
        ),
        ("tile 1", 1, "")
    );
}

#[test]
fn drawn_encounters_may_wait() {
    // R33, A21
    let mut scene = Scene::with("original", 2, RING, &[("drawn_encounters", "wait")]).stock("T12");
    scene.play("step:E tile:T12 place:E");
    assert_eq!(
        (scene.waits().as_str(), scene.p.deck.len()),
        ("action 2", 20)
    );
}

#[test]
fn an_explorer_is_stranded_only_without_anything_in_reach() {
    // R24, A19
    let ring = "T01@0,0 T13@1,0 T02@1,-1 T14@0,-1 T03@-1,0 T15@-1,1 T04@0,1";
    let stuck =
        |edition, options: &[(&str, &str)]| Scene::with(edition, 2, ring, options).stock("");
    // No tiles are left, no Encounter tile is near, and there is no Key.
    assert!(stuck("v1_0", &[]).options().contains("scramble:E"));
    assert_eq!(
        stuck("v1_0", &[("stranded", "none")])
            .refuse("scramble:E")
            .0,
        "not_stranded"
    );
    // Tiles are left and the ring has edges.
    assert_eq!(
        Scene::new("v1_0", 2, ring).refuse("scramble:E").0,
        "not_stranded"
    );
    // With the Key, the Exit is within reach, or its card is still in the deck.
    let mut scene = Scene::new("original", 2, RING).stock("").carry(1, "E18");
    assert_eq!(scene.refuse("scramble:E").0, "not_stranded");
    // No tile is left that could be the Exit.
    assert!(
        Scene::new("v1_0", 2, RING)
            .stock("")
            .carry(1, "E18")
            .options()
            .contains("scramble:NW")
    );
}

#[test]
fn scrambling_is_the_whole_of_a_move() {
    // R25
    let ring = "T01@0,0 T13@1,0 T02@1,-1 T23@0,-1 T03@-1,0 T15@-1,1 T04@0,1";
    let mut scene = Scene::new("v1_0", 2, ring).stock("");
    scene.play("step:NE");
    assert_eq!(scene.refuse("scramble:E").0, "no_actions_left");
    let mut scene = Scene::new("v1_0", 2, ring).stock("");
    scene.play("scramble:NW");
    assert_eq!(
        (scene.at(1).as_str(), scene.waits().as_str()),
        ("0,-1", "action 2")
    );
    assert!(scene.was_told(|event| matches!(event, Event::Scrambled { .. })));
}

#[test]
fn a_monster_takes_one_treasure_at_random_in_the_original() {
    // R41, A26, R59
    let mut scene = Scene::new("original", 2, RING).carry(1, "E14 E18");
    scene.play("step:NE card:E07 roll:1 roll:6");
    assert_eq!(
        (scene.waits().as_str(), scene.options().as_str()),
        ("steal 1", "steal:E14 steal:E18")
    );
    assert_eq!(
        scene.game.question(&scene.p),
        "Which Treasure does Ann lose to the Cave Ogre, drawn unseen?"
    );
    scene.play("steal:E18");
    assert_eq!(
        (scene.carries(1).as_str(), scene.discarded().as_str()),
        ("E14", "E07 E18")
    );
    let mut scene = Scene::with(
        "original",
        2,
        RING,
        &[
            ("key_loss_reshuffle", "true"),
            ("monster_takes_key", "always"),
        ],
    );
    scene = scene.carry(1, "E14 E18");
    scene.play("step:NE card:E07 roll:1 roll:6");
    assert_eq!(
        (
            scene.carries(1).as_str(),
            scene.discarded().as_str(),
            scene.p.deck.len()
        ),
        ("E14", "", 19)
    );
}

#[test]
fn a_knockout_in_step_four_ends_the_series() {
    // R34, R44, R58
    let mut scene = Scene::new("v1_0", 2, PLAIN_RING).hurt(1).carry(1, "E18");
    scene.play("step:E stop tile:T21 place:E tile:T22 place:NE tile:T12");
    assert_eq!(scene.p.drawn.len(), 2);
    scene.play("card:E08 roll:3");
    assert_eq!(
        (
            scene.waits().as_str(),
            scene.at(1).as_str(),
            scene.carries(1).as_str()
        ),
        ("action 2", "0,0", "")
    );
    // The Key brought the Pit back with it.
    assert_eq!((scene.discarded().as_str(), scene.p.deck.len()), ("", 19));
    assert!(scene.was_told(|event| matches!(event, Event::EncountersDropped { count: 2, .. })));
}

#[test]
fn a_slide_in_step_four_places_no_tiles() {
    // R35, A24
    let mut scene = Scene::new("v1_0", 2, PLAIN_RING).stand(1, "-1,1");
    scene.play("step:E stop");
    assert_eq!(scene.at(1), "0,1");
    let mut scene = Scene::new("original", 2, PLAIN_RING).stand(1, "0,0");
    scene.play("step:E tile:T21 place:SE tile:T22 place:E tile:T05 card:E10");
    // From height 2 to a 1: the Start, or one of two others.
    assert_eq!(scene.waits(), "slide 1");
    scene.play("slide:NE");
    assert_eq!(
        (scene.at(1).as_str(), scene.waits().as_str()),
        ("2,-1", "card 1")
    );
    scene.play("card:E14");
    assert_eq!(
        (scene.waits().as_str(), scene.p.stock.len()),
        ("action 2", 30)
    );
}

#[test]
fn treasure_helps_against_traps() {
    // R45, R47
    let mut scene = Scene::new("v1_0", 2, RING).carry(1, "E14");
    scene.play("step:NE stop card:E12");
    assert!(!scene.p.explorers[0].webbed);
    assert!(scene.was_told(|event| matches!(event, Event::WebCut { .. })));
    let mut scene = Scene::new("v1_0", 2, RING);
    scene.play("step:NE stop card:E10");
    // T11 has height 1: no slide.
    assert!(scene.was_told(|event| matches!(event, Event::NoSlide { .. })));
}

#[test]
fn a_slide_never_ends_on_the_exit() {
    // R46
    let mut scene = Scene::new("v1_0", 2, &format!("{EXIT_RING} T34@1,-2"))
        .stand(1, "0,-1")
        .stock("");
    scene.play("step:NE stop card:E10");
    // Of two neighbours with height 3, the Exit is excluded.
    assert!(scene.at(1) != "1,-1" && scene.was_told(|event| matches!(event, Event::Slid { .. })));
}

#[test]
fn a_potion_drunk_while_choosing_makes_room() {
    // R51
    let mut scene = Scene::new("v1_0", 2, RING).hurt(1).carry(1, "E16 E15");
    scene.play("step:NE stop card:E20 drink");
    assert_eq!(
        (
            scene.carries(1).as_str(),
            scene.is_hurt(1),
            scene.waits().as_str()
        ),
        ("E15 E20", false, "tile 1")
    );
    // The Potion just drawn is drunk first.
    let mut scene = Scene::new("v1_0", 2, RING).hurt(1).carry(1, "E16 E15");
    scene.play("step:NE stop card:E17 drink");
    assert_eq!(
        (scene.carries(1).as_str(), scene.discarded().as_str()),
        ("E15 E16", "E17")
    );
    // A Potion may be declined before the dice.
    let mut scene = Scene::new("v1_0", 2, RING).hurt(1).carry(1, "E16");
    scene.play("step:NE stop card:E07 face");
    assert_eq!(scene.refuse("drink").0, "wrong_kind");
    scene.play("roll:6 roll:1");
    assert_eq!((scene.carries(1).as_str(), scene.is_hurt(1)), ("E16", true));
}

#[test]
fn swords_add_up_and_count_in_defence() {
    // R42, R50, A34
    let scene = Scene::new("v1_0", 2, PLAIN_RING)
        .carry(1, "E14 E15")
        .hurt(2);
    assert_eq!(
        (
            scene.game.strength(&scene.p, 0),
            scene.game.strength(&scene.p, 1)
        ),
        (6, 2)
    );
    let mut scene = Scene::new("v1_0", 2, PLAIN_RING)
        .stand(2, "1,0")
        .carry(2, "E14")
        .stock("");
    scene.play("attack:2 roll:4 roll:3");
    assert!(scene.was_told(
        |event| matches!(event, Event::AttackFailed { sums, .. } if sums.totals() == [8, 8])
    ));
}

#[test]
fn an_attack_on_the_empty_handed_gains_nothing_and_a_third_treasure_costs_a_discard() {
    // R56, R57
    let mut scene = Scene::new("v1_0", 2, PLAIN_RING).stand(2, "1,0").stock("");
    scene.play("attack:2 roll:6 roll:1");
    assert!(scene.was_told(|event| matches!(event, Event::NothingToTake { .. })));
    let mut scene = Scene::new("v1_0", 2, PLAIN_RING)
        .stand(2, "1,0")
        .carry(1, "E14 E15")
        .carry(2, "E18")
        .stock("");
    scene.play("attack:2 roll:6 roll:1");
    assert_eq!(scene.waits(), "keep 1");
    scene.play("discard:E14");
    assert_eq!(
        (scene.carries(1).as_str(), scene.waits().as_str()),
        ("E15 E18", "action 1")
    );
}

#[test]
fn a_discarded_key_returns_to_the_deck() {
    // R58, A27
    let mut scene = Scene::new("v1_0", 2, RING)
        .carry(1, "E14 E18")
        .discard("E01");
    scene.play("step:NE stop card:E15 discard:E18");
    assert_eq!(
        (
            scene.discarded().as_str(),
            scene.p.deck.len(),
            scene.carries(1).as_str()
        ),
        ("", 17, "E14 E15")
    );
}

#[test]
fn the_guardian_fights_the_keyless_and_every_arrival() {
    // R61, R62, R64, A38
    let mut scene = Scene::new("v1_0", 2, EXIT_RING).stand(1, "1,0").stock("");
    scene.play("step:NW roll:6 roll:1");
    assert!(scene.was_told(|event| matches!(event, Event::GuardianBeatenInVain { .. })));
    assert_eq!(scene.waits(), "action 2");
    scene.play("step:E stop");
    // Already being there is not an arrival.
    let mut scene = Scene::new("v1_0", 2, EXIT_RING)
        .stand(1, "1,-1")
        .stand(2, "1,0")
        .carry(1, "E18")
        .stock("");
    scene.play("attack:2 roll:1 roll:6 stop");
    assert_eq!(scene.waits(), "action 2");
}

#[test]
fn two_keys_take_two_places_and_one_is_lost() {
    // R68, A29
    let mut scene = Scene::new("v1_0", 3, EXIT_RING)
        .stand(1, "1,0")
        .carry(1, "E18 E19");
    scene.play("step:NW roll:1 roll:6");
    assert_eq!(scene.carries(1), "E19");
}

#[test]
fn a_key_opens_the_exit_however_it_was_gained() {
    // R67, A41, original
    let on_exit = || {
        Scene::new("original", 2, RING)
            .exit_marker("1,-1")
            .stand(1, "1,-1")
            .stock("")
    };
    let mut scene = on_exit().stand(2, "1,0").carry(2, "E18");
    scene.play("attack:2 roll:6 roll:1");
    assert_eq!(
        (scene.winners(), scene.waits().as_str()),
        (vec![1], "over 1")
    );
    // The Exit is found under the pawn, with a Key in hand.
    let mut scene = Scene::new("original", 2, RING).carry(1, "E18");
    scene.play("step:NE card:E22");
    assert_eq!(scene.winners(), [1]);
    // Found under another player's pawn: that player escapes at the start of the next turn, unless it is skipped because of
    // a Web.
    let shared = || {
        Scene::new("original", 3, RING)
            .stand(2, "1,-1")
            .carry(2, "E18")
            .stock("")
    };
    let mut scene = shared();
    scene.play("step:NE card:E22");
    assert_eq!((scene.exit().as_str(), scene.winners()), ("1,-1", vec![2]));
    let mut scene = shared();
    scene.p.explorers[1].webbed = true;
    scene.play("step:NE card:E22");
    assert_eq!(
        (scene.waits().as_str(), scene.winners()),
        ("action 3", vec![])
    );
    scene.play("step:W step:SW");
    assert_eq!(scene.winners(), [2]);
    // The tile no longer draws cards: R66.
    let mut scene = on_exit().stand(1, "0,0");
    scene.play("step:NE");
    assert_eq!(scene.waits(), "action 2");
}

#[test]
fn the_exit_card_may_work_only_for_the_player_who_drew_it() {
    // R65, A40
    let one_shot = || Scene::with("original", 2, RING, &[("exit_card", "one_shot")]).stock("");
    let mut scene = one_shot();
    scene.play("step:NE card:E22");
    assert_eq!(
        (
            scene.exit().as_str(),
            scene.discarded().as_str(),
            scene.waits().as_str()
        ),
        ("", "E22", "action 2")
    );
    let mut scene = one_shot().carry(1, "E18");
    scene.play("step:NE card:E22");
    assert_eq!(scene.winners(), [1]);
}

#[test]
fn the_others_may_play_on_to_the_last_key() {
    // R70, A43
    let board = format!("{EXIT_RING} T15@2,-1");
    let mut scene = Scene::with("v1_0", 3, &board, &[("end", "last_key")])
        .stand(1, "1,0")
        .stand(2, "2,-1")
        .stock("");
    scene = scene.carry(1, "E18 E14").carry(2, "E19");
    scene.play("step:NW roll:6 roll:1");
    assert_eq!(
        (
            scene.at(1).as_str(),
            scene.waits().as_str(),
            scene.discarded().as_str()
        ),
        ("out", "action 2", "E14")
    );
    assert_eq!(scene.codes(scene.p.out), "E18");
    scene.play("step:W roll:6 roll:1");
    assert_eq!(
        (scene.winners(), scene.waits().as_str()),
        (vec![1, 2], "over 2")
    );
    let outcome = scene.game.outcome(&scene.p).expect("an end");
    assert_eq!(
        outcome.verdicts,
        [Verdict::Win, Verdict::Win, Verdict::Loss]
    );
    assert_eq!(outcome.ranking, [vec![0], vec![1], vec![2]]);
}

#[test]
fn rounds_and_solo_turns_run_out() {
    // R71, R72
    let mut scene = Scene::with("original", 2, PLAIN_RING, &[("round_limit", "2")]).stock("");
    scene.play("step:E step:E step:W step:W");
    assert_eq!(scene.waits(), "over 2");
    assert_eq!(
        scene.game.outcome(&scene.p).expect("an end").verdicts,
        [Verdict::Loss; 2]
    );
    for (edition, turns) in [("v1_0", 20), ("original", 16)] {
        let mut scene = Scene::new(edition, 1, PLAIN_RING).stock("");
        let stop = if edition == "v1_0" { " stop" } else { "" };
        for turn in 0..turns {
            assert_eq!(scene.waits(), "action 1");
            scene.play(&format!(
                "step:{}{stop}",
                if turn % 2 == 0 { "E" } else { "W" }
            ));
        }
        assert_eq!(scene.waits(), "over 1");
    }
    let mut scene = Scene::with("original", 1, PLAIN_RING, &[("solo_turns", "3")]).stock("");
    scene.play("step:E step:W step:E");
    assert_eq!(scene.waits(), "over 1");
}

#[test]
fn the_discard_pile_is_reshuffled_when_the_deck_is_empty() {
    // R38, A46
    let mut scene = Scene::new("v1_0", 2, RING).deck("E01");
    scene.play("step:NE stop card:E01 roll:6 roll:1");
    assert_eq!(scene.p.deck.len(), 0);
    scene.play("tile:T12 place:E tile:T05 place:NE tile:T06");
    assert_eq!(
        (
            scene.waits().as_str(),
            scene.p.deck.len(),
            scene.discarded().as_str()
        ),
        ("card 1", 19, "")
    );
}

#[test]
fn all_results_of_chance_are_equally_likely() {
    // Section 5: C1-C9 are uniform.
    for edition in EDITIONS {
        let game = deep(edition, 2, &[]);
        let mut choices = crate::referee::Choices::default();
        game.moves(&game.start(), &mut choices);
        assert!(choices.iter().all(|choice| choice.weight == 1) && choices.len() == 39);
        let names: Vec<&str> = game.sources().iter().map(|source| source.name).collect();
        assert_eq!(
            names,
            [
                "tile bag",
                "encounter deck",
                "explorer's die",
                "opponent's die",
                "theft"
            ]
        );
    }
}

/// R67, R69: a Key is worth most next to the Exit, and the estimates of all players sum to 1.
#[test]
fn the_key_near_the_exit_makes_a_win_likely() {
    let before = Scene::new("original", 3, RING);
    let carried = Scene::new("original", 3, RING).carry(2, "E18");
    let mut near = Scene::new("original", 3, RING).carry(2, "E18");
    near.p.exit = Some(near.space("1,-1"));
    let prospect = |scene: &Scene| {
        scene
            .game
            .estimate(&scene.p, 1)
            .expect("an estimate at the beginning of a turn")
    };
    assert!(prospect(&before) < prospect(&carried) && prospect(&carried) < prospect(&near));
    let sum: f64 = (0..3)
        .filter_map(|seat| near.game.estimate(&near.p, seat))
        .sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    // R70: without a single winner, games are played to their ends.
    let last = Scene::with("original", 3, RING, &[("end", "last_key")]);
    assert_eq!(last.game.estimate(&last.p, 0), None);
}

/// R67, R72: a Key is worth most next to the Exit in a solo game too, and little once time is short.
#[test]
fn a_lone_explorer_needs_time_to_escape() {
    for (edition, key, turns) in [("v1_0", "E19", 20), ("original", "E18", 16)] {
        let prospect = |scene: &Scene| {
            scene
                .game
                .estimate(&scene.p, 0)
                .expect("an estimate at the beginning of a turn")
        };
        let before = Scene::new(edition, 1, RING);
        let mut near = Scene::new(edition, 1, RING).carry(1, key);
        near.p.exit = Some(near.space("1,-1"));
        let mut late = Scene::new(edition, 1, RING);
        late.p.turn = turns;
        assert!(
            prospect(&late) < 0.1
                && prospect(&late) < prospect(&before)
                && prospect(&before) < prospect(&near)
        );
    }
}
