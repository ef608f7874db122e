//! `paperkeep games`: lists the shipped games, or tells one of them.

use super::stdio::say;
use super::worker::{Handed, Work};
use super::{Error, part, worker};
use crate::games::{self, Entry, Visitor};
use crate::kit::{Files, Kit};
use crate::referee::{Bots, Setup, Words, robot};

/// List the shipped games, or tell one: players, length, editions and house rules
#[derive(clap::Args)]
pub struct Args {
    /// Tell this game, by any clear part of its name, or the kit in a folder
    game: Option<String>,
}

pub fn run(args: Args) -> Result<(), Error> {
    if let Some(word) = &args.game {
        if worker::is_strange(word)
            && let Some(ended) = worker::do_all(&Work::printing(Handed::default().kit(word)))
        {
            return worker::ended(ended, word);
        }
        return tell(word);
    }
    for id in Files::shipped_ids() {
        let kit = Kit::find(id)?;
        say!("{id}\n    {}, {}", by_whom(&kit), players(&kit));
        say!("    licence: {}", kit.licence);
        let game = games::of_kit(&kit);
        if game.is_own() && !kit.files.has("play.toml") {
            say!("    played freely: the referee keeps track of the table, but knows no rules");
        }
        if !game.editions.is_empty() {
            say!("    editions: {}", game.editions.join(", "));
        }
        options(&game);
        say!("    bots: {}", bots(&game, &kit).join(", "));
    }
    Ok(())
}

/// "MiniSkull Caverns, by A and B (2009)".
fn by_whom(kit: &Kit) -> String {
    let year = match kit.year {
        0 => String::new(),
        year => format!(" ({year})"),
    };
    format!("{}, by {}{year}", kit.title, kit.designers.join(", "))
}

fn players(kit: &Kit) -> String {
    match (kit.players.start(), kit.players.end()) {
        (1, 1) => "1 player".to_owned(),
        (min, max) if min == max => format!("{min} players"),
        (min, max) => format!("{min} to {max} players"),
    }
}

fn options(game: &Entry) {
    for option in game.options {
        let choice = format!("{}={}", option.name, option.values.join("|"));
        say!("    --option {choice:<30} {}", option.help);
    }
}

/// The names of all bots that can play a game, with those that every game has.
fn bots(game: &Entry, kit: &Kit) -> Vec<&'static str> {
    // Alone, nobody hides anything from a bot that looks ahead.
    let players = 2.clamp(*kit.players.start(), *kit.players.end());
    let named = games::with(game.id, kit, &Setup::of_count(players), Named);
    // What does not fit its rules is told by `check`.
    named.unwrap_or_else(|_| game.bots.to_vec())
}

struct Named;

impl Visitor for Named {
    type Out = Vec<&'static str>;

    fn visit<G: Words + Bots>(self, game: G) -> Self::Out {
        robot::all_names(&game)
    }
}

/// Tells one game: what it is about, how long it takes, its house rules, and how to print and play it.
fn tell(word: &str) -> Result<(), Error> {
    let kit = part::find(word, None)?;
    let game = games::of_kit(&kit);
    say!("{}, {}", by_whom(&kit), players(&kit));
    if let Some(evening) = &kit.evening {
        if !evening.goal.is_empty() {
            say!("{}", evening.goal);
        }
        for count in kit.players.clone() {
            let count = count as usize;
            if let Some(minutes) = evening.length(count) {
                say!("    about {minutes} minutes for {count}");
            }
        }
    }
    if !kit.guide.intro.is_empty() {
        say!("To make it: {}", kit.guide.intro);
    }
    if game.is_own() && !kit.files.has("play.toml") {
        say!("    played freely: the referee keeps track of the table, but knows no rules");
    }
    if !game.editions.is_empty() {
        say!("Editions (--edition): {}", game.editions.join(", "));
    }
    if !game.options.is_empty() {
        say!("House rules:");
        options(&game);
    }
    let decks: Vec<&str> = kit.decks.iter().map(|deck| deck.name.as_str()).collect();
    say!("Decks (build --deck): {}", decks.join(", "));
    let bots = bots(&game, &kit);
    if !bots.is_empty() {
        say!("Bots (simulate --bot): {}", bots.join(", "));
    }
    let id = part::named(word)?;
    say!("To print it: paperkeep build {id}\nTo play it:  paperkeep play {id}");
    if !kit.rules.is_empty() {
        say!("Its rules:   paperkeep rules {id}");
    }
    Ok(())
}
