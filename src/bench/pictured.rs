//! Which fields of a deck name pictures, and how: by the expressions that its faces show.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::frames;
use crate::face::{Reader, Templates, shipped_icon};
use crate::kit::edit::MANIFEST;
use crate::kit::files::{PICTURES, ending};
use crate::kit::{Deck, Files, Ink, Kit, Row, Side};
use crate::press::write::svg;

/// What stands before and after a field's value in the path of its picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    before: String,
    after: String,
}

impl Form {
    /// The path's expression in a template.
    fn expression(&self, field: &str) -> String {
        let quoted = |part: &str| (!part.is_empty()).then(|| format!("\"{part}\""));
        let parts = [
            quoted(&self.before),
            Some(field.to_owned()),
            quoted(&self.after),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        parts.join(" ~ ")
    }

    /// What a cell has to say for a picture.
    fn name<'p>(&self, path: &'p str) -> Option<&'p str> {
        let name = path.strip_prefix(&*self.before)?;
        name.strip_suffix(&*self.after)
            .filter(|name| !name.is_empty())
    }
}

/// For each field that names pictures, what it may say, and the path of that picture.
pub fn names(kit: &Kit, deck: &Deck) -> Value {
    let pictures = pictures(kit);
    let forms = forms(&kit.files, deck).into_iter();
    let forms = forms.map(|(field, form)| {
        let names = pictures
            .iter()
            .filter_map(|path| Some(json!([form.name(path)?, path])));
        (field, names.collect::<Value>())
    });
    forms.collect::<serde_json::Map<_, _>>().into()
}

/// For each field that names pictures, the expression that a face shows them by.
pub fn expressions(kit: &Kit, deck: &Deck) -> Value {
    let forms = forms(&kit.files, deck).into_iter();
    let forms = forms.map(|(field, form)| {
        let expression = form.expression(&field);
        (field, expression.into())
    });
    forms.collect::<serde_json::Map<_, _>>().into()
}

/// The pictures of a kit that a face may show: no templates, and no icons.
pub fn pictures(kit: &Kit) -> Vec<String> {
    let mut faces: Vec<&str> = Vec::new();
    for deck in &kit.decks {
        faces.push(&deck.front);
        faces.extend(deck.back.as_deref());
        faces.extend(deck.pile.as_deref());
    }
    faces.extend(kit.mat.as_ref().map(|mat| &*mat.face));
    let folder = |path: &str| {
        path.rsplit_once('/')
            .map_or("", |(folder, _)| folder)
            .to_owned()
    };
    let folders: Vec<String> = faces.iter().map(|path| folder(path)).collect();
    let is_template = |path: &str| {
        let text = || kit.files.read(path).unwrap_or_default();
        faces.contains(&path)
            || ending(path) == "svg"
                && folders.contains(&folder(path))
                && ["{{", "{%"].into_iter().any(|open| text().contains(open))
    };
    let mut paths = kit.files.paths();
    paths.retain(|path| {
        PICTURES.contains(&&*ending(path)) && !folder(path).ends_with("icons") && !is_template(path)
    });
    paths
}

/// The names of a kit's own icons.
pub fn icons(files: &Files) -> Vec<String> {
    let paths = files.paths().into_iter();
    let own = paths.filter_map(|path| {
        let (folder, file) = path.rsplit_once('/')?;
        let name = file.strip_suffix(".svg")?;
        folder.ends_with("icons").then(|| name.to_owned())
    });
    own.collect()
}

/// The most icons that are drawn at once.
const MOST_ICONS: usize = 200;

/// What icons look like, by their names: those of the kit, and those that ship.
pub fn drawn_icons(kit: Option<&Kit>, files: &Files, names: &[String]) -> Value {
    let paths = files.paths();
    let own = |name: &str| {
        let is_it = |path: &&String| {
            let stem = path
                .strip_suffix(".svg")
                .and_then(|path| path.rsplit_once('/'));
            stem.is_some_and(|(folder, stem)| folder.ends_with("icons") && stem == name)
        };
        let path = paths.iter().find(is_it)?;
        let drawn = files.read(path).ok()?.replace("{{ fill }}", "#000000");
        match drawn.contains("{{") || drawn.contains("{%") {
            true => expanded(kit?, path, name),
            false => Some(drawn),
        }
    };
    let shipped = |name: &str| Some(shipped_icon(name)?.file().replace("{{ fill }}", "#000000"));
    let drawn = names.iter().take(MOST_ICONS).filter_map(|name| {
        let drawn = own(name).or_else(|| shipped(name))?;
        Some((name.clone(), drawn.into()))
    });
    Value::Object(drawn.collect())
}

/// An icon that is a template, alone on a face.
fn expanded(kit: &Kit, path: &str, name: &str) -> Option<String> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    let (folder, _) = path
        .rsplit_once('/')
        .filter(|_| name.chars().all(is_plain))?;
    let deck = kit.decks.first()?;
    let pieces = deck.pieces();
    let [w, h] = [deck.size.w.mm(), deck.size.h.mm()];
    let source = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{{{{ -bleed }}}} {{{{ -bleed }}}} {{{{ w + 2*bleed }}}} {{{{ h + 2*bleed }}}}\">\
         {{{{ text(\":{name}:\", x=0, y=0, w={w}, h={h}, size={}, icons=\"{folder}\") }}}}</svg>",
        w.min(h) * 0.9
    );
    let templates = Templates::forgiving(kit, Ink::Color).with_source(&deck.front, &source)?;
    let drawn = templates
        .piece(deck, pieces.first()?, 0, Side::Front)
        .ok()?;
    let mut reader = Reader::new();
    reader.look_in(kit);
    let drawing = reader.read(path, &drawn, deck.size, deck.bleed).ok()?;
    svg::face(&drawing).ok()
}

/// The names of the palette with which faces are drawn: they are in the templates that the manifest names, in what these include,
/// or are called by what a row says.
pub fn used_colours(kit: &Kit) -> BTreeSet<&str> {
    let files = &kit.files;
    let drawings: Vec<String> = files
        .paths()
        .into_iter()
        .filter(|path| path.ends_with(".svg"))
        .collect();
    let mut read = vec![files.read(MANIFEST).unwrap_or_default()];
    let mut known = BTreeSet::new();
    let mut at = 0;
    while at < read.len() {
        let named: Vec<&String> = drawings
            .iter()
            .filter(|path| read[at].contains(path.as_str()))
            .collect();
        for path in named {
            if known.insert(path) {
                read.push(files.read(path).unwrap_or_default());
            }
        }
        at += 1;
    }
    let text = read[1..].concat();
    let rows = kit.decks.iter().flat_map(|deck| &deck.rows);
    let said: BTreeSet<String> = if text.contains("c[") {
        rows.flat_map(|row| row.names().filter_map(|name| row.said(name)))
            .collect()
    } else {
        BTreeSet::new()
    };
    let colours = kit.palette.of(Ink::Color).into_keys();
    colours
        .filter(|name| said.contains(*name) || is_named(&text, name))
        .collect()
}

/// Whether a template names a colour: `c.sun`, `c["sun"]`.
fn is_named(text: &str, name: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let called = format!("c.{name}");
    let mut after = text.split(&called).skip(1);
    after.any(|rest| !rest.starts_with(is_word)) || text.contains(&format!("\"{name}\""))
}

fn forms(files: &Files, deck: &Deck) -> BTreeMap<String, Form> {
    let fields: Vec<String> = deck.rows.first().map_or_else(Vec::new, names_of);
    let mut forms = BTreeMap::new();
    for path in [Some(&deck.front), deck.back.as_ref()]
        .into_iter()
        .flatten()
    {
        let text = files.read(path).unwrap_or_default();
        for (field, form) in shown(&text) {
            if fields.contains(&field) {
                forms.entry(field).or_insert(form);
            }
        }
    }
    for (field, before) in frames::pictured(files, deck) {
        let form = Form {
            before,
            after: String::new(),
        };
        forms.entry(field).or_insert(form);
    }
    forms
}

fn names_of(row: &Row) -> Vec<String> {
    row.fields().keys().cloned().collect()
}

/// The fields that a template shows pictures by.
fn shown(text: &str) -> Vec<(String, Form)> {
    let calls = text.split("image(").skip(1);
    let calls = calls.map(|rest| rest.split([',', ')']).next().unwrap_or_default());
    let calls = calls.filter_map(|path| of_parts(path.split('~').map(str::trim)));
    let links = text.split("href=\"").skip(1);
    let links = links.map(|rest| rest.split('"').next().unwrap_or_default());
    let links = links.filter_map(of_link);
    calls.chain(links).collect()
}

/// `"art/" ~ picture ~ ".png"`
fn of_parts<'p>(parts: impl Iterator<Item = &'p str>) -> Option<(String, Form)> {
    let mut form = Form::default();
    let mut field = None;
    for part in parts {
        let words = part
            .strip_prefix('"')
            .and_then(|part| part.strip_suffix('"'));
        let words = words.or(part
            .strip_prefix('\'')
            .and_then(|part| part.strip_suffix('\'')));
        match (words, &field) {
            (Some(words), None) => form.before += words,
            (Some(words), Some(_)) => form.after += words,
            (None, None) if frames::is_name(part) => field = Some(part.to_owned()),
            _ => return None,
        }
    }
    Some((field?, form))
}

/// `art/{{ picture }}.png`
fn of_link(link: &str) -> Option<(String, Form)> {
    let (before, rest) = link.split_once("{{")?;
    let (field, after) = rest.split_once("}}")?;
    let field = field.trim();
    let form = Form {
        before: before.to_owned(),
        after: after.to_owned(),
    };
    (frames::is_name(field) && !after.contains("{{")).then(|| (field.to_owned(), form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_named_as_the_face_finds_it() {
        let template = "{{ image(\"art/\" ~ owl ~ '.png', x=1) }} {{ image(bat, x=1) }} {{ image(a ~ b, x=1) }}\n\
            <image href=\"art/{{ elf }}\" x=\"1\"/><use href=\"#x\"/> {{ image(\"art/x.png\", x=1) }}";
        let found = shown(template);
        let names: Vec<&str> = found.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(names, ["owl", "bat", "elf"]);
        let (owl, bat) = (&found[0].1, &found[1].1);
        assert_eq!(owl.name("art/a.png"), Some("a"));
        assert_eq!(owl.name("art/a.jpg"), None);
        assert_eq!(bat.name("art/a.jpg"), Some("art/a.jpg"));
        assert_eq!(owl.expression("owl"), "\"art/\" ~ owl ~ \".png\"");
    }
}
