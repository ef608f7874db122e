//! What is wished for: which pieces, on which paper, laid out and marked how.

use crate::kit::{Deck, Ink, Make, Shape, Side, Size, Um};
use crate::press::printer::Profile;
use crate::press::proof::Record;
use crate::press::sheet::Flip;
use crate::press::sheet::registration::Pattern;
use crate::press::sheet::stock::Stock;

/// What to print.
#[derive(Clone, Debug)]
pub struct Order {
    pub paper: Size,
    /// The paper's name, as printed on the sheet: "a4".
    pub paper_name: String,
    pub ink: Ink,
    /// How many sets.
    pub copies: usize,
    pub stickers: Stickers,
    /// How large hexagons are made, from edge to edge; as the kit says if not given.
    pub hex: Option<Um>,
    pub layout: Layout,
    /// Dice to fold and glue instead of stickers for dice.
    pub paper_dice: bool,
    /// How large everything is printed, in per cent.
    pub scale: i64,
    /// Pieces that differ in this field are on sheets of their own.
    pub by: Option<String>,
    /// A box for one of the decks.
    pub tuckbox: Option<Wanted>,
    /// An open tray for one of the decks.
    pub tray: Option<Wanted>,
    /// The printer to make up for, by name.
    pub printer: Option<(String, Profile)>,
    pub corrects: Corrects,
    /// What a cutting plotter looks for.
    pub registration: Option<&'static Pattern>,
    /// What the paper is, if it is cut already; `paper` is as large.
    pub stock: Option<Stock>,
    /// Print the rules too, where the kit has some.
    pub rules: bool,
    /// Print only what is new or changed since then, and no guide.
    pub since: Option<Record>,
}

impl Order {
    /// One set, as the kit says, on a printer that is right.
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

    /// How fronts and backs come together: as it is wished, or as the paper asks.
    pub(crate) fn scheme(&self) -> Scheme {
        match &self.stock {
            Some(Stock { cards: true, .. }) => Scheme::Duplex,
            Some(_) => Scheme::Label,
            None => self.layout.scheme,
        }
    }

    /// A length as it is printed.
    pub(crate) fn scaled(&self, length: Um) -> Um {
        Um(length.0 * self.scale / 100)
    }

    /// The trimmed size a deck is printed at, before all is [scaled](Order::scaled).
    pub(crate) fn printed_size(&self, deck: &Deck) -> Size {
        let square = |edge: Um| Size::new(edge, edge);
        // From corner to corner, given from edge to edge.
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

/// What makes up for a printer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corrects {
    /// Pages are printed so that they land where they should, which is where cut files cut.
    Pages,
    /// Pages stay as they are, for sheets that are printed already; cut files cut where they landed.
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

/// How large die labels are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stickers {
    /// As the kit says.
    ByKit,
    /// With this edge.
    Edge(Um),
    /// For plain dice with this edge: smaller by the kit's recess.
    ForDie(Um),
}

/// How sheets are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    pub scheme: Scheme,
    pub flip: Flip,
    pub prints: Prints,
    pub marks: Marks,
    /// Whether pieces touch and share their cuts even where their decks ask for gutters.
    pub touching: bool,
}

/// How fronts and backs of pieces come together. Pieces that are folded, and stickers, are printed in their own way always.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// As each deck is made.
    #[default]
    Auto,
    /// Everything on one side of label paper; backs are labels of their own.
    Label,
    /// Whatever has a back on both sides of the paper.
    Duplex,
    /// Whatever has a back on one side of the paper, to be folded in the middle and glued.
    Gutterfold,
}

impl Scheme {
    pub const ALL: [Scheme; 4] = [Scheme::Auto, Scheme::Label, Scheme::Duplex, Scheme::Gutterfold];

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
    /// The outlines of the fronts, and nothing within them.
    Outlines,
}

impl Prints {
    pub const ALL: [Prints; 4] = [Prints::Both, Prints::Fronts, Prints::Backs, Prints::Outlines];

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

/// Marks that are printed if they are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The cuts themselves, on sheets that are cut along printed lines.
    pub lines: On,
    /// Short lines at the corners of pieces that have no cut lines.
    pub crop: On,
    /// Lines from the pieces to the edge of the paper, instead.
    pub guides: On,
    /// The folds. On backs they are printed on the other side of the paper, where they show on nothing.
    pub fold: On,
    /// Codes beside the pieces of decks that ask for them.
    pub codes: On,
    /// Crossed circles in the corners of two-sided sheets, one behind the other.
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

/// On which sides something is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    Neither,
    Fronts,
    Backs,
    Both,
}

impl On {
    pub fn has(self, side: Side) -> bool {
        self == On::Both || self == if side == Side::Front { On::Fronts } else { On::Backs }
    }
}

/// Which deck a box or a tray is for.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub deck: String,
    /// Of one card; with its sleeve, if it has one.
    pub thickness: Um,
}
