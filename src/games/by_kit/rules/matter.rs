//! What positions may differ in without any rule ever telling: odds count such positions as one.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::NodeId;
use crate::games::by_kit::language::orders::Order;
use crate::games::by_kit::language::reading::{DiceRead, KindsRead};
use crate::games::by_kit::rules::choice::{class, encode};
use crate::games::by_kit::rules::eval::{Evaluator, Reader};
use crate::games::by_kit::rules::position::{Move, NO_PICK, Position, UNKNOWN, VEILED, Wait};
use crate::referee::journal::Secrets;

/// What of the dice of a declaration matters to the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Matter {
    /// Only the sum of all that they show.
    Sum,
    /// How many of them show what: by face, the lowest one from which no rule tells it, counted from 1.
    Faces(Vec<u8>),
}

/// Which kinds of pieces no rule tells apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alike {
    /// By kind, the first one that is alike.
    first: Vec<u16>,
    /// By kind, how many are alike.
    count: Vec<u16>,
    /// The fields that rules read.
    pub fields: BTreeSet<u16>,
}

impl Alike {
    /// The kind that stands for all that are alike.
    pub fn first(&self, kind: u16) -> u16 {
        self.first.get(usize::from(kind)).copied().unwrap_or(kind)
    }

    /// How many kinds are alike.
    pub fn count(&self, kind: u16) -> u16 {
        self.count.get(usize::from(kind)).copied().unwrap_or(1)
    }

    /// The kinds for which this one stands.
    pub fn all(&self, kind: u16) -> impl Iterator<Item = u16> {
        let all = self.first.iter().zip(0..);
        all.filter(move |(first, _)| **first == kind)
            .map(|(_, kind)| kind)
    }
}

impl KitGame {
    /// Kinds of one deck are alike if the rules read the same of their fields, and if neither maps nor counters tell them apart. Of a kind with
    /// several pieces, an answer names any, so such a kind is alike only to itself where answers name pieces; and so is every kind of
    /// which players may name one that only they see.
    /// What an action leads to may read less.
    fn alike_kinds(&self, of: Option<u16>) -> Alike {
        let Some(KindsRead { values, tests }) = self.program.kinds_read(of) else {
            return Alike::default();
        };
        let (named, held) = self.program.decks_named();
        let is_kept = self.secrets == Secrets::Table;
        let facts = &self.program.facts;
        let mut first_with: HashMap<(usize, Vec<i32>), u16> = HashMap::new();
        let mut first = Vec::new();
        let mut count = vec![0; facts.kinds.len()];
        for (kind, at) in facts.kinds.iter().zip(0..) {
            let is_in = |decks: u64| decks >> kind.deck & 1 == 1;
            let mut maps = self.program.maps.iter();
            let has_sides = maps.any(|map| !map.sides[usize::from(at)].is_empty());
            let value = |column: u16| facts.columns[usize::from(column)].values[usize::from(at)];
            let values = values.iter().map(|column| value(*column));
            let tests = tests.iter();
            let tests = tests.map(|test| i32::from(test.holds(value(test.column))));
            let is_alone = has_sides || is_in(held) || is_in(named) && (kind.count > 1 || is_kept);
            let own = if is_alone {
                at
            } else {
                *first_with
                    .entry((kind.deck, values.chain(tests).collect()))
                    .or_insert(at)
            };
            count[usize::from(own)] += 1;
            first.push(own);
        }
        let count = first.iter().map(|kind| count[usize::from(*kind)]).collect();
        let tested = tests.iter().map(|test| test.column);
        Alike {
            first,
            count,
            fields: values.into_iter().chain(tested).collect(),
        }
    }

    /// Which kinds are alike to all rules, and then, by action, to those that it leads to, if these are more.
    pub(crate) fn all_alike(&self) -> Vec<Alike> {
        let always = self.alike_kinds(None);
        let of = |action| {
            let own = self.alike_kinds(Some(action));
            if own.first == always.first {
                Alike::default()
            } else {
                own
            }
        };
        let own: Vec<Alike> = (0..self.program.actions.len() as u16).map(of).collect();
        [always].into_iter().chain(own).collect()
    }

    /// A position in which pieces that no rule tells apart are of one kind, and a move as it is made there. `None` if that is the same
    /// as before, or would lose something that somebody can tell.
    pub(crate) fn with_alike(&self, p: &Position, mv: Move) -> Option<(Position, Move)> {
        let own = match mv {
            Move::Act { action, .. } => Some(1 + action),
            _ => None,
        };
        own.into_iter()
            .chain([0])
            .find_map(|set| self.with_alike_of(p, mv, set))
    }

    /// The same with the kinds that one of the sets counts as alike.
    fn with_alike_of(&self, p: &Position, mv: Move, set: u16) -> Option<(Position, Move)> {
        let kinds = self.alike.get(usize::from(set))?;
        let first = |kind: u16| kinds.first(kind);
        let is_plain = kinds.count.iter().all(|count| *count < 2);
        if is_plain || p.alike.is_some() || p.before.is_some() {
            return None;
        }
        let mut alike = p.clone();
        alike.alike = Some(set);
        alike.pools.each_kind(&first);
        for piece in alike.pieces.iter_mut().filter(|at| at.kind != UNKNOWN) {
            piece.kind = first(piece.kind);
        }
        for belief in &mut alike.beliefs.0 {
            if !Arc::make_mut(belief).each_kind(&first, |kind| kinds.count(kind)) {
                return None;
            }
        }
        let mv = self.named_alike(p, &alike, mv)?;
        Some((alike, mv))
    }

    /// Whether a piece of this kind may be of any of several kinds that are alike.
    pub(super) fn is_one_of_alike(&self, p: &Position, kind: u16) -> bool {
        self.alike_in(p).is_some_and(|alike| alike.count(kind) > 1)
    }

    /// Which kinds count as alike in a position, if any do.
    pub(crate) fn alike_in(&self, p: &Position) -> Option<&Alike> {
        self.alike.get(usize::from(p.alike?))
    }

    /// Whether a move that nobody has a choice about may be made where kinds count as alike: what it leads to is then known to read no more.
    pub(crate) fn goes_on_alike(&self, p: &Position) -> bool {
        match (p.alike, p.wait) {
            (None | Some(0), _) => true,
            (Some(_), Wait::Choose(choice)) => self.program.forced(choice).is_some(),
            (Some(_), _) => true,
        }
    }

    /// A move as it is made where alike pieces are of one kind.
    fn named_alike(&self, p: &Position, alike: &Position, mv: Move) -> Option<Move> {
        let kinds = self.alike_in(alike)?;
        let first = |kind: u16| kinds.first(kind);
        let assumed =
            |assumed: Option<(u16, u16)>| assumed.map(|(piece, kind)| (piece, first(kind)));
        Some(match (p.wait, mv) {
            (_, Move::Act { action, picks }) => {
                let picked = self.pick_out(p, action, picks).ok()?;
                let mut look = Evaluator::new(self, alike, p.seat, Reader::Seat(p.seat));
                look.assumed = assumed(picked.assumed);
                let mut picks = [NO_PICK; 4];
                let all = self.program.actions[usize::from(action)].picks.iter();
                for (at, pick) in all.enumerate() {
                    picks[at] = encode(&look, &pick.ty, picked.values[at])?;
                }
                Move::Act { action, picks }
            }
            (Wait::Ask(question, seat), Move::Answer { said, .. }) => {
                let (value, kind) = self.answer_of(p, question, seat, said)?;
                let mut look = Evaluator::new(self, alike, p.seat, Reader::Seat(seat));
                look.assumed = assumed(kind);
                let ty = &self.program.questions[usize::from(question)].ty;
                Move::Answer {
                    class: class(ty),
                    said: encode(&look, ty, value)?,
                }
            }
            (Wait::Lot(lot), Move::Answer { said, .. }) => {
                let value = self.lot_of(p, lot, said)?.value;
                let look = Evaluator::new(self, alike, p.seat, Reader::All);
                let ty = &self.program.lots[usize::from(lot)].ty;
                Move::Answer {
                    class: class(ty),
                    said: encode(&look, ty, value)?,
                }
            }
            (_, Move::Know { kind, way }) => Move::Know {
                kind: first(kind),
                way,
            },
            (_, mv) => mv,
        })
    }

    /// By declaration of dice, what of them matters to the rules.
    pub(crate) fn what_matters(&self) -> Vec<Matter> {
        let read = self.program.dice_read().into_iter();
        let all = read.zip(&self.program.dice);
        all.map(|(read, decl)| match read {
            DiceRead::Sum => Matter::Sum,
            DiceRead::Told(keys) => Matter::Faces(self.lowest(&keys, &decl.faces)),
            DiceRead::Each => Matter::Faces((1..=decl.faces.len() as u8).collect()),
        })
        .collect()
    }

    /// By face, the lowest one of which the same holds.
    fn lowest(&self, keys: &[(u8, NodeId)], faces: &[i32]) -> Vec<u8> {
        let mut look = Evaluator::new(self, &self.start, 0, Reader::Rules);
        let mut values = |face: &i32| -> Vec<i32> {
            let value = |(temp, key): &(u8, NodeId)| {
                look.temps[usize::from(*temp)] = *face;
                look.value(*key)
            };
            keys.iter().map(value).collect()
        };
        let values: Vec<Vec<i32>> = faces.iter().map(&mut values).collect();
        let first = |own| values.iter().position(|other| other == own);
        values
            .iter()
            .map(|own| first(own).map_or(1, |at| at as u8 + 1))
            .collect()
    }

    /// The face that stands for all from which no rule tells this one.
    pub(super) fn shown_as(&self, of: usize, face: u8) -> u8 {
        match &self.dice_matter[of] {
            Matter::Faces(lowest) if face > 0 && face != VEILED => lowest[usize::from(face) - 1],
            _ => face,
        }
    }

    /// What the rules read of the order of what lies openly in a zone.
    pub(super) fn order_in(&self, zone: u16) -> Order {
        let at = self.zone_at.get(usize::from(zone));
        at.map_or(Order::Read, |at| self.orders[usize::from(at.decl)])
    }

    /// Whether no rule reads the order of the pieces in a zone.
    pub(super) fn is_in_any_order(&self, zone: u16) -> bool {
        self.is_loose(zone) || self.order_in(zone) == Order::Unread
    }

    /// Whether the rules may still read what these dice show.
    pub(super) fn may_read_dice(&self, p: &Position, of: usize) -> bool {
        let Some(lives) = &self.dice_lives[of] else {
            return true;
        };
        let returns = p.frames.iter().map(|frame| frame.to);
        let mut all = returns.chain([p.pc]);
        self.tells_dice(of) || all.any(|at| lives.get(usize::from(at)) != Some(&false))
    }
}
