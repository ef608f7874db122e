//! `paperkeep compare`: two versions of a game, on paired luck.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Error;
use super::progress::Bar;
use super::report::{self, Form};
use super::simulate::{WhoPlays, unfit};
use super::sitting::{self, Chosen};
use super::stdio::{note, say};
use super::worker::{self, Handed, LimitExceeded, Work};
use crate::games::{self, Entry, Setup, Visitor};
use crate::kit::Kit;
use crate::lab::compare::{ComparedFigure, Comparison, compare};
use crate::lab::playout::Unfit;
use crate::lab::words::mean;
use crate::lab::{Plan, page, playout, table};
use crate::referee::shell::argument;
use crate::referee::{Bots, Words};

/// Compare two versions of a game: the same bots play both with the same luck
#[derive(clap::Args)]
pub struct Args {
    /// The game's id, or a kit's folder
    game: String,
    /// The other kit: its folder, or a game's id [default: the same kit]
    other: Option<String>,
    /// A table option for the other version only; may be given several times
    #[arg(long = "other-option", value_name = "NAME=VALUE", value_parser = sitting::option)]
    other_options: Vec<(String, String)>,
    /// How many games of each
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    #[command(flatten)]
    table: WhoPlays,
    /// Also write the comparison to FILE, in the format of its extension: .html, .json or .csv
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<(), Error> {
    let form = args.report.as_deref().map(Form::of).transpose()?;
    if args.other.is_none() && args.other_options.is_empty() {
        return Err(Error::Usage(
            "compare with what? name another kit's folder, or give --other-option NAME=VALUE"
                .to_owned(),
        ));
    }
    // A worker starts none later.
    let shell = Arc::new(args.table.programs());
    if let Some(ended) = elsewhere(&args) {
        return worker::ended(ended, &args.game);
    }
    let Chosen { game, kit, .. } = sitting::choose(Some(&args.game), args.table.kit.as_deref())?;
    let (after, other) = match &args.other {
        Some(other) => {
            let Chosen {
                game: after,
                kit: other,
                ..
            } = sitting::choose(Some(other), None)?;
            demand_one_game((&game, &kit), (&after, &other))?;
            (after, other)
        }
        None => (game.clone(), kit.clone()),
    };
    let setup = args.table.setup(&kit);
    let mut other_setup = setup.clone();
    other_setup
        .options
        .extend(args.other_options.iter().cloned());
    let mut plan = args.table.plan(&game, setup.players.len(), args.games)?;
    plan.programs = Some(shell.clone());
    // The options of the first version also apply to the other.
    game.idle_options(&other_setup)
        .iter()
        .for_each(|option| note!("paperkeep: {option}"));
    let done = Arc::new(AtomicU64::new(0));
    let bar = Bar::of_games(&done, args.games);
    let after = After {
        id: after.id,
        kit: &other,
        setup: &other_setup,
        plan: &plan,
        done: &done,
        tries_first: args.table.tries_first(&plan),
    };
    let found = args
        .table
        .on_threads(|| games::with(game.id, &kit, &setup, Before(&game, after)))???;
    drop(bar);
    if let Some(why) = shell.failure() {
        return Err(Error::Other(why));
    }
    say!("{}", words(&found, &plan).trim_end());
    let Some((path, form)) = args.report.as_ref().zip(form) else {
        return Ok(());
    };
    let text = match form {
        Form::Json => report::json(&found)?,
        Form::Csv => table::compared(&found),
        Form::Html => {
            let after = args.changes();
            let names = (game.id, "the kit and options as they are", after.as_str());
            page::compared(&found, names, (&plan.bots.join(", "), &args.command(&plan)))
        }
    };
    report::write(path, &text)
}

/// Has a worker do it if one of the kits is a stranger's.
fn elsewhere(args: &Args) -> Option<Result<u8, LimitExceeded>> {
    let kits = [
        sitting::strange(Some(&args.game), args.table.kit.as_deref()),
        args.other
            .as_deref()
            .and_then(|other| sitting::strange(Some(other), None)),
    ];
    if kits.iter().all(Option::is_none) {
        return None;
    }
    let mut handed = Handed::default();
    for kit in kits.into_iter().flatten() {
        handed = handed.kit(kit);
    }
    if let Some(report) = &args.report {
        handed = handed.writing(report);
    }
    worker::do_all(&Work::simulating(handed))
}

/// Kits with rules of their own may be compared whatever they are called.
fn demand_one_game(
    (before, kit): (&Entry, &Kit),
    (after, other): (&Entry, &Kit),
) -> Result<(), Error> {
    let is_listed = |entry: &Entry| !entry.is_own();
    if before.id == after.id || !(is_listed(before) || is_listed(after)) {
        return Ok(());
    }
    Err(Error::Usage(format!(
        "{} and {} are different games; compare two versions of one game",
        kit.title, other.title
    )))
}

impl Args {
    /// What is different in the other version.
    fn changes(&self) -> String {
        let kit = self.other.iter().map(|other| format!("the kit {other}"));
        let options = self
            .other_options
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        kit.chain(options).collect::<Vec<_>>().join(", ")
    }

    /// The command that compares again.
    fn command(&self, plan: &Plan) -> String {
        let WhoPlays {
            players,
            edition,
            options,
            longest,
            ..
        } = &self.table;
        let mut words = vec!["paperkeep compare".to_owned()];
        words.extend(
            self.table
                .named(&self.game)
                .iter()
                .map(|word| argument(word)),
        );
        words.extend(self.other.iter().map(|other| argument(other)));
        words.extend(
            self.other_options
                .iter()
                .map(|(name, value)| format!("--other-option {name}={value}")),
        );
        words.push(format!(
            "--games {} --seed {} --bot {}",
            plan.games,
            plan.seed,
            plan.bots.join(",")
        ));
        words.extend(players.map(|players| format!("--players {players}")));
        words.extend(
            edition
                .as_ref()
                .map(|edition| format!("--edition {edition}")),
        );
        words.extend(
            options
                .iter()
                .map(|(name, value)| format!("--option {name}={value}")),
        );
        words.extend(longest.map(|longest| format!("--longest {longest}")));
        words.join(" ")
    }
}

struct After<'a> {
    id: &'a str,
    kit: &'a Kit,
    setup: &'a Setup,
    plan: &'a Plan,
    done: &'a AtomicU64,
    /// Whether it is tried first if games end.
    tries_first: bool,
}

/// Plays one version beside the other, whichever game it is.
struct Before<'a>(&'a Entry, After<'a>);

impl Visitor for Before<'_> {
    type Out = Result<Comparison, Error>;

    fn visit<G: Words + Bots>(self, game: G) -> Self::Out {
        let Before(
            entry,
            After {
                id,
                kit,
                setup,
                plan,
                done,
                tries_first,
            },
        ) = self;
        if let Some(why) = game.is_endless() {
            return Err(unfit(entry, Unfit::Endless(why)));
        }
        playout::demand_fit(&game, &plan.bots, plan.programs.as_ref())
            .map_err(|why| unfit(entry, why))?;
        if tries_first {
            playout::demand_end(&game, plan.seed).map_err(|why| unfit(entry, why))?;
        }
        let found = games::with(
            id,
            kit,
            setup,
            Beside {
                before: &game,
                plan,
                done,
            },
        )?;
        found.ok_or_else(|| Error::Other("the two versions are not of one game".to_owned()))
    }
}

struct Beside<'a, G> {
    before: &'a G,
    plan: &'a Plan,
    done: &'a AtomicU64,
}

impl<B: Words + Bots> Visitor for Beside<'_, B> {
    type Out = Option<Comparison>;

    fn visit<G: Words + Bots>(self, game: G) -> Option<Comparison> {
        // The same id gives the same type of game.
        let after = (&game as &dyn std::any::Any).downcast_ref::<B>()?;
        let done = || {
            self.done.fetch_add(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        Some(compare(self.before, after, self.plan, &done))
    }
}

fn words(found: &Comparison, plan: &Plan) -> String {
    let share = 100.0 * found.same as f64 / found.pairs.max(1) as f64;
    let mut text = format!(
        "{} pairs of games, seed {}; {:.0} % had the same results; 95 % intervals, those of each list hold together\n",
        found.pairs, plan.seed, share
    );
    if found.cut > 0 {
        text += &format!(
            "{} pairs are left out, because one of their games was cut\n",
            found.cut
        );
    }
    text += &format!(
        "{:<28} {:>10} {:>10}   {:>20}\n",
        "", "before", "after", "difference"
    );
    for row in &found.rows {
        text += &line(row);
    }
    if !found.cards.is_empty() {
        text += &format!(
            "{:<28} {:>10} {:>10}   {:>20}\n",
            "times used", "before", "after", "difference"
        );
    }
    for row in found.cards.iter().take(MAX_CARDS) {
        text += &line(row);
    }
    let more = found.cards.len().saturating_sub(MAX_CARDS);
    if more > 0 {
        text += &format!("and {more} more (--report tells all)\n");
    }
    text
}

/// The most cards at the prompt.
const MAX_CARDS: usize = 20;

fn line(row: &ComparedFigure) -> String {
    let pairing = row.pairing.map_or(String::new(), |factor| {
        format!(" (pairing is worth {factor:.1} times the games)")
    });
    format!(
        "{:<28} {:>10.3} {:>10.3}   {:>20}   {}{pairing}\n",
        row.name,
        row.before,
        row.after,
        mean(&row.difference),
        row.verdict()
    )
}
