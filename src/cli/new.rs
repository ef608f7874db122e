//! `paperkeep new`: a kit of one's own, to be changed.

use std::path::{Path, PathBuf};

use deunicode::deunicode;
use sha2::{Digest, Sha256};

use super::Error;
use super::stdio::say;
use crate::games;
use crate::kit::Files;
use crate::kit::files::{MANUAL, SCHEMAS};
use crate::kit::problem::nearest;
use crate::press::write::output::folder;

/// Write a kit to make your own: a shipped game, or a blank deck with one of everything
#[derive(clap::Args)]
pub struct Args {
    /// The folder for it: a new one, or an empty one
    folder: PathBuf,
    /// blank-cards, blank-tiles, blank-hexes; pig or crazy-eights, with rules of their own; or a shipped kit
    #[arg(long, value_name = "KIT", default_value = "blank-cards")]
    from: String,
}

pub fn run(args: Args) -> Result<(), Error> {
    let Args { folder, from } = args;
    let source = source(&from)?;
    if !folder::is_free(&folder) {
        let message = format!("{} is there and not empty: name a new folder, nothing in it is touched", folder.display());
        return Err(Error::Other(message));
    }
    let id = id(&folder);
    let mut files = Vec::new();
    for (path, bytes) in source.embedded() {
        let mut bytes = bytes.to_vec();
        if path.as_os_str() == "kit.toml" {
            bytes = own(&String::from_utf8_lossy(&bytes), &id, &from).into_bytes();
        }
        // Editors look for it in the first line.
        if let Some((_, schema, _)) = SCHEMAS.iter().find(|(file, ..)| path.as_os_str() == *file) {
            bytes.splice(..0, format!("#:schema ./{schema}\n").into_bytes());
        }
        files.push((path, bytes));
    }
    files.push(("README.md".into(), MANUAL.into()));
    files.extend(SCHEMAS.map(|(_, name, schema)| (name.into(), schema.into())));
    folder::write(&folder, &files)?;
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

/// An id like the folder's name, in letters that every file system and web address has: `Élan` is `elan`.
fn id(folder: &Path) -> String {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let name = folder.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let letters = deunicode(&name).to_lowercase();
    let plain = |part: &&str| !part.is_empty();
    let parts: Vec<&str> = letters.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(plain).collect();
    let id: String = parts.join("-").chars().take(64).collect();
    match id.trim_end_matches('-') {
        // Of signs alone; two such kits still do not share a folder.
        "" => {
            let digest = Sha256::digest(name.as_bytes());
            format!("kit-{:02x}{:02x}{:02x}", digest[0], digest[1], digest[2])
        }
        id => id.to_owned(),
    }
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
    say!("{shown} is a kit of your own. kit.toml says what is in it, README.md what goes where.");
    say!("  paperkeep check {shown}     everything wrong with it at once");
    say!("  paperkeep build {shown}     prints it into out/{id}");
    say!("  paperkeep watch {shown}     shows it in the browser, anew at every save");
    match games::find(from) {
        Some(_) => say!("  paperkeep play {from} --kit {shown}"),
        None => say!("  paperkeep play {shown}      plays it, freely or by its play.toml"),
    }
}
