//! `kit.toml` of a new kit, with remarks on what was guessed.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::column::{Column, Role, Type};
use super::deck::{Deck, Field, Form};
use crate::kit::code::slug;
use crate::kit::colour;
use crate::kit::manifest::quoted;

/// Colours of kinds that do not name any, alternately dark and light.
const TONES: [&str; 8] = [
    "#A23B26", "#2F6690", "#4E7040", "#B5791C", "#6B4C86", "#2E7F7A", "#8C5A3C", "#5B616B",
];

const HEAD: &str = "# Colours by name, as `c.ink` in the faces: one for colour printers, one for black and white, and one for little ink (`lean`;
# left out, it is that of `mono`).
[palette]
ink = { color = \"#22262B\", mono = \"#000000\", lean = \"#2A2A2A\" }
paper = { color = \"#FCF9F1\", mono = \"#FFFFFF\" }
page = { color = \"#F1E9D8\", mono = \"#FFFFFF\" }
faint = { color = \"#D6C9AE\", mono = \"#000000\", lean = \"#C9C2B2\" }
label = { color = \"#655B4B\", mono = \"#000000\", lean = \"#444444\" }
plain = { color = \"#46586B\", mono = \"#FFFFFF\" }
back = { color = \"#2C4A5E\", mono = \"#FFFFFF\" }
back_line = { color = \"#A9C4D2\", mono = \"#000000\", lean = \"#5E7683\" }
";

/// The name of a kind's colour in the palette.
pub fn tone(kind: &str) -> String {
    format!("tone_{}", slug(kind, '_'))
}

/// The manifest of a kit with these decks.
pub fn written(id: &str, title: &str, from: &str, decks: &[Deck<'_>]) -> String {
    let mut out = format!(
        "#:schema ./kit.schema.json\n# Made of {}. Some of this is guessed from headers and cells: change what is wrong, `paperkeep check`\n\
        # tells what does not fit. README.md, beside this file, says everything there is to say. Lengths are millimetres.\n\n\
        # Builds go to a folder of this name.\nid = {}\ntitle = {}\ndesigners = [\"You\"]\n\
        licence = \"Yours: say here what others may do with it.\"\nplayers = {{ min = 2, max = 4 }}\nlanguage = \"en\"\n\n{HEAD}",
        remark(from),
        quoted(id),
        quoted(title)
    );
    for (name, colour) in tones(decks) {
        let _ = writeln!(
            out,
            "{name} = {{ color = \"{colour}\", mono = \"#FFFFFF\" }}"
        );
    }
    decks.iter().for_each(|deck| out += &of_deck(deck));
    out
}

/// Text that is safe in a comment.
fn remark(words: &str) -> String {
    words
        .chars()
        .filter(|letter| !letter.is_control())
        .collect()
}

/// A colour for each kind in all decks: what it is called, or one that no other has.
fn tones(decks: &[Deck<'_>]) -> BTreeMap<String, &'static str> {
    let fields = decks.iter().filter_map(|deck| deck.field(Role::Tone));
    let fields = fields.filter(|field| !field.column.is_of_colours());
    let kinds: Vec<&String> = fields.flat_map(|field| &field.column.kinds).collect();
    let mut tones = BTreeMap::new();
    for kind in &kinds {
        if let Some(colour) = colour_of(kind) {
            tones.entry(tone(kind)).or_insert(colour);
        }
    }
    for kind in kinds {
        let name = tone(kind);
        if tones.contains_key(&name) {
            continue;
        }
        let is_free = |colour: &&&str| tones.values().all(|taken| taken != *colour);
        let next = TONES.iter().find(is_free);
        let colour = next.unwrap_or(&TONES[tones.len() % TONES.len()]);
        tones.insert(name, colour);
    }
    tones
}

/// The colour that a kind is called by: "dark blue", "Red dragons", "hearts".
fn colour_of(kind: &str) -> Option<&'static str> {
    let words = slug(kind, ' ');
    let of_word = |word| colour::named(word).or_else(|| colour::of_suit(word));
    colour::named(&words).or_else(|| words.split(' ').find_map(of_word))
}

fn of_deck(deck: &Deck<'_>) -> String {
    let mut out = format!(
        "\n[[deck]]\nname = {}\ntitle = {}\n",
        quoted(&deck.name),
        quoted(&deck.title)
    );
    let _ = writeln!(out, "rows = {}", rows(deck));
    match (deck.column(Role::Code), deck.field(Role::Title)) {
        (Some(code), _) => {
            let _ = writeln!(out, "code = {}", quoted(&code.header));
        }
        (None, Some(title)) => {
            let _ = writeln!(
                out,
                "# No column holds codes: they are made of the names.\ncode_from = {}",
                quoted(&title.column.header)
            );
        }
        (None, None) => {}
    }
    match deck.column(Role::Copies) {
        Some(copies) => {
            let _ = writeln!(
                out,
                "# How many of each. If the column counts something else: count = 1, and a line for it below.\ncount = {}",
                quoted(&copies.header)
            );
        }
        None => out += "# One of each: no column says how many.\ncount = 1\n",
    }
    let _ = writeln!(out, "front = \"faces/{}.svg\"", deck.name);
    if deck.form == Form::Card {
        let _ = writeln!(out, "back = \"faces/{}_back.svg\"", deck.name);
    }
    out += deck.form.keys();
    if deck.form == Form::Card {
        out += "stock = \"card of 250 to 300 g, or paper in sleeves\"\n";
    }
    if !deck.fields.is_empty() {
        out += "\n[deck.fields]\n";
    }
    deck.fields.iter().for_each(|field| out += &of_field(field));
    out
}

/// The file of a deck's rows, and which of its lines and columns are something else.
fn rows(deck: &Deck<'_>) -> String {
    let (read, layout) = (deck.read, &deck.read.layout);
    let mut keys = vec![format!("file = {}", quoted(&read.rows))];
    if layout.headings.is_none() {
        keys.push("headings = false".to_owned());
    }
    if let Some(until) = &layout.until {
        keys.push(format!("until = {}", quoted(until)));
    }
    if let Some((index, word)) = &layout.total {
        let header = &read.columns[*index].header;
        let is_its = |field: &&Field<'_>| field.column.header == *header;
        let name = match deck.fields.iter().find(is_its) {
            Some(field) => field.name.clone(),
            None => slug(header, '_'),
        };
        keys.push(format!(
            "where = {}",
            quoted(&format!("{name} != '{word}'"))
        ));
    }
    let is_ignored = |(column, role): &(&Column, &Role)| {
        **role == Role::Nothing
            && column.fault.is_none()
            && (column.filled > 0 || !column.header.is_empty())
    };
    let ignored: Vec<String> = read
        .columns
        .iter()
        .zip(&read.roles)
        .filter(is_ignored)
        .filter(|(column, _)| column.is_beside || !column.header.is_empty())
        .map(|(column, _)| {
            if column.header.is_empty() {
                quoted(&column.letters)
            } else {
                quoted(&column.header)
            }
        })
        .collect();
    if !ignored.is_empty() {
        keys.push(format!("ignore = [{}]", ignored.join(", ")));
    }
    match keys.len() {
        1 => quoted(&read.rows),
        _ => format!("{{ {} }}", keys.join(", ")),
    }
}

fn of_field(field: &Field<'_>) -> String {
    let column = field.column;
    let mut keys = vec![match &field.kind {
        Type::Text => "type = \"text\"".to_owned(),
        Type::List => "type = \"list\"".to_owned(),
        Type::Integer(least) if *least >= 0 => "type = \"integer\", min = 0".to_owned(),
        Type::Integer(_) => "type = \"integer\"".to_owned(),
        Type::Number => "type = \"number\"".to_owned(),
        Type::Flag => "type = \"flag\"".to_owned(),
    }];
    if column.header != field.name {
        keys.push(format!("column = {}", quoted(&column.header)));
    }
    if column.is_styled() && field.kind == Type::Text {
        keys.push("styled = true".into());
    }
    if let (Some(sign), Role::Words | Role::Mood) = (column.line_break, field.role) {
        keys.push(format!("line_break = {}", quoted(sign)));
    }
    if field.role == Role::Tone && !column.is_of_colours() {
        let kinds: Vec<String> = column.kinds.iter().map(|kind| quoted(kind)).collect();
        keys.push(format!("one_of = [{}]", kinds.join(", ")));
    }
    let is_needed =
        field.role == Role::Tone || matches!(field.kind, Type::Integer(_) | Type::Number);
    if is_needed && column.blank > 0 {
        keys.push("optional = true".into());
    }
    format!("{} = {{ {} }}\n", field.name, keys.join(", "))
}
