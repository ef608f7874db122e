//! Pieces by their codes and names, as they are read and told.

use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::coded;
use crate::games::dungeon_in_a_tin::data::piece::{COIN_KINDS, KINDS, Kind, SPECIALS, Tokens};
use crate::games::dungeon_in_a_tin::rules::moves::Coins;
use crate::games::dungeon_in_a_tin::rules::noun::{self, Card, PlaceOf, Token};
use crate::games::dungeon_in_a_tin::rules::position::{Position, Room};
use crate::games::dungeon_in_a_tin::sight::labels::Label;
use crate::games::english::capital;
use crate::games::shared::event::Particular;

impl Dungeon {
    /// "F07"
    pub(crate) fn card_code(&self, card: u8) -> &str {
        self.data
            .card(card)
            .codes
            .first()
            .map_or("", String::as_str)
    }

    /// "T07"
    pub(crate) fn tile_code(&self, tile: u8) -> &str {
        self.data
            .tile(tile)
            .codes
            .first()
            .map_or("", String::as_str)
    }

    /// Every coin of a payment: "c3", "c3", "c5".
    pub(crate) fn coin_words(&self, coins: Coins) -> Vec<&str> {
        Tokens::from(coins)
            .each()
            .map(|kind| self.data.token(kind).word.as_str())
            .collect()
    }

    pub(crate) fn parse_tile(&self, word: &str) -> Option<u8> {
        self.data
            .tiles
            .iter()
            .position(|tile| coded(&tile.codes, word))
            .map(|tile| tile as u8)
    }

    pub(crate) fn parse_card(&self, word: &str) -> Option<u8> {
        self.data
            .cards
            .iter()
            .position(|card| coded(&card.codes, word))
            .map(|card| card as u8)
    }

    /// Parses a kind by its name or by the code of any of its tokens.
    pub(crate) fn parse_kind(&self, word: &str) -> Option<Kind> {
        let tokens = &self.data.tokens[..KINDS];
        let named = tokens
            .iter()
            .position(|token| !token.word.is_empty() && token.word.eq_ignore_ascii_case(word));
        named
            .or_else(|| tokens.iter().position(|token| coded(&token.codes, word)))
            .map(|kind| Kind(kind as u8))
    }

    pub(crate) fn parse_coins(&self, words: &str) -> Option<Coins> {
        let mut coins = [0u8; COIN_KINDS];
        for word in words.split('+') {
            let kind = self
                .parse_kind(word.trim())
                .filter(|kind| !kind.is_special())?;
            let count = &mut coins[kind.index() - SPECIALS];
            *count = count.checked_add(1)?;
        }
        Some(Coins(coins))
    }

    /// "Guard Room", without an article.
    pub(crate) fn room_name<'a>(&'a self, p: &Position, room: u8) -> &'a str {
        self.tile_name(p.room(room).tile)
    }

    /// "In the Guard Room", with its place if another room on the table has that name: "In the Crossways, 1 north of the stairs".
    pub(crate) fn inside(&self, p: &Position, room: u8) -> String {
        let at = p.room(room);
        let label = Label::InRoom {
            room: noun::Room(room),
        };
        let inside = capital(&self.labelled(p, label));
        let is_twin =
            |(other, room_there): (u8, &Room)| other != room && room_there.tile == at.tile;
        if (0..).zip(&p.rooms).any(is_twin) {
            format!(
                "{inside}, {}",
                self.lexicon.text(&PlaceOf(room).tell(self, p).fact)
            )
        } else {
            inside
        }
    }

    /// "Guard Room", for a tile.
    pub(crate) fn tile_name(&self, tile: u8) -> &str {
        let name = self.data.tile(tile).name.as_str();
        name.strip_prefix("The ").unwrap_or(name)
    }

    /// "a potion", "a coin of 5", "the maiden".
    pub(crate) fn token_text(&self, kind: Kind) -> String {
        self.lexicon.text(&Token(kind).several(self, 1))
    }

    /// "F07 (thrust +1, swipe +1)".
    pub(crate) fn card_text(&self, card: u8) -> String {
        self.lexicon.text(&Card(card).noun(self))
    }
}
