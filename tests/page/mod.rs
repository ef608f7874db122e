//! The table's page with the real program and a real browser, on screens of all sizes.

mod arrangement;
pub mod evenings;
pub mod games;
pub mod looks;
mod notes;
mod phones;
mod program;
mod tables;

use crate::watch::chromium;
