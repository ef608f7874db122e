//! Events in words.

use serde_json::json;

use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{Attack, Kind, Monster, Tokens};
use crate::games::dungeon_in_a_tin::rules::event::Event;
use crate::games::dungeon_in_a_tin::rules::position::{EXPERIENCE_FOR_LEVEL, Fate, Position};
pub(crate) use crate::games::english::{capital, listed};
use crate::games::shared::narrator::{Narrator, Seats};
use crate::games::side::{Side, Sides};
use crate::referee::Telling;

impl Dungeon {
    pub(super) fn tell(&self, p: &Position, event: Event) -> Telling {
        let room = |room: u8| self.room_name(p, room);
        let player = |seat: u8| self.players[usize::from(seat)].as_str();
        let word = |kind: Kind| self.data.token(kind).word.as_str();
        let (rule, kind, text, data) = match event {
            Event::Dealt { seat, card } if self.options.open_hands => (
                "R11",
                "card_dealt",
                format!("{} {}.", self.does(seat, "start with", "starts with"), self.card_text(card)),
                json!({ "player": player(seat), "card": self.card_code(card) }),
            ),
            Event::Dealt { seat, .. } => (
                "R11",
                "card_dealt",
                format!("{} a fight card.", self.does(seat, "are dealt", "is dealt")),
                json!({ "player": player(seat) }),
            ),
            Event::HandDealt { seat, cards } => (
                "R11",
                "hand_dealt",
                format!("{} {cards} fight cards, face down.", self.does(seat, "are dealt", "is dealt")),
                json!({ "player": player(seat), "cards": cards }),
            ),
            Event::TurnBegan { turn } => ("R23", "turn_began", format!("Turn {turn}."), json!({ "turn": turn })),
            Event::OrderRolled { seat, roll } => (
                "R21",
                "order_rolled",
                format!("{} {roll} for the turn order.", self.does(seat, "roll", "rolls")),
                json!({ "player": player(seat), "roll": roll }),
            ),
            Event::OrderTied { seats } => {
                let names = self.names(Seats(seats));
                ("R21", "order_tied", format!("A tie: {} roll again.", listed(&names)), json!({ "players": names }))
            }
            Event::GoesFirst { seat } => (
                "R21",
                "goes_first",
                format!("{} first this turn.", self.does(seat, "go", "goes")),
                json!({ "player": player(seat) }),
            ),
            Event::LevelGained { seat, level } => (
                "R79",
                "level_gained",
                format!(
                    "{} {EXPERIENCE_FOR_LEVEL} experience for level {level}: all hearts back, and a hand of {} cards from the next refresh on.",
                    self.does(seat, "swap", "swaps"),
                    level + 1
                ),
                json!({ "player": player(seat), "level": level }),
            ),
            Event::CardRefreshed { seat, card } if self.options.open_hands => (
                "R25",
                "card_drawn",
                format!("{} {}.", self.does(seat, "draw", "draws"), self.card_text(card)),
                json!({ "player": player(seat), "card": self.card_code(card) }),
            ),
            Event::CardRefreshed { seat, .. } => (
                "R25",
                "card_drawn",
                format!("{} a fight card.", self.does(seat, "draw", "draws")),
                json!({ "player": player(seat) }),
            ),
            Event::CardShown { seat, card } => (
                match p.players[usize::from(seat)].fate {
                    Fate::Home => "R87",
                    Fate::Left => "A39",
                    Fate::Dead | Fate::InDungeon => "R88",
                },
                "card_shown",
                format!("{} {}.", self.does(seat, "discard", "discards"), self.card_text(card)),
                json!({ "player": player(seat), "card": self.card_code(card) }),
            ),
            Event::Reshuffled { cards } => (
                "R26",
                "cards_reshuffled",
                format!("The fight deck is empty: shuffle the {cards} discarded cards into a new one."),
                json!({ "cards": cards }),
            ),
            Event::Took { seat, kind } => (
                "R28",
                "treasure_taken",
                format!("{} {}.", self.does(seat, "take", "takes"), self.token_text(kind)),
                json!({ "player": player(seat), "token": word(kind) }),
            ),
            Event::Dropped { seat, kind } => (
                "R28",
                "treasure_dropped",
                format!("{} {}.", self.does(seat, "put down", "puts down"), self.token_text(kind)),
                json!({ "player": player(seat), "token": word(kind) }),
            ),
            Event::Bought { seat, kind } => (
                "R34",
                "item_bought",
                format!("{} {}.", self.does(seat, "buy", "buys"), self.token_text(kind)),
                json!({ "player": player(seat), "token": word(kind) }),
            ),
            Event::Paid { seat, coins, price } => {
                let paid = self.data.gold(coins.into());
                let over = if paid > price { format!(" for {price}; no change is given") } else { String::new() };
                (
                    "R35",
                    "coins_paid",
                    format!("{} {paid} gold{over}. The coins go back to the pool.", self.does(seat, "pay", "pays")),
                    json!({ "player": player(seat), "coins": self.coin_words(coins), "price": price }),
                )
            }
            Event::Drank { seat } => (
                "R37",
                "potion_drunk",
                format!("{} the potion: all {} hearts again.", self.does(seat, "drink", "drinks"), self.data.hearts),
                json!({ "player": player(seat), "hearts": self.data.hearts }),
            ),
            Event::Unlocked { seat, room: at, side } => (
                "R54",
                "unlocked",
                format!(
                    "{} the {} door of the {}. The key is spent.",
                    self.does(seat, "unlock", "unlocks"),
                    side.name(),
                    room(at)
                ),
                json!({ "player": player(seat), "room": self.code_at(p, at), "side": side }),
            ),
            Event::Bridged { seat, room: at } => (
                "R56",
                "chasm_bridged",
                format!("{} the rope across the chasm. It stays there for good.", self.does(seat, "leave", "leaves")),
                json!({ "player": player(seat), "room": self.code_at(p, at) }),
            ),
            Event::Declared { seat, side } => (
                "R40",
                "move_declared",
                format!("{} to go {}.", self.does(seat, "mean", "means"), side.name()),
                json!({ "player": player(seat), "side": side }),
            ),
            Event::Stayed { seat } => {
                ("R38", "stayed", format!("{}.", self.does(seat, "stay", "stays")), json!({ "player": player(seat) }))
            }
            Event::Left { seat, gold } => (
                "R85",
                "left",
                format!(
                    "{} the dungeon for good, with {gold} gold and without the maiden{}.",
                    self.does(seat, "leave", "leaves"),
                    if self.players.len() == 1 { "" } else { "; discard the hand" }
                ),
                json!({ "player": player(seat), "gold": gold }),
            ),
            Event::LeftBehind { seat, kind } => {
                let fallen = &p.players[usize::from(seat)];
                (
                    if fallen.fate == Fate::Dead { "R88" } else { "A39" },
                    "left_behind",
                    format!("{} stays on the floor of the {}.", capital(&self.token_text(kind)), room(fallen.room)),
                    json!({ "player": player(seat), "room": self.code_at(p, fallen.room), "token": word(kind) }),
                )
            }
            Event::TileSkipped { tile, known } => {
                let code = self.tile_code(tile);
                (
                    "R49",
                    "tile_skipped",
                    format!("The {} ({code}) does not fit here and goes back on top of the stack.", self.tile_name(tile)),
                    json!({ "tile": code, "known": known }),
                )
            }
            Event::TileDrawn { seat, tile, known } => {
                let code = self.tile_code(tile);
                let next = if known { ", which was known to be next" } else { "" };
                (
                    "R45",
                    "tile_drawn",
                    format!("{} the {} ({code}){next}.", self.does(seat, "draw", "draws"), self.tile_name(tile)),
                    json!({ "player": player(seat), "tile": code, "known": known }),
                )
            }
            Event::TilePlaced { room: at } => {
                let placed = p.room(at);
                let names = |sides: Sides| sides.iter().map(Side::name).collect::<Vec<&str>>();
                (
                    "R46",
                    "tile_placed",
                    format!(
                        "The {} lies with its arrow {}: {}.",
                        room(at),
                        placed.arrow.name(),
                        exits_text(placed.exits, placed.locked)
                    ),
                    json!({
                        "tile": self.code_at(p, at), "x": placed.x, "y": placed.y, "arrow": placed.arrow,
                        "exits": names(placed.exits), "locked": names(placed.locked),
                    }),
                )
            }
            Event::ExitBlocked { room: at, side } => (
                "R50",
                "exit_blocked",
                format!("No tile fits behind the {} exit of the {}: it is blocked for good.", side.name(), room(at)),
                json!({ "room": self.code_at(p, at), "side": side }),
            ),
            Event::Moved { seat, room: at, side, fled } => {
                let verb = if fled { self.does(seat, "flee", "flees") } else { self.does(seat, "go", "goes") };
                (
                    if fled { "R39" } else { "R42" },
                    "moved",
                    format!("{verb} {} to the {}.", side.name(), room(at)),
                    json!({ "player": player(seat), "room": self.code_at(p, at), "side": side, "fled": fled }),
                )
            }
            Event::MetLock { seat, room: at, side } => (
                "R43",
                "met_lock",
                format!("The way {} is locked. {} put.", side.name(), self.does(seat, "stay", "stays")),
                json!({ "player": player(seat), "room": self.code_at(p, at), "side": side }),
            ),
            Event::MetWall { seat, side } => (
                "R43",
                "met_wall",
                format!("The way {} ends at a wall. {} put.", side.name(), self.does(seat, "stay", "stays")),
                json!({ "player": player(seat), "side": side }),
            ),
            Event::MetNothing { seat, side } => (
                "R43",
                "met_nothing",
                format!("There is no way {}. {} put.", side.name(), self.does(seat, "stay", "stays")),
                json!({ "player": player(seat), "side": side }),
            ),
            Event::Rescued { seat } => (
                "R82",
                "maiden_rescued",
                format!("{} the maiden up the stairs. She is safe!", self.does(seat, "lead", "leads")),
                json!({ "player": player(seat) }),
            ),
            Event::WentHome { seat, score } => (
                "R87",
                "went_home",
                format!(
                    "{} home with {}{score} gold.",
                    self.does(seat, "come", "comes"),
                    if self.options.items_score { "treasure worth " } else { "" }
                ),
                json!({ "player": player(seat), "score": score }),
            ),
            Event::DieMoved { from, monster } => (
                "R65",
                "die_moved",
                format!(
                    "No {} die is left: take the {} from the {}.",
                    monster.colour().name(),
                    monster_noun(monster),
                    room(from)
                ),
                json!({ "from": self.code_at(p, from), "monster": monster_data(monster) }),
            ),
            Event::NoDie { colour, room: at } => (
                "R65",
                "no_die",
                format!("No {} die is left anywhere else: that monster does not come.", colour.name()),
                json!({ "room": self.code_at(p, at), "colour": colour }),
            ),
            Event::MonsterCame { room: at, monster } => (
                "R59",
                "monster_came",
                format!("{} waits in the {}.", capital(&monster_text(monster)), room(at)),
                json!({ "room": self.code_at(p, at), "monster": monster_data(monster) }),
            ),
            Event::TreasureFound { room: at, kind } => (
                "R61",
                "treasure_found",
                format!("{} on the floor of the {}.", capital(&self.lies(kind)), room(at)),
                json!({ "room": self.code_at(p, at), "token": word(kind) }),
            ),
            Event::PoolDry { room: at } => (
                "A26",
                "pool_dry",
                "The treasure pool is empty: no treasure.".to_owned(),
                json!({ "room": self.code_at(p, at) }),
            ),
            Event::PoolRefilled { tokens } => (
                "A26",
                "pool_refilled",
                format!("The treasure pool is empty: put the {tokens} discarded tokens back into it."),
                json!({ "tokens": tokens }),
            ),
            Event::MaidenFound { room: at } => (
                "R62",
                "maiden_found",
                format!("The maiden is here, in the {}!", room(at)),
                json!({ "room": self.code_at(p, at) }),
            ),
            Event::Attacked { seat, monster, attack } => {
                let whom = if self.players.len() == 1 { "you" } else { player(seat) };
                (
                    "R69",
                    "attacked",
                    format!("{} attacks {whom}: {}!", capital(&monster_text(monster)), attack.name()),
                    json!({ "player": player(seat), "monster": monster_data(monster), "attack": attack }),
                )
            }
            Event::CardPlayed { seat, card, from_deck } => {
                let verb = if from_deck { self.does(seat, "draw", "draws") } else { self.does(seat, "play", "plays") };
                (
                    "R70",
                    "card_played",
                    format!("{verb} {}.", self.card_text(card)),
                    json!({ "player": player(seat), "card": self.card_code(card), "from_deck": from_deck }),
                )
            }
            Event::BombAdded { seat } => (
                "R72",
                "bomb_added",
                format!("{} a bomb.", self.does(seat, "add", "adds")),
                json!({ "player": player(seat) }),
            ),
            Event::FightWon { seat, monster, roll, modifier } => {
                let why = if roll == 6 { "a perfect hit".to_owned() } else { sum(roll, modifier) };
                (
                    "R74",
                    "monster_killed",
                    format!("{} {roll}, {why}: {} is dead.", self.does(seat, "roll", "rolls"), the_monster(monster)),
                    json!({ "player": player(seat), "monster": monster_data(monster), "roll": roll, "modifier": modifier }),
                )
            }
            Event::FightLost { seat, monster, roll, modifier } => {
                let why = if roll == 1 { "a fumble".to_owned() } else { sum(roll, modifier) };
                (
                    "R74",
                    "fight_lost",
                    format!("{} {roll}, {why}: {} wins.", self.does(seat, "roll", "rolls"), the_monster(monster)),
                    json!({ "player": player(seat), "monster": monster_data(monster), "roll": roll, "modifier": modifier }),
                )
            }
            Event::ExperienceGained { seat, experience } => (
                "R75",
                "experience_gained",
                format!("{} {experience} of {EXPERIENCE_FOR_LEVEL} experience.", self.does(seat, "have", "has")),
                json!({ "player": player(seat), "experience": experience }),
            ),
            Event::HeartLost { seat, hearts } => (
                "R77",
                "heart_lost",
                format!("{} a heart: {hearts} left.", self.does(seat, "lose", "loses")),
                json!({ "player": player(seat), "hearts": hearts }),
            ),
            Event::LootFound { seat, kind } => (
                "R75",
                "loot_found",
                format!("Its chest held {}, which lies on the floor now.", self.token_text(kind)),
                json!({ "player": player(seat), "token": word(kind) }),
            ),
            Event::Died { seat } => (
                "R88",
                "died",
                format!(
                    "{} in the {}{}.",
                    self.does(seat, "die", "dies"),
                    room(p.players[usize::from(seat)].room),
                    match (self.players.len(), self.options.coins_to_floor) {
                        (1, _) => "",
                        (_, false) => ": discard the hand, and put the coins back into the pool",
                        (_, true) => ": discard the hand, and lay the coins on the floor",
                    }
                ),
                json!({ "player": player(seat) }),
            ),
        };
        Telling { rule: Some(rule), kind, text, data }
    }

    /// "Guard Room", without an article of its own.
    pub(crate) fn room_name<'a>(&'a self, p: &Position, room: u8) -> &'a str {
        self.tile_name(p.room(room).tile)
    }

    /// The same of a tile.
    pub(crate) fn tile_name(&self, tile: u8) -> &str {
        let name = self.data.tile(tile).name.as_str();
        name.strip_prefix("The ").unwrap_or(name)
    }

    /// The code of the tile that is this room.
    pub(super) fn code_at(&self, p: &Position, room: u8) -> &str {
        self.tile_code(p.room(room).tile)
    }

    /// "a potion", "a coin of 5", "the maiden".
    pub(crate) fn token_text(&self, kind: Kind) -> String {
        match kind {
            Kind::MAIDEN => "the maiden".to_owned(),
            _ if kind.is_special() => format!("a {}", self.data.token(kind).word),
            _ => format!("a coin of {}", self.data.token(kind).gold),
        }
    }

    /// All of them, alike ones together: "a potion and 2 coins of 5".
    pub(crate) fn tokens_text(&self, tokens: Tokens) -> String {
        let text = |kind: Kind| match tokens.of(kind) {
            1 => self.token_text(kind),
            count if kind.is_special() => format!("{count} {}s", self.data.token(kind).word),
            count => format!("{count} coins of {}", self.data.token(kind).gold),
        };
        listed(&tokens.kinds().map(text).collect::<Vec<String>>())
    }

    /// "a potion lies".
    fn lies(&self, kind: Kind) -> String {
        format!("{} lies", self.token_text(kind))
    }

    /// "F07 (thrust +1, swipe +1)".
    pub(crate) fn card_text(&self, card: u8) -> String {
        format!("{} ({})", self.card_code(card), self.bonus_text(card))
    }

    /// "thrust +1, swipe +1".
    pub(super) fn bonus_text(&self, card: u8) -> String {
        let named = |attack: &Attack| match self.data.card(card).bonus[*attack as usize] {
            0 => None,
            bonus => Some(format!("{} {bonus:+}", attack.name())),
        };
        let named: Vec<String> = Attack::ALL.iter().filter_map(named).collect();
        if named.is_empty() { "names no attack".to_owned() } else { named.join(", ") }
    }
}

/// "horned red monster with a chest".
pub(crate) fn monster_noun(monster: Monster) -> String {
    let horned = if monster.has_horns() { "horned " } else { "" };
    let chest = if monster.has_chest() { " with a chest" } else { "" };
    format!("{horned}{} monster{chest}", monster.colour().name())
}

/// All of them, alike ones together: "2 red monsters and a horned yellow monster".
pub(crate) fn monsters_text(monsters: impl Iterator<Item = Monster>) -> String {
    let mut alike: Vec<(Monster, u32)> = Vec::new();
    for monster in monsters {
        match alike.iter_mut().find(|(known, _)| *known == monster) {
            Some((_, count)) => *count += 1,
            None => alike.push((monster, 1)),
        }
    }
    let text = |(monster, count): &(Monster, u32)| match count {
        1 => monster_text(*monster),
        _ => format!("{count} {}", monster_noun(*monster).replacen("monster", "monsters", 1)),
    };
    listed(&alike.iter().map(text).collect::<Vec<String>>())
}

/// With "a".
pub(crate) fn monster_text(monster: Monster) -> String {
    format!("a {}", monster_noun(monster))
}

/// With "the".
pub(super) fn the_monster(monster: Monster) -> String {
    format!("the {}", monster_noun(monster))
}

fn monster_data(monster: Monster) -> serde_json::Value {
    json!({ "colour": monster.colour(), "face": monster.face().name() })
}

/// "exits north, east (locked) and south".
pub(super) fn exits_text(exits: Sides, locked: Sides) -> String {
    let name = |side: Side| if locked.has(side) { format!("{} (locked)", side.name()) } else { side.name().to_owned() };
    let names: Vec<String> = exits.iter().map(name).collect();
    format!("{} {}", if names.len() == 1 { "exit" } else { "exits" }, listed(&names))
}

/// "+2 makes 5".
fn sum(roll: u8, modifier: i16) -> String {
    match modifier {
        0 => "nothing added".to_owned(),
        _ => format!("{modifier:+} makes {}", i16::from(roll) + modifier),
    }
}
