//! paperkeep prints tabletop games and referees them, from one folder of data.
//!
//! Other programs use these modules, from the ground up. Each begins with an example.
//!
//! * [`kit`]: a game's data, read and checked.
//! * [`referee`]: what all refereed games share.
//! * [`face`]: a template and a row become a drawing.
//! * [`games`]: the rules, with a folder for each game.
//! * [`press`]: drawings are placed on sheets, and sheets become files.
//!
//! Above them are the rooms of the program itself: `draft` makes a kit of somebody's tables, `easel` draws
//! faces by pointing, `export` writes other programs' formats, `suggest` knows what may stand where somebody writes, `table` is a live session, `lab` has simulations, `page` shows the
//! table in a browser, `bench` is where a kit is made in one, `cli` is the command line, and `browser` is what the same program does in a tab of a browser, without a server.
//! A room uses only rooms below it.
//!
//! The protocol of `play --json` (docs/protocol.md) is for front ends in other languages.
//!
//! # Features
//!
//! By default everything is there, as the program needs it. Without default features there are `kit`, `referee` and `games`: kits of
//! text files are read, and games refereed. `imports` adds kits in ZIP archives, workbooks and PDFs; `press` adds `face`, `press`, `draft`
//! and `export`; `lab` and `page` add the rooms of those names, and `plots` the plots of `lab`; `program` is all of it with `cli`.

#![forbid(unsafe_code)]
// What only the program uses is left without a use in a smaller library.
#![cfg_attr(not(feature = "program"), allow(dead_code, unused_imports))]
// A function that is longer is one plain list, and says so.
#![cfg_attr(not(test), warn(clippy::too_many_lines))]

#[cfg(feature = "press")]
pub mod face;
pub mod games;
pub mod kit;
#[cfg(feature = "press")]
pub mod press;
pub mod referee;

// For the program, its tests and its benchmarks; they change without notice.
#[cfg(feature = "page")]
#[doc(hidden)]
pub mod bench;
#[cfg(feature = "page")]
#[doc(hidden)]
pub mod browser;
#[cfg(feature = "program")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "press")]
mod draft;
#[cfg(all(feature = "edit", feature = "press"))]
mod easel;
#[cfg(feature = "press")]
mod export;
#[cfg(feature = "lab")]
#[doc(hidden)]
pub mod lab;
#[cfg(feature = "page")]
#[doc(hidden)]
pub mod page;
#[cfg(feature = "suggest")]
mod suggest;
#[cfg(feature = "page")]
#[doc(hidden)]
pub mod table;
