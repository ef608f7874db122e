//! Where players begin, and where they fall.

use std::fmt::Write;

use super::markup::{FEW, capital, cell, columns, escaped, told};
use crate::lab::report::{PlaceReport, Report};

/// How often those win who begin at a place.
pub fn starts(report: &Report) -> String {
    let mut text = format!(
        "<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n",
        columns(&["Began at", "players", "won"])
    );
    for start in &report.starts {
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{}</th><td>{}</td>{}</tr>",
            escaped(&start.place),
            start.won.of,
            cell(&start.won)
        );
    }
    text + "</tbody></table></div>\n"
}

/// Where players fall: the share of all falls, in which visits count too, and the danger to those who come.
pub fn falls(report: &Report) -> String {
    let (Some(name), Some(first)) = (&report.run.figures.falls, report.falls.first()) else {
        return String::new();
    };
    if report.games < FEW {
        return String::new();
    }
    let name = escaped(name);
    // A place that few came to proves nothing.
    let known = report.falls.iter().filter(|place| place.fell.of >= FEW);
    let surest = |one: &&PlaceReport, other: &&PlaceReport| one.fell.low.total_cmp(&other.fell.low);
    let danger = known.max_by(surest).map_or(String::new(), |place| {
        format!(
            " The most dangerous place to come to: {}, {}.",
            escaped(&place.place),
            told(&place.fell)
        )
    });
    let mut text = format!(
        "<section>\n<h2>Where does it end?</h2>\n<p class=\"answer\">Most {name}: {}, {} of all {}.{danger}</p>\n\
         <p>A place has many {name} because it is dangerous, or because many come there: the last column tells them \
         apart.</p>\n<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n",
        escaped(&first.place),
        told(&first.share),
        first.share.of,
        columns(&[
            "place",
            &format!("of all {name}"),
            "came there",
            "of these fell"
        ])
    );
    for place in &report.falls {
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{}</th>{}<td>{}</td>{}</tr>",
            capital(&escaped(&place.place)),
            cell(&place.share),
            place.fell.of,
            cell(&place.fell)
        );
    }
    text + "</tbody></table></div>\n</section>\n"
}
