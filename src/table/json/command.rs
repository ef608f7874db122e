//! What a line of input says: one command, and what it takes.

use serde_json::{Map, Value};

use super::super::hint;
use crate::referee::Seat;
use crate::referee::search::Budget;

/// A parsed line of input.
pub enum Command {
    Move(String),
    Undo(usize),
    Redo(usize),
    /// Move `n` becomes another one.
    Amend {
        n: usize,
        id: String,
    },
    Restore,
    State(Option<Seat>),
    Scene(Option<Seat>),
    Picture(Option<Seat>),
    Luck,
    Odds(Option<Seat>),
    /// As far as this player knows.
    Hint(Budget, Option<Seat>),
    /// A bot answers for the player who is asked.
    Bot,
    /// The rules behind what was reported last, or behind an answer.
    Why(Option<String>),
    /// All rules, or those with a number or words.
    Rules(Option<String>),
    Options,
    /// Kept in the journal, by this player or by all.
    Note(Option<Seat>, String),
    Story,
    Audit(Option<Seat>),
    Setup,
    Sources,
    Physical(Vec<String>),
    Correct(String),
    End,
    Quit,
}

impl Command {
    /// Whether it changes the game.
    pub fn plays(&self) -> bool {
        use Command::*;
        matches!(
            self,
            Move(_)
                | Bot
                | Undo(_)
                | Redo(_)
                | Amend { .. }
                | Restore
                | Correct(_)
                | End
                | Physical(_)
        )
    }
}

/// What a command takes, and what it becomes.
enum Takes {
    /// `true`
    True(fn() -> Command),
    Text(&'static str, fn(String) -> Command),
    /// A number from 1.
    Count(fn(usize) -> Command),
    /// `true`, or a player's name.
    Viewer(fn(Option<Seat>) -> Command),
    /// `true`, or a text.
    TrueOrText(&'static str, fn(Option<String>) -> Command),
    /// `true`, or names of sources.
    Sources,
    Amendment,
    Hint,
    Note,
}

/// Every command by its key. The schema of input is made from this list too.
const COMMANDS: [(&str, Takes); 23] = [
    (
        "move",
        Takes::Text("an option's id as a string", Command::Move),
    ),
    ("bot", Takes::True(|| Command::Bot)),
    ("undo", Takes::Count(Command::Undo)),
    ("redo", Takes::Count(Command::Redo)),
    ("amend", Takes::Amendment),
    ("restore", Takes::True(|| Command::Restore)),
    (
        "correct",
        Takes::Text("a correction in words", Command::Correct),
    ),
    ("end", Takes::True(|| Command::End)),
    ("physical", Takes::Sources),
    ("state", Takes::Viewer(Command::State)),
    ("scene", Takes::Viewer(Command::Scene)),
    ("picture", Takes::Viewer(Command::Picture)),
    ("setup", Takes::True(|| Command::Setup)),
    ("audit", Takes::Viewer(Command::Audit)),
    ("why", Takes::TrueOrText("an answer's id", Command::Why)),
    (
        "rules",
        Takes::TrueOrText("a rule's number, or words", Command::Rules),
    ),
    ("options", Takes::True(|| Command::Options)),
    ("note", Takes::Note),
    ("luck", Takes::True(|| Command::Luck)),
    ("odds", Takes::Viewer(Command::Odds)),
    ("hint", Takes::Hint),
    ("story", Takes::True(|| Command::Story)),
    ("quit", Takes::True(|| Command::Quit)),
];

/// Parses a line, and the number of the ask if it gives one; the error says what is wrong with it.
pub fn parse(line: &str, players: &[String]) -> Result<(Command, Option<usize>), String> {
    let object: Map<String, Value> = serde_json::from_str(line)
        .map_err(|error| format!("this is not a JSON object on one line: {error}"))?;
    let n = match object.get("n") {
        None | Some(Value::Null) => None,
        Some(n) => {
            let number = n.as_u64().and_then(|number| usize::try_from(number).ok());
            Some(number.ok_or_else(|| format!("`n` takes the number of the ask, not {n}"))?)
        }
    };
    instruction(&object, players).map(|command| (command, n))
}

/// What to do.
fn instruction(object: &Map<String, Value>, players: &[String]) -> Result<Command, String> {
    let mut given = COMMANDS
        .iter()
        .filter_map(|(key, takes)| Some((key, takes, object.get(*key)?)));
    let Some((key, takes, value)) = given.next() else {
        let keys: Vec<&str> = COMMANDS.iter().map(|(key, _)| *key).collect();
        return Err(format!(
            "the object contains no command; commands: {}",
            keys.join(", ")
        ));
    };
    if let Some((other, ..)) = given.next() {
        return Err(format!(
            "one command per line: this one has `{key}` and `{other}`"
        ));
    }
    if let (Takes::Viewer(_), Some(name)) = (takes, value.as_str())
        && !players.iter().any(|player| player == name)
    {
        return Err(format!(
            "there is no player {value}; players: {}",
            players.join(", ")
        ));
    }
    takes
        .read(value, players)
        .ok_or_else(|| format!("`{key}` takes {}, not {value}", takes.expected()))
}

impl Takes {
    fn read(&self, value: &Value, players: &[String]) -> Option<Command> {
        let is_true = *value == Value::Bool(true);
        let text = || value.as_str().map(str::to_owned);
        match self {
            Takes::True(command) => is_true.then(command),
            Takes::Text(_, command) => text().map(command),
            Takes::Count(command) => {
                let count = value.as_u64().filter(|count| *count > 0)?;
                usize::try_from(count).ok().map(command)
            }
            Takes::Viewer(command) if is_true => Some(command(None)),
            Takes::Viewer(command) => {
                let name = value.as_str()?;
                let seat = players.iter().position(|player| player == name)?;
                Some(command(Some(Seat::try_from(seat).ok()?)))
            }
            Takes::TrueOrText(_, command) if is_true => Some(command(None)),
            Takes::TrueOrText(_, command) => Some(command(Some(text()?))),
            Takes::Sources if is_true => Some(Command::Sources),
            Takes::Sources => {
                let words = value.as_array()?.iter();
                let words = words.map(|word| word.as_str().map(str::to_owned));
                words.collect::<Option<_>>().map(Command::Physical)
            }
            Takes::Amendment => amendment(value.as_object()?),
            Takes::Hint if is_true => Some(Command::Hint(hint::budget(hint::USUAL), None)),
            Takes::Hint => asked_for(value.as_object()?, players),
            Takes::Note => noted(value, players),
        }
    }

    /// For the error.
    fn expected(&self) -> String {
        match self {
            Takes::True(_) => "true".to_owned(),
            Takes::Text(what, _) => (*what).to_owned(),
            Takes::Count(_) => "a number of moves from 1".to_owned(),
            Takes::Viewer(_) => "true or a player's name".to_owned(),
            Takes::TrueOrText(what, _) => format!("true or {what}"),
            Takes::Sources => "true or a list of names".to_owned(),
            Takes::Amendment => {
                "{\"n\":N,\"move\":ID}: the number of a move, and what it becomes".to_owned()
            }
            Takes::Hint => {
                "true, or {\"seconds\":N} or {\"playouts\":N}, also with \"for\":NAME".to_owned()
            }
            Takes::Note => "a text, or {\"text\":TEXT,\"by\":NAME}".to_owned(),
        }
    }
}

fn amendment(wish: &Map<String, Value>) -> Option<Command> {
    let n = usize::try_from(wish.get("n")?.as_u64()?).ok()?;
    let id = wish.get("move")?.as_str()?.to_owned();
    (wish.len() == 2).then_some(Command::Amend { n, id })
}

fn noted(wish: &Value, players: &[String]) -> Option<Command> {
    if let Some(text) = wish.as_str() {
        return Some(Command::Note(None, text.to_owned()));
    }
    let wish = wish.as_object()?;
    let name = wish.get("by")?.as_str()?;
    let at = players.iter().position(|player| player == name)?;
    let text = wish.get("text")?.as_str()?.to_owned();
    (wish.len() == 2).then_some(Command::Note(Some(Seat::try_from(at).ok()?), text))
}

fn asked_for(wish: &Map<String, Value>, players: &[String]) -> Option<Command> {
    let seat = match wish.get("for") {
        Some(name) => {
            let name = name.as_str()?;
            let at = players.iter().position(|player| player == name)?;
            Some(Seat::try_from(at).ok()?)
        }
        None => None,
    };
    let limits = wish.len() - usize::from(seat.is_some());
    let number = |key| Some(wish.get(key)?.as_u64()?).filter(|number| *number > 0);
    let budget = match (limits, number("seconds"), number("playouts")) {
        (0, ..) if seat.is_some() => hint::budget(hint::USUAL),
        (1, Some(seconds), _) => hint::budget(seconds),
        (1, _, Some(playouts)) => Budget {
            playouts: u32::try_from(playouts).ok()?.min(hint::MAX_PLAYOUTS),
            time: None,
        },
        _ => return None,
    };
    Some(Command::Hint(budget, seat))
}

/// The schema of a line of input.
#[cfg(test)]
pub fn schema() -> Value {
    use serde_json::json;
    let count = || json!({ "type": "integer", "minimum": 1 });
    let text = || json!({ "type": "string" });
    let or_true = |other: Value| json!({ "anyOf": [{ "const": true }, other] });
    let exactly = |properties: Value| {
        let required: Vec<&String> = properties
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
            .collect();
        json!({ "type": "object", "required": required, "additionalProperties": false, "properties": properties })
    };
    let takes = |takes: &Takes| match takes {
        Takes::True(_) => json!({ "const": true }),
        Takes::Text(..) => text(),
        Takes::Count(_) => count(),
        Takes::Viewer(_) | Takes::TrueOrText(..) => or_true(text()),
        Takes::Sources => or_true(json!({ "type": "array", "items": text() })),
        Takes::Amendment => {
            exactly(json!({ "n": { "type": "integer", "minimum": 0 }, "move": text() }))
        }
        Takes::Hint => json!({ "anyOf": [
            { "const": true },
            exactly(json!({ "seconds": count() })),
            exactly(json!({ "playouts": count() })),
            exactly(json!({ "for": text() })),
            exactly(json!({ "seconds": count(), "for": text() })),
            exactly(json!({ "playouts": count(), "for": text() })),
        ] }),
        Takes::Note => {
            json!({ "anyOf": [text(), exactly(json!({ "text": text(), "by": text() }))] })
        }
    };
    let one = |(key, what): &(&str, Takes)| {
        json!({
            "type": "object",
            "required": [key],
            "properties": { *key: takes(what), "n": { "anyOf": [{ "const": null }, { "type": "integer", "minimum": 0 }] } }
        })
    };
    json!({ "oneOf": COMMANDS.iter().map(one).collect::<Vec<_>>() })
}
