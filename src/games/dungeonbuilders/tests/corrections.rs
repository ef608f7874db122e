//! Corrections by the table, also with a hero in the dungeon.

use super::scene::Scene;
use crate::games::dungeonbuilders::rules::position::{Coin, Step};
use crate::referee::Corrections;

/// Makes a correction; returns its sentence, or why it is refused.
fn correct(scene: &mut Scene, words: &str) -> Result<String, String> {
    let correction = scene.game.parse_correction(&scene.p, words)?;
    let before = scene.p;
    match scene.game.correct(&mut scene.p, &correction, &mut |_| {}) {
        Ok(()) => Ok(scene.game.corrected(&scene.p, &correction)),
        Err(refused) => {
            assert_eq!(scene.p, before);
            Err(refused.reason)
        }
    }
}

/// Ann's hero is about to enter with power 3, with three tiles ahead; coins of Bob and Cid are on the first.
fn walking() -> Scene {
    let mut scene = Scene::new(3);
    let suit = |seat: u8| scene.game.suit(seat).letter();
    let (ann, bob, cid) = (suit(0), suit(1), suit(2));
    scene
        .row(&format!("{ann}0 {ann}1 {ann}2"))
        .coins(&format!("{ann}0"), &format!("{bob}? {cid}?"));
    scene.powers(&[3, 1, 1]).explore(1);
    scene
}

#[test]
fn a_hero_in_the_dungeon_can_be_corrected() {
    let mut scene = walking();
    assert_eq!(scene.p.step, Step::Walk);
    assert_eq!(
        correct(&mut scene, "power Ann 2").as_deref(),
        Ok("Ann: power 2")
    );
    assert_eq!(
        correct(&mut scene, "gold Bob 7").as_deref(),
        Ok("Bob: gold 7")
    );
    assert_eq!((scene.p.hero_power(), scene.own_gold()[1]), (2, 7));
}

/// A coin that is value down is identified by its suit.
#[test]
fn a_suit_is_enough_for_an_unseen_coin() {
    let mut scene = walking();
    let letter = |seat: u8| scene.game.suit(seat).letter();
    let (ann, bob) = (letter(0), letter(1));
    let words = format!("coin {bob} from {ann}0 to {ann}1");
    let said = correct(&mut scene, &words).expect("a correction");
    assert!(
        said.contains(&format!("goes from {ann}0 to {ann}1")),
        "{said}"
    );
    let again = correct(&mut scene, &words).expect_err("it is no longer there");
    assert!(again.contains(&format!("{ann}0 has no")), "{again}");
}

/// A coin taken from a tile leaves its place empty, and an open one may lie before one that is value down.
#[test]
fn coins_stay_at_their_places_whatever_is_corrected() {
    let mut scene = walking();
    let laid = scene.p.coins.iter().position(|coins| coins[1].is_some());
    let tile = laid.expect("two coins");
    let open = |coin: Coin| Coin {
        open: true,
        value: Some(1),
        ..coin
    };
    scene.p.coins[tile][0] = scene.p.coins[tile][0].map(open);
    for taken in [false, true] {
        if taken {
            scene.p.coins[tile][0] = None;
        }
        let before = scene.p.coins;
        correct(&mut scene, "gold Bob 7").expect("a correction");
        assert_eq!(scene.p.coins, before);
        correct(&mut scene, "gold Bob 3").expect("a correction");
    }
}
