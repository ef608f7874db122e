//! What a seat can tell, and odds: small games whose probabilities are known as fractions.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::language::{TWO, does, game, opened};
use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::orders::Order;
use crate::games::by_kit::rules::position::{Position, UNKNOWN};
use crate::games::by_kit::rules::worlds::Deal;
use crate::referee::bot::below;
use crate::referee::journal::Secrets;
use crate::referee::odds::{self, Effort, Knowing, Likelihood, Odds};
use crate::referee::scene::What;
use crate::referee::search::{Budget, search};
use crate::referee::{Choices, Game, Outcome, Scene, Seat, Turn, Verdict, Words};

fn after(game: &KitGame, moves: &str) -> Position {
    let mut p = game.start();
    for id in moves.split_whitespace() {
        does(game, &mut p, id);
    }
    p
}

fn odds(game: &KitGame, p: &Position, seat: Option<Seat>) -> Odds {
    let players: Vec<String> = ["Ann", "Bob", "Cid"].map(str::to_owned).into();
    let knowing = Knowing {
        seat,
        untold: false,
        players: &players,
    };
    odds::odds(game, p, 1, knowing, Effort::FULL).expect("what is known")
}

/// The outcomes of an answer and their probabilities: "7/12".
fn comes(game: &KitGame, p: &Position, seat: Option<Seat>, id: &str) -> BTreeMap<String, String> {
    let all = odds(game, p, seat);
    let option = all.options.iter().find(|option| option.id == id);
    let option = option.unwrap_or_else(|| panic!("no {id} in {:?}", all.options));
    let likely: Vec<Likelihood> = option.outcomes.iter().map(|outcome| outcome.p).collect();
    assert!(
        (Likelihood::sum(&likely).value() - 1.0).abs() < 1e-9,
        "something comes: {option:?}"
    );
    let outcomes = option.outcomes.iter();
    outcomes
        .map(|outcome| (outcome.text(), outcome.p.to_string()))
        .collect()
}

fn chance(game: &KitGame, p: &Position, seat: Option<Seat>, id: &str, text: &str) -> String {
    let all = comes(game, p, seat, id);
    let of = |known: &&String| known.contains(text);
    let found: Vec<&String> = all.keys().filter(of).collect();
    assert!(found.len() == 1, "one outcome with `{text}`: {all:?}");
    all[found[0]].clone()
}

/// The hider's first card may not be the low one, and each next one is a neighbour of the last: that is known of both, though the
/// last one has gone back into the hand.
#[test]
fn a_condition_on_what_is_chosen_unseen_is_a_clue() {
    let play = "[table]\natlas = \"pile of cards\"\nhider = \"player\"\n[player]\nmaps = \"hand\"\nlair = { is = \"hand\", most = 1 }\nscore = 0\n\
        [flow]\nsetup = \"\"\"\nrandom one in players where it != player\nhider = one\nmove all of atlas to hider.maps\n\
        ask hider: c in hider.maps where it.level != 1\nmove c to hider.lair\n\"\"\"\n\
        turn = \"\"\"\nif player = hider: choose shift, show\notherwise: choose seek, wait\n\"\"\"\n\
        [action.wait]\ndo = \"\"\n[action.seek]\ndo = \"if any(hider.lair where it.level = 2): score += 1\"\n\
        [action.show]\ndo = \"each card in lair: reveal card\"\n\
        [action.shift]\npick = \"card in maps where any(lair where it.level = card.level + 1 or it.level = card.level - 1)\"\n\
        do = \"\"\"\nmove all of lair to maps\nmove card to lair\n\"\"\"\n[end]\nwhen = \"any(players where score > 3)\"\n";
    let rows = "code,count,level,word\nA,1,1,low\nB,1,2,mid\nC,1,3,high\nD,1,4,top\n";
    let game = opened(rows, play, 2, Secrets::Referee).unwrap_or_else(|why| panic!("{why}"));
    let mut p = game.start();
    let answer = |p: &mut Position, wanted: &str| {
        let mut choices = Choices::default();
        game.moves(p, &mut choices);
        let ids: Vec<String> = choices.iter().map(|choice| game.id(choice.mv)).collect();
        let id = ids.iter().find(|id| id.contains(wanted));
        does(
            &game,
            p,
            id.unwrap_or_else(|| panic!("no {wanted} in {ids:?}")),
        );
    };
    let settle = |p: &mut Position| {
        while let Turn::Chance(_) = game.turn(p) {
            answer(p, "");
        }
    };
    settle(&mut p);
    answer(&mut p, "C");
    settle(&mut p);
    assert_eq!(game.turn(&p), Turn::Player(0));
    let wins = |p: &Position| chance(&game, p, Some(0), "seek", "score is 1");
    assert_eq!(wins(&p), "1/3");
    answer(&mut p, "wait");
    answer(&mut p, "show");
    settle(&mut p);
    answer(&mut p, "wait");
    answer(&mut p, "D");
    settle(&mut p);
    // Of the high card's neighbours, one is the mid one.
    assert_eq!(wins(&p), "1/2");
    answer(&mut p, "wait");
    answer(&mut p, "C");
    settle(&mut p);
    // From the mid one, as likely to the low or the high one; from the top one, to the high one.
    assert!(!odds(&game, &p, Some(0)).partial);
    let lost = comes(&game, &p, Some(0), "seek");
    assert!(
        lost.keys().all(|words| !words.contains("score is 1")),
        "{lost:?}"
    );
}

/// A counter that comes to the same whatever is rolled does not stand for the dice.
#[test]
fn dice_are_told_beside_a_counter() {
    let play = "[table]\ndice = \"4d6\"\n[player]\ntries = 0\n[flow]\nturn = \"choose again; choose stop, rest\"\n\
        [action.again]\ndo = \"tries += 1; roll dice\"\n[action.stop]\ndo = \"\"\n[action.rest]\ndo = \"reroll dice where it < 3\"\n";
    let game = game(TWO, play, 1);
    let found = comes(&game, &game.start(), Some(0), "again");
    assert_eq!(found.len(), 126, "{found:?}");
}

/// However the dice fall one after another, their sum has the probability of the textbooks.
#[test]
fn sums_of_dice_are_exact() {
    let play = |dice: &str, that: &str| {
        format!(
            "[table]\ndice = \"{dice}\"\n[player]\nscore = 0\n[flow]\nturn = \"choose go, stop\"\n\
             [action.stop]\ndo = \"end turn\"\n[action.go]\ndo = \"roll dice; if {that}: score += 1\"\n[end]\nwhen = \"score > 3\"\n"
        )
    };
    for (dice, that, expected) in [
        ("2d6", "dice.sum = 7", "1/6"),
        ("3d6", "dice.sum >= 16", "5/108"),
        ("6d6", "dice.sum = 20", "4221/46656"),
        ("8d6", "dice.most = 6 and dice.least = 1", ""),
    ] {
        let game = game(TWO, &play(dice, that), 1);
        let p = game.start();
        let found = odds(&game, &p, Some(0));
        assert!(found.exact, "{dice}");
        let score = chance(&game, &p, Some(0), "go", "score is 1");
        let expected = match expected {
            // All, less those without a six, those without a one, and plus those with neither.
            "" => {
                let all = 6u128.pow(8);
                Likelihood::exact(all - 2 * 5u128.pow(8) + 4u128.pow(8), all).to_string()
            }
            "4221/46656" => Likelihood::exact(4221, 46656).to_string(),
            other => other.to_owned(),
        };
        assert_eq!(score, expected, "{dice}: {that}");
    }
}

/// Two of four cards without replacement: however they come, 1 in 6 for two alike.
#[test]
fn draws_without_replacement_are_exact() {
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\n[flow]\nturn = \"choose go, stop\"\n\
                [action.stop]\ndo = \"end turn\"\n[action.go]\ndo = \"draw 2 from stock to hand\"\n[end]\nwhen = \"stock is empty\"\n";
    let game = game(TWO, play, 1);
    let p = game.start();
    let all = comes(&game, &p, Some(0), "go");
    let shares: Vec<&String> = all.values().collect();
    assert_eq!(all.len(), 3, "{all:?}");
    assert_eq!(
        shares.iter().filter(|share| **share == "1/6").count(),
        2,
        "{all:?}"
    );
    assert!(shares.contains(&&"2/3".to_owned()), "{all:?}");
}

/// So many cards of each of four suits.
fn suits(ranks: u32) -> String {
    let card = |suit: &str, rank| format!("{}{rank},1,{suit},{rank}\n", &suit[..1]);
    let suits = ["clubs", "diamonds", "hearts", "spades"].into_iter();
    let cards = suits.flat_map(|suit| (1..=ranks).map(move |rank| card(suit, rank)));
    format!("code,count,suit,rank\n{}", cards.collect::<String>())
}

/// In how many handfuls of cards, some of them hearts, this many are hearts.
fn handfuls(cards: u128, hearts: u128, taken: u128, wanted: u128) -> u128 {
    let choose = |n: u128, k: u128| (0..k).fold(1, |ways, at| ways * (n - at) / (at + 1));
    choose(hearts, wanted) * choose(cards - hearts, taken - wanted)
}

/// Eight of fifty-two cards of which the rules read only the suit, and a hand of five that another hides: the odds of the textbooks.
#[test]
fn cards_that_no_rule_tells_apart_are_counted_together() {
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\n\
        [flow]\nsetup = \"deal 5 to each hand\"\nturn = \"choose draw, show, play\"\n\
        [action.play]\npick = \"card in hand\"\ndo = \"move card to stock\"\n\
        [action.draw]\ndo = \"\"\"\ndraw 8 from stock to hand\nif count(hand where suit = hearts) >= 5: win\nlose\n\"\"\"\n\
        [action.show]\ndo = \"\"\"\nif count(hand where suit = hearts) > count(left.hand where suit = hearts): win\nlose\n\"\"\"\n\
        [end]\nwhen = \"stock is empty\"\n";
    let game = game(&suits(13), play, 2);
    let hers = "is:h1 is:h2 is:c1 is:c2 is:d1";
    let p = after(&game, &format!("{hers} is:h3 is:s1 is:s2 is:s3 is:s4"));
    assert!(odds(&game, &p, Some(0)).exact);
    let cases = |taken, wanted: std::ops::RangeInclusive<u128>| -> u128 {
        wanted.map(|wanted| handfuls(47, 11, taken, wanted)).sum()
    };
    let wins = |id: &str| chance(&game, &p, Some(0), id, "wins");
    let of = |taken, wanted| Likelihood::exact(cases(taken, wanted), cases(taken, 0..=taken));
    assert_eq!(wins("draw"), of(8, 3..=8).to_string());
    assert_eq!(wins("show"), of(5, 0..=1).to_string());
}

/// Rules that read more than they use tell all cards apart: what comes is the same. Cards are still named where few outcomes name them.
#[test]
fn cards_counted_together_come_to_the_same() {
    let play = |rank: &str, count: u8| {
        format!(
            "[table]\nstock = \"pile of cards\"\ndice = \"4d6\"\n[player]\nhand = \"hand\"\nscore = 0\nhigh = 0\n\
             [flow]\nturn = \"choose go, open, stop\"\n[action.stop]\nneed = \"{rank}\"\ndo = \"end turn\"\n\
             [action.go]\ndo = \"draw {count} from stock to hand; score = count(hand where suit = hearts); high = count(hand where 2 < rank)\"\n\
             [action.open]\ndo = \"roll dice; draw 1 from stock to hand; if dice.sum > 14: score += 1\"\n\
             [end]\nwhen = \"stock is empty\"\n"
        )
    };
    let all = |rank: &str, id: &str, cards| {
        let game = game(&suits(cards), &play(rank, 4), 1);
        comes(&game, &game.start(), Some(0), id)
    };
    let (none, all_ranks) = ("score = 0", "none(hand where rank = 1)");
    // 27 outcomes by two counters: what else the hand holds is told where it is known.
    let counted = |all: BTreeMap<String, String>| {
        let mut sums: BTreeMap<String, Vec<Likelihood>> = BTreeMap::new();
        for (text, p) in all {
            let (cases, of) = p.split_once('/').expect("a fraction");
            let [cases, of] = [cases, of].map(|number| number.parse().expect("a number"));
            let counters = text.split(", ").filter(|part| part.contains(" is "));
            let counters = counters.collect::<Vec<_>>().join(", ");
            sums.entry(counters)
                .or_default()
                .push(Likelihood::exact(cases, of));
        }
        let sums = sums.into_iter();
        sums.map(|(text, all)| (text, Likelihood::sum(&all).to_string()))
            .collect::<BTreeMap<_, _>>()
    };
    let alike = counted(all(none, "go", 6));
    assert!(alike.len() > 9, "{alike:?}");
    assert_eq!(alike, counted(all(all_ranks, "go", 6)));
    let named = all(none, "open", 7);
    assert!(named.keys().any(|text| text.contains("h7")), "{named:?}");
    assert_eq!(named, all(all_ranks, "open", 7));
}

/// Ann and Bob hold one of four cards each; what Ann does not see is as likely in Bob's hand as in the stock.
const HANDS: &str = "[table]\nstock = \"pile of cards\"\nheap = \"discard\"\nopen = \"row\"\n\
    [player]\nhand = \"hand\"\nscore = 0\n[flow]\nsetup = \"deal 1 from stock to each hand\"\nturn = \"choose go, guess, give\"\n\
    [action.go]\ndo = \"draw 1 from stock to open\"\n\
    [action.guess]\ndo = \"if left.hand.top.word = high: score += 1\"\n\
    [action.give]\npick = \"card in hand\"\ndo = \"move card to left.hand\"\n\
    [end]\nwhen = \"stock is empty\"\n";

#[test]
fn a_hidden_hand_is_counted_in() {
    let game = game(TWO, HANDS, 2);
    for bob in ["is:A", "is:B"] {
        let p = after(&game, &format!("is:A {bob}"));
        // The other A and both Bs are unseen.
        assert_eq!(
            chance(&game, &p, Some(0), "go", "A"),
            "1/3",
            "Bob has {bob}"
        );
        assert_eq!(chance(&game, &p, Some(0), "guess", "score is 1"), "2/3");
        // Everybody together has seen nothing.
        assert_eq!(chance(&game, &p, None, "go", "A"), "1/2");
    }
}

/// Who gives a card away knows where it is; the others do not.
#[test]
fn who_gives_a_card_away_remembers_it() {
    let game = game(TWO, HANDS, 2);
    let p = after(&game, "is:A is:B give:A");
    // Ann knows that Bob has an A. Of his two cards and the stock, she has not seen an A and two Bs.
    assert_eq!(chance(&game, &p, Some(0), "go", "A"), "1/3");
    // Bob has seen an A and a B.
    assert_eq!(chance(&game, &p, Some(1), "go", "A"), "1/2");
    // Nobody else has seen anything.
    assert_eq!(chance(&game, &p, None, "go", "A"), "1/2");
}

/// Five dice are mine and five are hidden: what I hold counts, what the other has rolled is as likely as any roll.
#[test]
fn ten_hidden_dice_of_which_five_are_mine() {
    let play = "[player]\ndice = { is = \"5d6\", see = \"owner\" }\nscore = 0\n[flow]\nsetup = \"each player: roll dice\"\n\
                turn = \"choose call\"\n\
                [action.call]\ndo = \"if sum(players, count(dice where it = 6)) >= 3: score += 1\"\n[end]\nwhen = \"score > 0\"\n";
    let game = game(TWO, play, 2);
    let bobs = ["1 1 1 1 1", "6 6 6 2 1"];
    for bob in bobs {
        let rolls = |faces: &str| -> String {
            faces
                .split(' ')
                .map(|face| format!("shows:{face} "))
                .collect()
        };
        let p = after(&game, &(rolls("6 2 3 4 5") + &rolls(bob)));
        let found = odds(&game, &p, Some(0));
        assert!(found.exact && !found.assumed);
        // Two sixes or more of five dice.
        assert_eq!(
            chance(&game, &p, Some(0), "call", "score is 1"),
            Likelihood::exact(7776 - 3125 - 3125, 7776).to_string(),
            "Bob has {bob}"
        );
    }
}

/// A card that was set aside unseen may be any of those that nobody has seen since.
#[test]
fn a_card_set_aside_unseen() {
    let play = "[table]\nstock = \"pile of cards\"\naside = \"pile\"\nopen = \"row\"\n[player]\nhand = \"hand\"\nscore = 0\n\
                [flow]\nsetup = \"move top of stock to aside; deal 1 from stock to each hand\"\nturn = \"choose show\"\n\
                [action.show]\ndo = \"move top of aside to open; if open.top.word = high: score += 1\"\n[end]\nwhen = \"score > 0\"\n";
    let game = game(TWO, play, 2);
    let p = after(&game, "is:A is:A");
    let own = |seat| chance(&game, &p, seat, "show", "score is 1");
    assert_eq!(own(Some(0)), "2/3");
    assert_eq!(own(Some(1)), "2/3");
    assert_eq!(own(None), "1/2");
}

/// Three tiles lie face down and one player looked at them: for that player the fourth is certain.
#[test]
fn three_tiles_that_i_alone_looked_at() {
    let rows = "code,count,level,word\nA,1,1,low\nB,1,2,low\nC,1,3,low\nD,1,4,high\n";
    let play = "[table]\nstock = \"pile of cards\"\nopen = \"row\"\nside = \"stack\"\n[player]\nscore = 0\n\
                [flow]\nsetup = \"repeat 3 times: move top of stock to side face down; each c in side: reveal c to player\"\n\
                turn = \"choose draw\"\n\
                [action.draw]\ndo = \"draw 1 from stock to open; if open.top.word = high: score += 1\"\n[end]\nwhen = \"stock is empty\"\n";
    let game = game(rows, play, 2);
    let p = after(&game, "is:A is:B is:C");
    assert_eq!(chance(&game, &p, Some(0), "draw", "score is 1"), "1");
    assert_eq!(chance(&game, &p, Some(1), "draw", "score is 1"), "1/4");
}

/// A card that all have seen goes into a hand, and one of that hand goes face down: it is that card as likely as the other.
#[test]
fn nobody_can_follow_a_card_out_of_a_hand() {
    let play = "[table]\nstock = \"pile of cards\"\nopen = \"row\"\nside = \"stack\"\n[player]\nhand = \"hand\"\nscore = 0\n\
                [flow]\nsetup = \"deal 1 from stock to each hand; move top of stock to open\"\nturn = \"choose keep; choose hide; choose show, wait\"\n[action.wait]\ndo = \"end turn\"\n\
                [action.keep]\npick = \"card in open\"\ndo = \"move card to hand\"\n\
                [action.hide]\npick = \"card in hand\"\ndo = \"move card to side face down\"\n\
                [action.show]\ndo = \"turn up side.top; if side.top.word = high: score += 1\"\n[end]\nwhen = \"score > 0\"\n";
    let rows = "code,count,level,word\nA,1,1,low\nB,1,2,high\nC,2,3,low\n";
    let game = game(rows, play, 2);
    for hidden in ["B", "C"] {
        // Ann is dealt C and takes B openly; she hides one of the two.
        let p = after(&game, &format!("is:C is:A is:B keep:B hide:{hidden}"));
        assert_eq!(
            chance(&game, &p, Some(1), "show", "score is 1"),
            "1/2",
            "{hidden}"
        );
        let known = if hidden == "B" { "1" } else { "0" };
        let all = comes(&game, &p, Some(0), "show");
        assert_eq!(all.len(), 1, "she knows: {all:?}");
        assert_eq!(
            all.keys().any(|text| text.contains("score is 1")),
            known == "1",
            "{all:?}"
        );
    }
}

/// Odds of what everybody can tell are told, also where a known card lies face down; but not where the card decides.
#[test]
fn odds_are_told_beside_a_card_that_was_put_face_down() {
    let play = |needs: &str| {
        format!(
            "[table]\ndie = \"d6\"\nbook = \"pile of cards\"\nnow = \"row\"\nside = \"stack\"\n[player]\nhand = \"hand\"\nxp = 0\n\
             [flow]\nsetup = \"draw 1 from book to now; deal 1 from book to each hand\"\nturn = \"choose put, hide, fight\"\n\
             [action.put]\ndo = \"move all of now to bottom of book\"\n\
             [action.hide]\npick = \"card in hand\"\ndo = \"move card to side face down\"\n\
             [action.fight]\nwins = \"action.fight.1\"\n\
             do = ['roll die', 'if die >= {needs}: say \"It falls.\"', 'if die < {needs}: say \"It stands.\"']\n\
             [end]\nwhen = \"xp > 0\"\n"
        )
    };
    let rows = "code,count,level\nA,2,4\nB,2,4\nC,2,5\n";
    let offered = |needs: &str, moves: &str| {
        let game = game(rows, &play(needs), 2);
        let p = after(&game, moves);
        game.option(&p, game.parse("fight").expect("a move"))
    };
    assert_eq!(offered("4", "is:A is:B is:C put"), "fight (wins 18 in 36)");
    assert_eq!(
        offered("4", "is:A is:B is:C hide:B"),
        "fight (wins 18 in 36)"
    );
    assert_eq!(offered("side.top.level", "is:A is:B is:C hide:B"), "fight");
}

/// Whoever plays all hands sees them all in pictures, and what nobody sees stays hidden.
#[test]
fn pictures_with_open_hands_show_what_any_player_sees() {
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\n\
                [flow]\nsetup = \"deal 1 from stock to each hand\"\nturn = \"choose rest\"\n\
                [action.rest]\ndo = \"end turn\"\n[end]\nwhen = \"no\"\n";
    let game = game("code\nA\nB\nC\n", play, 2);
    let p = after(&game, "is:A is:C");
    let up = |scene: Scene| -> Vec<String> {
        let codes = scene.things.iter().filter_map(|thing| match &thing.what {
            What::Piece(piece) => Some(piece.code.clone()),
            _ => None,
        });
        codes.collect()
    };
    assert_eq!(up(game.scene(&p, None)), [""; 0]);
    assert_eq!(up(game.scene(&p, Some(1))), ["C"]);
    assert_eq!(up(game.opened(&p, 2)), ["A", "C"]);
}

/// What another has chosen in secret counts as any choice, and that is said.
#[test]
fn a_secret_choice_is_assumed_to_be_any() {
    let play = "[player]\nbid = 0\nscore = 0\n[flow]\nround = \"\"\"\ntogether: ask bid in 1 to 3\n\
                each player: if bid > left.bid: score += 1\n\"\"\"\n[end]\nwhen = \"any(players where score > 2)\"\n";
    let game = game(TWO, play, 2);
    for ann in ["ask:1", "ask:3"] {
        let p = after(&game, ann);
        let found = odds(&game, &p, Some(1));
        assert!(found.exact && found.assumed, "{found:?}");
        assert_eq!(
            chance(&game, &p, Some(1), "ask:2", "Player 2's score is 1"),
            "1/3",
            "{ann}"
        );
        let wins = comes(&game, &p, Some(1), "ask:3");
        assert!(
            wins.iter()
                .any(|(text, p)| text.contains("Player 2's score is 1") && p == "2/3"),
            "{wins:?}"
        );
    }
}

/// Whoever chooses first at a moment when all choose knows no less: what the others will choose counts as any choice too.
#[test]
fn what_others_choose_at_the_same_time_is_assumed_to_be_any() {
    let play = "[player]\nbid = 0\nscore = 0\n[flow]\nround = \"\"\"\ntogether: ask bid in 1 to 3\n\
                each player: if bid > max(others, bid): score += 1\n\"\"\"\n[end]\nwhen = \"any(players where score > 2)\"\n";
    let game = game(TWO, play, 3);
    let first = game.start();
    let found = odds(&game, &first, Some(0));
    assert!(found.exact && found.assumed, "{found:?}");
    let wins = |p: &Position, seat: Seat, bid: &str| -> f64 {
        let found = odds(&game, p, Some(seat));
        let of = found.options.iter().find(|option| option.id == bid);
        let outcomes = of.expect("an answer").outcomes.iter();
        let score = format!(
            "{seat}'s score is 1",
            seat = format_args!("Player {}", seat + 1)
        );
        let own = outcomes.filter(|outcome| outcome.text().contains(&score));
        own.map(|outcome| outcome.p.value()).sum()
    };
    // Both others stay below: one bid of three, and two of three.
    for (bid, ways) in [("ask:1", 0.0), ("ask:2", 1.0), ("ask:3", 4.0)] {
        assert!((wins(&first, 0, bid) - ways / 9.0).abs() < 1e-9, "{bid}");
        let last = after(&game, "ask:1 ask:3");
        assert!((wins(&last, 2, bid) - ways / 9.0).abs() < 1e-9, "{bid}");
    }
    // Who has nothing left to bid is not asked again, but what the others choose then is no part of it.
    let play = "[player]\ncoins = 2\nbid = 0\nscore = 0\n[flow]\nround = \"\"\"\ntogether: ask bid in 0 to coins\n\
                each player: coins -= bid; score += bid\n\"\"\"\n[end]\nwhen = \"none(players where coins > 0)\"\n";
    let poor = super::language::game(TWO, play, 2);
    let all = comes(&poor, &poor.start(), Some(0), "ask:2");
    assert_eq!(all.len(), 3, "{all:?}");
    // Nor is what the next round begins with.
    let play = "[table]\nstock = \"pile of cards\"\nlot = \"row of 1\"\npast = \"discard\"\n[player]\nbid = 0\nscore = 0\n[flow]\n\
        round = \"\"\"\ndraw 1 from stock to lot\ntogether: ask bid in 0 to 1\neach player: if bid > left.bid: score += 1\n\
        move all of lot to past\n\"\"\"\n[end]\nwhen = \"stock is empty\"\n";
    let lots = super::language::game("code,count,level,word\nA,4,1,low\nB,4,2,high\n", play, 2);
    let all = comes(&lots, &after(&lots, "is:A"), Some(0), "ask:1");
    assert_eq!(all.len(), 2, "{all:?}");
    // The open table knows of no bids, and what it may ask is not what comes of them.
    assert_eq!(odds(&game, &first, None).options[0].outcomes.len(), 1);
}

/// Alone, a turn that ends by bad luck is told apart from what the next turn begins with.
#[test]
fn alone_a_turn_that_ends_is_told() {
    let rows = "code,count,level\nA,1,1\nB,1,2\n";
    let play = "[table]\nbag = \"bag of cards\"\npot = \"row\"\n[player]\nscore = 0\n[flow]\nturn = \"\"\"\n\
        shuffle pot into bag\ndraw 1 from bag to pot\nrepeat: choose pull, stop\n\"\"\"\n[action.stop]\ndo = \"score += 1; end turn\"\n\
        [action.pull]\ndo = \"\"\"\ndraw 1 from bag to pot\nif any(pot where level = 2): end turn\n\"\"\"\n[end]\nwhen = \"score > 3\"\n";
    let game = game(rows, play, 1);
    let p = after(&game, "is:A");
    let pulled = comes(&game, &p, Some(0), "pull");
    assert!(
        pulled.keys().all(|text| !text.contains("the turn ends")),
        "{pulled:?}"
    );
    let rows = "code,count,level\nA,2,1\nB,1,2\n";
    let game = super::language::game(rows, play, 1);
    let p = after(&game, "is:A");
    let pulled = comes(&game, &p, Some(0), "pull");
    let ends = pulled
        .iter()
        .filter(|(text, _)| text.contains("the turn ends"));
    let ways: Vec<&str> = ends.map(|(_, p)| p.as_str()).collect();
    // Half of the pulls end it; then A or B lies there anew.
    assert!(
        ways == ["1/6", "1/3"] || ways == ["1/3", "1/6"],
        "{pulled:?}"
    );
}

/// What somebody has chosen in secret is likelier to come from a hand that is likelier, and less from one with more choices.
#[test]
fn who_chooses_second_knows_how_hands_are_dealt() {
    let rows = "code,count,worth\nP,18,1\nG,2,5\n";
    let play = "[table]\nstock = \"pile of cards\"\nused = \"discard\"\nrounds = 0\n[player]\nhand = \"hand\"\n\
        down = \"hand\"\nfinds = 0\n[flow]\nsetup = \"deal 3 from stock to each hand\"\nround = \"\"\"\nrounds += 1\n\
        together: choose lay\neach player\n  reveal down.top\n  if down.top.worth = 5: finds += 1\n  move all of down to used\n\
        \"\"\"\n[action.lay]\nwords = \"lay {card}\"\npick = \"card in hand\"\ndo = \"move card to down\"\n\
        [end]\nwhen = \"rounds = 2\"\n";
    let game = game(rows, play, 2);
    let dealt = after(&game, "is:P is:P is:P is:P is:P is:P");
    // Ann has two gems in 15 of 680 hands, and one in 210; then she lays one in half of the cases.
    assert_eq!(chance(&game, &dealt, Some(0), "lay:P", "finds"), "45/272");
    let p = after(&game, "is:P is:P is:P is:P is:P is:P lay:P");
    assert_eq!(chance(&game, &p, Some(1), "lay:P", "finds"), "45/272");
}

/// One card of each suit lies aside. However many questions are asked, nobody forgets that.
#[test]
fn a_case_of_one_of_each_suit_is_remembered() {
    let rows = "code,name,suit\nr1,r1,red\nr2,r2,red\nr3,r3,red\nb1,b1,blue\nb2,b2,blue\nb3,b3,blue\ng1,g1,green\ng2,g2,green\ng3,g3,green\n";
    let play = "[table]\nreds = \"pile\"\nstock = \"pile of cards\"\ncase = \"pile\"\n[player]\nhand = \"hand\"\nout = false\n\
        score = 0\n[flow]\nsetup = \"\"\"\neach s in values(suit)\n  move all of stock where suit = s to reds\n  \
        move 1 at random of reds to case\n  shuffle reds into stock\nrepeat while stock is not empty\n  \
        each player: if stock is not empty: draw 1 from stock to hand\n\"\"\"\nturn = \"choose question, accuse\"\n\
        [action.question]\nwords = \"ask {foe} for {colour}\"\npick = [\"foe in others\", \"colour in values(suit)\"]\ndo = \"\"\"\n\
        if any(foe.hand where suit = colour)\n  ask foe: c in foe.hand where suit = colour\n  say \"{foe} shows {colour}.\"\n  \
        reveal c to player\notherwise\n  say \"{foe} has no {colour}.\"\n\"\"\"\n[action.accuse]\nwords = \"accuse {a}\"\n\
        pick = \"a in values(name)\"\ndo = \"\"\"\nout = true\nif any(case where name = a): score += 1\n\"\"\"\n\
        [end]\nwhen = \"all(players where out)\"\nscore = \"score\"\n";
    let game = game(rows, play, 3);
    let dealt = "takes:3 takes:3 takes:3 is:b2 is:r1 is:r2 is:g2 is:b1 is:g1";
    let asked = "question:Player_2:red ask-piece:r1 question:Player_3:red ask-piece:r2 question:Player_1:blue ask-piece:b2 \
        question:Player_3:red ask-piece:r2";
    let p = after(&game, &format!("{dealt} {asked}"));
    let told = odds(&game, &p, Some(1));
    assert!(!told.partial, "{told:?}");
    // Red is known; blue is one of two, since Ann has shown the other, and green any of three.
    let shares = [
        ("r3", 1.0),
        ("b2", 0.5),
        ("b3", 0.5),
        ("g1", 1.0 / 3.0),
        ("g3", 1.0 / 3.0),
    ];
    for (guess, share) in shares {
        let id = format!("accuse:{guess}");
        let answer = told.options.iter().find(|option| option.id == id);
        let outcomes = &answer.expect("an answer").outcomes;
        let scores = |one: &&odds::Prospect| one.text().contains("score is 1");
        let found: f64 = outcomes
            .iter()
            .filter(scores)
            .map(|one| one.p.value())
            .sum();
        assert!((found - share).abs() < 0.12, "{guess}: {found}");
    }
}

/// Whether people choose one card as often as another is not known, also once all have chosen.
#[test]
fn what_was_chosen_together_is_assumed() {
    let rows = "code,count,worth\nP,4,1\nG,4,5\n";
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\ndown = \"hand\"\n[flow]\nsetup = \"\"\"\n\
        deal 3 from stock to each hand\ntogether: choose lay\n\"\"\"\nturn = \"choose guess, other\"\n[action.lay]\n\
        pick = \"card in hand\"\ndo = \"move card to down\"\n[action.guess]\n\
        do = \"if any(player.left.down where worth = 5): win; lose\"\n[action.other]\ndo = \"lose\"\n[end]\nwhen = \"stock is empty\"\n";
    let game = game(rows, play, 2);
    let p = after(&game, "is:P is:P is:G is:P is:G is:G lay:P lay:G");
    let told = odds(&game, &p, Some(0));
    assert!(told.assumed, "{told:?}");
}

/// What every turn begins with says nothing about an answer that ends one, even if it is set without a word.
#[test]
fn steps_of_the_next_turn_are_no_outcome() {
    let play = "[table]\ndie = \"1d6\"\n[player]\nsteps = 0\nscore = 0\n[flow]\nturn = \"\"\"\n\
        quietly: steps = 3\nrepeat while steps > 0: choose go, rest\n\"\"\"\n[action.go]\ndo = \"steps -= 1\"\n\
        [action.rest]\ndo = \"\"\"\nroll die\nif die > 4: score += 1\nquietly: steps = 0\n\"\"\"\n[end]\nwin = \"score > 3\"\n";
    let game = game(TWO, play, 2);
    let all = comes(&game, &game.start(), Some(0), "rest");
    let tells_steps = |text: &String| text.contains("steps");
    assert!(all.len() == 2 && !all.keys().any(tells_steps), "{all:?}");
}

/// Hands that go round are told as a whole: what is equal to a card that left is no less news.
#[test]
fn a_hand_that_is_another_is_told_as_a_whole() {
    let rows = "code,count,level\nA,3,1\nB,3,2\n";
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\nkept = { is = \"hand\", most = 1 }\npass = \"hand\"\n\
        [flow]\nsetup = \"deal 3 to each hand\"\nround = \"\"\"\ntogether: choose keep\neach player: move all of hand to left.pass\n\
        each player: move all of pass to hand\n\"\"\"\n[action.keep]\npick = \"card in hand\"\ndo = \"move card to kept\"\n\
        [end]\nwhen = \"all(players where hand is empty)\"\n";
    let game = game(rows, play, 2);
    // Ann has A, A, B, and Bob A, B, B.
    let dealt = after(&game, "is:A is:A is:B is:A is:B is:B");
    let hands = comes(&game, &dealt, Some(0), "keep:A");
    let tells = |hand: &str| hands.keys().any(|text| text.contains(hand));
    assert!(tells("hand: A, B") && tells("hand: B, B"), "{hands:?}");
}

/// What is hardly ever reached does not make the ranges of a counter wider.
#[test]
fn dice_that_are_rolled_again_and_again_are_told_by_number() {
    let play = "[table]\ndie = \"1d6\"\n[player]\nhits = 0\n[flow]\nturn = \"choose roll\"\n[action.roll]\ndo = \"\"\"\n\
        roll die\nrepeat while die = 6\n  hits += 1\n  roll die\n\"\"\"\n[end]\nwhen = \"hits > 900\"\n";
    let game = game(TWO, play, 1);
    let all = odds(&game, &game.start(), Some(0));
    let p = |text: &str| {
        let found = all.options[0]
            .outcomes
            .iter()
            .find(|one| one.text().contains(text));
        found
            .unwrap_or_else(|| panic!("{text} in {all:?}"))
            .p
            .value()
    };
    assert!((p("hits are 1") - 5.0 / 36.0).abs() < 1e-9);
    assert!((p("hits are 2") - 5.0 / 216.0).abs() < 1e-9);
}

/// A bot keeps the dice that it must not lose, and bids no more than can be.
#[test]
fn greedy_bluffs_within_reason() {
    let play = "[table]\namount = 0\nbidder = \"player\"\n[player]\ncup = { is = \"3d6\", see = \"owner\" }\nleft_over = 3\n[flow]\n\
        round = \"\"\"\namount = 0\neach player where left_over > 0: roll left_over cup\nrepeat: each player where left_over > 0: do turn\n\"\"\"\n\
        turn = \"choose bid, doubt\"\n[action.bid]\npick = \"n in 1 to 6\"\nneed = \"n > amount\"\ndo = \"amount = n; bidder = player\"\n\
        [action.doubt]\nneed = \"amount > 0\"\ndo = \"\"\"\neach player: reveal cup\nlet sixes = sum(players, count(cup where it = 6))\n\
        say \"{sixes} are there.\"\nif sixes >= amount: left_over -= 1\notherwise: bidder.left_over -= 1\nend round\n\"\"\"\n\
        [end]\nwin = \"count(players where left_over > 0) = 1 and left_over > 0\"\n";
    let game = game(TWO, play, 2);
    assert!(won(&game, "greedy", "random", 40) > 0.65);
    // Nor does a search by playouts, in which nobody sees through a bluff.
    assert!(won(&game, "search:60", "greedy", 40) > 0.35);
}

/// A win is told as a win, and what is certain as certain.
#[test]
fn a_win_is_a_win() {
    let play = "[table]\ndie = \"1d6\"\n[player]\nscore = 0\n[flow]\nturn = \"choose roll, stop\"\n\
                [action.roll]\ndo = \"roll die; if die = 6: win\"\n[action.stop]\ndo = \"end turn\"\n[end]\nwhen = \"score > 3\"\n";
    let game = game(TWO, play, 2);
    let p = game.start();
    let found = odds(&game, &p, Some(0));
    let outcomes = &found.options[0].outcomes;
    let won = outcomes
        .iter()
        .find(|outcome| outcome.end.is_some_and(|end| end.verdict == Verdict::Win))
        .expect("a win");
    assert_eq!(
        (won.p.to_string(), won.text()),
        ("1/6".into(), "wins".into())
    );
    assert!(found.options[1].outcomes[0].p.is_certain());
}

/// In random games, a seat's belief always allows what is the case, adds up, and never tells more than the seat has seen.
#[test]
fn beliefs_hold_what_is_the_case() {
    for name in [
        "bazaar",
        "crazy-eights",
        "fireworks",
        "tricks",
        "war",
        "rock-paper-scissors",
    ] {
        let players = if name == "tricks" { 4 } else { 2 };
        let game = super::game(name, players);
        let mut luck = ChaCha8Rng::seed_from_u64(7);
        let mut choices = Choices::default();
        for _ in 0..3 {
            let mut p = game.start();
            let mut moves = 0;
            while game.turn(&p) != Turn::Over && moves < 600 {
                game.moves(&p, &mut choices);
                let mv = choices
                    .at(below(choices.total(), &mut luck))
                    .expect("a move")
                    .mv;
                game.apply(&mut p, mv, &mut |_| {});
                moves += 1;
                check_beliefs(&game, &p, name);
                if moves % 40 == 0 && matches!(game.turn(&p), Turn::Player(_)) {
                    check_worlds(&game, &p, name);
                }
            }
        }
    }
}

fn check_beliefs(game: &KitGame, p: &Position, name: &str) {
    for (viewer, belief) in p.beliefs.0.iter().enumerate() {
        for piece in 0..p.pieces.len() as u16 {
            let (own, at) = (
                belief.kinds[usize::from(piece)],
                p.pieces[usize::from(piece)],
            );
            if at.kind != UNKNOWN && game.viewer_sees(p, viewer, piece) {
                assert_eq!(own, at.kind, "{name}: {viewer} sees piece {piece}");
            }
        }
        for (pool, of) in belief.stock.0.iter().enumerate() {
            let own: u16 = of.counts.iter().sum();
            let inner: u16 = of.children.iter().map(|(_, count)| count).sum();
            assert_eq!(own + inner, of.size, "{name}: {viewer}, pool {pool}");
        }
        let unknown = belief.kinds.iter().filter(|kind| **kind == UNKNOWN).count();
        let held: u16 = belief.stock.0.iter().flat_map(|pool| &pool.counts).sum();
        assert_eq!(
            usize::from(held),
            unknown + belief.came.len(),
            "{name}: {viewer}"
        );
    }
}

/// Worlds are full tables of the same pieces, and look the same to the seat.
fn check_worlds(game: &KitGame, p: &Position, name: &str) {
    let seen = |p: &Position, seat: Seat| {
        serde_json::to_string(&game.view(p, Some(seat))).expect("a view")
    };
    let kinds = |p: &Position| {
        let mut kinds = vec![0u32; game.program.facts.kinds.len()];
        for piece in p.pieces.iter().filter(|piece| piece.kind != UNKNOWN) {
            kinds[usize::from(piece.kind)] += 1;
        }
        for (kind, count) in p
            .pools
            .0
            .iter()
            .flat_map(|pool| pool.counts.iter().enumerate())
        {
            kinds[kind] += u32::from(*count);
        }
        kinds
    };
    for seat in 0..game.seats() as Seat {
        let worlds = game.possible(p, Some(seat), Deal::Closed, (20, 20));
        assert!(!worlds.list.is_empty(), "{name}");
        for (world, _) in &worlds.list {
            assert_eq!(seen(world, seat), seen(p, seat), "{name}");
            assert_eq!(kinds(world), kinds(p), "{name}");
        }
    }
}

/// A kit's bots in one game; the share of games that the first of two wins.
fn won(game: &KitGame, first: &str, second: &str, games: u64) -> f64 {
    let mut table = crate::lab::playout::Table::default();
    let mut sum = 0.0;
    for number in 0..games {
        let bots = match number % 2 {
            0 => [first, second],
            _ => [second, first],
        };
        let bots = bots.map(str::to_owned);
        let played = table.play(game, &bots, (5, number / 2), 20_000, &mut ());
        let outcome: Option<Outcome> = played.outcome;
        let verdict =
            outcome.and_then(|outcome| outcome.verdicts.get((number % 2) as usize).copied());
        sum += match verdict {
            Some(Verdict::Win) => 1.0,
            Some(Verdict::Draw) | None => 0.5,
            Some(Verdict::Loss) => 0.0,
        };
    }
    sum / games as f64
}

/// Whoever judges a position by what the kit declares wins more than by chance.
#[test]
fn greedy_beats_random_where_the_rules_say_what_is_worth_something() {
    let play = "[table]\ndie = \"1d6\"\n[player]\nscore = 0\n[flow]\nturn = \"choose one, two, three\"\n\
                [action.one]\ndo = \"score += 1\"\n[action.two]\ndo = \"score += 2\"\n[action.three]\ndo = \"roll die; if die > 1: score += 3\"\n\
                [end]\nwin = \"score >= 40\"\n";
    let game = game(TWO, play, 2);
    let share = won(&game, "greedy", "random", 60);
    assert!(share > 0.9, "{share}");
}

/// What comes of turning up a card that only Ann looked at: to everybody and to Bob, every card is as likely as any other, and
/// none is told from the rest by having no words.
#[test]
fn odds_do_not_tell_which_possibility_is_true() {
    let play = "[table]\nstock = \"pile of cards\"\nspot = { is = \"stack\", each = 3 }\n[player]\nscore = 0\n\
        [flow]\nsetup = \"each k in 1 to 3: move top of stock to spot(k) face down\"\nturn = \"choose look, turn, rest\"\n\
        [action.look]\npick = \"k in 1 to 3\"\ndo = \"reveal spot(k).top to player\"\n\
        [action.turn]\npick = \"k in 1 to 3\"\ndo = \"turn up spot(k).top\"\n\
        [action.rest]\ndo = \"score += 1\"\n[end]\nwhen = \"score >= 9\"\n";
    let game = game(TWO, play, 2);
    let p = after(&game, "look:1 is:A rest");
    assert_eq!(game.turn(&p), Turn::Player(0));
    for seat in [None, Some(1)] {
        let all = comes(&game, &p, seat, "turn:1");
        let named = |text: &String| text.contains("spot");
        assert!(all.len() > 1 && all.keys().all(named), "{seat:?}: {all:?}");
    }
    let hers = comes(&game, &p, Some(0), "turn:1");
    assert_eq!(hers.len(), 1, "she looked: {hers:?}");
}

/// Whoever lays another suit has none of the suit led, and both players' odds count that exactly.
#[test]
fn a_void_suit_is_known() {
    let rows = "code,count,suit,rank\na1,1,a,1\na2,1,a,2\na3,1,a,3\nb1,1,b,1\nb2,1,b,2\nb3,1,b,3\n";
    let play = "[table]\nstock = \"pile of cards\"\nled = { one_of = \"suit\" }\n[player]\nhand = \"hand\"\n\
        front = \"row\"\nscore = 0\n[flow]\nsetup = \"deal 2 to each hand\"\nturn = \"choose play, bet\"\n\
        [action.play]\nwords = \"play {card}\"\npick = \"card in hand\"\n\
        need = \"led is empty or card.suit = led or none(hand where suit = led)\"\n\
        do = \"move card to front; if led is empty: led = card.suit\"\n\
        [action.bet]\nwords = \"bet on {s}\"\npick = \"s in values(suit)\"\n\
        do = \"if any(players where any(it.hand where suit = s) and it != player): win; lose\"\n\
        [end]\nwhen = \"score > 9\"\n";
    let game = game(rows, play, 2);
    // Ann holds a1 and a2, Bob b1 and b2; Bob cannot follow.
    let p = after(&game, "is:a1 is:a2 is:b1 is:b2 play:a1 play:b1");
    let hers = odds(&game, &p, Some(0));
    assert!(hers.exact && !hers.partial, "{hers:?}");
    let all = comes(&game, &p, Some(0), "bet:b");
    assert_eq!(all.len(), 1, "his other card can only be b: {all:?}");
    assert_eq!(comes(&game, &p, Some(0), "bet:a").len(), 1);
}

/// Who is asked for a king and gives none has none; what was chosen unseen is said to be assumed.
#[test]
fn a_refusal_is_known() {
    let rows = "code,count,rank\nking,2,3\ntwo,2,2\nace,2,1\n";
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\nscore = 0\n\
        [flow]\nsetup = \"deal 2 to each hand\"\nturn = \"choose wish, give, bet\"\n\
        [action.wish]\nwords = \"ask {who} for a {r}\"\npick = [\"who in others\", \"r in values(rank)\"]\n\
        do = \"score += 1; if any(who.hand where rank = r): move all of who.hand where rank = r to hand\"\n\
        [action.give]\nwords = \"give {card} to {who}\"\npick = [\"card in hand\", \"who in others\"]\n\
        do = \"move card to who.hand\"\n\
        [action.bet]\nwords = \"bet that {who} has a {r}\"\npick = [\"who in others\", \"r in values(rank)\"]\n\
        do = \"if any(who.hand where rank = r): win; lose\"\n[end]\nwhen = \"score > 9\"\n";
    let game = game(rows, play, 2);
    let dealt = "is:ace is:two is:ace is:two";
    let before = after(&game, dealt);
    // Two of king, king, two, ace.
    assert_eq!(
        chance(&game, &before, Some(0), "bet:Player_2:3", "wins"),
        "5/6"
    );
    let p = after(&game, &format!("{dealt} wish:Player_2:3 wish:Player_1:3"));
    let hers = odds(&game, &p, Some(0));
    assert!(hers.exact && !hers.partial && !hers.assumed, "{hers:?}");
    assert_eq!(
        chance(&game, &p, Some(0), "bet:Player_2:3", "the turn ends"),
        "1"
    );
    assert_eq!(chance(&game, &p, Some(0), "bet:Player_2:2", "wins"), "1");
    // Bob has what he asks for, and everybody knows that he has given all of it.
    let p = after(&game, &format!("{dealt} wish:Player_2:2 wish:Player_1:3"));
    assert_eq!(
        chance(&game, &p, Some(0), "bet:Player_2:2", "the turn ends"),
        "1"
    );
}

/// What everybody is told of a question does not depend on a card that only the player who is asked holds.
#[test]
fn odds_for_everybody_do_not_tell_a_hidden_card() {
    let rows = "code,count,rank\nking,2,3\ntwo,2,2\nace,2,1\n";
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\nscore = 0\n\
        [flow]\nsetup = \"deal 2 to each hand\"\nturn = \"choose wish\"\n\
        [action.wish]\nwords = \"ask {who} for a {r}\"\npick = [\"who in others\", \"r in values(rank)\"]\n\
        do = \"score += 1; if any(who.hand where rank = r): move all of who.hand where rank = r to hand\"\n\
        [end]\nwhen = \"score > 9\"\n";
    let game = game(rows, play, 2);
    // Ann asks Bob for a king or a two, and gets one.
    for (wish, given, others) in [("3", "king", ["two", "ace"]), ("2", "two", ["king", "ace"])] {
        let hands = others.iter().flat_map(|hidden| {
            [
                format!("is:{given} is:{hidden}"),
                format!("is:{hidden} is:{given}"),
            ]
        });
        let told: Vec<Odds> = hands
            .map(|hand| {
                let moves = format!("is:ace is:two {hand} wish:Player_2:{wish}");
                odds(&game, &after(&game, &moves), None)
            })
            .collect();
        assert!(told.iter().all(|all| *all == told[0]), "{told:?}");
    }
}

/// Two times five dice that nobody sees come to 63,504 multisets, and are counted exactly.
#[test]
fn ten_hidden_dice_are_exact() {
    let play = "[player]\ndice = { is = \"5d6\", see = \"owner\" }\nscore = 0\n[flow]\n\
        setup = \"each player: roll dice\"\nturn = \"choose bet, wait\"\n[action.wait]\ndo = \"score += 1\"\n\
        [action.bet]\ndo = \"if sum(players, count(dice where it = 6)) >= 3: win; lose\"\n[end]\nwhen = \"score > 9\"\n";
    let game = game(TWO, play, 2);
    let p = after(&game, &"shows:6 shows:1 shows:1 shows:1 shows:1 ".repeat(2));
    // 1 - (5^10 + 10 * 5^9 + 45 * 5^8) / 6^10.
    let few = 5u128.pow(8) * (25 + 50 + 45);
    let all = 6u128.pow(10);
    let expected = Likelihood::exact(all - few, all).to_string();
    assert!(odds(&game, &p, None).exact);
    assert_eq!(chance(&game, &p, None, "bet", "wins"), expected);
}

/// Who plays together is compared as a whole, by the games won.
#[test]
fn a_ladder_measures_what_players_do_together() {
    let play = "[table]\ndie = \"1d6\"\nfire = 0\nturns = 0\n[player]\nscore = 0\n[flow]\nturn = \"turns += 1; choose douse, wait\"\n\
        [action.douse]\ndo = \"roll die; if die > 1: fire += 1\"\n[action.wait]\ndo = \"fire -= 1\"\n\
        [end]\ntogether = true\nwin = \"fire >= 4\"\nlose = \"turns >= 8\"\n";
    let game = game(TWO, play, 2);
    let plan = crate::lab::Plan {
        games: 40,
        seed: 1,
        bots: Vec::new(),
        longest: 1_000,
        shard: crate::lab::Shard::WHOLE,
        programs: None,
        until: None,
    };
    let steps =
        crate::lab::ladder::ladder(&game, (&plan, None), &Default::default(), &|_, _, _, _| {})
            .expect("a ladder");
    let first = &steps[0];
    assert!(first.alone && first.won.low > first.even + 0.2, "{first:?}");
}

/// Games that come to the same few positions again and again are cut early; where a die is rolled, they may yet go another way.
#[test]
fn a_game_in_circles_is_cut() {
    let walk = |roll: &str| {
        let play = format!(
            "[table]\nat = 0\ndie = \"1d6\"\n[player]\nscore = 0\n[flow]\nturn = \"choose back, on\"\n\
             [action.back]\nneed = \"at > 0\"\ndo = \"at -= 1{roll}\"\n[action.on]\nneed = \"at < 3\"\ndo = \"at += 1\"\n\
             [end]\nwhen = \"score > 9\"\n"
        );
        let bots = ["random".to_owned()];
        let mut table = crate::lab::playout::Table::default();
        let played = table.play(&game(TWO, &play, 2), &bots, (1, 0), 5_000, &mut ());
        assert_eq!(played.outcome, None);
        played.moves
    };
    assert!(walk("") < 1_000);
    assert_eq!(walk("; roll die"), 5_000);
}

/// However many pieces there are, the positions of a search take no more than half of its 256 MB.
#[test]
fn possible_positions_are_bounded_in_memory() {
    let mut rows = "code,count,level\n".to_owned();
    rows.extend((0..3_000).map(|at| format!("c{at},1,{}\n", at % 7)));
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\nscore = 0\n[flow]\nsetup = \"deal 5 to each hand\"\n\
        turn = \"choose play\"\n[action.play]\npick = \"card in hand\"\ndo = \"move card to bottom of stock\"\n[end]\nwhen = \"score > 9\"\n";
    let game = game(&rows, play, 2);
    let mut p = game.start();
    let mut choices = Choices::default();
    while !matches!(game.turn(&p), Turn::Player(_)) {
        game.moves(&p, &mut choices);
        let mv = choices.iter().next().expect("a card").mv;
        game.apply(&mut p, mv, &mut |_| {});
    }
    let worlds = game.possible(&p, Some(0), Deal::Closed, (100_000, 100_000));
    let held = worlds.list.len() * p.bytes();
    assert!(held > 16 << 20 && held <= 128 << 20, "{held}");
}

/// In how many ways a hand of fifty or sixty dice can have come about is more than any number holds: then some are drawn.
#[test]
fn hands_and_rolls_of_too_many_ways_are_drawn() {
    let rows: String = (0..60).map(|at| format!("c{at},2,{at}\n")).collect();
    let hands = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\nscore = 0\n[flow]\nsetup = \"deal 50 to each hand\"\n\
        turn = \"choose play\"\n[action.play]\npick = \"card in hand\"\ndo = \"move card to bottom of stock\"\n[end]\nwhen = \"score > 9\"\n";
    let kinds: String = (0..3)
        .map(|at| format!("dice{at} = {{ is = \"20d12\", see = \"owner\" }}\n"))
        .collect();
    let dice = format!(
        "[player]\nscore = 0\n{kinds}[flow]\nsetup = \"each player: roll dice0; roll dice1; roll dice2\"\nturn = \"choose go\"\n\
         [action.go]\ndo = \"score += 1\"\n[end]\nwhen = \"score > 9\"\n"
    );
    for play in [hands, &dice] {
        let game = game(&format!("code,count,level\n{rows}"), play, 2);
        let mut p = game.start();
        let mut choices = Choices::default();
        while !matches!(game.turn(&p), Turn::Player(_)) {
            game.moves(&p, &mut choices);
            let mv = choices.iter().next().expect("a result").mv;
            game.apply(&mut p, mv, &mut |_| {});
        }
        let worlds = game.possible(&p, Some(0), Deal::Closed, (100, 100));
        assert!(!worlds.all && !worlds.list.is_empty());
    }
}

/// Six cards, of which each of two players holds two, and a bet on what the other holds.
const KINGS: &str = "code,count,rank\nking,2,3\ntwo,2,2\nace,2,1\n";

fn betting(action: &str, end: &str) -> String {
    format!(
        "[table]\nstock = \"pile of cards\"\nmark = 0\n[player]\nhand = \"hand\"\nscore = 0\n\
         [flow]\nsetup = \"deal 2 to each hand\"\nturn = \"choose pass, look, bet\"\n[words]\nmark = \"\"\n\
         [action.pass]\ndo = \"score += 1\"\n[action.look]\ndo = \"\"\"\n{action}\n\"\"\"\n\
         [action.bet]\nwords = \"bet that {{who}} has a {{r}}\"\npick = [\"who in others\", \"r in values(rank)\"]\n\
         do = \"if any(who.hand where rank = r): win; lose\"\n[end]\n{end}when = \"score > 9\"\n"
    )
}

/// Whose pair of kings would have ended the game does not hold it while the game goes on.
#[test]
fn a_game_that_goes_on_gives_away_who_has_not_won() {
    let play = betting("score += 1", "win = \"count(hand where rank = 3) = 2\"\n");
    let game = game(KINGS, &play, 2);
    let p = after(&game, "is:ace is:two is:king is:two");
    // King, king, two, ace are left: of six pairs five hold a king, but one of them would win.
    assert_eq!(chance(&game, &p, Some(0), "bet:Player_2:3", "wins"), "5/6");
    let p = after(&game, "is:ace is:two is:king is:two pass pass");
    assert!(odds(&game, &p, Some(0)).exact);
    assert_eq!(chance(&game, &p, Some(0), "bet:Player_2:3", "wins"), "4/5");
    // No clue holds a sum, so the game is followed again.
    let play = betting("score += 1", "win = \"sum(hand, rank) >= 6\"\n");
    let game = super::language::game(KINGS, &play, 2);
    let p = after(&game, "is:ace is:two is:king is:two pass pass");
    assert!(odds(&game, &p, Some(0)).exact);
    assert_eq!(chance(&game, &p, Some(0), "bet:Player_2:3", "wins"), "4/5");
}

/// Ann gave the dog to Bob, so both know it. Whatever he lays face down then, she hears the same, and it is the dog in one case of three.
#[test]
fn a_card_that_both_know_leaves_a_hand_unnamed() {
    let rows = "code,count,name\nA,1,apple\nB,1,bear\nC,1,cow\nD,1,dog\nE,1,eel\nF,1,fox\n";
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\nslot = \"stack\"\nscore = 0\n\
        [flow]\nsetup = \"deal 2 to each hand\"\nturn = \"choose give, lay, guess\"\n\
        [action.give]\npick = \"card in hand\"\ndo = \"move card to left.hand\"\n\
        [action.lay]\nwords = \"lay {card}\"\npick = \"card in hand\"\ndo = \"move card to slot face down\"\n\
        [action.guess]\npick = \"who in others\"\nneed = \"who.slot is not empty\"\n\
        do = \"turn up all of who.slot; if any(who.slot where name = dog): win; lose\"\n[end]\nwhen = \"score > 9\"\n";
    let game = game(rows, play, 2);
    let laid = |card: &str| {
        let mut p = after(&game, "is:D is:A is:B is:C give:D");
        let mv = game.parse(&format!("lay:{card}")).expect("a move");
        let mut events = Vec::new();
        game.apply(&mut p, mv, &mut |event| events.push(event));
        let told: Vec<String> = events
            .into_iter()
            .map(|event| game.telling(&p, event).text)
            .collect();
        (told, odds(&game, &p, Some(0)), p)
    };
    let (told, hers, p) = laid("D");
    assert_eq!((told, &hers), (laid("B").0, &laid("B").1));
    assert!(hers.exact);
    assert_eq!(chance(&game, &p, Some(0), "guess:Player_2", "wins"), "1/3");
}

/// Ann looks at what the referee does not know: the odds do not pass for all that she knows.
#[test]
fn who_looked_for_themselves_may_know_more() {
    let play = "[table]\nstock = \"pile of cards\"\nspot = { is = \"stack\", each = 3 }\n[player]\nscore = 0\n\
        [flow]\nsetup = \"each k in 1 to 3: move top of stock to spot(k) face down\"\nturn = \"choose look, turn\"\n\
        [action.look]\npick = \"k in 1 to 3\"\ndo = \"reveal spot(k).top to player\"\n\
        [action.turn]\npick = \"k in 1 to 3\"\ndo = \"turn up spot(k).top; if spot(k).top.level = 1: win; lose\"\n\
        [end]\nwhen = \"score >= 9\"\n";
    let game = opened(TWO, play, 2, Secrets::Table).expect("rules");
    let start = after(&game, "");
    assert!(!odds(&game, &start, None).partial);
    let p = after(&game, "look:1");
    assert!(odds(&game, &p, None).partial);
}

/// Bob rolls again what shows a one, if any does. How many did is heard, and the odds say that they do not count it.
#[test]
fn dice_rolled_again_for_what_they_show_are_doubted() {
    let play = "[player]\ndice = { is = \"2d3\", see = \"owner\" }\nbid = 0\n[flow]\nsetup = \"each player: roll dice\"\n\
        round = \"\"\"\ntogether:\n  each player: choose keep, shake\neach player: choose call\n\"\"\"\n\
        [action.keep]\ndo = \"bid = 1\"\n[action.shake]\ndo = \"bid = 2; reroll dice where it = 1\"\n\
        [action.call]\npick = [\"who in others\", \"n in [1, 2, 3]\"]\ndo = \"if any(who.dice where it = n): win; lose\"\n";
    let game = game(TWO, play, 2);
    let p = after(&game, "shows:1 shows:2 shows:2 shows:3 keep shake");
    let hers = odds(&game, &p, Some(0));
    assert!(hers.partial && !hers.exact, "{hers:?}");
}

/// Bob rolls again what shows a one: a die that was not rolled shows none.
#[test]
fn dice_that_were_not_rolled_again_are_counted_as_that() {
    let play = "[player]\ndice = { is = \"2d3\", see = \"owner\" }\n[flow]\nsetup = \"each player: roll dice\"\n\
        turn = \"choose shake, call\"\n[action.shake]\ndo = \"reroll dice where it = 1\"\n\
        [action.call]\npick = [\"who in others\", \"n in [1, 2, 3]\"]\ndo = \"if any(who.dice where it = n): win; lose\"\n";
    let game = game(TWO, play, 2);
    for (dice, again, chances) in [
        ("shows:2 shows:3", "", ["0", "3/4", "3/4"]),
        ("shows:1 shows:2", "shows:3", ["1/3", "2/3", "2/3"]),
        ("shows:1 shows:1", "shows:2 shows:2", ["5/9", "5/9", "5/9"]),
    ] {
        let p = after(
            &game,
            &format!("shows:1 shows:2 {dice} shake shows:2 shake {again}"),
        );
        let found = odds(&game, &p, Some(0));
        assert!(found.exact && !found.partial, "{dice}");
        for (n, chance) in (1..).zip(chances) {
            let all = comes(&game, &p, Some(0), &format!("call:Player_2:{n}"));
            let wins = all.get("wins").map_or("0", String::as_str);
            assert_eq!(wins, chance, "{dice}, then {again}: {n}");
        }
    }
}

/// Alone, a score is what there is to know of an end.
#[test]
fn scores_of_one_player_are_told_apart() {
    let play = "[table]\ndie = \"1d3\"\n[player]\nscore = 0\n[flow]\nturn = \"choose go, stop\"\n\
        [action.go]\ndo = \"roll die; score = die; end game\"\n[action.stop]\ndo = \"score = 9\"\n\
        [end]\nwhen = \"score > 8\"\nscore = \"score\"\n";
    let game = game(TWO, play, 1);
    let all = comes(&game, &game.start(), Some(0), "go");
    let texts: Vec<&str> = all.keys().map(String::as_str).collect();
    assert_eq!(texts, ["score 1", "score 2", "score 3"]);
}

/// A branch in which nothing shows tells nothing; one that leaves something behind may be told later.
#[test]
fn a_quiet_branch_gives_nothing_away() {
    let bets = |action: &str| {
        let game = game(KINGS, &betting(action, ""), 2);
        let p = after(&game, "is:ace is:two is:king is:two look");
        let found = odds(&game, &p, Some(1));
        (
            found.partial,
            chance(&game, &p, Some(1), "bet:Player_1:1", "wins"),
        )
    };
    // Bob sees a king and a two; of king, two, ace, ace Ann holds an ace in five of six pairs.
    let quiet = bets("score += 1\nif any(hand where rank = 3): quietly: mark = mark");
    assert_eq!(quiet, (false, "5/6".into()));
    let shown = bets("if any(hand where rank = 3): score += 1\notherwise: score += 2");
    // She has no king: two and ace, or two aces.
    assert_eq!(shown, (false, "1".into()));
}

/// Where only the sum of dice matters, thirty are counted as exactly as two.
#[test]
fn sums_of_thirty_dice_are_exact() {
    let play = "[table]\ndice = \"30d6\"\n[player]\nscore = 0\n[flow]\nturn = \"choose go, stop\"\n\
        [action.stop]\ndo = \"score += 2\"\n[action.go]\ndo = \"roll dice; if dice.sum >= 150: score += 1\"\n\
        [end]\nwhen = \"score > 9\"\n";
    let game = game(TWO, play, 1);
    let mut ways = vec![1u128];
    for _ in 0..30 {
        let mut next = vec![0; ways.len() + 5];
        for (sum, count) in ways.iter().enumerate() {
            (0..6).for_each(|face| next[sum + face] += count);
        }
        ways = next;
    }
    let enough: u128 = ways[120..].iter().sum();
    let p = game.start();
    assert!(odds(&game, &p, Some(0)).exact);
    assert_eq!(
        chance(&game, &p, Some(0), "go", "score is 1"),
        Likelihood::exact(enough, 6u128.pow(30)).to_string()
    );
}

/// Nothing changes the score, so nobody ever wins; that is told before anything is played.
#[test]
fn an_end_that_cannot_come_is_told_at_once() {
    use crate::referee::Bots;
    let play = |roll: &str| {
        format!(
            "[table]\ndie = \"1d6\"\n[player]\nscore = 0\ncoins = 0\n[flow]\nturn = \"choose roll, rest\"\n\
             [action.roll]\ndo = \"{roll}\"\n[action.rest]\ndo = \"coins = 0\"\n[end]\nwin = \"score >= 9\"\n"
        )
    };
    assert!(
        game(TWO, &play("roll die; coins += die"), 2)
            .is_endless()
            .is_some()
    );
    assert!(
        game(TWO, &play("roll die; score += die"), 2)
            .is_endless()
            .is_none()
    );
    // What excludes itself never comes.
    let plays = play("roll die; score += die");
    for (end, never) in [
        ("score > 5 and score < 3", true),
        ("coins = 1 and (score > 9 and not (coins = 1))", true),
        ("any(players where score = 3 and score = 4)", true),
        ("score > 3 and coins < 3", false),
        ("score > 3 and score < 5", false),
    ] {
        let text = plays.replace("score >= 9", end);
        assert_eq!(game(TWO, &text, 2).is_endless().is_some(), never, "{end}");
    }
}

/// A hand of which something is known grows by a card and then loses one: both cases are counted, and the rest is what a list of all
/// deals gives.
#[test]
fn a_refusal_is_remembered_after_the_hand_has_grown() {
    for taken in ["one of hand where rank = 1", "first(hand where rank = 1)"] {
        check_a_grown_hand(taken);
    }
}

/// The same where a guard is taken out of a hand in these words.
fn check_a_grown_hand(taken: &str) {
    let rows = "code,count,rank\nguard,4,1\npriest,2,2\nknight,2,3\nprince,1,4\nking,1,5\n";
    let play = "[table]\nstock = \"pile of cards\"\naside = \"pile\"\nplayed = \"discard\"\n[player]\nhand = \"hand\"\nfavour = 0\n\
        [flow]\nsetup = \"move top of stock to aside; deal 1 from stock to each hand\"\n\
        turn = \"draw 1 from stock to hand; choose guess, duel, take\"\n\
        [action.guess]\nwords = \"name {n}\"\npick = [\"who in others\", \"n in 2 to 5\"]\nneed = \"any(hand where rank = 1)\"\n\
        do = \"move TAKEN to played; if any(who.hand where rank = n): favour += 3\"\n\
        [action.duel]\npick = \"who in others\"\nneed = \"any(hand where rank = 3)\"\n\
        do = \"move one of hand where rank = 3 to played; if hand.top.rank < who.hand.top.rank: who.favour += 2\"\n\
        [action.take]\npick = [\"card in hand\", \"n in 1 to 5\"]\n\
        do = \"move card to played; move top of aside to played; if played.top.rank = n: favour += 5\"\n\
        [end]\nwhen = \"stock is empty\"\nscore = \"favour\"\n";
    let game = game(rows, &play.replace("TAKEN", taken), 2);
    let moves = "is:guard is:priest is:knight guess:Player_2:4 is:guard guess:Player_1:5 is:priest";
    let p = after(&game, moves);
    // What Ann has not seen, by rank, before Bob's last card: his first card, his second, hers and the one aside.
    let unseen = [1, 1, 1, 2, 2, 3, 4, 5];
    let (mut stronger, mut prince, mut all) = (0, 0, 0);
    let indices = || 0..unseen.len();
    for (a, b) in indices().flat_map(|a| indices().map(move |b| (a, b))) {
        for (c, d) in indices().flat_map(|c| indices().map(move |d| (c, d))) {
            let chosen = [a, b, c, d];
            let is_deal = (0..4).all(|at| !chosen[..at].contains(&chosen[at]));
            if !is_deal || unseen[a] == 4 || unseen[c] != 2 {
                continue;
            }
            for (played, kept) in [(a, b), (b, a)] {
                if unseen[played] == 1 {
                    all += 1;
                    stronger += u128::from(unseen[kept] > 2);
                    prince += u128::from(unseen[d] == 4);
                }
            }
        }
    }
    assert!(odds(&game, &p, Some(0)).exact);
    let likely = |cases| Likelihood::exact(cases, all).to_string();
    assert_eq!(
        chance(
            &game,
            &p,
            Some(0),
            "duel:Player_2",
            "Player 2's favour is 2"
        ),
        likely(stronger)
    );
    assert_eq!(
        chance(
            &game,
            &p,
            Some(0),
            "take:priest:4",
            "Player 1's favour is 5"
        ),
        likely(prince)
    );
}

/// Dice that are rolled anew after a bluff is called do not make the odds of calling it less exact, and who knows enough is certain.
#[test]
fn a_bluff_is_exact_though_all_roll_again() {
    let play = "[table]\nbid = 0\nface = 0\nbidder = \"player\"\n[player]\ndice = { is = \"4d6\", see = \"owner\" }\nlives = { start = 3, least = 0 }\n\
        [flow]\nsetup = \"each player: roll dice\"\nturn = \"choose raise, doubt\"\n\
        [action.raise]\npick = [\"k in 1 to 8\", \"f in 1 to 6\"]\nneed = \"k > bid\"\ndo = \"bid = k; face = f; bidder = player\"\n\
        [action.doubt]\nneed = \"bid > 0\"\ndo = \"\"\"\n\
        if sum(players, count(dice where it = face or it = 1)) >= bid: lives -= 1\notherwise: bidder.lives -= 1\n\
        bid = 0\neach player: roll dice\n\"\"\"\n\
        [end]\nwhen = \"any(players where lives = 0)\"\n";
    let game = game(TWO, play, 2);
    let rolls = "shows:6 shows:1 shows:3 shows:3 shows:6 shows:6 shows:2 shows:5";
    let p = after(&game, &format!("{rolls} raise:3:3"));
    // Bob has none; of Ann's four dice, each hits in one case of three.
    let found = odds(&game, &p, Some(1));
    assert!(found.exact);
    let lost = |seat: Option<Seat>, words: &str| {
        let all = comes(&game, &p, seat, "doubt");
        let mut parts = Vec::new();
        for (text, p) in all.iter().filter(|(text, _)| text.contains(words)) {
            let (cases, of) = p.split_once('/').unwrap_or((p, "1"));
            assert!(!text.is_empty());
            parts.push(Likelihood::exact(
                cases.parse().expect("cases"),
                of.parse().expect("cases"),
            ));
        }
        Likelihood::sum(&parts).to_string()
    };
    let [ann, bob] = [0, 1].map(|seat| format!("{}'s lives are 2", game.name(seat)));
    assert_eq!(lost(Some(1), &bob), "1/9");
    assert_eq!(lost(Some(1), &ann), "8/9");
    // Ann sees a one and two threes.
    assert_eq!(lost(Some(0), &ann), "0");
    // Of eight dice, that is 1 - (2/3)^8 - 8 (2/3)^7 / 3 - 28 (2/3)^6 / 9.
    assert_eq!(lost(None, &bob), "1163/2187");
}

/// What matters little is left out where outcomes are too many to read, and a counter of many values is told in ranges.
#[test]
fn many_outcomes_are_grouped_by_what_matters() {
    let play = "[table]\ndice = \"2d100\"\nstock = \"pile of cards\"\npast = \"discard\"\n[player]\nscore = 0\n[flow]\nturn = \"choose go, stop\"\n\
        [action.stop]\ndo = \"end turn\"\n[action.go]\ndo = \"roll dice; score = dice.sum; move top of stock to past\"\n\
        [end]\nwhen = \"score > 300\"\n";
    let game = game("code,count,level,word\nA,2,1,low\nB,2,2,high\n", play, 2);
    let p = game.start();
    let all = comes(&game, &p, Some(0), "go");
    assert!((5..=12).contains(&all.len()), "{all:?}");
    // 210 of 10,000 sums are 21 or less.
    assert_eq!(
        chance(&game, &p, Some(0), "go", "score is 2 to 21"),
        "21/1000"
    );
    assert!(odds(&game, &p, Some(0)).exact);
}

/// Five chests of twelve kinds in a row whose order nobody reads, and five dice of twelve faces of which only good ones are counted: the
/// room that decides.
#[test]
fn the_room_that_decides_is_exact() {
    let mut rows = "code,count,kind\n".to_owned();
    rows.extend((0..12).map(|at| format!("c{at},5,{}\n", if at < 6 { "coin" } else { "junk" })));
    let play = "[table]\nstock = \"pile of cards\"\nfloor = \"row\"\ndice = \"5d12\"\n[player]\nscore = 0\n[flow]\nturn = \"choose open, wait\"\n\
        [action.wait]\ndo = \"score += 1\"\n[action.open]\ndo = \"\"\"\nroll dice\ndraw 5 from stock to floor\n\
        if count(dice where it >= 9) + count(floor where kind = coin) >= 5: win\nlose\n\"\"\"\n[end]\nwhen = \"score > 9\"\n";
    let game = game(&rows, play, 1);
    let p = game.start();
    assert!(odds(&game, &p, Some(0)).exact);
    let choose = |n: u128, k: u128| (0..k).fold(1, |ways, at| ways * (n - at) / (at + 1));
    let mut good = 0;
    for hits in 0..=5 {
        let dice = choose(5, hits) * 4u128.pow(hits as u32) * 8u128.pow(5 - hits as u32);
        let coins = 5 - hits..=5;
        let chests: u128 = coins
            .map(|coins| choose(30, coins) * choose(30, 5 - coins))
            .sum();
        good += dice * chests;
    }
    let expected = Likelihood::exact(good, 12u128.pow(5) * choose(60, 5)).to_string();
    assert_eq!(chance(&game, &p, Some(0), "open", "wins"), expected);
}

/// Where the order of a row is read, it is kept.
#[test]
fn an_order_that_is_read_is_kept() {
    let play = |when: &str| {
        format!(
            "[table]\nstock = \"pile of cards\"\nfloor = \"row\"\npast = \"discard\"\n[player]\nscore = 0\n[flow]\nturn = \"choose open\"\n\
             [action.open]\ndo = \"\"\"\ndraw 3 from stock to floor\n{when}: score += 1\n\"\"\"\n[end]\nwhen = \"score > 9\"\n"
        )
    };
    // Two of A and two of B: the first of three is an A in half of all cases, and so is the last.
    for when in [
        "if floor.bottom.word = low",
        "if first(floor).word = low",
        // All are equally good.
        "if most(floor, 1).word = low",
        "move all of floor to past\nif past.top.word = low",
    ] {
        let game = game(TWO, &play(when), 1);
        assert_eq!(game.orders[1], Order::Read, "{when}");
        let all = comes(&game, &game.start(), Some(0), "open");
        let scored = all.iter().filter(|(text, _)| text.contains("score is 1"));
        let parts: Vec<Likelihood> = scored
            .map(|(_, p)| match p.split_once('/') {
                Some((cases, of)) => {
                    Likelihood::exact(cases.parse().expect("cases"), of.parse().expect("cases"))
                }
                None => Likelihood::exact(1, 1),
            })
            .collect();
        assert_eq!(
            Likelihood::sum(&parts).to_string(),
            "1/2",
            "{when}: {all:?}"
        );
    }
    let game = game(TWO, &play("if count(floor where word = low) = 2"), 1);
    assert_eq!(game.orders, [Order::Read, Order::Unread, Order::Unread]);
}

/// A card that Ann knows is given to Bob, who gives one of his to Cid: all of that is counted exactly, and whichever he gave, Ann's odds
/// are the same.
#[test]
fn what_is_given_on_unseen_is_exact() {
    let rows = "code,count,rank\nking,2,4\nqueen,3,3\njack,3,2\nace,4,1\n";
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\nscore = 0\n[flow]\nsetup = \"deal 3 to each hand\"\n\
        turn = \"choose give, accuse\"\n[action.give]\nwords = \"give {card} to {who}\"\ntell = \"give a card to {who}\"\n\
        pick = [\"card in hand\", \"who in others\"]\ndo = \"move card to who.hand\"\n[action.accuse]\nwords = \"say {who} {r}\"\n\
        pick = [\"who in others\", \"r in values(rank)\"]\ndo = \"if any(who.hand where rank = r): score += 1\"\n[end]\nwhen = \"score > 5\"\n";
    let game = game(rows, play, 3);
    let given = |others: &str, what: &str| {
        let moves = format!(
            "is:king is:queen is:jack {others} give:king:Player_2 give:{what}:Player_3 accuse:Player_1:1"
        );
        after(&game, &moves)
    };
    let p = given("is:queen is:ace is:ace is:jack is:ace is:king", "king");
    let hers = odds(&game, &p, Some(0));
    assert!(hers.exact && hers.assumed);
    // Bob keeps three of four, and what he had are three of nine with one king.
    assert_eq!(
        chance(&game, &p, Some(0), "accuse:Player_2:4", "score is 1"),
        "5/6"
    );
    assert_eq!(
        chance(&game, &p, Some(0), "accuse:Player_3:4", "score is 1"),
        "7/12"
    );
    let other = given("is:king is:queen is:jack is:ace is:ace is:ace", "jack");
    assert_eq!(odds(&game, &other, Some(0)), hers);
}

/// Dice that everybody rolls again, one after another, do not matter any more once a bluff is settled.
#[test]
fn three_hidden_cups_are_exact() {
    let play = "[table]\nbid = 0\n[player]\ncup = { is = \"5d6\", see = \"owner\" }\nlives = 3\n[flow]\nsetup = \"each player: roll cup\"\n\
        turn = \"choose raise, doubt\"\n[action.raise]\npick = \"k in 1 to 15\"\ndo = \"bid = k\"\n[action.doubt]\ndo = \"\"\"\n\
        if sum(players, count(cup where it = 6 or it = 1)) >= bid: lives -= 1\notherwise: lives += 1\nbid = 0\neach player: roll cup\n\"\"\"\n\
        [end]\nwhen = \"any(players where lives = 0)\"\n";
    let game = game(TWO, play, 3);
    let dice = [6, 2, 3, 3, 6, 1, 2, 3, 4, 5, 2, 2, 2, 2, 2];
    let rolls: Vec<String> = dice.iter().map(|face| format!("shows:{face}")).collect();
    let p = after(&game, &format!("{} raise:3", rolls.join(" ")));
    assert!(odds(&game, &p, Some(1)).exact);
    // Bob has one: at least two more of ten, 1 - (2/3)^10 - 10 (2/3)^9 / 3.
    let few = 2u128.pow(10) + 10 * 2u128.pow(9);
    let expected = Likelihood::exact(3u128.pow(10) - few, 3u128.pow(10)).to_string();
    let lost = "Player 2's lives are 2";
    assert_eq!(chance(&game, &p, Some(1), "doubt", lost), expected);
}

/// Two of two hundred different cards come to 19,900 outcomes, which are told by a field of few values, or at last by their number.
#[test]
fn many_cards_are_told_by_a_field() {
    let rows = |named: &str| {
        let mut rows = format!("code,count{named}\n");
        for at in 0..200 {
            let kind = ["sword", "shield", "potion", "curse"][at % 4];
            let field = if named.is_empty() {
                String::new()
            } else {
                format!(",{kind}")
            };
            rows += &format!("c{at},1{field}\n");
        }
        rows
    };
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\nscore = 0\n[flow]\nturn = \"choose go\"\n\
        [action.go]\ndo = \"draw 2 from stock to hand\"\n[end]\nwhen = \"score > 3\"\n";
    let game = game(&rows(",kind"), play, 1);
    let p = game.start();
    assert_eq!(comes(&game, &p, Some(0), "go").len(), 10);
    assert_eq!(chance(&game, &p, Some(0), "go", "curse, curse"), "49/796");
    let game = super::language::game(&rows(""), play, 1);
    assert_eq!(chance(&game, &game.start(), Some(0), "go", "2 tiles"), "1");
}

/// What each player counts in secret is asked in secret, even where nobody holds anything, and is not part of what others know.
#[test]
fn sealed_bids_are_secret_where_nothing_else_is() {
    let play = "[table]\ndie = \"d6\"\n[player]\ncoins = 4\nbid = { start = 0, least = 0, most = 4 }\n[flow]\nround = \"\"\"\n\
        together: each player: ask bid in 0 to coins\nif any(players where bid = max(players, bid)): roll die\neach player: coins -= bid\n\"\"\"\n\
        [end]\nwhen = \"die = 6\"\n";
    let game = game(TWO, play, 2);
    let [low, high] = ["ask:0", "ask:4"].map(|bid| after(&game, bid));
    assert!(game.hides());
    assert_eq!(odds(&game, &low, Some(1)), odds(&game, &high, Some(1)));
    assert_eq!(game.visibility(&low).seat, Some(1));
}

/// Who is given all cards of a rank has them, also for those who saw none of them.
#[test]
fn what_is_given_for_what_it_is_is_known_to_all() {
    let rows = "code,count,rank\nace,2,1\ntwo,2,2\nking,2,3\n";
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\nscore = 0\n\
        [flow]\nsetup = \"deal 2 to each hand\"\nturn = \"choose wish, bet\"\n\
        [action.wish]\npick = [\"who in others\", \"r in values(rank)\"]\n\
        do = \"score += 1; if any(who.hand where rank = r): move all of who.hand where rank = r to hand\"\n\
        [action.bet]\npick = [\"who in others\", \"r in values(rank)\"]\n\
        do = \"if any(who.hand where rank = r): win\"\n[end]\nwhen = \"score > 9\"\n";
    let game = game(rows, play, 3);
    let dealt = "is:ace is:two is:ace is:king is:two is:king";
    let p = after(&game, &format!("{dealt} wish:Player_2:1 wish:Player_3:1"));
    assert!(odds(&game, &p, Some(2)).exact);
    let bets = |bet: &str, text: &str| chance(&game, &p, Some(2), bet, text);
    assert_eq!(bets("bet:Player_1:1", "wins"), "1");
    assert_eq!(bets("bet:Player_2:1", "the turn ends"), "1");
    // Of two, king and the other ace, Ann has the ace, since Bob gave all that he had, and one more.
    assert_eq!(bets("bet:Player_1:2", "wins"), "1/2");
    assert_eq!(bets("bet:Player_2:3", "wins"), "1/2");
}

/// Cards that everybody was told of are told of again, though they are marked by now.
#[test]
fn a_second_hint_is_counted_in() {
    let rows = "code,count,level,word\nA,2,1,low\nB,1,1,high\nC,1,2,high\nD,1,2,low\n";
    let play = "[table]\nstock = \"pile of cards\"\npast = \"discard\"\n[player]\nhand = { is = \"hand\", see = \"others\", ordered = true }\n\
        score = 0\n[flow]\nsetup = \"deal 2 to each hand\"\nturn = \"choose hint, lay\"\n\
        [action.hint]\npick = [\"who in others\", \"what in values(level) + values(word)\"]\n\
        do = \"mark all of who.hand where level = what or word = what with what\"\n\
        [action.lay]\npick = \"card in hand\"\ndo = \"reveal card; if card.word = high: score += 1; move card to past\"\n\
        [end]\nwhen = \"score > 3\"\n";
    let game = game(rows, play, 2);
    let moves = "is:C is:A is:A is:B hint:Player_2:1 hint:Player_1:low hint:Player_2:low";
    let p = after(&game, moves);
    let his = odds(&game, &p, Some(1));
    assert!(his.exact && !his.partial, "{his:?}");
    let high = |bet: &str| chance(&game, &p, Some(1), bet, "past: B");
    assert_eq!(high("lay:2"), "1");
}

/// However many outcomes there are, it is told that a turn ends by some of them.
#[test]
fn a_turn_that_ends_by_bad_luck_is_told() {
    let play = "[table]\ndice = \"2d100\"\nstock = \"pile of cards\"\npast = \"discard\"\n[player]\nscore = 0\n[flow]\n\
        turn = \"repeat: choose go, stop\"\n[action.stop]\ndo = \"end turn\"\n[action.go]\ndo = \"\"\"\nroll dice\n\
        move top of stock to past\nif dice.sum <= 21: end turn\nscore = dice.sum\n\"\"\"\n[end]\nwhen = \"score > 300\"\n";
    let game = game("code,count,level,word\nA,2,1,low\nB,2,2,high\n", play, 2);
    let bust = chance(&game, &game.start(), Some(0), "go", "the turn ends");
    assert_eq!(bust, "21/1000");
}

/// A hand that is drawn anew from a shuffled pile is told as a whole: what it lost differs as well.
#[test]
fn a_hand_out_of_a_shuffled_pile_is_told_as_a_whole() {
    let rows = "code,count,level\nA,3,1\nB,1,2\n";
    let play = "[player]\ndeck = { is = \"pile of cards\", refill = \"past\" }\npast = \"discard\"\nhand = \"hand\"\nscore = 0\n\
        [flow]\nsetup = \"draw 2 from deck to hand\"\nturn = \"choose go, stop\"\n[action.stop]\ndo = \"score += 1\"\n\
        [action.go]\ndo = \"move all of hand to past; draw 2 from deck to hand\"\n[end]\nwhen = \"score > 3\"\n";
    let game = game(rows, play, 1);
    let p = after(&game, "is:A is:B go is:A is:A");
    assert_eq!(chance(&game, &p, Some(0), "go", "hand: A, A"), "1/2");
    assert_eq!(chance(&game, &p, Some(0), "go", "hand: A, B"), "1/2");
}

/// A search begins with what its bot does by what the seat knows, not by one of the cards that it might hold.
#[test]
fn a_search_knows_no_more_than_its_bot() {
    let rows = "code,count,level,word\nA,4,1,low\nB,4,2,high\n";
    let play = "[table]\nstock = \"pile of cards\"\npast = \"discard\"\n[player]\nhand = { is = \"hand\", see = \"others\" }\nscore = 0\n\
        [flow]\nsetup = \"deal 1 to each hand\"\nturn = \"choose lay, rest\"\n[action.rest]\ndo = \"score += 6; end game\"\n\
        [action.lay]\ndo = \"\"\"\nreveal hand.top\nif hand.top.word = high: score += 10\nend game\n\"\"\"\n\
        [end]\ntogether = true\nscore = \"score\"\n";
    let game = game(rows, play, 2);
    let p = after(&game, "is:A is:B");
    let mut choices = Choices::default();
    game.moves(&p, &mut choices);
    let budget = Budget {
        playouts: 0,
        time: None,
    };
    for seed in 0..20 {
        let luck = &mut ChaCha8Rng::seed_from_u64(seed);
        let found = search(&game, &p, (0, Some(0)), &choices, budget, luck);
        assert_eq!(game.id(found[0].mv), "rest");
    }
}

/// A card that is drawn may be like one that its player knows to lie in the pile: that one has not come there by it.
#[test]
fn a_known_card_of_a_pile_stays_where_it_lies() {
    let rows = "code,count,level\nA,2,1\nB,2,2\n";
    let play = "[table]\nstock = \"pile of cards\"\nopen = \"row\"\n[player]\nscore = 0\n\
        [flow]\nsetup = \"reveal top of stock to player; move top of stock to bottom of stock\"\nturn = \"choose draw\"\n\
        [action.draw]\ndo = \"draw 1 from stock to open\"\n[end]\nwhen = \"count(open) > 3\"\n";
    let game = game(rows, play, 2);
    let p = after(&game, "is:A");
    let drawn = comes(&game, &p, Some(0), "draw");
    assert!(
        drawn.keys().all(|text| !text.contains("stock")),
        "{drawn:?}"
    );
}

/// However much a seat was told of its hand, there are deals to try.
#[test]
fn a_hand_that_is_told_by_many_hints_can_be_dealt() {
    let rows = "code,count,level\nA,6,1\nB,6,2\nC,6,3\nD,6,4\nE,6,5\nF,6,6\n";
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = { is = \"hand\", see = \"others\", ordered = true }\n\
        score = 0\n[flow]\nsetup = \"deal 6 to each hand\"\nturn = \"choose hint\"\n\
        [action.hint]\npick = [\"who in others\", \"what in values(level)\"]\n\
        do = \"score += 1; mark all of who.hand where level = what with what\"\n[end]\nwhen = \"score > 9\"\n";
    let game = game(rows, play, 2);
    let dealt = "is:F is:F is:E is:E is:D is:D is:A is:A is:B is:B is:C is:D";
    let hints = [1, 2, 3].map(|level| format!("hint:Player_2:{level} hint:Player_1:{level}"));
    let p = after(&game, &format!("{dealt} {}", hints.join(" ")));
    let worlds = game.possible(&p, Some(1), Deal::Closed, (8, 8));
    // The last card may be of three kinds.
    assert_eq!(worlds.list.len(), 3);
    let hand = |p: &Position| p.zones.iter().rposition(|zone| zone.len() == 6);
    let hand = &p.zones[hand(&p).expect("a hand of six")];
    for (world, _) in &worlds.list {
        let level = |piece: u16| world.pieces[usize::from(piece)].kind;
        assert_eq!((level(hand[0]), level(hand[4])), (0, 2));
    }
}

/// A die that nobody sees is hidden from everybody, also from a lone player, whoever rolled it: neither views nor odds tell what it
/// shows.
#[test]
fn a_die_that_nobody_sees_is_told_to_nobody() {
    for (section, players) in [("table", 2), ("table", 1), ("player", 2), ("player", 1)] {
        let (table, player) = match section {
            "table" => ("fox = { is = \"1d6\", see = \"nobody\" }\n", ""),
            _ => ("", "fox = { is = \"1d6\", see = \"nobody\" }\n"),
        };
        let play = format!(
            "[table]\nseen = 0\n{table}[player]\nscore = 0\n{player}[flow]\nturn = \"roll fox; choose search\"\n\
             [action.search]\npick = \"k in 1 to 6\"\ndo = \"if fox.sum = k: win; score += 1\"\n[end]\nwhen = \"score > 4\"\n"
        );
        let game = game(TWO, &play, players);
        let [low, high] = ["shows:1", "shows:6"].map(|roll| after(&game, roll));
        for seat in [None, Some(0)] {
            assert_eq!(
                chance(&game, &low, seat, "search:1", "wins"),
                "1/6",
                "{section}"
            );
            assert_eq!(odds(&game, &low, seat), odds(&game, &high, seat));
            let view = |p| serde_json::to_string(&game.view(p, seat)).expect("a view");
            assert_eq!(view(&low), view(&high), "{section}");
        }
    }
}

/// What rules compare, count or let decide unseen tells a seat as much as it would tell a mathematician, and no more: whatever the
/// others really hold.
#[test]
fn what_clues_cannot_hold_is_followed_again() {
    // Bob's two of six cards make less than Ann's eight, so he has 1 2, 1 4, 1 6 or 2 4.
    let rows: String = (1..9).map(|rank| format!("a{rank},1,{rank}\n")).collect();
    let rows = format!("code,count,rank\n{rows}");
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\nscore = 0\n[flow]\nsetup = \"deal 2 to each hand\"\n\
        turn = \"choose duel, bet\"\n[action.duel]\n\
        do = \"\"\"\nif sum(hand, rank) > sum(left.hand, rank): score += 1\notherwise: score -= 1\n\"\"\"\n\
        [action.bet]\npick = \"k in 1 to 8\"\ndo = \"\"\"\nif any(left.hand where rank = k): win\nlose\n\"\"\"\n[end]\nwhen = \"score > 5\"\n";
    let duel = game(&rows, play, 2);
    let told = |his: &str| {
        let p = after(&duel, &format!("is:a3 is:a5 {his} duel duel"));
        odds(&duel, &p, Some(0))
    };
    let hers = told("is:a1 is:a4");
    assert!(hers.exact && !hers.partial);
    assert_eq!(told("is:a1 is:a2"), hers);
    let p = after(&duel, "is:a3 is:a5 is:a1 is:a2 duel duel");
    assert_eq!(chance(&duel, &p, Some(0), "bet:4", "wins"), "1/2");
    assert_eq!(chance(&duel, &p, Some(0), "bet:1", "wins"), "3/4");

    // The host opens a door unheard, and never the prize: to switch wins twice in three.
    let play = "[table]\nprize = { is = \"1d3\", see = \"nobody\" }\nmine = 0\nopened = 0\n[player]\nscore = 0\n\
        [flow]\nturn = \"roll prize; choose pick; do host; choose stay, switch\"\n[action.pick]\npick = \"k in 1 to 3\"\ndo = \"mine = k\"\n\
        [effect.host]\ndo = \"\"\"\nquietly:\n  random h in 1 to 3 where it != mine\n\
        \x20 if h = prize.sum: opened = 6 - mine - h\n  otherwise: opened = h\n\"\"\"\n\
        [action.stay]\ndo = \"\"\"\nif prize.sum = mine: win\nlose\n\"\"\"\n\
        [action.switch]\ndo = \"\"\"\nif prize.sum = 6 - mine - opened: win\nlose\n\"\"\"\n[end]\nwhen = \"score > 3\"\n";
    for players in [1, 2] {
        let monty = game(TWO, play, players);
        let mut all = Vec::new();
        for (prize, host) in [(1, 2), (3, 2), (3, 3)] {
            let p = after(&monty, &format!("shows:{prize} pick:1 ask:{host}"));
            assert_eq!(chance(&monty, &p, Some(0), "switch", "wins"), "2/3");
            assert_eq!(chance(&monty, &p, Some(0), "stay", "wins"), "1/3");
            all.push(odds(&monty, &p, None));
        }
        assert!(all.iter().all(|odds| *odds == all[0]));
    }
}

/// Five cards of which only the rank matters are met once as a handful, and once more for each that fills a row up: three alike are as
/// likely as they are in all handfuls.
#[test]
fn a_handful_counts_once_however_it_is_drawn() {
    let play = |draw: &str| {
        format!(
            "[table]\nstock = \"pile of cards\"\nrow = \"row\"\n[player]\nscore = 0\n[flow]\nturn = \"choose go\"\n\
             [value.ranked]\nof = \"r\"\nis = \"count(row where rank = r)\"\n\
             [action.go]\ndo = \"\"\"\n{draw}\nif any(values(rank) where ranked(it) >= 3): win\nlose\n\"\"\"\n[end]\nwhen = \"score > 0\"\n"
        )
    };
    // By the size of the handful, in how many no rank comes three times: the coefficients of (1 + 4 x + 6 x^2) to the seventh.
    let mut few = vec![1u128];
    for _ in 0..7 {
        let mut next = vec![0; few.len() + 2];
        for (at, ways) in few.iter().enumerate() {
            next[at] += ways;
            next[at + 1] += 4 * ways;
            next[at + 2] += 6 * ways;
        }
        few = next;
    }
    let all = handfuls(28, 28, 5, 5);
    let expected = Likelihood::exact(all - few[5], all).to_string();
    for draw in [
        "draw 5 from stock to row",
        "fill row to 5 from stock",
        "draw 2 from stock to row\ndraw 3 from stock to row",
        "each k in 1 to 5: draw 1 from stock to row",
    ] {
        let game = game(&suits(7), &play(draw), 1);
        let p = game.start();
        assert_eq!(chance(&game, &p, Some(0), "go", "wins"), expected, "{draw}");
    }
}

/// Whoever takes a card of a hand that they do not see takes any of them, whatever they have been told of that hand.
#[test]
fn a_card_taken_unseen_is_any_of_the_hand() {
    let rows = "code,count,v\nk1,2,1\nk2,2,2\nk3,2,3\nk4,2,4\nk5,2,5\nmaid,1,9\n";
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\n\
        [flow]\nsetup = \"deal 3 to each hand\"\nturn = \"choose take, query\"\n\
        [action.take]\nwords = \"take {card}\"\npick = \"card in left.hand\"\ntell = \"{player} takes one\"\n\
        do = \"\"\"\nmove card to hand\nif card.v = 9: lose\nif count(hand where v = card.v) = 2: win\n\"\"\"\n\
        [action.query]\nwords = \"ask {k}\"\npick = \"k in 1 to 5\"\n\
        do = \"\"\"\nif any(left.hand where v = k): say \"Yes.\"\notherwise: say \"No.\"\n\"\"\"\n\
        [end]\nwhen = \"hand is empty\"\n";
    let game = game(rows, play, 2);
    let p = after(
        &game,
        "is:k1 is:k2 is:k3 is:k1 is:k4 is:maid query:1 query:1",
    );
    // Bob has a 1 and two of seven: 2, 3, 4, 4, 5, 5 and the maid.
    for id in ["take:1", "take:2", "take:3"] {
        assert_eq!(chance(&game, &p, Some(0), id, "loses"), "2/21", "{id}");
        assert_eq!(chance(&game, &p, Some(0), id, "wins"), "11/21", "{id}");
    }
    let worlds = game.possible(&p, Some(0), Deal::Closed, (1_000, 1_000));
    assert!(worlds.all);
    let mut hands = p
        .zones
        .iter()
        .enumerate()
        .filter(|(_, here)| here.len() == 3);
    let (hand, _) = hands.next_back().expect("Bob's hand");
    for place in 0..3 {
        let is_maid = |world: &Position| {
            let piece = world.zones[hand][place];
            game.kind_name(world.pieces[usize::from(piece)].kind) == "maid"
        };
        let cases = |all: bool| -> u64 {
            let list = worlds.list.iter();
            let counted = list.filter(|(world, _)| all || is_maid(world));
            counted.map(|(_, cases)| u64::from(*cases)).sum()
        };
        assert_eq!(cases(false) * 21, cases(true) * 2, "place {place}");
    }
}

/// Cards that only others see are held in their order: of two that are one 1, each is it in half of all cases.
#[test]
fn who_holds_cards_that_others_see_knows_their_places() {
    let rows = "code,count,n\na,3,1\nb,2,2\nc,1,3\n";
    let play = "[table]\nstock = \"pile of cards\"\ngone = \"discard\"\n[player]\nhand = { is = \"hand\", see = \"others\" }\n\
        [flow]\nsetup = \"deal 2 to each hand\"\nturn = \"choose show, tell_of\"\n\
        [action.show]\nwords = \"play {card}\"\npick = \"card in hand\"\n\
        do = \"\"\"\nmove card to gone\nif card.n = 1: win\nlose\n\"\"\"\n\
        [action.tell_of]\nwords = \"tell {left} of {k}\"\npick = \"k in 1 to 3\"\n\
        do = \"\"\"\nif count(left.hand where n = k) = 1: say \"One.\"\notherwise: say \"Not one.\"\n\"\"\"\n\
        [end]\nwhen = \"hand is empty\"\n";
    let game = game(rows, play, 2);
    let p = after(&game, "is:a is:b is:a is:b tell_of:1");
    for id in ["show:1", "show:2"] {
        assert_eq!(chance(&game, &p, Some(1), id, "wins"), "1/2", "{id}");
    }
}

/// All bid one of their bills unseen. Of two equal ones, that which stays is none that came, whoever wins.
#[test]
fn what_stays_of_a_hand_did_not_come_to_it() {
    let rows = "code,count,v\nm1,3,1\nm2,3,2\nm3,2,3\nm4,2,4\nm5,2,5\nm6,1,6\n";
    let play = "[table]\nbank = \"pile of cards\"\nspent = \"discard\"\n[player]\npurse = \"hand\"\nbid = \"hand\"\nscore = 0\n\
        [flow]\nsetup = \"deal 3 to each purse\"\nround = [\"together: choose offer\", \"do settle\"]\n\
        [action.offer]\nwords = \"bid {card}\"\npick = \"card in purse\"\ndo = \"move card to bid\"\n\
        [value.stake]\nof = \"who\"\nis = \"if(count(players where bid.top.v = who.bid.top.v) > 1, 0, who.bid.top.v)\"\n\
        [effect.settle]\ndo = \"\"\"\nlet best = max(players, stake(it))\n\
        each player where best > 0 and stake(player) = best: score += 2\neach player: move all of bid to spent\n\"\"\"\n\
        [end]\nwhen = \"score > 5\"\nscore = \"score\"\n";
    let game = game(rows, play, 3);
    let deal = "is:m4 is:m4 is:m1 is:m5 is:m2 is:m2 is:m3 is:m2 is:m1";
    let p = after(&game, deal);
    let all = comes(&game, &p, Some(0), "offer:m4");
    let shares: Vec<&str> = all.values().map(String::as_str).collect();
    let own = "36301/75600";
    let others = "39299/151200";
    assert_eq!(shares, [own, others, others], "{all:?}");
}

/// Ann said that she holds a b and drew; her three a's lie open by now. In which order she laid them says nothing.
#[test]
fn the_order_of_what_is_laid_says_nothing() {
    let rows = "code,count,kind\nA1,1,a\nA2,1,a\nA3,1,a\nB1,1,b\nB2,1,b\nC1,1,c\n";
    let play = "[table]\nstock = \"pile of cards\"\nn = 0\n[player]\nhand = \"hand\"\nout = \"row\"\nscore = 0\n[flow]\n\
        setup = \"\"\"\nmove one of stock where code = A3 to last(players).hand face up\nshuffle stock into stock\n\
        draw 3 from stock to first(players).hand\n\"\"\"\n\
        turn = \"\"\"\nn += 1\nif n = 1: choose claim, pass\nif n = 2: choose give\nif n = 3: choose lay\nif n = 4: choose guess, rest\n\"\"\"\n\
        [action.claim]\nneed = { that = \"any(hand where kind = b)\", else = \"no b\" }\n\
        do = \"\"\"\ndraw 1 from stock to hand\nif count(hand where kind = a) = 3: score += 5\n\"\"\"\n\
        [action.pass]\nlast = true\ndo = \"draw 1 from stock to hand\"\n\
        [action.give]\ndo = \"move all of hand where kind = a to left.hand\"\n\
        [action.lay]\ndo = \"\"\"\nif count(hand where kind = a) = 3: move all of hand where kind = a to out face up\n\"\"\"\n\
        [action.guess]\ndo = \"\"\"\nif count(left.hand where kind = b) = 2: win\nlose\n\"\"\"\n\
        [action.rest]\ndo = \"\"\n[end]\nwhen = \"n > 4\"\n";
    let game = game(rows, play, 2);
    for deal in [
        "is:B1 is:A1 is:A2 claim is:C1",
        "is:A2 is:B2 is:C1 claim is:A1",
    ] {
        let p = after(&game, &format!("{deal} give lay"));
        let found = chance(&game, &p, Some(1), "guess", "wins");
        assert_eq!(found, "2/5", "{deal}");
    }
}

/// Bob shows Ann her second card, a red 2. Of the six cards that are left, one is its twin, and two are red 1.
#[test]
fn a_card_that_is_shown_leaves_its_twin_as_likely() {
    let rows = "code,count,color,rank\nR1,2,red,1\nR2,2,red,2\nR3,2,red,3\nB1,2,blue,1\nB2,2,blue,2\nB3,2,blue,3\n";
    let play = "[table]\nstock = \"pile of cards\"\nbuilt = { is = \"row\", each = \"color\" }\ntrash = \"discard\"\nfuses = 3\n\
        [player]\nhand = { is = \"hand\", see = \"others\" }\n\
        [flow]\nsetup = \"deal 2 to each hand\"\nturn = \"choose play, toss, clue\"\n\
        [action.play]\npick = \"card in hand\"\ndo = \"\"\"\nif count(built(card.color)) + 1 = card.rank\n  move card to built(card.color)\n\
        otherwise\n  fuses -= 1\n  move card to trash\ndraw 1 from stock to hand\n\"\"\"\n\
        [action.toss]\npick = \"card in hand\"\ndo = \"\"\"\nmove card to trash\ndraw 1 from stock to hand\n\"\"\"\n\
        [action.clue]\npick = [\"who in others\", \"card in who.hand\"]\ndo = \"reveal card to who\"\n\
        [end]\ntogether = true\nlose = \"fuses = 0\"\nwhen = \"stock is empty\"\n";
    let game = game(rows, play, 2);
    let p = after(
        &game,
        "is:B3 is:B2 is:B1 is:B3 play:2 is:R1 toss:1 is:R3 play:1 is:R2 clue:Player_1:R2",
    );
    let all = comes(&game, &p, Some(0), "toss:1");
    let shares: Vec<&str> = all.values().map(String::as_str).collect();
    assert_eq!(shares, ["1/6", "1/6", "1/3", "1/6", "1/6"], "{all:?}");
}

/// What may be rolled for ever: ties, craps (244 in 495), a gambler who has 3 of 5 coins and wins one time in three, and a duel in which the first
/// 6 wins.
#[test]
fn what_may_go_on_for_ever_is_exact() {
    let play = |turn: &str| {
        format!(
            "[table]\nmine = \"2d6\"\ntheirs = \"2d6\"\none = \"1d6\"\n[player]\nscore = 0\n[flow]\nturn = \"choose go, stop\"\n\
             [action.stop]\ndo = \"end turn\"\n[action.go]\ndo = \"\"\"\n{turn}\n\"\"\"\n[end]\nwhen = \"score > 99\"\n"
        )
    };
    let ties = "roll mine\nroll theirs\nrepeat while mine.sum = theirs.sum:\n  roll mine\n  roll theirs\nif mine.sum > theirs.sum: win\nlose";
    let craps = "roll mine\nif mine.sum = 7 or mine.sum = 11: win\nif mine.sum < 4 or mine.sum = 12: lose\nscore = mine.sum\nroll mine\n\
        repeat while not (mine.sum = score or mine.sum = 7):\n  roll mine\nif mine.sum = score: win\nlose";
    let gambler = "score = 3\nrepeat while score > 0 and score < 5:\n  roll one\n  if one < 3: score += 1\n  otherwise: score -= 1\n\
        if score = 5: win\nlose";
    let duel =
        "roll one\nrepeat while one < 6:\n  score = 1 - score\n  roll one\nif score = 0: win\nlose";
    let rare = "roll mine\nrepeat while mine.sum < 12:\n  roll mine\nroll theirs\nif theirs.sum = 7: win\nlose";
    for (turn, expected) in [
        (ties, "1/2"),
        (craps, "244/495"),
        (gambler, "7/31"),
        (duel, "6/11"),
        (rare, "1/6"),
    ] {
        let game = game(TWO, &play(turn), 1);
        let found = chance(&game, &game.start(), Some(0), "go", "wins");
        assert_eq!(found, expected, "{turn}");
    }
}

/// Twenty dice are forgotten once they are counted, and of a row only the last card counts.
#[test]
fn what_goes_on_long_is_exact() {
    let play = |turn: &str| {
        format!(
            "[table]\nstock = \"pile of cards\"\nline = \"discard\"\nmine = \"2d6\"\ntheirs = \"2d6\"\n[player]\nscore = 0\n[flow]\nturn = \"choose go, stop\"\n\
             [action.stop]\ndo = \"end turn\"\n[action.go]\ndo = \"\"\"\n{turn}\n\"\"\"\n[end]\nwhen = \"score > 99\"\n"
        )
    };
    let of = |turn: &str, text: &str| -> f64 {
        let game = game(&suits(7), &play(turn), 1);
        let p = game.start();
        let found = odds(&game, &p, Some(0));
        assert!(found.exact, "{turn}");
        let told = chance(&game, &p, Some(0), "go", text);
        let number = |text: &str| text.parse::<f64>().expect("a number");
        told.split_once('/')
            .map_or_else(|| number(&told), |(cases, of)| number(cases) / number(of))
    };
    let choose =
        |n: i32, k: i32| (0..k).fold(1.0, |ways, at| ways * f64::from(n - at) / f64::from(at + 1));
    let rolls = "repeat 10 times:\n  roll mine\n  roll theirs\n  if mine.sum > 7: score += 1\n  if theirs.sum > 7: score += 1";
    let expected = choose(20, 8) * (5.0f64 / 12.0).powi(8) * (7.0f64 / 12.0).powi(12);
    assert!((of(rolls, "score is 8") - expected).abs() < 1e-4);
    let draws =
        "repeat 12 times:\n  draw 1 from stock to line\n  if line.top.rank >= 6: score += 1";
    let expected = choose(8, 4) * choose(20, 8) / choose(28, 12);
    assert!((of(draws, "score is 4") - expected).abs() < 1e-4);
}

/// One answer reads only the suit and another one only the rank: each counts what it reads.
#[test]
fn an_answer_counts_what_its_own_rules_read() {
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\nscore = 0\n[flow]\nturn = \"choose flush, quads, change\"\n\
        [value.suited]\nof = \"s\"\nis = \"count(hand where suit = s)\"\n\
        [value.ranked]\nof = \"r\"\nis = \"count(hand where rank = r)\"\n\
        [action.change]\npick = \"card in hand where suit = hearts and rank > 2\"\ndo = \"score += 1\"\n\
        [action.flush]\ndo = \"\"\"\ndraw 5 from stock to hand\nif any(values(suit) where suited(it) = 5): win\nlose\n\"\"\"\n\
        [action.quads]\ndo = \"\"\"\ndraw 5 from stock to hand\nif any(values(rank) where ranked(it) = 4): win\nlose\n\"\"\"\n\
        [end]\nwhen = \"score > 9\"\n";
    let game = game(&suits(13), play, 2);
    let p = game.start();
    let all = handfuls(52, 52, 5, 5);
    let flush = Likelihood::exact(4 * handfuls(13, 13, 5, 5), all).to_string();
    assert_eq!(chance(&game, &p, Some(0), "flush", "wins"), flush);
    let quads = Likelihood::exact(13 * 48, all).to_string();
    assert_eq!(chance(&game, &p, Some(0), "quads", "wins"), quads);
}
