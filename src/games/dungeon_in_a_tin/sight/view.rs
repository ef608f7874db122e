//! What a seat sees of a game.
//!
//! No pile in a position has a hidden order, so only hands can be secret, and only if the table plays with closed hands
//! (section 7 of the rules). A view shows everything except the hands of others.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::Tokens;
use crate::games::dungeon_in_a_tin::rules::position::{
    Die, Fate, Fight, Hand, Lock, Position, Room, Stack, Step,
};
use crate::games::shared::phrase::Phrases;
use crate::games::side::Side;
use crate::referee::Seat;

/// The table as seen by one seat or by everybody.
#[derive(Clone, Copy, Debug)]
pub struct View<'p> {
    game: &'p Dungeon,
    position: &'p Position,
    seat: Option<Seat>,
}

/// A player, as seen by the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knight {
    pub fate: Fate,
    /// The index of the player's room.
    pub room: u8,
    pub entrance: Option<Side>,
    pub hearts: u8,
    pub level: u8,
    pub experience: u8,
    /// The contents of slots and purse.
    pub carried: Tokens,
    pub declared: Option<Side>,
    /// The number of fight cards in hand.
    pub cards: u8,
    /// The hand, if the viewer sees it.
    pub hand: Option<Hand>,
}

impl Knight {
    /// Whether the knight is in that room of the dungeon.
    pub fn is_in(&self, room: u8) -> bool {
        self.fate == Fate::InDungeon && self.room == room
    }
}

impl<'p> View<'p> {
    pub(crate) fn new(game: &'p Dungeon, position: &'p Position, seat: Option<Seat>) -> View<'p> {
        View {
            game,
            position,
            seat,
        }
    }

    pub fn game(&self) -> &'p Dungeon {
        self.game
    }

    /// A phrase in words, about what is seen.
    pub(crate) fn say(&self, phrase: &impl Phrases<Dungeon>) -> String {
        self.game.lexicon.say(self.game, self.position, phrase)
    }

    pub fn turn(&self) -> u32 {
        self.position.turn
    }

    pub fn step(&self) -> Step {
        self.position.step
    }

    /// The player whose go it is.
    pub fn actor(&self) -> usize {
        self.position.actor()
    }

    /// The rooms in the order in which they were placed, the stairs first.
    pub fn rooms(&self) -> &'p [Room] {
        &self.position.rooms
    }

    /// The dice in rooms, in the order in which they were placed.
    pub fn monsters(&self) -> &'p [Die] {
        &self.position.monsters
    }

    /// The stack, which has no hidden order.
    pub fn stack(&self) -> &'p Stack {
        &self.position.stack
    }

    pub fn pool(&self) -> Tokens {
        self.position.pool
    }

    pub fn spent_tokens(&self) -> Tokens {
        self.position.spent_tokens
    }

    /// Discarded fight cards, by kind.
    pub fn spent_cards(&self) -> &'p [u8] {
        &self.position.spent_cards
    }

    pub fn rescued(&self) -> bool {
        self.position.rescued
    }

    pub fn basket(&self) -> Tokens {
        self.position.basket
    }

    pub fn fight(&self) -> Option<Fight> {
        self.position.fight
    }

    /// The tile to be laid.
    pub fn tile(&self) -> Option<u8> {
        self.position.tile
    }

    /// The modifier of the current fight (R73).
    pub fn modifier(&self) -> i16 {
        self.game.modifier(self.position)
    }

    /// The number of cards in the fight deck.
    pub fn deck_size(&self) -> u32 {
        self.position.deck_size()
    }

    /// How many copies of a fight card are in the deck or in hands that are not seen.
    pub fn unseen_cards(&self, card: u8) -> u8 {
        let hidden = (0..self.game.players.len()).filter(|seat| !self.sees_hand(*seat));
        let held = |seat: usize| {
            self.position.players[seat]
                .hand
                .cards()
                .iter()
                .filter(|held| **held == card)
                .count() as u8
        };
        self.position.deck[usize::from(card)] + hidden.map(held).sum::<u8>()
    }

    /// Whether the viewer sees all of this hand; nobody does if the cardboard keeps it.
    pub fn sees_hand(&self, seat: usize) -> bool {
        !self.game.options.face_down && self.game.sees_cards(self.seat.into(), seat as Seat)
    }

    pub fn knight(&self, seat: usize) -> Knight {
        let player = &self.position.players[seat];
        Knight {
            fate: player.fate,
            room: player.room,
            entrance: player.entrance,
            hearts: player.hearts,
            level: player.level,
            experience: player.experience,
            carried: player.carried,
            declared: player.declared,
            cards: player.hand.len(),
            hand: self.sees_hand(seat).then_some(player.hand),
        }
    }

    /// Whether nobody has entered a room yet. Until its monsters have come, whoever stands there has.
    pub fn is_new(&self, room: u8) -> bool {
        let stands = |seat| self.knight(seat).is_in(room);
        !self.rooms()[usize::from(room)].visited && !(0..self.game.players.len()).any(stands)
    }

    /// The monsters of a room.
    pub fn monsters_in(&self, room: u8) -> impl Iterator<Item = &'p Die> {
        self.position.monsters_in(room)
    }

    /// The room beyond an exit, if it has an exit there as well.
    pub fn meets(&self, room: u8, side: Side) -> Option<u8> {
        self.position.meets(room, side)
    }

    /// The lock that closes this side of a room, whichever room it belongs to.
    pub fn lock(&self, room: u8, side: Side) -> Option<Lock> {
        self.position.lock(room, side)
    }

    fn tokens(&self, tokens: Tokens) -> Value {
        tokens
            .each()
            .map(|kind| self.game.data.token(kind).word.as_str())
            .collect()
    }

    fn counted(&self, tokens: Tokens) -> Value {
        tokens
            .kinds()
            .map(|kind| (self.game.data.token(kind).word.as_str(), tokens.of(kind)))
            .collect()
    }

    fn cards(&self, cards: impl IntoIterator<Item = u8>) -> Value {
        cards
            .into_iter()
            .map(|card| self.game.card_code(card))
            .collect()
    }

    fn player(&self, seat: usize) -> Value {
        let knight = self.knight(seat);
        json!({
            "name": self.game.players[seat],
            "fate": knight.fate,
            "room": knight.room,
            "entered_by": knight.entrance,
            "hearts": knight.hearts,
            "level": knight.level,
            "experience": knight.experience,
            "items": self.tokens(knight.carried.items()),
            "coins": self.tokens(knight.carried.coins()),
            "gold": self.game.data.gold(knight.carried),
            "declared": knight.declared,
            "cards": knight.cards,
            "hand": knight.hand.map(|hand| self.cards(hand.cards().iter().copied())),
        })
    }

    fn room(&self, (at, room): (u8, &Room)) -> Value {
        let monster = |die: &Die| json!({ "colour": die.monster.colour(), "face": die.monster.face().name() });
        json!({
            "tile": self.game.tile_code(room.tile),
            "name": self.game.data.tile(room.tile).name,
            "x": room.x,
            "y": room.y,
            "arrow": room.arrow,
            "exits": room.exits,
            "locked": room.locked,
            "blocked": room.blocked,
            "visited": room.visited,
            "bridged": room.bridges > 0,
            "monsters": self.monsters_in(at).map(monster).collect::<Value>(),
            "floor": self.tokens(room.floor),
        })
    }

    fn fighting(&self) -> Option<Value> {
        let fight = self.fight()?;
        let die = &self.monsters()[usize::from(fight.die)];
        Some(json!({
            "colour": die.monster.colour(),
            "face": die.monster.face().name(),
            "attack": fight.attack,
            "card": fight.card().map(|card| self.game.card_code(card)),
            "bomb": fight.bomb,
        }))
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stack = self.stack();
        let hidden = |layer: &[u8]| layer.iter().map(|count| u32::from(*count)).sum::<u32>();
        let spent = (0..)
            .zip(self.spent_cards())
            .flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(*count)));
        json!({
            "turn": self.turn(),
            "players": (0..self.game.players.len()).map(|seat| self.player(seat)).collect::<Value>(),
            "first": self.position.first,
            "rooms": (0..).zip(self.rooms()).map(|room| self.room(room)).collect::<Value>(),
            "stack": {
                "left": stack.len(),
                "known": stack.known.iter().map(|tile| self.game.tile_code(*tile)).collect::<Value>(),
                "a": hidden(&stack.a),
                "b": hidden(&stack.b),
                "final": stack.last,
            },
            "deck": self.deck_size(),
            "spent_cards": self.cards(spent),
            "pool": self.counted(self.pool()),
            "spent_treasure": self.counted(self.spent_tokens()),
            "basket": self.tokens(self.basket()),
            "fight": self.fighting(),
            "rescued": self.rescued(),
        })
        .serialize(serializer)
    }
}
