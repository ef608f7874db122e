//! CSV: cells between commas, semicolons or tabs, in quotes where they hold one of those, a quote or a line's end.

use std::borrow::Cow;

use super::{Broken, Cell, Line, MOST_COLUMNS};

/// The records of a file, one after the other.
pub struct Records<'t> {
    text: &'t str,
    at: usize,
    separator: u8,
}

impl<'t> Records<'t> {
    /// The cells are separated by what the first line has most of.
    pub fn new(text: &'t str) -> Records<'t> {
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let mut quoted = false;
        let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
        for byte in first.bytes() {
            quoted ^= byte == b'"';
            counts.iter_mut().filter(|(separator, _)| *separator == byte && !quoted).for_each(|(_, count)| *count += 1);
        }
        // Of equals the first.
        let (separator, _) = counts.into_iter().rev().max_by_key(|(_, count)| *count).unwrap_or_default();
        Records { text, at: 0, separator }
    }

    /// The cell that begins here; what separates it from the next is not read yet.
    fn cell(&mut self) -> Result<Cell<'t>, Broken> {
        let rest = &self.text[self.at..];
        let spaces = rest.bytes().take_while(|byte| *byte == b' ').count();
        if rest.as_bytes().get(spaces) == Some(&b'"') {
            return self.quoted(self.at + spaces);
        }
        let ends = |byte: u8| byte == self.separator || byte == b'\n' || byte == b'\r';
        let length = rest.bytes().position(ends).unwrap_or(rest.len());
        let value = rest[..length].trim();
        let start = self.at + rest[..length].len() - rest[..length].trim_start().len();
        self.at += length;
        Ok(Cell { value: Cow::Borrowed(value), span: start..start + value.len(), fault: None })
    }

    fn quoted(&mut self, open: usize) -> Result<Cell<'t>, Broken> {
        let (mut from, mut doubled) = (open + 1, false);
        let close = loop {
            let Some(quote) = self.text[from..].find('"').map(|at| from + at) else {
                let help = "end the cell with a quote; a quote within a cell is written twice".into();
                return Err(Broken { span: open..open + 1, message: "this quote is never closed".into(), help });
            };
            if self.text.as_bytes().get(quote + 1) != Some(&b'"') {
                break quote;
            }
            (from, doubled) = (quote + 2, true);
        };
        let inside = self.text[open + 1..close].trim();
        let value = match doubled || inside.contains('\r') {
            true => Cow::Owned(inside.replace("\"\"", "\"").replace("\r\n", "\n").replace('\r', "\n")),
            false => Cow::Borrowed(inside),
        };
        self.at = close + 1 + self.text[close + 1..].bytes().take_while(|byte| *byte == b' ').count();
        match self.text.as_bytes().get(self.at) {
            Some(byte) if *byte != self.separator && *byte != b'\n' && *byte != b'\r' => {
                let help = "a quote within a cell is written twice".into();
                Err(Broken { span: close..close + 1, message: "the cell goes on after its closing quote".into(), help })
            }
            _ => Ok(Cell { value, span: open..close + 1, fault: None }),
        }
    }

    fn line(&mut self) -> Result<Line<'t>, Broken> {
        let start = self.at;
        let mut cells = Vec::new();
        loop {
            let cell = self.cell()?;
            if cells.len() < MOST_COLUMNS {
                cells.push(cell);
            } else if !cell.value.is_empty() {
                let message = format!("a line has more than {MOST_COLUMNS} cells");
                return Err(Broken { span: cell.span, message, help: String::new() });
            }
            let end = self.at;
            match &self.text.as_bytes()[end..] {
                [byte, ..] if *byte == self.separator => self.at += 1,
                [b'\r', b'\n', ..] => self.at += 2,
                [_, ..] => self.at += 1,
                [] => {}
            }
            if self.text.as_bytes().get(end) != Some(&self.separator) {
                return Ok(Line { cells, span: start..end, number: None });
            }
        }
    }
}

impl<'t> Iterator for Records<'t> {
    type Item = Result<Line<'t>, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.text.len() {
            return None;
        }
        let line = self.line();
        if line.is_err() {
            self.at = self.text.len();
        }
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<Vec<String>> {
        let cells = |line: Line| line.cells.iter().map(|cell| cell.value.to_string()).collect();
        Records::new(text).map(|line| cells(line.unwrap())).collect()
    }

    #[test]
    fn every_way_people_save_it_is_read() {
        let expected = [["code", "text"], ["A1", "one, \"two\"\nthree"]];
        assert_eq!(read("code,text\nA1,\"one, \"\"two\"\"\nthree\"\n"), expected);
        assert_eq!(read("code;text\r\nA1; \"one, \"\"two\"\"\r\nthree\" "), expected);
        assert_eq!(read("code\ttext\rA1\t\"one, \"\"two\"\"\rthree\"\r"), expected);
        assert_eq!(read("a,,b \n\n,\n"), [vec!["a", "", "b"], vec![""], vec!["", ""]]);
        assert_eq!(read("5\" nail,b\n"), [["5\" nail", "b"]]);
        assert_eq!(read(""), Vec::<Vec<String>>::new());
    }

    #[test]
    fn places_are_those_of_the_file() {
        let text = "code,text\nA1 , \"two \"\"x\"\"\",\n";
        let line = Records::new(text).nth(1).unwrap().unwrap();
        let spans: Vec<&str> = line.cells.iter().map(|cell| &text[cell.span.clone()]).collect();
        assert_eq!(spans, ["A1", "\"two \"\"x\"\"\"", ""]);
        assert_eq!(&text[line.span], "A1 , \"two \"\"x\"\"\",");
    }

    #[test]
    fn a_quote_that_is_left_open_swallows_nothing() {
        let broken = |text: &str| Records::new(text).find_map(Result::err).unwrap();
        let open = broken("a,b\n1,\"two\n3,four\n");
        assert_eq!((open.span, &*open.message), (6..7, "this quote is never closed"));
        assert_eq!(broken("a,b\n1,\"two\"x\n").span, 10..11);
        assert!(broken(&",x".repeat(300)).message.contains("more than 256"));
    }

    proptest! {
        /// Whatever another program writes is read as it was meant, but for the space around it.
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
