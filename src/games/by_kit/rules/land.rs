//! What the tiles on a map form: areas, and matching sides.

use std::cell::RefCell;

use crate::games::by_kit::language::map_state::*;
use crate::games::by_kit::rules::position::{PieceAt, UNKNOWN};

type Flood = (Vec<u8>, Vec<(u16, u8)>);

thread_local! {
    /// By spot, the sides visited (one bit each), and the sides still to visit.
    static FLOOD: RefCell<Flood> = const { RefCell::new((Vec::new(), Vec::new())) };
}

/// An area, identified by one side of one of its tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub spot: u16,
    pub side: u8,
}

impl Area {
    pub fn value(self) -> i32 {
        i32::from(self.spot) * 8 + i32::from(self.side)
    }

    pub fn of(value: i32) -> Area {
        Area {
            spot: (value / 8) as u16,
            side: (value % 8) as u8,
        }
    }
}

/// A place, and by direction the sides of known neighbouring tiles that face it.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    pub place: i32,
    is_free: bool,
    sides: [Option<Side>; 6],
}

/// A side of a tile: its kind, if it has one, and whether it is open, on a map with open sides.
#[derive(Clone, Copy, Debug)]
struct Side {
    kind: Option<i32>,
    is_open: bool,
}

/// A map together with what is on it.
pub struct Land<'a> {
    pub map: &'a MapDecl,
    pub state: &'a MapState,
    pub pieces: &'a [PieceAt],
}

impl Land<'_> {
    /// The kind of a tile's side, if it has one.
    fn side(&self, kind: u16, turns: u8, direction: usize) -> Option<i32> {
        let sides = self.map.sides.get(usize::from(kind))?;
        (!sides.is_empty()).then(|| sides[unturned(direction, turns, sides.len())])
    }

    fn is_open(&self, kind: u16, turns: u8, direction: usize) -> bool {
        let own = unturned(direction, turns, self.map.shape.sides());
        match &self.map.open {
            Some(open) => open
                .get(usize::from(kind))
                .is_some_and(|open| open >> own & 1 == 1),
            None => self
                .side(kind, turns, direction)
                .is_some_and(|side| self.map.walk.contains(&side)),
        }
    }

    /// The known tile at a place, with its turn.
    fn at(&self, place: i32) -> Option<(u16, u8)> {
        self.on(self.state.find(place)?)
    }

    /// The tile on a spot that lies face up, with its turn.
    fn on(&self, spot: usize) -> Option<(u16, u8)> {
        let tile = self.state.spots[spot].1;
        let piece = self
            .pieces
            .get(usize::from(tile))
            .filter(|piece| piece.kind != UNKNOWN && piece.up != Some(false))?;
        Some((piece.kind, piece.turns))
    }

    /// Whether two kinds of sides may meet.
    fn meet(&self, a: i32, b: i32) -> bool {
        if self.map.fit.is_empty() {
            a == b
        } else {
            self.map
                .fit
                .iter()
                .any(|(x, y)| (*x, *y) == (a, b) || (*y, *x) == (a, b))
        }
    }

    /// Finds what surrounds a place.
    pub fn around(&self, place: i32) -> Around {
        let mut sides = [None; 6];
        for (direction, (near, side)) in self.map.shape.around(place).zip(&mut sides).enumerate() {
            let Some((kind, turns)) = near.and_then(|near| self.at(near)) else {
                continue;
            };
            let across = self.map.shape.opposite(direction);
            let is_open = self.map.open.is_some() && self.is_open(kind, turns, across);
            *side = Some(Side {
                kind: self.side(kind, turns, across),
                is_open,
            });
        }
        let is_free = self.map.shape.has(place) && self.state.tile(place).is_none();
        Around {
            place,
            is_free,
            sides,
        }
    }

    /// Whether a kind of tile fits at a place with these surroundings.
    pub fn fits(&self, kind: u16, around: &Around, turns: u8) -> bool {
        around.is_free
            && (0..self.map.shape.steps().len()).all(|direction| {
                let Some(other) = around.sides[direction] else {
                    return true;
                };
                match (self.side(kind, turns, direction), other.kind) {
                    (Some(a), Some(b)) => self.meet(a, b),
                    _ if self.map.open.is_some() => {
                        self.is_open(kind, turns, direction) == other.is_open
                    }
                    _ => true,
                }
            })
    }

    /// Whether one could walk from a place into a tile laid this way.
    pub fn leads(&self, kind: u16, place: i32, turns: u8, from: i32) -> bool {
        (0..self.map.shape.steps().len()).any(|direction| {
            self.map.shape.beside(place, direction) == Some(from)
                && self.is_open(kind, turns, direction)
        })
    }

    /// Walks the tiles that can be reached in one step.
    pub fn ways(&self, place: i32, mut each: impl FnMut(i32) -> bool) -> bool {
        if let Shape::Places(_, links) = &self.map.shape {
            return links
                .get(place as usize)
                .into_iter()
                .flatten()
                .all(|near| each(i32::from(*near)));
        }
        let Some((kind, turns)) = self.at(place) else {
            return true;
        };
        let free = self.map.open.is_none() && self.map.walk.is_empty();
        (0..self.map.shape.steps().len()).all(|direction| {
            let Some(near) = self.map.shape.beside(place, direction) else {
                return true;
            };
            let Some((other, turned)) = self.at(near) else {
                return true;
            };
            let across = self.map.shape.opposite(direction);
            let open = free
                || (self.is_open(kind, turns, direction) && self.is_open(other, turned, across));
            !open || each(near)
        })
    }

    /// Walks the empty places that a tile leads to.
    pub fn doors(&self, place: i32, mut each: impl FnMut(i32) -> bool) -> bool {
        let Some((kind, turns)) = self.at(place) else {
            return true;
        };
        (0..self.map.shape.steps().len()).all(|direction| {
            let Some(near) = self.map.shape.beside(place, direction) else {
                return true;
            };
            self.state.tile(near).is_some() || !self.is_open(kind, turns, direction) || each(near)
        })
    }

    /// Walks the turns of a kind that look different.
    pub fn turns(&self, kind: u16, mut each: impl FnMut(i32) -> bool) -> bool {
        let sides = self.map.shape.sides();
        let look = |turns: usize| {
            (0..sides).map(move |direction| {
                (
                    self.side(kind, turns as u8, direction),
                    self.map.open.is_some() && self.is_open(kind, turns as u8, direction),
                )
            })
        };
        let plain = self.map.open.is_none()
            && self
                .map
                .sides
                .get(usize::from(kind))
                .is_none_or(Vec::is_empty);
        let new = |turns: usize| plain || !(0..turns).any(|earlier| look(earlier).eq(look(turns)));
        (0..sides)
            .filter(|turns| new(*turns))
            .all(|turns| each(turns as i32))
    }

    /// Walks the areas of the tile at a place, each once.
    pub fn areas(&self, place: i32, mut each: impl FnMut(i32) -> bool) -> bool {
        let (Some(spot), Some((kind, turns))) = (self.state.find(place), self.at(place)) else {
            return true;
        };
        let mut done = 0u8;
        for side in 0..self.map.shape.steps().len() {
            let Some(is) = self
                .side(kind, turns, side)
                .filter(|_| done >> side & 1 == 0)
            else {
                continue;
            };
            let area = Area {
                spot: spot as u16,
                side: side as u8,
            };
            // Sides not connected within the tile may still be connected outside it.
            if self.is_apart(kind, is) || !self.map.fit.is_empty() {
                self.flood(area, |seen| done |= seen[spot])
            } else {
                self.alike(kind, turns, is)
                    .for_each(|other| done |= 1 << other)
            }
            if !each(area.value()) {
                return false;
            }
        }
        true
    }

    /// Whether sides of this kind are not connected within the tile.
    fn is_apart(&self, kind: u16, is: i32) -> bool {
        self.map
            .apart
            .get(usize::from(kind))
            .is_some_and(|apart| apart.contains(&is))
    }

    /// The sides of this kind.
    fn alike(&self, kind: u16, turns: u8, is: i32) -> impl Iterator<Item = u8> + '_ {
        (0..self.map.shape.steps().len() as u8)
            .filter(move |side| self.side(kind, turns, usize::from(*side)) == Some(is))
    }

    /// Walks the sides of the tile at a place: those of a kind, or all on a map whose sides have none.
    pub fn sides(&self, place: i32, mut each: impl FnMut(Area) -> bool) -> bool {
        let (Some(spot), Some((kind, turns))) = (self.state.find(place), self.at(place)) else {
            return true;
        };
        let has_kinds = self.map.sides.iter().any(|sides| !sides.is_empty());
        (0..self.map.shape.steps().len())
            .filter(|side| !has_kinds || self.side(kind, turns, *side).is_some())
            .all(|side| {
                each(Area {
                    spot: spot as u16,
                    side: side as u8,
                })
            })
    }

    /// Walks the sides of an area.
    pub fn area_sides(&self, area: Area, mut each: impl FnMut(Area)) {
        self.flood(area, |seen| {
            for (spot, sides) in seen.iter().enumerate() {
                for side in (0..8).filter(|side| sides >> side & 1 == 1) {
                    let spot = spot as u16;
                    each(Area { spot, side });
                }
            }
        });
    }

    /// Walks the places of an area.
    pub fn area_places(&self, area: Area, mut each: impl FnMut(i32)) {
        self.flood(area, |seen| {
            let spots = seen.iter().zip(&self.state.spots);
            let own = spots.filter(|(sides, _)| **sides != 0);
            own.for_each(|(_, (place, _))| each(i32::from(*place)));
        });
    }

    /// The place of a side.
    pub fn place_of(&self, side: Area) -> Option<i32> {
        let (place, _) = self.state.spots.get(usize::from(side.spot))?;
        Some(i32::from(*place))
    }

    /// The side of a tile towards a place beside it.
    pub fn side_to(&self, from: i32, to: i32) -> Option<Area> {
        Some(Area {
            spot: self.state.find(from)? as u16,
            side: self.map.shape.towards(from, to)? as u8,
        })
    }

    /// The side of the tile beside it that a side meets.
    pub fn across(&self, side: Area) -> Option<Area> {
        let place = self.place_of(side)?;
        let near = self.map.shape.beside(place, usize::from(side.side))?;
        self.state.tile(near)?;
        self.side_to(near, place)
    }

    pub fn area_kind(&self, area: Area) -> Option<i32> {
        let (place, _) = *self.state.spots.get(usize::from(area.spot))?;
        let (kind, turns) = self.at(i32::from(place))?;
        self.side(kind, turns, usize::from(area.side))
    }

    /// The number of sides of an area that meet nothing.
    pub fn area_open(&self, area: Area) -> i32 {
        let mut open = 0;
        self.flood(area, |seen| {
            for (spot, sides) in seen.iter().enumerate().filter(|(_, sides)| **sides != 0) {
                let place = i32::from(self.state.spots[spot].0);
                let ends = (0..8).filter(|side| sides >> side & 1 == 1);
                let beside = |side: usize| {
                    self.map
                        .shape
                        .beside(place, side)
                        .is_some_and(|near| self.state.tile(near).is_none())
                };
                open += ends.filter(|side| beside(*side)).count() as i32;
            }
        });
        open
    }

    /// Walks the tiles of an area.
    pub fn area_tiles(&self, area: Area, mut each: impl FnMut(u16)) {
        self.flood(area, |seen| {
            let spots = seen
                .iter()
                .zip(&self.state.spots)
                .filter(|(sides, _)| **sides != 0);
            spots.for_each(|(_, (_, tile))| each(*tile));
        });
    }

    /// Visits all sides connected to one, by spot.
    fn flood<T>(&self, area: Area, look: impl FnOnce(&[u8]) -> T) -> T {
        FLOOD.with_borrow_mut(|(seen, todo)| {
            seen.clear();
            seen.resize(self.state.spots.len(), 0);
            todo.clear();
            todo.push((area.spot, area.side));
            while let Some((spot, side)) = todo.pop() {
                if seen[usize::from(spot)] >> side & 1 == 1 {
                    continue;
                }
                seen[usize::from(spot)] |= 1 << side;
                let place = i32::from(self.state.spots[usize::from(spot)].0);
                let Some((kind, turns)) = self.on(usize::from(spot)) else {
                    continue;
                };
                let Some(is) = self.side(kind, turns, usize::from(side)) else {
                    continue;
                };
                if !self.is_apart(kind, is) {
                    todo.extend(self.alike(kind, turns, is).map(|other| (spot, other)));
                }
                let near = self.map.shape.beside(place, usize::from(side));
                let beside = near
                    .and_then(|near| self.state.find(near))
                    .filter(|spot| self.on(*spot).is_some());
                if let Some(beside) = beside {
                    todo.push((
                        beside as u16,
                        self.map.shape.opposite(usize::from(side)) as u8,
                    ));
                }
            }
            look(seen)
        })
    }
}
