//! The colour profile of a print shop's press, and the date of a document made for it.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use moxcms::{
    ColorProfile, DataColorSpace, Layout, ProfileClass, ProfileText, RenderingIntent,
    TransformExecutor, TransformOptions,
};

use super::error::PrintError;

/// The printing condition that a document is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The description in the profile: "Coated FOGRA39".
    pub title: String,
    /// The ICC profile of the press.
    pub profile: Vec<u8>,
    /// The number of inks in the profile: 1, 3 or 4.
    pub inks: u8,
    /// When the document was made, in seconds since 1970.
    pub made: i64,
}

/// Why a file is not the profile of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    #[error("this is not an ICC profile")]
    NotAProfile,
    #[error("this is not the profile of a press: PDF/X only allows output profiles")]
    NotOfAPress,
    #[error("PDF/X only allows profiles for grey, RGB or CMYK")]
    OtherInks,
}

/// Offset on coated paper, the most common condition, made with ArgyllCMS from Fogra's measurements FOGRA39L (zlib licence).
static COATED: &[u8] = include_bytes!("fogra39.icc");

impl Condition {
    /// Coated FOGRA39, for shops that name no other.
    ///
    /// # Errors
    ///
    /// As for [`read`](Condition::read); the program's own profile is valid.
    pub fn coated(made: i64) -> Result<Condition, ProfileError> {
        Condition::read(COATED.to_vec(), made)
    }

    /// Reads the profile of a press.
    ///
    /// # Errors
    ///
    /// It is none, or one that PDF/X does not allow.
    pub fn read(profile: Vec<u8>, made: i64) -> Result<Condition, ProfileError> {
        let read = ColorProfile::new_from_slice(&profile).map_err(|_| ProfileError::NotAProfile)?;
        if read.profile_class != ProfileClass::OutputDevice {
            return Err(ProfileError::NotOfAPress);
        }
        let inks = match read.color_space {
            DataColorSpace::Gray => 1,
            DataColorSpace::Rgb => 3,
            DataColorSpace::Cmyk => 4,
            _ => return Err(ProfileError::OtherInks),
        };
        let title = match read.description {
            Some(ProfileText::PlainString(text)) => text,
            Some(ProfileText::Localizable(texts)) => texts
                .into_iter()
                .next()
                .map(|text| text.value)
                .unwrap_or_default(),
            Some(ProfileText::Description(text)) => text.ascii_string,
            None => String::new(),
        };
        let title: String = title
            .chars()
            .filter(|letter| !letter.is_control())
            .take(100)
            .collect();
        let title = if title.trim().is_empty() {
            "the profile of a press".to_owned()
        } else {
            title
        };
        Ok(Condition {
            title,
            profile,
            inks,
            made,
        })
    }
}

/// Cyan, magenta, yellow and black, from 0 to 255.
pub type Ink = [u8; 4];

/// Turns sRGB into the inks of a press, never more of them in one place than a limit.
pub struct Inks {
    transform: Arc<dyn TransformExecutor<u8> + Send + Sync>,
    /// In the units of [`Ink`].
    limit: u32,
}

impl fmt::Debug for Inks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "inks up to {}", self.limit)
    }
}

impl Inks {
    /// The inks of a press; the limit is a percentage of full ink.
    ///
    /// # Errors
    ///
    /// The profile has other inks, or does not say how to make colours from them.
    pub fn new(condition: &Condition, limit: u16) -> Result<Inks, PrintError> {
        if condition.inks != 4 {
            return Err(PrintError::of_press(
                "the profile is not for cyan, magenta, yellow and black, which PDF/X-1a needs",
            ));
        }
        let press = ColorProfile::new_from_slice(&condition.profile);
        let press = press.map_err(|_| PrintError::of_press("this is not an ICC profile"))?;
        let options = TransformOptions {
            rendering_intent: RenderingIntent::Perceptual,
            ..TransformOptions::default()
        };
        let srgb = ColorProfile::new_srgb();
        let transform = srgb.create_transform_8bit(Layout::Rgb, &press, Layout::Rgba, options);
        let transform = transform.map_err(|_| {
            PrintError::of_press("the profile does not say which inks make a colour")
        })?;
        Ok(Inks {
            transform,
            limit: u32::from(limit) * 255 / 100,
        })
    }

    /// The inks for a colour of a drawing. Grey is black ink alone, so that thin lines and small letters stay sharp if the
    /// plates are a little apart.
    pub fn of(&self, colour: [u8; 3]) -> Ink {
        match colour {
            [red, green, blue] if red == green && green == blue => [0, 0, 0, 255 - red],
            _ => self.mixed(colour),
        }
    }

    /// The inks for a colour of a photo, where grey is mixed like the colours next to it.
    fn mixed(&self, colour: [u8; 3]) -> Ink {
        // Paper stays paper, whatever its white is.
        if colour == [255; 3] {
            return [0; 4];
        }
        let mut ink = [0; 4];
        let done = self.transform.transform(&colour, &mut ink);
        debug_assert!(done.is_ok(), "one colour has one ink");
        self.limited(ink)
    }

    /// Turns opaque pixels into inks, both of four bytes. Some of them, by row and column, belong to photos.
    pub fn convert(
        &self,
        pixels: &mut [u8],
        width: usize,
        is_photo: impl Fn(usize, usize) -> bool,
    ) {
        let mut known: HashMap<[u8; 3], Ink, foldhash::fast::RandomState> = HashMap::default();
        for (row, line) in pixels.chunks_exact_mut(width * 4).enumerate() {
            for (column, pixel) in line.chunks_exact_mut(4).enumerate() {
                let colour = [pixel[0], pixel[1], pixel[2]];
                let is_grey = colour[0] == colour[1] && colour[1] == colour[2];
                let ink = match is_grey && !is_photo(row, column) {
                    true => self.of(colour),
                    false => *known.entry(colour).or_insert_with(|| self.mixed(colour)),
                };
                pixel.copy_from_slice(&ink);
            }
        }
    }

    /// Less of the colours, if there is too much; black stays.
    fn limited(&self, ink: Ink) -> Ink {
        let [cyan, magenta, yellow, black] = ink.map(u32::from);
        let colours = cyan + magenta + yellow;
        if colours + black <= self.limit {
            return ink;
        }
        let left = self.limit.saturating_sub(black);
        let less = |part: u32| (part * left / colours.max(1)) as u8;
        [less(cyan), less(magenta), less(yellow), ink[3]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_colour_takes_more_ink_than_the_limit() {
        let press = Condition::coated(0).unwrap();
        let darkest = |limit: u16| {
            let inks = Inks::new(&press, limit).unwrap();
            let steps = || (0..=255).step_by(15);
            let colours =
                steps().flat_map(|r| steps().flat_map(move |g| steps().map(move |b| [r, g, b])));
            let sums = colours.map(|colour| inks.mixed(colour).map(u32::from).iter().sum::<u32>());
            sums.max().unwrap()
        };
        for limit in [200, 240] {
            let most = u32::from(limit) * 255 / 100;
            assert!((most - 4..=most).contains(&darkest(limit)), "{limit} %");
        }
    }

    #[test]
    fn light_colours_are_not_limited_and_greys_are_black_ink() {
        let press = Condition::coated(0).unwrap();
        let inks = Inks::new(&press, 300).unwrap();
        assert_eq!(inks.of([255; 3]), [0; 4]);
        assert_eq!(inks.of([51; 3]), [0, 0, 0, 204]);
        // Red is magenta and yellow.
        let [cyan, magenta, yellow, _] = inks.of([230, 30, 20]);
        let seen = format!("{cyan} {magenta} {yellow}");
        assert!(cyan < 40 && magenta > 200 && yellow > 200, "{seen}");
        // Parchment, skin and sky have hardly any black, however low the limit.
        let few = Inks::new(&press, 150).unwrap();
        for light in [[245, 235, 215], [255, 220, 195], [200, 220, 245]] {
            let ink = few.of(light);
            assert!(ink[3] < 20 && ink == inks.of(light), "{light:?} is {ink:?}");
        }
        // In a photo, the darkest grey is as dark as what is beside it.
        assert!(inks.mixed([0; 3]).map(u32::from).iter().sum::<u32>() > 2 * 255);
        let mut pixels = [[9; 4], [9; 4]].concat();
        inks.convert(&mut pixels, 2, |_, column| column == 1);
        assert_eq!(pixels, [inks.of([9; 3]), inks.mixed([9; 3])].concat());
    }
}
