//! What expressions read, as far as the compiled rules tell without being run.

use crate::games::by_kit::language::code::{EndCode, Node, NodeId, Op, Program, Target, Type};

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

    /// By declaration of dice, whether the rules never use anything but the sum of all that they show.
    pub fn only_summed(&self) -> Vec<bool> {
        (0..self.dice.len())
            .map(|of| self.is_only_summed(of))
            .collect()
    }

    fn is_only_summed(&self, of: usize) -> bool {
        let decl = &self.dice[of];
        let is_stepwise = decl.faces.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let is_free = self.actions.iter().any(|action| action.free);
        if decl.ty != Type::Number || !is_stepwise || is_free {
            return false;
        }
        let is_own = |node: NodeId| match &self.nodes[node as usize] {
            Node::Dice(address) => usize::from(address.of) == of,
            _ => false,
        };
        // Dice that no expression contains may only be rolled.
        let mut unread: Vec<NodeId> = (0..self.nodes.len() as NodeId)
            .filter(|node| is_own(*node))
            .collect();
        let mut is_summed = true;
        for node in &self.nodes {
            node.each_child(&mut |child| {
                if is_own(child) {
                    is_summed &= matches!(node, Node::DiceSum(_));
                    unread.retain(|other| *other != child);
                }
            });
        }
        for op in &self.ops {
            match op {
                Op::Roll { dice, .. } => unread.retain(|other| other != dice),
                Op::Reroll { of: other, .. } | Op::Uncover { of: other, .. } => {
                    is_summed &= usize::from(*other) != of;
                }
                _ => {}
            }
        }
        is_summed && unread.is_empty()
    }
}
