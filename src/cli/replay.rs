//! `paperkeep replay`: an earlier game is shown.

use std::path::PathBuf;

use super::Error;
use super::picture::PictureFile;
use super::sitting;
use crate::press::Pictures;
use crate::table::{chronicle, terminal};

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

    /// Draw the table into a file instead, .svg or .png
    #[arg(long, value_name = "FILE", value_parser = PictureFile::parse)]
    picture: Option<PictureFile>,
}

pub fn run(args: Args) -> Result<(), Error> {
    let opened = sitting::recall(&args.file, args.kit.as_deref())?;
    if let Some(file) = &args.picture {
        let at = args.to.unwrap_or(usize::MAX);
        let seat = terminal::open_seat(&*opened.sitting);
        file.draw(&mut Pictures::new(&opened.kit), &opened.sitting.scene(at, seat))?;
        anstream::println!("{}", file.path().display());
        return Ok(());
    }
    let look = sitting::look(&opened.kit, args.plain);
    let to = args.to.unwrap_or(usize::MAX);
    sitting::heard(chronicle::replay(&*opened.sitting, to, look, sitting::width(), &mut anstream::stdout()))
}
