//! `kit.toml`: who made the game, its palette, its decks, and what else is needed to play.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::archive::Archive;
use super::code::is_device;
use super::files::{PICTURES, ending, is_table};
use super::fill::Fill;
use super::guide::About;
use super::language::{Columns, is_language};
use super::reader::{Document, Field, Section};
use super::rows::Notes;
use super::rule::{RuleChapter, Rulebook};
use super::tone::{Tone, lightness_of};
use super::{
    Deck, Evening, Files, FontFile, Guide, Language, Lesson, Problem, Problems, Row, Rule, Size,
    SourceSpan, Um, font, limits,
};

/// A text quoted for a manifest.
pub fn quoted(words: &str) -> String {
    toml::Value::from(words).to_string()
}

/// The colours of a print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ink {
    Color,
    /// Made for black and white: nothing is conveyed by hue alone.
    Mono,
    /// Made to cost little: outlines instead of fills, a quarter of colour's [coverage](crate::press::inspect::coverage::coverage) at most.
    Lean,
}

impl Ink {
    pub const ALL: [Ink; 3] = [Ink::Color, Ink::Mono, Ink::Lean];

    /// Its name on the command line, in file names and in palettes.
    pub fn name(self) -> &'static str {
        match self {
            Ink::Color => "color",
            Ink::Mono => "mono",
            Ink::Lean => "lean",
        }
    }
}

/// Named colours, each with a value in every ink, as `#RRGGBB`.
#[derive(Clone, Debug, Default)]
pub struct Palette(BTreeMap<String, [String; Ink::ALL.len()]>);

impl Palette {
    /// Every colour in this ink, by name.
    pub fn of(&self, ink: Ink) -> BTreeMap<&str, &str> {
        self.0
            .iter()
            .map(|(name, values)| (name.as_str(), values[ink as usize].as_str()))
            .collect()
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The palette in another tone, for colour prints. Its darkest colour stays, since texts and outlines have it.
    fn toned(&self, tone: &Tone) -> Palette {
        let mut palette = self.clone();
        let color = Ink::Color as usize;
        let light = |values: &[String; Ink::ALL.len()]| lightness_of(&values[color]);
        let darkest = self.0.values().map(light).fold(f64::INFINITY, f64::min);
        for values in palette.0.values_mut() {
            if light(values) > darkest
                && let Some(toned) = tone.of(&values[color])
            {
                values[color] = toned;
            }
        }
        palette
    }

    /// The colours in a table: everything except fonts.
    fn read(section: &Section<'_>, is_font: impl Fn(&str) -> bool) -> Palette {
        let mut palette = Palette::default();
        for (name, _) in section
            .keys()
            .into_iter()
            .filter(|(name, _)| !is_font(name))
        {
            section.inside(&name, &format!("colour `{name}`"), |colour| {
                let color = colour.need("color", hex_colour).unwrap_or_default();
                let mono = colour.need("mono", hex_colour).unwrap_or_default();
                // Without a value of its own, lean is closest to mono.
                let lean = colour
                    .maybe("lean", hex_colour)
                    .unwrap_or_else(|| mono.clone());
                palette.0.insert(name.clone(), [color, mono, lean]);
            });
        }
        palette
    }
}

/// Another look for a kit: colours and fonts that replace those of the same name.
#[derive(Clone, Debug)]
pub struct Theme {
    pub name: String,
    pub colours: Palette,
    pub fonts: Vec<FontFile>,
}

/// The look with the kit's own palette.
pub const CLASSIC: &str = "classic";

/// The most pieces in a set.
const MAX_PIECES: usize = 200_000;

/// Something needed to play that is not printed.
#[derive(Clone, Debug)]
pub struct Need {
    pub count: u32,
    pub name: String,
    pub used_for: String,
    pub about: About,
}

/// The mat that a game is played on.
#[derive(Clone, Debug)]
pub struct MatFace {
    /// The path of its template.
    pub face: String,
    pub size: Size,
}

/// The game whose rules a kit is for.
#[derive(Clone, Debug)]
pub struct GameId {
    pub id: String,
    /// Where the kit names it.
    pub place: SourceSpan,
}

/// A game's data, checked.
#[derive(Clone, Debug)]
pub struct Kit {
    pub files: Files,
    pub id: String,
    /// The game that it names; see [`game`](Kit::game).
    pub of_game: Option<GameId>,
    pub title: String,
    pub subtitle: String,
    /// The one edition it contains; `None` if it contains all of them.
    pub edition: Option<String>,
    /// The titles of editions whose title differs from the kit's, by the editions' names.
    pub edition_titles: BTreeMap<String, String>,
    pub designers: Vec<String>,
    /// The year; 0 if unknown.
    pub year: u32,
    pub licence: String,
    /// The language of the printed words, as in `xml:lang`.
    pub language: String,
    /// The languages that it can be read in, its own first.
    pub languages: Vec<String>,
    /// The contents of columns in other languages.
    pub columns: Columns,
    pub players: RangeInclusive<u32>,
    /// Pictures with a lower resolution are reported.
    pub dpi: u32,
    /// The distance of pieces from the edge of the paper, if greater than printers need.
    pub margin: Option<Um>,
    /// Whether the labels of a set should fit on one sheet; a print that needs more says so.
    pub one_sheet: bool,
    /// The line weights on its faces; empty to keep them as drawn.
    pub lines: Vec<Um>,
    /// The path of the template that covers boxes and trays.
    pub cover: Option<String>,
    /// What the game is played on, for tables on a screen.
    pub mat: Option<MatFace>,
    /// Palette names that distinguish copies of the kit.
    pub copy_grounds: Vec<String>,
    pub palette: Palette,
    /// Its own fonts, besides those of the program.
    pub fonts: Vec<FontFile>,
    /// The look of the palette: [`CLASSIC`], or one of the themes.
    pub theme: String,
    /// The looks besides [`CLASSIC`].
    pub themes: Vec<Theme>,
    pub decks: Vec<Deck>,
    /// Another kit whose pieces the game is played with.
    pub uses: Option<Arc<Kit>>,
    pub needs: Vec<Need>,
    /// The rules in order; empty if the kit has none.
    pub rules: Vec<Rule>,
    /// The chapters in which they are printed; rules before the first chapter belong to none.
    pub rule_chapters: Vec<RuleChapter>,
    /// What to tell players before a game, if the kit provides it.
    pub evening: Option<Evening>,
    /// How to learn the game; empty if the kit does not say.
    pub lesson: Lesson,
    pub guide: Guide,
    /// Warnings: the kit can be printed, but may not be as intended.
    pub warnings: Vec<Problem>,
}

impl Kit {
    /// Opens the kit in a folder or archive, or a shipped kit by its id. A folder that holds a kit comes first, whatever it
    /// is called.
    pub fn find(name: &str) -> Result<Kit, Problems> {
        if Kit::is_at(Path::new(name)) {
            return Kit::at(Path::new(name));
        }
        if let Some(files) = Files::shipped(name) {
            return Kit::open(files);
        }
        let shipped = Files::shipped_ids();
        let problem = Problem::new(
            SourceSpan::file(name),
            "no shipped kit and no folder has this name",
        );
        let like = super::problem::nearest(name, shipped.iter().copied());
        Err(problem
            .help(match like {
                Some(id) => format!("did you mean `{id}`?"),
                None => format!(
                    "shipped: {}; or give a folder with a kit.toml",
                    shipped.join(", ")
                ),
            })
            .into())
    }

    /// Whether a path is meant as a kit. A folder with the name of a shipped kit is one only if it holds a kit, since prints are
    /// kept in such folders too.
    pub fn is_at(path: &Path) -> bool {
        let is_shipped = path.to_str().and_then(Files::shipped).is_some();
        path.join("kit.toml").is_file() || (!is_shipped && path.exists())
    }

    /// The same kit in one of its [languages](Kit::languages).
    ///
    /// # Errors
    ///
    /// The kit does not have the language, or its translation has problems.
    pub fn in_language(self, code: &str) -> Result<Kit, Problems> {
        if code == self.language {
            return Ok(self);
        }
        if !self.languages.iter().any(|known| known == code) {
            let problem = Problem::new(
                self.place(),
                format!("`{}` is not available in the language `{code}`", self.id),
            );
            let known = self.languages.join(", ");
            let help = format!(
                "it is available in {known}; `paperkeep export --to pot --language {code}` starts another one"
            );
            return Err(problem.help(help).into());
        }
        let original = self.files.original().clone();
        if code == self.languages[0] {
            return Kit::open(original);
        }
        let (language, mut problems) = Language::open(original, code);
        match Kit::open(Files::in_language(language)) {
            Ok(kit) => problems.or(kit),
            Err(found) => {
                problems.extend(found);
                Err(problems)
            }
        }
    }

    /// Opens the kit in a folder, or in a ZIP archive.
    pub fn at(path: &Path) -> Result<Kit, Problems> {
        if path.join("kit.toml").exists() {
            return Kit::open(Files::Folder(path.to_owned()));
        }
        let archive = if path.is_dir() {
            Err("it has no kit.toml".to_owned())
        } else {
            Archive::open(path).map_err(|why| why.to_string())
        };
        match archive {
            Ok(archive) => Kit::open(Files::Archive(Arc::new(archive))),
            Err(why) => {
                let message = format!("this is not a kit: {why}");
                let problem = Problem::new(SourceSpan::file(path.display().to_string()), message);
                Err(problem.help(way_to_a_kit(path)).into())
            }
        }
    }

    /// Reads and checks everything but the face templates. All problems are returned together.
    pub fn open(files: Files) -> Result<Kit, Problems> {
        limits::bounded(|| Kit::open_as(files, true))
    }

    /// The same; a kit used by another one may not use one itself.
    fn open_as(files: Files, uses: bool) -> Result<Kit, Problems> {
        let document =
            Document::open(&files, "kit.toml", SourceSpan::file(files.name("kit.toml")))?;
        let text = document.text();
        let mut kit = Kit {
            files,
            id: String::new(),
            of_game: None,
            title: String::new(),
            subtitle: String::new(),
            edition: None,
            edition_titles: BTreeMap::new(),
            designers: Vec::new(),
            year: 0,
            licence: String::new(),
            language: String::new(),
            languages: Vec::new(),
            columns: Columns::new(),
            players: 1..=1,
            dpi: 200,
            margin: None,
            one_sheet: false,
            lines: Vec::new(),
            cover: None,
            mat: None,
            copy_grounds: Vec::new(),
            palette: Palette::default(),
            fonts: Vec::new(),
            theme: CLASSIC.into(),
            themes: Vec::new(),
            decks: Vec::new(),
            uses: None,
            needs: Vec::new(),
            rules: Vec::new(),
            rule_chapters: Vec::new(),
            evening: None,
            lesson: Lesson::default(),
            guide: Guide::default(),
            warnings: Vec::new(),
        };
        let mut notes = Notes::default();
        document.root(&text, |root| kit.read(root, uses, &mut notes));
        if kit.files.language().is_none()
            && let Some(native) = Language::native(&kit.files, &kit.language)
        {
            kit.files = Files::in_language(native);
        }
        kit.warnings = notes.warnings;
        kit.columns = notes.columns;
        let mut elsewhere = notes.problems;
        elsewhere.extend(kit.fill());
        let editions = kit.editions();
        let (rulebook, wrong) = super::rule::read(&kit.files, kit.filler(&editions));
        elsewhere.extend(wrong);
        let known = super::lesson::Known {
            fill: kit.filler(&editions),
            rules: &rulebook.rules,
            has_colour: &|name| kit.palette.has(name),
        };
        let (guide, wrong, absent) = super::guide::read(&kit.files, known);
        elsewhere.extend(wrong);
        let (lesson, wrong, missing) = super::lesson::read(&kit.files, known);
        elsewhere.extend(wrong);
        let Rulebook {
            rules,
            chapters,
            evening,
            warnings,
        } = rulebook;
        kit.warnings.extend(warnings);
        kit.warnings.extend(absent);
        kit.warnings.extend(missing);
        kit.rules = rules;
        kit.rule_chapters = chapters;
        kit.evening = evening;
        kit.lesson = lesson;
        kit.guide = guide;
        let mut problems = Problems::from(document.into_problems());
        problems.extend(elsewhere);
        problems.or(kit)
    }

    /// Reads the manifest; problems in the files it names go to `notes`.
    fn read(&mut self, root: &Section<'_>, uses: bool, notes: &mut Notes) {
        if let Some(problem) = stray_deck(root) {
            root.document.report(problem);
            return root.pass_over();
        }
        self.read_title(root, notes);
        self.dpi = root
            .maybe("dpi", |field| field.integer(36..=1200))
            .map_or(self.dpi, |dpi| dpi as u32);
        self.margin = root.maybe("margin", |field| field.length(Um(6_000)..=Um(30_000)));
        self.one_sheet = root.maybe("one_sheet", Field::flag).unwrap_or(false);
        let weight = |field: Field<'_>| field.length(Um(50)..=Um(3_000));
        self.lines = root
            .maybe("lines", |field| field.list(weight))
            .unwrap_or_default();
        self.cover = root.maybe("cover", |field| field.file(&self.files));
        root.inside("mat", "the mat", |mat| {
            let face = mat.need("face", |field| field.file(&self.files));
            let size = mat.need("size", |field| field.size(Um(50_000)..=Um(2_000_000)));
            self.mat = face.zip(size).map(|(face, size)| MatFace { face, size });
        });
        root.inside("players", "`players`", |players| {
            let min = players
                .need("min", |field| field.integer(1..=99))
                .unwrap_or(1);
            let max = players
                .need("max", |field| field.integer(min..=99))
                .unwrap_or(min);
            self.players = min as u32..=max as u32;
        });
        root.inside("palette", "the palette", |palette| {
            self.palette = Palette::read(palette, |_| false)
        });
        self.read_fonts(root, notes);
        let known = |field: Field<'_>| match field.text() {
            Ok(name) if !self.palette.has(&name) => {
                Err(field.problem(format!("the palette has no colour `{name}`")))
            }
            other => other,
        };
        self.copy_grounds = root
            .maybe("copy_grounds", |field| field.list(known))
            .unwrap_or_default();
        if uses {
            self.uses = root
                .maybe("uses", |field| self.used(field, notes))
                .flatten();
        }
        self.read_decks(root, notes);
        self.needs = read_needs(root, &self.editions());
        self.edition_titles = read_edition_titles(root, &self.editions());
        notes.problems.extend(duplicate_codes(&self.decks));
        notes.problems.extend(too_many(&self.decks));
    }

    /// Reads the kit's fonts and the themes, which may have others.
    fn read_fonts(&mut self, root: &Section<'_>, notes: &mut Notes) {
        root.inside("fonts", "the fonts", |fonts| {
            self.fonts = font::read_all(fonts, &self.files, &mut notes.warnings);
            for (name, place) in fonts
                .keys()
                .into_iter()
                .filter(|(name, _)| self.palette.has(name))
            {
                let problem =
                    Problem::new(place, format!("`{name}` is a colour of the palette too"));
                fonts.document.report(
                    problem.help("a theme could not tell them apart: give the font another name"),
                );
            }
        });
        self.read_themes(root, notes);
        let mut named = self.fonts.clone();
        named.extend(
            self.themes
                .iter()
                .flat_map(|theme| theme.fonts.iter().cloned()),
        );
        let others = font::of_folder(&self.files, &named, &mut notes.warnings);
        self.fonts.extend(others);
    }

    fn read_decks(&mut self, root: &Section<'_>, notes: &mut Notes) {
        let mut names = BTreeSet::new();
        root.each("deck", "a deck", |section| {
            let deck = Deck::read(section, &self.files, notes);
            if !names.insert(deck.name.clone()) {
                let problem = Problem::new(
                    section.place(),
                    format!("two decks are called `{}`", deck.name),
                );
                section.document.report(problem.label("the second one"));
            }
            self.decks.push(deck);
        });
        if self.decks.is_empty() {
            root.document.report(
                Problem::new(root.place(), "the kit has no deck").help("add a table `[[deck]]`"),
            );
        }
    }

    /// Reads the kit's id, title, authors and languages.
    fn read_title(&mut self, root: &Section<'_>, notes: &mut Notes) {
        self.id = root.need("id", id).unwrap_or_default();
        self.of_game = root.maybe("game", |field| {
            Ok(GameId {
                id: id(field)?,
                place: field.place(),
            })
        });
        self.title = root.need("title", Field::title).unwrap_or_default();
        self.subtitle = root.maybe("subtitle", Field::title).unwrap_or_default();
        self.designers = root
            .need("designers", |field| field.list(Field::line))
            .unwrap_or_default();
        self.year = root
            .maybe("year", |field| field.integer(0..=9999))
            .unwrap_or_default() as u32;
        self.licence = root.need("licence", Field::line).unwrap_or_default();
        // A licence has the same name in many languages, so it needs no translation.
        if let Some(said) = self
            .files
            .translation()
            .and_then(|language| language.known(&self.licence))
        {
            self.licence = said.to_owned();
        }
        self.languages = vec![
            root.maybe("language", language)
                .unwrap_or_else(|| "en".into()),
        ];
        self.languages.extend(
            root.maybe("languages", |field| field.list(language))
                .unwrap_or_default(),
        );
        notes.languages.clone_from(&self.languages);
        self.language = match self.files.translation() {
            Some(language) if !language.code.is_empty() => language.code.clone(),
            _ => self.languages[0].clone(),
        };
    }

    /// Reads the themes: other colours and fonts for those already read.
    fn read_themes(&mut self, root: &Section<'_>, notes: &mut Notes) {
        root.inside("themes", "the themes", |themes| {
            for (name, place) in themes.keys() {
                let mut theme = Theme { name, colours: Palette::default(), fonts: Vec::new() };
                let is_font = |name: &str| self.fonts.iter().any(|font| font.name == name);
                themes.inside(&theme.name, &format!("theme `{}`", theme.name), |changes| {
                    theme.colours = Palette::read(changes, is_font);
                    for (name, place) in changes.keys() {
                        if is_font(&name) {
                            theme.fonts.extend(font::read(changes, &name, &self.files, &mut notes.warnings));
                        } else if !self.palette.has(&name) {
                            let problem = Problem::new(place, format!("the palette has no colour `{name}`"));
                            let help = "a theme changes colours of the palette, and fonts of the table `[fonts]`";
                            changes.document.report(problem.help(help));
                        }
                    }
                });
                if theme.name == CLASSIC || !is_id(&theme.name.replace('_', "-")) {
                    let problem = Problem::new(place, format!("a theme cannot be called `{}`", theme.name));
                    let help = format!("use lower-case letters, digits and underscores; `{CLASSIC}` is the palette itself");
                    themes.document.report(problem.help(help));
                }
                self.themes.push(theme);
            }
        });
    }

    /// The id of the game whose rules it is for: the one it names, or else its own. The game need not exist.
    pub fn game(&self) -> &str {
        self.of_game.as_ref().map_or(&self.id, |game| &game.id)
    }

    /// The kit with this name, in a sibling folder or shipped. Problems in it go to `notes`.
    fn used(&self, field: Field<'_>, notes: &mut Notes) -> Result<Option<Arc<Kit>>, Problem> {
        let name = id(field)?;
        let files = self
            .files
            .beside(&name)
            .or_else(|| Files::shipped(&name))
            .ok_or_else(|| {
                let problem = field
                    .problem(format!("there is no kit `{name}`"))
                    .label("neither shipped nor a folder beside this");
                problem.help(format!("shipped: {}", Files::shipped_ids().join(", ")))
            })?;
        match Kit::open_as(files.like(&self.files), false) {
            Ok(kit) => Ok(Some(Arc::new(kit))),
            Err(problems) => {
                notes.problems.extend(problems);
                Ok(None)
            }
        }
    }

    /// The names of all looks, the kit's own first.
    pub fn theme_names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(CLASSIC).chain(self.themes.iter().map(|theme| theme.name.as_str()))
    }

    /// The same kit in another look; [`CLASSIC`] leaves it as opened.
    ///
    /// # Errors
    ///
    /// The kit has no such look.
    pub fn themed(&self, name: &str) -> Result<Cow<'_, Kit>, Problems> {
        if name == CLASSIC {
            return Ok(Cow::Borrowed(self));
        }
        let Some(theme) = self.themes.iter().find(|theme| theme.name == name) else {
            let problem =
                Problem::new(self.place(), format!("`{}` has no theme `{name}`", self.id));
            let names: Vec<_> = self.theme_names().collect();
            return Err(problem.help(format!("it has {}", names.join(", "))).into());
        };
        let mut kit = self.clone();
        kit.palette.0.extend(theme.colours.0.clone());
        kit.fonts
            .retain(|font| theme.fonts.iter().all(|other| other.name != font.name));
        kit.fonts.extend(theme.fonts.iter().cloned());
        kit.theme = theme.name.clone();
        Ok(Cow::Owned(kit))
    }

    /// The kit with colours in another tone, for a printer.
    pub fn toned(&self, tone: &Tone) -> Kit {
        Kit {
            palette: self.palette.toned(tone),
            ..self.clone()
        }
    }

    /// The deck with this name.
    pub fn deck(&self, name: &str) -> Option<&Deck> {
        self.decks.iter().find(|deck| deck.name == name)
    }

    /// The deck with this name, its own or that of the kit it [uses](Kit::uses), and the kit it belongs to.
    pub fn playing_deck(&self, name: &str) -> Option<(&Kit, &Deck)> {
        let kits = std::iter::once(self).chain(self.uses.as_deref());
        kits.into_iter()
            .find_map(|kit| Some((kit, kit.deck(name)?)))
    }

    /// Who designed it and when, if that is known: "James Kyle, 2000".
    pub fn byline(&self) -> String {
        let designers = self.designers.join(", ");
        if self.year == 0 {
            designers
        } else {
            format!("{designers}, {}", self.year)
        }
    }

    fn filler<'k>(&'k self, editions: &'k [&'k str]) -> Fill<'k> {
        Fill {
            decks: &self.decks,
            used: self.uses.as_deref().map_or(&[], |kit| &kit.decks),
            editions,
        }
    }

    /// Fills in the fields that refer to other rows, and returns the problems.
    fn fill(&mut self) -> Vec<Problem> {
        let editions = self.editions();
        let fill = self.filler(&editions);
        let (mut found, mut problems) = (Vec::new(), Vec::new());
        for (at, deck) in self
            .decks
            .iter()
            .enumerate()
            .filter(|(_, deck)| !deck.filled.is_empty())
        {
            for (row_at, row) in deck.rows.iter().enumerate() {
                match row.filled(&deck.filled, |text| fill.filled(text)) {
                    Ok(row) => found.push((at, row_at, row)),
                    Err(message) => problems.push(Fill::problem(row, message)),
                }
            }
        }
        for (at, row_at, row) in found {
            self.decks[at].rows[row_at] = row;
        }
        problems
    }

    /// The manifest itself, as the place of problems without a line.
    pub fn place(&self) -> SourceSpan {
        SourceSpan::file(self.files.name("kit.toml"))
    }

    /// A deck's rows with their fields as `T`, for rules to use. A field that does not fit is a problem at its row.
    pub fn rows<T: DeserializeOwned>(&self, deck: &str) -> Result<Vec<(&Row, T)>, Problems> {
        let Some(deck) = self.deck(deck) else {
            return Err(Problem::new(
                self.place(),
                format!("the kit has no deck `{deck}`, which the rules need"),
            )
            .into());
        };
        let mut problems = Problems::default();
        let mut rows = Vec::new();
        for row in &deck.rows {
            match serde_json::from_value(row.fields().into()) {
                Ok(fields) => rows.push((row, fields)),
                Err(error) => problems.push(Problem::new(
                    row.place(),
                    format!("the rules cannot use this row: {error}"),
                )),
            }
        }
        problems.or(rows)
    }

    /// A fingerprint of the data that the rules use: equal for two kits exactly if their rows are. Art is ignored.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        for deck in &self.decks {
            for row in &deck.rows {
                let [codes, faces] =
                    [row.codes(), row.faces()].map(|texts| texts.collect::<Vec<_>>());
                let data = serde_json::json!([deck.name, codes, row.count(), faces, row.fields()]);
                hash.update(data.to_string().as_bytes());
            }
        }
        hash.finalize()
            .iter()
            .take(8)
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

/// A deck whose first line was lost or is not `[[deck]]`. All its keys would be unknown.
fn stray_deck(root: &Section<'_>) -> Option<Problem> {
    let of_deck = |section: &Section<'_>| {
        let keys = section.keys();
        let has = |key: &str| keys.iter().any(|(known, _)| known == key);
        let first = keys
            .iter()
            .find(|(key, _)| ["name", "rows"].contains(&&**key));
        first
            .filter(|_| has("rows") && has("front"))
            .map(|(_, place)| place.clone())
    };
    let table = |key: &str| root.peek(key)?.section(key).ok();
    let lost = ["palette", "fonts", "players", "editions"]
        .into_iter()
        .filter_map(table)
        .find_map(|table| of_deck(&table));
    if let Some(place) = lost.or_else(|| of_deck(root)) {
        let problem = Problem::new(
            place,
            "these are the keys of a deck, but they are in another table",
        );
        return Some(problem.help("is the line `[[deck]]` above them missing?"));
    }
    let is_deck = |key: &str| match table(key) {
        Some(table) => of_deck(&table).is_some(),
        None => key != "deck" && root.any_has(key, "rows") && root.any_has(key, "front"),
    };
    let (_, place) = root.keys().into_iter().find(|(key, _)| is_deck(key))?;
    Some(Problem::new(place, "the first line of a deck is `[[deck]]`").label("a deck, by its keys"))
}

/// A name that is safe as a folder: lower-case letters, digits and hyphens.
fn id(field: Field<'_>) -> Result<String, Problem> {
    let text = field.text()?;
    match is_id(&text) {
        true if is_device(&text) => Err(field
            .problem(format!(
                "Windows takes a folder called `{text}` for a device"
            ))
            .label("call it something else")),
        true => Ok(text),
        false => Err(field
            .problem("an id consists of lower-case letters, digits and hyphens")
            .label("used as a folder's name")),
    }
}

/// The code of a language.
fn language(field: Field<'_>) -> Result<String, Problem> {
    let text = field.text()?;
    if is_language(&text) {
        Ok(text)
    } else {
        Err(field
            .problem(format!("`{text}` is not a language code"))
            .label("expected \"de\", \"es\", \"pt-BR\""))
    }
}

fn is_id(text: &str) -> bool {
    let fine = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    text.bytes().all(fine) && !text.is_empty() && text.len() <= 64
}

fn hex_colour(field: Field<'_>) -> Result<String, Problem> {
    let text = field.text()?;
    if text
        .strip_prefix('#')
        .is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
    {
        Ok(text)
    } else {
        Err(field
            .problem(format!("`{text}` is not a colour"))
            .label("expected \"#RRGGBB\""))
    }
}

/// The row that makes the kit too large to print, if any.
fn too_many(decks: &[Deck]) -> Option<Problem> {
    let mut pieces = 0_usize;
    for row in decks.iter().flat_map(|deck| &deck.rows) {
        pieces = pieces.saturating_add(
            row.codes()
                .len()
                .saturating_mul(row.count() as usize)
                .saturating_mul(row.faces().len().max(1)),
        );
        if pieces > MAX_PIECES {
            let message =
                format!("with this row the kit has {pieces} pieces, more than {MAX_PIECES}");
            return Some(
                Problem::new(row.place(), message).help("reduce their number, or split the kit"),
            );
        }
    }
    None
}

/// Checks that a code names only one row of a kit, in any deck.
fn duplicate_codes(decks: &[Deck]) -> Vec<Problem> {
    let mut first: HashMap<&str, &Row> = HashMap::new();
    let mut lines = LineNumbers::default();
    let mut problems = Vec::new();
    for row in decks.iter().flat_map(|deck| &deck.rows) {
        for code in row.codes().filter(|code| !code.is_empty()) {
            let earlier = match first.entry(code) {
                Entry::Occupied(earlier) => earlier.get().place(),
                Entry::Vacant(free) => {
                    free.insert(row);
                    continue;
                }
            };
            let message = format!(
                "code `{code}` is used twice; first in {} at line {}",
                earlier.file,
                lines.of(&earlier)
            );
            problems.push(Problem::new(row.place(), message).label("the second one"));
        }
    }
    problems
}

/// Line numbers in files, cached for repeated lookups.
#[derive(Default)]
struct LineNumbers(HashMap<Arc<str>, Vec<usize>>);

impl LineNumbers {
    /// The line number of a place, from 1.
    fn of(&mut self, place: &SourceSpan) -> usize {
        let ends = self
            .0
            .entry(place.file.clone())
            .or_insert_with(|| place.text.match_indices('\n').map(|(at, _)| at).collect());
        ends.partition_point(|end| *end < place.span.start) + 1
    }
}

/// What a player needs besides what is printed.
fn read_needs(root: &Section<'_>, editions: &[&str]) -> Vec<Need> {
    let mut needs = Vec::new();
    root.each("need", "a need", |need| {
        needs.push(Need {
            count: need
                .need("count", |field| field.integer(1..=999))
                .unwrap_or(1) as u32,
            name: need.need("name", Field::title).unwrap_or_default(),
            used_for: need.need("use", Field::words).unwrap_or_default(),
            about: About::read(need, editions),
        });
    });
    needs
}

fn read_edition_titles(root: &Section<'_>, editions: &[&str]) -> BTreeMap<String, String> {
    let mut titles = BTreeMap::new();
    root.inside("editions", "the editions", |all| {
        for (name, place) in all.keys() {
            let title = all.maybe(&name, Field::title).unwrap_or_default();
            if !editions.contains(&name.as_str()) {
                let problem = Problem::new(place, format!("no row belongs to an edition `{name}`"));
                all.document.report(
                    problem.help("rows name their editions in a field `editions` or `edition`"),
                );
            }
            titles.insert(name, title);
        }
    });
    titles
}
/// What to do with a file or a folder that is no kit.
fn way_to_a_kit(path: &Path) -> String {
    let shown = path.display();
    if let Some(folder) = path.parent()
        && folder.join("kit.toml").is_file()
    {
        let is_here = folder.as_os_str().is_empty();
        let folder = if is_here { Path::new(".") } else { folder };
        return format!("give the folder that contains it: `{}`", folder.display());
    }
    // A folder may have a note beside its pictures.
    let is_note = |name: &str| path.is_dir() && ["txt", "md", "json"].contains(&&*ending(name));
    if holds(path, &|name| is_table(name) && !is_note(name)) {
        return format!("a table becomes a kit first: `paperkeep new my-game --from {shown}`");
    }
    if holds(path, &|name| PICTURES.contains(&&*ending(name))) {
        return format!("to print pictures or a PDF as cards: `paperkeep build --cards {shown}`");
    }
    "a kit is a folder with a kit.toml, or a ZIP archive of one".into()
}

/// Whether a file, or one of those in a folder, has such a name.
fn holds(path: &Path, is_such: &dyn Fn(&str) -> bool) -> bool {
    let is_such = |path: &Path| is_such(&path.to_string_lossy());
    match std::fs::read_dir(path) {
        Ok(entries) => entries.flatten().any(|entry| is_such(&entry.path())),
        Err(_) => is_such(path),
    }
}
