//! What totals say.

use serde::Serialize;

use super::part::Run;
use super::stats::{Mean, Share, Z, bootstrap, difference};
use super::totals::{Extreme, Histogram, PACE, PARTS, Scores, SeatTotals, Totals};
use super::usage::Cases;
use crate::games;

/// The results of many games, with 95 % intervals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    pub run: Run,
    /// Games that ended: all shares and means refer to these.
    pub games: u64,
    /// Games cut for being too long, neither won nor lost.
    pub cut: Share,
    /// Moves made, including those of chance.
    pub moves: u64,
    /// Games in which somebody won.
    pub won: Share,
    /// Games in which everybody won.
    pub all_won: Share,
    /// By seat; empty where all win or lose together, or nobody can.
    pub seats: Vec<SeatReport>,
    /// By place in the turn order, from the first player; empty if nobody begins, and where seats are.
    pub places: Vec<SeatReport>,
    /// What the game counts, in its order, without what a game of one's own has not.
    pub tallies: Vec<Tally>,
    /// The same for games that were cut, as far as they got; empty if there are none.
    pub cut_tallies: Vec<Tally>,
    pub ratios: Vec<Ratio>,
    /// How many of the games that reach a length are won, in steps that contain enough games.
    pub reaching: Vec<Reaching>,
    /// The lengths of won games, as [`Report::length`] counts them.
    pub lengths_won: Histogram,
    /// Games worth looking at.
    pub strange: Vec<Strange>,
    /// What happened, rarest first; and what did not, by its stable name.
    pub rules: Vec<RuleReport>,
    pub never: Vec<String>,
    /// Whether anybody ever had a choice.
    #[serde(skip)]
    pub has_choices: bool,
    /// Kinds of answers, those first that are given least often where they are possible.
    pub answers: Vec<AnswerReport>,
    /// Pieces that are drawn, by source.
    pub pieces: Vec<PieceReport>,
    /// How often players won by where they began; empty unless that differs.
    pub starts: Vec<StartReport>,
    /// Where players fell, most falls first; empty if the game does not say.
    pub falls: Vec<PlaceReport>,
    /// The scores of all players at the end; `None` if the game has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreReport>,
    /// The counters that the game's designer declared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<CounterReport>,
    /// Pieces that players use, those used most first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardReport>,
}

/// Scores at the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreReport {
    /// Of a player. The scores of one game depend on each other, so its interval is only roughly right.
    pub mean: Mean,
    /// The lowest, the tenth of ten, the median, the ninth of ten, and the highest.
    pub lowest: i32,
    pub p10: i32,
    pub median: i32,
    pub p90: i32,
    pub highest: i32,
    /// How often each score was reached.
    pub histogram: Scores,
}

/// A counter of the designer's.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CounterReport {
    pub name: String,
    pub start: f64,
    pub end: Mean,
    /// How much it changes in a round, or in a turn if the game has no rounds.
    pub a_round: Option<f64>,
}

/// A piece by its printed name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CardReport {
    pub card: String,
    /// Games in which it was used, and how often in all.
    pub games: Share,
    pub times: u64,
    /// By how much those who use it win more often than others in the same game, or where nobody plays against another, by how much
    /// more often games with it are won than games without; `None` if that was seldom so, or nobody can win.
    pub effect: Option<Mean>,
}

/// A place where players begin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StartReport {
    pub place: String,
    pub won: Share,
}

/// A place where players come, and may fall.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlaceReport {
    pub place: String,
    /// Of all falls.
    pub share: Share,
    /// Of the players who came there.
    pub fell: Share,
}

/// A game that is extreme in something.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Strange {
    /// "longest", "most fights".
    pub what: String,
    pub game: u64,
    /// How much it has of that: moves for the longest and the shortest; `None` for the first that was cut.
    pub has: Option<u64>,
}

/// Something that happens in a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RuleReport {
    pub rule: String,
    /// The event's stable name, as in the protocol.
    pub event: String,
    /// Games in which it happens.
    pub games: Share,
    pub times: u64,
}

/// A kind of answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerReport {
    /// The first word of the answers' ids.
    pub answer: String,
    /// How often it was given, of the decisions in which it could have been.
    pub taken: Share,
    /// How often it was the only one.
    pub alone: u64,
}

impl AnswerReport {
    /// Whether it could not once be given.
    pub fn is_impossible(&self) -> bool {
        self.taken.of == 0 && self.alone == 0
    }
}

/// A tile, card or token.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PieceReport {
    /// What it is drawn from.
    pub source: String,
    /// Its name in the id of the draw.
    pub piece: String,
    /// Games in which it came.
    pub came: Share,
    /// How many of these games somebody won, and how many of the others. That says little: pieces that come up late come only to
    /// those who survive. `None` where somebody wins every game, or nobody any.
    pub won_with: Option<Share>,
    pub won_without: Option<Share>,
    /// First draws of a game that could be compared, and by how much they raise the drawer's share of wins over drawing another
    /// piece at the same time. The intervals of a source's pieces hold together; `None` for fewer than 30 draws.
    pub draws: u64,
    pub effect: Option<Mean>,
}

/// The results of one seat, or of one place in the turn order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatReport {
    pub bot: Option<String>,
    pub won: Share,
    pub drawn: Share,
    pub lost: Share,
    /// How often it came first, alone or with others.
    pub first: Share,
    /// The mean score of its wins; `None` if there are none.
    pub winning_score: Option<f64>,
}

/// Something counted in every game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    pub name: String,
    /// Per game.
    pub mean: Mean,
    /// The mean's interval by bootstrap; `None` from 200 games on, where `mean` says it.
    pub range: Option<[f64; 2]>,
    pub percentiles: Percentiles,
    /// Games in which it happened at least once.
    pub any: Share,
    /// How many games had each number of it.
    pub histogram: Histogram,
}

/// The smallest number, percentiles, and the largest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Percentiles {
    pub min: u32,
    pub p5: u32,
    pub p10: u32,
    pub median: u32,
    pub p90: u32,
    pub p95: u32,
    pub p99: u32,
    pub max: u32,
}

impl Percentiles {
    pub fn named(&self) -> [(&'static str, u32); 8] {
        let Percentiles {
            min,
            p5,
            p10,
            median,
            p90,
            p95,
            p99,
            max,
        } = *self;
        [
            ("min", min),
            ("p5", p5),
            ("p10", p10),
            ("median", median),
            ("p90", p90),
            ("p95", p95),
            ("p99", p99),
            ("max", max),
        ]
    }
}

/// The amount of one thing for each of another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratio {
    pub name: String,
    pub ratio: Mean,
}

/// Games that last at least this long.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reaching {
    pub length: u32,
    pub won: Share,
}

/// The share of fewer games than this says nothing, and is not drawn; nor are counts near enough to normal for a mean's ±.
pub const FEWEST: u64 = 200;

/// The most steps of [`Report::reaching`].
const STEPS: usize = 60;

impl Report {
    /// Whether a piece is judged by the games without it, since nobody plays against another.
    pub fn compares_games(&self) -> bool {
        self.run.players < 2 || self.run.figures.together
    }

    /// Whether players could win or lose against each other.
    pub fn is_contest(&self) -> bool {
        self.seats.len() > 1
    }

    /// The tally that tells how long games are.
    pub fn length(&self) -> Option<&Tally> {
        let figures = &self.run.figures;
        let name = figures.counts.get(figures.length)?;
        self.tallies.iter().find(|tally| tally.name == *name)
    }

    pub fn new(run: Run, totals: &Totals) -> Report {
        let of = totals.games;
        let seat = |at: usize, totals: &SeatTotals, chair: bool| SeatReport {
            bot: run
                .bots
                .get(at % run.bots.len().max(1))
                .cloned()
                .filter(|_| chair),
            won: Share::new(totals.wins, of),
            drawn: Share::new(totals.draws, of),
            lost: Share::new(totals.losses, of),
            first: Share::new(totals.first, of),
            winning_score: (totals.scored > 0).then(|| totals.scores as f64 / totals.scored as f64),
        };
        let seats = |all: &[SeatTotals], chair| {
            all.iter()
                .enumerate()
                .map(|(at, it)| seat(at, it, chair))
                .collect()
        };
        // The same things are counted in all games of kits, and many have no turns, no dice or no tiles.
        let is_part = |tally: &Tally| tally.mean.mean > 0.0 || games::find(&run.game).is_some();
        let tallies = |all: &[Histogram], games| {
            let named = run.figures.counts.iter().zip(all);
            named
                .map(|(name, counts)| Tally::new(name, counts, games))
                .filter(is_part)
                .collect::<Vec<_>>()
        };
        let is_told = !run.figures.without_winners && !run.figures.together;
        let begun = totals
            .places
            .iter()
            .any(|place| place.wins + place.draws + place.losses > 0);
        let ratios = run.figures.ratios.iter().zip(&totals.ratios);
        Report {
            games: of,
            cut: Share::new(totals.cut, totals.played()),
            moves: totals.moves,
            won: Share::new(totals.won, of),
            all_won: Share::new(totals.all_won, of),
            seats: if is_told {
                seats(&totals.seats, true)
            } else {
                Vec::new()
            },
            places: if is_told && begun && totals.seats.len() > 1 {
                seats(&totals.places, false)
            } else {
                Vec::new()
            },
            tallies: tallies(&totals.counts, of)
                .into_iter()
                .chain(Some(in_minutes(&totals.decisions, of)).filter(is_part))
                .collect(),
            cut_tallies: if totals.cut > 0 {
                tallies(&totals.cut_counts, totals.cut)
            } else {
                Vec::new()
            },
            ratios: ratios
                .filter_map(|(name, pairs)| {
                    Some(Ratio {
                        name: name.clone(),
                        ratio: pairs.ratio(of)?,
                    })
                })
                .collect(),
            reaching: reaching(&run, totals),
            lengths_won: totals.lengths_won.clone(),
            strange: strange(&run, totals),
            rules: rules(totals),
            never: totals
                .usage
                .rules
                .iter()
                .filter(|(_, rules)| rules.is_empty())
                .map(|(name, _)| name.clone())
                .collect(),
            has_choices: totals.decisions.0.keys().any(|decisions| *decisions > 0),
            answers: answers(totals),
            pieces: pieces(&run, totals),
            starts: starts(totals),
            falls: falls(totals),
            score: score(totals),
            counters: counters(&run, totals),
            cards: cards(&run, totals),
            run,
        }
    }
}

impl Tally {
    fn new(name: &str, counts: &Histogram, games: u64) -> Tally {
        let sum = |power: u32| {
            counts
                .0
                .iter()
                .map(|(count, games)| i128::from(*count).pow(power) * i128::from(*games))
                .sum::<i128>()
        };
        let at = |percent: u64| counts.percentile(percent, games);
        Tally {
            name: name.to_owned(),
            mean: Mean::new(games, sum(1), sum(2)),
            range: (games > 0 && games < FEWEST).then(|| bootstrap(&counts.0)),
            percentiles: Percentiles {
                min: at(0),
                p5: at(5),
                p10: at(10),
                median: at(50),
                p90: at(90),
                p95: at(95),
                p99: at(99),
                max: at(100),
            },
            any: Share::new(
                games - counts.0.get(&0).copied().unwrap_or(0).min(games),
                games,
            ),
            histogram: counts.clone(),
        }
    }
}

/// How long games take. The mean is that of the decisions, since whole minutes of each game would shift it.
fn in_minutes(decisions: &Histogram, games: u64) -> Tally {
    let unit = PACE as f64 / 60.0;
    let Tally { mean, range, .. } = Tally::new("", decisions, games);
    Tally {
        mean: Mean {
            mean: unit * mean.mean,
            error: unit * mean.error,
        },
        range: range.map(|range| range.map(|limit| unit * limit)),
        ..Tally::new(&minutes(), &decisions.in_minutes(), games)
    }
}

impl Histogram {
    /// The smallest number that this percentage of games does not exceed.
    fn percentile(&self, percent: u64, games: u64) -> u32 {
        let mut rank = games.saturating_sub(1) * percent / 100;
        let found = self
            .0
            .iter()
            .find(|(_, games)| match rank.checked_sub(**games) {
                None => true,
                Some(rest) => {
                    rank = rest;
                    false
                }
            });
        found.map_or(0, |(count, _)| *count)
    }
}

/// Only if some games are won and some are not.
fn reaching(run: &Run, totals: &Totals) -> Vec<Reaching> {
    let Some(lengths) = totals
        .counts
        .get(run.figures.length)
        .filter(|_| totals.won > 0 && totals.won < totals.games)
    else {
        return Vec::new();
    };
    let longest = lengths.0.keys().last().copied().unwrap_or(0);
    let step = longest.div_ceil(STEPS as u32).max(1);
    let from =
        |all: &Histogram, length: u32| all.0.range(length..).map(|(_, games)| games).sum::<u64>();
    let all = (0..=longest).step_by(step as usize).map(|length| Reaching {
        length,
        won: Share::new(from(&totals.lengths_won, length), from(lengths, length)),
    });
    all.filter(|reaching| reaching.won.of >= FEWEST).collect()
}

fn strange(run: &Run, totals: &Totals) -> Vec<Strange> {
    let of = |what: &str, extreme: Option<Extreme>| {
        extreme.map(|Extreme { game, has }| Strange {
            what: what.to_owned(),
            game,
            has: Some(has),
        })
    };
    // To have something once is not strange.
    let most = run
        .figures
        .counts
        .iter()
        .zip(&totals.most)
        .filter(|(_, most)| most.is_some_and(|most| most.has > 1));
    let most = most.filter_map(|(name, most)| of(&format!("most {name}"), *most));
    let cut = totals.first_cut.map(|game| Strange {
        what: "first that was cut".to_owned(),
        game,
        has: None,
    });
    let ends = [
        of("longest", totals.longest),
        of("shortest", totals.shortest),
        cut,
    ];
    ends.into_iter().flatten().chain(most).collect()
}

fn rules(totals: &Totals) -> Vec<RuleReport> {
    let each = totals
        .usage
        .rules
        .iter()
        .flat_map(|(event, rules)| rules.iter().map(move |(rule, often)| (event, rule, often)));
    let report = each.map(|(event, rule, often)| RuleReport {
        rule: rule.clone(),
        event: event.clone(),
        games: Share::new(often.games, totals.games),
        times: often.times,
    });
    let mut rules: Vec<_> = report.collect();
    rules.sort_by_key(|rule| (rule.games.count, rule.times));
    rules
}

fn answers(totals: &Totals) -> Vec<AnswerReport> {
    let report = totals
        .usage
        .answers
        .iter()
        .map(|(answer, often)| AnswerReport {
            answer: answer.clone(),
            taken: Share::new(often.taken, often.offered),
            alone: often.alone,
        });
    let mut answers: Vec<_> = report.collect();
    answers.sort_by(|one, other| {
        one.taken
            .rate
            .total_cmp(&other.taken.rate)
            .then(other.taken.of.cmp(&one.taken.of))
    });
    answers
}

fn starts(totals: &Totals) -> Vec<StartReport> {
    let starts = &totals.usage.starts;
    let several = starts.iter().filter(|_| starts.len() > 1);
    several
        .map(|(place, cases)| StartReport {
            place: place.clone(),
            won: Share::new(cases.won, cases.of),
        })
        .collect()
}

fn falls(totals: &Totals) -> Vec<PlaceReport> {
    let places = &totals.usage.places;
    let all = places.values().map(|visits| visits.falls).sum();
    let report = places.iter().map(|(place, visits)| PlaceReport {
        place: place.clone(),
        share: Share::new(visits.falls, all),
        fell: Share::new(visits.fell, visits.came),
    });
    let mut report: Vec<_> = report.filter(|_| all > 0).collect();
    report.sort_by(|one, other| {
        other
            .share
            .count
            .cmp(&one.share.count)
            .then(other.fell.rate.total_cmp(&one.fell.rate))
    });
    report
}

fn score(totals: &Totals) -> Option<ScoreReport> {
    let all = &totals.scores.0;
    // A counter of that name that never changes is not a score.
    if all.keys().all(|score| *score == 0) {
        return None;
    }
    let n: u64 = all.values().sum();
    let at = |percent: u64| {
        let mut rank = n.saturating_sub(1) * percent / 100;
        let found = all.iter().find(|(_, times)| {
            let is_here = rank < **times;
            rank = rank.saturating_sub(**times);
            is_here
        });
        found.map_or(0, |(score, _)| *score)
    };
    let sum = |power: u32| -> i128 {
        all.iter()
            .map(|(score, times)| i128::from(*score).pow(power) * i128::from(*times))
            .sum()
    };
    (n > 0).then(|| ScoreReport {
        mean: Mean::new(n, sum(1), sum(2)),
        lowest: at(0),
        p10: at(10),
        median: at(50),
        p90: at(90),
        highest: at(100),
        histogram: totals.scores.clone(),
    })
}

fn counters(run: &Run, totals: &Totals) -> Vec<CounterReport> {
    // The mean length in rounds, or in turns.
    let length = |name: &str| {
        let at = run.figures.counts.iter().position(|known| known == name)?;
        let counts = &totals.counts.get(at)?.0;
        let sum: u64 = counts
            .iter()
            .map(|(count, games)| u64::from(*count) * games)
            .sum();
        (sum > 0).then(|| sum as f64 / totals.games as f64)
    };
    // Without rounds of the game's own, one is over when everybody had a turn.
    let players = run.players.max(1) as f64;
    let length = length("rounds").or_else(|| length("turns").map(|turns| turns / players));
    let named = run.figures.counters.iter().zip(&totals.counters);
    named
        .filter(|(_, totals)| totals.games > 0)
        .map(|((name, start), totals)| {
            // Divided once, so that a mean of 1.667 in every game is told as 1.667.
            let parts = PARTS as f64 * totals.games as f64;
            let mean = totals.sum as f64 / parts;
            let squares = totals.squares as f64 / parts;
            let variance = (squares - mean * mean).max(0.0);
            CounterReport {
                name: name.clone(),
                start: *start,
                end: Mean {
                    mean,
                    error: Z * (variance / totals.games as f64).sqrt(),
                },
                a_round: length.map(|length| (mean - start) / length),
            }
        })
        .filter(|counter| {
            counter.start != 0.0 || counter.end.mean != 0.0 || counter.end.error > 0.0
        })
        .collect()
}

fn cards(run: &Run, totals: &Totals) -> Vec<CardReport> {
    let all = &totals.usage.cards;
    // A game may have pieces that are picked, but none by a name that is told.
    if all.values().all(|card| card.times == 0) {
        return Vec::new();
    }
    let report = all.iter().map(|(name, card)| {
        let cases = |cases: &Cases| (cases.won, cases.of);
        let (effect, compared) =
            difference([[cases(&card.users), cases(&card.others)]].into_iter());
        CardReport {
            card: name.clone(),
            games: Share::new(card.games, totals.games),
            times: card.times,
            effect: (compared >= FEW_DRAWS && !run.figures.without_winners)
                .then(|| effect.among(all.len())),
        }
    });
    let mut cards: Vec<CardReport> = report.collect();
    cards.sort_by(|one, other| other.times.cmp(&one.times).then(one.card.cmp(&other.card)));
    cards
}

/// What the length of a game in minutes is called.
pub fn minutes() -> String {
    format!("minutes at {PACE} s a decision")
}

/// Fewer draws than this say nothing about a piece.
const FEW_DRAWS: u64 = 30;

fn pieces(run: &Run, totals: &Totals) -> Vec<PieceReport> {
    let mut all = Vec::new();
    let is_mixed = totals.won > 0 && totals.won < totals.games;
    let share = |won, of| is_mixed.then(|| Share::new(won, of));
    for (source, pieces) in &totals.usage.pieces {
        for (piece, found) in pieces {
            let cases = |cases: &Cases| (cases.won, cases.of);
            let (effect, draws) = difference(
                found
                    .draws
                    .iter()
                    .map(|draw| [cases(&draw.this), cases(&draw.another)]),
            );
            let Cases { of, won } = found.came;
            all.push(PieceReport {
                source: source.clone(),
                piece: piece.clone(),
                came: Share::new(of, totals.games),
                won_with: share(won, of),
                won_without: share(
                    totals.won.saturating_sub(won),
                    totals.games.saturating_sub(of),
                ),
                draws,
                effect: (draws >= FEW_DRAWS && !run.figures.without_winners)
                    .then(|| effect.among(pieces.len())),
            });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_count_right() {
        let counts = Histogram([(0, 1), (2, 2), (5, 1)].into_iter().collect());
        let tally = Tally::new("things", &counts, 4);
        assert_eq!((tally.mean.mean, tally.any.rate), (2.25, 0.75));
        assert_eq!(
            tally.percentiles.named().map(|(_, count)| count),
            [0, 0, 0, 2, 2, 2, 2, 5]
        );
    }
}
