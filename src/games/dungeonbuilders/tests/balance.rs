//! Compares the bots with an independent simulation (section 3 of the rules' dossier).

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::scene::builders;
use crate::games::dungeonbuilders::rules::event::Event;
use crate::games::dungeonbuilders::rules::position::Position;
use crate::referee::bot::below;
use crate::referee::journal::Secrets;
use crate::referee::{Bots, Choices, Game, Turn};

/// Accumulates a mean and its standard error.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, number: f64) {
        self.count += 1.0;
        self.sum += number;
        self.squares += number * number;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    /// The standard error.
    fn error(&self) -> f64 {
        (self.squares / self.count - self.mean().powi(2))
            .max(0.0)
            .sqrt()
            / self.count.sqrt()
    }
}

/// The results of many games, in the dossier's terms.
#[derive(Debug, Default)]
struct Figures {
    /// Per game.
    rounds: Mean,
    actions: Mean,
    /// Whether it was won, by seat, counted from the first starter.
    wins: [Mean; 4],
    /// Per hero who entered.
    haul: Mean,
    deaths: Mean,
    fights: Mean,
    /// Whether a path ended the round's building.
    paths: Mean,
}

fn play(players: usize, bot: &str, games: u64) -> Figures {
    let game = builders(players, &[("round_limit", "300")], Secrets::Referee);
    let mut f = Figures::default();
    let mut choices = Choices::default();
    for seed in 0..games {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut bots: Vec<_> = (0..players)
            .map(|_| game.bot(bot).expect("a bot"))
            .collect();
        let mut p: Position = game.start();
        let mut starter = 0;
        let mut actions = 0.0;
        let mut fights = 0.0;
        let mut path = 0.0;
        loop {
            game.moves(&p, &mut choices);
            let mv = match game.turn(&p) {
                Turn::Over => break,
                Turn::Player(seat) => {
                    let view = game.view(&p, Some(seat));
                    choices[bots[usize::from(seat)].choose(&view, &choices, &mut luck)].mv
                }
                _ => {
                    choices
                        .at(below(choices.total(), &mut luck))
                        .expect("a case")
                        .mv
                }
            };
            let mut count = |event| match event {
                Event::RoundBegan { round: 1, seat } => starter = usize::from(seat),
                Event::TileDrawn { .. } | Event::CoinPlaced { .. } | Event::PoweredUp { .. } => {
                    actions += 1.0
                }
                Event::Fought { .. } => fights += 1.0,
                Event::PathFound => path = 1.0,
                Event::Scored { gold, dead, .. } => {
                    f.haul.add(gold.into());
                    f.deaths.add(f64::from(u8::from(dead)));
                    f.fights.add(std::mem::take(&mut fights));
                    f.paths.add(std::mem::take(&mut path));
                }
                _ => {}
            };
            game.play(&mut p, mv, &mut count).expect("a listed move");
        }
        let winners = &game.ranking(&p)[0];
        for seat in 0..players {
            let won = winners.contains(&(((seat + starter) % players) as u8));
            f.wins[seat].add(if won { 1.0 / winners.len() as f64 } else { 0.0 });
        }
        f.rounds.add(p.round.into());
        f.actions.add(actions);
    }
    f
}

/// Rounds and building actions per game; haul, deaths and fights per entry; the share of rounds ended by a path.
type Measured = [f64; 6];

/// Checks that the results agree with the measured ones within three standard errors, and that no seat has an advantage.
fn compare(found: &Figures, measured: Measured) {
    let names = ["rounds", "actions", "haul", "deaths", "fights", "paths"];
    let own = [
        found.rounds,
        found.actions,
        found.haul,
        found.deaths,
        found.fights,
        found.paths,
    ];
    for ((name, own), measured) in names.into_iter().zip(own).zip(measured) {
        let (mean, error) = (own.mean(), own.error());
        assert!(
            (mean - measured).abs() < 3.0 * error,
            "{name}: {mean:.2} ± {error:.2}, and {measured} was measured"
        );
    }
    let players = found.wins.iter().filter(|wins| wins.count > 0.0).count() as f64;
    for wins in found.wins.iter().filter(|wins| wins.count > 0.0) {
        // The error of an equal share, since that of a seat without a win would be 0.
        let share = 1.0 / players;
        let error = (share * (1.0 - share) / wins.count).sqrt();
        assert!(
            (wins.mean() - share).abs() < 3.0 * error,
            "{:?}",
            found.wins
        );
    }
}

#[test]
fn random_builders_match_the_simulation() {
    compare(
        &play(2, "random", 40),
        [18.8, 362.0, 1.66, 0.196, 1.5, 0.32],
    );
    compare(
        &play(3, "random", 20),
        [20.3, 472.0, 2.19, 0.342, 2.1, 0.53],
    );
}

/// The simulated policy is described only in words, so ours is similar but not identical.
#[test]
fn sensible_builders_match_the_simulation() {
    compare(
        &play(2, "sensible", 16),
        [9.9, 214.0, 4.34, 0.305, 1.8, 0.62],
    );
    compare(
        &play(3, "sensible", 6),
        [14.0, 369.0, 3.77, 0.37, 2.0, 0.54],
    );
}
