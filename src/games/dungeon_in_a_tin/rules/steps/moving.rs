//! Step 4: unlocking, declaring, new tiles, and moving the pawns (R38-R56).

use super::super::event::Event;
use super::super::position::{Lock, Position, Room, Step};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{Kind, Tokens};
use crate::games::side::Side;

impl Dungeon {
    /// R54: opens the lock on this side of this room.
    pub(super) fn unlock(
        &self,
        p: &mut Position,
        room: u8,
        side: Side,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.actor();
        p.players[seat].carried.remove(Kind::KEY);
        p.spent_tokens.add(Kind::KEY);
        p.room_mut(room).locked.remove(side);
        tell(Event::Unlocked {
            seat: seat as u8,
            room,
            side,
        });
        if let Step::Free { late } = &mut p.step {
            *late = true;
        }
    }

    /// R40: declares an exit, or stays.
    pub(super) fn declare(
        &self,
        p: &mut Position,
        side: Option<Side>,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.actor();
        p.players[seat].declared = side;
        match side {
            None => tell(Event::Stayed { seat: seat as u8 }),
            Some(side) => {
                let player = &p.players[seat];
                let room = p.room(player.room);
                if self.data.tile(room.tile).chasm
                    && room.bridges == 0
                    && player.entrance != Some(side)
                {
                    // R56
                    p.players[seat].carried.remove(Kind::ROPE);
                    self.lay(p, seat, Kind::ROPE, tell);
                }
                if p.step == Step::Declare {
                    tell(Event::Declared {
                        seat: seat as u8,
                        side,
                    });
                }
            }
        }
        self.declared(p, tell);
    }

    /// Continues after a declaration.
    pub(super) fn declared(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        match p.step {
            // A player who leaves and shows a hand is not alone.
            Step::Declare | Step::Show(_) => self.next_declaration(p, 1, tell),
            _ => self.resolve(p, tell),
        }
    }

    pub(super) fn next_declaration(
        &self,
        p: &mut Position,
        after: u8,
        tell: &mut impl FnMut(Event),
    ) {
        p.acting += after;
        while usize::from(p.acting) < p.players.len() {
            if p.in_dungeon(p.actor()) {
                p.step = Step::Declare;
                return;
            }
            p.acting += 1;
        }
        self.resolve(p, tell);
    }

    /// R42: lays tiles first, in turn order.
    fn resolve(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        p.acting = 0;
        self.next_tile(p, tell);
    }

    /// Finds the next declared exit with nothing beyond it.
    fn next_tile(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        while usize::from(p.acting) < p.players.len() {
            let player = &p.players[p.actor()];
            if let Some(side) = player.declared
                && p.room(player.room).leads_on(side)
            {
                return self.draw_tile(p, tell);
            }
            p.acting += 1;
        }
        self.move_pawns(p, tell);
    }

    /// Draws from the stack, starting with its known tiles (R45, R49).
    fn draw_tile(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let (room, side) = self.way_of(p);
        let bend = p.room(room).bend_towards(side);
        while let Some(tile) = p.stack.known.get(usize::from(p.stack.skipped)).copied() {
            if self.fits(tile, side, bend) {
                p.stack.known.remove(usize::from(p.stack.skipped));
                return self.lay_tile(p, tile, true, tell);
            }
            p.stack.skipped += 1;
            tell(Event::TileSkipped { tile, known: true });
        }
        if p.stack.has_hidden() {
            p.step = Step::Tile;
            return;
        }
        // R50
        p.stack.skipped = 0;
        p.room_mut(room).blocked.add(side);
        tell(Event::ExitBlocked { room, side });
        p.acting += 1;
        self.next_tile(p, tell);
    }

    /// Takes a tile from the hidden part of the stack.
    pub(super) fn uncover(&self, p: &mut Position, tile: u8, tell: &mut impl FnMut(Event)) {
        let (room, side) = self.way_of(p);
        p.stack.uncover(tile);
        if self.fits(tile, side, p.room(room).bend_towards(side)) {
            return self.lay_tile(p, tile, false, tell);
        }
        p.stack.known.push(tile);
        p.stack.skipped += 1;
        tell(Event::TileSkipped { tile, known: false });
        self.draw_tile(p, tell);
    }

    /// Lays a fitting tile, or asks how to turn it (D6).
    fn lay_tile(&self, p: &mut Position, tile: u8, known: bool, tell: &mut impl FnMut(Event)) {
        p.stack.skipped = 0;
        p.tile = Some(tile);
        tell(Event::TileDrawn {
            seat: p.actor() as u8,
            tile,
            known,
        });
        let mut arrows = self.arrows(p);
        let only = (arrows.next(), arrows.next());
        drop(arrows);
        match only {
            (Some(arrow), None) => self.place(p, arrow, tell),
            _ => p.step = Step::Rotate,
        }
    }

    pub(super) fn place(&self, p: &mut Position, arrow: Side, tell: &mut impl FnMut(Event)) {
        let Some(drawn) = p.tile.take() else { return };
        let (from, side) = self.way_of(p);
        let tile = self.data.tile(drawn);
        let (dx, dy) = side.step();
        let (x, y) = (p.room(from).x + dx, p.room(from).y + dy);
        let at = p.rooms.len() as u8;
        let mut room = Room {
            tile: drawn,
            x,
            y,
            arrow,
            exits: tile.exits.turned(arrow.quarters()),
            // R53
            locked: tile.locked.turned(arrow.quarters()),
            blocked: Default::default(),
            beyond: [None; 4],
            entrance: Some(side.opposite()),
            bend: p.room(from).bend_towards(side),
            visited: false,
            bridges: 0,
            floor: Tokens::default(),
        };
        for side in Side::ALL {
            let (dx, dy) = side.step();
            if let Some(there) = p.room_at(x + dx, y + dy) {
                room.beyond[side as usize] = Some(there);
                p.room_mut(there).beyond[side.opposite() as usize] = Some(at);
            }
        }
        p.rooms.push(room);
        tell(Event::TilePlaced { room: at });
        p.acting += 1;
        self.next_tile(p, tell);
    }

    /// R42-R44: moves the pawns afterwards, in turn order.
    fn move_pawns(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        for at in 0..p.players.len() as u8 {
            p.acting = at;
            let seat = p.actor();
            if let Some(side) = p.players[seat].declared.take() {
                self.move_pawn(p, seat, side, tell);
            }
        }
        p.acting = 0;
        self.homecoming(p, tell);
    }

    fn move_pawn(&self, p: &mut Position, seat: usize, side: Side, tell: &mut impl FnMut(Event)) {
        let from = p.players[seat].room;
        // R43, R55
        if p.room(from).beyond[side as usize].is_none() {
            return tell(Event::MetNothing {
                seat: seat as u8,
                side,
            });
        }
        let Some(there) = p.meets(from, side) else {
            return tell(Event::MetWall {
                seat: seat as u8,
                side,
            });
        };
        match p.lock(from, side) {
            Some(Lock::Beyond) => {
                return tell(Event::MetLock {
                    seat: seat as u8,
                    room: there,
                    side,
                });
            }
            Some(Lock::Own) => {
                return tell(Event::MetLock {
                    seat: seat as u8,
                    room: from,
                    side,
                });
            }
            None => {}
        }
        let fled = p.has_monsters(from);
        let player = &mut p.players[seat];
        player.room = there;
        player.entrance = Some(side.opposite());
        tell(Event::Moved {
            seat: seat as u8,
            room: there,
            side,
            fled,
        });
        if !p.entered.contains(&there) {
            p.entered.push(there);
        }
        if there == 0 && p.players[seat].carried.take(Kind::MAIDEN) {
            // R82
            p.rescued = true;
            tell(Event::Rescued { seat: seat as u8 });
        }
    }
}
