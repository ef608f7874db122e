//! The first face of a new deck: every column in a sensible place, to be changed in an editor or a drawing program.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::column::{Column, MAX_DECIMALS, Role, Type};
use super::deck::{Deck, Field, Form, OWN};
use super::manifest::tone;
use crate::face::text::{self, Align, Style, Valign};
use crate::face::{Font, Fonts};
use crate::kit::emphasis;

/// The gap between things below each other, mm.
const GAP: f64 = 1.2;

/// The most facts on a face; other fields are not shown.
pub fn most_facts(form: Form) -> usize {
    match form {
        Form::Card | Form::Tile => 16,
        Form::Hex => 6,
        Form::Token => 4,
    }
}

/// The most pictures side by side.
const SIDE_BY_SIDE: usize = 3;

/// The edge of small pictures on a large one, as a share of its height.
const SMALL_PICTURE: f64 = 0.24;

/// The width of a letter of running text, in sizes, including what is lost at the ends of lines.
const LETTER: f64 = 0.5;

/// The beginning of every face, whose page is the piece with its bleed.
const OPENING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{{ -bleed }} {{ -bleed }} {{ w + 2*bleed }} {{ h + 2*bleed }}\">\n";

/// A box, mm.
#[derive(Clone, Copy)]
struct Area {
    x: f64,
    y: f64,
    w: f64,
    h: f64,
}

impl Area {
    /// As attributes of a rectangle.
    fn frame(self) -> String {
        let [x, y, w, h] = [self.x, self.y, self.w, self.h].map(mm);
        format!("x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"")
    }

    /// Cuts a strip off its top.
    fn take(&mut self, height: f64) -> Area {
        let strip = Area { h: height, ..*self };
        self.y = self.y + height + GAP;
        self.h = self.h - height - GAP;
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

    /// As it is written.
    fn rounded(self) -> Area {
        let tenth = |length: f64| (length * 10.0).round() / 10.0;
        Area {
            x: tenth(self.x),
            y: tenth(self.y),
            w: tenth(self.w),
            h: tenth(self.h),
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

/// A size that is written as it is: rounded down, so that what fits still fits.
fn floored(size: f64) -> f64 {
    (size * 10.0 + 1e-6).floor() / 10.0
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
    form: Form,
    /// Columns with cells that do not fit at the least size.
    small: Vec<String>,
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

/// The first front of a deck.
pub struct Front {
    pub svg: String,
    /// Columns with cells that do not fit at the least size.
    pub small: Vec<String>,
}

/// The front of a deck.
pub fn front(deck: &Deck<'_>) -> Front {
    let area = deck.form.content();
    let mut face = Face {
        out: String::new(),
        scale: (area.w / 50.0).clamp(0.8, 1.0),
        form: deck.form,
        small: Vec::new(),
    };
    face.head(deck);
    match only_text(deck) {
        Some(field) => face.one_text(area, deck, field),
        None => face.parts(area, deck),
    }
    face.out += "</svg>\n";
    Front {
        svg: face.out,
        small: face.small,
    }
}

/// The text of a deck whose pieces have one, and little else: a question, a word.
fn only_text<'d, 'r>(deck: &'d Deck<'r>) -> Option<&'d Field<'r>> {
    let of = |role: Role| deck.fields.iter().filter(move |field| field.role == role);
    let texts: Vec<&Field<'r>> = of(Role::Words)
        .chain(of(Role::Mood))
        .chain(of(Role::Title))
        .collect();
    let has_more = [Role::Picture, Role::Icon, Role::Corner]
        .into_iter()
        .any(|role| of(role).next().is_some());
    match texts[..] {
        [text] if !has_more && of(Role::Fact).count() <= 2 => Some(text),
        _ => None,
    }
}

/// How a text is set: sizes for a card.
struct Set {
    size: f64,
    min: f64,
    more: &'static str,
}

/// The least size of text on a card, mm: 6 points, and what rounding takes.
const LEAST: f64 = 2.2;

/// The size of running text on a card, mm, and the largest where there is room.
const USUAL_TEXT: f64 = 3.5;
const MOST_TEXT: f64 = 5.0;

/// How far letters reach below the line, in sizes.
const BELOW_THE_LINE: f64 = 0.25;

/// The least size of text anywhere, mm.
const TINY: f64 = 0.8;

const TITLE: &str = ", font=\"Cinzel\", weight=700, align=\"start\"";
const TITLE_IN_THE_MIDDLE: &str = ", font=\"Cinzel\", weight=700";
const KIND: &str = ", font=\"Barlow Condensed\", weight=600, fill=c.label, align=\"start\"";
const KIND_IN_THE_MIDDLE: &str = ", font=\"Barlow Condensed\", weight=600, fill=c.label";

/// Running text: a figure in it is to be read at once.
const RUNNING: &str = ", font=\"Alegreya Lining\"";

const BOLD: &str = ", weight=700";

/// The distance of texts from the sides of their panel.
const TEXT_INSET: f64 = 1.5;

/// The number of columns of facts, and the height of a row.
fn grid(facts: &[&Field<'_>], area: Area, form: Form, scale: f64, is_table: bool) -> (usize, f64) {
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
    let row = (4.4 * scale).min(most / facts.len().div_ceil(columns).max(1) as f64);
    match form {
        Form::Card => (columns, row.max(LEAST * 1.3)),
        Form::Tile | Form::Hex | Form::Token => (columns, row),
    }
}

/// The height of the box for a text's longest cell, which may be set slightly smaller than the others.
fn height(field: &Field<'_>, width: f64, scale: f64) -> f64 {
    let size = 3.0 * scale;
    let letters_a_line = (width - 2.0 * TEXT_INSET) / (size * LETTER);
    let lines = |letters: usize| (letters as f64 / letters_a_line).ceil().max(1.0);
    let all = field.column.samples().map(|sample| {
        let words = plain_words(field.column, sample);
        words.lines().map(|line| lines(line.chars().count())).sum()
    });
    let most = all.fold(lines(field.column.longest), f64::max);
    (most + 0.6) * size * 1.15
}

/// A height for each text, in proportion to what it wants, but enough for a line.
fn shared(room: f64, wanted: &[f64]) -> Vec<f64> {
    let sum = wanted.iter().sum::<f64>().max(1.0);
    let line = (LEAST * 1.3).min(room / wanted.len() as f64);
    if wanted.iter().all(|wanted| wanted * room / sum >= line) {
        return wanted.iter().map(|wanted| wanted * room / sum).collect();
    }
    let more = (room - line * wanted.len() as f64) / sum;
    wanted.iter().map(|wanted| line + wanted * more).collect()
}

/// The words of a cell as they are set, without marks of bold.
fn plain_words(column: &Column, cell: &str) -> String {
    let words = emphasis::from_markup(cell).replace("**", "");
    match column.line_break {
        Some(sign) => words.replace(sign, "\n"),
        None => words,
    }
}

/// The largest size, up to a given one, at which the longest cells of a column fit a box.
fn largest(column: &Column, area: Area, font: &'static Font, most: f64) -> f64 {
    let of = |sample: &String| {
        let words = plain_words(column, sample);
        let mut size = most;
        while size > TINY && !fits(&words, area, font, size) {
            size *= 0.96;
        }
        size
    };
    column.samples().map(of).fold(most, f64::min)
}

fn fits(words: &str, area: Area, font: &'static Font, size: f64) -> bool {
    let style = Style {
        font,
        size,
        min: size,
        fill: [0; 3],
        align: Align::Start,
        valign: Valign::Middle,
        leading: 1.15,
        tracking: 0.0,
    };
    let area = area.rounded();
    let place = text::Area {
        x: area.x,
        y: area.y,
        w: area.w,
        h: area.h,
    };
    text::fit(words, place, &style, Fonts::shipped()).is_ok()
}

/// The font that a text is measured in.
fn font_of(set: &Set) -> &'static Font {
    if set.more.contains("Cinzel") {
        Fonts::plain("Cinzel", 700)
    } else if set.more.contains("Barlow") {
        Fonts::plain("Barlow Condensed", 600)
    } else if set.more.contains(BOLD) {
        Fonts::plain("Alegreya Lining", 700)
    } else {
        Fonts::plain("Alegreya Lining", 400)
    }
}

/// A picture gets half of the room or what the texts leave, an ornament only what they leave.
fn panel_height(deck: &Deck<'_>, room: f64, texts: f64) -> f64 {
    let left = room - texts * 1.1 - GAP;
    match deck.field(Role::Picture).or(deck.field(Role::Icon)) {
        Some(_) => left.clamp(room * 0.4, room * 0.95),
        None if deck.form == Form::Card && left > 10.0 => left.min(room * 0.75),
        None => 0.0,
    }
}

impl Face {
    /// One text, large and in the middle.
    fn one_text(&mut self, mut area: Area, deck: &Deck<'_>, field: &Field<'_>) {
        let facts = facts_of(deck);
        let kind = self.kind_strip(&mut area, deck);
        let code = deck
            .column(Role::Code)
            .map(|_| area.take_foot(2.6 * self.scale));
        let (columns, row) = grid(&facts, area, self.form, self.scale, false);
        let facts_area =
            (!facts.is_empty()).then(|| area.take_foot(row * facts.len().div_ceil(columns) as f64));
        self.out += "<g>\n";
        self.out += self.form.ground();
        self.out += "</g>\n";
        self.kind(kind);
        let is_name = field.role == Role::Title;
        let more = match field.role {
            Role::Title => TITLE_IN_THE_MIDDLE,
            Role::Mood => ", italic=true",
            _ => "",
        };
        let most = if is_name { 9.0 } else { 7.0 };
        let set = Set {
            size: most,
            min: LEAST,
            more,
        };
        // The longest decides, so that all are set alike; a few may be smaller than the others.
        let fitting = largest(field.column, area, font_of(&set), most * self.scale);
        let size = (fitting / self.scale * 1.15).clamp(3.0, most);
        self.text(field, area.narrower(TEXT_INSET), &Set { size, ..set });
        if let Some(strip) = facts_area {
            self.facts(&facts, strip, columns, row);
        }
        self.code(deck, code);
    }

    /// Every column in its place.
    fn parts(&mut self, mut area: Area, deck: &Deck<'_>) {
        let k = self.scale;
        let facts = facts_of(deck);
        let has_title = deck.field(Role::Title).is_some();
        let has_heading =
            has_title || deck.column(Role::Code).is_some() || deck.field(Role::Corner).is_some();
        let top = has_heading.then(|| area.take(9.0 * k));
        let kind = self.kind_strip(&mut area, deck);
        // Without a title, the code takes its place.
        let code = deck
            .column(Role::Code)
            .filter(|_| has_title)
            .map(|_| area.take_foot(2.6 * k));
        let has_texts = texts_of(deck).next().is_some();
        let has_picture = deck
            .field(Role::Picture)
            .or(deck.field(Role::Icon))
            .is_some();
        let is_table = !has_texts && !has_picture && deck.form != Form::Card;
        let scale = if is_table { 1.5 } else { k };
        let (columns, row) = grid(&facts, area, self.form, scale, is_table);
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
        self.out += "<g>\n";
        self.out += self.form.ground();
        if let (Some(corner), Some(top)) = (deck.field(Role::Corner), top) {
            self.corner_ground(top, corner);
        }
        self.out += "</g>\n";
        self.middle(area, deck);
        if let Some(top) = top {
            self.heading(top, deck);
        }
        self.kind(kind);
        if let Some(strip) = facts_area {
            self.facts(&facts, strip, columns, row);
        }
        self.code(deck, code);
    }

    /// The picture or an ornament, and the texts. Where a row has no picture, its texts have all the room.
    fn middle(&mut self, area: Area, deck: &Deck<'_>) {
        let texts: f64 = texts_of(deck)
            .map(|field| height(field, area.w, self.scale))
            .sum();
        let panel = panel_height(deck, area.h, texts);
        let pictures: Vec<&Field<'_>> = deck
            .fields
            .iter()
            .filter(|field| field.role == Role::Picture)
            .collect();
        let missing = &deck.read.missing;
        let some_have_none = pictures.iter().any(|field| field.column.blank > 0);
        if !some_have_none && missing.is_empty() {
            return self.panel_and_texts(area, panel, deck);
        }
        if !missing.is_empty() {
            let _ = writeln!(
                self.out,
                "{{#- Pictures that are not there yet are shown once they are in the kit{}. -#}}",
                match &*deck.read.pictures {
                    "" => String::new(),
                    folder => format!(", in {}", folder.trim_end_matches('/').replace("-#}", "")),
                },
            );
        }
        let named: Vec<String> = pictures
            .iter()
            .map(|field| has_picture(field, deck))
            .collect();
        self.out += &format!("{{% if {} %}}\n", named.join(" or "));
        self.panel_and_texts(area, panel, deck);
        self.out += "{% else %}\n";
        self.panel_and_texts(area, 0.0, deck);
        self.out += "{% endif %}\n";
    }

    fn panel_and_texts(&mut self, mut area: Area, panel: f64, deck: &Deck<'_>) {
        if panel > 0.0 {
            let panel = area.take(panel);
            self.panel(panel, deck);
            self.pictures(panel, deck);
        }
        let texts: Vec<&Field<'_>> = texts_of(deck).collect();
        if texts.is_empty() {
            return;
        }
        self.text_panel(area);
        let wanted: Vec<f64> = texts
            .iter()
            .map(|field| height(field, area.w, self.scale))
            .collect();
        let gaps = GAP * (texts.len() - 1) as f64;
        let heights = shared(area.h - gaps, &wanted);
        for (field, height) in texts.into_iter().zip(heights) {
            let strip = area.take(height).narrower(TEXT_INSET);
            let more = if field.role == Role::Mood {
                ", italic=true"
            } else {
                ""
            };
            let set = Set {
                size: MOST_TEXT,
                min: 1.2,
                more,
            };
            // The longest decides, so that all are set alike; a few may be smaller than the others.
            let fitting = largest(field.column, strip, font_of(&set), MOST_TEXT * self.scale);
            let size = (fitting / self.scale * 1.1).clamp(USUAL_TEXT, MOST_TEXT);
            self.text(field, strip, &Set { size, ..set });
        }
    }

    /// Cuts off the strip for the kind.
    fn kind_strip<'d, 'r>(
        &self,
        area: &mut Area,
        deck: &'d Deck<'r>,
    ) -> Option<(Area, &'d Field<'r>)> {
        let field = deck.field(Role::Tone)?;
        if field.column.is_of_colours() {
            return None;
        }
        Some((area.take(4.2 * self.scale), field))
    }

    fn kind(&mut self, kind: Option<(Area, &Field<'_>)>) {
        let Some((strip, field)) = kind else { return };
        let more = match self.form {
            Form::Card => KIND,
            Form::Tile | Form::Hex | Form::Token => KIND_IN_THE_MIDDLE,
        };
        let set = Set {
            size: 3.4,
            min: 1.5,
            more,
        };
        self.text(field, strip, &set);
    }

    fn code(&mut self, deck: &Deck<'_>, strip: Option<Area>) {
        let (Some(strip), Some(column)) = (strip, deck.column(Role::Code)) else {
            return;
        };
        let align = match self.form {
            Form::Card => "start",
            Form::Tile | Form::Hex | Form::Token => "middle",
        };
        let set = Set {
            size: 2.3,
            min: 1.0,
            more: KIND,
        };
        let min = self.min_for(column, strip, &set);
        let size = (set.size * self.scale.max(0.7)).max(min);
        let _ = writeln!(
            self.out,
            "{{{{ text(code, {}, size={}, min={}, font=\"Barlow Condensed\", weight=600, fill=c.label, align=\"{align}\") }}}}",
            strip.keys(),
            mm(size),
            mm(min)
        );
    }

    /// The least size of a text that may have this one elsewhere.
    fn least(&self, elsewhere: f64) -> f64 {
        match self.form {
            Form::Card => LEAST,
            Form::Tile | Form::Hex | Form::Token => floored(elsewhere * self.scale.max(0.7)),
        }
    }

    fn head(&mut self, deck: &Deck<'_>) {
        self.out += "{#- Made by `paperkeep new`: every column has a place. Text between double braces is filled in from a row;\n  \
                     x, y, w and h of a text are its box in mm. Change what you like, or draw the face in Inkscape. -#}\n";
        self.out += &own_names(deck);
        match deck.field(Role::Tone) {
            Some(field) if field.column.is_of_colours() => {
                let _ = writeln!(
                    self.out,
                    "{{%- set tone = {0} if {0} and ink == \"color\" else c.plain -%}}",
                    field.variable
                );
            }
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
                    field.variable
                );
            }
            None => self.out += "{%- set tone = c.plain -%}\n",
        }
        self.out += OPENING;
    }

    /// The background of the texts.
    fn text_panel(&mut self, area: Area) {
        let frame = area.frame();
        let _ = writeln!(
            self.out,
            "<rect {frame} rx=\"1\" fill=\"{{{{ c.page }}}}\"/>"
        );
    }

    /// The frame of a picture, or an ornament that differs from card to card.
    fn panel(&mut self, area: Area, deck: &Deck<'_>) {
        let Area { x, y, w, h } = area;
        let frame = area.frame();
        if deck.field(Role::Picture).is_some() {
            let _ = writeln!(
                self.out,
                "<rect {frame} fill=\"{{{{ c.page }}}}\" stroke=\"{{{{ c.ink }}}}\" stroke-width=\".25\"/>"
            );
            return;
        }
        if let Some(field) = deck.field(Role::Icon) {
            let edge = h.min(w) * 0.8;
            let drawn = format!(
                "{{{{ text({}, {}, size={}, min=1, icons=\"faces/icons\") }}}}",
                shown(field),
                area.keys(),
                mm(edge)
            );
            self.out += &if_said(field, &drawn);
            return;
        }
        let cy = y + h / 2.0;
        let r = (h / 2.0 - 0.5).min(w / 2.0 - 0.5);
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
        // Cards of one name look alike.
        let name = deck
            .field(Role::Title)
            .map_or("code", |field| field.variable.as_str());
        let _ = writeln!(
            self.out,
            "{{#- An ornament until there is a picture: the {name} decides how many petals it has, and how wide they are. -#}}\n\
             {{%- set petals = 5 + (noise({name}, 1) * 8)|int -%}}\n{{%- set wide = {} * (1 + noise({name}, 2)) -%}}",
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

    /// The pictures in the frame: up to three side by side; of more, the one that is called so, and the others small on its lower
    /// edge, or all in a grid.
    fn pictures(&mut self, area: Area, deck: &Deck<'_>) {
        let mut fields: Vec<&Field<'_>> = deck
            .fields
            .iter()
            .filter(|field| field.role == Role::Picture)
            .collect();
        let count = fields.len();
        let mut called = (0..count).filter(|at| fields[*at].column.is_the_picture());
        let main = called.next().filter(|_| called.next().is_none());
        if let Some(main) = main.filter(|_| count > SIDE_BY_SIDE) {
            self.picture(fields.remove(main), area, "cover", deck);
            let w = area.w / fields.len() as f64;
            let edge = w.min(area.h * SMALL_PICTURE);
            for (at, field) in fields.into_iter().enumerate() {
                let sign = Area {
                    x: area.x + w * (at as f64 + 0.5) - edge / 2.0,
                    y: area.y + area.h - edge,
                    w: edge,
                    h: edge,
                };
                self.picture(field, sign, "contain", deck);
            }
            return;
        }
        let columns = match count {
            0..=SIDE_BY_SIDE => count.max(1),
            _ => (count as f64).sqrt().ceil() as usize,
        };
        let lines = count.div_ceil(columns).max(1);
        let (w, h) = (area.w / columns as f64, area.h / lines as f64);
        for (at, field) in fields.into_iter().enumerate() {
            let part = Area {
                x: area.x + w * (at % columns) as f64,
                y: area.y + h * (at / columns) as f64,
                w,
                h,
            };
            self.picture(field, part, "cover", deck);
        }
    }

    fn picture(&mut self, field: &Field<'_>, area: Area, fit: &str, deck: &Deck<'_>) {
        let path = path_of(field, deck);
        let keys = area.keys();
        let drawn = format!("{{{{ image({path}, {keys}, fit=\"{fit}\") }}}}");
        let named = has_picture(field, deck);
        let _ = writeln!(self.out, "{{% if {named} %}}{drawn}{{% endif %}}");
    }

    fn corner_width(&self) -> f64 {
        11.0 * self.scale
    }

    fn corner_ground(&mut self, top: Area, corner: &Field<'_>) {
        let r = top.h / 2.0;
        let x = top.x + top.w - top.h / 2.0;
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
            let set = Set {
                size: 5.0,
                min: 1.4,
                more: TITLE_IN_THE_MIDDLE,
            };
            self.text(corner, inner, &set);
        }
        let more = match self.form {
            Form::Card => TITLE,
            Form::Tile | Form::Hex | Form::Token => TITLE_IN_THE_MIDDLE,
        };
        if let Some(field) = deck.field(Role::Title) {
            let set = Set {
                size: 5.0,
                min: 1.8,
                more,
            };
            self.text(field, title, &set);
        } else if let Some(column) = deck.column(Role::Code) {
            let set = Set {
                size: 5.0,
                min: 1.4,
                more,
            };
            let min = self.min_for(column, title, &set);
            let _ = writeln!(
                self.out,
                "{{{{ text(code, {}, size={}, min={}{more}) }}}}",
                title.keys(),
                mm(5.0 * self.scale),
                mm(min)
            );
        }
    }

    /// Labels and values, in a table.
    fn facts(&mut self, facts: &[&Field<'_>], strip: Area, columns: usize, row: f64) {
        let gap = 2.0;
        let is_named = facts
            .iter()
            .any(|field| field.column.header != field.column.letters);
        let w = (strip.w - gap * (columns - 1) as f64) / columns as f64;
        for (at, field) in facts.iter().enumerate() {
            let x = strip.x + (w + gap) * (at % columns) as f64;
            let y = strip.y + row * (at / columns) as f64;
            let label = if is_named {
                field.column.header.as_str()
            } else {
                ""
            };
            // A label is as wide as its text, but at most half.
            let letters: f64 = label.chars().map(breadth).sum();
            let is_flag = field.kind == Type::Flag;
            let lw = if is_flag {
                w
            } else {
                (letters * row.max(LEAST * 1.6) * 0.26 + 1.0).min(w * 0.5)
            };
            let left = Area {
                x,
                y,
                w: lw,
                h: row,
            };
            let right = Area {
                x: x + lw + 0.5,
                w: w - lw - 0.5,
                ..left
            };
            let mut drawn = format!(
                "<path d=\"M{} {}h{}\" stroke=\"{{{{ c.faint }}}}\" stroke-width=\".2\"/>\n",
                mm(x),
                mm(y + row),
                mm(w)
            );
            if !label.is_empty() {
                let font = Fonts::plain("Barlow Condensed", 600);
                let min = self.least(0.8).min(fitting(label, left, font));
                let _ = writeln!(
                    drawn,
                    "{{{{ text({}, {}, size={}, min={}, font=\"Barlow Condensed\", weight=600, fill=c.label, align=\"start\") }}}}",
                    quoted(label),
                    left.keys(),
                    mm((row * 0.6).max(min)),
                    mm(min)
                );
            }
            if !is_flag {
                let min = self.min_for(
                    field.column,
                    right,
                    &Set {
                        size: 0.0,
                        min: 0.8,
                        more: BOLD,
                    },
                );
                let _ = write!(
                    drawn,
                    "{{{{ text({}, {}, size={}, min={}{RUNNING}{BOLD}, align=\"end\"{}) }}}}",
                    shown(field),
                    right.keys(),
                    mm((row * 0.72).max(min)),
                    mm(min),
                    icons(field)
                );
            }
            self.out += &if_said(field, drawn.trim_end());
        }
    }

    /// The least size of a column's text: 6 points on a card, unless its longest cells would not fit.
    fn min_for(&mut self, column: &Column, area: Area, set: &Set) -> f64 {
        let least = self.least(set.min);
        // Of two cells alike, only one may have letters below the line.
        let area = Area {
            h: area.h - least * BELOW_THE_LINE,
            ..area
        };
        let font = match font_of(set) {
            _ if column.is_styled() && !set.more.contains("font=") => {
                Fonts::plain("Alegreya Lining", 700)
            }
            font => font,
        };
        let fitting = largest(column, area, font, least);
        if fitting >= least {
            return least;
        }
        if self.form == Form::Card && !self.small.contains(&column.header) {
            self.small.push(column.header.clone());
        }
        floored(fitting)
    }

    fn text(&mut self, field: &Field<'_>, area: Area, set: &Set) {
        let min = self.min_for(field.column, area, set);
        let size = (set.size * self.scale).max(min);
        let drawn = format!(
            "{{{{ text({}, {}, size={}, min={}{}{}{}{}) }}}}",
            shown(field),
            area.keys(),
            mm(size),
            mm(min),
            if set.more.contains("font=") {
                ""
            } else {
                RUNNING
            },
            set.more,
            if is_styled(field) {
                ", styled=true"
            } else {
                ""
            },
            icons(field)
        );
        self.out += &if_said(field, &drawn);
    }
}

/// The size at which a word fits a box, up to the least size on a card.
fn fitting(words: &str, area: Area, font: &'static Font) -> f64 {
    let mut size = LEAST;
    while size > TINY && !fits(words, area, font, size) {
        size *= 0.96;
    }
    floored(size)
}

/// How many narrow letters a letter is about as wide as.
fn breadth(letter: char) -> f64 {
    const FIRST_OF_CHINESE: char = '\u{2E80}';
    let is_narrow = letter.is_ascii() || letter.is_alphanumeric() && letter < FIRST_OF_CHINESE;
    if is_narrow { 1.0 } else { 3.0 }
}

/// The file that a picture's column names.
fn file_of(field: &Field<'_>) -> String {
    let name = &field.variable;
    match field.column.addresses {
        0 => name.clone(),
        // Of an address, the file in its last part.
        _ => format!("({name}|split(\"#\")|first|split(\"?\")|first|split(\"/\")|last)"),
    }
}

/// The condition that a row has a picture.
fn has_picture(field: &Field<'_>, deck: &Deck<'_>) -> String {
    let name = &field.variable;
    if deck.read.missing.is_empty() {
        name.clone()
    } else {
        format!("({name} and has_picture({}))", path_of(field, deck))
    }
}

/// The path of the picture that a column names.
fn path_of(field: &Field<'_>, deck: &Deck<'_>) -> String {
    let file = file_of(field);
    match &*deck.read.pictures {
        "" => file,
        folder => format!("{} ~ {file}", quoted(folder)),
    }
}

/// Whether a text is set with its bold and italic words: what is read as sentences, also if no cell has any yet.
fn is_styled(field: &Field<'_>) -> bool {
    matches!(field.role, Role::Words | Role::Mood | Role::Back)
}

fn facts_of<'d, 'r>(deck: &'d Deck<'r>) -> Vec<&'d Field<'r>> {
    deck.fields
        .iter()
        .filter(|field| field.role == Role::Fact && field.column.off_face().is_none())
        .take(most_facts(deck.form))
        .collect()
}

fn texts_of<'d, 'r>(deck: &'d Deck<'r>) -> impl Iterator<Item = &'d Field<'r>> {
    deck.fields
        .iter()
        .filter(|field| matches!(field.role, Role::Words | Role::Mood))
}

/// If a row has no value, nothing is drawn.
fn if_said(field: &Field<'_>, drawn: &str) -> String {
    let name = &field.variable;
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
    let name = &field.variable;
    // What is not set in bold or italic has no marks for it.
    let plain = if field.column.is_styled() && !is_styled(field) && field.kind == Type::Text {
        "|replace(\"*\", \"\")"
    } else {
        ""
    };
    let hollow = match field.column.hollow {
        0 => "",
        _ => "|replace(\"{}\", \"\")|replace(\"[]\", \"\")",
    };
    match (&field.kind, field.column.brackets) {
        (Type::List, _) if field.column.lists_icons() => {
            format!("\":\" ~ {name}|join(\": :\") ~ \":\"")
        }
        (Type::List, _) => format!("{name}|join(\", \")"),
        (Type::Number, _) => {
            let mut shown = name.clone();
            if field.column.is_overexact {
                shown += &format!("|round({MAX_DECIMALS})");
            }
            if field.column.has_commas {
                shown += "|string|replace(\".\", \",\")";
            }
            shown
        }
        (_, Some([open, close])) => {
            format!("{name}{plain}{hollow}|replace(\"{open}\", \":\")|replace(\"{close}\", \":\")")
        }
        // A kind is said beside its icon.
        (Type::Text, None) if field.column.is_icon() && field.role == Role::Tone => {
            format!("{} ~ \" \" ~ {name}", icon_of(field))
        }
        (Type::Text, None) if field.column.is_icon() && field.role != Role::Title => icon_of(field),
        (Type::Text, None) => format!("{name}{plain}{hollow}"),
        _ => name.clone(),
    }
}

/// The name of an icon as a text has it.
fn icon_of(field: &Field<'_>) -> String {
    let name = &field.variable;
    format!("\":\" ~ {name}|replace(\" \", \"-\") ~ \":\"")
}

fn icons(field: &Field<'_>) -> &'static str {
    let is_icon = field.column.is_icon() && field.role != Role::Title;
    match field.role {
        _ if field.column.has_icons() || is_icon => ", icons=\"faces/icons\", icon=1.1",
        // Somebody may write one later.
        Role::Words | Role::Mood | Role::Back => ", icons=\"faces/icons\"",
        _ => "",
    }
}

/// Where columns have names that a face needs, variables for both.
fn own_names(deck: &Deck<'_>) -> String {
    let mut out = String::new();
    for field in deck
        .fields
        .iter()
        .filter(|field| field.variable != field.name)
    {
        let name = &field.name;
        let _ = writeln!(out, "{{%- set {} = {name} -%}}", field.variable);
        if OWN.contains(&&**name) {
            out += "{#- A column has this name; what the program calls so is in `piece`. -#}\n";
            let _ = writeln!(out, "{{%- set {name} = piece.{name} -%}}");
        }
    }
    out
}

/// The back of a deck: what a column says, or else a pattern that reveals nothing and looks the same upside down.
pub fn back(deck: &Deck<'_>) -> String {
    match deck.field(Role::Back) {
        Some(field) => back_with_text(deck, field),
        None => plain_back(deck),
    }
}

fn back_with_text(deck: &Deck<'_>, field: &Field<'_>) -> String {
    let styled = if is_styled(field) {
        ", styled=true"
    } else {
        ""
    };
    let text = format!(
        "{}, x=6, y=6, w=w - 12, h=h - 12, size=6, min={LEAST}{styled}{}",
        field.variable,
        icons(field)
    );
    back_of(
        deck,
        "The back, with what the rows say.",
        TEXT_GROUND,
        &text,
    )
}

fn plain_back(deck: &Deck<'_>) -> String {
    let text = format!(
        "{}, x=12, y=h/2 - 6, w=w - 24, h=12, size=6, min=2, font=\"Cinzel\", weight=700, fill=c.back_line",
        quoted(&deck.title)
    );
    let told = "The back, the same for all: it tells nothing.";
    back_of(deck, told, PLAIN_GROUND, &text)
}

/// What a back with a text has under it, and what a plain one has.
const TEXT_GROUND: &str = r#"<rect x="3" y="3" width="{{ w - 6 }}" height="{{ h - 6 }}" rx="2" fill="{{ c.paper }}" stroke="{{ c.ink }}" stroke-width=".3"/>
"#;
const PLAIN_GROUND: &str = r#"<g fill="none" stroke="{{ c.back_line }}" stroke-linejoin="round">
<rect x="4" y="4" width="{{ w - 8 }}" height="{{ h - 8 }}" rx="2.4" stroke-width=".5"/>
<path stroke-width=".3" d="{% for row in range(9) %}{% for column in range(6) %}M{{ 9 + 9 * column }} {{ 4 + 9 * row }}l4 4l-4 4l-4 -4z{% endfor %}{% endfor %}"/>
</g>
<rect x="10" y="{{ h/2 - 8 }}" width="{{ w - 20 }}" height="16" rx="2" fill="{{ c.back }}" stroke="{{ c.back_line }}" stroke-width=".5"/>
"#;

/// A back with a comment, what is drawn on its colour, and the arguments of its text.
fn back_of(deck: &Deck<'_>, told: &str, ground: &str, text: &str) -> String {
    let own_names = own_names(deck);
    format!(
        "{{#- {told} -#}}
{own_names}{OPENING}<g>
<path d=\"M{{{{ -bleed }}}} {{{{ -bleed }}}}h{{{{ w + 2*bleed }}}}v{{{{ h + 2*bleed }}}}h{{{{ -w - 2*bleed }}}}z\" fill=\"{{{{ c.back }}}}\"/>
{ground}</g>
{{{{ text({text}) }}}}
</svg>
"
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

#[cfg(test)]
mod tests {
    use super::shared;

    #[test]
    fn texts_share_the_room_and_no_more() {
        for wanted in [&[3.0, 3.0, 80.0, 3.0, 3.0][..], &[5.0, 6.0], &[9.0; 12]] {
            let heights = shared(21.0, wanted);
            assert!(
                (heights.iter().sum::<f64>() - 21.0).abs() < 1e-9,
                "{heights:?}"
            );
            let least = (2.2_f64 * 1.3).min(21.0 / wanted.len() as f64) - 1e-9;
            assert!(heights.iter().all(|height| *height >= least), "{heights:?}");
        }
    }
}
