//! All languages of a kit at once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::language::Columns;
use super::{Files, Kit, Language};

/// All languages of a kit at once, for faces that show two.
#[derive(Debug)]
pub struct Languages {
    files: Files,
    /// The language that the kit is read in, and all of them, its own first.
    read_in: String,
    languages: Vec<String>,
    columns: Columns,
    read: Mutex<HashMap<String, Language>>,
}

impl Languages {
    pub fn of(kit: &Kit) -> Languages {
        Languages {
            files: kit.files.original().clone(),
            read_in: kit.language.clone(),
            languages: kit.languages.clone(),
            columns: kit.columns.clone(),
            read: Mutex::default(),
        }
    }

    /// A text in one of the languages, whichever it is in now.
    ///
    /// # Errors
    ///
    /// The kit does not have the language.
    pub fn in_language(&self, text: &str, code: &str) -> Result<String, String> {
        let Some(own) = self
            .languages
            .first()
            .filter(|_| self.languages.iter().any(|known| known == code))
        else {
            return Err(format!(
                "the kit has no language `{code}`: it has {}",
                self.languages.join(", ")
            ));
        };
        let of_column = self.columns.get(&self.read_in).and_then(|said| {
            let mut pairs = said.iter().filter(|(_, translation)| *translation == text);
            pairs.next().map(|(original, _)| original.clone())
        });
        let original = of_column
            .or_else(|| self.look_up(&self.read_in, |language| language.original(text)))
            .unwrap_or_else(|| text.to_owned());
        if code == own {
            return Ok(original);
        }
        let said = self
            .columns
            .get(code)
            .and_then(|said| said.get(&original).cloned());
        let said = said.or_else(|| self.look_up(code, |language| language.known(&original)));
        Ok(said.unwrap_or(original))
    }

    fn look_up(&self, code: &str, find: impl Fn(&Language) -> Option<&str>) -> Option<String> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let language = read
            .entry(code.to_owned())
            .or_insert_with(|| Language::open(self.files.clone(), code).0);
        find(language).map(str::to_owned)
    }
}
