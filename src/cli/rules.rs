//! `paperkeep rules`: shows a game's rules by number or words.

use std::io::Write;

use super::Error;
use super::worker::{Handed, Work};
use super::{part, sitting, stdio, worker};
use crate::kit::Rule;
use crate::table::rulebook;

/// Show a game's rules: all titles, one rule by its number, or the rules on a topic
#[derive(clap::Args)]
pub struct Args {
    /// A shipped game's id, or a kit's folder
    game: String,

    /// A number (R12), or words to search for
    query: Vec<String>,

    /// The language to show them in, if the kit has several, such as de
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
}

pub fn run(args: Args) -> Result<(), Error> {
    if worker::is_strange(&args.game)
        && let Some(ended) = worker::do_all(&Work::printing(Handed::default().kit(&args.game)))
    {
        return worker::ended(ended, &args.game);
    }
    let kit = part::find(&args.game, args.language.as_deref())?;
    if kit.rules.is_empty() {
        return Err(Error::Other(format!(
            "{} has no rules in its kit",
            kit.title
        )));
    }
    let query = args.query.join(" ");
    let found = rulebook::find(&kit.rules, &query);
    match (found.as_slice(), query.is_empty()) {
        (_, true) => sitting::unless_closed(titles(&kit.rules)),
        ([], _) => Err(Error::Other(format!(
            "no rule of {} mentions `{query}`",
            kit.title
        ))),
        (found, _) => sitting::unless_closed(texts(found)),
    }
}

fn titles(rules: &[Rule]) -> std::io::Result<()> {
    let mut out = stdio::styled();
    rules
        .iter()
        .try_for_each(|rule| writeln!(out, "{:<4} {}", rule.id, rule.title))
}

fn texts(rules: &[&Rule]) -> std::io::Result<()> {
    let mut out = stdio::styled();
    let width = sitting::width();
    rules
        .iter()
        .try_for_each(|rule| writeln!(out, "{}", rulebook::shown(rule, width)))
}
