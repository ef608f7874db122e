//! LaTeX in cells, as people write cards in it: bold, italics, line ends and a few signs, as a text with marks.

use super::marked::{Look, Marked};

/// Signs that stand for a letter, and what they mean. Longer ones come first.
const SIGNS: [(&str, &str); 25] = [
    ("\\&", "&"),
    ("\\%", "%"),
    ("\\$", "$"),
    ("\\#", "#"),
    ("\\_", "_"),
    ("\\{", "{"),
    ("\\}", "}"),
    ("\\,", "\u{2009}"),
    ("\\rightarrow", "→"),
    ("\\to", "→"),
    ("\\leftarrow", "←"),
    ("\\uparrow", "↑"),
    ("\\downarrow", "↓"),
    ("\\times", "×"),
    ("\\cdot", "·"),
    ("\\pm", "±"),
    ("\\geq", "≥"),
    ("\\leq", "≤"),
    ("\\infty", "∞"),
    ("\\ldots", "…"),
    ("\\dots", "…"),
    ("``", "“"),
    ("''", "”"),
    ("---", "—"),
    ("--", "–"),
];

/// Commands that end a line.
const BREAKS: [&str; 4] = ["\\\\", "\\newline", "\\linebreak", "\\par"];

/// What is done to the words in braces after a command.
#[derive(Clone, Copy)]
enum Braces {
    Strong,
    Slanted,
    /// Nothing that a face can show: small capitals, a colour.
    Plain,
    /// Braces without a command are letters, as those around an icon.
    Letters,
}

impl Braces {
    /// What a command with a text in braces does, and the length of both up to the text.
    fn after(text: &str) -> Option<(Braces, usize)> {
        let rest = text.strip_prefix('\\')?;
        let name_end = rest.find(|letter: char| !letter.is_ascii_alphabetic())?;
        let braces = match &rest[..name_end] {
            "textbf" | "mathbf" | "strong" => Braces::Strong,
            "textit" | "emph" | "textsl" | "mathit" => Braces::Slanted,
            "text" | "textsc" | "textrm" | "textsf" | "texttt" | "textnormal" | "underline"
            | "uppercase" | "mathrm" | "mbox" => Braces::Plain,
            _ => return None,
        };
        rest[name_end..]
            .starts_with('{')
            .then_some((braces, name_end + 2))
    }
}

/// The first sign of LaTeX in a text: a command with a text in braces, or a letter with a backslash that needs it there.
pub fn sign_in(text: &str) -> Option<&str> {
    text.match_indices('\\').find_map(|(at, _)| {
        let rest = &text[at..];
        if let Some((_, length)) = Braces::after(rest) {
            return Some(&rest[..length - 1]);
        }
        let is_escaped = SIGNS[..5].iter().any(|(sign, _)| rest.starts_with(sign));
        is_escaped.then(|| &rest[..2])
    })
}

/// The same text with marks.
pub fn with_marks(text: &str) -> String {
    let mut marked = Marked::default();
    let mut open: Vec<Braces> = Vec::new();
    // A single one is money.
    let dollars = text.matches('$').count() - text.matches("\\$").count();
    let has_formulas = dollars > 0 && dollars.is_multiple_of(2);
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let look = Look {
            strong: open.iter().any(|braces| matches!(braces, Braces::Strong)),
            slanted: open.iter().any(|braces| matches!(braces, Braces::Slanted)),
        };
        let mut length = next.len_utf8();
        if let Some((braces, to_text)) = Braces::after(rest) {
            open.push(braces);
            length = to_text;
        } else if let Some(end) = BREAKS.iter().find(|end| is_command(rest, end)) {
            marked.add_marked("\n", look);
            let after = &rest[end.len()..];
            length = rest.len() - after.trim_start_matches(' ').len();
        } else if let Some((sign, meant)) = SIGNS.iter().find(|(sign, _)| is_command(rest, sign)) {
            marked.add_marked(meant, look);
            length = sign.len();
        } else if next == '{' {
            open.push(Braces::Letters);
            marked.add_marked("{", look);
        } else if next == '}' {
            match open.pop() {
                Some(Braces::Letters) | None => marked.add_marked("}", look),
                Some(_) => {}
            }
        } else if next == '~' {
            marked.add_marked("\u{a0}", look);
        } else if next != '$' || !has_formulas {
            marked.add_marked(&rest[..length], look);
        }
        rest = &rest[length..];
    }
    marked.finish().trim().to_owned()
}

/// Whether a text begins with a command, and with no longer one.
fn is_command(text: &str, command: &str) -> bool {
    let is_word = command.ends_with(|letter: char| letter.is_ascii_alphabetic());
    text.strip_prefix(command).is_some_and(|rest| {
        !(is_word && rest.starts_with(|letter: char| letter.is_ascii_alphabetic()))
    })
}

#[cfg(test)]
mod tests {
    use super::{sign_in, with_marks};

    #[test]
    fn latex_becomes_marks() {
        let said = [
            (
                r"\textbf{Draw} 2 cards\\ then \emph{discard} --- ``all'' \& more \% 50",
                "**Draw** 2 cards\nthen *discard* — “all” & more % 50",
            ),
            (
                r"$\rightarrow$ Hide~1; \textit{Gain {coin}}",
                "→ Hide\u{a0}1; *Gain {coin}*",
            ),
            (r"\textsc{Boss}: \$3", "Boss: $3"),
            (r"\top \textbf{a", "\\top **a**"),
        ];
        for (latex, marks) in said {
            assert_eq!(with_marks(latex), marks);
        }
        assert_eq!(sign_in(r"C:\owl, then \emph{run}"), Some(r"\emph"));
        assert_eq!(sign_in(r"AC\DC"), None);
    }
}
