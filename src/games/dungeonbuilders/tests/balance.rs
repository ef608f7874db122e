//! The bots against what an independent simulation measured (section 3 of the rules' dossier).

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::super::event::Event;
use super::super::position::Position;
use super::scene::builders;
use crate::referee::bot::below;
use crate::referee::journal::Secrets;
use crate::referee::{Bots, Choices, Game, Turn};

/// What many games came to, in the dossier's terms.
#[derive(Debug, Default)]
struct Figures {
    games: f64,
    rounds: f64,
    /// Their standard error over all games.
    rounds_error: f64,
    actions: f64,
    /// Games won by each seat, counted from the first starter.
    wins: [f64; 4],
    entries: f64,
    haul: f64,
    deaths: f64,
    fights: f64,
    paths: f64,
}

fn play(players: usize, bot: &str, games: u64) -> Figures {
    let game = builders(players, &[("round_limit", "300")], Secrets::Referee);
    let mut f = Figures { games: games as f64, ..Figures::default() };
    let mut choices = Choices::default();
    let mut squares = 0.0;
    for seed in 0..games {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut bots: Vec<_> = (0..players).map(|_| game.bot(bot).expect("a bot")).collect();
        let mut p: Position = game.start();
        let mut starter = 0;
        loop {
            game.moves(&p, &mut choices);
            let mv = match game.turn(&p) {
                Turn::Over => break,
                Turn::Player(seat) => {
                    let view = game.view(&p, Some(seat));
                    choices[bots[usize::from(seat)].choose(&view, &choices, &mut luck)].mv
                }
                _ => choices.at(below(choices.total(), &mut luck)).expect("a case").mv,
            };
            let mut count = |event| match event {
                Event::RoundBegan { round: 1, seat } => starter = usize::from(seat),
                Event::TileDrawn { .. } | Event::CoinPlaced { .. } | Event::PoweredUp { .. } => f.actions += 1.0,
                Event::Entered { .. } => f.entries += 1.0,
                Event::Died { .. } => f.deaths += 1.0,
                Event::Fought { .. } => f.fights += 1.0,
                Event::PathFound => f.paths += 1.0,
                Event::Scored { gold, .. } => f.haul += f64::from(gold),
                _ => {}
            };
            game.play(&mut p, mv, &mut count).expect("a listed move");
        }
        let winners = &game.ranking(&p)[0];
        for seat in winners {
            f.wins[(usize::from(*seat) + players - starter) % players] += 1.0 / winners.len() as f64;
        }
        f.rounds += f64::from(p.round);
        squares += f64::from(p.round).powi(2);
    }
    f.rounds /= f.games;
    f.rounds_error = (squares / f.games - f.rounds.powi(2)).max(0.0).sqrt() / f.games.sqrt();
    f.actions /= f.games;
    f.haul /= f.entries;
    f.deaths *= 100.0 / f.entries;
    f.fights /= f.entries;
    f.paths *= 100.0 / f.entries;
    f.wins = f.wins.map(|wins| 100.0 * wins / f.games);
    f
}

/// Rounds, building actions a game; haul, deaths in percent, fights an entry; rounds ended by a path in percent.
type Measured = [f64; 6];

/// Holds what was found to what was measured, within three standard errors of the rounds and these parts of the rest.
fn compare(found: &Figures, measured: Measured) {
    let [rounds, actions, haul, deaths, fights, paths] = measured;
    assert!((found.rounds - rounds).abs() < 3.0 * found.rounds_error, "{rounds} rounds: {found:?}");
    let close = |own: f64, other: f64, part: f64| (own / other - 1.0).abs() < part;
    assert!(close(found.actions, actions, 0.2), "{actions} actions: {found:?}");
    assert!(close(found.haul, haul, 0.1) && close(found.fights, fights, 0.1), "{haul} haul, {fights} fights: {found:?}");
    assert!((found.deaths - deaths).abs() < 5.0 && (found.paths - paths).abs() < 5.0, "{deaths}, {paths}: {found:?}");
}

#[test]
fn random_builders_come_to_what_was_measured() {
    compare(&play(2, "random", 40), [18.8, 362.0, 1.66, 19.6, 1.5, 32.0]);
    compare(&play(3, "random", 20), [20.3, 472.0, 2.19, 34.2, 2.1, 53.0]);
}

/// The measured policy is told in words only; where those agree with ours is held: length, deaths, and no seat ahead.
#[test]
fn sensible_builders_play_as_long_and_die_as_often_as_measured() {
    let found = play(2, "sensible", 16);
    assert!((found.rounds - 9.9).abs() < 3.0 * found.rounds_error, "{found:?}");
    assert!((found.deaths - 30.5).abs() < 6.0, "{found:?}");
    let error = 50.0 / found.games.sqrt();
    assert!((found.wins[0] - 50.0).abs() < 3.0 * error, "{found:?}");
}
