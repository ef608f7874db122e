//! Short words at things on the table: in the drawing, in the picture, beside players.

use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::rules::noun::{Card, Clock, Place};
use crate::games::deep_dark_dungeon::rules::position::Position;
use crate::games::shared::noun::{Flag, Number, Player, Sides};
use crate::games::shared::phrase::phrases;

phrases! {
    /// A label.
    pub enum Label of Deep, in "board";

    /// Over a turn.
    Turn { round: Number, player: Player } = "turn";
    /// An Explorer at the end of a round, in one line with the others.
    Summary { player: Player, hurt: Flag, carried: Vec<Card> } = "summary";
    /// An Explorer beside the others.
    Standing { out: Flag, hurt: Flag, webbed: Flag, cards: Number } = "standing";
    /// Over an Explorer's card.
    Caption { player: Player, out: Flag, webbed: Flag, acts: Flag } = "caption";
    Out = "out";
    Health { hurt: Flag, strength: Number } = "health";
    On { place: Place } = "on";
    Webbed = "webbed";
    Carries { carried: Vec<Card> } = "carries";
    Clock { clock: Clock } = "clock";
    Bag { count: Number } = "bag";
    Deck { count: Number } = "deck";
    Discarded { count: Number } = "discarded";
    Aside { count: Number } = "aside";
    NoExit = "no_exit";
    /// At a tile set aside.
    SetAside = "set_aside";
    Drawn = "drawn";
    Resolving = "resolving";
    /// The legend of the map.
    Code = "code";
    Start = "start";
    Encounter = "encounter";
    Exit = "exit";
    Gap = "gap";
    Ways = "ways";
    More { count: Number } = "more";
    Cropped { sides: Sides } = "cropped";
}

impl Deep {
    pub(crate) fn labelled(&self, p: &Position, label: Label) -> String {
        self.lexicon.say(self, p, &label)
    }
}
