//! The caverns: two map cards side by side (section 3.1 of the rules).

use crate::games::side::{Side, Sides};

/// The number of columns, and of rows.
pub const EDGE: usize = 5;

/// The number of spaces.
pub const SPACES: usize = EDGE * EDGE;

/// The distance of a space that cannot be reached.
pub const FAR: u8 = u8::MAX;

/// A space on the map, by column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(pub u8);

impl Space {
    pub const ALL: [Space; SPACES] = {
        let mut all = [Space(0); SPACES];
        let mut at = 0;
        while at < SPACES {
            all[at] = Space(at as u8);
            at += 1;
        }
        all
    };

    pub fn new(column: usize, row: usize) -> Space {
        Space((column * EDGE + row) as u8)
    }

    /// The column, counted from the left.
    pub fn column(self) -> usize {
        self.index() / EDGE
    }

    /// The row, counted from the top.
    pub fn row(self) -> usize {
        self.index() % EDGE
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The neighbouring space, with or without a wall between.
    pub fn beside(self, side: Side) -> Option<Space> {
        let (dx, dy) = side.step();
        let column = self
            .column()
            .checked_add_signed(isize::from(dx))
            .filter(|column| *column < EDGE)?;
        let row = self
            .row()
            .checked_add_signed(-isize::from(dy))
            .filter(|row| *row < EDGE)?;
        Some(Space::new(column, row))
    }
}

/// A map of two cards.
#[derive(Clone, Debug)]
pub struct Map {
    /// "Cellars"
    pub name: String,
    /// The colour of the complete Tiny: "green".
    pub tiny: String,
    /// The letters of the columns, from the left.
    pub columns: [char; EDGE],
    /// The cards from the left, and whether they are back up.
    pub cards: [String; 2],
    pub back: bool,
    /// Tiny's space (R79).
    pub centre: Space,
    /// The complete starting symbols (R8).
    pub starts: Vec<Space>,
    /// The initial spaces of the Gems (R6).
    pub gems: Vec<Space>,
    /// The open sides of each space (R3, R44).
    pub open: [Sides; SPACES],
    /// The steps from each space to each other; [`FAR`] if there is no path.
    pub steps: [[u8; SPACES]; SPACES],
}

impl Map {
    /// "c4"
    pub fn name(&self, space: Space) -> String {
        format!("{}{}", self.columns[space.column()], space.row() + 1)
    }

    pub fn parse(&self, word: &str) -> Option<Space> {
        let mut letters = word.chars();
        let column = letters.next()?.to_ascii_lowercase();
        let column = self.columns.iter().position(|known| *known == column)?;
        let row: usize = letters.as_str().parse().ok()?;
        (1..=EDGE)
            .contains(&row)
            .then(|| Space::new(column, row - 1))
    }

    /// The spaces one step away (R3).
    pub fn neighbours(&self, space: Space) -> impl Iterator<Item = Space> + use<> {
        self.open[space.index()]
            .iter()
            .filter_map(move |side| space.beside(side))
    }

    /// Whether a single step connects two spaces.
    pub fn are_adjacent(&self, one: Space, other: Space) -> bool {
        self.neighbours(one).any(|space| space == other)
    }

    /// The number of steps between two spaces; [`FAR`] if there is no path.
    pub fn steps(&self, from: Space, to: Space) -> u8 {
        self.steps[from.index()][to.index()]
    }
}

/// Computes the steps from each space to each other from the open sides.
pub fn distances(open: &[Sides; SPACES]) -> [[u8; SPACES]; SPACES] {
    let mut all = [[FAR; SPACES]; SPACES];
    for (start, steps) in Space::ALL.into_iter().zip(&mut all) {
        steps[start.index()] = 0;
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(space) = queue.pop_front() {
            for beside in open[space.index()]
                .iter()
                .filter_map(|side| space.beside(side))
            {
                if steps[beside.index()] == FAR {
                    steps[beside.index()] = steps[space.index()] + 1;
                    queue.push_back(beside);
                }
            }
        }
    }
    all
}
