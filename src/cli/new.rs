//! `paperkeep new`: a kit of one's own, to be changed.

use std::path::{Path, PathBuf};

use super::Error;
use crate::games;
use crate::kit::Files;
use crate::kit::files::{MANUAL, SCHEMAS};
use crate::kit::problem::nearest;
use crate::press::write::output::Output;

/// Write a kit to make your own: a shipped game, or a blank deck with one of everything
#[derive(clap::Args)]
pub struct Args {
    /// The folder for it: a new one, or an empty one
    folder: PathBuf,
    /// blank-cards, blank-tiles, blank-hexes, or a shipped kit such as dungeon-in-a-tin
    #[arg(long, value_name = "KIT", default_value = "blank-cards")]
    from: String,
}

pub fn run(args: Args) -> Result<(), Error> {
    let Args { folder, from } = args;
    let source = source(&from)?;
    if !is_free(&folder) {
        let message = format!("{} is there and not empty: name a new folder, nothing in it is touched", folder.display());
        return Err(Error::Other(message));
    }
    let id = id(&folder);
    let mut output = Output::new();
    for (path, bytes) in source.embedded() {
        let mut bytes = bytes.to_vec();
        if path.as_os_str() == "kit.toml" {
            bytes = own(&String::from_utf8_lossy(&bytes), &id, &from).into_bytes();
        }
        // Editors look for it in the first line.
        if let Some((_, schema, _)) = SCHEMAS.iter().find(|(file, ..)| path.as_os_str() == *file) {
            bytes.splice(..0, format!("#:schema ./{schema}\n").into_bytes());
        }
        output.add(folder.join(path), bytes)?;
    }
    output.add(folder.join("README.md"), MANUAL)?;
    for (_, name, schema) in SCHEMAS {
        output.add(folder.join(name), schema)?;
    }
    output.write()?;
    next_steps(&folder, &id, &from);
    Ok(())
}

/// The starter or the shipped kit of that name.
fn source(from: &str) -> Result<Files, Error> {
    if let Some(files) = Files::starter(from).or_else(|| Files::shipped(from)) {
        return Ok(files);
    }
    let names: Vec<&str> = Files::starter_ids().into_iter().chain(Files::shipped_ids()).collect();
    let hint = match nearest(from, names.iter().copied()) {
        Some(like) => format!("did you mean {like}?"),
        None => format!("there is {}", names.join(", ")),
    };
    Err(Error::Usage(format!("nothing to begin with is called `{from}`; {hint}")))
}

/// Whether nothing is lost when files are written there.
fn is_free(folder: &Path) -> bool {
    match std::fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(_) => std::fs::symlink_metadata(folder).is_err(),
    }
}

/// An id like the folder's name.
fn id(folder: &Path) -> String {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let name = folder.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let plain = |part: &&str| !part.is_empty();
    let parts: Vec<&str> = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(plain).collect();
    let id: String = parts.join("-").chars().take(64).collect();
    let id = id.trim_end_matches('-').to_owned();
    if id.is_empty() { "my-kit".into() } else { id }
}

/// The manifest under an id of its own, with the game that still plays it.
fn own(manifest: &str, id: &str, from: &str) -> String {
    let mut own = String::new();
    for line in manifest.split_inclusive('\n') {
        if !line.starts_with("id = ") {
            own += line;
            continue;
        }
        own += &format!("# Builds go to a folder of this name.\nid = \"{id}\"\n");
        if games::find(from).is_some() {
            own += &format!(
                "# Whose rules it plays by: `paperkeep check` looks at the rows with the eyes of that game.\ngame = \"{from}\"\n"
            );
        }
    }
    own
}

fn next_steps(folder: &Path, id: &str, from: &str) {
    let shown = folder.display().to_string();
    let shown = if shown.contains(char::is_whitespace) { format!("\"{shown}\"") } else { shown };
    println!("{shown} is a kit of your own. kit.toml says what is in it, README.md what goes where.");
    println!("  paperkeep check {shown}     everything wrong with it at once");
    println!("  paperkeep build {shown}     prints it into out/{id}");
    println!("  paperkeep watch {shown}     shows it in the browser, anew at every save");
    if games::find(from).is_some() {
        println!("  paperkeep play {from} --kit {shown}");
    }
}
