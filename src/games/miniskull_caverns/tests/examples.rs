//! The worked examples in section 10 of the rules' dossier, by number.

use super::scene::{Scene, caverns};
use crate::games::miniskull_caverns::data::card::{Adjustment, Control, Flip, Orientation, Tactic};
use crate::games::miniskull_caverns::rules::event::Event;
use crate::games::miniskull_caverns::rules::position::{End, Step};
use crate::games::miniskull_caverns::rules::steps::{damage, values};
use crate::referee::{Game, Verdict};

#[test]
fn w01_geometry() {
    // R25, R26, A40: section 3.3, every row.
    let table = [
        ("FT", ["FT", "FL", "FB", "BT"], ["FL", "FR", "BT", "BB"]),
        ("FR", ["FR", "FT", "FL", "BL"], ["FT", "FB", "BL", "BR"]),
        ("FB", ["FB", "FR", "FT", "BB"], ["FR", "FL", "BB", "BT"]),
        ("FL", ["FL", "FB", "FR", "BR"], ["FB", "FT", "BR", "BL"]),
        ("BT", ["BT", "BL", "BB", "FB"], ["BL", "BR", "FT", "FB"]),
        ("BR", ["BR", "BT", "BL", "FR"], ["BT", "BB", "FL", "FR"]),
        ("BB", ["BB", "BR", "BT", "FT"], ["BR", "BL", "FB", "FT"]),
        ("BL", ["BL", "BB", "BR", "FL"], ["BB", "BT", "FR", "FL"]),
    ];
    let game = caverns(3, &[]);
    for card in &game.data.actions {
        for (code, controls, adjustments) in table {
            let orientation = Orientation::parse(code).expect("a side");
            assert_eq!(Control::ALL.map(|control| card.after(orientation, control).code()), controls, "{code}");
            assert_eq!(Adjustment::ALL.map(|what| orientation.adjusted(what).code()), adjustments, "{code}");
            let reached: std::collections::HashSet<String> = Control::ALL
                .into_iter()
                .map(|control| card.after(orientation, control))
                .flat_map(|after| Adjustment::ALL.map(|what| after.adjusted(what)).into_iter().chain([after]))
                .map(Orientation::code)
                .collect();
            assert_eq!(reached.len(), 8, "from {code}");
        }
        let names = Orientation::all()
            .map(|orientation| (orientation.code(), card.panel(orientation).action.title(), card.panel(orientation).noise));
        let expected = [
            ("FT", "Walk", 1),
            ("FR", "Run", 2),
            ("FB", "Hide", 0),
            ("FL", "Search", 3),
            ("BT", "Surprise Attack", 2),
            ("BR", "Heal", 0),
            ("BB", "Creep", 1),
            ("BL", "Search", 3),
        ];
        assert!(names.eq(expected.map(|(code, name, noise)| (code.to_owned(), name, noise))));
    }
    let end = Adjustment::Flip(Flip::EndOverEnd);
    assert_eq!(Orientation::parse("FT").expect("a side").turned(1).adjusted(end).code(), "BL");
}

#[test]
fn w02_order_of_placing_and_turning() {
    // R11, R20, R21, R24-R29
    let mut scene = Scene::new(3);
    scene.first(2);
    assert_eq!(scene.asked(), 1);
    scene.play("place:rotate1");
    assert_eq!(scene.asked(), 3);
    scene.play("place:flip+");
    assert_eq!(scene.asked(), 2);
    scene.play("place:rotate0");
    assert_eq!((scene.p.step, scene.asked()), (Step::Adjust, 3));
    assert_eq!(scene.refuse("place:flip"), ("adjustment_required", "R26"));
    scene.play("adjust:forward");
    assert_eq!([scene.of(1), scene.of(2), scene.of(3)], ["FL 4 0 b1", "FT 4 0 c5", "BL 3 0 r1"]);
    assert_eq!((scene.p.noise, scene.p.step, scene.asked()), (7, Step::Action, 2));
}

#[test]
fn w03_the_last_point_exerted() {
    // R16, R27, R100, R102
    let mut scene = Scene::new(2);
    scene.hero(1, "b2", 1, 1);
    scene.gems("a4 d2 d4");
    scene.play("place:flip place:rotate0+");
    scene.play("adjust:forward");
    assert_eq!((scene.p.noise, scene.of(1).as_str(), scene.lying("b2")), (5, "FL 1 0 b2", 1));
    assert!(scene.was_told(|event| matches!(event, Event::Rested { seat: 0, forced: true })));
    assert_eq!(scene.asked(), 2);
}

/// Hero 1 searches on a2, with this side of the other hero's card for noise.
fn search(noise: &str, options: &[(&str, &str)]) -> Scene {
    let mut scene = Scene::with(2, options);
    scene.hero(1, "a2", 4, 0);
    scene.sides(&format!("FL {noise}"));
    scene.keep_cards();
    scene
}

#[test]
fn w04_a_prime_finds_all_gems() {
    // R50, R52, R53
    let mut scene = Scene::new(2);
    scene.hero(1, "a2", 4, 0);
    scene.gems("a2:2 d2 d4");
    scene.sides("FL FT");
    scene.keep_cards();
    assert_eq!(scene.p.noise, 4);
    scene.play("search roll:3");
    assert_eq!((scene.carried(1), scene.lying("a2"), scene.asked()), (2, 0, 2));
}

#[test]
fn w05_equality_and_the_challenging_variant() {
    // R52, R57, R120
    let mut scene = search("FT", &[]);
    scene.play("search roll:4");
    assert_eq!(scene.carried(1), 1);
    let mut scene = search("FT", &[("challenging", "true")]);
    scene.play("search roll:4 roll:2");
    assert_eq!((scene.p.step, scene.options().as_str()), (Step::MonsterSpend, "0 1 2"));
    scene.play("spend:0");
    assert_eq!((scene.strength(1), scene.carried(1), scene.asked()), (3, 0, 2));
}

#[test]
fn w06_a_second_search() {
    // R54-R56, R58
    let mut scene = search("FL", &[]);
    assert_eq!(scene.p.noise, 6);
    scene.play("search roll:4 roll:2 spend:2");
    assert_eq!((scene.strength(1), scene.options().as_str()), (2, "yes no"));
    scene.play("again:yes roll:1");
    assert_eq!((scene.carried(1), scene.asked()), (1, 2));
}

#[test]
fn w07_collapse() {
    // R57, R100
    let mut scene = Scene::new(2);
    scene.hero(1, "a4", 1, 1);
    scene.gems("a4 d2 d4");
    scene.sides("FL FT");
    scene.keep_cards();
    scene.play("search roll:6 roll:3");
    assert_eq!(scene.options(), "0 1");
    scene.play("spend:0");
    assert_eq!((scene.of(1).as_str(), scene.lying("a4")), ("FL 0 0 a4", 2));
}

#[test]
fn w08_passing() {
    // R45-R47
    let passing = |others: u8| {
        let mut scene = Scene::new(2);
        scene.hero(1, "b2", 4, 1);
        scene.hero(2, "g2", 4, others);
        scene.gems(if others == 0 { "a2 d2 d4" } else { "d2 d4" });
        scene.keep_cards();
        scene
    };
    let mut scene = passing(0);
    assert_eq!(scene.refuse("go:c2"), ("passage_needs_strength", "R46"));
    scene.play("pass:g2-c2");
    assert_eq!(scene.of(1), "FT 3 1 c2");
    let mut scene = passing(1);
    assert_eq!(scene.refuse("pass:g2-c2"), ("way_is_free", "R47"));
    scene.play("go:c2");
    assert_eq!(scene.of(1), "FT 4 1 c2");
}

#[test]
fn w09_a_run_on_the_last_point() {
    // R35, R48, R100
    let mut scene = Scene::new(2);
    scene.hero(1, "b2", 1, 1);
    scene.hero(2, "g2", 4, 0);
    scene.gems("a2 d2 d4");
    scene.sides("FR FT");
    scene.keep_cards();
    assert!(!scene.options().contains('-'), "{}", scene.options());
    scene.play("go:d2");
    assert_eq!((scene.of(1).as_str(), scene.lying("b2")), ("FR 0 0 d2", 1));
}

#[test]
fn w10_hide() {
    // R59, R61, R62, R64
    let mut scene = Scene::new(2);
    scene.hero(2, "c1", 4, 0);
    scene.sides("BT FB");
    scene.keep_cards();
    scene.play("go:g1 attack:blue roll:5 roll:2");
    assert_eq!(scene.strength(2), 2);
    scene.play("hide");
    assert_eq!(scene.strength(2), 3);
    let mut scene = Scene::new(2);
    scene.hero(2, "c1", 4, 0);
    scene.sides("BT FB");
    scene.first(2);
    scene.keep_cards();
    scene.play("hide go:g1");
    assert_eq!((scene.strength(2), scene.p.step), (5, Step::Disturbed));
    let mut scene = Scene::new(2);
    scene.hero(2, "g1", 4, 0);
    scene.sides("BT FB");
    scene.keep_cards();
    scene.play("go:b2");
    assert_eq!((scene.p.step, scene.asked()), (Step::Action, 2));
}

#[test]
fn w11_two_targets() {
    // R59-R63
    let mut scene = Scene::new(3);
    scene.hero(1, "a2", 4, 0);
    scene.hero(2, "r2", 4, 1);
    scene.hero(3, "r2", 4, 0);
    scene.gems("a4 d2 d4");
    scene.sides("BT FT FT");
    scene.keep_cards();
    scene.play("go:r2");
    assert_eq!(scene.options(), "blue yellow blue+yellow yellow+blue none");
    scene.play("attack:blue+yellow roll:5 roll:4");
    assert_eq!((scene.p.step, scene.asked()), (Step::AmbushLoss, 2));
    scene.play("lose:gem roll:2 roll:6");
    assert_eq!((scene.strength(1), scene.carried(1), scene.strength(2), scene.carried(2)), (3, 1, 4, 0));
}

#[test]
fn w12_block() {
    // R73, A28
    assert_eq!(values(Tactic::Jab, Tactic::Block, 4, 2), [5, 2]);
    assert_eq!(damage(Tactic::Jab, Tactic::Block, 3), 1);
}

/// Two heroes on a space; hero 1 arrived this round and attacks.
fn fight(space: &str, gems: [u8; 2], lying: &str) -> Scene {
    let mut scene = Scene::new(2);
    scene.hero(1, space, 4, gems[0]);
    scene.hero(2, space, 4, gems[1]);
    scene.gems(lying);
    scene.p.heroes[0].from = None;
    scene.keep_cards();
    scene.play("stay stay");
    assert_eq!((scene.p.step, scene.asked()), (Step::AttackTactic, 1));
    scene
}

#[test]
fn w13_lunge_into_block() {
    // R69, R72, R76
    let mut scene = fight("g2", [2, 0], "a4 d2");
    scene.play("tactic:lunge tactic:block roll:1 roll:5");
    assert_eq!((scene.strength(1), scene.carried(1), scene.lying("g2")), (4, 1, 1));
    assert!(scene.was_told(|event| matches!(event, Event::CombatWon { seat: 1, values: [5, 3], damage: 0, .. })));
}

#[test]
fn w14_parry() {
    // R73, R77
    let mut scene = fight("g2", [2, 0], "a4 d2");
    scene.play("tactic:parry tactic:lunge roll:1 roll:5");
    assert_eq!((scene.strength(1), scene.carried(1), scene.lying("g2")), (2, 1, 1));
    assert_eq!(values(Tactic::Parry, Tactic::Jab, 3, 6), [3, 6]);
    assert_eq!(damage(Tactic::Jab, Tactic::Parry, 3), 2);
    assert_eq!(values(Tactic::Parry, Tactic::Jab, 3, 5), [3, 5]);
    assert_eq!(damage(Tactic::Jab, Tactic::Parry, 2), 1);
}

#[test]
fn w15_three_heroes() {
    // R69, R71, R73, R75
    let mut scene = Scene::new(3);
    scene.hero(1, "a2", 4, 0);
    scene.hero(2, "r2", 4, 0);
    scene.hero(3, "r3", 4, 1);
    scene.gems("a4 d2 d4");
    scene.first(3);
    scene.keep_cards();
    scene.play("go:r2 go:r2 stay");
    assert_eq!((scene.p.step, scene.asked(), scene.options().as_str()), (Step::Target, 1, "blue yellow"));
    scene.play("fight:yellow tactic:jab tactic:block roll:6 roll:2");
    assert_eq!((scene.strength(3), scene.carried(3)), (2, 1));
}

/// Three heroes, with hero 1 on r3 with two Gems, about to fight Tiny.
fn tiny(left: u8, strength: u8) -> Scene {
    let mut scene = Scene::new(3);
    scene.hero(1, "r3", strength, 2);
    scene.gems("a4 d2");
    scene.p.tiny = left;
    scene.keep_cards();
    scene.play("stay stay stay");
    assert_eq!(scene.p.step, Step::TinyRoll);
    scene
}

#[test]
fn w16_tiny() {
    // R79, R81-R83, R85, R87, R100, R104, R105
    let mut scene = tiny(5, 4);
    scene.play("roll:2 roll:4");
    assert_eq!(scene.options(), "0 1 2 3");
    scene.play("spend:1");
    assert_eq!((scene.p.tiny, scene.strength(1)), (2, 3));
    let mut scene = tiny(8, 2);
    scene.play("roll:6 roll:1");
    assert_eq!((scene.of(1).as_str(), scene.lying("r3")), ("FT 0 1 r3", 1));
    assert!(scene.was_told(|event| matches!(event, Event::TinyLeft)));
    let mut scene = tiny(4, 4);
    scene.play("roll:5 roll:6");
    assert_eq!(scene.refuse("spend:4"), ("spend_out_of_range", "A17"));
    scene.play("spend:3");
    assert_eq!((scene.p.tiny, scene.p.end), (0, Some(End::Won(0))));
    let outcome = scene.game.outcome(&scene.p).expect("an end");
    assert_eq!(outcome.verdicts, [Verdict::Win, Verdict::Loss, Verdict::Loss]);
    assert_eq!(scene.refuse("stay"), ("game_over", "R104"));
}

#[test]
fn w17_monsters_raised() {
    // R91-R96
    let quiet = || {
        let mut scene = Scene::new(2);
        scene.sides("FT BL");
        scene.gems("a2 a4 c5 d4");
        scene.keep_cards();
        scene.play("stay rest");
        assert_eq!((scene.p.noise, scene.p.step, scene.strength(2)), (4, Step::Disturbed, 5));
        scene.p.heroes[1].strength = 4;
        scene
    };
    let mut scene = quiet();
    scene.play("roll:3 roll:3");
    assert_eq!((scene.p.step, scene.asked(), scene.options().as_str()), (Step::Raise, 2, "0 1 2 3"));
    scene.play("spend:1");
    assert_eq!((scene.p.step, scene.asked(), scene.options().as_str()), (Step::HordeSpend, 1, "0 1"));
    scene.play("spend:1");
    assert_eq!((scene.strength(1), scene.strength(2)), (3, 3));
    scene.play("roll:2 spend:0 spend:0");
    assert_eq!((scene.strength(1), scene.strength(2), scene.p.round), (3, 2, 2));
    let mut scene = quiet();
    scene.play("roll:5");
    assert_eq!((scene.strength(1), scene.p.round), (4, 2));
}

#[test]
fn w18_solo() {
    // R111, R113, R114, R116
    let mut scene = Scene::new(1);
    scene.hero(1, "b2", 3, 0);
    scene.p.clock = [3, 1];
    scene.sides("FB");
    scene.play("place:rotate0 roll:4");
    assert_eq!(scene.p.noise, 4);
    assert_eq!(scene.refuse("hide"), ("choose_strength_or_clock", "R114"));
    scene.play("hide:clock roll:3 roll:2 spend:0");
    assert_eq!((scene.strength(1), scene.options().as_str()), (2, "1 2"));
    scene.play("die:2");
    assert_eq!(scene.p.clock, [3, 2]);
    let mut scene = Scene::new(1);
    scene.p.clock = [3, 1];
    scene.sides("FB");
    scene.play("place:rotate0 roll:1 hide:strength roll:6 die:2");
    assert_eq!((scene.strength(1), scene.p.clock, scene.p.round), (5, [3, 0], 2));
}

#[test]
fn w19_without_strength() {
    // R102, R32
    let mut scene = Scene::new(2);
    scene.hero(1, "a2", 0, 0);
    scene.sides("FL FB");
    scene.keep_cards();
    assert_eq!((scene.strength(1), scene.lying("a2"), scene.p.noise, scene.asked()), (1, 1, 3, 2));
    scene.play("hide");
    assert_eq!(scene.strength(2), 5);
}

#[test]
fn w20_the_token() {
    // R12
    let mut scene = Scene::new(3);
    scene.first(3);
    scene.sides("FB FB FB");
    scene.keep_cards();
    scene.play("hide hide hide");
    assert_eq!((scene.p.first, scene.p.round), (0, 2));
}
