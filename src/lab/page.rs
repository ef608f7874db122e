//! A report as one self-contained HTML file: questions, answers where the intervals allow one, plots and tables.
//!
//! The same report gives the same bytes. Each plot is drawn for a wide screen and for a phone, and the style shows one of them,
//! since text in a plot that is scaled down cannot be read.

mod compared;
mod falls;
mod markup;
mod own;
mod plots;
mod style;
mod used;
mod whisker;

use std::fmt::Write;

pub use self::markup::escaped;
use self::markup::{FEW, cell, columns, document, told, unbroken};
use super::report::{Percentiles, Report, SeatReport, Strange, Tally};
use super::stats::{detectable, z_of};
use super::words::{endless, has_winning_score, mean, percent, tally_mean};
use crate::games::english::ordinal;

pub use self::compared::compared;

/// The page.
///
/// # Errors
///
/// A plot that could not be drawn.
pub fn html(report: &Report) -> Result<String, String> {
    let mut body = head(report);
    body += &winning(report);
    body += &lengths(report)?;
    body += &chances(report)?;
    body += &seats(report)?;
    body += &counts(report);
    body += &own::own(report);
    body += &falls::falls(report);
    body += &used::pieces(report);
    body += &used::rules(report);
    body += &games(report);
    Ok(document(
        &format!("{}: {} games", escaped(&report.run.game), report.games),
        &body,
    ))
}

fn head(report: &Report) -> String {
    let run = &report.run;
    let bots: Vec<String> = run.bots.iter().map(|bot| escaped(bot)).collect();
    let edition = run.edition.as_ref().map_or(String::new(), |edition| {
        format!(", edition {}", escaped(edition))
    });
    let players = if run.players == 1 {
        "1 player".to_owned()
    } else {
        format!("{} players", run.players)
    };
    let mut text = format!(
        "<header>\n<h1>{}</h1>\n<p>{} games of {players}{edition}, played by <b>{}</b>. Everything here is about these bots as \
         well as about the game: a rule that is never used may be one that they do not know. Ranges are 95&nbsp;% \
         intervals.</p>\n",
        escaped(&run.game),
        report.games,
        bots.join("</b>, <b>")
    );
    if report.cut.count > 0 {
        let _ = writeln!(
            text,
            "<p class=\"note\">{} more games, {} of all, were not over after {} moves, or went in circles, and were cut. They are neither won nor \
             lost, and in no figure but their own.{}</p>",
            report.cut.count,
            percent(&report.cut),
            run.longest,
            endless(run).map_or(String::new(), |(advice, command)| format!(
                " {advice} <code>{}</code>.",
                escaped(&command)
            ))
        );
    }
    text + "</header>\n"
}

/// How often a game is won; nothing where nobody could win or lose, but only score.
fn winning(report: &Report) -> String {
    if report.run.figures.without_winners {
        return String::new();
    }
    let mut text = "<section>\n<h2>How often is it won?</h2>\n".to_owned();
    if report.games == 0 {
        return text + "<p>No game ended.</p>\n</section>\n";
    }
    let competitive = report.is_contest() && report.won.count == report.games;
    let _ = if competitive {
        writeln!(
            text,
            "<p class=\"answer\">Every game that was over had a winner.</p>"
        )
    } else {
        writeln!(text, "<p class=\"answer\">{}</p>", told(&report.won))
    };
    if report.is_contest() && !competitive {
        let _ = writeln!(text, "<p>Everybody wins in {}.</p>", told(&report.all_won));
    }
    text + "</section>\n"
}

fn lengths(report: &Report) -> Result<String, String> {
    let Some(tally) = report.length().filter(|_| report.games > 0) else {
        return Ok(String::new());
    };
    let name = escaped(&tally.name);
    let so_many = |count: u32| match count {
        1 => format!("1 {}", one_of(&name)),
        _ => format!("{count} {name}"),
    };
    let Percentiles {
        min,
        p5,
        median,
        p95,
        max,
        ..
    } = tally.percentiles;
    let mut text = format!(
        "<section>\n<h2>How long is a game?</h2>\n<p class=\"answer\">Half of the games take {}; nine in ten take {p5} to {p95}.</p>\n",
        match median {
            least if least == min => so_many(median),
            _ => format!("{} or fewer", so_many(median)),
        }
    );
    let _ = writeln!(
        text,
        "<p>The shortest took {min}, the longest {max}; the mean is {}.</p>",
        tally_mean(tally)
    );
    if report.games >= FEW {
        let alt = format!(
            "How many games took each number of {name}: from {min} to {max}, half of them up to {median}."
        );
        text += &plots::twice(&alt, |plot| plot.histogram(report, tally))?;
    }
    Ok(text + "</section>\n")
}

fn chances(report: &Report) -> Result<String, String> {
    if report.run.figures.without_winners {
        return Ok(String::new());
    }
    let (Some(tally), Some(first), Some(last)) = (
        report.length(),
        report.reaching.first(),
        report.reaching.last(),
    ) else {
        return Ok(String::new());
    };
    let name = escaped(&tally.name);
    let moved = first.won.high < last.won.low || last.won.high < first.won.low;
    let answer = if moved {
        format!(
            "Of all games {:.0}&nbsp;% are won, of those that reach {} {name} {:.0}&nbsp;%.",
            100.0 * first.won.rate,
            last.length,
            100.0 * last.won.rate
        )
    } else {
        format!(
            "No difference is found between short games and those that reach {} {name}.",
            last.length
        )
    };
    let alt =
        format!("The share won of the games that reach each number of {name}, with its 95 % band.");
    Ok(format!(
        "<section>\n<h2>When is it decided?</h2>\n<p class=\"answer\">{answer}</p>\n<p>Games that are lost early leave: the share \
         of the others rises by that alone. Lengths that fewer than 200 games reach are not drawn.</p>\n{}</section>\n",
        plots::twice(&alt, |plot| plot.reaching(report, tally))?
    ))
}

fn seats(report: &Report) -> Result<String, String> {
    if !report.is_contest() || report.games == 0 {
        return Ok(String::new());
    }
    let (rows, what) = if report.places.is_empty() {
        (&report.seats, "seat")
    } else {
        (&report.places, "place in the turn order")
    };
    let fair = fair(rows);
    let alike = report.run.bots.windows(2).all(|pair| pair[0] == pair[1]);
    let answer = match better(rows) {
        _ if !alike => {
            "The seats are played by different bots: this tells of them as well.".to_owned()
        }
        _ if fair == 0.0 => "Nobody ever came first.".to_owned(),
        Some(at) => {
            let row = &rows[at];
            let who = match at {
                _ if report.places.is_empty() => format!("Seat {}", at + 1),
                0 => "Whoever begins".to_owned(),
                _ => format!("The {} to play", ordinal(at + 1)),
            };
            let way = if row.first.rate > fair {
                "more"
            } else {
                "less"
            };
            format!(
                "{who} comes first {way} often than an equal share of {:.1}&nbsp;%: {}.",
                100.0 * fair,
                told(&row.first)
            )
        }
        None => {
            let found = beyond_chance(rows) / report.games as f64;
            format!(
                "No difference found; one of {:.1} points would have been.",
                100.0 * detectable(found)
            )
        }
    };
    let mut text =
        format!("<section>\n<h2>Is a seat better?</h2>\n<p class=\"answer\">{answer}</p>\n");
    let alt = format!(
        "How often each {what} comes first, with its 95 % interval, against an equal share of {:.1} %.",
        100.0 * fair
    );
    text += &plots::twice(&alt, |plot| plot.seats(rows, fair))?;
    text += &seat_table("Seat", &report.seats);
    if !report.places.is_empty() {
        text += &seat_table("From who began", &report.places);
    }
    if !report.starts.is_empty() {
        text += &falls::starts(report);
    }
    Ok(text + "</section>\n")
}

/// How often each would come first if all were alike. Several may come first in one game, or nobody.
fn fair(rows: &[SeatReport]) -> f64 {
    rows.iter().map(|row| row.first.rate).sum::<f64>() / rows.len() as f64
}

/// By how many games a row must differ from a fair number for the difference to be more than chance, with all rows in view. Games
/// with several firsts vary less than this assumes.
fn beyond_chance(rows: &[SeatReport]) -> f64 {
    let firsts: u64 = rows.iter().map(|row| row.first.count).sum();
    let share = 1.0 / rows.len() as f64;
    // Of two rows, each says what the other does.
    let comparisons = if rows.len() == 2 { 1 } else { rows.len() };
    z_of(comparisons) * (firsts as f64 * share * (1.0 - share)).sqrt()
}

/// The row that differs most from a fair share, if that is more than chance.
fn better(rows: &[SeatReport]) -> Option<usize> {
    let fair = rows.iter().map(|row| row.first.count).sum::<u64>() as f64 / rows.len() as f64;
    let differences = rows
        .iter()
        .map(|row| (row.first.count as f64 - fair).abs())
        .enumerate();
    let (at, most) = differences
        .rev()
        .max_by(|(_, one), (_, other)| one.total_cmp(other))?;
    (most > beyond_chance(rows)).then_some(at)
}

/// The results of seats, without columns that would say nothing.
fn seat_table(head: &str, rows: &[SeatReport]) -> String {
    type Column = (&'static str, fn(&SeatReport) -> String, bool);
    let bot = |row: &SeatReport| {
        format!(
            "<td>{}</td>",
            row.bot.as_deref().map_or(String::new(), escaped)
        )
    };
    let score = |row: &SeatReport| {
        format!(
            "<td>{}</td>",
            row.winning_score
                .map_or(String::new(), |score| format!("{score:.1}"))
        )
    };
    let columns_of: [Column; 6] = [
        ("bot", bot, rows.iter().any(|row| row.bot.is_some())),
        ("won", |row| cell(&row.won), true),
        (
            "drawn",
            |row| cell(&row.drawn),
            rows.iter().any(|row| row.drawn.count > 0),
        ),
        ("lost", |row| cell(&row.lost), true),
        (
            "first",
            |row| cell(&row.first),
            rows.iter().any(|row| row.first != row.won),
        ),
        (
            "mean score of its wins",
            score,
            rows.iter().any(has_winning_score),
        ),
    ];
    let shown: Vec<&Column> = columns_of.iter().filter(|(.., says)| *says).collect();
    let names: Vec<&str> = std::iter::once(head)
        .chain(shown.iter().map(|(name, ..)| *name))
        .collect();
    let mut text = format!(
        "<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n",
        columns(&names)
    );
    for (number, row) in (1..).zip(rows) {
        let cells: String = shown.iter().map(|(_, cell, _)| cell(row)).collect();
        let _ = writeln!(text, "<tr><th scope=\"row\">{number}</th>{cells}</tr>");
    }
    text + "</tbody></table></div>\n"
}

fn counts(report: &Report) -> String {
    if report.games == 0 {
        return String::new();
    }
    let mut text = format!(
        "<section>\n<h2>What happens in a game?</h2>\n<div class=\"wide\"><table class=\"count\">\n<thead><tr>{}</tr></thead>\n<tbody>\n",
        columns(&[
            "per game",
            "mean",
            "games with any",
            "median",
            "5&nbsp;% to 95&nbsp;%",
            "most"
        ])
    );
    let tallies = report.tallies.iter();
    tallies.for_each(|tally| text += &count(tally));
    text += "</tbody></table></div>\n";
    let never: Vec<String> = report
        .tallies
        .iter()
        .filter(|tally| tally.any.count == 0)
        .map(|tally| escaped(&tally.name))
        .collect();
    if !never.is_empty() && report.games >= FEW {
        let _ = writeln!(
            text,
            "<p class=\"note\">Never in {} games, so in fewer than 1 of {}: {}.</p>",
            report.games,
            report.games / 3,
            never.join(", ")
        );
    }
    if !report.ratios.is_empty() {
        text += "<ul>\n";
        for ratio in &report.ratios {
            let _ = writeln!(
                text,
                "<li>{}: {}</li>",
                escaped(&ratio.name),
                mean(&ratio.ratio)
            );
        }
        text += "</ul>\n";
    }
    text + "</section>\n"
}

fn count(tally: &Tally) -> String {
    let Percentiles {
        p5,
        median,
        p95,
        max,
        ..
    } = tally.percentiles;
    format!(
        "<tr><th scope=\"row\">{}</th><td data-value=\"{}\">{}</td>{}<td>{median}</td><td data-value=\"{p95}\">{p5} to {p95}</td>\
         <td>{max}</td></tr>\n",
        escaped(&tally.name),
        tally.mean.mean,
        unbroken(&tally_mean(tally)),
        cell(&tally.any)
    )
}

/// The name of one thing of many: "turn" of "turns".
fn one_of(name: &str) -> &str {
    name.strip_suffix('s').unwrap_or(name)
}

/// Games worth looking at, and where all of this is from.
fn games(report: &Report) -> String {
    let run = &report.run;
    let mut text = String::new();
    if !report.strange.is_empty() {
        text += "<section>\n<h2>Which games are worth looking at?</h2>\n<div class=\"wide\"><table>\n<thead><tr>";
        text += &columns(&["what it is", "game", "has"]);
        text += "</tr></thead>\n<tbody>\n";
        for Strange { what, game, has } in &report.strange {
            let has = has.map_or(String::new(), |has| has.to_string());
            let _ = writeln!(
                text,
                "<tr><th scope=\"row\">{}</th><td>{game}</td><td>{has}</td></tr>",
                escaped(what)
            );
        }
        let _ = writeln!(
            text,
            "</tbody></table></div>\n<p>To keep them as journals, for <code>paperkeep replay</code>: <code>{} --journals \
             DIR</code></p>\n</section>",
            escaped(&run.command())
        );
    }
    let _ = writeln!(
        text,
        "<section>\n<h2>Where is it from?</h2>\n<p>Made by <code>{}</code>, paperkeep {}, rules version {}, kit {}. Shares have \
         Wilson's interval, means 1.96 standard errors (of fewer than 200 games the bootstrap's percentiles), ratios the delta method with games as the unit.</p>\n</section>",
        escaped(&run.command()),
        escaped(&run.version),
        run.rules,
        escaped(run.kit.get(..12).unwrap_or(&run.kit))
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::stats::Share;

    fn rows(firsts: &[u64], games: u64) -> Vec<SeatReport> {
        let none = Share::new(0, games);
        let row = |first: &u64| SeatReport {
            bot: None,
            won: none,
            drawn: none,
            lost: none,
            first: Share::new(*first, games),
            winning_score: None,
        };
        firsts.iter().map(row).collect()
    }

    /// Nobody came first in 44 games, so 28 for each would be fair: each could have as few as 21.
    #[test]
    fn a_seat_is_better_only_beyond_chance() {
        assert!((fair(&rows(&[22, 34], 100)) - 0.28).abs() < 1e-9);
        assert_eq!(better(&rows(&[22, 34], 100)), None);
        assert_eq!(better(&rows(&[20, 36], 100)), Some(0));
        assert_eq!(better(&rows(&[100, 100], 100)), None);
        assert_eq!(better(&rows(&[0, 0, 0], 100)), None);
        assert_eq!(better(&rows(&[30, 30, 60], 200)), Some(2));
    }
}
