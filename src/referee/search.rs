//! Looking ahead: what each answer leads to when the game is played out many times.
//!
//! The search is a Monte Carlo tree search over what one seat knows. Each playout begins in one of the ways in which things may
//! be ([`Game::known`]), walks down the tree by the decisions made, adds one node, and is played to its end by the game's own
//! best bot. Results of chance have no nodes of their own: what follows a decision is averaged over them, and over everything
//! the seat cannot see. Decisions are picked by the rule of AlphaZero (Silver et al. 2017): the mean so far, and a bonus that shrinks
//! with the visits and prefers what the bot would do. Every seat is taken to play for itself.
//!
//! [`Game::known`]: super::Game::known

use std::time::{Duration, Instant};

use rand::Rng;
use serde::Serialize;

use super::bot::below;
use super::{Bot, Bots, Choices, Outcome, Seat, Turn, Verdict, Words};

/// When a search stops: at whichever comes first.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub playouts: u32,
    pub time: Option<Duration>,
}

/// What a search says of a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    /// The number of the move that is asked for.
    pub n: usize,
    /// How many games were played out.
    pub playouts: u32,
    /// Every answer that was tried, the one to give first.
    pub options: Vec<Advice>,
}

/// What a search says of one answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    pub id: String,
    pub playouts: u32,
    /// The chance to win, a draw counting half.
    pub p: f64,
    /// Half of the 95 % interval of `p`.
    pub error: f64,
}

/// A playout that is not over after so many moves is scored as it stands.
const LONGEST: usize = 2_000;

/// More ways in which things may be are not kept apart: the first ones stand for all.
const MOST_WORLDS: usize = 4_096;

/// How much what is little tried is preferred to what did well so far.
const CURIOSITY: f64 = 0.7;

/// The share of the curiosity that is for the bot's own choice; the rest is for all alike.
const TRUST: f64 = 0.5;

/// What a search found about one answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<M> {
    pub mv: M,
    pub playouts: u32,
    /// The mean result for the seat that is asked: 1 a win, 0.5 a draw, 0 a loss.
    pub value: f64,
    /// The standard error of the mean.
    pub error: f64,
}

/// One decision in a node, by whoever makes it: after different results of chance different seats may.
struct Branch<M> {
    seat: Seat,
    mv: M,
    visits: u32,
    /// The sum of the results for the seat that decides, and of their squares.
    sum: f64,
    squares: f64,
    /// What comes after it, by number.
    node: Option<usize>,
}

struct Search<'g, G: Words + Bots> {
    game: &'g G,
    /// Each node's branches.
    nodes: Vec<Vec<Branch<G::Move>>>,
    bots: Vec<Box<dyn Bot<G>>>,
    choices: Choices<G::Move>,
    /// The branches that were taken, as node and branch.
    path: Vec<(usize, usize)>,
}

/// What the answers to a question lead to for `seat`, the one to give first; `choices` are the legal ones. Of a single one
/// nothing is tried. Only what `knower` knows counts (with `None`: everybody); nothing is found where the game cannot say that.
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
        choices.iter().map(|choice| Branch { seat, mv: choice.mv, visits: 0, sum: 0.0, squares: 0.0, node: None }).collect();
    let mut search = Search { game, nodes: vec![root], bots, choices: Choices::default(), path: Vec::new() };
    let playouts = if choices.len() == 1 { 0 } else { budget.playouts };
    let until = budget.time.map(|time| Instant::now() + time);
    for _ in 0..playouts {
        if until.is_some_and(|until| Instant::now() >= until) {
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
    /// Plays one game to its end, and remembers what came of it.
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
            let value = value(&outcome, branch.seat);
            branch.visits += 1;
            branch.sum += value;
            branch.squares += value * value;
        }
    }

    /// What a seat does: by the tree as far as it reaches, and then as the bot does. `node` is where in the tree the game is.
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

    /// The branch of a node that is tried next among the choices there are.
    fn promising(&mut self, node: usize, seat: Seat, habit: G::Move) -> usize {
        let branches = &mut self.nodes[node];
        let mut offered = Vec::with_capacity(self.choices.len());
        for choice in self.choices.iter() {
            let known = branches.iter().position(|branch| branch.seat == seat && branch.mv == choice.mv);
            offered.push(known.unwrap_or(branches.len()));
            if known.is_none() && node > 0 {
                branches.push(Branch { seat, mv: choice.mv, visits: 0, sum: 0.0, squares: 0.0, node: None });
            }
        }
        // The root has what is legal now, and nothing else.
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
                let value = branch.sum / n;
                let variance = (branch.squares / n - value * value).max(0.0);
                Found { mv: branch.mv, playouts: branch.visits, value, error: ((variance + 0.25 / n) / n).sqrt() }
            })
            .collect();
        found.sort_by(|one, other| other.playouts.cmp(&one.playouts).then_with(|| other.value.total_cmp(&one.value)));
        found
    }
}

/// What an end is worth to a seat.
fn value(outcome: &Outcome, seat: Seat) -> f64 {
    match outcome.verdicts.get(usize::from(seat)) {
        Some(Verdict::Win) => 1.0,
        Some(Verdict::Draw) => 0.5,
        Some(Verdict::Loss) | None => 0.0,
    }
}
