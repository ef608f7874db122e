//! `paperkeep new`: a kit of one's own, to change.

mod tables;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use self::tables::Tables;
use super::pack::hex;
use super::stdio::{self, say};
use super::worker::{Handed, Work};
use super::{Error, allow, part, pull, worker};
use crate::draft::{Draft, Headings, Rules, copy};
use crate::games;
use crate::kit::Files;
use crate::kit::archive::{Archive, LARGEST_PACKED};
use crate::kit::code::slug;
use crate::kit::outside;
use crate::kit::problem::nearest;
use crate::press::write::output::folder;
use crate::referee::shell::argument;

/// Create a kit of your own from a table, a starter kit or a shipped game
#[derive(clap::Args)]
pub struct Args {
    /// The folder to create; it may exist if it is empty
    folder: PathBuf,
    /// What to start from: your table (.xlsx, .ods, .csv, .tsv, .txt, .md or .json), sheets of a workbook (deck.xlsx#Cards,Friends), or a
    /// folder of tables; blank-cards, blank-tiles or blank-hexes; a kit with rules of its own (pig, crazy-eights, meadows, vault
    /// or open-table); a shipped kit; or somebody's kit: a folder,
    /// a .zip, or the address of one (`https://.../owls.zip`)
    #[arg(long, value_name = "TABLE|KIT", default_value = "blank-cards")]
    from: String,
    /// Whether the first line of a table names its columns
    #[arg(long, value_enum, default_value = "auto", hide_default_value = true)]
    headings: Headings,
    /// Read the table where it is, also from now on, instead of a copy in the kit
    #[arg(long)]
    link: bool,
    /// Copy a shipped game with its rules, as a play.toml that you can change
    #[arg(long)]
    rules: bool,
}

pub fn run(args: Args) -> Result<(), Error> {
    let Args {
        folder,
        from,
        headings,
        link,
        rules,
    } = args;
    if is_address(&from) {
        return fetched(&folder, &from);
    }
    let from = meant(from)?;
    if !is_kit(&from) && tables::is_one(&from) {
        if rules {
            return Err(Error::Usage(format!(
                "--rules is for kits that have rules, and {from} is a table"
            )));
        }
        let request = Tables {
            from: &from,
            headings,
            link: link.then_some(&folder),
        };
        return of_tables(&folder, &request);
    }
    if link {
        return Err(Error::Usage(format!(
            "--link is for tables, and {from} is not one"
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
    let rules = if rules {
        Rules::InTheKit
    } else {
        Rules::OfTheProgram
    };
    let files = copy(&source, &from, (&id, rules)).map_err(Error::Other)?;
    folder::write(&folder, &files)?;
    say!(
        "{} is a kit of your own. kit.toml says what is in it, README.md what goes where.",
        argument(&folder.display().to_string())
    );
    let game = games::find(&from).filter(|_| rules == Rules::OfTheProgram);
    next_steps(&folder, &id, game.is_some().then_some(from.as_str()));
    Ok(())
}

/// Whether it is on the web.
fn is_address(from: &str) -> bool {
    ["https://", "http://"]
        .iter()
        .any(|scheme| from.to_ascii_lowercase().starts_with(scheme))
}

/// Fetches somebody's packed kit, and begins from that file as from any other of a stranger's.
fn fetched(folder: &Path, from: &str) -> Result<(), Error> {
    free(folder)?;
    let path = from.split(['?', '#']).next().unwrap_or(from);
    if !path.to_ascii_lowercase().ends_with(".zip") {
        return Err(Error::Usage(format!(
            "{from} is not a packed kit, whose address ends in .zip; a published table is named in kit.toml, and fetched by \
             `paperkeep pull`"
        )));
    }
    let failed = |why: String| Error::Other(format!("cannot fetch {from}: {why}"));
    let bytes = pull::fetch(from, LARGEST_PACKED).map_err(failed)?;
    if !bytes.starts_with(b"PK") {
        return Err(failed("it is not a ZIP archive".into()));
    }
    let file = tempfile::Builder::new().suffix(".zip").tempfile()?;
    std::fs::write(file.path(), &bytes)?;
    say!("{from}: {} KB", bytes.len().div_ceil(1024));
    say!("  SHA-256 {}", hex(&bytes));
    // Another process of this program does the rest: it begins with a file, and reads it within limits.
    let status = Command::new(std::env::current_exe()?)
        .arg("new")
        .arg(folder)
        .arg("--from")
        .arg(file.path())
        .status()?;
    match status.code() {
        Some(0) => Ok(()),
        code => Err(Error::Elsewhere(
            code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1),
        )),
    }
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

/// A kit made from somebody's tables, which are read as a stranger's.
fn of_tables(folder: &Path, request: &Tables<'_>) -> Result<(), Error> {
    let from = request.from;
    free(folder)?;
    let mut handed = Handed::default()
        .reading(tables::folder(from))
        .writing(folder);
    if let Some(remembered) = request.link.and_then(|_| allow::file()) {
        handed = handed.writing(remembered);
    }
    if let Some(ended) = worker::do_all(&Work::printing(handed)) {
        return worker::ended(ended, from);
    }
    let (source, linked) = request.read()?;
    let id = id(folder);
    let name = Path::new(from).file_name().map_or_else(
        || from.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    let Draft { files, told, sums } = source.kit(&id, &name, request.headings);
    folder::write(folder, &files)?;
    for (path, _) in &linked {
        if let Some(allowed) = outside::resolved(folder, path) {
            allow::keep(&allowed)?;
        }
    }
    say!(
        "{} is a kit of your own, made of {}: {sums}. {}",
        argument(&folder.display().to_string()),
        stdio::on_a_line(&name),
        if linked.is_empty() {
            "It has copies of the tables: edit those."
        } else {
            "It reads the tables where they are."
        }
    );
    say!("This is how the table was read. If something is wrong, correct it in kit.toml:");
    for line in told {
        say!("{line}");
    }
    next_steps(folder, &id, None);
    Ok(())
}

/// Endings of tables that only the programs that made them can read.
const OTHER_TABLES: [&str; 4] = [".xls", ".xlsm", ".xlsb", ".numbers"];

/// A starter, or a shipped game by any clear part of its name.
fn meant(from: String) -> Result<String, Error> {
    match Files::starter(&from) {
        Some(_) => Ok(from),
        None => part::named(&from),
    }
}

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
    if Path::new(from).is_file() || OTHER_TABLES.iter().any(|ending| lower.ends_with(ending)) {
        return Err(Error::Usage(format!(
            "`{from}` cannot be read: save it as .xlsx, .ods, .csv or .json"
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

/// What to do next with a kit; `game` is the shipped game whose rules it is played by.
fn next_steps(folder: &Path, id: &str, game: Option<&str>) {
    let shown = argument(&folder.display().to_string());
    say!("  paperkeep check {shown}     reports all problems at once");
    say!(
        "  paperkeep build {shown}     prints it into {}",
        Path::new("out").join(id).display()
    );
    say!("  paperkeep watch {shown}     shows it in the browser, updated at every save");
    match game {
        Some(game) => say!("  paperkeep play {game} --kit {shown}"),
        None => {
            say!("  paperkeep play {shown}      plays it, by its play.toml or as an open table")
        }
    }
}
