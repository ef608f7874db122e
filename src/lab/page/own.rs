//! What the game's designer declared: scores, counters, and pieces by their printed names.

use std::fmt::Write;

use super::markup::{columns, escaped};
use crate::lab::report::Report;
use crate::lab::words::{mean, points};

/// The sections; empty where the game has no such thing.
pub fn own(report: &Report) -> String {
    if report.games == 0 {
        return String::new();
    }
    scores(report) + &counters(report) + &cards(report)
}

fn scores(report: &Report) -> String {
    let Some(score) = &report.score else {
        return String::new();
    };
    format!(
        "<section>\n<h2>How many points?</h2>\n<p class=\"answer\">A player scores {} on average; half of all scores are {} or \
         lower, and eight in ten are from {} to {}.</p>\n<p>The lowest is {}, the highest {}.</p>\n</section>\n",
        mean(&score.mean),
        score.median,
        score.p10,
        score.p90,
        score.lowest,
        score.highest
    )
}

fn counters(report: &Report) -> String {
    if report.counters.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "<section>\n<h2>What becomes of the counters?</h2>\n<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n",
        columns(&["counter", "start", "end", "a round"])
    );
    for counter in &report.counters {
        let change = counter.a_round.map_or("<td></td>".to_owned(), |change| {
            format!("<td data-value=\"{change}\">{change:+.2}</td>")
        });
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td data-value=\"{}\">{}</td>{change}</tr>",
            escaped(&counter.name),
            counter.start,
            counter.end.mean,
            mean(&counter.end)
        );
    }
    text + "</tbody></table></div>\n</section>\n"
}

const PLAYERS_COMPARED: &str = "The last column compares players of one game: by how much those who used the piece win more often \
    than those who did not. Who is ahead may use more, so it is not proof that the piece is strong; <code>paperkeep compare</code> \
    with a kit in which it does nothing is.";

const GAMES_COMPARED: &str = "The last column compares games: by how much more often those in which the piece was used are won than \
    those in which it was not. In a game that goes well more may be used, so it is not proof that the piece is strong; <code>paperkeep \
    compare</code> with a kit in which it does nothing is.";

fn cards(report: &Report) -> String {
    if report.cards.is_empty() {
        return String::new();
    }
    let (note, points_for) = if report.run.figures.without_winners {
        (
            "Nobody wins or loses, so no piece is better than another.",
            None,
        )
    } else if report.compares_games() {
        (GAMES_COMPARED, Some("points for games with it"))
    } else {
        (PLAYERS_COMPARED, Some("points for whoever uses it"))
    };
    let names = ["piece", "times a game", "games with it"];
    let names: Vec<&str> = names.into_iter().chain(points_for).collect();
    let mut text = format!(
        "<section>\n<h2>What do players use?</h2>\n<p class=\"note\">{note}</p>\n\
         <div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n",
        columns(&names)
    );
    for card in &report.cards {
        let effect = match &card.effect {
            _ if points_for.is_none() => String::new(),
            Some(effect) => format!(
                "<td data-value=\"{}\">{}</td>",
                effect.mean,
                points(effect).trim_end_matches(" points")
            ),
            None => "<td data-value=\"-9\">too few</td>".to_owned(),
        };
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{}</th><td>{:.2}</td><td data-value=\"{}\">{:.1}&nbsp;%</td>{effect}</tr>",
            escaped(&card.card),
            card.times as f64 / report.games as f64,
            card.games.rate,
            100.0 * card.games.rate
        );
    }
    text + "</tbody></table></div>\n</section>\n"
}
