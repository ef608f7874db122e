//! The state of a game, as plain data.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::take;
use std::sync::Arc;

use crate::games::by_kit::MAX_SEATS;
use crate::games::by_kit::language::code::FrameKind;
use crate::games::by_kit::language::map_state::MapState;
use crate::games::by_kit::language::statement::Turned;
use crate::games::by_kit::rules::belief::Beliefs;
use crate::games::by_kit::rules::pools::{Pools, Way};

pub use crate::games::by_kit::rules::pools::UNKNOWN;

/// The zone of a piece that is nowhere on the table.
pub const NOWHERE: u16 = u16::MAX;

/// The most moves of a game that are followed again.
const MAX_MOVES: usize = 4_000;

/// The moves made since the game began, the last one first; none in positions that are only possible. Positions that differ only in
/// this are equal.
#[derive(Clone, Debug, Default)]
pub struct Past(Option<Arc<Made>>);

#[derive(Debug)]
struct Made {
    mv: Move,
    before: Past,
}

impl Past {
    pub fn push(&mut self, mv: Move) {
        let before = take(self);
        *self = Past(Some(Arc::new(Made { mv, before })));
    }

    /// All moves in their order; `None` if they are too many.
    pub fn moves(&self) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        let mut last = self;
        while let Some(made) = &last.0 {
            moves.push(made.mv);
            last = &made.before;
            if moves.len() > MAX_MOVES {
                return None;
            }
        }
        moves.reverse();
        Some(moves)
    }
}

impl PartialEq for Past {
    fn eq(&self, _: &Past) -> bool {
        true
    }
}

impl Eq for Past {}

impl std::hash::Hash for Past {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// One move after another, since a long game would take too deep a stack.
impl Drop for Past {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(made) = next {
            next = Arc::into_inner(made).and_then(|mut made| made.before.0.take());
        }
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub pieces: Vec<PieceAt>,
    /// The pieces in each zone, from the bottom up.
    pub zones: Vec<Vec<u16>>,
    pub pools: Pools,
    pub vars: Vec<i32>,
    /// The upper face of each die, counted from 1; 0 before it was rolled, and [`VEILED`] where that is left open.
    pub dice: Vec<u8>,
    /// Who was shown each hidden die since it was rolled, by bit.
    pub dice_shown: Vec<u32>,
    pub maps: Vec<MapState>,
    pub locals: Vec<i32>,
    /// The sets named by `let`.
    pub kept: Vec<Vec<i32>>,
    pub frames: Vec<Frame>,
    /// The remaining members of loops in progress.
    pub lists: Vec<i32>,
    /// The steps still to be made, the next one last.
    pub queue: Vec<Step>,
    pub pc: u16,
    /// The player whose block is running.
    pub seat: u8,
    /// The player whose turn it is.
    pub active: u8,
    pub wait: Wait,
    /// Operations since the last move.
    pub spun: u32,
    /// Steps of expressions since the last move.
    pub steps: u32,
    /// Rounds begun since the last decision.
    pub unasked: u32,
    /// Moves since the last decision.
    pub alone: u32,
    pub decisions: u32,
    /// The number of rounds begun.
    pub rounds: u32,
    /// The number of turns begun.
    pub turns: u32,
    pub fault: Option<RuntimeError>,
    /// The winners (one bit each), once that is settled.
    pub winners: Option<u32>,
    pub lost: u32,
    /// By seat, after how many decisions a player left the game for good, counted from 1; 0 for who still plays.
    pub left: [u32; MAX_SEATS],
    /// By `[when]`, for whom it is true (one bit each).
    pub was: Vec<u32>,
    /// Whether that may have changed.
    pub is_changed: bool,
    /// Whether the game has ended and is being shown and scored.
    pub ending: bool,
    pub together: bool,
    /// By pick of the last action, what its sentence named.
    pub named: [Named; 4],
    /// What each seat can tell about hidden pieces.
    pub beliefs: Beliefs,
    /// How it came about, where seats differ in what they can tell.
    pub past: Past,
    /// While all choose in secret: the position before the first of them did, and the moves since, by seat.
    pub before: Option<Arc<Position>>,
    pub chosen: Vec<(u8, Move)>,
    /// Whether it is one that somebody considers possible, where pieces that others see may be unknown.
    pub is_open: bool,
    /// Where pieces that no rule tells apart are of one kind: whether those that no rule does at all (0), or none that follows from the action
    /// with this number, counted from 1.
    pub alike: Option<u16>,
    /// In such a position, by seat, a bit: what they roll unseen is left open until the rules read it.
    pub veiled: u32,
    /// In such a position, where the rules read a piece that nobody knows.
    pub hidden_in: Option<u16>,
}

/// A die that somebody rolled unseen, in a position that is only possible. If the rules read it, that position is not sound.
pub const VEILED: u8 = u8::MAX;

/// Who makes a move of chance, among the [chosen](Position::chosen).
pub const CHANCE: u8 = u8::MAX;

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            pieces: self.pieces.clone(),
            zones: self.zones.clone(),
            pools: self.pools.clone(),
            vars: self.vars.clone(),
            dice: self.dice.clone(),
            dice_shown: self.dice_shown.clone(),
            maps: self.maps.clone(),
            locals: self.locals.clone(),
            kept: self.kept.clone(),
            was: self.was.clone(),
            frames: self.frames.clone(),
            lists: self.lists.clone(),
            queue: self.queue.clone(),
            beliefs: self.beliefs.clone(),
            past: self.past.clone(),
            before: self.before.clone(),
            chosen: self.chosen.clone(),
            ..*self
        }
    }

    /// Reuses allocations, so that starting a new game needs no memory.
    fn clone_from(&mut self, source: &Position) {
        self.pieces.clone_from(&source.pieces);
        self.zones.clone_from(&source.zones);
        self.pools.0.clone_from(&source.pools.0);
        self.vars.clone_from(&source.vars);
        self.dice.clone_from(&source.dice);
        self.dice_shown.clone_from(&source.dice_shown);
        self.maps.clone_from(&source.maps);
        self.locals.clone_from(&source.locals);
        self.kept.clone_from(&source.kept);
        self.was.clone_from(&source.was);
        self.frames.clone_from(&source.frames);
        self.lists.clone_from(&source.lists);
        self.queue.clone_from(&source.queue);
        self.beliefs.0.clone_from(&source.beliefs.0);
        self.past = source.past.clone();
        self.before.clone_from(&source.before);
        self.chosen.clone_from(&source.chosen);
        *self = Position {
            pieces: take(&mut self.pieces),
            zones: take(&mut self.zones),
            pools: take(&mut self.pools),
            vars: take(&mut self.vars),
            dice: take(&mut self.dice),
            dice_shown: take(&mut self.dice_shown),
            maps: take(&mut self.maps),
            locals: take(&mut self.locals),
            kept: take(&mut self.kept),
            was: take(&mut self.was),
            frames: take(&mut self.frames),
            lists: take(&mut self.lists),
            queue: take(&mut self.queue),
            beliefs: take(&mut self.beliefs),
            past: take(&mut self.past),
            before: take(&mut self.before),
            chosen: take(&mut self.chosen),
            ..*source
        };
    }
}

impl Position {
    /// Whether a player has not left the game.
    pub fn plays(&self, seat: u8) -> bool {
        self.left[usize::from(seat)] == 0
    }

    /// What lies where and who is asked for what, as a number, whatever happened before.
    pub fn place(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (
            &self.pieces,
            &self.zones,
            &self.vars,
            &self.dice,
            &self.maps,
        )
            .hash(&mut hasher);
        (self.pc, self.seat, self.active, &self.wait, &self.left).hash(&mut hasher);
        hasher.finish()
    }

    /// About how much memory it takes, in bytes, beliefs aside.
    pub fn bytes(&self) -> usize {
        let kinds = self.pools.0.first().map_or(0, |pool| pool.counts.len());
        let spots: usize = self
            .maps
            .iter()
            .map(|map| 16 * map.spots.len() + 1_024)
            .sum();
        size_of::<Position>()
            + self.pieces.len() * (size_of::<PieceAt>() + size_of::<u16>())
            + self.zones.len() * 2 * size_of::<Vec<u16>>()
            + self.pools.0.len() * (2 * kinds + size_of::<Pools>())
            + 4 * (self.vars.len() + self.locals.len())
            + spots
    }
}

/// Something that the players have already been told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    Nothing,
    Piece(u16),
    Place(i32),
}

/// A physical piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceAt {
    /// Its kind, or [`UNKNOWN`].
    pub kind: u16,
    /// The pool that it belongs to while its kind is unknown.
    pub pool: u16,
    /// Its zone, or [`NOWHERE`] if it is out of the game.
    pub zone: u16,
    /// Face up or down, if that was specified.
    pub up: Option<bool>,
    pub turns: u8,
    /// The words it was marked with, one bit each in the order of the declared marks.
    pub mark: i32,
    /// Who has been shown it, by bit.
    pub shown: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    pub kind: FrameKind,
    /// The operation to return to.
    pub to: u16,
    pub seat: u8,
    pub active: u8,
    /// For an `each`, where its list begins and which member is next.
    pub list: u16,
    pub next: u16,
}

/// A single move of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Move {
        piece: u16,
        to: u16,
        up: Option<bool>,
        bottom: bool,
        /// Whether it is moved for what it is, so that all know which kinds of pieces leave a hand and which stay.
        told: bool,
    },
    /// Moves the top piece.
    Draw {
        from: u16,
        to: u16,
        up: Option<bool>,
        bottom: bool,
    },
    /// Moves the top piece face down; its kind becomes known later.
    Deal {
        from: u16,
        to: u16,
    },
    /// Looks at what was dealt to a zone.
    Look {
        zone: u16,
    },
    Fill {
        from: u16,
        to: u16,
        until: u16,
    },
    Random {
        from: u16,
        to: u16,
        up: Option<bool>,
    },
    Turn {
        piece: u16,
        way: Turned,
    },
    Show {
        piece: u16,
        seats: u32,
    },
    Place {
        piece: u16,
        map: u8,
        place: i32,
        turns: u8,
        up: Option<bool>,
    },
    Roll {
        die: u16,
        of: u8,
    },
    /// Shows a hidden die to these seats.
    ShowDie {
        die: u16,
        of: u8,
        seats: u32,
    },
}

/// What the machine is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// Nothing; it is running.
    Run,
    Choose(u16),
    Ask(u16, u8),
    /// For chance to pick a member of a set.
    Lot(u16),
    /// To learn which kind a piece is that came from this zone.
    Know {
        piece: u16,
        from: u16,
    },
    Random {
        from: u16,
        to: u16,
        up: Option<bool>,
    },
    Roll {
        die: u16,
        of: u8,
    },
    Over,
}

/// A mistake in the rules that shows in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuntimeError {
    pub is: RuntimeErrorKind,
    /// The operation that caused it.
    pub op: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RuntimeErrorKind {
    /// There is nothing to choose.
    Nothing,
    /// A zone is full.
    Full,
    /// More than 20,000 operations ran between two moves, or an expression or a list of moves took too many steps.
    Spins,
    /// Round after round passes, and nobody is asked anything.
    Unasked,
    /// More than [`MAX_ALONE`](super::machine::MAX_ALONE) moves were made without a decision.
    Endless,
    /// Something was read that nobody sees, or not the chooser.
    Hidden,
    /// There is no such zone or place: the key is invalid.
    Nowhere,
    /// Pools are nested more than three deep.
    Deep,
    /// There are more options than anybody would read.
    Wide,
    /// A piece is sought by name, but it may also lie hidden elsewhere.
    Elsewhere,
    /// Something is divided by 0.
    Divides,
    /// A number is larger than the machine counts.
    Large,
}

impl RuntimeErrorKind {
    /// Whether it is told even where it was only met in a condition of what may be done.
    pub fn is_told_of_a_list(self) -> bool {
        use RuntimeErrorKind::{Divides, Large, Spins};
        matches!(self, Spins | Divides | Large)
    }
}

/// Anything that changes the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    Act {
        action: u16,
        picks: [u16; 4],
    },
    /// Declines optional actions.
    Pass,
    /// An answer: its class (a piece, a player, ...) and its code.
    Answer {
        class: u8,
        said: u16,
    },
    AnswerNone,
    Face {
        of: u8,
        face: u8,
    },
    Know {
        kind: u16,
        way: Way,
    },
    Take(u16),
    /// Continues when the rules are stuck.
    GoOn,
}

/// In a move: no pick.
pub const NO_PICK: u16 = u16::MAX;
