//! Random games of a kit's rules, for `check`: what gets stuck, what is never offered, what does not end.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::KitGame;
use super::position::{Fault, FaultKind, Move};
use crate::games::english::counted;
use crate::games::{Setup, SetupError};
use crate::kit::{Kit, Place, Problem, Problems};
use crate::referee::bot::below;
use crate::referee::journal::Secrets;
use crate::referee::{Choices, Game, Turn};

/// Games played, at most.
const GAMES: u64 = 300;
/// Decisions in all of them together, at most.
const DECISIONS: u64 = 150_000;
/// Moves of one game, at most.
const LONGEST: u64 = 5_000;
/// Moves of chance in all of them together, at most.
const MOVES: u64 = 600_000;

/// What random games showed.
#[derive(Debug, Default)]
pub struct Trial {
    pub games: u64,
    pub decisions: u64,
    /// Games that had not ended.
    pub unended: u64,
    /// Each fault once, with how many games met it.
    pub faults: Vec<(Fault, u64)>,
    /// By action: how often it was offered.
    pub offered: Vec<u64>,
}

/// Plays some hundred random games, of so many decisions together at the most.
pub fn play(game: &KitGame, most: u64) -> Trial {
    let mut trial = Trial { offered: vec![0; game.program.actions.len()], ..Trial::default() };
    let (mut choices, mut moves) = (Choices::default(), 0);
    for seed in 0..GAMES {
        if trial.decisions >= most || moves >= MOVES {
            break;
        }
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        let mut p = game.start();
        let mut fault = p.fault;
        let mut ended = false;
        for _ in 0..LONGEST {
            let turn = game.turn(&p);
            if turn == Turn::Over {
                ended = true;
                break;
            }
            game.moves(&p, &mut choices);
            if let Turn::Player(_) = turn {
                trial.decisions += 1;
                for choice in choices.iter() {
                    if let Move::Act { action, .. } = choice.mv {
                        trial.offered[usize::from(action)] += 1;
                    }
                }
            }
            moves += 1;
            let Some(choice) = choices.at(below(choices.total().max(1), &mut luck)) else { break };
            game.apply(&mut p, choice.mv, &mut |_| {});
            fault = fault.or(p.fault);
            if trial.decisions >= most || fault.is_some() {
                ended = true;
                break;
            }
        }
        trial.games += 1;
        trial.unended += u64::from(!ended);
        if let Some(fault) = fault {
            match trial.faults.iter_mut().find(|(known, _)| *known == fault) {
                Some((_, count)) => *count += 1,
                None => trial.faults.push((fault, 1)),
            }
        }
    }
    trial
}

/// What random games show of a kit's own rules: what is wrong, and what may not be meant. Nothing of a kit without any.
pub fn advice(kit: &Kit) -> (Problems, Vec<Problem>) {
    let mut found = (Problems::default(), Vec::new());
    if !kit.files.has("play.toml") {
        return found;
    }
    let (least, most) = (*kit.players.start(), *kit.players.end());
    let mut counts = vec![least];
    if most > least {
        counts.push(most.min(4).max(least));
    }
    let mut offered: Vec<bool> = Vec::new();
    for (number, count) in counts.iter().enumerate() {
        let setup = Setup { secrets: Secrets::Referee, ..Setup::of_count(*count) };
        match KitGame::new(kit, &setup) {
            Ok(game) => {
                let trial = play(&game, DECISIONS / counts.len() as u64);
                found.0.extend(trial.errors(&game));
                // What only some can do, few or many at the table, is no mistake.
                offered.resize(trial.offered.len(), false);
                offered.iter_mut().zip(&trial.offered).for_each(|(any, times)| *any |= *times > 0);
                if number + 1 == counts.len() && found.0.0.is_empty() {
                    found.1 = trial.warnings(&game, &offered);
                }
            }
            Err(SetupError::Kit(problems)) => {
                found.0.extend(problems);
                return found;
            }
            Err(SetupError::Wish(why)) => found.0.push(Problem::new(Place::file(kit.files.name("play.toml")), why)),
        }
    }
    found
}

impl Trial {
    /// What is wrong with the rules.
    pub fn errors(&self, game: &KitGame) -> Vec<Problem> {
        let problem = |(fault, count): &(Fault, u64)| {
            let spot = &game.program.spots[usize::from(fault.op).min(game.program.spots.len() - 1)];
            let message = format!("{} (met in {} of {})", fault.is.sentence(), counted(*count, "game"), self.games);
            let help = match fault.is {
                FaultKind::Nothing => "offer something that can always be done: an action with `last = true`",
                FaultKind::Full => "say what leaves first, or give the zone more room with `most`",
                FaultKind::Spins => "let it end: count down, or ask",
                FaultKind::Hidden => "`reveal` it first",
                FaultKind::Nowhere => "test it first: `if x is not empty`",
                FaultKind::Deep => "shuffle a pile whole before it is mixed with others",
            };
            spot.problem(message).label("here").help(help)
        };
        self.faults.iter().map(problem).collect()
    }

    /// What may not be meant: random play proves nothing more.
    fn warnings(&self, game: &KitGame, offered: &[bool]) -> Vec<Problem> {
        let mut warnings = Vec::new();
        for (action, offered) in game.program.actions.iter().zip(offered) {
            if !offered && !action.free {
                let message =
                    format!("action `{}` was never offered in {}", action.name, counted(self.games, "random game"));
                warnings.push(action.spot.problem(message).help("is it named in a `choose`, and can its needs be met?"));
            }
        }
        if self.unended > 0
            && game.program.can_end()
            && let Some(spot) = game.program.spots.first()
        {
            let message =
                format!("{} of {} had not ended after {LONGEST} moves", counted(self.unended, "random game"), self.games);
            let place = spot.source.whole();
            warnings.push(
                Problem::new(place, message)
                    .help("random play is slow to end some games; if people are too, say `when` in [end]"),
            );
        }
        warnings
    }
}
