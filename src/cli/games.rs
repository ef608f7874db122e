//! `paperkeep games`: what is here.

use super::Error;
use crate::kit::{Files, Kit};

/// List the shipped games
#[derive(clap::Args)]
pub struct Args {}

pub fn run(_: Args) -> Result<(), Error> {
    for id in Files::shipped_ids() {
        let kit = Kit::find(id)?;
        println!("{id}\n    {}, by {} ({})", kit.title, kit.designers.join(", "), kit.year);
    }
    Ok(())
}
