//! Looking ahead: what each answer leads to when the game is played out many times.
//!
//! The search is a Monte Carlo tree search over what one seat knows. Each playout starts in one of the positions that are possible
//! for the seat ([`Game::known`]), descends the tree along the decisions made, adds one node, and is played to its end by the
//! game's own best bot. Results of chance have no nodes: what follows a decision is averaged over them, and over everything the
//! seat cannot see. Decisions are selected as in AlphaZero (Silver et al. 2017), by the mean so far plus a bonus that shrinks with
//! the visits and favours the bot's choice. Every seat is assumed to play for itself.
//!
//! [`Game::known`]: super::Game::known

use std::time::{Duration, Instant};

use rand::Rng;
use serde::Serialize;

use super::bot::below;
use super::{Bot, Bots, Choices, Seat, Turn, Verdict, Words};

/// When a search stops: at whichever limit is reached first.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub playouts: u32,
    pub time: Option<Duration>,
}

/// What a search says about a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    /// The number of the requested move.
    pub n: usize,
    /// How many games were played out.
    pub playouts: u32,
    /// Every answer that was tried, best first.
    pub options: Vec<Advice>,
}

/// What a search says about one answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    pub id: String,
    pub playouts: u32,
    /// The probability of winning.
    pub p: f64,
    /// The half-width of the 95 % interval of `p`.
    pub error: f64,
}

/// A playout that is not over after this many moves is scored as it stands.
const LONGEST: usize = 2_000;

/// The most possible positions to distinguish; the first ones stand for the rest.
const MOST_WORLDS: usize = 4_096;

/// How much rarely tried answers are preferred to those that have done well so far.
const CURIOSITY: f64 = 0.7;

/// What a draw is worth, where a win is 1: better than a loss, but nothing to play for. At a half, lone knights would turn round
/// at the door, since they win less often than that.
const DRAW: f64 = 0.1;

/// The share of the exploration bonus that favours the bot's choice; the rest is spread evenly.
const TRUST: f64 = 0.5;

/// Statistics of one answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<M> {
    pub mv: M,
    pub playouts: u32,
    /// The share of them that the seat that is asked has won.
    pub won: f64,
    /// The standard error of the share.
    pub error: f64,
}

/// One decision in a node, with the seat that makes it: that may depend on the results of chance.
struct Branch<M> {
    seat: Seat,
    mv: M,
    visits: u32,
    /// The sum of what the results are worth to the deciding seat, and how many of them are wins.
    sum: f64,
    wins: u32,
    /// The number of the node that follows.
    node: Option<usize>,
}

struct Search<'g, G: Words + Bots> {
    game: &'g G,
    /// Each node's branches.
    nodes: Vec<Vec<Branch<G::Move>>>,
    bots: Vec<Box<dyn Bot<G>>>,
    choices: Choices<G::Move>,
    /// The branches taken, as node and branch.
    path: Vec<(usize, usize)>,
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
    let mut worlds = Vec::new();
    game.known(position, knower, &mut |world, cases| {
        worlds.push((world, cases));
        worlds.len() < MOST_WORLDS
    });
    let cases: u32 = worlds.iter().map(|(_, cases)| *cases).sum();
    let bots: Option<Vec<_>> = (0..game.seats()).map(|_| game.bot(G::NAMES.first().copied().unwrap_or_default())).collect();
    let (Some(bots), false) = (bots, cases == 0) else { return Vec::new() };
    let root =
        choices.iter().map(|choice| Branch { seat, mv: choice.mv, visits: 0, sum: 0.0, wins: 0, node: None }).collect();
    let mut search = Search { game, nodes: vec![root], bots, choices: Choices::default(), path: Vec::new() };
    let playouts = if choices.len() == 1 { 0 } else { budget.playouts };
    let until = budget.time.map(|time| Instant::now() + time);
    for left in (1..=playouts).rev() {
        if until.is_some_and(|until| Instant::now() >= until) || search.is_settled(left) {
            break;
        }
        let mut case = below(cases, luck);
        let world = worlds.iter().find(|(_, cases)| match case.checked_sub(*cases) {
            None => true,
            Some(rest) => {
                case = rest;
                false
            }
        });
        if let Some((world, _)) = world {
            search.playout(world.clone(), luck);
        }
    }
    search.found()
}

impl<G: Words + Bots> Search<'_, G> {
    /// Whether so many more playouts cannot change which answer is tried most often.
    fn is_settled(&self, left: u32) -> bool {
        let (mut most, mut second) = (0, 0);
        for branch in &self.nodes[0] {
            second = second.max(branch.visits.min(most));
            most = most.max(branch.visits);
        }
        most > second + left
    }

    /// Plays one game to its end and records the result.
    fn playout(&mut self, mut world: G::Position, luck: &mut dyn Rng) {
        self.path.clear();
        let mut node = Some(0);
        for _ in 0..LONGEST {
            let mv = match self.game.turn(&world) {
                Turn::Over => break,
                Turn::Player(seat) => {
                    let Some(mv) = self.decision(&world, seat, &mut node, luck) else { break };
                    mv
                }
                Turn::Chance(_) | Turn::Table(_) => {
                    self.game.moves(&world, &mut self.choices);
                    let Some(choice) = self.choices.at(below(self.choices.total(), luck)) else { break };
                    choice.mv
                }
            };
            if self.game.play(&mut world, mv, &mut |_| {}).is_err() {
                break;
            }
        }
        let outcome = self.game.outcome(&world).unwrap_or_else(|| self.game.standing(&world));
        for (node, branch) in &self.path {
            let branch = &mut self.nodes[*node][*branch];
            let verdict = outcome.verdicts.get(usize::from(branch.seat));
            branch.visits += 1;
            branch.sum += verdict.map_or(0.0, |verdict| value(*verdict));
            branch.wins += u32::from(verdict == Some(&Verdict::Win));
        }
    }

    /// What a seat does: follows the tree as far as it reaches, then the bot. `node` is the game's place in the tree.
    fn decision(
        &mut self,
        world: &G::Position,
        seat: Seat,
        node: &mut Option<usize>,
        luck: &mut dyn Rng,
    ) -> Option<G::Move> {
        self.game.moves(world, &mut self.choices);
        let view = self.game.view(world, Some(seat));
        let habit = self.choices.get(self.bots[usize::from(seat)].choose(&view, &self.choices, luck))?.mv;
        let Some(at) = *node else { return Some(habit) };
        if self.choices.len() == 1 {
            return Some(habit);
        }
        let branch = self.promising(at, seat, habit);
        self.path.push((at, branch));
        let next = self.nodes.len();
        let taken = &mut self.nodes[at][branch];
        let mv = taken.mv;
        *node = taken.node;
        if taken.node.is_none() && taken.visits > 0 {
            taken.node = Some(next);
            self.nodes.push(Vec::new());
        }
        Some(mv)
    }

    /// The branch of a node to try next, among the given choices.
    fn promising(&mut self, node: usize, seat: Seat, habit: G::Move) -> usize {
        let branches = &mut self.nodes[node];
        let mut offered = Vec::with_capacity(self.choices.len());
        for choice in self.choices.iter() {
            let known = branches.iter().position(|branch| branch.seat == seat && branch.mv == choice.mv);
            offered.push(known.unwrap_or(branches.len()));
            if known.is_none() && node > 0 {
                branches.push(Branch { seat, mv: choice.mv, visits: 0, sum: 0.0, wins: 0, node: None });
            }
        }
        // The root has exactly the moves that are legal now.
        offered.retain(|at| *at < branches.len());
        let (visits, sum) = offered
            .iter()
            .map(|at| &branches[*at])
            .fold((0, 0.0), |(visits, sum), branch| (visits + branch.visits, sum + branch.sum));
        let untried = if visits > 0 { sum / f64::from(visits) } else { 0.5 };
        let even = (1.0 - TRUST) / offered.len() as f64;
        let score = |at: usize| {
            let branch = &branches[at];
            let mean = if branch.visits > 0 { branch.sum / f64::from(branch.visits) } else { untried };
            let prior = if branch.mv == habit { even + TRUST } else { even };
            mean + CURIOSITY * prior * f64::from(visits + 1).sqrt() / f64::from(branch.visits + 1)
        };
        offered.into_iter().max_by(|one, other| score(*one).total_cmp(&score(*other))).unwrap_or_default()
    }

    fn found(mut self) -> Vec<Found<G::Move>> {
        let mut found: Vec<Found<G::Move>> = self
            .nodes
            .swap_remove(0)
            .into_iter()
            .map(|branch| {
                let n = f64::from(branch.visits.max(1));
                let won = f64::from(branch.wins) / n;
                let variance = won * (1.0 - won);
                Found { mv: branch.mv, playouts: branch.visits, won, error: ((variance + 0.25 / n) / n).sqrt() }
            })
            .collect();
        found.sort_by(|one, other| other.playouts.cmp(&one.playouts).then_with(|| other.won.total_cmp(&one.won)));
        found
    }
}

/// What a result is worth to the seat that has it.
fn value(verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Win => 1.0,
        Verdict::Draw => DRAW,
        Verdict::Loss => 0.0,
    }
}
