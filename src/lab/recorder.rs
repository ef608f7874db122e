//! A game of a simulation as a journal, to be replayed like one that people played.

use super::playout::{Observer, Table};
use super::simulate::Plan;
use crate::referee::journal::Entry;
use crate::referee::{Bots, Choices, Turn, Words};

/// Game `number` of a plan as the entries of a journal. Chance is recorded as the table's, since no seed of a journal gives it.
pub fn entries<G: Words + Bots>(
    game: &G,
    plan: &Plan,
    number: u64,
    players: &[String],
) -> Vec<Entry> {
    let mut recorder = Recorder {
        game,
        players,
        entries: Vec::new(),
    };
    Table::with(plan.programs.clone()).play(
        game,
        &plan.bots,
        (plan.seed, number),
        plan.longest,
        &mut recorder,
    );
    recorder.entries
}

struct Recorder<'g, G> {
    game: &'g G,
    players: &'g [String],
    entries: Vec<Entry>,
}

impl<G: Words + Bots> Observer<G> for Recorder<'_, G> {
    fn moved(&mut self, turn: Turn, _choices: &Choices<G::Move>, mv: G::Move) {
        let by = match turn {
            Turn::Player(seat) => self.players.get(usize::from(seat)).cloned(),
            _ => None,
        };
        let by = by.unwrap_or_else(|| "table".to_owned());
        self.entries.push(Entry::Move {
            n: self.entries.len() + 1,
            id: self.game.id(mv),
            by,
        });
    }
}
