//! What rules may still read from somewhere on: until when they read what dice show, and which kinds of pieces an answer leaves alike. Odds
//! forget the rest, so that fewer positions differ.

use std::collections::HashSet;

use crate::games::by_kit::language::code::{
    Address, Choice, Node, NodeId, Op, Part, Program, What,
};
use crate::games::by_kit::language::sheet::See;

impl Program {
    /// By declaration of dice and by operation, whether the rules may still read there what they show before they are rolled again; `None` where
    /// something else than a block that rolls them reads them.
    pub fn dice_lives(&self) -> Vec<Option<Vec<bool>>> {
        let entries = self.entries();
        let of_dice = |of: u16| {
            let decl = &self.dice[usize::from(of)];
            if decl.own || decl.see != See::All || self.is_read_elsewhere(of) {
                return None;
            }
            let lives = self.lives(of);
            let is_own = |entry: &u16| !lives[usize::from(*entry)];
            entries.iter().all(is_own).then_some(lives)
        };
        (0..self.dice.len() as u16).map(of_dice).collect()
    }

    /// By operation, whether it may run after this action before somebody decides something else.
    pub(super) fn run_after(&self, action: u16) -> Vec<bool> {
        let mut run = vec![false; self.ops.len()];
        let whens = self.whens.iter().map(|when| when.entry);
        let mut open: Vec<usize> = whens
            .chain([0, self.turn, self.over])
            .map(usize::from)
            .collect();
        let choices = self.choices.iter().enumerate();
        let forced = choices.filter_map(|(at, _)| self.forced(at as u16));
        for action in forced.chain([action]) {
            open.push(self.actions[usize::from(action)].entry.into());
        }
        while let Some(at) = open.pop() {
            if at >= run.len() || std::mem::replace(&mut run[at], true) {
                continue;
            }
            let op = &self.ops[at];
            open.extend(successors(op, at));
            match op {
                Op::Call(to, _) => open.push(usize::from(*to)),
                Op::CallBy(_, _, named) | Op::CallWord(_, named) => {
                    open.extend(named.iter().map(|(_, to)| usize::from(*to)));
                }
                _ => {}
            }
        }
        run
    }

    /// The action that a choice leaves no choice but to take.
    pub fn forced(&self, choice: u16) -> Option<u16> {
        match self.choices[usize::from(choice)] {
            Choice {
                ref actions,
                may: false,
                ..
            } if actions.len() == 1 => actions.first().copied(),
            _ => None,
        }
    }

    /// Adds what only operations read that do not run after an action, and what is asked of others that nobody has to take.
    pub(super) fn leave_out(&self, action: u16, run: &[bool], nodes: &mut HashSet<NodeId>) {
        let ops = self.ops.iter().zip(run).filter(|(_, runs)| !**runs);
        let mut open: Vec<NodeId> = ops.flat_map(|(op, _)| nodes_of(op)).collect();
        let mut asked = vec![false; self.actions.len()];
        asked[usize::from(action)] = true;
        for (choice, at) in self.choices.iter().zip(0..) {
            if choice.may || self.forced(at).is_some() {
                let all = choice.actions.iter();
                all.for_each(|action| asked[usize::from(*action)] = true);
            }
        }
        for (action, _) in self.actions.iter().zip(asked).filter(|(_, asked)| !asked) {
            open.extend(action.picks.iter().map(|pick| pick.set));
            open.extend(action.needs.iter().map(|need| need.that));
        }
        while let Some(node) = open.pop() {
            if nodes.insert(node) {
                self.nodes[node as usize].each_child(&mut |child| open.push(child));
            }
        }
    }

    /// Where blocks begin.
    fn entries(&self) -> Vec<u16> {
        let mut all = vec![0, self.turn, self.over];
        all.extend(self.actions.iter().map(|action| action.entry));
        all.extend(self.whens.iter().map(|when| when.entry));
        for op in &self.ops {
            match op {
                Op::Call(to, _) => all.push(*to),
                Op::CallBy(_, _, named) | Op::CallWord(_, named) => {
                    all.extend(named.iter().map(|(_, to)| *to));
                }
                _ => {}
            }
        }
        all
    }

    /// Whether anything but the operations of blocks, and sentences, reads these dice.
    fn is_read_elsewhere(&self, of: u16) -> bool {
        let mut known = self.told();
        let rolled = self.ops.iter().filter_map(|op| match op {
            Op::Roll { dice, .. } => Some(*dice),
            _ => None,
        });
        let read = self.ops.iter().flat_map(nodes_of);
        let mut open: Vec<NodeId> = rolled.chain(read).collect();
        while let Some(node) = open.pop() {
            if known.insert(node) {
                self.nodes[node as usize].each_child(&mut |child| open.push(child));
            }
        }
        let all = self.nodes.iter().zip(0..);
        let mut others = all.filter(|(_, at)| !known.contains(at));
        others.any(|(node, _)| matches!(node, Node::Dice(address) if address.of == of))
    }

    /// By operation, whether these dice may be read from there on, in the same block, before they are rolled.
    fn lives(&self, of: u16) -> Vec<bool> {
        let mut lives = vec![false; self.ops.len()];
        loop {
            let before = lives.clone();
            for (at, op) in self.ops.iter().enumerate().rev() {
                let rolls = matches!(op, Op::Roll { of: other, .. } if u16::from(*other) == of);
                let goes_on = || {
                    let mut next = successors(op, at).into_iter();
                    next.any(|to| lives.get(to).copied().unwrap_or(false))
                };
                lives[at] = self.reads(op, of) || !rolls && goes_on();
            }
            if lives == before {
                return lives;
            }
        }
    }

    fn reads(&self, op: &Op, of: u16) -> bool {
        let said = match op {
            Op::Say(said) => self.said[usize::from(*said)].text.0.iter(),
            _ => [].iter(),
        };
        let said = said.filter_map(|part| match part {
            Part::Value(node, _) => Some(*node),
            Part::Text(_) => None,
        });
        nodes_of(op)
            .into_iter()
            .chain(said)
            .any(|node| self.is_made_of(node, of))
    }

    fn is_made_of(&self, node: NodeId, of: u16) -> bool {
        let node = &self.nodes[node as usize];
        let mut any = matches!(node, Node::Dice(address) if address.of == of);
        node.each_child(&mut |child| any = any || self.is_made_of(child, of));
        any
    }
}

/// Where a block may go on after an operation, without what it calls.
fn successors(op: &Op, at: usize) -> Vec<usize> {
    match op {
        Op::Jump(to) => vec![usize::from(*to)],
        Op::Unless(_, to) | Op::Again(_, to) | Op::Next(_, to) => vec![at + 1, usize::from(*to)],
        Op::Return | Op::EndGame | Op::Over => Vec::new(),
        _ => vec![at + 1],
    }
}

/// What an operation reads, other than the dice that it rolls.
fn nodes_of(op: &Op) -> Vec<NodeId> {
    let of_address = |address: &Address| {
        let key = address.key.as_ref().map(|(_, node)| *node);
        address.seat.into_iter().chain(key).collect::<Vec<_>>()
    };
    let of_what = |what: &What| match what {
        What::One(node) | What::All(node) | What::Above(node) => vec![*node],
        What::Top(count, zone) => count.iter().copied().chain([*zone]).collect(),
        What::Random(count, zone) => vec![*count, *zone],
        What::Sought(zone, condition) => {
            let condition = condition.map(|(_, node)| node);
            condition.into_iter().chain([*zone]).collect()
        }
    };
    match op {
        Op::Unless(node, _) | Op::Local(_, node) | Op::Keep(_, node) | Op::Each(node) => {
            vec![*node]
        }
        Op::Set { address, value, .. } => [of_address(address), vec![*value]].concat(),
        Op::EachPlayer(from) => from.iter().copied().collect(),
        Op::CallBy(_, node, _) | Op::CallWord(node, _) => vec![*node],
        Op::Move { what, to, .. } => [of_what(what), vec![*to]].concat(),
        Op::Draw { count, from, to } => vec![*count, *from, *to],
        Op::Deal { count, from, to } => [vec![*count, *from], of_address(to)].concat(),
        Op::Fill { zone, to, from } => vec![*zone, *to, *from],
        Op::Shuffle(zone, into) => [*zone].into_iter().chain(*into).collect(),
        Op::Place {
            tile,
            place,
            turned,
            ..
        } => [*tile, *place].into_iter().chain(*turned).collect(),
        Op::Turn(_, what) => of_what(what),
        Op::Reveal(what, to) => [of_what(what), to.iter().copied().collect()].concat(),
        Op::Mark(what, with) => [of_what(what), vec![*with]].concat(),
        Op::Uncover { dice, to, .. } => [*dice].into_iter().chain(*to).collect(),
        Op::Roll { count, .. } => count.iter().copied().collect(),
        Op::Reroll {
            dice, condition, ..
        } => {
            let condition = condition.map(|(_, node)| node);
            [*dice].into_iter().chain(condition).collect()
        }
        Op::Jump(_)
        | Op::Again(..)
        | Op::Next(..)
        | Op::Call(..)
        | Op::Return
        | Op::Drop(_)
        | Op::Quiet
        | Op::Say(_)
        | Op::Choose(_)
        | Op::Ask(_)
        | Op::Lot(_)
        | Op::Leave(_)
        | Op::EndGame
        | Op::Win { .. }
        | Op::Lose { .. }
        | Op::Together
        | Op::TogetherEnd
        | Op::Over => Vec::new(),
    }
}
