//! `paperkeep completions`: completion scripts for shells.

use clap::CommandFactory;
use clap_complete::Shell;

use super::stdio::say;
use super::{Arguments, Error, VERSION};

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
    let all = Arguments::command();
    let shown = all
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .cloned();
    let mut program = clap::Command::new("paperkeep")
        .version(VERSION)
        .subcommands(shown);
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "paperkeep", &mut script);
    say!("{}", String::from_utf8_lossy(&script).trim_end());
    Ok(())
}
