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
    apart: f64,
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
                Event::LeftApart { .. } => f.apart += 1.0,
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
    f.apart /= f.entries;
    f.wins = f.wins.map(|wins| 100.0 * wins / f.games);
    f
}

#[test]
#[ignore = "prints"]
fn print() {
    let var = |name: &str, other: &str| std::env::var(name).unwrap_or(other.to_owned());
    let bot = var("BOT", "sensible");
    let games = var("GAMES", "100").parse().unwrap();
    for players in var("PLAYERS", "2,3,4").split(',') {
        let f = play(players.parse().unwrap(), &bot, games);
        println!("{players} {bot}: rounds {:.1} +- {:.1}, actions {:.0}, wins {:?}, haul {:.2}, deaths {:.1} %, fights {:.2}, path {:.0} %, apart {:.2}",
            f.rounds, f.rounds_error, f.actions, f.wins.map(|w| w.round()), f.haul, f.deaths, f.fights, f.paths, f.apart);
    }
}
