//! The table in terms of pieces, as a message.

use serde::Serialize;

use crate::referee::Scene;
use crate::referee::counter::Plate;
use crate::referee::scene::{Align, Count, Placement, Region, Target, Thing, What, Zone};

/// Something on the table, or words beside it. Lengths are in mm, x to the right and y down.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Laid {
    /// The same wherever it lies.
    id: String,
    #[serde(flatten)]
    what: Kind,
    /// Where its middle is, or, for words, their baseline.
    at: At,
    /// Clockwise quarter turns.
    #[serde(skip_serializing_if = "is_upright")]
    turns: u8,
    /// Relative to its size in print, if that is not 1.
    #[serde(skip_serializing_if = "is_printed_size")]
    scale: f64,
    zone: String,
}

/// A pile, a row, a hand or dice with a name: a zone of its own.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HeapLine {
    zone: String,
    /// The player before whom it lies.
    owner: Option<String>,
    title: String,
    /// The number of pieces, if they lie on each other.
    count: Option<usize>,
}

/// A counter of the table or of a player.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Counter {
    owner: Option<String>,
    #[serde(flatten)]
    count: Count,
}

/// What it is. `deck` and `code` name a piece of the kit.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "what", rename_all = "lowercase")]
enum Kind {
    Piece(Printed),
    /// A hexagon, turned clockwise by this many sixths.
    Hex {
        #[serde(flatten)]
        piece: Printed,
        sixths: u8,
    },
    /// A piece with its back up.
    Turned(Printed),
    /// A piece that is drawn at this height.
    Small {
        #[serde(flatten)]
        piece: Printed,
        height: f64,
    },
    Die(Printed),
    Pile {
        deck: &'static str,
        count: u32,
    },
    /// A box of loose pieces.
    Tin {
        deck: &'static str,
        count: u32,
    },
    Bead {
        color: String,
    },
    /// A figure.
    Pawn {
        color: String,
    },
    /// A plain die, with the face that is up, if it is seen.
    Cube {
        die: String,
        face: Option<String>,
    },
    /// A place for a piece of this size.
    Slot {
        size: [f64; 2],
    },
    /// A named place on a map without tiles.
    Field {
        size: [f64; 2],
    },
    /// A way between two places, by its extent.
    Path {
        size: [f64; 2],
    },
    /// A way that nobody has taken yet.
    Way,
    /// A way that is closed for good.
    Closed,
    /// A counter on a plate of this size.
    Counter {
        size: [f64; 2],
        #[serde(flatten)]
        count: Count,
    },
    Label {
        text: String,
        size: f64,
        align: &'static str,
    },
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Printed {
    deck: &'static str,
    code: String,
    /// For a die, the side that is up.
    #[serde(skip_serializing_if = "Option::is_none")]
    face: Option<String>,
    /// Which set of the game it is of, from 0.
    #[serde(skip_serializing_if = "is_first")]
    set: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum At {
    Place([f64; 2]),
    /// At the place of this name on the face of another thing.
    On {
        on: String,
        place: String,
    },
}

/// What the open question concerns, with a few characters that say why.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Shown {
    words: String,
    #[serde(flatten)]
    on: On,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum On {
    Thing {
        thing: String,
    },
    /// A rectangle by its middle and size; it may be empty.
    Place {
        zone: String,
        at: [f64; 2],
        size: [f64; 2],
        empty: bool,
    },
}

fn is_upright(turns: &u8) -> bool {
    *turns == 0
}

fn is_printed_size(scale: &f64) -> bool {
    (*scale - 1.0).abs() < 1e-9
}

fn is_first(set: &usize) -> bool {
    *set == 0
}

/// All things, bottom to top.
pub fn things(scene: &Scene, players: &[String]) -> Vec<Laid> {
    let ids = scene.ids();
    let laid = |(thing, id): (&Thing, &String)| Laid {
        id: id.clone(),
        what: kind(&thing.what),
        at: match &thing.placement {
            Placement::At(x, y) => At::Place(rounded((*x, *y))),
            Placement::On(index, place) => At::On {
                on: ids.get(*index).cloned().unwrap_or_default(),
                place: place.clone(),
            },
        },
        turns: thing.turns,
        scale: (thing.scale * 1000.0).round() / 1000.0,
        zone: zone(thing.zone, players),
    };
    scene.things.iter().zip(&ids).map(laid).collect()
}

pub fn heaps(scene: &Scene, players: &[String]) -> Vec<HeapLine> {
    let line = |heap: &crate::referee::scene::Heap| HeapLine {
        zone: zone(heap.zone, players),
        owner: heap.owner.map(|owner| zone(Zone::Seat(owner), players)),
        title: heap.title.clone(),
        count: heap.count,
    };
    scene.heaps.iter().map(line).collect()
}

pub fn counters(scene: &Scene, players: &[String]) -> Vec<Counter> {
    let mut all = Vec::new();
    for panel in &scene.panels {
        let owner = panel.owner.map(|owner| zone(Zone::Seat(owner), players));
        all.extend(panel.counts.iter().map(|count| Counter {
            owner: owner.clone(),
            count: count.clone(),
        }));
    }
    all
}

pub fn highlights(scene: &Scene, players: &[String]) -> Vec<Shown> {
    let ids = scene.ids();
    let shown = scene.highlights.iter().map(|highlight| Shown {
        words: highlight.words.clone(),
        on: match highlight.on {
            Target::Thing(index) => On::Thing {
                thing: ids.get(index).cloned().unwrap_or_default(),
            },
            Target::Region(region) => place(&region, players),
        },
    });
    shown.collect()
}

fn place(region: &Region, players: &[String]) -> On {
    On::Place {
        zone: zone(region.zone, players),
        at: rounded(region.at),
        size: rounded(region.size),
        empty: region.is_empty,
    }
}

/// To the micrometre.
fn rounded((x, y): (f64, f64)) -> [f64; 2] {
    // Zero is not negative.
    [x, y].map(|length| (length * 1000.0).round() / 1000.0 + 0.0)
}

/// "map", "piles", the name of the player in front of whom it is, or "heap-3".
fn zone(zone: Zone, players: &[String]) -> String {
    match zone {
        Zone::Map => "map".to_owned(),
        Zone::Piles => "piles".to_owned(),
        Zone::Heap(heap) => format!("heap-{heap}"),
        Zone::Seat(seat) => players.get(usize::from(seat)).cloned().unwrap_or_default(),
    }
}

fn kind(what: &What) -> Kind {
    let printed = |piece: &crate::referee::scene::Piece| Printed {
        deck: piece.deck,
        code: piece.code.clone(),
        face: piece.face.clone(),
        set: piece.set,
    };
    match what {
        What::Piece(piece) => Kind::Piece(printed(piece)),
        What::Hex(piece, sixths) => Kind::Hex {
            piece: printed(piece),
            sixths: *sixths,
        },
        What::Turned(piece) => Kind::Turned(printed(piece)),
        What::Small(piece, height) => Kind::Small {
            piece: printed(piece),
            height: *height,
        },
        What::Die(piece) => Kind::Die(printed(piece)),
        What::Pile { deck, count } => Kind::Pile {
            deck,
            count: *count,
        },
        What::Tin { deck, count } => Kind::Tin {
            deck,
            count: *count,
        },
        What::Bead(bead) => Kind::Bead {
            color: format!("{bead:?}").to_lowercase(),
        },
        What::Pawn(bead) => Kind::Pawn {
            color: format!("{bead:?}").to_lowercase(),
        },
        What::Cube { die, face } => Kind::Cube {
            die: die.clone(),
            face: face.clone(),
        },
        What::Slot(w, h) => Kind::Slot {
            size: rounded((*w, *h)),
        },
        What::Field(w, h) => Kind::Field {
            size: rounded((*w, *h)),
        },
        What::Path(dx, dy) => Kind::Path {
            size: rounded((*dx, *dy)),
        },
        What::Way => Kind::Way,
        What::Closed => Kind::Closed,
        What::Counter(count) => Kind::Counter {
            size: rounded(Plate::new(count).size),
            count: count.clone(),
        },
        What::Label {
            text, size, align, ..
        } => Kind::Label {
            text: text.clone(),
            size: *size,
            align: match align {
                Align::Start => "start",
                Align::Middle => "middle",
                Align::End => "end",
            },
        },
    }
}
