//! Whole evenings at the prompt, as a group would play them: answers and printed lines are counted, so that
//! nobody lets them creep up.
//!
//! Bots decide, and a writer says what they decided in the breaths that the prompt asks in. It keeps a session of its own; in the
//! end both must have come to the same, move by move.

use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::rc::Rc;

use paperkeep::games::{self, Visitor};
use paperkeep::kit::Kit;
use paperkeep::referee::journal::{FORMAT, Header, Luck, Secrets};
use paperkeep::referee::{Bot, Bots, Scene, Session, Sitting, Told, Turn, Words};
use paperkeep::table::asking::{self, Asked};
use paperkeep::table::easel::Easel;
use paperkeep::table::lines::Line;
use paperkeep::table::prompt::{Input, Prompt};
use paperkeep::table::terminal::{self, Look};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Games of each kind.
const GAMES: u64 = 3;

/// No evening is longer, answers.
const MOST: usize = 3000;

/// Nothing is drawn into files.
struct NoEasel;

impl Easel for NoEasel {
    fn draw(&mut self, _: Scene, _: &Path) -> Result<(), String> {
        Err("nothing is drawn here".into())
    }

    fn write(&mut self, _: &Path, _: String) -> Result<(), String> {
        Err("nothing is written here".into())
    }

    fn keeps(&self) -> bool {
        false
    }

    fn refresh(&mut self, _: Scene) {}

    fn trouble(&mut self) -> Option<String> {
        None
    }
}

/// What is printed, and how many lines it was before each answer.
#[derive(Default)]
struct Paper {
    text: Rc<RefCell<String>>,
    lines: Rc<Cell<usize>>,
}

impl io::Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lines.set(self.lines.get() + bytes.iter().filter(|byte| **byte == b'\n').count());
        self.text.borrow_mut().push_str(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Says what bots decide and what dice and cards show.
struct Writer<'a, G: Words + Bots> {
    /// The same game beside the one at the prompt.
    shadow: Session<G>,
    bots: Vec<Box<dyn Bot<G>>>,
    luck: ChaCha8Rng,
    answers: usize,
    /// The last line is asked back.
    confirmed: bool,
    /// Printed before each answer.
    printed: Vec<usize>,
    lines: Rc<Cell<usize>>,
    text: Rc<RefCell<String>>,
    seen: &'a mut Vec<String>,
}

impl<G: Words + Bots> Writer<'_, G> {
    /// Goes on as the prompt does: what nobody is asked is done.
    fn go_on(&mut self) {
        while let Some(id) = asking::automatic(&self.shadow) {
            self.shadow.answer(&id).expect("an answer that need not be asked for");
        }
    }

    /// What is decided or rolled now.
    fn decide(&mut self, asked: &Asked) -> String {
        let Turn::Player(seat) = asked.ask.turn else {
            let weight = |option: usize| asked.ask.options[option].weight.unwrap_or(1);
            let total: u32 = (0..asked.ask.options.len()).map(weight).sum();
            let mut at = self.luck.next_u32() % total;
            let option = (0..asked.ask.options.len()).find(|option| match at.checked_sub(weight(*option)) {
                None => true,
                Some(rest) => {
                    at = rest;
                    false
                }
            });
            return asked.ask.options[option.expect("one of the results")].id.clone();
        };
        self.shadow.advice(&mut *self.bots[usize::from(seat)], &mut self.luck).expect("a decision")
    }

    /// One line: all that is said in a breath, up to where the program rolls or draws.
    fn line(&mut self) -> String {
        let mut line = String::new();
        let mut breath = None;
        let mut speaker = Asked::now(&self.shadow).and_then(|asked| asked.seat());
        let mut first = true;
        let mut harmful = false;
        while let Some(asked) = Asked::now(&self.shadow) {
            if !first && (breath.is_none() || asked.brief.breath != breath) {
                break;
            }
            breath = asked.brief.breath;
            // Of pieces that are alike the first is taken.
            let wished = self.decide(&asked);
            let option = asked.ask.options.iter().position(|option| option.id == wished).expect("a listed answer");
            let alike = |other: &usize| asked.short(*other).is_some() && asked.short(*other) == asked.short(option);
            let option = (0..asked.ask.options.len()).find(alike).unwrap_or(option);
            let id = asked.ask.options[option].id.clone();
            let told = self.shadow.answer(&id).expect("a legal answer");
            let left_out = asked.unasked() == Some(&*id) || asked.brief.silent && asked.usual() == Some(&*id);
            if left_out {
                // What follows is not the answer to this.
                speaker = None;
            } else {
                if let Some(seat) = asked.seat().filter(|seat| self.bots.len() > 1 && speaker != Some(*seat)) {
                    let name = &self.shadow.header().players[usize::from(seat)];
                    let _ = write!(line, "{}{name} {}", if line.is_empty() { "" } else { "; " }, word(&asked, option));
                    speaker = Some(seat);
                } else {
                    let _ = write!(line, "{}{}", if line.is_empty() { "" } else { ", " }, word(&asked, option));
                }
                harmful |= asked.short(option).is_some_and(|short| short.danger.is_some());
            }
            first = false;
            if asking::drew(&told) || self.shadow.turn() == Turn::Over || harmful {
                break;
            }
        }
        if harmful { format!("{line}\nyes") } else { line }
    }
}

/// The end of a transcript.
fn tail(transcript: &str) -> String {
    let lines: Vec<&str> = transcript.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}

/// What is typed for an option: the first word of what is shown, if that is enough.
fn word(asked: &Asked, option: usize) -> String {
    let first = |option: usize| asked.short(option).and_then(|short| short.text.split_whitespace().next());
    let own = first(option);
    let alone = |own: &str| {
        let others = asked.distinct().into_iter().filter(|other| asked.short(*other) != asked.short(option));
        others.filter_map(first).all(|other| other != own)
    };
    match own {
        Some(own) if alone(own) => own.to_owned(),
        _ => asked.ask.options[option].id.clone(),
    }
}

impl<G: Words + Bots> Prompt for Writer<'_, G> {
    fn read(&mut self, _: &mut dyn Sitting, _: Vec<String>, _: bool) -> io::Result<Input> {
        self.printed.push(self.lines.replace(0));
        let printed = std::mem::take(&mut *self.text.borrow_mut());
        let slip = ["is no answer here", "Not possible", "at another time", "Not used", " or `"];
        let slipped = slip.iter().any(|words| printed.contains(words));
        self.seen.push(printed);
        assert!(!slipped, "{}", tail(&self.seen.concat()));
        if std::mem::take(&mut self.confirmed) {
            return Ok(Input::Typed(Line::Text("yes".to_owned())));
        }
        self.go_on();
        if self.shadow.turn() == Turn::Over || self.answers == MOST {
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

/// An evening, counted.
struct Evening {
    answers: usize,
    /// Printed before each answer, and at the end.
    printed: Vec<usize>,
    transcript: String,
}

/// Plays one game.
struct Play<'a> {
    kit: &'a Kit,
    header: Header,
}

impl Visitor for Play<'_> {
    type Out = Evening;

    fn visit<G: Words + Bots>(self, game: G) -> Evening {
        let seed = self.header.seed;
        let (mut session, told): (_, Vec<Told>) = Session::start(game, self.header, None).expect("a session");
        let (before, seats) = (session.made(), session.header().players.len());
        let bots = (0..seats).map(|_| session.game().bot(G::NAMES[0]).expect("the best bot")).collect();
        let paper = Paper::default();
        let mut seen = Vec::new();
        let mut writer = Writer {
            shadow: session.forked(),
            bots,
            luck: ChaCha8Rng::seed_from_u64(seed),
            answers: 0,
            confirmed: false,
            printed: Vec::new(),
            lines: Rc::clone(&paper.lines),
            text: Rc::clone(&paper.text),
            seen: &mut seen,
        };
        let look = Look::new(&self.kit.title, &self.kit.rules, true);
        let text = Rc::clone(&paper.text);
        let mut out = anstream::StripStream::new(Box::new(paper) as Box<dyn io::Write>);
        terminal::run(&mut session, told, look, &mut NoEasel, &mut writer, &mut out).expect("an evening");
        let ids = |session: &Session<G>, from: usize| -> Vec<String> {
            session.history(from..session.made()).into_iter().map(|past| past.made.id).collect()
        };
        let (answers, printed) = (writer.answers, std::mem::take(&mut writer.printed));
        let (typed, meant) = (ids(&session, before), ids(&writer.shadow, 0));
        drop(writer);
        seen.push(text.take());
        let transcript = seen.concat();
        if let Some(at) = (0..typed.len().max(meant.len())).find(|at| typed.get(*at) != meant.get(*at)) {
            panic!("move {at}: typed {:?}, meant {:?}\n{}", typed.get(at), meant.get(at), tail(&transcript));
        }
        Evening { answers, printed, transcript }
    }
}

/// Evenings of a game: the means, in a line.
fn evenings(id: &str, players: usize, physical: bool) -> String {
    let kit = Kit::find(id).expect("a shipped kit");
    let mut answers = Vec::new();
    let mut lines = Vec::new();
    let mut printed: Vec<usize> = Vec::new();
    for seed in 1..=GAMES {
        let header = Header {
            journal: FORMAT,
            game: id.into(),
            edition: None,
            options: vec![],
            players: ["Ann", "Bob", "Cleo"][..players].iter().map(|name| (*name).to_owned()).collect(),
            seed,
            kit: kit.fingerprint(),
            rows: vec![],
            program: None,
            folder: None,
            rules: games::find(id).expect("a game").rules,
            physical: if physical { vec!["all".into()] } else { vec![] },
            luck: Luck::Same,
            secrets: Secrets::Table,
            hints: true,
        };
        let setup = header.setup();
        let evening = games::with(id, &kit, &setup, Play { kit: &kit, header }).expect("a game");
        if let (1, Some(folder)) = (seed, std::env::var_os("PAPERKEEP_EVENINGS")) {
            let name = format!("{id}-{}.txt", if physical { "physical" } else { "program" });
            std::fs::write(Path::new(&folder).join(name), &evening.transcript).expect("a transcript");
        }
        answers.push(evening.answers);
        lines.push(evening.printed.iter().sum::<usize>());
        printed.extend(evening.printed);
    }
    let mean = |counts: &[usize]| counts.iter().sum::<usize>() / counts.len().max(1);
    printed.sort_unstable();
    let median = printed[printed.len() / 2];
    format!("{} answers, {} lines, median {median}", mean(&answers), mean(&lines))
}

#[test]
fn dungeon_in_a_tin() {
    let counted = [false, true].map(|physical| evenings("dungeon-in-a-tin", 2, physical));
    assert_eq!(counted, ["77 answers, 697 lines, median 4", "157 answers, 514 lines, median 3"]);
}

#[test]
fn miniskull_caverns() {
    let counted = [false, true].map(|physical| evenings("miniskull-caverns", 3, physical));
    assert_eq!(counted, ["96 answers, 594 lines, median 3", "150 answers, 394 lines, median 2"]);
}

#[test]
fn deep_dark_dungeon() {
    let counted = [false, true].map(|physical| evenings("deep-dark-dungeon", 3, physical));
    assert_eq!(counted, ["32 answers, 439 lines, median 10", "42 answers, 164 lines, median 3"]);
}

#[test]
fn dungeon_crawl() {
    let counted = [false, true].map(|physical| evenings("dungeon-crawl", 3, physical));
    assert_eq!(counted, ["93 answers, 1391 lines, median 4", "116 answers, 384 lines, median 3"]);
}

#[test]
fn dungeonbuilders() {
    let counted = [false, true].map(|physical| evenings("dungeonbuilders", 3, physical));
    assert_eq!(counted, ["590 answers, 2023 lines, median 2", "540 answers, 1292 lines, median 2"]);
}
