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

/// What they say where choices that nobody sees are counted.
pub(super) const ASSUMED: &str = "What others choose unseen counts as equally likely.";

/// The most prospects on an answer's line.
const FEW: usize = 6;

/// The most answers named on a line that they share.
const NAMED: usize = 8;

/// What is less likely than this would be shown as 0.0 %.
const SHOWN: f64 = 0.0005;

/// What is said where there is nothing to tell.
pub fn none(odds: &Odds) -> &'static str {
    if odds.by_chance {
        "Whatever chance brings, nothing of note comes of it before the next decision."
    } else {
        "Nothing is left to chance until the next decision."
    }
}

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

/// What an outcome is in brief, phrase by phrase: a win is that alone, and of anything else so many phrases.
fn brief_phrases(
    prospect: &Prospect,
    most: usize,
    language: Option<&Arc<Language>>,
) -> Vec<String> {
    let end = prospect.end.map(|end| end_in_words(end, language));
    if prospect.end.is_some_and(|end| end.verdict == Verdict::Win) {
        return end.into_iter().collect();
    }
    let told = &prospect.phrases[..most];
    let more = end.filter(|end| !told.contains(end));
    told.iter().cloned().chain(more).collect()
}

/// What may come of an answer, in brief.
struct Brief {
    /// Most likely first.
    heads: Vec<(String, Likelihood)>,
    /// Whether several of them may come at once.
    overlap: bool,
}

impl Brief {
    /// Whole outcomes if there are few of them, or none tells two things; otherwise each thing with all outcomes in which it comes.
    ///
    /// Which pieces lie elsewhere is left out where anything else may come, unless there is room to tell it of what has nothing else.
    fn of(odds: &AnswerOdds, language: Option<&Arc<Language>>) -> Brief {
        let is_weighty = |prospect: &Prospect| prospect.weighty > 0 || prospect.end.is_some();
        let says_something = |prospect: &Prospect| match is_weighty(prospect) {
            true => prospect.weighty,
            false => prospect.phrases.len(),
        };
        let mut whole = wholes(odds, says_something, language);
        if whole.len() > FEW && odds.outcomes.iter().any(is_weighty) {
            whole = wholes(odds, |prospect| prospect.weighty, language);
        }
        let is_single = whole.iter().all(|(phrases, _)| phrases.len() < 2);
        let overlap = !is_single && whole.len() > FEW;
        let mut heads: Vec<(String, Vec<Likelihood>)> = if overlap {
            things(&whole)
        } else {
            let joined = whole.into_iter();
            joined.map(|(all, parts)| (all.join(", "), parts)).collect()
        };
        for (text, _) in heads.iter_mut().filter(|(text, _)| text.is_empty()) {
            *text = nothing(&odds.always, language);
        }
        let summed = |(head, parts): (String, Vec<Likelihood>)| (head, Likelihood::sum(&parts));
        let mut heads: Vec<(String, Likelihood)> = heads.into_iter().map(summed).collect();
        heads.sort_by(|one, other| other.1.value().total_cmp(&one.1.value()));
        Brief { heads, overlap }
    }
}

/// Outcomes by so many of their phrases each.
fn wholes(
    odds: &AnswerOdds,
    most: impl Fn(&Prospect) -> usize,
    language: Option<&Arc<Language>>,
) -> Vec<(Vec<String>, Vec<Likelihood>)> {
    let mut whole: Vec<(Vec<String>, Vec<Likelihood>)> = Vec::new();
    for prospect in &odds.outcomes {
        let phrases = brief_phrases(prospect, most(prospect), language);
        match whole.iter_mut().find(|(known, _)| *known == phrases) {
            Some((_, parts)) => parts.push(prospect.p),
            None => whole.push((phrases, vec![prospect.p])),
        }
    }
    whole
}

/// Every phrase with all outcomes in which it comes. Phrases that only come together are one; so is what has none.
fn things(whole: &[(Vec<String>, Vec<Likelihood>)]) -> Vec<(String, Vec<Likelihood>)> {
    let mut places: Vec<(&str, Vec<usize>)> = Vec::new();
    for (at, (phrases, _)) in whole.iter().enumerate() {
        let all = phrases.iter().map(String::as_str);
        for phrase in all.chain(phrases.is_empty().then_some("")) {
            match places.iter_mut().find(|(known, _)| *known == phrase) {
                Some((_, all)) => all.push(at),
                None => places.push((phrase, vec![at])),
            }
        }
    }
    let mut told: Vec<(String, Vec<usize>)> = Vec::new();
    for (phrase, all) in places {
        match told.iter_mut().find(|(_, known)| *known == all) {
            Some((text, _)) => *text = format!("{text}, {phrase}"),
            None => told.push((phrase.to_owned(), all)),
        }
    }
    let parts = |all: Vec<usize>| all.iter().flat_map(|at| whole[*at].1.clone()).collect();
    told.into_iter()
        .map(|(text, all)| (text, parts(all)))
        .collect()
}

/// What is said of an outcome that tells nothing.
fn nothing(always: &[String], language: Option<&Arc<Language>>) -> String {
    if always.is_empty() {
        return words(String::new(), language);
    }
    say(language, "only {what}", &[("what", &always.join(", "))])
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
            .flat_map(|option| Brief::of(option, language).heads)
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
    if one.is_none()
        && odds
            .options
            .iter()
            .any(|option| Brief::of(option, language).overlap)
    {
        let text = "Several of these may come at once, so that their shares add up to more. With an answer, `odds` lists what comes together.";
        lines.push(say(language, text, &[]));
    }
    if odds.partial {
        lines.push(say(language, MAY_KNOW_MORE, &[]));
    }
    if odds.assumed {
        lines.push(say(language, ASSUMED, &[]));
    }
    lines
}

/// "wins 2 in 3, loses a heart 1 in 3"; `None` if everything is certain and the game goes on.
fn brief(odds: &AnswerOdds, language: Option<&Arc<Language>>) -> Option<String> {
    if let [only] = odds.outcomes.as_slice()
        && only.p.is_certain()
        && only
            .end
            .is_none_or(|end| end.verdict == Verdict::Draw && !end.is_scored)
    {
        return None;
    }
    let Brief { heads, overlap } = Brief::of(odds, language);
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
        let others = if overlap {
            "{count} others"
        } else {
            "{count} other ways"
        };
        parts.push(say(language, others, &[("count", &more)]));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Two dice, of which each face that shows counts.
    #[test]
    fn what_may_come_at_once_is_counted_in_each() {
        let prospect = |p, phrases: Vec<String>| Prospect {
            p,
            weighty: phrases.len(),
            phrases,
            end: None,
        };
        let shows = |face: u32| format!("the {face} shows");
        let pairs = (1..=6).flat_map(|one| (one..=6).map(move |other| (one, other)));
        let outcomes = pairs.map(|(one, other)| match one == other {
            true => prospect(Likelihood::exact(1, 36), vec![shows(one)]),
            false => prospect(Likelihood::exact(1, 18), vec![shows(one), shows(other)]),
        });
        let dice = AnswerOdds {
            id: "roll".into(),
            always: Vec::new(),
            outcomes: outcomes.collect(),
        };
        let told = brief(&dice, None).expect("something comes");
        for face in 1..=6 {
            let told_of = format!("the {face} shows 11 in 36");
            assert!(told.contains(&told_of), "{told}");
        }
        // A few are told as they come, and what only comes together is one.
        let few = AnswerOdds {
            outcomes: dice.outcomes[1..3].to_vec(),
            ..dice
        };
        let told = brief(&few, None).expect("something comes");
        assert_eq!(
            told,
            "the 1 shows, the 2 shows: 1 in 18; the 1 shows, the 3 shows: 1 in 18"
        );
    }

    /// A chip out of a bag: a skull ends the turn, and gold only lies there.
    #[test]
    fn what_comes_beside_an_end_is_told_where_there_is_room() {
        let comes = |cases, weighty, phrase: &str| Prospect {
            p: Likelihood::exact(cases, 11),
            phrases: vec![phrase.to_owned()],
            weighty,
            end: None,
        };
        let mut draw = AnswerOdds {
            id: "draw".into(),
            always: Vec::new(),
            outcomes: vec![
                comes(6, 0, "out: gold"),
                comes(3, 1, "the turn ends"),
                comes(2, 0, "out: nought"),
            ],
        };
        let told = brief(&draw, None).expect("something comes");
        assert_eq!(
            told,
            "out: gold 6 in 11, the turn ends 3 in 11, out: nought 2 in 11"
        );
        // Of many chips, it only matters which ends the turn.
        draw.outcomes = vec![comes(3, 1, "the turn ends")];
        let chips = (1..=8).map(|chip| comes(1, 0, &format!("out: chip {chip}")));
        draw.outcomes.extend(chips);
        let told = brief(&draw, None).expect("something comes");
        assert_eq!(told, "nothing of note 8 in 11, the turn ends 3 in 11");
    }
}
