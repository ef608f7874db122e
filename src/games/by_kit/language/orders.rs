//! In which rows and discards the order of the pieces means nothing to the rules, so that odds count what lies there as a multiset.

use std::collections::BTreeSet;

use crate::games::by_kit::language::code::{Node, NodeId, Op, Program, What};
use crate::games::by_kit::language::sheet::ZoneKind;

impl Program {
    /// By declaration of zones, whether it holds open pieces whose order no rule reads.
    pub fn unread_orders(&self) -> Vec<bool> {
        let mut orders = Orders {
            program: self,
            read: BTreeSet::new(),
            moves: Vec::new(),
        };
        let is_open = |kind: ZoneKind| matches!(kind, ZoneKind::Row | ZoneKind::Discard);
        if !orders.gather() {
            return vec![false; self.zones.len()];
        }
        orders.spread();
        let all = self.zones.iter().enumerate();
        all.map(|(of, zone)| is_open(zone.kind) && !orders.read.contains(&(of as u16)))
            .collect()
    }
}

struct Orders<'p> {
    program: &'p Program,
    /// The declarations whose order is read.
    read: BTreeSet<u16>,
    /// Declarations whose pieces are moved together, in order, and to where.
    moves: Vec<(Vec<u16>, u16)>,
}

impl Orders<'_> {
    /// Finds what is read, and what is moved; false if anything may be.
    fn gather(&mut self) -> bool {
        let program = self.program;
        for node in &program.nodes {
            match node {
                // The pieces of a zone as a set.
                Node::Pieces(_) => {}
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

    /// What is moved in order to where that is read was read itself.
    fn spread(&mut self) {
        loop {
            let before = self.read.len();
            for (from, to) in &self.moves {
                if self.read.contains(to) {
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
