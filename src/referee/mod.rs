//! What every refereed game shares: the contract of its rules, and how a session of it is run.
//!
//! * `game`: the contract, [`Game`]. `words`: how a game speaks, [`Words`]. `seat`: places at the table, and who acts.
//! * `corrections`: changes that overrule the rules; [`edits`]: how they are worded. [`snapshot`]: what lies where.
//!   `entering`: a game under way.
//! * `choices`: the legal moves of a turn, with the weights of chance.
//! * `outcome`: how a game ended.
//! * `prompting`: how a game asks at a prompt, in few words. [`message`]: the referee's own messages.
//! * [`screen`]: styled text, for boards drawn in a terminal. [`scene`]: the table in terms of pieces, for pictures.
//! * `pointing`: the pieces and places that an answer concerns.
//! * [`bot`]: players that are programs. `program`: programs of one's own.
//! * `setup`: what a game is set up with.
//! * `chance`: the program's dice and draws. [`journal`]: what was done, on disk.
//! * `intern`: names made at run time. `names`: what a player may be called. `shell`: commands to copy.
//! * [`luck`]: what chance gave, and whether it looks fair. [`odds`]: what it may give.
//! * [`search`]: what answers lead to, found by playing games out.
//! * `session`: a game being played. `sitting`: the same without its type, as front ends drive it.
//!
//! ```
//! use paperkeep::games::{self, Setup, Visitor};
//! use paperkeep::kit::Kit;
//! use paperkeep::referee::{Bots, Turn, Words};
//!
//! /// Plays the first legal move, until a player has decided something, and returns what happened.
//! struct FirstMove;
//!
//! impl Visitor for FirstMove {
//!     type Out = Vec<String>;
//!
//!     fn visit<G: Words + Bots>(self, game: G) -> Vec<String> {
//!         let (mut position, mut decided, mut told) = (game.start(), false, Vec::new());
//!         while !decided {
//!             decided = matches!(game.turn(&position), Turn::Player(_));
//!             let (mv, mut events) = (game.legal(&position)[0], Vec::new());
//!             assert!(game.play(&mut position, mv, &mut |event| events.push(event)).is_ok());
//!             told.extend(events.into_iter().map(|event| game.telling(&position, event).text));
//!         }
//!         told
//!     }
//! }
//!
//! let kit = Kit::find("dungeon-in-a-tin")?;
//! let told = games::with("dungeon-in-a-tin", &kit, &Setup::of_count(1), FirstMove)?;
//! assert!(!told.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bot;
pub(crate) mod chance;
pub(crate) mod choices;
#[cfg(test)]
pub(crate) mod conformance;
pub(crate) mod corrections;
pub(crate) mod counter;
pub mod edits;
pub(crate) mod entering;
pub(crate) mod game;
pub(crate) mod intern;
pub mod journal;
pub mod luck;
pub mod message;
pub(crate) mod names;
pub mod odds;
pub(crate) mod outcome;
pub(crate) mod pointing;
pub(crate) mod program;
pub(crate) mod prompting;
pub mod robot;
pub mod scene;
pub mod screen;
pub mod search;
pub(crate) mod seat;
pub(crate) mod session;
pub(crate) mod setup;
pub(crate) mod shell;
pub(crate) mod sitting;
pub mod snapshot;
#[cfg(test)]
pub(crate) mod toy;
pub(crate) mod words;

pub use bot::{Bot, Bots, Whereabouts};
pub use choices::{Choice, Choices};
pub use corrections::{Corrections, Described, Ending, UnderWay};
pub use game::{Game, NOT_NOW, Refused, RuleId, Source, SourceInfo, Turn, Worlds};
pub use message::Message;
pub use odds::Odds;
pub use outcome::{Outcome, Verdict};
pub use pointing::{FaceSide, Figure, Pointing};
pub use prompting::{Heading, Manner, News, Prompting, Short, Together, When};
pub use scene::Scene;
pub use screen::{Screen, Tone};
pub use seat::{By, Seat};
pub use session::{Doubt, Session};
pub use setup::Setup;
pub use sitting::{
    Amended, Answer, Ask, Brief, Decision, LONGEST_NOTE, Made, Past, Remark, SessionError, Sitting,
    TakenBack, Told,
};
pub use words::{
    Came, Concern, Considered, Gist, Happened, Stake, Telling, Visibility, Words, result_of,
};
