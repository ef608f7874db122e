//! The names of the players.

use super::command::Command;
use crate::kit::Kit;
use crate::referee::{Setup, names};

/// The players' names: each fits on a line, and none could be mistaken for another when typed.
///
/// # Errors
///
/// Why one of them cannot be used.
pub fn named(names: &[String]) -> Result<Vec<String>, String> {
    let names: Vec<String> = names.iter().map(|name| name.trim().to_owned()).collect();
    for (seat, name) in names.iter().enumerate() {
        let commands = Command::ALL
            .iter()
            .flat_map(|(_, names, ..)| names.iter().copied());
        if let Some(fault) = names::fault(name, commands) {
            return Err(format!(
                "the name of player {}, `{name}`, {fault}",
                seat + 1
            ));
        }
        if let Some(same) = names[..seat]
            .iter()
            .find(|other| *other != name && names::heard(other) == names::heard(name))
        {
            return Err(format!(
                "two players are called `{same}` and `{name}`, which count as the same name"
            ));
        }
    }
    Ok(names)
}

/// Names for a number of players who gave none.
pub fn nameless(kit: &Kit, players: u32) -> Vec<String> {
    match players {
        1 => vec![kit.files.say(Setup::ALONE, &[])],
        several => (1..=several)
            .map(|number| kit.files.say("Player {number}", &[("number", &number)]))
            .collect(),
    }
}
