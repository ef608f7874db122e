//! Hands on phones beside the table view.

use paperkeep::referee::journal::Secrets;
use serde_json::{Value, json};

use super::chromium::{Chromium, Page};
use super::games::{EIGHTS, Evening};
use super::looks;
use super::program::Program;

/// Three players, with secrets kept by the referee.
const fn three(game: &'static str, seed: u64) -> Evening {
    Evening {
        players: &["Ann", "Bob", "Cid"],
        secrets: Secrets::Referee,
        ..Evening::new(game, seed)
    }
}

pub const EVENINGS: [Evening; 6] = [
    three("miniskull-caverns", 1),
    Evening {
        options: &[("open_hands", "false")],
        ..three("dungeon-in-a-tin", 1)
    },
    // Which treasure a thief draws is entered by people.
    Evening {
        physical: &["theft"],
        ..three("dungeon-crawl", 1)
    },
    three("dungeonbuilders", 1),
    // It has no secrets, but each player is still asked individually.
    three("deep-dark-dungeon", 1),
    three(EIGHTS, 1),
];
/// The number of answers given beforehand if nothing is secret.
const OPEN: usize = 20;

/// The number of the question on a page.
const ASKED: &str = "document.querySelector('#page').dataset.asked";
/// Whether this device may answer.
const IS_ASKED: &str = "document.querySelector('.answers button, .side') !== null";
/// Shows all answers where a card, or a side of one, is tapped first.
const ALL: &str = "([...document.querySelectorAll('.more button')].find((one) => one.textContent.startsWith('all ')) ?? document.querySelector('[data-opens]'))?.click()";
/// The number of answers that can be tapped.
const CHOICES: &str = "document.querySelectorAll('.answers [data-answer]:not(.danger)').length";
/// Gives known answers, many at once, and continues from where the program stopped by itself.
const FORWARD: &str = "(async (steps) => {
  const headers = { 'Content-Type': 'application/json' };
  const send = (command) => fetch('do', { method: 'POST', headers, body: JSON.stringify(command) });
  for (;;) {
    const { n } = (await (await fetch('snapshot')).json()).ask;
    const rest = steps.filter((step) => step[0] >= n).slice(0, 60);
    if (rest.length === 0) return n;
    if (rest[0][0] === n) await send({ moves: rest.map(([, id]) => id), n });
  }
})";

/// Opens a link on a new phone.
pub fn phone(chromium: &mut Chromium, link: &str) -> Page {
    let page = chromium.device();
    chromium.size((360, 740), 1.0);
    chromium.open(link);
    chromium.wait("document.querySelector('.phone .top h1') !== null");
    page
}

fn text(chromium: &mut Chromium) -> String {
    chromium
        .value("document.body.innerText")
        .as_str()
        .unwrap()
        .to_owned()
}

/// Three phones and a table view.
struct Table {
    program: Program,
    view: Page,
    phones: Vec<Page>,
    /// The seat whose phone is asked, the question, and an answer.
    seat: usize,
    question: String,
    answer: String,
}

impl Table {
    /// Opens them where one seat is asked, in secret if the game has secrets.
    fn open(chromium: &mut Chromium, evening: &Evening) -> Table {
        let is_secret = evening.game != "deep-dark-dungeon";
        let (steps, last) = evening
            .way(if is_secret { usize::MAX } else { OPEN })
            .expect("a question");
        let program = evening.start(&["--lan"]);
        let view = chromium.device();
        chromium.size((1440, 900), 0.5);
        chromium.open(&program.table);
        chromium.wait("document.querySelector('.sheet') !== null");
        let steps: Vec<Value> = steps.iter().map(|step| json!([step.n, step.id])).collect();
        assert_eq!(
            chromium.value(&format!("{FORWARD}({})", json!(steps))),
            last.n
        );
        let phones: Vec<Page> = program
            .seats
            .iter()
            .map(|link| phone(chromium, link))
            .collect();
        let seat = usize::from(last.seat.expect("a player is asked"));
        chromium.turn_to(&phones[seat]);
        chromium.wait(IS_ASKED);
        let only = "document.body.innerText.toLowerCase().includes('only you see this')";
        assert_eq!(chromium.value(only), is_secret, "{}", text(chromium));
        let question = chromium
            .value("document.querySelector('.thumb h2').textContent")
            .as_str()
            .unwrap()
            .to_owned();
        looks::sound(chromium, &format!("asked-{}", evening.name()));
        Table {
            program,
            view,
            phones,
            seat,
            question,
            answer: last.id,
        }
    }

    /// Only the asked phone has answers and the wording of a secret question.
    fn is_asked_alone(&self, chromium: &mut Chromium, evening: &Evening) {
        let is_secret = evening.game != "deep-dark-dungeon";
        for (seat, page) in self
            .phones
            .iter()
            .enumerate()
            .filter(|(seat, _)| *seat != self.seat)
        {
            chromium.turn_to(page);
            let told = if is_secret { "in secret" } else { "is asked" };
            chromium.wait(&format!(
                "document.body.innerText.toLowerCase().includes('{told}')"
            ));
            assert_eq!(
                chromium.value(IS_ASKED),
                false,
                "{}: seat {seat} may answer too",
                evening.game
            );
            assert!(
                !is_secret || !text(chromium).contains(&self.question),
                "{}: {}",
                evening.game,
                self.question
            );
        }
        chromium.turn_to(&self.view);
        if is_secret {
            chromium.wait("document.body.innerText.toLowerCase().includes('in secret')");
            assert!(
                !text(chromium).contains(&self.question),
                "{}: {}",
                evening.game,
                self.question
            );
        }
        let open = "document.querySelector('.answers button, .spot') !== null";
        assert_eq!(chromium.value(open), !is_secret, "{}", evening.game);
        chromium.shoot(&format!("asked-table-{}", evening.name()));
    }

    /// The phone disappears during a question, which the table shows; its browser returns without a code to the same
    /// question.
    fn comes_back(&mut self, chromium: &mut Chromium) {
        let link = &self.program.seats[self.seat];
        chromium.close(&self.phones[self.seat]);
        chromium.turn_to(&self.view);
        chromium.wait("document.querySelector('.room').textContent.includes('phone away')");
        self.phones[self.seat] = chromium.page(self.phones[self.seat].clone());
        chromium.size((360, 740), 1.0);
        chromium.open(link.split('#').next().unwrap());
        chromium.wait(&self.same());
        // The link was used up when the phone joined.
        let stranger = chromium.device();
        chromium.open(link);
        chromium.wait("document.querySelector('.alone [role=alert]') !== null");
        chromium.close(&stranger);
    }

    /// An expression for whether the phone shows the same question.
    fn same(&self) -> String {
        format!(
            "document.querySelector('.lost') === null && {IS_ASKED} && document.querySelector('.thumb h2').textContent === {}",
            json!(self.question)
        )
    }

    /// Answers until a phone has several answers to choose from; unlisted answers are typed.
    fn goes_on(&mut self, chromium: &mut Chromium) {
        for _ in 0..12 {
            let mut asked = None;
            for (seat, page) in self.phones.iter().enumerate() {
                chromium.turn_to(page);
                chromium.value(&format!("{ALL}; 0"));
                if chromium.value(&format!("{CHOICES} > 1")) == true {
                    self.seat = seat;
                    return;
                }
                if chromium.value(IS_ASKED) == true {
                    asked = Some(page);
                }
            }
            chromium.turn_to(asked.unwrap_or(&self.view));
            let before = chromium.value(ASKED);
            chromium.value(&format!(
                "((field) => field ? (field.value = {}, field.form.requestSubmit()) : document.querySelector('.answers button').click())\
                    (document.querySelector('.answers #code')); 0",
                json!(self.answer)
            ));
            for page in &self.phones {
                chromium.turn_to(page);
                chromium.wait(&format!("{ASKED} !== {before}"));
            }
        }
        panic!("nobody has anything to choose: {}", text(chromium));
    }

    /// Someone else answers while the phone's answer is on its way: the table or, if that is not allowed, the seat's second
    /// device.
    fn second_is_told_kindly(&mut self, chromium: &mut Chromium, evening: &Evening) {
        self.goes_on(chromium);
        chromium.turn_to(&self.view);
        let rival = if chromium.value(IS_ASKED) == true {
            self.view.clone()
        } else {
            let invite = format!(
                "(async () => (await (await fetch('do', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, \
                    body: JSON.stringify({{ invite: 'seat', seat: {} }}) }})).json()).invite.link)()",
                self.seat
            );
            let link = chromium.value(&invite);
            phone(chromium, link.as_str().unwrap())
        };
        chromium.turn_to(&self.phones[self.seat]);
        chromium.value(&format!(
            "{ALL}; window.fetch = ((fetched) => (...request) => new Promise((arrives) => {{
                window.arrive = () => arrives(fetched(...request)); }}))(window.fetch); 0"
        ));
        let give = |nth: usize| {
            format!(
                "{ALL}; document.querySelectorAll('.answers [data-answer]:not(.danger)')[{nth}].click()"
            )
        };
        chromium.value(&give(1));
        chromium.wait("window.arrive !== undefined");
        chromium.turn_to(&rival);
        chromium.wait(IS_ASKED);
        let before = chromium.value(ASKED);
        chromium.value(&give(0));
        chromium.wait(&format!("{ASKED} !== {before}"));
        chromium.turn_to(&self.phones[self.seat]);
        chromium.value("window.arrive(), 0");
        chromium
            .wait("document.querySelector('.no.kind b')?.textContent === 'Answered a moment ago.'");
        assert_eq!(
            chromium.value("document.querySelector('[role=alert]')"),
            Value::Null,
            "{}",
            evening.game
        );
        chromium.shoot(&format!("second-{}", evening.name()));
    }
}

/// In every game with three phones and the table, secrets are on one phone only, which may disappear and return; the program
/// may be killed; two devices may answer at once.
#[test]
fn three_phones_hold_their_secrets_and_come_back() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    for evening in EVENINGS {
        let begun = std::time::Instant::now();
        chromium.close_all();
        let mut table = Table::open(&mut chromium, &evening);
        table.is_asked_alone(&mut chromium, &evening);
        table.comes_back(&mut chromium);
        // The program is killed while pages are open, and continues where it was.
        table.program = table.program.killed_and_resumed(&["--lan"]);
        for page in [&table.view, &table.phones[table.seat]] {
            chromium.turn_to(page);
            chromium.wait("document.querySelector('.lost') === null");
        }
        chromium.wait(&table.same());
        table.second_is_told_kindly(&mut chromium, &evening);
        let phone = table.phones[table.seat].clone();
        drop(table);
        chromium.turn_to(&phone);
        chromium.wait("document.querySelector('.lost') !== null");
        chromium.shoot(&format!("lost-{}", evening.name()));
        assert_eq!(
            chromium.value("document.querySelector('.hand') !== null"),
            true,
            "the hand stays"
        );
        println!("{}: {:?}", evening.name(), begun.elapsed());
    }
}

/// The middle of the first element that matches a selector, once nothing moves.
fn middle(chromium: &mut Chromium, selector: &str) -> (f64, f64) {
    chromium.wait("document.fonts.status === 'loaded' && document.getAnimations().length === 0");
    let point = chromium.value(&format!(
        "(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])(document.querySelector('{selector}').getBoundingClientRect())"
    ));
    (point[0].as_f64().unwrap(), point[1].as_f64().unwrap())
}

#[test]
fn a_finger_points_first() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let program = Program::play("dungeon-in-a-tin", &["Ann"], &["--lan"]);
    phone(&mut chromium, &program.seats[0]);
    chromium.wait(IS_ASKED);
    // The phone shows the map by itself, since the question is about places.
    chromium.wait("document.querySelector('.hand .spot') !== null");
    let asked = chromium.value(ASKED);
    let place = middle(&mut chromium, ".hand .spot");
    chromium.tap(place);
    chromium
        .wait("document.querySelector('.answers .pointed') !== null && document.querySelector('.over .pointed') !== null");
    chromium.shoot("finger");
    assert_eq!(chromium.value(ASKED), asked, "the first tap only points");
    chromium.tap(place);
    chromium.wait(&format!("{ASKED} !== {asked}"));
}
