//! The table in sentences, for those who cannot or prefer not to read the map.

use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::hex::Way;
use crate::games::deep_dark_dungeon::data::set::Set;
use crate::games::deep_dark_dungeon::rules::position::{NONE, Phase, Position, Step};
use crate::games::english::{capital, counted, listed};

impl Deep {
    pub(crate) fn sentences(&self, p: &Position) -> Vec<String> {
        let mut told: Vec<String> = (0..self.players.len()).map(|seat| self.explorer_sentence(p, seat)).collect();
        if p.step != Step::Over && !p.is_out(p.actor()) {
            told.push(self.around(p));
        }
        let mut rows: Vec<i16> = p.spaces.iter().map(|space| space.at.r).collect();
        rows.sort_unstable();
        rows.dedup();
        told.extend(rows.into_iter().map(|row| self.row_sentence(p, row)));
        told.push(match p.spaces.get(usize::from(p.exit)) {
            Some(_) => {
                let guarded = self
                    .guardian(p)
                    .map_or(String::new(), |strength| format!(", watched by the Guardian, strength {strength}"));
                let (code, height) = (&self.data.tile(p.space(p.exit).tile).code, self.height(p, p.exit));
                format!("The Exit is {code}, height {height}{guarded}.")
            }
            None => "The Exit is not found yet.".to_owned(),
        });
        told.extend(self.piles(p));
        if p.round > 0 {
            told.push(format!("{}.", capital(&self.round_text(p))));
        }
        told
    }

    fn explorer_sentence(&self, p: &Position, seat: usize) -> String {
        let (name, explorer) = (&self.players[seat], &p.explorers[seat]);
        let colour = &self.data.explorers[seat].colour;
        if p.is_out(seat) {
            return format!("{name} ({colour}) is out of the dungeon.");
        }
        let health = if explorer.hurt { "Hurt" } else { "Healthy" };
        let web = if explorer.webbed { ", caught in a web" } else { "" };
        format!(
            "{name} ({colour}) stands on {}; {health}, strength {}{web}; carries {}.",
            self.space_text(p, explorer.at),
            self.strength(p, seat),
            self.cards_text(explorer.carried)
        )
    }

    /// What surrounds the current space.
    fn around(&self, p: &Position) -> String {
        let centre = p.space(p.centre());
        let lies = |way: Way| match centre.towards(way) {
            Some(space) => format!("{} {}", way.name(), self.space_text(p, space)),
            None => format!("{} nothing yet", way.name()),
        };
        let whom = if p.phase == Phase::Setup { "the Start" } else { self.players[p.actor()].as_str() };
        format!("Round {whom}: {}.", Way::ALL.map(lies).join("; "))
    }

    /// "Row 1 north of the Start, from half a tile west of it: T13 2, a gap, T11 1 Encounter."
    fn row_sentence(&self, p: &Position, row: i16) -> String {
        let mut spaces: Vec<u8> = (0..p.spaces.len() as u8).filter(|space| p.space(*space).at.r == row).collect();
        spaces.sort_by_key(|space| p.space(*space).at.q);
        let mut words: Vec<String> = Vec::new();
        let mut before: Option<i16> = None;
        for space in &spaces {
            let q = p.space(*space).at.q;
            if let Some(gap) = before.map(|before| q - before - 1).filter(|gap| *gap > 0) {
                words.push(if gap == 1 { "a gap".to_owned() } else { format!("a gap of {gap}") });
            }
            before = Some(q);
            words.push(self.space_text(p, *space).replace(", ", " "));
        }
        let first = spaces.first().map_or(0, |space| p.space(*space).at.across());
        let side = if first < 0 { "west" } else { "east" };
        let from = match first.unsigned_abs() {
            0 => "from straight above or below it".to_owned(),
            1 => format!("from half a tile {side} of it"),
            2 => format!("from 1 tile {side} of it"),
            halves if halves % 2 == 0 => format!("from {} tiles {side} of it", halves / 2),
            halves => format!("from {} and a half tiles {side} of it", halves / 2),
        };
        let number = row.unsigned_abs();
        let place = match row {
            0 if first == 0 => "The row of the Start, from it on".to_owned(),
            0 => format!("The row of the Start, {from}"),
            _ if row < 0 => format!("Row {number} north of the Start, {from}"),
            _ => format!("Row {number} south of the Start, {from}"),
        };
        format!("{place}: {}.", words.join("; "))
    }

    /// The bag, the deck and what is beside the board.
    fn piles(&self, p: &Position) -> Vec<String> {
        let codes = |cards: Set| listed(&cards.iter().map(|card| self.card_text(card)).collect::<Vec<String>>());
        let mut told = vec![format!(
            "{} in the bag, {} in the deck.",
            capital(&counted(p.stock.len(), "tile")),
            counted(p.deck.len(), "card")
        )];
        if !p.aside.is_empty() {
            let tiles: Vec<&str> = p.aside.iter().map(|tile| self.data.tile(tile).code.as_str()).collect();
            told.push(format!("Set aside: {}.", listed(&tiles)));
        }
        if !p.discard.is_empty() {
            told.push(format!("Discard pile: {}.", codes(p.discard)));
        }
        if !p.out.is_empty() {
            told.push(format!("Out of the game: {}.", codes(p.out)));
        }
        told.extend(p.resolving().map(|card| format!("Being resolved: {}.", self.drawn_text(card))));
        if p.tile != NONE {
            told.push(format!("In hand: {}.", self.tile_text(p.tile)));
        }
        if !p.drawn.is_empty() {
            let due: Vec<String> = p.drawn.iter().map(|space| self.place(p, *space)).collect();
            told.push(format!("A card each is due for {}.", listed(&due)));
        }
        told
    }

    /// R65: whether the Exit marker lies on a tile.
    pub(super) fn is_marked(&self, p: &Position, space: u8) -> bool {
        space == p.exit
            && self.data.tile(p.space(space).tile).kind == crate::games::deep_dark_dungeon::data::TileKind::Encounter
    }
}
