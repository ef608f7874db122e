//! The table as a drawing: the rooms with what is in them, then the players and the piles.
//!
//! A room is a box of characters, north up. Its walls have gaps where exits are, and the gap shows what is beyond: nothing
//! for an open way, an arrow where nobody has been, a grille for a lock.

use std::ops::Range;

use super::view::{Knight, View, items};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{self, Kind};
use crate::games::dungeon_in_a_tin::rules::noun::{Card, Monster};
use crate::games::dungeon_in_a_tin::rules::position::{Fate, NONE, Room, Step};
use crate::games::shared::crop::{span, window};
use crate::games::shared::fact::Fact;
use crate::games::shared::lexicon::say;
use crate::games::shared::narrator::Narrator;
use crate::games::side::Side;
use crate::referee::{Screen, Tone};

/// How wide a room is: the longest printed names fit, and four rooms into 80 characters.
const WIDE: usize = 17;
/// How wide it is where more rooms stand side by side: five fit into 80 characters.
const NARROW: usize = 15;
const ROOM_HEIGHT: usize = 5;
/// More rows of rooms than this are cropped, so that the drawing and a prompt fit a terminal.
const MOST_ROWS: usize = 5;

const LOCK: char = '╬';
const CLOSED: char = '▒';
const GAP: char = '≈';
const BRIDGE: char = '═';
/// Where a knight died.
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
        let cropped: Vec<String> =
            outside.iter().map(|(side, count)| format!("{count} {}", self.side_text(*side))).collect();
        if !cropped.is_empty() {
            let text = say!(self, "The map goes on; rooms not shown: {rooms}.", rooms = cropped.join(", "));
            screen.flow(width, Tone::Dim, "", vec![text]);
        }
        screen.flow(width, Tone::Dim, "", self.legend(&signs));
        screen.end_map();
        for seat in 0..self.players.len() {
            self.player_lines(view, seat, width, &mut screen);
        }
        self.pile_lines(view, width, &mut screen);
        self.fight_line(view, width, &mut screen);
        screen
    }

    /// The rooms of the knights and those beside them; between knights far apart, all.
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
        let mut legend = self.legend(&signs);
        let more: Vec<String> = outside.iter().map(|(side, count)| format!("{count} {}", self.letter(*side))).collect();
        legend.extend((!more.is_empty()).then(|| say!(self, "more rooms: {rooms} (`map`)", rooms = more.join(", "))));
        screen.flow(width, Tone::Dim, "", legend);
        screen
    }

    /// The rooms of some columns and rows, the first in the south; how many lie beyond, by side, and the signs that were drawn.
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
            let treasure: Vec<String> = room.floor.each().map(|kind| self.token_word(kind)).collect();
            canvas.text(1, 3, &packed(&treasure, canvas.inner()), Tone::Gold);
        } else {
            canvas.text(1, 3, &cut(&say!(self, "not entered"), canvas.inner()), Tone::Dim);
        }
    }

    /// Monsters from the left, knights from the right.
    fn draw_inhabitants(&self, view: &View<'_>, at: u8, canvas: &mut Part<'_>, signs: &mut Signs) {
        let sign = |seat| match view.knight(seat) {
            knight if knight.room != at => None,
            knight if knight.fate == Fate::Dead => Some(FALLEN.to_owned()),
            knight => (knight.fate == Fate::InDungeon).then(|| self.knight_sign(seat)),
        };
        let knights: String = (0..self.players.len()).filter_map(sign).collect();
        let inner = canvas.inner();
        let space = inner.saturating_sub(knights.chars().count() + 1);
        let monsters: Vec<String> = view.monsters_in(at).map(|die| self.monster_sign(die.monster)).collect();
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
            _ => say!(self, "{count} monsters", count = monsters.len() as u32),
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

    /// "@", or with the seat's number when several play.
    fn knight_sign(&self, seat: usize) -> String {
        if self.players.len() == 1 { "@".to_owned() } else { format!("@{}", seat + 1) }
    }

    fn player_lines(&self, view: &View<'_>, seat: usize, width: usize, screen: &mut Screen) {
        let knight = view.knight(seat);
        let name = format!("{} {}", self.knight_sign(seat), self.players[seat]);
        let gold = self.data.gold(knight.carried);
        if knight.fate != Fate::InDungeon {
            let fate = match knight.fate {
                Fate::Home => say!(self, "home with {gold} gold", gold = gold),
                Fate::Left => say!(self, "left with {gold} gold", gold = gold),
                _ => say!(self, "dead"),
            };
            screen.line([(name, Tone::Strong), (format!("  {fate}"), Tone::Dim)]);
            return;
        }
        let (full, lost) = (usize::from(knight.hearts), usize::from(self.data.hearts.saturating_sub(knight.hearts)));
        screen.line([
            (name, Tone::Strong),
            (format!("  {}{}", "♥".repeat(full), "♡".repeat(lost)), if full > 2 { Tone::Good } else { Tone::Bad }),
            ("  ".to_owned() + &self.progress_text(&knight), Tone::Plain),
        ]);
        let mut slots: Vec<String> = items(knight.carried).each().map(|kind| self.token_word(kind)).collect();
        slots.resize(slots.len().max(usize::from(self.data.slots)), "-".to_owned());
        let mut goods = vec![say!(self, "slots: {items}", items = slots.join(", "))];
        let coins: Vec<&str> = knight.carried.coins().each().map(|kind| self.data.token(kind).word.as_str()).collect();
        goods.push(if coins.is_empty() {
            say!(self, "purse: empty")
        } else {
            say!(self, "purse: {coins} = {gold} gold", coins = coins.join(" "), gold = gold)
        });
        screen.flow(width, Tone::Gold, "  ", goods);
        let hand = match knight.hand {
            _ if knight.cards == 0 => vec![say!(self, "hand: no cards")],
            None => vec![say!(self, "hand: {cards}", cards = self.plain_cards_text(u32::from(knight.cards)))],
            Some(hand) => {
                let cards = hand.cards().iter().map(|card| self.card_text(*card)).enumerate();
                cards.map(|(at, card)| if at == 0 { say!(self, "hand: {cards}", cards = card) } else { card }).collect()
            }
        };
        screen.flow(width, Tone::Plain, "  ", hand);
    }

    fn pile_lines(&self, view: &View<'_>, width: usize, screen: &mut Screen) {
        let stack = view.stack();
        let mut piles = vec![say!(self, "turn {turn}", turn = view.turn().max(1)), self.tiles_text(stack.len() as u32)];
        if !stack.known.is_empty() {
            let known: Vec<&str> = stack.known.iter().map(|tile| self.data.tile(*tile).name.as_str()).collect();
            piles.push(say!(self, "next: {rooms}", rooms = known.join(", ")));
        }
        let spent: u32 = view.spent_cards().iter().map(|count| u32::from(*count)).sum();
        piles.push(say!(self, "deck {count}, discarded {spent}", count = view.deck_size() as u32, spent = spent));
        let (pool, spent) = (view.pool().total() as u32, view.spent_tokens().total() as u32);
        piles.push(say!(self, "pool {count}, discarded {spent}", count = pool, spent = spent));
        screen.flow(width, Tone::Dim, "", piles);
    }

    fn fight_line(&self, view: &View<'_>, width: usize, screen: &mut Screen) {
        let fight = view.fight();
        let Some(die) = view.monsters().get(usize::from(fight.die)) else { return };
        let mut parts = vec![say!(self, "fight: {monster}", monster = self.monster_noun(die.monster))];
        parts.extend(fight.attack.map(|attack| self.attack_word(attack)));
        if fight.card != NONE {
            parts.push(self.card_text(fight.card));
        }
        if fight.bomb {
            parts.push(say!(self, "a bomb"));
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
            let (noun, place, what) = (self.tile_noun(room.tile), self.place_text(room), self.describe_room(view, at));
            told.push(say!(self, "The {room}, {place}. {what}", room = noun, place = place, what = what));
        }
        let stack = view.stack();
        let known: Vec<&str> = stack.known.iter().map(|tile| self.data.tile(*tile).name.as_str()).collect();
        let tiles = self.tiles_text(stack.len() as u32);
        told.push(match known.is_empty() {
            true => say!(self, "The stack has {tiles}.", tiles = tiles),
            false => {
                let known = self.lexicon.names(&known);
                say!(self, "The stack has {tiles}, known from the top: {rooms}.", tiles = tiles, rooms = known)
            }
        });
        let spent: u32 = view.spent_cards().iter().map(|count| u32::from(*count)).sum();
        let cards = self.plain_cards_text(view.deck_size() as u32);
        told.push(match spent {
            0 => say!(self, "The fight deck has {cards}.", cards = cards),
            _ => say!(self, "The fight deck has {cards}; discarded: {spent}.", cards = cards, spent = spent),
        });
        let (tokens, spent) = (view.pool().total() as u32, view.spent_tokens());
        let tokens = match tokens {
            1 => say!(self, "1 token"),
            _ => say!(self, "{count} tokens", count = tokens),
        };
        told.push(match spent.is_empty() {
            true => say!(self, "The treasure pool has {tokens}.", tokens = tokens),
            false => {
                let spent = self.tokens_text(spent);
                say!(self, "The treasure pool has {tokens}; discarded: {spent}.", tokens = tokens, spent = spent)
            }
        });
        told
    }

    fn describe_player(&self, view: &View<'_>, seat: usize, told: &mut Vec<String>) {
        let knight = view.knight(seat);
        let player = || self.player_noun(seat);
        let alone = self.is_alone();
        let gold = self.data.gold(knight.carried);
        match knight.fate {
            Fate::Dead if alone => return told.push(say!(self, "You are dead.")),
            Fate::Dead => return told.push(say!(self, "{player} is dead.", player = player())),
            Fate::Left if alone => return told.push(say!(self, "You left the dungeon with {gold} gold.", gold = gold)),
            Fate::Left => {
                return told.push(say!(self, "{player} left the dungeon with {gold} gold.", player = player(), gold = gold));
            }
            Fate::Home if alone => return told.push(say!(self, "You are home with {gold} gold.", gold = gold)),
            Fate::Home => {
                return told.push(say!(self, "{player} is home with {gold} gold.", player = player(), gold = gold));
            }
            Fate::InDungeon => {}
        }
        told.push(self.describe_place(view, seat));
        if let Some(side) = knight.declared.filter(|_| !alone) {
            let side = Fact::Word(side.name());
            told.push(say!(self, "{player} means to go {side}.", player = player(), side = side));
        }
        told.push(self.describe_goods(&knight, seat, gold));
        let cards = match knight.hand {
            _ if knight.cards == 0 => say!(self, "no fight cards"),
            None => self.cards_text(u32::from(knight.cards)),
            Some(hand) => {
                let cards: Vec<String> = hand.cards().iter().map(|card| self.card_text(*card)).collect();
                cards.join("; ")
            }
        };
        told.push(match alone {
            true => say!(self, "You hold {cards}.", cards = cards),
            false => say!(self, "{player} holds {cards}.", player = player(), cards = cards),
        });
    }

    /// Where a knight is, and what is there unless that was told of another.
    fn describe_place(&self, view: &View<'_>, seat: usize) -> String {
        let knight = view.knight(seat);
        let room = &view.rooms()[usize::from(knight.room)];
        let is = match (self.is_alone(), knight.room == 0) {
            (true, true) => "You are on the {room}",
            (true, false) => "You are in the {room}",
            (false, true) => "{player} is on the {room}",
            (false, false) => "{player} is in the {room}",
        };
        let mut text = say!(self, is, player = self.player_noun(seat), room = self.tile_noun(room.tile));
        let shares = |other| view.knight(other).fate == Fate::InDungeon && view.knight(other).room == knight.room;
        let shared = (0..seat).any(shares);
        match shared {
            true => text += &say!(self, " too"),
            false => text += &format!(", {}", self.place_text(room)),
        }
        if let Some(side) = knight.entrance.filter(|_| knight.room != 0) {
            text += &say!(self, ", entered from the {side}", side = Fact::Word(side.name()));
        }
        if shared { format!("{text}.") } else { format!("{text}. {}", self.describe_room(view, knight.room)) }
    }

    fn describe_fight(&self, view: &View<'_>, told: &mut Vec<String>) {
        let fight = view.fight();
        let Some(die) = view.monsters().get(usize::from(fight.die)) else { return };
        let monster = Monster(die.monster).several(1);
        let mut text = match self.is_alone() {
            true => say!(self, "You fight {monster}", monster = monster),
            false => {
                let player = self.player_noun(view.actor());
                say!(self, "{player} fights {monster}", player = player, monster = monster)
            }
        };
        if let Some(attack) = fight.attack {
            text += &say!(self, ", which attacks: {attack}", attack = Fact::Word(attack.name()));
        }
        if fight.card != NONE {
            text += &say!(self, ". On the table: {card}", card = Card(fight.card).noun(self));
        }
        if fight.bomb {
            text += &say!(self, " and a bomb");
        }
        told.push(text + ".");
    }

    /// "4 of 5 hearts, level 2, 3 experience, 5 gold, a potion"
    pub(crate) fn goods_text(&self, knight: &Knight) -> String {
        let (carried, gold) = (items(knight.carried), self.data.gold(knight.carried));
        let carried = if carried.is_empty() { String::new() } else { format!(", {}", self.tokens_text(carried)) };
        let text = "{hearts} of {all} hearts, level {level}, {experience} experience, {gold} gold";
        let (all, level) = (self.data.hearts, knight.level);
        let experience = knight.experience;
        say!(self, text, hearts = knight.hearts, all = all, level = level, experience = experience, gold = gold) + &carried
    }

    fn describe_goods(&self, knight: &Knight, seat: usize, gold: u32) -> String {
        let carried = items(knight.carried);
        let free = self.data.slots.saturating_sub(carried.specials());
        let carried = if carried.is_empty() { String::new() } else { format!("{}; ", self.tokens_text(carried)) };
        let text = match self.is_alone() {
            true => "You have {hearts} of {all} hearts, level {level}, {experience} experience and {gold} gold.",
            false => "{player} has {hearts} of {all} hearts, level {level}, {experience} experience and {gold} gold.",
        };
        let facts = [
            ("player", self.player_noun(seat)),
            ("hearts", knight.hearts.into()),
            ("all", self.data.hearts.into()),
            ("level", knight.level.into()),
            ("experience", knight.experience.into()),
            ("gold", gold.into()),
        ];
        let slots = say!(self, "Item slots: {items}{free} free.", items = carried, free = free);
        format!("{} {slots}", self.lexicon.say(text, &facts))
    }

    /// "level 2  experience 3"
    fn progress_text(&self, knight: &Knight) -> String {
        say!(self, "level {level}  experience {experience}", level = knight.level, experience = knight.experience)
    }

    /// A token in a word: "potion", "c5".
    fn token_word(&self, kind: Kind) -> String {
        match kind.is_special() {
            true => self.item_word(kind),
            false => self.data.token(kind).word.clone(),
        }
    }

    pub(super) fn tiles_text(&self, count: u32) -> String {
        match count {
            1 => say!(self, "1 tile"),
            _ => say!(self, "{count} tiles", count = count),
        }
    }

    fn side_text(&self, side: Side) -> String {
        self.lexicon.text(&Fact::Word(side.name()))
    }

    /// Monsters, treasure and exits of a room.
    fn describe_room(&self, view: &View<'_>, at: u8) -> String {
        let room = &view.rooms()[usize::from(at)];
        let mut sentences = Vec::new();
        if view.monsters_in(at).next().is_some() {
            let monsters = self.monsters_text(view.monsters_in(at).map(|die| die.monster));
            sentences.push(say!(self, "Here: {monsters}.", monsters = monsters));
        }
        if !room.floor.is_empty() {
            sentences.push(say!(self, "On the floor: {tokens}.", tokens = self.tokens_text(room.floor)));
        }
        if !room.visited {
            sentences.push(say!(self, "Nobody has entered it."));
        }
        let tile = self.data.tile(room.tile);
        let skulls = [(tile.white, "{count} white"), (tile.red, "{count} red")];
        let skulls = skulls.into_iter().filter(|(count, _)| *count > 0);
        let skulls: Vec<String> = skulls.map(|(count, text)| say!(self, text, count = count)).collect();
        let skulls: Vec<&str> = skulls.iter().map(String::as_str).collect();
        if !skulls.is_empty() {
            sentences.push(say!(self, "Skulls: {skulls}.", skulls = self.lexicon.names(&skulls)));
        }
        if tile.chasm {
            let bridged = if room.bridges > 0 { "A rope bridges the chasm." } else { "The chasm has no bridge." };
            sentences.push(say!(self, bridged));
        }
        let exits = room.exits.iter();
        let exits = exits.map(|side| format!("{} {}", self.side_text(side), self.describe_exit(view, at, side)));
        sentences.push(say!(self, "Exits: {exits}.", exits = exits.collect::<Vec<String>>().join("; ")));
        sentences.join(" ")
    }

    fn describe_exit(&self, view: &View<'_>, at: u8, side: Side) -> String {
        let room = &view.rooms()[usize::from(at)];
        let text = match room.beyond[side as usize] {
            NONE if room.blocked.has(side) => return say!(self, "blocked for good"),
            NONE => say!(self, "unexplored"),
            _ => match view.meets(at, side) {
                Some(there) => {
                    let there = self.tile_noun(view.rooms()[usize::from(there)].tile);
                    say!(self, "to the {room}", room = there)
                }
                None => return say!(self, "facing a wall"),
            },
        };
        if view.lock(at, side).is_some() { text + &say!(self, ", locked") } else { text }
    }

    /// Where a room is, from the stairs: "2 north and 1 east of the stairs".
    pub(super) fn place_text(&self, room: &Room) -> String {
        let part = |steps: i16, ahead: Side| {
            let side = if steps < 0 { ahead.opposite() } else { ahead };
            let (steps, side) = (steps.unsigned_abs(), Fact::Word(side.name()));
            (steps != 0).then(|| say!(self, "{steps} {side}", steps = steps, side = side))
        };
        let parts: Vec<String> = [part(room.y, Side::North), part(room.x, Side::East)].into_iter().flatten().collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        match parts.is_empty() {
            true => say!(self, "where it all begins"),
            false => say!(self, "{steps} of the stairs", steps = self.lexicon.names(&parts)),
        }
    }

    /// "y", "r^$".
    fn monster_sign(&self, monster: piece::Monster) -> String {
        let colour = self.lexicon.text(&Fact::Word(monster.colour().name()));
        let mut sign: String = colour.chars().take(1).collect();
        if monster.has_horns() {
            sign.push('^');
        }
        if monster.has_chest() {
            sign.push('$');
        }
        sign
    }

    fn legend(&self, signs: &Signs) -> Vec<String> {
        let all = [
            (signs.unknown, "→ unexplored"),
            (signs.locks, "╬ locked"),
            (signs.closed, "▒ no way"),
            (signs.gap, "≈ no bridge"),
            (signs.bridge, "═ bridged"),
            (signs.monsters, "y, r monsters"),
            (signs.horns, "^ horns"),
            (signs.chests, "$ chest"),
        ];
        all.into_iter().filter(|(used, _)| *used).map(|(_, text)| say!(self, text)).collect()
    }
}

/// Which signs the map uses, to explain those alone.
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

/// At most `width` characters, with a sign if some are missing.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push(MORE);
    short
}

/// As many words as fit, and how many more.
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

/// Toned characters in rows.
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

    /// The part for a room, counted from the top left.
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
    /// How many characters fit between the walls.
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

    /// A gap in the middle of a wall.
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
