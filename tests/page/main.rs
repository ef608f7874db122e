//! The table's page with the real program and a real browser, on screens of all sizes.

#[path = "../watch/chromium.rs"]
mod chromium;
mod evenings;
mod games;
mod looks;
mod phones;
mod program;
mod tables;
