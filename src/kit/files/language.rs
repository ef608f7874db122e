//! A kit in another language than its own.
//!
//! Each text is taken from the first of these that has it:
//!
//! 1. a file with the language before its ending: `guide.de.toml` instead of `guide.toml`, `faces/box.de.svg`;
//! 2. a key or column with the language behind its name: `name:de` instead of `name`;
//! 3. the kit's catalogue `de.po`, see [`catalogue`];
//! 4. the program's own catalogue, for the texts that the program prints;
//! 5. the original.

pub mod catalogue;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Display;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

pub use catalogue::{Catalogue, Message};

use super::Files;
use crate::kit::apart;
use crate::kit::{Problems, SourceSpan};

/// What a catalogue of the program's says, where the program has it with it.
#[cfg(not(target_family = "wasm"))]
macro_rules! text {
    ($code:literal) => {
        Some(include_str!(concat!("language/", $code, ".po")))
    };
}

#[cfg(target_family = "wasm")]
macro_rules! text {
    ($code:literal) => {
        None
    };
}

/// The texts of the press and the referee, by language.
static OWN: [(&str, LazyLock<Catalogue>); 2] = [
    ("de", LazyLock::new(|| read_own("de", text!("de")))),
    ("es", LazyLock::new(|| read_own("es", text!("es")))),
];

/// A catalogue of the program's; a browser fetches it once somebody asks for its language.
fn read_own(code: &str, text: Option<&str>) -> Catalogue {
    let fetched = || {
        let bytes = apart::fetched(&format!("paperkeep/{code}.po"))?;
        String::from_utf8(bytes).ok()
    };
    let text = text.map(str::to_owned).or_else(fetched).unwrap_or_default();
    Catalogue::read(&text, code).0
}

/// The longest code of a language: "zh-Hant".
const LONGEST: usize = 10;

/// Whether this is the code of a language: "de", "pt-BR", "zh-Hant", "es-419". Browsers and readers of PDF know no others.
pub fn is_language(code: &str) -> bool {
    let (language, more) = code.split_once('-').unwrap_or((code, "XX"));
    let is_all = |test: fn(&u8) -> bool| more.bytes().all(|letter| test(&letter));
    let is_known = match more.len() {
        2 => is_all(u8::is_ascii_alphabetic),
        3 => is_all(u8::is_ascii_digit),
        4 => is_all(u8::is_ascii_alphabetic) || is_all(u8::is_ascii_digit),
        5.. => is_all(u8::is_ascii_alphanumeric),
        _ => false,
    };
    (2..=3).contains(&language.len())
        && code.len() <= LONGEST
        && language.bytes().all(|letter| letter.is_ascii_lowercase())
        && is_known
}

/// The endings of files that rows name.
const FILES: [&str; 7] = [".png", ".jpg", ".jpeg", ".webp", ".svg", ".ttf", ".otf"];

/// Whether a text needs a translator: it contains a word, which in some scripts is a single character.
pub fn is_worded(text: &str) -> bool {
    let pairs = text.chars().zip(text.chars().skip(1).chain([' ']));
    pairs
        .into_iter()
        .any(|(one, two)| one.is_alphabetic() && (two.is_alphabetic() || !one.is_ascii()))
}

/// Whether a text names a picture or a font, or is an address: nobody translates these.
fn is_file(text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_named = FILES.iter().any(|ending| lower.ends_with(ending));
    let is_address = lower.starts_with("https://") || lower.starts_with("http://");
    is_named || is_address && !text.contains(char::is_whitespace)
}

/// The version of a file in a language: `faces/box.de.svg`.
fn localized(path: &str, code: &str) -> Option<String> {
    let (stem, ending) = path.rsplit_once('.')?;
    Some(format!("{stem}.{code}.{ending}"))
}

/// The name of a kit's catalogue.
pub fn catalogue_name(code: &str) -> String {
    format!("{code}.po")
}

/// A kit's files, and its texts in one language.
#[derive(Debug)]
pub struct Language {
    /// "de"; empty for a [`collector`](Language::collector).
    pub code: String,
    /// Whether the kit is written in it, so that only the program's own texts are put into it.
    is_native: bool,
    files: Files,
    catalogue: Catalogue,
    /// Texts that were requested and are not translated, in the order of their first request.
    untranslated: Mutex<Untranslated>,
    /// The source of all drawings.
    art: OnceLock<String>,
}

/// The contents of columns such as `name:de`: by language, each text in the column `name` with its translation.
pub type Columns = BTreeMap<String, HashMap<String, String>>;

#[derive(Debug, Default)]
struct Untranslated {
    messages: Vec<Message>,
    known: HashMap<String, usize>,
    /// Texts that are already in the language, without the catalogue.
    said: HashSet<String>,
}

impl Language {
    /// A language of the kit with these files, and the problems of its catalogue.
    pub fn open(files: Files, code: &str) -> (Language, Problems) {
        let (catalogue, problems) = Catalogue::open(&files, code);
        (Language::of(files, code, catalogue), problems)
    }

    /// The language that the kit with these files is written in, if the program speaks it and English is not it.
    pub(in crate::kit) fn native(files: &Files, code: &str) -> Option<Language> {
        is_supported(code).then(|| Language {
            is_native: true,
            ..Language::of(files.clone(), code, Catalogue::default())
        })
    }

    fn of(files: Files, code: &str, catalogue: Catalogue) -> Language {
        Language {
            code: code.to_owned(),
            is_native: false,
            files,
            catalogue,
            untranslated: Mutex::default(),
            art: OnceLock::new(),
        }
    }

    /// No language, to collect texts: every text stays as it is, and is [`untranslated`](Self::untranslated).
    pub fn collector(files: Files) -> Language {
        Language::of(files, "", Catalogue::default())
    }

    /// Whether the kit is written in it.
    pub fn is_native(&self) -> bool {
        self.is_native
    }

    /// The kit's own files.
    pub(super) fn files(&self) -> &Files {
        &self.files
    }

    /// The path of the file to read: its version in the language, or itself.
    pub(super) fn path<'p>(&self, path: &'p str) -> Cow<'p, str> {
        match self.own_file(path) {
            Some(own) => own.into(),
            None => path.into(),
        }
    }

    /// The version of this file in the language, if there is one.
    pub(crate) fn own_file(&self, path: &str) -> Option<String> {
        let is_other = !self.is_native && !self.code.is_empty();
        localized(path, &self.code).filter(|own| is_other && self.files.has(own))
    }

    /// A text of the kit in this language; without a translation, it stays as it is. `place` says where it is.
    pub fn translated<'t>(&self, text: &'t str, place: impl FnOnce() -> String) -> Cow<'t, str> {
        if let Some(translation) = self.known(text) {
            return translation.to_owned().into();
        }
        if is_worded(text) && !is_file(text) {
            self.note(text, place());
        }
        text.into()
    }

    /// A text on a face. Without a translation, it is recorded only if it occurs literally in a drawing; other texts are composed
    /// from rows.
    pub fn on_face<'t>(&self, text: &'t str, place: impl FnOnce() -> String) -> Cow<'t, str> {
        match self.known(text) {
            Some(translation) => translation.to_owned().into(),
            None if self.art().contains(text) => self.translated(text, place),
            None => text.into(),
        }
    }

    fn art(&self) -> &str {
        self.art.get_or_init(|| {
            let drawings = self
                .files
                .paths()
                .into_iter()
                .filter(|path| path.ends_with(".svg"));
            drawings
                .filter_map(|path| self.files.read(&path).ok())
                .collect::<Vec<String>>()
                .concat()
        })
    }

    /// The translation of a text, if there is one.
    pub fn known(&self, text: &str) -> Option<&str> {
        self.catalogue
            .get(text)
            .or_else(|| own(&self.code)?.get(text))
    }

    /// The text of which this is the translation.
    pub fn original(&self, translation: &str) -> Option<&str> {
        self.catalogue.original(translation)
    }

    /// The place of a translation in the catalogue; see [`Catalogue::place`].
    pub fn place(&self, words: &str, source: &str) -> Option<SourceSpan> {
        self.catalogue.place(words, source)
    }

    /// The program's own texts, each with its translation.
    pub fn own_words(&self) -> BTreeMap<&'static str, &str> {
        own_texts()
            .filter_map(|text| Some((text, self.known(text)?)))
            .collect()
    }

    fn note(&self, text: &str, place: String) {
        // A text that is itself a translation needs none.
        if self.catalogue.original(text).is_some()
            || own(&self.code).is_some_and(|own| own.original(text).is_some())
        {
            return;
        }
        let mut untranslated = self
            .untranslated
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let Untranslated {
            messages,
            known,
            said,
        } = &mut *untranslated;
        if said.contains(text) {
            return;
        }
        let index = *known.entry(text.to_owned()).or_insert_with(|| {
            messages.push(Message {
                text: text.to_owned(),
                ..Message::default()
            });
            messages.len() - 1
        });
        let places = &mut messages[index].places;
        if !places.contains(&place) && places.len() < catalogue::MAX_PLACES {
            places.push(place);
        }
    }

    /// Records that a text needs no translation: it is already in the language, or is a name.
    pub fn needs_no_translation(&self, text: &str) {
        self.untranslated
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .said
            .insert(text.to_owned());
    }

    /// The texts requested so far that have no translation.
    pub fn untranslated(&self) -> Vec<Message> {
        self.untranslated
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .messages
            .clone()
    }
}

/// The program's own catalogue in a language; that of "de" does for "de-AT".
fn own(code: &str) -> Option<&'static Catalogue> {
    own_place(code).map(|at| &*OWN[at].1)
}

/// Where it is among them.
fn own_place(code: &str) -> Option<usize> {
    let (language, _) = code.split_once('-').unwrap_or((code, ""));
    OWN.iter().position(|(known, _)| *known == language)
}

/// The program's own texts, which a kit may translate into a language that the program does not have.
pub fn own_texts() -> impl Iterator<Item = &'static str> {
    let (_, catalogue) = &OWN[0];
    catalogue.texts()
}

/// Whether the program's own texts are available in a language.
pub fn is_supported(code: &str) -> bool {
    own_place(code).is_some()
}

impl Files {
    /// The same files in a language.
    pub fn in_language(language: Language) -> Files {
        Files::Translated(Arc::new(language))
    }

    /// These files in the language in which others are read.
    pub fn like(self, others: &Files) -> Files {
        match others.language() {
            Some(language) => Files::in_language(Language::open(self, &language.code).0),
            None => self,
        }
    }

    /// The same files in the kit's own language.
    pub fn original(&self) -> &Files {
        self.language().map_or(self, |language| &language.files)
    }

    /// The language of the program's own texts, if it is not English.
    pub fn language(&self) -> Option<&Arc<Language>> {
        match self {
            Files::Translated(language) => Some(language),
            _ => None,
        }
    }

    /// The language into which they are translated, if they are not read as they are written.
    pub fn translation(&self) -> Option<&Arc<Language>> {
        self.language().filter(|language| !language.is_native)
    }

    /// A number with the decimal separator of the kit's language.
    pub fn decimal(&self, number: impl Display) -> String {
        decimal(self.language(), number)
    }

    /// A text of the program itself, in the kit's language; see [`say`].
    pub fn say(&self, text: &str, with: &[(&str, &dyn Display)]) -> String {
        say(self.language(), text, with)
    }
}

/// A number with the language's decimal separator: "14,2".
pub fn decimal(language: Option<&Arc<Language>>, number: impl Display) -> String {
    let number = number.to_string();
    match number.split_once('.') {
        Some((whole, rest)) => say(
            language,
            "{whole}.{rest}",
            &[("whole", &whole), ("rest", &rest)],
        ),
        None => number,
    }
}

/// A text of the program itself, in a language or else in English; `{name}` in it is replaced.
pub fn say(language: Option<&Arc<Language>>, text: &str, with: &[(&str, &dyn Display)]) -> String {
    let said = match language {
        Some(language) => language.translated(text, || "paperkeep".to_owned()),
        None => text.into(),
    };
    let is_spanish = language.is_some_and(|language| language.code.starts_with("es"));
    with.iter()
        .fold(said.into_owned(), |mut said, (name, value)| {
            let (gap, value) = (format!("{{{name}}}"), value.to_string());
            for word in ["y", "o"].into_iter().filter(|_| is_spanish) {
                let before = before(word, &value);
                said = said.replace(&format!(" {word} {gap}"), &format!(" {before} {gap}"));
            }
            said.replace(&gap, &value)
        })
}

/// The Spanish words for "and" and "or" before a word that begins with their sound: "Ana e Inés", "siete u ocho". Others stay as they are.
pub fn before<'w>(word: &'w str, next: &str) -> &'w str {
    let next = next.to_lowercase();
    let sound = next.strip_prefix('h').unwrap_or(&next);
    let begins = |sounds: [&str; 2]| sounds.iter().any(|start| sound.starts_with(start));
    // "Hielo" and "yate" begin with another sound.
    let is_glide = ["ie", "ia", "io"]
        .iter()
        .any(|start| sound.starts_with(start));
    match word {
        "y" if begins(["i", "í"]) && !is_glide => "e",
        "o" if begins(["o", "ó"]) => "u",
        word => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_no_words() {
        assert!(is_file("art/Owl.PNG") && is_file("https://example.org/owl"));
        assert!(!is_file("Owls fly.") && !is_file("See https://example.org"));
    }

    #[test]
    fn spanish_words_do_not_run_into_the_next() {
        assert_eq!(
            ["Inés", "hijo", "Ana", "hielo"].map(|next| before("y", next)),
            ["e", "e", "y", "y"]
        );
        assert_eq!(
            ["ocho", "hoja", "siete"].map(|next| before("o", next)),
            ["u", "u", "o"]
        );
        assert_eq!(before("and", "Inés"), "and");
    }

    #[test]
    fn codes_of_languages_are_those_that_browsers_know() {
        for code in ["de", "pt-BR", "zh-Hant", "es-419", "yue", "de-1996"] {
            assert!(is_language(code), "{code}");
        }
        for code in [
            "de-1", "de-", "d", "de-x1", "DE", "de-12", "de_AT", "de-ab-cd", "../x",
        ] {
            assert!(!is_language(code), "{code}");
        }
    }
}
