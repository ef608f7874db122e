//! Tabletop Simulator: deck sheets, pictures, and a saved object that puts them on the table.
//!
//! Rectangles, circles and flat-topped hexagons become decks; standees become figurines; six-sided dice become custom dice; pieces
//! of any other outline become tokens, whose outline Tabletop Simulator takes from the picture. Several pieces of a deck that are
//! not cards are put in a bag.
//!
//! Its own format page (<https://kb.tabletopsimulator.com/custom-content/save-file-format/>) is incomplete. Names and types of
//! fields are as in <https://github.com/Benjamin-Dobell/tts-types>; a card's id is the number of its sheet times 100 plus its
//! index, as <https://github.com/ArnoldSmith86/virtualtabletop/blob/main/server/ttsimport.mjs> reads it; bags, tokens, figurines,
//! the net of a six-sided die and the sizes at a given scale follow <https://github.com/templative/templative-electron>
//! (`src/main/templative/lib/distribute/simulator`).

use std::collections::HashMap;

use resvg::tiny_skia::{Color, Pixmap};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::dice::{Die, dice};
use super::format::{Export, ExportFile, Format, Settings, Subject, of_all};
use super::grid::{Grid, MAX_GRID};
use super::rows::rows;
use super::{DrawnKit, ExportError, Files, Frame, Piece, Set, picture};
use crate::kit::{Deck, Make, Shape, Um};

/// The height of a card at scale 1: a poker card's.
const CARD: Um = Um(88_900);
/// Millimetres per unit of the table: that card is 3.04 units high, and a die at scale 1 has edges of one unit.
const UNIT: f64 = 29.2;
/// The gap between objects on the table, in its units.
const GAP: f64 = 1.0;
/// The width and depth of a bag, in the same units.
const BAG: f64 = 3.0;
/// How far rows extend from the middle of the table.
const REACH: f64 = 13.0;
/// The size of a die's picture in pixels: three sides wide and three high, of which the lower two thirds are used.
const NET: u32 = 2046;
/// The greatest length of a mat's picture, in pixels.
const MAT_EDGE: f64 = 4096.0;

/// The kind of object that a deck becomes.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Cards, with Tabletop Simulator's number for their shape.
    Cards(u8),
    Tokens,
    Figurines,
    Dice,
}

impl Kind {
    fn of(deck: &Deck) -> Kind {
        match (&deck.shape, deck.make) {
            (_, Make::Stickers) => Kind::Dice,
            (Shape::Rect, Make::Fold) if deck.base > Um::ZERO => Kind::Figurines,
            (Shape::Rounded(_), _) => Kind::Cards(0),
            (Shape::Rect, _) => Kind::Cards(1),
            (Shape::FlatHex, _) => Kind::Cards(3),
            (Shape::Circle, _) => Kind::Cards(4),
            (Shape::PointyHex | Shape::Path(_), _) => Kind::Tokens,
        }
    }
}

pub struct Tts;

impl Format for Tts {
    fn name(&self) -> &'static str {
        "tts"
    }

    fn subject(&self) -> Subject {
        Subject::Table
    }

    fn options(&self) -> &'static [&'static str] {
        &["--base-url"]
    }

    fn note(&self, settings: &Settings<'_>) -> Option<&'static str> {
        settings.base_url.is_empty().then_some(
            "the saved object names its pictures without a place: put them on the web and say where with --base-url",
        )
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError> {
        let Settings { base_url, dpi, .. } = export.settings;
        tts(export.kit, &export.sets, base_url, dpi, &export.done).map(of_all)
    }
}

/// The export's files. Pictures are expected under `base`, a URL, or beside the saved object. The callback is called for every
/// finished face.
pub fn tts(
    drawn_kit: &DrawnKit<'_>,
    sets: &[&Set<'_>],
    base: &str,
    dpi: u32,
    done: &(impl Fn() + Sync),
) -> Result<Files, ExportError> {
    let mut table = SavedObject {
        drawn_kit,
        base,
        dpi,
        files: Files::new(),
        pictures: HashMap::new(),
        sheets: 0,
        objects: Vec::new(),
        made: 0,
    };
    for set in sets {
        match Kind::of(set.deck) {
            Kind::Cards(shape) => table.cards(set, shape)?,
            Kind::Tokens => table.tokens(set)?,
            Kind::Figurines => table.figurines(set)?,
            Kind::Dice => table.dice(set)?,
        }
        set.faces().iter().for_each(|_| done());
    }
    table.mat()?;
    let kit = drawn_kit.kit;
    let mut files = std::mem::take(&mut table.files);
    let objects = table.laid_out();
    let saved = json!({
        "SaveName": kit.title,
        "GameMode": "",
        "Date": "",
        "VersionNumber": "",
        "Table": "",
        "Sky": "",
        "Note": drawn_kit.attribution(),
        "Rules": "",
        "PlayerTurn": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "TabStates": {},
        "ObjectStates": objects,
    });
    files.push((
        format!("{}.json", kit.id),
        format!("{saved:#}\n").into_bytes(),
    ));
    Ok(files)
}

/// A saved object being built.
struct SavedObject<'s, 'k> {
    drawn_kit: &'s DrawnKit<'k>,
    base: &'s str,
    dpi: u32,
    files: Files,
    /// The files of pictures, by stem.
    pictures: HashMap<String, String>,
    /// The number of sheets; a sheet's number is used only once.
    sheets: usize,
    /// The objects on the table, each with its deck, its width and its depth.
    objects: Vec<(Value, String, (f64, f64))>,
    /// The number of objects so far, including those in bags and decks.
    made: usize,
}

impl SavedObject<'_, '_> {
    /// A deck, or a single card.
    fn cards(&mut self, set: &Set<'_>, shape: u8) -> Result<(), ExportError> {
        let most = MAX_GRID.0 * MAX_GRID.1;
        let mut sheets = Map::new();
        let mut cards = Vec::new();
        for pieces in set.pieces.chunks(most) {
            self.sheets += 1;
            let number = self.sheets;
            let grid = Grid::of(pieces.len(), set.deck.size, self.dpi);
            let fronts: Vec<Option<usize>> =
                pieces.iter().map(|piece| Some(piece.front.index)).collect();
            let face = self.sheet(set, grid, &fronts, &format!("{}.sheet{number}", set.stem))?;
            let unique =
                set.shared_back().is_none() && set.pieces.iter().any(|piece| piece.back.is_some());
            let back = if unique {
                let backs: Vec<_> = pieces
                    .iter()
                    .map(|piece| piece.back.as_ref().map(|back| back.index))
                    .collect();
                self.sheet(set, grid, &backs, &format!("{}.backs{number}", set.stem))?
            } else {
                let one = Grid::of(1, set.deck.size, self.dpi);
                self.sheet(
                    set,
                    one,
                    &[set.shared_back()],
                    &format!("{}.back", set.stem),
                )?
            };
            let sheet = json!({
                "FaceURL": face,
                "BackURL": back,
                "NumWidth": grid.columns,
                "NumHeight": grid.rows,
                "BackIsHidden": true,
                "UniqueBack": unique,
                "Type": shape,
            });
            sheets.insert(number.to_string(), sheet.clone());
            for (place, piece) in pieces.iter().enumerate() {
                for _ in 0..piece.count {
                    let mut card = self.object("Card", set, piece.name(), &piece.code);
                    card["CardID"] = json!(number * 100 + place);
                    card["CustomDeck"] = json!({ number.to_string(): sheet });
                    cards.push(card);
                }
            }
        }
        if let [card] = cards.as_mut_slice() {
            card["Name"] = json!("CardCustom");
            card["Nickname"] = json!(
                set.pieces
                    .first()
                    .and_then(Piece::row_name)
                    .unwrap_or(&set.deck.title)
            );
            self.put(cards.remove(0), set, size(set));
            return Ok(());
        }
        let mut deck = self.object("DeckCustom", set, &set.deck.title, "");
        deck["DeckIDs"] = cards.iter().map(|card| card["CardID"].clone()).collect();
        deck["CustomDeck"] = Value::Object(sheets);
        deck["ContainedObjects"] = Value::Array(cards);
        self.put(deck, set, size(set));
        Ok(())
    }

    /// Flat pieces with the outline of their picture.
    fn tokens(&mut self, set: &Set<'_>) -> Result<(), ExportError> {
        let image = json!({ "Thickness": 0.2, "MergeDistancePixels": 15.0, "StandUp": false, "Stackable": true });
        self.each(set, |table, piece, token| {
            token["Name"] = json!("Custom_Token");
            let front = table.face(set, &piece.front)?;
            token["CustomImage"] =
                json!({ "ImageURL": front, "ImageScalar": 1.0, "WidthScale": 0.0, "CustomToken": image.clone() });
            Ok(())
        })
    }

    fn figurines(&mut self, set: &Set<'_>) -> Result<(), ExportError> {
        self.each(set, |table, piece, figurine| {
            figurine["Name"] = json!("Figurine_Custom");
            let front = table.face(set, &piece.front)?;
            let back = piece.back.as_ref().map_or(Ok(front.clone()), |back| table.face(set, back))?;
            figurine["CustomImage"] =
                json!({ "ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0 });
            Ok(())
        })
    }

    /// A bag with an object for each piece, to which `fill` adds its special properties.
    fn each(
        &mut self,
        set: &Set<'_>,
        fill: impl Fn(&mut Self, &Piece<'_>, &mut Value) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let mut things = Vec::new();
        for piece in &set.pieces {
            for _ in 0..piece.count {
                let mut thing = self.object("", set, piece.name(), &piece.code);
                fill(self, piece, &mut thing)?;
                things.push(thing);
            }
        }
        self.bag(set, things);
        Ok(())
    }

    /// Six-sided dice; for other dice, only the pictures of their sides.
    fn dice(&mut self, set: &Set<'_>) -> Result<(), ExportError> {
        let mut things = Vec::new();
        for die in dice(set) {
            if die.sides.len() != 6 {
                for side in die.sides.iter().flatten() {
                    self.face(set, &side.front)?;
                }
                continue;
            }
            let net = self.net(set, &die)?;
            let mut thing = self.object("Custom_Dice", set, die.name(), die.code);
            // Type 1 is the cube.
            thing["CustomImage"] = json!({ "ImageURL": net, "ImageScalar": 1.0, "WidthScale": 0.0, "CustomDice": { "Type": 1 } });
            thing["RotationValues"] = rotations(&die);
            let (x, z) = UP[die.initial_side()];
            thing["Transform"]["rotX"] = json!(x);
            thing["Transform"]["rotZ"] = json!(z);
            things.push(thing);
        }
        self.bag(set, things);
        Ok(())
    }

    /// Puts a single object on the table, or several in a bag.
    fn bag(&mut self, set: &Set<'_>, mut things: Vec<Value>) {
        if things.len() == 1 {
            self.put(things.remove(0), set, size(set));
        } else if !things.is_empty() {
            let title = if set.is_dice() {
                "Dice"
            } else {
                &set.deck.title
            };
            let mut bag = self.object("Bag", set, title, "");
            bag["Transform"] = transform([1.0; 3], false);
            bag["ContainedObjects"] = Value::Array(things);
            self.put(bag, set, (BAG, BAG));
        }
    }

    /// An object of a deck; cards that are drawn unseen start face down.
    fn object(&mut self, name: &str, set: &Set<'_>, nickname: &str, description: &str) -> Value {
        let is_card = matches!(Kind::of(set.deck), Kind::Cards(_));
        let mut object = self.thing(name, nickname, description);
        object["Transform"] = transform(scale(set.deck), is_card && set.lies_face_down());
        // Keeps the name secret while the card is face down.
        object["HideWhenFaceDown"] = json!(is_card);
        object
    }

    /// An object with the fields that all objects have.
    fn thing(&mut self, name: &str, nickname: &str, description: &str) -> Value {
        self.made += 1;
        // Unique within a file, and most likely across files.
        let first = Sha256::digest(&self.drawn_kit.kit.id)
            .iter()
            .take(3)
            .fold(0, |sum, byte| sum << 8 | usize::from(*byte));
        let guid = format!("{:06x}", (first + self.made) & 0xff_ffff);
        json!({
            "GUID": guid,
            "Name": name,
            "Transform": transform([1.0; 3], false),
            "Nickname": nickname,
            "Description": description,
            "GMNotes": "",
            "ColorDiffuse": { "r": 0.71, "g": 0.71, "b": 0.71 },
            "Locked": false,
            "Grid": true,
            "Snap": true,
            "Autoraise": true,
            "Sticky": true,
            "Tooltip": true,
            "GridProjection": false,
            // Whether it can be taken into a hand.
            "Hands": name.starts_with("Card"),
            "HideWhenFaceDown": false,
            "SidewaysCard": false,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        })
    }

    /// Puts an object of this size on the table.
    fn put(&mut self, object: Value, set: &Set<'_>, size: (f64, f64)) {
        self.objects.push((object, set.deck.name.clone(), size));
    }

    /// The mat in the middle of the table, true to the pieces' size, fixed there: a token, whose outline is its picture's.
    fn mat(&mut self) -> Result<(), ExportError> {
        let Some(mat) = &self.drawn_kit.mat else {
            return Ok(());
        };
        let dpi = MAT_EDGE * 25.4 / mat.drawing.size.w.mm().max(mat.drawing.size.h.mm());
        let frame = mat.frame((dpi as u32).clamp(1, self.dpi));
        let picture = self.picture("table.mat", || picture::draw(&mat.drawing, &frame))?;
        let scale = mat.drawing.size.h.mm() / CARD.mm();
        let mut board = self.thing("Custom_Token", &self.drawn_kit.kit.title.clone(), "");
        board["Transform"] = transform([scale, 1.0, scale], false);
        board["Locked"] = json!(true);
        board["CustomImage"] = json!({
            "ImageURL": picture, "ImageScalar": 1.0, "WidthScale": 0.0,
            "CustomToken": { "Thickness": 0.1, "MergeDistancePixels": 15.0, "StandUp": false, "Stackable": false },
        });
        board["Transform"]["posY"] = json!(0.95);
        // Everything on the mat must be above it.
        self.objects.insert(0, (board, String::new(), (0.0, 0.0)));
        Ok(())
    }

    /// All objects at their positions: on their places on the mat, which is in the middle; or in rows from there towards the
    /// players.
    fn laid_out(self) -> Vec<Value> {
        let mat = self.drawn_kit.mat.as_ref();
        let size = mat.map_or((0.0, 0.0), |mat| {
            (
                mat.drawing.size.w.mm() / UNIT,
                mat.drawing.size.h.mm() / UNIT,
            )
        });
        let place = |deck: &str| match (mat, deck) {
            (Some(_), "") => Some((0.0, 0.0)),
            (Some(mat), deck) => mat
                .place(deck)
                .map(|(x, y)| (x / UNIT - size.0 / 2.0, size.1 / 2.0 - y / UNIT)),
            (None, _) => None,
        };
        let loose: Vec<(f64, f64)> = self
            .objects
            .iter()
            .filter(|(_, deck, _)| place(deck).is_none())
            .map(|(_, _, size)| *size)
            .collect();
        let mut corners = rows(&loose, REACH * 2.0, GAP).into_iter();
        let near = if mat.is_some() {
            -size.1 / 2.0 - GAP
        } else {
            0.0
        };
        let lay = |(mut object, deck, (w, h)): (Value, String, (f64, f64))| {
            let corner = |(x, z): (f64, f64)| (x - REACH + w / 2.0, near - z - h / 2.0);
            let (x, z) = place(&deck)
                .or_else(|| corners.next().map(corner))
                .unwrap_or_default();
            object["Transform"]["posX"] = json!(x);
            object["Transform"]["posZ"] = json!(z);
            object
        };
        self.objects.into_iter().map(lay).collect()
    }

    fn url(&self, file: &str) -> String {
        let encoded = |byte: u8| {
            if byte.is_ascii() {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        };
        match self.base {
            "" => file.to_owned(),
            base => format!(
                "{}/{}",
                base.trim_end_matches('/'),
                file.bytes().map(encoded).collect::<String>()
            ),
        }
    }

    /// Writes a picture once, and returns its address. Its name contains a hash, since Tabletop Simulator caches what it found at
    /// an address and would not notice a change.
    fn picture(
        &mut self,
        stem: &str,
        draw: impl FnOnce() -> Result<Pixmap, ExportError>,
    ) -> Result<String, ExportError> {
        if let Some(file) = self.pictures.get(stem) {
            return Ok(self.url(file));
        }
        let bytes = picture::encode(&draw()?, self.dpi)?;
        let hash: String = Sha256::digest(&bytes)
            .iter()
            .take(4)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let file = format!("{stem}.{hash}.png");
        self.files.push((file.clone(), bytes));
        let url = self.url(&file);
        self.pictures.insert(stem.to_owned(), file);
        Ok(url)
    }

    /// A single face, cut at its outline.
    fn face(&mut self, set: &Set<'_>, face: &super::Face) -> Result<String, ExportError> {
        let drawing = &self.drawn_kit.faces[face.index];
        let frame = Frame::plain(set.deck, false, self.dpi);
        self.picture(&face.stem, || picture::draw(drawing, &frame))
    }

    /// Several cards on one picture; an unprinted side is white.
    fn sheet(
        &mut self,
        set: &Set<'_>,
        grid: Grid,
        cards: &[Option<usize>],
        stem: &str,
    ) -> Result<String, ExportError> {
        let faces = &self.drawn_kit.faces;
        self.picture(stem, || {
            let frame = Frame::cell(set.deck, grid.cell);
            let drawn = picture::draw_all(
                cards.iter().map(|card| card.map(|card| &faces[card])),
                &frame,
            )?;
            let mut sheet = blank(grid.dots())?;
            for (place, card) in drawn.iter().enumerate() {
                let (left, top) = grid.at(place);
                card.iter()
                    .for_each(|card| picture::place(&mut sheet, card, left, top));
            }
            Ok(sheet)
        })
    }

    /// The net of a six-sided die: 2, 4, 5 in the middle row, 1, 3, 6 in the lower one; 1 and 6 are upside down.
    fn net(&mut self, set: &Set<'_>, die: &Die<'_, '_>) -> Result<String, ExportError> {
        const PLACES: [(u32, u32, bool); 6] = [
            (0, 2, true),
            (0, 1, false),
            (1, 2, false),
            (1, 1, false),
            (2, 1, false),
            (2, 2, true),
        ];
        let faces = &self.drawn_kit.faces;
        let first = die
            .sides
            .iter()
            .flatten()
            .next()
            .map_or(die.code, |side| &side.front.stem);
        self.picture(&format!("{first}.die"), || {
            let cell = NET / 3;
            let sides = die
                .sides
                .iter()
                .map(|side| side.map(|side| &faces[side.front.index]));
            let drawn = picture::draw_all(sides, &Frame::cell(set.deck, (cell, cell)))?;
            let mut net = blank((NET, NET))?;
            for ((column, row, upside_down), side) in PLACES.into_iter().zip(drawn) {
                let Some(mut side) = side else { continue };
                if upside_down {
                    side.pixels_mut().reverse();
                }
                picture::place(&mut net, &side, column * cell, row * cell);
            }
            Ok(net)
        })
    }
}

/// The size of a deck's piece in the table's units.
fn size(set: &Set<'_>) -> (f64, f64) {
    (set.deck.size.w.mm() / UNIT, set.deck.size.h.mm() / UNIT)
}

/// A white picture of this width and height in pixels.
fn blank((width, height): (u32, u32)) -> Result<Pixmap, ExportError> {
    let mut picture =
        Pixmap::new(width, height).ok_or_else(|| ExportError::new("a picture has no pixels"))?;
    picture.fill(Color::WHITE);
    Ok(picture)
}

/// For each side, the rotation about x and z, in degrees, that turns it up.
const UP: [(i32, i32); 6] = [(-90, 0), (0, 0), (0, -90), (0, 90), (0, -180), (90, 0)];

/// The same with the names of the sides.
fn rotations(die: &Die<'_, '_>) -> Value {
    let side = |(at, (x, z)): (usize, (i32, i32))| {
        let name =
            die.sides[at].map_or("blank", |side| side.row.faces().nth(at).unwrap_or_default());
        json!({ "Value": name, "Rotation": { "x": x, "y": 0, "z": z } })
    };
    UP.into_iter().enumerate().map(side).collect()
}

/// The scale of a deck's pieces. Flat ones have their true size relative to cards, and all have the same thickness. Others are
/// scaled uniformly; a figurine's base is as wide as its picture.
fn scale(deck: &Deck) -> [f64; 3] {
    let flat = deck.size.h.mm() / CARD.mm();
    match Kind::of(deck) {
        Kind::Cards(_) | Kind::Tokens => [flat, 1.0, flat],
        Kind::Figurines => [deck.size.w.mm() / UNIT; 3],
        Kind::Dice => [(deck.size.w + deck.recess).mm() / UNIT; 3],
    }
}

/// A position in the middle of the table, face down or face up.
fn transform([x, y, z]: [f64; 3], face_down: bool) -> Value {
    json!({
        "posX": 0.0, "posY": 1.0, "posZ": 0.0,
        "rotX": 0.0, "rotY": 180.0, "rotZ": if face_down { 180.0 } else { 0.0 },
        "scaleX": x, "scaleY": y, "scaleZ": z,
    })
}
