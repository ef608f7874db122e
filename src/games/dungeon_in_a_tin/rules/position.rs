//! The state of a game.

use serde::Serialize;

use super::worlds::Worlds;
use crate::games::dungeon_in_a_tin::data::Data;
use crate::games::dungeon_in_a_tin::data::bend::Bend;
use crate::games::dungeon_in_a_tin::data::piece::{Attack, Colour, Monster, Tokens};
use crate::games::dungeon_in_a_tin::data::piece::{MAX_LEVEL, MAX_SEATS};
use crate::games::side::{Side, Sides};

/// R78, A33: the most Experience Tokens that a player can hold, and the price of a level.
pub const EXPERIENCE_FOR_LEVEL: u8 = 10;

/// The complete state. Piles are multisets without a hidden order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Counted from 1 (R15); 0 during the set-up.
    pub turn: u32,
    pub step: Step,
    /// Whose go it is, counted clockwise from the first player of this turn.
    pub acting: u8,
    /// The player who goes first this turn (R21).
    pub first: u8,
    /// R21: the numbers rolled for this turn's order, by seat; 0 if not rolled.
    pub rolls: [u8; MAX_SEATS],
    /// R21: the seats still to roll.
    pub rolling: u8,
    /// R30: the seats that have passed since the last change in their room.
    pub passed: u8,
    /// Whether something was dropped during the current go.
    pub dropped: bool,
    pub players: Vec<Player>,
    /// In the order in which they were placed, the stairs first.
    pub rooms: Vec<Room>,
    /// The monster dice in rooms, in the order in which they were placed.
    pub monsters: Vec<Die>,
    pub stack: Stack,
    /// The deck, by kind of fight card. If closed hands are kept at the table, these are all unseen cards, in the deck or
    /// hidden in hands.
    pub deck: Vec<u8>,
    pub spent_cards: Vec<u8>,
    /// Which unseen cards may be in hands, if closed hands are kept at the table.
    pub worlds: Worlds,
    pub pool: Tokens,
    pub spent_tokens: Tokens,
    /// R82: whether the maiden is home.
    pub rescued: bool,
    /// The items being bought.
    pub basket: Tokens,
    /// R45: the tile to be laid.
    pub tile: Option<u8>,
    /// R57: the rooms entered in this step, in the order of their first entry.
    pub entered: Vec<u8>,
    /// What the first of them still receives.
    pub coming: Coming,
    pub fight: Option<Fight>,
}

/// What is asked for or settled next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Chance: a card for the first hands (R11).
    Deal,
    /// Chance: a number for the turn order (R21).
    Order,
    /// Whether to swap before the refresh (D1).
    SwapFirst,
    /// Chance: a card of step 1 (R25).
    Refresh,
    /// Steps 2 to 4 together, for the only player in the dungeon. `late` once steps 2 and 3 are over.
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
    /// How the tile is turned (R45).
    Rotate,
    /// Chance: a monster die (R59).
    Monster,
    /// Chance: treasure in a room (R61).
    Chest,
    /// The monster to fight (R66).
    Choose,
    /// Chance: the attack die (R69).
    Attack,
    /// The card to play (R70).
    Card,
    /// Chance: a fight card from the deck (R70).
    Reveal,
    /// Whether to add a bomb (R72).
    Bomb,
    /// Chance: the combat die (R73).
    Combat,
    /// Whether to swap to survive (A32).
    LastHeart,
    /// Chance: a killed monster's treasure (R75).
    Loot,
    /// Whether to swap after the fight (D1).
    SwapAfter,
    /// The table: a card in a closed hand that is discarded (R87, R88, A39).
    Show(Departure),
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    pub fate: Fate,
    /// The index of the player's room.
    pub room: u8,
    /// R44: the side from which the player entered the room.
    pub entrance: Option<Side>,
    pub hearts: u8,
    pub level: u8,
    pub experience: u8,
    pub hand: Hand,
    /// The contents of slots and purse.
    pub carried: Tokens,
    /// R40: the exit declared in this step 4.
    pub declared: Option<Side>,
    /// R31: the kinds dropped in this step 2, one bit each.
    pub dropped: u16,
}

/// The reason why a closed hand is shown; the game continues from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Departure {
    Death,
    Leave,
    Homecoming,
}

/// What became of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Hash)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    #[serde(rename = "in the dungeon")]
    InDungeon,
    /// Killed (R89).
    Dead,
    /// Left before the rescue (R91).
    Left,
    /// Home after the rescue (R87).
    Home,
}

/// The fight cards in a hand: those known to the referee, in ascending order of kind, and the number of hidden ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    cards: [u8; MAX_LEVEL as usize + 1],
    known: u8,
    hidden: u8,
}

impl Hand {
    /// The cards known to the referee.
    pub fn cards(&self) -> &[u8] {
        &self.cards[..usize::from(self.known)]
    }

    /// The number of cards known only to their owner.
    pub fn hidden(&self) -> u8 {
        self.hidden
    }

    pub fn len(&self) -> u8 {
        self.known + self.hidden
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a card seen only by its owner.
    pub fn add_hidden(&mut self) {
        self.hidden += 1;
    }

    /// Removes such a card.
    pub fn take_hidden(&mut self) {
        self.hidden -= 1;
    }

    pub fn add(&mut self, card: u8) {
        let at = self.cards().partition_point(|held| *held <= card);
        self.cards.copy_within(at..usize::from(self.known), at + 1);
        self.cards[at] = card;
        self.known += 1;
    }

    /// Removes a card of this kind, if it is known to be in the hand.
    pub fn take(&mut self, card: u8) -> bool {
        let Some(at) = self.cards().iter().position(|held| *held == card) else {
            return false;
        };
        self.cards.copy_within(at + 1..usize::from(self.known), at);
        self.known -= 1;
        self.cards[usize::from(self.known)] = 0;
        true
    }
}

/// A tile on the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Room {
    pub tile: u8,
    pub x: i16,
    pub y: i16,
    /// Where the arrow at the tile's printed north points.
    pub arrow: Side,
    /// The exits, as the tile is turned.
    pub exits: Sides,
    /// The sides with Locked Door Markers (R53).
    pub locked: Sides,
    /// R50: the exits behind which nothing will ever be placed.
    pub blocked: Sides,
    /// The room on the neighbouring cell of each side, whether or not exits meet.
    pub beyond: [Option<u8>; 4],
    /// The exit it was placed from; the stairs have none.
    pub entrance: Option<Side>,
    /// R47: the last turn on the path to this room.
    pub bend: Bend,
    /// Whether anybody has entered it (R58).
    pub visited: bool,
    /// R56: the ropes across the Chasm.
    pub bridges: u8,
    pub floor: Tokens,
}

impl Room {
    /// Whether a tile may still be laid beyond this side, if it has an exit there (R45, R50).
    pub fn leads_on(&self, side: Side) -> bool {
        self.beyond[side as usize].is_none() && !self.blocked.has(side)
    }
}

/// A monster die in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    pub room: u8,
    pub monster: Monster,
    /// The seats that have fought it this turn, one bit each (R68).
    pub fought: u8,
}

/// The tile stack: tiles seen on top, hidden A tiles, hidden B tiles, and the final room.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    /// R49: skipped tiles, from the top.
    pub known: Vec<u8>,
    /// How many of those the current draw has skipped again.
    pub skipped: u8,
    /// Hidden tiles, by kind.
    pub a: Vec<u8>,
    pub b: Vec<u8>,
    /// Whether the final room is still at the bottom.
    pub last: bool,
}

impl Stack {
    /// The number of tiles left.
    pub fn len(&self) -> u32 {
        let hidden = self
            .a
            .iter()
            .chain(&self.b)
            .map(|count| u32::from(*count))
            .sum::<u32>();
        self.known.len() as u32 + hidden + u32::from(self.last)
    }

    /// The weight of this tile as the topmost hidden one, in equally likely cases (R3).
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

    /// Whether any unseen tile is left.
    pub fn has_hidden(&self) -> bool {
        self.last || self.a.iter().chain(&self.b).any(|count| *count > 0)
    }

    /// Removes the topmost hidden tile, which turned out to be this one.
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

/// What an entered room still receives, in this order (R58-R63).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Coming {
    /// By [`Colour`].
    pub monsters: [u8; 2],
    pub chests: u8,
    pub maiden: bool,
}

/// The current fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fight {
    /// The index of the monster.
    pub die: u8,
    pub attack: Option<Attack>,
    pub played: Option<Played>,
    pub bomb: bool,
}

/// A fight card on the table (R71).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Played {
    pub card: u8,
    pub from_deck: bool,
}

impl Fight {
    pub fn card(&self) -> Option<u8> {
        self.played.map(|played| played.card)
    }
}

impl Position {
    /// The monster that is being fought.
    pub fn fought(&self) -> Option<&Die> {
        self.monsters.get(usize::from(self.fight?.die))
    }

    /// The player whose go it is.
    pub fn actor(&self) -> usize {
        (usize::from(self.first) + usize::from(self.acting)) % self.players.len()
    }

    pub fn in_dungeon(&self, seat: usize) -> bool {
        self.players[seat].fate == Fate::InDungeon
    }

    /// The number of players in the dungeon.
    pub fn count_in_dungeon(&self) -> usize {
        self.players
            .iter()
            .filter(|player| player.fate == Fate::InDungeon)
            .count()
    }

    pub fn room(&self, room: u8) -> &Room {
        &self.rooms[usize::from(room)]
    }

    pub fn room_mut(&mut self, room: u8) -> &mut Room {
        &mut self.rooms[usize::from(room)]
    }

    /// The room that a player is in.
    pub fn room_of(&self, seat: usize) -> &Room {
        self.room(self.players[seat].room)
    }

    pub fn monsters_in(&self, room: u8) -> impl Iterator<Item = &Die> {
        self.monsters.iter().filter(move |die| die.room == room)
    }

    pub fn has_monsters(&self, room: u8) -> bool {
        self.monsters_in(room).next().is_some()
    }

    /// R24: whether there is no monster in the player's room.
    pub fn is_safe(&self, seat: usize) -> bool {
        !self.has_monsters(self.players[seat].room)
    }

    /// Whether another player in the dungeon is in the same room.
    pub fn has_company(&self, seat: usize) -> bool {
        let room = self.players[seat].room;
        self.players.iter().enumerate().any(|(other, player)| {
            other != seat && player.fate == Fate::InDungeon && player.room == room
        })
    }

    /// Whether a player can swap experience for a level (R78, R81).
    pub fn can_swap(&self, seat: usize) -> bool {
        let player = &self.players[seat];
        player.experience >= EXPERIENCE_FOR_LEVEL && player.level < MAX_LEVEL
    }

    /// The number of cards in the fight deck.
    pub fn deck_size(&self) -> u32 {
        let hidden: u32 = self
            .players
            .iter()
            .map(|player| u32::from(player.hand.hidden))
            .sum();
        self.deck.iter().map(|count| u32::from(*count)).sum::<u32>() - hidden
    }

    /// The number of cards in each hand that only their owner knows.
    pub fn hidden(&self) -> [u8; MAX_SEATS] {
        let mut hidden = [0; MAX_SEATS];
        hidden
            .iter_mut()
            .zip(&self.players)
            .for_each(|(hidden, player)| *hidden = player.hand.hidden);
        hidden
    }

    /// Whether a player may hold this card, as far as the referee knows.
    pub fn may_hold(&self, seat: usize, card: u8) -> bool {
        let hand = &self.players[seat].hand;
        hand.cards().contains(&card) || self.worlds.may_hold(&self.deck, seat, hand.hidden, card)
    }

    /// Removes this card, which the player may hold. A known copy goes first; what remains is the same.
    pub(crate) fn put_down(&mut self, seat: usize, card: u8) {
        let hand = &mut self.players[seat].hand;
        if !hand.take(card) {
            self.worlds.show(&self.deck, seat, hand.hidden, card);
            hand.take_hidden();
            self.deck[usize::from(card)] -= 1;
        }
    }

    /// The weight of this card as the next of the deck, in equally likely cases.
    pub fn card_weight(&self, card: u8) -> u32 {
        match self.deck.get(usize::from(card)) {
            None => 0,
            Some(_) if self.players.iter().any(|player| player.hand.hidden > 0) => {
                self.worlds.weight(&self.deck, card)
            }
            Some(count) => u32::from(*count),
        }
    }

    /// Removes this card from the deck.
    pub(crate) fn take_from_deck(&mut self, card: u8) {
        self.worlds.draw(&self.deck, card);
        self.deck[usize::from(card)] -= 1;
    }

    /// The first player out of the dungeon whose hand is still to be shown.
    pub fn shows(&self) -> Option<usize> {
        self.players
            .iter()
            .position(|player| player.fate != Fate::InDungeon && player.hand.hidden > 0)
    }

    /// The number of dice of a colour in rooms.
    pub fn dice_out(&self, colour: Colour) -> usize {
        self.monsters
            .iter()
            .filter(|die| die.monster.colour() == colour)
            .count()
    }

    /// The room on a cell.
    pub fn room_at(&self, x: i16, y: i16) -> Option<u8> {
        self.rooms
            .iter()
            .position(|room| (room.x, room.y) == (x, y))
            .map(|at| at as u8)
    }

    /// Returns the room beyond this side if both have an exit there, locked or not.
    pub fn meets(&self, room: u8, side: Side) -> Option<u8> {
        let here = self.room(room);
        let there = here.beyond[side as usize]?;
        (here.exits.has(side) && self.room(there).exits.has(side.opposite())).then_some(there)
    }

    /// The lock that closes this side of the room, if any (R52).
    pub fn lock(&self, room: u8, side: Side) -> Option<Lock> {
        let here = self.room(room);
        if here.locked.has(side) {
            return Some(Lock::Own);
        }
        let there = here.beyond[side as usize]?;
        (here.exits.has(side) && self.room(there).locked.has(side.opposite()))
            .then_some(Lock::Beyond)
    }
}

/// Which room a lock belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lock {
    Own,
    Beyond,
}
