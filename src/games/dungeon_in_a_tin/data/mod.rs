//! What the rules read from a kit: tiles, fight cards, treasure, dice, hearts and slots, checked once.

pub(super) mod bend;
pub mod options;
pub mod piece;
pub mod stack;

use serde::Deserialize;

use self::piece::{Attack, COIN_KINDS, Colour, Face, KINDS, Kind, MAX_LEVEL, MAX_SEATS, SPECIALS};
use crate::games::check::Check;
use crate::games::past::Reads;
use crate::games::side::{Side, Sides};
use crate::kit::{Kit, Problems, Row};

/// The most ways to pay one price that a kit may allow, since the player has to choose one from a list.
const MAX_PAYMENTS: u64 = 2_000;

/// The contents of one set of a kit.
#[derive(Clone, Debug)]
pub struct Data {
    /// The kinds of tiles, in the order of the rows.
    pub tiles: Vec<Tile>,
    /// The index of the tile with the stairs (R2).
    pub start: u8,
    /// The index of the maiden's room (R3).
    pub last: u8,
    /// The kinds of fight cards, in the order of the rows.
    pub cards: Vec<Card>,
    /// By [`Kind`]; kinds that the kit lacks have a count of 0.
    pub tokens: Vec<Token>,
    /// By [`Colour`].
    pub dice: [MonsterDie; 2],
    /// How many faces of the attack die show each [`Attack`].
    pub attacks: [u32; 3],
    /// The hearts of an unwounded knight (R4).
    pub hearts: u8,
    /// The slots for special items (R13).
    pub slots: u8,
}

/// A kind of tile.
#[derive(Clone, Debug)]
pub struct Tile {
    /// The printed codes.
    pub codes: Vec<String>,
    /// The name of the room.
    pub name: String,
    /// Its part of the stack.
    pub mark: Mark,
    /// Exits as printed.
    pub exits: Sides,
    /// Exits with a keyhole, as printed.
    pub locked: Sides,
    /// The number of white skulls, for yellow dice (R58).
    pub white: u8,
    /// The number of red skulls, for red dice (R58).
    pub red: u8,
    /// Treasure placed at the first visit (R58).
    pub chests: u8,
    /// Whether it is a Chasm (R56).
    pub chasm: bool,
    /// The number in one set.
    pub copies: u8,
}

/// The part of the stack that a tile belongs to (R2, R3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Hash)]
pub enum Mark {
    /// The tile on the table from the start.
    #[serde(rename = "start")]
    Start,
    /// Above the B tiles.
    A,
    /// Below the A tiles.
    B,
    /// At the bottom, with the maiden.
    #[serde(rename = "final")]
    Final,
}

/// A kind of fight card.
#[derive(Clone, Debug)]
pub struct Card {
    /// The printed codes.
    pub codes: Vec<String>,
    /// The bonus by [`Attack`]; 0 if the card does not name it.
    pub bonus: [i8; 3],
    /// The number in one set.
    pub copies: u8,
}

/// A kind of treasure token.
#[derive(Clone, Debug)]
pub struct Token {
    /// Its word: "potion", or "c5" for a coin.
    pub word: String,
    /// The printed codes.
    pub codes: Vec<String>,
    /// The value of a coin; 0 for items.
    pub gold: u32,
    /// The price; 0 if it is never for sale.
    pub price: u32,
    /// The number in one set.
    pub count: u8,
}

/// The monster dice of one colour.
#[derive(Clone, Copy, Debug, Default)]
pub struct MonsterDie {
    /// The number in one set.
    pub count: u8,
    /// How many sides show each [`Face`].
    pub faces: [u32; 4],
}

/// The fields of a kit that affect play.
pub const READS: &[Reads] = &[
    Reads::of::<TileFields>("tiles"),
    Reads::of::<CardFields>("fight_cards"),
    Reads::of::<TokenFields>("tokens"),
    Reads::of::<DieFields>("dice"),
    Reads::of::<StatusFields>("status_cards"),
];

#[derive(Deserialize)]
struct TileFields {
    mark: Mark,
    exits: Vec<String>,
    locked: Vec<String>,
    white_skulls: u8,
    red_skulls: u8,
    chests: u8,
    special: String,
}

#[derive(Deserialize)]
struct CardFields {
    thrust: i8,
    swipe: i8,
    overhead: i8,
}

#[derive(Deserialize)]
struct TokenFields {
    kind: String,
    gold: u32,
    price: u32,
}

#[derive(Deserialize)]
struct StatusFields {
    hearts: u8,
    slots: u8,
}

#[derive(Deserialize)]
struct DieFields {
    colour: String,
}

impl Data {
    /// Reads and checks a kit. All problems are returned together.
    pub fn new(kit: &Kit) -> Result<Data, Problems> {
        let mut check = Check::new(kit);
        let data = Data {
            tiles: check.rows(kit, "tiles", Check::tile),
            start: 0,
            last: 0,
            cards: check.rows(kit, "fight_cards", Check::card),
            tokens: check.tokens(kit),
            dice: [
                check.monster_die(kit, Colour::Yellow),
                check.monster_die(kit, Colour::Red),
            ],
            attacks: check.attack_die(kit),
            hearts: 1,
            slots: 1,
        };
        let mut data = check.status(kit, data);
        check.problems.extend(stack::check(kit, &data));
        (data.start, data.last) = (
            stack::index(&data, Mark::Start),
            stack::index(&data, Mark::Final),
        );
        check.totals(kit, &data, u32::from(*kit.players.end().min(&255) as u8));
        check.problems.or(data)
    }

    /// The tile with this index.
    pub fn tile(&self, tile: u8) -> &Tile {
        &self.tiles[usize::from(tile)]
    }

    /// The fight card with this index.
    pub fn card(&self, card: u8) -> &Card {
        &self.cards[usize::from(card)]
    }

    /// The tokens of this kind.
    pub fn token(&self, kind: Kind) -> &Token {
        &self.tokens[kind.index()]
    }

    /// The value of these tokens in gold.
    pub fn gold(&self, tokens: self::piece::Tokens) -> u32 {
        self.tokens
            .iter()
            .zip(tokens.0)
            .map(|(token, count)| token.gold * u32::from(count))
            .sum()
    }

    /// The price of these items on the stairs (R32).
    pub fn price(&self, items: self::piece::Tokens) -> u32 {
        self.tokens
            .iter()
            .zip(items.0)
            .map(|(token, count)| token.price * u32::from(count))
            .sum()
    }
}

/// The number of pieces of a row in one set.
fn copies(row: &Row) -> u32 {
    u32::try_from(row.codes().len())
        .unwrap_or(u32::MAX)
        .saturating_mul(row.count())
}

impl Check {
    fn sides(&mut self, row: &Row, words: &[String]) -> Sides {
        let mut sides = Sides::default();
        for word in words {
            match Side::parse(word) {
                Some(side) => sides.add(side),
                None => self.at(
                    row,
                    format!("`{word}` is not a side; expected N, E, S or W"),
                ),
            }
        }
        sides
    }

    fn tile(&mut self, row: &Row, fields: TileFields) -> Tile {
        let code = row.code();
        let exits = self.sides(row, &fields.exits);
        let locked = self.sides(row, &fields.locked);
        if exits.is_empty() {
            self.at(
                row,
                format!("tile `{code}` has no exits; nobody could enter or leave it"),
            );
        }
        if let Some(side) = locked.iter().find(|side| !exits.has(*side)) {
            let side = side.letter().to_uppercase();
            self.at(
                row,
                format!("tile `{code}` has a lock on side {side}, where it has no exit"),
            );
        }
        let start = fields.mark == Mark::Start;
        if start && (fields.white_skulls, fields.red_skulls, fields.chests) != (0, 0, 0) {
            self.at(row, format!("tile `{code}` is the start, which is always safe: it cannot have skulls or chests"));
        }
        if start && locked == exits {
            self.at(
                row,
                format!("tile `{code}` is the start, and all its exits are locked"),
            );
        }
        let chasm = fields.special == "chasm";
        if chasm && exits.len() != 2 {
            self.at(
                row,
                format!(
                    "tile `{code}` is a chasm, which must have exactly two exits, not {}",
                    exits.len()
                ),
            );
        }
        let copies = u8::try_from(copies(row)).unwrap_or(u8::MAX);
        Tile {
            codes: row.codes().map(str::to_owned).collect(),
            name: row.text("name").unwrap_or(row.code()).to_owned(),
            mark: fields.mark,
            exits,
            locked,
            white: fields.white_skulls,
            red: fields.red_skulls,
            chests: fields.chests,
            chasm,
            copies,
        }
    }

    fn card(&mut self, row: &Row, fields: CardFields) -> Card {
        let bonus = [fields.thrust, fields.swipe, fields.overhead];
        if bonus.iter().any(|bonus| bonus.unsigned_abs() > 99) {
            self.at(row, "a fight card adds or subtracts at most 99");
        }
        Card {
            codes: row.codes().map(str::to_owned).collect(),
            bonus,
            copies: u8::try_from(copies(row)).unwrap_or(u8::MAX),
        }
    }

    /// Merges the rows into kinds: special items by name, and coins by value.
    fn tokens(&mut self, kit: &Kit) -> Vec<Token> {
        let none = |word: &str| Token {
            word: word.to_owned(),
            codes: Vec::new(),
            gold: 0,
            price: 0,
            count: 0,
        };
        let mut tokens: Vec<Token> = Kind::SPECIAL_NAMES.iter().map(|name| none(name)).collect();
        let rows = self.rows(kit, "tokens", |_, row, fields: TokenFields| {
            (row.clone(), fields)
        });
        let mut coins: Vec<u32> = rows
            .iter()
            .filter(|(_, fields)| fields.kind == "coin")
            .map(|(_, fields)| fields.gold)
            .collect();
        coins.sort_unstable();
        coins.dedup();
        if coins.len() > COIN_KINDS {
            let message = format!(
                "the rules can handle at most {COIN_KINDS} different values of coins, and the kit has {}",
                coins.len()
            );
            self.of_deck(kit, "tokens", message);
            coins.truncate(COIN_KINDS);
        }
        tokens.extend(coins.iter().map(|gold| Token {
            gold: *gold,
            ..none(&format!("c{gold}"))
        }));
        for (row, fields) in rows {
            let coin = fields.kind == "coin";
            let word = if coin {
                format!("c{}", fields.gold)
            } else {
                fields.kind.clone()
            };
            let Some(token) = tokens.iter_mut().find(|token| token.word == word) else {
                if !coin {
                    self.at(
                        &row,
                        format!("the rules know no treasure called `{}`", fields.kind),
                    );
                }
                continue;
            };
            let priced_before = token.count > 0 && token.price != fields.price;
            token.codes.extend(row.codes().map(str::to_owned));
            token.count = token
                .count
                .saturating_add(u8::try_from(copies(&row)).unwrap_or(u8::MAX));
            token.price = fields.price;
            if priced_before {
                self.at(
                    &row,
                    format!("`{word}` has two prices; tokens of one kind must cost the same"),
                );
            }
            if coin && fields.gold == 0 {
                self.at(&row, "a coin must be worth at least 1 gold");
            }
            if coin && fields.price > 0 {
                self.at(&row, "coins are not for sale; their price must be 0");
            }
            if !coin && fields.gold > 0 {
                self.at(&row, format!("`{word}` is not a coin; its gold must be 0"));
            }
            if word == "maiden" && fields.price > 0 {
                self.at(&row, "the maiden is not for sale; her price must be 0");
            }
            if fields.gold.max(fields.price) > 999 {
                self.at(&row, "gold and prices must be at most 999");
            }
        }
        for (name, wanted) in [("maiden", 1), ("potion", 1)] {
            let count = tokens
                .iter()
                .find(|token| token.word == name)
                .map_or(0, |token| token.count);
            if count < wanted || name == "maiden" && count > wanted {
                let needs = if name == "maiden" {
                    "exactly one maiden"
                } else {
                    "a potion to start with"
                };
                self.of_deck(
                    kit,
                    "tokens",
                    format!("the rules need {needs}, and the kit has {count}"),
                );
            }
        }
        tokens.resize_with(KINDS, || none(""));
        tokens
    }

    /// The row of dice of a colour, which must be the only one.
    fn die(&mut self, kit: &Kit, colour: &str) -> Option<Row> {
        let rows = self.rows(kit, "dice", |_, row, fields: DieFields| {
            (row.clone(), fields.colour)
        });
        let mut of_colour = rows
            .into_iter()
            .filter(|(_, found)| found == colour)
            .map(|(row, _)| row);
        let first = of_colour.next();
        match (&first, of_colour.next()) {
            (None, _) => self.of_kit(format!("the rules need a die of colour `{colour}`")),
            (_, Some(second)) => self.at(
                &second,
                format!("a second kind of `{colour}` die; the rules allow only one"),
            ),
            _ => {}
        }
        first
    }

    fn faces<const N: usize>(&mut self, row: &Row, names: [&str; N]) -> [u32; N] {
        let mut faces = [0; N];
        for face in row.faces() {
            match names.iter().position(|name| *name == face) {
                Some(at) => faces[at] += 1,
                None => self.at(
                    row,
                    format!(
                        "the rules cannot use the face `{face}`; expected one of {}",
                        names.join(", ")
                    ),
                ),
            }
        }
        if row.faces().len() == 0 {
            self.at(row, "this die has no faces");
        }
        faces
    }

    fn monster_die(&mut self, kit: &Kit, colour: Colour) -> MonsterDie {
        match self.die(kit, colour.name()) {
            None => MonsterDie::default(),
            Some(row) => MonsterDie {
                count: u8::try_from(copies(&row)).unwrap_or(u8::MAX),
                faces: self.faces(&row, Face::NAMES),
            },
        }
    }

    fn attack_die(&mut self, kit: &Kit) -> [u32; 3] {
        match self.die(kit, "attack") {
            None => [1; 3],
            Some(row) => self.faces(&row, Attack::ALL.map(Attack::name)),
        }
    }

    fn status(&mut self, kit: &Kit, mut data: Data) -> Data {
        let cards = self.rows(kit, "status_cards", |_, row, fields: StatusFields| {
            (row.clone(), fields)
        });
        match cards.first() {
            None => self.of_kit("the rules need a status card, for hearts and item slots"),
            Some((row, fields)) => {
                if fields.hearts == 0 || fields.slots == 0 || fields.slots > 9 {
                    self.at(
                        row,
                        "a knight must have at least one heart, and one to nine item slots",
                    );
                }
                data.hearts = fields.hearts;
                data.slots = fields.slots;
            }
        }
        data
    }

    /// Checks the numbers that a position must be able to hold, with one set per player.
    fn totals(&mut self, kit: &Kit, data: &Data, players: u32) {
        if players == 0 || players > MAX_SEATS as u32 {
            self.of_kit(format!("the rules can seat 1 to {MAX_SEATS} players"));
        }
        let sum =
            |counts: &mut dyn Iterator<Item = u8>| counts.map(u32::from).sum::<u32>() * players;
        let rooms = sum(&mut data.tiles.iter().map(|tile| tile.copies));
        let cards = sum(&mut data.cards.iter().map(|card| card.copies));
        let tokens = sum(&mut data.tokens.iter().map(|token| token.count));
        let dice = sum(&mut data.dice.iter().map(|die| die.count));
        for (count, most, what) in [
            (rooms, 250, "tiles"),
            (cards, 250, "fight cards"),
            (tokens, 250, "tokens"),
            (dice, 250, "monster dice"),
        ] {
            if count > most {
                let deck = match what {
                    "fight cards" => "fight_cards",
                    "monster dice" => "dice",
                    what => what,
                };
                self.of_deck(
                    kit,
                    deck,
                    format!("the rules can handle at most {most} {what}, and {players} sets have {count}"),
                );
            }
        }
        // A28: hands hold at most level 4 + 1 cards per player, and a fight needs one more.
        let least = u32::from(MAX_LEVEL) + 2;
        if cards < least * players {
            let message = format!(
                "the rules need at least {least} fight cards, or the deck and the discard pile could both run out"
            );
            self.of_deck(kit, "fight_cards", message);
        }
        let dearest = data.tokens[..SPECIALS]
            .iter()
            .map(|token| token.price)
            .max()
            .unwrap_or(0);
        let payments = payments(&data.tokens[SPECIALS..], dearest * u32::from(data.slots));
        if payments > MAX_PAYMENTS {
            let most = MAX_PAYMENTS;
            let message = format!(
                "the coins allow more than {most} ways to pay for a full set of slots; use fewer values or lower prices"
            );
            self.of_deck(kit, "tokens", message);
        }
    }
}

/// An upper limit for the number of payments: the combinations of these coins worth up to `price`, with one coin more.
fn payments(coins: &[Token], price: u32) -> u64 {
    let values: Vec<usize> = coins
        .iter()
        .filter(|coin| coin.count > 0)
        .map(|coin| coin.gold as usize)
        .collect();
    let most = price as usize + values.iter().max().copied().unwrap_or(0);
    let mut ways = vec![0u64; most + 1];
    ways[0] = 1;
    for value in values.iter().filter(|value| **value > 0) {
        for sum in *value..=most {
            ways[sum] = ways[sum].saturating_add(ways[sum - value]);
        }
    }
    ways.into_iter().max().unwrap_or(0)
}

/// Whether a word is one of a row's codes, ignoring case.
pub fn coded(codes: &[String], word: &str) -> bool {
    codes.iter().any(|code| code.eq_ignore_ascii_case(word))
}
