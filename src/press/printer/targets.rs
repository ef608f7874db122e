//! The distances that a crafter measures on the calibration sheet.
//!
//! Each side has four crosses, [`INSET`] from the edges of the paper. Two distances from the side edge and two from the top
//! edge tell offset and rotation, two between crosses the scales; one is more than needed, so a slip shows. The back is
//! measured from its right edge, which is the front's left one: then it does not matter how exactly the paper is cut.

use crate::kit::{Point, Side, Size, Um};

/// From the edges of the paper to the crosses.
pub const INSET: Um = Um(20_000);

/// How many distances there are: as many on the back as on the front.
pub const COUNT: usize = 12;

/// A distance to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// As printed, from 1.
    pub number: usize,
    pub side: Side,
    pub span: Span,
}

/// From where to where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// From an edge of the paper straight to a cross.
    Edge(Edge, Point),
    /// Between two crosses, along a line that is level on the page.
    Across(Point, Point),
    /// Between two crosses, along a line that is upright on the page.
    Down(Point, Point),
}

/// An edge of the paper, looking at the printed side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Left,
    Right,
    Top,
}

impl Target {
    /// What it measures on a perfect print.
    pub fn nominal(&self, paper: Size) -> Um {
        match self.span {
            Span::Edge(Edge::Left, cross) => cross.x,
            Span::Edge(Edge::Right, cross) => paper.w - cross.x,
            Span::Edge(Edge::Top, cross) => cross.y,
            Span::Across(from, to) => to.x - from.x,
            Span::Down(from, to) => to.y - from.y,
        }
    }

    /// What it is, in words: "left edge to the upper left cross".
    pub fn words(&self, paper: Size) -> String {
        let place = |cross: Point| {
            let row = if cross.y < paper.h.half() { "upper" } else { "lower" };
            let column = if cross.x < paper.w.half() { "left" } else { "right" };
            format!("{row} {column} cross")
        };
        match self.span {
            Span::Edge(Edge::Left, cross) => format!("left edge to the {}", place(cross)),
            Span::Edge(Edge::Right, cross) => format!("right edge to the {}", place(cross)),
            Span::Edge(Edge::Top, cross) => format!("top edge to the {}", place(cross)),
            Span::Across(from, to) | Span::Down(from, to) => format!("{} to {}", place(from), place(to)),
        }
    }
}

/// The crosses of a page: upper left and right, lower left and right.
pub fn crosses(paper: Size) -> [Point; 4] {
    let (right, bottom) = (paper.w - INSET, paper.h - INSET);
    [(INSET, INSET), (right, INSET), (INSET, bottom), (right, bottom)].map(|(x, y)| Point { x, y })
}

/// All distances of a sheet of this paper, in the order of their numbers.
pub fn targets(paper: Size) -> [Target; COUNT] {
    let [upper_left, upper_right, lower_left, lower_right] = crosses(paper);
    let front = [
        Span::Edge(Edge::Left, upper_left),
        Span::Edge(Edge::Left, lower_left),
        Span::Edge(Edge::Top, upper_left),
        Span::Edge(Edge::Top, upper_right),
        Span::Across(upper_left, upper_right),
        Span::Down(upper_left, lower_left),
    ];
    let back = [
        Span::Edge(Edge::Right, upper_right),
        Span::Edge(Edge::Right, lower_right),
        Span::Edge(Edge::Top, upper_right),
        Span::Edge(Edge::Top, upper_left),
        Span::Across(upper_left, upper_right),
        Span::Down(upper_right, lower_right),
    ];
    std::array::from_fn(|index| {
        let (side, span) = match index.checked_sub(front.len()) {
            None => (Side::Front, front[index]),
            Some(index) => (Side::Back, back[index]),
        };
        Target { number: index + 1, side, span }
    })
}
