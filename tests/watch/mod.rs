//! `paperkeep watch` with the real program, a kit being edited, and a real browser.

mod browser;
pub mod chromium;
mod files;
pub mod kit;
mod server;
mod strangers;
mod watched;
