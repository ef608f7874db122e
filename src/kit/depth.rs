//! How deeply a template nests. The template engine parses, compiles and frees expressions recursively and limits only brackets, so
//! `1+1+1...` would overflow the stack. A template is therefore measured before the engine sees it.

use std::ops::Range;

/// The most parts in an expression that are not separated by commas, including those of the brackets around it: every operator,
/// filter or attribute is one level of recursion.
const MAX_PARTS: usize = 500;

/// The deepest nesting of blocks and branches: every `elif` is nested in the one before it.
const MAX_BLOCKS: usize = 250;

/// The most tags in a template: a `set` that puts a list into itself, repeated in each tag, nests it deeper and deeper.
const MAX_TAGS: usize = 20_000;

/// Statements with an `end...` of their own; so does `set` without `=`.
const BLOCKS: [&str; 9] = [
    "for",
    "if",
    "with",
    "block",
    "set",
    "autoescape",
    "filter",
    "macro",
    "call",
];

/// Where a template nests too deeply, and the message; `None` if it does not.
pub fn too_deep(template: &str) -> Option<(Range<usize>, String)> {
    let mut blocks: Vec<(&str, usize)> = Vec::new();
    let mut at = 0;
    let mut tags = 0;
    while let Some(start) = template[at..].find('{').map(|found| at + found) {
        tags += usize::from(template.as_bytes().get(start + 1) == Some(&b'%'));
        if tags > MAX_TAGS {
            return Some((
                start..start + 2,
                format!("the template has more than {MAX_TAGS} tags"),
            ));
        }
        at = match template.as_bytes().get(start + 1) {
            Some(b'#') => template[start + 2..]
                .find("#}")
                .map_or(template.len(), |end| start + 2 + end + 2),
            Some(b'%') => match raw_ends(template, start + 2) {
                Some(end) => end,
                None => {
                    let tag = Tag::read(template, start + 2, "%}");
                    tag.count_in(template, &mut blocks);
                    if let Some(part) = tag.too_long {
                        return Some((part..part + 1, too_many_parts()));
                    }
                    if blocks.iter().map(|(_, branches)| branches).sum::<usize>() > MAX_BLOCKS {
                        let told =
                            format!("more than {MAX_BLOCKS} nested blocks and branches here");
                        return Some((start..tag.end.min(template.len()), told));
                    }
                    tag.end
                }
            },
            Some(b'{') => {
                let tag = Tag::read(template, start + 2, "}}");
                if let Some(part) = tag.too_long {
                    return Some((part..part + 1, too_many_parts()));
                }
                tag.end
            }
            _ => start + 1,
        };
    }
    None
}

/// A `set` in a template that makes a value from itself, if there is one: in a loop it may grow without end. One that puts it into
/// a list or a map is preferred.
pub fn grows(template: &str) -> Option<Range<usize>> {
    let mut found = None;
    let mut at = 0;
    while let Some(start) = template[at..].find("{%").map(|found| at + found) {
        let tag = Tag::read(template, start + 2, "%}");
        at = tag.end;
        let inside = &template[tag.word.end..tag.end];
        let Some((name, value)) = inside
            .split_once('=')
            .filter(|_| &template[tag.word] == "set")
        else {
            continue;
        };
        let own = name.trim().split('.').next().unwrap_or_default();
        let letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        if value.split(|sign| !letter(sign)).any(|word| word == own) {
            let nests =
                value.contains(['[', '{']) || !value.contains(['+', '-', '*', '/', '~', '|']);
            if nests {
                return Some(start..tag.end);
            }
            found.get_or_insert(start..tag.end);
        }
    }
    found
}

fn too_many_parts() -> String {
    format!("the expression has more than {MAX_PARTS} parts")
}

/// The position after the `endraw` of the raw block whose tag starts before `at`; `None` for another tag.
fn raw_ends(template: &str, at: usize) -> Option<usize> {
    let raw = |from: usize, name: &str| {
        let tag = &template[from..from + template[from..].find("%}")?];
        (tag.trim_matches(['-', '+']).trim_ascii() == name).then_some(from + tag.len() + 2)
    };
    let mut from = raw(at, "raw")?;
    while let Some(start) = template[from..].find("{%") {
        from += start + 2;
        if let Some(end) = raw(from, "endraw") {
            return Some(end);
        }
    }
    Some(template.len())
}

/// The text between the delimiters of a tag.
struct Tag {
    /// Its first word.
    word: Range<usize>,
    /// Whether it assigns something outside brackets.
    assigns: bool,
    /// The first part over the limit.
    too_long: Option<usize>,
    /// The first byte after it.
    end: usize,
}

impl Tag {
    fn read(template: &str, start: usize, sign: &str) -> Tag {
        let bytes = template.as_bytes();
        let mut tag = Tag {
            word: start..start,
            assigns: false,
            too_long: None,
            end: template.len(),
        };
        // The number of consecutive parts, outside all brackets and in each open one.
        let mut rows = vec![0_usize];
        let mut parts = 0;
        let mut at = start;
        while let Some(&byte) = bytes.get(at) {
            if rows.len() == 1 && bytes[at..].starts_with(sign.as_bytes()) {
                tag.end = at + sign.len();
                break;
            }
            let next = match byte {
                b'"' | b'\'' => string_end(bytes, at),
                _ if is_word(byte) => {
                    at + bytes[at..]
                        .iter()
                        .take_while(|byte| is_word(**byte))
                        .count()
                }
                _ => at + 1,
            };
            match byte {
                _ if byte.is_ascii_whitespace() => {}
                b',' => parts -= std::mem::take(rows.last_mut().expect("one is always there")),
                b')' | b']' | b'}' if rows.len() > 1 => parts -= rows.pop().unwrap_or_default(),
                _ => {
                    *rows.last_mut().expect("one is always there") += 1;
                    parts += 1;
                    if b"([{".contains(&byte) {
                        rows.push(0);
                    }
                }
            }
            if parts > MAX_PARTS {
                tag.too_long.get_or_insert(at);
            }
            if tag.word.is_empty() && is_word(byte) {
                tag.word = at..next;
            }
            tag.assigns |= byte == b'=' && rows.len() == 1;
            at = next;
        }
        tag
    }

    /// Opens or closes its block; each entry is a block with the number of its branches.
    fn count_in<'t>(&self, template: &'t str, blocks: &mut Vec<(&'t str, usize)>) {
        let word = &template[self.word.clone()];
        if word == "elif" {
            blocks
                .last_mut()
                .into_iter()
                .for_each(|(_, branches)| *branches += 1);
        } else if BLOCKS.contains(&word) && !(word == "set" && self.assigns) {
            blocks.push((word, 1));
        } else if blocks
            .last()
            .is_some_and(|(open, _)| word.strip_prefix("end") == Some(open))
        {
            blocks.pop();
        }
    }
}

/// Whether a character belongs to a name or number; every non-ASCII character does.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// The position after the string that starts here.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            _ if byte == bytes[start] => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use minijinja::{AutoEscape, Environment};

    use super::*;

    fn many(part: &str) -> String {
        part.repeat(30_000)
    }

    #[test]
    fn templates_that_nest_too_deeply_are_found() {
        let deep = [
            format!("{{{{ 1{} }}}}", many("+1")),
            format!("{{{{ 1{} }}}}", many(" and 1")),
            format!("{{{{ 1{} }}}}", many("~1")),
            format!("{{{{ {} 1 }}}}", many("not ")),
            format!("{{{{ {}1 }}}}", many("-")),
            format!("{{{{ a{} }}}}", many(".b")),
            format!("{{{{ a{} }}}}", many("[0]")),
            format!("{{{{ a{} }}}}", many("()")),
            format!("{{{{ a{} }}}}", many("|upper")),
            format!("{{{{ f(1, [2, {{'a': 1{}}}]) }}}}", many("*1")),
            format!("{{{{ {}1{} }}}}", many("["), many("]")),
            format!("{{{{ {}1{} }}}}", many("f(a, "), many(")")),
            format!("{{{{ 1{} }}}}", many(" if 1 else 1")),
            format!("{{% set a = 1{} %}}", many("~1")),
            format!("{{% set a = '%}}' ~ \"\\\"\" {} %}}", many("~1")),
            format!(
                "{{%- raw -%}}{{{{ ' {{%- endraw +%}}{{{{ a{} }}}}",
                many(".b")
            ),
            format!("{{# {{{{ ' #}}{{{{ {{'a': {{}}}}{} }}}}", many(".b")),
            format!("{{% filter upper{} %}}{{% endfilter %}}", many("|upper")),
            format!("{{% if a %}}{}{{% endif %}}", many("{% elif a %}")),
            many("{%- for a in b %}"),
            many("{% if a %}{% set a = 1 %}"),
            many("{% set a %}"),
            many("{% set a = [a] %}"),
        ];
        for template in deep {
            let (span, told) = too_deep(&template).unwrap_or_else(|| panic!("{}", &template[..40]));
            assert!(
                span.start > 0 && span.end <= template.len() && told.contains("more than"),
                "{told}"
            );
        }
    }

    #[test]
    fn long_templates_are_not_deep() {
        let wide = [
            format!("{{{{ [{}] }}}}", many("[1, 'a'], ")),
            format!("{{{{ f({}) }}}}", many("a=1~2, ")),
            "{% if a %}b{% elif c %}d{% else %}e{% endif %}".repeat(5_000),
            "{% set a = [1] %}{% for b in a %}{{ b.c|upper }}{% endfor %}{% set d %}e{% endset %}"
                .repeat(4_000),
            format!("{{% raw %}}{}{{% endraw %}}", many("{{ 1 + ")),
            format!("{{# {} #}}", many("{% if a %}")),
            many("{ 1 + "),
        ];
        for template in wide {
            assert_eq!(too_deep(&template), None, "{}", &template[..40]);
        }
    }

    #[test]
    fn a_value_made_from_itself_is_found() {
        let found = |template: &str| grows(template).map(|span| template[span].to_owned());
        let nested = "{% set n.a = {'a': n.a} %}";
        assert_eq!(
            found(&format!("{{% set n.b = n.b + 1 %}}{nested}")).as_deref(),
            Some(nested)
        );
        assert_eq!(
            found("{% set n.a = n %}").as_deref(),
            Some("{% set n.a = n %}")
        );
        assert_eq!(
            found("{% set a = 1 %}{%- set b = b ~ 'b' -%}").as_deref(),
            Some("{%- set b = b ~ 'b' -%}")
        );
        for quiet in [
            "{% set a = [b] %}",
            "{% set an = a %}",
            "{% if a == a %}",
            "{% set a %}a{% endset %}",
            "{% set a = ",
        ] {
            assert_eq!(found(quiet), None, "{quiet}");
        }
    }

    /// The deepest template that passes, in a thread with the stack of tests and workers.
    #[test]
    fn the_engine_handles_the_deepest_permitted_templates() {
        let (parts, blocks) = (MAX_PARTS - 1, MAX_BLOCKS - 1);
        let passing = [
            format!("{{{{ 1{} }}}}", "+1".repeat(parts / 2)),
            format!("{{{{ {}1 }}}}", "not ".repeat(parts)),
            format!("{{{{ a{} }}}}", "|upper".repeat(parts / 2)),
            format!("{{{{ a{} }}}}", "[0]".repeat(parts / 2)),
            format!("{{{{ 1{} }}}}", " if a else 1".repeat(parts / 4)),
            format!("{{% if a %}}{}{{% endif %}}", "{% elif b %}".repeat(blocks)),
        ];
        for template in passing {
            assert_eq!(too_deep(&template), None);
            let mut environment = Environment::new();
            environment.set_auto_escape_callback(|_| AutoEscape::Html);
            let _ = environment.render_str(&template, ());
            assert!(
                environment.template_from_str(&template).is_ok() || template.contains("not "),
                "{}",
                &template[..40]
            );
        }
    }
}
