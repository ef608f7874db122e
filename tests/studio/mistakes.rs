//! What goes wrong for people in the studio's pages, and what they do twice: nothing is lost by it, and the rest goes on.

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use super::pages::{PRINTED, Studio, begin, by_words, choose, is_quiet};
use crate::page::looks::sound;
use crate::watch::chromium::Chromium;

const HEROES: &str = "Hero,Class,Portrait\nAda,Knight,\nBo,Mage,p1.png\nCyd,Knight,\nDot,Mage,\n";

/// A table in the studio's folder.
fn table(studio: &Studio, name: &str, rows: &str) -> PathBuf {
    let path = studio.folder.path().join(name);
    fs::write(&path, rows).unwrap();
    path
}

fn to_start(chromium: &mut Chromium) {
    chromium.value("location.hash = ''");
    chromium.wait("document.querySelectorAll('.games:not(.starters) .game').length >= 6");
}

fn to_kit(chromium: &mut Chromium, kit: &str) {
    chromium.value(&format!(
        "location.hash = `#make?kit=${{encodeURIComponent({})}}`",
        json!(kit)
    ));
    chromium.wait("document.querySelector('.face image') !== null");
}

fn click(chromium: &mut Chromium, within: &str, words: &str) {
    let button = by_words(within, words);
    chromium.wait(&format!("{button} !== undefined"));
    chromium.value(&format!("{button}.click()"));
}

/// Puts words into a cell, as somebody does who types.
fn put(chromium: &mut Chromium, cell: &str, words: &str) {
    chromium.wait(&format!("{cell} !== null"));
    chromium.value(&format!("{cell}.focus(), {cell}.select()"));
    chromium.call("Input.insertText", json!({ "text": words }));
    chromium.press("Enter");
}

/// A file that is added again, and another of its name, replace nothing unasked.
#[test]
fn a_file_that_comes_again_replaces_nothing() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    let file = table(&studio, "heroes.csv", HEROES);
    let files = [file];
    choose(&mut chromium, &files);
    chromium.wait(PRINTED);
    // As long as nothing was changed, it is the same kit.
    to_start(&mut chromium);
    choose(&mut chromium, &files);
    chromium.wait(PRINTED);
    to_kit(&mut chromium, "heroes.csv");
    let cell = "document.querySelector('textarea[aria-label=\"Hero of row 1\"]')";
    put(&mut chromium, cell, "Ada the Bold");
    let undo = by_words(".desk", "Undo");
    chromium.wait(&format!("!{undo}.disabled"));
    to_start(&mut chromium);
    choose(&mut chromium, &files);
    chromium.wait("document.querySelector('dialog[open]')?.textContent.includes('which you have changed since') === true");
    sound(&mut chromium, "studio-again");
    click(
        &mut chromium,
        "dialog[open]",
        "Keep both: the new one is called heroes 2.csv",
    );
    chromium.wait(PRINTED);
    chromium.wait("location.hash === '#print?kit=heroes%202.csv'");
    // Its rows can go into the kit that is there, too, and nothing is asked twice.
    to_start(&mut chromium);
    choose(&mut chromium, &files);
    click(
        &mut chromium,
        "dialog[open]",
        "Put these rows in place of those of “Heroes”: its design, rules and languages stay",
    );
    chromium.wait(&format!("{cell}?.value === 'Ada' && !{undo}.disabled"));
    chromium.value(&format!("{undo}.click()"));
    chromium.wait(&format!("{cell}.value === 'Ada the Bold'"));
    is_quiet(&mut chromium, &studio);
}

/// A word that a column does not have yet is told in its cell, allowed by a press, and leaves out its row alone until then.
#[test]
fn a_new_word_is_allowed_and_the_rest_is_printed_meanwhile() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    begin(&mut chromium, "blank-cards", "Owls");
    let cell = "document.querySelector('textarea[aria-label=\"kind of row 2\"]')";
    put(&mut chromium, cell, "witch");
    chromium.wait("document.querySelector('.problems .bad') !== null");
    chromium.wait(&format!(
        "{cell}.closest('td').classList.contains('faulty')"
    ));
    chromium
        .value("document.activeElement.blur(), document.querySelector('.problems .link').click()");
    chromium.wait(&format!("document.activeElement === {cell}"));
    sound(&mut chromium, "studio-new-word");
    chromium.value("document.querySelector('.desk a.first').click()");
    chromium.wait(PRINTED);
    chromium.wait("document.querySelector('.got .warnings')?.textContent.startsWith('Left out: cards.csv, line 3') === true");
    to_kit(&mut chromium, "Owls");
    click(&mut chromium, ".problems", "Allow “witch”");
    chromium.wait("document.querySelector('.problems .bad') === null");
    let undo = by_words(".desk", "Undo");
    chromium.value(&format!("{undo}.click()"));
    chromium.wait("document.querySelector('.problems .bad') !== null");
    // While it is typed, it can be allowed where it is; what leaves out its card says so.
    let press = |chromium: &mut Chromium, words: &str| {
        chromium.value(&format!("{cell}.focus(), {cell}.select()"));
        chromium.call("Input.insertText", json!({ "text": words }));
    };
    press(&mut chromium, "newt");
    chromium.wait("document.querySelector('.cell-wrong .chip') !== null");
    click(&mut chromium, ".cell-wrong", "Allow “newt”");
    chromium.wait("document.querySelector('.problems .bad') === null");
    chromium.wait(&format!("{cell}.value === 'newt'"));
    let cost = "document.querySelector('textarea[aria-label=\"cost of row 2\"]')";
    chromium.value(&format!("{cost}.focus(), {cost}.select()"));
    chromium.call("Input.insertText", json!({ "text": "many" }));
    chromium.wait("document.querySelector('.cell-wrong')?.textContent.includes('Until this is put right, the card is left out') === true");
    is_quiet(&mut chromium, &studio);
}

/// Rows are found, sorted and moved, and a table that is pasted with the names of its columns goes into these.
#[test]
fn rows_are_those_of_a_spreadsheet() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    begin(&mut chromium, "blank-cards", "Owls");
    let cell = |name: &str, row: u32| {
        format!("document.querySelector('textarea[aria-label=\"{name} of row {row}\"]')")
    };
    let is = |chromium: &mut Chromium, row: u32, name: &str| {
        chromium.wait(&format!("{}?.value === {}", cell("name", row), json!(name)));
    };
    chromium.value(&format!("{}.focus()", cell("cost", 1)));
    click(&mut chromium, ".rows", "Sort by the column");
    is(&mut chromium, 1, "Spark");
    click(&mut chromium, ".rows", "Sort by the column");
    is(&mut chromium, 1, "House on Fire");
    chromium.value(&format!("{}.focus()", cell("name", 1)));
    chromium.value("document.querySelector('[aria-label=\"Move the row down\"]').click()");
    is(&mut chromium, 2, "House on Fire");
    chromium.value("{ const seek = document.querySelector('.seek'); seek.value = 'kiln'; seek.dispatchEvent(new Event('input')); }");
    chromium.wait("document.querySelectorAll('.rows tr.dim').length === 8");
    chromium.value("{ const seek = document.querySelector('.seek'); seek.value = ''; seek.dispatchEvent(new Event('input')); }");
    // The names stand in another order than the columns, and one is new.
    chromium.value(&format!("{}.focus()", cell("effect", 9)));
    let pasted = "cost\tname\twings\n3\tBarn owl\ttwo\n";
    chromium.value(&format!("{{ const data = new DataTransfer(); data.setData('text/plain', {}); document.activeElement.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true, cancelable: true }})); }}", json!(pasted)));
    chromium.wait(
        "document.querySelector('dialog[open]')?.textContent.includes('the pasted table') === true",
    );
    sound(&mut chromium, "studio-paste");
    click(
        &mut chromium,
        "dialog[open]",
        "Put it into row 9, each cell into the column of its name",
    );
    is(&mut chromium, 9, "Barn owl");
    chromium.wait(&format!("{}.value === '3'", cell("cost", 9)));
    chromium.wait(&format!("{}?.value === 'two'", cell("wings", 9)));
    is_quiet(&mut chromium, &studio);
}

/// Rules in which something is wrong are played as they were before, and as they are once it is put right.
#[test]
fn a_table_is_dealt_in_spite_of_a_mistake() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    begin(&mut chromium, "pig", "Pigs");
    click(&mut chromium, ".tabs", "Rules");
    let code = "document.querySelector('.code')";
    chromium.wait(&format!(
        "{code}?.value.includes('keep the pot of') === true"
    ));
    let change = |chromium: &mut Chromium, from: &str, to: &str| {
        chromium.value(&format!("{code}.value = {code}.value.replaceAll({}, {}), {code}.dispatchEvent(new Event('input')), {code}.dispatchEvent(new Event('change'))", json!(from), json!(to)));
    };
    change(&mut chromium, "pot += die", "pott += die");
    chromium.wait("document.querySelector('.files .warnings:not([hidden]) li') !== null");
    click(&mut chromium, ".at-table", "Play here");
    let table = "document.querySelector('.seat iframe')?.contentDocument?.body?.textContent";
    chromium.wait(&format!(
        "{table}?.includes('roll on, or keep the pot') || {table}?.includes('Roll on, or keep the pot')"
    ));
    chromium.wait("document.querySelector('.stale:not([hidden])') !== null");
    change(&mut chromium, "pott += die", "pot += die");
    chromium.wait("document.querySelector('.stale').hidden");
    change(&mut chromium, "roll on, or keep", "roll, or keep");
    chromium.wait(&format!("{table}.includes('Roll, or keep the pot')"));
    is_quiet(&mut chromium, &studio);
}

/// A picture that is not there is left out and told: in a frame, at the table, and where a language is begun.
#[test]
fn a_picture_that_is_not_there_stops_nothing() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    let file = table(&studio, "heroes.csv", HEROES);
    choose(&mut chromium, &[file]);
    chromium.wait(PRINTED);
    to_kit(&mut chromium, "heroes.csv");
    click(&mut chromium, ".tabs", "Frames");
    chromium.wait("document.querySelector('[data-frame=greenwood] image') !== null");
    chromium.value("document.querySelector('[data-frame=greenwood]').click()");
    chromium.wait(&format!("!{}.disabled", by_words(".desk", "Undo")));
    click(&mut chromium, ".tabs", "Rules");
    chromium.wait("document.querySelector('.beginnings button') !== null");
    chromium.value("document.querySelector('.beginnings button').click()");
    chromium.wait("document.querySelector('.code') !== null");
    click(&mut chromium, ".at-table", "Play here");
    let drawn = "document.querySelector('.seat iframe')?.contentDocument?.querySelectorAll('img, image').length > 2";
    chromium.wait(drawn);
    chromium.wait("document.querySelector('.at-table').textContent.includes('left out: p1.png')");
    click(&mut chromium, ".at-table", "Leave the table");
    click(&mut chromium, ".tabs", "Languages");
    click(&mut chromium, ".languages", "Start it");
    chromium.wait("document.querySelectorAll('.pair').length > 3");
    chromium.value("document.querySelector('.desk a.first').click()");
    chromium.wait(PRINTED);
    chromium.wait(
        "document.querySelector('.got').textContent.includes('not found and left out: p1.png')",
    );
    is_quiet(&mut chromium, &studio);
}

/// Where a browser has no room for the studio, nothing is said to work offline.
#[test]
fn what_cannot_be_kept_is_not_said_to_work_offline() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    chromium.device();
    let origin = studio.address.trim_end_matches('/');
    chromium.call(
        "Storage.overrideQuotaForOrigin",
        json!({ "origin": origin, "quotaSize": 2_000_000 }),
    );
    chromium.open(&studio.address);
    chromium.wait("document.querySelectorAll('.games:not(.starters) .game').length >= 6");
    chromium.wait("document.querySelector('.bar .tag')?.textContent === 'needs the network'");
    chromium.wait("document.querySelector('footer p').hidden === false");
}
