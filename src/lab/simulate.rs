//! Games by the thousand, and what came of them.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use serde::Serialize;

use crate::referee::bot::below;
use crate::referee::{Bots, Choices, Outcome, Seat, Turn, Verdict};

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
    /// Games cut because they were too long; what was counted in them is in none of the tallies.
    pub cut: u64,
    /// Moves made in all other games, chance's included.
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
    /// Games in which this seat was first, alone or with others; where a game does not rank, those it won.
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

/// What many games came to, in whole numbers, so that the order of adding does not matter.
#[derive(Clone, Default)]
struct Totals {
    games: u64,
    cut: u64,
    moves: u64,
    won: u64,
    all_won: u64,
    seats: Vec<SeatTotals>,
    /// For each thing counted: how many games had so many of it.
    counts: Vec<BTreeMap<u32, u64>>,
}

#[derive(Clone, Copy, Default)]
struct SeatTotals {
    wins: u64,
    draws: u64,
    losses: u64,
    first: u64,
    /// The scores of wins, and how many of them had one.
    scores: i64,
    scored: u64,
}

impl Totals {
    fn new(seats: usize, counts: usize) -> Totals {
        Totals { seats: vec![SeatTotals::default(); seats], counts: vec![BTreeMap::new(); counts], ..Totals::default() }
    }

    /// Adds one game.
    fn add(&mut self, outcome: Option<&Outcome>, counts: &[u32], moves: u64) {
        self.games += 1;
        // How long a game that was cut would have been nobody knows: it is in no mean.
        let Some(outcome) = outcome else {
            self.cut += 1;
            return;
        };
        self.moves += moves;
        for (counted, count) in self.counts.iter_mut().zip(counts) {
            *counted.entry(*count).or_default() += 1;
        }
        self.won += u64::from(outcome.verdicts.contains(&Verdict::Win));
        self.all_won += u64::from(outcome.verdicts.iter().all(|verdict| *verdict == Verdict::Win));
        for (seat, verdict) in outcome.verdicts.iter().enumerate() {
            let totals = &mut self.seats[seat];
            let first = match outcome.ranking.first() {
                Some(first) => first.contains(&(seat as Seat)),
                // Where nobody is ranked, who wins is first.
                None => *verdict == Verdict::Win,
            };
            totals.first += u64::from(first);
            match verdict {
                Verdict::Draw => totals.draws += 1,
                Verdict::Loss => totals.losses += 1,
                Verdict::Win => {
                    totals.wins += 1;
                    if let Some(score) = outcome.scores.get(seat).copied().flatten() {
                        totals.scores += i64::from(score);
                        totals.scored += 1;
                    }
                }
            }
        }
    }

    fn merge(mut self, other: Totals) -> Totals {
        self.games += other.games;
        self.cut += other.cut;
        self.moves += other.moves;
        self.won += other.won;
        self.all_won += other.all_won;
        for (mine, theirs) in self.seats.iter_mut().zip(other.seats) {
            mine.wins += theirs.wins;
            mine.draws += theirs.draws;
            mine.losses += theirs.losses;
            mine.first += theirs.first;
            mine.scores += theirs.scores;
            mine.scored += theirs.scored;
        }
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts) {
            theirs.into_iter().for_each(|(count, games)| *mine.entry(count).or_default() += games);
        }
        self
    }

    fn report(&self, names: &[&'static str]) -> Report {
        let seat = |totals: &SeatTotals| SeatReport {
            wins: totals.wins,
            draws: totals.draws,
            losses: totals.losses,
            first: totals.first,
            winning_score: (totals.scored > 0).then(|| totals.scores as f64 / totals.scored as f64),
        };
        Report {
            games: self.games,
            cut: self.cut,
            moves: self.moves,
            won: Share::new(self.won, self.games),
            all_won: Share::new(self.all_won, self.games),
            seats: self.seats.iter().map(seat).collect(),
            tallies: names
                .iter()
                .zip(&self.counts)
                .map(|(name, counts)| tally(name, counts, self.games - self.cut))
                .collect(),
        }
    }
}

/// Plays the games on all threads at hand; `None` if the game has no such bot. The same plan gives the same report anywhere.
pub fn simulate<G: Bots>(game: &G, plan: &Plan) -> Option<Report> {
    game.bot(&plan.bot)?;
    let none = || Totals::new(game.seats(), G::COUNTS.len());
    let table = || (none(), Choices::default());
    let totals = (0..plan.games)
        .into_par_iter()
        .fold(table, |(mut totals, mut choices), number| {
            play(game, plan, number, &mut choices, &mut totals);
            (totals, choices)
        })
        .map(|(totals, _)| totals)
        .reduce(none, Totals::merge);
    Some(totals.report(G::COUNTS))
}

/// Plays one game and adds it to the totals.
fn play<G: Bots>(game: &G, plan: &Plan, number: u64, choices: &mut Choices<G::Move>, totals: &mut Totals) {
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
                let at = bots[usize::from(seat)].choose(&game.view(&position, Some(seat)), choices, &mut luck);
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
        for name in events.iter().filter_map(|event| game.count(&position, event)) {
            if let Some(at) = G::COUNTS.iter().position(|known| *known == name) {
                counts[at] += 1;
            }
        }
        moves += 1;
    }
    totals.add(game.outcome(&position).as_ref(), &counts, moves);
}

fn tally(name: &'static str, counts: &BTreeMap<u32, u64>, games: u64) -> Tally {
    let of = games.max(1) as f64;
    let sum = |value: &dyn Fn(f64) -> f64| {
        counts.iter().map(|(count, games)| value(f64::from(*count)) * *games as f64).sum::<f64>()
    };
    let mean = sum(&|count| count) / of;
    let variance = sum(&|count| (count - mean).powi(2)) / (of - 1.0).max(1.0);
    let at = |percent: u64| {
        let mut rank = games.saturating_sub(1) * percent / 100;
        let found = counts.iter().find(|(_, games)| match rank.checked_sub(**games) {
            None => true,
            Some(rest) => {
                rank = rest;
                false
            }
        });
        found.map_or(0, |(count, _)| *count)
    };
    Tally {
        name,
        mean,
        error: (variance / of).sqrt(),
        spread: [0, 5, 50, 95, 100].map(at),
        any: 1.0 - counts.get(&0).copied().unwrap_or(0) as f64 / of,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, Setup, Visitor};
    use crate::kit::{Files, Kit};
    use crate::referee::Words;

    struct Run(Plan);

    impl Visitor for Run {
        type Out = Option<Report>;

        fn visit<G: Words + Bots>(self, game: G) -> Option<Report> {
            simulate(&game, &self.0)
        }
    }

    fn solo(games: u64, bot: &str, threads: usize) -> Option<Report> {
        run("dungeon-in-a-tin", 1, games, bot, threads)
    }

    fn run(id: &str, players: u32, games: u64, bot: &str, threads: usize) -> Option<Report> {
        let kit = Kit::open(Files::shipped(id).expect("a shipped kit")).expect("a good kit");
        let setup = Setup::of_count(players);
        let plan = Plan { games, seed: 1, bot: bot.to_owned(), longest: 20_000 };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| games::with(id, &kit, &setup, Run(plan))).expect("a game")
    }

    #[test]
    fn the_report_does_not_depend_on_the_threads() {
        assert_eq!(solo(40, "sensible", 1), solo(40, "sensible", 3));
        assert_eq!(solo(1, "nobody", 1), None);
    }

    /// The dossier's balance, section 3.4: 38.85 % of games won, 23.4 turns, within what 600 games can tell.
    #[test]
    fn a_sensible_knight_wins_as_often_as_the_data_were_made_for() {
        let report = solo(600, "sensible", 2).expect("a report");
        assert!((report.won.rate - 0.3885).abs() < 4.0 * report.won.error, "{:?}", report.won);
        let turns = &report.tallies[0];
        assert!((turns.mean - 23.4).abs() < 4.0 * turns.error, "{turns:?}");
        assert_eq!(report.cut, 0);
    }

    /// The dossier's balance, section 3.6: rounds, attacks, cards, within what 200 games can tell; every game has one winner, and
    /// nobody is favoured by the seat.
    #[test]
    fn greedy_explorers_race_as_the_data_were_made_for() {
        let id = "deep-dark-dungeon";
        let kit = Kit::open(Files::shipped(id).expect("a shipped kit")).expect("a good kit");
        let measured = [
            ("v1_0", 2, [18.3, 4.0, 27.3]),
            ("v1_0", 3, [12.0, 9.2, 21.2]),
            ("v1_0", 4, [11.3, 15.3, 22.8]),
            ("original", 2, [12.6, 1.4, 17.2]),
            ("original", 3, [10.8, 3.1, 17.3]),
            ("original", 4, [10.2, 5.6, 17.9]),
        ];
        for (edition, players, means) in measured {
            let setup = Setup { edition: Some(edition.to_owned()), ..Setup::of_count(players) };
            let plan = Plan { games: 200, seed: 1, bot: "greedy".to_owned(), longest: 20_000 };
            let report = games::with(id, &kit, &setup, Run(plan)).expect("a game").expect("a report");
            assert_eq!((report.cut, report.won.count), (0, 200));
            for (name, mean) in ["rounds", "attacks", "cards drawn"].into_iter().zip(means) {
                let tally = report.tallies.iter().find(|tally| tally.name == name).expect("a tally");
                assert!((tally.mean - mean).abs() < 3.0 * tally.error, "{edition}, {players}: {tally:?}");
            }
            let share = 200 / u64::from(players);
            assert!(report.seats.iter().all(|seat| seat.wins.abs_diff(share) < 25), "{edition}: {:?}", report.seats);
        }
    }

    /// The dossier's section 11, its greedy policy: turns, attacks, treasure and equipment stolen, within what 150 games of
    /// ours and its thousand can tell; and no place in the turn order is much better than another.
    #[test]
    fn dungeon_crawl_is_as_long_and_as_fair_as_it_was_measured() {
        for (players, measured) in [(2, [95.5, 54.0, 22.2]), (3, [119.4, 79.2, 33.0]), (4, [138.0, 96.1, 39.6])] {
            let report = run("dungeon-crawl", players, 150, "knowing", 2).expect("a report");
            let tally = |name: &str| report.tallies.iter().find(|tally| tally.name == name).expect("a tally");
            let steals = ["treasures stolen", "equipment stolen"].map(|name| tally(name).mean).iter().sum::<f64>();
            let means = [tally("turns").mean, tally("attacks").mean, steals];
            let errors = ["turns", "attacks", "treasures stolen"].map(|name| tally(name).error);
            for ((mean, error), measured) in means.into_iter().zip(errors).zip(measured) {
                assert!((mean - measured).abs() < 4.0 * error, "{players} players: {mean} ± {error}, measured {measured}");
            }
            assert!((tally("coins turned").mean - 16.65).abs() < 4.0 * tally("coins turned").error);
            for seat in &report.seats {
                let (won, fair) = (seat.wins as f64 / report.games as f64, 1.0 / f64::from(players));
                assert!((won - fair).abs() < 0.05 + 3.0 * (fair * (1.0 - fair) / 150.0).sqrt(), "{players} players: {won}");
            }
            assert_eq!(report.cut, 0);
        }
    }

    /// MiniSkull Caverns, section 3.7 of its dossier: no seat is favoured, and a game of three takes 16 rounds at the median.
    #[test]
    fn no_seat_of_the_caverns_is_favoured() {
        let report = run("miniskull-caverns", 3, 90, "sensible", 2).expect("a report");
        assert_eq!((report.won.count, report.cut), (90, 0));
        for seat in &report.seats {
            let share = Share::new(seat.wins, report.games);
            assert!((share.rate - 1.0 / 3.0).abs() < 4.0 * share.error, "{share:?}");
        }
        let rounds = &report.tallies[0];
        assert!((14..=18).contains(&rounds.spread[2]), "{rounds:?}");
    }

    /// The same section: two heroes in the Catacombs take 22 rounds at the median, and one game in ten more than 36; heroes who
    /// hold out against each other for ever would show here first.
    #[test]
    fn two_heroes_do_not_hold_out_in_the_catacombs() {
        let id = "miniskull-caverns";
        let kit = Kit::open(Files::shipped(id).expect("a shipped kit")).expect("a good kit");
        let options = [("map".to_owned(), "catacombs".to_owned())].into_iter().collect();
        let setup = Setup { options, ..Setup::of_count(2) };
        let plan = Plan { games: 150, seed: 1, bot: "sensible".to_owned(), longest: 20_000 };
        let report = games::with(id, &kit, &setup, Run(plan)).expect("a game").expect("a report");
        assert_eq!((report.won.count, report.cut), (150, 0));
        let rounds = &report.tallies[0];
        assert!((20..=25).contains(&rounds.spread[2]) && rounds.spread[3] < 60, "{rounds:?}");
    }

    /// The same section: a lone hero wins 46.5 of 100 games, loses 34 for want of time, and takes 34 turns at the median.
    #[test]
    fn a_lone_hero_wins_the_caverns_as_often_as_the_maps_were_made_for() {
        let report = run("miniskull-caverns", 1, 150, "sensible", 2).expect("a report");
        assert!((report.won.rate - 0.465).abs() < 3.0 * report.won.error, "{:?}", report.won);
        let time = report.tallies.iter().find(|tally| tally.name == "lost for want of time").expect("a tally");
        assert!((time.mean - 0.341).abs() < 3.0 * time.error, "{time:?}");
        assert!((30..=39).contains(&report.tallies[0].spread[2]), "{:?}", report.tallies[0]);
    }

    /// The same section: whoever does anything never wins alone; Strength ends 1697 of 2000 games, half of them by turn 7.
    #[test]
    fn chance_alone_loses_the_caverns_as_it_was_measured() {
        let report = run("miniskull-caverns", 1, 2000, "random", 2).expect("a report");
        assert_eq!((report.won.count, report.cut), (0, 0));
        let strength = report.tallies.iter().find(|tally| tally.name == "lost for want of Strength").expect("a tally");
        assert!((strength.mean - 1697.0 / 2000.0).abs() < 4.0 * strength.error, "{strength:?}");
        assert_eq!(report.tallies[0].spread[2], 7, "{:?}", report.tallies[0]);
    }

    #[test]
    fn tallies_count_right() {
        let counts = BTreeMap::from([(0, 1), (2, 2), (5, 1)]);
        let tally = tally("things", &counts, 4);
        assert_eq!((tally.mean, tally.spread, tally.any), (2.25, [0, 0, 2, 2, 5], 0.75));
    }
}
