//! The number of sheets that a print takes, and the causes of waste.

use std::fmt;

use super::impose::{Section, SheetKind};
use super::nest::nest;
use super::net::Net;
use crate::kit::Size;

/// More equal pieces than fit on any sheet that is reported.
const FULL: usize = 600;

/// The sheets of paper that a print takes; displayed as "12 sheets (10 if nothing were wasted, but ...)".
#[derive(Clone, Debug, PartialEq)]
pub struct Need {
    pub sheets: usize,
    /// The number if nothing of their printable area were wasted.
    pub least: usize,
    /// Why there are more, if so.
    pub why: Option<String>,
}

impl Need {
    /// The sheets for sections with this area per sheet. The use of `precut` paper cannot be improved.
    pub(crate) fn of(sections: &[Section], area: Size, precut: bool) -> Need {
        let sheets = sections
            .iter()
            .map(|section| section.arrangements.len())
            .sum();
        let least = if precut {
            sheets
        } else {
            sections.iter().map(|section| section.fewest(area)).sum()
        };
        Need {
            sheets,
            least,
            why: (sheets > least).then(|| why(sections, area)),
        }
    }
}

impl Need {
    /// "3 if nothing were wasted, but ..."; `None` if nothing is.
    pub fn wasted(&self) -> Option<String> {
        let Need { sheets, least, why } = self;
        let why = why.as_ref().map(|why| format!(", but {why}"));
        let why = why.unwrap_or_default();
        (least < sheets).then(|| format!("{least} if nothing were wasted{why}"))
    }
}

impl fmt::Display for Need {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.sheets == 1 { "" } else { "s" };
        write!(to, "{} sheet{plural}", self.sheets)?;
        match self.wasted() {
            Some(wasted) => write!(to, " ({wasted})"),
            None => Ok(()),
        }
    }
}

/// Why a print takes more sheets than the area of its pieces: kinds of pieces that leave so much of a sheet empty that this alone takes
/// another one, or else gaps between pieces of several sizes.
fn why(sections: &[Section], area: Size) -> String {
    let excess = |section: &&Section| {
        section.arrangements.len() - section.fewest(area).min(section.arrangements.len())
    };
    let Some(section) = sections.iter().max_by_key(excess) else {
        return String::new();
    };
    let room = section.room(area);
    let mut kinds: Vec<(&Net, f64)> = Vec::new();
    for (net, _) in section.arrangements.iter().flatten() {
        let single = net.first.as_deref().unwrap_or(net);
        let known = kinds
            .iter_mut()
            .find(|(known, _)| known.size == single.size);
        match known {
            Some((_, all)) => *all += net.area(),
            None => kinds.push((single, net.area())),
        }
    }
    let all: f64 = kinds.iter().map(|(_, all)| all).sum();
    let several = kinds.len() > 1;
    // The area that a kind leaves empty on the sheets that it would fill alone.
    let wasteful = kinds.into_iter().filter_map(|(net, of_kind)| {
        let most =
            nest(vec![net.clone(); FULL], room).first()?.faces.len() / net.faces.len().max(1);
        let filled = most as f64 * net.area() / room.area();
        let face = net.faces.first()?.size;
        (most < FULL).then_some((of_kind / filled - of_kind, face, filled))
    });
    let worst = wasteful.max_by(|one, other| one.0.total_cmp(&other.0));
    let sheets = |area: f64| (area / room.area() - 1e-9).ceil();
    match worst {
        Some((empty, size, filled)) if sheets(all + empty) > sheets(all) => format!(
            "pieces of {size} mm fill {:.0} % of a sheet at most",
            filled * 100.0
        ),
        _ if several && section.kind != SheetKind::Single => {
            "pieces of other sizes or with other backs keep apart".to_owned()
        }
        _ if several => "pieces of several sizes leave gaps between them".to_owned(),
        _ => "the last sheet is not full".to_owned(),
    }
}
