//! What pieces, places and people are called in corrections.

use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::correct::{Correction, Pile, Place};
use crate::games::dungeon_in_a_tin::data::coded;
use crate::games::dungeon_in_a_tin::data::piece::Monster;
use crate::games::dungeon_in_a_tin::rules::position::Position;

/// Words that say nothing.
pub(crate) const SMALL: [&str; 7] = ["from", "to", "in", "on", "the", "of", "has"];

impl Dungeon {
    pub(crate) fn parse_piece(&self, p: &Position, what: &str, from: &str, to: &str) -> Result<Correction, String> {
        let place = |word: &str| match word {
            "pool" => Ok(Place::Pool),
            "discard" => Ok(Place::Discard),
            _ => match (self.parse_knight(word), self.parse_room(p, word)) {
                (Some(seat), _) => Ok(Place::Knight(seat)),
                (None, Some(room)) => Ok(Place::Floor(room)),
                (None, None) => Err(format!("no place is called `{word}`: there are pool, discard, rooms and knights")),
            },
        };
        let pile = |word: &str| match word {
            "deck" => Ok(Pile::Deck),
            "discard" => Ok(Pile::Discard),
            "hand" if self.players.len() == 1 => Ok(Pile::Hand(0)),
            _ => self.parse_knight(word).map(Pile::Hand).ok_or_else(|| format!("no pile of cards is called `{word}`")),
        };
        match (self.parse_card(what), self.parse_kind(what)) {
            (Some(card), _) => Ok(Correction::Card(card, pile(from)?, pile(to)?)),
            (None, Some(kind)) => Ok(Correction::Token(kind, place(from)?, place(to)?)),
            (None, None) => Err(format!("no piece is called `{what}`")),
        }
    }

    /// A knight by name, or by number: "knight2".
    pub(crate) fn parse_knight(&self, word: &str) -> Option<u8> {
        let named = self.players.iter().position(|name| name.to_lowercase() == word).map(|seat| seat as u8);
        let number = || word.strip_prefix("knight")?.parse::<u8>().ok()?.checked_sub(1);
        let alone = || (self.players.len() == 1 && ["me", "knight"].contains(&word)).then_some(0);
        named.or_else(number).or_else(alone).filter(|seat| usize::from(*seat) < self.players.len())
    }

    /// What a knight is called in corrections: the name, if nothing else is called so.
    pub(crate) fn knight_word(&self, seat: u8) -> String {
        let name = self.players[usize::from(seat)].to_lowercase();
        let plain = name.chars().all(char::is_alphabetic) && !name.starts_with("room") && !name.starts_with("knight");
        let taken = ["pool", "discard", "deck", "hand", "supply", "here", "me", "stairs"].contains(&name.as_str());
        let twice = self.players.iter().filter(|other| other.to_lowercase() == name).count() > 1;
        if plain && !taken && !twice && !SMALL.contains(&name.as_str()) { name } else { format!("knight{}", seat + 1) }
    }

    /// A room on the table: "here", "stairs", "T07", "T07.2", or by the order of placing "room3".
    pub(crate) fn parse_room(&self, p: &Position, word: &str) -> Option<u8> {
        let at = |number: &str| number.parse::<u8>().ok()?.checked_sub(1);
        let (code, which) = word.split_once('.').map_or((word, Some(0)), |(code, number)| (code, at(number)));
        let coded = |which: u8| {
            let alike = (0u8..).zip(&p.rooms).filter(|(_, room)| coded(&self.data.tile(room.tile).codes, code));
            alike.map(|(room, _)| room).nth(usize::from(which))
        };
        let room = match word {
            "here" => Some(p.players[p.actor()].room),
            "stairs" => Some(0),
            _ => word.strip_prefix("room").and_then(at).or_else(|| which.and_then(coded)),
        };
        room.filter(|room| usize::from(*room) < p.rooms.len())
    }
}

/// "red-horned-chest"
pub(crate) fn die_word(monster: Monster) -> String {
    super::names::monster_id(monster)
}

pub(crate) fn parse_die(word: &str) -> Result<Monster, String> {
    super::names::parse_monster(word)
        .ok_or_else(|| format!("no monster die is `{word}`: they are like red-plain, yellow-horned-chest"))
}
