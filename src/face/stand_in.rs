//! Fonts that stand in for those of other people's drawings that nobody has given the kit.

use usvg::{Font, FontFamily, FontStyle, fontdb};

/// Families with serifs, by parts of their names.
const SERIFS: [&str; 12] = [
    "times",
    "georgia",
    "garamond",
    "palatino",
    "cambria",
    "antiqua",
    "minion",
    "baskerville",
    "caslon",
    "bodoni",
    "roman",
    "century",
];

/// The font that stands in, and the name of the family that is missing; that is `None` where a drawing leaves the choice open
/// ("serif") or the family has only another weight. `nearest` finds the font of a family that is most like a weight, slanted or
/// not.
pub(super) fn stand_in(
    want: &Font,
    nearest: impl Fn(&str, u16, bool) -> Option<fontdb::ID>,
) -> Option<(fontdb::ID, Option<String>)> {
    let is_italic = want.style() != FontStyle::Normal;
    let of_family = |name: &str| nearest(name, want.weight(), is_italic);
    let known = want.families().iter().find_map(|family| match family {
        FontFamily::Named(name) => of_family(name),
        _ => None,
    });
    if let Some(id) = known {
        return Some((id, None));
    }
    let named = want.families().iter().find_map(|family| match family {
        FontFamily::Named(name) => Some(name.trim_matches(['"', '\'']).to_owned()),
        _ => None,
    });
    let ours = if has_serifs(want.families()) {
        "Alegreya"
    } else {
        "Barlow Condensed"
    };
    Some((of_family(ours)?, named))
}

/// Whether a drawing asks for letters with serifs: by a general name, or else by that of its family.
fn has_serifs(families: &[FontFamily]) -> bool {
    let general = families.iter().find_map(|family| match family {
        FontFamily::Serif | FontFamily::Cursive => Some(true),
        FontFamily::SansSerif | FontFamily::Monospace | FontFamily::Fantasy => Some(false),
        FontFamily::Named(_) => None,
    });
    general.unwrap_or_else(|| {
        families.iter().any(|family| {
            let name = family.to_string().to_lowercase();
            let is_serif = name.contains("serif") && !name.contains("sans");
            is_serif || SERIFS.iter().any(|part| name.contains(part))
        })
    })
}
