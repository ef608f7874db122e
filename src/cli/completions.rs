//! `paperkeep completions`: completion scripts for shells. In bash, zsh and fish, the names of kits and of what they have come from
//! the program itself while one types.

mod words;

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;

use super::stdio::say;
use super::{Error, VERSION, help};
use crate::kit::Files;

pub(super) use words::Args as WordsArgs;
pub(super) use words::run as run_words;
use words::{What, names};

/// Print a completion script for a shell
///
/// For bash: `paperkeep completions bash > ~/.local/share/bash-completion/completions/paperkeep`. For fish: `paperkeep completions
/// fish > ~/.config/fish/completions/paperkeep.fish`. For zsh: save it as `_paperkeep` in a folder of `$fpath`. For PowerShell:
/// append it to the file named by `$PROFILE`. In bash, zsh and fish, it completes your own kits and their decks as well.
#[derive(clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// What stands for the names that the program lists while one types. It is one plain word to the generator.
const ASKED: &str = "_paperkeep_words_";

/// How a shell asks for them: a function, and what calls it where the generator has written a list with one word.
struct Asking {
    function: &'static str,
    call: &'static str,
}

/// The words so far are given to the program. In bash, words are also separated at `=`.
const BASH: Asking = Asking {
    function: r#"_paperkeep_words() {
    paperkeep complete-words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null
}

_paperkeep_here() {
    _paperkeep "$@"
    if [[ ${COMP_WORDS[COMP_CWORD]} == "=" || ${COMP_WORDS[COMP_CWORD-1]} == "=" ]]; then
        COMPREPLY=($(compgen -W "$(_paperkeep_words)" -- "${2#=}"))
    fi
}
"#,
    call: "$(_paperkeep_words)",
};

const ZSH: Asking = Asking {
    function: r#"_paperkeep_words() {
    local -a found folders
    found=(${(f)"$(paperkeep complete-words -- "${(@Q)words[1,CURRENT]}" 2>/dev/null)"})
    found=(${found#$IPREFIX})
    folders=(${(M)found:#*/})
    found=(${found:#*/})
    compadd -a found
    compadd -S '' -a folders
}
"#,
    call: "_paperkeep_words",
};

const FISH: Asking = Asking {
    function: r#"function __paperkeep_words
    paperkeep complete-words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null | string replace -r -- '^--[^=]*=' ''
end
"#,
    call: "(__paperkeep_words)",
};

pub fn run(args: Args) -> Result<(), Error> {
    let script = match args.shell {
        Shell::Bash => asking(args.shell, &BASH),
        Shell::Fish => asking(args.shell, &FISH),
        Shell::Zsh => asking(args.shell, &ZSH),
        _ => script(args.shell, of_shipped),
    };
    say!("{}", script.trim_end());
    Ok(())
}

/// The script that the generator makes, with these names where there are any.
fn script(shell: Shell, named: impl Fn(What) -> Vec<&'static str>) -> String {
    let all = help::program();
    let shown = all
        .get_subcommands()
        .filter(|command| !command.is_hide_set());
    let offered = shown.map(|command| {
        let name = command.get_name().to_owned();
        command.clone().mut_args(|arg| {
            let names = What::of(&name, &arg).map(&named).unwrap_or_default();
            offer(arg, names)
        })
    });
    let mut program = Command::new("paperkeep")
        .version(VERSION)
        .subcommands(offered);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "paperkeep", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

fn offer(arg: Arg, names: Vec<&'static str>) -> Arg {
    if names.is_empty() {
        arg
    } else {
        arg.value_parser(PossibleValuesParser::new(names))
    }
}

/// A script in which the shell asks the program.
fn asking(shell: Shell, asking: &Asking) -> String {
    let script = script(shell, |_| vec![ASKED]);
    match shell {
        Shell::Bash => {
            // Its own function is the one that is called.
            let script = script.replace("complete -F _paperkeep ", "complete -F _paperkeep_here ");
            format!(
                "{}\n{}",
                asking.function,
                script.replace(ASKED, asking.call)
            )
        }
        Shell::Zsh => {
            // A list is in brackets there. After `*::`, zsh would keep the command itself from the function.
            let asks = |line: &str| {
                if line.contains(ASKED) {
                    line.replacen("'*::", "'*:", 1)
                } else {
                    line.to_owned()
                }
            };
            let lines: Vec<String> = script.lines().map(asks).collect();
            let script = lines.join("\n").replace(&format!("({ASKED})"), asking.call);
            // It begins with the line by which zsh knows it.
            script.replacen('\n', &format!("\n\n{}", asking.function), 1)
        }
        _ => {
            let script = script.replace(ASKED, asking.call);
            format!("{}\n{script}{}", asking.function, plain_words(asking.call))
        }
    }
}

/// For fish, which is told only of options by the generator: the commands whose other words are names.
fn plain_words(call: &str) -> String {
    let mut lines = String::new();
    for command in help::program().get_subcommands() {
        let name = command.get_name();
        let is_named = command
            .get_positionals()
            .any(|arg| What::of(name, arg).is_some());
        if is_named && !command.is_hide_set() {
            lines.push_str(&format!(
                "complete -c paperkeep -n \"__fish_paperkeep_using_subcommand {name}\" -f -a \"{call}\"\n"
            ));
        }
    }
    lines
}

/// What comes with the program. The parser wants names that stay, and the program ends after this, so they are leaked.
fn of_shipped(what: What) -> Vec<&'static str> {
    let shipped = Files::shipped_ids().into_iter();
    let mut all: BTreeSet<String> = shipped.flat_map(|id| names(what, id)).collect();
    if what == What::Starters {
        all.extend(Files::starter_ids().into_iter().map(str::to_owned));
    }
    all.into_iter().map(|name| &*name.leak()).collect()
}
