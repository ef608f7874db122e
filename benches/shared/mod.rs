//! What several benchmarks begin with: a shipped kit, and the head of a game's journal.

use paperkeep::games::Setup;
use paperkeep::kit::{Files, Kit};
use paperkeep::referee::journal::{FORMAT, Header, Luck, Secrets};

pub fn kit(game: &str) -> Kit {
    Kit::open(Files::shipped(game).expect("a shipped kit")).expect("a good kit")
}

/// The program rolls and draws, and keeps what is secret.
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
        rules: 1,
        physical: Vec::new(),
        luck: Luck::Same,
        secrets: Secrets::Referee,
        hints: true,
    }
}
