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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub set: Set,
    pub cell: Cell,
}

/// The positions of all tiles on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Layout {
    /// `None` for the entrance, which does not move.
    places: [Option<Place>; TILES],
    /// Which tiles are in the dungeon and in floating sets, the entrance left out.
    laid: Tiles,
    floating: Tiles,
}

impl Layout {
    /// The position of a tile; `None` if it is not on the table.
    pub fn place(&self, tile: Tile) -> Option<Place> {
        if tile == Tile::ENTRANCE {
            return Some(Place {
                set: Set::DUNGEON,
                cell: (0, 0),
            });
        }
        self.places[tile.index()]
    }

    /// All tiles on the table except the entrance.
    pub fn tiles(&self) -> Tiles {
        self.laid.or(self.floating)
    }

    /// The tiles of the dungeon except the entrance.
    pub fn laid(&self) -> Tiles {
        self.laid
    }

    /// The tiles of a set, the entrance included.
    pub fn within(&self, set: Set) -> Tiles {
        if set == Set::DUNGEON {
            let mut tiles = self.laid;
            tiles.add(Tile::ENTRANCE);
            return tiles;
        }
        self.floating
            .iter()
            .filter(|tile| self.places[tile.index()].is_some_and(|place| place.set == set))
            .collect()
    }

    /// The tiles of a set with their cells; the entrance comes last.
    pub fn of(&self, set: Set) -> impl Iterator<Item = (Tile, Cell)> + Clone {
        self.with_cells(self.within(set))
    }

    /// Tiles on the table with their cells.
    pub fn with_cells(&self, tiles: Tiles) -> impl Iterator<Item = (Tile, Cell)> + Clone {
        tiles
            .iter()
            .filter_map(|tile| self.place(tile).map(|place| (tile, place.cell)))
    }

    /// The floating sets, in order of their names.
    pub fn floating(&self) -> impl Iterator<Item = Set> {
        let is_name = |set: &Set| self.places[set.0.index()].is_some_and(|place| place.set == *set);
        self.floating.iter().map(Set).filter(is_name)
    }

    pub fn at(&self, set: Set, cell: Cell) -> Option<Tile> {
        self.of(set)
            .find(|(_, own)| *own == cell)
            .map(|(tile, _)| tile)
    }

    /// The tiles connected to this one (R16): matching neighbours.
    pub fn connected(&self, tile: Tile) -> impl Iterator<Item = Tile> {
        let near = move |here: Place| {
            let beside = move |(x, y): Cell| x.abs_diff(here.cell.0) + y.abs_diff(here.cell.1) == 1;
            let fitting = self.within(here.set).and(Tiles::fitting(tile));
            self.with_cells(fitting)
                .filter(move |(_, cell)| beside(*cell))
                .map(|(other, _)| other)
        };
        self.place(tile).into_iter().flat_map(near)
    }

    /// R33: whether the dungeon contains a tile of value 5.
    pub fn has_path(&self) -> bool {
        !self.laid.and(Tiles::of_value(5)).is_empty()
    }

    /// Puts a tile at a place.
    fn set(&mut self, tile: Tile, place: Place) {
        self.lift(tile);
        self.places[tile.index()] = Some(place);
        if place.set == Set::DUNGEON {
            self.laid.add(tile)
        } else {
            self.floating.add(tile)
        }
    }

    /// Lays a tile in the dungeon.
    pub fn lay(&mut self, tile: Tile, cell: Cell) {
        self.set(
            tile,
            Place {
                set: Set::DUNGEON,
                cell,
            },
        );
    }

    /// R18: puts a tile on the table as a floating set of its own.
    pub fn leave(&mut self, tile: Tile) {
        self.set(
            tile,
            Place {
                set: Set(tile),
                cell: (0, 0),
            },
        );
    }

    /// Puts tiles on the table as a floating set.
    pub fn float(&mut self, tiles: &[(Tile, Cell)]) {
        let Some((name, _)) = tiles.first() else {
            return;
        };
        tiles.iter().for_each(|(tile, cell)| {
            self.set(
                *tile,
                Place {
                    set: Set(*name),
                    cell: *cell,
                },
            )
        });
        self.settle(Set(*name));
    }

    /// Removes a tile from the table.
    pub fn lift(&mut self, tile: Tile) {
        self.places[tile.index()] = None;
        self.laid.remove(tile);
        self.floating.remove(tile);
    }

    /// R19, R21: joins a floating set to another, with its anchor on this cell after quarter turns clockwise.
    pub fn join(&mut self, anchor: Tile, quarters: u8, into: Set, cell: Cell) {
        let Some(place) = self.place(anchor) else {
            return;
        };
        for tile in self.within(place.set).iter() {
            if let Some(own) = self.place(tile) {
                self.set(
                    tile,
                    Place {
                        set: into,
                        cell: carried(own.cell, place.cell, quarters, cell),
                    },
                );
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
            let least =
                |of: fn(&(Cell, Tile)) -> i8| cells.iter().map(of).min().unwrap_or_default();
            let (x, y) = (least(|(cell, _)| cell.0), least(|(cell, _)| cell.1));
            cells
                .iter_mut()
                .for_each(|(cell, _)| *cell = (cell.0 - x, cell.1 - y));
            cells.sort_unstable();
            if *cells < best[..count] {
                best[..count].copy_from_slice(cells);
            }
        }
        let best = &best[..count];
        let Some(name) = best.iter().map(|(_, tile)| *tile).min() else {
            return;
        };
        for (cell, tile) in best {
            self.set(
                *tile,
                Place {
                    set: Set(name),
                    cell: *cell,
                },
            );
        }
    }
}

/// The new cell of a tile when its set is moved with an anchor.
pub fn carried(cell: Cell, anchor: Cell, quarters: u8, to: Cell) -> Cell {
    let (x, y) = turned((cell.0 - anchor.0, cell.1 - anchor.1), quarters);
    (to.0 + x, to.1 + y)
}

/// Why a tile may not be placed somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// The cell is occupied by another tile.
    Taken(Tile),
    /// R15, R16: no neighbour has a value that differs by 1.
    Apart,
    /// A4: this neighbour's value does not differ by 1.
    Mismatch(Tile),
    /// R20: the tile would complete a square.
    Square,
}

/// Which tiles may touch (A4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touching {
    /// Only tiles whose values differ by 1.
    Strict,
    /// Any tiles, with a wall between those that do not match.
    Walls,
}

/// A bit for each cell: by columns from the west, and in each by rows from the south.
type Plane = [u64; Grid::SIDE];

/// The tiles of a set around one of its cells, with a bit for every cell that is taken, since most lookups find an empty one.
#[derive(Clone)]
pub struct Grid {
    middle: Cell,
    taken: Plane,
    /// The first and the last column with a tile.
    columns: (usize, usize),
    tiles: [(Cell, Tile); TILES + 1],
    count: usize,
    touching: Touching,
}

impl Grid {
    /// A set of all tiles reaches 24 cells from any of its own, and the next tile one more. The outermost cells stay empty.
    const SIDE: usize = u64::BITS as usize;

    /// The grid of a set around this cell.
    pub fn new(layout: &Layout, set: Set, middle: Cell, touching: Touching) -> Grid {
        let tiles = [(middle, Tile::ENTRANCE); TILES + 1];
        let taken = [0; Grid::SIDE];
        let columns = (Grid::SIDE / 2, Grid::SIDE / 2);
        let mut grid = Grid {
            middle,
            taken,
            columns,
            tiles,
            count: 0,
            touching,
        };
        layout.of(set).for_each(|(tile, cell)| grid.put(cell, tile));
        grid
    }

    /// The column of a cell and its bit there; `None` if it is too far away to matter.
    fn bit(&self, (x, y): Cell) -> Option<(usize, u64)> {
        let along = |at: i8, middle: i8| {
            let at =
                usize::try_from(i16::from(at) - i16::from(middle) + Grid::SIDE as i16 / 2).ok();
            at.filter(|at| (1..Grid::SIDE - 1).contains(at))
        };
        Some((along(x, self.middle.0)?, 1 << along(y, self.middle.1)?))
    }

    pub fn at(&self, cell: Cell) -> Option<Tile> {
        if !self.is_taken(cell) {
            return None;
        }
        self.tiles[..self.count]
            .iter()
            .find(|(own, _)| *own == cell)
            .map(|(_, tile)| *tile)
    }

    /// Puts a tile on an empty cell.
    pub fn put(&mut self, cell: Cell, tile: Tile) {
        if let (Some((column, bit)), Some(place)) = (self.bit(cell), self.tiles.get_mut(self.count))
        {
            self.taken[column] |= bit;
            self.columns = (self.columns.0.min(column), self.columns.1.max(column));
            *place = (cell, tile);
            self.count += 1;
        }
    }

    /// The grid with these tiles as well, on empty cells.
    pub fn with(&self, tiles: &[(Tile, Cell)]) -> Grid {
        let mut both = self.clone();
        tiles.iter().for_each(|(tile, cell)| both.put(*cell, *tile));
        both
    }

    pub fn clear(&mut self, cell: Cell) {
        if let (Some((column, bit)), Some(at)) = (
            self.bit(cell),
            self.tiles[..self.count]
                .iter()
                .position(|(own, _)| *own == cell),
        ) {
            self.taken[column] &= !bit;
            self.count -= 1;
            self.tiles[at] = self.tiles[self.count];
        }
    }

    fn is_taken(&self, cell: Cell) -> bool {
        self.bit(cell)
            .is_some_and(|(column, bit)| self.taken[column] & bit != 0)
    }

    /// R15, R16, A4: whether a tile may be placed there and is connected; does not check for squares.
    pub fn allows(&self, tile: Tile, cell: Cell) -> Result<(), Obstacle> {
        self.tolerates(tile, cell)?;
        let fits = |side| {
            self.at(beside(cell, side))
                .is_some_and(|other| tile.fits(other))
        };
        let connected = self.bit(cell).is_some() && Side::ALL.into_iter().any(fits);
        if connected {
            Ok(())
        } else {
            Err(Obstacle::Apart)
        }
    }

    /// A4: whether a tile may be placed there next to its neighbours.
    pub fn tolerates(&self, tile: Tile, cell: Cell) -> Result<(), Obstacle> {
        if let Some(other) = self.at(cell) {
            return Err(Obstacle::Taken(other));
        }
        let mismatch = |side| {
            self.at(beside(cell, side))
                .filter(|other| !tile.fits(*other))
        };
        match Side::ALL.into_iter().find_map(mismatch) {
            Some(other) if self.touching == Touching::Strict => Err(Obstacle::Mismatch(other)),
            _ => Ok(()),
        }
    }

    /// R20: whether a tile there completes a square of four.
    pub fn closes_square(&self, (x, y): Cell) -> bool {
        let taken = |dx: i8, dy: i8| self.is_taken((x + dx, y + dy));
        [(1, 1), (1, -1), (-1, -1), (-1, 1)]
            .into_iter()
            .any(|(dx, dy)| taken(dx, 0) && taken(0, dy) && taken(dx, dy))
    }

    /// All cells at once that [`allows`](Self::allows) a tile and where it [closes no square](Self::closes_square), by column and
    /// row.
    pub fn free(&self, tile: Tile) -> Cells {
        const EDGES: u64 = 1 | 1 << (Grid::SIDE - 1);
        let [mut fitting, mut others] = [[0; Grid::SIDE]; 2];
        for (cell, other) in &self.tiles[..self.count] {
            let plane = if tile.fits(*other) {
                &mut fitting
            } else {
                &mut others
            };
            if let Some((column, bit)) = self.bit(*cell) {
                plane[column] |= bit;
            }
        }
        let near = |plane: &Plane, at: usize| {
            plane[at - 1] | plane[at + 1] | plane[at] << 1 | plane[at] >> 1
        };
        let mut plane = [0; Grid::SIDE];
        let first = self.columns.0.max(2) - 1;
        let last = self.columns.1 + 2;
        for (at, free) in plane
            .iter_mut()
            .enumerate()
            .take(last.min(Grid::SIDE - 1))
            .skip(first)
        {
            let joined = near(&fitting, at);
            if joined != 0 {
                let apart = if self.touching == Touching::Strict {
                    near(&others, at)
                } else {
                    0
                };
                let corners = |column: u64| {
                    let pairs = self.taken[at] & column;
                    column & (pairs << 1 | pairs >> 1)
                };
                let squares = corners(self.taken[at - 1]) | corners(self.taken[at + 1]);
                *free = joined & !(self.taken[at] | apart | squares | EDGES);
            }
        }
        Cells {
            middle: self.middle,
            plane,
        }
    }
}

/// A set of cells.
#[derive(Clone, Copy)]
pub struct Cells {
    middle: Cell,
    plane: Plane,
}

impl Cells {
    /// The cells by column and row.
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        let along =
            |at: usize, middle: i8| (at as i16 - Grid::SIDE as i16 / 2 + i16::from(middle)) as i8;
        let rows = |column: u64| {
            let first = |left: u64| (left != 0).then_some(left);
            std::iter::successors(first(column), move |left| first(left & (left - 1)))
                .map(|left| left.trailing_zeros() as usize)
        };
        let (x, y) = self.middle;
        let columns = self
            .plane
            .iter()
            .enumerate()
            .filter(|(_, column)| **column != 0);
        columns.flat_map(move |(at, column)| {
            rows(*column).map(move |row| (along(at, x), along(row, y)))
        })
    }
}
