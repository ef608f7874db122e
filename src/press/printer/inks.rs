//! The numbered settings of an ink test sheet.

use super::Profile;
use crate::kit::{Ink, Tone};

/// A setting to compare with others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InkSetting {
    pub ink: Ink,
    pub tone: Tone,
}

/// How far shadows are lifted, and how far borders are deepened.
const SHADOWS: [f64; 3] = [0.0, 0.15, 0.3];
const BORDERS: [f64; 3] = [0.0, 0.15, 0.3];

/// All settings; the first one is number 1, as designed.
pub fn ink_settings() -> Vec<InkSetting> {
    let tones = SHADOWS
        .into_iter()
        .flat_map(|shadows| BORDERS.map(|borders| Tone { shadows, borders }));
    let colour = tones.map(|tone| InkSetting {
        ink: Ink::Color,
        tone,
    });
    let others = [Ink::Mono, Ink::Lean].map(|ink| InkSetting {
        ink,
        tone: Tone::default(),
    });
    colour.chain(others).collect()
}

impl InkSetting {
    /// For people.
    pub fn words(&self) -> String {
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        let Tone { shadows, borders } = self.tone;
        match (self.ink, shadows > 0.0, borders > 0.0) {
            (Ink::Mono, ..) => "black and white".into(),
            (Ink::Lean, ..) => "little ink".into(),
            (Ink::Color, false, false) => "as designed".into(),
            (Ink::Color, true, false) => format!("shadows lifted {}", percent(shadows)),
            (Ink::Color, false, true) => format!("borders deepened {}", percent(borders)),
            (Ink::Color, true, true) => format!(
                "shadows lifted {}, borders deepened {}",
                percent(shadows),
                percent(borders)
            ),
        }
    }

    /// The printer with this setting.
    pub fn in_profile(&self, profile: Profile) -> Profile {
        Profile {
            tone: self.tone,
            ink: Some(self.ink).filter(|ink| *ink != Ink::Color),
            ..profile
        }
    }
}
