//! What people say of a game on the page and on phones, and what `report` makes of it.

use std::fs;

use assert_cmd::Command;
use serde_json::{Value, json};

use super::chromium::Chromium;
use super::looks;
use super::phones::phone;
use super::program::Program;

/// Sends a command as this screen may, and returns the answer.
const SEND: &str = "(async (command) => (await (await fetch('do', { method: 'POST',
  headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(command) })).json()))";

/// Writes into the fields of a form, and sends it.
const FILL: &str = "((words) => {
  const form = document.querySelector('form.questions');
  [...form.querySelectorAll('textarea')].forEach((field, at) => (field.value = words[at] ?? field.value));
  form.requestSubmit();
})";

/// The texts of the questions on this screen.
const QUESTIONS: &str =
    "[...document.querySelectorAll('.questions label')].map((label) => label.textContent)";

/// Opens an entry of "More".
fn more(chromium: &mut Chromium, words: &str) {
    chromium.value("document.querySelector('[data-tool=more]').click(), 0");
    let entry = format!(
        "[...document.querySelectorAll('.panel .ans')].find((one) => one.textContent.startsWith({}))",
        json!(words)
    );
    chromium.wait(&format!("{entry} !== undefined"));
    chromium.value(&format!("{entry}.click(), 0"));
}

/// The entries of a journal that have this key.
fn entries(program: &Program, key: &str) -> Vec<Value> {
    let text = fs::read_to_string(&program.journal).unwrap();
    let lines = text.lines().skip(1);
    let read = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
    read.filter(|entry| entry.get(key).is_some()).collect()
}

#[test]
fn what_people_note_and_answer_is_kept_with_who_said_it() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let program = Program::play("dungeon-in-a-tin", &["Ann", "Bob"], &["--lan", "--ask"]);
    let view = chromium.device();
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.sheet') !== null");
    let ann = phone(&mut chromium, &program.seats[0]);
    let asked = chromium.value("(async () => (await (await fetch('snapshot')).json()).ask.n)()");
    more(&mut chromium, "Note");
    chromium.wait("document.querySelector('#note') !== null");
    looks::sound(&mut chromium, "note-phone");
    chromium.value(&format!("{FILL}(['the market is stuck']), 0"));
    chromium.wait("document.querySelector('.questions .hint').textContent.includes('market')");
    chromium.value("document.querySelector('.panel header button').click(), 0");
    // A rule is read at the table, and an answer refused there.
    chromium.turn_to(&view);
    chromium.value("document.querySelector('[data-tool=rules]').click(), 0");
    chromium.wait("document.querySelector('.rules summary') !== null");
    chromium.value("document.querySelector('.rules summary').click(), 0");
    let refused = chromium.value(&format!("{SEND}({{ move: 'south' }})"));
    let refused = &refused["refused"]["reason"];
    let early = chromium.value(&format!("{SEND}({{ answers: ['too early'] }})"));
    assert!(early["error"].is_object(), "{early}");
    chromium.value(&format!("{SEND}({{ end: true }})"));
    let bob = phone_at_the_end(&mut chromium, &program.seats[1]);
    assert_eq!(chromium.value(&format!("{QUESTIONS}.length")), 3);
    chromium.value("document.querySelector('#question-1').value = 'half a sentence', 0");
    // What one answers is on no other screen, and takes nothing from anybody who is still typing.
    chromium.turn_to(&ann);
    chromium.wait("document.querySelector('#question-0') !== null");
    looks::sound(&mut chromium, "questions-phone");
    chromium.value(&format!("{FILL}(['the goblin', '', 'yes']), 0"));
    chromium.wait("document.querySelector('.questions .hint').textContent.includes('kept')");
    chromium.value(&format!("{FILL}(['the second goblin']), 0"));
    let goblin = "document.querySelector('#question-0').value === 'the second goblin'";
    chromium.wait(goblin);
    for page in [&bob, &view] {
        chromium.turn_to(page);
        let seen = chromium.value("(async () => (await fetch('snapshot')).text())()");
        assert!(!seen.as_str().unwrap().contains("goblin"), "{seen}");
    }
    // Everybody has a phone, so the table itself is asked nothing.
    assert_eq!(chromium.value(&format!("{QUESTIONS}.length")), 0);
    chromium.turn_to(&bob);
    assert_eq!(
        chromium.value("document.querySelector('#question-1').value"),
        "half a sentence"
    );

    let notes = entries(&program, "note");
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert_eq!(
        (&notes[0]["note"], &notes[0]["by"]),
        (&json!("the market is stuck"), &json!("Ann"))
    );
    let made = notes[0]["n"].as_u64().unwrap();
    assert_eq!(
        Some(made + 1),
        asked.as_u64(),
        "it is pinned to the position"
    );
    assert_eq!(entries(&program, "looked").len(), 1);
    let refusals = entries(&program, "refused");
    assert_eq!(refusals.first().map(|one| &one["refused"]), Some(refused));
    let answers = entries(&program, "answered");
    assert_eq!(answers.len(), 3, "{answers:?}");
    let report = Command::cargo_bin("paperkeep")
        .unwrap()
        .arg("report")
        .arg(&program.journal)
        .output()
        .unwrap();
    let report = String::from_utf8(report.stdout).unwrap();
    for part in [
        "Ann: the second goblin",
        "Ann: yes",
        "What did you enjoy most?",
        "market",
    ] {
        assert!(report.contains(part), "{part}:\n{report}");
    }
    assert!(!report.contains("Ann: the goblin"), "{report}");
}

/// A phone that joins once the game is over.
fn phone_at_the_end(chromium: &mut Chromium, link: &str) -> super::chromium::Page {
    let page = chromium.device();
    chromium.size((360, 740), 1.0);
    chromium.open(link);
    chromium.wait("document.querySelector('#question-0') !== null");
    page
}

#[test]
fn the_host_has_questions_of_their_own_and_the_usual_ones_speak_the_language_of_the_table() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let own = ["--lan", "--ask=Zu lang?", "--ask=Noch mal?"];
    for (language, asked, first) in [
        ("en", &own[..], "Zu lang?"),
        (
            "de",
            &["--lan", "--ask"],
            "Was hat dir am meisten Spaß gemacht?",
        ),
        (
            "es",
            &["--lan", "--ask"],
            "¿Qué es lo que más te ha gustado?",
        ),
    ] {
        let arguments = [asked, &["--language", language]].concat();
        let program = Program::play("dungeon-in-a-tin", &["Ann", "Bob"], &arguments);
        chromium.close_all();
        chromium.device();
        chromium.open(&program.table);
        chromium.wait("document.querySelector('.sheet') !== null");
        // Nobody has joined with a phone, so the table is asked.
        chromium.value(&format!("{SEND}({{ end: true }})"));
        chromium.wait("document.querySelector('#question-0') !== null");
        let questions = chromium.value(QUESTIONS);
        assert_eq!(questions[0], first);
        looks::sound(&mut chromium, &format!("questions-{language}"));
    }
}
