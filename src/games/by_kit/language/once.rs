//! Parts of what actions are worth that are the same for all answers to a question: bots evaluate those once.

use crate::games::by_kit::language::code::{Node, NodeId, Program};

impl Node {
    /// The temporaries that it binds, one bit each, for all of its children but the first.
    fn binds(&self) -> u32 {
        match self {
            Node::Let(temp, ..)
            | Node::All(_, temp, _)
            | Node::Sum(_, temp, _)
            | Node::Most(_, temp, _)
            | Node::Least(_, temp, _)
            | Node::Highest(_, temp, _)
            | Node::Lowest(_, temp, _)
            | Node::Distinct(_, temp, _)
            | Node::Where(_, temp, _)
            | Node::Sorted(_, temp, _) => 1 << temp,
            _ => 0,
        }
    }

    /// Whether it takes long enough to be kept: it walks over a set.
    fn walks(&self) -> bool {
        matches!(
            self,
            Node::Any(_)
                | Node::All(..)
                | Node::Count(_)
                | Node::Sum(..)
                | Node::Most(..)
                | Node::Least(..)
                | Node::Highest(..)
                | Node::Lowest(..)
                | Node::First(_)
                | Node::Last(_)
                | Node::Only(_)
                | Node::Distance(_)
        )
    }
}

impl Program {
    /// Marks the parts of what actions are worth that read none of their picks.
    pub(super) fn keep_once(&mut self) {
        let worths: Vec<NodeId> = self
            .actions
            .iter()
            .filter_map(|action| action.worth)
            .collect();
        for worth in worths {
            self.mark_once(worth);
        }
    }

    fn mark_once(&mut self, node: NodeId) {
        let at = node as usize;
        if matches!(self.nodes[at], Node::Once(..)) {
            return;
        }
        if self.nodes[at].walks() && self.open_temps(node) == 0 {
            let inner = self.nodes.len() as NodeId;
            let own = self.nodes[at].clone();
            self.nodes.push(own);
            self.nodes[at] = Node::Once(self.once, inner);
            self.once += 1;
            return;
        }
        let mut children = Vec::new();
        self.nodes[at].each_child(&mut |child| children.push(child));
        children.into_iter().for_each(|child| self.mark_once(child));
    }

    /// The temporaries that a node reads and does not bind itself, one bit each.
    fn open_temps(&self, node: NodeId) -> u32 {
        let own = &self.nodes[node as usize];
        if let Node::Temp(temp) = own {
            return 1 << temp;
        }
        if let Node::Distance(walk) | Node::Walked(walk) = own {
            let step = walk.step.map_or(0, |(from, to, condition)| {
                self.open_temps(condition) & !(1 << from | 1 << to)
            });
            return self.open_temps(walk.from) | self.open_temps(walk.to) | step;
        }
        let (mut open, mut is_first, bound) = (0, true, own.binds());
        own.each_child(&mut |child| {
            let inner = self.open_temps(child);
            open |= if is_first { inner } else { inner & !bound };
            is_first = false;
        });
        open
    }
}
