//! Maps a problem in an expanded face, which is not a file, to the row or template where it can be fixed.

use std::ops::Range;

use crate::kit::{Problem, Row, SourceSpan};

/// The row and templates that a face was made from.
pub(super) struct SourceMap<'r> {
    pub row: Option<&'r Row>,
    /// Its template, and those it includes.
    pub templates: Vec<SourceSpan>,
    /// What was drawn, for the label: "cards T01".
    pub what: String,
}

impl SourceMap<'_> {
    /// The problem, at the words in the row or template that it comes from.
    pub fn locate(&self, problem: Problem) -> Problem {
        let label = if problem.label.is_empty() {
            format!("drawn for {}", self.what)
        } else {
            problem.label.to_string()
        };
        Problem {
            place: self.place(&problem.place),
            label: label.into(),
            ..problem
        }
    }

    fn place(&self, expanded: &SourceSpan) -> SourceSpan {
        let Range { start, end } = expanded.span;
        let part = |range: Range<usize>| expanded.text.get(range).unwrap_or_default();
        let before = part(0..start);
        let words = part(start..end).trim();
        let after = part(end..expanded.text.len());
        let find = |words: &str, fits: &dyn Fn(&str) -> bool| {
            self.templates
                .iter()
                .find_map(|template| nearest(template, before, words, after, fits))
        };
        let in_template = |words: &str| find(words, &|_| true);
        // Text that is unchanged from the template would have been found above.
        let filled_in = |behind: &str| {
            let quote = behind.chars().next().unwrap_or_default();
            behind
                .split(quote)
                .nth(1)
                .is_some_and(|value| value.contains('{'))
        };
        let attribute = words
            .split_once('=')
            .filter(|(name, _)| !name.contains(['<', ' ']));
        let value = attribute.map(|(_, value)| value.trim().trim_matches(['"', '\'']));
        let first = |length: usize| words.chars().take(length).collect::<String>();
        in_template(words)
            .or_else(|| {
                ['"', '\'']
                    .into_iter()
                    .find_map(|quote| in_template(&format!("{quote}{}{quote}", value?)))
            })
            .or_else(|| self.cell(value?))
            .or_else(|| self.code(attribute.filter(|(name, _)| name.ends_with("href"))?.1))
            .or_else(|| attribute.and_then(|(name, _)| find(&format!("{name}="), &filled_in)))
            .or_else(|| in_template(words.lines().next().unwrap_or_default()))
            .or_else(|| {
                [24, 12, 6]
                    .into_iter()
                    .find_map(|length| in_template(&first(length)))
            })
            // The row has words where text does not print; the text after them is from the template.
            .or_else(|| in_template(after.trim_start().lines().next()?))
            .unwrap_or_else(|| {
                let template = self.templates.first().map(|template| &template.file);
                template.map_or_else(|| expanded.clone(), |file| SourceSpan::file(file.clone()))
            })
    }

    /// The place of the value in the row, or of its longest part that the row contains.
    fn cell(&self, value: &str) -> Option<SourceSpan> {
        let row = self.row?;
        let texts = row.names().flat_map(|name| {
            let list = row.list(name).into_iter().flatten();
            row.text(name).into_iter().chain(list)
        });
        let said = texts
            .filter(|text| text.len() > 1 && value.contains(text))
            .max_by_key(|text| text.len());
        let said = said?;
        let place = row.place();
        let extent = row.extent();
        let at = extent.start + place.text.get(extent)?.find(said)?;
        Some(place.at(at..at + said.len()))
    }

    /// The place of the code, if a file is named after it.
    fn code(&self, path: &str) -> Option<SourceSpan> {
        let row = self.row?;
        row.codes()
            .any(|code| !code.is_empty() && path.contains(code))
            .then(|| row.place())
    }
}

/// The place of words in a template where what follows them fits; among several places, the one with the most similar surroundings.
/// Words in the tag of one element are never matched in that of another.
fn nearest(
    template: &SourceSpan,
    before: &str,
    words: &str,
    after: &str,
    fits: &dyn Fn(&str) -> bool,
) -> Option<SourceSpan> {
    if words.trim().is_empty() {
        return None;
    }
    let alike = |one: &mut dyn Iterator<Item = (u8, u8)>| {
        one.take(200).take_while(|(one, two)| one == two).count()
    };
    let element = open_tag(before);
    let of_element = |at: usize| match (element, open_tag(&template.text[..at])) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    };
    let all = template
        .text
        .match_indices(words)
        .filter(|(at, words)| fits(&template.text[at + words.len()..]));
    let all = all.filter(|(at, _)| of_element(*at));
    let (at, _) = all.max_by_key(|(at, _)| {
        let ahead = &template.text[..*at];
        let behind = &template.text[at + words.len()..];
        alike(&mut ahead.bytes().rev().zip(before.bytes().rev()))
            + alike(&mut behind.bytes().zip(after.bytes()))
    })?;
    let blank = words.len() - words.trim_start().len();
    Some(template.at(at + blank..at + words.trim_end().len()))
}

/// How far back to look for the start of a tag, in bytes: a face may consist of thousands of elements.
const LONGEST_TAG: usize = 1000;

/// The name of the element whose tag is still open; `None` outside tags, in very long ones, or if the name is filled in.
fn open_tag(before: &str) -> Option<&str> {
    let from =
        (before.len().saturating_sub(LONGEST_TAG)..).find(|at| before.is_char_boundary(*at))?;
    let before = &before[from..];
    let within_placeholder = |at: usize| {
        before[..at]
            .rfind(['{', '}'])
            .is_some_and(|brace| before[brace..].starts_with('{'))
    };
    let outside = |sign: char| {
        before
            .rmatch_indices(sign)
            .map(|(at, _)| at)
            .find(|at| !within_placeholder(*at))
    };
    let start = outside('<')?;
    let name = before[start + 1..]
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .next()?;
    (outside('>').is_none_or(|end| end < start) && !name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_in_one_element_is_never_reported_at_another() {
        let text = "<circle r=\"3\" fill=\"{{ a }}\"/>{% if w > 3 %}{% endif %}\n<rect x=\"{{ w }}\" {% if h < 2 %}ry=\"1\"{% endif %} fill=\"{{ b }}\"/>";
        let template = SourceSpan {
            file: "card.svg".into(),
            text: text.into(),
            span: 0..0,
        };
        let find = |before: &str| {
            nearest(&template, before, "fill=", "\"papre\"/>", &|_| true)
                .map(|place| place.line_column().0)
        };
        assert_eq!(find("<circle r=\"3\"/><rect x=\"3\" "), Some(2));
        assert_eq!(find("<rect/><circle r=\"4\" "), Some(1));
        assert_eq!(find("<rect x=\"3\"/><ellipse "), None);
        // Words between tags may come from anywhere.
        assert!(find("<rect x=\"3\"/>").is_some());
    }
}
