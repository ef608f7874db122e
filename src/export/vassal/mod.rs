//! A module for VASSAL, the open-source engine of <https://vassalengine.org>: a single file.
//!
//! * `table`: the module's map, piles, dice and hands. `buttons`: what is above the map, and what a new game begins with. `zones`:
//!   named parts of the board, and the squares or hexes of maps. `piece`: pieces and their traits. `decks`: the names of piles.
//!   `names`: names that several components use. `markup`: XML, and sequences in it.
//!
//! A `.vmod` is a ZIP archive with `buildFile.xml`, the tree of the module's components by their classes, `moduledata`, which the
//! list of modules shows, and pictures in `images/`. Classes, their attributes and the traits of pieces are as the engine itself
//! writes and reads them (<https://github.com/vassalengine/vassal>, `vassal-app/src/main/java/VASSAL`); what they do is in its
//! reference manual.

mod buttons;
mod decks;
mod markup;
mod names;
mod piece;
mod table;
mod zones;

use resvg::tiny_skia::Color;

use self::markup::{element, plain};
use self::names::{ENGINE, MAT, VERSION, blank};
use super::archive::pack;
use super::format::{Export, ExportFile, Format, Subject, of_all};
use super::{DrawnKit, ExportError, Files, Frame, Set, picture};

/// The colour of unprinted sides.
const PLAIN: [u8; 3] = [0xf4, 0xee, 0xe0];

pub struct Vassal;

impl Format for Vassal {
    fn name(&self) -> &'static str {
        "vassal"
    }

    fn subject(&self) -> Subject {
        Subject::Table
    }

    /// For a screen that shows each dot.
    fn dpi(&self) -> u32 {
        120
    }

    fn export<'e>(&self, export: &'e Export<'e>) -> Result<Vec<ExportFile<'e>>, ExportError> {
        vassal(export.kit, &export.sets, export.settings.dpi, &export.done).map(of_all)
    }
}

/// The module's only file. The callback is called for every finished picture.
pub fn vassal(
    drawn_kit: &DrawnKit<'_>,
    sets: &[&Set<'_>],
    dpi: u32,
    done: &(impl Fn() + Sync),
) -> Result<Files, ExportError> {
    let kit = drawn_kit.kit;
    let mut files = vec![
        ("moduledata".to_owned(), about(drawn_kit).into_bytes()),
        (
            "buildFile.xml".to_owned(),
            table::module(drawn_kit, sets, dpi).into_bytes(),
        ),
    ];
    for set in sets {
        let frame = Frame::plain(set.deck, false, dpi);
        let pictures = picture::all(drawn_kit, set, &frame, dpi, done)?;
        files.extend(
            pictures
                .into_iter()
                .map(|(stem, bytes)| (format!("images/{}", names::picture(&stem)), bytes)),
        );
        if set.is_dice() || (set.lies_face_down() && set.shared_back().is_none()) {
            let [r, g, b] = PLAIN;
            let side = picture::plain(Color::from_rgba8(r, g, b, 255), &frame)?;
            files.push((
                format!("images/{}", blank(set)),
                picture::encode(&side, dpi)?,
            ));
        }
    }
    if let Some(mat) = &drawn_kit.mat {
        let picture = picture::draw(&mat.drawing, &mat.frame(dpi))?;
        files.push((format!("images/{MAT}"), picture::encode(&picture, dpi)?));
    }
    Ok(vec![(format!("{}.vmod", kit.id), pack(files)?)])
}

/// The metadata that the list of modules shows.
fn about(drawn_kit: &DrawnKit<'_>) -> String {
    let kit = drawn_kit.kit;
    let text =
        |name: &str, text: &str| element(name, &[], &crate::face::template::escape(&plain(text)));
    // Without a date, the same kit always gives the same bytes.
    let inside = text("version", VERSION)
        + &text("VassalVersion", ENGINE)
        + &text("dateSaved", "0")
        + &text("description", &drawn_kit.attribution())
        + &text("name", &kit.title);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n{}",
        element("data", &[("version", "1")], &inside)
    )
}
