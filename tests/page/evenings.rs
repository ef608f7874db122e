//! Whole games at the table view.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use super::chromium::Chromium;
use super::program::Program;

/// After so many pointings the game is ended by agreement: random play wanders.
const MOST: usize = 70;

/// Waits until something else is seen than `before`; then tells what is asked, and the middles of all that may be pointed at: what is
/// lit on the table if there is any, else the buttons.
const POINTS: &str = "(async (before, buttons) => {
  const page = document.querySelector('#page');
  const now = () => [page.dataset.asked, document.querySelector('dialog[open]') !== null, document.querySelector('.answers')?.childElementCount].join();
  for (let waited = 0; now() === before && waited < 2000; waited += 5) await new Promise((done) => setTimeout(done, 5));
  const middle = (node) => { const { x, y, width, height } = node.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
  const seen = (place) => ([x, y]) => document.elementFromPoint(x, y)?.closest(place);
  const all = (selector, place) => [...document.querySelectorAll(selector)].map(middle).filter(seen(place));
  const reply = all('dialog[open] .btn.first', '.btn');
  const narrowed = document.querySelector('.ask > .btn.plain') !== null;
  const lit = buttons || narrowed ? [] : all('.spot', '.ground');
  const points = [reply, lit, all('.ask .answers button', '.answers')].find(({ length }) => length > 0) ?? [];
  return { asked: page.dataset.asked, now: now(), points };
})";

fn click(chromium: &mut Chromium, point: &Value) {
    chromium.click((point[0].as_f64().unwrap(), point[1].as_f64().unwrap()));
}

/// Plays at random by pointing until the game is over; how many pointings that took.
fn pointed_to_the_end(chromium: &mut Chromium) -> usize {
    let mut chance = ChaCha8Rng::seed_from_u64(5);
    let mut before = Value::from("");
    for pointings in 0..MOST {
        let mut seen = chromium.value(&format!("{POINTS}({before}, false)"));
        if seen["asked"] == "over" {
            return pointings;
        }
        if seen["now"] == before {
            // What is lit stands for as many answers as are left: the buttons tell them apart.
            seen = chromium.value(&format!("{POINTS}('', true)"));
        }
        let points = seen["points"].as_array().unwrap();
        assert!(!points.is_empty(), "nothing can be pointed at: {seen}");
        click(chromium, &points[chance.random_range(..points.len())]);
        before = seen["now"].clone();
    }
    end_by_agreement(chromium);
    MOST
}

fn end_by_agreement(chromium: &mut Chromium) {
    // The last pointing may have opened a question that is asked back.
    chromium.press("Escape");
    chromium.wait("document.querySelector('dialog[open]') === null");
    for selector in [".tools button:last-child", ".panel .ans:last-child", "dialog[open] .btn.first"] {
        chromium.wait(&format!("document.querySelector('{selector}') !== null"));
        let middle = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])";
        let point = chromium.value(&format!("{middle}(document.querySelector('{selector}').getBoundingClientRect())"));
        click(chromium, &point);
    }
    chromium.wait("document.querySelector('#page').dataset.asked === 'over'");
}

#[test]
fn every_game_is_played_by_pointing_alone() {
    let Some(mut chromium) = Chromium::start() else { return };
    let games: [(&str, &[&str], &[&str]); 6] = [
        ("deep-dark-dungeon", &["Ann", "Bob"], &["--option", "round_limit=2"]),
        ("miniskull-caverns", &["Ann", "Bob"], &["--option", "round_limit=2"]),
        ("dungeon-in-a-tin", &["Ann"], &[]),
        ("dungeon-crawl", &["Ann", "Bob"], &[]),
        ("dungeonbuilders", &["Ann", "Bob"], &["--option", "round_limit=1"]),
        ("piecepack", &["Ann", "Bob"], &[]),
    ];
    for (game, players, options) in games {
        let begun = std::time::Instant::now();
        let program = Program::play(game, players, options);
        chromium.device();
        chromium.size((1440, 900), 1.0);
        chromium.open(&program.table);
        chromium.wait("document.querySelector('.sheet') !== null");
        let pointings = pointed_to_the_end(&mut chromium);
        chromium.shoot(&format!("over-{game}"));
        assert_eq!(chromium.told("Runtime.exceptionThrown"), Vec::<Value>::new());
        assert_eq!(chromium.told("Log.entryAdded"), Vec::<Value>::new());
        println!("{game}: {pointings} pointings in {:?}", begun.elapsed());
    }
}
