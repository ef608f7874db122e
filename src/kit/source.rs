//! An entry of a deck's `rows`: a file, which of its rows are selected, and their order.

use std::cmp::Ordering;

use super::formula::Formula;
use super::problem::nearest;
use super::reader::{Document, Field};
use super::{Files, Problem, Row, SourceSpan};

/// An entry of `rows`: a file, which of its rows are selected, and their order.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// The file, with `#` and a sheet.
    pub name: String,
    pub place: SourceSpan,
    pub filter: Option<Formula>,
    /// Whether the table names its columns; otherwise they are A, B, C.
    pub has_headings: bool,
    /// The first cell of the line at which the rows end.
    pub until: Option<String>,
    /// Whether it is a copy of a published sheet.
    is_published: bool,
    /// Columns that are not used, without a word.
    pub ignored: Vec<String>,
    /// Fields, each with whether the greatest value comes first.
    order: Vec<(String, bool)>,
}

/// The entries of `rows`.
pub(super) fn sources(field: Field<'_>) -> Result<Vec<Source>, Problem> {
    Ok(field
        .one_or_more(Source::read)?
        .into_iter()
        .flatten()
        .collect())
}

impl Source {
    /// `None` if a problem was reported.
    fn read(field: Field<'_>) -> Result<Option<Source>, Problem> {
        let place = field.place();
        if !field.is_table() {
            return Ok(Some(Source {
                name: field.text()?,
                place,
                filter: None,
                has_headings: true,
                until: None,
                is_published: false,
                ignored: Vec::new(),
                order: Vec::new(),
            }));
        }
        let section = field.section("`rows`")?;
        let name = section.need("file", Field::text);
        let filter = section.maybe("where", Formula::read);
        // Without its filter, it would take the rows of other decks.
        let is_sound = filter.is_some() || section.field("where").is_none();
        let order = section
            .maybe("order", |field| field.one_or_more(Field::text))
            .unwrap_or_default();
        let has_headings = section.maybe("headings", Field::flag).unwrap_or(true);
        let until = section.maybe("until", Field::text);
        let from = section.maybe("from", Field::text);
        let ignored = section
            .maybe("ignore", |field| field.one_or_more(Field::text))
            .unwrap_or_default();
        section.finish();
        let by = |name: String| match name.strip_prefix('-') {
            Some(name) => (name.to_owned(), true),
            None => (name, false),
        };
        Ok(name.filter(|_| is_sound).map(|name| Source {
            name,
            place,
            filter,
            has_headings,
            until,
            is_published: from.is_some(),
            ignored,
            order: order.into_iter().map(by).collect(),
        }))
    }

    /// What to do about a file that cannot be read.
    pub fn advice(&self, files: &Files) -> Option<String> {
        let (path, _) = file_and_sheet(&self.name);
        let is_missing = self.is_published && !files.has(path);
        is_missing.then(|| "`paperkeep pull` fetches it".to_owned())
    }

    /// Sorts its rows.
    pub fn sort(&self, rows: &mut [Row], deck: &str, fields: &[String], document: &Document) {
        for (name, _) in self
            .order
            .iter()
            .filter(|(name, _)| name != "code" && !fields.contains(name))
        {
            let problem = Problem::new(
                self.place.clone(),
                format!("deck `{deck}` has no field `{name}` to order by"),
            );
            let known = fields.iter().map(String::as_str).chain(["code"]);
            document.report(match nearest(name, known) {
                Some(like) => problem.help(format!("did you mean `{like}`?")),
                None => problem,
            });
        }
        rows.sort_by(|one, two| {
            let by = |(name, is_reversed): &(String, bool)| one.compare(two, name, *is_reversed);
            self.order
                .iter()
                .map(by)
                .find(|ordering| ordering.is_ne())
                .unwrap_or(Ordering::Equal)
        });
    }
}

/// The file and, in a workbook, the sheet that an entry of `rows` names.
pub fn file_and_sheet(source: &str) -> (&str, Option<&str>) {
    source
        .split_once('#')
        .map_or((source, None), |(path, sheet)| (path, Some(sheet)))
}
