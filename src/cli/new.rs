//! `paperkeep new`: a kit of one's own, to change.
//!
//! To make one from somebody's tables, they are read (`source`), interpreted (`layout`, `column`, `deck`) and written (`manifest`,
//! `face`).

mod column;
mod deck;
mod face;
mod layout;
mod manifest;
mod source;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use self::column::{Column, Role, Type};
use self::deck::{Deck, Form, titled};
use self::layout::Headings;
use self::source::{Request, Source};
use super::stdio::say;
use super::worker::{Handed, Work};
use super::{Error, allow, worker};
use crate::face::shipped_icon;
use crate::games;
use crate::games::english::counted;
use crate::kit::Files;
use crate::kit::archive::Archive;
use crate::kit::code::slug;
use crate::kit::files::{MANUAL, SCHEMAS};
use crate::kit::outside;
use crate::kit::problem::nearest;
use crate::press::write::output::folder;
use crate::referee::shell::argument;

/// Create a kit of your own from a table, a starter kit or a shipped game
#[derive(clap::Args)]
pub struct Args {
    /// The folder to create; it may exist if it is empty
    folder: PathBuf,
    /// What to start from: your table (.xlsx, .ods, .csv, .tsv or .json), sheets of a workbook (deck.xlsx#Cards,Friends), or a
    /// folder of tables; blank-cards, blank-tiles or blank-hexes; a kit with rules of its own (pig, crazy-eights, meadows, vault
    /// or open-table); a shipped kit; or somebody's kit, a folder or a .zip
    #[arg(long, value_name = "TABLE|KIT", default_value = "blank-cards")]
    from: String,
    /// Whether the first line of a table names its columns
    #[arg(long, value_enum, default_value = "auto", hide_default_value = true)]
    headings: Headings,
    /// Read the table where it is, also from now on, instead of a copy in the kit
    #[arg(long)]
    link: bool,
}

pub fn run(args: Args) -> Result<(), Error> {
    let Args {
        folder,
        from,
        headings,
        link,
    } = args;
    if !is_kit(&from) && source::is_one(&from) {
        let request = Request {
            from: &from,
            headings,
            link: link.then_some(&folder),
        };
        return of_tables(&folder, &request);
    }
    if link {
        return Err(Error::Usage(format!(
            "--link is for tables, and {from} is none"
        )));
    }
    free(&folder)?;
    if !is_kit(&from)
        && Path::new(&from).exists()
        && let Some(ended) = worker::do_all(&Work::printing(
            Handed::default().kit(&from).writing(&folder),
        ))
    {
        return worker::ended(ended, &from);
    }
    let source = source(&from)?;
    let id = id(&folder);
    let mut files = Vec::new();
    for (path, mut bytes) in contents(&source, &from)? {
        if path.as_os_str() == "kit.toml" {
            bytes = own(&String::from_utf8_lossy(&bytes), &id, &from).into_bytes();
        }
        // Editors look for it in the first line.
        if let Some((_, schema, _)) = SCHEMAS.iter().find(|(file, ..)| path.as_os_str() == *file)
            && !bytes.starts_with(b"#:schema")
        {
            bytes.splice(..0, format!("#:schema ./{schema}\n").into_bytes());
        }
        files.push((path, bytes));
    }
    let known: BTreeSet<PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
    files.extend(manual().filter(|(path, _)| !known.contains(path)));
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

/// Every file of a kit, by its path in it.
fn contents(source: &Files, from: &str) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
    let read = |path: String| {
        let bytes = source
            .bytes(&path)
            .map_err(|why| Error::Other(format!("cannot read {from}/{path}: {why}")))?;
        Ok((path.into(), bytes))
    };
    source.paths().into_iter().map(read).collect()
}

/// A kit made from somebody's tables, which are read as a stranger's.
fn of_tables(folder: &Path, request: &Request<'_>) -> Result<(), Error> {
    let from = request.from;
    free(folder)?;
    let mut handed = Handed::default()
        .reading(source::folder(from))
        .writing(folder);
    if let Some(remembered) = request.link.and_then(|_| allow::file()) {
        handed = handed.writing(remembered);
    }
    if let Some(ended) = worker::do_all(&Work::printing(handed)) {
        return worker::ended(ended, from);
    }
    let source = source::read(request)?;
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
    let mut small = Vec::new();
    for deck in &decks {
        let front = face::front(deck);
        small.push(front.small);
        let path = format!("faces/{}.svg", deck.name).into();
        files.push((path, front.svg.into_bytes()));
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
        .filter(|name| !ships(name) || source.icons.contains_key(*name))
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
    for (path, _) in &source.linked {
        if let Some(allowed) = outside::resolved(folder, path) {
            allow::keep(&allowed)?;
        }
    }
    tell(folder, &name, &source);
    for (deck, small) in decks.iter().zip(&small) {
        tell_deck(deck, small, request.headings);
    }
    for (name, why) in &source.left_out {
        say!("{name}: left out, {why}");
    }
    next_steps(folder, &id, from);
    Ok(())
}

/// Says what the kit was made of.
fn tell(folder: &Path, from: &str, source: &Source) {
    let pieces: usize = source.tables.iter().map(|table| table.pieces).sum();
    let rows: usize = source.tables.iter().map(|table| table.count).sum();
    let (rows, pieces) = (counted(rows, "row"), counted(pieces, "piece"));
    say!(
        "{} is a kit of your own, made of {from}: {rows}, {pieces}. {}",
        argument(&folder.display().to_string()),
        match source.linked.is_empty() {
            true => "It has copies of the tables: edit those.",
            false => "It reads the tables where they are.",
        }
    );
    say!(
        "What headers and cells do not say was guessed; kit.toml says it again, and takes corrections:"
    );
}

/// Says what was made of a table: what each column was taken for, and what was left out.
fn tell_deck(deck: &Deck<'_>, small: &[String], headings: Headings) {
    let (name, rows) = (&deck.name, counted(deck.read.count, "row"));
    say!(
        "deck {name}: {rows}, {}, {}",
        counted(deck.read.pieces, "piece"),
        deck.form.shown()
    );
    if deck.read.layout.headings.is_none() && headings == Headings::Auto {
        say!(
            "  the first line looks like a card, so no line names the columns: they are A, B, C (if it does: --headings first)"
        );
    }
    for (column, told) in guesses(deck) {
        say!("  {column:<16} {told}");
    }
    for what in &deck.read.layout.left_out {
        say!("  left out: {what}");
    }
    if let Some(encoding) = deck.read.encoding {
        say!("  its text is not UTF-8, and was read as {encoding}: look at its letters");
    }
    if let Some(missing) = deck.read.missing.first() {
        let addresses = deck.read.columns.iter().any(|column| column.addresses > 0);
        let why = if addresses {
            "; nothing is fetched from the web, but files named like the last part of an address are used"
        } else {
            ""
        };
        say!(
            "  {} not found, as {missing}{why}: faces/{name}.svg says where to put them",
            counted(deck.read.missing.len(), "picture"),
        );
    }
    for column in small {
        say!(
            "  {column}: its longest text needs letters of less than 6 points: shorten it, or give it more room"
        );
    }
}

/// What each column of a deck was taken for.
fn guesses(deck: &Deck<'_>) -> Vec<(String, String)> {
    let mut told = Vec::new();
    let mut facts = 0;
    for (column, role) in deck.read.columns.iter().zip(&deck.read.roles) {
        let field = deck
            .fields
            .iter()
            .find(|field| field.column.header == column.header);
        facts += usize::from(*role == Role::Fact);
        let what = match role {
            Role::Nothing => match not_used(column) {
                Some(why) => why,
                None => continue,
            },
            Role::Fact if facts > face::MAX_FACTS => "in the kit, not on the face".to_owned(),
            _ => taken_for(deck, column, *role),
        };
        let mut notes = vec![what];
        let renamed = field.filter(|field| field.name != column.header.to_lowercase());
        notes.extend(renamed.map(|field| format!("called `{}` in the kit", field.name)));
        notes.extend(remarks(column, *role));
        told.push((layout::short(&column.header), notes.join("; ")));
    }
    told
}

/// Why a column is not used; `None` if there is nothing to tell.
fn not_used(column: &Column) -> Option<String> {
    if column.is_beside || column.header.is_empty() && column.filled == 0 {
        return None;
    }
    Some(match &column.fault {
        _ if column.header.is_empty() => {
            format!("column {} has no name, and is not read", column.letters)
        }
        Some(why) => format!("not read: {why}"),
        None if column.filled == 0 => "blank".to_owned(),
        None if column.is_private() => "not printed, as its name says".to_owned(),
        None => "addresses: not printed, and nothing is fetched".to_owned(),
    })
}

/// Whether the program has an icon of this name.
fn ships(icon: &str) -> bool {
    shipped_icon(icon).is_some()
}

fn taken_for(deck: &Deck<'_>, column: &Column, role: Role) -> String {
    let own = column.icons.iter().filter(|name| !ships(name)).count();
    let icons = match own {
        0 if column.has_icons() => ", with icons that ship".to_owned(),
        0 => String::new(),
        count => format!(", with icons: {} in faces/icons", counted(count, "drawing")),
    };
    let kinds = || column.kinds.iter().cloned().collect::<Vec<_>>().join(", ");
    match role {
        Role::Code => "the code".to_owned(),
        Role::Copies => format!(
            "how many of each: {} in all",
            counted(deck.read.pieces, "piece")
        ),
        Role::Title => "the title".to_owned(),
        Role::Corner => "in the corner".to_owned(),
        Role::Tone => format!("the colour: {}", kinds()),
        Role::Picture => "a picture".to_owned(),
        Role::Words => format!("a text{icons}"),
        Role::Back => format!("on the other side{icons}"),
        Role::Mood => format!("a text in italics{icons}"),
        Role::Fact | Role::Nothing => {
            let kind = match column.kind() {
                Type::Flag => "shown where it is yes",
                Type::List => "a list beside its name",
                Type::Integer(_) | Type::Number => "a number beside its name",
                Type::Text => "words beside their name",
            };
            format!("{kind}{icons}")
        }
    }
}

/// What is special about a column's cells.
fn remarks(column: &Column, role: Role) -> Vec<String> {
    let mut remarks: Vec<String> = column.doubt.iter().cloned().collect();
    if column.is_double {
        remarks.push("the second column of its name".to_owned());
    }
    if role == Role::Nothing {
        return remarks;
    }
    match &column.html {
        Some((sign, _)) => remarks.push(format!(
            "HTML such as `{sign}` is set in bold, italics and lines"
        )),
        None if column.is_styled() => remarks.push("bold and italic words are kept".to_owned()),
        None => {}
    }
    if let (Some(sign), Role::Words | Role::Mood) = (column.line_break, role) {
        remarks.push(format!("`{sign}` ends a line"));
    }
    if let Some((why, count)) = &column.failed {
        remarks.push(match count {
            1 => format!("a formula {why}, and the cell counts as blank"),
            count => format!("{count} formulas {why}, and the cells count as blank"),
        });
    }
    match column.dates {
        0 => {}
        dates if dates == column.filled => remarks.push("dates, as in 2026-11-28".to_owned()),
        dates => remarks.push(format!(
            "{} among other things: if it was 1/5, format the column as text",
            counted(dates, "date")
        )),
    }
    remarks
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
    if Path::new(from).is_dir() {
        return Ok(Files::Folder(from.into()));
    }
    let lower = from.to_ascii_lowercase();
    if lower.ends_with(".zip") {
        return Archive::open(Path::new(from))
            .map(|archive| Files::Archive(Arc::new(archive)))
            .map_err(|why| Error::Other(format!("cannot read {from}: {why}")));
    }
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
