//! Bounded lines of input from anywhere: a stranger may be typing.

use std::io::{self, BufRead, Read};

/// The longest line, in bytes.
const LONGEST: u64 = 64 << 10;

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The line without its line break.
    Text(String),
    /// An unusable line, which was read to its end, and the reason.
    Garbage(&'static str),
    /// The end of the input.
    End,
}

/// Reads the next line.
pub fn next(input: &mut dyn BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    (&mut *input)
        .take(LONGEST + 1)
        .read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Line::End);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() as u64 > LONGEST {
        skip_line(input)?;
        return Ok(Line::Garbage("the line is too long"));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Line::Text(text.trim_end_matches('\r').to_owned()),
        Err(_) => Line::Garbage("the line is not UTF-8 text"),
    })
}

fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let (used, done) = end.map_or((buffer.len(), buffer.is_empty()), |at| (at + 1, true));
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_strange_lines_do_no_harm() {
        let long = "x".repeat(LONGEST as usize + 5);
        let input = [b"a\r\n\n\xff\n".as_slice(), long.as_bytes(), b"\nlast"].concat();
        let mut input = input.as_slice();
        let mut all = Vec::new();
        loop {
            match next(&mut input).unwrap() {
                Line::End => break,
                line => all.push(line),
            }
        }
        let text = |text: &str| Line::Text(text.into());
        let strange = Line::Garbage("the line is not UTF-8 text");
        let long = Line::Garbage("the line is too long");
        assert_eq!(all, [text("a"), text(""), strange, long, text("last")]);
    }
}
