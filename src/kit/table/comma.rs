//! CSV: cells separated by commas, semicolons, tabs or upright strokes, in quotes if they contain one of those, a quote or a line break.
//!
//! The parser inside the `csv` crate reads cell by cell, so the place of each is known. It accepts everything, so a quote that is
//! left open or closed too early is detected here.

use std::borrow::Cow;
use std::ops::Range;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use super::{Broken, Cell, MAX_COLUMNS, TableRow, anki, formula_error};

/// The records of a file, one by one.
pub struct Records<'t> {
    text: &'t str,
    at: usize,
    parser: Reader,
    /// A buffer for a cell, as long as the text so that every cell fits.
    said: Vec<u8>,
}

/// The separator of cells, and where the first line starts: the one named in Excel's own line `sep=;` or by Anki, or the most frequent one in
/// the first line that has any.
pub fn separator(text: &str) -> (u8, usize) {
    let named = text
        .strip_prefix("sep=")
        .and_then(|rest| rest.chars().next())
        .filter(char::is_ascii);
    if let Some(named) =
        named.filter(|named| *named == '\t' || named.is_ascii_punctuation() && *named != '"')
    {
        return (named as u8, text.find(['\n', '\r']).unwrap_or(text.len()));
    }
    if let Some(told) = anki::told(text) {
        return told;
    }
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = most_frequent(lines.next().unwrap_or_default());
    // A title may stand above the headings, without any separator: then the first row has as many of theirs.
    let below = || {
        let first = lines.find(|line| most_frequent(line).is_some())?;
        let headings = most_frequent(first)?;
        // A sentence has a blank after each of them.
        let is_sentence = first
            .split(char::from(headings.0))
            .skip(1)
            .all(|rest| rest.starts_with(' '));
        let is_theirs = !is_sentence && separators(lines.next()?).contains(&headings);
        is_theirs.then_some(headings)
    };
    let (separator, _) = first.or_else(below).unwrap_or((b',', 1));
    if separator == b',' && is_prose(text) {
        return (NOTHING, 0);
    }
    (separator, 0)
}

/// A separator of units, which nobody types.
const NOTHING: u8 = 0x1F;

/// Whether a text has a sentence in each line: most lines have no comma, and where there is one, a blank or nothing follows it.
fn is_prose(text: &str) -> bool {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let has_comma = |line: &&str| !separators(line).contains(&(b',', 0));
    let with = lines().filter(has_comma).count();
    let without = lines().count() - with;
    with > 0 && without >= with && lines().all(only_pauses)
}

/// Whether each comma of a line that is outside of quotes is followed by a blank, or ends it.
fn only_pauses(line: &str) -> bool {
    let mut is_quoted = false;
    let mut bytes = line.bytes().peekable();
    while let Some(byte) = bytes.next() {
        is_quoted ^= byte == b'"';
        let goes_on = bytes.peek().is_some_and(|next| *next != b' ');
        if byte == b',' && !is_quoted && goes_on {
            return false;
        }
    }
    true
}

/// The most frequent separator in a line, and how often it is there; the last of several that are equally frequent.
fn most_frequent(line: &str) -> Option<(u8, usize)> {
    let found = separators(line).into_iter().max_by_key(|(_, count)| *count);
    found.filter(|(_, count)| *count > 0)
}

/// How often each separator is in a line, outside of quotes.
fn separators(line: &str) -> [(u8, usize); 4] {
    let mut is_quoted = false;
    let mut counts = [(b'|', 0), (b'\t', 0), (b';', 0), (b',', 0)];
    for byte in line.bytes() {
        is_quoted ^= byte == b'"';
        counts
            .iter_mut()
            .filter(|(separator, _)| *separator == byte && !is_quoted)
            .for_each(|(_, count)| *count += 1);
    }
    counts
}

impl<'t> Records<'t> {
    pub fn new(text: &'t str) -> Records<'t> {
        let (separator, at) = separator(text);
        let parser = ReaderBuilder::new().delimiter(separator).build();
        Records {
            text,
            at,
            parser,
            said: vec![0; text.len() + 1],
        }
    }

    /// The cell that starts here, its length in bytes, and whether it is the last of its line; `None` at the end of the text.
    fn cell(&mut self) -> Result<Option<(Cell<'t>, Range<usize>, bool)>, Broken> {
        let start = self.at;
        let mut written = 0;
        let (is_last, end) = loop {
            let input = &self.text.as_bytes()[self.at..];
            let (result, read, more) = self.parser.read_field(input, &mut self.said[written..]);
            self.at += read;
            written += more;
            match result {
                // It ends before a separator of one byte, or at the end of the text.
                ReadFieldResult::Field { record_end } => break (record_end, self.at - read.min(1)),
                ReadFieldResult::InputEmpty => {}
                ReadFieldResult::OutputFull | ReadFieldResult::End => return Ok(None),
            }
        };
        let raw = &self.text[start..end];
        let value = raw.trim();
        let blank = raw.len() - raw.trim_start().len();
        let span = start + blank..start + blank + value.len();
        let value = if raw.starts_with('"') {
            let said = str::from_utf8(&self.said[..written]).unwrap_or_default();
            Cow::Owned(unquoted(raw, said, start)?)
        } else {
            Cow::Borrowed(value)
        };
        let failed = formula_error(&value);
        let cell = Cell {
            value: if failed.is_some() { "".into() } else { value },
            span,
            failed,
            ..Cell::default()
        };
        Ok(Some((cell, start..end, is_last)))
    }

    fn line(&mut self) -> Result<Option<TableRow<'t>>, Broken> {
        let mut cells = Vec::new();
        let mut span: Option<Range<usize>> = None;
        self.skip(&[' ', '\r', '\n']);
        while let Some((cell, taken, is_last)) = self.cell()? {
            span = Some(span.map_or(taken.start, |span| span.start)..taken.end);
            if cells.len() < MAX_COLUMNS {
                cells.push(cell);
            } else if !cell.value.is_empty() {
                let message = format!("a line has more than {MAX_COLUMNS} cells");
                return Err(Broken {
                    span: cell.span,
                    message,
                    help: String::new(),
                });
            }
            if is_last {
                break;
            }
            self.skip(&[' ']);
        }
        Ok(span.map(|span| TableRow {
            cells,
            span,
            ..TableRow::default()
        }))
    }

    /// Skips characters, since the parser only recognises a quoted cell if it starts with the quote.
    fn skip(&mut self, what: &[char]) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(what).len();
    }
}

/// The contents of a quoted cell, without surrounding space: `raw` as in the text at `start`, `said` as parsed.
fn unquoted(raw: &str, said: &str, start: usize) -> Result<String, Broken> {
    let outside = raw.len() - raw.trim_end().len();
    let inside = &said[..said.len() - outside];
    let raw = raw.trim_end();
    let open = format!("\"{}", inside.replace('"', "\"\""));
    match raw.strip_prefix(&open) {
        Some("\"") => Ok(inside.trim().replace("\r\n", "\n").replace('\r', "\n")),
        Some("") => {
            let help = "end the cell with a quote; a quote within a cell is written twice".into();
            Err(Broken {
                span: start..start + 1,
                message: "this quote is never closed".into(),
                help,
            })
        }
        _ => {
            let help = "a quote within a cell is written twice".into();
            let close = std::iter::zip(raw.bytes(), open.bytes())
                .take_while(|(one, two)| one == two)
                .count();
            // "So" it begins: spreadsheets read the rest as text.
            let rest = raw.as_bytes().get(close + 1..).unwrap_or_default();
            if close > 1 && !rest.contains(&b'"') {
                return Ok(inside.trim().to_owned());
            }
            let close = start + close;
            Err(Broken {
                span: close..close + 1,
                message: "the cell continues after its closing quote".into(),
                help,
            })
        }
    }
}

impl<'t> Iterator for Records<'t> {
    type Item = Result<TableRow<'t>, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.line();
        if line.is_err() {
            self.at = self.text.len();
            self.parser.reset();
        }
        line.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<Vec<String>> {
        let cells = |line: TableRow| {
            line.cells
                .iter()
                .map(|cell| cell.value.to_string())
                .collect()
        };
        Records::new(text)
            .map(|line| cells(line.unwrap()))
            .collect()
    }

    #[test]
    fn every_way_people_save_it_is_read() {
        let expected = [["code", "text"], ["A1", "one, \"two\"\nthree"]];
        assert_eq!(
            read("code,text\nA1,\"one, \"\"two\"\"\nthree\"\n"),
            expected
        );
        assert_eq!(
            read("code;text\r\nA1; \"one, \"\"two\"\"\r\nthree\" "),
            expected
        );
        assert_eq!(
            read("code\ttext\rA1\t\"one, \"\"two\"\"\rthree\"\r"),
            expected
        );
        assert_eq!(read("a,,b \n\n,\n"), [vec!["a", "", "b"], vec!["", ""]]);
        assert_eq!(read("5\" nail,b\n"), [["5\" nail", "b"]]);
        assert_eq!(
            read("code|text\nA1|one, two\n"),
            [["code", "text"], ["A1", "one, two"]]
        );
        assert_eq!(read(""), Vec::<Vec<String>>::new());
    }

    #[test]
    fn a_first_line_may_name_the_separator() {
        assert_eq!(
            read("sep=,\r\ncode,text\r\nA1,a;b;c\r\n"),
            [["code", "text"], ["A1", "a;b;c"]]
        );
        assert_eq!(
            read("sep=|\ncode|text\nA1|\"a|b\"\n"),
            [["code", "text"], ["A1", "a|b"]]
        );
        assert_eq!(read("sep=;"), Vec::<Vec<String>>::new());
    }

    #[test]
    fn a_title_above_the_headings_does_not_hide_the_separator() {
        assert_eq!(
            read("My deck\n\nName;Text\nOwl;Fly, or not\n"),
            [
                vec!["My deck"],
                vec!["Name", "Text"],
                vec!["Owl", "Fly, or not"]
            ]
        );
        assert_eq!(
            read("My deck\nName\tText\nOwl\tFly; or not\n")[1],
            ["Name", "Text"]
        );
        // A single column of sentences.
        assert_eq!(
            read("Never give up\nA horse, of course\n\"Yes, no\"\nCats, dogs, birds\nNo\n"),
            [
                ["Never give up"],
                ["A horse, of course"],
                ["Yes, no"],
                ["Cats, dogs, birds"],
                ["No"]
            ]
        );
        assert_eq!(read("My deck\nName, cost\nOwl, 2\n")[2], ["Owl", "2"]);
        assert_eq!(
            read("Text\nFly; or not\nRun; now\n"),
            [["Text"], ["Fly; or not"], ["Run; now"]]
        );
    }

    #[test]
    fn places_are_those_of_the_file() {
        let text = "code,text\nA1 , \"two \"\"x\"\"\",\n";
        let line = Records::new(text).nth(1).unwrap().unwrap();
        let spans: Vec<&str> = line
            .cells
            .iter()
            .map(|cell| &text[cell.span.clone()])
            .collect();
        assert_eq!(spans, ["A1", "\"two \"\"x\"\"\"", ""]);
        assert_eq!(&text[line.span], "A1 , \"two \"\"x\"\"\",");
    }

    #[test]
    fn a_quote_that_is_left_open_swallows_nothing() {
        let broken = |text: &str| Records::new(text).find_map(Result::err).unwrap();
        let open = broken("a,b\n1,\"two\n3,four\n");
        assert_eq!(
            (open.span, &*open.message),
            (6..7, "this quote is never closed")
        );
        assert_eq!(read("a,b\n1,\"two\" é\n")[1], ["1", "two é"]);
        assert_eq!(broken("a,b\n1, \"two\" \"x\" \n").span, 11..12);
        assert!(broken(&",x".repeat(300)).message.contains("more than 256"));
        assert_eq!(Records::new("a\n\"b\n").filter(Result::is_ok).count(), 1);
    }

    proptest! {
        /// In any file, every place lies within the text.
        #[test]
        fn nothing_crashes_it(text in "[a-b ,;\"\n\r\té\u{feff}\u{a0}]{0,40}") {
            for line in Records::new(&text) {
                let spans = match line {
                    Ok(line) => line.cells.into_iter().map(|cell| cell.span).chain([line.span]).collect(),
                    Err(broken) => vec![broken.span],
                };
                prop_assert!(spans.into_iter().all(|span| text.get(span).is_some()));
            }
        }

        /// Whatever another program writes is read as intended, except for surrounding space.
        #[test]
        fn written_by_another(rows in prop::collection::vec(prop::collection::vec("[a-c ,;\"\n\té]{0,6}", 3), 1..6)) {
            let mut writer = csv::Writer::from_writer(Vec::new());
            let header = ["one", "two", "three"].map(String::from).to_vec();
            for row in std::iter::once(&header).chain(&rows) {
                writer.write_record(row).unwrap();
            }
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            let trimmed: Vec<Vec<String>> =
                std::iter::once(&header).chain(&rows).map(|row| row.iter().map(|cell| cell.trim().to_owned()).collect()).collect();
            prop_assert_eq!(read(&text), trimmed);
        }
    }
}
