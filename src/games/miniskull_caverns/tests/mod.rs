//! The rules at work: the worked examples of the rules' dossier, its rulings and invariants, secrets, kits, and the battery.

mod examples;
mod scene;
