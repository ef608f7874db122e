//! Workbooks: which sheet is meant.

use super::archive::{Archive, ReadError};
use super::sheet::Sheet;
pub use super::sheet::Tab;
use super::{ods, pictures, xlsx};
use crate::kit::guard::contained;
use crate::kit::problem::nearest;

/// The sheet with this name; without a name, the sheet called `usual`, or the first that is not hidden.
///
/// # Errors
///
/// The error says why there is none, and what to do about it.
pub fn open(
    bytes: &[u8],
    is_ods: bool,
    name: Option<&str>,
    usual: &str,
) -> Result<Sheet, (String, Option<String>)> {
    let plain = |why: String| (why, None);
    let mut guessed = None;
    let pick = |tabs: &[Tab]| {
        let names: Vec<String> = tabs.iter().map(|tab| tab.name.clone()).collect();
        let wanted = name.unwrap_or(usual);
        let exactly = names.iter().position(|known| known == wanted);
        let found = exactly.or_else(|| {
            names
                .iter()
                .position(|known| known.to_lowercase() == wanted.to_lowercase())
        });
        if found.is_none() && name.is_none() && names.len() > 1 {
            guessed = Some(names.clone());
        }
        let first = || tabs.iter().position(|tab| !tab.is_hidden).unwrap_or(0);
        match found
            .or_else(|| name.is_none().then(first))
            .filter(|index| *index < names.len())
        {
            Some(index) => Ok(index),
            None if names.is_empty() => Err(plain("it has no sheet".into())),
            None => Err((
                format!("it has no sheet `{wanted}`"),
                Some(match nearest(wanted, names.iter().map(String::as_str)) {
                    Some(like) => format!("did you mean `{like}`?"),
                    None => format!("it has {}", names.join(", ")),
                }),
            )),
        }
    };
    let read = || {
        if is_ods {
            ods::read(bytes, pick)
        } else {
            xlsx::read(bytes, pick)
        }
    };
    let (name, cells) = contained(read).unwrap_or_else(|| Err(plain("it is damaged".into())))?;
    Ok(Sheet {
        guessed,
        ..cells.sheet(name)
    })
}

/// All sheets.
///
/// # Errors
///
/// Why there are none.
pub fn tabs(bytes: &[u8], is_ods: bool) -> Result<Vec<Tab>, ReadError> {
    let mut found = None;
    let pick = |tabs: &[Tab]| {
        found = Some(tabs.to_vec());
        Err((String::new(), None))
    };
    let read = || {
        if is_ods {
            ods::read(bytes, pick)
        } else {
            xlsx::read(bytes, pick)
        }
    };
    let read = contained(read).unwrap_or_else(|| Err(("it is damaged".into(), None)));
    found.ok_or_else(|| read.err().unwrap_or_default())
}

/// The pictures in the cells of a workbook that are called so, as files.
pub fn pictures(bytes: &[u8], wanted: impl Fn(&str) -> bool) -> Vec<(String, Vec<u8>)> {
    let found = Archive::open(bytes).map(|mut archive| pictures::named(&mut archive, wanted));
    found.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use super::*;

    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            archive
                .start_file(*name, zip::write::SimpleFileOptions::default())
                .unwrap();
            archive.write_all(bytes).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    /// The texts packed in a workbook, by name.
    fn parts(bytes: &[u8]) -> Vec<(String, String)> {
        let mut book = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let count = book.len();
        let part = |at| {
            let mut part = book.by_index(at).unwrap();
            let mut text = String::new();
            std::io::Read::read_to_string(&mut part, &mut text).unwrap();
            (part.name().unwrap().into_owned(), text)
        };
        (0..count).map(part).collect()
    }

    /// A workbook with changed texts.
    fn changed(bytes: &[u8], change: impl Fn(&str) -> String) -> Vec<u8> {
        let parts: Vec<(String, String)> = parts(bytes)
            .into_iter()
            .map(|(name, text)| (name, change(&text)))
            .collect();
        packed(&parts)
    }

    fn packed(parts: &[(String, String)]) -> Vec<u8> {
        let parts: Vec<(&str, &[u8])> = parts
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_bytes()))
            .collect();
        archive(&parts)
    }

    /// A LibreOffice sheet with these rows.
    fn ods(rows: &str) -> Vec<u8> {
        let content = format!(
            "<d xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0' xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0' \
            xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' \
            xmlns:calcext='urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0'>\
            <table:table table:name='One'>{rows}</table:table></d>"
        );
        archive(&[("content.xml", content.as_bytes())])
    }

    fn row(attributes: &str, cells: &str) -> String {
        format!("<table:table-row {attributes}>{cells}</table:table-row>")
    }

    fn cell(attributes: &str, words: &str) -> String {
        format!("<table:table-cell {attributes}><text:p>{words}</text:p></table:table-cell>")
    }

    fn opened(bytes: &[u8]) -> Sheet {
        open(bytes, true, None, "cards").unwrap_or_else(|(why, _)| panic!("{why}"))
    }

    #[test]
    fn repeated_rows_and_cells_are_there_as_often() {
        let blank = "<table:table-cell table:number-columns-repeated='2'/>";
        let rows = [
            row("table:number-rows-repeated='4'", blank),
            row(
                "",
                &(blank.to_owned() + &cell("table:number-columns-repeated='2'", "a")),
            ),
            row(
                "table:number-rows-repeated='2'",
                &cell("office:value-type='float' office:value='2.5'", "2,50 mm"),
            ),
            row(
                "table:number-rows-repeated='1048000'",
                "<table:table-cell table:number-columns-repeated='16384'/>",
            ),
        ];
        let sheet = opened(&ods(&rows.concat()));
        assert_eq!(&*sheet.text, "\n\n\n\n |  | a | a\n2,50 mm\n2,50 mm");
        let number = &sheet.lines[1].cells[0].number;
        assert_eq!(number.as_deref(), Some("2.5"));
        let numbers: Vec<_> = sheet.lines.iter().map(|line| line.number).collect();
        assert_eq!(
            (numbers, sheet.broken),
            (vec![Some(5), Some(6), Some(7)], None)
        );
    }

    #[test]
    fn hidden_rows_are_read_and_known() {
        let rows = row("table:visibility='filter'", &cell("", "a")) + &row("", &cell("", "b"));
        let hidden =
            |sheet: Sheet| -> Vec<bool> { sheet.lines.iter().map(|line| line.is_hidden).collect() };
        assert_eq!(hidden(opened(&ods(&rows))), [true, false]);
        let bytes = std::fs::read("tests/kits/good/rows/cards.xlsx").unwrap();
        let first = |bytes: &[u8]| {
            let read = open(bytes, false, None, "cards");
            hidden(read.unwrap_or_else(|(why, _)| panic!("{why}")))
        };
        assert!(first(&bytes).iter().all(|hidden| !hidden));
        let filtered = changed(&bytes, |text| {
            text.replacen("<row r=\"2\"", "<row hidden=\"1\" r=\"2\"", 1)
        });
        assert!(first(&filtered)[1], "{:?}", first(&filtered));
    }

    #[test]
    fn hidden_sheets_are_not_the_first() {
        let named = |found: Result<Sheet, (String, Option<String>)>| {
            found.unwrap_or_else(|(why, _)| panic!("{why}")).name
        };
        let bytes = std::fs::read("tests/kits/good/rows/cards.xlsx").unwrap();
        let all = tabs(&bytes, false).unwrap();
        assert!(
            all.len() > 1 && all.iter().all(|tab| !tab.is_hidden),
            "{all:?}"
        );
        assert_eq!(named(open(&bytes, false, None, "nothing")), all[0].name);
        let hidden = changed(&bytes, |text| {
            text.replacen("state=\"visible\"", "state=\"hidden\"", 1)
        });
        assert_eq!(named(open(&hidden, false, None, "nothing")), all[1].name);
        assert_eq!(
            named(open(&hidden, false, Some(&all[0].name), "")),
            all[0].name
        );
        let content = "<d xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0' \
            xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0'>\
            <style:style style:name='ta1'><style:table-properties table:display='false'/></style:style>\
            <table:table table:name='Lists' table:style-name='ta1'/><table:table table:name='Cards'/></d>";
        let ods = archive(&[("content.xml", content.as_bytes())]);
        let hidden: Vec<bool> = tabs(&ods, true)
            .unwrap()
            .iter()
            .map(|tab| tab.is_hidden)
            .collect();
        assert_eq!(
            (hidden, named(open(&ods, true, None, "nothing"))),
            (vec![true, false], "Cards".to_owned())
        );
    }

    #[test]
    fn errors_and_dates_and_merged_cells_are_known() {
        let rows = row(
            "",
            &(cell(
                "calcext:value-type='error' office:value-type='string'",
                "#REF!",
            ) + &cell("office:value-type='date'", "1. 2. 26")),
        );
        let lines = opened(&ods(&rows)).lines;
        let [failed, date] = &lines[0].cells[..] else {
            panic!("{lines:?}");
        };
        assert_eq!(
            (failed.failed.as_deref(), &*failed.value),
            (Some("failed with #REF!"), "")
        );
        assert_eq!((date.is_date, &*date.value), (true, "1. 2. 26"));
        let tall = "table:number-rows-spanned='9' table:number-columns-spanned='1'";
        let wide = "table:number-rows-spanned='1' table:number-columns-spanned='3'";
        let merged = [
            row("", &cell(wide, "My game")),
            row("", &(cell(tall, "a") + &cell("", "b"))),
            row(
                "",
                &("<table:covered-table-cell/>".to_owned() + &cell("", "c")),
            ),
        ];
        let sheet = opened(&ods(&merged.concat()));
        assert_eq!(&*sheet.text, "My game\na | b\na | c");
        let titles: Vec<bool> = sheet.lines.iter().map(|line| line.is_title).collect();
        assert_eq!(titles, [true, false, false]);
    }

    #[test]
    fn bold_and_italic_words_are_marked() {
        let style = "<style:style xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0' \
            xmlns:fo='urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0' style:name='T1'>\
            <style:text-properties fo:font-weight='bold'/></style:style>";
        let words = "Gain <text:span text:style-name='T1'>two </text:span>coins";
        let sheet = opened(&ods(&(style.to_owned() + &row("", &cell("", words)))));
        let cell = &sheet.lines[0].cells[0];
        assert_eq!(
            (&*cell.value, cell.marked.as_deref()),
            ("Gain two coins", Some("Gain **two** coins"))
        );
    }

    #[test]
    fn small_files_that_are_huge_are_refused() {
        let said = |rows: &str| opened(&ods(rows)).broken.unwrap().message;
        let nothing = "<table:table-cell calcext:value-type='error' table:number-columns-repeated='1000000000'/>";
        assert_eq!(
            opened(&ods(&row(
                "table:number-rows-repeated='1000000000'",
                nothing
            )))
            .lines,
            []
        );
        let everywhere = cell("table:number-columns-repeated='16384'", "x");
        assert!(
            said(&row("table:number-rows-repeated='1048576'", &everywhere))
                .starts_with("the cell IW1 is beyond the 100000 rows")
        );
        let far = row("table:number-rows-repeated='1048000'", "") + &row("", &cell("", "x"));
        assert!(said(&far).starts_with("the cell A1048001 is beyond"));
        let long = row(
            "table:number-rows-repeated='90000'",
            &cell("", &"long ".repeat(1000)),
        );
        assert!(said(&long).contains("is beyond the 16 MB that a sheet may contain"));
        let bomb = archive(&[("content.xml", &vec![b' '; 129 << 20])]);
        assert!(bomb.len() < 200_000);
        for is_ods in [true, false] {
            let (why, help) = open(&bomb, is_ods, None, "").err().unwrap();
            assert_eq!(why, "it unpacks to more than 128 MB");
            assert!(help.unwrap().contains("delete them"));
        }
    }

    /// A cell whose row number is too large for the reader.
    #[test]
    fn a_cell_that_is_nowhere_is_refused_or_left_out() {
        let bytes = std::fs::read("tests/kits/good/rows/cards.xlsx").unwrap();
        let nowhere = changed(&bytes, |text| text.replace("\"A2\"", "\"A99999999999999\""));
        let told = open(&nowhere, false, None, "cards").map(|sheet| sheet.lines.len());
        assert!(
            told.as_ref().is_ok_and(|lines| *lines > 0)
                || told.as_ref().is_err_and(|(why, _)| why.contains("damaged"))
        );
    }

    /// The readers compare each attribute with all others, which here means more than ten billion comparisons.
    #[test]
    fn hundreds_of_thousands_of_attributes_are_refused_or_passed_over() {
        let attributes: String = (0..300_000).map(|at| format!(" a{at}=''")).collect();
        let (why, _) = open(&ods(&row(&attributes, &cell("", "x"))), true, None, "")
            .err()
            .unwrap();
        assert_eq!(
            why,
            "it is damaged: an element has more than 256 attributes"
        );
        let bytes = std::fs::read("tests/kits/good/rows/cards.xlsx").unwrap();
        let parts = parts(&bytes);
        for wide in 0..parts.len() {
            for tag in [
                "<row ",
                "<c ",
                "<sheet ",
                "<Relationship ",
                "<si>",
                "<xf ",
                "<dimension ",
            ] {
                let Some(at) = parts[wide].1.find(tag) else {
                    continue;
                };
                let mut parts = parts.clone();
                parts[wide].1.insert_str(at + tag.len() - 1, &attributes);
                let _ = open(&packed(&parts), false, None, "cards");
            }
        }
    }

    #[test]
    fn damaged_files_are_refused_or_read_but_never_crash() {
        let mut refused = 0;
        for (path, is_ods) in [
            ("tests/kits/good/rows/cards.xlsx", false),
            ("tests/kits/good/rows/rare.ods", true),
        ] {
            let whole = std::fs::read(path).unwrap();
            for at in (0..whole.len()).step_by(7) {
                let mut bytes = whole.clone();
                bytes[at] ^= 1 << (at % 8);
                refused += usize::from(open(&bytes, is_ods, None, "cards").is_err());
                refused += usize::from(open(&whole[..at], is_ods, None, "cards").is_err());
            }
        }
        assert!(refused > 1000, "{refused}");
    }
}
