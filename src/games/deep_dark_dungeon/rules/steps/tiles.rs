//! Drawing and placing tiles: the set-up (R8-R13) and the fill-in (R29-R32).

use super::super::event::Event;
use super::super::position::{Explorer, Phase, Position, Space, Step};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::RING;
use crate::games::deep_dark_dungeon::data::TileKind;
use crate::games::deep_dark_dungeon::data::hex::{Hex, Way};
use crate::games::deep_dark_dungeon::data::set::Set;

impl Deep {
    /// R1-R7: the table with only the Start.
    pub(crate) fn set_up(&self) -> Position {
        let explorer = Explorer {
            at: Some(0),
            hurt: false,
            webbed: false,
            carried: Set::default(),
        };
        Position {
            step: Step::Tile,
            phase: Phase::Setup,
            turn: 0,
            round: 0,
            acting: 0,
            explorers: vec![explorer; self.players.len()],
            spaces: vec![Space::new(self.data.start, Hex::default(), 0)],
            exit: None,
            stock: self.data.stock,
            aside: Set::default(),
            deck: self.data.deck,
            discard: Set::default(),
            out: self.data.left_out,
            used: 0,
            attacked: false,
            moved: false,
            origin: 0,
            drawn: Vec::new(),
            key_lost: false,
            escaped: Vec::new(),
        }
    }

    pub(super) fn draw_tile(&self, p: &mut Position, tile: u8, tell: &mut impl FnMut(Event)) {
        p.stock.remove(tile);
        tell(Event::TileDrawn {
            seat: p.acting,
            tile,
        });
        // R10
        if p.phase == Phase::Setup && self.data.set_aside.has(tile) {
            p.aside.add(tile);
            return tell(Event::SetAside {
                seat: p.acting,
                tile,
            });
        }
        let mut gaps = p.space(p.centre()).gaps();
        let last = gaps.next().filter(|_| gaps.next().is_none());
        drop(gaps);
        match last {
            // The last empty space is filled automatically.
            Some(way) => self.place_tile(p, tile, way, tell),
            None => p.step = Step::Place(tile),
        }
    }

    pub(super) fn place_tile(
        &self,
        p: &mut Position,
        tile: u8,
        way: Way,
        tell: &mut impl FnMut(Event),
    ) {
        let from = p.centre();
        let at = p.space(from).at.neighbour(way);
        let space = self.lay(&mut p.spaces, tile, at);
        tell(Event::TilePlaced {
            seat: p.acting,
            tile,
            from,
            way,
        });
        let kind = self.data.tile(tile).kind;
        if kind == TileKind::Exit {
            p.exit = Some(space);
        }
        if p.phase == Phase::Setup {
            return self.next_in_ring(p, tell);
        }
        // R33
        if kind == TileKind::Encounter && !self.options.drawn_wait {
            p.drawn.push(space);
        }
        if p.stock.is_empty() {
            tell(Event::StockEmpty { seat: p.acting });
        }
        self.go_on(p, tell);
    }

    /// R9, R11, R13: continues with the next player to draw, or with the first turn.
    fn next_in_ring(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.step = Step::Tile;
        if p.spaces.len() <= RING {
            if self.edition.placed_in_turn {
                p.acting = (p.acting + 1) % p.explorers.len() as u8;
            }
            return;
        }
        if !p.aside.is_empty() {
            tell(Event::AsideReturned {
                count: p.aside.len() as u8,
            });
            p.stock.take(&mut p.aside);
        }
        tell(Event::SetUp);
        // A player whom a correction put out of the game has no turn.
        p.acting = (0..p.explorers.len())
            .find(|seat| !p.is_out(*seat))
            .unwrap_or_default() as u8;
        self.begin_round(p, tell);
        self.begin_turn(p, tell);
    }

    /// R29-R31: continues with the next tile around the pawn, or with step 4.
    pub(super) fn fill(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.phase = Phase::Fill;
        if !p.stock.is_empty() && p.space(p.centre()).has_gaps() {
            p.step = Step::Tile;
            return;
        }
        p.phase = Phase::Drawn;
        self.go_on(p, tell);
    }
}
