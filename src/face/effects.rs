//! What PDF has nothing like, and prints as pixels.

use usvg::Tree;

/// The resolution of such pixels, in dots per millimetre: 305 dpi.
pub const DOTS: f32 = 12.0;

/// An effect that prints as pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// A filter: those pixels are the elements that have it.
    Filter,
    /// A pattern that is turned: those are everything that is drawn with it.
    TurnedPattern,
}

impl Effect {
    /// For people.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Filter => "filters",
            Effect::TurnedPattern => "rotated patterns",
        }
    }
}

/// The effects in a tree.
pub fn effects(tree: &Tree) -> Vec<Effect> {
    let is_turned = |pattern: &std::sync::Arc<usvg::Pattern>| {
        let transform = pattern.transform();
        transform.kx.abs() > 1e-6 || transform.ky.abs() > 1e-6
    };
    let filter = (!tree.filters().is_empty()).then_some(Effect::Filter);
    let turned = tree.patterns().iter().any(is_turned);
    let turned = turned.then_some(Effect::TurnedPattern);
    filter.into_iter().chain(turned).collect()
}
