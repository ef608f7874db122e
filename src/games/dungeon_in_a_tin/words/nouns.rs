//! Nouns of this game in words. What is said of events stands in the kit's `words.toml`.

use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{self, Kind, Tokens};
use crate::games::dungeon_in_a_tin::rules::noun::{Card, Monster, Tile, Token};
use crate::games::dungeon_in_a_tin::rules::position::Position;
use crate::games::shared::fact::Fact;
use crate::games::shared::lexicon::say;
use crate::games::shared::narrator::Narrator;
use crate::games::shared::noun;
use crate::games::side::Side;
use crate::referee::odds::Needed;

impl Dungeon {
    /// "Guard Room", without an article of its own.
    pub(crate) fn room_name<'a>(&'a self, p: &Position, room: u8) -> &'a str {
        self.tile_name(p.room(room).tile)
    }

    /// The same of a tile.
    pub(crate) fn tile_name(&self, tile: u8) -> &str {
        let name = self.data.tile(tile).name.as_str();
        name.strip_prefix("The ").unwrap_or(name)
    }

    /// The noun of a room.
    pub(crate) fn room_noun(&self, p: &Position, room: u8) -> Fact {
        self.tile_noun(p.room(room).tile)
    }

    /// The same of a tile.
    pub(crate) fn tile_noun(&self, tile: u8) -> Fact {
        Tile(tile).noun(self)
    }

    /// The noun of a player.
    pub(crate) fn player_noun(&self, seat: usize) -> Fact {
        noun::player(self.name(seat), self.is_alone())
    }

    /// An item in a word: "potion".
    pub(crate) fn item_word(&self, kind: Kind) -> String {
        Kind::SPECIAL_NAMES.get(kind.index()).map_or(String::new(), |name| self.lexicon.text(&Fact::Word(name)))
    }

    /// "Ann and Bob".
    pub(crate) fn all_names(&self) -> String {
        self.lexicon.names(&self.players.iter().map(String::as_str).collect::<Vec<&str>>())
    }

    /// A side in a letter: "n".
    pub(crate) fn letter(&self, side: Side) -> String {
        say!(self, side.letter())
    }

    /// "thrust".
    pub(crate) fn attack_word(&self, attack: piece::Attack) -> String {
        self.lexicon.text(&Fact::Word(attack.name()))
    }

    /// "1 fight card", "3 fight cards".
    pub(crate) fn cards_text(&self, count: u32) -> String {
        match count {
            1 => say!(self, "1 fight card"),
            _ => say!(self, "{count} fight cards", count = count),
        }
    }

    /// "1 card", "3 cards".
    pub(crate) fn plain_cards_text(&self, count: u32) -> String {
        match count {
            1 => say!(self, "1 card"),
            _ => say!(self, "{count} cards", count = count),
        }
    }

    /// "3 or more", "a 6", "2 or 4".
    pub(crate) fn needed_text(&self, needed: &Needed) -> String {
        match needed.good.as_slice() {
            [] => say!(self, "no roll"),
            good if good == needed.faces => say!(self, "any roll"),
            [face] => say!(self, "a {face}", face = *face),
            [least, ..] if needed.faces.ends_with(&needed.good) => say!(self, "{least} or more", least = *least),
            [most @ .., last] => {
                let most: Vec<String> = most.iter().map(u8::to_string).collect();
                say!(self, "{first} or {last}", first = most.join(", "), last = *last)
            }
        }
    }

    /// "a potion", "a coin of 5", "the maiden".
    pub(crate) fn token_text(&self, kind: Kind) -> String {
        self.lexicon.text(&Token(kind).several(self, 1))
    }

    /// All of them, alike ones together: "a potion and 2 coins of 5".
    pub(crate) fn tokens_text(&self, tokens: Tokens) -> String {
        self.lexicon.list(tokens.kinds().map(|kind| Token(kind).several(self, tokens.of(kind))).collect())
    }

    /// "F07 (thrust +1, swipe +1)".
    pub(crate) fn card_text(&self, card: u8) -> String {
        self.lexicon.text(&Card(card).noun(self))
    }

    /// "horned red monster with a chest".
    pub(crate) fn monster_noun(&self, monster: piece::Monster) -> String {
        self.lexicon.put(&Monster(monster).several(1), "bare")
    }

    /// All of them, alike ones together: "2 red monsters and a horned yellow monster".
    pub(crate) fn monsters_text(&self, monsters: impl Iterator<Item = piece::Monster>) -> String {
        let mut alike: Vec<(piece::Monster, u32)> = Vec::new();
        for monster in monsters {
            match alike.iter_mut().find(|(known, _)| *known == monster) {
                Some((_, count)) => *count += 1,
                None => alike.push((monster, 1)),
            }
        }
        self.lexicon.list(alike.into_iter().map(|(monster, count)| Monster(monster).several(count)).collect())
    }
}
