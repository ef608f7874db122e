//! The table as pieces and counters.

use super::language::{TWO, does, game, listed};
use crate::referee::scene::{Amount, Scene, What, Zone};
use crate::referee::{Game, Seat, Words};

/// The counters of a player or the table, in words.
fn counts(scene: &Scene, owner: Option<Seat>) -> Vec<String> {
    let panel = scene.panels.iter().find(|panel| panel.owner == owner);
    let counts = panel.map_or(&[][..], |panel| &panel.counts);
    counts
        .iter()
        .map(|count| format!("{} {:?}", count.name, count.amount))
        .collect()
}

/// What lies in the heap of this title, before this player.
fn heap<'s>(scene: &'s Scene, title: &str, owner: Option<Seat>) -> Vec<&'s What> {
    let heap = scene
        .heaps
        .iter()
        .find(|heap| heap.title == title && heap.owner == owner)
        .unwrap_or_else(|| panic!("no {title} in {:?}", scene.heaps));
    let here = scene
        .things
        .iter()
        .filter(|thing| thing.zone == heap.zone && !thing.is_caption);
    here.map(|thing| &thing.what).collect()
}

/// While all choose in secret, only what they set then is hidden.
#[test]
fn together_hides_only_what_is_hidden() {
    let play = "[player]\nbid = 0\ngold = { start = 5, least = 0, most = 9 }\nticked = { is = false, each = 3 }\n\
        [flow]\nsetup = \"each player: ticked(2) = yes\"\nturn = \"together: ask bid in 1 to 9\"\n[end]\nwhen = \"sum(players, bid) > 40\"\n";
    let game = game(TWO, play, 2);
    let mut p = game.start();
    does(&game, &mut p, "ask:7");
    let scene = game.scene(&p, Some(1));
    let [gold, ticked] = &counts(&scene, Some(0))[..] else {
        panic!("{:?}", scene.panels);
    };
    assert!(
        gold.starts_with("gold Number { value: 5, limits: Some((0, 9))"),
        "{gold}"
    );
    assert!(
        ticked.contains("set: true") && ticked.matches("set: false").count() == 2,
        "{ticked}"
    );
    let own = counts(&game.scene(&p, Some(0)), Some(0));
    assert!(
        own.iter()
            .any(|count| count.starts_with("bid Number { value: 7")),
        "{own:?}"
    );
    let told = game.describe(&p, Some(1)).join(" ");
    assert!(told.contains("gold 5") && !told.contains("bid 7"), "{told}");
    let view = serde_json::to_value(game.view(&p, Some(1))).expect("data");
    assert_eq!(view["players"][0]["has"]["gold"], 5);
    assert_eq!(view["players"][0]["has"]["bid"], serde_json::Value::Null);
}

/// Dice lie on the table with the faces that are seen, counters beside them, and a row has a place for each card that fits.
#[test]
fn dice_rows_and_counters_are_laid_out() {
    let play = "[table]\nstock = \"pile of cards\"\nmarket = \"row of 3\"\npot = 0\ndice = \"2d6\"\n\
        [player]\nhand = \"hand\"\ncup = { is = \"d6\", see = \"owner\" }\n\
        [flow]\nsetup = \"deal 1 from stock to each hand\"\nturn = \"roll dice; roll cup; choose go\"\n[action.go]\ndo = \"pot += 1\"\n\
        [end]\nwhen = \"pot = 9\"\n";
    let game = game(TWO, play, 2);
    let mut p = game.start();
    for end in [":A", ":B", ":5", ":2", ":6"] {
        let id = listed(&game, &p).into_iter().find(|id| id.ends_with(end));
        does(
            &game,
            &mut p,
            &id.unwrap_or_else(|| panic!("nothing ends with {end}")),
        );
    }
    let scene = game.scene(&p, Some(1));
    let faces = |title: &str, owner| -> Vec<Option<String>> {
        let cube = |what: &&What| match what {
            What::Cube { face, .. } => face.clone(),
            other => panic!("{other:?}"),
        };
        heap(&scene, title, owner).iter().map(cube).collect()
    };
    assert_eq!(faces("dice", None), [Some("5".into()), Some("2".into())]);
    assert_eq!(faces("cup", Some(0)), [None], "Bob does not see Ann's die");
    let own = game.scene(&p, Some(0));
    assert!(
        matches!(heap(&own, "cup", Some(0))[0], What::Cube { face: Some(face), .. } if face == "6")
    );
    let market = heap(&scene, "market", None);
    assert_eq!(
        market
            .iter()
            .filter(|what| matches!(what, What::Slot(..)))
            .count(),
        3
    );
    assert!(matches!(
        &scene.panels[0].counts[0].amount,
        Amount::Number {
            value: 0,
            limits: None
        }
    ));
    assert!(matches!(heap(&scene, "hand", Some(1))[0], What::Piece(_)));
    assert!(matches!(
        heap(&scene, "hand", Some(0))[0],
        What::Pile { .. }
    ));
    // A hidden card is counted in its own hand, so that it is not taken for one of the stock.
    let ids = scene.ids();
    let backs: Vec<&String> = ids.iter().filter(|id| id.starts_with("pile/")).collect();
    let [stock, hand] = backs[..] else {
        panic!("{backs:?}");
    };
    assert!(
        stock == "pile/cards" && hand.starts_with("pile/cards@"),
        "{backs:?}"
    );
}

/// Pieces on a place are small enough to leave it in sight, and figures stand above them. Named places have paths between them.
#[test]
fn figures_stand_above_what_lies_on_their_place() {
    let play = "[table]\nsea = { is = \"map\", grid = [\"bay\", \"reef\", \"cape\"], links = [[\"bay\", \"reef\"], [\"reef\", \"cape\"]] }\n\
        cargo = { is = \"row\", each = \"sea\" }\nstock = \"pile of cards\"\n[player]\nship = \"figure on sea\"\n\
        [flow]\nsetup = \"each player: ship = sea.origin\"\nturn = \"choose fetch\"\n\
        [action.fetch]\ndo = \"draw 1 from stock to cargo(ship)\"\n[end]\nwhen = \"stock is empty\"\n";
    let game = game(TWO, play, 2);
    let mut p = game.start();
    does(&game, &mut p, "fetch");
    does(&game, &mut p, "is:A");
    let scene = game.scene(&p, None);
    let on_map: Vec<_> = scene
        .things
        .iter()
        .filter(|thing| thing.zone == Zone::Map)
        .collect();
    let at = |is: fn(&What) -> bool| {
        on_map
            .iter()
            .position(|thing| is(&thing.what))
            .expect("a thing")
    };
    let field = at(|what| matches!(what, What::Field(..)));
    let card = at(|what| matches!(what, What::Piece(_)));
    let pawn = at(|what| matches!(what, What::Pawn(_)));
    assert!(field < card && card < pawn);
    let What::Field(_, high) = on_map[field].what else {
        panic!("no field");
    };
    assert!(
        on_map[card].scale * 40.0 < high * 0.6,
        "{}",
        on_map[card].scale
    );
    let paths = on_map
        .iter()
        .filter(|thing| matches!(thing.what, What::Path(..)));
    assert_eq!(paths.count(), 2);
    let figure = game.figure(&p, 1).piece;
    assert!(matches!(figure, Some(What::Pawn(_))), "{figure:?}");
}

/// A figure that is placed in secret is not shown to the others.
#[test]
fn a_figure_set_in_secret_is_hidden() {
    let play = "[table]\nsea = { is = \"map\", grid = [\"bay\", \"reef\"], links = [[\"bay\", \"reef\"]] }\nrounds = 0\n\
        [player]\nship = \"figure on sea\"\n[flow]\nturn = \"\"\"\ntogether: choose dive\nrounds += 1\n\"\"\"\n\
        [action.dive]\npick = \"place in sea.near(sea.origin)\"\ndo = \"ship = place\"\n[end]\nwhen = \"rounds = 3\"\n";
    let game = game(TWO, play, 2);
    let mut p = game.start();
    does(&game, &mut p, "dive:reef");
    let pawns = |seat| {
        let things = game.scene(&p, Some(seat)).things;
        things
            .iter()
            .filter(|thing| matches!(thing.what, What::Pawn(_)))
            .count()
    };
    assert_eq!([pawns(0), pawns(1)], [1, 0]);
    assert!(!game.describe(&p, Some(1)).join(" ").contains("reef"));
}
