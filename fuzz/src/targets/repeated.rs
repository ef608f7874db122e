//! Inputs that are valid with a few repetitions and excessive with many thousands: nested parts, and attributes of an
//! element. An input says what to repeat, so that mutations change that rather than one of a thousand copies.

use paperkeep::face::{Reader, Templates};
use paperkeep::kit::Ink;
use paperkeep::press::drawn::DrawnPieces;

use super::{binary, kit, open_all};

/// A part is repeated as often as an input says, and then this many times.
const MANY: usize = 30_000;

/// The longest file, in bytes.
const LONGEST: usize = 4 << 20;

/// The file; then the text before, the first repeated part, the text between, the second repeated part, and the text after.
const NESTED: [[&str; 6]; 30] = [
    ["card.svg", "{{ 1", "+1", "", "", " }}"],
    ["card.svg", "{{ 1", " and 1", "", "", " }}"],
    ["card.svg", "{{ 1", "~1", "", "", " }}"],
    ["card.svg", "{{ ", "not ", "1", "", " }}"],
    ["card.svg", "{{ ", "-", "1", "", " }}"],
    ["card.svg", "{{ code", "|upper", "", "", " }}"],
    ["card.svg", "{{ 'a'", "[0]", "", "", " }}"],
    ["card.svg", "{{ 1", " if 1 else 1", "", "", " }}"],
    ["card.svg", "{{ 1", " in [1", "", "]", " }}"],
    ["card.svg", "{{ ", "(", "1", ")", " }}"],
    ["card.svg", "{{ ", "[", "1", "]", " }}"],
    ["card.svg", "{{ ", "{'a': ", "1", "}", " }}"],
    ["card.svg", "{{ ", "noise(1, ", "1", ")", " }}"],
    [
        "card.svg",
        "{% set a = 1",
        "~1",
        "",
        "",
        " %}{% set b %}{{ a }}{% endset %}",
    ],
    [
        "card.svg",
        "{% if rare %}",
        "{% elif rare %}",
        "",
        "",
        "{% endif %}",
    ],
    ["card.svg", "", "{% if 1 %}", "", "{% endif %}", ""],
    ["card.svg", "", "{% for a in [1] %}", "", "{% endfor %}", ""],
    [
        "card.svg",
        "",
        "{% filter upper %}",
        "",
        "{% endfilter %}",
        "",
    ],
    ["card.svg", "", "{% set a %}", "", "{% endset %}", ""],
    ["card.svg", "", "<g>", "<path d=\"M0 0L1 1\"/>", "</g>", ""],
    [
        "card.svg",
        "",
        "<g opacity=\".5\">",
        "<path d=\"M0 0L1 1\"/>",
        "</g>",
        "",
    ],
    ["card.svg", "<text>", "<tspan>", "a", "</tspan>", "</text>"],
    ["card.svg", "<path d=\"M0 0", "L1 1", "", "", "\"/>"],
    ["card.svg", "<g transform=\"", "scale(1)", "", "", "\"/>"],
    ["card.svg", "<g style=\"", "fill:red;", "", "", "\"/>"],
    ["rows.toml", "exits = ", "[", "\"N\"", "]", "\n"],
    ["kit.toml", "a", ".a", " = 1", "", "\n"],
    ["kit.toml", "a = ", "{ b = ", "1", " }", "\n"],
    ["kit.toml", "[a", ".a", "]", "", "\n"],
    ["mark.svg", "", "<g>", "<circle r=\"1\"/>", "</g>", ""],
];

/// One input for each line of [`NESTED`]: the count, and then one line for each part.
pub fn nested() -> Vec<Vec<u8>> {
    NESTED
        .iter()
        .map(|parts| format!("2\n{}", parts.join("\n")).into_bytes())
        .collect()
}

/// Draws the kit with the file as given and with a far deeper one; returns whether the first could be drawn or was refused
/// properly.
pub fn deep(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input).into_owned();
    let mut lines = text.splitn(7, '\n');
    let count = lines
        .next()
        .and_then(|count| count.parse().ok())
        .unwrap_or(MANY)
        .min(MANY);
    let parts: Vec<&str> = lines.collect();
    let [file, before, left, between, right, behind] = parts[..] else {
        return false;
    };
    drawn_with(file, &[before, left, between, right, behind], MANY);
    drawn_with(file, &[before, left, between, right, behind], count)
}

fn drawn_with(file: &str, parts: &[&str; 5], count: usize) -> bool {
    let [before, left, between, right, behind] = *parts;
    let times = |part: &str| part.repeat(count.min(LONGEST / part.len().max(1)));
    let deep = [before, &times(left), between, &times(right), behind].concat();
    let mut files = kit();
    let Some(sound) = files.get(file) else {
        return false;
    };
    let sound = String::from_utf8_lossy(sound).into_owned();
    let changed = match sound.rsplit_once("</svg>") {
        Some((face, _)) => format!("{face}{deep}</svg>"),
        None if file.ends_with(".toml") => format!("{deep}{sound}"),
        None => deep,
    };
    files.insert(file.to_owned(), changed.into_bytes());
    let Some(kit) = open_all(files) else {
        return true;
    };
    let templates = Templates::new(&kit, Ink::Color);
    if let Err(told) = DrawnPieces::draw(&kit, &templates, 1, &mut Reader::new()) {
        assert!(!told.to_string().is_empty());
    }
    true
}

/// Each element of each part of the workbooks, with what to repeat in it; `#` is the number of the copy.
pub fn wide() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for book in binary::BOOKS {
        for (part, bytes) in binary::parts(book) {
            let elements = bytes
                .windows(2)
                .filter(|two| two[0] == b'<' && two[1].is_ascii_alphabetic())
                .count();
            for element in (0..elements).step_by(elements.div_ceil(6).max(1)) {
                seeds.push(format!("2\n{book}\n{part}\n{element}\n a#=\"1\"").into_bytes());
            }
            if elements > 0 {
                seeds.push(format!("2\n{book}\n{part}\n0\n xmlns:a#=\"urn:a#\"").into_bytes());
            }
        }
    }
    seeds
}

/// Reads a workbook with an element that has this many attributes, and one with far more; returns whether the first is
/// valid.
pub fn attributes(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input).into_owned();
    let mut lines = text.splitn(5, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let count = line().parse().unwrap_or(MANY).min(MANY);
    let (book, part, element, repeated) = (line(), line(), line().parse().unwrap_or(0), line());
    let Some(book) = binary::BOOKS.into_iter().find(|known| *known == book) else {
        return false;
    };
    read_with(book, part, element, repeated, 10 * MANY);
    read_with(book, part, element, repeated, count)
}

fn read_with(book: &str, part: &str, element: usize, repeated: &str, count: usize) -> bool {
    let mut parts = binary::parts(book);
    let Some(bytes) = parts.get_mut(part) else {
        return false;
    };
    let starts = bytes
        .windows(2)
        .enumerate()
        .filter(|(_, two)| two[0] == b'<' && two[1].is_ascii_alphabetic());
    let Some((start, _)) = starts.collect::<Vec<_>>().get(element).copied() else {
        return false;
    };
    let name = bytes[start..]
        .iter()
        .position(|byte| b" />".contains(byte))
        .unwrap_or(1);
    let copies = count.min(LONGEST / repeated.len().max(1));
    let many: String = (0..copies)
        .map(|at| repeated.replace('#', &at.to_string()))
        .collect();
    bytes.splice(start + name..start + name, many.into_bytes());
    binary::opened(book, binary::stored(&parts))
}
