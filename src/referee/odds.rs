//! What can come of each answer before the next decision, and how likely that is.
//!
//! A front end calls [`Sitting::odds`](super::Sitting::odds) and gets [`Odds`]: for every answer offered, its [`Prospect`]s, each
//! with its probability and its outcome in a few words. They are computed from the game's own chance moves, never from a separate
//! formula, and from what one seat knows ([`Game::known`]), or everybody. The game words each event ([`Words::stake`]); outcomes in
//! the same words are one prospect.
//!
//! Facts that only the table can see, and choices that others keep hidden, count as equally likely. A question whose tree has at
//! most [`MAX_LEAVES`] leaves is computed exactly. A larger one is cut off where the next round begins ([`Prompting::round`]). If it
//! is still too large, every answer is sampled [`SAMPLES`] times.
//!
//! [`Game::known`]: super::Game::known
//! [`Prompting::round`]: super::Prompting::round
//! [`Words::stake`]: super::Words::stake

use std::collections::HashMap;
use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Serialize, Serializer};

use super::bot::below;
use super::{Choices, Seat, Stake, Turn, Words};

/// The most leaves that a question's tree may have to be computed exactly.
pub const MAX_LEAVES: usize = 100_000;

/// How often each answer is sampled where the tree is larger.
pub const SAMPLES: u32 = 10_000;

/// A probability with a denominator up to this is shown as cases, "4 in 6"; others as a percentage.
const MAX_CASES_SHOWN: u128 = 36;

/// The most dice that may settle one thing.
const MAX_DICE: u8 = 3;

/// A tree is also too large if a path through it has this many results of chance, since rerolled ties could go on for ever.
const DEEPEST: usize = 500;

/// The most steps in one trial.
const LONGEST_TRIAL: usize = 10_000;

/// The z-score of a 95 % interval.
const Z: f64 = 1.96;

/// What can come of every answer to the current question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Odds {
    /// The number of the requested move, as in the ask.
    pub n: usize,
    /// Whether the probabilities are exact.
    pub exact: bool,
    /// In the same order as in the ask.
    pub options: Vec<AnswerOdds>,
}

/// What can come of one answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerOdds {
    /// As in the ask.
    pub id: String,
    /// Most likely first. A single one is certain; if it has no phrases, nothing is left to chance before the next decision.
    pub outcomes: Vec<Prospect>,
}

/// One thing that can come of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    pub p: Likelihood,
    /// The outcomes along the way, in order, each in a few words: "wins", "finds a potion".
    pub phrases: Vec<String>,
}

/// How likely something is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Likelihood {
    /// In lowest terms.
    Exact { cases: u128, of: u128 },
    /// The frequency in trials, and the half-width of its 95 % interval (Wilson's).
    Sampled { p: f64, error: f64 },
}

impl Likelihood {
    /// From 0 to 1.
    pub fn value(self) -> f64 {
        match self {
            Likelihood::Exact { cases, of } => cases as f64 / of as f64,
            Likelihood::Sampled { p, .. } => p,
        }
    }

    /// Whether it is certain.
    pub fn is_certain(self) -> bool {
        matches!(self, Likelihood::Exact { cases, of } if cases == of)
    }

    /// The probability that one of several mutually exclusive things happens. The error of sampled ones is that of their sum.
    pub fn sum(parts: &[Likelihood]) -> Likelihood {
        let exact = |part: &Likelihood| match part {
            Likelihood::Exact { cases, of } => Some((*cases, *of)),
            Likelihood::Sampled { .. } => None,
        };
        let all = parts
            .iter()
            .try_fold((0, 1), |sum, part| plus(sum, exact(part)?));
        match all {
            Some((cases, of)) => Likelihood::exact(cases, of),
            None => {
                let p: f64 = parts.iter().map(|part| part.value()).sum();
                sampled((p * f64::from(SAMPLES)).round() as u32, SAMPLES)
            }
        }
    }

    /// "4 in 6", as counted on dice, "58.3 %", or "about 58 %".
    pub fn told(self) -> String {
        let (form, [cases, of]) = self.form();
        form.replace("{cases}", &cases).replace("{of}", &of)
    }

    /// The same before its numbers are put in: "{cases} in {of}".
    pub fn form(self) -> (&'static str, [String; 2]) {
        let counted =
            |cases: u128, of: u128| ("{cases} in {of}", [cases.to_string(), of.to_string()]);
        let percent = |form, p: f64| (form, [format!("{:.1}", 100.0 * p), String::new()]);
        match self {
            Likelihood::Exact { of: 1, .. } => ("for certain", [String::new(), String::new()]),
            // Halves and thirds are sixths of a die.
            Likelihood::Exact {
                cases,
                of: of @ (2 | 3),
            } => counted(cases * 6 / of, 6),
            Likelihood::Exact { cases, of } if of <= MAX_CASES_SHOWN => counted(cases, of),
            Likelihood::Exact { cases, of } => percent("{cases} %", cases as f64 / of as f64),
            Likelihood::Sampled { p, .. } => percent("about {cases} %", p),
        }
    }

    /// "21 in 36", as counted on two dice, so that fights can be compared.
    pub fn on_two_dice(self) -> String {
        match self {
            Likelihood::Exact { cases, of } if 36 % of == 0 => format!("{} in 36", cases * 36 / of),
            other => other.told(),
        }
    }

    /// A number of cases out of a total.
    pub fn exact(cases: u128, of: u128) -> Likelihood {
        let shared = gcd(cases, of);
        Likelihood::Exact {
            cases: cases / shared,
            of: of / shared,
        }
    }
}

/// "7/12", "1", or "0.583".
impl fmt::Display for Likelihood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Likelihood::Exact { cases, of: 1 } => write!(f, "{cases}"),
            Likelihood::Exact { cases, of } => write!(f, "{cases}/{of}"),
            Likelihood::Sampled { p, .. } => write!(f, "{p:.4}"),
        }
    }
}

impl Prospect {
    /// The outcome as one phrase; empty where nothing is at stake.
    pub fn text(&self) -> String {
        self.phrases.join(", ")
    }
}

/// `{"p": "7/12", "text": ".."}`, or with `p` as a number and `error`.
impl Serialize for Prospect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Line {
            Exact { p: String, text: String },
            Sampled { p: f64, error: f64, text: String },
        }
        let text = self.text();
        match self.p {
            Likelihood::Exact { .. } => Line::Exact {
                p: self.p.to_string(),
                text,
            },
            Likelihood::Sampled { p, error } => Line::Sampled { p, error, text },
        }
        .serialize(serializer)
    }
}

/// Whose knowledge the odds are computed from, and how chance is settled.
#[derive(Clone, Copy, Debug)]
pub struct Knowing<'a> {
    /// Only what this seat knows; `None` is what everybody knows.
    pub seat: Option<Seat>,
    /// The players keep the secrets: play continues with [`Game::untold`](super::Game::untold), without the referee learning the
    /// result.
    pub untold: bool,
    /// The players' names, by seat.
    pub players: &'a [String],
}

/// Limits on exact computation and on sampling.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// [`MAX_LEAVES`], or fewer.
    pub leaves: usize,
    /// [`SAMPLES`], or fewer.
    pub samples: u32,
}

impl Effort {
    /// The effort for a question asked by a person.
    pub const FULL: Effort = Effort {
        leaves: MAX_LEAVES,
        samples: SAMPLES,
    };
}

/// What a die must show for something to happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The faces that suffice, in order.
    pub good: Vec<u8>,
    /// All faces of the die.
    pub faces: Vec<u8>,
}

/// "3 or more", "a 6", "2 or 4", "any roll", "no roll".
impl fmt::Display for Needed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.good.as_slice() {
            [] => write!(f, "no roll"),
            good if good == self.faces => write!(f, "any roll"),
            [face] => write!(f, "a {face}"),
            [least, ..] if self.faces.ends_with(&self.good) => write!(f, "{least} or more"),
            [most @ .., last] => {
                let most: Vec<String> = most.iter().map(u8::to_string).collect();
                write!(f, "{} or {last}", most.join(", "))
            }
        }
    }
}

/// What the next die must show for one of the `wanted` events, after making in turn those of `moves` that are legal; `face` is what
/// the die shows in a move. `None` if no die follows.
pub fn needed<G: Words>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    face: impl Fn(G::Move) -> Option<u8>,
    wanted: impl Fn(&G::Event) -> bool,
) -> Option<Needed> {
    let world = before_a_die(game, position, moves)?;
    let mut choices = Choices::default();
    game.moves(&world, &mut choices);
    let mut needed = Needed {
        good: Vec::new(),
        faces: Vec::new(),
    };
    for choice in choices.iter() {
        let face = face(choice.mv)?;
        let mut happens = false;
        game.apply(&mut world.clone(), choice.mv, &mut |event| {
            happens |= wanted(&event)
        });
        needed.good.extend(happens.then_some(face));
        needed.faces.push(face);
    }
    Some(needed)
}

/// The probability that dice settle something favourably, for example the two dice of a fight, after making in turn those of
/// `moves` that are legal. `settled` gets what one die brought and the position after it, and says whether that settles it, and
/// how; anything settled by a decision counts as unfavourable. `None` if no die follows.
pub fn chance<G: Words>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    settled: impl Fn(&[G::Event], &G::Position) -> Option<bool>,
) -> Option<Likelihood> {
    let world = before_a_die(game, position, moves)?;
    let (cases, of) = favourable(game, &world, &settled, MAX_DICE)?;
    Some(Likelihood::exact(cases, of))
}

/// The position in which a die comes next, after making in turn those of `moves` that are legal.
fn before_a_die<G: Words>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> Option<G::Position> {
    let mut world = position.clone();
    for mv in moves {
        if game.judge(&world, *mv).is_ok() {
            game.apply(&mut world, *mv, &mut |_| {});
        }
    }
    matches!(game.turn(&world), Turn::Chance(_)).then_some(world)
}

/// The number of cases in which dice settle it favourably.
fn favourable<G: Words>(
    game: &G,
    world: &G::Position,
    settled: &impl Fn(&[G::Event], &G::Position) -> Option<bool>,
    dice: u8,
) -> Option<(u128, u128)> {
    if !matches!(game.turn(world), Turn::Chance(_)) {
        return Some((0, 1));
    }
    let dice = dice.checked_sub(1)?;
    let mut choices = Choices::default();
    game.moves(world, &mut choices);
    let total = u128::from(choices.total());
    choices.iter().try_fold((0, 1), |sum, choice| {
        let (mut after, mut events) = (world.clone(), Vec::new());
        game.apply(&mut after, choice.mv, &mut |event| events.push(event));
        let (cases, of) = match settled(&events, &after) {
            Some(is_well) => (u128::from(is_well), 1),
            None => favourable(game, &after, settled, dice)?,
        };
        plus(
            sum,
            (
                cases.checked_mul(u128::from(choice.weight))?,
                total.checked_mul(of)?,
            ),
        )
    })
}

/// The odds of the question that a position asks, for the `n`-th move. `None` if the game is over, or cannot say what the seat
/// knows.
pub fn odds<G: Words>(
    game: &G,
    position: &G::Position,
    n: usize,
    knowing: Knowing<'_>,
    effort: Effort,
) -> Option<Odds> {
    let mut choices = Choices::default();
    game.moves(position, &mut choices);
    let mut worlds = Vec::new();
    game.known(position, knowing.seat, &mut |world, cases| {
        worlds.push((world, cases));
        worlds.len() < effort.leaves
    });
    if worlds.is_empty() {
        return None;
    }
    let asked = match game.turn(position) {
        Turn::Player(seat) => Some(seat),
        _ => knowing.seat,
    };
    let mut tree = Tree {
        game,
        knowing,
        effort,
        asked,
        round: None,
        leaves: 0,
        stakes: Vec::new(),
        phrases: Phrases::default(),
    };
    let mut options = tree.all_worked_out(&worlds, &choices);
    if options.is_none() {
        tree.round = game.round(position);
        tree.leaves = 0;
        tree.stakes.clear();
        options = tree
            .round
            .and_then(|_| tree.all_worked_out(&worlds, &choices));
    }
    let exact = options.is_some();
    let options = options.unwrap_or_else(|| {
        choices
            .iter()
            .map(|choice| tree.tried(&worlds, choice.mv))
            .collect()
    });
    let options = choices.iter().zip(options).map(|(choice, mut outcomes)| {
        outcomes.sort_by(|one, other| {
            other
                .p
                .value()
                .total_cmp(&one.p.value())
                .then_with(|| one.phrases.cmp(&other.phrases))
        });
        AnswerOdds {
            id: game.id(choice.mv),
            outcomes,
        }
    });
    Some(Odds {
        n,
        exact,
        options: options.collect(),
    })
}

/// The phrases of outcomes, numbered, so that paths through the tree are compared quickly.
#[derive(Default)]
struct Phrases {
    words: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Phrases {
    fn number(&mut self, words: String) -> u32 {
        *self.numbers.entry(words).or_insert_with_key(|words| {
            self.words.push(words.clone());
            self.words.len() as u32 - 1
        })
    }

    fn spelt(&self, way: &[u32]) -> Vec<String> {
        way.iter()
            .map(|number| self.words[*number as usize].clone())
            .collect()
    }
}

/// What comes next in one of the possible positions.
enum Next<M> {
    /// Somebody decides, or nobody ever will.
    Stop,
    /// This move is certain.
    Sure(M),
    Chance,
}

struct Tree<'a, G: Words> {
    game: &'a G,
    knowing: Knowing<'a>,
    effort: Effort,
    /// The player who is asked, if any.
    asked: Option<Seat>,
    /// The round with which the tree ends; `None` if it goes on to the next decision, however far away that is.
    round: Option<u32>,
    /// Leaves reached so far.
    leaves: usize,
    /// The outcomes on the path to the current node.
    stakes: Vec<u32>,
    phrases: Phrases,
}

/// The weight of each path, by its outcomes and its denominator, so that no fraction is reduced early.
type Ways = HashMap<Vec<u32>, HashMap<u128, u128>>;

impl<G: Words> Tree<'_, G> {
    /// Everything that can come of each answer; `None` if the tree is too large.
    fn all_worked_out(
        &mut self,
        worlds: &[(G::Position, u32)],
        choices: &Choices<G::Move>,
    ) -> Option<Vec<Vec<Prospect>>> {
        choices
            .iter()
            .map(|choice| self.worked_out(worlds, choice.mv))
            .collect()
    }

    /// Everything that can come of a move; `None` if the tree is too large.
    fn worked_out(&mut self, worlds: &[(G::Position, u32)], mv: G::Move) -> Option<Vec<Prospect>> {
        let total: u128 = worlds.iter().map(|(_, cases)| u128::from(*cases)).sum();
        let mut ways = Ways::new();
        for (world, cases) in worlds {
            self.branch(world, mv, (u128::from(*cases), total), 0, &mut ways)?;
        }
        let found = ways.into_iter().map(|(way, shares)| {
            let (cases, of) = shares
                .into_iter()
                .try_fold((0, 1), |sum, (of, cases)| plus(sum, (cases, of)))?;
            Some(Prospect {
                p: Likelihood::exact(cases, of),
                phrases: self.phrases.spelt(&way),
            })
        });
        found.collect()
    }

    /// Follows a move, which has a number of cases out of a total.
    fn branch(
        &mut self,
        world: &G::Position,
        mv: G::Move,
        share: (u128, u128),
        depth: usize,
        ways: &mut Ways,
    ) -> Option<()> {
        let before = self.stakes.len();
        let mut after = world.clone();
        // An offered move is legal in every world consistent with what is known; otherwise that world is left out.
        if self.play(&mut after, mv) {
            self.go_on(&after, share, depth, ways)?;
        }
        self.stakes.truncate(before);
        Some(())
    }

    fn go_on(
        &mut self,
        world: &G::Position,
        share: (u128, u128),
        depth: usize,
        ways: &mut Ways,
    ) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        match self.next(world) {
            Next::Stop => {
                self.leaves += 1;
                let cases = ways
                    .entry(self.stakes.clone())
                    .or_default()
                    .entry(share.1)
                    .or_default();
                *cases = cases.checked_add(share.0)?;
                (self.leaves <= self.effort.leaves).then_some(())
            }
            Next::Sure(mv) => self.branch(world, mv, share, depth + 1, ways),
            Next::Chance => {
                let mut choices = Choices::default();
                self.game.moves(world, &mut choices);
                let total = u128::from(choices.total());
                for choice in choices.iter() {
                    let (cases, of) = (
                        share.0.checked_mul(u128::from(choice.weight))?,
                        share.1.checked_mul(total)?,
                    );
                    let shared = gcd(cases, of);
                    self.branch(
                        world,
                        choice.mv,
                        (cases / shared, of / shared),
                        depth + 1,
                        ways,
                    )?;
                }
                Some(())
            }
        }
    }

    /// What came of a move in a number of trials, the same ones every time.
    fn tried(&mut self, worlds: &[(G::Position, u32)], mv: G::Move) -> Vec<Prospect> {
        let mut luck = ChaCha8Rng::seed_from_u64(0);
        let total: u32 = worlds.iter().map(|(_, cases)| *cases).sum();
        let mut counts: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut choices = Choices::default();
        for _ in 0..self.effort.samples {
            let mut case = below(total, &mut luck);
            let world = worlds
                .iter()
                .find(|(_, cases)| match case.checked_sub(*cases) {
                    None => true,
                    Some(rest) => {
                        case = rest;
                        false
                    }
                });
            let Some((world, _)) = world else { break };
            let mut world = world.clone();
            self.stakes.clear();
            self.play(&mut world, mv);
            for _ in 0..LONGEST_TRIAL {
                let mv = match self.next(&world) {
                    Next::Stop => break,
                    Next::Sure(mv) => mv,
                    Next::Chance => {
                        self.game.moves(&world, &mut choices);
                        let Some(choice) = choices.at(below(choices.total(), &mut luck)) else {
                            break;
                        };
                        choice.mv
                    }
                };
                self.play(&mut world, mv);
            }
            *counts.entry(self.stakes.clone()).or_default() += 1;
        }
        self.stakes.clear();
        let found = counts.into_iter().map(|(way, count)| Prospect {
            p: sampled(count, self.effort.samples),
            phrases: self.phrases.spelt(&way),
        });
        found.collect()
    }

    fn next(&self, world: &G::Position) -> Next<G::Move> {
        let untold = || self.game.untold(world).filter(|_| self.knowing.untold);
        if self.round.is_some() && self.game.round(world) != self.round {
            return Next::Stop;
        }
        match self.game.turn(world) {
            Turn::Over => Next::Stop,
            Turn::Player(_) => self.game.idle(world).map_or(Next::Stop, Next::Sure),
            Turn::Chance(_) => untold().map_or(Next::Chance, Next::Sure),
            Turn::Table(_) => Next::Chance,
        }
    }

    /// Makes a move and records its outcomes; false if it is not legal.
    fn play(&mut self, world: &mut G::Position, mv: G::Move) -> bool {
        let mut events = Vec::new();
        let untold = self.knowing.untold && self.game.untold(world) == Some(mv);
        if untold {
            self.game.apply(world, mv, &mut |event| events.push(event));
        } else if self
            .game
            .play(world, mv, &mut |event| events.push(event))
            .is_err()
        {
            return false;
        }
        for event in events {
            let Some(Stake { seat, words }) = self.game.stake(world, event) else {
                continue;
            };
            let other = seat
                .filter(|seat| Some(*seat) != self.asked)
                .map(usize::from);
            let words = match other.and_then(|seat| self.knowing.players.get(seat)) {
                Some(name) => format!("{name} {words}"),
                None => words,
            };
            let number = self.phrases.number(words);
            self.stakes.push(number);
        }
        true
    }
}

/// A share of a number of trials, with its error.
fn sampled(count: u32, of: u32) -> Likelihood {
    let (n, p) = (f64::from(of), f64::from(count) / f64::from(of));
    let square = Z * Z;
    let error = Z * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt() / (1.0 + square / n);
    Likelihood::Sampled { p, error }
}

/// The sum of two fractions, in lowest terms; `None` on overflow.
fn plus((cases, of): (u128, u128), (more, of_more): (u128, u128)) -> Option<(u128, u128)> {
    let shared = gcd(of, of_more);
    let all = (of / shared).checked_mul(of_more)?;
    let sum = cases
        .checked_mul(all / of)?
        .checked_add(more.checked_mul(all / of_more)?)?;
    let shared = gcd(sum, all);
    Some((sum / shared, all / shared))
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

/// The probability of a phrase after an answer, for tests: "7/12".
#[cfg(test)]
pub fn likely<G: Words>(game: &G, position: &G::Position, id: &str, phrase: &str) -> String {
    let players: Vec<String> = ["Ann", "Bob", "Cid", "Dot"].map(str::to_owned).into();
    let seat = match game.turn(position) {
        Turn::Player(seat) => Some(seat),
        _ => None,
    };
    let odds = odds(
        game,
        position,
        1,
        Knowing {
            seat,
            untold: false,
            players: &players,
        },
        Effort::FULL,
    )
    .expect("what is known");
    assert!(odds.exact, "they were sampled");
    let option = odds.options.iter().find(|option| option.id == id);
    let outcomes = &option
        .unwrap_or_else(|| panic!("`{id}` is not offered"))
        .outcomes;
    let all: Vec<Likelihood> = outcomes.iter().map(|prospect| prospect.p).collect();
    assert!(
        Likelihood::sum(&all).is_certain(),
        "something comes: {outcomes:?}"
    );
    let parts = outcomes
        .iter()
        .filter(|prospect| prospect.phrases.iter().any(|known| known == phrase));
    Likelihood::sum(&parts.map(|prospect| prospect.p).collect::<Vec<_>>()).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::Game;
    use super::super::Sitting;
    use super::super::toy::{Move, session, toy};
    use super::*;

    #[test]
    fn a_die_in_words() {
        let words = |good: &[u8]| {
            Needed {
                good: good.to_vec(),
                faces: (1..=6).collect(),
            }
            .to_string()
        };
        let told: [(&[u8], &str); 6] = [
            (&[], "no roll"),
            (&[6], "a 6"),
            (&[4], "a 4"),
            (&[3, 4, 5, 6], "3 or more"),
            (&[1, 2, 4], "1, 2 or 4"),
            (&[1, 2, 3, 4, 5, 6], "any roll"),
        ];
        told.into_iter()
            .for_each(|(good, text)| assert_eq!(words(good), text));
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(Likelihood::exact(14, 24).to_string(), "7/12");
        assert_eq!(
            Likelihood::sum(&[Likelihood::exact(1, 4), Likelihood::exact(1, 3)]).to_string(),
            "7/12"
        );
        assert_eq!(Likelihood::sum(&[]).to_string(), "0");
        assert_eq!(plus((1, u128::MAX), (1, u128::MAX - 1)), None);
        assert_eq!(
            serde_json::to_string(&Prospect {
                p: Likelihood::exact(3, 3),
                phrases: vec!["wins".into()]
            })
            .unwrap(),
            r#"{"p":"1","text":"wins"}"#
        );
    }

    /// Wilson's 95 % interval is published for 10 of 100, and does not vanish at 0.
    #[test]
    fn trials_have_an_error() {
        let error = |count| match sampled(count, 100) {
            Likelihood::Sampled { error, .. } => error,
            Likelihood::Exact { .. } => 0.0,
        };
        assert!(
            (error(10) - 0.0596).abs() < 1e-3 && error(0) > 0.01,
            "{}",
            error(10)
        );
    }

    #[test]
    fn every_answer_has_its_prospects() {
        // T2, T3: a die is rolled; a 1 loses the pot.
        let (session, _) = session(7, &[]);
        let odds = session.odds(Some(0)).expect("a question");
        assert!(odds.exact);
        assert_eq!(
            (odds.n, odds.options.len(), odds.options[0].outcomes.len()),
            (3, 1, 6)
        );
        assert_eq!(
            odds.options[0].outcomes[0].p,
            Likelihood::Exact { cases: 1, of: 6 }
        );
        assert!(
            odds.options[0]
                .outcomes
                .iter()
                .any(|prospect| prospect.text() == "Ann rolls 1: the pot is 0, Ann loses the pot")
        );
    }

    /// What is too large to compute is sampled, with nearly the same result.
    #[test]
    fn trials_agree_with_what_is_exact() {
        let game = toy();
        let mut table = game.start();
        for mv in [Move::Deal(1), Move::Deal(2), Move::Roll, Move::Die(4)] {
            game.play(&mut table, mv, &mut |_| {}).expect("a move");
        }
        let knowing = Knowing {
            seat: Some(0),
            untold: false,
            players: &[],
        };
        let mut tree = Tree {
            game: &game,
            knowing,
            effort: Effort::FULL,
            asked: Some(0),
            round: None,
            leaves: 0,
            stakes: Vec::new(),
            phrases: Phrases::default(),
        };
        let tried = tree.tried(&[(table, 1)], Move::Roll);
        assert_eq!(tried.len(), 6);
        for prospect in tried {
            let Likelihood::Sampled { p, error } = prospect.p else {
                panic!("it was tried")
            };
            assert!((p - 1.0 / 6.0).abs() < 2.0 * error, "{p} ± {error}");
        }
    }
}
