//! Orders: which pieces to print, on which paper, with which layout and marks.

use crate::kit::{Deck, Ink, Make, Shape, Side, Size, Um};
use crate::press::drawn::Record;
use crate::press::printer::Profile;
use crate::press::sheet::Flip;
use crate::press::sheet::registration::Pattern;
use crate::press::sheet::stock::Stock;

/// What to print.
#[derive(Clone, Debug)]
pub struct Order {
    pub paper: Size,
    /// The name of the paper, as printed on the sheet: "a4".
    pub paper_name: String,
    pub ink: Ink,
    /// The number of sets.
    pub copies: usize,
    pub stickers: Stickers,
    /// The size of hexagons from edge to edge; by default as in the kit.
    pub hex: Option<Um>,
    pub layout: Layout,
    /// Print dice to fold and glue instead of stickers for dice.
    pub paper_dice: bool,
    /// The scale of everything, in percent.
    pub scale: i64,
    /// A field by which pieces are sorted onto separate sheets.
    pub by: Option<String>,
    /// A box for one of the decks.
    pub tuckbox: Option<Wanted>,
    /// An open tray for one of the decks.
    pub tray: Option<Wanted>,
    /// The name and profile of the printer to compensate for.
    pub printer: Option<(String, Profile)>,
    pub corrects: Corrects,
    /// The registration marks for a cutting plotter.
    pub registration: Option<&'static Pattern>,
    /// The precut paper, if any; `paper` has the same size.
    pub stock: Option<Stock>,
    /// Print the rules as well, if the kit has some.
    pub rules: bool,
    /// Print only what is new or changed since this record, and no guide.
    pub since: Option<Record>,
}

impl Order {
    /// An order for one set with the kit's defaults and no printer correction.
    pub fn new(paper: Size, paper_name: impl Into<String>, ink: Ink) -> Order {
        Order {
            paper,
            paper_name: paper_name.into(),
            ink,
            copies: 1,
            stickers: Stickers::ByKit,
            hex: None,
            layout: Layout::default(),
            paper_dice: false,
            scale: 100,
            by: None,
            tuckbox: None,
            tray: None,
            printer: None,
            corrects: Corrects::Pages,
            registration: None,
            stock: None,
            rules: false,
            since: None,
        }
    }

    /// How fronts and backs come together: as requested, or as the paper requires.
    pub(crate) fn scheme(&self) -> Scheme {
        match &self.stock {
            Some(Stock { cards: true, .. }) => Scheme::Duplex,
            Some(_) => Scheme::Label,
            None => self.layout.scheme,
        }
    }

    /// A length as printed.
    pub(crate) fn scaled(&self, length: Um) -> Um {
        Um(length.0 * self.scale / 100)
    }

    /// The trimmed size at which a deck is printed, before [scaling](Order::scaled).
    pub(crate) fn printed_size(&self, deck: &Deck) -> Size {
        let square = |edge: Um| Size::new(edge, edge);
        // Converts from edge to edge to from corner to corner.
        let long = |flat: Um| Um::from_mm(flat.mm() / 0.75_f64.sqrt());
        match (deck.make, self.stickers, &deck.shape, self.hex) {
            (Make::Stickers, Stickers::Edge(edge), _, _) => square(edge),
            (Make::Stickers, Stickers::ForDie(die), _, _) => square(die - deck.recess),
            (_, _, Shape::FlatHex, Some(flat)) => Size::new(long(flat), flat),
            (_, _, Shape::PointyHex, Some(flat)) => Size::new(flat, long(flat)),
            _ => deck.size,
        }
    }
}

/// How to compensate for a printer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corrects {
    /// Distort pages so that they land where they should, which is where cut files cut.
    Pages,
    /// Leave pages as they are, for sheets that are already printed; cut files follow where they landed.
    Cuts,
}

impl Corrects {
    pub const ALL: [Corrects; 2] = [Corrects::Pages, Corrects::Cuts];

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Corrects::Pages => "pages",
            Corrects::Cuts => "cuts",
        }
    }
}

/// The size of die stickers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stickers {
    /// As in the kit.
    ByKit,
    /// With this edge.
    Edge(Um),
    /// For plain dice with this edge, smaller by the kit's recess.
    ForDie(Um),
}

/// How sheets are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    pub scheme: Scheme,
    pub flip: Flip,
    pub prints: Prints,
    pub marks: Marks,
    /// Whether pieces touch and share their cuts even if their decks ask for gutters.
    pub touching: bool,
}

/// How fronts and backs of pieces come together. Folded pieces and stickers are always printed in their own way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// As each deck specifies.
    #[default]
    Auto,
    /// Everything on one side of label paper; backs are separate labels.
    Label,
    /// Pieces with backs on both sides of the paper.
    Duplex,
    /// Pieces with backs on one side of the paper, to be folded in the middle and glued.
    Gutterfold,
}

impl Scheme {
    pub const ALL: [Scheme; 4] = [
        Scheme::Auto,
        Scheme::Label,
        Scheme::Duplex,
        Scheme::Gutterfold,
    ];

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::Auto => "auto",
            Scheme::Label => "label",
            Scheme::Duplex => "duplex",
            Scheme::Gutterfold => "gutterfold",
        }
    }
}

/// Which sides are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prints {
    #[default]
    Both,
    Fronts,
    Backs,
    /// Only the outlines of the fronts.
    Outlines,
}

impl Prints {
    pub const ALL: [Prints; 4] = [
        Prints::Both,
        Prints::Fronts,
        Prints::Backs,
        Prints::Outlines,
    ];

    pub fn has_fronts(self) -> bool {
        self != Prints::Backs
    }

    pub fn has_backs(self) -> bool {
        matches!(self, Prints::Both | Prints::Backs)
    }

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Prints::Both => "both",
            Prints::Fronts => "fronts",
            Prints::Backs => "backs",
            Prints::Outlines => "outlines",
        }
    }
}

/// The sides on which optional marks are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The cuts themselves, on sheets that are cut along printed lines.
    pub lines: On,
    /// Short lines at the corners of pieces that have no cut lines.
    pub crop: On,
    /// Lines from the pieces to the edge of the paper, instead of crop marks.
    pub guides: On,
    /// The folds. On backs they are printed on the other side of the paper, where they do not show on the piece.
    pub fold: On,
    /// Codes beside the pieces of decks that ask for them.
    pub codes: On,
    /// Crossed circles near the corners of two-sided sheets, exactly behind each other.
    pub targets: On,
}

impl Default for Marks {
    fn default() -> Marks {
        Marks {
            lines: On::Fronts,
            crop: On::Both,
            guides: On::Neither,
            fold: On::Fronts,
            codes: On::Fronts,
            targets: On::Both,
        }
    }
}

impl Marks {
    /// The same on precut paper, where nothing is cut along them.
    pub fn uncut(self) -> Marks {
        Marks {
            crop: On::Neither,
            targets: On::Neither,
            ..self
        }
    }
}

/// The sides on which something is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    Neither,
    Fronts,
    Backs,
    Both,
}

impl On {
    pub fn has(self, side: Side) -> bool {
        self == On::Both
            || self
                == if side == Side::Front {
                    On::Fronts
                } else {
                    On::Backs
                }
    }
}

/// The deck that a box or a tray is for.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub deck: String,
    /// The thickness of one card, including its sleeve if it has one.
    pub thickness: Um,
}
