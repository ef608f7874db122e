//! The table as a drawing and in sentences: the dungeon, the floating sets and the players.

use super::mark::{Mark, Spot};
use super::view::{Seen, View};
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{Cell, Layout, Set, beside};
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::dungeonbuilders::rules::position::{Bid, Step};
use crate::games::english::{counted, listed};
use crate::games::shared::crop::{span, window};
use crate::games::shared::narrator::Narrator;
use crate::games::side::Side;
use crate::referee::{Screen, Tone};

/// Marks after the tile of the hero, and after tiles that can be chosen.
const HERO: char = '@';
const WAY: char = '*';
/// The width of a tile: its code, a mark, and a space or way to the next tile.
const TILE: usize = 5;

type Line = Vec<(String, Tone)>;

impl Builders {
    /// Draws the dungeon, the floating sets and the players.
    pub(crate) fn draw_table(&self, view: &View<'_>, width: usize) -> Screen {
        let mut screen = Screen::default();
        if view.step() != Step::Start {
            self.draw_dungeon(view, width, &mut screen);
            self.draw_floating(view, width, &mut screen);
            screen.flow(width, Tone::Dim, "", self.legend(view));
            screen.end_map();
        }
        for seat in 0..self.players.len() as u8 {
            self.player_line(view, seat, width, &mut screen);
        }
        screen.flow(width, Tone::Dim, "", self.table_parts(view));
        screen
    }

    fn draw_dungeon(&self, view: &View<'_>, width: usize, screen: &mut Screen) {
        let marks = view.marks();
        let open = marks.iter().filter_map(Mark::cell);
        let cells: Vec<Cell> = view.layout().of(Set::DUNGEON).map(|(_, cell)| cell).chain(open).collect();
        let middle = view.hero().and_then(|hero| view.layout().place(hero.at)).map_or(0, |place| place.cell.0);
        let all = span(cells.iter().map(|cell| cell.0.into()));
        let columns = window(all, middle.into(), width / TILE);
        let (west, east) = (columns.start as i8, (columns.end - 1) as i8);
        let (south, north) = bounds(cells.iter().map(|cell| cell.1));
        for y in (south..=north).rev() {
            screen.lines.extend(self.row(view, Set::DUNGEON, y, west..=east, &marks));
        }
    }

    /// Explains the signs in use.
    fn legend(&self, view: &View<'_>) -> Vec<String> {
        let layout = view.layout();
        let sets = || std::iter::once(Set::DUNGEON).chain(layout.floating());
        let tiles = || sets().flat_map(move |set| layout.of(set).map(move |(tile, cell)| (set, tile, cell)));
        let coins = || tiles().flat_map(|(_, tile, _)| view.coins_on(tile));
        let beside = |side| tiles().filter_map(move |(set, tile, cell)| Some((tile, layout.at(set, beside(cell, side))?)));
        let marks = view.marks();
        let touching = || beside(Side::East).chain(beside(Side::South));
        let signs = [
            (true, format!("{} entrance", Tile::ENTRANCE)),
            (beside(Side::East).any(|(tile, other)| tile.fits(other)), "- way".to_owned()),
            (touching().any(|(tile, other)| !tile.fits(other)), "| === wall".to_owned()),
            (coins().next().is_some(), "under a tile its coins, by owner and value".to_owned()),
            (coins().any(|coin| coin.value.is_none()), "? value down".to_owned()),
            (view.hero().is_some(), format!("{HERO} hero")),
            (marks.iter().any(|mark| mark.cell().is_none()), format!("{WAY} can be chosen")),
            (marks.iter().any(|mark| mark.cell().is_some()), "C2w: west of C2, may lie there".to_owned()),
        ];
        signs.into_iter().filter(|(used, _)| *used).map(|(_, text)| text).collect()
    }

    /// A row of a set: codes, then coins and walls (A4) below them if there are any.
    fn row(&self, view: &View<'_>, set: Set, y: i8, columns: std::ops::RangeInclusive<i8>, marks: &[Mark]) -> Vec<Line> {
        let (mut codes, mut coins, mut walls) = (Line::new(), Line::new(), Line::new());
        let at = |cell| view.layout().at(set, cell);
        let here = view.hero().filter(|_| set == Set::DUNGEON).map(|hero| hero.at);
        for x in columns {
            let Some(tile) = at((x, y)) else {
                // The name to type.
                let place = marks.iter().find(|mark| mark.at == Spot::Cell((x, y))).map_or("", |mark| &mark.name);
                codes.push((format!("{place:^4} "), Tone::Good));
                coins.push((" ".repeat(TILE), Tone::Plain));
                walls.push((" ".repeat(TILE), Tone::Plain));
                continue;
            };
            let way = marks.iter().any(|mark| mark.at == Spot::Tile(tile));
            let mark = if here == Some(tile) {
                HERO
            } else if way {
                WAY
            } else {
                ' '
            };
            let own = view.hero().is_some_and(|hero| tile.suit() == Some(self.suit(hero.seat)));
            let tone = match mark {
                HERO => Tone::Strong,
                WAY => Tone::Good,
                _ if tile == Tile::ENTRANCE => Tone::Cool,
                _ if own => Tone::Gold,
                _ => Tone::Plain,
            };
            codes.push((format!("{:>3}{mark}", tile.to_string()), tone));
            let east = at(beside((x, y), Side::East));
            codes.push((east.map_or(" ", |other| if tile.fits(other) { "-" } else { "|" }).to_owned(), Tone::Dim));
            let lying: String = view.coins_on(tile).map(|coin| self.coin_sign(coin)).collect();
            coins.push((format!("{:<TILE$}", format!(" {lying}")), Tone::Bad));
            let wall = at(beside((x, y), Side::South)).is_some_and(|other| !tile.fits(other));
            walls.push((if wall { " === " } else { "     " }.to_owned(), Tone::Dim));
        }
        let empty = |line: &Line| line.iter().all(|(text, _)| text.trim().is_empty());
        let more = [coins, walls].into_iter().filter(|line| !empty(line));
        std::iter::once(codes).chain(more).collect()
    }

    /// "M?" or "M4".
    fn coin_sign(&self, coin: Seen) -> String {
        let value = coin.value.map_or('?', |value| char::from(b'0' + value));
        format!("{}{value}", self.suit(coin.seat).letter())
    }

    /// Draws floating sets side by side, in as many rows as they need.
    fn draw_floating(&self, view: &View<'_>, width: usize, screen: &mut Screen) {
        // New tiles are laid only in the dungeon.
        let marks: Vec<Mark> = view.marks().into_iter().filter(|mark| mark.cell().is_none()).collect();
        let mut blocks: Vec<(usize, Vec<Line>)> = Vec::new();
        for set in view.layout().floating() {
            let cells: Vec<Cell> = view.layout().of(set).map(|(_, cell)| cell).collect();
            let ((west, east), (south, north)) =
                (bounds(cells.iter().map(|cell| cell.0)), bounds(cells.iter().map(|cell| cell.1)));
            let lines = (south..=north).rev().flat_map(|y| self.row(view, set, y, west..=east, &marks)).collect();
            blocks.push((TILE * usize::from((east - west + 1).unsigned_abs()), lines));
        }
        if !blocks.is_empty() {
            screen.line([("Apart:".to_owned(), Tone::Dim)]);
        }
        let gap = 2;
        while !blocks.is_empty() {
            let (mut count, mut used) = (0, 0);
            while count < blocks.len() && (count == 0 || used + gap + blocks[count].0 <= width) {
                used += gap + blocks[count].0;
                count += 1;
            }
            let row: Vec<_> = blocks.drain(..count).collect();
            for at in 0..row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0) {
                let mut line = Line::new();
                for (columns, lines) in &row {
                    line.push((" ".repeat(gap), Tone::Plain));
                    match lines.get(at) {
                        Some(own) => line.extend(own.iter().cloned()),
                        None => line.push((" ".repeat(*columns), Tone::Plain)),
                    }
                }
                screen.lines.push(cut(line, width));
            }
        }
    }

    fn player_line(&self, view: &View<'_>, seat: u8, width: usize, screen: &mut Screen) {
        let acting = seat == view.acting() && !matches!(view.step(), Step::Start | Step::Over);
        screen.flow(width, if acting { Tone::Strong } else { Tone::Plain }, "", self.player_parts(view, seat));
    }

    /// The player's name, followed by what the player has.
    pub(crate) fn player_parts(&self, view: &View<'_>, seat: u8) -> Vec<String> {
        let mut parts = vec![format!("{} ({})", self.name(seat), self.suit(seat).name())];
        parts.push(format!("gold {}", view.gold(seat)));
        parts.push(format!("power {}", view.power(seat)));
        let hand = if view.seat() == Some(seat) { view.hand() } else { None };
        parts.push(match hand {
            Some(hand) => {
                format!("coins in hand: {}", hand.iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" "))
            }
            None => format!("{} in hand", counted(view.in_hand(seat), "coin")),
        });
        // V3b: once a hero is in, bids matter only if others may follow.
        let settled = view.hero().is_some() && !self.options.successors;
        match view.auction().bids[usize::from(seat)] {
            _ if settled => {}
            Bid::None => {}
            Bid::Gold(gold) => parts.push(format!("bid {gold}")),
            Bid::Unable => parts.push("no bid left".to_owned()),
        }
        if let Some(hero) = view.hero().filter(|hero| hero.seat == seat) {
            parts.push(format!("in the dungeon on {}", hero.at));
            parts.extend(Some(things_text(hero.sword, hero.potions)).filter(|things| !things.is_empty()));
        }
        parts
    }

    fn table_parts(&self, view: &View<'_>) -> Vec<String> {
        let mut parts =
            vec![format!("round {}", view.round()), format!("{} in the pile", counted(view.pile() as u32, "tile"))];
        parts.push(format!("goal {} gold", self.options.goal));
        if let Some(tile) = view.tile() {
            parts.push(format!("{tile} is being placed"));
        }
        for (seat, left) in view.remains() {
            parts.push(format!("{} left on {}: {}", self.name(seat), left.at, things_text(left.sword, left.potions)));
        }
        parts
    }

    /// The table in sentences.
    pub(crate) fn describe_view(&self, view: &View<'_>) -> Vec<String> {
        let seats = 0..self.players.len() as u8;
        let mut told: Vec<String> = seats.map(|seat| format!("{}.", self.player_parts(view, seat).join(", "))).collect();
        for set in std::iter::once(Set::DUNGEON).chain(view.layout().floating()) {
            told.push(self.describe_set(view, set));
        }
        for (tile, _) in view.layout().of(Set::DUNGEON).chain(view.layout().floating().flat_map(|set| view.layout().of(set)))
        {
            told.extend(self.coins_text(view, tile).map(|coins| format!("On {tile}: {coins}.")));
        }
        told.push(format!("The table: {}.", self.table_parts(view).join("; ")));
        told
    }

    /// The coins on a tile, if any: "two coins of Ann, values down".
    fn coins_text(&self, view: &View<'_>, tile: Tile) -> Option<String> {
        let lying: Vec<Seen> = view.coins_on(tile).collect();
        match lying.as_slice() {
            [] => None,
            [Seen { seat, value: None, .. }, Seen { seat: other, value: None, .. }] if seat == other => {
                Some(format!("two coins of {}, values down", self.name(*seat)))
            }
            lying => Some(listed(&lying.iter().map(|coin| self.coin_words(*coin)).collect::<Vec<String>>())),
        }
    }

    /// "The dungeon: E; S0 east of E."
    fn describe_set(&self, view: &View<'_>, set: Set) -> String {
        let tiles = told_by_neighbours(view.layout(), set);
        match set {
            Set::DUNGEON => format!("The dungeon: {}.", tiles.join("; ")),
            Set(tile) if tiles.len() == 1 => format!("{tile} lies apart."),
            Set(tile) => format!("The set of {tile} lies apart: {}.", tiles.join("; ")),
        }
    }

    fn coin_words(&self, coin: Seen) -> String {
        match coin.value {
            Some(value) => format!("{} by {}", self.coin_text(value), self.name(coin.seat)),
            None => format!("a coin of {}, value down", self.name(coin.seat)),
        }
    }
}

/// Locates each tile of a set by one mentioned before: "E", "C0 west of E".
fn told_by_neighbours(layout: &Layout, set: Set) -> Vec<String> {
    let mut left: Vec<(Tile, Cell)> = layout.of(set).collect();
    let mut known: Vec<Tile> = Vec::new();
    let mut told = Vec::new();
    while !left.is_empty() {
        let near = |cell: Cell| {
            let beside = |side: Side| layout.at(set, beside(cell, side)).filter(|other| known.contains(other));
            Side::ALL.into_iter().find_map(|side| Some((side.opposite(), beside(side)?)))
        };
        let next = (0..left.len()).find_map(|at| Some((at, near(left[at].1)?)));
        let at = next.map_or(0, |(at, _)| at);
        let tile = left.remove(at).0;
        told.push(next.map_or(tile.to_string(), |(_, (side, other))| format!("{tile} {} of {other}", side.name())));
        known.push(tile);
    }
    told
}

/// "a sword and 2 potions", from the seats that placed them.
pub(super) fn things_text(sword: Option<u8>, potions: u8) -> String {
    let sword = sword.map(|_| "a sword".to_owned());
    let potions = (potions != 0).then(|| counted(potions.count_ones(), "potion"));
    listed(&sword.into_iter().chain(potions).collect::<Vec<String>>())
}

pub(super) fn bounds(along: impl Iterator<Item = i8> + Clone) -> (i8, i8) {
    (along.clone().min().unwrap_or_default(), along.max().unwrap_or_default())
}

/// Cuts a line to the width.
fn cut(line: Line, width: usize) -> Line {
    let mut left = width;
    let mut short = Line::new();
    for (text, tone) in line {
        let text: String = text.chars().take(left).collect();
        left -= text.chars().count();
        short.push((text, tone));
    }
    short
}
