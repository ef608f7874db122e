//! Plain text elements: those of which every attribute is known become [`TextLine`]s without usvg.
//!
//! The rule is *all or nothing*: anything not understood exactly (effects, paths, classes, double spaces) makes the whole element
//! art. Art is equally correct, but slower and larger.

use roxmltree::Node;

use super::{Fonts, TextLine, text};

/// What a text inherits from the groups around it. Lengths are in the text's own units; `scale` and the origin convert them to mm.
#[derive(Clone, Debug)]
pub(super) struct Inherited {
    family: Option<String>,
    weight: u16,
    italic: bool,
    size: Option<f64>,
    fill: [u8; 3],
    /// The fraction of a text's width left of its anchor: 0, 0.5 or 1.
    anchor: f64,
    tracking: f64,
    scale: f64,
    origin: (f64, f64),
}

/// Why a text is not plain, for people who write templates: `opacity`, `transform="rotate(90)"`.
pub(super) type Reason = String;

fn not_plain(name: &str, value: &str) -> Reason {
    // The value matters only if other values would be plain.
    let understood = [
        "x",
        "y",
        "transform",
        "font-family",
        "font-weight",
        "font-style",
        "font-size",
        "letter-spacing",
        "fill",
    ];
    if understood.contains(&name) || name == "text-anchor" {
        format!("{name}=\"{value}\"")
    } else {
        name.to_owned()
    }
}

/// The start of a `<text>` or `<tspan>`: x, y.
type Start = (Option<f64>, Option<f64>);

impl Default for Inherited {
    fn default() -> Inherited {
        Inherited {
            family: None,
            weight: 400,
            italic: false,
            size: None,
            fill: [0; 3],
            anchor: 0.0,
            tracking: 0.0,
            scale: 1.0,
            origin: (0.0, 0.0),
        }
    }
}

impl Inherited {
    /// The style of a text directly on the page, with this size of a unit in mm and this origin.
    pub(super) fn on_page(unit: f64, corner: (f64, f64)) -> Inherited {
        Inherited {
            scale: unit,
            origin: corner,
            ..Inherited::default()
        }
    }

    /// A rectangle in the text's own units as one on the face, in mm: x, y, width, height.
    pub(super) fn placed(&self, [x, y, w, h]: [f64; 4]) -> [f64; 4] {
        let (left, top) = self.origin;
        let scale = self.scale;
        [left + x * scale, top + y * scale, w * scale, h * scale]
    }

    /// Adds the properties of the root or a group; anything that is not understood is an error.
    pub(super) fn within(&self, group: Node) -> Result<Inherited, Reason> {
        let mut inner = self.clone();
        for attribute in group.attributes() {
            let name = attribute.name();
            let value = attribute.value().trim();
            if attribute.namespace().is_some() {
                known_namespace(attribute.namespace())?;
                continue;
            }
            match name {
                "id" | "version" | "stroke-linejoin" | "stroke-linecap" | "stroke-miterlimit"
                | "stroke-width" => {}
                "viewBox" | "width" | "height" if group.tag_name().name() == "svg" => {}
                "transform" if group.tag_name().name() == "g" => inner
                    .transform(value)
                    .ok_or_else(|| not_plain(name, value))?,
                _ => inner
                    .style(name, value)
                    .ok_or_else(|| not_plain(name, value))?,
            }
        }
        Ok(inner)
    }

    /// The lines of a `<text>`, or why it is not plain.
    pub(super) fn lines<'t>(
        &self,
        node: Node<'t, '_>,
        fonts: &Fonts,
    ) -> Result<Vec<TextLine<'t>>, Reason> {
        let (outer, place) = self.element(node)?;
        if let Some(words) = sole_text(node) {
            let (x, y) = (place.0.unwrap_or(0.0), place.1.unwrap_or(0.0));
            return outer.line(words, x, y, fonts);
        }
        let mut lines = Vec::new();
        for child in node.children() {
            // Space between lines belongs to the line before it, which matters only if that is not start-aligned.
            if child.text().is_some_and(|text| text.trim().is_empty())
                && child.is_text()
                && outer.anchor == 0.0
            {
                continue;
            }
            if !child.is_element() || child.tag_name().name() != "tspan" {
                return Err("it does not consist of <tspan x y> lines only".to_owned());
            }
            let (inner, place) = outer.element(child)?;
            let (Some(words), (Some(x), Some(y))) = (sole_text(child), place) else {
                return Err("a <tspan> lacks its words, x or y".to_owned());
            };
            lines.extend(inner.line(words, x, y, fonts)?);
        }
        Ok(lines)
    }

    /// The properties of a `<text>` or `<tspan>`, and its position.
    fn element(&self, node: Node) -> Result<(Inherited, Start), Reason> {
        let mut inner = self.clone();
        let mut place = (None, None);
        for attribute in node.attributes() {
            if attribute.namespace().is_some() {
                known_namespace(attribute.namespace())?;
                continue;
            }
            let name = attribute.name();
            let value = attribute.value().trim();
            let known = match name {
                "id" => Some(()),
                "x" => number(value).map(|x| place.0 = Some(x)),
                "y" => number(value).map(|y| place.1 = Some(y)),
                _ => inner.style(name, value),
            };
            known.ok_or_else(|| not_plain(name, value))?;
        }
        Ok((inner, place))
    }

    fn style(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "font-family" => {
                let first = value.split(',').next()?.trim().trim_matches(['\'', '"']);
                self.family = Some(first.to_owned());
            }
            "font-weight" => {
                self.weight = match value {
                    "normal" => 400,
                    "bold" => 700,
                    _ => value.parse().ok()?,
                }
            }
            "font-style" => {
                self.italic = match value {
                    "normal" => false,
                    "italic" => true,
                    _ => return None,
                }
            }
            "font-size" => self.size = Some(number(value).filter(|size| *size > 0.0)?),
            "letter-spacing" => self.tracking = number(value)?,
            "fill" => self.fill = colour(value)?,
            "stroke" if value == "none" => {}
            "text-anchor" => {
                self.anchor = match value {
                    "start" => 0.0,
                    "middle" => 0.5,
                    "end" => 1.0,
                    _ => return None,
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Translations and uniform scales, in any order.
    fn transform(&mut self, list: &str) -> Option<()> {
        for step in list.split_terminator(')') {
            let (name, numbers) = step.split_once('(')?;
            let numbers: Vec<f64> = numbers
                .split([',', ' '])
                .filter(|number| !number.is_empty())
                .map(number)
                .collect::<Option<_>>()?;
            match (
                name.trim_start_matches([',', ' ']).trim(),
                numbers.as_slice(),
            ) {
                ("translate", [x]) => self.origin.0 += x * self.scale,
                ("translate", [x, y]) => {
                    self.origin.0 += x * self.scale;
                    self.origin.1 += y * self.scale;
                }
                ("scale", [s]) if *s > 0.0 => self.scale *= s,
                ("scale", [x, y]) if *x > 0.0 && x == y => self.scale *= x,
                _ => return None,
            }
        }
        Some(())
    }

    /// A line of text, in parts where its font or its direction changes.
    fn line<'t>(
        &self,
        words: &'t str,
        x: f64,
        y: f64,
        fonts: &Fonts,
    ) -> Result<Vec<TextLine<'t>>, Reason> {
        let spaces = |c: char| c != ' ' && c.is_whitespace();
        if words.trim() != words || words.contains("  ") || words.contains(spaces) {
            return Err("it has spaces at its ends or several in a row".to_owned());
        }
        let family = self.family.as_deref().unwrap_or_default();
        let font = fonts
            .find(family, self.weight, self.italic)
            .ok_or_else(|| format!("there is no font `{family}`"))?;
        let size = self.size.ok_or_else(|| "it has no font-size".to_owned())?;
        let mut line = TextLine {
            text: words.into(),
            x: self.origin.0 + x * self.scale,
            y: self.origin.1 + y * self.scale,
            size: size * self.scale,
            font,
            fill: self.fill,
            tracking: self.tracking * self.scale,
        };
        let mut parts = match text::parts_of_line(words, font, fonts) {
            None => {
                if self.anchor > 0.0 {
                    line.x -= text::width(&line) * self.anchor;
                }
                return Ok(vec![line]);
            }
            Some(parts) => parts
                .into_iter()
                .map(|(words, font)| TextLine {
                    text: words,
                    font,
                    ..line.clone()
                })
                .collect::<Vec<_>>(),
        };
        let advance = |part: &TextLine| {
            text::width(part)
                + if part.text.is_empty() {
                    0.0
                } else {
                    part.tracking
                }
        };
        let whole = parts.iter().map(advance).sum::<f64>() - line.tracking;
        let mut pen = line.x - whole * self.anchor;
        for part in &mut parts {
            part.x = pen;
            pen += advance(part);
        }
        Ok(parts)
    }
}

/// Attributes of editors have no effect in print, but `xml:space` has.
fn known_namespace(namespace: Option<&str>) -> Result<(), Reason> {
    if namespace == Some(roxmltree::NS_XML_URI) {
        Err("xml:space or xml:lang".to_owned())
    } else {
        Ok(())
    }
}

/// The text of an element that contains nothing else.
fn sole_text<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let mut children = node.children();
    let text = children.next().filter(Node::is_text)?;
    if children.next().is_some() {
        None
    } else {
        text.text()
    }
}

/// A plain finite number, without a unit.
pub(super) fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite() && number.abs() < 1e6)
}

/// `#rgb`, `#rrggbb`, `black`, `white`.
fn colour(text: &str) -> Option<[u8; 3]> {
    let digits = match text {
        "black" => "000",
        "white" => "fff",
        _ => text.strip_prefix('#')?,
    };
    let value = u32::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        3 => Some([8, 4, 0].map(|shift| (value >> shift & 15) as u8 * 17)),
        6 => Some([16, 8, 0].map(|shift| (value >> shift) as u8)),
        _ => None,
    }
}
