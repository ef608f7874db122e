//! Conformance tests, which every game passes: the promises of [`Game`](super::Game) and [`Words`], under random play.
//!
//! * [`check_play`] checks every position of random games, [`check_corrections`] corrections made in them, and [`check_entering`]
//!   that a game can be entered again from its audit.
//! * [`check_session`] checks sessions and their journals.
//! * [`check_secrets`] checks that nothing tells a seat what it may not know.
//! * [`check_unasked`] checks questions that are answered without asking anybody.
//! * [`check_citations`] checks rule numbers.
//!
//! [`constructible`] makes moves to try. All registered games pass these tests in `games/tests.rs`.

use std::collections::HashSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::bot::below;
use super::corrections::{Corrections, ENTER};
use super::journal::{self, Header, Record};
use super::odds::{self, Effort, Knowing};
use super::search::{Budget, search};
use super::{Bots, Choices, Manner, Seat, Session, SessionError, Sitting, Turn, When, Words};

/// Plays `games` games of at most `length` moves and holds the game to its promises at every position. Every other game is
/// random; in the rest the game's best bot makes seven of eight decisions, so that they get far.
///
/// `universe` contains every move that can be written, or as many as matter; at each position a quarter of them is tried. At one
/// position in four, one seat or nobody looks at the table, chosen at random. `invariants` checks each position.
pub fn check_play<G: Words + Bots>(
    game: &G,
    universe: &[G::Move],
    games: u64,
    length: usize,
    mut invariants: impl FnMut(&G::Position),
) {
    for mv in universe {
        let id = game.id(*mv);
        assert_eq!(
            game.parse(&id),
            Some(*mv),
            "`{id}` does not come back as {mv:?}"
        );
    }
    let mut choices = Choices::default();
    let mut again = Choices::default();
    // A generator of its own, so that what is tried does not change the games.
    let mut trial_luck = ChaCha8Rng::seed_from_u64(0);
    for seed in 0..games {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let best = || {
            G::NAMES
                .first()
                .and_then(|name| game.bot(name))
                .expect("a bot")
        };
        let mut bots: Vec<_> = (0..game.seats()).map(|_| best()).collect();
        let mut position = game.start();
        assert_eq!(position, game.start(), "two starts differ");
        for _ in 0..length {
            invariants(&position);
            game.moves(&position, &mut choices);
            game.moves(&position.clone(), &mut again);
            assert_eq!(
                *choices, *again,
                "the order of moves depends on more than the position"
            );
            let over = game.turn(&position) == Turn::Over;
            assert_eq!(
                choices.is_empty(),
                over,
                "moves are listed exactly while the game lasts: {position:?}"
            );
            assert_eq!(
                game.outcome(&position).is_some(),
                over,
                "the outcome comes exactly with the end"
            );
            check_listing(game, &position, &choices);
            let first = below(PARTS, &mut trial_luck) as usize;
            check_judging(
                game,
                &position,
                &choices,
                universe.iter().skip(first).step_by(PARTS as usize).copied(),
            );
            if over || below(PARTS, &mut trial_luck) == 0 {
                check_wording(game, &position, &mut trial_luck);
            }
            if over {
                break;
            }
            let mv = match game.turn(&position) {
                Turn::Player(seat) if seed % 2 == 1 && below(8, &mut luck) > 0 => {
                    let at = bots[usize::from(seat)].choose(
                        &game.view(&position, Some(seat)),
                        &choices,
                        &mut luck,
                    );
                    choices[at].mv
                }
                _ => {
                    choices
                        .at(below(choices.total(), &mut luck))
                        .expect("a case below the total")
                        .mv
                }
            };
            let mut twin = position.clone();
            let mut told = Vec::new();
            game.play(&mut position, mv, &mut |event| told.push(event))
                .expect("a listed move");
            game.play(&mut twin, mv, &mut |_| {})
                .expect("a listed move");
            assert_eq!(position, twin, "the same move from the same position");
            for event in told {
                check_telling(game, &position, event);
            }
        }
    }
}

/// Checks the sentence about an event.
fn check_telling<G: Words + Bots>(game: &G, position: &G::Position, event: G::Event) {
    let telling = game.telling(position, event);
    assert!(
        !telling.text.is_empty() && !telling.kind.is_empty(),
        "{event:?} has no words"
    );
    let first = telling.text.chars().next();
    assert!(
        first.is_some_and(|first| !first.is_lowercase()),
        "`{}`",
        telling.text
    );
    assert!(telling.data.is_object(), "{event:?} has no data object");
    assert!(
        telling.rule.is_some() || !game.cites(),
        "{event:?} has no rule"
    );
}

/// The moves to try are split into this many parts. One part is tried at each position, and the table is described at one position
/// in this many. Doing all of it everywhere would take most of the time; this way each move and each sentence still meets hundreds
/// of positions.
const PARTS: u32 = 4;

/// Every move that came up as legal in random games, to be tried where it is not legal too.
pub fn constructible<G: Words>(game: &G, games: u64, length: usize) -> Vec<G::Move> {
    let mut known: Vec<G::Move> = Vec::new();
    let mut names = std::collections::HashSet::new();
    let mut choices = Choices::default();
    for seed in 0..games {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut position = game.start();
        for _ in 0..length {
            game.moves(&position, &mut choices);
            known.extend(
                choices
                    .iter()
                    .map(|choice| choice.mv)
                    .filter(|mv| names.insert(game.id(*mv))),
            );
            let Some(choice) = choices.at(below(choices.total().max(1), &mut luck)) else {
                break;
            };
            game.play(&mut position, choice.mv, &mut |_| {})
                .expect("a listed move");
        }
    }
    known
}

/// Plays a session of random answers and corrections with a journal, and checks its promises: the journal reads back as it was
/// written, prefixes of it replay to the state at that time, and no state that was ever shown changes.
pub fn check_session<G: Words + Bots>(game: G, header: Header, actions: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let mut luck = ChaCha8Rng::seed_from_u64(header.seed);
    let players = game.seats() as u8;
    let (mut session, _) = Session::start(game, header, Some(&path)).expect("a session");
    let seats: Vec<Option<Seat>> = std::iter::once(None)
        .chain((0..players).map(Some))
        .collect();
    let states = |session: &Session<G>, at: usize| -> Vec<serde_json::Value> {
        seats
            .iter()
            .map(|seat| session.state(at, *seat).expect("a state"))
            .collect()
    };
    let mut shown = vec![states(&session, 0)];
    for deed in 0..actions {
        let Some(ask) = session.ask() else { break };
        let before = (session.ask(), session.made());
        assert!(matches!(
            session.answer("no such move"),
            Err(SessionError::NotAMove(_))
        ));
        assert_eq!((session.ask(), session.made()), before);
        let corrections = session.corrections();
        match corrections
            .get(below(corrections.len().max(1) as u32, &mut luck) as usize)
            .filter(|_| deed % 7 == 6)
        {
            // The session refuses some of them.
            Some(words) => drop(session.correct(words)),
            None => drop(
                session
                    .answer(&ask.options[below(ask.options.len() as u32, &mut luck) as usize].id)
                    .expect("an option"),
            ),
        }
        shown.extend(
            (shown.len()..=session.made())
                .map(|at| states(&session, at))
                .collect::<Vec<_>>(),
        );
    }
    assert_eq!(
        shown,
        (0..=session.made())
            .map(|at| states(&session, at))
            .collect::<Vec<_>>(),
        "an earlier state changed"
    );
    let mut record = journal::read(&path).expect("a valid journal");
    // That the game is over is a remark.
    record.entries.retain(|entry| !entry.is_remark());
    assert_eq!(record.entries.len(), session.made());
    let times = session.undoable();
    if times > 0 {
        let back = session.undo(times).expect("everything can be taken back");
        assert_eq!(states(&session, usize::MAX), shown[back.left]);
        session.redo(times).expect("and made again");
        assert_eq!(Some(&states(&session, usize::MAX)), shown.last());
    }
    let mut game = session.into_game();
    // Every fourth length and the whole: an entry that replays wrongly shows in later states too.
    for (len, shown) in shown.iter().enumerate().rev().step_by(4) {
        let prefix = Record {
            header: record.header.clone(),
            entries: record.entries[..len].to_vec(),
            times: Vec::new(),
            torn: false,
        };
        let again = Session::recall(game, &prefix).unwrap_or_else(|mismatch| panic!("{mismatch}"));
        assert_eq!(states(&again, usize::MAX), *shown, "after {len} entries");
        game = again.into_game();
    }
}

/// Plays random games and tries every correction on the way, now and then keeping one that was accepted. Returns how many were
/// accepted.
pub fn check_corrections<G: Words>(
    game: &G,
    games: u64,
    length: usize,
    mut invariants: impl FnMut(&G::Position),
) -> u64 {
    let mut choices = Choices::default();
    let mut trial_luck = ChaCha8Rng::seed_from_u64(0);
    let mut taken = 0;
    for seed in 0..games {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut position = game.start();
        for at in 0..length {
            game.moves(&position, &mut choices);
            let Some(choice) = choices
                .at(below(choices.total().max(1), &mut luck))
                .copied()
            else {
                break;
            };
            if at % 8 == 0 {
                let all = sample(game.corrections(&position));
                let start = position.clone();
                let mut good = Vec::new();
                for correction in all {
                    let words = game.correction(&correction);
                    assert_eq!(
                        game.parse_correction(&position, &words).as_ref(),
                        Ok(&correction),
                        "`{words}`"
                    );
                    match game.correct(&mut position, &correction, &mut |_| {}) {
                        Err(refused) => assert!(
                            position == start && !refused.reason.is_empty(),
                            "`{words}` was refused"
                        ),
                        Ok(()) => {
                            invariants(&position);
                            game.moves(&position, &mut choices);
                            assert_eq!(
                                choices.is_empty(),
                                game.turn(&position) == Turn::Over,
                                "`{words}` in {start:?}"
                            );
                            check_judging(game, &position, &choices, []);
                            check_wording(game, &position, &mut trial_luck);
                            let said = game.parse_correction(&start, &words).expect("a correction");
                            assert!(!game.corrected(&position, &said).is_empty());
                            good.push(correction);
                            position.clone_from(&start);
                        }
                    }
                }
                taken += good.len() as u64;
                if !good.is_empty() {
                    let one = &good[below(good.len() as u32, &mut luck) as usize];
                    game.correct(&mut position, one, &mut |_| {})
                        .expect("it was taken before");
                }
                continue;
            }
            game.play(&mut position, choice.mv, &mut |_| {})
                .expect("a listed move");
            invariants(&position);
        }
    }
    taken
}

/// Plays random games and, whenever nothing is under way, enters them again from what the audit writes: the lines are the same,
/// and so is what every seat sees and may do. Returns how often it did that.
pub fn check_entering<G: Words + Corrections>(game: &G, games: u64, length: usize) -> u64 {
    let mut choices = Choices::default();
    let mut entered = 0;
    for seed in 0..games {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut position = game.start();
        for at in 0..length {
            game.moves(&position, &mut choices);
            let Some(choice) = choices
                .at(below(choices.total().max(1), &mut luck))
                .copied()
            else {
                break;
            };
            if at % 3 == 0
                && let Some(Ok(lines)) = game.table_lines(&position)
            {
                let words = format!("{ENTER}{}", lines.join("\n"));
                let correction = game
                    .parse_correction(&position, &words)
                    .expect("a whole table");
                let mut again = game.start();
                if let Err(refused) = game.correct(&mut again, &correction, &mut |_| {}) {
                    panic!("{}\n{}", refused.reason, lines.join("\n"));
                }
                assert_eq!(game.table_lines(&again), Some(Ok(lines.clone())));
                assert_eq!(
                    game.turn(&again),
                    game.turn(&position),
                    "{}",
                    lines.join("\n")
                );
                let told = |position: &G::Position| {
                    let seats = std::iter::once(None).chain((0..game.seats() as u8).map(Some));
                    seats
                        .map(|seat| (game.audit(position, seat), game.describe(position, seat)))
                        .collect::<Vec<_>>()
                };
                assert_eq!(told(&again), told(&position));
                let mut others = Choices::default();
                game.moves(&position, &mut choices);
                game.moves(&again, &mut others);
                assert_eq!(*others, *choices, "{}", lines.join("\n"));
                entered += 1;
            }
            game.play(&mut position, choice.mv, &mut |_| {})
                .expect("a listed move");
        }
    }
    entered
}

/// How many games are played at most to find questions that nobody is asked.
const MAX_GAMES: u64 = 300_000;

/// Continues from questions that nobody is asked, with the usual answer and with each other one, and checks that no other answer
/// would have been better for the player who was not asked. `values` are what a seat wants more of, in order of importance;
/// `counts` selects the questions, and `rolls` the dice that an answer alone leads to. Plays random games of at most `length`
/// moves until it has compared that many answers.
pub fn check_unasked<G: Words>(
    game: &G,
    wanted: u64,
    length: usize,
    counts: impl Fn(&G::Position) -> bool,
    rolls: impl Fn(&G::Position) -> bool,
    values: impl Fn(&G::Position, Seat) -> Vec<i32>,
) {
    let by_hand = vec![false; game.sources().len()];
    let mut choices = Choices::default();
    let mut compared = 0;
    // Plays on until somebody is asked, or to the next die.
    let settled = |position: &G::Position, mv: G::Move, seed: u64| {
        let mut after = position.clone();
        let mut choices = Choices::default();
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        game.apply(&mut after, mv, &mut |_| {});
        loop {
            let next = match game.turn(&after) {
                Turn::Player(_) => {
                    let manner = game.manner(&after, &by_hand);
                    manner
                        .usual
                        .filter(|_| manner.when == When::Idle)
                        .map(|(mv, _)| mv)
                }
                Turn::Chance(_) if rolls(&after) => {
                    game.moves(&after, &mut choices);
                    choices
                        .at(below(choices.total(), &mut luck))
                        .map(|choice| choice.mv)
                }
                _ => None,
            };
            let Some(next) = next else { return after };
            game.apply(&mut after, next, &mut |_| {});
        }
    };
    for seed in 0.. {
        if compared >= wanted {
            return;
        }
        assert!(
            seed < MAX_GAMES,
            "{compared} such questions in {seed} games"
        );
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut position = game.start();
        for step in 0..length {
            game.moves(&position, &mut choices);
            let Some(choice) = choices.at(below(choices.total().max(1), &mut luck)) else {
                break;
            };
            if let Turn::Player(seat) = game.turn(&position)
                && counts(&position)
                && let Manner {
                    usual: Some((usual, _)),
                    when: When::Idle,
                    ..
                } = game.manner(&position, &by_hand)
            {
                let unasked = values(&settled(&position, usual, step as u64), seat);
                for other in choices
                    .iter()
                    .map(|choice| choice.mv)
                    .filter(|mv| *mv != usual)
                {
                    let asked = values(&settled(&position, other, step as u64), seat);
                    let better = asked
                        .iter()
                        .zip(&unasked)
                        .any(|(asked, unasked)| asked > unasked);
                    assert!(
                        !better,
                        "{other:?} is better than {usual:?}: {asked:?} for {unasked:?} in {position:?}"
                    );
                    compared += 1;
                }
            }
            game.play(&mut position, choice.mv, &mut |_| {})
                .expect("a listed move");
        }
    }
}

/// About a dozen of them at most, evenly spaced.
fn sample<T>(all: Vec<T>) -> impl Iterator<Item = T> {
    let apart = all.len().div_ceil(12).max(1);
    all.into_iter().step_by(apart)
}

/// Checks a game's secrets: two positions that differ only in what `seat` cannot see look and behave alike to it (with `None`: to
/// everybody).
pub fn check_secrets<G: Words + Bots>(
    game: &G,
    one: &G::Position,
    other: &G::Position,
    seat: Option<Seat>,
    universe: &[G::Move],
) {
    let view = |position| serde_json::to_value(game.view(position, seat)).expect("a view as JSON");
    assert_eq!(view(one), view(other));
    assert_eq!(game.board(one, seat, 80), game.board(other, seat, 80));
    assert_eq!(game.near(one, seat, 80), game.near(other, seat, 80));
    assert_eq!(game.describe(one, seat), game.describe(other, seat));
    assert_eq!(game.audit(one, seat), game.audit(other, seat));
    assert_eq!(game.scene(one, seat), game.scene(other, seat));
    for figure in 0..game.seats() as Seat {
        assert_eq!(game.figure(one, figure), game.figure(other, figure));
    }
    assert_eq!(
        (game.turn(one), game.visibility(one)),
        (game.turn(other), game.visibility(other))
    );
    let words = |position| {
        game.corrections(position)
            .iter()
            .map(|each| game.correction(each))
            .collect::<Vec<_>>()
    };
    assert_eq!(words(one), words(other));
    for correction in sample(game.corrections(one)) {
        let tried =
            |position: &G::Position| game.correct(&mut position.clone(), &correction, &mut |_| {});
        assert_eq!(tried(one), tried(other), "{}", game.correction(&correction));
    }
    let passed = |position: &G::Position| {
        game.idle(position)
            .map(|mv| game.outside(position, mv).unwrap_or(game.id(mv)))
    };
    assert_eq!(
        passed(one),
        passed(other),
        "what is passed over tells what is hidden"
    );
    let visibility = game.visibility(one);
    if visibility.seat.is_some() && visibility.seat != seat {
        return;
    }
    assert_eq!(game.question(one), game.question(other));
    check_prompts(game, one, other, seat);
    if visibility.unlisted {
        return;
    }
    check_options(game, one, other, seat);
    check_advice(game, one, other, seat);
    for mv in universe {
        let tried = |position: &G::Position| {
            let result = game.play(&mut position.clone(), *mv, &mut |_| {});
            result.map_err(|refusal| game.refused(position, refusal))
        };
        assert_eq!(tried(one), tried(other), "{}", game.id(*mv));
    }
}

/// Checks that the same is offered, and pointed at, in the same order.
fn check_options<G: Words>(game: &G, one: &G::Position, other: &G::Position, seat: Option<Seat>) {
    let options = |position: &G::Position| {
        let mut choices = Choices::default();
        game.moves(position, &mut choices);
        choices
            .iter()
            .map(|choice| {
                (
                    game.id(choice.mv),
                    game.option(position, choice.mv),
                    choice.weight,
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(options(one), options(other));
    let pointing = |position: &G::Position| {
        let mut choices = Choices::default();
        game.moves(position, &mut choices);
        choices
            .iter()
            .map(|choice| game.pointing(position, choice.mv, seat))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        pointing(one),
        pointing(other),
        "what is pointed at tells what is hidden"
    );
}

/// Checks that odds and hints know no more than `seat` does.
fn check_advice<G: Words + Bots>(
    game: &G,
    one: &G::Position,
    other: &G::Position,
    seat: Option<Seat>,
) {
    let players: Vec<String> = (0..game.seats()).map(|seat| format!("P{seat}")).collect();
    let effort = Effort {
        steps: 300,
        samples: 20,
    };
    let odds = |position| {
        odds::odds(
            game,
            position,
            1,
            Knowing {
                seat,
                untold: false,
                players: &players,
            },
            effort,
        )
    };
    assert_eq!(odds(one), odds(other), "odds tell what is hidden");
    if let Turn::Player(asked) = game.turn(one) {
        let hint = |position| {
            let mut choices = Choices::default();
            game.moves(position, &mut choices);
            let budget = Budget {
                playouts: 3,
                time: None,
            };
            search(
                game,
                position,
                (asked, seat),
                &choices,
                budget,
                &mut ChaCha8Rng::seed_from_u64(1),
            )
        };
        assert_eq!(hint(one), hint(other), "a hint tells what is hidden");
    }
}

/// Asks the same question at the prompt, and skips the same answers.
fn check_prompts<G: Words>(game: &G, one: &G::Position, other: &G::Position, seat: Option<Seat>) {
    let manner = |position: &G::Position, by_hand: bool| {
        let Manner {
            lead,
            asked,
            together,
            shown,
            usual,
            when,
            batch,
            joint,
            silent,
        } = game.manner(position, &vec![by_hand; game.sources().len()]);
        let usual = usual.map(|(mv, word)| (game.id(mv), word));
        (
            (lead, asked, together),
            usual,
            when,
            (shown, batch, joint, silent),
        )
    };
    for by_hand in [false, true] {
        assert_eq!(
            manner(one, by_hand),
            manner(other, by_hand),
            "how it is asked tells what is hidden"
        );
    }
    assert_eq!(game.heading(one), game.heading(other));
    assert_eq!(game.summary(one), game.summary(other));
    assert_eq!(game.status(one, seat), game.status(other, seat));
    assert_eq!(game.table_version(one), game.table_version(other));
    for player in 0..game.seats() as Seat {
        assert_eq!(
            game.holding(one, player, seat),
            game.holding(other, player, seat)
        );
    }
    if game.visibility(one).unlisted {
        return;
    }
    let shorts = |position: &G::Position| {
        let mut choices = Choices::default();
        game.moves(position, &mut choices);
        choices
            .iter()
            .map(|choice| game.short(position, choice.mv))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        shorts(one),
        shorts(other),
        "answers as they are typed tell what is hidden"
    );
}

/// Each move is listed once, with a weight; a decision weighs 1; names differ and contain no spaces.
fn check_listing<G: Words>(game: &G, position: &G::Position, choices: &Choices<G::Move>) {
    let decision = matches!(game.turn(position), Turn::Player(_));
    let mut names = Vec::new();
    for choice in choices.iter() {
        assert!(choice.weight > 0, "{:?} cannot happen", choice.mv);
        assert!(
            !decision || choice.weight == 1,
            "a decision is one case: {:?}",
            choice.mv
        );
        let name = game.id(choice.mv);
        assert!(
            !name.is_empty() && !name.contains(' '),
            "`{name}` for {:?}",
            choice.mv
        );
        assert_eq!(game.parse(&name), Some(choice.mv), "`{name}`");
        assert!(
            !game.option(position, choice.mv).is_empty(),
            "`{name}` has no words"
        );
        names.push(name);
    }
    names.sort();
    assert!(
        names.windows(2).all(|pair| pair[0] != pair[1]),
        "a move is listed twice: {names:?}"
    );
    if let Turn::Chance(source) | Turn::Table(source) = game.turn(position) {
        assert!(
            usize::from(source.0) < game.sources().len(),
            "an unknown source"
        );
    }
    if let Turn::Player(seat) = game.turn(position) {
        assert!(usize::from(seat) < game.seats(), "an unknown seat");
    }
}

/// How many of the conceivable moves are tried at each position.
const MAX_TRIED: usize = 50;

/// Accepted exactly if listed; a refusal changes nothing and has words and a rule.
fn check_judging<G: Words>(
    game: &G,
    position: &G::Position,
    choices: &Choices<G::Move>,
    universe: impl IntoIterator<Item = G::Move>,
) {
    let mut tried = position.clone();
    let mut thinkable = Vec::new();
    game.candidates(position, &mut |mv| {
        thinkable.extend((thinkable.len() < MAX_TRIED).then_some(mv))
    });
    for mv in &thinkable {
        assert!(
            !game.option(position, *mv).is_empty(),
            "`{}` has no words",
            game.id(*mv)
        );
    }
    for mv in universe
        .into_iter()
        .chain(thinkable)
        .chain(choices.iter().map(|choice| choice.mv))
    {
        let listed = choices.iter().any(|choice| choice.mv == mv);
        match game.play(&mut tried, mv, &mut |_| {}) {
            Ok(()) => {
                assert!(listed, "{mv:?} is accepted and not listed in {position:?}");
                tried.clone_from(position);
            }
            Err(refusal) => {
                assert!(
                    !listed,
                    "{mv:?} is listed and refused ({refusal:?}) in {position:?}"
                );
                assert!(
                    tried == *position,
                    "{mv:?} was refused and changed the position"
                );
                let refused = game.refused(position, refusal);
                assert!(!refused.reason.is_empty(), "{refusal:?} has no words");
                assert!(
                    refused.rule.is_some() || !game.cites(),
                    "{refusal:?} has no rule"
                );
            }
        }
    }
}

/// Questions, drawings, descriptions and views exist for everybody at any time: checked for all together, or for one seat,
/// chosen at random.
fn check_wording<G: Words>(game: &G, position: &G::Position, trial_luck: &mut ChaCha8Rng) {
    assert!(!game.question(position).is_empty());
    let seat = (below(game.seats() as u32 + 1, trial_luck) as Seat).checked_sub(1);
    serde_json::to_value(game.view(position, seat)).expect("a view as JSON");
    assert!(
        game.board(position, seat, 80).width() <= 80,
        "a board is wider than asked for"
    );
    assert!(!game.describe(position, seat).is_empty());
}

/// Every rule number in quotes in these source texts is one of the `known`.
pub fn check_citations(sources: &[&str], known: &HashSet<&str>) {
    for word in sources
        .iter()
        .flat_map(|source| source.split('"').skip(1).step_by(2))
    {
        let mut letters = word.chars();
        let numbered = matches!(letters.next(), Some('R' | 'A'))
            && word.len() > 1
            && letters.all(|letter| letter.is_ascii_digit());
        assert!(
            !numbered || known.contains(word),
            "rule {word} is cited and not in rules.toml"
        );
    }
}
