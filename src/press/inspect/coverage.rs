//! The ink coverage of a sheet.

use crate::press::sheet::PrintError;
use crate::press::write::png;

/// The resolution at which coverage is measured; a higher one changes it by less than a hundredth.
const DPI: u32 = 75;

/// The ink coverage of a sheet, where 1 is a sheet of solid black. The SVG is one from
/// [`svg::write`](crate::press::write::svg::write), with pieces, marks and cut lines, and white between them.
///
/// A pixel counts as cyan + magenta + yellow + black, each from 0 to 1, where black replaces the grey component common to
/// the other three: solid black is 1, pure red 2 (magenta and yellow), white 0. The coverage is the mean over all pixels.
///
/// # Errors
///
/// The text is not a valid SVG.
pub fn coverage(svg: &str) -> Result<f64, PrintError> {
    let picture = png::pixels(svg, DPI)?;
    let dots = picture.data().chunks_exact(4);
    let count = dots.len().max(1) as f64;
    Ok(dots
        .map(|dot| f64::from(ink([dot[0], dot[1], dot[2]])))
        .sum::<f64>()
        / count
        / 255.0)
}

/// The ink of a pixel; 255 is solid black.
fn ink(dot: [u8; 3]) -> u32 {
    let [c, m, y] = dot.map(|light| u32::from(255 - light));
    c + m + y - 2 * c.min(m).min(y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_is_one_ink_and_red_two() {
        assert_eq!([[255; 3], [0; 3], [128; 3]].map(ink), [0, 255, 127]);
        assert_eq!(ink([255, 0, 0]), 510);
        let half = "<svg xmlns='http://www.w3.org/2000/svg' width='96' height='96'><path d='M0 0H48V96H0z'/></svg>";
        assert!((coverage(half).unwrap() - 0.5).abs() < 0.01);
    }
}
