//! From faces to files: drawings are placed on sheets, and all writers draw the same sheets.
//!
//! The stages, from the bottom up; each uses only stages below it:
//!
//! 1. [`sheet`]: the model that every writer draws.
//! 2. [`drawn`]: every piece of a kit, drawn once. `printer`: how a printer distorts a page. [`picture`]: a table in play.
//! 3. `order`: what to print, on which `paper`.
//! 4. [`layout`]: the position of everything on paper, with cuts and folds.
//! 5. [`mod@write`]: the files: PDF, SVG, PNG, cut files.
//! 6. [`inspect`]: checks of legibility. `guide`: instructions for people. `icon_sheet`: the icons that ship.
//! 7. `print`: all of it, for one kit.
//!
//! ```
//! use paperkeep::kit::{Ink, Kit, Size};
//! use paperkeep::press::{Order, print, write::pdf};
//!
//! let kit = Kit::find("dungeon-in-a-tin")?;
//! let printed = print(&kit, &Order::new(Size::A4, "a4", Ink::Mono))?;
//! assert_eq!(printed.sheets.sheets.len(), 1);
//! assert!(pdf::write(&printed.sheets)?.starts_with(b"%PDF"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod drawn;
pub(crate) mod guide;
pub(crate) mod icon_sheet;
pub mod inspect;
pub mod layout;
mod order;
pub(crate) mod paper;
pub mod picture;
mod print;
pub(crate) mod printer;
pub mod sheet;
pub mod write;

pub use order::{Corrects, Layout, Marks, On, Order, Prints, Scheme, Stickers, Wanted};
pub use print::{Drawn, Press, Printed, print};
pub use printer::{Distortion, Profile, Profiles};
