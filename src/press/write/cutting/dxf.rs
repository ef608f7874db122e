//! Cut lines as DXF: release 12 in ASCII, which every plotter program reads, with a layer for each tool, in millimetres,
//! with y up.
//!
//! Group codes follow Autodesk's DXF reference. `$INSUNITS` 4 and `$MEASUREMENT` 1 specify millimetres; release 12 itself has no
//! units, and programs that do not know these variables ignore them.

use std::fmt::{Display, Write};

use super::{Path, PathStep, Tool};
use crate::kit::{Contour, Point, Segment, Um};
use crate::press::sheet::Sheet;

/// The bulge of a quarter circle: the tangent of a quarter of its angle; negative for clockwise.
const QUARTER: &str = "-0.414213562373095";

/// Release 12 has no curves; this is the tolerance of the straight lines that replace them.
const TOLERANCE: Um = Um(10);

/// AutoCAD's colour index: red, magenta, green, blue, and black or white.
fn colour(tool: Tool) -> u8 {
    match tool {
        Tool::Registration => 7,
        Tool::Score => 5,
        Tool::KissCut => 3,
        Tool::Cut => 1,
        Tool::FinalCut => 6,
    }
}

/// Writes the paths of a sheet.
pub fn write(paths: &[Path], sheet: &Sheet) -> String {
    let mut out = Groups {
        text: String::new(),
        height: sheet.size.h,
    };
    out.section("HEADER");
    for (name, code, value) in [
        ("$ACADVER", 1, "AC1009"),
        ("$INSUNITS", 70, "4"),
        ("$MEASUREMENT", 70, "1"),
    ] {
        out.group(9, name);
        out.group(code, value);
    }
    let (none, size) = (Um::ZERO, sheet.size);
    out.group(9, "$EXTMIN");
    out.point(10, Point { x: none, y: size.h });
    out.group(9, "$EXTMAX");
    out.point(10, Point { x: size.w, y: none });
    out.group(0, "ENDSEC");
    out.section("TABLES");
    out.table("LTYPE", 1);
    for (code, value) in [
        (0, "LTYPE"),
        (2, "CONTINUOUS"),
        (70, "0"),
        (3, "Solid line"),
        (72, "65"),
        (73, "0"),
        (40, "0.0"),
    ] {
        out.group(code, value);
    }
    out.group(0, "ENDTAB");
    out.table("LAYER", Tool::ALL.len());
    for tool in Tool::ALL {
        out.group(0, "LAYER");
        out.group(2, tool.layer());
        out.group(70, 0);
        out.group(62, colour(tool));
        out.group(6, "CONTINUOUS");
    }
    out.group(0, "ENDTAB");
    out.group(0, "ENDSEC");
    out.section("ENTITIES");
    paths.iter().for_each(|path| out.path(path));
    out.group(0, "ENDSEC");
    out.group(0, "EOF");
    out.text
}

/// The format consists of pairs of lines.
struct Groups {
    text: String,
    /// The height of the page, for flipping y.
    height: Um,
}

impl Groups {
    fn group(&mut self, code: u32, value: impl Display) {
        let _ = writeln!(self.text, "{code:>3}\n{value}");
    }

    fn section(&mut self, name: &str) {
        self.group(0, "SECTION");
        self.group(2, name);
    }

    fn table(&mut self, name: &str, entries: usize) {
        self.group(0, "TABLE");
        self.group(2, name);
        self.group(70, entries);
    }

    fn point(&mut self, code: u32, at: Point) {
        self.group(code, millimetres(at.x));
        self.group(code + 10, millimetres(self.height - at.y));
    }

    /// Writes a single stroke as a line, and anything else as a polyline.
    fn path(&mut self, path: &Path) {
        let layer = path.tool.layer();
        if let ([PathStep::Line(end)], false) = (path.steps.as_slice(), path.closed) {
            self.group(0, "LINE");
            self.group(8, layer);
            self.point(10, path.start);
            self.point(11, *end);
            return;
        }
        self.group(0, "POLYLINE");
        self.group(8, layer);
        self.group(66, 1);
        self.group(70, u8::from(path.closed));
        // Each vertex specifies the segment that starts there.
        let mut at = path.start;
        for step in &path.steps {
            match *step {
                PathStep::Line(_) => self.vertex(layer, at, false),
                PathStep::Corner { .. } => self.vertex(layer, at, true),
                PathStep::Curve(one, two, to) => {
                    let curve = Contour {
                        start: at,
                        segments: vec![Segment::Cubic(one, two, to)],
                    };
                    let points = curve.corners(TOLERANCE);
                    points
                        .iter()
                        .filter(|point| **point != to)
                        .for_each(|point| self.vertex(layer, *point, false));
                }
            }
            at = step.end();
        }
        if !path.closed {
            self.vertex(layer, at, false);
        }
        self.group(0, "SEQEND");
        self.group(8, layer);
    }

    fn vertex(&mut self, layer: &str, at: Point, corner: bool) {
        self.group(0, "VERTEX");
        self.group(8, layer);
        self.point(10, at);
        if corner {
            self.group(42, QUARTER);
        }
    }
}

/// A number with a decimal point, by which some readers recognize numbers: `14.2`, `210.0`.
fn millimetres(length: Um) -> String {
    let mut text = length.to_string();
    if !text.contains('.') {
        text.push_str(".0");
    }
    text
}
