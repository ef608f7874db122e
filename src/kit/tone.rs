//! How a printer's ink is compensated for: other shades for the colours of a palette.

use serde::{Deserialize, Serialize};

/// The shares by which dark and pale colours move towards the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tone {
    /// How far dark colours are lifted, so that shadows do not run together.
    pub shadows: f64,
    /// How far pale colours are deepened, so that borders between them show.
    pub borders: f64,
}

impl Tone {
    /// Whether it changes colours by at most half of the way to the middle.
    pub fn is_plausible(&self) -> bool {
        [self.shadows, self.borders]
            .iter()
            .all(|share| (0.0..=0.5).contains(share))
    }

    /// A colour `#RRGGBB` in this tone. White stays white.
    pub(super) fn of(&self, colour: &str) -> Option<String> {
        let [red, green, blue] = channels(colour)?;
        let light = lightness([red, green, blue]);
        let toned = if light < 0.5 {
            let lifted = light + self.shadows * (0.5 - light);
            let white = (lifted - light) / (1.0 - light);
            [red, green, blue].map(|part| part + (1.0 - part) * white)
        } else {
            // Grounds are nearly as pale as paper; what borders them is deeper.
            let pale = ((1.0 - light) / 0.3).min(1.0);
            let deeper = light - self.borders * pale * (light - 0.5);
            [red, green, blue].map(|part| part * deeper / light)
        };
        let [red, green, blue] = toned.map(|part| (part * 255.0).round() as u8);
        Some(format!("#{red:02X}{green:02X}{blue:02X}"))
    }
}

/// The parts of `#RRGGBB`, from 0 to 1.
fn channels(colour: &str) -> Option<[f64; 3]> {
    let part = |at: usize| {
        let digits = colour.get(at..at + 2)?;
        Some(f64::from(u8::from_str_radix(digits, 16).ok()?) / 255.0)
    };
    Some([part(1)?, part(3)?, part(5)?])
}

/// How light a colour looks, from 0 to 1.
fn lightness([red, green, blue]: [f64; 3]) -> f64 {
    0.299 * red + 0.587 * green + 0.114 * blue
}

/// How light a colour `#RRGGBB` looks; other texts are black.
pub fn lightness_of(colour: &str) -> f64 {
    channels(colour).map_or(0.0, lightness)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dark_colours_are_lifted_and_pale_ones_deepened() {
        let tone = Tone {
            shadows: 0.2,
            borders: 0.2,
        };
        let light = |colour: &str| lightness_of(&tone.of(colour).unwrap());
        assert_eq!(tone.of("#FFFFFF").unwrap(), "#FFFFFF");
        assert!((light("#000000") - 0.1).abs() < 0.003);
        assert!(light("#402010") > lightness_of("#402010") + 0.05);
        assert!(light("#C8A878") < lightness_of("#C8A878") - 0.03);
        assert!(light("#FBF6E8") > lightness_of("#FBF6E8") - 0.015);
        // What was lighter stays lighter.
        let greys: Vec<f64> = (0..=255)
            .map(|grey| light(&format!("#{grey:02X}{grey:02X}{grey:02X}")))
            .collect();
        assert!(greys.is_sorted(), "{greys:?}");
        assert_eq!(Tone::default().of("#1C1814").unwrap(), "#1C1814");
    }
}
