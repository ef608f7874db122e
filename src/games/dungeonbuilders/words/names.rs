//! Converts moves to their stable names, and back.

use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::Cell;
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::dungeonbuilders::rules::moves::Move;
use crate::games::piecepack::{Suit, value};
use crate::games::side::Side;

/// Moves whose names have no parameters.
const PLAIN: &[(&str, Move)] = &[
    ("tile", Move::TakeTile),
    ("power", Move::PowerUp),
    ("rebuild", Move::Rebuild),
    ("as-is", Move::LeaveAsIs),
    ("stop", Move::Stop),
    ("monster", Move::Monster),
    ("lift-all", Move::LiftAll),
    ("star", Move::Star),
    ("done", Move::Done),
    ("withdraw", Move::Withdraw),
    ("enter", Move::ToEnter),
    ("stay", Move::ToStayOut),
    ("leave", Move::Leave),
    ("keep", Move::Keep),
    ("yes", Move::Yes),
    ("no", Move::No),
];

impl Builders {
    pub(in super::super) fn move_id(&self, mv: Move) -> String {
        match mv {
            Move::Starter(seat) => format!("starter:P{}", seat + 1),
            Move::PlaceCoin(tile) => format!("coin:{tile}"),
            Move::Draw(tile) => format!("draw:{tile}"),
            Move::Lay(cell) => format!("lay:{}", cell_id(cell)),
            Move::Join { anchor, side, quarters } => format!("join:{anchor}:{}:{quarters}", side.letter()),
            Move::Coin(value) => format!("value:{value}"),
            Move::Lift(tile) => format!("lift:{tile}"),
            Move::Put(tile, cell) => format!("put:{tile}:{}", cell_id(cell)),
            Move::Bid(gold) => format!("bid:{gold}"),
            Move::Go(tile) => format!("go:{tile}"),
            Move::Drink(suit) => format!("drink:{}", suit.letter()),
            Move::Turn(at) => format!("turn:{}", u16::from(at) + 1),
            Move::Shown(value) => format!("shown:{value}"),
            Move::Roll(roll) => format!("roll:{roll}"),
            plain => PLAIN.iter().find(|(_, mv)| *mv == plain).map_or("", |(name, _)| name).to_owned(),
        }
    }

    pub(super) fn parse_move(&self, id: &str) -> Option<Move> {
        let id = id.trim();
        if let Some((_, mv)) = PLAIN.iter().find(|(name, _)| name.eq_ignore_ascii_case(id)) {
            return Some(*mv);
        }
        let (verb, word) = id.split_once(':')?;
        let laid = |word: &str| Tile::parse(word).filter(|tile| *tile != Tile::ENTRANCE);
        match verb.to_ascii_lowercase().as_str() {
            "starter" => word.trim_start_matches(['P', 'p']).parse::<u8>().ok()?.checked_sub(1).map(Move::Starter),
            "coin" => Tile::parse(word).map(Move::PlaceCoin),
            "draw" => laid(word).map(Move::Draw),
            "lay" => parse_cell(word).map(Move::Lay),
            "join" => {
                let mut words = word.split(':');
                let (anchor, side, quarters) =
                    (laid(words.next()?)?, Side::parse(words.next()?)?, words.next()?.parse().ok()?);
                words.next().is_none().then_some(Move::Join { anchor, side, quarters })
            }
            "value" => value(word).map(Move::Coin),
            "lift" => laid(word).map(Move::Lift),
            "put" => {
                let (tile, cell) = word.split_once([':', ' '])?;
                Some(Move::Put(laid(tile)?, parse_cell(cell)?))
            }
            "bid" => word.parse().ok().map(Move::Bid),
            "go" => laid(word).map(Move::Go),
            "drink" => Suit::parse(word).map(Move::Drink),
            "turn" => word.parse::<u8>().ok()?.checked_sub(1).map(Move::Turn),
            "shown" => value(word).map(Move::Shown),
            "roll" => value(word).map(Move::Roll),
            _ => None,
        }
    }
}

/// A cell as steps east and north of the entrance: "2,-1".
pub(crate) fn cell_id((x, y): Cell) -> String {
    format!("{x},{y}")
}

/// Parses a cell; typed parts may also be joined by colons.
fn parse_cell(word: &str) -> Option<Cell> {
    let (x, y) = word.split_once([',', ':'])?;
    Some((x.parse().ok()?, y.parse().ok()?))
}
