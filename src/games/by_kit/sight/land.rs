//! The maps of the table as pieces: tiles, named places with their paths, what lies on them, and figures.

use super::counts::Standing;
use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{Keys, Op};
use crate::games::by_kit::language::map_state::Shape;
use crate::games::by_kit::rules::position::*;
use crate::referee::scene::{Align, Piece, Scene, What};
use crate::referee::{Seat, Tone};

/// The size of a named place without tiles.
const FIELD: (f64, f64) = (54.0, 40.0);
/// The gap between named places.
const GAP: f64 = 16.0;
/// The size of the name of a place.
const NAME: f64 = 5.5;
/// How much of a place, across and down, is for the pieces on it.
const ROOM: (f64, f64) = (0.86, 0.52);
/// The same, down, below the name of a place without tiles.
const BELOW_NAME: f64 = 0.46;
/// How far from the middle of a tile pieces on its sides lie, and how large they are, relative to the tile.
const ASIDE: f64 = 0.34;
const SMALL: f64 = 0.26;
/// The size of a pawn, and how high it stands relative to a place.
const PAWN: (f64, f64) = (11.0, 15.0);
const STANDS: f64 = 0.34;

/// A map on the table.
pub(super) struct Plan<'g> {
    shape: &'g Shape,
    /// The columns and rows of named places.
    cells: &'g [(i32, i32)],
    /// The size of a place.
    pub size: (f64, f64),
    /// How far the leftmost and the topmost place are from the map's own origin.
    least: (f64, f64),
    top: f64,
}

impl Plan<'_> {
    /// The middle of a place, relative to the map's own origin.
    fn spot(&self, place: i32) -> (f64, f64) {
        let (w, h) = self.size;
        let (q, r) = self.shape.coordinates(place);
        let (q, r) = (f64::from(q), f64::from(r));
        match self.shape {
            Shape::Square => (q * w, r * h),
            Shape::Flat => (q * w * 0.75, (r + q / 2.0) * h),
            Shape::Pointy => ((q + r / 2.0) * w, r * h * 0.75),
            Shape::Places(..) => {
                let (column, row) = self.cells.get(place as usize).copied().unwrap_or_default();
                (f64::from(column) * (w + GAP), f64::from(row) * (h + GAP))
            }
        }
    }

    /// The middle of a place on the table.
    pub fn at(&self, place: i32) -> (f64, f64) {
        let (x, y) = self.spot(place);
        (
            x - self.least.0 + self.size.0 / 2.0,
            y - self.least.1 + self.top + self.size.1 / 2.0,
        )
    }

    /// Where something on a side of a tile lies.
    pub fn near_side(&self, place: i32, side: usize) -> (f64, f64) {
        let (x, y) = self.at(place);
        let (w, h) = self.size;
        // Hexes with a point at the top begin with the side to the right of it.
        let first = if let Shape::Pointy = self.shape {
            0.5
        } else {
            0.0
        };
        let angle = std::f64::consts::TAU * (side as f64 + first) / self.shape.sides() as f64;
        (x + angle.sin() * w * ASIDE, y - angle.cos() * h * ASIDE)
    }

    /// Its lower right corner.
    fn end(&self, places: &[i32]) -> (f64, f64) {
        let corner = |place: &i32| {
            let (x, y) = self.at(*place);
            (x + self.size.0 / 2.0, y + self.size.1 / 2.0)
        };
        let corners = places.iter().map(corner);
        corners.fold((0.0, self.top), |a, b| (a.0.max(b.0), a.1.max(b.1)))
    }
}

impl KitGame {
    /// Lays out the maps, one below the other; returns them and their size together.
    pub(super) fn plans(&self, p: &Position) -> (Vec<Plan<'_>>, (f64, f64)) {
        let mut plans = Vec::new();
        let (mut width, mut height) = (0.0f64, 0.0);
        for map in 0..self.program.maps.len() {
            let top = if map == 0 { 0.0 } else { height + GAP };
            let plan = self.plan(p, map, top);
            let (right, bottom) = plan.end(&self.shown_places(p, map));
            width = width.max(right);
            height = bottom;
            plans.push(plan);
        }
        (plans, (width, height))
    }

    fn plan(&self, p: &Position, map: usize, top: f64) -> Plan<'_> {
        let decl = &self.program.maps[map];
        let zone = usize::from(self.program.zones[usize::from(decl.zone)].base);
        let mut plan = Plan {
            shape: &decl.shape,
            cells: &self.cells[map],
            size: match decl.shape {
                Shape::Places(..) if !self.has_tiles(map) => FIELD,
                _ => self.piece_size(p, zone),
            },
            least: (0.0, 0.0),
            top,
        };
        let spots = self
            .shown_places(p, map)
            .into_iter()
            .map(|place| plan.spot(place));
        plan.least = spots
            .reduce(|a, b| (a.0.min(b.0), a.1.min(b.1)))
            .unwrap_or_default();
        plan
    }

    /// Whether tiles are ever laid on a map.
    fn has_tiles(&self, map: usize) -> bool {
        let lays = |op: &Op| matches!(op, Op::Place { map: on, .. } if usize::from(*on) == map);
        self.program.ops.iter().any(lays)
    }

    /// The places of a map to draw: those with tiles, or all if they have names.
    fn shown_places(&self, p: &Position, map: usize) -> Vec<i32> {
        match &self.program.maps[map].shape {
            Shape::Places(names, _) => (0..names.len() as i32).collect(),
            _ => p.maps[map].tiles().map(|(place, _)| place).collect(),
        }
    }

    pub(super) fn picture_map(
        &self,
        p: &Position,
        map: usize,
        seat: Option<Seat>,
        scene: &mut Scene,
        plan: &Plan<'_>,
    ) {
        let shape = &self.program.maps[map].shape;
        let places = self.shown_places(p, map);
        picture_paths(shape, scene, plan);
        for place in &places {
            let (x, y) = plan.at(*place);
            if let Some(tile) = p.maps[map].tile(*place) {
                self.put_tile(p, tile, seat, scene, (x, y), shape);
                continue;
            }
            scene.at(What::Field(plan.size.0, plan.size.1), x, y);
            let name = self.place_name(map as u8, *place);
            let line = y - plan.size.1 / 2.0 + NAME * 1.5;
            scene.label(&name, NAME, Align::Middle, Tone::Plain, (x, line));
        }
        for place in &places {
            self.picture_pieces_at(p, (map, *place), seat, scene, plan);
            self.picture_pieces_on_sides(p, (map, *place), seat, scene, plan);
        }
        self.picture_figures(p, map, seat, scene, plan);
    }

    /// Pieces on a place, side by side and small enough to leave the place in sight.
    fn picture_pieces_at(
        &self,
        p: &Position,
        (map, place): (usize, i32),
        seat: Option<Seat>,
        scene: &mut Scene,
        plan: &Plan<'_>,
    ) {
        let spot = p.maps[map].find(place);
        let pieces: Vec<u16> = (0..self.zone_at.len())
            .filter(|number| {
                let zone = &self.zone_at[*number];
                let of = &self.program.zones[usize::from(zone.decl)];
                matches!(of.each, Keys::Places(on, _) if usize::from(on) == map)
                    && spot == Some(usize::from(zone.key))
            })
            .flat_map(|number| p.zones[number].iter().copied())
            .collect();
        if pieces.is_empty() {
            return;
        }
        let (w, h) = plan.size;
        let (share, up) = if plan.size == FIELD {
            (BELOW_NAME, 0.0)
        } else {
            (ROOM.1, 0.04)
        };
        let room = (w * ROOM.0, h * share);
        let sizes = pieces.iter().map(|piece| self.size_of(*piece));
        let widest = sizes.clone().map(|size| size.0).fold(1.0, f64::max);
        let highest = sizes.map(|size| size.1).fold(1.0, f64::max);
        let scale = (room.1 / highest).min(room.0 / widest).min(1.0);
        let more = (pieces.len() - 1) as f64;
        let step = (widest * scale + 1.5).min((room.0 - widest * scale) / more.max(1.0));
        let (x, y) = plan.at(place);
        for (at, piece) in pieces.into_iter().enumerate() {
            let shift = (at as f64 - more / 2.0) * step;
            let index = self.put_piece(p, piece, seat, scene, (x + shift, y - h * up));
            scene.things[index].scale = scale;
        }
    }

    /// Pieces on the sides of a tile: each near its side, and small enough to leave the tile in sight.
    fn picture_pieces_on_sides(
        &self,
        p: &Position,
        (map, place): (usize, i32),
        seat: Option<Seat>,
        scene: &mut Scene,
        plan: &Plan<'_>,
    ) {
        let spot = p.maps[map].find(place);
        let (w, h) = plan.size;
        for (number, zone) in self.zone_at.iter().enumerate() {
            let of = &self.program.zones[usize::from(zone.decl)];
            let Keys::Sides(on, _, sides) = of.each else {
                continue;
            };
            if usize::from(on) != map || spot != Some(usize::from(zone.key / sides)) {
                continue;
            }
            let (x, y) = plan.near_side(place, usize::from(zone.key % sides));
            for (at, piece) in p.zones[number].iter().enumerate() {
                let (wide, high) = self.size_of(*piece);
                let scale = (w * SMALL / wide).min(h * SMALL / high).min(1.0);
                let shift = at as f64 * wide * scale * 0.4;
                let index = self.put_piece(p, *piece, seat, scene, (x + shift, y));
                scene.things[index].scale = scale;
            }
        }
    }

    /// Figures, which stand side by side on the lower part of their places.
    fn picture_figures(
        &self,
        p: &Position,
        map: usize,
        seat: Option<Seat>,
        scene: &mut Scene,
        plan: &Plan<'_>,
    ) {
        let places = self.shown_places(p, map);
        let stands = |figure: &Standing| figure.what.is_some() && places.contains(&figure.place);
        let figures: Vec<_> = self.standing(p, map as u8, seat).filter(stands).collect();
        let (w, h) = plan.size;
        for (at, figure) in figures.iter().enumerate() {
            let Some(what) = figure.what.clone() else {
                continue;
            };
            let (width, scale) = self.room_of_figure(&what, h);
            let is_here = |other: &&Standing| other.place == figure.place;
            let here = figures.iter().filter(is_here).count();
            let before = figures[..at].iter().filter(is_here).count();
            let more = (here - 1) as f64;
            let step = (width * scale + 1.0).min((w - width * scale) / more.max(1.0));
            let (x, y) = plan.at(figure.place);
            let shift = (before as f64 - more / 2.0) * step;
            let index = scene.at(what, x + shift, y + h * 0.27);
            scene.things[index].scale = scale;
        }
    }

    /// How wide a figure is in print, and at which scale it stands on a place of this height.
    fn room_of_figure(&self, what: &What, height: f64) -> (f64, f64) {
        let most = height * STANDS;
        let deck = |piece: &Piece| {
            let mut decks = self.program.facts.decks.iter();
            decks.find(|deck| deck.name == piece.deck)
        };
        match what.piece().and_then(deck) {
            Some(deck) => (deck.size.0, (most / deck.size.1).min(1.0)),
            None => (PAWN.0, (most / PAWN.1).clamp(0.4, 1.6)),
        }
    }

    /// Adds a tile of a map with its turn.
    fn put_tile(
        &self,
        p: &Position,
        tile: u16,
        seat: Option<Seat>,
        scene: &mut Scene,
        at: (f64, f64),
        shape: &Shape,
    ) {
        let turns = p.pieces[usize::from(tile)].turns;
        let index = self.put_piece(p, tile, seat, scene, at);
        let thing = &mut scene.things[index];
        let is_hex = self.program.facts.decks[usize::from(self.piece_decks[usize::from(tile)])]
            .is_hex
            .is_some();
        match (&thing.what, shape.sides()) {
            (What::Piece(piece), 6) if turns > 0 && is_hex => {
                thing.what = What::Hex(piece.clone(), turns)
            }
            (_, 6) => {}
            _ => thing.turns = turns % 4,
        }
    }
}

/// The ways between named places, each once.
fn picture_paths(shape: &Shape, scene: &mut Scene, plan: &Plan<'_>) {
    let Shape::Places(_, links) = shape else {
        return;
    };
    for (place, linked) in links.iter().enumerate() {
        for other in linked.iter().map(|other| usize::from(*other)) {
            let is_drawn = other < place && links[other].contains(&(place as u16));
            if is_drawn || other == place || other >= links.len() {
                continue;
            }
            let ((x, y), (u, v)) = (plan.at(place as i32), plan.at(other as i32));
            scene.at(What::Path(u - x, v - y), (x + u) / 2.0, (y + v) / 2.0);
        }
    }
}
