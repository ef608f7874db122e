//! `paperkeep pack`: a kit as one file to share, with its credits and the digest of each file.

use std::fmt::Write as _;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use super::stdio::say;
use super::worker::{Handed, Work};
use super::{Error, part, worker};
use crate::export::archive;
use crate::games::english::counted;
use crate::kit::files::{is_inside, is_table};
use crate::kit::{Files, Kit, outside};
use crate::press::write::output::Output;
use crate::referee::shell::argument;

/// In the archive, whose kit it is, and the digests of its files.
const LABEL: &str = "PACKED.txt";

/// Pack a kit into a ZIP file to share, with its credits and the digest of each file
///
/// Whoever receives it need not unpack it: `paperkeep build owls.zip` prints it, `paperkeep new mine --from owls.zip` begins a kit of
/// one's own. The same kit always gives the same bytes, so the digest that is printed tells whether two people have the same.
#[derive(clap::Args)]
pub struct Args {
    /// A kit's folder, or a shipped game [default: the kit in the current folder]
    kit: Option<String>,
    /// The file to write [default: the kit's id with .zip, in the current folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also replace a file of that name that paperkeep did not write, or that was changed since
    #[arg(long)]
    force: bool,
}

pub fn run(args: Args) -> Result<(), Error> {
    let name = part::named(&part::or_here(args.kit)?)?;
    let handed = Handed::default().kit(&name);
    let handed = match &args.out {
        Some(file) => handed.writing(file),
        None => handed.writing_in("."),
    };
    if worker::is_strange(&name)
        && let Some(ended) = worker::do_all(&Work::printing(handed))
    {
        return worker::ended(ended, &name);
    }
    let kit = Kit::find(&name)?;
    is_complete(&kit)?;
    let mut files = contents(&kit.files)?;
    files.insert(0, (LABEL.to_owned(), label(&kit, &files).into_bytes()));
    let count = files.len();
    let packed = archive::pack(files).map_err(|error| Error::Other(error.to_string()))?;
    let digest = hex(&packed);
    let file = args
        .out
        .unwrap_or_else(|| PathBuf::from(format!("{}.zip", kit.id)));
    let size = packed.len().div_ceil(1024);
    let output = Output::forced(args.force);
    output.add(file.clone(), packed)?;
    output.write()?;
    let shown = argument(&file.display().to_string());
    say!("{shown}: {}, {size} KB", counted(count, "file"));
    say!("  SHA-256 {digest}");
    say!("  paperkeep build {shown}     prints it, packed as it is");
    Ok(())
}

/// Whether all that the kit needs is in its folder.
fn is_complete(kit: &Kit) -> Result<(), Error> {
    let named = outside::named(&kit.files).map_err(Error::Other)?;
    let is_elsewhere = |named: &&outside::Named| is_table(&named.file) && !is_inside(&named.file);
    if let Some(table) = named.iter().find(is_elsewhere) {
        return Err(Error::Other(format!(
            "{} is outside the kit, and would be missing: copy it into the kit's folder, and name it there in kit.toml",
            kit.files.name(&table.file)
        )));
    }
    match &kit.uses {
        Some(used) if !used.files.is_embedded() => Err(Error::Other(format!(
            "{} uses the kit `{}` beside it, which would be missing: only shipped kits can be used by a packed one",
            kit.id, used.id
        ))),
        _ => Ok(()),
    }
}

/// Every file of a kit but an earlier label.
fn contents(files: &Files) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let paths = files.paths().into_iter().filter(|path| path != LABEL);
    paths
        .map(|path| {
            let bytes = files
                .bytes(&path)
                .map_err(|why| Error::Other(format!("cannot read {}: {why}", files.name(&path))))?;
            Ok((path, bytes))
        })
        .collect()
}

/// Whose kit it is, and what is in it.
fn label(kit: &Kit, files: &[(String, Vec<u8>)]) -> String {
    let mut text = kit.title.clone();
    if !kit.designers.is_empty() {
        let _ = write!(text, ", by {}", kit.designers.join(", "));
    }
    if kit.year > 0 {
        let _ = write!(text, " ({})", kit.year);
    }
    text.push('\n');
    if !kit.licence.is_empty() {
        let _ = writeln!(text, "Licence: {}", kit.licence);
    }
    for credit in &kit.guide.credits {
        let _ = writeln!(text, "{credit}");
    }
    let _ = write!(
        text,
        "\nA kit of paperkeep: `paperkeep build {}.zip` prints it.\n\nSHA-256 of each file:\n",
        kit.id
    );
    for (path, bytes) in files {
        let _ = writeln!(text, "{}  {path}", hex(bytes));
    }
    text
}

pub(super) fn hex(bytes: &[u8]) -> String {
    let mut hex = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
