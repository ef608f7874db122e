//! How the table is shown: as a drawing and in sentences.

use super::scene::{EXIT_RING, RING, Scene, shipped};
use crate::referee::Words;
use crate::referee::scene::{Placement, What};

#[test]
fn the_map_shows_heights_marks_and_directions() {
    let scene = Scene::new("v1_0", 2, &format!("{EXIT_RING} T11@2,-1"))
        .stand(2, "1,-1")
        .carry(1, "E14")
        .hurt(2);
    let expected = "    .' '. .' '. .' '.
   │T23 3│T40X3│T11!1│
   │     │B    │     │
 .' '. .' '. .' '. .'
│T03 1│T01S1│T13 2│
│   W │R    │   E │
 '. .' '. .' '. .'
   │T14 2│T04 1│
   │   SW│   SE│
    '. .' '. .'
T05 1 code, height  S Start  ! Encounter  X Exit  E NE NW W SW SE: ways to go

R Ann  Healthy, strength 5  on the Start  carries Sword (E14)
B Bob  Hurt, strength 2  on the Exit  carries nothing
";
    let board = scene.game.board(&scene.p, None, 80).to_string();
    assert!(board.starts_with(expected), "{board}");
}

#[test]
fn a_tile_in_hand_is_shown_where_it_can_go() {
    let mut scene = Scene::new("original", 1, RING);
    scene.play("step:E tile:T05");
    let board = scene.game.board(&scene.p, None, 80).to_string();
    assert!(
        board.contains("│  ?  │")
            && board.contains("│   NE│")
            && board.contains("? here the tile can go"),
        "{board}"
    );
}

#[test]
fn a_map_wider_than_the_terminal_is_cropped_around_the_pawn() {
    let row: Vec<String> = (1..30).map(|q| format!("T{:02}@{q},0", q + 1)).collect();
    let scene = Scene::new(
        "v1_0",
        2,
        &format!("{RING} {}", row[1..].join(" ").replace("T13@", "T40@")),
    )
    .stand(1, "15,0");
    let board = scene.game.board(&scene.p, None, 60);
    assert!(board.width() <= 60, "{board}");
    let text = board.to_string();
    assert!(
        text.contains("The map goes on to the east and west.") && text.contains('R'),
        "{text}"
    );
}

#[test]
fn the_table_is_described_in_sentences() {
    let scene = Scene::new("v1_0", 2, &format!("{RING} T40@3,-1"))
        .stand(2, "1,-1")
        .carry(2, "E18");
    let told = scene.game.describe(&scene.p, None);
    let expected = [
        "Ann (red) stands on T01, height 1, the Start; Healthy, strength 4; carries nothing.",
        "Bob (blue) stands on T11, height 1, an Encounter; Healthy, strength 4; carries Key (E18).",
        "Around Ann: east T13, height 2; northeast T11, height 1, an Encounter; northwest T23, height 3; west T03, height 1; \
         southwest T14, height 2; southeast T04, height 1.",
        "Row 1 north of the Start, from half a tile west of it: T23 height 3; T11 height 1 an Encounter; a gap; \
         T40 height 3 the Exit.",
        "The row of the Start, from 1 tile west of it: T03 height 1; T01 height 1 the Start; T13 height 2.",
        "Row 1 south of the Start, from half a tile west of it: T14 height 2; T04 height 1.",
        "The Exit is T40, height 3, watched by the Guardian, strength 5.",
        "32 tiles in the bag, 18 cards in the deck.",
        "Out of the game: Key (E19).",
        "Round 1.",
    ];
    assert_eq!(told, expected);
}

#[test]
fn the_audit_lets_the_table_be_laid_out_again() {
    let mut scene = Scene::new("original", 2, RING)
        .exit_marker("1,-1")
        .stand(2, "1,0")
        .hurt(2)
        .carry(1, "E14");
    scene.p.explorers[1].webbed = true;
    let told = scene.game.audit(&scene.p, None);
    assert_eq!(told[1], "T01: at 0; height 1; kind start.");
    assert!(told[0].ends_with("exit T11."), "{told:?}");
    assert!(
        told.contains(&"Bob: at T13; hurt; web; card X6.".to_owned()),
        "{told:?}"
    );
}

#[test]
fn the_set_up_depends_on_the_edition() {
    let told = |edition, players| Scene::start(edition, players).game.setup().join("\n");
    assert!(
        told("v1_0", 2).contains("E01-E18 and E20; with so few players E19 stays in the box"),
        "{}",
        told("v1_0", 2)
    );
    assert!(
        told("original", 2).contains("T02-T39 and T41")
            && told("original", 2).contains("In turn, draw a tile")
    );
    assert!(told("v1_0", 4).contains("Ann draws 6 tiles"));
}

#[test]
fn every_piece_in_the_picture_is_printed() {
    let kit = shipped();
    let printed = |deck: &str, code: &str| {
        let deck = kit.deck(deck).unwrap_or_else(|| panic!("no deck `{deck}`"));
        (
            deck.pieces().iter().any(|piece| piece.code == code),
            deck.back.is_some(),
        )
    };
    let marked = Scene::new("original", 4, RING)
        .exit_marker("1,-1")
        .hurt(2)
        .carry(1, "E14 E15 E18 E21")
        .discard("E01");
    let mut held = Scene::new("v1_0", 3, EXIT_RING).carry(1, "E18 E20").hurt(1);
    held.p.explorers[2].webbed = true;
    held.play("step:E stop tile:T30");
    for scene in [Scene::start("v1_0", 1), marked, held] {
        let picture = scene.game.scene(&scene.p, None);
        let mut tiles = 0;
        for thing in &picture.things {
            match &thing.what {
                What::Piece(piece) => {
                    assert!(printed(piece.deck, &piece.code).0, "{piece:?}");
                    tiles += usize::from(piece.deck == "tiles");
                }
                What::Turned(piece) => {
                    assert_eq!(printed(piece.deck, &piece.code), (true, true), "{piece:?}")
                }
                _ => {}
            }
        }
        assert_eq!(
            tiles,
            scene.p.spaces.len() + usize::from(scene.p.in_hand().is_some())
        );
        let hurt = scene
            .p
            .explorers
            .iter()
            .filter(|explorer| explorer.hurt)
            .count();
        assert_eq!(
            picture
                .things
                .iter()
                .filter(
                    |thing| matches!(&thing.what, What::Turned(piece) if piece.deck == "explorers")
                )
                .count(),
            hurt
        );
        assert_eq!(
            picture
                .things
                .iter()
                .filter(|thing| thing.turns == 1)
                .count(),
            scene
                .p
                .explorers
                .iter()
                .filter(|explorer| explorer.webbed)
                .count()
        );
    }
}

#[test]
fn an_explorer_card_in_the_picture_hides_nothing() {
    let mut ring = Scene::start("v1_0", 4);
    ring.play("tile:T11 tile:T12 tile:T21 tile:T22 tile:T28 tile:T02");
    let later = Scene::new("v1_0", 4, RING)
        .carry(1, "E14 E18")
        .carry(4, "E15")
        .discard("E01");
    for scene in [ring, later] {
        let picture = scene.game.scene(&scene.p, None);
        let pieces: Vec<_> = picture
            .things
            .iter()
            .filter_map(|thing| match (&thing.what, &thing.placement) {
                (What::Piece(piece) | What::Turned(piece), Placement::At(x, y))
                    if piece.deck == "tiles" =>
                {
                    Some((false, *x, *y, 40.0, 46.2))
                }
                (What::Pile { deck: "tiles", .. }, Placement::At(x, y)) => {
                    Some((false, *x, *y, 40.0, 46.2))
                }
                (What::Pile { .. }, Placement::At(x, y)) => Some((false, *x, *y, 63.0, 88.0)),
                (What::Piece(piece) | What::Turned(piece), Placement::At(x, y))
                    if piece.deck != "tokens" =>
                {
                    Some((piece.deck == "explorers", *x, *y, 63.0, 88.0))
                }
                _ => None,
            })
            .collect();
        assert!(pieces.len() > 12);
        for one in pieces.iter().filter(|piece| piece.0) {
            for two in pieces.iter().filter(|two| *two != one) {
                let apart = |a: f64, b: f64, sizes: f64| (a - b).abs() >= sizes / 2.0;
                assert!(
                    apart(one.1, two.1, one.3 + two.3) || apart(one.2, two.2, one.4 + two.4),
                    "{one:?} {two:?}"
                );
            }
        }
    }
}
