//! Rows and columns of equal rectangles.

use crate::kit::{Point, Size};

/// Equal rectangles that touch, in rows and columns. A single piece is a grid of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    pub at: Point,
    pub cell: Size,
    pub columns: i64,
    pub rows: i64,
}

impl Grid {
    pub fn one(at: Point, cell: Size) -> Grid {
        Grid {
            at,
            cell,
            columns: 1,
            rows: 1,
        }
    }

    /// The position and size of each cell.
    pub fn cells(&self) -> impl Iterator<Item = (Point, Size)> {
        let Grid {
            at,
            cell,
            columns,
            rows,
        } = *self;
        let place = move |row: i64, column: i64| Point {
            x: at.x + cell.w * column,
            y: at.y + cell.h * row,
        };
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (place(row, column), cell)))
    }

    /// Its extent along one axis: start, cell, end.
    pub(super) fn along(&self, axis: Axis) -> (i64, i64, i64) {
        let (start, cell, count) = match axis {
            Axis::X => (self.at.x.0, self.cell.w.0, self.columns),
            Axis::Y => (self.at.y.0, self.cell.h.0, self.rows),
        };
        (start, cell, start + cell * count)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    X,
    Y,
}

impl Axis {
    pub(super) fn other(self) -> Axis {
        match self {
            Axis::X => Axis::Y,
            Axis::Y => Axis::X,
        }
    }
}
