//! What can come of each answer before the next decision, and how likely that is.
//!
//! A front end calls [`Sitting::odds`](super::Sitting::odds) and gets [`Odds`]: for every answer offered, its [`Prospect`]s, each
//! with its probability and its outcome in a few words. They are computed from the game's own chance moves, never from a separate
//! formula, and from what one seat knows ([`Game::known`]), or everybody.
//!
//! An answer is followed move by move through all positions that chance may lead to. Positions that come to the same are one
//! ([`Game::settle`]), so that dice count as a multiset however they fell one after another. What has happened on the way tells
//! positions apart only as far as the game says ([`Words::stake`]), or not at all if it words an outcome by the position alone
//! ([`Words::gist`]). An answer with more than [`MAX_STEPS`] steps is cut off where the next round begins ([`Prompting::round`]); if
//! that is still too many, this answer is sampled [`SAMPLES`] times, and the others stay exact.
//!
//! What may go on for ever, such as a roll until something comes, is exact too, once all positions that it leads to were met before: whatever
//! else such a round leads to comes in the end.
//!
//! Where that takes too many steps, pieces that no rule tells apart count as of one kind ([`Game::with_alike`]): of eight cards drawn, only
//! the suits count if rules read nothing else. Outcomes then tell what such pieces share, unless few enough of them name the pieces.
//!
//! What others hold or roll unseen is first left open (or followed again, [`Game::retraced`], if the rules have given away more of it than
//! the game keeps), and dealt only for answers whose rules read it ([`Game::left_open`]), first of all only where they do
//! ([`Game::partly_dealt`]). More than
//! sixty outcomes are grouped by what matters to who is asked.
//!
//! Facts that only the table can see, and choices that others keep hidden or make unseen at the same time, count as equally likely;
//! [`Odds::assumed`] says so.
//!
//! [`Game::known`]: super::Game::known
//! [`Game::left_open`]: super::Game::left_open
//! [`Game::partly_dealt`]: super::Game::partly_dealt
//! [`Game::settle`]: super::Game::settle
//! [`Game::retraced`]: super::Game::retraced
//! [`Game::with_alike`]: super::Game::with_alike
//! [`Prompting::round`]: super::Prompting::round
//! [`Words::gist`]: super::Words::gist
//! [`Words::stake`]: super::Words::stake

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Serialize, Serializer};

use super::bot::below;
use super::message::message;
use super::{Came, Choices, Concern, Considered, Gist, Seat, Stake, Turn, Verdict, Words, Worlds};

/// The most steps followed for one answer to be computed exactly.
pub const MAX_STEPS: usize = 600_000;

/// The fewest steps for one of many answers, which share [`MAX_STEPS`].
const FEWEST_STEPS: usize = 5_000;

/// At least this many steps lead to each outcome that names several pieces.
const STEPS_TO_NAME: usize = 3;

/// The most memory for the positions that are told apart at a time, in bytes.
const MAX_MEMORY: usize = 96 << 20;

/// How often an answer is sampled where it takes more.
pub const SAMPLES: u32 = 10_000;

/// The most possible deals and dice of what others hide that are told apart where the rules read it. Two times five dice have
/// 63,504 multisets.
const MAX_WORLDS: usize = 65_536;

/// How many deals are drawn at random where there are more.
const DRAWS: usize = 4_000;

/// The most outcomes of an answer that are told apart, if some of what differs matters little to who asks.
const MANY: usize = 60;

/// In how many ranges a counter is told that takes more values.
const RANGES: i64 = 10;

/// Values that are less likely are beyond these.
const RARE: f64 = 1e-4;

/// A probability with a denominator up to this is shown as cases, "2 in 3"; others as a percentage.
const MAX_CASES_SHOWN: u128 = 36;

/// Trials prove nothing about what would be shown as 0.0 %.
const LEAST_SHOWN: f64 = 0.0005;

/// The most dice that may settle one thing.
const MAX_DICE: u8 = 3;

/// The most positions from which a round that may come again for ever is followed.
const MAX_ANCHORS: usize = 80;

/// After so many moves, what is less likely than this is not followed.
const DEEP: usize = 100;
const NEGLIGIBLE: f64 = 1e-13;

/// The most steps in one trial.
const LONGEST_TRIAL: usize = 10_000;

/// The z-score of a 95 % interval.
const Z: f64 = 1.96;

/// What can come of every answer to the current question.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Odds {
    /// The number of the requested move, as in the ask.
    pub n: usize,
    /// Whether all probabilities are exact.
    pub exact: bool,
    /// Whether choices of people count as equally likely in some of them.
    pub assumed: bool,
    /// Whether people may know more: what a refusal or a void suit told, or what they hold in hands that the referee does not see.
    /// Then none but certain answers are exact.
    pub partial: bool,
    /// Whether chance comes into any of them, even if nothing of note comes of it.
    #[serde(skip)]
    pub by_chance: bool,
    /// In the same order as in the ask.
    pub options: Vec<AnswerOdds>,
}

/// What can come of one answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnswerOdds {
    /// As in the ask.
    pub id: String,
    /// What comes of it in any case, where something else differs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub always: Vec<String>,
    /// Most likely first. A single one is certain; if it has no phrases, nothing is left to chance before the next decision.
    #[cfg_attr(test, schemars(with = "Vec<Line>"))]
    pub outcomes: Vec<Prospect>,
}

/// One thing that can come of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    pub p: Likelihood,
    /// The outcomes along the way, each in a few words: "wins", "finds a potion".
    pub phrases: Vec<String>,
    /// How the game ends for the player who is asked, if it does.
    pub end: Option<Ending>,
    /// How many of the phrases, the first ones, tell more than which pieces lie elsewhere.
    pub weighty: usize,
}

/// How a game ends for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    pub verdict: Verdict,
    /// With how many points, where nobody else plays and they are all that is left to know.
    pub score: Option<i32>,
    /// Whether nobody could win or lose, so that the score says it all.
    pub is_scored: bool,
}

impl Ending {
    /// As predicates, with what fills their gaps.
    pub fn words(self) -> Vec<(&'static str, Option<i32>)> {
        let verdict = match self.verdict {
            Verdict::Win => Some("wins"),
            Verdict::Loss => Some("loses"),
            Verdict::Draw if self.is_scored => None,
            Verdict::Draw => Some("nobody wins"),
        };
        let verdict = verdict.map(|verdict| (verdict, None));
        let score = self.score.map(|score| ("score {score}", Some(score)));
        verdict.into_iter().chain(score).collect()
    }
}

/// How likely something is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Likelihood {
    /// In lowest terms.
    Exact { cases: u128, of: u128 },
    /// As exact as a floating-point number, where the fraction has too many digits.
    Near { p: f64 },
    /// Counted, but without all that somebody may know: how far off it is cannot be said.
    Rough { p: f64 },
    /// The frequency in a number of trials, and the half-width of its 95 % interval (Wilson's).
    Sampled { p: f64, error: f64, trials: u32 },
}

impl Likelihood {
    /// The same where more may be known than was counted, unless it is certain.
    fn rough(self) -> Likelihood {
        match self {
            Likelihood::Exact { .. } if self.is_certain() => self,
            Likelihood::Exact { .. } | Likelihood::Near { .. } => {
                Likelihood::Rough { p: self.value() }
            }
            other => other,
        }
    }

    /// From 0 to 1.
    pub fn value(self) -> f64 {
        match self {
            Likelihood::Exact { cases, of } => cases as f64 / of as f64,
            Likelihood::Near { p } | Likelihood::Rough { p } | Likelihood::Sampled { p, .. } => p,
        }
    }

    /// The half-width of its 95 % interval; 0 if it is exact.
    pub fn error(self) -> f64 {
        match self {
            Likelihood::Exact { .. } | Likelihood::Near { .. } | Likelihood::Rough { .. } => 0.0,
            Likelihood::Sampled { error, .. } => error,
        }
    }

    /// Whether it is certain.
    pub fn is_certain(self) -> bool {
        matches!(self, Likelihood::Exact { cases, of } if cases == of)
    }

    /// The probability that one of several mutually exclusive things happens. The error of sampled ones is that of their sum.
    pub fn sum(parts: &[Likelihood]) -> Likelihood {
        let all = parts.iter().try_fold((0, 1), |sum, part| match part {
            Likelihood::Exact { cases, of } => plus(sum, (*cases, *of)),
            _ => None,
        });
        if let Some((cases, of)) = all {
            return Likelihood::exact(cases, of);
        }
        let p: f64 = parts.iter().map(|part| part.value()).sum();
        let trials = parts.iter().filter_map(|part| match part {
            Likelihood::Sampled { trials, .. } => Some(*trials),
            _ => None,
        });
        let is_rough = |part: &Likelihood| matches!(part, Likelihood::Rough { .. });
        match trials.max() {
            Some(trials) => sampled((p * f64::from(trials)).round() as u32, trials),
            None if parts.iter().any(is_rough) => Likelihood::Rough { p },
            None => Likelihood::Near { p },
        }
    }

    /// "2 in 3", "58.3 %", or "about 58 %".
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
            Likelihood::Exact { cases, of } if of <= MAX_CASES_SHOWN => counted(cases, of),
            Likelihood::Exact { .. } | Likelihood::Near { .. } => {
                percent("{cases} %", self.value())
            }
            Likelihood::Sampled { p, .. } if p > 1.0 - LEAST_SHOWN => {
                percent("over {cases} %", 1.0 - 2.0 * LEAST_SHOWN)
            }
            Likelihood::Sampled { p, .. } if p < LEAST_SHOWN => {
                percent("under {cases} %", 2.0 * LEAST_SHOWN)
            }
            Likelihood::Rough { p } | Likelihood::Sampled { p, .. } => {
                percent("about {cases} %", p)
            }
        }
    }

    /// "21 in 36", as counted on two dice, so that fights can be compared.
    pub fn on_two_dice(self) -> String {
        let (form, [cases, of]) = self.form_on_two_dice();
        form.replace("{cases}", &cases).replace("{of}", &of)
    }

    /// The same before its numbers are put in.
    pub fn form_on_two_dice(self) -> (&'static str, [String; 2]) {
        match self {
            Likelihood::Exact { cases, of } if 36 % of == 0 => (
                "{cases} in {of}",
                [(cases * 36 / of).to_string(), "36".into()],
            ),
            other => other.form(),
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
            Likelihood::Near { p } | Likelihood::Rough { p } | Likelihood::Sampled { p, .. } => {
                write!(f, "{p:.4}")
            }
        }
    }
}

impl Prospect {
    /// The outcome as one phrase; empty where nothing is at stake.
    pub fn text(&self) -> String {
        let mut told = self.phrases.clone();
        for (text, score) in self.end.into_iter().flat_map(Ending::words) {
            let words = match score {
                Some(score) => text.replace("{score}", &score.to_string()),
                None => text.to_owned(),
            };
            if !told.contains(&words) {
                told.push(words);
            }
        }
        told.join(", ")
    }
}

/// `{"p": "7/12", "text": ".."}`, or with `p` as a number and `error`.
/// A prospect as it is written.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Line {
    /// With a fraction, such as "2/9".
    Exact {
        p: String,
        text: String,
    },
    Near {
        p: f64,
        text: String,
    },
    /// From trials: `error` is half of the 95 % interval.
    Sampled {
        p: f64,
        error: f64,
        text: String,
    },
}

impl Serialize for Prospect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.text();
        match self.p {
            Likelihood::Exact { .. } => Line::Exact {
                p: self.p.to_string(),
                text,
            },
            Likelihood::Near { p } | Likelihood::Rough { p } => Line::Near { p, text },
            Likelihood::Sampled { p, error, .. } => Line::Sampled { p, error, text },
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
    /// [`MAX_STEPS`], or fewer.
    pub steps: usize,
    /// [`SAMPLES`], or fewer.
    pub samples: u32,
}

impl Effort {
    /// The effort for a question asked by a person.
    pub const FULL: Effort = Effort {
        steps: MAX_STEPS,
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
        let mut after = world.clone();
        let mut events = Vec::new();
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
    let is_known = game.knows_all(position, knowing.seat);
    let retrace = || game.retraced(position, knowing.seat, (MAX_WORLDS, DRAWS));
    let retraced = if is_known { None } else { retrace() };
    let is_partial = !is_known && retraced.is_none();
    let open = || game.left_open(position, knowing.seat, MAX_WORLDS, DRAWS);
    let mut possible = Possible {
        position,
        open: retraced.clone().unwrap_or_else(open),
        partly: None,
        is_retraced: retraced.is_some(),
        dealt: retraced,
    };
    if possible.open.list.is_empty() {
        return None;
    }
    let mut reckoner = Reckoner::new(game, position, knowing, effort);
    reckoner.is_plain = !is_known;
    // Where a game is followed again, a card that everybody sees may be any of those that were dealt.
    reckoner.is_same = !possible.is_retraced;
    let mut options = Vec::new();
    let found = reckoner.answers(&mut possible, &choices);
    let found = found.or_else(|| {
        // What others may choose depends on what they hide.
        std::mem::take(&mut reckoner.is_mutual)
            .then(|| reckoner.answers(&mut possible, &choices))?
    });
    for (mv, found) in found? {
        let (mut outcomes, always) = found;
        outcomes.sort_by(|one, other| {
            let by_chance = other.p.value().total_cmp(&one.p.value());
            by_chance.then_with(|| in_order(&one.text(), &other.text()))
        });
        options.push(AnswerOdds {
            id: game.id(mv),
            always,
            outcomes,
        });
    }
    let all = || options.iter().flat_map(|option| &option.outcomes);
    let leaves_open = all().any(|prospect| !prospect.p.is_certain());
    let assumed = reckoner.assumed || leaves_open && game.guesses(position, knowing.seat);
    let partial = leaves_open && is_partial;
    let exact = !partial && all().all(|prospect| prospect.p.error() == 0.0);
    if partial {
        let all = options.iter_mut().flat_map(|option| &mut option.outcomes);
        all.for_each(|prospect| prospect.p = prospect.p.rough());
    }
    Some(Odds {
        n,
        exact,
        assumed,
        partial,
        by_chance: reckoner.by_chance,
        options,
    })
}

/// The order of words, with the numbers in them by size.
fn in_order(one: &str, other: &str) -> Ordering {
    let (mut one, mut other) = (one, other);
    loop {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (first, second) = (digits(one), digits(other));
        let number = |text: &str| text.parse::<u64>().unwrap_or(u64::MAX);
        if first > 0 && second > 0 {
            let order = number(&one[..first]).cmp(&number(&other[..second]));
            if order.is_ne() {
                return order;
            }
            one = &one[first..];
            other = &other[second..];
            continue;
        }
        let (mut left, mut right) = (one.chars(), other.chars());
        match (left.next(), right.next()) {
            (Some(sign), Some(beside)) if sign == beside => {}
            (None, None) => return Ordering::Equal,
            (sign, beside) => return sign.cmp(&beside),
        }
        one = left.as_str();
        other = right.as_str();
    }
}

/// The positions that are possible as far as a seat knows.
struct Possible<'a, P> {
    position: &'a P,
    /// What others hide is left open.
    open: Worlds<P>,
    /// It is dealt: for answers whose rules read it.
    dealt: Option<Worlds<P>>,
    /// It is dealt in these places.
    partly: Option<(Vec<u16>, Worlds<P>)>,
    /// Whether all of this was found by following the game again.
    is_retraced: bool,
}

/// The outcomes of an answer, and what they share.
type Answered = (Vec<Prospect>, Vec<String>);

/// What a phrase is about.
#[derive(Clone)]
struct About {
    concern: Concern,
    counter: Option<(u16, i32)>,
    pieces: Option<Came>,
}

/// The phrases of outcomes, numbered in the order of their first use, so that outcomes are compared quickly.
#[derive(Default)]
struct Phrases {
    words: Vec<String>,
    /// By phrase, what it is about, if the game says so.
    about: Vec<Option<About>>,
    numbers: HashMap<String, u32>,
}

impl Phrases {
    fn number(&mut self, words: String) -> u32 {
        *self.numbers.entry(words).or_insert_with_key(|words| {
            self.words.push(words.clone());
            self.about.push(None);
            self.words.len() as u32 - 1
        })
    }

    /// The number of what has become different.
    fn gist(&mut self, gist: Gist) -> u32 {
        let Gist {
            words,
            concern,
            counter,
            pieces,
        } = gist;
        let number = self.number(words);
        self.about[number as usize] = Some(About {
            concern,
            counter,
            pieces,
        });
        number
    }

    /// How much a phrase matters.
    fn concern(&self, number: u32) -> Concern {
        let about = self.about[number as usize].as_ref();
        about.map_or(Concern::Own, |about| about.concern)
    }

    fn counter(&self, number: u32) -> Option<(u16, i32)> {
        self.about[number as usize].as_ref()?.counter
    }

    /// Another phrase about the same.
    fn instead(&mut self, of: u32, words: String) -> u32 {
        let number = self.number(words);
        self.about[number as usize] = self.about[of as usize].clone();
        number
    }

    /// In how many ways the pieces of an outcome may be named; `None` if they are.
    fn ways_to_name(&self, way: &[u32]) -> Option<u64> {
        let about = |number: &u32| self.about[*number as usize].as_ref();
        let came = way.iter().filter_map(about);
        let came = came.filter_map(|about| about.pieces.as_ref()?.alike);
        came.reduce(u64::saturating_mul)
    }

    fn spelt(&self, way: &[u32]) -> Vec<String> {
        way.iter()
            .map(|number| self.words[*number as usize].clone())
            .collect()
    }
}

/// A probability while it is added up: as a fraction, until that has too many digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weight {
    exact: Option<(u128, u128)>,
    pub value: f64,
}

impl Weight {
    pub const NONE: Weight = Weight {
        exact: Some((0, 1)),
        value: 0.0,
    };

    pub fn of(cases: u32, total: u32) -> Weight {
        let cases = cases.into();
        let total = u128::from(total.max(1));
        Weight {
            exact: Some((cases, total)),
            value: cases as f64 / total as f64,
        }
    }

    fn of_many(cases: u128, total: u128) -> Weight {
        Weight {
            exact: Some((cases, total)),
            value: cases as f64 / total as f64,
        }
    }

    /// Where trials were made anyway.
    pub fn about(value: f64) -> Weight {
        Weight { exact: None, value }
    }

    /// In lowest terms, as far as it is known as a fraction.
    pub fn reduced(self) -> Option<(u128, u128)> {
        self.exact.map(reduced)
    }

    /// In lowest terms only where it must be: that takes longer than all else, and most positions share a denominator.
    pub fn times(self, other: Weight) -> Weight {
        let product = |(a, b): (u128, u128), (c, d)| Some((a.checked_mul(c)?, b.checked_mul(d)?));
        let exact = match (self.exact, other.exact) {
            (Some(one), Some(other)) => {
                product(one, other).or_else(|| times(reduced(one), reduced(other)))
            }
            _ => None,
        };
        Weight {
            exact,
            value: self.value * other.value,
        }
    }

    fn plus(self, other: Weight) -> Weight {
        let exact = match (self.exact, other.exact) {
            (Some((cases, of)), Some((more, of_more))) if of == of_more => {
                cases.checked_add(more).map(|cases| (cases, of))
            }
            (Some(one), Some(other)) => plus(reduced(one), reduced(other)),
            _ => None,
        };
        Weight {
            exact,
            value: self.value + other.value,
        }
    }

    /// By how much it must be multiplied to be certain; `None` if it is impossible.
    fn inverse(self) -> Option<Weight> {
        (self.value > 0.0).then(|| Weight {
            exact: self.exact.map(|(cases, of)| (of, cases)),
            value: 1.0 / self.value,
        })
    }

    fn likelihood(self) -> Likelihood {
        match self.exact {
            Some((cases, of)) => Likelihood::exact(cases, of),
            None => Likelihood::Near { p: self.value },
        }
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

/// Why an answer cannot be computed.
enum Trouble {
    /// It takes too many steps.
    Many,
    /// The rules read something that is not known, perhaps in a place that can be told.
    Unknown(Option<u16>),
}

/// A position that chance may lead to, and the outcomes on the way there.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Node<P> {
    world: P,
    way: Vec<u32>,
}

impl<P> Node<P> {
    /// A position to which all ways are alike.
    pub fn of(world: P) -> Node<P> {
        let way = Vec::new();
        Node { world, way }
    }
}

/// What may be the case after equally many moves, each once.
pub(crate) struct Layer<P> {
    nodes: Vec<(Node<P>, Weight)>,
    /// By hash, where a node is.
    places: HashMap<u64, Vec<usize>>,
    /// The sum of the hashes, however likely each node is.
    look: u64,
    hasher: BuildHasherDefault<DefaultHasher>,
}

impl<P: Eq + std::hash::Hash> Layer<P> {
    pub fn new() -> Layer<P> {
        Layer {
            nodes: Vec::new(),
            places: HashMap::new(),
            look: 0,
            hasher: BuildHasherDefault::default(),
        }
    }

    pub fn add(&mut self, node: Node<P>, weight: Weight) {
        let hash = self.hasher.hash_one(&node);
        let places = self.places.entry(hash).or_default();
        let known = places.iter().find(|at| self.nodes[**at].0 == node);
        match known {
            Some(at) => self.nodes[*at].1 = self.nodes[*at].1.plus(weight),
            None => {
                places.push(self.nodes.len());
                self.nodes.push((node, weight));
                self.look = self.look.wrapping_add(hash);
            }
        }
    }

    /// Where a node is.
    fn place(&self, node: &Node<P>) -> Option<usize> {
        let places = self.places.get(&self.hasher.hash_one(node))?;
        let mut own = places.iter().copied();
        own.find(|at| self.nodes[*at].0 == *node)
    }

    pub fn into_worlds(self) -> Vec<(P, Weight)> {
        let nodes = self.nodes.into_iter();
        nodes.map(|(node, weight)| (node.world, weight)).collect()
    }
}

/// An outcome: its phrases by number, and the end.
type Outcome = (Vec<u32>, Option<Ending>);

/// The same with its probability.
type Counted = (Vec<u32>, Option<Ending>, Likelihood);

/// The outcomes found so far, in the order in which they were found.
#[derive(Default)]
struct Found {
    outcomes: Vec<(Outcome, Weight)>,
    places: HashMap<Outcome, usize>,
}

impl Found {
    fn add(&mut self, outcome: Outcome, weight: Weight) {
        let at = self.place(outcome);
        self.outcomes[at].1 = self.outcomes[at].1.plus(weight);
    }

    /// Where an outcome is, or is from now on.
    fn place(&mut self, outcome: Outcome) -> usize {
        let next = self.outcomes.len();
        let at = *self.places.entry(outcome.clone()).or_insert(next);
        if at == next {
            self.outcomes.push((outcome, Weight::NONE));
        }
        at
    }

    /// What is left of all ends as the rest did.
    fn make_up_for(&mut self, left: f64) {
        for (_, weight) in &mut self.outcomes {
            *weight = Weight::about(weight.value / (1.0 - left));
        }
    }
}

/// Notices that the same positions come again and again (Brent 1980).
#[derive(Default)]
struct Rounds {
    /// An earlier layer, as its number of nodes and their look, and after how many moves it came.
    known: (usize, u64),
    since: usize,
    /// The fewest nodes of a layer since then, and after how many moves.
    fewest: (usize, usize),
    /// After how many moves that layer comes again, and how many moves a round has.
    again: Option<(usize, usize)>,
}

impl Rounds {
    /// Takes note of the next layer. How many moves a round has, if this is the smallest layer of a round that has come again.
    fn pass<P: Eq + std::hash::Hash>(&mut self, made: usize, layer: &Layer<P>) -> Option<usize> {
        let look = (layer.nodes.len(), layer.look);
        if self.again.is_none() && look == self.known {
            let moves = made - self.since;
            self.again = Some((self.fewest.1 + moves, moves));
        }
        if let Some((when, moves)) = self.again {
            return (made == when).then_some(moves);
        }
        if made.is_power_of_two() {
            self.known = look;
            self.since = made;
            self.fewest = (look.0, made);
        } else if look.0 < self.fewest.0 {
            self.fewest = (look.0, made);
        }
        None
    }
}

/// What comes in the end. Each row has the shares of what something leads to: first those of so many `anchors`, then those of outcomes; the
/// first row is that of the beginning, and the others are those of the anchors. One anchor after another is left out: whatever leads to it leads
/// to what it leads to besides itself (Grassmann, Taksar & Heyman 1985: nothing is subtracted). `None` if an anchor only leads to itself.
fn in_the_end(mut rows: Vec<Vec<Weight>>, anchors: usize) -> Option<Vec<Weight>> {
    for anchor in (0..anchors).rev() {
        let own = rows.pop()?;
        let elsewhere = || (0..own.len()).filter(|to| *to < anchor || *to >= anchors);
        let sum = elsewhere().fold(Weight::NONE, |sum, to| sum.plus(own[to]));
        let unit = sum.inverse()?;
        for row in &mut rows {
            let share = row[anchor].times(unit);
            if share.value == 0.0 {
                continue;
            }
            for to in elsewhere().filter(|to| own[*to].value > 0.0) {
                row[to] = row[to].plus(own[to].times(share));
            }
        }
    }
    let mut first = rows.pop()?;
    Some(first.split_off(anchors))
}

/// Several results of chance of which only matters which ones come.
struct Draw<M> {
    /// How many come.
    count: u32,
    /// What may come, how often, and how many cases there are after it.
    cases: Vec<(M, u32, u32)>,
    /// In how many ways.
    ways: u128,
}

impl<M: Copy> Draw<M> {
    /// `None` if it is a single one, or the ways are too large a number.
    fn of(choices: &Choices<M>, count: usize) -> Option<Draw<M>> {
        let count = u32::try_from(count).ok().filter(|count| *count > 1)?;
        let mut after = choices.total();
        let cases = choices.iter().map(|choice| {
            after -= choice.weight;
            (choice.mv, choice.weight, after)
        });
        let cases = cases.collect();
        let ways = (0..u128::from(count)).try_fold(1u128, |ways, at| {
            let left = u128::from(choices.total()).checked_sub(at)?;
            Some(ways.checked_mul(left)? / (at + 1))
        })?;
        Some(Draw {
            count,
            cases,
            ways: Some(ways).filter(|ways| *ways > 0)?,
        })
    }
}

struct Reckoner<'a, G: Words> {
    game: &'a G,
    /// The position that asks.
    asking: &'a G::Position,
    knowing: Knowing<'a>,
    effort: Effort,
    /// The player who is asked, if any.
    asked: Option<Seat>,
    /// Whether the game words an outcome by the position alone.
    by_gist: bool,
    /// The round with which an answer ends; `None` if it goes on to the next decision, however far away that is.
    round: Option<u32>,
    /// The round that asks.
    asks_in: Option<u32>,
    /// Whether choices of people counted as equally likely.
    assumed: bool,
    /// Whether chance came into anything.
    by_chance: bool,
    /// Whether what others choose at the same time is followed.
    is_mutual: bool,
    /// Steps followed so far.
    steps: usize,
    /// The most positions that are told apart at a time.
    nodes: usize,
    phrases: Phrases,
    /// Whether a position that was followed is beyond the round that asks.
    goes_on: bool,
    /// Whether pieces that no rule tells apart are not counted together.
    is_plain: bool,
    /// Whether each piece of a position that is followed is the same as in the one that asks.
    is_same: bool,
    /// How many outcomes the last answer would have if all pieces in them were named; `None` if they are.
    names: Option<u64>,
}

impl<'a, G: Words> Reckoner<'a, G> {
    fn new(
        game: &'a G,
        asking: &'a G::Position,
        knowing: Knowing<'a>,
        effort: Effort,
    ) -> Reckoner<'a, G> {
        let asked = match game.turn(asking) {
            Turn::Player(seat) => Some(seat),
            _ => knowing.seat,
        };
        let considered = Considered {
            seat: asked,
            knower: knowing.seat,
            is_same: true,
        };
        Reckoner {
            game,
            asking,
            knowing,
            effort,
            asked,
            by_gist: game.gist(asking, asking, considered).is_some(),
            round: None,
            asks_in: game.round(asking),
            assumed: false,
            by_chance: false,
            is_mutual: asked.is_some() && asked == knowing.seat,
            steps: 0,
            nodes: MAX_MEMORY / game.bytes(asking).max(1),
            phrases: Phrases::default(),
            goes_on: false,
            is_plain: false,
            is_same: true,
            names: None,
        }
    }

    /// What can come of every answer. Those that take few steps are counted first, and the others share what is left. `None` if the
    /// rules read something that nobody can know.
    fn answers(
        &mut self,
        possible: &mut Possible<'_, G::Position>,
        choices: &Choices<G::Move>,
    ) -> Option<Vec<(G::Move, Answered)>> {
        let budget = self.effort.steps;
        let mut spent = 0;
        let mut found: Vec<Option<Answered>> = Vec::new();
        self.effort.steps = budget.min(FEWEST_STEPS);
        for choice in choices.iter() {
            found.push(self.counted(possible, choice.mv));
            spent += self.steps;
        }
        let left = found.iter().filter(|found| found.is_none()).count();
        let share = budget.saturating_sub(spent) / left.max(1);
        self.effort.steps = share.max(FEWEST_STEPS).min(budget);
        let mut all = Vec::new();
        for (choice, found) in choices.iter().zip(found) {
            let found = found
                .or_else(|| self.counted_in_full(possible, choice.mv))
                .or_else(|| self.sampled(possible, choice.mv))?;
            all.push((choice.mv, found));
        }
        Some(all)
    }

    /// The same with as many steps as there are. Pieces that no rule tells apart count as of one kind, unless outcomes can name them.
    fn counted_in_full(
        &mut self,
        possible: &mut Possible<'_, G::Position>,
        mv: G::Move,
    ) -> Option<Answered> {
        let Some(alike) = self.counted_alike(mv) else {
            return self.counted(possible, mv);
        };
        let few = (self.effort.steps / STEPS_TO_NAME) as u64;
        let named = match self.names {
            Some(names) if names <= few => self.counted(possible, mv),
            _ => None,
        };
        named.or(alike)
    }

    /// What can come of a move where pieces that no rule tells apart are of one kind, if that can be counted; `None` if there are no such
    /// pieces.
    fn counted_alike(&mut self, mv: G::Move) -> Option<Option<Answered>> {
        if self.is_plain {
            return None;
        }
        let (position, mv) = self.game.with_alike(self.asking, mv)?;
        let open = self
            .game
            .left_open(&position, self.knowing.seat, MAX_WORLDS, DRAWS);
        let mut possible = Possible {
            position: &position,
            open,
            dealt: None,
            partly: None,
            is_retraced: false,
        };
        Some(self.counted(&mut possible, mv))
    }

    /// What can come of a move, exactly; `None` if it takes too many steps.
    fn counted(
        &mut self,
        possible: &mut Possible<'_, G::Position>,
        mv: G::Move,
    ) -> Option<Answered> {
        self.goes_on = false;
        self.names = None;
        self.round = None;
        let found = self.counted_so(possible, mv);
        if found.is_some() || !self.goes_on {
            return found;
        }
        self.round = self.asks_in;
        self.counted_so(possible, mv)
    }

    /// The same, as far as the round goes.
    fn counted_so(
        &mut self,
        possible: &mut Possible<'_, G::Position>,
        mv: G::Move,
    ) -> Option<Answered> {
        if possible.is_retraced
            && let Some(found) = self.certain(possible.position, mv)
        {
            return Some(found);
        }
        self.steps = 0;
        let seat = self.knowing.seat;
        let trouble = match &possible.open {
            Worlds { list, all: true } => {
                // What was followed again has all that others rolled, though few answers read it.
                let is_dealt = possible.is_retraced;
                let open = |game: &G, world: &mut G::Position| {
                    if is_dealt {
                        game.leave_rolled_open(world, seat);
                    }
                };
                let found = match self.followed_open(list, mv, &open) {
                    Err(Trouble::Unknown(_)) if is_dealt => self.followed(list, mv),
                    found => found,
                };
                match found {
                    Ok(found) => return Some(found),
                    Err(trouble) => trouble,
                }
            }
            _ => Trouble::Many,
        };
        let Trouble::Unknown(place) = trouble else {
            return None;
        };
        match self.partly_dealt(possible, mv, place) {
            Ok(found) => return Some(found),
            Err(Trouble::Many) => return None,
            Err(Trouble::Unknown(_)) => {}
        }
        // The rules read what others hide, and perhaps what they will roll.
        let worlds = self.dealt(possible);
        if !worlds.all {
            return None;
        }
        let dealt = worlds.list.clone();
        for own in [true, false] {
            let open = |game: &G, world: &mut G::Position| game.leave_rolls_open(world, seat, own);
            match self.followed_open(&dealt, mv, &open) {
                Ok(found) => return Some(found),
                Err(Trouble::Many) => return None,
                Err(Trouble::Unknown(_)) => {}
            }
        }
        self.followed(&dealt, mv).ok()
    }

    /// What comes of a move for certain, whatever others hide; `None` if anything depends on that or on chance.
    fn certain(&mut self, position: &G::Position, mv: G::Move) -> Option<Answered> {
        let open = self
            .game
            .left_open(position, self.knowing.seat, MAX_WORLDS, DRAWS);
        if open.list.len() != 1 {
            return None;
        }
        self.steps = 0;
        let was_same = std::mem::replace(&mut self.is_same, true);
        let was_by_chance = std::mem::take(&mut self.by_chance);
        let found = self.followed(&open.list, mv).ok();
        let is_certain = !self.by_chance;
        self.is_same = was_same;
        self.by_chance |= was_by_chance;
        found.filter(|(outcomes, _)| is_certain && outcomes.len() == 1)
    }

    /// What can come of a move where only those hidden pieces are dealt that the rules read, the first of them in this place.
    fn partly_dealt(
        &mut self,
        possible: &mut Possible<'_, G::Position>,
        mv: G::Move,
        first: Option<u16>,
    ) -> Result<Answered, Trouble> {
        // What was followed again is dealt already.
        let mut next = first.filter(|_| !possible.is_retraced);
        let mut places = Vec::new();
        while let Some(place) = next.filter(|place| !places.contains(place)) {
            places.push(place);
            places.sort_unstable();
            if possible
                .partly
                .as_ref()
                .is_none_or(|(known, _)| *known != places)
            {
                let limits = (MAX_WORLDS, 1);
                let seat = self.knowing.seat;
                let worlds = self
                    .game
                    .partly_dealt(possible.position, seat, &places, limits);
                possible.partly = Some((places.clone(), worlds));
            }
            let Some((_, Worlds { list, all: true })) = &possible.partly else {
                break;
            };
            match self.followed(list, mv) {
                Err(Trouble::Unknown(more)) => next = more,
                found => return found,
            }
        }
        Err(Trouble::Unknown(None))
    }

    /// What a seat may know, with what others hide dealt.
    fn dealt<'p>(&self, possible: &'p mut Possible<'_, G::Position>) -> &'p Worlds<G::Position> {
        let position = possible.position;
        possible.dealt.get_or_insert_with(|| {
            self.game
                .worlds(position, self.knowing.seat, MAX_WORLDS, DRAWS)
        })
    }

    /// What came of a move in trials.
    fn sampled(
        &mut self,
        possible: &mut Possible<'_, G::Position>,
        mv: G::Move,
    ) -> Option<Answered> {
        self.round = self.asks_in;
        if let Some(found) = self.tried(&possible.open, mv) {
            return Some(found);
        }
        let worlds = self.dealt(possible);
        self.tried(worlds, mv)
    }

    /// Everything that can come of a move, exactly.
    fn followed(
        &mut self,
        worlds: &[(G::Position, u32)],
        mv: G::Move,
    ) -> Result<Answered, Trouble> {
        self.followed_open(worlds, mv, &|_, _| {})
    }

    /// The same, with something left open in each of the worlds.
    fn followed_open(
        &mut self,
        worlds: &[(G::Position, u32)],
        mv: G::Move,
        leave_open: &dyn Fn(&G, &mut G::Position),
    ) -> Result<Answered, Trouble> {
        let mut layer = Layer::new();
        let mut possible = 0;
        for (world, cases) in worlds {
            let world = &mut world.clone();
            leave_open(self.game, world);
            // An offered move is legal in every world that fits what the seat knows; a hidden question's may not be.
            if let Some(node) = self.after(world, &[], mv)? {
                possible += cases;
                layer.add(node, Weight::of(*cases, 1));
            }
        }
        let share = Weight::of(1, possible);
        for (_, weight) in &mut layer.nodes {
            *weight = weight.times(share);
        }
        let mut found = Found::default();
        let mut rounds = Rounds::default();
        for made in 0.. {
            if let Some(moves) = rounds.pass(made, &layer)
                && self.go_round(&layer, moves, &mut found)?
            {
                break;
            }
            // Ties that are rolled again may go on for ever, though hardly ever.
            let left: f64 = layer.nodes.iter().map(|(_, weight)| weight.value).sum();
            if layer.nodes.is_empty() {
                break;
            }
            if made > DEEP && left < NEGLIGIBLE {
                if self.round.is_none() && self.is_beyond(&layer) {
                    // What comes of turns in which nobody may decide is not asked.
                    self.goes_on = true;
                    return Err(Trouble::Many);
                }
                found.make_up_for(left);
                break;
            }
            layer = self.step(layer, &mut found)?;
        }
        Ok(self.prospects(found))
    }

    /// Counts what comes in the end of a layer to which so many moves always lead back, unless they lead to outcomes. False if that is too
    /// much, or they lead elsewhere.
    fn go_round(
        &mut self,
        layer: &Layer<G::Position>,
        moves: usize,
        found: &mut Found,
    ) -> Result<bool, Trouble> {
        let anchors = layer.nodes.len();
        if anchors == 0 || anchors > MAX_ANCHORS {
            return Ok(false);
        }
        let mut rows = vec![layer.nodes.iter().map(|(_, weight)| *weight).collect()];
        let mut outcomes = Found::default();
        for (node, _) in &layer.nodes {
            let mut reached = Layer::new();
            let mut came = Found::default();
            reached.add(node.clone(), Weight::of(1, 1));
            for _ in 0..moves {
                reached = self.step(reached, &mut came)?;
            }
            let mut row = vec![Weight::NONE; anchors];
            for (node, weight) in reached.nodes {
                let Some(at) = layer.place(&node) else {
                    return Ok(false);
                };
                row[at] = weight;
            }
            for (outcome, weight) in came.outcomes {
                let at = anchors + outcomes.place(outcome);
                row.resize(row.len().max(at + 1), Weight::NONE);
                row[at] = weight;
            }
            rows.push(row);
        }
        let all = anchors + outcomes.outcomes.len();
        for row in &mut rows {
            row.resize(all, Weight::NONE);
        }
        let Some(sums) = in_the_end(rows, anchors) else {
            return Err(Trouble::Many);
        };
        for ((outcome, _), weight) in outcomes.outcomes.into_iter().zip(sums) {
            found.add(outcome, weight);
        }
        Ok(true)
    }

    /// Whether anything in a layer is beyond the round that asks.
    fn is_beyond(&self, layer: &Layer<G::Position>) -> bool {
        let mut nodes = layer.nodes.iter();
        nodes.any(|(node, _)| self.game.round(&node.world) != self.asks_in)
    }

    /// Goes on by one move from everything in a layer.
    fn step(
        &mut self,
        layer: Layer<G::Position>,
        found: &mut Found,
    ) -> Result<Layer<G::Position>, Trouble> {
        let mut next = Layer::new();
        let mut choices = Choices::default();
        for (node, weight) in layer.nodes {
            let mv = match self.next(&node.world) {
                Next::Stop => {
                    let outcome = self.outcome(&node.world, node.way);
                    found.add(outcome, weight);
                    continue;
                }
                Next::Sure(mv) => Some(mv),
                Next::Chance => None,
            };
            choices.clear();
            match mv {
                Some(mv) => choices.push(mv),
                None => self.list(&node.world, &mut choices),
            }
            let draw = match mv {
                Some(_) => None,
                None => Draw::of(&choices, self.game.drawn_at_once(&node.world)),
            };
            if let Some(draw) = draw {
                self.draw(&draw, &node, weight, (&mut next, found))?;
                continue;
            }
            let total = choices.total();
            for choice in choices.iter() {
                let share = Weight::of(choice.weight, total);
                if let Some(after) = self.after(&node.world, &node.way, choice.mv)? {
                    self.keep(after, weight.times(share), &mut next, found)?;
                }
            }
        }
        Ok(next)
    }

    /// Holds a position to go on from, unless it is over.
    fn keep(
        &mut self,
        after: Node<G::Position>,
        weight: Weight,
        next: &mut Layer<G::Position>,
        found: &mut Found,
    ) -> Result<(), Trouble> {
        if self.game.turn(&after.world) == Turn::Over {
            let outcome = self.outcome(&after.world, after.way);
            found.add(outcome, weight);
            return Ok(());
        }
        next.add(after, weight);
        if next.nodes.len() > self.nodes {
            self.count_settled(next, found);
            if next.nodes.len() > self.nodes / 2 {
                return Err(Trouble::Many);
            }
        }
        Ok(())
    }

    /// Counts what has come to its end at once, so that it need not be held.
    fn count_settled(&mut self, layer: &mut Layer<G::Position>, found: &mut Found) {
        let all = std::mem::replace(layer, Layer::new());
        for (node, weight) in all.nodes {
            match self.next(&node.world) {
                Next::Stop => {
                    let outcome = self.outcome(&node.world, node.way);
                    found.add(outcome, weight);
                }
                Next::Sure(_) | Next::Chance => layer.add(node, weight),
            }
        }
    }

    /// Goes on by several results of chance whose order means nothing: each set of them is met once.
    fn draw(
        &mut self,
        draw: &Draw<G::Move>,
        node: &Node<G::Position>,
        weight: Weight,
        (next, found): (&mut Layer<G::Position>, &mut Found),
    ) -> Result<(), Trouble> {
        let mut open = vec![(node.clone(), draw.count, 0, 1u128)];
        while let Some((node, left, from, ways)) = open.pop() {
            if left == 0 {
                let share = Weight::of_many(ways, draw.ways);
                self.keep(self.settled(node), weight.times(share), next, found)?;
                continue;
            }
            for (at, (mv, cases, after)) in draw.cases.iter().enumerate().skip(from) {
                if cases + after < left {
                    break;
                }
                let mut ways = ways;
                let mut node = node.clone();
                for more in 1..=left.min(*cases) {
                    // What came to its end before all were drawn is no such draw.
                    node = self
                        .made(&node.world, &node.way, *mv)?
                        .ok_or(Trouble::Many)?;
                    ways = ways * u128::from(cases - more + 1) / u128::from(more);
                    if left - more <= *after {
                        open.push((node.clone(), left - more, at + 1, ways));
                    }
                }
            }
        }
        Ok(())
    }

    /// The node after a move; `None` if it is not legal.
    fn after(
        &mut self,
        world: &G::Position,
        way: &[u32],
        mv: G::Move,
    ) -> Result<Option<Node<G::Position>>, Trouble> {
        let made = self.made(world, way, mv)?;
        Ok(made.map(|node| self.settled(node)))
    }

    /// The node with what makes no difference in one order.
    fn settled(&self, mut node: Node<G::Position>) -> Node<G::Position> {
        self.game.settle(&mut node.world);
        node.way.sort_unstable();
        node
    }

    /// The node after a move, as the rules leave it.
    fn made(
        &mut self,
        world: &G::Position,
        way: &[u32],
        mv: G::Move,
    ) -> Result<Option<Node<G::Position>>, Trouble> {
        self.steps += 1;
        if self.steps > self.effort.steps {
            return Err(Trouble::Many);
        }
        let mut world = world.clone();
        let mut way = way.to_vec();
        if !self.play(&mut world, &mut way, mv) {
            return Ok(None);
        }
        if !self.game.is_sound(&world) {
            return Err(Trouble::Unknown(self.game.unknown_in(&world)));
        }
        Ok(Some(Node { world, way }))
    }

    /// What came of a move in a number of trials, the same ones every time; `None` if the rules read something that is not known.
    /// Worlds that were drawn at random are tried once each, so that the error is that of both.
    fn tried(&mut self, worlds: &Worlds<G::Position>, mv: G::Move) -> Option<Answered> {
        let mut luck = ChaCha8Rng::seed_from_u64(0);
        let Worlds { list, all } = worlds;
        let ends: Vec<u32> = list
            .iter()
            .scan(0, |sum, (_, cases)| {
                *sum += cases;
                Some(*sum)
            })
            .collect();
        let total = ends.last().copied()?;
        let trials = if *all {
            self.effort.samples
        } else {
            self.effort.samples.min(list.len() as u32)
        };
        let mut counts: Vec<(Outcome, u32)> = Vec::new();
        let mut places: HashMap<Outcome, usize> = HashMap::new();
        let mut made = 0;
        for trial in 0..trials {
            let at = if *all {
                let case = below(total, &mut luck);
                ends.partition_point(|end| *end <= case)
            } else {
                trial as usize
            };
            let mut world = list[at].0.clone();
            let mut way = Vec::new();
            if !self.play(&mut world, &mut way, mv) {
                continue;
            }
            self.run_on(&mut world, &mut way, &mut luck);
            if !self.game.is_sound(&world) {
                return None;
            }
            way.sort_unstable();
            made += 1;
            let outcome = self.outcome(&world, way);
            let at = *places.entry(outcome.clone()).or_insert(counts.len());
            if at == counts.len() {
                counts.push((outcome, 0));
            }
            counts[at].1 += 1;
        }
        let found = counts
            .into_iter()
            .map(|((way, end), count)| (way, end, sampled(count, made)));
        Some(self.told(found.collect()))
    }

    /// Plays a trial on to its end.
    fn run_on(&mut self, world: &mut G::Position, way: &mut Vec<u32>, luck: &mut ChaCha8Rng) {
        let mut choices = Choices::default();
        for _ in 0..LONGEST_TRIAL {
            let mv = match self.next(world) {
                Next::Stop => return,
                Next::Sure(mv) => mv,
                Next::Chance => {
                    self.list(world, &mut choices);
                    match choices.at(below(choices.total(), luck)) {
                        Some(choice) => choice.mv,
                        None => return,
                    }
                }
            };
            self.play(world, way, mv);
        }
    }

    fn next(&mut self, world: &G::Position) -> Next<G::Move> {
        let untold = || self.game.untold(world).filter(|_| self.knowing.untold);
        // Games that tell what happens on the way take long to say which round it is.
        let asks = self.by_gist || self.round.is_some();
        let is_beyond = asks && self.game.round(world) != self.asks_in;
        self.goes_on |= is_beyond || !asks;
        if self.round.is_some() && is_beyond {
            return Next::Stop;
        }
        match self.game.turn(world) {
            Turn::Over => Next::Stop,
            Turn::Player(seat) => match self.game.idle(world) {
                Some(mv) => Next::Sure(mv),
                None if self.is_mutual
                    && Some(seat) != self.asked
                    && self.game.chooses_unseen(self.asking, world) =>
                {
                    Next::Chance
                }
                None => Next::Stop,
            },
            Turn::Chance(_) => untold().map_or(Next::Chance, Next::Sure),
            Turn::Table(_) => Next::Chance,
        }
    }

    /// Lists the results of chance, the facts that the table may report, or what somebody may choose unseen.
    fn list(&mut self, world: &G::Position, choices: &mut Choices<G::Move>) {
        self.game.moves(world, choices);
        let is_drawn = matches!(self.game.turn(world), Turn::Chance(_));
        self.assumed |= !is_drawn && choices.len() > 1;
        self.by_chance |= choices.len() > 1;
    }

    /// Makes a move and records its outcomes; false if it is not legal.
    fn play(&mut self, world: &mut G::Position, way: &mut Vec<u32>, mv: G::Move) -> bool {
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
        if self.by_gist {
            return true;
        }
        for event in events {
            if let Some(stake) = self.game.stake(world, event) {
                way.push(self.numbered(stake));
            }
        }
        true
    }

    /// The number of a phrase, with the player's name unless that is who is asked.
    fn numbered(&mut self, stake: Stake) -> u32 {
        let Stake { seat, words } = stake;
        let other = seat
            .filter(|seat| Some(*seat) != self.asked)
            .map(usize::from);
        let words = match other.and_then(|seat| self.knowing.players.get(seat)) {
            Some(name) => format!("{name} {words}"),
            None => words,
        };
        self.phrases.number(words)
    }

    /// What has become of the question in a position where it ends.
    fn outcome(&mut self, world: &G::Position, way: Vec<u32>) -> Outcome {
        let end = self.game.outcome(world).zip(self.asked);
        let end = end.and_then(|(end, seat)| {
            let at = usize::from(seat);
            let score = end.scores.get(at).copied().flatten();
            Some(Ending {
                verdict: *end.verdicts.get(at)?,
                score: score.filter(|_| self.by_gist && self.game.seats() == 1),
                is_scored: end.is_scored,
            })
        });
        // However a game was won or lost, that is what matters.
        let is_decided = |end: Ending| end.verdict != Verdict::Draw || end.is_scored;
        if self.by_gist && end.is_some_and(is_decided) {
            return (Vec::new(), end);
        }
        let considered = Considered {
            seat: self.asked,
            knower: self.knowing.seat,
            is_same: self.is_same,
        };
        let way = match self.game.gist(self.asking, world, considered) {
            Some(gist) => gist
                .into_iter()
                .map(|gist| self.phrases.gist(gist))
                .collect(),
            None => way,
        };
        (way, end)
    }

    fn prospects(&mut self, found: Found) -> Answered {
        let found = found
            .outcomes
            .into_iter()
            .map(|((way, end), weight)| (way, end, weight.likelihood()));
        self.told(found.collect())
    }

    /// The outcomes in words. What a game words by the position alone is kept apart where all outcomes share it.
    fn told(&mut self, found: Vec<Counted>) -> Answered {
        let ways = |(way, ..): &Counted| self.phrases.ways_to_name(way);
        let all = || found.iter().map(ways);
        self.names = all().any(|ways| ways.is_some()).then(|| {
            let ways = all().map(|ways| ways.unwrap_or(1));
            ways.fold(0, u64::saturating_add)
        });
        let mut found = if self.by_gist {
            self.grouped(found)
        } else {
            found
        };
        let mut always = Vec::new();
        if self.by_gist && found.len() > 1 {
            let ways: Vec<Vec<u32>> = found.iter().map(|(way, ..)| way.clone()).collect();
            let is_shared = |number: &u32| ways.iter().all(|way| way.contains(number));
            let shared: Vec<u32> = ways[0]
                .iter()
                .copied()
                .filter(|number| is_shared(number))
                .collect();
            for (way, ..) in &mut found {
                way.retain(|number| !shared.contains(number));
            }
            let mut told = shared;
            told.retain(|number| self.phrases.concern(*number) != Concern::Turn);
            always = self.phrases.spelt(&told);
        }
        let prospect = |(way, end, p): Counted| {
            let is_weighty = |number: &u32| self.phrases.concern(*number) < Concern::Rest;
            let (mut way, rest): (Vec<u32>, Vec<u32>) = way.into_iter().partition(is_weighty);
            let weighty = way.len();
            way.extend(rest);
            Prospect {
                p,
                phrases: self.phrases.spelt(&way),
                end,
                weighty,
            }
        };
        (found.into_iter().map(prospect).collect(), always)
    }

    /// Many outcomes as fewer, by what matters most to who asks: first without what lies elsewhere and without the counters of others,
    /// then with pieces told by less than their names and counters in ranges, then by counters alone, and at last by one of them.
    fn grouped(&mut self, found: Vec<Counted>) -> Vec<Counted> {
        let mut best = found;
        for least in [Concern::Rest, Concern::Others] {
            best = self.without(best, least);
        }
        for way in 0..self.game.sorts() {
            if best.len() <= MANY {
                return best;
            }
            if let Some(fewer) = self.sorted(&best, way).filter(|fewer| {
                fewer.len() <= MANY || way + 1 == self.game.sorts() && fewer.len() < best.len()
            }) {
                best = fewer;
            }
        }
        if best.len() > MANY {
            let ranges = self.ranges(&best);
            best = merged(&best, |way| {
                let told = way
                    .iter()
                    .map(|number| ranges.get(number).unwrap_or(number));
                told.copied().collect()
            });
        }
        best = self.without(best, Concern::Got);
        if best.len() <= MANY {
            return best;
        }
        let by_counter = |counter: u16| {
            merged(&best, |way| {
                let is_own = |number: &u32| {
                    self.phrases
                        .counter(*number)
                        .is_some_and(|(of, _)| of == counter)
                };
                way.iter().copied().filter(is_own).collect()
            })
        };
        let counters = self.counters(&best).into_iter();
        // One that comes to the same in all of them says nothing.
        let mut fewer = counters.map(|(counter, _)| by_counter(counter));
        fewer.find(|fewer| fewer.len() > 1).unwrap_or(best)
    }

    /// Too many outcomes without what matters less, unless nothing else differs.
    fn without(&self, found: Vec<Counted>, least: Concern) -> Vec<Counted> {
        if found.len() <= MANY {
            return found;
        }
        let fewer = merged(&found, |way| {
            let matters = |number: &u32| self.phrases.concern(*number) < least;
            way.iter().copied().filter(matters).collect()
        });
        if fewer.len() < 2 { found } else { fewer }
    }

    /// Outcomes with pieces told in one of the ways that the game has for that; `None` if some cannot be.
    fn sorted(&mut self, found: &[Counted], way: usize) -> Option<Vec<Counted>> {
        let mut told: HashMap<u32, u32> = HashMap::new();
        for number in found.iter().flat_map(|(way, ..)| way) {
            let about = self.phrases.about[*number as usize].as_ref();
            let Some(came) = about.and_then(|about| about.pieces.clone()) else {
                continue;
            };
            if told.contains_key(number) || came.kinds.is_empty() {
                continue;
            }
            let sorted = self.game.sorted(&came, way)?;
            let all: Vec<String> = [sorted].into_iter().chain(came.others).collect();
            let words = format!("{}: {}", came.place, all.join(", "));
            let instead = self.phrases.instead(*number, words);
            told.insert(*number, instead);
        }
        Some(merged(found, |way| {
            let told = way.iter().map(|number| told.get(number).unwrap_or(number));
            told.copied().collect()
        }))
    }

    /// The counters that differ, each with its values and their phrases, the first one first.
    fn counters(&self, found: &[Counted]) -> Vec<(u16, Vec<(i32, u32)>)> {
        let mut all: Vec<(u16, Vec<(i32, u32)>)> = Vec::new();
        for number in found.iter().flat_map(|(way, ..)| way) {
            let Some((of, value)) = self.phrases.counter(*number) else {
                continue;
            };
            match all.iter_mut().find(|(known, _)| *known == of) {
                Some((_, values)) => values.push((value, *number)),
                None => all.push((of, vec![(value, *number)])),
            }
        }
        for (_, values) in &mut all {
            values.sort_unstable();
            values.dedup();
        }
        all
    }

    /// By phrase about a counter that takes many values, the phrase for its range: "coins are 10 to 14". What is hardly ever reached
    /// makes the other ranges no wider.
    fn ranges(&mut self, found: &[Counted]) -> HashMap<u32, u32> {
        let mut ranges = HashMap::new();
        for (_, values) in self.counters(found) {
            if values.len() <= RANGES as usize {
                continue;
            }
            let is_usual = |number: u32| {
                let with = found.iter().filter(|(way, ..)| way.contains(&number));
                with.map(|(.., p)| p.value()).sum::<f64>() >= RARE
            };
            let mut usual = values.iter().filter(|(_, number)| is_usual(*number));
            let low = usual.next().unwrap_or(&values[0]).0;
            let high = usual.next_back().map_or(low, |(value, _)| *value);
            let (low, high) = (i64::from(low), i64::from(high));
            let width = (high - low) / RANGES + 1;
            let range = |value: i32| match i64::from(value) {
                value if value < low => -1,
                value if value > high => RANGES,
                value => (value - low) / width,
            };
            for range in values.chunk_by(|one, other| range(one.0) == range(other.0)) {
                let told = self.in_range(range);
                ranges.extend(
                    told.into_iter()
                        .flat_map(|told| range.iter().map(move |(_, number)| (*number, told))),
                );
            }
        }
        ranges
    }

    /// One phrase for the values of a range.
    fn in_range(&mut self, range: &[(i32, u32)]) -> Option<u32> {
        let ((first, phrase), (last, _)) = (*range.first()?, *range.last()?);
        let to = message(
            "{low} to {high}",
            [("low", first.into()), ("high", last.into())],
        );
        let to = if first == last {
            first.to_string()
        } else {
            self.game.in_words(&to)
        };
        let words = &self.phrases.words[phrase as usize];
        let told = with_number(words, first, &to)?;
        Some(self.phrases.instead(phrase, told))
    }
}

/// Outcomes that come to the same once their phrases are changed.
fn merged(found: &[Counted], change: impl Fn(&[u32]) -> Vec<u32>) -> Vec<Counted> {
    let mut parts: Vec<(Outcome, Vec<Likelihood>)> = Vec::new();
    let mut places: HashMap<Outcome, usize> = HashMap::new();
    for (way, end, p) in found {
        let outcome = (change(way), *end);
        let at = *places.entry(outcome.clone()).or_insert(parts.len());
        if at == parts.len() {
            parts.push((outcome, Vec::new()));
        }
        parts[at].1.push(*p);
    }
    let sum = |((way, end), parts): (Outcome, Vec<Likelihood>)| (way, end, Likelihood::sum(&parts));
    parts.into_iter().map(sum).collect()
}

/// A text with other words for a number that is in it once.
fn with_number(text: &str, number: i32, words: &str) -> Option<String> {
    let number = number.to_string();
    let is_digit = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_digit());
    let mut found = text.match_indices(&number).filter(|(at, _)| {
        let (before, after) = (&text[..*at], &text[at + number.len()..]);
        !is_digit(before.chars().next_back()) && !is_digit(after.chars().next())
    });
    let (at, _) = found.next().filter(|_| found.next().is_none())?;
    let after = &text[at + number.len()..];
    Some(format!("{}{words}{after}", &text[..at]))
}

fn reduced((cases, of): (u128, u128)) -> (u128, u128) {
    let shared = gcd(cases, of);
    (cases / shared, of / shared)
}

/// The product of two fractions in lowest terms; `None` on overflow.
fn times((a, b): (u128, u128), (c, d): (u128, u128)) -> Option<(u128, u128)> {
    let (first, second) = (gcd(a, d), gcd(c, b));
    let cases = (a / first).checked_mul(c / second)?;
    let of = (b / second).checked_mul(d / first)?;
    Some((cases, of))
}

/// A share of a number of trials, with its error.
fn sampled(count: u32, of: u32) -> Likelihood {
    let n = f64::from(of);
    let p = f64::from(count) / f64::from(of);
    let square = Z * Z;
    let error = Z * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt() / (1.0 + square / n);
    Likelihood::Sampled {
        p,
        error,
        trials: of,
    }
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
    fn outcomes_are_in_the_order_of_their_numbers() {
        let mut all = ["coins are 10", "coins are 2", "coins", "coins are 2, and 3"];
        all.sort_by(|one, other| in_order(one, other));
        assert_eq!(
            all,
            ["coins", "coins are 2", "coins are 2, and 3", "coins are 10"]
        );
        // Trials cannot tell what is certain.
        assert_eq!(sampled(10_000, 10_000).told(), "over 99.9 %");
        assert_eq!(sampled(1, 10_000).told(), "under 0.1 %");
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
                phrases: vec!["wins".into()],
                end: Some(Ending {
                    verdict: Verdict::Win,
                    score: None,
                    is_scored: false,
                }),
                weighty: 1,
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
            _ => 0.0,
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
        let mut reckoner = Reckoner::new(&game, &table, knowing, Effort::FULL);
        let worlds = Worlds {
            list: vec![(table.clone(), 1)],
            all: true,
        };
        let (tried, _) = reckoner.tried(&worlds, Move::Roll).expect("trials");
        assert_eq!(tried.len(), 6);
        for prospect in tried {
            let Likelihood::Sampled { p, error, .. } = prospect.p else {
                panic!("it was tried")
            };
            assert!((p - 1.0 / 6.0).abs() < 2.0 * error, "{p} ± {error}");
        }
    }
}
