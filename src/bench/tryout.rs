//! Games that bots play while a kit is made: what its rules come to, and what an edit does to them.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use crate::games::{self, Setup, Visitor};
use crate::kit::{Files, Kit};
use crate::lab::compare::{Comparison, compare_in_steps};
use crate::lab::{Plan, Shard, playout};
use crate::referee::journal::Secrets;
use crate::referee::{Bots, Words};

/// The most games of one try-out.
const MOST_GAMES: u32 = 100_000;

/// The luck of the first game; the same every time, so that the same kit gives the same figures.
const SEED: u64 = 1;

/// After how many games what was found so far is told, at most, and how often of all games.
const STEP: u64 = 50;
const STEPS: u64 = 100;

/// Is told how many games were played, and of how many; says whether to go on.
pub type Heard<'a> = &'a (dyn Fn(usize, usize) -> ControlFlow<()> + Sync);

/// Is told what was found so far, which stays if the games are stopped.
pub type Found<'a> = &'a (dyn Fn(Value) + Sync);

/// Has the best bots play a kit, and the kit that it was before beside it, if it can be played: the same luck for both.
///
/// # Errors
///
/// The kit cannot be played by this many, or not by bots; or it was stopped.
pub fn played(
    before: Option<&Kit>,
    after: &Kit,
    players: u32,
    games: u32,
    heard: Heard<'_>,
    so_far: Found<'_>,
) -> Result<Value, String> {
    let games = games.clamp(1, MOST_GAMES);
    let game = games::of_kit(after);
    let best = game.bots.first().copied().unwrap_or("random");
    let plan = Plan {
        games: games.into(),
        seed: SEED,
        bots: vec![best.to_owned()],
        longest: playout::LONGEST,
        shard: Shard::WHOLE,
        programs: None,
        until: None,
    };
    // Bots know their own hands and no others.
    let setup = Setup {
        secrets: Secrets::Referee,
        ..Setup::of_count(players)
    };
    let trial = Trial {
        before,
        is_changed: before.is_some_and(|before| are_different(&before.files, &after.files)),
        setup: &setup,
        plan: &plan,
        heard,
        so_far,
    };
    let found = games::with(game.id, after, &setup, trial);
    let (compared, has_before) = found.map_err(|why| why.to_string())??;
    if compared.pairs + compared.cut < plan.games {
        return Err("the games were stopped".to_owned());
    }
    Ok(shown(&compared, has_before, best))
}

/// What was found, as a page shows it.
fn shown(compared: &Comparison, has_before: bool, bot: &str) -> Value {
    let rows = compared.rows.iter().map(|row| {
        json!({
            "name": row.name,
            "before": has_before.then_some(row.before),
            "after": row.after,
            "difference": has_before.then(|| json!({
                "mean": row.difference.mean,
                "is_sure": row.difference.is_significant(),
                "is_same": row.difference.error <= 0.0,
                "findable": row.detectable,
            })),
        })
    });
    json!({
        "games": compared.pairs,
        "cut": compared.cut,
        "same": has_before.then_some(compared.same),
        "bot": bot,
        "rows": rows.collect::<Vec<_>>(),
    })
}

/// Whether a file has other contents, or is in one kit only.
fn are_different(before: &Files, after: &Files) -> bool {
    let paths = before.paths();
    let is_other = |path: &String| before.bytes(path).ok() != after.bytes(path).ok();
    paths != after.paths() || paths.iter().any(is_other)
}

struct Trial<'a> {
    before: Option<&'a Kit>,
    is_changed: bool,
    setup: &'a Setup,
    plan: &'a Plan,
    heard: Heard<'a>,
    so_far: Found<'a>,
}

impl Visitor for Trial<'_> {
    type Out = Result<(Comparison, bool), String>;

    fn visit<G: Words + Bots>(self, after: G) -> Self::Out {
        if let Some(why) = after.is_endless() {
            return Err(why.to_owned());
        }
        let fit = playout::demand_fit(&after, &self.plan.bots, None);
        fit.map_err(|_| "no bot knows how to play this".to_owned())?;
        let beside = Beside {
            after: &after,
            plan: self.plan,
            heard: self.heard,
            so_far: self.so_far,
        };
        if self.before.is_some() && !self.is_changed {
            return Ok((beside.with(&after, true), true));
        }
        let before = self.before.and_then(|kit| {
            let id = games::of_kit(kit).id;
            games::with(id, kit, self.setup, beside).ok()?
        });
        match before {
            Some(compared) => Ok((compared, true)),
            None => Ok((beside.with(&after, false), false)),
        }
    }
}

/// The kit as it is, to be compared with another version.
struct Beside<'a, G> {
    after: &'a G,
    plan: &'a Plan,
    heard: Heard<'a>,
    so_far: Found<'a>,
}

impl<G> Clone for Beside<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Beside<'_, G> {}

impl<G: Words + Bots> Beside<'_, G> {
    fn with(&self, before: &G, has_before: bool) -> Comparison {
        let played = AtomicUsize::new(0);
        let done = || {
            let number = played.fetch_add(1, Ordering::Relaxed) + 1;
            (self.heard)(number, self.plan.games as usize)
        };
        let bot = self.plan.bots.first().map_or("", String::as_str);
        let told = |found: Comparison| (self.so_far)(shown(&found, has_before, bot));
        let step = (self.plan.games / STEPS).min(STEP);
        compare_in_steps(before, self.after, self.plan, &done, [1, step], told)
    }
}

impl<A: Words + Bots> Visitor for Beside<'_, A> {
    type Out = Option<Comparison>;

    fn visit<G: Words + Bots>(self, before: G) -> Option<Comparison> {
        // The rules of one kind of game.
        let before = (&before as &dyn Any).downcast_ref::<A>()?;
        before
            .is_endless()
            .is_none()
            .then(|| self.with(before, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starter(id: &str) -> Kit {
        Kit::open(Files::starter(id).unwrap()).unwrap()
    }

    fn on(_: usize, _: usize) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[test]
    fn games_are_played_until_somebody_stops_them() {
        let kit = starter("pig");
        let heard = |done, _| match done {
            3 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let stopped = played(None, &kit, 2, 100_000, &heard, &|_| {});
        assert_eq!(stopped.unwrap_err(), "the games were stopped");
    }

    #[test]
    fn what_was_found_before_they_are_stopped_is_known() {
        let kit = starter("pig");
        let last = std::sync::Mutex::new(Value::Null);
        let heard = |done, _| match done {
            30 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let so_far = |found| *last.lock().unwrap() = found;
        assert!(played(Some(&kit), &kit, 2, 1_000, &heard, &so_far).is_err());
        let last = last.into_inner().unwrap();
        let games = last["games"].as_u64().unwrap();
        assert!((10..50).contains(&games), "{games}");
        assert!(last["rows"][0]["after"].is_number(), "{last}");
    }

    #[test]
    fn an_edit_is_played_beside_what_was_before() {
        let kit = starter("pig");
        let alone = played(None, &kit, 2, 20, &on, &|_| {}).unwrap();
        assert_eq!(alone["games"], 20);
        assert_eq!(alone["rows"][0]["before"], Value::Null);
        let same = played(Some(&kit), &kit, 2, 20, &on, &|_| {}).unwrap();
        assert_eq!(same["same"], 20);
        assert_eq!(same["rows"][0]["after"], alone["rows"][0]["after"]);
        // Cards are no version of a game of dice.
        let other = played(Some(&starter("open-table")), &kit, 2, 20, &on, &|_| {}).unwrap();
        assert_eq!(other["games"], 20);
        let crowd = played(None, &kit, 99, 20, &on, &|_| {});
        assert!(crowd.unwrap_err().contains("players"));
    }
}
