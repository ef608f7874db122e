//! A report for people, as plain lines.

use std::fmt::Write;

use super::ladder::Step;
use super::part::Run;
use super::playout::{HASTY, SEARCH};
use super::report::{AnswerReport, CardReport, Percentiles, Report, SeatReport, Tally};
use super::stats::{Mean, Share};
use crate::games::{
    self,
    english::{counted, ordinal},
};
use crate::referee::shell::argument;

/// The report, with a note on its intervals.
pub fn words(report: &Report) -> String {
    let mut text = format!(
        "{} of {} by bot {}, seed {}; ± and ranges are 95 % intervals\n",
        counted((report.games + report.cut.count) as usize, "game"),
        report.run.game,
        report
            .run
            .bots
            .iter()
            .map(|bot| format!("`{bot}`"))
            .collect::<Vec<_>>()
            .join(", "),
        report.run.seed
    );
    let figures = &report.run.figures;
    if report.games > 0 && !figures.without_winners {
        let who = if figures.together {
            "won by all"
        } else {
            "won by somebody"
        };
        let _ = write!(text, "{who:<18} {}", percent(&report.won));
        if report.cut.count > 0 {
            let all = Share::new(report.won.count, report.games + report.cut.count);
            let _ = write!(text, " of those that ended, {} of all", percent(&all));
        }
        let _ = writeln!(text);
    }
    if report.all_won.count > 0 && report.is_contest() {
        let _ = writeln!(text, "won by everybody   {}", percent(&report.all_won));
    }
    if report.cut.count > 0 {
        let _ = writeln!(
            text,
            "cut                {}, {}, not over after {} moves, or in circles before; {}",
            counted(report.cut.count as usize, "game"),
            percent(&report.cut),
            report.run.longest,
            if report.games > 0 {
                "they are in no other figure"
            } else {
                "no game ended, so there are no other figures"
            }
        );
        if let Some((advice, command)) = endless(&report.run) {
            let _ = writeln!(text, "                   {advice} `{command}`");
        }
    }
    if report.games > 0 {
        ended(&mut text, report);
    }
    if !report.cut_tallies.is_empty() {
        let _ = writeln!(
            text,
            "{:<28} {:>18}   {}",
            "in games that were cut",
            "mean",
            names()
        );
        report
            .cut_tallies
            .iter()
            .take(4)
            .for_each(|tally| line(&mut text, tally));
    }
    if report.games > 0 {
        own(&mut text, report);
        used(&mut text, report);
        if !report.has_choices {
            text += "nobody ever has a choice: all bots play alike\n";
        }
    }
    text
}

/// How much skill matters, step by step, in a game of one's own or another.
pub fn ladder(steps: &[Step], is_own: bool) -> String {
    let mut text =
        "How much skill matters: how often a better player wins; ranges are 95 % intervals\n"
            .to_owned();
    for step in steps {
        let Step {
            worse,
            better,
            alone,
            won,
            even,
            score,
            cut,
            decisions,
            left: _,
        } = step;
        if *decisions == 0 {
            let _ = writeln!(
                text,
                "in {} nobody ever had a choice: all bots play alike, and skill does not matter",
                counted((won.of + cut) as usize, "game")
            );
            return text;
        }
        if won.of == 0 {
            let _ = writeln!(text, "{better} against {worse}: none of {cut} games ended");
            continue;
        }
        let is_score = *alone && score.is_some() && won.count == 0 && *even == 0.0;
        let _ = if is_score {
            write!(
                text,
                "{better} and {worse} on the same luck, {} games",
                won.of
            )
        } else if *alone {
            write!(
                text,
                "{better} wins {} of {} games, {worse} {:.1} % on the same luck",
                percent(won),
                won.of,
                100.0 * even
            )
        } else {
            write!(
                text,
                "{better} against {worse}: wins {} of {} games; {:.1} % would be no better",
                percent(won),
                won.of,
                100.0 * even
            )
        };
        if !has_margin(step) {
            text += ": no margin beyond chance";
        }
        if let Some(score) = score {
            let way = if score.mean < 0.0 { "lower" } else { "higher" };
            let size = Mean {
                mean: score.mean.abs(),
                ..*score
            };
            let _ = write!(text, "; its score is {way} by {}", mean(&size));
        }
        let _ = match cut {
            0 => writeln!(text),
            cut => writeln!(text, "; {cut} games were cut"),
        };
        if is_worse(step) {
            let _ = writeln!(
                text,
                "{better} plays worse than {worse} here.{}",
                advice(step, is_own)
            );
        }
    }
    if let Some(first) = steps
        .first()
        .filter(|first| first.won.of > 0 && !first.alone && has_margin(first))
    {
        let lost = 1.0 - first.won.rate;
        let _ = writeln!(
            text,
            "Luck: {} does not win {:.1} % of the games against {}.",
            first.better,
            100.0 * lost,
            first.worse
        );
    }
    if let Some(step) = steps.iter().find(|step| step.left > 0) {
        let all = step.won.of + step.cut + step.left;
        let _ = writeln!(
            text,
            "Games that take long were stopped early: `--games {all}` plays {all} in each step."
        );
    }
    let mut played = steps.iter().filter(|step| step.won.of > 0).peekable();
    if played.peek().is_some() && played.all(|step| !has_margin(step)) {
        text += "No margin: over this many games, better play wins no more often than chance explains. Either nothing that is decided matters, or the \
                 bots do not see what does.\n";
    }
    text
}

/// Whether the player that should be better wins fewer games than chance explains, or is behind in score without winning more.
fn is_worse(step: &Step) -> bool {
    let Step {
        won, even, score, ..
    } = step;
    let is_behind = score.is_some_and(|score| score.mean < -score.error);
    won.high < *even || is_behind && won.low <= *even
}

/// Why bots misjudge games of one's own, and what helps.
fn advice(step: &Step, is_own: bool) -> &'static str {
    if !is_own {
        ""
    } else if step.better.starts_with(SEARCH) {
        " In your games its playouts go on at random, which misleads it; `[bot] worth` in play.toml can say how well a player stands."
    } else {
        " It misjudges how well it stands; `[bot] worth` in play.toml can say it."
    }
}

/// Whether the better player wins more, or fewer, games than chance explains, or is ahead in score.
fn has_margin(step: &Step) -> bool {
    let Step {
        won, even, score, ..
    } = step;
    let by_score = score
        .as_ref()
        .is_some_and(|score| score.mean.abs() > score.error);
    !(won.low..=won.high).contains(even) || by_score
}

/// The names of the percentiles.
fn names() -> String {
    Percentiles::default()
        .named()
        .map(|(name, _)| name)
        .join(" / ")
}

/// Whether the wins of a seat have a score to tell.
pub(super) fn has_winning_score(seat: &SeatReport) -> bool {
    seat.winning_score.is_some_and(|score| score != 0.0)
}

/// The figures of the games that ended.
fn ended(text: &mut String, report: &Report) {
    // Some games end for everybody alike.
    let ranks = report.is_contest();
    let is_scored = report.seats.iter().any(has_winning_score);
    let mut seat = |name: String, fared: &SeatReport| {
        let _ = write!(text, "{name:<18} won {}", percent(&fared.won));
        if fared.drawn.count > 0 {
            let _ = write!(text, ", drawn {}", percent(&fared.drawn));
        }
        if ranks && fared.first.count != fared.won.count {
            let _ = write!(text, "; came first {}", percent(&fared.first));
        }
        let _ = match fared.winning_score.filter(|_| is_scored) {
            Some(score) => writeln!(text, "; its wins score {score:.1}"),
            None => writeln!(text),
        };
    };
    for (at, fared) in report.seats.iter().enumerate() {
        seat(format!("seat {}", at + 1), fared);
    }
    for (at, fared) in report.places.iter().enumerate() {
        seat(format!("{} to play", ordinal(at + 1)), fared);
    }
    if let Some(score) = &report.score {
        let _ = writeln!(
            text,
            "score              {}; from {} to {}, the median is {}, one in ten at most {} and one at least {}",
            mean(&score.mean),
            score.lowest,
            score.highest,
            score.median,
            score.p10,
            score.p90
        );
    }
    let _ = writeln!(text, "{:<28} {:>18}   {}", "per game", "mean", names());
    report.tallies.iter().for_each(|tally| line(text, tally));
    for ratio in &report.ratios {
        let _ = writeln!(text, "{:<28} {:>18}", ratio.name, mean(&ratio.ratio));
    }
}

/// The designer's counters, and the pieces that players use.
fn own(text: &mut String, report: &Report) {
    if !report.counters.is_empty() {
        let _ = writeln!(
            text,
            "{:<28} {:>8} {:>18} {:>10}",
            "counter", "start", "end", "a round"
        );
    }
    for counter in &report.counters {
        let a_round = counter
            .a_round
            .map_or(String::new(), |change| format!("{change:+.2}"));
        let _ = writeln!(
            text,
            "{:<28} {:>8} {:>18} {a_round:>10}",
            counter.name,
            counter.start,
            mean(&counter.end)
        );
    }
    if !report.cards.is_empty() {
        let effect = if report.run.figures.without_winners {
            ""
        } else if report.compares_games() {
            "   games with it are won, against games without"
        } else {
            "   whoever uses it wins, against others in the same game"
        };
        let _ = writeln!(
            text,
            "{:<28} {:>8} {:>18}{effect}",
            "card", "a game", "games with it"
        );
    }
    let (used, unused): (Vec<&CardReport>, Vec<_>) =
        report.cards.iter().partition(|card| card.times > 0);
    for card in used.iter().take(MAX_CARDS) {
        let effect = match &card.effect {
            Some(effect) if effect.is_significant() => format!("   {}", points(effect)),
            Some(effect) => format!("   no difference found ({})", points(effect)),
            None => String::new(),
        };
        let _ = writeln!(
            text,
            "{:<28} {:>8.2} {:>16.1} %{effect}",
            card.card,
            card.times as f64 / report.games as f64,
            100.0 * card.games.rate
        );
    }
    let more = used.len().saturating_sub(MAX_CARDS);
    if more > 0 {
        let _ = writeln!(text, "and {more} more (--report tells all)");
    }
    list(
        text,
        "never used",
        &unused
            .iter()
            .map(|card| card.card.clone())
            .collect::<Vec<_>>(),
    );
}

/// The most cards in the report at the prompt.
const MAX_CARDS: usize = 20;

/// A line with the first of these, if there are any.
fn list(text: &mut String, name: &str, all: &[String]) {
    let more = match all.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(", and {more} more (--report tells all)"),
    };
    if !all.is_empty() {
        let _ = writeln!(
            text,
            "{name:<18} {}{more}",
            all[..all.len().min(MAX_LISTED)].join(", ")
        );
    }
}

/// What is never used, and which pieces matter.
fn used(text: &mut String, report: &Report) {
    let mut list = |name: &str, all: Vec<String>| list(text, name, &all);
    let refused = report
        .answers
        .iter()
        .filter(|answer| answer.taken.count == 0 && answer.taken.of > 0);
    let impossible = report
        .answers
        .iter()
        .filter(|answer| answer.is_impossible());
    list(
        "never possible",
        impossible.map(|answer| answer.answer.clone()).collect(),
    );
    list(
        "never chosen",
        refused
            .map(|answer| format!("{} ({})", answer.answer, possible(answer)))
            .collect(),
    );
    list("never happened", report.never.clone());
    list(
        "won from",
        report
            .starts
            .iter()
            .map(|start| format!("{} {}", start.place, percent(&start.won)))
            .collect(),
    );
    if let Some(falls) = &report.run.figures.falls {
        let places = report.falls.iter().filter(|place| place.share.count > 0);
        list(
            &format!("{falls} in"),
            places
                .map(|place| format!("{} {}", place.place, percent(&place.share)))
                .collect(),
        );
    }
    let mut found: Vec<_> = report
        .pieces
        .iter()
        .filter_map(|piece| Some((piece, piece.effect?)))
        .collect();
    found.retain(|(_, effect)| effect.is_significant());
    found.sort_by(|(_, one), (_, other)| other.mean.abs().total_cmp(&one.mean.abs()));
    list(
        "draws that matter",
        found
            .iter()
            .map(|(piece, effect)| format!("{} {} {}", piece.source, piece.piece, points(effect)))
            .collect(),
    );
}

/// How often an answer could have been chosen that never was.
pub(super) fn possible(answer: &AnswerReport) -> String {
    let times = match answer.taken.of {
        1 => "possible once".to_owned(),
        times => format!("possible {times} times"),
    };
    match answer.alone {
        0 => times,
        _ => format!("{times} beside others, taken only when it was the only one"),
    }
}

/// The most of one kind in a line.
const MAX_LISTED: usize = 8;

/// A difference of shares: "+3.1 ± 0.9 points".
pub fn points(difference: &Mean) -> String {
    let Mean { mean, error } = Mean {
        mean: 100.0 * difference.mean,
        error: 100.0 * difference.error,
    };
    let digits = telling(&Mean { mean, error });
    let sign = match mean {
        _ if rounds_to_zero(mean, digits) => "",
        mean if mean < 0.0 => "−",
        _ => "+",
    };
    match error {
        0.0 => format!("always {sign}{} points", plain(mean.abs())),
        _ => format!("{sign}{:.digits$} ± {error:.digits$} points", mean.abs()),
    }
}

fn line(text: &mut String, tally: &Tally) {
    let percentiles = tally
        .percentiles
        .named()
        .map(|(_, count)| count.to_string())
        .join(" / ");
    let _ = writeln!(
        text,
        "{:<28} {:>18}   {percentiles}",
        tally.name,
        tally_mean(tally)
    );
}

/// "38.1 % (37.2 to 39.0)", with as many decimals as the interval justifies.
pub fn percent(share: &Share) -> String {
    let digits = digits(100.0 * share.half());
    let [rate, low, high] = [share.rate, share.low, share.high].map(|rate| 100.0 * rate);
    format!("{rate:.digits$} % ({low:.digits$} to {high:.digits$})")
}

/// Why games may have been cut, and the command or option that helps; `None` if no bot plays at random.
pub fn endless(run: &Run) -> Option<(&'static str, String)> {
    run.bots.iter().find(|bot| *bot == "random")?;
    Some(match games::find(&run.game) {
        Some(_) => (
            "Games of random moves need not end; games in which the best bot makes every other decision do:",
            format!("--bot {HASTY}"),
        ),
        None => {
            let kit = run.named.first().map_or("", String::as_str);
            (
                "Games of random moves need not end; to see whether games can end at all:",
                format!("paperkeep check {}", argument(kit)),
            )
        }
    })
}

/// The mean with its interval: "23.41 ± 0.12", or "23.4 (21.9 to 25.2)" for few games.
pub fn tally_mean(tally: &Tally) -> String {
    let Some([low, high]) = tally.range else {
        return mean(&tally.mean);
    };
    if low == high {
        return format!("always {}", plain(low));
    }
    let digits = digits((high - low) / 2.0);
    format!(
        "{:.digits$} ({low:.digits$} to {high:.digits$})",
        tally.mean.mean
    )
}

/// "23.41 ± 0.12", or "always 3" where it was the same in every game: those may be few.
pub fn mean(mean: &Mean) -> String {
    let digits = telling(mean);
    let told = if rounds_to_zero(mean.mean, digits) {
        0.0
    } else {
        mean.mean
    };
    match mean.error {
        0.0 => format!("always {}", plain(told)),
        error => format!("{told:.digits$} ± {error:.digits$}"),
    }
}

/// A number with the decimals it has, but no more than three: "3", "1.667".
fn plain(number: f64) -> String {
    let thousandths = format!("{number:.3}");
    let plain = thousandths.trim_end_matches('0').trim_end_matches('.');
    plain.to_owned()
}

/// Whether a number would be shown as zero. It has no sign then.
fn rounds_to_zero(number: f64, digits: usize) -> bool {
    number.abs() * 10f64.powi(digits as i32) < 0.5
}

/// How many decimals an interval of this half-width justifies: none at 3, one at 0.3.
pub(super) fn digits(half: f64) -> usize {
    if half <= 0.0 {
        2
    } else {
        (-half.log10()).ceil().clamp(0.0, 3.0) as usize
    }
}

/// How many decimals show a mean with its error; one more if rounded numbers would not show that it differs from zero.
fn telling(mean: &Mean) -> usize {
    let digits = digits(mean.error);
    let [size, error] = [mean.mean.abs(), mean.error].map(|number| format!("{number:.digits$}"));
    digits + usize::from(mean.is_significant() && mean.error > 0.0 && size == error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From however few games: no interval of zero width passes for certainty.
    #[test]
    fn what_never_varied_is_told_as_that() {
        let same = |mean| Mean { mean, error: 0.0 };
        assert_eq!(mean(&same(3.0)), "always 3");
        assert_eq!(points(&same(-0.5)), "always −50 points");
        assert_eq!(points(&same(1.0 / 3.0)), "always +33.333 points");
        // The sum of thousandths over games is a little off in binary.
        assert_eq!(mean(&same(1.666_999_999_999_999_8)), "always 1.667");
        assert_eq!(mean(&same(100.0)), "always 100");
    }

    /// A search that is worse than the bot it builds on is told as that, and what helps in a game of one's own.
    #[test]
    fn a_ladder_says_who_plays_worse() {
        let step = |wins, lead| Step {
            worse: "greedy".to_owned(),
            better: "search:100".to_owned(),
            alone: false,
            won: Share::new(wins, 200),
            even: 0.5,
            score: Some(Mean {
                mean: lead,
                error: 0.4,
            }),
            cut: 0,
            decisions: 900,
            left: 0,
        };
        let told = |wins, lead, is_own| ladder(&[step(wins, lead)], is_own);
        let worse = told(30, -1.1, true);
        for says in [
            "its score is lower by 1.1 ± 0.4",
            "search:100 plays worse than greedy here",
            "`[bot] worth`",
        ] {
            assert!(worse.contains(says), "{worse}");
        }
        assert!(!told(30, -1.1, false).contains("worth"));
        for (wins, lead) in [(100, -0.2), (180, 1.1), (180, -1.1)] {
            let fine = told(wins, lead, true);
            assert!(!fine.contains("worse than"), "{fine}");
        }
    }

    #[test]
    fn rounding_does_not_hide_a_difference() {
        let told = |number, error| {
            mean(&Mean {
                mean: number,
                error,
            })
        };
        assert_eq!(
            [told(0.64, 0.58), told(0.6, 0.62), told(-2.2, 1.8)],
            ["0.64 ± 0.58", "0.6 ± 0.6", "-2.2 ± 1.8"]
        );
        assert_eq!(
            points(&Mean {
                mean: -0.0064,
                error: 0.0058
            }),
            "−0.64 ± 0.58 points"
        );
    }
}
