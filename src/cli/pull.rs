//! `paperkeep pull`: the published sheets that a kit names, fetched when asked for and kept beside it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::Error;
use super::pack::hex;
use super::stdio::say;
use crate::kit::Files;
use crate::kit::files::{is_inside, is_table};
use crate::kit::limits::LARGEST;
use crate::kit::outside::{self, Named};
use crate::press::write::output::{Output, WriteError};

/// In the kit's folder, what was fetched, from where and when.
const RECORD: &str = "pulled.toml";

/// The longest that a server may take.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Fetch the published sheets that a kit names, and keep them beside it
///
/// In kit.toml, `rows = { file = "cards.csv", from = "https://..." }` names the address of a sheet that is published as CSV. It is
/// fetched only by this command; pulled.toml tells when, and the digest of what came.
#[derive(clap::Args)]
pub struct Args {
    /// The kit's folder
    #[arg(default_value = ".")]
    kit: PathBuf,
    /// Replace tables that were changed here since they were fetched
    #[arg(long)]
    force: bool,
}

/// `pulled.toml`: by file, what was fetched.
#[derive(Default, Deserialize, Serialize)]
#[serde(transparent)]
struct Record(BTreeMap<String, Pulled>);

#[derive(Clone, Deserialize, Serialize)]
struct Pulled {
    from: String,
    /// In Coordinated Universal Time.
    date: String,
    sha256: String,
}

pub fn run(args: Args) -> Result<(), Error> {
    let files = Files::Folder(args.kit.clone());
    if published(&files).map_err(Error::Other)?.is_empty() {
        let message = format!(
            "{} names no address: rows = {{ file = \"cards.csv\", from = \"https://...\" }}",
            files.name("kit.toml")
        );
        return Err(Error::Other(message));
    }
    fetch_all(&args.kit, args.force, |told| say!("{told}")).map_err(Error::Other)
}

/// The published sheets that a kit names.
pub(super) fn published(files: &Files) -> Result<Vec<Named>, String> {
    let mut named = outside::named(files)?;
    named.retain(|named| named.from.is_some());
    Ok(named)
}

/// Fetches all published sheets that the kit in a folder names, and tells of each what became of it. Tables that were changed
/// here since they were fetched are only replaced by force.
pub(super) fn fetch_all(
    folder: &Path,
    force: bool,
    mut tell: impl FnMut(String),
) -> Result<(), String> {
    let files = Files::Folder(folder.to_owned());
    let mut record: Record = files
        .read(RECORD)
        .ok()
        .and_then(|text| toml::from_str(&text).ok())
        .unwrap_or_default();
    for named in published(&files)? {
        let told = pull(folder, force, &named, &mut record)?;
        tell(format!("{}: {told}", files.name(&named.file)));
    }
    Ok(())
}

/// Fetches one table, and says what became of it.
fn pull(folder: &Path, force: bool, named: &Named, record: &mut Record) -> Result<String, String> {
    let files = Files::Folder(folder.to_owned());
    let Named { file, from } = named;
    let from = from.as_deref().unwrap_or_default();
    let refused = |why: String| format!("{}: {why}", files.name(file));
    if !is_table(file) || !is_inside(file) {
        return Err(refused(
            "a fetched table is kept in the kit's folder, as .csv or .xlsx".into(),
        ));
    }
    let here = files.bytes(file).ok();
    let known = record.0.get(file).cloned();
    let is_changed = |bytes: &Vec<u8>| {
        known
            .as_ref()
            .is_none_or(|known| known.sha256 != hex(bytes))
    };
    if !force && here.as_ref().is_some_and(is_changed) {
        let message = "it was changed here since it was fetched, and was not replaced; `paperkeep pull --force` replaces it";
        return Err(refused(message.into()));
    }
    let bytes = fetch(&address(from), LARGEST).map_err(|why| refused(format!("{from}: {why}")))?;
    if let Some(why) = not_a_table(file, &bytes) {
        return Err(refused(format!("{from}: {why}")));
    }
    let sha256 = hex(&bytes);
    let since = known.filter(|known| known.sha256 == sha256 && here.is_some());
    let told = match &since {
        Some(known) => format!("unchanged since {}", known.date),
        None => format!("{} bytes, SHA-256 {}", bytes.len(), &sha256[..12]),
    };
    let pulled = Pulled {
        from: from.to_owned(),
        date: since.map_or_else(now, |known| known.date),
        sha256,
    };
    record.0.insert(file.clone(), pulled);
    let mut kept = "# What `paperkeep pull` fetched, when, and its digest.\n".to_owned();
    kept += &toml::to_string(&*record).map_err(|error| error.to_string())?;
    let output = Output::new();
    let write = || {
        output.add(folder.join(file), bytes)?;
        output.add(folder.join(RECORD), kept)?;
        output.write()
    };
    write().map_err(|error: WriteError| error.to_string())?;
    Ok(told)
}

/// The address of a sheet as CSV, where somebody copied that of the page that shows it.
fn address(from: &str) -> String {
    let sheet = from
        .strip_prefix("https://docs.google.com/spreadsheets/d/")
        .and_then(|rest| rest.split_once("/edit"));
    match sheet {
        Some((id, rest)) => {
            let tab = rest
                .split(['#', '?', '&'])
                .find(|part| part.starts_with("gid="));
            let tab = tab.map_or(String::new(), |tab| format!("&{tab}"));
            format!("https://docs.google.com/spreadsheets/d/{id}/export?format=csv{tab}")
        }
        None => from.to_owned(),
    }
}

/// Why what was fetched is not a table.
fn not_a_table(file: &str, bytes: &[u8]) -> Option<String> {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(512)]).to_lowercase();
    let start = start.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with("<!doctype") || start.starts_with("<html") {
        return Some(
            "this is a web page and not a table: publish the sheet as CSV, and use that address"
                .into(),
        );
    }
    let is_book = [".xlsx", ".ods"]
        .iter()
        .any(|ending| file.to_ascii_lowercase().ends_with(ending));
    match bytes.starts_with(b"PK") {
        _ if bytes.is_empty() => Some("it is empty".into()),
        false if is_book => Some("it is not a workbook".into()),
        true if !is_book => Some("it is a workbook: name the file .xlsx or .ods".into()),
        _ => None,
    }
}

/// What a server sends for an address, up to this many bytes.
#[cfg(feature = "pull")]
pub(super) fn fetch(from: &str, largest: u64) -> Result<Vec<u8>, String> {
    if !from.starts_with("https://") && !from.starts_with("http://") {
        return Err("an address begins with https://".into());
    }
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(TIMEOUT))
        .max_redirects(5)
        .build();
    let agent = ureq::Agent::new_with_config(config);
    let mut answer = agent.get(from).call().map_err(|error| error.to_string())?;
    answer
        .body_mut()
        .with_config()
        .limit(largest)
        .read_to_vec()
        .map_err(|error| error.to_string())
}

#[cfg(not(feature = "pull"))]
pub(super) fn fetch(_: &str, _: u64) -> Result<Vec<u8>, String> {
    let _ = TIMEOUT;
    Err(
        "this program was built without `pull`: install it with `cargo install --features pull`"
            .into(),
    )
}

/// Now, as 2026-11-28T15:30Z.
fn now() -> String {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    date(since.as_secs())
}

/// A time in seconds since 1970 as a date, counted in years that begin in March.
fn date(seconds: u64) -> String {
    let days = seconds / 86_400;
    let rest = seconds % 86_400;
    let days = days + 719_468;
    let era = days / 146_097;
    let day = days % 146_097;
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = era * 400 + year + next;
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}Z",
        rest / 3_600,
        rest / 60 % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let cases = [
            (0, "1970-01-01T00:00Z"),
            (951_782_400, "2000-02-29T00:00Z"),
            (1_795_880_640, "2026-11-28T15:44Z"),
        ];
        for (seconds, shown) in cases {
            assert_eq!(date(seconds), shown);
        }
    }

    #[test]
    fn addresses_of_pages_become_those_of_csv() {
        let page = "https://docs.google.com/spreadsheets/d/1aBc/edit?usp=sharing#gid=7";
        let csv = "https://docs.google.com/spreadsheets/d/1aBc/export?format=csv&gid=7";
        assert_eq!(address(page), csv);
        assert_eq!(
            address("https://example.org/a.csv"),
            "https://example.org/a.csv"
        );
    }
}
