//! Tests of the rules: the dossier's worked examples, rulings and invariants, secrets, and conformance.

mod accounts;
mod balance;
mod corrections;
mod examples;
mod odds;
mod picture;
mod random_play;
mod rulings;
mod scene;
mod secrets;
mod stories;
