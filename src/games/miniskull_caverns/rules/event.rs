//! The events of the game.

use super::noun::{Adjustment, Backs, Colour, Control, Side, Space, Sum, Tactic, TacticBacks};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::GEMS;
use crate::games::miniskull_caverns::data::card::{self, Orientation};
use crate::games::miniskull_caverns::data::map;
use crate::games::shared::event::events;
use crate::games::shared::narrator::Narrator;
use crate::games::shared::noun::{Flag, Number, Pair, Player};
use crate::referee::RuleId;

events! {
    /// An event. `seat` is the hero concerned.
    ///
    /// Everybody receives events, so none reveals a Control or Tactic early (section 7 of the rules).
    pub enum Event of Caverns, in "events", with (game, p);

    Started { seat: u8, at: map::Space } = "started", "R8" =>
        { player: Player(seat), space: Space(at) } + { colour: Colour(seat) };
    First { seat: u8 } = "first", "R9" => { player: Player(seat) };
    RoundBegan { round: u32, seat: u8 } = "round_began", "R10" => { round: Number(round), first: Player(seat) };
    /// A Control was placed, with everything its back reveals.
    Placed { seat: u8, upright: bool, exerted: bool } = "placed", "R23" =>
        { player: Player(seat), upright: Flag(upright), exerted: Flag(exerted) } + { backs: Backs(seat, upright) };
    Shown { seat: u8, control: card::Control, exerted: bool } = "shown", "R24" =>
        { player: Player(seat), control: Control(control), exerted: Flag(exerted) };
    Turned { seat: u8, control: card::Control, orientation: Orientation } = "turned", "R25" =>
        { player: Player(seat), control: Control(control), lies: Side(seat, orientation) };
    Adjusted { seat: u8, adjustment: card::Adjustment, orientation: Orientation } = "adjusted", "R26" =>
        { player: Player(seat), adjustment: Adjustment(adjustment), lies: Side(seat, orientation) };
    NoiseRolled { seat: u8, roll: u8 } = "noise_rolled", "R111" => { player: Player(seat), roll: Number(roll) };
    /// The total noise (R111).
    Noise { total: u8 } = "noise", "R29" => { noise: Number(total) };
    /// Strength was gained; of `points`, those beyond 6 are lost (R13).
    Gained { seat: u8, points: u8, strength: u8, rule: RuleId } = "gained", rule =>
        { player: Player(seat), points: Number(points), strength: Number(strength) };
    Lost { seat: u8, points: u8, strength: u8, rule: RuleId } = "lost", rule =>
        { player: Player(seat), points: Number(points), strength: Number(strength) } + { burnt: Flag(rule == "R83") };
    /// Strength was expended (R16).
    Expended { seat: u8, points: u8, strength: u8, rule: RuleId } = "expended", rule =>
        { player: Player(seat), points: Number(points), strength: Number(strength) };
    GemDropped { seat: u8, at: map::Space, rule: RuleId } = "gem_dropped", rule => { player: Player(seat), space: Space(at) };
    Rested { seat: u8, forced: bool } = "rested", if forced { "R102" } else { "R32" } =>
        { player: Player(seat) } + { forced: Flag(forced) };
    Stayed { seat: u8 } = "stayed", "R36" => { player: Player(seat) };
    Moved { seat: u8, to: map::Space } = "moved", "R36" => { player: Player(seat), space: Space(to) };
    /// A hero paid to pass heroes poorer in Gems.
    Passed { seat: u8, at: map::Space } = "passed", "R46" => { player: Player(seat), space: Space(at) };
    Hid { seat: u8 } = "hid", "R64" => { player: Player(seat) };
    Healed { seat: u8 } = "healed", "R65" => { player: Player(seat) };
    /// A countdown die will rise (R114).
    ClockWillRise { seat: u8 } = "clock_will_rise", "R115" => { player: Player(seat) };
    Searched { seat: u8, roll: u8, found: bool, again: bool } = "searched", if again { "R58" } else { "R52" } =>
        { player: Player(seat), roll: Number(roll), found: Flag(found), again: Flag(again) };
    GemsTaken { seat: u8, count: u8, gems: u8 } = "gems_taken", "R53" =>
        { player: Player(seat), count: Number(count), gems: Number(gems) } +
        { most: Number(GEMS), space: Space(p.hero(seat).at.unwrap_or(game.map.centre)) };
    MonsterCame { seat: u8, strength: u8 } = "monster_came", "R54" => { player: Player(seat), monster: Number(strength) };
    MonsterHit { seat: u8, roll: u8 } = "monster_hit", "R54" => { player: Player(seat), roll: Number(roll) };
    MonsterBeaten { seat: u8 } = "monster_beaten", "R56" => { player: Player(seat) };
    MonsterWon { seat: u8 } = "monster_won", "R57" => { player: Player(seat) };
    Ambushed { seat: u8, target: u8 } = "ambushed", "R59" => { player: Player(seat), target: Player(target) };
    /// A die was rolled (R61 in a Surprise Attack).
    Rolled { seat: u8, roll: u8, rule: RuleId } = "rolled", rule => { player: Player(seat), roll: Number(roll) };
    AmbushTied { seat: u8, target: u8 } = "ambush_tied", "R61" => { player: Player(seat), target: Player(target) };
    AmbushWon { seat: u8, target: u8 } = "ambush_won", "R62" => { player: Player(seat), target: Player(target) };
    AmbushFailed { seat: u8, target: u8 } = "ambush_failed", "R63" => { player: Player(seat), target: Player(target) };
    GemGiven { seat: u8, to: u8 } = "gem_given", "R62" => { player: Player(seat), to: Player(to) } + { doer: Player(to) };
    /// A fight began (R69-R71).
    CombatBegan { seat: u8, target: u8, at: map::Space } = "combat_began", "R67" =>
        { player: Player(seat), target: Player(target), space: Space(at) };
    /// A Tactic was played, with everything its back reveals (section 7).
    TacticPlayed { seat: u8, upright: bool } = "tactic_played", "R72" =>
        { player: Player(seat), upright: Flag(upright) } + { backs: TacticBacks(seat, upright) };
    TacticShown { seat: u8, tactic: card::Tactic } = "tactic_shown", "R72" => { player: Player(seat), tactic: Tactic(tactic) };
    /// A fight was won; Tactics and values are the winner's first.
    CombatWon { seat: u8, loser: u8, tactics: [card::Tactic; 2], values: [i8; 2], damage: u8 } = "combat_won", "R73" =>
        { player: Player(seat), loser: Player(loser), values: Pair(values[0], values[1]), damage: Number(damage) } +
        {
            sum: Sum(values[0], tactics[0], tactics[1]), against: Sum(values[1], tactics[1], tactics[0]),
            losing: Tactic(tactics[1]), shielded: Number(tactics[1].shields()),
            blocks: Flag(tactics[0] == card::Tactic::Block),
        };
    /// A fight was tied; Tactics are the attacker's first.
    CombatTied { tactics: [card::Tactic; 2], value: i8 } = "combat_tied", "R74" =>
        { value: Number(value) } + { sum: Sum(value, tactics[0], tactics[1]), against: Sum(value, tactics[1], tactics[0]) };
    TinyFaced { seat: u8, helps: bool } = "tiny_faced", if helps { "R86" } else { "R79" } =>
        { player: Player(seat) } + { helps: Flag(helps) };
    TinyRolled { roll: u8 } = "tiny_rolled", "R81" => { roll: Number(roll) };
    /// Tiny was hurt (R85).
    TinyHurt { seat: u8, damage: u8, left: u8 } = "tiny_hurt", "R82" =>
        { player: Player(seat), damage: Number(damage), tiny: Number(left) };
    TinyTied { seat: u8 } = "tiny_tied", "R84" => { player: Player(seat) };
    TinyLeft = "tiny_left", "R87" => {};
    Disturbed { roll: u8, noise: u8, come: bool } = "disturbed", "R91" =>
        { roll: Number(roll), noise: Number(noise), come: Flag(come) } + { alone: Flag(game.is_alone()) };
    Silence = "silence", "R90" => {};
    HordeFaced { seat: u8, roll: u8, monster: u8 } = "horde_faced", "R92" =>
        { player: Player(seat), roll: Number(roll), monster: Number(monster) };
    Raised { seat: u8, target: u8, points: u8, monster: u8 } = "raised", "R93" =>
        { player: Player(seat), target: Player(target), points: Number(points), monster: Number(monster) };
    /// The monsters were beaten (R95), or avoided without a roll (R98).
    HordeBeaten { seat: u8, rule: RuleId } = "horde_beaten", rule => { player: Player(seat) };
    TokenPassed { seat: u8 } = "token_passed", "R12" => { player: Player(seat) };
    /// A countdown die fell; dice are counted from 0.
    ClockFell { die: u8, left: u8 } = "clock_fell", "R113" => { die: Number(die + 1), left: Number(left) };
    /// A countdown die rose (R115).
    ClockRose { die: u8, left: u8 } = "clock_rose", "R114" => { die: Number(die + 1), left: Number(left) };
    ClockHeld = "clock_held", "A35" => {};
    /// Tiny was defeated (R119).
    Won { seat: u8, by: u8 } = "won", if seat == by { "R105" } else { "R106" } =>
        { player: Player(seat), by: Player(by) } + { carried: Flag(seat != by) };
    OutOfStrength { seat: u8 } = "out_of_strength", "R117" => { player: Player(seat) };
    OutOfTime { seat: u8 } = "out_of_time", "R118" => { player: Player(seat) };
    LimitReached { round: u32 } = "limit_reached", "A38" => { round: Number(round) };
}
