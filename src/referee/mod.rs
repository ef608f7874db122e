//! What every refereed game shares: the contract of its rules, and (in the files beside) how a session of it is run.
//!
//! * [`game`]: the contract, [`Game`] and [`Words`].
//! * [`choices`]: the legal moves of a turn, with the weights of chance.
//! * [`outcome`]: how a game ended.
//! * [`screen`]: styled text, for boards drawn in a terminal.
//! * [`bot`]: players made of code.

pub mod bot;
pub mod choices;
pub mod game;
pub mod outcome;
pub mod screen;

pub use bot::{Bot, Bots};
pub use choices::Choices;
pub use game::{Game, Refused, RuleId, Seat, Source, SourceInfo, Telling, Turn, Words};
pub use outcome::{Outcome, Verdict};
pub use screen::{Screen, Tone};
