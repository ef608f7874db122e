//! The table as a drawing: the rooms with their contents, then the players and the piles.
//!
//! A room is a box of characters, with north at the top. Exits are gaps in its walls, and the gap shows what is beyond:
//! nothing for an open way, an arrow for an unexplored one, a grille for a lock.

use std::ops::Range;

use super::view::{Knight, View, items};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::Monster;
use crate::games::dungeon_in_a_tin::rules::position::{Fate, NONE, Room, Step};
pub(crate) use crate::games::english::counted;
use crate::games::english::listed;
use crate::games::shared::crop::{span, window};
use crate::games::shared::narrator::Narrator;
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
        let cropped: Vec<String> = outside.iter().map(|(side, count)| format!("{count} {}", side.name())).collect();
        if !cropped.is_empty() {
            screen.flow(width, Tone::Dim, "", vec![format!("The map goes on; rooms not shown: {}.", cropped.join(", "))]);
        }
        screen.flow(width, Tone::Dim, "", signs.legend());
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
        let mut legend = signs.legend();
        let more: Vec<String> = outside.iter().map(|(side, count)| format!("{count} {}", side.letter())).collect();
        legend.extend((!more.is_empty()).then(|| format!("more rooms: {} (`map`)", more.join(", "))));
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
    ) -> (Vec<(Side, usize)>, Signs) {
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
            let treasure: Vec<&str> = room.floor.each().map(|kind| self.data.token(kind).word.as_str()).collect();
            canvas.text(1, 3, &packed(&treasure, canvas.inner()), Tone::Gold);
        } else {
            canvas.text(1, 3, "not entered", Tone::Dim);
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
            _ => format!("{} monsters", monsters.len()),
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
        let gold = self.data.gold(knight.carried);
        if knight.fate != Fate::InDungeon {
            let fate = match knight.fate {
                Fate::Home => format!("home with {gold} gold"),
                Fate::Left => format!("left with {gold} gold"),
                _ => "dead".to_owned(),
            };
            screen.line([(name, Tone::Strong), (format!("  {fate}"), Tone::Dim)]);
            return;
        }
        let (full, lost) = (usize::from(knight.hearts), usize::from(self.data.hearts.saturating_sub(knight.hearts)));
        screen.line([
            (name, Tone::Strong),
            (format!("  {}{}", "♥".repeat(full), "♡".repeat(lost)), if full > 2 { Tone::Good } else { Tone::Bad }),
            (format!("  level {}  experience {}", knight.level, knight.experience), Tone::Plain),
        ]);
        let mut slots: Vec<String> = items(knight.carried).each().map(|kind| self.data.token(kind).word.clone()).collect();
        slots.resize(slots.len().max(usize::from(self.data.slots)), "-".to_owned());
        let mut goods = vec![format!("slots: {}", slots.join(", "))];
        let coins: Vec<&str> = knight.carried.coins().each().map(|kind| self.data.token(kind).word.as_str()).collect();
        goods.push(if coins.is_empty() {
            "purse: empty".to_owned()
        } else {
            format!("purse: {} = {gold} gold", coins.join(" "))
        });
        screen.flow(width, Tone::Gold, "  ", goods);
        let hand = match knight.hand {
            _ if knight.cards == 0 => vec!["hand: no cards".to_owned()],
            None => vec![format!("hand: {}", counted(u32::from(knight.cards), "card"))],
            Some(hand) => {
                let cards = hand.cards().iter().enumerate();
                cards.map(|(at, card)| format!("{}{}", if at == 0 { "hand: " } else { "" }, self.card_text(*card))).collect()
            }
        };
        screen.flow(width, Tone::Plain, "  ", hand);
    }

    fn pile_lines(&self, view: &View<'_>, width: usize, screen: &mut Screen) {
        let stack = view.stack();
        let mut piles = vec![format!("turn {}", view.turn().max(1)), counted(stack.len(), "tile")];
        if !stack.known.is_empty() {
            let known: Vec<&str> = stack.known.iter().map(|tile| self.data.tile(*tile).name.as_str()).collect();
            piles.push(format!("next: {}", known.join(", ")));
        }
        let spent: u32 = view.spent_cards().iter().map(|count| u32::from(*count)).sum();
        piles.push(format!("deck {}, discarded {spent}", view.deck_size()));
        piles.push(format!("pool {}, discarded {}", view.pool().total(), view.spent_tokens().total()));
        screen.flow(width, Tone::Dim, "", piles);
    }

    fn fight_line(&self, view: &View<'_>, width: usize, screen: &mut Screen) {
        let fight = view.fight();
        let Some(die) = view.monsters().get(usize::from(fight.die)) else { return };
        let mut parts = vec![format!("fight: {}", self.monster_noun(die.monster))];
        parts.extend(fight.attack.map(|attack| attack.name().to_owned()));
        if fight.card != NONE {
            parts.push(self.card_text(fight.card));
        }
        if fight.bomb {
            parts.push("a bomb".to_owned());
        }
        screen.flow(width, Tone::Bad, "", parts);
    }

    /// The table in sentences.
    pub(crate) fn describe_view(&self, view: &View<'_>) -> Vec<String> {
        let mut told = Vec::new();
        for seat in 0..self.players.len() {
            self.describe_player(view, seat, &mut told);
        }
        self.describe_fight(view, &mut told);
        let others = (0u8..).zip(view.rooms()).filter(|(at, _)| {
            !(0..self.players.len()).any(|seat| view.knight(seat).fate == Fate::InDungeon && view.knight(seat).room == *at)
        });
        for (at, room) in others {
            told.push(format!("The {}, {}. {}", self.tile_name(room.tile), place(room), self.describe_room(view, at)));
        }
        let stack = view.stack();
        let known: Vec<&str> = stack.known.iter().map(|tile| self.data.tile(*tile).name.as_str()).collect();
        let next = if known.is_empty() { String::new() } else { format!(", known from the top: {}", listed(&known)) };
        told.push(format!("The stack has {}{next}.", counted(stack.len(), "tile")));
        let spent: u32 = view.spent_cards().iter().map(|count| u32::from(*count)).sum();
        let spent = if spent == 0 { String::new() } else { format!("; discarded: {spent}") };
        told.push(format!("The fight deck has {}{spent}.", counted(view.deck_size(), "card")));
        let spent = view.spent_tokens();
        let spent = if spent.is_empty() { String::new() } else { format!("; discarded: {}", self.tokens_text(spent)) };
        told.push(format!("The treasure pool has {}{spent}.", counted(view.pool().total(), "token")));
        told
    }

    fn describe_player(&self, view: &View<'_>, seat: usize, told: &mut Vec<String>) {
        let knight = view.knight(seat);
        let does = |you, they| self.does(seat as u8, you, they);
        let gold = self.data.gold(knight.carried);
        match knight.fate {
            Fate::Dead => return told.push(format!("{} dead.", does("are", "is"))),
            Fate::Left => return told.push(format!("{} the dungeon with {gold} gold.", does("left", "left"))),
            Fate::Home => return told.push(format!("{} home with {gold} gold.", does("are", "is"))),
            Fate::InDungeon => {}
        }
        let room = &view.rooms()[usize::from(knight.room)];
        let came = match knight.entrance {
            Some(side) if knight.room != 0 => format!(", entered from the {}", side.name()),
            _ => String::new(),
        };
        let (is, on) = (does("are", "is"), if knight.room == 0 { "on" } else { "in" });
        let (name, place) = (self.tile_name(room.tile), place(room));
        let shares = |other| view.knight(other).fate == Fate::InDungeon && view.knight(other).room == knight.room;
        told.push(match (0..seat).any(shares) {
            true => format!("{is} {on} the {name} too{came}."),
            false => format!("{is} {on} the {name}, {place}{came}. {}", self.describe_room(view, knight.room)),
        });
        if let Some(side) = knight.declared.filter(|_| self.players.len() > 1) {
            told.push(format!("{} to go {}.", does("mean", "means"), side.name()));
        }
        told.push(self.describe_goods(&knight, &does("have", "has"), gold));
        let holds = does("hold", "holds");
        told.push(match knight.hand {
            _ if knight.cards == 0 => format!("{holds} no fight cards."),
            None => format!("{holds} {}.", counted(u32::from(knight.cards), "fight card")),
            Some(hand) => {
                let cards: Vec<String> = hand.cards().iter().map(|card| self.card_text(*card)).collect();
                format!("{holds} {}.", cards.join("; "))
            }
        });
    }

    fn describe_fight(&self, view: &View<'_>, told: &mut Vec<String>) {
        let fight = view.fight();
        let Some(die) = view.monsters().get(usize::from(fight.die)) else { return };
        let attack = fight.attack.map_or(String::new(), |attack| format!(", which attacks: {}", attack.name()));
        let card =
            if fight.card == NONE { String::new() } else { format!(". On the table: {}", self.card_text(fight.card)) };
        let bomb = if fight.bomb { " and a bomb" } else { "" };
        let fights = self.does(view.actor() as u8, "fight", "fights");
        told.push(format!("{fights} a {}{attack}{card}{bomb}.", self.monster_noun(die.monster)));
    }

    /// "4 of 5 hearts, level 2, 3 experience, 5 gold, a potion"
    pub(crate) fn goods_text(&self, knight: &Knight) -> String {
        let (carried, gold) = (items(knight.carried), self.data.gold(knight.carried));
        let carried = if carried.is_empty() { String::new() } else { format!(", {}", self.tokens_text(carried)) };
        format!(
            "{} of {} hearts, level {}, {} experience, {gold} gold{carried}",
            knight.hearts, self.data.hearts, knight.level, knight.experience,
        )
    }

    fn describe_goods(&self, knight: &Knight, has: &str, gold: u32) -> String {
        let carried = items(knight.carried);
        let free = self.data.slots.saturating_sub(carried.specials());
        let carried = if carried.is_empty() { String::new() } else { format!("{}; ", self.tokens_text(carried)) };
        format!(
            "{has} {} of {} hearts, level {}, {} experience and {gold} gold. Item slots: {carried}{free} free.",
            knight.hearts, self.data.hearts, knight.level, knight.experience,
        )
    }

    /// The monsters, treasure and exits of a room.
    fn describe_room(&self, view: &View<'_>, at: u8) -> String {
        let room = &view.rooms()[usize::from(at)];
        let mut sentences = Vec::new();
        if view.monsters_in(at).next().is_some() {
            sentences.push(format!("Here: {}.", self.monsters_text(view.monsters_in(at).map(|die| die.monster))));
        }
        if !room.floor.is_empty() {
            sentences.push(format!("On the floor: {}.", self.tokens_text(room.floor)));
        }
        if !room.visited {
            sentences.push("Nobody has entered it.".to_owned());
        }
        let tile = self.data.tile(room.tile);
        let skulls: Vec<String> = [(tile.white, "white"), (tile.red, "red")]
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, colour)| format!("{count} {colour}"))
            .collect();
        if !skulls.is_empty() {
            sentences.push(format!("Skulls: {}.", listed(&skulls)));
        }
        if tile.chasm {
            sentences
                .push(if room.bridges > 0 { "A rope bridges the chasm." } else { "The chasm has no bridge." }.to_owned());
        }
        let exits: Vec<String> =
            room.exits.iter().map(|side| format!("{} {}", side.name(), self.describe_exit(view, at, side))).collect();
        sentences.push(format!("Exits: {}.", exits.join("; ")));
        sentences.join(" ")
    }

    fn describe_exit(&self, view: &View<'_>, at: u8, side: Side) -> String {
        let room = &view.rooms()[usize::from(at)];
        let locked = if view.lock(at, side).is_some() { ", locked" } else { "" };
        match room.beyond[side as usize] {
            NONE if room.blocked.has(side) => "blocked for good".to_owned(),
            NONE => format!("unexplored{locked}"),
            _ => match view.meets(at, side) {
                Some(there) => format!("to the {}{locked}", self.tile_name(view.rooms()[usize::from(there)].tile)),
                None => "facing a wall".to_owned(),
            },
        }
    }
}

/// The position of a room relative to the stairs: "2 north and 1 east of the stairs".
pub(super) fn place(room: &Room) -> String {
    let part = |steps: i16, ahead: Side| {
        let side = if steps < 0 { ahead.opposite() } else { ahead };
        (steps != 0).then(|| format!("{} {}", steps.unsigned_abs(), side.name()))
    };
    let parts: Vec<String> = [part(room.y, Side::North), part(room.x, Side::East)].into_iter().flatten().collect();
    if parts.is_empty() { "where it all begins".to_owned() } else { format!("{} of the stairs", listed(&parts)) }
}

/// "y", "r^$".
fn monster_sign(monster: Monster) -> String {
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
    fn legend(&self) -> Vec<String> {
        let all = [
            (self.unknown, "→ unexplored".to_owned()),
            (self.locks, format!("{LOCK} locked")),
            (self.closed, format!("{CLOSED} no way")),
            (self.gap, format!("{GAP} no bridge")),
            (self.bridge, format!("{BRIDGE} bridged")),
            (self.monsters, "y, r monsters".to_owned()),
            (self.horns, "^ horns".to_owned()),
            (self.chests, "$ chest".to_owned()),
        ];
        all.into_iter().filter(|(used, _)| *used).map(|(_, text)| text).collect()
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
fn packed(words: &[&str], width: usize) -> String {
    (0..=words.len())
        .rev()
        .map(|shown| {
            let rest = if shown < words.len() { format!("+{}", words.len() - shown) } else { String::new() };
            words[..shown]
                .iter()
                .copied()
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
