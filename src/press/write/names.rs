//! The names of a print's files, which say what is in them.

use crate::kit::{CLASSIC, Kit};
use crate::press::order::{Order, Prints, Scheme, Stickers};

/// What the names are made of.
pub struct Names<'a> {
    pub kit: &'a Kit,
    /// If the print is of one edition of the game.
    pub edition: Option<&'a str>,
    pub order: &'a Order,
    /// If there are prints in other layouts too.
    pub layout: Option<Scheme>,
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
        let is_translated = self.kit.files.translation().is_some();
        let language = optional(Some(language.as_str()).filter(|_| is_translated));
        format!("{}{theme}{language}", self.kit())
    }

    fn layout(&self) -> String {
        optional(self.layout.map(Scheme::name))
    }

    /// Which pieces are printed, if they are not one set of the kit's size.
    fn pieces(&self) -> String {
        let Order {
            copies,
            stickers,
            paper_dice,
            ..
        } = *self.order;
        let mut pieces = match stickers {
            Stickers::ByKit => String::new(),
            Stickers::Edge(edge) => format!("-sticker-{edge}"),
            Stickers::ForDie(die) => format!("-die-{die}"),
        };
        if paper_dice {
            pieces.push_str("-paper-dice");
        }
        if copies > 1 {
            pieces += &format!("-copies-{copies}");
        }
        pieces
    }

    /// Only some sides do not replace the others.
    fn sides(&self) -> String {
        let sides = self.order.layout.prints;
        optional(Some(sides.name()).filter(|_| sides != Prints::Both))
    }

    fn paper(&self) -> &str {
        &self.order.paper_name
    }

    /// How the names of sheets start.
    pub fn sheets(&self) -> String {
        let look = self.look();
        let layout = self.layout();
        let pieces = self.pieces();
        let (ink, sides) = (self.order.ink.name(), self.sides());
        format!("{look}-{}{layout}{pieces}-{ink}{sides}", self.paper())
    }

    /// How the names of cut files start. Where to cut depends on neither ink nor look.
    pub fn cuts(&self) -> String {
        format!(
            "{}-{}{}{}",
            self.kit(),
            self.paper(),
            self.layout(),
            self.pieces()
        )
    }

    /// The record of all faces, which are the same in every layout.
    pub fn record(&self, suffix: &str) -> String {
        let look = self.look();
        let pieces = self.pieces();
        let ink = self.order.ink.name();
        format!("{look}-{}{pieces}-{ink}{suffix}.faces.json", self.paper())
    }
}

fn optional(part: Option<&str>) -> String {
    part.map(|part| format!("-{part}")).unwrap_or_default()
}
