//! Playing games by the thousand.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::part::{self, Shard};
use super::playout::{self, Table, Unfit};
use super::stats::Share;
use super::totals::Totals;
use super::usage::{Notes, Usage};
use crate::referee::program::Programs;
use crate::referee::{Bots, Words};

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games, or with `until` the most.
    pub games: u64,
    pub seed: u64,
    /// The names of bots by seat, repeated if there are fewer than seats.
    pub bots: Vec<String>,
    /// A game is cut after this many moves, including those of chance.
    pub longest: u64,
    /// Which part of the games.
    pub shard: Shard,
    /// Starts the programs among the bots.
    pub programs: Option<Arc<dyn Programs>>,
    /// Stops as soon as the intervals of the share won, and of each seat's share, are no wider to either side than this.
    pub until: Option<f64>,
}

/// An interval is first checked after this many games, and then whenever their number has doubled: checking more often and stopping
/// at the first narrow one would distort its level.
const FIRST_LOOK: u64 = 1_000;

/// Plays the games on all available threads. The same plan gives the same totals anywhere; `done` counts games as they end.
///
/// # Errors
///
/// A bot cannot play the game as it is called.
pub fn simulate<G: Words + Bots>(game: &G, plan: &Plan, done: &AtomicU64) -> Result<Totals, Unfit> {
    playout::demand_fit(game, &plan.bots, plan.programs.as_ref())?;
    let Some(until) = plan.until else {
        // A game that does not end at all would take minutes to say so.
        let trial = if plan.bots.iter().all(|bot| bot == "random") {
            TRIAL
        } else {
            SLOW_TRIAL
        };
        if plan.shard != Shard::WHOLE || plan.games <= trial {
            return Ok(span(game, plan, 0..plan.games, done));
        }
        let first = span(game, plan, 0..trial, done);
        return Ok(match first.games {
            0 => first,
            _ => first.merge(&span(game, plan, trial..plan.games, done)),
        });
    };
    let mut totals = span(game, plan, 0..FIRST_LOOK.min(plan.games), done);
    while totals.played() < plan.games && width(&totals) > until {
        let so_far = totals.played();
        totals = totals.merge(&span(
            game,
            plan,
            so_far..(2 * so_far).min(plan.games),
            done,
        ));
    }
    Ok(totals)
}

/// If none of this many games ends, no more are played.
const TRIAL: u64 = 32;

/// The same of bots that take their time.
const SLOW_TRIAL: u64 = 8;

/// The half-width of the widest of the intervals.
fn width(totals: &Totals) -> f64 {
    let seats = totals.seats.iter().map(|seat| seat.wins);
    let halves = seats
        .chain([totals.won])
        .map(|count| Share::new(count, totals.games).half());
    halves.fold(0.0, f64::max)
}

fn span<G: Words + Bots>(
    game: &G,
    plan: &Plan,
    games: std::ops::Range<u64>,
    done: &AtomicU64,
) -> Totals {
    let ratios = ratios::<G>();
    let length = part::length(game);
    let none = || Totals {
        usage: Usage::new(game),
        ..Totals::new(
            game.seats(),
            (game.all_counts().len(), game.counters().len()),
            ratios.len(),
        )
    };
    games
        .into_par_iter()
        .filter(|number| plan.shard.has(*number))
        .fold(
            || (none(), Table::with(plan.programs.clone()), Notes::new(game)),
            |(mut totals, mut table, mut notes), number| {
                let played = table.play(
                    game,
                    &plan.bots,
                    (plan.seed, number),
                    plan.longest,
                    &mut notes,
                );
                notes.end(&played);
                totals.add(number, &played, (length, &ratios));
                done.fetch_add(1, Ordering::Relaxed);
                (totals, table, notes)
            },
        )
        .map(|(totals, _, notes)| Totals {
            usage: notes.usage,
            ..totals
        })
        .reduce(none, |one, other| one.merge(&other))
}

/// The game's ratios, each as the indices of two counts.
fn ratios<G: Bots>() -> Vec<(usize, usize)> {
    let at = |name: &str| G::COUNTS.iter().position(|known| *known == name);
    G::RATIOS
        .iter()
        .filter_map(|(_, top, bottom)| Some((at(top)?, at(bottom)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, Setup, Visitor};
    use crate::kit::{Files, Kit};
    use crate::lab::part::Figures;
    use crate::lab::{Part, Report, Run};

    /// One game played by this bot.
    fn plan(bot: &str) -> Plan {
        Plan {
            games: 1,
            seed: 1,
            bots: vec![bot.to_owned()],
            longest: 20_000,
            shard: Shard::WHOLE,
            programs: None,
            until: None,
        }
    }

    fn named<G: Bots>(game: &G, plan: &Plan) -> Run {
        Run {
            game: String::new(),
            named: Vec::new(),
            edition: None,
            options: vec![],
            players: 1,
            kit: String::new(),
            rules: 1,
            version: String::new(),
            bots: plan.bots.clone(),
            seed: plan.seed,
            games: plan.games,
            longest: plan.longest,
            until: plan.until,
            figures: Figures::of(game),
        }
    }

    struct Play(Plan);

    impl Visitor for Play {
        type Out = Option<Report>;

        fn visit<G: Words + Bots>(self, game: G) -> Option<Report> {
            let totals = simulate(&game, &self.0, &AtomicU64::new(0)).ok()?;
            Some(Report::new(named(&game, &self.0), &totals))
        }
    }

    fn solo(games: u64, bot: &str, threads: usize) -> Option<Report> {
        run("dungeon-in-a-tin", 1, games, bot, threads)
    }

    fn run(id: &str, players: u32, games: u64, bot: &str, threads: usize) -> Option<Report> {
        let kit = Kit::open(Files::shipped(id).expect("a shipped kit")).expect("a good kit");
        let setup = Setup::of_count(players);
        let plan = Plan { games, ..plan(bot) };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(|| games::with(id, &kit, &setup, Play(plan)))
            .expect("a game")
    }

    #[test]
    fn the_report_does_not_depend_on_the_threads() {
        assert_eq!(solo(40, "sensible", 1), solo(40, "sensible", 3));
        assert_eq!(solo(1, "nobody", 1), None);
    }

    /// The search works in every game, for the fewest players and for the most, and gives the same result again.
    #[test]
    fn looking_ahead_works_in_every_game() {
        for game in games::GAMES {
            let kit =
                Kit::open(Files::shipped(game.id).expect("a shipped kit")).expect("a good kit");
            let played = |players| {
                let plan = Plan {
                    longest: 8,
                    ..plan("search:1")
                };
                games::with(game.id, &kit, &Setup::of_count(players), Play(plan))
                    .expect("a game")
                    .expect("a report")
            };
            let fewest = *kit.players.start();
            assert_eq!(played(fewest), played(fewest), "{}", game.id);
            played(*kit.players.end());
        }
    }

    /// The dossier's balance, section 3.4: 38.85 % of games won, 23.4 turns, within what 600 games can tell.
    #[test]
    fn a_sensible_knight_wins_as_often_as_the_data_were_made_for() {
        let report = solo(600, "dossier", 2).expect("a report");
        assert!(
            (report.won.rate - 0.3885).abs() < 2.0 * report.won.half(),
            "{:?}",
            report.won
        );
        let turns = &report.tallies[0];
        assert!(
            (turns.mean.mean - 23.4).abs() < 2.0 * turns.mean.error,
            "{turns:?}"
        );
        assert_eq!(report.cut.count, 0);
    }

    /// Better play than the sensible knight's is possible, as section 3.4 of the dossier says of a swap put off.
    #[test]
    fn the_best_bot_is_better_than_the_one_that_a_dossier_measured() {
        let (patient, sensible) = (
            solo(600, "patient", 2).expect("a report"),
            solo(600, "sensible", 2).expect("a report"),
        );
        assert!(
            patient.won.rate > sensible.won.rate + 0.03,
            "{:?} {:?}",
            patient.won,
            sensible.won
        );
        // Section 3.7 of the caverns' dossier: a lone hero who waits does better.
        let heroes = |bot| {
            run("miniskull-caverns", 1, 30, bot, 2)
                .expect("a report")
                .won
                .count
        };
        assert!(heroes("patient") > heroes("sensible") + 5);
        let id = "deep-dark-dungeon";
        let kit = Kit::open(Files::shipped(id).expect("a shipped kit")).expect("a good kit");
        let plan = Plan {
            games: 400,
            bots: vec!["predatory".to_owned(), "greedy".to_owned()],
            ..plan("")
        };
        let report = games::with(id, &kit, &Setup::of_count(2), Play(plan))
            .expect("a game")
            .expect("a report");
        assert!(
            report.seats[0].won.rate - report.seats[0].won.half() > 0.5,
            "{:?}",
            report.seats
        );
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
            let setup = Setup {
                edition: Some(edition.to_owned()),
                ..Setup::of_count(players)
            };
            let plan = Plan {
                games: 200,
                ..plan("greedy")
            };
            let report = games::with(id, &kit, &setup, Play(plan))
                .expect("a game")
                .expect("a report");
            assert_eq!((report.cut.count, report.won.count), (0, 200));
            for (name, mean) in ["rounds", "attacks", "cards drawn"].into_iter().zip(means) {
                let tally = report
                    .tallies
                    .iter()
                    .find(|tally| tally.name == name)
                    .expect("a tally");
                assert!(
                    (tally.mean.mean - mean).abs() < 2.0 * tally.mean.error,
                    "{edition}, {players}: {tally:?}"
                );
            }
            let share = 200 / u64::from(players);
            assert!(
                report
                    .seats
                    .iter()
                    .all(|seat| seat.won.count.abs_diff(share) < 25),
                "{edition}: {:?}",
                report.seats
            );
        }
    }

    /// The dossier's section 11, its greedy policy: turns, attacks, treasure and equipment stolen, within what 60 games of
    /// ours and its thousand can tell; and no place in the turn order is much better than another.
    #[test]
    fn dungeon_crawl_is_as_long_and_as_fair_as_it_was_measured() {
        for (players, measured) in [
            (2, [95.5, 54.0, 22.2]),
            (3, [119.4, 79.2, 33.0]),
            (4, [138.0, 96.1, 39.6]),
        ] {
            let report = run("dungeon-crawl", players, 60, "dossier", 2).expect("a report");
            let tally = |name: &str| {
                report
                    .tallies
                    .iter()
                    .find(|tally| tally.name == name)
                    .expect("a tally")
            };
            let steals = ["treasures stolen", "equipment stolen"]
                .map(|name| tally(name).mean.mean)
                .iter()
                .sum::<f64>();
            let means = [tally("turns").mean.mean, tally("attacks").mean.mean, steals];
            let errors =
                ["turns", "attacks", "treasures stolen"].map(|name| tally(name).mean.error);
            for ((mean, error), measured) in means.into_iter().zip(errors).zip(measured) {
                assert!(
                    (mean - measured).abs() < 2.0 * error,
                    "{players} players: {mean} ± {error}, measured {measured}"
                );
            }
            assert!(
                (tally("coins turned").mean.mean - 16.65).abs()
                    < 2.6 * tally("coins turned").mean.error
            );
            for seat in &report.seats {
                let (won, fair) = (seat.won.rate, 1.0 / f64::from(players));
                assert!(
                    (won - fair).abs() < 0.05 + 3.0 * (fair * (1.0 - fair) / 60.0).sqrt(),
                    "{players} players: {won}"
                );
            }
            assert_eq!(report.cut.count, 0);
        }
    }

    /// MiniSkull Caverns, section 3.7 of its dossier: no seat is favoured, and a game of three takes 16 rounds at the median.
    #[test]
    fn no_seat_of_the_caverns_is_favoured() {
        let report = run("miniskull-caverns", 3, 90, "sensible", 2).expect("a report");
        assert_eq!((report.won.count, report.cut.count), (90, 0));
        for seat in &report.seats {
            assert!(
                (seat.won.rate - 1.0 / 3.0).abs() < 2.0 * seat.won.half(),
                "{seat:?}"
            );
        }
        let rounds = &report.tallies[0];
        assert!((14..=18).contains(&rounds.percentiles.median), "{rounds:?}");
    }

    /// The same section: two heroes in the Catacombs take 22 rounds at the median, and one game in ten more than 36; heroes who
    /// hold out against each other for ever would show here first.
    #[test]
    fn two_heroes_do_not_hold_out_in_the_catacombs() {
        let id = "miniskull-caverns";
        let kit = Kit::open(Files::shipped(id).expect("a shipped kit")).expect("a good kit");
        let options = [("map".to_owned(), "catacombs".to_owned())]
            .into_iter()
            .collect();
        let setup = Setup {
            options,
            ..Setup::of_count(2)
        };
        let plan = Plan {
            games: 150,
            ..plan("sensible")
        };
        let report = games::with(id, &kit, &setup, Play(plan))
            .expect("a game")
            .expect("a report");
        assert_eq!((report.won.count, report.cut.count), (150, 0));
        let rounds = &report.tallies[0];
        assert!(
            (20..=25).contains(&rounds.percentiles.median) && rounds.percentiles.p95 < 60,
            "{rounds:?}"
        );
    }

    /// The same section: a lone hero wins 46.5 of 100 games, loses 34 for want of time, and takes 34 turns at the median.
    #[test]
    fn a_lone_hero_wins_the_caverns_as_often_as_the_maps_were_made_for() {
        let report = run("miniskull-caverns", 1, 150, "dossier", 2).expect("a report");
        assert!(
            (report.won.rate - 0.465).abs() < 1.6 * report.won.half(),
            "{:?}",
            report.won
        );
        let time = report
            .tallies
            .iter()
            .find(|tally| tally.name == "lost for want of time")
            .expect("a tally");
        assert!(
            (time.mean.mean - 0.341).abs() < 1.6 * time.mean.error,
            "{time:?}"
        );
        assert!(
            (30..=39).contains(&report.tallies[0].percentiles.median),
            "{:?}",
            report.tallies[0]
        );
    }

    /// The same section: whoever does anything never wins alone; Strength ends 1697 of 2000 games, half of them by turn 7.
    #[test]
    fn chance_alone_loses_the_caverns_as_it_was_measured() {
        let report = run("miniskull-caverns", 1, 2000, "random", 2).expect("a report");
        assert_eq!((report.won.count, report.cut.count), (0, 0));
        let strength = report
            .tallies
            .iter()
            .find(|tally| tally.name == "lost for want of Strength")
            .expect("a tally");
        assert!(
            (strength.mean.mean - 1697.0 / 2000.0).abs() < 2.0 * strength.mean.error,
            "{strength:?}"
        );
        assert_eq!(
            report.tallies[0].percentiles.median, 7,
            "{:?}",
            report.tallies[0]
        );
    }

    /// Item 8 of the lab: random play comes to an end.
    #[test]
    fn hasty_heroes_come_to_an_end() {
        for (id, players) in [("miniskull-caverns", 2), ("dungeon-crawl", 2)] {
            let report = run(id, players, 20, "hasty", 2).expect("a report");
            assert_eq!((report.games, report.cut.count), (20, 0), "{id}");
        }
    }

    #[test]
    fn games_that_are_cut_are_in_no_other_figure() {
        let kit = Kit::open(Files::shipped("dungeon-in-a-tin").expect("a shipped kit"))
            .expect("a good kit");
        let plan = Plan {
            games: 40,
            longest: 300,
            ..plan("sensible")
        };
        let report = games::with("dungeon-in-a-tin", &kit, &Setup::of_count(1), Play(plan))
            .expect("a game")
            .expect("a report");
        assert!(
            report.cut.count > 0 && report.games > 0 && report.games + report.cut.count == 40,
            "{:?}",
            report.cut
        );
        assert_eq!(
            (report.won.of, report.tallies[0].any.of),
            (report.games, report.games)
        );
        assert_eq!(report.cut_tallies[0].any.of, report.cut.count);
    }

    #[test]
    fn an_error_that_is_wanted_ends_the_run_at_a_doubling() {
        let kit = Kit::open(Files::shipped("dungeon-in-a-tin").expect("a shipped kit"))
            .expect("a good kit");
        let plan = Plan {
            games: 100_000,
            until: Some(0.025),
            ..plan("random")
        };
        let report = games::with("dungeon-in-a-tin", &kit, &Setup::of_count(1), Play(plan))
            .expect("a game")
            .expect("a report");
        assert_eq!(
            report.games, 1000,
            "nobody wins at random, and that is soon sure"
        );
    }

    #[test]
    fn any_split_adds_up_to_the_whole() {
        let kit = Kit::open(Files::shipped("deep-dark-dungeon").expect("a shipped kit"))
            .expect("a good kit");
        struct Total(Plan);
        impl Visitor for Total {
            type Out = (Run, Totals);

            fn visit<G: Words + Bots>(self, game: G) -> (Run, Totals) {
                let totals = simulate(&game, &self.0, &AtomicU64::new(0)).expect("a bot");
                (
                    Run {
                        players: game.seats(),
                        ..named(&game, &self.0)
                    },
                    totals,
                )
            }
        }
        let played = |part, of| {
            let plan = Plan {
                games: 31,
                shard: Shard { part, of },
                ..plan("greedy")
            };
            games::with("deep-dark-dungeon", &kit, &Setup::of_count(2), Total(plan))
                .expect("a game")
        };
        let (run, whole) = played(1, 1);
        let part = |number, of| {
            let (run, totals) = played(number, of);
            let text =
                serde_json::to_string(&Part::new(run, Shard { part: number, of }, totals)).unwrap();
            (
                format!("part {number}"),
                Part::read(&text).expect("a sound part"),
            )
        };
        let parts: Vec<_> = [3, 1, 4, 2]
            .into_iter()
            .map(|number| part(number, 4))
            .collect();
        assert_eq!(part::sum(&parts), Ok((run.clone(), whole)));
        assert_eq!(
            part::sum(&parts[1..]),
            Err("of 4 parts, these are missing: 3".to_owned())
        );
        let doubled: Vec<_> = parts.iter().chain(&parts[..1]).cloned().collect();
        assert!(
            part::sum(&doubled)
                .unwrap_err()
                .contains("are both part 3 of 4")
        );
        let mut foreign = parts.clone();
        foreign[2].1.run.seed = 2;
        assert_eq!(
            part::sum(&foreign),
            Err("`part 4` is part of another run than `part 3`: the seed differs".to_owned())
        );
        let mut short = parts[0].1.clone();
        short.totals.games -= 1;
        assert!(
            Part::read(&serde_json::to_string(&short).unwrap()).is_err(),
            "a part says what it holds"
        );
    }
}
