//! Section 7: what nobody may be shown.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::super::piece::Values;
use super::super::position::Step;
use super::scene::Scene;
use crate::referee::{Bots, Choices, Game, Turn, Words, battery};

/// Seat 2 steals this treasure from seat 3, then seat 1 is to move.
fn theft(value: &str) -> Scene {
    let mut scene = Scene::new(3, 2, &[(0, 0), (1, 0), (2, 0)]);
    scene.coin("e2", 2);
    scene.player(1, "a1", "C1");
    scene.player(2, "f1", "C0");
    scene.player(3, "c1", "C2 C5 A1");
    scene.play("go:d1 attack:C");
    scene.play("spend:0 roll:5 roll:0 take:treasure");
    scene.play(&format!("steal:{value}"));
    assert_eq!((scene.p.step, scene.seat()), (Step::Move, 3));
    scene.p.acting = 0;
    scene
}

#[test]
fn a_theft_looks_the_same_to_the_third_whatever_was_stolen() {
    let (one, other) = (theft("C2"), theft("C5"));
    assert_ne!(one.p, other.p);
    for seat in [Some(0), None] {
        assert_eq!(one.seen_by(seat), other.seen_by(seat));
        assert!(!one.seen_by(seat).contains("\"total\":7"));
    }
    for seat in [1, 2] {
        assert_ne!(one.seen_by(Some(seat)), other.seen_by(Some(seat)), "thief and victim know");
    }
    assert_eq!(one.told, other.told, "what is told to all");
    let universe = battery::constructible(&one.game, 2, 300);
    for seat in [Some(0), None] {
        battery::alike(&one.game, &one.p, &other.p, seat, &universe);
    }
}

#[test]
fn a_bot_plays_the_same_whatever_it_cannot_see() {
    let choose = |scene: Scene| {
        let mut choices = Choices::default();
        scene.game.moves(&scene.p, &mut choices);
        let mut luck = ChaCha8Rng::seed_from_u64(1);
        let mut bot = scene.game.bot("greedy").expect("a bot");
        let chosen: Vec<usize> =
            (0..20).map(|_| bot.choose(&scene.game.view(&scene.p, Some(0)), &choices, &mut luck)).collect();
        chosen
    };
    assert_eq!(choose(theft("C2")), choose(theft("C5")));
}

#[test]
fn no_total_is_shown_before_the_end() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("c1", 0);
    scene.player(1, "a1", "C5 C4");
    scene.player(2, "a2", "C1 C2 C3");
    assert_eq!(scene.game.view(&scene.p, None).treasure(0), None);
    assert_eq!(scene.game.view(&scene.p, Some(1)).treasure(0), None);
    assert_eq!(scene.game.view(&scene.p, Some(0)).treasure(0), Some(Values(0b110000)));
    scene.play("go:c1 suit:C");
    assert!(scene.is_over());
    assert_eq!(scene.game.view(&scene.p, None).treasure(0), Some(Values(0b110001)));
}

/// Bob has three treasures; Ann steals one, unseen by the referee, and Bob a second time.
fn unseen() -> Scene {
    let mut scene = Scene::with(2, 1, &[(0, 0), (1, 0)], &[("thefts", "unseen")]);
    scene.player(1, "a1", "C1");
    scene.player(2, "d1", "C2 C3 C5");
    scene.play("go:c1 attack:M roll:5 roll:0 take:treasure");
    scene
}

#[test]
fn an_unseen_theft_is_not_asked() {
    let scene = unseen();
    assert_eq!((scene.p.step, scene.seat()), (Step::Move, 2));
    assert_eq!((scene.p.players[0].treasures, scene.p.players[1].treasures), (2, 2));
    assert_eq!(scene.p.worlds.count(), 3);
    assert_eq!((scene.treasure(1), scene.treasure(2)), (vec![1], vec![]));
    // Not even its owner is shown what the referee does not know.
    assert_eq!(scene.game.view(&scene.p, Some(0)).treasure(0), None);
}

#[test]
fn at_the_end_all_treasure_is_told_and_must_fit() {
    // R42
    let mut scene = unseen();
    scene.p.acting = 0;
    scene.coin("c2", 4);
    scene.p.revealed[2].add(0);
    scene.play("go:c2 suit:C");
    assert_eq!(scene.p.step, Step::ShowEnd);
    assert!(matches!(scene.game.turn(&scene.p), Turn::Table(_)));
    assert_eq!(scene.options(), "C2 C3 C5");
    assert_eq!(scene.refuse("show:C1"), ("not_held", "R42"));
    scene.play("show:C5");
    assert!(scene.is_over());
    assert_eq!((scene.treasure(1), scene.treasure(2)), (vec![1, 4, 5], vec![2, 3]));
}

#[test]
fn at_a_death_the_treasure_left_is_told() {
    // R37
    let mut scene = unseen();
    scene.p.acting = 0;
    scene.coin("c2", 5);
    scene.hurt(1, "S5");
    scene.play("go:c2 suit:M roll:0");
    assert_eq!(scene.p.step, Step::ShowDead);
    scene.play("show:C3");
    assert_eq!(scene.p.stacks[0].treasure, Values(0b001010));
    assert_eq!(scene.treasure(2), [2, 5]);
    assert_eq!((scene.p.worlds.count(), scene.seat()), (1, 2));
}

#[test]
fn a_theft_is_asked_of_the_thief_without_a_list() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.player(1, "a1", "");
    scene.player(2, "d1", "C2 C5");
    scene.play("go:c1 attack:M roll:5 roll:0 take:treasure");
    let hush = scene.game.hush(&scene.p);
    assert_eq!((hush.seat, hush.unlisted), (Some(0), true));
    let stolen = scene.game.parse("steal:C5").expect("a move");
    assert_eq!(scene.game.outside(&scene.p, stolen), Some("a treasure".to_owned()));
}
