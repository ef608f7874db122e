//! The number of sheets that a print takes, and the causes of waste.

use std::fmt;

use super::impose::Section;
use super::nest::nest;
use super::net::Net;
use crate::kit::Size;

/// More than this many times the sheets that the area of the pieces requires counts as waste.
const MANY: f64 = 1.15;

/// More equal pieces than fit on any sheet that is reported.
const FULL: usize = 600;

/// The sheets of paper that a print takes; displayed as "12 sheets (10 if nothing were wasted, but ...)".
#[derive(Clone, Debug, PartialEq)]
pub struct Need {
    pub sheets: usize,
    /// The number if nothing of their printable area were wasted.
    pub least: usize,
    /// Why there are more than expected, if so.
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
        let is_wasteful = sheets as f64 > least as f64 * MANY;
        Need {
            sheets,
            least,
            why: is_wasteful.then(|| why(sections, area)),
        }
    }
}

impl fmt::Display for Need {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Need { sheets, least, why } = self;
        write!(to, "{sheets} sheet{}", if *sheets == 1 { "" } else { "s" })?;
        if least < sheets {
            let why = why
                .as_ref()
                .map(|why| format!(", but {why}"))
                .unwrap_or_default();
            write!(to, " ({least} if nothing were wasted{why})")?;
        }
        Ok(())
    }
}

/// The pieces that waste the most, and how much of a sheet they fill; or, if all of them fill theirs well, another reason.
fn why(sections: &[Section], area: Size) -> String {
    let mut kinds: Vec<(&Net, Size, f64)> = Vec::new();
    for section in sections {
        let room = section.room(area);
        for (net, _) in section.arrangements.iter().flatten() {
            let single = net.first.as_deref().unwrap_or(net);
            match kinds
                .iter_mut()
                .find(|(known, at, _)| *at == room && known.size == single.size)
            {
                Some((_, _, all)) => *all += net.area(),
                None => kinds.push((single, room, net.area())),
            }
        }
    }
    // The part of a sheet that a single kind leaves empty, times the number of its sheets.
    let kinds = kinds.into_iter().filter_map(|(net, room, all)| {
        let most =
            nest(vec![net.clone(); FULL], room).first()?.faces.len() / net.faces.len().max(1);
        let filled = most as f64 * net.area() / room.area();
        let face = net.faces.first()?.size;
        (filled < 1.0 / MANY && most < FULL).then_some((all / filled - all, face, filled))
    });
    match kinds.max_by(|one, other| one.0.total_cmp(&other.0)) {
        Some((_, size, filled)) => format!(
            "pieces of {size} mm fill {:.0} % of a sheet at most",
            filled * 100.0
        ),
        None if sections.len() > 1 => {
            "pieces that are printed in different ways are on separate sheets".to_owned()
        }
        None => "the last sheet is not full".to_owned(),
    }
}
