//! The probabilities worked out in sections 4 and 5 of the dossier, computed from chance moves alone.

use super::super::rules::position::{Fight, Played, Step};
use super::scene::Scene;
use crate::games::side::Side::South;
use crate::referee::odds::likely;

/// A fight with this monster, in which only the roll is unknown.
fn bomb_or_not(monster: &str, card: &str, attack: &str, maiden: bool) -> Scene {
    let mut scene = Scene::new(&["F10 F02"]);
    let room = scene.lay("T04", 0, (0, 1), South);
    scene.stand(0, room, South);
    scene.give(0, if maiden { "bomb maiden" } else { "bomb" });
    scene.monster(room, monster);
    scene.fight();
    scene.play(&format!("attack:{attack}"));
    let card = (0..scene.game.data().cards.len() as u8)
        .find(|at| scene.game.card_code(*at) == card)
        .expect("a card");
    scene.p.fight = scene.p.fight.map(|fight| Fight {
        played: Some(Played {
            card,
            from_deck: false,
        }),
        ..fight
    });
    scene.p.step = Step::Bomb;
    scene
}

#[test]
fn the_modifier_decides_how_often_a_fight_is_won() {
    // R73, R74: one to five cases of six, for a modifier of -2 to +2.
    let chances = ["1/6", "1/3", "1/2", "2/3", "5/6"];
    let mut seen = [false; 5];
    for monster in ["yellow p", "red h", "red hc"] {
        for attack in ["thrust", "swipe", "overhead"] {
            for card in ["F01", "F04", "F07", "F10"] {
                for maiden in [false, true] {
                    let scene = bomb_or_not(monster, card, attack, maiden);
                    let plain = scene.game.modifier(&scene.p);
                    for (answer, modifier) in [("no-bomb", plain), ("bomb", plain + 3)] {
                        let at = (modifier.clamp(-2, 2) + 2) as usize;
                        seen[at] = true;
                        assert_eq!(
                            likely(&scene.game, &scene.p, answer, "wins"),
                            chances[at],
                            "{modifier}"
                        );
                    }
                }
            }
        }
    }
    assert_eq!(seen, [true; 5], "every row of the table");
}

#[test]
fn the_odds_of_the_deck_are_those_of_its_cards() {
    // R70: all remaining cards are equally likely.
    let mut scene = Scene::new(&["F10 F02"]);
    let room = scene.lay("T04", 0, (0, 1), South);
    scene.stand(0, room, South);
    scene.monster(room, "yellow p");
    scene.fight();
    scene.play("attack:thrust");
    let (mut won, mut cards) = (0, 0);
    for (card, count) in scene.game.data().cards.iter().zip(&scene.p.deck) {
        won += u32::from(*count) * (i16::from(card.bonus[0]).clamp(-2, 2) + 3) as u32;
        cards += u32::from(*count);
    }
    assert_eq!(cards, 10);
    let found = likely(&scene.game, &scene.p, "deck", "wins");
    let (cases, of) = found.split_once('/').expect("a fraction");
    assert_eq!(
        cases.parse::<u32>().unwrap() * 6 * cards,
        of.parse::<u32>().unwrap() * won,
        "{found}"
    );
}

#[test]
fn the_last_fight_of_a_turn_has_nothing_to_do_with_the_next_turn() {
    // R74; the order of the next turn is rolled for and hands are filled (R21, R25) before anybody decides again.
    let mut scene = Scene::new(&["F10 F02", "F01 F04"]);
    let room = scene.lay("T04", 0, (0, 1), South);
    scene.stand(0, room, South);
    scene.monster(room, "yellow p");
    scene.fight();
    scene.play("attack:swipe");
    assert_eq!(likely(&scene.game, &scene.p, "card:F02", "wins"), "5/6");
}
