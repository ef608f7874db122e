//! A TOML file as it is being written: its keys and values with their places, as far as it can be understood.

use std::ops::Range;

use toml_parser::parser::{Event, EventKind, RecursionGuard, parse_document};
use toml_parser::{ParseError, Source, Span};

/// The deepest nesting of values that is read.
const DEEPEST: u32 = 40;

/// The most entries of a file; what comes after them is not known.
const MOST: usize = 200_000;

/// A key with its value, a header, or an entry of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The keys that lead to it, from the root.
    pub path: Vec<String>,
    /// The place of its last key.
    pub key: Range<usize>,
    /// The place of its value, with quotes. Empty if there is none yet.
    pub value: Range<usize>,
    /// How many headers come before it, its own included.
    pub table: usize,
    pub is: EntryKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// `[path]` or `[[path]]`.
    Header,
    /// A key without a `=` so far.
    Unfinished,
    /// `key = value`.
    Value,
    /// A value in the list that the key has.
    Item,
}

#[derive(Debug, Default)]
pub struct Outline {
    pub entries: Vec<Entry>,
    /// The inline tables, each with the keys that lead to it.
    inline: Vec<(Range<usize>, Vec<String>)>,
    comments: Vec<Range<usize>>,
}

/// What somebody is writing.
#[derive(Debug, PartialEq)]
pub enum Spot {
    /// A key below these keys, after this number of headers.
    Key {
        below: Vec<String>,
        table: usize,
        typed: Range<usize>,
    },
    /// The keys between the brackets of a header; `typed` is the last of them.
    Header {
        below: Vec<String>,
        typed: Range<usize>,
    },
    /// A value: the number of its entry.
    Value(usize),
    /// Nothing that could be completed.
    Comment,
}

impl Outline {
    pub fn of(text: &str) -> Outline {
        let source = Source::new(text);
        let tokens = source.lex().into_vec();
        let mut reader = Reader {
            text,
            outline: Outline::default(),
            header: Vec::new(),
            tables: 0,
            is_header: false,
            keys: Vec::new(),
            inside: Vec::new(),
            last: None,
        };
        let mut receive = |event: Event| reader.take(&event);
        let mut guarded = RecursionGuard::new(&mut receive, DEEPEST);
        parse_document(&tokens, &mut guarded, &mut |_: ParseError| {});
        reader.end_line(text.len());
        while reader.inside.pop().is_some_and(|inside| {
            reader.close(&inside, text.len());
            true
        }) {}
        reader.outline
    }

    /// What is being written at this offset.
    pub fn at(&self, text: &str, offset: usize) -> Spot {
        let is_inside = |range: &Range<usize>| range.start < offset && offset <= range.end;
        if self.comments.iter().any(is_inside) {
            return Spot::Comment;
        }
        let touches = |range: &Range<usize>| range.start <= offset && offset <= range.end;
        let of_value = |entry: &&Entry| {
            matches!(entry.is, EntryKind::Value | EntryKind::Item) && touches(&entry.value)
        };
        let inline = self
            .inline
            .iter()
            .filter(|(range, _)| is_inside(range))
            .min_by_key(|(range, _)| range.len());
        if let Some(entry) = self.entries.iter().find(|entry| touches(&entry.key)) {
            let (_, below) = entry.path.split_last().unwrap_or((&entry.path[0], &[]));
            let below = below.to_vec();
            let typed = entry.key.clone();
            return match entry.is {
                EntryKind::Header => Spot::Header { below, typed },
                _ => Spot::Key {
                    below,
                    table: entry.table,
                    typed,
                },
            };
        }
        // The smallest value around it, but not the inline table in which a key is written.
        let around = self.entries.iter().enumerate().filter(|(_, entry)| {
            let is_larger = inline.is_some_and(|(range, _)| entry.value.len() >= range.len());
            of_value(entry) && !is_larger
        });
        if let Some((at, _)) = around.min_by_key(|(_, entry)| entry.value.len()) {
            return Spot::Value(at);
        }
        let line = text[..offset].rfind('\n').map_or(0, |at| at + 1);
        let before = self
            .entries
            .iter()
            .enumerate()
            .rev()
            .find(|(_, entry)| entry.key.start < offset && entry.key.start >= line);
        if let Some((at, entry)) = before
            && entry.is == EntryKind::Value
            && entry.value.is_empty()
        {
            return Spot::Value(at);
        }
        let table = self
            .entries
            .iter()
            .filter(|entry| entry.key.start < offset)
            .map(|entry| entry.table)
            .next_back()
            .unwrap_or_default();
        let header = self
            .entries
            .iter()
            .find(|entry| entry.table == table && entry.is == EntryKind::Header);
        let below = match inline {
            Some((_, path)) => path.clone(),
            None => header.map(|header| header.path.clone()).unwrap_or_default(),
        };
        Spot::Key {
            below,
            table,
            typed: offset..offset,
        }
    }
}

impl Entry {
    /// The text of its value, without quotes, as it is written.
    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.inner(text)).unwrap_or_default()
    }

    /// The place of its value without quotes.
    pub fn inner(&self, text: &str) -> Range<usize> {
        let whole = text.get(self.value.clone()).unwrap_or_default();
        let Some(quotes) = ["\"\"\"", "'''", "\"", "'"]
            .into_iter()
            .find(|quotes| whole.starts_with(quotes))
        else {
            return self.value.clone();
        };
        let start = self.value.start + quotes.len();
        let is_closed = whole.len() >= 2 * quotes.len() && whole.ends_with(quotes);
        let end = if is_closed {
            self.value.end - quotes.len()
        } else {
            self.value.end
        };
        start..end
    }

    /// The last of its keys.
    pub fn name(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }
}

/// A list or an inline table that is open.
struct Inside {
    start: usize,
    path: Vec<String>,
    is_list: bool,
    /// The entry whose value it is.
    of: Option<usize>,
}

struct Reader<'t> {
    text: &'t str,
    outline: Outline,
    header: Vec<String>,
    tables: usize,
    is_header: bool,
    keys: Vec<(String, Range<usize>)>,
    inside: Vec<Inside>,
    /// The entry whose value comes next.
    last: Option<usize>,
}

fn range(span: Span) -> Range<usize> {
    span.start()..span.end()
}

impl Reader<'_> {
    fn take(&mut self, event: &Event) {
        let span = range(event.span());
        match event.kind() {
            EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                self.end_line(span.start);
                self.is_header = true;
            }
            EventKind::StdTableClose | EventKind::ArrayTableClose => self.end_line(span.start),
            EventKind::SimpleKey => {
                let words = self.text.get(span.clone()).unwrap_or_default();
                let name = words.trim_matches(['"', '\'']).to_owned();
                self.keys.push((name, span));
            }
            EventKind::KeyValSep => {
                self.last = self.end_keys(EntryKind::Value, span.end..span.end);
            }
            EventKind::Scalar => self.value(span),
            EventKind::InlineTableOpen => self.open(span.start, false),
            EventKind::ArrayOpen => self.open(span.start, true),
            EventKind::InlineTableClose | EventKind::ArrayClose => {
                self.end_line(span.start);
                if let Some(inside) = self.inside.pop() {
                    self.close(&inside, span.end);
                }
            }
            EventKind::ValueSep => self.end_line(span.start),
            EventKind::Newline => self.end_line(span.start),
            EventKind::Comment => self.outline.comments.push(span),
            _ => {}
        }
    }

    /// The keys of the innermost inline table or list, or else of the header.
    fn base(&self) -> Vec<String> {
        let inside = self.inside.last().map(|inside| &inside.path);
        inside.unwrap_or(&self.header).clone()
    }

    /// Ends what was begun in this line: a header that is not closed, a key without a value.
    fn end_line(&mut self, at: usize) {
        if self.is_header {
            self.is_header = false;
            self.header = Vec::new();
            self.inside.clear();
            self.tables += 1;
            if let Some(header) = self.end_keys(EntryKind::Header, at..at) {
                self.header = self.outline.entries[header].path.clone();
            }
        } else if !self.keys.is_empty() {
            self.end_keys(EntryKind::Unfinished, at..at);
        }
        self.last = None;
    }

    /// Adds an entry for the keys that were read.
    fn end_keys(&mut self, is: EntryKind, value: Range<usize>) -> Option<usize> {
        let keys = std::mem::take(&mut self.keys);
        let (_, key) = keys.last()?.clone();
        let mut path = self.base();
        path.extend(keys.into_iter().map(|(name, _)| name));
        self.add(path, key, value, is)
    }

    fn add(
        &mut self,
        path: Vec<String>,
        key: Range<usize>,
        value: Range<usize>,
        is: EntryKind,
    ) -> Option<usize> {
        let entries = &mut self.outline.entries;
        if entries.len() >= MOST {
            return None;
        }
        entries.push(Entry {
            path,
            key,
            value,
            table: self.tables,
            is,
        });
        Some(entries.len() - 1)
    }

    fn value(&mut self, span: Range<usize>) {
        match (self.last.take(), self.inside.last()) {
            (Some(entry), _) => self.outline.entries[entry].value = span,
            (None, Some(inside)) if inside.is_list => {
                let path = inside.path.clone();
                self.add(path, span.end..span.end, span, EntryKind::Item);
            }
            _ => {}
        }
    }

    fn open(&mut self, start: usize, is_list: bool) {
        let of = self.last.take();
        let path = match of {
            Some(entry) => self.outline.entries[entry].path.clone(),
            None => self.base(),
        };
        self.inside.push(Inside {
            start,
            path,
            is_list,
            of,
        });
    }

    fn close(&mut self, inside: &Inside, end: usize) {
        let whole = inside.start..end;
        if let Some(entry) = inside.of {
            self.outline.entries[entry].value = whole.clone();
        }
        if !inside.is_list {
            self.outline.inline.push((whole, inside.path.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written at the mark `|`.
    fn spot(marked: &str) -> String {
        let offset = marked.find('|').expect("a mark");
        let text = marked.replacen('|', "", 1);
        let outline = Outline::of(&text);
        match outline.at(&text, offset) {
            Spot::Comment => "nothing".into(),
            Spot::Key { below, typed, .. } => format!("key {} {}", below.join("."), &text[typed]),
            Spot::Header { below, typed } => format!("header {} {}", below.join("."), &text[typed]),
            Spot::Value(at) => {
                let entry = &outline.entries[at];
                format!("value {} {}", entry.path.join("."), entry.text(&text))
            }
        }
    }

    #[test]
    fn half_written_files_are_understood() {
        let told = [
            ("ti|", "key  ti"),
            ("[[deck]]\nname = \"a\"\nfr|\n[x]", "key deck fr"),
            ("[[deck]]\nname = \"a\"\n|\n\n[x]\ny=1", "key deck "),
            ("[act|", "header  act"),
            ("[action.dr|]\ndo = 1", "header action dr"),
            ("[flow]\nturn = |\nround = 1", "value flow.turn "),
            ("[flow]\nturn = \"choose |", "value flow.turn choose "),
            (
                "[flow]\nturn = \"\"\"\nif a\n  dr|",
                "value flow.turn \nif a\n  dr",
            ),
            ("a = { is = \"pile of |\", see", "value a.is pile of "),
            ("a = { is = \"x\", se|", "key a se"),
            ("a = { is = \"x\", | }", "key a "),
            ("a = [\"x\", \"y|\"]", "value a y"),
            ("a = 1 # not| here", "nothing"),
            ("ключ = \"значе|ние\"", "value ключ значение"),
        ];
        for (marked, expected) in told {
            assert_eq!(spot(marked), expected, "{marked}");
        }
    }

    #[test]
    fn deep_files_are_bounded() {
        let text = format!("a = {}", "[{b=".repeat(100_000));
        assert!(Outline::of(&text).entries.len() < 100);
    }
}
