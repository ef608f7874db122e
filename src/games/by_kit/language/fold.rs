//! Replaces options by their values, and drops what then can never be: branches, conditions, actions.

use std::collections::BTreeMap;

use crate::games::by_kit::language::options::{Constant, Options};
use crate::games::by_kit::language::phrase::{Form, Join, Phrase};
use crate::games::by_kit::language::sheet::{Is, Need, Sheet};
use crate::games::by_kit::language::statement::{Block, Effect};

/// Folds the rules of a sheet.
pub fn fold(sheet: &mut Sheet) {
    let folder = Folder {
        constants: &sheet.constants.clone(),
        words: sheet.options.words(),
        players: None,
    };
    for thing in &mut sheet.things {
        let Is::Zone(zone) = &mut thing.is else {
            continue;
        };
        let refill = zone.refill.iter_mut().map(|(from, _)| from);
        let phrases = zone
            .condition
            .iter_mut()
            .chain(&mut zone.layers)
            .chain(refill);
        phrases.for_each(|phrase| folder.phrase(phrase));
    }
    for action in &mut sheet.actions {
        for (_, set) in &mut action.picks {
            folder.phrase(set);
        }
        for need in &mut action.needs {
            folder.phrase(&mut need.that);
        }
        action.needs.retain(|need| flag(&need.that) != Some(true));
    }
    let is_closed = |needs: &[Need]| needs.iter().any(|need| flag(&need.that) == Some(false));
    let (closed, open): (Vec<_>, Vec<_>) = std::mem::take(&mut sheet.actions)
        .into_iter()
        .partition(|action| is_closed(&action.needs));
    sheet.actions = open;
    let closed: Vec<String> = closed.into_iter().map(|action| action.name).collect();
    for block in sheet.blocks_mut() {
        folder.block(block, &closed);
    }
    for value in &mut sheet.values {
        folder.phrase(&mut value.is);
    }
    for when in &mut sheet.whens {
        folder.phrase(&mut when.that);
    }
    for (_, _, worth) in &mut sheet.bot {
        folder.phrase(worth);
    }
    let end = &mut sheet.end;
    let phrases = [
        &mut end.win,
        &mut end.lose,
        &mut end.when,
        &mut end.score,
        &mut end.ties,
        &mut sheet.worth,
    ];
    phrases
        .into_iter()
        .flatten()
        .for_each(|phrase| folder.phrase(phrase));
}

/// Whether a condition on options and on the number of players holds; `None` if it is about anything else.
pub fn known(
    phrase: &Phrase,
    options: &Options,
    constants: &BTreeMap<String, Constant>,
    players: usize,
) -> Option<bool> {
    let mut phrase = phrase.clone();
    let folder = Folder {
        constants,
        words: options.words(),
        players: Some(players),
    };
    folder.phrase(&mut phrase);
    flag(&phrase)
}

/// The value of an expression that is simply yes or no.
pub fn flag(phrase: &Phrase) -> Option<bool> {
    match &phrase.is {
        Form::Name(name) if name == "yes" || name == "true" => Some(true),
        Form::Name(name) if name == "no" || name == "false" => Some(false),
        _ => None,
    }
}

fn number(phrase: &Phrase) -> Option<i32> {
    match &phrase.is {
        Form::Number(number) => Some(*number),
        _ => None,
    }
}

fn as_flag(flag: bool) -> Form {
    Constant::Flag(flag).form()
}

struct Folder<'c> {
    constants: &'c BTreeMap<String, Constant>,
    /// The words that options may be.
    words: Vec<String>,
    /// The number of players, where it counts as a constant.
    players: Option<usize>,
}

impl Folder<'_> {
    fn block(&self, block: &mut Block, closed: &[String]) {
        for statement in block.iter_mut() {
            statement.is.phrases_mut(&mut |phrase| self.phrase(phrase));
            for inner in statement.is.blocks_mut() {
                self.block(inner, closed);
            }
            match &mut statement.is {
                Effect::If {
                    branches,
                    otherwise,
                } => settle(branches, otherwise),
                Effect::Choose { actions, .. } => {
                    actions.retain(|(name, _)| !closed.contains(name));
                }
                _ => {}
            }
        }
        block.retain(|statement| match &statement.is {
            Effect::If {
                branches,
                otherwise,
            } => !branches.is_empty() || !otherwise.is_empty(),
            Effect::Choose { actions, .. } => !actions.is_empty(),
            _ => true,
        });
    }

    fn phrase(&self, phrase: &mut Phrase) {
        match &mut phrase.is {
            Form::Number(_) | Form::Quoted(_) => {}
            Form::Name(name) => {
                if let Some(constant) = self.constants.get(name) {
                    phrase.is = constant.form();
                }
            }
            Form::Of(base, _) => self.phrase(base),
            Form::Not(inner) => {
                self.phrase(inner);
                if let Some(holds) = flag(inner) {
                    phrase.is = as_flag(!holds);
                }
            }
            Form::Minus(inner) | Form::Empty(inner) => self.phrase(inner),
            Form::Where(set, each) | Form::By(set, each) => {
                self.phrase(set);
                self.phrase(each);
            }
            Form::List(list) => list.iter_mut().for_each(|entry| self.phrase(entry)),
            Form::Call(base, given) => {
                given.iter_mut().for_each(|entry| self.phrase(entry));
                if let Some(is) = self.called(base, given) {
                    phrase.is = is;
                }
            }
            Form::Join(join @ (Join::Equal | Join::Unequal), a, b)
                if self.is_same_word(a, b).is_some() =>
            {
                let same = self.is_same_word(a, b) == Some(true);
                phrase.is = as_flag(same == (*join == Join::Equal));
            }
            Form::Join(join, a, b) => {
                self.phrase(a);
                self.phrase(b);
                if let Some(is) = joined(*join, a, b) {
                    phrase.is = is;
                }
            }
        }
    }

    /// Whether an option has the word that it is compared with; `None` if this does not compare one.
    fn is_same_word(&self, a: &Phrase, b: &Phrase) -> Option<bool> {
        let option = |phrase: &Phrase| match &phrase.is {
            Form::Name(name) => match self.constants.get(name)? {
                Constant::Word(word) => Some(word.clone()),
                _ => None,
            },
            _ => None,
        };
        let word = |phrase: &Phrase| match &phrase.is {
            Form::Name(name) if self.words.contains(name) => Some(name.clone()),
            Form::Quoted(text) => Some(text.clone()),
            _ => option(phrase),
        };
        option(a).or_else(|| option(b))?;
        Some(word(a)? == word(b)?)
    }

    fn called(&self, base: &Phrase, given: &[Phrase]) -> Option<Form> {
        let Form::Name(name) = &base.is else {
            return None;
        };
        match (name.as_str(), given) {
            ("if", [condition, a, b]) => {
                let chosen = if flag(condition)? { a } else { b };
                Some(chosen.is.clone())
            }
            ("max", [a, b]) => Some(Form::Number(number(a)?.max(number(b)?))),
            ("min", [a, b]) => Some(Form::Number(number(a)?.min(number(b)?))),
            (
                "count",
                [
                    Phrase {
                        is: Form::Name(name),
                        ..
                    },
                ],
            ) if name == "players" => Some(Form::Number(self.players? as i32)),
            _ => None,
        }
    }
}

/// Drops branches that are never taken, and those after one that always is.
fn settle(branches: &mut Vec<(Phrase, Block)>, otherwise: &mut Block) {
    branches.retain(|(condition, _)| flag(condition) != Some(false));
    let always = branches
        .iter()
        .position(|(condition, _)| flag(condition) == Some(true));
    if let Some(at) = always {
        *otherwise = branches
            .drain(at..)
            .next()
            .map(|(_, block)| block)
            .unwrap_or_default();
    }
}

/// What two parts come to, if that is known.
fn joined(join: Join, a: &Phrase, b: &Phrase) -> Option<Form> {
    if let Join::And | Join::Or = join {
        // `yes and x` is `x`; `no and x` is `no`.
        let ends = join == Join::Or;
        return match (flag(a), flag(b)) {
            (Some(known), _) => Some(if known == ends {
                as_flag(ends)
            } else {
                b.is.clone()
            }),
            (_, Some(known)) => Some(if known == ends {
                as_flag(ends)
            } else {
                a.is.clone()
            }),
            _ => None,
        };
    }
    let same = flag(a).zip(flag(b)).map(|(x, y)| x == y);
    match (join, same) {
        (Join::Equal, Some(same)) => return Some(as_flag(same)),
        (Join::Unequal, Some(same)) => return Some(as_flag(!same)),
        _ => {}
    }
    let (x, y) = (number(a)?, number(b)?);
    Some(match join {
        Join::Equal => as_flag(x == y),
        Join::Unequal => as_flag(x != y),
        Join::Less => as_flag(x < y),
        Join::AtMost => as_flag(x <= y),
        Join::More => as_flag(x > y),
        Join::AtLeast => as_flag(x >= y),
        Join::Plus | Join::Minus | Join::Times | Join::Over | Join::Modulo => {
            Form::Number(join.reckoned(x, y)?)
        }
        Join::And | Join::Or | Join::In | Join::To => return None,
    })
}
