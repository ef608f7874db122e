//! Chapters that are the same for all kits: how to print, to fold dice, to make a box and a tray; and thanks.

use include_dir::{Dir, include_dir};

use crate::kit::reader::Field;
use crate::kit::{Files, Guide, Kit, Problems};

static SHARED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/press/guide/shared");

/// What stands before the kit's own chapters, and after its credits.
pub(super) fn guide(kit: &Kit) -> Result<Guide, Problems> {
    let words = |field: Field<'_>| Ok(kit.files.say(&field.text()?, &[]));
    let (guide, problems) = Guide::read(&Files::Embedded(&SHARED), "guide.toml", &[], &words);
    Problems::from(problems).or(guide)
}

/// The SVG of a figure, in these colours for `{ink}`, `{paper}`, `{bone}` and `{gold}`.
pub(super) fn figure(path: &str, colour: impl Fn(&str) -> String) -> String {
    let svg = Files::Embedded(&SHARED).read(path).unwrap_or_default();
    let names = ["ink", "paper", "bone", "gold"];
    names.iter().fold(svg, |svg, name| svg.replace(&format!("{{{name}}}"), &colour(name)))
}
