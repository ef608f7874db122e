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

    let (acting, foe, card) = (p.acting, p.foe, p.card);
    let target = if let position::Foe::Explorer(target) = foe { Some(target) } else { None };
    match p.step;

    /// For the `ring` around the Start, or beside the pawn.
    Step::Tile => "tile" { player: Player(acting), ring: Flag(p.phase == Phase::Setup) };
    Step::Place => "place" { player: Player(acting), tile: Tile(p.tile) };
    /// `left` spaces may be gone, over any height with a `rope`; an Explorer who is `stuck` may scramble.
    Step::Act => let stuck = game.options.may_scramble && !game.has_acted(p) && game.is_stranded(p, p.me());
        "act" {
            player: Player(acting), place: Place(p.me().at), left: Number(game.units(p.me()).saturating_sub(p.used)),
            rope: Flag(game.has_rope(p.me())), stuck: Flag(stuck),
        };
    Step::Card => "card" { player: Player(acting), place: Place(p.site) };
    /// Whether to drink first; the odds are those without.
    Step::Brace => "brace" { player: Player(acting), foe: Foe(foe, card), odds: Chance(game.winning(p, &[Move::Face])) };
    Step::OwnDie if foe == position::Foe::Pit => "pit" { player: Player(acting) };
    /// What is added to the dice.
    Step::OwnDie => let [own, theirs] = game.added(p);
        "own_die" { player: Player(acting), foe: Foe(foe, card), own: Number(own), theirs: Number(theirs) };
    /// `own` is the Explorer's total.
    Step::FoeDie => let [own, theirs] = game.added(p);
        "foe_die" {
            player: Player(acting), foe: Foe(foe, card), own: Number(own + i16::from(p.roll)), theirs: Number(theirs),
        };
    Step::Steal if target.is_some() => "steal" { player: Player(acting), target: Player(target.unwrap_or_default()) };
    Step::Steal => "lose" { player: Player(acting), foe: Foe(foe, card) };
    Step::Keep => let most = game.carry_limit(p.actor()).unwrap_or_default();
        "keep" { player: Player(acting), most: Number(most as i64) };
    Step::Slide => "slide" { player: Player(acting) };
    Step::Over => "over";
}
