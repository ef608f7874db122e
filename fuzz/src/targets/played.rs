//! The rules of small games, changed and then played at random.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

use paperkeep::games::{self, Setup, Visitor};
use paperkeep::kit::{Files, Kit};
use paperkeep::lab::{self, Plan, Shard};
use paperkeep::referee::journal::Secrets;
use paperkeep::referee::{Bots, Words};

/// Kits with rules of their own.
const GAMES: [&str; 5] = ["crazy-eights", "meadows", "vault", "pig", "open-table"];

/// A game is cut after this many moves.
const LONGEST: u64 = 200;

/// The rules of each, with the number of its kit before them.
pub fn rules() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (number, game) in (0..).zip(GAMES) {
        let kit = starter(game);
        let mut seed = vec![number];
        seed.extend(&kit["play.toml"]);
        seeds.push(seed);
    }
    seeds
}

fn starter(game: &str) -> BTreeMap<String, Vec<u8>> {
    let files = Files::starter(game).expect("a starter").embedded();
    let named = |(path, bytes): (PathBuf, &[u8])| (path.display().to_string(), bytes.to_vec());
    files.into_iter().map(named).collect()
}

/// Plays a game with these rules; returns whether that was possible.
pub fn played(input: &[u8]) -> bool {
    let Some((number, text)) = input.split_first() else {
        return false;
    };
    let mut files = starter(GAMES[usize::from(*number) % GAMES.len()]);
    files.insert("play.toml".to_owned(), text.to_vec());
    let Some(kit) = super::open_all(files) else {
        return false;
    };
    let setup = Setup {
        secrets: Secrets::Referee,
        ..Setup::of_count(*kit.players.start())
    };
    let game = games::of_kit(&kit);
    games::with(game.id, &kit, &setup, Play).is_ok_and(|played| played)
}

struct Play;

impl Visitor for Play {
    type Out = bool;

    fn visit<G: Words + Bots>(self, game: G) -> bool {
        let plan = Plan {
            games: 1,
            seed: 1,
            bots: vec!["random".to_owned()],
            longest: LONGEST,
            shard: Shard::WHOLE,
            programs: None,
            until: None,
        };
        lab::simulate(&game, &plan, &AtomicU64::new(0)).is_ok()
    }
}

/// A translated kit, whose catalogue is changed.
pub fn catalogues() -> Vec<Vec<u8>> {
    let paths = [
        "../tests/kits/translated/lanterns/de.po",
        "../templates/dungeon-in-a-tin/es.po",
    ];
    let read = |path: &&str| std::fs::read(path).expect("run it in the folder fuzz");
    paths.iter().map(read).collect()
}

/// Opens the kit in the language of this catalogue.
pub fn translated(input: &[u8]) -> bool {
    let mut files = BTreeMap::new();
    let folder = Files::Folder("../tests/kits/translated/lanterns".into());
    for path in folder.paths() {
        let bytes = folder.bytes(&path).expect("run it in the folder fuzz");
        files.insert(path, bytes);
    }
    files.insert("de.po".to_owned(), input.to_vec());
    super::open_all(files).is_some_and(|kit: Kit| kit.in_language("de").is_ok())
}
