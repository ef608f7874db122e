//! Maps: which places are adjacent, what is on them, and how the sides of tiles meet.
//!
//! A place on a grid is a number computed from its coordinates, with x to the right and y down; hexes use axial coordinates.
//! Sides and directions are counted clockwise from the top.

/// Coordinates range from `-REACH` to `REACH`.
const REACH: i32 = 90;
const WIDTH: i32 = 2 * REACH + 1;
/// Sides that players choose lie within these coordinates.
const NEAR: i32 = 44;
const NEAR_WIDTH: i32 = 2 * NEAR + 1;

/// Marks a place without a tile.
pub const EMPTY: u16 = u16::MAX;

/// How places are arranged.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    Square,
    Flat,
    Pointy,
    /// Names, and for each place the places that can be reached from it.
    Places(Vec<String>, Vec<Vec<u16>>),
}

/// The declaration of a map.
#[derive(Clone, Debug)]
pub struct MapDecl {
    pub zone: u8,
    pub shape: Shape,
    /// By kind, the kinds of its sides, clockwise from the top and unturned; empty if it has none.
    pub sides: Vec<Vec<i32>>,
    /// By kind, the sides that are open (one bit each).
    pub open: Option<Vec<u8>>,
    pub fit: Vec<(i32, i32)>,
    pub walk: Vec<i32>,
    /// By kind, the kinds of sides that are not connected within the tile.
    pub apart: Vec<Vec<i32>>,
}

const SQUARE: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
const FLAT: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
const POINTY: [(i32, i32); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

impl Shape {
    pub(crate) fn steps(&self) -> &'static [(i32, i32)] {
        match self {
            Shape::Square => &SQUARE,
            Shape::Flat => &FLAT,
            Shape::Pointy => &POINTY,
            Shape::Places(..) => &[],
        }
    }

    /// The number of sides of a tile, which is also the number of its turns.
    pub fn sides(&self) -> usize {
        self.steps().len().max(4)
    }

    /// The place at these coordinates, if they are in range.
    pub fn at(&self, x: i32, y: i32) -> Option<i32> {
        (x.abs() <= REACH && y.abs() <= REACH).then_some((x + REACH) * WIDTH + y + REACH)
    }

    pub fn coordinates(&self, place: i32) -> (i32, i32) {
        match self {
            Shape::Places(..) => (place, 0),
            _ => (place / WIDTH - REACH, place % WIDTH - REACH),
        }
    }

    pub fn origin(&self) -> i32 {
        match self {
            Shape::Places(..) => 0,
            _ => REACH * WIDTH + REACH,
        }
    }

    /// Whether such a place exists.
    pub fn has(&self, place: i32) -> bool {
        match self {
            Shape::Places(names, _) => (0..names.len() as i32).contains(&place),
            _ => (0..WIDTH * WIDTH).contains(&place),
        }
    }

    /// The neighbour in a direction; `None` at the edge.
    pub fn beside(&self, place: i32, direction: usize) -> Option<i32> {
        let (x, y) = self.coordinates(place);
        let (dx, dy) = *self.steps().get(direction)?;
        self.at(x + dx, y + dy)
    }

    /// The neighbours of a place, by direction; `None` beyond the edge.
    pub(crate) fn around(&self, place: i32) -> impl Iterator<Item = Option<i32>> + '_ {
        let (x, y) = self.coordinates(place);
        self.steps()
            .iter()
            .map(move |(dx, dy)| self.at(x + dx, y + dy))
    }

    /// All neighbours of a place.
    pub fn near(&self, place: i32) -> impl Iterator<Item = i32> + '_ {
        let linked = match self {
            Shape::Places(_, links) => links.get(place as usize),
            _ => None,
        };
        let linked = linked.into_iter().flatten().map(|place| i32::from(*place));
        linked.chain(self.around(place).flatten())
    }

    /// The direction opposite to this one.
    pub fn opposite(&self, direction: usize) -> usize {
        let sides = self.steps().len().max(1);
        unturned(direction, (sides / 2) as u8, sides)
    }

    /// The way from one place to another on a grid: steps in at most two directions, with the names of these.
    pub fn way(&self, from: i32, to: i32) -> Vec<(i32, &'static str)> {
        let ((x, y), (to_x, to_y)) = (self.coordinates(from), self.coordinates(to));
        let (x, y) = (to_x - x, to_y - y);
        let steps = self.steps();
        for (at, (a, b)) in steps.iter().enumerate() {
            let next = (at + 1) % steps.len();
            let (c, d) = steps[next];
            // Neighbouring directions span the grid, so that this is 1 or -1.
            let unit = a * d - b * c;
            let along = (x * d - y * c) * unit;
            let aside = (a * y - b * x) * unit;
            if along > 0 && aside >= 0 {
                let both = [(along, self.ways()[at]), (aside, self.ways()[next])];
                return both.into_iter().filter(|(count, _)| *count > 0).collect();
            }
        }
        Vec::new()
    }

    /// The way from the origin in few letters: "2e1n".
    pub fn label(&self, place: i32) -> String {
        let way = self.way(self.origin(), place).into_iter();
        way.map(|(count, way)| format!("{count}{way}")).collect()
    }

    /// The name of a place in data: "2,-1", or the name it was given.
    pub fn name(&self, place: i32) -> String {
        match self {
            Shape::Places(names, _) => names.get(place as usize).cloned().unwrap_or_default(),
            _ => {
                let (x, y) = self.coordinates(place);
                format!("{x},{y}")
            }
        }
    }

    /// The names of the sides of a tile, clockwise from the top.
    pub fn ways(&self) -> &'static [&'static str] {
        match self {
            Shape::Square => &["n", "e", "s", "w"],
            Shape::Flat => &["n", "ne", "se", "s", "sw", "nw"],
            Shape::Pointy => &["ne", "e", "se", "sw", "w", "nw"],
            Shape::Places(..) => &[],
        }
    }

    /// The name of a side of a place: "2,-1ne".
    pub fn side_name(&self, place: i32, side: usize) -> String {
        let way = self.ways().get(side).copied().unwrap_or_default();
        format!("{}{way}", self.name(place))
    }

    pub fn parse_side(&self, name: &str) -> Option<(i32, usize)> {
        let end = name.find(|sign: char| sign.is_ascii_lowercase())?;
        let side = self.ways().iter().position(|way| *way == &name[end..])?;
        Some((self.parse(&name[..end])?, side))
    }

    /// A side of a place as a number of sixteen bits; `None` for places too far from the origin to be numbered so.
    pub fn side_code(&self, place: i32, side: usize) -> Option<u16> {
        let (x, y) = self.coordinates(place);
        let is_near = x.abs() <= NEAR && y.abs() <= NEAR;
        let code = ((x + NEAR) * NEAR_WIDTH + y + NEAR) * 8 + side as i32;
        u16::try_from(code).ok().filter(|_| is_near)
    }

    pub fn side_of_code(&self, code: u16) -> Option<(i32, usize)> {
        let place = i32::from(code / 8);
        let side = usize::from(code % 8);
        let place = self.at(place / NEAR_WIDTH - NEAR, place % NEAR_WIDTH - NEAR)?;
        (side < self.ways().len()).then_some((place, side))
    }

    /// The direction from a place to its neighbour.
    pub fn towards(&self, from: i32, to: i32) -> Option<usize> {
        self.around(from).position(|near| near == Some(to))
    }

    pub fn parse(&self, name: &str) -> Option<i32> {
        match self {
            Shape::Places(names, _) => names
                .iter()
                .position(|known| known == name)
                .map(|at| at as i32),
            _ => {
                let (x, y) = name.split_once(',')?;
                let place = self.at(x.parse().ok()?, y.parse().ok()?)?;
                (self.name(place) == name).then_some(place)
            }
        }
    }
}

/// Returns which side of a turned tile faces a direction. It avoids division, since it is the most frequent query on maps.
pub(crate) fn unturned(direction: usize, turns: u8, sides: usize) -> usize {
    let turns = usize::from(turns);
    let side = direction + sides - if turns < sides { turns } else { turns % sides };
    if side < sides { side } else { side - sides }
}

/// A map in a position.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct MapState {
    /// The places used so far, in order of first use, each with its tile.
    pub spots: Vec<(u16, u16)>,
    /// The spots by place: numbers from 1 in an open-addressing hash table.
    index: Vec<u16>,
    /// Empty places next to tiles.
    pub free: Vec<u16>,
}

impl Clone for MapState {
    fn clone(&self) -> MapState {
        MapState {
            spots: self.spots.clone(),
            index: self.index.clone(),
            free: self.free.clone(),
        }
    }

    fn clone_from(&mut self, source: &MapState) {
        self.spots.clone_from(&source.spots);
        self.index.clone_from(&source.index);
        self.free.clone_from(&source.free);
    }
}

impl MapState {
    pub fn new(shape: &Shape, most: u16) -> MapState {
        let mut map_state = MapState {
            spots: Vec::new(),
            index: vec![0; (usize::from(most) * 4).next_power_of_two()],
            free: Vec::new(),
        };
        match shape {
            Shape::Places(names, _) => {
                for place in 0..names.len() {
                    map_state.spot(place as i32);
                    map_state.free.push(place as u16);
                }
            }
            _ => map_state.free.push(shape.origin() as u16),
        }
        map_state
    }

    fn slot(&self, place: u16) -> usize {
        let mask = self.index.len() - 1;
        let mut at = usize::from(place).wrapping_mul(0x9E37) >> 4 & mask;
        while self.index[at] != 0 && self.spots[usize::from(self.index[at]) - 1].0 != place {
            at = (at + 1) & mask;
        }
        at
    }

    /// The index of a place among the used ones.
    pub fn find(&self, place: i32) -> Option<usize> {
        let place = u16::try_from(place).ok()?;
        usize::from(self.index[self.slot(place)]).checked_sub(1)
    }

    /// The same, adding the place if it is new.
    pub fn spot(&mut self, place: i32) -> usize {
        let slot = self.slot(place as u16);
        if self.index[slot] == 0 {
            self.spots.push((place as u16, EMPTY));
            self.index[slot] = self.spots.len() as u16;
            if self.spots.len() * 2 > self.index.len() {
                self.grow();
            }
            return self.spots.len() - 1;
        }
        usize::from(self.index[slot]) - 1
    }

    fn grow(&mut self) {
        self.index = vec![0; self.index.len() * 2];
        for at in 0..self.spots.len() {
            let slot = self.slot(self.spots[at].0);
            self.index[slot] = at as u16 + 1;
        }
    }

    /// The tile at a place.
    pub fn tile(&self, place: i32) -> Option<u16> {
        self.find(place)
            .map(|spot| self.spots[spot].1)
            .filter(|tile| *tile != EMPTY)
    }

    pub fn lay(&mut self, shape: &Shape, place: i32, tile: u16) {
        let spot = self.spot(place);
        self.spots[spot].1 = tile;
        self.free.retain(|free| i32::from(*free) != place);
        if matches!(shape, Shape::Places(..)) {
            return;
        }
        // The first tile may have been laid somewhere other than the origin.
        if self.tiles().nth(1).is_none() {
            self.free.clear();
        }
        self.free_near(shape, place);
    }

    /// Adds the empty neighbours of a place to the free ones.
    fn free_near(&mut self, shape: &Shape, place: i32) {
        for near in shape.near(place) {
            if self.tile(near).is_none() && !self.free.contains(&(near as u16)) {
                self.free.push(near as u16);
            }
        }
    }

    pub fn lift(&mut self, shape: &Shape, tile: u16) {
        for spot in self.spots.iter_mut().filter(|spot| spot.1 == tile) {
            spot.1 = EMPTY;
        }
        self.free.clear();
        for at in 0..self.spots.len() {
            match (shape, self.spots[at]) {
                (Shape::Places(..), (place, EMPTY)) => self.free.push(place),
                (Shape::Places(..), _) | (_, (_, EMPTY)) => {}
                (_, (place, _)) => self.free_near(shape, i32::from(place)),
            }
        }
        if self.free.is_empty() && self.tiles().count() == 0 {
            self.free.push(shape.origin() as u16);
        }
    }

    /// The tiles and their places, in the order in which the places were first used.
    pub fn tiles(&self) -> impl Iterator<Item = (i32, u16)> + '_ {
        self.spots
            .iter()
            .filter(|(_, tile)| *tile != EMPTY)
            .map(|(place, tile)| (i32::from(*place), *tile))
    }
}
