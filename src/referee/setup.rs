//! What a game is set up with.

use serde::{Deserialize, Serialize};

/// Who keeps what a player may hide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Secrets {
    /// The cardboard does, and the referee asks when it is revealed.
    #[default]
    Table,
    /// The referee does.
    Referee,
}

/// Who plays, and by which edition and table options. Unchecked: the game judges it when it is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The players' names, by seat.
    pub players: Vec<String>,
    /// The edition by its name; `None` is the game's default.
    pub edition: Option<String>,
    /// Table options that were given, by name, with their values.
    pub options: Vec<(String, String)>,
    /// Who keeps what a player may hide.
    #[serde(default)]
    pub secrets: Secrets,
    /// What the table settles, by the names of sources or their groups.
    #[serde(default)]
    pub physical: Vec<String>,
}

impl Setup {
    /// What a player is called who plays alone and gave no name.
    pub const ALONE: &'static str = "Player";

    /// Whether one person plays who has no name to be called by.
    pub fn is_nameless(players: &[String]) -> bool {
        players == [Self::ALONE]
    }

    /// So many players without names of their own, playing as the game has it.
    pub fn of_count(players: u32) -> Setup {
        Setup { players: (1..=players).map(|number| format!("Player {number}")).collect(), ..Setup::default() }
    }
}
