//! The invariants of a game (section 9 of the rules), which judge corrections and, in tests, the rules themselves.

use std::collections::HashSet;

use super::position::{EXPERIENCE_FOR_LEVEL, Fate, Player, Position, Step};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::bend::Bend;
use crate::games::dungeon_in_a_tin::data::piece::MAX_LEVEL;
use crate::games::dungeon_in_a_tin::data::piece::{Colour, KINDS, Kind};
use crate::referee::message::{Message, message};
use crate::referee::{Game as _, Refused, RuleId};

impl Dungeon {
    /// Returns the first violated invariant, with the rule that it would break.
    pub(crate) fn broken(&self, p: &Position) -> Option<Refused> {
        let found = self
            .tokens_broken(p)
            .or_else(|| self.cards_broken(p))
            .or_else(|| self.hands_broken(p))
            .or_else(|| self.dice_broken(p))
            .or_else(|| self.tiles_broken(p))
            .or_else(|| (0..p.players.len()).find_map(|seat| self.knight_broken(p, seat)))
            .or_else(|| self.rooms_broken(p));
        found.map(|(reason, rule)| Refused::correction(self.in_words(&reason), Some(rule)))
    }

    /// 1 and 14: every token is in exactly one place.
    fn tokens_broken(&self, p: &Position) -> Option<(Message, RuleId)> {
        let sets = self.players.len() as u32;
        let mut tokens = [0u32; KINDS];
        let piles = p
            .players
            .iter()
            .map(|player| player.carried)
            .chain(p.rooms.iter().map(|room| room.floor));
        for pile in piles.chain([p.pool, p.spent_tokens]) {
            pile.kinds()
                .for_each(|kind| tokens[kind.index()] += u32::from(pile.of(kind)));
        }
        tokens[Kind::BOMB.index()] += u32::from(p.fight.is_some_and(|fight| fight.bomb));
        tokens[Kind::ROPE.index()] += p
            .rooms
            .iter()
            .map(|room| u32::from(room.bridges))
            .sum::<u32>();
        let met = p
            .rooms
            .iter()
            .any(|room| room.tile == self.data.last && room.visited);
        let waits = p.coming.maiden || !met;
        if tokens[Kind::MAIDEN.index()] + u32::from(waits) + u32::from(p.rescued) != 1 {
            return Some((
                message("the maiden would not be in exactly one place", []),
                "R62",
            ));
        }
        if p.pool.has(Kind::MAIDEN) || p.spent_tokens.has(Kind::MAIDEN) {
            return Some((message("the maiden is never among the treasure", []), "R8"));
        }
        let wrong = (0..KINDS as u8)
            .map(Kind)
            .filter(|kind| *kind != Kind::MAIDEN)
            .find(|kind| tokens[kind.index()] != u32::from(self.data.token(*kind).count) * sets)?;
        Some((
            message(
                "the number of `{word}` tokens would change",
                [("word", (&self.data.token(wrong).word).into())],
            ),
            "R8",
        ))
    }

    /// 2 and 12: every card is in exactly one place.
    fn cards_broken(&self, p: &Position) -> Option<(Message, RuleId)> {
        let sets = self.players.len() as u32;
        let mut cards: Vec<u32> = p
            .deck
            .iter()
            .zip(&p.spent_cards)
            .map(|(deck, spent)| u32::from(deck + spent))
            .collect();
        let in_hands = p.players.iter().flat_map(|player| player.hand.cards());
        let played = p.fight.and_then(|fight| fight.card());
        in_hands
            .chain(&played)
            .for_each(|card| cards[usize::from(*card)] += 1);
        let wrong = (0..cards.len())
            .find(|at| cards[*at] != u32::from(self.data.cards[*at].copies) * sets)?;
        Some((
            message(
                "the number of {card} cards would change",
                [("card", self.card_code(wrong as u8).into())],
            ),
            "R7",
        ))
    }

    /// No hand can have more hidden cards than there are, or cards that must be in other hands.
    fn hands_broken(&self, p: &Position) -> Option<(Message, RuleId)> {
        let possible = !self.options.face_down || p.worlds.are_possible(&p.deck, p.hidden());
        (!possible).then(|| {
            (
                message("the hands could not hold the cards they must", []),
                "R7",
            )
        })
    }

    /// 3: monster dice.
    fn dice_broken(&self, p: &Position) -> Option<(Message, RuleId)> {
        let sets = self.players.len();
        let coming = |colour| usize::from(p.step == Step::Monster && p.coming.colour() == colour);
        let wrong = Colour::ALL.into_iter().find(|colour| {
            p.dice_out(*colour) + coming(*colour)
                > usize::from(self.data.dice[*colour as usize].count) * sets
        })?;
        Some((
            message(
                "there are not enough {colour} dice",
                [("colour", wrong.name().into())],
            ),
            "R65",
        ))
    }

    /// 4: tiles.
    fn tiles_broken(&self, p: &Position) -> Option<(Message, RuleId)> {
        let sets = self.players.len() as u32;
        let mut tiles: Vec<u32> = p
            .stack
            .a
            .iter()
            .zip(&p.stack.b)
            .map(|(a, b)| u32::from(a + b))
            .collect();
        tiles[usize::from(self.data.last)] += u32::from(p.stack.last);
        let placed = p
            .rooms
            .iter()
            .map(|room| room.tile)
            .chain(p.tile)
            .chain(p.stack.known.iter().copied());
        placed.for_each(|tile| tiles[usize::from(tile)] += 1);
        let single =
            |at: usize| at == usize::from(self.data.start) || at == usize::from(self.data.last);
        let right = |at: usize| {
            if single(at) {
                1
            } else {
                u32::from(self.data.tiles[at].copies) * sets
            }
        };
        let wrong = (0..tiles.len()).find(|at| tiles[*at] != right(*at))?;
        Some((
            message(
                "the number of {tile} tiles would change",
                [("tile", self.tile_code(wrong as u8).into())],
            ),
            "R3",
        ))
    }

    /// 5, 6 and 10: a knight.
    fn knight_broken(&self, p: &Position, seat: usize) -> Option<(Message, RuleId)> {
        let player = || ("player", (&self.players[seat]).into());
        let Player {
            fate,
            hearts,
            level,
            experience,
            hand,
            carried,
            room,
            ..
        } = &p.players[seat];
        let played = p.fight.and_then(|fight| fight.played);
        let played = p.actor() == seat && played.is_some_and(|played| !played.from_deck);
        let most = self.data.hearts;
        let checks = [
            (
                *fate == Fate::Dead || (1..=most).contains(hearts),
                message(
                    "{player} has 1 to {most} hearts",
                    [player(), ("most", most.into())],
                ),
                "R4",
            ),
            (
                *fate != Fate::Dead || *hearts == 0,
                message("{player} is dead", [player()]),
                "R88",
            ),
            (
                (1..=MAX_LEVEL).contains(level),
                message("levels are 1 to {most}", [("most", MAX_LEVEL.into())]),
                "R81",
            ),
            (
                *experience <= EXPERIENCE_FOR_LEVEL,
                message(
                    "nobody has more than {most} experience",
                    [("most", EXPERIENCE_FOR_LEVEL.into())],
                ),
                "R78",
            ),
            (
                carried.specials() <= self.data.slots,
                message(
                    "{player} has {most} item slots",
                    [player(), ("most", self.data.slots.into())],
                ),
                "R29",
            ),
            (
                hand.len() + u8::from(played) <= level + 1,
                message(
                    "at level {level} a hand has at most {most} cards",
                    [("level", (*level).into()), ("most", (level + 1).into())],
                ),
                "R25",
            ),
            (
                *fate != Fate::InDungeon || p.room(*room).visited || p.entered.contains(room),
                message(
                    "nobody has entered the {room} yet",
                    [("room", self.room_name(p, *room).into())],
                ),
                "R58",
            ),
        ];
        checks
            .into_iter()
            .find(|(holds, ..)| !holds)
            .map(|(_, reason, rule)| (reason, rule))
    }

    /// 7, 8, 9, 10 and 11: the map is a tree of tiles that meet exit to exit, no path turns the same way twice in a row, and
    /// the map can grow until the final room is found.
    fn rooms_broken(&self, p: &Position) -> Option<(Message, RuleId)> {
        if p.has_monsters(0) {
            return Some((message("no monster is ever on the stairs", []), "R12"));
        }
        let mut cells = HashSet::new();
        for (room, at) in p.rooms.iter().zip(0u8..) {
            let name = || ("room", self.room_name(p, at).into());
            if !cells.insert((room.x, room.y)) {
                return Some((
                    message("the {room} would lie on another tile", [name()]),
                    "R46",
                ));
            }
            let keyholes = self
                .data
                .tile(room.tile)
                .locked
                .turned(room.arrow.quarters());
            if let Some(side) = room.locked.iter().find(|side| !keyholes.has(*side)) {
                return Some((
                    message(
                        "the side of the {room} to the {side} has no keyhole",
                        [name(), ("side", side.name().into())],
                    ),
                    "R53",
                ));
            }
            let Some(entrance) = room.entrance else {
                continue;
            };
            let heading = entrance.opposite();
            let before = p.meets(at, entrance).filter(|before| *before < at);
            if before.is_none_or(|before| room.bend != p.room(before).bend_towards(heading)) {
                return Some((
                    message("the {room} would not lie where it was placed", [name()]),
                    "R46",
                ));
            }
            for side in room.exits.iter().filter(|side| *side != entrance) {
                let turn = Bend::None.then(heading, side);
                if turn != Bend::None && turn == room.bend {
                    return Some((
                        message(
                            "the path through the {room} would turn the same way twice",
                            [name()],
                        ),
                        "R48",
                    ));
                }
                if p.meets(at, side)
                    .is_some_and(|next| p.room(next).entrance != Some(side.opposite()))
                {
                    return Some((
                        message("the path through the {room} would be a loop", [name()]),
                        "R48",
                    ));
                }
            }
        }
        let open = |at: u8| {
            p.room(at)
                .exits
                .iter()
                .any(|side| p.room(at).leads_on(side))
        };
        let grows = !p.stack.last
            || matches!(p.step, Step::Rotate | Step::Tile)
            || (0..p.rooms.len() as u8).any(open);
        (!grows).then(|| (message("no open exit would be left", []), "R50"))
    }
}
