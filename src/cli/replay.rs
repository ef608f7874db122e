//! `paperkeep replay`: shows an earlier game.

use std::path::PathBuf;

use super::page::PageArgs;
use super::picture::PictureFile;
use super::sitting;
use super::stdio::{self, say};
use super::worker::{Handed, Work};
use super::{Error, evenings, worker};
use crate::games::open::{self, Opened};
use crate::press::picture::Pictures;
use crate::press::write::output::Output;
use crate::table::{chronicle, luck, story, terminal};

/// Show a game from its journal, move by move; changes nothing
#[derive(clap::Args)]
pub struct Args {
    /// A journal's file, or as for `resume` its name or its number in the list
    file: PathBuf,

    /// Stop after this many moves
    #[arg(long, value_name = "N")]
    to: Option<usize>,

    /// Where the kit's folder is now, if it has moved
    #[arg(long, value_name = "DIR")]
    kit: Option<PathBuf>,

    /// Describe the table in sentences instead of drawing it
    #[arg(long)]
    plain: bool,

    /// Instead draw the table into a file, .svg or .png
    #[arg(long, value_name = "FILE", value_parser = PictureFile::parse)]
    picture: Option<PictureFile>,

    /// Instead show the results of dice and draws, and whether they look fair
    #[arg(long)]
    luck: bool,

    /// Instead list results that the journal attributes to the program but that the program did not roll or draw
    #[arg(long, conflicts_with_all = ["to", "plain", "picture", "luck", "story"])]
    verify: bool,

    /// Instead retell the game in a Markdown file
    #[arg(long, value_name = "FILE")]
    story: Option<PathBuf>,

    #[command(flatten)]
    page: PageArgs,
}

pub fn run(mut args: Args) -> Result<(), Error> {
    args.file = evenings::meant(&args.file)?;
    if let Some(ended) = worker::do_all(&Work::playing(handed(&args))) {
        return worker::ended(ended, &args.file.display().to_string());
    }
    if args.verify {
        return verify(&args);
    }
    let mut opened = sitting::recall(&args.file, args.kit.as_deref())?;
    if args.page.is_wanted() {
        let players = opened.sitting.header().players.clone();
        let first = args.to.unwrap_or(0);
        let shown = args
            .page
            .with_event_loop(&players, None, &opened.kit, |event_loop, _| {
                event_loop.replaying(first).run(&mut *opened.sitting)
            });
        return sitting::unless_closed(shown?);
    }
    let to = args.to.unwrap_or(usize::MAX);
    if args.picture.is_some() || args.luck || args.story.is_some() {
        return extras(&args, &opened, to);
    }
    let presentation = sitting::presentation(&opened.kit, args.plain);
    let out = &mut stdio::styled();
    sitting::unless_closed(chronicle::replay(
        &*opened.sitting,
        to,
        presentation.title,
        presentation.drawn,
        sitting::width(),
        presentation.language,
        out,
    ))
}

/// What a worker is handed for this.
fn handed(args: &Args) -> Handed {
    let mut handed = Handed::default().serving_page(args.page.is_wanted());
    let picture = args.picture.as_ref().map(PictureFile::path);
    for file in picture.into_iter().chain(args.story.as_deref()) {
        handed = handed.writing(file);
    }
    sitting::journal_handed(handed, &args.file, args.kit.as_deref())
}

/// Whether chance followed the seed: a forged line claims a result that the seed never gave.
fn verify(args: &Args) -> Result<(), Error> {
    let doubts = open::verify(&args.file, args.kit.as_deref())?;
    for doubt in &doubts {
        say!("{doubt}");
    }
    match doubts.len() {
        0 => {
            say!("Everything that the program rolled and drew follows from the seed.");
            Ok(())
        }
        1 => Err(Error::Other(format!(
            "1 line of `{}` does not follow from the seed",
            args.file.display()
        ))),
        lines => Err(Error::Other(format!(
            "{lines} lines of `{}` do not follow from the seed",
            args.file.display()
        ))),
    }
}

/// What to show instead of the moves.
fn extras(args: &Args, opened: &Opened, to: usize) -> Result<(), Error> {
    let game = &*opened.sitting;
    let language = opened.kit.files.language();
    if let Some(file) = &args.picture {
        file.draw(
            &mut Pictures::new(&opened.kit),
            &game.scene(to, terminal::open_seat(game)),
        )?;
        say!("{}", file.path().display());
    }
    if let Some(file) = &args.story {
        let output = Output::new();
        output.add(file, story::markdown(game, &opened.kit.title, to, language))?;
        output.write()?;
        say!("{}", file.display());
    }
    if args.luck {
        say!("{}", opened.kit.files.say(luck::KEY, &[]));
        luck::lines(&game.luck(to), language)
            .iter()
            .for_each(|line| say!("  {line}"));
    }
    Ok(())
}
