//! Where printer profiles are kept: `--profile NAME`, `--profile FILE`, `--profile FILE:NAME`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::{Error, config};
use crate::kit::Size;
use crate::kit::files::whole_text;
use crate::kit::limits::LARGEST;
use crate::press::printer::{InkSetting, Profile, Profiles};
use crate::press::write::output::Output;

/// The name of a printer that nobody named.
const UNNAMED: &str = "printer";

/// A printer in a file.
#[derive(Clone, Debug)]
pub struct Printer {
    file: PathBuf,
    name: Option<String>,
}

impl FromStr for Printer {
    type Err = String;

    fn from_str(text: &str) -> Result<Printer, String> {
        let (file, name) = match text.rsplit_once(".toml") {
            Some((stem, "")) => (PathBuf::from(format!("{stem}.toml")), None),
            Some((stem, rest)) if rest.starts_with(':') => {
                (PathBuf::from(format!("{stem}.toml")), Some(&rest[1..]))
            }
            _ => (usual_file()?, Some(text)),
        };
        match name {
            Some(name) if name.is_empty() || name.contains(['/', '\\', '\n']) => {
                Err("not a printer: a NAME, a FILE.toml, or FILE.toml:NAME".to_owned())
            }
            name => Ok(Printer {
                file,
                name: name.map(str::to_owned),
            }),
        }
    }
}

/// `paperkeep/printer.toml` in the user's folder for configuration.
fn usual_file() -> Result<PathBuf, String> {
    let none = "the system names no configuration folder; give a file: --profile FILE.toml";
    Ok(config::folder().ok_or(none)?.join("printer.toml"))
}

impl Printer {
    /// The default printer.
    pub fn usual() -> Result<Printer, Error> {
        Ok(Printer {
            file: usual_file()?,
            name: None,
        })
    }

    pub fn file(&self) -> &Path {
        &self.file
    }

    fn read(&self) -> Result<Option<Profiles>, Error> {
        match whole_text(&self.file, LARGEST) {
            Ok(text) => Ok(Some(
                Profiles::parse(&self.file, &text).map_err(|problem| Error::Kit(problem.into()))?,
            )),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::Other(format!(
                "cannot read {}: {error}",
                self.file.display()
            ))),
        }
    }

    /// Its name and profile. For a file with only one printer, the name can be left out.
    pub fn load(&self) -> Result<(String, Profile), Error> {
        let file = self.file.display();
        let Some(profiles) = self.read()? else {
            let how = "print and measure a calibration sheet first: paperkeep calibrate";
            return Err(Error::Other(format!("there is no {file}; {how}")));
        };
        let known: Vec<&str> = profiles.printer.keys().map(String::as_str).collect();
        let name = match (&self.name, known.as_slice()) {
            (Some(name), _) => name.as_str(),
            (None, [only]) => only,
            (None, _) => UNNAMED,
        };
        match profiles.printer.get(name) {
            Some(profile) => Ok((name.to_owned(), *profile)),
            None => Err(Error::Other(format!(
                "{file} has no printer `{name}`; it has: {}",
                known.join(", ")
            ))),
        }
    }

    /// Keeps how it distorts pages, and returns its name.
    pub fn keep(&self, measured: Profile) -> Result<String, Error> {
        self.change(|known| match known {
            Some(known) => Profile {
                tone: known.tone,
                ink: known.ink,
                ..measured
            },
            None => measured,
        })
    }

    /// Keeps how colours look best on it, and returns its name.
    pub fn keep_ink(&self, paper: Size, setting: &InkSetting) -> Result<String, Error> {
        self.change(|known| setting.in_profile(known.unwrap_or_else(|| Profile::exact(paper))))
    }

    /// Adds it to its file or replaces it there.
    fn change(&self, change: impl FnOnce(Option<Profile>) -> Profile) -> Result<String, Error> {
        let mut profiles = self.read()?.unwrap_or_else(Profiles::new);
        let name = self.name.clone().unwrap_or_else(|| UNNAMED.to_owned());
        let known = profiles.printer.get(&name).copied();
        profiles.printer.insert(name.clone(), change(known));
        let output = Output::new();
        output.add(self.file.clone(), profiles.to_string())?;
        output.write()?;
        Ok(name)
    }
}
