//! Set-up and building of the dungeon (R1-R16).

use super::super::event::Event;
use super::super::memory::Memory;
use super::super::position::{Player, Position, Step, TILES};
use super::super::worlds::Worlds;
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::{Cell, Corner, Map, Square};
use crate::games::dungeon_crawl::data::piece::{Code, MAX_SEATS, Suit, VALUES, Values};
use crate::games::shared::narrator::Seats;

impl Crawl {
    /// The table before the first roll (R1-R3).
    pub(crate) fn set_up(&self) -> Position {
        let seats = self.players.len();
        Position {
            step: Step::Start {
                rolls: [None; MAX_SEATS],
                rolling: (1 << seats) - 1,
            },
            turn: 0,
            last_coin: 0,
            first: 0,
            acting: 0,
            compass: Suit::ALL,
            tiles_seen: [Values::default(); 4],
            pile: [Suit::ALL.len() as u8; VALUES],
            revealed: [Values::default(); 4],
            discards: [Values::default(); 4],
            map: Map::default(),
            stacks: Vec::new(),
            players: vec![Player::default(); seats],
            worlds: Worlds::default(),
            memory: Memory::default(),
        }
    }

    /// R4: records a roll; those tied for the highest roll again (A1).
    pub(super) fn roll_to_start(&self, p: &mut Position, roll: u8, tell: &mut impl FnMut(Event)) {
        let Step::Start { rolls, rolling } = &mut p.step else {
            return;
        };
        let seat = p.acting;
        tell(Event::StartRolled { seat, roll });
        rolls[usize::from(seat)] = Some(roll);
        let next = (seat + 1..p.players.len() as u8).find(|seat| Seats(*rolling).has(*seat));
        if let Some(next) = next {
            p.acting = next;
            return;
        }
        let highest = rolls.iter().max().copied().unwrap_or_default();
        let best = |seat: &u8| rolls[usize::from(*seat)] == highest;
        let tied = (0..p.players.len() as u8)
            .filter(best)
            .fold(0, |tied: u8, seat| tied | 1 << seat);
        p.acting = tied.trailing_zeros() as u8;
        if tied.count_ones() > 1 {
            p.step = Step::Start {
                rolls: [None; MAX_SEATS],
                rolling: tied,
            };
            tell(Event::StartTied { seats: tied });
            return;
        }
        p.first = p.acting;
        tell(Event::First { seat: p.first });
        // R5, A6: the first tile stays face down.
        p.map.lay((0, 0));
        p.step = Step::Compass;
    }

    /// Sets the compass (R6).
    pub(super) fn set_compass(
        &self,
        p: &mut Position,
        compass: [Suit; 4],
        tell: &mut impl FnMut(Event),
    ) {
        p.compass = compass;
        tell(Event::CompassSet { compass });
        // R7
        p.acting = p.left_of(p.first, 1);
        p.step = Step::Tile;
    }

    /// R8-R10: lays the tile next to the last one, or asks for a position beyond the outer edge if that place is taken.
    pub(super) fn turn_tile(&self, p: &mut Position, tile: Code, tell: &mut impl FnMut(Event)) {
        p.tiles_seen[tile.suit as usize].add(tile.value);
        let side = p.points_to(tile.suit);
        tell(Event::TileTurned {
            seat: p.acting,
            tile,
            side,
        });
        let beside = p.map.beside_last(side);
        if !p.map.has_tile(beside) {
            return self.lay_tile(p, beside, tell);
        }
        tell(Event::PlaceTaken { side });
        let mut places = (0..p.map.length(side)).filter_map(|along| p.map.beyond(side, along));
        match (places.next(), places.next()) {
            (Some(only), None) => self.lay_tile(p, only, tell),
            _ => p.step = Step::Site(tile.suit),
        }
    }

    pub(super) fn lay_tile(&self, p: &mut Position, place: (i8, i8), tell: &mut impl FnMut(Event)) {
        p.map.lay(place);
        let tile = p.map.tiles().len() as u8 - 1;
        tell(Event::TileLaid {
            seat: p.acting,
            at: p.map.corner(usize::from(tile), Corner::SouthWest),
        });
        p.step = Step::Coin { tile };
    }

    /// Lays a coin (R11-R13).
    pub(super) fn lay_coin(
        &self,
        p: &mut Position,
        tile: u8,
        value: u8,
        tell: &mut impl FnMut(Event),
    ) {
        let seat = p.acting;
        let at = self.coin_space(p, tile);
        p.pile[usize::from(value)] -= 1;
        p.map.set(at, Cell::Coin(value));
        tell(Event::CoinLaid { seat, value, at });
        if tile == 0 {
            // R14
            p.step = Step::Pawn;
        } else if p.map.tiles().len() < TILES {
            p.acting = p.left_of(seat, 1);
            p.step = Step::Tile;
        } else {
            // R13: the last coin goes on the first tile.
            p.step = Step::Coin { tile: 0 };
            p.acting = p.first;
        }
    }

    /// The space for the coin on a tile: the corner of the player who lays it (R12, A5).
    pub(crate) fn coin_space(&self, p: &Position, tile: u8) -> Square {
        p.map
            .corner(usize::from(tile), self.options.corners[p.actor()])
    }

    /// R14: places the pawn of the player to the left; the first player's own comes last.
    pub(super) fn place_pawn(&self, p: &mut Position, at: Square, tell: &mut impl FnMut(Event)) {
        let owner = p.left_of(p.acting, 1);
        p.players[usize::from(owner)].pawn = Some(at);
        tell(Event::PawnPlaced {
            by: p.acting,
            seat: owner,
            at,
        });
        p.acting = owner;
        if owner == p.first {
            // R16
            self.begin_turn(p, tell);
        }
    }
}
