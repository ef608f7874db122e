//! A real browser without a window, told what to do through its DevTools protocol over a pair of pipes.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Nothing takes so long.
const PATIENCE: Duration = Duration::from_secs(600);

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const ARGUMENTS: [&str; 11] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1400,900",
    "--remote-debugging-pipe",
];

pub struct Chromium {
    browser: Child,
    commands: ChildStdin,
    answers: Receiver<Value>,
    /// What it told unasked, until somebody looks.
    events: VecDeque<Value>,
    /// The page that is open.
    session: Option<String>,
    last: u64,
    _profile: tempfile::TempDir,
}

impl Chromium {
    /// None, with a note, where there is no such browser.
    pub fn start() -> Option<Chromium> {
        let Some(program) = find() else {
            // Past the test harness, which keeps what a test prints if it passes.
            let _ = writeln!(std::io::stderr(), "skipped for want of a browser: no {} on the path", NAMES.join(", "));
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        // The browser reads commands from its file 3 and answers on 4; each ends with a zero byte.
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>&2"]).arg(program).args(ARGUMENTS);
        shell.arg(format!("--user-data-dir={}", profile.path().display()));
        let mut browser = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (commands, output) = (browser.stdin.take().unwrap(), browser.stdout.take().unwrap());
        let (sender, answers) = channel();
        thread::spawn(move || {
            for message in BufReader::new(output).split(0).map_while(Result::ok) {
                if sender.send(serde_json::from_slice(&message).unwrap()).is_err() {
                    break;
                }
            }
        });
        let (events, session) = (VecDeque::new(), None);
        let mut chromium = Chromium { browser, commands, answers, events, session, last: 0, _profile: profile };
        let page = chromium.call("Target.createTarget", json!({ "url": "about:blank" }));
        let id = page["targetId"].clone();
        let attached = chromium.call("Target.attachToTarget", json!({ "targetId": id, "flatten": true }));
        chromium.session = Some(attached["sessionId"].as_str().unwrap().to_owned());
        for domain in ["Page", "Runtime", "Log", "Network"] {
            chromium.call(&format!("{domain}.enable"), json!({}));
        }
        // Lazy pictures load in a page that is seen.
        chromium.call("Page.bringToFront", json!({}));
        Some(chromium)
    }

    /// Sends a command and waits for its answer.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let mut command = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            command["sessionId"] = session.as_str().into();
        }
        write!(self.commands, "{command}\0").unwrap();
        self.commands.flush().unwrap();
        loop {
            let message = self.answers.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{method}: {error}"));
            if message["id"] == self.last {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.events.push_back(message);
        }
    }

    pub fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
    }

    /// The value of an expression in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub fn wait(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.value(expression) != true {
            if begun.elapsed() > PATIENCE {
                let page = self.value("[document.visibilityState, document.body.innerText]");
                panic!("never came true: {expression}\n{page}");
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        let text = if key.chars().count() == 1 { key } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            let code = match key {
                "Escape" => 27,
                "ArrowLeft" => 37,
                "ArrowRight" => 39,
                _ => 0,
            };
            let event = json!({ "type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Everything it told unasked of this kind, so far.
    pub fn told(&mut self, method: &str) -> Vec<Value> {
        // What was told before this is there after it.
        self.value("0");
        self.events.iter().filter(|event| event["method"] == method).map(|event| event["params"].clone()).collect()
    }

    /// Keeps a picture of the page for whoever wants to look: in the folder that PAPERKEEP_SHOTS names.
    pub fn shoot(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("PAPERKEEP_SHOTS") else { return };
        // Animations of what changed are over.
        thread::sleep(Duration::from_millis(2500));
        let picture = self.call("Page.captureScreenshot", json!({}));
        let decoded = decode(picture["data"].as_str().unwrap());
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), decoded).unwrap();
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}

fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES.iter().find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file()))
}

/// Base 64.
fn decode(text: &str) -> Vec<u8> {
    let digit = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.trim_end_matches('=').bytes().map(digit).collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0u32, |bits, digit| bits << 6 | u32::from(*digit)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    });
    bytes.collect()
}
