//! Games by the thousand, and what came of them.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use serde::Serialize;

use crate::referee::bot::below;
use crate::referee::{Bots, Choices, Seat, Turn, Verdict};

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    pub games: u64,
    /// Game number k plays with stream k of this seed, whatever the threads.
    pub seed: u64,
    /// The bot of every seat, by name.
    pub bot: String,
    /// A game is cut after so many moves, chance's included.
    pub longest: u64,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    pub games: u64,
    /// Games cut because they were too long.
    pub cut: u64,
    /// Moves made in all games, chance's included.
    pub moves: u64,
    /// Games in which somebody won.
    pub won: Share,
    /// Games in which everybody won.
    pub all_won: Share,
    /// By seat.
    pub seats: Vec<SeatReport>,
    /// What the game counts, in its order.
    pub tallies: Vec<Tally>,
}

/// How one seat fared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatReport {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Games in which this seat was first, alone or with others.
    pub first: u64,
    /// The mean score of its wins; `None` without any.
    pub winning_score: Option<f64>,
}

/// Something counted in every game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    pub name: &'static str,
    /// Per game.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// Smallest, 5th percentile, median, 95th percentile, largest.
    pub spread: [u32; 5],
    /// The share of games with at least one.
    pub any: f64,
}

/// How often something was so.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    pub count: u64,
    /// From 0 to 1.
    pub rate: f64,
    /// The standard error of the rate.
    pub error: f64,
}

impl Share {
    fn new(count: u64, of: u64) -> Share {
        let of = of.max(1) as f64;
        let rate = count as f64 / of;
        Share { count, rate, error: (rate * (1.0 - rate) / of).sqrt() }
    }
}

/// One game's result.
struct Played {
    verdicts: Option<Vec<Verdict>>,
    ranking: Vec<Vec<Seat>>,
    scores: Vec<Option<i32>>,
    counts: Vec<u32>,
    moves: u64,
}

/// Plays the games on all threads at hand; `None` if the game has no such bot. The same plan gives the same report anywhere.
pub fn simulate<G: Bots>(game: &G, plan: &Plan) -> Option<Report> {
    game.bot(&plan.bot)?;
    let played: Vec<Played> = (0..plan.games)
        .into_par_iter()
        .map_init(Choices::default, |choices, number| play(game, plan, number, choices))
        .collect();
    Some(report(game, &played))
}

fn play<G: Bots>(game: &G, plan: &Plan, number: u64, choices: &mut Choices<G::Move>) -> Played {
    let mut luck = ChaCha8Rng::seed_from_u64(plan.seed);
    luck.set_stream(number);
    let mut bots: Vec<_> = (0..game.seats()).filter_map(|_| game.bot(&plan.bot)).collect();
    let mut position = game.start();
    let mut counts = vec![0u32; G::COUNTS.len()];
    let mut events = Vec::new();
    let mut moves = 0;
    while moves < plan.longest {
        let turn = game.turn(&position);
        game.moves(&position, choices);
        let mv = match turn {
            Turn::Over => break,
            Turn::Player(seat) => {
                let seat = usize::from(seat);
                let at = bots[seat].choose(&game.view(&position, Some(seat as Seat)), choices, &mut luck);
                choices[at].mv
            }
            Turn::Chance(_) | Turn::Table(_) => match choices.at(below(choices.total(), &mut luck)) {
                Some(choice) => choice.mv,
                None => break,
            },
        };
        events.clear();
        let played = game.play(&mut position, mv, &mut |event| events.push(event));
        debug_assert!(played.is_ok(), "a listed move is legal");
        for event in &events {
            if let Some(at) = game.count(&position, event) {
                counts[at] += 1;
            }
        }
        moves += 1;
    }
    let outcome = game.outcome(&position);
    let (verdicts, ranking, scores) = match outcome {
        None => (None, Vec::new(), Vec::new()),
        Some(outcome) => (Some(outcome.verdicts), outcome.ranking, outcome.scores),
    };
    Played { verdicts, ranking, scores, counts, moves }
}

fn report<G: Bots>(game: &G, played: &[Played]) -> Report {
    let games = played.len() as u64;
    let count = |holds: &dyn Fn(&Played) -> bool| played.iter().filter(|game| holds(game)).count() as u64;
    let is = |game: &Played, seat: usize, verdict| game.verdicts.as_ref().is_some_and(|verdicts| verdicts[seat] == verdict);
    let won = count(&|game| game.verdicts.iter().flatten().any(|verdict| *verdict == Verdict::Win));
    let all_won =
        count(&|game| game.verdicts.as_ref().is_some_and(|verdicts| verdicts.iter().all(|one| *one == Verdict::Win)));
    let seat = |seat: usize| {
        let scores: Vec<f64> = played
            .iter()
            .filter(|game| is(game, seat, Verdict::Win))
            .filter_map(|game| game.scores.get(seat).copied().flatten().map(f64::from))
            .collect();
        SeatReport {
            wins: count(&|game| is(game, seat, Verdict::Win)),
            draws: count(&|game| is(game, seat, Verdict::Draw)),
            losses: count(&|game| is(game, seat, Verdict::Loss)),
            first: count(&|game| game.ranking.first().is_some_and(|first| first.contains(&(seat as Seat)))),
            winning_score: (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64),
        }
    };
    Report {
        games,
        cut: count(&|game| game.verdicts.is_none()),
        moves: played.iter().map(|game| game.moves).sum(),
        won: Share::new(won, games),
        all_won: Share::new(all_won, games),
        seats: (0..game.seats()).map(seat).collect(),
        tallies: G::COUNTS
            .iter()
            .enumerate()
            .map(|(at, name)| tally(name, played.iter().map(|game| game.counts[at]).collect()))
            .collect(),
    }
}

fn tally(name: &'static str, mut counts: Vec<u32>) -> Tally {
    counts.sort_unstable();
    let games = counts.len().max(1) as f64;
    let mean = counts.iter().map(|count| f64::from(*count)).sum::<f64>() / games;
    let variance = counts.iter().map(|count| (f64::from(*count) - mean).powi(2)).sum::<f64>() / (games - 1.0).max(1.0);
    let at = |percent: usize| counts.get((counts.len().saturating_sub(1)) * percent / 100).copied().unwrap_or(0);
    Tally {
        name,
        mean,
        error: (variance / games).sqrt(),
        spread: [at(0), at(5), at(50), at(95), at(100)],
        any: counts.iter().filter(|count| **count > 0).count() as f64 / games,
    }
}
