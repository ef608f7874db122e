//! A game for VirtualTabletop, the open virtual table of <https://virtualtabletop.io>: one file, to be added there by "Upload".
//!
//! A `.vtt` is a ZIP archive with the room as `0.json` and its pictures in `assets/`; its server
//! (<https://github.com/ArnoldSmith86/virtualtabletop/blob/main/server/fileloader.mjs>) files each picture under
//! `/assets/CRC32_SIZE`, the check sum signed, which is what the room calls it. The room is an object of widgets by id; theirs
//! are as the project's wiki has them (<https://github.com/ArnoldSmith86/virtualtabletop/wiki/Widget-Properties>), as its own
//! importers write them (`server/ttsimport.mjs`) and as its validator knows them (`validator/validate_gamefile.js`), which asks
//! for a picture, a mode and a page on BoardGameGeek besides where a game is to go into its public library. Newer servers bring files of an older version up to date as they load them.

use std::io::{Cursor, Write};

use serde_json::{Map, Value, json};
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

use super::dice::dice;
use super::{Face, Files, Frame, Set, Stock, Trouble, picture};
use crate::kit::Kit;

/// The version of the file format that is written: of 2021, the one its own importers write.
const VERSION: u32 = 5;
/// The room's dots on a millimetre: a poker card is 160 dots high.
const SCALE: f64 = 1.8;
/// The room, less the hand at its lower edge.
const ROOM: (f64, f64) = (1600.0, 800.0);
const MARGIN: f64 = 20.0;
/// Its server (`server/fileloader.mjs`) takes no picture and no room of so many bytes.
const PICTURE: usize = 10 << 20;
const ROOM_FILE: usize = 20 << 20;
/// Backs that are not printed.
const PLAIN: &str = "#d8cfc0";

/// The game's one file. Told of every picture that is done.
pub fn vtt(stock: &Stock<'_>, sets: &[&Set<'_>], dpi: u32, done: &(impl Fn() + Sync)) -> Result<Files, Trouble> {
    let mut room = Room { widgets: Map::new(), assets: Files::new(), at: (MARGIN, MARGIN), line: 0.0 };
    for set in sets {
        let pictures = picture::all(stock, set, &Frame::plain(set.deck, false, dpi), dpi, done)?;
        if let Some((stem, _)) = pictures.iter().find(|(_, bytes)| bytes.len() >= PICTURE) {
            let large =
                format!("the picture {stem}.png has 10 MB or more at {dpi} dpi, which VirtualTabletop does not take");
            return Err(Trouble::new(format!("{large}: give fewer dots, such as --dpi 150")));
        }
        let assets: Vec<(String, String)> = pictures.into_iter().map(|(stem, bytes)| (stem, room.asset(bytes))).collect();
        let asset = |face: &Face| assets.iter().find(|(stem, _)| *stem == face.stem).map(|(_, asset)| asset.as_str());
        match set.is_dice() {
            true => room.dice(set, asset),
            false => room.cards(set, asset),
        }
    }
    room.hand();
    room.widgets.insert("_meta".into(), meta(stock.kit));
    let text = format!("{:#}\n", Value::Object(std::mem::take(&mut room.widgets)));
    if text.len() >= ROOM_FILE {
        return Err(Trouble::new(
            "VirtualTabletop takes no room of 20 MB or more: export fewer decks at a time, with --deck",
        ));
    }
    Ok(vec![(format!("{}.vtt", stock.kit.id), room.zip(&text).map_err(|error| Trouble::new(error.to_string()))?)])
}

/// A room in the making.
struct Room {
    widgets: Map<String, Value>,
    /// Names and pictures, each once.
    assets: Files,
    /// Where the next thing goes, and how high the highest of its line is.
    at: (f64, f64),
    line: f64,
}

impl Room {
    /// Takes a picture in; what the room calls it.
    fn asset(&mut self, bytes: Vec<u8>) -> String {
        let mut sum = flate2::Crc::new();
        sum.update(&bytes);
        let name = format!("assets/{}_{}", sum.sum().cast_signed(), bytes.len());
        let address = format!("/{name}");
        if !self.assets.iter().any(|(known, _)| *known == name) {
            self.assets.push((name, bytes));
        }
        address
    }

    fn add(&mut self, widget: Value) {
        let id = widget["id"].as_str().unwrap_or_default().to_owned();
        self.widgets.insert(id, widget);
    }

    /// The next free place, from left to right; where the room is full, they begin again a little lower.
    fn place(&mut self, (w, h): (f64, f64)) -> (f64, f64) {
        if self.at.0 + w > ROOM.0 - MARGIN {
            self.at = (MARGIN, self.at.1 + self.line + MARGIN);
            self.line = 0.0;
        }
        if self.at.1 + h > ROOM.1 - MARGIN {
            self.at.1 = MARGIN * 2.0;
        }
        let place = self.at;
        self.at.0 += w + MARGIN;
        self.line = self.line.max(h);
        place
    }

    /// A deck, and its cards in a pile.
    fn cards<'a>(&mut self, set: &Set<'_>, asset: impl Fn(&Face) -> Option<&'a str>) {
        let (w, h) = ((set.deck.size.w.mm() * SCALE).round(), (set.deck.size.h.mm() * SCALE).round());
        let (x, y) = self.place((w, h));
        let [deck, pile] = ["deck", "pile"].map(|kind| format!("{}.{kind}", set.stem));
        let face = |value: &str, color: &str| {
            let object = json!({
                "type": "image", "x": 0, "y": 0, "width": w, "height": h, "color": color,
                "dynamicProperties": { "value": value },
            });
            json!({ "objects": [object] })
        };
        let backs = set.pieces.iter().any(|piece| piece.back.is_some());
        let mut types = Map::new();
        for piece in &set.pieces {
            let back = piece.back.as_ref().and_then(&asset);
            let kind = json!({ "code": piece.code, "label": piece.name(), "front": asset(&piece.front), "back": back });
            types.insert(piece.front.stem.clone(), kind);
        }
        self.add(json!({
            "id": deck, "type": "deck", "x": x, "y": y,
            "cardDefaults": { "width": w, "height": h, "enlarge": 3 },
            "cardTypes": types,
            "faceTemplates": [face("back", if backs { "transparent" } else { PLAIN }), face("front", "transparent")],
        }));
        let single = set.count() == 1;
        if !single {
            self.add(json!({ "id": pile, "type": "pile", "x": x, "y": y, "width": w, "height": h }));
        }
        let mut z = 0;
        for piece in &set.pieces {
            for copy in 1..=piece.count {
                z += 1;
                let mut card = json!({
                    "id": format!("{}.{copy}", piece.front.stem), "type": "card", "deck": deck,
                    "cardType": piece.front.stem, "z": z, "activeFace": if backs { 0 } else { 1 },
                });
                if single {
                    (card["x"], card["y"]) = (json!(x), json!(y));
                } else {
                    card["parent"] = json!(pile);
                }
                self.add(card);
            }
        }
    }

    /// Dice to click on.
    fn dice<'a>(&mut self, set: &Set<'_>, asset: impl Fn(&Face) -> Option<&'a str>) {
        let edge = (set.deck.size.w.mm() * SCALE * 2.0).round();
        for (number, die) in dice(set).iter().enumerate() {
            let side = |(at, side): (usize, &Option<&super::Piece<'_>>)| match side {
                Some(piece) => json!({ "value": piece.row.faces.get(at), "image": asset(&piece.front) }),
                None => json!({ "value": "blank", "text": "" }),
            };
            let faces: Vec<Value> = die.sides.iter().enumerate().map(side).collect();
            let (x, y) = self.place((edge, edge));
            self.add(json!({
                "id": format!("{}.die{}", set.stem, number + 1), "type": "dice", "x": x, "y": y, "width": edge, "height": edge,
                "movable": true, "imageScale": 1, "faces": faces,
            }));
        }
    }

    /// A hand at the lower edge, that each player sees their own cards in.
    fn hand(&mut self) {
        self.add(json!({
            "id": "hand", "type": "holder", "onEnter": { "activeFace": 1 }, "onLeave": { "activeFace": 0 },
            "dropOffsetX": 10, "dropOffsetY": 14, "stackOffsetX": 40, "childrenPerOwner": true,
            "x": 50, "y": 820, "width": 1500, "height": 180,
        }));
    }

    /// The archive, the same bytes on every day.
    fn zip(self, room: &str) -> zip::result::ZipResult<Vec<u8>> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let plain = SimpleFileOptions::default().last_modified_time(DateTime::default()).unix_permissions(0o644);
        archive.start_file("0.json", plain.compression_method(CompressionMethod::Deflated))?;
        archive.write_all(room.as_bytes())?;
        for (name, bytes) in self.assets {
            // PNG is packed already.
            archive.start_file(name, plain.compression_method(CompressionMethod::Stored))?;
            archive.write_all(&bytes)?;
        }
        Ok(archive.finish()?.into_inner())
    }
}

/// The languages that its pages know.
const LANGUAGES: [&str; 13] =
    ["cy-GB", "de-DE", "el-GR", "en-GB", "en-US", "es", "es-ES", "fr-FR", "he-IL", "it-IT", "pt-BR", "uk-UA", "zh-CN"];

/// The one of them that a kit's language is, or is nearest to; none for any other.
fn language(of_kit: &str) -> &'static str {
    let base = |language: &str| language.split('-').next().unwrap_or_default().to_lowercase();
    let same = LANGUAGES.into_iter().find(|known| known.eq_ignore_ascii_case(of_kit));
    same.or_else(|| LANGUAGES.into_iter().find(|known| base(known) == base(of_kit))).unwrap_or_default()
}

/// What the game's page shows.
fn meta(kit: &Kit) -> Value {
    let (least, most) = (kit.players.start(), kit.players.end());
    json!({
        "version": VERSION,
        "info": {
            "name": kit.title,
            "image": "",
            "rules": "",
            "bgg": "",
            "year": kit.year,
            "mode": "",
            "time": "",
            "players": if least == most { least.to_string() } else { format!("{least}-{most}") },
            "language": language(&kit.language),
            "variant": "",
            "attribution": format!("{}. {}", kit.designers.join(", "), kit.licence),
        },
    })
}
