//! The command line: one file per subcommand, from arguments through library calls to messages.
//!
//! Results go to stdout, progress and problems to stderr. The exit status is 0 for success, 1 for failure and 2 for a wrong
//! command line.

mod allow;
mod browser;
mod build;
mod calibrate;
mod check;
mod choice;
mod compare;
mod completions;
mod config;
mod error;
mod evenings;
mod export;
mod findings;
mod games;
mod help;
mod icons;
mod journals;
mod lsp;
mod man;
mod mcp;
mod new;
mod pack;
mod page;
mod part;
mod picture;
mod play;
mod printer;
mod programs;
mod progress;
mod pull;
mod region;
mod replay;
mod report;
mod resume;
mod rules;
mod scale;
mod simulate;
mod sitting;
mod stdio;
mod studio;
mod watch;
mod worker;

use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use clap::{FromArgMatches, Parser, Subcommand};

pub use error::Error;

use crate::press::paper;

/// The version, and for a released program the commit it was built from.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("PAPERKEEP_COMMIT"));

/// Prints tabletop games and referees them, from one folder of data.
#[derive(Parser)]
#[command(name = "paperkeep", version = VERSION, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[command(aliases = ["print", "pdf"])]
    Build(Box<build::Args>),
    Allow(allow::Args),
    Calibrate(calibrate::Args),
    #[command(aliases = ["list", "game"])]
    Games(games::Args),
    Icons(icons::Args),
    #[command(aliases = ["validate", "lint", "test"])]
    Check(check::Args),
    #[command(alias = "diff")]
    Compare(Box<compare::Args>),
    #[command(aliases = ["create", "init", "make"])]
    New(new::Args),
    Export(export::Args),
    #[command(alias = "zip")]
    Pack(pack::Args),
    #[command(aliases = ["start", "host", "referee"])]
    Play(play::Args),
    Pull(pull::Args),
    #[command(aliases = ["continue", "load"])]
    Resume(resume::Args),
    Replay(replay::Args),
    #[command(hide = true)]
    DryRun(watch::dry_run::Args),
    Report(report::Args),
    #[command(alias = "rule")]
    Rules(rules::Args),
    Scale(scale::Args),
    #[command(aliases = ["sim", "balance"])]
    Simulate(Box<simulate::Args>),
    Studio(studio::Args),
    #[command(aliases = ["preview", "serve"])]
    Watch(watch::Args),
    Completions(completions::Args),
    #[command(hide = true)]
    CompleteWords(completions::WordsArgs),
    Man(man::Args),
    Lsp(lsp::Args),
    #[command(hide = true)]
    Answer(lsp::answer::Args),
    Mcp(mcp::Args),
}

/// Parses the arguments, runs one command, prints its error.
pub fn run() -> ExitCode {
    #[cfg(unix)]
    ignore_size_signal();
    worker::keep_limits();
    allow::recall();
    let parsed = help::program()
        .try_get_matches()
        .and_then(|matches| Arguments::from_arg_matches(&matches));
    let mut writes = false;
    let done = match parsed {
        Ok(arguments) => {
            writes = arguments.command.writes();
            obey(arguments.command)
        }
        Err(mut said) => {
            help::clear(&mut said);
            stdio::told(&said);
            help::suggest(&said);
            if said.use_stderr() {
                return ExitCode::from(2);
            }
            Ok(())
        }
    };
    match done.and_then(|()| stdio::all_written().map_err(Error::Other)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error.print(writes);
            error.status()
        }
    }
}

impl Command {
    /// Whether it is there to write files.
    fn writes(&self) -> bool {
        matches!(
            self,
            Command::Build(_)
                | Command::Calibrate(_)
                | Command::Export(_)
                | Command::New(_)
                | Command::Pack(_)
                | Command::Pull(_)
                | Command::Scale(_)
                | Command::Watch(_)
        )
    }
}

fn obey(command: Command) -> Result<(), Error> {
    match command {
        Command::Allow(args) => allow::run(args),
        Command::Build(args) => build::run(*args),
        Command::Calibrate(args) => calibrate::run(args),
        Command::Games(args) => games::run(args),
        Command::Icons(args) => icons::run(args),
        Command::Check(args) => check::run(args),
        Command::Compare(args) => compare::run(*args),
        Command::New(args) => new::run(args),
        Command::Export(args) => export::run(args),
        Command::Pack(args) => pack::run(args),
        Command::Play(args) => play::run(args),
        Command::Pull(args) => pull::run(args),
        Command::Resume(args) => resume::run(args),
        Command::Replay(args) => replay::run(args),
        Command::DryRun(args) => watch::dry_run::run(args),
        Command::Report(args) => report::run(args),
        Command::Rules(args) => rules::run(args),
        Command::Scale(args) => scale::run(args),
        Command::Simulate(args) => simulate::run(*args),
        Command::Studio(args) => studio::run(args),
        Command::Watch(args) => watch::run(args),
        Command::Completions(args) => completions::run(args),
        Command::CompleteWords(args) => completions::run_words(args),
        Command::Man(args) => man::run(args),
        Command::Lsp(args) => lsp::run(args),
        Command::Answer(args) => lsp::answer::run(args),
        Command::Mcp(args) => mcp::run(args),
    }
}

/// Makes writing past a file-size limit (`ulimit -f`) fail with an error; otherwise its signal would end the program.
#[cfg(unix)]
fn ignore_size_signal() {
    let ignored = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    // If this fails, such a write still ends the program.
    drop(ignored);
}
