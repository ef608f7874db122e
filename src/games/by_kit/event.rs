//! What happened, and why something is not done.

use super::position::FaultKind;

/// Gaps in a sentence, at most.
pub const GAPS: usize = 5;

/// What stands in the gaps of a sentence: values, and of pieces which kind they were, if all could see that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gaps(pub [(i32, u16); GAPS]);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Somebody took an action.
    Acted {
        seat: u8,
        action: u16,
        gaps: Gaps,
    },
    Passed {
        seat: u8,
    },
    /// Somebody chose in secret, while all do.
    Chosen {
        seat: u8,
    },
    /// Somebody answered: question, value, and the kind of a piece.
    Answered {
        seat: u8,
        question: u16,
        value: i32,
        kind: u16,
    },
    TurnBegan {
        seat: u8,
    },
    /// A piece came from one zone to another; its kind if all may know it.
    Moved {
        kind: u16,
        piece: u16,
        from: u16,
        to: u16,
    },
    Turned {
        kind: u16,
        piece: u16,
        up: bool,
    },
    /// It was turned by one side, where it lies.
    Spun {
        kind: u16,
        piece: u16,
    },
    /// It was shown, where it lies, to these seats, by bit.
    Shown {
        kind: u16,
        piece: u16,
        zone: u16,
        seats: u32,
    },
    Placed {
        kind: u16,
        piece: u16,
        map: u8,
        place: i32,
        turns: u8,
    },
    Shuffled {
        zone: u16,
    },
    Refilled {
        zone: u16,
    },
    Marked {
        piece: u16,
        zone: u16,
        mark: i32,
    },
    /// A die shows a face; 0 if not all may see it.
    Rolled {
        of: u8,
        die: u16,
        face: u8,
    },
    /// A counter, a word or a figure: which, whose (by its number), and what it is now.
    Set {
        var: u16,
        at: u16,
        value: i32,
        /// As every turn or round sets it anew.
        anew: bool,
    },
    Fault {
        is: FaultKind,
        op: u16,
    },
    Won {
        seat: u8,
    },
    Lost {
        seat: u8,
    },
    Ended,
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// That is not what is asked now.
    NotNow,
    /// What is named is not there, or not to be had: the action, and which pick.
    NotThere {
        action: u16,
        pick: u8,
    },
    /// A need is not met, and what was picked.
    Need {
        action: u16,
        need: u8,
        picks: [i32; 4],
    },
    /// This is done only when nothing else can be.
    Last {
        action: u16,
    },
    NotAnAnswer,
    /// It cannot come: none is left.
    NoneLeft {
        kind: u16,
    },
    NoSuchFace,
    /// There is something else to do.
    NotStuck,
}
