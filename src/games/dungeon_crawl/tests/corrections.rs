//! Corrections by the table, also in the middle of a fight.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::scene::crawl;
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::rules::position::{Position, Step};
use crate::referee::bot::below;
use crate::referee::{Bots, Choices, Corrections, Game, Turn};

/// A game between good bots, up to the first position that meets a condition.
fn until(wanted: impl Fn(&Position) -> bool) -> (Crawl, Position) {
    let game = crawl(3, &[]);
    let mut choices = Choices::default();
    for seed in 0..20 {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut bot = game.bot("greedy").expect("a bot");
        let mut p = game.start();
        while game.turn(&p) != Turn::Over {
            if wanted(&p) {
                return (game, p);
            }
            game.moves(&p, &mut choices);
            let mv = match game.turn(&p) {
                Turn::Player(seat) => {
                    choices[bot.choose(&game.view(&p, Some(seat)), &choices, &mut luck)].mv
                }
                _ => {
                    choices
                        .at(below(choices.total(), &mut luck))
                        .expect("a case")
                        .mv
                }
            };
            game.play(&mut p, mv, &mut |_| {}).expect("a listed move");
        }
    }
    panic!("no such position came up")
}

/// Makes a correction; returns its sentence, or why it is refused.
fn correct(game: &Crawl, p: &mut Position, words: &str) -> Result<String, String> {
    let correction = game.parse_correction(p, words)?;
    game.correct(p, &correction, &mut |_| {})
        .map_err(|refused| refused.reason)?;
    Ok(game.corrected(p, &correction))
}

/// For equipment any coin will do, since each counts as one whatever its value.
#[test]
fn a_suit_is_enough_where_any_of_its_coins_will_do() {
    let equipped = |p: &Position| {
        p.players
            .iter()
            .position(|player| !player.equipment.is_empty())
    };
    let (game, mut p) = until(|p| p.step == Step::Move && equipped(p).is_some());
    let owner = equipped(&p).expect("equipment");
    let other = (owner + 1) % 3;
    let [from, to] = [owner, other].map(|seat| ["Ann", "Bob", "Cid"][seat]);
    let counts = |p: &Position| [owner, other].map(|seat| p.players[seat].equipment.len());
    let before = counts(&p);
    let said =
        correct(&game, &mut p, &format!("Arms from {from} to {to}; idle 0")).expect("a correction");
    assert!(
        said.starts_with('A') && said.contains(&format!(" goes from {from} to {to}")),
        "{said}"
    );
    assert_eq!(counts(&p), [before[0] - 1, before[1] + 1]);
    // A treasure must be named, since its value matters.
    let said =
        correct(&game, &mut p, &format!("Crowns from {from} to {to}")).expect_err("which treasure");
    assert!(said.contains("there is no `Crowns`"), "{said}");
}

#[test]
fn a_correction_says_whether_the_roll_still_counts() {
    let (game, p) = until(|p| matches!(p.step, Step::DefendRoll { .. }));
    let Step::DefendRoll { roll, .. } = p.step else {
        panic!("the defender rolls")
    };
    let mut stands = p.clone();
    let said = correct(&game, &mut stands, "idle 0").expect("a correction");
    assert_eq!(
        said,
        format!("table: idle 0; the {roll} that was rolled stands")
    );
    let mut off = p.clone();
    let other = ["Ann", "Bob", "Cid"][(p.actor() + 1) % 3];
    let said = correct(&game, &mut off, &format!("go {other}")).expect("a correction");
    assert_eq!(
        said,
        format!("table: go {other}; the {roll} that was rolled no longer counts")
    );
    assert_eq!(off.step, Step::Move);
}

#[test]
fn coins_are_neither_made_nor_lost() {
    let (game, mut p) = until(|p| p.step == Step::Attack);
    let before = p.clone();
    let square = p.players[p.actor()].pawn.expect("a pawn").to_string();
    for words in [
        format!("coin3 to {square}"),
        "S1 from Ann to Ann".to_owned(),
        "tile.3 away".to_owned(),
    ] {
        let refused = correct(&game, &mut p, &words);
        assert!(refused.is_err(), "`{words}`: {refused:?}");
        assert_eq!(p, before, "`{words}`");
    }
}
