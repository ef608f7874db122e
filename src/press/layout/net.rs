//! Nets: everything that is cut out in one piece, before it is placed on a sheet. A net is a label, a card, a front and a back
//! folded together, a box, or a block of equal ones that fit together.

use std::sync::Arc;

use super::pack::GAP;
use crate::kit::{Contour, Deck, Hinge, Make, Point, Segment, Shape, Size, Um};
use crate::press::sheet::{Behind, Grid, Mirror, Orientation, Placed, Sides, Stroke};

/// The most white between the bleeds of neighbouring round pieces, so that a cut beside the line does not take a neighbour's
/// colour.
pub(super) const WHITE: Um = Um(2_000);

/// A net. Its parts are in the box from the origin to its size. Its bleeds are those that the decks ask for; sheets may reduce
/// them.
#[derive(Clone, Debug, Default)]
pub struct Net {
    /// Consecutive nets with the same number stay together, such as the stickers of a die.
    pub group: Option<usize>,
    /// The printed code.
    pub code: Arc<str>,
    pub faces: Vec<Placed>,
    /// Nets of the same kind and size share cut lines; a kind is a deck, or decks that are stuck to the same board.
    pub kind: usize,
    pub size: Size,
    /// Whether it may be turned by a quarter.
    pub may_turn: bool,
    pub footprint: Footprint,
    /// The least distance to others, if it may not touch them.
    pub gutter: Um,
    /// The width of the part of its box, on each side, that only keeps others away; its bleed and theirs share it.
    pub air: Um,
    pub folds: Vec<Stroke>,
    /// Rectangles that are cut out with straight cuts.
    pub boxes: Vec<Grid>,
    /// Other straight cuts.
    pub lines: Vec<Stroke>,
    /// Outlines that are not cut straight.
    pub curves: Vec<Arc<Contour>>,
    /// For a block, the first of its equal nets.
    pub first: Option<Arc<Net>>,
}

/// How a net fits next to others of its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Footprint {
    #[default]
    Box,
    /// A hexagon with horizontal edges at the top and bottom.
    FlatHex,
    PointyHex,
    Circle,
    /// Any other outline.
    Free,
}

impl Net {
    /// The net of a single face.
    pub fn face(face: Placed, kind: usize, may_turn: bool) -> Net {
        let outline = face.outline.clone();
        let (code, size) = (face.code.clone(), face.size);
        Net {
            code,
            kind,
            size,
            may_turn,
            boxes: if outline.is_none() {
                vec![Grid::one(Point::default(), size)]
            } else {
                Vec::new()
            },
            curves: outline.into_iter().collect(),
            faces: vec![face],
            ..Net::default()
        }
    }

    /// The same net with another piece's code, faces and backs.
    pub(super) fn showing<const N: usize>(
        &self,
        code: &Arc<str>,
        faces: [(usize, Option<usize>); N],
    ) -> Net {
        let face = |(placed, (face, back)): (&Placed, _)| Placed {
            face,
            back,
            code: code.clone(),
            ..placed.clone()
        };
        Net {
            code: code.clone(),
            faces: self.faces.iter().zip(faces).map(face).collect(),
            ..self.clone()
        }
    }

    /// The net of a deck's piece at its printed size, whose back is on the other side of the paper.
    pub fn piece(
        deck: &Deck,
        kind: usize,
        size: Size,
        face: usize,
        back: Option<usize>,
        code: &Arc<str>,
    ) -> Net {
        let radius = if let Shape::Rounded(radius) = deck.shape {
            radius
        } else {
            Um::ZERO
        };
        let bleed = Sides::all(deck.bleed);
        let outline = deck.shape.outline(size).map(Arc::new);
        let kiss = deck.make == Make::Stickers;
        let code_beside = deck.code_beside;
        let code = code.clone();
        let placed = Placed {
            face,
            back,
            code,
            size,
            bleed,
            radius,
            outline,
            kiss,
            code_beside,
            ..Placed::default()
        };
        let mut net = Net::face(placed, kind, deck.may_turn);
        net.gutter = deck.gutter;
        net.footprint = match deck.shape {
            Shape::Rect | Shape::Rounded(_) => Footprint::Box,
            Shape::Circle => Footprint::Circle,
            Shape::FlatHex => Footprint::FlatHex,
            Shape::PointyHex => Footprint::PointyHex,
            Shape::Path(_) => Footprint::Free,
        };
        if matches!(net.footprint, Footprint::FlatHex | Footprint::PointyHex) {
            let outlines = std::mem::take(&mut net.curves);
            net.lines = outlines.iter().flat_map(|outline| edges(outline)).collect();
        }
        net
    }

    /// The net of a front and a back that are folded together along the deck's hinge.
    ///
    /// With bases, the order from the top is: the back's base, the back upside down, the front, the front's base. Outlines
    /// keep a distance of their bleed from the fold and the edges, since they are cut through both sides after gluing. A
    /// slit runs from the edge of each base.
    pub fn folded(deck: &Deck, kind: usize, face: usize, back: usize, code: &Arc<str>) -> Net {
        let flat = Net::piece(deck, kind, deck.size, face, None, code);
        let air = if flat.footprint == Footprint::Box {
            Um::ZERO
        } else {
            deck.bleed
        };
        let w = deck.size.w + air * 2;
        let h = deck.size.h + air * 2 + deck.base;
        let (at, size, mirror) = match deck.hinge {
            Hinge::Top => (
                Point::new(air, h + air),
                Size::new(w, h * 2),
                Mirror {
                    line: Orientation::Horizontal,
                    twice: h * 2,
                },
            ),
            Hinge::Left => (
                Point::new(w + air, air),
                Size::new(w * 2, h),
                Mirror {
                    line: Orientation::Vertical,
                    twice: w * 2,
                },
            ),
        };
        let mut front = flat.faces[0].moved(at);
        if air == Um::ZERO {
            match deck.hinge {
                Hinge::Top => front.bleed.top = Um::ZERO,
                Hinge::Left => front.bleed.left = Um::ZERO,
            }
        }
        if deck.base > Um::ZERO {
            front.bleed.bottom = Um::ZERO;
        }
        let behind = Behind { piece: 0, mirror };
        let mut other = Placed {
            face: back,
            ..front.mirrored(mirror)
        };
        other.behind = Some(behind);
        let across = |y: Um| Stroke {
            from: Point::new(Um::ZERO, y),
            to: Point::new(w, y),
        };
        let folds = match deck.hinge {
            Hinge::Left => vec![Stroke {
                from: Point::new(w, Um::ZERO),
                to: Point::new(w, h),
            }],
            Hinge::Top if deck.base == Um::ZERO => vec![across(h)],
            Hinge::Top => vec![across(deck.base), across(h), across(h * 2 - deck.base)],
        };
        let curves = front.outline.iter().cloned().collect();
        let middle = |from: Um, to: Um| Stroke {
            from: Point::new(w.half(), from),
            to: Point::new(w.half(), to),
        };
        let slits = match deck.slit {
            Um::ZERO => Vec::new(),
            deep => vec![middle(Um::ZERO, deep), middle(h * 2 - deep, h * 2)],
        };
        let footprint = Footprint::Box;
        let boxes = vec![Grid::one(Point::default(), size)];
        Net {
            faces: vec![front, other],
            size,
            footprint,
            folds,
            boxes,
            lines: slits,
            curves,
            ..flat
        }
    }

    /// Turns a shaped net into a box, with the gap that its bleed needs, and so much white between it and the next one's.
    pub(super) fn loose(self, white: Um) -> Net {
        let bleed = self
            .faces
            .iter()
            .map(|face| face.bleed.most())
            .max()
            .unwrap_or_default();
        let art = match bleed {
            Um::ZERO => Um::ZERO,
            bleed => bleed + white.half(),
        };
        let air = art.max(GAP.half()).max(self.gutter.half());
        let mut loose = self.within(air);
        loose.footprint = Footprint::Box;
        loose
    }

    /// Adds half of its gutter around it, so that it may touch others that have theirs.
    pub(super) fn spaced(self) -> Net {
        match self.gutter {
            Um::ZERO => self,
            gutter => self.within(gutter.half()),
        }
    }

    /// Puts it in a larger box, with this gap on every side.
    fn within(self, air: Um) -> Net {
        let mut net = self.moved(Point::new(air, air));
        net.size = Size::new(net.size.w + air * 2, net.size.h + air * 2);
        net.gutter = Um::ZERO;
        net.air += air;
        net
    }

    /// The area that its pieces cover, in square millimetres.
    pub(crate) fn area(&self) -> f64 {
        self.faces
            .iter()
            .map(|face| {
                face.outline
                    .as_ref()
                    .map_or(face.size.area(), |line| line.area())
            })
            .sum()
    }

    /// Combines nets into one.
    pub fn block(nets: impl IntoIterator<Item = (Net, Point)>) -> Net {
        let (mut block, nets) = (Net::default(), nets.into_iter());
        block.faces.reserve(nets.size_hint().0);
        for (index, (net, at)) in nets.enumerate() {
            if index == 0 {
                (block.kind, block.code) = (net.kind, net.code.clone());
                (block.may_turn, block.gutter) = (net.may_turn, net.gutter);
            }
            let net = net.moved(at);
            block.size.w = block.size.w.max(at.x + net.size.w);
            block.size.h = block.size.h.max(at.y + net.size.h);
            block.add(net);
        }
        block
    }

    /// Adds the parts of another net.
    pub(super) fn add(&mut self, net: Net) {
        let before = self.faces.len();
        self.faces.extend(net.faces.into_iter().map(|mut face| {
            if let Some(behind) = face.behind {
                face.behind = Some(Behind {
                    piece: behind.piece + before,
                    ..behind
                });
            }
            face
        }));
        self.folds.extend(net.folds);
        self.boxes.extend(net.boxes);
        self.lines.extend(net.lines);
        self.curves.extend(net.curves);
    }

    /// Moves its parts.
    pub fn moved(mut self, by: Point) -> Net {
        self.faces
            .iter_mut()
            .for_each(|face| *face = face.moved(by));
        let there = |point: Point| Point::new(point.x + by.x, point.y + by.y);
        self.place(there);
        self.boxes
            .iter_mut()
            .for_each(|grid| grid.at = there(grid.at));
        self
    }

    /// Scales every length with `there`.
    pub(super) fn scaled(mut self, there: impl Fn(Um) -> Um) -> Net {
        let point = |at: Point| Point::new(there(at.x), there(at.y));
        let size = |of: Size| Size::new(there(of.w), there(of.h));
        for face in &mut self.faces {
            let Sides {
                top,
                right,
                bottom,
                left,
            } = face.bleed;
            face.bleed = Sides {
                top: there(top),
                right: there(right),
                bottom: there(bottom),
                left: there(left),
            };
            (face.at, face.size, face.radius) =
                (point(face.at), size(face.size), there(face.radius));
            face.outline = face
                .outline
                .as_ref()
                .map(|outline| Arc::new(outline.map(point)));
            face.clip = face.clip.iter().map(|contour| contour.map(point)).collect();
            if let Some(behind) = &mut face.behind {
                behind.mirror.twice = there(behind.mirror.twice);
            }
        }
        self.place(point);
        self.boxes
            .iter_mut()
            .for_each(|grid| (grid.at, grid.cell) = (point(grid.at), size(grid.cell)));
        (self.size, self.gutter, self.air) = (size(self.size), there(self.gutter), there(self.air));
        self
    }

    /// Turns the net clockwise by a quarter.
    pub fn turned(mut self) -> Net {
        let height = self.size.h;
        self.faces
            .iter_mut()
            .for_each(|face| *face = face.turned(height));
        self.place(|point| turned(point, height));
        for grid in &mut self.boxes {
            *grid = Grid {
                at: Point::new(height - grid.at.y - grid.cell.h * grid.rows, grid.at.x),
                cell: grid.cell.turned(),
                columns: grid.rows,
                rows: grid.columns,
            };
        }
        self.size = self.size.turned();
        self.footprint = match self.footprint {
            Footprint::FlatHex => Footprint::PointyHex,
            Footprint::PointyHex => Footprint::FlatHex,
            other => other,
        };
        self
    }
}

impl Net {
    fn place(&mut self, there: impl Fn(Point) -> Point) {
        for stroke in self.folds.iter_mut().chain(&mut self.lines) {
            *stroke = Stroke {
                from: there(stroke.from),
                to: there(stroke.to),
            }
            .ordered();
        }
        self.curves
            .iter_mut()
            .for_each(|curve| *curve = Arc::new(curve.map(&there)));
    }
}

/// The new position of a point when a box of this height is turned clockwise by a quarter.
fn turned(point: Point, height: Um) -> Point {
    Point::new(height - point.y, point.x)
}

/// The straight edges of an outline, each from its upper or left end.
pub(super) fn edges(outline: &Contour) -> Vec<Stroke> {
    let mut from = outline.start;
    let ends = outline.segments.iter().filter_map(|segment| match segment {
        Segment::Line(to) => Some(*to),
        Segment::Cubic(..) => None,
    });
    ends.chain([outline.start])
        .map(|to| {
            Stroke {
                from: std::mem::replace(&mut from, to),
                to,
            }
            .ordered()
        })
        .filter(|edge| edge.from != edge.to)
        .collect()
}

impl Placed {
    fn moved(&self, by: Point) -> Placed {
        let there = |point: Point| Point::new(point.x + by.x, point.y + by.y);
        let behind = self.behind.map(|behind| {
            let shift = if behind.mirror.line == Orientation::Vertical {
                by.x
            } else {
                by.y
            };
            Behind {
                mirror: Mirror {
                    twice: behind.mirror.twice + shift * 2,
                    ..behind.mirror
                },
                ..behind
            }
        });
        let outline = self
            .outline
            .as_ref()
            .map(|outline| Arc::new(outline.map(there)));
        Placed {
            at: there(self.at),
            outline,
            behind,
            ..self.clone()
        }
    }

    /// Turns a piece clockwise by a quarter, with the box of this height that it is in.
    fn turned(&self, height: Um) -> Placed {
        let behind = self.behind.map(|behind| {
            let mirror = match behind.mirror.line {
                Orientation::Vertical => Mirror {
                    line: Orientation::Horizontal,
                    twice: behind.mirror.twice,
                },
                Orientation::Horizontal => Mirror {
                    line: Orientation::Vertical,
                    twice: height * 2 - behind.mirror.twice,
                },
            };
            Behind { mirror, ..behind }
        });
        let Sides {
            top,
            right,
            bottom,
            left,
        } = self.bleed;
        Placed {
            at: Point::new(height - self.at.y - self.size.h, self.at.x),
            size: self.size.turned(),
            turns: (self.turns + 1) % 4,
            bleed: Sides {
                top: left,
                right: top,
                bottom: right,
                left: bottom,
            },
            outline: self
                .outline
                .as_ref()
                .map(|outline| Arc::new(outline.map(|point| turned(point, height)))),
            behind,
            ..self.clone()
        }
    }
}
