//! What a room receives when it is entered: monsters, treasure, the maiden (R57-R65).

use std::collections::VecDeque;

use super::super::event::Event;
use super::super::position::{Coming, Die, Position, Step};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{Colour, Face, Kind, Monster};
use crate::games::side::Side;

impl Dungeon {
    /// Continues with the next room entered in this step; after the last, with combat.
    pub(super) fn next_room(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let Some(room) = p.entered.first().copied() else {
            p.acting = 0;
            return self.next_fighter(p, 0, tell);
        };
        let tile = self.data.tile(p.room(room).tile);
        p.coming = if p.room(room).visited {
            // R63
            let mut count = (tile.white + tile.red) / 2;
            if self.options.top_up {
                // A22
                count = count.saturating_sub(p.monsters_in(room).count() as u8);
            }
            let red = count.min(tile.red);
            Coming {
                monsters: [count - red, red],
                chests: 0,
                maiden: false,
            }
        } else {
            // R58, R62
            Coming {
                monsters: [tile.white, tile.red],
                chests: tile.chests,
                maiden: p.room(room).tile == self.data.last,
            }
        };
        p.room_mut(room).visited = true;
        self.populate(p, tell);
    }

    fn populate(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let room = p.entered[0];
        while p.coming.monsters != [0; 2] {
            let colour = p.coming.colour();
            if self.ready_die(p, colour, room, tell) {
                p.step = Step::Monster;
                return;
            }
            p.coming.monsters[colour as usize] -= 1;
            tell(Event::NoDie { colour, room });
        }
        while p.coming.chests > 0 {
            if self.ready_pool(p, room, tell) {
                p.step = Step::Chest;
                return;
            }
            p.coming.chests -= 1;
        }
        if std::mem::take(&mut p.coming.maiden) {
            p.room_mut(room).floor.add(Kind::MAIDEN);
            tell(Event::MaidenFound { room });
        }
        p.entered.remove(0);
        self.next_room(p, tell);
    }

    /// Makes sure that a die of this colour is in the supply, taking one from another room if necessary (R65). Returns
    /// whether there is one.
    fn ready_die(
        &self,
        p: &mut Position,
        colour: Colour,
        room: u8,
        tell: &mut impl FnMut(Event),
    ) -> bool {
        let dice = usize::from(self.data.dice[colour as usize].count) * p.players.len();
        if p.dice_out(colour) < dice {
            return true;
        }
        let distance = distances(p, room);
        let candidates = p
            .monsters
            .iter()
            .enumerate()
            .filter(|(_, die)| die.room != room && die.monster.colour() == colour);
        // A24: the furthest room, then the room placed last, then the die placed last.
        match candidates.max_by_key(|(at, die)| (distance[usize::from(die.room)], die.room, *at)) {
            None => false,
            Some((at, _)) => {
                let die = p.monsters.remove(at);
                tell(Event::DieMoved {
                    from: die.room,
                    monster: die.monster,
                });
                true
            }
        }
    }

    pub(super) fn monster_comes(&self, p: &mut Position, face: Face, tell: &mut impl FnMut(Event)) {
        let colour = p.coming.colour();
        let room = p.entered[0];
        let monster = Monster::new(colour, face);
        p.coming.monsters[colour as usize] -= 1;
        p.monsters.push(Die {
            room,
            monster,
            fought: 0,
        });
        tell(Event::MonsterCame { room, monster });
        self.populate(p, tell);
    }

    pub(super) fn chest_opens(&self, p: &mut Position, kind: Kind, tell: &mut impl FnMut(Event)) {
        let room = p.entered[0];
        p.coming.chests -= 1;
        p.pool.remove(kind);
        p.room_mut(room).floor.add(kind);
        tell(Event::TreasureFound { room, kind });
        self.populate(p, tell);
    }
}

/// Steps from a room to every other over matching exits, ignoring locks and the Chasm (A24).
fn distances(p: &Position, from: u8) -> Vec<Option<usize>> {
    let mut distance = vec![None; p.rooms.len()];
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((room, steps)) = queue.pop_front() {
        if distance[usize::from(room)].is_none() {
            distance[usize::from(room)] = Some(steps);
            queue.extend(
                Side::ALL
                    .into_iter()
                    .filter_map(|side| Some((p.meets(room, side)?, steps + 1))),
            );
        }
    }
    distance
}
