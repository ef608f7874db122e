//! Texts as Inkscape writes them: one with placeholders becomes a call to `text`, so that its contents are wrapped and fitted.
//!
//! A text that flows in a rectangle fills it from the top. Any other text of one line stays one line: it may extend from its anchor
//! to [`EDGE`] before the edge of the page. Arguments of `text` in its label (`icons="icons", min=2`) are passed to the call.

use std::fmt::Write;
use std::str::FromStr;

use roxmltree::{Document, Node, ParsingOptions};
use svgtypes::Transform;

use super::names::SVG;
use super::page::ViewBox;
use super::plain::number;
use crate::kit::markup;

const NAMESPACE: &str = "http://www.inkscape.org/namespaces/inkscape";

/// The most elements in a drawing.
const MAX_NODES: u32 = 400_000;

/// The distance of a line of text from the edge of the page, mm.
const EDGE: f64 = 2.0;

/// The smallest size of a text, as a fraction of its own, unless its label says otherwise.
const SMALLEST: f64 = 0.6;

/// The line height if Inkscape does not give one, ems.
const LEADING: f64 = 1.25;

/// The template with such texts replaced by calls, and its line breaks unchanged; `None` if it has no such texts.
pub(super) fn with_calls(source: &str) -> Option<String> {
    // Inkscape's plain SVG can only be recognised by the frames of its texts.
    let is_drawn = source.contains(NAMESPACE) || source.contains("shape-inside:");
    if !is_drawn || !source.contains("{{") || markup::over_limits(source).is_some() {
        return None;
    }
    let options = ParsingOptions {
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let plain = markup::without_doctype(source);
    let document = Document::parse_with_options(&plain, options).ok()?;
    let page = ViewBox::of(document.root_element())?;
    let mut out = String::new();
    let mut done = 0;
    for text in document
        .descendants()
        .filter(|node| node.has_tag_name((SVG, "text")))
    {
        let range = text.range();
        if let Some(call) = call(text, page).filter(|_| range.start >= done) {
            out += &source[done..range.start];
            // A mark on an element stays with what is drawn for it.
            match text.attribute("data-at") {
                Some(mark) => out += &format!("<g data-at=\"{mark}\">{call}</g>"),
                None => out += &call,
            }
            out.extend(
                source[range.clone()]
                    .chars()
                    .filter(|letter| *letter == '\n'),
            );
            done = range.end;
        }
    }
    (done > 0).then(|| out + &source[done..])
}

/// A uniform scale and a translation.
#[derive(Clone, Copy)]
struct Placement {
    scale: f64,
    x: f64,
    y: f64,
}

impl Placement {
    /// That of a single element; `None` for any other transform.
    fn of(node: Node) -> Option<Placement> {
        let Some(list) = node.attribute("transform") else {
            return Some(Placement {
                scale: 1.0,
                x: 0.0,
                y: 0.0,
            });
        };
        let Transform { a, b, c, d, e, f } = Transform::from_str(list).ok()?;
        (b == 0.0 && c == 0.0 && a == d && a > 0.0).then_some(Placement {
            scale: a,
            x: e,
            y: f,
        })
    }

    /// That of the groups around an element.
    fn around(node: Node) -> Option<Placement> {
        node.ancestors().skip(1).filter(Node::is_element).try_fold(
            Placement {
                scale: 1.0,
                x: 0.0,
                y: 0.0,
            },
            |inner, group| {
                let outer = Placement::of(group)?;
                Some(Placement {
                    scale: outer.scale * inner.scale,
                    x: outer.scale * inner.x + outer.x,
                    y: outer.scale * inner.y + outer.y,
                })
            },
        )
    }
}

/// A text with placeholders as a call; `None` if it has none, or uses what `text` does not support.
fn call(text: Node, page: ViewBox) -> Option<String> {
    let words = words(text)?;
    // The innermost element determines how the words look.
    let first = text.descendants().find(|node| {
        node.text()
            .is_some_and(|words| node.is_text() && !words.trim().is_empty())
    })?;
    let inner = first.ancestors().find(Node::is_element)?;
    let said = |name: &str| {
        let path = inner
            .ancestors()
            .take_while(|node| *node != text)
            .chain([text]);
        path.into_iter().find_map(|node| property(node, name))
    };
    let own = Placement::of(text)?;
    let size = number(said("font-size")?.trim_end_matches("px"))? * own.scale;
    let middle = |word: &str| matches!(word, "center" | "middle" | "justify");
    let align = match said("text-align")
        .or_else(|| said("text-anchor"))
        .unwrap_or("start")
    {
        word if middle(word) => "middle",
        "end" | "right" => "end",
        _ => "start",
    };
    let (area, valign) = match said("shape-inside") {
        Some(shape) => (framed(text, shape, own)?, "top"),
        None => (lined(text, inner, own, page, align, size)?, "bottom"),
    };
    let mut options: Vec<(&str, String)> = ["x", "y", "w", "h"]
        .into_iter()
        .zip(area.map(plain))
        .collect();
    options.push(("size", plain(size)));
    options.push(("min", plain(size * SMALLEST)));
    let family = said("font-family")
        .unwrap_or("Alegreya")
        .split(',')
        .next()?
        .trim()
        .trim_matches(['\'', '"']);
    options.push(("font", quoted(family)));
    options.push((
        "weight",
        weight(said("font-weight").unwrap_or("normal"))?.to_string(),
    ));
    options.push((
        "italic",
        matches!(said("font-style"), Some("italic" | "oblique")).to_string(),
    ));
    options.push(("fill", filled(said("fill").unwrap_or("#000000"))?));
    options.push(("align", quoted(align)));
    options.push(("valign", quoted(valign)));
    options.push((
        "leading",
        plain(said("line-height").and_then(number).unwrap_or(LEADING)),
    ));
    options.push(("tracking", tracking(said("letter-spacing"), own.scale)?));
    let label = text
        .attribute((NAMESPACE, "label"))
        .filter(|label| label.contains('='))
        .unwrap_or_default();
    let given: Vec<&str> = label
        .split(',')
        .filter_map(|part| Some(part.split_once('=')?.0.trim()))
        .collect();
    let mut call = format!("{{{{ text({words}");
    for (name, value) in options.iter().filter(|(name, _)| !given.contains(name)) {
        let _ = write!(call, ", {name}={value}");
    }
    if !label.is_empty() {
        let _ = write!(call, ", {label}");
    }
    call += ") }}";
    let groups = other_looks(text, inner, own.scale);
    let open: String = groups.iter().map(|group| format!("<g {group}>")).collect();
    Some(open + &call + &"</g>".repeat(groups.len()))
}

/// What the call says itself, and what only concerns an editor.
const SAID: [&str; 14] = [
    "fill",
    "font",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "inline-size",
    "letter-spacing",
    "line-height",
    "shape-inside",
    "shape-padding",
    "text-align",
    "text-anchor",
    "white-space",
];

/// Attributes that are not properties.
const PLACED: [&str; 8] = ["id", "x", "y", "dx", "dy", "style", "transform", "rotate"];

/// The other properties of a text and of what is within it, as the attributes of groups around it: opacity, strokes, effects.
fn other_looks(text: Node, inner: Node, scale: f64) -> Vec<String> {
    let path = inner.ancestors().take_while(|node| *node != text);
    let mut path: Vec<Node> = path.chain([text]).collect();
    path.reverse();
    let mut groups = Vec::new();
    let mut looks: Vec<(&str, String)> = Vec::new();
    for (name, value) in path.into_iter().flat_map(properties) {
        if name == "class" || name == "opacity" && !is_idle(name, value) {
            // Each counts for itself.
            groups.push(in_group(name, value));
            continue;
        }
        looks.retain(|(known, _)| *known != name);
        let is_length = matches!(
            name,
            "stroke-width" | "stroke-dasharray" | "stroke-dashoffset"
        );
        let value = if is_length && scale != 1.0 {
            scaled(value, scale)
        } else {
            value.to_owned()
        };
        looks.push((name, value));
    }
    let is_stroked = looks
        .iter()
        .any(|(name, value)| *name == "stroke" && value != "none");
    let is_seen = |(name, value): &(&str, String)| {
        let of_stroke = name.starts_with("stroke") || *name == "paint-order";
        !SAID.contains(name) && !is_idle(name, value) && (is_stroked || !of_stroke)
    };
    let looks = looks.into_iter().filter(is_seen);
    let looks: Vec<String> = looks
        .map(|(name, value)| format!("{name}:{value}"))
        .collect();
    if !looks.is_empty() {
        groups.push(in_group("style", &looks.join(";")));
    }
    groups
}

fn in_group(name: &str, value: &str) -> String {
    format!("{name}=\"{}\"", value.replace('"', "'"))
}

/// The properties that an element sets, from the attributes and the style.
fn properties<'a>(node: Node<'a, '_>) -> Vec<(&'a str, &'a str)> {
    let attributes = node.attributes();
    let attributes = attributes.filter(|attribute| attribute.namespace().is_none());
    let attributes = attributes.map(|attribute| (attribute.name(), attribute.value().trim()));
    let style = node.attribute("style").unwrap_or_default();
    let declared = style
        .split(';')
        .filter_map(|declaration| declaration.split_once(':'))
        .map(|(name, value)| (name.trim(), value.trim()));
    attributes
        .filter(|(name, _)| !PLACED.contains(name))
        .chain(declared)
        .collect()
}

/// Whether a property changes nothing; programs write many of these.
fn is_idle(name: &str, value: &str) -> bool {
    if name.starts_with("-inkscape") || name.starts_with("color-") {
        return true;
    }
    match name {
        "opacity" | "fill-opacity" => matches!(value, "1" | "1.0" | "100%"),
        "display" => value == "inline",
        "visibility" => value == "visible",
        "direction" => value == "ltr",
        "writing-mode" => matches!(value, "lr" | "lr-tb" | "horizontal-tb"),
        "word-spacing" | "text-indent" => matches!(value, "0" | "0px" | "normal"),
        "fill-rule" | "text-orientation" | "text-align-last" | "vector-effect" => true,
        "shape-margin" | "shape-subtract" | "font-optical-sizing" => true,
        "mix-blend-mode" | "font-stretch" | "font-kerning" => value == "normal",
        "text-decoration-color" | "text-decoration-style" => true,
        _ if name.starts_with("font-") => value.trim_matches(['\'', '"']) == "normal",
        _ => matches!(value, "none" | "auto" | "baseline") && name != "stroke",
    }
}

/// A length, or a list of them, in other units.
fn scaled(value: &str, scale: f64) -> String {
    if value.contains("{{") {
        let expression = expression(value).unwrap_or_default();
        return format!("{{{{ ({expression})|float * {} }}}}", plain(scale));
    }
    let lengths = value.split([',', ' ']).filter(|length| !length.is_empty());
    let lengths: Vec<String> = lengths
        .map(|length| match number(length.trim_end_matches("px")) {
            Some(length) => plain(length * scale),
            None => length.to_owned(),
        })
        .collect();
    lengths.join(" ")
}

/// A colour or paint as an argument of `text`: with placeholders, an expression.
fn filled(fill: &str) -> Option<String> {
    if fill.contains("{{") {
        return expression(fill);
    }
    Some(quoted(fill))
}

/// The space between letters as an argument of `text`.
fn tracking(spacing: Option<&str>, scale: f64) -> Option<String> {
    let spacing = spacing.unwrap_or("normal").trim_end_matches("px").trim();
    if spacing.contains("{{") {
        return Some(format!(
            "(({})|float * {})",
            expression(spacing)?,
            plain(scale)
        ));
    }
    let spacing = number(spacing).unwrap_or(0.0);
    Some(plain(spacing * scale))
}

/// The contents of a text as an expression; `None` if it has no placeholder, or several lines of its own.
fn words(text: Node) -> Option<String> {
    let lines = text
        .children()
        .filter(|node| node.has_tag_name((SVG, "tspan")));
    if lines
        .filter(|line| {
            line.attributes()
                .any(|attribute| attribute.name() == "role")
        })
        .count()
        > 1
    {
        return None;
    }
    let all: String = text
        .descendants()
        .filter(Node::is_text)
        .filter_map(|node| node.text())
        .collect();
    if !all.contains("{{") || all.contains("{%") {
        return None;
    }
    expression(all.trim())
}

/// Words with placeholders as an expression.
fn expression(words: &str) -> Option<String> {
    let mut parts = Vec::new();
    let mut rest = words;
    while let Some((before, after)) = rest.split_once("{{") {
        let (expression, behind) = after.split_once("}}")?;
        parts.extend((!before.is_empty()).then(|| literal(before)));
        parts.push(format!("({})", expression.trim_matches('-').trim()));
        rest = behind;
    }
    parts.extend((!rest.is_empty()).then(|| literal(rest)));
    Some(parts.join(" ~ "))
}

/// A string with line breaks and tabs replaced by spaces, as SVG shows it.
fn literal(words: &str) -> String {
    quoted(
        &words
            .split_inclusive(char::is_whitespace)
            .map(|word| word.replace(char::is_whitespace, " "))
            .collect::<String>(),
    )
}

/// The rectangle that a text flows in, as arguments of `text`.
fn framed(text: Node, shape: &str, own: Placement) -> Option<[f64; 4]> {
    let id = shape
        .strip_prefix("url(")?
        .trim_end_matches(')')
        .trim_matches(['"', '\''])
        .strip_prefix('#')?;
    let frame = text
        .document()
        .descendants()
        .find(|node| node.attribute("id") == Some(id))?;
    let side = |name| number(frame.attribute(name)?);
    let is_plain = frame.has_tag_name((SVG, "rect")) && !frame.has_attribute("transform");
    let [x, y, w, h] = [
        side("x").unwrap_or(0.0),
        side("y").unwrap_or(0.0),
        side("width")?,
        side("height")?,
    ];
    is_plain.then_some([
        own.scale * x + own.x,
        own.scale * y + own.y,
        own.scale * w,
        own.scale * h,
    ])
}

/// The area for a single line, whose baseline is the lower edge.
fn lined(
    text: Node,
    inner: Node,
    own: Placement,
    page: ViewBox,
    align: &str,
    size: f64,
) -> Option<[f64; 4]> {
    let place = |name| {
        inner
            .attribute(name)
            .or_else(|| text.attribute(name))
            .map_or(Some(0.0), number)
    };
    let x = own.scale * place("x")? + own.x;
    let y = own.scale * place("y")? + own.y;
    let around = Placement::around(text)?;
    let left = (page.x + EDGE / page.unit - around.x) / around.scale;
    let right = (page.x + page.w - EDGE / page.unit - around.x) / around.scale;
    let (from, to) = match align {
        "start" => (x, right),
        "end" => (left, x),
        _ => (x - (x - left).min(right - x), x + (x - left).min(right - x)),
    };
    (to > from).then_some([from, y - size, to - from, size])
}

/// A property, from the style or an attribute.
fn property<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    let style = node.attribute("style").unwrap_or_default();
    let declared = style
        .split(';')
        .filter_map(|declaration| declaration.split_once(':'));
    let said = declared
        .filter(|(known, _)| known.trim() == name)
        .map(|(_, value)| value.trim())
        .next_back();
    said.or_else(|| node.attribute(name).map(str::trim))
}

fn weight(word: &str) -> Option<u16> {
    match word {
        "normal" => Some(400),
        "bold" => Some(700),
        number => number.parse().ok(),
    }
}

fn plain(length: f64) -> String {
    ((length * 1e4).round() / 1e4).to_string()
}

/// A string in the template language.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(inside: &str) -> Option<String> {
        let svg = format!(
            "<svg xmlns='{SVG}' xmlns:inkscape='{NAMESPACE}' xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' \
             width='69mm' height='94mm' viewBox='0 0 69 94'>{inside}</svg>"
        );
        let calls = with_calls(&svg)?;
        assert_eq!(calls.matches('\n').count(), svg.matches('\n').count());
        let call = calls
            .split_once("{{ text(")?
            .1
            .split_once(") }}")?
            .0
            .to_owned();
        Some(call)
    }

    const LOOK: &str = "font-size:5px;font-family:Cinzel;fill:#22262b;text-anchor:middle";

    #[test]
    fn a_line_gets_the_space_around_it() {
        let line = |groups: &str, anchor: &str| {
            let look = LOOK.replace("middle", anchor);
            let text = format!(
                "<text\n style='{look}' x='30' y='14'><tspan sodipodi:role='line' x='30' y='14'>{{{{ name }}}}</tspan></text>"
            );
            called(&format!("<g {groups}>{text}</g>")).unwrap()
        };
        let middle = "(name), x=2, y=9, w=56, h=5, size=5, min=3, font=\"Cinzel\", weight=400, italic=false, fill=\"#22262b\", \
                      align=\"middle\", valign=\"bottom\", leading=1.25, tracking=0";
        assert_eq!(line("", "middle"), middle);
        assert!(line("", "start").starts_with("(name), x=30, y=9, w=37, h=5,"));
        assert!(line("", "end").starts_with("(name), x=2, y=9, w=28, h=5,"));
        // The groups around it remain, and are compensated for.
        assert!(
            line("transform='translate(-10 7)'", "start")
                .starts_with("(name), x=30, y=9, w=47, h=5,")
        );
    }

    #[test]
    fn a_text_in_a_frame_fills_it() {
        let frame = "<defs><rect id='r' x='20' y='300' width='200' height='60'/></defs>";
        let look = "font-size:12px;line-height:1.5;font-weight:bold;font-style:italic;shape-inside:url(#r)";
        let text = format!(
            "{frame}<text transform='scale(.25)' style='{look}' inkscape:label='icons=\"icons\", min=2'><tspan x='20' y='312'>Cost: \
             {{{{ cost }}}}</tspan><tspan x='20' y='324'> gold &amp; {{{{ a|upper }}}}</tspan></text>"
        );
        let expected = "\"Cost: \" ~ (cost) ~ \" gold & \" ~ (a|upper), x=5, y=75, w=50, h=15, size=3, font=\"Alegreya\", weight=700, \
                        italic=true, fill=\"#000000\", align=\"start\", valign=\"top\", leading=1.5, tracking=0, icons=\"icons\", min=2";
        assert_eq!(called(&text).unwrap(), expected);
    }

    /// A colour, an opacity, a space or a stroke that is filled in keeps working, and so does every other property.
    #[test]
    fn the_looks_of_a_text_survive() {
        let look = "font-size:5px;font-family:Cinzel;fill:{{ tint }};letter-spacing:{{ gap }}px;stroke:{{ c.ink }};\
                    stroke-width:2;opacity:{{ pale }};fill-opacity:1;writing-mode:lr-tb;-inkscape-stroke:none";
        let text = format!(
            "<text style='{look}' transform='scale(.5)' text-decoration='underline'><tspan x='3' y='9' filter='url(#f)'>{{{{ name }}}}</tspan></text>"
        );
        let svg = format!(
            "<svg xmlns='{SVG}' xmlns:inkscape='{NAMESPACE}' viewBox='0 0 69 94'>{text}</svg>"
        );
        let calls = with_calls(&svg).unwrap();
        let groups = "<g opacity=\"{{ pale }}\"><g style=\"text-decoration:underline;stroke:{{ c.ink }};stroke-width:1;filter:url(#f)\">{{ text((name)";
        assert!(calls.contains(groups), "{calls}");
        for argument in [
            "fill=(tint)",
            "tracking=(((gap))|float * 0.5)",
            "}}</g></g></svg>",
        ] {
            assert!(calls.contains(argument), "{argument} in {calls}");
        }
    }

    /// Plain SVG keeps the frames, but neither labels nor Inkscape's namespace.
    #[test]
    fn plain_svg_is_known_by_its_frames() {
        let svg = format!(
            "<svg xmlns='{SVG}' width='69mm' height='94mm' viewBox='0 0 69 94'><defs><rect id='r' x='11' y='60' width='47' height='20'/>\
             </defs><text style='font-size:3.8px;shape-inside:url(#r)'><tspan x='20' y='63'>{{{{ effect }}}}</tspan></text></svg>"
        );
        assert!(
            with_calls(&svg)
                .unwrap()
                .contains("{{ text((effect), x=11, y=60, w=47, h=20, size=3.8")
        );
    }

    #[test]
    fn texts_that_cannot_be_calls_are_unchanged() {
        for inside in [
            format!("<text style='{LOOK}' x='1' y='2'>Morning</text>"),
            format!("<text style='{LOOK}' x='1' y='2' transform='rotate(3)'>{{{{ name }}}}</text>"),
            format!(
                "<g transform='rotate(3)'><text style='{LOOK}' x='1' y='2'>{{{{ name }}}}</text></g>"
            ),
            format!(
                "<text style='{LOOK}' x='1' y='2'>{{% if a %}}{{{{ name }}}}{{% endif %}}</text>"
            ),
            "<text x='1' y='2'>{{ name }}</text>".into(),
        ] {
            assert_eq!(called(&inside), None, "{inside}");
        }
        assert_eq!(
            with_calls("<svg viewBox='0 0 1 1'><text>{{ name }}</text></svg>"),
            None
        );
    }
}
