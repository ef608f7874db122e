//! Protocol version 1: one JSON object per line, in and out, for other front ends and for tests.
//!
//! `command`: lines in. `scene`: the table as data.

mod command;
mod scene;

use std::io::{self, BufRead, Write};

use serde::Serialize;
use serde_json::{Value, json};

use self::command::Command;
use super::lines::{self, Line};
use super::renderer::Renderer;
use super::terminal::open_seat;
use super::{Ending, hint, rulebook};
use crate::games::TableOption;
use crate::kit::Rule;
use crate::referee::journal::{Luck, Secrets};
use crate::referee::luck::Tally;
use crate::referee::search::{Budget, Hint};
use crate::referee::{
    Amended, Answer, Ask, Odds, Remark, RuleId, Seat, SessionError, Sitting, Told, Turn,
};
use crate::table::odds::NO_ODDS;

/// What is said when no bot can answer.
const NO_BOT: &str =
    "no bot can answer this: no player decides, or only the people know what can be chosen";

/// A line out.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
enum Message<'a> {
    Hello {
        protocol: u32,
        game: &'a str,
        edition: Option<&'a str>,
        players: &'a [String],
        seed: u64,
        luck: Luck,
        secrets: Secrets,
        journal: Option<String>,
    },
    Event {
        n: usize,
        rule: Option<&'a str>,
        kind: &'a str,
        text: &'a str,
        data: &'a Value,
        by: &'a str,
    },
    Ask {
        n: usize,
        of: &'a str,
        who: Option<&'a str>,
        source: Option<&'a str>,
        question: &'a str,
        secret: bool,
        options: Vec<Choice<'a>>,
        /// Options exist but are not listed, since the list would reveal too much.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        unlisted: bool,
    },
    State {
        r#for: &'a str,
        turn: Value,
        position: Value,
    },
    Refused {
        n: usize,
        reason: String,
        rule: Option<&'a str>,
        /// A stable name for the reason.
        code: &'a str,
        /// Who may see it, as in the ask.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        secret: bool,
    },
    Audit {
        r#for: &'a str,
        lines: Vec<String>,
    },
    Setup {
        lines: Vec<String>,
    },
    Sources {
        sources: Vec<SourceLine<'a>>,
    },
    Error {
        message: String,
    },
    Luck {
        sources: Vec<Tally>,
    },
    Odds {
        /// Whether only the player who is asked may see them, as in the ask.
        secret: bool,
        #[serde(flatten)]
        odds: Odds,
    },
    Hint {
        /// Whether only the player who is asked may see it, as in the ask.
        secret: bool,
        #[serde(flatten)]
        hint: Hint,
    },
    Story {
        paragraphs: Vec<String>,
    },
    Over {
        outcome: Ending,
    },
    Scene {
        r#for: &'a str,
        /// Bottom to top.
        things: Vec<scene::Laid>,
        heaps: Vec<scene::HeapLine>,
        counters: Vec<scene::Counter>,
        highlights: Vec<scene::Shown>,
    },
    Picture {
        r#for: &'a str,
        svg: String,
    },
    Why {
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Whether that answer is possible now.
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<bool>,
        /// Why not.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        rules: Vec<RuleLine<'a>>,
        /// Who may see it, as in the ask.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        secret: bool,
    },
    Rules {
        rules: Vec<RuleLine<'a>>,
    },
    Options {
        options: Vec<OptionLine<'a>>,
    },
    Noted {
        /// After how many moves.
        n: usize,
        text: String,
    },
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Choice<'a> {
    id: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u32>,
}

/// A source, and whether the table settles it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SourceLine<'a> {
    name: &'a str,
    group: &'a str,
    physical: bool,
}

/// What the rulebook and the game say beyond the session.
pub struct Book<'b> {
    pub rules: &'b [Rule],
    pub options: &'static [TableOption],
}

/// A rule; where all are listed, without its text.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RuleLine<'a> {
    id: &'a str,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// A house rule: its values, the usual one first ("1-999" is any number in between), and the chosen one.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OptionLine<'a> {
    name: &'a str,
    help: &'a str,
    values: &'a [&'a str],
    value: &'a str,
}

/// The session, and what else a conversation needs.
struct Desk<'d> {
    sitting: &'d mut dyn Sitting,
    renderer: &'d mut dyn Renderer,
    book: &'d Book<'d>,
    /// The rules behind what was reported last, for `why`.
    reported: Vec<RuleId>,
}

/// Speaks the protocol until the input ends or asks to quit. `told` is what happened before the first ask.
pub fn run(
    sitting: &mut dyn Sitting,
    told: &[Told],
    book: &Book<'_>,
    renderer: &mut dyn Renderer,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut desk = Desk {
        sitting,
        renderer,
        book,
        reported: Vec::new(),
    };
    let mut out = Vec::new();
    hello(&mut out, desk.sitting)?;
    desk.report(&mut out, told)?;
    loop {
        desk.refresh(&mut out)?;
        ask(&mut out, desk.sitting)?;
        output.write_all(&out)?;
        output.flush()?;
        out.clear();
        let command = match lines::next(input)? {
            Line::End => return Ok(()),
            Line::Text(line) => command::parse(&line, &desk.sitting.header().players),
            Line::Garbage(why) => Err(why.to_owned()),
        };
        match command {
            Ok((Command::Quit, _)) => return Ok(()),
            Ok((command, Some(n))) if command.plays() && n != open(desk.sitting) => {
                late(&mut out, desk.sitting, n)?;
            }
            Ok((command, _)) if command.plays() => desk.play(&mut out, command)?,
            Ok((command, _)) => desk.tell(&mut out, command)?,
            Err(message) => say(&mut out, &Message::Error { message })?,
        }
    }
}

fn hello(out: &mut Vec<u8>, sitting: &dyn Sitting) -> io::Result<()> {
    let header = sitting.header();
    let hello = Message::Hello {
        protocol: 1,
        game: &header.game,
        edition: header.edition.as_deref(),
        players: &header.players,
        seed: header.seed,
        luck: header.luck,
        secrets: header.secrets,
        journal: sitting.journal().map(|path| path.display().to_string()),
    };
    say(out, &hello)
}

/// The number of the requested move; once the game is over, of the one that would come next.
fn open(sitting: &dyn Sitting) -> usize {
    sitting.made() + 1
}

/// Refuses an answer to any ask but the open one: it may have been sent twice, or have crossed with another.
fn late(out: &mut Vec<u8>, sitting: &dyn Sitting, n: usize) -> io::Result<()> {
    let open = open(sitting);
    let refused = Message::Refused {
        n: open,
        reason: format!("this is for move {n}, and move {open} is asked for"),
        rule: None,
        code: "other_move",
        secret: is_secret(sitting),
    };
    say(out, &refused)
}

/// Whether only the player who is asked may see the question.
fn is_secret(sitting: &dyn Sitting) -> bool {
    sitting.ask().is_some_and(|ask| ask.secret.is_some())
}

impl Desk<'_> {
    /// Brings a picture that is kept up to date.
    fn refresh(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        if self.renderer.keeps() {
            let scene = self.sitting.highlighted(open_seat(self.sitting));
            self.renderer.refresh(scene);
        }
        match self.renderer.error() {
            Some(error) => fail(out, &format!("the picture is not up to date: {error}")),
            None => Ok(()),
        }
    }

    /// Does what changes the game.
    fn play(&mut self, out: &mut Vec<u8>, command: Command) -> io::Result<()> {
        let n = open(self.sitting);
        let secret = is_secret(self.sitting);
        match self.played(out, command)? {
            Ok(told) => self.report(out, &told),
            Err(error) => {
                if let SessionError::Refused(refused) = &error {
                    // A remark that cannot be kept is not a reason to stop.
                    let _ = self.sitting.remark(Remark::Refused(refused));
                }
                refuse(out, n, secret, &error)
            }
        }
    }

    /// Keeps a note in the journal.
    fn note(&mut self, out: &mut Vec<u8>, (by, text): (Option<Seat>, String)) -> io::Result<()> {
        match self.sitting.remark(Remark::Note { by, text: &text }) {
            Ok(()) => {
                let n = self.sitting.made();
                say(out, &Message::Noted { n, text })
            }
            Err(error) => refuse(out, open(self.sitting), is_secret(self.sitting), &error),
        }
    }

    /// Notes that rules were read.
    fn looked<'r>(&mut self, rules: impl Iterator<Item = &'r str>) {
        for rule in rules {
            let _ = self.sitting.remark(Remark::Looked(rule));
        }
    }

    fn played(
        &mut self,
        out: &mut Vec<u8>,
        command: Command,
    ) -> io::Result<Result<Vec<Told>, SessionError>> {
        let sitting = &mut *self.sitting;
        Ok(match command {
            Command::Move(id) => sitting.answer(&id),
            Command::Bot => match sitting.bot() {
                Some(id) => sitting.answer(&id),
                None => {
                    fail(out, NO_BOT)?;
                    Ok(Vec::new())
                }
            },
            Command::Undo(times) => match sitting.undo(times) {
                Ok(back) => {
                    say_undone(out, back.left, &back.ids)?;
                    Ok(back.told)
                }
                Err(error) => Err(error),
            },
            Command::Redo(times) => sitting.redo(times),
            Command::Amend { n, id } => match sitting.amend(n, &id) {
                Ok(amended) => {
                    say_amended(out, n, &id, &amended)?;
                    Ok(amended.told)
                }
                Err(error) => Err(error),
            },
            Command::Restore => match sitting.take_back_amendment() {
                Ok(told) => {
                    say_restored(out, sitting.made())?;
                    Ok(told)
                }
                Err(error) => Err(error),
            },
            Command::Physical(words) => match sitting.hand_over(&words) {
                Ok(told) => {
                    sources(out, sitting)?;
                    Ok(told)
                }
                Err(error) => Err(error),
            },
            Command::Correct(words) => sitting.correct(&words),
            Command::End => sitting.end(),
            _ => Ok(Vec::new()),
        })
    }

    /// Tells what was asked for; the game stays as it is.
    fn tell(&mut self, out: &mut Vec<u8>, command: Command) -> io::Result<()> {
        match command {
            Command::Why(id) => return self.why(out, id),
            Command::Rules(wanted) => return self.rules(out, wanted.as_deref()),
            Command::Note(by, text) => return self.note(out, (by, text)),
            _ => {}
        }
        let sitting = &*self.sitting;
        match command {
            Command::State(seat) => match sitting.state(usize::MAX, seat) {
                Ok(position) => {
                    let state = Message::State {
                        r#for: viewer(sitting, seat),
                        turn: turn(sitting),
                        position,
                    };
                    say(out, &state)
                }
                Err(error) => refuse(out, open(sitting), is_secret(sitting), &error),
            },
            Command::Scene(seat) => {
                let players = &sitting.header().players;
                let scene = sitting.highlighted(seat);
                let message = Message::Scene {
                    r#for: viewer(sitting, seat),
                    things: scene::things(&scene, players),
                    heaps: scene::heaps(&scene, players),
                    counters: scene::counters(&scene, players),
                    highlights: scene::highlights(&scene, players),
                };
                say(out, &message)
            }
            Command::Picture(seat) => match self.renderer.svg(sitting.highlighted(seat)) {
                Ok(svg) => {
                    let r#for = viewer(sitting, seat);
                    say(out, &Message::Picture { r#for, svg })
                }
                Err(why) => fail(out, &why),
            },
            Command::Luck => {
                let sources = sitting.luck(usize::MAX);
                say(out, &Message::Luck { sources })
            }
            Command::Odds(seat) => odds(out, sitting, seat),
            Command::Hint(budget, seat) => self::hint(out, sitting, seat, budget),
            Command::Options => self.options(out),
            Command::Story => {
                let paragraphs = sitting.story(usize::MAX);
                say(out, &Message::Story { paragraphs })
            }
            Command::Audit(seat) => {
                let audit = Message::Audit {
                    r#for: viewer(sitting, seat),
                    lines: sitting.audit(seat),
                };
                say(out, &audit)
            }
            Command::Setup => {
                let lines = sitting.setup();
                say(out, &Message::Setup { lines })
            }
            Command::Sources => sources(out, sitting),
            _ => Ok(()),
        }
    }

    /// The rules behind what was reported last, or why an answer is possible or not.
    fn why(&mut self, out: &mut Vec<u8>, id: Option<String>) -> io::Result<()> {
        let sitting = &*self.sitting;
        let judged = id.as_deref().map(|id| sitting.judge(id));
        if let Some(Err(error)) = &judged
            && error.code().is_none()
        {
            return fail(out, &error.to_string());
        }
        let ids = match (&id, &judged) {
            (Some(_), Some(Err(error))) => error.rule().into_iter().collect(),
            (Some(id), _) => sitting.foretell(id).ok().flatten().into_iter().collect(),
            (None, _) => self.reported.clone(),
        };
        let read = ids.clone();
        let rules = ids
            .into_iter()
            .filter_map(|id| rulebook::rule(self.book.rules, id));
        let why = Message::Why {
            rules: rules.map(|rule| rule_line(rule, true)).collect(),
            legal: judged.as_ref().map(Result::is_ok),
            reason: judged.and_then(Result::err).map(|error| error.to_string()),
            secret: id.is_some() && is_secret(sitting),
            id,
        };
        say(out, &why)?;
        self.looked(read.into_iter());
        Ok(())
    }

    /// The rules with a number or words; or all of them, without their texts.
    fn rules(&mut self, out: &mut Vec<u8>, wanted: Option<&str>) -> io::Result<()> {
        let book = self.book;
        let Some(wanted) = wanted else {
            let rules = book.rules.iter().map(|rule| rule_line(rule, false));
            return say(
                out,
                &Message::Rules {
                    rules: rules.collect(),
                },
            );
        };
        let found = rulebook::find(book.rules, wanted);
        let rules = found.iter().map(|rule| rule_line(rule, true)).collect();
        say(out, &Message::Rules { rules })?;
        if found.len() <= rulebook::FEW {
            self.looked(found.iter().map(|rule| rule.id.as_str()));
        }
        Ok(())
    }

    /// The house rules, and which of them are in force.
    fn options(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let chosen = &self.sitting.header().options;
        let line = |option: &'static TableOption| OptionLine {
            name: option.name,
            help: option.help,
            values: option.values,
            value: chosen
                .iter()
                .find(|(name, _)| name == option.name)
                .map(|(_, value)| value.as_str())
                .or(option.values.first().copied())
                .unwrap_or_default(),
        };
        let options = self.book.options.iter().map(line).collect();
        say(out, &Message::Options { options })
    }

    /// Reports what happened.
    fn report(&mut self, out: &mut Vec<u8>, told: &[Told]) -> io::Result<()> {
        if !told.is_empty() {
            self.reported.clear();
        }
        for Told { n, by, telling, .. } in told {
            if let Some(rule) = telling.rule
                && !self.reported.contains(&rule)
            {
                self.reported.push(rule);
            }
            let event = Message::Event {
                n: *n,
                rule: telling.rule,
                kind: telling.kind,
                text: &telling.text,
                data: &telling.data,
                by: self.sitting.name(*by),
            };
            say(out, &event)?;
        }
        Ok(())
    }
}

/// For whom a message is: a player, or "table".
fn viewer(sitting: &dyn Sitting, seat: Option<Seat>) -> &str {
    seat.and_then(|seat| sitting.header().players.get(usize::from(seat)))
        .map_or("table", String::as_str)
}

fn rule_line(rule: &Rule, is_whole: bool) -> RuleLine<'_> {
    RuleLine {
        id: &rule.id,
        title: &rule.title,
        text: is_whole.then_some(rule.text.as_str()),
    }
}

fn fail(out: &mut Vec<u8>, message: &str) -> io::Result<()> {
    let message = message.to_owned();
    say(out, &Message::Error { message })
}

/// Says why something could not be done.
fn refuse(out: &mut Vec<u8>, n: usize, secret: bool, error: &SessionError) -> io::Result<()> {
    let Some(code) = error.code() else {
        return fail(out, &error.to_string());
    };
    let refused = Message::Refused {
        n,
        reason: error.to_string(),
        rule: error.rule(),
        code,
        secret,
    };
    say(out, &refused)
}

fn say_undone(out: &mut Vec<u8>, n: usize, moves: &[String]) -> io::Result<()> {
    let text = match moves.len() {
        1 => "1 move taken back.".to_owned(),
        count => format!("{count} moves taken back."),
    };
    let event = Message::Event {
        n,
        rule: None,
        kind: "undone",
        text: &text,
        data: &json!({ "moves": moves }),
        by: "table",
    };
    say(out, &event)
}

fn say_restored(out: &mut Vec<u8>, n: usize) -> io::Result<()> {
    let event = Message::Event {
        n,
        rule: None,
        kind: "restored",
        text: "The last amendment is taken back.",
        data: &json!({}),
        by: "table",
    };
    say(out, &event)
}

/// Says which move became another one, and which later ones do not hold any more.
fn say_amended(out: &mut Vec<u8>, n: usize, id: &str, amended: &Amended) -> io::Result<()> {
    let Amended { was, is, .. } = amended;
    let dropped: Vec<Value> = amended
        .dropped
        .iter()
        .map(|made| json!({ "n": made.n, "move": made.id, "text": made.text }))
        .collect();
    let event = Message::Event {
        n: n - 1,
        rule: None,
        kind: "amended",
        text: &format!("Move {n} is now \"{is}\", and was \"{was}\"."),
        data: &json!({ "amend": n, "move": id, "dropped": dropped }),
        by: "table",
    };
    say(out, &event)
}

/// What can come of each answer, as far as the given player or everybody knows; for a secret question, as far as the player who is
/// asked knows.
fn odds(out: &mut Vec<u8>, sitting: &dyn Sitting, seat: Option<Seat>) -> io::Result<()> {
    let Some(ask) = sitting.ask() else {
        return fail(out, "the game is over");
    };
    if ask.secret.is_some() && seat.is_some() && seat != ask.secret {
        return fail(out, "only the player who is asked may see this question");
    }
    match sitting.odds(seat.or(ask.secret).or(open_seat(sitting))) {
        Some(odds) => {
            let secret = ask.secret.is_some();
            say(out, &Message::Odds { secret, odds })
        }
        None => fail(out, NO_ODDS),
    }
}

fn hint(
    out: &mut Vec<u8>,
    sitting: &dyn Sitting,
    seat: Option<Seat>,
    budget: Budget,
) -> io::Result<()> {
    let secret = sitting.ask().and_then(|ask| ask.secret);
    if secret.is_some() && seat.is_some() && seat != secret {
        return fail(out, "only the player who is asked may see this question");
    }
    match hint::of(sitting, seat.or(open_seat(sitting)), budget) {
        Ok(Some(hint)) => {
            let secret = secret.is_some();
            say(out, &Message::Hint { secret, hint })
        }
        Ok(None) => fail(out, hint::NONE),
        Err(error) => refuse(out, open(sitting), is_secret(sitting), &error),
    }
}

/// Which sources the table settles, and which the program.
fn sources(out: &mut Vec<u8>, sitting: &dyn Sitting) -> io::Result<()> {
    let all = sitting.sources().iter().zip(sitting.physical());
    let sources = all.map(|(source, physical)| SourceLine {
        name: source.name,
        group: source.group,
        physical: *physical,
    });
    say(
        out,
        &Message::Sources {
            sources: sources.collect(),
        },
    )
}

/// What is asked, or how the game ended.
fn ask(out: &mut Vec<u8>, sitting: &dyn Sitting) -> io::Result<()> {
    if let Some(ask) = sitting.ask() {
        let Ask {
            n,
            turn,
            who,
            source,
            question,
            options,
            secret,
            unlisted,
        } = &ask;
        let listed = options.iter().filter(|_| !unlisted);
        let options = listed
            .map(|Answer { id, text, weight }| Choice {
                id,
                text,
                weight: *weight,
            })
            .collect();
        let n = *n;
        let of = of(*turn);
        let who = who.as_deref();
        let source = *source;
        let secret = secret.is_some();
        let unlisted = *unlisted;
        return say(
            out,
            &Message::Ask {
                n,
                of,
                who,
                source,
                question,
                secret,
                options,
                unlisted,
            },
        );
    }
    match sitting.outcome() {
        Some(outcome) => say(
            out,
            &Message::Over {
                outcome: Ending::new(&outcome, &sitting.header().players),
            },
        ),
        None => {
            let message =
                SessionError::Fault("the game is over and has no outcome".into()).to_string();
            say(out, &Message::Error { message })
        }
    }
}

/// Whose turn it is, for a state.
fn turn(sitting: &dyn Sitting) -> Value {
    let turn = sitting.turn();
    match turn {
        Turn::Player(seat) => {
            json!({ "of": of(turn), "who": sitting.header().players.get(usize::from(seat)) })
        }
        Turn::Chance(source) | Turn::Table(source) => {
            json!({ "of": of(turn), "source": sitting.sources().get(usize::from(source.0)).map(|source| source.name) })
        }
        Turn::Over => json!({ "of": of(turn) }),
    }
}

fn of(turn: Turn) -> &'static str {
    match turn {
        Turn::Player(_) => "player",
        Turn::Chance(_) => "chance",
        Turn::Table(_) => "table",
        Turn::Over => "over",
    }
}

fn say(out: &mut Vec<u8>, message: &Message<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *out, message)?;
    out.push(b'\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::renderer::NoRenderer;
    use super::*;
    use crate::referee::toy::session;

    /// The output for these lines of input.
    fn talk(seed: u64, physical: &[&str], input: &str) -> Vec<Value> {
        let (mut session, told) = session(seed, physical);
        let mut output = Vec::new();
        run(
            &mut session,
            &told,
            &Book {
                rules: &[],
                options: &[],
            },
            &mut NoRenderer,
            &mut input.as_bytes(),
            &mut output,
        )
        .unwrap();
        String::from_utf8(output)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    fn types(lines: &[Value]) -> Vec<&str> {
        lines
            .iter()
            .map(|line| line["type"].as_str().unwrap())
            .collect()
    }

    /// The schema of all messages, made from their types. `PAPERKEEP_ACCEPT=1 cargo test --lib schema` writes it.
    #[test]
    fn the_schema_is_that_of_the_types() {
        let as_written = schemars::generate::SchemaSettings::default().for_serialize();
        let mut told = as_written
            .into_generator()
            .into_root_schema_for::<Message<'static>>();
        let definitions = told.remove("$defs").unwrap_or_default();
        told.remove("$schema");
        told.remove("title");
        told.remove("description");
        let mut definitions = definitions.as_object().cloned().unwrap_or_default();
        definitions.insert("out".to_owned(), told.into());
        definitions.insert("in".to_owned(), command::schema());
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Lines of the protocol of paperkeep, version 1",
            "description": "What a front end writes is `#/$defs/in`, what it reads `#/$defs/out`. There may be new fields and types.",
            "anyOf": [{ "$ref": "#/$defs/in" }, { "$ref": "#/$defs/out" }],
            "$defs": definitions,
        });
        let text = format!("{schema:#}\n");
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/protocol.schema.json");
        if std::env::var_os("PAPERKEEP_ACCEPT").is_some() {
            std::fs::write(file, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(file).unwrap_or_default(), text);
    }

    #[test]
    fn a_move_is_amended_and_restored() {
        let lines = talk(
            7,
            &["dice"],
            "{\"move\":\"roll\"}\n{\"move\":\"die:4\"}\n{\"amend\":{\"n\":4,\"move\":\"die:2\"}}\n{\"restore\":true}\n\
             {\"restore\":true}\n{\"amend\":{\"n\":1,\"move\":\"die:2\"}}\n{\"amend\":4}\n",
        );
        let of = |kind: &str| {
            let found = lines.iter().find(|line| line["kind"] == kind);
            found.unwrap_or(&Value::Null).clone()
        };
        assert_eq!(of("amended")["n"], 3);
        assert_eq!(
            of("amended")["data"],
            json!({"amend": 4, "move": "die:2", "dropped": []})
        );
        assert_eq!(of("restored")["n"], 4);
        let codes: Vec<&Value> = lines.iter().map(|line| &line["code"]).collect();
        assert!(codes.contains(&&json!("not_amended")), "{codes:?}");
        assert!(codes.contains(&&json!("too_far_back")), "{codes:?}");
        let errors = lines.iter().filter(|line| line["type"] == "error");
        assert_eq!(errors.count(), 1, "{lines:?}");
    }

    #[test]
    fn hello_comes_first_then_what_happened_then_the_ask() {
        let lines = talk(7, &[], "");
        assert_eq!(types(&lines), ["hello", "event", "event", "ask"]);
        assert_eq!(
            lines[0],
            json!({"type": "hello", "protocol": 1, "game": "toy", "edition": null, "players": ["Ann", "Bob"], "seed": 7,
                "luck": "same", "secrets": "referee", "journal": null})
        );
        assert_eq!(
            lines[1],
            json!({"type": "event", "n": 1, "rule": "T1", "kind": "dealt", "text": "Ann is dealt a card.", "data": {"seat": 0}, "by": "program"})
        );
        assert_eq!(
            lines[3],
            json!({"type": "ask", "n": 3, "of": "player", "who": "Ann", "source": null, "question": "Ann, what now?", "secret": false,
                "options": [{"id": "roll", "text": "roll the die"}]})
        );
    }

    #[test]
    fn whatever_is_wrong_the_same_ask_comes_again() {
        let bad = [
            "nonsense",
            "[]",
            "7",
            "null",
            "{}",
            "{\"fly\":true}",
            "{\"move\":7}",
            "{\"undo\":\"x\"}",
            "{\"undo\":0}",
            "{\"undo\":-1}",
            "{\"redo\":1.5}",
            "{\"state\":false}",
            "{\"state\":\"Zed\"}",
            "{\"quit\":1}",
            "{\"move\":\"roll\",\"undo\":1}",
            "",
            "{\"move\":\"hold\"}",
            "{\"move\":\"no such move\"}",
            "{\"undo\":1}",
            "{\"redo\":9}",
            "\u{feff}{}",
        ];
        for line in bad {
            let lines = talk(7, &[], &format!("{line}\n"));
            assert!(["error", "refused"].contains(&types(&lines)[4]), "{line}");
            assert_eq!(lines[5], lines[3], "{line}");
            assert_eq!(lines.len(), 6);
        }
        let lines = talk(7, &[], "{\"move\":\"hold\"}\n{\"move\":\"x\"}\n");
        assert_eq!(
            lines[4],
            json!({"type": "refused", "n": 3, "reason": "there is nothing in the pot", "rule": "T4", "code": "empty_pot"})
        );
        assert_eq!(
            lines[6],
            json!({"type": "refused", "n": 3, "reason": "`x` is not a move of this game", "rule": null, "code": "not_a_move"})
        );
        let deep = format!("{{\"x\":{}\n", "[".repeat(50_000));
        assert_eq!(types(&talk(7, &[], &deep))[4..], ["error", "ask"]);
    }

    #[test]
    fn unknown_fields_are_ignored() {
        let lines = talk(7, &["dice"], "{\"move\":\"roll\",\"fast\":true}\n");
        assert_eq!(lines[4]["of"], "chance");
        assert_eq!(
            lines[4]["options"][5],
            json!({"id": "die:6", "text": "6", "weight": 1})
        );
    }

    /// A client that answers the same ask twice must not make an unintended move.
    #[test]
    fn an_answer_to_another_ask_is_refused() {
        let late =
            "{\"move\":\"roll\",\"n\":99}\n{\"undo\":1,\"n\":2}\n{\"move\":\"roll\",\"n\":\"3\"}\n";
        let lines = talk(
            7,
            &["dice"],
            &format!("{late}{{\"state\":true,\"n\":99}}\n{{\"move\":\"roll\",\"n\":3}}\n"),
        );
        assert_eq!(
            lines[4],
            json!({"type": "refused", "n": 3, "reason": "this is for move 99, and move 3 is asked for", "rule": null,
                "code": "other_move"})
        );
        assert_eq!(
            types(&lines)[5..],
            [
                "ask", "refused", "ask", "error", "ask", "state", "ask", "ask"
            ]
        );
        assert_eq!((&lines[5], &lines[12]["of"]), (&lines[3], &json!("chance")));
    }

    #[test]
    fn a_state_is_for_one_who_asks() {
        let lines = talk(7, &[], "{\"state\":true}\n{\"state\":\"Bob\"}\n");
        assert_eq!(
            (&lines[4]["for"], &lines[4]["position"]["hands"]),
            (&json!("table"), &json!([null, null]))
        );
        assert_eq!(lines[4]["turn"], json!({"of": "player", "who": "Ann"}));
        assert_eq!(
            (lines[5].clone(), lines[3].clone()),
            (lines[3].clone(), lines[7].clone())
        );
        assert!(
            lines[6]["position"]["hands"][1].is_u64() && lines[6]["position"]["hands"][0].is_null()
        );
    }

    #[test]
    fn odds_are_told_as_fractions() {
        let lines = talk(
            7,
            &[],
            "{\"odds\":true}\n{\"odds\":\"Bob\"}\n{\"odds\":\"Zed\"}\n",
        );
        assert_eq!(
            types(&lines)[4..],
            ["odds", "ask", "odds", "ask", "error", "ask"]
        );
        assert_eq!(
            (
                &lines[4]["n"],
                &lines[4]["exact"],
                &lines[4]["options"][0]["id"]
            ),
            (&json!(3), &json!(true), &json!("roll"))
        );
        let outcomes = lines[4]["options"][0]["outcomes"].as_array().unwrap();
        assert_eq!(outcomes.len(), 6);
        let bust = json!({"p": "1/6", "text": "Ann rolls 1: the pot is 0, Ann loses the pot"});
        assert!(outcomes.contains(&bust), "{outcomes:?}");
        // Otherwise a player who is dealt a secret card would learn what is left.
        let lines = talk(7, &["cards"], "{\"odds\":true}\n");
        assert_eq!(types(&lines)[2..], ["error", "ask"]);
    }

    #[test]
    fn after_the_end_undo_is_still_possible() {
        let moves = "roll die:6 roll die:6 hold"
            .split(' ')
            .map(|id| format!("{{\"move\":\"{id}\"}}\n"))
            .collect::<String>();
        let lines = talk(
            7,
            &["dice"],
            &format!(
                "{moves}{{\"move\":\"roll\"}}\n{{\"undo\":1}}\n{{\"redo\":1}}\n{{\"quit\":true}}\n"
            ),
        );
        let end = types(&lines)
            .iter()
            .position(|kind| *kind == "over")
            .unwrap();
        assert_eq!(
            types(&lines)[end..],
            ["over", "refused", "over", "event", "ask", "event", "over"]
        );
        assert_eq!(
            (
                &lines[end]["outcome"]["result"],
                &lines[end]["outcome"]["winners"]
            ),
            (&json!("win"), &json!(["Ann"]))
        );
        assert_eq!(lines[end + 3]["data"], json!({"moves": ["hold"]}));
        assert_eq!(lines[end + 5]["text"], "Ann takes 12.");
    }

    #[test]
    fn a_table_fact_is_asked_like_the_rest() {
        let lines = talk(
            7,
            &["dice"],
            "{\"move\":\"roll\"}\n{\"move\":\"die:4\"}\n{\"move\":\"flip:coin\"}\n{\"move\":\"coin:heads\"}\n",
        );
        let ask = lines.iter().find(|line| line["of"] == "table").unwrap();
        assert_eq!(
            (&ask["source"], &ask["options"][1]),
            (
                &json!("coin"),
                &json!({"id": "coin:tails", "text": "tails"})
            )
        );
        assert_eq!(lines[lines.len() - 2]["text"], "Heads: the pot is 8.");
    }

    #[test]
    fn a_secret_ask_names_who_alone_may_see_it() {
        let lines = talk(
            7,
            &["cards"],
            "{\"move\":\"deal:4\"}\n{\"move\":\"deal:3\"}\n{\"move\":\"deal:1\"}\n{\"undo\":2}\n",
        );
        assert_eq!(
            types(&lines),
            [
                "hello", "ask", "refused", "ask", "event", "ask", "event", "ask", "event", "ask"
            ]
        );
        assert_eq!(
            (&lines[1]["secret"], &lines[1]["who"], &lines[1]["options"]),
            (&json!(true), &json!("Ann"), &json!([]))
        );
        assert_eq!(
            (&lines[1]["unlisted"], &lines[7]["unlisted"]),
            (&json!(true), &Value::Null)
        );
        assert_eq!(
            (&lines[2]["secret"], &lines[5]["who"], &lines[7]["secret"]),
            (&json!(true), &json!("Bob"), &json!(false))
        );
        assert_eq!(lines[8]["data"], json!({"moves": ["deal:?", "deal:?"]}));
        assert!(!format!("{:?}", &lines[3..]).contains("deal:3"));
    }

    #[test]
    fn the_table_corrects_audits_and_ends() {
        let lines = talk(
            7,
            &[],
            "{\"correct\":\"score Bob 9\"}\n{\"correct\":\"score Bob 100\"}\n{\"correct\":7}\n{\"audit\":true}\n{\"audit\":\"Bob\"}\n{\"end\":true}\n",
        );
        assert_eq!(
            lines[4],
            json!({"type": "event", "n": 3, "rule": null, "kind": "corrected", "text": "By agreement: Bob has 9 points.",
                "data": {"correct": "score Bob 9"}, "by": "table"})
        );
        assert_eq!(
            lines[6],
            json!({"type": "refused", "n": 4, "reason": "there are only 99 points", "rule": "T6", "code": "no_such_correction"})
        );
        assert_eq!(
            types(&lines)[8..],
            [
                "error", "ask", "audit", "ask", "audit", "ask", "event", "over"
            ]
        );
        assert_eq!(
            lines[10]["lines"].as_array().unwrap().len() + 1,
            lines[12]["lines"].as_array().unwrap().len()
        );
        assert_eq!(
            (&lines[14]["kind"], &lines[15]["outcome"]["winners"]),
            (&json!("ended"), &json!(["Bob"]))
        );
    }

    #[test]
    fn sources_change_hands_amid_the_game() {
        let lines = talk(
            7,
            &[],
            "{\"physical\":true}\n{\"physical\":[\"dice\"]}\n{\"physical\":[\"hats\"]}\n{\"physical\":3}\n{\"setup\":true}\n",
        );
        let asks: Vec<&Value> = lines
            .iter()
            .filter(|line| line["type"] != "event")
            .collect();
        let kinds: Vec<&str> = asks
            .iter()
            .filter_map(|line| line["type"].as_str())
            .collect();
        assert_eq!(
            kinds,
            [
                "hello", "ask", "sources", "ask", "sources", "ask", "error", "ask", "error", "ask",
                "setup", "ask"
            ]
        );
        let dice = |line: &Value| -> Vec<Value> {
            let sources = line["sources"].as_array().expect("sources");
            sources
                .iter()
                .filter(|source| source["group"] == "dice")
                .map(|source| source["physical"].clone())
                .collect()
        };
        assert!(
            dice(asks[2]).iter().all(|physical| *physical == false) && !dice(asks[2]).is_empty()
        );
        assert!(dice(asks[4]).iter().all(|physical| *physical == true));
        assert!(
            asks[6]["message"]
                .as_str()
                .is_some_and(|why| why.contains("hats"))
        );
    }
}
