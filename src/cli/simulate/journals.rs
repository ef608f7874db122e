//! The strangest games of a simulation, kept as journals.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cli::Error;
use crate::cli::stdio::say;
use crate::games::past::Stamp;
use crate::games::{Entry, Setup, Visitor};
use crate::kit::Kit;
use crate::lab::report::Strange;
use crate::lab::{Plan, Report, recorder};
use crate::referee::journal::{FORMAT, Header, Journal, Luck};
use crate::referee::{Bots, Words};

/// The first line of a journal of this game. All chance is the table's, since the journal's seed does not give it.
pub fn header(
    game: &Entry,
    kit: &Kit,
    setup: &Setup,
    (folder, seed): (Option<PathBuf>, u64),
) -> Header {
    let Stamp {
        kit: fingerprint,
        rows,
    } = game.stamp(kit, setup);
    Header {
        journal: FORMAT,
        game: game.id.to_owned(),
        edition: setup.edition.clone(),
        options: game.every_option(&setup.options),
        players: setup.players.clone(),
        seed,
        kit: fingerprint,
        rows,
        folder,
        language: None,
        rules: game.rules,
        physical: Vec::new(),
        luck: Luck::Same,
        secrets: setup.secrets,
        hints: true,
        bots: Vec::new(),
        program: Some(env!("CARGO_PKG_VERSION").to_owned()),
    }
}

/// Writes the strangest games down.
pub struct Keep<'a> {
    pub plan: &'a Plan,
    pub report: &'a Report,
    pub header: Header,
    pub into: &'a Path,
}

impl Visitor for Keep<'_> {
    type Out = Result<(), Error>;

    fn visit<G: Words + Bots>(mut self, game: G) -> Result<(), Error> {
        self.header.physical = game
            .sources()
            .iter()
            .map(|source| source.name.to_owned())
            .collect();
        std::fs::create_dir_all(self.into)?;
        let mut kept: BTreeMap<u64, String> = BTreeMap::new();
        for Strange {
            what, game: number, ..
        } in &self.report.strange
        {
            if let Some(file) = kept.get(number) {
                say!("{what}: game {number}, in {file} too");
                continue;
            }
            let file = format!(
                "{}-{number}.jsonl",
                what.replace(|letter: char| !letter.is_alphanumeric(), "-")
                    .to_lowercase()
            );
            let mut journal = Journal::create(&self.into.join(&file), &self.header)?;
            journal.append(&recorder::entries(
                &game,
                self.plan,
                *number,
                &self.header.players,
            ))?;
            say!("{what}: game {number}, in {file}");
            kept.insert(*number, file);
        }
        Ok(())
    }
}
