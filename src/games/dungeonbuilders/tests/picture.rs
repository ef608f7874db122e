//! The picture of the table shows every piece once, with the correct side up.

use super::scene::builders;
use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::rules::position::Position;
use crate::referee::journal::Secrets;
use crate::referee::scene::{Piece, What};
use crate::referee::{Game, Words, conformance};

/// The pieces of a deck on the table: those face up, and those face down.
fn lying(game: &Builders, p: &Position, seat: Option<u8>, deck: &str) -> (Vec<Piece>, Vec<Piece>) {
    let (mut up, mut turned) = (Vec::new(), Vec::new());
    for thing in game.scene(p, seat).things {
        match thing.what {
            What::Piece(piece) if piece.deck == deck => up.push(piece),
            What::Turned(piece) if piece.deck == deck => turned.push(piece),
            What::Die(piece) if piece.deck == deck => up.push(piece),
            _ => {}
        }
    }
    (up, turned)
}

fn check(players: usize, options: &[(&str, &str)], secrets: Secrets) {
    let game = builders(players, options, secrets);
    let mut open = 0;
    conformance::check_play(&game, &[], 3, 500, |p| {
        // I1: the entrance and the pile show backs, all drawn tiles show faces.
        let (faces, backs) = lying(&game, p, None, "tiles");
        let codes: Vec<String> = p.drawn.iter().map(|tile| tile.to_string()).collect();
        let mut seen: Vec<&str> = faces.iter().map(|piece| piece.code.as_str()).collect();
        seen.sort_by_key(|code| codes.iter().position(|own| own == code));
        assert_eq!(seen, codes);
        assert_eq!(backs.len(), 1 + usize::from(game.pile(p) > 0));
        // I4: each coin appears once; everybody sees the suits of hidden coins, and the values of the others.
        let (suit_up, value_up) = lying(&game, p, None, "coins");
        assert_eq!(suit_up.len() + value_up.len(), 6 * players, "{p:?}");
        let view = game.view(p, None);
        for seat in 0..players as u8 {
            let hidden = p
                .coins
                .iter()
                .flatten()
                .flatten()
                .filter(|coin| coin.seat == seat && !coin.open)
                .count();
            let code = format!("c{}0", game.suit(seat).letter());
            let shown = suit_up.iter().filter(|piece| piece.code == code).count();
            assert_eq!(shown, usize::from(view.in_hand(seat)) + hidden, "{p:?}");
        }
        open += value_up.len();
        // A seat sees no more of other players' coins.
        for seat in 0..players as u8 {
            let own = if secrets == Secrets::Referee {
                usize::from(view.in_hand(seat))
            } else {
                0
            };
            assert_eq!(
                lying(&game, p, Some(seat), "coins").1.len(),
                value_up.len() + own
            );
        }
        let powers: Vec<Option<String>> = lying(&game, p, None, "dice")
            .0
            .into_iter()
            .map(|die| die.face)
            .collect();
        assert!(powers.iter().all(Option::is_some) && powers.len() == players);
        assert_eq!(lying(&game, p, None, "standees").0.len(), players);
    });
    assert!(open > 0, "no coin was turned up");
}

#[test]
fn every_piece_is_shown_once() {
    check(3, &[], Secrets::Table);
    check(
        4,
        &[
            ("multiple_explorers", "true"),
            ("items", "open"),
            ("goal", "9"),
        ],
        Secrets::Referee,
    );
}
