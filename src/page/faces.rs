//! Printed faces as sent to a browser: compressed SVG, addressed by its content, and given only to audiences to whom it was shown.

use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use super::rights::Audience;
use crate::kit::{Kit, Problems};
use crate::press::inspect::texts;
use crate::press::picture::{Lying, Pictures};
use crate::press::sheet::Job;
use crate::press::write::svg;
use crate::referee::Scene;
use crate::referee::scene::What;

/// A face that was drawn.
#[derive(Debug)]
pub struct Face {
    /// The digest of its content.
    pub id: String,
    /// mm, unturned.
    pub size: (f64, f64),
    /// Where its words are, in hundredths of its size: left, top, width, height.
    pub words: Vec<[u8; 4]>,
    /// The SVG with gzip; everybody who fetches it shares the bytes.
    packed: Bytes,
}

impl Face {
    /// Its address, relative to the page.
    pub fn url(&self) -> String {
        format!("face/{}.svg", self.id)
    }

    /// The size of what is sent, in bytes.
    pub fn weight(&self) -> usize {
        self.packed.len()
    }
}

/// The faces shown so far, and to whom.
#[derive(Default)]
pub struct Shelf {
    shown: Mutex<BTreeMap<Audience, HashMap<String, Arc<Face>>>>,
}

impl Shelf {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Audience, HashMap<String, Arc<Face>>>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what an audience is about to be shown.
    pub fn show(&self, audience: Audience, faces: &[Arc<Face>]) {
        let mut shown = self.lock();
        let own = shown.entry(audience).or_default();
        for face in faces {
            if !own.contains_key(&face.id) {
                own.insert(face.id.clone(), face.clone());
            }
        }
    }

    /// Forgets all faces, because another kit is drawn.
    pub fn clear(&self) {
        self.lock().clear();
    }

    /// A face as SVG, with or without gzip, if it was shown to this audience.
    pub fn take(&self, audience: Audience, id: &str, is_packed: bool) -> Option<Bytes> {
        let face = self.lock().get(&audience)?.get(id)?.clone();
        if is_packed {
            return Some(face.packed.clone());
        }
        let mut svg = Vec::new();
        GzDecoder::new(&face.packed[..])
            .read_to_end(&mut svg)
            .ok()?;
        Some(svg.into())
    }
}

/// Draws the faces of a kit, each once.
pub struct Painter<'k> {
    pictures: Pictures<'k>,
    /// By what is shown.
    known: HashMap<String, Option<Arc<Face>>>,
    by_id: HashMap<String, Arc<Face>>,
}

impl<'k> Painter<'k> {
    pub fn new(kit: &'k Kit) -> Painter<'k> {
        Painter {
            pictures: Pictures::standing_in(kit),
            known: HashMap::new(),
            by_id: HashMap::new(),
        }
    }

    /// Where the things of a scene lie; `None` for those whose faces cannot be drawn.
    pub fn lying(&mut self, scene: &Scene) -> Vec<Lying> {
        self.pictures.lying(scene).unwrap_or_default()
    }

    /// The outline of a deck's pieces relative to their middle, mm; empty for rectangles.
    pub fn outline(&self, deck: &str) -> Vec<(f64, f64)> {
        self.pictures.outline(deck)
    }

    /// The face of a thing; `None` for words, and for what cannot be drawn.
    pub fn face(&mut self, what: &What) -> Option<Arc<Face>> {
        let key = match what {
            What::Label { .. } | What::Counter(_) => return None,
            // The same picture, only smaller.
            What::Small(piece, _) => format!("{:?}", What::Piece(piece.clone())),
            what => format!("{what:?}"),
        };
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        // A face that cannot be drawn is not tried again.
        let face = self.draw(what).unwrap_or_default();
        self.known.insert(key, face.clone());
        face
    }

    fn draw(&mut self, what: &What) -> Result<Option<Arc<Face>>, Problems> {
        let Some(job) = self.pictures.portrait(what)? else {
            return Ok(None);
        };
        let size = job
            .sheets
            .first()
            .map_or((0.0, 0.0), |sheet| (sheet.size.w.mm(), sheet.size.h.mm()));
        let Ok(svg) = svg::write(&job, 0) else {
            return Ok(None);
        };
        let id: String = Sha256::digest(svg.as_bytes())
            .iter()
            .take(16)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let drawn = || {
            Arc::new(Face {
                id: id.clone(),
                size,
                words: words(&job),
                packed: packed(svg.as_bytes()).into(),
            })
        };
        Ok(Some(
            self.by_id.entry(id.clone()).or_insert_with(drawn).clone(),
        ))
    }
}

/// Where the words of the piece on a sheet are, if it lies straight.
fn words(job: &Job) -> Vec<[u8; 4]> {
    let placed = job.sheets.first().and_then(|sheet| sheet.placed.last());
    placed
        .filter(|placed| placed.sixths == 0 && placed.turns == 0)
        .and_then(|placed| job.faces.get(placed.face).ok())
        .map(texts::places)
        .unwrap_or_default()
}

/// Bytes as gzip.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    // Writing into memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}
