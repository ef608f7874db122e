//! What the rules give away of hidden pieces: whoever may lay another suit has none of the suit led, and whoever is asked for a king and
//! gives none has none.
//!
//! A test that reads what a viewer cannot see, and on which depends what everybody sees happen, says how many pieces of some kinds lie
//! in a zone. That becomes a [`Clue`] of each viewer's belief. What cannot be put so (sums, names for sets, dice that are kept)
//! leaves the pieces and dice as they were, and [`KitGame::is_sure`] says that there is more to know: odds then follow the game
//! [again](KitGame::retraced).

use std::sync::Arc;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{ActionCode, FrameKind, Node, NodeId, Op, Type, What};
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::language::phrase::Join;
use crate::games::by_kit::language::sheet::{See, ZoneKind};
use crate::games::by_kit::rules::belief::Belief;
use crate::games::by_kit::rules::clue::Clue;
use crate::games::by_kit::rules::eval::{Evaluator, Reader};
use crate::games::by_kit::rules::position::*;
use crate::referee::Seat;

/// The deepest conditions that are taken apart.
const DEEPEST: usize = 20;

/// Whether everybody sees that something was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    No,
    /// Not yet, but it may show later.
    Later,
    Yes,
}

/// What follows from a test.
enum Finding {
    Clue(Clue),
    /// It read these pieces, and what it says of them is not kept.
    Pieces(Vec<u16>),
    /// It read something else that is hidden.
    Unknown,
}

/// The pieces of a zone, and those of their kinds that meet a condition.
struct Meant {
    pieces: Vec<u16>,
    kinds: Vec<u16>,
}

impl KitGame {
    /// Whether a viewer knows everything about hidden pieces and dice that the rules have given away.
    pub(crate) fn is_sure(&self, p: &Position, seat: Option<Seat>) -> bool {
        let p = p.before.as_deref().unwrap_or(p);
        let Some(belief) = self.belief(p, seat) else {
            return !self.is_kept_by_players(p);
        };
        let is_open = |piece: &u16| belief.kinds[usize::from(*piece)] == UNKNOWN;
        let is_hidden = |die: &u16| p.dice[usize::from(*die)] > 0;
        !belief.unsure.iter().any(is_open) && !belief.unsure_dice.iter().any(is_hidden)
    }

    /// Whether players hold, have looked at or have rolled something that the referee does not know.
    fn is_kept_by_players(&self, p: &Position) -> bool {
        let is_kept = |piece: &PieceAt| {
            let zone = self.zone_at.get(usize::from(piece.zone));
            let see = zone.map(|zone| self.program.zones[usize::from(zone.decl)].see);
            let is_held = matches!(see, Some(See::Owner | See::Others));
            piece.kind == UNKNOWN && (is_held || piece.shown != 0)
        };
        self.seats > 1 && (p.pieces.iter().any(is_kept) || p.dice.contains(&VEILED))
    }

    /// Whether clues are kept just now: there is somebody to keep them, and what happens is seen.
    fn keeps_clues(&self, p: &Position) -> bool {
        !p.beliefs.0.is_empty() && !p.together && !p.ending
    }

    /// A player takes an action, which the rules allow: notes what that says, judging by what has come out by `after`. Returns the
    /// pieces that were picked unseen, if it says something.
    pub(crate) fn notice_legal(
        &self,
        p: &mut Position,
        after: &Position,
        (action, picks): (u16, [u16; 4]),
    ) -> Vec<u16> {
        if !self.keeps_clues(p) {
            return Vec::new();
        }
        let code = &self.program.actions[usize::from(action)];
        let mut own = Evaluator::new(self, p, p.seat, Reader::Seat(p.seat));
        let Ok(picked) = self.named_by(&mut own, action, picks) else {
            return Vec::new();
        };
        let mut chosen = Vec::new();
        // By pick, who was shown a piece before all saw it.
        let mut shown = [None; 4];
        for (at, pick) in code.picks.iter().enumerate() {
            let is_piece = matches!(pick.ty, Type::Piece(..));
            let Some(piece) = u16::try_from(picked.values[at]).ok().filter(|_| is_piece) else {
                continue;
            };
            match self.public(after, piece) {
                UNKNOWN => chosen.push(piece),
                _ => {
                    let seers = &mut p.pieces[usize::from(piece)].shown;
                    shown[at] = Some((piece, std::mem::replace(seers, self.everybody())));
                }
            }
        }
        let found = self.allowed(p, code, picked.values);
        for (piece, seers) in shown.into_iter().rev().flatten() {
            p.pieces[usize::from(piece)].shown = seers;
        }
        let says_nothing = found.is_empty();
        self.note(p, found);
        for piece in &chosen {
            self.note_chosen(p, *piece);
        }
        if says_nothing { Vec::new() } else { chosen }
    }

    /// A player answers with a piece that a viewer may not see, which the question allows: notes what that says.
    pub(crate) fn notice_answer(&self, p: &mut Position, question: u16, value: i32) {
        let asked = &self.program.questions[usize::from(question)];
        let is_piece = matches!(asked.ty, Type::Piece(..));
        let Some(piece) = u16::try_from(value).ok().filter(|_| is_piece) else {
            return;
        };
        if !self.keeps_clues(p) || !asked.private || self.public(p, piece) != UNKNOWN {
            return;
        }
        let mut look = Evaluator::new(self, p, p.seat, Reader::All);
        let mut found = Vec::new();
        self.conclude_of(&mut look, asked.set, value, &mut found);
        self.note(p, found);
        self.note_chosen(p, piece);
    }

    /// What follows from a value's being a member of a set.
    fn conclude_of(
        &self,
        look: &mut Evaluator<'_>,
        mut set: NodeId,
        value: i32,
        found: &mut Vec<Finding>,
    ) {
        while let Node::Where(inner, temp, condition) = &self.program.nodes[set as usize] {
            look.temps[usize::from(*temp)] = value;
            self.conclude(look, (*condition, true), 0, found);
            set = *inner;
        }
    }

    /// What the rules gave away of pieces that were picked unseen still holds, though those went through a hand that was mixed.
    pub(crate) fn doubt_picked(&self, p: &mut Position, pieces: &[u16]) {
        for piece in pieces {
            let PieceAt { zone, kind, .. } = p.pieces[usize::from(*piece)];
            let among = p.zones.get(usize::from(zone)).map_or(0, Vec::len);
            let is_lost = kind == UNKNOWN || self.is_loose(zone) && among > 1;
            let viewers = p.beliefs.0.iter_mut().filter(|_| !is_lost);
            viewers.for_each(|belief| Arc::make_mut(belief).doubt(&[*piece]));
        }
    }

    /// What follows from an action's being allowed in a position, with these values picked.
    fn allowed(&self, p: &Position, code: &ActionCode, values: [i32; 4]) -> Vec<Finding> {
        let mut look = Evaluator::new(self, p, p.seat, Reader::All);
        for (pick, value) in code.picks.iter().zip(values) {
            look.temps[usize::from(pick.temp)] = value;
        }
        let mut found = Vec::new();
        for need in &code.needs {
            self.conclude(&mut look, (need.that, true), 0, &mut found);
        }
        for pick in &code.picks {
            let value = look.temps[usize::from(pick.temp)];
            self.conclude_of(&mut look, pick.set, value, &mut found);
        }
        found
    }

    /// Somebody has chosen a piece among others that a viewer does not see.
    fn note_chosen(&self, p: &mut Position, piece: u16) {
        let hidden = self.hidden_beside(p, piece);
        self.note_chosen_among(p, piece, hidden);
    }

    /// What has left a hand while all chose in secret was chosen.
    pub(crate) fn note_chosen_together(&self, p: &mut Position, before: &Position) {
        for piece in 0..p.pieces.len() as u16 {
            let zone_in = |p: &Position| p.pieces[usize::from(piece)].zone;
            if zone_in(p) != zone_in(before) {
                let hidden = self.hidden_beside(before, piece);
                self.note_chosen_among(p, piece, hidden);
            }
        }
    }

    fn note_chosen_among(&self, p: &mut Position, piece: u16, hidden: Vec<(usize, Vec<u16>)>) {
        for (viewer, hidden) in hidden {
            let belief = Arc::make_mut(&mut p.beliefs.0[viewer]);
            // Even one that the viewer knows: nobody can tell that it is this one.
            let kind = |piece: &u16| belief.kinds[usize::from(*piece)];
            let alike = hidden
                .iter()
                .map(kind)
                .all(|own| own != UNKNOWN && own == kind(&piece));
            if !alike && !belief.chosen.contains(&piece) {
                belief.chosen.push(piece);
            }
        }
    }

    /// The rules go one of two ways, depending on a condition.
    pub(crate) fn notice_branch(&self, p: &mut Position, node: NodeId, (truth, to): (bool, u16)) {
        if !self.keeps_clues(p) {
            return;
        }
        match self.branches(usize::from(p.pc), usize::from(to)) {
            Seen::Yes => self.notice_truth(p, node, (p.seat, truth)),
            // What it leaves behind may show later.
            Seen::Later => self.notice_value(p, node),
            Seen::No => {}
        }
    }

    /// The game goes on although a condition was looked at that would have ended it.
    pub(crate) fn notice_no_end(&self, p: &mut Position, node: NodeId, seat: u8) {
        if self.keeps_clues(p) {
            self.notice_truth(p, node, (seat, false));
        }
    }

    /// Everybody sees whether a condition holds for a player.
    fn notice_truth(&self, p: &mut Position, node: NodeId, (seat, truth): (u8, bool)) {
        let mut found = Vec::new();
        let mut look = Evaluator::new(self, p, seat, Reader::All);
        self.conclude(&mut look, (node, truth), 0, &mut found);
        self.note(p, found);
    }

    /// The rules use a value or a set in a way that is not followed.
    pub(crate) fn notice_value(&self, p: &mut Position, node: NodeId) {
        if !self.keeps_clues(p) {
            return;
        }
        let mut look = Evaluator::new(self, p, p.seat, Reader::All);
        look.value(node);
        if look.fault == Some(RuntimeErrorKind::Hidden) {
            self.note(p, vec![Finding::Unknown]);
        }
    }

    /// The same for a set.
    pub(crate) fn notice_set(&self, p: &mut Position, set: NodeId) {
        if !self.keeps_clues(p) {
            return;
        }
        let mut look = Evaluator::new(self, p, p.seat, Reader::All);
        look.each(set, &mut |_, _| true);
        if look.fault == Some(RuntimeErrorKind::Hidden) {
            self.note(p, vec![Finding::Unknown]);
        }
    }

    /// Whether everybody knows which pieces an effect moves to a zone, by what they are; their order there may tell nothing.
    pub(crate) fn is_told(&self, p: &Position, what: &What, to: u16) -> bool {
        let decl = &self.program.zones[usize::from(self.zone_at[usize::from(to)].decl)];
        let is_unordered = matches!(decl.kind, ZoneKind::Hand | ZoneKind::Bag) && !decl.ordered;
        if !self.keeps_clues(p) || (decl.see != See::All && !is_unordered) {
            return false;
        }
        match what {
            What::All(set) => self.is_of_a_zone(*set),
            What::One(piece) => self.one_of_some(*piece).is_some(),
            _ => false,
        }
    }

    /// Whether a set is all of a zone, or all that meets a condition there.
    fn is_of_a_zone(&self, mut set: NodeId) -> bool {
        while let Node::Where(inner, ..) = &self.program.nodes[set as usize] {
            set = *inner;
        }
        matches!(self.program.nodes[set as usize], Node::Pieces(_))
    }

    /// The set with a condition of which a value is the first, the last or the only member.
    pub(crate) fn one_of_some(&self, node: NodeId) -> Option<NodeId> {
        match &self.program.nodes[node as usize] {
            Node::First(set) | Node::Last(set) | Node::Only(set) => Some(*set),
            _ => None,
        }
        .filter(|set| matches!(self.program.nodes[*set as usize], Node::Where(..)))
    }

    /// The piece that an effect takes out of a zone. If all that it could be are of one kind, everybody knows that it is of that kind.
    pub(crate) fn notice_one(&self, p: &mut Position, node: NodeId, piece: i32) {
        if !self.keeps_clues(p) {
            return;
        }
        let mut look = Evaluator::new(self, p, p.seat, Reader::All);
        let set = self.one_of_some(node);
        let meant = set.and_then(|set| self.meant(&mut look, set));
        match (
            meant.map(|meant| meant.kinds).as_deref(),
            u16::try_from(piece),
        ) {
            (Some([kind]), Ok(piece)) => self.tell_kind(p, piece, *kind),
            (_, piece) => {
                // It could be of several kinds, so that nobody can tell it from the others of its hand any more.
                if let Ok(piece) = piece {
                    self.mix_beside(p, piece, true);
                }
                self.notice_value(p, node);
            }
        }
    }

    /// The pieces that an effect takes out of a zone, and what that says of the rest: `taken` are those.
    pub(crate) fn notice_taken(&self, p: &mut Position, what: &What, taken: &[i32]) {
        let What::All(set) = what else { return };
        if !self.keeps_clues(p) || !matches!(self.program.nodes[*set as usize], Node::Where(..)) {
            return;
        }
        let mut look = Evaluator::new(self, p, p.seat, Reader::All);
        look.each(*set, &mut |_, _| true);
        if look.fault != Some(RuntimeErrorKind::Hidden) {
            return;
        }
        look.fault = None;
        let is_taken = |piece: &u16| taken.contains(&i32::from(*piece));
        let found = match self.meant(&mut look, *set) {
            Some(Meant { pieces, kinds }) => {
                let (gone, rest): (Vec<u16>, Vec<u16>) = pieces.into_iter().partition(is_taken);
                if let Some(first) = gone.first() {
                    self.mix_beside(p, *first, false);
                }
                let count = gone.len() as u16;
                let clue = |pieces, count| {
                    Finding::Clue(Clue {
                        pieces,
                        kinds: kinds.clone(),
                        least: count,
                        most: count,
                    })
                };
                vec![clue(gone, count), clue(rest, 0)]
            }
            None => vec![Finding::Unknown],
        };
        self.note(p, found);
    }

    /// Of some dice, those are rolled again that show certain faces. Which were can be heard.
    pub(crate) fn notice_kept_dice(
        &self,
        p: &mut Position,
        (of, dice): (u8, std::ops::Range<u16>),
        (temp, condition): (u8, NodeId),
    ) {
        let faces = &self.program.dice[usize::from(of)].faces;
        let mut look = Evaluator::new(self, p, p.seat, Reader::Rules);
        let mut is_kept = |face: &i32| {
            look.temps[usize::from(temp)] = *face;
            !look.holds(condition)
        };
        let kept: Vec<u8> = (1..)
            .zip(faces)
            .filter(|(_, face)| is_kept(face))
            .map(|(at, _)| at)
            .collect();
        // If it depends on more than the die itself, it tells more; and nobody hears what is quiet, or may hear nothing while all choose.
        let is_heard = !p.together && !self.is_quiet(p);
        let is_told = self.program.is_closed(condition, temp) && is_heard;
        for viewer in 0..p.beliefs.0.len() {
            let hidden = self.dice_hidden_from(p, viewer);
            for die in dice.clone().filter(|die| hidden.contains(die)) {
                let belief = Arc::make_mut(&mut p.beliefs.0[viewer]);
                if !is_told {
                    belief.unsure_dice.push(die);
                } else if kept.contains(&p.dice[usize::from(die)]) {
                    belief.keep_die(die, kept.clone());
                }
            }
        }
    }

    /// A die is rolled, and nobody knows more of it than anybody else.
    pub(crate) fn forget_die(&self, p: &mut Position, die: u16) {
        for belief in &mut p.beliefs.0 {
            let is_kept = belief.kept_dice.iter().any(|(other, _)| *other == die);
            if is_kept || belief.unsure_dice.contains(&die) {
                let belief = Arc::make_mut(belief);
                belief.unsure_dice.retain(|other| *other != die);
                belief.kept_dice.retain(|(other, _)| *other != die);
            }
        }
    }

    fn dice_hidden_from(&self, p: &Position, viewer: usize) -> Vec<u16> {
        let seat = (viewer < usize::from(self.seats)).then_some(viewer as Seat);
        let groups = self.hidden_dice(p, seat);
        groups
            .into_iter()
            .flat_map(|(_, dice)| dice)
            .map(|die| die as u16)
            .collect()
    }

    /// Whether everybody sees which of two ways the rules go: what runs only on one of them moves something, asks, or is told.
    fn branches(&self, from: usize, to: usize) -> Seen {
        let ops = &self.program.ops;
        let first = ops.get(from..to).unwrap_or_default();
        let second = match first.last() {
            Some(Op::Jump(end)) => ops.get(to..usize::from(*end)).unwrap_or_default(),
            _ => &[],
        };
        self.shows(first).max(self.shows(second))
    }

    /// Whether everybody sees that operations are run.
    fn shows(&self, ops: &[Op]) -> Seen {
        let seen = |op: &Op| match op {
            Op::Set { var, .. } if self.program.vars[usize::from(*var)].title.is_empty() => {
                Seen::Later
            }
            Op::Local(..) | Op::Keep(..) => Seen::Later,
            Op::Jump(_)
            | Op::Unless(..)
            | Op::Again(..)
            | Op::Each(_)
            | Op::EachPlayer(_)
            | Op::Next(..)
            | Op::Quiet
            | Op::Drop(_) => Seen::No,
            // What is called may do nothing that shows, which is told once it is run.
            Op::Call(to, FrameKind::Effect) => self.shows_called(*to),
            Op::CallBy(_, _, named) | Op::CallWord(_, named) => {
                let all = named.iter().map(|(_, to)| self.shows_called(*to));
                all.min().unwrap_or(Seen::No)
            }
            _ => Seen::Yes,
        };
        ops.iter().map(seen).max().unwrap_or(Seen::No)
    }

    /// The same of an effect, up to its end; another that it calls may show or not.
    fn shows_called(&self, to: u16) -> Seen {
        let ops = self.program.ops.get(usize::from(to)..).unwrap_or_default();
        let end = ops.iter().position(|op| matches!(op, Op::Return));
        let own = &ops[..end.unwrap_or(ops.len())];
        let calls = |op: &Op| matches!(op, Op::Call(..) | Op::CallBy(..) | Op::CallWord(..));
        match own.split(calls).map(|part| self.shows(part)).max() {
            Some(Seen::Yes) => Seen::Yes,
            found if own.iter().any(calls) => found.max(Some(Seen::Later)).unwrap_or(Seen::Later),
            found => found.unwrap_or(Seen::No),
        }
    }

    /// What everybody knows of a condition.
    fn publicly(&self, look: &mut Evaluator<'_>, node: NodeId) -> Option<bool> {
        look.fault = None;
        let holds = look.holds(node);
        let is_hidden = look.fault.take().is_some();
        (!is_hidden).then_some(holds)
    }

    /// What follows from the truth of a condition.
    fn conclude(
        &self,
        look: &mut Evaluator<'_>,
        (node, truth): (NodeId, bool),
        depth: usize,
        found: &mut Vec<Finding>,
    ) {
        if self.publicly(look, node).is_some() {
            return;
        }
        if depth > DEEPEST {
            return found.push(Finding::Unknown);
        }
        match &self.program.nodes[node as usize] {
            Node::Not(inner) => self.conclude(look, (*inner, !truth), depth + 1, found),
            Node::Join(join @ (Join::And | Join::Or), a, b) => {
                let all = truth == (*join == Join::And);
                for (one, other) in [(*a, *b), (*b, *a)] {
                    if all || self.publicly(look, other) == Some(!truth) {
                        self.conclude(look, (one, truth), depth + 1, found);
                    }
                }
                let settles = |look: &mut Evaluator<'_>, of| self.publicly(look, of).is_some();
                if !all && !settles(look, *a) && !settles(look, *b) {
                    found.push(self.vague(look, &[*a, *b]));
                }
            }
            Node::Empty(set) => self.number_of(look, *set, (0, if truth { 0 } else { -1 }), found),
            Node::Any(set) => self.number_of(look, *set, (0, if truth { -1 } else { 0 }), found),
            Node::Join(join, a, b) => {
                let join = *join;
                let a = *a;
                let b = *b;
                let Node::Count(set) = self.program.nodes[a as usize] else {
                    return found.push(Finding::Unknown);
                };
                look.fault = None;
                let number = look.value(b);
                if look.fault.take().is_some() || number == NONE {
                    return found.push(Finding::Unknown);
                }
                match limits(join, number, truth) {
                    Some(limits) => self.number_of(look, set, limits, found),
                    None => found.push(self.other_than(look, set, number)),
                }
            }
            Node::All(set, temp, condition) if truth => {
                // None of them fails it.
                let all = self.meant_by(look, *set, &[(*temp, *condition, false)]);
                found.push(match all {
                    Some(Meant { pieces, kinds }) => Finding::Clue(Clue {
                        pieces,
                        kinds,
                        least: 0,
                        most: 0,
                    }),
                    None => Finding::Unknown,
                });
            }
            _ => found.push(Finding::Unknown),
        }
    }

    /// A set has this many members: at least the first number, and at most the second. (0, -1) stands for any but none.
    fn number_of(
        &self,
        look: &mut Evaluator<'_>,
        set: NodeId,
        (least, most): (i32, i32),
        found: &mut Vec<Finding>,
    ) {
        let Some(Meant { pieces, kinds }) = self.meant(look, set) else {
            return found.push(Finding::Unknown);
        };
        let all = pieces.len() as i32;
        let (least, most) = match (least, most) {
            (0, -1) => (1, all),
            (least, most) => (least.clamp(0, all), most.clamp(0, all)),
        };
        found.push(Finding::Clue(Clue {
            pieces,
            kinds,
            least: least as u16,
            most: most as u16,
        }));
    }

    /// A set has another number of members than this, which is not zero.
    fn other_than(&self, look: &mut Evaluator<'_>, set: NodeId, number: i32) -> Finding {
        match self.meant(look, set) {
            Some(Meant { pieces, kinds }) if number >= pieces.len() as i32 => {
                let fewer = (number - 1).min(pieces.len() as i32);
                Finding::Clue(Clue {
                    pieces,
                    kinds,
                    least: 0,
                    most: fewer as u16,
                })
            }
            Some(Meant { pieces, .. }) => Finding::Pieces(pieces),
            None => Finding::Unknown,
        }
    }

    /// What two conditions are about, of which nobody can tell which holds.
    fn vague(&self, look: &mut Evaluator<'_>, nodes: &[NodeId]) -> Finding {
        let mut pieces = Vec::new();
        for node in nodes {
            let set = match &self.program.nodes[*node as usize] {
                Node::Empty(set) | Node::Any(set) => self.meant(look, *set),
                _ => None,
            };
            match set {
                Some(meant) => pieces.extend(meant.pieces),
                None => return Finding::Unknown,
            }
        }
        Finding::Pieces(pieces)
    }

    /// Whether what somebody chose unseen still matters to a viewer.
    pub(crate) fn has_chosen(&self, p: &Position, seat: Option<Seat>) -> bool {
        let p = p.before.as_deref().unwrap_or(p);
        let belief = self.belief(p, seat);
        belief.is_some_and(|belief| {
            let is_hidden = |piece: &u16| belief.kinds[usize::from(*piece)] == UNKNOWN;
            belief.chosen.iter().any(is_hidden)
        })
    }

    fn meant(&self, look: &mut Evaluator<'_>, set: NodeId) -> Option<Meant> {
        self.meant_by(look, set, &[])
    }

    /// The pieces of a zone that a set is taken from, and the kinds that belong to it if they also meet `more` conditions (or fail
    /// them). `None` if it is another set, or depends on more than one hidden piece.
    fn meant_by(
        &self,
        look: &mut Evaluator<'_>,
        mut set: NodeId,
        more: &[(u8, NodeId, bool)],
    ) -> Option<Meant> {
        let mut conditions = more.to_vec();
        while let Node::Where(inner, temp, condition) = &self.program.nodes[set as usize] {
            conditions.push((*temp, *condition, true));
            set = *inner;
        }
        let Node::Pieces(zone) = self.program.nodes[set as usize] else {
            return None;
        };
        let zone = usize::try_from(look.value(zone)).ok()?;
        let pieces = look.p.zones.get(zone)?.clone();
        let looks = |piece: &u16| {
            let at = look.p.pieces[usize::from(*piece)];
            let deck = self.piece_decks[usize::from(*piece)];
            (at.up, at.turns, at.mark, deck)
        };
        let mut known = Vec::new();
        let mut kinds = None;
        for piece in &pieces {
            if known.contains(&looks(piece)) {
                continue;
            }
            known.push(looks(piece));
            let own = self.kinds_meant(look, *piece, &conditions)?;
            if kinds.get_or_insert_with(|| own.clone()) != &own {
                return None;
            }
        }
        let kinds = kinds?;
        Some(Meant { pieces, kinds })
    }

    /// The kinds of which a piece would meet (or fail) all conditions. `None` if they depend on another hidden piece.
    fn kinds_meant(
        &self,
        look: &mut Evaluator<'_>,
        piece: u16,
        conditions: &[(u8, NodeId, bool)],
    ) -> Option<Vec<u16>> {
        let deck = usize::from(self.piece_decks[usize::from(piece)]);
        let all = self.program.facts.kinds.iter().zip(0u16..);
        let mut kinds = Vec::new();
        for (_, kind) in all.filter(|(own, _)| own.deck == deck) {
            look.assumed = Some((piece, kind));
            let meets = conditions.iter().all(|(temp, condition, wanted)| {
                look.temps[usize::from(*temp)] = i32::from(piece);
                look.holds(*condition) == *wanted
            });
            look.assumed = None;
            if look.fault.take().is_some() {
                return None;
            }
            kinds.extend(meets.then_some(kind));
        }
        Some(kinds)
    }

    /// Every viewer keeps what was found, as far as they do not see it anyway.
    fn note(&self, p: &mut Position, found: Vec<Finding>) {
        for finding in found {
            for viewer in 0..p.beliefs.0.len() {
                match &finding {
                    Finding::Clue(clue) => self.note_clue(p, viewer, clue),
                    Finding::Pieces(pieces) => {
                        Arc::make_mut(&mut p.beliefs.0[viewer]).doubt(pieces);
                    }
                    Finding::Unknown => self.note_unknown(p, viewer),
                }
            }
        }
    }

    fn note_clue(&self, p: &mut Position, viewer: usize, clue: &Clue) {
        let belief = &p.beliefs.0[viewer];
        let mut own = clue.clone();
        own.pieces.clear();
        for piece in &clue.pieces {
            match belief.kinds[usize::from(*piece)] {
                UNKNOWN => own.pieces.push(*piece),
                kind => own.met(kind),
            }
        }
        if !own.is_empty() {
            Arc::make_mut(&mut p.beliefs.0[viewer]).keep(own);
        }
    }

    /// What everybody hides from a viewer may have been read.
    fn note_unknown(&self, p: &mut Position, viewer: usize) {
        let hidden: Vec<u16> = (0..p.pieces.len() as u16)
            .filter(|piece| {
                p.pieces[usize::from(*piece)].kind != UNKNOWN
                    && p.beliefs.0[viewer].kinds[usize::from(*piece)] == UNKNOWN
            })
            .collect();
        let dice = self.dice_hidden_from(p, viewer);
        let belief: &mut Belief = Arc::make_mut(&mut p.beliefs.0[viewer]);
        belief.doubt(&hidden);
        for die in dice {
            if !belief.unsure_dice.contains(&die) {
                belief.unsure_dice.push(die);
            }
        }
    }
}

/// Between which numbers a count lies, if comparing it with a number came out so; `None` if that is not one stretch.
fn limits(join: Join, number: i32, truth: bool) -> Option<(i32, i32)> {
    const MANY: i32 = 1 << 14;
    let number = number.clamp(-1, MANY);
    let limits = match (join, truth) {
        (Join::Equal, true) | (Join::Unequal, false) => (number, number),
        (Join::Equal, false) | (Join::Unequal, true) if number == 0 => (1, MANY),
        (Join::Less, true) | (Join::AtLeast, false) => (0, number - 1),
        (Join::AtMost, true) | (Join::More, false) => (0, number),
        (Join::More, true) | (Join::AtMost, false) => (number + 1, MANY),
        (Join::AtLeast, true) | (Join::Less, false) => (number, MANY),
        _ => return None,
    };
    Some(limits)
}
