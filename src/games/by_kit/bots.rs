//! Bots for the game of any kit. What a position is worth to a seat follows from what the kit declares: `[bot] worth`, or else the
//! score, how near the conditions of `[end]` are to being met, and the counters.

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
use crate::referee::bot::below;
use crate::referee::{Bot, Choices, Game, Outcome, Seat, Turn, Verdict};

/// In how many possible worlds, and with how many results of chance, an answer is tried.
const LOOKS: usize = 4;

/// So many results of chance are all tried.
const FEW: usize = 20;

/// The most moves without a decision that one trial follows.
const LONGEST: usize = 200;

/// What a met condition of `[end]` is worth, beside points.
const CONDITION: f64 = 100.0;

/// A lead of so much is worth half of what any lead could be.
const LEAD: f64 = 20.0;

/// How much of a result depends on the lead, for whom winning is possible.
const MARGIN: f64 = 0.1;

/// Takes the answer after which the seat stands best, before the next decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot<KitGame> for Greedy {
    fn choose(&mut self, view: &View<'_>, choices: &Choices<Move>, luck: &mut dyn Rng) -> usize {
        let (game, position) = (view.game, view.position);
        let Some(seat) = view.seat.filter(|_| choices.len() > 1) else {
            return below(choices.len() as u32, luck) as usize;
        };
        let worlds = game.possible(position, Some(seat), Deal::Closed, (LOOKS, LOOKS));
        if worlds.list.is_empty() {
            return below(choices.len() as u32, luck) as usize;
        }
        let seed = luck.next_u64();
        let mut looks = 1;
        let mut values = vec![0.0; choices.len()];
        let mut look = 0;
        while look < looks {
            let (world, _) = &worlds.list[look % worlds.list.len()];
            let mut left_to_chance = worlds.list.len() > 1;
            for (value, choice) in values.iter_mut().zip(choices.iter()) {
                let mut chance = ChaCha8Rng::seed_from_u64(seed);
                chance.set_stream(look as u64);
                let mut after = world.clone();
                if game.judge_move(&after, choice.mv).is_err() {
                    continue;
                }
                game.make(&mut after, choice.mv, &mut |_| {});
                let (worth, any) = game.expected(after, seat, &mut chance);
                left_to_chance |= any;
                *value += worth;
            }
            if left_to_chance {
                looks = LOOKS;
            }
            look += 1;
        }
        best(&values, luck)
    }
}

/// Where the highest value is; one at random of several.
fn best(values: &[f64], luck: &mut dyn Rng) -> usize {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let highest = values
        .iter()
        .enumerate()
        .filter(|(_, value)| **value >= most);
    let all: Vec<usize> = highest.map(|(at, _)| at).collect();
    all[below(all.len() as u32, luck) as usize]
}

/// From 0 to 1, 0.5 for nothing.
fn squashed(lead: f64) -> f64 {
    0.5 + 0.5 * lead / (lead.abs() + LEAD)
}

impl KitGame {
    /// What a position is worth by the next decision, averaged over all results of the first chance if those are few, and whether
    /// anything more was left to chance.
    fn expected(&self, mut p: Position, seat: Seat, luck: &mut ChaCha8Rng) -> (f64, bool) {
        let mut choices = Choices::default();
        if matches!(self.turn(&p), Turn::Chance(_)) {
            self.moves(&p, &mut choices);
        }
        if choices.is_empty() || choices.len() > FEW {
            let any = self.run_on(&mut p, luck);
            return (self.worth(&p, seat), any);
        }
        let (mut sum, mut any) = (0.0, false);
        for choice in choices.iter() {
            let mut after = p.clone();
            self.make(&mut after, choice.mv, &mut |_| {});
            any |= self.run_on(&mut after, &mut luck.clone());
            sum += f64::from(choice.weight) * self.worth(&after, seat);
        }
        (sum / f64::from(choices.total()), any)
    }

    /// Goes on to the next decision. Returns whether anything was left to chance.
    fn run_on(&self, p: &mut Position, luck: &mut ChaCha8Rng) -> bool {
        let mut any = false;
        let mut choices = Choices::default();
        for _ in 0..LONGEST {
            let mv = match self.turn(p) {
                Turn::Over => break,
                Turn::Player(_) => match self.idle(p) {
                    Some(mv) => mv,
                    None => break,
                },
                Turn::Chance(_) | Turn::Table(_) => {
                    any = true;
                    self.moves(p, &mut choices);
                    match choices.at(below(choices.total(), luck)) {
                        Some(choice) => choice.mv,
                        None => break,
                    }
                }
            };
            self.make(p, mv, &mut |_| {});
        }
        any
    }

    /// What a position is worth to a seat beside the others.
    fn worth(&self, p: &Position, seat: Seat) -> f64 {
        if p.wait == Wait::Over
            && let Some(outcome) = self.outcome(p)
        {
            return 1e6 * (self.prize_of(p, seat, &outcome) - 0.5);
        }
        self.lead(p, seat)
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
        if let Some(win) = end.win {
            sum += CONDITION * self.nearness(&mut look, win, 0);
        }
        if let Some(lose) = end.lose {
            sum -= CONDITION * self.nearness(&mut look, lose, 0);
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
                let (one, other) = (
                    self.nearness(look, a, depth + 1),
                    self.nearness(look, b, depth + 1),
                );
                one.max(other)
            }
            Node::Join(join @ (Join::AtLeast | Join::More), a, b) => {
                near(look, (*a, *b), *join == Join::More)
            }
            Node::Join(join @ (Join::AtMost | Join::Less), a, b) => {
                near(look, (*b, *a), *join == Join::Less)
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
                let (temp, condition) = (*temp, *condition);
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

    /// What an end is worth to a seat, from 0 to 1: mostly that it has won, and a little by how much. Alone or together with nothing
    /// to win but points, only those count.
    pub(super) fn prize_of(&self, p: &Position, seat: Seat, outcome: &Outcome) -> f64 {
        let lead = squashed(self.lead(p, seat));
        let end = &self.program.end;
        if self.is_alone() && end.win.is_none() && end.score.is_some() && p.lost == 0 {
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
        return 1.0;
    }
    // From zero, or from as far below the aim as it is from zero.
    1.0 - (b - a) / (b - a + a.abs().max(b.abs()).max(1.0))
}
