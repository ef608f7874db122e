//! The data for the watch page, requested without a browser.

use std::fs;
use std::io::BufRead;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::kit;
use super::watched::{Watched, pack};
use crate::new::answering;

/// The hash of the first face with this code.
fn face(state: &Value, code: &str) -> String {
    let decks = state["exhibits"][0]["decks"].as_array().unwrap();
    let mut faces = decks
        .iter()
        .flat_map(|deck| deck["faces"].as_array().unwrap());
    let face = faces
        .find(|face| face["codes"][0] == code)
        .unwrap_or_else(|| panic!("no {code}"));
    face["front"].as_str().unwrap().to_owned()
}

fn sheet(state: &Value) -> String {
    state["exhibits"][0]["sheets"][0]["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn a_change_is_sent_to_waiting_pages_and_nothing_else_changes() {
    let watch = Watched::kit("dungeon-in-a-tin", &[]);
    let page = watch.page;
    let text = page.get("/");
    assert!(
        text.status == 200 && text.body.starts_with("<!doctype html>"),
        "{}",
        text.head
    );
    assert!(
        text.head
            .contains("content-security-policy: default-src 'none'; script-src 'self';"),
        "{}",
        text.head
    );
    let first = page.state(None);
    let exhibit = &first["exhibits"][0];
    assert_eq!(
        (&exhibit["title"], &exhibit["ink"]),
        (&"Dungeon in a Tin".into(), &"color".into())
    );
    assert_eq!(
        exhibit["sheets"][0]["size"],
        serde_json::json!([210.0, 297.0])
    );
    let counts = exhibit["decks"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|deck| deck["faces"].as_array().unwrap());
    assert_eq!(
        counts
            .map(|face| face["count"].as_u64().unwrap())
            .sum::<u64>(),
        92,
        "every piece is of some face"
    );
    let picture = page.get(&format!("/sheet/{}.svg", sheet(&first)));
    assert!(
        picture.head.contains("immutable") && picture.head.contains("image/svg+xml"),
        "{}",
        picture.head
    );
    assert!(picture.body.contains("width=\"210mm\" height=\"297mm\""));
    let tile = page.get(&format!("/face/{}.svg", face(&first, "T06"))).body;
    assert!(tile.contains("viewBox=\"0 0 39 39\""), "with its bleed");

    // Requested before the change, and answered after it.
    let second = thread::scope(|scope| {
        let asked = scope.spawn(|| page.state(Some(&first)));
        thread::sleep(Duration::from_millis(300));
        assert!(!asked.is_finished(), "nothing has changed yet");
        watch.edit("tiles.toml", "Store Room", "Cold Room");
        asked.join().unwrap()
    });
    assert_eq!(second["news"]["lines"], "changed: T06");
    assert_eq!(face(&first, "T05"), face(&second, "T05"));
    let (before, after) = (face(&first, "T06"), face(&second, "T06"));
    assert_ne!(before, after);
    assert_ne!(tile, page.get(&format!("/face/{after}.svg")).body);
    assert_eq!(
        page.get(&format!("/face/{before}.svg")).status,
        404,
        "what is not shown is not kept"
    );
    assert_ne!(sheet(&first), sheet(&second));
    let changed = page.get(&format!("/sheet/{}.svg", sheet(&second)));
    assert!(changed.status == 200 && changed.body != picture.body);
}

#[test]
fn a_broken_kit_reports_its_problems_and_keeps_the_last_good_print() {
    let watch = Watched::kit("dungeon-in-a-tin", &[]);
    let page = watch.page;
    let good = page.state(None);
    assert_eq!(good["problems"], serde_json::json!([]));
    watch.edit("tiles.toml", "name = \"Store Room\"", "name = 7");
    let broken = page.state(Some(&good));
    let [problem] = broken["problems"].as_array().unwrap().as_slice() else {
        panic!("{}", broken["problems"])
    };
    assert_eq!(
        problem["message"],
        "expected text in quotes, found a whole number"
    );
    assert!(Path::new(problem["file"].as_str().unwrap()).ends_with("kit/tiles.toml"));
    let text = std::fs::read_to_string(watch.kit.join("tiles.toml")).unwrap();
    let line = 1 + text.lines().position(|line| line == "name = 7").unwrap();
    assert_eq!(problem["at"], serde_json::json!([line, 8, "name = 7"]));
    // The other pieces are shown without it.
    let pieces = |state: &Value| state["exhibits"][0]["decks"].to_string();
    assert!(pieces(&good).contains("\"T06\"") && !pieces(&broken).contains("\"T06\""));
    assert!(pieces(&broken).contains("\"T05\""));
    assert_eq!(
        page.get(&format!("/sheet/{}.svg", sheet(&broken))).status,
        200
    );
    watch.edit("tiles.toml", "name = 7", "name = \"Store Room\"");
    let mended = page.state(Some(&broken));
    assert_eq!(mended["problems"], serde_json::json!([]));
    assert_eq!(sheet(&mended), sheet(&good));
}

#[test]
fn nothing_is_given_to_strangers_and_nothing_from_the_disk() {
    let watch = Watched::kit("piecepack", &["--ink", "mono,color"]);
    let page = watch.page;
    let state = page.state(None);
    let inks: Vec<&Value> = state["exhibits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|exhibit| &exhibit["ink"])
        .collect();
    assert_eq!(inks, ["mono", "color"]);
    let status = |request: &str| page.ask(request).status;
    for host in [
        "127.0.0.1",
        "localhost",
        "LOCALHOST:80",
        &format!("localhost:{}", page.0),
    ] {
        assert_eq!(
            status(&format!("GET / HTTP/1.0\r\nHost: {host}")),
            200,
            "{host}"
        );
    }
    for host in [
        "evil.example",
        "127.0.0.1.evil.example",
        "evil.example:80",
        "",
        "localhost:80:80",
        "192.168.0.7",
    ] {
        assert_eq!(
            status(&format!("GET /state HTTP/1.0\r\nHost: {host}")),
            403,
            "{host}"
        );
    }
    assert_eq!(status("GET / HTTP/1.0"), 403, "no host at all");
    assert_eq!(
        status("GET / HTTP/1.0\r\nHost: localhost\r\nHost: evil.example"),
        403
    );
    for path in [
        "/../kit.toml",
        "/kit.toml",
        "/sheet/../../kit.toml",
        "/sheet/..%2f..%2fkit.toml",
        "/face/kit.toml.svg",
        "/main.js/../../Cargo.toml",
        "//etc/passwd",
        "/sheet/.svg",
    ] {
        let answer = page.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(
            answer
                .body
                .contains("this picture does not exist, or no longer exists"),
            "{path}: {}",
            answer.body
        );
    }
    let from = |site: &str, path: &str| {
        status(&format!(
            "GET {path} HTTP/1.0\r\nHost: localhost\r\nSec-Fetch-Site: {site}"
        ))
    };
    assert_eq!(
        [
            from("cross-site", "/state"),
            from("same-site", "/main.js"),
            from("same-origin", "/state")
        ],
        [403, 403, 200]
    );
    assert_eq!(
        [from("cross-site", "/"), from("none", "/state")],
        [200, 200]
    );
    for method in ["POST", "PUT", "DELETE", "HEAD", "OPTIONS"] {
        assert_eq!(
            status(&format!("{method} /state HTTP/1.0\r\nHost: localhost")),
            405,
            "{method}"
        );
    }
    let taken = page.0.to_string();
    let mut second = assert_cmd::Command::cargo_bin("paperkeep").unwrap();
    let refused = second
        .args(["watch", "--port", &taken])
        .arg(&watch.kit)
        .arg("--out")
        .arg(&watch.out)
        .assert()
        .code(1);
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(
        said.starts_with(&format!(
            "paperkeep: cannot serve a page on 127.0.0.1:{taken}: "
        )),
        "{said}"
    );
}

/// A kit that would crash the program crashes only the worker process, and the previous pictures are shown until it is corrected.
/// Only Linux limits memory.
#[cfg(target_os = "linux")]
#[test]
fn an_exceeded_limit_is_shown_and_the_watch_goes_on() {
    let watch = Watched::kit("dungeon-in-a-tin", &["--ink", "mono"]);
    let good = watch.page.state(None);
    let sheet = format!(
        "/sheet/{}.svg",
        good["exhibits"][0]["sheets"][0]["id"].as_str().unwrap()
    );
    let drawn = watch.page.get(&sheet).body;
    assert!(good["problems"].as_array().unwrap().is_empty() && drawn.contains("<svg"));
    let bomb = "{% set a = 'a' %}".to_owned() + &"{% set a = range(99)|join(a) %}".repeat(10);
    let mut last = good.clone();
    // The results of checks come after the pictures, in a state of their own.
    let next = |last: &Value, is_good: bool| {
        let mut state = last.clone();
        (0..5).find_map(|_| {
            state = watch.page.state(Some(&state));
            (state["problems"].as_array().unwrap().is_empty() == is_good).then(|| state.clone())
        })
    };
    // The second one is drawn only for the guide.
    for (template, drawing) in [
        ("faces/tile.svg", "drawing tiles "),
        ("faces/guide_page.svg", "drawing "),
    ] {
        watch.edit(template, "</svg>", &format!("{bomb}</svg>"));
        let broken = next(&last, false).expect("a problem");
        let problem = &broken["problems"][0];
        assert!(
            problem["message"].as_str().unwrap().starts_with(drawing),
            "{problem}"
        );
        assert!(
            Path::new(problem["file"].as_str().unwrap()).ends_with(template)
                && problem["help"].is_string()
        );
        assert_eq!(
            (&broken["exhibits"], &watch.page.get(&sheet).body),
            (&good["exhibits"], &drawn)
        );
        watch.edit(template, &bomb, "");
        last = next(&broken, true).expect("no problem any more");
        assert_eq!(last["exhibits"], good["exhibits"]);
    }
}

/// A print with mistakes is reported, from the save that introduces them to the one that corrects them.
#[test]
fn unplayable_rows_and_texts_cut_off_are_reported() {
    let mut watch = Watched::kit("dungeon-in-a-tin", &["--ink", "mono"]);
    let mut state = watch.page.state(None);
    assert_eq!(state["exhibits"][0]["warnings"], serde_json::json!([]));
    // The pictures come before the results of checks.
    let mut wait = |wanted: &[&str]| {
        for _ in 0..5 {
            state = watch.page.state(Some(&state));
            let warnings = state["exhibits"][0]["warnings"].as_array().unwrap();
            let told: Vec<&str> = warnings
                .iter()
                .map(|warning| warning.as_str().unwrap())
                .collect();
            if told.len() == wanted.len()
                && told
                    .iter()
                    .zip(wanted)
                    .all(|(told, wanted)| told.contains(wanted))
            {
                return assert_eq!(state["problems"], serde_json::json!([]));
            }
        }
        panic!("{wanted:?}: {state}");
    };
    let refused = "tiles.toml:25:8: tile `T02` needs 5 yellow dice, and a set has 2";
    watch.edit("tiles.toml", "white_skulls = 2", "white_skulls = 5");
    wait(&[refused]);
    watch.edit("tiles.toml", "Guard Room", "Cut Room");
    let text = "{% if name == 'Cut Room' %}<text x='2' y='20' font-family='Alegreya'>Where are they all</text>{% endif %}";
    watch.edit("faces/tile.svg", "</svg>", &format!("{text}</svg>"));
    wait(&[
        refused,
        "\"Where are they all\" on tiles T02 is cut off by ",
        "\" on tiles T02 is hard to read",
    ]);
    watch.edit("tiles.toml", "white_skulls = 5", "white_skulls = 2");
    watch.edit("tiles.toml", "Cut Room", "Guard Room");
    wait(&[]);
    let mut said = String::new();
    watch.stderr.read_line(&mut said).unwrap();
    assert_eq!(
        said,
        "error: tile `T02` needs 5 yellow dice, and a set has 2\n"
    );
}

/// Anybody may kill the process that draws; it is replaced by another.
#[cfg(unix)]
#[test]
fn a_killed_worker_is_replaced() {
    let watch = Watched::kit("dungeon-in-a-tin", &["--ink", "mono"]);
    let first = watch.page.state(None);
    let gone = std::process::Command::new("pkill")
        .args(["-KILL", "-P", &watch.id().to_string()])
        .status()
        .unwrap();
    assert!(gone.success(), "it has one child");
    watch.edit("tiles.toml", "Store Room", "Cold Room");
    let second = watch.page.state(Some(&first));
    assert_eq!(
        (&second["news"]["lines"], &second["problems"]),
        (&"changed: T06".into(), &serde_json::json!([]))
    );
}

#[test]
fn an_edit_through_the_server_can_be_undone() {
    let watch = Watched::kit("dungeon-in-a-tin", &[]);
    let page = watch.page;
    let own = page.origin();
    let first = page.state(None);
    let call = |call: &str, args: &Value| {
        let asked = serde_json::json!({ "call": call, "args": args });
        page.post("/call", &own, &asked)
    };
    let data: Value = serde_json::from_str(&call("shown", &Value::Null).body).unwrap();
    let grids = data["grids"].as_array().unwrap();
    let tiles = grids.iter().find(|grid| grid["deck"] == "tiles").unwrap();
    let column = tiles["columns"]
        .as_array()
        .unwrap()
        .iter()
        .position(|column| column == "name")
        .unwrap();
    let row = tiles["rows"]
        .as_array()
        .unwrap()
        .iter()
        .position(|row| row[1][column] == "Store Room")
        .unwrap();
    let cell = serde_json::json!({ "file": "tiles.toml", "deck": "tiles", "row": row, "column": column, "from": "Store Room" });
    let args = serde_json::json!({ "cell": cell, "to": "Cold Room" });
    let edit = serde_json::json!({ "call": "edit", "args": args });
    let text = || std::fs::read_to_string(watch.kit.join("tiles.toml")).unwrap();
    let before = text();
    assert_eq!(page.post("/call", "http://example.org", &edit).status, 403);
    assert_eq!(text(), before);
    // Another account of this machine reaches the port, but does not know the key.
    for key in ["", "0000000000000000", &page.key()[1..]] {
        let refused = page.post_with(key, "/call", &own, &edit);
        assert!(refused.status == 403 && refused.body.contains("its key"));
        let shown = serde_json::json!({ "call": "shown" });
        assert_eq!(page.post_with(key, "/call", &own, &shown).status, 403);
        let put = page.post_with(key, "/put?path=art/x.png", &own, &Value::Null);
        assert_eq!(put.status, 403);
    }
    assert_eq!(page.get("/table").status, 404, "nothing tells the key");
    assert_eq!(text(), before);
    let told = page.post("/call", &own, &edit);
    assert!(
        told.status == 200 && told.body.contains("“Store Room” became “Cold Room”"),
        "{}",
        told.body
    );
    assert_eq!(text(), before.replacen("Store Room", "Cold Room", 1));
    let second = page.state(Some(&first));
    assert_eq!(second["news"]["lines"], "changed: T06");
    // The contents of the cell have changed by now.
    let late = page.post("/call", &own, &edit);
    assert!(
        late.status == 409 && late.body.contains("has changed since it was shown"),
        "{}",
        late.body
    );
    let undo = || call("undo", &Value::Null);
    assert_eq!((undo().status, text()), (200, before.clone()));
    assert_eq!(page.state(Some(&second))["news"]["lines"], "changed: T06");
    assert_eq!((undo().status, text()), (409, before.clone()));
    let copy = |to: &str| {
        let row = serde_json::json!({ "file": "tiles.toml", "deck": "tiles", "row": row, "cells": tiles["rows"][row][1], "to": to });
        call("editRow", &row)
    };
    let told = copy("copy");
    assert!(
        told.status == 200 && told.body.contains(&format!("row {} was copied", row + 1)),
        "{}",
        told.body
    );
    assert_eq!(text().matches("\"Store Room\"").count(), 2);
    assert_eq!((copy("delete").status, text()), (200, before));
    // Nothing is written outside of the kit, nor anything but pictures and fonts.
    for path in ["../x.png", "/tmp/x.png", ".hidden/x.png", "x.toml", "art/x"] {
        let put = page.post(&format!("/put?path={path}"), &own, &Value::Null);
        assert_eq!(put.status, 409, "{path}: {}", put.body);
    }
    let put = page.post("/put?path=art/x.png", &own, &Value::Null);
    assert_eq!(put.status, 200, "{}", put.body);
    assert!(watch.kit.join("art/x.png").is_file());
    assert_eq!(undo().status, 200);
    assert!(!watch.kit.join("art/x.png").exists());
}

/// A face is drawn on through the server: only what was drawn by another process first is drawn, and the file changes as little
/// as may be.
#[test]
fn a_face_is_drawn_on_and_gets_a_frame() {
    let watch = Watched::kit("../starters/blank-cards", &[]);
    let page = watch.page;
    let own = page.origin();
    let call = |call: &str, args: Value| {
        let asked = serde_json::json!({ "call": call, "args": args });
        let answer = page.post("/call", &own, &asked);
        assert_eq!(answer.status, 200, "{call}: {}", answer.body);
        serde_json::from_str::<Value>(&answer.body).unwrap()
    };
    page.state(None);
    let seen = serde_json::json!({ "deck": "cards", "code": "S1", "back": false, "ink": "color" });
    let first = call("face", seen.clone())["svg"].clone();
    let easel = call("easel", seen.clone());
    let elements = easel["elements"].as_array().unwrap();
    let title = elements
        .iter()
        .find(|element| element["kind"] == "text" && element["settings"][0][1] == "name")
        .unwrap();
    let text = || fs::read_to_string(watch.kit.join("faces/card.svg")).unwrap();
    let before = text();
    let set = serde_json::json!({ "set": { "at": title["at"], "name": "size", "to": "4" } });
    let act = serde_json::json!({ "deck": "cards", "back": false, "act": set });
    let drawn = call("draw", act);
    assert_eq!(drawn["at"], title["at"]);
    assert_eq!(text(), before.replacen("h=9, size=5.4", "h=9, size=4", 1));
    // The answer waits until the other process has drawn it.
    let second = call("face", seen.clone())["svg"].clone();
    assert_ne!(first, second);
    let frame = serde_json::json!({ "deck": "cards", "frame": "forge", "kind": "cards" });
    let framed = call("frame", frame);
    assert!(
        framed["undo"].as_str().unwrap().contains("frame"),
        "{}",
        framed["undo"]
    );
    assert!(watch.kit.join("faces/cards-forge.svg").is_file());
    assert_ne!(call("face", seen.clone())["svg"], second);
    call("undo", Value::Null);
    assert!(!watch.kit.join("faces/cards-forge.svg").exists());
    assert_eq!(call("face", seen.clone())["svg"], second);
    // What ends the process that draws is not drawn here either.
    let bomb = "{% set a = 'a' %}".to_owned() + &"{% set a = range(99)|join(a) %}".repeat(10);
    watch.edit("faces/card.svg", "</svg>", &format!("{bomb}</svg>"));
    let asked = serde_json::json!({ "call": "face", "args": seen });
    let refused = page.post("/call", &own, &asked);
    assert!(
        refused.status == 409 && refused.body.contains("cannot be drawn as it is now"),
        "{}",
        refused.body
    );
}

#[test]
fn an_archive_is_watched() {
    let watch = Watched::archive("dungeon-in-a-tin", &[]);
    let page = watch.page;
    let first = page.state(None);
    assert_eq!(first["problems"], serde_json::json!([]));
    let change = |text: String| text.replace("Store Room", "Cold Room");
    pack(Path::new("templates/dungeon-in-a-tin"), &watch.kit, change);
    assert_eq!(page.state(Some(&first))["news"]["lines"], "changed: T06");
    let shown = serde_json::json!({ "call": "shown" });
    let shown = page.post("/call", &page.origin(), &shown);
    let data: Value = serde_json::from_str(&shown.body).unwrap();
    assert!(
        data["fixed"].as_str().unwrap().contains("unpack it"),
        "{data}"
    );
}

/// The table shows faces in colour, whichever ink is printed.
#[cfg(target_os = "linux")]
#[test]
fn what_only_the_table_shows_is_drawn_first_too() {
    let nested = "{% if ink == 'color' %}{% set n = namespace(a=[]) %}{% for i in range(90000) %}{% set n.a = [n.a] %}{% endfor %}{{ n.a }}{% endif %}</svg>";
    let watch = Watched::changed("dungeon-in-a-tin", &["--ink", "mono"], |kit| {
        super::kit::edit(kit, "faces/tile.svg", "</svg>", nested);
    });
    let state = watch.page.state(None);
    let [problem] = state["problems"].as_array().unwrap().as_slice() else {
        panic!("{state}")
    };
    let message = problem["message"].as_str().unwrap();
    assert!(message.contains("or nests without end"), "{message}");
    assert!(
        problem["file"]
            .as_str()
            .unwrap()
            .ends_with("faces/tile.svg")
    );
}

/// A published sheet is fetched from the page as by `paperkeep pull`, and only with the key.
#[test]
fn published_sheets_are_fetched_on_request() {
    let rows = fs::read_to_string("starters/blank-cards/cards.csv").unwrap();
    let from = format!("{}/cards.csv", answering(vec![rows.clone().into_bytes()]));
    let mut table = None;
    let watch = Watched::changed("../starters/blank-cards", &[], |kit| {
        let entry = format!("rows = {{ file = \"cards.csv\", from = \"{from}\" }}");
        kit::edit(kit, "kit.toml", "rows = \"cards.csv\"", &entry);
        table = Some(kit.join("cards.csv"));
    });
    let (page, table) = (watch.page, table.unwrap());
    let nobody = page.post_with("wrong", "/fetch", &page.origin(), &Value::Null);
    assert_eq!(nobody.status, 403);
    let shown = serde_json::json!({ "call": "shown" });
    let shown = page.post("/call", &page.origin(), &shown);
    let data: Value = serde_json::from_str(&shown.body).unwrap();
    assert_eq!(data["published"], serde_json::json!(["cards.csv"]));

    // The starter's own table is kept, since nobody fetched it.
    let kept = page.post("/fetch", &page.origin(), &Value::Null);
    assert_eq!(kept.status, 409);
    assert!(
        kept.body.contains("`paperkeep pull --force`"),
        "{}",
        kept.body
    );

    fs::remove_file(&table).unwrap();
    let fetched = page.post("/fetch", &page.origin(), &Value::Null);
    if cfg!(feature = "pull") {
        assert!(fetched.body.contains("SHA-256"), "{}", fetched.body);
        assert_eq!(fs::read_to_string(&table).unwrap(), rows);
    } else {
        assert!(fetched.body.contains("--features pull"), "{}", fetched.body);
    }
}

/// Bots play in front of the page: it hears how far they are, line by line, and what was found.
#[test]
fn games_are_told_of_while_they_are_played() {
    let watch = Watched::changed("../starters/pig", &[], |_| {});
    let wished = serde_json::json!({ "players": 2, "games": 100 });
    let answer = watch.page.post("/try", &watch.page.origin(), &wished);
    assert_eq!(answer.status, 200, "{}", answer.body);
    let lines = answer.body.lines().filter(|line| line.starts_with('{'));
    let lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (last, told) = lines.split_last().unwrap();
    assert_eq!(last["found"]["games"], 100, "{last}");
    // What is found so far stays with whoever stops them.
    let (found, told): (Vec<&Value>, Vec<&Value>) =
        told.iter().partition(|line| line.get("soFar").is_some());
    assert!(
        found
            .iter()
            .all(|line| line["soFar"]["games"].as_u64() < Some(100))
    );
    for line in told {
        assert!(
            line["done"].as_u64() <= Some(100) && line["all"] == 100,
            "{line}"
        );
    }
    let many = serde_json::json!({ "players": 99, "games": 10 });
    let refused = watch.page.post("/try", &watch.page.origin(), &many);
    assert!(refused.body.contains("\"error\""), "{}", refused.body);
}
