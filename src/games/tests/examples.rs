//! Runs the worked examples in section 10 of the rules' dossiers, which each game keeps as data in its `tests/examples.toml`.
//!
//! An example is a list of lines:
//!
//! - `start ...` begins a game; other lines without a sign arrange its position (each game has words of its own for both);
//! - `> go:n tile:T05` makes these moves;
//! - `! go:n => R56` tries a move, which must be refused; after the arrow is the rule, the code, or both;
//! - `? hearts 1 = 4` states what holds. Everywhere: `options` (the moves, in any order), `names` (the same
//!   without their verbs), `asked`, `told KIND NAME=VALUE ...` (since the last `>`), `over`, and at the end of a game
//!   `verdicts`, `scores` and `ranking`;
//! - `# ...` is a comment.
//!
//! Players are counted from 1.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::scene::Scene;
use crate::referee::{Verdict, Words};

/// How a game's positions are described in examples. These may panic: an example is wrong then.
pub trait Examples: Words + Sized {
    /// Begins a game.
    fn begin(words: &[&str]) -> Scene<Self>;

    /// Changes the position.
    fn arrange(scene: Scene<Self>, verb: &str, words: &[&str]) -> Scene<Self>;

    /// What is to be read off the table.
    fn read(scene: &Scene<Self>, name: &str, words: &[&str]) -> String;
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Book {
    example: Vec<Example>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    /// As the dossier numbers it: "W07".
    id: String,
    title: String,
    rules: Vec<String>,
    lines: String,
}

/// Runs a book of examples, which must have this many.
pub fn run<G: Examples>(book: &str, count: usize) {
    let book: Book = toml::from_str(book).unwrap_or_else(|error| panic!("{error}"));
    let ids: BTreeSet<&str> = book
        .example
        .iter()
        .map(|example| example.id.as_str())
        .collect();
    assert_eq!(ids.len(), count, "{ids:?}");
    for example in &book.example {
        assert!(!example.rules.is_empty(), "{} cites no rule", example.id);
        println!(
            "{} {} ({})",
            example.id,
            example.title,
            example.rules.join(", ")
        );
        let mut scene: Option<Scene<G>> = None;
        for line in example
            .lines
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            // Shown by the test if the line fails.
            println!("    {line}");
            let words: Vec<&str> = line.split_whitespace().collect();
            scene = Some(match (words.as_slice(), scene) {
                (["start", words @ ..], _) => G::begin(words),
                (words, Some(scene)) => follow(scene, line, words),
                (_, None) => panic!("an example begins with `start`"),
            });
        }
    }
}

/// Does what a line says.
fn follow<G: Examples>(mut scene: Scene<G>, line: &str, words: &[&str]) -> Scene<G> {
    match words {
        [">", ids @ ..] => {
            scene.play(&ids.join(" "));
        }
        ["!", id, "=>", expected @ ..] => {
            let (code, rule) = scene.refuse(id);
            assert!(
                !expected.is_empty() && expected.iter().all(|word| [code, rule].contains(word)),
                "{code} {rule}"
            );
        }
        ["?", ..] => expect(&scene, line),
        [verb, words @ ..] => return G::arrange(scene, verb, words),
        [] => {}
    }
    scene
}

/// "? hearts 1 = 4".
fn expect<G: Examples>(scene: &Scene<G>, line: &str) {
    let (figure, wanted) = line[1..].split_once(" =").unwrap_or((&line[1..], "yes"));
    let words: Vec<&str> = figure.split_whitespace().collect();
    let found = match words.as_slice() {
        ["options"] => return alike(&scene.ids(), wanted),
        ["names"] => return alike(&scene.names(), wanted),
        ["asked"] => scene
            .asked()
            .map_or("nobody".to_owned(), |seat| seat.to_string()),
        ["over"] => if scene.is_over() { "yes" } else { "no" }.to_owned(),
        ["told", kind, data @ ..] => return told(scene, kind, data),
        ["verdicts"] => joined(outcome(scene).verdicts.iter().map(|verdict| match verdict {
            Verdict::Win => "win".to_owned(),
            Verdict::Loss => "loss".to_owned(),
            Verdict::Draw => "draw".to_owned(),
        })),
        ["scores"] => joined(
            outcome(scene)
                .scores
                .iter()
                .map(|score| score.map_or("-".to_owned(), |score| score.to_string())),
        ),
        ["ranking"] => joined(outcome(scene).ranking.iter().map(|seats| {
            seats
                .iter()
                .map(|seat| (seat + 1).to_string())
                .collect::<Vec<_>>()
                .join("+")
        })),
        [name, words @ ..] => G::read(scene, name, words),
        [] => panic!("nothing is stated"),
    };
    assert_eq!(found, wanted.trim());
}

/// Holds if these are the same, in whatever order.
fn alike(found: &[String], wanted: &str) {
    let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(found, wanted.split_whitespace().collect());
}

fn outcome<G: Words>(scene: &Scene<G>) -> crate::referee::Outcome {
    scene.game.outcome(&scene.p).expect("the game is over")
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<String>>().join(" ")
}

/// Holds if an event of this kind, with these details among others, was told.
fn told<G: Words>(scene: &Scene<G>, kind: &str, data: &[&str]) {
    let told: Vec<(&str, serde_json::Value)> = scene
        .told
        .iter()
        .map(|event| scene.game.telling(&scene.p, *event))
        .map(|telling| (telling.kind, telling.data))
        .collect();
    let shows = |details: &serde_json::Value, wanted: &str| {
        let (name, value) = wanted.split_once('=').expect("a detail and its value");
        details
            .get(name)
            .is_some_and(|found| found.as_str().map_or(found.to_string(), str::to_owned) == value)
    };
    let found = told
        .iter()
        .any(|(of, details)| *of == kind && data.iter().all(|wanted| shows(details, wanted)));
    assert!(found, "told were {told:?}");
}

/// A number of an example.
pub fn number<N: std::str::FromStr>(word: &str) -> N {
    word.parse()
        .unwrap_or_else(|_| panic!("`{word}` is not a number"))
}

/// A player, counted from 1, as an index.
pub fn seat(word: &str) -> usize {
    number::<usize>(word) - 1
}

/// Two numbers with a comma between.
pub fn pair<N: std::str::FromStr>(word: &str) -> (N, N) {
    let (one, other) = word
        .split_once(',')
        .unwrap_or_else(|| panic!("`{word}` is not two numbers"));
    (number(one), number(other))
}

pub fn yes(holds: bool) -> String {
    if holds { "yes" } else { "no" }.to_owned()
}

/// Parts words into options of the table ("challenging=true") and others.
pub fn options<'w>(words: &[&'w str]) -> (Vec<(&'w str, &'w str)>, Vec<&'w str>) {
    let options = words
        .iter()
        .filter_map(|word| word.split_once('='))
        .collect();
    (
        options,
        words
            .iter()
            .copied()
            .filter(|word| !word.contains('='))
            .collect(),
    )
}

/// The name of a step: "Free" for `Free { late: true }`.
pub fn step(step: impl std::fmt::Debug) -> String {
    format!("{step:?}")
        .split([' ', '('])
        .next()
        .unwrap_or_default()
        .to_owned()
}
