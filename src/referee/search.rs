//! Looking ahead: what each answer leads to when the game is played out many times.
//!
//! The search is a race between the answers, over what one seat knows. Each round draws one of the positions that are possible for
//! the seat ([`Game::remembered`]) and plays the game on once for each answer, with a bot in every seat, until it ends or
//! the game can tell how it is likely to end ([`Bots::estimate`]). All answers of a round meet the same luck: the n-th result of a
//! source is the same for all. So most of the luck cancels out when two answers are compared (common random numbers), and answers
//! that make no difference are soon recognised.
//!
//! Playouts are shared out by sequential halving (Karnin, Koren & Somekh 2013): the worse half of the answers is dropped again and
//! again. An answer is also dropped as soon as it is sure to gain nothing worth knowing. In the end, the bot's own answer is
//! replaced only by one that is better beyond chance. With enough playouts the result plays at least as well as the bot, by policy
//! improvement (Tesauro & Galperin 1997): it plays as the bot does from the next decision on, and better now.
//!
//! So only the first level of the tree is searched. A deeper one, of the seat's later decisions by what it would have heard until
//! then, was tried and won fewer games: most of its branches are met too seldom to learn what is better than the bot's answer.
//!
//! [`Game::remembered`]: super::Game::remembered

use std::time::{Duration, Instant};

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

use super::bot::below;
use super::{Bot, Bots, Choices, Seat, Turn, Verdict, Words, Worlds};

/// When a search stops: at whichever limit is reached first.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub playouts: u32,
    pub time: Option<Duration>,
}

/// What a search says about a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Hint {
    /// The number of the requested move.
    pub n: usize,
    /// How many playouts were made, to the end of the game or to an estimate.
    pub playouts: u32,
    /// How many of them ended in an estimate: then `p` is not a probability of winning, and only shows which answer is better.
    pub judged: u32,
    /// Whether people may know more than the search does, as in [`Odds::partial`](super::Odds::partial).
    pub partial: bool,
    /// Whether what others chose unseen counts as equally likely, as in [`Odds::assumed`](super::Odds::assumed).
    pub assumed: bool,
    /// Every answer that was tried, best first.
    pub options: Vec<Advice>,
}

/// What a search says about one answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Advice {
    pub id: String,
    pub playouts: u32,
    /// The probability of winning.
    pub p: f64,
    /// The half-width of the 95 % interval of `p`.
    pub error: f64,
}

/// A playout that is not over after this many moves is scored as it stands. Eight knights need 3,000 and more.
const LONGEST: usize = 20_000;

/// The most possible positions to distinguish; the first ones stand for the rest.
const MAX_WORLDS: usize = 4_096;

/// The most positions that are drawn at random where there are more.
const MAX_DRAWS: usize = 512;

/// The most memory for the possible positions, in bytes.
const MAX_MEMORY: usize = 96 << 20;

/// The most playouts, whose results take 4 bytes each, and three times that while their list grows. A search with a larger budget
/// ends here.
pub const MAX_PLAYOUTS: u32 = 4 << 20;

/// Answers are first compared after this many rounds, and then whenever their number has doubled.
const FIRST_LOOK: usize = 16;

/// An answer is dropped once it is sure to gain less than this over the best one, as a share of games won, by this many standard
/// errors; the bot's own only by more, since the best of many answers is often just the luckiest.
const WORTH_KNOWING: f64 = 0.01;
const SURE: f64 = 2.0;
const SURE_AGAINST_BOT: f64 = 4.0;

/// Added to the sum of squared gains, since a few equal results do not prove that two answers come to the same. With this much,
/// equal results in every round up to the first look do.
const MIN_SQUARES: f64 = 0.006;

/// What an answer is expected to gain over the bot's before it has been tried: mostly, bots are right. The spread of that is the
/// game's ([`Bots::spread`]).
const EXPECTED: f64 = -0.02;

/// What the search found about one answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<M> {
    pub mv: M,
    pub playouts: u32,
    /// The probability that the seat that is asked wins: their mean.
    pub won: f64,
    /// Its standard error, or somewhat more where playouts end in an estimate.
    pub error: f64,
    /// How many playouts ended in an estimate.
    pub judged: u32,
    /// How many moves they took, and for the bot's own answer also how many the bot tried.
    pub moves: u64,
}

/// One answer in the race.
struct Runner<M> {
    mv: M,
    /// What each round was worth.
    values: Vec<f32>,
    /// The sum of the probabilities of winning, or of wins.
    wins: f64,
    /// How many rounds ended in an estimate.
    judged: u32,
    /// How many moves were made for it.
    moves: u64,
}

impl<M> Runner<M> {
    fn rounds(&self) -> usize {
        self.values.len()
    }

    fn mean(&self) -> f64 {
        self.values.iter().copied().map(f64::from).sum::<f64>() / self.rounds().max(1) as f64
    }

    /// The mean gain over another answer in the rounds that both were tried in, and its standard error.
    fn gain(&self, other: &Runner<M>) -> (f64, f64) {
        let pairs = self
            .values
            .iter()
            .zip(&other.values)
            .map(|(own, other)| f64::from(own - other));
        let (sum, squares) = pairs.fold((0.0, MIN_SQUARES), |(sum, squares), gain| {
            (sum + gain, squares + gain * gain)
        });
        let rounds = self.rounds().min(other.rounds()).max(1) as f64;
        let mean = sum / rounds;
        (
            mean,
            ((squares / rounds - mean * mean).max(0.0) / rounds)
                .sqrt()
                .max(MIN_SQUARES.sqrt() / rounds),
        )
    }
}

impl<P> Worlds<P> {
    /// One of them at random.
    fn one(&self, luck: &mut dyn Rng) -> Option<&P> {
        let mut case = below(self.list.iter().map(|(_, cases)| *cases).sum(), luck);
        let world = self
            .list
            .iter()
            .find(|(_, cases)| match case.checked_sub(*cases) {
                None => true,
                Some(rest) => {
                    case = rest;
                    false
                }
            });
        world.map(|(world, _)| world)
    }
}

struct Search<'g, G: Words + Bots> {
    game: &'g G,
    seat: Seat,
    bots: Vec<Box<dyn Bot<G>>>,
    choices: Choices<G::Move>,
    /// The luck of a round, by source and then by seat.
    luck: Vec<ChaCha8Rng>,
    /// The answers still in the race come first; `habit` is the bot's.
    runners: Vec<Runner<G::Move>>,
    running: usize,
    habit: G::Move,
    /// How many possible positions were drawn, if these are not all: playouts from the same one are not independent.
    drawn: Option<usize>,
}

/// What the answers to a question lead to for `seat`, best first; `choices` are the legal ones. A single one is not tried. Only
/// what `knower` knows counts (with `None`: what everybody knows); the result is empty if the game cannot say that.
pub fn search<G: Words + Bots>(
    game: &G,
    position: &G::Position,
    (seat, knower): (Seat, Option<Seat>),
    choices: &Choices<G::Move>,
    budget: Budget,
    luck: &mut dyn Rng,
) -> Vec<Found<G::Move>> {
    let budget = Budget {
        playouts: budget.playouts.min(MAX_PLAYOUTS),
        ..budget
    };
    let fit = fit(game.bytes(position));
    let draws = (budget.playouts as usize).clamp(1, MAX_DRAWS.min(fit));
    let worlds = game.worlds(position, knower, MAX_WORLDS.min(fit), draws);
    let best = G::NAMES.first().and_then(|name| game.bot(name));
    let bots: Option<Vec<_>> = (0..game.seats()).map(|_| game.playout_bot()).collect();
    let (Some(mut best), Some(bots), Some(world)) = (best, bots, worlds.one(luck)) else {
        return Vec::new();
    };
    // In a position that is only possible, a bot might take what was drawn for what is known.
    let known = if knower == Some(seat) {
        position
    } else {
        world
    };
    let habit = best.choose(&game.view(known, Some(seat)), choices, luck);
    let Some(habit) = choices.get(habit).map(|choice| choice.mv) else {
        return Vec::new();
    };
    let runners: Vec<_> = choices
        .iter()
        .map(|choice| Runner {
            mv: choice.mv,
            values: Vec::new(),
            wins: 0.0,
            judged: 0,
            moves: if choice.mv == habit { best.tried() } else { 0 },
        })
        .collect();
    let running = runners.len();
    let mut search = Search {
        game,
        seat,
        bots,
        choices: Choices::default(),
        luck: Vec::new(),
        runners,
        running,
        habit,
        drawn: (!worlds.all).then_some(worlds.list.len()),
    };
    search.race(&worlds, budget, luck);
    search.found()
}

/// How many positions of this many bytes may be held.
fn fit(bytes: usize) -> usize {
    (MAX_MEMORY / bytes.max(1)).max(1)
}

impl<G: Words + Bots> Search<'_, G> {
    /// Tries the answers until the budget is spent or one is left.
    fn race(&mut self, worlds: &Worlds<G::Position>, budget: Budget, luck: &mut dyn Rng) {
        let until = budget.time.map(|time| Instant::now() + time);
        let halvings = usize::BITS - self.running.saturating_sub(1).leading_zeros();
        let share = budget.playouts / halvings.max(1);
        let mut left = budget.playouts;
        let mut look = FIRST_LOOK;
        let mut halved = budget.playouts;
        for round in 1.. {
            if self.running < 2 {
                return;
            }
            let Some(world) = worlds.one(luck) else {
                return;
            };
            let seed = u64::from(luck.next_u32());
            for at in 0..self.running {
                if left == 0 || until.is_some_and(|until| Instant::now() >= until) {
                    return;
                }
                left -= 1;
                self.playout(at, world.clone(), seed);
            }
            if round == look {
                look *= 2;
                self.drop_hopeless();
            }
            if halved - left >= share && self.running > 2 {
                halved = left;
                self.halve();
            }
        }
    }

    /// Sorts the answers that are still in the race, the best first.
    fn rank(&mut self) {
        self.runners[..self.running].sort_by(|one, other| other.mean().total_cmp(&one.mean()));
    }

    /// Drops the worse half of the answers, but not the bot's.
    fn halve(&mut self) {
        self.rank();
        let kept = self.running.div_ceil(2);
        if let Some(habit) = self.runners[..self.running]
            .iter()
            .position(|runner| runner.mv == self.habit)
            && habit >= kept
        {
            self.runners.swap(habit, kept - 1);
        }
        self.running = kept;
    }

    /// Drops the answers that are sure to gain nothing worth knowing over the best.
    fn drop_hopeless(&mut self) {
        self.rank();
        let (best, others) = self.runners[..self.running].split_at_mut(1);
        let hopes = |runner: &Runner<G::Move>| {
            let (gain, error) = runner.gain(&best[0]);
            let sure = if runner.mv == self.habit {
                SURE_AGAINST_BOT
            } else {
                SURE
            };
            gain + sure * error > WORTH_KNOWING
        };
        others.sort_by_key(|runner| !hopes(runner));
        self.running = 1 + others.partition_point(hopes);
    }

    /// Plays one game on after an answer and records the result.
    fn playout(&mut self, at: usize, mut world: G::Position, seed: u64) {
        self.shuffle(seed);
        let mut answer = Some(self.runners[at].mv);
        let mut prospect = None;
        for made in 0..LONGEST {
            self.runners[at].moves += 1;
            let turn = self.game.turn(&world);
            let mv = match (answer.take(), turn) {
                (_, Turn::Over) => break,
                (Some(answer), _) => answer,
                (None, turn) => match self.next(&world, turn) {
                    Some(mv) => mv,
                    None => break,
                },
            };
            if self.game.play(&mut world, mv, &mut |_| {}).is_err() {
                break;
            }
            if made >= G::HORIZON {
                prospect = self.game.estimate(&world, self.seat);
                if prospect.is_some() {
                    break;
                }
            }
        }
        let (value, won) = match prospect {
            Some(prospect) => (prospect, prospect),
            None => self.result(&world),
        };
        let runner = &mut self.runners[at];
        runner.values.push(value as f32);
        runner.judged += u32::from(prospect.is_some());
        runner.wins += won;
    }

    /// What the end of a playout is worth, and whether it is a win.
    fn result(&self, world: &G::Position) -> (f64, f64) {
        let outcome = self.game.outcome(world);
        let outcome = outcome.unwrap_or_else(|| self.game.standing(world));
        let verdict = outcome.verdicts.get(usize::from(self.seat));
        let won = f64::from(u8::from(verdict == Some(&Verdict::Win)));
        (self.game.prize(world, self.seat, &outcome), won)
    }

    /// Begins the luck of a round.
    fn shuffle(&mut self, seed: u64) {
        let streams = self.game.sources().len() + self.game.seats();
        let round = ChaCha8Rng::seed_from_u64(seed);
        let stream = |of: usize| {
            let mut luck = round.clone();
            luck.set_stream(of as u64);
            luck
        };
        self.luck.clear();
        self.luck.extend((0..streams).map(stream));
    }

    /// What the bots or chance do next.
    fn next(&mut self, world: &G::Position, turn: Turn) -> Option<G::Move> {
        self.game.moves(world, &mut self.choices);
        match turn {
            Turn::Over => None,
            Turn::Player(seat) => {
                let at = match self.choices.len() {
                    1 => 0,
                    _ => {
                        let luck = &mut self.luck[self.game.sources().len() + usize::from(seat)];
                        let view = self.game.view(world, Some(seat));
                        self.bots[usize::from(seat)].choose(&view, &self.choices, luck)
                    }
                };
                self.choices.get(at).map(|choice| choice.mv)
            }
            Turn::Chance(source) | Turn::Table(source) => {
                let luck = &mut self.luck[usize::from(source.0)];
                self.choices
                    .at(below(self.choices.total(), luck))
                    .map(|choice| choice.mv)
            }
        }
    }

    /// The answers, best first.
    fn found(self) -> Vec<Found<G::Move>> {
        let habit = self
            .runners
            .iter()
            .position(|runner| runner.mv == self.habit)
            .unwrap_or_default();
        let estimate = |runner: &Runner<G::Move>| {
            let (gain, error) = runner.gain(&self.runners[habit]);
            let (weight, prior) = (error.powi(-2), self.game.spread().powi(-2));
            if runner.mv == self.habit {
                0.0
            } else {
                (gain * weight + EXPECTED * prior) / (weight + prior)
            }
        };
        let mut order: Vec<(f64, usize)> = self.runners.iter().map(estimate).zip(0..).collect();
        let rounds = |at: usize| self.runners[at].rounds();
        order.sort_by(|(one, at), (other, beside)| {
            rounds(*beside).cmp(&rounds(*at)).then(other.total_cmp(one))
        });
        let best = order
            .iter()
            .enumerate()
            .max_by(|(_, one), (_, other)| one.0.total_cmp(&other.0))
            .map_or(0, |(at, _)| at);
        order[..=best].rotate_right(1);
        order
            .into_iter()
            .map(|(_, at)| self.runners[at].found(self.drawn))
            .collect()
    }
}

impl<M: Copy> Runner<M> {
    /// What it found, from this many positions that were drawn.
    fn found(&self, drawn: Option<usize>) -> Found<M> {
        let rounds = self.rounds().max(1);
        let won = self.wins / rounds as f64;
        let variance = won * (1.0 - won);
        let n = drawn.map_or(rounds, |drawn| rounds.min(drawn)) as f64;
        Found {
            mv: self.mv,
            playouts: self.rounds() as u32,
            won,
            judged: self.judged,
            moves: self.moves,
            // A few that are alike prove little, and none more than that it lies between 0 and 1.
            error: ((variance + 0.25 / n) / n).sqrt() / (1.0 + 1.0 / n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Game;
    use crate::referee::journal::Secrets;
    use crate::referee::toy::{Move, Table, Toy};

    /// A game in which the first player is to move and has scored so much; `pot` is in the pot.
    fn asked(score: u32, pot: u32) -> (Toy, Table) {
        use crate::referee::Corrections;
        use crate::referee::toy::Correction;
        let toy = Toy {
            players: vec!["Ann".into(), "Bob".into()],
            secrets: Secrets::Table,
            made: Default::default(),
        };
        let mut table = toy.start();
        for correction in [Correction::Score(0, score), Correction::Pot(pot)] {
            toy.correct(&mut table, &correction, &mut |_| {})
                .expect("a correction");
        }
        (toy, table)
    }

    fn found(score: u32, pot: u32, playouts: u32) -> Vec<Found<Move>> {
        let (toy, table) = asked(score, pot);
        let mut choices = Choices::default();
        toy.moves(&table, &mut choices);
        let budget = Budget {
            playouts,
            time: None,
        };
        search(
            &toy,
            &table,
            (0, Some(0)),
            &choices,
            budget,
            &mut ChaCha8Rng::seed_from_u64(1),
        )
    }

    #[test]
    fn what_wins_at_once_is_found_and_the_rest_is_soon_given_up() {
        // T6: with 12 points and the better cards or more points, the game is won.
        let found = found(8, 8, 10_000);
        assert_eq!((found[0].mv, found[0].won), (Move::Hold, 1.0));
        assert!(
            found.iter().map(|found| found.playouts).sum::<u32>() < 1_000,
            "{found:?}"
        );
    }

    #[test]
    fn a_budget_is_kept_to_the_last_playout() {
        let found = found(0, 3, 100);
        assert_eq!(found.iter().map(|found| found.playouts).sum::<u32>(), 100);
        // The worse half is dropped halfway.
        assert!(found.iter().all(|found| found.playouts >= 16), "{found:?}");
    }

    /// Neither positions nor playouts take more than there is for them, and there is an answer all the same.
    #[test]
    fn memory_is_limited() {
        assert_eq!(fit(MAX_MEMORY / 3), 3);
        assert_eq!(fit(usize::MAX), 1);
        let found = found(8, 8, u32::MAX);
        assert_eq!(found[0].mv, Move::Hold);
    }

    /// Where all answers come to the same, the bot's own is kept, and nothing more is tried.
    #[test]
    fn an_answer_that_makes_no_difference_costs_little() {
        let answer = |gains: &[f32]| Runner {
            mv: (),
            values: gains.to_vec(),
            wins: 0.0,
            judged: 0,
            moves: 0,
        };
        let even = answer(&[1.0; FIRST_LOOK]);
        let (gain, error) = even.gain(&answer(&[1.0; FIRST_LOOK]));
        assert!(gain + SURE * error < WORTH_KNOWING, "{gain} {error}");
        let mut once = [1.0; FIRST_LOOK];
        once[0] = 0.0;
        let (gain, error) = even.gain(&answer(&once));
        assert!(gain + SURE * error > WORTH_KNOWING, "{gain} {error}");
    }
}
