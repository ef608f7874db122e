//! Sessions of the toy game, and anything people may do in them.

use super::super::journal;
use super::super::toy::{Toy, header, session, toy};
use super::*;

fn texts(told: &[Told]) -> Vec<&str> {
    told.iter().map(|told| told.telling.text.as_str()).collect()
}

/// What was taken back, in words.
fn tail(session: &Session<Toy>) -> Vec<(String, By)> {
    (session.made..session.line.len())
        .map(|index| (session.made_at(index).text, session.line[index].by))
        .collect()
}

/// Answers with the options of these numbers, modulo the number of options.
fn play(session: &mut Session<Toy>, picks: impl IntoIterator<Item = usize>) -> Vec<Told> {
    let mut told = Vec::new();
    for pick in picks {
        let Some(ask) = session.ask() else { break };
        told.extend(
            session
                .answer(&ask.options[pick % ask.options.len()].id)
                .unwrap(),
        );
    }
    told
}

#[test]
fn chance_is_settled_before_anyone_is_asked() {
    let (session, told) = session(7, &[]);
    assert_eq!(
        texts(&told),
        ["Ann is dealt a card.", "Bob is dealt a card."]
    );
    assert_eq!((told[0].n, told[1].n, session.made()), (1, 2, 2));
    let ask = session.ask().unwrap();
    assert_eq!(
        (ask.n, ask.turn, ask.who.as_deref()),
        (3, Turn::Player(0), Some("Ann"))
    );
    assert_eq!(session.undoable(), 0);
}

#[test]
fn the_table_settles_what_it_was_given() {
    let (mut session, told) = session(7, &["cards", "pot-die"]);
    assert!(told.is_empty());
    assert_eq!(session.header().physical, ["deck", "pot die"]);
    let ask = session.ask().unwrap();
    assert_eq!((ask.source, ask.options[0].weight), (Some("deck"), Some(2)));
    session.answer("deal:3").unwrap();
    session.answer("deal:3").unwrap();
    assert!(matches!(
        session.answer("die:7"),
        Err(SessionError::Refused(_))
    ));
    session.answer("roll").unwrap();
    match session.answer("die:7") {
        Err(SessionError::Refused(refused)) => {
            assert_eq!(refused.reason, "the die has the faces 1 to 6")
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(
        texts(&session.answer("die:6").unwrap()),
        ["Ann rolls 6: the pot is 6."]
    );
}

#[test]
fn no_move_and_no_legal_move_are_different_answers() {
    let (mut session, _) = session(7, &[]);
    let before = session.now().clone();
    assert!(matches!(
        session.answer("fly"),
        Err(SessionError::NotAMove(_))
    ));
    assert!(
        matches!(session.answer("hold"), Err(SessionError::Refused(refused)) if refused.rule == Some("T4"))
    );
    assert!(matches!(
        session.judge("hold"),
        Err(SessionError::Refused(_))
    ));
    assert!(session.judge("roll").is_ok());
    assert_eq!((session.now().clone(), session.made()), (before, 2));
}

#[test]
fn undo_goes_back_to_the_last_decision_and_meets_the_same_fate_again() {
    for seed in 0..50 {
        let (mut session, _) = session(seed, &[]);
        play(&mut session, [0, 1, 0, 0, 2, 0, 1]);
        let position = session.now().clone();
        let made = session.made();
        let results = session.results.clone();
        let Some(ask) = session.ask() else { continue };
        let told = session.answer(&ask.options[0].id).unwrap();
        let back = session.undo(1).unwrap();
        assert_eq!(back.ids[0], ask.options[0].id);
        assert_eq!(
            (session.now(), session.made(), &session.results),
            (&position, made, &results)
        );
        assert_eq!(session.ask(), Some(ask.clone()));
        assert_eq!(session.answer(&ask.options[0].id).unwrap(), told);
    }
}

#[test]
fn redo_makes_the_same_moves_again_until_another_is_made() {
    let (mut session, _) = session(3, &["dice"]);
    for id in ["roll", "die:6", "roll", "die:5"] {
        session.answer(id).unwrap();
    }
    let position = session.now().clone();
    assert!(matches!(
        session.undo(5),
        Err(SessionError::Beyond { possible: 4, .. })
    ));
    assert!(matches!(session.undo(0), Err(SessionError::Beyond { .. })));
    session.undo(1).unwrap();
    session.undo(2).unwrap();
    assert_eq!((session.undoable(), session.redoable()), (1, 3));
    session.redo(1).unwrap();
    assert_eq!(
        texts(&session.redo(2).unwrap()),
        ["Ann rolls 5: the pot is 11."]
    );
    assert_eq!((session.redoable(), session.now()), (0, &position));
    session.undo(3).unwrap();
    session.answer("die:2").unwrap();
    assert!(matches!(
        session.redo(1),
        Err(SessionError::Beyond { possible: 0, .. })
    ));
}

#[test]
fn a_source_can_change_hands() {
    let (mut session, _) = session(3, &["dice"]);
    session.answer("roll").unwrap();
    assert_eq!(session.ask().unwrap().source, Some("pot die"));
    let told = session.hand_over(&[]).unwrap();
    assert_eq!(told.first().map(|told| told.by), Some(By::Program));
    assert!(matches!(
        session.hand_over(&["deq".into()]),
        Err(SessionError::Source(_))
    ));
    // Before the roll again: the program now settles the die, and its result.
    session.undo(1).unwrap();
    assert_eq!(session.ask().unwrap().turn, Turn::Player(0));
}

#[test]
fn a_resumed_session_is_the_session() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..20 {
        let path = folder.path().join(format!("{seed}.jsonl"));
        let (mut session, _) = Session::start(toy(), header(seed, &[]), Some(&path)).unwrap();
        play(&mut session, [0, 0, 2, 1, 1, 0]);
        session.undo(2).unwrap();
        session.redo(1).unwrap();
        session.hand_over(&["dice".into()]).unwrap();
        play(&mut session, [0, 3]);
        let _ = session.undo(1);
        let ask = session.ask();
        let position = session.now().clone();
        let undone = tail(&session);
        let results = session.results.clone();
        drop(session);
        let (journal, record) = Journal::open(&path).unwrap();
        let (again, told) = Session::resume(toy(), &record, journal, None).unwrap();
        assert!(told.is_empty());
        assert_eq!(
            (again.ask(), again.now(), &tail(&again), &again.results),
            (ask, &position, &undone, &results)
        );
        assert_eq!(journal::read(&path).unwrap(), record);
    }
}

#[test]
fn a_journal_cut_anywhere_goes_on_as_it_would_have() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let (mut session, _) = Session::start(toy(), header(11, &[]), Some(&path)).unwrap();
    play(&mut session, [0; 6]);
    let ids: Vec<String> = session
        .history(0..usize::MAX)
        .into_iter()
        .map(|past| past.made.id)
        .collect();
    drop(session);
    let whole = std::fs::read(&path).unwrap();
    let first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for len in first..=whole.len() {
        std::fs::write(&path, &whole[..len]).unwrap();
        let (journal, record) = Journal::open(&path).unwrap();
        let (again, _) = Session::resume(toy(), &record, journal, None).unwrap();
        assert!(!matches!(again.turn(), Turn::Chance(_)));
        let found: Vec<String> = again
            .history(0..usize::MAX)
            .into_iter()
            .map(|past| past.made.id)
            .collect();
        assert_eq!(found, ids[..found.len()]);
    }
}

#[test]
fn a_journal_of_moves_the_rules_refuse_is_refused_at_its_line() {
    let mut record = Record {
        header: header(1, &["all"]),
        entries: vec![],
        times: Vec::new(),
        torn: false,
    };
    record.entries.push(Entry::Move {
        n: 1,
        id: "deal:1".into(),
        by: "table".into(),
    });
    let refused = |entry: Entry, record: &mut Record| {
        record.entries.truncate(1);
        record.entries.push(entry);
        match Session::recall(toy(), record) {
            Err(Mismatch::Entry { line, .. }) => line,
            other => panic!("{:?}", other.map(|session| session.made())),
        }
    };
    assert_eq!(
        refused(
            Entry::Move {
                n: 2,
                id: "deal:4".into(),
                by: "table".into()
            },
            &mut record
        ),
        3
    );
    assert_eq!(
        refused(
            Entry::Move {
                n: 3,
                id: "deal:1".into(),
                by: "table".into()
            },
            &mut record
        ),
        3
    );
    assert_eq!(
        refused(
            Entry::Move {
                n: 2,
                id: "x".into(),
                by: "table".into()
            },
            &mut record
        ),
        3
    );
    assert_eq!(refused(Entry::Undo { n: 0, undo: 2 }, &mut record), 3);
    assert_eq!(refused(Entry::Redo { n: 0, redo: 1 }, &mut record), 3);
    assert_eq!(
        refused(
            Entry::Physical {
                n: 1,
                physical: vec!["hat".into()]
            },
            &mut record
        ),
        3
    );
}

#[test]
fn what_cannot_be_saved_is_not_done_and_can_be_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let (mut session, _) = Session::start(toy(), header(3, &[]), Some(&path)).unwrap();
    play(&mut session, [0, 1, 0]);
    session.undo(1).unwrap();
    let state = |session: &Session<Toy>| {
        let Session {
            results,
            physical,
            taken_back,
            ..
        } = session;
        let luck = (results.clone(), taken_back.clone());
        (
            session.now().clone(),
            tail(session),
            luck,
            physical.clone(),
            session.made(),
            session.ask(),
        )
    };
    let before = state(&session);
    let read_only = std::fs::File::open(&path).unwrap();
    let good = session.journal.as_mut().unwrap().swap(read_only);
    assert!(matches!(
        session.answer("roll"),
        Err(SessionError::Journal(_))
    ));
    assert!(matches!(session.undo(1), Err(SessionError::Journal(_))));
    assert!(matches!(session.redo(1), Err(SessionError::Journal(_))));
    assert!(matches!(
        session.hand_over(&["all".into()]),
        Err(SessionError::Journal(_))
    ));
    assert!(matches!(
        session.correct("pot 9"),
        Err(SessionError::Journal(_))
    ));
    assert!(matches!(session.end(), Err(SessionError::Journal(_))));
    assert_eq!(state(&session), before);
    session.journal.as_mut().unwrap().swap(good);
    session.redo(1).unwrap();
    assert_eq!(
        Session::recall(toy(), &journal::read(&path).unwrap())
            .unwrap()
            .now(),
        session.now()
    );
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(24))]

    /// Whatever people do, the journal leads to the same state.
    #[test]
    fn a_journal_replays_to_its_session(
        seed: u64, fresh: bool, deeds in proptest::collection::vec((0..12u8, 1..4usize), 0..60)
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let luck = if fresh { Luck::Fresh } else { Luck::Same };
        let (mut session, _) = Session::start(toy(), Header { luck, ..header(seed, &[]) }, Some(&path)).unwrap();
        for (deed, number) in deeds {
            // Refusals are part of it.
            match deed {
                0 => drop(session.undo(number)),
                1 => drop(session.redo(number)),
                2 => drop(session.hand_over(&["dice".into()])),
                3 => drop(session.hand_over(&[])),
                4 => drop(session.correct(&format!("pot {number}"))),
                5 => drop((number == 1).then(|| session.end())),
                _ => drop(play(&mut session, [number])),
            }
            let again = Session::recall(toy(), &journal::read(&path).unwrap()).unwrap();
            proptest::prop_assert_eq!(again.now(), session.now());
            proptest::prop_assert_eq!(&tail(&again), &tail(&session));
            proptest::prop_assert_eq!(&again.results, &session.results);
            proptest::prop_assert_eq!(&again.taken_back, &session.taken_back);
            proptest::prop_assert_eq!(&again.physical, &session.physical);
            proptest::prop_assert!(matches!(again.turn(), Turn::Over | Turn::Player(_) | Turn::Table(_)) || again.physical[1]);
        }
    }
}

#[test]
fn history_tells_each_move_by_whom_and_what_happened() {
    let (mut session, _) = session(3, &["dice"]);
    session.answer("roll").unwrap();
    session.answer("die:6").unwrap();
    let past = session.history(2..9);
    assert_eq!(past.len(), 2);
    assert_eq!(
        (past[0].made.text.as_str(), session.name(past[0].made.by)),
        ("roll the die", "Ann")
    );
    assert_eq!(
        (
            past[1].tellings[0].text.as_str(),
            session.name(past[1].made.by)
        ),
        ("Ann rolls 6: the pot is 6.", "table")
    );
    assert_eq!(session.describe(3, None)[2], "The pot holds 0.");
    assert_eq!(session.describe(usize::MAX, None)[2], "The pot holds 6.");
}

#[test]
fn a_view_leaves_out_what_a_seat_may_not_know() {
    let (session, _) = session(3, &[]);
    let hands = |seat| session.state(usize::MAX, seat).unwrap()["hands"].clone();
    assert!(hands(None)[0].is_null() && hands(None)[1].is_null());
    assert!(hands(Some(0))[0].is_u64() && hands(Some(0))[1].is_null());
}

/// A session of the toy under this luck, with the program rolling the die.
fn lucky(seed: u64, luck: Luck) -> Session<Toy> {
    Session::start(
        toy(),
        Header {
            luck,
            ..header(seed, &[])
        },
        None,
    )
    .unwrap()
    .0
}

#[test]
fn strict_luck_takes_nothing_back_past_a_roll() {
    let mut session = lucky(3, Luck::Strict);
    play(&mut session, [0]);
    let (position, made) = (session.now().clone(), session.made());
    match session.undo(1) {
        Err(error @ SessionError::Strict(_)) => {
            assert!(error.to_string().contains("strict luck"), "{error}")
        }
        other => panic!("{other:?}"),
    }
    assert_eq!((session.now(), session.made()), (&position, made));
    session.correct("pot 5").unwrap();
    session.answer("hold").unwrap();
    assert_eq!(
        session.undo(2).unwrap().last,
        ["correct pot 5", "hold and take 5"]
    );
    assert!(matches!(session.undo(1), Err(SessionError::Strict(_))));
}

#[test]
fn fresh_luck_is_new_after_every_undo_and_the_same_from_the_journal() {
    let fates = |luck: Luck, seed: u64| -> Vec<String> {
        let mut session = lucky(seed, luck);
        let roll = |session: &mut Session<Toy>| {
            let told = session.answer("roll").unwrap();
            session.undo(1).unwrap();
            told[0].telling.text.clone()
        };
        (0..6).map(|_| roll(&mut session)).collect()
    };
    for seed in 0..20 {
        let same = fates(Luck::Same, seed);
        assert!(same.iter().all(|fate| *fate == same[0]));
        let fresh = fates(Luck::Fresh, seed);
        assert_eq!((&fresh[0], &fresh), (&same[0], &fates(Luck::Fresh, seed)));
        assert!(fresh.iter().any(|fate| *fate != fresh[0]), "{fresh:?}");
    }
}

#[test]
fn an_undo_of_a_thousand_moves_plays_none_of_them() {
    let (mut session, _) = session(3, &["dice"]);
    for _ in 0..500 {
        play(&mut session, [0]);
        session.answer("die:1").unwrap();
    }
    let made =
        |session: &Session<Toy>| session.game.made.load(std::sync::atomic::Ordering::Relaxed);
    let before = made(&session);
    let start = session.position(2).clone();
    let back = session.undo(1000).unwrap();
    assert_eq!(
        (back.ids.len(), back.people, back.last.len(), back.left),
        (1000, 1000, MAX_DESCRIBED, 2)
    );
    assert_eq!((made(&session) - before, session.now()), (0, &start));
    session.redo(1000).unwrap();
    assert_eq!((session.made(), session.redoable()), (1002, 0));
}

#[test]
fn the_table_may_decide_otherwise() {
    let (mut session, _) = session(3, &[]);
    let before = session.now().clone();
    for words in ["", "pot", "pot x", "pot 100", "score Zed 3"] {
        assert!(
            matches!(session.correct(words), Err(SessionError::Refused(_))),
            "{words}"
        );
    }
    assert_eq!(session.now(), &before);
    let told = session.correct("score Bob 11").unwrap();
    assert_eq!(
        (told[0].telling.kind, told[0].telling.rule, told[0].by),
        ("corrected", None, By::Table)
    );
    assert_eq!(texts(&told), ["By agreement: Bob has 11 points."]);
    let past = session.history(2..3);
    assert_eq!(
        (past[0].made.id.as_str(), past[0].made.text.as_str()),
        ("correct:score-Bob-11", "correct score Bob 11")
    );
    assert_eq!(session.undo(1).unwrap().ids, ["correct:score-Bob-11"]);
    assert_eq!(session.now(), &before);
    assert_eq!(
        texts(&session.redo(1).unwrap()),
        ["By agreement: Bob has 11 points."]
    );
}

#[test]
fn an_end_by_agreement_is_scored_as_it_stands() {
    let (mut session, _) = session(3, &[]);
    session.correct("score Bob 11").unwrap();
    assert!(session.outcome().is_none());
    assert_eq!(
        texts(&session.end().unwrap()),
        ["By agreement the game ends here."]
    );
    assert_eq!((session.turn(), session.ask()), (Turn::Over, None));
    assert_eq!(
        session.outcome().unwrap().verdicts[1],
        super::super::Verdict::Win
    );
    assert!(matches!(
        session.answer("roll"),
        Err(SessionError::Refused(_))
    ));
    assert!(matches!(session.end(), Err(SessionError::Refused(_))));
    session.undo(1).unwrap();
    assert_eq!((session.turn(), session.outcome()), (Turn::Player(0), None));
}

/// What people did after move `n`, by id.
fn peoples(session: &Session<Toy>, n: usize) -> Vec<String> {
    (n..session.made)
        .filter(|index| session.line[*index].by != By::Program)
        .map(|index| session.id_at(index))
        .collect()
}

#[test]
fn an_amended_answer_keeps_what_still_holds() {
    let folder = tempfile::tempdir().unwrap();
    let mut kept = 0;
    for seed in 0..60 {
        let path = folder.path().join(format!("{seed}.jsonl"));
        let words: Vec<String> = match seed % 2 {
            0 => vec![],
            _ => vec!["dice".into()],
        };
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (mut session, _) = Session::start(toy(), header(seed, &words), Some(&path)).unwrap();
        play(
            &mut session,
            (0..12).map(|at| (seed as usize * 7 + at * 3) % 5),
        );
        let people: Vec<usize> = (0..session.made)
            .filter(|index| session.line[*index].by != By::Program)
            .collect();
        let n = people[seed as usize % people.len()] + 1;
        let then = session.amendable(n).unwrap();
        let options = then.ask().unwrap().options;
        let new = &options[seed as usize % options.len()].id;
        let (before, made) = (session.now().clone(), session.made);
        let first = peoples(&session, 0);
        let old = peoples(&session, n);
        let amended = session.amend(n, new).unwrap();
        assert_eq!(&session.id_at(n - 1), new);
        let now = peoples(&session, n);
        assert!(old.starts_with(&now), "{old:?} {now:?}");
        assert_eq!(now.len() + amended.dropped.len(), old.len());
        kept += usize::from(!now.is_empty());
        let recalled = |session: &Session<Toy>| {
            let record = journal::read(&path).unwrap();
            let again = Session::recall(toy(), &record).unwrap();
            assert_eq!(again.now(), session.now());
            assert_eq!(
                (again.made, again.results.clone()),
                (session.made, session.results.clone())
            );
        };
        recalled(&session);
        session.take_back_amendment().unwrap();
        assert_eq!((session.now(), session.made), (&before, made));
        assert_eq!(peoples(&session, 0), first);
        recalled(&session);
        assert!(session.take_back_amendment().is_err());
    }
    assert!(kept > 20, "{kept}");
}

#[test]
fn only_answers_are_amended() {
    let (mut session, _) = session(7, &["dice"]);
    play(&mut session, [0, 0]);
    for n in [0, 1, 99, usize::MAX] {
        assert!(matches!(
            session.amend(n, "roll"),
            Err(SessionError::Refused(_))
        ));
    }
    let made = session.made();
    assert!(session.amend(3, "nonsense").is_err());
    assert!(session.amend(4, "die:9").is_err());
    assert_eq!((session.made(), session.amendments()), (made, 0));
}

#[test]
fn a_journal_cannot_amend_without_end() {
    let (session, _) = session(7, &["dice"]);
    let mut session = session.copy();
    play(&mut session, [0, 0]);
    let amend = Entry::Amend { n: 2, amend: 3 };
    let refused = (0..2_000).find_map(|_| {
        let amended = session.enter(&amend).err();
        amended.or_else(|| session.enter(&Entry::Restore { n: 4, restore: 1 }).err())
    });
    assert_eq!(refused.as_deref(), Some("a game can be amended 1000 times"));
}
