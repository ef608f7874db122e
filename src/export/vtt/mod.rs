//! A game for VirtualTabletop, the open-source virtual tabletop of <https://virtualtabletop.io>: a single file, added there with
//! "Upload".
//!
//! * `room`: its widgets and pictures. `table`: what the rules of a kit lay out, and its routines. `layout`: the position and size
//!   of everything.
//!
//! A `.vtt` is a ZIP archive with the room as `0.json` and its pictures in `assets/`; its server
//! (<https://github.com/ArnoldSmith86/virtualtabletop/blob/main/server/fileloader.mjs>) stores each picture as
//! `/assets/CRC32_SIZE`, where the checksum is signed, and the room refers to it by this path. The room is an object of widgets by
//! id. The widgets are as in the project's wiki (<https://github.com/ArnoldSmith86/virtualtabletop/wiki/Widget-Properties>), as its
//! own importers write them (`server/ttsimport.mjs`) and as its editor makes them (`client/js/editmode.js`). Its validator
//! (`validator/validate_gamefile.js`) only reports that there is no page on BoardGameGeek, which nothing but its public library
//! requires. Newer servers convert files of older versions when they load them.

use serde_json::{Value, json};

mod layout;
mod room;
mod table;

use self::room::Room;
use super::archive::pack;
use super::format::{Export, ExportFile, Format, Subject, of_all};
use super::{DrawnKit, ExportError, Files, Set};

/// The version of the file format: the one of 2021, which VirtualTabletop's own importers write.
const VERSION: u32 = 5;
/// The largest room that its server accepts (`server/fileloader.mjs`), in bytes.
const ROOM_FILE: usize = 20 << 20;

pub struct Vtt;

impl Format for Vtt {
    fn name(&self) -> &'static str {
        "vtt"
    }

    fn subject(&self) -> Subject {
        Subject::Table
    }

    /// For a screen that enlarges pictures.
    fn dpi(&self) -> u32 {
        200
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError> {
        vtt(export.kit, &export.sets, export.settings.dpi, &export.done).map(of_all)
    }
}

/// The game's only file. The callback is called for every finished picture.
pub fn vtt(
    drawn_kit: &DrawnKit<'_>,
    sets: &[&Set<'_>],
    dpi: u32,
    done: &(impl Fn() + Sync),
) -> Result<Files, ExportError> {
    let mut room = Room::of(drawn_kit, sets, dpi, done)?;
    let cover = room.cover(drawn_kit, sets)?;
    room.widgets.insert("_meta".into(), meta(drawn_kit, cover));
    let text = format!("{:#}\n", Value::Object(std::mem::take(&mut room.widgets)));
    if text.len() >= ROOM_FILE {
        return Err(ExportError::new(
            "VirtualTabletop accepts no room of 20 MB or more: export fewer decks at a time, with --deck",
        ));
    }
    let files = std::iter::once(("0.json".to_owned(), text.into_bytes())).chain(room.assets);
    Ok(vec![(
        format!("{}.vtt", drawn_kit.kit.id),
        pack(files.collect())?,
    )])
}

/// The languages that VirtualTabletop offers for a game.
const LANGUAGES: [&str; 13] = [
    "cy-GB", "de-DE", "el-GR", "en-GB", "en-US", "es", "es-ES", "fr-FR", "he-IL", "it-IT", "pt-BR",
    "uk-UA", "zh-CN",
];

/// The one of them that is closest to a kit's language; empty if none is.
fn language(of_kit: &str) -> &'static str {
    let base = |language: &str| {
        language
            .split('-')
            .next()
            .unwrap_or_default()
            .to_lowercase()
    };
    let same = LANGUAGES
        .into_iter()
        .find(|known| known.eq_ignore_ascii_case(of_kit));
    same.or_else(|| {
        LANGUAGES
            .into_iter()
            .find(|known| base(known) == base(of_kit))
    })
    .unwrap_or_default()
}

/// The contents of the game's page.
fn meta(drawn_kit: &DrawnKit<'_>, image: String) -> Value {
    let kit = drawn_kit.kit;
    let (least, most) = (kit.players.start(), kit.players.end());
    json!({
        "version": VERSION,
        "info": {
            "name": kit.title,
            "image": image,
            "rules": "",
            "bgg": "",
            "year": kit.year,
            "mode": "",
            "time": "",
            "players": if least == most { least.to_string() } else { format!("{least}-{most}") },
            "language": language(&kit.language),
            "variant": "",
            "description": kit.subtitle,
            "attribution": drawn_kit.attribution(),
        },
    })
}
