//! The set-up, and the first hands.

use super::super::event::Event;
use super::super::position::{Coming, Fate, Hand, Player, Position, Room, Stack, Step};
use super::super::worlds::Worlds;
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::Mark;
use crate::games::dungeon_in_a_tin::data::bend::Bend;
use crate::games::dungeon_in_a_tin::data::piece::MAX_SEATS;
use crate::games::dungeon_in_a_tin::data::piece::{Kind, Tokens};
use crate::games::side::Side;

/// The cards of a first hand (R11).
const FIRST_HAND: u8 = 2;

impl Dungeon {
    /// The table before the first cards are dealt (R1-R15, R16-R20).
    pub(crate) fn set_up(&self) -> Position {
        let data = &self.data;
        let sets = self.players.len() as u8;
        let layer = |mark| {
            let count = |tile: &crate::games::dungeon_in_a_tin::data::Tile| {
                if tile.mark == mark {
                    tile.copies * sets
                } else {
                    0
                }
            };
            data.tiles.iter().map(count).collect()
        };
        let mut pool = Tokens::default();
        for (at, token) in data.tokens.iter().enumerate() {
            pool.0[at] = token.count * sets;
        }
        // R8, R20: the maiden is set aside.
        pool.0[Kind::MAIDEN.index()] = 0;
        let mut carried = Tokens::default();
        if sets == 1 {
            // R9, R19
            pool.remove(Kind::POTION);
            carried.add(Kind::POTION);
        }
        let player = Player {
            fate: Fate::InDungeon,
            room: 0,
            entrance: None,
            hearts: data.hearts,
            level: 1,
            experience: 0,
            hand: Hand::default(),
            carried,
            declared: None,
            dropped: 0,
        };
        let stairs = data.tile(data.start);
        let start = Room {
            tile: data.start,
            x: 0,
            y: 0,
            arrow: Side::North,
            exits: stairs.exits,
            locked: stairs.locked,
            blocked: Default::default(),
            beyond: [None; 4],
            entrance: None,
            bend: Bend::None,
            visited: true,
            bridges: 0,
            floor: Tokens::default(),
        };
        Position {
            turn: 0,
            step: Step::Deal,
            acting: 0,
            first: 0,
            rolls: [0; MAX_SEATS],
            rolling: 0,
            passed: 0,
            dropped: false,
            players: vec![player; self.players.len()],
            rooms: vec![start],
            monsters: Vec::with_capacity(16),
            stack: Stack {
                known: Vec::new(),
                skipped: 0,
                a: layer(Mark::A),
                b: layer(Mark::B),
                last: true,
            },
            deck: data.cards.iter().map(|card| card.copies * sets).collect(),
            spent_cards: vec![0; data.cards.len()],
            worlds: if self.options.face_down {
                Worlds::new(data.cards.len())
            } else {
                Worlds::default()
            },
            pool,
            spent_tokens: Tokens::default(),
            rescued: false,
            basket: Tokens::default(),
            tile: None,
            entered: Vec::with_capacity(self.players.len()),
            coming: Coming::default(),
            fight: None,
        }
    }

    /// R11: deals two cards to each player, one player after the other.
    pub(super) fn deal(&self, p: &mut Position, card: u8, tell: &mut impl FnMut(Event)) {
        let seat = p.actor();
        p.deck[usize::from(card)] -= 1;
        p.players[seat].hand.add(card);
        tell(Event::Dealt {
            seat: seat as u8,
            card,
        });
        if p.players[seat].hand.len() == FIRST_HAND {
            p.acting += 1;
        }
        if usize::from(p.acting) == p.players.len() {
            self.begin_turn(p, tell);
        }
    }

    /// R11: deals hands that only their owners see.
    pub(super) fn deal_face_down(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        for (player, seat) in p.players.iter_mut().zip(0u8..) {
            (0..FIRST_HAND).for_each(|_| player.hand.add_hidden());
            tell(Event::HandDealt {
                seat,
                cards: FIRST_HAND,
            });
        }
        self.begin_turn(p, tell);
    }
}
