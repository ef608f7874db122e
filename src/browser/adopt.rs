//! What somebody drops on a page, as a kit: a kit, tables of cards, a PDF, or pictures.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use crate::draft::{self, Headings, Request, Wrong};
use crate::kit::archive::{Archive, ArchiveError, MAX_FILES, on_top};
use crate::kit::code::slug;
use crate::kit::files::{PICTURES, ending, is_table};
use crate::kit::gallery::{self, Backs, Cards, Grid};
use crate::kit::{Files, Kit, Problem, Problems, Size, SourceSpan, Um};
use crate::press::paper::length;

/// Files by their paths.
pub type Dropped = BTreeMap<String, Vec<u8>>;

/// The most bytes that are taken.
const MAX_BYTES: usize = 512 << 20;

/// What was dropped.
#[derive(Debug)]
pub enum Adopted {
    /// A kit's files.
    Kit(Dropped),
    /// A kit that was made of tables, and what they were taken for.
    Made(Dropped, Vec<String>),
    /// Pictures or a PDF, each picture or page a card.
    Cards(Dropped),
}

/// What is said about cards that are pictures; left out, it is as on the command line.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CardWish {
    /// "63x88", mm.
    pub size: Option<String>,
    pub bleed: Option<String>,
    pub backs: Option<String>,
    pub grid: Option<String>,
}

impl CardWish {
    fn cards(&self) -> Result<Cards, String> {
        let bleed = self.bleed.as_deref().map(|text| length(text, 0, 10));
        let backs = self.backs.as_deref().unwrap_or(Backs::None.name());
        let known = Backs::ALL.into_iter().find(|known| known.name() == backs);
        let grid = self.grid.as_deref().map(str::parse::<Grid>).transpose();
        Ok(Cards {
            size: self.size.as_deref().map(card_size).transpose()?,
            bleed: bleed.transpose()?,
            backs: known.ok_or_else(|| format!("there are no backs called `{backs}`"))?,
            grid: grid.map_err(|error| error.to_string())?,
            ..Cards::default()
        })
    }
}

fn card_size(text: &str) -> Result<Size, String> {
    let (w, h) = text.split_once(['x', 'X']).ok_or("say for example 63x88")?;
    let edge = |text: &str| -> Result<Um, String> { length(text.trim(), 10, 400) };
    Ok(Size::new(edge(w)?, edge(h)?))
}

/// Looks at files that the user calls `name`, and makes a kit of them if they are none.
///
/// # Errors
///
/// They are damaged, too large, or nothing that can be printed.
pub fn adopt(name: &str, dropped: Dropped) -> Result<Adopted, Problems> {
    let wrong = |message: String| Problem::new(SourceSpan::file(name), message);
    let files = below_one_folder(unpacked(dropped).map_err(|error| wrong(error.into()))?);
    if files.len() > MAX_FILES || files.values().map(Vec::len).sum::<usize>() > MAX_BYTES {
        let most = format!("{MAX_FILES} files of {} MB together", MAX_BYTES >> 20);
        return Err(wrong(format!("this is more than {most}")).into());
    }
    let is_manifest = |path: &String| path == "kit.toml" || path.ends_with("/kit.toml");
    if files.keys().any(is_manifest) {
        let files = on_top(files).map_err(|error| wrong(error.into()))?;
        super::folder(name, files.clone())?;
        return Ok(Adopted::Kit(files));
    }
    let paths = tables(name, &files);
    if !paths.is_empty() {
        return made(name, files, paths);
    }
    let is_picture = |path: &String| PICTURES.contains(&&*ending(path));
    if files.keys().any(is_picture) {
        cards(name, files.clone(), &CardWish::default())?;
        return Ok(Adopted::Cards(files));
    }
    let old = [".xls", ".xlsm", ".xlsb", ".numbers"];
    let is_old = |path: &String| {
        old.iter()
            .any(|ending| path.to_lowercase().ends_with(ending))
    };
    let help = if files.keys().any(is_old) {
        "save the spreadsheet as .xlsx, .ods or .csv"
    } else {
        "drop a spreadsheet (.xlsx, .ods, .csv), a PDF, pictures, or a kit: its folder, or a .zip of it"
    };
    Err(
        wrong("there is nothing in it that can be printed".to_owned())
            .help(help)
            .into(),
    )
}

/// The kit of pictures, or of the pages of a PDF.
///
/// # Errors
///
/// They cannot be read, or are not as the wish says.
pub fn cards(name: &str, files: Dropped, wish: &CardWish) -> Result<Kit, Problems> {
    let cards = wish.cards();
    let cards = cards.map_err(|why| Problem::new(SourceSpan::file(name), why))?;
    gallery::kit_in_memory(name, Archive::of(name.to_owned(), files), &cards)
}

/// A single ZIP archive is its files.
fn unpacked(dropped: Dropped) -> Result<Dropped, ArchiveError> {
    let only = dropped.iter().next().filter(|_| dropped.len() == 1);
    match only {
        Some((path, bytes)) if ending(path) == "zip" => Archive::unpack(bytes),
        _ => Ok(dropped),
    }
}

/// The files by their paths from the folder that contains them all.
fn below_one_folder(mut files: Dropped) -> Dropped {
    loop {
        let first = files.keys().next().and_then(|path| path.split_once('/'));
        let Some((folder, _)) = first else {
            return files;
        };
        let folder = format!("{folder}/");
        if !files.keys().all(|path| path.starts_with(&folder)) {
            return files;
        }
        let below = |(path, bytes): (String, Vec<u8>)| (path[folder.len()..].to_owned(), bytes);
        files = files.into_iter().map(below).collect();
    }
}

/// The tables of cards among the files; a single file may be any table.
fn tables(name: &str, files: &Dropped) -> Vec<String> {
    match files.keys().next() {
        Some(only) if files.len() == 1 && is_table(only) => vec![only.clone()],
        _ => draft::tables(&archive(name, files.clone())),
    }
}

fn archive(name: &str, files: Dropped) -> Files {
    Files::Archive(Arc::new(Archive::of(name.to_owned(), files)))
}

/// A kit made of tables.
fn made(name: &str, files: Dropped, paths: Vec<String>) -> Result<Adopted, Problems> {
    let files = archive(name, files);
    let request = Request {
        files: &files,
        paths,
        chosen: None,
        headings: Headings::Auto,
        from: name,
    };
    let source = request.read().map_err(|wrong| match wrong {
        Wrong::Kit(problems) => problems,
        Wrong::Other(message) => Problem::new(SourceSpan::file(name), message).into(),
    })?;
    let draft = source.kit(&id(name), name, request.headings);
    let path = |path: &Path| path.to_string_lossy().replace('\\', "/");
    let made = draft.files.into_iter();
    let made: Dropped = made.map(|(at, bytes)| (path(&at), bytes)).collect();
    super::folder(name, made.clone())?;
    // A file by itself is called by its name alone.
    let within = format!("{name}/");
    let told = std::iter::once(draft.sums)
        .chain(draft.told)
        .map(|told| match told.strip_prefix(&within) {
            Some(rest) => rest.to_owned(),
            None => told,
        })
        .collect();
    Ok(Adopted::Made(made, told))
}

/// An id like the name, in characters that are safe in addresses and names of files.
fn id(name: &str) -> String {
    let stem = Path::new(name).file_stem().unwrap_or_default();
    let id: String = slug(&stem.to_string_lossy(), '-')
        .chars()
        .take(40)
        .collect();
    match id.trim_end_matches('-') {
        "" => "kit".to_owned(),
        id => id.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dropped(files: &[(&str, &[u8])]) -> Dropped {
        let files = files.iter();
        files
            .map(|(path, bytes)| ((*path).to_owned(), bytes.to_vec()))
            .collect()
    }

    const TABLE: &[u8] = b"Name,Count,Text,Picture\nOwl,2,It hoots,owl.svg\nFox,1,It runs,\n";
    const PICTURE: &[u8] = br##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="63" height="88" fill="#abc"/></svg>"##;

    #[test]
    fn a_table_becomes_a_kit_with_the_pictures_beside_it() {
        let both = dropped(&[("deck/beasts.csv", TABLE), ("deck/art/owl.svg", PICTURE)]);
        let Adopted::Made(files, told) = adopt("Beasts of the wood.csv", both).unwrap() else {
            panic!("a table is no kit");
        };
        assert_eq!(told[0], "2 rows, 3 pieces");
        assert!(files.contains_key("art/owl.svg"), "{:?}", files.keys());
        let kit = super::super::folder("beasts", files).unwrap();
        assert_eq!(
            (kit.id.as_str(), kit.decks.len()),
            ("beasts-of-the-wood", 1)
        );
    }

    #[test]
    fn formulas_that_nobody_calculated_are_told() {
        let bytes = include_bytes!("../../tests/kits/bad/rows-formula/cards.xlsx");
        let Adopted::Made(_, told) = adopt("deck.xlsx", dropped(&[("deck.xlsx", bytes)])).unwrap()
        else {
            panic!("a table is no kit");
        };
        let told = told.join("\n");
        assert!(told.contains("a formula was never calculated"), "{told}");
        assert!(told.contains("\ndeck.xlsx#Notes: left out"), "{told}");
    }

    #[test]
    fn pictures_are_cards_and_a_zip_is_what_is_in_it() {
        let pictures = [("birds/owl.svg", PICTURE), ("birds/back.svg", PICTURE)];
        let Adopted::Cards(files) = adopt("birds", dropped(&pictures)).unwrap() else {
            panic!("pictures are no kit");
        };
        let wish = CardWish {
            size: Some("44x67".into()),
            ..CardWish::default()
        };
        let kit = cards("birds", files.clone(), &wish).unwrap();
        assert_eq!(kit.decks[0].rows.len(), 1);
        assert_eq!(kit.decks[0].size.to_string(), "44 x 67");
        let packed: Vec<(String, Vec<u8>)> = files.into_iter().collect();
        let zip = super::super::print::zipped(&packed).unwrap();
        let again = adopt("birds.zip", dropped(&[("birds.zip", &zip)])).unwrap();
        assert!(matches!(again, Adopted::Cards(files) if files.len() == 2));
    }

    #[test]
    fn what_cannot_be_printed_is_refused_with_a_way_out() {
        let told = |path: &str, bytes: &[u8]| {
            let problems = adopt(path, dropped(&[(path, bytes)])).unwrap_err();
            let first = problems.0.into_iter().next().unwrap();
            format!("{} {}", first.message, first.help.unwrap_or_default())
        };
        assert!(told("deck.xls", b"x").contains("save the spreadsheet as .xlsx"));
        assert!(told("song.mp3", b"x").contains("drop a spreadsheet"));
        assert!(told("deck.zip", b"x").contains("it is not a ZIP archive"));
        assert!(told("deck.pdf", b"x").len() > 5);
        assert!(told("deck.xlsx", b"PK").len() > 5);
        let wish = CardWish {
            size: Some("63".into()),
            ..CardWish::default()
        };
        let error = cards("x", dropped(&[("owl.svg", PICTURE)]), &wish).unwrap_err();
        assert!(error.to_string().contains("say for example 63x88"));
    }
}
