//! The moves: everything that changes the position.

use crate::games::dungeon_in_a_tin::data::piece::{Attack, COIN_KINDS, Face, KINDS, Kind, Monster, SPECIALS, Tokens};
use crate::games::side::Side;

/// A decision, or a result of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Chance: a fight card from the deck (R11, R25, R70).
    Draw(u8),
    /// The table: the first hands have been dealt and seen only by their owners (R11).
    Dealt,
    /// The table: a card in a closed hand that is discarded (R87, R88, A39).
    Show(u8),
    /// Chance: an ordinary die, for the turn order or a fight (R21, R73).
    Roll(u8),
    /// Chance: a tile from the stack (R45).
    Tile(u8),
    /// Chance: a monster die (R59).
    Face(Face),
    /// Chance: a token from the pool (R61, R75).
    Treasure(Kind),
    /// Chance: the attack die (R69).
    Attack(Attack),

    /// Step 2: takes a token from the floor (R28).
    Take(Kind),
    /// Step 2: puts a token on the floor (R28).
    Drop(Kind),
    /// Step 2, on the stairs: puts an item into the basket (R32).
    Buy(Kind),
    /// Pays for the basket (R36).
    Pay(Coins),
    /// Empties the basket without paying.
    Cancel,
    /// Ends one's go of step 2 or 3 (R30).
    Pass,
    /// Step 3: drinks a potion (R37).
    Drink,
    /// Step 4: opens the lock on this exit of the room (R54).
    Unlock(Side),
    /// Step 4: opens the neighbouring room's lock behind this exit (R54).
    UnlockBeyond(Side),
    /// Step 4: leaves through this exit (R38).
    Go(Side),
    /// Step 4: stays (R38).
    Stay,
    /// Step 4, on the stairs: leaves the dungeon for good (R85).
    Leave,
    /// Lays the new tile with the arrow at its printed north pointing to this side (R45).
    Lay(Side),
    /// Fights a monster of this kind, which the players in the mask have already fought this turn (R66, R67).
    Fight(Monster, u8),
    /// Plays a fight card from the hand (R70).
    Card(u8),
    /// Draws a fight card instead (R70).
    Deck,
    /// Adds a bomb (R72).
    Bomb,
    /// Adds no bomb.
    NoBomb,
    /// Swaps ten experience for a level (R78).
    Swap,
    /// Keeps the ten experience.
    Keep,
}

/// A payment: the number of coins of each value, the lowest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coins(pub [u8; COIN_KINDS]);

impl From<Coins> for Tokens {
    fn from(coins: Coins) -> Tokens {
        let mut tokens = Tokens([0; KINDS]);
        tokens.0[SPECIALS..].copy_from_slice(&coins.0);
        tokens
    }
}
