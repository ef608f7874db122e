//! Pictures of the table: every piece is where the position says, in its orientation, and files are written atomically.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use paperkeep::games;
use paperkeep::kit::Kit;
use paperkeep::press::picture::Pictures;
use paperkeep::press::sheet::Job;
use paperkeep::referee::Sitting;
use paperkeep::referee::journal::{FORMAT, Header, Luck, Secrets};
use paperkeep::referee::scene::{Bead, Piece, Scene, What};
use serde_json::Value;

const GAME: &str = "dungeon-in-a-tin";

fn sitting(kit: &Kit, players: &[&str], options: &[(&str, &str)]) -> Box<dyn Sitting> {
    let header = Header {
        journal: FORMAT,
        game: GAME.into(),
        edition: None,
        options: options
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect(),
        players: players.iter().map(|name| name.to_string()).collect(),
        seed: 11,
        kit: kit.fingerprint(),
        rows: Vec::new(),
        program: None,
        folder: None,
        language: None,
        rules: 1,
        physical: Vec::new(),
        luck: Luck::Same,
        secrets: Secrets::Referee,
        hints: true,
        bots: Vec::new(),
    };
    games::start(kit, header).unwrap()
}

/// Plays a move, into the dark if possible; returns whether the game continues.
fn move_on(sitting: &mut dyn Sitting, luck: &mut u64) -> bool {
    let Some(ask) = sitting.ask() else {
        return false;
    };
    *luck = luck
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    let any = (*luck >> 33) as usize % ask.options.len();
    let dark = ask
        .options
        .iter()
        .position(|option| option.text.contains("dark"));
    let option = &ask.options[dark.filter(|_| *luck >> 62 != 0).unwrap_or(any)];
    sitting.answer(&option.id).unwrap();
    true
}

fn pieces<'s>(scene: &'s Scene, deck: &'s str) -> impl Iterator<Item = &'s Piece> {
    scene
        .things
        .iter()
        .filter_map(move |thing| match &thing.what {
            What::Piece(piece) | What::Die(piece) | What::Small(piece, _) if piece.deck == deck => {
                Some(piece)
            }
            _ => None,
        })
}

/// An array in a state, by its path.
fn list<'v>(state: &'v Value, path: &str) -> &'v Vec<Value> {
    state.pointer(path).unwrap().as_array().unwrap()
}

/// The middles of the printed exits of every tile on the sheet, in its orientation, in whole mm.
fn printed_exits(kit: &Kit, job: &Job) -> Vec<(i64, i64)> {
    let deck = kit.deck("tiles").unwrap();
    let size = deck.size.w.mm();
    let mut exits = Vec::new();
    for placed in &job.sheets[0].placed {
        let Some(row) = deck
            .rows
            .iter()
            .find(|row| row.codes().any(|code| *code == *placed.code))
        else {
            continue;
        };
        let [a, b, c, d, e, f] = placed.matrix(deck.size);
        for side in row.list("exits").unwrap() {
            let (x, y) = match side {
                "N" => (size / 2.0, 0.0),
                "E" => (size, size / 2.0),
                "S" => (size / 2.0, size),
                _ => (0.0, size / 2.0),
            };
            exits.push((
                (a * x + c * y + e).round() as i64,
                (b * x + d * y + f).round() as i64,
            ));
        }
    }
    exits
}

#[test]
fn tiles_lie_as_in_the_position_and_every_piece_appears_once() {
    let kit = Kit::find(GAME).unwrap();
    let mut pictures = Pictures::new(&kit);
    let mut sitting = sitting(&kit, &["Ann", "Bob"], &[]);
    let (mut luck, mut rooms_seen, mut turned) = (5, 0, false);
    for round in 0..400 {
        if !move_on(&mut *sitting, &mut luck) {
            break;
        }
        if round % 25 != 0 {
            continue;
        }
        let state = sitting.state(usize::MAX, None).unwrap();
        let scene = sitting.scene(usize::MAX, None);
        let job = pictures.job(&scene).unwrap();
        let rooms = list(&state, "/rooms");
        rooms_seen = rooms_seen.max(rooms.len());
        turned |= rooms.iter().any(|room| room["rotation"] != 0);

        // The exits in the position, relative to the middle of the stairs, are the printed ones of the tiles in their
        // orientations.
        let stairs = job.sheets[0]
            .placed
            .iter()
            .find(|placed| &*placed.code == "T01")
            .unwrap();
        let origin = (stairs.at.x.mm() + 18.0, stairs.at.y.mm() + 18.0);
        let mut wanted = Vec::new();
        for room in rooms {
            let (x, y) = (
                room["x"].as_f64().unwrap() * 36.0,
                -room["y"].as_f64().unwrap() * 36.0,
            );
            for side in list(room, "/exits") {
                let (dx, dy) = match side.as_str().unwrap() {
                    "north" => (0.0, -18.0),
                    "east" => (18.0, 0.0),
                    "south" => (0.0, 18.0),
                    _ => (-18.0, 0.0),
                };
                wanted.push((
                    (origin.0 + x + dx).round() as i64,
                    (origin.1 + y + dy).round() as i64,
                ));
            }
        }
        let on_map = pieces(&scene, "tiles").count();
        let mut found = printed_exits(&kit, &job);
        // Tiles that are known to come next, or wait to be laid, are beside the dungeon.
        found.retain(|exit| on_map == rooms.len() || wanted.contains(exit));
        wanted.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, wanted);

        let of_rooms = |what: &str| {
            rooms
                .iter()
                .map(|room| list(room, what).len())
                .sum::<usize>()
        };
        let players = list(&state, "/players");
        let inside = players
            .iter()
            .filter(|player| player["fate"] == "in the dungeon")
            .count();
        let attack = usize::from(
            state
                .pointer("/fight/attack")
                .is_some_and(|attack| !attack.is_null()),
        );
        assert_eq!(
            pieces(&scene, "dice").count(),
            of_rooms("/monsters") + inside + attack
        );
        let locks = scene
            .things
            .iter()
            .filter(|thing| thing.what == What::Bead(Bead::Black))
            .count();
        assert_eq!(locks, of_rooms("/locked"));
        let carried: usize = players
            .iter()
            .map(|player| list(player, "/items").len() + list(player, "/coins").len())
            .sum();
        let spent: u64 = state["spent_treasure"]
            .as_object()
            .unwrap()
            .values()
            .filter_map(Value::as_u64)
            .sum();
        let bridges = rooms.iter().filter(|room| room["bridged"] == true).count();
        let tokens: Vec<_> = pieces(&scene, "tokens").collect();
        assert_eq!(
            tokens.len(),
            of_rooms("/floor") + carried + spent as usize + bridges
        );
        // No piece is in two places.
        assert!((1..tokens.len()).all(|at| !tokens[..at].contains(&tokens[at])));
        let yellow = scene
            .things
            .iter()
            .filter(|thing| thing.what == What::Bead(Bead::Yellow))
            .count();
        assert_eq!(
            yellow as u64,
            players
                .iter()
                .filter_map(|player| player["experience"].as_u64())
                .sum::<u64>()
        );
    }
    assert!(
        rooms_seen > 3 && turned,
        "the game was too short to show anything"
    );
}

#[test]
fn a_closed_hand_stays_face_down() {
    let kit = Kit::find(GAME).unwrap();
    let sitting = sitting(&kit, &["Ann", "Bob"], &[("open_hands", "false")]);
    let faces = |seat| {
        let scene = sitting.scene(usize::MAX, seat);
        pieces(&scene, "fight_cards")
            .map(|piece| piece.code.clone())
            .collect::<Vec<String>>()
    };
    assert_eq!(faces(None).len(), 0);
    let state = sitting.state(usize::MAX, Some(1)).unwrap();
    let own: Vec<&str> = list(&state, "/players/1/hand")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(faces(Some(1)).len(), own.len());
    assert!(
        faces(Some(1))
            .iter()
            .all(|code| own.contains(&code.as_str()))
    );
}

#[test]
fn the_heart_marker_lies_on_its_heart() {
    let kit = Kit::find(GAME).unwrap();
    let sitting = sitting(&kit, &["Ann"], &[]);
    let scene = sitting.scene(usize::MAX, Some(0));
    let job = Pictures::new(&kit).job(&scene).unwrap();
    let placed = &job.sheets[0].placed;
    let card = placed.iter().find(|placed| &*placed.code == "S1").unwrap();
    // The fifth heart as drawn on the face: five share 52 mm, starting at 5.3 mm.
    let heart = 26.0 / (1.22 * 5.0);
    let x = card.at.x.mm() + 5.3 + heart * 1.1 + 4.0 * heart * 2.44;
    let y = card.at.y.mm() + 10.6;
    let marks = |placed: &paperkeep::press::sheet::Placed| {
        let (w, h) = (placed.size.w.mm(), placed.size.h.mm());
        (placed.at.x.mm() + w / 2.0 - x).abs() < 0.1 && (placed.at.y.mm() + h / 2.0 - y).abs() < 0.1
    };
    // Its shadow and itself.
    assert_eq!(placed.iter().filter(|placed| marks(placed)).count(), 2);
}

#[test]
fn a_picture_is_complete_at_every_moment() {
    let folder = tempfile::tempdir().unwrap();
    let paperkeep = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_paperkeep"));
        command.current_dir(folder.path()).args(args);
        command
    };
    let args = [
        "play",
        GAME,
        "--players",
        "Ann",
        "--seed",
        "3",
        "--journal",
        "a.jsonl",
        "--json",
        "--picture",
        "now.svg",
    ];
    let mut child = paperkeep(&args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let now = folder.path().join("now.svg");
    let (mut asked, mut seen) = (0, 0);
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let message: Value = serde_json::from_str(&line.unwrap()).unwrap();
        assert_ne!(message["type"], "error", "{message}");
        if message["type"] == "over" || asked == 30 {
            break;
        }
        if message["type"] == "ask" {
            asked += 1;
            writeln!(
                input,
                "{}",
                serde_json::json!({ "move": message["options"][0]["id"] })
            )
            .unwrap();
        }
        if let Ok(picture) = std::fs::read_to_string(&now) {
            seen += 1;
            assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
        }
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    assert!(seen > 0 || Path::new(&now).exists());
    let replayed = paperkeep(&["replay", "a.jsonl", "--picture", "then.svg"])
        .output()
        .unwrap();
    assert!(replayed.status.success(), "{replayed:?}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let drawn = |picture: &str| picture.matches("inkscape:label=").count();
    assert_eq!(drawn(&read("now.svg")), drawn(&read("then.svg")));
    let wrong = paperkeep(&["replay", "a.jsonl", "--picture", "then.jpg"])
        .output()
        .unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}
