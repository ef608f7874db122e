//! A report as CSV: one line per figure, with the counts it comes from.

use std::fmt::Write;

use super::report::{Report, SeatReport};
use super::stats::{Mean, Share};

/// The columns: what is measured, for what, and the value with its 95 % interval.
const HEAD: &str = "figure,row,count,of,value,low,high\n";

/// All figures of a report.
pub fn csv(report: &Report) -> String {
    let mut text = HEAD.to_owned();
    share(&mut text, "cut", "", &report.cut);
    share(&mut text, "won by somebody", "", &report.won);
    share(&mut text, "won by everybody", "", &report.all_won);
    seats(&mut text, "seat", &report.seats);
    seats(&mut text, "place from who began", &report.places);
    for tally in &report.tallies {
        mean(&mut text, "mean per game", &tally.name, &tally.mean);
        share(&mut text, "games with any", &tally.name, &tally.any);
        for (name, value) in ["min", "p5", "p10", "median", "p90", "p95", "max"].into_iter().zip(tally.spread) {
            let _ = writeln!(text, "{name},{},,,{value},,", quoted(&tally.name));
        }
        for (count, games) in &tally.histogram.0 {
            let _ = writeln!(text, "games with so many,{},{games},{},{count},,", quoted(&tally.name), report.games);
        }
    }
    for ratio in &report.ratios {
        mean(&mut text, "ratio", &ratio.name, &ratio.ratio);
    }
    for reaching in &report.reaching {
        share(&mut text, "won of those that reach", &reaching.length.to_string(), &reaching.won);
    }
    text
}

fn seats(text: &mut String, what: &str, seats: &[SeatReport]) {
    for (number, seat) in (1..).zip(seats) {
        let row = format!("{what} {number}");
        for (name, part) in [("won", &seat.won), ("drawn", &seat.drawn), ("lost", &seat.lost), ("first", &seat.first)] {
            share(text, name, &row, part);
        }
    }
}

fn share(text: &mut String, figure: &str, row: &str, share: &Share) {
    let Share { count, of, rate, low, high } = share;
    let _ = writeln!(text, "{},{},{count},{of},{rate},{low},{high}", quoted(figure), quoted(row));
}

fn mean(text: &mut String, figure: &str, row: &str, mean: &Mean) {
    let (low, high) = (mean.mean - mean.error, mean.mean + mean.error);
    let _ = writeln!(text, "{},{},,,{},{low},{high}", quoted(figure), quoted(row), mean.mean);
}

/// Quoted as in RFC 4180.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
