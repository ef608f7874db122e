//! Files for cutting plotters, organized by tool.
//!
//! * This module turns a sheet's pieces into [`Path`]s. [`svg`], [`dxf`]: the writers.
//!
//! Positions are those on the paper, in micrometres. A page corrected for its printer lands at the sheet's positions, and the
//! plotter cuts there. A page that is not corrected is slightly off, and the paths, including the marks, follow its
//! [`drift`](Sheet::drift).

pub mod dxf;
pub mod svg;

use std::collections::{HashMap, HashSet};

use crate::kit::{Contour, Point, Segment, Size, Um};
use crate::press::sheet::cuts::strokes;
use crate::press::sheet::registration::Pattern;
use crate::press::sheet::{Affine, Grid, Placed, Sheet, Stroke};

/// The tool that follows a path, in the order of work: the cuts that free pieces from the sheet come after the others, so that it
/// stays in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tool {
    /// No tool: marks that the plotter's camera looks for.
    Registration,
    /// A fold.
    Score,
    /// Cuts through the label but not the backing.
    KissCut,
    /// Cuts all the way through.
    Cut,
    /// Cuts all the way through what was folded and glued after the other cuts.
    FinalCut,
}

impl Tool {
    pub const ALL: [Tool; 5] = [
        Tool::Registration,
        Tool::Score,
        Tool::KissCut,
        Tool::Cut,
        Tool::FinalCut,
    ];

    /// The name of its layer.
    pub fn layer(self) -> &'static str {
        match self {
            Tool::Registration => "registration",
            Tool::Score => "score",
            Tool::KissCut => "kiss-cut",
            Tool::Cut => "cut",
            Tool::FinalCut => "final-cut",
        }
    }
}

/// A line that a tool follows without lifting.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    pub tool: Tool,
    pub start: Point,
    pub steps: Vec<PathStep>,
    /// Whether it ends where it starts; then the last step leads there.
    pub closed: bool,
    /// The code of the piece it outlines; empty for a line shared by several pieces.
    pub code: String,
}

/// A part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStep {
    Line(Point),
    /// A quarter circle, clockwise as seen on the page.
    Corner {
        to: Point,
        radius: Um,
    },
    /// A cubic Bézier curve: its control points and its end.
    Curve(Point, Point, Point),
}

impl PathStep {
    pub fn end(self) -> Point {
        match self {
            PathStep::Line(to) | PathStep::Corner { to, .. } | PathStep::Curve(_, _, to) => to,
        }
    }
}

/// Every path on a sheet, tool by tool.
///
/// A piece has its own closed outline. Straight-edged pieces that touch are cut along common lines instead, each from end to
/// end. If other outlines touch, such as those of paper dice, the later one omits the shared edges.
pub fn paths(sheet: &Sheet, registration: Option<&Pattern>) -> Vec<Path> {
    let mut paths = Vec::new();
    for (points, closed) in registration
        .map(|pattern| pattern.paths(sheet.size))
        .unwrap_or_default()
    {
        paths.extend(polygon(Tool::Registration, &points, closed));
    }
    paths.extend(sheet.folds.iter().map(|fold| line(Tool::Score, fold)));
    let glued = Glued::on(sheet);
    let boxes: Vec<Blank> = sheet
        .boxes
        .iter()
        .flat_map(Grid::cells)
        .map(|(at, size)| Blank::of(at, size, sheet, &glued))
        .collect();
    for tool in [Tool::KissCut, Tool::Cut, Tool::FinalCut] {
        let boxes: Vec<&Blank> = boxes.iter().filter(|blank| blank.tool == tool).collect();
        let shares = |blank: &Blank| {
            let others = boxes.iter().filter(|other| !std::ptr::eq(**other, blank));
            blank.radius == Um::ZERO
                && others
                    .into_iter()
                    .any(|other| other.radius == Um::ZERO && touch(blank, other))
        };
        let (shared, alone): (Vec<&Blank>, Vec<&Blank>) =
            boxes.iter().partition(|blank| shares(blank));
        let grids: Vec<Grid> = shared
            .iter()
            .map(|blank| Grid::one(blank.at, blank.size))
            .collect();
        paths.extend(
            strokes(&grids, &[], Um::ZERO)
                .iter()
                .map(|stroke| line(tool, stroke)),
        );
        let mut done = CutEdges::default();
        paths.extend(
            alone
                .into_iter()
                .flat_map(|blank| without_cut_edges(rectangle(tool, blank), &mut done)),
        );
        for curve in &sheet.curves {
            let outlined = |piece: &Placed| piece.outline.as_ref() == Some(curve);
            let index = sheet.placed.iter().position(outlined);
            if tool == glued.tool(sheet, index) {
                let code = index.map_or("", |index| &sheet.placed[index].code);
                paths.extend(without_cut_edges(outline(tool, curve, code), &mut done));
            }
        }
    }
    let edges = glued.edges(sheet);
    let straight = |stroke: &Stroke| {
        let is_glued = edges.contains(&(stroke.from, stroke.to));
        line(if is_glued { Tool::FinalCut } else { Tool::Cut }, stroke)
    };
    paths.extend(sheet.lines.iter().map(straight));
    if !sheet.drift.is_identity() {
        paths.iter_mut().for_each(|path| path.follow(&sheet.drift));
    }
    paths
}

/// The distance from the end of a quarter circle to its control point, relative to the radius.
const KAPPA: f64 = 0.552_284_75;

impl Path {
    /// Moves it to where a printer puts it; corners become curves.
    pub(in crate::press::write) fn follow(&mut self, drift: &Affine) {
        let there = |point: Point| {
            let [x, y] = drift.apply([point.x.mm(), point.y.mm()]);
            Point::new(Um::from_mm(x), Um::from_mm(y))
        };
        let mut at = self.start;
        for step in &mut self.steps {
            let end = step.end();
            *step = match *step {
                PathStep::Line(to) => PathStep::Line(there(to)),
                PathStep::Curve(one, two, to) => PathStep::Curve(there(one), there(two), there(to)),
                // After stretching, a corner is no longer circular. Clockwise, the upper right and lower left ones begin
                // horizontally.
                PathStep::Corner { to, .. } => {
                    let level = (to.x >= at.x) == (to.y >= at.y);
                    let corner = if level {
                        Point::new(to.x, at.y)
                    } else {
                        Point::new(at.x, to.y)
                    };
                    let toward = |from: Point| {
                        let part = |from: Um, to: Um| from + Um::from_mm((to - from).mm() * KAPPA);
                        Point::new(part(from.x, corner.x), part(from.y, corner.y))
                    };
                    PathStep::Curve(there(toward(at)), there(toward(to)), there(to))
                }
            };
            at = end;
        }
        self.start = there(self.start);
    }
}

/// A rectangle to cut out: a piece, or several that are folded together.
struct Blank<'s> {
    at: Point,
    size: Size,
    radius: Um,
    tool: Tool,
    code: &'s str,
}

impl<'s> Blank<'s> {
    fn of(at: Point, size: Size, sheet: &'s Sheet, glued: &Glued) -> Blank<'s> {
        let fills = |piece: &Placed| (piece.at, piece.size) == (at, size);
        let index = sheet.placed.iter().position(fills);
        let piece = index.map(|index| &sheet.placed[index]);
        let (radius, code) = piece.map_or((Um::ZERO, ""), |piece| (piece.radius, &piece.code));
        Blank {
            at,
            size,
            radius,
            tool: glued.tool(sheet, index),
            code,
        }
    }
}

/// The fronts whose backs are folded behind them and glued: both are cut out together, after all other work.
struct Glued(HashSet<usize>);

impl Glued {
    fn on(sheet: &Sheet) -> Glued {
        let backs = sheet.placed.iter().filter_map(|piece| piece.behind);
        Glued(backs.map(|back| back.piece).collect())
    }

    /// The tool that cuts out a piece, given by its index on the sheet.
    fn tool(&self, sheet: &Sheet, index: Option<usize>) -> Tool {
        match index {
            Some(index) if self.0.contains(&index) => Tool::FinalCut,
            _ => Tool::of(index.map(|index| &sheet.placed[index])),
        }
    }

    /// The edges of their outlines, in both directions.
    fn edges(&self, sheet: &Sheet) -> HashSet<(Point, Point)> {
        let outlines = self.0.iter().filter_map(|index| {
            let piece = sheet.placed.get(*index)?;
            piece.outline.as_ref()
        });
        let mut edges = HashSet::new();
        for outline in outlines {
            let corners = outline.corners(Um(1));
            let following = corners.iter().cycle().skip(1);
            for (from, to) in corners.iter().zip(following) {
                edges.extend([(*from, *to), (*to, *from)]);
            }
        }
        edges
    }
}

impl Tool {
    fn of(piece: Option<&Placed>) -> Tool {
        if piece.is_some_and(|piece| piece.kiss) {
            Tool::KissCut
        } else {
            Tool::Cut
        }
    }
}

/// Whether two pieces share part of an edge.
fn touch(one: &Blank, two: &Blank) -> bool {
    let span = |piece: &Blank| {
        (
            piece.at.x,
            piece.at.x + piece.size.w,
            piece.at.y,
            piece.at.y + piece.size.h,
        )
    };
    let ((left, right, top, bottom), (left2, right2, top2, bottom2)) = (span(one), span(two));
    let beside = (right == left2 || right2 == left) && top < bottom2 && top2 < bottom;
    let below = (bottom == top2 || bottom2 == top) && left < right2 && left2 < right;
    beside || below
}

fn line(tool: Tool, stroke: &Stroke) -> Path {
    Path {
        tool,
        start: stroke.from,
        steps: vec![PathStep::Line(stroke.to)],
        closed: false,
        code: String::new(),
    }
}

fn polygon(tool: Tool, points: &[Point], closed: bool) -> Option<Path> {
    let (start, others) = points.split_first()?;
    let back = closed.then_some(*start);
    let steps = others
        .iter()
        .copied()
        .chain(back)
        .map(PathStep::Line)
        .collect();
    Some(Path {
        tool,
        start: *start,
        steps,
        closed,
        code: String::new(),
    })
}

/// An outline of any shape.
fn outline(tool: Tool, contour: &Contour, code: &str) -> Path {
    let mut steps: Vec<PathStep> = contour
        .segments
        .iter()
        .map(|segment| match *segment {
            Segment::Line(to) => PathStep::Line(to),
            Segment::Cubic(one, two, to) => PathStep::Curve(one, two, to),
        })
        .collect();
    if steps.last().map(|step| step.end()) != Some(contour.start) {
        steps.push(PathStep::Line(contour.start));
    }
    Path {
        tool,
        start: contour.start,
        steps,
        closed: true,
        code: code.to_owned(),
    }
}

/// The outline of a rectangle, clockwise from its top left.
fn rectangle(tool: Tool, piece: &Blank) -> Path {
    let (left, top) = (piece.at.x, piece.at.y);
    let right = left + piece.size.w;
    let bottom = top + piece.size.h;
    let radius = piece
        .radius
        .min(piece.size.w.half())
        .min(piece.size.h.half());
    let point = |x, y| Point { x, y };
    // Where each edge ends, and where the next one begins.
    let corners = [
        (point(right - radius, top), point(right, top + radius)),
        (point(right, bottom - radius), point(right - radius, bottom)),
        (point(left + radius, bottom), point(left, bottom - radius)),
        (point(left, top + radius), point(left + radius, top)),
    ];
    let start = point(left + radius, top);
    let mut steps = Vec::new();
    let mut at = start;
    for (end, next) in corners {
        if end != at {
            steps.push(PathStep::Line(end));
        }
        if next != end {
            steps.push(PathStep::Corner { to: next, radius });
        }
        at = next;
    }
    Path {
        tool,
        start,
        steps,
        closed: true,
        code: piece.code.to_string(),
    }
}

/// The straight edges that are already cut: by the position of a horizontal or vertical line, its parts; and slanting ones.
#[derive(Default)]
struct CutEdges {
    parts: HashMap<(bool, Um), Vec<(Um, Um)>>,
    slanting: HashSet<(Point, Point)>,
}

impl CutEdges {
    /// Records an edge as cut; returns those of its parts that were not cut before, in its direction.
    fn rest(&mut self, from: Point, to: Point) -> Vec<(Point, Point)> {
        let level = from.y == to.y;
        if !level && from.x != to.x {
            let first = self.slanting.insert((from.min(to), from.max(to)));
            return first.then_some((from, to)).into_iter().collect();
        }
        let along = |point: Point| if level { point.x } else { point.y };
        let at = |along: Um| {
            if level {
                Point::new(along, from.y)
            } else {
                Point::new(from.x, along)
            }
        };
        let low = along(from).min(along(to));
        let high = along(from).max(along(to));
        let cut = self
            .parts
            .entry((level, if level { from.y } else { from.x }))
            .or_default();
        let (mut rest, mut reach) = (Vec::new(), low);
        for &(start, end) in cut
            .iter()
            .filter(|(start, end)| *start < high && *end > low)
        {
            if start > reach {
                rest.push((at(reach), at(start)));
            }
            reach = reach.max(end);
        }
        if reach < high {
            rest.push((at(reach), at(high)));
        }
        cut.push((low, high));
        cut.sort_unstable();
        if along(from) > along(to) {
            rest.reverse();
            rest.iter_mut()
                .for_each(|(start, end)| std::mem::swap(start, end));
        }
        rest
    }
}

/// The outline without straight edges, or parts of them, that are already cut; as open paths if something is left out.
fn without_cut_edges(outline: Path, done: &mut CutEdges) -> Vec<Path> {
    let mut parts: Vec<Path> = Vec::new();
    let mut at = outline.start;
    let mut whole = true;
    for step in &outline.steps {
        let end = step.end();
        let rest = match step {
            PathStep::Line(_) => done.rest(at, end),
            _ => vec![(at, end)],
        };
        whole &= rest == [(at, end)];
        for (from, to) in rest {
            let step = if let PathStep::Line(_) = step {
                PathStep::Line(to)
            } else {
                *step
            };
            match parts
                .last_mut()
                .filter(|part| part.steps.last().map(|step| step.end()) == Some(from))
            {
                Some(part) => part.steps.push(step),
                None => parts.push(Path {
                    start: from,
                    steps: vec![step],
                    closed: false,
                    ..outline.clone()
                }),
            }
        }
        at = end;
    }
    if whole { vec![outline] } else { parts }
}

#[cfg(test)]
mod tests;
