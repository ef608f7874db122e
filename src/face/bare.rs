//! Words for faces that say next to nothing, such as those of a kit that is still without art: at a table they are read from afar.

use roxmltree::{Document, Node};

use super::names::SVG;
use super::template::escape;
use crate::kit::tone::lightness_of;

/// The most letters that a bare face has: a code.
const CODE: usize = 4;
/// The height of those letters, and of a title and of the lines below it at most, as fractions of the face's height.
const SMALL: f64 = 0.12;
const TITLE: f64 = 0.17;
const LINE: f64 = 0.09;
/// The height of the title of a coloured face at most, and what of the face is coloured: its upper edge and the space around it.
const NUMBER: f64 = 0.34;
const TOP: f64 = 0.15;
const AROUND: f64 = 0.05;
/// The width of a letter as a fraction of its height, and the share of the face's width that words take.
const LETTER: f64 = 0.46;
const SHARE: f64 = 0.88;

/// What is written on a bare face.
#[derive(Default)]
pub struct Inscription {
    pub title: String,
    pub lines: Vec<String>,
    /// A colour `#RRGGBB` to set the title on.
    pub colour: Option<&'static str>,
}

/// Dark and light ink; on a colour stands the one that can be read there.
const INKS: [&str; 2] = ["#1e1208", "#fff"];

/// Grounds at least this light take dark ink.
const LIGHT: f64 = 0.48;

/// The face with a title and lines of words across it, if it has nothing but a small code; otherwise `None`.
pub fn titled(svg: &str, words: &Inscription) -> Option<String> {
    let document = Document::parse(svg).ok()?;
    let root = document.root_element();
    let view: Vec<f64> = root
        .attribute("viewBox")?
        .split([' ', ','])
        .map(|number| number.parse().ok())
        .collect::<Option<_>>()?;
    let [x, y, w, h] = view[..] else {
        return None;
    };
    if words.title.is_empty()
        || !root.children().all(|node| is_bare(node, h))
        || letters(root) > CODE
    {
        return None;
    }
    let end = svg.rfind("</svg>")?;
    let words = drawn(words, (x, y, w, h));
    Some(format!("{}{words}{}", &svg[..end], &svg[end..]))
}

/// Whether an element is nothing but a ground or small words of its own, whose size can be told.
fn is_bare(node: Node, height: f64) -> bool {
    if !node.is_element() {
        return true;
    }
    if node.tag_name().namespace() != Some(SVG) {
        return false;
    }
    match node.tag_name().name() {
        "rect" | "title" | "desc" | "metadata" => true,
        "text" => node
            .attribute("font-size")
            .and_then(|size| size.parse::<f64>().ok())
            .is_some_and(|size| size <= height * SMALL),
        _ => false,
    }
}

/// The letters that are printed.
fn letters(root: Node) -> usize {
    let texts = root
        .children()
        .filter(|node| node.has_tag_name((SVG, "text")));
    texts
        .flat_map(|text| text.descendants())
        .filter_map(|node| node.is_text().then(|| node.text()).flatten())
        .map(|text| text.trim().chars().count())
        .sum()
}

/// A title, a word below the other where they need it, and lines below it.
fn drawn(words: &Inscription, (x, y, w, h): (f64, f64, f64, f64)) -> String {
    let Inscription {
        title,
        lines,
        colour,
    } = words;
    let most = if colour.is_some() { NUMBER } else { TITLE };
    let fitting = |text: &str, most: f64| {
        let letters = text.chars().count().max(1) as f64;
        (w * SHARE / (letters * LETTER)).min(h * most)
    };
    let whole = fitting(title, most);
    let split: Vec<&str> = title.split_whitespace().collect();
    let apart = split
        .iter()
        .map(|word| fitting(word, most))
        .fold(f64::INFINITY, f64::min);
    // Words stand below each other only where they are larger so.
    let (rows, size) = if apart > whole * 1.3 && split.len() <= 3 {
        (split, apart)
    } else {
        (vec![title.as_str()], whole)
    };
    let small = lines
        .iter()
        .map(|line| fitting(line, LINE))
        .fold(f64::INFINITY, f64::min);
    let ink = colour.map_or_else(String::new, |ground| {
        let is_dark = lightness_of(ground) < LIGHT;
        format!(" fill=\"{}\"", INKS[usize::from(is_dark)])
    });
    let mut svg = String::new();
    if let Some(ground) = colour {
        let around = w * AROUND;
        svg += &format!(
            "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" rx=\"{around:.2}\" fill=\"{ground}\" \
             stroke=\"#1e1208\" stroke-width=\"{:.2}\"/>",
            x + around,
            y + h * TOP,
            w - 2.0 * around,
            h * (1.0 - TOP) - around,
            w * 0.006,
        );
    }
    let mut base =
        y + h * if colour.is_some() { 0.6 } else { 0.5 } - (rows.len() as f64 - 1.0) * size * 0.5;
    let mut write = |text: &str, size: f64, base: f64| {
        svg += &format!(
            "<text x=\"{}\" y=\"{base:.2}\" font-size=\"{size:.2}\" font-weight=\"600\" \
             font-family=\"Barlow Condensed\" text-anchor=\"middle\"{ink}>{}</text>",
            x + w / 2.0,
            escape(text),
        );
    };
    for row in rows {
        write(row, size, base);
        base += size;
    }
    match colour {
        // In the coloured field, near its lower edge.
        Some(_) => base = y + h * 0.84,
        None => base += small.min(size) * 0.3,
    }
    for line in lines {
        write(line, small, base);
        base += small * 1.2;
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::{Inscription, titled};
    use crate::kit::colour;

    const GROUND: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63 88'><rect width='63' height='88' fill='#fff'/>";

    #[test]
    fn only_a_face_without_art_or_words_gets_them() {
        let words = Inscription {
            title: "Estate".to_owned(),
            lines: vec!["cost 2 < 3".to_owned()],
            colour: None,
        };
        let bare = format!("{GROUND}<text x='3' y='8' font-size='5'>E1</text></svg>");
        let shown = titled(&bare, &words).unwrap();
        assert!(shown.contains(">Estate</text>") && shown.contains(">cost 2 &lt; 3</text>"));
        for own in [
            "<path d='M0 0h9'/>",
            "<text x='3' y='40' font-size='20'>7</text>",
            "<text x='3' y='40' font-size='5'>A manor</text>",
            "<g transform='scale(2)'><text font-size='5'>E1</text></g>",
        ] {
            assert_eq!(
                titled(&format!("{GROUND}{own}</svg>"), &words),
                None,
                "{own}"
            );
        }
    }

    #[test]
    fn a_face_of_a_coloured_suit_has_its_colour_and_legible_words() {
        let bare = format!("{GROUND}<text x='3' y='8' font-size='5'>y4</text></svg>");
        let shown = |colour: &str| {
            let words = Inscription {
                title: "4".to_owned(),
                lines: vec![colour.to_owned()],
                colour: colour::named(colour),
            };
            titled(&bare, &words).unwrap()
        };
        assert!(
            shown("Yellow").contains("fill=\"#C99A1E\"")
                && shown("Yellow").contains("fill=\"#1e1208\">4<")
        );
        assert!(shown("blue").contains("fill=\"#fff\">blue<"));
        assert!(!shown("spades").contains("rx="));
    }
}
