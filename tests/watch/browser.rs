//! The watch page in a real browser, if there is one.

use super::chromium::Chromium;
use super::watched::Watched;

/// The address and size of the displayed sheet: fetched, decoded, visible.
const SHEET_IS_THERE: &str = "document.querySelector('#sheet').complete && document.querySelector('#sheet').naturalWidth > 0";
const SHEET: &str = "document.querySelector('#sheet').currentSrc";

/// The picture of the face with this code.
fn face(code: &str) -> String {
    format!("document.querySelector('[data-key$=\"/{code}\"] img').currentSrc")
}

fn paths(chromium: &mut Chromium) -> Vec<String> {
    let requests = chromium.told("Network.requestWillBeSent");
    requests
        .iter()
        .map(|request| request["request"]["url"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_page_shows_the_kit_and_reloads_what_changed() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    chromium.device();
    let watch = Watched::kit("dungeon-in-a-tin", &["--ink", "color,mono"]);
    let address = watch.page.origin();
    chromium.open(&watch.page.address());
    chromium.wait(&format!(
        "document.querySelector('#sheet') !== null && {SHEET_IS_THERE}"
    ));
    assert_eq!(
        chromium.value("document.title"),
        "Dungeon in a Tin, paperkeep"
    );
    // A4 has this aspect ratio; the sheet is completely visible, and as large as that allows.
    let shape = "(({ width, height, bottom }) => [width / height, innerHeight - bottom])(document.querySelector('#sheet').getBoundingClientRect())";
    let shape = chromium.value(shape);
    assert!(
        (shape[0].as_f64().unwrap() - 210.0 / 297.0).abs() < 0.001,
        "{shape}"
    );
    assert!((0.0..80.0).contains(&shape[1].as_f64().unwrap()), "{shape}");
    chromium.shoot("sheet");

    // Another ink is another picture.
    let color = chromium.value(SHEET);
    chromium.value("ink.selectedIndex = 1, ink.onchange()");
    chromium.wait(&format!("{SHEET_IS_THERE} && {SHEET} !== {color}"));
    chromium.value("ink.selectedIndex = 0, ink.onchange()");
    chromium.wait(&format!("{SHEET} === {color}"));

    // The faces, by key; a search filters them.
    chromium.press("2");
    chromium.wait("document.querySelectorAll('.face').length === 82");
    chromium.wait("[...document.querySelectorAll('.face img')].slice(0, 20).every((image) => image.naturalWidth > 0)");
    chromium.shoot("faces");
    let ground = "getComputedStyle(document.documentElement).backgroundColor";
    let light = chromium.value(ground);
    chromium.media(&[("prefers-color-scheme", "dark")]);
    assert_ne!(chromium.value(ground), light);
    chromium.shoot("dark");
    chromium.media(&[]);
    chromium.press("/");
    for letter in ["g", "o", "b"] {
        chromium.press(letter);
    }
    chromium.wait("document.querySelector('.caption').textContent === 'T09 Goblin Warren'");
    chromium.value("search.value = '', search.oninput(), document.activeElement.blur()");
    chromium.wait("document.querySelectorAll('.face').length === 82");

    // A save: only what changed is fetched, and the view stays in place.
    chromium.value("faces.scrollTop = 50");
    let (changed, same) = (chromium.value(&face("T06")), chromium.value(&face("T05")));
    let before = paths(&mut chromium).len();
    watch.edit("tiles.toml", "Store Room", "Cold Room");
    chromium.wait(&format!("{} !== {changed}", face("T06")));
    chromium.wait("document.querySelector('#status').textContent.startsWith('changed: T06 (')");
    assert_eq!(chromium.value("faces.scrollTop"), 50);
    assert_eq!(chromium.value(&face("T05")), same);
    let fetched = paths(&mut chromium).split_off(before);
    let faces: Vec<&String> = fetched
        .iter()
        .filter(|url| url.contains("/face/"))
        .collect();
    assert!(
        !faces.is_empty()
            && faces
                .iter()
                .all(|url| **url == chromium.value(&face("T06"))),
        "{fetched:?}"
    );

    // A face, enlarged, with its lines, using only keys.
    chromium.value("document.querySelector('[data-key$=\"/T06\"] button').focus()");
    chromium.value("document.activeElement.click()");
    chromium.wait("large.open && code.textContent === 'T06'");
    chromium.value("bleed.click(), safe.click()");
    chromium.wait("document.querySelectorAll('#picture .line').length === 3");
    chromium.shoot("large");
    chromium.press("ArrowRight");
    chromium.wait("code.textContent === 'T07'");
    chromium.press("Escape");
    chromium.wait("!large.open");

    // A broken kit: the problem is above the page with the previous pictures below it, until it is corrected.
    let good = chromium.value(&face("T06"));
    watch.edit("tiles.toml", "name = \"Cold Room\"", "name = 7");
    chromium.wait("wrong.matches(':popover-open')");
    let told = chromium.value("wrong.innerText");
    let told = told.as_str().unwrap();
    assert!(
        told.contains("1 problem; you see the last good print"),
        "{told}"
    );
    assert!(
        told.contains("kit/tiles.toml:")
            && told.contains("expected text in quotes, found a whole number"),
        "{told}"
    );
    assert!(told.contains("name = 7\n       ^"), "{told}");
    let covers = "wrong.contains(document.elementFromPoint(innerWidth / 2, wrong.getBoundingClientRect().top + 20))";
    assert_eq!(chromium.value(covers), true, "it lies over everything");
    assert_eq!(chromium.value(&face("T06")), good);
    chromium.shoot("wrong");
    watch.edit("tiles.toml", "name = 7", "name = \"Store Room\"");
    chromium.wait("!wrong.matches(':popover-open')");

    // A message without a space in it wraps on a phone.
    let long = format!("{{{{ {} }}}}</svg>", "nothing_of_this_name".repeat(8));
    watch.edit("faces/tile.svg", "</svg>", &long);
    chromium.wait("wrong.matches(':popover-open')");
    chromium.size((390, 800), 1.0);
    chromium.wait("innerWidth === 390");
    assert_eq!(
        chromium.value(
            "[wrong, document.documentElement].map(box => box.scrollWidth - box.clientWidth)"
        ),
        serde_json::json!([0, 0])
    );
    chromium.shoot("wrong-phone");
    chromium.size((1400, 900), 1.0);
    watch.edit("faces/tile.svg", &long, "</svg>");
    chromium.wait("!wrong.matches(':popover-open')");
    chromium.wait(&format!("{} === {changed}", face("T06")));

    let elsewhere: Vec<String> = paths(&mut chromium)
        .into_iter()
        .filter(|url| !url.starts_with(&address))
        .collect();
    assert_eq!(elsewhere, Vec::<String>::new());
    assert_eq!(
        chromium.told("Runtime.exceptionThrown"),
        Vec::<serde_json::Value>::new()
    );
    assert_eq!(
        chromium.told("Log.entryAdded"),
        Vec::<serde_json::Value>::new()
    );
}

#[test]
fn backs_are_behind_their_fronts() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    chromium.device();
    let watch = Watched::kit("miniskull-caverns", &[]);
    chromium.open(&watch.page.address());
    chromium.wait(&format!(
        "document.querySelector('#sheet') !== null && {SHEET_IS_THERE}"
    ));
    chromium.shoot("pages");
    let front = chromium.value(SHEET);
    chromium.press("b");
    chromium.wait(&format!("{SHEET_IS_THERE} && {SHEET} !== {front}"));
    assert_eq!(chromium.value("turn.ariaPressed"), "true");
    chromium.shoot("back");
    chromium.press("b");
    chromium.wait(&format!("{SHEET} === {front}"));
}

#[test]
fn a_turn_is_played_with_the_saved_kit() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    chromium.device();
    let watch = Watched::kit("dungeon-in-a-tin", &[]);
    chromium.open(&watch.page.address());
    // Keys work once the page listens.
    chromium.wait("document.querySelector('#see-table')?.onclick instanceof Function");
    chromium.press("3");
    let table = |selector: &str| {
        format!("document.querySelector('#seat').contentDocument?.querySelector('{selector}')")
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
    chromium.shoot("try-out");

    // A change that affects no rule affects no game.
    let word = format!("{}?.textContent", table(".sheet [role=status]"));
    watch.edit("tiles.toml", "Store Room", "Cold Room");
    chromium.wait(&format!("{word}?.startsWith('Saved: 3 moves')"));
    assert_eq!(chromium.value(&asked), before);
    // If the kit cannot be played, the table stays as it was.
    watch.edit("tiles.toml", "mark = \"start\"", "mark = \"A\"");
    chromium.wait(&format!("{word}?.startsWith('The table stays as it was')"));
    assert_eq!(chromium.value(&asked), before);
    chromium.shoot("try-out-wrong");
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
        let document = "document.querySelector('#seat').contentDocument";
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
    assert_eq!(
        chromium.told("Runtime.exceptionThrown"),
        Vec::<serde_json::Value>::new()
    );
    assert_eq!(
        chromium.told("Log.entryAdded"),
        Vec::<serde_json::Value>::new()
    );
}

/// Rows, colours and texts are edited as in a spreadsheet, by mouse and by keyboard.
#[test]
fn a_cell_is_edited_and_the_edit_undone() {
    let Some(mut chromium) = Chromium::start() else {
        return;
    };
    chromium.device();
    let watch = Watched::kit("dungeon-in-a-tin", &[]);
    chromium.open(&watch.page.address());
    chromium.wait(&format!(
        "document.querySelector('#sheet') !== null && {SHEET_IS_THERE}"
    ));
    chromium.press("4");
    let cell = "[...document.querySelectorAll('#grids textarea')].find((cell) => cell.value.startsWith('Store Room'))";
    chromium.wait(&format!("{cell} !== undefined"));
    chromium.shoot("data");
    assert_eq!(
        chromium.value(&format!("{cell}.getAttribute('aria-label')")),
        "name of row 6"
    );
    let text = || std::fs::read_to_string(watch.kit.join("tiles.toml")).unwrap();
    let before = text();
    chromium.value(&format!("{cell}.focus(), document.activeElement.select()"));
    for key in ["I", "n", "n", "Enter"] {
        chromium.press(key);
    }
    chromium.wait(
        "document.querySelector('#undone').textContent === 'tiles.toml: “Store Room” became “Inn”'",
    );
    assert_eq!(text(), before.replacen("Store Room", "Inn", 1));
    chromium.wait("document.querySelector('#status').textContent.startsWith('changed: T06 (')");
    chromium.value("document.querySelector('#undo').click()");
    chromium.wait(&format!(
        "document.querySelector('#undo').disabled && {cell} !== undefined"
    ));
    assert_eq!(text(), before);
}
