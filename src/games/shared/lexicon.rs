//! The sentences of a kit, from its `words.toml`: one for each kind of event, and how its nouns are put.
//!
//! A stranger may have written them. A sentence is given its particulars and nothing else, works for a bounded time, and is
//! tried with every shape of its particulars before anybody plays. In play nothing can go wrong with it but its length.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{Error as IoError, Write};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use minijinja::value::{Object, ObjectRepr, Value};
use minijinja::{Environment, Error, ErrorKind, Output, State, UndefinedBehavior};

use super::event::{Events, Kind, Report};
use super::fact::Fact;
use crate::games::english;
use crate::kit::problem::nearest;
use crate::kit::reader::{Document, Field, Section};
use crate::kit::{Files, Kit, Language, Place, Problem, Problems, depth};
use crate::referee::{Game, Telling};

/// Where a kit's sentences stand.
const FILE: &str = "words.toml";
/// Where the program's own texts stand, for translators.
const OWN: &str = "paperkeep";
/// What one sentence may cost, in instructions of the template engine: the richest shipped one takes a twentieth of it.
const FUEL: u64 = 5_000;
/// No sentence, nor the template of one, is longer, bytes.
const LONGEST: usize = 2_000;
/// A sentence is tried so often at most, with its particulars in all their shapes or as many of them.
const TRIALS: usize = 400;
/// No more nouns are kept with the ways they were put.
const MOST_KNOWN: usize = 1_000;
/// How a noun is put where a sentence asks for no other way.
const TEXT: &str = "text";
/// The word before the last of a list, which the helpers put in.
const AND: &str = "and";

/// A kit's sentences, compiled when they are first needed: not for a simulation, which tells nothing.
#[derive(Clone)]
pub struct Lexicon {
    files: Files,
    /// The language to speak; English if the kit is read in its own.
    language: Option<Arc<Language>>,
    compiled: Arc<OnceLock<Compiled>>,
    /// Nouns and the ways they were put: odds ask for the same few a hundred thousand times.
    known: Arc<Mutex<HashMap<(Fact, String), String>>>,
}

impl std::fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Lexicon({})", self.files.name(FILE))
    }
}

impl Lexicon {
    /// The sentences of a kit; those of the shipped kit of this game where it has none.
    pub fn of(kit: &Kit, game: &str) -> Lexicon {
        let language = kit.files.language().cloned();
        let shipped = || {
            let files = Files::shipped(game).unwrap_or_else(|| kit.files.clone());
            match &language {
                Some(language) => Files::in_language(Language::open(files, &language.code).0),
                None => files,
            }
        };
        let files = if kit.files.has(FILE) { kit.files.clone() } else { shipped() };
        Lexicon { files, language, compiled: Arc::default(), known: Arc::default() }
    }

    /// What the program says itself, in the kit's language: `{room}` is filled in as usual, `{room.dat}` is put that way.
    pub fn say(&self, text: &str, with: &[(&str, Fact)]) -> String {
        let said = self.language.as_ref().map_or(text.into(), |language| language.translated(text, || OWN.to_owned()));
        let mut filled = String::with_capacity(said.len() + 16);
        let mut rest = &*said;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let Some((name, after)) = after.split_once('}') else { break };
            let (name, way) = name.split_once('.').unwrap_or((name, TEXT));
            if let Some((_, fact)) = with.iter().find(|(known, _)| *known == name) {
                filled.push_str(&self.put(fact, way));
            }
            rest = after;
        }
        filled + rest
    }

    /// An event in words.
    pub fn telling(&self, report: Report) -> Telling {
        let text = self.compiled().sentence(report.kind, &report.facts).unwrap_or_else(|_| report.kind.replace('_', " "));
        Telling { rule: Some(report.rule), kind: report.kind, text, data: report.data }
    }

    /// A fact by itself: "a potion".
    pub fn text(&self, fact: &Fact) -> String {
        self.put(fact, TEXT)
    }

    /// A noun by itself, put this way, or where the kit has no such way as usual: "the horned red monster".
    pub fn put(&self, noun: &Fact, way: &str) -> String {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(put) = known.get(&(noun.clone(), way.to_owned())) {
            return put.clone();
        }
        let Ok(value) = self.compiled().value(noun) else { return String::new() };
        let put = value.get_attr(way).ok().filter(|put| way != TEXT && !put.is_undefined()).unwrap_or(value).to_string();
        if known.len() < MOST_KNOWN {
            known.insert((noun.clone(), way.to_owned()), put.clone());
        }
        put
    }

    /// The facts of a list with commas: "Suns north, Moons east".
    pub fn joined(&self, list: &Fact) -> String {
        let Fact::List(facts) = list else { return self.text(list) };
        facts.iter().map(|fact| self.text(fact)).collect::<Vec<String>>().join(", ")
    }

    /// All of them: "a potion and 2 coins of 5".
    pub fn list(&self, facts: Vec<Fact>) -> String {
        let and = self.compiled().words.get(AND).map_or(AND, String::as_str);
        english::joined(&facts.iter().map(|fact| self.text(fact)).collect::<Vec<String>>(), and)
    }

    /// Names: "Ann, Bob and Cid".
    pub fn names(&self, names: &[&str]) -> String {
        self.list(names.iter().map(|name| Fact::from(*name)).collect())
    }

    fn compiled(&self) -> &Compiled {
        self.compiled.get_or_init(|| Compiled::read(&self.files).0)
    }

    /// Whether every event can be told. The shipped sentences were asked by a test.
    pub fn check<G: Game, E: Events<G>>(&self, game: &G) -> Problems {
        if self.files.is_embedded() { Problems::default() } else { self.faults::<G, E>(game) }
    }

    /// All that is wrong with them.
    pub fn faults<G: Game, E: Events<G>>(&self, game: &G) -> Problems {
        let (compiled, mut problems) = Compiled::read(&self.files);
        if problems.0.is_empty() {
            problems.extend(compiled.faults(game, E::KINDS));
        }
        // What was compiled before this was the same file.
        let _ = self.compiled.set(compiled);
        problems
    }
}

/// A text of the program in the game's language, with what is filled in: `say!(self, "take {token}", token = noun)`.
macro_rules! say {
    ($game:expr, $text:expr $(, $name:ident = $fact:expr)* $(,)?) => {
        $game.lexicon.say($text, &[$((stringify!($name), $crate::games::shared::fact::Fact::from($fact))),*])
    };
}
pub(in crate::games) use say;

/// The templates, and where each stands.
struct Compiled {
    environment: Environment<'static>,
    whole: Place,
    sentences: BTreeMap<String, Place>,
    /// By kind, the particulars that are left out on purpose.
    unsaid: BTreeMap<String, (Place, Vec<String>)>,
    /// The ways of each noun, the shortest dependency first: a way may use those before it.
    nouns: BTreeMap<String, Vec<(String, Place)>>,
    words: Arc<BTreeMap<String, String>>,
    word_places: BTreeMap<String, Place>,
}

impl Compiled {
    /// Reads the file; what cannot be read is told, and is not there.
    fn read(files: &Files) -> (Compiled, Problems) {
        let whole = Place::file(files.name(FILE));
        let mut compiled = Compiled {
            environment: Environment::empty(),
            whole: whole.clone(),
            sentences: BTreeMap::new(),
            unsaid: BTreeMap::new(),
            nouns: BTreeMap::new(),
            words: Arc::default(),
            word_places: BTreeMap::new(),
        };
        let document = match Document::open(files, FILE, whole) {
            Ok(document) => document,
            Err(problem) => return (compiled, problem.into()),
        };
        let text = document.text();
        document.root(&text, |root| compiled.take(root));
        compiled.equip();
        (compiled, document.into_problems().into_iter().collect())
    }

    fn take(&mut self, root: &Section<'_>) {
        let mut words = BTreeMap::new();
        root.inside("words", "[words]", |section| {
            for (word, place) in section.keys() {
                if let Some(put) = section.maybe(&word, Field::text) {
                    words.insert(word.clone(), put);
                    self.word_places.insert(word, place);
                }
            }
        });
        self.words = Arc::new(words);
        root.inside("nouns", "[nouns]", |section| {
            for (noun, _) in section.keys() {
                section.inside(&noun, &format!("noun `{noun}`"), |ways| {
                    let take = |(way, _): (String, Place)| {
                        let place = ways.maybe(&way, |field| self.template(&format!("nouns.{noun}.{way}"), field))?;
                        Some((way, place))
                    };
                    let put = ways.keys().into_iter().filter_map(take).collect();
                    self.nouns.insert(noun.clone(), put);
                });
            }
        });
        root.inside("events", "[events]", |section| {
            for (kind, _) in section.keys() {
                if let Some(place) = section.maybe(&kind, |field| self.template(&format!("events.{kind}"), field)) {
                    self.sentences.insert(kind, place);
                }
            }
        });
        root.inside("unsaid", "[unsaid]", |section| {
            for (kind, place) in section.keys() {
                if let Some(names) = section.maybe(&kind, |field| field.list(Field::text)) {
                    self.unsaid.insert(kind, (place, names));
                }
            }
        });
    }

    /// Compiles a template; the error says what is wrong with it.
    fn template(&mut self, name: &str, field: Field<'_>) -> Result<Place, Problem> {
        let source = field.text()?;
        if let Some(why) = beyond(&source) {
            return Err(field.problem(why));
        }
        match self.environment.add_template_owned(name.to_owned(), source) {
            Ok(()) => Ok(field.place()),
            Err(error) => Err(field.problem(told(&error))),
        }
    }

    /// What sentences may call.
    fn equip(&mut self) {
        let environment = &mut self.environment;
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_fuel(Some(FUEL));
        environment.set_formatter(told_only);
        environment.add_function("does", |who: Value, you: String, they: String| -> Result<String, Error> {
            if !who.get_attr("alone")?.is_true() {
                return Ok(format!("{who} {they}"));
            }
            // Some languages leave the pronoun out.
            let subject = who.get_attr("subject")?.to_string();
            Ok(english::capital(format!("{subject} {you}").trim_start()))
        });
        environment.add_function("verb", |who: Value, you: String, they: String| -> Result<String, Error> {
            Ok(if who.get_attr("alone")?.is_true() { you } else { they })
        });
        environment.add_function("counted", |count: i64, one: String, several: String| {
            format!("{count} {}", if count == 1 { one } else { several })
        });
        environment.add_filter("capital", |text: Value| english::capital(&text.to_string()));
        environment.add_filter("abs", |number: i64| number.saturating_abs());
        environment.add_filter("signed", |number: i64| format!("{number:+}"));
        environment.add_filter("length", |list: Vec<Value>| list.len());
        environment
            .add_filter("joined", |list: Vec<Value>| list.iter().map(Value::to_string).collect::<Vec<String>>().join(", "));
        let and = self.words.get(AND).cloned().unwrap_or_else(|| AND.to_owned());
        environment.add_filter("listed", move |list: Vec<Value>| {
            english::joined(&list.iter().map(Value::to_string).collect::<Vec<String>>(), &and)
        });
    }

    fn sentence(&self, kind: &str, facts: &[(&'static str, Fact)]) -> Result<String, Error> {
        let context = facts.iter().map(|(name, fact)| Ok((*name, self.value(fact)?))).collect::<Result<_, Error>>()?;
        self.render(&format!("events.{kind}"), context)
    }

    fn render(&self, template: &str, context: BTreeMap<&str, Value>) -> Result<String, Error> {
        let mut text = Bounded::default();
        self.environment.get_template(template)?.render_captured_to(Value::from(context), &mut text)?;
        let text = String::from_utf8_lossy(&text.0).into_owned();
        Ok(text.replace(char::is_control, " "))
    }

    /// A fact as sentences see it.
    fn value(&self, fact: &Fact) -> Result<Value, Error> {
        Ok(match fact {
            Fact::None => ().into(),
            Fact::Flag(flag) => (*flag).into(),
            Fact::Number(number) => (*number).into(),
            Fact::Text(text) => text.as_str().into(),
            Fact::Word(word) => self.words.get(*word).map_or(*word, String::as_str).into(),
            Fact::List(facts) => facts.iter().map(|fact| self.value(fact)).collect::<Result<Vec<Value>, Error>>()?.into(),
            Fact::Noun(name, facts) => {
                let mut known: BTreeMap<&str, Value> = BTreeMap::new();
                for (name, fact) in facts {
                    known.insert(name, self.value(fact)?);
                }
                for (way, _) in self.nouns.get(*name).into_iter().flatten() {
                    let put = self.render(&format!("nouns.{name}.{way}"), known.clone())?;
                    known.insert(way, put.into());
                }
                let known = known.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
                Value::from_object(Noun(known))
            }
        })
    }
}

/// The faults that are looked for before anybody plays.
impl Compiled {
    fn faults<G: Game>(&self, game: &G, kinds: &[Kind<G>]) -> Problems {
        let mut problems = Problems::default();
        let (start, mut seen) = (game.start(), Seen::default());
        for kind in kinds {
            let specimens: Vec<Vec<Fact>> = kind.slots.iter().map(|slot| (slot.shapes)(game, &start)).collect();
            specimens.iter().flatten().for_each(|fact| seen.note(fact));
            match self.sentences.get(kind.name) {
                Some(place) => self.fault_of(kind, &specimens, place, &mut problems),
                None => {
                    let message = format!("`{}` has no sentence", kind.name);
                    let can = kind.slots.iter().map(|slot| slot.name);
                    problems.push(Problem::new(self.whole.clone(), message).help(there_is(can)));
                }
            }
        }
        for (kind, place) in &self.sentences {
            if !kinds.iter().any(|known| known.name == kind) {
                let message = format!("the game has no event `{kind}`");
                let like = nearest(kind, kinds.iter().map(|kind| kind.name)).map(|like| format!("did you mean `{like}`?"));
                problems.push(Problem { help: like, ..Problem::new(place.clone(), message) });
            }
        }
        for (kind, (place, names)) in &self.unsaid {
            let slots = kinds.iter().find(|known| known.name == kind).map(|kind| kind.slots);
            for name in names {
                if !slots.is_some_and(|slots| slots.iter().any(|slot| slot.told && slot.name == name)) {
                    problems.push(Problem::new(place.clone(), format!("`{kind}` has no `{name}` to leave out")));
                }
            }
        }
        self.faults_of_nouns(&seen, &mut problems);
        problems
    }

    /// Of one sentence: a word too many, a particular too few, a shape that it cannot tell.
    fn fault_of<G: Game>(&self, kind: &Kind<G>, specimens: &[Vec<Fact>], place: &Place, problems: &mut Problems) {
        let Ok(template) = self.environment.get_template(&format!("events.{}", kind.name)) else { return };
        let used = template.undeclared_variables(false);
        let helpers: Vec<&str> = self.environment.globals().map(|(name, _)| name).collect();
        let names = || kind.slots.iter().map(|slot| slot.name);
        let mut complete = true;
        for word in used.iter().filter(|word| !helpers.contains(&word.as_str()) && !names().any(|name| name == *word)) {
            complete = false;
            let message = format!("there is no `{word}` to tell");
            problems.push(Problem::new(place.clone(), message).help(there_is(names())));
        }
        let unsaid = self.unsaid.get(kind.name).map_or(&[][..], |(_, names)| names);
        for slot in kind.slots.iter().filter(|slot| slot.told) {
            let is_left_out = unsaid.iter().any(|name| name == slot.name);
            let message = match (used.contains(slot.name), is_left_out) {
                (false, false) => format!("`{}` does not tell `{}`", kind.name, slot.name),
                (true, true) => format!("`{}` tells `{}`, which [unsaid] names", kind.name, slot.name),
                _ => continue,
            };
            let help = "name what is left out on purpose under [unsaid], and nothing else";
            problems.push(Problem::new(place.clone(), message).help(help));
        }
        if !complete {
            return;
        }
        for facts in trials(specimens) {
            let facts: Vec<_> = names().zip(facts.into_iter().cloned()).collect();
            let message = match self.sentence(kind.name, &facts) {
                Ok(text) if text.trim().is_empty() => "the sentence comes out empty".to_owned(),
                Ok(_) => continue,
                Err(error) => told(&error),
            };
            return problems.push(Problem::new(place.clone(), message).label(format!("while telling `{}`", kind.name)));
        }
    }

    fn faults_of_nouns(&self, seen: &Seen, problems: &mut Problems) {
        for (noun, facts) in &seen.nouns {
            let ways = self.nouns.get(*noun);
            if !ways.is_some_and(|ways| ways.iter().any(|(way, _)| way == TEXT)) {
                let place = ways.and_then(|ways| ways.first()).map_or(self.whole.clone(), |(_, place)| place.clone());
                let message = format!("noun `{noun}` has no `{TEXT}`");
                problems.push(Problem::new(place, message).help(there_is(facts.iter().copied())));
            }
        }
        for (noun, ways) in &self.nouns {
            if let Some((_, place)) = ways.first().filter(|_| !seen.nouns.contains_key(noun.as_str())) {
                let problem = Problem::new(place.clone(), format!("the game has no noun `{noun}`"));
                problems.push(problem.help(there_is(seen.nouns.keys().copied())));
            }
        }
        for (word, place) in &self.word_places {
            if !seen.words.contains(word.as_str()) && word != AND {
                let problem = Problem::new(place.clone(), format!("the game has no word `{word}` to put otherwise"));
                problems.push(problem.help(there_is(seen.words.iter().copied().chain([AND]))));
            }
        }
    }
}

/// The words and nouns that the facts of a game have.
#[derive(Default)]
struct Seen {
    words: BTreeSet<&'static str>,
    nouns: BTreeMap<&'static str, BTreeSet<&'static str>>,
}

impl Seen {
    fn note(&mut self, fact: &Fact) {
        match fact {
            Fact::Word(word) => {
                self.words.insert(word);
            }
            Fact::List(facts) => facts.iter().for_each(|fact| self.note(fact)),
            Fact::Noun(name, facts) => {
                self.nouns.entry(name).or_default().extend(facts.iter().map(|(name, _)| *name));
                facts.iter().for_each(|(_, fact)| self.note(fact));
            }
            Fact::None | Fact::Flag(_) | Fact::Number(_) | Fact::Text(_) => {}
        }
    }
}

/// Every shape of each particular with every one of the others; where these are too many, some, spread over all.
fn trials(specimens: &[Vec<Fact>]) -> impl Iterator<Item = Vec<&Fact>> {
    let all = specimens.iter().map(Vec::len).fold(1, usize::saturating_mul);
    // A step that has no factor in common with a number of shapes meets each of them.
    let is_fair = |step: &usize| specimens.iter().all(|shapes| gcd(*step, shapes.len()) == 1);
    let step = (all.div_ceil(TRIALS)..).find(is_fair).unwrap_or(1);
    (0..all).step_by(step).map(|mut nth| {
        let pick = |shapes: &'_ Vec<Fact>| {
            let picked = nth % shapes.len();
            nth /= shapes.len();
            picked
        };
        let picked: Vec<usize> = specimens.iter().map(pick).collect();
        specimens.iter().zip(picked).map(|(shapes, nth)| &shapes[nth]).collect()
    })
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A noun as sentences see it: its text, and by name its facts and the ways it is put.
#[derive(Debug)]
struct Noun(BTreeMap<String, Value>);

impl Object for Noun {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.0.get(key.as_str()?).cloned()
    }

    fn render(self: &Arc<Self>, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.get(TEXT).map_or(Ok(()), |text| write!(f, "{text}"))
    }
}

/// A sentence as it grows, up to what is bearable.
#[derive(Default)]
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, IoError> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(IoError::other("the sentence is too long"));
        }
        self.0.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<(), IoError> {
        Ok(())
    }
}

/// Why a sentence asks for more than sentences need: what could grow without end is left out.
fn beyond(source: &str) -> Option<String> {
    if source.len() > LONGEST {
        return Some(format!("a sentence of {} letters is longer than the {LONGEST} that can be told", source.len()));
    }
    if let Some(sign) = ['*', '~'].into_iter().find(|sign| source.contains(*sign)) {
        return Some(format!("a sentence has no use for `{sign}`"));
    }
    if let Some((_, message)) = depth::too_deep(source) {
        return Some(message);
    }
    let statements = source.split("{%").skip(1).map(|rest| rest.trim_start_matches(['-', '+', ' ']));
    let word = |rest: &str| rest.split(|letter: char| !letter.is_alphanumeric()).next().map(str::to_owned);
    let known = ["if", "elif", "else", "endif", "for", "endfor"];
    let unknown = statements.filter_map(word).find(|word| !known.contains(&word.as_str()))?;
    Some(format!("a sentence knows `if` and `for`, not `{unknown}`"))
}

/// What a template puts in must be there to tell.
fn told_only(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    if value.is_none() {
        return Err(Error::new(ErrorKind::UndefinedError, "this may be hidden: ask for it with `if` first"));
    }
    minijinja::escape_formatter(out, state, value)
}

/// A template's error in one line.
fn told(error: &Error) -> String {
    let causes = std::iter::successors(Some(error as &dyn std::error::Error), |error| error.source());
    match causes.last() {
        Some(last) => match last.downcast_ref::<Error>() {
            Some(error) if error.kind() == ErrorKind::OutOfFuel => {
                "the sentence works too long: do its loops end?".to_owned()
            }
            Some(error) => error.detail().map_or_else(|| error.kind().to_string(), str::to_owned),
            None => last.to_string(),
        },
        None => error.to_string(),
    }
}

fn there_is<'a>(names: impl Iterator<Item = &'a str>) -> String {
    match names.map(|name| format!("`{name}`")).collect::<Vec<String>>() {
        none if none.is_empty() => "there is nothing to tell".to_owned(),
        names => format!("there is {}", english::listed(&names)),
    }
}

#[cfg(test)]
mod tests;
