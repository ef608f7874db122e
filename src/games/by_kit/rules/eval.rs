//! Evaluates expressions in a position. Every value is a number; sets are walked without being built.

use std::cell::RefCell;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{
    Address, DiceDecl, Key, MAX_TEMPS, Node, NodeId, Type, Walk,
};
use crate::games::by_kit::language::facts::{FieldType, NONE, UNSET};
use crate::games::by_kit::language::map_state::Shape;
use crate::games::by_kit::language::phrase::Join;
use crate::games::by_kit::language::sheet::See;
use crate::games::by_kit::rules::land::{Area, Around, Land};
use crate::games::by_kit::rules::position::{NOWHERE, Position, RuntimeErrorKind, UNKNOWN, VEILED};
use crate::referee::journal::Secrets;

/// For whom an expression is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// The rules, which may read everything that is known.
    Rules,
    /// A player who has to choose and may read only what they see.
    Seat(u8),
    /// Everybody: only what all see may be read.
    All,
}

/// The evaluation of expressions in a position.
pub struct Evaluator<'a> {
    pub game: &'a KitGame,
    /// The nodes of the game's program, for quick access.
    nodes: &'a [Node],
    pub p: &'a Position,
    pub seat: u8,
    pub reader: Reader,
    pub temps: [i32; MAX_TEMPS],
    /// A piece assumed to be of a kind: one named by a move, or one of those that must be in a pile.
    pub assumed: Option<(u16, u16)>,
    /// The surroundings of the place that was examined last.
    around: Option<(u8, Around)>,
    pub fault: Option<RuntimeErrorKind>,
    /// Where the first hidden piece lies that was read.
    pub hidden_in: Option<u16>,
    /// The steps so far: expressions evaluated, and sets walked.
    pub steps: u32,
    /// The values of [`Node::Once`] in this position, if they are kept.
    pub once: Vec<Option<i32>>,
}

/// The most steps for one expression or for a list of moves, the same on every machine; nested sets soon take longer than
/// anybody waits.
pub const MAX_STEPS: u32 = 500_000;
/// The most steps of a walk.
const FARTHEST: i32 = 100;
/// The condition on a step of a walk, with the temporaries of the two places.
type Step = (u8, u8, NodeId);
/// This many members of a set count as a step, besides what is evaluated about each of them.
const MEMBERS: u32 = 8;

impl<'a> Evaluator<'a> {
    pub fn new(game: &'a KitGame, p: &'a Position, seat: u8, reader: Reader) -> Evaluator<'a> {
        Evaluator {
            game,
            nodes: &game.program.nodes,
            p,
            seat,
            reader,
            temps: [NONE; MAX_TEMPS],
            assumed: None,
            around: None,
            fault: None,
            hidden_in: None,
            steps: 0,
            once: Vec::new(),
        }
    }

    /// Whether the reader sees which kind a piece is.
    pub fn sees(&self, piece: u16) -> bool {
        match self.reader {
            Reader::Rules => true,
            // Most pieces that are read lie face up, and everybody sees those.
            _ if self.game.is_up(self.p, piece) => true,
            Reader::Seat(seat) => self.game.seers(self.p, piece) >> seat & 1 == 1,
            Reader::All => self.game.seers(self.p, piece) == self.game.everybody(),
        }
    }

    fn met(&mut self, fault: RuntimeErrorKind) {
        // What takes too long is stopped, whatever else is wrong.
        if self.fault.is_none() || fault == RuntimeErrorKind::Spins {
            self.fault = Some(fault);
        }
    }

    /// The kind of a piece, if the reader may know it.
    pub fn kind(&mut self, piece: i32) -> Option<u16> {
        let at = usize::try_from(piece).ok()?;
        if let Some((assumed, kind)) = self.assumed
            && usize::from(assumed) == at
        {
            return Some(kind);
        }
        let kind = self.p.pieces[at].kind;
        if kind == UNKNOWN || !self.sees(at as u16) {
            self.met(RuntimeErrorKind::Hidden);
            self.hidden_in = self.hidden_in.or(Some(self.p.pieces[at].zone));
            return None;
        }
        Some(kind)
    }

    /// The index of a counter, zone or die; `None` if the key is invalid.
    pub fn resolve(&mut self, address: &Address) -> Option<u16> {
        let mut at = i32::from(address.base);
        if let Some(seat) = address.seat {
            let seat = self.value(seat);
            if !(0..i32::from(self.game.seats)).contains(&seat) {
                self.met(RuntimeErrorKind::Nowhere);
                return None;
            }
            at += seat * i32::from(address.stride);
        }
        if let Some((key, node)) = &address.key {
            let value = self.value(*node);
            let key = match key {
                Key::Number(count) => (1..=i32::from(*count)).contains(&value).then(|| value - 1),
                Key::Of(values) => values
                    .iter()
                    .position(|known| *known == value)
                    .map(|at| at as i32),
                Key::Place(map) => self.p.maps[usize::from(*map)]
                    .find(value)
                    .map(|at| at as i32)
                    .filter(|at| *at < i32::from(address.stride)),
                Key::Side(sides) => (value != NONE)
                    .then(|| Area::of(value))
                    .map(|side| i32::from(side.spot) * i32::from(*sides) + i32::from(side.side))
                    .filter(|at| *at < i32::from(address.stride)),
            };
            let Some(key) = key else {
                // An empty place has nothing on it; any other missing key is a mistake.
                return None;
            };
            at += key;
        }
        Some(at as u16)
    }

    #[inline]
    pub fn holds(&mut self, node: NodeId) -> bool {
        self.value(node) == 1
    }

    /// Evaluates a node. Names and numbers, the most frequent ones, are handled without a call.
    #[inline(always)]
    pub fn value(&mut self, node: NodeId) -> i32 {
        match &self.nodes[node as usize] {
            Node::Temp(temp) => self.temps[usize::from(*temp)],
            Node::Number(number) => *number,
            Node::Local(local) => self.p.locals[usize::from(*local)],
            _ => self.of_others(node),
        }
    }

    /// Evaluates a node made of other nodes.
    fn of_others(&mut self, node: NodeId) -> i32 {
        let game = self.game;
        self.steps += 1;
        match &self.nodes[node as usize] {
            Node::Let(temp, value, body) => {
                self.temps[usize::from(*temp)] = self.value(*value);
                self.value(*body)
            }
            Node::Var(address) => match self.resolve(address) {
                Some(at) => match self.p.vars[usize::from(at)] {
                    UNSET if game.program.vars[usize::from(address.of)].ty == Type::Player => 0,
                    value => value,
                },
                // Nothing was counted yet at a place that was never used.
                None if matches!(address.key, Some((Key::Place(_) | Key::Side(..), _))) => {
                    game.program.vars[usize::from(address.of)].start
                }
                None => NONE,
            },
            Node::Seat => i32::from(self.seat),
            Node::Active => i32::from(self.p.active),
            Node::Beside(steps, seat) => match self.value(*seat) {
                NONE => NONE,
                seat => self.beside(*steps, seat),
            },
            Node::PlayerNumber(seat) => match self.value(*seat) {
                NONE => NONE,
                seat => seat + 1,
            },
            Node::Field(column, piece) => {
                let piece = self.value(*piece);
                match self.kind(piece) {
                    Some(kind) => {
                        game.program.facts.columns[usize::from(*column)].values[usize::from(kind)]
                    }
                    None => NONE,
                }
            }
            Node::Mark(piece) => match usize::try_from(self.value(*piece)) {
                Ok(piece) => self.p.pieces[piece].mark,
                Err(_) => NONE,
            },
            Node::Up(piece) => match u16::try_from(self.value(*piece)) {
                Ok(piece) => i32::from(game.is_up(self.p, piece)),
                Err(_) => 0,
            },
            Node::Zone(address) => self.resolve(address).map_or(NONE, i32::from),
            Node::Top(zone) => self.end_of(*zone, true),
            Node::Bottom(zone) => self.end_of(*zone, false),
            Node::Join(Join::And, a, b) => i32::from(self.holds(*a) && self.holds(*b)),
            Node::Join(Join::Or, a, b) => i32::from(self.holds(*a) || self.holds(*b)),
            Node::Join(join, a, b) => self.join(*join, *a, *b),
            Node::Not(inner) => i32::from(!self.holds(*inner)),
            Node::Minus(inner) => 0i32.wrapping_sub(number(self.value(*inner))),
            Node::Choose(condition, a, b) => {
                let node = if self.holds(*condition) { *a } else { *b };
                self.value(node)
            }
            Node::Absolute(inner) => number(self.value(*inner)).saturating_abs(),
            Node::Row(piece) => {
                let piece = self.value(*piece);
                self.kind(piece)
                    .map_or(NONE, |kind| game.program.facts.row(kind))
            }
            Node::Greater(a, b) => number(self.value(*a)).max(number(self.value(*b))),
            Node::Smaller(a, b) => number(self.value(*a)).min(number(self.value(*b))),
            Node::DiceSum(dice) => self.faces(*dice).map(number).sum(),
            Node::DiceLeast(dice) => self.faces(*dice).min().unwrap_or(0),
            Node::DiceMost(dice) => self.faces(*dice).max().unwrap_or(0),
            Node::Die(dice) => self.faces(*dice).next().unwrap_or(NONE),
            Node::Dice(address) => self.resolve(address).map_or(NONE, i32::from),
            Node::Once(at, inner) => self.once(usize::from(*at), *inner),
            _ => self.of_many(node),
        }
    }

    /// Evaluates what is the same for every answer, unless that was done.
    fn once(&mut self, at: usize, inner: NodeId) -> i32 {
        // A piece that only this answer names might be read.
        if self.assumed.is_some() || self.once.is_empty() {
            return self.value(inner);
        }
        if let Some(known) = self.once[at] {
            return known;
        }
        let value = self.value(inner);
        self.once[at] = Some(value);
        value
    }

    /// Evaluates a node about a map or a whole set.
    fn of_many(&mut self, node: NodeId) -> i32 {
        let game = self.game;
        match &self.nodes[node as usize] {
            Node::Origin(map) => game.program.maps[usize::from(*map)].shape.origin(),
            Node::TileAt(map, place) => {
                let place = self.value(*place);
                self.p.maps[usize::from(*map)]
                    .tile(place)
                    .map_or(NONE, i32::from)
            }
            Node::Fits(map, [tile, place, turns]) => {
                let tile = self.value(*tile);
                let place = self.value(*place);
                let turns = self.value(*turns);
                let Some(kind) = self.kind(tile) else {
                    return 0;
                };
                if place == NONE || turns < 0 {
                    return 0;
                }
                self.steps += 1;
                let land = self.land(*map);
                // A tile is tried at the same place in each of its turns.
                let around = match &self.around {
                    Some((of, around)) if *of == *map && around.place == place => *around,
                    _ => self.around.insert((*map, land.around(place))).1,
                };
                i32::from(land.fits(kind, &around, turns as u8))
            }
            Node::Leads(map, [tile, place, turns, from]) => {
                let tile = self.value(*tile);
                let place = self.value(*place);
                let turns = self.value(*turns);
                let from = self.value(*from);
                let Some(kind) = self.kind(tile) else {
                    return 0;
                };
                i32::from(
                    place != NONE
                        && turns >= 0
                        && self.land(*map).leads(kind, place, turns as u8, from),
                )
            }
            Node::AreaKind(map, area) => {
                let area = Area::of(self.value(*area));
                self.land(*map).area_kind(area).unwrap_or(NONE)
            }
            Node::AreaTiles(map, area) => {
                let area = Area::of(self.value(*area));
                let mut tiles = 0;
                self.walked(*map).area_tiles(area, |_| tiles += 1);
                tiles
            }
            Node::AreaOpen(map, area) => {
                let area = Area::of(self.value(*area));
                self.walked(*map).area_open(area)
            }
            Node::AreaSum(map, column, area) => {
                let area = Area::of(self.value(*area));
                let values = &game.program.facts.columns[usize::from(*column)].values;
                let mut sum = 0i32;
                let p = self.p;
                self.walked(*map).area_tiles(area, |tile| {
                    let kind = p.pieces[usize::from(tile)].kind;
                    sum = sum.saturating_add(
                        values
                            .get(usize::from(kind))
                            .map_or(0, |value| number(*value)),
                    );
                });
                sum
            }
            Node::SidePlace(map, side) => {
                let side = Area::of(self.value(*side));
                self.land(*map).place_of(side).unwrap_or(NONE)
            }
            Node::Across(map, side) => {
                let side = Area::of(self.value(*side));
                self.land(*map).across(side).map_or(NONE, Area::value)
            }
            Node::SideTo(map, from, to) => {
                let (from, to) = (self.value(*from), self.value(*to));
                let side = (from != NONE).then(|| self.land(*map).side_to(from, to));
                side.flatten().map_or(NONE, Area::value)
            }
            Node::WayTo(map, from, to) => {
                let shape = &game.program.maps[usize::from(*map)].shape;
                let (from, to) = (self.value(*from), self.value(*to));
                let side = (from != NONE).then(|| shape.towards(from, to)).flatten();
                let word = side.and_then(|side| game.program.facts.find_word(shape.ways()[side]));
                word.unwrap_or(NONE)
            }
            Node::Distance(walk) => self.distance(walk),
            _ => self.of_set(node),
        }
    }

    /// Evaluates a node about a whole set.
    fn of_set(&mut self, node: NodeId) -> i32 {
        match &self.nodes[node as usize] {
            Node::Empty(set) => i32::from(self.is_empty(*set)),
            Node::Any(set) => i32::from(!self.is_empty(*set)),
            Node::Count(set) => {
                if let Node::Pieces(zone) = &self.nodes[*set as usize] {
                    let zone = self.value(*zone);
                    return usize::try_from(zone).map_or(0, |zone| self.p.zones[zone].len() as i32);
                }
                let mut count = 0;
                self.each(*set, &mut |_, _| {
                    count += 1;
                    true
                });
                count
            }
            Node::All(set, temp, condition) => i32::from(self.each(*set, &mut |look, value| {
                look.temps[usize::from(*temp)] = value;
                look.holds(*condition)
            })),
            Node::Sum(set, temp, each) => {
                let mut sum = 0i32;
                self.each(*set, &mut |look, value| {
                    look.temps[usize::from(*temp)] = value;
                    let value = look.value(*each);
                    look.add(&mut sum, value);
                    true
                });
                sum
            }
            Node::Most(set, temp, each) => self.best(*set, *temp, *each, true),
            Node::Least(set, temp, each) => self.best(*set, *temp, *each, false),
            Node::Highest(set, temp, each) => self.extreme(*set, *temp, *each, i32::max),
            Node::Lowest(set, temp, each) => self.extreme(*set, *temp, *each, i32::min),
            Node::First(set) => {
                let mut first = NONE;
                self.each(*set, &mut |_, value| {
                    first = value;
                    false
                });
                first
            }
            Node::Last(set) => {
                let mut last = NONE;
                self.each(*set, &mut |_, value| {
                    last = value;
                    true
                });
                last
            }
            Node::Only(set) => {
                let mut only = None;
                let alone = self.each(*set, &mut |_, value| {
                    let is_first = only.is_none();
                    only = Some(value);
                    is_first
                });
                only.filter(|_| alone).unwrap_or(NONE)
            }
            Node::Distinct(set, temp, each) => {
                let mut known = buffer();
                self.each(*set, &mut |look, value| {
                    look.temps[usize::from(*temp)] = value;
                    let value = look.value(*each);
                    look.steps += known.len() as u32 / MEMBERS;
                    if !known.contains(&value) {
                        known.push(value);
                    }
                    true
                });
                let count = known.len() as i32;
                spare(known);
                count
            }
            _ => NONE,
        }
    }

    /// The first member with the most of something, or with the least.
    fn best(&mut self, set: NodeId, temp: u8, each: NodeId, is_most: bool) -> i32 {
        let mut best: Option<(i32, i32)> = None;
        self.each(set, &mut |look, value| {
            look.temps[usize::from(temp)] = value;
            let score = number(look.value(each));
            let is_better = best.is_none_or(|(known, _)| {
                if is_most {
                    score > known
                } else {
                    score < known
                }
            });
            if is_better {
                best = Some((score, value));
            }
            true
        });
        best.map_or(NONE, |(_, value)| value)
    }

    /// The highest number about any member, or the lowest.
    fn extreme(&mut self, set: NodeId, temp: u8, each: NodeId, of: fn(i32, i32) -> i32) -> i32 {
        let mut extreme: Option<i32> = None;
        self.each(set, &mut |look, value| {
            look.temps[usize::from(temp)] = value;
            let score = number(look.value(each));
            extreme = Some(extreme.map_or(score, |known| of(known, score)));
            true
        });
        extreme.unwrap_or(NONE)
    }

    fn is_empty(&mut self, set: NodeId) -> bool {
        if let Node::Pieces(zone) = &self.nodes[set as usize] {
            let zone = self.value(*zone);
            return usize::try_from(zone).map_or(true, |zone| self.p.zones[zone].is_empty());
        }
        self.each(set, &mut |_, _| false)
    }

    fn end_of(&mut self, zone: NodeId, top: bool) -> i32 {
        let Ok(zone) = usize::try_from(self.value(zone)) else {
            return NONE;
        };
        let pieces = &self.p.zones[zone];
        if top { pieces.last() } else { pieces.first() }.map_or(NONE, |piece| i32::from(*piece))
    }

    fn join(&mut self, join: Join, a: NodeId, b: NodeId) -> i32 {
        let (x, y) = (self.value(a), self.value(b));
        if let Some(holds) = join.compared(x, y) {
            return i32::from(holds);
        }
        let (x, y) = (number(x), number(y));
        join.reckoned(x, y).unwrap_or_else(|| {
            let divides = matches!(join, Join::Over | Join::Modulo) && y == 0;
            self.met(if divides {
                RuntimeErrorKind::Divides
            } else {
                RuntimeErrorKind::Large
            });
            0
        })
    }

    /// Adds to a sum.
    fn add(&mut self, sum: &mut i32, value: i32) {
        match sum.checked_add(number(value)) {
            Some(more) => *sum = more,
            None => self.met(RuntimeErrorKind::Large),
        }
    }

    /// The player this many places clockwise of another, among those who play.
    fn beside(&self, steps: i32, seat: i32) -> i32 {
        let seats = i32::from(self.game.seats);
        let step = steps.signum();
        let mut at = seat;
        for _ in 0..steps.abs() {
            let next = (1..=seats)
                .map(|places| (at + step * places).rem_euclid(seats))
                .find(|other| self.p.plays(*other as u8));
            at = next.unwrap_or(at);
        }
        at
    }

    /// The values of the rolled dice of a declaration.
    fn faces(&mut self, dice: NodeId) -> impl Iterator<Item = i32> + use<'a> {
        let base = usize::try_from(self.value(dice)).unwrap_or(usize::MAX - 100);
        let all = &self.game.program.dice;
        let of = all.partition_point(|decl| usize::from(decl.base) <= base);
        let decl = &all[of.saturating_sub(1)];
        let dice = base..base + usize::from(decl.count);
        let seen = dice.clone().all(|die| self.sees_die(decl, die));
        if !seen {
            self.met(RuntimeErrorKind::Hidden);
        }
        let mut shown = self.p.dice.get(dice).filter(|_| seen).unwrap_or(&[]);
        if shown.contains(&VEILED) {
            self.met(RuntimeErrorKind::Hidden);
            shown = &[];
        }
        shown
            .iter()
            .filter(|face| **face > 0)
            .map(|face| decl.faces[usize::from(*face) - 1])
    }

    /// Whether the reader may know what a die shows.
    fn sees_die(&self, decl: &DiceDecl, die: usize) -> bool {
        if decl.see == See::All || self.reader == Reader::Rules {
            return true;
        }
        let shown = self.p.dice_shown.get(die).copied().unwrap_or(0);
        match self.reader {
            Reader::Seat(seat) => decl.seer(die as u16) == Some(seat) || shown >> seat & 1 == 1,
            _ => shown == self.game.everybody() || self.p.dice.get(die) == Some(&0),
        }
    }

    fn land(&self, map: u8) -> Land<'a> {
        self.game.land(self.p, map)
    }

    /// A map whose areas or paths are about to be walked, which counts as work.
    fn walked(&mut self, map: u8) -> Land<'a> {
        self.steps += self.p.maps[usize::from(map)].spots.len() as u32;
        self.land(map)
    }

    /// Walks a set in order until `found` returns false. Returns whether it reached the end.
    pub fn each(&mut self, set: NodeId, found: &mut dyn FnMut(&mut Self, i32) -> bool) -> bool {
        let game = self.game;
        self.steps += 1;
        if self.steps > MAX_STEPS {
            self.met(RuntimeErrorKind::Spins);
            return false;
        }
        match &self.nodes[set as usize] {
            Node::Pieces(zone) => {
                let Ok(zone) = usize::try_from(self.value(*zone)) else {
                    return true;
                };
                self.steps += self.p.zones[zone].len() as u32 / MEMBERS;
                self.each_piece(zone, found)
            }
            Node::Where(set, temp, condition) => self.each(*set, &mut |look, value| {
                look.temps[usize::from(*temp)] = value;
                !look.holds(*condition) || found(look, value)
            }),
            Node::Sorted(set, temp, key) => self.each_sorted(*set, *temp, *key, found),
            Node::Kept(set) => {
                let members = &self.p.kept[usize::from(*set)];
                self.steps += members.len() as u32 / MEMBERS;
                members.iter().all(|value| found(self, *value))
            }
            Node::Let(temp, value, body) => {
                let kept = self.value(*value);
                self.temps[usize::from(*temp)] = kept;
                self.each(*body, &mut |look, value| {
                    let go_on = found(look, value);
                    // What is done with a member may use the same temporaries.
                    look.temps[usize::from(*temp)] = kept;
                    go_on
                })
            }
            Node::Choose(condition, a, b) => {
                let set = if self.holds(*condition) { *a } else { *b };
                self.each(set, found)
            }
            Node::List(nodes) => nodes.iter().all(|node| match self.value(*node) {
                NONE => true,
                value => found(self, value),
            }),
            Node::Range(from, to) => {
                let (from, to) = (number(self.value(*from)), number(self.value(*to)));
                self.steps += to.saturating_sub(from).clamp(0, 999) as u32 / MEMBERS;
                (from..=to.min(from.saturating_add(999))).all(|value| found(self, value))
            }
            Node::Union(a, b) => self.each(*a, found) && self.each(*b, found),
            Node::Faces(dice) => self.faces(*dice).all(|face| found(self, face)),
            Node::Zones(address, count) => match self.resolve(address) {
                Some(first) => (first..first + count).all(|zone| found(self, i32::from(zone))),
                None => true,
            },
            Node::Tops(zones) => self.each(*zones, &mut |look, zone| {
                let top = look.p.zones[zone as usize].last().copied();
                top.is_none_or(|piece| found(look, i32::from(piece)))
            }),
            Node::Players => (0..game.seats)
                .filter(|seat| self.p.plays(*seat))
                .all(|seat| found(self, i32::from(seat))),
            Node::Others => {
                let own = self.seat;
                (0..game.seats)
                    .filter(|seat| *seat != own && self.p.plays(*seat))
                    .all(|seat| found(self, i32::from(seat)))
            }
            Node::Words(words) => words.iter().all(|word| found(self, *word)),
            Node::FieldWords(column, piece) => self.each_word(*column, *piece, found),
            _ => self.each_on_map(set, found),
        }
    }

    fn each_sorted(
        &mut self,
        set: NodeId,
        temp: u8,
        key: NodeId,
        found: &mut dyn FnMut(&mut Self, i32) -> bool,
    ) -> bool {
        let mut members = Vec::new();
        self.each(set, &mut |look, value| {
            look.temps[usize::from(temp)] = value;
            let key = number(look.value(key));
            members.push((key, value, look.assumed));
            true
        });
        members.sort_by_key(|(key, ..)| *key);
        let outer = self.assumed;
        let is_whole = members.into_iter().all(|(_, value, assumed)| {
            self.assumed = assumed;
            found(self, value)
        });
        self.assumed = outer;
        is_whole
    }

    /// Walks the words that a piece has in a column.
    fn each_word(
        &mut self,
        column: u16,
        piece: NodeId,
        found: &mut dyn FnMut(&mut Self, i32) -> bool,
    ) -> bool {
        let facts = &self.game.program.facts;
        let piece = self.value(piece);
        let Some(kind) = self.kind(piece) else {
            return true;
        };
        let column = &facts.columns[usize::from(column)];
        let value = column.values[usize::from(kind)];
        let deck = facts.kinds[usize::from(kind)].deck;
        if value == NONE || column.type_in(1 << deck) != FieldType::Words {
            return true;
        }
        facts.lists[value as usize]
            .iter()
            .all(|word| found(self, *word))
    }

    /// Walks a set of places, sides, areas or turns of a map.
    fn each_on_map(&mut self, set: NodeId, found: &mut dyn FnMut(&mut Self, i32) -> bool) -> bool {
        let game = self.game;
        match &self.nodes[set as usize] {
            Node::Free(map) => self.p.maps[usize::from(*map)]
                .free
                .iter()
                .all(|place| found(self, i32::from(*place))),
            Node::Near(map, place) => {
                let place = self.value(*place);
                let shape = &game.program.maps[usize::from(*map)].shape;
                place == NONE || shape.near(place).all(|place| found(self, place))
            }
            Node::Ways(map, place) => {
                let place = self.value(*place);
                let land = self.land(*map);
                place == NONE || land.ways(place, |place| found(self, place))
            }
            Node::Doors(map, place) => {
                let place = self.value(*place);
                let land = self.land(*map);
                place == NONE || land.doors(place, |place| found(self, place))
            }
            Node::Reach(map, place, steps) => {
                let place = self.value(*place);
                let steps = number(self.value(*steps));
                self.reach((*map, place, steps), None, found)
            }
            Node::Turns(map, tile) => {
                let tile = self.value(*tile);
                let Some(kind) = self.kind(tile) else {
                    return true;
                };
                game.turns[usize::from(*map)][usize::from(kind)]
                    .iter()
                    .all(|turns| found(self, i32::from(*turns)))
            }
            Node::Areas(map, place) => {
                let place = self.value(*place);
                let land = self.walked(*map);
                place == NONE || land.areas(place, |area| found(self, area))
            }
            Node::Laid(map) => match &game.program.maps[usize::from(*map)].shape {
                Shape::Places(names, _) => (0..names.len() as i32).all(|place| found(self, place)),
                _ => self.p.maps[usize::from(*map)]
                    .tiles()
                    .all(|(place, _)| found(self, place)),
            },
            Node::Sides(map, place) => {
                let place = self.value(*place);
                let land = self.land(*map);
                place == NONE || land.sides(place, |side| found(self, side.value()))
            }
            Node::AreaSides(map, area) => {
                let area = Area::of(self.value(*area));
                let mut sides = buffer();
                self.walked(*map)
                    .area_sides(area, |side| sides.push(side.value()));
                self.each_of(sides, found)
            }
            Node::AreaPlaces(map, area) => {
                let area = Area::of(self.value(*area));
                let mut places = buffer();
                self.walked(*map)
                    .area_places(area, |place| places.push(place));
                self.each_of(places, found)
            }
            Node::Walked(walk) => {
                let place = self.value(walk.from);
                let steps = number(self.value(walk.to));
                self.reach((walk.map, place, steps), walk.step, found)
            }
            _ => true,
        }
    }

    /// Whether the members of a set are always distinct.
    pub fn differ(&self, set: NodeId) -> bool {
        match self.nodes[set as usize] {
            Node::Where(inner, ..) | Node::Sorted(inner, ..) => self.differ(inner),
            Node::Range(..)
            | Node::Free(_)
            | Node::Turns(..)
            | Node::Zones(..)
            | Node::Players
            | Node::Others => true,
            _ => false,
        }
    }

    /// The most members that a set may have, as far as everybody can count them; conditions on hidden pieces are ignored.
    pub fn most_members(&mut self, set: NodeId) -> usize {
        match self.nodes[set as usize] {
            Node::Where(inner, ..) | Node::Sorted(inner, ..) => self.most_members(inner),
            Node::Union(a, b) => self.most_members(a) + self.most_members(b),
            Node::Choose(_, a, b) => self.most_members(a).max(self.most_members(b)),
            Node::Let(temp, value, body) => {
                self.temps[usize::from(temp)] = self.value(value);
                self.most_members(body)
            }
            _ => {
                let mut count = 0;
                self.each(set, &mut |_, _| {
                    count += 1;
                    true
                });
                count
            }
        }
    }

    /// The piece that was just found, and the kind that it is assumed to be.
    pub fn taken_for(&self, piece: i32) -> Option<(u16, u16)> {
        self.assumed
            .filter(|(assumed, _)| i32::from(*assumed) == piece)
    }

    /// Walks the pieces in a zone. If a pile holds its whole pool, its contents are known though not their order; each piece
    /// is then assumed to be one of the pool.
    fn each_piece(&mut self, zone: usize, found: &mut dyn FnMut(&mut Self, i32) -> bool) -> bool {
        let p = self.p;
        if let Reader::Seat(seat) = self.reader
            && self.game.secrets == Secrets::Table
        {
            return self.each_told(zone, seat, found);
        }
        let whole = self.reader == Reader::Rules
            && p.zones[zone]
                .last()
                .is_some_and(|top| p.pieces[usize::from(*top)].kind == UNKNOWN);
        if !whole {
            return p.zones[zone]
                .iter()
                .all(|piece| found(self, i32::from(*piece)));
        }
        let outer = self.assumed;
        let mut used: Vec<(u16, Vec<u16>)> = Vec::new();
        let mut all = true;
        for piece in &p.zones[zone] {
            let at = p.pieces[usize::from(*piece)];
            self.assumed = outer;
            if at.kind == UNKNOWN {
                let known = used
                    .iter()
                    .position(|(pool, _)| *pool == at.pool)
                    .unwrap_or_else(|| {
                        used.push((at.pool, self.must_be(zone, at.pool)));
                        used.len() - 1
                    });
                self.assumed = used[known].1.pop().map(|kind| (*piece, kind)).or(outer);
            }
            if !found(self, i32::from(*piece)) {
                all = false;
                break;
            }
        }
        self.assumed = outer;
        all
    }

    /// Walks the pieces in a zone for a player whose pieces the program does not know: an unknown piece in a hand may be any of
    /// those left, and its owner says which.
    fn each_told(
        &mut self,
        zone: usize,
        seat: u8,
        found: &mut dyn FnMut(&mut Self, i32) -> bool,
    ) -> bool {
        let p = self.p;
        let outer = self.assumed;
        let mut pools = Vec::new();
        for piece in &p.zones[zone] {
            let at = p.pieces[usize::from(*piece)];
            if at.kind != UNKNOWN || self.game.seers(p, *piece) >> seat & 1 == 0 {
                if !found(self, i32::from(*piece)) {
                    return false;
                }
                continue;
            }
            if pools.contains(&at.pool) {
                continue;
            }
            pools.push(at.pool);
            for kind in (0..self.game.program.facts.kinds.len() as u16)
                .filter(|kind| p.pools.has(at.pool, *kind))
            {
                self.assumed = Some((*piece, kind));
                let go_on = found(self, i32::from(*piece));
                self.assumed = outer;
                if !go_on {
                    return false;
                }
            }
        }
        true
    }

    /// The kinds of a pool if all its pieces are in this zone; otherwise none.
    fn must_be(&self, zone: usize, pool: u16) -> Vec<u16> {
        let own = &self.p.pools.0[usize::from(pool)];
        let here = self.p.zones[zone]
            .iter()
            .map(|piece| self.p.pieces[usize::from(*piece)]);
        let here = here
            .filter(|piece| piece.kind == UNKNOWN && piece.pool == pool)
            .count();
        if usize::from(own.size) != here || !own.children.is_empty() {
            return Vec::new();
        }
        let kinds = own.counts.iter().enumerate().rev();
        kinds
            .flat_map(|(kind, count)| std::iter::repeat_n(kind as u16, usize::from(*count)))
            .collect()
    }

    /// Walks a list of members, which is then discarded.
    fn each_of(
        &mut self,
        members: Vec<i32>,
        found: &mut dyn FnMut(&mut Self, i32) -> bool,
    ) -> bool {
        self.steps += members.len() as u32 / MEMBERS;
        let all = members.iter().all(|member| found(self, *member));
        spare(members);
        all
    }

    /// Walks the places within this many steps, the nearest first, as far as they are looked at.
    fn reach(
        &mut self,
        (map, place, steps): (u8, i32, i32),
        step: Option<Step>,
        found: &mut dyn FnMut(&mut Self, i32) -> bool,
    ) -> bool {
        if place == NONE {
            return true;
        }
        let mut places = buffer();
        places.push(place);
        self.walked(map);
        let mut go_on = found(self, place);
        let mut from = 0;
        for _ in 0..steps.clamp(0, FARTHEST) {
            let ring = places.len();
            if !go_on || from == ring {
                break;
            }
            self.ring(map, &mut places, from, step);
            from = ring;
            go_on = places[ring..].iter().all(|place| found(self, *place));
        }
        spare(places);
        go_on
    }

    /// How many steps it takes to come to one of some places; none if there is no way.
    fn distance(&mut self, walk: &Walk) -> i32 {
        let place = self.value(walk.from);
        let mut goals = buffer();
        self.each(walk.to, &mut |_, goal| {
            goals.push(goal);
            true
        });
        let mut places = buffer();
        places.extend(Some(place).filter(|place| *place != NONE));
        self.walked(walk.map);
        let mut from = 0;
        let mut found = NONE;
        for distance in 0..=FARTHEST {
            let ring = places.len();
            self.steps += ((ring - from) * goals.len()) as u32 / MEMBERS;
            if places[from..].iter().any(|place| goals.contains(place)) {
                found = distance;
                break;
            }
            self.ring(walk.map, &mut places, from, walk.step);
            if places.len() == ring {
                break;
            }
            from = ring;
        }
        spare(goals);
        spare(places);
        found
    }

    /// Adds the places one step beyond the last ones.
    fn ring(&mut self, map: u8, places: &mut Vec<i32>, from: usize, step: Option<Step>) {
        let land = self.land(map);
        let ring = places.len();
        for at in from..ring {
            let place = places[at];
            let Some(step) = step else {
                land.ways(place, |near| {
                    if !places.contains(&near) {
                        places.push(near);
                    }
                    true
                });
                continue;
            };
            for near in land.map.shape.near(place) {
                let is_there = land.map.shape.ways().is_empty() || land.state.tile(near).is_some();
                if is_there && !places.contains(&near) && self.may_step(step, place, near) {
                    places.push(near);
                }
            }
        }
        self.steps += (places.len() - ring) as u32 * (places.len() as u32 / MEMBERS + 1);
    }

    fn may_step(&mut self, (here, there, holds): Step, place: i32, near: i32) -> bool {
        self.temps[usize::from(here)] = place;
        self.temps[usize::from(there)] = near;
        self.steps <= MAX_STEPS && self.holds(holds)
    }
}

thread_local! {
    /// Discarded lists, kept for reuse.
    static SPARE: RefCell<Vec<Vec<i32>>> = const { RefCell::new(Vec::new()) };
}

/// Returns an empty list, usually with capacity left over from earlier use.
fn buffer() -> Vec<i32> {
    SPARE.with_borrow_mut(Vec::pop).unwrap_or_default()
}

/// Keeps a list's allocation for reuse.
fn spare(mut list: Vec<i32>) {
    list.clear();
    SPARE.with_borrow_mut(|spare| spare.push(list));
}

/// Converts a value to a number; none counts as 0.
pub fn number(value: i32) -> i32 {
    if value == NONE { 0 } else { value }
}

impl KitGame {
    /// Who sees which kind a piece is, by bit.
    pub fn seers(&self, p: &Position, piece: u16) -> u32 {
        self.lookers(p, piece) | p.pieces[usize::from(piece)].shown
    }

    /// Who sees which kind a piece is from where and how it lies, by bit.
    pub fn lookers(&self, p: &Position, piece: u16) -> u32 {
        let at = &p.pieces[usize::from(piece)];
        if at.zone == NOWHERE {
            return 0;
        }
        let zone = self.zone_at[usize::from(at.zone)];
        let decl = &self.program.zones[usize::from(zone.decl)];
        let all = self.everybody();
        let own = if decl.own { 1 << zone.seat } else { 0 };
        match (decl.see, at.up) {
            (_, Some(true)) => all,
            (See::All | See::Faces | See::Nobody | See::Top, Some(false)) => 0,
            (See::All, None) => all,
            (See::Owner, _) => own,
            (See::Others, _) => all & !own,
            (See::Nobody | See::Faces, None) => 0,
            (See::Top, None) => {
                if p.zones[usize::from(at.zone)].last() == Some(&piece) {
                    all
                } else {
                    0
                }
            }
        }
    }

    pub fn everybody(&self) -> u32 {
        (1u32 << self.seats) - 1
    }

    /// Whether a piece lies face up.
    pub fn is_up(&self, p: &Position, piece: u16) -> bool {
        let at = &p.pieces[usize::from(piece)];
        at.up.unwrap_or_else(|| {
            self.zone_at
                .get(usize::from(at.zone))
                .is_some_and(|zone| zone.is_open)
        })
    }

    pub fn land<'a>(&'a self, p: &'a Position, map: u8) -> Land<'a> {
        Land {
            map: &self.program.maps[usize::from(map)],
            state: &p.maps[usize::from(map)],
            pieces: &p.pieces,
        }
    }
}
