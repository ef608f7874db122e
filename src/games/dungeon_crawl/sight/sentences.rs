//! The table in sentences, for people who cannot or do not want to read a drawing.

use super::view::View;
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::{self, Cell};
use crate::games::dungeon_crawl::data::piece::{Suit, VALUES};
use crate::games::dungeon_crawl::rules::noun::{Holdings, Loot, Role, Run, Seating, Square};
use crate::games::shared::noun::{Number, Text};
use crate::games::shared::phrase::phrases;

phrases! {
    /// A sentence about something on the table.
    pub enum Sentence of Crawl, in "table";

    Player { seat: Seating, holdings: Holdings } = "player";
    /// The hidden coins of a value, and what they `may` be by what was seen.
    Coins { value: Number, spaces: Vec<Square>, may: Vec<Role> } = "coins";
    Remains { space: Square, loot: Loot } = "remains";
    Dungeon { width: Number, height: Number, tiles: Number } = "dungeon";
    /// The floor of a row of spaces.
    Row { row: Number, floor: Vec<Run> } = "row";
    /// What the drawing says below the map.
    Table { parts: Vec<Text> } = "table";
}

impl Crawl {
    pub(crate) fn describe_view(&self, view: &View<'_>) -> Vec<String> {
        let player = |seat: usize| Sentence::Player {
            seat: Seating(seat as u8),
            holdings: view.holdings(seat),
        };
        let mut told: Vec<Sentence> = (0..self.players.len()).map(player).collect();
        told.extend((0..VALUES as u8).filter_map(|value| coins(view, value)));
        told.extend(view.stacks().iter().map(|stack| {
            let loot = Loot(stack.treasure, stack.equipment);
            Sentence::Remains {
                space: Square(stack.at),
                loot,
            }
        }));
        let map = view.map();
        if map.width() > 0 {
            let [width, height] = [map.width(), map.height()].map(Number::of);
            told.push(Sentence::Dungeon {
                width,
                height,
                tiles: Number(map.tiles().len() as i64),
            });
            told.extend((0..map.height()).rev().map(|y| row(view, y)));
        }
        told.push(Sentence::Table {
            parts: self.table_parts(view).into_iter().map(Text).collect(),
        });
        told.iter().map(|sentence| view.say(sentence)).collect()
    }
}

fn coins(view: &View<'_>, value: u8) -> Option<Sentence> {
    let map = view.map();
    let spaces: Vec<Square> = map
        .squares()
        .filter(|at| map.cell(*at) == Cell::Coin(value))
        .map(Square)
        .collect();
    let may = Suit::ALL
        .into_iter()
        .filter(|suit| view.may_be(value, *suit))
        .map(Role)
        .collect();
    (!spaces.is_empty()).then_some(Sentence::Coins {
        value: Number::of(value),
        spaces,
        may,
    })
}

fn row(view: &View<'_>, y: u8) -> Sentence {
    let map = view.map();
    let floor: Vec<u8> = (0..map.width())
        .filter(|x| map.cell(map::Square { x: *x, y }) != Cell::Void)
        .collect();
    let runs = floor
        .chunk_by(|a, b| a + 1 == *b)
        .filter_map(|run| Some(Run(*run.first()?, *run.last()?)));
    Sentence::Row {
        row: Number::of(u16::from(y) + 1),
        floor: runs.collect(),
    }
}
