//! What happened, for telling.

use crate::games::miniskull_caverns::data::card::{Adjustment, Control, Lie, Tactic};
use crate::games::miniskull_caverns::data::map::Space;
use crate::referee::RuleId;

/// Something that happened. `seat` is the hero it is about.
///
/// Events are told to everybody, so none tells a Control or Tactic before it is revealed (section 7 of the rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// R8.
    Started {
        seat: u8,
        at: Space,
    },
    /// R9.
    First {
        seat: u8,
    },
    RoundBegan {
        round: u32,
        seat: u8,
    },
    /// R23: all that its back tells.
    Placed {
        seat: u8,
        upright: bool,
        exerted: bool,
    },
    /// R24.
    Shown {
        seat: u8,
        control: Control,
        exerted: bool,
    },
    /// R25.
    Turned {
        seat: u8,
        control: Control,
        lie: Lie,
    },
    /// R26.
    Adjusted {
        seat: u8,
        adjustment: Adjustment,
        lie: Lie,
    },
    /// R111.
    NoiseRolled {
        seat: u8,
        roll: u8,
    },
    /// R29, R111.
    Noise {
        total: u8,
    },
    /// R13: of `points`, those beyond 6 are lost.
    Gained {
        seat: u8,
        points: u8,
        strength: u8,
        rule: RuleId,
    },
    Lost {
        seat: u8,
        points: u8,
        strength: u8,
        rule: RuleId,
    },
    /// R16.
    Expended {
        seat: u8,
        points: u8,
        strength: u8,
        rule: RuleId,
    },
    GemDropped {
        seat: u8,
        at: Space,
        rule: RuleId,
    },
    /// R32, R102.
    Rested {
        seat: u8,
        forced: bool,
    },
    Stayed {
        seat: u8,
    },
    Moved {
        seat: u8,
        to: Space,
    },
    /// R46: with so many heroes poorer in Gems on the space.
    Passed {
        seat: u8,
        at: Space,
    },
    /// R64.
    Hid {
        seat: u8,
    },
    /// R65.
    Healed {
        seat: u8,
    },
    /// R114, R115.
    ClockWillRise {
        seat: u8,
    },
    /// R52, R58.
    Searched {
        seat: u8,
        roll: u8,
        found: bool,
        again: bool,
    },
    /// R53.
    GemsTaken {
        seat: u8,
        count: u8,
        gems: u8,
    },
    /// R54.
    MonsterCame {
        seat: u8,
        strength: u8,
    },
    MonsterHit {
        seat: u8,
        roll: u8,
    },
    /// R56.
    MonsterBeaten {
        seat: u8,
    },
    /// R57.
    MonsterWon {
        seat: u8,
    },
    /// R59.
    Ambushed {
        seat: u8,
        target: u8,
    },
    /// R61.
    Rolled {
        seat: u8,
        roll: u8,
        rule: RuleId,
    },
    AmbushTied {
        seat: u8,
        target: u8,
    },
    AmbushWon {
        seat: u8,
        target: u8,
    },
    AmbushFailed {
        seat: u8,
        target: u8,
    },
    /// R62.
    GemGiven {
        seat: u8,
        to: u8,
    },
    /// R69-R71.
    CombatBegan {
        seat: u8,
        target: u8,
        at: Space,
    },
    /// Section 7: all that its back tells.
    TacticPlayed {
        seat: u8,
        upright: bool,
    },
    /// R72.
    TacticShown {
        seat: u8,
        tactic: Tactic,
    },
    /// R73: the Tactics and the values, the winner's first.
    CombatWon {
        seat: u8,
        loser: u8,
        tactics: [Tactic; 2],
        values: [i8; 2],
        damage: u8,
    },
    /// R74: the Tactics, the attacker's first.
    CombatTied {
        tactics: [Tactic; 2],
        value: i8,
    },
    /// R79, R86.
    TinyFaced {
        seat: u8,
        helps: bool,
    },
    TinyRolled {
        roll: u8,
    },
    /// R85.
    TinyHurt {
        seat: u8,
        damage: u8,
        left: u8,
    },
    /// R84.
    TinyTied {
        seat: u8,
    },
    /// R87.
    TinyLeft,
    /// R91.
    Disturbed {
        roll: u8,
        noise: u8,
        come: bool,
    },
    /// R90.
    Silence,
    /// R92.
    HordeFaced {
        seat: u8,
        roll: u8,
        monster: u8,
    },
    /// R93.
    Raised {
        seat: u8,
        target: u8,
        points: u8,
        monster: u8,
    },
    /// R95; R98 without a roll.
    HordeBeaten {
        seat: u8,
        rule: RuleId,
    },
    /// R12.
    TokenPassed {
        seat: u8,
    },
    /// R113: a countdown die, from 0.
    ClockFell {
        die: u8,
        left: u8,
    },
    /// R114, R115.
    ClockRose {
        die: u8,
        left: u8,
    },
    /// A35.
    ClockHeld,
    /// R105, R106, R119.
    Won {
        seat: u8,
        by: u8,
    },
    /// R117.
    OutOfStrength {
        seat: u8,
    },
    /// R118.
    OutOfTime {
        seat: u8,
    },
    /// A38.
    LimitReached {
        round: u32,
    },
}
