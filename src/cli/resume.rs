//! `paperkeep resume`: continues an earlier game.

use std::path::PathBuf;

use super::sitting::{self, Front};
use super::worker::Work;
use super::{Error, worker};

/// Continue a game from its journal
#[derive(clap::Args)]
pub struct Args {
    /// The journal
    file: PathBuf,

    /// Where the kit's folder is now, if it has moved
    #[arg(long, value_name = "DIR")]
    kit: Option<PathBuf>,

    #[command(flatten)]
    front: Front,
}

pub fn run(args: Args) -> Result<(), Error> {
    let handed = args.front.handed().writing(&args.file);
    let handed = sitting::journal_handed(handed, &args.file, args.kit.as_deref());
    if let Some(ended) = worker::do_all(&Work::playing(handed)) {
        return worker::ended_game(ended, &args.file);
    }
    let mut opened = sitting::resume(&args.file, args.kit.as_deref())?;
    args.front
        .run(&mut *opened.sitting, opened.told, &opened.kit)
}
