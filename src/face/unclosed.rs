//! Finds quotes, comments and blocks of a template that are not closed, or are closed by something else. The template engine
//! reports them where it gave up, often at the end of the file.

use std::ops::Range;

/// Tags that another tag must close: `{% if %}` by `{% endif %}`.
pub(crate) const BLOCKS: [&str; 8] = [
    "if",
    "for",
    "macro",
    "call",
    "filter",
    "block",
    "with",
    "autoescape",
];

/// The text that was opened but not closed before the syntax error, and the message about it.
pub(super) fn opener(text: &str, failed: usize) -> Option<(Range<usize>, String)> {
    let mut blocks: Vec<(Range<usize>, &str)> = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find('{').map(|at| from + at) {
        from = start + 1;
        let closing = match text[from..].chars().next() {
            Some('{') => "}}",
            Some('%') => "%}",
            Some('#') => match text[from..].find("#}") {
                Some(at) => {
                    from += at;
                    continue;
                }
                None => {
                    let line = text[start..].lines().next().map_or(0, str::len);
                    return Some((
                        start..start + line,
                        "the comment is not closed by `#}`".to_owned(),
                    ));
                }
            },
            _ => continue,
        };
        let mut at = from + 1;
        while let Some(letter) = text[at..]
            .chars()
            .next()
            .filter(|_| !text[at..].starts_with(closing))
        {
            let length = match letter {
                '"' | '\'' => quoted(&text[at..], letter)
                    .filter(|length| !text[at..at + length].contains(closing)),
                _ => Some(letter.len_utf8()),
            };
            let Some(length) = length else {
                let line = text[at..].lines().next().map_or(0, str::len);
                return (at <= failed)
                    .then(|| (at..at + line, "the quote is not closed".to_owned()));
            };
            at += length;
        }
        let word = text[from + 1..at]
            .trim_start_matches(['-', '+'])
            .split_whitespace()
            .next()
            .unwrap_or_default();
        if closing == "%}" && BLOCKS.contains(&word) {
            blocks.push((start..(at + 2).min(text.len()), word));
        } else if let Some(block) = word.strip_prefix("end").filter(|_| closing == "%}") {
            let tag = start..(at + 2).min(text.len());
            match blocks.pop() {
                Some((_, open)) if open == block => {}
                // The template engine stops at such a tag.
                _ if !tag.contains(&failed) => {}
                Some((span, open)) => {
                    return Some((
                        span,
                        format!("`{{% {open} %}}` is not closed before `{{% {word} %}}`"),
                    ));
                }
                None => return Some((tag, format!("`{{% {word} %}}` closes nothing"))),
            }
        }
        from = at;
    }
    // An error before the end of the file has another cause.
    let (span, word) = blocks
        .pop()
        .filter(|_| text.get(failed..).unwrap_or_default().trim().is_empty())?;
    Some((
        span,
        format!("`{{% {word} %}}` is not closed by `{{% end{word} %}}`"),
    ))
}

/// The length of a string with its quotes, if it ends.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    let end = text[1..].find(|letter| {
        let ends = letter == quote && !escaped;
        escaped = letter == '\\' && !escaped;
        ends
    })?;
    Some(end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unclosed_opener_is_reported_where_it_is() {
        let told = |text: &str| {
            opener(text, text.len()).map(|(span, message)| (text[span].to_owned(), message))
        };
        let quote = |line: &str| Some((line.to_owned(), "the quote is not closed".to_owned()));
        assert_eq!(
            told("<g/>{{ text(\"lost, x=1) }}</svg>\n"),
            quote("\"lost, x=1) }}</svg>")
        );
        assert_eq!(
            told("{{ text('lost, x=1) }}\n{{ text('b') }}"),
            quote("'lost, x=1) }}")
        );
        let block = |tag: &str, word: &str| {
            Some((
                tag.to_owned(),
                format!("`{{% {word} %}}` is not closed by `{{% end{word} %}}`"),
            ))
        };
        assert_eq!(
            told("{% if a %}{% for b in c %}{% endfor %}{# {% for #}"),
            block("{% if a %}", "if")
        );
        assert_eq!(
            told("{%- for x in 'é\\'' -%}ü"),
            block("{%- for x in 'é\\'' -%}", "for")
        );
        let all = "<g>\n{# and {% if a %}\n</g>";
        assert_eq!(
            told(all),
            Some((
                "{# and {% if a %}".to_owned(),
                "the comment is not closed by `#}`".to_owned()
            ))
        );
        for text in [
            "{{ 'a' }}{% if b %}{% endif %}",
            "{ {",
            "{%",
            "{# #}",
            "",
            "{{ '\\'' }}",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
        assert_eq!(opener("{{ a b }} {{ 'c }}", 5), None);
    }

    #[test]
    fn a_block_closed_by_another_is_reported_where_it_opens() {
        let told = |text: &str| {
            let failed = text.find("end").unwrap() + 3;
            opener(text, failed).map(|(span, message)| (text[span].to_owned(), message))
        };
        let wrong = Some((
            "{% for a in b %}".to_owned(),
            "`{% for %}` is not closed before `{% endif %}`".to_owned(),
        ));
        assert_eq!(told("{% for a in b %}{{ a }}\n{%- endif %}"), wrong);
        let alone = Some((
            "{% endfor %}".to_owned(),
            "`{% endfor %}` closes nothing".to_owned(),
        ));
        assert_eq!(told("<g/>{% endfor %}{% if a %}"), alone);
    }
}
