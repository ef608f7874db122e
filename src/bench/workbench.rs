//! A kit under the hands of somebody: its files, edited cell by cell and drawn on, with its faces as they become.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use super::allowed::{self, choices};
use super::catalogue;
use super::frames;
use super::pictured;
use super::rules::{self, Beginning, RULES};
use super::store::Store;
use super::tables;
use super::told::{Refused, of_file, problems};
use super::translation;
use crate::easel::{self, Act};
use crate::face::template::Marks;
use crate::face::{Fonts, Reader, Templates, shipped_icons};
use crate::games;
use crate::kit::code::slug;
use crate::kit::edit::{self, CellEdit, Change, Grid, History, RowEdit, SheetEdit, Step, lines_at};
use crate::kit::files::{Edited, ending, is_inside};
use crate::kit::language::{Message, catalogue_name};
use crate::kit::{Deck, Files, Ink, Kit, Piece, Problems, Row, Side};
use crate::press::write::svg;
#[cfg(feature = "suggest")]
use crate::suggest;

/// Files whose text a page may edit.
const TEXTS: [&str; 6] = [".toml", ".svg", ".csv", ".tsv", ".md", ".po"];

/// Files that a page may add.
const ADDED: [&str; 8] = ["png", "jpg", "jpeg", "webp", "svg", "ttf", "otf", "ttc"];

const FONTS: [&str; 3] = ["ttf", "otf", "ttc"];

/// At most this much of the edits is kept when a kit is left, bytes.
const MOST_HISTORY: usize = 1 << 20;

/// The largest text, bytes.
const LARGEST_TEXT: usize = 1 << 20;

/// What a page may ask of it.
#[derive(Debug, Deserialize)]
#[serde(tag = "call", content = "args", rename_all = "camelCase")]
pub enum Call {
    /// Everything that the page shows, but for faces.
    Shown,
    /// Puts a value into a cell.
    Edit {
        cell: CellEdit,
        to: String,
    },
    /// Allows a word in a column with a list of those that are.
    Allow {
        deck: String,
        column: String,
        word: String,
    },
    /// Copies or deletes a row.
    EditRow(RowEdit),
    /// Changes several cells, rows or columns at once.
    EditSheet(SheetEdit),
    /// Gives a file another text.
    WriteText {
        path: String,
        text: String,
    },
    Undo,
    Redo,
    /// A file's text.
    Text {
        path: String,
    },
    /// A piece's face.
    Face(Seen),
    /// The same with a value in a cell that is still being typed.
    Typed {
        #[serde(flatten)]
        seen: Seen,
        cell: CellEdit,
        to: String,
    },
    /// What would be wrong with a text that is still being typed.
    Check {
        path: String,
        text: String,
    },
    /// The same with a value in a cell.
    CheckCell {
        cell: CellEdit,
        to: String,
    },
    /// What is on it.
    Easel(Seen),
    /// Some of the things on it alone, and the face without them.
    Lifted {
        #[serde(flatten)]
        seen: Seen,
        ats: Vec<usize>,
    },
    /// The icons whose names are like this one.
    IconsLike {
        name: String,
    },
    /// What these icons look like, as SVG.
    Icons {
        names: Vec<String>,
    },
    /// What is in a file with tables: `bytes` are in base 64.
    Tables {
        name: String,
        bytes: String,
    },
    /// Adds decks with the rows of a file's tables.
    AddDecks {
        name: String,
        bytes: String,
    },
    /// Changes the template of a deck's side as somebody did by pointing.
    Draw {
        deck: String,
        back: bool,
        act: Act,
    },
    /// What may be written in a text at this place.
    Candidates {
        path: String,
        text: String,
        at: usize,
    },
    /// The frames that a deck's faces can get.
    Frames {
        deck: String,
    },
    /// A piece in a frame, to look at.
    Framed {
        #[serde(flatten)]
        seen: Seen,
        #[serde(flatten)]
        frame: frames::Choice,
    },
    /// Gives a deck a frame.
    Frame {
        deck: String,
        #[serde(flatten)]
        frame: frames::Choice,
    },
    /// Gives a kit without rules some to begin with.
    BeginRules {
        deck: String,
        rules: Beginning,
    },
    /// The texts to translate into a language.
    Texts {
        code: String,
    },
    /// Begins a language.
    Speak {
        code: String,
    },
    /// Says something for a text in a language.
    Say {
        code: String,
        text: String,
        to: String,
    },
}

/// A side of a piece in an ink.
#[derive(Clone, Debug, Deserialize)]
pub struct Seen {
    deck: String,
    code: String,
    #[serde(default)]
    back: bool,
    ink: Ink,
    /// One of the kit's languages, or its own.
    language: Option<String>,
}

impl Seen {
    fn side(&self) -> Side {
        side(self.back)
    }
}

fn side(back: bool) -> Side {
    if back { Side::Back } else { Side::Front }
}

/// A kit under the hands of somebody.
pub struct Workbench {
    store: Box<dyn Store>,
    files: Files,
    history: History,
    /// As it was when it could be read last.
    kit: Option<Kit>,
    wrong: Problems,
    advice: Problems,
    /// How many rows are left out of it because they are wrong.
    left_out: usize,
    /// Whether it is read here at every change, or by somebody else.
    reads: bool,
    /// The number of changes so far.
    version: usize,
    /// The kit as it was translated last, for faces.
    spoken: RefCell<Option<Kit>>,
    /// The texts to translate, and at which version they were looked for.
    texts: Option<(usize, Vec<Message>)>,
}

impl Workbench {
    /// Opens the kit of these files, whatever is wrong with it.
    pub fn open(store: Box<dyn Store>) -> Workbench {
        let mut bench = Workbench {
            reads: true,
            ..Workbench::unread(store)
        };
        bench.read();
        bench
    }

    /// The same for somebody who reads the kit, and [shows](Self::take) it.
    pub fn unread(store: Box<dyn Store>) -> Workbench {
        Workbench {
            files: store.files(),
            store,
            history: History::default(),
            kit: None,
            wrong: Problems::default(),
            advice: Problems::default(),
            left_out: 0,
            reads: false,
            version: 0,
            spoken: RefCell::default(),
            texts: None,
        }
    }

    /// The last edits as JSON, to be kept until the kit is opened again.
    pub fn history(&self) -> String {
        serde_json::to_string(&self.history.last(MOST_HISTORY)).unwrap_or_default()
    }

    /// Goes on with the edits of an earlier time; what was kept in another form is left out.
    pub fn remember(&mut self, history: &str) {
        self.history = serde_json::from_str(history).unwrap_or_default();
    }

    /// The kit's files as they are now.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The kit as it could be read last.
    pub fn kit(&self) -> Option<&Kit> {
        self.kit.as_ref()
    }

    /// The number of changes so far.
    pub fn version(&self) -> usize {
        self.version
    }

    /// Shows this kit from now on, with what is to be said about it.
    pub fn take(&mut self, kit: Kit, advice: Problems) {
        self.files = self.store.files();
        self.show(kit, 0);
        self.wrong = Problems::default();
        self.advice = advice;
    }

    /// Shows what was found on the kit: what is wrong with it, and what may not be intended.
    pub fn advise(&mut self, wrong: Problems, advice: Problems) {
        (self.wrong, self.advice) = (wrong, advice);
    }

    fn show(&mut self, kit: Kit, left_out: usize) {
        self.kit = Some(kit);
        self.left_out = left_out;
        self.spoken.take();
        self.texts = None;
    }

    /// Says why the kit cannot be shown as it is now, and shows it [without some rows](edit::spare) if it can be.
    pub fn refuse(&mut self, wrong: Problems, spared: Option<(Kit, usize)>) {
        self.files = self.store.files();
        self.wrong = wrong;
        if let Some((kit, left_out)) = spared {
            self.show(kit, left_out);
        }
    }

    /// Does what a page asks for.
    ///
    /// # Errors
    ///
    /// It cannot be done.
    pub fn call(&mut self, call: Call) -> Result<Value, Refused> {
        match call {
            Call::Shown => {}
            Call::Edit { cell, to } => self.edit(&cell, &to)?,
            Call::Allow { deck, column, word } => self.allow(&deck, &column, &word)?,
            Call::EditRow(row) => self.edit_row(&row)?,
            Call::EditSheet(edit) => self.add(Change::of_sheet(&self.files, &edit)?)?,
            Call::AddDecks { name, bytes } => self.add_decks(&name, &bytes)?,
            Call::WriteText { path, text } => self.write(&path, text)?,
            Call::Undo => self.step(Step::Undo)?,
            Call::Redo => self.step(Step::Redo)?,
            Call::Frame { deck, frame } => self.frame(&deck, &frame)?,
            Call::BeginRules { deck, rules } => self.begin_rules(&deck, rules)?,
            Call::Speak { code } => self.speak(&code)?,
            Call::Say { code, text, to } => self.say(&code, &text, &to)?,
            Call::Texts { code } => return self.translation(&code),
            Call::Text { path } => return Ok(self.text(&path)?.into()),
            Call::Face(seen) => return Ok(self.face(&seen)?),
            Call::Typed { seen, cell, to } => return self.typed(&seen, &cell, &to),
            Call::Check { path, text } => return Ok(self.check(path, text)),
            Call::CheckCell { cell, to } => {
                let text = edit::changed(&self.files, &cell, &to)?;
                return Ok(self.check(cell.file, text));
            }
            Call::Easel(seen) => return Ok(self.easel(&seen)?),
            Call::Lifted { seen, ats } => return Ok(self.lifted(&seen, &ats)?),
            Call::IconsLike { name } => return Ok(self.icons_like(&name)),
            Call::Icons { names } => {
                return Ok(pictured::drawn_icons(
                    self.kit.as_ref(),
                    &self.files,
                    &names,
                ));
            }
            Call::Tables { name, bytes } => return Ok(tables::shown(&name, &bytes)?),
            Call::Frames { deck } => return Ok(self.frames(&deck)?),
            Call::Framed { seen, frame } => return Ok(self.framed(&seen, &frame)?),
            Call::Candidates { path, text, at } => return Ok(self.candidates(&path, &text, at)),
            Call::Draw { deck, back, act } => {
                let at = self.draw(&deck, side(back), &act)?;
                let mut shown = self.shown();
                shown["at"] = at.into();
                return Ok(shown);
            }
        }
        Ok(self.shown())
    }

    /// Everything that the page shows, but for faces.
    pub fn shown(&self) -> Value {
        let (grids, fixed) = match self.store.fixed() {
            Some(why) => (Vec::new(), Some(why)),
            None => match edit::grids(&self.files) {
                Ok(grids) => (grids, None),
                Err(why) => (Vec::new(), Some(why)),
            },
        };
        let codes: Vec<_> = grids.iter().map(|grid| self.codes(grid)).collect();
        let kit = self.kit.iter();
        let decks = kit.flat_map(|kit| kit.decks.iter().map(move |one| (kit, one)));
        let plays = self.files.has(RULES);
        let beginnings = self.kit.as_ref().filter(|_| !plays).map(rules::offered);
        let paths = self.files.paths();
        let manifest = self.files.read("kit.toml").ok();
        let manifest = manifest
            .and_then(|text| text.parse().ok())
            .unwrap_or_default();
        json!({
            "title": self.kit.as_ref().map(|kit| &kit.title),
            "languages": self.kit.as_ref().map(|kit| &kit.languages),
            "grids": grids,
            "codes": codes,
            "fixed": fixed,
            "decks": decks.map(|(kit, one)| deck(kit, one, &manifest)).collect::<Vec<_>>(),
            "texts": texts(&paths),
            "players": self.kit.as_ref().map(|kit| [kit.players.start(), kit.players.end()]),
            "left_out": self.left_out,
            "colours": self.kit.as_ref().map(pictured::used_colours),
            "plays": plays,
            "beginnings": beginnings,
            "speakable": self.kit.as_ref().map(translation::speakable),
            "undo": self.history.undoes(),
            "redo": self.history.redoes(),
            "problems": self.told(&self.wrong),
            "advice": self.told(&self.advice),
        })
    }

    /// Problems with the paths of their files in the kit.
    fn told(&self, found: &Problems) -> Value {
        let folder = self.files.name("x");
        let folder = folder.trim_end_matches('x');
        let mut told = problems(found);
        for problem in told.as_array_mut().into_iter().flatten() {
            let path = problem["file"]
                .as_str()
                .and_then(|file| file.strip_prefix(folder));
            problem["path"] = path.map(|path| path.replace('\\', "/")).into();
        }
        told
    }

    /// The code of each row, by which its faces are found; none where the kit could not be read since.
    fn codes(&self, grid: &Grid) -> Vec<Option<&str>> {
        let deck = grid
            .deck
            .as_ref()
            .and_then(|name| self.kit.as_ref()?.deck(name));
        let file = self.files.name(&grid.file);
        let rows = deck.iter().flat_map(|deck| &deck.rows);
        let rows: Vec<&Row> = rows.filter(|row| *row.place().file == *file).collect();
        let text = rows.first().map(|row| row.place().text).unwrap_or_default();
        let lines = lines_at(&text, rows.iter().map(|row| row.extent().start));
        let codes = rows.iter().map(|row| row.code());
        let by_line: BTreeMap<usize, &str> = lines.into_iter().zip(codes).collect();
        let code = |line: &usize| by_line.get(line).copied();
        grid.lines.iter().map(code).collect()
    }

    /// A file's text.
    ///
    /// # Errors
    ///
    /// There is none, or it is no text.
    pub fn text(&self, path: &str) -> Result<String, String> {
        Ok(self.files.read(path)?)
    }

    /// Puts a value into a cell.
    ///
    /// # Errors
    ///
    /// The cell changed since it was shown, or cannot hold this.
    pub fn edit(&mut self, cell: &CellEdit, to: &str) -> Result<(), String> {
        self.add(Change::of_cell(&self.files, cell, to)?)
    }

    /// Allows a word in a column of a deck.
    fn allow(&mut self, deck: &str, column: &str, word: &str) -> Result<(), String> {
        let manifest = allowed::with(&self.files, deck, column, word)?;
        let told = format!("`{word}` was allowed in `{column}`");
        let change = Change::of_text(&self.files, edit::MANIFEST, manifest, &told);
        self.add(change)
    }

    /// Copies or deletes a row.
    ///
    /// # Errors
    ///
    /// The row changed since it was shown.
    pub fn edit_row(&mut self, row: &RowEdit) -> Result<(), String> {
        self.add(Change::of_row(&self.files, row)?)
    }

    /// Gives a file another text.
    ///
    /// # Errors
    ///
    /// There is no such text, or it is too long.
    pub fn write(&mut self, path: &str, text: String) -> Result<(), String> {
        if text.len() > LARGEST_TEXT {
            return Err(format!("a text has at most {} MB here", LARGEST_TEXT >> 20));
        }
        // A kit may begin its rules by number here.
        if path != "rules.toml" || self.files.has(path) {
            self.files.read(path)?;
        }
        if !is_text(&path) {
            return Err(format!("`{path}` cannot be edited as a text here"));
        }
        self.add(Change::of_text(&self.files, path, text, "it was written"))
    }

    /// Adds a picture or a font, or replaces one.
    ///
    /// # Errors
    ///
    /// It is something else, or cannot be kept.
    pub fn put(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), String> {
        if !ADDED.contains(&&*ending(path)) {
            return Err(format!(
                "`{path}` is neither a picture (PNG, JPEG, WebP, SVG) nor a font (TTF, OTF)"
            ));
        }
        let told = match self.files.has(path) {
            true => "it was replaced",
            false => "it was added",
        };
        let mut files = vec![(path.to_owned(), bytes)];
        if FONTS.contains(&&*ending(path)) {
            files.extend(self.naming_font(path)?);
        }
        self.add(Change::of_files(&self.files, files, told))
    }

    /// The manifest with a name for a new font: faces find it by that, and by the letters that others lack.
    fn naming_font(&self, path: &str) -> Result<Option<(String, Vec<u8>)>, String> {
        let mut manifest = edit::document(&self.files, edit::MANIFEST)?;
        let fonts = manifest.entry("fonts");
        let fonts = fonts.or_insert(toml_edit::Item::Table(toml_edit::Table::new()));
        let fonts = fonts.as_table_like_mut();
        let fonts = fonts.ok_or("`fonts` in `kit.toml` is no table")?;
        if fonts
            .iter()
            .any(|(_, named)| named.to_string().contains(path))
        {
            return Ok(None);
        }
        let stem = path.rsplit('/').next().unwrap_or(path);
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        fonts.insert(&slug(stem, '_'), toml_edit::value(path));
        Ok(Some((
            edit::MANIFEST.to_owned(),
            manifest.to_string().into_bytes(),
        )))
    }

    /// Takes over a file that was changed or deleted where it came from.
    ///
    /// # Errors
    ///
    /// It has no place in the kit.
    pub fn arrive(&mut self, path: &str, bytes: Option<Vec<u8>>) -> Result<(), String> {
        if !is_inside(path) {
            return Err(format!("`{path}` is not a place in the kit"));
        }
        let told = "it was changed on the disk";
        self.add(Change::of_file(&self.files, path, bytes, told))
    }

    /// Undoes the last edit, or does again what was undone last.
    ///
    /// # Errors
    ///
    /// There is none, or what it changed was changed elsewhere since.
    pub fn step(&mut self, step: Step) -> Result<(), String> {
        self.is_free()?;
        let store = &mut self.store;
        let write = |path: &str, bytes: Option<&[u8]>| store.put(path, bytes);
        self.history.step(step, &self.files, write)?;
        self.changed();
        Ok(())
    }

    fn is_free(&self) -> Result<(), String> {
        self.store.fixed().map_or(Ok(()), Err)
    }

    fn add(&mut self, change: Change) -> Result<(), String> {
        self.is_free()?;
        for part in &change.parts {
            self.store.put(&part.file, part.after.as_deref())?;
        }
        self.history.add(change);
        self.changed();
        Ok(())
    }

    fn changed(&mut self) {
        self.version += 1;
        self.files = self.store.files();
        if self.reads {
            self.read();
        }
    }

    /// Reads the kit anew.
    fn read(&mut self) {
        match Kit::open(self.files.clone()) {
            Ok(kit) => {
                let (wrong, mut advice) = games::advice(&games::of_kit(&kit), &kit);
                advice.extend(kit.warnings.iter().cloned());
                self.show(kit, 0);
                (self.wrong, self.advice) = (wrong, advice.into());
            }
            Err(wrong) => {
                let spared = edit::spare(&self.files, &wrong);
                self.refuse(wrong, spared);
                self.advice = Problems::default();
            }
        }
    }

    /// A piece of the kit as it could be read last.
    fn piece(&self, seen: &Seen) -> Result<(&Kit, &Deck, Piece<'_>), Problems> {
        let Seen { deck, code, .. } = seen;
        let missing = || of_file(deck, format!("there is no piece `{code}` in `{deck}`"));
        let kit = self.kit.as_ref().ok_or_else(missing)?;
        let (deck, piece) = piece(kit, seen).ok_or_else(missing)?;
        Ok((kit, deck, piece))
    }

    /// A piece's face as SVG, with what does not fit on it.
    ///
    /// # Errors
    ///
    /// Its template or its row is wrong.
    pub fn face(&self, seen: &Seen) -> Result<Value, Problems> {
        let (kit, deck, piece) = self.piece(seen)?;
        let is_other = |code: &&String| **code != kit.language;
        let Some(code) = seen.language.as_ref().filter(is_other) else {
            return face(kit, deck, &piece, seen);
        };
        let mut spoken = self.spoken.borrow_mut();
        let spoken = match &mut *spoken {
            Some(kit) if kit.language == *code => kit,
            other => other.insert(kit.clone().in_language(code)?),
        };
        let missing = || of_file(&seen.deck, format!("there is no piece `{}`", seen.code));
        let (deck, piece) = self::piece(spoken, seen).ok_or_else(missing)?;
        face(spoken, deck, &piece, seen)
    }

    /// A piece's face with a value in a cell that is still being typed.
    fn typed(&self, seen: &Seen, cell: &CellEdit, to: &str) -> Result<Value, Refused> {
        let text = edit::changed(&self.files, cell, to)?;
        let files = self.with([(cell.file.clone(), text)]);
        // What is wrong in other rows is told there.
        let kit = Kit::open(files.clone()).or_else(|wrong| {
            let spared = edit::spare(&files, &wrong).filter(|(kit, _)| piece(kit, seen).is_some());
            spared.map(|(kit, _)| kit).ok_or(wrong)
        })?;
        let kit = match &seen.language {
            Some(code) if *code != kit.language => kit.in_language(code)?,
            _ => kit,
        };
        // It may be its code that is typed.
        let typed = Seen {
            code: to.to_owned(),
            ..seen.clone()
        };
        let both = [seen, &typed];
        let found = both
            .into_iter()
            .find_map(|seen| Some((piece(&kit, seen)?, seen)));
        let ((deck, piece), seen) = found.ok_or_else(|| {
            let missing = format!("there is no piece `{}`", seen.code);
            Problems::from(of_file(&seen.deck, missing))
        })?;
        Ok(face(&kit, deck, &piece, seen)?)
    }

    /// What would be wrong if a file had this text, without a game played.
    fn check(&self, path: String, text: String) -> Value {
        let wrong = match Kit::open(self.with([(path, text)])) {
            Ok(kit) => games::errors(&games::of_kit(&kit), &kit),
            Err(wrong) => wrong,
        };
        self.told(&wrong)
    }

    /// The files with other texts in some of them.
    fn with(&self, texts: impl IntoIterator<Item = (String, String)>) -> Files {
        let texts = texts.into_iter().collect();
        Files::Edited(Arc::new(Edited::over(self.files.clone(), texts)))
    }

    /// Some of the things on a face alone, and the face without them, as SVG.
    fn lifted(&self, seen: &Seen, ats: &[usize]) -> Result<Value, Problems> {
        let (kit, deck, piece) = self.piece(seen)?;
        let parts = easel::lifted(kit, deck, &piece, seen.side(), seen.ink, ats)?;
        let shown = parts.map(|parts| parts.map(|drawing| svg::face(&drawing).ok()));
        Ok(match shown {
            Some([Some(alone), Some(rest)]) => json!({ "alone": alone, "rest": rest }),
            _ => Value::Null,
        })
    }

    /// The icons whose names are like this one: those of the kit, and those that ship.
    fn icons_like(&self, name: &str) -> Value {
        let own = pictured::icons(&self.files);
        let shipped = shipped_icons().iter();
        let shipped = shipped.flat_map(|icon| icon.others.iter().chain([&icon.name]).copied());
        alike(name, own.iter().map(String::as_str).chain(shipped)).into()
    }

    /// Adds decks with the rows of a file's tables.
    fn add_decks(&mut self, name: &str, bytes: &str) -> Result<(), String> {
        let contents = tables::added(&self.files, name, bytes)?;
        let told = format!("the rows of {name} were added as a deck");
        self.add(Change::of_files(&self.files, contents, &told))
    }

    /// What is on a piece's face and where, and what can be put on it.
    ///
    /// # Errors
    ///
    /// Its template or its row is wrong.
    pub fn easel(&self, seen: &Seen) -> Result<Value, Problems> {
        let (kit, deck, piece) = self.piece(seen)?;
        let side = seen.side();
        let elements = easel::elements(kit, deck, &piece, side, seen.ink)?;
        let upright = Fonts::of(kit).iter().filter(|font| !font.italic);
        let mut fonts: Vec<(&str, u16)> =
            upright.map(|font| (&*font.family, font.weight)).collect();
        fonts.sort_unstable();
        fonts.dedup();
        let fields = piece.row.fields();
        let icons = pictured::icons(&self.files).into_iter();
        let icons = icons.chain(shipped_icons().iter().map(|icon| icon.name.to_owned()));
        Ok(json!({
            "template": deck.template(side),
            "elements": elements,
            "fields": fields.keys().collect::<Vec<_>>(),
            "numbers": numbers(deck, fields.keys()),
            "fonts": fonts,
            "pictures": pictured::pictures(kit),
            "pictured": pictured::expressions(kit, deck),
            "icons": icons.collect::<Vec<_>>(),
            "colours": kit.palette.of(seen.ink),
        }))
    }

    /// Changes the template of a deck's side as somebody did by pointing; returns where the element is now.
    ///
    /// # Errors
    ///
    /// The element is not there any more, or cannot be changed like this.
    pub fn draw(&mut self, deck: &str, side: Side, act: &Act) -> Result<usize, String> {
        let known = self.kit.as_ref().and_then(|kit| kit.deck(deck));
        let path = known.and_then(|deck| deck.template(side));
        let path = path
            .ok_or_else(|| format!("`{deck}` has no such side"))?
            .to_owned();
        let after = easel::changed(&self.files.read(&path)?, act)?;
        let change = Change::of_text(&self.files, &path, after.text, &after.told);
        self.add(change)?;
        Ok(after.at)
    }

    fn known(&self, deck: &str) -> Result<(&Kit, &Deck), String> {
        let kit = self.kit.as_ref();
        let known = kit.and_then(|kit| Some((kit, kit.deck(deck)?)));
        known.ok_or_else(|| format!("there is no deck `{deck}`"))
    }

    /// The frames that the deck's faces can get.
    fn frames(&self, deck: &str) -> Result<Value, String> {
        let (kit, deck) = self.known(deck)?;
        Ok(frames::offered(kit, deck))
    }

    /// A piece's front in a frame.
    fn framed(&self, seen: &Seen, frame: &frames::Choice) -> Result<Value, Problems> {
        let (_, deck, _) = self.piece(seen)?;
        let wrong = |why: String| Problems::from(of_file(&seen.deck, why));
        let contents = frames::put(&self.files, deck, frame).map_err(wrong)?;
        let texts = contents.into_iter();
        let texts = texts.map(|(path, bytes)| (path, String::from_utf8_lossy(&bytes).into_owned()));
        let kit = Kit::open(self.with(texts))?;
        let missing = || of_file(&seen.deck, format!("there is no piece `{}`", seen.code));
        let (deck, piece) = piece(&kit, seen).ok_or_else(missing)?;
        face(&kit, deck, &piece, seen)
    }

    /// Gives a deck a frame.
    fn frame(&mut self, deck: &str, frame: &frames::Choice) -> Result<(), String> {
        let (_, known) = self.known(deck)?;
        let contents = frames::put(&self.files, known, frame)?;
        let told = format!("`{deck}` got the frame “{}”", frame.name);
        self.add(Change::of_files(&self.files, contents, &told))
    }

    /// Gives the kit rules to begin with.
    fn begin_rules(&mut self, deck: &str, beginning: Beginning) -> Result<(), Refused> {
        if self.files.has(RULES) {
            return Err("the kit has rules already".to_owned().into());
        }
        let text = rules::begun(self.readable()?, deck, beginning)?;
        let kit = Kit::open(self.with([(RULES.to_owned(), text.clone())]))?;
        let (wrong, _) = games::advice(&games::of_kit(&kit), &kit);
        wrong.or(())?;
        let files = vec![(RULES.to_owned(), text.into_bytes())];
        Ok(self.add(Change::of_files(&self.files, files, "the rules were begun"))?)
    }

    fn readable(&self) -> Result<&Kit, String> {
        let kit = self.kit.as_ref();
        kit.ok_or_else(|| "the kit cannot be read as it is now".to_owned())
    }

    /// The texts to translate into a language.
    fn translation(&mut self, code: &str) -> Result<Value, Refused> {
        translation::demand_language(code)?;
        if self
            .texts
            .as_ref()
            .is_none_or(|(at, _)| *at != self.version)
        {
            let found = catalogue::texts(self.readable()?, Marks::Everything)?;
            self.texts = Some((self.version, found));
        }
        let kit = self.readable()?;
        let found = self.texts.iter().flat_map(|(_, found)| found).cloned();
        let (messages, _) = catalogue::translations(kit, found.collect(), code)?;
        Ok(translation::shown(kit, code, &messages))
    }

    /// Begins a language.
    fn speak(&mut self, code: &str) -> Result<(), Refused> {
        let files = translation::begun(self.readable()?, code)?;
        let change = Change::of_files(&self.files, files, "the language was begun");
        Ok(self.add(change)?)
    }

    /// Says something for a text in a language. The other texts stay as they are.
    fn say(&mut self, code: &str, text: &str, to: &str) -> Result<(), Refused> {
        let known = self.texts.iter().filter(|(at, _)| *at == self.version);
        let found = known.flat_map(|(_, found)| found);
        let mut places = found.filter(|message| message.text == text);
        let message = Message {
            text: text.to_owned(),
            translation: to.to_owned(),
            places: places
                .next()
                .map_or_else(Vec::new, |known| known.places.clone()),
        };
        let po = translation::said(&self.files, code, &message)?;
        let files = vec![(catalogue_name(code), po.into_bytes())];
        let before = self.version;
        self.add(Change::of_files(
            &self.files,
            files,
            "a text was translated",
        ))?;
        // The kit's own texts are the same as before.
        if let Some((at, _)) = self.texts.as_mut().filter(|(at, _)| *at == before) {
            *at = self.version;
        }
        Ok(())
    }

    /// What may be written in a text at this place, counted as pages count letters.
    #[cfg(feature = "suggest")]
    pub fn candidates(&self, path: &str, text: &str, at: usize) -> Value {
        let offset = offset_of(text, at);
        let files = self.with([(path.to_owned(), text.to_owned())]);
        let found = suggest::candidates(&files, path, offset);
        let replaced = text.get(found.replaced).unwrap_or_default();
        let all = found.all.iter();
        let all = all.map(|one| json!({ "text": one.text, "about": one.about }));
        json!({ "typed": replaced, "all": all.collect::<Vec<_>>() })
    }

    #[cfg(not(feature = "suggest"))]
    fn candidates(&self, _: &str, _: &str, _: usize) -> Value {
        json!({ "typed": "", "all": [] })
    }

    /// Every file that can be read.
    pub fn contents(&self) -> BTreeMap<String, Vec<u8>> {
        let paths = self.files.paths().into_iter();
        paths
            .filter_map(|path| Some((path.clone(), self.files.bytes(&path).ok()?)))
            .collect()
    }
}

/// A piece of a kit, with its deck.
fn piece<'k>(kit: &'k Kit, seen: &Seen) -> Option<(&'k Deck, Piece<'k>)> {
    let deck = kit.deck(&seen.deck)?;
    let mut pieces = deck.pieces().into_iter();
    let piece = pieces.find(|piece| piece.row.code() == seen.code)?;
    Some((deck, piece))
}

/// A piece's face as SVG, with what does not fit on it.
fn face(kit: &Kit, deck: &Deck, piece: &Piece<'_>, seen: &Seen) -> Result<Value, Problems> {
    let side = seen.side();
    let templates = Templates::forgiving(kit, seen.ink);
    let drawn = templates.piece(deck, piece, 0, side)?;
    let template = deck.template(side).unwrap_or(&deck.front);
    let name = format!("{template} drawn for {}", seen.code);
    let mut reader = Reader::new();
    reader.look_in(kit);
    let drawing = reader.read(&name, &drawn, deck.size, deck.bleed);
    let drawing = drawing.map_err(|found| templates.locate(found, deck, piece, side))?;
    let svg = svg::face(&drawing).map_err(|why| of_file(&name, why.to_string()))?;
    Ok(json!({ "svg": svg, "unfit": problems(&templates.marked()) }))
}

/// The offset in bytes of a place that is counted in units of UTF-16.
#[cfg(feature = "suggest")]
fn offset_of(text: &str, at: usize) -> usize {
    let mut passed = 0;
    for (offset, letter) in text.char_indices() {
        if passed >= at {
            return offset;
        }
        passed += letter.len_utf16();
    }
    text.len()
}

/// The most names that are offered for another, and the longest name that is looked for.
const MOST_ALIKE: usize = 6;
const LONGEST_NAME: usize = 64;

/// The names that may be meant by another, the likeliest first.
fn alike<'n>(name: &str, all: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let name = name.to_lowercase();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Vec::new();
    }
    let rank = |other: &str| {
        let other = other.to_lowercase();
        let is_part = other.contains(&name) || name.contains(&other) && other.len() > 2;
        let distance = strsim::damerau_levenshtein(&name, &other);
        let most = name.chars().count().max(other.chars().count());
        (is_part || distance * 2 <= most).then_some((!is_part, distance))
    };
    let mut found: Vec<_> = all
        .filter_map(|other| Some((rank(other)?, other)))
        .collect();
    found.sort_unstable();
    found.dedup();
    let names = found.into_iter().map(|(_, other)| other);
    names.take(MOST_ALIKE).collect()
}

fn is_text(path: &&str) -> bool {
    TEXTS.iter().any(|ending| path.ends_with(ending))
}

/// The paths of the texts that may be edited as they are.
fn texts(paths: &[String]) -> Vec<&str> {
    paths.iter().map(String::as_str).filter(is_text).collect()
}

/// The fields of a deck that are lists.
fn lists(deck: &Deck) -> Vec<&str> {
    let row = deck.rows.first();
    let names = row.into_iter().flat_map(Row::names);
    names
        .filter(|name| row.is_some_and(|row| row.list(name).is_some()))
        .collect()
}

/// What a page says of a deck.
fn deck(kit: &Kit, deck: &Deck, manifest: &toml::Table) -> Value {
    let face = kit.files.read(&deck.front).unwrap_or_default();
    json!({
        "name": deck.name,
        "title": deck.title,
        "size": [deck.size.w.mm(), deck.size.h.mm()],
        "bleed": deck.bleed.mm(),
        "safe": deck.safe.mm(),
        "back": deck.back.is_some(),
        "front": deck.front,
        "backFace": deck.template(Side::Back),
        "lists": lists(deck),
        "choices": choices(deck, manifest),
        "pictures": pictured::names(kit, deck),
        "outline": deck.shape.outline(deck.size).map(|outline| outline.path()),
        "rows": deck.rows.len(),
        "pieces": deck.pieces().len(),
        // What may be written in a text of a row.
        "has_icons": face.contains("icons=\"") || face.contains("icons = \""),
        "has_emphasis": face.contains("styled=true") || face.contains("styled = true"),
    })
}

/// Those of a deck's fields that have numbers.
fn numbers<'f>(deck: &Deck, fields: impl Iterator<Item = &'f String>) -> Vec<&'f String> {
    let is_number = |row: &Row, field: &str| row.field(field).is_some_and(|said| said.is_number());
    fields
        .filter(|field| deck.rows.iter().any(|row| is_number(row, field)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Memory;

    fn bench(from: &str) -> Workbench {
        let files = Files::starter(from)
            .or_else(|| Files::shipped(from))
            .unwrap();
        let paths = files.paths().into_iter();
        let contents = paths.map(|path| (path.clone(), files.bytes(&path).unwrap()));
        Workbench::open(Box::new(Memory::of("owls", contents.collect())))
    }

    fn grid<'v>(shown: &'v Value, deck: &str) -> (usize, &'v Value) {
        let grids = shown["grids"].as_array().unwrap();
        let at = grids.iter().position(|grid| grid["deck"] == deck).unwrap();
        (at, &grids[at])
    }

    #[test]
    fn every_starter_and_shipped_kit_opens_and_shows_its_rows() {
        for from in Files::starter_ids().into_iter().chain(Files::shipped_ids()) {
            let bench = bench(from);
            let shown = bench.shown();
            assert_eq!(shown["problems"], json!([]), "{from}");
            let grids = shown["grids"].as_array().unwrap();
            for (at, grid) in grids.iter().enumerate().skip(1) {
                let codes = shown["codes"][at].as_array().unwrap();
                assert_eq!(
                    codes.len(),
                    grid["rows"].as_array().unwrap().len(),
                    "{from}"
                );
                assert!(
                    codes.iter().all(|code| code.is_string()),
                    "{from} {}",
                    grid["file"]
                );
            }
        }
    }

    #[test]
    fn an_edit_changes_the_face_and_is_undone_and_done_again() {
        let mut bench = bench("blank-cards");
        let shown = bench.shown();
        let (at, cards) = grid(&shown, "cards");
        let code = shown["codes"][at][0].as_str().unwrap().to_owned();
        let column = |name: &str| {
            cards["columns"]
                .as_array()
                .unwrap()
                .iter()
                .position(|column| column == name)
        };
        let cell = CellEdit {
            file: cards["file"].as_str().unwrap().into(),
            deck: Some("cards".into()),
            row: 0,
            column: column("name").unwrap(),
            from: cards["rows"][0][1][column("name").unwrap()]
                .as_str()
                .map(str::to_owned),
        };
        let face = |bench: &Workbench| {
            let seen = Seen {
                deck: "cards".into(),
                code: code.clone(),
                back: false,
                ink: Ink::Color,
                language: None,
            };
            bench.face(&seen).unwrap()["svg"].clone()
        };
        let first = face(&bench);
        bench.edit(&cell, "Snowy owl").unwrap();
        let second = face(&bench);
        assert!(first != second);
        bench.step(Step::Undo).unwrap();
        assert_eq!(face(&bench), first);
        assert_eq!(bench.shown()["undo"], Value::Null);
        // Files that were added go and come like words.
        bench.put("art/owl.png", b"one".to_vec()).unwrap();
        bench.put("art/owl.png", b"two".to_vec()).unwrap();
        assert!(bench.put("play.toml", Vec::new()).is_err());
        bench.step(Step::Undo).unwrap();
        assert_eq!(bench.files().bytes("art/owl.png").unwrap(), b"one");
        bench.step(Step::Undo).unwrap();
        assert!(!bench.files().has("art/owl.png"));
        bench.step(Step::Redo).unwrap();
        assert!(bench.files().has("art/owl.png"));
        bench.step(Step::Undo).unwrap();
        bench.edit(&cell, "Snowy owl").unwrap();
        bench.step(Step::Undo).unwrap();
        bench.step(Step::Redo).unwrap();
        assert_eq!(face(&bench), second);
        assert!(bench.step(Step::Redo).unwrap_err().contains("nothing"));
    }

    #[test]
    fn edits_are_undone_after_the_kit_was_opened_again() {
        let mut bench = bench("blank-cards");
        let first = bench.text("cards.csv").unwrap();
        bench
            .write("cards.csv", first.replace("sun", "leaf"))
            .unwrap();
        bench.put("art/owl.png", vec![0xff, 0]).unwrap();
        let again = Memory::of("owls", bench.contents());
        let mut again = Workbench::open(Box::new(again));
        again.remember(&bench.history());
        for _ in 0..2 {
            again.step(Step::Undo).unwrap();
        }
        assert_eq!(again.text("cards.csv").unwrap(), first);
        assert!(!again.files().has("art/owl.png"));
        again.step(Step::Redo).unwrap();
        again.remember("no history");
        assert!(again.step(Step::Undo).is_err());
    }

    #[test]
    fn what_is_wrong_has_its_line_and_the_last_good_faces_stay() {
        let mut bench = bench("blank-cards");
        let manifest = bench.text("kit.toml").unwrap();
        bench
            .write(
                "kit.toml",
                manifest.replace("bleed = 3", "bleed = \"three\""),
            )
            .unwrap();
        let shown = bench.shown();
        let problem = &shown["problems"][0];
        assert!(problem["line"].as_u64() > Some(20), "{problem}");
        assert!(shown["decks"].as_array().unwrap().len() == 1 && shown["title"].is_string());
        bench.write("kit.toml", "no = toml =".into()).unwrap();
        assert!(
            bench.shown()["fixed"]
                .as_str()
                .unwrap()
                .contains("not TOML")
        );
        bench.step(Step::Undo).unwrap();
        bench.step(Step::Undo).unwrap();
        assert_eq!(bench.shown()["problems"], json!([]));
    }

    #[test]
    fn an_empty_cell_shows_no_picture_and_a_faulty_row_leaves_the_others() {
        let mut bench = bench("blank-cards");
        let face = |bench: &Workbench, code: &str| {
            let seen = json!({ "deck": "cards", "code": code, "ink": "color" });
            bench.face(&serde_json::from_value(seen).unwrap())
        };
        // The flavour of the second row is empty.
        let template = bench.text("faces/card.svg").unwrap();
        let shown = "{{ image(\"art/\" ~ flavour, x=1, y=1, w=9, h=9) }}<image href=\"{{ flavour }}\" x=\"1\" y=\"1\" width=\"9\" height=\"9\"/></svg>";
        let with = template.replace("</svg>", shown);
        bench.write("faces/card.svg", with).unwrap();
        assert_eq!(face(&bench, "S2").unwrap()["unfit"], json!([]));
        // Only what is dear is wrong: the others are printed beside its mark.
        let with = template.replace("</svg>", "{% if cost > 4 %}{{ nothing }}{% endif %}</svg>");
        bench.write("faces/card.svg", with).unwrap();
        assert!(face(&bench, "F3").is_err() && face(&bench, "F1").is_ok());
        let mut printer = super::super::gallery::Printer::default();
        let printed = printer.print(bench.kit().unwrap(), "a4", Ink::Color);
        let printed = serde_json::to_value(printed.unwrap()).unwrap();
        assert_eq!(printed["unfit"].as_array().unwrap().len(), 1);
        let whole = bench.kit().unwrap().decks[0].rows.len();
        assert_eq!(
            printed["decks"][0]["faces"].as_array().unwrap().len(),
            whole
        );
        // A row that cannot be read is left out, and told.
        bench.write("faces/card.svg", template).unwrap();
        let rows = bench.text("cards.csv").unwrap();
        bench
            .write("cards.csv", rows.replace("sun,2,", "sun,x,"))
            .unwrap();
        let told = bench.shown();
        assert_eq!(told["left_out"], 1);
        assert_eq!(told["problems"][0]["line"], 3);
        assert_eq!(
            told["codes"][1],
            json!(["S1", null, "S3", "L1", "L2", "L3", "F1", "F2", "F3"])
        );
        assert!(face(&bench, "S2").is_err() && face(&bench, "L1").is_ok());
    }

    #[test]
    fn a_word_is_allowed_where_others_are_listed() {
        let mut bench = bench("blank-cards");
        let manifest = bench.text("kit.toml").unwrap();
        let rows = bench.text("cards.csv").unwrap();
        bench
            .write("cards.csv", rows.replacen(",sun,", ",witch,", 1))
            .unwrap();
        let told = bench.shown();
        let message = told["problems"][0]["message"].as_str().unwrap();
        assert!(message.contains("\"witch\" is not one of"), "{message}");
        let call = |bench: &mut Workbench, column: &str| {
            let args = json!({ "deck": "cards", "column": column, "word": "witch" });
            let call = json!({ "call": "allow", "args": args });
            bench.call(serde_json::from_value(call).unwrap())
        };
        assert!(call(&mut bench, "Name").is_err());
        let told = call(&mut bench, "kind")
            .map_err(|why| why.to_json())
            .unwrap();
        assert_eq!(told["problems"], json!([]));
        bench.step(Step::Undo).unwrap();
        assert_eq!(bench.text("kit.toml").unwrap(), manifest);
    }

    #[test]
    fn a_picture_that_is_not_there_is_asked_for() {
        let mut bench = bench("blank-cards");
        let template = bench.text("faces/card.svg").unwrap();
        let shown = "{% if has_picture(\"art/owl\") %}{{ image(\"art/owl\", x=1, y=1, w=9, h=9) }}{% endif %}</svg>";
        bench
            .write("faces/card.svg", template.replace("</svg>", shown))
            .unwrap();
        let face = |bench: &Workbench| {
            let seen = json!({ "deck": "cards", "code": "S1", "ink": "color" });
            bench.face(&serde_json::from_value(seen).unwrap()).unwrap()
        };
        let before = face(&bench);
        let told = before["unfit"][0]["message"].as_str().unwrap();
        assert!(told.contains("no picture `art/owl` in the kit"), "{told}");
        let owl = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9z\"/></svg>";
        bench.put("art/owl.svg", owl.into()).unwrap();
        assert_eq!(face(&bench)["unfit"], json!([]));
        assert!(face(&bench)["svg"] != before["svg"]);
    }

    #[test]
    fn icons_are_drawn_by_their_names() {
        let mut bench = bench("blank-cards");
        let names = json!({ "call": "icons", "args": { "names": ["sun", "sword", "no-such"] } });
        let drawn = bench
            .call(serde_json::from_value(names).unwrap())
            .map_err(|why| why.to_json());
        let drawn = drawn.unwrap();
        // The kit's own is a template, the other ships.
        for name in ["sun", "sword"] {
            let svg = drawn[name].as_str().unwrap();
            assert!(svg.contains("<path") && !svg.contains("{{"), "{svg}");
        }
        assert_eq!(drawn.as_object().unwrap().len(), 2);
    }

    #[test]
    fn colours_of_faces_are_told_from_others() {
        let mut bench = bench("blank-cards");
        let manifest = bench.text("kit.toml").unwrap();
        let with = manifest.replacen("[palette]", "[palette]\nink_2 = \"#123456\"", 1);
        bench.write("kit.toml", with).unwrap();
        let colours = bench.shown()["colours"].clone();
        let has = |name: &str| colours.as_array().unwrap().contains(&name.into());
        // By name, by the kind of a card, and in what a face includes.
        assert!(has("ink") && has("sun") && has("back_line"), "{colours}");
        assert!(!has("ink_2"), "{colours}");
    }

    #[test]
    fn pictures_are_offered_as_the_face_finds_them() {
        let mut bench = bench("blank-cards");
        bench.put("art/owl.png", b"one".to_vec()).unwrap();
        let template = bench.text("faces/card.svg").unwrap();
        let shown = "{{ image(\"art/\" ~ flavour, x=1, y=1, w=9, h=9) }}</svg>";
        bench
            .write("faces/card.svg", template.replace("</svg>", shown))
            .unwrap();
        let told = bench.shown();
        let pictures = &told["decks"][0]["pictures"];
        assert_eq!(
            *pictures,
            json!({ "flavour": [["owl.png", "art/owl.png"]] })
        );
        // A font is named where faces find it.
        bench.put("fonts/Owl.ttf", b"one".to_vec()).unwrap();
        let manifest = bench.text("kit.toml").unwrap();
        assert!(manifest.contains("owl = \"fonts/Owl.ttf\""), "{manifest}");
    }

    #[test]
    fn names_of_icons_are_like_others_if_they_are_names() {
        let like = |name: &str| alike(name, ["sword", "moon"].into_iter());
        assert_eq!(like("swrod"), ["sword"]);
        assert!(like("").is_empty() && like(&"sword".repeat(20_000)).is_empty());
    }

    #[test]
    fn a_language_is_begun_and_seen_on_a_face() {
        let mut bench = bench("blank-cards");
        let call = |bench: &mut Workbench, call: Value| {
            let call = serde_json::from_value(call).unwrap();
            bench.call(call).map_err(|why| why.to_json().to_string())
        };
        let begun = call(
            &mut bench,
            json!({ "call": "speak", "args": { "code": "de" } }),
        );
        assert_eq!(begun.unwrap()["languages"], json!(["en", "de"]));
        let again = call(
            &mut bench,
            json!({ "call": "speak", "args": { "code": "de" } }),
        );
        assert!(again.unwrap_err().contains("already"));
        let asked = json!({ "call": "texts", "args": { "code": "de" } });
        let texts = call(&mut bench, asked.clone()).unwrap()["texts"].clone();
        let texts = texts.as_array().unwrap();
        let named = texts
            .iter()
            .find(|text| text["text"] == "Market Day")
            .unwrap();
        assert_eq!(named["said"], "");
        assert_eq!(named["key"], "cards.csv:3");
        let place = json!({ "kind": "row", "deck": "cards", "title": "Cards", "code": "S2", "field": "name" });
        assert_eq!(named["where"], place);
        assert!(texts.iter().any(|text| text["where"]["kind"] == "title"));
        let face = |bench: &mut Workbench, language: Option<&str>| {
            let (deck, code) = (&named["where"]["deck"], &named["where"]["code"]);
            let seen = json!({ "deck": deck, "code": code, "ink": "color", "language": language });
            call(bench, json!({ "call": "face", "args": seen })).unwrap()["svg"].clone()
        };
        let english = face(&mut bench, None);
        assert_eq!(face(&mut bench, Some("de")), english);
        let say =
            json!({ "call": "say", "args": { "code": "de", "text": named["text"], "to": "Eule" } });
        call(&mut bench, say).unwrap();
        assert!(face(&mut bench, Some("de")) != english);
        assert_eq!(face(&mut bench, None), english);
        let texts = call(&mut bench, asked).unwrap()["texts"].clone();
        let mut said = texts.as_array().unwrap().iter();
        assert!(said.any(|text| text["text"] == named["text"] && text["said"] == "Eule"));
        // What has to be filled in must stay.
        let po = bench.text("de.po").unwrap();
        let wrong =
            json!({ "call": "say", "args": { "code": "de", "text": "{n} owls", "to": "Eulen" } });
        assert!(
            call(&mut bench, wrong)
                .unwrap_err()
                .contains("placeholders")
        );
        // An icon is not dropped.
        let coin = texts.as_array().unwrap().iter();
        let coin = coin.filter_map(|text| text["text"].as_str());
        let coin = coin.clone().find(|text| text.contains(":coin:")).unwrap();
        let lost = json!({ "call": "say", "args": { "code": "de", "text": coin, "to": "Nimm eine Karte." } });
        assert!(call(&mut bench, lost).unwrap_err().contains(":coin:"));
        // The header of a catalogue is not a text, and not every word is a language.
        for (code, text, why) in [("de", "", "no text"), ("../x", "owls", "language code")] {
            let wrong = json!({ "call": "say", "args": { "code": code, "text": text, "to": "x" } });
            assert!(call(&mut bench, wrong).unwrap_err().contains(why));
        }
        assert_eq!(bench.text("de.po").unwrap(), po);
        // What was looked for once is not looked for again after a refusal.
        assert!(bench.texts.as_ref().unwrap().0 == bench.version);
        bench.step(Step::Undo).unwrap();
        bench.step(Step::Undo).unwrap();
        assert_eq!(bench.shown()["languages"], json!(["en"]));
        assert!(!bench.files().has("de.po"));
    }
}
