//! What the page's worker calls, and nothing else. Text is JSON; an error is `{ "message", "problems" }` as JSON.

#[cfg(feature = "whole")]
use std::collections::BTreeMap;
#[cfg(feature = "whole")]
use std::ops::ControlFlow;

use paperkeep::bench::Refused;
#[cfg(feature = "whole")]
use paperkeep::bench::gallery::{Exhibit, Printer};
#[cfg(feature = "whole")]
use paperkeep::bench::{self, Call, Memory, tryout};
use paperkeep::browser;
#[cfg(feature = "whole")]
use paperkeep::browser::adopt::{self, CardWish};
use paperkeep::browser::print::{self, Told, Wish};
use paperkeep::browser::table::{self, NewGame};
#[cfg(feature = "whole")]
use paperkeep::kit::Ink;
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
pub struct Kit {
    kit: &'static paperkeep::kit::Kit,
    /// What is told about rows without which it was read.
    left_out: Vec<String>,
}

#[wasm_bindgen]
impl Kit {
    /// A shipped game's kit.
    pub fn shipped(id: &str) -> Result<Kit, String> {
        Kit::keep(paperkeep::kit::Kit::find(id))
    }

    /// A starter as it ships.
    pub fn starter(id: &str) -> Result<Kit, String> {
        Kit::keep(browser::starter(id))
    }

    fn keep(kit: Result<paperkeep::kit::Kit, Problems>) -> Result<Kit, String> {
        Ok(Kit {
            kit: Box::leak(Box::new(kit.map_err(wrong)?)),
            left_out: Vec::new(),
        })
    }

    /// The same kit in another of its languages.
    pub fn spoken(&self, language: &str) -> Result<Kit, String> {
        Ok(Kit {
            left_out: self.left_out.clone(),
            ..Kit::keep(self.kit.clone().in_language(language))?
        })
    }

    pub fn about(&self) -> String {
        browser::about(self.kit).to_string()
    }

    /// What a page says in the kit's language.
    pub fn words(&self) -> String {
        browser::words(self.kit).to_string()
    }

    /// Draws the kit and lays it out.
    pub fn print(&self, wish: &str) -> Result<Print, String> {
        let wish: Wish = serde_json::from_str(wish).map_err(sentence)?;
        let told = Told {
            faces: |done, all| told("faces", done, all),
            pages: |done, all| told("pages", done, all),
        };
        let mut print = print::Print::of(self.kit, &wish, told).map_err(wrong)?;
        print.warnings.splice(0..0, self.left_out.iter().cloned());
        Ok(Print(print))
    }

    /// Some of its faces as SVG, to show what it looks like.
    pub fn faces(&self, most: usize) -> Vec<String> {
        browser::faces(self.kit, most)
    }

    /// Starts a game; `run` is an id that no other game of this page has.
    pub fn begin(&self, game: &str, run: String) -> Result<Table, String> {
        let game: NewGame = serde_json::from_str(game).map_err(sentence)?;
        let table = table::Table::begin(self.kit, game, run).map_err(opening)?;
        Ok(Table(table))
    }

    /// Continues the game of a journal.
    pub fn resume(&self, name: &str, journal: &[u8], run: String) -> Result<Table, String> {
        let table = table::Table::resume(self.kit, name, journal, run).map_err(opening)?;
        Ok(Table(table))
    }
}

/// Kits that people add, which only the larger module reads.
#[cfg(feature = "whole")]
#[wasm_bindgen]
impl Kit {
    /// A kit of these files: the lengths cut `contents` into the files of these paths.
    pub fn folder(
        name: &str,
        paths: Vec<String>,
        lengths: &[u32],
        contents: &[u8],
    ) -> Result<Kit, String> {
        let files = cut(paths, lengths, contents)?;
        Kit::keep(browser::folder(name, files))
    }

    /// The same without rows that are wrong, to be printed.
    pub fn spared(
        name: &str,
        paths: Vec<String>,
        lengths: &[u32],
        contents: &[u8],
    ) -> Result<Kit, String> {
        let files = cut(paths, lengths, contents)?;
        let (kit, left_out) = browser::without_wrong_rows(name, files).map_err(wrong)?;
        Ok(Kit {
            left_out,
            ..Kit::keep(Ok(kit))?
        })
    }

    /// The kit of pictures, or of the pages of a PDF; `wish` says what is not in the files.
    pub fn cards(
        name: &str,
        paths: Vec<String>,
        lengths: &[u32],
        contents: &[u8],
        wish: &str,
    ) -> Result<Kit, String> {
        let files = cut(paths, lengths, contents)?;
        let wish: CardWish = serde_json::from_str(wish).map_err(sentence)?;
        Kit::keep(adopt::cards(name, files, &wish))
    }
}

/// A kit that was printed.
#[wasm_bindgen]
pub struct Print(print::Print);

#[wasm_bindgen]
impl Print {
    /// What there is to see and to have.
    pub fn about(&self) -> String {
        let paper = self.0.paper();
        json!({
            "summary": self.0.summary(),
            "wasted": self.0.wasted(),
            "warnings": self.0.warnings,
            "paper": [paper.w.mm(), paper.h.mm()],
            "sides": self.0.sides(),
            "files": self.0.files(),
        })
        .to_string()
    }

    /// A side of a sheet as SVG.
    pub fn sheet(&self, side: usize) -> Result<String, String> {
        self.0.sheet(side).map_err(sentence)
    }

    /// A file by its name.
    pub fn file(&self, name: &str, dpi: u32) -> Result<Vec<u8>, String> {
        let files = self.0.files();
        let file = files.iter().find(|file| file.name == name);
        let file = file.ok_or_else(|| sentence(format!("there is no file {name}")))?;
        self.0.file(file, dpi).map_err(sentence)
    }

    /// All files of a format as a ZIP archive.
    pub fn archive(&self, format: &str, dpi: u32) -> Result<Vec<u8>, String> {
        self.0.archive(format, dpi).map_err(sentence)
    }
}

/// What was dropped on a page.
#[cfg(feature = "whole")]
#[wasm_bindgen]
pub struct Adopted {
    kind: &'static str,
    files: Vec<(String, Vec<u8>)>,
    told: Vec<String>,
}

/// Makes a kit of dropped files, if they are none.
#[cfg(feature = "whole")]
#[wasm_bindgen]
pub fn adopt(
    name: &str,
    paths: Vec<String>,
    lengths: &[u32],
    contents: &[u8],
) -> Result<Adopted, String> {
    let files = cut(paths, lengths, contents)?;
    let (kind, files, told) = match adopt::adopt(name, files).map_err(wrong)? {
        adopt::Adopted::Kit(files) => ("kit", files, Vec::new()),
        adopt::Adopted::Made(files, told) => ("kit", files, told),
        adopt::Adopted::Cards(files) => ("cards", files, Vec::new()),
    };
    let files = files.into_iter().collect();
    Ok(Adopted { kind, files, told })
}

#[cfg(feature = "whole")]
#[wasm_bindgen]
impl Adopted {
    /// Whether it is a kit, or cards that are pictures.
    pub fn kind(&self) -> String {
        self.kind.to_owned()
    }

    pub fn told(&self) -> Vec<String> {
        self.told.clone()
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

/// The starters, from which kits of one's own begin.
#[wasm_bindgen]
pub fn starters() -> String {
    browser::starters().to_string()
}

/// The files of a kit of one's own, copied from a starter or a shipped kit.
#[cfg(feature = "whole")]
#[wasm_bindgen]
pub fn begun(from: &str, title: &str) -> Result<Adopted, String> {
    let files = browser::begin(from, title).map_err(wrong)?;
    Ok(Adopted {
        kind: "kit",
        files: files.into_iter().collect(),
        told: Vec::new(),
    })
}

/// A kit that is being made.
#[cfg(feature = "whole")]
#[wasm_bindgen]
pub struct Workbench {
    bench: bench::Workbench,
    printer: Printer,
    /// What the kit looks like on paper, as it was asked for last.
    exhibit: Option<Exhibit>,
}

#[cfg(feature = "whole")]
#[wasm_bindgen]
impl Workbench {
    pub fn open(
        name: &str,
        paths: Vec<String>,
        lengths: &[u32],
        contents: &[u8],
    ) -> Result<Workbench, String> {
        let files = cut(paths, lengths, contents)?;
        Ok(Workbench {
            bench: bench::Workbench::open(Box::new(Memory::of(name, files))),
            printer: Printer::default(),
            exhibit: None,
        })
    }

    /// Does what the page asks for: `{ "call", "args" }`.
    pub fn call(&mut self, call: &str) -> Result<String, String> {
        let call: Call = serde_json::from_str(call).map_err(sentence)?;
        let done = self.bench.call(call);
        let done = done.map_err(|why| why.to_json().to_string())?;
        Ok(done.to_string())
    }

    /// The number of changes so far.
    pub fn version(&self) -> usize {
        self.bench.version()
    }

    /// The last edits, to be kept until the kit is opened again.
    pub fn history(&self) -> String {
        self.bench.history()
    }

    /// Goes on with the edits of an earlier time.
    pub fn remember(&mut self, history: &str) {
        self.bench.remember(history);
    }

    /// Adds a picture or a font.
    pub fn put(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), String> {
        self.bench.put(path, bytes).map_err(sentence)
    }

    /// Takes over a file that was changed on the disk, or deleted there.
    pub fn arrive(&mut self, path: &str, bytes: Option<Vec<u8>>) -> Result<(), String> {
        self.bench.arrive(path, bytes).map_err(sentence)
    }

    /// The sheets and faces of the kit as it could be read last.
    pub fn exhibit(&mut self, paper: &str, ink: &str) -> Result<String, String> {
        let ink = Ink::ALL.into_iter().find(|known| known.name() == ink);
        let ink = ink.unwrap_or(Ink::Color);
        let missing = || sentence("the kit cannot be read yet");
        let kit = self.bench.kit().ok_or_else(missing)?;
        let exhibit = self.printer.print(kit, paper, ink).map_err(wrong)?;
        let told = serde_json::to_string(&exhibit).map_err(sentence)?;
        self.exhibit = Some(exhibit);
        Ok(told)
    }

    /// A sheet of it by its id.
    pub fn sheet(&self, id: &str) -> Result<String, String> {
        let drawn = self.exhibit.as_ref().and_then(|shown| shown.sheet(id));
        drawn
            .ok_or_else(|| sentence("there is no such sheet any more"))?
            .map_err(sentence)
    }

    /// A face of it by its id.
    pub fn face(&self, id: &str) -> Result<String, String> {
        let drawn = self.exhibit.as_ref().and_then(|shown| shown.face(id));
        drawn
            .ok_or_else(|| sentence("there is no such face any more"))?
            .map_err(sentence)
    }

    /// The kit's files as they are now.
    pub fn files(&self) -> Adopted {
        Adopted {
            kind: "kit",
            files: self.bench.contents().into_iter().collect(),
            told: Vec::new(),
        }
    }
}

/// Has bots play a kit, and the kit that it was before beside it.
#[cfg(feature = "whole")]
#[wasm_bindgen]
pub fn try_out(
    before: Option<Kit>,
    after: &Kit,
    players: u32,
    games: u32,
) -> Result<String, String> {
    let before = before.map(|kit| kit.kit);
    // Whoever wants no more of it ends the worker.
    let heard = |done, all| {
        told("games", done, all);
        ControlFlow::Continue(())
    };
    let so_far = |found: serde_json::Value| told_found(&found.to_string());
    let played = tryout::played(before, after.kit, players, games, &heard, &so_far);
    Ok(played.map_err(sentence)?.to_string())
}

/// Files in a ZIP archive.
#[cfg(feature = "whole")]
#[wasm_bindgen]
pub fn pack(paths: Vec<String>, lengths: &[u32], contents: &[u8]) -> Result<Vec<u8>, String> {
    let files: Vec<_> = cut(paths, lengths, contents)?.into_iter().collect();
    print::zipped(&files).map_err(sentence)
}

/// Prepares the module.
#[wasm_bindgen(start)]
pub fn start() {
    browser::fetch_with(|name| fetch(name));
}

// What whoever runs the module provides: to be told how far a print is, and to be given a file of the site at once.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = globalThis, js_name = paperkeepFetch)]
    fn fetch(name: &str) -> Option<Vec<u8>>;

    #[wasm_bindgen(js_namespace = globalThis, js_name = paperkeepTold)]
    fn told(what: &str, done: usize, all: usize);
}

#[cfg(feature = "whole")]
#[wasm_bindgen]
extern "C" {
    /// What games have shown so far, which the page keeps if it ends the worker.
    #[wasm_bindgen(js_namespace = globalThis, js_name = paperkeepFound)]
    fn told_found(found: &str);
}

/// `contents` cut by the lengths into files of these paths.
#[cfg(feature = "whole")]
fn cut(
    paths: Vec<String>,
    lengths: &[u32],
    contents: &[u8],
) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    let mut rest = contents;
    for (path, length) in paths.into_iter().zip(lengths) {
        let (file, more) = rest
            .split_at_checked(*length as usize)
            .ok_or_else(|| sentence("the files are cut short"))?;
        files.insert(path, file.to_vec());
        rest = more;
    }
    Ok(files)
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

    /// The same game with a kit that was changed since.
    pub fn remade(&self, kit: &Kit, run: String) -> Result<Remade, String> {
        let (table, word) = self.0.remade(kit.kit, run).map_err(opening)?;
        Ok(Remade {
            table: Some(Table(table)),
            word,
        })
    }

    /// The whole journal.
    pub fn journal(&self) -> Vec<u8> {
        self.0.journal()
    }

    /// What the journal grew by since this was asked last.
    pub fn written(&mut self) -> Vec<u8> {
        self.0.written()
    }
}

/// A table whose kit was changed, and what came of the moves so far.
#[wasm_bindgen]
pub struct Remade {
    table: Option<Table>,
    word: String,
}

#[wasm_bindgen]
impl Remade {
    pub fn word(&self) -> String {
        self.word.clone()
    }

    /// Gives the table away.
    pub fn table(&mut self) -> Option<Table> {
        self.table.take()
    }
}

fn sentence(why: impl ToString) -> String {
    json!({ "message": why.to_string() }).to_string()
}

fn wrong(problems: Problems) -> String {
    Refused::from(problems).to_json().to_string()
}

fn opening(error: paperkeep::games::open::OpenError) -> String {
    match error {
        paperkeep::games::open::OpenError::Kit(problems) => wrong(problems),
        // Options of the program are none of a page's.
        error => sentence(
            error
                .to_string()
                .replace("(--kit DIR)", "(Undo brings it back where you edit it)"),
        ),
    }
}
