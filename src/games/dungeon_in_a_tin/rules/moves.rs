//! The moves: everything that changes the position.

use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{
    Attack, COIN_KINDS, Face, KINDS, Kind, MAX_SEATS, Monster, SPECIALS, Tokens,
};
use crate::games::shared::moves::{moves, notations};
use crate::games::shared::narrator::Seats;
use crate::games::side::Side;

moves! {
    /// A decision, or a result of chance.
    pub enum Move of Dungeon;

    /// Chance: a fight card from the deck (R11, R25, R70).
    Draw(card: u8 as Card) = "draw:{card}";
    /// The table: the first hands have been dealt and seen only by their owners (R11).
    Dealt = "dealt";
    /// The table: a card in a closed hand that is discarded (R87, R88, A39).
    Show(card: u8 as Card) = "show:{card}";
    /// Chance: an ordinary die, for the turn order or a fight (R21, R73).
    Roll(number: u8) = "roll:{number}";
    /// Chance: a tile from the stack (R45).
    Tile(tile: u8 as Tile) = "tile:{tile}";
    /// Chance: a monster die (R59).
    Face(face: Face) = "face:{face}";
    /// Chance: a token from the pool (R61, R75).
    Treasure(kind: Kind) = "treasure:{kind}";
    /// Chance: the attack die (R69).
    Attack(attack: Attack) = "attack:{attack}";

    /// Step 2: takes a token from the floor (R28).
    Take(kind: Kind) = "take:{kind}";
    /// Step 2: puts a token on the floor (R28).
    Drop(kind: Kind) = "drop:{kind}";
    /// Step 2, on the stairs: puts an item into the basket (R32).
    Buy(kind: Kind) = "buy:{kind}";
    /// Pays for the basket (R36).
    Pay(coins: Coins) = "pay:{coins}";
    /// Empties the basket without paying.
    Cancel = "cancel";
    /// Ends one's go of step 2 or 3 (R30).
    Pass = "pass";
    /// Step 3: drinks a potion (R37).
    Drink = "drink";
    /// Step 4: opens the lock on this exit of the room (R54).
    Unlock(side: Side) = "unlock:{side}";
    /// Step 4: opens the neighbouring room's lock behind this exit (R54).
    UnlockBeyond(side: Side) = "unlock-beyond:{side}";
    /// Step 4: leaves through this exit (R38).
    Go(side: Side) = "go:{side}";
    /// Step 4: stays (R38).
    Stay = "stay";
    /// Step 4, on the stairs: leaves the dungeon for good (R85).
    Leave = "leave";
    /// Lays the new tile with the arrow at its printed north pointing to this side (R45).
    Lay(arrow: Side) = "arrow:{arrow}";
    /// Fights a monster of this kind, which the players in the mask have already fought this turn (R66, R67).
    Fight(monster: Monster, fought: u8 as Fought) = "fight:{monster}" | "fight:{monster}:after{fought}";
    /// Plays a fight card from the hand (R70).
    Card(card: u8 as Card) = "card:{card}";
    /// Draws a fight card instead (R70).
    Deck = "deck";
    /// Adds a bomb (R72).
    Bomb = "bomb";
    /// Adds no bomb.
    NoBomb = "no-bomb";
    /// Swaps ten experience for a level (R78).
    Swap = "swap";
    /// Keeps the ten experience.
    Keep = "keep";
}

notations! {
    of Dungeon, with game;

    /// A fight card by its code: "F07".
    card: u8 as Card = game.card_code(card), word => game.parse_card(word), like 0..game.data.cards.len() as u8;

    /// A tile by its code: "T07".
    tile: u8 as Tile = game.tile_code(tile), word => game.parse_tile(word), like 0..game.data.tiles.len() as u8;

    face: Face = face.short(), word => Face::parse(word), like Face::ALL;
    attack: Attack = attack.name(), word => Attack::parse(word), like Attack::ALL;
    kind: Kind = game.data.token(kind).word, word => game.parse_kind(word), like (0..9).map(Kind);
    side: Side = side.letter(), word => Side::parse(word), like Side::ALL;
    monster: Monster = monster.id(), word => Monster::parse(word), like Monster::ALL;
    coins: Coins = game.coin_words(coins).join("+"), word => game.parse_coins(word), like Coins::up_to_two();

    /// Players by their numbers, counted from 1: "-1-2".
    fought: u8 as Fought = Seats(fought).iter().map(|seat| format!("-{}", seat + 1)).collect::<String>(),
        word => parse_fought(word), like 0..1 << game.players.len(), or 0;
}

fn parse_fought(word: &str) -> Option<u8> {
    let seat = |number: &str| {
        number
            .parse::<u8>()
            .ok()
            .filter(|number| (1..=MAX_SEATS as u8).contains(number))
    };
    word.split('-')
        .filter(|number| !number.is_empty())
        .try_fold(0, |fought, number| Some(fought | 1 << (seat(number)? - 1)))
}

/// A payment: the number of coins of each value, the lowest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Coins(pub [u8; COIN_KINDS]);

impl From<Coins> for Tokens {
    fn from(coins: Coins) -> Tokens {
        let mut tokens = Tokens([0; KINDS]);
        tokens.0[SPECIALS..].copy_from_slice(&coins.0);
        tokens
    }
}

impl Coins {
    /// Every payment of one or two of the four lowest coins.
    #[cfg(test)]
    fn up_to_two() -> Vec<Coins> {
        let of = |kinds: &[usize]| {
            Coins(std::array::from_fn(|kind| {
                kinds.iter().filter(|own| **own == kind).count() as u8
            }))
        };
        (0..4)
            .flat_map(|a| {
                [of(&[a])]
                    .into_iter()
                    .chain((a..4).map(move |b| of(&[a, b])))
            })
            .collect()
    }
}
