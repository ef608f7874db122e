//! The conformance tests and the invariants of section 9 under random play.

use std::collections::HashSet;

use super::scene::dungeon;
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::rules::moves::Move;
use crate::games::dungeon_in_a_tin::rules::position::{EXPERIENCE_FOR_LEVEL, Position, Step};
use crate::games::shared::moves::Moves as _;
use crate::referee::conformance;

/// Checks section 9 for a position. `before` is the position checked before in the same game, or any other.
fn invariants(game: &Dungeon, before: &Position, p: &Position) {
    if let Some(broken) = game.broken(p) {
        panic!("{}: {p:?}", broken.reason);
    }
    // 12
    let cards: u32 = p
        .deck
        .iter()
        .chain(&p.spent_cards)
        .map(|count| u32::from(*count))
        .sum();
    assert!(cards + 1 >= 7 * game.players.len() as u32);
    // 11, 13
    if before.turn <= p.turn && before.rooms.len() <= p.rooms.len() {
        for (old, new) in before
            .rooms
            .iter()
            .zip(&p.rooms)
            .filter(|(old, new)| (old.tile, old.x, old.y) == (new.tile, new.x, new.y))
        {
            assert!(
                new.locked
                    .iter()
                    .all(|side| old.locked.has(side) && new.exits.has(side))
            );
            assert!(
                old.blocked.iter().all(|side| new.blocked.has(side)) && new.bridges >= old.bridges
            );
        }
    }
}

/// Checks the game's guarantees; returns the steps that occurred.
pub fn check(game: &Dungeon, games: u64) -> HashSet<String> {
    let universe = Move::all(game);
    let mut before = crate::referee::Game::start(game);
    let mut steps = HashSet::new();
    conformance::check_play(game, &universe, games, 2000, |p| {
        invariants(game, &before, p);
        before.clone_from(p);
        steps.insert(format!("{:?}", p.step));
    });
    steps
}

#[test]
fn one_player_keeps_the_invariants() {
    let steps = check(&dungeon(1, &[]), 24);
    let rare = ["SwapFirst", "LastHeart"];
    let several = ["Order", "Treasure", "Potion", "Declare"];
    for step in STEPS
        .iter()
        .filter(|step| !several.contains(step) && !rare.contains(step))
    {
        assert!(steps.contains(*step), "{step} never came up");
    }
}

#[test]
fn two_players_keep_the_invariants() {
    let steps = check(&dungeon(2, &[]), 8);
    let rare = ["SwapFirst", "LastHeart"];
    for step in STEPS.iter().filter(|step| !rare.contains(step)) {
        assert!(steps.contains(*step), "{step} never came up");
    }
}

#[test]
fn other_rulings_keep_the_invariants() {
    let options = [
        ("reentry_monsters", "top_up"),
        ("dry_pool", "refill"),
        ("spent_on_loss", "false"),
        ("dead_coins", "floor"),
        ("score", "with_items"),
        ("open_hands", "false"),
    ];
    check(&dungeon(1, &options), 12);
    check(&dungeon(3, &options), 4);
}

/// R28, R32, R37: a player who finds nothing, can buy nothing and has all hearts could only put something down or waste a
/// potion.
fn check_skipped(wanted: u64) {
    let game = dungeon(3, &[]);
    let worth = |p: &Position, seat: u8| {
        let knight = &p.players[usize::from(seat)];
        let carried = knight.carried;
        vec![
            game.data.gold(carried) as i32,
            carried.specials().into(),
            knight.hearts.into(),
            knight.level.into(),
        ]
    };
    // A32: a player with enough experience for a level is asked.
    let counts = |p: &Position| {
        matches!(p.step, Step::Treasure | Step::Potion)
            && p.players[p.actor()].experience < EXPERIENCE_FOR_LEVEL
    };
    conformance::check_unasked(&game, wanted, 600, counts, |_| false, worth);
}

#[test]
fn skipped_questions_matter_to_nobody() {
    check_skipped(30);
}

#[test]
#[ignore = "takes minutes"]
fn skipped_questions_matter_to_nobody_in_many_games() {
    check_skipped(100_000);
}

/// All steps of the rules.
const STEPS: [&str; 24] = [
    "Deal",
    "Order",
    "SwapFirst",
    "Refresh",
    "Free { late: false }",
    "Free { late: true }",
    "Treasure",
    "Basket",
    "Potion",
    "Declare",
    "Tile",
    "Rotate",
    "Monster",
    "Chest",
    "Choose",
    "Attack",
    "Card",
    "Reveal",
    "Bomb",
    "Combat",
    "LastHeart",
    "Loot",
    "SwapAfter",
    "Over",
];
