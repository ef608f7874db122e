//! What is asked: in full, and in short for a prompt.

use super::super::Deep;
use super::super::rules::noun::{Foe, Place, Tile};
use super::super::rules::position::{self, Phase, Step};
use crate::games::deep_dark_dungeon::rules::moves::Move;
use crate::games::shared::noun::{Chance, Flag, Number, Player};
use crate::games::shared::phrase::phrases;

phrases! {
    /// A question as one sentence; in [leads] without its answers and its question mark.
    pub struct Question of Deep, in "questions", with (game, p);

    let acting = p.acting;
    match p.step;

    /// For the `ring` around the Start, or beside the pawn.
    Step::Tile => "tile" { player: Player(acting), ring: Flag(p.phase == Phase::Setup) };
    Step::Place(tile) => "place" { player: Player(acting), tile: Tile(tile) };
    /// `left` spaces may be gone, over any height with a `rope`; an Explorer who is `stuck` may scramble.
    Step::Act => let stuck = game.options.may_scramble && !game.has_acted(p) && game.is_stranded(p);
        "act" {
            player: Player(acting), place: Place(p.here()), left: Number(game.units(p.me()).saturating_sub(p.used)),
            rope: Flag(game.has_rope(p.me())), stuck: Flag(stuck),
        };
    Step::Card { site } => "card" { player: Player(acting), place: Place(site) };
    /// Whether to drink first; the odds are those without.
    Step::Brace(foe) => "brace" { player: Player(acting), foe: Foe(foe), odds: Chance(game.winning(p, &[Move::Face])) };
    Step::OwnDie(position::Foe::Pit(_)) => "pit" { player: Player(acting) };
    /// What is added to the dice.
    Step::OwnDie(foe) => let [own, theirs] = game.added(p, foe);
        "own_die" { player: Player(acting), foe: Foe(foe), own: Number(own), theirs: Number(theirs) };
    /// `own` is the Explorer's total.
    Step::FoeDie { foe, roll } => let [own, theirs] = game.added(p, foe);
        "foe_die" {
            player: Player(acting), foe: Foe(foe), own: Number(own + i16::from(roll)), theirs: Number(theirs),
        };
    Step::Steal(target) => "steal" { player: Player(acting), target: Player(target) };
    Step::Lose(monster) => "lose" { player: Player(acting), foe: Foe(position::Foe::Monster(monster)) };
    Step::Keep(_) => let most = game.carry_limit(p.actor()).unwrap_or_default();
        "keep" { player: Player(acting), most: Number(most as i64) };
    Step::Slide => "slide" { player: Player(acting) };
    Step::Over => "over";
}
