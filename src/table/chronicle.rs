//! A game retold move by move.

use std::io::{self, Write};
use std::sync::Arc;

use super::Ending;
use super::paint::{WIDTH, drawing, fitted, toned};
use crate::kit::Language;
use crate::kit::language::say;
use crate::referee::{By, Past, Sitting, Tone, names};

/// Shows the moves of a game with this title up to number `to`, and the table after them, `drawn` or in sentences.
pub fn replay(
    sitting: &dyn Sitting,
    to: usize,
    title: &str,
    drawn: bool,
    width: Option<usize>,
    language: Option<&Arc<Language>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let to = to.min(sitting.made());
    let header = sitting.header();
    let seed = say(language, "Seed {seed}.", &[("seed", &header.seed)]);
    writeln!(out, "{}: {}. {seed}", title, names::listed(&header.players))?;
    for past in sitting.history(0..to) {
        write!(out, "{}", shown(sitting, &past, width, language))?;
    }
    writeln!(out)?;
    let seat = (sitting.header().players.len() == 1).then_some(0);
    if drawn {
        write!(
            out,
            "{}",
            drawing(&sitting.board(to, seat, width.unwrap_or(WIDTH)))
        )?
    } else {
        sitting
            .describe(to, seat)
            .iter()
            .try_for_each(|sentence| writeln!(out, "{}", fitted(sentence, width, 2)))?
    }
    if let Some(outcome) = sitting.outcome().filter(|_| to == sitting.made()) {
        writeln!(out)?;
        let players = &sitting.header().players;
        for sentence in Ending::new(&outcome, players).sentences(players, language) {
            writeln!(out, "{}", toned(Tone::Strong, &sentence))?;
        }
    }
    out.flush()
}

/// A move and what happened, as lines.
pub fn shown(
    sitting: &dyn Sitting,
    Past { made, tellings, .. }: &Past,
    width: Option<usize>,
    language: Option<&Arc<Language>>,
) -> String {
    let name = match (made.by, made.seat) {
        (By::Player(_), _) => sitting.name(made.by).to_owned(),
        // What a bot decided, or what there was no choice about.
        (By::Program, Some(seat)) => sitting.name(By::Player(seat)).to_owned(),
        (By::Program | By::Table, _) => say(language, sitting.name(made.by), &[]),
    };
    let mut text = format!("{:>4} {name}: {}\n", made.n, fitted(&made.text, width, 5));
    for telling in tellings {
        text.push_str(&format!(
            "     {}\n",
            fitted(&telling.text, width.map(|width| width.saturating_sub(5)), 5)
        ));
    }
    text
}
