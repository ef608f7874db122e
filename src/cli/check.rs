//! `paperkeep check`: is a kit sound?

use annotate_snippets::Level;

use super::Error;
use super::error::report;
use crate::face::{Fonts, Reader, Templates};
use crate::games::{self, Setup, SetupError, Visitor};
use crate::kit::{Ink, Kit, Problems};
use crate::press::Proofs;
use crate::press::hue::told_by_hue;
use crate::referee::{Bots, Words};

/// Check a kit: its data, its faces, every text in its box; all problems at once
#[derive(clap::Args)]
pub struct Args {
    /// A shipped game's id, or a kit's folder
    kit: String,
}

/// Sets a game up, which is where its rules look at the kit.
struct Playable;

impl Visitor for Playable {
    type Out = ();

    fn visit<G: Words + Bots>(self, _: G) {}
}

pub fn run(args: Args) -> Result<(), Error> {
    let kit = Kit::find(&args.kit)?;
    let mut problems = Problems::default();
    let mut pieces = 0;
    let mut warnings = Problems::default();
    let mut reader = Reader::new(Fonts::shipped());
    for theme in kit.theme_names() {
        let kit = kit.themed(theme)?;
        for ink in Ink::ALL {
            let templates = Templates::new(&kit, ink, Fonts::shipped());
            match Proofs::draw(&kit, &templates, 1, &mut reader) {
                Ok(proofs) => pieces = proofs.pieces.len(),
                Err(found) => problems.extend(found),
            }
            for problem in told_by_hue(&kit, &templates, &mut reader) {
                // A black-and-white printer prints no hue at all.
                if ink == Ink::Mono { &mut problems } else { &mut warnings }.push(problem);
            }
        }
    }
    for warning in &warnings.0 {
        anstream::eprintln!("{}\n", report(warning, Level::WARNING));
    }
    if let Some(game) = games::find(&kit.id) {
        let editions: Vec<Option<String>> = match game.editions {
            [] => vec![None],
            editions => editions.iter().map(|edition| Some((*edition).to_owned())).collect(),
        };
        for edition in editions {
            let setup = Setup { edition, ..Setup::of_count(*kit.players.start()) };
            if let Err(SetupError::Kit(found)) = games::with(&kit.id, &kit, &setup, Playable) {
                problems.extend(found);
            }
        }
    }
    problems.or(())?;
    println!("{}: {pieces} pieces in {} decks, all sound", kit.title, kit.decks.len());
    Ok(())
}
