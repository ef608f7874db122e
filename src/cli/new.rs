//! `paperkeep new`: a kit of one's own, to change.
//!
//! To make one from somebody's tables, they are read (`source`), interpreted (`column`, `deck`) and written (`manifest`, `face`).

mod column;
mod deck;
mod face;
mod manifest;
mod source;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use self::column::{Role, Type};
use self::deck::{Deck, Form, titled};
use self::source::Source;
use super::stdio::say;
use super::{Error, worker};
use crate::games;
use crate::games::english::counted;
use crate::kit::Files;
use crate::kit::code::slug;
use crate::kit::files::{MANUAL, SCHEMAS};
use crate::kit::problem::nearest;
use crate::press::write::output::folder;
use crate::referee::shell::argument;

/// Create a kit of your own from a table, a starter kit or a shipped game
#[derive(clap::Args)]
pub struct Args {
    /// The folder to create; it may exist if it is empty
    folder: PathBuf,
    /// What to start from: your table (.xlsx, .ods, .csv or .tsv), or a folder of tables; blank-cards, blank-tiles or
    /// blank-hexes; a kit with rules of its own (pig, crazy-eights, meadows, vault or open-table); or a shipped kit
    #[arg(long, value_name = "TABLE|KIT", default_value = "blank-cards")]
    from: String,
}

pub fn run(args: Args) -> Result<(), Error> {
    let Args { folder, from } = args;
    if !is_kit(&from) && source::is_one(&from) {
        return of_tables(&folder, &from);
    }
    let source = source(&from)?;
    free(&folder)?;
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
    files.extend(manual());
    folder::write(&folder, &files)?;
    say!(
        "{} is a kit of your own. kit.toml says what is in it, README.md what goes where.",
        argument(&folder.display().to_string())
    );
    next_steps(&folder, &id, &from);
    Ok(())
}

/// Nothing that exists is touched.
fn free(folder: &Path) -> Result<(), Error> {
    if folder::is_free(folder) {
        return Ok(());
    }
    let message = format!(
        "{} already exists and is not empty: name a new folder; nothing in this one was touched",
        folder.display()
    );
    Err(Error::Other(message))
}

/// The manual and the schemas of a kit.
fn manual() -> impl Iterator<Item = (PathBuf, Vec<u8>)> {
    let schemas = SCHEMAS.map(|(_, name, schema)| (name.into(), schema.into()));
    std::iter::once(("README.md".into(), MANUAL.into())).chain(schemas)
}

/// A kit made from somebody's tables, which are read as a stranger's.
fn of_tables(folder: &Path, from: &str) -> Result<(), Error> {
    free(folder)?;
    if let Some(ended) = worker::do_all(worker::MAX_MEMORY) {
        return worker::ended(ended, from);
    }
    let source = source::read(Path::new(from))?;
    let mut decks: Vec<Deck<'_>> = Vec::new();
    for table in &source.tables {
        let deck = Deck::new(table, &decks);
        decks.push(deck);
    }
    let id = id(folder);
    let name = Path::new(from).file_name().map_or_else(
        || from.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    let written = manifest::written(&id, &titled(&id), &name, &decks);
    let mut files = vec![("kit.toml".into(), written.into_bytes())];
    for deck in &decks {
        files.push((
            format!("faces/{}.svg", deck.name).into(),
            face::front(deck).into_bytes(),
        ));
        if deck.form == Form::Card {
            files.push((
                format!("faces/{}_back.svg", deck.name).into(),
                face::back(deck).into_bytes(),
            ));
        }
    }
    let icons: BTreeSet<String> = source
        .tables
        .iter()
        .flat_map(|table| face::icon_names(&table.columns))
        .cloned()
        .collect();
    for (name, drawn) in face::icons_of(&icons) {
        let drawn = source
            .icons
            .get(&name)
            .cloned()
            .unwrap_or(drawn.into_bytes());
        files.push((format!("faces/icons/{name}.svg").into(), drawn));
    }
    files.extend(manual());
    // Files in the table's folder with the name of one of ours are left out.
    let own: BTreeSet<PathBuf> = files
        .iter()
        .map(|(path, _): &(PathBuf, _)| path.clone())
        .collect();
    files.extend(
        source
            .files
            .iter()
            .filter(|(path, _)| !own.contains(path))
            .cloned(),
    );
    folder::write(folder, &files)?;
    tell(folder, &name, &source, &decks);
    next_steps(folder, &id, from);
    Ok(())
}

/// Says what each column was taken for.
fn tell(folder: &Path, from: &str, source: &Source, decks: &[Deck<'_>]) {
    let pieces: usize = source.tables.iter().map(|table| table.pieces).sum();
    let rows: usize = source.tables.iter().map(|table| table.count).sum();
    let (rows, pieces) = (counted(rows, "row"), counted(pieces, "piece"));
    say!(
        "{} is a kit of your own, made of {from}: {rows}, {pieces}. It has copies of the tables: edit those.",
        argument(&folder.display().to_string())
    );
    say!(
        "What headers and cells do not say was guessed; kit.toml says it again, and takes corrections:"
    );
    for deck in decks {
        let (name, rows) = (&deck.name, counted(deck.read.count, "row"));
        say!(
            "deck {name}: {rows}, {}, {}",
            counted(deck.read.pieces, "piece"),
            deck.form.shown()
        );
        for (column, told) in guesses(deck) {
            say!("  {column:<16} {told}");
        }
        if let Some(encoding) = deck.read.encoding {
            say!("  its text is not UTF-8, and was read as {encoding}: look at its letters");
        }
        if let Some(missing) = &deck.read.missing {
            say!(
                "  not all pictures were found, as {missing}: faces/{name}.svg says where to put them"
            );
        }
    }
    for name in &source.hidden {
        say!("{name} is hidden, so no deck was made of it");
    }
    for name in &source.blank {
        say!("{name} has no rows, so no deck was made of it");
    }
}

/// What each column of a deck was taken for. Similar ones are reported in one line.
fn guesses(deck: &Deck<'_>) -> Vec<(String, String)> {
    let mut told = Vec::new();
    let mut facts = 0;
    for (column, role) in deck.read.columns.iter().zip(&deck.read.roles) {
        let icons = match column.icons.len() {
            0 => String::new(),
            count => format!(", with icons: {} in faces/icons", counted(count, "drawing")),
        };
        let what = match role {
            Role::Code => "the code".to_owned(),
            Role::Copies => format!(
                "how many of each: {} in all",
                counted(deck.read.pieces, "piece")
            ),
            Role::Title => "the title".to_owned(),
            Role::Corner => "in the corner".to_owned(),
            Role::Tone => format!(
                "the colour: {}",
                column.kinds.iter().cloned().collect::<Vec<_>>().join(", ")
            ),
            Role::Picture => "a picture".to_owned(),
            Role::Words => format!("a text{icons}"),
            Role::Mood => format!("a text in italics{icons}"),
            Role::Fact => {
                facts += 1;
                let kind = deck
                    .fields
                    .iter()
                    .find(|field| field.column.header == column.header)
                    .map(|field| &field.kind);
                let kind = match kind {
                    Some(Type::Flag) => "shown where it is yes",
                    Some(Type::List) => "a list beside its name",
                    Some(Type::Integer(_) | Type::Number) => "a number beside its name",
                    _ => "words beside their name",
                };
                if facts > face::MAX_FACTS {
                    "in the kit, not on the face".to_owned()
                } else {
                    format!("{kind}{icons}")
                }
            }
            Role::Nothing => match &column.fault {
                _ if column.header.is_empty() && column.filled == 0 => continue,
                _ if column.header.is_empty() => {
                    format!("column {} has no name, and is not read", column.letters)
                }
                Some(why) => format!("not read: {why}"),
                None => "blank".to_owned(),
            },
        };
        let doubt = column
            .doubt
            .as_ref()
            .map_or(String::new(), |doubt| format!("; {doubt}"));
        told.push((column.header.clone(), what + &doubt));
    }
    told
}

/// Endings of tables that only the programs that made them can read.
const OTHER_TABLES: [&str; 4] = [".xls", ".xlsm", ".xlsb", ".numbers"];

fn is_kit(from: &str) -> bool {
    Files::starter(from).is_some() || Files::shipped(from).is_some()
}

/// The starter or shipped kit with this name.
fn source(from: &str) -> Result<Files, Error> {
    if let Some(files) = Files::starter(from).or_else(|| Files::shipped(from)) {
        return Ok(files);
    }
    let lower = from.to_ascii_lowercase();
    if OTHER_TABLES.iter().any(|ending| lower.ends_with(ending)) {
        return Err(Error::Usage(format!(
            "`{from}` cannot be read: save it as .xlsx, .ods or .csv"
        )));
    }
    let names: Vec<&str> = Files::starter_ids()
        .into_iter()
        .chain(Files::shipped_ids())
        .collect();
    let hint = match nearest(from, names.iter().copied()) {
        Some(like) => format!("did you mean {like}?"),
        None => format!("there is {}", names.join(", ")),
    };
    Err(Error::Usage(format!(
        "there is no starter or kit `{from}`; {hint}"
    )))
}

/// An id like the folder's name, in characters that are safe in file systems and web addresses.
fn id(folder: &Path) -> String {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy())
        .unwrap_or_default();
    match slug(&name, '-') {
        // If the name has no such characters, the id is a number, so that two such kits still do not share a folder.
        id if id.is_empty() => {
            let digest = Sha256::digest(name.as_bytes());
            format!("kit-{:02x}{:02x}{:02x}", digest[0], digest[1], digest[2])
        }
        id => id,
    }
}

/// The manifest with an id of its own, and the game that still plays it.
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
    let shown = argument(&folder.display().to_string());
    say!("  paperkeep check {shown}     reports all problems at once");
    say!(
        "  paperkeep build {shown}     prints it into {}",
        Path::new("out").join(id).display()
    );
    say!("  paperkeep watch {shown}     shows it in the browser, updated at every save");
    match games::find(from) {
        Some(_) => say!("  paperkeep play {from} --kit {shown}"),
        None => {
            say!("  paperkeep play {shown}      plays it, by its play.toml or as an open table")
        }
    }
}
