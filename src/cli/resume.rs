//! `paperkeep resume`: continues an earlier game.

use std::path::PathBuf;

use super::sitting::{self, Front};
use super::stdio::note;
use super::worker::Work;
use super::{Error, evenings, play, worker};
use crate::referee::program::PREFIX;

/// Continue a game; alone, list the last ones
#[derive(clap::Args)]
pub struct Args {
    /// The number of a game in the list, its name, a part of the game's name for the last one of it, or a journal's file
    file: Option<PathBuf>,

    /// Where the kit's folder is now, if it has moved
    #[arg(long, value_name = "DIR")]
    kit: Option<PathBuf>,

    /// The program that plays on for a player: 'Bob=cmd:./mybot'. A journal alone starts none
    #[arg(long = "bot", value_name = "NAME=BOT,...", value_delimiter = ',', value_parser = program)]
    bots: Vec<(String, String)>,

    #[command(flatten)]
    front: Front,
}

/// A player and the program that plays on for them.
fn program(text: &str) -> Result<(String, String), String> {
    let (name, bot) = play::seated(text)?;
    if bot.starts_with(PREFIX) {
        Ok((name, bot))
    } else {
        Err("the program's own bots play on by themselves; this is for cmd:".to_owned())
    }
}

pub fn run(mut args: Args) -> Result<(), Error> {
    args.front.hired = play::hired(&args.bots);
    let Some(word) = &args.file else {
        return evenings::list();
    };
    let file = evenings::meant(word)?;
    let handed = args.front.handed().writing(&file);
    let handed = sitting::journal_handed(handed, &file, args.kit.as_deref());
    if let Some(ended) = worker::do_all(&Work::playing(handed)) {
        return worker::ended_game(ended, &file);
    }
    let mut opened = sitting::resume(&file, args.kit.as_deref(), args.front.hired.clone())?;
    tell_missing(&opened.sitting.header().bots, &args.bots)?;
    args.front
        .run(&mut *opened.sitting, opened.told, &opened.kit)
}

/// Says for whom people answer now, since nothing plays for them; it is an error to seat a program where none was.
fn tell_missing(known: &[(String, String)], given: &[(String, String)]) -> Result<(), Error> {
    let is_program = |(_, bot): &&(String, String)| bot.starts_with(PREFIX);
    let mut programs = known.iter().filter(is_program);
    let plays = |name: &str| given.iter().any(|(given, _)| given == name);
    if let Some((name, _)) = given
        .iter()
        .find(|(name, _)| !programs.clone().any(|(known, _)| known == name))
    {
        return Err(Error::Usage(format!(
            "no program played for {name} in this game"
        )));
    }
    for (name, _) in programs.by_ref().filter(|(name, _)| !plays(name)) {
        note!(
            "paperkeep: a program played for {name}; you answer for {name} now, unless --bot '{name}=cmd:...' names it"
        );
    }
    Ok(())
}
