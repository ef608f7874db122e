//! Closed hands: nothing that is shown depends on what others hold.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::scene::dungeon;
use crate::games::dungeon_in_a_tin::rules::moves::Move;
use crate::games::dungeon_in_a_tin::rules::position::Position;
use crate::referee::bot::below;
use crate::referee::journal::{FORMAT, Header, Luck, Secrets};
use crate::referee::{Choices, Game, Seat, Session, Sitting, conformance};

/// The same position with one card in another player's hand swapped with one of the deck.
fn twin(p: &Position, seat: usize) -> Option<Position> {
    let held = *p.players[seat].hand.cards().first()?;
    let other = (0u8..)
        .zip(&p.deck)
        .find(|(card, count)| **count > 0 && *card != held)?
        .0;
    let mut twin = p.clone();
    twin.players[seat].hand.take(held);
    twin.players[seat].hand.add(other);
    twin.deck[usize::from(held)] += 1;
    twin.deck[usize::from(other)] -= 1;
    Some(twin)
}

#[test]
fn nobody_sees_what_another_holds() {
    let game = dungeon(2, &[("open_hands", "false")]);
    let cards =
        (0..game.data().cards.len() as u8).flat_map(|card| [Move::Card(card), Move::Draw(card)]);
    let universe: Vec<Move> = cards
        .chain([Move::Deck, Move::Stay, Move::Drink, Move::Swap, Move::Pass])
        .collect();
    let mut luck = ChaCha8Rng::seed_from_u64(11);
    let mut choices = Choices::default();
    let mut p = game.start();
    let mut compared = 0;
    for at in 0..2400 {
        game.moves(&p, &mut choices);
        if choices.is_empty() {
            p = game.start();
            continue;
        }
        let mv = choices
            .at(below(choices.total(), &mut luck))
            .expect("a case below the total")
            .mv;
        game.play(&mut p, mv, &mut |_| {}).expect("a listed move");
        let holder = at % 2;
        if let Some(twin) = twin(&p, holder).filter(|_| at % 42 < 2) {
            conformance::check_secrets(&game, &p, &twin, Some(1 - holder as Seat), &universe);
            conformance::check_secrets(&game, &p, &twin, None, &universe);
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn a_hidden_card_is_mentioned_nowhere_before_it_is_played() {
    let header = Header {
        journal: FORMAT,
        game: crate::games::dungeon_in_a_tin::ID.into(),
        edition: None,
        options: vec![],
        players: vec!["Ann".into(), "Bob".into()],
        seed: 2,
        kit: String::new(),
        rows: vec![],
        program: None,
        folder: None,
        language: None,
        rules: 1,
        physical: vec!["cards".into()],
        luck: Luck::Same,
        secrets: Secrets::Referee,
        hints: true,
        bots: Vec::new(),
    };
    let (mut session, _) =
        Session::start(dungeon(2, &[("open_hands", "false")]), header, None).unwrap();
    let ask = session.ask().unwrap();
    assert_eq!(
        (ask.secret, ask.who.as_deref(), ask.unlisted),
        (Some(0), Some("Ann"), true)
    );
    for id in ["draw:F01", "draw:F02", "draw:F03", "draw:F04"] {
        let told = session.answer(id).unwrap();
        assert!(!format!("{told:?}").contains(&id[5..]), "{told:?}");
    }
    let shown = format!(
        "{:?} {:?} {:?}",
        session.history(0..99),
        session.state(99, None),
        session.audit(None)
    );
    assert!(
        !["F01", "F02", "F03", "F04"]
            .iter()
            .any(|code| shown.contains(code)),
        "{shown}"
    );
    assert_eq!(session.undo(4).unwrap().ids[0], "draw:?");
}
