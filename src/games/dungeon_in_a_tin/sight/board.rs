//! The table as a drawing: the rooms with their contents, then the players and the piles.
//!
//! A room is a box of characters, with north at the top. Exits are gaps in its walls, and the gap shows what is beyond:
//! nothing for an open way, an arrow for an unexplored one, a grille for a lock.

use std::ops::Range;

use super::labels::Label;
use super::view::{Knight, View};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::Monster as Foe;
use crate::games::dungeon_in_a_tin::rules::noun::{Card, Monster, Steps, Tile};
use crate::games::dungeon_in_a_tin::rules::position::{Fate, NONE, Room, Step};
use crate::games::shared::crop::{span, window};
use crate::games::shared::fact::Fact;
use crate::games::shared::noun::{Number, Text};
use crate::games::side::Side;
use crate::referee::{Screen, Tone};

/// The width of a room. The longest printed names fit, and four rooms fit in 80 characters.
const WIDE: usize = 17;
/// The width if more rooms are side by side; five fit in 80 characters.
const NARROW: usize = 15;
const ROOM_HEIGHT: usize = 5;
/// The most rows of rooms before the map is cropped, so that the drawing and a prompt fit a terminal.
const MOST_ROWS: usize = 5;

const LOCK: char = '╬';
const CLOSED: char = '▒';
const GAP: char = '≈';
const BRIDGE: char = '═';
/// Marks where a knight died.
const FALLEN: &str = "†";
const MORE: char = '…';

impl Dungeon {
    pub(crate) fn draw(&self, view: &View<'_>, seat: usize, width: usize) -> Screen {
        let mut screen = Screen::default();
        let rooms = view.rooms();
        let here = &rooms[usize::from(view.knight(seat).room)];
        let all = span(rooms.iter().map(|room| room.x));
        let room_width = if all.len() * WIDE <= width { WIDE } else { NARROW };
        let columns = window(all, here.x, width / room_width);
        let rows = window(span(rooms.iter().map(|room| room.y)), here.y, MOST_ROWS);
        let (outside, signs) = self.map(view, room_width, columns, rows, &mut screen);
        if !outside.is_empty() {
            screen.flow(width, Tone::Dim, "", vec![view.say(&Label::Cropped { rooms: Steps(outside) })]);
        }
        screen.flow(width, Tone::Dim, "", signs.legend(view));
        screen.end_map();
        for seat in 0..self.players.len() {
            self.player_lines(view, seat, width, &mut screen);
        }
        self.pile_lines(view, width, &mut screen);
        self.fight_line(view, width, &mut screen);
        screen
    }

    /// Draws the knights' rooms and those next to them; if knights are far apart, also the rooms between.
    pub(crate) fn draw_near(&self, view: &View<'_>, width: usize) -> Screen {
        let mut screen = Screen::default();
        let rooms = view.rooms();
        let knights = || (0..self.players.len()).map(|seat| view.knight(seat));
        let exploring = || knights().filter(|knight| knight.fate == Fate::InDungeon);
        let near = |of: &dyn Fn(&Room) -> i16| {
            let all = span(rooms.iter().map(of));
            let theirs = span(exploring().map(|knight| of(&rooms[usize::from(knight.room)])));
            all.start.max(theirs.start - 1)..all.end.min(theirs.end + 1)
        };
        let here = &rooms[usize::from(view.knight(view.actor()).room)];
        let columns = near(&|room| room.x);
        let room_width = if columns.len() * WIDE <= width { WIDE } else { NARROW };
        let columns = window(columns, here.x, width / room_width);
        let rows = window(near(&|room| room.y), here.y, MOST_ROWS);
        let (outside, signs) = self.map(view, room_width, columns, rows, &mut screen);
        let mut legend = signs.legend(view);
        legend.extend((!outside.is_empty()).then(|| view.say(&Label::MoreRooms { rooms: Steps(outside) })));
        screen.flow(width, Tone::Dim, "", legend);
        screen
    }

    /// Draws the rooms in some columns and rows, the southernmost first. Returns how many are beyond each side, and the
    /// signs used.
    fn map(
        &self,
        view: &View<'_>,
        room_width: usize,
        columns: Range<i16>,
        rows: Range<i16>,
        screen: &mut Screen,
    ) -> (Vec<(Side, u16)>, Signs) {
        let mut canvas = Canvas::new(room_width, columns.len(), rows.len());
        let mut signs = Signs::default();
        let mut outside = [0; 4];
        for (at, room) in (0u8..).zip(view.rooms()) {
            let beyond = |side: Side, is: bool| is.then_some(side);
            let out = beyond(Side::North, room.y > rows.end - 1)
                .or(beyond(Side::South, room.y < rows.start))
                .or(beyond(Side::East, room.x > columns.end - 1))
                .or(beyond(Side::West, room.x < columns.start));
            match out {
                Some(side) => outside[side as usize] += 1,
                None => {
                    let (column, row) = ((room.x - columns.start) as usize, (rows.end - 1 - room.y) as usize);
                    self.draw_room(view, at, &mut canvas.room(column, row), &mut signs);
                }
            }
        }
        canvas.lines(screen);
        let outside = Side::ALL.into_iter().zip(outside).filter(|(_, count)| *count > 0).collect();
        (outside, signs)
    }

    fn draw_room(&self, view: &View<'_>, at: u8, canvas: &mut Part<'_>, signs: &mut Signs) {
        let room = &view.rooms()[usize::from(at)];
        let tile = self.data.tile(room.tile);
        let acts = view.step() != Step::Over && view.knight(view.actor()).room == at;
        let wall = if acts { Tone::Plain } else { Tone::Dim };
        canvas.frame(wall);
        for side in room.exits.iter() {
            let (sign, tone) = self.exit_sign(view, at, side, signs);
            canvas.exit(side, sign, tone, wall);
        }
        let mut name = tile.name.clone();
        if tile.chasm {
            name = format!("{name} {}", if room.bridges > 0 { BRIDGE } else { GAP });
            if room.bridges > 0 { signs.bridge = true } else { signs.gap = true }
        }
        canvas.text(1, 1, &cut(&name, canvas.inner()), if acts { Tone::Strong } else { Tone::Plain });
        self.draw_inhabitants(view, at, canvas, signs);
        if room.visited {
            let treasure: Vec<String> = room.floor.each().map(|kind| self.token_word(kind)).collect();
            canvas.text(1, 3, &packed(&treasure, canvas.inner()), Tone::Gold);
        } else {
            canvas.text(1, 3, &cut(&view.say(&Label::NotEntered), canvas.inner()), Tone::Dim);
        }
    }

    /// Draws monsters from the left, and knights from the right.
    fn draw_inhabitants(&self, view: &View<'_>, at: u8, canvas: &mut Part<'_>, signs: &mut Signs) {
        let sign = |seat| match view.knight(seat) {
            knight if knight.room != at => None,
            knight if knight.fate == Fate::Dead => Some(FALLEN.to_owned()),
            knight => (knight.fate == Fate::InDungeon).then(|| self.knight_sign(seat)),
        };
        let knights: String = (0..self.players.len()).filter_map(sign).collect();
        let inner = canvas.inner();
        let space = inner.saturating_sub(knights.chars().count() + 1);
        let monsters: Vec<String> = view.monsters_in(at).map(|die| monster_sign(die.monster)).collect();
        for die in view.monsters_in(at) {
            signs.monsters = true;
            signs.horns |= die.monster.has_horns();
            signs.chests |= die.monster.has_chest();
        }
        let spaced = monsters.join(" ");
        let close = monsters.concat();
        let text = match space {
            space if spaced.chars().count() <= space => spaced,
            space if close.chars().count() <= space => close,
            _ => view.say(&Label::Monsters { count: Number(monsters.len() as i64) }),
        };
        canvas.text(1, 2, &cut(&text, space), Tone::Bad);
        canvas.text(1 + inner - knights.chars().count().min(inner), 2, &cut(&knights, inner), Tone::Good);
    }

    fn exit_sign(&self, view: &View<'_>, at: u8, side: Side, signs: &mut Signs) -> (char, Tone) {
        let room = &view.rooms()[usize::from(at)];
        if view.lock(at, side).is_some() {
            signs.locks = true;
            return (LOCK, Tone::Cool);
        }
        match room.beyond[side as usize] {
            NONE if room.blocked.has(side) => {
                signs.closed = true;
                (CLOSED, Tone::Dim)
            }
            NONE => {
                signs.unknown = true;
                (['↑', '→', '↓', '←'][side as usize], Tone::Cool)
            }
            _ if view.meets(at, side).is_some() => (' ', Tone::Plain),
            _ => {
                signs.closed = true;
                (CLOSED, Tone::Dim)
            }
        }
    }

    /// "@", or with the seat's number if several play.
    fn knight_sign(&self, seat: usize) -> String {
        if self.players.len() == 1 { "@".to_owned() } else { format!("@{}", seat + 1) }
    }

    fn player_lines(&self, view: &View<'_>, seat: usize, width: usize, screen: &mut Screen) {
        let knight = view.knight(seat);
        let name = format!("{} {}", self.knight_sign(seat), self.players[seat]);
        if let Some(fate) = self.fate(knight.fate, knight.carried) {
            screen.line([(name, Tone::Strong), (format!("  {}", view.say(&fate)), Tone::Dim)]);
            return;
        }
        let (full, lost) = (usize::from(knight.hearts), usize::from(self.data.hearts.saturating_sub(knight.hearts)));
        screen.line([
            (name, Tone::Strong),
            (format!("  {}{}", "♥".repeat(full), "♡".repeat(lost)), if full > 2 { Tone::Good } else { Tone::Bad }),
            (format!("  {}", view.say(&self.level(&knight))), Tone::Plain),
        ]);
        let text = |kind| Text(self.token_word(kind));
        let mut items: Vec<Text> = knight.carried.items().each().map(text).collect();
        items.resize_with(items.len().max(usize::from(self.data.slots)), || Text("-".to_owned()));
        let coins = knight.carried.coins().each().map(text).collect();
        let purse = Label::Purse { coins, gold: Number::of(self.data.gold(knight.carried)) };
        screen.flow(width, Tone::Gold, "  ", vec![view.say(&Label::Slots { items }), view.say(&purse)]);
        let hand = match knight.hand {
            _ if knight.cards == 0 => vec![view.say(&Label::NoCards)],
            None => vec![view.say(&Label::HiddenHand { count: Number::of(knight.cards) })],
            Some(hand) => {
                let mut cards = hand.cards().iter();
                let first = cards.next().map(|card| view.say(&Label::Hand { card: Card(*card) }));
                first.into_iter().chain(cards.map(|card| self.card_text(*card))).collect()
            }
        };
        screen.flow(width, Tone::Plain, "  ", hand);
    }

    fn level(&self, knight: &Knight) -> Label {
        Label::Level { level: Number::of(knight.level), experience: Number::of(knight.experience) }
    }

    fn pile_lines(&self, view: &View<'_>, width: usize, screen: &mut Screen) {
        let stack = view.stack();
        let mut piles = vec![
            Label::TurnNumber { turn: Number::of(view.turn().max(1)) },
            Label::Tiles { count: Number::of(stack.len()) },
        ];
        if !stack.known.is_empty() {
            piles.push(Label::Next { tiles: stack.known.iter().map(|tile| Tile(*tile)).collect() });
        }
        let spent: u32 = view.spent_cards().iter().map(|count| u32::from(*count)).sum();
        piles.push(Label::Deck { count: Number::of(view.deck_size()), spent: Number::of(spent) });
        let (count, spent) = (Number::of(view.pool().total()), Number::of(view.spent_tokens().total()));
        piles.push(Label::Pool { count, spent });
        screen.flow(width, Tone::Dim, "", piles.iter().map(|label| view.say(label)).collect());
    }

    fn fight_line(&self, view: &View<'_>, width: usize, screen: &mut Screen) {
        let Some(fight) = view.fight() else { return };
        let die = &view.monsters()[usize::from(fight.die)];
        let mut parts = vec![view.say(&Label::Fight { monster: Monster(die.monster) })];
        parts.extend(fight.attack.map(|attack| self.lexicon.text(&Fact::Word(attack.name()))));
        parts.extend(fight.card().map(|card| self.card_text(card)));
        if fight.bomb {
            parts.push(view.say(&Label::Bomb));
        }
        screen.flow(width, Tone::Bad, "", parts);
    }
}

/// "y", "r^$".
fn monster_sign(monster: Foe) -> String {
    let mut sign = monster.colour().name()[..1].to_owned();
    if monster.has_horns() {
        sign.push('^');
    }
    if monster.has_chest() {
        sign.push('$');
    }
    sign
}

/// Which signs the map uses, so that only those are explained.
#[derive(Default)]
struct Signs {
    unknown: bool,
    locks: bool,
    closed: bool,
    gap: bool,
    bridge: bool,
    monsters: bool,
    horns: bool,
    chests: bool,
}

impl Signs {
    fn legend(&self, view: &View<'_>) -> Vec<String> {
        let all = [
            (self.unknown, "→ ", Label::Unexplored),
            (self.locks, "╬ ", Label::Locked),
            (self.closed, "▒ ", Label::NoWay),
            (self.gap, "≈ ", Label::NoBridge),
            (self.bridge, "═ ", Label::Bridged),
            (self.monsters, "y, r ", Label::AnyMonsters),
            (self.horns, "^ ", Label::Horns),
            (self.chests, "$ ", Label::Chest),
        ];
        let used = all.into_iter().filter(|(used, ..)| *used);
        used.map(|(_, sign, label)| format!("{sign}{}", view.say(&label))).collect()
    }
}

/// Cuts text to at most `width` characters, with an ellipsis.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push(MORE);
    short
}

/// As many words as fit, and how many more there are.
fn packed(words: &[String], width: usize) -> String {
    (0..=words.len())
        .rev()
        .map(|shown| {
            let rest = if shown < words.len() { format!("+{}", words.len() - shown) } else { String::new() };
            words[..shown]
                .iter()
                .map(String::as_str)
                .chain([rest.as_str()])
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
                .join(" ")
        })
        .find(|text| text.chars().count() <= width)
        .unwrap_or_default()
}

/// Rows of styled characters.
struct Canvas {
    room_width: usize,
    width: usize,
    cells: Vec<(char, Tone)>,
}

impl Canvas {
    fn new(room_width: usize, columns: usize, rows: usize) -> Canvas {
        let (width, height) = (columns * room_width, rows * ROOM_HEIGHT);
        Canvas { room_width, width, cells: vec![(' ', Tone::Plain); width * height] }
    }

    /// The area for a room, counted from the top left.
    fn room(&mut self, column: usize, row: usize) -> Part<'_> {
        Part { x: column * self.room_width, y: row * ROOM_HEIGHT, right: self.room_width - 1, canvas: self }
    }

    fn lines(&self, screen: &mut Screen) {
        for row in self.cells.chunks(self.width) {
            let end = row.iter().rposition(|(letter, _)| *letter != ' ').map_or(0, |at| at + 1);
            let spans = row[..end].chunk_by(|a, b| a.1 == b.1);
            screen.lines.push(spans.map(|span| (span.iter().map(|(letter, _)| *letter).collect(), span[0].1)).collect());
        }
    }
}

struct Part<'c> {
    canvas: &'c mut Canvas,
    x: usize,
    y: usize,
    /// The column of the east wall.
    right: usize,
}

impl Part<'_> {
    /// The number of characters between the walls.
    fn inner(&self) -> usize {
        self.right - 1
    }

    fn set(&mut self, x: usize, y: usize, letter: char, tone: Tone) {
        let at = (self.y + y) * self.canvas.width + self.x + x;
        self.canvas.cells[at] = (letter, tone);
    }

    fn text(&mut self, x: usize, y: usize, text: &str, tone: Tone) {
        text.chars().zip(x..).for_each(|(letter, x)| self.set(x, y, letter, tone));
    }

    fn frame(&mut self, tone: Tone) {
        let (right, bottom) = (self.right, ROOM_HEIGHT - 1);
        for x in 1..right {
            self.set(x, 0, '─', tone);
            self.set(x, bottom, '─', tone);
        }
        for y in 1..bottom {
            self.set(0, y, '│', tone);
            self.set(right, y, '│', tone);
        }
        for (x, y, corner) in [(0, 0, '┌'), (right, 0, '┐'), (0, bottom, '└'), (right, bottom, '┘')] {
            self.set(x, y, corner, tone);
        }
    }

    /// Draws a gap in the middle of a wall.
    fn exit(&mut self, side: Side, sign: char, tone: Tone, wall: Tone) {
        let (middle, right, bottom) = (self.right / 2, self.right, ROOM_HEIGHT - 1);
        match side {
            Side::North | Side::South => {
                let (y, left_end, right_end) = if side == Side::North { (0, '┘', '└') } else { (bottom, '┐', '┌') };
                self.set(middle - 2, y, left_end, wall);
                self.set(middle + 2, y, right_end, wall);
                for x in middle - 1..=middle + 1 {
                    self.set(x, y, ' ', tone);
                }
                self.set(middle, y, sign, tone);
            }
            Side::East | Side::West => {
                let x = if side == Side::East { right } else { 0 };
                self.set(x, ROOM_HEIGHT / 2, sign, tone);
            }
        }
    }
}
