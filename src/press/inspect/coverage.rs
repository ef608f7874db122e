//! How much ink a sheet takes.

use crate::press::sheet::PrintError;
use crate::press::write::png;

/// Dots to the inch that coverage is measured at; finer ones change it by less than a hundredth.
const DPI: u32 = 75;

/// The share of a sheet that is covered with ink, 1 for a sheet that is solid black. The SVG is one of
/// [`svg::write`](crate::press::write::svg::write): pieces, marks and cut lines, and the white between them.
///
/// A dot counts cyan + magenta + yellow + black, each from 0 to 1, where black takes the place of all the grey the other
/// three share: solid black is 1, pure red 2 (magenta and yellow), white nothing. The coverage is the mean over all dots.
///
/// # Errors
///
/// An SVG that is none.
pub fn coverage(svg: &str) -> Result<f64, PrintError> {
    let picture = png::pixels(svg, DPI)?;
    let dots = picture.data().chunks_exact(4);
    let count = dots.len().max(1) as f64;
    Ok(dots.map(|dot| f64::from(ink([dot[0], dot[1], dot[2]]))).sum::<f64>() / count / 255.0)
}

/// The ink of one dot, 255 for solid black.
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
