//! Words for faces that say next to nothing, such as those of a kit that is still without art: at a table they are read from afar.

use roxmltree::{Document, Node};

use super::names::SVG;
use super::template::escape;
use crate::kit::colour::{self, Suit};
use crate::kit::tone::lightness_of;

/// The most letters that a bare face has: a code.
const CODE: usize = 4;
/// The height of those letters, and of a title and of the lines below it at most, as fractions of the face's height.
const SMALL: f64 = 0.13;
const TITLE: f64 = 0.17;
const LINE: f64 = 0.09;
/// The height of the title of a coloured face at most, and what of the face is coloured: its upper edge and the space around it.
const NUMBER: f64 = 0.34;
const TOP: f64 = 0.15;
const AROUND: f64 = 0.05;
/// The height of the rank in the corner of a card.
const INDEX: f64 = 0.12;
/// The part of a face at its upper edge in which a code stands.
const CORNER: f64 = 0.2;
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
    /// The suit of a card, drawn below the title.
    pub suit: Option<Suit>,
    /// What is on each side of a tile, clockwise from the top, or from the upper right one if `is_upright`.
    pub sides: Vec<String>,
    pub is_upright: bool,
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
        || prints(root, &words.title, (y, h))
    {
        return None;
    }
    let end = svg.rfind("</svg>")?;
    let words = if !words.sides.is_empty() {
        sided(words, (x, y, w, h))
    } else if let Some(suit) = words.suit {
        suited(&words.title, suit, (x, y, w, h))
    } else {
        drawn(words, (x, y, w, h))
    };
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

/// Whether a face prints its name itself, where the title would stand, and not as a code in a corner.
fn prints(root: Node, title: &str, (top, h): (f64, f64)) -> bool {
    texts(root).any(|text| {
        let y = text.descendants().find_map(|node| node.attribute("y"));
        let is_low = y
            .and_then(|y| y.parse::<f64>().ok())
            .is_none_or(|y| y - top > h * CORNER);
        is_low && printed(text).to_lowercase() == title.to_lowercase()
    })
}

/// The words on a face.
fn texts<'a>(root: Node<'a, 'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    root.children()
        .filter(|node| node.has_tag_name((SVG, "text")))
}

fn printed(text: Node) -> String {
    let parts = text.descendants().filter(Node::is_text);
    let words: String = parts.filter_map(|node| node.text()).collect();
    words.trim().to_owned()
}

/// The letters that are printed.
fn letters(root: Node) -> usize {
    texts(root).map(|text| printed(text).chars().count()).sum()
}

/// The pips of suits, within 1 of their middle.
fn pip(suit: Suit) -> &'static str {
    match suit {
        Suit::Hearts => {
            "M0 .95C-1.25 .1 -1 -.85 -.45 -.85C-.18 -.85 0 -.64 0 -.5C0 -.64 .18 -.85 .45 -.85C1 -.85 1.25 .1 0 .95z"
        }
        Suit::Diamonds => "M0 -1L.72 0L0 1L-.72 0z",
        Suit::Clubs => {
            "M-.42 -.5a.42 .42 0 1 1 .84 0a.42 .42 0 0 1 -.14 .31a.42 .42 0 1 1 -.2 .68L.22 .95H-.22L-.08 .49a.42 .42 0 1 1 -.2 -.68a.42 .42 0 0 1 -.14 -.31z"
        }
        Suit::Spades => {
            "M0 -.95C1.3 0 .95 .62 .46 .62C.24 .62 .1 .5 .06 .38L.22 .95H-.22L-.06 .38C-.1 .5 -.24 .62 -.46 .62C-.95 .62 -1.3 0 0 -.95z"
        }
    }
}

/// A rank above the pip of its suit, and both in the corner that the next card of a column leaves in sight.
fn suited(rank: &str, suit: Suit, (x, y, w, h): (f64, f64, f64, f64)) -> String {
    let letters = rank.chars().count().max(1) as f64;
    let size = (w * 0.8 / (letters * LETTER)).min(h * 0.36);
    let (middle, ink) = (x + w / 2.0, suit.colour());
    let index = size.min(h * INDEX);
    let corner = format!(
        "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{index:.2}\" font-weight=\"600\" font-family=\"Barlow Condensed\" \
         text-anchor=\"end\" fill=\"{ink}\">{}</text>\
         <path d=\"{}\" transform=\"translate({:.2} {:.2}) scale({:.2})\" fill=\"{ink}\"/>",
        x + w * 0.8,
        y + index * 0.95,
        escape(rank),
        pip(suit),
        x + w * 0.89,
        y + index * 0.6,
        index * 0.36,
    );
    corner
        + &format!(
            "<text x=\"{middle}\" y=\"{:.2}\" font-size=\"{size:.2}\" font-weight=\"600\" font-family=\"Barlow Condensed\" \
         text-anchor=\"middle\" fill=\"{ink}\">{}</text>\
         <path d=\"{}\" transform=\"translate({middle} {:.2}) scale({:.2})\" fill=\"{ink}\"/>",
            y + h * 0.5,
            escape(rank),
            pip(suit),
            y + h * 0.74,
            h * 0.16,
        )
}

/// What usually lies on tiles, by its colour; other words have one of their own.
const LANDS: [(&[&str], &str); 8] = [
    (&["road", "path", "street"], "#E6D6AC"),
    (&["field", "meadow", "grass", "plain", "plains"], "#9DB970"),
    (&["town", "city", "village", "castle"], "#C07A5C"),
    (&["water", "river", "sea", "lake"], "#7FB0C8"),
    (&["forest", "wood", "woods"], "#6E9A5C"),
    (&["mountain", "hill", "rock", "stone"], "#A8A39A"),
    (&["desert", "sand"], "#DDC48A"),
    (&["wall", "none", "closed"], "#8C8074"),
];
const OTHERS: [&str; 5] = ["#C9A0B4", "#B7A6D0", "#D9B36C", "#93BDB0", "#D59A8A"];

fn land(word: &str) -> &'static str {
    let known = LANDS
        .iter()
        .find(|(words, _)| words.contains(&word))
        .map(|(_, colour)| *colour);
    let sum: usize = word.bytes().map(usize::from).sum();
    known
        .or_else(|| colour::named(word))
        .unwrap_or(OTHERS[sum % OTHERS.len()])
}

/// A tile with a part of its own for each side, and its title in the middle.
fn sided(words: &Inscription, (x, y, w, h): (f64, f64, f64, f64)) -> String {
    let count = words.sides.len();
    let turn = 360.0 / count as f64;
    let first = if words.is_upright { turn / 2.0 } else { 0.0 };
    let far = if words.is_upright { w } else { h } / 2.0;
    let half = far * (turn / 2.0).to_radians().tan();
    let (middle, centre) = (x + w / 2.0, y + h / 2.0);
    let size = far * 0.2;
    let mut svg = String::new();
    for (side, word) in words.sides.iter().enumerate() {
        svg += &format!(
            "<g transform=\"translate({middle:.3} {centre:.3}) rotate({:.1})\"><path d=\"M0 0L{:.3} {:.3}H{half:.3}z\" fill=\"{}\" \
             stroke=\"#1e1208\" stroke-opacity=\".45\" stroke-width=\"{:.2}\" stroke-linejoin=\"round\"/>\
             <text y=\"{:.2}\" font-size=\"{size:.2}\" font-weight=\"600\" font-family=\"Barlow Condensed\" \
             text-anchor=\"middle\" fill=\"#1e1208\">{}</text></g>",
            first + side as f64 * turn,
            -half,
            -far,
            land(word),
            far * 0.02,
            size * 1.1 - far,
            escape(word),
        );
    }
    let letters = words.title.chars().count().max(1) as f64;
    let (round, title) = (far * 0.26, (far * 0.46 / (letters * LETTER)).min(far * 0.3));
    svg + &format!(
        "<circle cx=\"{middle:.3}\" cy=\"{centre:.3}\" r=\"{round:.2}\" fill=\"#fffdf4\" stroke=\"#1e1208\" stroke-opacity=\".45\" \
         stroke-width=\"{:.2}\"/><text x=\"{middle:.3}\" y=\"{:.3}\" font-size=\"{title:.2}\" font-weight=\"600\" \
         font-family=\"Barlow Condensed\" text-anchor=\"middle\" fill=\"#1e1208\">{}</text>",
        far * 0.02,
        centre + title * 0.35,
        escape(&words.title),
    )
}

/// A title, a word below the other where they need it, and lines below it.
fn drawn(words: &Inscription, (x, y, w, h): (f64, f64, f64, f64)) -> String {
    let Inscription {
        title,
        lines,
        colour,
        ..
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
            ..Inscription::default()
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
    fn a_name_that_a_face_prints_is_not_written_over_it() {
        let words = Inscription {
            title: "Hut".to_owned(),
            ..Inscription::default()
        };
        let face = |y: u8| format!("{GROUND}<text x='6' y='{y}' font-size='7'>Hut</text></svg>");
        assert_eq!(titled(&face(40), &words), None);
        assert!(titled(&face(8), &words).is_some());
    }

    #[test]
    fn a_face_of_a_coloured_suit_has_its_colour_and_legible_words() {
        let bare = format!("{GROUND}<text x='3' y='8' font-size='5'>y4</text></svg>");
        let shown = |colour: &str| {
            let words = Inscription {
                title: "4".to_owned(),
                lines: vec![colour.to_owned()],
                colour: colour::named(colour),
                ..Inscription::default()
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

    #[test]
    fn a_suit_is_drawn_and_the_sides_of_a_tile_have_their_colours() {
        let bare = format!("{GROUND}<text x='3' y='8' font-size='5'>h7</text></svg>");
        let words = Inscription {
            title: "7".to_owned(),
            suit: colour::Suit::named("Herz"),
            ..Inscription::default()
        };
        let shown = titled(&bare, &words).unwrap();
        let ink = colour::Suit::Hearts.colour();
        assert!(shown.contains(">7</text><path") && shown.matches(ink).count() == 4);
        let tile = Inscription {
            title: "A".to_owned(),
            sides: ["road", "field", "road", "<sky>"].map(str::to_owned).into(),
            ..Inscription::default()
        };
        let shown = titled(&bare, &tile).unwrap();
        assert_eq!(shown.matches("#E6D6AC").count(), 2);
        assert!(shown.contains("&lt;sky&gt;"));
    }
}
