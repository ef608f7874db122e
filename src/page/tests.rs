//! What is sent: nothing that a seat may not know, and no more than a phone can load quickly.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::drag::{self, Drag};
use super::faces::{Painter, packed};
use super::rights::Audience;
use super::site::CLIENT;
use super::snapshot::{Context, snapshot};
use crate::games::deep_dark_dungeon::data::hex::Way;
use crate::games::{self, GAMES};
use crate::kit::Kit;
use crate::referee::bot::below;
use crate::referee::journal::{FORMAT, Header, Luck, Secrets};
use crate::referee::{Answer, Ask, Seat, Sitting, Told};

/// The length of a game, in moves.
const LONGEST: usize = 1500;
/// How often two positions that differ are compared before others are sought.
const COMPARED: usize = 12;
/// The most pairs from one game.
const PAIRS: usize = 4;
/// Games are played until this many positions were compared, or this many games are over: in some, little is hidden.
const ENOUGH: usize = 60;
const MAX_GAMES: u64 = 24;

/// For games in which nobody is ever asked in secret, there is nothing to compare.
const OPEN: [&str; 11] = [
    "crawl",
    "deep-dark-dungeon",
    "followers",
    "heights",
    "hexes",
    "klondike",
    "meadows",
    "piecepack",
    "pig",
    "tin-core",
    "war",
];
/// How many games it takes to see that.
const FEW_GAMES: u64 = 3;

fn header(game: &str, players: &[&str], seed: u64) -> Header {
    Header {
        journal: FORMAT,
        game: game.into(),
        edition: None,
        // The Tin's hands are open unless the table decides otherwise.
        options: (game == "dungeon-in-a-tin")
            .then(|| ("open_hands".into(), "false".into()))
            .into_iter()
            .collect(),
        players: players.iter().map(|name| (*name).to_owned()).collect(),
        seed,
        kit: String::new(),
        rows: Vec::new(),
        program: None,
        folder: None,
        language: None,
        rules: 0,
        physical: vec!["all".into()],
        luck: Luck::Same,
        secrets: Secrets::Referee,
        hints: true,
        bots: Vec::new(),
    }
}

/// All bytes for this seat: its snapshot, and the faces that it may load.
fn bytes(sitting: &dyn Sitting, seat: Option<Seat>, painter: &mut Painter<'_>) -> String {
    let audience = seat.map_or(Audience::Onlooker, Audience::Seat);
    let context = Context {
        devices: vec![(1, true); sitting.header().players.len()],
        ..Context::default()
    };
    let (snapshot, faces) = snapshot(sitting, audience, &context, painter);
    let faces: Vec<&str> = faces.iter().map(|face| face.id.as_str()).collect();
    format!(
        "{}\n{faces:?}",
        serde_json::to_string(&snapshot).expect("JSON")
    )
}

/// This seat sees the same in both.
fn is_alike(one: &dyn Sitting, other: &dyn Sitting, seat: Option<Seat>) -> bool {
    let [one, other] =
        [one, other].map(|sitting| sitting.state(usize::MAX, seat).expect("a state"));
    one == other
}

/// Whether something was revealed to everybody: from then on two positions differ in more than what is hidden, even if it is
/// turned face down again.
fn is_turned_up(told: &[Told]) -> bool {
    told.iter().any(|told| told.telling.kind == "shown")
}

fn any<'a>(ask: &'a Ask, luck: &mut ChaCha8Rng) -> &'a str {
    &ask.options[below(ask.options.len() as u32, luck) as usize].id
}

/// Two positions after an answer that only others may see, which this seat cannot distinguish.
fn parted(
    one: &dyn Sitting,
    seat: Option<Seat>,
    luck: &mut ChaCha8Rng,
) -> Option<[Box<dyn Sitting>; 2]> {
    let ask = one
        .ask()
        .filter(|ask| ask.secret.is_some() && ask.secret != seat)?;
    let answered = |id: &str| {
        let mut trial = one.fork();
        trial
            .answer(id)
            .ok()
            .filter(|told| !is_turned_up(told))
            .map(|_| trial)
    };
    let id = any(&ask, luck);
    let first = answered(id)?;
    let others = ask.options.iter().filter(|option| option.id != id);
    let second = others
        .filter_map(|option| answered(&option.id))
        .find(|trial| is_alike(&*first, &**trial, seat))?;
    Some([first, second])
}

/// Continues both in the same way, and compares every byte for that seat. Returns how often it did.
fn compared(
    [mut one, mut other]: [Box<dyn Sitting>; 2],
    seat: Option<Seat>,
    painter: &mut Painter<'_>,
    luck: &mut ChaCha8Rng,
) -> usize {
    for count in 0..COMPARED {
        if !is_alike(&*one, &*other, seat) {
            return count;
        }
        let [sent, twin] = [&one, &other].map(|sitting| bytes(&**sitting, seat, painter));
        assert_eq!(
            sent,
            twin,
            "{} tells {seat:?} what is hidden",
            one.header().game
        );
        let (Some(ask), Some(twin)) = (one.ask(), other.ask()) else {
            return count + 1;
        };
        let shared = ask
            .options
            .iter()
            .filter(|option| twin.options.iter().any(|other| other.id == option.id));
        let shared: Vec<&Answer> = shared.collect();
        if shared.is_empty() {
            return count + 1;
        }
        let id = &shared[below(shared.len() as u32, luck) as usize].id;
        let told = [&mut one, &mut other].map(|sitting| sitting.answer(id).expect("an option"));
        if told.iter().any(|told| is_turned_up(told)) {
            return count + 1;
        }
    }
    COMPARED
}

/// How often every byte was compared in random games of a kit.
fn compared_in(kit: &Kit) -> usize {
    let entry = games::of_kit(kit);
    let mut painter = Painter::new(kit);
    let mut count = 0;
    for seed in 0..MAX_GAMES {
        if count >= ENOUGH || count == 0 && seed >= FEW_GAMES {
            break;
        }
        let mut pairs = 0;
        let seat = [Some(0), None, Some(1), Some(2)][seed as usize % 4];
        let players = ["Ann", "Bob", "Cid"];
        let header = header(
            entry.id,
            &players[..players.len().min(*kit.players.end() as usize)],
            seed,
        );
        let mut game = games::start(kit, header).expect("a game");
        let seat = seat.filter(|seat| usize::from(*seat) < game.header().players.len());
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..LONGEST {
            let Some(ask) = game.ask().filter(|_| pairs < PAIRS) else {
                break;
            };
            if let Some(pair) = parted(&*game, seat, &mut luck) {
                pairs += 1;
                count += compared(pair, seat, &mut painter, &mut luck);
            }
            game.answer(any(&ask, &mut luck)).expect("an option");
        }
    }
    count
}

#[test]
fn every_byte_is_the_same_where_only_what_is_hidden_differs() {
    let mut compared: BTreeMap<String, usize> = BTreeMap::new();
    for entry in GAMES {
        compared.insert(
            entry.id.to_owned(),
            compared_in(&Kit::find(entry.id).expect("a shipped kit")),
        );
    }
    let kits = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kits/played");
    for entry in std::fs::read_dir(kits).expect("a folder") {
        let folder = entry.expect("an entry").path();
        let name = folder
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        compared.insert(name, compared_in(&Kit::at(&folder).expect("a good kit")));
    }
    let is_right = |(game, count): (&String, &usize)| {
        if OPEN.contains(&game.as_str()) {
            *count == 0
        } else {
            *count >= ENOUGH
        }
    };
    assert!(compared.iter().all(is_right), "{compared:?}");
}

/// The most that a new screen loads, in bytes.
const SCREEN: usize = 625_000;
/// The number of bytes before each answer's body.
const HEAD: usize = 450;
/// The table is full by then.
const FULL: usize = 240;

/// What a browser loads of the page itself, compressed as it is sent.
fn client(folder: &include_dir::Dir<'_>) -> usize {
    let weight = |file: &include_dir::File<'_>| match file.path().extension() {
        Some(kind) if kind == "woff2" => file.contents().len(),
        _ => packed(file.contents()).len(),
    };
    // Only `watch` and the studio load its own styles.
    let loaded = |file: &&include_dir::File<'_>| !file.path().ends_with("studio.css");
    let files: usize = folder
        .files()
        .filter(loaded)
        .map(|file| HEAD + weight(file))
        .sum();
    files + folder.dirs().map(client).sum::<usize>()
}

#[test]
fn a_full_table_is_soon_fetched() {
    let page = client(&CLIENT);
    for entry in GAMES {
        let kit = Kit::find(entry.id).expect("a shipped kit");
        let players = &["Ann", "Bob", "Cid", "Dot"][..(*kit.players.end()).min(4) as usize];
        let header = Header {
            physical: Vec::new(),
            ..header(entry.id, players, 1)
        };
        let mut game = games::start(&kit, header).expect("a game");
        for pick in 0..FULL {
            // Not the last answer, which is often to give up.
            let Some(ask) = game.ask() else { break };
            game.answer(&ask.options[pick % (ask.options.len().max(2) - 1)].id)
                .expect("an option");
        }
        let (table, faces) = snapshot(
            &*game,
            Audience::Table,
            &Context::default(),
            &mut Painter::new(&kit),
        );
        let faces: BTreeMap<&str, usize> = faces
            .iter()
            .map(|face| (face.id.as_str(), HEAD + face.weight()))
            .collect();
        let fetched = page
            + serde_json::to_string(&table).expect("JSON").len()
            + faces.values().sum::<usize>();
        println!("{}: {} KB, {} faces", entry.id, fetched / 1000, faces.len());
        assert!(
            fetched <= SCREEN,
            "{}: {fetched} bytes, {} faces",
            entry.id,
            faces.len()
        );
    }
}

/// The names of the places that a text map marks; `None` if it marks none with a name.
fn marked(game: &str, map: &[String]) -> Option<BTreeSet<String>> {
    let words = || {
        map.iter()
            .flat_map(|line| line.split(|sign: char| !sign.is_alphanumeric() && sign != '*'))
    };
    let column = |line: &str, at: usize| line.chars().nth(at);
    let found = match game {
        "deep-dark-dungeon" => words()
            .filter(|word| Way::ALL.iter().any(|way| way.letters() == *word))
            .map(str::to_owned)
            .collect(),
        "dungeonbuilders" => {
            let place = |word: &&str| word.len() < 4 && word.ends_with(['n', 'e', 's', 'w']);
            let tiles = words().filter_map(|word| word.strip_suffix('*'));
            tiles
                .chain(words().filter(place))
                .map(str::to_owned)
                .collect()
        }
        "miniskull-caverns" => {
            let named = map[0]
                .char_indices()
                .filter(|(_, letter)| letter.is_alphabetic());
            let rows = map
                .iter()
                .filter(|line| column(line, 1).is_some_and(|digit| digit.is_ascii_digit()));
            let marks = |(nth, (_, letter)): (usize, (usize, char))| {
                let rows = rows
                    .clone()
                    .filter(move |line| column(line, 5 + 7 * nth) == Some('?'));
                rows.map(move |line| format!("{letter}{}", line[1..2].trim()))
                    .collect::<Vec<_>>()
            };
            named.enumerate().flat_map(marks).collect()
        }
        "dungeon-crawl" => {
            let letters = map
                .iter()
                .rfind(|line| line.trim_start().starts_with('a'))?;
            let rows = map
                .iter()
                .filter_map(|line| Some((line.get(..2)?.trim().parse::<u8>().ok()?, line)));
            let marks = |(row, line): (u8, &String)| {
                let at = line
                    .chars()
                    .enumerate()
                    .filter(|(_, sign)| *sign == '*')
                    .map(|(at, _)| at - 1);
                at.map(|at| format!("{}{row}", letters[at..(at + 2).min(letters.len())].trim()))
                    .collect::<Vec<_>>()
            };
            rows.flat_map(marks).collect()
        }
        _ => return None,
    };
    Some(found)
}

/// What an answer points at has the same name on the map, in the list and wherever it is highlighted: page, pictures and text
/// have one source.
#[test]
fn a_place_has_one_name_on_the_map_and_in_the_list() {
    for entry in GAMES {
        let kit = Kit::find(entry.id).expect("a shipped kit");
        let mut compared = 0;
        for seed in 0..4 {
            let header = Header {
                physical: Vec::new(),
                ..header(entry.id, &["Ann", "Bob"], seed)
            };
            let mut game = games::start(&kit, header).expect("a game");
            let mut luck = ChaCha8Rng::seed_from_u64(seed);
            for _ in 0..150 {
                let Some(ask) = game.ask() else { break };
                let pointing = game.pointing(&ask, None);
                let shorts = game
                    .brief(&ask)
                    .map(|brief| brief.shorts)
                    .unwrap_or_default();
                let mut names = BTreeSet::new();
                for (option, (pointing, short)) in
                    ask.options.iter().zip(pointing.iter().zip(&shorts))
                {
                    let Some(name) = &pointing.name else { continue };
                    let said = format!(
                        "{} {}",
                        option.text,
                        short.as_ref().map_or("", |short| &short.text)
                    )
                    .to_lowercase();
                    assert!(
                        said.contains(&name.to_lowercase()),
                        "{}: {name} in {said:?}",
                        entry.id
                    );
                    names.insert(name.clone());
                }
                let map: Vec<String> = game
                    .board(usize::MAX, None, 400)
                    .to_string()
                    .lines()
                    .map(str::to_owned)
                    .collect();
                let map = &map[..map
                    .iter()
                    .position(|line| line.is_empty())
                    .unwrap_or(map.len())
                    .saturating_sub(1)];
                // A place beyond the edge has a number (R10), as coins do.
                let numbered = names.iter().any(|name| name.parse::<u16>().is_ok());
                if let Some(marked) = marked(entry.id, map).filter(|_| !numbered) {
                    assert_eq!(
                        marked,
                        names,
                        "{}: {}\n{}",
                        entry.id,
                        ask.question,
                        map.join("\n")
                    );
                    compared += usize::from(!names.is_empty());
                }
                game.answer(any(&ask, &mut luck)).expect("an option");
            }
        }
        assert!(
            compared > 20 || entry.id == "dungeon-in-a-tin",
            "{}: {compared}",
            entry.id
        );
    }
}

/// By game: after how many answers which sorts of pieces are dragged.
const DRAGGED: [(&str, usize, &[&str]); 5] = [
    ("dungeon-in-a-tin", 20, &["dice", "tokens", "tiles", "bead"]),
    ("miniskull-caverns", 20, &["heroes", "gems", "first_player"]),
    ("dungeon-crawl", 7, &["tiles"]),
    ("dungeonbuilders", 40, &["coins", "tiles"]),
    ("deep-dark-dungeon", 60, &["tokens", "encounters", "tiles"]),
];
/// Where all pieces lie: id, zone, mm.
fn laid(game: &dyn Sitting, painter: &mut Painter<'_>) -> Vec<(String, String, f64, f64)> {
    let table = snapshot(game, Audience::Table, &Context::default(), painter).0;
    let table = serde_json::to_value(&table).expect("JSON");
    let things = table["scene"]["things"]
        .as_array()
        .expect("things")
        .iter()
        .filter(|thing| thing["face"].is_string());
    let text =
        |thing: &serde_json::Value, key: &str| thing[key].as_str().unwrap_or_default().to_owned();
    let number = |thing: &serde_json::Value, key: &str| thing[key].as_f64().unwrap_or_default();
    things
        .map(|thing| {
            (
                text(thing, "id"),
                text(thing, "zone"),
                number(thing, "x"),
                number(thing, "y"),
            )
        })
        .collect()
}

/// Dragging a piece of any sort from where it lies to where a correction would put it means that correction.
#[test]
fn every_sort_of_piece_can_be_dragged() {
    for (id, answers, sorts) in DRAGGED {
        let kit = Kit::find(id).expect("a shipped kit");
        let mut painter = Painter::new(&kit);
        let plain = header(id, &["Ann", "Bob"], 3);
        let mut game = games::start(
            &kit,
            Header {
                physical: Vec::new(),
                options: Vec::new(),
                ..plain
            },
        )
        .expect("a game");
        let mut luck = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..answers {
            let Some(ask) = game.ask() else { break };
            game.answer(any(&ask, &mut luck)).expect("an option");
        }
        let corrections = [game.corrections(), game.tile_moves()].concat();
        for sort in sorts {
            // What lies on a tile goes with it.
            let counts = |id: &str| *sort != "tiles" || id.split('/').next() == Some("tiles");
            let mut before = laid(&*game, &mut painter);
            before.retain(|at| counts(&at.0));
            let far = |one: &(String, String, f64, f64), other: &(String, String, f64, f64)| {
                if one.1 == other.1 {
                    (one.2 - other.2).hypot(one.3 - other.3)
                } else {
                    1000.0
                }
            };
            // One piece moves, and no other makes room for it.
            let drop = corrections
                .iter()
                .filter(|words| !words.contains("step"))
                .find_map(|words| {
                    let mut trial = game.fork();
                    trial.correct(words).ok()?;
                    let mut after = laid(&*trial, &mut painter);
                    after.retain(|at| counts(&at.0));
                    let gone: Vec<_> = before
                        .iter()
                        .filter(|at| after.iter().all(|other| far(at, other) > 1.0))
                        .collect();
                    let came: Vec<_> = after
                        .iter()
                        .filter(|at| before.iter().all(|other| far(at, other) > 1.0))
                        .collect();
                    let [gone, came] = [&gone[..], &came[..]]
                        .map(|alone| alone.first().filter(|_| alone.len() == 1).copied());
                    let (gone, (_, zone, x, y)) = (
                        gone.filter(|gone| gone.0.split('/').next() == Some(*sort))?,
                        came?,
                    );
                    let drag = serde_json::json!({ "thing": gone.0, "zone": zone, "x": x, "y": y });
                    Some((words, serde_json::from_value::<Drag>(drag).expect("a drag")))
                });
            let (words, drop) =
                drop.unwrap_or_else(|| panic!("{id}: no correction moves one of {sort}"));
            let meant = drag::meanings(&*game, &drop, &mut painter);
            let found: Vec<&str> = meant.iter().map(|meaning| meaning.words.as_str()).collect();
            assert!(
                found.contains(&words.as_str()),
                "{id}: {words} is not among {found:?}"
            );
        }
    }
}

/// A hero of MiniSkull that is put down within a square, not on the line between two, is on that square.
#[test]
fn a_drop_within_a_place_means_that_place_alone() {
    let kit = Kit::find("miniskull-caverns").expect("a shipped kit");
    let mut painter = Painter::new(&kit);
    let plain = header("miniskull-caverns", &["Ann", "Bob"], 3);
    let mut game = games::start(
        &kit,
        Header {
            physical: Vec::new(),
            ..plain
        },
    )
    .expect("a game");
    for _ in 0..2 {
        let id = game.ask().expect("a question").options[0].id.clone();
        game.answer(&id).expect("an option");
    }
    let mut dropped = |x: f64, y: f64| {
        let drag = serde_json::json!({ "thing": "heroes/H1", "zone": "map", "x": x, "y": y });
        drag::meanings(
            &*game,
            &serde_json::from_value::<Drag>(drag).expect("a drag"),
            &mut painter,
        )
    };
    let (x, y) = (-20.0, 16.8);
    for (dx, dy) in [(0.0, 0.0), (6.0, 0.0), (0.0, 6.0), (-6.0, -6.0)] {
        let meant: Vec<String> = dropped(x + dx, y + dy)
            .into_iter()
            .map(|meaning| meaning.words)
            .collect();
        assert_eq!(meant, ["Ann at b4"], "{dx}, {dy}");
    }
}

/// A kit may be played before its faces are right: the rest of the table is seen, and they say what they are.
#[test]
fn a_face_that_cannot_be_drawn_leaves_the_table_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "kit.toml",
        "id = \"fair\"\ntitle = \"Fair\"\ndesigners = [\"Nobody\"]\nlicence = \"None.\"\nplayers = { min = 1, max = 2 }\n\
         [[deck]]\nname = \"goods\"\nrows = \"goods.csv\"\nfront = \"goods.svg\"\nmake = \"cards\"\nsize = [63, 88]\n\
         [deck.fields]\nname = { type = \"text\" }\n",
    );
    write("goods.csv", "code,name\nA,Apples\n");
    write(
        "goods.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63 88'><text font-family='Nowhere' x='9' y='9'>{{ name }}</text></svg>",
    );
    let kit = Kit::open(crate::kit::Files::Folder(folder.path().into())).unwrap();
    let mut scene = crate::referee::Scene::default();
    let piece = crate::referee::scene::Piece {
        deck: "goods",
        code: "A".into(),
        face: None,
        set: 0,
    };
    scene.at(crate::referee::scene::What::Piece(piece.clone()), 0.0, 0.0);
    let mut painter = Painter::new(&kit);
    assert_eq!(painter.lying(&scene).len(), 1);
    let face = painter.face(&crate::referee::scene::What::Piece(piece));
    assert_eq!(face.unwrap().size, (63.0, 88.0));
}
