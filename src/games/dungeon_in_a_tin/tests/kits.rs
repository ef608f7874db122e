//! Kits that the rules cannot play, strangers' kits that they can, and the rules in words.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::scene::{dungeon, shipped};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::bots::SensibleBot;
use crate::games::{self, Setup, SetupError};
use crate::kit::{Kit, Row};
use crate::referee::bot::below;
use crate::referee::{Bot, Choices, Game, Turn, Words};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn row<'k>(kit: &'k mut Kit, deck: &str, at: usize) -> &'k mut Row {
    let deck = kit
        .decks
        .iter_mut()
        .find(|known| known.name == deck)
        .expect("a deck");
    &mut deck.rows[at]
}

fn set(kit: &mut Kit, deck: &str, at: usize, field: &str, value: Value) {
    row(kit, deck, at).set(field, &value);
}

/// The problems that the rules find in a changed kit.
fn problems(change: impl FnOnce(&mut Kit)) -> String {
    let mut kit = shipped();
    change(&mut kit);
    let setup = Setup {
        players: vec!["Ann".to_owned()],
        ..Setup::default()
    };
    Dungeon::new(&kit, &setup)
        .expect_err("problems")
        .to_string()
}

#[test]
fn unplayable_rows_are_reported_where_they_are() {
    let said = problems(|kit| set(kit, "tiles", 1, "locked", json!(["N"])));
    assert!(
        said.contains("tiles.toml:")
            && said.contains("tile `T02` has a lock on side N, where it has no exit"),
        "{said}"
    );
    let said = problems(|kit| set(kit, "tiles", 2, "exits", json!([])));
    assert!(said.contains("tile `T03` has no exits"), "{said}");
    let said = problems(|kit| set(kit, "tiles", 3, "white_skulls", json!(3)));
    assert!(
        said.contains("tile `T04` needs 3 yellow dice, and a set has 2"),
        "{said}"
    );
    let said = problems(|kit| set(kit, "tiles", 0, "mark", json!("A")));
    assert!(
        said.contains("exactly one tile marked `start`, and the kit has 0"),
        "{said}"
    );
    let said = problems(|kit| set(kit, "tiles", 11, "count", json!(2)));
    assert!(
        said.contains("exactly one tile marked `final`, and the kit has 2"),
        "{said}"
    );
    let said = problems(|kit| set(kit, "tiles", 6, "exits", json!(["N", "S", "E"])));
    assert!(
        said.contains("tile `T07` is a chasm, which must have exactly two exits, not 3"),
        "{said}"
    );
    let said = problems(|kit| set(kit, "tokens", 0, "kind", json!("sword")));
    assert!(
        said.contains("no treasure called `sword`") && said.contains("a potion to start with"),
        "{said}"
    );
    let said = problems(|kit| set(kit, "dice", 1, "faces", json!(["grin"])));
    assert!(said.contains("cannot use the face `grin`"), "{said}");
    let said = problems(|kit| kit.decks.iter_mut().for_each(|deck| deck.rows.truncate(4)));
    assert!(said.contains("at least 6 fight cards"), "{said}");
    let said = problems(|kit| set(kit, "status_cards", 0, "hearts", json!(0)));
    assert!(said.contains("at least one heart"), "{said}");
}

#[test]
fn other_kits_can_be_played_to_the_end() {
    let mut kit = shipped();
    // Two copies of one card and one tile, coins of other values, more hearts, fewer slots.
    set(&mut kit, "fight_cards", 3, "count", json!(2));
    set(&mut kit, "tiles", 4, "count", json!(3));
    set(&mut kit, "tokens", 5, "gold", json!(4));
    set(&mut kit, "tokens", 6, "gold", json!(4));
    set(&mut kit, "status_cards", 0, "hearts", json!(7));
    set(&mut kit, "status_cards", 0, "slots", json!(2));
    set(&mut kit, "tiles", 11, "exits", json!(["S", "N", "E"]));
    play_to_the_end(&kit, &["Ann", "Bob"]);
}

#[test]
fn an_extreme_kit_can_be_played_to_the_end() {
    let mut kit = shipped();
    // Two Chasms in a set, 20 tiles, a final room with four exits, more cards than dice, one heart, five slots, no bombs.
    set(&mut kit, "tiles", 6, "count", json!(2));
    set(&mut kit, "tiles", 2, "count", json!(4));
    set(&mut kit, "tiles", 9, "count", json!(5));
    set(&mut kit, "tiles", 11, "exits", json!(["N", "E", "S", "W"]));
    set(&mut kit, "fight_cards", 0, "thrust", json!(99));
    set(&mut kit, "fight_cards", 1, "swipe", json!(-99));
    set(&mut kit, "status_cards", 0, "hearts", json!(1));
    set(&mut kit, "status_cards", 0, "slots", json!(5));
    for coin in 5..9 {
        set(
            &mut kit,
            "tokens",
            coin,
            "gold",
            json!(if coin == 8 { 999 } else { 7 }),
        );
    }
    let tokens = kit
        .decks
        .iter_mut()
        .find(|deck| deck.name == "tokens")
        .expect("tokens");
    tokens.rows.retain(|row| row.text("kind") != Some("bomb"));
    play_to_the_end(&kit, &["Ann"]);
    play_to_the_end(&kit, &["Ann", "Bob", "Cid"]);
}

/// Plays and narrates random games, and games of the sensible bot.
fn play_to_the_end(kit: &Kit, players: &[&str]) {
    let setup = Setup {
        players: players.iter().map(|name| (*name).to_owned()).collect(),
        ..Setup::default()
    };
    let game = Dungeon::new(kit, &setup).expect("a kit that plays");
    let mut choices = Choices::default();
    for seed in 0..20 {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut position = game.start();
        for _ in 0..3000 {
            game.moves(&position, &mut choices);
            if choices.is_empty() {
                break;
            }
            let decides = seed % 2 == 0 && matches!(game.turn(&position), Turn::Player(_));
            let mv = if decides {
                choices[SensibleBot::default().choose(
                    &game.view(&position, None),
                    &choices,
                    &mut luck,
                )]
                .mv
            } else {
                choices
                    .at(below(choices.total(), &mut luck))
                    .expect("a choice")
                    .mv
            };
            assert!(!game.question(&position).is_empty() && !game.option(&position, mv).is_empty());
            assert_eq!(game.parse(&game.id(mv)), Some(mv));
            let mut events = Vec::new();
            game.play(&mut position, mv, &mut |event| events.push(event))
                .expect("a listed move");
            events
                .into_iter()
                .for_each(|event| assert!(!game.telling(&position, event).text.is_empty()));
        }
        assert!(
            game.board(&position, None, 80).width() > 0
                && !game.describe(&position, None).is_empty()
        );
        assert_eq!(choices.is_empty(), game.turn(&position) == Turn::Over);
    }
}

#[test]
fn any_code_of_a_token_means_its_kind() {
    let game = dungeon(1, &[]);
    assert_eq!(game.parse("treasure:P3"), game.parse("treasure:potion"));
    assert_eq!(game.parse("treasure:c13"), game.parse("treasure:c5"));
    assert_eq!(game.parse("GO:North"), game.parse("go:n"));
    assert_eq!(game.parse("attack:t"), game.parse("attack:thrust"));
    assert_eq!(game.parse("face:horned_chest"), game.parse("face:hc"));
    for word in [
        "",
        "go",
        "go:",
        "go:up",
        "pay:",
        "pay:potion",
        "treasure:sword",
        "fight:blue-plain",
        "roll:x",
        "draw:F13",
    ] {
        assert_eq!(game.parse(word), None, "`{word}`");
    }
}

#[test]
fn every_rule_cited_is_in_the_index() {
    let kit = shipped();
    let known: HashSet<&str> = kit.rules.iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(known.len(), 91 + 43);
    crate::referee::conformance::check_citations(
        &[
            include_str!("../rules/event.rs"),
            include_str!("../rules/refusal.rs"),
        ],
        &known,
    );
}

#[test]
fn impossible_set_ups_are_refused_with_a_reason() {
    struct Nothing;
    impl games::Visitor for Nothing {
        type Out = ();
        fn visit<G: Words + crate::referee::Bots>(self, _game: G) {}
    }
    let kit = shipped();
    let refuse = |id: &str, players: &[&str], options: &[(&str, &str)]| {
        let setup = Setup {
            players: players.iter().map(|name| (*name).to_owned()).collect(),
            options: options
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            ..Setup::default()
        };
        match games::with(id, &kit, &setup, Nothing) {
            Err(SetupError::Wish(text)) => text,
            other => panic!("{other:?}"),
        }
    };
    let game = "dungeon-in-a-tin";
    assert_eq!(
        refuse("dungeon-in-a-tim", &["Ann"], &[]),
        "there is no game `dungeon-in-a-tim`; did you mean `dungeon-in-a-tin`?"
    );
    assert_eq!(
        refuse(game, &[], &[]),
        "Dungeon in a Tin is for 1 to 8 players, not 0"
    );
    assert_eq!(
        refuse(game, &["Ann", "Ann"], &[]),
        "two players are called `Ann`"
    );
    assert_eq!(
        refuse(game, &["Ann"], &[("dry_pol", "none")]),
        "Dungeon in a Tin has no option `dry_pol`; did you mean `dry_pool`?"
    );
    assert_eq!(
        refuse(game, &["Ann"], &[("dead_coins", "heaven")]),
        "option `dead_coins` cannot be `heaven`; there is `pool`, `floor`"
    );
}
