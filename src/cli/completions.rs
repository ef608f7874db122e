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

/// What can stand for an argument, as far as it comes with the program. The parser wants names that stay, and the program ends after
/// this, so they are leaked.
#[derive(Default)]
struct Names {
    kits: BTreeSet<&'static str>,
    starters: BTreeSet<&'static str>,
    decks: BTreeSet<&'static str>,
    editions: BTreeSet<&'static str>,
    options: BTreeSet<&'static str>,
    bots: BTreeSet<&'static str>,
    themes: BTreeSet<&'static str>,
}

impl Names {
    fn of_shipped() -> Names {
        let mut names = Names::default();
        names.starters.extend(Files::starter_ids());
        for id in Files::shipped_ids() {
            names.kits.insert(id);
            names.starters.insert(id);
            let Ok(kit) = Kit::find(id) else {
                continue;
            };
            for deck in &kit.decks {
                names.decks.insert(deck.name.clone().leak());
            }
            for theme in &kit.themes {
                names.themes.insert(theme.name.clone().leak());
            }
            let game = games::of_kit(&kit);
            names.editions.extend(game.editions);
            names.bots.extend(game.bots);
            for option in game.options {
                // "1-999" stands for every number.
                let is_word =
                    |value: &&&str| !value.starts_with(|first: char| first.is_ascii_digit());
                for value in option.values.iter().filter(is_word) {
                    names
                        .options
                        .insert(format!("{}={value}", option.name).leak());
                }
            }
        }
        names
    }

    /// A command whose arguments complete these names.
    fn offered(&self, command: Command) -> Command {
        let is_new = command.get_name() == "new";
        command.mut_args(|arg| match self.known(&arg, is_new) {
            Some(names) if !names.is_empty() => {
                arg.value_parser(PossibleValuesParser::new(names.iter().copied()))
            }
            _ => arg,
        })
    }

    fn known(&self, arg: &Arg, is_new: bool) -> Option<&BTreeSet<&'static str>> {
        match arg.get_id().as_str() {
            "kits" | "kit" | "game" | "other" if arg.is_positional() => Some(&self.kits),
            "from" if is_new => Some(&self.starters),
            "deck" | "labels" | "with_backs" => Some(&self.decks),
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
            let names: Vec<&str> = names.iter().copied().collect();
            let list = format!("({})", names.join(" "));
            let both = format!("{{_alternative \"kits:kit:{list}\" \"files:file:_files\"}}");
            script = script.replace(&format!(":{list}'"), &format!(":{both}'"));
        }
        script
    }
}
