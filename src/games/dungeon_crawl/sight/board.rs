//! The table as a drawing and in sentences: the map, the players and the piles.

use super::view::View;
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::{Cell, Square};
use crate::games::dungeon_crawl::data::piece::{Suit, VALUES, Values};
use crate::games::dungeon_crawl::rules::position::{DEADLY, Step, TREASURES};
use crate::games::dungeon_crawl::words::{article, loot_text};
use crate::games::english::{counted, listed};
use crate::games::shared::crop::{span, window};
use crate::referee::{Screen, Tone};

/// An empty space.
const FLOOR: char = '·';
/// Treasure and equipment left by a dead character.
const STACK: char = '#';
/// Follows a space that can be chosen.
const MARK: char = '*';
/// Where the next coin goes, or the tile may go.
const HERE: char = '?';
/// The width of the row numbers.
const MARGIN: usize = 3;
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
        let bare = view.coin_space();
        let sites = view.sites();
        let beyond = |at: fn(&(i8, i8)) -> i8, low: i8, high: u8| {
            let tiles = sites.iter().map(|(_, place)| at(place));
            (tiles.clone().any(|tile| tile < low), tiles.clone().any(|tile| tile >= 0 && tile as u8 >= high))
        };
        let (west, east) = beyond(|place| place.0, 0, map.width() / 2);
        let (south, north) = beyond(|place| place.1, 0, map.height() / 2);
        // Rows and columns shift while the dungeon grows, so spaces have no names until it is finished.
        let named = !matches!(view.step(), Step::Start | Step::Compass | Step::Tile | Step::Site | Step::Coin);
        let here = view.player(view.actor()).pawn.map_or(0, |pawn| i16::from(pawn.x));
        let columns = -2 * i16::from(west)..i16::from(map.width()) + 2 * i16::from(east);
        let columns = window(columns, here, width.saturating_sub(MARGIN) / 2);
        let all = -2 * i16::from(south)..i16::from(map.height()) + 2 * i16::from(north);
        let pawns = (0..self.players.len()).filter_map(|seat| view.player(seat).pawn);
        let theirs = span(pawns.chain(places.iter().copied()).map(|square| i16::from(square.y)));
        let rows = match near && named {
            true => all.start.max(theirs.start - BESIDE)..all.end.min(theirs.end + BESIDE),
            false => all.clone(),
        };
        for y in rows.clone().rev() {
            let numbered = named && (0..i16::from(map.height())).contains(&y);
            let number = if numbered { format!("{:>2} ", y + 1) } else { "   ".to_owned() };
            let mut line = vec![(number, Tone::Dim)];
            for x in columns.clone() {
                let tile = ((x.div_euclid(2)) as i8, (y.div_euclid(2)) as i8);
                if let Some((number, _)) = sites.iter().find(|(_, place)| *place == tile) {
                    let corner = x.rem_euclid(2) == 0 && y.rem_euclid(2) == 1;
                    let text = if corner { format!("{number:<2}") } else { format!("{HERE} ") };
                    line.push((text, Tone::Cool));
                    continue;
                }
                let square = u8::try_from(x).ok().zip(u8::try_from(y).ok()).map(|(x, y)| Square { x, y });
                line.push(square.map_or(("  ".to_owned(), Tone::Plain), |square| {
                    let chosen = places.contains(&square);
                    let (letter, tone) = if bare == Some(square) { (HERE, Tone::Cool) } else { sign(view, square) };
                    (format!("{letter}{}", if chosen { MARK } else { ' ' }), if chosen { Tone::Good } else { tone })
                }));
            }
            screen.lines.push(line);
        }
        let letters = columns.map(|x| match u8::try_from(x) {
            Ok(x) if x < map.width() => format!("{:<2}", Square::column(x)),
            _ => "  ".to_owned(),
        });
        if named {
            screen.line([(format!("{:MARGIN$}{}", "", letters.collect::<String>().trim_end()), Tone::Dim)]);
        }
        let signs = [
            (true, format!("{FLOOR} floor")),
            (true, "0-5 coins".to_owned()),
            (!view.stacks().is_empty(), format!("{STACK} left behind")),
            (!places.is_empty(), format!("{MARK} can be chosen")),
            (bare.is_some(), format!("{HERE} takes the coin")),
            (!sites.is_empty(), format!("{HERE} takes the tile")),
            (rows != all, format!("{} (`map`)", counted((all.len() - rows.len()) as u32, "more row"))),
        ];
        let signs = signs.into_iter().filter(|(used, _)| *used).map(|(_, text)| text).collect();
        screen.flow(width, Tone::Dim, "", signs);
    }

    fn player_lines(&self, view: &View<'_>, seat: usize, width: usize, screen: &mut Screen) {
        let player = view.player(seat);
        let letter = self.suit(seat).letter();
        let place = player.pawn.map_or("out".to_owned(), |pawn| pawn.to_string());
        let mut parts = vec![format!("{letter} {}", self.players[seat]), place];
        parts.push(match view.treasure(seat) {
            Some(treasure) if !treasure.is_empty() => {
                format!("{} = {}", loot_text(treasure, Values::default()), treasure.sum())
            }
            _ => counted(player.treasures, "treasure"),
        });
        parts.push(format!("{} equipment", player.equipment.len()));
        parts.push(format!("{} trap, {} monster experience", player.experience[0].len(), player.experience[1].len()));
        let applied = match player.applied.len() {
            0 => String::new(),
            applied => format!(" ({applied} held off)"),
        };
        parts.push(format!("damage {} of {DEADLY}{applied}", player.hurt()));
        let acting = seat == view.actor() && view.step() != Step::Over;
        screen.flow(width, if acting { Tone::Strong } else { Tone::Plain }, "", parts);
    }

    fn table_parts(&self, view: &View<'_>) -> Vec<String> {
        if view.step() == Step::Pawn {
            return vec!["all tiles and coins are laid".to_owned()];
        }
        if view.tiles_left() > 0 || view.turn() == 0 {
            let pile = (0..VALUES).map(|value| format!("{}\u{d7}{value}", view.pile()[value])).collect::<Vec<_>>();
            let mut parts = vec![format!("{} in the stack", counted(view.tiles_left() as u32, "tile"))];
            parts.push(format!("coins in the pile: {}", pile.join(" ")));
            if !matches!(view.step(), Step::Start | Step::Compass) {
                parts.push(self.compass_text(view.compass()));
            }
            return parts;
        }
        let mut parts = vec![format!("turn {}", view.turn()), format!("treasure found: {} of {TREASURES}", view.found())];
        for stack in view.stacks() {
            parts.push(format!("on {}: {}", stack.at, loot_text(stack.treasure, stack.equipment)));
        }
        if view.idle() >= LONG_IDLE {
            parts.push(format!("{} turns since a coin was turned", view.idle()));
        }
        parts
    }

    /// The table in sentences.
    pub(crate) fn describe_view(&self, view: &View<'_>) -> Vec<String> {
        let mut told: Vec<String> = (0..self.players.len()).map(|seat| self.describe_player(view, seat)).collect();
        for value in 0..VALUES as u8 {
            let lie = lying(view, value);
            if !lie.is_empty() {
                told.push(coins_text(value, &lie, &suits_of(view, value)));
            }
        }
        for stack in view.stacks() {
            told.push(format!(
                "On {} lies what a dead character left: {}.",
                stack.at,
                loot_text(stack.treasure, stack.equipment)
            ));
        }
        told.extend(self.describe_floor(view));
        let parts = self.table_parts(view).join("; ");
        told.push(format!("The table: {parts}."));
        told
    }

    fn describe_player(&self, view: &View<'_>, seat: usize) -> String {
        let place = match view.player(seat).pawn {
            Some(_) => format!("stands {}", self.holdings_text(view, seat)),
            None => format!("is {}", self.holdings_text(view, seat)),
        };
        format!("{} ({}) {place}.", self.players[seat], self.suit(seat).name())
    }

    /// "on t11, with 1 treasure, ..."
    pub(crate) fn holdings_text(&self, view: &View<'_>, seat: usize) -> String {
        let player = view.player(seat);
        let place = player.pawn.map_or("not in the dungeon".to_owned(), |pawn| format!("on {pawn}"));
        let treasure = match view.treasure(seat) {
            Some(treasure) if !treasure.is_empty() => loot_text(treasure, Values::default()),
            _ => counted(player.treasures, "treasure"),
        };
        format!(
            "{place}, with {treasure}, {} equipment, {} trap and {} monster experience, and {} of damage",
            player.equipment.len(),
            player.experience[0].len(),
            player.experience[1].len(),
            counted(player.hurt(), "point")
        )
    }

    /// Describes where there are tiles.
    fn describe_floor(&self, view: &View<'_>) -> Vec<String> {
        let map = view.map();
        if map.width() == 0 {
            return Vec::new();
        }
        let mut told = vec![format!(
            "The dungeon is {} columns by {} rows of spaces, counted from the south-west; it has {}.",
            map.width(),
            map.height(),
            counted(map.tiles().len() as u32, "tile")
        )];
        told.extend((0..map.height()).rev().map(|y| self.describe_row(view, y)));
        told
    }

    /// Describes the floor of a row: "Row 3: floor on a to d and g to h."
    fn describe_row(&self, view: &View<'_>, y: u8) -> String {
        let floor: Vec<u8> =
            (0..view.map().width()).filter(|x| view.map().cell(Square { x: *x, y }) != Cell::Void).collect();
        let runs = floor.chunk_by(|a, b| a + 1 == *b).filter_map(|run| Some((run.first()?, run.last()?)));
        let runs: Vec<String> =
            runs.map(|(from, to)| format!("{} to {}", Square::column(*from), Square::column(*to))).collect();
        format!("Row {}: floor on {}.", y + 1, if runs.is_empty() { "nothing".to_owned() } else { listed(&runs) })
    }
}

/// The spaces with hidden coins of this value.
fn lying(view: &View<'_>, value: u8) -> Vec<String> {
    let map = view.map();
    map.squares().filter(|at| map.cell(*at) == Cell::Coin(value)).map(|at| at.to_string()).collect()
}

/// What a hidden coin of this value may be, judging by what was seen.
fn suits_of(view: &View<'_>, value: u8) -> Vec<&'static str> {
    Suit::ALL.into_iter().filter(|suit| view.may_be(value, *suit)).map(article).collect()
}

/// "A coin of 1 lies on c3; it must be a trap."
fn coins_text(value: u8, lie: &[String], suits: &[&str]) -> String {
    let may = match suits {
        [only] => format!("must be {only}"),
        [most @ .., last] => format!("may be {} or {last}", most.join(", ")),
        [] => "was seen before".to_owned(),
    };
    match lie {
        [only] => format!("A coin of {value} lies on {only}; it {may}."),
        _ => format!("Coins of {value} lie on {}; each {may}.", listed(lie)),
    }
}

/// The sign for a space.
fn sign(view: &View<'_>, square: Square) -> (char, Tone) {
    if let Some(seat) = view.pawn_at(square) {
        return (view.game().suit(seat).letter(), if seat == view.actor() { Tone::Strong } else { Tone::Cool });
    }
    match view.map().cell(square) {
        Cell::Void => (' ', Tone::Plain),
        Cell::Floor => (FLOOR, Tone::Dim),
        Cell::Coin(value) => (char::from(b'0' + value), Tone::Gold),
        Cell::Stack => (STACK, Tone::Gold),
    }
}
