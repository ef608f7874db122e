//! `paperkeep mcp`: the server itself, as an assistant talks to it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// The longest that a message may take to come.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server, and what it has said so far.
struct Server {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    last: u32,
    said: String,
}

impl Server {
    fn start(folder: &Path, options: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
            .arg("mcp")
            .args(options)
            .current_dir(folder)
            .env("XDG_DATA_HOME", folder.join("data"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        let input = child.stdin.take();
        let mut server = Server {
            child,
            input,
            lines,
            last: 0,
            said: String::new(),
        };
        let client = json!({ "name": "test", "version": "1" });
        let told = server.request(
            "initialize",
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client }),
        );
        assert_eq!(told["result"]["serverInfo"]["name"], "paperkeep");
        server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        server
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    fn next(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("a message");
        self.said += &line;
        serde_json::from_str(&line).unwrap()
    }

    fn ask(&mut self, method: &str, params: Value) -> u32 {
        self.last += 1;
        let id = self.last;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// The contents of a tool's answer, and whether it is an error.
    fn tool(&mut self, name: &str, arguments: Value) -> (Vec<Value>, bool) {
        let answer = self.request(
            "tools/call",
            json!({ "name": name, "arguments": arguments }),
        );
        let result = &answer["result"];
        let contents = result["content"]
            .as_array()
            .unwrap_or_else(|| panic!("{answer}"));
        (contents.clone(), result["isError"] == true)
    }

    fn text(&mut self, name: &str, arguments: Value) -> String {
        let (contents, is_error) = self.tool(name, arguments);
        assert!(!is_error, "{name}: {contents:?}");
        contents[0]["text"].as_str().unwrap().to_owned()
    }

    fn json(&mut self, name: &str, arguments: Value) -> Value {
        serde_json::from_str(&self.text(name, arguments)).unwrap()
    }

    fn error(&mut self, name: &str, arguments: Value) -> String {
        let (contents, is_error) = self.tool(name, arguments);
        assert!(is_error, "{name}: {contents:?}");
        contents[0]["text"].as_str().unwrap().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn new(folder: &Path, kit: &str, from: &str) {
    let made = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
        .args(["new", kit, "--from", from])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
}

#[test]
fn every_tool_does_its_work() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path();
    std::fs::write(
        inside.join("owls.csv"),
        "name,power\nBarn Owl,3\nEagle Owl,5\n",
    )
    .unwrap();
    let mut server = Server::start(inside, &["--seed", "3"]);
    let listed = server.request("tools/list", json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap().clone();
    for tool in &tools {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
    }
    let made = server.text("new_kit", json!({ "folder": "owls", "from": "owls.csv" }));
    assert!(made.contains("owls is a kit of your own"), "{made}");
    server.text(
        "new_kit",
        json!({ "folder": "eights", "from": "crazy-eights" }),
    );
    server.text("new_kit", json!({ "folder": "pig", "from": "pig" }));
    let (games, _) = server.tool("list_games", json!({}));
    let (shipped, kits) = (&games[0]["text"], &games[1]["text"]);
    assert!(shipped.as_str().unwrap().contains("dungeon-in-a-tin"));
    assert!(
        kits.as_str().unwrap().ends_with("eights\nowls\npig"),
        "{kits}"
    );
    let told = server.text("list_games", json!({ "game": "eights" }));
    assert!(told.contains("2 to 5 players"), "{told}");
    assert_eq!(
        server.json("check", json!({ "kit": "eights" }))["errors"],
        0
    );
    let owl = json!({ "kit": "owls", "code": "eagle-owl" });
    let (face, _) = server.tool("preview_face", owl);
    assert!(
        face[0]["text"].as_str().unwrap().contains("Eagle Owl"),
        "{face:?}"
    );
    for picture in &face[1..] {
        // A PNG begins so.
        assert!(picture["data"].as_str().unwrap().starts_with("iVBORw0KGgo"));
        assert_eq!(picture["mimeType"], "image/png");
    }
    assert_eq!(face.len(), 3, "front and back");
    let (sheet, _) = server.tool(
        "preview_sheet",
        json!({ "kit": "owls", "page": 2, "paper": "a4" }),
    );
    assert_eq!(
        (&sheet[0]["text"], &sheet[1]["type"]),
        (&json!("page 2 of 2"), &json!("image"))
    );
    let rule = server.text(
        "rules",
        json!({ "game": "dungeon-in-a-tin", "about": "R12" }),
    );
    assert!(rule.starts_with("R12"), "{rule}");
    let games = json!({ "game": "pig", "games": 20, "bout": { "players": 3 } });
    assert!(
        server
            .text("simulate", games)
            .starts_with("20 games of pig")
    );
    let compared = json!({ "game": "pig", "other": "pig", "games": 20 });
    assert!(
        server
            .text("compare", compared)
            .starts_with("20 pairs of games")
    );

    let begun = server.json(
        "start_game",
        json!({ "game": "pig", "players": ["Ann", "Bob"] }),
    );
    assert_eq!(
        (&begun["table"], &begun["seat"]),
        (&json!(1), &json!("Ann"))
    );
    let at = json!({ "table": 1 });
    let odds = server.json("odds", at.clone());
    assert_eq!(odds["options"][0]["id"], "roll", "{odds}");
    let hint = json!({ "table": 1, "about": "hint", "seconds": 1 });
    assert_eq!(server.json("advice", hint)["type"], "hint");
    let why = json!({ "table": 1, "about": "why", "id": "roll" });
    assert_eq!(server.json("advice", why)["legal"], true);
    let refused = server.error("answer", json!({ "table": 1, "id": "fly" }));
    assert_eq!(refused, "`fly` is not a move of this game");
    let before = server.json("look", at.clone());
    let mut after = server.json(
        "answer",
        json!({ "table": 1, "id": "roll", "n": before["ask"]["n"] }),
    );
    let first = after["events"][0].clone();
    server.json("undo", at.clone());
    after = server.json("answer", json!({ "table": 1, "id": "roll" }));
    let events = after["events"].as_array().unwrap();
    assert!(
        events.contains(&first),
        "the same luck: {first} is not in {after}"
    );
    assert!(
        server
            .text("leave_game", at.clone())
            .contains("paperkeep resume")
    );
    assert!(server.error("look", at).contains("there is no game 1"));

    let resources = server.request("resources/list", json!({}));
    for resource in resources["result"]["resources"].as_array().unwrap() {
        let read = server.request("resources/read", json!({ "uri": resource["uri"] }));
        assert!(
            read["result"]["contents"][0]["text"]
                .as_str()
                .unwrap()
                .len()
                > 3_000
        );
    }
    // Every tool was called.
    for tool in &tools {
        let name = tool["name"].as_str().unwrap();
        assert!(
            include_str!("mcp.rs").contains(&format!("\"{name}\",")),
            "{name}"
        );
    }
}

/// One seat plays a game with hidden hands to its end. What another seat holds is in no message while it holds it.
#[test]
fn a_seat_sees_what_it_sees_and_plays_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    new(folder.path(), "eights", "crazy-eights");
    let mut server = Server::start(folder.path(), &["--seed", "5"]);
    let start = json!({ "game": "eights", "players": ["Ann", "Bob", "Cleo"], "seats": ["Bob"] });
    let mut news = server.json("start_game", start);
    let journals = folder.path().join("data/paperkeep/journals");
    let journal = std::fs::read_dir(&journals)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let mut answers = 0;
    while news["over"].is_null() {
        for (name, card) in hands_of_others(folder.path(), &journal) {
            for shown in [format!("\"{card}\""), format!(":{card}\""), name] {
                assert!(
                    !server.said.contains(&shown),
                    "{shown} is in {}",
                    server.said
                );
            }
        }
        server.said.clear();
        let id = &news["ask"]["options"][0]["id"];
        news = server.json("answer", json!({ "table": 1, "id": id }));
        server.json("look", json!({ "table": 1 }));
        answers += 1;
        assert!(answers < 500);
    }
    assert!(answers > 3 && news["over"]["ranking"].is_array(), "{news}");
    // Others' seats are not for this one.
    assert!(
        server
            .error("look", json!({ "table": 1, "seat": "Ann" }))
            .contains("your seats: Bob")
    );
    let two = json!({ "game": "eights", "players": ["Ann", "Bob"], "seats": ["Ann", "Bob"] });
    assert!(
        server
            .error("start_game", two)
            .contains("paperkeep mcp --seats 2")
    );
}

/// The cards in the hands of Ann and Cleo now: their names and codes.
fn hands_of_others(folder: &Path, journal: &Path) -> Vec<(String, String)> {
    let copy = folder.join("copy.jsonl");
    std::fs::copy(journal, &copy).unwrap();
    let mut resumed = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
        .args(["resume", "copy.jsonl", "--json"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = resumed.stdin.take().unwrap();
    input
        .write_all(b"{\"state\":\"Ann\"}\n{\"state\":\"Cleo\"}\n")
        .unwrap();
    drop(input);
    let told = String::from_utf8(resumed.wait_with_output().unwrap().stdout).unwrap();
    let cards = std::fs::read_to_string(folder.join("eights/cards.csv")).unwrap();
    // The name is in the last column.
    let name = |code: &str| {
        let row = cards
            .lines()
            .find(|row| row.starts_with(&format!("{code},")));
        row.and_then(|row| row.rsplit(',').next())
            .unwrap()
            .to_owned()
    };
    let states = told
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["type"] == "state");
    let mut held = Vec::new();
    for state in states {
        let players = state["position"]["players"].as_array().unwrap().clone();
        let player = players
            .iter()
            .find(|player| player["name"] == state["for"])
            .unwrap();
        let whose = format!("hand.{}", state["for"].as_str().unwrap());
        for card in player["has"][&whose].as_array().into_iter().flatten() {
            let code = card.as_str().unwrap().to_owned();
            held.push((name(&code), code));
        }
    }
    assert!(held.len() > 1, "{told}");
    held
}

#[test]
fn nothing_outside_the_folder_is_read_or_written() {
    let outer = tempfile::tempdir().unwrap();
    let inside = outer.path().join("inside");
    std::fs::create_dir(&inside).unwrap();
    new(outer.path(), "secret", "pig");
    let mut server = Server::start(&inside, &[]);
    let secret = outer.path().join("secret").display().to_string();
    for kit in ["../secret", &secret, "a/../../secret"] {
        for (tool, key) in [
            ("check", "kit"),
            ("preview_face", "kit"),
            ("rules", "game"),
            ("simulate", "game"),
        ] {
            let why = server.error(tool, json!({ key: kit }));
            assert!(
                why.contains("is outside") && why.contains("--folder"),
                "{tool}: {why}"
            );
        }
    }
    let out = server.error("new_kit", json!({ "folder": "../mine", "from": "pig" }));
    assert!(out.contains("is outside") && !outer.path().join("mine").exists());
    let web = server.error(
        "new_kit",
        json!({ "folder": "mine", "from": "https://example.org/a.zip" }),
    );
    assert!(web.contains("fetches nothing"), "{web}");
    let program = json!({ "game": "dungeon-in-a-tin", "bout": { "bots": ["cmd:touch ran"] } });
    assert!(
        server
            .error("simulate", program)
            .contains("starts no programs")
    );
    assert!(
        server
            .error("check", json!({ "kit": "--help" }))
            .contains("there is no kit")
    );
}

/// A stranger's kit that would take all memory or time ends its own process, with the words of the command line.
#[test]
fn a_hostile_kit_harms_nobody() {
    let folder = tempfile::tempdir().unwrap();
    new(folder.path(), "bomb", "blank-cards");
    new(folder.path(), "rude", "pig");
    let endless = "{% set n = namespace(a=1) %}{% for i in range(99999) %}{% set n.a = {'a': n.a} %}{% endfor %}";
    let faces = std::fs::read_dir(folder.path().join("bomb/faces")).unwrap();
    for face in faces.map(|face| face.unwrap().path()) {
        if face.is_file() {
            std::fs::write(face, endless).unwrap();
        }
    }
    let mut server = Server::start(folder.path(), &[]);
    let found = server.json("check", json!({ "kit": "bomb" }));
    assert!(found["errors"].as_u64().unwrap() > 0, "{found}");
    let why = server.error("preview_face", json!({ "kit": "bomb" }));
    assert!(why.contains("bomb/faces/"), "{why}");
    std::fs::write(
        folder.path().join("rude/play.toml"),
        "[table]\nx = \"nonsense\u{1b}[2J\"\n",
    )
    .unwrap();
    let why = server.error(
        "start_game",
        json!({ "game": "rude", "players": ["Ann", "Bob"] }),
    );
    assert!(
        why.contains("play.toml:2") && !why.contains('\u{1b}'),
        "{why}"
    );
    assert!(
        server
            .text("list_games", json!({ "game": "tin" }))
            .contains("Dungeon in a Tin")
    );
}

#[test]
fn a_long_run_tells_how_far_it_is_and_can_be_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    new(folder.path(), "pig", "pig");
    let mut server = Server::start(folder.path(), &[]);
    let long = json!({ "name": "simulate", "arguments": { "game": "pig", "games": 1_000_000 }, "_meta": { "progressToken": "p" } });
    let id = server.ask("tools/call", long);
    let progress = server.next();
    assert_eq!(progress["method"], "notifications/progress", "{progress}");
    assert_eq!(progress["params"]["total"], 1000.0);
    assert!(
        progress["params"]["message"]
            .as_str()
            .unwrap()
            .ends_with("of 1000000 games")
    );
    let cancelled = json!({ "requestId": id, "reason": "enough" });
    server.send(
        &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled }),
    );
    // The next call is not kept waiting.
    assert!(
        server
            .text("rules", json!({ "game": "tin", "about": "R1" }))
            .starts_with("R1")
    );
    #[cfg(target_os = "linux")]
    {
        let children = format!("/proc/{0}/task/{0}/children", server.child.id());
        let ended = (0..100).any(|_| {
            std::thread::sleep(Duration::from_millis(100));
            std::fs::read_to_string(&children).unwrap().is_empty()
        });
        assert!(ended, "the simulation still runs");
    }
    let much = json!({ "game": "pig", "games": 100_000_000 });
    assert!(server.error("simulate", much).contains("at most 1000000"));
}

#[test]
fn garbage_is_answered_or_ignored_and_the_end_of_input_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), &[]);
    for garbage in [
        "",
        "nonsense",
        "[]",
        "{}",
        "null",
        "{\"jsonrpc\":\"2.0\"}",
        &"[".repeat(100_000),
        "\u{0}\u{1b}[2J",
    ] {
        writeln!(server.input.as_mut().unwrap(), "{garbage}").unwrap();
    }
    server
        .input
        .as_mut()
        .unwrap()
        .write_all(b"\xff\xfe\n")
        .unwrap();
    assert!(
        server
            .error("fly", json!({}))
            .contains("there is no tool `fly`; there is list_games")
    );
    assert!(
        server
            .error("check", json!({ "kid": "pig" }))
            .contains("unknown field `kid`")
    );
    assert!(
        server
            .error("look", json!({ "table": -1 }))
            .contains("wrong arguments")
    );
    assert!(
        server
            .error("start_game", json!({ "game": "tin", "players": [] }))
            .contains("who plays?")
    );
    let missing = server.error("start_game", json!({ "game": "tinn", "players": ["Ann"] }));
    assert!(
        missing.contains("there is no game or kit `tinn`"),
        "{missing}"
    );
    drop(server.input.take());
    assert!(server.child.wait().unwrap().success());
}
