//! The conformance tests and the invariants of section 9 under random play.

use std::collections::HashSet;

use super::scene::caverns;
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::rules::moves::Move;
use crate::games::miniskull_caverns::rules::position::{End, Position};
use crate::games::shared::moves::Moves as _;
use crate::referee::{Game, conformance};

/// Checks section 9 for a position. `before` is the position checked before in the same game, or any other.
fn invariants(game: &Caverns, before: &Position, p: &Position) {
    if let Some(broken) = game.broken(p) {
        panic!("{}: {p:?}", broken.reason);
    }
    let follows = p.round == before.round || p.round == before.round + 1;
    if follows && p.round > 1 {
        // 2, 5, 7
        assert!(p.tiny <= before.tiny, "Tiny grew stronger");
        let completed =
            p.round > before.round || p.end == Some(End::RoundLimit) && before.end.is_none();
        let passed = u8::from(completed && !p.is_solo());
        assert_eq!(p.first, (before.first + passed) % p.seats);
        let revived = (0..2).any(|die| before.clock[die] == 0 && p.clock[die] > 0);
        assert!(!revived || game.options.clock_revives);
        // 6
        let same = p.round == before.round && before.noise > 0;
        assert!(!same || p.noise == before.noise, "the noise changed");
    }
    // 11
    let meeting = (0..p.seats)
        .filter(|seat| (0..p.seats).any(|other| game.meet(p, *seat, other)))
        .count();
    assert!(meeting != 1 && meeting <= 3);
    // 10
    if let Some(End::Won(winner)) = p.end {
        assert!(p.tiny == 0 && game.qualifies(p, winner), "{p:?}");
    }
}

/// Checks the game's guarantees; returns the steps that occurred.
fn check(players: usize, options: &[(&str, &str)], games: u64, length: usize) -> HashSet<String> {
    let game = caverns(players, options);
    let universe = Move::all(&game);
    let mut before = game.start();
    let mut steps = HashSet::new();
    conformance::check_play(&game, &universe, games, length, |p| {
        invariants(&game, &before, p);
        before = *p;
        steps.insert(p.step.name());
    });
    steps
}

#[test]
fn one_hero_keeps_the_invariants() {
    let steps = check(1, &[], 6, 500);
    for step in [
        "Noise",
        "Search",
        "Monster",
        "MonsterSpend",
        "Again",
        "Disturbed",
        "Horde",
        "Clock",
        "Over",
    ] {
        assert!(steps.contains(step), "{step} never came up");
    }
}

#[test]
fn two_and_three_heroes_keep_the_invariants() {
    let mut steps = check(2, &[], 3, 500);
    steps.extend(check(3, &[], 6, 600));
    for step in STEPS {
        assert!(steps.contains(step), "{step} never came up");
    }
}

#[test]
fn other_rulings_keep_the_invariants() {
    let options = [
        ("map", "catacombs"),
        ("challenging", "true"),
        ("challenging_noise3", "chart"),
        ("exert_choice", "place"),
        ("search_or_move", "choice"),
        ("passage_cost", "hero"),
        ("double_drop", "single"),
        ("tiny_helpers", "centre"),
        ("helper_kill", "leave_one"),
        ("round_limit", "30"),
    ];
    check(3, &options, 2, 400);
    let alone = [
        ("solo_layout", "red"),
        ("solo_last_strength", "lose"),
        ("solo_hide", "both"),
        ("solo_clock_revive", "true"),
        ("solo_required", "1"),
        ("solo_turns", "5"),
        ("solo_strength", "3"),
        ("solo_surprise", "or"),
    ];
    check(1, &alone, 4, 400);
}

#[test]
fn corrections_keep_the_invariants() {
    for players in [1, 2] {
        let game = caverns(players, &[]);
        let taken = conformance::check_corrections(&game, 2, 60, |p| {
            assert!(game.broken(p).is_none(), "{p:?}")
        });
        assert!(taken > 15, "{taken}");
    }
}

/// R55 to R57, R93, R94, R96: raising a monster that would do no more damage, or spending Strength in vain, is not offered.
fn check_skipped(wanted: u64) {
    let game = caverns(3, &[]);
    let worth = |p: &Position, seat: u8| {
        let others = (0..p.seats)
            .filter(|other| *other != seat)
            .map(|other| p.hero(other));
        let own = p.hero(seat);
        let rivals = others.flat_map(|hero| [-i32::from(hero.strength), -i32::from(hero.gems)]);
        [i32::from(own.strength), i32::from(own.gems)]
            .into_iter()
            .chain(rivals)
            .collect()
    };
    conformance::check_unasked(&game, wanted, 600, |_| true, |_| false, worth);
}

#[test]
fn skipped_questions_matter_to_nobody() {
    check_skipped(100);
}

#[test]
#[ignore = "takes minutes"]
fn skipped_questions_matter_to_nobody_in_many_games() {
    check_skipped(100_000);
}

/// Every step of a game with several heroes.
const STEPS: [&str; 26] = [
    "Start",
    "First",
    "Place",
    "Adjust",
    "Action",
    "Attack",
    "AmbushRoll",
    "AmbushDefence",
    "AmbushLoss",
    "Search",
    "SearchAgain",
    "Monster",
    "MonsterSpend",
    "Again",
    "AttackTactic",
    "DefenceTactic",
    "AttackRoll",
    "DefenceRoll",
    "TinyRoll",
    "TinyDefence",
    "TinySpend",
    "Disturbed",
    "Horde",
    "Raise",
    "HordeSpend",
    "Over",
];

#[test]
fn a_game_can_be_entered_from_its_audit() {
    for players in 1..=3 {
        let entered = conformance::check_entering(&caverns(players, &[]), 6, 120);
        assert!(entered > 3, "{entered}");
    }
}
