//! The moves: everything that changes the position.

use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::hex::Way;
use crate::games::shared::moves::{moves, notations};

moves! {
    /// A decision or a result of chance. Tiles and cards are given by index in the kit, and Explorers by seat.
    pub enum Move of Deep;

    /// Chance: a tile from the bag (R8, R29).
    Tile(tile: u8 as Tile) = "tile:{tile}";
    /// Places the drawn tile on this side of the pawn, or of the Start during the set-up (R8, R29).
    Place(way: Way) = "place:{way}";
    /// Moves one space (R17).
    Step(way: Way) = "step:{way}";
    /// Moves one space over any height, if stranded (R25).
    Scramble(way: Way) = "scramble:{way}";
    /// Attacks this player (R53).
    Attack(seat: u8 as Seat) = "attack:{seat}";
    /// Ends step 1 (R16).
    End = "stop";
    /// Drinks a Potion (R51).
    Drink = "drink";
    /// Rolls without drinking first (R51).
    Face = "face";
    /// Chance: a card from the deck (R38).
    Card(card: u8 as Card) = "card:{card}";
    /// Chance: a die (R39, R45, R55, R62).
    Roll(roll: u8) = "roll:{roll}";
    /// Chance: the Treasure taken (R41, R55).
    Steal(card: u8 as Card) = "steal:{card}";
    /// Discards this Treasure, if there are too many (R48).
    Discard(card: u8 as Card) = "discard:{card}";
    /// Slides in this direction (R46).
    Slide(way: Way) = "slide:{way}";
}

notations! {
    of Deep, with game;

    /// A tile by its code.
    tile: u8 as Tile = game.data.tile(tile).code, word => game.parse_tile(word), like 0..game.data.tiles.len() as u8;

    /// An Encounter card by its code.
    card: u8 as Card = game.data.card(card).code, word => game.parse_card(word), like 0..game.data.cards.len() as u8;

    /// An Explorer by number, counted from 1.
    seat: u8 as Seat = u16::from(seat) + 1, word => game.parse_seat(word), like 0..5;

    way: Way = way.letters(), word => Way::parse(word), like Way::ALL;
}

impl Deep {
    pub(crate) fn parse_tile(&self, word: &str) -> Option<u8> {
        self.data
            .tiles
            .iter()
            .position(|tile| tile.code.eq_ignore_ascii_case(word))
            .map(|tile| tile as u8)
    }

    pub(crate) fn parse_card(&self, word: &str) -> Option<u8> {
        self.data
            .cards
            .iter()
            .position(|card| card.code.eq_ignore_ascii_case(word))
            .map(|card| card as u8)
    }

    /// Finds a seat by its number (counted from 1), its player's name or its Explorer's colour.
    pub(crate) fn parse_seat(&self, word: &str) -> Option<u8> {
        let numbered = word
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1));
        let named = || {
            self.players
                .iter()
                .position(|player| player.eq_ignore_ascii_case(word))
        };
        let coloured = || {
            self.data
                .explorers
                .iter()
                .position(|card| card.colour.eq_ignore_ascii_case(word))
        };
        let seat = numbered.or_else(named).or_else(coloured);
        seat.and_then(|seat| u8::try_from(seat).ok())
            .filter(|seat| *seat < u8::MAX)
    }
}
