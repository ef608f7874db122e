//! A game that is being played: another process of this program referees it by the JSON protocol, the assistant has some of the
//! seats, and bots have the others.
//!
//! What reaches the assistant is public, or what one of its own seats may see: the question and its answers only of its own seats,
//! and positions only as they see them.

use std::collections::BTreeMap;
use std::io::{Read, Seek};
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout};

use super::run::{MAX_TEXT, program};
use crate::referee::shell::argument;

/// The longest message of the referee, in bytes.
const LONGEST: u64 = 16 << 20;

/// How often bots answer before a call returns.
const MAX_BOT_MOVES: usize = 2_000;

/// The most events and answers that are listed at once.
const LISTED: usize = 200;

/// What a seat does.
pub enum Act {
    Look,
    Answer {
        id: String,
        n: Option<usize>,
    },
    Undo,
    Odds,
    /// For this many seconds.
    Hint(u64),
    Why(Option<String>),
}

/// A game, its referee, and what happened.
pub struct RunningGame {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// What the referee wrote on standard error.
    notes: std::fs::File,
    number: u32,
    /// Those that the assistant has.
    seats: Vec<String>,
    /// Public, with their rules.
    events: Vec<Value>,
    /// How many of these each seat has been told.
    told: BTreeMap<String, usize>,
    /// Who answered, in order, as far as it counts.
    answered: Vec<String>,
    /// The last question, or how the game ended.
    ask: Value,
    journal: String,
}

impl RunningGame {
    /// Begins a game.
    ///
    /// # Errors
    ///
    /// The referee refused it, in its own words.
    pub async fn start(
        arguments: &[String],
        folder: &Path,
        number: u32,
        seats: Vec<String>,
    ) -> Result<RunningGame, String> {
        let failed = |error: std::io::Error| format!("cannot run paperkeep: {error}");
        let notes = tempfile::tempfile().map_err(failed)?;
        let mut child = program(folder)
            .map_err(failed)?
            .args(arguments)
            .stdin(Stdio::piped())
            .stderr(notes.try_clone().map_err(failed)?)
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("cannot talk to paperkeep".to_owned());
        };
        let mut table = RunningGame {
            child,
            input,
            output: BufReader::new(output),
            notes,
            number,
            seats,
            events: Vec::new(),
            told: BTreeMap::new(),
            answered: Vec::new(),
            ask: Value::Null,
            journal: String::new(),
        };
        table.listen().await?;
        table.let_bots_play().await?;
        Ok(table)
    }

    /// Does what a seat wants, by its name or that of the only seat.
    ///
    /// # Errors
    ///
    /// It is not the assistant's seat, or the referee's reason.
    pub async fn act(&mut self, seat: Option<String>, act: Act) -> Result<Value, String> {
        let seat = self.seat(seat)?;
        let seat = seat.as_str();
        match act {
            Act::Look => self.look(seat).await,
            Act::Answer { id, n } => self.answer(seat, id, n).await,
            Act::Undo => self.undo(seat).await,
            Act::Odds => self.odds(seat).await,
            Act::Hint(seconds) => self.hint(seat, seconds).await,
            Act::Why(id) => self.why(seat, id).await,
        }
    }

    /// The seat that a call means: the one named, or the only one.
    ///
    /// # Errors
    ///
    /// It is not the assistant's.
    fn seat(&self, named: Option<String>) -> Result<String, String> {
        match (named, self.seats.as_slice()) {
            (Some(named), seats) if seats.contains(&named) => Ok(named),
            (None, [only]) => Ok(only.clone()),
            _ => Err(format!("name one of your seats: {}", self.seats.join(", "))),
        }
    }

    /// What happened since this seat last looked, and what is asked of it.
    fn news(&mut self, seat: &str) -> Value {
        let told = self.told.insert(seat.to_owned(), self.events.len());
        let new = &self.events[told.unwrap_or_default()..];
        let left_out = new.len().saturating_sub(LISTED);
        let mut news = json!({ "table": self.number, "seat": seat, "events": new[left_out..] });
        if left_out > 0 {
            news["earlier_events_left_out"] = left_out.into();
        }
        if self.ask["type"] == "over" {
            news["over"] = self.ask["outcome"].clone();
        } else if self.is_asked(seat) {
            news["ask"] = self.question();
        } else {
            news["waiting_for"] = self.ask["who"].clone();
        }
        news
    }

    /// The same, with the position as this seat sees it.
    async fn look(&mut self, seat: &str) -> Result<Value, String> {
        self.let_bots_play().await?;
        let mut state = self.request(json!({ "state": seat })).await?;
        let mut news = self.news(seat);
        news["position"] = state["position"].take();
        Ok(news)
    }

    /// Answers what this seat is asked; then bots play until a seat of the assistant is asked.
    async fn answer(&mut self, seat: &str, id: String, n: Option<usize>) -> Result<Value, String> {
        self.demand_asked(seat)?;
        let n = n.map_or(self.ask["n"].clone(), Value::from);
        self.request(json!({ "move": id, "n": n })).await?;
        self.answered.push(seat.to_owned());
        self.let_bots_play().await?;
        Ok(self.news(seat))
    }

    /// Takes back this seat's last answer with all that followed it, unless another seat of the assistant has answered since.
    async fn undo(&mut self, seat: &str) -> Result<Value, String> {
        let last = self.answered.iter().rposition(|who| who == seat);
        let Some(last) = last else {
            return Err(format!("{seat} has not answered anything yet"));
        };
        let since = &self.answered[last + 1..];
        if let Some(other) = since.iter().find(|who| self.seats.contains(who)) {
            return Err(format!(
                "{other} has answered since: take that back first, as {other}"
            ));
        }
        let times = self.answered.len() - last;
        self.request(json!({ "undo": times })).await?;
        self.answered.truncate(last);
        self.let_bots_play().await?;
        Ok(self.news(seat))
    }

    /// What can come of each answer, as far as this seat knows.
    async fn odds(&mut self, seat: &str) -> Result<Value, String> {
        self.demand_asked(seat)?;
        self.request(json!({ "odds": seat })).await
    }

    /// What a bot would answer after this many seconds of trying.
    async fn hint(&mut self, seat: &str, seconds: u64) -> Result<Value, String> {
        self.demand_asked(seat)?;
        self.request(json!({ "hint": { "seconds": seconds, "for": seat } }))
            .await
    }

    /// The rules behind what happened last, or why this seat may answer so or not.
    async fn why(&mut self, seat: &str, id: Option<String>) -> Result<Value, String> {
        let about = match id {
            Some(id) => {
                self.demand_asked(seat)?;
                Value::from(id)
            }
            None => Value::Bool(true),
        };
        self.request(json!({ "why": about })).await
    }

    /// Ends the referee, which has saved everything; says how people go on.
    pub async fn leave(&mut self) -> String {
        // If it has ended already, that is as well.
        let _ = self.input.write_all(b"{\"quit\":true}\n").await;
        let _ = self.child.wait().await;
        format!(
            "The game is saved. `paperkeep resume {}` goes on with it.",
            argument(&self.journal)
        )
    }

    fn is_asked(&self, seat: &str) -> bool {
        self.ask["type"] == "ask" && self.ask["who"].as_str().is_none_or(|who| who == seat)
    }

    fn demand_asked(&self, seat: &str) -> Result<(), String> {
        if self.is_asked(seat) {
            return Ok(());
        }
        Err(match self.ask["who"].as_str() {
            Some(who) => format!("{who} is asked now, not {seat}"),
            None => "the game is over".to_owned(),
        })
    }

    /// The open question with its answers.
    fn question(&self) -> Value {
        let mut question = self.ask.clone();
        if let Some(fields) = question.as_object_mut() {
            fields
                .retain(|key, _| ["n", "question", "options", "unlisted"].contains(&key.as_str()));
        }
        if let Some(options) = question["options"].as_array_mut()
            && options.len() > LISTED
        {
            let left_out = options.len() - LISTED;
            options.truncate(LISTED);
            question["options_left_out"] = left_out.into();
        }
        question
    }

    /// Bots answer until somebody else has to.
    async fn let_bots_play(&mut self) -> Result<(), String> {
        for _ in 0..MAX_BOT_MOVES {
            let who = self.ask["who"].as_str().unwrap_or_default().to_owned();
            if self.ask["of"] != "player" || self.seats.contains(&who) {
                return Ok(());
            }
            self.request(json!({ "bot": true, "n": self.ask["n"] }))
                .await?;
            self.answered.push(who);
        }
        Ok(())
    }

    /// Sends a command, and returns what answers it, if anything does.
    ///
    /// # Errors
    ///
    /// It was refused, with the reason and the rule.
    async fn request(&mut self, command: Value) -> Result<Value, String> {
        let line = format!("{command}\n");
        if self.input.write_all(line.as_bytes()).await.is_err() {
            return Err(self.ended().await);
        }
        let answer = self.listen().await?;
        let words = |key: &str| answer[key].as_str().unwrap_or_default();
        match (words("type"), words("rule")) {
            ("error", _) => Err(words("message").to_owned()),
            ("refused", "") => Err(words("reason").to_owned()),
            ("refused", rule) => Err(format!("{} ({rule})", words("reason"))),
            _ => Ok(answer),
        }
    }

    /// Reads up to the next question, and returns the last message that is neither that nor an event.
    async fn listen(&mut self) -> Result<Value, String> {
        let mut answer = Value::Null;
        loop {
            let message = self.message().await?;
            match message["type"].as_str().unwrap_or_default() {
                "ask" | "over" => {
                    self.ask = message;
                    return Ok(answer);
                }
                "event" => self.events.push(match message["rule"].as_str() {
                    Some(rule) => json!({ "text": message["text"], "rule": rule }),
                    None => json!({ "text": message["text"] }),
                }),
                // It tells the seed, which is not for players.
                "hello" => {
                    self.journal = message["journal"].as_str().unwrap_or_default().to_owned();
                }
                _ => answer = message,
            }
        }
    }

    async fn message(&mut self) -> Result<Value, String> {
        let mut line = Vec::new();
        let read = (&mut self.output)
            .take(LONGEST)
            .read_until(b'\n', &mut line)
            .await;
        let message = read.ok().and_then(|_| serde_json::from_slice(&line).ok());
        match message {
            Some(message) => Ok(message),
            None => Err(self.ended().await),
        }
    }

    /// Why the referee ended, in its own words.
    async fn ended(&mut self) -> String {
        let _ = self.child.start_kill();
        let _ = self.child.wait().await;
        let mut words = String::new();
        let read = self.notes.rewind().and_then(|()| {
            (&self.notes)
                .take(MAX_TEXT as u64)
                .read_to_string(&mut words)
        });
        match read {
            Ok(_) if !words.trim().is_empty() => words.trim().to_owned(),
            _ => "the referee has ended".to_owned(),
        }
    }
}
