//! Events in words.

use serde_json::json;

use crate::games::english::{capital, counted};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::GEMS;
use crate::games::miniskull_caverns::data::card::Tactic;
use crate::games::miniskull_caverns::rules::event::Event;
use crate::games::shared::narrator::Narrator;
use crate::referee::Telling;

impl Caverns {
    pub(super) fn tell(&self, event: Event) -> Telling {
        let name = |seat| self.name(seat);
        let space = |at| self.map.name(at);
        let player = |seat: u8| json!({ "player": self.name(seat) });
        let pair = |seat: u8, target: u8| json!({ "player": self.name(seat), "target": self.name(target) });
        let (rule, kind, text, data) = match event {
            // The set-up, and Phases 1 to 3.
            Event::Started { seat, at } => (
                "R8",
                "started",
                format!("{} starts on {}.", self.hero_text(seat), space(at)),
                json!({ "player": name(seat), "space": space(at) }),
            ),
            Event::First { seat } => ("R9", "first", format!("{} is first.", name(seat)), json!({ "player": name(seat) })),
            Event::RoundBegan { round, seat } => {
                let first = if self.players.len() == 1 { String::new() } else { format!(": {} is first", name(seat)) };
                ("R10", "round_began", format!("Round {round}{first}."), json!({ "round": round, "first": name(seat) }))
            }
            Event::Placed { seat, upright, exerted } => {
                let backs = self.data.controls[usize::from(seat)].pair(upright).map(|control| control.name());
                let way = if upright { "upright" } else { "crosswise" };
                let die = if exerted { ", with Strength on it" } else { "" };
                (
                    "R23",
                    "placed",
                    format!("{} places a card {way}, {} or {}{die}.", name(seat), backs[0], backs[1]),
                    json!({ "player": name(seat), "upright": upright, "exerted": exerted }),
                )
            }
            Event::Shown { seat, control, exerted } => {
                let die = if exerted { ", with Strength on it" } else { "" };
                (
                    "R24",
                    "shown",
                    format!("{} shows {}{die}.", name(seat), control.name()),
                    json!({ "player": name(seat), "control": control.id(), "exerted": exerted }),
                )
            }
            Event::Turned { seat, control, lie } => (
                "R25",
                "turned",
                format!("{}: {} Action card comes to {}.", control.name(), self.possessive(seat), self.side_text(seat, lie)),
                json!({ "player": name(seat), "control": control.id(), "lies": lie.code() }),
            ),
            Event::Adjusted { seat, adjustment, lie } => (
                "R26",
                "adjusted",
                format!(
                    "{}: {} Action card comes to {}.",
                    capital(adjustment.name()),
                    self.possessive(seat),
                    self.side_text(seat, lie)
                ),
                json!({ "player": name(seat), "adjustment": adjustment.id(), "lies": lie.code() }),
            ),
            Event::NoiseRolled { seat, roll } => (
                "R111",
                "noise_rolled",
                format!("{} rolls {roll} for noise.", name(seat)),
                json!({ "player": name(seat), "roll": roll }),
            ),
            Event::Noise { total } => ("R29", "noise", format!("The noise is {total}."), json!({ "noise": total })),
            // Strength and Gems.
            Event::Gained { seat, points: 0, strength, rule } => (
                rule,
                "gained",
                format!("{} has full Strength already.", name(seat)),
                json!({ "player": name(seat), "points": 0, "strength": strength }),
            ),
            Event::Gained { seat, points, strength, rule } => (
                rule,
                "gained",
                format!("{} gains {points} Strength and has {strength}.", name(seat)),
                json!({ "player": name(seat), "points": points, "strength": strength }),
            ),
            Event::Lost { seat, points, strength, rule } => (
                rule,
                "lost",
                format!("{} loses {points} Strength and has {}.", name(seat), left(strength)),
                json!({ "player": name(seat), "points": points, "strength": strength }),
            ),
            Event::Expended { seat, points, strength, rule } => (
                rule,
                "expended",
                format!("{} spends {points} Strength and has {}.", name(seat), left(strength)),
                json!({ "player": name(seat), "points": points, "strength": strength }),
            ),
            Event::GemDropped { seat, at, rule } => (
                rule,
                "gem_dropped",
                format!("{} drops a Gem on {}.", name(seat), self.map.name(at)),
                json!({ "player": name(seat), "space": self.map.name(at) }),
            ),
            Event::GemGiven { seat, to } => (
                "R62",
                "gem_given",
                format!("{} gives {} a Gem.", name(seat), name(to)),
                json!({ "player": name(seat), "to": name(to) }),
            ),
            Event::GemsTaken { seat, count, gems } => (
                "R53",
                "gems_taken",
                format!("{} takes {} and carries {gems} of {GEMS}.", name(seat), counted(count, "Gem")),
                json!({ "player": name(seat), "count": count, "gems": gems }),
            ),
            // Phase 4.
            Event::Rested { seat, forced: false } => ("R32", "rested", format!("{} rests.", name(seat)), player(seat)),
            Event::Rested { seat, .. } => {
                ("R102", "rested", format!("Without Strength {} can only rest.", name(seat)), player(seat))
            }
            Event::Stayed { seat } => ("R36", "stayed", format!("{} stays.", name(seat)), player(seat)),
            Event::Moved { seat, to } => (
                "R36",
                "moved",
                format!("{} goes to {}.", name(seat), space(to)),
                json!({ "player": name(seat), "space": space(to) }),
            ),
            Event::Passed { seat, at } => (
                "R46",
                "passed",
                format!("{} carries more Gems than the hero on {}, and pays to pass.", name(seat), space(at)),
                json!({ "player": name(seat), "space": space(at) }),
            ),
            Event::Hid { seat } => ("R64", "hid", format!("{} hides.", name(seat)), player(seat)),
            Event::Healed { seat } => ("R65", "healed", format!("{} heals.", name(seat)), player(seat)),
            Event::ClockWillRise { seat } => {
                ("R115", "clock_will_rise", "A countdown die will go up at the end of this turn.".to_owned(), player(seat))
            }
            Event::Searched { seat, roll, found, again } => {
                let second = if again { " again" } else { "" };
                let luck = if found { "and finds what lies here" } else { "and finds nothing" };
                (
                    if again { "R58" } else { "R52" },
                    "searched",
                    format!("{} searches{second}, rolls {roll} {luck}.", name(seat)),
                    json!({ "player": name(seat), "roll": roll, "found": found, "again": again }),
                )
            }
            Event::MonsterCame { seat, strength } => (
                "R54",
                "monster_came",
                format!("A monster of {strength} attacks {}.", name(seat)),
                json!({ "player": name(seat), "monster": strength }),
            ),
            Event::MonsterHit { seat, roll } => (
                "R54",
                "monster_hit",
                format!("{} rolls {roll} against it.", name(seat)),
                json!({ "player": name(seat), "roll": roll }),
            ),
            Event::MonsterBeaten { seat } => {
                ("R56", "monster_beaten", format!("{} beats the monster.", name(seat)), player(seat))
            }
            Event::MonsterWon { seat } => {
                ("R57", "monster_won", format!("{} does not beat the monster.", name(seat)), player(seat))
            }
            // Surprise Attacks, and Phase 5.
            Event::Ambushed { seat, target } => {
                ("R59", "ambushed", format!("{} attacks {} by surprise.", name(seat), name(target)), pair(seat, target))
            }
            Event::Rolled { seat, roll, rule } => {
                (rule, "rolled", format!("{} rolls {roll}.", name(seat)), json!({ "player": name(seat), "roll": roll }))
            }
            Event::AmbushTied { seat, target } => {
                ("R61", "ambush_tied", "A tie: nothing happens.".to_owned(), pair(seat, target))
            }
            Event::AmbushWon { seat, target } => ("R62", "ambush_won", format!("{} wins.", name(seat)), pair(seat, target)),
            Event::AmbushFailed { seat, target } => {
                ("R63", "ambush_failed", format!("{} beats the attack off.", name(target)), pair(seat, target))
            }
            Event::CombatBegan { seat, target, at } => (
                "R67",
                "combat_began",
                format!("{} fights {} on {}.", name(seat), name(target), self.map.name(at)),
                json!({ "player": name(seat), "target": name(target), "space": self.map.name(at) }),
            ),
            Event::TacticPlayed { seat, upright } => {
                let backs = self.data.controls[usize::from(seat)].tactic_pair(upright).map(|tactic| tactic.name());
                (
                    "R72",
                    "tactic_played",
                    format!("{} plays a Tactic, {} or {}.", name(seat), backs[0], backs[1]),
                    json!({ "player": name(seat), "upright": upright }),
                )
            }
            Event::TacticShown { seat, tactic } => (
                "R72",
                "tactic_shown",
                format!("{} shows {}.", name(seat), tactic.name()),
                json!({ "player": name(seat), "tactic": tactic.name() }),
            ),
            Event::CombatWon { seat, loser, tactics: [winning, losing], values, damage } => (
                "R73",
                "combat_won",
                format!(
                    "{} to {}: {} wins and does {damage} damage{}.",
                    worked_out(values[0], winning, losing),
                    worked_out(values[1], losing, winning),
                    name(seat),
                    softened(winning, losing)
                ),
                json!({ "player": name(seat), "loser": name(loser), "values": values, "damage": damage }),
            ),
            Event::CombatTied { tactics: [attack, defence], value } => (
                "R74",
                "combat_tied",
                format!(
                    "{} to {}: nothing happens.",
                    worked_out(value, attack, defence),
                    worked_out(value, defence, attack)
                ),
                json!({ "value": value }),
            ),
            // Phases 6 to 8.
            Event::TinyFaced { seat, helps: true } => {
                ("R86", "tiny_faced", format!("{} joins the fight with Tiny.", name(seat)), player(seat))
            }
            Event::TinyFaced { seat, .. } => {
                ("R79", "tiny_faced", format!("Tiny comes out and fights {}.", name(seat)), player(seat))
            }
            Event::TinyRolled { roll } => ("R81", "tiny_rolled", format!("Tiny rolls {roll}."), json!({ "roll": roll })),
            Event::TinyHurt { seat, damage, left } => (
                "R82",
                "tiny_hurt",
                format!(
                    "{} hits Tiny for {damage}: {}.",
                    name(seat),
                    if left == 0 { "none is left".to_owned() } else { format!("{left} left") }
                ),
                json!({ "player": name(seat), "damage": damage, "tiny": left }),
            ),
            Event::TinyTied { seat } => ("R84", "tiny_tied", "A tie: nothing happens.".to_owned(), player(seat)),
            Event::TinyLeft => {
                ("R87", "tiny_left", "Nobody here carries enough Gems now: Tiny leaves.".to_owned(), json!({}))
            }
            Event::Disturbed { roll, noise, come } => {
                let text = match come {
                    true if self.players.len() == 1 => format!("A {roll} at noise {noise}: a monster of {roll} comes."),
                    true => format!("A {roll} at noise {noise}: monsters of {roll} come for everybody."),
                    false => format!("A {roll} at noise {noise}: no monsters are disturbed."),
                };
                ("R91", "disturbed", text, json!({ "roll": roll, "noise": noise, "come": come }))
            }
            Event::Silence => ("R90", "silence", "Not a sound: no monsters are disturbed.".to_owned(), json!({})),
            Event::HordeFaced { seat, roll, monster } => (
                "R92",
                "horde_faced",
                format!("{} rolls {roll} against a monster of {monster}.", name(seat)),
                json!({ "player": name(seat), "roll": roll, "monster": monster }),
            ),
            Event::Raised { seat, target, points, monster } => (
                "R93",
                "raised",
                format!("{} makes {} monster stronger: {monster}.", name(seat), self.possessive(target)),
                json!({ "player": name(seat), "target": name(target), "points": points, "monster": monster }),
            ),
            Event::HordeBeaten { seat, rule } => {
                (rule, "horde_beaten", format!("{} beats the monster.", name(seat)), player(seat))
            }
            // Phase 9, and the end.
            Event::TokenPassed { seat } => {
                ("R12", "token_passed", format!("The first player token goes to {}.", name(seat)), player(seat))
            }
            Event::ClockFell { die, left } => (
                "R113",
                "clock_fell",
                format!("The {} countdown die goes down to {}.", nth(die), gone(left)),
                json!({ "die": die + 1, "left": left }),
            ),
            Event::ClockRose { die, left } => (
                "R114",
                "clock_rose",
                format!("The {} countdown die goes up to {left}.", nth(die)),
                json!({ "die": die + 1, "left": left }),
            ),
            Event::ClockHeld => {
                ("A35", "clock_held", "No countdown die can go up, and none goes down.".to_owned(), json!({}))
            }
            Event::Won { seat, by } if seat != by => (
                "R106",
                "won",
                format!(
                    "{} takes Tiny's last Strength, and {} carries the Gems out: {} wins.",
                    name(by),
                    name(seat),
                    name(seat)
                ),
                json!({ "player": name(seat), "by": name(by) }),
            ),
            Event::Won { seat, by } => (
                "R105",
                "won",
                format!("Tiny is defeated. {} wins.", name(seat)),
                json!({ "player": name(seat), "by": name(by) }),
            ),
            Event::OutOfStrength { seat } => {
                ("R117", "out_of_strength", format!("{} has no Strength left and is lost.", name(seat)), player(seat))
            }
            Event::OutOfTime { seat } => {
                ("R118", "out_of_time", format!("Time has run out: {} is lost in the caverns.", name(seat)), player(seat))
            }
            Event::LimitReached { round } => (
                "A38",
                "limit_reached",
                format!("Round {round} was the last one agreed on: nobody wins."),
                json!({ "round": round }),
            ),
        };
        Telling { rule: Some(rule), kind, text, data }
    }
}

/// "4 + 2 = 6": the die, what the own Tactic adds, what the other's takes off (section 3.6).
fn worked_out(value: i8, own: Tactic, other: Tactic) -> String {
    let (adds, hinders) = (own.attack(), other.hinders());
    let mut sum = (value - adds + hinders).to_string();
    if adds > 0 {
        sum += &format!(" + {adds} for the {}", own.name());
    }
    if hinders > 0 {
        sum += &format!(" - {hinders} for the {}", other.name());
    }
    if adds + hinders > 0 { format!("{sum} = {value}") } else { sum }
}

/// What a Tactic changes about the damage (R73).
fn softened(winning: Tactic, losing: Tactic) -> String {
    match (winning, losing.shields()) {
        (Tactic::Block, _) => ", as a block does none".to_owned(),
        (_, 0) => String::new(),
        (_, less) => format!(", {less} less for the {}", losing.name()),
    }
}

/// "3", or "none".
fn left(strength: u8) -> String {
    if strength == 0 { "none left".to_owned() } else { format!("{strength} left") }
}

fn gone(left: u8) -> String {
    if left == 0 { "nothing and is discarded".to_owned() } else { left.to_string() }
}

fn nth(die: u8) -> &'static str {
    if die == 0 { "first" } else { "second" }
}
