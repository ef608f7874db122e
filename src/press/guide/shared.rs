//! Chapters common to all kits: printing, folding dice, making a box and a tray; and acknowledgements.

use include_dir::{Dir, include_dir};

use crate::kit::reader::Field;
use crate::kit::{Files, Guide, Kit, Problems};

static SHARED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/press/guide/shared");

/// The chapters before the kit's own, and the credits after its own.
pub(super) fn guide(kit: &Kit) -> Result<Guide, Problems> {
    let words = |field: Field<'_>| Ok(kit.files.say(&field.text()?, &[]));
    let (guide, problems) = Guide::read(
        &Files::Embedded(&SHARED),
        "guide.toml",
        &[],
        &words,
        &mut |_| Vec::new(),
    );
    Problems::from(problems).or(guide)
}

/// The SVG of a figure, with `{ink}`, `{paper}`, `{bone}` and `{gold}` replaced by these colours.
pub(super) fn figure(path: &str, colour: impl Fn(&str) -> String) -> String {
    let svg = Files::Embedded(&SHARED).read(path).unwrap_or_default();
    let names = ["ink", "paper", "bone", "gold"];
    names.iter().fold(svg, |svg, name| {
        svg.replace(&format!("{{{name}}}"), &colour(name))
    })
}
