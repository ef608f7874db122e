//! The machine that runs operations until it must wait for a player, for chance, or for the end.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::*;
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::language::sheet::{After, See, ZoneKind};
use crate::games::by_kit::language::statement::Turned;
use crate::games::by_kit::rules::eval::{Evaluator, Reader, number};
use crate::games::by_kit::rules::event::Event;
use crate::games::by_kit::rules::pools::Pool;
use crate::games::by_kit::rules::position::*;
use crate::referee::journal::Secrets;

/// The most operations between two moves, including those on single pieces.
pub const MAX_BETWEEN: u32 = 20_000;
/// This many steps of an expression cost as much as an operation.
const STEPS: u32 = 256;
/// With more rounds than this since anybody was asked, that is why the rules never end.
const ROUNDS: u32 = 2;
/// The most moves without a decision, since automatic play must end; long ones count more than once.
pub const MAX_ALONE: u32 = 100_000;
/// The most members in the lists of all loops in progress and of an effect.
const MAX_LISTED: usize = 20_000;
/// The most pieces moved by one effect.
const MAX_MOVED: i32 = 4096;

type Tell<'t> = &'t mut dyn FnMut(Event);

impl KitGame {
    /// Runs until it must wait.
    pub(crate) fn run(&self, p: &mut Position, tell: Tell<'_>) {
        while p.wait == Wait::Run {
            if self.is_quiet(p) {
                self.run_part(p, &mut |event| {
                    if !event.is_mere() {
                        tell(event);
                    }
                })
            } else {
                self.run_part(p, tell)
            }
        }
    }

    /// Whether a block is running of which nothing is reported.
    pub(crate) fn is_quiet(&self, p: &Position) -> bool {
        let is_quiet = |frame: &Frame| frame.kind == FrameKind::Quiet;
        self.program.is_ever_quiet && p.frames.iter().any(is_quiet)
    }

    /// Runs until it must wait, or until a quiet block begins or ends.
    fn run_part(&self, p: &mut Position, tell: Tell<'_>) {
        while p.wait == Wait::Run {
            p.spun += 1;
            if p.spun > MAX_BETWEEN {
                let is = if p.unasked > ROUNDS {
                    RuntimeErrorKind::Unasked
                } else {
                    RuntimeErrorKind::Spins
                };
                self.give_up(p, is, tell);
                return;
            }
            if let Some(step) = p.queue.pop() {
                self.step(p, step, tell);
                continue;
            }
            if p.is_changed && self.has_become_true(p) {
                continue;
            }
            let at = usize::from(p.pc);
            if let Some(reached) = &self.reached {
                reached[at].store(true, Relaxed);
            }
            p.pc += 1;
            let op = &self.program.ops[at];
            self.operate(p, op, tell);
            let leaves = matches!(op, Op::Quiet | Op::Drop(_) | Op::Return | Op::Leave(_));
            if leaves && self.program.is_ever_quiet {
                return;
            }
        }
    }

    /// Ends a game that its rules cannot continue.
    pub(crate) fn give_up(&self, p: &mut Position, is: RuntimeErrorKind, tell: Tell<'_>) {
        self.fault(p, is, tell);
        p.queue.clear();
        p.ending = true;
        p.wait = Wait::Over;
    }

    fn fault(&self, p: &mut Position, is: RuntimeErrorKind, tell: Tell<'_>) {
        let fault = RuntimeError {
            is,
            op: p.pc.saturating_sub(1),
        };
        if p.fault.is_none() {
            tell(Event::RuntimeError { is, op: fault.op });
            p.fault = Some(fault);
        }
    }

    /// Reads something for the rules. What that takes counts towards their limits.
    fn read<T>(
        &self,
        p: &mut Position,
        tell: Tell<'_>,
        read: impl FnOnce(&mut Evaluator<'_>) -> T,
    ) -> T {
        let mut look = Evaluator::new(self, p, p.seat, Reader::Rules);
        let found = read(&mut look);
        let (fault, hidden_in, steps) = (look.fault, look.hidden_in, look.steps);
        p.took(steps);
        if let Some(fault) = fault {
            p.hidden_in = p
                .hidden_in
                .or(hidden_in.filter(|_| p.is_open && p.fault.is_none()));
            self.fault(p, fault, tell);
        }
        found
    }

    /// Evaluates a node for the rules.
    fn value(&self, p: &mut Position, node: NodeId, tell: Tell<'_>) -> i32 {
        self.read(p, tell, |look| look.value(node))
    }

    fn resolve(&self, p: &mut Position, address: &Address, tell: Tell<'_>) -> Option<u16> {
        let at = self.read(p, tell, |look| look.resolve(address));
        if at.is_none() {
            self.fault(p, RuntimeErrorKind::Nowhere, tell);
        }
        at
    }

    fn zone(&self, p: &mut Position, node: NodeId, tell: Tell<'_>) -> Option<u16> {
        if let Node::Zone(address) = &self.program.nodes[node as usize] {
            self.use_place(p, address, tell);
        }
        let zone = self.value(p, node, tell);
        if zone == NONE {
            self.fault(p, RuntimeErrorKind::Nowhere, tell);
        }
        u16::try_from(zone).ok()
    }

    /// A place that has never been used gets its zones and counters when something comes there.
    fn use_place(&self, p: &mut Position, address: &Address, tell: Tell<'_>) {
        let Some((Key::Place(map), place)) = &address.key else {
            return;
        };
        let place = self.value(p, *place, tell);
        if place != NONE && self.program.maps[usize::from(*map)].shape.has(place) {
            p.maps[usize::from(*map)].spot(place);
        }
    }

    pub(super) fn operate(&self, p: &mut Position, op: &Op, tell: Tell<'_>) {
        match op {
            Op::Jump(to) => p.pc = *to,
            Op::Unless(node, to) => {
                let holds = self.value(p, *node, tell) == 1;
                self.notice_branch(p, *node, (holds, *to));
                if !holds {
                    p.pc = *to;
                }
            }
            Op::Local(local, node) => {
                let value = self.value(p, *node, tell);
                p.locals[usize::from(*local)] = value;
                self.notice_value(p, *node);
                self.find_out_one(p, *node, value, tell);
            }
            Op::Keep(set, node) => {
                self.notice_set(p, *node);
                let first = p.lists.len();
                let taken_for = self.list_set(p, *node, tell);
                let members = p.lists.drain(first..).collect();
                p.kept[usize::from(*set)] = members;
                self.find_out(p, *node, &taken_for);
            }
            Op::Drop(loops) => {
                for _ in 0..*loops {
                    let Some(frame) = p.frames.pop() else { return };
                    p.lists.truncate(usize::from(frame.list));
                    p.seat = frame.seat;
                }
            }
            Op::CallWord(word, named) => {
                let word = self.value(p, *word, tell);
                match named.iter().find(|(known, _)| *known == word) {
                    Some((_, to)) => self.call(p, *to, FrameKind::Effect, tell),
                    None if word == NONE => {}
                    None => self.fault(p, RuntimeErrorKind::Nowhere, tell),
                }
            }
            Op::Set {
                var,
                address,
                by,
                value,
            } => self.set(p, *var, address, *by, *value, tell),
            Op::Again(local, to) => {
                let left = &mut p.locals[usize::from(*local)];
                *left = number(*left) - 1;
                if *left < 0 {
                    p.pc = *to;
                }
            }
            Op::Each(set) => self.begin_each(p, *set, tell),
            Op::EachPlayer(from) => self.begin_players(p, *from, tell),
            Op::Next(local, end) => self.next_member(p, *local, *end),
            Op::Call(to, kind) => self.call(p, *to, *kind, tell),
            Op::CallBy(column, piece, named) => self.call_by(p, *column, *piece, named, tell),
            Op::Return => self.leave_frame(p),
            Op::Leave(kind) => self.leave(p, *kind),
            Op::EndGame => self.finish(p),
            Op::Win { leaves: true } => self.leave_game(p, true, tell),
            Op::Lose { leaves: true } => self.leave_game(p, false, tell),
            Op::Win { leaves: false } => {
                p.winners = Some(p.winners.unwrap_or(0) | self.concerned(p));
                self.finish(p);
            }
            Op::Lose { leaves: false } => {
                p.lost |= self.concerned(p);
                self.finish(p);
            }
            Op::Together => {
                p.together = true;
                if !p.beliefs.0.is_empty() {
                    p.chosen.clear();
                    p.before = Some(Arc::new(p.clone()));
                }
            }
            Op::TogetherEnd => {
                p.together = false;
                if let Some(before) = p.before.take() {
                    self.note_chosen_together(p, &before);
                }
                p.chosen.clear();
                self.tell_chosen(p, tell);
            }
            Op::Over => {
                p.wait = Wait::Over;
                self.tell_end(p, tell);
            }
            Op::Choose(choice) => self.offer(p, *choice),
            Op::Ask(question) => self.ask(p, *question, tell),
            Op::Lot(lot) => self.draw_lot(p, *lot, tell),
            Op::Roll { dice, of, count } => self.roll(p, *dice, *of, *count, tell),
            Op::Reroll {
                dice,
                of,
                condition,
            } => self.reroll(p, *dice, *of, *condition, tell),
            _ => self.handle(p, op, tell),
        }
    }

    /// Runs an operation on pieces, or one that is about what is told.
    fn handle(&self, p: &mut Position, op: &Op, tell: Tell<'_>) {
        match op {
            Op::Quiet => self.push_frame(p, FrameKind::Quiet),
            Op::Say(said) => {
                let gaps = self.gaps(p, &[], &self.program.said[usize::from(*said)].text);
                tell(Event::Said {
                    seat: p.seat,
                    said: *said,
                    gaps,
                });
            }
            Op::Move {
                what,
                to,
                up,
                bottom,
                reversed,
            } => {
                let Some(to) = self.zone(p, *to, tell) else {
                    return;
                };
                self.move_all(p, what, to, (*up, *bottom, *reversed), tell);
            }
            Op::Draw { count, from, to } => self.queue_draws(p, *count, (*from, *to), tell),
            Op::Deal { count, from, to } => self.deal(p, *count, *from, to, tell),
            Op::Fill { zone, to, from } => {
                let until = number(self.value(p, *to, tell)).clamp(0, MAX_MOVED) as u16;
                let (Some(to), Some(from)) = (self.zone(p, *zone, tell), self.zone(p, *from, tell))
                else {
                    return;
                };
                p.queue.push(Step::Fill { from, to, until });
            }
            Op::Shuffle(zone, into) => self.shuffle_into(p, *zone, *into, tell),
            Op::Place {
                map,
                tile,
                place,
                turned,
                up,
            } => self.queue_laying(p, *map, (*tile, *place, *turned), *up, tell),
            Op::Turn(way, what) => {
                self.queue(
                    p,
                    what,
                    false,
                    |piece| Step::Turn { piece, way: *way },
                    tell,
                );
            }
            Op::Reveal(what, to) => {
                let seats = self.shown_to(p, *to, tell);
                self.queue(p, what, false, |piece| Step::Show { piece, seats }, tell);
            }
            Op::Uncover { dice, of, to } => self.uncover_all(p, *dice, *of, *to, tell),
            Op::Mark(what, with) => self.mark(p, what, *with, tell),
            _ => {}
        }
    }

    /// Goes on with the next member of a loop, or after its end.
    fn next_member(&self, p: &mut Position, local: Option<u16>, end: u16) {
        let Some(frame) = p.frames.last_mut() else {
            return;
        };
        let mut next = p.lists.get(usize::from(frame.next));
        while local.is_none() && next.is_some_and(|seat| p.left[*seat as usize] > 0) {
            frame.next += 1;
            next = p.lists.get(usize::from(frame.next));
        }
        match next {
            Some(value) => {
                frame.next += 1;
                match local {
                    Some(local) => p.locals[usize::from(local)] = *value,
                    None => p.seat = *value as u8,
                }
            }
            None => {
                p.lists.truncate(usize::from(frame.list));
                p.seat = frame.seat;
                p.frames.pop();
                p.pc = end;
            }
        }
    }

    /// Calls the effect that a field of a piece names.
    fn call_by(
        &self,
        p: &mut Position,
        column: u16,
        piece: NodeId,
        named: &[(i32, u16)],
        tell: Tell<'_>,
    ) {
        let piece = self.value(p, piece, tell);
        let kind = self.read(p, tell, |look| look.kind(piece));
        let word = kind
            .map(|kind| self.program.facts.columns[usize::from(column)].values[usize::from(kind)]);
        match named.iter().find(|(known, _)| Some(*known) == word) {
            Some((_, to)) => self.call(p, *to, FrameKind::Effect, tell),
            None if word == Some(NONE) => {}
            None => self.fault(p, RuntimeErrorKind::Hidden, tell),
        }
    }

    /// Leaves the innermost block of a sort, and those within it.
    fn leave(&self, p: &mut Position, kind: FrameKind) {
        if !p.frames.iter().any(|frame| frame.kind == kind) {
            return;
        }
        while let Some(frame) = p.frames.last() {
            let (is, list) = (frame.kind, frame.list);
            if is == kind {
                break;
            }
            p.lists.truncate(usize::from(list));
            p.frames.pop();
        }
        self.leave_frame(p);
    }

    /// Whom a victory or a defeat of the acting player concerns, by bit.
    fn concerned(&self, p: &Position) -> u32 {
        if self.program.end.together {
            self.everybody()
        } else {
            1 << p.seat
        }
    }

    /// The acting player has won or lost and plays no more; the others go on.
    fn leave_game(&self, p: &mut Position, won: bool, tell: Tell<'_>) {
        let seat = p.seat;
        if !p.plays(seat) {
            return;
        }
        p.left[usize::from(seat)] = p.decisions + 1;
        if won {
            p.winners = Some(p.winners.unwrap_or(0) | 1 << seat);
        } else {
            p.lost |= 1 << seat;
        }
        p.is_changed = true;
        tell(Event::Left { seat, won });
    }

    /// Whether so many have left that nobody plays any more, or only one who has outlasted the others and so wins.
    fn is_left_alone(&self, p: &mut Position) -> bool {
        let gone = (0..self.seats).filter(|seat| !p.plays(*seat)).count();
        let last = (0..self.seats).find(|seat| p.plays(*seat));
        let Some(last) = last else { return true };
        let outlasts = gone > 0 && gone + 1 == usize::from(self.seats) && p.lost != 0;
        if outlasts {
            p.winners = Some(p.winners.unwrap_or(0) | 1 << last);
        }
        outlasts
    }

    /// Offers a choice, unless it is optional and there is nothing to choose.
    fn offer(&self, p: &mut Position, choice: u16) {
        let Choice { may, private, .. } = self.program.choices[usize::from(choice)];
        let nothing = may
            && if private && self.has_secrets() {
                // That a player has nothing to choose is secret as well.
                self.most_acts(p, choice) == 0
            } else {
                !self.can_act(p, choice)
            };
        if nothing {
            self.leave_choice(p, choice)
        } else {
            p.wait = Wait::Choose(choice)
        }
    }

    /// Queues draws from one zone to another.
    fn queue_draws(
        &self,
        p: &mut Position,
        count: NodeId,
        (from, to): (NodeId, NodeId),
        tell: Tell<'_>,
    ) {
        let count = number(self.value(p, count, tell)).clamp(0, MAX_MOVED);
        let (Some(from), Some(to)) = (self.zone(p, from, tell), self.zone(p, to, tell)) else {
            return;
        };
        p.queue.extend((0..count).map(|_| Step::Draw {
            from,
            to,
            up: None,
            bottom: false,
        }));
    }

    /// Deals to each player in turn.
    fn deal(&self, p: &mut Position, count: NodeId, from: NodeId, to: &Address, tell: Tell<'_>) {
        let count =
            number(self.value(p, count, tell)).clamp(0, MAX_MOVED / i32::from(self.seats.max(1)));
        let Some(from) = self.zone(p, from, tell) else {
            return;
        };
        let own = Address {
            seat: None,
            ..to.clone()
        };
        let Some(first) = self.resolve(p, &own, tell) else {
            return;
        };
        let hands = || {
            (0..u16::from(self.seats))
                .rev()
                .map(|seat| first + seat * to.stride)
        };
        // Players look at their cards when all have been dealt, so that the laptop is passed round once and not with
        // every card.
        if self.secrets == Secrets::Referee
            && self.program.zones[usize::from(to.of)].see != See::All
        {
            p.queue.extend(hands().map(|zone| Step::Look { zone }));
            for _ in 0..count {
                p.queue.extend(hands().map(|to| Step::Deal { from, to }));
            }
            return;
        }
        for _ in 0..count {
            p.queue.extend(hands().map(|to| Step::Draw {
                from,
                to,
                up: None,
                bottom: false,
            }));
        }
    }

    /// Shuffles a zone, or its pieces into another.
    fn shuffle_into(&self, p: &mut Position, zone: NodeId, into: Option<NodeId>, tell: Tell<'_>) {
        let Some(mut zone) = self.zone(p, zone, tell) else {
            return;
        };
        if let Some(into) = into {
            let Some(into) = self.zone(p, into, tell) else {
                return;
            };
            for piece in p.zones[usize::from(zone)].clone() {
                self.put(p, piece, into, None, false);
            }
            zone = into;
        }
        self.shuffle(p, zone, tell);
        tell(Event::Shuffled { zone });
    }

    /// Queues the laying of a tile.
    fn queue_laying(
        &self,
        p: &mut Position,
        map: u8,
        (tile, place, turned): (NodeId, NodeId, Option<NodeId>),
        up: Option<bool>,
        tell: Tell<'_>,
    ) {
        let tile = self.value(p, tile, tell);
        let place = self.value(p, place, tell);
        let turns = turned.map_or(0, |turned| number(self.value(p, turned, tell)));
        let sides = self.program.maps[usize::from(map)].shape.sides() as i32;
        let has = self.program.maps[usize::from(map)].shape.has(place);
        match u16::try_from(tile) {
            Ok(piece) if has && p.maps[usize::from(map)].tile(place).is_none() => {
                p.queue.push(Step::Place {
                    piece,
                    map,
                    place,
                    turns: turns.rem_euclid(sides) as u8,
                    up,
                });
            }
            _ => self.fault(p, RuntimeErrorKind::Nowhere, tell),
        }
    }

    /// Queues the showing of all dice of a declaration.
    fn uncover_all(
        &self,
        p: &mut Position,
        dice: NodeId,
        of: u8,
        to: Option<NodeId>,
        tell: Tell<'_>,
    ) {
        let seats = self.shown_to(p, to, tell);
        let Ok(first) = u16::try_from(self.value(p, dice, tell)) else {
            return;
        };
        let count = u16::from(self.program.dice[usize::from(of)].count);
        let rolled = (first..first + count).rev();
        p.queue
            .extend(rolled.map(|die| Step::ShowDie { die, of, seats }));
    }

    fn mark(&self, p: &mut Position, what: &What, with: NodeId, tell: Tell<'_>) {
        let mark = self.value(p, with, tell);
        let first = self.pieces(p, what, tell);
        for at in first..p.lists.len() {
            let piece = p.lists[at] as u16;
            p.pieces[usize::from(piece)].mark = mark;
            tell(Event::Marked {
                piece,
                zone: p.pieces[usize::from(piece)].zone,
                mark,
            });
        }
        p.lists.truncate(first);
    }

    /// Who is shown something, by bit: a player, or all.
    fn shown_to(&self, p: &mut Position, to: Option<NodeId>, tell: Tell<'_>) -> u32 {
        let Some(to) = to else {
            return self.everybody();
        };
        match u8::try_from(self.value(p, to, tell)) {
            Ok(seat) if seat < self.seats => 1 << seat,
            _ => 0,
        }
    }

    /// What a counter stands at when this is added to it, within its bounds.
    fn added(
        &self,
        p: &mut Position,
        decl: &VarDecl,
        (old, by): (i32, i64),
        tell: Tell<'_>,
    ) -> i32 {
        let wished = i64::from(number(old)) + by;
        let bounded = wished.clamp(decl.least.into(), decl.most.into()) as i32;
        let is_at_its_end = bounded == i32::MAX || bounded == NONE + 1;
        if is_at_its_end && i64::from(bounded) != wished {
            self.fault(p, RuntimeErrorKind::Large, tell);
        }
        bounded
    }

    fn set(
        &self,
        p: &mut Position,
        var: u16,
        address: &Address,
        by: Setting,
        value: NodeId,
        tell: Tell<'_>,
    ) {
        self.notice_value(p, value);
        let value = self.value(p, value, tell);
        self.use_place(p, address, tell);
        let Some(at) = self.resolve(p, address, tell) else {
            return;
        };
        let decl = &self.program.vars[usize::from(var)];
        let old = p.vars[usize::from(at)];
        let new = match (by, &decl.ty) {
            (Setting::To, Type::Number) => number(value).clamp(decl.least, decl.most),
            (Setting::More, _) => self.added(p, decl, (old, i64::from(number(value))), tell),
            (Setting::Less, _) => self.added(p, decl, (old, -i64::from(number(value))), tell),
            (Setting::To, _) => value,
        };
        if new != old {
            p.vars[usize::from(at)] = new;
            p.is_changed = true;
            // What the kit hides is told nowhere.
            if !p.together && !decl.title.is_empty() {
                let anew = self.program.anew.contains(&p.pc.saturating_sub(1));
                tell(Event::Set {
                    var,
                    at,
                    value: new,
                    anew,
                });
            }
        }
    }

    fn begin_each(&self, p: &mut Position, set: NodeId, tell: Tell<'_>) {
        let list = p.lists.len() as u16;
        self.notice_set(p, set);
        let taken_for = self.list_set(p, set, tell);
        self.find_out(p, set, &taken_for);
        let frame = Frame {
            kind: FrameKind::Each,
            to: 0,
            seat: p.seat,
            active: p.active,
            list,
            next: list,
        };
        p.frames.push(frame);
    }

    pub(super) fn begin_players(&self, p: &mut Position, from: Option<NodeId>, tell: Tell<'_>) {
        let first = from.map_or(0, |from| number(self.value(p, from, tell)).max(0));
        let list = p.lists.len() as u16;
        let seats = i32::from(self.seats);
        p.lists
            .extend((first..first + seats).map(|seat| seat % seats));
        let frame = Frame {
            kind: FrameKind::Players,
            // Its `Next`.
            to: p.pc,
            seat: p.seat,
            active: p.active,
            list,
            next: list,
        };
        p.frames.push(frame);
    }

    pub(super) fn push_frame(&self, p: &mut Position, kind: FrameKind) {
        let list = p.lists.len() as u16;
        p.frames.push(Frame {
            kind,
            to: p.pc,
            seat: p.seat,
            active: p.active,
            list,
            next: list,
        });
    }

    pub(super) fn call(&self, p: &mut Position, to: u16, kind: FrameKind, tell: Tell<'_>) {
        self.push_frame(p, kind);
        if kind == FrameKind::Round {
            p.rounds += 1;
            p.unasked += 1;
        }
        if kind == FrameKind::Turn {
            p.turns += 1;
            self.begin_turn(p, tell);
        }
        p.pc = to;
    }

    fn begin_turn(&self, p: &mut Position, tell: Tell<'_>) {
        p.active = p.seat;
        for var in self.program.vars.iter().filter(|var| var.anew) {
            let owner = if var.own { u16::from(p.seat) } else { 0 };
            let first = usize::from(var.base + owner * var.each.count());
            p.vars[first..first + usize::from(var.each.count())].fill(var.start);
            p.is_changed = true;
        }
        tell(Event::TurnBegan { seat: p.seat });
    }

    /// Begins the turn in progress again for another player, after whom the others follow.
    pub(crate) fn give_turn(&self, p: &mut Position, seat: u8, tell: Tell<'_>) {
        let turn = p
            .frames
            .iter()
            .rposition(|frame| frame.kind == FrameKind::Turn);
        let outer = turn.unwrap_or(p.frames.len());
        let players = p.frames[..outer]
            .iter()
            .rposition(|frame| frame.kind == FrameKind::Players);
        let (kept, pc) = match (turn, players) {
            (Some(turn), _) => (turn + 1, self.program.turn),
            (None, Some(players)) => (players + 1, p.frames[players].to + 1),
            // Without turns, whoever acts goes on as somebody else.
            (None, None) => (p.frames.len(), p.pc.saturating_sub(1)),
        };
        if let Some(players) = players {
            let list = p.frames[players].list;
            let end = p
                .frames
                .get(players + 1)
                .map_or(p.lists.len(), |inner| inner.list.into());
            let at = p.lists[usize::from(list)..end]
                .iter()
                .position(|other| *other == i32::from(seat));
            if let Some(at) = at {
                p.frames[players].next = list + at as u16 + 1;
            }
        }
        let inner = players.map_or(0, |players| players + 1);
        for frame in p.frames.iter_mut().take(kept).skip(inner) {
            frame.seat = seat;
        }
        if let Some(frame) = p.frames.get(kept) {
            p.lists.truncate(usize::from(frame.list));
        }
        p.frames.truncate(kept);
        p.queue.clear();
        (p.seat, p.active, p.pc, p.wait) = (seat, seat, pc, Wait::Run);
        p.spun = 0;
        p.steps = 0;
        if turn.is_some() {
            self.begin_turn(p, tell);
        }
        self.run(p, tell);
    }

    /// Notes what is true before play, which is not news.
    pub(crate) fn watch_from_now(&self, p: &mut Position) {
        for (at, when) in self.program.whens.iter().enumerate() {
            for seat in 0..self.seats {
                p.was[at] |= u32::from(self.ends(p, when.that, seat)) << seat;
            }
        }
    }

    /// Calls the effect of a `[when]` that has become true for a player.
    fn has_become_true(&self, p: &mut Position) -> bool {
        if p.together || p.ending {
            return false;
        }
        p.is_changed = false;
        for (at, when) in self.program.whens.iter().enumerate() {
            for seat in 0..self.seats {
                if !p.plays(seat) {
                    continue;
                }
                let is = self.ends(p, when.that, seat);
                self.notice_value(p, when.that);
                let was = p.was[at] >> seat & 1 == 1;
                if is == was {
                    continue;
                }
                p.was[at] ^= 1 << seat;
                if is {
                    let list = p.lists.len() as u16;
                    p.frames.push(Frame {
                        kind: FrameKind::Effect,
                        to: p.pc,
                        seat: p.seat,
                        active: p.active,
                        list,
                        next: list,
                    });
                    p.seat = seat;
                    p.pc = when.entry;
                    p.is_changed = true;
                    return true;
                }
            }
        }
        false
    }

    /// Declines a choice. A repeated offer is not made again.
    pub(crate) fn leave_choice(&self, p: &mut Position, choice: u16) {
        if let Some((_, to)) = self
            .program
            .leaves
            .iter()
            .find(|(known, _)| *known == choice)
        {
            p.pc = *to;
        }
    }

    /// Returns to the caller of a block; after an action, a turn or a round, checks for the end of the game.
    fn leave_frame(&self, p: &mut Position) {
        let Some(frame) = p.frames.pop() else { return };
        p.pc = frame.to;
        p.seat = frame.seat;
        p.lists.truncate(usize::from(frame.list));
        let ends = matches!(
            frame.kind,
            FrameKind::Action | FrameKind::Turn | FrameKind::Round
        );
        if ends && !p.ending && !p.together {
            self.look_for_end(p, frame.kind);
            if frame.kind == FrameKind::Action && !p.ending && !p.plays(p.active) {
                self.leave(p, FrameKind::Turn);
            }
        }
    }

    /// Whether a condition for the end holds for a player. It may be about what is not there yet, which is not a fault.
    fn ends(&self, p: &mut Position, node: NodeId, seat: u8) -> bool {
        let mut look = Evaluator::new(self, p, seat, Reader::Rules);
        let holds = look.holds(node);
        let steps = look.steps;
        let fault = look.fault;
        p.took(steps);
        self.missed(p, fault);
        holds
    }

    /// Ends the game after an action, a turn or a round if the rules say so.
    fn look_for_end(&self, p: &mut Position, after: FrameKind) {
        let end = &self.program.end;
        let mut over = self.is_left_alone(p);
        if let Some(win) = end.win.filter(|_| !over) {
            let mut winners = 0;
            for seat in 0..self.seats {
                let wins = p.plays(seat) && self.ends(p, win, seat);
                winners |= u32::from(wins) << seat;
            }
            if winners != 0 {
                p.winners = Some(if end.together {
                    self.everybody()
                } else {
                    winners
                });
                over = true;
            }
        }
        if let Some(lose) = end.lose.filter(|_| !over) {
            for seat in 0..self.seats {
                let loses = p.plays(seat) && self.ends(p, lose, seat);
                p.lost |= u32::from(loses) << seat;
                over |= loses;
            }
        }
        let is_judged = match after {
            FrameKind::Action => end.after == After::Action,
            FrameKind::Turn => end.after <= After::Turn,
            _ => true,
        };
        if let Some(when) = end.when.filter(|_| is_judged && !over) {
            over = self.ends(p, when, p.seat);
        }
        if over {
            return self.begin_end(p);
        }
        let when = end.when.filter(|_| is_judged).map(|when| (when, p.seat));
        let always = [end.win, end.lose].into_iter().flatten();
        let each = always.flat_map(|node| (0..self.seats).map(move |seat| (node, seat)));
        for (node, seat) in each.chain(when) {
            self.notice_no_end(p, node, seat);
        }
    }

    /// A condition read something that this possible world leaves open.
    fn missed(&self, p: &mut Position, fault: Option<RuntimeErrorKind>) {
        if let Some(is) = fault.filter(|_| p.is_open) {
            let op = p.pc.saturating_sub(1);
            p.fault = p.fault.or(Some(RuntimeError { is, op }));
        }
    }

    fn finish(&self, p: &mut Position) {
        if !p.ending {
            self.begin_end(p);
        }
    }

    /// Ends the game, after showing the pieces that count.
    fn begin_end(&self, p: &mut Position) {
        p.ending = true;
        p.together = false;
        p.before = None;
        p.chosen.clear();
        p.frames.clear();
        p.lists.clear();
        p.queue.clear();
        p.pc = self.program.over;
        for zone in self.program.end.reveal.iter().rev() {
            let decl = &self.program.zones[usize::from(*zone)];
            let count = decl.each.count() * if decl.own { u16::from(self.seats) } else { 1 };
            for zone in (decl.base..decl.base + count).rev() {
                let pieces = p.zones[usize::from(zone)].iter();
                p.queue.extend(pieces.map(|piece| Step::Show {
                    piece: *piece,
                    seats: self.everybody(),
                }));
            }
        }
    }

    fn tell_end(&self, p: &Position, tell: Tell<'_>) {
        tell(Event::Ended);
        for (seat, verdict) in self.verdicts(p).into_iter().enumerate() {
            match verdict {
                crate::referee::Verdict::Win => tell(Event::Won { seat: seat as u8 }),
                crate::referee::Verdict::Loss => tell(Event::Lost { seat: seat as u8 }),
                crate::referee::Verdict::Draw => {}
            }
        }
    }

    /// Reports what was set while all chose in secret, once all have chosen.
    fn tell_chosen(&self, p: &Position, tell: Tell<'_>) {
        for var in &self.program.secret {
            let decl = &self.program.vars[usize::from(*var)];
            for at in decl.base..decl.base + decl.each.count() * u16::from(self.seats) {
                let value = p.vars[usize::from(at)];
                if value != NONE && (decl.each == Keys::One || value != decl.start) {
                    tell(Event::Set {
                        var: *var,
                        at,
                        value,
                        anew: false,
                    });
                }
            }
        }
    }

    fn ask(&self, p: &mut Position, question: u16, tell: Tell<'_>) {
        let asked = &self.program.questions[usize::from(question)];
        let seat = match asked.who {
            Some(who) => match u8::try_from(self.value(p, who, tell)) {
                Ok(seat) if seat < self.seats => seat,
                _ => return self.fault(p, RuntimeErrorKind::Nowhere, tell),
            },
            None => p.seat,
        };
        let mut look = Evaluator::new(self, p, p.seat, Reader::Seat(seat));
        let nothing = if asked.private && self.has_secrets() {
            look.most_members(asked.set) == 0
        } else {
            self.each_answer(&mut look, question, &mut |_, _| false)
        };
        if nothing {
            return self.answered(p, question, NONE);
        }
        p.wait = Wait::Ask(question, seat);
    }

    /// Has chance pick a member of a set; if there is only one, or none, nothing is left to chance.
    fn draw_lot(&self, p: &mut Position, lot: u16, tell: Tell<'_>) {
        let drawn = &self.program.lots[usize::from(lot)];
        let lots = self.read(p, tell, |look| self.lots(look, lot));
        match lots.as_slice() {
            [] => p.locals[usize::from(drawn.local)] = NONE,
            [only] => self.fell(p, lot, only.value, tell),
            _ => p.wait = Wait::Lot(lot),
        }
    }

    /// Stores what chance picked.
    pub(crate) fn fell(&self, p: &mut Position, lot: u16, value: i32, tell: Tell<'_>) {
        let local = self.program.lots[usize::from(lot)].local;
        p.locals[usize::from(local)] = value;
        tell(Event::Fell { lot, value });
    }

    /// Stores an answer.
    pub(crate) fn answered(&self, p: &mut Position, question: u16, value: i32) {
        match &self.program.questions[usize::from(question)].target {
            Target::Local(local) => p.locals[usize::from(*local)] = value,
            Target::Var(_, address) => {
                let at = Evaluator::new(self, p, p.seat, Reader::Rules).resolve(address);
                if let Some(at) = at {
                    p.is_changed = true;
                    p.vars[usize::from(at)] = value;
                }
            }
        }
    }

    fn roll(&self, p: &mut Position, dice: NodeId, of: u8, count: Option<NodeId>, tell: Tell<'_>) {
        let Ok(first) = u16::try_from(self.value(p, dice, tell)) else {
            return;
        };
        let all = u16::from(self.program.dice[usize::from(of)].count);
        let count = count.map_or(all, |count| {
            number(self.value(p, count, tell)).clamp(0, i32::from(all)) as u16
        });
        for die in usize::from(first)..usize::from(first + all) {
            p.dice[die] = 0;
            p.dice_shown[die] = 0;
        }
        p.queue.extend(
            (first..first + count)
                .rev()
                .map(|die| Step::Roll { die, of }),
        );
    }

    fn reroll(
        &self,
        p: &mut Position,
        dice: NodeId,
        of: u8,
        condition: Option<(u8, NodeId)>,
        tell: Tell<'_>,
    ) {
        let Ok(first) = u16::try_from(self.value(p, dice, tell)) else {
            return;
        };
        let decl = &self.program.dice[usize::from(of)];
        if let Some(condition) = condition {
            self.notice_kept_dice(p, (of, first..first + u16::from(decl.count)), condition);
        }
        for die in (first..first + u16::from(decl.count)).rev() {
            let face = p.dice[usize::from(die)];
            if face == VEILED && condition.is_some() {
                self.missed(p, Some(RuntimeErrorKind::Hidden));
                continue;
            }
            let again = face > 0
                && condition.is_none_or(|(temp, condition)| {
                    self.read(p, tell, |look| {
                        look.temps[usize::from(temp)] = decl.faces[usize::from(face) - 1];
                        look.holds(condition)
                    })
                });
            if again {
                p.queue.push(Step::Roll { die, of });
            }
        }
    }

    /// Appends the pieces that an effect applies to to the lists; returns where they begin.
    fn pieces(&self, p: &mut Position, what: &What, tell: Tell<'_>) -> usize {
        let first = p.lists.len();
        match what {
            What::One(node) => {
                let piece = self.value(p, *node, tell);
                self.notice_one(p, *node, piece);
                self.find_out_one(p, *node, piece, tell);
                p.lists.extend(Some(piece).filter(|piece| *piece != NONE));
            }
            What::Top(count, zone) => {
                let count = count.map_or(1, |count| {
                    number(self.value(p, count, tell)).clamp(0, MAX_MOVED)
                }) as usize;
                let Some(zone) = self.zone(p, *zone, tell) else {
                    return first;
                };
                p.lists.extend(
                    p.zones[usize::from(zone)]
                        .iter()
                        .rev()
                        .take(count)
                        .map(|piece| i32::from(*piece)),
                );
            }
            What::All(set) => {
                let taken_for = self.list_set(p, *set, tell);
                let taken = p.lists[first..].to_vec();
                self.notice_taken(p, what, &taken);
                self.find_out(p, *set, &taken_for);
            }
            What::Above(piece) => {
                let Ok(piece) = u16::try_from(self.value(p, *piece, tell)) else {
                    return first;
                };
                let zone = p.pieces[usize::from(piece)].zone;
                let Some(zone) = p.zones.get(usize::from(zone)) else {
                    return first;
                };
                p.lists.extend(
                    zone.iter()
                        .skip_while(|known| **known != piece)
                        .map(|piece| i32::from(*piece)),
                );
            }
            What::Sought(zone, condition) => {
                let Some(zone) = self.zone(p, *zone, tell) else {
                    return first;
                };
                let piece = self.seek(p, zone, *condition, tell);
                p.lists.extend(piece.map(i32::from));
            }
            What::Random(_, zone) => {
                let Some(zone) = self.zone(p, *zone, tell) else {
                    return first;
                };
                p.lists.extend(
                    p.zones[usize::from(zone)]
                        .last()
                        .map(|piece| i32::from(*piece)),
                );
            }
        }
        first
    }

    /// Queues a step for each of these pieces. The queue is processed from its end.
    fn queue(
        &self,
        p: &mut Position,
        what: &What,
        reversed: bool,
        step: impl Fn(u16) -> Step,
        tell: Tell<'_>,
    ) {
        let first = self.pieces(p, what, tell);
        let queued = p.queue.len();
        p.queue
            .extend(p.lists.drain(first..).map(|piece| step(piece as u16)));
        if !reversed {
            p.queue[queued..].reverse();
        }
    }

    /// Appends the members of a set to the lists. Returns the pieces among them that lie in a pile which holds its whole pool, with
    /// the kinds that they were taken for.
    fn list_set(&self, p: &mut Position, set: NodeId, tell: Tell<'_>) -> Vec<(u16, u16)> {
        let mut values = std::mem::take(&mut p.lists);
        let mut taken_for = Vec::new();
        self.read(p, tell, |look| {
            look.each(set, &mut |look, value| {
                values.push(value);
                taken_for.extend(look.taken_for(value));
                values.len() < MAX_LISTED
            })
        });
        p.lists = values;
        taken_for
    }

    /// Where a set depends on what hidden pieces are, its members are from now on what they were taken for: of a pile, those that
    /// meet a condition were looked for.
    fn find_out(&self, p: &mut Position, set: NodeId, taken_for: &[(u16, u16)]) {
        if taken_for.is_empty() {
            return;
        }
        let mut look = Evaluator::new(self, p, p.seat, Reader::All);
        look.each(set, &mut |_, _| true);
        if look.fault != Some(RuntimeErrorKind::Hidden) {
            return;
        }
        for (piece, kind) in taken_for {
            let at = &mut p.pieces[usize::from(*piece)];
            if at.kind == UNKNOWN {
                at.kind = *kind;
                p.pools.take(at.pool, *kind, 0);
            }
        }
    }

    /// The same for one piece of a set.
    fn find_out_one(&self, p: &mut Position, node: NodeId, piece: i32, tell: Tell<'_>) {
        let Some(set) = self.one_of_some(node) else {
            return;
        };
        let mut taken_for = None;
        self.read(p, tell, |look| {
            look.each(set, &mut |look, value| {
                if value == piece {
                    taken_for = look.taken_for(value);
                }
                value != piece
            })
        });
        self.find_out(p, set, taken_for.as_slice());
    }

    /// Finds the first piece in a zone that meets the condition; it is known from then on.
    fn seek(
        &self,
        p: &mut Position,
        zone: u16,
        condition: Option<(u8, NodeId)>,
        tell: Tell<'_>,
    ) -> Option<u16> {
        let steps = std::cell::Cell::new(0);
        let holds = |p: &Position, piece: u16, kind: u16| {
            let mut look = Evaluator::new(self, p, p.seat, Reader::Rules);
            look.assumed = Some((piece, kind));
            let holds = condition.is_none_or(|(temp, condition)| {
                look.temps[usize::from(temp)] = i32::from(piece);
                look.holds(condition)
            });
            steps.set(steps.get() + look.steps);
            holds
        };
        let here = &p.zones[usize::from(zone)];
        let known = here.iter().rev().copied().find(|piece| {
            let kind = p.pieces[usize::from(*piece)].kind;
            kind != UNKNOWN && holds(p, *piece, kind)
        });
        if known.is_some() {
            p.took(steps.take());
            return known;
        }
        let unknown: Vec<u16> = here
            .iter()
            .rev()
            .copied()
            .filter(|piece| p.pieces[usize::from(*piece)].kind == UNKNOWN)
            .collect();
        // Whoever was shown a piece here no longer knows where it is.
        let searched = p.zones[usize::from(zone)].clone();
        self.mix_all(p, &searched);
        for piece in &p.zones[usize::from(zone)] {
            p.pieces[usize::from(*piece)].shown = 0;
        }
        for piece in &unknown {
            let pool = p.pieces[usize::from(*piece)].pool;
            let own = &p.pools.0[usize::from(pool)];
            let there = unknown
                .iter()
                .filter(|piece| p.pieces[usize::from(**piece)].pool == pool)
                .count();
            if there != usize::from(own.size) || !own.children.is_empty() {
                self.fault(p, RuntimeErrorKind::Elsewhere, tell);
                return None;
            }
            let kinds = own
                .counts
                .iter()
                .enumerate()
                .filter(|(_, count)| **count > 0);
            let found = kinds
                .map(|(kind, _)| kind as u16)
                .find(|kind| holds(p, *piece, *kind));
            p.took(steps.take());
            if let Some(kind) = found {
                p.pools.take(pool, kind, 0);
                p.pieces[usize::from(*piece)].kind = kind;
                return Some(*piece);
            }
        }
        None
    }

    fn move_all(
        &self,
        p: &mut Position,
        what: &What,
        to: u16,
        lie: (Option<bool>, bool, bool),
        tell: Tell<'_>,
    ) {
        let (up, bottom, reversed) = lie;
        match what {
            What::Top(count, zone) => {
                let count = count.map_or(1, |count| {
                    number(self.value(p, count, tell)).clamp(0, MAX_MOVED)
                });
                let Some(from) = self.zone(p, *zone, tell) else {
                    return;
                };
                p.queue.extend((0..count).map(|_| Step::Draw {
                    from,
                    to,
                    up,
                    bottom,
                }));
            }
            What::Random(count, zone) => {
                let count = number(self.value(p, *count, tell)).clamp(0, MAX_MOVED);
                let Some(from) = self.zone(p, *zone, tell) else {
                    return;
                };
                p.queue
                    .extend((0..count).map(|_| Step::Random { from, to, up }));
            }
            what => {
                let told = self.is_told(p, what, to);
                let moved = |piece| Step::Move {
                    piece,
                    to,
                    up,
                    bottom,
                    told,
                };
                self.queue(p, what, reversed, moved, tell);
            }
        }
    }

    /// Performs a single step.
    fn step(&self, p: &mut Position, step: Step, tell: Tell<'_>) {
        match step {
            Step::Move {
                piece,
                to,
                up,
                bottom,
                told,
            } => self.transfer(p, piece, to, (up, bottom, told), tell),
            Step::Draw {
                from,
                to,
                up,
                bottom,
            } => {
                self.refill(p, from, tell);
                if let Some(piece) = p.zones[usize::from(from)].last().copied() {
                    self.transfer(p, piece, to, (up, bottom, false), tell);
                }
            }
            Step::Deal { from, to } => self.deal_one(p, from, to, tell),
            Step::Look { zone } => self.look(p, zone),
            Step::Fill { from, to, until } => self.fill(p, (from, to), until, tell),
            Step::Random { from, to, up } => self.draw_any(p, (from, to), up, tell),
            Step::Turn {
                piece,
                way: Turned::Round,
            } => self.spin(p, piece, tell),
            Step::Turn { piece, way } => self.turn_over(p, piece, way == Turned::Up, tell),
            Step::Show { piece, seats } => self.show(p, piece, seats, tell),
            Step::Place {
                piece,
                map,
                place,
                turns,
                up,
            } => self.lay(p, piece, (map, place, turns), up, tell),
            Step::Roll { die, of } => self.roll_die(p, die, of),
            Step::ShowDie { die, of, seats } => self.uncover(p, die, of, seats, tell),
        }
    }

    /// Moves the top piece of a zone to another; if nobody needs to know which it is, it stays unknown.
    fn deal_one(&self, p: &mut Position, from: u16, to: u16, tell: Tell<'_>) {
        self.step(
            p,
            Step::Draw {
                from,
                to,
                up: None,
                bottom: false,
            },
            tell,
        );
        if let Wait::Know { piece, .. } = p.wait {
            p.wait = Wait::Run;
            tell(Event::Moved {
                kind: UNKNOWN,
                piece,
                from,
                to,
            });
        }
    }

    /// Waits until a piece of the zone that must be known is named, and comes back for the next one.
    fn look(&self, p: &mut Position, zone: u16) {
        let unknown = p.zones[usize::from(zone)]
            .iter()
            .copied()
            .find(|piece| self.must_know(p, *piece));
        if let Some(piece) = unknown {
            p.queue.push(Step::Look { zone });
            p.wait = Wait::Know { piece, from: zone };
        }
    }

    /// Draws one piece and comes back, until the zone holds this many or nothing is left.
    fn fill(&self, p: &mut Position, (from, to): (u16, u16), until: u16, tell: Tell<'_>) {
        self.refill(p, from, tell);
        let is_full = p.zones[usize::from(to)].len() >= usize::from(until);
        if is_full || p.zones[usize::from(from)].is_empty() {
            return;
        }
        p.queue.push(Step::Fill { from, to, until });
        p.queue.push(Step::Draw {
            from,
            to,
            up: None,
            bottom: false,
        });
    }

    /// Draws any piece of a zone; nothing is asked where all are alike.
    fn draw_any(&self, p: &mut Position, (from, to): (u16, u16), up: Option<bool>, tell: Tell<'_>) {
        let zone = &p.zones[usize::from(from)];
        let Some(top) = zone.last().copied() else {
            return;
        };
        let first = p.pieces[usize::from(top)];
        let are_alike = zone.len() == 1
            || zone.iter().all(|piece| {
                let piece = p.pieces[usize::from(*piece)];
                piece.kind == UNKNOWN && piece.pool == first.pool
            });
        if are_alike {
            self.transfer(p, top, to, (up, false, false), tell);
        } else {
            p.wait = Wait::Random { from, to, up };
        }
    }

    /// Turns a piece where it lies, to the next of its sides.
    fn spin(&self, p: &mut Position, piece: u16, tell: Tell<'_>) {
        let at = &mut p.pieces[usize::from(piece)];
        let map = self
            .zone_at
            .get(usize::from(at.zone))
            .and_then(|zone| self.program.zones[usize::from(zone.decl)].map);
        let sides = map.map_or(4, |map| self.program.maps[usize::from(map)].shape.sides()) as u8;
        at.turns = (at.turns + 1) % sides;
        tell(Event::Spun {
            kind: self.public(p, piece),
            piece,
        });
    }

    fn turn_over(&self, p: &mut Position, piece: u16, up: bool, tell: Tell<'_>) {
        let at = &mut p.pieces[usize::from(piece)];
        at.up = Some(up);
        let from = at.zone;
        self.notice(p, piece);
        if self.must_know(p, piece) {
            p.wait = Wait::Know { piece, from };
            return;
        }
        tell(Event::Turned {
            kind: self.public(p, piece),
            piece,
            up,
        });
    }

    fn show(&self, p: &mut Position, piece: u16, seats: u32, tell: Tell<'_>) {
        // What lies open for them is no news, but they know it from now on.
        let sees = self.seers(p, piece);
        let at = &mut p.pieces[usize::from(piece)];
        let is_new = sees | seats != sees;
        at.shown |= seats;
        let from = at.zone;
        self.notice(p, piece);
        if self.must_know(p, piece) {
            p.wait = Wait::Know { piece, from };
        } else if is_new {
            tell(Event::Shown {
                kind: self.public(p, piece),
                piece,
                zone: from,
                seats,
            });
        }
    }

    fn roll_die(&self, p: &mut Position, die: u16, of: u8) {
        p.dice_shown[usize::from(die)] = 0;
        if self.leaves_open(p, die, of) {
            p.dice[usize::from(die)] = VEILED;
            p.is_changed = true;
        } else {
            p.wait = Wait::Roll { die, of };
        }
    }

    /// Whether what this die will show is left open.
    fn leaves_open(&self, p: &Position, die: u16, of: u8) -> bool {
        let decl = &self.program.dice[usize::from(of)];
        let owner = decl.owner(die).filter(|_| decl.see != See::All);
        owner.is_some_and(|owner| p.veiled >> owner & 1 == 1)
    }

    /// Shows a hidden die to these seats.
    fn uncover(&self, p: &mut Position, die: u16, of: u8, seats: u32, tell: Tell<'_>) {
        let decl = &self.program.dice[usize::from(of)];
        let own = decl.seer(die).map_or(0, |seat| 1 << seat);
        let shown = &mut p.dice_shown[usize::from(die)];
        let is_news = (*shown | own | seats) != (*shown | own);
        *shown |= seats | own;
        let face = p.dice[usize::from(die)];
        if face == VEILED {
            return self.missed(p, Some(RuntimeErrorKind::Hidden));
        }
        if face == 0 || decl.see == See::All || !is_news {
            return;
        }
        let face = if *shown == self.everybody() { face } else { 0 };
        tell(Event::Uncovered {
            of,
            die,
            face,
            seats,
        });
    }

    /// The kind of a piece, if everybody may know it.
    pub(crate) fn public(&self, p: &Position, piece: u16) -> u16 {
        let at = &p.pieces[usize::from(piece)];
        if at.kind != UNKNOWN && self.seers(p, piece) == self.everybody() {
            at.kind
        } else {
            UNKNOWN
        }
    }

    /// The kind of a piece that is pointed out, if everybody may know it. One that all were only shown is not told from the others of
    /// a hand, unless it is alone there.
    pub(crate) fn public_here(&self, p: &Position, piece: u16) -> u16 {
        let zone = p.pieces[usize::from(piece)].zone;
        let is_among_others = self.zone_at.get(usize::from(zone)).is_some_and(|at| {
            is_mixed(&self.program.zones[usize::from(at.decl)])
                && p.zones[usize::from(zone)].len() > 1
        });
        if is_among_others && self.lookers(p, piece) != self.everybody() {
            UNKNOWN
        } else {
            self.public(p, piece)
        }
    }

    /// Whether the referee must be told which piece this is.
    pub(crate) fn must_know(&self, p: &Position, piece: u16) -> bool {
        let seers = self.seers(p, piece);
        let enough = match self.secrets {
            Secrets::Referee => seers != 0,
            Secrets::Table => seers == self.everybody(),
        };
        p.pieces[usize::from(piece)].kind == UNKNOWN && enough
    }

    fn lay(
        &self,
        p: &mut Position,
        piece: u16,
        (map, place, turns): (u8, i32, u8),
        up: Option<bool>,
        tell: Tell<'_>,
    ) {
        let decl = &self.program.maps[usize::from(map)];
        let zone = self.program.zones[usize::from(decl.zone)].base;
        let from = p.pieces[usize::from(piece)].zone;
        let known = self.remembered(p, piece);
        self.put(p, piece, zone, up, false);
        p.pieces[usize::from(piece)].shown = known;
        self.forget(p, piece, from);
        p.pieces[usize::from(piece)].turns = turns;
        p.maps[usize::from(map)].lay(&decl.shape, place, piece);
        if self.must_know(p, piece) {
            p.wait = Wait::Know { piece, from };
            return;
        }
        tell(Event::Placed {
            kind: self.public(p, piece),
            piece,
            map,
            place,
            turns,
        });
    }

    /// Moves a piece as a visible step.
    pub(crate) fn transfer(
        &self,
        p: &mut Position,
        piece: u16,
        to: u16,
        (up, bottom, told): (Option<bool>, bool, bool),
        tell: Tell<'_>,
    ) {
        let from = p.pieces[usize::from(piece)].zone;
        let decl = &self.program.zones[usize::from(self.zone_at[usize::from(to)].decl)];
        if decl
            .most
            .is_some_and(|most| p.zones[usize::from(to)].len() >= usize::from(most))
            && from != to
        {
            return self.fault(p, RuntimeErrorKind::Full, tell);
        }
        // In a stack, a piece that was visible stays face up.
        let open =
            up.or_else(|| (decl.see == See::Faces && self.is_seen(p, piece)).then_some(true));
        let known = self.remembered(p, piece);
        let hidden = if told {
            Vec::new()
        } else {
            self.hidden_beside(p, piece)
        };
        self.put_beside(p, piece, (to, open, bottom), hidden);
        p.pieces[usize::from(piece)].shown = known;
        self.forget(p, piece, from);
        if decl.kind == ZoneKind::Bag {
            self.shuffle(p, to, tell);
        }
        for zone in [from, to] {
            let see = self
                .zone_at
                .get(usize::from(zone))
                .map(|zone| self.program.zones[usize::from(zone.decl)].see);
            if see == Some(See::Top)
                && let Some(top) = p.zones[usize::from(zone)]
                    .last()
                    .copied()
                    .filter(|top| *top != piece)
                && p.pieces[usize::from(top)].kind == UNKNOWN
            {
                p.queue.push(Step::Show {
                    piece: top,
                    seats: 0,
                });
            }
        }
        if self.must_know(p, piece) {
            p.wait = Wait::Know { piece, from };
            return;
        }
        tell(Event::Moved {
            kind: self.public(p, piece),
            piece,
            from,
            to,
        });
    }

    fn is_seen(&self, p: &Position, piece: u16) -> bool {
        self.seers(p, piece) == self.everybody()
    }

    /// Who still knows a hidden piece when it moves, by bit: whoever sees it where it lies hidden from others. Those who
    /// were only shown it know which one moves if it lies by itself, or where the order is kept.
    fn remembered(&self, p: &Position, piece: u16) -> u32 {
        let at = p.pieces[usize::from(piece)];
        let Some(zone) = self.zone_at.get(usize::from(at.zone)) else {
            return 0;
        };
        let decl = &self.program.zones[usize::from(zone.decl)];
        if at.kind == UNKNOWN || at.up == Some(true) || matches!(decl.see, See::All | See::Top) {
            return 0;
        }
        let by_place = self.watchers(at.zone);
        let tells = !is_mixed(decl) || p.zones[usize::from(at.zone)].len() == 1;
        // What was shown to all is not repeated for the rest of the game.
        let recalls = tells && at.shown != self.everybody();
        by_place | if recalls { at.shown } else { 0 }
    }

    /// After a piece left a hand unseen, those who cannot tell which one it was no longer know what is left there.
    fn forget(&self, p: &mut Position, piece: u16, from: u16) {
        let Some(zone) = self.zone_at.get(usize::from(from)) else {
            return;
        };
        if !is_mixed(&self.program.zones[usize::from(zone.decl)]) {
            return;
        }
        let witnesses = self.watchers(from) | self.seers(p, piece);
        for other in &p.zones[usize::from(from)] {
            p.pieces[usize::from(*other)].shown &= witnesses;
        }
    }

    /// Who sees what lies in a zone that others do not see, by bit.
    pub(crate) fn watchers(&self, zone: u16) -> u32 {
        let at = self.zone_at[usize::from(zone)];
        let decl = &self.program.zones[usize::from(at.decl)];
        let own = if decl.own { 1 << at.seat } else { 0 };
        match decl.see {
            See::Owner => own,
            See::Others => self.everybody() & !own,
            See::All | See::Nobody | See::Top | See::Faces => 0,
        }
    }

    /// Moves a piece; what was known only from its location is forgotten.
    pub(crate) fn put(
        &self,
        p: &mut Position,
        piece: u16,
        to: u16,
        up: Option<bool>,
        bottom: bool,
    ) {
        let hidden = self.hidden_beside(p, piece);
        self.put_beside(p, piece, (to, up, bottom), hidden);
    }

    /// The same where viewers cannot tell it from these others.
    fn put_beside(
        &self,
        p: &mut Position,
        piece: u16,
        (to, up, bottom): (u16, Option<bool>, bool),
        hidden: Vec<(usize, Vec<u16>)>,
    ) {
        let from = p.pieces[usize::from(piece)].zone;
        if let Some(zone) = p.zones.get_mut(usize::from(from)) {
            if let Some(at) = zone.iter().rposition(|known| *known == piece) {
                zone.remove(at);
            }
            if let Some(map) =
                self.program.zones[usize::from(self.zone_at[usize::from(from)].decl)].map
            {
                p.maps[usize::from(map)].lift(&self.program.maps[usize::from(map)].shape, piece);
            }
        }
        p.is_changed = true;
        let at = &mut p.pieces[usize::from(piece)];
        *at = PieceAt {
            zone: to,
            up,
            turns: 0,
            mark: NONE,
            shown: 0,
            ..*at
        };
        if bottom {
            p.zones[usize::from(to)].insert(0, piece)
        } else {
            p.zones[usize::from(to)].push(piece)
        }
        self.follow(p, piece, hidden);
        self.notice_top(p, from);
        self.notice_top(p, to);
    }

    /// Refills an empty pile, if the rules say from where.
    fn refill(&self, p: &mut Position, zone: u16, tell: Tell<'_>) {
        let decl = &self.program.zones[usize::from(self.zone_at[usize::from(zone)].decl)];
        let Some((source, but_top)) = decl
            .refill
            .filter(|_| p.zones[usize::from(zone)].is_empty())
        else {
            return;
        };
        // A player's own pile is refilled from their own zones, whoever draws.
        let acting = p.seat;
        if decl.own {
            p.seat = self.zone_at[usize::from(zone)].seat;
        }
        let source = self.zone(p, source, tell).filter(|source| *source != zone);
        p.seat = acting;
        let Some(source) = source else { return };
        let count = p.zones[usize::from(source)]
            .len()
            .saturating_sub(usize::from(but_top));
        for _ in 0..count {
            let piece = p.zones[usize::from(source)][0];
            self.put(p, piece, zone, None, false);
        }
        if count > 0 {
            self.shuffle(p, zone, tell);
            tell(Event::Refilled { zone });
        }
    }

    /// Shuffles a zone: its known and unknown pieces form a new pool.
    pub(crate) fn shuffle(&self, p: &mut Position, zone: u16, tell: Tell<'_>) {
        let pieces = p.zones[usize::from(zone)].clone();
        let Some(first) = pieces.first().map(|piece| p.pieces[usize::from(*piece)]) else {
            return;
        };
        for piece in &pieces {
            let at = &mut p.pieces[usize::from(*piece)];
            at.shown = 0;
            at.mark = NONE;
            at.up = None;
        }
        self.mix_all(p, &pieces);
        if pieces.iter().all(|piece| {
            let at = p.pieces[usize::from(*piece)];
            at.kind == UNKNOWN && at.pool == first.pool
        }) {
            return;
        }
        let mut new = Pool {
            counts: vec![0; self.program.facts.kinds.len()],
            children: Vec::new(),
            size: pieces.len() as u16,
        };
        for piece in &pieces {
            let at = p.pieces[usize::from(*piece)];
            match at.kind {
                UNKNOWN => match new.children.iter_mut().find(|(pool, _)| *pool == at.pool) {
                    Some((_, count)) => *count += 1,
                    None => new.children.push((at.pool, 1)),
                },
                kind => new.counts[usize::from(kind)] += 1,
            }
        }
        p.pools.pour(&mut new);
        let pool = p.pools.add(new);
        for piece in pieces {
            let at = &mut p.pieces[usize::from(piece)];
            at.kind = UNKNOWN;
            at.pool = pool;
        }
        if !p.pools.is_reckoned(pool) {
            self.fault(p, RuntimeErrorKind::Deep, tell);
            self.merge(p, pool);
        }
    }

    /// Merges all connected pools into one if they are nested too deep, as if they had been shuffled together. Play goes on
    /// with weights that are no longer exact.
    fn merge(&self, p: &mut Position, pool: u16) {
        let parts = p.pools.joined(pool);
        let mut whole = Pool {
            counts: vec![0; self.program.facts.kinds.len()],
            children: Vec::new(),
            size: 0,
        };
        for part in &parts {
            let old = std::mem::take(&mut p.pools.0[usize::from(*part)]);
            whole
                .counts
                .iter_mut()
                .zip(&old.counts)
                .for_each(|(count, more)| *count += more);
        }
        whole.size = whole.counts.iter().sum();
        let whole = p.pools.add(whole);
        for at in p
            .pieces
            .iter_mut()
            .filter(|at| at.kind == UNKNOWN && parts.contains(&at.pool))
        {
            at.pool = whole;
        }
    }
}

/// Whether nobody but those who see a zone can tell its pieces apart.
fn is_mixed(decl: &ZoneDecl) -> bool {
    matches!(decl.kind, ZoneKind::Hand | ZoneKind::Bag) && !decl.ordered
}

impl Position {
    /// Counts the steps of an expression towards the limits.
    fn took(&mut self, steps: u32) {
        self.spun += steps / STEPS;
        self.steps = self.steps.saturating_add(steps);
    }
}
