//! The real program with many open screens: what they fetch, how long it takes, and how much memory the page uses.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The number of onlookers.
const ONLOOKERS: usize = 50;
/// The number of answers given before and during the measurement.
const BEFORE: usize = 100;
const MEASURED: usize = 20;
/// The number of answers after a join until every screen has been notified of it.
const UNTIL_QUIET: usize = 2;

/// The measurements for a game.
pub struct Figures {
    /// The time until a new table view has its snapshot, the page and every face, over one connection.
    pub new_screen: Duration,
    /// The bytes that it fetched.
    pub fetched: usize,
    /// The time from an answer until the last screen has the result: the median and the maximum.
    pub answer: [Duration; 2],
    /// The memory of the program in bytes at the same point of the same game: with the prompt alone, and with the page and
    /// all screens.
    pub memory: [u64; 2],
}

/// The output of the program.
type Lines = std::iter::MapWhile<
    std::io::Lines<BufReader<std::process::ChildStdout>>,
    fn(std::io::Result<String>) -> Option<String>,
>;

/// A running program, which is killed at the end.
struct Program(Child);

impl Program {
    fn start(arguments: &[&str], folder: &std::path::Path) -> (Program, Lines) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_paperkeep"));
        command.args(arguments).arg("--plain").current_dir(folder);
        command
            .env("XDG_CONFIG_HOME", folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut program = command.spawn().expect("the program");
        let lines = BufReader::new(program.stdout.take().expect("its output")).lines();
        (Program(program), lines.map_while(Result::ok))
    }

    /// The memory in use, in bytes.
    fn memory(&self) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok())
            .unwrap_or_default()
            * 1024
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A browser: one connection, and its cookie after joining.
struct Browser {
    stream: BufReader<TcpStream>,
    cookie: String,
    fetched: usize,
}

impl Browser {
    fn open(port: u16, cookie: &str) -> Browser {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("the page");
        stream.set_nodelay(true).expect("a socket");
        Browser {
            stream: BufReader::new(stream),
            cookie: cookie.to_owned(),
            fetched: 0,
        }
    }

    /// Joins with a code and keeps the cookie.
    fn join(port: u16, code: &str) -> Browser {
        let mut browser = Browser::open(port, "");
        let (head, _) = browser.ask("POST", "/join", &json!({ "code": code }).to_string());
        let cookie = head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "))
            .expect("a cookie");
        browser.cookie = cookie.split(';').next().expect("a cookie").to_owned();
        browser
    }

    fn request(&mut self, method: &str, path: &str, body: &str) {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {}\r\nAccept-Encoding: gzip\r\n\
            Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.cookie,
            body.len()
        );
        self.stream
            .get_mut()
            .write_all(head.as_bytes())
            .expect("a connection");
    }

    fn head(&mut self) -> String {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(
                self.stream.read_line(&mut head).expect("a connection") > 0,
                "no answer"
            );
        }
        head
    }

    fn ask(&mut self, method: &str, path: &str, body: &str) -> (String, Vec<u8>) {
        self.request(method, path, body);
        let head = self.head();
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok())
            .unwrap_or(0);
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).expect("a whole answer");
        self.fetched += head.len() + length;
        (head, body)
    }

    fn json(&mut self, method: &str, path: &str, body: &Value) -> Value {
        serde_json::from_slice(&self.ask(method, path, &body.to_string()).1).expect("JSON")
    }

    /// Fetches everything that a new screen needs.
    fn whole(&mut self, page: &[String]) {
        for path in page {
            self.ask("GET", path, "");
        }
        let snapshot = self.ask("GET", "/snapshot", "").1;
        let snapshot = String::from_utf8(snapshot).expect("text");
        let faces: BTreeSet<&str> = snapshot
            .split('"')
            .filter(|word| word.starts_with("face/"))
            .collect();
        for face in faces {
            self.ask("GET", &format!("/{face}"), "");
        }
    }

    /// Reads the version of the next snapshot from an open stream; `None` at its end.
    fn next(&mut self) -> Option<u64> {
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line).is_ok_and(|read| read > 0) {
                if let Some(found) = line.strip_prefix("data: {\"v\":") {
                    return Some(
                        found
                            .split(',')
                            .next()
                            .and_then(|v| v.parse().ok())
                            .expect("a version"),
                    );
                }
            } else {
                return None;
            }
        }
    }
}

/// Measures a game for this many players; `page` lists the files of the page.
pub fn measure(game: &str, players: usize, page: &[String]) -> Figures {
    let folder = tempfile::tempdir().expect("a folder");
    let names = ["Ann", "Bob", "Cid", "Dot"][..players].join(",");
    let play = [
        "play",
        game,
        "--players",
        &names,
        "--seed",
        "1",
        "--journal",
        "game.jsonl",
        "--page",
    ];
    let (program, mut lines) = Program::start(&play, folder.path());
    let link = lines
        .find_map(|line| {
            line.split_once("http://")
                .map(|(_, rest)| rest.trim().to_owned())
        })
        .expect("an address");
    std::thread::spawn(move || lines.for_each(drop));
    let (address, code) = link.split_once("/#").expect("a code");
    let port = address
        .rsplit_once(':')
        .expect("a port")
        .1
        .parse()
        .expect("a port");
    let mut table = Browser::join(port, code);
    for pick in 0..BEFORE {
        let ask = table.json("GET", "/snapshot", &json!({}))["ask"].clone();
        let Some(answers) = ask["answers"]
            .as_array()
            .filter(|answers| !answers.is_empty())
        else {
            break;
        };
        let answer = &answers[pick % (answers.len().max(2) - 1)];
        table.json(
            "POST",
            "/do",
            &json!({ "move": answer["id"], "n": ask["n"] }),
        );
    }
    if table.json("GET", "/snapshot", &json!({}))["ask"].is_null() {
        table.json("POST", "/do", &json!({ "undo": 3 }));
    }
    let begun = Instant::now();
    let mut screen = Browser::open(port, &table.cookie);
    screen.whole(page);
    let (new_screen, fetched) = (begun.elapsed(), screen.fetched);
    let invite = |table: &mut Browser, what: Value| {
        let invited = table.json("POST", "/do", &what);
        invited["invite"]["code"]
            .as_str()
            .expect("a code")
            .to_owned()
    };
    let mut screens: Vec<Browser> = Vec::new();
    for _ in 0..ONLOOKERS {
        let code = invite(&mut table, json!({ "invite": "onlooker" }));
        screens.push(Browser::join(port, &code));
    }
    for seat in 0..players {
        let code = invite(&mut table, json!({ "invite": "seat", "seat": seat }));
        screens.push(Browser::join(port, &code));
    }
    screens.push(Browser::open(port, &table.cookie));
    for screen in &mut screens {
        screen.whole(page);
        screen.request("GET", "/events", "");
        screen.head();
        screen.next();
    }
    // All read at once, as browsers do.
    let count = screens.len();
    let (seen, sights) = channel();
    for mut screen in screens {
        let seen = seen.clone();
        std::thread::spawn(move || {
            while screen
                .next()
                .is_some_and(|version| seen.send(version).is_ok())
            {}
        });
    }
    drop(seen);
    let mut took = Vec::new();
    for measured in 0..UNTIL_QUIET + MEASURED {
        // A seat with a phone decides for itself, so undo and redo alternate to keep the table as full as it is.
        let now = table.json("GET", "/snapshot", &json!({}));
        let command = if measured % 2 == 0 {
            json!({ "undo": 1 })
        } else {
            json!({ "redo": 1 })
        };
        let begun = Instant::now();
        table.json("POST", "/do", &command);
        let version = now["v"].as_u64().expect("a version") + 1;
        let newest = sights.iter().filter(|sight| *sight >= version);
        assert_eq!(newest.take(count).count(), count, "every screen sees it");
        took.push(begun.elapsed());
    }
    took.drain(..UNTIL_QUIET);
    took.sort();
    let with_page = program.memory();
    drop(program);
    let (program, mut lines) = Program::start(&["resume", "game.jsonl"], folder.path());
    lines.next();
    std::thread::sleep(Duration::from_secs(1));
    let memory = [program.memory(), with_page];
    Figures {
        new_screen,
        fetched,
        answer: [took[took.len() / 2], took[took.len() - 1]],
        memory,
    }
}
