//! Whole games played only by pointing: with a mouse in the table view, and with thumbs on phones.

use std::cell::Cell;

use paperkeep::referee::journal::Secrets;
use serde_json::{Value, json};

use super::chromium::{Chromium, Page};
use super::games::{Evening, Step, VAULT};
use super::looks;
use super::phones;
use super::program::Program;

const MINISKULL: Evening = Evening::new("miniskull-caverns", 9);

pub const EVENINGS: [Evening; 7] = [
    Evening::new("deep-dark-dungeon", 59),
    MINISKULL,
    Evening {
        options: &[("round_limit", "3")],
        secrets: Secrets::Referee,
        seed: 3,
        ..MINISKULL
    },
    Evening {
        players: &["Ann"],
        physical: &["all"],
        ..Evening::new("dungeon-in-a-tin", 42)
    },
    Evening::new("dungeon-crawl", 21),
    Evening {
        options: &[("goal", "20")],
        ..Evening::new("dungeonbuilders", 47)
    },
    Evening {
        players: &["Ann"],
        ..Evening::new(VAULT, 26)
    },
];

/// Waits for a question, then returns where to point for this answer: at the highlighted place or at its button; on a phone
/// first at what shows the buttons, if necessary. If the table view may not see the question, it first asks there, as if the
/// others looked away.
const POINT: &str = "(async (n, id) => {
  const page = document.querySelector('#page');
  const { hit } = await import('./lights.js');
  const until = async (is) => { while (!is()) await new Promise((done) => setTimeout(done, 5)); };
  await until(() => page.dataset.asked === String(n) || page.dataset.asked === 'over' || Number(page.dataset.asked) > n);
  if (page.dataset.asked !== String(n)) return { asked: page.dataset.asked };
  await until(() => document.fonts.status === 'loaded' && document.getAnimations().length === 0);
  // The map is fitted to what the answers leave of the screen, at the end of the next frame.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  let { ask, join } = await (await fetch('snapshot')).json();
  if (ask.hidden) {
    document.querySelector('.invited ~ .answers button').click();
    await until(() => document.querySelector('.ask .answers [data-answer]') !== null);
    const body = JSON.stringify({ reveal: join.asks });
    ({ ask } = (await (await fetch('do', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).json()).reveal);
  }
  const index = ask.answers.findIndex((answer) => answer.id === id);
  const middle = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
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
  const button = document.querySelector(`.answers [data-answer~=\"${index}\"]`);
  if (!button) {
    const all = document.querySelector(`.answers [data-opens~=\"${index}\"]`) ?? [...document.querySelectorAll('.more button')].find((one) => one.textContent.startsWith('all '));
    all?.scrollIntoView({ block: 'nearest' });
    return all ? { index, shows: middle(all) } : { asked: ask.question, index };
  }
  button.scrollIntoView({ block: 'nearest' });
  return { index, point: middle(button) };
})";

/// Waits until a click has taken effect; returns where to click next if more is necessary: a place may stand for several
/// answers, and an irreversible answer needs a confirmation.
const AFTER: &str = "(async (n, index, narrowed) => {
  const page = document.querySelector('#page');
  const next = () => document.querySelector('dialog[open] .btn.first')
    ?? (!narrowed && document.querySelector(':is(.ask, .thumb) > .btn.plain') && document.querySelector(`.answers [data-answer~=\"${index}\"]`));
  while (page.dataset.asked === String(n)) {
    while (page.dataset.asked === String(n) && !next()) await new Promise((done) => setTimeout(done, 5));
    // Pictures of answers move those below them, until they are there.
    await Promise.all([...document.images].map((image) => image.decode().catch(() => null)));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const node = page.dataset.asked === String(n) && next();
    if (!node) continue;
    node.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = node.getBoundingClientRect();
    return { point: [x + width / 2, y + height / 2], narrowed: narrowed || document.querySelector('dialog[open]') === null };
  }
  return null;
})";

/// How many words a question and its answers have on the screen.
const WORDS: &str = "document.querySelector('.thumb, .ask')?.innerText.split(/\\s+/).length ?? 0";

thread_local! {
    /// Clicks or taps of this test since its last evening began.
    static TAPS: Cell<usize> = const { Cell::new(0) };
}

/// What is used for pointing.
#[derive(Clone, Copy, PartialEq)]
pub enum With {
    Mouse,
    /// A thumb, whose first tap on a highlighted place only points.
    Thumb,
}

impl With {
    fn at(self, chromium: &mut Chromium, point: &Value) {
        let point = (point[0].as_f64().unwrap(), point[1].as_f64().unwrap());
        TAPS.set(TAPS.get() + 1);
        match self {
            With::Mouse => chromium.click(point),
            With::Thumb => chromium.tap(point),
        }
    }

    /// Answers a question; returns whether a highlighted place was used.
    pub fn answers(self, chromium: &mut Chromium, n: usize, id: &str) -> bool {
        let point = format!("{POINT}({n}, {})", json!(id));
        let mut found = chromium.value(&point);
        if found["shows"].is_array() {
            self.at(chromium, &found["shows"]);
            chromium.wait("document.querySelector('.answers [data-answer]') !== null");
            found = chromium.value(&point);
        }
        if !found["point"].is_array() {
            let past = chromium.value(
                "(async () => (await (await fetch('snapshot')).json()).past.map(({ n, text }) => `${n} ${text}`).join('\\n'))()",
            );
            panic!(
                "question {n} with the answer {id} is not asked: {found}\n{}",
                past.as_str().unwrap_or_default()
            );
        }
        let is_lit = found["lit"] == true;
        if is_lit && self == With::Thumb {
            self.at(chromium, &found["point"]);
            chromium.wait("document.querySelector('.over .pointed') !== null");
            // What the first tap shows may move the table.
            found = chromium.value(&point);
        }
        let mut next = json!({ "point": found["point"], "narrowed": !is_lit });
        while !next.is_null() {
            self.at(chromium, &next["point"]);
            next = chromium.value(&format!(
                "{AFTER}({n}, {}, {})",
                found["index"], next["narrowed"]
            ));
        }
        is_lit
    }
}

pub const IS_OVER: &str = "document.querySelector('#page').dataset.asked === 'over'";

fn is_quiet(chromium: &mut Chromium) {
    assert_eq!(
        chromium.told("Runtime.exceptionThrown"),
        Vec::<Value>::new()
    );
    assert_eq!(chromium.told("Log.entryAdded"), Vec::<Value>::new());
}

#[test]
fn every_game_is_played_by_the_mouse_alone() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    for evening in EVENINGS {
        let steps = evening.plan();
        let begun = std::time::Instant::now();
        let program = evening.start(&[]);
        chromium.close_all();
        chromium.device();
        looks::wear(&mut chromium, "dark");
        chromium.size((1440, 900), 0.5);
        chromium.open(&program.table);
        chromium.wait("document.querySelector('.sheet') !== null");
        let lit = steps
            .iter()
            .filter(|step| With::Mouse.answers(&mut chromium, step.n, &step.id))
            .count();
        chromium.wait(IS_OVER);
        println!(
            "{}: {} answers, {lit} on the table, {:?}",
            evening.name(),
            steps.len(),
            begun.elapsed()
        );
        assert!(lit * 4 > steps.len(), "{}: little is lit", evening.game);
        is_quiet(&mut chromium);
        if evening.secrets == Secrets::Referee {
            continue;
        }
        looks::sound(&mut chromium, &format!("over-{}", evening.name()));
        // A new game begins on every screen.
        chromium.value("document.querySelector('.last .btn.first').click()");
        chromium.wait(
            "document.querySelector('#page').dataset.asked !== 'over' && document.querySelector('.ask .answers') !== null",
        );
    }
}

/// Every player has a phone and looks at the table there.
#[test]
fn every_game_is_played_by_thumbs_alone() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    // MiniSkull is played with secrets, so that phones are asked individually.
    for evening in EVENINGS
        .into_iter()
        .filter(|evening| evening.game != MINISKULL.game || evening.secrets == Secrets::Referee)
    {
        let steps = evening.plan();
        let begun = std::time::Instant::now();
        let program = evening.start(&["--lan"]);
        chromium.close_all();
        let seats = |(link, scheme): (&String, &str)| {
            let page = phones::phone(&mut chromium, link);
            looks::wear(&mut chromium, scheme);
            chromium.value("document.querySelector('[data-tool=view]').click()");
            page
        };
        let seats: Vec<Page> = program
            .seats
            .iter()
            .zip(["light", "dark"])
            .map(seats)
            .collect();
        let (mut lit, mut words) = (0, 0);
        TAPS.set(0);
        for Step { n, id, seat } in &steps {
            chromium.turn_to(&seats[usize::from(seat.unwrap_or(0))]);
            words += chromium.value(WORDS).as_u64().unwrap_or(0) as usize;
            lit += usize::from(With::Thumb.answers(&mut chromium, *n, id));
        }
        let taps = TAPS.get();
        for (seat, page) in seats.iter().enumerate() {
            chromium.turn_to(page);
            chromium.wait(IS_OVER);
            is_quiet(&mut chromium);
            if seat == 0 {
                looks::sound(&mut chromium, &format!("over-{}-phone", evening.name()));
            }
        }
        println!(
            "{}: {} answers, {lit} on the table, {taps} taps, {words} words, {:?}",
            evening.name(),
            steps.len(),
            begun.elapsed()
        );
        assert!(lit > 0, "{}: nothing is lit", evening.game);
        // A place takes a second tap, and one of several answers there a third.
        assert!(taps <= 3 * steps.len(), "{}: {taps} taps", evening.game);
        assert!(
            words <= 45 * steps.len(),
            "{}: {words} words to read",
            evening.game
        );
    }
}

/// A table without rules ends only by agreement.
#[test]
fn an_open_table_is_played_and_ended_by_pointing() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let program = Program::play("piecepack", &["Ann", "Bob"], &["--seed", "3"]);
    chromium.device();
    // Here, pieces do move.
    chromium.media(&[]);
    chromium.size((1440, 900), 1.0);
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.sheet') !== null");
    for pick in 0..8 {
        let ask = chromium.value("(async () => (await (await fetch('snapshot')).json()).ask)()");
        let answers = ask["answers"].as_array().unwrap();
        let answer = &answers[pick * 7 % answers.len()];
        With::Mouse.answers(
            &mut chromium,
            ask["n"].as_u64().unwrap() as usize,
            answer["id"].as_str().unwrap(),
        );
    }
    for selector in [
        ".tools button:last-child",
        ".panel .ans:last-child",
        "dialog[open] .btn.first",
    ] {
        chromium.wait(&format!("document.querySelector('{selector}') !== null"));
        let point = chromium.value(&format!(
            "((thing) => {{
                thing.scrollIntoView({{ block: 'nearest', behavior: 'instant' }});
                const {{ x, y, width, height }} = thing.getBoundingClientRect();
                return [x + width / 2, y + height / 2];
            }})(document.querySelector('{selector}'))"
        ));
        With::Mouse.at(&mut chromium, &point);
    }
    chromium.wait(IS_OVER);
}
