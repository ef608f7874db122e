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
    // Its rows can go into the kit that is there, too, which asks how.
    to_start(&mut chromium);
    choose(&mut chromium, &files);
    click(
        &mut chromium,
        "dialog[open]",
        "Put the rows into “Heroes”: its design, rules and languages stay",
    );
    chromium.wait("document.querySelector('.making dialog[open]')?.textContent.includes('Replace all rows') === true");
    click(&mut chromium, "dialog[open]", "Cancel");
    chromium.wait(&format!(
        "{cell}.value === 'Ada the Bold' && !{undo}.disabled"
    ));
    chromium.value(&format!("{undo}.click()"));
    chromium.wait(&format!("{cell}.value === 'Ada'"));
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
    chromium.wait("document.querySelector('[data-frame=greenwood] img') !== null");
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
