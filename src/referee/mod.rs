//! What every refereed game shares: the contract of its rules, and (in the files beside) how a session of it is run.
//!
//! * [`game`]: the contract, [`Game`]. [`words`]: how a game speaks, [`Words`]. [`seat`]: places at the table, and who acts.
//! * [`corrections`]: where the table decides otherwise than the rules; [`edits`]: in which words. [`snapshot`]: what lies where.
//!   [`entering`]: a game under way.
//! * [`choices`]: the legal moves of a turn, with the weights of chance.
//! * [`outcome`]: how a game ended.
//! * [`prompting`]: how a game is asked at a prompt, briefly. [`said`]: what the referee says itself.
//! * [`screen`]: styled text, for boards drawn in a terminal. [`scene`]: the table in terms of pieces, for pictures.
//! * [`pointing`]: what an answer has to do with on the table.
//! * [`bot`]: players made of code.
//! * [`setup`]: what a game is set up with.
//! * [`chance`]: the program's dice and draws. [`journal`]: what was done, on disk.
//! * [`intern`]: names made at run time. [`names`]: what a player may be called. [`shell`]: commands to copy.
//! * [`luck`]: what chance gave, and whether it looks fair. [`odds`]: what it may give.
//! * [`search`]: what answers lead to, found by playing games out.
//! * [`session`]: a game being played. [`sitting`]: the same without its type, as front ends drive it.

#[cfg(test)]
pub mod battery;
pub mod bot;
pub mod chance;
pub mod choices;
pub mod corrections;
pub mod edits;
pub mod entering;
pub mod game;
pub mod intern;
pub mod journal;
pub mod luck;
pub mod names;
pub mod odds;
pub mod outcome;
pub mod pointing;
pub mod prompting;
pub mod said;
pub mod scene;
pub mod screen;
pub mod search;
pub mod seat;
pub mod session;
pub mod setup;
pub mod shell;
pub mod sitting;
pub mod snapshot;
#[cfg(test)]
pub mod toy;
pub mod words;

pub use bot::{Bot, Bots};
pub use choices::Choices;
pub use corrections::{Corrections, Described, Ending};
pub use game::{Game, NOT_NOW, Refused, RuleId, Source, SourceInfo, Turn};
pub use odds::Odds;
pub use outcome::{Outcome, Verdict};
pub use pointing::{Figure, Pointing};
pub use prompting::{Heading, Manner, News, Prompting, Short, When};
pub use said::Said;
pub use scene::Scene;
pub use screen::{Screen, Tone};
pub use seat::{By, Seat};
pub use session::Session;
pub use setup::Setup;
pub use sitting::{Answer, Ask, Brief, Made, Past, SessionError, Sitting, TakenBack, Told};
pub use words::{Happened, Stake, Telling, Visibility, Words};
