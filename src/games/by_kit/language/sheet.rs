//! Parses `play.toml`: what is on the table, the flow of play, the actions and the end.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::games::by_kit::language::fold;
use crate::games::by_kit::language::lex::{Lexeme, Source, tokens};
use crate::games::by_kit::language::options::{Constant, Options};
use crate::games::by_kit::language::phrase::{Origin, Parser, Phrase};
use crate::games::by_kit::language::statement::{Block, block, question_names, sentences, unsaid};
use crate::games::{Setup, SetupError};
use crate::kit::problem::nearest;
use crate::kit::reader::{Document, Field, Section};
use crate::kit::{Language, Problem, Problems, SourceSpan};

/// The most declarations of one sort.
const MAX_DECLARATIONS: usize = 60;

/// Names that no action may have, since other moves begin with them.
const TAKEN: [&str; 5] = ["ask", "shows", "is", "takes", "decline"];

/// `[ask.NAME]`: how a question is put, and by which rule an answer is refused.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub words: Option<Source>,
    pub rule: Option<(String, Origin)>,
}

/// `[[example]]`: a few answers, and what must come of them.
#[derive(Clone, Debug)]
pub struct Example {
    pub origin: Origin,
    /// The players' names; the fewest that can play if there are none.
    pub players: Vec<String>,
    pub edition: Option<String>,
    pub options: Vec<(String, String)>,
    /// What draws the chance that the example does not name.
    pub seed: u64,
    /// Corrections of the table before it begins.
    pub given: Vec<(String, Origin)>,
    pub answers: Vec<(String, Origin)>,
    /// What must then be told, or be on the table.
    pub expect: Vec<(String, Origin)>,
    /// The rule by which the last answer is refused.
    pub refused: Option<(String, Origin)>,
}

#[derive(Debug, Default)]
pub struct Sheet {
    /// The name of its file.
    pub file: String,
    pub things: Vec<Thing>,
    pub free: bool,
    pub setup: Block,
    pub round: Option<Block>,
    pub turn: Option<Block>,
    pub turn_origin: Option<Origin>,
    pub actions: Vec<Action>,
    /// The numbers of the rules that actions and needs cite.
    pub cited: Vec<(String, Origin)>,
    pub effects: Vec<Named<Block>>,
    pub values: Vec<Named<Phrase>>,
    /// What is done whenever something becomes true for a player.
    pub whens: Vec<When>,
    pub end: End,
    /// What a position is worth to a player, for bots.
    pub worth: Option<Phrase>,
    /// What an action is worth to who takes it, for bots.
    pub bot: Vec<(String, Origin, Phrase)>,
    pub options: Options,
    /// The edition that is played, if there are several.
    pub edition: Option<String>,
    /// The value of each option in this game.
    pub constants: BTreeMap<String, Constant>,
    pub show: Show,
    /// What is counted in reports: its name, and the actions and sentences that count.
    pub counts: Vec<(String, Vec<(String, Origin)>)>,
    /// What is asked in words of the kit's own, by the name of the question.
    pub asks: BTreeMap<String, Asked>,
    /// What the rules must do: `[[example]]`.
    pub examples: Vec<Example>,
    /// The kit's own words: `[words]`.
    pub words: BTreeMap<String, String>,
    /// The language of its sentences, unless it is written in that.
    pub language: Option<Arc<Language>>,
}

/// How the table is shown to people: `[show]`.
#[derive(Debug, Default)]
pub struct Show {
    /// What is left out.
    pub hide: Vec<(String, Origin)>,
    /// What is said of a player, in place of all that the player has.
    pub player: Option<Source>,
    /// What is said of a tile, by the name of its map.
    pub maps: Vec<(String, Origin, Source)>,
    /// The same in a few letters, in the drawing of the map.
    pub short: Vec<(String, Origin, Source)>,
    /// How the table is set up.
    pub setup: Vec<Source>,
    /// By figure, the deck whose pieces stand for it.
    pub figures: Vec<(String, Origin, String)>,
    /// The actions and sentences that the story consists of; empty for all.
    pub story: Vec<(String, Origin)>,
}

/// An entry of `[table]` or `[player]`.
#[derive(Debug)]
pub struct Thing {
    pub name: String,
    pub origin: Origin,
    /// Whether each player has one.
    pub own: bool,
    /// Whether it begins anew with every turn.
    pub anew: bool,
    pub is: Is,
}

/// A `[when.NAME]`.
#[derive(Debug)]
pub struct When {
    pub name: String,
    pub origin: Origin,
    pub that: Phrase,
    pub does: Block,
}

#[derive(Debug)]
pub enum Is {
    Counter {
        start: i32,
        least: i32,
        most: i32,
        each: Option<Each>,
    },
    Flag(bool, Option<Each>),
    /// The words, or one field whose values they are.
    OneOf(Vec<(String, Origin)>, Option<Each>),
    Player,
    Figure(String),
    Dice {
        count: u8,
        sides: u8,
        deck: Option<String>,
        /// Which die of the deck, by its code.
        row: Option<(String, Origin)>,
        see: See,
    },
    Zone(Box<ZoneText>),
}

/// What there is one of each for.
#[derive(Debug, Clone)]
pub enum Each {
    Number(u16),
    Of(String, Origin),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneKind {
    Pile,
    Bag,
    Discard,
    Hand,
    Row,
    Stack,
    Map,
}

/// Who sees the pieces in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum See {
    All,
    Owner,
    Others,
    Nobody,
    /// All see the top piece.
    Top,
    /// Each piece is face up or face down on its own.
    Faces,
}

#[derive(Debug)]
pub struct ZoneText {
    pub kind: ZoneKind,
    /// The deck that it starts with, and the condition on its pieces.
    pub deck: Option<(String, Origin)>,
    pub condition: Option<Phrase>,
    pub see: See,
    pub most: Option<u16>,
    pub refill: Option<(Phrase, bool)>,
    pub layers: Vec<Phrase>,
    pub each: Option<Each>,
    pub ordered: bool,
    pub map: Option<MapText>,
}

#[derive(Debug, Default)]
pub struct MapText {
    pub grid: Grid,
    pub sides: Vec<(String, Origin)>,
    pub open: Option<(String, Origin)>,
    pub fit: Vec<(String, String)>,
    pub walk: Vec<String>,
    pub apart: Option<(String, Origin)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Grid {
    #[default]
    Square,
    Flat,
    Pointy,
    /// Names, and pairs of connected ones.
    Places(Vec<String>, Vec<(String, String)>),
}

#[derive(Debug)]
pub struct Named<T> {
    pub name: String,
    pub origin: Origin,
    pub of: Vec<String>,
    pub is: T,
    /// The rule that its sentences go by.
    pub rule: Option<(String, Origin)>,
}

#[derive(Debug)]
pub struct Action {
    pub name: String,
    pub origin: Origin,
    /// Whether it is one of the free actions, which the program adds.
    pub free: bool,
    pub words: Option<Source>,
    pub tell: Option<Source>,
    /// The offer as it is typed.
    pub short: Option<Source>,
    /// The sentences that tell of its success, by key.
    pub wins: Vec<(String, Origin)>,
    pub picks: Vec<(String, Phrase)>,
    pub needs: Vec<Need>,
    pub last: bool,
    pub does: Block,
    pub rule: Option<(String, Origin)>,
}

#[derive(Debug)]
pub struct Need {
    pub that: Phrase,
    pub reason: Option<Source>,
    pub rule: Option<(String, Origin)>,
}

/// After what a condition for the end is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum After {
    /// Each action, turn and round.
    Action,
    /// Each turn and round.
    Turn,
    #[default]
    Round,
}

#[derive(Debug, Default)]
pub struct End {
    pub win: Option<Phrase>,
    pub lose: Option<Phrase>,
    pub when: Option<Phrase>,
    /// After what it is judged, if the rules say so.
    pub after: Option<After>,
    pub score: Option<Phrase>,
    pub low: bool,
    pub reveal: Vec<(String, Origin)>,
    pub together: bool,
    pub ties: Option<Phrase>,
}

impl Sheet {
    /// Whether something is not shown on the table.
    pub fn hides(&self, name: &str) -> bool {
        self.show.hide.iter().any(|(hidden, _)| hidden == name)
    }

    /// The same, to be looked at.
    fn blocks(&self) -> impl Iterator<Item = &Block> {
        let flow = [Some(&self.setup), self.round.as_ref(), self.turn.as_ref()];
        let actions = self.actions.iter().map(|action| &action.does);
        let effects = self.effects.iter().map(|effect| &effect.is);
        let whens = self.whens.iter().map(|when| &when.does);
        let blocks = flow.into_iter().flatten().chain(actions);
        blocks.chain(effects).chain(whens)
    }

    /// Everything that is done, without the blocks inside.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let flow = [
            Some(&mut self.setup),
            self.round.as_mut(),
            self.turn.as_mut(),
        ];
        let actions = self.actions.iter_mut().map(|action| &mut action.does);
        let effects = self.effects.iter_mut().map(|effect| &mut effect.is);
        let whens = self.whens.iter_mut().map(|when| &mut when.does);
        let blocks = flow.into_iter().flatten().chain(actions);
        blocks.chain(effects).chain(whens)
    }

    /// Removes the sentences, which are not part of the rules.
    pub fn strip(&mut self) {
        self.blocks_mut().for_each(unsaid);
        self.words.clear();
        self.asks.values_mut().for_each(|asked| asked.words = None);
        self.show = Show::default();
        self.counts.clear();
        self.examples.clear();
        self.language = None;
        self.worth = None;
        self.bot.clear();
        for action in &mut self.actions {
            action.words = None;
            action.tell = None;
            action.short = None;
            action.wins.clear();
            action.needs.iter_mut().for_each(|need| need.reason = None);
        }
    }
}

/// Parses a `play.toml`. All syntax errors are returned together.
pub fn read(name: &str, text: &str) -> Result<Sheet, Problems> {
    read_in(None, name, text)
}

/// The same with its sentences in a language.
pub fn read_in(language: Option<Arc<Language>>, name: &str, text: &str) -> Result<Sheet, Problems> {
    read_for(&Setup::default(), language, name, text).map_err(|error| match error {
        SetupError::Kit(problems) => problems,
        SetupError::Wish(why) => Problem::new(SourceSpan::file(name), why).into(),
    })
}

/// The same with the options of a set-up, which are constants in it.
pub fn read_for(
    setup: &Setup,
    language: Option<Arc<Language>>,
    name: &str,
    text: &str,
) -> Result<Sheet, SetupError> {
    let document = Document::of_text(text, name, language.clone());
    let mut reader = Reader {
        problems: Vec::new(),
        sheet: Sheet {
            file: name.to_owned(),
            language,
            ..Sheet::default()
        },
    };
    let text = document.text();
    let mut wish = Ok(());
    document.root(&text, |root| {
        wish = reader.options(root, setup);
        reader.root(root);
    });
    let Reader {
        problems,
        mut sheet,
    } = reader;
    for problem in problems {
        document.report(problem);
    }
    let problems = Problems::from(document.into_problems());
    if problems.0.is_empty() {
        wish.map_err(SetupError::Wish)?;
    }
    if !sheet.constants.is_empty() {
        fold::fold(&mut sheet);
    }
    Ok(problems.or(sheet)?)
}

struct Reader {
    problems: Vec<Problem>,
    sheet: Sheet,
}

pub(super) fn source(field: Field<'_>) -> Result<Source, Problem> {
    let place = field.place();
    Ok(Source::new(field.text()?, place))
}

/// What is said by the names of maps; other keys are left out.
fn said_of(section: &Section<'_>, others: &[&str]) -> Vec<(String, Origin, Source)> {
    let maps = section.keys().into_iter();
    let maps = maps.filter(|(name, _)| !others.contains(&name.as_str()));
    let said = maps.filter_map(|(name, place)| {
        let text = section.maybe(&name, sentence)?;
        let origin = origin_of(Source::new(name.clone(), place));
        Some((name, origin, text))
    });
    said.collect()
}

/// A sentence of the kit, in the language that it is played in.
pub(super) fn sentence(field: Field<'_>) -> Result<Source, Problem> {
    let place = field.place();
    Ok(Source::new(field.words()?, place))
}

/// A text or a list of texts.
fn sources(field: Field<'_>) -> Result<Vec<Source>, Problem> {
    field.one_or_more(source)
}

pub(super) fn origin_of(source: Source) -> Origin {
    let span = 0..source.text.trim_end().len();
    Origin {
        source: Arc::new(source),
        span,
    }
}

/// A name with its place, limited in length.
fn named(field: Field<'_>) -> Result<(String, Origin), Problem> {
    let source = source(field)?;
    Ok((source.text.clone(), origin_of(source)))
}

/// Parses a text that is one expression.
fn phrase(source: Source) -> Result<Phrase, Problem> {
    let source = Arc::new(source);
    let all = tokens(&source, 0..source.text.len())?;
    let mut parser = Parser::new(&source, &all);
    let phrase = parser.phrase()?;
    if parser.is_done() {
        Ok(phrase)
    } else {
        Err(parser.expected("the end"))
    }
}

pub(super) fn phrase_of(field: Field<'_>) -> Result<Phrase, Problem> {
    phrase(source(field)?)
}

impl Reader {
    /// Reads the options first, since declarations may use them.
    fn options(&mut self, root: &Section<'_>, setup: &Setup) -> Result<(), String> {
        self.sheet.options = Options::read(root, &mut self.problems);
        for option in &self.sheet.options.all {
            let name = option.name.clone();
            let origin = option.origin.clone();
            if self.sheet.options.editions.contains(&name)
                || super::compile::RESERVED.contains(&name.as_str())
            {
                self.problems
                    .push(origin.problem(format!("an option cannot be called `{name}`")));
            }
        }
        self.sheet.edition = self.sheet.options.edition(setup);
        self.sheet.constants = self.sheet.options.chosen(setup)?;
        Ok(())
    }

    /// A number of a declaration: written out, or the value of an option.
    fn number(&self, field: Field<'_>, range: RangeInclusive<i64>) -> Result<i32, Problem> {
        let option = field.text().ok();
        let constant = option.and_then(|name| self.sheet.constants.get(&name));
        match constant {
            Some(Constant::Number(number)) if range.contains(&i64::from(*number)) => Ok(*number),
            Some(Constant::Number(number)) => Err(field.problem(format!(
                "this option is {number}, and has to be {} to {}",
                range.start(),
                range.end()
            ))),
            _ => field.integer(range).map(|number| number as i32),
        }
    }

    fn root(&mut self, root: &Section<'_>) {
        self.things(root);
        self.flow(root);
        root.inside("action", "the actions", |all| {
            for (name, place) in all.keys() {
                all.inside(&name, &format!("action `{name}`"), |section| {
                    self.action(section, &name, place.clone())
                });
            }
        });
        self.effects(root);
        self.values(root);
        self.whens(root);
        self.end(root);
        self.bot(root);
        self.asks(root);
        self.examples(root);
        self.show(root);
        self.counts(root);
        self.own_words(root);
        self.limit_declarations(root);
    }

    /// What lies on the table, and before each player.
    fn things(&mut self, root: &Section<'_>) {
        for (key, own) in [("table", false), ("player", true)] {
            root.inside(key, &format!("`{key}`"), |section| {
                for (name, place) in section.keys() {
                    let origin = origin_of(Source::new(name.clone(), place));
                    self.plain(&name, &origin, &["move", "turn"]);
                    let Some((is, anew)) = section.maybe(&name, |field| self.thing(field)) else {
                        continue;
                    };
                    self.sheet.things.push(Thing {
                        name,
                        origin,
                        own,
                        anew,
                        is,
                    });
                }
            });
        }
    }

    fn flow(&mut self, root: &Section<'_>) {
        root.inside("flow", "`flow`", |flow| {
            self.sheet.free = flow.maybe("free", Field::flag).unwrap_or(false);
            self.sheet.setup = self
                .block(flow, "setup")
                .map(|(block, _)| block)
                .unwrap_or_default();
            self.sheet.round = self.block(flow, "round").map(|(block, _)| block);
            if let Some((block, origin)) = self.block(flow, "turn") {
                self.sheet.turn = Some(block);
                self.sheet.turn_origin = Some(origin);
            }
        });
    }

    fn effects(&mut self, root: &Section<'_>) {
        root.inside("effect", "the effects", |all| {
            for (name, place) in all.keys() {
                all.inside(&name, &format!("effect `{name}`"), |section| {
                    let of = section
                        .maybe("of", |field| field.one_or_more(Field::text))
                        .unwrap_or_default();
                    let rule = section.maybe("rule", named);
                    self.sheet.cited.extend(rule.clone());
                    if section.need("do", |_| Ok(())).is_some() {
                        let is = self
                            .block(section, "do")
                            .map(|(block, _)| block)
                            .unwrap_or_default();
                        let origin = origin_of(Source::new(name.clone(), place.clone()));
                        self.sheet.effects.push(Named {
                            name: name.clone(),
                            origin,
                            of,
                            is,
                            rule,
                        });
                    }
                });
            }
        });
    }

    fn values(&mut self, root: &Section<'_>) {
        root.inside("value", "the values", |all| {
            for (name, place) in all.keys() {
                all.inside(&name, &format!("value `{name}`"), |section| {
                    let of = section
                        .maybe("of", |field| field.one_or_more(Field::text))
                        .unwrap_or_default();
                    if let Some(is) = section.need("is", phrase_of) {
                        let origin = origin_of(Source::new(name.clone(), place.clone()));
                        self.sheet.values.push(Named {
                            name: name.clone(),
                            origin,
                            of,
                            is,
                            rule: None,
                        });
                    }
                });
            }
        });
    }

    fn whens(&mut self, root: &Section<'_>) {
        root.inside("when", "what is done when something becomes true", |all| {
            for (name, place) in all.keys() {
                all.inside(&name, &format!("`when.{name}`"), |section| {
                    let that = section.need("that", phrase_of);
                    let does = section
                        .need("do", |_| Ok(()))
                        .and_then(|()| self.block(section, "do"));
                    if let (Some(that), Some((does, _))) = (that, does) {
                        self.sheet.whens.push(When {
                            name: name.clone(),
                            origin: origin_of(Source::new(name.clone(), place.clone())),
                            that,
                            does,
                        });
                    }
                });
            }
        });
    }

    /// When and how the game ends.
    fn end(&mut self, root: &Section<'_>) {
        root.inside("end", "`end`", |end| {
            let sheet = &mut self.sheet.end;
            sheet.win = end.maybe("win", phrase_of);
            sheet.lose = end.maybe("lose", phrase_of);
            if let Some((when, after)) = end.maybe("when", judged) {
                sheet.when = Some(when);
                sheet.after = after;
            }
            sheet.score = end.maybe("score", phrase_of);
            sheet.low = end.maybe("low", Field::flag).unwrap_or(false);
            sheet.reveal = end
                .maybe("reveal", |field| field.one_or_more(named))
                .unwrap_or_default();
            sheet.together = end.maybe("together", Field::flag).unwrap_or(false);
            sheet.ties = end.maybe("ties", phrase_of);
        });
    }

    /// What positions and actions are worth to bots.
    fn bot(&mut self, root: &Section<'_>) {
        root.inside("bot", "`bot`", |bot| {
            self.sheet.worth = bot.maybe("worth", phrase_of);
            for (name, place) in bot.keys() {
                if name == "worth" {
                    continue;
                }
                if let Some(phrase) = bot.maybe(&name, phrase_of) {
                    let origin = origin_of(Source::new(name.clone(), place));
                    self.sheet.bot.push((name, origin, phrase));
                }
            }
        });
    }

    /// What simulations count.
    fn counts(&mut self, root: &Section<'_>) {
        root.inside("count", "what is counted", |count| {
            for (name, _) in count.keys() {
                if let Some(counted) = count.maybe(&name, |field| field.one_or_more(named)) {
                    self.sheet.counts.push((name, counted));
                }
            }
        });
    }

    /// Words that other texts use by name.
    fn own_words(&mut self, root: &Section<'_>) {
        root.inside("words", "the words", |words| {
            for (name, _) in words.keys() {
                if let Some(text) = words.maybe(&name, Field::words) {
                    self.sheet
                        .words
                        .insert(name, crate::games::by_kit::language::facts::tidy(&text));
                }
            }
        });
    }

    fn limit_declarations(&mut self, root: &Section<'_>) {
        let counts = [
            self.sheet.things.len(),
            self.sheet.actions.len(),
            self.sheet.effects.len(),
            self.sheet.values.len(),
            self.sheet.whens.len() * 4,
            self.sheet.options.all.len(),
        ];
        if counts.into_iter().any(|count| count > MAX_DECLARATIONS) {
            self.problems.push(Problem::new(
                root.place(),
                format!("more than {MAX_DECLARATIONS} things, actions, effects or values"),
            ));
        }
    }

    /// Reads how the table is shown.
    fn show(&mut self, root: &Section<'_>) {
        root.inside("show", "`show`", |section| {
            let show = &mut self.sheet.show;
            let hide = section.maybe("hide", |field| field.one_or_more(named));
            show.hide = hide.unwrap_or_default();
            show.player = section.maybe("player", sentence).filter(Source::says);
            let setup = section.maybe("setup", |field| field.one_or_more(sentence));
            show.setup = setup.unwrap_or_default();
            let story = section.maybe("story", |field| field.one_or_more(named));
            show.story = story.unwrap_or_default();
            section.inside("figures", "the figures", |figures| {
                for (name, place) in figures.keys() {
                    if let Some(deck) = figures.maybe(&name, Field::text) {
                        let origin = origin_of(Source::new(name.clone(), place));
                        show.figures.push((name, origin, deck));
                    }
                }
            });
            section.inside("short", "what is in a place in short", |maps| {
                show.short = said_of(maps, &[]);
            });
            show.maps = said_of(
                section,
                &["hide", "player", "setup", "story", "figures", "short"],
            );
        });
    }

    /// Reads what the rules must do.
    fn examples(&mut self, root: &Section<'_>) {
        root.each("example", "an example", |section| {
            let texts = |key: &str| {
                let texts = section.maybe(key, |field| field.one_or_more(named));
                texts.unwrap_or_default()
            };
            let players = texts("players").into_iter().map(|(name, _)| name);
            let mut options = Vec::new();
            section.inside("options", "the options of an example", |all| {
                for (name, _) in all.keys() {
                    options.extend(all.maybe(&name, option_value).map(|value| (name, value)));
                }
            });
            let rule = section.maybe("rule", named);
            let refused = section.maybe("refused", named);
            self.sheet
                .cited
                .extend(rule.into_iter().chain(refused.clone()));
            self.sheet.examples.push(Example {
                origin: origin_of(Source::new("[[example]]".to_owned(), section.place())),
                players: players.collect(),
                edition: section.maybe("edition", Field::text),
                options,
                seed: section
                    .maybe("seed", |field| field.integer(0..=i64::MAX))
                    .map_or(1, |seed| seed as u64),
                given: texts("given"),
                answers: texts("do"),
                expect: texts("expect"),
                refused,
            });
        });
    }

    /// Reads the words of questions.
    fn asks(&mut self, root: &Section<'_>) {
        root.inside("ask", "what is asked", |all| {
            for (name, place) in all.keys() {
                let mut asked = Asked::default();
                all.inside(&name, &format!("question `{name}`"), |section| {
                    asked.words = section.need("words", sentence).filter(Source::says);
                    asked.rule = section.maybe("rule", named);
                });
                self.sheet.cited.extend(asked.rule.clone());
                let blocks = self.sheet.blocks();
                let mut known = Vec::new();
                blocks.for_each(|block| question_names(block, &mut known));
                if !known.contains(&name.as_str()) {
                    let problem = origin_of(Source::new(name.clone(), place))
                        .problem(format!("nothing is asked by the name of `{name}`"))
                        .label("no such question");
                    let like = nearest(&name, known.into_iter());
                    self.problems.push(problem.help(match like {
                        Some(like) => format!("did you mean `{like}`?"),
                        None => format!(
                            "a question is named where it is asked: `ask {name} in SET`, `choose {name}: A, B`"
                        ),
                    }));
                }
                self.sheet.asks.insert(name, asked);
            }
        });
    }

    /// Parses the statements under a key.
    fn block(&mut self, section: &Section<'_>, key: &str) -> Option<(Block, Origin)> {
        let found = section.maybe(key, sources)?;
        let origin = origin_of(found.first()?.clone());
        let mut read = block(&found, &mut self.problems);
        let language = self.sheet.language.clone();
        sentences(&mut read, &mut |text, rule| {
            self.sheet.cited.extend(rule.cloned());
            if let Some(language) = &language {
                let line = || text.whole().line();
                text.text = language.translated(&text.text, line).into_owned();
            }
        });
        Some((read, origin))
    }

    /// Parses a declaration; returns also whether it begins anew with every turn.
    fn thing(&mut self, field: Field<'_>) -> Result<(Is, bool), Problem> {
        if field.is_table() {
            let section = field.section("this")?;
            let is = self.table(&section, field);
            section.finish();
            return is;
        }
        if let Ok(flag) = field.flag() {
            return Ok((Is::Flag(flag, None), false));
        }
        if let Ok(start) = self.number(field, COUNTERS) {
            return Ok((unlimited(start, None), false));
        }
        let is = self.words(source(field)?)?;
        Ok((is, false))
    }

    /// Parses a declaration in full: `{ .. }`.
    fn table(&mut self, section: &Section<'_>, field: Field<'_>) -> Result<(Is, bool), Problem> {
        let number = |field: Field<'_>| self.number(field, COUNTERS);
        let each = section.maybe("each", |field| match self.number(field, 1..=60) {
            Ok(count) => Ok(Each::Number(count as u16)),
            Err(_) => named(field).map(|(name, origin)| Each::Of(name, origin)),
        });
        let anew = matches!(&each, Some(Each::Of(name, _)) if name == "turn");
        let each = each.filter(|_| !anew);
        if section.field("one_of").is_some() {
            let words = section
                .need("one_of", |field| field.one_or_more(named))
                .unwrap_or_default();
            return Ok((Is::OneOf(words, each), anew));
        }
        if let Some(Ok(flag)) = section.field("is").map(|field| field.flag()) {
            let _ = section.maybe("is", Field::flag);
            return Ok((Is::Flag(flag, each), anew));
        }
        if section.field("is").is_none() {
            let start = section.maybe("start", number);
            let least = section.maybe("least", number).unwrap_or(i32::MIN + 1);
            let most = section.maybe("most", number).unwrap_or(i32::MAX);
            if start.is_none() && each.is_none() {
                let problem = field
                    .problem("this does not say what it is")
                    .label("no `is`, `start`, `each` or `one_of`");
                return Err(
                    problem.help("a zone has `is`, a counter `start`, one of some words `one_of`")
                );
            }
            let is = Is::Counter {
                start: start.unwrap_or(0),
                least,
                most,
                each,
            };
            return Ok((is, anew));
        }
        if anew {
            return Err(
                field.problem("only counters, words and yes or no begin anew with every turn")
            );
        }
        let is = section
            .need("is", source)
            .ok_or_else(|| field.problem("this cannot be read"))?;
        let mut is = self.words(is)?;
        let sees = ["all", "owner", "others", "nobody", "top"].map(str::to_owned);
        let seen = section.maybe("see", |field| field.one_of(&sees));
        let seen = seen.map(|see| match see {
            "all" => See::All,
            "owner" => See::Owner,
            "others" => See::Others,
            "top" => See::Top,
            _ => See::Nobody,
        });
        match &mut is {
            Is::Dice { see, .. } => *see = seen.unwrap_or(*see),
            Is::Zone(zone) => {
                zone.see = seen.unwrap_or(zone.see);
                zone.most = section
                    .maybe("most", |field| self.number(field, 1..=4096))
                    .map(|most| most as u16)
                    .or(zone.most);
                zone.ordered = section
                    .maybe("ordered", Field::flag)
                    .unwrap_or(zone.ordered);
                zone.each = each;
                zone.refill = section.maybe("refill", refill);
                zone.layers = section
                    .maybe("layers", |field| {
                        field.one_or_more(|field| phrase(source(field)?))
                    })
                    .unwrap_or_default();
                if zone.kind == ZoneKind::Map {
                    zone.map = Some(self.map(section));
                }
            }
            _ => return Err(field.problem("only zones and dice are declared with `is`")),
        }
        Ok((is, false))
    }

    fn map(&mut self, section: &Section<'_>) -> MapText {
        let pair = |field: Field<'_>| {
            let words = field.list(Field::text)?;
            match words.as_slice() {
                [one, other] => Ok((one.clone(), other.clone())),
                _ => Err(field
                    .problem("a pair is two words")
                    .label("expected [\"one\", \"other\"]")),
            }
        };
        let grid = section.maybe("grid", |field| match field.text() {
            Ok(text) => match text.as_str() {
                "square" => Ok(Grid::Square),
                "flat" => Ok(Grid::Flat),
                "pointy" => Ok(Grid::Pointy),
                _ => Err(field
                    .problem(format!("there is no grid `{text}`"))
                    .help("\"square\", \"flat\", \"pointy\", or a list of places")),
            },
            Err(_) => field
                .list(Field::text)
                .map(|places| Grid::Places(places, Vec::new())),
        });
        let mut grid = grid.unwrap_or_default();
        if let Some(links) = section.maybe("links", |field| field.list(pair)) {
            match &mut grid {
                Grid::Places(places, all) => {
                    let unknown = links
                        .iter()
                        .find(|(a, b)| !places.contains(a) || !places.contains(b));
                    if let (Some((a, b)), Some(field)) = (unknown, section.field("links")) {
                        self.problems.push(
                            field.problem(format!("`{a}` or `{b}` is not a place on this map")),
                        );
                    }
                    *all = links;
                }
                _ => self.problems.extend(
                    section
                        .field("links")
                        .map(|field| field.problem("only named places have links")),
                ),
            }
        }
        MapText {
            grid,
            sides: section
                .maybe("sides", |field| field.list(named))
                .unwrap_or_default(),
            open: section.maybe("open", named),
            fit: section
                .maybe("fit", |field| field.list(pair))
                .unwrap_or_default(),
            walk: section
                .maybe("walk", |field| field.one_or_more(Field::text))
                .unwrap_or_default(),
            apart: section.maybe("apart", named),
        }
    }

    /// Parses a declaration in words: "pile of cards", "row of 4", "2d6", "figure on vault", "player".
    fn words(&mut self, source: Source) -> Result<Is, Problem> {
        let source = Arc::new(source);
        let all = tokens(&source, 0..source.text.len())?;
        let mut parser = Parser::new(&source, &all);
        let origin = Origin {
            source: source.clone(),
            span: 0..source.text.len(),
        };
        let is = self.kind_in_words(&mut parser, &origin)?;
        if parser.is_done() {
            Ok(is)
        } else {
            Err(parser.expected("the end"))
        }
    }

    fn kind_in_words(&mut self, parser: &mut Parser<'_>, origin: &Origin) -> Result<Is, Problem> {
        let count = match parser.peek().map(|token| &token.is) {
            Some(Lexeme::Number(count)) => {
                parser.at += 1;
                Some(*count)
            }
            _ => None,
        };
        if let Ok(number) = origin.source.text.trim().parse::<i32>() {
            let problem = origin
                .problem("this number is in quotes")
                .label("not a number");
            return Err(problem.help(format!("write `= {number}`")));
        }
        let word = parser.name("a kind of thing")?;
        if let Some(sides) = word
            .strip_prefix('d')
            .and_then(|sides| sides.parse::<u8>().ok())
        {
            let count = count.unwrap_or(1);
            if !(1..=30).contains(&count) || !(2..=100).contains(&sides) {
                return Err(origin.problem("dice are 1 to 30, of 2 to 100 sides"));
            }
            return Ok(Is::Dice {
                count: count as u8,
                sides,
                deck: None,
                row: None,
                see: See::All,
            });
        }
        match word.as_str() {
            "player" => Ok(Is::Player),
            "figure" => {
                if !parser.word("on") {
                    return Err(parser.expected("`on` and a map"));
                }
                Ok(Is::Figure(parser.name("a map's name")?))
            }
            "die" | "dice" => dice_of_stickers(parser, count.unwrap_or(1)),
            _ => {
                let (kind, see) = zone_kind(&word, origin)?;
                zone_in_words(parser, kind, see)
            }
        }
    }

    /// Checks that a name used in moves or expressions is one plain word.
    fn plain(&mut self, name: &str, origin: &Origin, taken: &[&str]) {
        let mut signs = name.chars();
        let plain = signs.next().is_some_and(char::is_alphabetic)
            && signs.all(|sign| sign.is_alphanumeric() || sign == '_');
        if !plain || name.len() > 40 {
            let problem = origin
                .problem(format!("`{name}` cannot be a name"))
                .label("not one word");
            self.problems.push(
                problem.help(
                    "a name is one word of letters, digits and `_`, and begins with a letter",
                ),
            );
        } else if taken.contains(&name) {
            self.problems.push(
                origin
                    .problem(format!("`{name}` cannot be used as a name"))
                    .help("moves of this name mean something else"),
            );
        }
    }

    fn action(&mut self, section: &Section<'_>, name: &str, place: crate::kit::SourceSpan) {
        self.plain(
            name,
            &origin_of(Source::new(name.to_owned(), place.clone())),
            &TAKEN,
        );
        let mut picks = Vec::new();
        for source in section.maybe("pick", sources).unwrap_or_default() {
            match pick(source) {
                Ok(pick) => picks.push(pick),
                Err(problem) => self.problems.push(problem),
            }
        }
        let reason = section.maybe("else", sentence);
        let rule = section.maybe("rule", named);
        let mut needs = section
            .maybe("need", |field| field.one_or_more(need))
            .unwrap_or_default();
        self.sheet.cited.extend(
            rule.iter()
                .chain(needs.iter().filter_map(|need| need.rule.as_ref()))
                .cloned(),
        );
        for need in &mut needs {
            need.reason = need.reason.take().or_else(|| reason.clone());
            need.rule = need.rule.take().or_else(|| rule.clone());
        }
        let action = Action {
            name: name.to_owned(),
            free: false,
            origin: origin_of(Source::new(name.to_owned(), place)),
            words: section.maybe("words", sentence).filter(Source::says),
            tell: section.maybe("tell", sentence).filter(Source::says),
            short: section.maybe("short", sentence).filter(Source::says),
            wins: section
                .maybe("wins", |field| field.one_or_more(named))
                .unwrap_or_default(),
            picks,
            needs,
            last: section.maybe("last", Field::flag).unwrap_or(false),
            does: self
                .block(section, "do")
                .map(|(block, _)| block)
                .unwrap_or_default(),
            rule,
        };
        self.sheet.actions.push(action);
    }
}

/// What counters may be declared with.
const COUNTERS: RangeInclusive<i64> = -1_000_000..=1_000_000;

fn unlimited(start: i32, each: Option<Each>) -> Is {
    Is::Counter {
        start,
        least: i32::MIN + 1,
        most: i32::MAX,
        each,
    }
}

/// Parses what follows `die`: a deck of stickers, and which die of it.
fn dice_of_stickers(parser: &mut Parser<'_>, count: i32) -> Result<Is, Problem> {
    if !parser.word("of") {
        return Err(parser.expected("`of` and a deck of stickers"));
    }
    let deck = parser.deck("a deck's name")?;
    let row = if parser.word("where") {
        Some(die_code(parser)?)
    } else {
        None
    };
    Ok(Is::Dice {
        count: count.clamp(1, 30) as u8,
        sides: 0,
        deck: Some(deck),
        row,
        see: See::All,
    })
}

/// What a word for a place of pieces means, and who sees them there.
fn zone_kind(word: &str, origin: &Origin) -> Result<(ZoneKind, See), Problem> {
    Ok(match word {
        "pile" => (ZoneKind::Pile, See::Nobody),
        "bag" => (ZoneKind::Bag, See::Nobody),
        "discard" => (ZoneKind::Discard, See::All),
        "hand" => (ZoneKind::Hand, See::Owner),
        "row" => (ZoneKind::Row, See::All),
        "stack" => (ZoneKind::Stack, See::Faces),
        "map" => (ZoneKind::Map, See::All),
        _ => {
            let problem = origin
                .problem(format!("`{word}` is not a kind of thing on the table"))
                .label("not understood");
            return Err(problem.help(
                "\"pile of DECK\", \"bag of DECK\", \"discard\", \"hand\", \"row of 4\", \"stack\", \"map of DECK\", \"2d6\", \
                 \"die of DECK\", \"figure on MAP\", \"player\", a number, true or false",
            ));
        }
    })
}

/// Parses what follows the kind of a zone: its deck or its size, and which of the deck's pieces.
fn zone_in_words(parser: &mut Parser<'_>, kind: ZoneKind, see: See) -> Result<Is, Problem> {
    let mut zone = ZoneText {
        kind,
        deck: None,
        condition: None,
        see,
        most: None,
        refill: None,
        layers: Vec::new(),
        each: None,
        ordered: matches!(kind, ZoneKind::Row | ZoneKind::Stack),
        map: (kind == ZoneKind::Map).then(MapText::default),
    };
    if parser.word("of") {
        if let Some(Lexeme::Number(most)) = parser.peek().map(|token| &token.is) {
            zone.most = Some((*most).clamp(1, 4096) as u16);
            parser.at += 1;
        } else {
            let from = parser.at;
            let deck = parser.deck("a deck's name, or how many it holds")?;
            zone.deck = Some((deck, parser.origin(from)));
        }
    }
    if parser.word("where") {
        zone.condition = Some(parser.phrase()?);
    }
    Ok(Is::Zone(Box::new(zone)))
}

/// Parses `code = C` after `die of DECK where`.
fn die_code(parser: &mut Parser<'_>) -> Result<(String, Origin), Problem> {
    if !(parser.word("code") && parser.sign("=")) {
        return Err(parser.expected("`code = ` and the code of a die"));
    }
    let from = parser.at;
    let code = match parser.peek().map(|token| &token.is) {
        Some(Lexeme::Quoted(code) | Lexeme::Word(code)) => code.clone(),
        Some(Lexeme::Number(code)) => code.to_string(),
        _ => return Err(parser.expected("the code of a die")),
    };
    parser.at += 1;
    Ok((code, parser.origin(from)))
}

/// Parses a pick: `card in hand where ..`.
fn pick(source: Source) -> Result<(String, Phrase), Problem> {
    let source = Arc::new(source);
    let all = tokens(&source, 0..source.text.len())?;
    let mut parser = Parser::new(&source, &all);
    let name = parser.name("a name for what is picked")?;
    if !parser.word("in") {
        return Err(parser.expected("`in` and a set"));
    }
    let set = parser.phrase()?;
    if parser.is_done() {
        Ok((name, set))
    } else {
        Err(parser.expected("the end"))
    }
}

/// Parses the value of an option: `true`, `3`, `"free"`.
fn option_value(field: Field<'_>) -> Result<String, Problem> {
    match field.plain() {
        Json::Bool(flag) => Ok(if flag { "yes" } else { "no" }.to_owned()),
        Json::Number(number) => Ok(number.to_string()),
        _ => field.text(),
    }
}

fn need(field: Field<'_>) -> Result<Need, Problem> {
    if !field.is_table() {
        return Ok(Need {
            that: phrase_of(field)?,
            reason: None,
            rule: None,
        });
    }
    let section = field.section("a need")?;
    let that = section.need("that", phrase_of);
    let reason = section.maybe("else", sentence);
    let rule = section.maybe("rule", named);
    section.finish();
    Ok(Need {
        that: that.ok_or_else(|| field.problem("a need without `that`"))?,
        reason,
        rule,
    })
}

/// Parses when the game ends: a condition, or `{ that = "..", after = "action" }`.
fn judged(field: Field<'_>) -> Result<(Phrase, Option<After>), Problem> {
    if !field.is_table() {
        return Ok((phrase_of(field)?, None));
    }
    let section = field.section("`when`")?;
    let that = section.need("that", phrase_of);
    let times = ["action", "turn", "round"].map(str::to_owned);
    let after = section.maybe("after", |field| field.one_of(&times));
    section.finish();
    let after = after.map(|after| match after {
        "action" => After::Action,
        "turn" => After::Turn,
        _ => After::Round,
    });
    let that = that.ok_or_else(|| field.problem("`when` without `that`"))?;
    Ok((that, after))
}

/// Parses the source of a refill: "discard", "discard but top".
fn refill(field: Field<'_>) -> Result<(Phrase, bool), Problem> {
    let source = Arc::new(source(field)?);
    let all = tokens(&source, 0..source.text.len())?;
    let mut parser = Parser::new(&source, &all);
    let zone = parser.until(&["but"])?;
    let but = parser.words(&["but", "top"]);
    if parser.is_done() {
        Ok((zone, but))
    } else {
        Err(parser.expected("`but top`, or the end"))
    }
}
