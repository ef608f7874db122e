//! The distances to measure on the calibration sheet.
//!
//! Each side has four crosses, [`INSET`] from the edges of the paper. Two distances from the side edge and two from the top
//! edge determine offset and rotation, and two between crosses determine the scales. One more than necessary is measured, so
//! that a misreading shows. The back is measured from its right edge, which is the front's left edge, so the paper need not
//! be cut exactly.

use crate::kit::{Point, Side, Size, Um};

/// The distance of the crosses from the edges of the paper.
pub const INSET: Um = Um(20_000);

/// The number of distances; half of them are on the back.
pub const COUNT: usize = 12;

/// A distance to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The printed number, counted from 1.
    pub number: usize,
    pub side: Side,
    pub span: Span,
}

/// The end points of a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// From an edge of the paper perpendicularly to a cross.
    Edge(Edge, Point),
    /// Between two crosses, along a horizontal line on the page.
    Across(Point, Point),
    /// Between two crosses, along a vertical line on the page.
    Down(Point, Point),
}

/// An edge of the paper, as seen from the printed side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Left,
    Right,
    Top,
}

impl Target {
    /// The length on a perfect print.
    pub fn nominal(&self, paper: Size) -> Um {
        match self.span {
            Span::Edge(Edge::Left, cross) => cross.x,
            Span::Edge(Edge::Right, cross) => paper.w - cross.x,
            Span::Edge(Edge::Top, cross) => cross.y,
            Span::Across(from, to) => to.x - from.x,
            Span::Down(from, to) => to.y - from.y,
        }
    }

    /// A description: "left edge to the upper left cross".
    pub fn words(&self, paper: Size) -> String {
        let place = |cross: Point| {
            let row = if cross.y < paper.h.half() {
                "upper"
            } else {
                "lower"
            };
            let column = if cross.x < paper.w.half() {
                "left"
            } else {
                "right"
            };
            format!("{row} {column} cross")
        };
        match self.span {
            Span::Edge(Edge::Left, cross) => format!("left edge to the {}", place(cross)),
            Span::Edge(Edge::Right, cross) => format!("right edge to the {}", place(cross)),
            Span::Edge(Edge::Top, cross) => format!("top edge to the {}", place(cross)),
            Span::Across(from, to) | Span::Down(from, to) => {
                format!("{} to {}", place(from), place(to))
            }
        }
    }
}

/// The crosses on a page: upper left, upper right, lower left, lower right.
pub fn crosses(paper: Size) -> [Point; 4] {
    let (right, bottom) = (paper.w - INSET, paper.h - INSET);
    [
        (INSET, INSET),
        (right, INSET),
        (INSET, bottom),
        (right, bottom),
    ]
    .map(|(x, y)| Point { x, y })
}

/// All distances on a sheet of this paper, in the order of their numbers.
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
        Target {
            number: index + 1,
            side,
            span,
        }
    })
}
