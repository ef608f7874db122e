//! A game at one moment.

use super::worlds::Worlds;
use crate::games::dungeon_in_a_tin::data::Data;
use crate::games::dungeon_in_a_tin::data::bend::Bend;
use crate::games::dungeon_in_a_tin::data::piece::{Attack, Colour, Monster, Tokens};
use crate::games::dungeon_in_a_tin::data::piece::{MAX_LEVEL, MAX_SEATS};
use crate::games::side::{Side, Sides};

/// R78, A33: as many Experience Tokens as a player can hold, and the price of a level.
pub const EXPERIENCE_FOR_LEVEL: u8 = 10;
/// No room, no card.
pub const NONE: u8 = u8::MAX;

/// The whole state. Piles are multisets; nothing has a hidden order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// From 1 (R15); 0 during the set-up.
    pub turn: u32,
    pub step: Step,
    /// Whose go it is, as places after the first player of this turn, clockwise.
    pub acting: u8,
    /// The seat that goes first this turn (R21).
    pub first: u8,
    /// R21: the numbers rolled for this turn's order, by seat; 0 is none.
    pub rolls: [u8; MAX_SEATS],
    /// R21: the seats still to roll.
    pub rolling: u8,
    /// R30: the seats that have passed since the last change in their room.
    pub passed: u8,
    /// Whether something was dropped on the go under way.
    pub dropped: bool,
    pub players: Vec<Player>,
    /// In the order they were placed; the stairs are first.
    pub rooms: Vec<Room>,
    /// The monster dice in the rooms, in the order they were placed.
    pub monsters: Vec<Die>,
    pub stack: Stack,
    /// Fight cards by kind: the deck. With closed hands that the cardboard keeps, the cards nobody has shown: the deck and the
    /// hidden cards of hands.
    pub deck: Vec<u8>,
    pub spent_cards: Vec<u8>,
    /// Which of them may be in hands, where the cardboard keeps closed ones.
    pub worlds: Worlds,
    pub pool: Tokens,
    pub spent_tokens: Tokens,
    /// R82: whether the maiden is home.
    pub rescued: bool,
    /// What is being bought.
    pub basket: Tokens,
    /// R45: a tile that waits to be laid.
    pub tile: u8,
    /// R57: rooms entered in this step, in the order of their first entry.
    pub entered: Vec<u8>,
    /// What the first of them still gets.
    pub coming: Coming,
    pub fight: Fight,
}

/// What is asked for, or settled next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Chance: a card of the first hands (R11).
    Deal,
    /// Chance: a number for the turn order (R21).
    Order,
    /// Swap before the refresh (D1)?
    SwapFirst,
    /// Chance: a card of step 1 (R25).
    Refresh,
    /// Steps 2 to 4 in one, for the only player in the dungeon. `late` once steps 2 and 3 are over.
    Free {
        late: bool,
    },
    /// A go of step 2 (R30).
    Treasure,
    /// Buying, within step 2 (R32).
    Basket,
    /// Step 3 (R37).
    Potion,
    /// Step 4 (R38).
    Declare,
    /// Chance: a tile (R45).
    Tile,
    /// How the tile lies (R45).
    Rotate,
    /// Chance: a monster die (R59).
    Monster,
    /// Chance: treasure in a room (R61).
    Chest,
    /// Which monster to fight (R66).
    Choose,
    /// Chance: the attack die (R69).
    Attack,
    /// Which card to play (R70).
    Card,
    /// Chance: a fight card from the deck (R70).
    Reveal,
    /// A bomb (R72)?
    Bomb,
    /// Chance: the combat die (R73).
    Combat,
    /// Swap to survive (A32)?
    LastHeart,
    /// Chance: a killed monster's treasure (R75).
    Loot,
    /// Swap after the fight (D1)?
    SwapAfter,
    /// The table: a card of a closed hand that is discarded (R87, R88, A39).
    Show(Parting),
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub fate: Fate,
    /// Index into the rooms.
    pub room: u8,
    /// R44: the side by which the player entered the room.
    pub entrance: Option<Side>,
    pub hearts: u8,
    pub level: u8,
    pub experience: u8,
    pub hand: Hand,
    /// Slots and purse.
    pub carried: Tokens,
    /// R40: the exit declared in this step 4.
    pub declared: Option<Side>,
    /// R31: kinds dropped in this step 2, a bit each.
    pub dropped: u16,
}

/// After what a closed hand is shown, and the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parting {
    Death,
    Leave,
    Homecoming,
}

/// What has become of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    InDungeon,
    /// R89.
    Dead,
    /// R91: before the rescue.
    Left,
    /// R87.
    Home,
}

/// Fight cards in hand: those the referee knows, by rising kind, and how many it does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    cards: [u8; MAX_LEVEL as usize + 1],
    known: u8,
    hidden: u8,
}

impl Hand {
    /// Those the referee knows.
    pub fn cards(&self) -> &[u8] {
        &self.cards[..usize::from(self.known)]
    }

    /// How many cards only their owner knows.
    pub fn hidden(&self) -> u8 {
        self.hidden
    }

    pub fn len(&self) -> u8 {
        self.known + self.hidden
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes a card that only its owner sees.
    pub fn add_hidden(&mut self) {
        self.hidden += 1;
    }

    /// Gives up such a card.
    pub fn take_hidden(&mut self) {
        self.hidden -= 1;
    }

    pub fn add(&mut self, card: u8) {
        let at = self.cards().partition_point(|held| *held <= card);
        self.cards.copy_within(at..usize::from(self.known), at + 1);
        self.cards[at] = card;
        self.known += 1;
    }

    /// Removes one such card, if it is known to be there.
    pub fn take(&mut self, card: u8) -> bool {
        let Some(at) = self.cards().iter().position(|held| *held == card) else { return false };
        self.cards.copy_within(at + 1..usize::from(self.known), at);
        self.known -= 1;
        self.cards[usize::from(self.known)] = 0;
        true
    }
}

/// A tile on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    pub tile: u8,
    pub x: i16,
    pub y: i16,
    /// Where the arrow at the tile's printed north points.
    pub arrow: Side,
    /// Exits as the tile lies.
    pub exits: Sides,
    /// Where Locked Door Markers lie (R53).
    pub locked: Sides,
    /// R50: exits behind which nothing will ever lie.
    pub blocked: Sides,
    /// The room on the neighbouring cell of each side, meeting exits or not.
    pub beyond: [u8; 4],
    /// The exit it was placed from; of the stairs none.
    pub entrance: Option<Side>,
    /// R47: the last turn on the path to here.
    pub bend: Bend,
    /// Whether anybody has entered it (R58).
    pub visited: bool,
    /// R56: ropes laid across the Chasm.
    pub bridges: u8,
    pub floor: Tokens,
}

/// A monster die in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    pub room: u8,
    pub monster: Monster,
    /// The seats that have fought it this turn, a bit each (R68).
    pub fought: u8,
}

/// The tile stack: what everybody saw on top, hidden A tiles, hidden B tiles, the final room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// R49: skipped tiles, from the top.
    pub known: Vec<u8>,
    /// How many of those the draw under way has skipped again.
    pub skipped: u8,
    /// By kind.
    pub a: Vec<u8>,
    pub b: Vec<u8>,
    /// Whether the final room is still hidden at the bottom.
    pub last: bool,
}

impl Stack {
    /// How many tiles are left.
    pub fn len(&self) -> u32 {
        let hidden = self.a.iter().chain(&self.b).map(|count| u32::from(*count)).sum::<u32>();
        self.known.len() as u32 + hidden + u32::from(self.last)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// In how many of the equally likely cases this tile is the topmost hidden one (R3).
    pub fn weight(&self, tile: u8, data: &Data) -> u32 {
        let at = usize::from(tile);
        if self.a.iter().any(|count| *count > 0) {
            u32::from(self.a[at])
        } else if self.b.iter().any(|count| *count > 0) {
            u32::from(self.b[at])
        } else {
            u32::from(self.last && tile == data.last)
        }
    }

    /// Whether a tile nobody has seen is left.
    pub fn has_hidden(&self) -> bool {
        self.last || self.a.iter().chain(&self.b).any(|count| *count > 0)
    }

    /// Takes the topmost hidden tile, which is this one.
    pub fn uncover(&mut self, tile: u8) {
        let at = usize::from(tile);
        if self.a[at] > 0 {
            self.a[at] -= 1;
        } else if self.b[at] > 0 {
            self.b[at] -= 1;
        } else {
            self.last = false;
        }
    }
}

/// What a room that was entered still gets, in this order (R58-R63).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coming {
    /// By [`Colour`].
    pub monsters: [u8; 2],
    pub chests: u8,
    pub maiden: bool,
}

/// The fight under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fight {
    /// Index into the monsters.
    pub die: u8,
    pub attack: Option<Attack>,
    pub card: u8,
    pub from_deck: bool,
    pub bomb: bool,
}

impl Fight {
    pub const NONE: Fight = Fight { die: NONE, attack: None, card: NONE, from_deck: false, bomb: false };
}

impl Position {
    /// The seat whose go it is.
    pub fn actor(&self) -> usize {
        (usize::from(self.first) + usize::from(self.acting)) % self.players.len()
    }

    pub fn in_dungeon(&self, seat: usize) -> bool {
        self.players[seat].fate == Fate::InDungeon
    }

    /// How many players are in the dungeon.
    pub fn count_in_dungeon(&self) -> usize {
        self.players.iter().filter(|player| player.fate == Fate::InDungeon).count()
    }

    pub fn room(&self, room: u8) -> &Room {
        &self.rooms[usize::from(room)]
    }

    pub fn room_mut(&mut self, room: u8) -> &mut Room {
        &mut self.rooms[usize::from(room)]
    }

    /// The room a player is in.
    pub fn room_of(&self, seat: usize) -> &Room {
        self.room(self.players[seat].room)
    }

    pub fn monsters_in(&self, room: u8) -> impl Iterator<Item = &Die> {
        self.monsters.iter().filter(move |die| die.room == room)
    }

    pub fn has_monsters(&self, room: u8) -> bool {
        self.monsters_in(room).next().is_some()
    }

    /// R24: no monster in the player's room.
    pub fn is_safe(&self, seat: usize) -> bool {
        !self.has_monsters(self.players[seat].room)
    }

    /// Whether another player in the dungeon is in the same room.
    pub fn has_company(&self, seat: usize) -> bool {
        let room = self.players[seat].room;
        self.players
            .iter()
            .enumerate()
            .any(|(other, player)| other != seat && player.fate == Fate::InDungeon && player.room == room)
    }

    /// R78, R81.
    pub fn can_swap(&self, seat: usize) -> bool {
        let player = &self.players[seat];
        player.experience >= EXPERIENCE_FOR_LEVEL && player.level < MAX_LEVEL
    }

    /// How many cards the fight deck has.
    pub fn deck_size(&self) -> u32 {
        let hidden: u32 = self.players.iter().map(|player| u32::from(player.hand.hidden)).sum();
        self.deck.iter().map(|count| u32::from(*count)).sum::<u32>() - hidden
    }

    /// How many cards of each hand only their owner knows.
    pub fn hidden(&self) -> [u8; MAX_SEATS] {
        let mut hidden = [0; MAX_SEATS];
        hidden.iter_mut().zip(&self.players).for_each(|(hidden, player)| *hidden = player.hand.hidden);
        hidden
    }

    /// Whether the seat may hold this card, as far as the referee knows.
    pub fn may_hold(&self, seat: usize, card: u8) -> bool {
        let hand = &self.players[seat].hand;
        hand.cards().contains(&card) || self.worlds.may_hold(&self.deck, seat, hand.hidden, card)
    }

    /// The seat puts this card down, which it may hold. Of alike ones the known goes first: what is left is the same.
    pub(crate) fn put_down(&mut self, seat: usize, card: u8) {
        let hand = &mut self.players[seat].hand;
        if !hand.take(card) {
            self.worlds.show(&self.deck, seat, hand.hidden, card);
            hand.take_hidden();
            self.deck[usize::from(card)] -= 1;
        }
    }

    /// In how many of the equally likely cases this is the next card of the deck.
    pub fn card_weight(&self, card: u8) -> u32 {
        match self.deck.get(usize::from(card)) {
            None => 0,
            Some(_) if self.players.iter().any(|player| player.hand.hidden > 0) => self.worlds.weight(&self.deck, card),
            Some(count) => u32::from(*count),
        }
    }

    /// This card comes from the deck.
    pub(crate) fn take_from_deck(&mut self, card: u8) {
        self.worlds.draw(&self.deck, card);
        self.deck[usize::from(card)] -= 1;
    }

    /// The first player out of the dungeon whose hand is still to be shown.
    pub fn shows(&self) -> Option<usize> {
        self.players.iter().position(|player| player.fate != Fate::InDungeon && player.hand.hidden > 0)
    }

    /// How many dice of a colour are in rooms.
    pub fn dice_out(&self, colour: Colour) -> usize {
        self.monsters.iter().filter(|die| die.monster.colour() == colour).count()
    }

    /// The room on a cell.
    pub fn room_at(&self, x: i16, y: i16) -> Option<u8> {
        self.rooms.iter().position(|room| (room.x, room.y) == (x, y)).map(|at| at as u8)
    }

    /// Whether the border on this side of the room is an exit on both sides, locked or not.
    pub fn meets(&self, room: u8, side: Side) -> Option<u8> {
        let here = self.room(room);
        let there = here.beyond[side as usize];
        (here.exits.has(side) && there != NONE && self.room(there).exits.has(side.opposite())).then_some(there)
    }

    /// Whether a lock closes this side of the room, and whether it is the neighbour's (R52).
    pub fn lock(&self, room: u8, side: Side) -> Option<Lock> {
        let here = self.room(room);
        if here.locked.has(side) {
            return Some(Lock::Own);
        }
        let there = here.beyond[side as usize];
        (here.exits.has(side) && there != NONE && self.room(there).locked.has(side.opposite())).then_some(Lock::Beyond)
    }
}

/// Whose keyhole a lock is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    Own,
    Beyond,
}
