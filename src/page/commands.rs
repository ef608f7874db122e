//! What a browser may send: one command per object, and the answer to it.

use http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::drag::Drag;
use super::rights::Audience;
use super::snapshot::{self, Context};
use crate::kit::Rule;
use crate::referee::odds::Prospect;
use crate::referee::scene::Region;
use crate::referee::{
    Answer, Ask, By, Odds, Past, Pointing, Refused, Remark, Seat, SessionError, Sitting,
    SourceInfo, Told,
};
use crate::table::asking::Asked;
use crate::table::line_parser::{self, ParseMode};
use crate::table::luck;
use crate::table::numbers::Numbers;
use crate::table::odds::NO_ODDS;
use crate::table::prompt::Elsewhere;

/// The most moves that one command may make.
const MAX_MOVES: usize = 64;
/// A command as sent.
#[derive(Debug, Deserialize)]
pub struct SentCommand {
    /// The ask that it answers.
    n: Option<usize>,
    /// The kind of an invitation.
    pub seat: Option<Seat>,
    #[serde(flatten)]
    pub command: Command,
}

/// What to do or tell.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Command {
    Move(String),
    Moves(Vec<String>),
    Undo(usize),
    Redo(usize),
    Correct(String),
    /// Tells what an earlier answer might have been.
    Amendable(usize),
    Amend(Amendment),
    /// Takes the last amendment back.
    Restore(bool),
    End(bool),
    Physical(Vec<String>),
    Why(String),
    Point(Aim),
    Back(usize),
    Odds(bool),
    Rules(bool),
    Setup(bool),
    Audit(bool),
    Story(bool),
    Luck(bool),
    Sources(bool),
    Past(Before),
    Corrections(bool),
    Drag(Drag),
    Reveal(Seat),
    Invite(String),
    Take(Seat),
    Show(usize),
    /// Starts another game, once one is over or when trying out a kit.
    Again(bool),
    /// Plays one player's turn at random, when trying out a kit.
    Random(bool),
    /// Keeps a note in the journal.
    Note(String),
    /// A rule was read.
    Looked(String),
    /// Answers to the host's questions, in their order; empty where there is none.
    Answers(Vec<String>),
}

/// The target: a thing by its id, or a place.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Aim {
    Thing(String),
    Region { zone: String, x: f64, y: f64 },
}

#[derive(Debug, Deserialize)]
pub struct Before {
    before: usize,
}

/// Another answer in place of that of an earlier move.
#[derive(Debug, Deserialize)]
pub struct Amendment {
    n: usize,
    id: String,
}

/// The result of a command.
pub struct Reply {
    pub status: StatusCode,
    pub body: Value,
    /// What was done to the game.
    pub done: Option<Elsewhere>,
}

impl Reply {
    pub fn told(body: Value) -> Reply {
        Reply {
            status: StatusCode::OK,
            body,
            done: None,
        }
    }

    pub fn ok() -> Reply {
        Reply::told(json!({ "ok": true }))
    }

    pub fn refused(status: StatusCode, why: &str) -> Reply {
        Reply {
            status,
            body: json!({ "error": { "message": why } }),
            done: None,
        }
    }

    fn done(done: Elsewhere) -> Reply {
        Reply {
            done: Some(done),
            ..Reply::ok()
        }
    }

    fn not_yours() -> Reply {
        Reply::refused(StatusCode::FORBIDDEN, "you may not do that")
    }

    /// The game refused it.
    fn error(sitting: &dyn Sitting, error: SessionError) -> Reply {
        let n = sitting.made() + 1;
        let reason = error.to_string();
        let rule = error.rule();
        let code = error.code().unwrap_or("trouble");
        Reply::told(json!({ "refused": { "reason": reason, "rule": rule, "code": code, "n": n } }))
    }
}

/// Parses what was sent.
pub fn read(body: &[u8]) -> Result<SentCommand, String> {
    serde_json::from_slice(body).map_err(|error| format!("this is not a command: {error}"))
}

/// Who sends something, and its context.
pub struct Speaker<'a> {
    pub audience: Audience,
    pub context: &'a Context,
    pub rules: &'a [Rule],
}

impl Speaker<'_> {
    /// Carries out a command.
    pub fn obey(&self, sitting: &mut dyn Sitting, sent: SentCommand) -> Reply {
        if let Some(right) = sent.command.right()
            && !self.may(right)
        {
            return Reply::not_yours();
        }
        if let Some(n) = sent
            .n
            .filter(|n| sent.command.right().is_some() && *n != sitting.made() + 1)
        {
            return other_move(sitting, n);
        }
        match sent.command {
            Command::Move(id) => self.play(sitting, vec![id]),
            Command::Moves(ids) => self.play(sitting, ids),
            Command::Undo(times) => self.undo(sitting, times),
            Command::Redo(times) => self.did(
                sitting,
                |sitting| sitting.redo(times),
                Some("Made again at the page."),
            ),
            Command::Correct(words) => self.did(sitting, |sitting| sitting.correct(&words), None),
            Command::Amendable(n) => self.amendable(sitting, n),
            Command::Amend(amendment) => self.amend(sitting, &amendment),
            Command::Restore(_) => self.did(
                sitting,
                |sitting| sitting.take_back_amendment(),
                Some("The change is taken back at the page."),
            ),
            Command::End(_) => self.did(sitting, |sitting| sitting.end(), None),
            Command::Physical(words) => self.did(
                sitting,
                |sitting| sitting.hand_over(&words),
                Some("Who rolls and draws was changed at the page."),
            ),
            Command::Why(words) => self.why(sitting, &words),
            Command::Point(aim) => self.point(sitting, &aim),
            Command::Note(text) => self.note(sitting, &text),
            Command::Looked(rule) => self.looked(sitting, &rule),
            Command::Back(times) => {
                back(sitting, times, snapshot::undoable(sitting, self.audience))
            }
            Command::Odds(_) => self.odds(sitting),
            Command::Rules(_) => {
                let rule =
                    |rule: &Rule| json!({ "id": rule.id, "title": rule.title, "text": rule.text });
                Reply::told(json!({ "rules": self.rules.iter().map(rule).collect::<Vec<_>>() }))
            }
            Command::Setup(_) => lines(sitting.setup()),
            Command::Audit(_) => lines(sitting.audit(self.viewer(sitting))),
            Command::Story(_) => lines(sitting.story(self.context.replay.unwrap_or(usize::MAX))),
            Command::Luck(_) => {
                let tallies = sitting.luck(self.context.replay.unwrap_or(usize::MAX));
                lines(luck::lines(&tallies, self.context.language.as_ref()))
            }
            Command::Sources(_) => sources(sitting),
            Command::Past(Before { before }) => Reply::told(
                json!({ "past": snapshot::past(sitting, (before / 1000).saturating_sub(1).min(sitting.made()), usize::MAX) }),
            ),
            Command::Corrections(_) => corrections(sitting),
            // The event loop does these.
            Command::Drag(_)
            | Command::Reveal(_)
            | Command::Invite(_)
            | Command::Take(_)
            | Command::Show(_)
            | Command::Answers(_)
            | Command::Again(_) => Reply::not_yours(),
            Command::Random(_) => self.random(sitting),
        }
    }

    pub fn may(&self, right: &str) -> bool {
        snapshot::rights(self.audience, self.context).contains(&right)
    }

    fn viewer(&self, sitting: &dyn Sitting) -> Option<Seat> {
        snapshot::viewer(sitting, self.audience, self.context)
    }

    /// The question, if this audience may see it.
    fn seen(&self, sitting: &dyn Sitting) -> Option<Ask> {
        sitting
            .ask()
            .filter(|ask| snapshot::is_seen(sitting, ask, self.audience, self.context))
    }

    fn play(&self, sitting: &mut dyn Sitting, said: Vec<String>) -> Reply {
        let Some(ask) = sitting.ask() else {
            return Reply::error(sitting, SessionError::NotAMove(said.concat()));
        };
        if !snapshot::may_answer(&ask, self.audience, self.context) {
            return Reply::not_yours();
        }
        let mut told: Vec<Told> = Vec::new();
        for said in said.into_iter().take(MAX_MOVES) {
            // With several in a row, chance or another player's question may have come in between.
            let mine = sitting
                .ask()
                .is_some_and(|ask| snapshot::may_answer(&ask, self.audience, self.context));
            if !mine {
                break;
            }
            match sitting.answer(&self.id(sitting, &said)) {
                Ok(more) => told.extend(more),
                Err(error) if told.is_empty() => return refused(sitting, error),
                Err(_) => break,
            }
        }
        Reply::done(Elsewhere {
            said: Vec::new(),
            told,
        })
    }

    /// The player who speaks; `None` for the table.
    pub fn seat(&self) -> Option<Seat> {
        match self.audience {
            Audience::Seat(seat) => Some(seat),
            Audience::Table | Audience::Onlooker => None,
        }
    }

    fn note(&self, sitting: &mut dyn Sitting, text: &str) -> Reply {
        if text.trim().is_empty() {
            return Reply::refused(StatusCode::OK, "a note needs words");
        }
        let by = self.seat();
        match sitting.remark(Remark::Note { by, text }) {
            Ok(()) => Reply::ok(),
            Err(error) => Reply::error(sitting, error),
        }
    }

    /// Notes that a rule was read.
    fn looked(&self, sitting: &mut dyn Sitting, id: &str) -> Reply {
        if self.rules.iter().any(|rule| rule.id == id) {
            // What cannot be kept can still be read.
            let _ = sitting.remark(Remark::Looked(id));
        }
        Reply::ok()
    }

    /// The intended move: an id, or words as at the prompt.
    fn id(&self, sitting: &dyn Sitting, said: &str) -> String {
        let is_known = !matches!(sitting.judge(said), Err(SessionError::NotAMove(_)));
        let numbers = Numbers::of(
            &Asked::now(sitting).into_iter().collect::<Vec<Asked>>(),
            true,
        );
        let mode = ParseMode {
            numbers: &numbers,
            facing: self.viewer(sitting),
            strict: false,
            early: false,
        };
        let meant = || line_parser::meant(sitting, said, mode);
        if is_known {
            said.to_owned()
        } else {
            meant().unwrap_or_else(|| said.to_owned())
        }
    }

    fn undo(&self, sitting: &mut dyn Sitting, times: usize) -> Reply {
        let times = times.max(1);
        let is_phone = matches!(self.audience, Audience::Seat(_));
        if is_phone && times > snapshot::undoable(sitting, self.audience) {
            return Reply::not_yours();
        }
        match sitting.undo(times) {
            Ok(back) => {
                let said = vec![format!("Taken back at the page: {}.", back.last.join("; "))];
                Reply::done(Elsewhere {
                    said,
                    told: back.told,
                })
            }
            Err(error) => Reply::error(sitting, error),
        }
    }

    /// The game when an answer was given, if this audience may know that question.
    fn before(&self, sitting: &dyn Sitting, n: usize) -> Result<(Box<dyn Sitting>, Ask), Reply> {
        let then = match sitting.amendable(n) {
            Ok(then) => then,
            Err(error) => return Err(Reply::error(sitting, error)),
        };
        let ask = self.seen(&*then).filter(|ask| !ask.unlisted);
        let secret = "that was answered in secret: it can only be taken back";
        let ask = ask.ok_or_else(|| Reply::refused(StatusCode::OK, secret))?;
        Ok((then, ask))
    }

    fn amendable(&self, sitting: &dyn Sitting, n: usize) -> Reply {
        let (_, ask) = match self.before(sitting, n) {
            Ok(before) => before,
            Err(reply) => return reply,
        };
        let answer = |option: &Answer| json!({ "id": option.id, "text": option.text });
        let answers: Vec<Value> = ask.options.iter().map(answer).collect();
        Reply::told(json!({ "amendable": { "question": ask.question, "answers": answers } }))
    }

    /// Replaces an answer, and tells which later ones no longer hold.
    fn amend(&self, sitting: &mut dyn Sitting, Amendment { n, id }: &Amendment) -> Reply {
        if let Err(reply) = self.before(sitting, *n) {
            return reply;
        }
        let amended = match sitting.amend(*n, id) {
            Ok(amended) => amended,
            Err(error) => return Reply::error(sitting, error),
        };
        let dropped: Vec<&str> = amended
            .dropped
            .iter()
            .map(|made| made.text.as_str())
            .collect();
        let body =
            json!({ "amended": { "was": amended.was, "is": amended.is, "dropped": dropped } });
        let said = format!("Changed at the page: {}, not {}.", amended.is, amended.was);
        Reply {
            body,
            ..Reply::done(Elsewhere {
                said: vec![said],
                told: amended.told,
            })
        }
    }

    /// Answers at random until somebody else is asked.
    fn random(&self, sitting: &mut dyn Sitting) -> Reply {
        let mut told = Vec::new();
        let first = sitting.ask().map(|ask| ask.turn);
        for _ in 0..MAX_MOVES {
            let Some(ask) = sitting
                .ask()
                .filter(|ask| Some(ask.turn) == first && !ask.options.is_empty())
            else {
                break;
            };
            let pick = getrandom::u64().unwrap_or_default() % ask.options.len() as u64;
            match sitting.answer(&ask.options[pick as usize].id) {
                Ok(more) => told.extend(more),
                Err(error) if told.is_empty() => return Reply::error(sitting, error),
                Err(_) => break,
            }
        }
        Reply::done(Elsewhere {
            said: Vec::new(),
            told,
        })
    }

    fn did(
        &self,
        sitting: &mut dyn Sitting,
        act: impl FnOnce(&mut dyn Sitting) -> Result<Vec<Told>, SessionError>,
        said: Option<&str>,
    ) -> Reply {
        match act(sitting) {
            Ok(told) => Reply::done(Elsewhere {
                said: said.map(str::to_owned).into_iter().collect(),
                told,
            }),
            Err(error) => Reply::error(sitting, error),
        }
    }

    fn why(&self, sitting: &dyn Sitting, said: &str) -> Reply {
        if self.seen(sitting).is_none() {
            return Reply::not_yours();
        }
        let why = match sitting.foretell(&self.id(sitting, said)) {
            Ok(rule) => json!({ "rule": rule, "legal": true, "reason": null }),
            Err(SessionError::Refused(Refused { reason, rule, .. })) => {
                json!({ "rule": rule, "legal": false, "reason": reason })
            }
            Err(error) => return Reply::error(sitting, error),
        };
        Reply::told(json!({ "why": why }))
    }

    /// Why the target is not an answer.
    fn point(&self, sitting: &mut dyn Sitting, aim: &Aim) -> Reply {
        if self.seen(sitting).is_none() {
            return Reply::not_yours();
        }
        let hit = |pointing: &Pointing| match aim {
            Aim::Thing(id) => pointing.pieces.contains(id),
            Aim::Region { zone, x, y } => pointing
                .places
                .iter()
                .any(|place| covers(place, zone, (*x, *y))),
        };
        match sitting.refused_at(&hit, self.viewer(sitting)) {
            Some(reason) => refused(sitting, SessionError::Refused(reason)),
            None => Reply::ok(),
        }
    }

    fn odds(&self, sitting: &dyn Sitting) -> Reply {
        let Some(ask) = self.seen(sitting) else {
            return Reply::not_yours();
        };
        match sitting.odds(self.viewer(sitting).or(ask.secret)) {
            Some(odds) => Reply::told(json!({ "odds": odds_line(&odds) })),
            None => Reply::refused(StatusCode::OK, NO_ODDS),
        }
    }
}

impl Command {
    /// The right needed; `None` if it only asks.
    pub fn right(&self) -> Option<&'static str> {
        Some(match self {
            Command::Move(_) | Command::Moves(_) => "move",
            Command::Undo(_) => "undo",
            Command::Redo(_) => "redo",
            Command::Correct(_) | Command::Corrections(_) | Command::Drag(_) => "correct",
            Command::Amendable(_) | Command::Amend(_) | Command::Restore(_) => "amend",
            Command::End(_) => "end",
            Command::Physical(_) => "physical",
            Command::Reveal(_) => "reveal",
            Command::Invite(_) => "invite",
            Command::Take(_) => "take",
            Command::Show(_) => "show",
            Command::Again(_) => "again",
            Command::Random(_) => "random",
            Command::Note(_) | Command::Looked(_) | Command::Answers(_) => "note",
            _ => return None,
        })
    }
}

/// The game refused an answer, which is kept: what is refused often is unclear.
fn refused(sitting: &mut dyn Sitting, error: SessionError) -> Reply {
    if let SessionError::Refused(refused) = &error {
        // A remark that cannot be kept is not a reason to stop.
        let _ = sitting.remark(Remark::Refused(refused));
    }
    Reply::error(sitting, error)
}

/// The answer to a command that came second.
fn other_move(sitting: &dyn Sitting, n: usize) -> Reply {
    let first = sitting.history(n.saturating_sub(1)..n).pop();
    let first =
        first.map(|past| json!({ "who": by(sitting, past.made.by), "text": past.made.text }));
    let reason = "somebody else answered first";
    let open = sitting.made() + 1;
    Reply::told(
        json!({ "refused": { "reason": reason, "rule": null, "code": "other_move", "n": open, "first": first } }),
    )
}

fn by(sitting: &dyn Sitting, by: By) -> Option<String> {
    matches!(by, By::Player(_)).then(|| sitting.name(by).to_owned())
}

/// What an undo would take back, and how many answers it may take back at most.
fn back(sitting: &dyn Sitting, times: usize, possible: usize) -> Reply {
    let made = sitting.made();
    let all = sitting.history(0..made);
    let people: Vec<usize> = (0..made)
        .filter(|at| all[*at].made.by != By::Program)
        .collect();
    let first = people.len().saturating_sub(times.max(1));
    let from = people.get(first).copied().unwrap_or(made);
    let step = |past: &Past| match past.tellings.first() {
        Some(telling) => {
            json!({ "text": telling.text, "rule": telling.rule, "who": by(sitting, past.made.by) })
        }
        None => json!({ "text": past.made.text, "rule": null, "who": by(sitting, past.made.by) }),
    };
    let before = first
        .checked_sub(1)
        .map(|at| all[people[at]].made.text.clone());
    let luck = all[from..].iter().any(|past| past.made.by == By::Program);
    let steps: Vec<Value> = all[from..].iter().map(step).collect();
    Reply::told(
        json!({ "back": { "steps": steps, "before": before, "luck": luck, "possible": possible,
        "meaning": sitting.header().luck.meaning() } }),
    )
}

fn lines(lines: Vec<String>) -> Reply {
    Reply::told(json!({ "lines": lines }))
}

fn sources(sitting: &dyn Sitting) -> Reply {
    let all = sitting.sources().iter().zip(sitting.physical());
    let line = |(source, physical): (&SourceInfo, &bool)| json!({ "name": source.name, "group": source.group, "physical": physical });
    Reply::told(json!({ "sources": all.map(line).collect::<Vec<_>>() }))
}

fn corrections(sitting: &dyn Sitting) -> Reply {
    // While tiles may be laid, the map keeps room for one around it.
    let lays = !sitting.tile_moves().is_empty();
    Reply::told(json!({
        "forms": sitting.correction_forms(),
        "possible": sitting.corrections(),
        "lays": lays,
        "wait": sitting.cannot_correct(),
    }))
}

fn odds_line(odds: &Odds) -> Value {
    let outcome = |prospect: &Prospect| json!({ "p": prospect.p.to_string(), "value": prospect.p.value(), "text": prospect.text() });
    let options: Vec<Value> = odds
        .options
        .iter()
        .map(|option| json!({ "id": option.id, "outcomes": option.outcomes.iter().map(outcome).collect::<Vec<_>>() }))
        .collect();
    json!({ "exact": odds.exact, "options": options })
}

fn covers(place: &Region, zone: &str, (x, y): (f64, f64)) -> bool {
    let ((left, top), (w, h)) = (place.at, place.size);
    snapshot::zone_id(place.zone) == zone
        && (x - left).abs() <= w / 2.0
        && (y - top).abs() <= h / 2.0
}
