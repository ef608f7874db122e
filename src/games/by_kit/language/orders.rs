//! In which rows and discards the order of the pieces means nothing to the rules, or no more than which one is on top, so that odds count
//! what lies there as a multiset.

use std::collections::BTreeSet;

use crate::games::by_kit::language::code::{Node, NodeId, Op, Program, What, ZoneDecl};
use crate::games::by_kit::language::sheet::ZoneKind;

/// What the rules read of the order of open pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Read,
    /// Nothing but what the top piece is, and none leaves without all others.
    Top,
    Unread,
}

impl Program {
    /// By declaration of zones, what the rules read of the order of the open pieces there.
    pub fn orders(&self) -> Vec<Order> {
        let mut orders = Orders {
            program: self,
            read: BTreeSet::new(),
            tops: BTreeSet::new(),
            parted: BTreeSet::new(),
            moves: Vec::new(),
        };
        if !orders.gather() {
            return vec![Order::Read; self.zones.len()];
        }
        orders.spread();
        orders.part();
        let order = |(of, zone): (u16, &ZoneDecl)| {
            let is_open = matches!(zone.kind, ZoneKind::Row | ZoneKind::Discard);
            if !is_open || orders.read.contains(&of) {
                Order::Read
            } else if !orders.tops.contains(&of) {
                Order::Unread
            } else if orders.parted.contains(&of) {
                Order::Read
            } else {
                Order::Top
            }
        };
        (0..).zip(&self.zones).map(order).collect()
    }
}

struct Orders<'p> {
    program: &'p Program,
    /// The declarations whose order is read,
    read: BTreeSet<u16>,
    /// those of whose top piece a field is,
    tops: BTreeSet<u16>,
    /// and those from which some pieces may go while others stay.
    parted: BTreeSet<u16>,
    /// Declarations whose pieces are moved together, in order, and to where.
    moves: Vec<(Vec<u16>, u16)>,
}

impl Orders<'_> {
    /// Finds what is read, and what is moved; false if anything may be.
    fn gather(&mut self) -> bool {
        let program = self.program;
        let field = |node: &Node| match node {
            Node::Field(_, piece) => Some(*piece),
            _ => None,
        };
        let fields: BTreeSet<NodeId> = program.nodes.iter().filter_map(field).collect();
        for (at, node) in (0..).zip(&program.nodes) {
            match node {
                // The pieces of a zone as a set.
                Node::Pieces(_) => {}
                Node::Top(_) if fields.contains(&at) => node.each_child(&mut |zone| {
                    let of = self.zone_of(zone);
                    self.tops.extend(of);
                    if of.is_none() {
                        self.name_zone(zone);
                    }
                }),
                Node::First(set) | Node::Last(set) => self.read_all(*set),
                // Of several that are equally good, the first counts.
                Node::Sorted(set, _, key) | Node::Most(set, _, key) | Node::Least(set, _, key) => {
                    self.read_all(*set);
                    self.name_zone(*key);
                }
                _ => node.each_child(&mut |child| self.name_zone(child)),
            }
        }
        for zone in &program.zones {
            if let Some((from, true)) = zone.refill {
                self.name_zone(from);
            }
        }
        program.ops.iter().all(|op| self.gather_from(op))
    }

    fn gather_from(&mut self, op: &Op) -> bool {
        match op {
            Op::Local(_, node) | Op::Set { value: node, .. } => self.name_zone(*node),
            Op::Keep(_, set) | Op::Each(set) => self.read_all(*set),
            Op::Draw { from, .. } | Op::Deal { from, .. } | Op::Fill { from, .. } => {
                self.name_zone(*from);
            }
            Op::Move { what, to, .. } => match (what, self.zone_of(*to)) {
                (What::Top(_, zone), _) => self.name_zone(*zone),
                (What::Above(_), _) => return false,
                (What::All(set) | What::Random(_, set), Some(to)) => {
                    let from = self.zones_in(*set);
                    self.moves.push((from, to));
                }
                (What::All(set) | What::Random(_, set), None) => self.read_all(*set),
                (What::One(_) | What::Sought(..), _) => {}
            },
            Op::Turn(_, what) | Op::Reveal(what, _) | Op::Mark(what, _) => match what {
                What::Top(_, zone) => self.name_zone(*zone),
                What::Above(_) => return false,
                What::One(_) | What::All(_) | What::Random(..) | What::Sought(..) => {}
            },
            _ => {}
        }
        true
    }

    /// Finds from where pieces may be taken one by one.
    fn part(&mut self) {
        let program = self.program;
        let picks = program.actions.iter().flat_map(|action| &action.picks);
        let picked = picks.map(|pick| pick.set);
        let asked = program.questions.iter().map(|question| question.set);
        let drawn = program.lots.iter().map(|lot| lot.set);
        let moved = program.ops.iter().filter_map(|op| match op {
            Op::Move { what, .. } => match what {
                What::All(set) if self.is_whole(*set) => None,
                What::One(set) | What::All(set) | What::Random(_, set) => Some(*set),
                What::Above(set) | What::Sought(set, _) | What::Top(_, set) => Some(*set),
            },
            Op::Place { tile, .. } => Some(*tile),
            _ => None,
        });
        let only = program.nodes.iter().filter_map(|node| match node {
            Node::Only(set) => Some(*set),
            _ => None,
        });
        let sets = picked.chain(asked).chain(drawn).chain(moved).chain(only);
        let parted: Vec<u16> = sets.flat_map(|set| self.zones_in(set)).collect();
        self.parted.extend(parted);
    }

    /// Whether a set is all that lies in a zone.
    fn is_whole(&self, set: NodeId) -> bool {
        matches!(&self.program.nodes[set as usize], Node::Pieces(zone) if self.zone_of(*zone).is_some())
    }

    /// What is moved in order to where that is read was read itself.
    fn spread(&mut self) {
        loop {
            let before = self.read.len();
            for (from, to) in &self.moves {
                if self.read.contains(to) || self.tops.contains(to) {
                    self.read.extend(from);
                }
            }
            if self.read.len() == before {
                return;
            }
        }
    }

    fn zone_of(&self, node: NodeId) -> Option<u16> {
        match &self.program.nodes[node as usize] {
            Node::Zone(address) => Some(address.of),
            _ => None,
        }
    }

    /// A zone by itself: its ends may be asked for, or it may be given a name.
    fn name_zone(&mut self, node: NodeId) {
        if let Node::Zone(address) | Node::Zones(address, _) = &self.program.nodes[node as usize] {
            self.read.insert(address.of);
        }
    }

    /// Everything that a set is made of.
    fn read_all(&mut self, set: NodeId) {
        let all = self.zones_in(set);
        self.read.extend(all);
    }

    fn zones_in(&self, node: NodeId) -> Vec<u16> {
        let mut all = Vec::new();
        let node = &self.program.nodes[node as usize];
        if let Node::Zone(address) | Node::Zones(address, _) = node {
            all.push(address.of);
        }
        node.each_child(&mut |child| all.extend(self.zones_in(child)));
        all
    }
}
