//! Outlines as compact SVG path data with relative coordinates. Points are rounded to whole steps of the last decimal first,
//! so that errors do not accumulate.

use std::fmt::Write;

use super::decimal::Decimal;

/// An outline under construction.
pub(super) struct PathData {
    /// The decimals of each number.
    decimals: u32,
    text: String,
    /// The last operator written.
    last: char,
    /// The current point, and the start of the contour, in steps of the last decimal.
    at: [i64; 2],
    start: [i64; 2],
}

impl PathData {
    pub fn new(decimals: u32) -> PathData {
        PathData {
            decimals,
            text: String::new(),
            last: ' ',
            at: [0, 0],
            start: [0, 0],
        }
    }

    /// Appends a move (`m`), a line (`l`) or a curve (`q`, `c`) to these points.
    pub fn draw(&mut self, operator: char, points: &[[f64; 2]]) {
        let scale = 10_f64.powi(self.decimals as i32);
        let mut is_bare = self.last != operator || operator == 'm';
        if is_bare {
            self.text.push(operator);
        }
        let mut end = self.at;
        for point in points {
            end = point.map(|number| (number * scale).round() as i64);
            for (to, from) in end.into_iter().zip(self.at) {
                let step = to.saturating_sub(from);
                if !is_bare && step >= 0 {
                    self.text.push(' ');
                }
                is_bare = false;
                let _ = write!(self.text, "{}", Decimal(step as f64 / scale, self.decimals));
            }
        }
        (self.at, self.last) = (end, operator);
        if operator == 'm' {
            self.start = end;
        }
    }

    pub fn close(&mut self) {
        self.text.push('z');
        (self.at, self.last) = (self.start, 'z');
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Shortens the path data in an SVG from usvg; numbers get at most this many decimals.
pub(super) fn shortened(svg: &str, decimals: u32) -> String {
    const PATH: &str = " d=\"";
    let mut out = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, after)) = rest.split_once(PATH) {
        let end = after.find('"').unwrap_or(after.len());
        let (data, behind) = after.split_at(end);
        out.push_str(before);
        out.push_str(PATH);
        match relative(data, decimals) {
            Some(path) => out.push_str(path.text()),
            None => out.push_str(data),
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// Converts path data as usvg writes it, absolute and with a space after every token; `None` for anything else.
fn relative(data: &str, decimals: u32) -> Option<PathData> {
    let mut path = PathData::new(decimals);
    let mut words = data.split(' ');
    while let Some(operator) = words.next() {
        let count = match operator {
            "M" | "L" => 1,
            "Q" => 2,
            "C" => 3,
            "Z" => {
                path.close();
                continue;
            }
            _ => return None,
        };
        let mut points = [[0.0; 2]; 3];
        for number in points[..count].as_flattened_mut() {
            *number = words.next()?.parse().ok()?;
        }
        path.draw(
            operator.chars().next()?.to_ascii_lowercase(),
            &points[..count],
        );
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_from_point_to_point() {
        let path = |data: &str| format!("<g><path d=\"{data}\" fill=\"#000\"/></g>");
        let told = |data: &str| shortened(&path(data), 3);
        let square = "M 1 1 L 1.5 1 L 1.5 2.001 L 1 2.001 Z M -2 0.0004 Q 0 0 1 1 C 1 1 1 1 2 2.5";
        assert_eq!(
            told(square),
            path("m1 1l.5 0 0 1.001-.5 0zm-3-1q2 0 3 1c0 0 0 0 1 1.5")
        );
        for kept in ["", "M 1", "A 1 1 0 0 0 1 1", "M 1 x"] {
            assert_eq!(told(kept), path(kept));
        }
        let named = "<path id=\"a d=\" d=\"M 1 1\"/>";
        assert_eq!(shortened(named, 3), named);
    }

    #[test]
    fn nothing_drifts() {
        let mut path = PathData::new(1);
        path.draw('m', &[[0.0, 0.0]]);
        (1..=100).for_each(|step| path.draw('l', &[[f64::from(step) * 0.04, 0.0]]));
        let steps = path
            .text()
            .trim_start_matches("m0 0l")
            .split(' ')
            .step_by(2);
        let reached: f64 = steps.map(|step| step.parse::<f64>().unwrap()).sum();
        assert!((reached - 4.0).abs() < 1e-9, "{}", path.text());
    }
}
