//! The first face of a new deck: every column in a sensible place, to be changed in an editor or a drawing program.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::column::{Column, Role, Type};
use super::deck::{Deck, Field, Form};
use super::manifest::tone;

/// The gap between things below each other, mm.
const GAP: f64 = 1.2;

/// The most facts on a face; other fields are not shown.
pub const MAX_FACTS: usize = 16;

/// The width of a letter of running text, in sizes, including what is lost at the ends of lines.
const LETTER: f64 = 0.5;

/// A box, mm.
#[derive(Clone, Copy)]
struct Area {
    x: f64,
    y: f64,
    w: f64,
    h: f64,
}

impl Area {
    /// Cuts a strip off its top.
    fn take(&mut self, height: f64) -> Area {
        let strip = Area { h: height, ..*self };
        (self.y, self.h) = (self.y + height + GAP, self.h - height - GAP);
        strip
    }

    /// Cuts a strip off its bottom.
    fn take_foot(&mut self, height: f64) -> Area {
        self.h -= height + GAP;
        Area {
            y: self.y + self.h + GAP,
            h: height,
            ..*self
        }
    }

    fn narrower(self, inset: f64) -> Area {
        Area {
            x: self.x + inset,
            w: self.w - 2.0 * inset,
            ..self
        }
    }

    fn keys(&self) -> String {
        format!(
            "x={}, y={}, w={}, h={}",
            mm(self.x),
            mm(self.y),
            mm(self.w),
            mm(self.h)
        )
    }
}

/// A length in tenths of a millimetre, without superfluous digits.
fn mm(length: f64) -> String {
    let rounded = (length * 10.0).round() / 10.0;
    format!("{}", rounded + 0.0)
}

/// Text as a string in the template language.
fn quoted(words: &str) -> String {
    let plain: String = words
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    serde_json::Value::from(plain).to_string()
}

/// A face being written.
struct Face {
    out: String,
    /// How much smaller type is than on a card.
    scale: f64,
}

impl Form {
    /// The area for text.
    fn content(self) -> Area {
        let (w, h) = self.size();
        let inset = |x: f64, y: f64| Area {
            x,
            y,
            w: w - 2.0 * x,
            h: h - 2.0 * y,
        };
        match self {
            Form::Card => inset(6.5, 6.0),
            Form::Tile => inset(4.5, 4.0),
            Form::Hex => inset(w * 0.23, h * 0.14),
            Form::Token => inset(w * 0.16, h * 0.17),
        }
    }

    /// The background, in the colour of its kind, with paper in the middle.
    fn ground(self) -> &'static str {
        match self {
            Form::Card | Form::Tile => {
                "<path d=\"M{{ -bleed }} {{ -bleed }}h{{ w + 2*bleed }}v{{ h + 2*bleed }}h{{ -w - 2*bleed }}z\" fill=\"{{ tone }}\"/>\n\
                 <rect x=\"3\" y=\"3\" width=\"{{ w - 6 }}\" height=\"{{ h - 6 }}\" rx=\"2\" fill=\"{{ c.paper }}\" stroke=\"{{ c.ink }}\" stroke-width=\".3\"/>\n"
            }
            Form::Hex => {
                "<path d=\"M{{ -bleed }} {{ -bleed }}h{{ w + 2*bleed }}v{{ h + 2*bleed }}h{{ -w - 2*bleed }}z\" fill=\"{{ tone }}\"/>\n\
                 <path d=\"M2.5 {{ h/2 }}L{{ w/4 + 1.3 }} 2.2H{{ w*3/4 - 1.3 }}L{{ w - 2.5 }} {{ h/2 }}L{{ w*3/4 - 1.3 }} {{ h - 2.2 }}H{{ w/4 + 1.3 }}Z\" fill=\"{{ c.paper }}\" stroke=\"{{ c.ink }}\" stroke-width=\".3\"/>\n"
            }
            Form::Token => {
                "<circle cx=\"{{ w/2 }}\" cy=\"{{ h/2 }}\" r=\"{{ w/2 + bleed }}\" fill=\"{{ tone }}\"/>\n\
                 <circle cx=\"{{ w/2 }}\" cy=\"{{ h/2 }}\" r=\"{{ w/2 - 2 }}\" fill=\"{{ c.paper }}\" stroke=\"{{ c.ink }}\" stroke-width=\".3\"/>\n"
            }
        }
    }
}

/// The front of a deck.
pub fn front(deck: &Deck<'_>) -> String {
    let mut area = deck.form.content();
    let mut face = Face {
        out: String::new(),
        scale: (area.w / 50.0).clamp(0.8, 1.0),
    };
    face.head(deck);
    let k = face.scale;
    let facts: Vec<&Field<'_>> = deck
        .fields
        .iter()
        .filter(|field| field.role == Role::Fact)
        .take(MAX_FACTS)
        .collect();
    let top = area.take(9.0 * k);
    let kind = deck
        .field(Role::Tone)
        .map(|field| (area.take(3.4 * k), field));
    // Without a title, the code takes its place.
    let code = deck
        .column(Role::Code)
        .filter(|_| deck.field(Role::Title).is_some())
        .map(|_| area.take_foot(2.6 * k));
    let texts: Vec<&Field<'_>> = deck
        .fields
        .iter()
        .filter(|field| matches!(field.role, Role::Words | Role::Mood))
        .collect();
    let is_table =
        texts.is_empty() && deck.field(Role::Picture).is_none() && deck.form != Form::Card;
    let (columns, row) = grid(&facts, area, if is_table { 1.5 } else { k }, is_table);
    let table = row * facts.len().div_ceil(columns) as f64;
    let facts_area = match is_table {
        _ if facts.is_empty() => None,
        true => Some(Area {
            y: area.y + ((area.h - table) / 2.0).max(0.0) * 0.6,
            h: table,
            ..area
        }),
        false => Some(area.take_foot(table)),
    };
    let wanted: Vec<f64> = texts.iter().map(|field| height(field, area.w, k)).collect();
    let panel = panel_height(deck, area.h, wanted.iter().sum());
    let panel = (panel > 0.0).then(|| area.take(panel));

    face.out += "<g>\n";
    face.out += deck.form.ground();
    if let Some(panel) = panel {
        face.panel(panel, deck);
    }
    if !texts.is_empty() {
        face.text_panel(area);
    }
    if let Some(corner) = deck.field(Role::Corner) {
        face.corner_ground(top, corner);
    }
    face.out += "</g>\n";
    face.pictures(panel, deck);
    face.heading(top, deck);
    if let Some((strip, field)) = kind {
        let more = if deck.form == Form::Card {
            KIND
        } else {
            KIND_IN_THE_MIDDLE
        };
        face.text(
            "",
            field,
            strip,
            &Set {
                size: 2.7,
                min: 1.5,
                more,
            },
        );
    }
    let share =
        (area.h - GAP * texts.len().saturating_sub(1) as f64) / wanted.iter().sum::<f64>().max(1.0);
    for (field, wanted) in texts.into_iter().zip(wanted) {
        let strip = area.take((wanted * share).max(1.5)).narrower(TEXT_INSET);
        let more = if field.role == Role::Mood {
            ", italic=true"
        } else {
            ""
        };
        face.text(
            "",
            field,
            strip,
            &Set {
                size: 3.5,
                min: 1.2,
                more,
            },
        );
    }
    if let Some(strip) = facts_area {
        face.facts(&facts, strip, columns, row);
    }
    if let Some(strip) = code {
        let align = if deck.form == Form::Card {
            "start"
        } else {
            "middle"
        };
        let _ = writeln!(
            face.out,
            "{{{{ text(code, {}, size={}, min=1, font=\"Barlow Condensed\", weight=600, fill=c.label, align=\"{align}\") }}}}",
            strip.keys(),
            mm(2.3 * k.max(0.7))
        );
    }
    face.out += "</svg>\n";
    face.out
}

/// How a text is set: sizes for a card.
struct Set {
    size: f64,
    min: f64,
    more: &'static str,
}

const KIND: &str = ", font=\"Barlow Condensed\", weight=600, fill=c.label, align=\"start\"";
const KIND_IN_THE_MIDDLE: &str = ", font=\"Barlow Condensed\", weight=600, fill=c.label";

/// The distance of texts from the sides of their panel.
const TEXT_INSET: f64 = 1.5;

/// The number of columns of facts, and the height of a row.
fn grid(facts: &[&Field<'_>], area: Area, scale: f64, is_table: bool) -> (usize, f64) {
    let is_short = facts
        .iter()
        .all(|field| field.column.longest <= 12 && field.column.header.chars().count() <= 16);
    let is_wide = is_short && area.w > 40.0 && !is_table;
    let columns = if facts.len() > 1 && is_wide || facts.len() > 8 {
        2
    } else {
        1
    };
    let most = match facts.len() {
        _ if is_table => area.h,
        0..=6 => area.h * 0.5,
        _ => area.h * 0.6,
    };
    (
        columns,
        (4.4 * scale).min(most / facts.len().div_ceil(columns).max(1) as f64),
    )
}

/// The height of the box for a text's longest cell, which may be set slightly smaller than the others.
fn height(field: &Field<'_>, width: f64, scale: f64) -> f64 {
    let size = 3.0 * scale;
    let lines =
        (field.column.longest as f64 * size * LETTER / (width - 2.0 * TEXT_INSET)).ceil() + 0.6;
    lines * size * 1.15
}

/// A picture gets half of the room or what the texts leave, an ornament only what they leave.
fn panel_height(deck: &Deck<'_>, room: f64, texts: f64) -> f64 {
    let left = room - texts * 1.1 - GAP;
    match deck.field(Role::Picture) {
        Some(_) => left.clamp(room * 0.4, room * 0.95),
        None if deck.form == Form::Card && left > 10.0 => left.min(room * 0.75),
        None => 0.0,
    }
}

impl Face {
    fn head(&mut self, deck: &Deck<'_>) {
        self.out += "{#- Made by `paperkeep new`: every column has a place. Text between double braces is filled in from a row;\n  \
                     x, y, w and h of a text are its box in mm. Change what you like, or draw the face in Inkscape. -#}\n";
        match deck.field(Role::Tone) {
            Some(field) => {
                let tones: Vec<String> = field
                    .column
                    .kinds
                    .iter()
                    .map(|kind| format!("{}: c.{}", quoted(kind), tone(kind)))
                    .collect();
                let _ = writeln!(self.out, "{{%- set tones = {{{}}} -%}}", tones.join(", "));
                let _ = writeln!(
                    self.out,
                    "{{%- set tone = tones[{}]|default(c.plain) -%}}",
                    field.name
                );
            }
            None => self.out += "{%- set tone = c.plain -%}\n",
        }
        self.out += "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{{ -bleed }} {{ -bleed }} {{ w + 2*bleed }} {{ h + 2*bleed }}\">\n";
    }

    /// The background of the texts.
    fn text_panel(&mut self, area: Area) {
        let Area { x, y, w, h } = area;
        let frame = format!(
            "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            mm(x),
            mm(y),
            mm(w),
            mm(h)
        );
        let _ = writeln!(
            self.out,
            "<rect {frame} rx=\"1\" fill=\"{{{{ c.page }}}}\"/>"
        );
    }

    /// The frame of a picture, or an ornament that differs from card to card.
    fn panel(&mut self, area: Area, deck: &Deck<'_>) {
        let Area { x, y, w, h } = area;
        let frame = format!(
            "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            mm(x),
            mm(y),
            mm(w),
            mm(h)
        );
        if deck.field(Role::Picture).is_some() {
            let _ = writeln!(
                self.out,
                "<rect {frame} fill=\"{{{{ c.page }}}}\" stroke=\"{{{{ c.ink }}}}\" stroke-width=\".25\"/>"
            );
            return;
        }
        let (cy, r) = (y + h / 2.0, (h / 2.0 - 0.5).min(w / 2.0 - 0.5));
        // As many flowers as fit, with a line through them.
        let many = ((w / (2.0 * r + 6.0)) as usize).clamp(1, 3);
        let centres: Vec<String> = (1..=many)
            .map(|at| mm(x + w * (2 * at - 1) as f64 / (2 * many) as f64))
            .collect();
        let _ = writeln!(
            self.out,
            "<path d=\"M{} {}h{}\" stroke=\"{{{{ c.faint }}}}\" stroke-width=\".3\"/>",
            mm(x),
            mm(cy),
            mm(w)
        );
        self.out += "{#- An ornament until there is a picture: the code decides how many petals it has, and how wide they are. -#}\n";
        let _ = writeln!(
            self.out,
            "{{%- set petals = 5 + (noise(code, 1) * 8)|int -%}}\n{{%- set wide = {} * (1 + noise(code, 2)) -%}}",
            mm(r * 0.12)
        );
        let _ = writeln!(
            self.out,
            "<g fill=\"{{% if ink == \"color\" %}}{{{{ tone }}}}{{% else %}}{{{{ c.paper }}}}{{% endif %}}\" fill-opacity=\"{{% if ink == \"color\" %}}.35{{% else %}}1{{% endif %}}\" \
             stroke=\"{{{{ c.ink }}}}\" stroke-width=\".22\">"
        );
        let _ = writeln!(
            self.out,
            "{{% for cx in [{0}] %}}{{% for i in range(petals) %}}<path transform=\"translate({{{{ cx }}}} {1}) rotate({{{{ (360 / petals * i)|mm }}}})\" \
             d=\"M0 0Q{{{{ wide|mm }}}} -{2} 0 -{3}Q{{{{ (-wide)|mm }}}} -{2} 0 0Z\"/>{{% endfor %}}{{% endfor %}}\n</g>",
            centres.join(", "),
            mm(cy),
            mm(r * 0.6),
            mm(r)
        );
    }

    /// The pictures, side by side in the frame.
    fn pictures(&mut self, area: Option<Area>, deck: &Deck<'_>) {
        let fields: Vec<&Field<'_>> = deck
            .fields
            .iter()
            .filter(|field| field.role == Role::Picture)
            .collect();
        let Some(area) = area.filter(|_| !fields.is_empty()) else {
            return;
        };
        let w = area.w / fields.len() as f64;
        for (at, field) in fields.into_iter().enumerate() {
            let strip = Area {
                x: area.x + w * at as f64,
                w,
                ..area
            };
            let (name, keys) = (&field.name, strip.keys());
            match &deck.read.pictures {
                Some(folder) if folder.is_empty() => {
                    let _ = writeln!(
                        self.out,
                        "{{% if {name} %}}{{{{ image({name}, {keys}, fit=\"cover\") }}}}{{% endif %}}"
                    );
                }
                Some(folder) => {
                    let path = format!("{} ~ {name}", quoted(folder));
                    let _ = writeln!(
                        self.out,
                        "{{% if {name} %}}{{{{ image({path}, {keys}, fit=\"cover\") }}}}{{% endif %}}"
                    );
                }
                None => {
                    let _ = writeln!(
                        self.out,
                        "{{#- Not all pictures are there. Put them into the kit, and this in the place of the next line:\n  \
                         {{% if {name} %}}{{{{ image({name}, {keys}, fit=\"cover\") }}}}{{% endif %}} -#}}\n\
                         {{{{ text({name}, {keys}, size=2.4, min=1, font=\"Barlow Condensed\", weight=600, fill=c.label) }}}}"
                    );
                }
            }
        }
    }

    fn corner_width(&self) -> f64 {
        11.0 * self.scale
    }

    fn corner_ground(&mut self, top: Area, corner: &Field<'_>) {
        let (r, x) = (top.h / 2.0, top.x + top.w - top.h / 2.0);
        let drawn = format!(
            "<circle cx=\"{0}\" cy=\"{1}\" r=\"{2}\" fill=\"{{{{ tone }}}}\" stroke=\"{{{{ c.ink }}}}\" stroke-width=\".3\"/>\
             <circle cx=\"{0}\" cy=\"{1}\" r=\"{3}\" fill=\"{{{{ c.paper }}}}\"/>",
            mm(x),
            mm(top.y + r),
            mm(r),
            mm(r * 0.8)
        );
        self.out += &if_said(corner, &drawn);
    }

    /// The title, and the contents of the corner.
    fn heading(&mut self, top: Area, deck: &Deck<'_>) {
        let mut title = top;
        if let Some(corner) = deck.field(Role::Corner) {
            title.w -= self.corner_width();
            let inner = Area {
                x: top.x + top.w - top.h * 0.86,
                w: top.h * 0.72,
                y: top.y + top.h * 0.14,
                h: top.h * 0.72,
            };
            self.text(
                "",
                corner,
                inner,
                &Set {
                    size: 5.0,
                    min: 1.4,
                    more: ", font=\"Cinzel\", weight=700",
                },
            );
        }
        let more = match deck.form == Form::Card {
            true => ", font=\"Cinzel\", weight=700, align=\"start\"",
            false => ", font=\"Cinzel\", weight=700",
        };
        if let Some(field) = deck.field(Role::Title) {
            self.text(
                "",
                field,
                title,
                &Set {
                    size: 5.0,
                    min: 1.8,
                    more,
                },
            );
        } else {
            let _ = writeln!(
                self.out,
                "{{{{ text(code, {}, size={}, min=1.4{more}) }}}}",
                title.keys(),
                mm(5.0 * self.scale)
            );
        }
    }

    /// Labels and values, in a table.
    fn facts(&mut self, facts: &[&Field<'_>], strip: Area, columns: usize, row: f64) {
        let gap = 2.0;
        let w = (strip.w - gap * (columns - 1) as f64) / columns as f64;
        for (at, field) in facts.iter().enumerate() {
            let (x, y) = (
                strip.x + (w + gap) * (at % columns) as f64,
                strip.y + row * (at / columns) as f64,
            );
            let label = quoted(&field.column.header);
            // A label is as wide as its text, but at most half.
            let letters = field.column.header.chars().count() as f64;
            let is_flag = field.kind == Type::Flag;
            let lw = if is_flag {
                w
            } else {
                (letters * row * 0.26 + 1.0).min(w * 0.5)
            };
            let left = Area {
                x,
                y,
                w: lw,
                h: row,
            };
            let mut drawn = format!(
                "<path d=\"M{} {}h{}\" stroke=\"{{{{ c.faint }}}}\" stroke-width=\".2\"/>\n",
                mm(x),
                mm(y + row),
                mm(w)
            );
            let _ = writeln!(
                drawn,
                "{{{{ text({label}, {}, size={}, min=0.8, font=\"Barlow Condensed\", weight=600, fill=c.label, align=\"start\") }}}}",
                left.keys(),
                mm(row * 0.6)
            );
            if !is_flag {
                let right = Area {
                    x: x + lw + 0.5,
                    y,
                    w: w - lw - 0.5,
                    h: row,
                };
                let _ = write!(
                    drawn,
                    "{{{{ text({}, {}, size={}, min=0.8, weight=700, align=\"end\"{}) }}}}",
                    shown(field),
                    right.keys(),
                    mm(row * 0.72),
                    icons(field)
                );
            }
            self.out += &if_said(field, drawn.trim_end());
        }
    }

    fn text(&mut self, remark: &str, field: &Field<'_>, area: Area, set: &Set) {
        if !remark.is_empty() {
            let _ = writeln!(self.out, "{{#- {remark} -#}}");
        }
        let (size, min) = (mm(set.size * self.scale), mm(set.min * self.scale.max(0.7)));
        let drawn = format!(
            "{{{{ text({}, {}, size={size}, min={min}{}{}) }}}}",
            shown(field),
            area.keys(),
            set.more,
            icons(field)
        );
        self.out += &if_said(field, &drawn);
    }
}

/// If a row has no value, nothing is drawn.
fn if_said(field: &Field<'_>, drawn: &str) -> String {
    let name = &field.name;
    let is_number = matches!(field.kind, Type::Integer(_) | Type::Number);
    match (is_number, field.column.blank) {
        (true, 0) => format!("{drawn}\n"),
        (true, _) => format!("{{% if {name} is not none %}}{drawn}{{% endif %}}\n"),
        (false, 0) if field.kind != Type::Flag => format!("{drawn}\n"),
        _ => format!("{{% if {name} %}}{drawn}{{% endif %}}\n"),
    }
}

/// A field as text.
fn shown(field: &Field<'_>) -> String {
    let name = &field.name;
    match (&field.kind, field.column.brackets) {
        (Type::List, _) => format!("{name}|join(\", \")"),
        (Type::Number, _) if field.column.has_commas => {
            format!("{name}|string|replace(\".\", \",\")")
        }
        (_, Some([open, close])) => {
            format!("{name}|replace(\"{open}\", \":\")|replace(\"{close}\", \":\")")
        }
        _ => name.clone(),
    }
}

fn icons(field: &Field<'_>) -> &'static str {
    if field.column.icons.is_empty() {
        ""
    } else {
        ", icons=\"faces/icons\", icon=1.1"
    }
}

/// The back of a deck: it reveals nothing, and looks the same upside down.
pub fn back(deck: &Deck<'_>) -> String {
    format!(
        "{{#- The back, the same for all: it tells nothing. -#}}
<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{{{{ -bleed }}}} {{{{ -bleed }}}} {{{{ w + 2*bleed }}}} {{{{ h + 2*bleed }}}}\">
<g>
<path d=\"M{{{{ -bleed }}}} {{{{ -bleed }}}}h{{{{ w + 2*bleed }}}}v{{{{ h + 2*bleed }}}}h{{{{ -w - 2*bleed }}}}z\" fill=\"{{{{ c.back }}}}\"/>
<g fill=\"none\" stroke=\"{{{{ c.back_line }}}}\" stroke-linejoin=\"round\">
<rect x=\"4\" y=\"4\" width=\"{{{{ w - 8 }}}}\" height=\"{{{{ h - 8 }}}}\" rx=\"2.4\" stroke-width=\".5\"/>
<path stroke-width=\".3\" d=\"{{% for row in range(9) %}}{{% for column in range(6) %}}M{{{{ 9 + 9 * column }}}} {{{{ 4 + 9 * row }}}}l4 4l-4 4l-4 -4z{{% endfor %}}{{% endfor %}}\"/>
</g>
<rect x=\"10\" y=\"{{{{ h/2 - 8 }}}}\" width=\"{{{{ w - 20 }}}}\" height=\"16\" rx=\"2\" fill=\"{{{{ c.back }}}}\" stroke=\"{{{{ c.back_line }}}}\" stroke-width=\".5\"/>
</g>
{{{{ text({}, x=12, y=h/2 - 6, w=w - 24, h=12, size=6, min=2, font=\"Cinzel\", weight=700, fill=c.back_line) }}}}
</svg>
",
        quoted(&deck.title)
    )
}

/// First drawings of icons by name, each with a shape of its own.
pub fn icons_of(names: &BTreeSet<String>) -> Vec<(String, String)> {
    const SHAPES: [&str; 10] = [
        "<circle r=\"5\"/>",
        "<path d=\"M0 -5.6L5.6 0L0 5.6L-5.6 0Z\"/>",
        "<path d=\"M0 -5.4L5.6 4.6H-5.6Z\"/>",
        "<rect x=\"-4.6\" y=\"-4.6\" width=\"9.2\" height=\"9.2\" rx=\"1\"/>",
        "<path d=\"M0 -5.8L1.6 -2.1L5.6 -1.8L2.6 .9L3.5 4.8L0 2.7L-3.5 4.8L-2.6 .9L-5.6 -1.8L-1.6 -2.1Z\"/>",
        "<path d=\"M-5.4 0L-2.7 -4.7H2.7L5.4 0L2.7 4.7H-2.7Z\"/>",
        "<path d=\"M0 -5.8Q4.6 .2 4.2 2A4.2 4.2 0 0 1 -4.2 2Q-4.6 .2 0 -5.8Z\"/>",
        "<path d=\"M-1.8 -5.4H1.8V-1.8H5.4V1.8H1.8V5.4H-1.8V1.8H-5.4V-1.8H-1.8Z\"/>",
        "<path d=\"M-4.8 -5H4.8V0Q4.8 4 0 6Q-4.8 4 -4.8 0Z\"/>",
        "<path d=\"M0 5.2L-5 .2A3.2 3.2 0 0 1 0 -3.4A3.2 3.2 0 0 1 5 .2Z\"/>",
    ];
    // After the last shape, they are repeated as outlines and then with a hole.
    let look = |at: usize| match at / SHAPES.len() {
        0 => ("{{ fill }}", ""),
        1 => ("{{ c.paper }}", ""),
        _ => ("{{ fill }}", "<circle r=\"1.6\" fill=\"{{ c.paper }}\"/>\n"),
    };
    let drawn = |(at, name): (usize, &String)| {
        let (fill, hole) = look(at);
        let svg = format!(
            "{{#- Words between colons are icons: this is `:{name}:`. A first drawing, to be replaced. -#}}\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-7 -7 14 14\">\n\
             <g fill=\"{fill}\" stroke=\"{{{{ fill }}}}\" stroke-width=\"1\" stroke-linejoin=\"round\">{}</g>\n{hole}</svg>\n",
            SHAPES[at % SHAPES.len()]
        );
        (name.clone(), svg)
    };
    names.iter().enumerate().map(drawn).collect()
}

/// Every icon that a deck's columns name.
pub fn icon_names(columns: &[Column]) -> impl Iterator<Item = &String> {
    columns.iter().flat_map(|column| &column.icons)
}
