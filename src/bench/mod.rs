//! A kit that somebody makes on a page: that of `watch`, and the studio's. `client` is what a browser runs.
//!
//! * `workbench`: the kit under somebody's hands, and all that a page may ask of it. `store`: where its files are. `allowed`: the
//!   words that its columns may have.
//! * `catalogue`: its texts, for translators. `translation`: its other languages. `frames`: faces to begin with. `tables`: rows that
//!   come from a file. `pictured`: which of them name pictures. `rules`: rules to begin with. `gallery`: what there is to see of it
//!   once it is printed.
//! * `tryout`: games that bots play, to see what an edit does. `told`: what is wrong, as a page shows it.

#[cfg(feature = "edit")]
mod allowed;
pub mod catalogue;
#[cfg(feature = "edit")]
mod frames;
#[cfg(feature = "edit")]
pub mod gallery;
#[cfg(feature = "edit")]
mod pictured;
#[cfg(feature = "edit")]
mod rules;
#[cfg(feature = "edit")]
mod store;
#[cfg(feature = "edit")]
mod tables;
mod told;
#[cfg(feature = "edit")]
mod translation;
#[cfg(feature = "lab")]
pub mod tryout;
#[cfg(feature = "edit")]
mod workbench;

#[cfg(feature = "edit")]
pub use self::store::{Memory, Store, archive};
pub use self::told::{Refused, of_file, problems};
#[cfg(feature = "edit")]
pub use self::workbench::{Call, Workbench};
