//! The program in a tab of a browser: what a page asks of it, as JSON and bytes. There are no files, threads and clocks.
//!
//! * [`mod@print`]: a kit's sheets, guide and rules. [`table`]: a game, its snapshots and its journal.
//!
//! What runs it is in the folder `web`.

pub mod print;
pub mod table;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::games;
use crate::kit::archive::Archive;
use crate::kit::{Files, Kit, Problem, Problems};

/// The shipped games, with what can be chosen about them.
pub fn shipped() -> Value {
    let ids = Files::shipped_ids();
    let kits = ids.iter().filter_map(|id| Kit::find(id).ok());
    kits.map(|kit| about(&kit)).collect()
}

/// What a page says of a kit before it is printed or played.
pub fn about(kit: &Kit) -> Value {
    let game = games::of_kit(kit);
    let options = game
        .options
        .iter()
        .map(|option| json!({ "name": option.name, "values": option.values, "help": option.help }));
    let decks = kit.decks.iter().map(|deck| deck.name.as_str());
    let goal = kit.evening.as_ref().map(|evening| &evening.goal);
    json!({
        "id": kit.id,
        "title": kit.title,
        "designers": kit.designers,
        "players": [kit.players.start(), kit.players.end()],
        "editions": game.editions,
        "options": options.collect::<Vec<_>>(),
        "languages": kit.languages,
        "decks": decks.collect::<Vec<_>>(),
        "themes": kit.theme_names().collect::<Vec<_>>(),
        "goal": goal,
        "rules": !kit.rules.is_empty(),
    })
}

/// A kit in a ZIP archive.
pub fn unpacked(name: &str, bytes: &[u8]) -> Result<Kit, Problems> {
    let archive = Archive::read(name.to_owned(), bytes);
    let archive = archive.map_err(|why| {
        let message = format!("this is not a kit: {why}");
        Problem::new(crate::kit::SourceSpan::file(name), message)
    })?;
    Kit::open(Files::Archive(Arc::new(archive)))
}

/// A kit of these files, by their paths from its folder.
pub fn folder(name: &str, files: BTreeMap<String, Vec<u8>>) -> Result<Kit, Problems> {
    Kit::open(Files::Archive(Arc::new(Archive::of(
        name.to_owned(),
        files,
    ))))
}

/// Problems as a page shows them: each with its file and line.
pub fn problems(problems: &Problems) -> Value {
    let shown = problems.shown().into_iter().map(|(problem, more)| {
        let (line, column) = problem.place.line_column();
        let place = (!problem.place.text.is_empty()).then_some((line, column));
        json!({
            "file": *problem.place.file,
            "line": place.map(|(line, _)| line),
            "column": place.map(|(_, column)| column),
            "message": problem.message,
            "help": problem.help,
            "more": more,
        })
    });
    shown.collect()
}
