//! What a column of a user's table contains and what it is for, guessed from its header and its cells.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use crate::face::{icon_names, shipped_icon, shows_icons};
use crate::kit::code::slug;
use crate::kit::colour;
use crate::kit::emphasis;
use crate::kit::reader::ticked;
use crate::kit::rows::copies_said;
use crate::kit::table::{Cell, letters};

/// A column with more different values than this is not a kind.
const MAX_KINDS: usize = 8;

/// The most letters in a kind, a title, a value for a corner and a fact.
const LONGEST_KIND: usize = 24;
const LONGEST_TITLE: usize = 60;
const LONGEST_CORNER: usize = 4;
const LONGEST_FACT: usize = 40;

/// The most letters of a pictorial sign: emoji are made of several.
const LONGEST_SIGN: usize = 8;

/// The most copies of a piece.
const MAX_COPIES: i64 = 200;

/// The most decimals of a number that are printed.
pub const MAX_DECIMALS: usize = 3;

/// The most different names in a column.
const MAX_NAMES: usize = 5_000;

/// The most icons that are drawn.
const MAX_ICONS: usize = 40;

/// Known words in headers, in letters only and without accents.
const CODES: &[&str] = &[
    "code", "id", "nr", "no", "number", "nummer", "num", "numero", "key", "ref",
];
const COPIES: &[&str] = &[
    "count",
    "qty",
    "quantity",
    "copies",
    "amount",
    "number of copies",
    "of copies",
    "of cards",
    "in deck",
    "per deck",
    "how many",
    "x",
    "anzahl",
    "menge",
    "stuck",
    "stueck",
    "quantite",
    "exemplaires",
    "cantidad",
    "copias",
    "quantita",
    "quantidade",
    "aantal",
    "antal",
    "antall",
    "liczba",
    "ilosc",
    "pocet",
    "adet",
    "kolichestvo",
    "kol vo",
    "so luong",
    "posotita",
    "mei shu",
    "shu liang",
    "snkhyaa",
];
const TITLES: &[&str] = &[
    "name",
    "title",
    "card",
    "cardname",
    "cardtitle",
    "front",
    "word",
    "titel",
    "karte",
    "naam",
    "navn",
    "namn",
    "nom",
    "titre",
    "carte",
    "nombre",
    "titulo",
    "carta",
    "nome",
    "nazwa",
    "nazev",
    "nazvanie",
    "imya",
    "ming",
    "mingcheng",
    "namae",
    "nickname",
];
const CORNERS: &[&str] = &[
    "cost", "price", "mana", "level", "rank", "value", "points", "vp", "kosten", "preis", "stufe",
    "rang", "wert", "punkte", "cout", "prix", "niveau", "valeur", "coste", "costo", "precio",
    "nivel", "valor",
];
const TONES: &[&str] = &[
    "type",
    "kind",
    "suit",
    "class",
    "category",
    "colour",
    "color",
    "faction",
    "element",
    "terrain",
    "rarity",
    "typ",
    "art",
    "klasse",
    "farbe",
    "couleur",
    "genre",
    "categorie",
    "tipo",
    "clase",
    "categoria",
];
const WORDS: &[&str] = &[
    "text",
    "txt",
    "desc",
    "rules",
    "rule",
    "question",
    "prompt",
    "back",
    "body",
    "frage",
    "pregunta",
    "effect",
    "effects",
    "ability",
    "abilities",
    "description",
    "action",
    "wirkung",
    "effekt",
    "regel",
    "beschreibung",
    "texte",
    "effet",
    "texto",
    "efecto",
    "descripcion",
];
/// What a card asks, and what its other side answers.
const FRONTS: &[&str] = &[
    "front",
    "question",
    "term",
    "prompt",
    "vorderseite",
    "vorne",
    "frage",
    "recto",
    "pregunta",
    "anverso",
    "frente",
];
const BACKS: &[&str] = &[
    "back",
    "reverse",
    "answer",
    "definition",
    "ruckseite",
    "hinten",
    "antwort",
    "verso",
    "reponse",
    "respuesta",
    "reverso",
    "dorso",
];
const SOLUTIONS: &[&str] = &[
    "correct",
    "solution",
    "losung",
    "loesung",
    "richtig",
    "correcta",
    "solucion",
    "soluzione",
];
const MOODS: &[&str] = &[
    "flavour", "flavor", "quote", "lore", "story", "zitat", "stimmung", "ambiance", "citation",
    "ambiente",
];
const PICTURES: &[&str] = &[
    "art",
    "artwork",
    "image",
    "img",
    "picture",
    "pic",
    "illustration",
    "photo",
    "icon",
    "bild",
    "imagen",
    "immagine",
    "illustration url",
    "image url",
    "url",
];
/// Columns that name icons.
const ICONS: &[&str] = &[
    "icon",
    "icons",
    "symbol",
    "symbols",
    "glyph",
    "pictogram",
    "piktogramm",
    "icone",
    "icono",
];
/// Whose remarks those of the makers are.
const MAKERS: &[&str] = &[
    "designer",
    "designers",
    "design",
    "dev",
    "developer",
    "author",
    "playtest",
    "playtester",
    "internal",
    "private",
    "my",
];
/// Columns for the makers themselves.
const NOT_PRINTED: &[&str] = &[
    "template",
    "front template",
    "back template",
    "note",
    "notes",
    "comment",
    "comments",
    "remark",
    "remarks",
    "todo",
    "to do",
    "status",
    "done",
    "playtest",
    "playtesting",
    "feedback",
    "version",
    "changelog",
    "changes",
    "last changed",
    "last modified",
    "updated",
    "timestamp",
    "internal",
    "do not print",
    "not printed",
    "ignore",
    "notiz",
    "notizen",
    "kommentar",
    "bemerkung",
    "bemerkungen",
    "erledigt",
    "remarque",
    "remarques",
    "commentaire",
    "notas",
    "comentario",
    "comentarios",
    "note interne",
    "commento",
];

/// Signs with which people end a line within a cell.
const LINE_BREAKS: [&str; 2] = ["|", "\\n"];

/// How many cells are kept of those that are longest, widest, or have the most lines, to see whether they fit.
const MAX_SAMPLES: usize = 3;

/// The least letters of the longest cell of a text.
const LONGEST_PHRASE: usize = 12;

/// The most letters of a cell that belongs to a name rather than to a sentence.
const LONGEST_NAME: usize = 50;

/// What a column is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Code,
    Copies,
    Title,
    /// Short, in the corner: a cost.
    Corner,
    /// A kind that has a colour.
    Tone,
    Picture,
    /// The name of an icon, shown large.
    Icon,
    /// What a piece does.
    Words,
    /// What it feels like.
    Mood,
    /// What its other side says.
    Back,
    /// Anything else about it.
    Fact,
    /// Not used.
    Nothing,
}

/// What a column's cells are.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    Text,
    List,
    /// The lowest of them.
    Integer(i64),
    Number,
    Flag,
}

/// What names in cells may mean: the pictures and icons that there are.
pub struct Known {
    /// Without their folders and endings.
    pictures: BTreeSet<String>,
    icons: BTreeSet<String>,
}

impl Known {
    pub fn of(paths: &[String]) -> Known {
        let mut known = Known {
            pictures: BTreeSet::new(),
            icons: BTreeSet::new(),
        };
        for path in paths.iter().filter(|path| is_picture(path)) {
            let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
            let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
            if folder.ends_with("icons") {
                known.icons.insert(stem.to_owned())
            } else {
                known.pictures.insert(stem.to_owned())
            };
        }
        known
    }
}

/// What the names in a column's cells show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    Pictures,
    Icons,
}

/// A column, and what its cells contain.
#[derive(Debug, Default)]
pub struct Column {
    pub header: String,
    /// Its place in the table, from 0.
    index: usize,
    /// Its letters only.
    pub letters: String,
    pub filled: usize,
    pub blank: usize,
    /// The length of its longest cell, in letters.
    pub longest: usize,
    /// All different values, as long as there are few.
    pub kinds: BTreeSet<String>,
    pub icons: BTreeSet<String>,
    /// Whether there are emoji or names in brackets for which icons ship.
    has_shipped_icons: bool,
    /// The brackets around icons, if they are not colons.
    pub brackets: Option<[char; 2]>,
    /// Whether its numbers have decimal commas.
    pub has_commas: bool,
    /// Whether a number in it has more decimals than anybody reads, as formulas give.
    pub is_overexact: bool,
    /// Why it cannot be read.
    pub fault: Option<String>,
    /// Why it is not what its header says.
    pub doubt: Option<String>,
    /// Its cells that are hardest to fit, by each of their demands, which are kept beside them.
    samples: [Vec<(usize, String)>; DEMANDS],
    /// Cells that only programs read.
    identifiers: usize,
    /// HTML or LaTeX in its cells: the first sign, and in how many.
    pub markup: Option<(String, usize)>,
    /// Cells with `**` around words, or with bold or italic words in a workbook.
    pub styled: usize,
    /// How many of its cells a workbook shows bold or italic as a whole.
    marked: usize,
    /// The sign that ends a line in its cells.
    pub line_break: Option<&'static str>,
    /// Formulas that went wrong, and one of their errors.
    pub failed: Option<(String, usize)>,
    pub dates: usize,
    /// Cells with addresses on the web.
    pub addresses: usize,
    /// Cells with nothing between braces.
    pub hollow: usize,
    /// Whether it belongs to another table.
    pub is_beside: bool,
    /// Whether another column has its name, so that it has got a number.
    pub is_double: bool,
    is_varied: bool,
    /// Its last whole number, and whether one is not greater than the one before.
    last: Option<i32>,
    is_mixed: bool,
    integers: usize,
    least: i64,
    most: i64,
    numbers: usize,
    ticks: usize,
    /// The words by which its cells say no, and yes.
    ticked: [BTreeSet<String>; 2],
    pictures: usize,
    /// Cells that are colours, as in `#FF0000`.
    colours: usize,
    /// Cells that are pictorial signs.
    signs: usize,
    /// Cells without a letter: "20 %", "3/4".
    figures: usize,
    /// How many different values there are; known at the end.
    different: usize,
    /// Hashes of its values, each with the first row that has it.
    seen: HashMap<u64, usize, BuildHasherDefault<DefaultHasher>>,
    /// The first value that is there twice, and its rows.
    repeated: Option<(String, [usize; 2])>,
    /// The first value that is not a number of copies, and its row.
    no_count: Option<(String, usize)>,
    /// How many of its values are one.
    counted: usize,
    /// Whether its first cell is filled.
    starts: bool,
    /// Its different values, if all of them are names as files and icons have.
    names: BTreeSet<String>,
    is_unnamed: bool,
    /// What these are, if they are known.
    pub shows: Option<Shows>,
    entries: BTreeMap<String, usize>,
    is_listed: bool,
    listed: usize,
    bracketed: [BTreeSet<String>; 2],
    /// How often each kind of brackets enclosed a name, and anything else.
    in_brackets: [[usize; 2]; 2],
}

/// Brackets that people put around names of icons.
const BRACKETS: [[char; 2]; 2] = [['[', ']'], ['{', '}']];

impl Column {
    pub fn new(header: String, index: usize) -> Column {
        let letters = letters(index);
        let is_listed = true;
        let acts = header
            .chars()
            .any(|letter| letter.is_control() && !"\n\r\t".contains(letter));
        let fault = acts.then(|| "its name contains a control character".to_owned());
        Column {
            header,
            index,
            letters,
            fault,
            is_listed,
            least: i64::MAX,
            most: i64::MIN,
            ..Column::default()
        }
    }

    /// Takes note of a cell.
    pub fn add(&mut self, cell: Option<&Cell<'_>>, decimal_commas: bool) {
        if let Some(error) = cell.and_then(|cell| cell.failed.as_ref()) {
            let (_, count) = self.failed.get_or_insert((error.to_string(), 0));
            *count += 1;
        }
        let Some(cell) = cell.filter(|cell| !cell.value.is_empty()) else {
            self.blank += 1;
            return;
        };
        let words = &*cell.value;
        let row = self.filled + self.blank;
        self.starts |= row == 0;
        self.filled += 1;
        let letters = words.chars().count();
        self.longest = self.longest.max(letters);
        self.add_samples(words);
        self.identifiers += usize::from(is_identifier(words));
        self.add_looks(cell);
        if !self.is_varied {
            self.kinds.insert(words.to_owned());
            self.is_varied = self.kinds.len() > MAX_KINDS;
        }
        let first = *self
            .seen
            .entry(self.seen.hasher().hash_one(words))
            .or_insert(row);
        if first < row && self.repeated.is_none() {
            self.repeated = Some((words.to_owned(), [first, row]));
        }
        // A number with a leading zero is a code, unless it is at most one.
        let digits = words.trim_start_matches(['-', '+']);
        let plain = !digits.starts_with('0')
            || !digits[1..].starts_with(|letter: char| letter.is_ascii_digit());
        if let Some(number) = words.parse::<i32>().ok().filter(|_| plain) {
            self.integers += 1;
            self.is_mixed |= self.last.is_some_and(|last| last >= number);
            self.last = Some(number);
            (self.least, self.most) = (self.least.min(number.into()), self.most.max(number.into()));
        }
        let count = copies_said(words).filter(|count| plain && *count <= MAX_COPIES);
        if count.is_some() {
            self.counted += 1;
        } else {
            self.no_count.get_or_insert_with(|| (words.to_owned(), row));
        }
        let decimal = if decimal_commas {
            words.replace(',', ".")
        } else {
            words.to_owned()
        };
        let is_decimal = plain && digits.starts_with(|letter: char| letter.is_ascii_digit());
        if is_decimal && decimal.parse::<f64>().is_ok_and(f64::is_finite) {
            self.numbers += 1;
            self.has_commas |= words.contains(',');
            let decimals = decimal
                .split_once('.')
                .map_or(0, |(_, decimals)| decimals.len());
            self.is_overexact |= decimals > MAX_DECIMALS;
        }
        if let Some(is_yes) = ticked(words) {
            self.ticks += 1;
            self.ticked[usize::from(is_yes)].insert(words.to_lowercase());
        }
        self.pictures += usize::from(is_picture(last_part(words)));
        self.colours += usize::from(is_colour(words));
        self.signs += usize::from(is_sign(words));
        self.figures += usize::from(!words.contains(char::is_alphabetic));
        self.add_list(words);
        self.add_icons(&emphasis::from_markup(words));
        self.add_name(words);
    }

    fn add_name(&mut self, words: &str) {
        let plain = |letter: char| letter.is_alphanumeric() || "-_ ".contains(letter);
        let is_name = words.starts_with(char::is_alphabetic)
            && words.chars().all(plain)
            && words.split(' ').count() <= 3
            && words.chars().count() <= LONGEST_KIND;
        self.is_unnamed |= !is_name || self.names.len() > MAX_NAMES;
        if self.is_unnamed {
            self.names.clear()
        } else {
            self.names.insert(words.to_owned());
        }
    }

    /// Finds out whether its cells name pictures or icons that there are.
    pub fn look(&mut self, known: &Known) {
        let is_icon = |name: &String| known.icons.contains(name) || shipped_icon(name).is_some();
        self.shows = match () {
            () if self.names.is_empty() => None,
            () if self.names.is_subset(&known.pictures) => Some(Shows::Pictures),
            () if self.names.iter().all(is_icon) => Some(Shows::Icons),
            () => None,
        };
    }

    /// Whether its header is exactly one of these names.
    fn is_just(&self, names: &[&str]) -> bool {
        names.contains(&&*slug(&self.header, ' '))
    }

    /// Whether its header says that it names pictures, and its cells may, though no such pictures are known.
    fn may_name_pictures(&self) -> bool {
        // In German, "Art" is a kind.
        let is_called = self.is_just(PICTURES) && !self.is_just(&["art"]);
        is_called && !self.names.is_empty() && !self.may_be(Role::Tone)
    }

    /// Whether it says in words what a picture is to show.
    pub fn describes_pictures(&self) -> bool {
        let is_text = self.kind() == Type::Text && !self.is_of_signs();
        self.is_just(PICTURES) && is_text && self.is_unnamed && self.pictures == 0
    }

    /// Whether its cells are colours themselves.
    pub fn is_of_colours(&self) -> bool {
        self.colours == self.filled && self.filled > 0
    }

    /// Whether its cells are names of colours.
    fn names_colours(&self) -> bool {
        let is_named = |kind: &String| colour::named(kind).is_some();
        !self.is_varied && self.kinds.len() > 1 && self.kinds.iter().all(is_named)
    }

    /// Whether it is the same on every card, of which there are several.
    pub fn is_constant(&self) -> bool {
        const SEVERAL: usize = 5;
        self.different == 1 && self.blank == 0 && self.filled >= SEVERAL
    }

    /// Whether its cells are pictorial signs.
    fn is_of_signs(&self) -> bool {
        self.signs == self.filled && self.filled > 0
    }

    /// Whether a cell is shown as the icon that it names.
    pub fn is_icon(&self) -> bool {
        let is_text = self.kind() == Type::Text;
        is_text && (self.shows == Some(Shows::Icons) || self.is_just(ICONS)) && !self.is_unnamed
    }

    /// Takes its names for icons: those that do not exist are drawn.
    pub fn name_icons(&mut self) {
        let plain = |name: &&String| {
            name.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        };
        self.icons
            .extend(self.names.iter().filter(plain).take(MAX_ICONS).cloned());
    }

    fn add_samples(&mut self, words: &str) {
        for (demand, samples) in demands(words).into_iter().zip(&mut self.samples) {
            if samples.len() < MAX_SAMPLES {
                samples.push((demand, words.to_owned()));
            } else if let Some(least) = samples
                .iter_mut()
                .min_by_key(|(known, _)| *known)
                .filter(|(known, _)| demand > *known)
            {
                *least = (demand, words.to_owned());
            }
        }
    }

    /// Its cells that are hardest to fit.
    pub fn samples(&self) -> impl Iterator<Item = &String> {
        self.samples.iter().flatten().map(|(_, words)| words)
    }

    /// Whether it tells programs which card is meant, and people nothing.
    pub fn is_of_identifiers(&self) -> bool {
        let are_all = self.identifiers == self.filled && self.filled > 0;
        let is_word = !self.is_unnamed || self.figures == self.filled;
        are_all || is_word && ["id", "uuid", "guid"].contains(&&*last_word(&self.header))
    }

    /// Why it is in the kit, but not on a face, however much room there is.
    pub fn off_face(&self) -> Option<&'static str> {
        if self.is_constant() {
            Some("the same on every piece: in the kit, not on the face")
        } else if self.is_of_identifiers() {
            Some("an identifier for programs: in the kit, not on the face")
        } else {
            None
        }
    }

    /// Bold and italic, line ends, dates, addresses.
    fn add_looks(&mut self, cell: &Cell<'_>) {
        let words = &*cell.value;
        if let Some(sign) = emphasis::markup_in(words) {
            let (_, count) = self.markup.get_or_insert((sign.to_owned(), 0));
            *count += 1;
        }
        let is_partly = cell
            .marked
            .as_deref()
            .is_some_and(emphasis::is_partly_marked);
        self.styled += usize::from(is_partly || emphasis::has_marks(words));
        self.marked += usize::from(cell.marked.is_some());
        self.dates += usize::from(cell.is_date);
        self.addresses += usize::from(is_address(words));
        self.hollow += usize::from(words.contains("{}") || words.contains("[]"));
        let has_letters =
            |part: &str| part.chars().filter(|letter| letter.is_alphabetic()).count() > 1;
        let ends_line = |sign: &&&str| {
            words
                .split_once(**sign)
                .is_some_and(|(before, after)| has_letters(before) && has_letters(after))
        };
        self.line_break = self
            .line_break
            .or(LINE_BREAKS.iter().find(ends_line).copied());
    }

    /// Whether bold and italic words are kept.
    pub fn is_styled(&self) -> bool {
        let is_mixed = self.marked > 0 && self.marked < self.filled;
        self.markup.is_some() || self.styled > 0 || is_mixed && self.longest > LONGEST_FACT
    }

    /// Whether each value stands above the blank cells of a group: the first column of a table that is grouped by it.
    pub fn is_said_once(&self) -> bool {
        self.index == 0
            && self.starts
            && self.filled > 1
            && self.blank >= self.filled
            && self.different == self.filled
    }

    /// Whether its name says that it holds the picture of a card, and no icon.
    pub fn is_the_picture(&self) -> bool {
        let name = slug(&self.header, ' ');
        let is_icon = ICONS.iter().any(|word| name.contains(word));
        !is_icon && PICTURES.iter().any(|word| name.ends_with(word))
    }

    /// Whether it is for the maker alone.
    pub fn is_private(&self) -> bool {
        let header = self.header.trim();
        // "# in deck" is a number.
        let is_number = header.starts_with("# ") && self.is_of_copies();
        let is_signed = header.len() > 1 && header.starts_with(['#', '_']) && !is_number
            || header.starts_with("//");
        let words = slug(header, ' ');
        // "Designer remarks" are remarks.
        let bare = MAKERS
            .iter()
            .find_map(|maker| words.strip_prefix(maker)?.strip_prefix(' '));
        is_signed || NOT_PRINTED.contains(&bare.unwrap_or(&words))
    }

    /// Lists are short words between commas that occur again and again.
    fn add_list(&mut self, words: &str) {
        if !self.is_listed {
            return;
        }
        let marks = [',', ';'];
        self.listed += usize::from(words.contains(marks));
        // Where there is no comma, an entry ends at a space.
        self.is_listed = if words.contains(marks) {
            !words.contains(['.', '!', '?'])
        } else {
            !words.contains(' ')
        };
        for entry in words
            .split(marks)
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
        {
            self.is_listed &= entry.chars().count() <= LONGEST_KIND;
            *self.entries.entry(entry.to_owned()).or_default() += 1;
        }
        if !self.is_listed || self.entries.len() > 200 {
            self.is_listed = false;
            self.entries.clear();
        }
    }

    /// Whether some of its words or signs are printed as icons.
    pub fn has_icons(&self) -> bool {
        !self.icons.is_empty() || self.has_shipped_icons || self.lists_icons()
    }

    /// Whether it lists icons that ship: "coin, wind".
    pub fn lists_icons(&self) -> bool {
        let is_icon = |entry: &String| {
            entry.bytes().all(|byte| byte.is_ascii_alphanumeric()) && shipped_icon(entry).is_some()
        };
        self.kind() == Type::List && self.entries.keys().all(is_icon)
    }

    fn add_icons(&mut self, words: &str) {
        self.has_shipped_icons = self.has_shipped_icons || shows_icons(words);
        if words.contains(':') && self.icons.len() < MAX_ICONS {
            self.icons.extend(icon_names(words));
        }
        for (at, [open, close]) in BRACKETS.into_iter().enumerate() {
            for part in words.split(open).skip(1) {
                let name = part.split(close).next().unwrap_or_default();
                if name.is_empty() && part.len() > name.len() {
                    continue;
                }
                let whole = part.len() > name.len() && name.len() <= LONGEST_KIND;
                let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
                let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic())
                    && name.chars().all(plain);
                let is_icon = whole && is_name && self.bracketed[at].len() < MAX_ICONS;
                if is_icon {
                    self.bracketed[at].insert(name.to_owned());
                }
                let [names, others] = &mut self.in_brackets[at];
                *names += usize::from(is_icon);
                *others += usize::from(!is_icon);
            }
        }
    }

    /// Called once all cells have been read: if one kind of brackets enclosed hardly anything but names, those names are icons.
    pub fn finish(&mut self) {
        self.different = std::mem::take(&mut self.seen).len();
        let are_names = |at: &usize| {
            let [names, others] = self.in_brackets[*at];
            names > 0 && names >= others * 3
        };
        let usual = (0..BRACKETS.len()).find(are_names);
        if let Some(at) = usual.filter(|_| self.icons.is_empty()) {
            self.icons = std::mem::take(&mut self.bracketed[at]);
            self.brackets = Some(BRACKETS[at]);
        }
    }

    /// What its cells are.
    pub fn kind(&self) -> Type {
        let all = |count: usize| count == self.filled && self.filled > 0;
        let repeated: usize = self.entries.values().sum();
        match () {
            () if all(self.integers) => Type::Integer(self.least),
            () if all(self.numbers) => Type::Number,
            // Of "x" and "y", both of which may mean yes, one must mean something else.
            () if all(self.ticks) && self.ticked.iter().all(|words| words.len() <= 1) => Type::Flag,
            () if self.is_listed
                && self.listed * 5 >= self.filled
                && self.filled > 0
                && repeated > self.entries.len() =>
            {
                Type::List
            }
            () => Type::Text,
        }
    }

    /// Whether its cells are numbers, each greater than the one before.
    fn counts(&self) -> bool {
        !self.is_mixed
            && self.blank == 0
            && self.filled > 1
            && matches!(self.kind(), Type::Integer(least) if least >= 0)
    }

    /// Whether its cells are small numbers that do not just number the rows.
    fn is_small_count(&self) -> bool {
        let is_small = self.most <= 30 && self.filled > 1;
        is_small && !self.counts() && matches!(self.kind(), Type::Integer(least) if least > 0)
    }

    /// Whether its cells are several words each.
    fn is_of_words(&self) -> bool {
        let is_phrase = |sample: &str| sample.contains(' ');
        self.kind() == Type::Text
            && self.longest >= LONGEST_PHRASE
            && self.samples[0].iter().all(|(_, sample)| is_phrase(sample))
            && self.dates == 0
    }

    /// Whether the header is one of these names.
    fn is_called(&self, names: &[&str]) -> bool {
        if self.header == "#" {
            return names == CODES;
        }
        let header = slug(&self.header, ' ');
        names.contains(&&*header) || header.split(' ').any(|part| names.contains(&part))
    }

    /// How well the header is one of these names, the lower the better: all of it, its last word ("card text" is a text), or another.
    fn called(&self, names: &[&str]) -> Option<u8> {
        let header = slug(&self.header, ' ');
        let last = header.rsplit(' ').next().unwrap_or_default();
        match () {
            () if !self.is_called(names) => None,
            () if names.contains(&&*header) => Some(0),
            () if names.contains(&last) => Some(1),
            () => Some(2),
        }
    }

    /// Whether the header says that it counts copies.
    fn is_of_copies(&self) -> bool {
        const PLAIN: [&str; 4] = ["copies", "quantity", "qty", "anzahl"];
        let header = slug(&self.header, ' ');
        COPIES.contains(&&*header) || header.split(' ').any(|word| PLAIN.contains(&word))
    }

    /// Why it is not what its header says; `line` is the number of a row's line, which is called `called`.
    pub fn doubted(
        &self,
        may_be_code: bool,
        line: impl Fn(usize) -> usize,
        called: &str,
    ) -> Option<String> {
        match (&self.repeated, &self.no_count) {
            (Some((words, [one, other])), _) if may_be_code && self.is_called(CODES) => {
                let (one, other) = (line(*one), line(*other));
                Some(format!(
                    "`{words}` is there twice ({called}s {one} and {other}), so this is not the code"
                ))
            }
            (_, Some((words, row))) if self.counted > 0 && self.is_of_copies() => {
                let row = line(*row);
                Some(format!(
                    "`{words}` ({called} {row}) is not a number from 0 to {MAX_COPIES}, so this is not the count"
                ))
            }
            _ => None,
        }
    }

    fn may_be(&self, role: Role) -> bool {
        let text = self.kind() == Type::Text;
        let is_short = |longest: usize| self.longest <= longest && self.icons.is_empty();
        let is_for_people = self.identifiers < self.filled.max(1);
        self.pictures == 0
            && (is_for_people || matches!(role, Role::Code | Role::Fact | Role::Nothing))
            && match role {
                Role::Code => {
                    self.repeated.is_none()
                        && self.blank == 0
                        && is_short(LONGEST_KIND)
                        && self.is_called(CODES)
                }
                Role::Copies => self.counted > 0 && self.no_count.is_none() && self.is_of_copies(),
                Role::Title => {
                    let is_said = self.filled >= self.blank && self.figures < self.filled;
                    // A column called so is the title, even if one of its names is long.
                    let is_named = self.is_just(TITLES) && self.icons.is_empty();
                    text && (is_named || is_short(LONGEST_TITLE)) && is_said
                }
                Role::Tone => {
                    let few = !self.is_varied
                        && self.kinds.len() > 1
                        && self.filled >= 2 * self.kinds.len();
                    let is_plain = is_short(LONGEST_KIND) && self.filled > 4 * self.blank;
                    text && (few || self.names_colours()) && is_plain
                }
                Role::Corner => {
                    !matches!(self.kind(), Type::Flag | Type::List)
                        && is_short(LONGEST_CORNER)
                        && self.filled > self.blank
                }
                Role::Words => text && (self.longest > LONGEST_FACT || self.is_called(WORDS)),
                Role::Mood => text && self.is_called(MOODS),
                Role::Back => {
                    self.filled > 0 && (self.is_called(BACKS) || self.is_called(SOLUTIONS))
                }
                Role::Picture | Role::Icon | Role::Fact | Role::Nothing => true,
            }
    }
}

/// What each column is for.
pub fn roles(columns: &[Column]) -> Vec<Role> {
    let mut cast = Cast {
        columns,
        roles: vec![None; columns.len()],
    };
    cast.pictures();
    cast.icons();
    cast.counts_and_codes();
    cast.titles_and_tones();
    cast.texts();
    let rest = |(column, role): (&Column, Option<Role>)| {
        role.unwrap_or(
            if column.may_be(Role::Words) && !column.is_of_identifiers() {
                Role::Words
            } else {
                Role::Fact
            },
        )
    };
    columns.iter().zip(cast.roles).map(rest).collect()
}

/// Columns and the roles that they have got so far.
struct Cast<'c> {
    columns: &'c [Column],
    roles: Vec<Option<Role>>,
}

impl Cast<'_> {
    /// Whether a column has no role yet and may have this one.
    fn is_free(&self, at: usize, role: Role) -> bool {
        let is_place = role == Role::Copies && self.is_place(at);
        self.roles[at].is_none() && self.columns[at].may_be(role) && !is_place
    }

    /// Whether it is an `x` beside a `y`, so no number of copies.
    fn is_place(&self, at: usize) -> bool {
        self.columns[at].is_just(&["x"]) && self.columns.iter().any(|column| column.is_just(&["y"]))
    }

    fn first(&self, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        (0..self.columns.len()).find(|at| is_it(*at))
    }

    /// The column whose header is the best of these names for a role, and the first of those.
    fn best(&self, role: Role, names: &[&str]) -> Option<usize> {
        let free = (0..self.columns.len()).filter(|at| self.is_free(*at, role));
        let called = free.filter_map(|at| Some((self.columns[at].called(names)?, at)));
        called.min().map(|(_, at)| at)
    }

    /// Gives a role to the most suitable column, by its header; for some roles, any will do.
    fn one(&mut self, role: Role, names: &[&str], any: bool) {
        let found = self.best(role, names);
        let found = found.or_else(|| self.first(|at| any && self.is_free(at, role)));
        if let Some(at) = found {
            self.roles[at] = Some(role);
        }
    }

    /// Columns of pictures, and those that are for nobody who plays.
    fn pictures(&mut self) {
        for (column, role) in self.columns.iter().zip(&mut self.roles) {
            let is_of_pictures = column.pictures == column.filled
                || column.pictures > 0 && column.pictures + column.addresses >= column.filled
                || column.addresses == column.filled && column.is_called(PICTURES)
                || column.shows == Some(Shows::Pictures)
                    && !column.is_called(TITLES)
                    && !column.is_called(CODES)
                || column.may_name_pictures() && !column.is_icon();
            let is_empty = column.header.is_empty() || column.fault.is_some() || column.filled == 0;
            if is_empty || column.is_private() || column.is_beside {
                *role = Some(Role::Nothing);
            } else if is_of_pictures {
                *role = Some(Role::Picture);
            } else if column.addresses == column.filled || column.describes_pictures() {
                *role = Some(Role::Nothing);
            }
        }
    }

    /// One icon is shown as large as a picture would be, unless there is one.
    fn icons(&mut self) {
        let is_shown = |column: &Column| {
            (column.is_icon() || column.is_of_signs())
                && (column.is_just(ICONS) || column.is_just(PICTURES))
        };
        let mut has_large = self.roles.contains(&Some(Role::Picture));
        for (column, role) in self.columns.iter().zip(&mut self.roles) {
            if role.is_none() && is_shown(column) {
                *role = Some(if has_large { Role::Fact } else { Role::Icon });
                has_large = true;
            }
        }
    }

    fn counts_and_codes(&mut self) {
        let columns = self.columns;
        self.one(Role::Copies, COPIES, false);
        // Without headings, a list of cards begins with how many there are of each.
        let is_unnamed = columns.iter().all(|column| column.header == column.letters);
        if let Some(first) = columns.first().filter(|_| is_unnamed)
            && first.blank == 0
            && first.is_small_count()
            && columns.len() > 1
        {
            self.roles[0] = Some(Role::Copies);
        }
        self.one(Role::Code, CODES, false);
        if columns.iter().any(|column| column.is_called(FRONTS)) {
            // Of several answers, the right one is told on the other side.
            let answers = columns.iter().filter(|column| column.is_called(BACKS));
            let names = if answers.count() > 1 {
                SOLUTIONS
            } else {
                BACKS
            };
            self.one(Role::Back, names, false);
        }
        // A first column that numbers the rows, whatever its name.
        if !self.roles.contains(&Some(Role::Code))
            && let Some(first) = columns.first()
            && self.roles[0].is_none()
            && first.counts()
        {
            self.roles[0] = Some(Role::Code);
        }
    }

    /// A column of colours is shown as what it is, and a second one not at all.
    fn colours(&mut self) {
        let mut role_of_first = Some(Role::Tone);
        for (column, role) in self.columns.iter().zip(&mut self.roles) {
            if role.is_none() && column.is_of_colours() {
                *role = role_of_first.take().or(Some(Role::Nothing));
            }
        }
    }

    fn titles_and_tones(&mut self) {
        for at in 0..self.columns.len() {
            if self.is_free(at, Role::Mood) {
                self.roles[at] = Some(Role::Mood);
            }
        }
        self.colours();
        if !self.roles.contains(&Some(Role::Tone)) {
            self.one(Role::Tone, TONES, false);
        }
        let title = self.title();
        if let Some(at) = title {
            self.roles[at] = Some(Role::Title);
        }
        if !self.roles.contains(&Some(Role::Tone)) {
            // Without a long text, a card has nothing else to be known by.
            let is_long =
                |at| self.is_free(at, Role::Words) && self.columns[at].longest > LONGEST_FACT;
            let role = if title.is_some() || self.first(is_long).is_some() {
                Role::Tone
            } else {
                Role::Title
            };
            self.one(role, TONES, true);
        }
        self.one(Role::Corner, CORNERS, false);
    }

    /// The column with the names of cards: by its header, else the first whose cells all differ, else the first of which most do.
    fn title(&self) -> Option<usize> {
        let may_be = |at: usize| self.is_free(at, Role::Title) && !self.columns[at].is_just(WORDS);
        let is_unlike = |at: usize| may_be(at) && self.columns[at].repeated.is_none();
        let is_mostly_unlike = |at: usize| {
            let column = &self.columns[at];
            may_be(at) && column.different * 5 >= column.filled * 4
        };
        // Tabletop Simulator calls every card "Card", and has its name in another column.
        let called = |at: usize| {
            let rank = self.columns[at].called(TITLES)?;
            self.is_free(at, Role::Title)
                .then_some((!is_mostly_unlike(at), rank, at))
        };
        let best = (0..self.columns.len()).filter_map(called).min();
        best.map(|(.., at)| at)
            .or_else(|| self.first(is_unlike))
            .or_else(|| self.first(is_mostly_unlike))
    }

    /// Where no column is called a text, the longest may be one.
    fn texts(&mut self) {
        let is_text = |at: usize| {
            matches!(self.roles[at], Some(Role::Words | Role::Mood))
                || self.is_free(at, Role::Words)
        };
        if self.first(is_text).is_some() {
            return;
        }
        let free: Vec<bool> = self.roles.iter().map(Option::is_none).collect();
        let may_be = |at: &usize| free[*at] && self.columns[*at].is_of_words();
        let all = (0..self.columns.len()).filter(may_be);
        let Some(longest) = all.max_by_key(|at| self.columns[*at].longest) else {
            return;
        };
        // "Option 2" is as much of a text as "Option 1".
        for at in 0..self.columns.len() {
            let is_alike =
                unnumbered(&self.columns[at].header) == unnumbered(&self.columns[longest].header);
            if (at == longest || is_alike) && may_be(&at) {
                self.roles[at] = Some(Role::Words);
            }
        }
    }
}

/// How many ways there are in which a cell may be hard to fit.
const DEMANDS: usize = 4;

/// What makes a cell hard to fit: its letters, how wide they are, its widest word, and its lines.
fn demands(words: &str) -> [usize; DEMANDS] {
    const LINE: usize = 40;
    let width = |part: &str| part.chars().map(breadth).sum::<usize>();
    let widest = words.split_whitespace().map(width).max();
    let lines = words.split('\n').flat_map(|line| line.split("<br"));
    let lines = lines.map(|line| 1 + line.len() / LINE).sum();
    let letters = words.chars().count();
    [letters, width(words), widest.unwrap_or(0), lines]
}

/// About how wide a letter is, in tenths of its size.
fn breadth(letter: char) -> usize {
    const FIRST_OF_CHINESE: char = '\u{2E80}';
    match letter {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | ' ' | '.' | ',' | ':' | ';' | '!' | '\'' => 3,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 9,
        letter if letter >= FIRST_OF_CHINESE => 10,
        letter if letter.is_uppercase() => 7,
        _ => 5,
    }
}

/// Whether a cell is a long number that a program made up, as `9dd4fd76-30f1-4b7c-8d3b-d9d4cbb22a9b`.
fn is_identifier(words: &str) -> bool {
    const LEAST: usize = 16;
    let digits = words.bytes().filter(u8::is_ascii_digit).count();
    let is_plain = words
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let letters = words.bytes().filter(u8::is_ascii_alphabetic).count();
    is_plain && digits > 0 && letters > 0 && digits + letters >= LEAST
}

/// The last word of a header, in lower case: "id" of "octgnId" and of "Card ID".
fn last_word(header: &str) -> String {
    let mut word = String::new();
    let mut was_small = false;
    for letter in header.trim().chars() {
        if !letter.is_alphanumeric() || was_small && letter.is_uppercase() {
            word.clear();
        }
        was_small = letter.is_lowercase();
        word.extend(letter.is_alphanumeric().then_some(letter));
    }
    word.to_lowercase()
}

/// A heading without the number at its end: "Option" of "Option 2".
fn unnumbered(header: &str) -> &str {
    let is_of_number = |letter: char| letter.is_ascii_digit() || " _#.".contains(letter);
    header.trim_end_matches(is_of_number)
}

/// Whether a cell is an address on the web.
fn is_address(words: &str) -> bool {
    let lower = words.to_ascii_lowercase();
    lower.starts_with("http://") || lower.starts_with("https://") || lower.starts_with("www.")
}

/// The file that an address names in its last part: `owl.png` of `https://example.org/owl.png?size=2`. Other words as they are.
pub fn last_part(words: &str) -> &str {
    if !is_address(words) {
        return words;
    }
    let path = words.split(['?', '#']).next().unwrap_or(words);
    path.trim_end_matches('/')
        .rsplit('/')
        .next()
        .unwrap_or(path)
}

/// Whether a cell is a number, with a decimal point or comma.
pub fn is_number(words: &str) -> bool {
    let words = words.trim_end_matches('%');
    words.starts_with(|letter: char| letter.is_ascii_digit() || "+-.".contains(letter))
        && words
            .replace(',', ".")
            .parse::<f64>()
            .is_ok_and(f64::is_finite)
}

/// Whether a cell is a sentence rather than a name.
pub fn is_long_text(words: &str) -> bool {
    // Chinese and Japanese have no spaces, and say more in fewer letters.
    let is_sentence = words.ends_with(['。', '？', '！']);
    let ends = words.ends_with(['.', '!', '?', '…']);
    words.chars().count() > LONGEST_NAME
        || is_sentence
        || ends && words.contains(' ') && words.chars().count() > 12
}

/// Whether a cell is a name that people give to columns.
pub fn is_known_header(words: &str) -> bool {
    let name = slug(words, ' ');
    let known = [
        CODES,
        COPIES,
        TITLES,
        CORNERS,
        TONES,
        WORDS,
        MOODS,
        PICTURES,
        NOT_PRINTED,
    ];
    // "x" is also what people tick a cell with.
    name.len() > 1 && known.iter().any(|names| names.contains(&&*name))
}

/// Whether a column of this name says what a card is called.
pub fn is_title_header(words: &str) -> bool {
    TITLES.contains(&&*slug(words, ' '))
}

/// Whether a cell is a colour: `#FF0000`.
fn is_colour(words: &str) -> bool {
    words.strip_prefix('#').is_some_and(|digits| {
        [3, 6].contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    })
}

/// Whether a cell is one or a few pictorial signs: emoji, arrows, symbols.
fn is_sign(words: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || letter.is_ascii();
    words.chars().count() <= LONGEST_SIGN && !words.chars().any(is_plain)
}

/// Whether a cell names a file that can be drawn.
pub fn is_picture(words: &str) -> bool {
    let lower = words.to_ascii_lowercase();
    words.len() < 200
        && [".png", ".jpg", ".jpeg", ".svg"]
            .iter()
            .any(|ending| lower.ends_with(ending) && lower.len() > ending.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(table: &[&str]) -> Vec<(Role, Type)> {
        let mut columns: Vec<Column> = table[0]
            .split('|')
            .enumerate()
            .map(|(index, header)| Column::new(header.into(), index))
            .collect();
        for line in &table[1..] {
            for (column, words) in columns.iter_mut().zip(line.split('|')) {
                column.add(
                    Some(&Cell {
                        value: words.into(),
                        ..Cell::default()
                    }),
                    false,
                );
            }
        }
        columns.iter_mut().for_each(Column::finish);
        let known = Known::of(&[
            "art/owl.png".into(),
            "art/bat.jpg".into(),
            "faces/icons/claw.svg".into(),
        ]);
        columns.iter_mut().for_each(|column| column.look(&known));
        roles(&columns)
            .into_iter()
            .zip(columns.iter().map(Column::kind))
            .collect()
    }

    #[test]
    fn headers_and_cells_say_what_columns_are() {
        let found = guessed(&[
            "ID|Qty|Card Name|Type|Cost|Text|Flavour|Art|Tags|Rare|Weight|Attack",
            "1|2|Barn Owl|Bird|3|Draw [coin].|White.|owl.png|night, wing|x|1.5|4",
            "2|1|Eagle Owl|Bird|1|Take two [coin].||eagle.png|night||2|5",
            "3|1|Mouse|Prey|0|Hide.||mouse.png|food, night||0.5|1",
            "4|1|Vole|Prey|0|Hide.||vole.png|food||0.5|1",
        ]);
        use Role::*;
        let roles: Vec<Role> = found.iter().map(|(role, _)| *role).collect();
        assert_eq!(
            roles,
            [
                Code, Copies, Title, Tone, Corner, Words, Mood, Picture, Fact, Fact, Fact, Fact
            ]
        );
        let kinds: Vec<&Type> = found[8..].iter().map(|(_, kind)| kind).collect();
        assert_eq!(
            kinds,
            [&Type::List, &Type::Flag, &Type::Number, &Type::Integer(1)]
        );
    }

    #[test]
    fn names_of_pictures_and_icons_are_no_words() {
        let of = |table: &[&str]| -> Vec<Role> {
            guessed(table).into_iter().map(|(role, _)| role).collect()
        };
        use Role::*;
        // Names of files without their endings; icons by name; a picture that is not there yet.
        let found = of(&[
            "Name|Art|Icon",
            "Barn Owl|owl|sword",
            "Pipistrelle|bat|claw",
        ]);
        assert_eq!(found, [Title, Picture, Fact]);
        let found = of(&[
            "Name|Icon|Text",
            "Barn Owl|sword|It hoots.",
            "Fox|fox|It runs.",
        ]);
        assert_eq!(found, [Title, Icon, Words]);
        let found = of(&["Name|Picture", "Barn Owl|barn owl", "Fox|red fox"]);
        assert_eq!(found, [Title, Picture]);
        let found = of(&["Name|Drawing", "Barn Owl|owl", "Fox|bat"]);
        assert_eq!(found, [Title, Picture]);
        // What a picture is to show is for whoever draws it; a name is a name, and a kind a kind.
        let found = of(&[
            "Name|Art",
            "Owl|An owl, flying over the wood at night.",
            "Fox|A fox.",
        ]);
        assert_eq!(found, [Title, Nothing]);
        let found = of(&["name|Art", "owl|Vogel", "bat|Tier", "ant|Tier", "emu|Vogel"]);
        assert_eq!(found, [Title, Tone]);
    }

    #[test]
    fn colours_and_signs_are_shown_as_they_are() {
        let of = |table: &[&str]| -> Vec<Role> {
            guessed(table).into_iter().map(|(role, _)| role).collect()
        };
        use Role::*;
        let found = of(&[
            "value|color|edge|suit",
            "Two|#FF0000|#fff|heart",
            "Six|#0000FF|#000|wave",
        ]);
        assert_eq!(found, [Title, Tone, Nothing, Fact]);
        let found = of(&[
            "Icon|Description",
            "➜|Move to an adjacent tile.",
            "🔓|Unlock a lock.",
        ]);
        assert_eq!(found, [Icon, Title]);
    }

    #[test]
    fn cards_have_names_where_some_share_one() {
        let of = |table: &[&str]| -> Vec<Role> {
            guessed(table).into_iter().map(|(role, _)| role).collect()
        };
        use Role::*;
        let spells = of(&[
            "Syllable|Kind",
            "Slo|Use",
            "Log|Use",
            "Rang|Act",
            "Luk|Act",
            "Spi|Act",
            "Du|Use",
            "Ma|Use",
            "Spi|Use",
        ]);
        assert_eq!(spells, [Title, Tone]);
        let named = of(&[
            "cardtitle|suit",
            "ace|hearts",
            "ace|spades",
            "two|hearts",
            "two|spades",
        ]);
        assert_eq!(named, [Title, Tone]);
        let figures = of(&["Resource|chance of a card", "Wood|20.4 %", "Clay|16.7 %"]);
        assert_eq!(figures[0], Title);
        let alone = of(&["Action|Cost", "Move|1", "Move|1", "Rest|2", "Rest|2"]);
        assert_eq!(alone[0], Title);
        // Questions have no title without one.
        let questions = of(&[
            "Edition|Question",
            "Party|What would you take with you to a lonely island for a year, and why there?",
            "Party|When did you last laugh until you cried, and who was with you?",
            "Deep|What are you most proud of this year?",
        ]);
        assert_eq!(questions, [Fact, Words]);
    }

    #[test]
    fn an_x_beside_a_y_counts_nothing() {
        let found = guessed(&["Name|x|y", "Ace|18|24", "Two|18|6", "Six|7|6"]);
        assert_eq!(found[1].0, Role::Fact);
        let found = guessed(&["Name|x|Text", "Ace|18|Draw one.", "Two|18|Draw two."]);
        assert_eq!(found[1].0, Role::Copies);
    }

    #[test]
    fn a_header_is_what_its_last_word_says() {
        use Role::*;
        for (table, expected) in [
            (
                ["Card Text|Title", "Draw a card.|Fox", "Hide.|Owl"],
                [Words, Title],
            ),
            (
                ["Card Text|Card Title", "Draw a card.|Fox", "Hide.|Owl"],
                [Words, Title],
            ),
            (
                ["Name|Card Text", "Fox|Draw a card.", "Owl|Hide."],
                [Title, Words],
            ),
        ] {
            let roles = guessed(&table).into_iter().map(|(role, _)| role);
            assert_eq!(roles.collect::<Vec<_>>(), expected, "{table:?}");
        }
    }

    fn column(header: &str, cells: [&str; 3]) -> Column {
        let mut column = Column::new(header.into(), 0);
        for words in cells {
            let cell = Cell {
                value: words.into(),
                ..Cell::default()
            };
            column.add(Some(&cell), false);
        }
        column
    }

    #[test]
    fn two_words_for_yes_are_two_kinds() {
        assert_eq!(column("Lair", ["x", "X", "no"]).kind(), Type::Flag);
        assert_eq!(column("Side", ["X", "Y", "X"]).kind(), Type::Text);
    }

    #[test]
    fn what_a_header_says_may_be_doubted() {
        let doubted = |header: &str, cells: [&str; 3]| {
            column(header, cells)
                .doubted(true, |row| row + 2, "line")
                .unwrap_or_default()
        };
        assert_eq!(
            doubted("Code", ["A1", "A2", "A1"]),
            "`A1` is there twice (lines 2 and 4), so this is not the code"
        );
        assert_eq!(
            doubted("Count", ["2", "x", "y"]),
            "`x` (line 3) is not a number from 0 to 200, so this is not the count"
        );
        assert_eq!(
            [
                ("Code", ["A1", "A2", "A3"]),
                ("Count", ["2", "2", "0"]),
                ("Name", ["a", "a", "a"])
            ]
            .map(|(header, cells)| doubted(header, cells)),
            [""; 3]
        );
    }

    #[test]
    fn what_is_not_told_by_a_header_is_told_by_its_cells() {
        let found = guessed(&[
            "A|B|C",
            "north|Red Dragon|007",
            "north|Blue Dragon|007",
            "south|Imp|8",
            "south|Rat|9",
        ]);
        let roles: Vec<Role> = found.iter().map(|(role, _)| *role).collect();
        assert_eq!(roles, [Role::Tone, Role::Title, Role::Fact]);
        assert_eq!(
            found[2].1,
            Type::Text,
            "what begins with a nought is not a number"
        );
    }
}
