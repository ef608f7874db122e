//! The file of printer profiles, with one table per printer.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::kit::{Ink, Problem, Side, Size, SourceSpan, Tone, Um};
use crate::press::sheet::Affine;

/// The version of the file format; others are refused.
const VERSION: u32 = 1;

/// All printers in a file, by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profiles {
    version: u32,
    #[serde(default)]
    pub printer: BTreeMap<String, Profile>,
}

/// How a printer distorts pages.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The paper on which it was measured: width and height, in mm.
    pub paper: [f64; 2],
    #[serde(default)]
    pub front: Distortion,
    #[serde(default)]
    pub back: Distortion,
    /// What an ink test showed to look best: the tone of colours, and the ink if it is not colour.
    #[serde(default)]
    pub tone: Tone,
    #[serde(default)]
    pub ink: Option<Ink>,
}

/// How a printer distorts one side of a page: it is scaled, then rotated about the middle of the paper, then shifted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distortion {
    /// To the right and down, in mm.
    pub offset: [f64; 2],
    /// Clockwise, in degrees.
    pub rotation: f64,
    /// Across and down; 1 is exact.
    pub scale: [f64; 2],
}

impl Distortion {
    pub const NONE: Distortion = Distortion {
        offset: [0.0; 2],
        rotation: 0.0,
        scale: [1.0; 2],
    };

    /// Where a point of the page lands on this paper, in mm.
    pub fn affine(&self, paper: Size) -> Affine {
        let ([right, down], [across, height]) = (self.offset, self.scale);
        let (sin, cos) = self.rotation.to_radians().sin_cos();
        let [a, b, c, d] = [cos * across, sin * across, -sin * height, cos * height];
        let (x, y) = (paper.w.mm() / 2.0, paper.h.mm() / 2.0);
        Affine([
            a,
            b,
            c,
            d,
            x + right - a * x - c * y,
            y + down - b * x - d * y,
        ])
    }

    /// Whether this is plausible for a printer: at most 20 mm, 5 degrees and a tenth.
    fn is_plausible(&self) -> bool {
        self.offset.iter().all(|offset| offset.abs() <= 20.0)
            && self.rotation.abs() <= 5.0
            && self.scale.iter().all(|scale| (0.9..=1.1).contains(scale))
    }
}

impl Default for Distortion {
    fn default() -> Distortion {
        Distortion::NONE
    }
}

impl Profile {
    /// A printer that is not known to distort pages of this paper.
    pub fn exact(paper: Size) -> Profile {
        Profile {
            paper: [paper.w.mm(), paper.h.mm()],
            front: Distortion::NONE,
            back: Distortion::NONE,
            tone: Tone::default(),
            ink: None,
        }
    }

    /// Whether it is known to distort pages.
    pub fn distorts(&self) -> bool {
        [self.front, self.back] != [Distortion::NONE; 2]
    }

    fn is_plausible(&self) -> bool {
        self.front.is_plausible() && self.back.is_plausible() && self.tone.is_plausible()
    }

    pub fn distortion(&self, side: Side) -> &Distortion {
        match side {
            Side::Front => &self.front,
            Side::Back => &self.back,
        }
    }

    /// The transformation that makes a page land where it should; exactly the identity if the printer is exact.
    pub fn correction(&self, side: Side, paper: Size) -> Affine {
        match *self.distortion(side) {
            Distortion::NONE => Affine::IDENTITY,
            distortion => distortion.affine(paper).inverse(),
        }
    }

    /// Whether it was measured on paper of this size.
    pub fn measured_on(&self, paper: Size) -> bool {
        self.paper.map(Um::from_mm) == [paper.w, paper.h]
    }
}

impl Profiles {
    pub fn new() -> Profiles {
        Profiles {
            version: VERSION,
            printer: BTreeMap::new(),
        }
    }

    /// Parses the text of a file; `path` is for messages.
    pub fn parse(path: &Path, text: &str) -> Result<Profiles, Problem> {
        let place = SourceSpan {
            file: path.display().to_string().into(),
            text: text.into(),
            span: 0..0,
        };
        let profiles: Profiles = toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            Problem::new(place.at(span), error.message().to_owned())
                .help("`paperkeep calibrate` writes such a file")
        })?;
        if profiles.version != VERSION {
            let message = format!(
                "this is version {} of a printer file; only {VERSION} is known",
                profiles.version
            );
            return Err(Problem::new(place, message));
        }
        match profiles
            .printer
            .iter()
            .find(|(_, profile)| !profile.is_plausible())
        {
            Some((name, _)) => Err(Problem::new(
                place,
                format!("`{name}` is not plausible for a printer"),
            )
            .help("offsets are mm, up to 20; rotation is degrees, up to 5; scales are 0.9 to 1.1; tones are up to 0.5")),
            None => Ok(profiles),
        }
    }
}

/// Formats the file.
impl std::fmt::Display for Profiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "# What printers do to a page, as `paperkeep calibrate` measured it."
        )?;
        writeln!(
            f,
            "# offset: right and down, mm; rotation: clockwise, degrees; scale: across and down."
        )?;
        writeln!(
            f,
            "# tone: how far dark colours are lifted and pale ones deepened; ink: color, mono or lean."
        )?;
        writeln!(f, "version = {}", self.version)?;
        for (name, profile) in &self.printer {
            let name = toml::Value::from(name.as_str());
            let [w, h] = profile.paper;
            write!(f, "\n[printer.{name}]\npaper = [{w:?}, {h:?}]\n")?;
            for (
                side,
                Distortion {
                    offset,
                    rotation,
                    scale,
                },
            ) in [("front", profile.front), ("back", profile.back)]
            {
                let [right, down] = offset.map(|mm| round(mm, 3));
                let (rotation, [across, height]) =
                    (round(rotation, 5), scale.map(|scale| round(scale, 6)));
                writeln!(
                    f,
                    "{side} = {{ offset = [{right:?}, {down:?}], rotation = {rotation:?}, scale = [{across:?}, {height:?}] }}"
                )?;
            }
            if profile.tone != Tone::default() {
                let Tone { shadows, borders } = profile.tone;
                writeln!(
                    f,
                    "tone = {{ shadows = {shadows:?}, borders = {borders:?} }}"
                )?;
            }
            if let Some(ink) = profile.ink {
                writeln!(f, "ink = \"{}\"", ink.name())?;
            }
        }
        Ok(())
    }
}

/// Rounds off digits beyond the precision of the measurements: micrometres at the far corner of a page.
fn round(number: f64, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    (number * unit).round() / unit + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let front = Distortion {
            offset: [0.25, -1.5],
            rotation: -0.125,
            scale: [0.998, 1.0015],
        };
        let mut profiles = Profiles::new();
        profiles.printer.insert(
            "office \"2\"".into(),
            Profile {
                front,
                tone: Tone {
                    shadows: 0.15,
                    borders: 0.0,
                },
                ink: Some(Ink::Lean),
                ..Profile::exact(Size::A4)
            },
        );
        let text = profiles.to_string();
        assert_eq!(
            Profiles::parse("printer.toml".as_ref(), &text).unwrap(),
            profiles,
            "{text}"
        );
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        let wrong = |text: &str| Profiles::parse("printer.toml".as_ref(), text).unwrap_err();
        let problem = wrong("version = 1\n[printer.a]\npaper = [210, 297]\nfornt = {}\n");
        assert!(
            problem.message.contains("unknown field `fornt`"),
            "{problem:?}"
        );
        assert_eq!(problem.place.line_column(), (4, 1));
        assert!(wrong("version = 2\n").message.contains("version 2"));
        let far = "version = 1\n[printer.a]\npaper = [210, 297]\nfront = { offset = [nan, 0], rotation = 0, scale = [1, 1] }\n";
        assert!(wrong(far).message.contains("`a` is not plausible"));
    }
}
