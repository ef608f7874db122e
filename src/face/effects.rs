//! What PDF has nothing like, and prints as pixels.

use usvg::{BlendMode, Group, Node, Paint, Tree};

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

/// Whether everything in a group is drawn in opaque plain colours, with nothing cut away from it.
pub fn is_opaque(group: &Group) -> bool {
    let plain = group.opacity().get() == 1.0
        && group.blend_mode() == BlendMode::Normal
        && group.clip_path().is_none()
        && group.mask().is_none()
        && group.filters().is_empty();
    let is_plain = |paint: &Paint, opacity: usvg::Opacity| {
        matches!(paint, Paint::Color(_)) && opacity.get() == 1.0
    };
    plain
        && group.children().iter().all(|node| match node {
            Node::Group(inner) => is_opaque(inner),
            Node::Text(text) => is_opaque(text.flattened()),
            Node::Image(_) => false,
            Node::Path(path) => {
                let fill = path.fill();
                let stroke = path.stroke();
                fill.is_none_or(|fill| is_plain(fill.paint(), fill.opacity()))
                    && stroke.is_none_or(|stroke| is_plain(stroke.paint(), stroke.opacity()))
            }
        })
}
