//! Somebody's tables become a kit to change: they are read (`source`), interpreted (`layout`, `column`, `deck`) and written
//! (`manifest`, `face`), and what was guessed is told. `copy`: a kit that exists becomes one of one's own.

mod column;
mod copy;
mod deck;
mod face;
mod layout;
mod manifest;
mod source;

use std::collections::BTreeSet;
use std::path::PathBuf;

use self::column::{Column, Known, Type};
use self::deck::{Deck, Form, titled};
use crate::face::shipped_icon;
use crate::games::english::counted;
use crate::kit::Problems;
#[cfg(feature = "edit")]
use crate::kit::Row;
#[cfg(feature = "edit")]
use crate::kit::code::slug;
#[cfg(feature = "edit")]
use crate::kit::files::{MANUAL, SCHEMAS};
#[cfg(feature = "edit")]
use crate::kit::table::Cell;

pub use self::column::Role;
pub use self::copy::{Rules, copy};
pub use self::layout::Headings;
pub use self::source::{Request, Source, tables};

/// Why tables do not become a kit.
#[derive(Debug)]
pub enum Wrong {
    /// Problems with their places.
    Kit(Problems),
    /// Anything else, in a sentence.
    Other(String),
}

/// What each field of a deck is for, by its name and what its rows have in it: as when a table with these columns, in their order,
/// becomes a kit. `paths` are the files of the kit.
#[cfg(feature = "edit")]
pub fn roles_of_fields(rows: &[Row], columns: &[String], paths: &[String]) -> Vec<(String, Role)> {
    let known = Known::of(paths);
    let mut names: Vec<&str> = rows.first().into_iter().flat_map(Row::names).collect();
    let columns: Vec<String> = columns.iter().map(|column| slug(column, '_')).collect();
    // What no column is called comes last.
    let place = |name: &str| columns.iter().position(|column| column == name);
    names.sort_by_key(|name| place(name).unwrap_or(usize::MAX));
    let mut columns = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let mut column = Column::new((*name).to_owned(), index);
        for row in rows {
            let said = row.said(name).filter(|said| !said.is_empty());
            let cell = said.map(|said| Cell {
                value: said.into(),
                ..Cell::default()
            });
            column.add(cell.as_ref(), false);
        }
        column.finish();
        column.look(&known);
        columns.push(column);
    }
    let roles = column::roles(&columns);
    names.into_iter().map(str::to_owned).zip(roles).collect()
}

/// A kit that was made.
pub struct Draft {
    /// By their paths in the kit.
    pub files: Vec<(PathBuf, Vec<u8>)>,
    /// What each table and column was taken for, and what was left out, line by line.
    pub told: Vec<String>,
    /// The numbers of rows and pieces.
    pub sums: String,
}

/// The manual and the schemas of a kit. Where kits are not edited, as in the part of the studio that everybody fetches, nobody
/// reads them.
#[cfg(not(feature = "edit"))]
pub fn manual() -> impl Iterator<Item = (PathBuf, Vec<u8>)> {
    std::iter::empty()
}

/// The manual and the schemas of a kit.
#[cfg(feature = "edit")]
pub fn manual() -> impl Iterator<Item = (PathBuf, Vec<u8>)> {
    let schemas = SCHEMAS.map(|(_, name, schema)| (name.into(), schema.into()));
    let readme = without_pictures(MANUAL).into_bytes();
    std::iter::once(("README.md".into(), readme)).chain(schemas)
}

/// A page of the book for readers who have not the book's pictures.
#[cfg(feature = "edit")]
pub fn without_pictures(page: &str) -> String {
    let mut text = String::new();
    for line in page.lines().filter(|line| !line.starts_with("![")) {
        // A picture leaves two empty lines, of which one is enough.
        if line.is_empty() && text.ends_with("\n\n") {
            continue;
        }
        text.push_str(line);
        text.push('\n');
    }
    text
}

impl Source {
    /// The kit of these tables; `name` is what the user calls them.
    pub fn kit(&self, id: &str, name: &str, headings: Headings) -> Draft {
        self.kit_with(id, name, headings, &BTreeSet::new())
    }

    /// The same for decks that are put beside others, whose names are taken.
    #[cfg(feature = "edit")]
    pub fn kit_beside(&self, taken: &BTreeSet<String>, name: &str) -> Draft {
        self.kit_with("kit", name, Headings::Auto, taken)
    }

    fn kit_with(
        &self,
        id: &str,
        name: &str,
        headings: Headings,
        taken: &BTreeSet<String>,
    ) -> Draft {
        let mut taken = taken.clone();
        let mut decks: Vec<Deck<'_>> = Vec::new();
        for table in &self.tables {
            let deck = Deck::new(table, &taken);
            taken.insert(deck.name.clone());
            decks.push(deck);
        }
        let mut title = titled(id);
        // What is above the only table is what the kit is called.
        if let [deck] = &mut decks[..]
            && let Some(own) = &deck.read.layout.title
        {
            title.clone_from(own);
            deck.title.clone_from(own);
        }
        let written = manifest::written(id, &title, name, &decks);
        let mut files = vec![("kit.toml".into(), written.into_bytes())];
        let mut told = Vec::new();
        for deck in &decks {
            let front = face::front(deck);
            tell_deck(&mut told, deck, &front.small, headings);
            let path = format!("faces/{}.svg", deck.name).into();
            files.push((path, front.svg.into_bytes()));
            if deck.form == Form::Card {
                let path = format!("faces/{}_back.svg", deck.name).into();
                files.push((path, face::back(deck).into_bytes()));
            }
        }
        files.extend(self.icon_files());
        files.extend(manual());
        // Files in the table's folder with the name of one of ours are left out.
        let own: BTreeSet<PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
        let theirs = self.files.iter().filter(|(path, _)| !own.contains(path));
        files.extend(theirs.cloned());
        for (name, why) in &self.left_out {
            told.push(format!("{name}: left out, {why}"));
        }
        let pieces: usize = self.tables.iter().map(|table| table.pieces).sum();
        let rows: usize = self.tables.iter().map(|table| table.count).sum();
        let sums = format!("{}, {}", counted(rows, "row"), counted(pieces, "piece"));
        Draft { files, told, sums }
    }

    /// The icons that cells name: the user's own drawings, or ours to replace.
    fn icon_files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let named = self.tables.iter();
        let icons: BTreeSet<String> = named
            .flat_map(|table| face::icon_names(&table.columns))
            .filter(|name| !ships(name) || self.icons.contains_key(*name))
            .cloned()
            .collect();
        let file = |(name, drawn): (String, String)| {
            let own = self.icons.get(&name).cloned();
            let path = format!("faces/icons/{name}.svg").into();
            (path, own.unwrap_or(drawn.into_bytes()))
        };
        face::icons_of(&icons).into_iter().map(file).collect()
    }
}

/// Says what was made of a table: what each column was taken for, and what was left out.
fn tell_deck(told: &mut Vec<String>, deck: &Deck<'_>, small: &[String], headings: Headings) {
    let name = &deck.name;
    let rows = counted(deck.read.count, "row");
    let pieces = counted(deck.read.pieces, "piece");
    let form = deck.form.shown();
    told.push(format!("deck {name}: {rows}, {pieces}, {form}"));
    if deck.read.layout.headings.is_none() && headings == Headings::Auto {
        told.push("  the first line looks like a card, so no line names the columns: they are A, B, C (if it does: --headings first)".to_owned());
    }
    let columns = guesses(deck).into_iter();
    told.extend(columns.map(|(column, taken)| format!("  {column:<16} {taken}")));
    if let Some(title) = &deck.read.layout.title {
        told.push(format!("  above the table  its title: `{title}`"));
    }
    let left_out = deck.read.layout.left_out.iter();
    told.extend(left_out.map(|what| format!("  left out: {what}")));
    if !deck.read.layout.lonely.is_empty() {
        told.push(format!(
            "  rows with a single cell: {}: if they are headings, take them out, or say `where` in `rows`",
            some_of(&deck.read.layout.lonely)
        ));
    }
    match deck.read.layout.hidden {
        0 => {}
        hidden => told.push(format!(
            "  {} that the workbook hides (a filter?) became pieces like the others",
            counted(hidden, "row")
        )),
    }
    if let Some(encoding) = deck.read.encoding {
        told.push(format!(
            "  its text is not UTF-8, and was read as {encoding}: look at its letters"
        ));
    }
    if let Some(missing) = deck.read.missing.first() {
        let addresses = deck.read.columns.iter().any(|column| column.addresses > 0);
        let why = if addresses {
            "; nothing is fetched from the web, but files named like the last part of an address are used"
        } else {
            ""
        };
        told.push(format!(
            "  {} not found, as {missing}{why}: they are printed once the kit has them{}",
            counted(deck.read.missing.len(), "picture"),
            match &*deck.read.pictures {
                "" => String::new(),
                folder => format!(", in {folder}"),
            },
        ));
    }
    for column in small {
        told.push(format!(
            "  {column}: its longest text needs letters of less than 6 points: shorten it, or give it more room"
        ));
    }
}

/// The first few of these words.
fn some_of(words: &[String]) -> String {
    const MOST: usize = 4;
    let first: Vec<String> = words
        .iter()
        .take(MOST)
        .map(|word| format!("`{word}`"))
        .collect();
    let more = if words.len() > MOST { ", ..." } else { "" };
    format!("{}{more}", first.join(", "))
}

/// What each column of a deck was taken for.
fn guesses(deck: &Deck<'_>) -> Vec<(String, String)> {
    let mut told = Vec::new();
    let mut facts = 0;
    for (column, role) in deck.read.columns.iter().zip(&deck.read.roles) {
        let field = deck
            .fields
            .iter()
            .find(|field| field.column.header == column.header);
        let off_face = column.off_face().filter(|_| *role == Role::Fact);
        facts += usize::from(*role == Role::Fact && off_face.is_none());
        let what = match role {
            Role::Nothing => match not_used(column) {
                Some(why) => why,
                None => continue,
            },
            Role::Fact if off_face.is_some() => off_face.unwrap_or_default().to_owned(),
            Role::Fact if facts > face::most_facts(deck.form) => {
                "in the kit, not on the face".to_owned()
            }
            _ => taken_for(deck, column, *role),
        };
        let mut notes = vec![what];
        let renamed = field.filter(|field| field.name != column.header.to_lowercase());
        notes.extend(renamed.map(|field| format!("called `{}` in the kit", field.name)));
        notes.extend(remarks(column, *role));
        told.push((layout::short(&column.header), notes.join("; ")));
    }
    told
}

/// Why a column is not used; `None` if there is nothing to tell.
fn not_used(column: &Column) -> Option<String> {
    if column.is_beside || column.header.is_empty() && column.filled == 0 {
        return None;
    }
    Some(match &column.fault {
        _ if column.header.is_empty() => {
            format!("column {} has no name, and is not read", column.letters)
        }
        Some(why) => format!("not read: {why}"),
        None if column.filled == 0 && column.failed.is_some() => "nothing to read".to_owned(),
        None if column.filled == 0 => "blank".to_owned(),
        None if column.describes_pictures() => {
            "says what a picture is to show: not printed".to_owned()
        }
        None if column.is_of_colours() => "a second colour: not printed".to_owned(),
        None if column.is_private() => "not printed, as its name says".to_owned(),
        None => "addresses: not printed, and nothing is fetched".to_owned(),
    })
}

/// Whether the program has an icon of this name.
fn ships(icon: &str) -> bool {
    shipped_icon(icon).is_some()
}

fn taken_for(deck: &Deck<'_>, column: &Column, role: Role) -> String {
    let own = column.icons.iter().filter(|name| !ships(name)).count();
    let icons = match own {
        0 if column.has_icons() => ", with icons that ship".to_owned(),
        0 => String::new(),
        count => format!(", with icons: {} in faces/icons", counted(count, "drawing")),
    };
    let kinds = || column.kinds.iter().cloned().collect::<Vec<_>>().join(", ");
    match role {
        Role::Code => "the code".to_owned(),
        Role::Copies => format!(
            "how many of each: {} in all",
            counted(deck.read.pieces, "piece")
        ),
        Role::Title => "the title".to_owned(),
        Role::Corner => "in the corner".to_owned(),
        Role::Tone if column.is_of_colours() => "the colour of each".to_owned(),
        Role::Tone => format!("the colour: {}", kinds()),
        Role::Picture => "a picture".to_owned(),
        Role::Icon => format!("an icon{icons}"),
        Role::Words => format!("a text{icons}"),
        Role::Back => format!("on the other side{icons}"),
        Role::Mood => format!("a text in italics{icons}"),
        Role::Fact | Role::Nothing => {
            let kind = match column.kind() {
                Type::Flag => "shown where it is yes",
                Type::List => "a list beside its name",
                Type::Integer(_) | Type::Number => "a number beside its name",
                Type::Text => "words beside their name",
            };
            format!("{kind}{icons}")
        }
    }
}

/// What is special about a column's cells.
fn remarks(column: &Column, role: Role) -> Vec<String> {
    let mut remarks: Vec<String> = column.doubt.iter().cloned().collect();
    if column.is_double {
        remarks.push("the second column of its name".to_owned());
    }
    if let Some((why, count)) = &column.failed {
        remarks.push(match count {
            1 => format!("a formula {why}, and the cell counts as blank"),
            count => format!("{count} formulas {why}, and the cells count as blank"),
        });
    }
    if role == Role::Nothing {
        return remarks;
    }
    match &column.markup {
        Some((sign, _)) => {
            let language = if sign.starts_with('\\') {
                "LaTeX"
            } else {
                "HTML"
            };
            remarks.push(format!(
                "{language} such as `{sign}` is set in bold, italics and lines"
            ));
        }
        None if column.is_styled() => remarks.push("bold and italic words are kept".to_owned()),
        None => {}
    }
    if let (Some(sign), Role::Words | Role::Mood) = (column.line_break, role) {
        remarks.push(format!("`{sign}` ends a line"));
    }
    if column.is_said_once() {
        remarks.push("blank below its values: with `filled = true` they go on".to_owned());
    }
    match column.dates {
        0 => {}
        dates if dates == column.filled => remarks.push("dates, as in 2026-11-28".to_owned()),
        dates => remarks.push(format!(
            "{} among other things: if it was 1/5, format the column as text",
            counted(dates, "date")
        )),
    }
    remarks
}
