//! What is printed between two typed lines: what happened, the table where it changed, and the question.

use std::io;

use super::{Reported, Terminal, open_seat};
use crate::games::english::{capital, joined};
use crate::referee::{By, Heading, News, Seat, Telling, Told, Tone, Turn};
use crate::table::answering;
use crate::table::asking::{self, Asked};
use crate::table::line_parser;
use crate::table::numbers::Numbers;
use crate::table::paint::{WIDTH, drawing, fitted};
use crate::table::plain::{self, Question};
use crate::table::voice::{Drawn, Voice};
use crate::table::{Ending, menu};

/// Dice, tiles and cards are listed up to this number of them.
const MAX_FACES: usize = 12;

impl Terminal<'_> {
    /// Tells what happened since the last time: a paragraph for each phase, under its heading.
    pub(super) fn tell(&mut self) -> io::Result<()> {
        let news = std::mem::take(&mut self.news);
        let mut paragraph: Vec<(News, News)> = Vec::new();
        let mut deeds: Option<Deeds> = None;
        for (at, told) in news.iter().enumerate() {
            if told.telling.kind == "fault" {
                self.paragraph(&mut paragraph)?;
                self.say(Tone::Bad, &told.telling.text)?;
                continue;
            }
            let full = || News::Brief(self.presentation.word(told.telling.text.clone()));
            let brief = match &told.news {
                News::Full => full(),
                news => news.clone(),
            };
            let said = match (&told.news, self.presentation.voice) {
                (News::Silent, Voice::Chatty) if heads(told, &news[at..]) => News::Silent,
                (_, Voice::Chatty) => News::Brief(with_rule(&told.telling)),
                (News::Silent, Voice::Plain) => News::Silent,
                (fact, Voice::Plain) if is_shared(&news, at) => {
                    self.in_common(&news, at).unwrap_or_else(|| fact.clone())
                }
                (news, Voice::Plain) => match (&told.sentence, news) {
                    (Some(sentence), _) => News::Brief(sentence.clone()),
                    (None, News::Brief(_)) => full(),
                    (None, _) => brief.clone(),
                },
                _ => brief.clone(),
            };
            deeds = self.continued(deeds, told.telling.kind, (said, brief), &mut paragraph);
            let last_of_move = news.get(at + 1).is_none_or(|next| next.n != told.n);
            if last_of_move && self.is_new(told.heading.as_ref()) {
                self.paragraph(&mut paragraph)?;
                self.head(told.heading.clone())?;
            }
        }
        self.paragraph(&mut paragraph)?;
        self.seen = None;
        if !news.is_empty() {
            let reported = |told: Told| Reported {
                repeats: told.news == News::Silent,
                telling: told.telling,
            };
            self.last = news.into_iter().map(reported).collect();
        }
        Ok(())
    }

    /// Adds what is said to a paragraph; what somebody does again, to the sentence that tells of it already. Returns what may be
    /// done again next.
    fn continued(
        &self,
        deeds: Option<Deeds>,
        kind: &'static str,
        (said, brief): (News, News),
        paragraph: &mut Vec<(News, News)>,
    ) -> Option<Deeds> {
        let (News::Brief(sentence), Voice::Plain) = (&said, self.presentation.voice) else {
            let kept = deeds.filter(|_| said == News::Silent);
            paragraph.push((said, brief));
            return kept;
        };
        let known = deeds.filter(|known| known.at < paragraph.len());
        let Some(more) = known.and_then(|known| known.with(kind, sentence)) else {
            let players = &self.sitting.header().players;
            let first = Deeds::of(players, kind, sentence, paragraph.len());
            paragraph.push((said, brief));
            return first;
        };
        let and = self.presentation.tell("and", &[]);
        paragraph[more.at].0 = News::Brief(more.sentence(&and));
        paragraph.push((News::Silent, brief));
        Some(more)
    }

    /// What several players did alike, told of the first of them: "Ann goes north, Bob too." Silent for the others; `None` if
    /// there is no such sentence.
    fn in_common(&self, news: &[Told], at: usize) -> Option<News> {
        let run = run_of(news, at);
        let of: Vec<&str> = run
            .iter()
            .filter_map(|told| match &told.news {
                News::Fact { of, .. } => Some(of.as_str()),
                _ => None,
            })
            .collect();
        let players = &self.sitting.header().players;
        let is_person = |at: usize| {
            players.iter().any(|player| player == of[at]) && !of[..at].contains(&of[at])
        };
        let first = run.first()?;
        let others = of.get(1..)?;
        let sentence = first.sentence.as_ref()?.strip_suffix('.')?;
        if !(0..of.len()).all(is_person) {
            return None;
        }
        if !std::ptr::eq(*first, &news[at]) {
            return Some(News::Silent);
        }
        let others = joined(others, &self.presentation.tell("and", &[]));
        Some(News::Brief(self.presentation.tell(
            "{sentence}, {players} too.",
            &[("sentence", &sentence), ("players", &others)],
        )))
    }

    /// Tells news, of which each is given as it is said and in brief.
    fn paragraph(&mut self, news: &mut Vec<(News, News)>) -> io::Result<()> {
        let (said, brief) = std::mem::take(news).into_iter().unzip();
        let said = sentences(said);
        let is_seen = |line: String| repeats(&line, &sentences(brief));
        let lines = match self.presentation.voice {
            Voice::Chatty => said,
            _ if self.seen.take().is_some_and(is_seen) => return Ok(()),
            _ => vec![said.join(" ")],
        };
        let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        lines.iter().try_for_each(|line| {
            writeln!(
                self.out,
                "{}",
                self.names.toned(Tone::Plain, &fitted(line, self.width, 2))
            )
        })
    }

    /// Whether it says more than the one before: "Turn 4" is not news after "Turn 4 · Bob first", once Ann is dead.
    fn is_new(&self, heading: Option<&Heading>) -> bool {
        let known = self.heading.as_deref().unwrap_or_default();
        heading.is_some_and(|heading| {
            let rest = known.strip_prefix(heading.text.as_str());
            rest.is_none_or(|rest| !rest.is_empty() && !rest.starts_with(" · "))
        })
    }

    /// Prints a heading; before the first of a round, also everybody's standing if that has changed.
    fn head(&mut self, heading: Option<Heading>) -> io::Result<()> {
        let Some(Heading { round, text }) = heading else {
            return Ok(());
        };
        let before = self.heading.replace(text.clone()).is_some();
        let new_round = self.heading_round.replace(round) != Some(round);
        if before
            && new_round
            && self.sitting.turn() != Turn::Over
            && let Some(summary) = self.sitting.summary()
            && self.summary.as_ref() != Some(&summary)
        {
            self.say(Tone::Dim, &summary)?;
            self.summary = Some(summary);
        }
        if self.presentation.drawn {
            self.say(Tone::Cool, &format!("── {text} ──"))
        } else {
            let parts: Vec<String> = text.split(" · ").map(capital).collect();
            self.say(Tone::Cool, &format!("{}.", parts.join(". ")))
        }
    }

    /// Shows the table if it changed in a way that matters, or in sentences what is new about it.
    pub(super) fn show(&mut self) -> io::Result<()> {
        let heading = self.sitting.heading();
        if self.is_new(heading.as_ref()) {
            self.head(heading.clone())?;
        }
        let all_by_hand = self.sitting.physical().iter().all(|by_hand| *by_hand);
        let when = self.presentation.when.unwrap_or(if all_by_hand {
            Drawn::Never
        } else {
            Drawn::Change
        });
        let table_version = Some(self.sitting.table_version())
            .filter(|table_version| *table_version != 0)
            .or(self.table_version)
            .or(Some(0));
        let round = heading.map(|heading| heading.round);
        let due = match when {
            Drawn::Change => self.table_version != table_version,
            Drawn::Turn => self.table_version.is_none() || self.round != round,
            Drawn::Never => false,
        };
        self.table_version = table_version;
        self.round = round;
        // A player alone at the screen also sees their own things there.
        let whole = std::mem::take(&mut self.redraw) || self.is_private();
        if !whole && !due {
            return Ok(());
        }
        if self.presentation.drawn {
            return if whole {
                self.draw()
            } else {
                self.draw_changed()
            };
        }
        let sentences = self.described();
        let new: Vec<String> = sentences
            .iter()
            .filter(|sentence| !self.sentences.contains(sentence))
            .cloned()
            .collect();
        self.sentences = sentences;
        self.list(&new)
    }

    /// Brings the picture of the table up to date.
    pub(super) fn picture(&mut self) -> io::Result<()> {
        if self.renderer.keeps() {
            let scene = if self.presentation.open_hands {
                let open = self.sitting.opened(usize::MAX);
                self.sitting.pointed_at(open, self.viewer())
            } else {
                self.sitting.highlighted(open_seat(self.sitting))
            };
            self.renderer.refresh(scene);
        }
        match self.renderer.error() {
            Some(error) => self.told(
                Tone::Bad,
                "The picture is not up to date: {why}.",
                &[("why", &error)],
            ),
            None => Ok(()),
        }
    }

    pub(super) fn draw(&mut self) -> io::Result<()> {
        let board = self
            .sitting
            .board(usize::MAX, self.viewer(), self.width.unwrap_or(WIDTH));
        write!(self.out, "{}", drawing(&board))?;
        if !self.presentation.open_hands {
            return Ok(());
        }
        // What the others hide is told beside it.
        let own = self.sitting.describe(usize::MAX, self.viewer());
        let mut others = self.described();
        others.retain(|sentence| !own.contains(sentence));
        self.list(&others)
    }

    /// Draws the map near what matters now; what people have is shown when they are asked.
    fn draw_changed(&mut self) -> io::Result<()> {
        let near = self
            .sitting
            .near(self.viewer(), self.width.unwrap_or(WIDTH));
        write!(self.out, "{}", drawing(&near))
    }

    /// Asks, or says how the game ended.
    pub(super) fn ask(&mut self) -> io::Result<()> {
        let mistaken = std::mem::take(&mut self.mistaken);
        let Some(asked) = Asked::now(self.sitting) else {
            return self.end(mistaken);
        };
        if self.presentation.voice == Voice::Chatty {
            let usual = asked
                .brief
                .usual
                .as_ref()
                .map_or(String::new(), |(_, word)| format!("  ({word})"));
            self.say(Tone::Strong, &format!("{}{usual}", asked.ask.question))?;
            let only = std::slice::from_ref(&asked);
            let numbers = Numbers::of(only, true);
            return match answering::how(only, &numbers, self.presentation.language) {
                _ if mistaken => Ok(()),
                // What lies on the table needs no list.
                Some(how) if asked.seat().is_none() && asked.ask.options.len() > MAX_FACES => {
                    self.say(Tone::Dim, &format!("  {how}"))
                }
                _ => self.answers(&asked),
            };
        }
        let batch = self.shown_asks();
        let seat = batch.first().and_then(Asked::seat);
        self.status(seat)?;
        if self.presentation.voice == Voice::Plain {
            return self.pose(&plain::questions(&batch, self.presentation.language));
        }
        let parts = asking::terse(&batch);
        // Lines are broken between answers, not within them.
        writeln!(
            self.out,
            "{}",
            asking::joined(&parts, self.width, &self.names)
        )?;
        match batch.as_slice() {
            [asked] if asked.seat().is_some() && !asked.is_short() && !mistaken => {
                self.answers(asked)
            }
            _ => Ok(()),
        }
    }

    /// Shows questions with their answers; those whose answers are on the screen already by themselves, unless they are short.
    fn pose(&mut self, questions: &[Question]) -> io::Result<()> {
        let whole = |question: &Question| question.laid_out(self.width, &self.names);
        let whole: Vec<String> = questions.iter().map(whole).collect();
        let now = (self.sitting.made(), whole);
        let is_posed = self.posed == now;
        for (question, whole) in questions.iter().zip(&now.1) {
            if is_posed {
                writeln!(self.out, "{}", question.again(self.width, &self.names))?;
            } else {
                writeln!(self.out, "{whole}")?;
            }
        }
        self.posed = now;
        Ok(())
    }

    /// What the question shown consists of: one ask, or several that are put together.
    pub(super) fn shown_asks(&self) -> Vec<Asked> {
        let mut asks = self.open_asks();
        let mut first = true;
        // What somebody has answered early is not asked again.
        asks.retain(|asked| std::mem::take(&mut first) || !self.is_kept(asked));
        asks
    }

    fn is_kept(&self, asked: &Asked) -> bool {
        self.early.iter().any(|word| {
            let to = line_parser::addressee(std::slice::from_ref(word));
            to.is_some() && to == asked.seat() && asked.plain(&word.text).is_some()
        })
    }

    /// The questions that can be answered now.
    pub(super) fn open_asks(&self) -> Vec<Asked> {
        match Asked::now(self.sitting) {
            Some(asked)
                if asked.ask.secret.is_some() || self.presentation.voice == Voice::Chatty =>
            {
                vec![asked]
            }
            Some(_) => line_parser::stages(self.sitting, &self.early)
                .iter()
                .flat_map(|stage| asking::batch(&*stage.at))
                .collect(),
            None => Vec::new(),
        }
    }

    /// The answers, listed.
    pub(super) fn answers(&mut self, asked: &Asked) -> io::Result<()> {
        write!(self.out, "{}", self.list_of(asked))
    }

    pub(super) fn list_of(&self, asked: &Asked) -> String {
        let numbers = self.numbers_shown();
        menu::shown(asked, &numbers, self.width, self.presentation.language)
    }

    /// What numbers mean while the current question is on the screen.
    pub(super) fn numbers_shown(&self) -> Numbers {
        let asks = self.shown_asks();
        match self.presentation.voice {
            Voice::Plain => Numbers::of(&asks, false),
            Voice::Chatty => Numbers::of(&asks, true),
            Voice::Terse => match asks.as_slice() {
                [asked] if !asked.is_short() => Numbers::of(&asks, false),
                _ => Numbers::NONE,
            },
        }
    }

    /// What of their own things the players who are asked need to see, if it has changed.
    fn status(&mut self, seat: Option<Seat>) -> io::Result<()> {
        let status = self.sitting.status(self.facing.or(seat));
        if status.is_some() && status != self.status {
            self.say(Tone::Plain, status.as_deref().unwrap_or_default())?;
        }
        self.status = status;
        Ok(())
    }

    fn end(&mut self, mistaken: bool) -> io::Result<()> {
        if mistaken {
            return Ok(());
        }
        self.note(Tone::Strong, "The game is over.")?;
        let players = self.sitting.header().players.clone();
        if let Some(outcome) = self.sitting.outcome() {
            for sentence in
                Ending::new(&outcome, &players).sentences(&players, self.presentation.language)
            {
                self.say(Tone::Strong, &sentence)?;
            }
        }
        self.note(
            Tone::Dim,
            "`story` retells it; `luck` shows what chance gave; `undo` takes the last move back; `again` plays once more; Enter ends.",
        )
    }
}

/// Whether the news before or after it is the same fact about somebody else, so that they are told together: "Ann, Bob: stay."
fn is_shared(news: &[Told], at: usize) -> bool {
    run_of(news, at).len() > 1
}

/// The same fact about one after the other, around this one. What was rolled or drawn in between, even if the table knows it, keeps
/// them apart.
fn run_of(news: &[Told], at: usize) -> Vec<&Told> {
    let is_said = |told: &&Told| told.news != News::Silent || !matches!(told.by, By::Player(_));
    let News::Fact { is, .. } = &news[at].news else {
        return Vec::new();
    };
    let own = deed(&news[at]);
    let is_same = |told: &&Told| {
        matches!(&told.news, News::Fact { is: other, .. } if other == is) && deed(told) == own
    };
    let before = news[..at].iter().rev().filter(is_said).take_while(is_same);
    let mut run: Vec<&Told> = before.collect();
    run.reverse();
    run.extend(news[at..].iter().filter(is_said).take_while(is_same));
    run
}

/// Its sentence without the name of whom it is about.
fn deed(told: &Told) -> Option<&str> {
    let News::Fact { of, .. } = &told.news else {
        return None;
    };
    let sentence = told.sentence.as_deref().unwrap_or(&told.telling.text);
    sentence.strip_prefix(of.as_str())
}

/// What a player did several times in a row, told as one sentence: "Bob goes to C1, M2 and C4."
struct Deeds {
    kind: &'static str,
    /// The words that all begin with, and those of each.
    head: String,
    rests: Vec<String>,
    /// Where it is told.
    at: usize,
}

impl Deeds {
    fn of(players: &[String], kind: &'static str, sentence: &str, at: usize) -> Option<Deeds> {
        let player = players.iter().find_map(|player| {
            let rest = sentence.strip_prefix(player.as_str())?.strip_prefix(' ')?;
            Some((player, rest))
        });
        let (player, rest) = player?;
        let deeds = Deeds {
            kind,
            head: player.clone(),
            rests: vec![rest.strip_suffix('.')?.to_owned()],
            at,
        };
        deeds.is_clear().then_some(deeds)
    }

    /// The same with one more; `None` if that is something else.
    fn with(mut self, kind: &'static str, sentence: &str) -> Option<Deeds> {
        let rest = sentence.strip_prefix(self.head.as_str())?;
        let rest = rest.strip_prefix(' ')?.strip_suffix('.')?;
        self.rests.push(rest.to_owned());
        if let [first, second] = self.rests.as_slice() {
            let same = plain::beginning(first, second);
            if same.is_empty() {
                return None;
            }
            self.head = format!("{} {same}", self.head);
            let cut = same.len() + 1;
            self.rests
                .iter_mut()
                .for_each(|rest| drop(rest.drain(..cut)));
        }
        (self.kind == kind && self.is_clear()).then_some(self)
    }

    /// Whether each can stand in a list: a comma of its own would look like one of the list.
    fn is_clear(&self) -> bool {
        let bare = |rest: &String| {
            let mut depth = 0;
            let is_outside = |letter: &char| {
                depth += i32::from(*letter == '(') - i32::from(*letter == ')');
                depth == 0
            };
            rest.chars().filter(is_outside).collect::<String>()
        };
        // What is left of something is not done: "3 left".
        let is_plain = |rest: &String| {
            !bare(rest).contains([',', ';', ':', '.', '!']) && !plain::is_figure(rest)
        };
        !self.head.ends_with(':') && self.rests.iter().all(is_plain)
    }

    fn sentence(&self, and: &str) -> String {
        format!("{} {}.", self.head, joined(&self.rests, and))
    }
}

/// Whether the following heading says the same: "Round 3: Cleo is first."
fn heads(told: &Told, news: &[Told]) -> bool {
    let heading = news.iter().find_map(|told| told.heading.as_ref());
    let part = heading.and_then(|heading| heading.text.split(" · ").next());
    part.is_some_and(|part| told.telling.text.starts_with(part))
}

/// Whether the line above already says everything: "Ann: p1." after `p1`.
fn repeats(line: &str, sentences: &[String]) -> bool {
    let [only] = sentences else { return false };
    let line = line.trim();
    let said = only
        .split_once(": ")
        .map(|(_, is)| is.trim_end_matches('.'));
    said.is_some_and(|is| {
        let is = is.strip_prefix("to ").unwrap_or(is);
        is.eq_ignore_ascii_case(line)
    })
}

/// News in sentences: everything about one thing is one sentence, and so is what several things have in common.
fn sentences(news: Vec<News>) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    // The subjects of the facts that stand together, and the facts.
    let mut facts: Vec<(String, Vec<String>)> = Vec::new();
    let mut several: Vec<Several> = Vec::new();
    for news in news {
        if !matches!(news, News::Another { .. } | News::Silent) {
            sentences.extend(alike(counted(std::mem::take(&mut several))));
        }
        let sentence = match news {
            News::Another { of, one, many } => {
                sentences.extend(alike(together(std::mem::take(&mut facts))));
                match several
                    .iter_mut()
                    .find(|known| (&known.of, &known.one) == (&of, &one))
                {
                    Some(known) => known.count += 1,
                    None => several.push(Several {
                        of,
                        one,
                        many,
                        count: 1,
                    }),
                }
                continue;
            }
            News::Fact { of, is } => {
                match facts.last_mut() {
                    Some((before, facts)) if *before == of => facts.push(is),
                    _ => facts.push((of, vec![is])),
                }
                continue;
            }
            News::Silent => continue,
            News::Full => String::new(),
            News::Brief(text) => text,
        };
        sentences.extend(alike(together(std::mem::take(&mut facts))));
        sentences.push(sentence);
    }
    sentences.extend(alike(together(facts)));
    sentences.extend(alike(counted(several)));
    sentences
}

/// From so many equal facts on they are told once with their number.
const MANY: usize = 3;

/// The facts about each thing in a row: "Copper ×4, Estate". Numbers stand in their order, as dice were rolled.
fn together(facts: Vec<(String, Vec<String>)>) -> Vec<(String, String)> {
    let told = |all: Vec<String>| {
        let count = |is: &String| all.iter().filter(|other| *other == is).count();
        let is_counted = |is: &String| count(is) >= MANY && is.contains(char::is_alphabetic);
        let mut words: Vec<String> = Vec::new();
        for (at, is) in all.iter().enumerate() {
            if !is_counted(is) {
                words.push(is.clone());
            } else if !all[..at].contains(is) {
                words.push(format!("{is} ×{}", count(is)));
            }
        }
        words.join(", ")
    };
    facts.into_iter().map(|(of, all)| (of, told(all))).collect()
}

/// Identical things, told once with their number.
struct Several {
    of: String,
    one: String,
    many: String,
    count: usize,
}

/// What everybody has, counted: "a potion, 2 coins of 5".
fn counted(several: Vec<Several>) -> Vec<(String, String)> {
    let mut facts: Vec<(String, String)> = Vec::new();
    for Several {
        of,
        one,
        many,
        count,
    } in several
    {
        let is = if count == 1 {
            one
        } else {
            format!("{count} {many}")
        };
        match facts.iter_mut().find(|(known, _)| *known == of) {
            Some((_, own)) => *own = format!("{own}, {is}"),
            None => facts.push((of, is)),
        }
    }
    facts
}

/// A sentence with the rule behind it.
fn with_rule(telling: &Telling) -> String {
    match telling.rule {
        Some(rule) => format!("{} ({rule})", telling.text),
        None => telling.text.clone(),
    }
}

/// "Ann, Bob: stay. Cleo: a coin of 2."
fn alike(facts: Vec<(String, String)>) -> Vec<String> {
    // A comma within a name would look like one between two.
    let is_plain = |of: &str| !of.contains(',');
    let same = |one: &(String, String), other: &(String, String)| {
        one.1 == other.1 && is_plain(&one.0) && is_plain(&other.0)
    };
    let sentence = |run: &[(String, String)]| {
        let within = |(at, (of, _)): (usize, &(String, String))| match of.strip_prefix("The ") {
            Some(rest) if at > 0 => format!("the {rest}"),
            _ => of.clone(),
        };
        let of: Vec<String> = run.iter().enumerate().map(within).collect();
        format!("{}: {}.", of.join(", "), run[0].1)
    };
    let sentences = |run: &[(String, String)]| {
        let (sentences, named): (Vec<_>, Vec<_>) = run
            .iter()
            .cloned()
            .partition(|(of, _)| of.contains(News::THINGS));
        let sentences = sentences.into_iter();
        let mut told: Vec<String> = sentences
            .map(|(of, is)| format!("{}.", of.replace(News::THINGS, &is)))
            .collect();
        told.extend((!named.is_empty()).then(|| sentence(&named)));
        told
    };
    facts.chunk_by(same).flat_map(sentences).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_is_one_sentence() {
        let fact = |of: &str, is: &str| News::Fact {
            of: of.into(),
            is: is.into(),
        };
        let news = vec![
            fact("Old Well", "red"),
            fact("Old Well", "red"),
            News::Silent,
            fact("Ann", "stays"),
            fact("Bob", "stays"),
            News::Brief("Noise 3.".into()),
            fact("Ann", "d4"),
        ];
        assert_eq!(
            sentences(news),
            [
                "Old Well: red, red.",
                "Ann, Bob: stays.",
                "Noise 3.",
                "Ann: d4."
            ]
        );
        let used = ["Copper", "Estate", "Copper", "Copper"].map(|is| fact("The used", is));
        assert_eq!(sentences(used.into()), ["The used: Copper ×3, Estate."]);
        let dice = ["2", "2", "2"].map(|is| fact("Ann", is));
        assert_eq!(sentences(dice.into()), ["Ann: 2, 2, 2."]);
        assert_eq!(
            sentences(vec![fact("The heap", "Sun"), fact("The market", "Sun")]),
            ["The heap, the market: Sun."]
        );
    }

    #[test]
    fn what_is_done_after_a_draw_is_told_apart() {
        let told = |n: usize, by: By, news: News, sentence: &str| Told {
            n,
            by,
            telling: Telling {
                rule: None,
                kind: "went",
                text: sentence.into(),
                data: serde_json::Value::Null,
            },
            news,
            sentence: Some(sentence.into()),
            heading: None,
        };
        let goes = |seat: Seat, name: &str, way: &str| {
            let fact = News::fact(name, "north");
            told(1, By::Player(seat), fact, &format!("{name} goes {way}."))
        };
        let silent = |by: By| told(1, by, News::Silent, "");
        let run = |between: By, way: &str| {
            let news = [
                goes(0, "Ann", "north"),
                silent(between),
                goes(1, "Bob", way),
            ];
            run_of(&news, 0).len()
        };
        assert_eq!(run(By::Player(0), "north"), 2);
        // A tile that the table drew, and one that lies elsewhere.
        assert_eq!(run(By::Table, "north"), 1);
        assert_eq!(run(By::Player(0), "up"), 1);
    }

    #[test]
    fn what_somebody_does_again_is_one_sentence() {
        let players = ["Bob".to_owned()];
        let told = |sentences: &[&str]| {
            let first = Deeds::of(&players, "went", sentences[0], 0)?;
            let mut others = sentences[1..].iter();
            let deeds = others.try_fold(first, |deeds, next| deeds.with("went", next));
            Some(deeds?.sentence("and"))
        };
        assert_eq!(
            told(&["Bob goes to C1.", "Bob goes to M2.", "Bob goes to C4."]).unwrap(),
            "Bob goes to C1, M2 and C4."
        );
        assert_eq!(
            told(&["Bob draws a key (F1, old).", "Bob draws a rope."]).unwrap(),
            "Bob draws a key (F1, old) and a rope."
        );
        assert_eq!(
            told(&["Bob loses a heart: 3 left.", "Bob loses a heart: 2 left."]),
            None
        );
        assert_eq!(told(&["Bob goes to C1.", "Bob stays."]), None);
    }

    #[test]
    fn what_was_just_typed_is_not_told_again() {
        let told = |text: &str| vec![text.to_owned()];
        assert!(repeats("p1", &told("Ann: p1.")) && repeats(" Stay", &told("Ann: stay.")));
        assert!(!repeats("p", &told("Ann: p1.")) && !repeats("p1", &told("Ann: p1, a coin of 2.")));
        assert!(!repeats(
            "p1",
            &[told("Ann: p1."), told("Bob: t3.")].concat()
        ));
    }

    #[test]
    fn what_repeats_is_counted() {
        let card = |of: &str| News::Another {
            of: of.into(),
            one: "a card".into(),
            many: "cards".into(),
        };
        let news = vec![
            card("Ann"),
            card("Bob"),
            News::Silent,
            card("Ann"),
            card("Bob"),
            card("Cid"),
            News::fact("Cid", "c7"),
        ];
        assert_eq!(
            sentences(news),
            ["Ann, Bob: 2 cards.", "Cid: a card.", "Cid: c7."]
        );
        let take = |of: &str, one: &str| News::Another {
            of: format!("{of} takes {{things}}"),
            one: one.into(),
            many: "coins of 3".into(),
        };
        let news = vec![
            take("Ann", "a coin of 3"),
            take("Ann", "a key"),
            take("Bob", "a key"),
        ];
        assert_eq!(
            sentences(news),
            ["Ann takes a coin of 3, a key.", "Bob takes a key."]
        );
        let coin = |of: &str| News::Another {
            of: of.into(),
            one: "a coin of 3".into(),
            many: "coins of 3".into(),
        };
        let news = vec![coin("Bob"), card("Ann"), coin("Ann"), coin("Bob")];
        assert_eq!(
            sentences(news),
            ["Bob: 2 coins of 3.", "Ann: a card, a coin of 3."]
        );
    }
}
