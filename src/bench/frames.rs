//! Frames: faces to begin with, each for three kinds of decks. A deck gets one with its own fields in their places.
//!
//! A frame's file in `frames/` is an SVG with two kinds of places. `[[w-6]]` is a length in mm by the size of the piece. `@title@`
//! is the field of the deck that is its title: without one, the whole line is left out. A line with `@?title@` is there only if
//! the deck has one, and with `@!title@` only if it has none. Where some rows have it and others do not, it is asked on each face.

use std::collections::{BTreeMap, BTreeSet};

use include_dir::{Dir, include_dir};
use serde::Deserialize;
use serde_json::{Value, json};
use toml_edit::{DocumentMut, InlineTable, Item, Table};

use crate::draft::{Role, roles_of_fields};
use crate::face::{Templates, shipped_icon};
use crate::kit::code::slug;
use crate::kit::edit::{MANIFEST, columns, document};
use crate::kit::files::PICTURES;
use crate::kit::tone::lightness_of;
use crate::kit::{Deck, Files, Ink, Kit, Row, Shape, Side};

static FRAMES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/frames");

const LIST: &str = "frames.toml";
const BACK: &str = "back.svg";

/// No frame: a face on which nothing is but its paper.
const EMPTY: &str = "empty";
const EMPTY_FACE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{{ -bleed }} {{ -bleed }} {{ w + 2*bleed }} {{ h + 2*bleed }}\">\n\
    <rect x=\"{{ -bleed }}\" y=\"{{ -bleed }}\" width=\"{{ w + 2*bleed }}\" height=\"{{ h + 2*bleed }}\" fill=\"#FFFFFF\"/>\n</svg>\n";

/// A text with nothing in it, as templates have it.
const NOTHING: &str = "\"\"";

/// The most facts that a frame has places for.
const FACTS: usize = 3;

/// On smaller pieces, in mm, there is no room for lines around everything, and for a code.
const SMALL: f64 = 20.0;

/// The longest words in a corner.
const SHORT: usize = 5;

/// The most kinds that have colours of their own.
const MOST_KINDS: usize = 12;

/// On what looks darker, white has more contrast than black.
const DARK: f64 = 0.46;

/// What a deck is, by which a frame has its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A name, a picture, a text.
    Cards,
    /// A rank and a suit, in both corners.
    Playing,
    /// Square, or nearly.
    Tiles,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Cards, Kind::Playing, Kind::Tiles];

    fn name(self) -> &'static str {
        match self {
            Kind::Cards => "cards",
            Kind::Playing => "playing",
            Kind::Tiles => "tiles",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Kind::Cards => "Cards with a name, a picture and a text",
            Kind::Playing => "Playing cards",
            Kind::Tiles => "Tiles and tokens",
        }
    }

    /// The kind that a deck seems to be.
    fn of(deck: &Deck, slots: &Slots) -> Kind {
        let (w, h) = (deck.size.w.mm(), deck.size.h.mm());
        let is_square = w.max(h) < w.min(h) * 1.25;
        if is_square || w.max(h) < 50.0 {
            Kind::Tiles
        } else if slots.has("text") || slots.has("picture") {
            Kind::Cards
        } else {
            Kind::Playing
        }
    }
}

/// A frame that somebody chose.
#[derive(Clone, Debug, Deserialize)]
pub struct Choice {
    #[serde(rename = "frame")]
    pub name: String,
    kind: Kind,
    /// Whether the deck gets the back of the frame, too.
    #[serde(default)]
    back: bool,
}

#[derive(Deserialize)]
struct List {
    frame: Vec<Frame>,
}

#[derive(Deserialize)]
struct Frame {
    name: String,
    title: String,
    /// The colours that it brings, by their names and inks.
    palette: BTreeMap<String, BTreeMap<String, String>>,
}

impl Frame {
    fn all() -> Vec<Frame> {
        let text = FRAMES.get_file(LIST).and_then(|file| file.contents_utf8());
        let list: Option<List> = text.and_then(|text| toml::from_str(text).ok());
        list.map(|list| list.frame).unwrap_or_default()
    }

    fn find(name: &str) -> Result<Frame, String> {
        let mut all = Frame::all().into_iter();
        let found = all.find(|frame| frame.name == name);
        found.ok_or_else(|| format!("there is no frame `{name}`"))
    }

    fn template(&self, kind: Kind) -> Result<&'static str, String> {
        let path = format!("{}/{}.svg", self.name, kind.name());
        let file = FRAMES.get_file(&path);
        let text = file.and_then(|file| file.contents_utf8());
        text.ok_or_else(|| format!("there is no frame `{path}`"))
    }

    /// The template of its back: its own ground, upside down too, with a star in the middle.
    fn back(&self, front: &str) -> Result<String, String> {
        let file = FRAMES.get_file(BACK).and_then(|file| file.contents_utf8());
        let text = file.ok_or_else(|| format!("there is no frame `{BACK}`"))?;
        // Its ground is the first group of every frame, and what is first in it fills all of it.
        let ground = front
            .split_once("<g>\n")
            .and_then(|(_, rest)| rest.split_once("</g>"));
        let (ground, _) = ground.ok_or("a frame has no ground")?;
        let (fill, decor) = ground.split_once('\n').unwrap_or((ground, ""));
        let text = text
            .replace("GROUND", fill)
            .replace("DECOR", decor.trim_end());
        Ok(text
            .replace("FRAME", &self.name)
            .replace("TITLE", &self.title))
    }

    /// The name of one of its colours in a kit.
    fn colour(&self, name: &str) -> String {
        format!("{}_{name}", self.name)
    }
}

/// The frames for a deck, and the kind that it seems to be.
pub fn offered(kit: &Kit, deck: &Deck) -> Value {
    let slots = Slots::of(&kit.files, deck);
    let frames = Frame::all();
    let frames = frames
        .iter()
        .map(|frame| json!({ "name": frame.name, "title": frame.title }));
    let empty = json!({ "name": EMPTY, "title": "An empty face" });
    let frames = std::iter::once(empty).chain(frames);
    let kinds = Kind::ALL.map(|kind| json!([kind.name(), kind.title()]));
    json!({
        "kind": Kind::of(deck, &slots).name(),
        "kinds": kinds,
        "back": back(kit, deck),
        "frames": frames.collect::<Vec<_>>(),
    })
}

/// What a deck has on its backs: "none", what is "alike" on all, or what is each row's "own".
fn back(kit: &Kit, deck: &Deck) -> &'static str {
    let Some(path) = &deck.back else {
        return "none";
    };
    // A field may be called like a function, and a template may ask for one and yet draw the same.
    if names_a_field(kit, deck, path) && !are_drawn_alike(kit, deck) {
        "own"
    } else {
        "alike"
    }
}

/// Whether the backs of a deck are the same in print.
fn are_drawn_alike(kit: &Kit, deck: &Deck) -> bool {
    let templates = Templates::new(kit, Ink::Color);
    let pieces = deck.pieces();
    let mut drawn = (pieces.iter().enumerate())
        .map(|(at, piece)| templates.piece(deck, piece, at, Side::Back).ok());
    let first = drawn.next().flatten();
    first.is_some() && drawn.all(|other| other == first)
}

/// Whether a template has a word that a field is called by.
fn names_a_field(kit: &Kit, deck: &Deck, path: &str) -> bool {
    let text = kit.files.read(path).unwrap_or_default();
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let written: BTreeSet<&str> = text
        .split("{#")
        .next()
        .into_iter()
        .chain(text.split("#}").skip(1))
        .flat_map(|part| part.split(|letter| !is_word(letter)))
        .collect();
    let names = deck.rows.iter().flat_map(Row::names);
    names.chain(["code"]).any(|name| written.contains(name))
}

/// The files that give a deck a frame: its template, and the manifest with its colours.
///
/// # Errors
///
/// There is no such frame, or the manifest cannot be changed.
pub fn put(files: &Files, deck: &Deck, choice: &Choice) -> Result<Vec<(String, Vec<u8>)>, String> {
    let path = format!(
        "faces/{}-{}.svg",
        slug(&deck.name, '-'),
        slug(&choice.name, '-')
    );
    let mut own = document(files, MANIFEST)?;
    if choice.name == EMPTY {
        give(&mut own, deck, "front", &path)?;
        return Ok(vec![
            (path, EMPTY_FACE.into()),
            (MANIFEST.to_owned(), own.to_string().into_bytes()),
        ]);
    }
    let frame = Frame::find(&choice.name)?;
    let lengths = [deck.size.w.mm(), deck.size.h.mm()];
    let slots = Slots::of(files, deck);
    let template = frame.template(choice.kind)?;
    let text = filled(template, &slots, lengths)?;
    let tones = Tones::of(&own, deck, &slots);
    let text = tones.map_or(text.clone(), |tones| tones.on(&text, &frame));
    add_colours(&mut own, &frame)?;
    give(&mut own, deck, "front", &path)?;
    let mut contents = vec![(path.clone(), text.into_bytes())];
    if choice.back {
        let back = filled(&frame.back(template)?, &slots, lengths)?;
        let path = path.replace(".svg", "-back.svg");
        give(&mut own, deck, "back", &path)?;
        contents.push((path, back.into_bytes()));
    }
    contents.push((MANIFEST.to_owned(), own.to_string().into_bytes()));
    Ok(contents)
}

/// Adds a frame's colours to the palette, but for those that somebody changed already.
fn add_colours(manifest: &mut DocumentMut, frame: &Frame) -> Result<(), String> {
    let palette = manifest
        .entry("palette")
        .or_insert(Item::Table(Table::new()));
    let palette = palette.as_table_like_mut();
    let palette = palette.ok_or("`palette` in `kit.toml` is no table")?;
    for (name, inks) in &frame.palette {
        let name = frame.colour(name);
        if palette.contains_key(&name) {
            continue;
        }
        let mut value = InlineTable::new();
        for ink in ["color", "mono", "lean"] {
            if let Some(colour) = inks.get(ink) {
                value.insert(ink, colour.as_str().into());
            }
        }
        palette.insert(&name, Item::Value(value.into()));
    }
    Ok(())
}

/// Makes this the template of a deck's `side`, "front" or "back".
fn give(manifest: &mut DocumentMut, deck: &Deck, side: &str, path: &str) -> Result<(), String> {
    let decks = manifest
        .get_mut("deck")
        .and_then(Item::as_array_of_tables_mut);
    let mut decks = decks.into_iter().flat_map(|decks| decks.iter_mut());
    let own = decks.find(|own| own.get("name").and_then(Item::as_str) == Some(&*deck.name));
    let own = own.ok_or_else(|| format!("`kit.toml` has no deck `{}`", deck.name))?;
    match own.get_mut(side).and_then(Item::as_value_mut) {
        Some(value) => {
            let decor = value.decor().clone();
            *value = path.into();
            *value.decor_mut() = decor;
        }
        None => {
            own.insert(side, Item::Value(path.into()));
        }
    }
    Ok(())
}

/// The colours of a deck's kinds, if the palette has one for each.
struct Tones {
    /// The field that says the kind.
    field: String,
    /// Each kind with the name of its colour, and whether words on that are light.
    kinds: Vec<(String, String, bool)>,
}

impl Tones {
    fn of(manifest: &DocumentMut, deck: &Deck, slots: &Slots) -> Option<Tones> {
        let field = slots.said.get("kind").filter(|said| is_name(said))?.clone();
        let palette = manifest.get("palette")?.as_table_like()?;
        let kinds: BTreeSet<String> = deck
            .rows
            .iter()
            .filter_map(|row| row.said(&field))
            .collect();
        let kinds = kinds.into_iter().filter(|kind| !kind.is_empty());
        let kinds: Option<Vec<_>> = kinds
            .map(|kind| {
                let names = [slug(&kind, '_'), format!("tone_{}", slug(&kind, '_'))];
                let name = names.into_iter().find(|name| palette.contains_key(name))?;
                let value = palette.get(&name)?;
                let colour = value.as_str().or_else(|| value.get("color")?.as_str())?;
                let is_dark = lightness_of(colour) < DARK;
                Some((kind, name, is_dark))
            })
            .collect();
        let kinds = kinds.filter(|kinds| (2..=MOST_KINDS).contains(&kinds.len()))?;
        Some(Tones { field, kinds })
    }

    /// A frame's template with the colour of the kind as its accent, where there is colour.
    fn on(&self, template: &str, frame: &Frame) -> String {
        let accent = |name: &str| format!("c.{}", frame.colour(name));
        let quoted = |kind: &str| format!("\"{}\"", kind.replace(['\\', '"'], ""));
        let tones = self.kinds.iter();
        let tones = tones.map(|(kind, name, _)| format!("{}: c.{name}", quoted(kind)));
        let dark = self.kinds.iter().filter(|(.., is_dark)| *is_dark);
        let dark = dark.map(|(kind, ..)| quoted(kind)).collect::<Vec<_>>();
        let head = format!(
            "{{%- set tones = {{{}}} -%}}\n\
             {{#- Its kind has a colour of its own, and words on that are light if it is dark. -#}}\n\
             {{%- set tone = tones[{field}]|default({plain}) if ink == \"color\" else {plain} -%}}\n\
             {{%- set light = {field} in [{}] -%}}\n\
             {{%- set on_tone = (\"#FFFFFF\" if light else \"#000000\") if ink == \"color\" else {on} -%}}\n",
            tones.collect::<Vec<_>>().join(", "),
            dark.join(", "),
            field = self.field,
            plain = accent("accent"),
            on = accent("on_accent"),
        );
        let body = template.replace(&format!("{{{{ {} }}}}", accent("accent")), "{{ tone }}");
        let body = body.replace(&format!("fill={}", accent("on_accent")), "fill=on_tone");
        let at = body.find("<svg").unwrap_or(0);
        [&body[..at], &head, &body[at..]].concat()
    }
}

/// What a deck has for the places of a frame: expressions of the template language.
#[derive(Default)]
struct Slots {
    said: BTreeMap<String, String>,
    /// Which of them some rows have and others do not, with what is true if they do.
    filled: BTreeMap<String, String>,
}

impl Slots {
    fn of(files: &Files, deck: &Deck) -> Slots {
        let mut slots = Slots::default();
        let is_small = deck.size.w.min(deck.size.h).mm() < SMALL;
        match deck.shape {
            _ if is_small => {}
            Shape::Circle => slots.put("round", String::new()),
            Shape::Rect | Shape::Rounded(_) => slots.put("square", String::new()),
            _ => {}
        }
        let mut facts = 0;
        for (field, role) in roles(files, deck) {
            if !is_name(&field) {
                continue;
            }
            let slot = match role {
                Role::Title => "title",
                Role::Corner if is_short(deck, &field) => "corner",
                Role::Tone => "kind",
                Role::Picture => "picture",
                Role::Icon => "sign",
                Role::Words => "text",
                Role::Mood => "mood",
                Role::Fact if facts < FACTS => {
                    facts += 1;
                    let label = field.replace('_', " ");
                    slots.put(&format!("fact{facts}.label"), label);
                    &format!("fact{facts}")
                }
                Role::Code if !is_small => "code",
                Role::Code
                | Role::Corner
                | Role::Fact
                | Role::Copies
                | Role::Back
                | Role::Nothing => continue,
            };
            let is_flag = role == Role::Fact && is_flag(deck, &field);
            let filled = match role {
                // What is yes or no is named where it is yes.
                _ if is_flag => Some(field.clone()),
                Role::Picture => sometimes_there(files, deck, &field),
                _ => sometimes(deck, &field),
            };
            if let Some(filled) = filled.filter(|_| !slots.has(slot)) {
                slots.filled.insert(slot.to_owned(), filled);
            }
            let said = if is_flag {
                NOTHING.to_owned()
            } else {
                expression(files, deck, &field, role)
            };
            slots.put(slot, said);
        }
        // Codes that are made of names say nothing that the names do not.
        let is_code = |name: &str| ["code", "codes"].contains(&&*slug(name, '_'));
        if !is_small && columns(files, &deck.name).iter().any(|name| is_code(name)) {
            slots.put("code", "code".into());
        }
        slots.complete(deck);
        slots
    }

    /// What a deck lacks is taken from what it has besides.
    fn complete(&mut self, deck: &Deck) {
        if !self.has("title") {
            self.put("title", "code".into());
            self.said.remove("code");
        }
        let is_said = |said: &String| said != NOTHING && is_short(deck, said);
        if !self.has("corner") && self.said.get("fact1").is_some_and(is_said) {
            self.rename("fact1", "corner");
            for at in 2..=FACTS {
                for end in ["", ".label"] {
                    self.rename(&format!("fact{at}{end}"), &format!("fact{}{end}", at - 1));
                }
            }
        }
        // A kind that is named as an icon is shown by it.
        if let Some(kind) = self.said.get("kind").cloned() {
            let mut named = deck.rows.iter().map(|row| row.said(&kind));
            if named.all(|name| name.is_some_and(|name| shipped_icon(&name).is_some())) {
                self.put("sign", format!("\":\" ~ {kind} ~ \":\""));
            }
        }
    }

    fn has(&self, slot: &str) -> bool {
        self.said.contains_key(slot)
    }

    fn put(&mut self, slot: &str, said: String) {
        self.said.entry(slot.to_owned()).or_insert(said);
    }

    fn rename(&mut self, from: &str, to: &str) {
        for slots in [&mut self.said, &mut self.filled] {
            if let Some(said) = slots.remove(from) {
                slots.insert(to.to_owned(), said);
            }
        }
    }
}

/// What each field of a deck is for, as its first face has it.
fn roles(files: &Files, deck: &Deck) -> Vec<(String, Role)> {
    roles_of_fields(&deck.rows, &columns(files, &deck.name), &files.paths())
}

/// What a template shows of a field.
fn expression(files: &Files, deck: &Deck, field: &str, role: Role) -> String {
    let is_list = deck.rows.iter().any(|row| row.list(field).is_some());
    let said = if is_list {
        format!("{field}|join(\", \")")
    } else {
        field.to_owned()
    };
    match role {
        Role::Picture => match folder(files, deck, field) {
            folder if folder.is_empty() => said,
            folder => format!("\"{folder}\" ~ {said}"),
        },
        Role::Icon => format!("\":\" ~ {field}|replace(\" \", \"-\") ~ \":\""),
        _ => said,
    }
}

/// What is true where a picture is in the kit, if some rows name none, or one that is not there yet.
fn sometimes_there(files: &Files, deck: &Deck, field: &str) -> Option<String> {
    let folder = folder(files, deck, field);
    let is_there = |name: &str| {
        let path = format!("{folder}{name}");
        let ended = PICTURES.iter().map(|ending| format!("{path}.{ending}"));
        files.has(&path) || ended.into_iter().any(|path| files.has(&path))
    };
    let mut named = deck.rows.iter().map(|row| row.said(field));
    let always = named.all(|name| name.is_some_and(|name| is_there(&name)));
    let path = expression(files, deck, field, Role::Picture);
    (!always).then(|| format!("has_picture({path})"))
}

/// Whether a field is yes or no in every row.
fn is_flag(deck: &Deck, field: &str) -> bool {
    let mut rows = deck.rows.iter();
    rows.all(|row| matches!(row.field(field), Some(Value::Bool(_))))
}

/// What is true where a field has something, if some rows have nothing there.
fn sometimes(deck: &Deck, field: &str) -> Option<String> {
    let said: Vec<String> = deck
        .rows
        .iter()
        .map(|row| row.said(field).unwrap_or_default())
        .collect();
    let is_number = |said: &String| said.parse::<f64>() == Ok(0.0);
    match said.iter().any(String::is_empty) {
        false => None,
        // A nought is something.
        true if said.iter().any(is_number) => Some(format!("({field} is number or {field})")),
        true => Some(field.to_owned()),
    }
}

/// The fields of a deck that seem to name pictures, each with the folder that is to be put before it, or "".
pub fn pictured(files: &Files, deck: &Deck) -> Vec<(String, String)> {
    let fields = roles(files, deck).into_iter();
    let fields = fields.filter(|(field, role)| *role == Role::Picture && is_name(field));
    let fields = fields.map(|(field, _)| {
        let folder = folder(files, deck, &field);
        (field, folder)
    });
    fields.collect()
}

/// The folder of the pictures that a field names, to be put before it; "" if it names it itself.
fn folder(files: &Files, deck: &Deck, field: &str) -> String {
    let named = deck.rows.iter().find_map(|row| row.said(field));
    let named = named.filter(|name| !name.is_empty()).unwrap_or_default();
    let paths = files.paths();
    let folder = paths.iter().find_map(|path| {
        // Its ending may be left out.
        let stem = path
            .rsplit_once('.')
            .map_or(path.as_str(), |(stem, _)| stem);
        let folder = path.strip_suffix(&*named).or(stem.strip_suffix(&*named));
        folder.filter(|folder| folder.ends_with('/') && !folder.ends_with("icons/"))
    });
    match folder {
        Some(folder) if !files.has(&named) => folder.to_owned(),
        _ => String::new(),
    }
}

/// Whether templates can name a field like this.
pub fn is_name(field: &str) -> bool {
    let starts = |letter: char| letter.is_alphabetic() || letter == '_';
    field.starts_with(starts)
        && field
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// The template of a frame with its places filled.
fn filled(template: &str, slots: &Slots, size: [f64; 2]) -> Result<String, String> {
    let mut text = String::new();
    let mut open = String::new();
    for line in template.lines() {
        let Some((line, condition)) = filled_line(line, slots) else {
            continue;
        };
        if condition != open {
            if !open.is_empty() {
                text += "{% endif %}\n";
            }
            if !condition.is_empty() {
                text += &format!("{{% if {condition} %}}\n");
            }
            open = condition;
        }
        text += &measured(&line, size)?;
        text.push('\n');
    }
    Ok(text)
}

/// A line with its fields, if the deck has them all, and what must be true of a row that has it; "" for every row.
fn filled_line(line: &str, slots: &Slots) -> Option<(String, String)> {
    let mut parts = line.split('@');
    let mut text = parts.next()?.to_owned();
    let mut conditions: Vec<String> = Vec::new();
    let mut demand = |slot: &str, not: &str| {
        let condition = slots
            .filled
            .get(slot)
            .map(|filled| format!("{not}{filled}"));
        conditions.extend(condition.filter(|condition| !conditions.contains(condition)));
    };
    while let (Some(slot), Some(rest)) = (parts.next(), parts.next()) {
        if let Some(without) = slot.strip_prefix('!') {
            if slots.has(without) && !slots.filled.contains_key(without) {
                return None;
            }
            demand(without, "not ");
        } else if let Some(with) = slot.strip_prefix('?') {
            slots.said.get(with)?;
            demand(with, "");
        } else {
            text += slots.said.get(slot)?;
            demand(slot, "");
        }
        text += rest;
    }
    Some((text, conditions.join(" and ")))
}

/// Whether a field has a few letters at most in every row.
fn is_short(deck: &Deck, field: &str) -> bool {
    let mut said = deck.rows.iter().filter_map(|row| row.said(field));
    said.all(|said| said.chars().count() <= SHORT)
}

/// A line with lengths in place of `[[w/2-1.5]]`.
fn measured(line: &str, size: [f64; 2]) -> Result<String, String> {
    let mut parts = line.split("[[");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (sum, rest) = part
            .split_once("]]")
            .ok_or("a length in a frame does not end")?;
        let length = length(sum, size).ok_or_else(|| format!("`{sum}` is no length"))?;
        text += &format!("{}", (length * 100.0).round() / 100.0 + 0.0);
        text += rest;
    }
    Ok(text)
}

/// A sum of numbers and of parts of the width and the height: `w/2-1.5`, `0.4h`.
fn length(sum: &str, size: [f64; 2]) -> Option<f64> {
    let mut total = 0.0;
    let signed = sum.replace('-', "+-");
    for term in signed.split('+').filter(|term| !term.is_empty()) {
        let (term, divisor) = match term.split_once('/') {
            Some((term, divisor)) => (term, divisor.parse::<f64>().ok()?),
            None => (term, 1.0),
        };
        let (factor, whole) = match term.strip_suffix('w') {
            Some(factor) => (factor, size[0]),
            None => match term.strip_suffix('h') {
                Some(factor) => (factor, size[1]),
                None => (term, 1.0),
            },
        };
        let factor = match factor {
            "" => 1.0,
            "-" => -1.0,
            number => number.parse().ok()?,
        };
        total += factor * whole / divisor;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use base64::prelude::{BASE64_STANDARD, Engine};

    use super::*;
    use crate::bench::archive;
    use crate::face::Reader;
    use crate::press::{Order, print};

    #[test]
    fn lengths_are_sums() {
        let of = |sum| length(sum, [60.0, 90.0]);
        assert_eq!(of("w/2-1.5"), Some(28.5));
        assert_eq!(of("0.5h-2"), Some(43.0));
        assert_eq!(of("-3"), Some(-3.0));
        assert_eq!(of("x"), None);
    }

    #[test]
    fn lines_of_what_a_deck_lacks_are_left_out() {
        let mut slots = Slots::default();
        slots.put("title", "name".into());
        let of = |line, slots: &Slots| Some(filled_line(line, slots)?.0);
        assert_eq!(of("text(@title@, x=1)", &slots).unwrap(), "text(name, x=1)");
        assert_eq!(of("text(@corner@)", &slots), None);
        assert_eq!(of("@!corner@<g/>", &slots).unwrap(), "<g/>");
        assert_eq!(of("@?title@<g/>", &slots).unwrap(), "<g/>");
        assert_eq!(of("@!title@<g/>", &slots), None);
        // What some rows lack is asked on their faces.
        slots.put("corner", "cost".into());
        slots.filled.insert("corner".into(), "cost".into());
        let frame = "<g/>\n@?corner@<circle/>\ntext(@corner@)\n@!corner@@?title@<path/>\n</svg>";
        let expected = "<g/>\n{% if cost %}\n<circle/>\ntext(cost)\n{% endif %}\n{% if not cost %}\n<path/>\n{% endif %}\n</svg>\n";
        assert_eq!(filled(frame, &slots, [60.0, 90.0]).unwrap(), expected);
    }

    /// A kit with a deck of a table.
    fn of_table(table: &str) -> Kit {
        let files = Files::starter("blank-cards").unwrap();
        let bytes = BASE64_STANDARD.encode(table);
        let added = crate::bench::tables::added(&files, "wood.csv", &bytes).unwrap();
        let mut contents: BTreeMap<String, Vec<u8>> = files
            .paths()
            .into_iter()
            .map(|path| (path.clone(), files.bytes(&path).unwrap()))
            .collect();
        contents.extend(added);
        Kit::open(archive("wood", contents)).unwrap()
    }

    #[test]
    fn a_frame_has_columns_where_the_first_face_has_them() {
        for title in ["Title", "Name"] {
            let kit = of_table(&format!(
                "{title},Kind,Cost,Card Text,Picture\n\
                 Fox,Beast,0,\"When played, draw 2 cards.\",fox.png\n\
                 Owl,Beast,1,Gain 1 gold.,owl.png\n\
                 Oak,Plant,2,Gain 1 gold.,oak.png\n\
                 Ivy,Plant,2,All lose 1 life.,ivy.png\n"
            ));
            let slots = Slots::of(&kit.files, kit.deck("wood").unwrap());
            let of = |slot: &str| slots.said.get(slot).map(String::as_str);
            assert_eq!(of("title"), Some(&*title.to_lowercase()));
            assert_eq!(of("text"), Some("card_text"));
            assert_eq!(of("corner"), Some("cost"));
        }
    }

    #[test]
    fn backs_are_alike_if_they_are_drawn_alike() {
        // The first back calls `text`, as a column is called, too.
        let mut kit = of_table("Name,Text\nFox,It runs through the wood.\nOwl,It hoots.\n");
        assert_eq!(back(&kit, kit.deck("wood").unwrap()), "alike");
        let at = kit.decks.iter().position(|deck| deck.name == "wood");
        kit.decks[at.unwrap()].back = Some(kit.deck("wood").unwrap().front.clone());
        assert_eq!(back(&kit, kit.deck("wood").unwrap()), "own");
    }

    /// Bold and italic words, also in families without such faces; and no codes that are made of names.
    #[test]
    fn frames_set_what_texts_of_tables_have() {
        let kit = of_table("Name,Text\nFox,**Draw** a *card*.\nOwl,It hoots.\n");
        let deck = kit.deck("wood").unwrap();
        for frame in Frame::all() {
            let choice = Choice {
                name: frame.name.clone(),
                kind: Kind::Cards,
                back: false,
            };
            let mut contents: BTreeMap<String, Vec<u8>> = kit
                .files
                .paths()
                .into_iter()
                .map(|path| (path.clone(), kit.files.bytes(&path).unwrap()))
                .collect();
            contents.extend(put(&kit.files, deck, &choice).unwrap());
            let framed = Kit::open(archive("wood", contents)).unwrap();
            let own = framed.deck("wood").unwrap();
            let templates = Templates::new(&framed, Ink::Color);
            let drawn = templates.piece(own, &own.pieces()[0], 0, Side::Front);
            let drawn = drawn.unwrap();
            assert!(drawn.contains("Draw"), "{}: {drawn}", frame.name);
            assert!(!drawn.contains('*'), "{}: {drawn}", frame.name);
            assert!(!drawn.contains(">fox<"), "{}: {drawn}", frame.name);
        }
    }

    /// Every frame for every kind, on decks of several sizes, in all inks: everything fits, and the kit stays right.
    #[test]
    fn every_frame_fits_the_starters() {
        let frames = Frame::all();
        assert!(frames.len() >= 12, "{} frames", frames.len());
        for id in ["blank-cards", "crazy-eights", "blank-tiles", "vault"] {
            let files = Files::starter(id).unwrap();
            let kit = Kit::open(files.clone()).unwrap();
            let deck = &kit.decks[0];
            let kind = Kind::of(deck, &Slots::of(&files, deck));
            for frame in &frames {
                let choice = Choice {
                    name: frame.name.clone(),
                    kind,
                    back: true,
                };
                let mut contents: BTreeMap<String, Vec<u8>> = files
                    .paths()
                    .into_iter()
                    .map(|path| (path.clone(), files.bytes(&path).unwrap()))
                    .collect();
                contents.extend(put(&files, deck, &choice).unwrap());
                let framed = Kit::open(archive(id, contents)).unwrap();
                assert!(
                    framed.decks[0]
                        .front
                        .ends_with(&format!("-{}.svg", frame.name))
                );
                if id == "vault" {
                    let face = framed.files.read(&framed.decks[0].front).unwrap();
                    assert!(face.contains("{% if lair %}"), "{face}");
                    assert!(!face.contains("~ lair"), "{face}");
                }
                // The starter's cards have a colour by their kind, and some have no flavour.
                if id == "blank-cards" {
                    let face = framed.files.read(&framed.decks[0].front).unwrap();
                    assert!(face.contains("\"sun\": c.sun"), "{face}");
                    assert!(face.contains("{% if flavour %}"), "{face}");
                }
                for ink in Ink::ALL {
                    let templates = Templates::marking(&framed, ink);
                    let own = &framed.decks[0];
                    for (piece, side) in own
                        .pieces()
                        .iter()
                        .flat_map(|piece| [(piece, Side::Front), (piece, Side::Back)])
                    {
                        let drawn = templates.piece(own, piece, 0, side).unwrap();
                        Reader::new().read(id, &drawn, own.size, own.bleed).unwrap();
                    }
                    let unfit = templates.marked();
                    assert!(unfit.0.is_empty(), "{id} {} {ink:?}: {unfit}", frame.name);
                }
                print(&framed, &Order::new(crate::kit::Size::A4, "a4", Ink::Lean)).unwrap();
            }
        }
    }
}
