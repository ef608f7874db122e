//! Beginning to play in the middle of a game: at the start of somebody's turn, or at its first question.

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{FrameKind, NodeId, Op};
use crate::games::by_kit::rules::event::Event;
use crate::games::by_kit::rules::position::{Position, Wait};

/// The most operations on the way to a question.
const MAX_STEPS: usize = 20_000;

/// Where the flow of play calls the turn.
#[derive(Clone, Copy, Debug)]
struct TurnCall {
    /// The call of the round, and where the round begins.
    round: (u16, u16),
    /// The call of the turn; `None` if rounds have none.
    turn: Option<u16>,
    /// The loop over players around it, and the player it begins with.
    players: Option<(u16, Option<NodeId>)>,
}

impl KitGame {
    /// Where turns are called; `None` if more than whose turn it is would have to be known.
    fn turn_call(&self) -> Option<TurnCall> {
        let ops = &self.program.ops;
        let is_round = |(at, op): (usize, &Op)| match op {
            Op::Call(to, FrameKind::Round) => Some((at as u16, *to)),
            _ => None,
        };
        let round = ops.iter().enumerate().find_map(is_round)?;
        let own = usize::from(round.1)..usize::from(self.program.turn);
        let mut turns = own
            .clone()
            .filter(|at| matches!(ops[*at], Op::Call(_, FrameKind::Turn)));
        let Some(turn) = turns.next() else {
            return Some(TurnCall {
                round,
                turn: None,
                players: None,
            });
        };
        if turns.next().is_some() {
            return None;
        }
        let mut players = None;
        for at in own.start..turn {
            let spans = |end: u16| usize::from(end) > turn;
            match &ops[at] {
                Op::EachPlayer(from) => match ops.get(at + 1) {
                    Some(Op::Next(None, end)) if spans(*end) && players.is_none() => {
                        players = Some((at as u16, *from))
                    }
                    Some(Op::Next(None, end)) if spans(*end) => return None,
                    _ => {}
                },
                Op::Next(Some(_), end) | Op::Again(_, end) if spans(*end) => return None,
                Op::Local(..) | Op::Keep(..) | Op::Quiet | Op::Lot(_) => return None,
                _ => {}
            }
        }
        Some(TurnCall {
            round,
            turn: Some(turn as u16),
            players,
        })
    }

    /// Whether the rules take turns, so that it can be said whose it is.
    pub(crate) fn takes_turns(&self) -> bool {
        self.seats > 1 && self.turn_call().is_some_and(|call| call.turn.is_some())
    }

    /// Whether play can begin in the middle.
    pub(crate) fn can_be_entered(&self) -> bool {
        self.turn_call().is_some()
    }

    /// Begins to play a table that lies as it is. With `begun`, the turn has begun: what it does before its first question is done
    /// already, and only the question is sought. Returns the locals that were set on the way, or `None` if the rules cannot go on.
    pub(crate) fn play_from(
        &self,
        p: &mut Position,
        seat: u8,
        begun: bool,
        tell: &mut dyn FnMut(Event),
    ) -> Option<Vec<u16>> {
        let call = self.turn_call()?;
        p.frames.clear();
        p.lists.clear();
        p.queue.clear();
        (p.seat, p.active, p.wait, p.pc) = (0, 0, Wait::Run, call.round.0 + 1);
        (p.spun, p.steps, p.unasked, p.alone) = (0, 0, 0, 0);
        self.push_frame(p, FrameKind::Round);
        p.rounds = p.rounds.max(1);
        p.pc = call.round.1;
        if let Some((each, from)) = call.players {
            p.pc = each + 1;
            self.begin_players(p, from, tell);
            let at = p.lists.iter().position(|other| *other == i32::from(seat));
            if let (Some(at), Some(frame)) = (at, p.frames.last_mut()) {
                frame.next = at as u16 + 1;
            }
        }
        if let Some(turn) = call.turn {
            (p.seat, p.pc) = (seat, turn + 1);
            if begun {
                self.push_frame(p, FrameKind::Turn);
                (p.active, p.turns, p.pc) = (seat, p.turns.max(1), self.program.turn);
            } else {
                self.call(p, self.program.turn, FrameKind::Turn, tell);
            }
        }
        self.watch_from_now(p);
        p.is_changed = false;
        let mut set = Vec::new();
        if begun {
            set = self.seek_question(p, tell);
        } else {
            self.run(p, tell);
        }
        (p.spun, p.steps) = (0, 0);
        (p.fault.is_none() && p.wait != Wait::Run).then_some(set)
    }

    /// Follows the rules to the next question without doing what they say on the way; returns the locals that this has set.
    fn seek_question(&self, p: &mut Position, tell: &mut dyn FnMut(Event)) -> Vec<u16> {
        let mut set = Vec::new();
        for _ in 0..MAX_STEPS {
            if p.wait != Wait::Run {
                break;
            }
            let op = &self.program.ops[usize::from(p.pc)];
            p.pc += 1;
            match op {
                // What follows belongs to another turn, or depends on luck that nobody told.
                Op::Lot(_) | Op::EndGame | Op::Over => break,
                Op::Return if !in_effect(p) => break,
                Op::Local(at, _) | Op::Again(at, _) => {
                    set.push(*at);
                    self.operate(p, op, tell);
                }
                Op::Return
                | Op::Jump(_)
                | Op::Unless(..)
                | Op::Keep(..)
                | Op::Each(_)
                | Op::EachPlayer(_)
                | Op::Next(..)
                | Op::Call(..)
                | Op::CallBy(..)
                | Op::CallWord(..)
                | Op::Drop(_)
                | Op::Quiet
                | Op::Together
                | Op::Choose(_)
                | Op::Ask(_) => self.operate(p, op, tell),
                _ => {}
            }
        }
        set
    }

    /// Whether play that begins again comes to the question at which a position is, with these locals.
    pub(crate) fn comes_to(&self, again: &Position, p: &Position, locals: &[u16]) -> bool {
        let frames = |p: &Position| -> Vec<(FrameKind, u16, u8)> {
            let frames = p.frames.iter();
            frames
                .map(|frame| (frame.kind, frame.to, frame.seat))
                .collect()
        };
        (again.pc, again.seat, again.active, again.wait) == (p.pc, p.seat, p.active, p.wait)
            && frames(again) == frames(p)
            && locals
                .iter()
                .all(|at| again.locals[usize::from(*at)] == p.locals[usize::from(*at)])
    }
}

/// Whether the innermost block is an effect that was called.
fn in_effect(p: &Position) -> bool {
    p.frames
        .last()
        .is_some_and(|frame| frame.kind == FrameKind::Effect)
}
