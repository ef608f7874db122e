//! Mutates files at random: bytes, words and lines of one, and parts of others.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// Words that readers may trip over.
const WORDS: [&str; 34] = [
    "0",
    "-1",
    "1e308",
    "-0",
    "nan",
    "inf",
    "999999999999999999999",
    "0.00001",
    "\"",
    "'",
    "[",
    "]",
    "{{",
    "}}",
    "{%",
    "%}",
    "{",
    "}",
    "<",
    ">",
    "&#0;",
    "&amp;",
    "\u{feff}",
    "\0",
    "\r",
    "\n\n",
    "龍",
    "\u{202e}",
    "=",
    ",",
    ":x:",
    "#",
    "../",
    "\\u0000",
];

/// The longest input, in bytes.
const LONGEST: usize = 40_000;

/// One of the seeds, with one to six mutations.
pub fn changed(seeds: &[Vec<u8>], chance: &mut ChaCha8Rng) -> Vec<u8> {
    let mut input = seeds[below(seeds.len(), chance)].clone();
    for _ in 0..=below(6, chance) {
        change(&mut input, seeds, chance);
    }
    input.truncate(LONGEST);
    input
}

fn change(input: &mut Vec<u8>, seeds: &[Vec<u8>], chance: &mut ChaCha8Rng) {
    let at = below(input.len() + 1, chance);
    let (from, to) = part(input, chance);
    match below(9, chance) {
        0 if at < input.len() => input[at] ^= 1 << below(8, chance),
        1 => drop(input.drain(from..to)),
        2 => {
            let copy = input[from..to].to_vec();
            drop(input.splice(at..at, copy));
        }
        3 => {
            let other = &seeds[below(seeds.len(), chance)];
            let (start, end) = part(other, chance);
            drop(input.splice(from..to, other[start..end].to_vec()));
        }
        4 => {
            let (start, end) = line(input, at);
            drop(input.drain(start..end));
        }
        5 => {
            let (start, end) = line(input, at);
            let copy = input[start..end].to_vec();
            let times = 1 + below(40, chance);
            drop(input.splice(end..end, copy.repeat(times)));
        }
        6 => {
            let (start, end) = number(input, at);
            drop(input.splice(start..end, word(chance)));
        }
        _ => drop(input.splice(at..at, word(chance))),
    }
}

fn word(chance: &mut ChaCha8Rng) -> Vec<u8> {
    WORDS[below(WORDS.len(), chance)].as_bytes().to_vec()
}

/// A short range.
fn part(input: &[u8], chance: &mut ChaCha8Rng) -> (usize, usize) {
    let from = below(input.len() + 1, chance);
    (from, (from + below(60, chance)).min(input.len()))
}

/// The line that a byte is in.
fn line(input: &[u8], at: usize) -> (usize, usize) {
    let start = input[..at]
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    (
        start,
        input[at..]
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(input.len(), |end| at + end + 1),
    )
}

/// The next number; an empty range if there is none.
fn number(input: &[u8], at: usize) -> (usize, usize) {
    let start = input[at..]
        .iter()
        .position(u8::is_ascii_digit)
        .map_or(input.len(), |start| at + start);
    let digits = input[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    (start, start + digits)
}

fn below(count: usize, chance: &mut ChaCha8Rng) -> usize {
    (chance.next_u64() % count.max(1) as u64) as usize
}
