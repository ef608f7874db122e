//! Rulings and variants in the rules' dossier that the worked examples do not cover.

use super::scene::{Scene, caverns};
use crate::games::miniskull_caverns::data::card::{Action, Tactic};
use crate::games::miniskull_caverns::rules::event::Event;
use crate::games::miniskull_caverns::rules::position::{End, Step};
use crate::games::miniskull_caverns::rules::steps::{damage, values};
use crate::referee::{Game, Verdict, Words};

/// Section 3.5: which rolls find a Gem at each noise.
#[test]
fn the_chart_of_encounters_is_followed() {
    // R52, R120, A9
    let chart = |options: &[(&str, &str)]| {
        let game = caverns(2, options);
        (3..=9u8)
            .map(|noise| {
                (1..=6)
                    .filter(|die| game.finds(noise, *die))
                    .map(|die| die.to_string())
                    .collect::<String>()
            })
            .collect::<Vec<String>>()
            .join(" ")
    };
    assert_eq!(chart(&[]), "234 134 256 156 46 35 24");
    let challenging = ("challenging", "true");
    assert_eq!(chart(&[challenging]), "24 13 26 15 46 35 24");
    assert_eq!(
        chart(&[challenging, ("challenging_noise3", "chart")]),
        "234 13 26 15 46 35 24"
    );
}

/// Section 3.6: the full table of attacker's wins, defender's wins and ties in 36 rolls, and the most damage to each.
#[test]
fn the_table_of_tactics_is_followed() {
    // R73, R75-R77
    use Tactic::{Block, Jab, Lunge, Parry};
    let count = |attack: Tactic, defence: Tactic| {
        let (mut wins, mut losses, mut most) = (0, 0, [0, 0]);
        for (x, y) in (1..=6).flat_map(|x| (1..=6).map(move |y| (x, y))) {
            let [a, d] = values(attack, defence, x, y);
            if a > d {
                wins += 1;
                most[1] = most[1].max(damage(attack, defence, a - d));
            } else if d > a {
                losses += 1;
                most[0] = most[0].max(damage(defence, attack, d - a));
            }
        }
        (wins, losses, most)
    };
    for tactic in Tactic::ALL {
        let most = if tactic == Block { [0, 0] } else { [2, 2] };
        assert_eq!(count(tactic, tactic), (15, 15, most));
    }
    assert_eq!(count(Parry, Jab), (15, 15, [2, 2]));
    for (attack, defence) in [(Parry, Block), (Jab, Block), (Lunge, Parry), (Lunge, Jab)] {
        let most = if defence == Block { [0, 2] } else { [2, 2] };
        assert_eq!(
            count(attack, defence),
            (21, 10, most),
            "{attack:?} {defence:?}"
        );
        assert_eq!(count(defence, attack), (10, 21, [most[1], most[0]]));
    }
    assert_eq!(count(Lunge, Block), (26, 6, [0, 2]));
}

/// Hero 2 loses a fight by 2 with this much Strength and this many Gems.
fn beaten(strength: u8, gems: u8, options: &[(&str, &str)]) -> Scene {
    let mut scene = Scene::with(2, options);
    scene.hero(1, "g2", 4, 0);
    scene.hero(2, "g2", strength, gems);
    scene.gems(["a2 a4 d2 d4", "a4 d2 d4", "d2 d4"][usize::from(gems)]);
    scene.sides("FT BR");
    scene.keep_cards();
    scene.play("stay rest");
    scene.p.heroes[1].strength = strength;
    scene.play("tactic:jab tactic:jab roll:6 roll:1");
    scene
}

#[test]
fn damage_and_collapse_drop_two_gems() {
    // A26, A27, R101
    let scene = beaten(2, 2, &[]);
    assert_eq!(
        (scene.strength(2), scene.carried(2), scene.lying("g2")),
        (0, 0, 2)
    );
    let scene = beaten(2, 2, &[("double_drop", "single")]);
    assert_eq!(
        (scene.strength(2), scene.carried(2), scene.lying("g2")),
        (0, 1, 1)
    );
    let scene = beaten(1, 2, &[]);
    assert_eq!((scene.carried(2), scene.lying("g2")), (0, 2));
    let scene = beaten(0, 2, &[]);
    assert_eq!(
        (scene.strength(2), scene.carried(2)),
        (0, 1),
        "at 0 only the damage drops one"
    );
}

#[test]
fn a_hidden_hero_neither_fights_nor_is_fought() {
    // R64, R67, A20, A42
    let mut scene = Scene::new(2);
    scene.hero(1, "g2", 4, 0);
    scene.hero(2, "g2", 4, 0);
    scene.sides("FT FB");
    scene.keep_cards();
    scene.play("stay hide");
    assert_eq!(scene.p.step, Step::Disturbed);
    let mut scene = Scene::new(2);
    scene.hero(1, "g2", 4, 0);
    scene.hero(2, "g2", 4, 0);
    scene.sides("FT FB");
    scene.keep_cards();
    scene.play("stay rest");
    assert_eq!(
        (scene.p.step, scene.asked()),
        (Step::AttackTactic { target: 1 }, Some(1)),
        "R70: nobody came"
    );
}

#[test]
fn a_hero_who_returns_has_not_arrived() {
    // R69, A21
    let mut scene = Scene::new(2);
    scene.hero(1, "g2", 4, 0);
    scene.hero(2, "c2", 4, 0);
    scene.keep_cards();
    scene.play("stay go:g2");
    assert_eq!(
        (scene.p.step, scene.asked()),
        (Step::AttackTactic { target: 0 }, Some(2))
    );
}

#[test]
fn an_ambush_is_followed_by_the_fight() {
    // R68, A18, A19
    let mut scene = Scene::new(2);
    scene.hero(2, "g1", 0, 1);
    scene.gems("a4 d2 d4");
    scene.sides("BT FT");
    scene.keep_cards();
    scene.play("go:g1 attack:blue roll:6 roll:1");
    assert_eq!(
        (scene.carried(1), scene.carried(2), scene.strength(2)),
        (1, 0, 1),
        "the Gem, since there is no Strength"
    );
    assert_eq!(
        (scene.p.step, scene.asked()),
        (Step::AttackTactic { target: 1 }, Some(1))
    );
}

#[test]
fn a_search_on_a_gem_must_search() {
    // R51, A15
    let on_gem = |options: &[(&str, &str)]| {
        let mut scene = Scene::with(2, options);
        scene.hero(1, "a2", 4, 0);
        scene.sides("FL FT");
        scene.keep_cards();
        scene
    };
    let mut scene = on_gem(&[]);
    assert_eq!(scene.refuse("go:a1"), ("must_search_here", "A15"));
    assert_eq!(scene.options(), "search rest");
    assert_eq!(
        on_gem(&[("search_or_move", "choice")]).options(),
        "a1 b2 search rest"
    );
    scene.p.lying = [0; 25];
    assert_eq!(scene.refuse("search"), ("no_gem_here", "R51"));
    assert_eq!(scene.refuse("stay"), ("must_move_one", "R51"));
    assert_eq!(scene.refuse("go:a3"), ("wall_or_not_adjacent", "R44"));
}

#[test]
fn staying_depends_on_the_action_at_the_top() {
    // R59: a Surprise Attack moves.
    let mut scene = Scene::new(2);
    scene.hero(1, "a2", 4, 0);
    scene.sides("BT FT");
    scene.keep_cards();
    assert_eq!(
        (scene.refuse("stay"), scene.refuse("go:a2")),
        (("must_move_one", "R59"), ("must_move_one", "R59"))
    );
    // R36: Creep either moves or stays.
    let creeping = ["BT", "BR", "BB", "BL"].into_iter().find(|side| {
        scene.sides(&format!("{side} FT"));
        scene.game.panel(&scene.p, 0).action == Action::Creep
    });
    assert!(creeping.is_some());
    assert_eq!(scene.refuse("go:a2"), ("no_move", "R36"));
    let mv = scene.game.parse("go:a2").expect("a move");
    let refusal = scene.game.judge(&scene.p, mv).expect_err("a refusal");
    assert!(
        !scene
            .game
            .refused(&scene.p, refusal)
            .reason
            .contains("Surprise"),
        "a hero who creeps"
    );
}

#[test]
fn passing_two_heroes_costs_one_or_two() {
    // A13
    let passing = |options: &[(&str, &str)]| {
        let mut scene = Scene::with(3, options);
        scene.hero(1, "a2", 4, 1);
        scene.hero(2, "r2", 4, 0);
        scene.hero(3, "r2", 4, 0);
        scene.gems("a4 d2 d4");
        scene.keep_cards();
        scene.play("pass:r2-r3");
        scene.strength(1)
    };
    assert_eq!(passing(&[]), 3);
    assert_eq!(passing(&[("passage_cost", "hero")]), 2);
}

#[test]
fn adjustments_may_be_chosen_at_once() {
    // A8, R22, R26
    let mut scene = Scene::with(2, &[("exert_choice", "place")]);
    assert_eq!(scene.refuse("place:flip+"), ("adjustment_required", "R26"));
    scene.play("place:flip+flip_end place:rotate0");
    assert_eq!(
        (scene.of(2).as_str(), scene.p.step),
        ("FB 3 0 c5", Step::Action)
    );
    let mut scene = Scene::new(2);
    assert_eq!(
        scene.refuse("place:flip+flip_end"),
        ("adjustment_required", "A8")
    );
    assert_eq!(
        scene.refuse("adjust:forward"),
        ("no_strength_committed", "R28")
    );
    scene.hero(2, "c5", 0, 0);
    assert_eq!(scene.refuse("place:flip+"), ("strength_too_low", "R22"));
}

/// Heroes 1 and 2 are on Tiny's space, hero 1 with two Gems.
fn helped(tiny: u8, options: &[(&str, &str)]) -> Scene {
    let mut scene = Scene::with(3, options);
    scene.hero(1, "r3", 4, 2);
    scene.hero(2, "r3", 4, 0);
    scene.gems("a4 d2");
    scene.p.tiny = tiny;
    scene.sides("FB FT FT");
    scene.keep_cards();
    scene.play("hide stay stay");
    scene
}

#[test]
fn helpers_fight_tiny_for_the_qualifier() {
    // R86, R89a, R106, A23, A24
    let mut scene = helped(3, &[]);
    scene.play("roll:3 roll:3");
    assert_eq!((scene.p.step, scene.asked()), (Step::Help, Some(2)));
    scene.play("help:no");
    assert_eq!(
        (scene.p.step, scene.asked()),
        (Step::Help, Some(3)),
        "any other hero, anywhere"
    );
    let mut scene = helped(3, &[("tiny_helpers", "centre")]);
    scene.play("roll:3 roll:3");
    assert_eq!((scene.p.step, scene.asked()), (Step::Help, Some(2)));
    scene.play("help:no");
    assert_eq!(
        scene.p.step,
        Step::Disturbed,
        "a hero outside the centre is not asked"
    );
    let mut scene = helped(3, &[("tiny_helpers", "centre")]);
    scene.play("roll:3 roll:3");
    scene.play("help:yes roll:1 roll:3 spend:1");
    assert_eq!(scene.p.end, Some(End::Won(0)));
    assert!(scene.was_told(|event| matches!(event, Event::Won { seat: 0, by: 1 })));
    let mut scene = helped(3, &[("helper_kill", "leave_one")]);
    scene.play("roll:3 roll:3 help:yes roll:1 roll:6");
    assert_eq!(
        (scene.p.tiny, scene.p.step, scene.asked()),
        (1, Step::Help, Some(3)),
        "from anywhere, and no last blow"
    );
    scene.play("help:no");
    assert_eq!(scene.p.step, Step::Disturbed);
}

#[test]
fn the_last_strength_may_be_spent_on_tiny() {
    // A25, A36
    let blow = |tiny: u8, spent: &str, options: &[(&str, &str)]| {
        let mut scene = Scene::with(1, options);
        scene.hero(1, "g3", 2, 4);
        scene.gems("");
        scene.p.tiny = tiny;
        scene.sides("FT");
        scene.play("place:rotate0 roll:1 stay roll:1 roll:2");
        scene.play(spent);
        scene.p.end
    };
    assert_eq!(blow(3, "spend:2", &[]), Some(End::Won(0)));
    assert_eq!(
        blow(3, "spend:2", &[("solo_last_strength", "lose")]),
        Some(End::NoStrength)
    );
    assert_eq!(blow(5, "spend:2", &[]), Some(End::NoStrength));
}

#[test]
fn a_second_qualifying_hero_also_fights_tiny() {
    // R80, R88
    let mut scene = helped(8, &[]);
    scene.hero(2, "r3", 4, 2);
    scene.gems("");
    assert_eq!(scene.p.step, Step::TinyRoll);
    scene.play("roll:2 roll:2");
    assert_eq!((scene.p.step, scene.p.acting), (Step::TinyRoll, 1));
}

#[test]
fn some_monsters_need_no_roll() {
    // R90, R98, R99, A31
    let mut scene = Scene::new(2);
    scene.sides("FB BR");
    scene.keep_cards();
    scene.play("hide heal");
    assert!(scene.was_told(|event| matches!(event, Event::Silence)));
    let mut scene = Scene::new(2);
    scene.sides("FB FT");
    scene.hero(2, "c5", 0, 0);
    scene.keep_cards();
    scene.play("hide");
    scene.p.heroes[1].strength = 0;
    scene.play("roll:1");
    assert!(scene.was_told(|event| matches!(
        event,
        Event::HordeBeaten {
            seat: 0,
            rule: "R98"
        }
    )));
    assert_eq!(scene.p.round, 2);
}

#[test]
fn solo_options_change_the_countdown() {
    // R122-R127, A35
    let mut scene = Scene::with(
        1,
        &[
            ("solo_hide", "both"),
            ("solo_turns", "5"),
            ("solo_strength", "2"),
        ],
    );
    assert_eq!((scene.p.clock, scene.strength(1)), ([3, 2], 2));
    scene.sides("FB");
    scene.play("place:rotate0 roll:1 hide roll:6 die:2");
    assert_eq!((scene.strength(1), scene.p.clock), (3, [3, 3]));
    let mut scene = Scene::with(1, &[("solo_clock_revive", "true"), ("solo_surprise", "or")]);
    scene.p.clock = [6, 0];
    scene.sides("BT");
    scene.play("place:rotate0 roll:1 clock roll:6");
    assert_eq!(scene.p.clock, [6, 1]);
    let mut scene = Scene::new(1);
    scene.p.clock = [5, 5];
    scene.sides("BT");
    scene.play("place:rotate0 roll:1");
    assert_eq!(scene.refuse("clock"), ("not_your_action", "R31"));
    scene.play("go:g1 roll:6");
    assert_eq!(scene.p.clock, [6, 5]);
}

#[test]
fn a_solo_game_ends_when_time_or_strength_runs_out() {
    // R117, R118, A35
    let mut scene = Scene::new(1);
    scene.p.clock = [0, 1];
    scene.sides("FT");
    scene.play("place:rotate0 roll:1 stay roll:6");
    assert_eq!(scene.p.end, Some(End::NoTime));
    assert_eq!(
        scene.game.outcome(&scene.p).expect("an end").verdicts,
        [Verdict::Loss]
    );
    // R27: this includes exertion; no card remains when the game is over.
    let mut scene = Scene::new(1);
    scene.hero(1, "b2", 1, 0);
    scene.play("place:rotate0+ adjust:forward");
    assert_eq!(
        (scene.p.end, scene.p.heroes[0].placed),
        (Some(End::NoStrength), None)
    );
    let mut scene = Scene::new(1);
    scene.sides("FB");
    scene.play("place:rotate0 roll:1 hide:clock roll:6");
    assert_eq!(scene.p.clock, [6, 6]);
    assert!(scene.was_told(|event| matches!(event, Event::ClockHeld)));
    let mut scene = Scene::new(1);
    scene.hero(1, "b1", 1, 0);
    scene.sides("FR");
    scene.play("place:rotate0 roll:1 stay");
    assert_eq!(scene.p.end, Some(End::NoStrength));
}

#[test]
fn a_round_limit_ends_the_game_without_a_winner() {
    // A38
    let mut scene = Scene::with(2, &[("round_limit", "10")]);
    scene.p.round = 10;
    scene.sides("FB FB");
    scene.keep_cards();
    scene.play("hide hide");
    assert_eq!(scene.p.end, Some(End::RoundLimit));
    assert_eq!(
        scene.game.outcome(&scene.p).expect("an end").verdicts,
        [Verdict::Draw, Verdict::Draw]
    );
}
