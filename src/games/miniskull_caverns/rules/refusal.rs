//! Reasons why a move is illegal.

use crate::games::miniskull_caverns::data::card::Action;
use crate::games::miniskull_caverns::data::map::Space;
use crate::referee::RuleId;

/// A broken rule, with the details needed to explain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The move belongs to another step.
    NotNow,
    GameOver,
    BadRoll,
    NoSuchHero,
    NotAStart(Space),
    StartTaken(Space),
    /// There is no Strength to exert.
    NoStrength,
    /// The effect of the Strength must be chosen together with the Control here (A8), or now.
    AdjustmentRequired,
    /// The effect of the Strength is chosen later here (A8).
    AdjustmentLater,
    /// No Strength was exerted on the Control card.
    NoneExerted,
    NotYourAction,
    /// The hero is on that space already.
    StandsThere(Space),
    TooFar(Space),
    /// A step between these spaces is blocked.
    Wall(Space, Space),
    /// Every path there passes heroes with fewer Gems.
    PassageCosts(Space),
    /// No Strength is left for this passage.
    PassageNeedsStrength(Space),
    /// The path costs nothing.
    WayIsFree(Space),
    /// This action must move.
    MustMoveOne(Action),
    NoGemHere,
    MustSearchHere,
    BadTarget,
    TargetHidden(u8),
    TargetOutOfReach(u8),
    TargetsApart,
    /// At most this much may be spent.
    SpendOutOfRange(u8),
    ChooseStrengthOrClock,
    /// The hero does not have what would be lost.
    CannotPay,
    DieDiscarded,
    DieAtSix,
}

impl Refusal {
    /// The rule that the move would break.
    pub fn rule(self) -> RuleId {
        use Refusal::*;
        match self {
            NotNow => "R10",
            GameOver => "R104",
            BadRoll => "R61",
            NoSuchHero => "R9",
            NotAStart(_) | StartTaken(_) => "R8",
            NoStrength => "R22",
            AdjustmentRequired => "R26",
            AdjustmentLater => "A8",
            NoneExerted => "R28",
            NotYourAction => "R31",
            StandsThere(_) | TooFar(_) => "R36",
            Wall(..) => "R44",
            PassageCosts(_) | PassageNeedsStrength(_) => "R46",
            WayIsFree(_) => "R47",
            MustMoveOne(Action::SurpriseAttack) => "R59",
            MustMoveOne(_) => "R51",
            NoGemHere => "R51",
            MustSearchHere => "A15",
            BadTarget | TargetOutOfReach(_) => "R59",
            TargetHidden(_) => "R64",
            TargetsApart => "R60",
            SpendOutOfRange(_) => "A17",
            ChooseStrengthOrClock => "R114",
            CannotPay => "R62",
            DieDiscarded | DieAtSix => "R116",
        }
    }

    /// The stable name of the refusal, as in the rules' dossier.
    pub fn code(self) -> &'static str {
        use Refusal::*;
        match self {
            NotNow => "out_of_turn",
            GameOver => "game_over",
            BadRoll => "bad_roll",
            NoSuchHero | BadTarget => "bad_target",
            NotAStart(_) => "not_a_start",
            StartTaken(_) => "start_taken",
            NoStrength => "strength_too_low",
            AdjustmentRequired | AdjustmentLater => "adjustment_required",
            NoneExerted => "no_strength_committed",
            NotYourAction => "not_your_action",
            StandsThere(_) => "no_move",
            TooFar(_) => "too_far",
            Wall(..) => "wall_or_not_adjacent",
            PassageCosts(_) | PassageNeedsStrength(_) => "passage_needs_strength",
            WayIsFree(_) => "way_is_free",
            MustMoveOne(_) => "must_move_one",
            NoGemHere => "no_gem_here",
            MustSearchHere => "must_search_here",
            TargetHidden(_) => "target_hidden",
            TargetOutOfReach(_) => "target_out_of_reach",
            TargetsApart => "targets_in_different_spaces",
            SpendOutOfRange(_) => "spend_out_of_range",
            ChooseStrengthOrClock => "choose_strength_or_clock",
            CannotPay => "cannot_pay",
            DieDiscarded => "die_discarded",
            DieAtSix => "die_at_six",
        }
    }
}
