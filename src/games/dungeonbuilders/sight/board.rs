//! The table as a drawing: the dungeon, the floating sets and the players.

use super::labels::Label;
use super::mark::{Mark, MarkedPlace};
use super::view::{Seen, View};
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{Cell, Set, beside};
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::dungeonbuilders::rules::noun::{self, Seating, Things};
use crate::games::dungeonbuilders::rules::position::{Bid, Step};
use crate::games::shared::canvas::{Canvas, legend, span, window};
use crate::games::shared::noun::{Number, Player};
use crate::games::side::Side;
use crate::referee::{Screen, Tone};

/// Marks after the tile of the hero, and after tiles that can be chosen.
const HERO: char = '@';
const WAY: char = '*';
/// The width of a tile: its code, a mark, and a space or way to the next tile.
const TILE: i16 = 5;
/// The most lines for a row of tiles.
const LINES: i16 = 3;
/// The gap before each floating set.
const GAP: usize = 2;

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
        let cells: Vec<Cell> = view
            .layout()
            .of(Set::DUNGEON)
            .map(|(_, cell)| cell)
            .chain(open)
            .collect();
        let middle = view
            .hero()
            .and_then(|hero| view.layout().place(hero.at))
            .map_or(0, |place| place.cell.0);
        let all = span(cells.iter().map(|cell| cell.0.into()));
        let columns = window(all, middle.into(), width / TILE as usize);
        let canvas = self.drawn(view, Set::DUNGEON, &cells, &marks);
        canvas.show(columns.start * TILE..columns.end * TILE, screen);
    }

    /// Explains the signs in use.
    fn legend(&self, view: &View<'_>) -> Vec<String> {
        let layout = view.layout();
        let sets = || std::iter::once(Set::DUNGEON).chain(layout.floating());
        let tiles = || {
            sets().flat_map(move |set| layout.of(set).map(move |(tile, cell)| (set, tile, cell)))
        };
        let coins = || tiles().flat_map(|(_, tile, _)| view.coins_on(tile));
        let beside = |side| {
            tiles().filter_map(move |(set, tile, cell)| {
                Some((tile, layout.at(set, beside(cell, side))?))
            })
        };
        let marks = view.marks();
        let touching = || beside(Side::East).chain(beside(Side::South));
        let signs = [
            (true, Tile::ENTRANCE.to_string(), Label::Entrance),
            (
                beside(Side::East).any(|(tile, other)| tile.fits(other)),
                "-".to_owned(),
                Label::Way,
            ),
            (
                touching().any(|(tile, other)| !tile.fits(other)),
                "| ===".to_owned(),
                Label::Wall,
            ),
            (coins().next().is_some(), String::new(), Label::Coins),
            (
                coins().any(|coin| coin.value.is_none()),
                "?".to_owned(),
                Label::ValueDown,
            ),
            (view.hero().is_some(), HERO.to_string(), Label::Hero),
            (
                marks.iter().any(|mark| mark.cell().is_none()),
                WAY.to_string(),
                Label::Choice,
            ),
            (
                marks.iter().any(|mark| mark.cell().is_some()),
                "C2w:".to_owned(),
                Label::CellName,
            ),
        ];
        legend(signs, |label| view.say(&label))
    }

    /// Draws these cells of a set: codes of tiles or names of cells, with coins and walls (A4) below them if there are any.
    fn drawn(&self, view: &View<'_>, set: Set, cells: &[Cell], marks: &[Mark]) -> Canvas {
        let across = span(cells.iter().map(|cell| cell.0.into()));
        let down = span(cells.iter().map(|cell| -i16::from(cell.1)));
        let mut canvas = Canvas::new(
            across.start * TILE..across.end * TILE,
            down.start * LINES..down.end * LINES,
        );
        let layout = view.layout();
        for cell in cells {
            let x = i16::from(cell.0) * TILE;
            let y = -i16::from(cell.1) * LINES;
            let Some(tile) = layout.at(set, *cell) else {
                // The name to type.
                let name = marks
                    .iter()
                    .find(|mark| mark.at == MarkedPlace::Cell(*cell))
                    .map_or("", |mark| &mark.name);
                canvas.put((x, y), &format!("{name:^4}"), Tone::Good);
                continue;
            };
            let (mark, tone) = self.mark_on(view, tile, marks);
            canvas.put((x, y), &format!("{:>3}{mark}", tile.to_string()), tone);
            if let Some(east) = layout.at(set, beside(*cell, Side::East)) {
                canvas.put(
                    (x + TILE - 1, y),
                    if tile.fits(east) { "-" } else { "|" },
                    Tone::Dim,
                );
            }
            let coins: String = view
                .coins_on(tile)
                .map(|coin| self.coin_sign(coin))
                .collect();
            canvas.put((x + 1, y + 1), &coins, Tone::Bad);
            if layout
                .at(set, beside(*cell, Side::South))
                .is_some_and(|south| !tile.fits(south))
            {
                canvas.put((x + 1, y + 2), "===", Tone::Dim);
            }
        }
        canvas.without_empty_rows()
    }

    /// What follows a tile's code, and the tone of both.
    fn mark_on(&self, view: &View<'_>, tile: Tile, marks: &[Mark]) -> (char, Tone) {
        let is_own = |seat: u8| tile.suit() == Some(self.suit(seat));
        match view.hero() {
            Some(hero) if hero.at == tile => (HERO, Tone::Strong),
            _ if marks.iter().any(|mark| mark.at == MarkedPlace::Tile(tile)) => (WAY, Tone::Good),
            _ if tile == Tile::ENTRANCE => (' ', Tone::Cool),
            Some(hero) if is_own(hero.seat) => (' ', Tone::Gold),
            _ => (' ', Tone::Plain),
        }
    }

    /// "M?" or "M4".
    fn coin_sign(&self, coin: Seen) -> String {
        let value = coin.value.map_or('?', |value| char::from(b'0' + value));
        format!("{}{value}", self.suit(coin.seat).letter())
    }

    /// Draws floating sets side by side, in as many rows as they need.
    fn draw_floating(&self, view: &View<'_>, width: usize, screen: &mut Screen) {
        // New tiles are laid only in the dungeon.
        let marks: Vec<Mark> = view
            .marks()
            .into_iter()
            .filter(|mark| mark.cell().is_none())
            .collect();
        let cells = |set| {
            view.layout()
                .of(set)
                .map(|(_, cell)| cell)
                .collect::<Vec<Cell>>()
        };
        let sets: Vec<Canvas> = view
            .layout()
            .floating()
            .map(|set| self.drawn(view, set, &cells(set), &marks))
            .collect();
        if !sets.is_empty() {
            screen.line([(view.say(&Label::Apart), Tone::Dim)]);
        }
        let mut left = &sets[..];
        while let Some(first) = left.first() {
            let mut count = 1;
            let mut end = GAP + first.columns().len();
            while let Some(next) = left
                .get(count)
                .filter(|next| end + GAP + next.columns().len() <= width)
            {
                end += GAP + next.columns().len();
                count += 1;
            }
            let (row, rest) = left.split_at(count);
            let mut canvas = Canvas::new(
                0..end as i16,
                0..row.iter().map(Canvas::height).max().unwrap_or(0),
            );
            let mut x = 0;
            for set in row {
                x += GAP;
                canvas.copy((x as i16, 0), set);
                x += set.columns().len();
            }
            canvas.show(0..width.min(end) as i16, screen);
            left = rest;
        }
    }

    fn player_line(&self, view: &View<'_>, seat: u8, width: usize, screen: &mut Screen) {
        let acting = seat == view.acting() && !matches!(view.step(), Step::Start | Step::Over);
        screen.flow(
            width,
            if acting { Tone::Strong } else { Tone::Plain },
            "",
            self.player_parts(view, seat),
        );
    }

    /// The player's name, followed by what the player has.
    pub(crate) fn player_parts(&self, view: &View<'_>, seat: u8) -> Vec<String> {
        let seated = Label::Seat {
            seat: Seating(seat),
        };
        std::iter::once(seated)
            .chain(self.holdings(view, seat))
            .map(|label| view.say(&label))
            .collect()
    }

    /// What a player has.
    pub(crate) fn holdings(&self, view: &View<'_>, seat: u8) -> Vec<Label> {
        let gold = Number::of(view.gold(seat));
        let power = Number::of(view.power(seat));
        let mut labels = vec![Label::Gold { gold }, Label::Power { power }];
        let hand = if view.seat() == Some(seat) {
            view.hand()
        } else {
            None
        };
        labels.push(match hand {
            Some(hand) => Label::Hand {
                coins: hand.iter().map(Number::of).collect(),
            },
            None => Label::InHand {
                coins: Number::of(view.in_hand(seat)),
            },
        });
        // V3b: once a hero is in, bids matter only if others may follow.
        let settled = view.hero().is_some() && !self.options.successors;
        match view.auction().bids[usize::from(seat)] {
            _ if settled => {}
            Bid::None => {}
            Bid::Gold(gold) => labels.push(Label::Bid {
                gold: Number::of(gold),
            }),
            Bid::Unable => labels.push(Label::NoBid),
        }
        if let Some(hero) = view.hero().filter(|hero| hero.seat == seat) {
            labels.push(Label::Inside {
                tile: noun::Tile(hero.at),
            });
            let things = Things::of(hero);
            labels.extend((!things.is_empty()).then_some(Label::Things { things }));
        }
        labels
    }

    /// What there is to say below the dungeon.
    pub(super) fn table_parts(&self, view: &View<'_>) -> Vec<String> {
        let mut labels = vec![
            Label::Round {
                round: Number::of(view.round()),
            },
            Label::Pile {
                tiles: Number(view.pile() as i64),
            },
            Label::Goal {
                gold: Number::of(self.options.goal),
            },
        ];
        labels.extend(view.tile().map(|tile| Label::Placing {
            tile: noun::Tile(tile),
        }));
        labels.extend(view.remains().map(|(seat, left)| {
            let things = Things::left(&left);
            Label::Remains {
                player: Player(seat),
                tile: noun::Tile(left.at),
                things,
            }
        }));
        labels.iter().map(|label| view.say(label)).collect()
    }
}

pub(super) fn bounds(along: impl Iterator<Item = i8> + Clone) -> (i8, i8) {
    (
        along.clone().min().unwrap_or_default(),
        along.max().unwrap_or_default(),
    )
}
