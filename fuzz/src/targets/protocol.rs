//! Lines of the protocol, played in every game: what front ends send, broken.

use std::path::Path;
use std::sync::LazyLock;

use paperkeep::games::{self, Visitor};
use paperkeep::kit::Kit;
use paperkeep::referee::journal::{self, Header};
use paperkeep::referee::{Bots, Scene, Session, Sitting, Words};
use paperkeep::table::easel::Easel;
use paperkeep::table::json;

/// Recorded games.
const GAMES: [&str; 5] = ["dungeon-in-a-tin", "miniskull-caverns", "dungeon-crawl", "deep-dark-dungeon", "dungeonbuilders"];

/// What a front end may ask for beside moves, anywhere in any game.
const HARMLESS: [&str; 8] = [
    "{\"state\":true}",
    "{\"luck\":true}",
    "{\"story\":true}",
    "{\"audit\":true}",
    "{\"setup\":true}",
    "{\"physical\":true}",
    "{\"state\":\"Ann\"}",
    "{\"undo\":1}\n{\"redo\":1}",
    "{\"undo\":5}\n{\"redo\":5}",
];

/// What ends a talk, or is refused in most games.
const LAST: [&str; 4] = ["{\"physical\":[\"dice\"]}", "{\"correct\":\"gold 3\"}", "{\"end\":true}", "{\"quit\":true}"];

/// A talk is so many moves long, and begins after so many more.
const MOVES: usize = 12;
const STRIDE: usize = 23;

/// How the recorded games began, and their kits.
static BEGUN: LazyLock<Vec<(Header, Kit)>> = LazyLock::new(|| {
    let begun = GAMES.iter().map(|game| {
        let record = journal::read(Path::new(&path(game))).expect("run it in the folder fuzz");
        (record.header, Kit::find(game).expect("a shipped kit is sound"))
    });
    begun.collect()
});

fn path(game: &str) -> String {
    format!("../tests/golden/{game}.jsonl")
}

/// The moves that are recorded of a game: by people, and, if the table settles chance, those of chance too.
fn moves(game: &str, table: bool) -> Vec<String> {
    let journal = std::fs::read_to_string(path(game)).expect("run it in the folder fuzz");
    let own = |line: &&str| table || !line.contains("\"by\":\"program\"");
    let id = |line: &str| Some(line.split_once("\"move\":\"")?.1.split_once('"')?.0.to_owned());
    journal.lines().filter(own).filter_map(id).collect()
}

/// Parts of each recorded game with a command in them; the first line names the game, who settles chance, and how many moves
/// were made before. So a round that is refused at once is deep in a game all the same.
pub fn talks() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for game in GAMES {
        for chance in ["table", "program"] {
            let moves = moves(game, chance == "table");
            for (part, before) in (0..moves.len()).step_by(STRIDE).enumerate() {
                let mut talk = format!("{game} {chance} {before}\n");
                for (at, id) in moves[before..].iter().take(MOVES).enumerate() {
                    if at == MOVES / 2 {
                        talk += &format!("{}\n", HARMLESS[part % HARMLESS.len()]);
                    }
                    talk += &format!("{{\"move\":\"{id}\"}}\n");
                }
                talk += &format!("{}\n", LAST[part % LAST.len()]);
                seeds.push(talk.into_bytes());
            }
        }
    }
    seeds
}

/// Plays what is said; whether no line was an error.
pub fn talked(input: &[u8]) -> bool {
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let first = String::from_utf8_lossy(&input[..end]).into_owned();
    let mut words = first.split(' ');
    let game = words.next().unwrap_or_default();
    let Some((header, kit)) = BEGUN.iter().find(|(header, _)| header.game == game) else { return false };
    let table = words.next() == Some("table");
    let before = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
    let physical = if table { vec!["all".to_owned()] } else { Vec::new() };
    let header = Header { physical, ..header.clone() };
    let setup = header.setup();
    let before = moves(game, table).into_iter().take(before).collect();
    let talk = Talk { header, before, input: &input[input.len().min(end + 1)..] };
    games::with(&kit.id, kit, &setup, talk).expect("a recorded game can begin")
}

struct Talk<'a> {
    header: Header,
    before: Vec<String>,
    input: &'a [u8],
}

impl Visitor for Talk<'_> {
    type Out = bool;

    fn visit<G: Words + Bots>(self, game: G) -> bool {
        let (mut session, mut told) = Session::start(game, self.header, None).expect("a game without a file");
        for id in &self.before {
            told = session.answer(id).unwrap_or_else(|_| panic!("`{id}` was recorded"));
        }
        let (mut input, mut output) = (self.input, Vec::new());
        let done = json::run(&mut session, &told, &mut NoEasel, &mut input, &mut output);
        // What is no UTF-8 may end the talk.
        let output = String::from_utf8(output).expect("words");
        assert!(output.ends_with('\n') && output.starts_with("{\"type\":\"hello\""));
        let mut kinds = output.lines().map(|line| line.split('"').nth(3).unwrap_or_default());
        done.is_ok() && kinds.all(|kind| kind != "error" && kind != "refused")
    }
}

/// Draws nothing.
struct NoEasel;

impl Easel for NoEasel {
    fn draw(&mut self, _: Scene, _: &Path) -> Result<(), String> {
        Err("nothing can be drawn here".into())
    }

    fn write(&mut self, _: &Path, _: String) -> Result<(), String> {
        Err("nothing can be written here".into())
    }

    fn keeps(&self) -> bool {
        false
    }

    fn refresh(&mut self, _: Scene) {}

    fn trouble(&mut self) -> Option<String> {
        None
    }
}
