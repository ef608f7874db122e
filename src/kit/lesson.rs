//! `lesson.toml`: how to learn the game, scene by scene, with pictures of the kit's own pieces. The printed rules begin with it.

use super::fill::Fill;
use super::reader::{Document, Field, Section};
use super::rule::{Wording, sentence};
use super::{Files, Problem, Rule, Side, SourceSpan};

/// The most things in all pictures together, each of which is placed and drawn.
const MAX_PROPS: usize = 2_000;

/// The farthest that something can lie from the middle of its picture, in mm.
const FAR: f64 = 2_000.0;

/// How to learn the game.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// A picture of the game on its table, for the cover of the rules unless there is a face for it; may be empty.
    pub cover: Vec<Prop>,
    /// The template of the picture on the cover of the rules, drawn in any width and height. May be missing.
    pub cover_face: Option<String>,
    pub scenes: Vec<Scene>,
}

/// What is told under one heading.
#[derive(Clone, Debug)]
pub struct Scene {
    pub title: String,
    /// Whether it begins a page.
    pub is_on_new_page: bool,
    /// The editions that it is about; empty for all.
    pub editions: Vec<String>,
    pub parts: Vec<Part>,
}

/// A paragraph, a list, a picture, or all of these.
#[derive(Clone, Debug)]
pub struct Part {
    /// A few words above it; may be empty.
    pub title: String,
    /// May be empty.
    pub text: Wording,
    /// The entries of a list after the text.
    pub points: Vec<Wording>,
    /// The rules that it tells, by number.
    pub rules: Vec<String>,
    pub is_step: bool,
    pub picture: Vec<Prop>,
    /// The picture's share of the page's width, in percent; beside the text if there is room for both.
    pub share: Option<u8>,
    /// What the picture shows, for people who do not see it.
    pub alt: String,
    pub editions: Vec<String>,
}

/// Something in a picture.
#[derive(Clone, Debug)]
pub struct Prop {
    pub what: PropKind,
    pub place: Place,
    /// Degrees clockwise, in steps of 30.
    pub turn: u16,
    /// How much larger or smaller than in print it is, in percent.
    pub percent: u16,
    /// A letter or number on a coin at its corner, which the text refers to; may be empty.
    pub mark: String,
    /// Words below it; may be empty.
    pub name: String,
}

#[derive(Clone, Debug)]
pub enum PropKind {
    /// One side of a piece. On a die made of stickers, the code of the sticker.
    Piece {
        code: String,
        side: Side,
    },
    /// Several pieces, face down.
    Pile(String),
    /// The outline of an absent piece.
    Gap(String),
    /// A common die, or a bare one, with this number of pips.
    Die(u8),
    /// A counter in a colour of the palette.
    Bead(String),
    /// An arrow to this point, or, without a place, a short one to the right.
    Arrow([f64; 2]),
    Words(String),
}

/// Where the middle of something in a picture is.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// To the right of what came before.
    Next,
    /// In mm, with x to the right and y down.
    At([f64; 2]),
    /// At a named place of the face of what was last not placed in this way.
    On(String),
}

impl Prop {
    /// The code of its piece.
    pub fn code(&self) -> Option<&str> {
        match &self.what {
            PropKind::Piece { code, .. } | PropKind::Pile(code) | PropKind::Gap(code) => Some(code),
            PropKind::Die(_) | PropKind::Bead(_) | PropKind::Arrow(_) | PropKind::Words(_) => None,
        }
    }
}

/// Whether something for these editions is printed for this one.
fn concerns(editions: &[String], edition: Option<&str>) -> bool {
    edition.is_none_or(|only| editions.is_empty() || editions.iter().any(|of| of == only))
}

impl Scene {
    pub fn concerns(&self, edition: Option<&str>) -> bool {
        concerns(&self.editions, edition)
    }
}

impl Part {
    pub fn concerns(&self, edition: Option<&str>) -> bool {
        concerns(&self.editions, edition)
    }
}

impl Lesson {
    /// Everything in its pictures.
    pub fn props(&self) -> impl Iterator<Item = &Prop> {
        let parts = self.scenes.iter().flat_map(|scene| &scene.parts);
        self.cover
            .iter()
            .chain(parts.flat_map(|part| &part.picture))
    }
}

/// What a lesson is checked against.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    pub fill: Fill<'k>,
    pub rules: &'k [Rule],
    /// Whether the palette has a colour.
    pub has_colour: &'k dyn Fn(&str) -> bool,
}

/// Reads a kit's lesson, if it has one. Returns it with what is wrong and with warnings about missing pieces.
pub(super) fn read(files: &Files, known: Known<'_>) -> (Lesson, Vec<Problem>, Vec<Problem>) {
    let mut lesson = Lesson::default();
    let mut missing = Vec::new();
    if !files.has("lesson.toml") {
        return (lesson, Vec::new(), missing);
    }
    let place = SourceSpan::file(files.name("lesson.toml"));
    let document = match Document::open(files, "lesson.toml", place) {
        Ok(document) => document,
        Err(problem) => return (lesson, vec![problem], missing),
    };
    let text = document.text();
    document.root(&text, |root| {
        let mut reading = Pictures::new(known, &mut missing);
        lesson.cover = reading.read(root, "cover");
        lesson.cover_face = root.maybe("cover_face", |field| field.file(files));
        root.each("scene", "a scene", |section| {
            lesson.scenes.push(reading.scene(section))
        });
    });
    (lesson, document.into_problems(), missing)
}

/// A lesson, or the pictures of a guide, being read.
pub(super) struct Pictures<'r, 'k> {
    known: Known<'k>,
    /// How many things the pictures have so far.
    count: usize,
    missing: &'r mut Vec<Problem>,
}

impl<'r, 'k> Pictures<'r, 'k> {
    pub(super) fn new(known: Known<'k>, missing: &'r mut Vec<Problem>) -> Pictures<'r, 'k> {
        Pictures {
            known,
            count: 0,
            missing,
        }
    }

    fn words(&self, section: &Section<'_>, key: &str) -> String {
        section
            .maybe(key, |field| self.known.fill.text(field))
            .unwrap_or_default()
    }

    fn editions(&self, section: &Section<'_>) -> Vec<String> {
        let names: Vec<String> = self
            .known
            .fill
            .editions
            .iter()
            .map(ToString::to_string)
            .collect();
        let name = |field: Field<'_>| {
            if names.is_empty() {
                Err(field.problem("the kit has only one edition"))
            } else {
                field.one_of(&names).map(str::to_owned)
            }
        };
        section
            .maybe("for", |field| field.one_or_more(name))
            .unwrap_or_default()
    }

    fn scene(&mut self, section: &Section<'_>) -> Scene {
        let fill = self.known.fill;
        let mut scene = Scene {
            title: section
                .need("title", |field| fill.text(field))
                .unwrap_or_default(),
            is_on_new_page: section.maybe("new_page", Field::flag).unwrap_or(false),
            editions: self.editions(section),
            parts: Vec::new(),
        };
        section.each("part", "a part", |part| scene.parts.push(self.part(part)));
        scene
    }

    fn part(&mut self, section: &Section<'_>) -> Part {
        let fill = self.known.fill;
        let rule = |field: Field<'_>| {
            let id = field.line()?;
            if self.known.rules.iter().any(|rule| rule.id == id) {
                Ok(id)
            } else {
                Err(field.problem(format!("the kit has no rule `{id}`")))
            }
        };
        let part = Part {
            title: self.words(section, "title"),
            text: section
                .maybe("text", |field| sentence(field, fill))
                .unwrap_or_default(),
            points: section
                .maybe("points", |field| field.list(|field| sentence(field, fill)))
                .unwrap_or_default(),
            rules: section
                .maybe("rules", |field| field.list(rule))
                .unwrap_or_default(),
            is_step: section.maybe("step", Field::flag).unwrap_or(false),
            picture: Vec::new(),
            share: section
                .maybe("share", |field| field.integer(10..=100))
                .map(|share| share as u8),
            alt: self.words(section, "alt"),
            editions: self.editions(section),
        };
        Part {
            picture: self.read(section, "picture"),
            ..part
        }
    }

    /// The things in a picture.
    pub(super) fn read(&mut self, section: &Section<'_>, key: &str) -> Vec<Prop> {
        let mut props = Vec::new();
        section.each(key, "a thing in a picture", |thing| {
            self.count += 1;
            if self.count == MAX_PROPS + 1 {
                let many = format!("the pictures show more than {MAX_PROPS} things");
                thing.document.report(Problem::new(thing.place(), many));
            }
            if self.count > MAX_PROPS {
                return thing.pass_over();
            }
            let place = self.place(thing, props.is_empty());
            let turn = thing.maybe("turn", turn).unwrap_or_default();
            let percent = thing.maybe("percent", |field| field.integer(10..=500));
            let mark = thing.maybe("mark", Field::line).unwrap_or_default();
            let name = self.words(thing, "name");
            if let Some(what) = self.prop(thing) {
                props.push(Prop {
                    what,
                    place,
                    turn,
                    percent: percent.map_or(100, |percent| percent as u16),
                    mark,
                    name,
                });
            }
        });
        props
    }

    fn place(&self, thing: &Section<'_>, is_first: bool) -> Place {
        if let Some(at) = thing.maybe("at", point) {
            return Place::At(at);
        }
        let on = |field: Field<'_>| {
            if is_first {
                Err(field.problem("nothing is in the picture yet that this could be on"))
            } else {
                field.line()
            }
        };
        thing.maybe("on", on).map_or(Place::Next, Place::On)
    }

    /// What it is. A piece that the kit does not have is left out with a warning.
    fn prop(&mut self, thing: &Section<'_>) -> Option<PropKind> {
        const KINDS: [&str; 8] = [
            "piece", "back", "pile", "gap", "die", "bead", "arrow", "words",
        ];
        let named: Vec<&str> = KINDS
            .into_iter()
            .filter(|kind| thing.field(kind).is_some())
            .collect();
        let [kind] = named[..] else {
            let expected = format!("it is one of these: {}", KINDS.join(", "));
            let problem = Problem::new(thing.place(), "this does not say what is in the picture");
            thing.document.report(problem.help(expected));
            return None;
        };
        match kind {
            "die" => {
                let pips = thing.need(kind, |field| field.integer(0..=6))?;
                Some(PropKind::Die(pips as u8))
            }
            "bead" => thing
                .need(kind, |field| self.colour(field))
                .map(PropKind::Bead),
            "arrow" => thing.need(kind, point).map(PropKind::Arrow),
            "words" => thing
                .need(kind, |field| self.known.fill.text(field))
                .map(PropKind::Words),
            _ => {
                let field = thing.field(kind)?;
                let code = thing.need(kind, Field::line)?;
                if !self.known.fill.has_piece(&code) {
                    let unknown = field.problem(format!("no piece has the code `{code}`"));
                    self.missing
                        .push(unknown.help("the rules are printed without it"));
                    return None;
                }
                Some(match kind {
                    "pile" => PropKind::Pile(code),
                    "gap" => PropKind::Gap(code),
                    "back" => PropKind::Piece {
                        code,
                        side: Side::Back,
                    },
                    _ => PropKind::Piece {
                        code,
                        side: Side::Front,
                    },
                })
            }
        }
    }

    fn colour(&self, field: Field<'_>) -> Result<String, Problem> {
        let name = field.line()?;
        if (self.known.has_colour)(&name) {
            Ok(name)
        } else {
            Err(field.problem(format!("the palette has no colour `{name}`")))
        }
    }
}

/// A point in a picture.
fn point(field: Field<'_>) -> Result<[f64; 2], Problem> {
    let both = field.list(|field| field.number(-FAR..=FAR))?;
    both.try_into()
        .map_err(|_| field.problem("a point is two numbers, [x, y] in mm"))
}

/// An angle that pieces on a grid can have.
fn turn(field: Field<'_>) -> Result<u16, Problem> {
    match field.integer(0..=330)? {
        degrees if degrees % 30 == 0 && (degrees % 60 == 0 || degrees % 90 == 0) => {
            Ok(degrees as u16)
        }
        degrees => Err(field
            .problem(format!("{degrees} degrees are neither quarters nor sixths"))
            .help("squares are turned by 90, 180 or 270 degrees, hexagons by 60, 120, ...")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::archive::Archive;
    use crate::kit::{Kit, Problems};

    const KIT: &str = r##"
id = "small"
title = "Small"
designers = ["Nobody"]
licence = "None"
players = { min = 1, max = 2 }
[palette]
gold = { color = "#D9A32B", mono = "#FFFFFF" }
[[deck]]
name = "cards"
rows = "cards.toml"
front = "card.svg"
size = [50, 70]
"##;

    /// The lesson of a small kit, and its problems and warnings in words.
    fn read(lesson: &str) -> (Lesson, Vec<String>) {
        match with("lesson.toml", lesson) {
            Ok(kit) => {
                let said = kit
                    .warnings
                    .iter()
                    .map(|warning| warning.message.clone())
                    .collect();
                (kit.lesson, said)
            }
            Err(problems) => {
                let said = problems
                    .0
                    .iter()
                    .map(|problem| problem.message.clone())
                    .collect();
                (Lesson::default(), said)
            }
        }
    }

    /// A small kit with one more file.
    fn with(path: &str, text: &str) -> Result<Kit, Problems> {
        let files = [
            ("kit.toml", KIT),
            ("cards.toml", "[[cards]]\ncode = \"A1\"\n"),
            (
                "card.svg",
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 50 70'/>",
            ),
            (
                "rules.toml",
                "[[rule]]\nid = \"R1\"\ntitle = \"One\"\ntext = \"One.\"\n",
            ),
            (path, text),
        ];
        let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        let archive = Archive::of("small".to_owned(), files.into());
        Kit::open(Files::Archive(archive.into()))
    }

    #[test]
    fn a_step_of_a_guide_has_a_picture_too() {
        let kit = with(
            "guide.toml",
            r#"
            [[chapter]]
            title = "Play"
            [[chapter.step]]
            text = "Turn it over."
            alt = "A card."
            picture = [{ piece = "A1", at = [0, 0] }, { piece = "A9" }]
            "#,
        );
        let kit = kit.unwrap();
        let step = &kit.guide.chapters[0].steps[0];
        assert_eq!((&*step.alt, step.picture.len()), ("A card.", 1));
        assert_eq!(step.picture[0].code(), Some("A1"));
        assert!(kit.warnings[0].message.contains("`A9`"));
    }

    #[test]
    fn a_lesson_has_scenes_with_texts_and_pictures() {
        let (lesson, said) = read(
            r#"
cover = [{ piece = "A1" }, { die = 4, mark = "B" }]
[[scene]]
title = "A turn"
[[scene.part]]
step = true
text = "**Draw** a card."
rules = ["R1"]
picture = [{ pile = "A1", at = [0, 0], name = "the deck" }, { bead = "gold", on = "purse" }, { piece = "A2" }]
"#,
        );
        assert_eq!(said, ["no piece has the code `A2`"]);
        assert_eq!(lesson.props().count(), 4);
        let part = &lesson.scenes[0].parts[0];
        assert!(part.is_step && part.rules == ["R1"]);
        assert_eq!(part.picture[0].code(), Some("A1"));
        assert_eq!(part.picture[1].place, Place::On("purse".into()));
    }

    #[test]
    fn mistakes_in_a_lesson_are_named() {
        let picture = |thing: &str| {
            let lesson = format!("[[scene]]\ntitle = \"A\"\n[[scene.part]]\npicture = [{thing}]\n");
            read(&lesson).1.join("; ")
        };
        assert_eq!(
            picture("{ piece = \"A1\", turn = 45 }"),
            "45 degrees are neither quarters nor sixths"
        );
        assert_eq!(
            picture("{ bead = \"pink\" }"),
            "the palette has no colour `pink`"
        );
        assert_eq!(
            picture("{ at = [0, 0] }"),
            "this does not say what is in the picture"
        );
        assert_eq!(
            picture("{ piece = \"A1\", at = [0, 0, 0] }"),
            "a point is two numbers, [x, y] in mm"
        );
        assert!(picture("{ die = 1, on = \"heart\" }").contains("nothing is in the picture"));
        let many = "{ die = 1 },".repeat(MAX_PROPS + 9);
        assert_eq!(picture(&many), "the pictures show more than 2000 things");
        let rule = "[[scene]]\ntitle = \"A\"\n[[scene.part]]\nrules = [\"R2\"]\n";
        assert_eq!(read(rule).1, ["the kit has no rule `R2`"]);
        let edition = "[[scene]]\ntitle = \"A\"\nfor = \"first\"\n";
        assert_eq!(read(edition).1, ["the kit has only one edition"]);
    }
}
