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
use crate::games::dungeon_in_a_tin::rules::position::{Fate, Room, Step};
use crate::games::shared::canvas::{Canvas, legend, span, window};
use crate::games::shared::fact::Fact;
use crate::games::shared::noun::{Number, Text};
use crate::games::side::Side;
use crate::referee::{Screen, Tone};

/// The width of a room. The longest printed names fit, and four rooms fit in 80 characters.
const WIDE: i16 = 17;
/// The width if more rooms are side by side; five fit in 80 characters.
const NARROW: i16 = 15;
const ROOM_HEIGHT: i16 = 5;
/// The most rows of rooms before the map is cropped, so that the drawing and a prompt fit a terminal.
const MAX_ROWS: usize = 5;

const LOCK: &str = "╬";
const CLOSED: &str = "▒";
const GAP: &str = "≈";
const BRIDGE: &str = "═";
/// Marks where a knight died.
const FALLEN: &str = "†";
const MORE: char = '…';

impl Dungeon {
    pub(crate) fn draw(&self, view: &View<'_>, seat: usize, width: usize) -> Screen {
        let mut screen = Screen::default();
        let rooms = view.rooms();
        let here = &rooms[usize::from(view.knight(seat).room)];
        let all = span(rooms.iter().map(|room| room.x));
        let room_width = room_width(&all, width);
        let columns = window(all, here.x, width / room_width as usize);
        let rows = window(span(rooms.iter().map(|room| room.y)), here.y, MAX_ROWS);
        let (outside, signs) = self.map(view, room_width, columns, rows, &mut screen);
        if !outside.is_empty() {
            screen.flow(
                width,
                Tone::Dim,
                "",
                vec![view.say(&Label::Cropped {
                    rooms: Steps(outside),
                })],
            );
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
        let room_width = room_width(&columns, width);
        let columns = window(columns, here.x, width / room_width as usize);
        let rows = window(near(&|room| room.y), here.y, MAX_ROWS);
        let (outside, signs) = self.map(view, room_width, columns, rows, &mut screen);
        let mut legend = signs.legend(view);
        legend.extend((!outside.is_empty()).then(|| {
            view.say(&Label::MoreRooms {
                rooms: Steps(outside),
            })
        }));
        screen.flow(width, Tone::Dim, "", legend);
        screen
    }

    /// Draws the rooms in some columns and rows, the southernmost first. Returns how many are beyond each side, and the
    /// signs used.
    fn map(
        &self,
        view: &View<'_>,
        room_width: i16,
        columns: Range<i16>,
        rows: Range<i16>,
        screen: &mut Screen,
    ) -> (Vec<(Side, u16)>, Signs) {
        let across = |column: i16| column * room_width;
        let down = |row: i16| -row * ROOM_HEIGHT;
        let mut canvas = Canvas::new(
            across(columns.start)..across(columns.end),
            down(rows.end - 1)..down(rows.start - 1),
        );
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
                    let corner = (across(room.x), down(room.y));
                    let mut part = Part {
                        canvas: &mut canvas,
                        corner,
                        right: room_width - 1,
                    };
                    self.draw_room(view, at, &mut part, &mut signs);
                }
            }
        }
        canvas.show(canvas.columns(), screen);
        let outside = Side::ALL
            .into_iter()
            .zip(outside)
            .filter(|(_, count)| *count > 0)
            .collect();
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
            if room.bridges > 0 {
                signs.bridge = true
            } else {
                signs.gap = true
            }
        }
        canvas.put(
            1,
            1,
            &cut(&name, canvas.inner()),
            if acts { Tone::Strong } else { Tone::Plain },
        );
        self.draw_inhabitants(view, at, canvas, signs);
        if view.is_new(at) {
            canvas.put(
                1,
                3,
                &cut(&view.say(&Label::NotEntered), canvas.inner()),
                Tone::Dim,
            );
        } else {
            let treasure: Vec<String> = room
                .floor
                .each()
                .map(|kind| self.token_word(kind))
                .collect();
            canvas.put(1, 3, &packed(&treasure, canvas.inner()), Tone::Gold);
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
        let monsters: Vec<String> = view
            .monsters_in(at)
            .map(|die| monster_sign(die.monster))
            .collect();
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
            _ => view.say(&Label::Monsters {
                count: Number(monsters.len() as i64),
            }),
        };
        canvas.put(1, 2, &cut(&text, space), Tone::Bad);
        let free = inner - knights.chars().count().min(inner);
        canvas.put(1 + free as i16, 2, &cut(&knights, inner), Tone::Good);
    }

    fn exit_sign(
        &self,
        view: &View<'_>,
        at: u8,
        side: Side,
        signs: &mut Signs,
    ) -> (&'static str, Tone) {
        let room = &view.rooms()[usize::from(at)];
        if view.lock(at, side).is_some() {
            signs.locks = true;
            return (LOCK, Tone::Cool);
        }
        match room.beyond[side as usize] {
            None if room.blocked.has(side) => {
                signs.closed = true;
                (CLOSED, Tone::Dim)
            }
            None => {
                signs.unknown = true;
                (["↑", "→", "↓", "←"][side as usize], Tone::Cool)
            }
            Some(_) if view.meets(at, side).is_some() => (" ", Tone::Plain),
            Some(_) => {
                signs.closed = true;
                (CLOSED, Tone::Dim)
            }
        }
    }

    /// "@", or with the seat's number if several play.
    fn knight_sign(&self, seat: usize) -> String {
        if self.players.len() == 1 {
            "@".to_owned()
        } else {
            format!("@{}", seat + 1)
        }
    }

    fn player_lines(&self, view: &View<'_>, seat: usize, width: usize, screen: &mut Screen) {
        let knight = view.knight(seat);
        let name = format!("{} {}", self.knight_sign(seat), self.players[seat]);
        if let Some(fate) = self.fate(knight.fate, knight.carried) {
            screen.line([
                (name, Tone::Strong),
                (format!("  {}", view.say(&fate)), Tone::Dim),
            ]);
            return;
        }
        let full = usize::from(knight.hearts);
        let lost = usize::from(self.data.hearts.saturating_sub(knight.hearts));
        screen.line([
            (name, Tone::Strong),
            (
                format!("  {}{}", "♥".repeat(full), "♡".repeat(lost)),
                if full > 2 { Tone::Good } else { Tone::Bad },
            ),
            (format!("  {}", view.say(&self.level(&knight))), Tone::Plain),
        ]);
        let text = |kind| Text(self.token_word(kind));
        let mut items: Vec<Text> = knight.carried.items().each().map(text).collect();
        items.resize_with(items.len().max(usize::from(self.data.slots)), || {
            Text("-".to_owned())
        });
        let coins = knight.carried.coins().each().map(text).collect();
        let purse = Label::Purse {
            coins,
            gold: Number::of(self.data.gold(knight.carried)),
        };
        screen.flow(
            width,
            Tone::Gold,
            "  ",
            vec![view.say(&Label::Slots { items }), view.say(&purse)],
        );
        let hand = match knight.hand {
            _ if knight.cards == 0 => vec![view.say(&Label::NoCards)],
            None => vec![view.say(&Label::HiddenHand {
                count: Number::of(knight.cards),
            })],
            Some(hand) => {
                let mut cards = hand.cards().iter();
                let first = cards
                    .next()
                    .map(|card| view.say(&Label::Hand { card: Card(*card) }));
                first
                    .into_iter()
                    .chain(cards.map(|card| self.card_text(*card)))
                    .collect()
            }
        };
        screen.flow(width, Tone::Plain, "  ", hand);
    }

    fn level(&self, knight: &Knight) -> Label {
        Label::Level {
            level: Number::of(knight.level),
            experience: Number::of(knight.experience),
        }
    }

    fn pile_lines(&self, view: &View<'_>, width: usize, screen: &mut Screen) {
        let stack = view.stack();
        let mut piles = vec![
            Label::TurnNumber {
                turn: Number::of(view.turn().max(1)),
            },
            Label::Tiles {
                count: Number::of(stack.len()),
            },
        ];
        if !stack.known.is_empty() {
            piles.push(Label::Next {
                tiles: stack.known.iter().map(|tile| Tile(*tile)).collect(),
            });
        }
        let spent: u32 = view
            .spent_cards()
            .iter()
            .map(|count| u32::from(*count))
            .sum();
        piles.push(Label::Deck {
            count: Number::of(view.deck_size()),
            spent: Number::of(spent),
        });
        let count = Number::of(view.pool().total());
        let spent = Number::of(view.spent_tokens().total());
        piles.push(Label::Pool { count, spent });
        screen.flow(
            width,
            Tone::Dim,
            "",
            piles.iter().map(|label| view.say(label)).collect(),
        );
    }

    fn fight_line(&self, view: &View<'_>, width: usize, screen: &mut Screen) {
        let Some(fight) = view.fight() else { return };
        let die = &view.monsters()[usize::from(fight.die)];
        let mut parts = vec![view.say(&Label::Fight {
            monster: Monster(die.monster),
        })];
        parts.extend(
            fight
                .attack
                .map(|attack| self.lexicon.text(&Fact::Word(attack.name()))),
        );
        parts.extend(fight.card().map(|card| self.card_text(card)));
        if fight.bomb {
            parts.push(view.say(&Label::Bomb));
        }
        screen.flow(width, Tone::Bad, "", parts);
    }
}

/// The width of each room, for this many columns of rooms.
fn room_width(columns: &Range<i16>, width: usize) -> i16 {
    if columns.len() * WIDE as usize <= width {
        WIDE
    } else {
        NARROW
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
        let signs = [
            (self.unknown, "→", Label::Unexplored),
            (self.locks, LOCK, Label::Locked),
            (self.closed, CLOSED, Label::NoWay),
            (self.gap, GAP, Label::NoBridge),
            (self.bridge, BRIDGE, Label::Bridged),
            (self.monsters, "y, r", Label::AnyMonsters),
            (self.horns, "^", Label::Horns),
            (self.chests, "$", Label::Chest),
        ];
        legend(signs, |label| view.say(&label))
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
            let rest = if shown < words.len() {
                format!("+{}", words.len() - shown)
            } else {
                String::new()
            };
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

/// The part of a drawing where a room is.
struct Part<'c> {
    canvas: &'c mut Canvas,
    /// Its upper left corner.
    corner: (i16, i16),
    /// The column of the east wall.
    right: i16,
}

impl Part<'_> {
    /// The number of characters between the walls.
    fn inner(&self) -> usize {
        usize::from((self.right - 1).unsigned_abs())
    }

    fn put(&mut self, x: i16, y: i16, text: &str, tone: Tone) {
        self.canvas
            .put((self.corner.0 + x, self.corner.1 + y), text, tone);
    }

    fn frame(&mut self, tone: Tone) {
        let right = self.right;
        let bottom = ROOM_HEIGHT - 1;
        let wall = "─".repeat(self.inner());
        self.put(0, 0, &format!("┌{wall}┐"), tone);
        self.put(0, bottom, &format!("└{wall}┘"), tone);
        for (x, y) in (1..bottom).flat_map(|y| [(0, y), (right, y)]) {
            self.put(x, y, "│", tone);
        }
    }

    /// Draws a gap in the middle of a wall.
    fn exit(&mut self, side: Side, sign: &str, tone: Tone, wall: Tone) {
        let middle = self.right / 2;
        let right = self.right;
        let bottom = ROOM_HEIGHT - 1;
        match side {
            Side::North | Side::South => {
                let (y, left_end, right_end) = if side == Side::North {
                    (0, "┘", "└")
                } else {
                    (bottom, "┐", "┌")
                };
                self.put(middle - 2, y, left_end, wall);
                self.put(middle - 1, y, &format!(" {sign} "), tone);
                self.put(middle + 2, y, right_end, wall);
            }
            Side::East | Side::West => self.put(
                if side == Side::East { right } else { 0 },
                ROOM_HEIGHT / 2,
                sign,
                tone,
            ),
        }
    }
}
