//! Compiles statements to operations.

use super::{Bound, Compiler, EffectCode, LoopCode, LoopKind, Typed, Where, together};
use crate::games::by_kit::language::code::*;
use crate::games::by_kit::language::lex::Source;
use crate::games::by_kit::language::phrase::{Form, Join, Origin, Phrase};
use crate::games::by_kit::language::sheet::{See, ZoneKind};
use crate::games::by_kit::language::statement::{
    Block, Change, Effect, Pieces, Placement, Repeat, Statement, rolls,
};
use crate::kit::Problem;
use crate::kit::problem::nearest;
use crate::referee::intern::keep;

impl Compiler<'_> {
    pub(super) fn here(&self) -> u16 {
        self.out.ops.len().min(usize::from(u16::MAX)) as u16
    }

    pub(super) fn op(&mut self, op: Op, origin: &Origin) -> u16 {
        let at = self.here();
        if self.out.ops.len() <= MAX_OPS {
            self.out.ops.push(op);
            self.out.origins.push(origin.clone());
        }
        at
    }

    pub(super) fn body(&mut self, block: &Block) {
        for statement in block {
            self.temp = 0;
            let names = self.names.scope.len();
            if let Err(problem) = self.statement(statement) {
                self.names.scope.truncate(names);
                self.told(problem);
            }
            // The answer is in scope until the end of its block.
        }
    }

    /// Compiles a block and drops its names at its end.
    fn inner(&mut self, block: &Block) {
        let names = self.names.scope.len();
        self.body(block);
        self.names.scope.truncate(names);
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Problem> {
        let origin = &statement.origin;
        if self.together && together::is_seen(&statement.is) {
            return Err(together::problem(origin, "this"));
        }
        match &statement.is {
            Effect::Let { name, value } => self.letting(name, value, origin),
            Effect::Set { target, by, value } => self.set_to(target, *by, value, origin),
            Effect::Move {
                what,
                to,
                placement,
            } => self.moving(what, to, *placement, origin),
            Effect::Draw { count, from, to } => self.drawing(count, from.as_ref(), to, origin),
            Effect::Deal { count, from, to } => self.dealing(count, from.as_ref(), to, origin),
            Effect::Fill { zone, to, from } => {
                let (zone, at) = self.zone(zone)?;
                let to = self.count_of(to)?;
                let from = self.drawn_from(Some(from), at, origin)?;
                self.op(Op::Fill { zone, to, from }, origin);
                Ok(())
            }
            Effect::Shuffle { zone, into } => self.shuffling(zone, into.as_ref(), origin),
            Effect::Place {
                tile,
                place,
                turned,
                up,
            } => self.placing(tile, place, turned.as_ref(), *up, origin),
            Effect::Turn { way, what } => {
                let (what, ..) = self.what(what)?;
                self.op(Op::Turn(*way, what), origin);
                Ok(())
            }
            Effect::Reveal { what, to } => self.revealing(what, to.as_ref(), origin),
            Effect::Roll { dice, count } => self.rolling(dice, count.as_ref(), origin),
            Effect::Reroll { dice } => self.rerolling(dice, origin),
            Effect::Choose { name, actions, may } => {
                let words = name.as_ref().and_then(|name| self.asked(name));
                self.choosing(actions, *may, words, origin)
            }
            Effect::Ask {
                who,
                name,
                set,
                or_none,
            } => self.asking(who.as_ref(), name, set.as_ref(), *or_none, origin),
            Effect::Random { name, set, weight } => {
                self.drawing_lots(name, set, weight.as_ref(), origin)
            }
            Effect::If {
                branches,
                otherwise,
            } => self.branches(branches, otherwise, origin),
            Effect::Each { name, set, block } => self.each(name, set, block, origin),
            Effect::EachPlayer {
                from,
                condition,
                block,
            } => self.each_player(from.as_ref(), condition.as_ref(), block, origin),
            Effect::Repeat { how, block } => self.repeat(how, block, origin),
            Effect::Together { block } => self.at_once(block, origin),
            Effect::Mark { what, with } => self.marking(what, with, origin),
            Effect::Do { what, with } => self.doing(what, with.as_ref(), origin),
            Effect::Say { text, rule } => {
                self.said(text, rule.as_ref(), origin);
                Ok(())
            }
            Effect::Quietly { block } => self.quietly(block, origin),
            Effect::End { what } => self.ending(what, origin),
            Effect::Win { leaves } => {
                self.op(Op::Win { leaves: *leaves }, origin);
                Ok(())
            }
            Effect::Lose { leaves } => {
                self.op(Op::Lose { leaves: *leaves }, origin);
                Ok(())
            }
        }
    }

    fn drawing(
        &mut self,
        count: &Phrase,
        from: Option<&Phrase>,
        to: &Phrase,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let count = self.count_of(count)?;
        let (to, zone) = self.zone(to)?;
        let from = self.drawn_from(from, zone, origin)?;
        self.op(Op::Draw { count, from, to }, origin);
        Ok(())
    }

    fn rolling(
        &mut self,
        dice: &Phrase,
        count: Option<&Phrase>,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let count = count.map(|count| self.count_of(count)).transpose()?;
        let (dice, of) = self.dice(dice)?;
        self.rolled_alone(of, origin)?;
        self.revealed.retain(|shown| *shown != of);
        self.op(Op::Roll { dice, of, count }, origin);
        Ok(())
    }

    fn marking(&mut self, what: &Pieces, with: &Phrase, origin: &Origin) -> Result<(), Problem> {
        let (what, ..) = self.what(what)?;
        let (mark, ty) = self.phrase(with)?;
        if !matches!(ty, Type::Word(_) | Type::Value | Type::Number) {
            return Err(with.origin.problem(format!(
                "a mark is a word or a number, not {}",
                ty.name(&self.out)
            )));
        }
        self.op(Op::Mark(what, mark), origin);
        Ok(())
    }

    /// Names a value until the end of the block.
    fn letting(&mut self, name: &str, value: &Phrase, origin: &Origin) -> Result<(), Problem> {
        if self.sheet.constants.contains_key(name) || super::RESERVED.contains(&name) {
            return Err(origin.problem(format!("`{name}` already means something else")));
        }
        let was_hidden = std::mem::take(&mut self.hidden);
        let read = match &value.is {
            Form::List(list) if list.is_empty() => Ok((
                self.node(Node::List(Box::default())),
                Type::Set(Type::None.into()),
            )),
            _ => self.phrase(value).map(|typed| self.shown(typed)),
        };
        let is_hidden = std::mem::replace(&mut self.hidden, was_hidden);
        let (node, ty) = read?;
        let place = match &ty {
            Type::Set(_) => {
                self.out.kept += 1;
                let set = self.out.kept - 1;
                self.op(Op::Keep(set, node), origin);
                Where::Kept(set)
            }
            _ => {
                let local = self.new_local();
                self.op(Op::Local(local, node), origin);
                Where::Local(local)
            }
        };
        self.names.scope.push(Bound {
            is_let: true,
            is_hidden,
            ..Bound::new(name, place, ty)
        });
        Ok(())
    }

    /// Changes what was named by `let`; `None` if the target is something else.
    fn relet(
        &mut self,
        target: &Phrase,
        by: Setting,
        value: &Phrase,
        origin: &Origin,
    ) -> Result<Option<()>, Problem> {
        let Form::Name(name) = &target.is else {
            return Ok(None);
        };
        let scope = &self.names.scope;
        let Some(at) = scope.iter().rposition(|bound| bound.name == *name) else {
            return Ok(None);
        };
        let bound = scope[at].clone();
        if !bound.is_let {
            return Err(target
                .origin
                .problem(format!(
                    "`{name}` was picked or is looped over, and stays as it is"
                ))
                .help(format!(
                    "`let` gives what changes a name: `let other = {name}`"
                )));
        }
        let was_hidden = std::mem::take(&mut self.hidden);
        let changed = match bound.node {
            Where::Kept(set) => self.keep_more(at, set, by, value, origin),
            Where::Local(local) => self.local_to(&bound.ty, local, by, value, origin),
            Where::Temp(_) | Where::Set(_) => return Ok(None),
        };
        self.names.scope[at].is_hidden |= std::mem::replace(&mut self.hidden, was_hidden);
        changed.map(Some)
    }

    fn local_to(
        &mut self,
        ty: &Type,
        local: u16,
        by: Setting,
        value: &Phrase,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let value = match (by, ty) {
            (Setting::To, ty) => self.value_of(value, ty)?,
            (_, Type::Number) => self.count_of(value)?,
            _ => return Err(origin.problem("only numbers are counted up and down")),
        };
        let own = self.node(Node::Local(local));
        let value = match by {
            Setting::To => value,
            Setting::More => self.node(Node::Join(Join::Plus, own, value)),
            Setting::Less => self.node(Node::Join(Join::Minus, own, value)),
        };
        self.op(Op::Local(local, value), origin);
        Ok(())
    }

    /// Sets a named set, or adds or removes a member or a set.
    fn keep_more(
        &mut self,
        at: usize,
        set: u16,
        by: Setting,
        value: &Phrase,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let (node, ty) = self.phrase(value)?;
        let (node, ty) = match ty {
            Type::Set(_) | Type::Zone(_) => self.as_set(node, ty, &value.origin)?,
            ty => (self.node(Node::List([node].into())), ty),
        };
        let Type::Set(known) = self.names.scope[at].ty.clone() else {
            return Ok(());
        };
        if !ty.fits(&known) {
            return Err(value.origin.problem(format!(
                "expected {}, found {}",
                known.name(&self.out),
                ty.name(&self.out)
            )));
        }
        let of = match (*known, ty.clone()) {
            (Type::None, ty) => ty,
            (Type::Piece(a, s), Type::Piece(b, t)) => {
                Type::Piece(a | b, super::expressions::worse(s, t))
            }
            (known, _) => known,
        };
        let own = self.node(Node::Kept(set));
        let node = match by {
            Setting::To => node,
            Setting::More => self.node(Node::Union(own, node)),
            Setting::Less => {
                let temp = self.new_temp(origin)?;
                let inner = self.new_temp(origin)?;
                self.temp -= 2;
                let [it, other] = [temp, inner].map(|temp| self.node(Node::Temp(temp)));
                let same = self.node(Node::Join(Join::Equal, other, it));
                let found = self.node(Node::Where(node, inner, same));
                let gone = self.node(Node::Empty(found));
                self.node(Node::Where(own, temp, gone))
            }
        };
        self.names.scope[at].ty = Type::Set(of.into());
        self.op(Op::Keep(set, node), origin);
        Ok(())
    }

    fn revealing(
        &mut self,
        what: &Pieces,
        to: Option<&Phrase>,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let dice = self.dice_named(what)?;
        let what = match dice {
            Some(_) => None,
            None => Some(self.what(what)?.0),
        };
        let to = to.map(|to| self.of_type(to, &Type::Player)).transpose()?;
        if let Some((dice, of)) = dice {
            if to.is_none() {
                self.revealed.push(of);
            }
            self.op(Op::Uncover { dice, of, to }, origin);
        } else if let Some(what) = what {
            self.op(Op::Reveal(what, to), origin);
        }
        Ok(())
    }

    /// Compiles the dice that are named where pieces might be; `None` if these are none.
    fn dice_named(&mut self, what: &Pieces) -> Result<Option<(NodeId, u8)>, Problem> {
        let Pieces::One(phrase) = what else {
            return Ok(None);
        };
        let nodes = self.out.nodes.len();
        if let (node, Type::Dice(of)) = self.phrase(phrase)? {
            return Ok(Some((node, of)));
        }
        // It is compiled again, as a piece.
        self.out.nodes.truncate(nodes);
        Ok(None)
    }

    fn shuffling(
        &mut self,
        zone: &Phrase,
        into: Option<&Phrase>,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let (zone, at) = self.zone(zone)?;
        let into = match into {
            Some(into) => {
                let (into, target) = self.zone(into)?;
                self.decks[usize::from(target)] |= self.decks[usize::from(at)];
                Some(into)
            }
            None => None,
        };
        self.op(Op::Shuffle(zone, into), origin);
        Ok(())
    }

    fn placing(
        &mut self,
        tile: &Phrase,
        place: &Phrase,
        turned: Option<&Phrase>,
        up: Option<bool>,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let (tile, decks, _) = self.piece(tile)?;
        let (place_node, ty) = self.phrase(place)?;
        let Type::Place(map) = ty else {
            return Err(place
                .origin
                .problem(format!("expected a place, found {}", ty.name(&self.out))));
        };
        let turned = turned.map(|turned| self.count_of(turned)).transpose()?;
        self.decks[usize::from(self.out.maps[usize::from(map)].zone)] |= decks;
        self.op(
            Op::Place {
                map,
                tile,
                place: place_node,
                turned,
                up,
            },
            origin,
        );
        Ok(())
    }

    fn each(
        &mut self,
        name: &str,
        set: &Phrase,
        block: &Block,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let (set, ty) = self.named_set(name, set)?;
        self.op(Op::Each(set), origin);
        let local = self.new_local();
        self.names
            .scope
            .push(Bound::new(name, Where::Local(local), ty));
        self.looped(Some(local), block, origin);
        self.names.scope.pop();
        Ok(())
    }

    /// Compiles a block that runs once for each member of the loop just begun.
    fn looped(&mut self, local: Option<u16>, block: &Block, origin: &Origin) {
        let next = self.op(Op::Next(local, 0), origin);
        self.repeated(LoopKind::Each, block);
        self.op(Op::Jump(next), origin);
        self.set_target(next, Op::Next(local, self.here()));
        self.ended();
    }

    /// Compiles the block of a loop.
    fn repeated(&mut self, kind: LoopKind, block: &Block) {
        self.loops.push(LoopCode {
            kind,
            ends: Vec::new(),
        });
        self.inner(block);
    }

    /// Ends the innermost loop here.
    fn ended(&mut self) {
        let ends = self.loops.pop().map(|code| code.ends).unwrap_or_default();
        let end = self.here();
        for at in ends {
            self.set_target(at, Op::Jump(end));
        }
    }

    /// Leaves the innermost loop of a sort, and those within it.
    fn leave_loop(&mut self, what: &str, origin: &Origin) -> Result<(), Problem> {
        let kind = match what {
            "each" => LoopKind::Each,
            _ => LoopKind::Repeat,
        };
        let Some(at) = self.loops.iter().rposition(|code| code.kind == kind) else {
            return Err(origin
                .problem(format!("there is no `{what}` to end here"))
                .help("it has to be in the same block, not in an action or effect that the loop calls"));
        };
        let framed = |code: &&LoopCode| code.kind != LoopKind::Repeat;
        let dropped = self.loops[at..].iter().filter(framed).count();
        if dropped > 0 {
            self.op(Op::Drop(dropped as u16), origin);
        }
        let jump = self.op(Op::Jump(0), origin);
        self.loops[at].ends.push(jump);
        Ok(())
    }

    fn each_player(
        &mut self,
        from: Option<&Phrase>,
        condition: Option<&Phrase>,
        block: &Block,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let from = from
            .map(|from| self.of_type(from, &Type::Player))
            .transpose()?;
        self.op(Op::EachPlayer(from), origin);
        let Some(condition) = condition else {
            self.looped(None, block, origin);
            return Ok(());
        };
        // The condition is judged when a player's turn in the loop comes, and is about that player.
        let next = self.op(Op::Next(None, 0), origin);
        let (it, holds) = self.with_it(&Type::Player, &condition.origin, |this| {
            this.flag(condition)
        })?;
        let player = self.node(Node::Seat);
        let holds = self.node(Node::Let(it, player, holds));
        self.op(Op::Unless(holds, next), &condition.origin);
        self.repeated(LoopKind::Each, block);
        self.op(Op::Jump(next), origin);
        self.set_target(next, Op::Next(None, self.here()));
        self.ended();
        Ok(())
    }

    fn said(&mut self, text: &Source, rule: Option<&(String, Origin)>, origin: &Origin) {
        let text = self.announced(text);
        self.speaker.said += 1;
        self.out.said.push(SaidCode {
            text,
            rule: rule.map(|(rule, _)| keep(rule)).or(self.speaker.rule),
            key: format!("{}.{}", self.speaker.key, self.speaker.said),
        });
        self.op(Op::Say(self.out.said.len() as u16 - 1), origin);
    }

    fn quietly(&mut self, block: &Block, origin: &Origin) -> Result<(), Problem> {
        if let Some(asked) = asks(block) {
            return Err(asked
                .problem("nothing is asked where nothing is reported")
                .help("ask before it, or in an effect that it calls"));
        }
        self.out.is_ever_quiet = true;
        self.op(Op::Quiet, origin);
        self.repeated(LoopKind::Quiet, block);
        self.op(Op::Drop(1), origin);
        self.ended();
        Ok(())
    }

    fn at_once(&mut self, block: &Block, origin: &Origin) -> Result<(), Problem> {
        if self.together {
            return Err(origin.problem("`together` within `together`"));
        }
        self.op(Op::Together, origin);
        self.op(Op::EachPlayer(None), origin);
        self.together = true;
        self.looped(None, block, origin);
        self.together = false;
        self.op(Op::TogetherEnd, origin);
        Ok(())
    }

    fn ending(&mut self, what: &str, origin: &Origin) -> Result<(), Problem> {
        let op = match what {
            "action" => Op::Leave(FrameKind::Action),
            "turn" => Op::Leave(FrameKind::Turn),
            "round" => Op::Leave(FrameKind::Round),
            "game" => Op::EndGame,
            "effect" if self.in_effect => Op::Leave(FrameKind::Effect),
            "effect" => return Err(origin.problem("this is not in an effect")),
            "each" | "repeat" => return self.leave_loop(what, origin),
            _ => {
                return Err(origin.problem(format!("`{what}` cannot be ended")).help(
                    "an action, a turn, a round, the game, an effect, or the `each` or `repeat` around it",
                ));
            }
        };
        self.op(op, origin);
        Ok(())
    }

    fn set_target(&mut self, at: u16, op: Op) {
        if let Some(slot) = self.out.ops.get_mut(usize::from(at)) {
            *slot = op;
        }
    }

    fn set_to(
        &mut self,
        target: &Phrase,
        by: Change,
        value: &Phrase,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let by = match by {
            Change::To => Setting::To,
            Change::More => Setting::More,
            Change::Less => Setting::Less,
        };
        if self.relet(target, by, value, origin)?.is_some() {
            return Ok(());
        }
        let (node, ty) = self.phrase(target)?;
        let Node::Var(address) = self.out.nodes[node as usize].clone() else {
            let problem = target
                .origin
                .problem("only counters, yes or no, words, players and figures are set with `=`");
            return Err(match ty {
                Type::Zone(_) => problem.help("pieces are moved: `move .. to ..`"),
                Type::Dice(_) => problem.help("dice are rolled: `roll ..`"),
                _ => problem,
            });
        };
        let value = match ty {
            Type::Number => self.count_of(value)?,
            _ if by != Setting::To => {
                return Err(target
                    .origin
                    .problem("only numbers are counted up and down"));
            }
            ref ty => self.value_of(value, ty)?,
        };
        if self.together && address.seat.is_none() {
            return Err(together::problem(
                &target.origin,
                "this is everybody's, and",
            ));
        }
        self.set_in_secret(address.of);
        self.op(
            Op::Set {
                var: address.of,
                address: *address,
                by,
                value,
            },
            origin,
        );
        Ok(())
    }

    /// A counter set while all choose in secret is reported only when all have chosen.
    fn set_in_secret(&mut self, var: u16) {
        if self.together && !self.out.secret.contains(&var) {
            self.out.secret.push(var);
        }
    }

    /// Compiles an expression of a type; a die counts as what it shows.
    fn value_of(&mut self, phrase: &Phrase, ty: &Type) -> Result<NodeId, Problem> {
        let (node, found) = self.phrase(phrase)?;
        let (node, found) = match found {
            Type::Dice(of) => (
                self.node(Node::Die(node)),
                self.out.dice[usize::from(of)].ty.clone(),
            ),
            found => (node, found),
        };
        if found.fits(ty) {
            return Ok(node);
        }
        let expected = ty.name(&self.out);
        Err(phrase
            .origin
            .problem(format!(
                "expected {expected}, found {}",
                found.name(&self.out)
            ))
            .label(format!("expected {expected}")))
    }

    fn moving(
        &mut self,
        what: &Pieces,
        to: &Phrase,
        placement: Placement,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let (what, decks, seen) = self.what(what)?;
        let (node, zone) = self.zone(to)?;
        if self.is_map(zone) {
            let problem = to.origin.problem("tiles are placed on a map, at a place");
            return Err(problem.help("`place TILE at PLACE turned T`"));
        }
        if self.together && (seen != Seen::Alone || self.seen(zone, node) != Seen::Alone) {
            return Err(together::problem(
                origin,
                "others see where this lies, and it",
            ));
        }
        self.decks[usize::from(zone)] |= decks;
        self.op(
            Op::Move {
                what,
                to: node,
                up: placement.up,
                bottom: placement.bottom,
                reversed: placement.reversed,
            },
            origin,
        );
        Ok(())
    }

    /// The zone that pieces are drawn from: the one named, or else the only pile.
    fn drawn_from(
        &mut self,
        from: Option<&Phrase>,
        to: u8,
        origin: &Origin,
    ) -> Result<NodeId, Problem> {
        let (node, zone) = match from {
            Some(from) => self.zone(from)?,
            None => {
                let is_pile = |zone: &&ZoneDecl| {
                    matches!(zone.kind, ZoneKind::Pile | ZoneKind::Bag)
                        && zone.deck.is_some()
                        && !zone.own
                };
                let piles: Vec<String> = self
                    .out
                    .zones
                    .iter()
                    .filter(is_pile)
                    .map(|zone| zone.name.clone())
                    .collect();
                let [pile] = piles.as_slice() else {
                    let problem = origin.problem("this does not say where to draw from");
                    return Err(
                        problem.help(format!("there is {}: say `from` which", piles.join(", ")))
                    );
                };
                match self.thing(&pile.clone(), None, None, origin)? {
                    Some((node, Type::Zone(zone))) => (node, zone),
                    _ => {
                        return Err(origin
                            .problem("this does not say where to draw from")
                            .help("say `from` which pile"));
                    }
                }
            }
        };
        self.decks[usize::from(to)] |= self.decks[usize::from(zone)];
        Ok(node)
    }

    fn dealing(
        &mut self,
        count: &Phrase,
        from: Option<&Phrase>,
        to: &Phrase,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let count = self.count_of(count)?;
        let (node, zone) = self.zone(to)?;
        let address = match self.out.nodes[node as usize].clone() {
            Node::Zone(address) if address.seat.is_some() => address,
            _ => {
                return Err(to
                    .origin
                    .problem("pieces are dealt to a zone that each player has")
                    .help("`deal 5 to each hand`"));
            }
        };
        let from = self.drawn_from(from, zone, origin)?;
        self.op(
            Op::Deal {
                count,
                from,
                to: *address,
            },
            origin,
        );
        Ok(())
    }

    fn dice(&mut self, phrase: &Phrase) -> Result<(NodeId, u8), Problem> {
        match self.phrase(phrase)? {
            (node, Type::Dice(of)) => Ok((node, of)),
            (_, ty) => Err(phrase
                .origin
                .problem(format!("expected dice, found {}", ty.name(&self.out)))
                .label("expected dice")),
        }
    }

    /// Dice rolled in a `together` must be the player's own, and hidden.
    fn rolled_alone(&self, of: u8, origin: &Origin) -> Result<(), Problem> {
        let dice = &self.out.dice[usize::from(of)];
        if self.together && !(dice.own && dice.see == See::Owner) {
            Err(together::problem(origin, "others see these dice, and they"))
        } else {
            Ok(())
        }
    }

    fn rerolling(&mut self, dice: &Phrase, origin: &Origin) -> Result<(), Problem> {
        let (base, condition) = match &dice.is {
            Form::Where(base, condition) => (&**base, Some(&**condition)),
            _ => (dice, None),
        };
        let (node, of) = self.dice(base)?;
        self.rolled_alone(of, origin)?;
        self.revealed.retain(|shown| *shown != of);
        let ty = self.out.dice[usize::from(of)].ty.clone();
        let condition = match condition {
            Some(condition) => Some(self.with_it(&ty, origin, |this| this.flag(condition))?),
            None => None,
        };
        self.op(
            Op::Reroll {
                dice: node,
                of,
                condition,
            },
            origin,
        );
        Ok(())
    }

    fn choosing(
        &mut self,
        names: &[(String, Origin)],
        may: bool,
        words: Option<Saying>,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let mut actions = Vec::new();
        for (name, origin) in names {
            match self.actions.get(name) {
                Some(action) => actions.push(*action),
                None => {
                    let known = self.sheet.actions.iter().map(|action| action.name.as_str());
                    let problem = origin
                        .problem(format!("there is no action `{name}`"))
                        .label("no such action");
                    return Err(match nearest(name, known.clone()) {
                        Some(like) => problem.help(format!("did you mean `{like}`?")),
                        None => problem.help(format!(
                            "there is {}; an action is a table [action.NAME]",
                            known.collect::<Vec<_>>().join(", ")
                        )),
                    });
                }
            }
        }
        self.choice(actions, may, words, origin);
        Ok(())
    }

    pub(super) fn choice(
        &mut self,
        actions: Vec<u16>,
        may: bool,
        words: Option<Saying>,
        origin: &Origin,
    ) {
        let private = self.together
            || actions.iter().any(|action| {
                self.out
                    .actions
                    .get(usize::from(*action))
                    .is_some_and(|it| it.private)
            });
        self.out.choices.push(Choice {
            actions,
            may,
            private,
        });
        let choice = self.out.choices.len() as u16 - 1;
        self.out
            .choice_words
            .extend(words.map(|words| (choice, words)));
        self.op(Op::Choose(choice), origin);
    }

    /// Compiles what chance picks, which everybody sees.
    fn drawing_lots(
        &mut self,
        name: &str,
        set: &Phrase,
        weight: Option<&Phrase>,
        origin: &Origin,
    ) -> Result<(), Problem> {
        if self.thing(name, None, None, origin)?.is_some() {
            return Err(origin
                .problem(format!("`{name}` already means something else"))
                .help("draw it under a name of its own, and set it then"));
        }
        let was_private = self.private;
        self.offered = true;
        self.alone = false;
        let read = self.named_set(name, set).and_then(|(node, ty)| {
            let weight = weight.map(|weight| {
                self.with_named(name, &ty, &weight.origin, |this| this.count_of(weight))
            });
            Ok((node, ty, weight.transpose()?))
        });
        let alone = self.alone;
        self.offered = false;
        self.private = was_private;
        let (node, ty, weight) = read?;
        if alone {
            return Err(set.origin.problem(
                "everybody sees what is drawn at random, but this is what only one sees",
            ));
        }
        if matches!(ty, Type::Piece(..) | Type::Dice(_) | Type::Set(_)) {
            return Err(origin
                .problem(format!("{} cannot be drawn like this", ty.name(&self.out)))
                .help("pieces are moved: `move 2 at random of Z to Z`"));
        }
        let local = self.new_local();
        self.names
            .scope
            .push(Bound::new(name, Where::Local(local), ty.clone()));
        self.out.lots.push(Lot {
            name: self.title_of(name, origin),
            set: node,
            ty,
            weight,
            local,
        });
        self.op(Op::Lot(self.out.lots.len() as u16 - 1), origin);
        Ok(())
    }

    fn asking(
        &mut self,
        who: Option<&Phrase>,
        name: &str,
        set: Option<&Phrase>,
        or_none: bool,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let who = who
            .map(|who| self.of_type(who, &Type::Player))
            .transpose()?;
        self.offered = true;
        self.private = false;
        self.asked = who;
        let read = match set {
            Some(set) => self.named_set(name, set),
            None => self.values_of(name, origin),
        };
        self.asked = None;
        self.offered = false;
        let (set, ty) = read?;
        if matches!(ty, Type::Dice(_) | Type::Set(_)) {
            return Err(origin.problem(format!("{} cannot be asked for", ty.name(&self.out))));
        }
        let private = self.private || self.together || matches!(ty, Type::Piece(_, Seen::Alone));
        let words = self.asked(name);
        // Sets a counter or word of that name if there is one; otherwise the name is local to the block.
        let target = match self.thing(name, None, None, origin)? {
            Some((node, known)) => match self.out.nodes[node as usize].clone() {
                Node::Var(address) if known.fits(&ty) => {
                    if self.together && address.seat.is_none() {
                        return Err(together::problem(origin, "this is everybody's, and"));
                    }
                    self.set_in_secret(address.of);
                    Target::Var(address.of, *address)
                }
                _ => return Err(origin.problem(format!("`{name}` already means something else"))),
            },
            None => {
                let local = self.new_local();
                self.names
                    .scope
                    .push(Bound::new(name, Where::Local(local), ty.clone()));
                Target::Local(local)
            }
        };
        let asked = self.sheet.asks.get(name);
        let rule = asked.and_then(|asked| asked.rule.as_ref());
        let name = self.title_of(name, origin);
        self.out.questions.push(Question {
            who,
            name,
            set,
            ty,
            or_none,
            target,
            private,
        });
        let question = self.out.questions.len() as u16 - 1;
        self.out
            .question_words
            .extend(words.map(|words| (question, words)));
        self.out
            .question_rules
            .extend(rule.map(|(rule, _)| (question, keep(rule))));
        self.op(Op::Ask(question), origin);
        Ok(())
    }

    /// All values that a word may have.
    fn values_of(&mut self, name: &str, origin: &Origin) -> Result<Typed, Problem> {
        match self.out.vars.iter().find(|var| var.name == name) {
            Some(var) if !var.words.is_empty() => {
                let (words, ty) = (var.words.clone(), var.ty.clone());
                Ok((
                    self.node(Node::Words(words.into())),
                    Type::Set(ty.clone().into()),
                ))
                .map(|(node, _)| (node, ty))
            }
            Some(var) if var.ty == Type::Player => Ok((self.node(Node::Players), Type::Player)),
            _ => Err(origin
                .problem(format!("the values of `{name}` are not declared"))
                .help(format!("`ask {name} in SET`"))),
        }
    }

    fn branches(
        &mut self,
        branches: &[(Phrase, Block)],
        otherwise: &Block,
        origin: &Origin,
    ) -> Result<(), Problem> {
        let mut ends = Vec::new();
        for (condition, block) in branches {
            let node = self.flag(condition)?;
            let unless = self.op(Op::Unless(node, 0), &condition.origin);
            let revealed = self.revealed.clone();
            self.inner(block);
            self.revealed = revealed;
            ends.push(self.op(Op::Jump(0), origin));
            self.set_target(unless, Op::Unless(node, self.here()));
        }
        self.inner(otherwise);
        let end = self.here();
        for at in ends {
            self.set_target(at, Op::Jump(end));
        }
        Ok(())
    }

    fn repeat(&mut self, how: &Repeat, block: &Block, origin: &Origin) -> Result<(), Problem> {
        if !matches!(how, Repeat::Times(_)) && !waits(block) {
            let problem = origin.problem(
                "this is repeated without a question, a roll or a draw in it, and may never end",
            );
            return Err(problem.help("say how often: `repeat 3 times:`"));
        }
        let first = self.out.choices.len() as u16;
        match how {
            Repeat::Times(times) => {
                let times = self.count_of(times)?;
                let local = self.new_local();
                self.op(Op::Local(local, times), origin);
                let again = self.op(Op::Again(local, 0), origin);
                self.repeated(LoopKind::Repeat, block);
                self.op(Op::Jump(again), origin);
                self.set_target(again, Op::Again(local, self.here()));
            }
            Repeat::While(condition) | Repeat::Until(condition) => {
                let again = self.here();
                let mut node = self.flag(condition)?;
                if matches!(how, Repeat::Until(_)) {
                    node = self.node(Node::Not(node));
                }
                let unless = self.op(Op::Unless(node, 0), origin);
                self.repeated(LoopKind::Repeat, block);
                self.op(Op::Jump(again), origin);
                self.set_target(unless, Op::Unless(node, self.here()));
            }
            Repeat::Always => {
                let again = self.here();
                self.repeated(LoopKind::Repeat, block);
                self.op(Op::Jump(again), origin);
            }
        }
        self.ended();
        // A player who declines a repeated offer is not asked again.
        if let [
            Statement {
                is: Effect::Choose { may: true, .. },
                ..
            },
        ] = block.as_slice()
        {
            self.out.leaves.push((first, self.here()));
        }
        Ok(())
    }

    fn doing(
        &mut self,
        what: &Phrase,
        with: Option<&Phrase>,
        origin: &Origin,
    ) -> Result<(), Problem> {
        // What is called may roll them again.
        self.revealed.clear();
        if let Form::Name(name) = &what.is
            && !(self.is_word(what) && self.sheet.effects.iter().all(|effect| effect.name != *name))
        {
            if name == "turn" {
                let call = self.op(Op::Call(0, FrameKind::Turn), origin);
                self.turn_calls.push(call);
                return Ok(());
            }
            let Some(at) = self
                .sheet
                .effects
                .iter()
                .position(|effect| effect.name == *name)
            else {
                let known = self
                    .sheet
                    .effects
                    .iter()
                    .map(|effect| effect.name.as_str())
                    .chain(["turn"]);
                let problem = what
                    .origin
                    .problem(format!("there is no effect `{name}`"))
                    .label("no such effect");
                return Err(match nearest(name, known) {
                    Some(like) => problem.help(format!("did you mean `{like}`?")),
                    None => problem.help(format!("an effect is a table [effect.{name}]")),
                });
            };
            let given = self.given(at, with)?;
            self.give(at, given, origin)?;
            let call = self.op(Op::Call(0, FrameKind::Effect), origin);
            self.calls.push((call, at));
            self.note_call(at);
            return Ok(());
        }
        // `do card.effect`, `do called`: a field or a word names the effect.
        let (node, ty) = self.phrase(what)?;
        let expected = || {
            what.origin
                .problem("expected an effect's name, or a field or word that holds one")
        };
        let Type::Word(column) = ty else {
            return Err(expected());
        };
        let words = match (&self.out.nodes[node as usize], column) {
            (Node::Var(address), _) => self.out.vars[usize::from(address.of)].words.clone(),
            (_, Some(column)) => self.out.facts.values(usize::from(column)),
            (_, None) => return Err(expected()),
        };
        let given: Vec<Typed> = with
            .map(|with| self.phrase(with))
            .transpose()?
            .into_iter()
            .collect();
        let mut named = Vec::new();
        for word in words {
            let name = self.out.facts.text(word).unwrap_or_default().to_owned();
            let Some(at) = self
                .sheet
                .effects
                .iter()
                .position(|effect| effect.name == name)
            else {
                let problem = what.origin.problem(format!(
                    "a row names the effect `{name}`, which does not exist"
                ));
                return Err(
                    problem.help(format!("write a table [effect.{name}], or change the row"))
                );
            };
            self.give(at, given.clone(), origin)?;
            self.note_call(at);
            named.push((word, at as u16));
        }
        let call = match (self.out.nodes[node as usize].clone(), column) {
            (Node::Field(_, piece), Some(column)) => Op::CallBy(column, piece, named),
            _ => Op::CallWord(node, named),
        };
        self.op(call, origin);
        Ok(())
    }

    /// Whether an expression is a word that may name an effect.
    fn is_word(&mut self, what: &Phrase) -> bool {
        let nodes = self.out.nodes.len();
        let is_word = matches!(self.phrase(what), Ok((node, Type::Word(_))) if !matches!(self.out.nodes[node as usize], Node::Number(_)));
        self.out.nodes.truncate(nodes);
        is_word
    }

    /// Compiles what an effect is given: one thing, or a list if it takes several.
    fn given(&mut self, at: usize, with: Option<&Phrase>) -> Result<Vec<Typed>, Problem> {
        let sheet = self.sheet;
        let effect = &sheet.effects[at];
        let given = match with.map(|with| &with.is) {
            None => return Ok(Vec::new()),
            Some(Form::List(list)) if effect.of.len() > 1 => list.as_slice(),
            Some(_) => with.map_or(&[][..], std::slice::from_ref),
        };
        let mut names = effect.of.iter();
        let typed = given.iter().map(|phrase| {
            let typed = self.phrase(phrase)?;
            // An effect may also be there to roll them.
            let rolled = names.next().is_some_and(|name| rolls(&effect.is, name));
            Ok(if rolled { typed } else { self.shown(typed) })
        });
        typed.collect()
    }

    /// A single die is kept as what it shows now, and not as what it will show once it is rolled again.
    fn shown(&mut self, (node, ty): Typed) -> Typed {
        let Type::Dice(of) = ty else {
            return (node, ty);
        };
        let dice = &self.out.dice[usize::from(of)];
        if dice.count != 1 {
            return (node, ty);
        }
        let face = dice.ty.clone();
        (self.node(Node::Die(node)), face)
    }

    fn note_call(&mut self, at: usize) {
        if let Some(inside) = self.inside {
            self.called[inside].push(at);
        }
    }

    /// Stores the arguments of an effect in its parameters.
    fn give(&mut self, at: usize, given: Vec<Typed>, origin: &Origin) -> Result<(), Problem> {
        let effect = &self.sheet.effects[at];
        if effect.of.len() != given.len() && !effect.of.is_empty() {
            let problem = origin.problem(format!(
                "effect `{}` takes {} in `with`, but gets {}",
                effect.name,
                effect.of.len(),
                given.len()
            ));
            return Err(problem.help(match effect.of.len() {
                1 => "give it one thing: `do NAME with e`",
                _ => "give it a list: `do NAME with [e, e]`",
            }));
        }
        if given.iter().any(|(_, ty)| matches!(ty, Type::Set(_))) {
            return Err(origin
                .problem("a set cannot be given to an effect")
                .help("walk it, `each x in SET: do NAME with x`, or give the set to a [value]"));
        }
        if self.effects[at].is_none() {
            let types = given.iter().take(effect.of.len());
            let parameters = types.map(|(_, ty)| (self.out.locals, ty.clone()));
            let mut parameters: Vec<(u16, Type)> = parameters.collect();
            for (local, _) in &mut parameters {
                *local = self.new_local();
            }
            self.effects[at] = Some(EffectCode {
                entry: None,
                parameters,
            });
        }
        let Some(code) = &mut self.effects[at] else {
            return Ok(());
        };
        let mut stored = Vec::new();
        for ((node, ty), (local, known)) in given.into_iter().zip(&mut code.parameters) {
            if !ty.fits(known) {
                return Err(origin.problem(format!(
                    "expected {}, found {}",
                    known.name(&self.out),
                    ty.name(&self.out)
                )));
            }
            // Pieces of several decks may be given, and some of them may be hidden.
            if let (Type::Piece(decks, seen), Type::Piece(more, other)) = (&mut *known, &ty) {
                *decks |= more;
                *seen = super::expressions::worse(*seen, *other);
            }
            stored.push((*local, node));
        }
        for (local, node) in stored {
            self.op(Op::Local(local, node), origin);
        }
        Ok(())
    }

    /// Compiles the effects that are called, and the uncalled ones as well, so that their mistakes are found too.
    pub(super) fn pending_effects(&mut self) {
        let sheet = self.sheet;
        let mut done = vec![false; sheet.effects.len()];
        loop {
            let called = (0..done.len()).find(|at| !done[*at] && self.effects[*at].is_some());
            let Some(at) = called.or_else(|| {
                (0..done.len()).find(|at| !done[*at] && sheet.effects[*at].of.is_empty())
            }) else {
                break;
            };
            done[at] = true;
            let entry = self.here();
            let code = self.effects[at].get_or_insert(EffectCode {
                entry: None,
                parameters: Vec::new(),
            });
            code.entry = Some(entry);
            let parameters = code.parameters.clone();
            self.inside = Some(at);
            self.in_effect = true;
            let effect = &sheet.effects[at];
            self.speak(&format!("effect.{}", effect.name), effect.rule.as_ref());
            self.together = self
                .apart
                .effects
                .contains(&sheet.effects[at].name.as_str());
            for (name, (local, ty)) in sheet.effects[at].of.iter().zip(parameters) {
                self.names
                    .scope
                    .push(Bound::new(name, Where::Local(local), ty));
            }
            self.revealed.clear();
            self.body(&sheet.effects[at].is);
            self.names.scope.clear();
            let origin = sheet.effects[at].origin.clone();
            self.op(Op::Return, &origin);
            self.inside = None;
            self.in_effect = false;
            self.together = false;
        }
        for (op, at) in std::mem::take(&mut self.calls) {
            let entry = self.effects[at]
                .as_ref()
                .and_then(|code| code.entry)
                .unwrap_or_default();
            self.set_target(op, Op::Call(entry, FrameKind::Effect));
        }
        let entries: Vec<u16> = self
            .effects
            .iter()
            .map(|code| {
                code.as_ref()
                    .and_then(|code| code.entry)
                    .unwrap_or_default()
            })
            .collect();
        for op in &mut self.out.ops {
            if let Op::CallBy(_, _, named) | Op::CallWord(_, named) = op {
                for (_, to) in named {
                    *to = entries.get(usize::from(*to)).copied().unwrap_or_default();
                }
            }
        }
    }

    /// Compiles a choice of pieces: which decks they may belong to, and whether the acting player sees them.
    fn what(&mut self, what: &Pieces) -> Result<(What, u64, Seen), Problem> {
        Ok(match what {
            Pieces::One(piece) => {
                let (node, decks, seen) = self.piece(piece)?;
                (What::One(node), decks, seen)
            }
            Pieces::Top(count, zone) => {
                let count = count
                    .as_ref()
                    .map(|count| self.count_of(count))
                    .transpose()?;
                let (node, zone) = self.zone(zone)?;
                (
                    What::Top(count, node),
                    self.decks[usize::from(zone)],
                    self.seen(zone, node),
                )
            }
            Pieces::All(set) => {
                let (node, ty) = self.set(set)?;
                let Type::Piece(decks, seen) = ty else {
                    return Err(set.origin.problem("expected pieces"));
                };
                (What::All(node), decks, seen)
            }
            Pieces::Random(count, zone) => {
                let count = self.count_of(count)?;
                let (node, zone) = self.zone(zone)?;
                (
                    What::Random(count, node),
                    self.decks[usize::from(zone)],
                    self.seen(zone, node),
                )
            }
            Pieces::Above(piece) => {
                let (node, decks, seen) = self.piece(piece)?;
                (What::Above(node), decks, seen)
            }
            Pieces::Sought(set) => {
                let (zone, condition) = match &set.is {
                    Form::Where(zone, condition) => (&**zone, Some(&**condition)),
                    _ => (set, None),
                };
                let (node, zone) = self.zone(zone)?;
                let decks = self.decks[usize::from(zone)];
                let seen = self.seen(zone, node);
                let it = Type::Piece(decks, Seen::Yes);
                let condition = match condition {
                    Some(condition) => {
                        Some(self.with_it(&it, &condition.origin, |this| this.flag(condition))?)
                    }
                    None => None,
                };
                (What::Sought(node, condition), decks, seen)
            }
        })
    }
}

/// Whether a block asks, rolls or draws anywhere.
fn waits(block: &Block) -> bool {
    block.iter().any(|statement| match &statement.is {
        Effect::Choose { .. }
        | Effect::Ask { .. }
        | Effect::Roll { .. }
        | Effect::Reroll { .. }
        | Effect::Random { .. }
        | Effect::Draw { .. }
        | Effect::Fill { .. }
        | Effect::Do { .. }
        | Effect::Move { .. }
        | Effect::Reveal { .. } => true,
        is => is.blocks().into_iter().any(waits),
    })
}

/// The first question of a block, if it asks any.
fn asks(block: &Block) -> Option<&Origin> {
    block.iter().find_map(|statement| match &statement.is {
        Effect::Choose { .. } | Effect::Ask { .. } => Some(&statement.origin),
        is => is.blocks().into_iter().find_map(asks),
    })
}
