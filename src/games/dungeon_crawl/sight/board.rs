//! The table as a drawing: the map, the players and the piles.

use super::labels::Label;
use super::view::View;
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::{Cell, Square};
use crate::games::dungeon_crawl::data::piece::VALUES;
use crate::games::dungeon_crawl::rules::noun::{self, Compass, Loot};
use crate::games::dungeon_crawl::rules::position::{Step, TREASURES};
use crate::games::shared::canvas::{Canvas, legend, span, window};
use crate::games::shared::noun::{Number, Text};
use crate::referee::{Screen, Tone};

/// An empty space.
const FLOOR: char = '·';
/// Treasure and equipment left by a dead character.
const STACK: char = '#';
/// Follows a space that can be chosen.
const MARK: char = '*';
/// Where the next coin goes, or the tile may go.
const HERE: char = '?';
/// The width of the row numbers, and of a space.
const MARGIN: i16 = 3;
const SPACE: i16 = 2;
/// The rows drawn north and south of what matters.
const BESIDE: i16 = 2;
/// The number of turns without a coin turned over after which this is mentioned (A31).
const LONG_IDLE: u32 = 20;

impl Crawl {
    /// Draws the map, the players and the piles.
    pub(crate) fn draw(&self, view: &View<'_>, width: usize) -> Screen {
        let mut screen = Screen::default();
        if view.map().width() > 0 {
            self.draw_map(view, width, false, &mut screen);
            screen.end_map();
        }
        // Before the first turn, nobody has anything.
        for seat in (0..self.players.len()).filter(|_| view.turn() > 0) {
            self.player_lines(view, seat, width, &mut screen);
        }
        screen.flow(width, Tone::Dim, "", self.table_parts(view));
        screen
    }

    /// Draws the rows of the pawns and the possible choices, with a few next to them; before the first turn, all rows.
    pub(crate) fn draw_near(&self, view: &View<'_>, width: usize) -> Screen {
        let mut screen = Screen::default();
        self.draw_map(view, width, view.turn() > 0, &mut screen);
        screen
    }

    fn draw_map(&self, view: &View<'_>, width: usize, near: bool, screen: &mut Screen) {
        let map = view.map();
        let places = view.destinations();
        let sites = view.sites();
        let beyond = |at: fn(&(i8, i8)) -> i8, low: i8, high: u8| {
            let tiles = sites.iter().map(|(_, place)| at(place));
            (
                tiles.clone().any(|tile| tile < low),
                tiles.clone().any(|tile| tile >= 0 && tile as u8 >= high),
            )
        };
        let (west, east) = beyond(|place| place.0, 0, map.width() / 2);
        let (south, north) = beyond(|place| place.1, 0, map.height() / 2);
        // Rows and columns shift while the dungeon grows, so spaces have no names until it is finished.
        let named = !matches!(
            view.step(),
            Step::Start { .. } | Step::Compass | Step::Tile | Step::Site(_) | Step::Coin { .. }
        );
        let here = view
            .player(view.actor())
            .pawn
            .map_or(0, |pawn| i16::from(pawn.x));
        let columns = -2 * i16::from(west)..i16::from(map.width()) + 2 * i16::from(east);
        let columns = window(
            columns,
            here,
            width.saturating_sub(MARGIN as usize) / SPACE as usize,
        );
        let all = -2 * i16::from(south)..i16::from(map.height()) + 2 * i16::from(north);
        let pawns = (0..self.players.len()).filter_map(|seat| view.player(seat).pawn);
        let theirs = span(
            pawns
                .chain(places.iter().copied())
                .map(|square| i16::from(square.y)),
        );
        let rows = if near && named {
            all.start.max(theirs.start - BESIDE)..all.end.min(theirs.end + BESIDE)
        } else {
            all.clone()
        };
        let left = columns.start * SPACE - MARGIN;
        let letters = i16::from(named);
        let mut canvas = Canvas::new(
            left..columns.end * SPACE,
            1 - rows.end..1 - rows.start + letters,
        );
        for square in map.squares() {
            draw_square(view, square, &mut canvas);
        }
        for (number, (x, y)) in &sites {
            let (x, y) = (2 * i16::from(*x), 2 * i16::from(*y));
            canvas.put(cell(x, y + 1), &format!("{number:<2}{HERE}"), Tone::Cool);
            canvas.put(cell(x, y), &format!("{HERE} {HERE}"), Tone::Cool);
        }
        for y in rows.clone() {
            let numbered = named && (0..i16::from(map.height())).contains(&y);
            let number = if numbered {
                format!("{:>2} ", y + 1)
            } else {
                "   ".to_owned()
            };
            canvas.put((left, -y), &number, Tone::Dim);
        }
        for x in columns
            .filter_map(|x| u8::try_from(x).ok())
            .filter(|x| named && *x < map.width())
        {
            canvas.put(
                cell(x.into(), rows.start - 1),
                &Square::column(x),
                Tone::Dim,
            );
        }
        canvas.show(canvas.columns(), screen);
        let mut signs = map_legend(view);
        if rows != all {
            signs.push(view.say(&Label::MoreRows {
                count: Number((all.len() - rows.len()) as i64),
            }));
        }
        screen.flow(width, Tone::Dim, "", signs);
    }

    fn player_lines(&self, view: &View<'_>, seat: usize, width: usize, screen: &mut Screen) {
        let holdings = view.holdings(seat);
        let labels = [
            Label::Space { holdings },
            Label::Treasure { holdings },
            Label::Equipment { holdings },
            Label::Experience { holdings },
            Label::Damage { holdings },
        ];
        let mut parts = vec![format!(
            "{} {}",
            self.suit(seat).letter(),
            self.players[seat]
        )];
        parts.extend(labels.iter().map(|label| view.say(label)));
        let acting = seat == view.actor() && view.step() != Step::Over;
        screen.flow(
            width,
            if acting { Tone::Strong } else { Tone::Plain },
            "",
            parts,
        );
    }

    /// What there is to say below the map.
    pub(super) fn table_parts(&self, view: &View<'_>) -> Vec<String> {
        let mut labels = Vec::new();
        if view.step() == Step::Pawn {
            labels.push(Label::Built);
        } else if view.tiles_left() > 0 || view.turn() == 0 {
            let pile =
                (0..VALUES).map(|value| Text(format!("{}\u{d7}{value}", view.pile()[value])));
            labels.push(Label::Stack {
                tiles: Number(view.tiles_left() as i64),
            });
            labels.push(Label::Pile {
                coins: pile.collect(),
            });
            if !matches!(view.step(), Step::Start { .. } | Step::Compass) {
                labels.push(Label::Compass {
                    compass: Compass(view.compass()),
                });
            }
        } else {
            labels.push(Label::Turn {
                turn: Number::of(view.turn()),
            });
            labels.push(Label::Found {
                found: Number::of(view.found()),
                all: Number::of(TREASURES),
            });
            labels.extend(view.stacks().iter().map(|stack| {
                let loot = Loot(stack.treasure, stack.equipment);
                Label::Remains {
                    space: noun::Square(stack.at),
                    loot,
                }
            }));
            labels.extend((view.idle() >= LONG_IDLE).then(|| Label::Idle {
                turns: Number::of(view.idle()),
            }));
        }
        labels.iter().map(|label| view.say(label)).collect()
    }
}

/// Where a space is in the drawing.
fn cell(x: i16, y: i16) -> (i16, i16) {
    (x * SPACE, -y)
}

/// The sign for a space.
fn sign(view: &View<'_>, square: Square) -> (char, Tone) {
    if let Some(seat) = view.pawn_at(square) {
        return (
            view.game().suit(seat).letter(),
            if seat == view.actor() {
                Tone::Strong
            } else {
                Tone::Cool
            },
        );
    }
    match view.map().cell(square) {
        Cell::Void => (' ', Tone::Plain),
        Cell::Floor => (FLOOR, Tone::Dim),
        Cell::Coin(value) => (char::from(b'0' + value), Tone::Gold),
        Cell::Stack => (STACK, Tone::Gold),
    }
}

fn draw_square(view: &View<'_>, square: Square, canvas: &mut Canvas) {
    let (letter, tone) = if view.coin_space() == Some(square) {
        (HERE, Tone::Cool)
    } else {
        sign(view, square)
    };
    let (mark, tone) = if view.destinations().contains(&square) {
        (MARK, Tone::Good)
    } else {
        (' ', tone)
    };
    canvas.put(
        cell(square.x.into(), square.y.into()),
        &format!("{letter}{mark}"),
        tone,
    );
}

/// The signs that are on the map now, with what they mean.
fn map_legend(view: &View<'_>) -> Vec<String> {
    let signs = [
        (true, FLOOR.to_string(), Label::Floor),
        (true, "0-5".to_owned(), Label::Coins),
        (
            !view.stacks().is_empty(),
            STACK.to_string(),
            Label::LeftBehind,
        ),
        (
            !view.destinations().is_empty(),
            MARK.to_string(),
            Label::Choice,
        ),
        (
            view.coin_space().is_some(),
            HERE.to_string(),
            Label::TakesCoin,
        ),
        (!view.sites().is_empty(), HERE.to_string(), Label::TakesTile),
    ];
    legend(signs, |label| view.say(&label))
}
