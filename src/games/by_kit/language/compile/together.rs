//! Checks what a `together` block, and everything it calls, may touch.
//!
//! It may change only what its own player alone sees. Then no player's answers depend on another's, and the order does not
//! matter.

use crate::games::by_kit::language::phrase::{Form, Origin, Phrase};
use crate::games::by_kit::language::sheet::Sheet;
use crate::games::by_kit::language::statement::{Block, Effect, Statement};
use crate::kit::Problem;

/// The actions and effects run within a `together`, by name.
#[derive(Debug, Default)]
pub struct Apart<'s> {
    pub actions: Vec<&'s str>,
    pub effects: Vec<&'s str>,
    /// The counters that are set there, by name.
    pub set: Vec<&'s str>,
    /// Whether the rules show something to one player alone anywhere.
    pub shows: bool,
}

impl<'s> Apart<'s> {
    pub fn of(sheet: &'s Sheet) -> Apart<'s> {
        let mut apart = Apart::default();
        let mut todo: Vec<&'s Block> = Vec::new();
        let flow = [
            Some(&sheet.setup),
            sheet.round.as_ref(),
            sheet.turn.as_ref(),
        ]
        .into_iter()
        .flatten();
        let actions = sheet.actions.iter().map(|action| &action.does);
        let effects = sheet.effects.iter().map(|effect| &effect.is);
        for block in flow.chain(actions).chain(effects) {
            walk(block, &mut |statement| {
                if let Effect::Together { block } = &statement.is {
                    todo.push(block);
                }
                apart.shows |= matches!(statement.is, Effect::Reveal { to: Some(_), .. });
            });
        }
        while let Some(block) = todo.pop() {
            walk(block, &mut |statement| match &statement.is {
                Effect::Choose { actions, .. } => {
                    let is_named = |action: &&'s super::Action| {
                        actions.iter().any(|(name, _)| *name == action.name)
                    };
                    for action in sheet.actions.iter().filter(is_named) {
                        if !apart.actions.contains(&action.name.as_str()) {
                            apart.actions.push(&action.name);
                            todo.push(&action.does);
                        }
                    }
                }
                Effect::Do { what, .. } => {
                    // A field may name any of them.
                    let plain = if let Form::Name(name) = &what.is {
                        Some(name)
                    } else {
                        None
                    };
                    for effect in sheet
                        .effects
                        .iter()
                        .filter(|effect| plain.is_none_or(|name| *name == effect.name))
                    {
                        if !apart.effects.contains(&effect.name.as_str()) {
                            apart.effects.push(&effect.name);
                            todo.push(&effect.is);
                        }
                    }
                }
                Effect::Set { target, .. } => apart.set.extend(named(target)),
                _ => {}
            });
        }
        apart
    }
}

/// The name of what is set.
fn named(target: &Phrase) -> Option<&str> {
    match &target.is {
        Form::Name(name) | Form::Of(_, name) => Some(name),
        Form::Call(base, _) => named(base),
        _ => None,
    }
}

/// Visits every statement of a block and of its inner blocks.
fn walk<'s>(block: &'s Block, see: &mut dyn FnMut(&'s Statement)) {
    for statement in block {
        see(statement);
        for inner in statement.is.blocks() {
            walk(inner, see);
        }
    }
}

/// Whether others would see an effect, whoever causes it.
pub fn is_seen(effect: &Effect) -> bool {
    match effect {
        Effect::Draw { .. }
        | Effect::Deal { .. }
        | Effect::Fill { .. }
        | Effect::Shuffle { .. }
        | Effect::Place { .. }
        | Effect::Turn { .. }
        | Effect::Reveal { .. }
        | Effect::Mark { .. }
        | Effect::Random { .. }
        | Effect::Say { .. }
        | Effect::Win { .. }
        | Effect::Lose { .. }
        | Effect::EachPlayer { .. } => true,
        Effect::Ask { who, .. } => who.is_some(),
        Effect::End { what } => what != "action",
        _ => false,
    }
}

pub fn problem(origin: &Origin, what: &str) -> Problem {
    let message = format!(
        "{what} cannot be done `together`: there everybody touches only what nobody else sees"
    );
    origin
        .problem(message)
        .label("others see it")
        .help("do it after the block, when all have chosen")
}
