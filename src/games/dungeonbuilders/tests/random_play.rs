//! The conformance tests and the invariants of section 9 under random play.

use std::collections::HashSet;

use super::scene::builders;
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{Grid, Set, Touching};
use crate::games::dungeonbuilders::data::tile::Tiles;
use crate::games::dungeonbuilders::rules::moves::Move;
use crate::games::dungeonbuilders::rules::position::{MAX_POWER, Position, Step};
use crate::games::piecepack::VALUES;
use crate::games::shared::moves::Moves as _;
use crate::referee::conformance;
use crate::referee::journal::Secrets;

/// Checks section 9 for a position.
fn invariants(game: &Builders, p: &Position) {
    // I1
    let table = p.layout.tiles();
    let hand = p.drawn.without(table);
    let placing = Tiles::from_iter(p.tile.filter(|_| p.step == Step::Lay));
    assert!(
        table.without(p.drawn).is_empty() && (p.step == Step::Rebuild || hand == placing),
        "{p:?}"
    );
    // I2
    if p.step != Step::Rebuild {
        std::iter::once(Set::DUNGEON)
            .chain(p.layout.floating())
            .for_each(|set| check_set(game, p, set));
        assert_eq!(
            p.layout
                .floating()
                .map(|set| p.layout.of(set).count())
                .sum::<usize>()
                + p.layout.of(Set::DUNGEON).count()
                - 1,
            table.len()
        );
    }
    // I3
    let building = matches!(
        p.step,
        Step::Act | Step::Draw | Step::Lay | Step::Coin | Step::Offer
    );
    if building {
        assert!(!p.layout.has_path() && p.power.iter().all(|power| *power < MAX_POWER));
    }
    coins(p);
    // I7, I8
    if p.step.explores() && p.step != Step::Deathbed {
        assert!(p.hero_power() <= p.hero.entry && p.hero.entry <= MAX_POWER);
        assert!(p.hero.entry == 0 || p.hero_power() > 0);
    }
    // I13
    if p.step == Step::Over {
        assert!(
            p.gold
                .iter()
                .any(|gold| u32::from(*gold) >= game.options().goal)
                || game.options().round_limit > 0
        );
    }
}

/// Checks I2 for one set.
fn check_set(game: &Builders, p: &Position, set: Set) {
    let cells: Vec<_> = p.layout.of(set).collect();
    assert_eq!(
        cells
            .iter()
            .map(|(_, cell)| cell)
            .collect::<HashSet<_>>()
            .len(),
        cells.len(),
        "two tiles on a cell"
    );
    let touching = game.options().touching;
    for (tile, cell) in &cells {
        let mut rest = Grid::new(&p.layout, set, *cell, touching);
        rest.clear(*cell);
        assert!(!rest.closes_square(*cell), "a square in {p:?}");
        if cells.len() > 1 {
            assert_eq!(rest.allows(*tile, *cell), Ok(()), "{tile} in {p:?}");
        }
        assert!(touching == Touching::Walls || rest.tolerates(*tile, *cell).is_ok());
    }
    let mut reached = Tiles::from_iter(cells.first().map(|(tile, _)| *tile));
    for _ in 0..cells.len() {
        for (tile, _) in &cells {
            if p.layout.connected(*tile).any(|near| reached.has(near)) {
                reached.add(*tile);
            }
        }
    }
    assert_eq!(reached.len(), cells.len(), "a set is not connected: {p:?}");
}

/// Checks I4 and I5.
fn coins(p: &Position) {
    for (seat, purse) in p.purses.iter().enumerate() {
        let lying = p
            .coins
            .iter()
            .flatten()
            .flatten()
            .filter(|coin| usize::from(coin.seat) == seat);
        let hidden = lying.clone().filter(|coin| coin.value.is_none()).count();
        assert!(
            usize::from(purse.placed) <= VALUES
                && usize::from(purse.gone.len()) + hidden == usize::from(purse.placed)
        );
        assert!(lying.count() <= usize::from(purse.placed));
        assert_eq!(purse.seen.0 & !purse.gone.0, 0);
    }
}

/// Checks the game's guarantees; returns the steps that occurred.
fn check(
    players: usize,
    options: &[(&str, &str)],
    secrets: Secrets,
    games: u64,
    length: usize,
) -> HashSet<String> {
    let game = builders(players, options, secrets);
    let mut steps = HashSet::new();
    conformance::check_play(&game, &Move::all(&game), games, length, |p| {
        invariants(&game, p);
        steps.insert(format!("{:?}", p.step));
    });
    steps
}

#[test]
fn two_players_keep_the_invariants() {
    let steps = check(2, &[("goal", "8")], Secrets::Referee, 6, 500);
    for step in [
        "Start", "Act", "Draw", "Lay", "Join", "JoinMore", "Coin", "Kind", "Bid", "Walk", "Combat",
        "Over",
    ] {
        assert!(steps.contains(step), "{step} never came up: {steps:?}");
    }
}

#[test]
fn three_and_four_players_keep_the_invariants() {
    assert!(check(3, &[], Secrets::Table, 2, 400).contains("Reveal"));
    check(4, &[], Secrets::Table, 2, 300);
}

#[test]
fn other_rulings_and_variants_keep_the_invariants() {
    let options = [
        ("touching", "walls"),
        ("join_duty", "anywhere"),
        ("entrance_coins", "true"),
        ("items", "open"),
        ("overkill_pays", "true"),
        ("deathbed_potion", "true"),
        ("death_half", "lose_floor"),
        ("tie", "play_on"),
        ("round_limit", "30"),
        ("suits", "CAMS"),
    ];
    check(2, &options, Secrets::Table, 2, 400);
    let variants = [
        ("multiple_explorers", "true"),
        ("deadly_dungeon", "true"),
        ("items", "open"),
    ];
    let steps = check(3, &variants, Secrets::Referee, 4, 500);
    assert!(steps.contains("Succeed"));
    check(
        3,
        &[("timed_retreat", "true"), ("round_limit", "9")],
        Secrets::Table,
        2,
        400,
    );
}

#[test]
fn corrections_keep_the_invariants() {
    let game = builders(3, &[], Secrets::Table);
    assert!(conformance::check_corrections(&game, 2, 160, |p| invariants(&game, p)) > 30);
}

#[test]
fn joins_are_listed_once_each() {
    // A9: no two listed joins give the same result.
    let game = builders(4, &[], Secrets::Table);
    let mut seen = 0;
    conformance::check_play(&game, &[], 6, 300, |p| {
        if !matches!(p.step, Step::Join | Step::JoinMore) {
            return;
        }
        let mut results = HashSet::new();
        let mut choices = crate::referee::Choices::default();
        crate::referee::Game::moves(&game, p, &mut choices);
        for choice in choices
            .iter()
            .filter(|choice| matches!(choice.mv, Move::Join(..)))
        {
            let mut then = *p;
            crate::referee::Game::apply(&game, &mut then, choice.mv, &mut |_| {});
            assert!(
                results.insert(format!("{:?}", then.layout)),
                "{choice:?} in {p:?}"
            );
            seen += 1;
        }
    });
    assert!(seen > 100);
}

#[test]
fn a_game_can_be_entered_from_its_audit() {
    for secrets in [Secrets::Table, Secrets::Referee] {
        let entered = conformance::check_entering(&builders(3, &[], secrets), 3, 160);
        assert!(entered > 20, "{entered}");
    }
}

/// R45, R46, R56: the hero automatically walks to tiles without coins, and leaves if nothing ahead would earn gold. His own
/// tiles in the dungeon count as seen (R58), and his own potion, which would pay himself, as drunk (R53).
fn check_skipped(wanted: u64) {
    let game = builders(3, &[], Secrets::Table);
    let worth = |p: &Position, seat: u8| {
        let gold = i32::from(p.gold[usize::from(seat)]);
        if !p.step.explores() {
            return vec![gold];
        }
        let suit = Some(game.suit(seat));
        let tiles = p
            .layout
            .of(Set::DUNGEON)
            .filter(|(tile, _)| tile.suit() == suit);
        let tiles: i32 = tiles.map(|(tile, _)| i32::from(tile.value())).sum();
        let own = p.is_thirsty() && p.hero.potions & 1 << seat != 0;
        let pays = if own {
            p.hero.entry - p.hero_power()
        } else {
            0
        };
        vec![gold + tiles + i32::from(pays)]
    };
    conformance::check_unasked(
        &game,
        wanted,
        400,
        |p| p.step == Step::Walk,
        |_| false,
        worth,
    );
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
