//! `paperkeep lsp`: what `check` finds while one writes, what may be written, and what is written, for editors that speak the
//! language server protocol.
//!
//! * `server`: the messages. `asked`: questions to workers, since a kit may be a stranger's; `answer`: how they are answered.
//! * `text`: places in texts. `address`: files.

mod address;
pub(super) mod answer;
mod asked;
mod server;
mod text;

use std::io::{self, IsTerminal};

use lsp_server::Connection;

use super::Error;
use super::stdio::note;

/// Check kits while they are edited, for editors: errors, completion, definitions
///
/// An editor starts it, and speaks the language server protocol with it over standard input and output. It knows kit.toml, play.toml
/// and the other TOML files of a kit, its tables of rows and the templates of its faces, also before they are saved.
#[derive(clap::Args)]
pub struct Args {
    /// Ignored: editors add it
    #[arg(long, hide = true)]
    stdio: bool,
}

pub fn run(_: Args) -> Result<(), Error> {
    if io::stdin().is_terminal() {
        note!(
            "an editor starts this, and speaks with it here: docs/kits.md says how (Ctrl-C ends it)"
        );
    }
    let (connection, threads) = Connection::stdio();
    server::serve(connection).map_err(Error::Other)?;
    threads.join()?;
    Ok(())
}
