//! How pieces are made.

/// How a deck's pieces are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Make {
    /// Printed on one side, stuck to something and cut out. A back is a separate label.
    Labels,
    /// One sticker for each face of a die.
    Stickers,
    /// Printed on card, on both sides if there is a back, and cut out.
    Cards,
    /// Front and back side by side, folded together along the hinge: standees, sleeves, and tokens without duplex printing.
    Fold,
}

impl Make {
    pub(super) const ALL: [Make; 4] = [Make::Labels, Make::Stickers, Make::Cards, Make::Fold];

    /// The value of `make` in a kit.
    pub fn name(self) -> &'static str {
        match self {
            Make::Labels => "labels",
            Make::Stickers => "stickers",
            Make::Cards => "cards",
            Make::Fold => "fold",
        }
    }
}
