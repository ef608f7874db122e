//! What is asked: in full, and in short for a prompt.

use super::super::Deep;
use super::super::rules::noun::{Foe, Place, Tile};
use super::super::rules::position::{self, Phase, Position, Step};
use crate::games::deep_dark_dungeon::rules::moves::Move;
use crate::games::shared::noun::{Chance, Flag, Number, Player};
use crate::games::shared::phrase::phrases;

phrases! {
    /// A question as one sentence; in [leads] without its answers and its question mark.
    pub enum Question of Deep, in "questions";

    /// For the `ring` around the Start, or beside the pawn.
    Tile { player: Player, ring: Flag } = "tile";
    Place { player: Player, tile: Tile } = "place";
    /// `left` spaces may be gone, over any height with a `rope`; an Explorer who is `stuck` may scramble.
    Act { player: Player, place: Place, left: Number, rope: Flag, stuck: Flag } = "act";
    Card { player: Player, place: Place } = "card";
    /// Whether to drink first; the odds are those without.
    Brace { player: Player, foe: Foe, odds: Chance } = "brace";
    Pit { player: Player } = "pit";
    /// What is added to the dice.
    OwnDie { player: Player, foe: Foe, own: Number, theirs: Number } = "own_die";
    /// `own` is the Explorer's total.
    FoeDie { player: Player, foe: Foe, own: Number, theirs: Number } = "foe_die";
    Steal { player: Player, target: Player } = "steal";
    Lose { player: Player, foe: Foe } = "lose";
    Keep { player: Player, most: Number } = "keep";
    Slide { player: Player } = "slide";
    Over = "over";
}

impl Deep {
    pub(super) fn asked(&self, p: &Position) -> Question {
        let (player, foe) = (Player(p.acting), || Foe(p.foe, p.card));
        match p.step {
            Step::Tile => Question::Tile { player, ring: Flag(p.phase == Phase::Setup) },
            Step::Place => Question::Place { player, tile: Tile(p.tile) },
            Step::Act => {
                let stuck = self.options.may_scramble && !self.has_acted(p) && self.is_stranded(p, p.me());
                Question::Act {
                    player,
                    place: Place(p.me().at),
                    left: Number::of(self.units(p.me()).saturating_sub(p.used)),
                    rope: Flag(self.has_rope(p.me())),
                    stuck: Flag(stuck),
                }
            }
            Step::Card => Question::Card { player, place: Place(p.site) },
            Step::Brace => Question::Brace { player, foe: foe(), odds: self.winning(p, &[Move::Face]) },
            Step::OwnDie if p.foe == position::Foe::Pit => Question::Pit { player },
            Step::OwnDie => {
                let [own, theirs] = self.added(p).map(Number::of);
                Question::OwnDie { player, foe: foe(), own, theirs }
            }
            Step::FoeDie => {
                let [own, theirs] = self.added(p);
                let own = Number::of(own + i16::from(p.roll));
                Question::FoeDie { player, foe: foe(), own, theirs: Number::of(theirs) }
            }
            Step::Steal => match p.foe {
                position::Foe::Explorer(target) => Question::Steal { player, target: Player(target) },
                _ => Question::Lose { player, foe: foe() },
            },
            Step::Keep => Question::Keep { player, most: Number::of(self.carry_limit(p.actor()).unwrap_or_default()) },
            Step::Slide => Question::Slide { player },
            Step::Over => Question::Over,
        }
    }
}
