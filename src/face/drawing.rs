//! One side of one piece, drawn.
//!
//! A face's SVG is split at its top level: plain text becomes [`TextLine`]s, pictures that nothing is done to become
//! [`ShownPicture`]s, and everything else [`Fragment`]s identified by their content, so that each is parsed and written only once.

use std::borrow::Cow;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::visual::is_right_to_left;
use super::{Font, Fragment, Picture};
use crate::kit::{Size, Um};

/// A drawing: items in painting order, in millimetres with the origin at the top left corner of the trimmed piece and y down.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The trimmed size it is drawn for; it may be printed larger or smaller.
    pub size: Size,
    /// How far it extends beyond the trim on each side.
    pub bleed: Um,
    pub items: Arc<Items>,
    /// Where it came from, for messages: "tiles T07".
    pub name: Arc<str>,
    /// Texts that are not plain and are drawn as art: this is equally correct, but slower and larger.
    pub texts_as_art: Vec<TextAsArt>,
}

/// A text that is drawn as art.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextAsArt {
    pub text: String,
    /// The reason: `transform="rotate(90)"`.
    pub reason: String,
}

impl Drawing {
    /// What it takes in memory, in bytes, without its art, which it may share with others.
    pub fn weight(&self) -> usize {
        let items = self.items.parts.len() * size_of::<PackedItem>() + self.items.words.len();
        let as_art = self.texts_as_art.iter();
        let texts: usize = as_art.map(|text| text.text.len() + text.reason.len()).sum();
        size_of::<Drawing>() + items + texts
    }

    /// The characters that no font has, in the order of drawing; each is printed as a dashed box.
    pub fn unknown(&self) -> Vec<char> {
        let mut unknown = Vec::new();
        for (part, words) in self.items.parts() {
            match part {
                PackedItem::Art(fragment) => unknown.extend(&fragment.unknown),
                PackedItem::Text { font, .. } if font.is_missing() => unknown.extend(words.chars()),
                PackedItem::Text { .. } | PackedItem::Picture(_) => {}
            }
        }
        unknown
    }

    /// 16 hexadecimal digits, equal for two drawings exactly if they paint the same.
    pub fn fingerprint(&self) -> String {
        format!("{:016x}", self.hash())
    }

    /// The [fingerprint](Drawing::fingerprint) as a number.
    pub fn hash(&self) -> u64 {
        let mut hash = Sha256::new();
        hash.update(format!("{} {}", self.size, self.bleed));
        for item in self.items.iter() {
            let line = match item {
                Item::Art(fragment) => {
                    hash.update(fragment.key.to_le_bytes());
                    continue;
                }
                Item::Picture(shown) => {
                    hash.update(shown.picture.key.to_le_bytes());
                    let edges = shown.whole.iter().chain(&shown.window);
                    edges.for_each(|edge| hash.update(edge.to_le_bytes()));
                    continue;
                }
                Item::Text(line) => line,
            };
            hash.update((line.text.len() as u64).to_le_bytes());
            hash.update(line.text.as_bytes());
            [line.x, line.y, line.size, line.tracking]
                .iter()
                .for_each(|number| hash.update(number.to_le_bytes()));
            hash.update(line.font.id.to_le_bytes());
            hash.update(line.fill);
        }
        hash.finalize()
            .iter()
            .take(8)
            .fold(0, |hash, byte| hash << 8 | u64::from(*byte))
    }
}

/// What is painted, bottom to top. Many faces are kept until their sheets are written, so they are stored compactly: the words of
/// all texts in one string, and lengths as `f32`, whose six or seven digits are enough to draw.
#[derive(Clone, Debug, Default)]
pub struct Items {
    parts: Vec<PackedItem>,
    words: String,
}

#[derive(Clone, Debug)]
enum PackedItem {
    Art(Arc<Fragment>),
    Picture(Box<ShownPicture>),
    /// The words from the end of the previous text to this one's; lengths as in [`TextLine`].
    Text {
        end: u32,
        x: f32,
        y: f32,
        size: f32,
        tracking: f32,
        font: &'static Font,
        fill: [u8; 3],
    },
}

/// An item to paint.
#[derive(Clone, Debug)]
pub enum Item<'i> {
    Art(&'i Arc<Fragment>),
    Picture(&'i ShownPicture),
    Text(TextLine<'i>),
}

/// A picture that is shown as it is. Lengths are in millimetres from the top left corner of the trimmed piece, with y down.
#[derive(Clone, Debug)]
pub struct ShownPicture {
    pub picture: Arc<Picture>,
    /// Where the whole picture would be: x, y, width, height.
    pub whole: [f32; 4],
    /// The part of the face in which it is shown.
    pub window: [f32; 4],
}

impl ShownPicture {
    /// Its pixels per inch on the face, if it has pixels.
    pub fn dpi(&self) -> Option<f64> {
        let [_, _, w, h] = self.whole.map(f64::from);
        self.picture.dpi([w, h])
    }

    /// How many dots it takes at this resolution, on a face that is printed at this scale.
    pub fn dots(&self, dpi: f64, scale: f64) -> [u32; 2] {
        let [_, _, w, h] = self.whole.map(f64::from);
        [w, h].map(|mm| (mm * scale / 25.4 * dpi).ceil().clamp(1.0, 20_000.0) as u32)
    }
}

impl Items {
    /// Empty, with capacity for this many items and bytes of words.
    pub fn with_capacity(items: usize, words: usize) -> Items {
        Items {
            parts: Vec::with_capacity(items),
            words: String::with_capacity(words),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = Item<'_>> {
        self.parts().map(|(part, words)| match *part {
            PackedItem::Art(ref fragment) => Item::Art(fragment),
            PackedItem::Picture(ref shown) => Item::Picture(shown),
            PackedItem::Text {
                x,
                y,
                size,
                tracking,
                font,
                fill,
                ..
            } => {
                let [x, y, size, tracking] = [x, y, size, tracking].map(f64::from);
                Item::Text(TextLine {
                    text: words.into(),
                    x,
                    y,
                    size,
                    font,
                    fill,
                    tracking,
                })
            }
        })
    }

    /// Each item with its words; art has none.
    fn parts(&self) -> impl Iterator<Item = (&PackedItem, &str)> {
        let mut start = 0;
        self.parts.iter().map(move |part| {
            let end = if let PackedItem::Text { end, .. } = part {
                *end as usize
            } else {
                start
            };
            (part, &self.words[std::mem::replace(&mut start, end)..end])
        })
    }

    /// The texts and their fonts.
    pub fn words(&self) -> impl Iterator<Item = (&'static Font, &str)> {
        self.parts().filter_map(|(part, words)| {
            if let PackedItem::Text { font, .. } = part {
                Some((*font, words))
            } else {
                None
            }
        })
    }

    /// Only the texts.
    pub fn texts(&self) -> impl Iterator<Item = TextLine<'_>> {
        self.iter().filter_map(|item| {
            if let Item::Text(line) = item {
                Some(line)
            } else {
                None
            }
        })
    }

    /// Only the art.
    pub fn art(&self) -> impl Iterator<Item = &Arc<Fragment>> {
        self.parts.iter().filter_map(|part| {
            if let PackedItem::Art(fragment) = part {
                Some(fragment)
            } else {
                None
            }
        })
    }

    /// Only the pictures that are shown as they are.
    pub fn pictures(&self) -> impl Iterator<Item = &ShownPicture> {
        self.parts.iter().filter_map(|part| match part {
            PackedItem::Picture(shown) => Some(&**shown),
            _ => None,
        })
    }

    pub fn push_picture(&mut self, shown: ShownPicture) {
        self.parts.push(PackedItem::Picture(Box::new(shown)));
    }

    pub fn push_art(&mut self, fragment: Arc<Fragment>) {
        self.parts.push(PackedItem::Art(fragment));
    }

    pub fn push_text(&mut self, line: &TextLine) {
        let TextLine {
            ref text,
            x,
            y,
            size,
            font,
            fill,
            tracking,
        } = *line;
        self.words.push_str(text);
        let [x, y, size, tracking] = [x, y, size, tracking].map(|length| length as f32);
        self.parts.push(PackedItem::Text {
            end: self.words.len() as u32,
            x,
            y,
            size,
            tracking,
            font,
            fill,
        });
    }

    /// Releases unused capacity.
    pub(super) fn shrink_to_fit(&mut self) {
        self.parts.shrink_to_fit();
        self.words.shrink_to_fit();
    }
}

impl<'i> FromIterator<Item<'i>> for Items {
    fn from_iter<I: IntoIterator<Item = Item<'i>>>(from: I) -> Items {
        let mut items = Items::default();
        for item in from {
            match item {
                Item::Art(fragment) => items.push_art(fragment.clone()),
                Item::Picture(shown) => items.push_picture(shown.clone()),
                Item::Text(line) => items.push_text(&line),
            }
        }
        items
    }
}

/// A line of live text: one font, one size, one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine<'t> {
    pub text: Cow<'t, str>,
    /// The start of the baseline (whatever the anchor was), mm.
    pub x: f64,
    pub y: f64,
    /// The em, mm.
    pub size: f64,
    pub font: &'static Font,
    /// `[r, g, b]`.
    pub fill: [u8; 3],
    /// Extra space after each character, mm.
    pub tracking: f64,
}

impl TextLine<'_> {
    /// Whether it runs from right to left.
    pub fn is_leftward(&self) -> bool {
        is_right_to_left(&self.text)
    }

    /// The same line, owning its text.
    pub fn into_owned(self) -> TextLine<'static> {
        TextLine {
            text: self.text.into_owned().into(),
            ..self
        }
    }
}
