//! Odds in words.

use std::sync::Arc;

use crate::kit::Language;
use crate::kit::language::{decimal, say};
use crate::referee::odds::{AnswerOdds, Ending, Likelihood, Odds, Prospect};
use crate::referee::{Answer, Ask, Turn, Verdict};

/// Why there are no odds.
pub(crate) const NO_ODDS: &str = "these odds are not known, or would reveal what others hide";

/// What odds and hints say where they do not allow for all that somebody may know.
pub(super) const MAY_KNOW_MORE: &str = "People may know more than this counts: what they hold or looked at, what was rolled again, or what a refusal told them.";

/// The most prospects on an answer's line.
const FEW: usize = 6;

/// The most answers named on a line that they share.
const NAMED: usize = 8;

/// What is less likely than this would be shown as 0.0 %.
const SHOWN: f64 = 0.0005;

/// How likely the outcomes of each answer are.
pub const KEY: &str = "What each answer may lead to before the next decision:";

/// A line for each answer that leaves something to chance: how likely each of its first outcomes is. A single line if that is the
/// same for all of several answers.
pub fn lines(ask: &Ask, odds: &Odds, language: Option<&Arc<Language>>) -> Vec<(String, String)> {
    let chance = matches!(ask.turn, Turn::Chance(_));
    let total: u128 = ask
        .options
        .iter()
        .filter_map(|answer| answer.weight)
        .map(u128::from)
        .sum();
    let rows = ask.options.iter().zip(&odds.options);
    let row = |(answer, odds): (&Answer, &AnswerOdds)| {
        let comes = answer.weight.filter(|_| chance);
        let comes = comes.map(|cases| {
            told(
                Likelihood::Exact {
                    cases: cases.into(),
                    of: total.max(1),
                },
                language,
            )
        });
        let then = brief(odds, language);
        match (comes, then) {
            (Some(comes), Some(then)) => Some((
                answer.text.clone(),
                say(
                    language,
                    "{odds}; then {outcomes}",
                    &[("odds", &comes), ("outcomes", &then)],
                ),
            )),
            (Some(comes), None) => Some((answer.text.clone(), comes)),
            (None, then) => then.map(|then| (answer.text.clone(), then)),
        }
    };
    let rows: Vec<(String, String)> = rows.filter_map(row).collect();
    match rows.as_slice() {
        [(_, one), _, ..]
            if rows.len() == ask.options.len() && rows.iter().all(|(_, odds)| odds == one) =>
        {
            vec![(say(language, "any of them", &[]), one.clone())]
        }
        _ => grouped(rows, language),
    }
}

/// Answers with the same odds in one line.
fn grouped(rows: Vec<(String, String)>, language: Option<&Arc<Language>>) -> Vec<(String, String)> {
    let mut groups: Vec<(Vec<String>, String)> = Vec::new();
    for (answer, odds) in rows {
        match groups.iter_mut().find(|(_, known)| *known == odds) {
            Some((answers, _)) => answers.push(answer),
            None => groups.push((vec![answer], odds)),
        }
    }
    let named = |answers: Vec<String>| {
        let more = answers.len().saturating_sub(NAMED);
        if more < 2 {
            return answers.join(", ");
        }
        let others = say(language, "{count} others", &[("count", &more)]);
        format!("{}, {others}", answers[..NAMED].join(", "))
    };
    let line = |(answers, odds)| (named(answers), odds);
    groups.into_iter().map(line).collect()
}

/// Everything that can come of one answer, one line each; the last line sums up what is hardly ever seen.
pub fn all(odds: &AnswerOdds, language: Option<&Arc<Language>>) -> Vec<(String, String)> {
    let (shown, summed) = listed(odds);
    let named = shown.len() - usize::from(summed > 0);
    let mut rows = Vec::new();
    if !odds.always.is_empty() {
        let certain = Likelihood::exact(1, 1);
        rows.push((
            told(certain, language),
            words(odds.always.join(", "), language),
        ));
    }
    rows.extend(odds.outcomes[..named].iter().map(|prospect| {
        (
            told(prospect.p, language),
            full(prospect, &odds.always, language),
        )
    }));
    if let Some(sum) = shown.get(named) {
        let others = say(language, "{count} other ways", &[("count", &summed)]);
        rows.push((told(*sum, language), others));
    }
    rows
}

/// The probabilities that are listed of an answer, and how many outcomes the last of them sums up, if it does.
fn listed(odds: &AnswerOdds) -> (Vec<Likelihood>, usize) {
    let all: Vec<Likelihood> = odds.outcomes.iter().map(|prospect| prospect.p).collect();
    let rare = all.iter().filter(|p| p.value() < SHOWN).count();
    if rare < 2 {
        return (all, 0);
    }
    let (common, rest) = all.split_at(all.len() - rare);
    let sum = Likelihood::sum(rest);
    (common.iter().copied().chain([sum]).collect(), rare)
}

/// An outcome in full, beside what comes in any case.
fn full(prospect: &Prospect, always: &[String], language: Option<&Arc<Language>>) -> String {
    let end = prospect.end.map(|end| end_in_words(end, language));
    let more = end.filter(|end| !prospect.phrases.contains(end));
    let parts: Vec<String> = prospect.phrases.iter().cloned().chain(more).collect();
    if parts.is_empty() && !always.is_empty() {
        say(language, "nothing else", &[])
    } else {
        words(parts.join(", "), language)
    }
}

fn end_in_words(end: Ending, language: Option<&Arc<Language>>) -> String {
    let say = |(text, score): (&'static str, Option<i32>)| match score {
        Some(score) => say(language, text, &[("score", &score)]),
        None => say(language, text, &[]),
    };
    let parts: Vec<String> = end.words().into_iter().map(say).collect();
    parts.join(", ")
}

/// What an outcome is counted under in brief: a win as that, anything else by what matters most, and at last by what comes in any case.
fn head(prospect: &Prospect, always: &[String], language: Option<&Arc<Language>>) -> String {
    let end = prospect.end.map(|end| end_in_words(end, language));
    let first = prospect.phrases.first().cloned();
    let told = match prospect.end.map(|end| end.verdict) {
        Some(Verdict::Win) => end,
        _ => first.or(end),
    };
    let only = || {
        let all = always.join(", ");
        (!all.is_empty()).then(|| say(language, "only {what}", &[("what", &all)]))
    };
    words(told.or_else(only).unwrap_or_default(), language)
}

/// The outcomes of an answer in brief, most likely first.
fn heads(odds: &AnswerOdds, language: Option<&Arc<Language>>) -> Vec<(String, Likelihood)> {
    let mut heads: Vec<(String, Vec<Likelihood>)> = Vec::new();
    for prospect in &odds.outcomes {
        let head = head(prospect, &odds.always, language);
        match heads.iter_mut().find(|(known, _)| *known == head) {
            Some((_, parts)) => parts.push(prospect.p),
            None => heads.push((head, vec![prospect.p])),
        }
    }
    let summed = |(head, parts): (String, Vec<Likelihood>)| (head, Likelihood::sum(&parts));
    let mut heads: Vec<(String, Likelihood)> = heads.into_iter().map(summed).collect();
    heads.sort_by(|one, other| other.1.value().total_cmp(&one.1.value()));
    heads
}

/// How far what is shown can be trusted, if that needs saying: of one answer in full, or of all in brief.
pub fn caution(
    odds: &Odds,
    one: Option<&AnswerOdds>,
    language: Option<&Arc<Language>>,
) -> Vec<String> {
    let shown: Vec<Likelihood> = match one {
        Some(one) => listed(one).0,
        None => odds
            .options
            .iter()
            .flat_map(|option| heads(option, language))
            .map(|(_, p)| p)
            .collect(),
    };
    let most = shown.iter().map(|p| p.error()).fold(0.0, f64::max);
    let mut lines = Vec::new();
    if most > 0.0 {
        let text = "Too many cases to count: estimated from trials, within {points} percentage points (95 %).";
        let points = decimal(language, format!("{:.1}", 100.0 * most));
        lines.push(say(language, text, &[("points", &points)]));
    }
    if odds.partial {
        lines.push(say(language, MAY_KNOW_MORE, &[]));
    }
    if odds.assumed {
        let text = "What others choose unseen counts as equally likely.";
        lines.push(say(language, text, &[]));
    }
    lines
}

/// "wins 4 in 6, loses a heart 2 in 6"; `None` if everything is certain and the game goes on.
fn brief(odds: &AnswerOdds, language: Option<&Arc<Language>>) -> Option<String> {
    if let [only] = odds.outcomes.as_slice()
        && only.p.is_certain()
        && only
            .end
            .is_none_or(|end| end.verdict == Verdict::Draw && !end.is_scored)
    {
        return None;
    }
    let heads = heads(odds, language);
    // One more takes no more room than to say that there is one.
    let few = if heads.len() == FEW + 1 { FEW + 1 } else { FEW };
    let more = heads.len().saturating_sub(few);
    // Commas in an outcome would look like those between two, and "coins are 0 1 in 7" like one number.
    let runs_on =
        |head: &str| head.contains(", ") || head.ends_with(|sign: char| sign.is_ascii_digit());
    let (colon, comma) = if heads.iter().take(few).any(|(head, _)| runs_on(head)) {
        (":", "; ")
    } else {
        ("", ", ")
    };
    let told = |(head, p): &(String, Likelihood)| format!("{head}{colon} {}", told(*p, language));
    let mut parts: Vec<String> = heads.iter().take(few).map(told).collect();
    if more > 0 {
        parts.push(say(language, "{count} other ways", &[("count", &more)]));
    }
    Some(parts.join(comma))
}

fn words(text: String, language: Option<&Arc<Language>>) -> String {
    if text.is_empty() {
        say(language, "nothing of note", &[])
    } else {
        text
    }
}

fn told(likelihood: Likelihood, language: Option<&Arc<Language>>) -> String {
    let (form, [cases, of]) = likelihood.form();
    say(
        language,
        form,
        &[("cases", &decimal(language, cases)), ("of", &of)],
    )
}
