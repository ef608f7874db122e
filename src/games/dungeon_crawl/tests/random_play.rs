//! The conformance tests and the invariants of section 9 under random play.

use std::collections::HashSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::scene::crawl;
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::{Cell, Square};
use crate::games::dungeon_crawl::data::piece::{Suit, VALUES, Values};
use crate::games::dungeon_crawl::rules::moves::Move;
use crate::games::dungeon_crawl::rules::position::{DEADLY, Position, Step, TILES};
use crate::games::shared::moves::Moves as _;
use crate::games::tests::examples::step;
use crate::referee::bot::below;
use crate::referee::{Bots, Choices, Game, Turn, conformance};

/// Checks section 9 for a position.
fn invariants(p: &Position) {
    // 1: every coin is in exactly one place.
    let mut known = [Values::default(); 4];
    let mut put = |suit: Suit, coins: Values| {
        assert_eq!(
            known[suit as usize].0 & coins.0,
            0,
            "a coin is in two places: {p:?}"
        );
        known[suit as usize].take(coins);
    };
    put(Suit::Crowns, p.worlds.held());
    for player in &p.players {
        put(Suit::Arms, player.equipment);
        put(Suit::Arms, player.applied);
        for suit in [Suit::Suns, Suit::Moons] {
            put(suit, player.experience[suit as usize]);
            put(suit, player.damage[suit as usize]);
        }
    }
    for stack in &p.stacks {
        put(Suit::Crowns, stack.treasure);
        put(Suit::Arms, stack.equipment);
        // 5
        assert_eq!(p.map.cell(stack.at), Cell::Stack);
        assert!(!stack.treasure.is_empty() || !stack.equipment.is_empty());
    }
    Suit::ALL
        .into_iter()
        .for_each(|suit| put(suit, p.discards[suit as usize]));
    if let Step::Experience(coin) | Step::Hazard { coin, .. } = p.step {
        put(coin.suit, Values(1 << coin.value));
    }
    assert_eq!(known, p.revealed, "{p:?}");
    for value in 0..VALUES as u8 {
        let lies = p
            .map
            .squares()
            .filter(|square| p.map.cell(*square) == Cell::Coin(value))
            .count();
        assert_eq!(
            lies + usize::from(p.pile[usize::from(value)]),
            usize::from(p.unseen(value))
        );
    }
    tiles(p);
    players(p);
    // 7
    assert!(p.discards[Suit::Crowns as usize].is_empty());
    assert_eq!(
        p.found() == 6,
        matches!(p.step, Step::Over | Step::ShowEnd { .. })
    );
    // 11
    if p.step == Step::Over {
        let totals: u32 = (0..p.players.len() as u8)
            .map(|seat| p.worlds.certain(seat).sum())
            .sum();
        let left: u32 = p.stacks.iter().map(|stack| stack.treasure.sum()).sum();
        assert_eq!(totals + left, 15);
        assert_eq!(p.worlds.count(), 1);
    }
}

/// Checks 2 and 3.
fn tiles(p: &Position) {
    let tiles = p.map.tiles();
    let cells: HashSet<(u8, u8)> = tiles.iter().copied().collect();
    assert_eq!(cells.len(), tiles.len());
    assert!(p.map.width() <= 26 && p.map.height() <= 26);
    assert!(
        p.tiles_seen
            .iter()
            .map(|seen| usize::from(seen.len()))
            .sum::<usize>()
            < TILES
    );
    let floor = p
        .map
        .squares()
        .filter(|square| p.map.cell(*square) != Cell::Void)
        .count();
    assert_eq!(floor, 4 * tiles.len());
    let mut reached = HashSet::new();
    let mut queue: Vec<(u8, u8)> = tiles.first().copied().into_iter().collect();
    while let Some((x, y)) = queue.pop() {
        if cells.contains(&(x, y)) && reached.insert((x, y)) {
            queue.extend([
                (x + 1, y),
                (x, y + 1),
                (x.saturating_sub(1), y),
                (x, y.saturating_sub(1)),
            ]);
        }
    }
    assert_eq!(reached.len(), tiles.len(), "the dungeon is not connected");
    if p.step == Step::Pawn {
        assert_eq!(tiles.len(), TILES);
        for (x, y) in tiles {
            let spaces = [(0, 0), (1, 0), (0, 1), (1, 1)]
                .map(|(dx, dy)| p.map.cell(Square::new(2 * x + dx, 2 * y + dy)));
            assert_eq!(
                spaces
                    .iter()
                    .filter(|cell| matches!(cell, Cell::Coin(_)))
                    .count(),
                1
            );
        }
    }
}

/// Checks 4, 8 and 9, and the worlds.
fn players(p: &Position) {
    for (seat, player) in p.players.iter().enumerate() {
        if let Some(pawn) = player.pawn {
            assert_eq!(p.pawn_at(pawn), Some(seat), "two characters on a space");
            let meeting = p.step == Step::Suit && seat == p.actor();
            assert!(p.map.cell(pawn) == Cell::Floor || meeting, "{p:?}");
        } else if p.turn > 0 {
            let damage = player.damage.map(Values::is_empty) == [true; 2];
            let experience = player.experience.map(Values::is_empty) == [true; 2];
            assert!(damage && experience && player.treasures == 0);
            assert!(player.equipment.is_empty() && player.applied.is_empty());
        }
        let dying = matches!(p.step, Step::Apply { .. } | Step::ShowDead) && seat == p.actor();
        assert!(player.hurt() < DEADLY || dying && player.hurt() <= 14);
        assert!(
            u32::from(player.applied.len()) <= player.damage.iter().map(|coins| coins.sum()).sum()
        );
        let least = p.worlds.certain(seat as u8);
        let most = p.worlds.possible(seat as u8);
        assert!((least.len()..=most.len()).contains(&player.treasures));
    }
    assert!((1..=180).contains(&p.worlds.count()));
    assert_eq!(
        p.players.iter().map(|player| player.treasures).sum::<u8>(),
        p.worlds.held().len()
    );
}

/// Checks the game's guarantees; returns the steps that occurred.
fn check(game: &Crawl, games: u64, length: usize) -> HashSet<String> {
    let mut steps = HashSet::new();
    conformance::check_play(game, &Move::all(game), games, length, |p| {
        invariants(p);
        steps.insert(step(p.step));
    });
    steps
}

#[test]
fn two_players_keep_the_invariants() {
    let steps = check(&crawl(2, &[]), 6, 1500);
    for step in STEPS
        .iter()
        .filter(|step| !["ShowDead", "ShowEnd"].contains(step))
    {
        assert!(steps.contains(*step), "{step} never came up");
    }
}

#[test]
fn three_and_four_players_keep_the_invariants() {
    check(&crawl(3, &[]), 2, 600);
    check(&crawl(4, &[]), 2, 600);
}

#[test]
fn other_rulings_keep_the_invariants() {
    let options = [
        ("adjacency", "four"),
        ("corner_gap", "closed"),
        ("death_drops_applied", "false"),
        ("compass", "random"),
        ("suits", "CASM"),
        ("corners", "NE-SE-SW"),
    ];
    check(&crawl(2, &options), 2, 600);
}

/// Section 7: if thefts are not reported, the worlds keep track of them, and treasure is reported at the end.
#[test]
fn unseen_thefts_keep_the_invariants() {
    let game = crawl(3, &[]);
    let mut choices = Choices::default();
    let (mut asked, mut over) = (0, 0);
    for seed in 0..4 {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut bot = game.bot("greedy").expect("a bot");
        let mut p = game.start();
        for _ in 0..20_000 {
            invariants(&p);
            game.moves(&p, &mut choices);
            let mv = match game.turn(&p) {
                Turn::Over => break,
                Turn::Player(seat) => {
                    choices[bot.choose(&game.view(&p, Some(seat)), &choices, &mut luck)].mv
                }
                _ => {
                    choices
                        .at(below(choices.total(), &mut luck))
                        .expect("a case")
                        .mv
                }
            };
            match game.untold(&p) {
                Some(untold) => game.apply(&mut p, untold, &mut |_| {}),
                None => game.play(&mut p, mv, &mut |_| {}).expect("a listed move"),
            }
            asked += u32::from(matches!(p.step, Step::ShowEnd { .. } | Step::ShowDead));
        }
        over += u32::from(p.step == Step::Over);
    }
    assert!(asked > 0 && over == 4, "{asked} asked, {over} over");
}

#[test]
fn corrections_keep_the_invariants() {
    assert!(conformance::check_corrections(&crawl(3, &[]), 2, 160, invariants) > 30);
}

#[test]
fn clone_copies_the_whole_position() {
    let game = crawl(4, &[]);
    let mut scene = super::scene::Scene::new(4, 1, &[(0, 0), (1, 0)]);
    scene.player(1, "a1", "C1 C2");
    let mut copy = game.start();
    copy.clone_from(&scene.p);
    assert_eq!(copy, scene.p);
    assert_eq!(scene.p.clone(), scene.p);
}

/// All steps of the rules.
const STEPS: [&str; 22] = [
    "Start",
    "Compass",
    "Tile",
    "Site",
    "Coin",
    "Pawn",
    "Move",
    "Suit",
    "Experience",
    "Hazard",
    "Apply",
    "Attack",
    "AttackSpend",
    "DefendSpend",
    "AttackRoll",
    "DefendRoll",
    "Spoils",
    "Steal",
    "ShowDead",
    "Enter",
    "ShowEnd",
    "Over",
];

#[test]
fn a_game_can_be_entered_from_its_audit() {
    for players in [2, 3] {
        let entered = conformance::check_entering(&crawl(players, &[]), 4, 240);
        assert!(entered > 40, "{entered}");
    }
}

/// R35: an attack on a player who has nothing to take is not offered.
fn check_skipped(wanted: u64) {
    let worth = |p: &Position, seat: u8| {
        let player = &p.players[usize::from(seat)];
        let experience: u32 = player
            .experience
            .iter()
            .map(|coins| u32::from(coins.len()))
            .sum();
        vec![
            player.treasures.into(),
            player.equipment.len().into(),
            experience as i32,
            -(player.hurt() as i32),
        ]
    };
    let fights = |p: &Position| matches!(p.step, Step::AttackRoll(_) | Step::DefendRoll { .. });
    conformance::check_unasked(
        &crawl(3, &[]),
        wanted,
        600,
        |p| p.step == Step::Attack,
        fights,
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
