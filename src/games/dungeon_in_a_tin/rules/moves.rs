//! Everything that takes a position to the next.

use crate::games::dungeon_in_a_tin::data::piece::{Attack, COIN_KINDS, Face, KINDS, Kind, Monster, SPECIALS, Tokens};
use crate::games::side::Side;

/// A decision, or a result of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Chance: this fight card from the deck (R11, R25, R70).
    Draw(u8),
    /// The table: the first hands are dealt, and seen by their owners alone (R11).
    Dealt,
    /// The table: this card was in a closed hand that is discarded (R87, R88, A39).
    Show(u8),
    /// Chance: an ordinary die, for the turn order or a fight (R21, R73).
    Roll(u8),
    /// Chance: this tile from the stack (R45).
    Tile(u8),
    /// Chance: a monster die (R59).
    Face(Face),
    /// Chance: this token from the pool (R61, R75).
    Treasure(Kind),
    /// Chance: the attack die (R69).
    Attack(Attack),

    /// Step 2: from the floor (R28).
    Take(Kind),
    /// Step 2: to the floor (R28).
    Drop(Kind),
    /// Step 2, on the stairs: into the basket (R32).
    Buy(Kind),
    /// Pays for the basket (R36).
    Pay(Coins),
    /// Puts the basket back.
    Cancel,
    /// Ends an own go of step 2 or 3 (R30).
    Pass,
    /// Step 3 (R37).
    Drink,
    /// Step 4: the lock on this exit of the room (R54).
    Unlock(Side),
    /// Step 4: the neighbour's lock behind this exit (R54).
    UnlockBeyond(Side),
    /// Step 4: through this exit (R38).
    Go(Side),
    /// Step 4 (R38).
    Stay,
    /// Step 4, on the stairs: leaves the dungeon for good (R85).
    Leave,
    /// Lays the new tile with the arrow at its printed north towards this side (R45).
    Lay(Side),
    /// Fights a monster of this kind, which the players in the mask have fought this turn (R66, R67).
    Fight(Monster, u8),
    /// Plays this fight card from the hand (R70).
    Card(u8),
    /// Draws a fight card instead (R70).
    Deck,
    /// Adds a bomb (R72).
    Bomb,
    /// Adds none.
    NoBomb,
    /// Ten experience for a level (R78).
    Swap,
    /// Keeps the ten experience.
    Keep,
}

/// A payment: how many coins of each value, lowest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coins(pub [u8; COIN_KINDS]);

impl From<Coins> for Tokens {
    fn from(coins: Coins) -> Tokens {
        let mut tokens = Tokens([0; KINDS]);
        tokens.0[SPECIALS..].copy_from_slice(&coins.0);
        tokens
    }
}
