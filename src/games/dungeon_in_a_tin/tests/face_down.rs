//! Closed hands kept at the table: the referee plays without knowing them.

use std::collections::HashSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::random_play;
use super::scene::{Scene, dungeon, kept_by};
use crate::games::dungeon_in_a_tin::bots::SensibleBot;
use crate::games::dungeon_in_a_tin::rules::event::Event;
use crate::games::dungeon_in_a_tin::rules::moves::Move;
use crate::games::dungeon_in_a_tin::rules::position::{Position, Step};
use crate::games::dungeon_in_a_tin::{Dungeon, ID};
use crate::games::side::Side;
use crate::referee::bot::below;
use crate::referee::journal::{self, FORMAT, Header, Luck, Secrets};
use crate::referee::{
    Bot, Choices, Corrections, Game, Session, SessionError, Sitting, Turn, Words, conformance,
};

const CLOSED: [(&str, &str); 1] = [("open_hands", "false")];

fn face_down(players: usize) -> Dungeon {
    kept_by(Secrets::Table, players, &CLOSED)
}

/// Two players with two unseen cards each, with Ann going first.
fn scene() -> Scene {
    let game = face_down(2);
    let mut scene = Scene {
        p: game.start(),
        game,
        told: Vec::new(),
    };
    assert_eq!(scene.options(), "dealt");
    scene.play("dealt");
    scene.first(0);
    scene
}

/// Both are in the Guard Room with this many monsters, and Ann is about to fight.
fn fight(scene: &mut Scene, monsters: usize) {
    let room = scene.lay("T02", 1, (0, 1), Side::South);
    (0..2).for_each(|seat| scene.stand(seat, room, Side::South));
    (0..monsters).for_each(|_| scene.monster(room, "yellow p"));
    scene.p.step = Step::Declare;
    scene.p.acting = 0;
    scene.play("stay stay");
}

fn why(scene: &Scene, id: &str) -> String {
    let mv = scene.game.parse(id).expect("a move");
    let refusal = scene.game.judge(&scene.p, mv).expect_err("a refusal");
    scene.game.refused(&scene.p, refusal).reason
}

fn correct(scene: &mut Scene, words: &str) {
    let correction = scene
        .game
        .parse_correction(&scene.p, words)
        .expect("a correction");
    scene
        .game
        .correct(&mut scene.p, &correction, &mut |_| {})
        .unwrap_or_else(|refused| panic!("{}", refused.reason));
}

#[test]
fn a_card_is_reported_when_played_and_checked_against_what_was_seen() {
    let mut scene = scene();
    assert_eq!(
        (scene.p.deck_size(), scene.p.hidden()[..2].to_vec()),
        (20, vec![2, 2])
    );
    fight(&mut scene, 1);
    scene.play("attack:thrust");
    // Any card may be in the hand; there are two copies of each.
    assert_eq!(scene.options().split(' ').count(), 13);
    scene.play("card:F01 roll:1");
    assert_eq!(
        (scene.spent_card("F01"), scene.p.players[0].hand.len()),
        (1, 1)
    );
    scene.play("attack:thrust card:F01 roll:1");
    scene.p.step = Step::Declare;
    scene.p.acting = 0;
    scene.play("stay stay attack:swipe");
    let refused = why(&scene, "card:F01");
    assert!(
        refused.starts_with("no F01 is left to come: 2 are discarded. "),
        "{refused}"
    );
    assert_eq!(scene.refuse("card:F01").1, "R70");
    scene.play("deck");
    assert!(
        why(&scene, "draw:F01").contains("`undo`, or say which, as in `correct card F01 was F..`")
    );
    assert_eq!(scene.refuse("draw:F01").1, "R70");
    scene.play("draw:F02");
    assert!(scene.game.broken(&scene.p).is_none());
}

#[test]
fn cards_shuffled_in_are_not_in_old_hands_and_cards_held_are_not_in_the_deck() {
    let mut scene = scene();
    fight(&mut scene, 1);
    // All cards except F01 to F04 are discarded, and those four are in the hands.
    for card in 0..scene.p.deck.len() {
        let left = u8::from(card < 4);
        scene.p.spent_cards[card] += scene.p.deck[card] - left;
        scene.p.deck[card] = left;
    }
    scene.play("attack:thrust");
    scene.play("deck");
    assert!(
        matches!(scene.told[..], [Event::Reshuffled { cards: 20 }]),
        "{:?}",
        scene.told
    );
    // The other F01 returned with the shuffle, and so did F05.
    scene.play("draw:F01 roll:1 attack:thrust");
    assert_eq!(scene.options(), "card:F01 card:F02 card:F03 card:F04 deck");
    assert!(why(&scene, "card:F05").starts_with(
        "Bob has drawn no card since the last shuffle, and F05 was shuffled in then."
    ));
    scene.play("deck");
    assert!(
        why(&scene, "draw:F01")
            .starts_with("F01 is in a hand: it was not among the cards of the last shuffle.")
    );
    scene.play("draw:F05 roll:1");
}

#[test]
fn a_wrongly_reported_card_can_be_corrected() {
    let mut scene = scene();
    fight(&mut scene, 1);
    scene.play("attack:thrust card:F01 roll:1 attack:thrust card:F01 roll:1");
    correct(&mut scene, "card F01 was F09");
    assert_eq!((scene.spent_card("F01"), scene.spent_card("F09")), (1, 1));
    let refuse = |scene: &mut Scene, words: &str| {
        let correction = scene
            .game
            .parse_correction(&scene.p, words)
            .expect("a correction");
        let before = scene.p.clone();
        let refused = scene
            .game
            .correct(&mut scene.p, &correction, &mut |_| {})
            .expect_err("a refusal");
        assert_eq!(scene.p, before);
        refused.reason
    };
    assert_eq!(
        refuse(&mut scene, "card F09 was F09"),
        "that is the same card"
    );
    assert_eq!(
        refuse(&mut scene, "card F10 was F11"),
        "no F10 is discarded"
    );
    // A card known to be in a hand becomes an open one.
    correct(&mut scene, "move F09 from discard to Ann");
    assert_eq!(
        (scene.hand(0).as_str(), scene.p.players[0].hand.len()),
        ("F09", 2)
    );
    correct(&mut scene, "move F09 from Ann to deck");
    correct(&mut scene, "move F02 from Bob to discard");
    assert_eq!(scene.p.hidden()[..2], [1, 0]);
    assert_eq!(
        refuse(&mut scene, "move F03 from Bob to discard"),
        "Bob has no F03"
    );
    assert!(scene.game.broken(&scene.p).is_none());
}

#[test]
fn the_dead_show_their_hands_before_anybody_draws() {
    let mut scene = scene();
    scene.p.players[0].hearts = 1;
    fight(&mut scene, 1);
    scene.play("attack:thrust card:F01 roll:1");
    assert_eq!(
        scene.game.question(&scene.p),
        "Ann discards a hand of 1 card: which?"
    );
    assert!(matches!(scene.game.turn(&scene.p), Turn::Table(_)));
    scene.play("show:F01");
    assert_eq!(scene.spent_card("F01"), 2);
    let telling = scene.game.telling(&scene.p, scene.told[0]);
    assert_eq!(
        (telling.rule, telling.text.as_str()),
        (Some("R88"), "Ann discards F01 (thrust +2).")
    );
    // The game continues with Bob's fight, and the hand of the last player to die is not needed.
    scene.p.players[1].hearts = 1;
    scene.play("attack:thrust card:F02 roll:1");
    assert_eq!(scene.p.step, Step::Over);
}

#[test]
fn a_player_who_leaves_shows_the_hand_too() {
    let mut scene = scene();
    scene.play("leave");
    assert_eq!(scene.refuse("card:F01").1, "R23");
    scene.play("show:F03 show:F04");
    assert_eq!(
        scene.game.telling(&scene.p, scene.told[0]).rule,
        Some("A39")
    );
    assert_eq!((scene.p.step, scene.p.actor()), (Step::Declare, 1));
}

#[test]
fn random_play_keeps_the_invariants() {
    let options = [
        ("open_hands", "false"),
        ("spent_on_loss", "false"),
        ("dead_coins", "floor"),
    ];
    let mut steps = HashSet::new();
    for (players, options, games) in [(2, &options[..1], 6), (3, &options[..], 4)] {
        steps.extend(random_play::check(
            &kept_by(Secrets::Table, players, options),
            games,
        ));
    }
    for step in [
        "Deal",
        "Show(Death)",
        "Show(Leave)",
        "Card",
        "Reveal",
        "Over",
    ] {
        assert!(steps.contains(step), "{step} never came up: {steps:?}");
    }
    let game = face_down(2);
    let taken = conformance::check_corrections(&game, 2, 240, |p| {
        if let Some(broken) = game.broken(p) {
            panic!("{}: {p:?}", broken.reason);
        }
    });
    assert!(taken > 50, "{taken}");
}

/// Plays a real table alongside the referee: `real` knows every card, `told` only those shown.
#[test]
fn true_reports_are_never_refused_and_everybody_sees_the_same() {
    let mut worlds = 0;
    for seed in 0..6 {
        let options = if seed % 2 == 0 {
            &CLOSED[..]
        } else {
            &[CLOSED[0], ("spent_on_loss", "false")]
        };
        let players = 2 + seed as usize % 3;
        let real = dungeon(players, options);
        let told = kept_by(Secrets::Table, players, options);
        let (mut p, mut known) = (real.start(), told.start());
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut choices = Choices::default();
        for _ in 0..3000 {
            real.moves(&p, &mut choices);
            if choices.is_empty() {
                break;
            }
            let mv = match real.turn(&p) {
                Turn::Player(seat) if below(8, &mut luck) > 0 => {
                    choices[SensibleBot::default().choose(
                        &real.view(&p, Some(seat)),
                        &choices,
                        &mut luck,
                    )]
                    .mv
                }
                _ => {
                    choices
                        .at(below(choices.total(), &mut luck))
                        .expect("a case below the total")
                        .mv
                }
            };
            let hidden = matches!(p.step, Step::Deal | Step::Refresh);
            if !hidden {
                for choice in choices.iter() {
                    assert!(
                        told.judge(&known, choice.mv).is_ok(),
                        "{} in {known:?}",
                        real.id(choice.mv)
                    );
                }
            }
            let secrets: Vec<Vec<u8>> = (0..players)
                .map(|seat| secret_cards(&p, &known, seat))
                .collect();
            let first = p.step == Step::Deal;
            real.play(&mut p, mv, &mut |_| {}).expect("a listed move");
            if first && p.step != Step::Deal {
                told.play(&mut known, Move::Dealt, &mut |_| {})
                    .expect("the deal");
            }
            if !hidden {
                told.play(&mut known, mv, &mut |_| {})
                    .expect("what is true");
                show(&told, &mut known, &secrets);
            }
            worlds = worlds.max(known.worlds.count());
            if !matches!(p.step, Step::Deal | Step::Refresh | Step::Over) {
                let seen = |game: &Dungeon, p: &Position| {
                    serde_json::to_value(game.view(p, None)).expect("a view")
                };
                assert_eq!(seen(&real, &p), seen(&told, &known));
                assert_eq!(real.describe(&p, None), told.describe(&known, None));
            }
        }
    }
    assert!(worlds > 1, "a card that may be old or new never came up");
}

/// The cards that a seat really holds and nobody has seen.
fn secret_cards(real: &Position, known: &Position, seat: usize) -> Vec<u8> {
    let mut hand = real.players[seat].hand;
    known.players[seat]
        .hand
        .cards()
        .iter()
        .for_each(|card| assert!(hand.take(*card)));
    hand.cards().to_vec()
}

/// Shows the hands of those who are out, taken from `secrets`.
fn show(told: &Dungeon, known: &mut Position, secrets: &[Vec<u8>]) {
    while let (Step::Show(_), Some(seat)) = (known.step, known.shows()) {
        let left = usize::from(known.players[seat].hand.hidden());
        let card = secrets[seat][left - 1];
        told.play(known, Move::Show(card), &mut |_| {})
            .expect("what is true");
    }
}

fn header(physical: &[&str], luck: Luck) -> Header {
    Header {
        journal: FORMAT,
        game: ID.into(),
        edition: None,
        options: vec![("open_hands".into(), "false".into())],
        players: vec!["Ann".into(), "Bob".into()],
        seed: 3,
        kit: String::new(),
        rows: vec![],
        program: None,
        folder: None,
        language: None,
        rules: 1,
        physical: physical.iter().map(|word| (*word).to_owned()).collect(),
        luck,
        secrets: Secrets::Table,
        hints: true,
        bots: Vec::new(),
    }
}

#[test]
fn closed_hands_at_the_table_need_a_real_deck() {
    let start = |physical| Session::start(face_down(2), header(physical, Luck::Same), None);
    let Err(SessionError::Source(why)) = start(&["dice"]) else {
        panic!("a virtual deck of unknown cards")
    };
    assert!(
        why.contains("--physical cards") && why.contains("--secrets referee"),
        "{why}"
    );
    let (mut session, _) = start(&["cards"]).expect("a session");
    assert!(matches!(
        session.hand_over(&["dice".into()]),
        Err(SessionError::Source(_))
    ));
    session
        .hand_over(&["dice".into(), "fight-deck".into()])
        .expect("the deck stays real");
}

#[test]
fn a_session_keeps_its_journal_and_strict_luck_holds_what_was_seen() {
    conformance::check_session(face_down(2), header(&["cards"], Luck::Same), 60);
    let (mut session, _) =
        Session::start(face_down(2), header(&["all"], Luck::Strict), None).expect("a session");
    session.answer("dealt").expect("the deal");
    assert!(matches!(session.undo(1), Err(SessionError::Strict(_))));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let (session, _) = Session::start(face_down(2), header(&["cards"], Luck::Same), Some(&path))
        .expect("a session");
    drop(session);
    let mut record = journal::read(&path).expect("a journal");
    record.header.physical.clear();
    assert!(Session::recall(face_down(2), &record).is_err());
}
