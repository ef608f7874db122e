//! Hands on phones, beside the table view.

use super::chromium::{Chromium, Page};
use super::looks::PLAY;
use super::program::Program;

/// The question that a page shows, by its number.
const ASKED: &str = "document.querySelector('#page').dataset.asked";
/// What may be tapped to answer.
const ANSWERS: &str = "[...document.querySelectorAll('.answers button, .side, [data-tool=more]')]";
/// Whether the phone is asked something.
const IS_ASKED: &str = "document.querySelector('.thumb .answers button, .hand .answers button, .side') !== null";

/// Opens a link on a new phone.
fn phone(chromium: &mut Chromium, link: &str) -> Page {
    let page = chromium.device();
    chromium.size((360, 740), 1.0);
    chromium.open(link);
    chromium.wait("document.querySelector('.phone .top h1') !== null");
    page
}

fn text(chromium: &mut Chromium) -> String {
    chromium.value("document.body.innerText").as_str().unwrap().to_owned()
}

/// Answers with the first answer that is in view, as a thumb would.
fn answer(chromium: &mut Chromium) {
    let before = chromium.value("document.querySelector('#page').dataset.asked");
    chromium.value("document.querySelector('.side')?.click()");
    chromium.value("document.querySelector('.thumb .answers button, .hand .answers button').click()");
    chromium.wait(&format!(
        "document.querySelector('#page').dataset.asked !== {before} || document.querySelector('dialog[open]') !== null"
    ));
    chromium.value("document.querySelector('dialog[open] .btn.first')?.click()");
    chromium.wait(&format!("document.querySelector('#page').dataset.asked !== {before}"));
}

/// The phone that is asked alone, by its number, once one is.
fn asked_alone(chromium: &mut Chromium, table: &Page, phones: &[Page]) -> usize {
    for _ in 0..60 {
        for (seat, phone) in phones.iter().enumerate() {
            chromium.turn_to(phone);
            if chromium.value("document.querySelector('.only .i') !== null && document.body.innerText.toLowerCase().includes('only you see this')") == true {
                return seat;
            }
        }
        // Something else is asked: whoever may answers it, and all have heard of it before the next is looked for.
        chromium.turn_to(table);
        let before = chromium.value(ASKED);
        for page in phones.iter().chain([table]) {
            chromium.turn_to(page);
            let answered = "(() => { const first = document.querySelector('.answers button'); first?.click(); return first !== null; })()";
            if chromium.value(answered) == true {
                break;
            }
        }
        for page in phones.iter().chain([table]) {
            chromium.turn_to(page);
            chromium.wait(&format!("{ASKED} !== {before}"));
        }
    }
    panic!("nobody is asked in secret: {}", text(chromium));
}

#[test]
fn three_phones_hold_their_secrets_and_come_back() {
    let Some(mut chromium) = Chromium::start() else { return };
    let mut program = Program::play("miniskull-caverns", &["Ann", "Bob", "Cid"], &["--secrets", "referee", "--lan"]);
    let table = chromium.device();
    chromium.size((1440, 900), 1.0);
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.sheet') !== null");
    let links = program.seats.clone();
    let phones: Vec<Page> = links.iter().map(|link| phone(&mut chromium, link)).collect();

    // A question in secret is on one phone, and nowhere else.
    let seat = asked_alone(&mut chromium, &table, &phones);
    let question = chromium.value("document.querySelector('.thumb h2').textContent");
    let question = question.as_str().unwrap().to_owned();
    chromium.shoot("secret-phone");
    for page in phones.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, page)| page).chain([&table]) {
        chromium.turn_to(page);
        chromium.wait("document.body.innerText.toLowerCase().includes('in secret')");
        assert!(!text(&mut chromium).contains(&question), "{question}");
        assert_eq!(chromium.value("document.querySelector('.answers button, .spot')"), serde_json::Value::Null);
    }
    chromium.shoot("secret-table");

    // The phone is gone in mid-question; its browser comes back without a code, to the same question.
    chromium.close(&phones[seat]);
    let mut phones = phones;
    phones[seat] = chromium.page(phones[seat].clone());
    chromium.size((360, 740), 1.0);
    chromium.open(links[seat].split('#').next().unwrap());
    chromium.wait(&format!("document.querySelector('.thumb h2')?.textContent === {}", serde_json::json!(question)));
    // The link was spent when the phone took it.
    let stranger = chromium.device();
    chromium.open(&links[seat]);
    chromium.wait("document.querySelector('.alone [role=alert]') !== null");
    chromium.close(&stranger);

    // The program is killed under the open pages, and goes on where it was.
    chromium.turn_to(&phones[seat]);
    program = program.killed_and_resumed(&["--lan"]);
    chromium.wait(&format!(
        "document.querySelector('.lost') === null && {IS_ASKED} && document.querySelector('.thumb h2').textContent === {}",
        serde_json::json!(question)
    ));
    answer(&mut chromium);
    drop(program);
    chromium.wait("document.querySelector('.lost') !== null");
    chromium.shoot("lost");
    assert_eq!(
        chromium.value(&format!("{ANSWERS}.length > 0 && document.querySelector('.hand') !== null")),
        true,
        "the hand stays"
    );
}

#[test]
fn of_two_who_answer_at_once_the_second_is_told_kindly() {
    let Some(mut chromium) = Chromium::start() else { return };
    let program = Program::play("dungeon-in-a-tin", &["Ann", "Bob"], &["--lan"]);
    let phones: Vec<Page> = program.seats.iter().map(|link| phone(&mut chromium, link)).collect();
    let table = chromium.device();
    chromium.size((1440, 900), 1.0);
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.ask .answers button') !== null");
    let asked = phones.iter().find(|phone| {
        chromium.turn_to(phone);
        chromium.value(IS_ASKED) == true
    });
    let asked = asked.expect("one of them is asked");
    // The phone's answer is on its way until the table has answered.
    chromium.value(
        "(() => { const fetched = window.fetch; window.fetch = (...request) => new Promise((arrives) => {
            window.arrive = () => arrives(fetched(...request)); }); })()",
    );
    chromium.value("document.querySelectorAll('.answers button')[1].click()");
    chromium.wait("window.arrive !== undefined");
    chromium.turn_to(&table);
    let before = chromium.value(ASKED);
    chromium.press("1");
    chromium.wait(&format!("{ASKED} !== {before}"));
    chromium.turn_to(asked);
    chromium.value("window.arrive(), 0");
    chromium.wait("document.querySelector('.no.kind b')?.textContent === 'Answered a moment before.'");
    assert_eq!(chromium.value("document.querySelector('[role=alert]')"), serde_json::Value::Null, "nothing is wrong");
    chromium.shoot("second");
}

#[test]
fn a_keyboard_is_enough() {
    let Some(mut chromium) = Chromium::start() else { return };
    let program = Program::play("dungeon-in-a-tin", &["Ann"], &[]);
    chromium.device();
    chromium.size((1440, 900), 1.0);
    chromium.open(&program.table);
    chromium.wait("document.querySelector('.ask .answers button') !== null");
    let asked = "document.querySelector('#page').dataset.asked";
    let first = chromium.value(asked);
    // The next question may well come before the word that an answer was taken, and is answered at once.
    chromium.value(
        "(() => { const fetched = window.fetch; window.fetch = async (...request) => {
            const answer = await fetched(...request);
            await new Promise((done) => setTimeout(done, 700));
            return answer; }; })()",
    );
    // A digit answers, and the news is told to those who listen.
    chromium.press("1");
    chromium.wait(&format!("{asked} !== {first} && document.querySelector('#live').textContent !== ''"));
    // Tab goes to the answers, Enter takes one.
    let second = chromium.value(asked);
    for _ in 0..40 {
        chromium.press("Tab");
        if chromium.value("document.activeElement.closest('.answers') !== null") == true {
            break;
        }
    }
    assert_eq!(chromium.value("document.activeElement.classList.contains('pointed')"), true, "the focus points");
    chromium.press("Enter");
    chromium.wait(&format!("{asked} !== {second}"));
    // Arrows go from lit place to lit place, where there are some.
    for _ in 0..12 {
        if chromium.value("document.querySelector('.spot') !== null") == true {
            break;
        }
        let before = chromium.value(asked);
        chromium.press("1");
        chromium.wait(&format!("{asked} !== {before}"));
    }
    let before = chromium.value(asked);
    chromium.press("ArrowRight");
    chromium.wait("document.activeElement.classList.contains('spot')");
    let focused = chromium.value("document.activeElement.ariaLabel");
    assert_ne!(focused, "", "it says what it stands for");
    chromium.press("Enter");
    chromium.wait(&format!("{asked} !== {before} || document.querySelector('.btn.plain') !== null"));
    // Undo asks with what would go; Esc leaves all as it is.
    chromium.value("document.querySelector('[data-tool=undo]').focus()");
    let before = chromium.value(asked);
    chromium.press("Enter");
    chromium.wait("document.querySelector('dialog[open] s') !== null");
    chromium.press("Escape");
    chromium.wait("document.querySelector('dialog[open]') === null");
    assert_eq!(chromium.value(asked), before);
    chromium.value("document.querySelector('[data-tool=undo]').focus()");
    chromium.press("Enter");
    chromium.wait("document.activeElement.classList.contains('first')");
    chromium.press("Enter");
    chromium.wait(&format!("{asked} !== {before}"));
    // A panel takes the focus, and gives it back.
    chromium.value("document.querySelector('[data-tool=why]').focus()");
    chromium.press("Enter");
    chromium.wait("document.activeElement.closest('.panel') !== null");
    chromium.press("Escape");
    chromium.wait("document.activeElement.dataset.tool === 'why'");
}

/// The middle of what a selector finds first, once nothing moves.
fn middle(chromium: &mut Chromium, selector: &str) -> (f64, f64) {
    chromium.wait("document.fonts.status === 'loaded' && document.getAnimations().length === 0");
    let point = chromium.value(&format!(
        "(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])(document.querySelector('{selector}').getBoundingClientRect())"
    ));
    (point[0].as_f64().unwrap(), point[1].as_f64().unwrap())
}

#[test]
fn a_finger_points_first() {
    let Some(mut chromium) = Chromium::start() else { return };
    let program = Program::play("dungeon-in-a-tin", &["Ann"], &["--lan"]);
    phone(&mut chromium, &program.seats[0]);
    chromium.wait(IS_ASKED);
    chromium.value("document.querySelector('[data-tool=view]').click()");
    chromium.wait("document.querySelector('.hand .spot') !== null");
    let asked = chromium.value("document.querySelector('#page').dataset.asked");
    let place = middle(&mut chromium, ".hand .spot");
    chromium.tap(place);
    chromium
        .wait("document.querySelector('.answers .pointed') !== null && document.querySelector('.over .pointed') !== null");
    chromium.shoot("finger");
    assert_eq!(chromium.value("document.querySelector('#page').dataset.asked"), asked, "the first tap only points");
    chromium.tap(place);
    chromium.wait(&format!("document.querySelector('#page').dataset.asked !== {asked}"));
}

/// By game: what is dragged at the table, after so many answers.
const DRAGGED: [(&str, &str, usize); 6] = [
    ("dungeon-in-a-tin", "dice", 8),
    ("miniskull-caverns", "heroes", 16),
    ("dungeon-crawl", "tiles", 4),
    ("dungeonbuilders", "tiles", 12),
    ("deep-dark-dungeon", "tokens", 24),
    ("piecepack", "coins", 4),
];
/// From where to where a piece of a sort can be dragged, so that it means something: onto another piece, of
/// tiles beside one.
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
        if (sort === 'tiles' && !document.elementFromPoint(...to)?.closest('.map')) continue;
        const at = { zone: other.zone, x: other.x + across * other.w, y: other.y + down * other.h };
        const { drag } = await send({ drag: { thing: thing.id, ...at } });
        if (drag?.length) return { from, to, text: drag[0].text };
      }
    }
  }
  return null;
})";

/// At the table a piece of every game is dragged elsewhere: the referee says what that means, asks, and follows.
#[test]
fn a_dragged_piece_is_asked_about_in_every_game() {
    let Some(mut chromium) = Chromium::start() else { return };
    chromium.device();
    chromium.size((1440, 900), 1.0);
    for (game, sort, answers) in DRAGGED {
        let program = Program::play(game, &["Ann", "Bob"], &[]);
        chromium.open(&program.table);
        chromium.wait("document.querySelector('.sheet .tools') !== null");
        chromium.value(&format!("{PLAY}({answers})"));
        chromium.value("document.querySelector('[data-tool=more]').click()");
        chromium.wait("document.querySelector('.panel .ans') !== null");
        chromium.value("document.querySelector('.panel .ans').click()");
        chromium.wait("document.querySelector('.table.correcting') !== null");
        chromium.wait("document.fonts.status === 'loaded' && document.getAnimations().length === 0");
        let drop = chromium.value(&format!("{DROP}('{sort}')"));
        assert!(drop.is_object(), "{game}: no drop of {sort} means anything");
        let point = |at: &serde_json::Value| (at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
        chromium.drag(point(&drop["from"]), point(&drop["to"]));
        chromium.wait("document.querySelector('dialog[open] .btn.first') !== null");
        let offered = chromium.value("document.querySelector('dialog[open]').textContent");
        assert!(offered.as_str().unwrap().contains(drop["text"].as_str().unwrap()), "{game}: {offered} for {drop}");
        chromium.shoot(&format!("drag-{game}"));
        chromium.value("document.querySelector('dialog[open] .first').click()");
        chromium.wait("document.querySelector('#live').textContent.includes('By agreement') || document.querySelector('[role=alert]') !== null");
        assert_eq!(chromium.value("document.querySelector('[role=alert]')"), serde_json::Value::Null, "{game}");
    }
}
