//! A template as it is written: its elements and calls with their places, and the statements around them.

use std::ops::Range;

use serde::Serialize;

use crate::face::unclosed::BLOCKS;

/// The most elements of a template that can be pointed at.
const MOST: usize = 2_000;

/// Elements that draw.
const DRAWN: [&str; 11] = [
    "g", "image", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "use",
];

/// Elements in which such elements may be to be pointed at.
const HOLDERS: [&str; 3] = ["svg", "g", "a"];

/// What can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A call of `text`.
    Text,
    /// A call of `image`.
    Picture,
    /// Anything else that a template inserts.
    Inserted,
    Element,
}

/// An attribute of an element, or an argument of a call: its name, and the place of its value.
#[derive(Clone, Debug)]
pub struct Setting {
    pub name: String,
    pub value: Range<usize>,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    /// The name of the element or of the call.
    pub name: String,
    pub range: Range<usize>,
    /// Where more settings can be written.
    pub settings_end: usize,
    pub settings: Vec<Setting>,
    /// The innermost group around it.
    pub parent: Option<usize>,
    /// The innermost statement around it.
    pub block: Option<usize>,
}

impl Node {
    pub fn is_group(&self) -> bool {
        self.kind == Kind::Element && self.name == "g"
    }
}

/// A statement with what it is around.
#[derive(Clone, Debug)]
pub struct Block {
    /// "if"
    pub word: String,
    /// What comes after the word: "flavour"
    pub rest: Range<usize>,
    pub range: Range<usize>,
    pub inner: Range<usize>,
    /// Its other branches: where each begins, and the condition of an `elif`.
    pub branches: Vec<(usize, Option<String>)>,
    pub outer: Option<usize>,
}

/// A template's parts, in their order.
#[derive(Debug, Default)]
pub struct Template {
    pub nodes: Vec<Node>,
    pub blocks: Vec<Block>,
    /// The end of what is in the root: where its closing tag begins.
    pub end: Option<usize>,
}

impl Template {
    pub fn of(text: &str) -> Template {
        let mut scanner = Scanner {
            text,
            at: 0,
            template: Template::default(),
            open: Vec::new(),
        };
        while scanner.template.nodes.len() < MOST && scanner.step().is_some() {}
        // What was not closed has no end to work with.
        scanner.template.nodes.retain(|node| !node.range.is_empty());
        scanner.template
    }

    /// The node that begins there.
    pub fn at(&self, start: usize) -> Option<&Node> {
        self.nodes.iter().find(|node| node.range.start == start)
    }

    /// The `if` that is around this node alone.
    pub fn condition(&self, text: &str, node: &Node) -> Option<&Block> {
        let block = &self.blocks[node.block?];
        let inner = &text[block.inner.clone()];
        let is_alone = inner.trim() == &text[node.range.clone()];
        (block.word == "if" && block.branches.is_empty() && is_alone).then_some(block)
    }

    /// The node with the statement that is around it alone.
    pub fn unit(&self, text: &str, node: &Node) -> Range<usize> {
        let block = self.condition(text, node);
        block.map_or(node.range.clone(), |block| block.range.clone())
    }

    /// The expressions of the statements around a node, from the outside.
    pub fn conditions(&self, text: &str, node: &Node) -> Vec<String> {
        let outer = |block: &usize| self.blocks[*block].outer;
        let mut around: Vec<String> = std::iter::successors(node.block, outer)
            .map(|at| self.blocks[at].condition_at(text, node.range.start))
            .collect();
        around.reverse();
        around
    }
}

impl Block {
    /// The statement that holds at a place inside: that of its branch.
    fn condition_at(&self, text: &str, place: usize) -> String {
        let mut before = self.branches.iter().rev();
        match before.find(|(start, _)| *start <= place) {
            None => {
                let own = &text[self.range.start + 2..self.rest.end];
                own.trim_matches(['-', ' ']).to_owned()
            }
            Some((_, Some(other))) => format!("if {other}"),
            Some((_, None)) => {
                let own = text[self.rest.clone()].trim();
                let is_plain = own
                    .chars()
                    .all(|letter| letter.is_alphanumeric() || letter == '_');
                if is_plain {
                    format!("if not {own}")
                } else {
                    format!("if not ({own})")
                }
            }
        }
    }
}

/// What is open where the scanner is.
enum Open {
    /// An element: its name, and its node if it can be pointed at.
    Element(String, Option<usize>),
    Block(usize),
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    template: Template,
    open: Vec<Open>,
}

impl Scanner<'_> {
    /// Reads up to the end of the next tag.
    fn step(&mut self) -> Option<()> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.find(['{', '<'])?;
        let rest = &self.text[start..];
        let ends = |ending: &str| rest.find(ending).map(|at| start + at + ending.len());
        let is_element = rest.starts_with('<')
            && rest[1..].starts_with(|letter: char| letter.is_ascii_alphabetic());
        let begins = |word: &str| rest.starts_with(word);
        self.at = match () {
            () if begins("{#") => ends("#}")?,
            () if begins("{%") => self.statement(start)?,
            () if begins("{{") => self.insertion(start)?,
            () if begins("<!--") => ends("-->")?,
            () if begins("<![CDATA[") => ends("]]>")?,
            () if begins("<?") || begins("<!") => ends(">")?,
            () if begins("</") => self.closing(start)?,
            () if is_element => self.element(start)?,
            () => start + 1,
        };
        Some(())
    }

    fn statement(&mut self, start: usize) -> Option<usize> {
        let end = tag_end(self.text, start)?;
        let inside = start + 2..end - 2;
        let words = &self.text[inside.clone()];
        let trimmed = words.trim_start_matches(['-', '+', ' ', '\n']);
        let word_start = inside.start + (words.len() - trimmed.len());
        let letters = trimmed.chars().take_while(char::is_ascii_lowercase);
        let word: String = letters.collect();
        let rest_start = word_start + word.len();
        let rest = self.text[rest_start..inside.end].trim_end_matches(['-', '+']);
        let is_assignment = word == "set" && rest.contains('=');
        match &*word {
            "include" => {
                self.insert(Kind::Inserted, word, start..end, Vec::new(), end);
            }
            "else" | "elif" => {
                if let Some(block) = self.block() {
                    let other = (*word == *"elif").then(|| rest.trim().to_owned());
                    self.template.blocks[block].branches.push((start, other));
                }
            }
            name if BLOCKS.contains(&name) || name == "set" && !is_assignment => {
                let blank = rest.len() - rest.trim_start().len();
                let rest = rest_start + blank..rest_start + rest.trim_end().len().max(blank);
                self.open_block(word, rest, start..end);
            }
            name => {
                if let Some(ended) = name.strip_prefix("end") {
                    self.close_block(ended, start..end);
                }
            }
        }
        Some(end)
    }

    fn open_block(&mut self, word: String, rest: Range<usize>, tag: Range<usize>) {
        let outer = self.block();
        self.open.push(Open::Block(self.template.blocks.len()));
        self.template.blocks.push(Block {
            word,
            rest,
            inner: tag.end..tag.end,
            range: tag,
            branches: Vec::new(),
            outer,
        });
    }

    fn close_block(&mut self, word: &str, tag: Range<usize>) {
        let blocks = &self.template.blocks;
        let is_it = |open: &Open| matches!(open, Open::Block(at) if blocks[*at].word == word);
        let Some(at) = self.open.iter().rposition(is_it) else {
            return;
        };
        if let Some(Open::Block(block)) = self.open.drain(at..).next() {
            let block = &mut self.template.blocks[block];
            block.inner.end = tag.start;
            block.range.end = tag.end;
        }
    }

    fn insertion(&mut self, start: usize) -> Option<usize> {
        let end = tag_end(self.text, start)?;
        let inside = start + 2..end - 2;
        let words = self.text[inside.clone()].trim_matches(['-', '+', ' ', '\n']);
        let call = words.split_once('(').filter(|_| is_one_call(words));
        let name = call.map_or("", |(name, _)| name.trim());
        let kind = match name {
            "text" => Kind::Text,
            "image" => Kind::Picture,
            _ => Kind::Inserted,
        };
        let name = name.to_owned();
        let close = inside.start + self.text[inside.clone()].rfind(')').unwrap_or(0);
        let settings = match kind {
            Kind::Text | Kind::Picture => {
                let open = self.text[inside.clone()].find('(').unwrap_or(0);
                arguments(self.text, inside.start + open + 1..close)
            }
            _ => Vec::new(),
        };
        self.insert(kind, name, start..end, settings, close);
        Some(end)
    }

    /// Notes something that can be pointed at, if it can be where it is.
    fn insert(
        &mut self,
        kind: Kind,
        name: String,
        range: Range<usize>,
        settings: Vec<Setting>,
        settings_end: usize,
    ) -> Option<usize> {
        if !self.is_among_drawn() {
            return None;
        }
        let is_node = |open: &Open| match open {
            Open::Element(_, node) => *node,
            Open::Block(_) => None,
        };
        let parent = self.open.iter().rev().find_map(is_node);
        let block = self.block();
        self.template.nodes.push(Node {
            kind,
            name,
            range,
            settings_end,
            settings,
            parent,
            block,
        });
        Some(self.template.nodes.len() - 1)
    }

    /// Whether what is here is drawn here: in groups and conditions, and not in definitions and macros.
    fn is_among_drawn(&self) -> bool {
        let mut is_in_root = false;
        let drawn = self.open.iter().all(|open| match open {
            Open::Element(name, _) => {
                is_in_root = true;
                HOLDERS.contains(&name.as_str())
            }
            Open::Block(at) => {
                ["if", "for", "with", "block"].contains(&self.template.blocks[*at].word.as_str())
            }
        });
        drawn && is_in_root
    }

    /// The innermost statement.
    fn block(&self) -> Option<usize> {
        let mut open = self.open.iter().rev();
        open.find_map(|open| match open {
            Open::Block(at) => Some(*at),
            Open::Element(..) => None,
        })
    }

    fn element(&mut self, start: usize) -> Option<usize> {
        let is_name = |letter: char| letter.is_alphanumeric() || ":-_.".contains(letter);
        let rest = &self.text[start + 1..];
        let length = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        let name = rest[..length].to_owned();
        let (settings, end) = attributes(self.text, start + 1 + name.len())?;
        let closes_itself = self.text[..end].ends_with("/>");
        let settings_end = end - if closes_itself { 2 } else { 1 };
        let mut node = None;
        if DRAWN.contains(&&*name) {
            // Its end is known once it is closed.
            let begun = start..start;
            node = self.insert(Kind::Element, name.clone(), begun, settings, settings_end);
        }
        if closes_itself {
            if let Some(node) = node {
                self.template.nodes[node].range.end = end;
            }
        } else {
            self.open.push(Open::Element(name, node));
        }
        Some(end)
    }

    fn closing(&mut self, start: usize) -> Option<usize> {
        let end = start + self.text[start..].find('>')? + 1;
        let closed = self.text[start + 2..end - 1].trim();
        let is_it = |open: &Open| matches!(open, Open::Element(name, _) if name == closed);
        let Some(at) = self.open.iter().rposition(is_it) else {
            return Some(end);
        };
        let opened = self.open.drain(at..).next();
        match opened {
            Some(Open::Element(_, Some(node))) => self.template.nodes[node].range.end = end,
            Some(Open::Element(..)) if self.open.is_empty() => self.template.end = Some(start),
            _ => {}
        }
        Some(end)
    }
}

/// The end of a tag of the template language that begins here.
fn tag_end(text: &str, start: usize) -> Option<usize> {
    let closing = match &text.as_bytes()[start..start + 2] {
        b"{{" => "}}",
        b"{%" => "%}",
        _ => return text[start..].find("#}").map(|at| start + at + 2),
    };
    let mut quote = None;
    for (at, letter) in text[start + 2..].char_indices() {
        let at = start + 2 + at;
        match (quote, letter) {
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter && !text[..at].ends_with('\\') => quote = None,
            (None, _) if text[at..].starts_with(closing) => return Some(at + 2),
            _ => {}
        }
    }
    None
}

/// The attributes of a tag from the end of its name, and the tag's end. Those in statements are left alone.
fn attributes(text: &str, start: usize) -> Option<(Vec<Setting>, usize)> {
    let mut settings = Vec::new();
    let mut at = start;
    let mut depth = 0;
    let mut name = start..start;
    loop {
        let letter = text[at..].chars().next()?;
        let is_tag = ["{{", "{%", "{#"]
            .iter()
            .any(|open| text[at..].starts_with(open));
        match letter {
            _ if is_tag => {
                let end = tag_end(text, at)?;
                let word = text[at + 2..end].trim_start_matches(['-', ' ']);
                depth += i32::from(word.starts_with("if ") || word.starts_with("for "));
                depth -= i32::from(word.starts_with("endif") || word.starts_with("endfor"));
                at = end;
                continue;
            }
            '>' => return Some((settings, at + 1)),
            '"' | '\'' => {
                let value = at + 1;
                let end = quoted_end(text, value, letter)?;
                if depth == 0 && !name.is_empty() {
                    let name = text[name.clone()].trim().to_owned();
                    settings.push(Setting {
                        name,
                        value: value..end,
                    });
                }
                at = end + 1;
                name = at..at;
                continue;
            }
            '=' => {}
            _ if letter.is_whitespace() => name = at + letter.len_utf8()..at + letter.len_utf8(),
            _ => name.end = at + letter.len_utf8(),
        }
        at += letter.len_utf8();
    }
}

/// The end of an attribute's value, which may contain tags with quotes of their own.
fn quoted_end(text: &str, start: usize, quote: char) -> Option<usize> {
    let mut at = start;
    loop {
        let letter = text[at..].chars().next()?;
        if letter == quote {
            return Some(at);
        }
        let is_tag = ["{{", "{%", "{#"]
            .iter()
            .any(|open| text[at..].starts_with(open));
        at = if is_tag {
            tag_end(text, at)?
        } else {
            at + letter.len_utf8()
        };
    }
}

/// Whether something is a call and nothing else: its first bracket is closed by its last letter.
fn is_one_call(words: &str) -> bool {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut before = ' ';
    for (at, letter) in words.char_indices() {
        match (quote, letter) {
            (Some(open), _) if open == letter && before != '\\' => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => match depth {
                0 => return false,
                1 => return letter == ')' && at + 1 == words.len(),
                _ => depth -= 1,
            },
            _ => {}
        }
        before = letter;
    }
    false
}

/// The arguments of a call between its brackets; those without a name are called by their number.
fn arguments(text: &str, inside: Range<usize>) -> Vec<Setting> {
    let mut settings = Vec::new();
    let mut depth = 0_i32;
    let mut quote = None;
    let mut start = inside.start;
    let mut equals = None;
    let add = |part: Range<usize>, equals: Option<usize>, settings: &mut Vec<Setting>| {
        let name = equals.map(|at: usize| text[part.start..at].trim().to_owned());
        let value = equals.map_or(part.start, |at| at + 1)..part.end;
        let words = &text[value.clone()];
        let blank = words.len() - words.trim_start().len();
        let value = value.start + blank..value.start + words.trim_end().len().max(blank);
        if !value.is_empty() {
            let name = name.unwrap_or_else(|| settings.len().to_string());
            settings.push(Setting { name, value });
        }
    };
    let mut letters = text[inside.clone()].char_indices().peekable();
    let mut before = ' ';
    while let Some((at, letter)) = letters.next() {
        let at = inside.start + at;
        match (quote, letter) {
            (Some(open), _) if open == letter && before != '\\' => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                add(start..at, equals.take(), &mut settings);
                start = at + 1;
            }
            (None, '=') if depth == 0 && equals.is_none() => {
                let is_comparison =
                    letters.peek().is_some_and(|(_, next)| *next == '=') || "=!<>".contains(before);
                if !is_comparison {
                    equals = Some(at);
                }
            }
            _ => {}
        }
        before = letter;
    }
    add(start..inside.end, equals, &mut settings);
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: &str = r#"{#- A <g> in a comment. -#}
{%- macro p(d) -%}<path d="{{ d }}"/>{%- endmacro -%}
<svg viewBox="{{ -bleed }} 0 1 1"><defs><rect id="a"/></defs>
<g fill="{{ "red" if x > 1 else c.ink }}"{% if y %} opacity=".5"{% endif %}>
{% if flavour %}<path d="M0 0"/>{% endif %}
{% for i in range(3) %}<circle r="1"/>{{ p("M0") }}{% endfor %}
</g>
{{ text("a, (b)", x=cx - 6, y=2, fill=c.hot if n == 6 else c.ink) }}
<text>{{ name }}</text>
</svg>"#;

    #[test]
    fn a_template_is_its_parts() {
        let template = Template::of(CARD);
        let told: Vec<_> = template
            .nodes
            .iter()
            .map(|node| (&*node.name, node.parent))
            .collect();
        let group = Some(0);
        assert_eq!(
            told,
            [
                ("g", None),
                ("path", group),
                ("circle", group),
                ("p", group),
                ("text", None),
                ("text", None)
            ]
        );
        let set = |node: usize, name: &str| {
            let settings = &template.nodes[node].settings;
            let found = settings.iter().find(|setting| setting.name == name);
            found.map(|setting| &CARD[setting.value.clone()])
        };
        assert_eq!(set(0, "fill"), Some(r#"{{ "red" if x > 1 else c.ink }}"#));
        assert_eq!(set(0, "opacity"), None);
        assert_eq!(set(4, "0"), Some(r#""a, (b)""#));
        assert_eq!(set(4, "x"), Some("cx - 6"));
        assert_eq!(set(4, "fill"), Some("c.hot if n == 6 else c.ink"));
        assert_eq!(
            &CARD[template.nodes[5].range.clone()],
            "<text>{{ name }}</text>"
        );
        let path = &template.nodes[1];
        let condition = template.condition(CARD, path).unwrap();
        assert_eq!(&CARD[condition.rest.clone()], "flavour");
        assert_eq!(
            template.conditions(CARD, &template.nodes[2]),
            ["for i in range(3)"]
        );
        assert_eq!(&CARD[template.end.unwrap()..], "</svg>");
    }

    #[test]
    fn branches_have_their_own_conditions() {
        let text =
            "<svg>{% if text %}<path/>{% elif n > 2 %}<rect/>{% else %}<circle/>{% endif %}</svg>";
        let template = Template::of(text);
        let all: Vec<Vec<String>> = template
            .nodes
            .iter()
            .map(|node| template.conditions(text, node))
            .collect();
        assert_eq!(all, [["if text"], ["if n > 2"], ["if not text"]]);
    }

    #[test]
    fn what_is_not_closed_ends_the_scan_and_nothing_else() {
        for text in [
            "<svg><g",
            "<svg>{{ text(",
            "<svg><path d=\"{{",
            "{% if",
            "<svg></g></svg>",
            "{{",
            "<a b='>",
            "<svg>{{}}{{)}}{{ text) }}</svg>",
            "<svg>{{ text(a) ~ text(b) }}</svg>",
        ] {
            let template = Template::of(text);
            let nodes = template.nodes.iter();
            assert!(nodes.clone().all(|node| node.kind != Kind::Text), "{text}");
        }
    }
}
