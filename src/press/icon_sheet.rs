//! The icons that ship, side by side with their names.

use std::fmt::Write;

use crate::face::{Reader, ShippedIcon};
use crate::kit::{Point, Problems, Size, Um};
use crate::press::sheet::{Job, Placed, Sheet};

/// The distances on a sheet, mm: of the paper's edge, from icon to icon, and across a large and a small icon.
const MARGIN: f64 = 12.0;
const STEP: [f64; 2] = [23.0, 21.0];
const LARGE: f64 = 9.0;
const SMALL: f64 = 3.0;

/// Sheets with all of these icons, each large and as small as in a text. Without a paper, one sheet is as long as necessary.
pub fn icon_sheets(icons: &[&ShippedIcon], paper: Option<Size>) -> Result<Job, Problems> {
    let width = paper.unwrap_or(Size::A4).w.mm();
    let columns = ((width - 2.0 * MARGIN) / STEP[0]) as usize;
    let rows = match paper {
        Some(paper) => ((paper.h.mm() - 2.0 * MARGIN) / STEP[1]) as usize,
        None => icons.len().div_ceil(columns),
    };
    let height = paper.map_or(2.0 * MARGIN + rows as f64 * STEP[1], |paper| paper.h.mm());
    let size = Size::new(Um::from_mm(width), Um::from_mm(height));
    let mut reader = Reader::new();
    let (mut faces, mut sheets) = (Vec::new(), Vec::new());
    for (number, page) in icons.chunks((columns * rows).max(1)).enumerate() {
        let svg = drawn(page, columns, size);
        faces.push(reader.read("the icons", &svg, size, Um::ZERO)?);
        sheets.push(Sheet {
            size,
            title: "Icons".into(),
            placed: vec![Placed {
                face: number,
                at: Point {
                    x: Um::ZERO,
                    y: Um::ZERO,
                },
                size,
                ..Placed::default()
            }],
            plain_cuts: true,
            ..Sheet::default()
        });
    }
    Ok(Job {
        faces: std::sync::Arc::new(faces.into()),
        sheets,
        ..Job::default()
    })
}

fn drawn(icons: &[&ShippedIcon], columns: usize, size: Size) -> String {
    let (w, h) = (size.w.mm(), size.h.mm());
    let mut svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\">");
    let [left, top, edge, _] = ShippedIcon::VIEW_BOX;
    for (at, icon) in icons.iter().enumerate() {
        let x = MARGIN + (at % columns) as f64 * STEP[0];
        let y = MARGIN + (at / columns) as f64 * STEP[1];
        for (x, y, across) in [(x + 3.0, y, LARGE), (x + 14.0, y + LARGE - SMALL, SMALL)] {
            let scale = across / edge;
            let _ = write!(
                svg,
                "<g transform=\"translate({:.3} {:.3}) scale({scale:.6})\">{}</g>",
                x - left * scale,
                y - top * scale,
                icon.element()
            );
        }
        let _ = write!(
            svg,
            "<text x=\"{:.2}\" y=\"{:.2}\" font-family=\"Barlow Condensed\" font-weight=\"600\" font-size=\"2.8\" \
             text-anchor=\"middle\">{}</text>",
            x + 10.0,
            y + LARGE + 4.0,
            icon.name
        );
    }
    svg + "</svg>"
}
