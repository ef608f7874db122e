//! Short words at things on the table: in the drawing, in the picture, beside players.

use super::view::Knight;
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{Kind, Tokens};
use crate::games::dungeon_in_a_tin::rules::noun::{
    Card, Monster, Room, Steps, Tile, Token, Treasure,
};
use crate::games::dungeon_in_a_tin::rules::position::{Fate, Position};
use crate::games::shared::noun::{Flag, Number, Player, Text};
use crate::games::shared::phrase::phrases;

phrases! {
    /// A label.
    pub enum Label of Dungeon, in "board";

    /// Over a turn, with who goes first.
    Turn { turn: Number, first: Option<Player> } = "turn";
    /// A knight at the end of a turn, in one line with the others.
    Summary { player: Player, hearts: Number, level: Number, experience: Number, gold: Number } = "summary";
    /// Before what a player does or gets.
    Called { player: Player } = "called";
    /// Before what a player takes.
    Took { player: Player } = "took";
    InRoom { room: Room } = "in_room";
    Goods { hearts: Number, full: Number, level: Number, experience: Number, gold: Number, items: Treasure } = "goods";
    Home { gold: Number } = "home";
    Left { gold: Number } = "left";
    Dead = "dead";
    /// A knight beside the others.
    Standing { hearts: Number, level: Number, gold: Number } = "standing";
    /// A knight at the status card: who it is by the `ground` of the figure, and whether it is to move.
    Mat { acts: Flag, ground: Option<Text>, level: Number, experience: Number, gold: Number } = "mat";
    Level { level: Number, experience: Number } = "level";
    Slots { items: Vec<Text> } = "slots";
    Purse { coins: Vec<Text>, gold: Number } = "purse";
    NoCards = "no_cards";
    /// The first card of a hand.
    Hand { card: Card } = "hand";
    HiddenHand { count: Number } = "hidden_hand";
    HandOf { player: Player, count: Number } = "hand_of";
    TurnNumber { turn: Number } = "turn_number";
    Tiles { count: Number } = "tiles";
    Next { tiles: Vec<Tile> } = "next";
    Deck { count: Number, spent: Number } = "deck";
    Pool { count: Number, spent: Number } = "pool";
    FightCards { count: Number } = "fight_cards";
    Fight { monster: Monster } = "fight";
    Bomb = "bomb";
    Drawn = "drawn";
    KnownNext = "known_next";
    KnownAfter = "known_after";
    Discarded { count: Number } = "discarded";
    InTin { count: Number } = "in_tin";
    Attack = "attack";
    Played = "played";
    NotEntered = "not_entered";
    Monsters { count: Number } = "monsters";
    Cropped { rooms: Steps } = "cropped";
    MoreRooms { rooms: Steps } = "more_rooms";
    Unexplored = "unexplored";
    Locked = "locked";
    NoWay = "no_way";
    NoBridge = "no_bridge";
    Bridged = "bridged";
    AnyMonsters = "any_monsters";
    Horns = "horns";
    Chest = "chest";
}

impl Dungeon {
    pub(crate) fn labelled(&self, p: &Position, label: Label) -> String {
        self.lexicon.say(self, p, &label)
    }

    /// What a knight has.
    pub(crate) fn goods(&self, knight: &Knight) -> Label {
        Label::Goods {
            hearts: Number::of(knight.hearts),
            full: Number::of(self.data.hearts),
            level: Number::of(knight.level),
            experience: Number::of(knight.experience),
            gold: Number::of(self.data.gold(knight.carried)),
            items: Treasure(knight.carried.items()),
        }
    }

    /// What became of a knight who is no longer in the dungeon.
    pub(crate) fn fate(&self, fate: Fate, carried: Tokens) -> Option<Label> {
        let gold = Number::of(self.data.gold(carried));
        Some(match fate {
            Fate::InDungeon => return None,
            Fate::Dead => Label::Dead,
            Fate::Left => Label::Left { gold },
            Fate::Home => Label::Home { gold },
        })
    }

    /// "c2", "potion".
    pub(crate) fn token_word(&self, kind: Kind) -> String {
        self.lexicon.put(&Token(kind).several(self, 1), "word")
    }
}
