//! The table as a drawing: the map of hexagons, the Explorers and the piles.

use super::labels::Label;
use super::sentences::cards;
use super::view::View;
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::TileKind;
use crate::games::deep_dark_dungeon::data::hex::Hex;
use crate::games::deep_dark_dungeon::rules::noun::{Clock, Place, Way};
use crate::games::deep_dark_dungeon::rules::position::{NONE, Phase, Position, Step};
use crate::games::shared::noun::{self, Flag, Number};
use crate::games::side::{Side, Sides};
use crate::referee::{Screen, Seat, Tone};

/// The width of half a tile.
const HALF: i16 = 3;
/// The number of lines from one row of tiles to the next.
const ROW: i16 = 3;

/// Marks between the code and the height: for Encounter tiles, the Start and the Exit.
const ENCOUNTER: &str = "!";
const START: &str = "S";
const EXIT: &str = "X";
/// A space where a tile can go.
const GAP: &str = "?";

/// A drawing made of styled characters.
struct Grid {
    width: usize,
    cells: Vec<(char, Tone)>,
    /// The position of the upper left corner, in half widths and rows.
    origin: (i16, i16),
}

impl Grid {
    /// A grid that covers all these spaces.
    fn over(spaces: impl Iterator<Item = Hex> + Clone) -> Grid {
        let columns = spaces.clone().map(Hex::across);
        let rows = spaces.map(|at| at.r);
        let (west, east) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
        let (north, south) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
        let width = usize::from((east - west + 2).unsigned_abs()) * HALF as usize + 1;
        let height = usize::from((south - north + 1).unsigned_abs()) * ROW as usize + 1;
        Grid { width, cells: vec![(' ', Tone::Plain); width * height], origin: (west, north) }
    }

    /// The column and line of a tile's upper left corner.
    fn corner(&self, at: Hex) -> (usize, usize) {
        let place = |cells: i16| usize::try_from(cells).unwrap_or(0);
        (place((at.across() - self.origin.0) * HALF), place((at.r - self.origin.1) * ROW))
    }

    fn put(&mut self, (x, y): (usize, usize), text: &str, tone: Tone) {
        for (column, letter) in (x..self.width).zip(text.chars()) {
            if let Some(cell) = self.cells.get_mut(y * self.width + column) {
                *cell = (letter, tone);
            }
        }
    }

    /// Draws the edges of a tile.
    fn outline(&mut self, at: Hex) {
        let (x, y) = self.corner(at);
        self.put((x + 1, y), ".'", Tone::Dim);
        self.put((x + 4, y), "'.", Tone::Dim);
        for line in [y + 1, y + 2] {
            self.put((x, line), "│", Tone::Dim);
            self.put((x + 6, line), "│", Tone::Dim);
        }
        self.put((x + 1, y + 3), "'.", Tone::Dim);
        self.put((x + 4, y + 3), ".'", Tone::Dim);
    }

    /// Adds the lines, at most `width` characters wide, centred on a space if the drawing is wider. Returns the sides to which it
    /// goes on.
    fn lines(&self, width: usize, about: Hex, screen: &mut Screen) -> Sides {
        let middle = self.corner(about).0 + HALF as usize;
        let width = width.max(1).min(self.width);
        let first = middle.saturating_sub(width / 2).min(self.width - width);
        for row in self.cells.chunks(self.width) {
            let mut line: Vec<(String, Tone)> = Vec::new();
            for (letter, tone) in &row[first..first + width] {
                match line.last_mut().filter(|(_, same)| same == tone || *letter == ' ') {
                    Some((text, _)) => text.push(*letter),
                    None => line.push((letter.to_string(), *tone)),
                }
            }
            screen.lines.push(line);
        }
        let ends = [(first > 0, Side::West), (first + width < self.width, Side::East)];
        ends.into_iter().filter(|(more, _)| *more).map(|(_, side)| side).collect()
    }
}

impl Deep {
    pub(crate) fn draw(&self, view: &View<'_>, width: usize) -> Screen {
        let p = view.position;
        let mut screen = Screen::default();
        self.draw_map(p, width, i16::MAX, &mut screen);
        screen.end_map();
        for seat in 0..self.players.len() {
            let acting = seat == p.actor() && p.step != Step::Over;
            let tone = if acting { Tone::Strong } else { Tone::Plain };
            let first = screen.lines.len();
            let mut parts = vec![self.players[seat].clone()];
            parts.extend(self.explorer_parts(p, seat as Seat));
            screen.flow(width, tone, "  ", parts);
            // The letter is outdented from continuation lines.
            if let Some((text, _)) = screen.lines.get_mut(first).and_then(|line| line.first_mut()) {
                text.replace_range(..1, &self.data.explorers[seat].letter().to_string());
            }
        }
        screen.flow(width, Tone::Dim, "", self.table_parts(p));
        screen
    }

    /// Draws as much as the acting Explorer can reach in a turn, or the spaces next to the Explorer when a tile is placed.
    pub(crate) fn draw_near(&self, view: &View<'_>, width: usize) -> Screen {
        let p = view.position;
        let mut screen = Screen::default();
        let reach = if matches!(p.step, Step::Tile | Step::Place) { 1 } else { 2 };
        self.draw_map(p, width, reach, &mut screen);
        screen
    }

    /// Draws the spaces within this many steps of the acting Explorer.
    fn draw_map(&self, p: &Position, width: usize, reach: i16, screen: &mut Screen) {
        let centre = p.spaces.get(usize::from(p.centre())).map_or(Hex::default(), |space| space.at);
        let ways = self.ways(p);
        let (near, far): (Vec<u8>, Vec<u8>) =
            (0..p.spaces.len() as u8).partition(|space| centre.steps_to(p.space(*space).at) <= reach);
        let spaces = near.iter().map(|space| p.space(*space).at).chain(ways.iter().map(|(at, _)| *at));
        let mut grid = Grid::over(spaces);
        for space in near {
            self.draw_hex(p, space, &mut grid);
        }
        for (at, way) in &ways {
            let (x, y) = grid.corner(*at);
            if p.space_at(*at).is_none() {
                grid.outline(*at);
                grid.put((x + 3, y + 1), GAP, Tone::Good);
            }
            let letters = self.lexicon.put(&Way(*way).noun(), "letters").to_uppercase();
            grid.put((x + 4, y + 2), &letters, Tone::Good);
        }
        let label = |label| self.labelled(p, label);
        let beyond = grid.lines(width, centre, screen);
        if !beyond.is_empty() {
            screen.flow(width, Tone::Dim, "", vec![label(Label::Cropped { sides: noun::Sides(beyond) })]);
        }
        let has = |kind: TileKind| p.spaces.iter().any(|space| self.data.tile(space.tile).kind == kind);
        let lays = p.step == Step::Place;
        let signs = [
            (true, "T05 1", Label::Code),
            (true, START, Label::Start),
            (has(TileKind::Encounter), ENCOUNTER, Label::Encounter),
            (p.exit != NONE, EXIT, Label::Exit),
            (lays, GAP, Label::Gap),
        ];
        let signs = signs.into_iter().filter(|(used, ..)| *used);
        let mut legend: Vec<String> = signs.map(|(_, sign, meaning)| format!("{sign} {}", label(meaning))).collect();
        if !lays && !ways.is_empty() {
            legend.push(label(Label::Ways));
        }
        if !far.is_empty() {
            legend.push(label(Label::More { count: Number::of(far.len() as u32) }));
        }
        screen.flow(width, Tone::Dim, "", legend);
    }

    fn draw_hex(&self, p: &Position, at: u8, grid: &mut Grid) {
        let space = p.space(at);
        let (x, y) = grid.corner(space.at);
        grid.outline(space.at);
        let tile = self.data.tile(space.tile);
        let (mark, tone) = match tile.kind {
            _ if at == p.exit => (EXIT, Tone::Gold),
            TileKind::Start => (START, Tone::Strong),
            TileKind::Encounter => (ENCOUNTER, Tone::Cool),
            TileKind::Plain | TileKind::Exit => (" ", Tone::Plain),
        };
        grid.put((x + 1, y + 1), &format!("{}{mark}{}", tile.code, tile.height), tone);
        for (column, seat) in (x + 1..).zip(p.on(at)) {
            let tone = if seat == p.actor() { Tone::Strong } else { Tone::Plain };
            grid.put((column, y + 2), &self.data.explorers[seat].letter().to_string(), tone);
        }
    }

    /// The condition of an Explorer, and what is carried.
    pub(crate) fn explorer_parts(&self, p: &Position, seat: Seat) -> Vec<String> {
        let explorer = &p.explorers[usize::from(seat)];
        if p.is_out(seat.into()) {
            return vec![self.labelled(p, Label::Out)];
        }
        let strength = Number::of(self.strength(p, seat.into()));
        let mut parts = vec![Label::Health { hurt: Flag(explorer.hurt), strength }, Label::On { place: Place(explorer.at) }];
        if explorer.webbed {
            parts.push(Label::Webbed);
        }
        parts.push(Label::Carries { carried: cards(explorer.carried) });
        parts.into_iter().map(|part| self.labelled(p, part)).collect()
    }

    fn table_parts(&self, p: &Position) -> Vec<String> {
        let mut parts = Vec::new();
        if p.round > 0 {
            parts.push(Label::Clock { clock: Clock });
        }
        parts.push(Label::Bag { count: Number::of(p.stock.len()) });
        if !p.aside.is_empty() {
            parts.push(Label::Aside { count: Number::of(p.aside.len()) });
        }
        parts.push(Label::Deck { count: Number::of(p.deck.len()) });
        parts.push(Label::Discarded { count: Number::of(p.discard.len()) });
        if p.phase != Phase::Setup && p.exit == NONE {
            parts.push(Label::NoExit);
        }
        parts.into_iter().map(|part| self.labelled(p, part)).collect()
    }
}
