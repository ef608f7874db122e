//! What of an element is seen, so that pressing there is pressing it.

use std::fmt::Write;

use serde::Serialize;
use usvg::tiny_skia_path::{PathSegment, Transform};
use usvg::{FillRule, Group, Node, Path, Rect};

/// The most letters of all traces on a face; what is drawn more finely than that is pressed by its box.
const MOST: usize = 1 << 17;

/// A shape that is seen, in mm from the corner of the trimmed piece.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct Trace {
    /// As an SVG path has it.
    pub d: String,
    /// How it is filled: "nonzero" or "evenodd", or not at all.
    pub fill: Option<&'static str>,
    /// The width of its line, 0 for none.
    pub line: f64,
}

/// Makes the traces of a face.
pub struct Tracer {
    bleed: f64,
    left: usize,
}

impl Tracer {
    pub fn new(bleed: f64) -> Tracer {
        Tracer { bleed, left: MOST }
    }

    /// What is seen of this: words by the boxes of their lines, pictures by theirs.
    pub fn of(&mut self, drawn: &Node) -> Vec<Trace> {
        let mut traces = Vec::new();
        self.add(drawn, None, &mut traces);
        traces
    }

    fn add(&mut self, drawn: &Node, clip: Option<[f64; 4]>, traces: &mut Vec<Trace>) {
        match drawn {
            Node::Group(group) if group.opacity().get() > 0.0 => {
                let clip = clipped(group, clip);
                for child in group.children() {
                    self.add(child, clip, traces);
                }
            }
            Node::Path(path) if path.is_visible() => traces.extend(self.path(path)),
            Node::Image(image) if image.is_visible() => {
                let area = within(area_in(image.abs_bounding_box()), clip);
                traces.extend(area.map(|area| self.filled(area)));
            }
            Node::Text(text) => {
                let area = within(area_in(text.abs_bounding_box()), clip);
                traces.extend(area.map(|area| self.filled(area)));
            }
            _ => {}
        }
    }

    fn path(&mut self, path: &Path) -> Option<Trace> {
        let fill = path.fill().filter(|fill| fill.opacity().get() > 0.0);
        let line = path.stroke().filter(|line| line.opacity().get() > 0.0);
        if fill.is_none() && line.is_none() {
            return None;
        }
        let by = path.abs_transform();
        let scale = f64::from(by.sx * by.sy - by.kx * by.ky).abs().sqrt();
        // A few letters to each number.
        if path.data().len() * 14 > self.left {
            return Some(self.filled(area_in(path.abs_bounding_box())));
        }
        let d = self.drawn(path, by);
        self.left = self.left.saturating_sub(d.len());
        Some(Trace {
            d,
            fill: fill.map(|fill| match fill.rule() {
                FillRule::NonZero => "nonzero",
                FillRule::EvenOdd => "evenodd",
            }),
            line: line.map_or(0.0, |line| f64::from(line.width().get()) * scale),
        })
    }

    fn drawn(&self, path: &Path, by: Transform) -> String {
        let mut out = String::new();
        let bleed = self.bleed as f32;
        let mut draw = |letter: char, points: &[usvg::tiny_skia_path::Point]| {
            out.push(letter);
            for (index, point) in points.iter().enumerate() {
                let mut point = *point;
                by.map_point(&mut point);
                let space = if index == 0 { "" } else { " " };
                let _ = write!(out, "{space}{:.2} {:.2}", point.x - bleed, point.y - bleed);
            }
        };
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(to) => draw('M', &[to]),
                PathSegment::LineTo(to) => draw('L', &[to]),
                PathSegment::QuadTo(by, to) => draw('Q', &[by, to]),
                PathSegment::CubicTo(from, by, to) => draw('C', &[from, by, to]),
                PathSegment::Close => draw('Z', &[]),
            }
        }
        out
    }

    fn filled(&self, [x, y, w, h]: [f64; 4]) -> Trace {
        let (x, y) = (x - self.bleed, y - self.bleed);
        Trace {
            d: format!("M{x:.2} {y:.2}h{w:.2}v{h:.2}h{:.2}z", -w),
            fill: Some("nonzero"),
            line: 0.0,
        }
    }
}

/// A box as x, y, width and height.
pub fn area_in(area: Rect) -> [f64; 4] {
    [area.x(), area.y(), area.width(), area.height()].map(f64::from)
}

/// The box in which a group is seen: that of what cuts it.
fn clipped(group: &Group, clip: Option<[f64; 4]>) -> Option<[f64; 4]> {
    let Some(own) = group.clip_path() else {
        return clip;
    };
    let shape = own.root().bounding_box();
    let to_root = group.abs_transform().pre_concat(own.transform());
    match shape.transform(to_root) {
        Some(area) => within(area_in(area), clip).or(Some([0.0; 4])),
        None => clip,
    }
}

/// What of a box is in another; `None` if nothing is.
fn within(area: [f64; 4], clip: Option<[f64; 4]>) -> Option<[f64; 4]> {
    let Some(clip) = clip else {
        return Some(area);
    };
    let (x, y) = (area[0].max(clip[0]), area[1].max(clip[1]));
    let right = (area[0] + area[2]).min(clip[0] + clip[2]);
    let bottom = (area[1] + area[3]).min(clip[1] + clip[3]);
    (right > x && bottom > y).then_some([x, y, right - x, bottom - y])
}
