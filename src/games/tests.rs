//! Tests that every listed game must pass, so that a new game is tested as soon as it is listed.

pub mod examples;
pub mod scene;

use std::path::Path;

use super::past::Binding;
use super::{Entry, GAMES, Setup, Visitor, find, with};
use crate::kit::Kit;
use crate::referee::journal::{self, FORMAT, Header, Luck, Secrets};
use crate::referee::{Bots, Session, Sitting, Words, conformance};

/// A header for this edition and number of players.
fn header(entry: &Entry, edition: Option<&str>, kit: &Kit, players: usize, seed: u64) -> Header {
    let stamp = entry.stamp(kit, &Setup::default());
    Header {
        journal: FORMAT,
        game: entry.id.into(),
        edition: edition.map(str::to_owned),
        options: vec![],
        players: ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"][..players]
            .iter()
            .map(|name| (*name).to_owned())
            .collect(),
        seed,
        kit: stamp.kit,
        rows: stamp.rows,
        program: None,
        folder: None,
        language: None,
        rules: entry.rules,
        physical: vec![],
        luck: Luck::Same,
        secrets: Secrets::Referee,
        hints: true,
        bots: Vec::new(),
    }
}

/// Each game in each of its editions, with its kit; `None` for the default edition.
fn editions() -> impl Iterator<Item = (&'static Entry, Option<&'static str>, Kit)> {
    GAMES.iter().flat_map(|entry| {
        let others = entry.editions.iter().skip(1).map(|edition| Some(*edition));
        std::iter::once(None)
            .chain(others)
            .map(move |edition| (entry, edition, Kit::find(entry.id).expect("a shipped kit")))
    })
}

/// The same games, with headers for the fewest and the most players.
fn tables(seed: u64) -> impl Iterator<Item = (&'static Entry, Kit, Header)> {
    editions().flat_map(move |(entry, edition, kit)| {
        let least = *kit.players.start() as usize;
        let most = (*kit.players.end() as usize).min(4);
        [least, most].map(|players| {
            (
                entry,
                kit.clone(),
                header(entry, edition, &kit, players, seed),
            )
        })
    })
}

/// Kits of earlier versions may differ from today's only in words: if a number in a shipped kit changes, older journals are
/// refused, and the list of kits must say so.
#[test]
fn shipped_kits_play_as_the_list_of_earlier_ones_says() {
    for entry in GAMES {
        let kit = Kit::find(entry.id).expect("a shipped kit");
        let stamp = entry.stamp(&kit, &Setup::default());
        assert!(
            entry.past.kits.iter().all(|(_, now)| *now == stamp.kit),
            "{}: {}",
            entry.id,
            stamp.kit
        );
        let Binding::Rows(all) = entry.binding else {
            panic!("{} depends on more than rows", entry.id)
        };
        for reads in all {
            assert!(!(reads.fields)().is_empty(), "{}: {}", entry.id, reads.deck);
            assert!(
                stamp
                    .rows
                    .iter()
                    .any(|(row, _)| row.starts_with(reads.deck)),
                "{}: {}",
                entry.id,
                reads.deck
            );
        }
    }
}

/// MiniSkull Caverns A23: helpers used to start in the centre.
#[test]
fn what_a_journal_leaves_out_has_the_default_of_its_version() {
    let entry = find("miniskull-caverns").expect("a game");
    let kit = Kit::find(entry.id).expect("a shipped kit");
    let helpers = |rules: u32, options: &[(&str, &str)]| {
        let options = options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let header = Header {
            rules,
            options,
            ..header(entry, None, &kit, 2, 1)
        };
        assert_eq!(entry.fits(&header, &kit), Ok(()));
        entry
            .value(&entry.setup(&header), "tiny_helpers")
            .to_owned()
    };
    assert_eq!(
        (helpers(1, &[]).as_str(), helpers(2, &[]).as_str()),
        ("centre", "anywhere")
    );
    assert_eq!(helpers(1, &[("tiny_helpers", "anywhere")]), "anywhere");
    let wished = [("solo_turns".to_owned(), "9".to_owned())];
    let all = entry.every_option(&wished);
    assert_eq!((all.len(), &all[0]), (entry.options.len(), &wished[0]));
    assert!(all.contains(&("tiny_helpers".to_owned(), "anywhere".to_owned())));
}

#[test]
fn an_option_that_changes_nothing_is_told() {
    let told = |game: &str, edition: Option<&str>, players: usize, option: &str| {
        let setup = Setup {
            players: ["Ann", "Bob"][..players]
                .iter()
                .map(|name| (*name).to_owned())
                .collect(),
            edition: edition.map(str::to_owned),
            options: vec![(
                option.to_owned(),
                find(game)
                    .expect("a game")
                    .value(&Setup::default(), option)
                    .to_owned(),
            )],
            ..Setup::default()
        };
        find(game).expect("a game").idle_options(&setup).len()
    };
    assert_eq!(
        [1, 2].map(|players| told("deep-dark-dungeon", None, players, "solo_turns")),
        [0, 1]
    );
    assert_eq!(
        [1, 2].map(|players| told("miniskull-caverns", None, players, "tiny_helpers")),
        [1, 0]
    );
    assert_eq!(
        [None, Some("original")].map(|of| told("deep-dark-dungeon", of, 1, "exit_tile_in_setup")),
        [0, 1]
    );
    assert_eq!(
        [None, Some("original")].map(|of| told("deep-dark-dungeon", of, 1, "exit_card")),
        [1, 0]
    );
    assert_eq!(
        [1, 2].map(|players| told("dungeon-in-a-tin", None, players, "open_hands")),
        [1, 0]
    );
}

/// What people type, and the name under which it is kept.
#[test]
fn moves_are_read_in_any_case_by_players_names_and_in_old_notations() {
    struct Name(&'static str);

    impl Visitor for Name {
        type Out = Option<String>;

        fn visit<G: Words + Bots>(self, game: G) -> Option<String> {
            game.parse(self.0).map(|mv| game.id(mv))
        }
    }

    for (game, typed, id) in [
        (
            "dungeon-in-a-tin",
            " Fight:RED-hc:After-2-1 ",
            Some("fight:red-horned-chest:after-1-2"),
        ),
        ("dungeon-in-a-tin", "fight:red-hc:after-9", None),
        (
            "dungeon-in-a-tin",
            "unlock-beyond:North",
            Some("unlock-beyond:n"),
        ),
        (
            "miniskull-caverns",
            "ATTACK:ann+Bob",
            Some("attack:red+blue"),
        ),
        ("miniskull-caverns", "attack:None", Some("attack:none")),
        (
            "miniskull-caverns",
            "place:rotate1+",
            Some("place:rotate1+"),
        ),
        (
            "miniskull-caverns",
            "place:rotate1+forward",
            Some("place:rotate1+forward"),
        ),
        ("miniskull-caverns", "hide", Some("hide")),
        ("dungeon-crawl", "steal:Unseen", Some("steal:unseen")),
        ("dungeon-crawl", "roll:N", Some("roll:0")),
        ("deep-dark-dungeon", "attack:bob", Some("attack:2")),
        ("deep-dark-dungeon", "step:north-east", Some("step:NE")),
        ("dungeonbuilders", "put:C2 1:-3", Some("put:C2:1,-3")),
        ("dungeonbuilders", "PUT:c2:1:-3", Some("put:C2:1,-3")),
        ("dungeonbuilders", "draw:E", None),
        ("dungeonbuilders", "join:S3:west:2:1", None),
    ] {
        let players = ["Ann", "Bob"].map(str::to_owned).into();
        let setup = Setup {
            players,
            ..Setup::default()
        };
        let read = with(
            game,
            &Kit::find(game).expect("a shipped kit"),
            &setup,
            Name(typed),
        )
        .expect("a game");
        assert_eq!(read.as_deref(), id, "{game}: {typed}");
    }
}

/// A11: eight players, each with a set of their own, and the reason why no more.
#[test]
fn eight_may_enter_the_tin() {
    let entry = find("dungeon-in-a-tin").expect("a game");
    let kit = Kit::find(entry.id).expect("a shipped kit");
    assert!(entry.check(&kit, &Setup::of_count(8)).is_ok());
    let told = entry
        .check(&kit, &Setup::of_count(9))
        .expect_err("too many")
        .to_string();
    assert!(
        told.contains("for 1 to 8 players, not 9: everybody brings a set"),
        "{told}"
    );
}

/// The words and the numbers of a kit agree: the rules text quotes the values in the rows.
#[test]
fn numbers_in_the_rules_are_those_of_the_rows() {
    for entry in GAMES {
        let kit = Kit::find(entry.id).expect("a shipped kit");
        assert!(
            kit.rules.iter().all(|rule| !rule.text.contains(['{', '}'])),
            "{}",
            entry.id
        );
    }
    let kit = Kit::find("deep-dark-dungeon").expect("a shipped kit");
    let rule = |id: &str| {
        kit.rules
            .iter()
            .find(|rule| rule.id == id)
            .map(|rule| rule.text.as_str())
            .expect("a rule")
    };
    assert!(
        rule("R42").starts_with("4 while Healthy, 2 while Hurt, and 1 more"),
        "{}",
        rule("R42")
    );
}

#[test]
fn an_order_may_be_named_in_part_and_nothing_twice() {
    let setup = |option: (&str, &str)| Setup {
        players: vec!["Ann".into(), "Bob".into()],
        options: vec![(option.0.into(), option.1.into())],
        ..Setup::default()
    };
    let kit = Kit::find("dungeon-crawl").expect("a shipped kit");
    let entry = find("dungeon-crawl").expect("a game");
    for option in [
        ("suits", "SMCA"),
        ("suits", "ACMS"),
        ("suits", "CA"),
        ("corners", "usual"),
        ("corners", "NE-SW"),
        ("corners", "SE"),
    ] {
        assert!(entry.check(&kit, &setup(option)).is_ok(), "{option:?}");
    }
    for option in [
        ("suits", ""),
        ("suits", "CC"),
        ("suits", "CAX"),
        ("suits", "any order"),
        ("corners", "NE-NE"),
        ("corners", "N"),
    ] {
        let told = entry
            .check(&kit, &setup(option))
            .expect_err("a wish that is refused")
            .to_string();
        assert!(
            told.contains(&format!("option `{}` cannot be `{}`", option.0, option.1)),
            "{told}"
        );
    }
    assert_eq!(
        super::in_order([1, 2, 3, 4], [3, 1].into_iter()),
        [3, 1, 2, 4]
    );
}

#[test]
fn a_number_keeps_within_its_own_bounds() {
    let goal = find("dungeonbuilders")
        .expect("a game")
        .options
        .iter()
        .find(|option| option.name == "goal")
        .expect("a goal");
    for value in ["1", "30", "999"] {
        assert!(goal.allows(value), "{value}");
    }
    for value in ["0", "1000", "030", "+5", "1-999", ""] {
        assert!(!goal.allows(value), "{value}");
    }
}

#[test]
fn lists_and_judges_agree_on_every_constructible_move() {
    struct Hold;

    impl Visitor for Hold {
        type Out = ();

        fn visit<G: Words + Bots>(self, game: G) {
            let universe = conformance::constructible(&game, 6, 300);
            conformance::check_play(&game, &universe, 2, 120, |_| {});
        }
    }

    for (entry, kit, header) in tables(0) {
        with(entry.id, &kit, &header.setup(), Hold).expect("a game");
    }
}

#[test]
fn sessions_replay_from_every_prefix_of_their_journal() {
    struct Keep(Header);

    impl Visitor for Keep {
        type Out = ();

        fn visit<G: Words + Bots>(self, game: G) {
            conformance::check_session(game, self.0, 60);
        }
    }

    for (entry, kit, header) in (0..3).flat_map(tables) {
        with(entry.id, &kit, &header.setup(), Keep(header)).expect("a game");
    }
}

/// A stored game must always come to the same end. If a game or an edition has none yet, one is played and written; if a
/// journal has no end yet, the end is written, and the test fails so that somebody looks at it. Rules that judge a stored
/// game differently need a new version, and then a new golden game.
#[test]
fn golden_games_come_to_the_same_end() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for (entry, edition, kit) in editions() {
        let name = edition.map_or(entry.id.to_owned(), |edition| {
            format!("{}-{edition}", entry.id)
        });
        let path = folder.join(format!("{name}.jsonl"));
        if !path.exists() {
            let header = header(entry, edition, &kit, *kit.players.start() as usize, 20);
            std::fs::create_dir_all(&folder).expect("a folder");
            with(entry.id, &kit, &header.setup(), Record(header, &path)).expect("a game");
        }
    }
    for file in std::fs::read_dir(&folder).expect("a folder") {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|kind| kind != "jsonl") {
            continue;
        }
        let record = journal::read(&path).expect("a sound journal");
        let game = &record.header.game;
        let end = path.with_extension("json");
        let entry = find(game).expect("a game");
        let kit = Kit::find(game).expect("a shipped kit");
        entry
            .fits(&record.header, &kit)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let found =
            with(game, &kit, &entry.setup(&record.header), Recall(&record)).expect("a game");
        let Ok(golden) = std::fs::read_to_string(&end) else {
            std::fs::write(&end, found).expect("a file");
            panic!("{} is new: look at it, and run this again", end.display());
        };
        assert_eq!(golden, found, "{} came to another end", path.display());
    }

    /// Plays a whole game, with undone mistakes and a correction.
    struct Record<'p>(Header, &'p Path);

    impl Visitor for Record<'_> {
        type Out = ();

        fn visit<G: Words + Bots>(self, game: G) {
            let (mut session, _) = Session::start(game, self.0, Some(self.1)).expect("a session");
            for deed in 0..2000usize {
                let Some(ask) = session.ask() else { return };
                // The last option is often to give up.
                let pick = (deed * 7 + deed / 3) % (ask.options.len().max(2) - 1);
                session.answer(&ask.options[pick].id).expect("an option");
                if deed % 25 == 24 {
                    session.undo(2).expect("it can be taken back");
                    session.redo(1).expect("and made again");
                    let correction = session.corrections()[deed % 3].clone();
                    // The game goes on whether or not the correction is accepted.
                    drop(session.correct(&correction));
                }
            }
            session.end().expect("an end by agreement");
        }
    }

    struct Recall<'r>(&'r journal::Record);

    impl Visitor for Recall<'_> {
        type Out = String;

        fn visit<G: Words + Bots>(self, game: G) -> String {
            let session = Session::recall(game, self.0).unwrap_or_else(|error| panic!("{error}"));
            let outcome = format!("{:?}", session.outcome());
            let state = session.state(usize::MAX, None).expect("a state");
            let end =
                serde_json::json!({ "moves": session.made(), "outcome": outcome, "table": state });
            serde_json::to_string_pretty(&end).expect("JSON") + "\n"
        }
    }
}
