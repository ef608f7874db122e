//! Converts moves to their stable names, and back.

use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::Square;
use crate::games::dungeon_crawl::data::piece::{Code, Suit, value};
use crate::games::dungeon_crawl::rules::moves::{Move, Spoils, site_number};

impl Crawl {
    pub(super) fn move_id(&self, mv: Move) -> String {
        match mv {
            Move::Roll(roll) => format!("roll:{roll}"),
            Move::Compass(compass) => format!("compass:{}", compass.map(Suit::letter).iter().collect::<String>()),
            Move::Tile(tile) => format!("tile:{tile}"),
            Move::Site(along) => format!("site:{}", site_number(along)),
            Move::Coin(value) => format!("coin:{value}"),
            Move::Pawn(at) => format!("pawn:{at}"),
            Move::Go(to) => format!("go:{to}"),
            Move::Suit(suit) => format!("suit:{}", suit.letter()),
            Move::Spend(points) => format!("spend:{points}"),
            Move::Apply(points) => format!("apply:{points}"),
            Move::Attack(seat) => format!("attack:{}", self.suit(usize::from(seat)).letter()),
            Move::Peace => "attack:none".to_owned(),
            Move::Spoils(spoils) => format!("take:{}", spoils.name()),
            Move::Steal(value) => format!("steal:C{value}"),
            Move::StealUnseen => "steal:unseen".to_owned(),
            Move::Enter(at) => format!("enter:{at}"),
            Move::Wait => "wait".to_owned(),
            Move::Show(value) => format!("show:C{value}"),
        }
    }

    pub(super) fn parse_move(&self, id: &str) -> Option<Move> {
        let id = id.trim();
        if id.eq_ignore_ascii_case("wait") {
            return Some(Move::Wait);
        }
        let (verb, word) = id.split_once(':')?;
        match verb.to_ascii_lowercase().as_str() {
            "roll" => value(word).map(Move::Roll),
            "compass" => parse_compass(word).map(Move::Compass),
            "tile" => Code::parse(word).map(Move::Tile),
            "site" => word.parse::<u8>().ok()?.checked_sub(1).map(Move::Site),
            "coin" => value(word).map(Move::Coin),
            "pawn" => Square::parse(word).map(Move::Pawn),
            "go" => Square::parse(word).map(Move::Go),
            "suit" => Suit::parse(word).map(Move::Suit),
            "spend" => word.parse().ok().map(Move::Spend),
            "apply" => word.parse().ok().map(Move::Apply),
            "attack" if word.eq_ignore_ascii_case("none") => Some(Move::Peace),
            "attack" => Suit::parse(word).map(|suit| Move::Attack(self.seat_of(suit))),
            "take" => Spoils::ALL.into_iter().find(|spoils| spoils.name().eq_ignore_ascii_case(word)).map(Move::Spoils),
            "steal" if word.eq_ignore_ascii_case("unseen") => Some(Move::StealUnseen),
            "steal" => parse_crown(word).map(Move::Steal),
            "enter" => Square::parse(word).map(Move::Enter),
            "show" => parse_crown(word).map(Move::Show),
            _ => None,
        }
    }
}

/// Parses four different suits for north, east, south and west: "SMCA".
fn parse_compass(word: &str) -> Option<[Suit; 4]> {
    let suits: [Suit; 4] = word.chars().map(Suit::of_letter).collect::<Option<Vec<Suit>>>()?.try_into().ok()?;
    Suit::ALL.iter().all(|suit| suits.contains(suit)).then_some(suits)
}

/// Parses a treasure: "C3".
fn parse_crown(word: &str) -> Option<u8> {
    Code::parse(word).filter(|code| code.suit == Suit::Crowns).map(|code| code.value)
}
