//! Decks and their pieces.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::code::Codes;
use super::formula::Formula;
use super::kind::Declared;
use super::make::Make;
use super::reader::{Field, Section};
use super::rows::{self, Copies, Format, Notes};
use super::shape::{self, Shape};
use super::{Files, Problem, Row, Size, Um};

/// Names of what every row has, which fields cannot have.
pub const RESERVED: [&str; 4] = ["code", "codes", "count", "face"];

/// The program's names that templates see; a field may have one of them too.
const OWN: [&str; 15] = [
    "text", "image", "noise", "tr", "w", "h", "bleed", "side", "copy", "ground", "ink", "theme",
    "edition", "c", "piece",
];

/// The default safe zone: the largest error when cutting carefully along a steel ruler.
const SAFE: Um = Um(1_000);

/// Where the front and back of a folded piece meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hinge {
    /// The upper edge: both stand upright when the piece does.
    #[default]
    Top,
    /// The front's left edge.
    Left,
}

/// A side of a piece or of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    #[default]
    Front,
    Back,
}

impl Side {
    pub fn name(self) -> &'static str {
        match self {
            Side::Front => "front",
            Side::Back => "back",
        }
    }
}

/// A named set of pieces of one size and one face template.
#[derive(Clone, Debug)]
pub struct Deck {
    pub name: String,
    pub title: String,
    /// The path of the front's template in the kit.
    pub front: String,
    /// The path of the back's template; a folded piece without one uses its front's.
    pub back: Option<String>,
    /// The path of the template for the back of pieces without a printed one, for pictures of the table and for boxes.
    pub pile: Option<String>,
    /// The path of the template for its tuckbox.
    pub tuckbox: Option<String>,
    /// The trimmed size.
    pub size: Size,
    /// How far art extends beyond the trim on each side.
    pub bleed: Um,
    /// The distance from the edge at which text is safe from an inaccurate cut.
    pub safe: Um,
    pub shape: Shape,
    pub make: Make,
    /// Whether pieces may be turned by a quarter; not if the grain of the stock matters.
    pub may_turn: bool,
    /// For folded pieces, where front and back meet.
    pub hinge: Hinge,
    /// For folded pieces, the height of the strip below each side that makes them stand; zero for none.
    pub base: Um,
    /// For folded pieces with a base, how deep each strip is slit in its middle, so that the two cross; zero for no slit.
    pub slit: Um,
    /// The least distance between pieces; zero if they may touch and share their cuts.
    pub gutter: Um,
    /// Whether the code is printed beside each piece, outside the cut, for pieces that must not show it.
    pub code_beside: bool,
    /// What to stick its pieces on, for the guide.
    pub stock: String,
    /// How its pieces are made, for its sheet; empty if their shape says so.
    pub steps: String,
    /// What a piece shows in words, computed from its row.
    pub(super) alt: Option<Formula>,
    /// For stickers, how much smaller they are than the edge of a plain die.
    pub recess: Um,
    pub rows: Vec<Row>,
    /// Columns with a name of the program's, and what the fields of these columns are called.
    pub renamed: Vec<(String, String)>,
    /// Fields whose texts refer to other rows, which are filled in once all decks have been read.
    pub(super) filled: Vec<String>,
}

/// How a folded piece is made; of no matter for others.
#[derive(Default)]
struct Fold {
    hinge: Hinge,
    base: Um,
    slit: Um,
}

impl Fold {
    fn read(section: &Section<'_>, make: Make, shape: &Shape) -> Fold {
        let only_folded = |field: Field<'_>, what: &str| match make {
            Make::Fold => Ok(()),
            _ => Err(field.problem(format!("only a deck made as \"fold\" has a {what}"))),
        };
        let hinges = ["top", "left"].map(str::to_owned);
        let hinge = section.maybe("hinge", |field| {
            only_folded(field, "hinge").and(field.one_of(&hinges))
        });
        let hinge = if hinge == Some("left") {
            Hinge::Left
        } else {
            Hinge::Top
        };
        let base = section.maybe("base", |field| {
            only_folded(field, "base").and(field.length(Um(3_000)..=Um(100_000)))
        });
        let base = base.unwrap_or_default();
        if let Some(field) = section.field("base") {
            if hinge == Hinge::Left {
                section.document.report(
                    field.problem("a piece that is folded at its left has no base to stand on"),
                );
            } else if *shape != Shape::Rect {
                section
                    .document
                    .report(field.problem("only a rectangular piece has a base"));
            }
        }
        let slit = section.maybe("slit", |field| match base {
            Um::ZERO => Err(field
                .problem("only a base has a slit")
                .help("give the deck a `base`")),
            _ => field.length(Um(1_000)..=base),
        });
        Fold {
            hinge,
            base,
            slit: slit.unwrap_or_default(),
        }
    }
}

/// One physical piece of a set, as printed.
#[derive(Clone, Debug)]
pub struct Piece<'k> {
    pub row: &'k Row,
    /// The printed code: "T07"; for a sticker, the die and the side: "Y1-6".
    pub code: Cow<'k, str>,
    /// For stickers, the face's name.
    pub face: Option<&'k str>,
    /// For stickers, the number of the die in its deck.
    pub die: Option<usize>,
}

impl Deck {
    /// The template of a side, if the deck has one.
    pub fn template(&self, side: Side) -> Option<&str> {
        match side {
            Side::Front => Some(&self.front),
            Side::Back if self.make == Make::Fold => {
                Some(self.back.as_ref().unwrap_or(&self.front))
            }
            Side::Back => self.back.as_deref(),
        }
    }

    /// Every piece of one set in the order of the rows, with the stickers of one die together.
    pub fn pieces(&self) -> Vec<Piece<'_>> {
        let mut pieces = Vec::new();
        let mut dice = 0;
        for row in &self.rows {
            for code in row.codes() {
                for copy in 1..=row.count() {
                    if self.make != Make::Stickers {
                        pieces.push(Piece {
                            row,
                            code: code.into(),
                            face: None,
                            die: None,
                        });
                        continue;
                    }
                    for (side, face) in row.faces().enumerate().filter(|(_, face)| *face != "blank")
                    {
                        let code = format!("{code}{copy}-{}", side + 1).into();
                        pieces.push(Piece {
                            row,
                            code,
                            face: Some(face),
                            die: Some(dice),
                        });
                    }
                    dice += 1;
                }
            }
        }
        pieces
    }
}

fn read_make(section: &Section<'_>) -> Make {
    let names = Make::ALL.map(|make| make.name().to_owned());
    let name = section.maybe("make", |field| field.one_of(&names));
    Make::ALL
        .into_iter()
        .find(|make| Some(make.name()) == name)
        .unwrap_or(Make::Labels)
}

/// The fields that the deck declares; `count_column` is the column that says how many there are of each row.
fn declared_fields(
    section: &Section<'_>,
    deck: &str,
    count_column: Option<&str>,
) -> BTreeMap<String, Declared> {
    let mut declared = BTreeMap::new();
    section.inside(
        "fields",
        &format!("the fields of deck `{deck}`"),
        |fields| {
            for (field, place) in fields.keys() {
                let is_free = field == "count" && count_column != Some("count");
                if RESERVED.contains(&field.as_str()) && !is_free {
                    let problem =
                        Problem::new(place, format!("a field cannot be called `{field}`"));
                    fields
                        .document
                        .report(problem.label("every row has something else of this name"));
                }
                fields.inside(&field, &format!("field `{field}`"), |section| {
                    declared
                        .extend(Declared::read(section, &field).map(|kind| (field.clone(), kind)));
                });
            }
        },
    );
    declared
}

impl Deck {
    /// Reads a `[[deck]]` and the rows it names; problems in the rows' own files go to `notes`.
    pub(super) fn read(section: &Section<'_>, files: &Files, notes: &mut Notes) -> Deck {
        let name = section.need("name", Field::line).unwrap_or_default();
        section.call(format!("deck `{name}`"));
        let size = section.need("size", |field| field.size(Um(4_000)..=Um(1_000_000)));
        let make = read_make(section);
        // Without a size, a shape cannot be checked.
        let shape = section
            .maybe("shape", |field| {
                size.map(|size| shape::read(field, size)).transpose()
            })
            .flatten();
        let shape = shape.unwrap_or(Shape::Rect);
        let may_turn = section.maybe("turn", Field::flag).unwrap_or(true);
        let back = section.maybe("back", |field| match make {
            Make::Stickers => Err(field.problem("stickers have no back")),
            _ => field.file(files),
        });
        let fold = Fold::read(section, make, &shape);
        let gutter = section.maybe("gutter", |field| match shape {
            Shape::FlatHex | Shape::PointyHex => {
                Err(field.problem("hexagons share their edges and have no gutter"))
            }
            _ => field.length(Um::ZERO..=Um(20_000)),
        });
        let front = section.need("front", |field| field.file(files));
        let codes = codes(section);
        let copies = section.maybe("count", Copies::read).unwrap_or_default();
        let before = section.document.count();
        let declared = declared_fields(section, &name, copies.column());
        let mut deck = Deck {
            title: section
                .maybe("title", Field::title)
                .unwrap_or_else(|| name.clone()),
            name,
            front: front.unwrap_or_default(),
            back,
            pile: section.maybe("pile", |field| field.file(files)),
            tuckbox: section.maybe("tuckbox", |field| field.file(files)),
            size: size.unwrap_or_default(),
            bleed: section
                .maybe("bleed", |field| field.length(Um::ZERO..=Um(10_000)))
                .unwrap_or_default(),
            safe: section
                .maybe("safe", |field| field.length(Um::ZERO..=Um(50_000)))
                .unwrap_or(SAFE),
            shape,
            make,
            may_turn,
            hinge: fold.hinge,
            base: fold.base,
            slit: fold.slit,
            gutter: gutter.unwrap_or_default(),
            code_beside: section.maybe("code_beside", Field::flag).unwrap_or(false),
            stock: section.maybe("stock", Field::words).unwrap_or_default(),
            steps: section.maybe("steps", Field::words).unwrap_or_default(),
            alt: section.maybe("alt", Formula::read_words),
            recess: section
                .maybe("recess", |field| field.length(Um::ZERO..=Um(10_000)))
                .unwrap_or_default(),
            rows: Vec::new(),
            renamed: declared
                .iter()
                .filter(|(name, field)| OWN.contains(&&*field.column) && field.column != **name)
                .map(|(name, field)| (field.column.clone(), name.clone()))
                .collect(),
            filled: declared
                .iter()
                .filter(|(_, field)| field.filled)
                .map(|(name, _)| name.clone())
                .collect(),
        };
        // A wrong declaration or a misspelt `fields` is reported once, and not again in every row.
        let is_lost = section.field("fields").is_none() && section.has_more_than("rows");
        let is_whole = section.document.count() == before && !is_lost;
        let format = Format {
            is_whole,
            ..Format::new(&deck.name, make, codes, copies, declared)
        };
        if deck.name.is_empty() {
            section.pass_over();
        } else {
            deck.rows = rows::read(section, files, &format, notes);
        }
        let failed = deck.rows.iter().find_map(|row| deck.described(row)?.err());
        if let (Some(why), Some(field)) = (failed, section.field("alt")) {
            section.document.report(field.problem(why));
        }
        deck
    }

    /// What a piece shows in words, if the deck says so.
    ///
    /// # Errors
    ///
    /// Why that cannot be computed, in a sentence.
    pub(crate) fn described(&self, row: &Row) -> Option<Result<String, String>> {
        let value = self.alt.as_ref()?.value(&row.fields());
        let words = value.map(|value| value.to_string());
        Some(words.map_err(|why| format!("`{}` cannot be described: {why}", row.code())))
    }
}

/// Where the codes of a deck's rows come from.
fn codes(section: &Section<'_>) -> Codes {
    let column = section.maybe("code", Field::text);
    let from = section.maybe("code_from", |field| match column {
        Some(_) => Err(field
            .problem("the deck has a column of codes already")
            .help("leave out `code` or `code_from`")),
        None => field.text(),
    });
    match (column, from) {
        (Some(column), _) => Codes::Column(column),
        (None, Some(from)) => Codes::From(from),
        (None, None) => Codes::Usual,
    }
}
