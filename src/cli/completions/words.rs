//! What may stand where somebody types a command: kits, their decks, editions, options, bots and themes.

use std::path::Path;

use clap::{Arg, Command};

use crate::cli::worker::{self, Handed, Work};
use crate::cli::{Error, help, part, stdio::say};
use crate::games;
use crate::kit::{Files, Kit};

/// List what may stand for the last of these words: for completion scripts, not for people
#[derive(clap::Args)]
pub struct Args {
    /// The words of a command, without the program's name
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// What an argument names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Kits,
    /// What a new kit may begin with.
    Starters,
    Decks,
    Editions,
    Options,
    Bots,
    Themes,
}

impl What {
    /// What an argument of a command names, if the program knows these names.
    pub fn of(command: &str, arg: &Arg) -> Option<What> {
        match arg.get_id().as_str() {
            "kits" | "kit" | "game" | "other" if arg.is_positional() => Some(What::Kits),
            "from" if command == "new" => Some(What::Starters),
            "deck" | "labels" | "with_backs" => Some(What::Decks),
            "edition" => Some(What::Editions),
            "options" | "other_options" => Some(What::Options),
            "bots" | "bot" => Some(What::Bots),
            "theme" => Some(What::Themes),
            _ => None,
        }
    }
}

pub fn run(args: Args) -> Result<(), Error> {
    let typed = Typed::of(&args.words);
    let program = help::program();
    let Some(wanted) = typed.wanted(&program) else {
        return Ok(());
    };
    let named = match wanted.what {
        What::Kits => kits(&wanted.value),
        What::Starters => {
            let mut all = kits(&wanted.value);
            all.extend(Files::starter_ids().into_iter().map(str::to_owned));
            all
        }
        what => {
            let kit = part::named(&wanted.kit.unwrap_or_else(|| ".".into()))?;
            // A stranger's kit is read elsewhere.
            if worker::is_strange(&kit)
                && let Some(ended) = worker::do_all(&Work::printing(Handed::default().kit(&kit)))
            {
                return worker::ended(ended, &kit);
            }
            names(what, &kit)
        }
    };
    let (_, last) = wanted.value.rsplit_once(',').unwrap_or(("", &wanted.value));
    let before = &wanted.value[..wanted.value.len() - last.len()];
    for name in named
        .iter()
        .filter(|name| name.starts_with(last) && is_plain(name))
    {
        let whole = format!("{}{before}{name}", wanted.before);
        match whole.strip_prefix(&typed.hidden) {
            Some(shown) => say!("{shown}"),
            None => say!("{whole}"),
        }
    }
    Ok(())
}

/// Whether a shell takes a name as it is: bash would carry out `$(...)` in a list of words.
fn is_plain(name: &str) -> bool {
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_./=+:".contains(sign);
    name.chars().all(is_plain)
}

/// The names in a kit.
pub fn names(what: What, name: &str) -> Vec<String> {
    if what == What::Kits || what == What::Starters {
        return vec![name.to_owned()];
    }
    let Ok(kit) = Kit::find(name) else {
        return Vec::new();
    };
    let game = games::of_kit(&kit);
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    match what {
        What::Kits | What::Starters => Vec::new(),
        What::Decks => kit.decks.iter().map(|deck| deck.name.clone()).collect(),
        What::Themes => kit.theme_names().map(str::to_owned).collect(),
        What::Editions => owned(game.editions),
        What::Bots => owned(game.bots),
        What::Options => {
            let mut all = Vec::new();
            for option in game.options {
                // "1-999" stands for every number.
                let is_word =
                    |value: &&&str| !value.starts_with(|first: char| first.is_ascii_digit());
                let values = option.values.iter().filter(is_word);
                all.extend(values.map(|value| format!("{}={value}", option.name)));
            }
            all
        }
    }
}

/// The shipped kits, and those in the folder that is typed; other folders lead on to more.
fn kits(typed: &str) -> Vec<String> {
    let shipped = Files::shipped_ids().into_iter();
    let mut all: Vec<String> = shipped.map(str::to_owned).collect();
    let before = typed.rfind(['/', '\\']).map_or(0, |at| at + 1);
    let folder = &typed[..before];
    let at = if folder.is_empty() { "." } else { folder };
    let entries = std::fs::read_dir(at).into_iter().flatten().flatten();
    let mut own: Vec<String> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let path = entry.path();
            let is_kit = path.join("kit.toml").is_file() || is_archive(&path);
            let is_shown = !name.starts_with('.');
            match (is_kit, is_shown) {
                (true, true) => Some(format!("{folder}{name}")),
                (false, true) if path.is_dir() => Some(format!("{folder}{name}/")),
                _ => None,
            }
        })
        .collect();
    own.sort();
    all.extend(own);
    all
}

fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "zip")
}

/// The words of a command line, the last of them unfinished.
struct Typed {
    words: Vec<String>,
    /// The start of the last word that the shell does not take for a part of it: bash separates words at `=`.
    hidden: String,
}

/// What may stand for the last word.
struct Wanted {
    what: What,
    /// The kit that is named before.
    kit: Option<String>,
    /// What comes before its value: `--deck=`.
    before: String,
    value: String,
}

impl Typed {
    fn of(given: &[String]) -> Typed {
        let mut words: Vec<String> = Vec::new();
        let mut hidden = String::new();
        let mut is_joined = false;
        for word in given {
            let joins = word == "=" && words.last().is_some_and(|last| !last.is_empty());
            match words.last_mut() {
                Some(last) if joins || is_joined => {
                    hidden = if joins {
                        format!("{last}=")
                    } else {
                        last.clone()
                    };
                    last.push_str(word);
                }
                _ => {
                    hidden.clear();
                    words.push(word.clone());
                }
            }
            is_joined = joins;
        }
        Typed { words, hidden }
    }

    fn wanted(&self, program: &Command) -> Option<Wanted> {
        let (name, rest) = self.words.split_first()?;
        let command = program.find_subcommand(name)?;
        let (last, before) = rest.split_last()?;
        let mut values: Vec<(&Arg, &str)> = Vec::new();
        let mut option: Option<&Arg> = None;
        let mut plain = 0;
        for word in before {
            if let Some(arg) = option.take() {
                values.push((arg, word));
            } else if let Some((arg, value)) = named(command, word) {
                match value {
                    Some(value) => values.push((arg, value)),
                    None => option = Some(arg),
                }
            } else if !word.starts_with('-') {
                values.extend(positional(command, plain).map(|arg| (arg, word.as_str())));
                plain += 1;
            }
        }
        let (arg, before, value) = match (option, named(command, last)) {
            (Some(arg), _) => (arg, "", last.as_str()),
            (None, Some((arg, Some(value)))) => (arg, &last[..last.len() - value.len()], value),
            (None, _) if last.starts_with('-') => return None,
            (None, _) => (positional(command, plain)?, "", last.as_str()),
        };
        let is_kit = |arg: &Arg| What::of(command.get_name(), arg) == Some(What::Kits);
        let mut kits = values.iter().filter(|(arg, _)| is_kit(arg));
        // `compare` has options for its second kit.
        let kit = match arg.get_id().as_str() {
            "other_options" => kits.nth(1),
            _ => kits.next(),
        };
        Some(Wanted {
            what: What::of(command.get_name(), arg)?,
            kit: kit.map(|(_, name)| (*name).to_owned()),
            before: before.to_owned(),
            value: value.to_owned(),
        })
    }
}

/// The option that a word names, if it takes a value, and the value in the same word.
fn named<'c, 'w>(command: &'c Command, word: &'w str) -> Option<(&'c Arg, Option<&'w str>)> {
    let long = word.strip_prefix("--")?;
    let (long, value) = match long.split_once('=') {
        Some((long, value)) => (long, Some(value)),
        None => (long, None),
    };
    let arg = command
        .get_arguments()
        .find(|arg| arg.get_long() == Some(long))?;
    arg.get_action().takes_values().then_some((arg, value))
}

/// The argument for the n-th word that is not an option; the last one takes all others.
fn positional(command: &Command, number: usize) -> Option<&Arg> {
    let all = command.get_positionals();
    let many = command.get_positionals().last().filter(|arg| {
        arg.get_num_args()
            .is_some_and(|values| values.max_values() > 1)
    });
    all.into_iter().nth(number).or(many)
}
