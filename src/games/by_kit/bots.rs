//! Bots for the game of any kit. What a position is worth to a seat follows from what the kit declares: `[bot] worth`, or else the
//! score, how near the conditions of `[end]` are to being met, and the counters.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::KitGame;
use super::language::code::{Node, NodeId, Type};
use super::language::facts::NONE;
use super::language::phrase::Join;
use super::rules::eval::{Evaluator, Reader, number};
use super::rules::position::{Move, Position, Wait};
use super::rules::worlds::Deal;
use super::sight::view::View;
use crate::referee::bot::{RandomBot, below};
use crate::referee::{Bot, Choices, Game, Outcome, Seat, Turn, Verdict};

/// In how many possible worlds, and with how many results of chance, an answer is tried.
const LOOKS: usize = 4;

/// The same where few answers are offered.
const MORE_LOOKS: usize = 8;

/// In how many other worlds those that look best are tried again where pieces are hidden: of many answers, one always looks good in a few.
const SECOND_LOOKS: usize = 32;

/// How often all answers are tried where they only differ in what others make of them.
const ROUND_LOOKS: usize = 12;

/// So many answers are few.
const FEW_ANSWERS: usize = 8;

/// So many results of chance are all tried where few answers are offered, and where there are more.
const FEW: usize = 20;
const FEWER: usize = 6;

/// The most moves that one trial follows,
const LONGEST: usize = 200;

/// and the most that are not certain, to the end of the turn.
const REST: usize = 30;

/// Whoever plays alone looks this many turns ahead, since what one turn brings is often worth something only in the next.
const AHEAD: u32 = 3;

/// A game that is over after this many moves at random is played to its end instead.
const SOON: usize = 60;

/// The most moves for all of these, before one decision.
const MOVES: usize = 1000;

/// How many of the answers are played to the end: those that look best at the end of the turn.
const TRIED: usize = 6;

/// How often each of them is, at most.
const ROUNDS: usize = 256;

/// By this many standard errors an answer must be better than the one that looks best at the end of the turn.
const SURE: f64 = 0.5;

/// Chance alone never wins, or never loses, if this many games end alike.
const ALIKE: usize = 48;

/// Whoever plays alone would rather come to the same place so often than lose.
const ROUNDABOUT: u32 = 2;

/// What a met condition of `[end]` is worth, beside counters, and beside a score.
const CONDITION: f64 = 100.0;
const CONDITION_BESIDE_SCORE: f64 = 20.0;

/// How far from safe is who has nothing left of what must be kept, as `dice > 0` says.
const KEPT: f64 = 0.5;

/// A lead of so much is worth half of what any lead could be.
const LEAD: f64 = 20.0;

/// How much of a result depends on the lead, for whom winning is possible.
const MARGIN: f64 = 0.1;

/// Takes the answer after which the seat stands best at the end of the turn, if the rest of it is played at random; shortly before the
/// end of the game, the one that wins most often. Whoever plays alone does not return to where they have been: nothing is new there.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    /// How often the one who plays alone was asked in each [place](Position::place).
    been: HashMap<u64, u32>,
    /// How many moves it has tried so far.
    tried: u64,
}

impl Bot<KitGame> for Greedy {
    fn choose(&mut self, view: &View<'_>, choices: &Choices<Move>, luck: &mut dyn Rng) -> usize {
        let (game, position) = (view.game, view.position);
        if game.seats == 1 {
            *self.been.entry(position.place()).or_default() += 1;
        }
        let Some(seat) = view.seat.filter(|_| choices.len() > 1) else {
            return below(choices.len() as u32, luck) as usize;
        };
        let answers: Vec<Move> = choices.iter().map(|choice| choice.mv).collect();
        let all = self.leading_on(game, position, &answers);
        if let [only] = all[..] {
            return only;
        }
        let few = all.len() <= FEW_ANSWERS;
        let looks = if few { MORE_LOOKS } else { LOOKS };
        let most = looks + SECOND_LOOKS;
        let worlds = game.possible(position, Some(seat), Deal::Closed, (most, most));
        if worlds.list.is_empty() {
            return below(choices.len() as u32, luck) as usize;
        }
        let mut trial = Trial {
            game,
            seat,
            turn: turn_of(position),
            is_round: false,
            results: if few { FEW } else { FEWER },
            moves: Cell::new(worlds.list.len() as u64),
            worlds: worlds.list,
            seed: luck.next_u64(),
        };
        let values_of = |trial: &Trial<'_>, tried: &[usize], looks: Range<usize>| {
            let all: Vec<Move> = tried.iter().map(|at| answers[*at]).collect();
            trial.by_the_turn(&all, looks)
        };
        let mut promising = |values: &[f64], tried: &[usize]| -> Vec<usize> {
            let order = best_first(values, luck).map(|at| tried[at]);
            order.take(TRIED).collect()
        };
        let mut values = values_of(&trial, &all, 0..looks);
        if game.seats > 1 && values.iter().all(|value| *value == values[0]) {
            // What a bid or a bluff is worth shows once others have answered it.
            trial.is_round = true;
            values = values_of(&trial, &all, 0..ROUND_LOOKS.min(most));
        }
        let mut tried = promising(&values, &all);
        if trial.worlds.len() > 1 {
            tried = promising(&values_of(&trial, &tried, looks..most), &tried);
        }
        let best: Vec<Move> = tried.iter().map(|at| answers[*at]).collect();
        let at = trial.to_the_end(&best).unwrap_or_default();
        self.tried += trial.moves.get();
        tried[at]
    }

    fn tried(&self) -> u64 {
        self.tried
    }
}

impl Greedy {
    /// The answers that lead to where somebody who plays alone has been least often; a loss is avoided for longer. If several play, all.
    fn leading_on(&self, game: &KitGame, position: &Position, answers: &[Move]) -> Vec<usize> {
        let visits = |mv: &Move| {
            let mut after = position.clone();
            game.make(&mut after, *mv, &mut |_| {});
            match game.turn(&after) {
                Turn::Chance(_) | Turn::Table(_) => 0,
                Turn::Player(_) => self.been.get(&after.place()).copied().unwrap_or_default(),
                Turn::Over => match game.outcome(&after).as_ref().map(|end| &end.verdicts[..]) {
                    Some([Verdict::Loss]) => ROUNDABOUT,
                    _ => 0,
                },
            }
        };
        let visits: Vec<u32> = match game.seats {
            1 => answers.iter().map(visits).collect(),
            _ => vec![0; answers.len()],
        };
        let least = visits.iter().min().copied().unwrap_or_default();
        let all = visits.iter().enumerate();
        all.filter(|(_, own)| **own == least)
            .map(|(at, _)| at)
            .collect()
    }
}

/// Takes the action that `[bot]` values most, and decides about anything else as [`Greedy`] does.
#[derive(Clone, Debug, Default)]
pub struct Valued {
    is_quick: bool,
    other: Greedy,
}

impl Valued {
    /// For playouts: anything else is decided at random.
    pub fn quick() -> Valued {
        Valued {
            is_quick: true,
            ..Valued::default()
        }
    }
}

impl Bot<KitGame> for Valued {
    fn choose(&mut self, view: &View<'_>, choices: &Choices<Move>, luck: &mut dyn Rng) -> usize {
        let moves = choices.iter().map(|choice| choice.mv);
        let mut once = vec![None; usize::from(view.game.program.once)];
        let values = moves.map(|mv| view.game.action_value(view.position, mv, &mut once));
        match values.collect::<Option<Vec<f64>>>() {
            Some(values) => best_first(&values, luck).next().unwrap_or_default(),
            None if self.is_quick => Bot::<KitGame>::choose(&mut RandomBot, view, choices, luck),
            None => self.other.choose(view, choices, luck),
        }
    }

    fn tried(&self) -> u64 {
        self.other.tried
    }
}

/// Tries answers in what a seat thinks possible. The n-th look at each meets the same luck.
struct Trial<'a> {
    game: &'a KitGame,
    seat: Seat,
    /// The turn in which the seat is asked.
    turn: (u8, u32, u32),
    /// Whether answers are followed until the seat has another turn.
    is_round: bool,
    /// So many results of chance are all tried.
    results: usize,
    /// With their weights.
    worlds: Vec<(Position, u32)>,
    seed: u64,
    /// How many moves were tried so far.
    moves: Cell<u64>,
}

/// The multiples of these two lie most evenly in a square.
const EVEN: [u64; 2] = [0xC13F_A9A9_02A6_328F, 0x91E1_0DA5_C79E_7B1D];

/// Which turn it is: whose, and the number of turns and rounds so far.
fn turn_of(p: &Position) -> (u8, u32, u32) {
    (p.active, p.turns, p.rounds)
}

impl Trial<'_> {
    /// So many moves more were tried.
    fn count(&self, moves: usize) {
        self.moves.set(self.moves.get() + moves as u64);
    }

    fn luck(&self, look: usize) -> ChaCha8Rng {
        let mut luck = ChaCha8Rng::seed_from_u64(self.seed);
        luck.set_stream(look as u64);
        luck
    }

    /// A number below the total, evenly spread over the looks.
    fn spread(&self, look: usize, step: u64, total: u64) -> u64 {
        let share = self.seed.wrapping_add(step.wrapping_mul(look as u64));
        ((u128::from(share) * u128::from(total)) >> 64) as u64
    }

    /// The world of a look: each as often as it weighs.
    fn world(&self, look: usize) -> &Position {
        let total = self
            .worlds
            .iter()
            .map(|(_, weight)| u64::from(*weight))
            .sum();
        let mut case = self.spread(look, EVEN[0], total);
        for (world, weight) in &self.worlds {
            match case.checked_sub(u64::from(*weight)) {
                Some(rest) => case = rest,
                None => return world,
            }
        }
        &self.worlds[0].0
    }

    /// The position after an answer; `None` if it is not legal in this world.
    fn after(&self, look: usize, mv: Move) -> Option<Position> {
        let mut after = self.world(look).clone();
        self.game.judge_move(&after, mv).ok()?;
        self.game.make(&mut after, mv, &mut |_| {});
        self.count(1);
        Some(after)
    }

    /// What each answer is worth by the end of the turn, in these looks; in the first of them alone if nothing is left open.
    fn by_the_turn(&self, answers: &[Move], looks: Range<usize>) -> Vec<f64> {
        let mut is_open = self.worlds.len() > 1;
        let mut values = vec![0.0; answers.len()];
        for look in looks {
            for (value, mv) in values.iter_mut().zip(answers) {
                let Some(after) = self.after(look, *mv) else {
                    continue;
                };
                let (worth, any) = self.expected(after, &mut self.luck(look));
                is_open |= any;
                *value += worth;
            }
            if !is_open {
                break;
            }
        }
        values
    }

    /// What a position is worth by the end of the turn, averaged over all results of the first chance if those are few, and whether
    /// anything more was left to chance or to later decisions.
    fn expected(&self, mut p: Position, luck: &mut ChaCha8Rng) -> (f64, bool) {
        let (game, seat) = (self.game, self.seat);
        let mut choices = Choices::default();
        if matches!(game.turn(&p), Turn::Chance(_)) {
            game.moves(&p, &mut choices);
        }
        if choices.is_empty() || choices.len() > self.results {
            let any = self.end_turn(&mut p, luck);
            return (game.worth(&p, seat), any);
        }
        let mut sum = 0.0;
        let mut any = false;
        self.count(choices.len());
        for choice in choices.iter() {
            let mut after = p.clone();
            game.make(&mut after, choice.mv, &mut |_| {});
            any |= self.end_turn(&mut after, &mut luck.clone());
            sum += f64::from(choice.weight) * game.worth(&after, seat);
        }
        (sum / f64::from(choices.total()), any)
    }

    /// Plays on until the seat has another turn: others as if they saw through every bluff. Returns whether there was anything to play.
    fn go_round(&self, p: &mut Position, luck: &mut ChaCha8Rng) -> bool {
        let game = self.game;
        let mut choices = Choices::default();
        let mut any = false;
        for _ in 0..REST {
            let turn = game.turn(p);
            let is_due = turn_of(p) != self.turn && !p.together;
            if turn == Turn::Over || is_due && turn == Turn::Player(self.seat) {
                break;
            }
            game.moves(p, &mut choices);
            any |= choices.len() > 1;
            self.count(choices.len());
            let choice = match turn {
                Turn::Player(seat) if seat != self.seat && choices.len() > 1 => {
                    let worth = |mv: Move| {
                        let mut after = p.clone();
                        game.make(&mut after, mv, &mut |_| {});
                        game.worth(&after, seat)
                    };
                    let values: Vec<f64> = choices.iter().map(|choice| worth(choice.mv)).collect();
                    best_first(&values, luck)
                        .next()
                        .and_then(|at| choices.get(at))
                }
                _ => choices.at(below(choices.total().max(1), luck)),
            };
            let Some(choice) = choice else { break };
            game.make(p, choice.mv, &mut |_| {});
        }
        any
    }

    /// Plays on at random until somebody is to decide in another turn. Returns whether there was anything to play.
    fn end_turn(&self, p: &mut Position, luck: &mut ChaCha8Rng) -> bool {
        if self.is_round {
            return self.go_round(p, luck);
        }
        let (_, turns, rounds) = self.turn;
        let is_next = |p: &Position| match self.game.seats {
            1 => p.turns.max(p.rounds) >= turns.max(rounds) + AHEAD,
            _ => turn_of(p) != self.turn && !p.together,
        };
        let made = self.game.play_on(p, luck, REST, &is_next);
        self.count(made);
        made > 0
    }

    /// Settles what chance gives at once, so that its results are evenly spread over the looks.
    fn spread_chance(&self, p: &mut Position, look: usize, choices: &mut Choices<Move>) {
        if !matches!(self.game.turn(p), Turn::Chance(_)) {
            return;
        }
        self.game.moves(p, choices);
        let case = self.spread(look, EVEN[1], u64::from(choices.total()));
        if let Some(choice) = choices.at(case as u32) {
            self.game.make(p, choice.mv, &mut |_| {});
        }
    }

    /// Which answer wins most often if everybody plays on at random, if the game is soon over. The first one, unless another is better
    /// beyond its error. `None` also if all of these games end alike: then chance alone never wins, or never loses, and tells nothing.
    fn to_the_end(&self, answers: &[Move]) -> Option<usize> {
        let mut left = MOVES;
        let mut gains = vec![Vec::new(); answers.len()];
        let mut prizes = vec![0.0; answers.len()];
        let mut verdicts: Vec<Verdict> = Vec::new();
        let mut choices = Choices::default();
        for look in 0..ROUNDS {
            for (prize, mv) in prizes.iter_mut().zip(answers) {
                let Some(mut p) = self.after(look, *mv) else {
                    *prize = 0.0;
                    continue;
                };
                self.spread_chance(&mut p, look, &mut choices);
                let luck = &mut self.luck(look);
                let made = self.game.play_on(&mut p, luck, SOON, &|_| false);
                left = left.saturating_sub(made + 1);
                self.count(made);
                let outcome = self.game.outcome(&p)?;
                let verdict = outcome.verdicts.get(usize::from(self.seat));
                verdicts.extend(verdict.filter(|one| !verdicts.contains(one)));
                *prize = self.game.prize_of(&p, self.seat, &outcome);
            }
            for (gains, prize) in gains.iter_mut().zip(&prizes) {
                gains.push(prize - prizes[0]);
            }
            let is_hopeless = verdicts.len() < 2 && !self.game.counts_points_alone();
            if left == 0 || is_hopeless && (look + 1) * answers.len() >= ALIKE {
                break;
            }
        }
        if verdicts.len() < 2 && !self.game.counts_points_alone() {
            return None;
        }
        let mean = |gains: &[f64]| gains.iter().sum::<f64>() / gains.len() as f64;
        let at = (0..answers.len()).max_by(|one, other| {
            let by_gain = mean(&gains[*one]).total_cmp(&mean(&gains[*other]));
            by_gain.then(other.cmp(one))
        })?;
        let (gains, n) = (&gains[at], gains[at].len() as f64);
        let gain = mean(gains);
        let squares: f64 = gains.iter().map(|own| (own - gain).powi(2)).sum();
        let error = (squares / n).sqrt() / n.sqrt();
        Some(if gain > SURE * error { at } else { 0 })
    }
}

/// Where values are, the highest first and those that are equal in random order.
fn best_first(values: &[f64], luck: &mut dyn Rng) -> impl Iterator<Item = usize> {
    let mut order: Vec<(usize, u64)> = (0..values.len()).map(|at| (at, luck.next_u64())).collect();
    order.sort_by(|(one, ticket), (other, rival)| {
        let by_value = values[*other].total_cmp(&values[*one]);
        by_value.then(ticket.cmp(rival))
    });
    order.into_iter().map(|(at, _)| at)
}

/// From 0 to 1, 0.5 for nothing.
fn squashed(lead: f64) -> f64 {
    0.5 + 0.5 * lead / (lead.abs() + LEAD)
}

impl KitGame {
    /// Whether `[bot]` says what actions are worth.
    pub(super) fn values_actions(&self) -> bool {
        self.program
            .actions
            .iter()
            .any(|action| action.worth.is_some())
    }

    /// What an action is worth to who is asked, by `[bot]`: nothing, unless it says so. `None` for anything but an action.
    fn action_value(&self, p: &Position, mv: Move, once: &mut Vec<Option<i32>>) -> Option<f64> {
        let (action, picks) = match mv {
            Move::Act { action, picks } => (action, picks),
            Move::Pass => return Some(0.0),
            _ => return None,
        };
        let code = &self.program.actions[usize::from(action)];
        let Some(worth) = code.worth else {
            return Some(0.0);
        };
        let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(p.seat));
        if let Ok(picked) = self.named_by(&mut look, action, picks) {
            look.assumed = picked.assumed;
            for (pick, value) in code.picks.iter().zip(picked.values) {
                look.temps[usize::from(pick.temp)] = value;
            }
        }
        look.once = std::mem::take(once);
        let value = number(look.value(worth));
        *once = look.once;
        Some(f64::from(value))
    }

    /// Plays on at random for at most this many moves, until somebody is to decide at a place to stop. Returns how many were made that
    /// were not certain.
    fn play_on(
        &self,
        p: &mut Position,
        luck: &mut ChaCha8Rng,
        most: usize,
        stops: &dyn Fn(&Position) -> bool,
    ) -> usize {
        let mut made = 0;
        let mut choices = Choices::default();
        for _ in 0..LONGEST {
            match self.turn(p) {
                Turn::Over => break,
                Turn::Player(_) if stops(p) => break,
                Turn::Player(_) | Turn::Chance(_) | Turn::Table(_) => self.moves(p, &mut choices),
            }
            let case = match choices.len() {
                1 => 0,
                _ if made == most => break,
                _ => below(choices.total(), luck),
            };
            made += usize::from(choices.len() > 1);
            let Some(choice) = choices.at(case) else {
                break;
            };
            self.make(p, choice.mv, &mut |_| {});
        }
        made
    }

    /// What a position is worth to a seat beside the others, from 0 to 1.
    fn worth(&self, p: &Position, seat: Seat) -> f64 {
        let outcome = self.outcome(p).filter(|_| p.wait == Wait::Over);
        match outcome {
            Some(outcome) => self.prize_of(p, seat, &outcome),
            None => self.estimate_of(p, seat),
        }
    }

    /// By how much a seat is ahead of the best of the others; alone or together, what it has.
    fn lead(&self, p: &Position, seat: Seat) -> f64 {
        let own = self.standing_of(p, seat);
        if self.is_alone() {
            return own;
        }
        let others = (0..self.seats).filter(|other| *other != seat);
        let best = others
            .map(|other| self.standing_of(p, other))
            .fold(f64::NEG_INFINITY, f64::max);
        own - best
    }

    /// Whether nobody plays against another.
    fn is_alone(&self) -> bool {
        self.seats == 1 || self.program.end.together
    }

    /// Whether there is nothing to win but points.
    fn counts_points_alone(&self) -> bool {
        let end = &self.program.end;
        self.is_alone() && end.win.is_none() && end.score.is_some()
    }

    fn standing_of(&self, p: &Position, seat: Seat) -> f64 {
        let mut look = Evaluator::new(self, p, seat, Reader::Rules);
        if let Some(worth) = self.program.worth {
            return f64::from(number(look.value(worth)));
        }
        let end = &self.program.end;
        let mut sum = 0.0;
        if let Some(score) = end.score {
            let score = f64::from(number(look.value(score)));
            sum += if end.low { -score } else { score };
        }
        let condition = match end.score {
            Some(_) => CONDITION_BESIDE_SCORE,
            None => CONDITION,
        };
        if let Some(win) = end.win {
            sum += condition * self.nearness(&mut look, win, 0);
        }
        if let Some(lose) = end.lose {
            sum -= condition * self.nearness(&mut look, lose, 0);
        }
        if end.score.is_none() && end.win.is_none() {
            sum += self.counter_sum(p, seat);
        }
        sum
    }

    /// The sum of a seat's counters.
    fn counter_sum(&self, p: &Position, seat: Seat) -> f64 {
        let own = self.program.vars.iter();
        let own = own.filter(|var| var.own && var.ty == Type::Number);
        let cells = own.flat_map(|var| {
            let count = usize::from(var.each.count());
            let first = usize::from(var.base) + usize::from(seat) * count;
            p.vars[first..first + count].iter()
        });
        cells.map(|value| f64::from(number(*value))).sum()
    }

    /// How near a condition is to being met, from 0 to 1.
    fn nearness(&self, look: &mut Evaluator<'_>, node: NodeId, depth: usize) -> f64 {
        let nodes = &self.program.nodes;
        let met = |look: &mut Evaluator<'_>| f64::from(u8::from(look.holds(node)));
        if depth > 20 {
            return met(look);
        }
        match &nodes[node as usize] {
            Node::Join(Join::And, a, b) => {
                let (a, b) = (*a, *b);
                0.5 * (self.nearness(look, a, depth + 1) + self.nearness(look, b, depth + 1))
            }
            Node::Join(Join::Or, a, b) => {
                let (a, b) = (*a, *b);
                let one = self.nearness(look, a, depth + 1);
                let other = self.nearness(look, b, depth + 1);
                one.max(other)
            }
            Node::Join(join @ (Join::AtLeast | Join::More), a, b) => {
                near(look, (*a, *b), *join == Join::More)
            }
            Node::Join(join @ (Join::AtMost | Join::Less), a, b) => {
                near(look, (*b, *a), *join == Join::Less)
            }
            Node::Join(Join::Equal, a, b)
                if let Some(count) = self.nearly_counted(look, *a, depth) =>
            {
                1.0 / (1.0 + (count - f64::from(number(look.value(*b)))).abs())
            }
            Node::Join(Join::Equal, a, b) => {
                let (a, b) = (look.value(*a), look.value(*b));
                match a == b {
                    true => 1.0,
                    false if a == NONE || b == NONE => 0.0,
                    false => 1.0 / (1.0 + f64::from(a.abs_diff(b))),
                }
            }
            Node::Not(inner) => 1.0 - self.nearness(look, *inner, depth + 1),
            Node::Empty(set) => {
                let mut count = 0;
                look.each(*set, &mut |_, _| {
                    count += 1;
                    count < 1000
                });
                1.0 / (1.0 + f64::from(count))
            }
            Node::All(set, temp, condition) => {
                let temp = *temp;
                let condition = *condition;
                let (mut all, mut sum) = (0.0, 0.0);
                look.each(*set, &mut |look, value| {
                    look.temps[usize::from(temp)] = value;
                    all += 1.0;
                    sum += self.nearness(look, condition, depth + 1);
                    true
                });
                if all > 0.0 { sum / all } else { 1.0 }
            }
            _ => met(look),
        }
    }

    /// How many players meet a condition, each by how near they are to meeting it. `None` if something else is counted.
    fn nearly_counted(&self, look: &mut Evaluator<'_>, node: NodeId, depth: usize) -> Option<f64> {
        let nodes = &self.program.nodes;
        let Node::Count(set) = nodes[node as usize] else {
            return None;
        };
        let Node::Where(players, temp, condition) = nodes[set as usize] else {
            return None;
        };
        if !matches!(nodes[players as usize], Node::Players) {
            return None;
        }
        let mut sum = 0.0;
        look.each(players, &mut |look, value| {
            look.temps[usize::from(temp)] = value;
            sum += self.nearness(look, condition, depth + 1);
            true
        });
        Some(sum)
    }

    /// What an end is worth to a seat, from 0 to 1: mostly that it has won, and a little by how much. Alone or together with nothing
    /// to win but points, only those count, and where nobody can win or score, how the seat stands.
    pub(super) fn prize_of(&self, p: &Position, seat: Seat, outcome: &Outcome) -> f64 {
        let lead = squashed(self.lead(p, seat));
        let end = &self.program.end;
        let is_undecided = end.win.is_none() && end.score.is_none();
        let is_draw = || outcome.verdicts.iter().all(|one| *one == Verdict::Draw);
        if self.counts_points_alone() && p.lost == 0 || is_undecided && is_draw() {
            return lead;
        }
        let won = match outcome.verdicts.get(usize::from(seat)) {
            Some(Verdict::Win) => 1.0,
            Some(Verdict::Draw) => 0.4,
            _ => 0.0,
        };
        (1.0 - MARGIN) * won + MARGIN * lead
    }

    /// How likely a seat is to win, judging by the lead alone.
    pub(super) fn estimate_of(&self, p: &Position, seat: Seat) -> f64 {
        squashed(self.lead(p, seat))
    }
}

/// How near one number is to reaching another, or to being greater.
fn near(look: &mut Evaluator<'_>, (a, b): (NodeId, NodeId), greater: bool) -> f64 {
    let (a, b) = (look.value(a), look.value(b));
    if a == NONE || b == NONE {
        return 0.0;
    }
    let (a, b) = (f64::from(a), f64::from(b) + f64::from(u8::from(greater)));
    if a >= b {
        // Who must keep some of it is safer with more.
        let lacks = if b == 1.0 { KEPT / (1.0 + a) } else { 0.0 };
        return 1.0 - lacks;
    }
    // From zero, or from as far below the aim as it is from zero.
    1.0 - (b - a) / (b - a + a.abs().max(b.abs()).max(1.0))
}
