//! `paperkeep completions`: completion scripts for shells.

use clap::CommandFactory;
use clap_complete::Shell;

use super::stdio::say;
use super::{Arguments, Error, VERSION};

/// Print a script that makes a shell complete commands and options
///
/// bash: `paperkeep completions bash > ~/.local/share/bash-completion/completions/paperkeep`; fish:
/// `paperkeep completions fish > ~/.config/fish/completions/paperkeep.fish`; zsh: as `_paperkeep` into a folder of `$fpath`;
/// PowerShell: add it to the file that `$PROFILE` names.
#[derive(clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(args: Args) -> Result<(), Error> {
    let all = Arguments::command();
    let shown = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let mut program = clap::Command::new("paperkeep").version(VERSION).subcommands(shown);
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "paperkeep", &mut script);
    say!("{}", String::from_utf8_lossy(&script).trim_end());
    Ok(())
}
