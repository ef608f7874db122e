//! `paperkeep replay`: an earlier game is shown.

use std::path::PathBuf;

use super::Error;
use super::sitting;
use crate::table::chronicle;

/// Show a game from its journal, move by move; changes nothing
#[derive(clap::Args)]
pub struct Args {
    /// The journal
    file: PathBuf,

    /// Stop after this many moves
    #[arg(long, value_name = "N")]
    to: Option<usize>,

    /// Where the kit's folder is now, if it has moved
    #[arg(long, value_name = "DIR")]
    kit: Option<PathBuf>,

    /// Tell the table in sentences instead of drawing it
    #[arg(long)]
    plain: bool,
}

pub fn run(args: Args) -> Result<(), Error> {
    let opened = sitting::recall(&args.file, args.kit.as_deref())?;
    let look = sitting::look(&opened.kit, args.plain);
    let to = args.to.unwrap_or(usize::MAX);
    sitting::heard(chronicle::replay(&*opened.sitting, to, look, sitting::width(), &mut anstream::stdout()))
}
