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
    chromium.wait("document.querySelector('.on-sheet rect.in-hand') !== null");
}

/// A browser that shows this kit; `None` where no browser is installed.
fn opened(kit: &str) -> Option<(Chromium, Watched)> {
    let mut chromium = Chromium::start()?;
    let watch = Watched::kit(kit, &[]);
    open(&mut chromium, &watch);
    Some((chromium, watch))
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
    let Some((mut chromium, watch)) = opened("dungeon-in-a-tin") else {
        return;
    };
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
    chromium.wait("document.querySelector('#news').textContent.startsWith('changed: T06')");
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

    // A row that is wrong is told by its place, and leaves the others as they are.
    watch.edit("tiles.toml", "name = \"Cold Room\"", "name = 7");
    chromium.wait("document.querySelector('.problems .bad') !== null");
    let told = chromium.value("document.querySelector('.problems').innerText");
    let told = told.as_str().unwrap();
    assert!(
        told.contains("1 problem to put right") && told.contains("left out of what is shown"),
        "{told}"
    );
    assert!(
        told.contains("Dungeon tiles, row ")
            && told
                .to_lowercase()
                .contains("expected text in quotes, found a whole number"),
        "{told}"
    );
    chromium.wait(&format!("{} === undefined", face("T06")));
    sound(&mut chromium, "watch-wrong");
    watch.edit("tiles.toml", "name = 7", "name = \"Store Room\"");
    chromium.wait("document.querySelector('.problems .bad') === null");
    chromium.wait(&format!("{} === {changed}", face("T06")));
    is_quiet(&mut chromium, &watch);
}

#[test]
fn backs_are_behind_their_fronts() {
    let Some((mut chromium, _watch)) = opened("miniskull-caverns") else {
        return;
    };
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
    let Some((mut chromium, watch)) = opened("dungeon-in-a-tin") else {
        return;
    };
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
    let Some((mut chromium, watch)) = opened("../starters/blank-cards") else {
        return;
    };
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
    chromium.wait("document.querySelectorAll('.frames .look svg').length >= 12");
    sound(&mut chromium, "watch-frames");
    chromium.value("document.querySelector('[data-frame=greenwood]').click()");
    chromium
        .wait("document.querySelector('.framing [role=status]').textContent.includes('Greenwood')");
    assert!(watch.kit.join("faces/cards-greenwood.svg").is_file());
    is_quiet(&mut chromium, &watch);
}

/// The sizes of tablets, and of laptops.
const TABLETS: [(u32, u32); 4] = [(768, 1024), (1024, 768), (1280, 800), (1440, 900)];

/// On a tablet, too, what is asked at the table is in sight, the way home is there, and the tools stay where they are.
#[test]
fn what_is_asked_is_in_sight_on_a_tablet() {
    let Some((mut chromium, watch)) = opened("../starters/vault") else {
        return;
    };
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
        // So is what the player has.
        let own = format!("{within}.querySelector('.table .seat').getBoundingClientRect()");
        chromium.wait(&format!(
            "{own}.height > 0 && {own}.bottom <= {within}.querySelector('.sheet').getBoundingClientRect().top + 1"
        ));
        let home = "document.querySelector('.desk .brand').getBoundingClientRect()";
        assert_eq!(
            chromium.value(&format!("{home}.width > 50 && {home}.top >= 0")),
            true
        );
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
    let Some((mut chromium, watch)) = opened("../starters/pig") else {
        return;
    };
    tab(&mut chromium, "Test games");
    chromium.wait("document.querySelector('[name=games]') !== null");
    let press = |words: &str| {
        format!(
            "[...document.querySelectorAll('.trial button')].find((one) => one.textContent === '{words}').click()"
        )
    };
    chromium.value("document.querySelector('[name=games]').value = 100000");
    chromium.value(&press("Play these games"));
    // So that one of 100,000 games is over, and told.
    chromium.wait("document.querySelector('.trial progress').value >= 0.0002");
    chromium.value(&press("Stop"));
    chromium.wait("document.querySelector('.trial .working').hidden && document.querySelector('.trial [role=status]').textContent.startsWith('Stopped')");
    // What was found until then stays.
    chromium.wait("document.querySelector('.trial table') !== null");
    chromium.value("document.querySelector('[name=games]').value = 50");
    chromium.value(&press("Play these games"));
    chromium
        .wait("document.querySelector('.trial [role=status]').textContent.startsWith('50 games')");
    is_quiet(&mut chromium, &watch);
}

/// A language is begun from a list; each text stands beside its card, and is seen on it once it is translated.
#[test]
fn a_language_is_begun_beside_its_cards() {
    let Some((mut chromium, watch)) = opened("../starters/vault") else {
        return;
    };
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
    chromium.wait(&format!(
        "{pair}.querySelector('.sign img')?.naturalWidth > 0"
    ));
    let place = chromium.value(&format!("{pair}.querySelector('small').textContent"));
    assert_eq!(place, "On M3 of “Monsters”, name monsters.csv:4");
    let count = "document.querySelector('.progress [role=status]').textContent";
    let before = chromium.value(count);
    chromium.value(&format!("{text}.focus()"));
    chromium.call("Input.insertText", json!({ "text": "Unhold" }));
    chromium.press("Enter");
    chromium.wait(&format!(
        "{count} !== {before} && {count}.startsWith('1 of ')"
    ));
    let po = std::fs::read_to_string(watch.kit.join("de.po")).unwrap();
    assert!(po.contains("msgid \"Ogre\"\nmsgstr \"Unhold\"\n"), "{po}");
    chromium.value(&format!("{text}.focus()"));
    chromium.wait("document.querySelector('.large .tag').textContent.includes('M3, front')");
    sound(&mut chromium, "watch-languages");
    // What is not translated comes first.
    tab(&mut chromium, "About");
    tab(&mut chromium, "Languages");
    chromium.wait(
        "document.querySelector('.languages section:last-of-type .pair p')?.textContent === 'Ogre'",
    );
    tab(&mut chromium, "About");
    sound(&mut chromium, "watch-words");

    // With two languages, what is typed goes into the one that is shown.
    tab(&mut chromium, "Languages");
    chromium.value("document.querySelector('[name=another]').value = 'es'");
    chromium.value("document.querySelector('.start button').click()");
    chromium.wait(&format!("{text}?.lang === 'es' && {text}.value === ''"));
    chromium.value("{ const choice = document.querySelector('.languages [name=language]'); choice.focus(); choice.value = 'de'; choice.dispatchEvent(new Event('change')); }");
    chromium.wait(&format!(
        "{text}?.lang === 'de' && {text}.value === 'Unhold'"
    ));
    chromium.value("document.querySelector('[aria-label=\"Ghoul, translated\"]').focus()");
    chromium.call("Input.insertText", json!({ "text": "Ghul" }));
    chromium.press("Enter");
    has(&watch, "de.po", |po| {
        po.contains("msgid \"Ghoul\"\nmsgstr \"Ghul\"\n")
    });
    assert!(!has(&watch, "es.po", |po| !po.is_empty()).contains("Ghul"));
    // What is refused stays, with the reason under it.
    chromium.value("window.gap = [...document.querySelectorAll('.pair')].find((pair) => pair.textContent.includes('Keep {')).querySelector('textarea'), gap.focus()");
    chromium.call("Input.insertText", json!({ "text": "ohne" }));
    chromium.press("Enter");
    chromium.wait("gap.ariaInvalid === 'true' && gap.value === 'ohne' && document.activeElement === gap && gap.nextSibling.textContent.includes('placeholders')");
    sound(&mut chromium, "watch-refused");
    is_quiet(&mut chromium, &watch);
}

/// Waits until a file of the kit is as wished.
fn has(watch: &Watched, file: &str, is_as_wished: impl Fn(&str) -> bool) -> String {
    let read = || std::fs::read_to_string(watch.kit.join(file)).unwrap_or_default();
    for _ in 0..800 {
        if is_as_wished(&read()) {
            return read();
        }
        std::thread::sleep(std::time::Duration::from_millis(25));
    }
    panic!("{file} is {}", read());
}

/// Presses the button with these words.
fn press(chromium: &mut Chromium, within: &str, words: &str) {
    chromium.value(&format!(
        "[...document.querySelectorAll('{within} button')].find((one) => one.textContent.trim() === '{words}').click()"
    ));
}

/// Rows are pasted, copied, added and renamed as in a spreadsheet; a dropped table becomes a deck; all of it is undone.
#[test]
fn rows_are_those_of_a_spreadsheet() {
    let Some((mut chromium, watch)) = opened("../starters/blank-cards") else {
        return;
    };
    let before = has(&watch, "cards.csv", |text| !text.is_empty());
    let lines = before.lines().count();
    // The face changes while one types, the file once the cell is left.
    let image = "document.querySelector('.face image').getAttribute('href')";
    let was = chromium.value(image);
    let cell = "document.querySelector('[aria-label=\"name of row 1\"]')";
    chromium.value(&format!("{cell}.focus(), {cell}.select()"));
    chromium.call("Input.insertText", json!({ "text": "Snowy" }));
    chromium.wait(&format!("{image} !== {was}"));
    assert_eq!(has(&watch, "cards.csv", |_| true), before);
    chromium.press("Escape");
    chromium.wait(&format!("{cell}.value === 'Morning Watch'"));

    let paste = |chromium: &mut Chromium, label: &str, text: &str| {
        chromium.value(&format!(
            "{{ const cell = document.querySelector('[aria-label=\"{label}\"]'); cell.focus(); const data = new DataTransfer(); data.setData('text/plain', {});
               cell.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true, cancelable: true }})); }}",
            json!(text)
        ));
    };
    // Two cells of the last row, and a new row with a code of its own.
    let last = lines - 1;
    paste(
        &mut chromium,
        &format!("name of row {last}"),
        "Elf\n\"Imp \"\"x\"\"\"\n",
    );
    let text = has(&watch, "cards.csv", |text| {
        text.lines().count() == lines + 1
    });
    assert!(
        text.contains("Elf") && text.contains("\"Imp \"\"x\"\"\""),
        "{text}"
    );
    let undo = |chromium: &mut Chromium, told: &str| {
        let button = "[...document.querySelectorAll('.desk button')].find((one) => one.textContent === 'Undo')";
        chromium.wait(&format!("{button}.title.includes('{told}')"));
        chromium.value(&format!("{button}.click()"));
    };
    undo(&mut chromium, "put in: 1 row, 1 cell");
    has(&watch, "cards.csv", |text| text == before);
    // What is pasted goes where the keyboard went, not where the mouse was; what was typed before it is written.
    let at = chromium.value(&format!(
        "(() => {{ const {{ x, y }} = {cell}.getBoundingClientRect(); return [x + 20, y + 12]; }})()"
    ));
    chromium.click(serde_json::from_value(at).unwrap());
    chromium.press("ArrowDown");
    chromium.wait("document.activeElement.ariaLabel === 'name of row 2'");
    chromium.call("Input.insertText", json!({ "text": "Typed" }));
    paste(&mut chromium, "name of row 2", "Pasted\tmoon");
    let text = has(&watch, "cards.csv", |text| text.contains("Pasted,moon"));
    let rows: Vec<&str> = text.lines().collect();
    assert!(
        rows[1].contains("Morning Watch") && rows[2].contains("Pasted"),
        "{text}"
    );
    undo(&mut chromium, "put in: 2 cells");
    undo(&mut chromium, "Typed");
    has(&watch, "cards.csv", |text| text == before);
    // Keys go from cell to cell and pick several, which are emptied together; Enter types into one, and goes down.
    chromium.value("document.querySelector('textarea[aria-label=\"effect of row 1\"]').focus()");
    for (key, shift) in [("ArrowDown", 8), ("ArrowRight", 8)] {
        let event = json!({ "type": "keyDown", "key": key, "code": key, "modifiers": shift });
        chromium.call("Input.dispatchKeyEvent", event);
    }
    chromium.wait("document.querySelectorAll('.rows td.picked').length === 4");
    chromium.press("Delete");
    has(&watch, "cards.csv", |text| {
        text.contains("Morning Watch,sun,1,,") && text.contains("Market Day,sun,2,,")
    });
    undo(&mut chromium, "put in: 3 cells");
    chromium.value(&format!("{cell}.focus()"));
    chromium.press("Enter");
    chromium.call("Input.insertText", json!({ "text": "!" }));
    chromium.press("Enter");
    chromium.wait("document.activeElement.ariaLabel === 'name of row 2'");
    undo(&mut chromium, "became “Morning Watch!”");
    has(&watch, "cards.csv", |text| text == before);
    // What is wider than the table is not put in.
    paste(&mut chromium, "name of row 1", &"a\t".repeat(30));
    chromium.wait("document.querySelector('.rows .notice').textContent.includes('further left')");

    press(&mut chromium, ".rows", "Add a row");
    has(&watch, "cards.csv", |text| {
        text.lines().count() == lines + 1
    });
    // The new row is gone to once the page has it.
    chromium.wait("document.activeElement.ariaLabel?.startsWith('code of row') === true");
    // A new column is in hand at once.
    press(&mut chromium, ".rows", "Add a column");
    chromium.value("document.querySelector('[name=column-name]').value = 'Art'");
    press(&mut chromium, ".asking", "Add a column");
    chromium.wait("document.activeElement.ariaLabel?.startsWith('Art of row') === true");
    undo(&mut chromium, "1 column");
    chromium.wait("document.querySelector('[aria-label=\"Art of row 1\"]') === null");
    chromium.value(&format!("{cell}.focus()"));
    press(&mut chromium, ".rows", "Rename column");
    chromium.value("document.querySelector('[name=column-name]').value = 'Heading'");
    press(&mut chromium, ".asking", "Rename the column");
    has(&watch, "cards.csv", |text| text.contains("Heading"));
    has(&watch, "kit.toml", |text| {
        text.contains("column = \"Heading\"")
    });
    chromium.wait("document.querySelector('.problems li.bad') === null");
    sound(&mut chromium, "watch-spreadsheet");
    undo(&mut chromium, "became “Heading”");
    undo(&mut chromium, "put in: 1 row");
    has(&watch, "cards.csv", |text| text == before);

    // Each of two tables is asked about.
    chromium.value(
        "{ const data = new DataTransfer(); for (const name of ['Beasts.csv', 'Trees.csv']) data.items.add(new File(['Name,Count,Icon\\nOwl,2,moon\\nFox,1,sun\\n'], name));
           document.querySelector('.making').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }",
    );
    chromium.wait("document.querySelector('dialog[open].asking') !== null");
    press(&mut chromium, "dialog[open]", "Make a new deck of them");
    has(&watch, "beasts.csv", |text| text.contains("Owl"));
    let face = has(&watch, "faces/beasts.svg", |text| !text.is_empty());
    assert!(face.contains("\":\" ~ icon"), "{face}");
    chromium
        .wait("document.querySelector('dialog[open].asking')?.textContent.includes('Trees.csv')");
    press(&mut chromium, "dialog[open]", "Cancel");
    assert!(!watch.kit.join("trees.csv").exists());
    is_quiet(&mut chromium, &watch);
}

/// What is dragged stays in sight; what ends below something else is told and brought up; an unknown icon leaves the rest.
#[test]
fn what_is_covered_or_unknown_is_told_and_mended() {
    let Some((mut chromium, watch)) = opened("../starters/blank-cards") else {
        return;
    };
    tab(&mut chromium, "Draw");
    chromium.wait("document.querySelectorAll('.layers li').length > 5");
    chromium.value("{ const choice = document.querySelector('[name=shape]'); choice.value = 'rect'; choice.dispatchEvent(new Event('change')); }");
    let selected = "document.querySelector('.layers [aria-selected=true]')?.firstChild.textContent";
    chromium.wait(&format!("{selected} === 'Rectangle'"));
    let layer = "[...document.querySelectorAll('.layers li')].find((layer) => layer.firstChild.textContent === 'Text: name')";
    chromium.value(&format!("{layer}.click()"));
    chromium.wait("document.querySelector('.canvas .box') !== null");
    let middle = |chromium: &mut Chromium, part: &str| -> (f64, f64) {
        let at = format!(
            "(() => {{ const {{ x, y, width, height }} = document.querySelector('{part}').getBoundingClientRect(); return [x + width / 2, y + height / 2]; }})()"
        );
        serde_json::from_value(chromium.value(&at)).unwrap()
    };
    let (from, to) = (
        middle(&mut chromium, ".canvas .box"),
        middle(&mut chromium, ".canvas"),
    );
    for (kind, (x, y)) in [("mousePressed", from), ("mouseMoved", to)] {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        chromium.call("Input.dispatchMouseEvent", event);
    }
    chromium.wait("document.querySelector('.canvas .lifted').hasAttribute('href')");
    chromium.shoot("watch-dragging");
    let event =
        json!({ "type": "mouseReleased", "x": to.0, "y": to.1, "button": "left", "clickCount": 1 });
    chromium.call("Input.dispatchMouseEvent", event);
    let told = "document.querySelector('.covering')";
    chromium.wait(&format!("{told}.hidden === false"));
    let words = chromium.value(&format!("{told}.textContent"));
    assert_eq!(
        words,
        "Text: name is covered by Rectangle.Bring it to the front"
    );
    sound(&mut chromium, "watch-covered");
    press(&mut chromium, ".covering", "Bring it to the front");
    chromium.wait(&format!("{told}.hidden"));
    has(&watch, "faces/card.svg", |face| {
        face.find("text(name") > face.find("rx=\"1\"")
    });

    // An icon that does not exist is marked at its place, and one of a like name is put there.
    watch.edit("cards.csv", ":coin: 1 if", ":swrod: 1 if");
    chromium.wait("document.querySelector('.draw .warnings .chip') !== null");
    chromium.wait("document.querySelectorAll('.layers li').length > 5");
    sound(&mut chromium, "watch-unknown-icon");
    chromium.wait("[...document.querySelectorAll('.draw .warnings .chip')].some((one) => one.textContent === 'sword')");
    press(&mut chromium, ".draw .warnings", "sword");
    has(&watch, "cards.csv", |text| text.contains(":sword: 1 if"));
    chromium.wait("document.querySelector('.draw .warnings').hidden");
    is_quiet(&mut chromium, &watch);
}

/// A mistake in the rules is told by its line; the table says that it shows what was before.
#[test]
fn a_mistake_in_the_rules_is_told_at_the_table() {
    let Some((mut chromium, watch)) = opened("../starters/pig") else {
        return;
    };
    press(&mut chromium, ".at-table", "Play here");
    chromium.wait("document.querySelector('.seat iframe')?.contentDocument?.querySelector('.ask .answers button') != null");
    tab(&mut chromium, "Rules");
    let area = "document.querySelector('.code')";
    chromium.wait(&format!("{area}?.value.includes('score += pot') === true"));
    chromium.value(&format!(
        "{area}.value = {area}.value.replace('score += pot', 'skore += pot'), {area}.dispatchEvent(new Event('change'))"
    ));
    let stale = "document.querySelector('.stale')";
    chromium.wait(&format!("!{stale}.hidden"));
    let told = chromium.value(&format!("{stale}.innerText"));
    let told = told.as_str().unwrap();
    assert!(
        told.contains("The table is as it was before that") && told.contains("play.toml, line "),
        "{told}"
    );
    sound(&mut chromium, "watch-rules-wrong");
    chromium.value(&format!("{stale}.querySelector('.link').click()"));
    chromium.wait(&format!(
        "{area}.value.slice({area}.selectionStart, {area}.selectionEnd).includes('skore')"
    ));
    tab(&mut chromium, "Test games");
    press(&mut chromium, ".trial", "Play these games");
    chromium.wait(
        "document.querySelector('.trial').innerText.includes('cannot be played as it is now')",
    );
    press(&mut chromium, ".desk", "Undo");
    chromium.wait(&format!("{stale}.hidden"));

    // A move is put in by a press, and offered at once.
    tab(&mut chromium, "Rules");
    press(&mut chromium, ".files", "Add a move");
    has(&watch, "play.toml", |text| {
        text.contains("choose act: roll, hold, pass")
            && text.contains("[action.pass]\nwords = \"pass\"")
    });
    chromium.wait("document.querySelector('.seat iframe').contentDocument.querySelector('.ask .answers')?.innerText.includes('Pass') === true");
    is_quiet(&mut chromium, &watch);
}

/// Several things on a face are moved together, when something is shown is chosen, what is locked stays; rules are begun.
#[test]
fn several_things_are_moved_and_rules_are_begun() {
    let Some((mut chromium, watch)) = opened("../starters/blank-cards") else {
        return;
    };
    tab(&mut chromium, "Draw");
    chromium.wait("document.querySelectorAll('.layers li').length > 5");
    let before = has(&watch, "faces/card.svg", |text| !text.is_empty());
    let layer = |words: &str| {
        format!(
            "[...document.querySelectorAll('.layers li')].find((layer) => layer.firstChild.textContent === '{words}')"
        )
    };
    let selected = "document.querySelectorAll('.layers [aria-selected=true]').length";
    chromium.value(&format!("{}.click()", layer("Text: name")));
    chromium.value(&format!(
        "{}.dispatchEvent(new MouseEvent('click', {{ shiftKey: true, bubbles: true }}))",
        layer("Text: cost")
    ));
    chromium.wait(&format!("{selected} === 2"));
    chromium.value("document.querySelector('.canvas').focus()");
    chromium.press("ArrowRight");
    let moved = has(&watch, "faces/card.svg", |text| text != before);
    let lines = moved.lines().zip(before.lines());
    assert_eq!(lines.filter(|(now, then)| now != then).count(), 2);
    chromium.wait(&format!("{selected} === 2"));

    chromium.value(&format!("{}.click()", layer("Text: name")));
    chromium.wait("document.querySelector('[name=when-column]') !== null");
    for (name, to) in [
        ("when-column", "kind"),
        ("when-how", "is"),
        ("when-value", "sun"),
    ] {
        chromium.value(&format!(
            "{{ const input = document.querySelector('[name={name}]'); input.value = '{to}'; input.dispatchEvent(new Event('change')); }}"
        ));
        chromium.wait(&format!(
            "document.querySelector('[name={name}]').value === '{to}'"
        ));
        if name == "when-column" {
            has(&watch, "faces/card.svg", |text| {
                text.contains("{% if kind %}")
            });
            chromium.wait("document.querySelector('[name=when]').value === 'kind'");
        }
    }
    has(&watch, "faces/card.svg", |text| {
        text.contains("{% if kind == \"sun\" %}{{ text(name")
    });
    chromium.wait("document.querySelector('.layers [aria-selected=true] small')?.textContent === 'if kind is sun'");
    press(&mut chromium, ".draw", "Lock");
    chromium.wait("document.querySelector('.canvas .box') !== null && document.querySelector('.canvas .handle') === null");
    sound(&mut chromium, "watch-locked");

    tab(&mut chromium, "Rules");
    press(&mut chromium, ".at-table", "Play here");
    chromium.wait("document.querySelector('.seat iframe')?.contentDocument?.querySelector('.ask .answers button') != null");
    chromium.wait("document.querySelectorAll('.beginnings li').length === 4");
    sound(&mut chromium, "watch-beginnings");
    chromium.value("document.querySelector('[data-rules=match]').click()");
    has(&watch, "play.toml", |text| {
        text.contains("card.kind = discard.top.kind")
    });
    chromium.wait("document.querySelector('.code')?.value.includes('discard.top.kind') === true");
    chromium.wait("[...document.querySelectorAll('[role=tab]')].some((tab) => tab.textContent === 'Test games')");
    // A table that was open without rules is dealt anew by them.
    chromium.wait("(({ innerText }) => innerText.includes('discard: ') && !innerText.includes('stays as it was'))(document.querySelector('.seat iframe').contentDocument?.body ?? { innerText: '' })");
    is_quiet(&mut chromium, &watch);
}

/// Presses a place on the canvas, mm from the corner of the piece.
fn press_at(chromium: &mut Chromium, (x, y): (f64, f64), modifiers: u8) {
    let at = format!(
        "(() => {{ const at = new DOMPoint({x}, {y}).matrixTransform(document.querySelector('.canvas svg').getScreenCTM()); return [at.x, at.y]; }})()"
    );
    let (x, y): (f64, f64) = serde_json::from_value(chromium.value(&at)).unwrap();
    for kind in ["mousePressed", "mouseReleased"] {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "modifiers": modifiers });
        chromium.call("Input.dispatchMouseEvent", event);
    }
}

/// What is pressed is what is seen there, and then what is under it; several things are set at once, and arrows are one change. On
/// a tablet the row and the side are chosen beside the face.
#[test]
fn what_is_pressed_is_what_is_seen() {
    let Some((mut chromium, watch)) = opened("../starters/blank-cards") else {
        return;
    };
    tab(&mut chromium, "Draw");
    chromium.wait("document.querySelectorAll('.layers li').length > 5");
    let selected = "[...document.querySelectorAll('.layers [aria-selected=true]')].map((one) => one.firstChild.textContent).join()";
    let emblem = (31.5, 34.0);
    for name in ["Included drawing", "Circle"] {
        // Two presses in quick succession are for the group.
        std::thread::sleep(std::time::Duration::from_millis(500));
        press_at(&mut chromium, emblem, 0);
        chromium.wait(&format!("{selected} === '{name}'"));
    }
    press_at(&mut chromium, (12.0, 9.0), 0);
    chromium.wait(&format!("{selected} === 'Text: name'"));
    press_at(&mut chromium, (31.5, 59.0), 8);
    chromium.wait(&format!("{selected} === 'Text: effect,Text: name'"));
    let before = has(&watch, "faces/card.svg", |_| true);
    chromium.value("{ const size = document.querySelector('[name=\"all size\"]'); size.value = '4'; size.dispatchEvent(new Event('change')); }");
    has(&watch, "faces/card.svg", |face| {
        face.matches("size=4,").count() == 2
    });
    let undo =
        "[...document.querySelectorAll('.desk button')].find((one) => one.textContent === 'Undo')";
    chromium.wait(&format!(
        "{undo}.title.endsWith('2 things were changed') && {selected} === 'Text: effect,Text: name'"
    ));
    chromium.value("document.querySelector('.canvas').focus()");
    for _ in 0..3 {
        chromium.press("ArrowDown");
    }
    has(&watch, "faces/card.svg", |face| {
        face.contains("text(name, x=7, y=8,")
    });
    chromium.wait(&format!("{undo}.title.endsWith('2 things were moved')"));
    press(&mut chromium, ".desk", "Undo");
    press(&mut chromium, ".desk", "Undo");
    has(&watch, "faces/card.svg", |face| face == before);

    // Of one thing, a size in points, and a colour by its look; its place is told while it is moved.
    chromium.value("[...document.querySelectorAll('.layers li')].find((layer) => layer.firstChild.textContent === 'Text: name').click()");
    let size = "document.querySelector('[name=\"set size\"]')";
    chromium.wait(&format!("{size} !== null"));
    chromium.value(&format!(
        "{size}.value = '10 pt', {size}.dispatchEvent(new Event('change'))"
    ));
    has(&watch, "faces/card.svg", |face| face.contains("size=3.53"));
    chromium.wait(&format!(
        "{size}?.value === '3.53' && {size}.parentElement.textContent.includes('10 pt')"
    ));
    chromium.value("document.querySelector('.swatches input[title=sun]').click()");
    has(&watch, "faces/card.svg", |face| face.contains("fill=c.sun"));
    chromium.wait("document.querySelector('.swatches legend')?.textContent === 'Colour: sun'");
    sound(&mut chromium, "watch-draw-text");
    let top = "Number(document.querySelector('[name=corner1]').value)";
    let was = chromium.value(top).as_f64().unwrap();
    chromium.value("document.querySelector('.canvas').focus()");
    chromium.press("ArrowDown");
    assert_eq!(chromium.value(top), was + 0.5);
    chromium.wait(&format!("{undo}.title.endsWith('was moved')"));

    chromium.size((768, 1024), 1.0);
    chromium.value("{ const row = document.querySelector('.draw [aria-label=Row]'); row.selectedIndex = 4; row.dispatchEvent(new Event('change')); }");
    let shown = "document.querySelector('.large .tag').textContent";
    chromium.wait(&format!("{shown}.startsWith('L2, front')"));
    press(&mut chromium, ".draw", "Turn over");
    chromium.wait(&format!("{shown}.startsWith('L2, back')"));
    chromium.wait("![...document.querySelectorAll('.layers li')].some((one) => one.textContent.startsWith('Text'))");
    sound(&mut chromium, "watch-draw-tablet");
    is_quiet(&mut chromium, &watch);
}
