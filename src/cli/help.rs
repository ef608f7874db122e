//! How the command line introduces itself: commands in groups, few options first, an example each, and answers to near words.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

use super::part;
use super::stdio::note;
use super::{Arguments, VERSION};
use crate::kit::Files;

/// How a command is introduced.
struct Guide {
    name: &'static str,
    /// The options that most people want, by the names of their fields; `--help` has the others.
    first: &'static [&'static str],
    example: &'static str,
    /// The chapter of the manual.
    page: &'static str,
}

const fn guide(
    name: &'static str,
    first: &'static [&'static str],
    example: &'static str,
    page: &'static str,
) -> Guide {
    Guide {
        name,
        first,
        example,
        page,
    }
}

/// The other options of commands that have many, by what they are about; fields, as above.
const TOPICS: [(&str, &str, &[&str]); 19] = [
    (
        "build",
        "What to print",
        &[
            "language",
            "edition",
            "theme",
            "only",
            "copies",
            "labels",
            "with_backs",
            "by",
            "changed_since",
            "rules",
        ],
    ),
    ("build", "Sizes", &["sticker", "hex", "scale"]),
    (
        "build",
        "Boxes, trays and paper dice",
        &["tuckbox", "tray", "thickness", "paper_dice"],
    ),
    (
        "build",
        "Arrangement on the paper",
        &["layout", "flip", "sides", "marks", "no_gutters", "stock"],
    ),
    (
        "build",
        "Printers and cutting plotters",
        &["profile", "correct", "registration", "dielines"],
    ),
    (
        "build",
        "Files",
        &["all_ways", "format", "svg", "dpi", "coverage", "force"],
    ),
    (
        "build",
        "Pictures or a PDF as cards",
        &["cards", "size", "bleed", "backs", "back", "grid", "fonts"],
    ),
    ("resume", "The game", &["bots"]),
    ("resume", "The page in a browser", &["page", "port", "ask"]),
    (
        "resume",
        "The prompt",
        &["plain", "board", "open_hands", "picture", "json"],
    ),
    (
        "play",
        "The game",
        &["edition", "bots", "dice", "deal", "language", "kit", "from"],
    ),
    ("play", "Luck and secrets", &["seed", "luck", "secrets"]),
    ("play", "The page in a browser", &["page", "port", "ask"]),
    (
        "play",
        "The prompt",
        &[
            "no_hints",
            "plain",
            "voice",
            "board",
            "open_hands",
            "picture",
            "journal",
            "json",
        ],
    ),
    (
        "export",
        "Print shops",
        &[
            "profiles",
            "trimmed",
            "tuckbox",
            "output_intent",
            "ink_limit",
        ],
    ),
    ("export", "Looks", &["language", "ink", "theme"]),
    ("export", "Files", &["svg", "base_url", "force"]),
    (
        "simulate",
        "The game",
        &["edition", "kit", "seed", "longest"],
    ),
    (
        "simulate",
        "The run",
        &["until", "shard", "threads", "ladder", "journals"],
    ),
];

/// The commands by what people want to do.
const GROUPS: [(&str, &[Guide]); 5] = [
    (
        "Print",
        &[
            guide(
                "build",
                &["paper", "ink", "die", "deck", "out"],
                "paperkeep build tin --paper a4 --ink mono",
                "printing.md",
            ),
            guide(
                "scale",
                &["ruler", "paper"],
                "paperkeep scale 97.5",
                "printing.md",
            ),
            guide(
                "calibrate",
                &["paper", "measured", "profile", "out"],
                "paperkeep calibrate --paper a4",
                "printing.md",
            ),
            guide(
                "export",
                &["to", "deck", "profile", "dpi", "out"],
                "paperkeep export tin --to png",
                "export.md",
            ),
        ],
    ),
    (
        "Play",
        &[
            guide("games", &[], "paperkeep games tin", "playing.md"),
            guide(
                "play",
                &["players", "physical", "options", "open", "lan"],
                "paperkeep play tin --players Ann,Bob",
                "playing.md",
            ),
            guide(
                "resume",
                &["voice", "open", "lan", "kit"],
                "paperkeep resume",
                "playing.md",
            ),
            guide(
                "replay",
                &["to", "luck", "story", "picture", "verify"],
                "paperkeep replay game.jsonl --story game.md",
                "playing.md",
            ),
            guide(
                "rules",
                &["language"],
                "paperkeep rules tin door",
                "playing.md",
            ),
        ],
    ),
    (
        "Make",
        &[
            guide(
                "new",
                &["from"],
                "paperkeep new owls --from owls.csv",
                "tutorial.md",
            ),
            guide(
                "icons",
                &["out", "copy"],
                "paperkeep icons sword",
                "drawing.md",
            ),
            guide(
                "check",
                &["verbose", "format"],
                "paperkeep check owls",
                "kits.md",
            ),
            guide(
                "watch",
                &["paper", "ink", "port", "out", "no_page"],
                "paperkeep watch owls",
                "kits.md",
            ),
            guide("pack", &["out"], "paperkeep pack owls", "kits.md"),
            guide("allow", &["yes"], "paperkeep allow owls", "kits.md"),
            guide("pull", &[], "paperkeep pull owls", "kits.md"),
        ],
    ),
    (
        "Measure",
        &[
            guide(
                "simulate",
                &["games", "players", "bot", "options", "report"],
                "paperkeep simulate tin --games 1000 --report tin.html",
                "simulate.md",
            ),
            guide(
                "compare",
                &["games", "other_options", "options", "report"],
                "paperkeep compare tin my-tin",
                "simulate.md",
            ),
            guide(
                "report",
                &["report"],
                "paperkeep report part-1.json part-2.json",
                "simulate.md",
            ),
        ],
    ),
    (
        "For programs",
        &[
            guide(
                "studio",
                &["port", "open"],
                "paperkeep studio web/out",
                "protocol.md",
            ),
            guide("lsp", &[], "paperkeep lsp", "kits.md"),
            guide(
                "mcp",
                &["folder", "seats"],
                "paperkeep mcp --folder games",
                "assistants.md",
            ),
            guide(
                "completions",
                &[],
                "paperkeep completions bash",
                "protocol.md",
            ),
            guide(
                "man",
                &["out"],
                "paperkeep man build | man -l -",
                "protocol.md",
            ),
        ],
    ),
];

/// Commands that people try, and what they mean.
const NEAR_COMMANDS: [(&[&str], &str); 5] = [
    (
        &["undo", "redo", "why", "odds", "hint", "luck", "story"],
        "is typed while a game runs: paperkeep play GAME",
    ),
    (&["version"], "is paperkeep --version"),
    (
        &["docs", "doc", "book", "manual"],
        "is the folder docs/, and paperkeep man COMMAND prints a page",
    ),
    (
        &["open", "show", "view"],
        "is paperkeep watch KIT for sheets, and paperkeep play GAME --open for a table",
    ),
    (&["cut"], "is paperkeep build KIT --format cut"),
];

/// Options that people try, the commands they are tried with (none for all), and what people mean.
const NEAR_OPTIONS: [(&[&str], &str, &str); 21] = [
    (&[], "--a4", "is --paper a4"),
    (&[], "--letter", "is --paper letter"),
    (&[], "--mono", "is --ink mono"),
    (&[], "--bw", "is --ink mono"),
    (&[], "--color", "is --ink color"),
    (&[], "--colour", "is --ink color"),
    (&[], "--pdf", "is --format pdf"),
    (&[], "--svg", "is --format svg"),
    (&[], "--png", "is --format png"),
    (&[], "--html", "is --report report.html"),
    (&[], "--solo", "is --players 1"),
    (&[], "--output", "is --out"),
    (&[], "--quiet", "is 2>/dev/null"),
    (&[], "--game", "is not needed: name the game alone"),
    (
        &["build", "export", "check", "watch"],
        "--kit",
        "is not needed: name the kit or its folder alone",
    ),
    (
        &["build", "export"],
        "--open",
        "is for tables; paperkeep watch KIT shows sheets in the browser",
    ),
    (
        &["watch"],
        "--open",
        "is not needed: open the address that watch prints",
    ),
    (&["play"], "-p", "is --players"),
    (&["play", "resume"], "--phones", "is --lan"),
    (&["simulate", "compare"], "--runs", "is --games"),
    (&["rules"], "--all", "is not needed"),
];

/// What a word too many most likely is.
const NEAR_WORDS: [(&str, &str); 5] = [
    ("export", "--to"),
    ("new", "--from"),
    ("play", "--players"),
    ("simulate", "--games"),
    ("compare", "--games"),
];

/// The whole command line, introduced.
pub fn program() -> Command {
    let mut program = Arguments::command().infer_long_args(true);
    let overview = overview(&program);
    for guide in GROUPS.iter().flat_map(|(_, guides)| *guides) {
        program = program.mut_subcommand(guide.name, |command| introduced(command, guide));
    }
    program
        .version(VERSION)
        .help_template(format!(
            "{{about}}\n\n{{usage-heading}} {{usage}}\n{overview}\n\nOptions:\n{{options}}{{after-help}}"
        ))
        .after_help(
            "\nTo begin: `paperkeep build tin` prints a game, `paperkeep play tin` plays it. `paperkeep COMMAND -h` shows the usual \
             options of a command, `--help` all of them.",
        )
}

/// The commands in groups, with what each does.
fn overview(program: &Command) -> String {
    let mut text = String::new();
    for (heading, guides) in GROUPS {
        text.push_str(&format!("\n{heading}:\n"));
        for Guide { name, .. } in guides {
            let about = program
                .find_subcommand(name)
                .and_then(Command::get_about)
                .map(ToString::to_string);
            text.push_str(&format!("  {name:<12} {}\n", about.unwrap_or_default()));
        }
    }
    text.trim_end().to_owned()
}

/// What an option is about, if its command has many.
fn topic(command: &str, id: &str) -> Option<&'static str> {
    TOPICS
        .iter()
        .find(|(of, _, ids)| *of == command && ids.contains(&id))
        .map(|(_, topic, _)| *topic)
}

/// A command that shows its usual options first, an example, and where to read on.
fn introduced(command: Command, guide: &Guide) -> Command {
    let is_first = |id: &str| guide.first.contains(&id);
    let mut hidden = 0;
    let command = command.mut_args(|arg| {
        if arg.is_positional() || is_first(arg.get_id().as_str()) {
            return arg;
        }
        hidden += 1;
        let topic = topic(guide.name, arg.get_id().as_str());
        arg.hide_short_help(true).help_heading(topic)
    });
    let Guide {
        name,
        example,
        page,
        ..
    } = guide;
    let whole = format!("Example: {example}\nRead on: docs/{page}");
    let short = match hidden {
        0 => whole.clone(),
        more => format!("{whole}\n{more} more options: paperkeep {name} --help"),
    };
    command.after_help(short).after_long_help(whole)
}

/// Leaves out of an error what would mislead: tips on words that are known to mean something else, and on values with dashes, which
/// no argument takes.
pub fn clear(error: &mut clap::Error) {
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
    }
    if meant(error).is_some() {
        for misleading in [
            ContextKind::SuggestedArg,
            ContextKind::SuggestedSubcommand,
            ContextKind::Suggested,
            ContextKind::Usage,
        ] {
            error.remove(misleading);
        }
    }
}

/// What else a wrong command line could have meant, said after its error.
pub fn suggest(error: &clap::Error) {
    if let Some(meant) = meant(error) {
        note!("{meant}");
    }
}

fn meant(error: &clap::Error) -> Option<String> {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => command_meant(word(ContextKind::InvalidSubcommand)?),
        ErrorKind::UnknownArgument => {
            let command = std::env::args().nth(1)?;
            let command = Arguments::command()
                .find_subcommand(&command)?
                .get_name()
                .to_owned();
            option_meant(&command, word(ContextKind::InvalidArg)?)
        }
        _ => None,
    }
}

fn command_meant(word: &str) -> Option<String> {
    let near = NEAR_COMMANDS
        .iter()
        .find(|(tried, _)| tried.contains(&word));
    if let Some((_, meant)) = near {
        return Some(format!("`{word}` {meant}"));
    }
    let game = part::named(word).ok()?;
    let is_one = Files::shipped(&game).is_some() || is_kit(&game);
    is_one.then(|| {
        format!(
            "`{word}` is a game: paperkeep build {game} prints it, and paperkeep play {game} plays it"
        )
    })
}

fn option_meant(command: &str, word: &str) -> Option<String> {
    if !word.starts_with('-') {
        if command == "play" && std::env::args().any(|argument| argument == "--players") {
            return Some("names have commas between them: --players Ann,Bob".to_owned());
        }
        let (_, option) = NEAR_WORDS.iter().find(|(of, _)| *of == command)?;
        return Some(format!(
            "`{word}` does not belong here; did you mean {option} {word}?"
        ));
    }
    let is_for = |commands: &[&str]| commands.is_empty() || commands.contains(&command);
    let (.., meant) = NEAR_OPTIONS
        .iter()
        .find(|(commands, tried, _)| *tried == word && is_for(commands))?;
    Some(format!("`{word}` {meant}"))
}

fn is_kit(folder: &str) -> bool {
    std::path::Path::new(folder).join("kit.toml").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let program = Arguments::command();
        let shown = program
            .get_subcommands()
            .filter(|command| !command.is_hide_set());
        let guides = || GROUPS.iter().flat_map(|(_, guides)| *guides);
        for command in shown {
            let count = guides()
                .filter(|guide| guide.name == command.get_name())
                .count();
            assert_eq!(count, 1, "{}", command.get_name());
        }
    }

    /// Up to this many options can be taken in as one list.
    const FEW: usize = 12;

    #[test]
    fn options_of_large_commands_have_one_topic_each() {
        let program = program();
        for (of, topic, ids) in TOPICS {
            let command = program.find_subcommand(of).expect("a command");
            for id in ids {
                let known = command.get_arguments().any(|arg| arg.get_id() == id);
                assert!(known, "{of}: {topic}: there is no {id}");
                let topics = TOPICS
                    .iter()
                    .filter(|(other, _, ids)| *other == of && ids.contains(id));
                assert_eq!(topics.count(), 1, "{of}: {id}");
            }
        }
        for guide in GROUPS.iter().flat_map(|(_, guides)| *guides) {
            let command = program.find_subcommand(guide.name).expect("a command");
            let listed = command
                .get_arguments()
                .filter(|arg| !arg.is_positional() && arg.get_help_heading().is_none())
                .map(|arg| arg.get_id().as_str());
            let listed: Vec<&str> = listed.collect();
            let is_short = listed.len() <= FEW || listed.iter().all(|id| guide.first.contains(id));
            let is_sorted = TOPICS.iter().all(|(of, ..)| *of != guide.name)
                || listed.iter().all(|id| guide.first.contains(id));
            assert!(
                is_short && is_sorted,
                "{}: no topic has {listed:?}",
                guide.name
            );
        }
    }

    #[test]
    fn near_words_name_options_that_exist() {
        let program = Arguments::command();
        for (command, option) in NEAR_WORDS {
            let command = program.find_subcommand(command).expect("a command");
            let name = option.trim_start_matches('-');
            let known = command
                .get_arguments()
                .any(|arg| arg.get_long() == Some(name));
            assert!(known, "{option}");
        }
    }

    #[test]
    fn usual_options_exist() {
        let program = Arguments::command();
        for guide in GROUPS.iter().flat_map(|(_, guides)| *guides) {
            let command = program.find_subcommand(guide.name).expect("a command");
            let known = |id: &str| {
                command
                    .get_arguments()
                    .any(|arg| arg.get_id().as_str() == id)
            };
            let unknown: Vec<&str> = guide
                .first
                .iter()
                .copied()
                .filter(|id| !known(id))
                .collect();
            assert!(unknown.is_empty(), "{}: {unknown:?}", guide.name);
            assert!(guide.first.len() <= 5, "{}", guide.name);
            let example = guide.example.split(" | ").next().expect("a command line");
            let words = example.split(' ').skip(1);
            let parsed =
                self::program().try_get_matches_from(["paperkeep"].into_iter().chain(words));
            assert!(parsed.is_ok(), "{}: {:?}", guide.example, parsed.err());
        }
    }
}
