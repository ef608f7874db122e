//! Converts moves to their stable names, and back.

use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::hex::Way;
use crate::games::deep_dark_dungeon::rules::moves::Move;

/// Moves whose names have no parameters.
const PLAIN: [(&str, Move); 3] = [("stop", Move::End), ("drink", Move::Drink), ("face", Move::Face)];

impl Deep {
    pub(super) fn move_id(&self, mv: Move) -> String {
        match mv {
            Move::Tile(tile) => format!("tile:{}", self.data.tile(tile).code),
            Move::Place(way) => format!("place:{}", way.letters()),
            Move::Step(way) => format!("step:{}", way.letters()),
            Move::Scramble(way) => format!("scramble:{}", way.letters()),
            Move::Attack(seat) => format!("attack:{}", u16::from(seat) + 1),
            Move::Card(card) => format!("card:{}", self.data.card(card).code),
            Move::Roll(roll) => format!("roll:{roll}"),
            Move::Steal(card) => format!("steal:{}", self.data.card(card).code),
            Move::Discard(card) => format!("discard:{}", self.data.card(card).code),
            Move::Slide(way) => format!("slide:{}", way.letters()),
            Move::End | Move::Drink | Move::Face => {
                PLAIN.iter().find(|(_, plain)| *plain == mv).map_or("", |(word, _)| word).to_owned()
            }
        }
    }

    pub(super) fn parse_move(&self, id: &str) -> Option<Move> {
        let id = id.trim();
        if let Some((_, mv)) = PLAIN.iter().find(|(word, _)| word.eq_ignore_ascii_case(id)) {
            return Some(*mv);
        }
        let (verb, word) = id.split_once(':')?;
        match verb.to_ascii_lowercase().as_str() {
            "tile" => self.parse_tile(word).map(Move::Tile),
            "place" => Way::parse(word).map(Move::Place),
            "step" => Way::parse(word).map(Move::Step),
            "scramble" => Way::parse(word).map(Move::Scramble),
            "attack" => self.parse_seat(word).map(Move::Attack),
            "card" => self.parse_card(word).map(Move::Card),
            "roll" => word.parse().ok().map(Move::Roll),
            "steal" => self.parse_card(word).map(Move::Steal),
            "discard" => self.parse_card(word).map(Move::Discard),
            "slide" => Way::parse(word).map(Move::Slide),
            _ => None,
        }
    }

    pub(crate) fn parse_tile(&self, word: &str) -> Option<u8> {
        self.data.tiles.iter().position(|tile| tile.code.eq_ignore_ascii_case(word)).map(|tile| tile as u8)
    }

    pub(crate) fn parse_card(&self, word: &str) -> Option<u8> {
        self.data.cards.iter().position(|card| card.code.eq_ignore_ascii_case(word)).map(|card| card as u8)
    }

    /// Finds a seat by its number (counted from 1), its player's name or its Explorer's colour.
    pub(crate) fn parse_seat(&self, word: &str) -> Option<u8> {
        let numbered = word.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let named = || self.players.iter().position(|player| player.eq_ignore_ascii_case(word));
        let coloured = || self.data.explorers.iter().position(|card| card.colour.eq_ignore_ascii_case(word));
        let seat = numbered.or_else(named).or_else(coloured);
        seat.and_then(|seat| u8::try_from(seat).ok()).filter(|seat| *seat < u8::MAX)
    }
}
