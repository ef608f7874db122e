//! The faces of a print, each different one once.

use super::error::PrintError;
use crate::face::Drawing;

/// Faces by index, in the order in which they were added.
///
/// A face takes some hundred bytes for texts and positions. Art is parsed once, however many faces use it.
#[derive(Clone, Debug, Default)]
pub struct Faces {
    faces: Vec<Drawing>,
    /// What they take in memory, in bytes.
    weight: usize,
}

/// The most bytes of faces, so that an untrusted kit cannot fill the memory; a hundred thousand cards take a quarter of it.
const MAX_BYTES: usize = 256 << 20;

impl Faces {
    pub fn len(&self) -> usize {
        self.faces.len()
    }

    pub fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// Adds a face and returns its index.
    ///
    /// # Errors
    ///
    /// All faces together are too large.
    pub fn push(&mut self, drawing: Drawing) -> Result<usize, PrintError> {
        self.weight += drawing.weight();
        if self.weight > MAX_BYTES {
            return Err(PrintError::of_weight(MAX_BYTES));
        }
        self.faces.push(drawing);
        Ok(self.faces.len() - 1)
    }

    /// Returns the face with this index.
    ///
    /// # Errors
    ///
    /// There is no such face.
    pub fn get(&self, index: usize) -> Result<&Drawing, PrintError> {
        self.faces
            .get(index)
            .ok_or_else(|| PrintError::new("a piece without a face"))
    }

    pub fn iter(&self) -> impl Iterator<Item = &Drawing> {
        self.faces.iter()
    }
}

impl From<Vec<Drawing>> for Faces {
    fn from(faces: Vec<Drawing>) -> Faces {
        Faces {
            weight: faces.iter().map(Drawing::weight).sum(),
            faces,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Reader;
    use crate::kit::{Size, Um};

    #[test]
    fn faces_have_a_most_weight() {
        let size = Size::new(Um(40_000), Um(30_000));
        let words = "n ".repeat(1_000);
        let text = format!("<text y='5' font-family='Alegreya' font-size='.01'>{words}</text>");
        let svg =
            format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 30'>{text}</svg>");
        let heavy = Reader::new().read("heavy", &svg, size, Um::ZERO).unwrap();
        assert!(heavy.weight() >= words.trim_end().len());
        let mut faces = Faces::default();
        let full = (0..).find_map(|_| faces.push(heavy.clone()).err()).unwrap();
        assert!(full.to_string().contains("more than 256 MB"), "{full}");
        assert_eq!(faces.len(), MAX_BYTES / heavy.weight());
        assert!(faces.get(faces.len()).is_err());
    }
}
