//! The server of the table's page, without a browser: who may see and do what, and what strangers cannot do.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// A game with its page, until it is dropped.
struct Played {
    program: Child,
    port: u16,
    code: String,
}

/// A browser with its cookie.
#[derive(Clone)]
struct Device {
    port: u16,
    cookie: Option<String>,
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Played {
    fn start(folder: &Path, arguments: &[&str]) -> Played {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("paperkeep"));
        command
            .args(arguments)
            .arg("--page")
            .current_dir(folder)
            .env("XDG_CONFIG_HOME", folder.join("config"));
        // Its input ends at once, but the page continues.
        let mut program = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut first = String::new();
        let mut out = BufReader::new(program.stdout.take().unwrap());
        out.read_line(&mut first).unwrap();
        // Drains the later output.
        std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        let (address, code) = first
            .trim()
            .rsplit_once("/#")
            .unwrap_or_else(|| panic!("no address in {first:?}"));
        let port = address.rsplit_once(':').unwrap().1.parse().unwrap();
        Played {
            program,
            port,
            code: code.to_owned(),
        }
    }

    fn stranger(&self) -> Device {
        Device {
            port: self.port,
            cookie: None,
        }
    }

    fn table(&self) -> Device {
        self.stranger().join(&self.code)
    }

    fn seat(&self, table: &Device, seat: u8) -> Device {
        let invite = table.command(&json!({ "invite": "seat", "seat": seat }));
        self.stranger()
            .join(invite["invite"]["code"].as_str().unwrap())
    }
}

impl Drop for Played {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl Device {
    /// Sends a request literally; `\r\n\r\n` is added after the head.
    fn ask(&self, head: &str, body: &str) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let cookie = self
            .cookie
            .as_ref()
            .map_or(String::new(), |cookie| format!("Cookie: {cookie}\r\n"));
        write!(
            stream,
            "{head}\r\n{cookie}Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .unwrap_or(0);
        Answer {
            status,
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    fn get(&self, path: &str) -> Answer {
        self.ask(
            &format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}", self.port),
            "",
        )
    }

    fn post(&self, path: &str, body: &str) -> Answer {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json",
            self.port
        );
        self.ask(&head, body)
    }

    fn join(mut self, code: &str) -> Device {
        let answer = self.post("/join", &json!({ "code": code }).to_string());
        assert_eq!(answer.status, 200, "{}", answer.body);
        let cookie = answer
            .head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "))
            .unwrap();
        assert!(
            cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
            "{cookie}"
        );
        self.cookie = cookie.split(';').next().map(str::to_owned);
        self
    }

    fn command(&self, command: &Value) -> Value {
        let answer = self.post("/do", &command.to_string());
        serde_json::from_str(&answer.body)
            .unwrap_or_else(|error| panic!("{error}: {}", answer.body))
    }

    fn snapshot(&self) -> Value {
        let answer = self.get("/snapshot");
        assert_eq!(answer.status, 200, "{}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }
}

#[test]
fn without_a_code_nobody_sees_or_does_anything() {
    let folder = tempfile::tempdir().unwrap();
    let played = Played::start(
        folder.path(),
        &[
            "play",
            "miniskull-caverns",
            "--players",
            "Ann,Bob",
            "--seed",
            "1",
        ],
    );
    let stranger = played.stranger();
    for path in ["/snapshot", "/events", "/face/00.svg"] {
        assert_eq!(stranger.get(path).status, 401, "{path}");
    }
    assert_eq!(stranger.post("/do", "{\"rules\":true}").status, 401);
    assert_eq!(
        stranger
            .post("/join", "{\"code\":\"0000000000000000\"}")
            .status,
        403
    );
    assert_eq!(stranger.get("/").status, 200);
    let table = played.table();
    let lasting = table.get("/snapshot");
    assert!(
        lasting
            .head
            .contains("content-security-policy: default-src 'none'; script-src 'self';"),
        "{}",
        lasting.head
    );
    let host = format!("127.0.0.1:{}", played.port);
    let head = |method: &str, host: &str, more: &str| {
        table
            .ask(
                &format!("{method} /snapshot HTTP/1.1\r\nHost: {host}{more}"),
                "",
            )
            .status
    };
    assert_eq!(head("GET", &host, ""), 200);
    for foreign in ["evil.example", "192.168.0.7", "127.0.0.1.evil.example", ""] {
        assert_eq!(head("GET", foreign, ""), 403, "{foreign}");
    }
    assert_eq!(head("GET", &host, "\r\nSec-Fetch-Site: cross-site"), 403);
    assert_eq!(head("PUT", &host, ""), 405);
    let said = |more: &str, body: &str| {
        table
            .ask(&format!("POST /do HTTP/1.1\r\nHost: {host}{more}"), body)
            .status
    };
    let json = "\r\nContent-Type: application/json";
    assert_eq!(said(json, "{\"rules\":true}"), 200);
    assert_eq!(
        said("\r\nContent-Type: text/plain", "{\"rules\":true}"),
        415
    );
    assert_eq!(
        said(
            &format!("{json}\r\nOrigin: http://evil.example"),
            "{\"rules\":true}"
        ),
        403
    );
    assert_eq!(
        said(
            &format!("{json}\r\nOrigin: http://{host}"),
            "{\"rules\":true}"
        ),
        200
    );
    assert_eq!(said(json, &"x".repeat(9000)), 413);
    for nonsense in [
        "",
        "[]",
        "{}",
        "{\"fly\":true}",
        "{\"move\":7}",
        "{\"undo\":-1}",
        &"[".repeat(5000),
    ] {
        assert_eq!(said(json, nonsense), 400, "{nonsense}");
    }
    assert!(table.command(&json!({ "move": "no such move" }))["refused"]["reason"].is_string());
}

#[test]
fn a_seat_has_its_own_view_and_its_own_answers() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "play",
        "miniskull-caverns",
        "--players",
        "Ann,Bob",
        "--seed",
        "1",
        "--secrets",
        "referee",
    ];
    let played = Played::start(folder.path(), &arguments);
    let table = played.table();
    let [ann, bob] = [0, 1].map(|seat| played.seat(&table, seat));
    let mut secrets = 0;
    for _ in 0..40 {
        let before = table.snapshot();
        let Some(n) = before["ask"]["n"].as_u64() else {
            break;
        };
        let devices = [&ann, &bob, &table];
        let open = devices
            .iter()
            .find(|device| device.snapshot()["ask"]["open"] == true)
            .expect("somebody may answer");
        let own = open.snapshot();
        if own["ask"]["secret"] == true {
            secrets += 1;
            let seat = own["ask"]["seat"].as_u64().unwrap();
            for other in [&table, [&bob, &ann][seat as usize]] {
                let ask = &other.snapshot()["ask"];
                assert_eq!(
                    (&ask["hidden"], &ask["question"], &ask["answers"]),
                    (&json!(true), &json!(""), &json!([]))
                );
                assert_eq!(
                    other
                        .post(
                            "/do",
                            &json!({ "move": own["ask"]["answers"][0]["id"], "n": n }).to_string()
                        )
                        .status,
                    403
                );
            }
            if let Some(url) = own["ask"]["answers"][0]["face"]["url"].as_str() {
                let url = &format!("/{url}");
                assert_eq!(
                    (open.get(url).status, played.stranger().get(url).status),
                    (200, 401)
                );
            }
        }
        let answer = json!({ "move": own["ask"]["answers"][0]["id"], "n": n });
        assert_eq!(open.command(&answer), json!({ "ok": true }));
        // The same answer again, a moment later.
        assert_eq!(open.command(&answer)["refused"]["code"], "other_move");
    }
    assert!(secrets > 1);
    // There is no such seat.
    assert_eq!(table.post("/do", "{\"take\":255}").status, 400);
    // Nobody can begin a new game in the middle of one.
    assert_eq!(table.post("/do", "{\"again\":true}").status, 403);
    assert_eq!(table.post("/do", "{\"random\":true}").status, 403);
    // The seat moves to another device, and the old one sees nothing more.
    assert_eq!(ann.post("/do", "{\"take\":1}").status, 403);
    assert_eq!(table.command(&json!({ "take": 0 })), json!({ "ok": true }));
    assert_eq!(
        (ann.get("/snapshot").status, bob.get("/snapshot").status),
        (401, 200)
    );
}

/// In every game, two devices of one seat see the same, onlookers see the open table, and neither can do what belongs to
/// others.
#[test]
fn second_devices_and_onlookers_see_every_game() {
    let folder = tempfile::tempdir().unwrap();
    for game in [
        "dungeon-in-a-tin",
        "miniskull-caverns",
        "dungeon-crawl",
        "dungeonbuilders",
        "deep-dark-dungeon",
    ] {
        let journal = format!("{game}.jsonl");
        let arguments = [
            "play",
            game,
            "--players",
            "Ann,Bob",
            "--seed",
            "2",
            "--secrets",
            "referee",
            "--journal",
            journal.as_str(),
        ];
        let played = Played::start(folder.path(), &arguments);
        let table = played.table();
        let [ann, also, bob] = [0, 0, 1].map(|seat| played.seat(&table, seat));
        let invite = table.command(&json!({ "invite": "onlooker" }));
        let onlooker = played
            .stranger()
            .join(invite["invite"]["code"].as_str().unwrap());
        for _ in 0..12 {
            // The list of who is present changes as devices connect.
            let [one, other] = [&ann, &also].map(|device| {
                let mut seen = device.snapshot();
                (seen["v"], seen["seats"]) = (json!(0), json!(0));
                seen
            });
            assert_eq!(one, other, "{game}: one seat, two sights");
            let (seen, ask) = (onlooker.snapshot(), &table.snapshot()["ask"]);
            assert_eq!(
                (&seen["rights"], &seen["hand"]),
                (&json!([]), &json!([])),
                "{game}"
            );
            if ask.is_null() {
                break;
            }
            assert_eq!(seen["ask"]["open"], false, "{game}");
            let open = [&table, &also, &bob]
                .into_iter()
                .find(|device| device.snapshot()["ask"]["open"] == true);
            let open = open.expect("somebody may answer");
            let asked = open.snapshot()["ask"].clone();
            if asked["secret"] == true {
                assert_eq!(
                    (&seen["ask"]["answers"], &seen["ask"]["question"]),
                    (&json!([]), &json!("")),
                    "{game}"
                );
            }
            let answer = json!({ "move": asked["answers"][0]["id"], "n": asked["n"] });
            assert_eq!(
                onlooker.post("/do", &answer.to_string()).status,
                403,
                "{game}"
            );
            assert_eq!(open.command(&answer), json!({ "ok": true }), "{game}");
        }
        // A seat that moves to another device invalidates its code.
        let invite = table.command(&json!({ "invite": "seat", "seat": 0 }));
        assert_eq!(table.command(&json!({ "take": 0 })), json!({ "ok": true }));
        assert_eq!(
            [&ann, &also].map(|device| device.get("/snapshot").status),
            [401, 401]
        );
        let late = played.stranger().post(
            "/join",
            &json!({ "code": invite["invite"]["code"] }).to_string(),
        );
        assert_eq!(late.status, 403, "{game}: a code outlived its seat");
    }
}

#[test]
fn sixty_four_slow_connections_keep_nobody_out() {
    let folder = tempfile::tempdir().unwrap();
    let played = Played::start(folder.path(), &["play", "dungeon-in-a-tin", "--seed", "1"]);
    let slow: Vec<TcpStream> = (0..64)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", played.port)).unwrap();
            stream
                .write_all(b"POST /do HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le")
                .unwrap();
            stream
        })
        .collect();
    let table = played.table();
    assert!(table.snapshot()["ask"]["n"].is_u64());
    let is_held = |mut stream: &TcpStream| {
        stream.set_nonblocking(true).unwrap();
        matches!(stream.read(&mut [0; 64]), Err(error) if error.kind() == ErrorKind::WouldBlock)
    };
    assert!(
        slow.iter().any(is_held),
        "they were closed before anybody else was let in"
    );
    // An incomplete request is not waited for: the connection is closed.
    for mut stream in slow {
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let closed = stream.read(&mut [0; 64]);
        assert!(
            !matches!(&closed, Err(error) if error.kind() == ErrorKind::WouldBlock),
            "it is held for ever"
        );
    }
}

/// The program is killed while pages are open, and players return to where they were.
#[test]
fn a_killed_session_is_resumed_under_its_pages() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "play",
        "dungeon-in-a-tin",
        "--players",
        "Ann,Bob",
        "--seed",
        "1",
        "--journal",
        "game.jsonl",
    ];
    let mut played = Played::start(folder.path(), &arguments);
    let table = played.table();
    let bob = played.seat(&table, 1);
    let id = table.snapshot()["ask"]["answers"][0]["id"].clone();
    assert_eq!(table.command(&json!({ "move": id })), json!({ "ok": true }));
    let before = bob.snapshot();
    played.program.kill().unwrap();
    played.program.wait().unwrap();
    let again = Played::start(folder.path(), &["resume", "game.jsonl"]);
    assert_eq!(again.port, played.port);
    let after = bob.snapshot();
    assert_eq!(
        (&after["past"], &after["ask"]["n"], &after["you"]),
        (&before["past"], &before["ask"]["n"], &before["you"])
    );
    assert_ne!(after["run"], before["run"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_session_keeps_its_address() {
    let folder = tempfile::tempdir().unwrap();
    let mut played = Played::start(
        folder.path(),
        &[
            "play",
            "dungeon-in-a-tin",
            "--seed",
            "1",
            "--journal",
            "game.jsonl",
        ],
    );
    let pages = || {
        std::fs::read_dir(folder.path().join("config/paperkeep/pages"))
            .unwrap()
            .count()
    };
    played.table();
    assert_eq!(pages(), 1);
    let stopped = Command::new("kill")
        .args(["-INT", &played.program.id().to_string()])
        .status()
        .unwrap();
    assert!(stopped.success() && played.program.wait().unwrap().success());
    assert_eq!(pages(), 1);
    assert!(TcpStream::connect(("127.0.0.1", played.port)).is_err());
    let again = Played::start(folder.path(), &["resume", "game.jsonl"]);
    assert_eq!(again.port, played.port);
}
