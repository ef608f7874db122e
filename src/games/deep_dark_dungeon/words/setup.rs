//! The set-up, step by step.

use super::super::Deep;
use super::super::rules::noun::{Explorer, Tile};
use crate::games::deep_dark_dungeon::data::RING;
use crate::games::shared::noun::{Number, Player, Text};
use crate::games::shared::phrase::phrases;

phrases! {
    /// A step of the set-up.
    pub enum SetupStep of Deep, in "setup";

    /// `tiles` are codes, consecutive ones combined.
    Tiles { title: Text, start: Tile, tiles: Vec<Text> } = "tiles";
    Cards { cards: Vec<Text>, left_out: Vec<Text> } = "cards";
    Explorers { explorers: Vec<Explorer> } = "explorers";
    Seats = "seats";
    RingInTurn { tiles: Number } = "ring_in_turn";
    Ring { player: Player, tiles: Number } = "ring";
    Pawns = "pawns";
}

impl Deep {
    pub(super) fn layout(&self) -> Vec<SetupStep> {
        let tiles: Vec<&str> = self
            .data
            .stock
            .iter()
            .map(|tile| self.data.tile(tile).code.as_str())
            .collect();
        let cards: Vec<&str> = self
            .data
            .deck
            .iter()
            .map(|card| self.data.card(card).code.as_str())
            .collect();
        let left_out = self
            .data
            .left_out
            .iter()
            .map(|card| Text(self.data.card(card).code.clone()));
        let ring = Number::of(RING as u32);
        vec![
            SetupStep::Tiles {
                title: Text(self.edition.title.to_owned()),
                start: Tile(self.data.start),
                tiles: runs(&tiles),
            },
            SetupStep::Cards {
                cards: runs(&cards),
                left_out: left_out.collect(),
            },
            SetupStep::Explorers {
                explorers: (0..self.players.len() as u8).map(Explorer).collect(),
            },
            SetupStep::Seats,
            if self.edition.placed_in_turn && self.players.len() > 1 {
                SetupStep::RingInTurn { tiles: ring }
            } else {
                SetupStep::Ring {
                    player: Player(0),
                    tiles: ring,
                }
            },
            SetupStep::Pawns,
        ]
    }
}

/// Codes in order, with consecutive ones combined: "T02-T39" and "T41".
fn runs(codes: &[&str]) -> Vec<Text> {
    let number = |code: &str| {
        code.trim_start_matches(|letter: char| !letter.is_ascii_digit())
            .parse::<u32>()
            .ok()
    };
    let follows = |a: &&str, b: &&str| number(a).zip(number(b)).is_some_and(|(a, b)| a + 1 == b);
    let run = |run: &[&str]| match run {
        [first, .., last] => format!("{first}-{last}"),
        run => run.concat(),
    };
    codes
        .chunk_by(follows)
        .map(|codes| Text(run(codes)))
        .collect()
}
