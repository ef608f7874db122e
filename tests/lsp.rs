//! The language server, by its protocol: the program is started as an editor starts it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// The most time that an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

struct Editor {
    program: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    asked: i64,
    /// The texts of open files, by their addresses.
    texts: std::collections::HashMap<String, String>,
}

fn message(input: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        input.read_line(&mut line).ok().filter(|read| *read > 0)?;
        match line.trim().strip_prefix("Content-Length: ") {
            Some(bytes) => length = bytes.parse().ok()?,
            None if line.trim().is_empty() => break,
            None => {}
        }
    }
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

impl Editor {
    fn start() -> Editor {
        let mut program = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = program.stdin.take().unwrap();
        let mut output = BufReader::new(program.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = message(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut editor = Editor {
            program,
            input,
            messages,
            asked: 0,
            texts: Default::default(),
        };
        let told = editor.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(told["capabilities"]["definitionProvider"], true);
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = "2.0".into();
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({ "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(json!({ "id": id, "method": method, "params": params }));
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("an answer");
            if message["id"] == id {
                assert!(message.get("error").is_none(), "{message}");
                return message["result"].clone();
            }
        }
    }

    /// Opens a file, or changes its text without saving it.
    fn write(&mut self, address: &str, text: &str) {
        let known = self.texts.insert(address.to_owned(), text.to_owned());
        match known {
            None => self.tell(
                "textDocument/didOpen",
                json!({ "textDocument": { "uri": address, "languageId": "x", "version": 1, "text": text } }),
            ),
            Some(_) => self.tell(
                "textDocument/didChange",
                json!({ "textDocument": { "uri": address, "version": 2 }, "contentChanges": [{ "text": text }] }),
            ),
        }
    }

    /// Waits until exactly these problems are shown in a file.
    fn shown(&mut self, address: &str, fits: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("problems");
            let params = &message["params"];
            if message["method"] == "textDocument/publishDiagnostics" && params["uri"] == address {
                let shown = params["diagnostics"].as_array().unwrap().clone();
                if fits(&shown) {
                    return shown;
                }
            }
        }
    }

    /// What an editor asks about the place behind these words.
    fn at(&mut self, method: &str, address: &str, behind: &str) -> Value {
        let text = &self.texts[address];
        let end = text.find(behind).expect(behind) + behind.len();
        let before = &text[..end];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let character = before[start..].encode_utf16().count();
        let position = json!({ "line": before.matches('\n').count(), "character": character });
        let place = json!({ "textDocument": { "uri": address }, "position": position });
        self.ask(&format!("textDocument/{method}"), place)
    }

    fn candidates(&mut self, address: &str, behind: &str) -> Vec<String> {
        let all = self.at("completion", address, behind);
        let all = all.as_array().unwrap().iter();
        all.map(|item| item["label"].as_str().unwrap().to_owned())
            .collect()
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.program.wait().unwrap().success());
    }
}

fn starter(name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
        .args(["new", "kit", "--from", name])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
    folder
}

fn address(folder: &Path, file: &str) -> (String, String) {
    let path = folder.join("kit").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let path = path.to_str().unwrap().replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    (format!("file://{slash}{path}"), text)
}

#[test]
fn problems_appear_while_one_writes_and_go_once_they_are_mended() {
    let folder = starter("pig");
    let (play, rules) = address(folder.path(), "play.toml");
    let mut editor = Editor::start();
    // The range is in units of UTF-16, and the text is not saved.
    let broken = rules.replace(
        "need = \"pot > 0\"",
        "need = { else = \"😀 ё\", that = \"pto > 0\" }",
    );
    assert_ne!(broken, rules);
    editor.write(&play, &broken);
    let shown = editor.shown(&play, |shown| shown.len() == 1);
    let line = broken[..broken.find("pto").unwrap()].matches('\n').count();
    assert_eq!(
        shown[0]["range"],
        json!({ "start": { "line": line, "character": 32 }, "end": { "line": line, "character": 35 } }),
    );
    let message = shown[0]["message"].as_str().unwrap();
    assert!(message.contains("`pto` is not defined") && message.contains("did you mean `pot`?"));
    let wanted = json!({
        "textDocument": { "uri": play }, "range": shown[0]["range"], "context": { "diagnostics": [] },
    });
    let actions = editor.ask("textDocument/codeAction", wanted);
    assert_eq!(actions[0]["edit"]["changes"][&play][0]["newText"], "pot");
    // The half of a file is no reason to end.
    editor.write(&play, "[action.roll");
    editor.shown(&play, |shown| shown.len() == 1 && shown[0]["severity"] == 1);
    editor.write(&play, &rules);
    editor.shown(&play, <[Value]>::is_empty);
    editor.end();
}

#[test]
fn what_may_be_written_is_offered_and_what_is_written_found() {
    let folder = starter("crazy-eights");
    let mut editor = Editor::start();
    let (play, rules) = address(folder.path(), "play.toml");
    let rules = rules.replace("[end]", "[action.new]\nneed = \"ca\nl\n\n[end]");
    let rules = rules + "\n# ключ 😀\n[value.ключ]\nis = \"count(hand where suit = ";
    editor.write(&play, &rules);
    // Names of the rules, columns, values of a column, keys.
    let offered = editor.candidates(&play, "need = \"ca");
    for name in ["called", "passes", "stock", "suit", "count"] {
        assert!(
            offered.iter().any(|known| known == name),
            "{name}: {offered:?}"
        );
    }
    assert_eq!(
        editor.candidates(&play, "choose play, dr"),
        ["play", "draw", "pass", "new"]
    );
    let offered = editor.candidates(&play, "where suit = ");
    assert_eq!(offered[..4], ["hearts", "spades", "diamonds", "clubs"]);
    let offered = editor.candidates(&play, "\"ca\nl");
    assert!(offered.iter().any(|key| key == "last") && !offered.iter().any(|key| key == "need"));
    let (kit, manifest) = address(folder.path(), "kit.toml");
    editor.write(
        &kit,
        &manifest.replace("front = \"faces/card.svg\"", "front = \"faces/\""),
    );
    let offered = editor.candidates(&kit, "front = \"faces/");
    assert!(
        offered.iter().any(|file| file == "faces/card.svg"),
        "{offered:?}"
    );
    editor.write(&kit, &manifest);
    // Colours, columns, fonts and icons in a face.
    let (face, _) = address(folder.path(), "faces/card.svg");
    let words = "<text>{{ c.pa }}{{ ra }}{{ text(name, font=\"Ci }}</text>:swor";
    editor.write(&face, words);
    assert!(editor.candidates(&face, "c.pa").contains(&"paper".into()));
    let offered = editor.candidates(&face, "{{ ra");
    for name in ["rank", "suit", "bleed", "text", "ink"] {
        assert!(
            offered.iter().any(|known| known == name),
            "{name}: {offered:?}"
        );
    }
    assert!(
        editor
            .candidates(&face, "font=\"Ci")
            .contains(&"Cinzel".into())
    );
    editor.write(&face, "<text>:swor");
    assert!(
        editor
            .candidates(&face, ":swor")
            .contains(&":sword:".into())
    );
    // Definitions: of a zone, of an action, of a column, of a template.
    let line = |text: &str, words: &str| text[..text.find(words).unwrap()].matches('\n').count();
    let found = editor.at("definition", &play, "discard.top.su");
    assert!(
        found["uri"].as_str().unwrap().ends_with("/cards.csv"),
        "{found}"
    );
    assert_eq!(
        found["range"]["start"],
        json!({ "line": 0, "character": 5 })
    );
    let found = editor.at("definition", &play, "move top of st");
    assert_eq!(found["range"]["start"]["line"], line(&rules, "stock = "));
    let found = editor.at("definition", &play, "choose play, dr");
    assert_eq!(
        found["range"]["start"]["line"],
        line(&rules, "[action.draw]")
    );
    let found = editor.at("definition", &kit, "front = \"faces/ca");
    assert_eq!(found["uri"], face);
    let told = editor.at("hover", &play, "[action.play]\nwor");
    assert!(
        told["contents"]["value"]
            .as_str()
            .unwrap()
            .starts_with("The action as it is offered")
    );
    editor.end();
}

#[test]
fn a_kit_that_exceeds_a_limit_is_reported_and_ends_nothing() {
    let folder = starter("pig");
    let (face, drawing) = address(folder.path(), "faces/sticker.svg");
    let mut editor = Editor::start();
    let endless =
        "{% for a in range(9999) %}{% for b in range(9999) %}{{ a * b }}{% endfor %}{% endfor %}";
    editor.write(&face, endless);
    let shown = editor.shown(&face, |shown| !shown.is_empty());
    assert!(
        shown[0]["message"]
            .as_str()
            .unwrap()
            .contains("takes too long"),
        "{shown:?}"
    );
    // A later state wins, however soon it comes.
    for text in ["<svg", endless, &drawing] {
        editor.write(&face, text);
    }
    editor.shown(&face, <[Value]>::is_empty);
    // An editor that crashes leaves no process behind.
    drop(editor.input);
    assert!(editor.program.wait().unwrap().success());
}
