//! `paperkeep man`: manual pages, made from what `--help` shows.

use std::path::{Path, PathBuf};

use clap::Command;
use clap_mangen::Man;

use super::stdio::say;
use super::{Error, help};
use crate::games::english::counted;
use crate::press::write::output::Output;

/// Print a manual page, or write all of them: `paperkeep man build | man -l -`
#[derive(clap::Args)]
pub struct Args {
    /// The command to print the page for [default: paperkeep itself]
    command: Option<String>,
    /// Write the pages of all commands into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<(), Error> {
    let mut program = help::program();
    program.build();
    if let Some(folder) = &args.out {
        return write_all(&program, folder);
    }
    let command = match &args.command {
        None => &program,
        Some(name) => pages(&program)
            .skip(1)
            .find(|command| command.get_name() == name)
            .ok_or_else(|| {
                let names: Vec<&str> = pages(&program).map(Command::get_name).skip(1).collect();
                Error::Usage(format!(
                    "there is no command `{name}`; there are {}",
                    names.join(", ")
                ))
            })?,
    };
    say!("{}", page(command)?.trim_end());
    Ok(())
}

/// The program, and every command meant for people.
fn pages(program: &Command) -> impl Iterator<Item = &Command> {
    let commands = program
        .get_subcommands()
        .filter(|command| !command.is_hide_set() && command.get_name() != "help");
    std::iter::once(program).chain(commands)
}

fn page(command: &Command) -> Result<String, Error> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

fn write_all(program: &Command, folder: &Path) -> Result<(), Error> {
    let output = Output::new();
    for command in pages(program) {
        let name = command
            .get_display_name()
            .unwrap_or_else(|| command.get_name());
        output.add(folder.join(format!("{name}.1")), page(command)?)?;
    }
    let written = output.write()?;
    say!(
        "{}: {}",
        folder.display(),
        counted(written.files.len(), "manual page")
    );
    Ok(())
}
