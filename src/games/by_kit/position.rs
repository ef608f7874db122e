//! A game at one moment: plain data.

use std::mem::take;

use super::code::FrameKind;
use super::ground::Ground;
use super::pools::{Pools, Way};
use super::statement::Turned;

/// Of a piece: nobody knows which it is.
pub const UNKNOWN: u16 = u16::MAX;

/// Of a piece: it lies nowhere on the table.
pub const NOWHERE: u16 = u16::MAX;

#[derive(Debug, PartialEq, Eq)]
pub struct Position {
    pub pieces: Vec<PieceAt>,
    /// What lies in each zone, from the bottom up.
    pub zones: Vec<Vec<u16>>,
    pub pools: Pools,
    pub vars: Vec<i32>,
    /// By die: the face that is up, from 1; 0 before it was rolled.
    pub dice: Vec<u8>,
    pub maps: Vec<Ground>,
    pub locals: Vec<i32>,
    pub frames: Vec<Frame>,
    /// What the `each` blocks under way still have to go through.
    pub lists: Vec<i32>,
    /// Single moves still to be made, the next one last.
    pub queue: Vec<Step>,
    pub pc: u16,
    /// Whose block it is.
    pub seat: u8,
    /// Whose turn it is.
    pub active: u8,
    pub wait: Wait,
    /// Operations since somebody decided.
    pub spun: u32,
    /// Moves since somebody decided.
    pub alone: u32,
    pub decisions: u32,
    /// Rounds that began.
    pub rounds: u32,
    pub fault: Option<Fault>,
    /// Who has won (by bit), once that is settled.
    pub winners: Option<u32>,
    pub lost: u32,
    /// The game has ended, and is being shown and scored.
    pub ending: bool,
    pub together: bool,
    /// By pick of the last action: what its sentence named.
    pub named: [Named; 4],
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            pieces: self.pieces.clone(),
            zones: self.zones.clone(),
            pools: self.pools.clone(),
            vars: self.vars.clone(),
            dice: self.dice.clone(),
            maps: self.maps.clone(),
            locals: self.locals.clone(),
            frames: self.frames.clone(),
            lists: self.lists.clone(),
            queue: self.queue.clone(),
            ..*self
        }
    }

    /// Lists keep the room they have: a game that begins anew asks for no memory.
    fn clone_from(&mut self, source: &Position) {
        self.pieces.clone_from(&source.pieces);
        self.zones.clone_from(&source.zones);
        self.pools.0.clone_from(&source.pools.0);
        self.vars.clone_from(&source.vars);
        self.dice.clone_from(&source.dice);
        self.maps.clone_from(&source.maps);
        self.locals.clone_from(&source.locals);
        self.frames.clone_from(&source.frames);
        self.lists.clone_from(&source.lists);
        self.queue.clone_from(&source.queue);
        *self = Position {
            pieces: take(&mut self.pieces),
            zones: take(&mut self.zones),
            pools: take(&mut self.pools),
            vars: take(&mut self.vars),
            dice: take(&mut self.dice),
            maps: take(&mut self.maps),
            locals: take(&mut self.locals),
            frames: take(&mut self.frames),
            lists: take(&mut self.lists),
            queue: take(&mut self.queue),
            ..*source
        };
    }
}

/// What somebody was told of already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Nothing,
    Piece(u16),
    Place(i32),
}

/// A physical piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceAt {
    /// [`UNKNOWN`] until it is known.
    pub kind: u16,
    /// While it is unknown, what it is one of.
    pub pool: u16,
    /// [`NOWHERE`] if it is out of the game.
    pub zone: u16,
    /// Face up or down, where that was said.
    pub up: Option<bool>,
    pub turns: u8,
    /// Words it was marked with: a bit each, of those that marks are made of.
    pub mark: i32,
    /// Who has been shown it, by bit.
    pub shown: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub kind: FrameKind,
    /// Where to go on.
    pub to: u16,
    pub seat: u8,
    pub active: u8,
    /// Of an `each`: where its list begins, and which is next.
    pub list: u16,
    pub next: u16,
}

/// A single move that needs no more words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Move {
        piece: u16,
        to: u16,
        up: Option<bool>,
        bottom: bool,
    },
    /// The uppermost piece.
    Draw {
        from: u16,
        to: u16,
        up: Option<bool>,
        bottom: bool,
    },
    /// The uppermost piece, face down: which it is shows later.
    Deal {
        from: u16,
        to: u16,
    },
    /// What was dealt there is looked at.
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
    },
    Roll {
        die: u16,
        of: u8,
    },
}

/// What the machine waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Nothing: it runs.
    Run,
    Choose(u16),
    Ask(u16, u8),
    /// Which kind this piece is; it came from this zone.
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

/// A mistake of the rules that shows in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub is: FaultKind,
    /// The operation at which it was met.
    pub op: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// There is nothing to choose.
    Nothing,
    /// A zone holds no more.
    Full,
    /// More than 20,000 operations between two moves.
    Spins,
    /// What nobody, or not the one who chooses, can see was looked at.
    Hidden,
    /// No such zone, or place: a key that is none.
    Nowhere,
    /// Pools within pools, deeper than three.
    Deep,
    /// More can be chosen than anybody reads.
    Wide,
    /// A piece is looked for by name, and some that it might be lie elsewhere unseen.
    Elsewhere,
}

/// Anything that takes a position to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    Act {
        action: u16,
        picks: [u16; 4],
    },
    /// Takes none of some actions that may be taken.
    Pass,
    /// Of what it is (a piece, a player, ..), and which.
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
    /// Goes on where the rules are stuck.
    GoOn,
}

/// Of a move: no pick.
pub const NO_PICK: u16 = u16::MAX;
