//! The faces of a print, each different one once: the first thousand in memory, the others in an anonymous temporary file.
//!
//! A face takes some hundred bytes for texts and positions, and a deck of ten thousand cards has as many faces. Art always
//! stays in memory: it is parsed once, however many faces use it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::error::PrintError;
use crate::face::{
    Drawing, Font, Fragment, Item, Items, Picture, ShownPicture, TextAsArt, TextLine,
};
use crate::kit::{Size, Um};

/// The number of faces kept in memory.
const NEAR: usize = 1_000;

/// Faces by index, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct Faces {
    near: Vec<Drawing>,
    /// The position of each of the others in the file.
    far: Vec<u64>,
    file: Option<Arc<Mutex<Store>>>,
}

/// Faces as bytes. The file only grows, so that copies that share it remain valid.
#[derive(Debug)]
struct Store {
    file: BufReader<File>,
    /// The current read position.
    position: u64,
    /// The number of bytes written, and the bytes still to be written.
    written: u64,
    waiting: Vec<u8>,
    /// Objects that faces refer to by number.
    fragments: Vec<Arc<Fragment>>,
    fonts: Vec<&'static Font>,
    pictures: Vec<Arc<Picture>>,
    /// The numbers of fragments and pictures, by key.
    numbers: HashMap<u128, usize>,
}

/// The number of bytes written at once.
const BLOCK: usize = 1 << 16;

/// The most bytes stored, so that an untrusted kit cannot fill the disk; a hundred thousand cards take a tenth of it.
const MAX_BYTES: u64 = 1 << 30;

impl Faces {
    pub fn len(&self) -> usize {
        self.near.len() + self.far.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a face and returns its index.
    ///
    /// # Errors
    ///
    /// There is no space for it in the folder for temporary files.
    pub fn push(&mut self, drawing: Drawing) -> Result<usize, PrintError> {
        if self.far.is_empty() && self.near.len() < NEAR {
            self.near.push(drawing);
        } else {
            let place = self
                .keep(&drawing)
                .map_err(|error| PrintError::of_space(&error))?;
            self.far.push(place);
        }
        Ok(self.len() - 1)
    }

    fn keep(&mut self, drawing: &Drawing) -> io::Result<u64> {
        let file = match &self.file {
            Some(file) => file,
            None => self.file.insert(Arc::new(Mutex::new(Store::new()?))),
        };
        file.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .add(drawing)
    }

    /// Returns the face with this index.
    ///
    /// # Errors
    ///
    /// There is no such face, or the file cannot be read.
    pub fn get(&self, index: usize) -> Result<Cow<'_, Drawing>, PrintError> {
        if let Some(drawing) = self.near.get(index) {
            return Ok(Cow::Borrowed(drawing));
        }
        let far = index
            .checked_sub(self.near.len())
            .and_then(|index| self.far.get(index));
        let (Some(place), Some(file)) = (far, &self.file) else {
            return Err(PrintError::new("a piece without a face"));
        };
        let drawing = file
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(*place);
        Ok(Cow::Owned(
            drawing.map_err(|error| PrintError::of_space(&error))?,
        ))
    }

    pub fn iter(&self) -> impl Iterator<Item = Result<Cow<'_, Drawing>, PrintError>> {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// Keeps all faces in memory.
impl From<Vec<Drawing>> for Faces {
    fn from(near: Vec<Drawing>) -> Faces {
        Faces {
            near,
            ..Faces::default()
        }
    }
}

impl Store {
    fn new() -> io::Result<Store> {
        Ok(Store {
            // The buffer holds some dozen faces; two threads that read in different places gain nothing from it.
            file: BufReader::new(tempfile::tempfile()?),
            position: 0,
            written: 0,
            waiting: Vec::new(),
            fragments: Vec::new(),
            fonts: Vec::new(),
            pictures: Vec::new(),
            numbers: HashMap::new(),
        })
    }

    /// Adds a face and returns its position.
    fn add(&mut self, drawing: &Drawing) -> io::Result<u64> {
        let start = self.waiting.len();
        let place = self.written + start as u64;
        if place > MAX_BYTES {
            return Err(io::Error::other(format!(
                "they are more than {} MB",
                MAX_BYTES >> 20
            )));
        }
        self.waiting.extend([0; 4]);
        self.encode(drawing);
        let length = self.waiting.len() - start - 4;
        self.waiting[start..start + 4].copy_from_slice(&(length as u32).to_le_bytes());
        if self.waiting.len() >= BLOCK {
            // Discard what cannot be written, or it would fill the memory.
            self.write().inspect_err(|_| self.waiting.truncate(start))?;
        }
        Ok(place)
    }

    fn write(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.written))?;
        self.file.get_mut().write_all(&self.waiting)?;
        self.written += self.waiting.len() as u64;
        self.position = self.written;
        self.waiting.clear();
        Ok(())
    }

    /// Returns the face at a position.
    fn get(&mut self, place: u64) -> io::Result<Drawing> {
        if !self.waiting.is_empty() {
            self.write()?;
        }
        // Faces are usually requested in order, so the next one is already in the buffer.
        self.file
            .seek_relative(place as i64 - self.position as i64)?;
        let mut length = [0; 4];
        self.file.read_exact(&mut length)?;
        let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
        self.file.read_exact(&mut bytes)?;
        self.position = place + 4 + bytes.len() as u64;
        self.decode(&bytes)
    }

    fn encode(&mut self, drawing: &Drawing) {
        let Drawing {
            size,
            bleed,
            items,
            name,
            texts_as_art,
        } = drawing;
        let Store {
            waiting: out,
            fragments,
            fonts,
            pictures,
            numbers,
            ..
        } = self;
        [size.w, size.h, *bleed]
            .iter()
            .for_each(|length| out.extend(length.0.to_le_bytes()));
        put_text(out, name);
        put_number(out, texts_as_art.len());
        for TextAsArt { text, reason } in texts_as_art {
            [text, reason].iter().for_each(|words| put_text(out, words));
        }
        put_number(out, items.iter().count());
        for item in items.iter() {
            match item {
                Item::Art(fragment) => {
                    let number = *numbers.entry(fragment.key).or_insert_with(|| {
                        fragments.push(fragment.clone());
                        fragments.len() - 1
                    });
                    out.push(ART);
                    put_number(out, number);
                }
                Item::Picture(shown) => {
                    let number = *numbers.entry(shown.picture.key).or_insert_with(|| {
                        pictures.push(shown.picture.clone());
                        pictures.len() - 1
                    });
                    out.push(PICTURE);
                    put_number(out, number);
                    let edges = shown.whole.iter().chain(&shown.window);
                    edges.for_each(|mm| out.extend(mm.to_le_bytes()));
                }
                Item::Text(line) => {
                    let known = fonts.iter().position(|font| std::ptr::eq(*font, line.font));
                    let font = known.unwrap_or_else(|| {
                        fonts.push(line.font);
                        fonts.len() - 1
                    });
                    out.push(TEXT);
                    put_number(out, font);
                    out.extend(line.fill);
                    // Drawings are no more precise than this.
                    [line.x, line.y, line.size, line.tracking]
                        .iter()
                        .for_each(|mm| out.extend((*mm as f32).to_le_bytes()));
                    put_text(out, &line.text);
                }
            }
        }
    }

    fn decode(&self, mut bytes: &[u8]) -> io::Result<Drawing> {
        let from = &mut bytes;
        let [w, h, bleed] = [length(from)?, length(from)?, length(from)?];
        let name = text(from)?.into();
        let mut texts_as_art = Vec::new();
        for _ in 0..number(from)? {
            texts_as_art.push(TextAsArt {
                text: text(from)?.to_owned(),
                reason: text(from)?.to_owned(),
            });
        }
        let mut items = Items::with_capacity(number(from)?, from.len());
        while let Some((kind, rest)) = from.split_first() {
            *from = rest;
            if *kind == ART {
                items.push_art(
                    self.fragments
                        .get(number(from)?)
                        .ok_or(io::ErrorKind::InvalidData)?
                        .clone(),
                );
                continue;
            }
            if *kind == PICTURE {
                let picture = self.pictures.get(number(from)?);
                let picture = picture.ok_or(io::ErrorKind::InvalidData)?.clone();
                let (whole, window) = (area(from)?, area(from)?);
                items.push_picture(ShownPicture {
                    picture,
                    whole,
                    window,
                });
                continue;
            }
            let font = self
                .fonts
                .get(number(from)?)
                .ok_or(io::ErrorKind::InvalidData)?;
            let fill = take(from)?;
            let [x, y, size, tracking] = [mm(from)?, mm(from)?, mm(from)?, mm(from)?];
            items.push_text(&TextLine {
                text: text(from)?.into(),
                x,
                y,
                size,
                font,
                fill,
                tracking,
            });
        }
        Ok(Drawing {
            size: Size::new(w, h),
            bleed,
            items: items.into(),
            name,
            texts_as_art,
        })
    }
}

/// Tags for the kinds of items.
const ART: u8 = 0;
const TEXT: u8 = 1;
const PICTURE: u8 = 2;

fn put_number(out: &mut Vec<u8>, number: usize) {
    out.extend((number as u32).to_le_bytes());
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_number(out, text.len());
    out.extend(text.as_bytes());
}

fn take<const N: usize>(from: &mut &[u8]) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn number(from: &mut &[u8]) -> io::Result<usize> {
    Ok(u32::from_le_bytes(take(from)?) as usize)
}

fn length(from: &mut &[u8]) -> io::Result<Um> {
    Ok(Um(i64::from_le_bytes(take(from)?)))
}

fn mm(from: &mut &[u8]) -> io::Result<f64> {
    Ok(f32::from_le_bytes(take(from)?).into())
}

fn area(from: &mut &[u8]) -> io::Result<[f32; 4]> {
    let mut edges = [0.0; 4];
    for edge in &mut edges {
        *edge = f32::from_le_bytes(take(from)?);
    }
    Ok(edges)
}

fn text<'b>(from: &mut &'b [u8]) -> io::Result<&'b str> {
    let length = number(from)?;
    let (text, rest) = from
        .split_at_checked(length)
        .ok_or(io::ErrorKind::UnexpectedEof)?;
    *from = rest;
    std::str::from_utf8(text).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Reader;

    /// A face of two texts with art between them, and one text that is not plain.
    fn face(reader: &mut Reader, number: usize) -> Drawing {
        let words = |x: usize, more: &str, says: &str| {
            format!(
                "<text x='{x}.3' y='2.7' font-family='Alegreya' font-size='2.1' fill='#12ab9f' {more}>{says}</text>"
            )
        };
        let (one, two) = (
            words(number % 7, "letter-spacing='.1'", &format!("No {number}")),
            words(1, "", "ö – &amp;"),
        );
        let odd = words(3, "transform='rotate(3)'", "odd");
        let art = format!("<rect width='{}' height='3' fill='#123'/>", 1 + number % 3);
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-1 -1 42 32'>{one}{art}{two}{odd}</svg>"
        );
        reader
            .read(
                &format!("face {number}"),
                &svg,
                Size::new(Um(40_000), Um(30_000)),
                Um(1_000),
            )
            .unwrap()
    }

    fn assert_same(one: &Drawing, two: &Drawing) {
        assert_eq!(
            (one.fingerprint(), &one.name, &one.texts_as_art),
            (two.fingerprint(), &two.name, &two.texts_as_art)
        );
        assert_eq!((one.size, one.bleed), (two.size, two.bleed));
        assert!(
            std::iter::zip(one.items.art(), two.items.art())
                .all(|(one, two)| Arc::ptr_eq(one, two))
        );
        assert!(
            one.items.texts().eq(two.items.texts())
                && one.items.iter().count() == two.items.iter().count()
        );
    }

    #[test]
    fn faces_come_back_as_they_were_whether_near_or_far() {
        let mut reader = Reader::new();
        let mut faces = Faces::default();
        for number in 0..NEAR + 700 {
            assert_eq!(faces.push(face(&mut reader, number)).unwrap(), number);
        }
        let mut copy = faces.clone();
        let last = face(&mut reader, 5_000);
        assert_eq!(copy.push(last.clone()).unwrap(), faces.len());
        assert_eq!(
            faces.push(face(&mut reader, 6_000)).unwrap() + 1,
            faces.len()
        );
        // In any order, with more faces added in between.
        for number in [0, NEAR - 1, NEAR, NEAR + 699, NEAR + 1, NEAR + 650, NEAR] {
            assert_same(&faces.get(number).unwrap(), &face(&mut reader, number));
            assert_same(&copy.get(number).unwrap(), &face(&mut reader, number));
        }
        assert_same(&copy.get(NEAR + 700).unwrap(), &last);
        assert_same(&faces.get(NEAR + 700).unwrap(), &face(&mut reader, 6_000));
        assert!(faces.get(NEAR + 701).is_err());
        copy.file.as_ref().unwrap().lock().unwrap().written = MAX_BYTES + 1;
        assert!(
            copy.push(last)
                .unwrap_err()
                .to_string()
                .contains("more than 1024 MB")
        );
        assert!(
            faces
                .iter()
                .enumerate()
                .all(|(at, face)| at > NEAR + 699 || *face.unwrap().name == *format!("face {at}"))
        );
    }
}
