//! What print shops take, as rows of `profiles.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::kit::{Shape, Size, Um};

/// The dots to the inch that a profile's dots are counted at.
pub const DPI: u32 = 300;

/// The picture a print shop wants of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    pub name: String,
    /// What it is called: "poker card".
    pub title: String,
    /// Once it is cut.
    pub trim: Size,
    /// How far art runs beyond the trim: on the left and right, above and below.
    pub bleed: Size,
    /// Of the whole picture, at [`DPI`].
    pub dots: (u32, u32),
    /// How far inside the cut nothing of importance should stand.
    pub safe: Option<Um>,
    pub cut: Cut,
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
    /// The cut that follows a shape; none follows any line.
    pub fn of(shape: &Shape) -> Option<Cut> {
        match shape {
            Shape::Rect | Shape::Rounded(_) => Some(Cut::Rect),
            Shape::Circle => Some(Cut::Circle),
            Shape::FlatHex | Shape::PointyHex => Some(Cut::Hex),
            Shape::Path(_) => None,
        }
    }
}

/// As in the file, inches.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    title: String,
    trim: [f64; 2],
    dots: [u32; 2],
    safe: Option<f64>,
    #[serde(default)]
    shape: Cut,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    profile: Vec<Row>,
}

impl From<Row> for Profile {
    fn from(Row { name, title, trim, dots, safe, shape }: Row) -> Profile {
        let inches = |length: f64| Um::from_mm(length * 25.4);
        let bleed = |axis: usize| inches((f64::from(dots[axis]) / f64::from(DPI) - trim[axis]) / 2.0);
        Profile {
            name,
            title,
            trim: Size::new(inches(trim[0]), inches(trim[1])),
            bleed: Size::new(bleed(0), bleed(1)),
            dots: (dots[0], dots[1]),
            safe: safe.map(inches),
            cut: shape,
        }
    }
}

impl Profile {
    /// All that are known.
    pub fn all() -> &'static [Profile] {
        static ALL: LazyLock<Vec<Profile>> = LazyLock::new(|| {
            let rows: Rows = toml::from_str(include_str!("profiles.toml")).expect("the program's own file is sound");
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
        assert_eq!((poker.bleed, poker.safe), (Size::new(Um(3_175), Um(3_175)), Some(Um(3_175))));
        assert_eq!(poker.dots, (825, 1125));
    }

    #[test]
    fn every_profile_has_bleed_and_a_name_of_its_own() {
        let names: std::collections::HashSet<_> = Profile::all().iter().map(|profile| &profile.name).collect();
        assert_eq!(names.len(), Profile::all().len());
        for profile in Profile::all() {
            let Size { w, h } = profile.bleed;
            assert!(
                (Um(2_000)..=Um(7_000)).contains(&w) && (Um(2_000)..=Um(7_000)).contains(&h),
                "{}: {w} {h}",
                profile.name
            );
        }
    }
}
