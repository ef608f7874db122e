//! The watch page in a real browser, if there is one: the studio's view of a kit that is made, with its files on the disk.

use serde_json::{Value, json};

use super::chromium::Chromium;
use super::watched::Watched;
use crate::page::looks::sound;

/// Opens the page of a watch, and waits until it shows the kit.
fn open(chromium: &mut Chromium, watch: &Watched) {
    chromium.device();
    chromium.size((1440, 900), 1.0);
    chromium.open(&watch.page.address());
    chromium.wait("document.querySelector('.making .face image') !== null");
    chromium.wait("document.querySelector('.on-sheet rect.own') !== null");
}

fn tab(chromium: &mut Chromium, name: &str) {
    chromium.value(&format!(
        "[...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === '{name}').click()"
    ));
}

const SHEET: &str = "document.querySelector('.on-sheet image')?.getAttribute('href')";

/// The name of the picture of the face with this code, among all of them; it is shown once it is loaded.
fn face(code: &str) -> String {
    format!(
        "[...document.querySelectorAll('.faces li')].find((face) => face.querySelector('b').textContent === '{code}' && face.querySelector('img')?.naturalWidth > 0)?.querySelector('.crop').dataset.id"
    )
}

fn paths(chromium: &mut Chromium) -> Vec<String> {
    let requests = chromium.told("Network.requestWillBeSent");
    requests
        .iter()
        .map(|request| request["request"]["url"].as_str().unwrap().to_owned())
        .collect()
}

/// Nothing came from elsewhere, and nothing went wrong.
fn is_quiet(chromium: &mut Chromium, watch: &Watched) {
    let own = watch.page.origin();
    let is_own = |url: &String| url.starts_with(&own) || url.starts_with("blob:");
    let elsewhere: Vec<String> = paths(chromium)
        .into_iter()
        .filter(|url| !is_own(url))
        .collect();
    assert_eq!(elsewhere, Vec::<String>::new());
    let thrown = chromium.told("Runtime.exceptionThrown");
    assert_eq!(thrown, Vec::<Value>::new());
}

#[test]
fn the_page_shows_the_kit_and_what_changed() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let watch = Watched::kit("dungeon-in-a-tin", &[]);
    open(&mut chromium, &watch);
    assert_eq!(
        chromium.value("document.title"),
        "Dungeon in a Tin, paperkeep"
    );
    sound(&mut chromium, "watch-rows");
    // All faces; a search leaves some of them.
    tab(&mut chromium, "Everything");
    chromium.wait("document.querySelectorAll('.faces li').length === 82");
    chromium.wait(&format!("{} !== undefined", face("T05")));
    sound(&mut chromium, "watch-everything");
    let search = "document.querySelector('.overview input')";
    let find = |chromium: &mut Chromium, words: &str| {
        chromium.value(&format!(
            "{search}.value = '{words}', {search}.dispatchEvent(new Event('input'))"
        ));
    };
    find(&mut chromium, "gob");
    chromium.wait("document.querySelector('.faces .caption').textContent === 'T09 Goblin Warren'");
    find(&mut chromium, "room");
    chromium.wait(&format!("{} !== undefined", face("T06")));

    // A save: what changed is marked, and only that is fetched.
    let (changed, before) = (chromium.value(&face("T06")), paths(&mut chromium).len());
    let sheet = chromium.value(SHEET);
    watch.edit("tiles.toml", "Store Room", "Cold Room");
    chromium.wait(&format!(
        "{0} !== undefined && {0} !== {changed}",
        face("T06")
    ));
    chromium.wait("document.querySelector('.on-sheet .changed').textContent === 'Changed: T06'");
    chromium.wait("document.querySelectorAll('.on-sheet rect.fresh').length === 1");
    chromium.wait("document.querySelector('#news').textContent.startsWith('changed: T06 (')");
    assert_ne!(chromium.value(SHEET), sheet);
    chromium.wait("document.querySelectorAll('.faces li.fresh').length === 1");
    let fetched = paths(&mut chromium).split_off(before);
    let faces: Vec<&String> = fetched
        .iter()
        .filter(|url| url.contains("/face/"))
        .collect();
    chromium.wait(&format!("{} !== undefined", face("T06")));
    let now = chromium.value(&face("T06"));
    let is_new = |url: &&String| url.ends_with(&format!("/face/{}.svg", now.as_str().unwrap()));
    assert!(!faces.is_empty() && faces.iter().all(is_new), "{fetched:?}");
    sound(&mut chromium, "watch-changed");

    // A broken kit: what is wrong is told beside the last good pictures, with its place.
    watch.edit("tiles.toml", "name = \"Cold Room\"", "name = 7");
    chromium.wait("document.querySelector('.problems .bad') !== null");
    let told = chromium.value("document.querySelector('.problems').innerText");
    let told = told.as_str().unwrap();
    assert!(
        told.contains("1 problem: you see the last that was right"),
        "{told}"
    );
    assert!(
        told.contains("tiles.toml, line ")
            && told
                .to_lowercase()
                .contains("expected text in quotes, found a whole number"),
        "{told}"
    );
    chromium.wait(&format!("{} === {now}", face("T06")));
    sound(&mut chromium, "watch-wrong");
    watch.edit("tiles.toml", "name = 7", "name = \"Store Room\"");
    chromium.wait("document.querySelector('.problems .bad') === null");
    chromium.wait(&format!("{} === {changed}", face("T06")));
    is_quiet(&mut chromium, &watch);
}

#[test]
fn backs_are_behind_their_fronts() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let watch = Watched::kit("miniskull-caverns", &[]);
    open(&mut chromium, &watch);
    tab(&mut chromium, "Everything");
    let leaf = "document.querySelector('.leaf').dataset.id";
    chromium.wait("document.querySelector('.leaf') !== null");
    let front = chromium.value(leaf);
    let over = "document.querySelector('.overview .does button')";
    chromium.value(&format!("{over}.click()"));
    chromium.wait(&format!("{leaf} !== {front}"));
    assert_eq!(chromium.value(&format!("{over}.ariaPressed")), "true");
    chromium.shoot("watch-backs");
    chromium.value(&format!("{over}.click()"));
    chromium.wait(&format!("{leaf} === {front}"));
}

#[test]
fn a_turn_is_played_with_the_saved_kit() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let watch = Watched::kit("dungeon-in-a-tin", &[]);
    open(&mut chromium, &watch);
    chromium.value("document.querySelector('.at-table button').click()");
    let table = |selector: &str| {
        format!(
            "document.querySelector('.seat iframe')?.contentDocument?.querySelector('{selector}')"
        )
    };
    let asked = format!("{}?.dataset.asked", table("#page"));
    chromium.wait(&format!("{} != null", table(".ask .answers button")));
    let first = chromium.value(&asked);
    for _ in 0..3 {
        chromium.wait(&format!("{} != null", table(".ask .answers button")));
        let before = chromium.value(&asked);
        chromium.value(&format!("{}.click()", table(".ask .answers button")));
        chromium.wait(&format!("{asked} !== {before}"));
    }
    let before = chromium.value(&asked);
    chromium.shoot("watch-table");

    // A change that affects no rule affects no game.
    let word = format!("{}?.textContent", table(".sheet [role=status]"));
    watch.edit("tiles.toml", "Store Room", "Cold Room");
    chromium.wait(&format!("{word}?.startsWith('Saved: 3 moves')"));
    assert_eq!(chromium.value(&asked), before);
    // If the kit cannot be played, the table stays as it was.
    watch.edit("tiles.toml", "mark = \"start\"", "mark = \"A\"");
    chromium.wait(&format!("{word}?.startsWith('The table stays as it was')"));
    assert_eq!(chromium.value(&asked), before);
    watch.edit(
        "tiles.toml",
        "code = \"T01\"\nname = \"Hillside Stairs\"\nmark = \"A\"",
        "code = \"T01\"\nname = \"Hill\"\nmark = \"start\"",
    );
    chromium.wait(&format!("{word}?.startsWith('Saved: 3 moves')"));
    // The message disappears with the next answer.
    chromium.value(&format!("{}.click()", table(".ask .answers button")));
    chromium.wait(&format!("{} === null", table(".sheet [role=status]")));
    // A random turn, then a new game.
    for (row, comes) in [
        ("A turn at random", "!== before".to_owned()),
        ("Another game", format!("=== {first}")),
    ] {
        let document = "document.querySelector('.seat iframe').contentDocument";
        chromium.value(&format!(
            "window.before = {asked}, {}.click()",
            table("[data-tool=more]")
        ));
        let button = format!(
            "[...{document}.querySelectorAll('.panel .ans')].find((row) => row.textContent.startsWith('{row}'))"
        );
        chromium.wait(&format!("{button} !== undefined"));
        chromium.value(&format!("{button}.click()"));
        chromium.wait(&format!("{asked} {comes}"));
    }
    // Another number of seats deals anew.
    chromium.value("{ const seats = document.querySelector('[name=table-seats]'); seats.value = 2; seats.dispatchEvent(new Event('change')); }");
    let text = format!("{}?.innerText ?? ''", table("body"));
    chromium.wait(&format!("({text}).includes('Player 2')"));
    is_quiet(&mut chromium, &watch);
}

/// Rows, colours and texts are edited as in a spreadsheet, by keyboard; faces are drawn on.
#[test]
fn a_cell_is_edited_and_a_face_drawn_on() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let watch = Watched::kit("../starters/blank-cards", &[]);
    open(&mut chromium, &watch);
    let cell = "document.querySelector('[aria-label=\"name of row 1\"]')";
    let undo =
        "[...document.querySelectorAll('.desk button')].find((one) => one.textContent === 'Undo')";
    let rows = || std::fs::read_to_string(watch.kit.join("cards.csv")).unwrap();
    let before = rows();
    chromium.value(&format!("{cell}.focus(), {cell}.select()"));
    chromium.call("Input.insertText", json!({ "text": "Inn" }));
    chromium.press("Enter");
    chromium.wait(&format!(
        "{undo}.title === 'cards.csv: “Morning Watch” became “Inn”'"
    ));
    assert_eq!(rows(), before.replacen("Morning Watch", "Inn", 1));
    chromium.wait("document.querySelector('#news').textContent.startsWith('changed: S1')");
    chromium.value(&format!("{undo}.click()"));
    chromium.wait(&format!(
        "{undo}.disabled && {cell}.value === 'Morning Watch'"
    ));
    assert_eq!(rows(), before);

    tab(&mut chromium, "Draw");
    let layer = "[...document.querySelectorAll('.layers li')].find((layer) => layer.firstChild.textContent === 'Text: name')";
    chromium.wait(&format!("{layer} !== undefined"));
    chromium.value(&format!("{layer}.click()"));
    let template = || std::fs::read_to_string(watch.kit.join("faces/card.svg")).unwrap();
    let drawn = template();
    for number in 1..=2 {
        chromium.value("document.querySelector('.canvas').focus()");
        chromium.press("ArrowRight");
        let x = 7.0 + 0.5 * f64::from(number);
        let moved = drawn.replacen("text(name, x=7,", &format!("text(name, x={x},"), 1);
        for _ in 0..400 {
            if template() == moved {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(25));
        }
        assert_eq!(template(), moved);
    }
    sound(&mut chromium, "watch-draw");
    chromium.value(&format!("{undo}.click(), {undo}.click()"));
    chromium.wait(&format!("{undo}.disabled"));
    assert_eq!(template(), drawn);

    // A frame is chosen by its picture.
    tab(&mut chromium, "Frames");
    chromium.wait("document.querySelectorAll('.frames img').length >= 12");
    sound(&mut chromium, "watch-frames");
    chromium.value("document.querySelector('[data-frame=greenwood]').click()");
    chromium
        .wait("document.querySelector('.framing [role=status]').textContent.includes('Greenwood')");
    assert!(watch.kit.join("faces/cards-greenwood.svg").is_file());
    is_quiet(&mut chromium, &watch);
}

/// The sizes of tablets, and of a small laptop.
const TABLETS: [(u32, u32); 3] = [(768, 1024), (1024, 768), (1280, 800)];

/// On a tablet, too, what is asked at the table is in sight, the way home is there, and the tools stay where they are.
#[test]
fn what_is_asked_is_in_sight_on_a_tablet() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let watch = Watched::kit("../starters/vault", &[]);
    open(&mut chromium, &watch);
    chromium.value("document.querySelector('.at-table button').click()");
    let within = "document.querySelector('.seat iframe')?.contentDocument";
    chromium.wait(&format!(
        "{within}?.querySelector('.ask .answers button') != null"
    ));
    for (width, height) in TABLETS {
        chromium.size((width, height), 1.0);
        let (frame, asked) = (
            "document.querySelector('.seat iframe').getBoundingClientRect()",
            format!("{within}.querySelector('.ask h2').getBoundingClientRect()"),
        );
        // The table is laid out again once the window is another.
        let seen = format!(
            "{frame}.top >= 0 && {frame}.top + {asked}.bottom <= innerHeight && {asked}.bottom <= {frame}.height && {asked}.height > 0"
        );
        chromium.wait(&seen);
        let home = "document.querySelector('.desk .brand').getBoundingClientRect()";
        assert_eq!(chromium.value(&format!("{home}.width > 50 && {home}.top >= 0")), true);
        let tabs = "document.querySelector('.tabs').getBoundingClientRect().top";
        let before = chromium.value(tabs);
        let long = "document.querySelector('#news').textContent = 'changed: T01, T02; '.repeat(40)";
        chromium.value(long);
        assert_eq!(chromium.value(tabs), before, "{width}x{height}");
        sound(&mut chromium, &format!("watch-tablet-{width}"));
    }
    is_quiet(&mut chromium, &watch);
}

/// Games that bots play are told of while they are played, and stop when somebody says so.
#[test]
fn games_of_bots_are_stopped() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let watch = Watched::kit("../starters/pig", &[]);
    open(&mut chromium, &watch);
    tab(&mut chromium, "Try out");
    chromium.wait("document.querySelector('[name=games]') !== null");
    let press = |words: &str| {
        format!("[...document.querySelectorAll('.trial button')].find((one) => one.textContent === '{words}').click()")
    };
    chromium.value("document.querySelector('[name=games]').value = 100000");
    chromium.value(&press("Play them"));
    chromium.wait("document.querySelector('.trial progress').value > 0");
    chromium.value(&press("Stop"));
    chromium.wait("document.querySelector('.trial .working').hidden && document.querySelector('.trial [role=status]').textContent === 'Stopped.'");
    chromium.value("document.querySelector('[name=games]').value = 50");
    chromium.value(&press("Play them"));
    chromium.wait("document.querySelector('.trial table') !== null");
    is_quiet(&mut chromium, &watch);
}

/// A language is begun from a list; each text stands beside its card, and is seen on it once it is translated.
#[test]
fn a_language_is_begun_beside_its_cards() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    let watch = Watched::kit("../starters/vault", &[]);
    open(&mut chromium, &watch);
    tab(&mut chromium, "Languages");
    chromium.wait("document.querySelector('.start[open] [name=another]') !== null");
    chromium.value("document.querySelector('[name=another]').value = 'de'");
    chromium.value("document.querySelector('.start button').click()");
    let text = "document.querySelector('[aria-label=\"Ogre, translated\"]')";
    chromium.wait(&format!("{text} !== null"));
    let manifest = std::fs::read_to_string(watch.kit.join("kit.toml")).unwrap();
    assert!(manifest.contains("languages = [\"de\"]"), "{manifest}");
    let pair = format!("{text}.closest('.pair')");
    chromium.value(&format!("{pair}.scrollIntoView()"));
    chromium.wait(&format!("{pair}.querySelector('.sign img')?.naturalWidth > 0"));
    let place = chromium.value(&format!("{pair}.querySelector('small').textContent"));
    assert_eq!(place, "On M3 of “Monsters”, name monsters.csv:4");
    let count = "document.querySelector('.progress [role=status]').textContent";
    let before = chromium.value(count);
    chromium.value(&format!("{text}.focus()"));
    chromium.call("Input.insertText", json!({ "text": "Unhold" }));
    chromium.press("Enter");
    chromium.wait(&format!("{count} !== {before} && {count}.startsWith('1 of ')"));
    let po = std::fs::read_to_string(watch.kit.join("de.po")).unwrap();
    assert!(po.contains("msgid \"Ogre\"\nmsgstr \"Unhold\"\n"), "{po}");
    chromium.value(&format!("{text}.focus()"));
    chromium.wait("document.querySelector('.large .tag').textContent.includes('M3, front')");
    sound(&mut chromium, "watch-languages");
    // What is not translated comes first.
    tab(&mut chromium, "Words");
    tab(&mut chromium, "Languages");
    chromium.wait("document.querySelector('.languages section:last-of-type .pair p')?.textContent === 'Ogre'");
    tab(&mut chromium, "Words");
    sound(&mut chromium, "watch-words");
    is_quiet(&mut chromium, &watch);
}
