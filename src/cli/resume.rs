//! `paperkeep resume`: continues an earlier game.

use std::path::PathBuf;

use super::sitting::{self, Front};
use super::worker::Work;
use super::{Error, evenings, worker};

/// Continue a game; alone, list the last ones
#[derive(clap::Args)]
pub struct Args {
    /// The number of a game in the list, its name, a part of the game's name for the last one of it, or a journal's file
    file: Option<PathBuf>,

    /// Where the kit's folder is now, if it has moved
    #[arg(long, value_name = "DIR")]
    kit: Option<PathBuf>,

    #[command(flatten)]
    front: Front,
}

pub fn run(args: Args) -> Result<(), Error> {
    let Some(word) = &args.file else {
        return evenings::list();
    };
    let file = evenings::meant(word)?;
    let handed = args.front.handed().writing(&file);
    let handed = sitting::journal_handed(handed, &file, args.kit.as_deref());
    if let Some(ended) = worker::do_all(&Work::playing(handed)) {
        return worker::ended_game(ended, &file);
    }
    let mut opened = sitting::resume(&file, args.kit.as_deref())?;
    args.front
        .run(&mut *opened.sitting, opened.told, &opened.kit)
}
