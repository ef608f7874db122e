//! Reasons why a move is illegal.

use super::noun::{Side, Space};
use super::position::{Position, Step};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::map;
use crate::games::shared::event::events;
use crate::games::shared::noun::{Flag, Number, Player};

events! {
    /// A broken rule, with the details needed to explain it. The names are those of the rules' dossier.
    pub enum Refusal of Caverns, in "refusals", with (game, p);

    /// The move belongs to another step.
    NotNow = "out_of_turn", "R10" => {};
    GameOver = "game_over", "R104" => {};
    BadRoll = "bad_roll", "R61" => {};
    NotAStart { at: map::Space } = "not_a_start", "R8" => {} + { space: Space(at) };
    StartTaken { at: map::Space } = "start_taken", "R8" => {} + { space: Space(at) };
    /// There is no Strength to exert.
    NoStrength = "strength_too_low", "R22" => {} + { player: Player(p.acting) };
    /// The effect of the Strength must be chosen together with the Control here (A8), or now; or it is chosen `later`.
    AdjustmentRequired { later: bool } = "adjustment_required", if later { "A8" } else { "R26" } => {} +
        { later: Flag(later), at_once: Flag(p.step == Step::Place) };
    /// No Strength was exerted on the Control card.
    NoneExerted = "no_strength_committed", "R28" => {};
    NotYourAction = "not_your_action", "R31" => {} + { player: Player(p.acting), side: Side(p.acting, p.hero(p.acting).orientation) };
    /// The hero is on that space already.
    StandsThere { at: map::Space } = "no_move", "R36" => {} + { player: Player(p.acting), space: Space(at) };
    TooFar { to: map::Space } = "too_far", "R36" => {} + { space: Space(to), reach: Number(reach(game, p)) };
    /// A step between these spaces is blocked.
    Wall { from: map::Space, to: map::Space } = "wall_or_not_adjacent", "R44" => {} +
        { from: Space(from), space: Space(to), beside: Flag(is_beside(from, to)) };
    /// Every path there passes heroes with fewer Gems; or no Strength is left to pass one.
    PassageCosts { at: map::Space, payable: bool } = "passage_needs_strength", "R46" => {} +
        { player: Player(p.acting), space: Space(at), payable: Flag(payable) };
    /// The path costs nothing.
    WayIsFree { to: map::Space } = "way_is_free", "R47" => {} + { space: Space(to) };
    /// A Search without a Gem, or a Surprise Attack, must move.
    MustMoveOne { search: bool } = "must_move_one", if search { "R51" } else { "R59" } => {} + { search: Flag(search) };
    NoGemHere = "no_gem_here", "R51" => {};
    MustSearchHere = "must_search_here", "A15" => {};
    /// A hero who cannot be attacked, or does not play.
    BadTarget { plays: bool } = "bad_target", if plays { "R59" } else { "R9" } => {} + { plays: Flag(plays) };
    TargetHidden { seat: u8 } = "target_hidden", "R64" => {} + { target: Player(seat) };
    TargetOutOfReach { seat: u8 } = "target_out_of_reach", "R59" => {} + { target: Player(seat) };
    TargetsApart = "targets_in_different_spaces", "R60" => {};
    SpendOutOfRange { most: u8 } = "spend_out_of_range", "A17" => {} + { most: Number(most) };
    /// `Hide` has a gain to choose here, or none.
    ChooseStrengthOrClock = "choose_strength_or_clock", "R114" => {} +
        { choice: Flag(p.is_solo() && !game.options.hide_gives_both) };
    /// The hero does not have what would be lost.
    CannotPay { seat: u8 } = "cannot_pay", "R62" => {} + { player: Player(seat) };
    DieDiscarded = "die_discarded", "R116" => {};
    DieAtSix = "die_at_six", "R116" => {};
}

/// The most spaces that the acting hero may go.
fn reach(game: &Caverns, p: &Position) -> u8 {
    game.panel(p, p.acting).action.reach().unwrap_or(1) as u8
}

/// Whether two spaces share a border, with or without a wall.
fn is_beside(one: map::Space, other: map::Space) -> bool {
    one.column().abs_diff(other.column()) + one.row().abs_diff(other.row()) == 1
}
