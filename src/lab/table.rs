//! A report as CSV: one line per figure, with the counts it comes from.

use std::fmt::Write;

use super::compare::{ComparedFigure, Comparison};
use super::report::{Report, SeatReport};
use super::stats::{Mean, Share};

/// The columns: what is measured, for what, and the value with its 95 % interval.
const HEAD: &str = "figure,row,count,of,value,low,high\n";

/// All figures of a comparison.
pub fn compared(found: &Comparison) -> String {
    let mut text = "figure,row,pairs,before,after,difference,low,high\n".to_owned();
    let rows = found.rows.iter().map(|row| ("mean per game", row));
    let cards = found.cards.iter().map(|row| ("times used per game", row));
    for (figure, row) in rows.chain(cards) {
        let ComparedFigure {
            name,
            before,
            after,
            difference: Mean { mean, error },
            ..
        } = row;
        let (low, high) = (mean - error, mean + error);
        let _ = writeln!(
            text,
            "{figure},{},{},{before},{after},{mean},{low},{high}",
            quoted(name),
            found.pairs
        );
    }
    let _ = writeln!(text, "pairs alike,,{},,,{},,", found.pairs, found.same);
    let _ = writeln!(text, "pairs cut,,,,,{},,", found.cut);
    text
}

/// All figures of a report.
#[expect(clippy::too_many_lines, reason = "one plain list")]
pub fn csv(report: &Report) -> String {
    let mut text = HEAD.to_owned();
    share(&mut text, "cut", "", &report.cut);
    if !report.run.figures.without_winners {
        share(&mut text, "won by somebody", "", &report.won);
        share(&mut text, "won by everybody", "", &report.all_won);
    }
    seats(&mut text, "seat", &report.seats);
    seats(&mut text, "place from who began", &report.places);
    for tally in &report.tallies {
        mean(&mut text, "mean per game", &tally.name, &tally.mean);
        share(&mut text, "games with any", &tally.name, &tally.any);
        for (name, value) in tally.percentiles.named() {
            let _ = writeln!(text, "{name},{},,,{value},,", quoted(&tally.name));
        }
        for (count, games) in &tally.histogram.0 {
            let _ = writeln!(
                text,
                "games with this many,{},{games},{},{count},,",
                quoted(&tally.name),
                report.games
            );
        }
    }
    for ratio in &report.ratios {
        mean(&mut text, "ratio", &ratio.name, &ratio.ratio);
    }
    for reaching in &report.reaching {
        share(
            &mut text,
            "won of those that reach",
            &reaching.length.to_string(),
            &reaching.won,
        );
    }
    for rule in &report.rules {
        share(
            &mut text,
            "games with the rule",
            &format!("{} {}", rule.rule, rule.event),
            &rule.games,
        );
    }
    for event in &report.never {
        share(
            &mut text,
            "games with the rule",
            event,
            &Share::new(0, report.games),
        );
    }
    for answer in &report.answers {
        share(
            &mut text,
            "answer given where possible",
            &answer.answer,
            &answer.taken,
        );
    }
    for piece in &report.pieces {
        let row = format!("{} {}", piece.source, piece.piece);
        share(&mut text, "games in which it came", &row, &piece.came);
        let won = [
            ("if it came", &piece.won_with),
            ("if not", &piece.won_without),
        ];
        for (when, won) in won {
            if let Some(won) = won {
                share(&mut text, &format!("won by somebody {when}"), &row, won);
            }
        }
        if let Some(effect) = &piece.effect {
            mean(&mut text, "effect of drawing it", &row, effect);
        }
    }
    if let Some(score) = &report.score {
        mean(&mut text, "mean score", "", &score.mean);
        for (value, times) in &score.histogram.0 {
            let _ = writeln!(text, "times with this score,,{times},,{value},,");
        }
    }
    for counter in &report.counters {
        let _ = writeln!(
            text,
            "counter at the start,{},,,{},,",
            quoted(&counter.name),
            counter.start
        );
        mean(&mut text, "counter at the end", &counter.name, &counter.end);
    }
    for card in &report.cards {
        share(
            &mut text,
            "games in which it was used",
            &card.card,
            &card.games,
        );
        let _ = writeln!(text, "times used,{},{},,,,", quoted(&card.card), card.times);
        if let Some(effect) = &card.effect {
            mean(&mut text, "effect of using it", &card.card, effect);
        }
    }
    for start in &report.starts {
        share(
            &mut text,
            "won by whoever began there",
            &start.place,
            &start.won,
        );
    }
    let falls = report.run.figures.falls.as_deref().unwrap_or_default();
    for place in &report.falls {
        share(
            &mut text,
            &format!("share of {falls}"),
            &place.place,
            &place.share,
        );
        share(
            &mut text,
            &format!("whoever came there: {falls}"),
            &place.place,
            &place.fell,
        );
    }
    for strange in &report.strange {
        let has = strange.has.map_or(String::new(), |has| has.to_string());
        let _ = writeln!(
            text,
            "game worth looking at,{},{},,{has},,",
            quoted(&strange.what),
            strange.game
        );
    }
    text
}

fn seats(text: &mut String, what: &str, seats: &[SeatReport]) {
    for (number, seat) in (1..).zip(seats) {
        let row = format!("{what} {number}");
        for (name, part) in [
            ("won", &seat.won),
            ("drawn", &seat.drawn),
            ("lost", &seat.lost),
            ("first", &seat.first),
        ] {
            share(text, name, &row, part);
        }
    }
}

fn share(text: &mut String, figure: &str, row: &str, share: &Share) {
    let Share {
        count,
        of,
        rate,
        low,
        high,
    } = share;
    let _ = writeln!(
        text,
        "{},{},{count},{of},{rate},{low},{high}",
        quoted(figure),
        quoted(row)
    );
}

fn mean(text: &mut String, figure: &str, row: &str, mean: &Mean) {
    let (low, high) = (mean.mean - mean.error, mean.mean + mean.error);
    let _ = writeln!(
        text,
        "{},{},,,{},{low},{high}",
        quoted(figure),
        quoted(row),
        mean.mean
    );
}

/// Quoted as in RFC 4180.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
