//! The rules at work.
