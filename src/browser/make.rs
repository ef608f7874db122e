//! A kit that is being made on a page: its files in memory, edited cell by cell, and its faces as they become.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{of_file, of_starter, problems};
use crate::draft::{self, Rules};
use crate::easel::{self, Act};
use crate::face::{Fonts, Reader, Templates, shipped_icons};
use crate::games;
use crate::kit::archive::Archive;
use crate::kit::code::slug;
use crate::kit::edit::{self, Cell, Change, Grid, History, RowEdit, lines_at};
use crate::kit::files::{PICTURES, ending};
use crate::kit::{Deck, Files, Ink, Kit, Piece, Problems, Row, Side};
use crate::press::write::svg;
#[cfg(feature = "suggest")]
use crate::suggest;

pub use crate::kit::edit::Step;

/// Files whose text a page may edit.
const TEXTS: [&str; 6] = [".toml", ".svg", ".csv", ".tsv", ".md", ".po"];

/// The largest of them, bytes.
const LARGEST_TEXT: usize = 1 << 20;

/// The files of a kit of one's own, copied from a starter or a shipped kit.
///
/// # Errors
///
/// There is none of that name.
pub fn begin(from: &str, title: &str) -> Result<BTreeMap<String, Vec<u8>>, Problems> {
    let source = of_starter(from)?;
    let id = match slug(title, '-') {
        id if id.is_empty() => "my-kit".to_owned(),
        id => id,
    };
    let copied =
        draft::copy(&source, from, (&id, Rules::OfTheProgram)).map_err(|why| of_file(from, why))?;
    let text = |(path, bytes): (PathBuf, Vec<u8>)| (path.to_string_lossy().into_owned(), bytes);
    let mut files: BTreeMap<String, Vec<u8>> = copied.into_iter().map(text).collect();
    // Its title is the one that was asked for.
    let kept = Files::Archive(Arc::new(Archive::of(id, files.clone())));
    let texts = edit::grids(&kept).unwrap_or_default();
    let titled = texts.first().and_then(|grid| titled(&kept, grid, title));
    files.extend(titled.map(|manifest| ("kit.toml".to_owned(), manifest.into_bytes())));
    Ok(files)
}

/// The manifest with another title.
fn titled(files: &Files, texts: &Grid, title: &str) -> Option<String> {
    let row = texts.rows.iter().position(|(path, _)| path == "title")?;
    let cell = Cell {
        file: texts.file.clone(),
        deck: None,
        row,
        column: 0,
        from: texts.rows[row].1[0].clone(),
    };
    edit::changed(files, &cell, title).ok()
}

/// A kit under the hands of somebody.
pub struct Workbench {
    name: String,
    contents: BTreeMap<String, Vec<u8>>,
    files: Files,
    history: History,
    /// As it was when it could be read last.
    kit: Option<Kit>,
    wrong: Problems,
    advice: Problems,
}

impl Workbench {
    /// Opens a kit of these files, whatever is wrong with it.
    pub fn open(name: &str, contents: BTreeMap<String, Vec<u8>>) -> Workbench {
        let mut bench = Workbench {
            name: name.to_owned(),
            files: Files::Archive(Arc::new(Archive::of(name.to_owned(), contents.clone()))),
            contents,
            history: History::default(),
            kit: None,
            wrong: Problems::default(),
            advice: Problems::default(),
        };
        bench.read();
        bench
    }

    /// The kit's files as they are now.
    pub fn contents(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.contents
    }

    /// Everything that the page shows, but for faces.
    pub fn shown(&self) -> Value {
        let (grids, fixed) = match edit::grids(&self.files) {
            Ok(grids) => (grids, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        let codes: Vec<_> = grids.iter().map(|grid| self.codes(grid)).collect();
        let decks = self.kit.iter().flat_map(|kit| &kit.decks);
        json!({
            "title": self.kit.as_ref().map(|kit| &kit.title),
            "grids": grids,
            "codes": codes,
            "fixed": fixed,
            "decks": decks.map(deck).collect::<Vec<_>>(),
            "texts": self.texts(),
            "pictures": pictures(&self.contents),
            "players": self.kit.as_ref().map(|kit| [kit.players.start(), kit.players.end()]),
            "plays": self.contents.contains_key("play.toml"),
            "undo": self.history.undoes(),
            "redo": self.history.redoes(),
            "problems": problems(&self.wrong),
            "advice": problems(&self.advice),
        })
    }

    /// The paths of the texts that may be edited as they are.
    fn texts(&self) -> Vec<&str> {
        let is_text = |path: &&str| TEXTS.iter().any(|ending| path.ends_with(ending));
        let paths = self.contents.keys().map(String::as_str);
        paths.filter(is_text).collect()
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
        self.files.read(path)
    }

    /// Puts a value into a cell.
    ///
    /// # Errors
    ///
    /// The cell changed since it was shown, or cannot hold this.
    pub fn edit(&mut self, cell: &Cell, to: &str) -> Result<(), String> {
        self.add(Change::of_cell(&self.files, cell, to)?);
        Ok(())
    }

    /// Copies or deletes a row.
    ///
    /// # Errors
    ///
    /// The row changed since it was shown.
    pub fn edit_row(&mut self, row: &RowEdit) -> Result<(), String> {
        self.add(Change::of_row(&self.files, row)?);
        Ok(())
    }

    /// Gives a file another text.
    ///
    /// # Errors
    ///
    /// There is no such file, or the text is too long.
    pub fn write(&mut self, path: &str, text: String) -> Result<(), String> {
        if text.len() > LARGEST_TEXT {
            return Err(format!("a text has at most {} MB here", LARGEST_TEXT >> 20));
        }
        self.add(Change::of_text(&self.files, path, text)?);
        Ok(())
    }

    /// Adds a picture or a font, or replaces one. That cannot be undone.
    pub fn put(&mut self, path: String, bytes: Vec<u8>) {
        self.contents.insert(path, bytes);
        self.read();
    }

    /// Undoes the last edit, or does again what was undone last.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn step(&mut self, step: Step) -> Result<(), String> {
        let contents = &mut self.contents;
        self.history.step(step, &self.files, |path, text| {
            contents.insert(path.to_owned(), text.into());
            Ok(())
        })?;
        self.read();
        Ok(())
    }

    fn add(&mut self, change: Change) {
        let text = change.after.clone().into_bytes();
        self.contents.insert(change.file.clone(), text);
        self.history.add(change);
        self.read();
    }

    /// Reads the kit anew.
    fn read(&mut self) {
        let archive = Archive::of(self.name.clone(), self.contents.clone());
        self.files = Files::Archive(Arc::new(archive));
        (self.wrong, self.advice) = match Kit::open(self.files.clone()) {
            Ok(kit) => {
                let (wrong, mut advice) = games::advice(&games::of_kit(&kit), &kit);
                advice.extend(kit.warnings.iter().cloned());
                self.kit = Some(kit);
                (wrong, advice.into())
            }
            Err(wrong) => (wrong, Problems::default()),
        };
    }

    /// A piece's face as SVG, with what does not fit on it.
    ///
    /// # Errors
    ///
    /// Its template or its row is wrong.
    pub fn face(&self, deck: &str, code: &str, side: Side, ink: Ink) -> Result<Value, Problems> {
        let (kit, deck, piece) = self.piece(deck, code)?;
        let templates = Templates::marking(kit, ink);
        let drawn = templates.piece(deck, &piece, 0, side)?;
        let name = format!(
            "{} drawn for {code}",
            deck.template(side).unwrap_or(&deck.front)
        );
        let mut reader = Reader::new();
        reader.look_in(kit);
        let drawing = reader.read(&name, &drawn, deck.size, deck.bleed);
        let drawing = drawing.map_err(|found| templates.locate(found, deck, &piece, side))?;
        let svg = svg::face(&drawing).map_err(|why| of_file(&name, why.to_string()))?;
        Ok(json!({ "svg": svg, "unfit": problems(&templates.marked()) }))
    }
}

impl Workbench {
    /// A piece of the kit as it could be read last.
    fn piece(&self, deck: &str, code: &str) -> Result<(&Kit, &Deck, Piece<'_>), Problems> {
        let missing = || {
            let why = format!("there is no piece `{code}` in `{deck}`");
            of_file(&self.name, why)
        };
        let kit = self.kit.as_ref().ok_or_else(missing)?;
        let deck = kit.deck(deck).ok_or_else(missing)?;
        let mut pieces = deck.pieces().into_iter();
        let piece = pieces.find(|piece| piece.row.code() == code);
        Ok((kit, deck, piece.ok_or_else(missing)?))
    }

    /// What is on a piece's face and where, and what can be put on it.
    ///
    /// # Errors
    ///
    /// Its template or its row is wrong.
    pub fn easel(&self, deck: &str, code: &str, side: Side, ink: Ink) -> Result<Value, Problems> {
        let (kit, deck, piece) = self.piece(deck, code)?;
        let elements = easel::elements(kit, deck, &piece, side, ink)?;
        let upright = Fonts::of(kit).iter().filter(|font| !font.italic);
        let mut fonts: Vec<(&str, u16)> =
            upright.map(|font| (&*font.family, font.weight)).collect();
        fonts.sort_unstable();
        fonts.dedup();
        let fields = piece.row.fields();
        Ok(json!({
            "template": deck.template(side),
            "elements": elements,
            "fields": fields.keys().collect::<Vec<_>>(),
            "fonts": fonts,
            "pictures": pictures(&self.contents),
            "icons": shipped_icons().iter().map(|icon| icon.name).collect::<Vec<_>>(),
            "colours": kit.palette.of(ink),
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
        self.add(Change::of_face(&self.files, &path, after.text, after.told)?);
        Ok(after.at)
    }

    /// What may be written in a text at this place, counted as pages count letters.
    #[cfg(feature = "suggest")]
    pub fn candidates(&self, path: &str, text: &str, at: usize) -> Value {
        let offset = offset_of(text, at);
        let mut contents = self.contents.clone();
        contents.insert(path.to_owned(), text.into());
        let archive = Archive::of(self.name.clone(), contents);
        let files = Files::Archive(Arc::new(archive));
        let found = suggest::candidates(&files, path, offset);
        let replaced = text.get(found.replaced).unwrap_or_default();
        let all = found.all.iter();
        let all = all.map(|one| json!({ "text": one.text, "about": one.about }));
        json!({ "typed": replaced, "all": all.collect::<Vec<_>>() })
    }
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

/// The pictures among a kit's files.
fn pictures(contents: &BTreeMap<String, Vec<u8>>) -> Vec<&str> {
    let is_picture = |path: &&str| PICTURES.contains(&&*ending(path));
    let paths = contents.keys().map(String::as_str);
    paths.filter(is_picture).collect()
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
fn deck(deck: &Deck) -> Value {
    json!({
        "name": deck.name,
        "title": deck.title,
        "size": [deck.size.w.mm(), deck.size.h.mm()],
        "bleed": deck.bleed.mm(),
        "safe": deck.safe.mm(),
        "back": deck.back.is_some(),
        "front": deck.front,
        "lists": lists(deck),
        "outline": deck.shape.outline(deck.size).map(|outline| outline.path()),
        "rows": deck.rows.len(),
        "pieces": deck.pieces().len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bench(from: &str) -> Workbench {
        let files = begin(from, "Owls & \"Bats\"").unwrap();
        Workbench::open("owls", files)
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
            assert_eq!(shown["title"], "Owls & \"Bats\"", "{from}");
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
        let cell = Cell {
            file: cards["file"].as_str().unwrap().into(),
            deck: Some("cards".into()),
            row: 0,
            column: column("name").unwrap(),
            from: cards["rows"][0][1][column("name").unwrap()]
                .as_str()
                .map(str::to_owned),
        };
        let face = |bench: &Workbench| {
            bench.face("cards", &code, Side::Front, Ink::Color).unwrap()["svg"].clone()
        };
        let first = face(&bench);
        bench.edit(&cell, "Snowy owl").unwrap();
        let second = face(&bench);
        assert!(first != second);
        bench.step(Step::Undo).unwrap();
        assert_eq!(face(&bench), first);
        assert_eq!(bench.shown()["undo"], Value::Null);
        bench.step(Step::Redo).unwrap();
        assert_eq!(face(&bench), second);
        assert!(bench.step(Step::Redo).unwrap_err().contains("nothing"));
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
}
