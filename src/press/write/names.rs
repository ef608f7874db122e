//! The names of a print's files, which say what is in them.

use crate::kit::{CLASSIC, Ink, Kit, Um};
use crate::press::order::{Prints, Scheme};

/// What the names are made of.
pub struct Names<'a> {
    pub kit: &'a Kit,
    /// If the print is of one edition of the game.
    pub edition: Option<&'a str>,
    pub paper: &'a str,
    /// If there are prints in other layouts too.
    pub layout: Option<Scheme>,
    pub ink: Ink,
    /// The edge of plain dice, if they are not the kit's.
    pub die: Option<Um>,
    pub sides: Prints,
}

/// What is added to the names of files that contain only some decks or pieces.
pub const PART: &str = "-part";

impl Names<'_> {
    /// The kit and its edition.
    fn kit(&self) -> String {
        let edition = optional(self.edition);
        format!("{}{edition}", self.kit.id)
    }

    /// The same with its look and, unless it is the kit's own, its language.
    fn look(&self) -> String {
        let Kit {
            theme, language, ..
        } = self.kit;
        let theme = optional(Some(theme.as_str()).filter(|theme| *theme != CLASSIC));
        let is_translated = self.kit.files.language().is_some();
        let language = optional(Some(language.as_str()).filter(|_| is_translated));
        format!("{}{theme}{language}", self.kit())
    }

    fn layout(&self) -> String {
        optional(self.layout.map(Scheme::name))
    }

    fn die(&self) -> String {
        self.die
            .map(|die| format!("-die-{die}"))
            .unwrap_or_default()
    }

    /// Only some sides do not replace the others.
    fn sides(&self) -> String {
        optional(Some(self.sides.name()).filter(|_| self.sides != Prints::Both))
    }

    /// How the names of sheets start.
    pub fn sheets(&self) -> String {
        let (look, layout, die) = (self.look(), self.layout(), self.die());
        let (ink, sides) = (self.ink.name(), self.sides());
        format!("{look}-{}{layout}{die}-{ink}{sides}", self.paper)
    }

    /// How the names of cut files start. Where to cut depends on neither ink nor look.
    pub fn cuts(&self) -> String {
        format!(
            "{}-{}{}{}",
            self.kit(),
            self.paper,
            self.layout(),
            self.die()
        )
    }

    /// The record of all faces, which are the same in every layout.
    pub fn record(&self, suffix: &str) -> String {
        let (look, die, ink) = (self.look(), self.die(), self.ink.name());
        format!("{look}-{}{die}-{ink}{suffix}.faces.json", self.paper)
    }
}

fn optional(part: Option<&str>) -> String {
    part.map(|part| format!("-{part}")).unwrap_or_default()
}
