//! The table in terms of pieces, from which pictures of it are drawn.
//!
//! A game says which piece lies where, without knowing what pieces look like. Lengths are in millimetres, x to the right and y
//! down; the game chooses the origin.

use std::collections::HashMap;

use super::Seat;
use super::counter::Plate;
pub use super::counter::{Amount, Count};

/// Everything on the table that the viewer sees, bottom to top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    pub things: Vec<Thing>,
    /// The area in which the next things lie.
    pub zone: Zone,
    /// What the answers concern, drawn over everything.
    pub highlights: Vec<Highlight>,
    /// The heaps of pieces that a page lays out one by one, in order.
    pub heaps: Vec<Heap>,
    /// What is counted without pieces.
    pub panels: Vec<Panel>,
}

/// A pile, a row, a hand or some dice: a zone of its own with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Heap {
    pub zone: Zone,
    /// The player before whom it lies.
    pub owner: Option<Seat>,
    pub title: String,
    /// Heaps with the same number belong together, such as the columns of a patience.
    pub set: Option<u16>,
    /// The number of pieces, if they lie on each other.
    pub count: Option<usize>,
}

/// The counters of the table, or of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    pub owner: Option<Seat>,
    pub counts: Vec<Count>,
}

/// A highlighted piece or place, with a few characters that say why.
#[derive(Clone, Debug, PartialEq)]
pub struct Highlight {
    pub on: Target,
    pub words: String,
}

/// What is highlighted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// A thing of the scene, by its index.
    Thing(usize),
    Region(Region),
}

/// A rectangle of the table, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    pub zone: Zone,
    /// Its middle.
    pub at: (f64, f64),
    /// Its width and height.
    pub size: (f64, f64),
    /// Nothing lies there yet; a piece could go there.
    pub is_empty: bool,
    /// It has the shape of this deck's pieces; otherwise it is a rectangle.
    pub deck: Option<&'static str>,
}

/// A part of the table that a page may lay out separately, in true proportion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Zone {
    /// The shared playing area.
    #[default]
    Map,
    /// What lies in front of a player.
    Seat(Seat),
    /// Piles, and everything else beside them.
    Piles,
    /// One of the scene's [`heaps`](Scene::heaps), under a number that it keeps.
    Heap(u16),
}

/// One thing on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    pub what: What,
    pub placement: Placement,
    /// Clockwise quarter turns, 0..4.
    pub turns: u8,
    pub zone: Zone,
    /// What a page shows elsewhere: a player's name or standing, or a counter.
    pub is_caption: bool,
    /// The scale relative to its size in print.
    pub scale: f64,
}

/// What a [`Thing`] is.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A printed piece, face up.
    Piece(Piece),
    /// A printed hexagon, face up, turned clockwise by this many sixths, 1..6.
    Hex(Piece, u8),
    /// A printed piece with its back up. Which of the pieces with that back it is may be unknown.
    Turned(Piece),
    /// A printed piece, face up, drawn at this height in millimetres, since at its full size it would hide what it stands on.
    Small(Piece, f64),
    /// A die with a printed sticker on its upper face.
    Die(Piece),
    /// A face-down pile of a deck; if it is empty, the place where it lay.
    Pile { deck: &'static str, count: u32 },
    /// A box with a number of loose pieces of a deck in it.
    Tin { deck: &'static str, count: u32 },
    /// A round counter.
    Bead(Bead),
    /// A figure that stands for a player, or for something on the move.
    Pawn(Bead),
    /// A plain die of this name with a face up; `None` if nobody sees it, or it has not been rolled.
    Cube { die: String, face: Option<String> },
    /// The dashed outline of a place where a piece of this size may lie.
    Slot(f64, f64),
    /// A named place of this size on a map without tiles.
    Field(f64, f64),
    /// A way between two places, from corner to corner of a box of this width and height, which may be negative.
    Path(f64, f64),
    /// A way that nobody has taken yet, drawn on the table; unturned, it points up.
    Way,
    /// A way that is closed for good, as [`Way`](What::Way).
    Closed,
    /// A counter, as a small plate.
    Counter(Count),
    /// Words on the table.
    Label {
        text: String,
        size: f64,
        align: Align,
        tone: super::Tone,
    },
}

impl Thing {
    /// Whether it is a printed piece of the deck with one of the codes.
    pub fn is_one_of(&self, deck: &str, codes: &[String]) -> bool {
        self.what
            .piece()
            .is_some_and(|piece| piece.deck == deck && codes.contains(&piece.code))
    }
}

impl What {
    /// The printed piece, whichever side is up.
    pub fn piece(&self) -> Option<&Piece> {
        match self {
            What::Piece(piece)
            | What::Hex(piece, _)
            | What::Turned(piece)
            | What::Small(piece, _)
            | What::Die(piece) => Some(piece),
            _ => None,
        }
    }

    /// Whether its other side is up, or nobody sees it.
    fn is_hidden(&self) -> bool {
        matches!(
            self,
            What::Turned(_) | What::Pile { .. } | What::Cube { face: None, .. }
        )
    }

    fn id(&self) -> String {
        match self {
            What::Piece(piece)
            | What::Hex(piece, _)
            | What::Turned(piece)
            | What::Small(piece, _)
            | What::Die(piece) => piece.id(),
            What::Pile { deck, .. } => format!("pile/{deck}"),
            What::Tin { deck, .. } => format!("tin/{deck}"),
            What::Bead(bead) => format!("bead/{bead:?}"),
            What::Pawn(bead) => format!("pawn/{bead:?}"),
            What::Cube { die, .. } => format!("cube/{}", die.replace(['/', '#', '\''], "-")),
            What::Slot(..) => "slot".to_owned(),
            What::Field(..) => "field".to_owned(),
            What::Path(..) => "path".to_owned(),
            What::Way => "way".to_owned(),
            What::Closed => "closed".to_owned(),
            What::Counter(count) => format!("counter/{}", count.name.replace(['/', '#'], "-")),
            What::Label { .. } => "label".to_owned(),
        }
    }
}

impl Piece {
    pub fn new(deck: &'static str, code: impl Into<String>) -> Piece {
        Piece {
            deck,
            code: code.into(),
            face: None,
            set: 0,
        }
    }

    /// The id of the first of its kind in a scene: "tiles/T07", "dice/Y", "tiles/T07/1" for the second set.
    pub fn id(&self) -> String {
        match self.set {
            0 => format!("{}/{}", self.deck, self.code),
            set => format!("{}/{}/{set}", self.deck, self.code),
        }
    }
}

/// A piece of a kit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    pub deck: &'static str,
    /// Its row's code: "T07"; for a die "Y".
    pub code: String,
    /// For a die, the face that is up.
    pub face: Option<String>,
    /// Which set of the game it comes from, from 0.
    pub set: usize,
}

/// The colour of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bead {
    Red,
    Yellow,
    Blue,
    Black,
    Green,
    Violet,
    Orange,
    White,
}

/// Which part of a label is anchored at its placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Start,
    Middle,
    End,
}

/// Where the middle of a thing is; of a label, its baseline.
#[derive(Clone, Debug, PartialEq)]
pub enum Placement {
    At(f64, f64),
    /// At the place of this name on the face of an earlier thing, which is given by its index: "heart-3".
    On(usize, String),
}

impl Scene {
    /// Puts a thing on the table and returns its index.
    pub fn put(&mut self, what: What, placement: Placement, turns: u8) -> usize {
        self.things.push(Thing {
            what,
            placement,
            turns: turns % 4,
            zone: self.zone,
            is_caption: false,
            scale: 1.0,
        });
        self.things.len() - 1
    }

    /// Writes words that a page shows elsewhere.
    pub fn caption(
        &mut self,
        text: &str,
        size: f64,
        align: Align,
        tone: super::Tone,
        at: (f64, f64),
    ) {
        self.label(text, size, align, tone, at);
        self.mark_caption();
    }

    /// Puts a counter on the table, which a page shows elsewhere; `x` and `y` are its upper left corner.
    pub fn counter(&mut self, count: Count, (x, y): (f64, f64)) {
        let (w, h) = Plate::new(&count).size;
        self.at(What::Counter(count), x + w / 2.0, y + h / 2.0);
        self.mark_caption();
    }

    fn mark_caption(&mut self) {
        if let Some(thing) = self.things.last_mut() {
            thing.is_caption = true;
        }
    }

    /// The heap that a zone is.
    pub fn heap(&self, zone: Zone) -> Option<&Heap> {
        self.heaps.iter().find(|heap| heap.zone == zone)
    }

    /// The player before whom a zone lies.
    pub fn owner(&self, zone: Zone) -> Option<Seat> {
        match zone {
            Zone::Seat(seat) => Some(seat),
            _ => self.heap(zone)?.owner,
        }
    }

    /// Shows what another view of the same table shows and this one hides.
    pub fn reveal(&mut self, other: &Scene) {
        let hidden = |things: &[Thing], zone: Zone| {
            let own = things.iter().filter(|thing| thing.zone == zone);
            own.filter(|thing| thing.what.is_hidden()).count()
        };
        let mut zones: Vec<Zone> = Vec::new();
        for thing in self.things.iter().filter(|thing| thing.what.is_hidden()) {
            if !zones.contains(&thing.zone) {
                zones.push(thing.zone);
            }
        }
        for zone in zones {
            let things = other.things.iter().filter(|thing| thing.zone == zone);
            let things: Vec<Thing> = things.cloned().collect();
            let is_at = |thing: &Thing| matches!(thing.placement, Placement::At(..));
            if hidden(&things, zone) < hidden(&self.things, zone) && things.iter().all(is_at) {
                self.replace(zone, things);
            }
        }
    }

    /// Puts these things in a zone, in place of those that lie there and on them.
    fn replace(&mut self, zone: Zone, things: Vec<Thing>) {
        let mut kept: Vec<Thing> = Vec::new();
        let mut places: Vec<Option<usize>> = Vec::new();
        for mut thing in std::mem::take(&mut self.things) {
            let below = match &mut thing.placement {
                Placement::On(below, _) => {
                    let place = places[*below];
                    *below = place.unwrap_or_default();
                    place.is_some()
                }
                Placement::At(..) => true,
            };
            let stays = below && thing.zone != zone;
            places.push(stays.then_some(kept.len()));
            kept.extend(Some(thing).filter(|_| stays));
        }
        kept.extend(things);
        self.things = kept;
    }

    /// The id of each thing. A printed piece keeps its id wherever it lies and whichever side is up; identical things are numbered
    /// in the order they were laid.
    pub fn ids(&self) -> Vec<String> {
        let mut known: HashMap<String, usize> = HashMap::new();
        let numbered = |thing: &Thing| {
            let mut id = thing.what.id();
            // What is face down has no identity: each player's is counted by itself, so that one hand does not renumber others.
            if let (What::Pile { .. }, Zone::Heap(heap)) = (&thing.what, thing.zone)
                && self.owner(thing.zone).is_some()
            {
                id = format!("{id}@{heap}");
            }
            let count = known.entry(id.clone()).or_default();
            *count += 1;
            if *count == 1 {
                id
            } else {
                format!("{id}#{count}")
            }
        };
        self.things.iter().map(numbered).collect()
    }

    /// Writes words on the table.
    pub fn label(
        &mut self,
        text: &str,
        size: f64,
        align: Align,
        tone: super::Tone,
        (x, y): (f64, f64),
    ) {
        self.at(
            What::Label {
                text: text.to_owned(),
                size,
                align,
                tone,
            },
            x,
            y,
        );
    }

    /// The ids of the things for which `is_meant` holds.
    pub fn find(&self, is_meant: impl Fn(&Thing) -> bool) -> Vec<String> {
        let ids = self.ids().into_iter().zip(&self.things);
        ids.filter(|(_, thing)| is_meant(thing))
            .map(|(id, _)| id)
            .collect()
    }

    /// Puts a thing at a place, upright.
    pub fn at(&mut self, what: What, x: f64, y: f64) -> usize {
        self.put(what, Placement::At(x, y), 0)
    }
}
