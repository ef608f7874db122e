//! `paperkeep completions`: completion scripts for shells.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;

use super::stdio::say;
use super::{Error, VERSION, help};
use crate::games;
use crate::kit::{Files, Kit};

/// Print a completion script for a shell
///
/// For bash: `paperkeep completions bash > ~/.local/share/bash-completion/completions/paperkeep`. For fish: `paperkeep completions
/// fish > ~/.config/fish/completions/paperkeep.fish`. For zsh: save it as `_paperkeep` in a folder of `$fpath`. For PowerShell:
/// append it to the file named by `$PROFILE`.
#[derive(clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(args: Args) -> Result<(), Error> {
    let names = Names::of_shipped();
    let all = help::program();
    let shown = all
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .map(|command| names.offered(command.clone()));
    let mut program = Command::new("paperkeep")
        .version(VERSION)
        .subcommands(shown);
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "paperkeep", &mut script);
    let script = String::from_utf8_lossy(&script);
    let script = match args.shell {
        Shell::Zsh => names.with_files(&script),
        _ => script.into_owned(),
    };
    say!("{}", script.trim_end());
    Ok(())
}

/// What can stand for an argument, as far as it comes with the program.
#[derive(Default)]
struct Names {
    kits: BTreeSet<String>,
    starters: BTreeSet<String>,
    decks: BTreeSet<String>,
    editions: BTreeSet<String>,
    options: BTreeSet<String>,
    bots: BTreeSet<String>,
    themes: BTreeSet<String>,
}

impl Names {
    fn of_shipped() -> Names {
        let mut names = Names::default();
        let starters = Files::starter_ids();
        names
            .starters
            .extend(starters.iter().map(ToString::to_string));
        for id in Files::shipped_ids() {
            names.kits.insert(id.to_owned());
            let Ok(kit) = Kit::find(id) else {
                continue;
            };
            let game = games::of_kit(&kit);
            names
                .decks
                .extend(kit.decks.iter().map(|deck| deck.name.clone()));
            names
                .themes
                .extend(kit.themes.iter().map(|theme| theme.name.clone()));
            names
                .editions
                .extend(game.editions.iter().map(ToString::to_string));
            names.bots.extend(game.bots.iter().map(ToString::to_string));
            for option in game.options {
                // "1-999" stands for every number.
                let is_word =
                    |value: &&&str| !value.starts_with(|first: char| first.is_ascii_digit());
                let values = option.values.iter().filter(is_word);
                names
                    .options
                    .extend(values.map(|value| format!("{}={value}", option.name)));
            }
        }
        names.starters.extend(names.kits.iter().cloned());
        names
    }

    /// A command whose arguments complete these names.
    fn offered(&self, command: Command) -> Command {
        let is_new = command.get_name() == "new";
        command.mut_args(|arg| match self.known(&arg, is_new) {
            Some(names) if !names.is_empty() => {
                arg.value_parser(PossibleValuesParser::new(names.iter().cloned()))
            }
            _ => arg,
        })
    }

    fn known(&self, arg: &Arg, is_new: bool) -> Option<&BTreeSet<String>> {
        match arg.get_id().as_str() {
            "kits" | "kit" | "game" | "other" if arg.is_positional() => Some(&self.kits),
            "from" if is_new => Some(&self.starters),
            "deck" | "labels" => Some(&self.decks),
            "edition" => Some(&self.editions),
            "options" | "other_options" => Some(&self.options),
            "bots" => Some(&self.bots),
            "theme" => Some(&self.themes),
            _ => None,
        }
    }

    /// A zsh script that also completes files where a kit's folder may be given; the other shells do anyway.
    fn with_files(&self, script: &str) -> String {
        let mut script = script.to_owned();
        for names in [&self.kits, &self.starters] {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let list = format!("({})", names.join(" "));
            let both = format!("{{_alternative \"kits:kit:{list}\" \"files:file:_files\"}}");
            script = script.replace(&format!(":{list}'"), &format!(":{both}'"));
        }
        script
    }
}
