//! How much skill matters in a game: better players against worse ones, step by step.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::playout::{Played, Table, Unfit, demand_fit};
use super::simulate::Plan;
use super::stats::{Mean, Share};
use crate::referee::{Bots, Outcome, Verdict, Words};

/// The playouts for each decision of the highest step.
const PLAYOUTS: u32 = 100;

/// How a better player does among worse ones, in every seat in turn; alone or together, how each kind does on the same luck.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub worse: String,
    pub better: String,
    /// Whether nobody plays against another.
    pub alone: bool,
    /// Games that the better one won.
    pub won: Share,
    /// The share that a player no better than the others would win; alone or together, what the worse ones win.
    pub even: f64,
    /// By how much its score is above those of the others; `None` where there are no scores.
    pub score: Option<Mean>,
    /// Games that did not end.
    pub cut: u64,
    /// How often anybody had a choice, in all games.
    pub decisions: u64,
    /// How many games were not played, since they take long.
    pub left: u64,
}

/// So many games of a step are a sample: if none of them ends, or nobody has a choice in any, no more are played.
pub const SAMPLE: u64 = 8;

/// How long games take is known well enough for a larger sample after this many.
const FEW: u64 = 2;

/// How many moves bots try for one step, unless the number of games is given: at most a minute or two on two cores.
pub const WORK: u64 = 10_000_000;

/// What one seat has of a game, or several together: wins, and the mean score.
#[derive(Clone, Copy, Debug, Default)]
struct Fared {
    wins: u64,
    score: Option<i64>,
}

/// A game of a step, or two on the same luck.
struct Climbed {
    /// `None` if it did not end.
    fared: Option<[Fared; 2]>,
    decisions: u64,
    /// About how many moves were tried.
    tried: u64,
}

/// Told of the worse and the better player of a step, how many of its games are played, and of how many.
pub type Watch<'w> = dyn Fn(&str, &str, u64, u64) + Sync + 'w;

/// Plays every step, `plan.games` games each, or fewer if bots would try more than `work` moves for them, on all available threads.
///
/// `watch` is called with the worse and the better player of each step, as it begins and again whenever some of its games are played.
///
/// # Errors
///
/// A bot cannot play the game.
pub fn ladder<G: Words + Bots>(
    game: &G,
    (plan, work): (&Plan, Option<u64>),
    done: &AtomicU64,
    watch: &Watch<'_>,
) -> Result<Vec<Step>, Unfit> {
    let best = G::NAMES.first().copied().unwrap_or("random");
    let mut players = vec!["random".to_owned(), best.to_owned()];
    players.dedup();
    players.push(format!("search:{PLAYOUTS}"));
    demand_fit(game, &players, None)?;
    let mut steps = Vec::new();
    for pair in players.windows(2) {
        let step = step(game, (plan, work), (&pair[0], &pair[1]), (done, watch));
        let is_idle = step.decisions == 0;
        steps.push(step);
        if is_idle {
            break;
        }
    }
    Ok(steps)
}

fn step<G: Words + Bots>(
    game: &G,
    (plan, work): (&Plan, Option<u64>),
    (worse, better): (&str, &str),
    (done, watch): (&AtomicU64, &Watch<'_>),
) -> Step {
    let seats = game.seats() as u64;
    let is_alone = seats == 1 || game.plays_together();
    let play = |numbers: std::ops::Range<u64>| {
        let each = numbers.into_par_iter();
        let each = each.map_init(Table::default, |table, number| {
            // Every seat in turn, on the same luck. Who plays together is all better or all worse.
            let (seat, luck) = if is_alone {
                (0, number)
            } else {
                ((number % seats) as usize, number / seats)
            };
            let mut play = |own: &str| {
                let is_own = |at: usize| is_alone || at == seat;
                let bots: Vec<String> = (0..game.seats())
                    .map(|at| if is_own(at) { own } else { worse }.to_owned())
                    .collect();
                table.play(game, &bots, (plan.seed, luck), plan.longest, &mut ())
            };
            let played = play(better);
            let alone = is_alone.then(|| play(worse));
            done.fetch_add(1, Ordering::Relaxed);
            let others = alone.as_ref().map_or(0, |alone| alone.decisions);
            Climbed {
                fared: compared(&played, alone.as_ref(), seat),
                decisions: u64::from(played.decisions) + u64::from(others),
                tried: played.tried + alone.as_ref().map_or(0, |alone| alone.tried),
            }
        });
        each.collect::<Vec<Climbed>>()
    };
    let mut all: Vec<Climbed> = Vec::new();
    let mut affordable = plan.games;
    watch(worse, better, 0, affordable);
    for most in [FEW, SAMPLE, plan.games] {
        let played = all.len() as u64;
        all.extend(play(played..affordable.min(most).max(played)));
        affordable = within(work, &all).min(plan.games);
        watch(worse, better, all.len() as u64, affordable);
        if all.len() as u64 >= SAMPLE && is_idle(&all) {
            affordable = plan.games;
            break;
        }
    }
    let ended: Vec<[Fared; 2]> = all.iter().filter_map(|climbed| climbed.fared).collect();
    let of = ended.len() as u64;
    let wins = |at: usize| ended.iter().map(|fared| fared[at].wins).sum::<u64>();
    let has_score = |fared: &Fared| fared.score.is_some_and(|score| score != 0);
    let is_scored = ended.iter().flatten().any(has_score);
    let leads: Vec<i128> = ended
        .iter()
        .filter_map(|[own, others]| Some(i128::from(own.score? - others.score?)))
        .collect();
    let squares = leads.iter().map(|lead| lead * lead).sum();
    let score = Mean::new(leads.len() as u64, leads.iter().sum(), squares);
    Step {
        worse: worse.to_owned(),
        better: better.to_owned(),
        alone: is_alone,
        won: Share::new(wins(0), of),
        even: if is_alone {
            wins(1) as f64 / of.max(1) as f64
        } else {
            // Several may win, or nobody.
            (wins(0) + wins(1)) as f64 / of.max(1) as f64 / seats as f64
        },
        score: (is_scored && !leads.is_empty()).then_some(score),
        cut: all.len() as u64 - of,
        decisions: all.iter().map(|climbed| climbed.decisions).sum(),
        left: plan.games.saturating_sub(affordable),
    }
}

/// How many games in all may be played with so much work, by those that were.
fn within(work: Option<u64>, played: &[Climbed]) -> u64 {
    let tried: u64 = played.iter().map(|climbed| climbed.tried).sum();
    let of = played.len() as u64;
    match work {
        Some(work) if tried > 0 => {
            let games = u128::from(work) * u128::from(of) / u128::from(tried);
            u64::try_from(games).unwrap_or(u64::MAX).max(of)
        }
        _ => u64::MAX,
    }
}

/// Whether more games would tell no more: none ended, or nobody had a choice.
fn is_idle(played: &[Climbed]) -> bool {
    played.iter().all(|climbed| climbed.fared.is_none())
        || played.iter().all(|climbed| climbed.decisions == 0)
}

/// How the better one fared, and the others together.
fn compared(played: &Played, alone: Option<&Played>, seat: usize) -> Option<[Fared; 2]> {
    let outcome = played.outcome.as_ref()?;
    let own = fared(outcome, seat);
    if let Some(alone) = alone {
        return Some([own, fared(alone.outcome.as_ref()?, seat)]);
    }
    let others: Vec<Fared> = (0..outcome.verdicts.len())
        .filter(|at| *at != seat)
        .map(|at| fared(outcome, at))
        .collect();
    let scores: Option<Vec<i64>> = others.iter().map(|other| other.score).collect();
    let mean = scores.map(|scores| scores.iter().sum::<i64>() / (scores.len() as i64).max(1));
    let others = Fared {
        wins: others.iter().map(|other| other.wins).sum(),
        score: mean,
    };
    Some([own, others])
}

fn fared(outcome: &Outcome, seat: usize) -> Fared {
    Fared {
        wins: u64::from(outcome.verdicts.get(seat) == Some(&Verdict::Win)),
        score: outcome.scores.get(seat).copied().flatten().map(i64::from),
    }
}
