//! Maps: places beside each other, what lies there, and what meets at the sides of tiles.
//!
//! A place of a grid is a number made of its coordinates, x to the right and y down; hexes have axial coordinates. Sides and
//! directions count clockwise from the top.

/// Coordinates go from minus this to this.
const REACH: i32 = 90;
const WIDTH: i32 = 2 * REACH + 1;

/// No tile lies there.
pub const EMPTY: u16 = u16::MAX;

/// How places lie beside each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Square,
    Flat,
    Pointy,
    /// Names, and by place those one can walk to.
    Places(Vec<String>, Vec<Vec<u16>>),
}

/// A map as declared.
#[derive(Clone, Debug)]
pub struct MapDecl {
    pub zone: u8,
    pub shape: Shape,
    /// By kind: the kinds of its sides, clockwise from the top, unturned. Empty where it has none.
    pub sides: Vec<Vec<i32>>,
    /// By kind: sides that are open (a bit each).
    pub open: Option<Vec<u8>>,
    pub fit: Vec<(i32, i32)>,
    pub walk: Vec<i32>,
    /// By kind: the kinds that are not joined within the tile.
    pub apart: Vec<Vec<i32>>,
}

const SQUARE: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
const FLAT: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
const POINTY: [(i32, i32); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

impl Shape {
    pub(super) fn steps(&self) -> &'static [(i32, i32)] {
        match self {
            Shape::Square => &SQUARE,
            Shape::Flat => &FLAT,
            Shape::Pointy => &POINTY,
            Shape::Places(..) => &[],
        }
    }

    /// How many sides a tile has, and so how many turns.
    pub fn sides(&self) -> usize {
        self.steps().len().max(4)
    }

    /// The place of these coordinates, if the map goes so far.
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

    /// Whether there is such a place.
    pub fn has(&self, place: i32) -> bool {
        match self {
            Shape::Places(names, _) => (0..names.len() as i32).contains(&place),
            _ => (0..WIDTH * WIDTH).contains(&place),
        }
    }

    /// The place in a direction; `None` at the edge.
    pub fn beside(&self, place: i32, direction: usize) -> Option<i32> {
        let (x, y) = self.coordinates(place);
        let (dx, dy) = *self.steps().get(direction)?;
        self.at(x + dx, y + dy)
    }

    /// The places around one, by direction; `None` beyond the edge.
    pub(super) fn around(&self, place: i32) -> impl Iterator<Item = Option<i32>> + '_ {
        let (x, y) = self.coordinates(place);
        self.steps().iter().map(move |(dx, dy)| self.at(x + dx, y + dy))
    }

    /// All places next to one.
    pub fn near(&self, place: i32) -> impl Iterator<Item = i32> + '_ {
        let linked = match self {
            Shape::Places(_, links) => links.get(place as usize),
            _ => None,
        };
        let linked = linked.into_iter().flatten().map(|place| i32::from(*place));
        linked.chain(self.around(place).flatten())
    }

    /// The other side of a border.
    pub fn opposite(&self, direction: usize) -> usize {
        let sides = self.steps().len().max(1);
        unturned(direction, (sides / 2) as u8, sides)
    }

    /// The place in words: "2,-1", or its name.
    pub fn name(&self, place: i32) -> String {
        match self {
            Shape::Places(names, _) => names.get(place as usize).cloned().unwrap_or_default(),
            _ => {
                let (x, y) = self.coordinates(place);
                format!("{x},{y}")
            }
        }
    }

    pub fn parse(&self, name: &str) -> Option<i32> {
        match self {
            Shape::Places(names, _) => names.iter().position(|known| known == name).map(|at| at as i32),
            _ => {
                let (x, y) = name.split_once(',')?;
                let place = self.at(x.parse().ok()?, y.parse().ok()?)?;
                (self.name(place) == name).then_some(place)
            }
        }
    }
}

/// Which of so many sides looks in a direction where a tile was turned. Without a division: this is asked more often than
/// anything else of a map.
pub(super) fn unturned(direction: usize, turns: u8, sides: usize) -> usize {
    let turns = usize::from(turns);
    let side = direction + sides - if turns < sides { turns } else { turns % sides };
    if side < sides { side } else { side - sides }
}

/// A map at one moment.
#[derive(Debug, PartialEq, Eq)]
pub struct Ground {
    /// Places that were ever used, in that order, and the tile that lies there.
    pub spots: Vec<(u16, u16)>,
    /// Spots by place: numbers from 1 in a table with open addresses.
    index: Vec<u16>,
    /// Empty places beside tiles.
    pub free: Vec<u16>,
}

impl Clone for Ground {
    fn clone(&self) -> Ground {
        Ground { spots: self.spots.clone(), index: self.index.clone(), free: self.free.clone() }
    }

    fn clone_from(&mut self, source: &Ground) {
        self.spots.clone_from(&source.spots);
        self.index.clone_from(&source.index);
        self.free.clone_from(&source.free);
    }
}

impl Ground {
    pub fn new(shape: &Shape, most: u16) -> Ground {
        let mut ground =
            Ground { spots: Vec::new(), index: vec![0; (usize::from(most) * 4).next_power_of_two()], free: Vec::new() };
        match shape {
            Shape::Places(names, _) => {
                for place in 0..names.len() {
                    ground.spot(place as i32);
                    ground.free.push(place as u16);
                }
            }
            _ => ground.free.push(shape.origin() as u16),
        }
        ground
    }

    fn slot(&self, place: u16) -> usize {
        let mask = self.index.len() - 1;
        let mut at = usize::from(place).wrapping_mul(0x9E37) >> 4 & mask;
        while self.index[at] != 0 && self.spots[usize::from(self.index[at]) - 1].0 != place {
            at = (at + 1) & mask;
        }
        at
    }

    /// The number of a place among those that were used.
    pub fn find(&self, place: i32) -> Option<usize> {
        let place = u16::try_from(place).ok()?;
        usize::from(self.index[self.slot(place)]).checked_sub(1)
    }

    /// The same; a new one if need be.
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
        self.find(place).map(|spot| self.spots[spot].1).filter(|tile| *tile != EMPTY)
    }

    pub fn lay(&mut self, shape: &Shape, place: i32, tile: u16) {
        let spot = self.spot(place);
        self.spots[spot].1 = tile;
        self.free.retain(|free| i32::from(*free) != place);
        if matches!(shape, Shape::Places(..)) {
            return;
        }
        // The first tile may have been laid beside the origin.
        if self.tiles().nth(1).is_none() {
            self.free.clear();
        }
        self.free_near(shape, place);
    }

    /// Empty places next to this one are beside a tile.
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

    /// The tiles and their places, in the order of their places' first use.
    pub fn tiles(&self) -> impl Iterator<Item = (i32, u16)> + '_ {
        self.spots.iter().filter(|(_, tile)| *tile != EMPTY).map(|(place, tile)| (i32::from(*place), *tile))
    }
}
