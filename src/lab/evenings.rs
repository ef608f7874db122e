//! What the journals of people's games say, by version of the kit: how long a turn takes, which rules were looked up and which answers
//! refused, what was corrected and taken back, what nobody ever chose, who won, and what was noted.
//!
//! Nothing of this is inferred from a simulation. What bots did at the same tables stands beside what people did, never in one figure
//! with it.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use serde::Serialize;

use super::stats::Share;
use crate::games::english::counted;
use crate::referee::journal::{Entry, Header, Record, Standing};
use crate::referee::{By, Decision, Verdict};

/// Whoever does nothing for this many seconds is having a break.
const BREAK: u64 = 20 * 60;

/// An answer that nobody chose is told if it was offered in at least this many decisions.
const OFTEN: u64 = 5;

/// At most this many of each list are told.
const TOLD: usize = 12;

/// One journal.
pub struct Evening {
    /// The file's name.
    pub name: String,
    pub record: Record,
    /// What was decided; or why the game cannot be played again.
    pub decisions: Result<Vec<Decision>, String>,
}

/// What the evenings with one version of a kit say.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Version {
    pub game: String,
    pub edition: Option<String>,
    /// The table options.
    pub options: Vec<(String, String)>,
    /// The fingerprint of what the rules read from the kit.
    pub kit: String,
    /// When the first line with a time was written, in seconds since 1970.
    pub since: Option<u64>,
    pub evenings: usize,
    /// Those that were played to the end.
    pub ended: usize,
    /// The fewest and the most players.
    pub players: (usize, usize),
    pub people: Side,
    pub bots: Side,
    /// By people; `None` if the journals have no times.
    pub time: Option<Times>,
    /// By rule, how often it was read.
    pub looked: BTreeMap<String, u64>,
    /// By reason, with the rule: how often an answer was refused.
    pub refused: BTreeMap<String, u64>,
    pub corrections: u64,
    /// How often moves were taken back, and how many of people.
    pub undos: u64,
    pub undone: u64,
    /// How often an earlier answer was replaced.
    pub amended: u64,
    /// Answers that people never chose, in words, with the number of decisions in which they were offered; most often first.
    pub never: Vec<(String, u64)>,
    /// Evenings that could not be played again with the kit as it is now, so that nothing is known of their answers.
    pub unread: Vec<(String, String)>,
    pub notes: Vec<NoteTaken>,
    /// By question of the host, what was answered.
    pub answers: BTreeMap<String, Vec<AnswerGiven>>,
}

/// Players of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Side {
    /// Seats at all tables.
    pub seats: u64,
    pub decisions: u64,
    /// Of those whose games ended.
    pub won: u64,
    pub drawn: u64,
    pub finished: u64,
    /// At the end, in order.
    pub scores: Vec<i32>,
}

/// How long people took, in seconds, without breaks.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// All evenings together.
    pub all: u64,
    /// How many turns, and their mean: answers of one player without another's between them.
    pub turns: u64,
    pub a_turn: f64,
    pub decisions: u64,
    pub a_decision: f64,
    pub median: u64,
}

/// A note at the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoteTaken {
    pub evening: String,
    /// After how many moves.
    pub n: usize,
    pub by: String,
    pub text: String,
}

/// An answer to a question of the host after a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerGiven {
    pub evening: String,
    pub by: String,
    pub text: String,
}

/// What evenings say, by version of the kit, the earliest first.
pub fn versions(evenings: &[Evening]) -> Vec<Version> {
    let key = |header: &Header| {
        let Header {
            game,
            kit,
            edition,
            options,
            ..
        } = header;
        (game.clone(), kit.clone(), edition.clone(), options.clone())
    };
    let mut groups: BTreeMap<_, Vec<&Evening>> = BTreeMap::new();
    for evening in evenings {
        let of = key(&evening.record.header);
        groups.entry(of).or_default().push(evening);
    }
    let mut versions: Vec<Version> = groups.into_values().map(|own| version(&own)).collect();
    versions.sort_by(|one, other| {
        let order = one.game.cmp(&other.game);
        order.then(one.since.cmp(&other.since))
    });
    versions
}

fn version(evenings: &[&Evening]) -> Version {
    let header = &evenings[0].record.header;
    let counts = evenings
        .iter()
        .map(|evening| evening.record.header.players.len());
    let mut version = Version {
        game: header.game.clone(),
        edition: header.edition.clone(),
        options: header.options.clone(),
        kit: header.kit.clone(),
        evenings: evenings.len(),
        players: (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0)),
        ..Version::default()
    };
    let mut pace = Pace::default();
    // By id: the words, and how often.
    let mut offered: BTreeMap<String, (String, u64)> = BTreeMap::new();
    let mut chosen = HashSet::new();
    for evening in evenings {
        version.add(evening);
        pace.add(evening);
        match &evening.decisions {
            Ok(decisions) => {
                for decision in decisions.iter().filter(|own| own.by != By::Program) {
                    for (id, words) in decision
                        .offered
                        .iter()
                        .filter(|_| decision.offered.len() > 1)
                    {
                        let known = offered.entry(id.clone());
                        known.or_insert_with(|| (words.clone(), 0)).1 += 1;
                    }
                    chosen.insert(decision.chosen.clone());
                }
            }
            Err(why) => version.unread.push((evening.name.clone(), why.clone())),
        }
    }
    let mut never: Vec<(String, u64)> = offered
        .into_iter()
        .filter(|(id, (_, count))| *count >= OFTEN && !chosen.contains(id))
        .map(|(_, offered)| offered)
        .collect();
    never.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    version.never = never;
    version.time = pace.times();
    for side in [&mut version.people, &mut version.bots] {
        side.scores.sort_unstable();
    }
    version
}

/// Whether a player is a bot.
fn is_bot(header: &Header, player: &str) -> bool {
    header.bots.iter().any(|(name, _)| name == player)
}

impl Version {
    fn side(&mut self, bot: bool) -> &mut Side {
        if bot {
            &mut self.bots
        } else {
            &mut self.people
        }
    }

    /// Adds what a journal says by itself.
    fn add(&mut self, evening: &Evening) {
        let Record {
            header,
            entries,
            times,
            ..
        } = &evening.record;
        let first = times.iter().flatten().min().copied();
        self.since = self.since.into_iter().chain(first).min();
        for player in &header.players {
            self.side(is_bot(header, player)).seats += 1;
        }
        let mut end = None;
        for entry in entries {
            match entry {
                Entry::Over { over, .. } => end = Some(over),
                // A game goes on after its end was taken back.
                Entry::Undo { undo, .. } => {
                    end = None;
                    self.undos += 1;
                    self.undone += *undo as u64;
                }
                Entry::Redo { .. } | Entry::End { .. } | Entry::Physical { .. } => {}
                Entry::Amend { .. } => self.amended += 1,
                Entry::Restore { .. } => {}
                Entry::Correct { .. } => self.corrections += 1,
                Entry::Looked { looked, .. } => {
                    *self.looked.entry(looked.clone()).or_default() += 1;
                }
                Entry::Refused { refused, rule, .. } => {
                    let rule = rule
                        .as_ref()
                        .map_or(String::new(), |rule| format!(" ({rule})"));
                    *self.refused.entry(format!("{refused}{rule}")).or_default() += 1;
                }
                Entry::Note { n, note, by } => self.notes.push(NoteTaken {
                    evening: evening.name.clone(),
                    n: *n,
                    by: by.clone(),
                    text: note.clone(),
                }),
                Entry::Answered {
                    asked,
                    answered,
                    by,
                    ..
                } => self.answer(
                    asked,
                    AnswerGiven {
                        evening: evening.name.clone(),
                        by: by.clone(),
                        text: answered.clone(),
                    },
                ),
                Entry::Move { .. } => {}
            }
        }
        if let Ok(decisions) = &evening.decisions {
            for decision in decisions {
                self.side(decision.by == By::Program).decisions += 1;
            }
        }
        if let Some(over) = end {
            self.ended += 1;
            self.finish(header, over);
        }
    }

    /// Adds an answer, in place of an earlier one by the same player.
    fn answer(&mut self, asked: &str, given: AnswerGiven) {
        let all = self.answers.entry(asked.to_owned()).or_default();
        all.retain(|other| (&other.evening, &other.by) != (&given.evening, &given.by));
        all.push(given);
    }

    /// Adds how a game ended.
    fn finish(&mut self, header: &Header, over: &[Standing]) {
        for (player, standing) in header.players.iter().zip(over) {
            let side = self.side(is_bot(header, player));
            side.finished += 1;
            side.won += u64::from(standing.result == Verdict::Win);
            side.drawn += u64::from(standing.result == Verdict::Draw);
            side.scores.extend(standing.score);
        }
    }
}

/// How long answers took.
#[derive(Default)]
struct Pace {
    /// Of all that was done without breaks.
    all: u64,
    /// By turn and by answer of people.
    turns: u64,
    answers: Vec<u64>,
}

impl Pace {
    fn add(&mut self, evening: &Evening) {
        let Record {
            header,
            entries,
            times,
            ..
        } = &evening.record;
        // What bots answer is written as the program's.
        let decisions = evening.decisions.iter().flatten();
        let of_bots = decisions.filter(|decision| decision.by == By::Program);
        let of_bots: HashSet<usize> = of_bots.map(|decision| decision.n).collect();
        let is_person = |by: &String| header.players.contains(by) && !is_bot(header, by);
        let mut before = times.first().copied().flatten();
        let mut last: Option<&String> = None;
        for (entry, time) in entries.iter().zip(times.iter().skip(1)) {
            let took = time
                .zip(before)
                .map(|(now, before)| now.saturating_sub(before));
            before = time.or(before);
            let took = took.filter(|took| *took < BREAK);
            self.all += took.unwrap_or(0);
            let Entry::Move { n, by, .. } = entry else {
                continue;
            };
            if of_bots.contains(n) {
                last = None;
            }
            if header.players.contains(by) {
                let is_new = last != Some(by);
                last = Some(by);
                if let Some(took) = took.filter(|_| is_person(by)) {
                    self.turns += u64::from(is_new);
                    self.answers.push(took);
                }
            }
        }
    }

    fn times(mut self) -> Option<Times> {
        self.answers.sort_unstable();
        let median = *self.answers.get(self.answers.len() / 2)?;
        let sum = self.answers.iter().sum::<u64>() as f64;
        let decisions = self.answers.len() as u64;
        Some(Times {
            all: self.all,
            turns: self.turns,
            a_turn: sum / self.turns.max(1) as f64,
            decisions,
            a_decision: sum / decisions as f64,
            median,
        })
    }
}

/// The versions in plain lines.
pub fn words(versions: &[Version]) -> String {
    let mut text = String::new();
    for version in versions {
        if !text.is_empty() {
            text.push('\n');
        }
        version.tell(&mut text);
    }
    text
}

impl Version {
    fn tell(&self, text: &mut String) {
        let line = |text: &mut String, name: &str, says: &str| {
            let _ = writeln!(text, "{name:<15}{says}");
        };
        let _ = writeln!(text, "{}", self.heading());
        self.people.tell(text, "people");
        self.bots.tell(text, "bots");
        match &self.time {
            Some(time) => line(text, "time", &time.words(self.evenings)),
            None => line(text, "time", "the journals do not say"),
        }
        let most = |counts: &BTreeMap<String, u64>| {
            let mut all: Vec<(&String, &u64)> = counts.iter().collect();
            all.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let shown = all.iter().take(TOLD);
            let shown = shown.map(|(what, count)| format!("{what}: {}", times(**count)));
            shown.collect::<Vec<_>>()
        };
        if !self.looked.is_empty() {
            line(text, "rules read", &most(&self.looked).join(", "));
        }
        for (at, refused) in most(&self.refused).iter().enumerate() {
            line(text, if at == 0 { "refused" } else { "" }, refused);
        }
        if self.corrections > 0 {
            line(text, "corrected", &times(self.corrections));
        }
        if self.undos > 0 {
            let undone = counted(self.undone as usize, "answer");
            let says = format!("{}, {undone} in all", times(self.undos));
            line(text, "taken back", &says);
        }
        if self.amended > 0 {
            line(text, "replaced", &times(self.amended));
        }
        if !self.never.is_empty() {
            let some = self.never.iter().take(TOLD);
            let some = some.map(|(answer, count)| format!("{answer} (offered {})", times(*count)));
            let more = self.never.len().saturating_sub(TOLD);
            let more = (more > 0).then(|| format!("{more} more"));
            let all: Vec<String> = some.chain(more).collect();
            line(text, "never chosen", &all.join(", "));
        }
        for (name, why) in &self.unread {
            line(text, "not replayed", &format!("{name}: {why}"));
        }
        for (asked, answers) in &self.answers {
            line(text, "asked", asked);
            for AnswerGiven {
                evening,
                by,
                text: answer,
            } in answers
            {
                let by = if by == "table" { "the table" } else { by };
                line(text, "", &format!("{evening}, {by}: {}", flat(answer)));
            }
        }
        for note in &self.notes {
            let NoteTaken {
                evening,
                n,
                by,
                text: note,
            } = note;
            let by = if by == "table" {
                String::new()
            } else {
                format!(", {by}")
            };
            line(
                text,
                "note",
                &format!("{evening}, after move {n}{by}: {}", flat(note)),
            );
        }
    }

    fn heading(&self) -> String {
        let edition = self
            .edition
            .iter()
            .map(|edition| format!("edition {edition}"));
        let options = self
            .options
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        let with: Vec<String> = edition.chain(options).collect();
        let with = if with.is_empty() {
            String::new()
        } else {
            format!(" ({})", with.join(", "))
        };
        let since = self
            .since
            .map_or(String::new(), |time| format!(", since {}", date(time)));
        let kit: String = self.kit.chars().take(6).collect();
        let players = match self.players {
            (least, most) if least == most => format!("{most}"),
            (least, most) => format!("{least} to {most}"),
        };
        format!(
            "{}{with}, kit {kit}{since}: {}, {} to the end; players: {players}",
            self.game,
            counted(self.evenings, "evening"),
            self.ended
        )
    }
}

impl Side {
    fn tell(&self, text: &mut String, name: &str) {
        if self.seats == 0 {
            return;
        }
        let mut says = vec![counted(self.seats as usize, "seat")];
        if self.decisions > 0 {
            says.push(counted(self.decisions as usize, "decision"));
        }
        // Where nobody could win or lose, only the score tells.
        let is_scored = self.drawn == self.finished && !self.scores.is_empty();
        if self.finished > 0 && !is_scored {
            let won = Share::new(self.won, self.finished);
            says.push(format!(
                "won {} of {} ({:.0} to {:.0} %)",
                won.count,
                won.of,
                100.0 * won.low,
                100.0 * won.high
            ));
        }
        if self.drawn > 0 && !is_scored {
            says.push(format!("drawn {}", self.drawn));
        }
        if let (Some(low), Some(high)) = (self.scores.first(), self.scores.last()) {
            let sum: i64 = self.scores.iter().copied().map(i64::from).sum();
            let mean = sum as f64 / self.scores.len() as f64;
            says.push(format!("score {mean:.1} ({low} to {high})"));
        }
        let _ = writeln!(text, "{name:<15}{}", says.join(", "));
    }
}

impl Times {
    fn words(&self, evenings: usize) -> String {
        let minutes = self.all as f64 / 60.0 / evenings.max(1) as f64;
        format!(
            "{minutes:.0} min an evening; of people, {:.0} s a turn, {:.0} s a decision (half of them within {} s)",
            self.a_turn, self.a_decision, self.median
        )
    }
}

/// A text on one line, whatever a stranger's journal has.
fn flat(text: &str) -> String {
    let sign = |sign: char| if sign.is_control() { ' ' } else { sign };
    text.chars().map(sign).collect()
}

fn times(count: u64) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

/// The day of a time, as in "2026-11-29", by the Gregorian calendar in UTC.
fn date(time: u64) -> String {
    // Years begin in March here, so that the leap day is their last.
    let days = time / 86_400 + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}-{month:02}-{day:02}", 400 * era + year + later)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_by_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(1_795_942_613), "2026-11-29");
    }
}
