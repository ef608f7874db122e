//! `paperkeep games`: lists the shipped games.

use super::Error;
use super::stdio::say;
use crate::games;
use crate::kit::{Files, Kit};

/// List the shipped games, with their players, editions and options
#[derive(clap::Args)]
pub struct Args {}

pub fn run(_: Args) -> Result<(), Error> {
    for id in Files::shipped_ids() {
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
        if game.is_own() {
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
