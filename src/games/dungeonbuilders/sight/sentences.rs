//! The table in sentences, for people who cannot or prefer not to read a drawing.

use super::view::{Seen, View};
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{Cell, Layout, Set, beside};
use crate::games::dungeonbuilders::data::tile;
use crate::games::dungeonbuilders::rules::noun::{Lying, Neighbour, Tile};
use crate::games::shared::noun::{Player, Text};
use crate::games::shared::phrase::phrases;
use crate::games::side::Side;

phrases! {
    /// A sentence about something on the table.
    pub enum Sentence of Builders, in "table";

    /// What the drawing says of a player.
    Player { parts: Vec<Text> } = "player";
    Dungeon { tiles: Vec<Neighbour> } = "dungeon";
    /// A tile that lies apart.
    Alone { tile: Tile } = "alone";
    /// A set that lies apart, by the tile that it is named after.
    Set { tile: Tile, tiles: Vec<Neighbour> } = "set";
    Coins { tile: Tile, coins: Vec<Lying> } = "coins";
    /// Two coins of one player, values down.
    TwoCoins { tile: Tile, player: Player } = "two_coins";
    /// What the drawing says below the dungeon.
    Table { parts: Vec<Text> } = "table";
}

impl Builders {
    pub(crate) fn describe_view(&self, view: &View<'_>) -> Vec<String> {
        let texts = |parts: Vec<String>| parts.into_iter().map(Text).collect();
        let seats = 0..self.players.len() as u8;
        let mut told: Vec<Sentence> = seats
            .map(|seat| Sentence::Player {
                parts: texts(self.player_parts(view, seat)),
            })
            .collect();
        let layout = view.layout();
        let sets = || std::iter::once(Set::DUNGEON).chain(layout.floating());
        told.extend(sets().map(|set| {
            let tiles = told_by_neighbours(layout, set);
            match set {
                Set::DUNGEON => Sentence::Dungeon { tiles },
                Set(tile) if tiles.len() == 1 => Sentence::Alone { tile: Tile(tile) },
                Set(tile) => Sentence::Set {
                    tile: Tile(tile),
                    tiles,
                },
            }
        }));
        told.extend(
            sets()
                .flat_map(|set| layout.of(set))
                .filter_map(|(tile, _)| coins(view, tile)),
        );
        told.push(Sentence::Table {
            parts: texts(self.table_parts(view)),
        });
        told.iter().map(|sentence| view.say(sentence)).collect()
    }
}

/// The coins on a tile, if any.
fn coins(view: &View<'_>, tile: tile::Tile) -> Option<Sentence> {
    let lying: Vec<Seen> = view.coins_on(tile).collect();
    match lying.as_slice() {
        [] => None,
        [
            Seen {
                seat, value: None, ..
            },
            Seen {
                seat: other,
                value: None,
                ..
            },
        ] if seat == other => Some(Sentence::TwoCoins {
            tile: Tile(tile),
            player: Player(*seat),
        }),
        lying => {
            let coins = lying
                .iter()
                .map(|coin| Lying(coin.seat, coin.value))
                .collect();
            Some(Sentence::Coins {
                tile: Tile(tile),
                coins,
            })
        }
    }
}

/// Locates each tile of a set by one mentioned before: "E", "C0 west of E".
fn told_by_neighbours(layout: &Layout, set: Set) -> Vec<Neighbour> {
    let mut left: Vec<(tile::Tile, Cell)> = layout.of(set).collect();
    let mut known: Vec<tile::Tile> = Vec::new();
    let mut told = Vec::new();
    while !left.is_empty() {
        let near = |cell: Cell| {
            let beside = |side: Side| {
                layout
                    .at(set, beside(cell, side))
                    .filter(|other| known.contains(other))
            };
            Side::ALL
                .into_iter()
                .find_map(|side| Some((side.opposite(), beside(side)?)))
        };
        let next = (0..left.len()).find_map(|at| Some((at, near(left[at].1)?)));
        let (tile, _) = left.remove(next.map_or(0, |(at, _)| at));
        told.push(Neighbour(tile, next.map(|(_, beside)| beside)));
        known.push(tile);
    }
    told
}
