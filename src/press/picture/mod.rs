//! A table in play as a sheet: every piece with its printed face, at true scale, where it is on the table.
//!
//! A game describes the table as a [`Scene`] made of pieces. This module finds the faces for them and for dice, tins and other
//! props, and every writer can draw the resulting sheet. Faces are drawn once and reused for the next picture.

use std::collections::HashMap;
use std::sync::Arc;

mod props;

use self::props::SHADOW;
use crate::face::{
    Anchor, Drawing, Fonts, Inscription, Reader, Templates, TextLine, anchors, text, titled,
};
use crate::kit::colour::{self, Suit};
use crate::kit::{
    Contour, Deck, Ink, Kit, Point, Problem, Problems, Row, Shape, Side, Size, SourceSpan, Um,
};
use crate::press::sheet::{Faces, Job, Meta, Placed, Sheet, Sides};
use crate::referee::Tone;
use crate::referee::counter::{Plate, Word};
use crate::referee::scene::{
    Align, Highlight, Piece, Placement, Region, Scene, Target, Thing, What, Zone,
};

/// The margin around all objects on the table, in mm.
const MARGIN: f64 = 12.0;
/// The height of a pile of eight or more pieces in the picture, shown as the offset of its lower pieces, in mm.
const RISE: f64 = 2.2;
/// The size of a tin, mm.
const TIN: (f64, f64) = (34.0, 34.0);

/// The tolerance when curves of an outline are flattened.
const ROUGH: Um = Um(100);

/// The resolution of the picture, at which small print is legible.
const DPI: u32 = 150;
/// The most pixels along an edge, for large tables.
const MAX_DOTS: f64 = 3600.0;

/// Draws pictures of tables with a kit's pieces.
pub struct Pictures<'k> {
    kit: &'k Kit,
    /// The kit with the faces, and the kit whose pieces it uses.
    sources: Vec<(&'k Kit, Templates<'k>, Reader)>,
    /// Everything drawn so far.
    faces: Arc<Faces>,
    pieces: HashMap<(Piece, bool), (usize, Vec<Anchor>)>,
    props: HashMap<String, usize>,
    props_reader: Reader,
    /// Whether a face that cannot be drawn is replaced by its words.
    stands_in: bool,
}

/// The position of an object, in mm.
#[derive(Clone, Debug)]
pub struct Lying {
    pub middle: (f64, f64),
    /// The size before turning, including everything that is drawn of it.
    pub size: (f64, f64),
    /// The bounding box after turning: left, top, right, bottom.
    pub covers: (f64, f64, f64, f64),
    /// The corners relative to the middle, before turning, if it is not a rectangle.
    pub outline: Vec<(f64, f64)>,
    /// Whether it has a body and casts a shadow.
    pub is_solid: bool,
    /// The code of a visible piece; otherwise empty.
    pub name: String,
}

/// An object with its faces.
struct Shown {
    /// Face indices, the lowest first; and the middle in mm.
    layers: Vec<usize>,
    middle: (f64, f64),
    /// The size after turning, in mm.
    size: (f64, f64),
    /// The scale relative to its size in print.
    scale: f64,
    turns: u8,
    sixths: u8,
    /// The outline if it is not a rectangle, relative to the top left corner.
    outline: Option<Contour>,
    /// For a pile, how far its top piece is shifted up and to the left, in mm.
    lift: Option<f64>,
    /// The radius of its corners if it casts a shadow, in mm.
    shadow: Option<f64>,
    places: Vec<Anchor>,
    /// The name on the sheet: the code of a piece.
    name: String,
}

/// The glow around a highlighted area, in mm.
struct Glow {
    middle: (f64, f64),
    size: (f64, f64),
    /// The corners relative to its middle; empty for a rectangle.
    outline: Vec<(f64, f64)>,
    is_empty: bool,
}

impl<'k> Pictures<'k> {
    pub fn new(kit: &'k Kit) -> Pictures<'k> {
        let source = |kit| {
            let mut reader = Reader::new();
            reader.look_in(kit);
            (kit, Templates::new(kit, Ink::Color), reader)
        };
        let kits = std::iter::once(kit).chain(kit.uses.as_deref());
        Pictures {
            kit,
            sources: kits.map(source).collect(),
            faces: Arc::default(),
            pieces: HashMap::new(),
            props: HashMap::new(),
            props_reader: Reader::new(),
            stands_in: false,
        }
    }

    /// For a game in progress: a piece whose face cannot be drawn yet shows its words instead, so that everything else is seen.
    pub fn standing_in(kit: &'k Kit) -> Pictures<'k> {
        Pictures {
            stands_in: true,
            ..Pictures::new(kit)
        }
    }

    /// The table as a sheet. Problems with a face are the same as in print.
    pub fn job(&mut self, scene: &Scene) -> Result<Job, Problems> {
        let mut shown: Vec<Shown> = Vec::with_capacity(scene.things.len());
        let mut labels = Vec::new();
        for thing in &scene.things {
            let middle = match &thing.placement {
                Placement::At(x, y) => (*x, *y),
                Placement::On(below, place) => shown
                    .get(*below)
                    .map_or((0.0, 0.0), |below| below.place(place)),
            };
            labels.extend(lines(&thing.what, middle));
            let mut own = self.thing(thing, middle)?;
            // Only pictures have plates: a page shows counters by itself.
            if let What::Counter(count) = &thing.what {
                let plate = Plate::new(count);
                own.layers = vec![self.prop(props::plate(&plate), plate.size, 0.0)?];
            }
            shown.push(own);
        }
        let (left, top, right, bottom) = self.extent(&shown, &labels, &scene.highlights);
        let (w, h) = (right - left, bottom - top);
        let ground = self.prop(props::table(w, h), (w, h), 0.0)?;
        let mut placed = vec![Placed {
            face: ground,
            size: size((w, h)),
            ..Placed::default()
        }];
        let to_sheet = |(x, y): (f64, f64)| (x - left, y - top);
        let mut rest = shown.as_slice();
        while !rest.is_empty() {
            let (level, above) = rest.split_at(level(rest));
            for shown in level {
                if let Some(radius) = shown.shadow {
                    let (w, h) = shown.size;
                    let face = self.prop(props::shadow(w, h, radius), shown.size, SHADOW)?;
                    placed.push(Self::prop_at(
                        face,
                        to_sheet(shown.middle),
                        shown.size,
                        SHADOW,
                    ));
                }
            }
            for shown in level {
                let (x, y) = to_sheet(shown.middle);
                for (layer, face) in shown.layers.iter().enumerate() {
                    let top = shown.lift.filter(|_| layer + 1 == shown.layers.len());
                    let lift = top.unwrap_or_default();
                    let mut placed_on = self.placed(*face, shown, (x - lift, y - lift))?;
                    if top.is_some() {
                        placed_on.bleed = Sides::default();
                    }
                    placed.push(placed_on);
                }
            }
            rest = above;
        }
        for highlight in &scene.highlights {
            let glow = self.glow(highlight, &scene.things, &shown);
            let (x, y) = to_sheet(glow.middle);
            let face = self.prop(
                props::glow(glow.size, &glow.outline, glow.is_empty),
                glow.size,
                props::GLOW,
            )?;
            placed.push(Self::prop_at(face, (x, y), glow.size, props::GLOW));
            if let Some(line) = badge(highlight, &glow) {
                let (w, h) = (text::width(&line) + line.size, line.size * 1.3);
                let under = self.prop(props::badge(w, h), (w, h), 0.0)?;
                placed.push(Self::prop_at(under, (x, y), (w, h), 0.0));
                labels.push(line);
            }
        }
        for line in &mut labels {
            (line.x, line.y) = (line.x - left, line.y - top);
        }
        let meta = Meta {
            title: self.kit.title.clone(),
            authors: self.kit.designers.clone(),
            subject: "The table in play".into(),
            licence: self.kit.licence.clone(),
            language: self.kit.language.clone(),
            keywords: Vec::new(),
        };
        let sheet = Sheet {
            size: size((w, h)),
            title: "the table".into(),
            placed,
            words: labels,
            ..Sheet::default()
        };
        Ok(Job {
            meta,
            faces: self.faces.clone(),
            sheets: vec![sheet],
            ..Job::default()
        })
    }

    /// The position of each object in a scene. Its picture is made by [`portrait`](Self::portrait).
    pub fn lying(&mut self, scene: &Scene) -> Result<Vec<Lying>, Problems> {
        let mut shown: Vec<Shown> = Vec::with_capacity(scene.things.len());
        let mut lying = Vec::with_capacity(scene.things.len());
        for thing in &scene.things {
            let middle = match &thing.placement {
                Placement::At(x, y) => (*x, *y),
                Placement::On(below, place) => shown
                    .get(*below)
                    .map_or((0.0, 0.0), |below| below.place(place)),
            };
            let own = self.thing(thing, middle)?;
            let (w, h) = own.size;
            let covers = match label(&thing.what, middle) {
                Some(line) => (
                    line.x,
                    line.y - line.size,
                    line.x + text::width(&line),
                    line.y + line.size / 3.0,
                ),
                None => (
                    middle.0 - w / 2.0,
                    middle.1 - h / 2.0,
                    middle.0 + w / 2.0,
                    middle.1 + h / 2.0,
                ),
            };
            let (w, h) = if thing.turns % 2 == 1 { (h, w) } else { (w, h) };
            let over = self.overhang(&own)? * 2.0 * own.scale;
            let name = if matches!(thing.what, What::Turned(_)) {
                String::new()
            } else {
                own.name.clone()
            };
            let is_solid = own.shadow.is_some();
            let outline = thing
                .what
                .piece()
                .map_or_else(Vec::new, |piece| self.outline(piece.deck));
            let outline = outline
                .into_iter()
                .map(|(x, y)| (x * own.scale, y * own.scale))
                .collect();
            lying.push(Lying {
                middle,
                size: (w + over, h + over),
                covers,
                outline,
                is_solid,
                name,
            });
            shown.push(own);
        }
        Ok(lying)
    }

    /// The corners of a deck's pieces relative to their middle, in mm; empty for rectangles.
    pub fn outline(&self, deck: &str) -> Vec<(f64, f64)> {
        let Some(deck) = self.deck(deck) else {
            return Vec::new();
        };
        let Some(outline) = deck.shape.outline(deck.size) else {
            return Vec::new();
        };
        let (x, y) = (deck.size.w.mm() / 2.0, deck.size.h.mm() / 2.0);
        outline
            .corners(ROUGH)
            .into_iter()
            .map(|corner| (corner.x.mm() - x, corner.y.mm() - y))
            .collect()
    }

    /// A single object, upright and at its size in print: the picture for a [`Lying`]. `None` for text.
    pub fn portrait(&mut self, what: &What) -> Result<Option<Job>, Problems> {
        let what = match what {
            What::Label { .. } | What::Counter(_) => return Ok(None),
            What::Small(piece, _) => What::Piece(piece.clone()),
            what => what.clone(),
        };
        let thing = Thing {
            what,
            placement: Placement::At(0.0, 0.0),
            turns: 0,
            zone: Zone::Map,
            is_caption: false,
            scale: 1.0,
        };
        let shown = self.thing(&thing, (0.0, 0.0))?;
        let over = self.overhang(&shown)?;
        let (w, h) = (shown.size.0 + 2.0 * over, shown.size.1 + 2.0 * over);
        let layers = shown
            .layers
            .iter()
            .map(|face| self.placed(*face, &shown, (w / 2.0, h / 2.0)));
        let placed = layers.collect::<Result<_, _>>()?;
        let sheet = Sheet {
            size: size((w, h)),
            placed,
            ..Sheet::default()
        };
        Ok(Some(Job {
            faces: self.faces.clone(),
            sheets: vec![sheet],
            ..Job::default()
        }))
    }

    /// How far an object is drawn beyond its size, in mm, because of the lower pieces of a pile.
    fn overhang(&self, shown: &Shown) -> Result<f64, Problem> {
        match shown.layers.first().filter(|_| shown.name.is_empty()) {
            Some(face) => Ok(self.face(*face)?.bleed.mm()),
            None => Ok(0.0),
        }
    }

    /// The resolution for a PNG of this sheet.
    pub fn dpi(sheet: &Sheet) -> u32 {
        let longest = sheet.size.w.mm().max(sheet.size.h.mm()).max(1.0);
        DPI.min((MAX_DOTS * 25.4 / longest) as u32).max(1)
    }

    fn thing(&mut self, thing: &Thing, middle: (f64, f64)) -> Result<Shown, Problems> {
        let mut shown = Shown {
            layers: Vec::new(),
            middle,
            size: (0.0, 0.0),
            scale: 1.0,
            turns: thing.turns,
            sixths: if let What::Hex(_, sixths) = thing.what {
                sixths
            } else {
                0
            },
            outline: None,
            lift: None,
            shadow: Some(0.4),
            places: Vec::new(),
            name: String::new(),
        };
        match &thing.what {
            What::Piece(piece) | What::Hex(piece, _) | What::Turned(piece) => {
                let turned = matches!(thing.what, What::Turned(_));
                self.lay_piece(&mut shown, piece, turned)?;
            }
            What::Small(piece, high) => self.lay_small(&mut shown, piece, *high)?,
            What::Die(piece) => self.lay_die(&mut shown, piece)?,
            What::Pile { deck, count } => self.lay_pile(&mut shown, deck, *count)?,
            What::Tin { deck, count } => {
                let tin = props::tin(TIN.0, TIN.1, *count, self.size_of(deck));
                (shown.layers, shown.size) = (vec![self.prop(tin, TIN, 0.0)?], TIN);
                shown.shadow = Some(5.0);
            }
            What::Pawn(bead) => {
                shown.size = props::PAWN;
                shown.layers = vec![self.prop(props::pawn(*bead), shown.size, 0.0)?];
                shown.shadow = None;
            }
            What::Cube { face, .. } => {
                shown.size = (props::CUBE, props::CUBE);
                shown.layers = vec![self.prop(props::cube(face.as_deref()), shown.size, 0.0)?];
                shown.shadow = Some(props::CUBE * 0.17);
                shown.name = face.clone().unwrap_or_default();
            }
            What::Slot(w, h) => {
                shown.size = (*w, *h);
                shown.layers = vec![self.prop(props::slot(*w, *h), shown.size, 0.0)?];
                shown.shadow = None;
            }
            What::Field(w, h) => {
                shown.size = (*w, *h);
                shown.layers = vec![self.prop(props::field(*w, *h), shown.size, 0.0)?];
                shown.shadow = Some(3.0);
            }
            What::Path(dx, dy) => {
                shown.size = (dx.abs() + props::PATH, dy.abs() + props::PATH);
                shown.layers = vec![self.prop(props::path(*dx, *dy), shown.size, 0.0)?];
                shown.shadow = None;
            }
            What::Bead(bead) => {
                shown.size = (2.0 * props::BEAD, 2.0 * props::BEAD);
                shown.layers = vec![self.prop(props::bead(*bead), shown.size, 0.0)?];
                shown.shadow = Some(props::BEAD);
            }
            What::Way | What::Closed => {
                let svg = if thing.what == What::Way {
                    props::way()
                } else {
                    props::closed()
                };
                (shown.layers, shown.size, shown.shadow) =
                    (vec![self.prop(svg, props::WAY, 0.0)?], props::WAY, None);
            }
            What::Counter(count) => (shown.size, shown.shadow) = (Plate::new(count).size, None),
            What::Label { .. } => shown.shadow = None,
        }
        if thing.scale != 1.0 {
            shown.grow(thing.scale);
        }
        if thing.turns % 2 == 1 {
            shown.size = (shown.size.1, shown.size.0);
        }
        Ok(shown)
    }

    fn lay_piece(
        &mut self,
        shown: &mut Shown,
        piece: &Piece,
        turned: bool,
    ) -> Result<(), Problems> {
        let (face, places) = self.piece(piece, turned)?;
        let size = self.face(face)?.size;
        shown.layers = vec![face];
        shown.places = places;
        shown.size = (size.w.mm(), size.h.mm());
        // A back does not reveal which piece it is.
        shown.name = if turned {
            format!("back of {}", piece.deck)
        } else {
            piece.code.clone()
        };
        if let Some(deck) = self.deck(piece.deck) {
            shown.outline = deck.shape.outline(size);
            shown.shadow = shown.shadow.and_then(|sharp| match deck.shape {
                Shape::Circle => Some(size.w.mm() / 2.0),
                Shape::Rounded(radius) => Some(radius.mm()),
                // Hexes are laid edge to edge; only their bounding boxes overlap.
                Shape::FlatHex | Shape::PointyHex => None,
                _ => Some(sharp),
            });
        }
        Ok(())
    }

    fn lay_small(&mut self, shown: &mut Shown, piece: &Piece, high: f64) -> Result<(), Problems> {
        let (face, _) = self.piece(piece, false)?;
        let Size { w, h } = self.face(face)?.size;
        shown.scale = high / h.mm();
        shown.layers = vec![face];
        shown.size = (w.mm() * shown.scale, high);
        shown.name = piece.code.clone();
        if let Some(deck) = self.deck(piece.deck) {
            let scale = |length: Um| Um::from_mm(length.mm() * shown.scale);
            let small = |point: Point| Point::new(scale(point.x), scale(point.y));
            shown.outline = deck
                .shape
                .outline(Size { w, h })
                .map(|outline| outline.map(small));
        }
        Ok(())
    }

    fn lay_die(&mut self, shown: &mut Shown, piece: &Piece) -> Result<(), Problems> {
        let (face, _) = self.piece(piece, false)?;
        let sticker = self.face(face)?.size.w.mm();
        let deck = self.deck(piece.deck);
        let edge = sticker + deck.map_or(0.0, |deck| deck.recess.mm());
        let radius = match deck.map(|deck| &deck.shape) {
            Some(Shape::Rounded(radius)) => radius.mm(),
            _ => 0.0,
        };
        let body = self.prop(props::die(edge, sticker, radius), (edge, edge), 0.0)?;
        shown.layers = vec![face, body];
        shown.size = (edge, edge);
        shown.shadow = Some(edge * 0.17);
        shown.name = format!(
            "{} {}",
            piece.code,
            piece.face.as_deref().unwrap_or_default()
        )
        .trim()
        .to_owned();
        Ok(())
    }

    fn lay_pile(
        &mut self,
        shown: &mut Shown,
        deck: &'static str,
        count: u32,
    ) -> Result<(), Problems> {
        let (w, h) = self.size_of(deck);
        let face = self.prop(props::pile(w, h, count, RISE), (w, h), RISE)?;
        shown.layers = vec![face];
        shown.size = (w, h);
        // The rectangular shadow of a pile would stick out beside a hex.
        let is_hex = matches!(
            self.deck(deck).map(|deck| &deck.shape),
            Some(Shape::FlatHex | Shape::PointyHex)
        );
        shown.shadow = shown.shadow.filter(|_| count > 0 && !is_hex);
        if count > 0 {
            shown.layers.push(self.face_down(deck)?);
            shown.lift = Some(props::lift(count, RISE));
            shown.outline = self
                .deck(deck)
                .and_then(|deck| deck.shape.outline(deck.size));
        }
        Ok(())
    }

    fn deck(&self, name: &str) -> Option<&'k Deck> {
        self.kit.playing_deck(name).map(|(_, deck)| deck)
    }

    /// The size of a deck's pieces, in mm.
    fn size_of(&self, deck: &str) -> (f64, f64) {
        self.deck(deck)
            .map_or((20.0, 20.0), |deck| (deck.size.w.mm(), deck.size.h.mm()))
    }

    /// The face of a piece or its back, with its named places.
    fn piece(&mut self, piece: &Piece, turned: bool) -> Result<(usize, Vec<Anchor>), Problems> {
        let key = (piece.clone(), turned);
        if let Some(known) = self.pieces.get(&key) {
            return Ok(known.clone());
        }
        let missing = || {
            let message = format!(
                "there is no piece `{}` in a deck `{}` to draw",
                piece.code, piece.deck
            );
            Problem::new(SourceSpan::file(self.kit.files.name("kit.toml")), message)
        };
        let mut sources = self.sources.iter_mut();
        let source = sources.find_map(|(kit, templates, reader)| {
            Some((kit.deck(piece.deck)?, kit, templates, reader))
        });
        let (deck, kit, templates, reader) = source.ok_or_else(missing)?;
        let printed = deck.pieces().into_iter().find(|printed| match &piece.face {
            None => printed.code == piece.code,
            face => {
                printed.row.codes().any(|code| code == piece.code)
                    && printed.face == face.as_deref()
            }
        });
        let printed = printed.ok_or_else(missing)?;
        let side = if turned { Side::Back } else { Side::Front };
        let drawn = templates.piece(deck, &printed, piece.set, side);
        let mut svg = match drawn {
            Err(_) if self.stands_in => String::new(),
            drawn => drawn?,
        };
        if side == Side::Front {
            svg = titled(&svg, &told(printed.row)).unwrap_or(svg);
        }
        let template = deck.template(side).unwrap_or(&deck.front);
        let name = format!("{} drawn for {}", kit.files.name(template), printed.code);
        let drawing = reader.read(&name, &svg, deck.size, deck.bleed);
        let drawing = match drawing {
            Err(_) if self.stands_in => {
                svg = stand_in(deck, printed.row, side);
                self.props_reader.read(&name, &svg, deck.size, Um::ZERO)?
            }
            drawing => drawing.map_err(|found| templates.locate(found, deck, &printed, side))?,
        };
        let known = (self.add(drawing)?, anchors(&svg));
        self.pieces.insert(key, known.clone());
        Ok(known)
    }

    /// The back of a deck's pieces if they all have the same, or else the kit's face for piles, or the deck's title.
    fn face_down(&mut self, deck: &'static str) -> Result<usize, Problems> {
        let key = (
            Piece {
                deck,
                code: String::new(),
                face: None,
                set: 0,
            },
            true,
        );
        if let Some((known, _)) = self.pieces.get(&key) {
            return Ok(*known);
        }
        let found = self
            .sources
            .iter_mut()
            .find_map(|(kit, templates, reader)| Some((kit.deck(deck)?, templates, reader)));
        let Some((deck, templates, reader)) = found else {
            return self.prop(props::ornament(20.0, 20.0, ""), (20.0, 20.0), 0.0);
        };
        let what = format!("a pile of {}", deck.name);
        let back = alike_behind(deck, templates).and_then(|back| match back {
            Some(svg) => Ok(Some(reader.read(&what, &svg, deck.size, deck.bleed)?)),
            None => templates.pile(deck, reader),
        });
        let drawing = match back {
            Err(_) if self.stands_in => None,
            back => back?,
        };
        let face = match drawing {
            Some(drawing) => self.add(drawing)?,
            None => {
                let (w, h) = (deck.size.w.mm(), deck.size.h.mm());
                self.prop(props::ornament(w, h, &deck.title), (w, h), 0.0)?
            }
        };
        self.pieces.insert(key, (face, Vec::new()));
        Ok(face)
    }

    /// The face of an object that is not printed, drawn in a box with this much space around it.
    fn prop(&mut self, inside: String, (w, h): (f64, f64), around: f64) -> Result<usize, Problems> {
        if let Some(known) = self.props.get(&inside) {
            return Ok(*known);
        }
        let (size, bleed) = (size((w, h)), Um::from_mm(around));
        let (all_w, all_h) = (size.w + bleed * 2, size.h + bleed * 2);
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='{0} {0} {all_w} {all_h}'>{inside}</svg>",
            -bleed
        );
        let drawing = self.props_reader.read("the table", &svg, size, bleed)?;
        let face = self.add(drawing)?;
        self.props.insert(inside, face);
        Ok(face)
    }

    fn add(&mut self, drawing: Drawing) -> Result<usize, Problem> {
        Arc::make_mut(&mut self.faces)
            .push(drawing)
            .map_err(|fault| fault.in_kit(self.kit))
    }

    fn face(&self, index: usize) -> Result<&Drawing, Problem> {
        self.faces
            .get(index)
            .map_err(|fault| fault.in_kit(self.kit))
    }

    /// A layer of an object on the sheet, centred and at its own size.
    fn placed(&self, face: usize, shown: &Shown, middle: (f64, f64)) -> Result<Placed, Problem> {
        let Drawing {
            size: Size { w, h },
            bleed,
            ..
        } = *self.face(face)?;
        let (w, h) = (w.mm() * shown.scale, h.mm() * shown.scale);
        let lies = if shown.turns % 2 == 1 { (h, w) } else { (w, h) };
        // Printed pieces are cut at their trim; a pile extends beyond its top piece.
        let bleed = if shown.name.is_empty() {
            Um::from_mm(bleed.mm() * shown.scale)
        } else {
            Um::ZERO
        };
        let at = corner(middle, lies);
        let clip = shown
            .outline
            .iter()
            .map(|outline| outline.map(|point| Point::new(point.x + at.x, point.y + at.y)));
        let placed = Placed {
            at,
            size: size(lies),
            turns: shown.turns,
            sixths: shown.sixths,
            bleed: Sides {
                top: bleed,
                right: bleed,
                bottom: bleed,
                left: bleed,
            },
            clip: clip.collect(),
            ..Placed::default()
        };
        Ok(Placed {
            face,
            code: shown.name.as_str().into(),
            ..placed
        })
    }

    /// Places an object that is not printed, with this much drawn around its size.
    fn prop_at(face: usize, middle: (f64, f64), own: (f64, f64), around: f64) -> Placed {
        let all = Um::from_mm(around);
        let bleed = Sides {
            top: all,
            right: all,
            bottom: all,
            left: all,
        };
        Placed {
            face,
            at: corner(middle, own),
            size: size(own),
            bleed,
            ..Placed::default()
        }
    }

    /// The area to highlight.
    fn glow(&self, highlight: &Highlight, things: &[Thing], shown: &[Shown]) -> Glow {
        match highlight.on {
            Target::Thing(at) => {
                let (thing, shown) = (&things[at], &shown[at]);
                let outline = thing
                    .what
                    .piece()
                    .map_or_else(Vec::new, |piece| self.outline(piece.deck));
                let lies = |(x, y): (f64, f64)| {
                    (0..shown.turns).fold((x * shown.scale, y * shown.scale), |(x, y), _| (-y, x))
                };
                let outline = outline.into_iter().map(lies).collect();
                Glow {
                    middle: shown.middle,
                    size: shown.size,
                    outline,
                    is_empty: false,
                }
            }
            Target::Region(Region {
                at,
                size,
                deck,
                is_empty,
                ..
            }) => {
                let outline = deck.map_or_else(Vec::new, |deck| self.outline(deck));
                Glow {
                    middle: at,
                    size,
                    outline,
                    is_empty,
                }
            }
        }
    }

    /// The area of all objects, including a margin: left, top, right, bottom.
    fn extent(
        &self,
        shown: &[Shown],
        labels: &[TextLine],
        highlights: &[Highlight],
    ) -> (f64, f64, f64, f64) {
        let things = shown
            .iter()
            .filter(|shown| !shown.layers.is_empty())
            .map(|shown| (shown.middle, shown.size));
        let places = highlights
            .iter()
            .filter_map(|highlight| match highlight.on {
                Target::Region(place) => Some((place.at, place.size)),
                Target::Thing(_) => None,
            });
        let cover = |((x, y), (w, h)): ((f64, f64), (f64, f64))| {
            (x - w / 2.0, y - h / 2.0, x + w / 2.0, y + h / 2.0)
        };
        let boxes = things.chain(places).map(cover);
        let words = labels.iter().map(|line| {
            (
                line.x,
                line.y - line.size,
                line.x + text::width(line),
                line.y + line.size / 3.0,
            )
        });
        let all = boxes
            .chain(words)
            .reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)));
        let (left, top, right, bottom) = all.unwrap_or_default();
        (
            (left - MARGIN).floor(),
            (top - MARGIN).floor(),
            (right + MARGIN).ceil(),
            (bottom + MARGIN).ceil(),
        )
    }
}

/// What is written on a thing.
fn lines(what: &What, middle: (f64, f64)) -> Vec<TextLine<'static>> {
    let What::Counter(count) = what else {
        return label(what, middle).into_iter().collect();
    };
    let plate = Plate::new(count);
    let (left, top) = (middle.0 - plate.size.0 / 2.0, middle.1 - plate.size.1 / 2.0);
    let words = plate.words.iter();
    let line = |word: &Word| {
        line(
            &word.text,
            word.size,
            word.tone,
            (left + word.at.0, top + word.at.1),
        )
    };
    words.map(line).collect()
}

/// A label as a line of text.
fn label(what: &What, at: (f64, f64)) -> Option<TextLine<'static>> {
    let What::Label {
        text: words,
        size,
        align,
        tone,
    } = what
    else {
        return None;
    };
    let mut line = line(words, *size, *tone, at);
    line.x -= match align {
        Align::Start => 0.0,
        Align::Middle => text::width(&line) / 2.0,
        Align::End => text::width(&line),
    };
    Some(line)
}

/// Words that begin at a point of their baseline.
fn line(words: &str, size: f64, tone: Tone, (x, y): (f64, f64)) -> TextLine<'static> {
    let (family, weight, fill) = match tone {
        Tone::Strong => ("Cinzel", 700, [0xf4, 0xe8, 0xcc]),
        Tone::Dim => ("Barlow Condensed", 600, [0xc9, 0xb8, 0x98]),
        Tone::Bad => ("Barlow Condensed", 600, [0xe8, 0x8a, 0x74]),
        _ => ("Barlow Condensed", 600, [0xf4, 0xe8, 0xcc]),
    };
    let font = Fonts::plain(family, weight);
    // A name may contain anything; characters that the font lacks are replaced.
    let printable = |letter: char| match font.extent(letter.encode_utf8(&mut [0; 4])).missing {
        Some(_) => '·',
        None => letter,
    };
    TextLine {
        text: words.chars().map(printable).collect::<String>().into(),
        x,
        y,
        size,
        font,
        fill,
        tracking: 0.0,
    }
}

impl Shown {
    /// Draws it larger or smaller.
    fn grow(&mut self, by: f64) {
        self.scale *= by;
        self.size = (self.size.0 * by, self.size.1 * by);
        self.lift = self.lift.map(|lift| lift * by);
        self.shadow = self.shadow.map(|radius| radius * by);
        let scaled = |length: Um| Um::from_mm(length.mm() * by);
        let outline = self.outline.take();
        self.outline = outline
            .map(|outline| outline.map(|point| Point::new(scaled(point.x), scaled(point.y))));
    }

    /// The position of a named place on the table; the middle if its face has no such place.
    fn place(&self, name: &str) -> (f64, f64) {
        let Some(place) = self.places.iter().find(|place| place.name == name) else {
            return self.middle;
        };
        let (w, h) = if self.turns % 2 == 1 {
            (self.size.1, self.size.0)
        } else {
            self.size
        };
        let from_middle = (place.x - w / 2.0, place.y - h / 2.0);
        let (x, y) = (0..self.turns).fold(from_middle, |(x, y), _| (-y, x));
        (self.middle.0 + x, self.middle.1 + y)
    }

    fn overlaps(&self, other: &Shown) -> bool {
        // Touching tiles do not overlap, whatever the rounding errors.
        let apart = |a: f64, b: f64, reach: f64| (a - b).abs() > reach - 0.01;
        let ((x, y), (w, h)) = (self.middle, self.size);
        let ((ox, oy), (ow, oh)) = (other.middle, other.size);
        !apart(x, ox, (w + ow) / 2.0) && !apart(y, oy, (h + oh) / 2.0)
    }
}

/// The back of a deck's pieces, if the first and the last have the same one.
fn alike_behind(deck: &Deck, templates: &Templates<'_>) -> Result<Option<String>, Problems> {
    let pieces = deck.pieces();
    let (Some(_), Some(first), Some(last)) = (&deck.back, pieces.first(), pieces.last()) else {
        return Ok(None);
    };
    let back = templates.piece(deck, first, 0, Side::Back)?;
    Ok((templates.piece(deck, last, 0, Side::Back)? == back).then_some(back))
}

/// A face with nothing but words: what it is, or behind it its deck.
fn stand_in(deck: &Deck, row: &Row, side: Side) -> String {
    let (w, h) = (deck.size.w.mm(), deck.size.h.mm());
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {w} {h}'><rect width='{w}' height='{h}' fill='#fffdf4'/></svg>"
    );
    let words = match side {
        Side::Front => told(row),
        Side::Back => Inscription {
            title: deck.title.clone(),
            ..Inscription::default()
        },
    };
    titled(&svg, &words).unwrap_or(svg)
}

/// What a row says in words: its name, or its few values, or its code; and below it what else it has. A value that is a colour colours
/// the face.
fn told(row: &Row) -> Inscription {
    const MOST: usize = 5;
    let said = |name: &str| {
        row.said(name)
            .filter(|said| !said.is_empty() && said != "0")
    };
    let named = ["name", "title"]
        .into_iter()
        .find(|name| said(name).is_some());
    let fields: Vec<(&str, String)> = row
        .names()
        .filter(|name| Some(*name) != named)
        .filter_map(|name| Some((name, said(name)?)))
        .collect();
    let colour = fields.iter().find_map(|(_, value)| colour::named(value));
    if let Some(tile) = sided(row, &fields) {
        return tile;
    }
    if let Some(card) = suited(&fields).filter(|_| named.is_none()) {
        return card;
    }
    if named.is_none() && (1..=2).contains(&fields.len()) {
        let (hues, others): (Vec<String>, Vec<String>) = fields
            .into_iter()
            .map(|(_, value)| value)
            .partition(|value| colour::named(value).is_some());
        let (title, lines) = match &others[..] {
            [] => (hues.join(" "), Vec::new()),
            others => (others.join(" "), hues),
        };
        return Inscription {
            title,
            lines,
            colour,
            ..Inscription::default()
        };
    }
    let title = named
        .and_then(said)
        .unwrap_or_else(|| row.code().to_owned());
    let lines = fields.iter().take(MOST);
    Inscription {
        title,
        lines: lines
            .map(|(name, value)| format!("{} {value}", name.replace('_', " ")))
            .collect(),
        colour,
        ..Inscription::default()
    }
}

/// A card of a suit: its rank is the only other value, or the one of that name.
fn suited(fields: &[(&str, String)]) -> Option<Inscription> {
    let suit = fields.iter().find_map(|(_, value)| Suit::named(value))?;
    let others: Vec<&(&str, String)> = fields
        .iter()
        .filter(|(_, value)| Suit::named(value).is_none() && colour::named(value).is_none())
        .collect();
    let rank = match others[..] {
        [only] => only,
        _ => *others.iter().find(|(name, _)| RANKS.contains(name))?,
    };
    Some(Inscription {
        title: rank.1.clone(),
        suit: Some(suit),
        ..Inscription::default()
    })
}

const RANKS: [&str; 3] = ["rank", "number", "value"];

/// The fields of the sides of tiles, clockwise, and whether the first is the upper right one.
const SIDES: [(&[&str], bool); 4] = [
    (&["north", "east", "south", "west"], false),
    (&["n", "e", "s", "w"], false),
    (&["n", "ne", "se", "s", "sw", "nw"], false),
    (&["ne", "e", "se", "sw", "w", "nw"], true),
];

/// A tile with a value for each of its sides.
fn sided(row: &Row, fields: &[(&str, String)]) -> Option<Inscription> {
    let value = |side: &str| {
        let own = |name: &str| name == side || name.strip_prefix("side_") == Some(side);
        fields
            .iter()
            .find(|(name, _)| own(name))
            .map(|(_, value)| value.clone())
    };
    let of_sides = |(names, is_upright): &(&[&str], bool)| {
        let sides: Option<Vec<String>> = names.iter().map(|side| value(side)).collect();
        Some((sides?, *is_upright))
    };
    let (sides, is_upright) = SIDES.iter().find_map(of_sides)?;
    Some(Inscription {
        title: row.code().to_owned(),
        sides,
        is_upright,
        ..Inscription::default()
    })
}

/// The text of a highlight, in its middle.
fn badge(highlight: &Highlight, glow: &Glow) -> Option<TextLine<'static>> {
    if highlight.words.is_empty() {
        return None;
    }
    let high = (glow.size.0.min(glow.size.1) * 0.28).clamp(3.5, 8.0);
    let font = Fonts::plain("Barlow Condensed", 600);
    let (x, y) = glow.middle;
    let mut line = TextLine {
        text: highlight.words.clone().into(),
        x,
        y: y + high * 0.35,
        size: high,
        font,
        fill: props::INK,
        tracking: 0.0,
    };
    line.x -= text::width(&line) / 2.0;
    Some(line)
}

/// How many of the next objects are side by side, so that none casts its shadow on another.
fn level(things: &[Shown]) -> usize {
    let free = |at: usize| !things[..at].iter().any(|below| below.overlaps(&things[at]));
    (1..things.len())
        .find(|at| !free(*at))
        .unwrap_or(things.len())
}

fn corner((x, y): (f64, f64), (w, h): (f64, f64)) -> Point {
    Point {
        x: Um::from_mm(x - w / 2.0),
        y: Um::from_mm(y - h / 2.0),
    }
}

fn size((w, h): (f64, f64)) -> Size {
    Size::new(Um::from_mm(w), Um::from_mm(h))
}
