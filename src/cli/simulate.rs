//! `paperkeep simulate`: a game's balance, found by playing.

mod journals;

use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use self::journals::Keep;
use super::programs::Shell;
use super::progress::Bar;
use super::report::{self, Form};
use super::sitting::{self, Chosen};
use super::stdio::{note, say};
use super::worker::{self, Handed, Work};
use super::{Error, play};
use crate::games::{self, Entry, Setup, Visitor};
use crate::kit::Kit;
use crate::lab::ladder::{self, Step};
use crate::lab::part::Figures;
use crate::lab::playout::Unfit;
use crate::lab::{self, Part, Plan, Report, Run, Shard, Totals, playout, words};
use crate::referee::journal::Secrets;
use crate::referee::program::PREFIX;
use crate::referee::{Bots, Words};

/// Play a game thousands of times and report its balance
#[derive(clap::Args)]
pub struct Args {
    /// The game's id (`paperkeep games` lists them), or a kit's folder
    game: String,
    /// How many games; with --until, the most [default: 1000, with --until 10000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,
    #[command(flatten)]
    table: WhoPlays,
    /// Stop when the 95 % intervals of the share won, and of each seat's share, are at most this wide to either side
    #[arg(long, value_name = "ERROR%", value_parser = error, conflicts_with = "shard")]
    until: Option<f64>,
    /// Play part K of N of the games; `paperkeep report` combines the parts
    #[arg(long, value_name = "K/N", value_parser = Shard::parse, requires = "report")]
    shard: Option<Shard>,
    /// Also write the report to FILE, in the format of its extension: .html, .json or .csv; with --shard the part, as .json
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Tell how much skill matters instead: better bots against worse ones, in every seat in turn
    #[arg(long, conflicts_with_all = ["until", "shard", "report", "journals", "bot"])]
    ladder: bool,
    /// Also save the strangest games in DIR, as journals for `paperkeep replay`: the longest, the shortest, the first that was
    /// cut short, and the game with the highest value of each count
    #[arg(long, value_name = "DIR", conflicts_with = "shard")]
    journals: Option<PathBuf>,
}

/// Who plays what, and how often.
#[derive(clap::Args)]
pub(super) struct WhoPlays {
    /// How many players [default: the fewest]
    #[arg(long, value_name = "N")]
    pub players: Option<u32>,
    /// Who plays: one bot for every seat, or one for each: sensible,random [default: the game's best]. `simulate` also takes a program
    /// of your own: cmd:./mybot
    #[arg(long, value_name = "BOT,...", value_delimiter = ',', value_parser = play::bot_named)]
    pub bot: Vec<String>,
    /// The edition, if a game has several
    #[arg(long)]
    pub edition: Option<String>,
    /// A table option; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = sitting::option)]
    pub options: Vec<(String, String)>,
    /// The same seed gives the same report on every machine and any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Cut a game short after this many moves, including those of chance [default: 20000; in games of your own 5000 with bots
    /// other than random, and 2000 with search]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub longest: Option<u64>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// A kit's folder to use instead of the shipped kit
    #[arg(long, value_name = "DIR")]
    pub kit: Option<PathBuf>,
}

/// "0.5%", as a fraction.
fn error(words: &str) -> Result<f64, String> {
    let number = words.trim().trim_end_matches('%').trim().parse().ok();
    let share = number
        .filter(|percent: &f64| *percent > 0.0 && *percent < 50.0)
        .map(|percent| percent / 100.0);
    share.ok_or_else(|| "it takes a percentage: 0.5%".to_owned())
}

impl WhoPlays {
    /// The game and the kit as they are named in a command.
    pub fn named(&self, game: &str) -> Vec<String> {
        let kit = self
            .kit
            .iter()
            .flat_map(|folder| ["--kit".to_owned(), folder.display().to_string()]);
        [game.to_owned()].into_iter().chain(kit).collect()
    }

    /// The set-up of this table with a kit.
    pub fn setup(&self, kit: &Kit) -> Setup {
        let players = self.players.unwrap_or(*kit.players.start());
        let (edition, options) = (self.edition.clone(), self.options.clone());
        Setup {
            edition,
            options,
            secrets: Secrets::Referee,
            ..Setup::of_count(players)
        }
    }

    /// What the table plays.
    pub fn plan(&self, game: &Entry, players: usize, games: u64) -> Result<Plan, Error> {
        let best = game.bots.first().copied().unwrap_or("random");
        let bots = if self.bot.is_empty() {
            vec![best.to_owned()]
        } else {
            self.bot.clone()
        };
        if bots.len() > 1 && bots.len() != players {
            return Err(Error::Usage(format!(
                "{} bots are named for {players} players: name one, or one for each",
                bots.len()
            )));
        }
        Ok(Plan {
            games,
            seed: self.seed,
            longest: self.longest_of(game, &bots),
            bots,
            shard: Shard::WHOLE,
            programs: None,
            until: None,
        })
    }

    /// After how many moves a game by these bots is cut.
    pub(super) fn longest_of(&self, game: &Entry, bots: &[String]) -> u64 {
        let usual = if game.is_own() {
            playout::patience(bots)
        } else {
            playout::LONGEST
        };
        self.longest.unwrap_or(usual)
    }

    /// Whether it is tried first if games end at all: before slow bots play, unless the command says how long games may be.
    pub(super) fn tries_first(&self, plan: &Plan) -> bool {
        let is_quick = |bot: &String| bot == "random" || bot.starts_with(PREFIX);
        self.longest.is_none() && !plan.bots.iter().all(is_quick)
    }

    /// The programs of one's own among the bots; in a worker, as many are started as can play at the same time.
    pub(super) fn programs(&self) -> Shell {
        if !worker::is_worker() {
            return Shell::default();
        }
        let available = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(available, usize::from);
        let commands = self.bot.iter().filter_map(|bot| bot.strip_prefix(PREFIX));
        // One that is named alone plays all seats; without a number of players, that is the least that the kit allows.
        let players = self.players.unwrap_or(LIKELY_PLAYERS) as usize;
        let seats = if self.bot.len() > 1 { 1 } else { players };
        Shell::ready(commands, threads * seats)
    }

    /// Does something on the requested number of threads.
    pub fn on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or(0, usize::from))
            .build();
        Ok(threads
            .map_err(|error| Error::Other(error.to_string()))?
            .install(work))
    }
}

/// The error that a bot cannot play a game as it is called.
pub(super) fn unfit(game: &Entry, why: Unfit) -> Error {
    let told = why.told(game.id);
    Error::Usage(match why {
        Unfit::Unending(..) => {
            format!("{told} `--longest N` plays up to N moves all the same")
        }
        _ => told,
    })
}

/// Few kits need more players than this.
const LIKELY_PLAYERS: u32 = 4;

pub fn run(args: Args) -> Result<(), Error> {
    let form = args.report.as_deref().map(Form::of).transpose()?;
    if args.shard.is_some() && form != Some(Form::Json) {
        return Err(Error::Usage(
            "a part of a simulation is written as .json".to_owned(),
        ));
    }
    // A worker starts none later.
    let shell = Arc::new(args.table.programs());
    let mut handed = Handed::default();
    if let Some(report) = &args.report {
        handed = handed.writing(report);
    }
    if let Some(journals) = &args.journals {
        handed = handed.writing_in(journals);
    }
    if let Some(kit) = sitting::strange(Some(&args.game), args.table.kit.as_deref())
        && let Some(ended) = worker::do_all(&Work::simulating(handed.kit(&kit)))
    {
        return worker::ended(ended, &kit.display().to_string());
    }
    let Chosen { game, kit, folder } =
        sitting::choose(Some(&args.game), args.table.kit.as_deref())?;
    let setup = args.table.setup(&kit);
    let games = args.games.unwrap_or(if args.until.is_some() {
        10_000_000
    } else {
        1_000
    });
    let mut plan = args.table.plan(&game, setup.players.len(), games)?;
    plan.programs = Some(shell.clone());
    plan.until = args.until;
    plan.shard = args.shard.unwrap_or(Shard::WHOLE);
    let done = Arc::new(AtomicU64::new(0));
    game.idle_options(&setup)
        .iter()
        .for_each(|option| note!("paperkeep: {option}"));
    if args.ladder {
        return climb(&args, &game, (&kit, &setup), &mut plan);
    }
    let bar = Bar::of_games(&done, games / plan.shard.of);
    let tries_first = args.table.tries_first(&plan);
    let played = args
        .table
        .on_threads(|| games::with(game.id, &kit, &setup, Simulate(&plan, &done, tries_first)))??;
    drop(bar);
    if let Some(why) = shell.failure() {
        return Err(Error::Other(why));
    }
    let (totals, figures) = played.map_err(|why| unfit(&game, why))?;
    let run = Run {
        game: game.id.to_owned(),
        named: args.table.named(&args.game),
        edition: setup.edition.clone(),
        options: setup.options.clone(),
        players: setup.players.len(),
        kit: kit.fingerprint(),
        rules: game.rules,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        bots: plan.bots.clone(),
        seed: plan.seed,
        games,
        longest: plan.longest,
        until: plan.until,
        figures,
    };
    if let (Some(shard), Some(path)) = (args.shard, &args.report) {
        return report::write(path, &report::json(&Part::new(run, shard, totals))?);
    }
    let report = Report::new(run, &totals);
    say!("{}", words::words(&report).trim_end());
    if let Some((path, form)) = args.report.zip(form) {
        report::write(&path, &form.text(&report)?)?;
    }
    match &args.journals {
        Some(into) => {
            let header = journals::header(&game, &kit, &setup, (folder, plan.seed));
            games::with(
                game.id,
                &kit,
                &setup,
                Keep {
                    plan: &plan,
                    report: &report,
                    header,
                    into,
                },
            )?
        }
        None => Ok(()),
    }
}

/// Games for each step of a ladder, unless the command says how many.
const STEP_GAMES: u64 = 200;

/// Whoever must wait longer than this many seconds is told.
const LONG: f64 = 10.0;

/// "3 minutes", of this many seconds.
fn lasting(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 90.0 => format!("{:.0} seconds", seconds),
        seconds => format!("{:.0} minutes", seconds / 60.0),
    }
}

/// Tells how much skill matters.
fn climb(
    args: &Args,
    game: &Entry,
    (kit, setup): (&Kit, &Setup),
    plan: &mut Plan,
) -> Result<(), Error> {
    plan.games = args.games.unwrap_or(STEP_GAMES);
    plan.longest = args.table.longest_of(game, &[playout::SEARCH.to_owned()]);
    let began = Mutex::new(Instant::now());
    let watch = |worse: &str, better: &str, played: u64, games: u64| {
        let Ok(mut began) = began.lock() else { return };
        if played == 0 {
            *began = Instant::now();
            return;
        }
        let left =
            began.elapsed().as_secs_f64() * games.saturating_sub(played) as f64 / played as f64;
        if left >= LONG {
            note!(
                "{better} against {worse}: {games} games take about {} more",
                lasting(left)
            );
        }
    };
    let done = Arc::new(AtomicU64::new(0));
    let bar = Bar::of_games(&done, 2 * plan.games);
    let tries_first = args.table.longest.is_none();
    let work = args.games.is_none().then_some(ladder::WORK);
    let climb = Climb {
        plan,
        work,
        done: &done,
        tries_first,
        watch: &watch,
    };
    let climbed = args
        .table
        .on_threads(|| games::with(game.id, kit, setup, climb))??;
    drop(bar);
    let steps = climbed.map_err(|why| unfit(game, why))?;
    say!("{}", words::ladder(&steps, game.is_own()).trim_end());
    Ok(())
}

/// Plays the steps of a ladder in any game.
struct Climb<'p> {
    plan: &'p Plan,
    /// How many moves bots may try for each step.
    work: Option<u64>,
    done: &'p AtomicU64,
    tries_first: bool,
    watch: &'p ladder::Watch<'p>,
}

impl Visitor for Climb<'_> {
    type Out = Result<Vec<Step>, Unfit>;

    fn visit<G: Words + Bots>(self, game: G) -> Self::Out {
        let Climb { plan, done, .. } = self;
        if let Some(why) = game.is_endless() {
            return Err(Unfit::Endless(why));
        }
        if self.tries_first {
            playout::demand_end(&game, plan.seed)?;
        }
        ladder::ladder(&game, (plan, self.work), done, self.watch)
    }
}

/// Simulates any game.
struct Simulate<'p>(&'p Plan, &'p AtomicU64, bool);

/// The totals, and what they count; or the bot that cannot play.
type Counted = Result<(Totals, Figures), Unfit>;

impl Visitor for Simulate<'_> {
    type Out = Counted;

    fn visit<G: Words + Bots>(self, game: G) -> Counted {
        if let Some(why) = game.is_endless() {
            return Err(Unfit::Endless(why));
        }
        playout::demand_fit(&game, &self.0.bots, self.0.programs.as_ref())?;
        if self.2 {
            playout::demand_end(&game, self.0.seed)?;
        }
        Ok((lab::simulate(&game, self.0, self.1)?, Figures::of(&game)))
    }
}
