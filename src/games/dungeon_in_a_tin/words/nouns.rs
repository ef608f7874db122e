//! The nouns of this game in words. Sentences about events are in the kit's `words.toml`.

use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::Kind;
use crate::games::dungeon_in_a_tin::rules::noun::{Card, Token};
use crate::games::dungeon_in_a_tin::rules::position::Position;

impl Dungeon {
    /// "Guard Room", without an article.
    pub(crate) fn room_name<'a>(&'a self, p: &Position, room: u8) -> &'a str {
        self.tile_name(p.room(room).tile)
    }

    /// The same for a tile.
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
