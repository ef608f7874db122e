//! `paperkeep resume`: continues an earlier game.

use std::path::PathBuf;

use super::sitting::{self, Front};
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
    worker::read_first(Some(&args.file), args.kit.as_deref())?;
    let mut opened = sitting::resume(&args.file, args.kit.as_deref())?;
    args.front
        .run(&mut *opened.sitting, opened.told, &opened.kit)
}
