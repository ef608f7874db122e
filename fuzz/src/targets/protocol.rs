//! Lines of the protocol, played in every game: what front ends send, broken.

use std::path::Path;
use std::sync::LazyLock;

use paperkeep::games::{self, Visitor};
use paperkeep::kit::Kit;
use paperkeep::referee::journal::{self, Header};
use paperkeep::referee::{Bots, Scene, Session, Words};
use paperkeep::table::easel::Easel;
use paperkeep::table::json;

/// Recorded games.
const GAMES: [&str; 5] = ["dungeon-in-a-tin", "miniskull-caverns", "dungeon-crawl", "deep-dark-dungeon", "dungeonbuilders"];

/// What a front end may ask for beside moves: what leaves the game as it is first.
const COMMANDS: [&str; 13] = [
    "{\"state\":true}",
    "{\"state\":\"Ann\"}",
    "{\"luck\":true}",
    "{\"story\":true}",
    "{\"audit\":true}",
    "{\"setup\":true}",
    "{\"sources\":true}",
    "{\"undo\":1}\n{\"redo\":1}",
    "{\"undo\":9}\n{\"redo\":9}",
    "{\"physical\":[\"dice\"]}",
    "{\"correct\":\"gold 3\"}",
    "{\"end\":true}",
    "{\"quit\":true}",
];

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

/// The moves of each recorded game, with commands among them; the first line names the game and who settles chance.
pub fn talks() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for game in GAMES {
        let journal = std::fs::read_to_string(path(game)).expect("run it in the folder fuzz");
        let id = |line: &str| Some(line.split_once("\"move\":\"")?.1.split_once('"')?.0.to_owned());
        for physical in ["table", "program"] {
            let mut talk = format!("{game} {physical}\n");
            for (at, id) in journal.lines().filter_map(id).take(150).enumerate() {
                talk += &format!("{{\"move\":\"{id}\"}}\n");
                if at % 11 == 10 {
                    talk += &format!("{}\n", COMMANDS[at / 11 % 8]);
                }
            }
            seeds.push(talk.into_bytes());
        }
        seeds.push(format!("{game} program\n{}\n", COMMANDS.join("\n")).into_bytes());
    }
    seeds
}

/// Plays what is said; whether no line was an error.
pub fn talked(input: &[u8]) -> bool {
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let first = String::from_utf8_lossy(&input[..end]).into_owned();
    let (game, chance) = first.split_once(' ').unwrap_or((&first, "program"));
    let Some((header, kit)) = BEGUN.iter().find(|(header, _)| header.game == game) else { return false };
    let physical = if chance == "table" { vec!["all".to_owned()] } else { Vec::new() };
    let header = Header { physical, ..header.clone() };
    let setup = header.setup();
    let talk = Talk { header, input: &input[end..] };
    games::with(&kit.id, kit, &setup, talk).expect("a recorded game can begin")
}

struct Talk<'a> {
    header: Header,
    input: &'a [u8],
}

impl Visitor for Talk<'_> {
    type Out = bool;

    fn visit<G: Words + Bots>(self, game: G) -> bool {
        let (mut session, told) = Session::start(game, self.header, None).expect("a game without a file");
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
