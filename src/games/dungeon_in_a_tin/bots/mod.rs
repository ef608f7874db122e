//! The sensible bot: the policy used to balance the game's data.
//!
//! It takes the most valuable treasure, shops when the stairs are near, explores the nearest open exit, stays to fight, and
//! walks home with the maiden. In 10,000 solo games it rescued her in about 39 of 100. The patient bot plays likewise, but swaps
//! experience only at its last heart, and rescued her in about 46 of 100.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rand::Rng;

use super::Dungeon;
use super::data::piece::{Kind, SPECIALS, Tokens};
use super::rules::moves::Move;
use super::rules::position::{EXPERIENCE_FOR_LEVEL, Fate, Lock, Step};
use super::sight::view::{Knight, View};
use crate::games::dungeon_in_a_tin::data::piece::MAX_LEVEL;
use crate::games::shared::narrator::Narrator;
use crate::games::side::Side;
use crate::referee::bot::below;
use crate::referee::{Bot, Choices};

/// The sensible policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct SensibleBot {
    patient: bool,
}

impl SensibleBot {
    /// The patient bot. A swap heals whatever was lost (R79), so it gains most when nearly all hearts are.
    pub fn patient() -> SensibleBot {
        SensibleBot { patient: true }
    }
}

impl Bot<Dungeon> for SensibleBot {
    fn choose(&mut self, view: &View<'_>, choices: &Choices<Move>, luck: &mut dyn Rng) -> usize {
        let situation = Situation::new(view, self.patient);
        let wanted = situation.decide(choices, luck);
        choices
            .iter()
            .position(|choice| choice.mv == wanted)
            .unwrap_or(0)
    }
}

/// The cost of a room, a monster or a lock on the way, in half rooms.
const ROOM: u32 = 2;
const SKULL: u32 = 1;
const MONSTER: u32 = 2;
const LOCK: u32 = 4;
/// The cost if there is no way.
const FAR: u32 = u32::MAX;
/// A knight who has not found the maiden by this turn goes home. What blocks the way, such as two bottomless wells and no
/// gold for a rope, may never change; nearly all games end before turn 100.
const PATIENCE: u32 = 300;
/// A way may need fewer keys than this.
const KEYS: usize = 4;

struct Situation<'p> {
    view: View<'p>,
    seat: usize,
    me: Knight,
    patient: bool,
    /// The ways that have been looked for, by the keys that may be spent, without and with a rope.
    known: [[OnceCell<Ways>; 2]; KEYS],
}

/// The cheapest ways from a player's room to every other room.
struct Ways {
    /// How many keys may be spent.
    keys: usize,
    rope: bool,
    /// By room, and by keys spent on the way.
    cost: Vec<[u32; KEYS]>,
    /// The first side to leave by, indexed likewise.
    first: Vec<[Option<Side>; KEYS]>,
}

impl Ways {
    /// The way through an exit with an empty cell behind it.
    fn out(&self, situation: &Situation<'_>, room: u8, side: Side) -> (u32, Option<Side>) {
        if !situation.can_cross(room, side, self.rope) {
            return (FAR, None);
        }
        let locked = situation.view.lock(room, side).is_some();
        let (used, extra) = if locked { (1, LOCK) } else { (0, 0) };
        let way = (0..KEYS)
            .filter(|keys| keys + used <= self.keys)
            .map(|keys| {
                let cost = self.cost[usize::from(room)][keys];
                (
                    if cost < FAR { cost + extra } else { FAR },
                    self.first[usize::from(room)][keys],
                )
            });
        way.min_by_key(|(cost, _)| *cost).unwrap_or((FAR, None))
    }

    fn to(&self, room: u8) -> (u32, Option<Side>) {
        let costs = &self.cost[usize::from(room)];
        let firsts = &self.first[usize::from(room)];
        (0..KEYS)
            .map(|keys| (costs[keys], firsts[keys]))
            .min_by_key(|(cost, _)| *cost)
            .unwrap_or((FAR, None))
    }
}

impl<'p> Situation<'p> {
    fn new(view: &View<'p>, patient: bool) -> Situation<'p> {
        let seat = view.actor();
        Situation {
            view: *view,
            seat,
            me: view.knight(seat),
            patient,
            known: Default::default(),
        }
    }

    fn decide(&self, choices: &Choices<Move>, luck: &mut dyn Rng) -> Move {
        let can = |mv: Move| choices.iter().any(|choice| choice.mv == mv);
        if can(Move::Swap) && !self.saves() {
            return Move::Swap;
        }
        match self.view.step() {
            Step::Free { .. } => self
                .treasure(choices)
                .or_else(|| self.drink(choices))
                .unwrap_or_else(|| self.travel(choices, luck)),
            Step::Treasure => self.treasure(choices).unwrap_or(Move::Pass),
            Step::Basket => self.cheapest_payment(choices),
            Step::Potion => self.drink(choices).unwrap_or(Move::Pass),
            Step::Declare => self.travel(choices, luck),
            Step::Rotate => self.lie(choices),
            Step::Choose => self.target(choices),
            Step::Card => self.card(),
            Step::Bomb => self.bomb(),
            Step::SwapFirst | Step::SwapAfter => Move::Keep,
            _ => choices.first().map_or(Move::Stay, |choice| choice.mv),
        }
    }

    /// Whether to keep experience that could be swapped for later.
    fn saves(&self) -> bool {
        self.patient && self.me.hearts > 1 && self.view.step() != Step::LastHeart
    }

    /// The value of carrying an item.
    fn value(&self, kind: Kind) -> u32 {
        let chasm = self
            .view
            .rooms()
            .iter()
            .any(|room| self.is_gap(room.tile, room.bridges));
        let lock = self.view.rooms().iter().any(|room| !room.locked.is_empty());
        match kind {
            Kind::MAIDEN => 100,
            Kind::KEY | Kind::ROPE if self.needs(kind) => 90,
            Kind::POTION => 50,
            Kind::ROPE if chasm => 40,
            Kind::KEY if lock => 30,
            Kind::BOMB => 20,
            _ => 10,
        }
    }

    fn is_gap(&self, tile: u8, bridges: u8) -> bool {
        self.view.game().data().tile(tile).chasm && bridges == 0
    }

    /// Whether an open exit can be reached only with this item.
    fn needs(&self, kind: Kind) -> bool {
        let with = |keys, rope| self.nearest_exit(self.ways(keys, rope)).is_some();
        !with(0, false)
            && if kind == Kind::KEY {
                with(1, false)
            } else {
                with(0, true)
            }
    }

    fn treasure(&self, choices: &Choices<Move>) -> Option<Move> {
        let data = self.view.game().data();
        let takes = || {
            choices.iter().filter_map(|choice| {
                if let Move::Take(kind) = choice.mv {
                    Some(kind)
                } else {
                    None
                }
            })
        };
        if let Some(coin) = takes().find(|kind| !kind.is_special()) {
            return Some(Move::Take(coin));
        }
        if let Some(item) = takes()
            .filter(|kind| kind.is_special())
            .max_by_key(|kind| self.value(*kind))
        {
            return Some(Move::Take(item));
        }
        // With full slots, make room for something better.
        let room = &self.view.rooms()[usize::from(self.me.room)];
        let step_two = choices
            .iter()
            .any(|choice| matches!(choice.mv, Move::Drop(_)));
        if step_two && self.me.carried.specials() == data.slots {
            let lying = room
                .floor
                .kinds()
                .filter(|kind| kind.is_special())
                .max_by_key(|kind| self.value(*kind));
            let carried = (0..SPECIALS as u8)
                .map(Kind)
                .filter(|kind| self.me.carried.has(*kind))
                .min_by_key(|kind| self.value(*kind));
            if let (Some(better), Some(worse)) = (lying, carried)
                && self.value(better) > self.value(worse)
            {
                return Some(Move::Drop(worse));
            }
        }
        let buy = |kind| {
            choices
                .iter()
                .any(|choice| choice.mv == Move::Buy(kind))
                .then_some(Move::Buy(kind))
        };
        if self.me.room != 0 {
            return None;
        }
        match [Kind::KEY, Kind::ROPE]
            .into_iter()
            .find(|kind| !self.me.carried.has(*kind) && self.needs(*kind))
        {
            Some(kind) => buy(kind),
            None => buy(Kind::POTION).or_else(|| buy(Kind::BOMB)),
        }
    }

    fn cheapest_payment(&self, choices: &Choices<Move>) -> Move {
        let paid = |mv: &Move| match mv {
            Move::Pay(coins) => Some(self.view.game().data().gold(Tokens::from(*coins))),
            _ => None,
        };
        let payments = choices
            .iter()
            .filter_map(|choice| paid(&choice.mv).map(|gold| (gold, choice.mv)));
        payments
            .min_by_key(|(gold, _)| *gold)
            .map_or(Move::Cancel, |(_, mv)| mv)
    }

    fn drink(&self, choices: &Choices<Move>) -> Option<Move> {
        let next_kill_heals =
            self.me.experience + 1 == EXPERIENCE_FOR_LEVEL && self.me.level < MAX_LEVEL;
        let low = if next_kill_heals { 1 } else { 2 };
        let can = choices.iter().any(|choice| choice.mv == Move::Drink);
        let swaps =
            self.patient && self.me.experience >= EXPERIENCE_FOR_LEVEL && self.me.level < MAX_LEVEL;
        (can && self.me.hearts <= low && !swaps).then_some(Move::Drink)
    }

    /// Decides in step 4.
    fn travel(&self, choices: &Choices<Move>, luck: &mut dyn Rng) -> Move {
        if self.view.monsters_in(self.me.room).next().is_some() {
            return self.flee().unwrap_or(Move::Stay);
        }
        let keys = self.me.carried.of(Kind::KEY);
        let ways = self.ways(keys, self.me.carried.has(Kind::ROPE));
        let can_leave = choices.iter().any(|choice| choice.mv == Move::Leave);
        if self.view.turn() > PATIENCE && can_leave {
            return Move::Leave;
        }
        match self.destination(ways, luck) {
            Some(side) => self.step_towards(side, choices),
            None if can_leave && self.is_hopeless(ways) => Move::Leave,
            None => Move::Stay,
        }
    }

    /// At the last heart, goes back to a quiet room to drink a potion.
    fn flee(&self) -> Option<Move> {
        let back = self.me.entrance?;
        let there = self.view.meets(self.me.room, back)?;
        let tile = self
            .view
            .game()
            .data()
            .tile(self.view.rooms()[usize::from(there)].tile);
        let quiet = self.view.monsters_in(there).next().is_none() && tile.white + tile.red < 2;
        (self.me.hearts == 1 && self.me.carried.has(Kind::POTION) && quiet)
            .then_some(Move::Go(back))
    }

    /// Unlocks the side if necessary, or else goes.
    fn step_towards(&self, side: Side, choices: &Choices<Move>) -> Move {
        let mv = match self.view.lock(self.me.room, side) {
            Some(Lock::Own) => Move::Unlock(side),
            Some(Lock::Beyond) => Move::UnlockBeyond(side),
            None => Move::Go(side),
        };
        if choices.iter().any(|choice| choice.mv == mv) {
            mv
        } else {
            Move::Stay
        }
    }

    /// The first side on the way to this player's goal.
    fn destination(&self, ways: &Ways, luck: &mut dyn Rng) -> Option<Side> {
        let data = self.view.game().data();
        let knights = || (0..self.view.game().players().len()).map(|seat| self.view.knight(seat));
        let somebody_has_her = knights()
            .any(|knight| knight.fate == Fate::InDungeon && knight.carried.has(Kind::MAIDEN));
        if somebody_has_her || self.view.rescued() || self.view.turn() > PATIENCE {
            return ways.to(0).1;
        }
        let here = |kind: Kind| {
            let lying = (0..self.view.rooms().len() as u8)
                .filter(|room| self.view.rooms()[usize::from(*room)].floor.has(kind));
            lying
                .map(|room| ways.to(room))
                .filter(|(cost, _)| *cost < FAR)
                .min_by_key(|(cost, _)| *cost)
        };
        if let Some((_, side)) = here(Kind::MAIDEN) {
            return side;
        }
        let gold = data.gold(self.me.carried);
        let free = self.me.carried.specials() < data.slots;
        let for_sale =
            |kind: Kind| self.view.pool().has(kind) || self.view.spent_tokens().has(kind);
        let (stairs, way_up) = ways.to(0);
        let hurt = self.me.hearts <= 2 && !self.me.carried.has(Kind::POTION);
        let near = if hurt && for_sale(Kind::POTION) {
            6 * ROOM
        } else {
            ROOM
        };
        let something = for_sale(Kind::POTION) || for_sale(Kind::BOMB);
        if self.me.room != 0 && gold >= 10 && free && something && stairs <= near {
            return way_up;
        }
        if let Some(side) = self.nearest_exit(ways) {
            return Some(side);
        }
        // With no way on, fetch a key or a rope, buy one, or earn the gold for it.
        for kind in [Kind::KEY, Kind::ROPE]
            .into_iter()
            .filter(|kind| self.needs(*kind))
        {
            if let Some((_, side)) = here(kind) {
                return side;
            }
        }
        if gold >= 10 && self.me.room != 0 {
            return way_up;
        }
        let skulls = |room: u8| {
            let tile = data.tile(self.view.rooms()[usize::from(room)].tile);
            tile.white + tile.red
        };
        let lairs = (0..self.view.rooms().len() as u8)
            .filter(|room| *room != self.me.room && skulls(*room) >= 2);
        let nearest = lairs
            .map(|room| ways.to(room))
            .filter(|(cost, _)| *cost < FAR)
            .min_by_key(|(cost, _)| *cost);
        nearest.and_then(|(_, side)| side).or_else(|| {
            // Leave this room in order to come back.
            let open = self.view.rooms()[usize::from(self.me.room)]
                .exits
                .iter()
                .filter(|side| self.is_open(self.me.room, *side));
            let open: Vec<Side> = open.collect();
            (!open.is_empty()).then(|| open[below(open.len() as u32, luck) as usize])
        })
    }

    fn is_open(&self, room: u8, side: Side) -> bool {
        let at = &self.view.rooms()[usize::from(room)];
        let back = self.me.entrance == Some(side);
        self.view.lock(room, side).is_none()
            && (at.leads_on(side) || self.view.meets(room, side).is_some())
            && (back || !self.is_gap(at.tile, at.bridges) || self.me.carried.has(Kind::ROPE))
    }

    fn is_hopeless(&self, ways: &Ways) -> bool {
        (1..self.view.rooms().len() as u8).all(|room| ways.to(room).0 == FAR)
    }

    /// The first side on the way to the nearest open exit or unvisited room.
    fn nearest_exit(&self, ways: &Ways) -> Option<Side> {
        let others = self.others();
        let mut best: Option<(u32, Option<Side>)> = None;
        let mut consider = |cost: u32, side: Option<Side>| {
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, side));
            }
        };
        for (at, room) in (0u8..).zip(self.view.rooms()) {
            let lean = || -> u32 {
                others
                    .iter()
                    .map(|(x, y)| u32::from(room.x.abs_diff(*x) + room.y.abs_diff(*y)))
                    .sum()
            };
            if !room.visited {
                let (cost, side) = ways.to(at);
                if cost < FAR {
                    consider(cost + lean(), side);
                }
                continue;
            }
            for side in room.exits.iter().filter(|side| room.leads_on(*side)) {
                let (cost, first) = ways.out(self, at, side);
                if cost < FAR {
                    consider(cost + lean(), first.or(Some(side)));
                }
            }
        }
        best.and_then(|(_, side)| side)
    }

    /// Where the other players are. Players prefer exits near each other.
    fn others(&self) -> Vec<(i16, i16)> {
        let others = (0..self.view.game().players().len())
            .filter(|seat| *seat != self.seat)
            .map(|seat| self.view.knight(seat));
        let there = |knight: Knight| &self.view.rooms()[usize::from(knight.room)];
        others
            .filter(|knight| knight.fate == Fate::InDungeon)
            .map(|knight| (there(knight).x, there(knight).y))
            .collect()
    }

    /// The cheapest ways with this many keys, and with or without a rope.
    fn ways(&self, keys: u8, rope: bool) -> &Ways {
        let keys = usize::from(keys).min(KEYS - 1);
        self.known[keys][usize::from(rope)].get_or_init(|| self.find_ways(keys, rope))
    }

    fn find_ways(&self, keys: usize, rope: bool) -> Ways {
        let rooms = self.view.rooms();
        let data = self.view.game().data();
        let mut monsters = vec![0u32; rooms.len()];
        self.view
            .monsters()
            .iter()
            .for_each(|die| monsters[usize::from(die.room)] += 1);
        let cost = vec![[FAR; KEYS]; rooms.len()];
        let first = vec![[None; KEYS]; rooms.len()];
        let mut ways = Ways {
            keys,
            rope,
            cost,
            first,
        };
        ways.cost[usize::from(self.me.room)][0] = 0;
        let mut open = BinaryHeap::from([Reverse((0, self.me.room, 0))]);
        while let Some(Reverse((so_far, room, used))) = open.pop() {
            let here = usize::from(room);
            if so_far > ways.cost[here][used] {
                continue;
            }
            for side in rooms[here].exits.iter() {
                let Some(there) = self.view.meets(room, side) else {
                    continue;
                };
                let locked = self.view.lock(room, side).is_some();
                let after = used + usize::from(locked);
                if after > keys || !self.can_cross(room, side, rope) {
                    continue;
                }
                let beyond = usize::from(there);
                let tile = data.tile(rooms[beyond].tile);
                let step = ROOM
                    + SKULL * u32::from(tile.white + tile.red)
                    + MONSTER * monsters[beyond]
                    + if locked { LOCK } else { 0 };
                let cost = so_far + step;
                if cost < ways.cost[beyond][after] {
                    ways.cost[beyond][after] = cost;
                    ways.first[beyond][after] = ways.first[here][used].or(Some(side));
                    open.push(Reverse((cost, there, after)));
                }
            }
        }
        ways
    }

    /// Whether an exit can be reached across a chasm. Without a rope, only the side of entry can; rooms other than the
    /// current one count as entered from the side they were placed from.
    fn can_cross(&self, room: u8, side: Side, rope: bool) -> bool {
        let at = &self.view.rooms()[usize::from(room)];
        if rope || !self.is_gap(at.tile, at.bridges) {
            return true;
        }
        let entrance = if room == self.me.room {
            self.me.entrance
        } else {
            at.entrance
        };
        entrance == Some(side)
    }

    /// Avoids a locked entrance, then prefers the most open exits.
    fn lie(&self, choices: &Choices<Move>) -> Move {
        let data = self.view.game().data();
        let Some((tile, side)) = self.view.tile().zip(self.me.declared) else {
            return choices[0].mv;
        };
        let tile = data.tile(tile);
        let room = &self.view.rooms()[usize::from(self.me.room)];
        let (dx, dy) = side.step();
        let (x, y) = (room.x + dx, room.y + dy);
        let score = |arrow: Side| {
            let exits = tile.exits.turned(arrow.quarters());
            let locked = tile.locked.turned(arrow.quarters());
            let empty = |side: &Side| {
                let (dx, dy) = side.step();
                !self
                    .view
                    .rooms()
                    .iter()
                    .any(|room| (room.x, room.y) == (x + dx, y + dy))
            };
            let open = exits
                .iter()
                .filter(|exit| *exit != side.opposite() && !locked.has(*exit))
                .filter(empty)
                .count();
            (!locked.has(side.opposite()), open)
        };
        let arrows = choices.iter().filter_map(|choice| {
            if let Move::Lay(arrow) = choice.mv {
                Some(arrow)
            } else {
                None
            }
        });
        best(arrows, score).map_or(choices[0].mv, Move::Lay)
    }

    /// Picks hornless monsters while there are cards in hand and horned ones otherwise; among equals, those with a chest.
    fn target(&self, choices: &Choices<Move>) -> Move {
        let cards = self.me.cards > 0;
        let score = |mv: Move| match mv {
            Move::Fight(monster, _) => (monster.has_horns() != cards, monster.has_chest()),
            _ => (false, false),
        };
        let fights = choices
            .iter()
            .map(|choice| choice.mv)
            .filter(|mv| matches!(mv, Move::Fight(..)));
        best(fights, score).unwrap_or(choices[0].mv)
    }

    /// Picks the hand card with the best chance, unless the deck is better on average.
    fn card(&self) -> Move {
        let data = self.view.game().data();
        let Some(attack) = self.view.fight().and_then(|fight| fight.attack) else {
            return Move::Deck;
        };
        let base = self.view.modifier();
        let chance = |card: u8| chances(base + i16::from(data.card(card).bonus[attack as usize]));
        let hand = self.me.hand.unwrap_or_default();
        let Some(card) = best(hand.cards().iter().copied(), chance) else {
            return Move::Deck;
        };
        let cards = 0..data.cards.len() as u8;
        let unseen = |card: u8| match self.view.deck_size() {
            0 => u32::from(self.view.spent_cards()[usize::from(card)]),
            _ => u32::from(self.view.unseen_cards(card)),
        };
        let (cases, total) = cards.fold((0, 0), |(cases, total), other| {
            (cases + unseen(other) * chance(other), total + unseen(other))
        });
        if chance(card) * total >= cases {
            Move::Card(card)
        } else {
            Move::Deck
        }
    }

    /// Adds a bomb if it gains half a fight, or a third with few hearts left.
    fn bomb(&self) -> Move {
        let modifier = self.view.modifier();
        let gain = chances(modifier + 3) - chances(modifier);
        let wanted = if self.me.hearts <= 2 { 2 } else { 3 };
        if gain >= wanted {
            Move::Bomb
        } else {
            Move::NoBomb
        }
    }
}

/// How many of the six rolls win with this modifier (R74).
fn chances(modifier: i16) -> u32 {
    (1..=6)
        .filter(|roll| Dungeon::is_hit(*roll, modifier))
        .count() as u32
}

/// The best element; among equals, the first.
fn best<T: Copy, K: Ord>(all: impl Iterator<Item = T>, score: impl Fn(T) -> K) -> Option<T> {
    all.fold(None, |best: Option<(K, T)>, one| match best {
        Some((good, best)) if good >= score(one) => Some((good, best)),
        _ => Some((score(one), one)),
    })
    .map(|(_, one)| one)
}
