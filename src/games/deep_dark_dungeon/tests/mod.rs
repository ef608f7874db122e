//! Tests of the rules: the dossier's worked examples, rulings and invariants, kits, bots, and conformance.

mod corrections;
mod drawing;
mod examples;
mod kits;
mod lockstep;
mod odds;
mod random_play;
mod rulings;
mod scene;
mod stories;
