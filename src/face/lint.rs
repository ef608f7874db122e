//! Finds mistakes in an SVG that programs silently ignore: a misspelt attribute has no effect, a path ends at the first error, an
//! invalid colour becomes black, and words outside `<text>` do not print.

use std::collections::HashMap;
use std::ops::Range;
use std::str::FromStr;
use std::sync::LazyLock;

use roxmltree::{Attribute, Node};
use svgtypes::{
    AspectRatio, Color, Length, LengthListParser, NumberListParser, Paint, PathParser,
    PointsParser, Transform, ViewBox,
};

use super::names::{REMARKS, SVG};
use crate::kit::problem::nearest;

/// What is wrong, where in the source, and what to do about it.
#[derive(Debug)]
pub(super) struct Lint {
    pub span: Range<usize>,
    pub message: String,
    pub help: String,
}

/// What an attribute may contain.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Any,
    Length,
    /// A length that is not negative.
    Size,
    Lengths,
    Numbers,
    Paint,
    Colour,
    Path,
    Points,
    Transform,
    Box,
    Aspect,
    /// One of these.
    Word(&'static [&'static str]),
}

use Kind::{Any, Aspect, Box, Colour, Lengths, Numbers, Path, Points, Size, Word};

/// What any element may have, as an attribute or in a style: the properties of SVG, and those that drawing programs write.
const EVERYWHERE: &[(&str, Kind)] = &[
    ("fill stroke", Kind::Paint),
    (
        "color stop-color flood-color lighting-color solid-color text-decoration-color",
        Colour,
    ),
    ("stroke-width", Size),
    ("stroke-dashoffset", Kind::Length),
    ("stroke-dasharray", Lengths),
    (
        "opacity fill-opacity stroke-opacity stop-opacity flood-opacity solid-opacity",
        Kind::Length,
    ),
    ("stroke-miterlimit", Numbers),
    ("stroke-linecap", Word(&["butt", "round", "square"])),
    (
        "stroke-linejoin",
        Word(&["miter", "miter-clip", "round", "bevel", "arcs"]),
    ),
    ("fill-rule clip-rule", Word(&["nonzero", "evenodd"])),
    ("text-anchor", Word(&["start", "middle", "end"])),
    ("visibility", Word(&["visible", "hidden", "collapse"])),
    ("transform", Kind::Transform),
    ("font-size", Size),
    ("letter-spacing word-spacing", Kind::Length),
    (
        "font-family font-weight font-style font-stretch font-variant font-kerning font-size-adjust font",
        Any,
    ),
    (
        "font-feature-settings font-optical-sizing font-synthesis font-variation-settings font-variant-caps",
        Any,
    ),
    (
        "font-variant-east-asian font-variant-ligatures font-variant-numeric font-variant-position",
        Any,
    ),
    (
        "text-align text-align-last text-decoration text-decoration-fill text-decoration-line text-rendering text-indent",
        Any,
    ),
    (
        "text-decoration-stroke text-decoration-style text-decoration-thickness text-orientation text-overflow",
        Any,
    ),
    (
        "text-transform text-underline-position alignment-baseline baseline-shift dominant-baseline direction",
        Any,
    ),
    (
        "unicode-bidi writing-mode glyph-orientation-horizontal glyph-orientation-vertical kerning line-height",
        Any,
    ),
    (
        "white-space inline-size shape-inside shape-margin shape-padding shape-subtract shape-image-threshold",
        Any,
    ),
    (
        "clip clip-path mask mask-type filter marker marker-start marker-mid marker-end overflow display paint-order",
        Any,
    ),
    (
        "color-interpolation color-interpolation-filters color-rendering color-profile shape-rendering",
        Any,
    ),
    (
        "image-rendering vector-effect mix-blend-mode isolation enable-background background-color transform-origin",
        Any,
    ),
    ("transform-box pointer-events cursor will-change", Any),
];

/// What any element may have only as an attribute.
const NO_STYLE: &[(&str, Kind)] = &[(
    "id class style lang role tabindex version baseProfile contentStyleType contentScriptType zoomAndPan focusable \
    requiredFeatures requiredExtensions systemLanguage externalResourcesRequired",
    Any,
)];

const UNITS: Kind = Word(&["userSpaceOnUse", "objectBoundingBox"]);

/// Attributes of certain elements.
const SOME: &[(&str, &str, Kind)] = &[
    ("circle", "cx cy", Kind::Length),
    ("circle", "r", Size),
    ("ellipse", "cx cy", Kind::Length),
    ("ellipse", "rx ry", Size),
    (
        "rect image use svg symbol pattern mask",
        "x y",
        Kind::Length,
    ),
    (
        "rect image use svg symbol pattern mask",
        "width height",
        Size,
    ),
    ("rect", "rx ry", Size),
    ("line linearGradient", "x1 y1 x2 y2", Kind::Length),
    ("radialGradient", "cx cy fx fy", Kind::Length),
    ("radialGradient", "r fr", Size),
    (
        "linearGradient radialGradient",
        "gradientTransform",
        Kind::Transform,
    ),
    ("linearGradient radialGradient", "gradientUnits", UNITS),
    (
        "linearGradient radialGradient",
        "spreadMethod",
        Word(&["pad", "reflect", "repeat"]),
    ),
    ("stop", "offset", Kind::Length),
    ("path", "d", Path),
    ("polyline polygon", "points", Points),
    (
        "path line polyline polygon rect circle ellipse",
        "pathLength",
        Size,
    ),
    ("text tspan", "x y dx dy", Lengths),
    ("text tspan", "rotate", Numbers),
    ("text tspan textPath", "textLength", Kind::Length),
    ("text tspan textPath", "lengthAdjust", Any),
    ("textPath", "startOffset", Kind::Length),
    ("textPath", "path", Path),
    ("textPath", "side method spacing", Any),
    (
        "use image textPath linearGradient radialGradient pattern",
        "href",
        Any,
    ),
    ("svg symbol pattern marker", "viewBox", Box),
    (
        "svg symbol pattern marker image",
        "preserveAspectRatio",
        Aspect,
    ),
    ("pattern", "patternUnits patternContentUnits", UNITS),
    ("pattern", "patternTransform", Kind::Transform),
    ("clipPath", "clipPathUnits", UNITS),
    ("mask", "maskUnits maskContentUnits", UNITS),
    ("marker", "markerWidth markerHeight", Size),
    ("marker symbol", "refX refY", Any),
    (
        "marker",
        "markerUnits",
        Word(&["strokeWidth", "userSpaceOnUse"]),
    ),
    ("marker", "orient", Any),
    ("style", "type media title", Any),
    ("image", "crossorigin decoding", Any),
];

type Properties = HashMap<&'static str, Kind, foldhash::fast::RandomState>;

/// What properties in styles may contain.
static STYLES: LazyLock<Properties> = LazyLock::new(|| each(EVERYWHERE).collect());

/// What attributes may contain, whatever their element.
static COMMON: LazyLock<Properties> =
    LazyLock::new(|| each(EVERYWHERE).chain(each(NO_STYLE)).collect());

/// What attributes of certain elements may contain.
static OWN: LazyLock<HashMap<&'static str, Properties>> = LazyLock::new(|| {
    let mut own: HashMap<_, Properties> = HashMap::new();
    for (elements, names, kind) in SOME {
        for element in elements.split(' ') {
            own.entry(element)
                .or_default()
                .extend(names.split(' ').map(|name| (name, *kind)));
        }
    }
    own
});

fn each(table: &'static [(&'static str, Kind)]) -> impl Iterator<Item = (&'static str, Kind)> {
    table
        .iter()
        .flat_map(|(names, kind)| names.split_whitespace().map(|name| (name, *kind)))
}

/// The lints in a node and in everything below it.
pub(super) fn within(node: Node, lints: &mut Vec<Lint>) {
    if node.is_text() {
        lints.extend(lost_words(node));
    }
    let name = node.tag_name().name();
    // A filter that nothing uses does no harm; elements that use one are reported.
    if !node.is_element()
        || node.tag_name().namespace() != Some(SVG)
        || REMARKS.contains(&name)
        || name == "filter"
    {
        return;
    }
    of_attributes(node, lints);
    node.children().for_each(|child| within(child, lints));
}

/// The lints in the attributes of a single element.
pub(super) fn of_attributes(node: Node, lints: &mut Vec<Lint>) {
    let element = node.tag_name().name();
    let own = OWN.get(element);
    for attribute in node
        .attributes()
        .filter(|attribute| attribute.namespace().is_none())
    {
        let name = attribute.name();
        let value = attribute.value();
        match own
            .and_then(|own| own.get(name))
            .or_else(|| COMMON.get(name))
        {
            Some(kind) => {
                lints.extend(wrong(name, value, *kind).map(|wrong| at(&attribute, wrong)))
            }
            None if is_free(name) => {}
            None => {
                let names = own
                    .into_iter()
                    .flat_map(|own| own.keys())
                    .chain(COMMON.keys())
                    .copied();
                let help = match nearest(name, names) {
                    Some(like) => format!("did you mean `{like}`?"),
                    None => takes(element),
                };
                let message =
                    format!("`<{element}>` has no attribute `{name}`: it would be ignored");
                lints.push(Lint {
                    span: attribute.range(),
                    message,
                    help,
                });
            }
        }
        if name == "style" {
            lints.extend(of_style(value).map(|wrong| at(&attribute, wrong)));
        }
    }
    if element == "style" {
        let sheet = node.text().unwrap_or_default();
        let wrong = sheet
            .split('{')
            .skip(1)
            .filter_map(|rule| of_style(rule.split('}').next()?).next())
            .next();
        lints.extend(wrong.map(|(message, help)| Lint {
            span: node.range(),
            message,
            help,
        }));
    }
}

fn at(attribute: &Attribute, (message, help): (String, String)) -> Lint {
    Lint {
        span: attribute.range(),
        message,
        help,
    }
}

/// Whether anybody may use this name freely.
fn is_free(name: &str) -> bool {
    ["data-", "aria-", "on"]
        .iter()
        .any(|start| name.starts_with(start))
}

fn takes(element: &str) -> String {
    match OWN.get(element) {
        Some(own) => {
            let mut names: Vec<&str> = own.keys().copied().collect();
            names.sort_unstable();
            format!(
                "besides fill, stroke and other properties, `<{element}>` has {}",
                names.join(", ")
            )
        }
        None => "your own attributes must start with `data-`".into(),
    }
}

/// What is wrong in `name: value; ...`. Unknown names are reported only if they resemble a known one.
fn of_style(style: &str) -> impl Iterator<Item = (String, String)> {
    style
        .split(';')
        .filter_map(|declaration| declaration.split_once(':'))
        .filter_map(|(name, value)| {
            let name = name.trim();
            let value = value.trim().trim_end_matches("!important");
            if let Some(kind) = STYLES.get(name) {
                return if *kind == Kind::Transform {
                    None
                } else {
                    wrong(name, value, *kind)
                };
            }
            let plain = !name.starts_with('-')
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            let like = nearest(name, STYLES.keys().copied()).filter(|_| plain)?;
            Some((
                format!("there is no style property `{name}`: it would be ignored"),
                format!("did you mean `{like}`?"),
            ))
        })
}

/// Text in places where it does not print.
pub(super) fn lost_words(node: Node) -> Option<Lint> {
    let text = node.text().filter(|_| node.is_text())?;
    let words = text.trim();
    if words.is_empty()
        || node
            .parent()
            .is_some_and(|above| HOLD_WORDS.contains(&above.tag_name().name()))
    {
        return None;
    }
    let short: String = words.chars().take(40).collect();
    let more = if short.len() < words.len() { "..." } else { "" };
    let help = if words.contains(['{', '}']) {
        "is a brace missing? A placeholder has two on each side: {{ ... }}"
    } else {
        "words only print within `<text>` or with {{ text(...) }}"
    };
    // The source may spell it differently: `&amp;`.
    let source = &node.document().input_text()[node.range()];
    let start = node.range().start + source.len() - source.trim_start().len();
    let span = start..start + source.trim().len();
    Some(Lint {
        span,
        message: format!(
            "the words `{}{more}` would not print",
            short.replace('\n', " ")
        ),
        help: help.into(),
    })
}

const HOLD_WORDS: [&str; 4] = ["text", "tspan", "textPath", "style"];

/// Why an attribute cannot have this value, and what it may be.
fn wrong(name: &str, value: &str, kind: Kind) -> Option<(String, String)> {
    let value = value.trim();
    if value == "inherit" || kind == Any {
        return None;
    }
    let length = |value: &str| {
        Length::from_str(value)
            .ok()
            .map(|length| length.number)
            .filter(|number| number.is_finite())
    };
    let (is_right, what, help) = match kind {
        Any => return None,
        Kind::Length => (
            value == "normal" || length(value).is_some(),
            "a number",
            String::new(),
        ),
        Size if length(value).is_some_and(|size| size < 0.0) => {
            (false, "a length: it is negative", String::new())
        }
        Size => {
            let other = ["auto", "small", "medium", "large"]
                .iter()
                .any(|word| value.ends_with(word));
            (other || length(value).is_some(), "a number", String::new())
        }
        Lengths => (
            value == "none" || LengthListParser::from(value).all(|length| length.is_ok()),
            "a list of numbers",
            String::new(),
        ),
        Numbers => (
            NumberListParser::from(value).all(|number| number.is_ok()),
            "a number",
            String::new(),
        ),
        Kind::Paint => (Paint::from_str(value).is_ok(), "a colour", colours()),
        Colour => (
            value == "currentColor" || Color::from_str(value).is_ok(),
            "a colour",
            colours(),
        ),
        Path => {
            let broken = PathParser::from(value)
                .find_map(Result::err)
                .filter(|_| value != "none")?;
            let help = format!("it is only drawn up to the error: {broken}");
            return Some((format!("`{name}` is not a valid path"), help));
        }
        Points => {
            let numbers = value
                .split([' ', ',', '\n', '\t', '\r'])
                .filter(|number| !number.is_empty())
                .count();
            let read = PointsParser::from(value).count() * 2;
            // A sign may replace the space between two numbers.
            (
                read >= numbers,
                "a list of points",
                "a point is two numbers, x and y".into(),
            )
        }
        Kind::Transform => {
            let help =
                "the transforms are translate(), scale(), rotate(), skewX(), skewY() and matrix()";
            (
                value == "none" || Transform::from_str(value).is_ok(),
                "a transform",
                help.into(),
            )
        }
        Box => (
            ViewBox::from_str(value).is_ok(),
            "a view box",
            "a view box is x, y, width and height".into(),
        ),
        Aspect => (
            AspectRatio::from_str(value).is_ok(),
            "a ratio",
            "such as xMidYMid meet, xMidYMid slice or none".into(),
        ),
        Word(words) => {
            let like =
                nearest(value, words.iter().copied()).map(|like| format!("did you mean `{like}`?"));
            (
                words.contains(&value),
                "one of its values",
                like.unwrap_or_else(|| format!("its values are {}", words.join(", "))),
            )
        }
    };
    if is_right {
        None
    } else {
        Some((format!("`{name}` is `{value}`, which is not {what}"), help))
    }
}

fn colours() -> String {
    "a colour is #RRGGBB, `none` or a name from SVG; a colour of the palette is in braces: {{ c.ink }}".into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The problem with an element, and the advice.
    fn said(element: &str) -> Vec<String> {
        let svg = format!("<svg xmlns='{SVG}' xmlns:i='urn:i'>{element}</svg>");
        let document = roxmltree::Document::parse(&svg).unwrap();
        let mut lints = Vec::new();
        within(document.root_element(), &mut lints);
        lints
            .into_iter()
            .map(|lint| format!("{}; {}", lint.message, lint.help))
            .collect()
    }

    #[test]
    fn mistakes_that_would_be_ignored_are_reported() {
        for (element, told) in [
            (
                "<circle radius='4'/>",
                "`<circle>` has no attribute `radius`: it would be ignored; besides fill",
            ),
            ("<path stroke-widht='1'/>", "did you mean `stroke-width`?"),
            ("<g trasnform='scale(2)'/>", "did you mean `transform`?"),
            ("<rect r='1'/>", "`<rect>` has no attribute `r`"),
            ("<circle r='NaN'/>", "`r` is `NaN`, which is not a number"),
            ("<circle r='-1'/>", "it is negative"),
            ("<rect width='3,5'/>", "`width` is `3,5`"),
            ("<g transform='rotat(30)'/>", "`transform` is `rotat(30)`"),
            ("<path d='M22 72.2z19 foo'/>", "`d` is not a valid path"),
            ("<path d='22 7'/>", "`d` is not a valid path"),
            ("<polygon points='1 2 3'/>", "`points` is `1 2 3`"),
            ("<g fill='papre'/>", "not a colour"),
            ("<stop stop-color='#12'/>", "not a colour"),
            ("<g stroke-linejoin='rund'/>", "did you mean `round`?"),
            ("<path style='fill: papre'/>", "not a colour"),
            (
                "<path style='stroke-widht: 1'/>",
                "there is no style property `stroke-widht`",
            ),
            ("<style>.a { fill: papre }</style>", "not a colour"),
            ("<text x='1 a'/>", "a list of numbers"),
            ("&#32;&#233;日日日", "the words `é日日日` would not print"),
        ] {
            let said = said(element);
            assert!(
                said.len() == 1 && said[0].contains(told),
                "{element}: {said:?}"
            );
        }
    }

    #[test]
    fn attributes_of_drawing_programs_are_accepted() {
        for element in [
            "<path d='' i:nodetypes='cc' style='-inkscape-stroke:none;line-height:1.25;solid-color:#000000;font:12px serif'/>",
            "<g data-name='Layer 1' aria-hidden='true' enable-background='new' opacity='50%' fill='inherit' color='red'/>",
            "<rect rx='auto' width='100%' height='5mm' fill='url(#a) none' stroke='currentColor' stroke-dasharray='1,2 3'/>",
            "<text xml:space='preserve' letter-spacing='normal' font-size='x-large' x='1 2' rotate='9'>a<tspan dy='1'>b</tspan></text>",
            "<polyline points='0,0 1-2.5.5,4' stroke='rgb(10%, 20%, 30%)' transform='rotate(3) translate(1,2)'/>",
            "<style>/* a */ .a { fill: #123 !important; stroke: none } @media print { .b { x: 1 } }</style>",
            "<metadata a='b'>words</metadata><i:namedview pagecolor='#fff'>words</i:namedview><title>words</title>",
            "<svg viewBox='0 0 1 1' preserveAspectRatio='none' version='1.1' width='1' x='0'/><use href='#a' x='1'/>",
        ] {
            assert_eq!(said(element), [""; 0], "{element}");
        }
    }
}
