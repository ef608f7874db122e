//! `paperkeep mcp`: serves an assistant by the Model Context Protocol, on standard input and output.
//!
//! Each tool runs this program with the arguments that a person would type, so that it does the same, within the same limits and
//! with the same words. `server` lists the tools, and `tools` says what each of them takes and runs; `run` runs it; `folder`
//! decides which files may be named; `table` is a game that is being played, and `house` has all of them.

#[cfg(feature = "mcp")]
mod folder;
#[cfg(feature = "mcp")]
mod house;
#[cfg(feature = "mcp")]
mod run;
#[cfg(feature = "mcp")]
mod server;
#[cfg(feature = "mcp")]
mod table;
#[cfg(feature = "mcp")]
mod tools;

use std::path::PathBuf;

use super::Error;

/// Serve an assistant: check, preview and simulate kits, explain rules, and play games with it
///
/// It speaks the Model Context Protocol on standard input and output. An assistant is told to start `paperkeep mcp`, and does the
/// rest.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the kits and tables that the assistant may name; it gets no others
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// How many seats of a game the assistant may take, of which it sees what each sees; bots play the others
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    seats: u8,
    /// The seed of the first game; each further game takes the next number [default: random]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[cfg(feature = "mcp")]
pub fn run(args: Args) -> Result<(), Error> {
    server::run(args)
}

#[cfg(not(feature = "mcp"))]
pub fn run(args: Args) -> Result<(), Error> {
    let _ = (args.folder, args.seats, args.seed);
    Err(Error::Other(
        "this program was built without `mcp`: install it with `cargo install --features mcp`"
            .into(),
    ))
}
