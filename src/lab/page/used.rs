//! What pieces do, and what is never used.

use std::fmt::Write;

use super::markup::{FEW, capital, cell, columns, escaped};
use super::whisker::whisker;
use crate::lab::report::{PieceReport, Report};
use crate::lab::stats::{Mean, detectable};
use crate::lab::words::{points, possible};

/// What drawing each piece does to the result.
pub fn pieces(report: &Report) -> String {
    let has_draws = report.pieces.iter().any(|piece| piece.draws > 0);
    if !has_draws || report.run.figures.without_winners || report.games < FEW {
        return String::new();
    }
    let mut text = "<section>\n<h2>What does each piece do?</h2>\n".to_owned();
    let mut found: Vec<(&PieceReport, Mean)> = report
        .pieces
        .iter()
        .filter_map(|piece| Some((piece, piece.effect?)))
        .filter(|(_, effect)| effect.is_significant())
        .collect();
    found.sort_by(|(_, one), (_, other)| other.mean.abs().total_cmp(&one.mean.abs()));
    let narrowest = report
        .pieces
        .iter()
        .filter_map(|piece| piece.effect)
        .map(|effect| effect.error)
        .fold(1.0, f64::min);
    let answer = match found.first() {
        Some((piece, effect)) => format!(
            "The draw that matters most: {} from the {}, {} for whoever draws it. {} of {} pieces show an effect.",
            escaped(&piece.piece),
            escaped(&piece.source),
            points(effect),
            found.len(),
            report.pieces.len()
        ),
        None => format!(
            "No difference found; one of {:.1} points would have been, with the piece that came most often.",
            100.0 * detectable(narrowest)
        ),
    };
    let _ = writeln!(
        text,
        "<p class=\"answer\">{answer}</p>\n<p class=\"note\">The effect compares players who draw this piece, for the first time in a \
         game, with players who draw another one after as many draws, when this one could have come. It measures what it means for \
         this piece to come <em>now</em> rather than another, with these bots; the intervals of each table hold together. \
         <span class=\"wider\">The pale columns compare games with and without the piece. They say little, since a piece that \
         comes late comes only to those who survive that long. </span>To measure what a piece does at all, use <code>paperkeep \
         compare</code> with a kit in which it does nothing.</p>"
    );
    let sources = report
        .pieces
        .chunk_by(|one, other| one.source == other.source);
    let mixed = report.pieces.iter().any(|piece| piece.won_with.is_some());
    for pieces in sources {
        let reach = pieces
            .iter()
            .filter_map(|piece| piece.effect)
            .map(|effect| effect.mean.abs() + effect.error);
        let reach = reach.fold(0.01, f64::max);
        let _ = writeln!(
            text,
            "<h3>{}</h3>\n<div class=\"wide\"><table>\n<thead><tr>",
            capital(&escaped(&pieces[0].source))
        );
        text += &columns(&["piece", "points", "interval", "games in which it came"]);
        if mixed {
            text += "<th scope=\"col\" class=\"pale\"><button>won with</button></th>";
            text += "<th scope=\"col\" class=\"pale\"><button>without</button></th>";
        }
        text += "</tr></thead>\n<tbody>\n";
        let mut sorted: Vec<&PieceReport> = pieces.iter().collect();
        let size =
            |piece: &PieceReport| piece.effect.map_or(f64::NEG_INFINITY, |effect| effect.mean);
        sorted.sort_by(|one, other| size(other).total_cmp(&size(one)));
        sorted
            .into_iter()
            .for_each(|piece| text += &row(piece, reach, mixed));
        text += "</tbody></table></div>\n";
    }
    text + "</section>\n"
}

fn row(piece: &PieceReport, reach: f64, mixed: bool) -> String {
    let mut text = format!("<tr><th scope=\"row\">{}</th>", escaped(&piece.piece));
    text += &match &piece.effect {
        Some(effect) => format!(
            "<td data-value=\"{}\">{}</td><td data-value=\"{0}\">{}</td>",
            effect.mean,
            points(effect).trim_end_matches(" points"),
            whisker(effect, reach)
        ),
        None => format!(
            "<td data-value=\"-9\">too few: {}</td><td></td>",
            piece.draws
        ),
    };
    text += &format!(
        "<td data-value=\"{}\">{:.1}&nbsp;%</td>",
        piece.came.rate,
        100.0 * piece.came.rate
    );
    if mixed {
        for share in [&piece.won_with, &piece.won_without].into_iter().flatten() {
            let told = if share.of == 0 {
                "never".to_owned()
            } else {
                format!("{:.1}&nbsp;%", 100.0 * share.rate)
            };
            let _ = write!(
                text,
                "<td class=\"pale\" data-value=\"{}\">{told}</td>",
                share.rate
            );
        }
    }
    text + "</tr>\n"
}

/// What is never used, and how often the rest is.
pub fn rules(report: &Report) -> String {
    if report.games == 0 || report.answers.is_empty() {
        return String::new();
    }
    let mut text = "<section>\n<h2>What is never used?</h2>\n".to_owned();
    let refused: Vec<String> = report
        .answers
        .iter()
        .filter(|answer| answer.taken.count == 0 && (answer.taken.of > 0 || answer.is_impossible()))
        .map(|answer| {
            let how = match answer.taken.of {
                0 => "never possible".to_owned(),
                _ => possible(answer),
            };
            format!("{} ({how})", escaped(&answer.answer))
        })
        .collect();
    let _ = if refused.is_empty() {
        writeln!(
            text,
            "<p class=\"answer\">Every kind of answer that was possible was given.</p>"
        )
    } else {
        writeln!(
            text,
            "<p class=\"answer\">Never answered: {}.</p>",
            refused.join(", ")
        )
    };
    if !report.never.is_empty() {
        let never: Vec<String> = report.never.iter().map(|event| escaped(event)).collect();
        let _ = writeln!(
            text,
            "<p class=\"note\">Never happened in {} games, so in fewer than 1 of {}: {}. With other options, players or bots it may.</p>",
            report.games,
            (report.games / 3).max(1),
            never.join(", ")
        );
    }
    text += "<details>\n<summary>All kinds of answers</summary>\n<div class=\"wide\"><table>\n<thead><tr>";
    text += &columns(&["answer", "decisions in which it was possible", "given"]);
    text += "</tr></thead>\n<tbody>\n";
    for answer in &report.answers {
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td data-value=\"{}\">{}</td></tr>",
            escaped(&answer.answer),
            answer.taken.of,
            answer.taken.rate,
            rate(answer.taken.rate)
        );
    }
    text += "</tbody></table></div>\n</details>\n";
    if !report.rules.is_empty() {
        text += "<details>\n<summary>All rules that came up, rarest first</summary>\n<div class=\"wide\"><table>\n<thead><tr>";
        text += &columns(&["what happened", "rule", "games with it", "times"]);
        text += "</tr></thead>\n<tbody>\n";
        for rule in &report.rules {
            let _ = writeln!(
                text,
                "<tr><th scope=\"row\">{}</th><td>{}</td>{}<td>{}</td></tr>",
                escaped(&rule.event),
                escaped(&rule.rule),
                cell(&rule.games),
                rule.times
            );
        }
        text += "</tbody></table></div>\n</details>\n";
    }
    text + "</section>\n"
}

/// Decisions of one game go together, so an interval over them would be too narrow.
fn rate(rate: f64) -> String {
    match 100.0 * rate {
        0.0 => "never".to_owned(),
        percent if percent < 0.1 => "below 0.1&nbsp;%".to_owned(),
        percent => format!("{percent:.1}&nbsp;%"),
    }
}
