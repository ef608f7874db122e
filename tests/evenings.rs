//! Whole evenings at the prompt, as a group would play them. Answers and printed lines are counted, so that they do not
//! increase unnoticed.
//!
//! The budgets were computed for games of a certain length, but bots play longer and shorter ones, so rounds are compared.
//! DungeonBuilders with real tiles and coins takes 12 answers per round: one for each circle of actions rather than one for
//! several, since each player must see what the others have done. Dungeon Crawl with real dice takes 3.4 lines per turn,
//! where 3.1 were planned: in a long corridor, the possible destinations take two lines, since nothing on the table shows
//! their names.
//!
//! Bots decide, and a writer types their decisions in the groups in which the prompt asks. The writer keeps a session of its
//! own; in the end both sessions must agree move by move.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::rc::Rc;

use paperkeep::games::{self, Visitor};
use paperkeep::kit::Kit;
use paperkeep::lab::playout::{LONGEST, Observer, Table};
use paperkeep::referee::journal::{FORMAT, Header, Luck, Secrets};
use paperkeep::referee::{
    Bot, Bots, Choices, Scene, Seat, Session, Setup, Sitting, Told, Turn, Words,
};
use paperkeep::table::asking::{self, Asked};
use paperkeep::table::line_parser::{self, ParseMode};
use paperkeep::table::lines::Line;
use paperkeep::table::numbers::Numbers;
use paperkeep::table::prompt::{Input, Possible, Prompt};
use paperkeep::table::reading;
use paperkeep::table::renderer::Renderer;
use paperkeep::table::terminal::{self, Presentation};
use paperkeep::table::voice::Voice;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The number of games of each kind that every test run plays.
const GAMES: u64 = 3;

/// The number of games of each kind used to determine the length of a kit's games and the means compared with the budgets.
const MANY: u64 = 100;

const GAMES_AND_PLAYERS: [(&str, usize); 5] = [
    ("dungeon-in-a-tin", 2),
    ("miniskull-caverns", 3),
    ("deep-dark-dungeon", 3),
    ("dungeon-crawl", 3),
    ("dungeonbuilders", 3),
];

/// The most answers in an evening.
const MAX_ANSWERS: usize = 3000;

/// A renderer that draws nothing.
struct NoRenderer;

impl Renderer for NoRenderer {
    fn draw(&mut self, _: Scene, _: &Path) -> Result<(), String> {
        Err("nothing is drawn here".into())
    }

    fn svg(&mut self, _: Scene) -> Result<String, String> {
        Err("nothing can be drawn here".into())
    }

    fn write(&mut self, _: &Path, _: String) -> Result<(), String> {
        Err("nothing is written here".into())
    }

    fn keeps(&self) -> bool {
        false
    }

    fn refresh(&mut self, _: Scene) {}

    fn error(&mut self) -> Option<String> {
        None
    }
}

/// The printed text, and the number of its lines before each answer.
#[derive(Default)]
struct Paper {
    text: Rc<RefCell<String>>,
    lines: Rc<Cell<usize>>,
}

impl io::Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lines
            .set(self.lines.get() + bytes.iter().filter(|byte| **byte == b'\n').count());
        self.text
            .borrow_mut()
            .push_str(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Types what bots decide and what dice and cards show.
struct Writer<'a, G: Words + Bots> {
    /// The same game, parallel to the one at the prompt.
    shadow: Session<G>,
    /// In Dungeon Crawl, what the players know, and how many moves it includes: the program is not told which treasure was
    /// stolen, but thief and victim know.
    known: Option<(G::Position, usize)>,
    bots: Vec<Box<dyn Bot<G>>>,
    luck: ChaCha8Rng,
    answers: usize,
    /// Results of dice and draws that were typed ahead.
    ahead: VecDeque<String>,
    /// Whether the last line was a confirmation.
    confirmed: bool,
    /// The number of lines printed before each answer.
    printed: Vec<usize>,
    lines: Rc<Cell<usize>>,
    text: Rc<RefCell<String>>,
    seen: &'a mut Vec<String>,
    /// Whether answers are typed by their numbers where the question shows some.
    by_number: bool,
}

impl<G: Words + Bots> Writer<'_, G> {
    /// Continues as the prompt does: automatic moves are made, and then those typed ahead.
    fn go_on(&mut self) {
        let rolled =
            |shadow: &Session<G>| matches!(shadow.turn(), Turn::Chance(_) | Turn::Table(_));
        while let Some(id) = match rolled(&self.shadow) {
            true if !self.ahead.is_empty() => self.ahead.pop_front(),
            _ => asking::automatic(&self.shadow),
        } {
            self.shadow
                .answer(&id)
                .expect("an answer that need not be asked for");
        }
    }

    /// The current decision or roll.
    fn decide(&mut self, asked: &Asked) -> String {
        let Turn::Player(seat) = asked.ask.turn else {
            if let Some(told) = self.ahead.pop_front() {
                return told;
            }
            let weight = |option: usize| asked.ask.options[option].weight.unwrap_or(1);
            let total: u32 = (0..asked.ask.options.len()).map(weight).sum();
            let mut at = self.luck.next_u32() % total;
            let option =
                (0..asked.ask.options.len()).find(|option| match at.checked_sub(weight(*option)) {
                    None => true,
                    Some(rest) => {
                        at = rest;
                        false
                    }
                });
            return asked.ask.options[option.expect("one of the results")]
                .id
                .clone();
        };
        self.remember();
        let (game, bot) = (self.shadow.game(), &mut self.bots[usize::from(seat)]);
        let Some((position, _)) = &self.known else {
            return self
                .shadow
                .advice(&mut **bot, &mut self.luck)
                .expect("a decision");
        };
        let mut choices = Choices::default();
        game.moves(position, &mut choices);
        let choice = bot.choose(&game.view(position, Some(seat)), &choices, &mut self.luck);
        game.id(choices[choice].mv)
    }

    /// Adds the moves made since.
    fn remember(&mut self) {
        let game = self.shadow.game();
        let Some((position, taken_in)) = &mut self.known else {
            return;
        };
        for past in self.shadow.history(*taken_in..self.shadow.made()) {
            // A dead player's treasure is revealed only if nobody was certain of it; "steal:?" is drawn below.
            if let Some(mv) = game.parse(&past.made.id) {
                let _ = game.play(position, mv, &mut |_| {});
            }
            while game.visibility(position).unlisted {
                let mut choices = Choices::default();
                game.moves(position, &mut choices);
                let drawn = choices[self.luck.next_u32() as usize % choices.len()].mv;
                game.play(position, drawn, &mut |_| {})
                    .expect("a treasure of theirs");
            }
        }
        *taken_in = self.shadow.made();
    }

    /// Dice that the table rolls together, although players may act between them: all results are typed with the first.
    fn told_ahead(&mut self, batch: u64) -> String {
        let mut trial = self.shadow.forked();
        let mut line = String::new();
        let mut told = VecDeque::new();
        while let Some(asked) = Asked::now(&trial) {
            let id = match (asked.seat(), asked.usual().or(asked.unasked())) {
                (Some(_), Some(usual)) if asked.brief.silent || asked.unasked().is_some() => {
                    usual.to_owned()
                }
                (None, _) if asked.brief.batch == Some(batch) => {
                    let id = self.decide(&asked);
                    let option = asked
                        .ask
                        .options
                        .iter()
                        .position(|option| option.id == id)
                        .expect("a result");
                    let _ = write!(line, ", {}", word(&asked, option));
                    told.push_back(id.clone());
                    id
                }
                _ => break,
            };
            trial.answer(&id).expect("a legal answer");
        }
        self.ahead = told;
        line
    }

    /// One line: everything in a group, up to where the program rolls or draws.
    fn line(&mut self) -> String {
        let mut line = String::new();
        let numbers = if self.by_number {
            let stages = line_parser::stages(&self.shadow, &[]);
            let asks = stages.iter().flat_map(|stage| asking::batch(&*stage.at));
            Numbers::of(&asks.collect::<Vec<Asked>>(), false)
        } else {
            Numbers::NONE
        };
        // A question that nobody is asked has no numbers.
        let numbered = |asked: &Asked, id: &str| {
            let number = numbers.number(asked, id);
            number.filter(|_| asked.unasked().is_none())
        };
        let mut batch = None;
        let mut speaker = Asked::now(&self.shadow).and_then(|asked| asked.seat());
        let mut first = true;
        let mut harmful = false;
        let mut rolled = false;
        let (began, mut spoke) = (speaker, 1);
        let to_anyone = Asked::now(&self.shadow).is_some_and(|asked| asked.brief.silent);
        let mut full = false;
        while let Some(asked) = Asked::now(&self.shadow) {
            // What everybody does in turn is typed on one line, once around the table.
            let circle = self.shadow.header().game == "dungeonbuilders" && spoke > 1;
            if circle && asked.seat().is_some() && asked.seat() == began {
                break;
            }
            let joint = to_anyone && line.is_empty();
            // If the dice are already on the table, several questions are answered together, whoever is asked.
            if !first && joint && asked.brief.batch != batch {
                let known = if asked.seat().is_none() {
                    self.ahead.pop_front()
                } else {
                    None
                };
                if let Some(id) = known.as_deref().or(asked.unasked()) {
                    let told = self.shadow.answer(id).expect("a legal answer");
                    if asking::drew(&told) {
                        break;
                    }
                    continue;
                }
            }
            full |= !first && joint && asked.brief.silent && asked.brief.batch != batch;
            let goes_on = first || joint && asked.brief.silent;
            if !goes_on && (batch.is_none() || asked.brief.batch != batch) {
                if let Some(batch) =
                    batch.filter(|_| rolled && asked.brief.silent && self.ahead.is_empty())
                {
                    line.push_str(&self.told_ahead(batch));
                }
                break;
            }
            batch = asked.brief.batch;
            rolled = asked.seat().is_none();
            let known = rolled && !self.ahead.is_empty();
            // Of equal pieces, the first is chosen.
            let wished = self.decide(&asked);
            let option = asked
                .ask
                .options
                .iter()
                .position(|option| option.id == wished)
                .expect("a listed answer");
            let alike = |other: &usize| {
                asked.short(*other).is_some() && asked.short(*other) == asked.short(option)
            };
            let option = (0..asked.ask.options.len()).find(alike).unwrap_or(option);
            let id = asked.ask.options[option].id.clone();
            let told = self.shadow.answer(&id).expect("a legal answer");
            let left_out = known
                || asked.unasked() == Some(&*id)
                || asked.brief.silent && asked.usual() == Some(&*id);
            if left_out {
                // What follows is not an answer to this question.
                speaker = None;
            } else {
                if let Some(seat) = asked
                    .seat()
                    .filter(|seat| self.bots.len() > 1 && speaker != Some(*seat))
                {
                    let name = &self.shadow.header().players[usize::from(seat)];
                    let own = asked
                        .short(option)
                        .filter(|_| full)
                        .map(|short| short.text.clone());
                    let number = numbered(&asked, &id);
                    let own = number
                        .map(|number| number.to_string())
                        .or(own)
                        .unwrap_or_else(|| word(&asked, option));
                    let _ = write!(
                        line,
                        "{}{name} {own}",
                        if line.is_empty() { "" } else { "; " }
                    );
                    speaker = Some(seat);
                    spoke += 1;
                } else {
                    let _ = write!(
                        line,
                        "{}{}",
                        if line.is_empty() { "" } else { ", " },
                        match numbered(&asked, &id) {
                            Some(number) => number.to_string(),
                            None => word(&asked, option),
                        }
                    );
                }
                harmful |= asked
                    .short(option)
                    .is_some_and(|short| short.danger.is_some());
            }
            first = false;
            if asking::drew(&told) || self.shadow.turn() == Turn::Over || harmful {
                break;
            }
        }
        if harmful {
            format!("{line}\nyes")
        } else {
            line
        }
    }
}

/// The end of a transcript.
fn tail(transcript: &str) -> String {
    let lines: Vec<&str> = transcript.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}

/// What to type for an option: as many words of the displayed text as necessary.
fn word(asked: &Asked, option: usize) -> String {
    asked
        .enough(option)
        .unwrap_or_else(|| asked.ask.options[option].id.clone())
}

impl<G: Words + Bots> Prompt for Writer<'_, G> {
    fn read(&mut self, _: &mut dyn Sitting, _: Possible, _: bool) -> io::Result<Input> {
        self.printed.push(self.lines.replace(0));
        let printed = std::mem::take(&mut *self.text.borrow_mut());
        let slip = [
            "is not an answer here",
            "Not possible",
            "at another time",
            "Not used",
            " or `",
        ];
        let slipped = slip.iter().any(|words| printed.contains(words));
        self.seen.push(printed);
        assert!(!slipped, "{}", tail(&self.seen.concat()));
        if std::mem::take(&mut self.confirmed) {
            return Ok(Input::Typed(Line::Text("yes".to_owned())));
        }
        self.go_on();
        if self.shadow.turn() == Turn::Over || self.answers == MAX_ANSWERS {
            return Ok(Input::Typed(Line::End));
        }
        let line = self.line();
        self.answers += 1;
        let mut lines = line.lines();
        let typed = lines.next().unwrap_or("").to_owned();
        self.seen.push(format!("> {typed}\n"));
        self.confirmed = lines.next().is_some();
        Ok(Input::Typed(Line::Text(typed)))
    }

    fn clear(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn width(&mut self) -> Option<usize> {
        Some(80)
    }
}

/// The counts for an evening.
struct Evening {
    answers: usize,
    /// The number of lines printed before each answer and at the end.
    printed: Vec<usize>,
    transcript: String,
}

/// The position after the initial moves of a session.
fn at_first<G: Words + Bots>(session: &Session<G>) -> G::Position {
    let mut position = session.game().start();
    for past in session.history(0..session.made()) {
        let mv = session.game().parse(&past.made.id).expect("a move");
        session
            .game()
            .play(&mut position, mv, &mut |_| {})
            .expect("a legal move");
    }
    position
}

/// Plays one game.
struct Play<'a> {
    kit: &'a Kit,
    header: Header,
    voice: Voice,
    by_number: bool,
}

impl Visitor for Play<'_> {
    type Out = Evening;

    fn visit<G: Words + Bots>(self, game: G) -> Evening {
        let seed = self.header.seed;
        let (mut session, told): (_, Vec<Told>) =
            Session::start(game, self.header, None).expect("a session");
        let (before, seats) = (session.made(), session.header().players.len());
        let bots = (0..seats)
            .map(|_| session.game().bot(G::NAMES[0]).expect("the best bot"))
            .collect();
        let paper = Paper::default();
        let mut seen = Vec::new();
        let mut writer = Writer {
            shadow: session.forked(),
            known: (session.header().game == "dungeon-crawl").then(|| (at_first(&session), 0)),
            bots,
            luck: ChaCha8Rng::seed_from_u64(seed),
            ahead: VecDeque::new(),
            answers: 0,
            confirmed: false,
            printed: Vec::new(),
            lines: Rc::clone(&paper.lines),
            text: Rc::clone(&paper.text),
            seen: &mut seen,
            by_number: self.by_number,
        };
        let look = Presentation {
            voice: self.voice,
            ..Presentation::new(&self.kit.title, &self.kit.rules, true)
        };
        let text = Rc::clone(&paper.text);
        let mut out = anstream::StripStream::new(Box::new(paper) as Box<dyn io::Write>);
        terminal::run(
            &mut session,
            told,
            look,
            &mut NoRenderer,
            &mut writer,
            &mut out,
        )
        .expect("an evening");
        let ids = |session: &Session<G>, from: usize| -> Vec<String> {
            session
                .history(from..session.made())
                .into_iter()
                .map(|past| past.made.id)
                .collect()
        };
        let (answers, printed) = (writer.answers, std::mem::take(&mut writer.printed));
        let (typed, meant) = (ids(&session, before), ids(&writer.shadow, 0));
        drop(writer);
        seen.push(text.take());
        let transcript = seen.concat();
        if let Some(at) =
            (0..typed.len().max(meant.len())).find(|at| typed.get(*at) != meant.get(*at))
        {
            panic!(
                "move {at}: typed {:?}, meant {:?}\n{}",
                typed.get(at),
                meant.get(at),
                tail(&transcript)
            );
        }
        Evening {
            answers,
            printed,
            transcript,
        }
    }
}

/// The language of the evenings, for those who measure another one.
fn language() -> Option<String> {
    std::env::var("PAPERKEEP_LANGUAGE").ok()
}

fn spoken(id: &str) -> Kit {
    let kit = Kit::find(id).expect("a shipped kit");
    match language() {
        Some(code) => kit.in_language(&code).expect("a language of the kit"),
        None => kit,
    }
}

fn header(id: &str, kit: &Kit, players: usize, seed: u64, physical: bool) -> Header {
    Header {
        journal: FORMAT,
        game: id.into(),
        edition: None,
        options: vec![],
        players: ["Ann", "Bob", "Cleo"][..players]
            .iter()
            .map(|name| (*name).to_owned())
            .collect(),
        seed,
        kit: kit.fingerprint(),
        rows: vec![],
        program: None,
        folder: None,
        language: language(),
        rules: games::find(id).expect("a game").rules,
        physical: if physical { vec!["all".into()] } else { vec![] },
        luck: Luck::Same,
        secrets: Secrets::Table,
        hints: true,
        bots: Vec::new(),
    }
}

/// The means of some evenings.
struct Means {
    answers: usize,
    lines: usize,
    /// The lines before an answer.
    median: usize,
    answers_a_round: f64,
}

impl Means {
    fn told(&self) -> String {
        let Means {
            answers,
            lines,
            median,
            answers_a_round,
        } = self;
        format!("{answers} answers, {lines} lines, median {median}; {answers_a_round:.1} a round")
    }
}

/// Plays evenings of a game in the terse voice and in the plain one, with the program's dice and with real ones. `known` has for each
/// kind of dice the number of answers, and the fewest lines that this prompt has needed. The terse voice may take a twentieth more
/// lines, the plain one a third more; neither takes more answers.
fn both_voices(id: &str, players: usize, known: [(usize, usize); 2]) {
    let counted = [false, true].map(|physical| {
        [Voice::Terse, Voice::Plain].map(|voice| evenings_in(voice, id, players, physical, GAMES))
    });
    for ([terse, plain], (answers, lines)) in counted.iter().zip(known) {
        let fits = terse.answers == answers
            && plain.answers == answers
            && terse.lines * 20 <= lines * 21
            && plain.lines * 3 <= lines * 4;
        let (terse, plain) = (terse.told(), plain.told());
        println!("{id}: terse {terse}; plain {plain}");
        assert!(
            fits,
            "{id} took {answers} answers and {lines} lines: terse {terse}; plain {plain}"
        );
    }
}

fn evenings_in(voice: Voice, id: &str, players: usize, physical: bool, games: u64) -> Means {
    evenings_typed(false, voice, id, players, physical, games)
}

fn evenings_typed(
    by_number: bool,
    voice: Voice,
    id: &str,
    players: usize,
    physical: bool,
    games: u64,
) -> Means {
    let kit = spoken(id);
    let mut answers = Vec::new();
    let mut lines = Vec::new();
    let mut rounds = 0;
    let mut printed: Vec<usize> = Vec::new();
    for seed in 1..=games {
        let header = header(id, &kit, players, seed, physical);
        let setup = header.setup();
        let evening = games::with(
            id,
            &kit,
            &setup,
            Play {
                kit: &kit,
                header,
                voice,
                by_number,
            },
        )
        .expect("a game");
        if let (1, Some(folder)) = (seed, std::env::var_os("PAPERKEEP_EVENINGS")) {
            let name = format!(
                "{id}-{}-{}.txt",
                if physical { "physical" } else { "program" },
                voice.name()
            );
            std::fs::write(Path::new(&folder).join(name), &evening.transcript)
                .expect("a transcript");
        }
        rounds += last_round(&evening.transcript);
        answers.push(evening.answers);
        lines.push(evening.printed.iter().sum::<usize>());
        printed.extend(evening.printed);
    }
    let mean = |counts: &[usize]| counts.iter().sum::<usize>() / counts.len().max(1);
    printed.sort_unstable();
    let median = printed[printed.len() / 2];
    Means {
        answers: mean(&answers),
        lines: mean(&lines),
        median,
        answers_a_round: answers.iter().sum::<usize>() as f64 / rounds as f64,
    }
}

/// What headings begin with.
const ROUNDS: [&str; 5] = ["Round ", "Turn ", "Runde ", "Ronda ", "Turno "];

/// The number of the last round or turn, from the headings.
fn last_round(transcript: &str) -> usize {
    let heading = |line: &str| {
        let line = line.trim_start_matches("── ");
        let number = ROUNDS.iter().find_map(|round| line.strip_prefix(round))?;
        number.split([' ', '.']).next()?.parse().ok()
    };
    transcript
        .lines()
        .filter_map(heading)
        .max()
        .expect("a round")
}

#[test]
fn dungeon_in_a_tin() {
    both_voices("dungeon-in-a-tin", 2, [(88, 498), (187, 591)]);
}

#[test]
fn miniskull_caverns() {
    both_voices("miniskull-caverns", 3, [(75, 402), (94, 271)]);
}

#[test]
fn deep_dark_dungeon() {
    both_voices("deep-dark-dungeon", 3, [(43, 391), (39, 142)]);
}

#[test]
fn dungeon_crawl() {
    both_voices("dungeon-crawl", 3, [(123, 821), (143, 377)]);
}

#[test]
fn dungeonbuilders() {
    both_voices("dungeonbuilders", 3, [(291, 1037), (207, 591)]);
}

/// What several did alike is told in a sentence.
#[test]
fn who_does_what_is_a_sentence() {
    let id = "dungeon-in-a-tin";
    let kit = Kit::find(id).expect("a shipped kit");
    let header = header(id, &kit, 2, 1, false);
    let setup = header.setup();
    let play = Play {
        kit: &kit,
        header,
        voice: Voice::Plain,
        by_number: false,
    };
    let evening = games::with(id, &kit, &setup, play).expect("a game");
    let told = evening.transcript.replace("\n  ", " ");
    assert!(
        told.contains("Bob goes north to the Store Room, Ann too."),
        "{told}"
    );
}

/// What people type is understood in each voice, and by the numbers that the screen shows.
#[test]
fn an_evening_in_each_voice() {
    for (id, players) in GAMES_AND_PLAYERS {
        let physical = id == "dungeonbuilders";
        evenings_in(Voice::Chatty, id, players, physical, 1);
        for physical in [false, true] {
            evenings_typed(true, Voice::Plain, id, players, physical, 1);
        }
    }
}

/// The lines of the plain voice beside those of the terse one; in German with `PAPERKEEP_LANGUAGE=de`.
#[test]
#[ignore = "takes minutes"]
fn lines_of_each_voice() {
    for (id, players) in GAMES_AND_PLAYERS {
        for physical in [false, true] {
            let [terse, plain] = [Voice::Terse, Voice::Plain]
                .map(|voice| evenings_in(voice, id, players, physical, GAMES));
            let more = 100 * plain.lines / terse.lines - 100;
            let (answers, same) = (plain.answers, plain.answers == terse.answers);
            println!(
                "{id}, physical {physical}: {} lines terse, {} plain, {more} % more; {answers} answers, same {same}",
                terse.lines, plain.lines
            );
        }
    }
}

/// `cargo test --release --test all evenings -- --ignored --nocapture`; for a single game with `PAPERKEEP_GAME=dungeon-crawl`.
#[test]
#[ignore = "takes minutes"]
fn many_evenings_of_each_game() {
    let only = std::env::var("PAPERKEEP_GAME").ok();
    for (id, players) in GAMES_AND_PLAYERS
        .into_iter()
        .filter(|(id, _)| only.as_ref().is_none_or(|only| only == id))
    {
        for physical in [false, true] {
            let told = if physical {
                "real dice and cards"
            } else {
                "the program's dice"
            };
            println!(
                "{id}, {players} players, {told}: {}",
                evenings_in(Voice::Plain, id, players, physical, MANY).told()
            );
        }
    }
}

/// The number of the last round that was begun.
struct Last<'g, G> {
    game: &'g G,
    round: u32,
}

impl<G: Words + Bots> Observer<G> for Last<'_, G> {
    fn happened(&mut self, position: &G::Position, _event: &G::Event) {
        self.round = self
            .game
            .heading(position)
            .map_or(self.round, |heading| heading.round);
    }
}

/// The mean number of rounds in games between the best bots.
struct Rounds(u64);

impl Visitor for Rounds {
    type Out = f64;

    fn visit<G: Words + Bots>(self, game: G) -> f64 {
        let mut table = Table::default();
        let bots = [G::NAMES[0].to_owned()];
        let rounds = (0..self.0).map(|number| {
            let mut last = Last {
                game: &game,
                round: 0,
            };
            table.play(&game, &bots, (1, number), LONGEST, &mut last);
            f64::from(last.round)
        });
        rounds.sum::<f64>() / self.0 as f64
    }
}

/// The length of a game stated in its kit is that of games between bots, as far as so few games can show.
#[test]
#[ignore = "takes minutes"]
fn games_are_as_long_as_their_kits_say() {
    let (mut told, mut fits) = (Vec::new(), true);
    for entry in games::GAMES {
        let kit = Kit::find(entry.id).expect("a shipped kit");
        let evening = kit.evening.clone().expect("an evening");
        for (players, rounds) in evening.rounds {
            let setup = Setup::of_count(players.into());
            let played = games::with(entry.id, &kit, &setup, Rounds(MANY)).expect("a game");
            told.push(format!("{}, {players}: {played:.1} for {rounds}", entry.id));
            fits &= (played / rounds - 1.0).abs() < 0.25;
        }
    }
    assert!(fits, "{told:#?}");
}

/// Types everything that is displayed for an answer, at moments of random games.
struct Typist {
    header: Header,
}

/// The number of moves in a game; one in how many of them is examined; and the most answers typed there.
const TYPED: usize = 400;
const TYPED_EVERY: u32 = 8;
const TYPED_ANSWERS: usize = 4;

impl Visitor for Typist {
    type Out = Vec<String>;

    fn visit<G: Words + Bots>(self, game: G) -> Vec<String> {
        let mut luck = ChaCha8Rng::seed_from_u64(self.header.seed);
        let (mut session, _) = Session::start(game, self.header, None).expect("a session");
        let mut wrong = Vec::new();
        for _ in 0..TYPED {
            let Some(asked) = Asked::now(&session) else {
                break;
            };
            if let Some(id) = asking::automatic(&session) {
                session
                    .answer(&id)
                    .expect("an answer that need not be asked for");
                continue;
            }
            let options = asked.ask.options.len();
            let first = luck.next_u32() as usize % options;
            let typed = luck.next_u32() % TYPED_EVERY == 0;
            if typed {
                wrong.extend(misdirected(&session));
            }
            for option in (0..options.min(TYPED_ANSWERS))
                .filter(|_| typed)
                .map(|at| (first + at) % options)
            {
                wrong.extend(misheard(&session, &asked, option));
            }
            session
                .answer(&asked.ask.options[first].id)
                .expect("a legal answer");
        }
        wrong
    }
}

/// Texts displayed for an answer that are misunderstood when typed.
fn misheard<G: Words + Bots>(session: &Session<G>, asked: &Asked, option: usize) -> Vec<String> {
    let answer = &asked.ask.options[option];
    let mut wrong = Vec::new();
    let only = std::slice::from_ref(asked);
    let shown = [
        Numbers::NONE,
        Numbers::of(only, false),
        Numbers::of(only, true),
    ];
    for numbers in shown {
        let mode = ParseMode {
            numbers: &numbers,
            facing: asked.ask.secret,
            strict: false,
            early: false,
        };
        let mut shown = vec![
            answer.id.clone(),
            answer.text.clone(),
            reading::label(answer, &asked.ask),
        ];
        shown.extend(asked.short(option).map(|short| short.text.clone()));
        shown.extend(
            asked
                .short(option)
                .map(|short| format!("{}: {}", short.text, answer.text)),
        );
        let together = asked.short(option).and_then(|short| {
            let under = short.under.as_ref()?;
            Some(format!(
                "{under}: {}",
                short.text.strip_suffix(under)?.trim_end()
            ))
        });
        shown.extend(together);
        shown.push(asked.brief.plain[option].clone());
        shown.extend(
            numbers
                .number(asked, &answer.id)
                .map(|number| number.to_string()),
        );
        for text in shown {
            let heard = line_parser::parse(session, line_parser::words(&text), mode);
            let alike = |id: &String| {
                let other = asked.ask.options.iter().position(|other| other.id == *id);
                let other = other.filter(|other| {
                    asked.short(*other).is_some() && asked.short(*other) == asked.short(option)
                });
                *id == answer.id || other.is_some()
            };
            if !heard
                .as_ref()
                .is_ok_and(|heard| heard.ids.first().is_some_and(alike) && heard.rest.is_empty())
            {
                let question = &asked.ask.question;
                wrong.push(format!("{question} {} `{text}`: {heard:?}", answer.id));
            }
        }
    }
    wrong
}

/// Answers shown for later parts of the current question that do not go to the first player beside whom they are shown.
fn misdirected<G: Words + Bots>(session: &Session<G>) -> Vec<String> {
    let asks = asking::batch(session);
    let listed = |asked: &Asked| asked.ask.secret.is_none() && !asked.ask.unlisted;
    let mut shown: Vec<(Seat, String, String)> = Vec::new();
    for asked in asks.iter().filter(|asked| listed(asked)) {
        let shorts = asked
            .distinct()
            .into_iter()
            .filter_map(|option| Some((option, asked.short(option)?)));
        let id = |option: usize| asked.ask.options[option].id.clone();
        let seat = asked.seat();
        shown.extend(
            shorts.filter_map(|(option, short)| Some((seat?, short.text.clone(), id(option)))),
        );
    }
    let mut seats: Vec<Seat> = shown.iter().map(|(seat, ..)| *seat).collect();
    seats.dedup();
    let place = |seat: Seat| seats.iter().position(|other| *other == seat);
    let mut wrong = Vec::new();
    for (seat, text, id) in &shown {
        if shown
            .iter()
            .any(|(other, same, _)| same == text && place(*other) < place(*seat))
        {
            continue;
        }
        let mode = ParseMode {
            numbers: &Numbers::NONE,
            facing: None,
            strict: false,
            early: false,
        };
        let words = line_parser::words(text);
        let heard = line_parser::parse(session, words.clone(), mode)
            .ok()
            .or_else(|| line_parser::later(session, &[], &words, mode));
        let used = heard.as_ref().is_some_and(|heard| {
            heard.ids.contains(id) || line_parser::addressee(&heard.rest) == Some(*seat)
        });
        if !used {
            wrong.push(format!(
                "{} `{text}` for seat {seat}: {heard:?}",
                asks[0].ask.question
            ));
        }
    }
    wrong
}

/// The misunderstandings in games with these seeds, each with the program's dice and with those of the table.
fn misheard_in(seeds: impl Iterator<Item = u64>) -> Vec<String> {
    let mut wrong = Vec::new();
    for seed in seeds {
        for entry in games::GAMES {
            let kit = Kit::find(entry.id).expect("a shipped kit");
            let header = header(entry.id, &kit, 3, seed, seed % 2 == 0);
            let setup = header.setup();
            wrong.extend(games::with(entry.id, &kit, &setup, Typist { header }).expect("a game"));
        }
    }
    wrong
}

#[test]
fn what_is_shown_can_be_typed() {
    let wrong = misheard_in(1..=2);
    assert!(
        wrong.is_empty(),
        "{}: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(400)]
    );
}

#[test]
#[ignore = "takes minutes"]
fn what_is_shown_in_a_thousand_games_can_be_typed() {
    let wrong = misheard_in(3..=200);
    assert!(
        wrong.is_empty(),
        "{}: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(400)]
    );
}
