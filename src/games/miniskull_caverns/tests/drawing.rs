//! How the table is shown: as a drawing, in sentences, as pieces, and in questions.

use super::scene::{Scene, setup, shipped};
use crate::games::Setup;
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::rules::position::Step;
use crate::referee::journal::Secrets;
use crate::referee::scene::{Placement, Thing, What};
use crate::referee::{Choices, Game, Words};

#[test]
fn the_board_shows_caverns_heroes_and_what_controls_do() {
    let mut scene = Scene::new(2);
    scene.hero(1, "b2", 3, 1);
    scene.hero(2, "g3", 4, 0);
    scene.gems("a4:2 d2");
    scene.play("place:flip+");
    insta::assert_snapshot!(scene.game.board(&scene.p, None, 80).to_string());
    insta::assert_snapshot!(scene.game.describe(&scene.p, Some(1)).join("\n"));
}

/// The codes of pieces on the table with their quarter turns; those face down are in parentheses.
fn pieces(scene: &Scene) -> String {
    let things = scene.game.scene(&scene.p, None).things;
    let named = things.iter().filter_map(|thing| match &thing.what {
        What::Piece(piece) | What::Small(piece, _) => {
            Some(format!("{}/{}", piece.code, thing.turns))
        }
        What::Turned(piece) => Some(format!("({})/{}", piece.code, thing.turns)),
        What::Die(piece) => Some(format!(
            "{}={}",
            piece.code,
            piece.face.clone().unwrap_or_default()
        )),
        _ => None,
    });
    named.collect::<Vec<String>>().join(" ")
}

#[test]
fn a_picture_shows_every_card_as_it_lies() {
    let mut scene = Scene::with(2, &[("map", "catacombs")]);
    scene.gems("a1 b4 c2");
    scene.hero(2, "c5", 2, 1);
    scene.sides("FL BB");
    scene.p.tiny = 3;
    scene.play("place:rotate1");
    // Maps back up, Gems and pawns, Tiny's card with the back's 3 at the top, cards, dice, carried Gems, the token.
    assert_eq!(
        pieces(&scene),
        "(MC1)/0 (MC2)/0 G1/0 H1/0 G2/0 G3/0 H2/0 (TN1)/2 AC1/1 SR=4 FP1/0 (AC2)/2 (CC2)/1 SB=2 G4/0"
    );
    let mut scene = Scene::new(3);
    scene.p.tiny = 7;
    scene.play("place:flip place:flip place:rotate2+");
    assert!(pieces(&scene).contains("TN1/1"), "{}", pieces(&scene));
    assert!(
        pieces(&scene).contains("CC1/1"),
        "turned up, the Control used is at the top: {}",
        pieces(&scene)
    );
}

#[test]
fn figures_do_not_hide_the_names_of_caverns() {
    let mut scene = Scene::new(2);
    scene.hero(1, "g3", 4, 0);
    scene.hero(2, "g3", 4, 0);
    scene.gems("g3 a2 a4 d4");
    let things = scene.game.scene(&scene.p, None).things;
    let left_edge = |thing: &Thing| match (&thing.what, &thing.placement) {
        (What::Small(piece, high), Placement::At(x, _)) if piece.deck == "heroes" => {
            Some(x - high * (16.0 / 26.0) / 2.0)
        }
        _ => None,
    };
    let figures: Vec<f64> = things.iter().filter_map(left_edge).collect();
    // The cavern, 21 mm wide, is in the middle of the picture; its name ends 5.3 mm from its left edge.
    assert!(
        figures.len() == 2 && figures.iter().all(|left| *left > -10.5 + 5.3),
        "{figures:?}"
    );
}

#[test]
fn a_nameless_lone_player_is_addressed_as_you() {
    let alone = Setup {
        players: vec![Setup::ALONE.to_owned()],
        ..setup(1, Secrets::Table, &[])
    };
    let game = Caverns::new(&shipped(), &alone).expect("the shipped kit");
    assert_eq!(game.question(&game.start()), "Where do you start?");
    assert!(
        game.setup()
            .iter()
            .any(|step| step.contains("of your colour: red (R4)"))
    );
    assert!(
        game.setup()
            .iter()
            .any(|step| step.contains("count down: set them to 6 and 6"))
    );
}

/// The view contains the heroes, dice and Tactics of the current step, and none that are settled.
#[test]
fn the_view_describes_the_current_fight() {
    let fight = |scene: &Scene| {
        let view = serde_json::to_value(scene.game.view(&scene.p, None)).expect("JSON");
        let fight = &view["fight"];
        let lies = |nth: usize| !fight["tactics"][nth].is_null();
        let text = |value: &serde_json::Value| value.to_string().replace('"', "");
        let told = ["attacker", "target", "die", "own"].map(|key| text(&fight[key]));
        format!(
            "{}: {} {} {}",
            text(&view["phase"]),
            told.join(" "),
            lies(0),
            lies(1)
        )
    };
    // R61, R72
    let mut scene = Scene::new(2);
    scene.hero(2, "g1", 4, 1);
    scene.sides("BT FT");
    scene.keep_cards();
    scene.play("go:g1 attack:blue roll:5");
    assert_eq!(fight(&scene), "AmbushDefence: null blue 5 0 false false");
    scene.play("roll:4 lose:strength");
    assert_eq!(fight(&scene), "Action: null null 0 0 false false");
    scene.play("stay tactic:jab");
    assert_eq!(fight(&scene), "DefenceTactic: red blue 0 0 true false");
    scene.play("tactic:block roll:3");
    assert_eq!(fight(&scene), "DefenceRoll: red blue 3 0 true true");
    // R54, R55, R91, R93
    let mut scene = Scene::new(2);
    scene.hero(1, "a2", 4, 0);
    scene.sides("FL FT");
    scene.keep_cards();
    scene.play("search roll:5");
    assert_eq!(fight(&scene), "Monster: null null 5 0 false false");
    scene.play("roll:4");
    assert_eq!(fight(&scene), "MonsterSpend: null null 5 4 false false");
    scene.play("spend:1 again:no stay roll:3 roll:2 spend:1");
    assert_eq!(fight(&scene), "HordeSpend: null null 4 2 false false");
}

/// The options in words.
fn answers(scene: &Scene) -> Vec<String> {
    let mut choices = Choices::default();
    scene.game.moves(&scene.p, &mut choices);
    choices
        .iter()
        .map(|choice| scene.game.option(&scene.p, choice.mv))
        .collect()
}

#[test]
fn a_lone_hero_is_warned_before_spending_the_last_strength() {
    // R117
    let mut scene = Scene::new(1);
    scene.p.hero_mut(0).strength = 1;
    let warned = |scene: &Scene| {
        answers(scene)
            .iter()
            .filter(|text| text.ends_with(", your last: you are lost"))
            .count()
    };
    assert_eq!(scene.p.step, Step::Place);
    assert!(warned(&scene) > 0 && warned(&scene) < answers(&scene).len());
    scene.p.hero_mut(0).strength = 2;
    assert_eq!(warned(&scene), 0);
}

#[test]
fn answers_say_what_they_lead_to() {
    // R26: the four adjustments of Walk.
    let mut scene = Scene::new(2);
    assert_eq!(
        answers(&scene)[1],
        "Rotate 0 + 1 Strength: choose Search, Run, Surprise Attack or Creep"
    );
    // R51
    scene.hero(1, "b2", 4, 0);
    scene.hero(2, "c4", 1, 0);
    scene.sides("FL FB");
    scene.keep_cards();
    assert_eq!(
        scene.game.question(&scene.p),
        "Ann, there is no Gem here to search for: where do you go instead?"
    );
    // R93, R94: a loss is never more than what is there.
    scene.play("rest rest roll:3 roll:4");
    assert_eq!(
        answers(&scene),
        [
            "+0 on Ann: a monster of 3, beaten",
            "+1 on Ann: a monster of 4, beaten",
            "+2 on Ann: a monster of 5, the hero 1 short"
        ]
    );
    scene.play("spend:0 roll:1");
    assert_eq!(
        answers(&scene)[2],
        "+2 on Bob: a monster of 5, the hero 4 short"
    );
    scene.play("spend:0");
    assert_eq!(
        answers(&scene),
        ["0: lose 2", "1: lose 1 more", "2: beaten"]
    );
    let mut scene = Scene::new(2);
    scene.hero(1, "b2", 1, 0);
    scene.sides("FL FL");
    scene.play("place:rotate0 place:rotate0 rest rest");
    scene.p.hero_mut(0).strength = 1;
    scene.play("roll:6 roll:2");
    assert_eq!(
        answers(&scene),
        ["0: lose 1", "1: not beaten, and no Strength left"]
    );
}
