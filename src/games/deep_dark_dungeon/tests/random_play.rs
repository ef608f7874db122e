//! The conformance tests and the invariants of section 9, under random play and with every option.

use std::collections::HashSet;

use super::scene::{EDITIONS, deep};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::RING;
use crate::games::deep_dark_dungeon::data::TileKind;
use crate::games::deep_dark_dungeon::data::hex::{Hex, Way};
use crate::games::deep_dark_dungeon::data::options;
use crate::games::deep_dark_dungeon::data::set::Set;
use crate::games::deep_dark_dungeon::rules::moves::Move;
use crate::games::deep_dark_dungeon::rules::position::{Phase, Position, Step};
use crate::games::shared::moves::Moves as _;
use crate::referee::{Bots, Choices, Game, Turn, conformance};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Checks section 9 for a position.
fn invariants(game: &Deep, p: &Position) {
    // I1
    let mut tiles: Vec<u8> = p.spaces.iter().map(|space| space.tile).collect();
    tiles.extend(p.stock.iter().chain(p.aside.iter()).chain(p.in_hand()));
    assert_eq!(tiles.len(), 40);
    let once: Set = tiles.iter().copied().collect();
    assert_eq!(once.len(), 40, "a tile is in two places: {p:?}");
    assert!(p.aside.is_empty() || p.phase == Phase::Setup);
    // I2, I7
    let carried: u32 = p
        .explorers
        .iter()
        .map(|explorer| explorer.carried.len())
        .sum();
    let all = p
        .explorers
        .iter()
        .fold(p.deck.or(p.discard).or(p.out), |all, explorer| {
            all.or(explorer.carried)
        });
    let resolving = u32::from(p.resolving().is_some_and(|card| !all.has(card)));
    assert_eq!(all.len() + resolving, 20, "{p:?}");
    assert_eq!(
        p.deck.len() + p.discard.len() + p.out.len() + carried,
        all.len(),
        "a card is in two places: {p:?}"
    );
    if game.options.keys_reshuffle && p.step != Step::Over {
        assert!(p.discard.and(game.data.keys).is_empty(), "{p:?}");
    }
    board(game, p);
    explorers(game, p);
    // I8
    match (game.edition.id, p.exit.map(|exit| p.space(exit))) {
        ("v1_0", exit) => {
            let laid = p
                .spaces
                .iter()
                .find(|space| game.data.tile(space.tile).kind == TileKind::Exit);
            assert_eq!(exit, laid);
        }
        (_, Some(exit)) => assert_eq!(game.data.tile(exit.tile).kind, TileKind::Encounter),
        (_, None) => {}
    }
    if game.edition.id == "original" {
        assert_eq!(p.exit.is_none(), p.out.and(game.data.exits).is_empty());
    }
    // I9
    if p.phase == Phase::Drawn
        && p.drawn.is_empty()
        && matches!(p.step, Step::Card { .. })
        && !game.options.drawn_wait
    {
        // A Slide in step 4 may have moved the pawn since, so the check uses the last tile laid.
        assert!(p.stock.is_empty() || p.spaces.iter().any(|space| !space.has_gaps()));
    }
    // I12
    if p.step == Step::Over && !game.options.to_the_last_key {
        let out_of_time = game.options.round_limit > 0 || p.explorers.len() == 1;
        assert!(p.escaped.len() == 1 || out_of_time && p.escaped.is_empty());
    }
    // I14
    assert!(!p.deck.is_empty() || !matches!(p.step, Step::Card { .. }));
}

/// Checks I3, and that a region is what can be walked to (R17).
fn board(game: &Deep, p: &Position) {
    assert_eq!((p.spaces[0].tile, p.spaces[0].at), (0, Hex::default()));
    let cells: HashSet<Hex> = p.spaces.iter().map(|space| space.at).collect();
    assert_eq!(cells.len(), p.spaces.len());
    for (at, space) in p.spaces.iter().enumerate() {
        assert!(
            at == 0 || space.neighbours().any(|other| usize::from(other) < at),
            "the board is not connected"
        );
        for way in Way::ALL {
            assert_eq!(space.towards(way), p.space_at(space.at.neighbour(way)));
        }
    }
    for name in 0..p.spaces.len() as u8 {
        let region: Set = (0..p.spaces.len() as u8)
            .filter(|space| p.space(*space).region == name)
            .collect();
        let mut walked = Set::default();
        let mut edge = region.first().into_iter().collect::<Set>();
        while let Some(from) = edge.first() {
            edge.remove(from);
            walked.add(from);
            let level = |to: &u8| game.height(p, from).abs_diff(game.height(p, *to)) <= 1;
            p.space(from)
                .neighbours()
                .filter(level)
                .filter(|to| !walked.has(*to))
                .for_each(|to| edge.add(to));
        }
        assert_eq!(
            (region, region.first().unwrap_or(name)),
            (walked, name),
            "{p:?}"
        );
    }
    assert!(p.phase == Phase::Setup || !p.spaces[0].has_gaps());
    assert!(p.spaces.len() > RING || p.phase == Phase::Setup);
}

/// Checks I4, I5 and I6.
fn explorers(game: &Deep, p: &Position) {
    for (seat, explorer) in p.explorers.iter().enumerate() {
        assert_eq!(explorer.at.is_none(), p.escaped.contains(&(seat as u8)));
        assert!(
            explorer
                .at
                .is_none_or(|at| usize::from(at) < p.spaces.len())
        );
        assert_eq!(explorer.carried.and(game.data.treasures), explorer.carried);
        let choosing = u32::from(matches!(p.step, Step::Keep(_)) && seat == p.actor());
        assert!(
            game.carry_limit(seat)
                .is_none_or(|limit| explorer.carried.len() <= limit + choosing)
        );
        assert!((2..=6).contains(&game.strength(p, seat)));
    }
}

/// Checks the game's guarantees; returns the steps that occurred.
fn check(game: &Deep, games: u64, length: usize) -> HashSet<String> {
    let mut steps = HashSet::new();
    conformance::check_play(game, &Move::all(game), games, length, |p| {
        invariants(game, p);
        let step = format!("{:?}", p.step);
        steps.extend(
            step.split(|sign: char| !sign.is_alphabetic())
                .next()
                .map(str::to_owned),
        );
    });
    steps
}

#[test]
fn both_editions_keep_the_invariants() {
    for edition in EDITIONS {
        let mut steps = HashSet::new();
        for players in 1..=4 {
            steps.extend(check(&deep(edition, players, &[]), 4, 250));
        }
        let wanted = [
            "Tile", "Place", "Act", "Card", "OwnDie", "FoeDie", "Steal", "Lose", "Slide", "Over",
        ];
        for step in wanted
            .iter()
            .chain(Some(&"Keep").filter(|_| edition == "v1_0"))
        {
            assert!(steps.contains(*step), "{edition}: {step} never came up");
        }
    }
}

#[test]
fn every_option_keeps_the_invariants() {
    for option in options::LIST {
        for value in option.values {
            let value = if *value == crate::games::NUMBER {
                "7"
            } else {
                value
            };
            for (edition, players) in [("v1_0", 3), ("original", 2)] {
                check(&deep(edition, players, &[(option.name, value)]), 2, 90);
            }
        }
    }
}

#[test]
fn the_invariants_hold_when_all_play_on() {
    for edition in EDITIONS {
        let options = [
            ("end", "last_key"),
            ("exit_card", "one_shot"),
            ("may_stay", "true"),
            ("carry_limit", "0"),
        ];
        check(&deep(edition, 4, &options), 2, 400);
    }
}

#[test]
fn corrections_keep_the_invariants() {
    for edition in EDITIONS {
        let game = deep(edition, 3, &[]);
        assert!(conformance::check_corrections(&game, 2, 160, |p| invariants(&game, p)) > 30);
    }
}

/// I11, I15, and every game between bots ends.
#[test]
fn games_end_and_the_stock_only_shrinks() {
    // Even if staying is allowed, the bot must want to move.
    let bots = [
        ("greedy", &[][..]),
        ("random", &[]),
        ("greedy", &[("may_stay", "true")]),
    ];
    for (edition, (bot, options)) in EDITIONS
        .into_iter()
        .flat_map(|edition| bots.map(|bot| (edition, bot)))
    {
        let game = deep(edition, 4, options);
        for seed in 0..8 {
            let mut luck = ChaCha8Rng::seed_from_u64(seed);
            let mut bot = game.bot(bot).expect("a bot");
            let (mut p, mut choices) = (game.start(), Choices::default());
            let mut slides = 0;
            for moves in 0.. {
                assert!(moves < 60_000, "{edition}: a game without an end");
                game.moves(&p, &mut choices);
                let mv = match game.turn(&p) {
                    Turn::Over => break,
                    Turn::Player(_) => {
                        choices[bot.choose(&game.view(&p, None), &choices, &mut luck)].mv
                    }
                    _ => {
                        choices
                            .at(crate::referee::bot::below(choices.total(), &mut luck))
                            .expect("a case")
                            .mv
                    }
                };
                let left = p.stock.len();
                let setting_up = p.phase == Phase::Setup;
                game.apply(&mut p, mv, &mut |event| match event {
                    crate::games::deep_dark_dungeon::rules::event::Event::CardDrawn { .. } => {
                        slides = 0
                    }
                    crate::games::deep_dark_dungeon::rules::event::Event::Slid { .. } => {
                        slides += 1
                    }
                    _ => {}
                });
                assert!(slides <= 4);
                assert!(
                    setting_up || p.stock.len() == left - u32::from(matches!(mv, Move::Tile(_)))
                );
            }
        }
    }
}

/// R57: attacks on players who carry nothing are not offered if nothing else is left to do in a move.
fn check_skipped(wanted: u64) {
    let values = |p: &Position, seat: u8| {
        let explorer = &p.explorers[usize::from(seat)];
        vec![
            explorer.carried.len() as i32,
            -i32::from(explorer.hurt),
            -i32::from(explorer.webbed),
        ]
    };
    let fights = |p: &Position| matches!(p.step, Step::OwnDie(_) | Step::FoeDie { .. });
    conformance::check_unasked(
        &deep("v1_0", 3, &[]),
        wanted,
        400,
        |p| p.step == Step::Act,
        fights,
        values,
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
