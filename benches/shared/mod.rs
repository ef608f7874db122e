//! Helpers for several benchmarks: a shipped kit, and the header of a game.

use paperkeep::games::Setup;
use paperkeep::kit::{Files, Kit};
use paperkeep::referee::journal::{FORMAT, Header, Luck, Secrets};

pub fn kit(game: &str) -> Kit {
    Kit::open(Files::shipped(game).expect("a shipped kit")).expect("a good kit")
}

/// The program rolls, draws and keeps secrets.
pub fn header(game: &str, players: u32) -> Header {
    Header {
        journal: FORMAT,
        game: game.into(),
        edition: None,
        options: Vec::new(),
        players: Setup::of_count(players).players,
        seed: 1,
        kit: String::new(),
        rows: Vec::new(),
        program: None,
        folder: None,
        language: None,
        rules: 1,
        physical: Vec::new(),
        luck: Luck::Same,
        secrets: Secrets::Referee,
        hints: true,
        bots: Vec::new(),
    }
}
