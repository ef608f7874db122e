//! The table's page: what an answer costs until it can be sent to every screen, and a new screen until it is complete, with the
//! bytes that it fetches.
//!
//! `cargo bench --bench page`. An answer should stay under 50 ms, a new screen under 300 ms and 600 KB.

use std::collections::HashMap;
use std::path::Path;

use divan::Bencher;
use paperkeep::games::{self, Setup, Visitor};
use paperkeep::kit::{Files, Kit};
use paperkeep::page::faces::Painter;
use paperkeep::page::rights::Audience;
use paperkeep::page::snapshot::{Context, snapshot};
use paperkeep::referee::journal::{FORMAT, Header, Luck, Secrets};
use paperkeep::referee::{Bots, Session, Sitting, Words};

const GAMES: [&str; 6] =
    ["dungeon-in-a-tin", "miniskull-caverns", "dungeon-crawl", "dungeonbuilders", "deep-dark-dungeon", "piecepack"];

/// So many moves are made before: the table is full by then.
const MOVES: usize = 240;

fn main() {
    for game in GAMES {
        let kit = kit(game);
        let session = session(game, &kit);
        let screens = screens(&*session, &mut Painter::new(&kit));
        let (table, hand) = (screens[0], screens[1..].iter().copied().max().unwrap_or_default());
        println!("{game}: a new table view takes {} KB, a phone {} KB", table / 1000, hand / 1000);
    }
    divan::main();
}

fn kit(game: &str) -> Kit {
    Kit::open(Files::shipped(game).expect("a shipped kit")).expect("a good kit")
}

/// A game of as many players as there are, up to four, well under way.
fn session(game: &'static str, kit: &Kit) -> Box<dyn Sitting> {
    struct Start(Header);

    impl Visitor for Start {
        type Out = Box<dyn Sitting>;

        fn visit<G: Words + Bots>(self, game: G) -> Self::Out {
            let (session, _) = Session::start(game, self.0, None).expect("a session");
            Box::new(session)
        }
    }

    let setup = Setup::of_count((*kit.players.end()).min(4));
    let header = Header {
        journal: FORMAT,
        game: game.into(),
        edition: None,
        options: Vec::new(),
        players: setup.players.clone(),
        seed: 1,
        kit: String::new(),
        rows: Vec::new(),
        program: None,
        folder: None,
        rules: 1,
        physical: Vec::new(),
        luck: Luck::Same,
        secrets: Secrets::Referee,
        hints: true,
    };
    let mut session = games::with(game, kit, &setup, Start(header)).expect("a game");
    for pick in 0..MOVES {
        // Not the last, which often is to give up.
        let Some(ask) = session.ask() else { break };
        session.answer(&ask.options[pick % (ask.options.len().max(2) - 1)].id).expect("an option");
    }
    if session.ask().is_none() {
        session.undo(3).expect("a game under way");
    }
    session
}

/// What each screen fetches, bytes: its snapshot, each face once, and the page itself.
fn screens(session: &dyn Sitting, painter: &mut Painter<'_>) -> Vec<usize> {
    let seats = session.header().players.len();
    let context = Context { devices: vec![(1, true); seats], ..Context::default() };
    let audiences = [Audience::Table, Audience::Onlooker].into_iter().chain((0..seats as u8).map(Audience::Seat));
    let page = folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page/client"));
    let bytes = |audience| {
        let (snapshot, faces) = snapshot(session, audience, &context, painter);
        let text = serde_json::to_string(&snapshot).expect("JSON");
        let faces: HashMap<&str, usize> = faces.iter().map(|face| (face.id.as_str(), face.weight())).collect();
        text.len() + faces.values().sum::<usize>() + page
    };
    audiences.map(bytes).collect()
}

/// The bytes of all files in a folder.
fn folder(path: &Path) -> usize {
    let entries = std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .map(|path| if path.is_dir() { folder(&path) } else { path.metadata().map_or(0, |file| file.len() as usize) })
        .sum()
}

/// The same answer again and again: made, and drawn for the table, for onlookers and for every seat.
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

/// A table view from nothing: every face is drawn and packed.
#[divan::bench(args = GAMES, sample_count = 10)]
fn a_new_screen(bencher: Bencher, game: &'static str) {
    let kit = kit(game);
    let session = session(game, &kit);
    let context = Context::default();
    bencher.bench_local(|| {
        let (snapshot, faces) = snapshot(&*session, Audience::Table, &context, &mut Painter::new(&kit));
        (serde_json::to_string(&snapshot).expect("JSON"), faces)
    });
}
