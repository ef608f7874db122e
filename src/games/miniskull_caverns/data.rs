//! What the rules read from the kit: maps, Action cards, Control cards and Tiny, checked once.

use serde::Deserialize;

use super::card::{Action, ActionCard, Control, ControlCard, Flip, Panel, Tactic};
use super::map::{EDGE, Map, SPACES, Space};
use super::position::{GEMS, MAX_SEATS};
use crate::games::side::{Side, Sides};
use crate::kit::{Kit, Place, Problem, Problems, Row};

/// A kit's cards.
#[derive(Clone, Debug)]
pub struct Data {
    /// What the game is called.
    pub title: String,
    /// The heroes' colours, in the order of seats.
    pub heroes: Vec<String>,
    /// By seat.
    pub actions: Vec<ActionCard>,
    /// By seat.
    pub controls: Vec<ControlCard>,
    /// Tiny's Strength at the start (R7).
    pub tiny: u8,
    /// The code of Tiny's card, and its numbers by face and edge.
    pub tiny_card: (String, [[u8; 4]; 2]),
    /// By face, front and back, and by layout: for two heroes, for three (R2).
    pub maps: [[Map; 2]; 2],
}

#[derive(Deserialize)]
struct ActionFields {
    hero: String,
    front: Vec<Action>,
    front_noise: Vec<String>,
    front_flip: Flip,
    back: Vec<Action>,
    back_noise: Vec<String>,
    back_flip: Flip,
}

#[derive(Deserialize)]
struct ControlFields {
    hero: String,
    controls: Vec<Control>,
    tactics: Vec<Tactic>,
}

#[derive(Deserialize)]
struct TinyFields {
    front: Vec<String>,
    back: Vec<String>,
}

#[derive(Clone, Deserialize)]
struct MapFields {
    left: String,
    columns: Vec<String>,
    right: String,
    front_name: String,
    front_gems: Vec<String>,
    front_starts: Vec<String>,
    front_walls: Vec<String>,
    back_name: String,
    back_gems: Vec<String>,
    back_starts: Vec<String>,
    back_walls: Vec<String>,
}

/// A map card's row, read.
struct MapCard {
    row: Row,
    /// Its four columns, the first and last of them half.
    letters: [char; 4],
    /// Of the halves of Tiny at the left and right.
    colours: [String; 2],
    faces: [Face; 2],
}

/// One side of a map card; spaces are column and row on the card.
#[derive(Default)]
struct Face {
    name: String,
    gems: Vec<Cell>,
    starts: Vec<Cell>,
    walls: Vec<[Cell; 2]>,
}

/// The letter of a column, and a row from 1.
type Cell = (char, u8);

impl Data {
    /// Reads and checks a kit; everything wrong comes back together.
    pub fn new(kit: &Kit) -> Result<Data, Problems> {
        let mut check = Check { problems: Problems::default(), whole: Place::file(kit.files.name("kit.toml")) };
        let heroes = check.heroes(kit);
        let actions = check.rows(kit, "actions", Check::action_card);
        let controls = check.rows(kit, "controls", Check::control_card);
        let tiny = check.rows(kit, "tiny", Check::tiny_card);
        let cards = check.rows(kit, "maps", Check::map_card);
        for (deck, count, needed) in
            [("actions", actions.len(), MAX_SEATS), ("controls", controls.len(), MAX_SEATS), ("tiny", tiny.len(), 1)]
        {
            if count != needed && kit.deck(deck).is_some() {
                check.of_kit(format!("the rules need {needed} rows in deck `{deck}`, and the kit has {count}"));
            }
        }
        if u32::try_from(MAX_SEATS).is_ok_and(|most| *kit.players.end() > most) {
            check.of_kit(format!("the rules can seat 1 to {MAX_SEATS} heroes"));
        }
        let maps = check.maps(&cards);
        let found = tiny.into_iter().flatten().next().zip(maps);
        let Some((tiny_card, maps)) = found.filter(|_| check.problems.0.is_empty()) else {
            if check.problems.0.is_empty() {
                check.of_kit("the rules need Tiny's card and two map cards");
            }
            return Err(check.problems);
        };
        Ok(Data {
            title: kit.title.clone(),
            heroes,
            actions: actions.into_iter().flatten().collect(),
            controls: controls.into_iter().flatten().collect(),
            tiny: tiny_card.1.iter().flatten().copied().max().unwrap_or_default(),
            tiny_card,
            maps,
        })
    }
}

struct Check {
    problems: Problems,
    whole: Place,
}

impl Check {
    fn at(&mut self, row: &Row, message: impl Into<String>) {
        self.problems.push(Problem::new(row.place.clone(), message));
    }

    fn of_kit(&mut self, message: impl Into<String>) {
        self.problems.push(Problem::new(self.whole.clone(), message));
    }

    fn rows<T: serde::de::DeserializeOwned, U>(
        &mut self,
        kit: &Kit,
        deck: &str,
        mut make: impl FnMut(&mut Check, &Row, T) -> U,
    ) -> Vec<U> {
        match kit.rows::<T>(deck) {
            Ok(rows) => rows.into_iter().map(|(row, fields)| make(self, row, fields)).collect(),
            Err(problems) => {
                self.problems.0.extend(problems.0);
                Vec::new()
            }
        }
    }

    /// The colours of the Action cards, each once and in the order of the Control cards.
    fn heroes(&mut self, kit: &Kit) -> Vec<String> {
        #[derive(Deserialize)]
        struct Hero {
            hero: String,
        }
        let colours = |check: &mut Check, deck| check.rows(kit, deck, |_, row, hero: Hero| (row.clone(), hero.hero));
        let (actions, controls) = (colours(self, "actions"), colours(self, "controls"));
        for (at, (row, hero)) in actions.iter().enumerate() {
            let word = hero.chars().all(|letter| letter.is_ascii_lowercase()) && !hero.is_empty();
            if !word {
                self.at(row, format!("a hero is called by one word in small letters, not `{hero}`"));
            }
            if actions[..at].iter().any(|(_, other)| other == hero) {
                self.at(row, format!("two Action cards are for the {hero} hero"));
            }
        }
        for ((_, action), (row, control)) in actions.iter().zip(&controls) {
            if action != control {
                self.at(
                    row,
                    format!(
                        "this Control card is for the {control} hero, and the Action card in its place for the {action} hero"
                    ),
                );
            }
        }
        actions.into_iter().map(|(_, hero)| hero).collect()
    }

    /// Four of something, one an edge.
    fn four<T: Copy>(&mut self, row: &Row, field: &str, list: &[T]) -> Option<[T; 4]> {
        let four = <[T; 4]>::try_from(list).ok();
        if four.is_none() {
            let count = list.len();
            self.at(row, format!("`{field}` is a list of four, for top, right, bottom and left, not of {count}"));
        }
        four
    }

    fn numbers(&mut self, row: &Row, field: &str, words: &[String]) -> Option<[u8; 4]> {
        let numbers: Vec<u8> = words.iter().filter_map(|word| word.parse().ok()).collect();
        if numbers.len() < words.len() {
            self.at(row, format!("`{field}` is a list of numbers"));
            return None;
        }
        self.four(row, field, &numbers)
    }

    fn action_card(&mut self, row: &Row, fields: ActionFields) -> Option<ActionCard> {
        let front = self.face(row, ["front", "front_noise"], &fields.front, &fields.front_noise);
        let back = self.face(row, ["back", "back_noise"], &fields.back, &fields.back_noise);
        let card = ActionCard {
            code: row.codes.first().cloned().unwrap_or_default(),
            panels: [front?, back?],
            arrows: [fields.front_flip, fields.back_flip],
        };
        if card.start().is_none() {
            self.at(row, format!("the {} hero starts with the walk of the front, and there is none", fields.hero));
        }
        // R29: noise goes from 0 to 9, so that the chart of encounters has it.
        if card.panels.iter().flatten().any(|panel| panel.noise > 3) {
            self.at(row, "a side makes a noise of 0 to 3");
        }
        Some(card)
    }

    fn face(&mut self, row: &Row, names: [&str; 2], actions: &[Action], noise: &[String]) -> Option<[Panel; 4]> {
        let actions = self.four(row, names[0], actions);
        let noise = self.numbers(row, names[1], noise);
        let (actions, noise) = actions.zip(noise)?;
        Some([0, 1, 2, 3].map(|at| Panel { action: actions[at], noise: noise[at] }))
    }

    fn control_card(&mut self, row: &Row, fields: ControlFields) -> Option<ControlCard> {
        let (controls, tactics) = (self.four(row, "controls", &fields.controls), self.four(row, "tactics", &fields.tactics));
        let card =
            ControlCard { code: row.codes.first().cloned().unwrap_or_default(), controls: controls?, tactics: tactics? };
        if let Some(missing) = Control::ALL.into_iter().find(|control| !card.controls.contains(control)) {
            self.at(row, format!("the {} hero has no edge for {}", fields.hero, missing.name()));
        }
        if let Some(missing) = Tactic::ALL.into_iter().find(|tactic| !card.tactics.contains(tactic)) {
            self.at(row, format!("the {} hero has no edge for {}", fields.hero, missing.name()));
        }
        Some(card)
    }

    /// R7: the numbers from 1 to Tiny's Strength, each on one edge.
    fn tiny_card(&mut self, row: &Row, fields: TinyFields) -> Option<(String, [[u8; 4]; 2])> {
        let (front, back) = (self.numbers(row, "front", &fields.front), self.numbers(row, "back", &fields.back));
        let faces = [front?, back?];
        if let Some(missing) = (1..=8).find(|number| !faces.iter().flatten().any(|known| known == number)) {
            self.at(row, format!("Tiny's Strength goes from 8 to 1, and no edge has {missing}"));
        }
        Some((row.codes.first().cloned().unwrap_or_default(), faces))
    }

    fn map_card(&mut self, row: &Row, fields: MapFields) -> Option<MapCard> {
        let code = row.codes.first().cloned().unwrap_or_default();
        let half = |colour: &str| colour.chars().next().unwrap_or('?');
        let full: Vec<char> = fields.columns.iter().filter_map(|column| column.chars().next()).collect();
        let &[one, two] = full.as_slice() else {
            let count = fields.columns.len();
            self.at(row, format!("map card `{code}` has two full columns, each called by a letter, not {count}"));
            return None;
        };
        let letters = [half(&fields.left), one, two, half(&fields.right)];
        let wrong = |at: usize| !letters[at].is_ascii_lowercase() || letters[..at].contains(&letters[at]);
        if let Some(at) = (0..4).find(|at| wrong(*at)) {
            self.at(
                row,
                format!(
                    "map card `{code}` cannot have a column `{}` here: columns are called by different small letters",
                    letters[at]
                ),
            );
            return None;
        }
        let before = self.problems.0.len();
        let MapFields { front_gems, front_starts, front_walls, back_gems, back_starts, back_walls, .. } = &fields;
        let mut face = |name: &str, gems: &[String], starts: &[String], walls: &[String]| Face {
            name: name.to_owned(),
            gems: gems.iter().filter_map(|word| self.cell(row, &code, &letters, word)).collect(),
            starts: starts.iter().filter_map(|word| self.cell(row, &code, &letters, word)).collect(),
            walls: walls.iter().filter_map(|word| self.wall(row, &code, &letters, word)).collect(),
        };
        let front = face(&fields.front_name, front_gems, front_starts, front_walls);
        let back = face(&fields.back_name, back_gems, back_starts, back_walls);
        let sound = self.problems.0.len() == before;
        sound.then(|| MapCard { row: row.clone(), letters, colours: [fields.left, fields.right], faces: [front, back] })
    }

    /// "b3" on a card with these columns.
    fn cell(&mut self, row: &Row, code: &str, letters: &[char; 4], word: &str) -> Option<Cell> {
        let mut rest = word.chars();
        let column = rest.next().filter(|column| letters.contains(column));
        let number = rest.as_str().parse().ok().filter(|number| (1..=EDGE as u8).contains(number));
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

    /// "a1-b1": two caverns that share a border on this card.
    fn wall(&mut self, row: &Row, code: &str, letters: &[char; 4], word: &str) -> Option<[Cell; 2]> {
        let Some((one, other)) = word.split_once('-') else {
            self.at(row, format!("a wall stands between two caverns, as in \"a1-b1\", not `{word}`"));
            return None;
        };
        let (one, other) = (self.cell(row, code, letters, one)?, self.cell(row, code, letters, other)?);
        let place = |cell: Cell| letters.iter().position(|letter| *letter == cell.0).unwrap_or_default();
        let apart = place(one).abs_diff(place(other)) + usize::from(one.1.abs_diff(other.1));
        if apart != 1 {
            self.at(row, format!("map card `{code}` cannot have a wall `{word}`: these caverns are no neighbours"));
            return None;
        }
        Some([one, other])
    }

    /// Both sides of two cards, laid either way.
    fn maps(&mut self, cards: &[Option<MapCard>]) -> Option<[[Map; 2]; 2]> {
        let [first, second] = cards else {
            if !cards.is_empty() {
                self.of_kit(format!("the rules need two map cards, and the kit has {}", cards.len()));
            }
            return None;
        };
        let (first, second) = (first.as_ref()?, second.as_ref()?);
        if first.letters[1..3].iter().any(|letter| second.letters[1..3].contains(letter)) {
            self.at(&second.row, "the full columns of the two map cards have different letters");
            return None;
        }
        let [green, red] = [0, 1].map(|face| [self.map(first, second, face, 2), self.map(second, first, face, 3)]);
        let both = |[two, three]: [Option<Map>; 2]| Some([two?, three?]);
        Some([both(green)?, both(red)?])
    }

    /// One card left of the other (R2, R3).
    fn map(&mut self, left: &MapCard, right: &MapCard, side: usize, heroes: usize) -> Option<Map> {
        let [before, after] = [left, right].map(|card| card.row.codes.first().map_or("", String::as_str).to_owned());
        if left.colours[1] != right.colours[0] {
            let message = format!(
                "half of a {} Tiny at the left of `{after}` meets half of a {} one of `{before}`",
                right.colours[0], left.colours[1]
            );
            self.at(&right.row, message);
            return None;
        }
        let joined = left.letters[3];
        let columns = [left.letters[1], left.letters[2], joined, right.letters[1], right.letters[2]];
        let space = |(letter, row): Cell| {
            columns.iter().position(|known| *known == letter).map(|column| Space::new(column, usize::from(row) - 1))
        };
        let faces = [&left.faces[side], &right.faces[side]];
        let name = &faces[0].name;
        if *name != faces[1].name {
            self.at(
                &right.row,
                format!("the maps of `{before}` and `{after}` on this side have two names: {name} and {}", faces[1].name),
            );
        }
        // What is in the column where the cards meet is printed half on each.
        let in_joined = |cell: &Cell| cell.0 == joined;
        self.halves(left, right, "the starting symbol", |card| {
            let cells = card.faces[side].starts.iter().filter(|cell| in_joined(cell));
            cells.map(|cell| named(*cell)).collect()
        });
        self.halves(left, right, "the Gem", |card| {
            card.faces[side].gems.iter().filter(|cell| in_joined(cell)).map(|cell| named(*cell)).collect()
        });
        self.halves(left, right, "the wall", |card| {
            let walls = card.faces[side].walls.iter().filter(|wall| wall.iter().all(in_joined));
            walls.map(|[one, other]| named(*one.min(other)) + "-" + &named(*one.max(other))).collect()
        });
        let places = |cells: &dyn Fn(&Face) -> Vec<Cell>| {
            let mut spaces: Vec<Space> = faces.iter().flat_map(|face| cells(face)).filter_map(space).collect();
            spaces.sort_unstable();
            spaces.dedup();
            spaces
        };
        let mut open = [Sides(15); SPACES];
        for (at, side) in Space::ALL.into_iter().flat_map(|at| Side::ALL.map(|side| (at, side))) {
            if at.beside(side).is_none() {
                open[at.index()].remove(side);
            }
        }
        for [one, other] in faces.iter().flat_map(|face| &face.walls) {
            let Some((one, other)) = space(*one).zip(space(*other)) else { continue };
            for (at, beyond) in [(one, other), (other, one)] {
                let side = Side::ALL.into_iter().find(|side| at.beside(*side) == Some(beyond));
                side.into_iter().for_each(|side| open[at.index()].remove(side));
            }
        }
        let map = Map {
            name: name.clone(),
            tiny: left.colours[1].clone(),
            columns,
            cards: [before, after],
            back: side == 1,
            centre: Space::new(EDGE / 2, EDGE / 2),
            starts: places(&|face| face.starts.clone()),
            gems: places(&|face| face.gems.clone()),
            open,
        };
        self.playable(&map, &left.row, heroes);
        Some(map)
    }

    /// What is half on one card must be half on the other.
    fn halves(&mut self, left: &MapCard, right: &MapCard, what: &str, found: impl Fn(&MapCard) -> Vec<String>) {
        for (card, other) in [(left, right), (right, left)] {
            let (here, there) = (found(card), found(other));
            for half in here.iter().filter(|half| !there.contains(half)) {
                let other = other.row.codes.first().map_or("", String::as_str);
                self.at(&card.row, format!("{what} {half} is half on this card, and its other half is not on `{other}`"));
            }
        }
    }

    /// A start for every hero, four Gems, and a way everywhere.
    fn playable(&mut self, map: &Map, row: &Row, heroes: usize) {
        let laid = format!("{} with `{}` left of `{}`", map.name, map.cards[0], map.cards[1]);
        if map.starts.len() < heroes {
            let count = map.starts.len();
            self.at(row, format!("{laid} is for {heroes} heroes, and has complete starting symbols for {count}"));
        }
        if map.gems.len() != usize::from(GEMS) {
            self.at(row, format!("{laid} has {} spaces for Gems, and the game has {GEMS}", map.gems.len()));
        }
        let cut_off = Space::ALL.into_iter().zip(map.steps_from(map.centre)).find(|(_, steps)| steps.is_none());
        if let Some((space, _)) = cut_off {
            self.at(row, format!("{laid}: no way leads from Tiny to {}", map.name(space)));
        }
    }
}

fn named((letter, row): Cell) -> String {
    format!("{letter}{row}")
}
