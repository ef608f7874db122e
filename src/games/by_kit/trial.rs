//! Random games of a kit's rules, for `check`: what gets stuck, what is never offered or reached, and what does not end. A
//! few random moves at set-up: what the referee could not keep track of.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::games::by_kit::examples::Tables;
use crate::games::by_kit::language::code::{Op, Part, Program, What};
use crate::games::by_kit::language::options::{Options, Values};
use crate::games::by_kit::language::phrase::Origin;
use crate::games::by_kit::language::sheet::ZoneKind;
use crate::games::by_kit::rules::choice::Listed;
use crate::games::by_kit::rules::event::Event;
use crate::games::by_kit::rules::position::{Move, Position, RuntimeError, RuntimeErrorKind};
use crate::games::by_kit::{KitGame, has_rules, options_of, own_sheet};
use crate::games::english::counted;
use crate::games::{Setup, SetupError};
use crate::kit::problem::nearest;
use crate::kit::{Kit, Problem, Problems, SourceSpan};
use crate::referee::bot::below;
use crate::referee::journal::Secrets;
use crate::referee::session::physical;
use crate::referee::{Bots, Choices, Game, Turn};

/// The most games played.
const GAMES: u64 = 300;
/// The most decisions in all games together.
const DECISIONS: u64 = 150_000;
/// The most moves in one game.
const LONGEST: u64 = 5_000;
/// The most moves in all games together, including chance, for each allowed decision.
const MOVES: u64 = 4;
/// The most work in all games together, in options listed, operations run and steps of expressions; this takes about a
/// second.
const WORK: u64 = 100_000_000;
/// The most moves tried at set-up where pieces are shuffled, and elsewhere, and the most work they may take.
const TRIED: u64 = 600;
const TRIED_PLAIN: u64 = 100;
const TRIED_WORK: u64 = 6_000_000;
/// After this many rounds without a question, a game that does not end has nobody to play it.
const UNASKED: u32 = 50;
/// The most unreached effects that are listed.
const TOLD: usize = 5;

/// The results of random games.
#[derive(Debug, Default)]
pub struct Trial {
    pub games: u64,
    pub decisions: u64,
    /// Moves, including those of chance.
    pub moves: u64,
    /// Options listed, operations run and steps of expressions.
    pub work: u64,
    /// Games that had not ended.
    pub unended: u64,
    /// Games that were stopped, since there was work enough.
    pub broken_off: u64,
    /// Each distinct fault, with the number of games that met it.
    pub faults: Vec<(RuntimeError, u64)>,
    /// By action, how often it was offered.
    pub offered: Vec<u64>,
    /// By operation, whether it was run.
    pub reached: Vec<bool>,
}

/// Plays some hundreds of random games, with at most this many decisions and this much work in all.
pub fn play(game: &KitGame, most: u64, work: u64) -> Trial {
    let mut game = game.clone().watched();
    game.start = game.dealt(&mut |_| {});
    let mut trial = Trial {
        offered: vec![0; game.program.actions.len()],
        ..Trial::default()
    };
    let mut choices = Choices::default();
    for seed in 0..GAMES {
        if trial.decisions >= most || trial.moves >= most * MOVES || trial.work >= work {
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
            choices.clear();
            let listed = game.list(&p, &mut |mv, weight| choices.weigh(mv, weight));
            fault = fault.or(listed.fault.map(|is| RuntimeError {
                is,
                op: p.pc.saturating_sub(1),
            }));
            trial.moves += 1;
            if let Turn::Player(_) = turn {
                trial.decisions += 1;
                for choice in choices.iter() {
                    if let Move::Act { action, .. } = choice.mv {
                        trial.offered[usize::from(action)] += 1;
                    }
                }
            }
            let Some(choice) = choices.at(below(choices.total().max(1), &mut luck)) else {
                break;
            };
            game.apply(&mut p, choice.mv, &mut |_| {});
            trial.work += worked(&choices, &listed, &p);
            fault = fault.or(p.fault);
            let is_enough = trial.decisions >= most || trial.work >= work;
            if is_enough || fault.is_some() {
                ended = true;
                trial.broken_off += u64::from(is_enough && game.turn(&p) != Turn::Over);
                break;
            }
        }
        trial.games += 1;
        trial.unended += u64::from(!ended);
        if !ended && p.unasked > UNASKED {
            fault = fault.or(Some(RuntimeError {
                is: RuntimeErrorKind::Unasked,
                op: p.pc.saturating_sub(1),
            }));
        }
        if let Some(fault) = fault {
            match trial.faults.iter_mut().find(|(known, _)| *known == fault) {
                Some((_, count)) => *count += 1,
                None => trial.faults.push((fault, 1)),
            }
        }
    }
    trial.reached = game.has_reached();
    trial
}

impl KitGame {
    /// The game, which from now on notes what is run.
    pub(super) fn watched(mut self) -> KitGame {
        let ops = 0..self.program.ops.len();
        self.reached = Some(ops.map(|_| AtomicBool::new(false)).collect());
        self
    }

    /// By operation, whether it was run.
    fn has_reached(&self) -> Vec<bool> {
        let reached = self.reached.iter().flat_map(|reached| reached.iter());
        reached.map(|op| op.load(Relaxed)).collect()
    }
}

/// The work of a move: options listed, operations run and steps of expressions.
fn worked(choices: &Choices<Move>, listed: &Listed, after: &Position) -> u64 {
    let steps = u64::from(listed.steps) + u64::from(after.steps);
    choices.len() as u64 + u64::from(after.spun) + steps
}

/// The way out where nobody is asked.
const UNASKED_HELP: &str =
    "end the game when nobody can do anything any more: [end] when, or `end game`";

/// Finds what the referee could not keep track of at this table, as far as some hundreds of random moves show it: pools
/// nested too deep, a sought piece that may be elsewhere, or equal cards that the table could not tell apart.
pub fn stop(game: &KitGame, setup: &Setup) -> Option<Problem> {
    let program = &game.program;
    // On an open table people do as they like.
    let free = program.actions.iter().any(|action| action.free);
    let shuffles = program
        .zones
        .iter()
        .any(|zone| zone.refill.is_some() || zone.kind == ZoneKind::Bag)
        || program.ops.iter().any(|op| {
            matches!(
                op,
                Op::Shuffle(..)
                    | Op::Move {
                        what: What::Sought(..),
                        ..
                    }
            )
        });
    if free {
        return None;
    }
    let most = if shuffles { TRIED } else { TRIED_PLAIN };
    let by_hand = physical(&game.sources, &setup.physical).unwrap_or_default();
    let told = |kind: u16| {
        let deck = program.dice.len() + program.facts.kinds[usize::from(kind)].deck;
        game.secrets == Secrets::Table || by_hand.get(deck) == Some(&true)
    };
    let mut choices = Choices::default();
    let mut luck = ChaCha8Rng::seed_from_u64(0);
    let mut p = game.start();
    let mut mixed = None;
    let mut work = 0;
    for _ in 0..most {
        if work > TRIED_WORK {
            break;
        }
        if let Some(problem) = p.fault.and_then(|fault| unkept(game, fault)) {
            return Some(problem);
        }
        if let (Some(kind), Some(zone)) = (p.pools.two_ways().filter(|kind| told(*kind)), mixed) {
            return Some(alike(game, kind, zone));
        }
        if game.turn(&p) == Turn::Over {
            p = game.start();
        }
        choices.clear();
        let listed = game.list(&p, &mut |mv, weight| choices.weigh(mv, weight));
        let op = p.pc.saturating_sub(1);
        let fault = listed.fault.map(|is| RuntimeError { is, op });
        if let Some(problem) = fault.and_then(|fault| unkept(game, fault)) {
            return Some(problem);
        }
        let choice = choices.at(below(choices.total().max(1), &mut luck))?;
        game.apply(&mut p, choice.mv, &mut |event| {
            if let Event::Shuffled { zone } | Event::Refilled { zone } = event {
                mixed = Some(zone);
            }
        });
        work += worked(&choices, &listed, &p);
    }
    None
}

/// The problem for a fault after which play cannot continue as intended.
fn unkept(game: &KitGame, fault: RuntimeError) -> Option<Problem> {
    let way_out = match (fault.is, game.secrets) {
        (RuntimeErrorKind::Deep, _) => "shuffle a pile whole before it is mixed with others",
        (RuntimeErrorKind::Spins, _) => "let it end: count down, or ask; search in smaller sets",
        (RuntimeErrorKind::Wide, _) => "pick less at once, and `ask` for the rest in `do`",
        (RuntimeErrorKind::Unasked, _) => UNASKED_HELP,
        (RuntimeErrorKind::Elsewhere, Secrets::Table) => {
            "play it with --secrets referee, or look for it before any of its pile is dealt"
        }
        (RuntimeErrorKind::Hidden, Secrets::Table) => {
            "play it with --secrets referee, or `reveal` it first"
        }
        (RuntimeErrorKind::Elsewhere, Secrets::Referee) => {
            "look for it before any of its pile is dealt face down"
        }
        _ => return None,
    };
    let origin = &game.program.origins[usize::from(fault.op)];
    Some(
        origin
            .problem(fault.is.sentence())
            .label("here")
            .help(way_out),
    )
}

/// The problem for equal pieces that are shuffled together, some of them known and some not.
fn alike(game: &KitGame, kind: u16, zone: u16) -> Problem {
    let name = &game.program.facts.kinds[usize::from(kind)].name;
    let decl = &game.program.zones[usize::from(game.zone_at[usize::from(zone)].decl)];
    let message = format!(
        "{name} may be one that was here before the shuffle or one that came to it, and a table cannot tell"
    );
    let problem = decl
        .origin
        .problem(message)
        .label("shuffled while some of it is out");
    problem.help("give the copies codes of their own, or let the program deal")
}

/// What is wrong with a kit's own rules as they are read; nothing for a kit without any.
pub fn errors(kit: &Kit) -> Problems {
    let mut found = Problems::default();
    if !has_rules(kit) {
        return found;
    }
    found.extend(unknown_rules(kit));
    let setup = Setup {
        secrets: Secrets::Referee,
        ..Setup::of_count(*kit.players.start())
    };
    match KitGame::new(kit, &setup) {
        Ok(game) => found.extend(same_words(&game.program)),
        Err(SetupError::Kit(problems)) => found.extend(problems),
        // Another number of players may do.
        Err(SetupError::Wish(_)) => {}
    }
    found
}

/// Problems and warnings from random games of a kit's own rules; nothing for a kit without any.
pub fn advice(kit: &Kit) -> (Problems, Vec<Problem>) {
    let mut found = (Problems::default(), Vec::new());
    if !has_rules(kit) {
        return found;
    }
    // What is played is the same in every language; what is said is not.
    if is_translated(kit) {
        return (errors(kit), Vec::new());
    }
    found.0.extend(unknown_rules(kit));
    let (least, most) = (*kit.players.start(), *kit.players.end());
    let mut counts = vec![least];
    if most > least {
        counts.push(most.min(4).max(least));
    }
    let mut setups = Vec::new();
    for wishes in wishes(&options_of(kit)) {
        setups.extend(counts.iter().map(|count| Setup {
            secrets: Secrets::Referee,
            players: Setup::of_count(*count).players,
            ..wishes.clone()
        }));
    }
    let mut seen = Seen::default();
    let parts = setups.len() as u64;
    let tried = on_all_cores(&setups, |setup| {
        // What cannot be kept track of depends on the number of players more than on an option, and shows in play as well.
        let is_usual = setup.options.is_empty() && setup.edition.is_none();
        let make = if is_usual {
            KitGame::new
        } else {
            KitGame::untried
        };
        make(kit, setup).map(|game| {
            let trial = play(&game, DECISIONS / parts, WORK / parts);
            (game, trial)
        })
    });
    let mut played = None;
    for (number, (setup, tried)) in setups.iter().zip(tried).enumerate() {
        match tried {
            Ok((game, trial)) => {
                if number == 0 {
                    found.0.extend(same_words(&game.program));
                }
                found.0.extend(trial.errors(&game));
                seen.add(&game.program, &trial);
                played = Some(game);
            }
            Err(SetupError::Kit(problems)) => {
                found.0.extend(problems);
                return found;
            }
            // An option that changes nothing with these players.
            Err(SetupError::Wish(_)) if !setup.options.is_empty() => {}
            Err(SetupError::Wish(why)) => found.0.push(Problem::new(
                SourceSpan::file(kit.files.name("play.toml")),
                why,
            )),
        }
        if !found.0.0.is_empty() {
            return found;
        }
    }
    let mut tables = Tables::default();
    found.0.extend(failed_examples(kit, &mut tables));
    for game in tables.games() {
        seen.done(&game.program, &game.has_reached());
    }
    found.1 = played.map(|game| seen.warnings(&game)).unwrap_or_default();
    found
}

/// What comes of each item, in their order, found on all cores.
fn on_all_cores<T: Sync, R: Send>(items: &[T], make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    if threads == 1 || items.len() < 2 {
        return items.iter().map(make).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        while let Some((at, item)) =
            Some(next.fetch_add(1, Relaxed)).and_then(|at| Some((at, items.get(at)?)))
        {
            made.push((at, make(item)));
        }
        made
    };
    let mut all: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(items.len()))
            .map(|_| scope.spawn(work))
            .collect();
        let joined = |worker: std::thread::ScopedJoinHandle<'_, Vec<(usize, R)>>| {
            worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let made = workers.into_iter().map(joined);
        made.flatten().collect()
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, made)| made).collect()
}

/// The examples in the rules that do not hold.
pub fn failed_examples(kit: &Kit, tables: &mut Tables) -> Vec<Problem> {
    // They are written in the kit's own language.
    let Some(sheet) = own_sheet(kit).filter(|_| !is_translated(kit)) else {
        return Vec::new();
    };
    let failures = sheet.examples.iter();
    failures
        .filter_map(|example| tables.failure(kit, example))
        .collect()
}

fn is_translated(kit: &Kit) -> bool {
    let language = kit.files.language();
    language.is_some_and(|language| !language.is_native())
}

/// The most sets of options that are tried.
const OPTION_SETS: usize = 24;

/// Editions and options to try: each edition as it is, and each option's other values one by one.
fn wishes(options: &Options) -> Vec<Setup> {
    let mut all = vec![Setup::default()];
    all.extend(options.editions.iter().skip(1).map(|edition| Setup {
        edition: Some(edition.clone()),
        ..Setup::default()
    }));
    for option in options.all.iter().filter(|option| !option.is_hidden) {
        for value in option.choices().into_iter().skip(1) {
            let ends = match &option.values {
                Values::Number(least, most) => vec![least.to_string(), most.to_string()],
                _ => vec![value],
            };
            all.extend(ends.into_iter().map(|value| Setup {
                options: vec![(option.name.clone(), value)],
                ..Setup::default()
            }));
        }
    }
    all.truncate(OPTION_SETS);
    all
}

/// What was offered and done in any of several trials.
#[derive(Debug, Default)]
struct Seen {
    games: u64,
    unended: u64,
    broken_off: u64,
    /// Actions by name: where each is written, and whether it was ever offered.
    actions: BTreeMap<String, (Origin, bool)>,
    /// Where effects that were done are written.
    reached: HashSet<(usize, usize)>,
    /// The first effect of each block that was not done, as far as each trial tells.
    unreached: Vec<Origin>,
}

impl Seen {
    fn add(&mut self, program: &Program, trial: &Trial) {
        self.games += trial.games;
        self.unended += trial.unended;
        self.broken_off += trial.broken_off;
        // A last resort is rare by nature.
        let actions = program.actions.iter().zip(&trial.offered);
        for (action, offered) in actions.filter(|(action, _)| !action.free && !action.last) {
            let known = self.actions.entry(action.name.clone());
            known.or_insert_with(|| (action.origin.clone(), false)).1 |= *offered > 0;
        }
        self.done(program, &trial.reached);
        let offered: Vec<bool> = trial.offered.iter().map(|times| *times > 0).collect();
        for op in unreached(program, &offered, &trial.reached) {
            let origin = &program.origins[op];
            if self
                .unreached
                .iter()
                .all(|known| lies(known) != lies(origin))
            {
                self.unreached.push(origin.clone());
            }
        }
    }

    /// Notes what was run.
    fn done(&mut self, program: &Program, reached: &[bool]) {
        let done = program.origins.iter().zip(reached);
        let done = done.filter(|(_, reached)| **reached);
        self.reached.extend(done.map(|(origin, _)| lies(origin)));
    }

    /// Possible mistakes, which random play can only suggest.
    fn warnings(&self, game: &KitGame) -> Vec<Problem> {
        let mut warnings = Vec::new();
        let games = counted(self.games, "random game");
        for (name, (origin, _)) in self.actions.iter().filter(|(_, (_, offered))| !offered) {
            let message = format!("action `{name}` was never offered in {games}");
            warnings.push(
                origin
                    .problem(message)
                    .help("is it named in a `choose`, and can its needs be met?"),
            );
        }
        let never = self
            .unreached
            .iter()
            .filter(|origin| !self.reached.contains(&lies(origin)));
        for origin in never.take(TOLD) {
            let problem = origin
                .problem(format!("this was never reached in {games}"))
                .label("never reached");
            warnings.push(
                problem.help("can play come to this? random play may miss what people would do"),
            );
        }
        warnings.extend(unnamed_picks(&game.program));
        let Some(origin) = game.program.origins.first() else {
            return warnings;
        };
        let free = game.program.actions.iter().any(|action| action.free);
        if !game.program.can_end() && !free {
            let problem = Problem::new(origin.source.whole(), "this game has no end");
            warnings.push(problem.help(
                "say when it is over: [end] win = \"score >= 100\", or `end game` in an effect",
            ));
        }
        // What says when the game is over is what matters.
        let ending = game.program.ending();
        let at_the_end = |message: String| match ending {
            Some(ending) => ending.problem(message),
            None => Problem::new(origin.source.whole(), message),
        };
        let never = game
            .is_endless()
            .filter(|_| game.program.can_end() && !free);
        if let Some(why) = never {
            let message = format!("no game can come to an end: {why}");
            warnings.push(
                at_the_end(message).help("change what [end] asks for, or let an effect `end game`"),
            );
        } else if self.unended > 0 && game.program.can_end() {
            let whole = self.games - self.broken_off;
            let message = match whole {
                whole if whole == self.unended => format!(
                    "none of {} had ended after {LONGEST} moves",
                    counted(whole, "random game")
                ),
                _ => format!(
                    "{} of {whole} had not ended after {LONGEST} moves",
                    counted(self.unended, "random game"),
                ),
            };
            warnings.push(at_the_end(message).help(
                "random play ends some games slowly; if people would too, add `when` to [end]",
            ));
        }
        warnings
    }
}

/// Where something is written, to be compared.
fn lies(origin: &Origin) -> (usize, usize) {
    let place = origin.source.place(origin.span.clone());
    (place.span.start, place.span.end)
}

impl Trial {
    /// The errors in the rules.
    pub fn errors(&self, game: &KitGame) -> Vec<Problem> {
        let problem = |(fault, count): &(RuntimeError, u64)| {
            let origin =
                &game.program.origins[usize::from(fault.op).min(game.program.origins.len() - 1)];
            let message = format!(
                "{} (met in {} of {}, with {})",
                fault.is.sentence(),
                counted(*count, "game"),
                self.games,
                counted(u64::from(game.seats), "player")
            );
            let help = match fault.is {
                RuntimeErrorKind::Nothing => {
                    "offer something that can always be done: an action with `last = true`"
                }
                RuntimeErrorKind::Full => {
                    "say what leaves first, or give the zone more room with `most`"
                }
                RuntimeErrorKind::Spins => "let it end: count down, or ask; search in smaller sets",
                RuntimeErrorKind::Endless => "let it end: count down, or ask",
                RuntimeErrorKind::Unasked => UNASKED_HELP,
                RuntimeErrorKind::Hidden => "`reveal` it first",
                RuntimeErrorKind::Nowhere => "test it first: `if x is not empty`",
                RuntimeErrorKind::Deep => "shuffle a pile whole before it is mixed with others",
                RuntimeErrorKind::Elsewhere => {
                    "look for it before any of its pile is dealt face down"
                }
                RuntimeErrorKind::Divides => "test it first: `if x > 0`",
                RuntimeErrorKind::Large => "keep it small: `/` it, or give the counter a `most`",
                RuntimeErrorKind::Wide => "pick less at once, and `ask` for the rest in `do`",
            };
            origin.problem(message).label("here").help(help)
        };
        self.faults.iter().map(problem).collect()
    }
}

/// Numbers of rules that the kit does not have.
fn unknown_rules(kit: &Kit) -> Vec<Problem> {
    let Some(sheet) = own_sheet(kit) else {
        return Vec::new();
    };
    let unknown = sheet
        .cited
        .iter()
        .filter(|(number, _)| kit.rules.iter().all(|rule| rule.id != *number));
    let known = || kit.rules.iter().map(|rule| rule.id.as_str());
    unknown
        .map(|(number, origin)| {
            let problem = origin.problem(format!("the kit has no rule `{number}`"));
            problem.help(match nearest(number, known()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "add it to rules.toml, or leave out `rule`".to_owned(),
            })
        })
        .collect()
}

/// Actions that are offered several times in the same words.
fn unnamed_picks(program: &Program) -> impl Iterator<Item = Problem> {
    let actions = program.actions.iter();
    let unnamed = actions.filter(|code| !code.free && code.keeps_picks());
    unnamed.map(|code| {
        let (name, pick) = (&code.name, &code.picks[0].name);
        let message =
            format!("the words of `{name}` do not tell its answers apart: they leave out `{pick}`");
        let problem = code.origin.problem(message);
        problem.help(format!("name it in `words`, as `{{{pick}}}`"))
    })
}

/// Actions in the same words as another one of a choice, which nobody could tell apart.
fn same_words(program: &Program) -> Vec<Problem> {
    let words = |action: u16| match program.actions[usize::from(action)].words.0.as_slice() {
        [Part::Text(text)] => Some(text.as_str()),
        _ => None,
    };
    let mut problems: BTreeMap<u16, Problem> = BTreeMap::new();
    for actions in program.choices.iter().map(|choice| &choice.actions) {
        for (at, action) in actions.iter().enumerate() {
            let Some(own) = words(*action) else { continue };
            let Some(other) = actions[..at]
                .iter()
                .find(|other| *other != action && words(**other) == Some(own))
            else {
                continue;
            };
            let [name, other] =
                [action, other].map(|action| &program.actions[usize::from(*action)].name);
            let message = format!("actions `{other}` and `{name}` are both offered as \"{own}\"");
            let problem = program.actions[usize::from(*action)]
                .origin
                .problem(message);
            problems.insert(*action, problem.help("give each `words` of its own"));
        }
    }
    problems.into_values().collect()
}

/// The first unreached effect of each block, up to a limit, ignoring actions that were never offered.
fn unreached(program: &Program, offered: &[bool], reached: &[bool]) -> Vec<usize> {
    let mut told = Vec::new();
    let mut before = true;
    for (at, op) in program.ops.iter().enumerate().take(reached.len()) {
        let action = program
            .actions
            .iter()
            .position(|action| usize::from(action.entry) == at);
        if action.is_some_and(|action| !offered.get(action).copied().unwrap_or(true)) {
            before = false;
        }
        match op {
            Op::Return => before = true,
            Op::Jump(_) | Op::Next(..) | Op::TogetherEnd | Op::Over => {}
            _ => {
                if before && !reached[at] && told.len() < TOLD {
                    told.push(at);
                }
                before = reached[at];
            }
        }
    }
    told
}
