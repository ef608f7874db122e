//! The positions of tiles: the dungeon in its frame, and floating sets in frames of their own (A9).
//!
//! The entrance is at (0, 0) of the dungeon, with x to the east and y to the north. A floating set has no position on the
//! table: its frame is the least of its four rotations, shifted so that the least x and y are 0, and its name is the least
//! of its tiles.

use super::tile::{TILES, Tile, Tiles};
use crate::games::side::Side;

/// A position for a tile.
pub type Cell = (i8, i8);

/// The neighbouring cell on a side.
pub fn beside((x, y): Cell, side: Side) -> Cell {
    let (dx, dy) = side.step();
    (x + dx as i8, y + dy as i8)
}

/// R21: a cell after quarter turns clockwise around the origin.
pub fn turned((x, y): Cell, quarters: u8) -> Cell {
    match quarters & 3 {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}

/// A set of connected tiles, named after the entrance or after the least tile of a floating set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set(pub Tile);

impl Set {
    pub const DUNGEON: Set = Set(Tile::ENTRANCE);
}

/// The position of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub set: Set,
    pub cell: Cell,
}

/// The positions of all tiles on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout([Option<Place>; TILES]);

impl Layout {
    /// The position of a tile; `None` if it is not on the table.
    pub fn place(&self, tile: Tile) -> Option<Place> {
        if tile == Tile::ENTRANCE {
            return Some(Place { set: Set::DUNGEON, cell: (0, 0) });
        }
        self.0[tile.index()]
    }

    /// All tiles on the table except the entrance.
    pub fn tiles(&self) -> Tiles {
        Tile::all().filter(|tile| self.0[tile.index()].is_some()).collect()
    }

    /// The tiles of a set with their cells; the entrance comes last.
    pub fn of(&self, set: Set) -> impl Iterator<Item = (Tile, Cell)> + Clone {
        let entrance = (set == Set::DUNGEON).then_some((Tile::ENTRANCE, (0, 0)));
        let own = move |tile: Tile| self.0[tile.index()].filter(|place| place.set == set).map(|place| (tile, place.cell));
        Tile::all().filter_map(own).chain(entrance)
    }

    /// The floating sets, in order of their names.
    pub fn floating(&self) -> impl Iterator<Item = Set> {
        Tile::all().map(Set).filter(|set| self.0[set.0.index()].is_some_and(|place| place.set == *set))
    }

    pub fn at(&self, set: Set, cell: Cell) -> Option<Tile> {
        self.of(set).find(|(_, own)| *own == cell).map(|(tile, _)| tile)
    }

    /// The tiles connected to this one (R16): matching neighbours.
    pub fn connected(&self, tile: Tile) -> impl Iterator<Item = Tile> {
        let place = self.place(tile);
        let near = move |side| place.and_then(|place| self.at(place.set, beside(place.cell, side)));
        Side::ALL.into_iter().filter_map(near).filter(move |other| tile.fits(*other))
    }

    /// R33: whether the dungeon contains a tile of value 5.
    pub fn has_path(&self) -> bool {
        self.of(Set::DUNGEON).any(|(tile, _)| tile.value() == 5)
    }

    /// Lays a tile in the dungeon.
    pub fn lay(&mut self, tile: Tile, cell: Cell) {
        self.0[tile.index()] = Some(Place { set: Set::DUNGEON, cell });
    }

    /// R18: puts a tile on the table as a floating set of its own.
    pub fn leave(&mut self, tile: Tile) {
        self.0[tile.index()] = Some(Place { set: Set(tile), cell: (0, 0) });
    }

    /// Puts tiles on the table as a floating set.
    pub fn float(&mut self, tiles: &[(Tile, Cell)]) {
        let Some((name, _)) = tiles.first() else { return };
        tiles.iter().for_each(|(tile, cell)| self.0[tile.index()] = Some(Place { set: Set(*name), cell: *cell }));
        self.settle(Set(*name));
    }

    /// Removes a tile from the table.
    pub fn lift(&mut self, tile: Tile) {
        self.0[tile.index()] = None;
    }

    /// R19, R21: joins a floating set to another, with its anchor on this cell after quarter turns clockwise.
    pub fn join(&mut self, anchor: Tile, quarters: u8, into: Set, cell: Cell) {
        let Some(place) = self.place(anchor) else { return };
        for tile in Tile::all() {
            if let Some(own) = self.0[tile.index()].filter(|own| own.set == place.set) {
                self.0[tile.index()] = Some(Place { set: into, cell: carried(own.cell, place.cell, quarters, cell) });
            }
        }
        if into != Set::DUNGEON {
            self.settle(into);
        }
    }

    /// Normalizes the name and frame of a floating set.
    fn settle(&mut self, set: Set) {
        let mut best = [((i8::MAX, i8::MAX), set.0); TILES];
        let count = self.of(set).count();
        for quarters in 0..4 {
            let mut cells = best;
            for (to, (tile, cell)) in cells.iter_mut().zip(self.of(set)) {
                *to = (turned(cell, quarters), tile);
            }
            let cells = &mut cells[..count];
            let least = |of: fn(&(Cell, Tile)) -> i8| cells.iter().map(of).min().unwrap_or_default();
            let (x, y) = (least(|(cell, _)| cell.0), least(|(cell, _)| cell.1));
            cells.iter_mut().for_each(|(cell, _)| *cell = (cell.0 - x, cell.1 - y));
            cells.sort_unstable();
            if *cells < best[..count] {
                best[..count].copy_from_slice(cells);
            }
        }
        let best = &best[..count];
        let Some(name) = best.iter().map(|(_, tile)| *tile).min() else { return };
        for (cell, tile) in best {
            self.0[tile.index()] = Some(Place { set: Set(name), cell: *cell });
        }
    }
}

/// The new cell of a tile when its set is moved with an anchor.
pub fn carried(cell: Cell, anchor: Cell, quarters: u8, to: Cell) -> Cell {
    let (x, y) = turned((cell.0 - anchor.0, cell.1 - anchor.1), quarters);
    (to.0 + x, to.1 + y)
}

/// Why a tile may not be placed somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The cell is occupied by another tile.
    Taken(Tile),
    /// R15, R16: no neighbour has a value that differs by 1.
    Apart,
    /// A4: this neighbour's value does not differ by 1.
    Misfit(Tile),
    /// R20: the tile would complete a square.
    Square,
}

/// Which tiles may touch (A4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touching {
    /// Only tiles whose values differ by 1.
    Strict,
    /// Any tiles, with a wall between those that do not match.
    Walls,
}

/// The tiles of a set around one of its cells, with a bit for every cell that is taken: most lookups find an empty one.
#[derive(Clone)]
pub struct Grid {
    middle: Cell,
    rows: [u64; Grid::SIDE],
    tiles: [(Cell, Tile); TILES + 1],
    count: usize,
    touching: Touching,
}

impl Grid {
    /// A set of all tiles reaches 24 cells from any of its own, and the next tile one more.
    const SIDE: usize = u64::BITS as usize;

    /// The grid of a set around this cell.
    pub fn new(layout: &Layout, set: Set, middle: Cell, touching: Touching) -> Grid {
        let tiles = [(middle, Tile::ENTRANCE); TILES + 1];
        let mut grid = Grid { middle, rows: [0; Grid::SIDE], tiles, count: 0, touching };
        layout.of(set).for_each(|(tile, cell)| grid.put(cell, tile));
        grid
    }

    /// The row of a cell and its bit there; `None` if it is too far away to matter.
    fn bit(&self, (x, y): Cell) -> Option<(usize, u64)> {
        let along = |at: i8, middle: i8| {
            usize::try_from(i16::from(at) - i16::from(middle) + Grid::SIDE as i16 / 2).ok().filter(|at| *at < Grid::SIDE)
        };
        Some((along(y, self.middle.1)?, 1 << along(x, self.middle.0)?))
    }

    pub fn at(&self, cell: Cell) -> Option<Tile> {
        if !self.is_taken(cell) {
            return None;
        }
        self.tiles[..self.count].iter().find(|(own, _)| *own == cell).map(|(_, tile)| *tile)
    }

    /// Puts a tile on an empty cell.
    pub fn put(&mut self, cell: Cell, tile: Tile) {
        if let (Some((row, bit)), Some(place)) = (self.bit(cell), self.tiles.get_mut(self.count)) {
            self.rows[row] |= bit;
            *place = (cell, tile);
            self.count += 1;
        }
    }

    pub fn clear(&mut self, cell: Cell) {
        if let (Some((row, bit)), Some(at)) =
            (self.bit(cell), self.tiles[..self.count].iter().position(|(own, _)| *own == cell))
        {
            self.rows[row] &= !bit;
            self.count -= 1;
            self.tiles[at] = self.tiles[self.count];
        }
    }

    fn is_taken(&self, cell: Cell) -> bool {
        self.bit(cell).is_some_and(|(row, bit)| self.rows[row] & bit != 0)
    }

    /// R15, R16, A4: whether a tile may be placed there and is connected; does not check for squares.
    pub fn allows(&self, tile: Tile, cell: Cell) -> Result<(), Obstacle> {
        self.tolerates(tile, cell)?;
        let fits = |side| self.at(beside(cell, side)).is_some_and(|other| tile.fits(other));
        if Side::ALL.into_iter().any(fits) { Ok(()) } else { Err(Obstacle::Apart) }
    }

    /// A4: whether a tile may be placed there next to its neighbours.
    pub fn tolerates(&self, tile: Tile, cell: Cell) -> Result<(), Obstacle> {
        if let Some(other) = self.at(cell) {
            return Err(Obstacle::Taken(other));
        }
        let misfit = |side| self.at(beside(cell, side)).filter(|other| !tile.fits(*other));
        match Side::ALL.into_iter().find_map(misfit) {
            Some(other) if self.touching == Touching::Strict => Err(Obstacle::Misfit(other)),
            _ => Ok(()),
        }
    }

    /// R20: whether a tile there completes a square of four.
    pub fn closes_square(&self, (x, y): Cell) -> bool {
        let taken = |dx: i8, dy: i8| self.is_taken((x + dx, y + dy));
        [(1, 1), (1, -1), (-1, -1), (-1, 1)].into_iter().any(|(dx, dy)| taken(dx, 0) && taken(0, dy) && taken(dx, dy))
    }
}
