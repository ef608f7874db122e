//! Corrections by the table, also in the middle of a round or a fight.

use super::scene::Scene;
use crate::games::miniskull_caverns::rules::position::{Ambush, Step};
use crate::referee::Corrections;

/// Makes a correction; returns its sentence, or why it is refused.
fn correct(scene: &mut Scene, words: &str) -> Result<String, String> {
    let correction = scene.game.parse_correction(&scene.p, words)?;
    let mut told = Vec::new();
    scene
        .game
        .correct(&mut scene.p, &correction, &mut |event| told.push(event))
        .map_err(|refused| refused.reason)?;
    scene.told.extend(told);
    Ok(scene.game.corrected(&scene.p, &correction))
}

/// Two heroes search on spaces with Gems; red's die found none.
fn searching() -> Scene {
    let mut scene = Scene::new(2);
    scene.sides("FL FL");
    scene.hero(1, "d4", 4, 0);
    scene.hero(2, "a2", 4, 0);
    scene.gems("d4 a2 a4 d2");
    scene.keep_cards();
    scene.play("search");
    scene
}

#[test]
fn a_search_ends_if_its_gem_is_gone() {
    // R51: the Gem was on another space all along.
    let mut scene = searching();
    let roll = (1..=6)
        .find(|roll| !scene.game.finds(scene.p.noise, *roll))
        .expect("a die that finds nothing");
    scene.play(&format!("roll:{roll}"));
    assert_eq!(scene.p.step, Step::Monster(roll));
    let said = correct(&mut scene, "gem from d4 to d3").expect("a correction");
    assert_eq!(
        said,
        format!("gem goes from d4 to d3; the {roll} that was rolled no longer counts")
    );
    assert_eq!((scene.p.step, scene.asked()), (Step::Action, Some(2)));
}

#[test]
fn a_roll_stands_if_the_fight_goes_on() {
    let mut scene = searching();
    let roll = (1..=6)
        .find(|roll| !scene.game.finds(scene.p.noise, *roll))
        .expect("a die that finds nothing");
    scene.play(&format!("roll:{roll}"));
    let said = correct(&mut scene, "strength red 2").expect("a correction");
    assert_eq!(
        said,
        format!("Ann: strength 2; the {roll} that was rolled stands")
    );
    assert_eq!((scene.p.step, scene.strength(1)), (Step::Monster(roll), 2));
}

/// R62: a defender can lose only what is there.
#[test]
fn a_defender_cannot_lose_what_a_correction_took_away() {
    let mut scene = Scene::new(2);
    scene.sides("FB FL");
    scene.hero(1, "d3", 4, 0);
    scene.hero(2, "d4", 4, 1);
    scene.gems("a2 a4 d2");
    (scene.p.acting, scene.p.step) = (
        0,
        Step::AmbushLoss(Ambush {
            target: 1,
            next: None,
        }),
    );
    assert_eq!(scene.options(), "strength gem");
    correct(&mut scene, "gem from Bob to d4").expect("a correction");
    assert_eq!(scene.options(), "strength");
    assert_eq!(scene.refuse("lose:gem"), ("cannot_pay", "R62"));
}

#[test]
fn pieces_are_neither_made_nor_lost() {
    let mut scene = searching();
    let refusals = [
        ("gem from d3 to Ann", "d3 has no gem"),
        ("gem from Bob to d3", "Bob has no gem"),
        ("strength red 9", "Strength is 0 to 6"),
        ("tiny 0", "without Strength Tiny would be defeated"),
        (
            "phase actions",
            "the phase follows from play: `undo` goes back",
        ),
    ];
    for (words, reason) in refusals {
        let before = scene.p;
        assert_eq!(
            correct(&mut scene, words),
            Err(reason.to_owned()),
            "{words}"
        );
        assert_eq!(scene.p, before, "{words}");
    }
}
