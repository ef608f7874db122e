//! What print shops accept, as rows of `profiles.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::kit::{Shape, Size, Um};

/// The resolution of a profile's pictures, in dots per inch.
pub const DPI: u32 = 300;

/// The picture of a piece that a print shop wants.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    pub name: String,
    /// Its name: "poker card".
    pub title: String,
    /// The size once cut.
    pub trim: Size,
    /// How far art extends beyond the trim: left and right, above and below.
    pub bleed: Size,
    /// The size of the whole picture in pixels, at [`DPI`].
    pub dots: (u32, u32),
    /// The margin inside the cut that should contain nothing important.
    pub safe: Option<Um>,
    pub cut: Cut,
    /// Whether the shop wants the back of a card before its front.
    pub back_first: bool,
}

/// What is cut out of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    #[default]
    Rect,
    Circle,
    Hex,
}

impl Cut {
    /// The cut that follows a shape; no cut follows an arbitrary line.
    pub fn of(shape: &Shape) -> Option<Cut> {
        match shape {
            Shape::Rect | Shape::Rounded(_) => Some(Cut::Rect),
            Shape::Circle => Some(Cut::Circle),
            Shape::FlatHex | Shape::PointyHex => Some(Cut::Hex),
            Shape::Path(_) => None,
        }
    }
}

/// As in the file: lengths are inches, or millimetres where it says so.
#[derive(Deserialize)]
struct ProfileRow {
    name: String,
    title: String,
    #[serde(flatten)]
    size: Measures,
    #[serde(default)]
    shape: Cut,
    #[serde(default)]
    back_first: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Measures {
    Inches {
        trim: [f64; 2],
        dots: [u32; 2],
        safe: Option<f64>,
    },
    Millimetres {
        trim_mm: [f64; 2],
        bleed_mm: f64,
        safe_mm: Option<f64>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    profile: Vec<ProfileRow>,
}

impl From<ProfileRow> for Profile {
    fn from(
        ProfileRow {
            name,
            title,
            size,
            shape: cut,
            back_first,
        }: ProfileRow,
    ) -> Profile {
        let dpi = f64::from(DPI);
        let (trim, bleed, dots, safe) = match size {
            Measures::Inches { trim, dots, safe } => {
                let inches = |length: f64| Um::from_mm(length * 25.4);
                let bleed = |axis: usize| inches((f64::from(dots[axis]) / dpi - trim[axis]) / 2.0);
                (
                    trim.map(inches),
                    [bleed(0), bleed(1)],
                    dots,
                    safe.map(inches),
                )
            }
            Measures::Millimetres {
                trim_mm,
                bleed_mm,
                safe_mm,
            } => {
                let dots =
                    trim_mm.map(|length| ((length + bleed_mm * 2.0) / 25.4 * dpi).round() as u32);
                (
                    trim_mm.map(Um::from_mm),
                    [Um::from_mm(bleed_mm); 2],
                    dots,
                    safe_mm.map(Um::from_mm),
                )
            }
        };
        let trim = Size::new(trim[0], trim[1]);
        let bleed = Size::new(bleed[0], bleed[1]);
        Profile {
            name,
            title,
            trim,
            bleed,
            dots: (dots[0], dots[1]),
            safe,
            cut,
            back_first,
        }
    }
}

impl Profile {
    /// All known profiles.
    pub fn all() -> &'static [Profile] {
        static ALL: LazyLock<Vec<Profile>> = LazyLock::new(|| {
            let rows: Rows = toml::from_str(include_str!("profiles.toml"))
                .expect("the program's own file is sound");
            rows.profile.into_iter().map(Profile::from).collect()
        });
        &ALL
    }

    pub fn find(name: &str) -> Option<&'static Profile> {
        Profile::all().iter().find(|profile| profile.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poker_cards_are_825_x_1125_dots() {
        let poker = Profile::find("poker").unwrap();
        assert_eq!(poker.trim, Size::new(Um(63_500), Um(88_900)));
        // An eighth of an inch.
        assert_eq!(
            (poker.bleed, poker.safe),
            (Size::new(Um(3_175), Um(3_175)), Some(Um(3_175)))
        );
        assert_eq!(poker.dots, (825, 1125));
        // As the shop itself calculates: 69 x 94 mm.
        let metric = Profile::find("mb-63x88").unwrap();
        assert_eq!(
            (metric.dots, metric.bleed),
            ((815, 1110), Size::new(Um(3_000), Um(3_000)))
        );
    }

    #[test]
    fn every_profile_has_bleed_and_a_name_of_its_own() {
        let names: std::collections::HashSet<_> =
            Profile::all().iter().map(|profile| &profile.name).collect();
        assert_eq!(names.len(), Profile::all().len());
        for profile in Profile::all() {
            let Size { w, h } = profile.bleed;
            assert!(
                (Um(1_500)..=Um(7_000)).contains(&w) && (Um(1_500)..=Um(7_000)).contains(&h),
                "{}: {w} {h}",
                profile.name
            );
        }
    }
}
