//! The table as a drawing for the terminal, and in sentences.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{Keys, Op, ZoneDecl};
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::language::map_state::Shape;
use crate::games::by_kit::language::sheet::ZoneKind;
use crate::games::by_kit::rules::position::*;
use crate::games::by_kit::sight::counts::in_rows;
use crate::games::english::capital;
use crate::referee::{Screen, Seat, Tone};

/// The most characters for a place on the drawn map.
const CELL: usize = 8;
/// With more pieces than this in a zone, equal ones are listed once, with their number.
const MANY: usize = 8;
/// The most different pieces that are listed.
const MAX_NAMED: usize = 30;

/// A place on the drawn map: its coordinates, text and style.
type Cell = ((i32, i32), String, Tone);

type StyledLine = Vec<(String, Tone)>;

/// Which of a player's things are shown elsewhere.
pub(crate) struct Shown<'a> {
    /// Whether the positions of figures are shown.
    pub figures: bool,
    pub zones: &'a dyn Fn(&ZoneDecl) -> bool,
}

impl Shown<'_> {
    /// Nothing is shown elsewhere.
    pub const NOTHING: Shown<'static> = Shown {
        figures: false,
        zones: &|_| false,
    };
}

impl KitGame {
    pub(crate) fn draw(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        let mut screen = Screen::default();
        for map in 0..self.program.maps.len() {
            self.draw_map(p, map as u8, seat, width, &mut screen);
        }
        // A word longer than the line would break it.
        let cut = |word: &str| {
            word.chars()
                .take(width.saturating_sub(2))
                .collect::<String>()
        };
        let fitting = |line: String| line.split(' ').map(cut).collect::<Vec<_>>().join(" ");
        screen.flow(
            width,
            Tone::Plain,
            "",
            self.stacks(p, seat).map(fitting).collect(),
        );
        screen.map = screen.lines.len();
        for (title, things) in self.lines(p, seat, false) {
            let owner = title.trim_end_matches(':');
            screen.lines.push(vec![(cut(owner), Tone::Strong)]);
            let (grids, things): (Vec<String>, Vec<String>) = things
                .into_iter()
                .partition(|thing| in_rows(thing).is_some());
            screen.flow(
                width,
                Tone::Plain,
                "  ",
                things.into_iter().map(fitting).collect(),
            );
            let rows = grids.iter().filter_map(|thing| in_rows(thing)).flatten();
            for row in rows.map(|row| cut(&row)) {
                screen.lines.push(vec![(format!("  {row}"), Tone::Plain)]);
            }
        }
        screen
    }

    /// Shared stacks, which are shown with the map: "column 3: 2 face down, c6".
    fn stacks(&self, p: &Position, seat: Option<Seat>) -> impl Iterator<Item = String> {
        let stacks = (0..self.zone_at.len()).filter(|zone| self.is_shared_stack(*zone));
        stacks.map(move |zone| {
            format!(
                "{}: {}",
                self.zone_title(p, zone as u16),
                self.pieces_in(p, zone, seat)
            )
        })
    }

    fn is_shared_stack(&self, zone: usize) -> bool {
        let decl = &self.program.zones[usize::from(self.zone_at[zone].decl)];
        decl.kind == ZoneKind::Stack && !decl.own && decl.each.on_map().is_none()
    }

    /// A hash that changes whenever maps or shared stacks look different.
    pub(crate) fn map_hash(&self, p: &Position) -> u64 {
        let tiles: u64 = p.maps.iter().map(|map| map.tiles().count() as u64).sum();
        let mut stacks = (0..self.zone_at.len())
            .filter(|zone| self.is_shared_stack(*zone))
            .peekable();
        if stacks.peek().is_none() {
            return tiles;
        }
        let mut hasher = DefaultHasher::new();
        tiles.hash(&mut hasher);
        for zone in stacks {
            for piece in &p.zones[zone] {
                (zone, piece, self.is_up(p, *piece)).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    /// What is where and what is counted, first for the table and then for each player. It leaves out what is shown above
    /// it: stacks and, if places are listed one by one, the pieces on them.
    fn lines(&self, p: &Position, seat: Option<Seat>, told: bool) -> Vec<(String, Vec<String>)> {
        let mut groups = Vec::new();
        let on_map = |decl: &ZoneDecl| match decl.each.on_map() {
            Some((map, _)) => {
                told || matches!(self.program.maps[usize::from(map)].shape, Shape::Places(..))
            }
            _ => decl.kind == ZoneKind::Stack && !decl.own,
        };
        let shown = Shown {
            figures: told,
            zones: &on_map,
        };
        let table = self.things_of(p, None, seat, &shown);
        if !table.is_empty() {
            groups.push((self.worded("The table", &[]), table));
        }
        for owner in 0..self.seats {
            let things = self.told_of(p, owner, seat, &shown);
            if !things.is_empty() {
                groups.push((capital(self.name(owner)), things));
            }
        }
        groups
    }

    /// What a player has, or what the kit says of a player instead.
    pub(crate) fn told_of(
        &self,
        p: &Position,
        owner: u8,
        seat: Option<Seat>,
        shown: &Shown<'_>,
    ) -> Vec<String> {
        match &self.program.show.player {
            Some(text) => vec![self.described(p, (owner, seat), None, text)],
            None => self.things_of(p, Some(owner), seat, shown),
        }
    }

    /// What the table or a player has, as seen from a seat: counters first, then the contents of each zone.
    pub(crate) fn things_of(
        &self,
        p: &Position,
        owner: Option<u8>,
        seat: Option<Seat>,
        shown: &Shown<'_>,
    ) -> Vec<String> {
        let mut things = self.counted(p, owner, seat, shown.figures);
        for (at, zone) in self.zone_at.iter().enumerate() {
            let decl = &self.program.zones[usize::from(zone.decl)];
            let theirs =
                decl.own == owner.is_some() && owner.is_none_or(|owner| owner == zone.seat);
            // An empty hand is mentioned, an empty place is not.
            let bare = p.zones[at].is_empty() && decl.kind != ZoneKind::Hand || decl.is_left_out;
            if !theirs || decl.map.is_some() || bare || (shown.zones)(decl) {
                continue;
            }
            things.push(format!(
                "{}: {}",
                self.zone_name(p, at as u16),
                self.pieces_in(p, at, seat)
            ));
        }
        things
    }

    /// What a seat sees of a zone, in a few words.
    fn pieces_in(&self, p: &Position, zone: usize, seat: Option<Seat>) -> String {
        let pieces = &self.as_held(p, zone, seat);
        let decl = &self.program.zones[usize::from(self.zone_at[zone].decl)];
        let seen = pieces
            .iter()
            .filter(|piece| self.sight(p, **piece, seat).is_some())
            .count();
        let marked = pieces
            .iter()
            .any(|piece| p.pieces[usize::from(*piece)].mark != NONE);
        if pieces.is_empty() {
            return self.worded("none", &[]);
        }
        if seen == 0 && !marked {
            return self.worded("{count} face down", &[("count", &pieces.len())]);
        }
        // On a discard pile, only the top card matters.
        if decl.kind == ZoneKind::Discard && pieces.len() > 1 {
            let top = pieces.last().and_then(|piece| self.sight(p, *piece, seat));
            let top = top.map_or("?", |kind| self.kind_name(kind));
            return self.worded(
                "{thing} on {count}",
                &[("thing", &top), ("count", &(pieces.len() - 1))],
            );
        }
        if decl.kind == ZoneKind::Stack && !marked {
            return self.stacked(p, pieces, seat);
        }
        // What is hidden is named by its place.
        let is_told_apart = self.is_told_apart(p, zone, seat);
        let word = |(at, piece): (usize, &u16)| {
            let name = match self.sight(p, *piece, seat) {
                Some(kind) => self.kind_name(kind).to_owned(),
                None if is_told_apart => format!("{} ?", at + 1),
                None => "?".to_owned(),
            };
            match p.pieces[usize::from(*piece)].mark {
                NONE => name,
                mark => format!("{name} ({})", self.plain(mark)),
            }
        };
        let merged = pieces.len() > MANY && decl.kind != ZoneKind::Stack;
        let (named, more) = named(pieces.iter().enumerate().map(word), merged);
        if more == 0 {
            named
        } else {
            named + ", " + &self.worded("and {count} more", &[("count", &more)])
        }
    }

    /// Pieces from the bottom up: "3 face down, c6, d5".
    fn stacked(&self, p: &Position, pieces: &[u16], seat: Option<Seat>) -> String {
        let sight = |piece: &u16| self.sight(p, *piece, seat);
        let runs = pieces.chunk_by(|one, next| sight(one).is_none() && sight(next).is_none());
        let said = |run: &[u16]| match sight(&run[0]) {
            Some(kind) => self.kind_name(kind).to_owned(),
            None => self.worded("{count} face down", &[("count", &run.len())]),
        };
        runs.map(said).collect::<Vec<_>>().join(", ")
    }

    fn draw_map(
        &self,
        p: &Position,
        map: u8,
        seat: Option<Seat>,
        width: usize,
        screen: &mut Screen,
    ) {
        let shape = &self.program.maps[usize::from(map)].shape;
        if let Shape::Places(names, _) = shape {
            if self.draw_places(p, (map, seat), width, screen) {
                return;
            }
            for place in 0..names.len() {
                let here = self.on_place(p, map, place as i32, seat);
                if !here.is_empty() {
                    let name = self.place_name(map, place as i32);
                    screen.flow(
                        width,
                        Tone::Plain,
                        "  ",
                        vec![format!("{name}: {}", here.join(", "))],
                    );
                }
            }
            return;
        }
        if *shape == Shape::Pointy {
            return self.draw_hexes(p, (map, seat), width, screen);
        }
        let tile = |(place, _): (i32, u16)| {
            (
                shape.coordinates(place),
                self.cell_words(p, map, place, seat),
                Tone::Strong,
            )
        };
        let tiles: Vec<Cell> = p.maps[usize::from(map)].tiles().map(tile).collect();
        // Places where a tile may be laid or a door opened are labelled with their names in short.
        let name = |place: &u16| {
            (
                shape.coordinates(i32::from(*place)),
                shape.label(i32::from(*place)),
                Tone::Dim,
            )
        };
        let named: Vec<Cell> = tiles
            .iter()
            .cloned()
            .chain(p.maps[usize::from(map)].free.iter().map(name))
            .collect();
        if tiles.is_empty() {
            return;
        }
        let named =
            Some(grid(&named)).filter(|lines| lines.iter().all(|line| letters(line) <= width));
        for mut line in named.unwrap_or_else(|| grid(&tiles)) {
            while letters(&line) > width {
                line.pop();
            }
            screen.lines.push(line);
        }
    }

    fn cell_words(&self, p: &Position, map: u8, place: i32, seat: Option<Seat>) -> String {
        let tile = p.maps[usize::from(map)].tile(place);
        let code = tile
            .and_then(|tile| self.sight(p, tile, seat))
            .map_or("?", |kind| {
                self.program.facts.kinds[usize::from(kind)].code.as_str()
            });
        let figures = self.initials(p, map, place, seat);
        if figures.is_empty() {
            code.to_owned()
        } else {
            format!("{code} {figures}")
        }
    }

    /// The figures at a place, by the first letters of their owners' names.
    pub(super) fn initials(&self, p: &Position, map: u8, place: i32, seat: Option<Seat>) -> String {
        let figures = self.figures(p, map, place, seat);
        let letters = figures.iter().filter_map(|name| name.chars().next());
        letters.collect()
    }

    /// The figures at a place, by their owners' names.
    fn figures(&self, p: &Position, map: u8, place: i32, seat: Option<Seat>) -> Vec<String> {
        self.standing(p, map, seat)
            .filter(|figure| figure.place == place)
            .map(|figure| figure.name)
            .collect()
    }

    /// What is at a place: its tile, its figures and its zones.
    pub(super) fn on_place(
        &self,
        p: &Position,
        map: u8,
        place: i32,
        seat: Option<Seat>,
    ) -> Vec<String> {
        let mut here = Vec::new();
        if let Some(tile) = p.maps[usize::from(map)].tile(place) {
            let kind = self
                .sight(p, tile, seat)
                .map(|kind| self.kind_name(kind).to_owned());
            let said = self.program.show.maps.get(&map).filter(|_| kind.is_some());
            here.push(match said {
                Some((temp, text)) => self.described(p, (p.seat, seat), Some((*temp, place)), text),
                None => kind.unwrap_or_else(|| self.worded("a tile face down", &[])),
            });
        }
        here.extend(self.figures(p, map, place, seat));
        for (at, zone) in self.zone_at.iter().enumerate() {
            let decl = &self.program.zones[usize::from(zone.decl)];
            let Some((of, sides)) = decl.each.on_map() else {
                continue;
            };
            let spot = p.maps[usize::from(map)].find(place);
            let is_here = of == map && spot == Some(usize::from(zone.key / sides));
            if !is_here || p.zones[at].is_empty() || decl.is_left_out {
                continue;
            }
            let title = match decl.each {
                Keys::Sides(..) => self.zone_name(p, at as u16),
                _ => decl.title.clone(),
            };
            here.push(format!("{title} {}", self.pieces_in(p, at, seat)));
        }
        here
    }

    pub(crate) fn sentences(&self, p: &Position, seat: Option<Seat>) -> Vec<String> {
        let mut all = Vec::new();
        for (map, decl) in self.program.maps.iter().enumerate() {
            let mut places: Vec<i32> = p.maps[map]
                .spots
                .iter()
                .map(|(place, _)| i32::from(*place))
                .collect();
            for figure in self.standing(p, map as u8, seat) {
                if decl.shape.has(figure.place) && !places.contains(&figure.place) {
                    places.push(figure.place);
                }
            }
            for place in places {
                let here = self.on_place(p, map as u8, place, seat);
                if !here.is_empty() {
                    let place = self.place_name(map as u8, place);
                    let here = self.listed(&here);
                    all.push(self.worded(
                        "At {place}: {things}.",
                        &[("place", &place), ("things", &here)],
                    ));
                }
            }
        }
        all.extend(
            self.stacks(p, seat)
                .map(|stack| format!("{}.", capital(&stack))),
        );
        for (owner, things) in self.lines(p, seat, true) {
            all.push(format!("{owner}: {}.", things.join("; ")));
        }
        if all.is_empty() {
            all.push(self.worded("The table is empty.", &[]));
        }
        all
    }

    /// How to set up the table: in the kit's own words, or what follows from the decks and dice.
    pub(crate) fn instructions(&self) -> Vec<String> {
        let said = |text| self.described(&self.start, (0, None), None, text);
        let own: Vec<String> = self.program.show.setup.iter().map(said).collect();
        let mut steps = if own.is_empty() {
            self.usual_setup()
        } else {
            own
        };
        let is_from = |op: &Op| matches!(op, Op::EachPlayer(Some(_)));
        // The rules may say who begins.
        if !self.program.ops.iter().any(is_from) {
            steps.push(self.worded("{player} begins.", &[("player", &self.name(0))]));
        }
        steps
    }

    fn usual_setup(&self) -> Vec<String> {
        let mut steps = Vec::new();
        for (at, deck) in self
            .program
            .facts
            .decks
            .iter()
            .enumerate()
            .filter(|(_, deck)| deck.dice.is_empty())
        {
            let zones = self
                .program
                .zones
                .iter()
                .filter(|zone| zone.deck == Some(at as u16) && zone.map.is_none());
            let titles: Vec<&str> = zones.map(|zone| zone.title.as_str()).collect();
            match titles.as_slice() {
                [] => {}
                titles => {
                    let hidden = self.program.zones.iter().any(|zone| {
                        zone.deck == Some(at as u16)
                            && matches!(zone.kind, ZoneKind::Pile | ZoneKind::Bag)
                    });
                    let text = if hidden {
                        "Shuffle the {deck}: {zones}."
                    } else {
                        "Lay out the {deck}: {zones}."
                    };
                    // Nouns begin with a capital in some languages.
                    let title = if self.language.is_some() {
                        deck.title.clone()
                    } else {
                        deck.title.to_lowercase()
                    };
                    steps.push(
                        self.worded(text, &[("deck", &title), ("zones", &self.listed(titles))]),
                    );
                }
            }
        }
        for dice in &self.program.dice {
            let all = usize::from(dice.count) * if dice.own { usize::from(self.seats) } else { 1 };
            let text = if all == 1 {
                "Have 1 die ready for {thing}."
            } else {
                "Have {count} dice ready for {thing}."
            };
            steps.push(self.worded(text, &[("count", &all), ("thing", &dice.title)]));
        }
        if steps.is_empty() {
            steps.push(self.worded("There is nothing to lay out.", &[]));
        }
        steps
    }
}

/// Lists pieces in order: "Sun, Sun, Moon", or if `merged` "Sun ×2, Moon"; and how many more there are.
fn named(pieces: impl Iterator<Item = String>, merged: bool) -> (String, usize) {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for piece in pieces {
        match counted
            .iter_mut()
            .find(|(known, _)| merged && *known == piece)
        {
            Some((_, count)) => *count += 1,
            None => counted.push((piece, 1)),
        }
    }
    let more = counted.split_off(counted.len().min(MAX_NAMED));
    let said = |(piece, count): (String, usize)| {
        if count == 1 {
            piece
        } else {
            format!("{piece} ×{count}")
        }
    };
    let words: Vec<String> = counted.into_iter().map(said).collect();
    (words.join(", "), more.iter().map(|(_, count)| count).sum())
}

/// The lines of a drawn map.
fn grid(cells: &[Cell]) -> Vec<StyledLine> {
    let bounds = |of: fn(&Cell) -> i32| {
        let all = cells.iter().map(of);
        (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
    };
    let ((left, right), (top, bottom)) = (bounds(|cell| cell.0.0), bounds(|cell| cell.0.1));
    let longest = cells
        .iter()
        .map(|(_, text, _)| text.chars().count())
        .max()
        .unwrap_or(0);
    let wide = (longest + 1).clamp(3, CELL);
    let row = |y: i32| {
        let place = |x: i32| match cells.iter().find(|(at, ..)| *at == (x, y)) {
            Some((_, text, tone)) => (
                format!("{:<wide$}", text.chars().take(wide - 1).collect::<String>()),
                *tone,
            ),
            None => (format!("{:<wide$}", "·"), Tone::Dim),
        };
        (left..=right).map(place).collect()
    };
    (top..=bottom).map(row).collect()
}

/// The width of a line in characters.
fn letters(line: &StyledLine) -> usize {
    line.iter().map(|(text, _)| text.chars().count()).sum()
}
