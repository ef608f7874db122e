//! Where everything is on the page: the map is large, areas keep their side, numbers are their own keys, and what did not move has
//! no arrow.

use serde_json::{Value, json};

use super::chromium::Chromium;
use super::games::{Evening, VAULT};
use super::looks;
use super::phones::phone;
use super::program::Program;
use super::tables::PLAY;

/// Games with a map, for three players.
const MAPS: [&str; 6] = [
    "deep-dark-dungeon",
    "miniskull-caverns",
    "dungeon-in-a-tin",
    "dungeon-crawl",
    "dungeonbuilders",
    VAULT,
];
const SIZES: [(u32, u32); 4] = [(1920, 1080), (1280, 800), (1024, 768), (768, 1024)];
/// The map's share of the table's part of the page, whether it is as high, as wide or as large as it can be and would gain nothing from more, whether all of it is in sight, how much of its box the map fills in the longer
/// direction, and whether the areas are beside it.
const MAP: &str = "(() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [room, map, chart, strip] = [box('.table'), box('.map'), box('.chart .zone'), box('.strip')];
  return {
    share: map.width * map.height / (room.width * room.height),
    most: chart.height > map.height * 0.97 || map.width > room.width * 0.9 && chart.width > map.width * 0.97 || parseFloat(document.querySelector('.chart .zone').style.getPropertyValue('--mm')) >= 0.399 * parseFloat(getComputedStyle(document.documentElement).fontSize),
    whole: chart.width <= map.width + 1 && chart.height <= map.height + 1,
    fills: Math.max(chart.width / map.width, chart.height / map.height),
    beside: document.querySelector('.ground').classList.contains('beside'),
    spare: strip.right - Math.max(...[...document.querySelectorAll('.strip > *')].map((area) => area.getBoundingClientRect().right)),
  };
})()";
/// The time for a window to be laid out.
const SETTLED: &str = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))";
/// Whether elements are in the window.
const IN_SIGHT: &str = "['.ask h2', '.ask .answers button', '.tools'].every((selector) => {
  const { top, bottom, height } = document.querySelector(selector).getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= innerHeight;
})";

#[test]
fn maps_are_large_and_areas_keep_their_side() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    for game in MAPS {
        let evening = Evening {
            players: &["Ann", "Bob", "Cid"][..if game == "dungeon-in-a-tin" { 2 } else { 3 }],
            ..Evening::new(game, 7)
        };
        let program = evening.start(&[]);
        chromium.close_all();
        chromium.device();
        chromium.size(SIZES[0], 1.0);
        chromium.open(&program.table);
        chromium.wait("document.querySelector('.chart .zone') !== null");
        looks::wear(&mut chromium, "light");
        let mut sides: Vec<Value> = Vec::new();
        for (moves, round) in [(6, 0), (14, 1)] {
            chromium.value(&format!("{PLAY}({moves})"));
            // In this order, nothing of the narrow page may remain on the wide one.
            for (number, size) in SIZES.iter().enumerate() {
                chromium.size(*size, 1.0);
                chromium.value(SETTLED);
                let name = format!("{} at {size:?}, round {round}", evening.name());
                let map = chromium.value(MAP);
                // The counters of three players leave less in a small window.
                let least = if game == VAULT { 0.44 } else { 0.5 };
                let is_large = map["share"].as_f64().unwrap() > least || map["most"] == true;
                assert!(is_large, "{name}: {map}");
                assert!(map["fills"].as_f64().unwrap() > 0.6, "{name}: {map}");
                assert_eq!(map["whole"], true, "{name}: {map}");
                if map["beside"] == true {
                    assert!(map["spare"].as_f64().unwrap() < 2.0, "{name}: {map}");
                }
                if round == 0 {
                    sides.push(map["beside"].clone());
                }
                assert_eq!(map["beside"], sides[number], "{name}: another side");
                if chromium.value("document.querySelector('.ask .answers button') !== null") == true
                {
                    assert_eq!(chromium.value(IN_SIGHT), true, "{name}");
                }
            }
        }
        chromium.shoot(&format!("arranged-{}", evening.name()));
    }
}

/// Whether the question, all its answers and something of the table are in the window, nothing is over the map but the question, and
/// there is one row above it; and how many numbers on places lie over each other.
const PHONE: &str = "(() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [bar, sheet, table] = [box('.table > .bar'), box('.sheet'), box('.map:not([hidden]), .strip')];
  const badges = [...document.querySelectorAll('.map .badge')].map((node) => node.getBoundingClientRect());
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3;
  const answers = [...document.querySelectorAll('.ask h2, .ask .answers button')].map((node) => node.getBoundingClientRect());
  return {
    asked: answers.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight + 1).length,
    of: answers.length,
    row: bar.height,
    table: Math.min(table.bottom, innerHeight) - table.top,
    beside: sheet.left > 300 && sheet.top === 0,
    over: badges.filter((one, at) => badges.slice(at + 1).some((other) => over(one, other))).length,
  };
})()";

/// On a phone, the question is beside or below the table, with all of up to six answers in sight, and one row above the map.
#[test]
fn a_phone_shows_table_and_question() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    for (game, moves) in [
        ("deep-dark-dungeon", 16),
        ("dungeon-crawl", 16),
        (VAULT, 12),
    ] {
        let evening = Evening {
            players: &["Ann", "Bob", "Cid"],
            ..Evening::new(game, 7)
        };
        let program = evening.start(&[]);
        chromium.close_all();
        chromium.device();
        chromium.size((844, 390), 1.0);
        chromium.open(&program.table);
        chromium.wait("document.querySelector('.sheet') !== null");
        chromium.value(&format!("{PLAY}({moves})"));
        // Many places of the map are tapped there.
        chromium
            .wait("document.querySelector('.ask :is(.answers button, [data-tool=all])') !== null");
        for size in [(844, 390), (390, 844)] {
            chromium.size(size, 1.0);
            chromium.value(SETTLED);
            let seen = chromium.value(PHONE);
            let name = format!("{} at {size:?}: {seen}", evening.name());
            assert_eq!(seen["asked"], seen["of"], "{name}");
            assert!(seen["row"].as_f64().unwrap() < 50.0, "{name}");
            assert!(seen["table"].as_f64().unwrap() > 150.0, "{name}");
            assert_eq!(seen["beside"], size.0 > size.1, "{name}");
            assert_eq!(seen["over"], 0, "{name}");
            looks::sound(
                &mut chromium,
                &format!("phone-{}-{}", evening.name(), size.0),
            );
        }
    }
}

/// A browser with the table of Ann and Bob, once it shows this; `None` where no browser is installed.
fn at_table(kit: &str, ready: &str) -> Option<(Chromium, Program)> {
    let mut chromium = Chromium::start()?;
    let program = Program::play(kit, &["Ann", "Bob"], &[]);
    chromium.device();
    chromium.size((1280, 800), 1.0);
    chromium.open(&program.table);
    chromium.wait(&format!("document.querySelector('{ready}') !== null"));
    Some((chromium, program))
}

/// The name of a place is written as on the map.
#[test]
fn places_keep_their_small_letters() {
    let Some((mut chromium, _program)) = at_table("miniskull-caverns", ".ask .answers .say") else {
        return;
    };
    let first = "(() => { const say = document.querySelector('.ask .answers .say'); return [say.textContent, getComputedStyle(say, '::first-letter').textTransform]; })()";
    assert_eq!(chromium.value(first), json!(["b1", "none"]));
}

/// What moved, of pieces `[id, zone, x, y, size]` before and after: their ids, and where lines begin.
const MOVED: &str = "(async (before, after) => {
  const { changes, marks } = await import('/moves.js');
  const scene = (things) => ({
    zones: [{ id: 'map', kind: 'map', box: [0, 0, 300, 300] }, { id: 'seat-0', kind: 'seat', box: [0, 0, 90, 90] }],
    things: things.map(([id, zone, x, y, size]) => ({ id, zone, x, y, w: size, h: size, face: 'f' })),
  });
  return marks(changes(scene(before), scene(after))).map(({ box, from }) => [box.x + box.w / 2, box.y + box.h / 2, from && [from.x, from.y]]);
})";

#[test]
fn only_what_moved_is_marked() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let program = Program::play("dungeonbuilders", &["Ann", "Bob"], &[]);
    chromium.device();
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.sheet') !== null");
    let mut moved =
        |before: Value, after: Value| chromium.value(&format!("{MOVED}({before}, {after})"));
    let dungeon = [
        json!(["tile/A", "map", 20, 20, 36]),
        json!(["tile/B", "map", 56, 20, 36]),
    ];
    let [a, b] = &dungeon;
    // A set that lies apart makes room, with the coin and the hero on it.
    let apart = json!([
        a,
        b,
        ["tile/C", "map", 20, 90, 36],
        ["coin/S", "map", 26, 96, 15]
    ]);
    let lower = json!([
        a,
        b,
        ["tile/C", "map", 70, 120, 36],
        ["coin/S", "map", 76, 126, 15]
    ]);
    assert_eq!(moved(apart.clone(), lower), json!([]));
    // A tile that joins others comes from where it lay, and what is on it comes along.
    let joins = json!([
        a,
        b,
        ["tile/C", "map", 92, 20, 36],
        ["coin/S", "map", 98, 26, 15]
    ]);
    assert_eq!(moved(apart, joins), json!([[92, 20, [20, 90]]]));
    // One of two like coins is taken: the other one lies where it lay.
    let coins = json!([
        a,
        b,
        ["coin/S", "map", 20, 20, 15],
        ["coin/S#2", "map", 56, 20, 15]
    ]);
    let one = json!([a, b, ["coin/S", "map", 56, 20, 15]]);
    assert_eq!(moved(coins, one), json!([]));
    // One of two like coins makes room on its tile, and the other one is laid on another.
    let one = json!([
        a,
        b,
        ["coin/S", "map", 20, 20, 15],
        ["coin/S#2", "seat-0", 10, 10, 15]
    ]);
    let both = json!([
        a,
        b,
        ["coin/S", "map", 56, 20, 15],
        ["coin/S#2", "map", 25, 25, 15]
    ]);
    assert_eq!(moved(one, both), json!([[56, 20, null]]));
    // A hero goes to another tile, and carries a coin.
    let stands = json!([
        a,
        b,
        ["hero", "map", 20, 20, 15],
        ["coin/M", "map", 24, 22, 9]
    ]);
    let goes = json!([
        a,
        b,
        ["hero", "map", 56, 20, 15],
        ["coin/M", "map", 60, 22, 9]
    ]);
    assert_eq!(moved(stands, goes), json!([[56, 20, [20, 20]]]));
    // A map that grows to the west lies elsewhere as a whole: only what was laid is new.
    let grown = json!([
        ["tile/D", "map", 20, 20, 36],
        ["tile/A", "map", 56, 20, 36],
        ["tile/B", "map", 92, 20, 36]
    ]);
    assert_eq!(moved(json!(dungeon), grown), json!([[20, 20, null]]));
    // What comes from a seat has no line across the wood.
    let held = json!([a, b, ["coin/C", "seat-0", 10, 10, 15]]);
    let laid = json!([a, b, ["coin/C", "map", 20, 20, 15]]);
    assert_eq!(moved(held, laid), json!([[20, 20, null]]));
}

/// Marks of what changed go after a moment, also where nothing moves.
#[test]
fn marks_are_gone_after_a_moment() {
    let Some((mut chromium, _program)) = at_table("dungeon-crawl", ".ask .answers button") else {
        return;
    };
    // They are there as soon as the table changes.
    chromium.value("new MutationObserver(() => (window.wasMarked ||= document.querySelector('.over .news') !== null)).observe(document.querySelector('.room'), { subtree: true, childList: true })");
    chromium.value(&format!("{PLAY}(6)"));
    chromium.wait("window.wasMarked === true");
    chromium.value("new Promise((done) => setTimeout(done, 3200))");
    assert_eq!(
        chromium.value("document.querySelectorAll('.over .news').length"),
        0
    );
}

/// What happened is read in its order, with the newest in view, also after more has happened; who reads further up stays there.
#[test]
fn the_log_runs_forwards() {
    let Some((mut chromium, _program)) = at_table("deep-dark-dungeon", ".ask .answers button")
    else {
        return;
    };
    let log = "(() => {
      const [log, lines] = [document.querySelector('.log'), [...document.querySelectorAll('.log li')]];
      const at = lines.map(({ dataset }) => Number(dataset.at));
      return [at.length > 4 && at.every((line, place) => place === 0 || line > at[place - 1]),
        lines.at(-1).getBoundingClientRect().bottom <= log.getBoundingClientRect().bottom + 1];
    })()";
    for moves in [8, 5] {
        chromium.value(&format!("{PLAY}({moves})"));
        chromium.wait(&format!("{log}[0]"));
        assert_eq!(chromium.value(log), json!([true, true]));
    }
    // What is shown above the log may push it down as a whole.
    let top = "(() => {
      const top = (part) => document.querySelector(part).getBoundingClientRect().top;
      return Math.round(top('.log li:nth-child(3)') - top('.log'));
    })()";
    chromium.value("document.querySelector('.log').scrollBy(0, -10000)");
    let before = chromium.value(top).as_i64().unwrap();
    chromium.value("document.querySelector('.ask [data-tool=odds]')?.click()");
    chromium.value(SETTLED);
    let after = chromium.value(top).as_i64().unwrap();
    assert!((after - before).abs() <= 1, "{before} {after}");
}

/// A roll-and-write: tracks by number.
const TRACKS: &str = r#"[player]
five = { start = 0, least = 0, most = 6 }
seven = { start = 0, least = 0, most = 8 }
ten = { start = 0, least = 0, most = 5 }
crosses = { start = 0, least = 0, most = 4 }

[flow]
turn = "choose climb, cross"

[action.climb]
words = "climb the track of {n}"
pick = "n in 8 to 11"
do = "ten += 1"

[action.cross]
words = "cross out a box"
do = "crosses += 1"

[end]
when = "any(players where crosses = 4)"
score = "ten - crosses"
"#;

#[test]
fn a_number_is_its_own_key() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let kit = folder.path().join("tracks");
    crate::watch::kit::copy(
        &std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("starters/pig"),
        &kit,
    );
    std::fs::write(kit.join("play.toml"), TRACKS).unwrap();
    let program = Program::play(kit.to_str().unwrap(), &["Ann", "Bob"], &["--lan"]);
    let view = chromium.device();
    chromium.size((1280, 800), 1.0);
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.ask .numbers') !== null");
    let keys = "[...document.querySelectorAll('.answers button')].map((key) => [key.textContent, key.getAttribute('aria-keyshortcuts')])";
    assert_eq!(
        chromium.value(keys),
        json!([
            ["8", "8"],
            ["9", "9"],
            ["10", "10"],
            ["11", "11"],
            ["0cross out a box", "0"]
        ])
    );
    looks::sound(&mut chromium, "numbers");
    // Counters with a most are one a line, below each other.
    let lefts = "new Set([...document.querySelectorAll('.counts.lined .pips')].slice(0, 4).map((pips) => pips.getBoundingClientRect().left)).size";
    assert_eq!(chromium.value(lefts), 1);
    phone(&mut chromium, &program.seats[0]);
    chromium.wait("document.querySelector('.thumb .numbers') !== null");
    for size in [(390, 844), (360, 640)] {
        chromium.size(size, 1.0);
        let shown = "document.querySelector('.hand').clientHeight / innerHeight > 0.3";
        assert_eq!(chromium.value(shown), true, "one's own sheet at {size:?}");
        looks::sound(&mut chromium, &format!("numbers-{}", size.0));
    }
    chromium.turn_to(&view);
    let asked = chromium.value("document.querySelector('#page').dataset.asked");
    chromium.press("1");
    chromium.press("0");
    chromium.wait(&format!(
        "document.querySelector('#page').dataset.asked !== {asked} && document.querySelector('.past').textContent.includes('track of 10')"
    ));
}

/// A roll-and-write: a sheet of five by five fields.
const ORCHARD: &str = r#"[table]
dice = "3d6"

[player]
cell = { start = 0, least = 0, most = 6, each = 25 }
skips = { start = 3, least = 0, most = 3 }

[flow]
round = "roll dice; each player: choose write, skip"

[action.write]
words = "write {number} in cell {place}"
pick = ["number in 1 to 3", "place in 1 to 25 where cell(it) = 0"]
do = "cell(place) = number"

[action.skip]
do = "skips -= 1"

[end]
when = "all(players where skips = 0)"
score = "skips"
"#;

/// A sheet of fields is as many rows as columns, and dozens of answers are a few buttons, then numbers in rows.
#[test]
fn a_sheet_of_fields_is_written_in_two_taps() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let kit = folder.path().join("orchard");
    crate::watch::kit::copy(
        &std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("starters/pig"),
        &kit,
    );
    std::fs::write(kit.join("play.toml"), ORCHARD).unwrap();
    let program = Program::play(kit.to_str().unwrap(), &["Ann", "Bob", "Cid"], &["--lan"]);
    chromium.device();
    chromium.size((1024, 768), 1.0);
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.answers [data-opens]') !== null");
    let columns = "getComputedStyle(document.querySelector('.seat .track ol')).gridTemplateColumns.split(' ').length";
    assert_eq!(chromium.value(columns), 5);
    let fits = "[...document.querySelectorAll('.seat .counts')].every((sheet) => sheet.getBoundingClientRect().bottom <= innerHeight)";
    assert_eq!(chromium.value(fits), true, "all sheets are in sight");
    phone(&mut chromium, &program.seats[0]);
    chromium.size((360, 640), 1.0);
    chromium.wait("document.querySelectorAll('.thumb [data-opens]').length === 3");
    let words = "[...document.querySelectorAll('.thumb .answers button')].map((button) => button.innerText.split('\\n')[0])";
    assert_eq!(
        chromium.value(words),
        json!([
            "skip",
            "Write 1 in cell …",
            "Write 2 in cell …",
            "Write 3 in cell …"
        ])
    );
    chromium.value("document.querySelectorAll('.thumb [data-opens]')[1].click()");
    chromium.wait("document.querySelectorAll('.thumb .chip.number').length === 25");
    looks::sound(&mut chromium, "orchard");
    chromium.value("document.querySelectorAll('.thumb .chip.number')[24].click()");
    chromium.wait("document.querySelector('.hand .track li:last-child b').textContent === '2'");
}

/// The cards of a hand that may be played are tapped there, beside what lies on the table: the first tap says what the second does.
#[test]
fn cards_are_played_from_the_hand() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let evening = Evening {
        secrets: paperkeep::referee::journal::Secrets::Referee,
        ..Evening::new(super::games::EIGHTS, 3)
    };
    let program = evening.start(&["--lan"]);
    phone(&mut chromium, &program.seats[0]);
    chromium.size((360, 640), 1.0);
    chromium.wait("document.querySelector('.card.lit') !== null");
    let seen = "['.common .heap', '.card.lit'].every((one) => document.querySelector(one).getBoundingClientRect().bottom <= document.querySelector('.thumb').getBoundingClientRect().top)";
    assert_eq!(chromium.value(seen), true, "the table and the cards");
    looks::sound(&mut chromium, "hand-of-cards");
    let asked = chromium.value("document.querySelector('#page').dataset.asked");
    let card = chromium.value("document.querySelector('.card.lit').ariaLabel");
    chromium.value(
        "document.querySelector('.card.lit').dispatchEvent(new MouseEvent('click', { detail: 1 }))",
    );
    let told = format!("Tap again: {}", card.as_str().unwrap());
    chromium.wait(&format!(
        "document.querySelector('.known.again')?.textContent === {}",
        json!(told)
    ));
    assert_eq!(
        chromium.value("document.querySelector('#page').dataset.asked"),
        asked
    );
    chromium.value(
        "document.querySelector('.card.lit').dispatchEvent(new MouseEvent('click', { detail: 1 }))",
    );
    chromium.wait(&format!(
        "document.querySelector('#page').dataset.asked !== {asked}"
    ));
}

/// On a phone, a Control is chosen by what it does: first its side, then whether Strength is spent.
#[test]
fn sides_of_a_card_are_chosen_by_what_they_do() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let program = Program::play("miniskull-caverns", &["Ann", "Bob"], &["--lan"]);
    chromium.device();
    chromium.size((360, 640), 1.0);
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.sheet') !== null");
    chromium.value(&format!("{PLAY}(2)"));
    chromium.wait("document.querySelectorAll('.ask .sides [data-opens]').length === 4");
    let seen = "[...document.querySelectorAll('.ask .sides .ans')].every((side) => side.getBoundingClientRect().bottom <= innerHeight && side.querySelector('small') !== null)";
    assert_eq!(chromium.value(seen), true);
    looks::sound(&mut chromium, "sides");
    chromium.value("document.querySelector('.ask [data-opens]').click()");
    chromium.wait("document.querySelectorAll('.ask .answers [data-answer]').length === 2");
}

/// News without a rule have nothing after them.
#[test]
fn news_say_nothing_that_is_not_there() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let program = Program::play(VAULT, &["Ann", "Bob"], &["--lan"]);
    phone(&mut chromium, &program.seats[0]);
    chromium.value(&format!("{PLAY}(3)"));
    chromium.wait("document.querySelector('.phone .known') !== null");
    chromium.value("document.querySelector('.known.tabled') ?? document.querySelector('[data-tool=view]').click()");
    chromium.wait("document.querySelector('.known.tabled') !== null && document.querySelector('.known').textContent !== ''");
    assert_eq!(
        chromium.value("/null|undefined/.test(document.querySelector('.known').textContent)"),
        false
    );
}

/// Opens the newest line of the log whose answer can be changed; the answers are then in the panel.
const OPEN_CHANGE: &str = "(async () => {
  const settled = (wanted) => new Promise((done) => { const look = () => (wanted() ? done() : setTimeout(look, 20)); look(); });
  for (const line of [...document.querySelectorAll('.past li button')]) {
    line.click();
    await settled(() => document.querySelector('.panel'));
    const change = [...document.querySelectorAll('.panel .btn')].find(({ textContent }) => textContent.includes('Change this answer'));
    if (change) {
      change.click();
      await settled(() => document.querySelector('.panel h2').textContent === 'Change this answer');
      return true;
    }
    document.querySelector('.panel header button').click();
    await settled(() => !document.querySelector('.panel'));
  }
  return false;
})()";

#[test]
fn an_answer_is_changed_at_the_log() {
    let Some((mut chromium, program)) = at_table("deep-dark-dungeon", ".ask .answers button")
    else {
        return;
    };
    chromium.value(&format!("{PLAY}(6)"));
    chromium.wait("document.querySelectorAll('.past li').length > 4");
    assert_eq!(chromium.value(OPEN_CHANGE), true);
    looks::sound(&mut chromium, "change");
    chromium.value("[...document.querySelectorAll('.panel .inside .ans')].at(-1).click()");
    chromium
        .wait("document.querySelector('dialog[open]')?.textContent.includes('It is now') ?? false");
    assert!(kept(&program).contains("\"amend\""));
    chromium.value("[...document.querySelectorAll('dialog button')].at(-1).click()");
    chromium.wait("document.querySelector('dialog') === null");
    for _ in 0..100 {
        if kept(&program).contains("\"restore\"") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("the change is not taken back");
}

fn kept(program: &Program) -> String {
    std::fs::read_to_string(&program.journal).unwrap()
}

/// Keeps what the referee reads aloud instead of saying it.
const LISTEN: &str = "(() => {
  globalThis.said = [];
  speechSynthesis.speak = ({ text }) => said.push(text);
  document.documentElement.dataset.voice = 'on';
})()";

/// What one player alone sees is not read aloud; the large view shows the question and no table.
#[test]
fn a_screen_reads_aloud_and_in_large_letters() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let program = Program::play(super::games::EIGHTS, &["Ann", "Bob"], &["--lan"]);
    let view = chromium.device();
    chromium.size((768, 1024), 1.0);
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.sheet') !== null");
    chromium.value(LISTEN);
    let hand = phone(&mut chromium, &program.seats[0]);
    chromium.wait("document.querySelector('.thumb .ans') !== null");
    chromium.value(LISTEN);
    chromium.value(&format!("{PLAY}(1)"));
    chromium.turn_to(&view);
    chromium.wait("said.some((text) => text.includes('Ann'))");
    chromium.turn_to(&hand);
    assert_eq!(chromium.value("said"), json!([]));
    chromium.turn_to(&view);
    let large = "parseFloat(getComputedStyle(document.querySelector('.ask h2')).fontSize)";
    let before = chromium.value(large).as_f64().unwrap();
    chromium.value("localStorage.setItem('view', 'asks')");
    chromium.reload();
    chromium.wait("document.querySelector('.ask h2') !== null");
    assert!(chromium.value(large).as_f64().unwrap() > before * 1.2);
    let shown = "getComputedStyle(document.querySelector('.room')).visibility";
    assert_eq!(chromium.value(shown), "hidden");
    looks::sound(&mut chromium, "large");
}

/// On a small phone, coins are small pictures, all in sight; at the end, the story and what may be done do not cover each other.
#[test]
fn a_small_phone_has_room() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let program = Program::play("dungeon-crawl", &["Ann", "Bob", "Cid"], &["--lan"]);
    chromium.device();
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.sheet') !== null");
    chromium.value(&format!("{PLAY}(6)"));
    let seat =
        chromium.value("fetch('/snapshot').then((it) => it.json()).then(({ ask }) => ask.seat)");
    phone(
        &mut chromium,
        &program.seats[seat.as_u64().unwrap() as usize],
    );
    chromium.size((360, 640), 1.0);
    chromium.wait("document.querySelectorAll('.thumb .pictured.small .ans').length > 3");
    let in_sight = "[...document.querySelectorAll('.thumb .ans')].every((coin) => coin.getBoundingClientRect().bottom <= innerHeight)";
    assert_eq!(chromium.value(in_sight), true);

    let program = Program::play("dungeon-in-a-tin", &["Ann", "Bob"], &[]);
    chromium.device();
    chromium.size((390, 844), 1.0);
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.sheet') !== null");
    chromium.value(&format!("{PLAY}(2000)"));
    chromium.wait("document.querySelector('.last button') !== null");
    // Everybody is in the list, also the dead, and the whole list is in sight, as is the bar of tools.
    let listed = "(() => {
      const rows = [...document.querySelectorAll('.ranking li')].map((row) => row.getBoundingClientRect());
      const tools = document.querySelector('.tools').getBoundingClientRect();
      return rows.length === 2 && rows.every(({ top, bottom }) => top > 0 && bottom < tools.top) && tools.bottom <= innerHeight + 1;
    })()";
    let table = "document.querySelector('.map').getBoundingClientRect().bottom <= (innerWidth > innerHeight ? innerHeight : document.querySelector('.sheet').getBoundingClientRect().top)";
    for size in [(844, 390), (360, 640), (390, 844)] {
        chromium.size(size, 1.0);
        chromium.value(SETTLED);
        assert_eq!(chromium.value(listed), true, "{size:?}");
        assert_eq!(chromium.value(table), true, "the map at {size:?}");
    }
    // The story is there on demand, and remains so.
    chromium.value("document.querySelector('[data-tool=retold]').click()");
    chromium.reload();
    chromium.wait("document.querySelector('.retold') !== null");
    chromium.value(SETTLED);
    let apart = "document.querySelector('.retold').getBoundingClientRect().bottom <= document.querySelector('.last').getBoundingClientRect().top + 1
        && document.querySelector('.retold').clientHeight > 100
        && document.querySelector('.tools').getBoundingClientRect().bottom <= innerHeight";
    assert_eq!(chromium.value(apart), true);
}

/// Columns of cards stay beside each other, and nine answers are all in sight.
#[test]
fn rows_of_piles_stay_together_on_small_screens() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let klondike = Program::play(
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kits/played/klondike"),
        &["Ann"],
        &[],
    );
    chromium.device();
    chromium.open(&klondike.table);
    chromium.wait("document.querySelector('.set') !== null");
    let tops = "[...document.querySelector('.set').children].map((heap) => Math.round(heap.getBoundingClientRect().top)).filter((top, at, all) => top !== all[0]).length";
    for size in [(1280, 800), (1024, 768), (844, 390), (390, 844), (360, 640)] {
        chromium.size(size, 1.0);
        chromium.value(SETTLED);
        assert_eq!(chromium.value(tops), 0, "{size:?}");
        let cut = "[...document.querySelectorAll('.set .zone')].filter((zone) => zone.getBoundingClientRect().right > document.querySelector('.table').getBoundingClientRect().right).length";
        assert_eq!(chromium.value(cut), 0, "{size:?}");
    }
    let program = Program::play("piecepack", &["Ann", "Bob"], &[]);
    chromium.device();
    chromium.size((360, 640), 1.0);
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.ask h2') !== null");
    let begin = "(async () => {
      const { ask } = await (await fetch('/snapshot')).json();
      await fetch('/do', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ move: 'move:pbS', n: ask.n }) });
    })()";
    chromium.value(begin);
    let hidden = "(() => {
      const tools = document.querySelector('.tools').getBoundingClientRect();
      const answers = [...document.querySelectorAll('.ask .answers button')];
      return [answers.length === 9, answers.filter((answer) => answer.getBoundingClientRect().bottom > tools.top + 1).length];
    })()";
    chromium.wait(&format!("{hidden}[0]"));
    chromium.value(SETTLED);
    assert_eq!(chromium.value(hidden), json!([true, 0]));
}

/// Numbers of answers hide no words: neither those that stand on the table nor those that are printed on tiles.
#[test]
fn numbers_hide_no_words() {
    let Some((mut chromium, _program)) = at_table("dungeonbuilders", ".ask .answers button") else {
        return;
    };
    chromium.value(&format!("{PLAY}(14)"));
    let hidden = "(() => {
      const boxes = (kind) => [...document.querySelectorAll(`.map ${kind}`)].map((node) => node.getBoundingClientRect());
      const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 4 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
      const words = boxes('.word:not(.left-out)');
      return boxes('.badge').filter((badge) => words.some((word) => over(badge, word))).length;
    })()";
    for size in [(1280, 800), (390, 844), (360, 640)] {
        chromium.size(size, 1.0);
        chromium.value(SETTLED);
        assert_eq!(chromium.value(hidden), 0, "{size:?}");
    }
    let words = "fetch('/snapshot').then((it) => it.json()).then(({ scene }) => scene.things.filter(({ words }) => words?.length).length > 1)";
    assert_eq!(chromium.value(words), true);
}
