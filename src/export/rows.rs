//! Positions side by side in rows, for virtual tabletops that start with everything spread out.

/// The upper left corners of boxes of these sizes, in rows of at most this width, with this gap between them. The first is at 0, 0;
/// a box that is wider than a row has a row of its own. In any unit, y down.
pub fn rows(sizes: &[(f64, f64)], width: f64, gap: f64) -> Vec<(f64, f64)> {
    let mut at = (0.0, 0.0);
    let mut deepest = 0.0_f64;
    let place = |(w, h): &(f64, f64)| {
        if at.0 > 0.0 && at.0 + w > width {
            at = (0.0, at.1 + deepest + gap);
            deepest = 0.0;
        }
        let place = at;
        at.0 += w + gap;
        deepest = deepest.max(*h);
        place
    };
    sizes.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_ends_where_the_next_box_would_not_fit() {
        let sizes = [(4.0, 1.0), (4.0, 3.0), (2.0, 1.0), (20.0, 1.0), (1.0, 1.0)];
        assert_eq!(
            rows(&sizes, 9.0, 1.0),
            [(0.0, 0.0), (5.0, 0.0), (0.0, 4.0), (0.0, 6.0), (0.0, 8.0)]
        );
    }
}
