//! `paperkeep watch` through the real program, a kit that somebody edits, and a real browser.

mod browser;
mod chromium;
mod files;
mod kit;
mod server;
mod strangers;
mod watched;
