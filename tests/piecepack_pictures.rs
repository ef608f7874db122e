//! Tables of the piecepack games, drawn with its faces: everything is where the position says, and no secret is revealed.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use paperkeep::games;
use paperkeep::kit::{Files, Kit};
use paperkeep::press::picture::Pictures;
use paperkeep::referee::Sitting;
use paperkeep::referee::journal::{FORMAT, Header, Luck, Secrets};
use paperkeep::referee::scene::{Scene, What};
use serde_json::Value;

const GAME: &str = "dungeon-crawl";

fn sitting(game: &str, kit: &Kit) -> Box<dyn Sitting> {
    let header = Header {
        journal: FORMAT,
        game: game.into(),
        edition: None,
        options: Vec::new(),
        players: vec!["Ann".into(), "Bob".into(), "Cid".into()],
        seed: 3,
        kit: kit.fingerprint(),
        rows: Vec::new(),
        program: None,
        folder: None,
        language: None,
        rules: games::find(game).unwrap().rules,
        physical: Vec::new(),
        luck: Luck::Same,
        secrets: Secrets::Table,
        hints: true,
        bots: Vec::new(),
    };
    games::start(kit, header).unwrap()
}

/// The number of a deck's pieces with this side up.
fn count(scene: &Scene, deck: &str, back: bool) -> usize {
    let lies = |what: &What| match what {
        What::Piece(piece) => !back && piece.deck == deck,
        What::Turned(piece) => back && piece.deck == deck,
        _ => false,
    };
    scene
        .things
        .iter()
        .filter(|thing| lies(&thing.what))
        .count()
}

fn coins(value: &Value) -> usize {
    value.as_array().unwrap().len()
}

#[test]
fn every_piece_lies_once_with_the_right_side_up() {
    let kit = Kit::find(GAME).unwrap();
    let mut pictures = Pictures::new(&kit);
    let mut sitting = sitting(GAME, &kit);
    let mut luck = 7u64;
    let (mut played, mut thieves) = (0, 0);
    for round in 0..2500 {
        let Some(ask) = sitting.ask() else { break };
        luck = luck
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let option = &ask.options[(luck >> 33) as usize % ask.options.len()];
        sitting.answer(&option.id).unwrap();
        if round % 20 != 0 {
            continue;
        }
        let (state, scene) = (
            sitting.state(usize::MAX, None).unwrap(),
            sitting.scene(usize::MAX, None),
        );
        let players = state["players"].as_array().unwrap();
        let building = state["turn"] == 0;
        let tiles =
            coins(&state["map"]["tiles"]) + usize::from(building && state["tiles_left"] != 0);
        assert_eq!(
            (count(&scene, "tiles", true), count(&scene, "tiles", false)),
            (tiles, 0),
            "backs up"
        );
        let over = sitting.outcome().is_some();
        let sum = |names: &[&str]| -> usize {
            players
                .iter()
                .map(|player| {
                    names
                        .iter()
                        .map(|name| coins(&player[*name]))
                        .sum::<usize>()
                })
                .sum()
        };
        let treasures: u64 = players
            .iter()
            .map(|player| player["treasures"].as_u64().unwrap())
            .sum();
        thieves += treasures;
        let hidden = if over { 0 } else { treasures as usize };
        let suit_up = sum(&[
            "equipment",
            "applied",
            "trap_experience",
            "monster_experience",
        ]) + hidden;
        assert_eq!(count(&scene, "coins", false), suit_up, "suits up");
        let stacks: usize = state["stacks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|stack| coins(&stack["coins"]))
            .sum();
        let pile = if building {
            state["pile"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|count| **count != 0)
                .count()
        } else {
            0
        };
        let value_up =
            coins(&state["coins"]) + stacks + sum(&["damage_coins"]) + pile + treasures as usize
                - hidden;
        assert_eq!(count(&scene, "coins", true), value_up, "values up");
        // Coins with their value up, and treasure, are drawn as any piece with the same appearance.
        let seen = |what: &What| match what {
            What::Turned(piece) if piece.deck == "coins" => Some(piece.code.clone()),
            What::Piece(piece) if piece.code.starts_with("cC") => Some(piece.code.clone()),
            _ => None,
        };
        let shown: BTreeSet<String> = scene
            .things
            .iter()
            .filter_map(|thing| seen(&thing.what))
            .collect();
        let known = sum(&["damage_coins"]) > 0 || over;
        assert!(
            known
                || shown
                    .iter()
                    .all(|code| code.starts_with("cS") || code == "cC0"),
            "{shown:?}"
        );
        let job = pictures.job(&scene).unwrap();
        assert!(
            job.sheets[0]
                .placed
                .iter()
                .all(|placed| !placed.code.starts_with("back of") || placed.code.len() > 8)
        );
        played += usize::from(!building);
    }
    assert!(
        played > 5 && thieves > 0,
        "{played} pictures of play, {thieves} treasures seen"
    );
}

#[test]
fn every_table_of_dungeonbuilders_can_be_drawn() {
    let kit = Kit::find("dungeonbuilders").unwrap();
    let mut pictures = Pictures::new(&kit);
    let mut sitting = sitting("dungeonbuilders", &kit);
    let (mut luck, mut most) = (7u64, 0);
    for round in 0..600 {
        let Some(ask) = sitting.ask() else { break };
        luck = luck
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let option = &ask.options[(luck >> 33) as usize % ask.options.len()];
        sitting.answer(&option.id).unwrap();
        if round % 20 == 0 {
            let scene = sitting.scene(usize::MAX, None);
            most = most.max(scene.things.len());
            assert_eq!(pictures.job(&scene).unwrap().sheets.len(), 1);
        }
    }
    assert!(most > 40, "{most} things at most");
}

#[test]
fn a_kit_beside_the_games_own_provides_its_pieces() {
    let folder = tempfile::tempdir().unwrap();
    copy(
        Path::new("templates/dungeon-crawl"),
        &folder.path().join("mine"),
    );
    let open = || Kit::open(Files::Folder(folder.path().join("mine"))).unwrap();
    assert!(
        matches!(&open().uses.as_ref().unwrap().files, Files::Embedded(_)),
        "the shipped one, where none lies beside"
    );
    copy(
        Path::new("templates/piecepack"),
        &folder.path().join("piecepack"),
    );
    assert!(matches!(
        &open().uses.as_ref().unwrap().files,
        Files::Folder(_)
    ));
    let manifest = folder.path().join("mine/kit.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(
        &manifest,
        text.replace("uses = \"piecepack\"", "uses = \"piecepak\""),
    )
    .unwrap();
    let problems = Kit::open(Files::Folder(folder.path().join("mine")))
        .unwrap_err()
        .to_string();
    assert!(
        problems.contains("there is no kit `piecepak`"),
        "{problems}"
    );
}

#[test]
fn a_build_of_the_game_says_which_kit_has_its_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let build = |kits: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_paperkeep"));
        command
            .current_dir(folder.path())
            .arg("build")
            .args(kits)
            .args(["--paper", "a4", "--ink", "mono"]);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    assert!(build(&[GAME]).contains("paperkeep build piecepack"));
    assert!(!build(&[GAME, "piecepack"]).contains("paperkeep build piecepack"));
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
