//! The table in a browser, and hands on phones: a page of the same session that the prompt drives.
//!
//! * [`web`]: the server that every page of this program runs on, for this machine or its network, behind a [`gate`] that
//!   keeps slow and many connections from doing harm.
//! * [`rights`]: codes and devices, and who may see and do what. [`faces`]: printed faces, addressed by content.
//! * [`snapshot`]: what an audience sees, as data. [`commands`]: what a browser may send. [`drag`]: what dragging a piece could
//!   mean.
//! * [`news`]: what screens are sent as it happens. `change`: what of a snapshot changed.
//! * [`event_loop`]: the one place where the session is played: lines from the prompt and commands from browsers, in order.
//! * [`questions`]: what the host asks after the game.
//! * [`keep`]: what a resumed session takes up again. [`remade`]: what a table takes up again once its kit was changed.
//! * [`site`]: the addresses of the table's page. `client`: what the browser runs.

mod change;
pub mod commands;
pub mod drag;
pub mod event_loop;
pub mod faces;
#[cfg(feature = "program")]
pub mod gate;
pub mod keep;
pub mod news;
pub mod questions;
pub mod remade;
pub mod rights;
#[cfg(feature = "program")]
pub mod site;
pub mod snapshot;
#[cfg(feature = "program")]
pub mod web;

#[cfg(test)]
mod tests;
