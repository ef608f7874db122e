//! A map of named places as a drawing for the terminal: each with its name, what is there, and the ways to those beside it.

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::Keys;
use crate::games::by_kit::rules::position::Position;
use crate::games::shared::canvas::Canvas;
use crate::referee::scene::Count;
use crate::referee::{Screen, Seat, Tone};

/// The least and the most characters for a place.
const NARROW: usize = 7;
const WIDE: usize = 18;
/// The characters between two places.
const GAP: usize = 3;
/// The most lines for what is at a place.
const MOST_LINES: usize = 3;

/// A place as it is drawn.
struct Drawn {
    at: (i32, i32),
    name: String,
    here: Vec<String>,
}

impl KitGame {
    /// Draws the places where they lie on the table; false if the screen is too narrow for that.
    pub(super) fn draw_places(
        &self,
        p: &Position,
        (map, seat): (u8, Option<Seat>),
        width: usize,
        screen: &mut Screen,
    ) -> bool {
        let cells = &self.cells[usize::from(map)];
        let columns = 1 + cells.iter().map(|cell| cell.0).max().unwrap_or(0);
        let rows = 1 + cells.iter().map(|cell| cell.1).max().unwrap_or(0);
        let wide = ((width + GAP) / columns as usize).saturating_sub(GAP);
        if wide < NARROW {
            return false;
        }
        let wide = wide.min(WIDE);
        let drawn: Vec<Drawn> = (0..)
            .zip(cells.iter())
            .map(|(place, at)| Drawn {
                at: *at,
                name: cut(&self.place_name(map, place), wide),
                here: in_lines(&self.all_at(p, map, place, seat), wide),
            })
            .collect();
        let step = (wide + GAP) as i16;
        let height = |row: i32| {
            let in_row = drawn.iter().filter(|place| place.at.1 == row);
            1 + in_row.map(|place| place.here.len()).max().unwrap_or(0) as i16
        };
        let tops: Vec<i16> = (0..=rows)
            .map(|row| (0..row).map(|above| height(above) + 1).sum())
            .collect();
        let mut canvas = Canvas::new(0..columns as i16 * step, 0..tops[rows as usize] - 1);
        for (place, it) in (0..).zip(&drawn) {
            let (x, y) = (it.at.0 as i16 * step, tops[it.at.1 as usize]);
            canvas.put((x, y), &it.name, Tone::Strong);
            for (line, said) in (y + 1..).zip(&it.here) {
                canvas.put((x, line), said, Tone::Plain);
            }
            let leads = |to: (i32, i32)| self.leads(map, place, to);
            if leads((it.at.0 + 1, it.at.1)) {
                let start = x + it.name.chars().count() as i16 + 1;
                let way = "─".repeat((x + step - 1 - start).max(0) as usize);
                canvas.put((start, y), &way, Tone::Dim);
            }
            if leads((it.at.0, it.at.1 + 1)) {
                canvas.put((x + 1, tops[it.at.1 as usize + 1] - 1), "│", Tone::Dim);
            }
        }
        let all = canvas.columns();
        canvas.show(all, screen);
        self.tell_other_ways(map, width, screen);
        true
    }

    /// Whether a way goes from a place to the one in that cell, or back.
    fn leads(&self, map: u8, place: i32, cell: (i32, i32)) -> bool {
        let other = self.cells[usize::from(map)]
            .iter()
            .position(|at| *at == cell);
        other.is_some_and(|other| self.are_linked(map, place, other as i32))
    }

    fn are_linked(&self, map: u8, one: i32, other: i32) -> bool {
        let shape = &self.program.maps[usize::from(map)].shape;
        shape.near(one).any(|near| near == other) || shape.near(other).any(|near| near == one)
    }

    /// The ways between places that do not lie side by side, in words.
    fn tell_other_ways(&self, map: u8, width: usize, screen: &mut Screen) {
        let cells = &self.cells[usize::from(map)];
        let mut ways = Vec::new();
        for one in 0..cells.len() {
            for other in one + 1..cells.len() {
                let (from, to) = (cells[one], cells[other]);
                let is_drawn = (from.0 - to.0).abs() + (from.1 - to.1).abs() == 1;
                if !is_drawn && self.are_linked(map, one as i32, other as i32) {
                    let names = [one, other].map(|place| self.place_name(map, place as i32));
                    ways.push(names.join(" – "));
                }
            }
        }
        if !ways.is_empty() {
            ways[0] = self.worded("Also linked: {ways}", &[("ways", &ways[0])]);
            screen.flow(width, Tone::Dim, "", ways);
        }
    }

    /// What is at a place, and what is counted there.
    fn all_at(&self, p: &Position, map: u8, place: i32, seat: Option<Seat>) -> Vec<String> {
        let mut all = self.on_place(p, map, place, seat);
        for var in self
            .program
            .vars
            .iter()
            .filter(|var| !var.own && !var.title.is_empty())
        {
            let spot = match var.each {
                Keys::Places(of, most) if of == map => {
                    let spot = p.maps[usize::from(map)].find(place);
                    spot.filter(|spot| *spot < usize::from(most))
                }
                _ => None,
            };
            let value = spot.and_then(|spot| p.vars.get(usize::from(var.base) + spot).copied());
            let count = value.filter(|value| *value != var.start).and_then(|value| {
                let amount = self.amount(p, var, value)?;
                let name = var.title.clone();
                self.said_of(&Count { name, amount })
            });
            all.extend(count);
        }
        all
    }
}

/// As much of a text as fits.
fn cut(text: &str, wide: usize) -> String {
    if text.chars().count() <= wide {
        return text.to_owned();
    }
    text.chars().take(wide - 1).chain(['…']).collect()
}

/// Things in as many lines as there are for a place.
fn in_lines(things: &[String], wide: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for thing in things {
        let room = lines.last().map(|line| line.chars().count() + 2);
        let fits = room.is_some_and(|room| room + thing.chars().count() <= wide);
        match lines.last_mut().filter(|_| fits) {
            Some(line) => *line = format!("{line}, {thing}"),
            None => lines.push(cut(thing, wide)),
        }
    }
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        lines[MOST_LINES - 1] = "…".to_owned();
    }
    lines
}
