//! `paperkeep simulate`: a game's balance, played out.

use std::fmt::Write;
use std::path::PathBuf;

use super::Error;
use super::sitting::{self, Chosen};
use super::stdio::say;
use crate::games::{self, Setup, Visitor};
use crate::lab::simulate::{Plan, Report, Share, simulate};
use crate::press::write::output::Output;
use crate::referee::journal::Secrets;
use crate::referee::{Bots, Words};

/// Play a game thousands of times and report its balance
#[derive(clap::Args)]
pub struct Args {
    /// The game's id (`paperkeep games` lists them), or a kit's folder
    game: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// How many players [default: the fewest]
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// Who plays, the same for every seat [default: the game's best]
    #[arg(long)]
    bot: Option<String>,
    /// The edition, where a game has several
    #[arg(long)]
    edition: Option<String>,
    /// A table option; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = sitting::option)]
    options: Vec<(String, String)>,
    /// The same seed gives the same report on every machine and any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// A kit's folder to play with instead of the shipped one
    #[arg(long, value_name = "DIR")]
    kit: Option<PathBuf>,
    /// Also write the report as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<(), Error> {
    let Chosen { game, kit, .. } = sitting::choose(Some(&args.game), args.kit.as_deref())?;
    let best = game.bots.first().copied().unwrap_or("random");
    let plan = Plan { games: args.games, seed: args.seed, bot: args.bot.unwrap_or_else(|| best.into()), longest: 20_000 };
    let players = args.players.unwrap_or(*kit.players.start());
    let setup =
        Setup { edition: args.edition, options: args.options, secrets: Secrets::Referee, ..Setup::of_count(players) };
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).build();
    let threads = threads.map_err(|error| Error::Other(error.to_string()))?;
    let report = threads
        .install(|| games::with(game.id, &kit, &setup, Run(&plan)))?
        .ok_or_else(|| Error::Usage(format!("{} has no bot `{}`; there are {}", game.id, plan.bot, game.bots.join(", "))))?;
    say!("{}", words(&report, &plan).trim_end());
    if let Some(path) = args.report {
        let json = serde_json::to_vec_pretty(&report).map_err(|error| Error::Other(error.to_string()))?;
        let mut output = Output::new();
        output.add(path, json)?;
        output.write()?;
    }
    Ok(())
}

/// Simulates whichever game it is.
struct Run<'p>(&'p Plan);

impl Visitor for Run<'_> {
    type Out = Option<Report>;

    fn visit<G: Words + Bots>(self, game: G) -> Option<Report> {
        simulate(&game, self.0)
    }
}

/// The report for people.
fn words(report: &Report, plan: &Plan) -> String {
    let percent = |share: &Share| format!("{:.2} % ± {:.2}", share.rate * 100.0, share.error * 100.0);
    let mut text = format!("{} games by bot `{}`, seed {}\n", report.games, plan.bot, plan.seed);
    let _ = writeln!(text, "won by somebody    {}", percent(&report.won));
    if report.seats.len() > 1 {
        let _ = writeln!(text, "won by everybody   {}", percent(&report.all_won));
    }
    if report.cut > 0 {
        let _ = writeln!(text, "cut as too long    {}", report.cut);
    }
    // Some games end for everybody alike.
    let ranks = report.seats.iter().any(|fared| fared.first > 0);
    for (seat, fared) in report.seats.iter().enumerate() {
        let _ =
            write!(text, "seat {}             {} won, {} drawn, {} lost", seat + 1, fared.wins, fared.draws, fared.losses);
        if report.seats.len() > 1 && ranks {
            let _ = write!(text, "; first {}", fared.first);
        }
        let _ = match fared.winning_score {
            Some(score) => writeln!(text, "; a win scores {score:.1}"),
            None => writeln!(text),
        };
    }
    let _ = writeln!(text, "{:<28} {:>18}   min / p5 / median / p95 / max", "per game", "mean");
    for tally in &report.tallies {
        let [min, low, median, high, max] = tally.spread;
        let mean = format!("{:.2} ± {:.2}", tally.mean, tally.error);
        let _ = writeln!(text, "{:<28} {mean:>18}   {min} / {low} / {median} / {high} / {max}", tally.name);
    }
    text
}
