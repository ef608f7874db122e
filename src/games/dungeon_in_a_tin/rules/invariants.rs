//! The invariants of a game (section 9 of the rules), which judge corrections and, in tests, the rules themselves.

use std::collections::HashSet;

use super::position::{EXPERIENCE_FOR_LEVEL, Fate, NONE, Player, Position, Step};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::bend::Bend;
use crate::games::dungeon_in_a_tin::data::piece::MAX_LEVEL;
use crate::games::dungeon_in_a_tin::data::piece::{Colour, KINDS, Kind};
use crate::referee::{Refused, RuleId};

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
        found.map(|(reason, rule)| Refused::correction(reason, Some(rule)))
    }

    /// 1 and 14: every token is in exactly one place.
    fn tokens_broken(&self, p: &Position) -> Option<(String, RuleId)> {
        let sets = self.players.len() as u32;
        let mut tokens = [0u32; KINDS];
        let piles = p.players.iter().map(|player| player.carried).chain(p.rooms.iter().map(|room| room.floor));
        for pile in piles.chain([p.pool, p.spent_tokens]) {
            pile.kinds().for_each(|kind| tokens[kind.index()] += u32::from(pile.of(kind)));
        }
        tokens[Kind::BOMB.index()] += u32::from(p.fight.bomb);
        tokens[Kind::ROPE.index()] += p.rooms.iter().map(|room| u32::from(room.bridges)).sum::<u32>();
        let met = p.rooms.iter().any(|room| room.tile == self.data.last && room.visited);
        let waits = p.coming.maiden || !met;
        if tokens[Kind::MAIDEN.index()] + u32::from(waits) + u32::from(p.rescued) != 1 {
            return Some(("the maiden would not be in exactly one place".to_owned(), "R62"));
        }
        if p.pool.has(Kind::MAIDEN) || p.spent_tokens.has(Kind::MAIDEN) {
            return Some(("the maiden is never among the treasure".to_owned(), "R8"));
        }
        let wrong = (0..KINDS as u8)
            .map(Kind)
            .filter(|kind| *kind != Kind::MAIDEN)
            .find(|kind| tokens[kind.index()] != u32::from(self.data.token(*kind).count) * sets)?;
        Some((format!("the number of `{}` tokens would change", self.data.token(wrong).word), "R8"))
    }

    /// 2 and 12: every card is in exactly one place.
    fn cards_broken(&self, p: &Position) -> Option<(String, RuleId)> {
        let sets = self.players.len() as u32;
        let mut cards: Vec<u32> = p.deck.iter().zip(&p.spent_cards).map(|(deck, spent)| u32::from(deck + spent)).collect();
        let in_hands = p.players.iter().flat_map(|player| player.hand.cards());
        in_hands.chain([&p.fight.card]).filter(|card| **card != NONE).for_each(|card| cards[usize::from(*card)] += 1);
        let wrong = (0..cards.len()).find(|at| cards[*at] != u32::from(self.data.cards[*at].copies) * sets)?;
        Some((format!("the number of {} cards would change", self.card_code(wrong as u8)), "R7"))
    }

    /// No hand can have more hidden cards than there are, or cards that must be in other hands.
    fn hands_broken(&self, p: &Position) -> Option<(String, RuleId)> {
        let stand = !self.options.face_down || p.worlds.stand(&p.deck, p.hidden());
        (!stand).then(|| ("the hands could not hold what they must".to_owned(), "R7"))
    }

    /// 3: monster dice.
    fn dice_broken(&self, p: &Position) -> Option<(String, RuleId)> {
        let sets = self.players.len();
        let coming = |colour| usize::from(p.step == Step::Monster && p.coming.colour() == colour);
        let wrong = Colour::ALL.into_iter().find(|colour| {
            p.dice_out(*colour) + coming(*colour) > usize::from(self.data.dice[*colour as usize].count) * sets
        })?;
        Some((format!("there are not so many {} dice", wrong.name()), "R65"))
    }

    /// 4: tiles.
    fn tiles_broken(&self, p: &Position) -> Option<(String, RuleId)> {
        let sets = self.players.len() as u32;
        let mut tiles: Vec<u32> = p.stack.a.iter().zip(&p.stack.b).map(|(a, b)| u32::from(a + b)).collect();
        tiles[usize::from(self.data.last)] += u32::from(p.stack.last);
        let placed = p.rooms.iter().map(|room| room.tile).chain([p.tile]).chain(p.stack.known.iter().copied());
        placed.filter(|tile| *tile != NONE).for_each(|tile| tiles[usize::from(tile)] += 1);
        let single = |at: usize| at == usize::from(self.data.start) || at == usize::from(self.data.last);
        let right = |at: usize| if single(at) { 1 } else { u32::from(self.data.tiles[at].copies) * sets };
        let wrong = (0..tiles.len()).find(|at| tiles[*at] != right(*at))?;
        Some((format!("the number of {} tiles would change", self.tile_code(wrong as u8)), "R3"))
    }

    /// 5, 6 and 10: a knight.
    fn knight_broken(&self, p: &Position, seat: usize) -> Option<(String, RuleId)> {
        let name = &self.players[seat];
        let Player { fate, hearts, level, experience, hand, carried, room, .. } = &p.players[seat];
        let played = p.actor() == seat && p.fight.card != NONE && !p.fight.from_deck;
        let most = self.data.hearts;
        let checks = [
            (*fate == Fate::Dead || (1..=most).contains(hearts), format!("{name} has 1 to {most} hearts"), "R4"),
            (*fate != Fate::Dead || *hearts == 0, format!("{name} is dead"), "R88"),
            ((1..=MAX_LEVEL).contains(level), format!("levels are 1 to {MAX_LEVEL}"), "R81"),
            (*experience <= EXPERIENCE_FOR_LEVEL, format!("nobody has more than {EXPERIENCE_FOR_LEVEL} experience"), "R78"),
            (carried.specials() <= self.data.slots, format!("{name} has {} item slots", self.data.slots), "R29"),
            (
                hand.len() + u8::from(played) <= level + 1,
                format!("at level {level} a hand has at most {} cards", level + 1),
                "R25",
            ),
            (
                *fate != Fate::InDungeon || p.room(*room).visited || p.entered.contains(room),
                format!("nobody has entered the {} yet", self.room_name(p, *room)),
                "R58",
            ),
        ];
        checks.into_iter().find(|(holds, ..)| !holds).map(|(_, reason, rule)| (reason, rule))
    }

    /// 7, 8, 9, 10 and 11: the map is a tree of tiles that meet exit to exit, no path turns the same way twice in a row, and
    /// the map can grow until the final room is found.
    fn rooms_broken(&self, p: &Position) -> Option<(String, RuleId)> {
        if p.has_monsters(0) {
            return Some(("no monster is ever on the stairs".to_owned(), "R12"));
        }
        let mut cells = HashSet::new();
        for (room, at) in p.rooms.iter().zip(0u8..) {
            let name = self.room_name(p, at);
            if !cells.insert((room.x, room.y)) {
                return Some((format!("the {name} would lie on another tile"), "R46"));
            }
            let keyholes = self.data.tile(room.tile).locked.turned(room.arrow.quarters());
            if let Some(side) = room.locked.iter().find(|side| !keyholes.has(*side)) {
                return Some((format!("the {} side of the {name} has no keyhole", side.name()), "R53"));
            }
            let Some(entrance) = room.entrance else { continue };
            let heading = entrance.opposite();
            let before = p.meets(at, entrance).filter(|before| *before < at);
            if before.is_none_or(|before| room.bend != p.room(before).bend_towards(heading)) {
                return Some((format!("the {name} would not lie where it was placed"), "R46"));
            }
            for side in room.exits.iter().filter(|side| *side != entrance) {
                let turn = Bend::None.then(heading, side);
                if turn != Bend::None && turn == room.bend {
                    return Some((format!("the path through the {name} would turn the same way twice"), "R48"));
                }
                if p.meets(at, side).is_some_and(|next| p.room(next).entrance != Some(side.opposite())) {
                    return Some((format!("the path through the {name} would be a loop"), "R48"));
                }
            }
        }
        let open = |at: u8| {
            p.room(at).exits.iter().any(|side| p.room(at).beyond[side as usize] == NONE && !p.room(at).blocked.has(side))
        };
        let grows = !p.stack.last || matches!(p.step, Step::Rotate | Step::Tile) || (0..p.rooms.len() as u8).any(open);
        (!grows).then(|| ("no open exit would be left".to_owned(), "R50"))
    }
}
