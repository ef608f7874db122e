//! Face templates: SVG with minijinja placeholders, expanded for one piece.
//!
//! What a template can see and call is documented in `docs/reference.md`.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;
use std::ops::Range;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use minijinja::value::{ArgType, Kwargs, Rest, Serde, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, State, UndefinedBehavior};

use serde_json::Map;

use super::emphasis::{self, Emphasis};
use super::own_names::{HELP, Words};
use super::pictures::names_none;
use super::quotes::{self, typographic};
use super::source_map::SourceMap;
use super::text::{self, Align, Area, FitError, IconBox, RichText, Span, Style, Valign};
use super::{
    Drawing, Font, Fonts, Reader, TextLine, inkscape, lines, literals, own_names, unclosed,
    undefined,
};
use super::{icon, icon_set};
use crate::kit::depth;
use crate::kit::files::PICTURES;
use crate::kit::formula::{FILTERS, filter_in, filter_of};
use crate::kit::language::Language;
use crate::kit::languages::Languages;
use crate::kit::limits::{self, Suspect, Task};
use crate::kit::problem::{find_name, nearest};
use crate::kit::{
    Deck, Files, Ink, Kit, MatFace, Piece, Problem, Problems, Row, Side, Size, SourceSpan, Um,
};

/// The most instructions of the template engine for one face; the richest shipped face takes a hundredth of it.
const FUEL: u64 = 5_000_000;

/// The greatest length that a template may give, mm.
const LONGEST: f64 = 10_000.0;

/// The longest text in a box, in bytes: more than twenty pages of a book.
const LONGEST_TEXT: usize = 50_000;

/// A longer chain of includes only occurs if a template includes itself.
const DEEPEST: usize = 20;

/// The most characters shown of a line that may be the cause.
const LONGEST_LINE: usize = 200;

/// The most problems reported for a face.
const MAX_PROBLEMS: usize = 100;

/// The most files in which to look for the cause of a problem.
const MAX_SOURCES: usize = 50;

/// The templates of a kit in one ink. Each is parsed once.
pub struct Templates<'k> {
    kit: &'k Kit,
    ink: Ink,
    environment: Environment<'static>,
    icons: Arc<Environment<'static>>,
    /// The texts that the `text` helper could not fit while a face is being expanded.
    unfit: Unfit,
    /// The templates that are too deep to parse.
    deep: Deep,
    /// What is drawn in spite of a problem, and the problems of what was.
    marks: Marks,
    marked: Mutex<Problems>,
    /// The pictures that are not there and were asked for, unless they are marked.
    missing: Mutex<BTreeSet<String>>,
}

/// What is drawn in spite of a problem, with a mark at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marks {
    Nothing,
    /// Texts that do not fit: below their minimum size, and in a frame.
    Overflows,
    /// Icons and pictures that are not there too.
    Everything,
}

/// Templates that nest too deeply, found while they are loaded.
type Deep = Arc<Mutex<Vec<Problem>>>;

/// A text, why it cannot be set, and where.
type Unfit = Arc<Mutex<Vec<(String, FitError, Area)>>>;

impl<'k> Templates<'k> {
    pub fn new(kit: &'k Kit, ink: Ink) -> Templates<'k> {
        Templates::with(kit, ink, Marks::Nothing)
    }

    /// The same for unfinished kits: a text that does not fit its box is set as small as necessary, in a dashed frame, and is
    /// [`marked`](Templates::marked) rather than a problem.
    pub fn marking(kit: &'k Kit, ink: Ink) -> Templates<'k> {
        Templates::with(kit, ink, Marks::Overflows)
    }

    /// The same for kits under somebody's hands: an icon or a picture that is not there is marked at its place too.
    pub fn forgiving(kit: &'k Kit, ink: Ink) -> Templates<'k> {
        Templates::with(kit, ink, Marks::Everything)
    }

    /// What was drawn in spite of a problem so far.
    pub fn marked(&self) -> Problems {
        self.marked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The pictures without which faces were printed, as they ask whether there is one; where they are marked, there are none.
    pub fn missing(&self) -> Vec<String> {
        let missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        missing.iter().cloned().collect()
    }

    /// What stands for a face that cannot be drawn, which is marked; its problems if nothing is.
    pub(crate) fn instead(&self, deck: &Deck, problems: Problems) -> Result<String, Problems> {
        if self.marks != Marks::Everything {
            return Err(problems);
        }
        let mut marked = self.marked.lock().unwrap_or_else(PoisonError::into_inner);
        marked.extend(problems);
        let ([w, h], bleed) = ([deck.size.w, deck.size.h].map(Um::mm), deck.bleed.mm());
        let [x, y] = [-bleed; 2].map(mm);
        let [width, height] = [w, h].map(|length| mm(length + 2.0 * bleed));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\">\
             <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n"
        );
        let inset = w.min(h) / 8.0;
        let area = Area {
            x: inset,
            y: inset,
            w: w - 2.0 * inset,
            h: h - 2.0 * inset,
        };
        write_frame(&mut svg, area, self.ink);
        let edge = w.min(h) / 2.0;
        let place = IconBox {
            x: (w - edge) / 2.0,
            y: (h - edge) / 2.0,
            edge,
        };
        svg += &icon::unknown(mark_colour(self.ink), place);
        Ok(svg + "</svg>\n")
    }

    /// The number of problems marked so far.
    pub(crate) fn marks_so_far(&self) -> usize {
        let marked = self.marked.lock();
        marked.unwrap_or_else(PoisonError::into_inner).0.len()
    }

    pub(crate) fn with(kit: &'k Kit, ink: Ink, marks: Marks) -> Templates<'k> {
        let fonts = Fonts::of(kit);
        let deep = Deep::default();
        let mut environment = self::environment(kit, ink, &deep);
        // Icons are part of text and contain none, so no icon contains itself.
        let icons = Arc::new(self::environment(kit, ink, &deep));
        let unfit = Unfit::default();
        let texts = TextHelper {
            files: kit.files.clone(),
            fonts,
            language: kit.language.clone(),
            black: kit
                .palette
                .of(ink)
                .get("ink")
                .unwrap_or(&"#000000")
                .to_string(),
            icons: icons.clone(),
            unfit: unfit.clone(),
            marks,
            ink,
        };
        environment.add_function(
            "text",
            move |state: &State<'_, '_>, Words(words): Words, options: Kwargs| {
                texts.call(state.name(), words, &options)
            },
        );
        let sink = unfit.clone();
        let files = kit.files.clone();
        environment.add_function("image", move |Words(path): Words, options: Kwargs| {
            picture(&files, path, options, (marks, ink, &sink))
        });
        let sink = unfit.clone();
        let files = kit.files.clone();
        environment.add_function("has_picture", move |Words(path): Words| {
            has_picture(&files, path, (marks, &sink))
        });
        own_names::add_calls(&mut environment);
        Templates {
            kit,
            ink,
            environment,
            icons,
            unfit,
            deep,
            marks,
            marked: Mutex::default(),
            missing: Mutex::default(),
        }
    }

    /// The same with another text for one of the templates; `None` if it is none.
    pub(crate) fn with_source(mut self, path: &str, source: &str) -> Option<Templates<'k>> {
        if depth::too_deep(source).is_some() {
            return None;
        }
        let is_translated = self.kit.files.translation().is_some();
        let source = prepared(
            source.to_owned(),
            &own_names::shadowed(self.kit),
            is_translated,
        );
        let added = self.environment.add_template_owned(path.to_owned(), source);
        added.is_ok().then_some(self)
    }

    pub fn ink(&self) -> Ink {
        self.ink
    }

    /// Whether what was drawn so far is the same in another ink: its colours have the same values, and no template asks for the
    /// ink.
    pub fn is_same_in(&self, other: Ink) -> bool {
        other == self.ink
            || self.kit.palette.of(self.ink) == self.kit.palette.of(other) && !self.ask_for("ink")
    }

    /// Whether a template of what was drawn so far may ask for this value of the program's.
    pub fn ask_for(&self, name: &str) -> bool {
        let mut read = self.environment.templates().chain(self.icons.templates());
        read.any(|(_, template)| {
            let asked = template.undeclared_variables(false);
            asked.contains(name) || asked.contains("piece")
        })
    }

    /// The SVG of one side of a piece; `copy` is the index of the copy it belongs to, from 0.
    pub fn piece(
        &self,
        deck: &Deck,
        piece: &Piece<'_>,
        copy: usize,
        side: Side,
    ) -> Result<String, Problems> {
        let context = self.context(deck, piece, copy, side);
        let row = (&piece.row.place(), &piece.row.extent());
        self.expand(
            deck.template(side).unwrap_or(&deck.front),
            context,
            row,
            &what(deck, piece, side),
        )
    }

    /// The drawing of a template that is not of a piece: a box, a page, a figure. Its problems are at the template's own lines.
    pub fn draw(
        &self,
        path: &str,
        context: Map<String, serde_json::Value>,
        what: &str,
        (size, bleed): (Size, Um),
        reader: &mut Reader,
    ) -> Result<Drawing, Problems> {
        let svg = self.expand(path, context, (&self.kit.place(), &(0..0)), what)?;
        self.read(path, &svg, what, (size, bleed), reader)
    }

    /// The drawing of what a template expanded to.
    fn read(
        &self,
        path: &str,
        svg: &str,
        what: &str,
        (size, bleed): (Size, Um),
        reader: &mut Reader,
    ) -> Result<Drawing, Problems> {
        let task = || Task {
            file: self.kit.files.name(path),
            drawn: what.to_owned(),
        };
        let read = limits::with_task(task, || reader.read(what, svg, size, bleed));
        read.map_err(|problems| self.located(problems, path, None, what.to_owned()))
    }

    /// What face-down piles of a deck without backs show, if its kit draws that.
    pub fn pile(&self, deck: &Deck, reader: &mut Reader) -> Result<Option<Drawing>, Problems> {
        let Some(path) = &deck.pile else {
            return Ok(None);
        };
        let mut context = Map::new();
        for (name, length) in [
            ("w", deck.size.w),
            ("h", deck.size.h),
            ("bleed", deck.bleed),
        ] {
            context.insert(name.into(), length.mm().into());
        }
        let what = format!("a pile of {}", deck.name);
        self.draw(path, context, &what, (deck.size, deck.bleed), reader)
            .map(Some)
    }

    /// The kit's mat and its SVG, if it has one.
    pub fn mat(&self, reader: &mut Reader) -> Result<Option<(Drawing, String)>, Problems> {
        let Some(MatFace { face, size }) = &self.kit.mat else {
            return Ok(None);
        };
        let mut context = Map::new();
        for (name, length) in [("w", size.w), ("h", size.h), ("bleed", Um::ZERO)] {
            context.insert(name.into(), length.mm().into());
        }
        context.insert("title".into(), self.kit.title.clone().into());
        let what = "the mat";
        let svg = self.expand(face, context, (&self.kit.place(), &(0..0)), what)?;
        let drawing = self.read(face, &svg, what, (*size, Um::ZERO), reader)?;
        Ok(Some((drawing, svg)))
    }

    /// The problems of an expanded side of a piece, each located at the words in the row or template that it comes from.
    pub fn locate(
        &self,
        problems: Problems,
        deck: &Deck,
        piece: &Piece<'_>,
        side: Side,
    ) -> Problems {
        let template = deck.template(side).unwrap_or(&deck.front);
        self.located(problems, template, Some(piece.row), what(deck, piece, side))
    }

    /// The problems of an expanded template, each located at the words that it comes from.
    fn located(
        &self,
        problems: Problems,
        template: &str,
        row: Option<&Row>,
        what: String,
    ) -> Problems {
        let mut templates = Vec::new();
        self.collect_sources(template, &mut templates);
        let source_map = SourceMap {
            row,
            templates,
            what,
        };
        let mut located = Problems::default();
        problems
            .0
            .into_iter()
            .take(MAX_PROBLEMS)
            .for_each(|problem| located.push(source_map.locate(problem)));
        located
    }

    /// Collects the files of a template, and of those whose names occur in it in quotes.
    fn collect_sources(&self, path: &str, found: &mut Vec<SourceSpan>) {
        let sources = Sources::of(self.kit);
        let (files, path) = sources.find(path);
        let name = files.name(path);
        if found.len() >= MAX_SOURCES || found.iter().any(|known| *known.file == *name) {
            return;
        }
        let Ok(text) = files.read(path) else { return };
        let text: Arc<str> = text.into();
        found.push(SourceSpan {
            file: name.into(),
            text: text.clone(),
            span: 0..0,
        });
        for word in text
            .split(['"', '\''])
            .filter(|word| word.len() < 200 && word.ends_with(".svg"))
        {
            self.collect_sources(word, found);
        }
    }

    /// The names that every template knows: variables and helpers, without the template language's own.
    pub(crate) fn names(&self) -> Vec<String> {
        let language = Environment::new();
        let is_own = |name: &str| language.globals().any(|(known, _)| known == name);
        let all = self.environment.globals().map(|(name, _)| name.to_owned());
        let mut names: Vec<String> = all.filter(|name| !is_own(name)).collect();
        names.sort();
        names
    }

    /// The variables of a template for one side of a piece.
    pub(crate) fn context(
        &self,
        deck: &Deck,
        piece: &Piece<'_>,
        copy: usize,
        side: Side,
    ) -> Map<String, serde_json::Value> {
        let grounds = &self.kit.copy_grounds;
        let mut own = Map::new();
        own.insert("w".into(), deck.size.w.mm().into());
        own.insert("h".into(), deck.size.h.mm().into());
        own.insert("bleed".into(), deck.bleed.mm().into());
        own.insert("side".into(), side.name().into());
        own.insert("copy".into(), copy.into());
        own.insert(
            "ground".into(),
            grounds.get(copy % grounds.len().max(1)).cloned().into(),
        );
        let mut context = piece.row.fields();
        context.insert("code".into(), piece.code.clone().into());
        if let Some(face) = piece.face {
            context.insert("face".into(), face.into());
        }
        // Where a column has a name of the program's, the column has it, and the program's is `piece.side`.
        let is_taken = |name: &str| context.contains_key(name);
        let has_taken = own.keys().any(|name| is_taken(name))
            || ["ink", "theme", "edition", "c"].into_iter().any(is_taken);
        for (name, value) in &own {
            context.entry(name).or_insert_with(|| value.clone());
        }
        if has_taken {
            let palette = self.kit.palette.of(self.ink);
            own.insert("ink".into(), self.ink.name().into());
            own.insert("theme".into(), self.kit.theme.clone().into());
            own.insert("edition".into(), edition(self.kit).into());
            own.insert(
                "c".into(),
                serde_json::to_value(palette).unwrap_or_default(),
            );
            context.insert("piece".into(), own.into());
        }
        context
    }

    /// The SVG of a template with these variables. A text that does not fit is reported where it occurs in the row's part of its
    /// file, or else at the row; `what` names the face in messages.
    pub fn expand(
        &self,
        path: &str,
        context: Map<String, serde_json::Value>,
        row: (&SourceSpan, &Range<usize>),
        what: &str,
    ) -> Result<String, Problems> {
        let (place, _) = row;
        let task = || Task {
            file: self.kit.files.name(path),
            drawn: format!("{what} of {}", place.file),
        };
        let expanded = limits::with_task(task, || {
            self.environment
                .get_template(path)
                .and_then(|template| template.render(Serde(&context)))
        });
        let fonts = Fonts::of(self.kit);
        let has_quotes = |family: &str| {
            let font = fonts.find(family, 400, false);
            font.is_none_or(|font| font.has('’'))
        };
        let expanded = expanded.map(|svg| quotes::in_texts(svg, &self.kit.language, has_quotes));
        let mut problems = Problems::default();
        let mut said = HashSet::new();
        for (words, error, area) in self
            .unfit
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .drain(..)
        {
            // Only a face that can do without it comes so far.
            if let (Marks::Overflows, FitError::NoPicture { path }) = (self.marks, &error) {
                let mut missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
                missing.insert(path.clone());
                continue;
            }
            // A text with several icons that are not there is told for each of them.
            let missed = match &error {
                FitError::NoIcon { name, .. } => Some(name.clone()),
                _ => None,
            };
            if said.insert((words.clone(), missed)) {
                let problem = unfit_problem(
                    row,
                    path,
                    &words,
                    &error,
                    area,
                    self.kit.files.translation().map(|of| &**of),
                );
                let is_marked = match self.marks {
                    Marks::Nothing => false,
                    Marks::Overflows => error.is_overflow(),
                    Marks::Everything => true,
                };
                if is_marked {
                    self.marked
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push(problem)
                } else {
                    problems.push(problem)
                }
            }
        }
        let deep = std::mem::take(&mut *self.deep.lock().unwrap_or_else(PoisonError::into_inner));
        match expanded {
            Ok(svg) if !self.kit.lines.is_empty() => problems.or(lines::even(svg, &self.kit.lines)),
            Ok(svg) => problems.or(svg),
            Err(_) if !deep.is_empty() => {
                deep.into_iter().for_each(|problem| problems.push(problem));
                Err(problems)
            }
            Err(error) => {
                problems.push(self.problem(&error, path, &context, what));
                Err(problems)
            }
        }
    }

    /// A template's error at its line, in an included template if it occurred there.
    fn problem(
        &self,
        error: &Error,
        path: &str,
        context: &Map<String, serde_json::Value>,
        what: &str,
    ) -> Problem {
        let causes = std::iter::successors(Some(error as &dyn std::error::Error), |error| {
            error.source()
        });
        let chain: Vec<&dyn std::error::Error> = causes.collect();
        let errors: Vec<&Error> = chain
            .iter()
            .filter_map(|cause| cause.downcast_ref())
            .collect();
        // A template that includes itself fails at the end of a long chain, but the problem is at its start.
        let endless = errors.len() > DEEPEST;
        let error = if endless {
            error
        } else {
            errors.last().copied().unwrap_or(error)
        };
        let template = error.name().unwrap_or(path);
        let sources = Sources::of(self.kit);
        let (files, path) = sources.find(template);
        let mut place = SourceSpan::file(files.name(path));
        let mut unclosed = None;
        let mut words = String::new();
        if let Ok(text) = files.read(path) {
            let expanded = prepared(text.clone(), &[], files.translation().is_some());
            let expanded = (expanded != text).then_some(expanded);
            let blamed = error
                .range()
                .and_then(|range| expanded.as_deref().unwrap_or(&text).get(range));
            blamed.unwrap_or_default().clone_into(&mut words);
            // Where a call replaces a text, only line numbers still match.
            let is_as_written = expanded.is_none();
            place.span = span_of(error, &text, is_as_written);
            if error.kind() == ErrorKind::SyntaxError && is_as_written {
                let failed = error
                    .range()
                    .map_or(text.len(), |range| range.end.min(text.len()));
                unclosed = unclosed::opener(&text, failed);
                if let Some((span, _)) = &unclosed {
                    place.span = span.clone();
                }
            }
            place.text = text.into();
        }
        let words = words.as_str();
        let (message, help) = match error.kind() {
            _ if endless => ("the template includes itself without end".to_owned(), None),
            ErrorKind::UndefinedError => {
                let told = undefined::explain(&self.environment, template, words, context);
                let (message, help) = told.unwrap_or_else(|| (error.kind().to_string(), None));
                // The span of a call, or of a text that became one, narrowed down to the name.
                let name = message
                    .strip_suffix("` is undefined")
                    .and_then(|name| name.strip_prefix('`'));
                let rest = place.text.get(place.span.start..).unwrap_or_default();
                if let Some(at) = name.and_then(|name| find_name(name, rest)) {
                    place.span = place.span.start + at.start..place.span.start + at.end;
                }
                (message, help)
            }
            _ => message_and_help(error, words, files),
        };
        // An error that is not the template's own fault is at the end of the chain: a file that cannot be read.
        let last = chain
            .last()
            .filter(|last| last.downcast_ref::<Error>().is_none());
        let cause = last.map_or(String::new(), |cause| format!(": {cause}"));
        let (message, help) = unclosed.map_or((message, help), |(_, told)| (told, None));
        let help = self.renamed(words, message == own_names::NO_VALUE).or(help);
        let problem =
            Problem::new(place, format!("{message}{cause}")).label(format!("while drawing {what}"));
        Problem { help, ..problem }
    }

    /// What the column is called that is probably meant by a name of the program's: the blamed words, or one in a blamed call.
    fn renamed(&self, words: &str, is_call: bool) -> Option<String> {
        let mut all = self.kit.decks.iter().flat_map(|deck| &deck.renamed);
        let is_meant =
            |column: &str| column == words || is_call && find_name(column, words).is_some();
        let (column, field) = all.find(|(column, _)| is_meant(column))?;
        Some(format!("the column `{column}` is called `{field}` here"))
    }
}

/// The only edition that is printed; empty if all are.
fn edition(kit: &Kit) -> String {
    kit.edition.clone().unwrap_or_default()
}

/// Advice on what was probably meant, where the template engine only reports what it found.
fn advice(told: &str) -> Option<String> {
    if let Some(word) = told.strip_prefix("unknown statement ") {
        return Some(
            match nearest(word, STATEMENTS.into_iter()).or((word == "foreach").then_some("for")) {
                Some(like) => format!("did you mean `{{% {like} %}}`?"),
                None => format!("the statements are {}", STATEMENTS.join(", ")),
            },
        );
    }
    if let Some(word) = told
        .strip_prefix("filter ")
        .and_then(|told| told.strip_suffix(" is unknown"))
    {
        return Some(
            match nearest(word, FILTERS.into_iter()).or_else(|| filter_in(word)) {
                Some(like) => format!("did you mean `{like}`?"),
                None => format!("the usual filters are {}", FILTERS.join(", ")),
            },
        );
    }
    let help = match told {
        _ if told.starts_with("unexpected `=`") => "`==` compares; `{% set name = ... %}` assigns",
        _ if told.starts_with("tried to use + operator") => "`~` joins texts: `a ~ b`",
        _ => return None,
    };
    Some(help.to_owned())
}

/// A side of a piece, for messages.
fn what(deck: &Deck, piece: &Piece<'_>, side: Side) -> String {
    match side {
        Side::Front => format!("{} {}", deck.name, piece.code),
        Side::Back => format!("the back of {} {}", deck.name, piece.code),
    }
}

/// Loads templates: the kit's own files, and with its name those of the kit it is played with.
struct Sources {
    own: Files,
    used: Option<(String, Files)>,
}

impl Sources {
    fn of(kit: &Kit) -> Sources {
        let used = kit
            .uses
            .as_ref()
            .map(|used| (format!("{}/", used.id), used.files.clone()));
        Sources {
            own: kit.files.clone(),
            used,
        }
    }

    /// "piecepack/faces/marks.svg" is the piecepack's `faces/marks.svg`.
    fn find<'p>(&self, path: &'p str) -> (&Files, &'p str) {
        let theirs = self
            .used
            .as_ref()
            .and_then(|(name, files)| Some((files, path.strip_prefix(name.as_str())?)));
        theirs.unwrap_or((&self.own, path))
    }
}

/// A template as it is expanded: with calls for the texts of a drawing program, and, in another language, for its own words; and
/// with other names for helpers that share one with a column.
fn prepared(source: String, shadowed: &[&str], is_translated: bool) -> String {
    let source = inkscape::with_calls(&source).unwrap_or(source);
    let source = if is_translated {
        literals::with_translation(&source).into_owned()
    } else {
        source
    };
    own_names::with_calls(&source, shadowed).into_owned()
}

/// The environment of templates of faces and icons, without `text`.
fn environment(kit: &Kit, ink: Ink, deep: &Deep) -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_fuel(Some(FUEL));
    environment.set_formatter(own_names::write);
    let shadowed = own_names::shadowed(kit);
    let kits = Sources::of(kit);
    let deep = deep.clone();
    environment.set_loader(move |path| {
        let (files, path) = kits.find(path);
        match files.read(path) {
            Ok(source) => match depth::too_deep(&source) {
                None => {
                    if let Some(span) = depth::grows(&source) {
                        let name = files.name(path);
                        let lines = source[..span.start].matches('\n').count();
                        let text = source
                            .lines()
                            .nth(lines)
                            .unwrap_or_default()
                            .chars()
                            .take(LONGEST_LINE)
                            .collect();
                        limits::suspect(|| Suspect {
                            file: name,
                            line: lines + 1,
                            text,
                        });
                    }
                    let is_translated = files.translation().is_some();
                    Ok(Some(prepared(source, &shadowed, is_translated)))
                }
                Some((span, message)) => {
                    let place = SourceSpan {
                        file: files.name(path).into(),
                        text: source.into(),
                        span,
                    };
                    let help =
                        "split it up with `{% set %}`, a list and a loop, or an included template";
                    let problem = Problem::new(place, message.clone()).help(help);
                    deep.lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push(problem);
                    Err(Error::new(ErrorKind::SyntaxError, message))
                }
            },
            Err(why) => Err(Error::new(
                ErrorKind::TemplateNotFound,
                format!("cannot read `{}`: {why}", files.name(path)),
            )),
        }
    });
    environment.add_global("ink", ink.name());
    environment.add_global("theme", kit.theme.clone());
    environment.add_global("edition", edition(kit));
    environment.add_global("c", Serde(kit.palette.of(ink)));
    let pictures = kit.files.clone();
    environment.add_function("image", move |path: String, options: Kwargs| {
        image(picture_at(&pictures, path), options)
    });
    environment.add_function("noise", noise);
    environment.add_global("language", kit.language.clone());
    let languages = Languages::of(kit);
    let files = kit.files.clone();
    environment.add_function(
        "tr",
        move |state: &State<'_, '_>, Words(words): Words, code: Option<String>, names: Kwargs| {
            let mut said = match (code, files.translation()) {
                (Some(code), _) => languages
                    .in_language(&words, &code)
                    .map_err(|why| Error::new(ErrorKind::InvalidOperation, why))?,
                (None, Some(language)) => language
                    .translated(&words, || files.name(state.name()))
                    .into_owned(),
                (None, None) => words,
            };
            for name in names.args() {
                said = said.replace(
                    &format!("{{{name}}}"),
                    &names.get::<Value>(name)?.to_string(),
                );
            }
            files
                .translation()
                .inspect(|language| language.needs_no_translation(&said));
            Ok::<_, Error>(said)
        },
    );
    environment.add_filter("mm", mm);
    environment
}

/// The name of an icon of the kit, used in a text without icons.
fn icon_without_icons(words: &str, files: &Files) -> Option<FitError> {
    let names = icon::names_of(words);
    let paths = if names.is_empty() {
        return None;
    } else {
        files.paths()
    };
    names.into_iter().find_map(|name| {
        let file = format!("/{name}.svg");
        let path = paths.iter().find(|path| path.ends_with(&file))?.clone();
        Some(FitError::IconsOff { name, path })
    })
}

/// The problem with a text that cannot be set, at the row's own words if they occur there, otherwise at their translation or at the
/// row.
fn unfit_problem(
    (row, extent): (&SourceSpan, &Range<usize>),
    template: &str,
    words: &str,
    error: &FitError,
    area: Area,
    language: Option<&Language>,
) -> Problem {
    // The words may also occur in the code, so look behind it first.
    let starts = [row.span.end.max(extent.start), extent.start];
    let found = starts
        .into_iter()
        .find_map(|from| Some(from + row.text.get(from..extent.end)?.find(words)?));
    let place = match found.filter(|_| !words.is_empty()) {
        Some(at) => row.at(at..at + words.len()),
        None => {
            let source = row.text.get(extent.clone()).unwrap_or_default();
            language
                .and_then(|language| language.place(words, source))
                .unwrap_or_else(|| row.clone())
        }
    };
    if let FitError::NoIcon { name, path } | FitError::IconsOff { name, path } = error {
        let place = match place
            .text
            .get(place.span.clone())
            .and_then(|words| words.find(&format!(":{name}:")))
        {
            Some(at) => place.at(place.span.start + at..place.span.start + at + name.len() + 2),
            None => place,
        };
        let problem = Problem::new(place, error.to_string())
            .label(format!("set by `{template}`"))
            .common();
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        return problem.help(match error {
            FitError::IconsOff { .. } => {
                format!("give the text `icons=\"{folder}\"`, or leave out the colons")
            }
            _ => match icon_set::near(name) {
                Some(like) => format!("did you mean `:{like}:`? Or draw it in `{path}`"),
                None => format!("draw it in `{path}`, or use a name that `paperkeep icons` shows"),
            },
        });
    }
    if let FitError::NoPicture { .. } = error {
        let problem = Problem::new(place, error.to_string());
        return problem.label(format!("shown by `{template}`"));
    }
    let Area { w, h, .. } = area;
    Problem::new(
        place,
        format!("\"{words}\" does not fit its box of {w} x {h} mm: {error}"),
    )
    .label(format!("the box is in `{template}`"))
    .help("shorten it, or give the box in the template more room or a smaller `min`")
}

pub(crate) const STATEMENTS: [&str; 7] = ["for", "if", "set", "macro", "import", "include", "with"];

pub(crate) const TEXT_OPTIONS: [&str; 18] = [
    "x", "y", "w", "h", "size", "min", "font", "weight", "italic", "fill", "align", "valign",
    "leading", "tracking", "styled", "strong", "icons", "icon",
];

pub(crate) const IMAGE_OPTIONS: [&str; 5] = ["x", "y", "w", "h", "fit"];

/// The width of the icons in a text, in ems.
fn icon_edge(options: &Kwargs) -> Result<f64, Error> {
    let edge = options.get::<Option<f64>>("icon")?.unwrap_or(1.0);
    if !(0.1..=10.0).contains(&edge) {
        let message = format!("an icon is 0.1 to 10 ems wide, not {edge}");
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    Ok(edge)
}

/// A text with typographic quotes, if its font has them.
fn quoted(text: String, style: &Style, language: &str) -> String {
    if style.font.has('’') {
        typographic(&text, language).into_owned()
    } else {
        text
    }
}

/// Checks that a helper gets only named arguments that it knows.
fn known_only(helper: &str, known: &[&str], options: &Kwargs) -> Result<(), Error> {
    let mut unknown = None;
    for name in options.args() {
        // An undefined value would pass for an omitted optional argument.
        if options.get::<Value>(name)?.is_undefined() {
            return Err(ErrorKind::UndefinedError.into());
        }
        unknown = unknown.or(Some(name).filter(|name| !known.contains(name)));
    }
    let Some(name) = unknown else { return Ok(()) };
    let help = match nearest(name, known.iter().copied()) {
        Some(like) => format!("did you mean `{like}`?"),
        None => format!("its arguments are {}", known.join(", ")),
    };
    Err(Error::new(
        ErrorKind::TooManyArguments,
        format!("`{helper}` has no argument `{name}`{HELP}{help}"),
    ))
}

/// An argument of a helper. The template language would not say which of them has the wrong type.
fn argument<'o, T: ArgType<'o, Output = T>>(
    options: &'o Kwargs,
    name: &'o str,
    what: &str,
) -> Result<T, Error> {
    options
        .get::<T>(name)
        .map_err(|error| match options.get::<Value>(name) {
            Ok(value) if error.kind() == ErrorKind::InvalidOperation => Error::new(
                ErrorKind::InvalidOperation,
                format!("`{name}` is {what}, not {value:?}"),
            ),
            _ => error,
        })
}

/// The `text` helper's arguments, and a paint that is not a colour. Without `fill`, text is `black`.
fn arguments(
    options: &Kwargs,
    black: &str,
    fonts: &Fonts,
) -> Result<(Area, Style, Option<String>), Error> {
    let length = |name: &'static str| argument::<f64>(options, name, "a length in mm");
    let number = |name: &'static str, default: f64| {
        argument::<Option<f64>>(options, name, "a length in mm")
            .map(|number| number.unwrap_or(default))
    };
    let word = |name: &'static str, default: &str| {
        argument::<Option<String>>(options, name, "a text")
            .map(|word| word.unwrap_or_else(|| default.to_owned()))
    };
    let wrong = |what: String| Error::new(ErrorKind::InvalidOperation, what);
    let family = word("font", OUR_FAMILY)?;
    let weight = argument::<Option<u16>>(options, "weight", "a whole number")?.unwrap_or(400);
    let italic = argument::<Option<bool>>(options, "italic", "true or false")?.unwrap_or(false);
    let font = font(fonts, &family, weight, italic)?;
    let area = Area {
        x: length("x")?,
        y: length("y")?,
        w: length("w")?,
        h: length("h")?,
    };
    let size = length("size")?;
    let lengths = [
        area.x,
        area.y,
        area.w,
        area.h,
        size,
        number("min", size)?,
        number("leading", 1.0)?,
        number("tracking", 0.0)?,
    ];
    if let Some(length) = lengths
        .iter()
        .find(|length| !length.is_finite() || length.abs() > LONGEST)
    {
        return Err(wrong(format!(
            "{length} is not a valid length: a face is at most {LONGEST} mm long"
        )));
    }
    if size <= 0.0 {
        return Err(wrong(format!(
            "a text of size {size} is invisible{HELP}`size` is a length in mm, more than 0"
        )));
    }
    let fill = word("fill", black)?;
    let paint = (fill == "none" || fill.starts_with("url(#")).then(|| fill.clone());
    let colour = if paint.is_some() { black } else { &fill };
    let style = Style {
        font,
        size,
        min: number("min", size)?,
        fill: solid(colour)
            .ok_or_else(|| wrong(format!("fill is a colour such as #1C1814, not \"{fill}\"")))?,
        leading: number("leading", 1.15)?,
        tracking: number("tracking", 0.0)?,
        align: match word("align", "middle")?.as_str() {
            "start" => Align::Start,
            "middle" => Align::Middle,
            "end" => Align::End,
            other => {
                return Err(wrong(format!(
                    "align is \"start\", \"middle\" or \"end\", not \"{other}\""
                )));
            }
        },
        valign: match word("valign", "middle")?.as_str() {
            "top" => Valign::Top,
            "middle" => Valign::Middle,
            "bottom" => Valign::Bottom,
            other => {
                return Err(wrong(format!(
                    "valign is \"top\", \"middle\" or \"bottom\", not \"{other}\""
                )));
            }
        },
    };
    Ok((area, style, paint))
}

/// Any opaque colour, as in SVG: `#1C1814`, `red`.
fn solid(colour: &str) -> Option<[u8; 3]> {
    let colour = svgtypes::Color::from_str(colour.trim()).ok()?;
    (colour.alpha == 255).then_some([colour.red, colour.green, colour.blue])
}

/// Exactly this font.
fn font(fonts: &Fonts, family: &str, weight: u16, italic: bool) -> Result<&'static Font, Error> {
    fonts.find(family, weight, italic).ok_or_else(|| {
        let slope = if italic { " italic" } else { "" };
        let message = format!(
            "there is no font {family} {weight}{slope}; there are {}{HELP}put its file (TTF or OTF) into the kit's folder `fonts`, or use one of these",
            fonts.names()
        );
        Error::new(ErrorKind::InvalidOperation, message)
    })
}

/// The family of texts that name none.
const OUR_FAMILY: &str = "Alegreya";

/// The font of words in bold or italic: that of the text, or ours if its family has no such face, or else one that is not slanted.
fn emphatic(
    fonts: &Fonts,
    (family, weight, italic): (&str, u16, bool),
    is_strong: bool,
) -> Option<&'static Font> {
    let usual = if is_strong { 700 } else { 400 };
    let faces = [
        (family, weight, italic),
        (OUR_FAMILY, weight, italic),
        (OUR_FAMILY, usual, italic),
        (family, weight, false),
        (OUR_FAMILY, usual, false),
    ];
    faces
        .into_iter()
        .find_map(|(family, weight, italic)| fonts.find(family, weight, italic))
}

/// `#RRGGBB` as three numbers.
pub fn rgb(colour: &str) -> Option<[u8; 3]> {
    let hex = colour
        .strip_prefix('#')
        .filter(|hex| hex.len() == 6 && hex.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

/// The colour of what marks a problem.
fn mark_colour(ink: Ink) -> &'static str {
    match ink {
        Ink::Color => "#E6007E",
        _ => "#000000",
    }
}

/// Where in a template an error occurred; only its line is known where a call has replaced a text.
fn span_of(error: &Error, text: &str, is_as_written: bool) -> Range<usize> {
    if let Some(range) = error.range().filter(|_| is_as_written) {
        return range;
    }
    let lines_before = error.line().unwrap_or(1).saturating_sub(1);
    let start = text
        .split_inclusive('\n')
        .take(lines_before)
        .map(str::len)
        .sum();
    start..start
}

/// What a template's error says, and what may mend it; `words` are those that it is about.
fn message_and_help(error: &Error, words: &str, files: &Files) -> (String, Option<String>) {
    let detail = || {
        error
            .detail()
            .map_or_else(|| error.kind().to_string(), str::to_owned)
    };
    match error.kind() {
        ErrorKind::OutOfFuel => (
            "the template takes too long: do its loops end?".to_owned(),
            None,
        ),
        ErrorKind::TemplateNotFound => {
            let wanted = words
                .split(['"', '\''])
                .find(|word| word.ends_with(".svg"))
                .unwrap_or(words);
            let paths = files.paths();
            let like = nearest(wanted, paths.iter().map(String::as_str));
            let help = like.map(|like| format!("did you mean `{like}`?"));
            (detail(), help)
        }
        ErrorKind::UnknownMethod => {
            let message = error.detail().unwrap_or_default();
            let method = message.rsplit(' ').next().unwrap_or_default();
            (message.to_owned(), filter_of(method))
        }
        _ => {
            let message = detail();
            match message.split_once(HELP) {
                Some((message, help)) => (message.to_owned(), Some(help.to_owned())),
                None => {
                    let help = advice(&message);
                    (message, help)
                }
            }
        }
    }
}

/// What the helper `text` of templates needs to know of its kit.
struct TextHelper {
    files: Files,
    fonts: &'static Fonts,
    language: String,
    black: String,
    icons: Arc<Environment<'static>>,
    unfit: Unfit,
    marks: Marks,
    ink: Ink,
}

impl TextHelper {
    /// A text in a box, as SVG.
    fn call(&self, template: &str, words: String, options: &Kwargs) -> Result<Value, Error> {
        known_only("text", &TEXT_OPTIONS, options)?;
        let words = self.translated(template, words);
        let folder = options.get::<Option<String>>("icons")?;
        let edge = icon_edge(options)?;
        let is_styled = options.get::<Option<bool>>("styled")?.unwrap_or(false);
        let strong = options.get::<Option<u16>>("strong")?.unwrap_or(700);
        let (area, style, paint) = arguments(options, &self.black, self.fonts)?;
        if words.len() > LONGEST_TEXT {
            let message = format!(
                "a text is longer than {LONGEST_TEXT} bytes{HELP}this one has {}",
                words.len()
            );
            return Err(Error::new(ErrorKind::InvalidOperation, message));
        }
        let (plain, names) = self.without_icons(&words, folder.as_deref(), area);
        let plain = quoted(plain, &style, &self.language);
        let (plain, emphases) = if is_styled {
            emphasis::parse(&plain)
        } else {
            (plain, Vec::new())
        };
        let spans = self.spans(emphases, &style, strong)?;
        let folder = folder.as_deref().unwrap_or_default();
        let drawings: Vec<_> = names
            .iter()
            .map(|name| icon::find(&self.files, folder, name))
            .collect();
        let mut known = HashSet::new();
        for (name, _) in names.iter().zip(&drawings).filter(|(_, it)| it.is_none()) {
            if known.insert(name) {
                let (name, path) = (name.clone(), icon::path(folder, name));
                self.note(&words, FitError::NoIcon { name, path }, area);
            }
        }
        if !known.is_empty() && self.marks != Marks::Everything {
            return Ok(Value::from_safe_string(String::new()));
        }
        let text = RichText {
            text: &plain,
            icon: if names.is_empty() { 0.0 } else { edge },
            spans: &spans,
        };
        let fitted = text::fit_rich(text, area, &style, self.fonts);
        let mut svg = String::new();
        let (lines, boxes) = fitted.unwrap_or_else(|error| {
            let is_marked = self.marks != Marks::Nothing && error.is_overflow();
            self.note(&words, error, area);
            if !is_marked {
                return Default::default();
            }
            write_frame(&mut svg, area, self.ink);
            let small = Style { min: 0.0, ..style };
            text::fit_rich(text, area, &small, self.fonts).unwrap_or_default()
        });
        svg.reserve(lines.len() * 192);
        for line in &lines {
            write_element(&mut svg, line, paint.as_deref());
        }
        let [r, g, b] = style.fill;
        let fill = format!("#{r:02X}{g:02X}{b:02X}");
        for (drawing, place) in drawings.iter().zip(boxes) {
            svg += &match drawing {
                Some(drawing) => icon::draw_any(&self.icons, drawing, &fill, place)?,
                None => icon::unknown(mark_colour(self.ink), place),
            };
        }
        Ok(Value::from_safe_string(svg))
    }

    fn translated(&self, template: &str, words: String) -> String {
        match self.files.translation() {
            Some(language) => language
                .on_face(&words, || self.files.name(template))
                .into_owned(),
            None => words,
        }
    }

    /// A text with places for its icons, and their names. Where icons were not asked for, names that could be some are noted.
    fn without_icons(
        &self,
        words: &str,
        folder: Option<&str>,
        area: Area,
    ) -> (String, Vec<String>) {
        if let Some(folder) = folder {
            return icon::names(words, |name| {
                icon::find(&self.files, folder, name).is_some()
            });
        }
        if words.contains(':')
            && let Some(error) = icon_without_icons(words, &self.files)
        {
            self.note(words, error, area);
        }
        (words.to_owned(), Vec::new())
    }

    /// The parts of a text that are set in another font.
    fn spans(
        &self,
        emphases: Vec<(Range<usize>, Emphasis)>,
        style: &Style,
        strong: u16,
    ) -> Result<Vec<Span>, Error> {
        let span = |(range, emphasis): (Range<usize>, Emphasis)| {
            let weight = if emphasis.strong {
                strong
            } else {
                style.font.weight
            };
            let is_italic = style.font.italic != emphasis.slanted;
            let family = &style.font.family;
            let face = (family.as_str(), weight, is_italic);
            let font = emphatic(self.fonts, face, emphasis.strong)
                .map_or_else(|| font(self.fonts, family, weight, is_italic), Ok)?;
            Ok(Span { range, font })
        };
        emphases.into_iter().map(span).collect()
    }

    fn note(&self, words: &str, error: FitError, area: Area) {
        let mut unfit = self.unfit.lock().unwrap_or_else(PoisonError::into_inner);
        unfit.push((words.to_owned(), error, area));
    }
}

/// A frame around the box of something with a problem, unlike any part of the drawing.
fn write_frame(svg: &mut String, Area { x, y, w, h }: Area, ink: Ink) {
    let colour = mark_colour(ink);
    let _ = writeln!(
        svg,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"0.5\" \
         stroke-dasharray=\"1.5 0.75\"/>",
        mm(x - 0.5),
        mm(y - 0.5),
        mm(w + 1.0),
        mm(h + 1.0)
    );
}

/// A fitted line as ordinary SVG.
fn write_element(svg: &mut String, line: &TextLine, paint: Option<&str>) {
    let font = line.font;
    let (family, weight, [r, g, b]) = (&font.family, font.weight, line.fill);
    *svg += "<text x=\"";
    write_mm(svg, line.x);
    *svg += "\" y=\"";
    write_mm(svg, line.y);
    let style = if font.italic {
        " font-style=\"italic\""
    } else {
        ""
    };
    let _ = write!(
        svg,
        "\" font-family=\"{family}\" font-weight=\"{weight}\"{style} font-size=\""
    );
    write_mm(svg, line.size);
    if line.tracking != 0.0 {
        *svg += "\" letter-spacing=\"";
        write_mm(svg, line.tracking);
    }
    let _ = match paint {
        Some(paint) => write!(svg, "\" fill=\"{}\"", escape(paint).replace('"', "&quot;")),
        None => write!(svg, "\" fill=\"#{r:02X}{g:02X}{b:02X}\""),
    };
    let _ = writeln!(svg, ">{}</text>", escape(&line.text));
}

/// Text escaped for XML.
pub fn escape(text: &str) -> Cow<'_, str> {
    if text.contains(['&', '<', '>']) {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .into()
    } else {
        text.into()
    }
}

/// The picture that a path names, which may do without its ending: "art/owl" is `art/owl.png` if that is there.
fn picture_at(files: &Files, path: String) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    if name.is_empty() || name.contains(['.', ':', '#']) || files.has(&path) {
        return path;
    }
    let mut ended = PICTURES.iter().map(|ending| format!("{path}.{ending}"));
    ended.find(|path| files.has(path)).unwrap_or(path)
}

/// Whether a picture is a file of the kit that is not there.
fn is_absent(files: &Files, path: &str) -> bool {
    let file = path.split('#').next().unwrap_or(path);
    !path.contains(':') && !files.has(file)
}

/// The box of a picture.
fn box_of(options: &Kwargs) -> Result<Area, Error> {
    known_only("image", &IMAGE_OPTIONS, options)?;
    let length = |name| argument::<f64>(options, name, "a length in mm");
    let [x, y, w, h] = ["x", "y", "w", "h"].map(length);
    let x = x?;
    let y = y?;
    let w = w?;
    let h = h?;
    Ok(Area { x, y, w, h })
}

/// A picture where a face shows it: none if its cell is empty, and a mark if there is none.
fn picture(
    files: &Files,
    path: String,
    options: Kwargs,
    (marks, ink, sink): (Marks, Ink, &Unfit),
) -> Result<Value, Error> {
    if names_none(&path) {
        box_of(&options)?;
        return Ok(Value::from_safe_string(String::new()));
    }
    let path = picture_at(files, path);
    if marks == Marks::Everything && is_absent(files, &path) {
        without_picture(path, &options, ink, sink)
    } else {
        image(path, options)
    }
}

/// Whether the kit has a picture, so that a face can do without: what is named and not there is told to whoever is at work on it.
fn has_picture(files: &Files, path: String, (marks, unfit): (Marks, &Unfit)) -> bool {
    if names_none(&path) {
        return false;
    }
    let path = picture_at(files, path);
    let is_there = !is_absent(files, &path);
    if !is_there && marks != Marks::Nothing {
        let mut unfit = unfit.lock().unwrap_or_else(PoisonError::into_inner);
        let is_told = |(known, ..): &(String, FitError, Area)| *known == path;
        if !unfit.iter().any(is_told) {
            let nowhere = Area {
                x: 0.0,
                y: 0.0,
                w: 0.0,
                h: 0.0,
            };
            unfit.push((path.clone(), FitError::NoPicture { path }, nowhere));
        }
    }
    is_there
}

/// `image("art/x.png", x=1, y=1, w=9, h=6, fit="cover")`: a picture of the kit in a box.
fn image(path: String, options: Kwargs) -> Result<Value, Error> {
    let Area { x, y, w, h } = box_of(&options)?;
    let [x, y, w, h] = [x, y, w, h].map(mm);
    let aspect = match options.get::<Option<String>>("fit")?.as_deref() {
        None | Some("contain") => "xMidYMid meet",
        Some("cover") => "xMidYMid slice",
        Some("stretch") => "none",
        Some(other) => {
            let message = format!("fit is \"contain\", \"cover\" or \"stretch\", not \"{other}\"");
            return Err(Error::new(ErrorKind::InvalidOperation, message));
        }
    };
    let path = escape(&path).replace('"', "&quot;");
    Ok(Value::from_safe_string(format!(
        "<image href=\"{path}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" preserveAspectRatio=\"{aspect}\"/>\n"
    )))
}

/// `noise(a, b, ...)`: a number from 0 to less than 1 that looks random, but is always the same for the same arguments.
fn noise(arguments: Rest<Value>) -> f64 {
    let words: Vec<String> = arguments.iter().map(Value::to_string).collect();
    // FNV-1a, then the finaliser of MurmurHash3.
    let mut hash = words
        .join(":")
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    ((hash ^ (hash >> 33)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// A number with as few decimals as needed, and at most three.
fn mm(number: f64) -> String {
    let mut text = String::new();
    write_mm(&mut text, number);
    text
}

fn write_mm(out: &mut String, number: f64) {
    let thousandths = number * 1000.0;
    // Half-way between two numbers, the exact value decides.
    if !(thousandths.abs() < 1e12 && (thousandths.fract().abs() - 0.5).abs() > 1e-3) {
        let text = format!("{number:.3}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        return *out += if text == "-0" { "0" } else { text };
    }
    let rounded = thousandths.round() as i64;
    let mut places = 3;
    let whole = rounded.unsigned_abs() / 1000;
    let mut rest = rounded.unsigned_abs() % 1000;
    let sign = if rounded < 0 { "-" } else { "" };
    while rest.is_multiple_of(10) && places > 0 {
        rest /= 10;
        places -= 1;
    }
    let _ = match places {
        0 => write!(out, "{sign}{whole}"),
        _ => write!(out, "{sign}{whole}.{rest:0places$}"),
    };
}

/// A frame with a mark in the place of a picture that does not exist, which is told among what does not fit.
fn without_picture(
    path: String,
    options: &Kwargs,
    ink: Ink,
    unfit: &Unfit,
) -> Result<Value, Error> {
    let area = box_of(options)?;
    let mut svg = String::new();
    write_frame(&mut svg, area, ink);
    let edge = area.w.min(area.h) / 2.0;
    let place = IconBox {
        x: area.x + (area.w - edge) / 2.0,
        y: area.y + (area.h - edge) / 2.0,
        edge,
    };
    svg += &icon::unknown(mark_colour(ink), place);
    let mut unfit = unfit.lock().unwrap_or_else(PoisonError::into_inner);
    unfit.push((path.clone(), FitError::NoPicture { path }, area));
    Ok(Value::from_safe_string(svg))
}

#[cfg(test)]
mod tests {
    use super::mm;

    #[test]
    fn millimetres_are_as_short_as_they_can_be() {
        let plain = |number: f64| match format!("{number:.3}")
            .trim_end_matches('0')
            .trim_end_matches('.')
        {
            "-0" => "0".to_owned(),
            text => text.to_owned(),
        };
        assert_eq!(
            [12.5, -0.0004, 3.0, 0.0625, -7.25, 0.05].map(mm),
            ["12.5", "0", "3", "0.062", "-7.25", "0.05"]
        );
        for step in -40_000..40_000 {
            let number = f64::from(step) * 0.000_05;
            assert_eq!(mm(number), plain(number));
        }
        assert_eq!(mm(1e15), plain(1e15));
    }
}
