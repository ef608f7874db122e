//! The kit's maps: two cards with two sides each, laid in either order (section 3.1 of the rules).

use serde::Deserialize;

use super::map::{self, EDGE, FAR, Map, SPACES, Space};
use crate::games::check::Check;
use crate::games::miniskull_caverns::data::GEMS;
use crate::games::side::{Side, Sides};
use crate::kit::Row;

#[derive(Clone, Deserialize)]
pub(super) struct MapFields {
    left: String,
    columns: Vec<String>,
    right: String,
    front_gems: Vec<String>,
    front_starts: Vec<String>,
    front_walls: Vec<String>,
    back_gems: Vec<String>,
    back_starts: Vec<String>,
    back_walls: Vec<String>,
}

/// A map card, as read from its row.
pub(super) struct MapCard {
    row: Row,
    /// Its four columns; the first and the last are half columns.
    letters: [char; 4],
    /// The colours of the half Tinies on the left and right.
    colours: [String; 2],
    faces: [MapSide; 2],
}

/// A side of a map card; spaces are given by column and row on the card.
#[derive(Default)]
struct MapSide {
    name: String,
    gems: Vec<Cell>,
    starts: Vec<Cell>,
    walls: Vec<[Cell; 2]>,
}

/// The letter of a column, and a row counted from 1.
type Cell = (char, u8);

impl Check {
    pub(super) fn map_card(&mut self, row: &Row, fields: MapFields) -> Option<MapCard> {
        let code = row.code().to_owned();
        let half = |colour: &str| colour.chars().next().unwrap_or('?');
        let full: Vec<char> = fields
            .columns
            .iter()
            .filter_map(|column| column.chars().next())
            .collect();
        let &[one, two] = full.as_slice() else {
            let count = fields.columns.len();
            self.at(row, format!("map card `{code}` must have two full columns, each named by a letter, not {count}"));
            return None;
        };
        let letters = [half(&fields.left), one, two, half(&fields.right)];
        let wrong =
            |at: usize| !letters[at].is_ascii_lowercase() || letters[..at].contains(&letters[at]);
        if let Some(at) = (0..4).find(|at| wrong(*at)) {
            self.at(
                row,
                format!(
                    "map card `{code}` cannot have a column `{}` here: columns are named by different lowercase letters",
                    letters[at]
                ),
            );
            return None;
        }
        let before = self.problems.0.len();
        let MapFields {
            front_gems,
            front_starts,
            front_walls,
            back_gems,
            back_starts,
            back_walls,
            ..
        } = &fields;
        let mut face = |name: &str, gems: &[String], starts: &[String], walls: &[String]| MapSide {
            name: row.text(name).unwrap_or_default().to_owned(),
            gems: gems
                .iter()
                .filter_map(|word| self.cell(row, &code, &letters, word))
                .collect(),
            starts: starts
                .iter()
                .filter_map(|word| self.cell(row, &code, &letters, word))
                .collect(),
            walls: walls
                .iter()
                .filter_map(|word| self.wall(row, &code, &letters, word))
                .collect(),
        };
        let front = face("front_name", front_gems, front_starts, front_walls);
        let back = face("back_name", back_gems, back_starts, back_walls);
        let sound = self.problems.0.len() == before;
        sound.then(|| MapCard {
            row: row.clone(),
            letters,
            colours: [fields.left, fields.right],
            faces: [front, back],
        })
    }

    /// Parses "b3" on a card with these columns.
    fn cell(&mut self, row: &Row, code: &str, letters: &[char; 4], word: &str) -> Option<Cell> {
        let mut rest = word.chars();
        let column = rest.next().filter(|column| letters.contains(column));
        let number = rest
            .as_str()
            .parse()
            .ok()
            .filter(|number| (1..=EDGE as u8).contains(number));
        let cell = column.zip(number);
        if cell.is_none() {
            let columns: Vec<String> = letters.iter().map(char::to_string).collect();
            let message = format!(
                "map card `{code}` has no cavern `{word}`: its columns are {}, its rows 1 to {EDGE}",
                columns.join(", ")
            );
            self.at(row, message);
        }
        cell
    }

    /// Parses "a1-b1": two caverns that share a border on this card.
    fn wall(
        &mut self,
        row: &Row,
        code: &str,
        letters: &[char; 4],
        word: &str,
    ) -> Option<[Cell; 2]> {
        let Some((one, other)) = word.split_once('-') else {
            self.at(
                row,
                format!("a wall stands between two caverns, as in \"a1-b1\", not `{word}`"),
            );
            return None;
        };
        let one = self.cell(row, code, letters, one)?;
        let other = self.cell(row, code, letters, other)?;
        let place = |cell: Cell| {
            letters
                .iter()
                .position(|letter| *letter == cell.0)
                .unwrap_or_default()
        };
        let apart = place(one).abs_diff(place(other)) + usize::from(one.1.abs_diff(other.1));
        if apart != 1 {
            self.at(row, format!("map card `{code}` cannot have a wall `{word}`: these caverns are not neighbours"));
            return None;
        }
        Some([one, other])
    }

    /// Builds the maps for both sides of two cards, in both orders.
    pub(super) fn maps(&mut self, cards: &[Option<MapCard>]) -> Option<[[Map; 2]; 2]> {
        let [first, second] = cards else {
            if !cards.is_empty() {
                self.of_kit(format!(
                    "the rules need two map cards, and the kit has {}",
                    cards.len()
                ));
            }
            return None;
        };
        let (first, second) = (first.as_ref()?, second.as_ref()?);
        if first.letters[1..3]
            .iter()
            .any(|letter| second.letters[1..3].contains(letter))
        {
            self.at(
                &second.row,
                "the full columns of the two map cards must have different letters",
            );
            return None;
        }
        let [green, red] = [0, 1].map(|face| {
            [
                self.map(first, second, face, 2),
                self.map(second, first, face, 3),
            ]
        });
        let both = |[two, three]: [Option<Map>; 2]| Some([two?, three?]);
        Some([both(green)?, both(red)?])
    }

    /// Builds the map with one card to the left of the other (R2, R3).
    fn map(&mut self, left: &MapCard, right: &MapCard, side: usize, heroes: usize) -> Option<Map> {
        let [before, after] = [left, right].map(|card| card.row.code().to_owned());
        if left.colours[1] != right.colours[0] {
            let message = format!(
                "half of a {} Tiny on the left of `{after}` meets half of a {} one on `{before}`",
                right.colours[0], left.colours[1]
            );
            self.at(&right.row, message);
            return None;
        }
        let joined = left.letters[3];
        let columns = [
            left.letters[1],
            left.letters[2],
            joined,
            right.letters[1],
            right.letters[2],
        ];
        let space = |(letter, row): Cell| {
            columns
                .iter()
                .position(|known| *known == letter)
                .map(|column| Space::new(column, usize::from(row) - 1))
        };
        let faces = [&left.faces[side], &right.faces[side]];
        let name = &faces[0].name;
        if *name != faces[1].name {
            self.at(
                &right.row,
                format!(
                    "the maps of `{before}` and `{after}` on this side have different names: {name} and {}",
                    faces[1].name
                ),
            );
        }
        self.check_halves(left, right, side);
        let places = |cells: &dyn Fn(&MapSide) -> Vec<Cell>| {
            let mut spaces: Vec<Space> = faces
                .iter()
                .flat_map(|face| cells(face))
                .filter_map(space)
                .collect();
            spaces.sort_unstable();
            spaces.dedup();
            spaces
        };
        let walls = faces.iter().flat_map(|face| &face.walls);
        let open = open_sides(walls.filter_map(|[one, other]| space(*one).zip(space(*other))));
        let map = Map {
            name: name.clone(),
            tiny: left.colours[1].clone(),
            columns,
            cards: [before, after],
            back: side == 1,
            centre: Space::new(EDGE / 2, EDGE / 2),
            starts: places(&|face| face.starts.clone()),
            gems: places(&|face| face.gems.clone()),
            steps: map::distances(&open),
            open,
        };
        self.playable(&map, &left.row, heroes);
        Some(map)
    }

    /// Everything in the column where the cards meet is printed half on each.
    fn check_halves(&mut self, left: &MapCard, right: &MapCard, side: usize) {
        let joined = left.letters[3];
        let in_joined = |cell: &Cell| cell.0 == joined;
        self.halves(left, right, "the starting symbol", |card| {
            let cells = card.faces[side]
                .starts
                .iter()
                .filter(|cell| in_joined(cell));
            cells.map(|cell| named(*cell)).collect()
        });
        self.halves(left, right, "the Gem", |card| {
            card.faces[side]
                .gems
                .iter()
                .filter(|cell| in_joined(cell))
                .map(|cell| named(*cell))
                .collect()
        });
        self.halves(left, right, "the wall", |card| {
            let walls = card.faces[side]
                .walls
                .iter()
                .filter(|wall| wall.iter().all(in_joined));
            walls
                .map(|[one, other]| named(*one.min(other)) + "-" + &named(*one.max(other)))
                .collect()
        });
    }

    /// Checks that whatever is half on one card is half on the other.
    fn halves(
        &mut self,
        left: &MapCard,
        right: &MapCard,
        what: &str,
        found: impl Fn(&MapCard) -> Vec<String>,
    ) {
        for (card, other) in [(left, right), (right, left)] {
            let (here, there) = (found(card), found(other));
            for half in here.iter().filter(|half| !there.contains(half)) {
                let other = other.row.code();
                self.at(&card.row, format!("half of {what} {half} is on this card, but the other half is not on `{other}`"));
            }
        }
    }

    /// Checks for a start for every hero, four Gems, and paths between all spaces.
    fn playable(&mut self, map: &Map, row: &Row, heroes: usize) {
        let laid = format!(
            "{} with `{}` left of `{}`",
            map.name, map.cards[0], map.cards[1]
        );
        if map.starts.len() < heroes {
            let count = map.starts.len();
            self.at(
                row,
                format!(
                    "{laid} is for {heroes} heroes, but has complete starting symbols for {count}"
                ),
            );
        }
        if map.gems.len() != usize::from(GEMS) {
            self.at(
                row,
                format!(
                    "{laid} has {} spaces for Gems, but the game has {GEMS}",
                    map.gems.len()
                ),
            );
        }
        let cut_off = Space::ALL
            .into_iter()
            .find(|space| map.steps(map.centre, *space) == FAR);
        if let Some(space) = cut_off {
            self.at(
                row,
                format!("{laid}: no path leads from Tiny to {}", map.name(space)),
            );
        }
    }
}

fn named((letter, row): Cell) -> String {
    format!("{letter}{row}")
}

/// The sides of each space that lead to another, without those that walls are at.
fn open_sides(walls: impl Iterator<Item = (Space, Space)>) -> [Sides; SPACES] {
    let mut open = [Sides(15); SPACES];
    for at in Space::ALL {
        for side in Side::ALL {
            if at.beside(side).is_none() {
                open[at.index()].remove(side);
            }
        }
    }
    for (one, other) in walls {
        for (at, beyond) in [(one, other), (other, one)] {
            let side = Side::ALL
                .into_iter()
                .find(|side| at.beside(*side) == Some(beyond));
            if let Some(side) = side {
                open[at.index()].remove(side);
            }
        }
    }
    open
}
