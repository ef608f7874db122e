//! No secret leaks through a condition: a player's options follow from what that player sees, and the lack of options
//! reveals no more than those would.

use super::language::{TWO, game, refused};
use crate::games::by_kit::KitGame;
use crate::games::by_kit::rules::position::Position;
use crate::referee::{Choices, Game, Turn, Words, conformance};

/// Two dealt cards, and additional rules.
fn sheet(flow: &str, actions: &str) -> String {
    format!(
        "[table]\nstock = \"pile of cards\"\nheap = \"discard\"\nside = \"stack\"\n\
         [player]\nhand = \"hand\"\nkept = {{ is = \"hand\", see = \"others\" }}\nbid = 0\n\
         dice = {{ is = \"2d6\", see = \"owner\" }}\n[flow]\n{flow}\n{actions}\n[end]\nwhen = \"sum(players, bid) > 4\"\n"
    )
}

/// Makes moves; returns the position and everything said to all players meanwhile.
fn after(game: &KitGame, moves: &str) -> (Position, Vec<String>) {
    let (mut p, mut told) = (game.start(), Vec::new());
    for id in moves.split_whitespace() {
        let before = p.clone();
        let mut events = Vec::new();
        let mv = game.parse(id).unwrap_or_else(|| panic!("no move {id}"));
        game.play(&mut p, mv, &mut |event| events.push(event))
            .unwrap_or_else(|why| panic!("{id}: {why:?}"));
        told.extend(events.into_iter().map(|event| game.telling(&p, event).text));
        told.push(format!(
            "{:?}: {:?}",
            game.turn(&before),
            game.outside(&before, mv)
        ));
    }
    (p, told)
}

/// Ann has one thing or another, and Bob sees, hears and is offered the same, for each way of reading it.
#[test]
fn what_somebody_hides_changes_nothing_that_others_see() {
    const DEAL: &str = "setup = \"deal 1 from stock to each hand\"";
    let high = "[action.go]\npick = \"card in hand where word = high\"\ndo = \"bid += 1\"\n[action.stay]\ndo = \"bid = bid\"\n";
    let need = |that: &str| {
        format!(
            "[action.go]\nneed = \"{that}\"\ndo = \"bid += 1\"\n[action.stay]\ndo = \"bid = bid\"\n"
        )
    };
    let dealt = ["is:A is:A", "is:B is:A"];
    let cases: Vec<(String, String, [&str; 2])> = vec![
        // A filter or a need that reads a field, a count, a sum or the first of an order.
        (format!("{DEAL}\nturn = \"choose go, stay\""), high.to_owned(), dealt),
        (format!("{DEAL}\nturn = \"choose go, stay\""), need("count(hand where word = high) > 0"), dealt),
        (format!("{DEAL}\nturn = \"choose go, stay\""), need("sum(hand, level) = 2"), dealt),
        (format!("{DEAL}\nturn = \"choose go, stay\""), need("hand.top.level = 2"), dealt),
        (format!("{DEAL}\nturn = \"choose go, stay\""), need("most(hand, level).word = high"), dealt),
        // Nothing to do, nothing to answer, or only one option.
        (format!("{DEAL}\nturn = \"may go; choose stay\""), high.to_owned(), dealt),
        (format!("{DEAL}\nturn = \"ask card in hand where word = high or none; choose stay\""), high.to_owned(), dealt),
        (format!("{DEAL}\nturn = \"ask card in hand where word = high; choose stay\""), high.to_owned(), dealt),
        // Secret choices: an action, a number, and a condition for the end; nothing ends the game before all have chosen.
        (
            "turn = \"together: choose go, stay, more\"".into(),
            format!("{high}[action.more]\npick = \"n in 1 to 9\"\nwords = \"bid {{n}}\"\ndo = \"bid = n\"\n"),
            ["more:9", "stay"],
        ),
        ("turn = \"together: ask bid in 1 to 9\"".into(), String::new(), ["ask:1", "ask:9"]),
        ("turn = \"together: ask bid in 1 to 9 or none\"".into(), String::new(), ["ask:-", "ask:9"]),
        (
            "turn = \"together: may more\"".into(),
            "[action.more]\npick = \"n in 1 to 9\"\ndo = \"bid = n\"\n".into(),
            ["decline", "more:9"],
        ),
        // What one player was shown.
        (
            "setup = \"move top of stock to side face down; reveal side.top to player\"\nturn = \"choose go, stay\"".into(),
            need("side.top.level = 2"),
            ["is:A", "is:B"],
        ),
        // Hidden dice: what they show, and what may be done with it.
        ("turn = \"roll dice; choose go, stay\"".into(), need("dice.sum > 7"), ["shows:1 shows:1", "shows:6 shows:6"]),
        // Which of several equal cards one is, if another is hidden below.
        (
            "setup = \"deal 1 from stock to each hand; move all of hand to side face down; move top of stock to side face up\"\n\
             turn = \"each other in players: if other != player: do last\"\n[effect.last]\ndo = \"choose take\""
                .into(),
            "[action.take]\npick = \"card in side where up\"\ndo = \"bid += 1\"\n".into(),
            ["is:A is:A is:B", "is:B is:A is:B"],
        ),
    ];
    for (flow, actions, [one, other]) in cases {
        let game = game(TWO, &sheet(&flow, &actions), 2);
        let ((one, told), (other, also)) = (after(&game, one), after(&game, other));
        let plain = |told: &[String]| {
            told.iter()
                .filter(|said| !said.starts_with("Chance"))
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(plain(&told), plain(&also), "{flow}\n{actions}");
        assert_eq!(
            game.idle(&one).is_some(),
            game.idle(&other).is_some(),
            "{flow}\n{actions}"
        );
        assert_ne!(game.turn(&one), Turn::Over, "{flow}\n{actions}");
        conformance::check_secrets(&game, &one, &other, Some(1), &[]);
    }
}

/// Secret choices are reported once all have chosen.
#[test]
fn what_was_bid_in_secret_is_told_afterwards() {
    let game = game(TWO, &sheet("turn = \"together: ask bid in 0 to 9\"", ""), 2);
    let (p, told) = after(&game, "ask:2 ask:3");
    assert_eq!(
        told.iter()
            .filter(|said| said.contains("has chosen"))
            .count(),
        2,
        "{told:?}"
    );
    assert!(
        told.iter().any(|said| said.contains("bid is 2"))
            && told.iter().any(|said| said.contains("bid is 3")),
        "{told:?}"
    );
    let mut choices = Choices::default();
    game.moves(&p, &mut choices);
    assert_eq!(
        game.outcome(&p).map(|_| ()),
        Some(()),
        "the end is looked at after the block"
    );
}

/// Rules that would reveal a secret are refused before play, with their place.
#[test]
fn what_others_hide_is_no_condition() {
    let turn = "setup = \"deal 1 from stock to each hand\"\nturn = \"choose go\"";
    let need = |that: &str| format!("[action.go]\nneed = \"{that}\"\ndo = \"bid += 1\"\n");
    for (actions, message) in [
        (need("count(left.hand where word = high) > 0"), "cannot see"),
        (need("left.hand.top.level = 1"), "cannot see"),
        (need("stock.top.level = 1"), "cannot see"),
        (need("sum(kept, level) = 1"), "cannot see"),
        (need("most(others, sum(hand, level)) = left"), "cannot see"),
        (need("left.dice.sum = 2"), "cannot see"),
        (
            "[action.go]\npick = \"who in others where any(hand where word = high)\"\ndo = \"bid += 1\"\n".into(),
            "cannot see",
        ),
        // A reason reveals as much as a need.
        (
            "[action.go]\nneed = \"bid > 9\"\nelse = \"{left.hand.top.word} is there\"\ndo = \"bid += 1\"\n".into(),
            "cannot see",
        ),
        // Repeated guesses at what is face down.
        (
            "[action.go]\npick = \"w in values(word)\"\nneed = \"any(stock where word = w)\"\ndo = \"bid += 1\"\n".into(),
            "cannot see",
        ),
        (
            "[action.go]\npick = \"card in hand\"\ntell = \"shows {card.word}\"\ndo = \"bid += 1\"\n".into(),
            "everybody hears",
        ),
        ("[action.go]\nwords = \"bid on {hand.top.word}\"\ndo = \"bid += 1\"\n".into(), "everybody hears"),
        ("[action.go]\ntell = \"has {dice.sum}\"\ndo = \"bid += 1\"\n".into(), "everybody hears"),
    ] {
        let why = refused(TWO, &sheet(turn, &actions));
        assert!(why.contains(message) && why.contains("play.toml:"), "{actions}: {why}");
    }
}
