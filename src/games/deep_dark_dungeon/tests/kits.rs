//! Kits that the rules cannot play, strangers' kits that they can, and the rules in words.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::scene::{EDITIONS, deep, setup, shipped};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::{self, SetupError};
use crate::kit::{Kit, Row};
use crate::referee::bot::below;
use crate::referee::{Bots, Choices, Game, Words, conformance};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The row with this code.
fn row<'k>(kit: &'k mut Kit, code: &str) -> &'k mut Row {
    let rows = kit.decks.iter_mut().flat_map(|deck| &mut deck.rows);
    rows.into_iter()
        .find(|row| row.codes().any(|known| known == code))
        .expect("a row")
}

fn set(kit: &mut Kit, code: &str, field: &str, value: Value) {
    row(kit, code).set(field, &value);
}

/// The problems that the rules find in a changed kit.
fn problems(edition: &str, change: impl FnOnce(&mut Kit)) -> String {
    let mut kit = shipped();
    change(&mut kit);
    Deep::new(&kit, &setup(edition, 2, &[]))
        .expect_err("problems")
        .to_string()
}

#[test]
fn unplayable_rows_are_reported_where_they_are() {
    let said = problems("v1_0", |kit| set(kit, "T02", "guardian", json!(3)));
    assert!(
        said.contains("tiles.toml:")
            && said.contains("tile `T02` has a guardian; only an exit is guarded"),
        "{said}"
    );
    let said = problems("v1_0", |kit| set(kit, "E05", "count", json!(2)));
    assert!(
        said.contains("encounters.toml:") && said.contains("one code, one piece"),
        "{said}"
    );
    let said = problems("v1_0", |kit| set(kit, "E14", "strength", json!(2)));
    assert!(
        said.contains("card `E14` has a strength; only a monster has one"),
        "{said}"
    );
    let said = problems("v1_0", |kit| set(kit, "E05", "players", json!(3)));
    assert!(
        said.contains("card `E05` is left out with few players"),
        "{said}"
    );
    let said = problems("v1_0", |kit| set(kit, "X1", "hurt", json!(5)));
    assert!(
        said.contains("explorers.toml:")
            && said.contains("the Explorer `X1` is stronger when hurt"),
        "{said}"
    );
    let said = problems("v1_0", |kit| set(kit, "X2", "colour", json!("red")));
    assert!(
        said.contains("`red` and `red` begin with the same letter"),
        "{said}"
    );
    let said = problems("v1_0", |kit| set(kit, "T02", "height", json!("high")));
    assert!(said.contains("the rules cannot use this row"), "{said}");
}

#[test]
fn an_unplayable_edition_is_reported() {
    let said = problems("v1_0", |kit| set(kit, "T01", "kind", json!("plain")));
    assert!(
        said.contains("edition v1_0: the rules need exactly one start tile, and the kit has 0"),
        "{said}"
    );
    let said = problems("original", |kit| {
        set(kit, "T40", "editions", json!(["original"]))
    });
    assert!(
        said.contains(
            "exactly one way out, a tile or a card, and the kit has 1 exit tiles and 1 exit cards"
        ),
        "{said}"
    );
    let said = problems("v1_0", |kit| set(kit, "E18", "players", json!(3)));
    assert!(
        said.contains("with so few players, there is no key in the deck"),
        "{said}"
    );
    let said = problems("v1_0", |kit| {
        kit.decks.iter_mut().for_each(|deck| {
            deck.rows.retain(|row| {
                row.codes()
                    .all(|code| !code.starts_with(['T', 'E']) || code == "T01")
            })
        });
    });
    for reason in [
        "lay 6 tiles",
        "without an encounter tile",
        "a monster or a trap",
        "one way out",
    ] {
        assert!(said.contains(reason), "{reason}: {said}");
    }
    let said = problems("v1_0", |kit| {
        kit.decks
            .iter_mut()
            .for_each(|deck| deck.rows.retain(|row| row.codes().all(|code| code != "X4")))
    });
    assert!(
        said.contains("an Explorer for each of 4 players, and the kit has 3"),
        "{said}"
    );
}

#[test]
fn a_kit_with_other_numbers_plays_to_the_end() {
    let mut kit = shipped();
    set(&mut kit, "T40", "guardian", json!(0));
    set(&mut kit, "T40", "height", json!(1));
    set(&mut kit, "T05", "height", json!(9));
    set(&mut kit, "E07", "strength", json!(20));
    set(&mut kit, "X1", "healthy", json!(9));
    set(&mut kit, "X1", "carry", json!(1));
    set(
        &mut kit,
        "T30",
        "codes",
        (0..60).map(|number| format!("Z{number:02}")).collect(),
    );
    for players in [1, 3] {
        let game = Deep::new(&kit, &setup("v1_0", players, &[])).expect("a kit that plays");
        let mut choices = Choices::default();
        for seed in 0..6 {
            let mut luck = ChaCha8Rng::seed_from_u64(seed);
            let mut bot = game.bot("greedy").expect("a bot");
            let mut p = game.start();
            for _ in 0..20_000 {
                game.moves(&p, &mut choices);
                if choices.is_empty() {
                    break;
                }
                let decides = matches!(game.turn(&p), crate::referee::Turn::Player(_));
                let mv = if decides {
                    choices[bot.choose(&game.view(&p, None), &choices, &mut luck)].mv
                } else {
                    choices
                        .at(below(choices.total(), &mut luck))
                        .expect("a case")
                        .mv
                };
                assert_eq!(game.parse(&game.id(mv)), Some(mv));
                game.play(&mut p, mv, &mut |_| {}).expect("a listed move");
            }
            assert!(choices.is_empty(), "a game without an end");
            assert!(game.board(&p, None, 80).width() <= 80);
        }
    }
}

#[test]
fn names_are_parsed_in_many_forms() {
    let game = deep("v1_0", 2, &[]);
    for (typed, id) in [
        ("STEP:northeast", "step:NE"),
        ("attack:bob", "attack:2"),
        ("attack:blue", "attack:2"),
        ("tile:t13", "tile:T13"),
    ] {
        assert_eq!(game.parse(typed), game.parse(id), "`{typed}`");
    }
    for word in [
        "", "step", "step:", "step:up", "attack:x", "attack:0", "roll:x", "tile:T99", "card:E99",
        "place:12",
    ] {
        assert_eq!(game.parse(word), None, "`{word}`");
    }
}

#[test]
fn every_rule_cited_is_in_the_index() {
    let kit = shipped();
    let known: HashSet<&str> = kit.rules.iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(known.len(), 73 + 47);
    conformance::check_citations(
        &[
            include_str!("../rules/event.rs"),
            include_str!("../rules/refusal.rs"),
            include_str!("../correct.rs"),
        ],
        &known,
    );
}

#[test]
fn options_and_editions_are_checked() {
    struct Nothing;
    impl games::Visitor for Nothing {
        type Out = ();
        fn visit<G: Words + Bots>(self, _game: G) {}
    }
    let kit = shipped();
    let ask = |edition: &str, option| {
        games::with(
            "deep-dark-dungeon",
            &kit,
            &setup(edition, 2, &[option]),
            Nothing,
        )
    };
    for edition in EDITIONS {
        assert!(
            ask(edition, ("round_limit", "12")).is_ok()
                && ask(edition, ("solo_turns", "0")).is_ok()
        );
    }
    for (edition, option) in [
        ("v2", ("end", "last_key")),
        ("v1_0", ("round_limit", "-1")),
        ("v1_0", ("round_limit", "N")),
    ] {
        assert!(
            matches!(ask(edition, option), Err(SetupError::Wish(_))),
            "{edition} {option:?}"
        );
    }
}
