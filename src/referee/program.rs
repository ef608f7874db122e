//! Programs of one's own that decide for a seat, over the lines of the protocol.
//!
//! Nothing here starts a process: whoever plays or simulates hands in [`Programs`]. A program gets a `hello` before each game, an `ask` whenever its
//! seat decides, and an `over` at the end; it answers an ask with a move. What it is sent is its seat's view and nothing else.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::{Choices, Outcome, Seat, Verdict, Words};

/// How the name of such a bot begins; the rest is the command.
pub const PREFIX: &str = "cmd:";

/// Starts programs.
pub trait Programs: Send + Sync + std::fmt::Debug {
    /// A new process.
    ///
    /// # Errors
    ///
    /// Why it cannot be started.
    fn start(&self, command: &str) -> Result<Box<dyn Program>, String>;

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
    fn answer(&mut self) -> Result<String, Gone>;
}

/// Why a program can play no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    pub failing: Failing,
    /// More exactly, for whoever wrote it.
    pub why: String,
    /// What it said, for whoever runs it: it may name what its seat hides.
    pub said: Option<String>,
}

/// In what way a program can play no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failing {
    /// It cannot be started.
    Start,
    /// It has ended.
    End,
    /// It took too long to answer.
    Time,
    /// Its answer is none.
    Answer,
}

impl Failing {
    /// In a sentence for everybody at the table.
    pub fn sentence(self) -> &'static str {
        match self {
            Failing::Start => "The program that plays for {player} could not be started.",
            Failing::End => "The program that plays for {player} has ended.",
            Failing::Time => "The program that plays for {player} took too long to answer.",
            Failing::Answer => {
                "The program that plays for {player} gave an answer that is not allowed."
            }
        }
    }
}

impl Gone {
    pub fn new(failing: Failing, why: impl Into<String>) -> Gone {
        Gone {
            failing,
            why: why.into(),
            said: None,
        }
    }

    pub fn ended() -> Gone {
        Gone::new(Failing::End, "it has ended")
    }

    /// With what it said.
    pub fn saying(self, said: &str) -> Gone {
        Gone {
            said: Some(said.to_owned()),
            ..self
        }
    }
}

impl std::fmt::Display for Gone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.said {
            Some(said) => write!(f, "{}; it said: {said}", self.why),
            None => f.write_str(&self.why),
        }
    }
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
) -> Result<G::Move, Gone> {
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
        return Err(why.unwrap_or_else(Gone::ended));
    }
    let line = program.answer()?;
    let gone = |why| Gone::new(Failing::Answer, why).saying(&excerpt(&line));
    let said: Value =
        serde_json::from_str(&line).map_err(|_| gone("its answer is not a line of JSON"))?;
    let id = said["move"].as_str();
    let id = id.ok_or_else(|| gone("its answer has no \"move\""))?;
    let chosen = choices.iter().find(|choice| game.id(choice.mv) == id);
    chosen
        .map(|choice| choice.mv)
        .ok_or_else(|| gone("its answer is not one of its options, or is one too many"))
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

/// The programs that play at one table.
#[derive(Clone, Debug)]
pub struct Hired {
    pub programs: Arc<dyn Programs>,
    /// The command of each player who is one.
    pub commands: Vec<(String, String)>,
}

impl Hired {
    /// The command that plays for a player.
    pub fn command(&self, player: &str) -> Option<&str> {
        let mut own = self.commands.iter().filter(|(name, _)| name == player);
        own.next().map(|(_, command)| command.as_str())
    }
}

/// The programs at a session's table, by seat. All copies of the session share them.
#[derive(Default)]
pub(super) struct Guests {
    programs: Option<Arc<dyn Programs>>,
    seats: Mutex<Vec<Guest>>,
}

#[derive(Default)]
struct Guest {
    /// `None` if people play here, also after a program could not go on.
    command: Option<String>,
    running: Option<Box<dyn Program>>,
}

impl Guests {
    pub fn new(hired: Option<&Hired>, players: &[String]) -> Guests {
        let Some(hired) = hired else {
            return Guests::default();
        };
        let guest = |player: &String| Guest {
            command: hired.command(player).map(str::to_owned),
            running: None,
        };
        Guests {
            programs: Some(hired.programs.clone()),
            seats: Mutex::new(players.iter().map(guest).collect()),
        }
    }

    /// Whether a program decides for this seat.
    pub fn plays(&self, seat: Seat) -> bool {
        let seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let guest = seats.get(usize::from(seat));
        guest.is_some_and(|guest| guest.command.is_some())
    }

    /// What the program at this seat answers.
    ///
    /// # Errors
    ///
    /// Why it cannot go on. From then on people play there.
    pub fn ask<G: Words>(
        &self,
        game: &G,
        (position, seat): (&G::Position, Seat),
        choices: &Choices<G::Move>,
    ) -> Result<G::Move, Gone> {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let (Some(programs), Some(guest)) = (&self.programs, seats.get_mut(usize::from(seat)))
        else {
            return Err(Gone::new(Failing::Start, "there is no program"));
        };
        let answer = guest
            .wake(programs, game, seat)
            .and_then(|program| ask(program, game, (position, seat), choices));
        if answer.is_err() {
            *guest = Guest::default();
        }
        answer
    }

    /// Tells all of them how the game ended, and lets them go until one is asked again.
    pub fn part(&self, outcome: Option<&Outcome>) {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        for (seat, guest) in (0..).zip(seats.iter_mut()) {
            if let Some(mut program) = guest.running.take() {
                end(program.as_mut(), outcome, seat);
            }
        }
    }
}

impl Guest {
    /// Its process, started if it does not run.
    fn wake<G: Words>(
        &mut self,
        programs: &Arc<dyn Programs>,
        game: &G,
        seat: Seat,
    ) -> Result<&mut dyn Program, Gone> {
        if self.running.is_none() {
            let command = self.command.as_deref().unwrap_or_default();
            let started = programs.start(command);
            let mut program = started.map_err(|why| Gone::new(Failing::Start, why))?;
            begin(program.as_mut(), game, seat, 1);
            self.running = Some(program);
        }
        match &mut self.running {
            Some(program) => Ok(program.as_mut()),
            None => Err(Gone::ended()),
        }
    }
}
