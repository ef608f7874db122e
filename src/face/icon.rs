//! Icons in running text, each taking the place of a word: small SVG files of the kit, or icons that ship.

use minijinja::{Environment, Error, ErrorKind, context};
use roxmltree::{Document, ParsingOptions};

use super::icon_set::{self, ShippedIcon};
use super::text::{ICON, IconBox};
use crate::kit::{Files, markup};

/// The most elements in an icon.
const MAX_NODES: u32 = 10_000;

/// Asks for the picture form of the character before it.
const PICTURE_FORM: char = '\u{fe0f}';

/// Replaces the icons of a text with an [`ICON`] each: `:names:`, and what `is_icon` knows as `[name]`, `{name}` or an emoji. A name
/// starts with a letter, followed by letters, digits, `_` and `-`.
pub(super) fn names(text: &str, is_icon: impl Fn(&str) -> bool) -> (String, Vec<String>) {
    let (mut out, mut names) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let found = match first {
            ':' => named(rest, ':'),
            '[' => named(rest, ']').filter(|(name, _)| is_icon(name)),
            '{' => named(rest, '}').filter(|(name, _)| is_icon(name)),
            letter if letter.is_ascii() || letter.is_alphanumeric() => None,
            sign => emoji(rest, sign, &is_icon),
        };
        match found {
            Some((name, length)) => {
                out.push(ICON);
                names.push(name.to_owned());
                rest = &rest[length..];
            }
            None => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    (out, names)
}

/// The name between the sign at the start of the text and this one, and the length of all.
fn named(text: &str, close: char) -> Option<(&str, usize)> {
    let after = &text[1..];
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    let end = after.find(|letter| !plain(letter))?;
    let is_name = after.starts_with(|first: char| first.is_ascii_alphabetic());
    (is_name && after[end..].starts_with(close)).then(|| (&after[..end], end + 2))
}

/// The emoji at the start of the text, if it is an icon by itself, and its length with the marks behind it.
fn emoji(text: &str, sign: char, is_icon: impl Fn(&str) -> bool) -> Option<(&str, usize)> {
    const JOINER: char = '\u{200d}';
    const KEYCAP: char = '\u{20e3}';
    let skin = |mark: char| ('\u{1f3fb}'..='\u{1f3ff}').contains(&mark);
    let length = sign.len_utf8();
    let name = &text[..length];
    if !is_icon(name) {
        return None;
    }
    let after = text[length..].trim_start_matches(|mark| mark == PICTURE_FORM || skin(mark));
    // Parts of a sequence are not what it shows.
    (!after.starts_with([JOINER, KEYCAP])).then(|| (name, text.len() - after.len()))
}

/// The names of the icons in a text: words between colons.
pub fn names_of(text: &str) -> Vec<String> {
    names(text, |_| false).1
}

/// Whether a text has icons that ship: an emoji, or a name in brackets.
pub fn shows_icons(text: &str) -> bool {
    let (_, found) = names(text, |name| by_name(name).is_some());
    found
        .iter()
        .any(|name| !text.contains(&format!(":{name}:")))
}

/// The drawing of an icon.
pub(super) enum Drawn {
    /// A file of the kit.
    Own(String),
    Shipped(&'static ShippedIcon),
}

/// The drawing of an icon by its name or its emoji: one of this folder of the kit, or one that ships.
pub(super) fn find(files: &Files, folder: &str, name: &str) -> Option<Drawn> {
    let path = path(folder, name);
    if files.has(&path) {
        return Some(Drawn::Own(path));
    }
    let shipped = by_name(name)?;
    // A kit draws an emoji, or another name of an icon, by the icon's name.
    let own = self::path(folder, shipped.name);
    Some(if files.has(&own) {
        Drawn::Own(own)
    } else {
        Drawn::Shipped(shipped)
    })
}

/// The icon that ships for a name or an emoji.
fn by_name(name: &str) -> Option<&'static ShippedIcon> {
    let mut signs = name.chars();
    match (signs.next(), signs.next()) {
        (Some(sign), None) if !sign.is_ascii() => icon_set::of_emoji(sign),
        _ => icon_set::shipped_icon(name),
    }
}

/// The file of an icon.
pub(super) fn path(folder: &str, name: &str) -> String {
    format!("{folder}/{name}.svg")
}

/// Draws an icon in its box, in the `fill` of the surrounding text.
///
/// # Errors
///
/// As for [`draw`].
pub(super) fn draw_any(
    icons: &Environment<'_>,
    drawn: &Drawn,
    fill: &str,
    place: IconBox,
) -> Result<String, Error> {
    let shipped = match drawn {
        Drawn::Own(path) => return draw(icons, path, fill, place),
        Drawn::Shipped(icon) => icon,
    };
    let [left, top, width, _] = ShippedIcon::VIEW_BOX;
    let scale = place.edge / width;
    Ok(format!(
        "<g transform=\"translate({:.4} {:.4}) scale({scale:.6})\" fill=\"{fill}\">{}</g>\n",
        place.x - left * scale,
        place.y - top * scale,
        shipped.element()
    ))
}

/// What stands for an icon that does not exist: a question mark in a dashed square.
pub(super) fn unknown(colour: &str, place: IconBox) -> String {
    format!(
        "<g transform=\"translate({:.4} {:.4}) scale({:.6})\" fill=\"none\" stroke=\"{colour}\" stroke-linecap=\"round\">\
         <rect x=\".5\" y=\".5\" width=\"9\" height=\"9\" stroke-width=\".5\" stroke-dasharray=\"1 .9\"/>\
         <path d=\"M3.2 3.7Q3.2 2.1 5 2.1Q6.8 2.1 6.8 3.7Q6.8 4.9 5 5.5V6.3M5 7.8v.1\"/></g>\n",
        place.x,
        place.y,
        place.edge / 10.0
    )
}

/// Draws an icon in its box. Its file is a template like a face, and gets the `fill` of the surrounding text.
///
/// # Errors
///
/// The template cannot be expanded, or its result is not an SVG with a square view box.
pub(super) fn draw(
    icons: &Environment<'_>,
    path: &str,
    fill: &str,
    place: IconBox,
) -> Result<String, Error> {
    let wrong = |what: String| {
        Error::new(
            ErrorKind::InvalidOperation,
            format!("the icon `{path}` {what}"),
        )
    };
    let svg = icons.get_template(path)?.render(context! { fill })?;
    if let Some((_, beyond)) = markup::over_limits(&svg) {
        return Err(wrong(format!("cannot be read: {beyond}")));
    }
    // Older drawing programs start a file with a DOCTYPE.
    let options = ParsingOptions {
        nodes_limit: MAX_NODES,
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(&svg, options)
        .map_err(|error| wrong(format!("is not XML: {error}")))?;
    let root = document.root_element();
    let name = root.tag_name().name();
    if name != "svg" {
        return Err(wrong(format!("is not SVG: its root element is <{name}>")));
    }
    let numbers: Vec<f64> = root
        .attribute("viewBox")
        .unwrap_or_default()
        .split([' ', ','])
        .filter_map(|word| word.parse().ok())
        .collect();
    let [left, top, width, height] = numbers[..] else {
        return Err(wrong("needs a viewBox of four numbers".into()));
    };
    if width <= 0.0 || (width - height).abs() > 1e-6 * width {
        return Err(wrong(format!(
            "is not square: its viewBox is {width} x {height}"
        )));
    }
    let (Some(first), Some(last)) = (root.first_child(), root.last_child()) else {
        return Ok(String::new());
    };
    let own = |name: &&str| !["viewBox", "width", "height", "version", "id"].contains(name);
    let attributes = root
        .attributes()
        .filter(|attribute| own(&attribute.name()) && attribute.namespace().is_none());
    let spaces = root
        .namespaces()
        .filter_map(|space| Some((space.name().filter(|name| *name != "xml")?, space.uri())));
    let spaces: String = spaces
        .map(|(name, uri)| {
            format!(
                " xmlns:{name}=\"{}\"",
                uri.replace('&', "&amp;").replace('"', "&quot;")
            )
        })
        .collect();
    let style: String = attributes
        .map(|attribute| format!(" {}", &svg[attribute.range()]))
        .collect();
    let scale = place.edge / width;
    Ok(format!(
        "<g transform=\"translate({:.4} {:.4}) scale({scale:.6})\"{spaces}{style}>{}</g>\n",
        place.x - left * scale,
        place.y - top * scale,
        &svg[first.range().start..last.range().end]
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_between_colons() {
        let taken = |text: &str| {
            let is_icon = |name: &str| icon_set::shipped_icon(name).is_some() || name == "⚔";
            let (text, names) = names(text, is_icon);
            (text.replace(ICON, "*"), names.join(" "))
        };
        assert_eq!(
            taken("Gain :heart: 2, :red-skull::red-skull:"),
            ("Gain * 2, **".into(), "heart red-skull red-skull".into())
        );
        assert_eq!(
            taken("At 10:30:15, note: well :)"),
            ("At 10:30:15, note: well :)".into(), String::new())
        );
        assert_eq!(
            taken("[sword] {coin}⚔️ [any] {x} [] ⚔\u{200d}x"),
            ("* ** [any] {x} [] ⚔\u{200d}x".into(), "sword coin ⚔".into())
        );
    }

    #[test]
    fn an_icon_fills_its_box_in_the_colour_of_the_text() {
        let mut icons = Environment::new();
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-5 -5 10 10' fill='{{ fill }}'><path d='M0 0h1'/></svg>";
        icons.add_template("a.svg", svg).unwrap();
        let place = IconBox {
            x: 1.0,
            y: 2.0,
            edge: 3.0,
        };
        let drawn = draw(&icons, "a.svg", "#102030", place).unwrap();
        assert_eq!(
            drawn,
            "<g transform=\"translate(2.5000 3.5000) scale(0.300000)\" fill='#102030'><path d='M0 0h1'/></g>\n"
        );
        let old = format!(
            "<?xml version='1.0'?><!DOCTYPE svg PUBLIC 'a' 'b' [<!ENTITY ns 'http://www.w3.org/2000/svg'>]>{}",
            "<svg xmlns='&ns;' xmlns:i='urn:i' viewBox='0 0 10 10'><path i:x='1' d='M0 0h1'/></svg>"
        );
        icons.add_template_owned("old.svg", old).unwrap();
        let drawn = draw(&icons, "old.svg", "", place).unwrap();
        assert!(drawn.contains("xmlns:i=\"urn:i\"><path i:x='1'"), "{drawn}");
    }

    #[test]
    fn an_icon_must_be_a_square_svg() {
        let place = IconBox {
            x: 0.0,
            y: 0.0,
            edge: 1.0,
        };
        for (svg, what) in [
            (
                "<svg viewBox='0 0 2 1'/>",
                "is not square: its viewBox is 2 x 1",
            ),
            (
                "<svg viewBox='0 0 0 0'/>",
                "is not square: its viewBox is 0 x 0",
            ),
            ("<svg/>", "needs a viewBox of four numbers"),
            (
                "<html viewBox='0 0 1 1'/>",
                "is not SVG: its root element is <html>",
            ),
            ("text", "is not XML: "),
        ] {
            let mut icons = Environment::new();
            icons.add_template("a.svg", svg).unwrap();
            let error = draw(&icons, "a.svg", "", place).unwrap_err().to_string();
            assert!(
                error.contains(&format!("the icon `a.svg` {what}")),
                "{error}"
            );
        }
    }
}
