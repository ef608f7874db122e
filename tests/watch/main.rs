//! `paperkeep watch` with the real program, a kit being edited, and a real browser.

mod browser;
#[allow(dead_code, reason = "the page of the table is driven by more of it")]
mod chromium;
mod files;
mod kit;
mod server;
mod strangers;
mod watched;
