//! The rules at work: the worked examples of the rules' dossier, its rulings and invariants, secrets, and the battery.

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
