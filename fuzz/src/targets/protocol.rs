//! Broken lines of the protocol, as a front end might send, in every game.

use std::path::Path;
use std::sync::LazyLock;

use paperkeep::games::{self, Visitor};
use paperkeep::kit::Kit;
use paperkeep::referee::journal::{self, Entry, Header, Record};
use paperkeep::referee::{Bots, Scene, Session, Words};
use paperkeep::table::json;
use paperkeep::table::renderer::Renderer;

/// Recorded games.
const GAMES: [&str; 5] = [
    "dungeon-in-a-tin",
    "miniskull-caverns",
    "dungeon-crawl",
    "deep-dark-dungeon",
    "dungeonbuilders",
];

/// Commands other than moves that a front end may send at any time in any game.
const HARMLESS: [&str; 9] = [
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

/// Commands that end a conversation, or are refused in most games.
const LAST: [&str; 4] = [
    "{\"physical\":[\"dice\"]}",
    "{\"correct\":\"gold 3\"}",
    "{\"end\":true}",
    "{\"quit\":true}",
];

/// The number of moves in a conversation, and between the starts of two.
const MOVES: usize = 12;
const STRIDE: usize = 23;

/// The recorded games and their kits.
static BEGUN: LazyLock<Vec<(Record, Kit)>> = LazyLock::new(|| {
    let begun = GAMES.iter().map(|game| {
        let path = format!("../tests/golden/{game}.jsonl");
        let record = journal::read(Path::new(&path)).expect("run it in the folder fuzz");
        (record, Kit::find(game).expect("a shipped kit is sound"))
    });
    begun.collect()
});

/// The moves of a recorded game as lines of the protocol, without those undone: those of people and, if the table settles
/// chance, those of chance.
fn done(record: &Record, table: bool) -> Vec<String> {
    let (mut done, mut undone) = (Vec::new(), Vec::new());
    for entry in &record.entries {
        let (line, people) = match entry {
            Entry::Move { id, by, .. } => (format!("{{\"move\":\"{id}\"}}"), by != "program"),
            Entry::Correct { correct, .. } => (format!("{{\"correct\":\"{correct}\"}}"), true),
            Entry::Undo { n, .. } => {
                undone = done.split_off(*n);
                continue;
            }
            Entry::Redo { n, .. } => {
                let again = n - done.len();
                done.extend(undone.drain(..again));
                continue;
            }
            remark if remark.is_remark() => continue,
            _ => panic!("no recorded game has that"),
        };
        done.push((line, people));
    }
    done.into_iter()
        .filter(|(_, people)| table || *people)
        .map(|(line, _)| line)
        .collect()
}

/// Parts of each recorded game, with a command inserted. The first line names the game, who settles chance, and how many
/// moves were made before, so that even a round that fails at once is deep in a game.
pub fn talks() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (record, _) in BEGUN.iter() {
        for chance in ["table", "program"] {
            let done = done(record, chance == "table");
            for (part, before) in (0..done.len()).step_by(STRIDE).enumerate() {
                let mut talk = format!("{} {chance} {before}\n", record.header.game);
                for (at, line) in done[before..].iter().take(MOVES).enumerate() {
                    if at == MOVES / 2 {
                        talk += &format!("{}\n", HARMLESS[part % HARMLESS.len()]);
                    }
                    talk += &format!("{line}\n");
                }
                talk += &format!("{}\n", LAST[part % LAST.len()]);
                seeds.push(talk.into_bytes());
            }
        }
    }
    seeds
}

/// Plays a conversation; returns whether there was no error.
pub fn talked(input: &[u8]) -> bool {
    let end = input
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(input.len());
    let first = String::from_utf8_lossy(&input[..end]).into_owned();
    let mut words = first.split(' ');
    let game = words.next().unwrap_or_default();
    let Some((record, kit)) = BEGUN.iter().find(|(record, _)| record.header.game == game) else {
        return false;
    };
    let table = words.next() == Some("table");
    let before = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
    let physical = if table {
        vec!["all".to_owned()]
    } else {
        Vec::new()
    };
    let header = Header {
        physical,
        ..record.header.clone()
    };
    let setup = header.setup();
    let before = done(record, table).into_iter().take(before).collect();
    let talk = Talk {
        header,
        before,
        input: &input[input.len().min(end + 1)..],
    };
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
        let (mut session, told) =
            Session::start(game, self.header, None).expect("a game without a file");
        let (input, mut output) = (
            self.before
                .iter()
                .map(|line| format!("{line}\n"))
                .collect::<String>(),
            Vec::new(),
        );
        let done = json::run(
            &mut session,
            &told,
            &NO_BOOK,
            &mut NoRenderer,
            &mut input.as_bytes(),
            &mut output,
        );
        assert!(
            done.is_ok() && is_obeyed(&output),
            "{}",
            String::from_utf8_lossy(&output)
        );
        output.clear();
        let done = json::run(
            &mut session,
            &[],
            &NO_BOOK,
            &mut NoRenderer,
            &mut &*self.input,
            &mut output,
        );
        assert!(output.ends_with(b"\n") && output.starts_with(b"{\"type\":\"hello\""));
        // Invalid UTF-8 may end the conversation.
        done.is_ok() && is_obeyed(&output)
    }
}

/// Whether no line was an error or a refusal.
fn is_obeyed(output: &[u8]) -> bool {
    let output = str::from_utf8(output).expect("words");
    let mut kinds = output
        .lines()
        .map(|line| line.split('"').nth(3).unwrap_or_default());
    kinds.all(|kind| kind != "error" && kind != "refused")
}

/// No rulebook and no house rules: only how lines are read is tried.
const NO_BOOK: json::Book<'static> = json::Book {
    rules: &[],
    options: &[],
};

/// A renderer that draws nothing.
struct NoRenderer;

impl Renderer for NoRenderer {
    fn draw(&mut self, _: Scene, _: &Path) -> Result<(), String> {
        Err("nothing can be drawn here".into())
    }

    fn svg(&mut self, _: Scene) -> Result<String, String> {
        Err("nothing can be drawn here".into())
    }

    fn write(&mut self, _: &Path, _: String) -> Result<(), String> {
        Err("nothing can be written here".into())
    }

    fn keeps(&self) -> bool {
        false
    }

    fn refresh(&mut self, _: Scene) {}

    fn error(&mut self) -> Option<String> {
        None
    }
}
