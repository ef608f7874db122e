//! Events in words.

use serde_json::{Value, json};

use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::RING;
use crate::games::deep_dark_dungeon::data::hex::Way;
use crate::games::deep_dark_dungeon::rules::event::{Event, Sums};
use crate::games::deep_dark_dungeon::rules::position::{Foe, Phase, Position};
use crate::games::english::{capital, counted, verb};
use crate::games::shared::narrator::Narrator;
use crate::referee::Telling;

impl Deep {
    pub(super) fn tell(&self, p: &Position, event: Event) -> Telling {
        let code = |card: u8| self.data.cards.get(usize::from(card)).map(|card| card.code.as_str());
        let player = |seat: u8| self.name(seat);
        let of = |seat: u8| json!({ "player": player(seat) });
        let card_of = |seat: u8, card: u8| json!({ "player": player(seat), "card": code(card) });
        let (rule, kind, text, data) = match event {
            Event::TileDrawn { seat, tile } => (
                laying_rule(p, tile),
                "tile_drawn",
                format!("{} {}.", self.does(seat, "draw", "draws"), self.tile_text(tile)),
                json!({ "player": player(seat), "tile": self.data.tile(tile).code }),
            ),
            Event::SetAside { tile, .. } => (
                "R10",
                "tile_set_aside",
                format!("{} goes aside for now.", self.data.tile(tile).code),
                json!({ "tile": self.data.tile(tile).code }),
            ),
            Event::TilePlaced { seat, tile, from, way } => (
                laying_rule(p, tile),
                "tile_placed",
                format!("{} goes {} of {}.", self.data.tile(tile).code, way.name(), self.place(p, from)),
                json!({ "player": player(seat), "tile": self.data.tile(tile).code, "way": way, "space": self.beyond(p, from, way) }),
            ),
            Event::AsideReturned { count } => (
                "R11",
                "aside_returned",
                format!("{} set aside: back with the others.", counted(count, "tile")),
                json!({ "tiles": count }),
            ),
            Event::SetUp => ("R13", "set_up", "All Explorers stand on the Start.".to_owned(), json!({})),
            Event::StockEmpty => ("R30", "tiles_out", "That was the last tile.".to_owned(), json!({})),
            Event::RoundBegan { round } => ("R14", "round_began", format!("Round {round}."), json!({ "round": round })),
            Event::TurnBegan { turn, seat } => (
                "R14",
                "turn_began",
                match self.players.len() {
                    1 => "Your turn.".to_owned(),
                    _ => format!("{}'s turn.", player(seat)),
                },
                json!({ "player": player(seat), "turn": turn }),
            ),
            Event::TurnSkipped { seat } => (
                "R37",
                "turn_skipped",
                format!(
                    "{} free of the web, and that takes the whole turn: stand the pawn up.",
                    self.does(seat, "get", "gets")
                ),
                of(seat),
            ),
            Event::Stepped { seat, way, to } => (
                "R17",
                "stepped",
                format!("{} {} to {}.", self.does(seat, "step", "steps"), way.name(), self.space_text(p, to)),
                self.going(p, seat, way, to),
            ),
            Event::RopeUsed { seat, card } => (
                "A18",
                "rope_used",
                format!("{} {} behind.", self.does(seat, "leave", "leaves"), self.card_text(card)),
                card_of(seat, card),
            ),
            Event::Scrambled { seat, way, to } => (
                "R25",
                "scrambled",
                format!("{} {} to {}.", self.does(seat, "scramble", "scrambles"), way.name(), self.space_text(p, to)),
                self.going(p, seat, way, to),
            ),
            Event::Waited { seat } => {
                let rule = if self.options.may_stay { "A14" } else { "R26" };
                (rule, "stayed", format!("{}.", self.does(seat, "stay", "stays")), of(seat))
            }
            Event::Attacked { seat, target } => (
                "R53",
                "attacked",
                format!("{} {}.", self.does(seat, "attack", "attacks"), player(target)),
                json!({ "player": player(seat), "target": player(target) }),
            ),
            Event::Reshuffled { cards, key: true } => (
                if self.edition.keys_reshuffle { "R58" } else { "A28" },
                "deck_reshuffled",
                format!("The Key is hidden again: shuffle the discard pile, {}, into the deck.", counted(cards, "card")),
                json!({ "cards": cards, "key": true }),
            ),
            Event::Reshuffled { cards, key: false } => (
                "R38",
                "deck_reshuffled",
                format!("The deck is empty: shuffle the {} of the discard pile into a new one.", counted(cards, "card")),
                json!({ "cards": cards, "key": false }),
            ),
            Event::CardDrawn { seat, card, site, beside } => (
                if beside { "R33" } else { "R27" },
                "card_drawn",
                format!(
                    "{} {} for {}.",
                    self.does(seat, "draw", "draws"),
                    self.drawn_text(card),
                    self.data.tile(p.space(site).tile).code
                ),
                json!({ "player": player(seat), "card": code(card), "space": p.space(site).at.to_string() }),
            ),
            Event::GuardianMet { seat, strength } => (
                "R61",
                "guardian_met",
                format!("The Guardian, strength {strength}, bars {} way.", self.whose(seat)),
                json!({ "player": player(seat), "strength": strength }),
            ),
            Event::Rolled { seat, foe, roll } => (
                match foe {
                    Foe::Monster => "R39",
                    Foe::Guardian => "R62",
                    Foe::Explorer(_) => "R55",
                    Foe::Pit => "R45",
                },
                "rolled",
                format!("{} {roll}.", self.does(seat, "roll", "rolls")),
                json!({ "player": player(seat), "roll": roll }),
            ),
            Event::FoeRolled { foe, card, roll } => {
                let (rule, who) = match foe {
                    Foe::Explorer(target) => ("R55", player(target).to_owned()),
                    Foe::Guardian => ("R62", self.monster(card)),
                    Foe::Monster | Foe::Pit => ("R39", self.monster(card)),
                };
                (rule, "foe_rolled", format!("{} rolls {roll}.", capital(&who)), json!({ "foe": who, "roll": roll }))
            }
            Event::FightWon { seat, card, sums } => (
                self.fight_rule(card, "R39"),
                "fight_won",
                format!("{}: {} {} off.", against(sums), self.does_mid(seat, "drive", "drives"), self.monster(card)),
                self.fighting(seat, card, sums),
            ),
            Event::FightLost { seat, card, sums } => (
                self.fight_rule(card, "R41"),
                "fight_lost",
                format!("{}: {} beaten by {}.", against(sums), self.does_mid(seat, "are", "is"), self.monster(card)),
                self.fighting(seat, card, sums),
            ),
            Event::AttackWon { seat, target, sums } => (
                "R55",
                "attack_won",
                format!("{}: {} {}.", against(sums), self.does_mid(seat, "beat", "beats"), player(target)),
                json!({ "player": player(seat), "target": player(target), "sums": sums.totals() }),
            ),
            Event::AttackFailed { seat, target, sums } => (
                "R55",
                "attack_failed",
                format!("{}: {} holds {} off.", against(sums), player(target), self.whom(seat)),
                json!({ "player": player(seat), "target": player(target), "sums": sums.totals() }),
            ),
            Event::NothingToTake { target, .. } => (
                "R57",
                "nothing_to_take",
                format!("{} carries nothing to take.", player(target)),
                json!({ "target": player(target) }),
            ),
            Event::Stolen { seat, target, card } => (
                "R55",
                "treasure_stolen",
                format!("{} {} from {}.", self.does(seat, "take", "takes"), self.card_text(card), player(target)),
                json!({ "player": player(seat), "target": player(target), "card": code(card) }),
            ),
            Event::Lost { seat, card } => (
                if p.foe == Foe::Guardian { "R63" } else { "R41" },
                "treasure_lost",
                format!("{} {}.", self.does(seat, "lose", "loses"), self.card_text(card)),
                card_of(seat, card),
            ),
            Event::GuardianBeatenInVain { seat } => {
                ("R62", "no_key", format!("Without a Key the grate stays shut for {}.", self.whom(seat)), of(seat))
            }
            Event::Hurt { seat } => {
                ("R43", "hurt", format!("{} Hurt: turn the Explorer card over.", self.does(seat, "are", "is")), of(seat))
            }
            Event::KnockedOut { seat, hurt } => (
                "R44",
                "knocked_out",
                format!(
                    "{} knocked out, and {} up on the Start, {}.",
                    self.does(seat, "are", "is"),
                    if self.players.len() == 1 { "wake" } else { "wakes" },
                    if hurt { "still Hurt" } else { "Healthy: turn the Explorer card back" }
                ),
                json!({ "player": player(seat), "hurt": hurt }),
            ),
            Event::TreasureDropped { seat, card } => (
                if p.escaped.contains(&seat) { "R70" } else { "R44" },
                "treasure_discarded",
                format!("{} is discarded.", self.card_text(card)),
                card_of(seat, card),
            ),
            Event::EncountersDropped { seat, count } => (
                "R34",
                "encounters_dropped",
                format!("{} still due: not drawn.", counted(count, "card")),
                json!({ "player": player(seat), "cards": count }),
            ),
            Event::PitCrossed { seat, card } => (
                "R45",
                "pit_crossed",
                format!("{} the Pit by the {}.", self.does(seat, "cross", "crosses"), self.data.card(card).name),
                card_of(seat, card),
            ),
            Event::PitCaught { seat, roll } => (
                "R45",
                "pit_caught",
                format!("{} {roll} and {} the edge.", self.does(seat, "roll", "rolls"), self.verb("catch", "catches")),
                json!({ "player": player(seat), "roll": roll }),
            ),
            Event::PitFallen { seat, roll } => (
                "R45",
                "pit_fallen",
                format!("{} {roll} and {} in.", self.does(seat, "roll", "rolls"), self.verb("fall", "falls")),
                json!({ "player": player(seat), "roll": roll }),
            ),
            Event::Slid { seat, way, to } => (
                "R46",
                "slid",
                format!("{} {} to {}.", self.does(seat, "slide", "slides"), way.name(), self.space_text(p, to)),
                self.going(p, seat, way, to),
            ),
            Event::NoSlide { seat } => {
                ("R46", "no_slide", format!("Nothing lies lower about {}: no slide.", self.whom(seat)), of(seat))
            }
            Event::Webbed { seat } => (
                "R47",
                "webbed",
                format!(
                    "{} caught, and {} the next turn: lay the pawn on its side.",
                    self.does(seat, "are", "is"),
                    self.verb("miss", "misses")
                ),
                of(seat),
            ),
            Event::WebCut { seat, card } => (
                "R47",
                "web_cut",
                format!("{} through with the {}.", self.does(seat, "cut", "cuts"), self.data.card(card).name),
                card_of(seat, card),
            ),
            Event::Taken { seat, card } => (
                "R48",
                "treasure_taken",
                format!("{} {}.", self.does(seat, "take", "takes"), self.card_text(card)),
                card_of(seat, card),
            ),
            Event::Discarded { seat, card } => (
                "R48",
                "treasure_given_up",
                format!("{} up {}.", self.does(seat, "give", "gives"), self.card_text(card)),
                card_of(seat, card),
            ),
            Event::Drunk { seat, card } => (
                "R51",
                "potion_drunk",
                format!(
                    "{} {}, and {} Healthy: turn the Explorer card back.",
                    self.does(seat, "drink", "drinks"),
                    self.card_text(card),
                    self.verb("are", "is")
                ),
                card_of(seat, card),
            ),
            Event::ExitFound { seat, space } => (
                "R65",
                "exit_found",
                format!(
                    "{} is the Exit from now on: put the Exit marker on it, and the card beside the board.",
                    self.data.tile(p.space(space).tile).code
                ),
                json!({ "player": player(seat), "space": p.space(space).at.to_string() }),
            ),
            Event::ExitMissed { seat } => {
                ("A40", "exit_missed", format!("Without the Key it is no way out for {}.", self.whom(seat)), of(seat))
            }
            Event::Escaped { seat, place } => (
                if self.guardian(p).is_some() { "R62" } else { "R67" },
                "escaped",
                format!("The Key turns, the grate lifts: {} out.", self.does_mid(seat, "are", "is")),
                json!({ "player": player(seat), "place": place }),
            ),
            Event::Finished { last_key: false } => {
                ("R69", "game_over", "The first out wins, and the game is over.".to_owned(), json!({}))
            }
            Event::Finished { last_key: true } => {
                ("R70", "game_over", "Nobody else can leave: the game is over.".to_owned(), json!({}))
            }
            Event::RoundsOver { rounds } => (
                "R71",
                "rounds_over",
                format!("{} {} been played, and the game is over.", counted(rounds, "round"), verb(rounds, "has", "have")),
                json!({ "rounds": rounds }),
            ),
            Event::TimeUp { turns } => (
                "R72",
                "time_up",
                format!("{} {} passed, and the light goes out.", counted(turns, "turn"), verb(turns, "has", "have")),
                json!({ "turns": turns }),
            ),
        };
        Telling { rule: Some(rule), kind, text, data }
    }

    /// "Ann rolls", or alone "you roll", within a sentence.
    fn does_mid(&self, seat: u8, you: &str, they: &str) -> String {
        format!("{} {}", self.whom(seat), self.verb(you, they))
    }

    fn verb<'a>(&self, you: &'a str, they: &'a str) -> &'a str {
        if self.is_alone() { you } else { they }
    }

    fn whose(&self, seat: u8) -> String {
        if self.is_alone() { "your".to_owned() } else { self.possessive(seat) }
    }

    fn going(&self, p: &Position, seat: u8, way: Way, to: u8) -> Value {
        json!({ "player": self.name(seat), "way": way, "tile": self.data.tile(p.space(to).tile).code, "space": p.space(to).at.to_string() })
    }

    fn beyond(&self, p: &Position, from: u8, way: Way) -> String {
        p.space(from).at.neighbour(way).to_string()
    }

    /// Monsters by this rule, the Guardian by its own.
    fn fight_rule(&self, card: u8, rule: &'static str) -> &'static str {
        match self.data.cards.get(usize::from(card)) {
            Some(_) => rule,
            None if rule == "R41" => "R63",
            None => "R62",
        }
    }

    fn fighting(&self, seat: u8, card: u8, sums: Sums) -> Value {
        let foe = self.data.cards.get(usize::from(card)).map_or("guardian", |card| card.code.as_str());
        json!({ "player": self.name(seat), "foe": foe, "sums": sums.totals() })
    }
}

/// Of the set-up, or of step 3: the first tiles laid are those of the ring.
fn laying_rule(p: &Position, tile: u8) -> &'static str {
    let laid = p.spaces.iter().position(|space| space.tile == tile);
    if laid.map_or(p.phase == Phase::Setup, |at| at <= RING) { "R8" } else { "R29" }
}

/// "3 + 4 = 7 to 4 + 1 = 5", the acting Explorer's sum first.
fn against(sums: Sums) -> String {
    let sum = |side: usize| {
        let (roll, added, total) = (sums.rolls[side], sums.added[side], sums.totals()[side]);
        let sign = if added < 0 { '-' } else { '+' };
        format!("{roll} {sign} {} = {total}", added.abs())
    };
    format!("{} to {}", sum(0), sum(1))
}
