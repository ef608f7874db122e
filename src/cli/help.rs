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

/// Options that people try, and what is meant.
const NEAR_OPTIONS: [(&str, &str); 12] = [
    ("--a4", "--paper a4"),
    ("--letter", "--paper letter"),
    ("--mono", "--ink mono"),
    ("--bw", "--ink mono"),
    ("--color", "--ink color"),
    ("--pdf", "--format pdf"),
    ("--svg", "--format svg"),
    ("--png", "--format png"),
    ("--html", "--report report.html"),
    ("--solo", "--players 1"),
    ("--output", "--out"),
    ("--quiet", "2>/dev/null"),
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

/// A command that shows its usual options first, an example, and where to read on.
fn introduced(command: Command, guide: &Guide) -> Command {
    let is_first = |id: &str| guide.first.contains(&id);
    let mut hidden = 0;
    let command = command.mut_args(|arg| {
        if arg.is_positional() || is_first(arg.get_id().as_str()) {
            return arg;
        }
        hidden += 1;
        arg.hide_short_help(true)
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

/// What else a wrong command line could have meant, said after its error.
pub fn suggest(error: &clap::Error) {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let Some(word) = word(ContextKind::InvalidSubcommand) else {
                return;
            };
            let game = part::named(word).ok();
            let game = game.filter(|game| Files::shipped(game).is_some() || is_kit(game));
            if let Some(game) = game {
                note!(
                    "`{word}` is a game: paperkeep build {game} prints it, and paperkeep play {game} plays it"
                );
            }
        }
        ErrorKind::UnknownArgument => {
            let near = word(ContextKind::InvalidArg)
                .and_then(|word| NEAR_OPTIONS.iter().find(|(typed, _)| *typed == word));
            if let Some((typed, meant)) = near {
                note!("`{typed}` is {meant}");
            }
        }
        _ => {}
    }
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
