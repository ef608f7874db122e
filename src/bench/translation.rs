//! A kit's other languages under somebody's hands: the texts of one, each with where it appears, and what is said for it.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use toml_edit::{Array, DocumentMut, Item, Value as TomlValue};

use super::catalogue::{self, OWN};
use super::pictured;
use super::told::Refused;
use crate::face::template::Marks;
use crate::face::{Fonts, shipped_icon};
use crate::kit::edit::{MANIFEST, document, lines_at};
use crate::kit::language::catalogue::{Catalogue, Message, with, write};
use crate::kit::language::{catalogue_name, is_language};
use crate::kit::{Deck, Files, Kit, Problem, Row};

/// The texts to translate into a language, as a page shows them.
pub fn shown(kit: &Kit, code: &str, messages: &[Message]) -> Value {
    let places = Places::of(kit);
    let in_columns = kit.columns.get(code);
    let texts = messages.iter().map(|message| {
        let column = in_columns.and_then(|said| said.get(&message.text));
        json!({
            "text": message.text,
            "said": column.unwrap_or(&message.translation),
            "fixed": column.is_some(),
            "key": message.places.first(),
            "where": places.place(message),
        })
    });
    json!({ "texts": texts.collect::<Vec<_>>() })
}

/// Where the texts of a kit appear.
struct Places<'k> {
    kit: &'k Kit,
    /// The rows of each file by their first and last lines.
    rows: BTreeMap<String, Vec<(usize, usize, &'k Deck, &'k Row)>>,
}

impl<'k> Places<'k> {
    fn of(kit: &'k Kit) -> Places<'k> {
        let mut rows: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for deck in &kit.decks {
            for row in &deck.rows {
                let (place, extent) = (row.place(), row.extent());
                let ends = [extent.start, extent.end.saturating_sub(1).max(extent.start)];
                if let [first, last] = lines_at(&place.text, ends.into_iter())[..] {
                    let file = rows.entry(place.file.to_string()).or_default();
                    file.push((first, last, deck, row));
                }
            }
        }
        Places { kit, rows }
    }

    fn place(&self, message: &Message) -> Value {
        let Some(place) = message.places.first() else {
            return json!({ "kind": "manifest" });
        };
        let (path, line) = place.rsplit_once(':').unwrap_or((place, ""));
        let name = path.rsplit('/').next().unwrap_or(path);
        match name {
            OWN => json!({ "kind": "program" }),
            "kit.toml" => self.titled(&message.text),
            "play.toml" => json!({ "kind": "table" }),
            "guide.toml" => json!({ "kind": "guide" }),
            "rules.toml" => json!({ "kind": "rules" }),
            "lesson.toml" => json!({ "kind": "lesson" }),
            _ if path.ends_with(".svg") => self.drawn(path),
            _ => self.rowed(path, line, &message.text),
        }
    }

    /// A title in the manifest.
    fn titled(&self, text: &str) -> Value {
        if text == self.kit.title {
            return json!({ "kind": "title" });
        }
        if text == self.kit.subtitle {
            return json!({ "kind": "subtitle" });
        }
        match self.kit.decks.iter().find(|deck| deck.title == text) {
            Some(deck) => deck_place("deck", deck, deck.rows.first()),
            None => json!({ "kind": "manifest" }),
        }
    }

    /// Words that are drawn on all pieces of a deck.
    fn drawn(&self, path: &str) -> Value {
        let is_back = |deck: &Deck| deck.back.as_deref() == Some(path);
        let mut decks = self.kit.decks.iter();
        let Some(deck) = decks.find(|deck| deck.front == path || is_back(deck)) else {
            return json!({ "kind": "drawing" });
        };
        let mut place = deck_place("face", deck, deck.rows.first());
        place["back"] = (deck.front != path).into();
        place
    }

    /// A field of a row.
    fn rowed(&self, path: &str, line: &str, text: &str) -> Value {
        let file = self.kit.files.name(path);
        let line: Option<usize> = line.parse().ok();
        let rows = self.rows.get(&file).into_iter().flatten();
        let mut on = rows
            .filter(|(first, last, ..)| line.is_some_and(|line| (*first..=*last).contains(&line)));
        let Some((_, _, deck, row)) = on.next() else {
            return json!({ "kind": "manifest" });
        };
        let mut place = deck_place("row", deck, Some(row));
        let fields = row.fields();
        let field = fields
            .iter()
            .find(|(_, value)| value.as_str() == Some(text));
        place["field"] = field.map(|(name, _)| name.as_str()).into();
        place
    }
}

fn deck_place(kind: &str, deck: &Deck, row: Option<&Row>) -> Value {
    json!({
        "kind": kind,
        "deck": deck.name,
        "title": deck.title,
        "code": row.map(Row::code),
    })
}

/// The files that begin a language: its catalogue, and the manifest that names it.
///
/// # Errors
///
/// It is not a language, or is there already, or the kit cannot be read.
pub fn begun(kit: &Kit, code: &str) -> Result<Vec<(String, Vec<u8>)>, Refused> {
    demand_language(code)?;
    if kit.languages.iter().any(|known| known == code) {
        return Err(format!("“{}” already has this language", kit.title).into());
    }
    let (messages, _) =
        catalogue::translations(kit, catalogue::texts(kit, Marks::Everything)?, code)?;
    let files = kit.files.original();
    let po = catalogue_name(code);
    let text = if files.has(&po) {
        files.read(&po)?
    } else {
        write(&messages, &kit.title, code)
    };
    let manifest = with_language(document(files, MANIFEST)?, code)?;
    Ok(vec![
        (po, text.into_bytes()),
        (MANIFEST.to_owned(), manifest.into_bytes()),
    ])
}

/// The manifest with one more language.
fn with_language(mut manifest: DocumentMut, code: &str) -> Result<String, String> {
    let none = || Item::Value(TomlValue::Array(Array::new()));
    let languages = manifest.entry("languages").or_insert_with(none);
    let languages = languages.as_array_mut();
    let languages = languages.ok_or("`languages` in `kit.toml` is no list")?;
    languages.push(code);
    Ok(manifest.to_string())
}

/// Refuses what is not a language's code.
///
/// # Errors
///
/// It is none.
pub fn demand_language(code: &str) -> Result<(), String> {
    if is_language(code) {
        Ok(())
    } else {
        Err(format!(
            "`{code}` is not a language code: use one such as de, es or pt-BR"
        ))
    }
}

/// An icon that a text has and its translation does not.
fn dropped_icon<'m>(files: &Files, message: &'m Message) -> Option<&'m str> {
    let own = pictured::icons(files);
    let is_icon = |name: &&str| shipped_icon(name).is_some() || own.iter().any(|own| own == name);
    let mut wanted = icons_in(&message.text).into_iter().filter(is_icon);
    let said = icons_in(&message.translation);
    wanted.find(|name| !message.translation.is_empty() && !said.contains(name))
}

/// The names between colons: "sun" of "Play :sun:".
fn icons_in(words: &str) -> Vec<&str> {
    let is_name = |part: &&str| {
        let is_letter = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
        !part.is_empty() && part.chars().all(is_letter)
    };
    let parts: Vec<&str> = words.split(':').collect();
    let inner = parts.get(1..parts.len() - 1).unwrap_or_default();
    inner.iter().copied().filter(is_name).collect()
}

/// Languages that a page offers, each with letters by which it is seen whether a font has those of it.
const LETTERS: &[(&str, &str)] = &[
    ("ar", "ابتهي"),
    ("bg", "жщъюя"),
    ("bn", "অকা"),
    ("bs", "čćđšž"),
    ("ca", "àçèïŀ"),
    ("cs", "čěřšůž"),
    ("cy", "ŵŷâ"),
    ("da", "æøå"),
    ("de", "äöüß"),
    ("el", "αβγδω"),
    ("en", "az"),
    ("eo", "ĉĝĥŭ"),
    ("es", "áñ¿"),
    ("et", "äõöü"),
    ("eu", "ñz"),
    ("fa", "پچگی"),
    ("fi", "äöå"),
    ("fr", "àçéœ"),
    ("ga", "áéíóú"),
    ("gl", "ñáé"),
    ("he", "אבגדת"),
    ("hi", "अका"),
    ("hr", "čćđšž"),
    ("hu", "áőű"),
    ("hy", "աբգ"),
    ("id", "az"),
    ("is", "ðþæ"),
    ("it", "àèò"),
    ("ja", "あア日"),
    ("ka", "აბგ"),
    ("ko", "가나한"),
    ("la", "az"),
    ("lt", "ąčęėįšųūž"),
    ("lv", "āčēģķļņšū"),
    ("mk", "ѓќљњџ"),
    ("ms", "az"),
    ("nb", "æøå"),
    ("nl", "ëï"),
    ("pl", "ąćęłńśźż"),
    ("pt", "ãçõ"),
    ("pt-BR", "ãçõ"),
    ("ro", "ăâîșț"),
    ("ru", "абвыэя"),
    ("sk", "ľĺŕťžô"),
    ("sl", "čšž"),
    ("sq", "ëç"),
    ("sr", "ђјљњћџ"),
    ("sv", "åäö"),
    ("sw", "az"),
    ("ta", "அகா"),
    ("th", "กขา"),
    ("tr", "ğışç"),
    ("uk", "ґєії"),
    ("ur", "ٹڈڑے"),
    ("vi", "ạấđơư"),
    ("zh-Hans", "的国语"),
    ("zh-Hant", "的國語"),
];

/// The languages that are offered and whose letters the kit's fonts have, and the others.
pub fn speakable(kit: &Kit) -> Value {
    let fonts = Fonts::of(kit);
    let has = |letters: &str| letters.chars().all(|letter| fonts.has(letter));
    let (known, unknown): (Vec<_>, Vec<_>) = LETTERS.iter().partition(|(_, letters)| has(letters));
    let codes = |some: Vec<&(&'static str, &str)>| -> Vec<&str> {
        some.into_iter().map(|(code, _)| *code).collect()
    };
    json!({ "can": codes(known), "cannot": codes(unknown) })
}

/// The catalogue with what is said for a text from now on.
///
/// # Errors
///
/// The text is none, the language is none, or the translation lacks what the text has to be filled in, or has something else.
pub fn said(files: &Files, code: &str, message: &Message) -> Result<String, String> {
    demand_language(code)?;
    // What stands for no text in a catalogue is its header.
    if message.text.is_empty() {
        return Err("there is no text to translate".to_owned());
    }
    if let Some(icon) = dropped_icon(files, message) {
        return Err(format!(
            "the translation of \"{}\" lacks :{icon}: : write it where the icon is to be",
            message.text
        ));
    }
    let name = catalogue_name(code);
    let before = if files.has(&name) {
        files.read(&name)?
    } else {
        write(&[], "", code)
    };
    let after = with(&before, message);
    let (_, was) = Catalogue::read(&before, &name);
    let (_, found) = Catalogue::read(&after, &name);
    // Lines move, so problems are known by what they say.
    let is_new = |problem: &&Problem| {
        let is_it =
            |known: &Problem| (&known.message, &known.help) == (&problem.message, &problem.help);
        !was.0.iter().any(is_it)
    };
    match found.0.iter().find(is_new) {
        Some(problem) => {
            let help = problem.help.as_deref();
            let help = help.map_or(String::new(), |help| format!(": {help}"));
            Err(format!("{}{help}", problem.message))
        }
        None => Ok(after),
    }
}
