//! Whole games at the table view.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use super::chromium::Chromium;
use super::program::Program;

/// No game takes so many pointings at random.
const MOST: usize = 2500;

/// Waits until something else is asked than `before`, or a dialog or fewer answers are shown; then tells what is asked, and the
/// middles of all that may be pointed at: what is lit on the table, else the buttons.
const POINTS: &str = "(async (before) => {
  const page = document.querySelector('#page');
  const now = () => [page.dataset.asked, document.querySelector('dialog[open]') !== null, document.querySelector('.answers')?.childElementCount].join();
  for (let waited = 0; now() === before && waited < 3000; waited += 5) await new Promise((done) => setTimeout(done, 5));
  const middle = (node) => { const { x, y, width, height } = node.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
  const seen = (points) => points.filter(([x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight);
  const all = (selector) => seen([...document.querySelectorAll(selector)].map(middle));
  const reply = all('dialog[open] .btn.first');
  const lit = all('.spot');
  const buttons = all('.ask .answers > button, .ask .chip');
  return { asked: page.dataset.asked, now: now(), points: reply.length ? reply : lit.length && !before.endsWith('again') ? lit : buttons };
})";

/// Plays at random by pointing until the game is over; how many pointings that took.
fn pointed_to_the_end(chromium: &mut Chromium) -> usize {
    let mut chance = ChaCha8Rng::seed_from_u64(5);
    let mut before = Value::from("");
    for pointings in 0..MOST {
        let mut seen = chromium.value(&format!("{POINTS}({before})"));
        if seen["asked"] == "over" {
            return pointings;
        }
        if seen["now"] == before {
            // What was lit stood for several answers, or for none of a mouse's: the buttons remain.
            seen = chromium.value(&format!("{POINTS}('again')"));
        }
        let points = seen["points"].as_array().unwrap();
        assert!(!points.is_empty(), "nothing can be pointed at: {seen}");
        let point = &points[chance.random_range(..points.len())];
        chromium.click((point[0].as_f64().unwrap(), point[1].as_f64().unwrap()));
        before = seen["now"].clone();
    }
    panic!("the game went on after {MOST} pointings: {}", chromium.value("document.body.innerText"));
}

#[test]
fn every_game_is_played_by_pointing_alone() {
    let Some(mut chromium) = Chromium::start() else { return };
    let games: [(&str, &[&str]); 6] = [
        ("deep-dark-dungeon", &["Ann", "Bob"]),
        ("miniskull-caverns", &["Ann", "Bob"]),
        ("dungeon-in-a-tin", &["Ann"]),
        ("dungeon-crawl", &["Ann", "Bob"]),
        ("dungeonbuilders", &["Ann", "Bob"]),
        ("piecepack", &["Ann", "Bob"]),
    ];
    for (game, players) in games {
        let begun = std::time::Instant::now();
        let program = Program::play(game, players, &[]);
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
