//! Events in words.

use serde_json::json;

use super::{compass_text, loot_told};
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::piece::{Code, Role, Suit, Values};
use crate::games::dungeon_crawl::rules::event::Event;
use crate::games::dungeon_crawl::rules::position::{Position, Step, TREASURES};
use crate::games::english::{counted, listed, ordinal};
use crate::games::shared::narrator::{Narrator, Seats};
use crate::referee::Telling;

impl Crawl {
    pub(super) fn tell(&self, p: &Position, event: Event) -> Telling {
        let name = |seat: u8| self.name(seat);
        let (rule, kind, text, data) = match event {
            Event::StartRolled { seat, roll } => (
                "R4",
                "start_rolled",
                format!("{} rolls {roll}.", name(seat)),
                json!({ "player": name(seat), "roll": roll }),
            ),
            Event::StartTied { seats } => {
                let tied = self.names(Seats(seats));
                ("A1", "start_tied", format!("A tie: {} roll again.", listed(&tied)), json!({ "players": tied }))
            }
            Event::First { seat } => (
                "R4",
                "first",
                format!("{} is first, and lays a tile in the middle, back up and unseen.", name(seat)),
                json!({ "player": name(seat) }),
            ),
            Event::CompassSet { compass } => {
                ("R6", "compass_set", format!("The pawns point: {}.", compass_text(compass)), json!({ "compass": compass }))
            }
            Event::TileTurned { seat, tile, side } => (
                "R8",
                "tile_turned",
                format!("{} turns over {tile}: the pawn of {} points {}.", name(seat), tile.suit.name(), side.name()),
                json!({ "player": name(seat), "tile": tile.to_string(), "side": side.name() }),
            ),
            Event::PlaceTaken { side } => (
                "R10",
                "place_taken",
                format!("A tile lies there already: this one goes beyond the {} edge of the dungeon.", side.name()),
                json!({ "side": side.name() }),
            ),
            Event::TileLaid { seat, at } => {
                let (last, before) = (p.map.tiles().last(), p.map.tiles().iter().nth_back(1));
                let place = last.zip(before).map_or(String::new(), |(last, before)| {
                    let offset = (last.0 as i16 - before.0 as i16, last.1 as i16 - before.1 as i16);
                    format!(", {}", from_last(offset, p.map.tiles().len() == 2))
                });
                (
                    "R9",
                    "tile_laid",
                    format!("{} lays the tile back up{place}; its south-west space is {at} now.", name(seat)),
                    json!({ "player": name(seat), "space": at.to_string() }),
                )
            }
            Event::CoinLaid { seat, value, at } => (
                "R11",
                "coin_laid",
                format!(
                    "{} lays a coin of {value} in the {} corner of the {}, on {at}.",
                    name(seat),
                    self.options.corners[usize::from(seat)].name(),
                    // R13
                    if p.step == Step::Pawn { "first tile" } else { "tile" }
                ),
                json!({ "player": name(seat), "value": value, "space": at.to_string() }),
            ),
            Event::PawnPlaced { by, seat, at } => (
                "R14",
                "pawn_placed",
                format!("{} puts {}'s pawn on {at}.", name(by), name(seat)),
                json!({ "by": name(by), "player": name(seat), "space": at.to_string() }),
            ),
            Event::TurnBegan { turn, seat } => {
                ("R18", "turn_began", format!("Turn {turn}: {}.", name(seat)), json!({ "turn": turn, "player": name(seat) }))
            }
            Event::Blocked { seat } => (
                "A13",
                "blocked",
                format!("{} is boxed in and cannot move: the turn passes.", name(seat)),
                json!({ "player": name(seat) }),
            ),
            Event::NoEntrance { seat } => (
                "A20",
                "no_entrance",
                format!("No entrance is free for {}: the turn passes.", name(seat)),
                json!({ "player": name(seat) }),
            ),
            Event::Moved { seat, to } => (
                "R20",
                "moved",
                format!("{} goes to {to}.", name(seat)),
                json!({ "player": name(seat), "space": to.to_string() }),
            ),
            Event::CoinTurned { seat, coin } => (
                "R24",
                "coin_turned",
                format!("{} turns the coin over: {}.", name(seat), coin_text(coin)),
                json!({ "player": name(seat), "coin": coin.to_string() }),
            ),
            Event::ExperienceSpent { seat, suit, points } => (
                "R25",
                "experience_spent",
                format!("{} discards {} of {} experience.", name(seat), counted(points, "point"), suit.role()),
                json!({ "player": name(seat), "kind": suit.role(), "points": points }),
            ),
            Event::Beaten { seat, coin, roll, spent } => (
                "R27",
                "beaten",
                format!(
                    "{} {}, and beats the {}: the coin goes before {}, suit up, as experience.",
                    name(seat),
                    rolled(roll, spent),
                    hazard_text(coin),
                    name(seat)
                ),
                json!({ "player": name(seat), "coin": coin.to_string(), "roll": roll, "spent": spent }),
            ),
            Event::Hurt { seat, coin, roll, spent } => (
                "R28",
                "hurt",
                format!(
                    "{} {}, which is not more than {}: the {} does {} of damage. The coin goes before {}, value up.",
                    name(seat),
                    rolled(roll, spent),
                    coin.value,
                    coin.suit.role(),
                    counted(coin.value, "point"),
                    name(seat)
                ),
                json!({ "player": name(seat), "coin": coin.to_string(), "roll": roll, "spent": spent }),
            ),
            Event::TreasureFound { seat, value, found } => (
                "R29",
                "treasure_found",
                format!(
                    "{} has found a treasure of {value}, the {} of {TREASURES}. All see it; then it lies suit up.",
                    name(seat),
                    ordinal(found.into())
                ),
                json!({ "player": name(seat), "value": value, "found": found }),
            ),
            Event::EquipmentFound { seat, coin } => (
                "R30",
                "equipment_found",
                format!("{} takes it, suit up: one point of equipment.", name(seat)),
                json!({ "player": name(seat), "coin": coin.to_string() }),
            ),
            Event::EquipmentApplied { seat, points } => (
                "R32",
                "equipment_applied",
                format!("{} puts {} of equipment to the damage, for good.", name(seat), counted(points, "point")),
                json!({ "player": name(seat), "points": points }),
            ),
            Event::Attacked { seat, target } => (
                "R34",
                "attacked",
                format!("{} attacks {}.", name(seat), name(target)),
                json!({ "player": name(seat), "target": name(target) }),
            ),
            Event::EquipmentSpent { seat, points } => (
                "R34",
                "equipment_spent",
                format!("{} discards {} of equipment.", name(seat), counted(points, "point")),
                json!({ "player": name(seat), "points": points }),
            ),
            Event::AttackRolled { seat, roll, spent } => (
                "R35",
                "attack_rolled",
                format!("{} {}.", name(seat), rolled(roll, spent)),
                json!({ "player": name(seat), "roll": roll, "spent": spent }),
            ),
            Event::AttackWon { seat, target, totals } => (
                "R35",
                "attack_won",
                format!("{} to {}: {} beats {}.", totals[0], totals[1], name(seat), name(target)),
                json!({ "player": name(seat), "target": name(target), "totals": totals }),
            ),
            Event::AttackFailed { seat, target, totals } => (
                "R35",
                "attack_failed",
                format!("{} to {}: the attack on {} fails.", totals[0], totals[1], name(target)),
                json!({ "player": name(seat), "target": name(target), "totals": totals }),
            ),
            Event::TreasureStolen { seat, victim } => (
                "R35",
                "treasure_stolen",
                format!(
                    "{} takes one of {}'s treasures unseen, and keeps it suit up; only these two may see which{}.",
                    name(seat),
                    name(victim),
                    if self.is_told_thefts { " (`peek`)" } else { "" }
                ),
                json!({ "player": name(seat), "victim": name(victim) }),
            ),
            Event::EquipmentStolen { seat, victim, coin } => (
                "R35",
                "equipment_stolen",
                format!("{} takes a point of equipment from {}.", name(seat), name(victim)),
                json!({ "player": name(seat), "victim": name(victim), "coin": coin.to_string() }),
            ),
            Event::NothingTaken { seat, victim } => (
                "A14",
                "nothing_taken",
                format!("{} takes nothing from {}.", name(seat), name(victim)),
                json!({ "player": name(seat), "victim": name(victim) }),
            ),
            Event::Died { seat, at, damage } => (
                "R36",
                "died",
                format!(
                    "{} has {damage} points of damage, and dies on {at}: discard the coins of experience and of damage{}, and \
                     take the pawn off.",
                    name(seat),
                    // A16
                    if self.options.drops_applied { "" } else { " with the equipment put to it" }
                ),
                json!({ "player": name(seat), "space": at.to_string(), "damage": damage }),
            ),
            Event::TreasureShown { seat, value } => (
                "R42",
                "treasure_shown",
                format!("{} turns up a treasure of {value}.", name(seat)),
                json!({ "player": name(seat), "value": value }),
            ),
            Event::StackLeft { seat, at, treasure, equipment } => (
                "R37",
                "stack_left",
                format!("{} leaves {} on {at}, values up.", name(seat), loot_told(treasure, equipment)),
                json!({
                    "player": name(seat), "space": at.to_string(),
                    "treasure": codes(Suit::Crowns, treasure), "equipment": codes(Suit::Arms, equipment),
                }),
            ),
            Event::StackTaken { seat, treasure, equipment } => (
                "R40",
                "stack_taken",
                format!("{} takes {}.", name(seat), loot_told(treasure, equipment)),
                json!({
                    "player": name(seat),
                    "treasure": codes(Suit::Crowns, treasure), "equipment": codes(Suit::Arms, equipment),
                }),
            ),
            Event::Entered { seat, at } => (
                "R38",
                "entered",
                format!("{} comes back at {at}, empty-handed.", name(seat)),
                json!({ "player": name(seat), "space": at.to_string() }),
            ),
            Event::Waited { seat } => (
                "R38",
                "waited",
                format!("{} stays out of the dungeon for now.", name(seat)),
                json!({ "player": name(seat) }),
            ),
            Event::Revealed { seat, treasure } => (
                "R42",
                "revealed",
                format!("{} has {}: {} in all.", name(seat), loot_told(treasure, Values::default()), treasure.sum()),
                json!({ "player": name(seat), "treasure": codes(Suit::Crowns, treasure), "total": treasure.sum() }),
            ),
            Event::Tied { seats } => {
                let tied = self.names(Seats(seats));
                (
                    "R43",
                    "tied",
                    format!("A tie between {}: the most valuable single treasure decides.", listed(&tied)),
                    json!({ "players": tied }),
                )
            }
            Event::Won { seat, total } => (
                "R42",
                "won",
                format!("The sixth treasure is found. {} wins with {total}.", name(seat)),
                json!({ "player": name(seat), "total": total }),
            ),
        };
        Telling { rule: Some(rule), kind, text, data }
    }
}

/// Where a tile lies, so many tiles east and north of the one laid before it.
pub(super) fn from_last((east, north): (i16, i16), is_second: bool) -> String {
    let last = if is_second { "the first tile" } else { "the tile laid last" };
    let side = |steps: i16, [less, more]: [&'static str; 2]| (steps.unsigned_abs(), if steps < 0 { less } else { more });
    let ways = [side(north, ["south", "north"]), side(east, ["west", "east"])];
    let ways: Vec<_> = ways.into_iter().filter(|(steps, _)| *steps > 0).collect();
    match ways.as_slice() {
        [(1, way)] => format!("{way} of {last}"),
        ways => {
            let ways: Vec<String> = ways.iter().map(|(steps, way)| format!("{} {way}", counted(*steps, "tile"))).collect();
            format!("{} of {last}", listed(&ways))
        }
    }
}

fn rolled(roll: u8, spent: u8) -> String {
    match spent {
        0 => format!("rolls {roll}"),
        _ => format!("rolls {roll} + {spent} = {}", roll + spent),
    }
}

/// "M4, a monster of 4".
fn coin_text(coin: Code) -> String {
    match coin.suit {
        Suit::Suns | Suit::Moons => format!("{coin}, a {}", hazard_text(coin)),
        Suit::Crowns => format!("{coin}, treasure"),
        Suit::Arms => format!("{coin}, equipment"),
    }
}

/// "monster of 4".
fn hazard_text(coin: Code) -> String {
    format!("{} of {}", coin.suit.role(), coin.value)
}

pub(crate) fn codes(suit: Suit, values: Values) -> Vec<String> {
    values.iter().map(|value| Code { suit, value }.to_string()).collect()
}
