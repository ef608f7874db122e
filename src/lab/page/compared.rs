//! Two versions of a game side by side.

use std::fmt::Write;

use super::markup::{columns, document, escaped, unbroken};
use super::whisker::whisker;
use crate::lab::compare::{ComparedFigure, Comparison};
use crate::lab::words::mean;

/// The page of a comparison; `before` and `after` say what was compared, and `command` repeats it.
pub fn compared(
    found: &Comparison,
    (game, before, after): (&str, &str, &str),
    (bots, command): (&str, &str),
) -> String {
    let mut text = format!(
        "<header>\n<h1>{}: two versions</h1>\n<p>{} pairs of games, played by <b>{}</b> with the same luck. <b>Before</b>: {}. \
         <b>After</b>: {}. Everything here is about these bots as well as about the game. The interval of the first row is a \
         95&nbsp;% one; those of the others are wider, so that all of them hold together.</p>\n",
        escaped(game),
        found.pairs,
        escaped(bots),
        escaped(before),
        escaped(after)
    );
    if found.cut > 0 {
        let _ = writeln!(
            text,
            "<p class=\"note\">{} more pairs are left out, because one of their games was not over in time and was cut.</p>",
            found.cut
        );
    }
    text += "</header>\n<section>\n<h2>Is it another game?</h2>\n";
    let differs = found
        .rows
        .iter()
        .chain(&found.cards)
        .filter(|row| row.difference.is_significant())
        .count();
    let answer = match (found.pairs, differs) {
        (0, _) => "No pairs of games.".to_owned(),
        (pairs, _) if found.same == pairs => "All pairs of games had the same results.".to_owned(),
        (_, 0) => "No difference found in any figure.".to_owned(),
        (_, differs) => format!(
            "{differs} of {} figures differ.",
            found.rows.len() + found.cards.len()
        ),
    };
    let _ = writeln!(text, "<p class=\"answer\">{answer}</p>");
    if found.pairs > 0 {
        text += &table(&found.rows, "per game");
        let _ = writeln!(
            text,
            "<p>{} of {} pairs had the same value in every figure.</p>",
            found.same, found.pairs
        );
        if !found.cards.is_empty() {
            text += "</section>\n<section>\n<h2>Are other pieces used?</h2>\n";
            text += &table(&found.cards, "times used per game");
        }
    }
    let _ = writeln!(
        text,
        "</section>\n<section>\n<h2>Where is it from?</h2>\n<p>Made by <code>{}</code>, paperkeep {}. Differences are means over \
         pairs with 1.96 standard errors or more; what would have been found, four times in five, is 0.84 more.</p>\n\
         </section>",
        escaped(command),
        env!("CARGO_PKG_VERSION")
    );
    document(&format!("{}: two versions", escaped(game)), &text)
}

fn table(rows: &[ComparedFigure], what: &str) -> String {
    let mut text = "<div class=\"wide\"><table class=\"compared\">\n<thead><tr>".to_owned();
    text += &columns(&[
        what,
        "before",
        "after",
        "difference",
        "of the mean before",
        "found?",
    ]);
    text += "</tr></thead>\n<tbody>\n";
    // Figures of different sizes share a scale as parts of their means.
    let part = |row: &ComparedFigure| {
        if row.before > 0.0 {
            1.0 / row.before
        } else {
            0.0
        }
    };
    let differing = rows.iter().filter(|row| row.difference.is_significant());
    let reach = differing
        .map(|row| (row.difference.mean.abs() + row.difference.error) * part(row))
        .fold(0.1, f64::max)
        .min(1.0);
    for row in rows {
        let relative = row.difference.times(part(row));
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{}</th><td>{:.3}</td><td>{:.3}</td><td data-value=\"{}\">{}</td><td data-value=\"{}\">{}</td>\
             <td class=\"says\">{}</td></tr>",
            escaped(&row.name),
            row.before,
            row.after,
            row.difference.mean,
            unbroken(&mean(&row.difference).replace('-', "−")),
            relative.mean,
            if row.before > 0.0 {
                whisker(&relative, reach)
            } else {
                String::new()
            },
            row.verdict()
        );
    }
    let _ = writeln!(
        text,
        "</tbody></table></div>\n<p>The marks reach to {:.0}&nbsp;% of the mean before.</p>",
        100.0 * reach
    );
    text
}
