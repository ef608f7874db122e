//! The table of every game in progress: its appearance, the meaning of dragging a piece, and playing with only a keyboard.

use serde_json::Value;

use super::chromium::Chromium;
use super::games::{EIGHTS, Evening, VAULT};
use super::looks;
use super::phones::phone;

/// The game, the number of answers before it is examined, and the kind of piece that is dragged then.
const TABLES: [(Evening, usize, Option<&str>); 8] = [
    (Evening::new("deep-dark-dungeon", 3), 24, Some("tokens")),
    (Evening::new("miniskull-caverns", 3), 24, Some("heroes")),
    (Evening::new("dungeon-in-a-tin", 3), 24, Some("dice")),
    (Evening::new("dungeon-crawl", 3), 6, Some("tiles")),
    (Evening::new("dungeonbuilders", 3), 12, Some("tiles")),
    (Evening::new("piecepack", 3), 5, Some("coins")),
    (
        Evening {
            players: &["Ann"],
            ..Evening::new(VAULT, 3)
        },
        6,
        None,
    ),
    (Evening::new(EIGHTS, 3), 4, None),
];

/// The number of the current question.
const ASKED: &str = "document.querySelector('#page').dataset.asked";
/// Plays a number of moves, the same in every run.
pub const PLAY: &str = "(async (moves) => {
  const send = async (command) => (await fetch('/do', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(command) })).json();
  const look = async () => (await (await fetch('/snapshot')).json()).ask;
  let ask = await look();
  for (let made = 0; made < moves && ask?.open; made += 1) {
    const safe = ask.answers.filter(({ danger }) => !danger);
    const before = ask.n;
    const { refused } = await send({ move: (safe.length ? safe : ask.answers)[(made * 7) % Math.max(1, safe.length)].id, n: before });
    while (!refused && ask?.n === before) ask = await look();
  }
})";
/// A link for the phone of the player who is asked.
const INVITE: &str = "(async () => {
  const { ask } = await (await fetch('/snapshot')).json();
  const body = JSON.stringify({ invite: 'seat', seat: ask?.seat ?? 0 });
  return (await (await fetch('/do', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).json()).invite.link;
})()";

#[test]
fn every_table_is_seen_dragged_and_played_by_keyboard() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    for (evening, answers, sort) in TABLES {
        let begun = std::time::Instant::now();
        let name = evening.name();
        let program = evening.start(&[]);
        chromium.close_all();
        let view = chromium.device();
        looks::wear(&mut chromium, "dark");
        chromium.size((1440, 900), 0.5);
        chromium.open(&program.table);
        chromium.wait("document.querySelector('.sheet') !== null");
        chromium.value(&format!("{PLAY}({answers})"));
        // What happened during play is no longer marked.
        chromium.reload();
        chromium.wait("document.querySelector('.sheet') !== null");
        for scheme in ["dark", "light"] {
            looks::is_as_kept(&mut chromium, name, scheme);
        }
        chromium.size((768, 1024), 0.5);
        looks::sound(&mut chromium, &format!("table-{name}-tablet"));
        chromium.size((360, 740), 0.5);
        looks::is_as_kept(&mut chromium, &format!("{name}-narrow"), "dark");
        chromium.size((1440, 900), 1.0);
        chromium.shoot(&format!("table-{name}"));
        chromium.size((1440, 900), 0.5);
        if let Some(sort) = sort {
            is_dragged(&mut chromium, name, sort);
        }
        keyboard_is_enough(&mut chromium, name);
        let link = chromium.value(INVITE);
        phone(&mut chromium, link.as_str().unwrap());
        chromium.size((360, 740), 0.5);
        for scheme in ["dark", "light"] {
            looks::is_as_kept(&mut chromium, &format!("{name}-hand"), scheme);
        }
        chromium.turn_to(&view);
        assert_eq!(
            chromium.told("Runtime.exceptionThrown"),
            Vec::<Value>::new(),
            "{name}"
        );
        println!("{name}: {:?}", begun.elapsed());
    }
}

/// Finds a drag of a piece of this kind that has a meaning: onto another piece or, for tiles, next to one.
const DROP: &str = "(async (sort) => {
  const headers = { 'Content-Type': 'application/json' };
  const send = async (command) => (await fetch('do', { method: 'POST', headers, body: JSON.stringify(command) })).json();
  const { things } = (await (await fetch('snapshot')).json()).scene;
  const is = ({ id }) => id.split('/')[0] === sort;
  const box = ({ id }) => document.querySelector(`[data-thing='${id}']`).getBoundingClientRect();
  for (const thing of things.filter(is).reverse()) {
    for (const other of things.filter((other) => other.face && other !== thing && (sort !== 'tiles' || is(other)))) {
      for (const [across, down] of sort === 'tiles' ? [[1, 0], [-1, 0], [0, 1], [0, -1]] : [[0, 0]]) {
        const [a, b] = [box(thing), box(other)];
        const from = [a.x + a.width / 2, a.y + a.height / 2];
        const to = [b.x + b.width * (0.5 + across), b.y + b.height * (0.5 + down)];
        const within = document.elementFromPoint(...to)?.closest('.zone');
        if (sort === 'tiles' && !within) return { outside: other.id, to };
        const at = { zone: other.zone, x: other.x + across * other.w, y: other.y + down * other.h };
        const { drag } = await send({ drag: { thing: thing.id, ...at } });
        if (drag?.length) return { from, to, text: drag[0].text };
      }
    }
  }
  return null;
})";

/// Drags a piece: the referee says what that means, asks for confirmation, and carries it out.
fn is_dragged(chromium: &mut Chromium, name: &str, sort: &str) {
    chromium.value("document.querySelector('[data-tool=more]').click()");
    chromium.wait("document.querySelector('.panel .ans') !== null");
    chromium.value("document.querySelector('.panel .ans').click()");
    chromium.wait("document.querySelector('.table.correcting') !== null");
    chromium.wait("document.fonts.status === 'loaded' && document.getAnimations().length === 0");
    let drop = chromium.value(&format!("{DROP}('{sort}')"));
    assert!(
        drop["from"].is_array(),
        "{name}: no drop of {sort} means anything: {drop}"
    );
    chromium.shoot(&format!("correct-{name}"));
    let point = |at: &Value| (at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
    chromium.drag(point(&drop["from"]), point(&drop["to"]));
    chromium.wait("document.querySelector('dialog[open] .btn.first') !== null");
    let offered = chromium.value("document.querySelector('dialog[open]').textContent");
    assert!(
        offered
            .as_str()
            .unwrap()
            .contains(drop["text"].as_str().unwrap()),
        "{name}: {offered} for {drop}"
    );
    chromium.shoot(&format!("drag-{name}"));
    chromium.value("document.querySelector('dialog[open] .first').click()");
    chromium.wait("document.querySelector('#live').textContent.includes('By agreement') || document.querySelector('[role=alert]') !== null");
    assert_eq!(
        chromium.value("document.querySelector('[role=alert]')"),
        Value::Null,
        "{name}"
    );
    chromium.press("Escape");
    chromium.wait("document.querySelector('.panel') === null && document.querySelector('.answers button') !== null");
}

/// Waits until an answer was accepted; an irreversible one is confirmed, and if a place stands for several answers, one of
/// them is chosen.
fn taken(chromium: &mut Chromium, before: &Value) {
    let is_asked_back = "document.querySelector('dialog[open]') !== null";
    let narrowed = "document.querySelector('.ask > .btn.plain') !== null";
    for more in [is_asked_back, narrowed, is_asked_back] {
        chromium.wait(&format!(
            "{ASKED} !== {before} || {is_asked_back} || {narrowed}"
        ));
        if chromium.value(&format!("{ASKED} === {before} && {more}")) == true {
            chromium.wait("document.activeElement.matches('.first, .answers button')");
            chromium.press("Enter");
        }
    }
    chromium.wait(&format!("{ASKED} !== {before}"));
}

/// Gives the first answer by its key, or by name if there are many.
fn types_first(chromium: &mut Chromium) {
    let before = chromium.value(ASKED);
    let named = chromium.value("document.querySelector('.answers [aria-keyshortcuts]') === null");
    if named == true {
        let name =
            chromium.value("document.querySelector('.answers [data-answer]').textContent.match(/[\\p{L}\\p{N}]+/u)[0]");
        name.as_str()
            .unwrap()
            .chars()
            .for_each(|letter| chromium.press(&letter.to_string()));
        chromium.wait("document.querySelector('.answers .pointed') !== null");
        chromium.press("Enter");
    } else {
        // Numbers are their own keys.
        let key = chromium.value("document.querySelector('.answers [aria-keyshortcuts]').getAttribute('aria-keyshortcuts')");
        chromium.press(key.as_str().unwrap());
    }
    taken(chromium, &before);
}

/// The arrow keys move between highlighted places, once there are some.
fn arrows_are_enough(chromium: &mut Chromium, name: &str) {
    for _ in 0..12 {
        if chromium.value("document.querySelector('.spot') !== null") == true {
            break;
        }
        types_first(chromium);
    }
    let before = chromium.value(ASKED);
    chromium.press("ArrowRight");
    chromium.wait("document.activeElement.classList.contains('spot')");
    assert_ne!(
        chromium.value("document.activeElement.ariaLabel"),
        "",
        "{name}: it says what it stands for"
    );
    chromium.press("Enter");
    taken(chromium, &before);
}

fn keyboard_is_enough(chromium: &mut Chromium, name: &str) {
    // The next question may arrive before the response to the previous answer, and is answered at once.
    chromium.value(
        "(() => { const fetched = window.fetch; window.fetch = async (...request) => {
            const answer = await fetched(...request);
            await new Promise((done) => setTimeout(done, 100));
            return answer; }; document.querySelector('#live').textContent = ''; document.activeElement.blur(); })()",
    );
    types_first(chromium);
    chromium.wait("document.querySelector('#live').textContent !== ''");
    // Tab moves to the answers, Enter takes one.
    let second = chromium.value(ASKED);
    for _ in 0..60 {
        chromium.press("Tab");
        if chromium.value("document.activeElement.closest('.answers [data-answer]') !== null")
            == true
        {
            break;
        }
    }
    assert_eq!(
        chromium.value("document.activeElement.classList.contains('pointed')"),
        true,
        "{name}: the focus points"
    );
    chromium.press("Enter");
    taken(chromium, &second);
    // Cards in hands are not places on the table.
    if name != "crazy-eights" {
        arrows_are_enough(chromium, name);
    }
    // Undo lists what would be undone and asks for confirmation; Esc cancels.
    let undo = "document.querySelector('[data-tool=undo]').focus()";
    chromium.value(undo);
    let before = chromium.value(ASKED);
    chromium.press("Enter");
    chromium.wait("document.querySelector('dialog[open] s') !== null");
    chromium.press("Escape");
    chromium.wait("document.querySelector('dialog[open]') === null");
    assert_eq!(chromium.value(ASKED), before, "{name}");
    chromium.value(undo);
    chromium.press("Enter");
    chromium.wait("document.activeElement.classList.contains('first')");
    chromium.press("Enter");
    chromium.wait(&format!("{ASKED} !== {before}"));
    // A panel takes the focus, and returns it when closed.
    chromium.value("document.querySelector('[data-tool=why]').focus()");
    chromium.press("Enter");
    chromium.wait("document.activeElement.closest('.panel') !== null");
    chromium.press("Escape");
    chromium.wait("document.activeElement.dataset.tool === 'why'");
}
