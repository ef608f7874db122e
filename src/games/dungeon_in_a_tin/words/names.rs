//! Converts moves to their stable names, and back.

use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::coded;
use crate::games::dungeon_in_a_tin::data::piece::MAX_SEATS;
use crate::games::dungeon_in_a_tin::data::piece::{
    Attack, COIN_KINDS, Colour, Face, KINDS, Kind, Monster, SPECIALS, Tokens,
};
use crate::games::dungeon_in_a_tin::rules::moves::{Coins, Move};
use crate::games::shared::narrator::Seats;
use crate::games::side::Side;

/// Moves whose names have no parameters.
const PLAIN: [(&str, Move); 11] = [
    ("dealt", Move::Dealt),
    ("cancel", Move::Cancel),
    ("pass", Move::Pass),
    ("drink", Move::Drink),
    ("stay", Move::Stay),
    ("leave", Move::Leave),
    ("deck", Move::Deck),
    ("bomb", Move::Bomb),
    ("no-bomb", Move::NoBomb),
    ("swap", Move::Swap),
    ("keep", Move::Keep),
];

/// Comes before the players who have fought a monster this turn: "fight:red-plain:after-1-2".
const AFTER: &str = ":after";

impl Dungeon {
    pub(super) fn move_id(&self, mv: Move) -> String {
        match mv {
            Move::Draw(card) => format!("draw:{}", self.card_code(card)),
            Move::Show(card) => format!("show:{}", self.card_code(card)),
            Move::Roll(number) => format!("roll:{number}"),
            Move::Tile(tile) => format!("tile:{}", self.tile_code(tile)),
            Move::Face(face) => format!("face:{}", face.short()),
            Move::Treasure(kind) => format!("treasure:{}", self.data.token(kind).word),
            Move::Attack(attack) => format!("attack:{}", attack.name()),
            Move::Take(kind) => format!("take:{}", self.data.token(kind).word),
            Move::Drop(kind) => format!("drop:{}", self.data.token(kind).word),
            Move::Buy(kind) => format!("buy:{}", self.data.token(kind).word),
            Move::Pay(coins) => format!("pay:{}", self.coin_words(coins).join("+")),
            Move::Unlock(side) => format!("unlock:{}", side.letter()),
            Move::UnlockBeyond(side) => format!("unlock-beyond:{}", side.letter()),
            Move::Go(side) => format!("go:{}", side.letter()),
            Move::Lay(arrow) => format!("arrow:{}", arrow.letter()),
            Move::Fight(monster, fought) => format!("fight:{}{}", monster_id(monster), after(fought)),
            Move::Card(card) => format!("card:{}", self.card_code(card)),
            _ => PLAIN.iter().find(|(_, plain)| *plain == mv).map_or("", |(word, _)| word).to_owned(),
        }
    }

    pub(super) fn parse_move(&self, id: &str) -> Option<Move> {
        let id = id.trim();
        if let Some((_, mv)) = PLAIN.iter().find(|(word, _)| word.eq_ignore_ascii_case(id)) {
            return Some(*mv);
        }
        let (verb, word) = id.split_once(':')?;
        match verb.to_ascii_lowercase().as_str() {
            "draw" => self.parse_card(word).map(Move::Draw),
            "show" => self.parse_card(word).map(Move::Show),
            "roll" => parse_number(word).map(Move::Roll),
            "tile" => self.parse_tile(word).map(Move::Tile),
            "face" => parse_face(word).map(Move::Face),
            "treasure" => self.parse_kind(word).map(Move::Treasure),
            "attack" => parse_attack(word).map(Move::Attack),
            "take" => self.parse_kind(word).map(Move::Take),
            "drop" => self.parse_kind(word).map(Move::Drop),
            "buy" => self.parse_kind(word).map(Move::Buy),
            "pay" => self.parse_coins(word).map(Move::Pay),
            "unlock" => Side::parse(word).map(Move::Unlock),
            "unlock-beyond" => Side::parse(word).map(Move::UnlockBeyond),
            "go" => Side::parse(word).map(Move::Go),
            "arrow" => Side::parse(word).map(Move::Lay),
            "fight" => parse_fight(word),
            "card" => self.parse_card(word).map(Move::Card),
            _ => None,
        }
    }

    /// "F07"
    pub(crate) fn card_code(&self, card: u8) -> &str {
        self.data.card(card).codes.first().map_or("", String::as_str)
    }

    /// "T07"
    pub(crate) fn tile_code(&self, tile: u8) -> &str {
        self.data.tile(tile).codes.first().map_or("", String::as_str)
    }

    /// Every coin of a payment: "c3", "c3", "c5".
    pub(crate) fn coin_words(&self, coins: Coins) -> Vec<&str> {
        Tokens::from(coins).each().map(|kind| self.data.token(kind).word.as_str()).collect()
    }

    pub(crate) fn parse_tile(&self, word: &str) -> Option<u8> {
        self.data.tiles.iter().position(|tile| coded(&tile.codes, word)).map(|tile| tile as u8)
    }

    pub(crate) fn parse_card(&self, word: &str) -> Option<u8> {
        self.data.cards.iter().position(|card| coded(&card.codes, word)).map(|card| card as u8)
    }

    /// Parses a kind by its name or by the code of any of its tokens.
    pub(crate) fn parse_kind(&self, word: &str) -> Option<Kind> {
        let tokens = &self.data.tokens[..KINDS];
        let named = tokens.iter().position(|token| !token.word.is_empty() && token.word.eq_ignore_ascii_case(word));
        named.or_else(|| tokens.iter().position(|token| coded(&token.codes, word))).map(|kind| Kind(kind as u8))
    }

    fn parse_coins(&self, words: &str) -> Option<Coins> {
        let mut coins = [0u8; COIN_KINDS];
        for word in words.split('+') {
            let kind = self.parse_kind(word.trim()).filter(|kind| !kind.is_special())?;
            let count = &mut coins[kind.index() - SPECIALS];
            *count = count.checked_add(1)?;
        }
        Some(Coins(coins))
    }
}

/// "red-horned-chest"
pub(crate) fn monster_id(monster: Monster) -> String {
    format!("{}-{}", monster.colour().name(), monster.face().name().replace('_', "-"))
}

/// The players in a mask, counted from 1: ":after-1-2".
fn after(fought: u8) -> String {
    if fought == 0 {
        return String::new();
    }
    Seats(fought).iter().fold(AFTER.to_owned(), |text, seat| format!("{text}-{}", seat + 1))
}

fn parse_fight(word: &str) -> Option<Move> {
    let word = word.to_ascii_lowercase();
    let (monster, seats) = word.split_once(AFTER).unwrap_or((&word, ""));
    let monster = parse_monster(monster)?;
    let mut fought = 0u8;
    for seat in seats.split('-').filter(|seat| !seat.is_empty()) {
        let seat = parse_number(seat).filter(|seat| (1..=MAX_SEATS as u8).contains(seat))?;
        fought |= 1 << (seat - 1);
    }
    Some(Move::Fight(monster, fought))
}

/// Parses "red-horned-chest" or "red-hc".
pub(crate) fn parse_monster(word: &str) -> Option<Monster> {
    let (colour, face) = word.split_once('-')?;
    let colour = Colour::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(colour))?;
    Some(Monster::new(colour, parse_face(&face.replace('-', "_"))?))
}

pub(crate) fn parse_face(word: &str) -> Option<Face> {
    let known = |names: [&str; 4]| names.iter().position(|name| name.eq_ignore_ascii_case(word));
    known(Face::SHORT).or_else(|| known(Face::NAMES)).map(|face| Face::ALL[face])
}

fn parse_attack(word: &str) -> Option<Attack> {
    let is = |attack: &Attack| attack.name().eq_ignore_ascii_case(word) || attack.name()[..1].eq_ignore_ascii_case(word);
    Attack::ALL.into_iter().find(is)
}

fn parse_number(word: &str) -> Option<u8> {
    word.parse().ok()
}
