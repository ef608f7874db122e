//! `[edition.NAME]` and `[options]`: what a table may agree to play differently. Once a game is set up, options are constants.

use std::collections::BTreeMap;

use crate::games::Setup;
use crate::games::by_kit::language::fold;
use crate::games::by_kit::language::lex::Source;
use crate::games::by_kit::language::phrase::{Form, Origin, Phrase};
use crate::games::by_kit::language::sheet::{origin_of, phrase_of, sentence};
use crate::kit::Problem;
use crate::kit::reader::{Field, Section};

/// The value of an option that follows the edition.
pub const EDITION: &str = "edition";
/// The most a number may be.
const MOST: i64 = 9999;

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The names of the editions, the default first.
    pub editions: Vec<String>,
    pub all: Vec<OptionOf>,
}

#[derive(Clone, Debug)]
pub struct OptionOf {
    pub name: String,
    pub origin: Origin,
    pub values: Values,
    /// The value in editions that name none of their own.
    pub usual: Constant,
    pub by_edition: Vec<(String, Constant)>,
    /// What it decides, in a sentence.
    pub text: String,
    /// The number of the rule that it changes.
    pub rule: Option<String>,
    /// When it may be chosen, and what is said otherwise.
    pub when: Option<Phrase>,
    pub reason: Option<Source>,
    /// Whether only editions differ in it.
    pub is_hidden: bool,
}

/// The values that an option may have.
#[derive(Clone, Debug)]
pub enum Values {
    Flag,
    Number(i32, i32),
    Words(Vec<String>),
}

/// A value known before play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant {
    Flag(bool),
    Number(i32),
    Word(String),
}

impl Constant {
    /// The constant as it is written in an expression.
    pub fn form(&self) -> Form {
        match self {
            Constant::Flag(flag) => Form::Name(if *flag { "yes" } else { "no" }.into()),
            Constant::Number(number) => Form::Number(*number),
            Constant::Word(word) => Form::Quoted(word.clone()),
        }
    }

    /// The constant as it is chosen on the command line.
    fn said(&self) -> String {
        match self {
            Constant::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
            Constant::Number(number) => number.to_string(),
            Constant::Word(word) => word.clone(),
        }
    }
}

impl OptionOf {
    /// What can be chosen, the default first; "1-9" means every number from 1 to 9.
    pub fn choices(&self) -> Vec<String> {
        let usual = if self.by_edition.is_empty() {
            self.usual.said()
        } else {
            EDITION.to_owned()
        };
        let others = match &self.values {
            Values::Flag => vec!["yes".to_owned(), "no".to_owned()],
            Values::Number(least, most) => vec![format!("{least}-{most}")],
            Values::Words(words) => words.clone(),
        };
        let mut all = vec![usual];
        all.extend(
            others
                .into_iter()
                .filter(|value| *value != all[0])
                .collect::<Vec<_>>(),
        );
        all
    }

    /// What it decides, for people.
    pub fn help(&self) -> String {
        let text = if self.text.is_empty() {
            format!("{}.", self.name.replace('_', " "))
        } else {
            self.text.clone()
        };
        match &self.rule {
            Some(rule) => format!("{text} ({rule})"),
            None => text,
        }
    }

    /// The value that was chosen; `None` if it follows the edition.
    fn parsed(&self, said: &str) -> Option<Constant> {
        if said == EDITION && !self.by_edition.is_empty() {
            return None;
        }
        match &self.values {
            Values::Flag => ["no", "yes"]
                .iter()
                .position(|word| *word == said)
                .map(|at| Constant::Flag(at == 1)),
            Values::Number(..) => said.parse().ok().map(Constant::Number),
            Values::Words(_) => Some(Constant::Word(said.to_owned())),
        }
    }
}

impl Options {
    /// The words that options may be.
    pub fn words(&self) -> Vec<String> {
        let words = self.all.iter().filter_map(|option| match &option.values {
            Values::Words(words) => Some(words),
            _ => None,
        });
        words.flatten().cloned().collect()
    }

    /// The edition that is played, if there are several.
    pub fn edition(&self, setup: &Setup) -> Option<String> {
        setup
            .edition
            .clone()
            .or_else(|| self.editions.first().cloned())
    }

    /// The value of each option in a set-up.
    ///
    /// # Errors
    ///
    /// Returns why an option cannot be chosen with these players or other options.
    pub fn chosen(&self, setup: &Setup) -> Result<BTreeMap<String, Constant>, String> {
        let edition = self.edition(setup);
        let usual = |option: &OptionOf| {
            let own = option
                .by_edition
                .iter()
                .find(|(name, _)| Some(name) == edition.as_ref());
            own.map_or_else(|| option.usual.clone(), |(_, value)| value.clone())
        };
        let mut constants = BTreeMap::new();
        for option in &self.all {
            let wish = setup
                .options
                .iter()
                .rev()
                .find(|(name, _)| *name == option.name);
            let chosen = wish.and_then(|(_, said)| option.parsed(said));
            constants.insert(option.name.clone(), chosen.unwrap_or_else(|| usual(option)));
        }
        for option in &self.all {
            let Some(when) = &option.when else { continue };
            if constants[&option.name] != usual(option)
                && fold::known(when, self, &constants, setup.players.len()) == Some(false)
            {
                let reason = option.reason.as_ref().map_or_else(
                    || format!("it is for games where {}", when.origin.source.text.trim()),
                    |reason| reason.text.clone(),
                );
                return Err(format!(
                    "option `{}` changes nothing here: {reason}",
                    option.name
                ));
            }
        }
        Ok(constants)
    }

    /// Reads the editions and options of a `play.toml`.
    pub fn read(root: &Section<'_>, problems: &mut Vec<Problem>) -> Options {
        let mut options = Options::default();
        root.inside("edition", "the editions", |all| {
            for (name, _) in all.keys() {
                all.inside(&name, &format!("edition `{name}`"), |_| {});
                options.editions.push(name);
            }
        });
        root.inside("options", "the options", |all| {
            for (name, place) in all.keys() {
                let origin = origin_of(Source::new(name.clone(), place));
                let read = all.maybe(&name, |field| {
                    option(&name, origin.clone(), field, &options.editions)
                });
                match read {
                    Some(Ok(option)) => options.all.push(option),
                    Some(Err(problem)) => problems.push(problem),
                    None => {}
                }
            }
        });
        options
    }
}

fn constant(field: Field<'_>) -> Result<Constant, Problem> {
    if let Ok(flag) = field.flag() {
        return Ok(Constant::Flag(flag));
    }
    if let Ok(number) = field.integer(0..=MOST) {
        return Ok(Constant::Number(number as i32));
    }
    field.text().map(Constant::Word)
}

type Read = Result<OptionOf, Problem>;

/// Reads an option: a flag, or a table with its default and its other values.
fn option(
    name: &str,
    origin: Origin,
    field: Field<'_>,
    editions: &[String],
) -> Result<Read, Problem> {
    if !field.is_table() {
        let usual = constant(field)?;
        return Ok(whole(name, origin, usual, None));
    }
    let section = field.section("an option")?;
    let words = section.maybe("one_of", |field| field.list(Field::text));
    let usual = section.maybe("is", constant);
    let number = |field: Field<'_>| field.integer(0..=MOST).map(|number| number as i32);
    let least = section.maybe("least", number);
    let most = section.maybe("most", number);
    let by_edition: Vec<(String, Constant)> = editions
        .iter()
        .filter_map(|edition| Some((edition.clone(), section.maybe(edition, constant)?)))
        .collect();
    let text = section.maybe("text", Field::words).unwrap_or_default();
    let rule = section.maybe("rule", Field::text);
    let when = section.maybe("when", phrase_of);
    let reason = section.maybe("else", sentence);
    let is_hidden = section.maybe("hidden", Field::flag).unwrap_or(false);
    section.finish();
    let first = words.as_ref().and_then(|words| words.first().cloned());
    let Some(usual) = usual.or(first.map(Constant::Word)) else {
        return Ok(Err(origin
            .problem(format!("option `{name}` has no default"))
            .help(
                "`is = 2`, `is = true`, or `one_of = [..]`, whose first word is the default",
            )));
    };
    let values = match (words, least, most) {
        (Some(words), ..) => Some(Values::Words(words)),
        (None, None, None) => None,
        (None, least, most) => Some(Values::Number(
            least.unwrap_or(0),
            most.unwrap_or(MOST as i32),
        )),
    };
    let read = whole(
        name,
        origin,
        usual,
        values.or(is_hidden.then_some(Values::Number(0, MOST as i32))),
    );
    Ok(read.and_then(|option| {
        let option = OptionOf {
            by_edition,
            text,
            rule,
            when,
            reason,
            is_hidden,
            ..option
        };
        sound(&option)?;
        Ok(option)
    }))
}

fn whole(name: &str, origin: Origin, usual: Constant, values: Option<Values>) -> Read {
    let values = match (&usual, values) {
        (Constant::Flag(_), _) => Values::Flag,
        (_, Some(values)) => values,
        (Constant::Number(_), None) => {
            return Err(origin
                .problem(format!("option `{name}` does not say what else it may be"))
                .help(
                    "give it `least` and `most`, or `hidden = true` if only editions differ in it",
                ));
        }
        (Constant::Word(_), None) => {
            return Err(origin
                .problem(format!("option `{name}` does not say what else it may be"))
                .help("name its values: `one_of = [\"free\", \"never\"]`"));
        }
    };
    Ok(OptionOf {
        name: name.to_owned(),
        origin,
        values,
        usual,
        by_edition: Vec::new(),
        text: String::new(),
        rule: None,
        when: None,
        reason: None,
        is_hidden: false,
    })
}

/// Checks that each default is one of the option's values.
fn sound(option: &OptionOf) -> Result<(), Problem> {
    let own = option.by_edition.iter().map(|(_, value)| value);
    for value in own.chain([&option.usual]) {
        let is_one = match (&option.values, value) {
            (Values::Flag, Constant::Flag(_)) => true,
            (Values::Number(least, most), Constant::Number(number)) => {
                (least..=most).contains(&number)
            }
            (Values::Words(words), Constant::Word(word)) => words.contains(word),
            _ => false,
        };
        if !is_one {
            return Err(option.origin.problem(format!(
                "option `{}` cannot be `{}`, which is not one of its values",
                option.name,
                value.said()
            )));
        }
    }
    Ok(())
}
