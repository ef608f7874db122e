//! How the table lies when somebody first decides, for those who lay it elsewhere: what lies where, and how many; not which.

use super::KitGame;
use super::code::{Keys, Node, Ty};
use super::facts::NONE;
use super::position::Position;
use super::sheet::ZoneKind;
use crate::games::Setup;
use crate::kit::Kit;
use crate::referee::journal::Secrets;
use crate::referee::{Choices, Game, Turn};

/// No table is laid elsewhere that has more zones or counters.
const MOST: usize = 24;
/// Moves of chance until somebody decides, at most.
const MOVES: usize = 5_000;

/// What lies on the table, the zones of maps and of their places left out.
#[derive(Debug, Default)]
pub struct Begin {
    pub heaps: Vec<Heap>,
    /// What each player was dealt: the deck, and how many pieces.
    pub dealt: Vec<(String, usize)>,
    /// What is counted for all, and for each of as many players as can play.
    pub counters: Vec<Counter>,
    /// Dice without stickers of their own: how many, and what their faces show.
    pub dice: Vec<(u8, Vec<String>)>,
}

/// A zone that all share.
#[derive(Debug)]
pub struct Heap {
    pub title: String,
    /// The deck whose pieces lie there; `None` if it is empty.
    pub deck: Option<String>,
    /// It is the pile that a deck starts as.
    pub supply: bool,
    /// From the bottom up so many pieces, face up or not.
    pub lies: Vec<(usize, bool)>,
    /// The deck whose pile is filled from here when it is empty.
    pub refills: Option<String>,
}

#[derive(Debug)]
pub struct Counter {
    pub title: String,
    pub start: i32,
}

impl Begin {
    /// Of a kit with rules of its own that can be played; for two where two can play.
    pub fn of(kit: &Kit) -> Option<Begin> {
        if !kit.files.has("play.toml") || crate::games::find(kit.game()).is_some() {
            return None;
        }
        let count = 2.clamp(*kit.players.start(), *kit.players.end());
        let setup = Setup { secrets: Secrets::Referee, ..Setup::of_count(count) };
        let game = KitGame::new(kit, &setup).ok()?;
        let (mut p, mut choices) = (game.start(), Choices::default());
        for _ in 0..MOVES {
            if !matches!(game.turn(&p), Turn::Chance(_)) {
                break;
            }
            game.moves(&p, &mut choices);
            let first = choices.iter().next()?.mv;
            game.apply(&mut p, first, &mut |_| {});
        }
        Some(game.begun(&p, *kit.players.end()))
    }
}

impl KitGame {
    fn begun(&self, p: &Position, most_players: u32) -> Begin {
        let mut begin = Begin::default();
        let deck_of = |piece: u16| self.program.facts.decks[usize::from(self.piece_decks[usize::from(piece)])].name.clone();
        for (zone, at) in self.zone_at.iter().enumerate() {
            let decl = &self.program.zones[usize::from(at.decl)];
            let pieces = &p.zones[zone];
            if decl.kind == ZoneKind::Map || matches!(decl.each, Keys::Places(..)) || begin.heaps.len() >= MOST {
                continue;
            }
            if decl.own {
                if let (0, Some(first)) = (at.seat, pieces.first()) {
                    begin.dealt.push((deck_of(*first), pieces.len()));
                }
                continue;
            }
            let mut lies: Vec<(usize, bool)> = Vec::new();
            for piece in pieces {
                let up = self.is_up(p, *piece);
                match lies.last_mut() {
                    Some((count, same)) if *same == up => *count += 1,
                    _ => lies.push((1, up)),
                }
            }
            let supply = matches!(decl.kind, ZoneKind::Pile | ZoneKind::Bag) && decl.deck.is_some();
            let title = self.zone_title(p, zone as u16).trim_start_matches("the ").to_owned();
            let deck = pieces.first().map(|piece| deck_of(*piece));
            begin.heaps.push(Heap { title, deck, supply, lies, refills: self.refilled(zone as u16) });
        }
        for var in self.program.vars.iter().filter(|var| var.ty == Ty::Number && var.each == Keys::One) {
            let start = if var.start == NONE { 0 } else { var.start };
            match var.own && most_players > 1 {
                true => begin
                    .counters
                    .extend((1..=most_players).map(|player| Counter { title: format!("{} {player}", var.title), start })),
                false => begin.counters.push(Counter { title: var.title.clone(), start }),
            }
        }
        begin.counters.truncate(MOST);
        for dice in self.program.dice.iter().filter(|dice| dice.deck.is_none()) {
            let faces = dice.faces.iter().map(|face| self.plain(*face)).collect();
            begin.dice.push((dice.count, faces));
        }
        begin
    }

    /// The deck whose pile this zone fills again.
    fn refilled(&self, zone: u16) -> Option<String> {
        let from = |node: u32| matches!(&self.program.nodes[node as usize], Node::Zone(cell) if cell.base == zone && cell.key.is_none());
        let pile = self.program.zones.iter().find(|decl| !decl.own && decl.refill.is_some_and(|(node, _)| from(node)))?;
        pile.deck.map(|deck| self.program.facts.decks[usize::from(deck)].name.clone())
    }
}
