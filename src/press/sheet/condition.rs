//! The colour profile of a print shop's press, and the date of a document made for it.

use moxcms::{ColorProfile, DataColorSpace, ProfileClass, ProfileText};

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

/// Offset on coated paper, the most common condition, made with ArgyllCMS from Fogra's measurements FOGRA39L (zlib licence).
const COATED: &[u8] = include_bytes!("fogra39.icc");

impl Condition {
    /// Coated FOGRA39, for shops that name no other.
    ///
    /// # Errors
    ///
    /// As for [`read`](Condition::read); the program's own profile is valid.
    pub fn coated(made: i64) -> Result<Condition, String> {
        Condition::read(COATED.to_vec(), made)
    }

    /// Reads the profile of a press.
    ///
    /// # Errors
    ///
    /// Returns a sentence that says why it is not one.
    pub fn read(profile: Vec<u8>, made: i64) -> Result<Condition, String> {
        let read = ColorProfile::new_from_slice(&profile)
            .map_err(|_| "this is not an ICC profile".to_owned())?;
        if read.profile_class != ProfileClass::OutputDevice {
            return Err(
                "this is not the profile of a press: PDF/X only allows output profiles".into(),
            );
        }
        let inks = match read.color_space {
            DataColorSpace::Gray => 1,
            DataColorSpace::Rgb => 3,
            DataColorSpace::Cmyk => 4,
            _ => return Err("PDF/X only allows profiles for grey, RGB or CMYK".into()),
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
