//! The floor of the dungeon: spaces on tiles, in their bounding rectangle.
//!
//! x grows to the east and y to the north. The south-west space of the rectangle is always (0, 0), so a tile laid beyond its
//! west or south side moves everything. Tile (x, y) has the spaces (2x, 2y) to (2x+1, 2y+1).

use serde::{Serialize, Serializer};

use crate::games::side::Side;

/// A space, named as on a chessboard: "c7".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    pub x: u8,
    pub y: u8,
}

impl Square {
    pub fn new(x: u8, y: u8) -> Square {
        Square { x, y }
    }

    /// Parses "c7": the column from the west, and the row from the south.
    pub fn parse(word: &str) -> Option<Square> {
        let digits = word.find(|letter: char| letter.is_ascii_digit())?;
        let (letters, row) = word.split_at(digits);
        let column = letters.bytes().try_fold(0u8, |column, letter| {
            let letter = letter.to_ascii_lowercase();
            letter
                .is_ascii_lowercase()
                .then(|| column.checked_mul(26)?.checked_add(letter - b'a' + 1))
                .flatten()
        })?;
        Some(Square {
            x: column.checked_sub(1)?,
            y: row.parse::<u8>().ok()?.checked_sub(1)?,
        })
    }

    /// The name of a column: "a" to "z", then "aa".
    pub fn column(x: u8) -> String {
        let letter = |at: u8| char::from(b'a' + at % 26);
        if x < 26 {
            letter(x).to_string()
        } else {
            format!("{}{}", letter(x / 26 - 1), letter(x))
        }
    }

    /// The space one step on, if its coordinates are in range.
    pub fn step(self, (dx, dy): (i8, i8)) -> Option<Square> {
        Some(Square {
            x: self.x.checked_add_signed(dx)?,
            y: self.y.checked_add_signed(dy)?,
        })
    }

    /// Whether two spaces are adjacent, with or without diagonals (A12).
    pub fn touches(self, other: Square, diagonally: bool) -> bool {
        match (self.x.abs_diff(other.x), self.y.abs_diff(other.y)) {
            (1, 0) | (0, 1) => true,
            (1, 1) => diagonally,
            _ => false,
        }
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", Square::column(self.x), u16::from(self.y) + 1)
    }
}

/// The eight directions of a move (R20), clockwise from north.
pub const DIRECTIONS: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// A corner of a tile, which is one of its spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Corner {
    SouthWest,
    NorthWest,
    NorthEast,
    SouthEast,
}

impl Corner {
    pub const ALL: [Corner; 4] = [
        Corner::SouthWest,
        Corner::NorthWest,
        Corner::NorthEast,
        Corner::SouthEast,
    ];

    /// "SW"
    pub fn code(self) -> &'static str {
        ["SW", "NW", "NE", "SE"][self as usize]
    }

    pub fn name(self) -> &'static str {
        ["south-west", "north-west", "north-east", "south-east"][self as usize]
    }

    /// All corners in the order of these codes, the unnamed ones last: "NE-SW".
    pub fn in_order(codes: &str) -> [Corner; 4] {
        let corner = |code| Corner::ALL.into_iter().find(|corner| corner.code() == code);
        crate::games::in_order(Corner::ALL, codes.split('-').filter_map(corner))
    }

    /// The offset from the tile's south-west space, east and north.
    fn offset(self) -> (u8, u8) {
        [(0, 0), (0, 1), (1, 1), (1, 0)][self as usize]
    }
}

/// The contents of a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cell {
    /// No tile.
    #[default]
    Void,
    Floor,
    /// A coin with this value, value side up.
    Coin(u8),
    /// The stack left by a dead character.
    Stack,
}

/// The dungeon.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Map {
    width: u8,
    height: u8,
    /// The spaces by rows, from the south-west.
    cells: Vec<Cell>,
    /// The tiles in the order in which they were laid; in tiles from the south-west.
    tiles: Vec<(u8, u8)>,
}

impl Clone for Map {
    fn clone(&self) -> Map {
        Map {
            width: self.width,
            height: self.height,
            cells: self.cells.clone(),
            tiles: self.tiles.clone(),
        }
    }

    fn clone_from(&mut self, other: &Map) {
        self.width = other.width;
        self.height = other.height;
        self.cells.clone_from(&other.cells);
        self.tiles.clone_from(&other.tiles);
    }
}

impl Map {
    /// The width in spaces.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The height in spaces.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The tiles in the order in which they were laid; in tiles from the south-west.
    pub fn tiles(&self) -> &[(u8, u8)] {
        &self.tiles
    }

    pub fn cell(&self, square: Square) -> Cell {
        self.index(square).map_or(Cell::Void, |at| self.cells[at])
    }

    /// The value of a coin that has not been turned over.
    pub fn coin(&self, square: Square) -> Option<u8> {
        if let Cell::Coin(value) = self.cell(square) {
            Some(value)
        } else {
            None
        }
    }

    /// Sets the contents of a space on the map.
    pub fn set(&mut self, square: Square, cell: Cell) {
        if let Some(at) = self.index(square) {
            self.cells[at] = cell;
        }
    }

    /// All spaces by rows, from the south-west.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Square { x, y }))
    }

    /// The index of a space in [`squares`](Self::squares).
    pub fn index(&self, square: Square) -> Option<usize> {
        let inside = square.x < self.width && square.y < self.height;
        inside.then(|| usize::from(square.y) * usize::from(self.width) + usize::from(square.x))
    }

    /// Whether a space is on the edge of the rectangle (R15).
    pub fn is_edge(&self, square: Square) -> bool {
        let Square { x, y } = square;
        x == 0 || y == 0 || x + 1 == self.width || y + 1 == self.height
    }

    /// Whether a diagonal step passes between two voids (A11).
    pub fn squeezes(&self, from: Square, (dx, dy): (i8, i8)) -> bool {
        let void = |step| {
            from.step(step)
                .is_none_or(|square| self.cell(square) == Cell::Void)
        };
        dx != 0 && dy != 0 && void((dx, 0)) && void((0, dy))
    }

    /// Whether there is a tile at this position, in tiles from the south-west; -1 is beyond the west or south side.
    pub fn has_tile(&self, (x, y): (i8, i8)) -> bool {
        let (Ok(x), Ok(y)) = (u8::try_from(x), u8::try_from(y)) else {
            return false;
        };
        self.cell(Square { x: 2 * x, y: 2 * y }) != Cell::Void
    }

    /// The position next to the tile laid last (R9).
    pub fn beside_last(&self, side: Side) -> (i8, i8) {
        let (x, y) = self.tiles.last().copied().unwrap_or_default();
        let (dx, dy) = side.step();
        (x as i8 + dx as i8, y as i8 + dy as i8)
    }

    /// The position beyond a side in this column or row of tiles, if a tile there would touch another (R10).
    pub fn beyond(&self, side: Side, along: u8) -> Option<(i8, i8)> {
        let columns = (self.width / 2) as i8;
        let rows = (self.height / 2) as i8;
        let along = i8::try_from(along).ok()?;
        let (x, y) = match side {
            Side::North => (along, rows),
            Side::East => (columns, along),
            Side::South => (along, -1),
            Side::West => (-1, along),
        };
        let (dx, dy) = side.step();
        self.has_tile((x - dx as i8, y - dy as i8))
            .then_some((x, y))
    }

    /// The number of columns or rows of tiles along a side.
    pub fn length(&self, side: Side) -> u8 {
        match side {
            Side::North | Side::South => self.width / 2,
            Side::East | Side::West => self.height / 2,
        }
    }

    /// Lays a tile at a free position on the map or next to it.
    pub fn lay(&mut self, (x, y): (i8, i8)) {
        let (west, south) = (u8::from(x < 0), u8::from(y < 0));
        let (x, y) = ((x + west as i8) as u8, (y + south as i8) as u8);
        let width = (self.width + 2 * west).max(2 * x + 2);
        let height = (self.height + 2 * south).max(2 * y + 2);
        if (width, height) != (self.width, self.height) {
            let mut cells = vec![Cell::Void; usize::from(width) * usize::from(height)];
            for (square, cell) in self.squares().zip(&self.cells) {
                let (x, y) = (square.x + 2 * west, square.y + 2 * south);
                cells[usize::from(y) * usize::from(width) + usize::from(x)] = *cell;
            }
            self.width = width;
            self.height = height;
            self.cells = cells;
            self.tiles
                .iter_mut()
                .for_each(|tile| *tile = (tile.0 + west, tile.1 + south));
        }
        self.tiles.push((x, y));
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            self.set(
                Square {
                    x: 2 * x + dx,
                    y: 2 * y + dy,
                },
                Cell::Floor,
            );
        }
    }

    /// The space in this corner of a tile; tiles are numbered in the order of laying (R12).
    pub fn corner(&self, tile: usize, corner: Corner) -> Square {
        let ((x, y), (dx, dy)) = (self.tiles[tile], corner.offset());
        Square {
            x: 2 * x + dx,
            y: 2 * y + dy,
        }
    }
}
