//! The figures of simulated games, where they are known.

use super::language::{TWO, game};
use crate::games::by_kit::{KitGame, trial};
use crate::lab::page::html;
use crate::lab::part::Figures;
use crate::lab::playout::{self, Unfit};
use crate::lab::table::csv;
use crate::lab::{Plan, Report, Run, Shard, ladder, simulate, words};
use crate::referee::Bots;

fn plan(bot: &str, games: u64) -> Plan {
    Plan {
        games,
        seed: 1,
        bots: vec![bot.to_owned()],
        longest: 1_000,
        shard: Shard::WHOLE,
        programs: None,
        until: None,
    }
}

fn report(game: &KitGame, plan: &Plan) -> Report {
    let totals = simulate(game, plan, &Default::default()).expect("bots that fit");
    let run = Run {
        game: String::new(),
        named: Vec::new(),
        edition: None,
        options: Vec::new(),
        players: crate::referee::Game::seats(game),
        kit: String::new(),
        rules: 1,
        version: String::new(),
        bots: plan.bots.clone(),
        seed: plan.seed,
        games: plan.games,
        longest: plan.longest,
        until: None,
        figures: Figures::of(game),
    };
    Report::new(run, &totals)
}

/// The rules of a race: a die a turn, until somebody has 12.
fn race(turn: &str) -> String {
    format!(
        "[table]\ndie = \"1d6\"\n[player]\nx = 0\n[flow]\nturn = \"{turn}\"\n[action.go]\ndo = \"roll die; x += die\"\n\
         [end]\nwhen = {{ that = \"any(players where x >= 12)\", after = \"turn\" }}\nscore = \"x\"\n"
    )
}

/// The first turn counts too, though nothing was asked before it, and a round is over when everybody had a turn.
#[test]
fn turns_and_rounds_are_counted_from_the_first() {
    for (players, turn) in [
        (1, "roll die; x += die"),
        (2, "roll die; x += die"),
        (2, "choose go"),
    ] {
        let report = report(&game(TWO, &race(turn), players), &plan("random", 400));
        let mean = |name: &str| {
            let tally = report.tallies.iter().find(|tally| tally.name == name);
            tally.expect("a tally").mean.mean
        };
        assert_eq!(mean("turns"), mean("dice rolled"));
        let change = report.counters[0].a_round.expect("rounds");
        assert!((change - 3.5).abs() < 0.1, "{players}: {change}");
    }
}

/// What is the only answer is given, so it is possible; whoever never has another has no choice.
#[test]
fn an_only_answer_is_not_called_impossible() {
    let game = game(TWO, &race("choose go"), 2);
    let text = words::words(&report(&game, &plan("random", 20)));
    assert!(!text.contains("never possible"), "{text}");
    assert!(text.contains("nobody ever has a choice"), "{text}");
    let steps = ladder::ladder(
        &game,
        (&plan("", 400), None),
        &Default::default(),
        &|_, _, _, _| {},
    );
    let steps = steps.expect("bots that fit");
    assert_eq!((steps.len(), steps[0].won.of), (1, ladder::SAMPLE));
    assert!(words::ladder(&steps, true).contains("nobody ever had a choice"));
}

/// Who wins is first, whatever the score; a counter called score that nothing changes is none.
#[test]
fn whoever_wins_comes_first() {
    let play = |score: &str| {
        format!(
            "[player]\nscore = 0\n[flow]\nturn = \"choose win_it, lose_it\"\n[action.win_it]\ndo = \"score -= {score}; win\"\n\
             [action.lose_it]\ndo = \"score += {score}; lose\"\n[end]\nscore = \"score\"\n"
        )
    };
    let report_of = |score| report(&game(TWO, &play(score), 2), &plan("random", 100));
    let report = report_of("2");
    assert!(report.score.is_some());
    for seat in &report.seats {
        assert_eq!(seat.first, seat.won);
    }
    let flat = report_of("0");
    assert!(flat.score.is_none() && flat.seats[0].first == flat.seats[0].won);
}

/// An end that the limits of counters keep out of reach is known from the rules; another that never comes is noticed before bots
/// that look ahead begin.
#[test]
fn a_game_that_cannot_end_is_told_before_it_is_played() {
    let play = |counter: &str, end: &str| {
        format!(
            "[table]\nx = {counter}\n[player]\nscore = 0\n[flow]\nturn = \"choose a, b\"\n[action.a]\ndo = \"x = x + 1\"\n\
             [action.b]\ndo = \"x = 0; score += 1\"\n[end]\nwhen = \"{end}\"\nscore = \"score\"\n"
        )
    };
    let limited = "{ start = 0, least = 0, most = 5 }";
    let is_endless = |end: &str| game(TWO, &play(limited, end), 2).is_endless().is_some();
    for never in [
        "x > 7",
        "x + 1 > 6",
        "8 <= x",
        "x < 0 or x = 6",
        "x > 5 and score > 3",
    ] {
        assert!(is_endless(never), "{never}");
    }
    for may in ["x > 4", "x + score > 6", "score >= 3 or x > 7", "x < 1"] {
        assert!(!is_endless(may), "{may}");
    }
    // Greedy would rather have points.
    let far = game(TWO, &play("0", "x > 300"), 2);
    assert_eq!(
        playout::demand_end(&far, 1),
        Err(Unfit::Unending((8, 3_000), (4, 1_000)))
    );
    assert_eq!(
        playout::demand_end(&game(TWO, &play("0", "x > 4"), 2), 1),
        Ok(())
    );
    let trial = trial::play(&far, 20_000, u64::MAX);
    assert_eq!(trial.unended + trial.broken_off, trial.games);
}

/// Where nobody wins or scores, the end is no worse than to go on.
#[test]
fn greedy_ends_what_nobody_can_win() {
    let play = "[player]\nx = 0\n[flow]\nturn = \"choose go, stop\"\n[action.go]\ndo = \"x = 1\"\n[action.stop]\ndo = \"end game\"\n\
        [end]\nwhen = \"any(players where x > 5)\"\n";
    let report = report(&game(TWO, play, 2), &plan("greedy", 8));
    assert_eq!(report.cut.count, 0);
}

/// Klondike is rarely won, and never mind: its games end.
#[test]
fn games_that_end_late_are_played() {
    assert_eq!(playout::demand_end(&super::game("klondike", 1), 1), Ok(()));
}

/// Where players only choose one after the other, nobody has a turn: length is told in rounds, and no format tells of turns.
#[test]
fn a_game_without_turns_is_as_long_as_its_rounds() {
    let play = race("").replace("turn = \"\"", "round = \"each player: choose go\"");
    let play = play.replace("after = \"turn\"", "after = \"round\"");
    let report = report(&game(TWO, &play, 2), &plan("random", 60));
    assert_eq!(report.length().expect("a length").name, "rounds");
    let mut lengths = report.lengths_won.0.keys();
    assert!(lengths.all(|rounds| *rounds > 1));
    let page = html(&report).expect("a page");
    assert!(page.contains("Half of the games take"), "{page}");
    let json = serde_json::to_string(&report.tallies).expect("json");
    for told in [page, csv(&report), words::words(&report), json] {
        assert!(!told.contains("turns"), "{told}");
    }
}

/// A game of two that ends as its rules say.
fn ending(end: &str) -> KitGame {
    let play = format!(
        "[table]\ndie = \"1d6\"\nx = 0\n[flow]\nturn = \"choose go, wait\"\n[action.go]\ndo = \"roll die; x += die\"\n[action.wait]\n\
         do = \"x += 1\"\n[end]\n{end}\n"
    );
    game(TWO, &play, 2)
}

/// Who wins and loses together has no seats to compare, and where nobody can win there is nothing to tell of it.
#[test]
fn only_rivals_are_told_apart() {
    let all = "together = true\nwin = \"x = 20\"\nlose = \"x > 20\"\nscore = \"x\"";
    for (end, won) in [(all, true), ("when = \"x >= 20\"", false)] {
        let report = report(&ending(end), &plan("random", 60));
        assert_eq!(report.won.count > 0, won);
        let text = words::words(&report);
        assert_eq!(text.contains("won by all"), won, "{text}");
        let page = html(&report).expect("a page");
        assert_eq!(page.contains("How often is it won?"), won, "{page}");
        for told in [text, page, csv(&report)] {
            assert!(!told.to_lowercase().contains("seat"), "{told}");
        }
    }
    let rivals = report(&ending("win = \"x >= 20\""), &plan("random", 60));
    assert!(words::words(&rivals).contains("seat 2"));
}

/// Four cards with their levels.
const FOUR: &str = "code,count,level\nA,1,1\nB,1,2\nC,1,3\nD,1,4\n";

/// A game of two who are dealt so many of the four cards, and lay one after another.
fn dealt(cards: u32, end: &str) -> KitGame {
    let play = format!(
        "[table]\nstock = \"pile of cards\"\npast = \"row\"\ntotal = 0\n[player]\nhand = \"hand\"\npoints = 0\n\
         [flow]\nsetup = \"deal {cards} to each hand\"\nround = \"each player: choose play\"\n\
         [action.play]\nwords = \"play {{card}}\"\npick = \"card in hand\"\n\
         do = \"points += card.level; total += card.level; move card to past face up\"\n\
         [end]\n{end}\nwhen = \"all(players where hand is empty)\"\n"
    );
    game(FOUR, &play, 2)
}

/// Nobody draws what is dealt before anybody decides: only its use is told, and all formats agree on it.
#[test]
fn a_hand_that_is_dealt_is_nobodys_draw() {
    let report = report(&dealt(2, "score = \"points\""), &plan("random", 200));
    for piece in &report.pieces {
        assert_eq!((piece.came.rate, piece.draws), (1.0, 0), "{piece:?}");
        assert!(
            piece.effect.is_none() && piece.won_with.is_none(),
            "{piece:?}"
        );
    }
    let best = report
        .cards
        .iter()
        .find(|card| card.card == "D")
        .expect("a card");
    assert_eq!((best.games.rate, best.times), (1.0, 200));
    let effect = best.effect.expect("enough games").mean;
    assert!(effect > 0.5, "{effect}");
    let page = html(&report).expect("a page");
    assert!(page.contains("What do players use?") && !page.contains("What does each piece do?"));
}

/// What is dealt to all in the middle of a game is the draw of who gets it, whoever decided last.
#[test]
fn a_card_that_is_dealt_later_is_drawn_by_who_gets_it() {
    let play = "[table]\nstock = \"pile of cards\"\nnods = 0\n[player]\nhand = \"hand\"\n\
        [flow]\nround = \"\"\"\neach player: choose nod, wink\neach player: draw 1 from stock to hand\n\"\"\"\n\
        [action.nod]\ndo = \"nods += 1\"\n[action.wink]\ndo = \"nods += 1\"\n\
        [end]\nscore = \"sum(hand, level)\"\nwhen = \"stock is empty\"\n";
    let report = report(&game(FOUR, play, 2), &plan("random", 400));
    let best = report.pieces.iter().find(|piece| piece.piece.contains("D"));
    let effect = best.and_then(|piece| piece.effect).expect("enough games");
    // With D, nobody loses, and with any other card two in three win at most.
    assert!(effect.mean > 0.3, "{effect:?}");
}

/// D is in every game that is won together, and A in none.
#[test]
fn a_card_of_those_who_play_together_is_judged_by_games_without_it() {
    let game = dealt(1, "together = true\nwin = \"total >= 6\"");
    let report = report(&game, &plan("random", 400));
    let effect = |card: &str| {
        let card = report.cards.iter().find(|own| own.card == card);
        card.and_then(|card| card.effect)
            .expect("enough games")
            .mean
    };
    assert!((effect("D") - 2.0 / 3.0).abs() < 0.15, "{}", effect("D"));
    assert!((effect("A") + 2.0 / 3.0).abs() < 0.15, "{}", effect("A"));
    let text = words::words(&report);
    assert!(
        text.contains("games with it are won") && !text.contains("whoever uses it"),
        "{text}"
    );
}

/// What all choose in secret at once is used as much as what is played openly.
#[test]
fn a_card_chosen_in_secret_is_used() {
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\nchosen = { is = \"hand\", most = 1 }\ngot = \"row\"\n\
        [flow]\nsetup = \"deal 2 to each hand\"\nround = \"\"\"\ntogether: choose keep\neach player: move all of chosen to got face up\n\"\"\"\n\
        [action.keep]\nwords = \"keep {card}\"\npick = \"card in hand\"\ndo = \"move card to chosen\"\n\
        [end]\nwhen = \"all(players where hand is empty)\"\nscore = \"sum(got, level)\"\n";
    let game = game(FOUR, play, 2);
    let report = report(&game, &plan("random", 50));
    assert_eq!(report.length().expect("a length").name, "rounds");
    let used: Vec<(&str, u64)> = report
        .cards
        .iter()
        .map(|card| (card.card.as_str(), card.times))
        .collect();
    assert_eq!(used, [("A", 50), ("B", 50), ("C", 50), ("D", 50)]);
}
