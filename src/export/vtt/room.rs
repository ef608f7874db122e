//! The room: its widgets by id, and their pictures.

use std::collections::{HashMap, HashSet};

use resvg::tiny_skia::Color;
use serde_json::{Map, Value, json};

use super::layout::{self, BUTTON, DIE, Dots, EDGE, GAP, LETTER, WORD, WORDS, dots};
use super::table::{Laid, RoomTable};
use crate::export::dice::{Die, dice};
use crate::export::{DrawnKit, ExportError, Face, Files, Frame, Mat, Piece, Set, picture};
use crate::games::by_kit::sight::initial_layout::InitialLayout;

/// The largest picture that its server accepts (`server/fileloader.mjs`), in bytes.
const PICTURE: usize = 10 << 20;
/// The largest picture of a game that its public library accepts.
const COVER: usize = 50_000;
/// Unprinted sides: the colour of a paper bag.
const PLAIN: [u8; 3] = [0xd8, 0xcf, 0xc0];
/// The length of a piece's longer side while the pointer rests on it.
const ENLARGED: f64 = 480.0;

/// A room being built.
#[derive(Default)]
pub struct Room {
    pub widgets: Map<String, Value>,
    /// The paths and contents of pictures, without duplicates.
    pub assets: Files,
    /// The paths in `assets`.
    known: HashSet<String>,
}

/// Widgets that belong together: a deck's pieces and their label; its dice; or something else that the kit's rules lay out.
enum Group<'s, 'k> {
    /// The cards of a supply lie face down.
    Cards {
        set: &'s Set<'k>,
        supply: bool,
    },
    Dice {
        set: &'s Set<'k>,
        dice: Vec<Die<'s, 'k>>,
    },
    Laid(Laid<'s, 'k>),
}

impl<'s, 'k> Group<'s, 'k> {
    fn of(set: &'s Set<'k>, initial: &InitialLayout) -> Group<'s, 'k> {
        if set.is_dice() {
            Group::Dice {
                set,
                dice: dice(set),
            }
        } else {
            Group::Cards {
                set,
                supply: set.lies_face_down()
                    || (is_pile(set) && initial.draws_from(&set.deck.name)),
            }
        }
    }

    /// The name of its deck.
    fn deck(&self) -> Option<&'k str> {
        match self {
            Group::Cards { set, .. } | Group::Dice { set, .. } => Some(&set.deck.name),
            Group::Laid(_) => None,
        }
    }

    /// The size of its piece or die at a given number of pixels per millimetre.
    fn piece(&self, scale: f64) -> Dots {
        match self {
            Group::Cards { set, .. } => dots(set, scale),
            Group::Dice { set, .. } => {
                let (w, _) = dots(set, scale);
                (w.max(DIE), w.max(DIE))
            }
            Group::Laid(laid) => laid.piece(scale),
        }
    }

    /// The size of all of it.
    fn size(&self, scale: f64) -> Dots {
        let (w, h) = self.piece(scale);
        match self {
            Group::Cards { set, .. } => {
                let words = (set.deck.title.chars().count() as f64 * LETTER.0).min(WORDS);
                if is_pile(set) {
                    (
                        (w + EDGE * 2.0).max(words).max(buttons()),
                        h + EDGE * 2.0 + LETTER.1 + BUTTON.1,
                    )
                } else {
                    (w.max(words), h + LETTER.1)
                }
            }
            Group::Dice { dice, .. } => ((w + GAP) * dice.len() as f64 - GAP, h),
            Group::Laid(laid) => laid.size(scale),
        }
    }
}

/// The width of a pile's two buttons.
fn buttons() -> f64 {
    WORD * 2.0 + EDGE
}

/// Whether it has more than one piece.
fn is_pile(set: &Set<'_>) -> bool {
    set.count() > 1
}

/// Where everything is in a room, in dots.
struct Arrangement {
    /// Dots per millimetre.
    scale: f64,
    places: Vec<Dots>,
    /// The mat's corner.
    mat_at: Dots,
    /// Below this, the room is free to play on.
    free: f64,
}

impl Arrangement {
    fn of(mat: Option<&Mat>, cells: &[Group<'_, '_>]) -> Arrangement {
        if let Some(mat) = mat {
            let on_mat: Vec<Option<Dots>> =
                cells.iter().map(|cell| mat.place(cell.deck()?)).collect();
            let sizes = |scale| {
                cells
                    .iter()
                    .map(|cell| (cell.size(scale), cell.piece(scale)))
                    .collect()
            };
            let size = (mat.drawing.size.w.mm(), mat.drawing.size.h.mm());
            let (scale, places, mat_at) = layout::on_mat(size, &on_mat, sizes);
            return Arrangement {
                scale,
                places,
                mat_at,
                free: mat_at.1,
            };
        }
        let highest = cells
            .iter()
            .filter(|cell| matches!(cell, Group::Cards { .. }))
            .map(|cell| cell.piece(1.0).1)
            .fold(1.0, f64::max);
        let sizes = |scale| cells.iter().map(|cell| cell.size(scale)).collect();
        let (scale, places) = layout::lay_out(highest, sizes);
        let free = cells
            .iter()
            .zip(&places)
            .map(|(cell, (_, y))| y + cell.size(scale).1)
            .fold(0.0, f64::max);
        Arrangement {
            scale,
            places,
            mat_at: (0.0, 0.0),
            free,
        }
    }
}

impl Room {
    /// A room with the pieces of these decks, and a hand. The callback is called for every finished picture.
    pub fn of(
        drawn_kit: &DrawnKit<'_>,
        sets: &[&Set<'_>],
        dpi: u32,
        done: &(impl Fn() + Sync),
    ) -> Result<Room, ExportError> {
        let mut room = Room::default();
        let initial = InitialLayout::of(drawn_kit.kit).unwrap_or_default();
        let mut cells: Vec<Group<'_, '_>> =
            sets.iter().map(|set| Group::of(set, &initial)).collect();
        let supplies: Vec<&Set<'_>> = cells
            .iter()
            .filter_map(|cell| {
                if let Group::Cards { set, supply: true } = cell {
                    Some(*set)
                } else {
                    None
                }
            })
            .collect();
        let table = RoomTable {
            initial: &initial,
            sets,
            supplies,
        };
        cells.extend(table.laid().into_iter().map(Group::Laid));
        let Arrangement {
            scale,
            places,
            mat_at,
            free,
        } = Arrangement::of(drawn_kit.mat.as_ref(), &cells);
        if let Some(mat) = &drawn_kit.mat {
            room.mat(mat, scale, mat_at, dpi)?;
        }
        for (cell, place) in cells.iter().zip(places) {
            let set = match cell {
                Group::Cards { set, .. } | Group::Dice { set, .. } => *set,
                Group::Laid(laid) => {
                    table
                        .lay(laid, scale, place)
                        .into_iter()
                        .for_each(|widget| room.add(widget));
                    continue;
                }
            };
            let is_of_cards = matches!(cell, Group::Cards { .. });
            let assets = room.assets(drawn_kit, set, is_of_cards, dpi, done)?;
            // Unprinted sides have the plain picture, which has no name.
            let asset = |face: Option<&Face>| {
                assets
                    .get(face.map_or("", |face| face.stem.as_str()))
                    .map(String::as_str)
            };
            match cell {
                Group::Cards { set, supply } => room.cards(
                    set,
                    *supply,
                    cell.piece(scale),
                    cell.size(scale).0,
                    place,
                    asset,
                ),
                Group::Dice { set, dice } => {
                    room.dice(set, dice, cell.piece(scale).0, place, asset)
                }
                Group::Laid(_) => {}
            }
            let on_mat = drawn_kit
                .mat
                .as_ref()
                .and_then(|mat| mat.grid(set.deck))
                .map(|(ground, area)| {
                    let at = |x: f64, y: f64| (mat_at.0 + x * scale, mat_at.1 + y * scale);
                    let w = set.deck.size.w.mm() * scale;
                    let h = set.deck.size.h.mm() * scale;
                    layout::snaps(
                        &ground,
                        (w, h),
                        at(area.x, area.y),
                        at(area.x + area.w, area.y + area.h),
                    )
                });
            let grid = on_mat
                .or_else(|| table.grid(&set.deck.name, cell.piece(scale), free + layout::MARGIN));
            if let Some(grid) = grid.filter(|_| is_of_cards) {
                room.widgets[&format!("{}.deck", set.stem)]["cardDefaults"]["grid"] = grid;
            }
        }
        room.hand();
        Ok(room)
    }

    /// Adds the pictures of a set. Returns their addresses by name; the plain picture of unprinted backs has none.
    fn assets(
        &mut self,
        drawn_kit: &DrawnKit<'_>,
        set: &Set<'_>,
        is_of_cards: bool,
        dpi: u32,
        done: &(impl Fn() + Sync),
    ) -> Result<HashMap<String, String>, ExportError> {
        let frame = Frame::plain(set.deck, false, dpi);
        let pictures = picture::all(drawn_kit, set, &frame, dpi, done)?;
        if let Some((stem, _)) = pictures.iter().find(|(_, bytes)| bytes.len() >= PICTURE) {
            return Err(ExportError::new(format!(
                "the picture {stem}.png has 10 MB or more at {dpi} dpi, which VirtualTabletop does not accept: use a lower \
                 resolution, such as --dpi 150"
            )));
        }
        let mut assets: HashMap<String, String> = pictures
            .into_iter()
            .map(|(stem, bytes)| (stem, self.asset(bytes)))
            .collect();
        if is_of_cards && set.pieces.iter().any(|piece| piece.back.is_none()) {
            let [r, g, b] = PLAIN;
            let plain = picture::plain(Color::from_rgba8(r, g, b, 255), &frame)?;
            let plain = self.asset(picture::encode(&plain, dpi)?);
            assets.insert(String::new(), plain);
        }
        Ok(assets)
    }

    /// The mat below everything, at a given number of pixels per millimetre.
    fn mat(&mut self, mat: &Mat, scale: f64, (x, y): Dots, dpi: u32) -> Result<(), ExportError> {
        // Twice the resolution of the room is enough when it is enlarged.
        let dpi = dpi.min((scale * 25.4 * 2.0) as u32);
        let asset = self.asset(picture::encode(
            &picture::draw(&mat.drawing, &mat.frame(dpi))?,
            dpi,
        )?);
        let [width, height] =
            [mat.drawing.size.w, mat.drawing.size.h].map(|length| (length.mm() * scale).round());
        self.add(json!({
            "id": "mat", "x": x, "y": y, "width": width, "height": height, "layer": -4, "movable": false, "image": asset,
        }));
        Ok(())
    }

    /// A small picture of the first piece, for the list of games.
    pub fn cover(
        &mut self,
        drawn_kit: &DrawnKit<'_>,
        sets: &[&Set<'_>],
    ) -> Result<String, ExportError> {
        let first = sets.iter().find(|set| !set.is_dice()).or(sets.first());
        let Some((set, piece)) = first.and_then(|set| Some((set, set.pieces.first()?))) else {
            return Ok(String::new());
        };
        for edge in [300.0, 240.0, 180.0, 120.0] {
            let dpi = (edge * 25.4 / set.deck.size.w.mm().max(set.deck.size.h.mm())) as u32;
            let frame = Frame::plain(set.deck, false, dpi.max(1));
            let bytes = picture::encode(
                &picture::draw(&drawn_kit.faces[piece.front.index], &frame)?,
                dpi,
            )?;
            if bytes.len() < COVER {
                return Ok(self.asset(bytes));
            }
        }
        Ok(String::new())
    }

    /// Adds a picture, and returns its name in the room.
    fn asset(&mut self, bytes: Vec<u8>) -> String {
        let mut sum = flate2::Crc::new();
        sum.update(&bytes);
        let name = format!("assets/{}_{}", sum.sum().cast_signed(), bytes.len());
        let address = format!("/{name}");
        if self.known.insert(name.clone()) {
            self.assets.push((name, bytes));
        }
        address
    }

    fn add(&mut self, widget: Value) {
        let id = widget["id"].as_str().unwrap_or_default().to_owned();
        self.widgets.insert(id, widget);
    }

    /// A deck with its name and its cards in a pile, the first on top, in a holder with two buttons: one recalls all and shuffles
    /// them, a supply's cards face down; the other shuffles the cards in the holder.
    fn cards<'a>(
        &mut self,
        set: &Set<'_>,
        supply: bool,
        (w, h): Dots,
        width: f64,
        (left, top): Dots,
        asset: impl Fn(Option<&Face>) -> Option<&'a str>,
    ) {
        let id = |what: &str| format!("{}.{what}", set.stem);
        let edge = if is_pile(set) { EDGE } else { 0.0 };
        let (x, y) = (left + ((width - w) / 2.0 - edge).round(), top);
        let (outer, inner) = if is_pile(set) {
            (Some(id("holder")), (EDGE, EDGE))
        } else {
            (None, (x, y))
        };
        let placed = |mut widget: Value| {
            widget["x"] = json!(inner.0);
            widget["y"] = json!(inner.1);
            if let Some(outer) = &outer {
                widget["parent"] = json!(outer);
            }
            widget
        };
        if is_pile(set) {
            self.add(json!({
                "id": id("holder"), "type": "holder", "x": x, "y": y, "width": w + EDGE * 2.0, "height": h + EDGE * 2.0,
                "dropTarget": { "type": "card", "deck": id("deck") },
            }));
        }
        let label = (top + h + edge * 2.0 + 4.0, LETTER.1 - 8.0);
        self.add(json!({
            "id": id("label"), "type": "label", "x": left, "y": label.0, "width": width, "height": label.1,
            "text": set.deck.title,
        }));
        if is_pile(set) {
            let x = left + ((width - buttons()) / 2.0).round();
            self.buttons_of(set, supply, (x, label.0 + label.1 + 4.0));
        }
        let kind = |piece: &Piece<'_>| {
            let front = asset(Some(&piece.front));
            let back = asset(piece.back.as_ref());
            (
                piece.front.stem.clone(),
                json!({ "code": piece.code, "label": piece.name(), "front": front, "back": back }),
            )
        };
        let types: Map<String, Value> = set.pieces.iter().map(kind).collect();
        let face = |value: &str| {
            let object = json!({
                "type": "image", "x": 0, "y": 0, "width": w, "height": h, "color": "transparent",
                "dynamicProperties": { "value": value },
            });
            json!({ "objects": [object] })
        };
        // Rounded to a tenth.
        let enlarge = ((ENLARGED / w.max(h)).clamp(1.5, 4.0) * 10.0).round() / 10.0;
        self.add(placed(json!({
            "id": id("deck"), "type": "deck",
            "cardDefaults": { "width": w, "height": h, "enlarge": enlarge },
            "cardTypes": types,
            "faceTemplates": [face("back"), face("front")],
        })));
        let count = set.count();
        if is_pile(set) {
            self.add(placed(
                json!({ "id": id("pile"), "type": "pile", "width": w, "height": h }),
            ));
        }
        let copies = set
            .pieces
            .iter()
            .flat_map(|piece| (1..=piece.count).map(move |copy| (piece, copy)));
        for (number, (piece, copy)) in copies.enumerate() {
            let card = json!({
                "id": format!("{}.{copy}", piece.front.stem), "type": "card", "deck": id("deck"),
                "cardType": piece.front.stem, "z": count - number, "activeFace": u8::from(!supply),
            });
            let mut card = if count > 1 { card } else { placed(card) };
            if count > 1 {
                card["parent"] = json!(id("pile"));
            }
            self.add(card);
        }
    }

    /// The two buttons of a pile.
    fn buttons_of(&mut self, set: &Set<'_>, supply: bool, (x, y): Dots) {
        let id = |what: &str| format!("{}.{what}", set.stem);
        let step = |func: &str| json!({ "func": func, "holder": id("holder") });
        let mut recall = vec![step("RECALL")];
        if supply {
            recall.push(json!({ "func": "FLIP", "holder": id("holder"), "face": 0 }));
        }
        recall.push(step("SHUFFLE"));
        let shuffle = vec![step("SHUFFLE")];
        for (name, x, text, routine) in [
            ("recall", x, "Recall", recall),
            ("shuffle", x + WORD + EDGE, "Shuffle", shuffle),
        ] {
            self.add(json!({
                "id": id(name), "type": "button", "x": x, "y": y, "width": WORD, "height": BUTTON.1, "text": text,
                "clickRoutine": routine,
            }));
        }
    }

    /// Dice to click on, side by side.
    fn dice<'a>(
        &mut self,
        set: &Set<'_>,
        dice: &[Die<'_, '_>],
        edge: f64,
        (left, y): Dots,
        asset: impl Fn(Option<&Face>) -> Option<&'a str>,
    ) {
        for (number, die) in dice.iter().enumerate() {
            let side = |(at, side): (usize, &Option<&Piece<'_>>)| match side {
                Some(piece) => {
                    json!({ "value": piece.row.faces().nth(at), "image": asset(Some(&piece.front)) })
                }
                None => json!({ "value": "blank", "text": "" }),
            };
            let faces: Vec<Value> = die.sides.iter().enumerate().map(side).collect();
            self.add(json!({
                "id": format!("{}.die{}", set.stem, number + 1), "type": "dice", "x": left + (edge + GAP) * number as f64,
                "y": y, "width": edge, "height": edge, "movable": true, "imageScale": 1, "activeFace": die.initial_side(),
                "faces": faces,
            }));
        }
    }

    /// A hand at the lower edge, in which each player sees only their own cards.
    fn hand(&mut self) {
        self.add(json!({
            "id": "hand", "type": "holder", "onEnter": { "activeFace": 1 }, "onLeave": { "activeFace": 0 },
            "dropOffsetX": 10, "dropOffsetY": 14, "stackOffsetX": 40, "childrenPerOwner": true,
            "x": 50, "y": 820, "width": 1500, "height": 180,
        }));
    }
}
