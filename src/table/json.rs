//! Protocol version 1: one JSON object per line, in and out, for other front ends and for tests.

use std::io::{self, BufRead, Write};

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Ending;
use super::hint;
use super::lines::{self, Line};
use super::renderer::Renderer;
use super::terminal::open_seat;
use crate::referee::journal::{Luck, Secrets};
use crate::referee::luck::Tally;
use crate::referee::search::{Budget, Hint};
use crate::referee::{Answer, Ask, Odds, Seat, SessionError, Sitting, Told, Turn};

/// A line out.
#[derive(Serialize)]
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
    Hint(Hint),
    Story {
        paragraphs: Vec<String>,
    },
    Over {
        outcome: Ending,
    },
}

#[derive(Serialize)]
struct Choice<'a> {
    id: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u32>,
}

/// A source, and whether the table settles it.
#[derive(Serialize)]
struct SourceLine<'a> {
    name: &'a str,
    group: &'a str,
    physical: bool,
}

/// A parsed line of input.
enum Command {
    Move(String),
    Undo(usize),
    Redo(usize),
    State(Option<Seat>),
    Luck,
    Odds(Option<Seat>),
    Hint(Budget),
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
    fn plays(&self) -> bool {
        use Command::*;
        matches!(
            self,
            Move(_) | Undo(_) | Redo(_) | Correct(_) | End | Physical(_)
        )
    }
}

/// Speaks the protocol until the input ends or asks to quit. `told` is what happened before the first ask.
pub fn run(
    sitting: &mut dyn Sitting,
    told: &[Told],
    renderer: &mut dyn Renderer,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut out = Vec::new();
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
    say(&mut out, &hello)?;
    events(&mut out, sitting, told)?;
    loop {
        if renderer.keeps() {
            renderer.refresh(sitting.highlighted(open_seat(sitting)));
        }
        if let Some(error) = renderer.error() {
            let message = format!("the picture is not up to date: {error}");
            say(&mut out, &Message::Error { message })?;
        }
        ask(&mut out, sitting)?;
        output.write_all(&out)?;
        output.flush()?;
        out.clear();
        let command = match lines::next(input)? {
            Line::End => return Ok(()),
            Line::Text(line) => command(&line, &sitting.header().players),
            Line::Garbage(why) => Err(why.to_owned()),
        };
        match command {
            Ok((Command::Quit, _)) => return Ok(()),
            Ok((command, n)) if n.is_some_and(|n| command.plays() && n != open(sitting)) => {
                late(&mut out, sitting, n)?
            }
            Ok((command, _)) => obey(&mut out, sitting, command)?,
            Err(message) => say(&mut out, &Message::Error { message })?,
        }
    }
}

/// The number of the requested move; once the game is over, of the one that would come next.
fn open(sitting: &dyn Sitting) -> usize {
    sitting.made() + 1
}

/// Refuses an answer to any ask but the open one: it may have been sent twice, or have crossed with another.
fn late(out: &mut Vec<u8>, sitting: &dyn Sitting, n: Option<usize>) -> io::Result<()> {
    let open = open(sitting);
    let reason = format!(
        "this is for move {}, and move {open} is asked for",
        n.unwrap_or_default()
    );
    let secret = sitting.ask().is_some_and(|ask| ask.secret.is_some());
    say(
        out,
        &Message::Refused {
            n: open,
            reason,
            rule: None,
            code: "other_move",
            secret,
        },
    )
}

/// Parses a line, and the number of the ask if it gives one; the error says what is wrong with it.
fn command(line: &str, players: &[String]) -> Result<(Command, Option<usize>), String> {
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
    let known = [
        "move", "undo", "redo", "correct", "end", "physical", "state", "setup", "audit", "luck",
        "odds", "hint", "story", "quit",
    ];
    let mut given = known
        .into_iter()
        .filter_map(|key| Some((key, object.get(key)?)));
    let (key, value) = given.next().ok_or_else(|| {
        format!(
            "the object contains no command; commands: {}",
            known.join(", ")
        )
    })?;
    if let Some((other, _)) = given.next() {
        return Err(format!(
            "one command per line: this one has `{key}` and `{other}`"
        ));
    }
    let count = || {
        value
            .as_u64()
            .filter(|count| *count > 0)
            .and_then(|count| usize::try_from(count).ok())
    };
    let wrong = |expected: &str| format!("`{key}` takes {expected}, not {value}");
    match (key, value) {
        ("move", Value::String(id)) => Ok(Command::Move(id.clone())),
        ("move", _) => Err(wrong("an option's id as a string")),
        ("undo", _) => count()
            .map(Command::Undo)
            .ok_or_else(|| wrong("a number of moves from 1")),
        ("redo", _) => count()
            .map(Command::Redo)
            .ok_or_else(|| wrong("a number of moves from 1")),
        ("correct", Value::String(words)) => Ok(Command::Correct(words.clone())),
        ("correct", _) => Err(wrong("a correction in words")),
        ("end", Value::Bool(true)) => Ok(Command::End),
        ("state" | "audit" | "odds", Value::Bool(true) | Value::String(_)) => {
            let seat = match value.as_str() {
                None => None,
                Some(name) => match players.iter().position(|player| player == name) {
                    Some(seat) => Some(seat as Seat),
                    None => {
                        return Err(format!(
                            "there is no player {value}; players: {}",
                            players.join(", ")
                        ));
                    }
                },
            };
            Ok(match key {
                "state" => Command::State(seat),
                "audit" => Command::Audit(seat),
                _ => Command::Odds(seat),
            })
        }
        ("state" | "audit" | "odds", _) => Err(wrong("true or a player's name")),
        ("hint", Value::Bool(true)) => Ok(Command::Hint(hint::budget(hint::USUAL))),
        ("hint", Value::Object(wish)) => asked_for(wish)
            .map(Command::Hint)
            .ok_or_else(|| wrong(HINTS)),
        ("hint", _) => Err(wrong(HINTS)),
        ("setup", Value::Bool(true)) => Ok(Command::Setup),
        ("physical", Value::Bool(true)) => Ok(Command::Sources),
        ("physical", Value::Array(words)) => {
            let words = words
                .iter()
                .map(|word| word.as_str().map(str::to_owned))
                .collect::<Option<_>>();
            words
                .map(Command::Physical)
                .ok_or_else(|| wrong("true or a list of names"))
        }
        ("physical", _) => Err(wrong("true or a list of names")),
        ("luck", Value::Bool(true)) => Ok(Command::Luck),
        ("story", Value::Bool(true)) => Ok(Command::Story),
        (_, Value::Bool(true)) => Ok(Command::Quit),
        _ => Err(wrong("true")),
    }
}

/// The keys of a request for a hint.
const HINTS: &str = "true, or {\"seconds\":N} or {\"playouts\":N}";

fn asked_for(wish: &Map<String, Value>) -> Option<Budget> {
    let number = |key| Some(wish.get(key)?.as_u64()?).filter(|number| *number > 0);
    match (wish.len(), number("seconds"), number("playouts")) {
        (1, Some(seconds), _) => Some(hint::budget(seconds)),
        (1, _, Some(playouts)) => Some(Budget {
            playouts: u32::try_from(playouts).ok()?.min(hint::MAX_PLAYOUTS),
            time: None,
        }),
        _ => None,
    }
}

fn obey(out: &mut Vec<u8>, sitting: &mut dyn Sitting, command: Command) -> io::Result<()> {
    let n = open(sitting);
    let secret = sitting.ask().is_some_and(|ask| ask.secret.is_some());
    let done = match command {
        Command::Move(id) => sitting.answer(&id).map(|told| (None, told)),
        Command::Undo(times) => sitting
            .undo(times)
            .map(|back| (Some((back.left, back.ids)), back.told)),
        Command::Redo(times) => sitting.redo(times).map(|told| (None, told)),
        Command::State(seat) => match sitting.state(usize::MAX, seat) {
            Ok(position) => {
                let r#for =
                    seat.map_or("table", |seat| &sitting.header().players[usize::from(seat)]);
                return say(
                    out,
                    &Message::State {
                        r#for,
                        turn: turn(sitting),
                        position,
                    },
                );
            }
            Err(error) => Err(error),
        },
        Command::Luck => {
            return say(
                out,
                &Message::Luck {
                    sources: sitting.luck(usize::MAX),
                },
            );
        }
        Command::Odds(seat) => return odds(out, sitting, seat),
        Command::Hint(budget) => match hint::of(sitting, open_seat(sitting), budget) {
            Ok(Some(hint)) => return say(out, &Message::Hint(hint)),
            Ok(None) => {
                return say(
                    out,
                    &Message::Error {
                        message: hint::NONE.to_owned(),
                    },
                );
            }
            Err(error) => Err(error),
        },
        Command::Story => {
            return say(
                out,
                &Message::Story {
                    paragraphs: sitting.story(usize::MAX),
                },
            );
        }
        Command::Audit(seat) => {
            let r#for = seat.map_or("table", |seat| &sitting.header().players[usize::from(seat)]);
            return say(
                out,
                &Message::Audit {
                    r#for,
                    lines: sitting.audit(seat),
                },
            );
        }
        Command::Setup => {
            return say(
                out,
                &Message::Setup {
                    lines: sitting.setup(),
                },
            );
        }
        Command::Sources => return sources(out, sitting),
        Command::Physical(words) => match sitting.hand_over(&words) {
            Ok(told) => {
                sources(out, sitting)?;
                Ok((None, told))
            }
            Err(error) => Err(error),
        },
        Command::Correct(words) => sitting.correct(&words).map(|told| (None, told)),
        Command::End => sitting.end().map(|told| (None, told)),
        Command::Quit => return Ok(()),
    };
    match done {
        Ok((taken, told)) => {
            if let Some((n, moves)) = taken {
                let text = match moves.len() {
                    1 => "1 move taken back.".to_owned(),
                    count => format!("{count} moves taken back."),
                };
                let data = json!({ "moves": moves });
                say(
                    out,
                    &Message::Event {
                        n,
                        rule: None,
                        kind: "undone",
                        text: &text,
                        data: &data,
                        by: "table",
                    },
                )?;
            }
            events(out, sitting, &told)
        }
        Err(error) => {
            let Some(code) = error.code() else {
                return say(
                    out,
                    &Message::Error {
                        message: error.to_string(),
                    },
                );
            };
            say(
                out,
                &Message::Refused {
                    n,
                    reason: error.to_string(),
                    rule: error.rule(),
                    code,
                    secret,
                },
            )
        }
    }
}

fn events(out: &mut Vec<u8>, sitting: &dyn Sitting, told: &[Told]) -> io::Result<()> {
    for Told { n, by, telling, .. } in told {
        let (text, data) = (telling.text.as_str(), &telling.data);
        let (rule, by) = (telling.rule, sitting.name(*by));
        say(
            out,
            &Message::Event {
                n: *n,
                rule,
                kind: telling.kind,
                text,
                data,
                by,
            },
        )?;
    }
    Ok(())
}

/// What can come of each answer, as far as the given player or everybody knows; for a secret question, as far as the player who is
/// asked knows.
fn odds(out: &mut Vec<u8>, sitting: &dyn Sitting, seat: Option<Seat>) -> io::Result<()> {
    let Some(ask) = sitting.ask() else {
        return say(
            out,
            &Message::Error {
                message: "the game is over".to_owned(),
            },
        );
    };
    if ask.secret.is_some() && seat.is_some() && seat != ask.secret {
        return say(
            out,
            &Message::Error {
                message: "only the player who is asked may see this question".to_owned(),
            },
        );
    }
    match sitting.odds(seat.or(ask.secret).or(open_seat(sitting))) {
        Some(odds) => {
            let secret = ask.secret.is_some();
            say(out, &Message::Odds { secret, odds })
        }
        None => say(
            out,
            &Message::Error {
                message: "these odds would reveal what others hide".to_owned(),
            },
        ),
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
        let (n, of, who, source, secret, unlisted) = (
            *n,
            of(*turn),
            who.as_deref(),
            *source,
            secret.is_some(),
            *unlisted,
        );
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
