//! `paperkeep allow`: which tables outside its folder a kit may read, remembered on this machine.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::stdio::say;
use super::{Error, config};
use crate::kit::Files;
use crate::kit::files::{is_inside, is_table};
use crate::kit::outside::{self, Allowed};
use crate::press::write::output::Output;

/// Let a kit read the tables outside its folder that its kit.toml names
///
/// A kit reads nothing outside its folder, since it may be a stranger's. This remembers on this machine that this kit may read these
/// tables.
#[derive(clap::Args)]
pub struct Args {
    /// The kit's folder
    #[arg(default_value = ".")]
    kit: PathBuf,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

/// `tables.toml` in the user's folder for configuration.
#[derive(Default, Deserialize, Serialize)]
struct Remembered {
    #[serde(default)]
    allowed: Vec<Pair>,
}

#[derive(Deserialize, Serialize, PartialEq)]
struct Pair {
    kit: PathBuf,
    table: PathBuf,
}

pub fn run(args: Args) -> Result<(), Error> {
    let files = Files::Folder(args.kit.clone());
    let named = outside::named(&files).map_err(Error::Other)?;
    let mut is_any = false;
    let is_outside = |named: &&outside::Named| is_table(&named.file) && !is_inside(&named.file);
    for named in named.iter().filter(is_outside) {
        is_any = true;
        let shown = files.name(&named.file);
        let Some(wanted) = outside::resolved(&args.kit, &named.file) else {
            return Err(Error::Other(format!("there is no {shown}")));
        };
        if outside::of(&args.kit).contains(&wanted.table) {
            say!("{shown} is allowed already");
            continue;
        }
        if !args.yes && !is_confirmed(&wanted)? {
            say!("{shown} stays unread");
            continue;
        }
        keep(&wanted)?;
        say!("{shown} is read from now on");
    }
    if !is_any {
        say!("{} reads nothing outside its folder", args.kit.display());
    }
    Ok(())
}

fn is_confirmed(wanted: &Allowed) -> Result<bool, Error> {
    if !io::stdin().is_terminal() {
        let message = "this asks at a terminal: add --yes to allow it without asking".to_owned();
        return Err(Error::Usage(message));
    }
    let mut err = io::stderr();
    let question = format!(
        "May {} read {}? [y/N] ",
        wanted.kit.display(),
        wanted.table.display()
    );
    let mut answer = String::new();
    err.write_all(question.as_bytes())
        .and_then(|()| err.flush())
        .and_then(|()| io::stdin().lock().read_line(&mut answer))
        .map_err(|error| error.to_string())?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

pub fn file() -> Option<PathBuf> {
    config::folder().map(|folder| folder.join("tables.toml"))
}

fn remembered() -> Remembered {
    let text = file().and_then(|file| std::fs::read_to_string(file).ok());
    text.and_then(|text| toml::from_str(&text).ok())
        .unwrap_or_default()
}

/// Allows a table, now and on this machine.
pub fn keep(allowed: &Allowed) -> Result<(), Error> {
    let file = file().ok_or_else(|| {
        Error::Other("there is no folder for configuration: set HOME or XDG_CONFIG_HOME".into())
    })?;
    let mut known = remembered();
    let pair = Pair {
        kit: allowed.kit.clone(),
        table: allowed.table.clone(),
    };
    if !known.allowed.contains(&pair) {
        known.allowed.push(pair);
    }
    let text = toml::to_string(&known).map_err(|error| error.to_string())?;
    let output = Output::new();
    output.add(file, text)?;
    output.write()?;
    outside::allow(allowed.clone());
    Ok(())
}

/// Allows what was allowed on this machine before.
pub fn recall() {
    for Pair { kit, table } in remembered().allowed {
        outside::allow(Allowed { kit, table });
    }
}
