//! Cut lines as SVG: a layer for each tool, in real millimetres.

use std::fmt::Write;

use super::{Path, PathStep, Tool};
use crate::press::sheet::Sheet;
use crate::press::write::svg::escaped;

fn colour(tool: Tool) -> &'static str {
    match tool {
        Tool::Registration => "#000000",
        Tool::Score => "#0000ff",
        Tool::KissCut => "#00aa00",
        Tool::Cut => "#ff0000",
        Tool::FinalCut => "#ff00ff",
    }
}

/// Writes the paths of a sheet.
pub fn write(paths: &[Path], sheet: &Sheet) -> String {
    let (w, h) = (sheet.size.w, sheet.size.h);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
        width=\"{w}mm\" height=\"{h}mm\" viewBox=\"0 0 {w} {h}\">\n<title>{}: cut lines</title>\n",
        escaped(&sheet.title)
    );
    for tool in Tool::ALL {
        let mut paths = paths.iter().filter(|path| path.tool == tool).peekable();
        if paths.peek().is_none() {
            continue;
        }
        let (layer, colour) = (tool.layer(), colour(tool));
        let _ = writeln!(
            out,
            "<g id=\"{layer}\" inkscape:groupmode=\"layer\" inkscape:label=\"{layer}\" fill=\"none\" stroke=\"{colour}\" \
            stroke-width=\"0.1\">"
        );
        for path in paths {
            let label = match path.code.as_str() {
                "" => String::new(),
                code => format!(" inkscape:label=\"{}\"", escaped(code)),
            };
            let _ = writeln!(out, "<path d=\"{}\"{label}/>", data(path));
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

fn data(path: &Path) -> String {
    let mut data = format!("M{} {}", path.start.x, path.start.y);
    let last = path.steps.len().saturating_sub(1);
    for (index, step) in path.steps.iter().enumerate() {
        let end = step.end();
        let _ = match step {
            // `z` draws the line back to the start.
            PathStep::Line(_) if path.closed && index == last => Ok(()),
            PathStep::Line(_) => write!(data, "L{} {}", end.x, end.y),
            PathStep::Curve(one, two, _) => write!(
                data,
                "C{} {} {} {} {} {}",
                one.x, one.y, two.x, two.y, end.x, end.y
            ),
            PathStep::Corner { radius, .. } => {
                write!(data, "A{radius} {radius} 0 0 1 {} {}", end.x, end.y)
            }
        };
    }
    if path.closed {
        data.push('z');
    }
    data
}
