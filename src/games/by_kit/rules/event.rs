//! Events, and reasons for refusing a move.

use crate::games::by_kit::language::code::MAX_GAPS;
use crate::games::by_kit::rules::position::RuntimeErrorKind;

/// The values in the gaps of a sentence; for pieces also their kind at the time, if everybody saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gaps(pub [(i32, u16); MAX_GAPS]);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A player took an action.
    Acted {
        seat: u8,
        action: u16,
        gaps: Gaps,
    },
    /// The rules say something: the sentence, and the player it is about.
    Said {
        seat: u8,
        said: u16,
        gaps: Gaps,
    },
    Passed {
        seat: u8,
    },
    /// A player chose, while all choose in secret.
    Chosen {
        seat: u8,
    },
    /// A player answered: the question, the value, and for a piece its kind.
    Answered {
        seat: u8,
        question: u16,
        value: i32,
        kind: u16,
    },
    /// Chance picked a member of a set.
    Fell {
        lot: u16,
        value: i32,
    },
    TurnBegan {
        seat: u8,
    },
    /// A piece moved from one zone to another; the kind is given if all may know it.
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
    /// A tile was turned by one side.
    Spun {
        kind: u16,
        piece: u16,
    },
    /// A piece was shown to these seats (one bit each) without being moved.
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
    /// A hidden die was shown to these seats (one bit each); the face is 0 if not all see it.
    Uncovered {
        of: u8,
        die: u16,
        face: u8,
        seats: u32,
    },
    /// A counter, word or figure changed: the declaration, the cell and the new value.
    Set {
        var: u16,
        at: u16,
        value: i32,
        /// Whether this is the reset at the start of a turn or round.
        anew: bool,
    },
    RuntimeError {
        is: RuntimeErrorKind,
        op: u16,
    },
    Won {
        seat: u8,
    },
    Lost {
        seat: u8,
    },
    /// A player plays no more, having won or lost, while others go on.
    Left {
        seat: u8,
        won: bool,
    },
    Ended,
}

impl Event {
    /// Whether it is a mere consequence, which a quiet block keeps to itself. What was revealed or shuffled everybody has to know.
    pub fn is_mere(&self) -> bool {
        matches!(
            self,
            Event::Moved { .. }
                | Event::Turned { .. }
                | Event::Spun { .. }
                | Event::Placed { .. }
                | Event::Marked { .. }
                | Event::Rolled { .. }
                | Event::Fell { .. }
                | Event::Set { .. }
        )
    }
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The move does not answer the current question.
    NotNow,
    /// Something named does not exist or cannot be picked: the action and the number of the pick.
    NotThere {
        action: u16,
        pick: u8,
    },
    /// The picks do not meet a need.
    Need {
        action: u16,
        need: u8,
        picks: [i32; 4],
    },
    /// A last resort, which is allowed only if nothing else is.
    Last {
        action: u16,
    },
    NotAnAnswer,
    /// This piece cannot come, since none is left.
    NoneLeft {
        kind: u16,
    },
    NoSuchFace,
    /// The rules are not stuck: another move is legal.
    NotStuck,
}
