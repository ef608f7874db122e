//! Why a move is not legal.

use crate::games::miniskull_caverns::data::card::Action;
use crate::games::miniskull_caverns::data::map::Space;
use crate::referee::RuleId;

/// A broken rule, with what its words need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The move belongs to another step.
    NotNow,
    GameOver,
    BadRoll,
    NoSuchHero,
    NotAStart(Space),
    StartTaken(Space),
    /// Nothing to exert.
    NoStrength,
    /// What the Strength does is chosen with the Control here (A8), or must be chosen now.
    AdjustmentRequired,
    /// What the Strength does is chosen later here (A8).
    AdjustmentLater,
    /// No Strength lies on the Control card.
    NoneExerted,
    NotYourAction,
    /// The hero stands there.
    StandsThere(Space),
    TooFar(Space),
    /// The space before and the one that no step leads to.
    Wall(Space, Space),
    /// Every way there passes heroes with fewer Gems.
    PassageCosts(Space),
    /// There is no Strength left for this passage.
    PassageNeedsStrength(Space),
    /// The way named costs nothing.
    WayIsFree(Space),
    /// This action does not stay.
    MustMoveOne(Action),
    NoGemHere,
    MustSearchHere,
    BadTarget,
    TargetHidden(u8),
    TargetOutOfReach(u8),
    TargetsApart,
    /// At most so much.
    SpendOutOfRange(u8),
    ChooseStrengthOrClock,
    /// What is lost must be there.
    CannotPay,
    DieDiscarded,
    DieAtSix,
}

impl Refusal {
    /// The rule that would be broken.
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

    /// Its stable name, as the rules' dossier has it.
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
