//! Precut paper, defined in `stock.toml` or in a user's file.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::kit::{Point, Size, Um};

/// A sheet of labels to peel off or cards to break out: equal pieces in columns and rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Stock {
    /// The maker and the number: "avery-5160".
    pub name: String,
    /// Whether it can be printed on both sides.
    pub cards: bool,
    pub paper: Size,
    /// The size of a piece, or of its bounding box if it is round.
    pub size: Size,
    pub round: bool,
    columns: u16,
    rows: u16,
    first: Point,
    pitch: Size,
}

/// As in the file, in mm.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StockRow {
    name: String,
    #[serde(default)]
    cards: bool,
    paper: [f64; 2],
    size: Option<[f64; 2]>,
    round: Option<f64>,
    count: [u16; 2],
    first: [f64; 2],
    pitch: [f64; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    stock: Vec<StockRow>,
}

/// Why a file does not describe precut paper.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StockError {
    /// It is not TOML with the keys of a row.
    #[error("{0}")]
    Syntax(String),
    /// No paper is like that.
    #[error("{0}")]
    Impossible(&'static str),
}

impl Stock {
    /// All known products.
    pub fn all() -> &'static [Stock] {
        static ALL: LazyLock<Vec<Stock>> = LazyLock::new(|| {
            let rows: Rows = toml::from_str(include_str!("stock.toml"))
                .expect("the program's own file is sound");
            let stock = rows.stock.into_iter().map(Stock::of);
            stock
                .collect::<Result<_, _>>()
                .expect("the program's own file is sound")
        });
        &ALL
    }

    /// Finds a product by its name, or by its number from any maker: "Avery-L7160", "l7160".
    pub fn find(name: &str) -> Option<&'static Stock> {
        let name = name.to_ascii_lowercase();
        let is = |stock: &&Stock| {
            stock.name == name
                || stock
                    .name
                    .split_once('-')
                    .is_some_and(|(_, number)| number == name)
        };
        Stock::all().iter().find(is)
    }

    /// Parses a user's file, which has the keys of one row of `stock.toml`.
    ///
    /// # Errors
    ///
    /// It is not TOML with these keys, or the lengths do not fit.
    pub fn read(text: &str) -> Result<Stock, StockError> {
        let row = toml::from_str(text).map_err(|error| StockError::Syntax(error.to_string()))?;
        Stock::of(row).map_err(StockError::Impossible)
    }

    fn of(row: StockRow) -> Result<Stock, &'static str> {
        let StockRow {
            name,
            cards,
            paper,
            size,
            round,
            count: [columns, rows],
            first,
            pitch,
        } = row;
        let ([w, h], round) = match (size, round) {
            (Some(size), None) => (size, false),
            (None, Some(diameter)) => ([diameter; 2], true),
            _ => return Err("give either `size` or `round`"),
        };
        let is_name = !name.is_empty()
            && name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter));
        if !is_name {
            return Err(
                "`name` consists of letters, digits, `-`, `_` and `.`, since files are named after it",
            );
        }
        if ![paper, [w, h], first, pitch]
            .as_flattened()
            .iter()
            .all(|length| length.is_finite())
        {
            return Err("lengths are numbers");
        }
        if !paper.iter().all(|length| (50.0..=2000.0).contains(length)) {
            return Err("`paper` is 50 to 2000 mm wide and high");
        }
        if w.min(h) < 5.0 || columns.min(rows) == 0 || first[0].min(first[1]) < 0.0 {
            return Err(
                "pieces are at least 5 mm wide and high, in at least one column and one row, and start on the paper",
            );
        }
        if columns > 1 && pitch[0] < w || rows > 1 && pitch[1] < h {
            return Err("pieces overlap: `pitch` is less than `size`");
        }
        let last = [(columns, 0), (rows, 1)]
            .map(|(count, side)| first[side] + f64::from(count - 1) * pitch[side]);
        if last[0] + w > paper[0] || last[1] + h > paper[1] {
            return Err("the last pieces extend beyond the paper");
        }
        let size_of = |[w, h]: [f64; 2]| Size::new(Um::from_mm(w), Um::from_mm(h));
        let first = Point::new(Um::from_mm(first[0]), Um::from_mm(first[1]));
        let (paper, size, pitch) = (size_of(paper), size_of([w, h]), size_of(pitch));
        Ok(Stock {
            name,
            cards,
            paper,
            size,
            round,
            columns,
            rows,
            first,
            pitch,
        })
    }

    /// The top left corners of its pieces on the paper, row by row.
    pub fn corners(&self) -> impl Iterator<Item = Point> {
        let Stock {
            first,
            pitch,
            columns,
            ..
        } = *self;
        let column =
            move |row: u16| (0..columns).map(move |column| (i64::from(column), i64::from(row)));
        (0..self.rows).flat_map(column).map(move |(column, row)| {
            Point::new(first.x + pitch.w * column, first.y + pitch.h * row)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stock_is_known_by_its_name_and_its_number() {
        assert!(Stock::all().len() >= 12);
        let names: Vec<&str> = Stock::all()
            .iter()
            .map(|stock| stock.name.as_str())
            .collect();
        assert!(names.is_sorted(), "{names:?}");
        let stock = Stock::find("L7160").unwrap();
        assert_eq!(Stock::find("Avery-l7160"), Some(stock));
        assert_eq!(stock.corners().count(), 21);
        // The margins on the right and at the bottom match the others.
        let last = stock.corners().last().unwrap();
        let beyond = (
            stock.paper.w - last.x - stock.size.w,
            stock.paper.h - last.y - stock.size.h,
        );
        assert_eq!(beyond, (Um(7_210), Um(15_150)));
    }

    #[test]
    fn stock_of_ones_own_is_measured_first() {
        let with = |changed: &str| {
            let lines = [
                "name = 'mine'",
                "paper = [100, 100]",
                "size = [20, 20]",
                "count = [4, 4]",
                "first = [5, 5]",
            ];
            let key = changed.split(' ').next().unwrap();
            let kept = lines
                .into_iter()
                .chain(["pitch = [22, 22]"])
                .filter(|line| !line.starts_with(key));
            Stock::read(&kept.chain([changed]).collect::<Vec<_>>().join("\n"))
        };
        assert_eq!(
            with("first = [6, 6]").unwrap().corners().nth(5),
            Some(Point::new(Um(28_000), Um(28_000)))
        );
        for (changed, why) in [
            ("round = 20", "either `size` or `round`"),
            ("pitch = [22, 19]", "pieces overlap"),
            ("pitch = [22, nan]", "lengths are numbers"),
            ("first = [20, 5]", "beyond the paper"),
            ("count = [0, 4]", "one column"),
            ("count = [4, 65535]", "beyond the paper"),
            ("paper = [1e9, 100]", "50 to 2000"),
            ("name = '../mine'", "letters, digits"),
            ("ink = 1", "unknown field `ink`"),
        ] {
            let refused = with(changed).unwrap_err().to_string();
            assert!(refused.contains(why), "{changed}: {refused}");
        }
    }
}
