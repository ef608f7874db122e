//! The table as a drawing: the dungeon, the floating sets and the players.

use super::labels::Label;
use super::mark::{Mark, Spot};
use super::view::{Seen, View};
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{Cell, Set, beside};
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::dungeonbuilders::rules::noun::{self, Seating, Things};
use crate::games::dungeonbuilders::rules::position::{Bid, Step};
use crate::games::shared::crop::{span, window};
use crate::games::shared::noun::{Number, Player};
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
            (true, Tile::ENTRANCE.to_string(), Label::Entrance),
            (beside(Side::East).any(|(tile, other)| tile.fits(other)), "-".to_owned(), Label::Way),
            (touching().any(|(tile, other)| !tile.fits(other)), "| ===".to_owned(), Label::Wall),
            (coins().next().is_some(), String::new(), Label::Coins),
            (coins().any(|coin| coin.value.is_none()), "?".to_owned(), Label::ValueDown),
            (view.hero().is_some(), HERO.to_string(), Label::Hero),
            (marks.iter().any(|mark| mark.cell().is_none()), WAY.to_string(), Label::Choice),
            (marks.iter().any(|mark| mark.cell().is_some()), "C2w:".to_owned(), Label::CellName),
        ];
        let signs = signs.into_iter().filter(|(used, ..)| *used);
        signs.map(|(_, sign, label)| format!("{sign} {}", view.say(&label)).trim_start().to_owned()).collect()
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
            screen.line([(view.say(&Label::Apart), Tone::Dim)]);
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
        let seated = Label::Seat { seat: Seating(seat) };
        std::iter::once(seated).chain(self.holdings(view, seat)).map(|label| view.say(&label)).collect()
    }

    /// What a player has.
    pub(crate) fn holdings(&self, view: &View<'_>, seat: u8) -> Vec<Label> {
        let (gold, power) = (Number::of(view.gold(seat)), Number::of(view.power(seat)));
        let mut labels = vec![Label::Gold { gold }, Label::Power { power }];
        let hand = if view.seat() == Some(seat) { view.hand() } else { None };
        labels.push(match hand {
            Some(hand) => Label::Hand { coins: hand.iter().map(Number::of).collect() },
            None => Label::InHand { coins: Number::of(view.in_hand(seat)) },
        });
        // V3b: once a hero is in, bids matter only if others may follow.
        let settled = view.hero().is_some() && !self.options.successors;
        match view.auction().bids[usize::from(seat)] {
            _ if settled => {}
            Bid::None => {}
            Bid::Gold(gold) => labels.push(Label::Bid { gold: Number::of(gold) }),
            Bid::Unable => labels.push(Label::NoBid),
        }
        if let Some(hero) = view.hero().filter(|hero| hero.seat == seat) {
            labels.push(Label::Inside { tile: noun::Tile(hero.at) });
            let things = Things::of(hero);
            labels.extend((!things.is_empty()).then_some(Label::Things { things }));
        }
        labels
    }

    /// What there is to say below the dungeon.
    pub(super) fn table_parts(&self, view: &View<'_>) -> Vec<String> {
        let mut labels = vec![
            Label::Round { round: Number::of(view.round()) },
            Label::Pile { tiles: Number(view.pile() as i64) },
            Label::Goal { gold: Number::of(self.options.goal) },
        ];
        labels.extend(view.tile().map(|tile| Label::Placing { tile: noun::Tile(tile) }));
        labels.extend(view.remains().map(|(seat, left)| {
            let things = Things::left(&left);
            Label::Remains { player: Player(seat), tile: noun::Tile(left.at), things }
        }));
        labels.iter().map(|label| view.say(label)).collect()
    }
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
