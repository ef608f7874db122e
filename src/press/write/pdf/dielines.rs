//! Cuts and folds in spot colours, by whose names print-and-cut machines and their operators know what to do with them.

use std::io::Write as _;

use lopdf::{Dictionary, Object, dictionary};

use crate::kit::Point;
use crate::press::sheet::measures::CUT_WIDTH;
use crate::press::sheet::{Affine, Sheet};
use crate::press::write::cutting::{PathStep, Tool, paths};
use crate::press::write::decimal::Decimal;

/// A spot colour and the cyan, magenta, yellow and black with which it is shown.
struct Spot {
    name: &'static str,
    shown: [i64; 4],
}

/// What most machines cut along; for a label, only its upper layer.
const CUT: Spot = Spot {
    name: "CutContour",
    shown: [0, 1, 0, 0],
};
/// Cuts that must wait until the piece was folded and glued.
const FINAL_CUT: Spot = Spot {
    name: "FinalCut",
    shown: [1, 0, 0, 0],
};
const FOLD: Spot = Spot {
    name: "Crease",
    shown: [1, 0, 1, 0],
};

/// The graphics state in which the lines print over the art instead of leaving it white.
const OVERPRINT: &str = "Over";

fn spot(tool: Tool) -> Option<&'static Spot> {
    match tool {
        Tool::Registration => None,
        Tool::Score => Some(&FOLD),
        Tool::KissCut | Tool::Cut => Some(&CUT),
        Tool::FinalCut => Some(&FINAL_CUT),
    }
}

/// Draws all cuts and folds of a sheet, in millimetres with y down.
pub(super) fn draw(out: &mut Vec<u8>, sheet: &Sheet) {
    let _ = write!(out, "/OC /Cuts BDC\nq /{OVERPRINT} gs ");
    let _ = writeln!(out, "{} w", Decimal(CUT_WIDTH.mm(), 3));
    for mut path in paths(sheet, None) {
        let Some(spot) = spot(path.tool) else {
            continue;
        };
        // Rounded corners become curves.
        path.follow(&Affine::IDENTITY);
        let _ = write!(out, "/{} CS 1 SCN ", spot.name);
        points(out, &[path.start], "m");
        for step in &path.steps {
            match *step {
                PathStep::Curve(one, two, to) => points(out, &[one, two, to], "c"),
                PathStep::Line(to) | PathStep::Corner { to, .. } => points(out, &[to], "l"),
            }
        }
        out.extend_from_slice(if path.closed { b"s\n" } else { b"S\n" });
    }
    out.extend_from_slice(b"Q EMC\n");
}

fn points(out: &mut Vec<u8>, points: &[Point], operator: &str) {
    for point in points {
        let x = Decimal(point.x.mm(), 3);
        let y = Decimal(point.y.mm(), 3);
        let _ = write!(out, "{x} {y} ");
    }
    let _ = write!(out, "{operator} ");
}

/// Declares the spot colours and the overprinting in a page's resources.
pub(super) fn declare(resources: &mut Dictionary) {
    let mut spaces = Dictionary::new();
    for Spot { name, shown } in [&CUT, &FINAL_CUT, &FOLD] {
        let white = vec![Object::Integer(0); 4];
        let full: Vec<Object> = shown.iter().map(|part| Object::Integer(*part)).collect();
        let tint = dictionary! {
            "FunctionType" => 2,
            "Domain" => vec![0.into(), 1.into()],
            "C0" => white,
            "C1" => full,
            "N" => 1,
        };
        let space: Vec<Object> = vec![
            "Separation".into(),
            (*name).into(),
            "DeviceCMYK".into(),
            tint.into(),
        ];
        spaces.set(*name, space);
    }
    resources.set("ColorSpace", spaces);
    let state = dictionary! { "OP" => true, "OPM" => 1 };
    resources.set("ExtGState", dictionary! { OVERPRINT => state });
}
