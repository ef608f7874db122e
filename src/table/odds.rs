//! Odds in words.

use std::sync::Arc;

use crate::kit::Language;
use crate::kit::language::{decimal, say};
use crate::referee::odds::{AnswerOdds, Likelihood, Odds, Prospect};
use crate::referee::{Answer, Ask, Turn};

/// The most prospects on an answer's line.
const FEW: usize = 6;

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
        _ => rows,
    }
}

/// Everything that can come of one answer, one line each; the last line sums up what is hardly ever seen.
pub fn all(odds: &AnswerOdds, language: Option<&Arc<Language>>) -> Vec<(String, String)> {
    let row = |prospect: &Prospect| (told(prospect.p, language), words(prospect.text(), language));
    let rare = odds
        .outcomes
        .iter()
        .filter(|prospect| prospect.p.value() < SHOWN)
        .count();
    let listed = if rare > 1 {
        odds.outcomes.len() - rare
    } else {
        odds.outcomes.len()
    };
    let (listed, others) = odds.outcomes.split_at(listed);
    let mut rows: Vec<_> = listed.iter().map(row).collect();
    if !others.is_empty() {
        let sum = Likelihood::sum(&others.iter().map(|prospect| prospect.p).collect::<Vec<_>>());
        rows.push((
            told(sum, language),
            say(language, "{count} other ways", &[("count", &others.len())]),
        ));
    }
    rows
}

/// How accurate the probabilities are, if that needs saying.
pub fn caution(odds: &Odds, language: Option<&Arc<Language>>) -> Option<String> {
    let errors = odds
        .options
        .iter()
        .flat_map(|option| &option.outcomes)
        .filter_map(|prospect| match prospect.p {
            Likelihood::Sampled { error, .. } => Some(error),
            Likelihood::Exact { .. } => None,
        });
    let most = errors.fold(0.0, f64::max);
    let text =
        "Too many cases to count: estimated from trials, within {points} percentage points (95 %).";
    let points = decimal(language, format!("{:.1}", 100.0 * most));
    (!odds.exact).then(|| say(language, text, &[("points", &points)]))
}

/// "wins 4 in 6, loses a heart 2 in 6"; `None` if everything is certain.
fn brief(odds: &AnswerOdds, language: Option<&Arc<Language>>) -> Option<String> {
    if let [only] = odds.outcomes.as_slice()
        && only.p.is_certain()
    {
        return None;
    }
    let first = |prospect: &Prospect| {
        words(
            prospect.phrases.first().cloned().unwrap_or_default(),
            language,
        )
    };
    let mut heads: Vec<(String, Vec<Likelihood>)> = Vec::new();
    for prospect in &odds.outcomes {
        let head = first(prospect);
        match heads.iter_mut().find(|(known, _)| *known == head) {
            Some((_, parts)) => parts.push(prospect.p),
            None => heads.push((head, vec![prospect.p])),
        }
    }
    let mut heads: Vec<(String, Likelihood)> = heads
        .into_iter()
        .map(|(head, parts)| (head, Likelihood::sum(&parts)))
        .collect();
    heads.sort_by(|one, other| other.1.value().total_cmp(&one.1.value()));
    let more = heads.len().saturating_sub(FEW);
    // Commas in an outcome would look like those between two.
    let (colon, comma) = if heads.iter().take(FEW).any(|(head, _)| head.contains(", ")) {
        (":", "; ")
    } else {
        ("", ", ")
    };
    let told = |(head, p): &(String, Likelihood)| format!("{head}{colon} {}", told(*p, language));
    let mut parts: Vec<String> = heads.iter().take(FEW).map(told).collect();
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
