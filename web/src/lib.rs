//! What the page's worker calls, and nothing else. Text is JSON; an error is `{ "message", "problems" }` as JSON.

use std::collections::BTreeMap;

use paperkeep::browser::print::{self, Prints, Wish};
use paperkeep::browser::table::{self, NewGame};
use paperkeep::browser::{self};
use paperkeep::kit::Problems;
use serde_json::json;
use wasm_bindgen::prelude::*;

/// The shipped games.
#[wasm_bindgen]
pub fn shipped() -> String {
    browser::shipped().to_string()
}

/// The header of a journal, by which its kit is found.
#[wasm_bindgen]
pub fn header(name: &str, journal: &[u8]) -> Result<String, String> {
    let header = table::game_of(name, journal).map_err(sentence)?;
    serde_json::to_string(&header).map_err(sentence)
}

/// A kit that was read. It is kept for as long as the worker lives, since tables borrow it.
#[wasm_bindgen]
pub struct Kit(&'static paperkeep::kit::Kit);

#[wasm_bindgen]
impl Kit {
    /// A shipped game's kit.
    pub fn shipped(id: &str) -> Result<Kit, String> {
        Kit::keep(paperkeep::kit::Kit::find(id))
    }

    /// A kit in a ZIP archive.
    pub fn unpack(name: &str, bytes: &[u8]) -> Result<Kit, String> {
        Kit::keep(browser::unpacked(name, bytes))
    }

    /// A kit of these files: the lengths cut `contents` into the files of these paths.
    pub fn folder(
        name: &str,
        paths: Vec<String>,
        lengths: &[u32],
        contents: &[u8],
    ) -> Result<Kit, String> {
        let mut files = BTreeMap::new();
        let mut rest = contents;
        for (path, length) in paths.into_iter().zip(lengths) {
            let (file, more) = rest
                .split_at_checked(*length as usize)
                .ok_or_else(|| sentence("the files are cut short"))?;
            files.insert(path, file.to_vec());
            rest = more;
        }
        Kit::keep(browser::folder(name, files))
    }

    fn keep(kit: Result<paperkeep::kit::Kit, Problems>) -> Result<Kit, String> {
        Ok(Kit(Box::leak(Box::new(kit.map_err(wrong)?))))
    }

    /// The same kit in another of its languages.
    pub fn spoken(&self, language: &str) -> Result<Kit, String> {
        Kit::keep(self.0.clone().in_language(language))
    }

    pub fn about(&self) -> String {
        browser::about(self.0).to_string()
    }

    pub fn print(&self, wish: &str) -> Result<Print, String> {
        let wish: Wish = serde_json::from_str(wish).map_err(sentence)?;
        let Prints {
            files,
            summary,
            warnings,
        } = print::print(self.0, &wish).map_err(wrong)?;
        Ok(Print {
            files,
            about: json!({ "summary": summary, "warnings": warnings }).to_string(),
        })
    }

    /// Starts a game; `run` is an id that no other game of this page has.
    pub fn begin(&self, game: &str, run: String) -> Result<Table, String> {
        let game: NewGame = serde_json::from_str(game).map_err(sentence)?;
        let table = table::Table::begin(self.0, game, run).map_err(opening)?;
        Ok(Table(table))
    }

    /// Continues the game of a journal.
    pub fn resume(&self, name: &str, journal: &[u8], run: String) -> Result<Table, String> {
        let table = table::Table::resume(self.0, name, journal, run).map_err(opening)?;
        Ok(Table(table))
    }
}

/// Printed files.
#[wasm_bindgen]
pub struct Print {
    files: Vec<(String, Vec<u8>)>,
    about: String,
}

#[wasm_bindgen]
impl Print {
    pub fn about(&self) -> String {
        self.about.clone()
    }

    pub fn names(&self) -> Vec<String> {
        self.files.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Gives a file away.
    pub fn take(&mut self, index: usize) -> Vec<u8> {
        let file = self.files.get_mut(index);
        file.map(|(_, bytes)| std::mem::take(bytes))
            .unwrap_or_default()
    }
}

/// A game in play.
#[wasm_bindgen]
pub struct Table(table::Table<'static>);

#[wasm_bindgen]
impl Table {
    pub fn snapshot(&self) -> Option<String> {
        self.0.snapshot()
    }

    pub fn obey(&mut self, command: &[u8]) -> String {
        self.0.obey(command).to_string()
    }

    pub fn face(&self, id: &str) -> Option<Vec<u8>> {
        self.0.face(id)
    }

    /// What the journal grew by since this was asked last.
    pub fn written(&mut self) -> Vec<u8> {
        self.0.written()
    }
}

fn sentence(why: impl ToString) -> String {
    json!({ "message": why.to_string() }).to_string()
}

fn wrong(problems: Problems) -> String {
    let message = problems.0.first().map(|problem| problem.message.as_str());
    json!({ "message": message, "problems": browser::problems(&problems) }).to_string()
}

fn opening(error: paperkeep::games::open::OpenError) -> String {
    match error {
        paperkeep::games::open::OpenError::Kit(problems) => wrong(problems),
        error => sentence(error),
    }
}
