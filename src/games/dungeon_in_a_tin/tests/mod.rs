//! Tests of the rules: the worked examples of the dossier, its invariants, and conformance.

mod corrections;
mod drawing;
mod examples;
mod face_down;
mod kits;
mod odds;
mod random_play;
mod rulings;
mod scene;
mod secrets;
mod stories;
