//! The set-up of a game.

use serde::{Deserialize, Serialize};

/// Who keeps the players' secrets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Secrets {
    /// The players do; the referee asks once something is revealed.
    #[default]
    Table,
    /// The referee does.
    Referee,
}

/// Who plays, and with which edition and table options. It is unchecked until a game is opened with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The players' names, by seat.
    pub players: Vec<String>,
    /// The name of the edition; `None` is the game's default.
    pub edition: Option<String>,
    /// The table options that were set, as names and values.
    pub options: Vec<(String, String)>,
    /// Who keeps the players' secrets.
    #[serde(default)]
    pub secrets: Secrets,
    /// What the table settles: names of sources or groups.
    #[serde(default)]
    pub physical: Vec<String>,
    /// The version of the rules that the game began with, if it is continued.
    #[serde(default)]
    pub rules: Option<u32>,
}

impl Setup {
    /// The name of a single player who gave none.
    pub const ALONE: &'static str = "Player";
    /// The same in the languages that the program itself speaks.
    const ALONE_ELSEWHERE: [&'static str; 2] = ["Spieler", "Jugador"];

    /// Whether a single person plays who has no name.
    pub fn is_nameless(players: &[String]) -> bool {
        let [name] = players else { return false };
        name == Self::ALONE || Self::ALONE_ELSEWHERE.contains(&name.as_str())
    }

    /// A number of players without names of their own, with the game's defaults.
    pub fn of_count(players: u32) -> Setup {
        Setup {
            players: (1..=players)
                .map(|number| format!("Player {number}"))
                .collect(),
            ..Setup::default()
        }
    }
}
