//! The table's page: how long an answer takes until it can be sent to every screen, and a new screen until it is complete,
//! with the number of bytes fetched.
//!
//! `cargo bench --bench page`. The targets are: an answer on every screen within 50 ms with 50 onlookers, a new screen
//! complete within 300 ms and 600 KB, and 20 MB of memory for the page beyond that of the prompt alone.

#[path = "../shared/mod.rs"]
mod shared;
mod wire;

use std::path::{Path, PathBuf};

use divan::Bencher;
use paperkeep::games;
use paperkeep::kit::Kit;
use paperkeep::page::faces::Painter;
use paperkeep::page::rights::Audience;
use paperkeep::page::snapshot::{Context, snapshot};
use paperkeep::referee::Sitting;
use shared::{header, kit};

const GAMES: [&str; 6] = [
    "dungeon-in-a-tin",
    "miniskull-caverns",
    "dungeon-crawl",
    "dungeonbuilders",
    "deep-dark-dungeon",
    "piecepack",
];

/// The number of moves made beforehand, after which the table is full.
const MOVES: usize = 240;

fn main() {
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page/client");
    let path = |file: PathBuf| {
        format!(
            "/{}",
            file.strip_prefix(&client).expect("a file below").display()
        )
    };
    let page: Vec<String> = files(&client).into_iter().map(path).collect();
    for game in GAMES {
        let players = (*kit(game).players.end()).min(4) as usize;
        let figures = wire::measure(game, players, &page);
        let [prompt, all] = figures.memory.map(|bytes| bytes as f64 / 1e6);
        println!(
            "{game}: an answer on every screen {:.1?} (longest {:.1?}); a new screen {:.0?}, {} KB; {prompt:.1} MB, with the page {all:.1} MB",
            figures.answer[0],
            figures.answer[1],
            figures.new_screen,
            figures.fetched / 1000
        );
    }
    divan::main();
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

/// A game for up to four players, well under way.
fn session(game: &'static str, kit: &Kit) -> Box<dyn Sitting> {
    let header = header(game, (*kit.players.end()).min(4));
    let mut session = games::start(kit, header).expect("a game");
    for pick in 0..MOVES {
        // Not the last option, which is often to give up.
        let Some(ask) = session.ask() else { break };
        session
            .answer(&ask.options[pick % (ask.options.len().max(2) - 1)].id)
            .expect("an option");
    }
    if session.ask().is_none() {
        session.undo(3).expect("a game under way");
    }
    session
}

/// The snapshots for every audience.
fn screens(session: &dyn Sitting, painter: &mut Painter<'_>) -> Vec<String> {
    let seats = session.header().players.len();
    let context = Context {
        devices: vec![(1, true); seats],
        ..Context::default()
    };
    let audiences = [Audience::Table, Audience::Onlooker]
        .into_iter()
        .chain((0..seats as u8).map(Audience::Seat));
    let text = |audience| {
        serde_json::to_string(&snapshot(session, audience, &context, painter).0).expect("JSON")
    };
    audiences.map(text).collect()
}

/// The same answer repeatedly: made, and rendered for the table, for onlookers and for every seat.
#[divan::bench(args = GAMES, sample_count = 30)]
fn an_answer_on_every_screen(bencher: Bencher, game: &'static str) {
    let kit = kit(game);
    let mut session = session(game, &kit);
    let mut painter = Painter::new(&kit);
    screens(&*session, &mut painter);
    bencher.bench_local(|| {
        let ask = session.ask().expect("a question");
        session.answer(&ask.options[0].id).expect("an option");
        let drawn = screens(&*session, &mut painter);
        session.undo(1).expect("it can be taken back");
        drawn
    });
}

/// A table view from scratch: every face is drawn and packed.
#[divan::bench(args = GAMES, sample_count = 10)]
fn a_new_screen(bencher: Bencher, game: &'static str) {
    let kit = kit(game);
    let session = session(game, &kit);
    let context = Context::default();
    bencher.bench_local(|| {
        let (snapshot, faces) = snapshot(
            &*session,
            Audience::Table,
            &context,
            &mut Painter::new(&kit),
        );
        (serde_json::to_string(&snapshot).expect("JSON"), faces)
    });
}
