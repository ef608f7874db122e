//! Catalogues of translations, in the format of GNU gettext: `msgid` is a text as the kit has it, `msgstr` its translation. Every
//! program for translators reads and writes them.
//!
//! The format is read here because the crates for it panic on broken files, which may come from strangers, and give no line
//! numbers.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

use super::catalogue_name;
use crate::kit::{Files, Problem, Problems, SourceSpan};

/// The most places remembered for a text.
pub(super) const MAX_PLACES: usize = 3;

/// A text to translate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    pub text: String,
    pub translation: String,
    /// Its place: "tiles.toml:12".
    pub places: Vec<String>,
}

/// Translations by their texts.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    translations: HashMap<String, Translation>,
    originals: HashMap<String, String>,
    /// In the order of the file.
    texts: Vec<String>,
}

/// A translation, and its last line in the file.
#[derive(Clone, Debug)]
struct Translation {
    words: String,
    place: SourceSpan,
}

/// An entry being read: its parts, and the place of the last one.
#[derive(Default)]
struct Entry {
    text: Option<String>,
    translation: Option<String>,
    fuzzy: bool,
    span: Range<usize>,
}

/// The part that a line continues.
#[derive(Clone, Copy, PartialEq)]
enum EntryPart {
    None,
    Text,
    Translation,
    /// One that is ignored: a context or a plural.
    Other,
}

impl Catalogue {
    /// Opens a kit's catalogue in a language; it is empty if there is none.
    pub fn open(files: &Files, code: &str) -> (Catalogue, Problems) {
        let path = catalogue_name(code);
        if !files.has(&path) {
            return Default::default();
        }
        let name = files.name(&path);
        let unreadable = |problem: Problem| (Catalogue::default(), problem.into());
        let bytes = match files.bytes(&path) {
            Ok(bytes) => bytes,
            Err(why) => {
                return unreadable(Problem::new(
                    SourceSpan::file(name),
                    format!("cannot read `{path}`: {why}"),
                ));
            }
        };
        let place = match str::from_utf8(&bytes) {
            // Half of the bytes of UTF-16 are 0 in most languages.
            _ if bytes.contains(&0) => SourceSpan::file(name),
            Ok(text) => return Catalogue::read(text, &name),
            Err(error) => {
                let text = String::from_utf8_lossy(&bytes);
                let at = error.valid_up_to();
                SourceSpan {
                    file: name.into(),
                    text: text.into(),
                    span: at..at + '\u{fffd}'.len_utf8(),
                }
            }
        };
        unreadable(Problem::new(place, format!("`{path}` is not UTF-8")).help("save it as UTF-8"))
    }

    /// Reads a catalogue; `name` is the name of its file. Entries marked as uncertain (`fuzzy`) and empty ones count as missing.
    pub fn read(text: &str, name: &str) -> (Catalogue, Problems) {
        let whole = SourceSpan {
            file: name.into(),
            text: text.into(),
            span: 0..0,
        };
        let mut catalogue = Catalogue::default();
        let mut problems = Problems::default();
        let mut entry = Entry::default();
        let mut part = EntryPart::None;
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let span = start..start + line.trim_end().len();
            start += line.len();
            let line = line.trim().trim_start_matches('\u{feff}');
            let begins = |word: &str| {
                line.strip_prefix(word)
                    .filter(|rest| rest.starts_with([' ', '\t', '"']))
            };
            if (begins("msgid").is_some() || line.starts_with("#,")) && entry.text.is_some() {
                catalogue.take(std::mem::take(&mut entry), &whole, &mut problems);
            }
            let (next, quoted) = if let Some(rest) = begins("msgid") {
                (EntryPart::Text, rest)
            } else if let Some(rest) = begins("msgstr").or_else(|| begins("msgstr[0]")) {
                (EntryPart::Translation, rest)
            } else if line.starts_with("msg") {
                (
                    EntryPart::Other,
                    line.find('"').map_or("", |quote| &line[quote..]),
                )
            } else if line.starts_with('"') {
                (part, line)
            } else {
                // A comment belongs to the entry below it.
                entry.fuzzy |= line.starts_with("#,") && line.contains("fuzzy");
                if !line.is_empty() && !line.starts_with('#') {
                    problems.push(
                        Problem::new(whole.at(span), "this is not a line of a catalogue")
                            .label("expected msgid or msgstr"),
                    );
                }
                continue;
            };
            part = next;
            match unquoted(quoted.trim()) {
                Ok(words) => {
                    let of = match part {
                        EntryPart::Text => &mut entry.text,
                        EntryPart::Translation => &mut entry.translation,
                        EntryPart::Other => continue,
                        EntryPart::None => {
                            problems.push(Problem::new(
                                whole.at(span),
                                "these words do not belong to a msgid",
                            ));
                            continue;
                        }
                    };
                    of.get_or_insert_default().push_str(&words);
                    entry.span = span;
                }
                Err(why) => problems.push(Problem::new(whole.at(span), why)),
            }
        }
        catalogue.take(entry, &whole, &mut problems);
        (catalogue, problems)
    }

    /// Adds an entry, unless it is the header or incomplete.
    fn take(&mut self, entry: Entry, whole: &SourceSpan, problems: &mut Problems) {
        let (Some(text), Some(translation)) = (entry.text, entry.translation) else {
            return;
        };
        if text.is_empty() {
            return;
        }
        self.texts.push(text.clone());
        if translation.is_empty() || entry.fuzzy {
            return;
        }
        let [wanted, found] = [&text, &translation].map(|words| placeholders(words));
        if wanted != found {
            let list = |names: &[String]| {
                if names.is_empty() {
                    "none".to_owned()
                } else {
                    names.join(", ")
                }
            };
            let message = format!("the translation of \"{text}\" has different placeholders");
            let help = format!(
                "the text has {}, the translation {}",
                list(&wanted),
                list(&found)
            );
            problems.push(Problem::new(whole.at(entry.span), message).help(help));
            return;
        }
        if let Some(other) = self
            .translations
            .get(&text)
            .filter(|other| other.words != translation)
        {
            let line = other.place.line_column().0;
            let message = format!(
                "\"{text}\" has another translation in line {line}, \"{}\"",
                other.words
            );
            problems.push(
                Problem::new(whole.at(entry.span), message)
                    .help("keep one of them: `msgctxt` is not read"),
            );
            return;
        }
        self.originals.insert(translation.clone(), text.clone());
        self.translations.insert(
            text,
            Translation {
                words: translation,
                place: whole.at(entry.span),
            },
        );
    }

    pub fn get(&self, text: &str) -> Option<&str> {
        self.translations
            .get(text)
            .map(|translation| translation.words.as_str())
    }

    /// The place of a translation that is these words, or a part of them if its original is in `source`.
    pub fn place(&self, words: &str, source: &str) -> Option<SourceSpan> {
        let is_part = |text: &str, part: &str| words.contains(part) && source.contains(text);
        let whole = self
            .original(words)
            .and_then(|text| self.translations.get(text));
        let mut parts: Vec<_> = self
            .translations
            .iter()
            .filter(|(text, part)| is_part(text, &part.words))
            .collect();
        parts.sort_by_key(|(_, part)| (part.words.len(), part.place.span.start));
        let found = whole.or_else(|| parts.pop().map(|(_, part)| part))?;
        Some(found.place.clone())
    }

    /// The translation of a text; the last one if there are several.
    pub fn original(&self, translation: &str) -> Option<&str> {
        self.originals.get(translation).map(String::as_str)
    }

    /// All texts, translated or not.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }
}

/// The names in braces in alphabetical order, without their forms: "room" of `{room.dat}`; and without words between quotes, which
/// are translated too.
fn placeholders(text: &str) -> Vec<String> {
    let names = text
        .split('{')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('}')?.0));
    let unsaid = |name: &str| name.split('"').step_by(2).collect::<Vec<_>>().join("\"");
    let without_form = |name: String| match name.split_once('.') {
        Some((name, _)) => name.to_owned(),
        None => name,
    };
    let mut names: Vec<String> = names.map(unsaid).map(without_form).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The contents of a quoted string.
fn unquoted(quoted: &str) -> Result<String, &'static str> {
    let inner = quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .ok_or("expected words in quotes")?;
    let mut words = String::with_capacity(inner.len());
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        words.push(match letter {
            '"' => return Err("a quote within the words needs a `\\` before it"),
            '\\' => match letters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(letter @ ('"' | '\\')) => letter,
                _ => return Err("after a `\\` comes n, t, a quote, or another `\\`"),
            },
            // It cannot be printed, and would control a terminal.
            letter if letter.is_control() => {
                return Err("the words contain a control character: remove it");
            }
            letter => letter,
        });
    }
    Ok(words)
}

/// A catalogue for translators: every text, with its translation if there is one. `language` is empty for a template.
pub fn write(messages: &[Message], title: &str, language: &str) -> String {
    let header = [
        &format!("Project-Id-Version: {title}\n"),
        &format!("Language: {language}\n"),
        "MIME-Version: 1.0\n",
        "Content-Type: text/plain; charset=UTF-8\n",
        "Content-Transfer-Encoding: 8bit\n",
    ];
    let mut po = "msgid \"\"\nmsgstr \"\"\n".to_owned();
    header
        .iter()
        .for_each(|line| _ = writeln!(po, "{}", quoted(line)));
    for Message {
        text,
        translation,
        places,
    } in messages
    {
        po.push('\n');
        if !places.is_empty() {
            _ = writeln!(
                po,
                "#: {}",
                places
                    .iter()
                    .map(|place| place.replace(' ', "_"))
                    .collect::<Vec<_>>()
                    .join(" ")
            );
        }
        _ = writeln!(po, "msgid {}\nmsgstr {}", quoted(text), quoted(translation));
    }
    po
}

/// A catalogue's text with the translation of a message, which is added if it has none; everything else stays as it is.
pub fn with(po: &str, message: &Message) -> String {
    let lines: Vec<&str> = po.split_inclusive('\n').collect();
    let end = if po.contains("\r\n") { "\r\n" } else { "\n" };
    let said = format!("msgstr {}{end}", quoted(&message.translation));
    let Some((id, words)) = entry(&lines, &message.text) else {
        let rest = write(std::slice::from_ref(message), "", "");
        let rest = rest.split_once("\n\n").map_or("", |(_, entry)| entry);
        let gap = if po.ends_with('\n') || po.is_empty() {
            ""
        } else {
            end
        };
        return format!("{po}{gap}{end}{}", rest.replace('\n', end));
    };
    // What somebody has just written is certain.
    let above = lines[..id].iter().rposition(|line| !line.starts_with('#'));
    let above = above.map_or(0, |at| at + 1);
    let certain = |line: &str| {
        let flags = line.strip_prefix("#,").unwrap_or_default().split(',');
        let kept: Vec<&str> = flags
            .map(str::trim)
            .filter(|flag| *flag != "fuzzy")
            .collect();
        if kept.is_empty() {
            String::new()
        } else {
            format!("#, {}{end}", kept.join(", "))
        }
    };
    let comments = lines[above..id].iter().map(|line| {
        if line.starts_with("#,") {
            certain(line)
        } else {
            (*line).to_owned()
        }
    });
    let mut all = lines[..above].concat();
    all.extend(comments);
    all += &lines[id..words.start].concat();
    all += &said;
    all + &lines[words.end..].concat()
}

/// The line on which the entry of a text begins, and the lines of its translation.
fn entry(lines: &[&str], text: &str) -> Option<(usize, Range<usize>)> {
    let begins = |line: &str, word: &str| {
        let rest = line
            .trim()
            .trim_start_matches('\u{feff}')
            .strip_prefix(word);
        rest.is_some_and(|rest| rest.starts_with([' ', '\t', '"']))
    };
    let more = |from: usize| {
        let after = lines[from + 1..].iter();
        from + 1
            + after
                .take_while(|line| line.trim().starts_with('"'))
                .count()
    };
    let part = |lines: &[&str]| -> Option<String> {
        let quoted = lines
            .iter()
            .map(|line| line.find('"').map(|at| line[at..].trim()));
        quoted.map(|quoted| unquoted(quoted?).ok()).collect()
    };
    let ids = (0..lines.len()).filter(|at| begins(lines[*at], "msgid"));
    let is_it = |at: &usize| part(&lines[*at..more(*at)]).as_deref() == Some(text);
    let mut found = ids.filter(is_it);
    let id = found.next()?;
    let next = (id + 1..lines.len()).find(|at| begins(lines[*at], "msgid"));
    let within = id..next.unwrap_or(lines.len());
    let mut within =
        within.filter(|at| begins(lines[*at], "msgstr") || begins(lines[*at], "msgstr[0]"));
    let said = within.next()?;
    Some((id, said..more(said)))
}

fn quoted(words: &str) -> String {
    let escaped = words
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
        .replace('\t', "\\t");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_catalogues_are_read() {
        let message = |text: &str, translation: &str| Message {
            text: text.into(),
            translation: translation.into(),
            places: vec!["a b.toml:3".into()],
        };
        let messages = [
            message("Say \"no\"\n\\o/ {P1.price}", "Sag „nein“\n{P1.price}"),
            message("Not yet", ""),
        ];
        let (catalogue, problems) = Catalogue::read(&write(&messages, "Titel", "de"), "de.po");
        assert!(problems.0.is_empty(), "{problems}");
        assert_eq!(
            catalogue.get(&messages[0].text),
            Some(&*messages[0].translation)
        );
        assert_eq!(catalogue.get("Not yet"), None);
        assert_eq!(
            catalogue.texts().collect::<Vec<_>>(),
            [&messages[0].text, "Not yet"]
        );
    }

    #[test]
    fn catalogues_of_other_programs_are_read() {
        let text = "# Ann\nmsgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\n#, fuzzy\nmsgid \"One\"\nmsgstr \"Eins?\"\n\n#| msgid \"x\"\n\
                    msgid \"\"\n\"Two \"\n\"words\"\nmsgstr \"\"\n\"Zwei \"\n\"Worte\"\n\n#~ msgid \"Old\"\n#~ msgstr \"Alt\"\n";
        let (catalogue, problems) = Catalogue::read(text, "de.po");
        assert!(problems.0.is_empty(), "{problems}");
        assert_eq!(
            (
                catalogue.get("One"),
                catalogue.get("Two words"),
                catalogue.get("Old")
            ),
            (None, Some("Zwei Worte"), None)
        );
        assert_eq!(catalogue.original("Zwei Worte"), Some("Two words"));
    }

    #[test]
    fn a_translation_is_written_where_its_text_is() {
        let message = |text: &str, translation: &str| Message {
            text: text.into(),
            translation: translation.into(),
            places: vec!["cards.csv:2".into()],
        };
        let before = "# Ann\nmsgid \"\"\nmsgstr \"Language: de\\n\"\n\n# a bird\n#, fuzzy, c-format\nmsgid \"\"\n\"Barn \"\n\"owl\"\n\
                      msgstr \"Eule\"\n\"?\"\n\n#~ msgid \"Old\"\n";
        let after = with(before, &message("Barn owl", "Schleiereule"));
        assert!(
            after.contains("# a bird\n#, c-format\nmsgid \"\"\n\"Barn \"\n\"owl\"\nmsgstr \"Schleiereule\"\n\n#~ msgid"),
            "{after}"
        );
        assert!(after.starts_with("# Ann\n"));
        let more = with(&after, &message("Say \"no\"", "Nein"));
        assert_eq!(
            more.strip_prefix(&*after),
            Some("\n#: cards.csv:2\nmsgid \"Say \\\"no\\\"\"\nmsgstr \"Nein\"\n")
        );
        let (catalogue, problems) = Catalogue::read(&more, "de.po");
        assert!(problems.0.is_empty(), "{problems}");
        assert_eq!(catalogue.get("Barn owl"), Some("Schleiereule"));
        assert_eq!(catalogue.get("Say \"no\""), Some("Nein"));
    }

    #[test]
    fn problems_in_catalogues_name_their_lines() {
        let told = |text: &str| {
            let (_, problems) = Catalogue::read(text, "de.po");
            problems
                .0
                .iter()
                .map(|problem| format!("{}: {}", problem.place.line_column().0, problem.message))
                .collect::<Vec<_>>()
        };
        assert_eq!(told("\"\n"), ["1: expected words in quotes"]);
        assert_eq!(
            told("msgid ü\nmsgstr \"a\nb"),
            [
                "1: expected words in quotes",
                "2: expected words in quotes",
                "3: this is not a line of a catalogue"
            ]
        );
        assert_eq!(
            told("\"stray\""),
            ["1: these words do not belong to a msgid"]
        );
        assert_eq!(
            told("msgid \"a {b}\"\nmsgstr \"a {c}\""),
            ["2: the translation of \"a {b}\" has different placeholders"]
        );
        assert_eq!(told("msgid \"a\"\nmsgstr \"\u{1b}[2J\"").len(), 1);
        assert_eq!(
            told(
                "msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\""
            ),
            ["8: \"a\" has another translation in line 5, \"b\""]
        );
    }
}
