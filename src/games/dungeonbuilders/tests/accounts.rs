//! Accounts for every piece of gold, round by round, under random play (section 9).

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::scene::builders;
use crate::games::dungeonbuilders::rules::event::Event;
use crate::games::dungeonbuilders::rules::position::{MAX_SEATS, Step};
use crate::referee::bot::below;
use crate::referee::journal::Secrets;
use crate::referee::{Choices, Game, Turn};

/// I9: the most actions in a round, by number of players.
fn max_actions(players: usize) -> u32 {
    [39, 49, 65][players - 2]
}

fn check(players: usize, options: &[(&str, &str)], games: u64) {
    let game = builders(players, options, Secrets::Referee);
    let limit = game.options().round_limit;
    let mut choices = Choices::default();
    for seed in 0..games {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut p = game.start();
        // I6
        assert_eq!(
            p.gold[..players].iter().sum::<u16>() as usize,
            players * (players + 1)
        );
        let mut gold = p.gold.map(i32::from);
        let (mut actions, mut treasure) = (0, 0);
        while game.turn(&p) != Turn::Over {
            game.moves(&p, &mut choices);
            let mv = choices
                .at(below(choices.total(), &mut luck))
                .expect("a move")
                .mv;
            let mut ended = None;
            let mut count = |event| match event {
                Event::TileDrawn { .. } | Event::CoinPlaced { .. } | Event::PoweredUp { .. } => {
                    actions += 1
                }
                // R50, R51, R53
                Event::Earned {
                    seat, gold: earned, ..
                } => gold[usize::from(seat)] += i32::from(earned),
                // R58, R59, V3f
                Event::Scored {
                    seat, gold: scored, ..
                } => {
                    gold[usize::from(seat)] += i32::from(scored);
                    treasure += scored;
                }
                // R40-R42
                Event::Paid {
                    seat, gold: paid, ..
                } => gold[usize::from(seat)] -= i32::from(paid),
                Event::RoundEnded { round } => ended = Some(round),
                _ => {}
            };
            game.play(&mut p, mv, &mut count).expect("a listed move");
            assert_eq!(p.gold.map(i32::from), gold, "I6: after {mv:?}");
            assert!(gold[..MAX_SEATS].iter().all(|gold| *gold >= 0), "I6");
            assert!(actions <= max_actions(players), "I9: {actions}");
            assert!(treasure <= 15, "I10: {treasure}");
            if let Some(round) = ended {
                // I13
                let reached = p
                    .gold
                    .iter()
                    .any(|gold| u32::from(*gold) >= game.options().goal);
                assert_eq!(p.step == Step::Over, reached || limit > 0 && round >= limit);
                (actions, treasure) = (0, 0);
            }
        }
    }
}

#[test]
fn all_gold_is_accounted_for() {
    check(2, &[("goal", "14")], 8);
    check(3, &[("goal", "14"), ("round_limit", "8")], 4);
    check(4, &[("goal", "14"), ("round_limit", "5")], 2);
}

#[test]
fn treasure_is_paid_only_once_to_several_heroes() {
    // V3f, I10
    check(
        3,
        &[
            ("multiple_explorers", "true"),
            ("goal", "20"),
            ("round_limit", "8"),
        ],
        4,
    );
    check(
        2,
        &[
            ("multiple_explorers", "true"),
            ("timed_retreat", "true"),
            ("round_limit", "8"),
        ],
        4,
    );
}
