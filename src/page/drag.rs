//! What dragging a piece could mean, in the referee's words.

use serde::Deserialize;

use super::faces::Painter;
use super::snapshot;
use crate::referee::Sitting;
use crate::referee::scene::{Scene, Thing, What};

/// How many corrections of one thing are tried before checking whether any moves what was dragged.
const MAX_REFUSED: usize = 4;
/// The greatest distance from a drop to a place it can mean, mm.
const NEAR: f64 = 30.0;
/// A place this much farther from a drop than the nearest one is not meant, mm, so that only drops near the line between two
/// places are ambiguous.
const CLOSE: f64 = 3.0;
/// Things closer together than this lie at the same place, mm.
const SAME: f64 = 1.0;
/// The most meanings that are offered.
const MAX_MEANINGS: usize = 4;

/// A thing dropped somewhere.
#[derive(Debug, Deserialize)]
pub struct Drag {
    thing: String,
    zone: String,
    x: f64,
    y: f64,
}

/// A correction, and a sentence for what it changes.
pub struct Meaning {
    pub words: String,
    pub text: String,
}

/// What a drop could mean: the corrections that move such a thing from its place to about where it was dropped, nearest first. They
/// are found by trying, so that no game has to describe them twice.
pub fn meanings(sitting: &dyn Sitting, drag: &Drag, painter: &mut Painter<'_>) -> Vec<Meaning> {
    let before = Locations::of(&sitting.scene(usize::MAX, None), painter);
    let Some(from) = before.find(&drag.thing) else {
        return Vec::new();
    };
    let mut trial = Trial {
        sitting,
        drag,
        before: &before,
        from,
        painter,
    };
    let mut found = trial.of(&sitting.corrections(), MAX_REFUSED);
    if found.is_empty() {
        // For tiles, most places are refused.
        found = trial.of(&sitting.tile_moves(), usize::MAX);
    }
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    let nearest = found.first().map_or(0.0, |(far, _)| *far);
    let meant = found
        .into_iter()
        .take_while(|(far, _)| *far <= nearest + CLOSE);
    meant
        .take(MAX_MEANINGS)
        .map(|(_, meaning)| meaning)
        .collect()
}

/// The corrections to try.
struct Trial<'a, 'k> {
    sitting: &'a dyn Sitting,
    drag: &'a Drag,
    before: &'a Locations,
    from: &'a Location,
    painter: &'a mut Painter<'k>,
}

impl Trial<'_, '_> {
    /// The corrections that fit, with the distance from the drop to where the thing then lies. Among corrections that differ only
    /// in the destination, the first accepted one shows whether they move the thing at all; after a number of refusals they are
    /// given up.
    fn of(&mut self, corrections: &[String], most_refused: usize) -> Vec<(f64, Meaning)> {
        let thing = &self.drag.thing;
        let to = Location {
            zone: self.drag.zone.clone(),
            x: self.drag.x,
            y: self.drag.y,
        };
        let mut found = Vec::new();
        for alike in corrections.chunk_by(|one, other| moved(one) == moved(other)) {
            let (mut refused, mut moves) = (0, false);
            for words in alike {
                let mut trial = self.sitting.fork();
                let Ok(told) = trial.correct(words) else {
                    refused += 1;
                    if !moves && refused >= most_refused {
                        break;
                    }
                    continue;
                };
                let after = Locations::of(&trial.scene(usize::MAX, None), self.painter);
                if !moves && after.count(thing, self.from) >= self.before.count(thing, self.from) {
                    break;
                }
                moves = true;
                if let Some(far) = arrives(self.before, &after, thing, self.from, &to) {
                    let text = told
                        .into_iter()
                        .map(|told| told.telling.text)
                        .collect::<Vec<_>>()
                        .join(" ");
                    found.push((
                        far,
                        Meaning {
                            words: words.clone(),
                            text,
                        },
                    ));
                }
            }
        }
        found
    }
}

/// What a correction moves: its words without the destination.
fn moved(words: &str) -> &str {
    let end = [" to ", " at "]
        .iter()
        .filter_map(|word| words.find(word))
        .min();
    words
        .split_at(end.or(words.rfind(' ')).unwrap_or(words.len()))
        .0
}

/// Where something lies.
struct Location {
    zone: String,
    /// mm.
    x: f64,
    y: f64,
}

impl Location {
    fn far(&self, other: &Location) -> f64 {
        if self.zone == other.zone {
            (self.x - other.x).hypot(self.y - other.y)
        } else {
            f64::INFINITY
        }
    }
}

/// Where all pieces lie, by their ids.
struct Locations(Vec<(String, Location)>);

impl Locations {
    fn of(scene: &Scene, painter: &mut Painter<'_>) -> Locations {
        let lying = painter.lying(scene);
        let all = scene.ids().into_iter().zip(scene.things.iter().zip(lying));
        let is_piece = |thing: &Thing| !matches!(thing.what, What::Label { .. } | What::Counter(_));
        let pieces = all.filter(|(_, (thing, _))| is_piece(thing));
        let lies = |zone, (x, y)| Location {
            zone: snapshot::zone_id(zone),
            x,
            y,
        };
        Locations(
            pieces
                .map(|(id, (thing, lying))| (id, lies(thing.zone, lying.middle)))
                .collect(),
        )
    }

    fn find(&self, id: &str) -> Option<&Location> {
        self.0
            .iter()
            .find(|(own, _)| own == id)
            .map(|(_, lies)| lies)
    }

    /// How many of a thing's deck lie at a place.
    fn count(&self, thing: &str, place: &Location) -> usize {
        self.sort(thing, &place.zone)
            .into_iter()
            .filter(|at| at.far(place) < SAME)
            .count()
    }

    /// Whether such pieces have a pile or a tin that one could be put under or into, anywhere or near a spot.
    fn has_pile(&self, thing: &str, about: Option<&Location>) -> bool {
        let deck = thing.split('/').next();
        let holds = |id: &str| matches!(id.split_once('/'), Some(("pile" | "tin", own)) if own.split('#').next() == deck);
        self.0
            .iter()
            .any(|(id, at)| holds(id) && about.is_none_or(|place| at.far(place) <= NEAR))
    }

    /// Where the pieces of a thing's deck lie in a zone: some look alike, and a piece that is turned over looks different.
    fn sort(&self, thing: &str, zone: &str) -> Vec<&Location> {
        let own = |id: &str| id.split('/').next() == thing.split('/').next();
        self.0
            .iter()
            .filter(|(id, at)| own(id) && at.zone == zone)
            .map(|(_, at)| at)
            .collect()
    }
}

/// How far from a drop a piece ended up, if it was meant to go there. In another seat's place or on a pile, it is enough to lie
/// there or under what lies there.
fn arrives(
    before: &Locations,
    after: &Locations,
    thing: &str,
    from: &Location,
    to: &Location,
) -> Option<f64> {
    let old = before.sort(thing, &to.zone);
    let new = after.sort(thing, &to.zone);
    let fresh = new
        .iter()
        .filter(|at| old.iter().all(|old| old.far(at) >= SAME))
        .map(|at| at.far(to));
    let nearest = fresh.min_by(f64::total_cmp);
    match to.zone.as_str() {
        "map" => nearest.filter(|far| *far <= NEAR),
        "piles" => {
            let under = after.find(thing).is_none()
                && before.has_pile(thing, (from.zone == to.zone).then_some(to));
            let near = nearest.filter(|far| from.zone != to.zone || *far <= NEAR);
            near.or_else(|| under.then_some(NEAR))
        }
        _ if from.zone == to.zone => nearest.filter(|far| *far <= NEAR),
        _ => nearest.filter(|_| new.len() > old.len()),
    }
}
