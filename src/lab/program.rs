//! Programs of one's own that decide for a seat, over the lines of the protocol.
//!
//! The lab starts no processes: whoever runs it hands in [`Programs`]. A program gets a `hello` before each game, an `ask` whenever its
//! seat decides, and an `over` at the end; it answers an ask with a move. What it is sent is its seat's view and nothing else.

use serde_json::{Value, json};

use crate::referee::{Choices, Outcome, Seat, Verdict, Words};

/// How the name of such a bot begins; the rest is the command.
pub const PREFIX: &str = "cmd:";

/// Starts programs.
pub trait Programs: Send + Sync + std::fmt::Debug {
    /// A new process; `None` if it cannot be started.
    fn start(&self, command: &str) -> Option<Box<dyn Program>>;

    /// Notes why a program can play no longer; the first reason counts.
    fn fail(&self, why: String);

    /// Whether one has failed, so that nothing more is played.
    fn has_failed(&self) -> bool;
}

/// A program that runs.
pub trait Program: Send {
    /// Sends a line; false if it is gone.
    fn tell(&mut self, line: &str) -> bool;

    /// Waits for a line; or says why there is none.
    fn answer(&mut self) -> Result<String, String>;
}

/// Tells a program which game begins.
pub fn begin<G: Words>(program: &mut dyn Program, game: &G, seat: Seat, number: u64) -> bool {
    let hello = json!({
        "type": "hello",
        "protocol": 1,
        "seats": game.seats(),
        "seat": seat,
        "game": number,
    });
    program.tell(&hello.to_string())
}

/// Asks a program for a move of its seat.
///
/// # Errors
///
/// It gave none that is legal, and why.
pub fn ask<G: Words>(
    program: &mut dyn Program,
    game: &G,
    (position, seat): (&G::Position, Seat),
    choices: &Choices<G::Move>,
) -> Result<G::Move, String> {
    let option = |mv: G::Move| json!({ "id": game.id(mv), "text": game.option(position, mv) });
    let options: Vec<Value> = choices.iter().map(|choice| option(choice.mv)).collect();
    let view = serde_json::to_value(game.view(position, Some(seat)));
    let line = json!({
        "type": "ask",
        "of": "player",
        "seat": seat,
        "question": game.question(position),
        "options": options,
        "position": view.unwrap_or_default(),
    });
    if !program.tell(&line.to_string()) {
        let why = program.answer().err();
        return Err(why.unwrap_or_else(|| "it has ended".to_owned()));
    }
    let line = program.answer()?;
    let said: Value = serde_json::from_str(&line)
        .map_err(|_| format!("`{}` is no line of JSON", excerpt(&line)))?;
    let id = said["move"].as_str();
    let id = id.ok_or_else(|| format!("`{}` has no \"move\"", excerpt(&line)))?;
    let chosen = choices.iter().find(|choice| game.id(choice.mv) == id);
    chosen
        .map(|choice| choice.mv)
        .ok_or_else(|| format!("`{}` is none of the {} options", excerpt(id), choices.len()))
}

/// Tells a program how a game ended; `None` if it was cut.
pub fn end(program: &mut dyn Program, outcome: Option<&Outcome>, seat: Seat) -> bool {
    let result = outcome.and_then(|outcome| outcome.verdicts.get(usize::from(seat)));
    let result = result.map(|verdict| match verdict {
        Verdict::Win => "win",
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
    });
    let score =
        outcome.and_then(|outcome| outcome.scores.get(usize::from(seat)).copied().flatten());
    program.tell(&json!({ "type": "over", "result": result, "score": score }).to_string())
}

/// The beginning of what a program said.
fn excerpt(text: &str) -> String {
    let clean = |sign: char| if sign.is_control() { ' ' } else { sign };
    text.trim().chars().map(clean).take(60).collect()
}
