//! Events in words.

use serde_json::json;

use super::coin_text;
use super::names::cell_id;
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::rules::event::Event;
use crate::games::english::{counted, listed, verb};
use crate::games::shared::narrator::{Narrator, Seats};
use crate::referee::Telling;

impl Builders {
    pub(super) fn tell(&self, event: Event) -> Telling {
        let name = |seat: u8| self.name(seat);
        let names = |seats: u8| self.names(Seats(seats));
        let (rule, kind, text, data) = match event {
            Event::RoundBegan { round, seat } => (
                "R8",
                "round_began",
                match round {
                    1 => format!("Round 1: {} begins.", name(seat)),
                    _ => format!(
                        "Round {round}: {} begins. Shuffle all tiles for a new entrance. Coins and pawns go back, dice show null.",
                        name(seat)
                    ),
                },
                json!({ "round": round, "player": name(seat) }),
            ),
            Event::TileDrawn { seat, tile } => (
                "R14",
                "tile_drawn",
                format!("{} draws {tile}.", name(seat)),
                json!({ "player": name(seat), "tile": tile.to_string() }),
            ),
            Event::TileLaid { seat, tile, cell } => (
                "R17",
                "tile_laid",
                format!("{} lays {tile} at {}.", name(seat), cell_id(cell)),
                json!({ "player": name(seat), "tile": tile.to_string(), "cell": cell }),
            ),
            Event::FitsNowhere { tile } => (
                "R18",
                "fits_nowhere",
                format!("{tile} fits nowhere in the dungeon, but to a set that lies apart."),
                json!({ "tile": tile.to_string() }),
            ),
            Event::LeftApart { seat, tile } => (
                "R18",
                "left_apart",
                format!("{tile} fits nowhere and lies apart."),
                json!({ "player": name(seat), "tile": tile.to_string() }),
            ),
            Event::Joined { seat, tile, set, count } => (
                "R18",
                "joined",
                match count {
                    1 => format!("{} joins {} to {tile}.", name(seat), set.0),
                    _ => format!("{} joins the set of {}, {count} tiles, to {tile}.", name(seat), set.0),
                },
                json!({ "player": name(seat), "tile": tile.to_string(), "set": set.0.to_string(), "tiles": count }),
            ),
            Event::CoinPlaced { seat, tile, value } => (
                "R25",
                "coin_placed",
                match value {
                    Some(value) => format!("{} puts {} on {tile}, value up.", name(seat), coin_text(value)),
                    None => format!("{} puts a coin on {tile}, value down.", name(seat)),
                },
                json!({ "player": name(seat), "tile": tile.to_string(), "value": value }),
            ),
            Event::PoweredUp { seat, power } => (
                "R30",
                "powered_up",
                format!("{}'s hero has power {power} now.", name(seat)),
                json!({ "player": name(seat), "power": power }),
            ),
            Event::Rebuilt { seat } => {
                ("R24", "rebuilt", format!("{} lays the dungeon anew.", name(seat)), json!({ "player": name(seat) }))
            }
            Event::Strongest { seat } => (
                "R33",
                "strongest",
                format!("{}'s hero has power 5: building ends.", name(seat)),
                json!({ "player": name(seat) }),
            ),
            Event::PathFound => ("R33", "path_found", "A 5 is in the dungeon: building ends.".to_owned(), json!({})),
            Event::Mightiest { seat, power } => (
                "R35",
                "mightiest",
                format!("{}'s hero is the strongest, with power {power}.", name(seat)),
                json!({ "player": name(seat), "power": power }),
            ),
            Event::Tied { seats, power } => (
                "R36",
                "tied",
                format!("{} are equally strong, with power {power}: they bid.", listed(&names(seats))),
                json!({ "players": names(seats), "power": power }),
            ),
            Event::AuctionOpened { seat, stay_out } => (
                "R37",
                "auction_opened",
                format!("{} opens an auction to {}.", name(seat), if stay_out { "stay out" } else { "enter" }),
                json!({ "player": name(seat), "stay_out": stay_out }),
            ),
            Event::BidMade { seat, gold } => {
                ("R38", "bid_made", format!("{} bids {gold}.", name(seat)), json!({ "player": name(seat), "gold": gold }))
            }
            Event::UnableToBid { seat } => (
                "R39",
                "unable_to_bid",
                format!("{} has no number left to bid; it counts as 0.", name(seat)),
                json!({ "player": name(seat) }),
            ),
            Event::Paid { seat, gold, stay_out } => (
                if stay_out { "R41" } else { "R40" },
                "paid",
                format!("{} pays {gold} to the bank.", name(seat)),
                json!({ "player": name(seat), "gold": gold }),
            ),
            Event::Entered { seat, power } => (
                "R43",
                "entered",
                format!("{}'s hero enters the dungeon with power {power}.", name(seat)),
                json!({ "player": name(seat), "power": power }),
            ),
            Event::Went { seat, tile } => (
                "R45",
                "went",
                format!("{} goes to {tile}.", name(seat)),
                json!({ "player": name(seat), "tile": tile.to_string() }),
            ),
            Event::CoinTurned { seat, by, value } => (
                "R47",
                "coin_turned",
                format!("{} turns up {}'s coin: {}.", name(seat), name(by), coin_text(value)),
                json!({ "player": name(seat), "by": name(by), "value": value }),
            ),
            Event::SwordTaken { seat, by } => (
                "R51",
                "sword_taken",
                format!("{} takes {}'s sword: 1 more in every fight.", name(seat), name(by)),
                json!({ "player": name(seat), "by": name(by) }),
            ),
            Event::SwordLeft { seat, by } => (
                "A29",
                "sword_left",
                format!("{} has a sword; {}'s stays where it lies.", name(seat), name(by)),
                json!({ "player": name(seat), "by": name(by) }),
            ),
            Event::PotionTaken { seat, by } => (
                "R52",
                "potion_taken",
                format!("{} takes {}'s potion.", name(seat), name(by)),
                json!({ "player": name(seat), "by": name(by) }),
            ),
            Event::Drank { seat, by, healed } => (
                "R53",
                "drank",
                format!("{} drinks {}'s potion: {healed} power back.", name(seat), name(by)),
                json!({ "player": name(seat), "by": name(by), "healed": healed }),
            ),
            Event::Fought { seat, roll, power, sword, strength, result } => (
                "R48",
                "fought",
                format!(
                    "{} rolls {roll}: {roll} + {power}{} - {strength} = {result}.",
                    name(seat),
                    if sword { " + 1" } else { "" }
                ),
                json!({ "player": name(seat), "roll": roll, "power": power, "sword": sword, "strength": strength, "result": result }),
            ),
            Event::Unharmed { seat } => (
                "R49",
                "unharmed",
                format!("{} is unharmed, and the monster is beaten.", name(seat)),
                json!({ "player": name(seat) }),
            ),
            Event::Hurt { seat, damage, power } => (
                "R49",
                "hurt",
                format!("{} takes {damage} damage: power {power}. The monster is beaten.", name(seat)),
                json!({ "player": name(seat), "damage": damage, "power": power }),
            ),
            Event::Earned { seat, gold, rule } => {
                let coin = match rule {
                    "R51" => "sword",
                    "R53" => "potion",
                    _ => "monster",
                };
                (
                    rule,
                    "earned",
                    format!("{} earns {gold} gold for the {coin}.", name(seat)),
                    json!({ "player": name(seat), "gold": gold }),
                )
            }
            Event::Died { seat, tile } => (
                "R57",
                "died",
                format!("{}'s hero dies on {tile}.", name(seat)),
                json!({ "player": name(seat), "tile": tile.to_string() }),
            ),
            Event::Left { seat } => {
                ("R56", "left", format!("{}'s hero walks out alive.", name(seat)), json!({ "player": name(seat) }))
            }
            Event::Scored { seat, gold, dead } => (
                if dead { "R59" } else { "R58" },
                "scored",
                match dead {
                    true if self.options.deadly => format!("{}'s own tiles bring nothing.", name(seat)),
                    true => format!("{}'s own tiles bring {gold} gold, half of each.", name(seat)),
                    false => format!("{}'s own tiles bring {gold} gold.", name(seat)),
                },
                json!({ "player": name(seat), "gold": gold, "dead": dead }),
            ),
            Event::Declined { seat } => {
                ("V3d", "declined", format!("{} stays out this round.", name(seat)), json!({ "player": name(seat) }))
            }
            Event::Volunteered { seat } => {
                ("V3c", "volunteered", format!("{} would enter.", name(seat)), json!({ "player": name(seat) }))
            }
            Event::Looted { seat, from, sword } => (
                "V3e",
                "looted",
                format!("{} takes {} that {} left.", name(seat), if sword { "the sword" } else { "a potion" }, name(from)),
                json!({ "player": name(seat), "from": name(from), "sword": sword }),
            ),
            Event::RoundEnded { round } => {
                ("R60", "round_ended", format!("Round {round} is over."), json!({ "round": round }))
            }
            Event::Won { seat, gold } => (
                "R63",
                "won",
                format!("{} wins with {gold} gold.", name(seat)),
                json!({ "player": name(seat), "gold": gold }),
            ),
            Event::WonTogether { seats, gold } => (
                "A34",
                "won_together",
                format!("{} win together, with {gold} gold each.", listed(&names(seats))),
                json!({ "players": names(seats), "gold": gold }),
            ),
            Event::PlayedOn { seats } => (
                "A34",
                "played_on",
                format!("{} have most and the same: the game goes on.", listed(&names(seats))),
                json!({ "players": names(seats) }),
            ),
            Event::LimitReached { rounds } => (
                "A44",
                "limit_reached",
                format!("{} {} agreed on, and most gold wins.", counted(rounds, "round"), verb(rounds, "was", "were")),
                json!({ "rounds": rounds }),
            ),
        };
        Telling { rule: Some(rule), kind, text, data }
    }
}
