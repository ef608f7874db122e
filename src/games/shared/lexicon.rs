//! A kit's sentences, from its `words.toml`: one for each kind of event, question, answer and so on, and the phrasing of its
//! nouns. A sentence that a kit lacks is taken from the shipped kit of its game.
//!
//! Some sections repeat another one in a different form: `[short]`, for example, has the answers as they are typed. What such a
//! section lacks is said in full.
//!
//! The file may come from a stranger. A sentence sees only its particulars, runs for a limited time, and is tested with
//! every form of its particulars before a game starts. In play, only its length can still be a problem.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{Error as IoError, Write};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use minijinja::value::{Object, ObjectRepr, Rest, Value};
use minijinja::{Environment, Error, ErrorKind, Output, State, UndefinedBehavior};

use super::event::{Declared, Events, Kind, Report};
use super::fact::Fact;
use super::phrase::{Phrase, Phrases};
use crate::games::english;
use crate::kit::problem::nearest;
use crate::kit::reader::{Document, Field, Section};
use crate::kit::{Files, Kit, Problem, Problems, SourceSpan, depth};
use crate::referee::{Game, Message, Refused, Seat, Stake, Telling, Together};

/// The file that holds a kit's sentences.
const FILE: &str = "words.toml";
/// Its sections of sentences. Only in the first must a sentence mention all particulars.
const SECTIONS: [&str; 19] = [
    EVENTS,
    BRIEF,
    TOLD,
    DEEDS,
    "questions",
    ASKED,
    TOGETHER,
    EACH,
    "leads",
    "answers",
    PLAIN,
    "short",
    "confirm",
    "refusals",
    "setup",
    "table",
    "board",
    STAKES,
    "story",
];
const EVENTS: &str = "events";
/// Sections that repeat another one with the same particulars: in fewer words, about what may happen, or in a story. A section
/// that a game does not declare may have any of the other's sentences.
const AGAIN: [(&str, &str); 10] = [
    (BRIEF, EVENTS),
    (TOLD, EVENTS),
    (STAKES, EVENTS),
    (DEEDS, EVENTS),
    ("leads", "questions"),
    (ASKED, "questions"),
    (TOGETHER, "questions"),
    (EACH, "questions"),
    ("short", "answers"),
    (PLAIN, "answers"),
];
const BRIEF: &str = "brief";
/// Events in sentences that are shorter than the full ones.
const TOLD: &str = "told";
/// Answers that are shown beside their question in fewer words than on their own.
const PLAIN: &str = "plain";
/// Questions at the prompt in whole words, where they differ.
const ASKED: &str = "asked";
/// Questions that are put to several players as one; they also know [`WHO`], who are named as [`EACH`] says.
const TOGETHER: &str = "together";
const EACH: &str = "each";
const WHO: &str = "who";
const STAKES: &str = "stakes";
/// What events add to a story. A deed may come out empty, and is then left out; it also knows how often it was told before.
pub(super) const DEEDS: &str = "deeds";
pub(super) const WAY: &str = "way";
/// The most that a sentence may cost, in instructions of the template engine; the most expensive shipped one takes a
/// twentieth of it.
const FUEL: u64 = 5_000;
/// The longest sentence or template, in bytes.
const LONGEST: usize = 2_000;
/// The most times that a sentence is tested: with all combinations of its particulars, or with this many of them.
const TRIALS: usize = 400;
/// The most nouns, and the most phrases, in a cache.
const MAX_KNOWN: usize = 1_000;
/// The default way of a noun.
const TEXT: &str = "text";
/// The word before the last entry of a list, which the helpers insert.
const AND: &str = "and";

/// A kit's sentences. They are compiled on first use, since a simulation never needs them.
#[derive(Clone)]
pub struct Lexicon {
    /// The shipped sentences, then those of the kit, which take precedence.
    layers: Vec<Files>,
    compiled: Arc<OnceLock<Compiled>>,
    /// Nouns already phrased, since odds need the same few a hundred thousand times.
    known: Arc<Mutex<HashMap<(Fact, &'static str), String>>>,
    /// Phrases and their sentences, since the same answers are needed again and again.
    said: Arc<Mutex<HashMap<Phrase, String>>>,
}

impl std::fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Lexicon({})",
            self.layers
                .iter()
                .map(|files| files.name(FILE))
                .collect::<Vec<_>>()
                .join(", ")
        )
    }
}

impl Lexicon {
    /// The sentences of a kit, or those of the game's shipped kit if it has none.
    pub fn of(kit: &Kit, game: &str) -> Lexicon {
        let own = (!kit.files.is_embedded() && kit.files.has(FILE)).then(|| kit.files.clone());
        let layers = Files::shipped(game)
            .map(|files| files.like(&kit.files))
            .into_iter()
            .chain(own)
            .collect();
        Lexicon {
            layers,
            compiled: Arc::default(),
            known: Arc::default(),
            said: Arc::default(),
        }
    }

    /// Puts the referee's own messages into the language of the sentences.
    pub fn in_words(&self, message: &Message) -> String {
        let language = self.layers.iter().find_map(Files::language);
        message.translate(&|text| language?.known(text).map(str::to_owned))
    }

    /// Puts an event into words.
    pub fn telling(&self, report: Report) -> Telling {
        let text = self.sentence(EVENTS, report.kind, &report.facts);
        Telling {
            rule: Some(report.rule),
            kind: report.kind,
            text,
            data: report.data,
        }
    }

    /// Puts a refusal into words, without a full stop.
    pub fn refused(&self, report: Report) -> Refused {
        let reason = self.sentence("refusals", report.kind, &report.facts);
        Refused {
            reason,
            rule: Some(report.rule),
            code: report.kind,
        }
    }

    /// Puts an event into fewer words; `None` if it has only its sentence.
    pub fn brief<G: Game>(
        &self,
        game: &G,
        p: &G::Position,
        event: impl Events<G> + Copy,
    ) -> Option<String> {
        self.event_in(BRIEF, game, p, event)
    }

    /// Puts an event into a shorter sentence; `None` if it has only its full one.
    pub fn told<G: Game>(
        &self,
        game: &G,
        p: &G::Position,
        event: impl Events<G> + Copy,
    ) -> Option<String> {
        self.event_in(TOLD, game, p, event)
    }

    /// What an event means to somebody considering an answer: of this `seat` a predicate, otherwise a clause of its own; `None` if
    /// it does not matter then.
    pub fn stake<G: Game>(
        &self,
        game: &G,
        p: &G::Position,
        event: impl Events<G> + Copy,
        seat: Option<Seat>,
    ) -> Option<Stake> {
        Some(Stake {
            seat,
            words: self.event_in(STAKES, game, p, event)?,
        })
    }

    fn event_in<G: Game>(
        &self,
        section: &'static str,
        game: &G,
        p: &G::Position,
        event: impl Events<G> + Copy,
    ) -> Option<String> {
        self.again(section, game, p, event)
            .map(|phrase| self.put_into_words(phrase))
    }

    /// An event as a deed in a story, without its [`WAY`]; `None` if it is not told there.
    pub(super) fn deed<G: Game>(
        &self,
        game: &G,
        p: &G::Position,
        event: impl Events<G> + Copy,
    ) -> Option<Phrase> {
        self.again(DEEDS, game, p, event)
    }

    fn again<G: Game>(
        &self,
        section: &'static str,
        game: &G,
        p: &G::Position,
        event: impl Events<G> + Copy,
    ) -> Option<Phrase> {
        let (kind, _) = event.label(game, p);
        self.compiled().has(section, kind).then(|| Phrase {
            section,
            kind,
            facts: event.report(game, p).facts,
        })
    }

    /// Puts a phrase into words.
    pub fn say<G: Game>(&self, game: &G, p: &G::Position, phrase: &impl Phrases<G>) -> String {
        self.put_into_words(phrase.phrase(game, p))
    }

    /// Puts an answer into few words, or in full if it is only given so.
    pub fn typed<G: Game>(&self, game: &G, p: &G::Position, phrase: &impl Phrases<G>) -> String {
        self.short(game, p, phrase)
            .unwrap_or_else(|| self.say(game, p, phrase))
    }

    /// Puts a question or an answer into few words; `None` if it is only asked or given in full.
    pub fn short<G: Game>(
        &self,
        game: &G,
        p: &G::Position,
        phrase: &impl Phrases<G>,
    ) -> Option<String> {
        let phrase = phrase.phrase(game, p);
        let (section, _) = AGAIN
            .into_iter()
            .find(|(_, full)| *full == phrase.section)?;
        self.compiled()
            .has(section, phrase.kind)
            .then(|| self.put_into_words(Phrase { section, ..phrase }))
    }

    /// Puts an answer into the words that stand beside its question.
    pub fn plain<G: Game>(&self, game: &G, p: &G::Position, phrase: &impl Phrases<G>) -> String {
        let phrase = phrase.phrase(game, p);
        let section = match self.compiled().has(PLAIN, phrase.kind) {
            true if phrase.section == "answers" => PLAIN,
            _ => phrase.section,
        };
        self.put_into_words(Phrase { section, ..phrase })
    }

    /// Puts a question into the whole words of a prompt, if they differ.
    pub fn asked<G: Game>(
        &self,
        game: &G,
        p: &G::Position,
        question: &impl Phrases<G>,
    ) -> Option<String> {
        let phrase = question.phrase(game, p);
        self.compiled().has(ASKED, phrase.kind).then(|| {
            self.put_into_words(Phrase {
                section: ASKED,
                ..phrase
            })
        })
    }

    /// Puts a question about one player as it is put to several; `None` if each is asked alone.
    pub fn together<G: Game>(
        &self,
        game: &G,
        p: &G::Position,
        question: &impl Phrases<G>,
    ) -> Option<Together> {
        let phrase = question.phrase(game, p);
        if !self.compiled().has(TOGETHER, phrase.kind) {
            return None;
        }
        let who = if self.compiled().has(EACH, phrase.kind) {
            self.put_into_words(Phrase {
                section: EACH,
                ..phrase.clone()
            })
        } else {
            let (_, player) = phrase.facts.iter().find(|(name, _)| *name == "player")?;
            self.text(player)
        };
        let named = (WHO, Fact::from(Together::WHO));
        let question = self.put_into_words(Phrase {
            section: TOGETHER,
            kind: phrase.kind,
            facts: phrase.facts.into_iter().chain([named]).collect(),
        });
        Some(Together { who, question })
    }

    pub(super) fn put_into_words(&self, phrase: Phrase) -> String {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(said) = said.get(&phrase) {
            return said.clone();
        }
        let sentence = self.sentence(phrase.section, phrase.kind, &phrase.facts);
        if said.len() < MAX_KNOWN {
            said.insert(phrase, sentence.clone());
        }
        sentence
    }

    fn sentence(&self, section: &str, kind: &str, facts: &[(&'static str, Fact)]) -> String {
        self.compiled()
            .sentence(section, kind, facts)
            .unwrap_or_else(|_| kind.replace('_', " "))
    }

    /// Puts a fact into words on its own: "a potion".
    pub fn text(&self, fact: &Fact) -> String {
        self.put(fact, TEXT)
    }

    /// Phrases a noun in this way, or in the default one if the kit lacks it: "the horned red monster".
    pub fn put(&self, noun: &Fact, way: &'static str) -> String {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(put) = known.get(&(noun.clone(), way)) {
            return put.clone();
        }
        let Ok(value) = self.compiled().value(noun) else {
            return String::new();
        };
        let put = value
            .get_attr(way)
            .ok()
            .filter(|put| way != TEXT && !put.is_undefined())
            .unwrap_or(value)
            .to_string();
        if known.len() < MAX_KNOWN {
            known.insert((noun.clone(), way), put.clone());
        }
        put
    }

    fn compiled(&self) -> &Compiled {
        self.compiled.get_or_init(|| Compiled::read(&self.layers).0)
    }

    /// Checks that all declared sentences are valid. Shipped sentences are checked by a test instead.
    pub fn check<G: Game>(&self, game: &G, declared: &[Declared<G>]) -> Problems {
        match self.layers.as_slice() {
            [shipped] if shipped.is_embedded() => Problems::default(),
            _ => self.faults(game, declared),
        }
    }

    /// Finds all problems in the sentences.
    pub fn faults<G: Game>(&self, game: &G, declared: &[Declared<G>]) -> Problems {
        let (compiled, mut problems) = Compiled::read(&self.layers);
        if problems.0.is_empty() {
            problems.extend(compiled.faults(game, declared));
        }
        // If it was compiled before, it came from the same file.
        let _ = self.compiled.set(compiled);
        problems
    }
}

/// The templates, and where each is in the file.
struct Compiled {
    environment: Environment<'static>,
    whole: SourceSpan,
    /// By section and kind.
    sentences: BTreeMap<(&'static str, String), Sentence>,
    /// The entries of `[unsaid]`, each with its kind of event.
    unsaid: Vec<(String, SourceSpan, String)>,
    /// The ways of each noun, ordered so that a way may use the ones before it.
    nouns: BTreeMap<String, Vec<(String, SourceSpan)>>,
    words: Arc<BTreeMap<String, String>>,
    word_places: BTreeMap<String, SourceSpan>,
}

/// The place of a sentence, and the particulars that it leaves out on purpose.
struct Sentence {
    place: SourceSpan,
    unsaid: Vec<String>,
}

impl Compiled {
    /// Reads the files; each takes precedence over those before it. Entries that cannot be read are reported and skipped.
    fn read(layers: &[Files]) -> (Compiled, Problems) {
        let mut compiled = Compiled {
            environment: Environment::empty(),
            whole: SourceSpan::file(FILE),
            sentences: BTreeMap::new(),
            unsaid: Vec::new(),
            nouns: BTreeMap::new(),
            words: Arc::default(),
            word_places: BTreeMap::new(),
        };
        let mut problems = Problems::default();
        for files in layers {
            compiled.whole = SourceSpan::file(files.name(FILE));
            let document = match Document::open(files, FILE, compiled.whole.clone()) {
                Ok(document) => document,
                Err(problem) => return (compiled, problem.into()),
            };
            let text = document.text();
            document.root(&text, |root| compiled.take(root));
            problems.extend(document.into_problems().into_iter().collect::<Problems>());
        }
        compiled.sort_nouns();
        compiled.equip();
        (compiled, problems)
    }

    fn take(&mut self, root: &Section<'_>) {
        let mut words = (*self.words).clone();
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
                    for (way, _) in ways.keys() {
                        let Some(place) = ways.maybe(&way, |field| {
                            self.template(&format!("nouns.{noun}.{way}"), field)
                        }) else {
                            continue;
                        };
                        let known = self.nouns.entry(noun.clone()).or_default();
                        known.retain(|(other, _)| *other != way);
                        known.push((way, place));
                    }
                });
            }
        });
        for kinds in SECTIONS {
            root.inside(kinds, &format!("[{kinds}]"), |section| {
                for (kind, _) in section.keys() {
                    if let Some(place) = section.maybe(&kind, |field| {
                        self.template(&format!("{kinds}.{kind}"), field)
                    }) {
                        self.sentences.insert(
                            (kinds, kind),
                            Sentence {
                                place,
                                unsaid: Vec::new(),
                            },
                        );
                    }
                }
            });
        }
        root.inside("unsaid", "[unsaid]", |section| {
            for (kind, place) in section.keys() {
                let Some(names) = section.maybe(&kind, |field| field.list(Field::text)) else {
                    continue;
                };
                self.unsaid.extend(
                    names
                        .iter()
                        .map(|name| (kind.clone(), place.clone(), name.clone())),
                );
                if let Some(sentence) = self.sentences.get_mut(&(EVENTS, kind)) {
                    sentence.unsaid = names;
                }
            }
        });
    }

    /// Puts each way of a noun after those it uses. Cycles keep their order, and fail when they are tried.
    fn sort_nouns(&mut self) {
        for (noun, ways) in &mut self.nouns {
            let mut left = std::mem::take(ways);
            while !left.is_empty() {
                let waits = |(way, _): &(String, SourceSpan)| {
                    let template = self
                        .environment
                        .get_template(&format!("nouns.{noun}.{way}"));
                    let used = template
                        .map(|template| template.undeclared_variables(false))
                        .unwrap_or_default();
                    left.iter()
                        .any(|(other, _)| other != way && used.contains(other))
                };
                let next = left.iter().position(|way| !waits(way)).unwrap_or(0);
                ways.push(left.remove(next));
            }
        }
    }

    /// Compiles a template; the error says what is wrong with it.
    fn template(&mut self, name: &str, field: Field<'_>) -> Result<SourceSpan, Problem> {
        let source = field.text()?;
        if let Some(why) = beyond(&source) {
            return Err(field.problem(why));
        }
        match self.environment.add_template_owned(name.to_owned(), source) {
            Ok(()) => Ok(field.place()),
            Err(error) => Err(field.problem(told(&error))),
        }
    }

    /// Adds the functions that sentences may call.
    fn equip(&mut self) {
        let environment = &mut self.environment;
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_fuel(Some(FUEL));
        environment.set_formatter(told_only);
        environment.add_function(
            "does",
            |who: Value, you: String, they: String| -> Result<String, Error> {
                if !who.get_attr("alone")?.is_true() {
                    return Ok(format!("{who} {they}"));
                }
                // Some languages leave the pronoun out.
                let subject = who.get_attr("subject")?.to_string();
                Ok(english::capital(format!("{subject} {you}").trim_start()))
            },
        );
        // "Ann, what now?", or "What now?" to a player without a name.
        environment.add_function(
            "ask",
            |who: Value, parts: Rest<Value>| -> Result<String, Error> {
                let question: String = parts.iter().map(Value::to_string).collect();
                Ok(if who.get_attr("nameless")?.is_true() {
                    english::capital(&question)
                } else {
                    format!("{}, {question}", who.get_attr("name")?)
                })
            },
        );
        environment.add_function(
            "verb",
            |who: Value, you: String, they: String| -> Result<String, Error> {
                Ok(if who.get_attr("alone")?.is_true() {
                    you
                } else {
                    they
                })
            },
        );
        environment.add_function("counted", |count: i64, one: String, several: String| {
            format!("{count} {}", if count == 1 { one } else { several })
        });
        environment.add_filter("capital", |text: Value| english::capital(&text.to_string()));
        environment.add_filter("abs", |number: i64| number.saturating_abs());
        environment.add_filter("signed", |number: i64| format!("{number:+}"));
        environment.add_filter("length", |list: Vec<Value>| list.len());
        // The nouns of a list, each put in this way.
        environment.add_filter("each", |list: Vec<Value>, way: String| {
            list.iter()
                .map(|noun| noun.get_attr(&way))
                .collect::<Result<Vec<Value>, Error>>()
        });
        environment.add_filter("joined", |list: Vec<Value>, between: Option<String>| {
            list.iter()
                .map(Value::to_string)
                .collect::<Vec<String>>()
                .join(between.as_deref().unwrap_or(", "))
        });
        let and = self
            .words
            .get(AND)
            .cloned()
            .unwrap_or_else(|| AND.to_owned());
        environment.add_filter("listed", move |list: Vec<Value>, last: Option<String>| {
            let texts: Vec<String> = list.iter().map(Value::to_string).collect();
            english::joined(&texts, last.as_deref().unwrap_or(&and))
        });
    }

    fn has(&self, section: &str, kind: &str) -> bool {
        self.environment
            .get_template(&format!("{section}.{kind}"))
            .is_ok()
    }

    fn sentence(
        &self,
        section: &str,
        kind: &str,
        facts: &[(&'static str, Fact)],
    ) -> Result<String, Error> {
        let context = facts
            .iter()
            .map(|(name, fact)| Ok((*name, self.value(fact)?)))
            .collect::<Result<_, Error>>()?;
        self.render(&format!("{section}.{kind}"), context)
    }

    fn render(&self, template: &str, context: BTreeMap<&str, Value>) -> Result<String, Error> {
        let mut text = Bounded::default();
        self.environment
            .get_template(template)?
            .render_captured_to(Value::from(context), &mut text)?;
        let text = String::from_utf8_lossy(&text.0).into_owned();
        Ok(text.replace(char::is_control, " "))
    }

    /// Converts a fact to a template value.
    fn value(&self, fact: &Fact) -> Result<Value, Error> {
        Ok(match fact {
            Fact::None => ().into(),
            Fact::Flag(flag) => (*flag).into(),
            Fact::Number(number) => (*number).into(),
            Fact::Text(text) => text.as_str().into(),
            Fact::Word(word) => self.words.get(*word).map_or(*word, String::as_str).into(),
            Fact::List(facts) => facts
                .iter()
                .map(|fact| self.value(fact))
                .collect::<Result<Vec<Value>, Error>>()?
                .into(),
            Fact::Noun(name, facts) => {
                let mut known: BTreeMap<&str, Value> = BTreeMap::new();
                for (name, fact) in facts {
                    known.insert(name, self.value(fact)?);
                }
                for (way, _) in self.nouns.get(*name).into_iter().flatten() {
                    let put = self.render(&format!("nouns.{name}.{way}"), known.clone())?;
                    known.insert(way, put.into());
                }
                let known = known
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect();
                Value::from_object(Noun(known))
            }
        })
    }
}

/// Checks that run before a game starts.
impl Compiled {
    fn faults<G: Game>(&self, game: &G, declared: &[Declared<G>]) -> Problems {
        let mut problems = Problems::default();
        let start = game.start();
        let mut seen = Seen::default();
        // Only a story that joins deeds has a use for them.
        let joins_deeds = declared
            .iter()
            .flat_map(|it| it.kinds)
            .any(|kind| kind.name == DEEDS);
        // The sections that repeat this one and are not declared themselves.
        let again = |full: &'static str| {
            let undeclared = |section: &str| !declared.iter().any(|it| it.section == section);
            let is_used =
                move |section: &str| undeclared(section) && (section != DEEDS || joins_deeds);
            AGAIN
                .into_iter()
                .filter(move |(section, of)| *of == full && is_used(section))
                .map(|(section, _)| section)
        };
        for (section, kind) in declared
            .iter()
            .flat_map(|it| it.kinds.iter().map(|kind| (it.section, kind)))
        {
            let specimens: Vec<Vec<Fact>> = kind
                .slots
                .iter()
                .map(|slot| (slot.shapes)(game, &start))
                .collect();
            specimens.iter().flatten().for_each(|fact| seen.note(fact));
            if !self
                .sentences
                .contains_key(&(section, kind.name.to_owned()))
            {
                let message = format!("`{}` has no sentence in [{section}]", kind.name);
                let can = kind.slots.iter().map(|slot| slot.name);
                problems.push(Problem::new(self.whole.clone(), message).help(there_is(can)));
            }
            for section in again(section).chain([section]) {
                if let Some(sentence) = self.sentences.get(&(section, kind.name.to_owned())) {
                    self.fault_of(section, kind, &specimens, sentence, &mut problems);
                }
            }
        }
        let kinds = |section: &str| {
            let says = |it: &&Declared<G>| {
                it.section == section || again(it.section).any(|again| again == section)
            };
            declared
                .iter()
                .filter(says)
                .flat_map(|it| it.kinds)
                .collect::<Vec<&Kind<G>>>()
        };
        for ((section, kind), sentence) in &self.sentences {
            let known = kinds(section);
            if !known.iter().any(|known| known.name == kind) {
                let message = format!("the game has no `{kind}` in [{section}]");
                let like = nearest(kind, known.iter().map(|kind| kind.name))
                    .map(|like| format!("did you mean `{like}`?"));
                problems.push(Problem {
                    help: like,
                    ..Problem::new(sentence.place.clone(), message)
                });
            }
        }
        let events = kinds(EVENTS);
        for (kind, place, name) in &self.unsaid {
            let slots = events
                .iter()
                .find(|known| known.name == kind)
                .map(|kind| kind.slots);
            if !slots.is_some_and(|slots| slots.iter().any(|slot| slot.told && slot.name == name)) {
                problems.push(Problem::new(
                    place.clone(),
                    format!("`{kind}` has no `{name}` to leave out"),
                ));
            }
        }
        self.faults_of_nouns(&seen, &mut problems);
        problems
    }

    /// Checks one sentence for unknown words, missing particulars, and forms that it cannot handle.
    fn fault_of<G: Game>(
        &self,
        section: &str,
        kind: &Kind<G>,
        specimens: &[Vec<Fact>],
        Sentence { place, unsaid }: &Sentence,
        problems: &mut Problems,
    ) {
        let Ok(template) = self
            .environment
            .get_template(&format!("{section}.{}", kind.name))
        else {
            return;
        };
        let used = template.undeclared_variables(false);
        let helpers: Vec<&str> = self.environment.globals().map(|(name, _)| name).collect();
        let more = match section {
            DEEDS => Some(WAY),
            TOGETHER => Some(WHO),
            _ => None,
        };
        let names = || kind.slots.iter().map(|slot| slot.name).chain(more);
        let mut complete = true;
        for word in used
            .iter()
            .filter(|word| !helpers.contains(&word.as_str()) && !names().any(|name| name == *word))
        {
            complete = false;
            let message = format!("there is no particular `{word}`");
            problems.push(Problem::new(place.clone(), message).help(there_is(names())));
        }
        for slot in kind
            .slots
            .iter()
            .filter(|slot| slot.told && section == EVENTS)
        {
            let is_left_out = unsaid.iter().any(|name| name == slot.name);
            let message = match (used.contains(slot.name), is_left_out) {
                (false, false) => format!("`{}` does not mention `{}`", kind.name, slot.name),
                (true, true) => format!(
                    "`{}` mentions `{}`, which [unsaid] lists",
                    kind.name, slot.name
                ),
                _ => continue,
            };
            let help = "list what is left out on purpose under [unsaid], and nothing else";
            problems.push(Problem::new(place.clone(), message).help(help));
        }
        if !complete {
            return;
        }
        let more = match section {
            DEEDS => Some(vec![Fact::Number(0), Fact::Number(1), Fact::Number(9)]),
            TOGETHER => Some(vec![Fact::from(Together::WHO)]),
            _ => None,
        };
        let specimens: Vec<_> = specimens.iter().cloned().chain(more).collect();
        for facts in trials(&specimens) {
            let facts: Vec<_> = names().zip(facts.into_iter().cloned()).collect();
            let message = match self.sentence(section, kind.name, &facts) {
                Ok(text) if text.trim().is_empty() && section != DEEDS => {
                    "the sentence comes out empty".to_owned()
                }
                Ok(_) => continue,
                Err(error) => told(&error),
            };
            return problems.push(
                Problem::new(place.clone(), message)
                    .label(format!("while telling `{}`", kind.name)),
            );
        }
    }

    fn faults_of_nouns(&self, seen: &Seen, problems: &mut Problems) {
        for (noun, facts) in &seen.nouns {
            let ways = self.nouns.get(*noun);
            if !ways.is_some_and(|ways| ways.iter().any(|(way, _)| way == TEXT)) {
                let place = ways
                    .and_then(|ways| ways.first())
                    .map_or(self.whole.clone(), |(_, place)| place.clone());
                let message = format!("noun `{noun}` has no `{TEXT}`");
                problems.push(Problem::new(place, message).help(there_is(facts.iter().copied())));
            }
        }
        for (noun, ways) in &self.nouns {
            if let Some((_, place)) = ways
                .first()
                .filter(|_| !seen.nouns.contains_key(noun.as_str()))
            {
                let problem = Problem::new(place.clone(), format!("the game has no noun `{noun}`"));
                problems.push(problem.help(there_is(seen.nouns.keys().copied())));
            }
        }
        for (word, place) in &self.word_places {
            if !seen.words.contains(word.as_str()) && word != AND {
                let problem = Problem::new(
                    place.clone(),
                    format!("the game has no word `{word}` to replace"),
                );
                problems.push(problem.help(there_is(seen.words.iter().copied().chain([AND]))));
            }
        }
    }
}

/// The words and nouns that occur in a game's facts.
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
                self.nouns
                    .entry(name)
                    .or_default()
                    .extend(facts.iter().map(|(name, _)| *name));
                facts.iter().for_each(|(_, fact)| self.note(fact));
            }
            Fact::None | Fact::Flag(_) | Fact::Number(_) | Fact::Text(_) => {}
        }
    }
}

/// Every combination of the particulars' forms, or an even selection if there are too many.
fn trials(specimens: &[Vec<Fact>]) -> impl Iterator<Item = Vec<&Fact>> {
    let all = specimens
        .iter()
        .map(Vec::len)
        .fold(1, usize::saturating_mul);
    // A step with no common factor with a number of forms reaches each of them.
    let is_fair = |step: &usize| specimens.iter().all(|shapes| gcd(*step, shapes.len()) == 1);
    let step = (all.div_ceil(TRIALS)..).find(is_fair).unwrap_or(1);
    (0..all).step_by(step).map(|mut nth| {
        let pick = |shapes: &'_ Vec<Fact>| {
            let picked = nth % shapes.len();
            nth /= shapes.len();
            picked
        };
        let picked: Vec<usize> = specimens.iter().map(pick).collect();
        specimens
            .iter()
            .zip(picked)
            .map(|(shapes, nth)| &shapes[nth])
            .collect()
    })
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A noun as sentences see it: its text, and its facts and ways by name.
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

/// A sentence under construction, limited in length.
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

/// Says which feature of a template is not allowed: anything that could grow without limit.
fn beyond(source: &str) -> Option<String> {
    if source.len() > LONGEST {
        return Some(format!(
            "a sentence of {} letters is too long: the limit is {LONGEST}",
            source.len()
        ));
    }
    if let Some(sign) = ['*', '~'].into_iter().find(|sign| source.contains(*sign)) {
        return Some(format!("a sentence cannot use `{sign}`"));
    }
    if let Some((_, message)) = depth::too_deep(source) {
        return Some(message);
    }
    let statements = source
        .split("{%")
        .skip(1)
        .map(|rest| rest.trim_start_matches(['-', '+', ' ']));
    let word = |rest: &str| {
        rest.split(|letter: char| !letter.is_alphanumeric())
            .next()
            .map(str::to_owned)
    };
    let known = ["if", "elif", "else", "endif", "for", "endfor"];
    let unknown = statements
        .filter_map(word)
        .find(|word| !known.contains(&word.as_str()))?;
    Some(format!(
        "a sentence can use `if` and `for`, but not `{unknown}`"
    ))
}

/// Writes a value into a sentence; it fails if the value is hidden.
fn told_only(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    if value.is_none() {
        return Err(Error::new(
            ErrorKind::UndefinedError,
            "this may be hidden: test it with `if` first",
        ));
    }
    minijinja::escape_formatter(out, state, value)
}

/// A template's error in one line.
fn told(error: &Error) -> String {
    let causes = std::iter::successors(Some(error as &dyn std::error::Error), |error| {
        error.source()
    });
    match causes.last() {
        Some(last) => match last.downcast_ref::<Error>() {
            Some(error) if error.kind() == ErrorKind::OutOfFuel => {
                "the sentence takes too long: do its loops end?".to_owned()
            }
            Some(error) => error
                .detail()
                .map_or_else(|| error.kind().to_string(), str::to_owned),
            None => last.to_string(),
        },
        None => error.to_string(),
    }
}

fn there_is<'a>(names: impl Iterator<Item = &'a str>) -> String {
    match names
        .map(|name| format!("`{name}`"))
        .collect::<Vec<String>>()
    {
        none if none.is_empty() => "there are no particulars".to_owned(),
        names => format!("there is {}", english::listed(&names)),
    }
}

#[cfg(test)]
mod tests;
