//! `paperkeep games`: lists the shipped games, or what a kit offers.

use super::Error;
use super::stdio::say;
use crate::games;
use crate::kit::{Files, Kit};

/// List the shipped games, with their players, editions and options
#[derive(clap::Args)]
pub struct Args {
    /// Only this game, or the kit in a folder
    kit: Option<String>,
}

pub fn run(args: Args) -> Result<(), Error> {
    let ids = match args.kit {
        Some(kit) => vec![kit],
        None => Files::shipped_ids()
            .into_iter()
            .map(str::to_owned)
            .collect(),
    };
    for id in &ids {
        let kit = Kit::find(id)?;
        let (min, max) = (kit.players.start(), kit.players.end());
        let players = match (min, max) {
            (1, 1) => "1 player".to_owned(),
            (min, max) if min == max => format!("{min} players"),
            _ => format!("{min} to {max} players"),
        };
        let year = if kit.year == 0 {
            String::new()
        } else {
            format!(" ({})", kit.year)
        };
        say!(
            "{id}\n    {}, by {}{year}, {players}",
            kit.title,
            kit.designers.join(", ")
        );
        let game = games::of_kit(&kit);
        if game.is_own() && !kit.files.has("play.toml") {
            say!("    played freely: the referee keeps track of the table, and knows no rules");
        }
        if !game.editions.is_empty() {
            say!("    editions: {}", game.editions.join(", "));
        }
        for option in game.options {
            let choice = format!("{}={}", option.name, option.values.join("|"));
            say!("    --option {choice:<30} {}", option.help);
        }
        say!("    bots: {}", game.bots.join(", "));
    }
    Ok(())
}
