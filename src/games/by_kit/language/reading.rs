//! What expressions read, as far as the compiled rules tell without being run.

use std::collections::{BTreeSet, HashSet};

use crate::games::by_kit::language::code::{
    ActionCode, EndCode, Node, NodeId, Op, Part, Program, Saying, Target, Type, What,
};
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::language::phrase::Join;
use crate::games::by_kit::language::sheet::{See, ZoneKind};

impl Node {
    /// Calls `each` with every node that this one is directly made of.
    pub fn each_child(&self, each: &mut dyn FnMut(NodeId)) {
        match self {
            Node::Number(_)
            | Node::Local(_)
            | Node::Temp(_)
            | Node::Seat
            | Node::Active
            | Node::Origin(_)
            | Node::Kept(_)
            | Node::Players
            | Node::Others
            | Node::Words(_)
            | Node::Free(_)
            | Node::Laid(_) => {}
            Node::Var(address)
            | Node::Zone(address)
            | Node::Dice(address)
            | Node::Zones(address, _) => {
                let key = address.key.as_ref().map(|(_, node)| *node);
                address.seat.into_iter().chain(key).for_each(each);
            }
            Node::Beside(_, a)
            | Node::PlayerNumber(a)
            | Node::Field(_, a)
            | Node::Mark(a)
            | Node::Up(a)
            | Node::Top(a)
            | Node::Bottom(a)
            | Node::Not(a)
            | Node::Minus(a)
            | Node::Absolute(a)
            | Node::Row(a)
            | Node::Empty(a)
            | Node::Count(a)
            | Node::Any(a)
            | Node::Once(_, a)
            | Node::First(a)
            | Node::Last(a)
            | Node::Only(a)
            | Node::DiceSum(a)
            | Node::DiceLeast(a)
            | Node::DiceMost(a)
            | Node::Die(a)
            | Node::TileAt(_, a)
            | Node::AreaKind(_, a)
            | Node::AreaTiles(_, a)
            | Node::AreaOpen(_, a)
            | Node::AreaSum(_, _, a)
            | Node::Pieces(a)
            | Node::Faces(a)
            | Node::Tops(a)
            | Node::FieldWords(_, a)
            | Node::Near(_, a)
            | Node::Ways(_, a)
            | Node::Doors(_, a)
            | Node::Turns(_, a)
            | Node::Areas(_, a)
            | Node::SidePlace(_, a)
            | Node::Across(_, a)
            | Node::Sides(_, a)
            | Node::AreaSides(_, a)
            | Node::AreaPlaces(_, a) => each(*a),
            Node::Let(_, a, b)
            | Node::Join(_, a, b)
            | Node::Greater(a, b)
            | Node::Smaller(a, b)
            | Node::All(a, _, b)
            | Node::Sum(a, _, b)
            | Node::Most(a, _, b)
            | Node::Least(a, _, b)
            | Node::Highest(a, _, b)
            | Node::Lowest(a, _, b)
            | Node::Distinct(a, _, b)
            | Node::Range(a, b)
            | Node::Where(a, _, b)
            | Node::Sorted(a, _, b)
            | Node::Union(a, b)
            | Node::SideTo(_, a, b)
            | Node::WayTo(_, a, b)
            | Node::Reach(_, a, b) => [*a, *b].into_iter().for_each(each),
            Node::Distance(walk) | Node::Walked(walk) => {
                let step = walk.step.map(|(_, _, condition)| condition);
                [walk.from, walk.to].into_iter().chain(step).for_each(each);
            }
            Node::Choose(a, b, c) => [*a, *b, *c].into_iter().for_each(each),
            Node::Fits(_, all) => all.iter().copied().for_each(each),
            Node::Leads(_, all) => all.iter().copied().for_each(each),
            Node::List(all) => all.iter().copied().for_each(each),
        }
    }
}

impl ActionCode {
    fn sentences(&self) -> impl Iterator<Item = &Saying> {
        let reasons = self.needs.iter().filter_map(|need| need.reason.as_ref());
        let own = [&self.words].into_iter().chain(&self.tell);
        own.chain(&self.short).chain(reasons)
    }
}

impl Program {
    /// Whether nothing that can happen changes what `[end]` asks for, and no effect ends the game either.
    pub fn has_fixed_end(&self) -> bool {
        let ends = |op: &Op| matches!(op, Op::EndGame | Op::Win { .. } | Op::Lose { .. });
        let EndCode {
            win, lose, when, ..
        } = &self.end;
        let mut conditions = [win, lose, when].into_iter().flatten();
        !self.ops.iter().any(ends) && conditions.all(|node| self.is_fixed(*node))
    }

    /// Whether no condition of `[end]` can ever hold, since the limits of counters forbid it, and no effect ends the game either.
    pub fn is_end_out_of_reach(&self) -> bool {
        let ends = |op: &Op| matches!(op, Op::EndGame | Op::Win { .. } | Op::Lose { .. });
        let EndCode {
            win, lose, when, ..
        } = self.end;
        let mut conditions = [win, lose, when].into_iter().flatten();
        !self.ops.iter().any(ends) && conditions.all(|node| self.never_holds(node))
    }

    /// Whether a condition is false whatever happens, as far as the limits of counters tell.
    fn never_holds(&self, node: NodeId) -> bool {
        let nodes = &self.nodes;
        match &nodes[node as usize] {
            Node::Join(Join::And, a, b) => {
                self.never_holds(*a) || self.never_holds(*b) || self.contradicts_itself(node)
            }
            Node::Join(Join::Or, a, b) => self.never_holds(*a) && self.never_holds(*b),
            Node::Join(Join::More, a, b) => self.range(*a).1 <= self.range(*b).0,
            Node::Join(Join::AtLeast, a, b) => self.range(*a).1 < self.range(*b).0,
            Node::Join(Join::Less, a, b) => self.range(*a).0 >= self.range(*b).1,
            Node::Join(Join::AtMost, a, b) => self.range(*a).0 > self.range(*b).1,
            Node::Join(Join::Equal, a, b) => {
                let (a, b) = (self.range(*a), self.range(*b));
                a.1 < b.0 || b.1 < a.0
            }
            // No member of a set meets it.
            Node::Any(set) => match &nodes[*set as usize] {
                Node::Where(_, _, condition) => self.never_holds(*condition),
                _ => false,
            },
            // All players, of whom there is one at least.
            Node::All(set, _, condition) => {
                matches!(nodes[*set as usize], Node::Players) && self.never_holds(*condition)
            }
            _ => false,
        }
    }

    /// Whether two things that have to hold at the same time exclude each other: more than five and less than three.
    fn contradicts_itself(&self, node: NodeId) -> bool {
        let mut all = Vec::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            match &self.nodes[node as usize] {
                Node::Join(Join::And, a, b) => open.extend([*a, *b]),
                _ => all.push(node),
            }
        }
        let mut pairs = all
            .iter()
            .enumerate()
            .flat_map(|(at, one)| all[..at].iter().map(move |other| (*one, *other)));
        pairs.any(|(one, other)| self.exclude_each_other(one, other))
    }

    fn exclude_each_other(&self, one: NodeId, other: NodeId) -> bool {
        match (&self.nodes[one as usize], &self.nodes[other as usize]) {
            (Node::Not(a), _) if self.is_same(*a, other) => return true,
            (_, Node::Not(b)) if self.is_same(*b, one) => return true,
            (Node::Empty(a), Node::Any(b)) | (Node::Any(b), Node::Empty(a)) => {
                return self.is_same(*a, *b);
            }
            _ => {}
        }
        let (Some((first, low, high)), Some((second, least, most))) =
            (self.bounds(one), self.bounds(other))
        else {
            return false;
        };
        low.max(least) > high.min(most) && self.is_same(first, second)
    }

    /// What is compared with a number, and between which numbers it has to be.
    fn bounds(&self, node: NodeId) -> Option<(NodeId, i64, i64)> {
        let Node::Join(join, a, b) = self.nodes[node as usize] else {
            return None;
        };
        let number = |node: NodeId| match self.nodes[node as usize] {
            Node::Number(number) if number != NONE => Some(i64::from(number)),
            _ => None,
        };
        let (of, join, number) = match (number(a), number(b)) {
            (None, Some(number)) => (a, join, number),
            (Some(number), None) => (b, turned(join), number),
            _ => return None,
        };
        let (low, high) = match join {
            Join::Equal => (number, number),
            Join::More => (number + 1, i64::MAX),
            Join::AtLeast => (number, i64::MAX),
            Join::Less => (i64::MIN, number - 1),
            Join::AtMost => (i64::MIN, number),
            _ => return None,
        };
        Some((of, low, high))
    }

    /// Whether two expressions are always equal, since they say the same.
    fn is_same(&self, one: NodeId, other: NodeId) -> bool {
        match (&self.nodes[one as usize], &self.nodes[other as usize]) {
            (Node::Var(a), Node::Var(b)) | (Node::Zone(a), Node::Zone(b)) => {
                let is_plain = a.of == b.of && a.key.is_none() && b.key.is_none();
                is_plain
                    && match (a.seat, b.seat) {
                        (Some(a), Some(b)) => self.is_same(a, b),
                        (a, b) => a.is_none() && b.is_none(),
                    }
            }
            (Node::Seat, Node::Seat) => true,
            (Node::Temp(a), Node::Temp(b)) => a == b,
            (Node::Number(a), Node::Number(b)) => a == b,
            (Node::Count(a), Node::Count(b))
            | (Node::Any(a), Node::Any(b))
            | (Node::Empty(a), Node::Empty(b))
            | (Node::Pieces(a), Node::Pieces(b)) => self.is_same(*a, *b),
            (Node::Join(join, a, b), Node::Join(other, c, d)) => {
                join == other && self.is_same(*a, *c) && self.is_same(*b, *d)
            }
            _ => false,
        }
    }

    /// The least and the most that a number can be, as far as the limits of counters tell.
    fn range(&self, node: NodeId) -> (i64, i64) {
        const ANY: (i64, i64) = (i64::MIN, i64::MAX);
        match &self.nodes[node as usize] {
            Node::Number(number) if *number != NONE => (i64::from(*number), i64::from(*number)),
            Node::Var(address) => {
                let var = &self.vars[usize::from(address.of)];
                match var.ty {
                    Type::Number => (i64::from(var.least), i64::from(var.most)),
                    _ => ANY,
                }
            }
            Node::Join(Join::Plus, a, b) => {
                let (a, b) = (self.term(*a), self.term(*b));
                (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
            }
            Node::Join(Join::Minus, a, b) => {
                let (a, b) = (self.term(*a), self.term(*b));
                (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0))
            }
            _ => ANY,
        }
    }

    /// The range of a term of a sum, where what there is not counts as zero.
    fn term(&self, node: NodeId) -> (i64, i64) {
        let (least, most) = self.range(node);
        (least.min(0), most.max(0))
    }

    /// Whether an expression only reads what never changes.
    fn is_fixed(&self, node: NodeId) -> bool {
        let node = &self.nodes[node as usize];
        let is_plain = match node {
            Node::Var(address) => !self.is_ever_set(address.of),
            Node::Number(_) | Node::Temp(_) | Node::Seat | Node::Words(_) => true,
            Node::Players | Node::Others | Node::List(_) | Node::Range(..) | Node::Where(..) => {
                true
            }
            Node::Beside(..) | Node::PlayerNumber(_) | Node::Let(..) | Node::Choose(..) => true,
            Node::Join(..) | Node::Not(_) | Node::Minus(_) | Node::Absolute(_) => true,
            Node::Greater(..) | Node::Smaller(..) => true,
            Node::Empty(_) | Node::Count(_) | Node::Any(_) | Node::All(..) => true,
            Node::Sum(..) | Node::Highest(..) | Node::Lowest(..) => true,
            _ => false,
        };
        let mut all = is_plain;
        node.each_child(&mut |child| all = all && self.is_fixed(child));
        all
    }

    fn is_ever_set(&self, var: u16) -> bool {
        let sets = |op: &Op| matches!(op, Op::Set { var: other, .. } if *other == var);
        let is_target = |target: &Target| matches!(target, Target::Var(other, _) if *other == var);
        self.ops.iter().any(sets)
            || self
                .questions
                .iter()
                .any(|question| is_target(&question.target))
    }

    /// What anything depends on of the kinds of pieces, other than what is told and how bots judge; `None` if the rules count rows, or take
    /// the first of several in a pile. With an action, what its effects and all that follows depend on, up to the next decision.
    pub fn kinds_read(&self, of: Option<u16>) -> Option<KindsRead> {
        let mut told = self.told();
        let run = of.map_or_else(
            || vec![true; self.ops.len()],
            |action| self.run_after(action),
        );
        if let Some(action) = of {
            self.leave_out(action, &run, &mut told);
        }
        let nodes = || {
            self.nodes
                .iter()
                .zip(0..)
                .filter(|(_, at)| !told.contains(at))
        };
        let ops = || self.ops.iter().zip(&run).filter(|(_, runs)| **runs);
        let is_sought = |op: &Op| match op {
            Op::Move { what, .. } | Op::Turn(_, what) | Op::Reveal(what, _) | Op::Mark(what, _) => {
                matches!(what, What::Sought(..))
            }
            _ => false,
        };
        let is_ranked = |node: &Node| match node {
            Node::Row(_) => true,
            Node::First(set) | Node::Last(set) | Node::Sorted(set, ..) => self.is_of_pile(*set),
            Node::Most(set, ..) | Node::Least(set, ..) => self.is_of_pile(*set),
            _ => false,
        };
        if nodes().any(|(node, _)| is_ranked(node)) || ops().any(|(op, _)| is_sought(op)) {
            return None;
        }
        let mut tested = HashSet::new();
        let mut read = KindsRead::default();
        for (node, _) in nodes() {
            if let Some((field, test)) = self.field_test(node) {
                tested.insert(field);
                if !read.tests.contains(&test) {
                    read.tests.push(test);
                }
            }
        }
        let values = nodes().filter(|(_, at)| !tested.contains(at));
        let values = values.filter_map(|(node, _)| match node {
            Node::Field(column, _) | Node::FieldWords(column, _) => Some(*column),
            Node::AreaSum(_, column, _) => Some(*column),
            _ => None,
        });
        let called = ops().filter_map(|(op, _)| match op {
            Op::CallBy(column, ..) => Some(*column),
            _ => None,
        });
        read.values = values.chain(called).collect();
        Some(read)
    }

    /// Whether a set is made of pieces that may lie in a pile or bag.
    fn is_of_pile(&self, set: NodeId) -> bool {
        let node = &self.nodes[set as usize];
        let is_pile = |of: u16| {
            let kind = self.zones[usize::from(of)].kind;
            matches!(kind, ZoneKind::Pile | ZoneKind::Bag)
        };
        let mut any = match node {
            Node::Zone(address) | Node::Zones(address, _) => is_pile(address.of),
            Node::Kept(_) => true,
            _ => false,
        };
        node.each_child(&mut |child| any = any || self.is_of_pile(child));
        any
    }

    /// The field that a node compares with a constant, and how.
    fn field_test(&self, node: &Node) -> Option<(NodeId, FieldTest)> {
        let Node::Join(join, a, b) = node else {
            return None;
        };
        let (field, column, join, number) =
            match (&self.nodes[*a as usize], &self.nodes[*b as usize]) {
                (Node::Field(column, _), Node::Number(number)) => (*a, *column, *join, *number),
                (Node::Number(number), Node::Field(column, _)) => {
                    (*b, *column, turned(*join), *number)
                }
                _ => return None,
            };
        let compares = matches!(
            join,
            Join::Equal | Join::Unequal | Join::Less | Join::AtMost | Join::More | Join::AtLeast
        );
        compares.then_some((
            field,
            FieldTest {
                column,
                join,
                number,
            },
        ))
    }

    /// The nodes that only sentences are made of, bots judge by, or the first layout was found with.
    pub(super) fn told(&self) -> HashSet<NodeId> {
        let actions = self.actions.iter().flat_map(ActionCode::sentences);
        let maps = self.show.maps.values().chain(self.show.short.values());
        let maps = maps.map(|(_, saying)| saying);
        let sayings = actions
            .chain(self.said.iter().map(|said| &said.text))
            .chain(self.choice_words.values())
            .chain(self.question_words.values())
            .chain(&self.show.player)
            .chain(&self.show.setup)
            .chain(maps);
        let parts = sayings.flat_map(|saying| &saying.0);
        let said = parts.filter_map(|part| match part {
            Part::Value(node, _) => Some(*node),
            Part::Text(_) => None,
        });
        let dealt = self.zones.iter().flat_map(|zone| {
            let condition = zone.condition.map(|(_, node)| node);
            zone.layers.iter().copied().chain(condition)
        });
        let valued = self.actions.iter().filter_map(|action| action.worth);
        let mut open: Vec<NodeId> = said.chain(dealt).chain(self.worth).chain(valued).collect();
        let mut told = HashSet::new();
        while let Some(node) = open.pop() {
            if told.insert(node) {
                self.nodes[node as usize].each_child(&mut |child| open.push(child));
            }
        }
        told
    }

    /// Whether an answer from this set may name a piece of this hand by its place, since whoever answers does not see it.
    pub fn may_name_unseen(&self, set: NodeId, hand: u16) -> bool {
        let nodes = &self.nodes;
        let node = &nodes[set as usize];
        let mut any = match node {
            Node::Zone(address) => {
                let is_seat = |node: NodeId| matches!(nodes[node as usize], Node::Seat);
                let is_own = address.seat.is_none_or(is_seat);
                address.of == hand && !(is_own && self.zones[usize::from(hand)].see == See::Owner)
            }
            Node::Zones(address, _) => address.of == hand,
            Node::Pieces(zone) => !matches!(nodes[*zone as usize], Node::Zone(_)),
            Node::Kept(_) => true,
            _ => false,
        };
        node.each_child(&mut |child| any = any || self.may_name_unseen(child, hand));
        any
    }

    /// The decks of which an answer may name a piece, or a counter may hold one (one bit each).
    pub fn decks_named(&self) -> (u64, u64) {
        let decks = |ty: &Type| match ty {
            Type::Piece(decks, _) => *decks,
            _ => 0,
        };
        let picks = self.actions.iter().flat_map(|action| &action.picks);
        let answers = self.questions.iter().map(|question| &question.ty);
        let named = picks.map(|pick| &pick.ty).chain(answers);
        let held = self.vars.iter().map(|var| &var.ty);
        (
            named.fold(0, |all, ty| all | decks(ty)),
            held.fold(0, |all, ty| all | decks(ty)),
        )
    }

    /// By declaration of dice, what the rules read of them.
    pub fn dice_read(&self) -> Vec<DiceRead> {
        (0..self.dice.len()).map(|of| self.read_of(of)).collect()
    }

    fn read_of(&self, of: usize) -> DiceRead {
        let decl = &self.dice[of];
        let is_free = self.actions.iter().any(|action| action.free);
        let is_shown = |op: &Op| match op {
            Op::Reroll { of: other, .. } | Op::Uncover { of: other, .. } => {
                usize::from(*other) == of
            }
            _ => false,
        };
        if is_free || self.ops.iter().any(is_shown) {
            return DiceRead::Each;
        }
        let is_own = |node: NodeId| match &self.nodes[node as usize] {
            Node::Dice(address) => usize::from(address.of) == of,
            _ => false,
        };
        // Dice that no expression contains may only be rolled.
        let own = (0..self.nodes.len() as NodeId).filter(|node| is_own(*node));
        let read = self.dice_in_use(own.collect());
        let is_stepwise = decl.faces.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let is_number = decl.ty == Type::Number && is_stepwise;
        match read {
            Some((keys, false)) => DiceRead::Told(keys),
            Some((keys, true)) if keys.is_empty() && is_number => DiceRead::Sum,
            _ => DiceRead::Each,
        }
    }

    /// What is asked of every face, and whether the sum is, if the rules ask for nothing else about these dice.
    fn dice_in_use(&self, own: Vec<NodeId>) -> Option<(Vec<(u8, NodeId)>, bool)> {
        let rolled = |node: NodeId| {
            let rolls = |op: &Op| matches!(op, Op::Roll { dice, .. } if *dice == node);
            self.ops.iter().any(rolls)
        };
        let mut keys = Vec::new();
        let mut is_summed = false;
        let mut sets: Vec<NodeId> = Vec::new();
        for dice in own {
            match self.parent(dice) {
                Some((_, Node::DiceSum(_))) => is_summed = true,
                Some((at, Node::Faces(_))) => sets.push(at),
                None if rolled(dice) => {}
                _ => return None,
            }
        }
        while let Some(set) = sets.pop() {
            match self.parent(set)? {
                (_, Node::Count(_) | Node::Any(_) | Node::Empty(_)) => {}
                (at, Node::Where(from, temp, key)) if *from == set => {
                    keys.push((*temp, *key));
                    sets.push(at);
                }
                (_, Node::All(from, temp, key) | Node::Sum(from, temp, key)) if *from == set => {
                    keys.push((*temp, *key));
                }
                _ => return None,
            }
        }
        let is_closed = |(temp, key): &(u8, NodeId)| self.is_closed(*key, *temp);
        keys.iter().all(is_closed).then_some((keys, is_summed))
    }

    /// What a node is part of. Every node has one place.
    fn parent(&self, node: NodeId) -> Option<(NodeId, &Node)> {
        let holds = |outer: &Node| {
            let mut found = false;
            outer.each_child(&mut |child| found |= child == node);
            found
        };
        let at = self.nodes.iter().position(holds)?;
        Some((at as NodeId, &self.nodes[at]))
    }

    /// Whether an expression depends on nothing but one temporary.
    pub fn is_closed(&self, node: NodeId, temp: u8) -> bool {
        let node = &self.nodes[node as usize];
        let is_plain = match node {
            Node::Temp(other) => *other == temp,
            Node::Number(_) | Node::Join(..) | Node::Not(_) | Node::Minus(_) => true,
            Node::Absolute(_) | Node::Choose(..) | Node::List(_) | Node::Range(..) => true,
            Node::Words(_) | Node::Greater(..) | Node::Smaller(..) => true,
            _ => false,
        };
        let mut all = is_plain;
        node.each_child(&mut |child| all = all && self.is_closed(child, temp));
        all
    }
}

/// How the second is compared with the first.
fn turned(join: Join) -> Join {
    match join {
        Join::Less => Join::More,
        Join::AtMost => Join::AtLeast,
        Join::More => Join::Less,
        Join::AtLeast => Join::AtMost,
        other => other,
    }
}

/// What the rules read of the kinds of pieces.
#[derive(Clone, Debug, Default)]
pub struct KindsRead {
    /// Fields whose values count.
    pub values: BTreeSet<u16>,
    /// Fields that are compared with a constant.
    pub tests: Vec<FieldTest>,
}

/// A field compared with a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldTest {
    pub column: u16,
    join: Join,
    number: i32,
}

impl FieldTest {
    /// Whether a value meets it.
    pub fn holds(self, value: i32) -> bool {
        self.join.compared(value, self.number) == Some(true)
    }
}

/// What the rules read of dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceRead {
    /// Nothing but the sum of all that they show.
    Sum,
    /// Of how many these hold, each with the temporary of what a die shows.
    Told(Vec<(u8, NodeId)>),
    /// What each of them shows.
    Each,
}
