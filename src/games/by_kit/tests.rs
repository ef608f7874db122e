//! Well-known games as kits in `tests/kits/played`: the tests that every game passes, known odds and golden games. `language`
//! tests the rest of the language.

mod figures;
mod knowledge;
mod language;
mod reference;
mod scenes;
mod secrets;

use std::path::{Path, PathBuf};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::games::Setup;
use crate::games::by_kit::KitGame;
use crate::games::by_kit::rules::position::{Position, Wait};
use crate::kit::Kit;
use crate::referee::bot::below;
use crate::referee::journal::{FORMAT, Header, Luck, Secrets};
use crate::referee::scene::{Placement, Thing, What, Zone};
use crate::referee::{Choices, Corrections, Game, Pointing, Turn, Verdict, Words, conformance};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/kits/played")
        .join(name)
}

fn game(name: &str, players: u32) -> KitGame {
    let kit = Kit::at(&folder(name)).unwrap_or_else(|problems| panic!("{problems}"));
    let setup = Setup {
        secrets: Secrets::Referee,
        ..Setup::of_count(players)
    };
    KitGame::new(&kit, &setup).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Plays at random to the end; returns the last position and the numbers of decisions and moves.
fn random(
    game: &KitGame,
    luck: &mut ChaCha8Rng,
    choices: &mut Choices<crate::games::by_kit::rules::position::Move>,
) -> (Position, u64, u64) {
    let (mut p, mut decisions, mut moves) = (game.start(), 0, 0);
    while game.turn(&p) != Turn::Over {
        game.moves(&p, choices);
        decisions += u64::from(matches!(game.turn(&p), Turn::Player(_)));
        moves += 1;
        let choice = choices.at(below(choices.total(), luck)).expect("a case");
        game.apply(&mut p, choice.mv, &mut |_| {});
        assert_eq!(
            p.fault,
            None,
            "{}",
            game.line_of(p.fault.map_or(0, |fault| fault.op))
        );
        assert!(moves < 100_000, "a game without an end");
    }
    (p, decisions, moves)
}

/// The mean and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let spread = values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / (n - 1.0).max(1.0);
    (mean, (spread / n).sqrt())
}

/// Plays random games; returns the decisions, the first seat's score, and its share of wins.
fn odds(name: &str, players: u32, games: usize) -> ((f64, f64), (f64, f64), (f64, f64)) {
    let game = game(name, players);
    let mut luck = ChaCha8Rng::seed_from_u64(7);
    let mut choices = Choices::default();
    let mut decisions = Vec::new();
    let mut scores = Vec::new();
    let mut wins = Vec::new();
    for _ in 0..games {
        let (p, made, _) = random(&game, &mut luck, &mut choices);
        let outcome = game.outcome(&p).expect("an outcome");
        decisions.push(made as f64);
        scores.push(f64::from(outcome.scores[0].unwrap_or(0)));
        wins.push(f64::from(u8::from(outcome.verdicts[0] == Verdict::Win)));
    }
    (mean(&decisions), mean(&scores), mean(&wins))
}

/// Each with its number of players.
const GAMES: [(&str, u32); 15] = [
    ("pig", 2),
    ("war", 2),
    ("crazy-eights", 3),
    ("crawl", 1),
    ("klondike", 1),
    ("bazaar", 2),
    ("tricks", 3),
    ("rock-paper-scissors", 2),
    ("fireworks", 3),
    ("meadows", 2),
    ("hexes", 2),
    ("vault", 2),
    ("tin-core", 1),
    ("followers", 2),
    ("heights", 2),
];

fn open_table(kit: &str, players: u32, secrets: Secrets, options: &[(&str, &str)]) -> KitGame {
    let kit = Kit::find(kit).expect("a shipped kit");
    let options = options
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    KitGame::new(
        &kit,
        &Setup {
            secrets,
            options,
            ..Setup::of_count(players)
        },
    )
    .unwrap_or_else(|error| panic!("{error}"))
}

/// Checks that every piece is in one place, and that pools match the unknown pieces.
fn sound(p: &Position) {
    let mut seen = vec![false; p.pieces.len()];
    for (zone, pieces) in p.zones.iter().enumerate() {
        for piece in pieces {
            let piece = usize::from(*piece);
            assert!(
                !std::mem::replace(&mut seen[piece], true),
                "a piece is in two places"
            );
            assert_eq!(
                usize::from(p.pieces[piece].zone),
                zone,
                "a piece is not where it lies"
            );
        }
    }
    for (number, pool) in p.pools.0.iter().enumerate() {
        let counted: u16 = pool.counts.iter().sum::<u16>()
            + pool.children.iter().map(|(_, count)| count).sum::<u16>();
        assert_eq!(counted, pool.size, "pool {number} holds what it does not");
    }
}

/// Reports name cards as people do, with the code only where a name stands for several.
#[test]
fn what_is_drawn_is_called_by_its_name() {
    let game = game("bazaar", 2);
    let called = |id: &str| game.drawn(game.parse(id).expect("a card"));
    assert_eq!(called("is:S"), "Silver");
    assert_eq!(called("is:E2"), "Estate (E2)");
}

#[test]
fn the_games_keep_every_promise() {
    for (name, players) in GAMES {
        let game = game(name, players);
        let universe = conformance::constructible(&game, 2, 150);
        conformance::check_play(&game, &universe[..universe.len().min(150)], 2, 60, sound);
        conformance::check_corrections(&game, 1, 25, sound);
    }
}

/// Whatever the audit writes of a table can be entered again, and play goes on there as it would have.
#[test]
fn a_table_that_stands_is_entered_by_its_lines() {
    // Nobody is asked anything in a war, and in the others rounds do not take turns.
    const NEVER: [&str; 3] = ["war", "tricks", "rock-paper-scissors"];
    for (name, players) in GAMES {
        let game = game(name, players);
        let entered = conformance::check_entering(&game, 2, 90);
        assert!(entered > 0 || NEVER.contains(&name), "{name}");
    }
}

#[test]
fn the_open_table_keeps_every_promise() {
    for secrets in [Secrets::Referee, Secrets::Table] {
        let game = open_table("piecepack", 2, secrets, &[("dice", "2d6"), ("deal", "3")]);
        let universe = conformance::constructible(&game, 2, 60);
        conformance::check_play(&game, &universe[..universe.len().min(120)], 2, 40, sound);
        conformance::check_corrections(&game, 1, 9, sound);
    }
}

#[test]
fn a_kit_s_game_replays_from_every_prefix_of_its_journal() {
    for (name, players) in [
        ("crazy-eights", 2),
        ("vault", 2),
        ("fireworks", 3),
        ("rock-paper-scissors", 2),
    ] {
        let header = header(name, players as usize, 3);
        conformance::check_session(game(name, players), header, 40);
    }
    conformance::check_session(
        open_table("piecepack", 2, Secrets::Referee, &[]),
        header("piecepack", 2, 5),
        60,
    );
}

fn header(name: &str, players: usize, seed: u64) -> Header {
    Header {
        journal: FORMAT,
        game: name.into(),
        edition: None,
        options: vec![],
        players: Setup::of_count(players as u32).players,
        seed,
        kit: String::new(),
        rows: vec![],
        program: None,
        folder: None,
        language: None,
        rules: crate::games::by_kit::VERSION,
        physical: vec![],
        luck: Luck::Same,
        secrets: Secrets::Referee,
        hints: true,
        bots: Vec::new(),
    }
}

/// Journals of version 1 identify their rules by the machine of that time, and still fit the same kits.
#[test]
fn journals_of_before_fit_their_kits() {
    for (name, was) in [
        ("crawl", "e4b2cccfd5c2898f"),
        ("fireworks", "ae6ada06b0fd9679"),
        ("hexes", "55677ac3824512e6"),
        ("klondike", "954fb378d4216ce5"),
        ("meadows", "5ddf149ba662f8dc"),
        ("pig", "e3cd504af74bf919"),
        ("rock-paper-scissors", "0806b05c6bc10e4b"),
        ("tin-core", "796c71054e0ac981"),
        ("war", "4a3aa0973ddc60bd"),
        ("crazy-eights", "93765e285fc660c1"),
    ] {
        let kit = Kit::at(&folder(name)).expect("a kit");
        let entry = super::entry(&kit);
        let before = Header {
            kit: was.to_owned(),
            rules: 1,
            ..header(name, 2, 1)
        };
        assert_eq!(entry.fits(&before, &kit), Ok(()), "{name}");
        let now = Header {
            kit: entry.stamp(&kit, &before.setup()).kit,
            ..header(name, 2, 1)
        };
        assert_eq!(entry.fits(&now, &kit), Ok(()), "{name}");
        assert_ne!(now.kit, was);
        let other = Header {
            kit: was.to_owned(),
            ..header(name, 2, 1)
        };
        assert!(entry.fits(&other, &kit).is_err(), "{name}");
        // A game that began by rules of the program, before the kit had its own.
        let of_the_program = Header {
            rows: vec![("tiles T01".into(), "0a1b".into())],
            program: Some("0.1.0".into()),
            ..header(name, 2, 1)
        };
        let why = entry
            .fits(&of_the_program, &kit)
            .map_err(|why| why.to_string());
        assert!(
            why.clone()
                .is_err_and(|why| why.contains("paperkeep 0.1.0 plays it")),
            "{why:?}"
        );
    }
}

/// A tile that is just being laid cannot be removed by a correction: the rules would fail at their next step.
#[test]
fn pieces_are_put_right_between_moves_alone() {
    let game = game("vault", 2);
    let mut luck = ChaCha8Rng::seed_from_u64(3);
    let mut choices = Choices::default();
    let (mut p, mut asked, mut chosen) = (game.start(), 0, 0);
    for _ in 0..200 {
        assert_eq!(
            game.cannot_correct(&p).is_none(),
            matches!(p.wait, Wait::Choose(_))
        );
        let corrections = game.corrections(&p);
        let moves = corrections
            .iter()
            .filter(|known| game.correction(known).contains(" from "));
        match p.wait {
            Wait::Ask(..) => {
                let drawn = game
                    .parse_correction(&p, "move R3 rooms")
                    .expect("a piece and a zone");
                assert!(
                    game.correct(&mut p.clone(), &drawn, &mut |_| {}).is_err()
                        && moves.count() == 0
                );
                asked += 1;
            }
            Wait::Choose(_) => chosen += moves.count().min(1),
            _ => {}
        }
        game.moves(&p, &mut choices);
        let Some(choice) = choices.at(below(choices.total().max(1), &mut luck)) else {
            break;
        };
        game.apply(&mut p, choice.mv, &mut |_| {});
    }
    assert!(asked > 3 && chosen > 10, "{asked} {chosen}");
}

/// Swapping a card in another player's hand with one that nobody has seen changes nothing that a seat sees.
#[test]
fn nobody_sees_what_another_holds() {
    let game = game("crazy-eights", 3);
    let universe = conformance::constructible(&game, 1, 80);
    let mut luck = ChaCha8Rng::seed_from_u64(5);
    let mut choices = Choices::default();
    let mut p = game.start();
    let mut pairs = 0;
    for _ in 0..120 {
        game.moves(&p, &mut choices);
        let Some(choice) = choices.at(below(choices.total().max(1), &mut luck)) else {
            break;
        };
        game.apply(&mut p, choice.mv, &mut |_| {});
        for piece in 0..p.pieces.len() as u16 {
            let seers = game.seers(&p, piece);
            let kind = p.pieces[usize::from(piece)].kind;
            let pool = p
                .pools
                .0
                .iter()
                .position(|pool| pool.size > 0 && pool.children.is_empty());
            let (Some(pool), true) = (
                pool,
                seers.count_ones() == 1 && kind != crate::games::by_kit::rules::position::UNKNOWN,
            ) else {
                continue;
            };
            let other = p.pools.0[pool]
                .counts
                .iter()
                .position(|count| *count > 0)
                .expect("a kind");
            let mut twin = p.clone();
            twin.pieces[usize::from(piece)].kind = other as u16;
            twin.pools.0[pool].counts[other] -= 1;
            twin.pools.0[pool].counts[usize::from(kind)] += 1;
            let blind = (0..3).find(|seat| seers >> seat & 1 == 0);
            conformance::check_secrets(
                &game,
                &p,
                &twin,
                blind,
                &universe[..universe.len().min(20)],
            );
            pairs += 1;
        }
    }
    assert!(pairs > 100, "{pairs}");
}

/// The figures of the specification, each computed by a program written for that game alone.
#[test]
fn random_play_comes_to_the_known_odds() {
    let near = |(found, error): (f64, f64), known: f64, known_error: f64| {
        let most = 4.0 * (error * error + known_error * known_error).sqrt();
        assert!(
            (found - known).abs() <= most,
            "{found} ± {error}, where {known} ± {known_error} is known"
        );
    };
    let (decisions, _, wins) = odds("pig", 2, 3_000);
    near(decisions, 89.6, 0.1);
    near(wins, 0.532, 0.002);
    let (decisions, _, wins) = odds("crazy-eights", 3, 1_000);
    near(decisions, 430.4, 2.9);
    near(wins, 1.0 / 3.0, 0.01);
    let (decisions, score, wins) = odds("crawl", 1, 10_000);
    near(decisions, 6.846, 0.009);
    near(score, -175.88, 0.02);
    assert_eq!(wins.0, 0.0, "nobody wins");
    // In rock, paper, scissors a third of all rounds are ties, and a race to three takes 4.125 others.
    let (decisions, _, wins) = odds("rock-paper-scissors", 2, 1_500);
    near(decisions, 2.0 * 1.5 * 4.125, 0.0);
    near(wins, 0.5, 0.0);
    // Every card is played, whether forced or not.
    let (decisions, score, wins) = odds("tricks", 3, 400);
    assert_eq!(decisions.0, 54.0);
    near(score, 6.0, 0.0);
    near(wins, 0.3829, 0.002);
}

/// War has no choices at all, and its length matches that of a dedicated program: 268.5 ± 1.1 rounds.
#[test]
fn war_runs_by_itself() {
    let game = game("war", 2);
    let rounds = game
        .program
        .vars
        .iter()
        .find(|var| var.name == "rounds")
        .expect("a counter")
        .base;
    let mut luck = ChaCha8Rng::seed_from_u64(3);
    let mut choices = Choices::default();
    let mut lengths = Vec::new();
    for _ in 0..300 {
        let (p, decisions, _) = random(&game, &mut luck, &mut choices);
        assert_eq!(decisions, 0);
        lengths.push(f64::from(p.vars[usize::from(rounds)]));
    }
    let (found, error) = mean(&lengths);
    assert!(
        (found - 268.5).abs() <= 4.0 * (error + 1.1),
        "{found} ± {error}"
    );
}

/// One game of each kit, recorded move by move, is still legal and comes to the same end.
///
/// `GOLDEN=1` records them again.
#[test]
fn golden_games_are_played_as_before() {
    use crate::referee::Words;
    for (name, players) in GAMES {
        let game = game(name, players);
        let path = folder(name).join("golden.txt");
        if std::env::var_os("GOLDEN").is_some() {
            std::fs::write(&path, golden(&game)).expect("a golden game");
        }
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{name} has no golden game"));
        let (moves, end) = text.split_once("\n\n").expect("moves and an end");
        let mut p = game.start();
        for id in moves.split_whitespace() {
            let mv = game
                .parse(id)
                .unwrap_or_else(|| panic!("{name}: no move {id}"));
            game.play(&mut p, mv, &mut |_| {})
                .unwrap_or_else(|why| panic!("{name}, {id}: {}", game.refused(&p, why).reason));
        }
        assert_eq!(ended(&game, &p), end, "{name}");
    }
}

/// Plays a random game; returns its moves and how it ended.
fn golden(game: &KitGame) -> String {
    use crate::referee::Words;
    let mut luck = ChaCha8Rng::seed_from_u64(11);
    let mut choices = Choices::default();
    let mut p = game.start();
    let mut text = String::new();
    let mut line = 0;
    while game.turn(&p) != Turn::Over {
        game.moves(&p, &mut choices);
        let mv = choices
            .at(below(choices.total(), &mut luck))
            .expect("a case")
            .mv;
        let id = game.id(mv);
        line += id.len() + 1;
        if line > 120 {
            text.push('\n');
            line = id.len();
        } else if !text.is_empty() {
            text.push(' ');
        }
        text += &id;
        game.apply(&mut p, mv, &mut |_| {});
    }
    format!("{text}\n\n{}", ended(game, &p))
}

fn ended(game: &KitGame, p: &Position) -> String {
    use crate::referee::Words;
    let outcome = game.outcome(p);
    let mut text = game.describe(p, None).join("\n");
    if let Some(outcome) = outcome {
        text += &format!("\n{:?} {:?}", outcome.verdicts, outcome.scores);
    }
    text + "\n"
}

/// How a tile is turned is asked with the tile itself, and with the place where it was said to lie.
#[test]
fn turns_are_shown_by_the_tile() {
    let game = game("vault", 2);
    let mut p = game.start();
    let mut choices = Choices::default();
    let mut luck = ChaCha8Rng::seed_from_u64(3);
    let mut asked = 0;
    while game.turn(&p) != Turn::Over {
        game.moves(&p, &mut choices);
        if matches!(p.wait, Wait::Ask(..)) {
            let mut places = Vec::new();
            for choice in choices.iter() {
                let pointing = game.pointing(&p, choice.mv, None);
                let (_, turns) = pointing.face.expect("the tile");
                assert!(game.id(choice.mv).ends_with(&turns.to_string()));
                places.extend(pointing.places);
            }
            assert_eq!(places.len(), choices.iter().count());
            assert!(
                places
                    .iter()
                    .all(|place| place.is_empty && *place == places[0])
            );
            asked += 1;
        }
        let choice = choices
            .at(below(choices.total(), &mut luck))
            .expect("a case");
        game.apply(&mut p, choice.mv, &mut |_| {});
    }
    assert!(asked > 3, "{asked}");
}

/// Of equal cards, those that were played are not meant by playing one of one's hand.
#[test]
fn equal_cards_elsewhere_are_not_meant() {
    let game = game("bazaar", 2);
    let mut p = game.start();
    let mut choices = Choices::default();
    let mut luck = ChaCha8Rng::seed_from_u64(3);
    let mut elsewhere = 0;
    for _ in 0..300 {
        game.moves(&p, &mut choices);
        if let Turn::Player(seat) = game.turn(&p) {
            let scene = game.scene(&p, Some(seat));
            for choice in choices
                .iter()
                .filter(|choice| game.id(choice.mv).starts_with("play:"))
            {
                let named = Pointing::by_name(&game.id(choice.mv), &scene).pieces;
                let meant = game.pointing(&p, choice.mv, Some(seat)).pieces;
                let lies = |thing: &Thing| {
                    scene
                        .heap(thing.zone)
                        .is_some_and(|heap| heap.title == "hand")
                };
                let hand = scene.find(|thing| scene.owner(thing.zone) == Some(seat) && lies(thing));
                assert!(
                    !meant.is_empty() && meant.iter().all(|id| hand.contains(id)),
                    "{meant:?}"
                );
                elsewhere += named.len() - meant.len();
            }
        }
        let Some(choice) = choices.at(below(choices.total().max(1), &mut luck)) else {
            break;
        };
        game.apply(&mut p, choice.mv, &mut |_| {});
    }
    assert!(elsewhere > 3, "{elsewhere}");
}

/// The pieces that a move points at are there before it, and if it points at an empty place, a tile is there afterwards.
#[test]
fn a_move_points_at_its_cards_and_at_where_its_tile_will_lie() {
    let (mut cards, mut places) = (0, 0);
    for name in ["crazy-eights", "meadows", "hexes"] {
        let game = game(name, 2);
        let mut p = game.start();
        let mut choices = Choices::default();
        let mut luck = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..80 {
            let Turn::Player(seat) = game.turn(&p) else {
                game.moves(&p, &mut choices);
                let Some(choice) = choices.at(below(choices.total().max(1), &mut luck)) else {
                    break;
                };
                game.apply(&mut p, choice.mv, &mut |_| {});
                continue;
            };
            game.moves(&p, &mut choices);
            let ids = game.scene(&p, Some(seat)).ids();
            for choice in choices.iter() {
                let pointing = game.pointing(&p, choice.mv, Some(seat));
                assert!(
                    pointing.pieces.iter().all(|id| ids.contains(id)),
                    "{name}: {pointing:?}"
                );
                if let Some(code) = game
                    .id(choice.mv)
                    .strip_prefix("play:")
                    .filter(|_| name == "crazy-eights")
                {
                    let code = code.split([',', '#', ':']).next().unwrap_or_default();
                    assert!(
                        pointing
                            .pieces
                            .iter()
                            .all(|id| id.contains(&format!("/{code}"))),
                        "{code}: {pointing:?}"
                    );
                    assert!(
                        pointing.face.is_some() && !pointing.pieces.is_empty(),
                        "{code}: {pointing:?}"
                    );
                    cards += 1;
                }
            }
            let choice = choices
                .at(below(choices.total(), &mut luck))
                .expect("a case");
            let pointing = game.pointing(&p, choice.mv, Some(seat));
            // The map is centred again after each tile; its first tile shows by how much.
            let first = |p: &Position| {
                let scene = game.scene(p, Some(seat));
                scene.things.iter().find_map(|thing| match thing.placement {
                    Placement::At(x, y)
                        if thing.zone == Zone::Map && thing.what.piece().is_some() =>
                    {
                        Some((x, y))
                    }
                    _ => None,
                })
            };
            let before = first(&p);
            game.apply(&mut p, choice.mv, &mut |_| {});
            if let [place] = pointing.places.as_slice()
                && place.is_empty
                && place.zone == Zone::Map
            {
                let (Some(before), Some(after)) = (before, first(&p)) else {
                    continue;
                };
                let at = (
                    place.at.0 - before.0 + after.0,
                    place.at.1 - before.1 + after.1,
                );
                let near = |origin: &Placement| matches!(origin, Placement::At(x, y) if (x - at.0).hypot(y - at.1) < 1.0);
                let scene = game.scene(&p, Some(seat));
                assert!(
                    scene
                        .things
                        .iter()
                        .any(|thing| thing.zone == Zone::Map && near(&thing.placement)),
                    "{name}: {place:?}"
                );
                places += 1;
            }
        }
    }
    assert!(cards > 20 && places > 5, "{cards} cards, {places} places");
}

/// The map in a terminal labels the places where a tile may go, and hexagons are drawn in their own orientation.
#[test]
fn maps_show_where_a_tile_may_lie_and_how_it_lies() {
    for (name, by_sixths) in [("meadows", false), ("hexes", true)] {
        let game = game(name, 1);
        let mut p = game.start();
        let mut choices = Choices::default();
        let mut luck = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..20 {
            game.moves(&p, &mut choices);
            let choice = choices
                .at(below(choices.total(), &mut luck))
                .expect("a case");
            if matches!(game.turn(&p), Turn::Player(_)) {
                let screen = game.board(&p, None, 80);
                let drawn: Vec<&str> = screen.lines[..screen.map]
                    .iter()
                    .flatten()
                    .map(|(text, _)| text.trim())
                    .collect();
                for choice in choices.iter() {
                    let id = game.id(choice.mv);
                    let place = id.split(':').nth(1).expect("a place");
                    let shape = &game.program.maps[0].shape;
                    let label = shape.label(shape.parse(place).expect("a place"));
                    assert!(
                        drawn.contains(&label.as_str()),
                        "{name}: {label} in {drawn:?}"
                    );
                }
            }
            game.apply(&mut p, choice.mv, &mut |_| {});
        }
        let scene = game.scene(&p, None);
        let sixths = scene
            .things
            .iter()
            .filter(|thing| matches!(thing.what, What::Hex(_, 1..=5)) && thing.turns == 0);
        let quarters = scene.things.iter().filter(|thing| thing.turns > 0);
        assert_eq!(
            (sixths.count() > 2, quarters.count() > 2),
            (by_sixths, !by_sixths),
            "{name}"
        );
    }
}
