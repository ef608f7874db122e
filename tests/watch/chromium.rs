//! A real headless browser, controlled through its DevTools protocol over a pair of pipes.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// An open page, on a device of its own or a shared one.
#[derive(Clone)]
pub struct Page {
    session: String,
    target: String,
    context: Value,
}

/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(240);

/// The shell comes first: the same engine without the browser around it, which takes a fifth less time.
const NAMES: [&str; 6] = [
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
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
    /// Events not yet read.
    events: VecDeque<Value>,
    /// The current page.
    session: Option<String>,
    /// The open devices.
    contexts: Vec<Value>,
    last: u64,
    _profile: tempfile::TempDir,
}

impl Chromium {
    /// Starts a browser without a device; `None`, with a note, if there is none.
    pub fn start() -> Option<Chromium> {
        let Some(program) = find() else {
            // Bypasses the test harness, which swallows the output of tests that pass.
            let _ = writeln!(
                std::io::stderr(),
                "skipped for want of a browser: no {} on the path",
                NAMES.join(", ")
            );
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        // The browser reads commands from file descriptor 3 and answers on 4; each message ends with a zero byte.
        let mut shell = Command::new("sh");
        shell
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>&2"])
            .arg(program)
            .args(ARGUMENTS);
        shell.arg(format!("--user-data-dir={}", profile.path().display()));
        let mut browser = shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (commands, output) = (
            browser.stdin.take().unwrap(),
            browser.stdout.take().unwrap(),
        );
        let (sender, answers) = channel();
        thread::spawn(move || {
            for message in BufReader::new(output).split(0).map_while(Result::ok) {
                if sender
                    .send(serde_json::from_slice(&message).unwrap())
                    .is_err()
                {
                    break;
                }
            }
        });
        let (events, session, contexts) = (VecDeque::new(), None, Vec::new());
        Some(Chromium {
            browser,
            commands,
            answers,
            events,
            session,
            contexts,
            last: 0,
            _profile: profile,
        })
    }

    /// Opens an empty page on a new device with its own cookies; later commands go to it.
    pub fn device(&mut self) -> Page {
        self.session = None;
        let context =
            self.call("Target.createBrowserContext", json!({}))["browserContextId"].clone();
        self.contexts.push(context.clone());
        self.page(Page {
            session: String::new(),
            target: String::new(),
            context,
        })
    }

    /// Opens another page on the same device as this one, which may be closed already.
    pub fn page(&mut self, on: Page) -> Page {
        self.session = None;
        let wished = json!({ "url": "about:blank", "browserContextId": on.context });
        let target = self.call("Target.createTarget", wished)["targetId"]
            .as_str()
            .unwrap()
            .to_owned();
        let attached = self.call(
            "Target.attachToTarget",
            json!({ "targetId": target, "flatten": true }),
        );
        let session = attached["sessionId"].as_str().unwrap().to_owned();
        let page = Page {
            session,
            target,
            context: on.context,
        };
        self.turn_to(&page);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        // Lazy pictures load only in a visible page.
        self.call("Page.bringToFront", json!({}));
        self.media(&[("prefers-reduced-motion", "reduce")]);
        page
    }

    /// Sets what the page is told about the wishes of its reader. At first, nothing is to move, so that nobody waits for it.
    pub fn media(&mut self, features: &[(&str, &str)]) {
        let features: Vec<_> = features
            .iter()
            .map(|(name, value)| json!({ "name": name, "value": value }))
            .collect();
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        );
    }

    /// Directs later commands to this page.
    pub fn turn_to(&mut self, page: &Page) {
        self.session = Some(page.session.clone());
    }

    pub fn close(&mut self, page: &Page) {
        self.session = None;
        self.call("Target.closeTarget", json!({ "targetId": page.target }));
    }

    /// Closes all devices: a page left open keeps trying to reach its table.
    pub fn close_all(&mut self) {
        self.session = None;
        for context in std::mem::take(&mut self.contexts) {
            self.call(
                "Target.disposeBrowserContext",
                json!({ "browserContextId": context }),
            );
        }
        self.events.clear();
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
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let message = self
                .answers
                .recv_timeout(left)
                .unwrap_or_else(|error| panic!("{command}: {error}"));
            if message["id"] == self.last {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.events.push_back(message);
        }
    }

    /// Sets the size of the page in CSS pixels, and the number of device pixels for each.
    pub fn size(&mut self, (width, height): (u32, u32), dots: f64) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": dots, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Clicks at a point of the page.
    pub fn click(&mut self, (x, y): (f64, f64)) {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let count = u32::from(kind != "mouseMoved");
            let event =
                json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": count });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Moves the mouse from a point to another with its button held.
    pub fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        let steps = [
            ("mouseMoved", from),
            ("mousePressed", from),
            ("mouseMoved", to),
            ("mouseReleased", to),
        ];
        for (kind, (x, y)) in steps {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Taps with a finger.
    pub fn tap(&mut self, (x, y): (f64, f64)) {
        self.call(
            "Input.dispatchTouchEvent",
            json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }),
        );
        self.call(
            "Input.dispatchTouchEvent",
            json!({ "type": "touchEnd", "touchPoints": [] }),
        );
    }

    pub fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
    }

    /// Opens the same page again.
    pub fn reload(&mut self) {
        self.value("window.isOld = true");
        self.call("Page.reload", json!({}));
        self.wait("window.isOld === undefined");
    }

    /// The value of an expression in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", asked);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {}",
            answer["exceptionDetails"]
        );
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
            let text = if key == "Enter" { "\r" } else { text };
            let text = if kind == "keyDown" { text } else { "" };
            let code = match key {
                "Escape" => 27,
                "ArrowLeft" => 37,
                "ArrowUp" => 38,
                "ArrowRight" => 39,
                "ArrowDown" => 40,
                "Enter" => 13,
                "Tab" => 9,
                _ => 0,
            };
            let event =
                json!({ "type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// All events of this kind that the page has sent so far.
    pub fn told(&mut self, method: &str) -> Vec<Value> {
        // Events sent before this answer have arrived after it.
        self.value("0");
        let ours = self
            .events
            .iter()
            .filter(|event| event["sessionId"].as_str() == self.session.as_deref());
        ours.filter(|event| event["method"] == method)
            .map(|event| event["params"].clone())
            .collect()
    }

    /// Saves a screenshot for inspection, in the folder named by PAPERKEEP_SHOTS.
    pub fn shoot(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("PAPERKEEP_SHOTS") else {
            return;
        };
        // Waits for animations of changes to end.
        thread::sleep(Duration::from_millis(2500));
        std::fs::write(
            Path::new(&folder).join(format!("{name}.png")),
            self.picture("png"),
        )
        .unwrap();
    }

    /// A screenshot: "png", or a small "jpeg".
    pub fn picture(&mut self, format: &str) -> Vec<u8> {
        let picture = self.call(
            "Page.captureScreenshot",
            json!({ "format": format, "quality": 40 }),
        );
        decode(picture["data"].as_str().unwrap())
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
    NAMES.iter().find_map(|name| {
        folders
            .iter()
            .map(|folder| folder.join(name))
            .find(|file| file.is_file())
    })
}

/// Decodes base 64.
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
        let bits = four
            .iter()
            .fold(0u32, |bits, digit| bits << 6 | u32::from(*digit))
            << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    });
    bytes.collect()
}
