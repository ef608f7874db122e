//! The tests that every game passes: the promises of [`Game`](super::Game) and [`Words`], under random play.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::bot::below;
use super::{Bots, Choices, Turn, Words};

/// Plays `games` games of at most `length` moves and holds the game to its promises at every position. Every other game is
/// random; in the rest the game's best bot makes seven decisions of eight, so that they come far.
///
/// `universe` is every move that can be written down, or as many as matter. `invariants` looks at each position.
pub fn hold<G: Words + Bots>(
    game: &G,
    universe: &[G::Move],
    games: u64,
    length: usize,
    mut invariants: impl FnMut(&G::Position),
) {
    for mv in universe {
        assert_eq!(game.parse(&game.id(*mv)), Some(*mv), "`{}` does not come back as {mv:?}", game.id(*mv));
    }
    let (mut choices, mut again) = (Choices::default(), Choices::default());
    for seed in 0..games {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let best = || G::NAMES.first().and_then(|name| game.bot(name)).expect("a bot");
        let mut bots: Vec<_> = (0..game.seats()).map(|_| best()).collect();
        let mut position = game.start();
        assert_eq!(position, game.start(), "two starts differ");
        for _ in 0..length {
            invariants(&position);
            game.moves(&position, &mut choices);
            game.moves(&position.clone(), &mut again);
            assert_eq!(*choices, *again, "the order of moves depends on more than the position");
            let over = game.turn(&position) == Turn::Over;
            assert_eq!(choices.is_empty(), over, "moves are listed exactly while the game lasts: {position:?}");
            assert_eq!(game.outcome(&position).is_some(), over, "the outcome comes exactly with the end");
            listed_well(game, &position, &choices);
            judged_alike(game, &position, &choices, universe);
            speaks(game, &position);
            if over {
                break;
            }
            let mv = match game.turn(&position) {
                Turn::Player(seat) if seed % 2 == 1 && below(8, &mut luck) > 0 => {
                    let at = bots[usize::from(seat)].choose(&game.view(&position, Some(seat)), &choices, &mut luck);
                    choices[at].mv
                }
                _ => choices.at(below(choices.total(), &mut luck)).expect("a case below the total").mv,
            };
            let mut twin = position.clone();
            let mut told = Vec::new();
            game.play(&mut position, mv, &mut |event| told.push(event)).expect("a listed move");
            game.play(&mut twin, mv, &mut |_| {}).expect("a listed move");
            assert_eq!(position, twin, "the same move from the same position");
            for event in told {
                let telling = game.telling(&position, event);
                assert!(!telling.text.is_empty() && !telling.kind.is_empty(), "{event:?} has no words");
                assert!(telling.text.chars().next().is_some_and(|first| !first.is_lowercase()), "`{}`", telling.text);
                assert!(telling.data.is_object(), "{event:?} has no data object");
                assert!(telling.rule.is_some(), "{event:?} has no rule");
            }
        }
    }
}

/// Plays random games and tries every correction on the way; one of those that are taken stays, now and then. How many were
/// taken.
pub fn correct<G: Words>(game: &G, games: u64, length: usize, mut invariants: impl FnMut(&G::Position)) -> u64 {
    let mut choices = Choices::default();
    let mut taken = 0;
    for seed in 0..games {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut position = game.start();
        for at in 0..length {
            game.moves(&position, &mut choices);
            let Some(choice) = choices.at(below(choices.total().max(1), &mut luck)).copied() else { break };
            if at % 8 == 0 {
                let all = game.corrections(&position);
                let (start, mut good) = (position.clone(), Vec::new());
                for correction in all {
                    let words = game.correction(correction);
                    assert_eq!(game.parse_correction(&position, &words), Ok(correction), "`{words}`");
                    match game.correct(&mut position, correction, &mut |_| {}) {
                        Err(refused) => assert!(position == start && !refused.reason.is_empty(), "`{words}` was refused"),
                        Ok(()) => {
                            invariants(&position);
                            game.moves(&position, &mut choices);
                            assert_eq!(choices.is_empty(), game.turn(&position) == Turn::Over, "`{words}` in {start:?}");
                            judged_alike(game, &position, &choices, &[]);
                            speaks(game, &position);
                            assert!(!game.corrected(&position, correction).is_empty());
                            good.push(correction);
                            position.clone_from(&start);
                        }
                    }
                }
                taken += good.len() as u64;
                if !good.is_empty() {
                    let one = good[below(good.len() as u32, &mut luck) as usize];
                    game.correct(&mut position, one, &mut |_| {}).expect("it was taken before");
                }
                continue;
            }
            game.play(&mut position, choice.mv, &mut |_| {}).expect("a listed move");
            invariants(&position);
        }
    }
    taken
}

/// Each move once, with a weight; a decision weighs 1; names differ and have no spaces.
fn listed_well<G: Words>(game: &G, position: &G::Position, choices: &Choices<G::Move>) {
    let decision = matches!(game.turn(position), Turn::Player(_));
    let mut names = Vec::new();
    for choice in choices.iter() {
        assert!(choice.weight > 0, "{:?} cannot happen", choice.mv);
        assert!(!decision || choice.weight == 1, "a decision is one case: {:?}", choice.mv);
        let name = game.id(choice.mv);
        assert!(!name.is_empty() && !name.contains(' '), "`{name}` for {:?}", choice.mv);
        assert_eq!(game.parse(&name), Some(choice.mv), "`{name}`");
        assert!(!game.option(position, choice.mv).is_empty(), "`{name}` has no words");
        names.push(name);
    }
    names.sort();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "a move is listed twice: {names:?}");
    if let Turn::Chance(source) | Turn::Table(source) = game.turn(position) {
        assert!(usize::from(source.0) < game.sources().len(), "an unknown source");
    }
    if let Turn::Player(seat) = game.turn(position) {
        assert!(usize::from(seat) < game.seats(), "an unknown seat");
    }
}

/// Accepted exactly if listed; a refusal changes nothing and has words and a rule.
fn judged_alike<G: Words>(game: &G, position: &G::Position, choices: &Choices<G::Move>, universe: &[G::Move]) {
    let mut tried = position.clone();
    for mv in universe.iter().copied().chain(choices.iter().map(|choice| choice.mv)) {
        let listed = choices.iter().any(|choice| choice.mv == mv);
        match game.play(&mut tried, mv, &mut |_| {}) {
            Ok(()) => {
                assert!(listed, "{mv:?} is accepted and not listed in {position:?}");
                tried.clone_from(position);
            }
            Err(refusal) => {
                assert!(!listed, "{mv:?} is listed and refused ({refusal:?}) in {position:?}");
                assert!(tried == *position, "{mv:?} was refused and changed the position");
                let refused = game.refused(position, refusal);
                assert!(!refused.reason.is_empty() && refused.rule.is_some(), "{refusal:?} has no words");
            }
        }
    }
}

/// Questions, drawings, descriptions and views are there for everybody at any time.
fn speaks<G: Words>(game: &G, position: &G::Position) {
    assert!(!game.question(position).is_empty());
    for seat in std::iter::once(None).chain((0..game.seats() as u8).map(Some)) {
        serde_json::to_value(game.view(position, seat)).expect("a view as JSON");
        assert!(game.board(position, seat, 80).width() <= 80, "a board is wider than asked for");
        assert!(!game.describe(position, seat).is_empty());
    }
}
