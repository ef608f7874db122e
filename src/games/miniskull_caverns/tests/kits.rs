//! Kits that the rules cannot play, a stranger's kit that they can, and the rules in words.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::scene::{setup, shipped};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::options;
use crate::kit::Kit;
use crate::referee::journal::Secrets;
use crate::referee::{Game, conformance};

fn set(kit: &mut Kit, deck: &str, at: usize, field: &str, value: Value) {
    let deck = kit
        .decks
        .iter_mut()
        .find(|known| known.name == deck)
        .expect("a deck");
    deck.rows[at].set(field, &value);
}

/// The problems that the rules find in a changed kit.
fn problems(change: impl FnOnce(&mut Kit)) -> String {
    let mut kit = shipped();
    change(&mut kit);
    Caverns::new(&kit, &setup(2, Secrets::Table, &[]))
        .expect_err("problems")
        .to_string()
}

#[test]
fn unplayable_maps_are_reported_at_their_rows() {
    let wall =
        |wall: &'static str| move |kit: &mut Kit| set(kit, "maps", 0, "front_walls", json!([wall]));
    let said = problems(wall("a1-b2"));
    assert!(said.contains("maps.toml:"), "{said}");
    assert!(
        said.contains(
            "map card `MC1` cannot have a wall `a1-b2`: these caverns are not neighbours"
        ),
        "{said}"
    );
    assert!(
        problems(wall("a1-a9"))
            .contains("map card `MC1` has no cavern `a9`: its columns are r, a, b, g")
    );
    assert!(
        problems(wall("a1"))
            .contains("a wall stands between two caverns, as in \"a1-b1\", not `a1`")
    );
    assert!(
        problems(wall("g2-g3"))
            .contains("half of the wall g2-g3 is on this card, but the other half is not on `MC2`")
    );
    let said = problems(|kit| set(kit, "maps", 1, "back_starts", json!(["r1"])));
    assert!(
        said.contains("Catacombs with `MC1` left of `MC2` is for 2 heroes, but has complete starting symbols for 1"),
        "{said}"
    );
    let said = problems(|kit| set(kit, "maps", 1, "front_starts", json!(["c5"])));
    assert!(
        said.contains(
            "half of the starting symbol r1 is on this card, but the other half is not on `MC2`"
        ),
        "{said}"
    );
    let said = problems(|kit| set(kit, "maps", 0, "front_gems", json!(["a2"])));
    assert!(
        said.contains("has 3 spaces for Gems, but the game has 4"),
        "{said}"
    );
    let walls = json!([
        "a1-a2", "a1-b1", "a1-r1", "g1-g2", "g4-g5", "r1-r2", "r4-r5"
    ]);
    let said = problems(|kit| set(kit, "maps", 0, "front_walls", walls));
    assert!(said.contains("no path leads from Tiny to a1"), "{said}");
    let said = problems(|kit| set(kit, "maps", 1, "left", json!("red")));
    assert!(said.contains("cannot have a column `r` here"), "{said}");
    let said = problems(|kit| set(kit, "maps", 1, "front_name", json!("Mines")));
    assert!(
        said.contains("different names: Cellars and Mines"),
        "{said}"
    );
}

#[test]
fn unplayable_cards_are_reported_too() {
    let said = problems(|kit| {
        set(
            kit,
            "actions",
            1,
            "front",
            json!(["run", "run", "hide", "search"]),
        )
    });
    assert!(
        said.contains("actions.toml:")
            && said.contains("the blue hero starts with a walk on the front"),
        "{said}"
    );
    let said = problems(|kit| {
        set(
            kit,
            "actions",
            0,
            "back",
            json!(["heal", "creep", "search"]),
        )
    });
    assert!(
        said.contains("`back` must list four values, for top, right, bottom and left, not 3"),
        "{said}"
    );
    let said = problems(|kit| {
        set(
            kit,
            "controls",
            2,
            "controls",
            json!(["flip", "rotate1", "flip", "rotate2"]),
        )
    });
    assert!(
        said.contains("the yellow hero has no edge for Rotate 0"),
        "{said}"
    );
    let said = problems(|kit| set(kit, "controls", 2, "hero", json!("red")));
    assert!(
        said.contains(
            "for the red hero, but the Action card in this position is for the yellow hero"
        ),
        "{said}"
    );
    let said = problems(|kit| set(kit, "tiny", 0, "back", json!(["1", "2", "3", "3"])));
    assert!(said.contains("no edge has 4"), "{said}");
    let said = problems(|kit| kit.decks.iter_mut().for_each(|deck| deck.rows.truncate(2)));
    assert!(
        said.contains("the rules need 3 rows in deck `actions`, and the kit has 2"),
        "{said}"
    );
}

#[test]
fn other_maps_can_be_played() {
    let mut kit = shipped();
    for (card, column) in [(0, "x"), (1, "y")] {
        set(&mut kit, "maps", card, "front_walls", json!([]));
        set(&mut kit, "maps", card, "front_name", json!("Meadow"));
        set(
            &mut kit,
            "maps",
            card,
            "columns",
            json!([column, if card == 0 { "b" } else { "c" }]),
        );
        set(
            &mut kit,
            "maps",
            card,
            "front_gems",
            json!([format!("{column}1"), format!("{column}5")]),
        );
        set(
            &mut kit,
            "maps",
            card,
            "back_gems",
            json!([format!("{column}1"), format!("{column}5")]),
        );
        set(&mut kit, "maps", card, "back_walls", json!([]));
    }
    set(&mut kit, "maps", 1, "back_starts", json!(["c5", "r1"]));
    let game = Caverns::new(&kit, &setup(3, Secrets::Referee, &[])).expect("a kit that plays");
    assert_eq!(game.map.columns, ['y', 'c', 'r', 'x', 'b']);
    conformance::check_play(&game, &[], 2, 200, |p| assert!(game.broken(p).is_none()));
}

#[test]
fn the_shipped_maps_agree_with_the_dossier() {
    // Section 3.1: distances by breadth-first search, for each layout.
    let kit = shipped();
    let cases = [
        (
            2,
            "cellars",
            "a b g c d",
            ["2 4 6 6", "2 4 6 6", ""],
            3,
            "3 3 3 3",
        ),
        (
            3,
            "cellars",
            "c d r a b",
            ["2 6 6 6", "2 6 6 6", "2 6 6 6"],
            4,
            "2 2 2 2",
        ),
        (
            2,
            "catacombs",
            "a b g c d",
            ["3 3 5 7", "3 3 5 7", ""],
            3,
            "2 2 4 4",
        ),
        (
            3,
            "catacombs",
            "c d r a b",
            ["3 7 7 7", "3 7 7 7", "3 7 7 7"],
            4,
            "3 3 3 3",
        ),
    ];
    for (players, name, columns, starts, to_centre, gems) in cases {
        let game = Caverns::new(&kit, &setup(players, Secrets::Table, &[("map", name)]))
            .expect("the shipped kit");
        let map = &game.map;
        assert_eq!(map.columns.map(String::from).join(" "), columns);
        let far = |from| {
            let mut steps: Vec<String> = map
                .gems
                .iter()
                .map(|gem| map.steps(from, *gem).to_string())
                .collect();
            steps.sort();
            steps.join(" ")
        };
        assert_eq!(map.starts.len(), players);
        for (start, expected) in map.starts.iter().zip(starts) {
            assert_eq!(
                (far(*start).as_str(), map.steps(*start, map.centre)),
                (expected, to_centre),
                "{name} {players}"
            );
        }
        assert_eq!(far(map.centre), gems);
        assert_eq!(map.open[map.centre.index()].len(), 4);
    }
}

#[test]
fn every_rule_cited_is_in_the_index() {
    let kit = shipped();
    let known: HashSet<&str> = kit.rules.iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(known.len(), 115 + 42);
    let sources = [
        include_str!("../rules/event.rs"),
        include_str!("../rules/refusal.rs"),
        include_str!("../correct.rs"),
        include_str!("../rules/invariants.rs"),
        include_str!("../rules/steps/actions.rs"),
        include_str!("../rules/steps/ambush.rs"),
        include_str!("../rules/steps/combat.rs"),
        include_str!("../rules/steps/controls.rs"),
        include_str!("../rules/steps/monsters.rs"),
        include_str!("../rules/steps/searching.rs"),
        include_str!("../rules/steps/strength.rs"),
        include_str!("../rules/steps/tiny.rs"),
    ];
    conformance::check_citations(&sources, &known);
}

#[test]
fn solo_options_are_refused_with_several_players() {
    let several = setup(2, Secrets::Table, &[("solo_hide", "both")]);
    assert_eq!(
        options::check(&several),
        Err("`solo_hide` is for solo games; leave it out, or play alone".to_owned())
    );
    assert_eq!(
        options::check(&setup(1, Secrets::Table, &[("solo_hide", "both")])),
        Ok(())
    );
}

#[test]
fn moves_are_parsed_from_their_ids() {
    let game = Caverns::new(&shipped(), &setup(2, Secrets::Table, &[])).expect("the shipped kit");
    use crate::referee::Words;
    assert_eq!(game.parse("ATTACK:Bob"), game.parse("attack:blue"));
    assert_eq!(game.parse("GO:C2"), game.parse("go:c2"));
    for word in [
        "",
        "go",
        "go:",
        "go:r1",
        "go:a6",
        "pass:a1-a2-a3-a4",
        "place:spin",
        "place:flip+up",
        "die:0",
        "roll:x",
        "hide:gem",
    ] {
        assert_eq!(game.parse(word), None, "`{word}`");
    }
    assert_eq!(game.seats(), 2);
}
