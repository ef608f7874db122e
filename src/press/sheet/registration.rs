//! Registration marks for cutting plotters, defined in `registration.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::grid::Grid;
use super::measures::MARGIN;
use super::stroke::{Mark, Stroke};
use crate::kit::{Point, Size, Um};

/// The position and shape of the marks for a kind of plotter.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    pub name: String,
    /// The distance of the marks' corners from the edges of the paper.
    inset: Um,
    /// The length and width of a bracket's lines.
    arm: Um,
    line: Um,
    /// The size of a square mark.
    square: Um,
    /// The size of the box at each corner that must stay clear.
    clear: Um,
    /// Upper left, upper right, lower left, lower right.
    corners: [Corner; 4],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Corner {
    Square,
    Bracket,
    None,
}

/// As in the file, in mm.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegistrationRow {
    name: String,
    inset: f64,
    arm: f64,
    line: f64,
    #[serde(default)]
    square: f64,
    clear: f64,
    corners: [Corner; 4],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    pattern: Vec<RegistrationRow>,
}

impl Pattern {
    /// All known patterns.
    pub fn all() -> &'static [Pattern] {
        static ALL: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
            let rows: Rows = toml::from_str(include_str!("registration.toml"))
                .expect("the program's own file is sound");
            let pattern = |RegistrationRow {
                               name,
                               inset,
                               arm,
                               line,
                               square,
                               clear,
                               corners,
                           }| {
                let [inset, arm, line, square, clear] =
                    [inset, arm, line, square, clear].map(Um::from_mm);
                Pattern {
                    name,
                    inset,
                    arm,
                    line,
                    square,
                    clear,
                    corners,
                }
            };
            rows.pattern.into_iter().map(pattern).collect()
        });
        &ALL
    }

    pub fn find(name: &str) -> Option<&'static Pattern> {
        Pattern::all().iter().find(|pattern| pattern.name == name)
    }

    /// The corners of the marks on this paper, each with its directions into the page.
    fn corners(&self, paper: Size) -> impl Iterator<Item = (Corner, Point, i64, i64)> {
        let (left, top) = (self.inset, self.inset);
        let right = paper.w - self.inset;
        let bottom = paper.h - self.inset;
        let at = [
            (left, top, 1, 1),
            (right, top, -1, 1),
            (left, bottom, 1, -1),
            (right, bottom, -1, -1),
        ];
        std::iter::zip(self.corners, at)
            .map(|(corner, (x, y, right, down))| (corner, Point { x, y }, right, down))
    }

    /// The area for pieces, in the middle of the paper: between the marks and clear of the boxes at their corners.
    pub fn area(&self, paper: Size) -> Size {
        let (inset, box_) = (
            self.inset.max(MARGIN) * 2,
            (self.inset + self.clear).max(MARGIN) * 2,
        );
        let upright = Size::new(paper.w - inset, paper.h - box_);
        let level = Size::new(paper.w - box_, paper.h - inset);
        if upright.area() >= level.area() {
            upright
        } else {
            level
        }
    }

    /// The boxes at the corners that must stay clear.
    pub fn taken(&self, paper: Size) -> Vec<Grid> {
        let boxes = self
            .corners(paper)
            .filter(|(corner, ..)| *corner != Corner::None)
            .map(|(_, at, right, down)| {
                // The lines are centred on the corner.
                let outside = self.line.half();
                let edge = self.line.half() + self.clear;
                let start = |at: Um, toward: i64| {
                    if toward > 0 {
                        at - outside
                    } else {
                        at + outside - edge
                    }
                };
                Grid::one(
                    Point {
                        x: start(at.x, right),
                        y: start(at.y, down),
                    },
                    Size::new(edge, edge),
                )
            });
        boxes.collect()
    }

    /// The printed marks; a square is a line as wide as it is long.
    pub fn marks(&self, paper: Size) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (corner, Point { x, y }, right, down) in self.corners(paper) {
            match corner {
                Corner::None => {}
                Corner::Square => {
                    let middle = y + self.square.half() * down;
                    let line = Stroke {
                        from: Point { x, y: middle },
                        to: Point {
                            x: x + self.square * right,
                            y: middle,
                        },
                    };
                    marks.push(Mark {
                        line,
                        width: self.square,
                        on_art: false,
                    });
                }
                Corner::Bracket => {
                    // The horizontal line extends to the outer edge of the vertical one.
                    let outer = Point {
                        x: x - self.line.half() * right,
                        y,
                    };
                    let along = Stroke {
                        from: outer,
                        to: Point {
                            x: x + self.arm * right,
                            y,
                        },
                    };
                    let upright = Stroke {
                        from: Point { x, y },
                        to: Point {
                            x,
                            y: y + self.arm * down,
                        },
                    };
                    marks.extend([along, upright].map(|line| Mark {
                        line,
                        width: self.line,
                        on_art: false,
                    }));
                }
            }
        }
        marks
    }

    /// The marks for a plotter: the outline of a square, or the lines of a bracket through its corner.
    pub fn paths(&self, paper: Size) -> Vec<(Vec<Point>, bool)> {
        let path = |(corner, Point { x, y }, right, down): (Corner, Point, i64, i64)| {
            let point = |across: Um, below: Um| Point {
                x: x + across * right,
                y: y + below * down,
            };
            let none = Um::ZERO;
            match corner {
                Corner::None => None,
                Corner::Square => {
                    let edge = self.square;
                    Some((
                        vec![
                            point(none, none),
                            point(edge, none),
                            point(edge, edge),
                            point(none, edge),
                        ],
                        true,
                    ))
                }
                Corner::Bracket => Some((
                    vec![
                        point(self.arm, none),
                        point(none, none),
                        point(none, self.arm),
                    ],
                    false,
                )),
            }
        };
        self.corners(paper).filter_map(path).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Size = Size::new(Um(210_000), Um(297_000));

    #[test]
    fn marks_stand_where_their_sources_say() {
        assert_eq!(
            Pattern::all()
                .iter()
                .map(|pattern| pattern.name.as_str())
                .collect::<Vec<_>>(),
            ["three", "four"]
        );
        let four = Pattern::find("four").unwrap().paths(A4);
        let corners: Vec<Point> = four.iter().map(|(points, _)| points[1]).collect();
        // 190 x 277 mm apart, as stated in the pull request.
        assert_eq!(
            (corners[1].x - corners[0].x, corners[2].y - corners[0].y),
            (Um(190_000), Um(277_000))
        );
        let three = Pattern::find("three").unwrap();
        assert_eq!(
            three
                .paths(A4)
                .iter()
                .map(|(points, closed)| (points.len(), *closed))
                .collect::<Vec<_>>(),
            [(4, true), (3, false), (3, false)]
        );
        assert_eq!(three.marks(A4)[0].width, Um(5_000));
        assert_eq!(three.marks(A4).len(), 5);
    }

    #[test]
    fn pieces_have_room_beside_the_marks_only() {
        for pattern in Pattern::all() {
            let area = pattern.area(A4);
            let at = Point {
                x: (A4.w - area.w).half(),
                y: (A4.h - area.h).half(),
            };
            for Grid {
                at: corner, cell, ..
            } in pattern.taken(A4)
            {
                let apart = corner.x + cell.w <= at.x || corner.x >= at.x + area.w;
                // Half the width of a line is within the tolerance of cuts.
                let above =
                    corner.y + cell.h <= at.y + Um(150) || corner.y + Um(150) >= at.y + area.h;
                assert!(apart || above, "{corner:?} {cell:?} {at:?}");
            }
        }
    }
}
