//! Whole games at the table view, played by pointing alone.
//!
//! What is pointed at is what a bot prefers: the game is planned beforehand, in memory, with the luck that the program will have.

use paperkeep::games::{self, Visitor};
use paperkeep::kit::Kit;
use paperkeep::referee::bot::below;
use paperkeep::referee::journal::{FORMAT, Header, Luck, Secrets};
use paperkeep::referee::{Bots, Choices, Sitting, Turn, Words};
use paperkeep::table::asking;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::chromium::Chromium;
use super::looks;
use super::program::Program;

/// Of so many games the shortest is played.
const SEEDS: u64 = 12;
/// A game that takes more answers than this is not a short one.
const LONGEST: usize = 2000;

/// What is played.
struct Evening {
    game: &'static str,
    players: &'static [&'static str],
    options: &'static [(&'static str, &'static str)],
    secrets: Secrets,
    /// What people roll and draw.
    physical: &'static [&'static str],
}

/// A game that is known before it is played: the id of each answer that somebody gives, by the number of the question.
struct Plan {
    seed: u64,
    answers: Vec<(usize, String)>,
}

impl Evening {
    fn header(&self, seed: u64) -> Header {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let entry = games::find(self.game).unwrap();
        let wishes: Vec<_> = self.options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Header {
            journal: FORMAT,
            game: self.game.into(),
            edition: None,
            options: entry.every_option(&wishes),
            players: owned(self.players),
            seed,
            kit: String::new(),
            rows: Vec::new(),
            program: None,
            folder: None,
            rules: entry.rules,
            physical: owned(self.physical),
            luck: Luck::Same,
            secrets: self.secrets,
            hints: true,
        }
    }

    /// The same for the program.
    fn arguments(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (name, value) in self.options {
            all.extend(["--option".to_owned(), format!("{name}={value}")]);
        }
        if self.secrets == Secrets::Referee {
            all.extend(["--secrets".to_owned(), "referee".to_owned()]);
        }
        if !self.physical.is_empty() {
            all.extend(["--physical".to_owned(), self.physical.join(",")]);
        }
        all
    }

    /// The shortest of several games.
    fn plan(&self) -> Plan {
        let kit = Kit::find(self.game).unwrap();
        let plan = |seed| {
            let header = self.header(seed);
            let setup = header.setup();
            let sitting = games::start(&kit, header).unwrap();
            games::with(self.game, &kit, &setup, Foresee { sitting, seed }).unwrap()
        };
        let plans = (1..=SEEDS).filter_map(plan);
        plans.min_by_key(|plan| plan.answers.len()).expect("a game that ends")
    }
}

/// Plays with the best bot, or at random where chance is a secret; `None` if that takes too long.
struct Foresee {
    sitting: Box<dyn Sitting>,
    seed: u64,
}

impl Visitor for Foresee {
    type Out = Option<Plan>;

    fn visit<G: Words + Bots>(mut self, game: G) -> Self::Out {
        let mut luck = ChaCha8Rng::seed_from_u64(self.seed);
        let mut bot = game.bot(G::NAMES[0]).unwrap();
        let (mut known, mut choices) = (0, Choices::default());
        // As long as all that happened may be known.
        let mut position = Some(game.start());
        let mut answers = Vec::new();
        while answers.len() < LONGEST {
            // The prompt beside the page asks for none of these.
            while let Some(id) = asking::automatic(&*self.sitting) {
                self.sitting.answer(&id).unwrap();
            }
            let Some(ask) = self.sitting.ask() else { return Some(Plan { seed: self.seed, answers }) };
            for past in self.sitting.history(known..ask.n - 1) {
                position = position.and_then(|mut position| {
                    game.play(&mut position, game.parse(&past.made.id)?, &mut |_| {}).ok()?;
                    Some(position)
                });
            }
            known = ask.n - 1;
            let id = match (ask.turn, &position) {
                (Turn::Player(seat), Some(position)) => {
                    game.moves(position, &mut choices);
                    let chosen = bot.choose(&game.view(position, Some(seat)), &choices, &mut luck);
                    game.id(choices[chosen].mv)
                }
                _ => ask.options[below(ask.options.len() as u32, &mut luck) as usize].id.clone(),
            };
            self.sitting.answer(&id).unwrap();
            answers.push((ask.n, id));
        }
        None
    }
}

/// Waits for a question; then where to click for that answer: the place that is lit for it, or its button. What the table view may
/// not see is asked here first, as if others looked away.
const POINT: &str = "(async (n, id) => {
  const page = document.querySelector('#page');
  const { hit } = await import('/lights.js');
  const until = async (is) => { while (!is()) await new Promise((done) => setTimeout(done, 5)); };
  await until(() => page.dataset.asked === String(n) || page.dataset.asked === 'over' || Number(page.dataset.asked) > n);
  if (page.dataset.asked !== String(n)) return { asked: page.dataset.asked };
  let { ask, join } = await (await fetch('snapshot')).json();
  if (ask.hidden) {
    document.querySelector('.invited ~ .answers button').click();
    await until(() => document.querySelector('.ask .answers [data-answer]') !== null);
    const body = JSON.stringify({ reveal: join.asks });
    ({ ask } = (await (await fetch('do', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).json()).reveal);
  }
  const index = ask.answers.findIndex((answer) => answer.id === id);
  const lit = [...document.querySelectorAll('.spot')].map((spot) => {
    const { x, y, width, height } = spot.getBoundingClientRect();
    return { spot, zone: 'all', box: { x, y, w: width, h: height } };
  });
  const own = lit.filter(({ spot }) => spot.answers.includes(index)).sort((a, b) => a.spot.answers.length - b.spot.answers.length);
  for (const { spot, box } of own) {
    for (const [across, down] of [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]]) {
      const point = [box.x + across * box.w, box.y + down * box.h];
      const over = document.elementFromPoint(...point);
      const zone = over?.closest('.zone');
      const near = lit.filter((one) => one.spot.closest('.zone') === zone);
      if (zone && over.closest('.ground') && hit(near, 'all', { x: point[0], y: point[1] }, 1)?.spot === spot) return { index, point, lit: true };
    }
  }
  const button = document.querySelector(`.ask .answers [data-answer=\"${index}\"]`);
  if (!button) return { asked: ask.question, index };
  button.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = button.getBoundingClientRect();
  return { index, point: [x + width / 2, y + height / 2] };
})";

/// Waits until a click has done something; where to click next, if that was not all: a place may stand for several answers, and
/// what cannot be taken back is asked twice.
const AFTER: &str = "(async (n, index, narrowed) => {
  const page = document.querySelector('#page');
  const next = () => document.querySelector('dialog[open] .btn.first')
    ?? (!narrowed && document.querySelector('.ask > .btn.plain') && document.querySelector(`.ask .answers [data-answer=\"${index}\"]`));
  while (page.dataset.asked === String(n) && !next()) await new Promise((done) => setTimeout(done, 5));
  if (page.dataset.asked !== String(n)) return null;
  const { x, y, width, height } = next().getBoundingClientRect();
  return { point: [x + width / 2, y + height / 2], narrowed: narrowed || document.querySelector('dialog[open]') === null };
})";

fn click(chromium: &mut Chromium, point: &Value) {
    chromium.click((point[0].as_f64().unwrap(), point[1].as_f64().unwrap()));
}

/// Answers a question by pointing; whether a lit place was pointed at.
fn point_at(chromium: &mut Chromium, n: usize, id: &str) -> bool {
    let found = chromium.value(&format!("{POINT}({n}, {})", json!(id)));
    if !found["point"].is_array() {
        let past = chromium.value(
            "(async () => (await (await fetch('snapshot')).json()).past.map(({ n, text }) => `${n} ${text}`).join('\\n'))()",
        );
        panic!("question {n} with the answer {id} is not asked: {found}\n{}", past.as_str().unwrap_or_default());
    }
    let mut next = json!({ "point": found["point"], "narrowed": found["lit"] != true });
    while !next.is_null() {
        click(chromium, &next["point"]);
        next = chromium.value(&format!("{AFTER}({n}, {}, {})", found["index"], next["narrowed"]));
    }
    found["lit"] == true
}

#[test]
fn every_game_is_played_by_pointing_alone() {
    let Some(mut chromium) = Chromium::start() else { return };
    let evening = |game, players| Evening { game, players, options: &[], secrets: Secrets::Table, physical: &[] };
    let evenings = [
        evening("deep-dark-dungeon", &["Ann", "Bob"]),
        evening("miniskull-caverns", &["Ann", "Bob"]),
        Evening {
            options: &[("round_limit", "3")],
            secrets: Secrets::Referee,
            ..evening("miniskull-caverns", &["Ann", "Bob"])
        },
        Evening { physical: &["all"], ..evening("dungeon-in-a-tin", &["Ann"]) },
        evening("dungeon-crawl", &["Ann", "Bob"]),
        Evening { options: &[("goal", "20")], ..evening("dungeonbuilders", &["Ann", "Bob"]) },
    ];
    for evening in evenings {
        let plan = evening.plan();
        let begun = std::time::Instant::now();
        let arguments = evening.arguments();
        let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let seed = plan.seed.to_string();
        arguments.extend(["--seed", &seed]);
        let program = Program::play(evening.game, evening.players, &arguments);
        chromium.device();
        looks::wear(&mut chromium, "dark");
        chromium.size((1440, 900), 1.0);
        chromium.open(&program.table);
        chromium.wait("document.querySelector('.sheet') !== null");
        let lit = plan.answers.iter().filter(|(n, id)| point_at(&mut chromium, *n, id)).count();
        chromium.wait("document.querySelector('#page').dataset.asked === 'over'");
        println!("{}: {} answers, {lit} on the table, {:?}", evening.game, plan.answers.len(), begun.elapsed());
        assert!(lit * 4 > plan.answers.len(), "{}: little is lit", evening.game);
        assert_eq!(chromium.told("Runtime.exceptionThrown"), Vec::<Value>::new());
        assert_eq!(chromium.told("Log.entryAdded"), Vec::<Value>::new());
        if evening.secrets == Secrets::Referee {
            continue;
        }
        looks::sound(&mut chromium, &format!("over-{}", evening.game));
        chromium.size((360, 740), 1.0);
        looks::wear(&mut chromium, "light");
        looks::sound(&mut chromium, &format!("over-{}-phone", evening.game));
        // Another game begins on every screen.
        chromium.value("document.querySelector('.last .btn.first').click()");
        chromium.wait(
            "document.querySelector('#page').dataset.asked !== 'over' && document.querySelector('.ask .answers') !== null",
        );
    }
}

/// A table without rules has no end but by agreement.
#[test]
fn an_open_table_is_played_and_ended_by_pointing() {
    let Some(mut chromium) = Chromium::start() else { return };
    let program = Program::play("piecepack", &["Ann", "Bob"], &["--seed", "3"]);
    chromium.device();
    chromium.size((1440, 900), 1.0);
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.sheet') !== null");
    for pick in 0..8 {
        let ask = chromium.value("(async () => (await (await fetch('snapshot')).json()).ask)()");
        let answers = ask["answers"].as_array().unwrap();
        let answer = &answers[pick * 7 % answers.len()];
        point_at(&mut chromium, ask["n"].as_u64().unwrap() as usize, answer["id"].as_str().unwrap());
    }
    for selector in [".tools button:last-child", ".panel .ans:last-child", "dialog[open] .btn.first"] {
        chromium.wait(&format!("document.querySelector('{selector}') !== null"));
        let middle = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])";
        let point = chromium.value(&format!("{middle}(document.querySelector('{selector}').getBoundingClientRect())"));
        click(&mut chromium, &point);
    }
    chromium.wait("document.querySelector('#page').dataset.asked === 'over'");
}
