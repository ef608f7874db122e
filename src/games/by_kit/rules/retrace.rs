//! What a seat can tell from all that it saw, where clues cannot hold it: a sum that was compared unseen, a book that was laid down,
//! a die on which the rules went one way.
//!
//! The game is followed again from the last question at which the seat's belief said everything. There all that is possible is
//! listed, and from then on every possibility goes on by the same moves of the players and by all that chance may bring. What looks or
//! sounds different to the seat at the next question is not what happened. Others' choices that the seat cannot tell apart count as
//! equally likely, and that they made the choice that they made says nothing.

use std::mem::take;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{Picked, Type};
use crate::games::by_kit::language::sheet::See;
use crate::games::by_kit::rules::position::*;
use crate::games::by_kit::rules::worlds::{Deal, Urn, evened, gcd};
use crate::referee::odds::{Layer, Node, Weight};
use crate::referee::{Choices, Game, Seat, Turn, Worlds};

/// The most moves that are tried in possible positions.
const MAX_STEPS: usize = 200_000;

/// How many moves are tried for one of a game, if chance is drawn: all that chance may bring.
const STEPS_A_MOVE: usize = 8;

/// The fewest possible positions left of those drawn at random that say anything.
const FEWEST: usize = 50;

/// What chance had to settle, each with its result if the seat sees it.
type Settled = Vec<(Wait, Option<Move>)>;

/// What a seat saw and heard from one question to the next.
struct Seen {
    /// Who answered the first question, and how; `None` at the start of the game.
    answer: Option<(Seat, Move)>,
    /// What the game waited for right after that answer, and what the seat saw then.
    after: Option<(Wait, String)>,
    settled: Settled,
    told: Vec<String>,
    view: String,
    turn: Turn,
}

/// Who looks at the table.
struct Eyes {
    seat: Option<Seat>,
    /// Zones in which the places of pieces mean nothing.
    loose: Vec<u16>,
}

/// A possible position on the way to the next question.
struct Step {
    world: Position,
    /// How much has been told and settled since the last question.
    told: usize,
    settled: usize,
    weight: Weight,
}

/// Follows what is possible.
struct Follower<'a> {
    game: &'a KitGame,
    eyes: Eyes,
    /// With luck, only one way for each possibility.
    luck: Option<ChaCha8Rng>,
    /// How many moves have been tried.
    steps: usize,
}

impl KitGame {
    /// The positions that are possible for a seat whose belief does not say everything, with what it saw taken into account. `None` if
    /// they are too many to follow, or the moves that led here are not known.
    pub(crate) fn retraced(
        &self,
        p: &Position,
        seat: Option<Seat>,
        (most, draws): (usize, usize),
    ) -> Option<Worlds<Position>> {
        let eyes = self.eyes(p, seat);
        let (start, seen) = self.seen_since_sure(p, &eyes)?;
        let known = self.possible(&start, seat, Deal::Placed, (most, draws));
        let mut follower = Follower {
            game: self,
            eyes,
            luck: None,
            steps: 0,
        };
        let listed = known
            .all
            .then(|| follower.followed(&known, &seen))
            .flatten();
        if let Some(worlds) = listed.and_then(|worlds| in_cases(worlds, most)) {
            return Some(worlds);
        }
        let moves: usize = seen.iter().map(|seen| 1 + seen.settled.len()).sum();
        let draws = draws.min(MAX_STEPS / (STEPS_A_MOVE * moves));
        let mut luck = ChaCha8Rng::seed_from_u64(u64::from(p.decisions));
        let drawn = if known.all {
            drawn(&known, draws, &mut luck)
        } else {
            Worlds {
                list: known.list.into_iter().take(draws).collect(),
                all: false,
            }
        };
        follower.luck = Some(luck.clone());
        follower.steps = 0;
        let left = follower.followed(&drawn, &seen)?;
        let left = left
            .into_iter()
            .map(|(world, weight)| (world, weight.value));
        let list = evened(left.collect(), &mut luck);
        (list.len() >= FEWEST).then_some(Worlds { list, all: false })
    }

    /// The last question at which the seat's belief said everything, and what the seat saw from each question to the next.
    fn seen_since_sure(&self, p: &Position, eyes: &Eyes) -> Option<(Position, Vec<Seen>)> {
        let moves = p.past.moves()?;
        let mut at = self.start.clone();
        let mut sure = (at.clone(), 0);
        for (number, mv) in moves.iter().enumerate() {
            let asks = matches!(self.turn(&at), Turn::Player(_));
            if asks && at.before.is_none() && self.is_sure(&at, eyes.seat) {
                sure = (at.clone(), number);
            }
            self.judge_move(&at, *mv).ok()?;
            self.make(&mut at, *mv, &mut |_| {});
        }
        // Corrections and tables that were set up have another past.
        if at != *p {
            return None;
        }
        let (start, first) = sure;
        let seen = self.seen(start.clone(), &moves[first..], eyes)?;
        Some((start, seen))
    }

    fn seen(&self, mut at: Position, moves: &[Move], eyes: &Eyes) -> Option<Vec<Seen>> {
        let mut all = Vec::new();
        let mut told = Vec::new();
        let mut answered = None;
        let mut settled = Vec::new();
        for (number, mv) in moves.iter().enumerate() {
            if at.before.is_some() {
                return None;
            }
            let asked = match self.turn(&at) {
                Turn::Player(by) => Some(by),
                _ => {
                    settled.push((at.wait, self.sees_result(&at, eyes.seat).then_some(*mv)));
                    None
                }
            };
            if asked.is_some() && number > 0 {
                let heard = (take(&mut settled), take(&mut told));
                all.push(self.seen_at(&at, eyes, answered.take(), heard));
            }
            self.make_heard(&mut at, *mv, &mut told);
            if let Some(by) = asked {
                answered = Some(((by, *mv), (at.wait, self.looks(&at, eyes))));
            }
        }
        all.push(self.seen_at(&at, eyes, answered, (settled, told)));
        Some(all)
    }

    fn seen_at(
        &self,
        p: &Position,
        eyes: &Eyes,
        answered: Option<((Seat, Move), (Wait, String))>,
        (settled, told): (Settled, Vec<String>),
    ) -> Seen {
        let (answer, after) = answered.unzip();
        Seen {
            answer,
            after,
            settled,
            told,
            view: self.looks(p, eyes),
            turn: self.turn(p),
        }
    }

    /// Whether everybody knows which move it is that somebody made.
    fn is_told_in_full(&self, mv: Move) -> bool {
        let is_piece = |pick: &Picked| matches!(pick.ty, Type::Piece(..));
        match mv {
            Move::Act { action, .. } => {
                let picks = &self.program.actions[usize::from(action)].picks;
                !picks.iter().any(is_piece)
            }
            Move::Answer { .. } | Move::AnswerNone => false,
            _ => true,
        }
    }

    fn eyes(&self, p: &Position, seat: Option<Seat>) -> Eyes {
        let zones = 0..p.zones.len() as u16;
        let is_loose = |zone: &u16| self.is_in_any_order(*zone) && !self.ever_named_unseen(*zone);
        Eyes {
            seat,
            loose: zones.filter(is_loose).collect(),
        }
    }

    /// What somebody sees, whichever order it has where that means nothing: cards of a hand are laid in any.
    fn looks(&self, p: &Position, eyes: &Eyes) -> String {
        let mut sorted = p.clone();
        for zone in &eyes.loose {
            let look = |piece: &u16| {
                let PieceAt {
                    up, turns, mark, ..
                } = p.pieces[usize::from(*piece)];
                (self.sight(p, *piece, eyes.seat), up, turns, mark)
            };
            sorted.zones[usize::from(*zone)].sort_by_key(look);
        }
        serde_json::to_string(&self.view(&sorted, eyes.seat)).unwrap_or_default()
    }

    /// Whether a seat sees what chance settles next.
    fn sees_result(&self, p: &Position, seat: Option<Seat>) -> bool {
        let viewer = seat.map_or(usize::from(self.seats), usize::from);
        match p.wait {
            Wait::Know { piece, .. } => self.viewer_sees(p, viewer, piece),
            Wait::Roll { die, of } => {
                let decl = &self.program.dice[usize::from(of)];
                decl.see == See::All || seat.is_some() && decl.seer(die) == seat
            }
            _ => false,
        }
    }

    /// Makes a move, and adds what is told.
    fn make_heard(&self, p: &mut Position, mv: Move, told: &mut Vec<String>) {
        let mut events = Vec::new();
        self.make(p, mv, &mut |event| events.push(event));
        told.extend(
            events
                .into_iter()
                .map(|event| self.tell_event(p, event).text),
        );
    }
}

impl Follower<'_> {
    /// What has come of possible positions by now. `None` if that takes too many steps.
    fn followed(
        &mut self,
        known: &Worlds<Position>,
        seen: &[Seen],
    ) -> Option<Vec<(Position, Weight)>> {
        let listed = known.list.iter();
        let mut worlds: Vec<(Position, Weight)> = listed
            .map(|(world, cases)| (world.clone(), Weight::of(*cases, 1)))
            .collect();
        for seen in seen {
            let mut next = Layer::new();
            // Those drawn are counted, so equal ones stay apart.
            let mut drawn = Vec::new();
            for (world, weight) in worlds {
                let begun = self.answered(world, weight, seen);
                let mut open = self.some_of(begun);
                while let Some(step) = open.pop() {
                    if self.steps > MAX_STEPS {
                        return None;
                    }
                    if matches!(self.game.turn(&step.world), Turn::Chance(_)) {
                        let further = self.settled(&step, seen);
                        open.extend(self.some_of(further));
                    } else if self.is_seen_so(&step, seen) {
                        let world = at_rest(step.world);
                        match self.luck {
                            Some(_) => drawn.push((world, step.weight)),
                            None => next.add(Node::of(world), step.weight),
                        }
                    }
                }
            }
            worlds = match self.luck {
                Some(_) => drawn,
                None => next.into_worlds(),
            };
        }
        Some(worlds)
    }

    /// Whether the seat would see and have heard just this.
    fn is_seen_so(&self, step: &Step, seen: &Seen) -> bool {
        step.told == seen.told.len()
            && self.game.turn(&step.world) == seen.turn
            && self.game.looks(&step.world, &self.eyes) == seen.view
    }

    /// All that may come next, or with luck one of it, which stands for the others.
    fn some_of(&mut self, mut steps: Vec<Step>) -> Vec<Step> {
        let Some(luck) = self.luck.as_mut().filter(|_| steps.len() > 1) else {
            return steps;
        };
        let total: f64 = steps.iter().map(|step| step.weight.value).sum();
        let mut left = total * f64::from(luck.next_u32()) / 4_294_967_296.0;
        let at = steps.iter().position(|step| {
            left -= step.weight.value;
            left < 0.0
        });
        let mut one = steps.swap_remove(at.unwrap_or(0));
        one.weight = Weight::about(total);
        vec![one]
    }

    /// A possible position after the answer that was given: the same one if the seat gave it, otherwise any that sounds the same.
    fn answered(&mut self, world: Position, weight: Weight, seen: &Seen) -> Vec<Step> {
        let Some((by, mv)) = seen.answer else {
            return vec![Step {
                world,
                told: 0,
                settled: 0,
                weight,
            }];
        };
        if self.game.turn(&world) != Turn::Player(by) {
            return Vec::new();
        }
        let is_known = Some(by) == self.eyes.seat || self.game.is_told_in_full(mv);
        let mut moves = vec![mv];
        if !is_known {
            moves = self.game.legal(&world);
        } else if self.game.judge_move(&world, mv).is_err() {
            moves.clear();
        }
        let mut steps: Vec<Step> = Vec::new();
        for mv in moves {
            steps.extend(self.heard(&world, mv, (0, 0), seen));
        }
        // Answers that the seat could tell apart by what it saw are no alternatives.
        if steps.len() > 1 {
            steps.retain(|step| self.may_look_so(&step.world, seen));
        }
        let share = weight.times(Weight::of(1, steps.len() as u32));
        steps.iter_mut().for_each(|step| step.weight = share);
        steps
    }

    /// Whether the seat may have seen this right after the answer. Where the game waits for something else, that is not known yet.
    fn may_look_so(&self, world: &Position, seen: &Seen) -> bool {
        let after = seen.after.as_ref();
        after.is_none_or(|(wait, view)| {
            *wait != world.wait || self.game.looks(world, &self.eyes) == *view
        })
    }

    /// A possible position after all that chance may bring next; only what the seat saw, where it saw it.
    fn settled(&mut self, step: &Step, seen: &Seen) -> Vec<Step> {
        let mut choices = Choices::default();
        self.game.moves(&step.world, &mut choices);
        let forced = match seen.settled.get(step.settled) {
            Some((wait, Some(mv))) if *wait == step.world.wait => Some(*mv),
            _ => None,
        };
        let mut all = Vec::new();
        for choice in choices.iter() {
            if forced.is_some_and(|forced| !is_alike(forced, choice.mv)) {
                continue;
            }
            let at = (step.told, step.settled + 1);
            if let Some(mut next) = self.heard(&step.world, choice.mv, at, seen) {
                next.weight = step
                    .weight
                    .times(Weight::of(choice.weight, choices.total()));
                all.push(next);
            }
        }
        all
    }

    /// A possible position after a move, if it sounds like what was told.
    fn heard(
        &mut self,
        world: &Position,
        mv: Move,
        (told, settled): (usize, usize),
        seen: &Seen,
    ) -> Option<Step> {
        self.steps += 1;
        let mut world = world.clone();
        let mut heard = Vec::new();
        self.game.make_heard(&mut world, mv, &mut heard);
        let end = told + heard.len();
        // In which order cards of a hand are named says nothing.
        let mut wanted = seen.told.get(told..end)?.to_vec();
        heard.sort_unstable();
        wanted.sort_unstable();
        (heard == wanted && self.game.is_sound(&world)).then(|| Step {
            world,
            told: end,
            settled,
            weight: Weight::NONE,
        })
    }
}

/// What a position has counted on the way says nothing any more.
fn at_rest(mut world: Position) -> Position {
    world.spun = 0;
    world.steps = 0;
    world.alone = 0;
    world
}

/// Possible positions with their cases; `None` if those are too large numbers, or too many.
fn in_cases(worlds: Vec<(Position, Weight)>, most: usize) -> Option<Worlds<Position>> {
    if worlds.is_empty() || worlds.len() > most {
        return None;
    }
    let shares: Vec<(u128, u128)> = worlds
        .iter()
        .map(|(_, weight)| weight.reduced())
        .collect::<Option<_>>()?;
    let mut all: u128 = 1;
    for (_, of) in &shares {
        all = (all / gcd(all, *of)).checked_mul(*of)?;
    }
    let counts = shares.iter().map(|(cases, of)| cases.checked_mul(all / of));
    let counts: Vec<u128> = counts.collect::<Option<_>>()?;
    let unit = counts.iter().fold(0, |unit, count| gcd(unit, *count));
    let mut total: u32 = 0;
    let mut list = Vec::new();
    for ((world, _), count) in worlds.into_iter().zip(counts) {
        let cases = u32::try_from(count / unit).ok()?;
        total = total.checked_add(cases)?;
        list.push((world, cases));
    }
    Some(Worlds { list, all: true })
}

/// This many positions, drawn at random from all.
fn drawn(known: &Worlds<Position>, draws: usize, luck: &mut ChaCha8Rng) -> Worlds<Position> {
    let urn = Urn::of(&known.list);
    let one = |_| urn.one(luck).map(|world| (world.clone(), 1));
    Worlds {
        list: (0..draws).map_while(one).collect(),
        all: false,
    }
}

/// Whether chance brought the same, whichever pool it came from.
fn is_alike(one: Move, other: Move) -> bool {
    match (one, other) {
        (Move::Know { kind, .. }, Move::Know { kind: other, .. }) => kind == other,
        (one, other) => one == other,
    }
}
