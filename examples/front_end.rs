//! A front end over the protocol (docs/protocol.md), here one that always gives the first answer. It needs only the program, so it
//! could be in any language: `cargo run --example front_end -- PROGRAM GAME`.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().unwrap_or_else(|| "paperkeep".to_owned());
    let game = arguments
        .next()
        .unwrap_or_else(|| "dungeon-in-a-tin".to_owned());
    let journal = std::env::temp_dir().join(format!("front-end-{}.jsonl", std::process::id()));
    let mut referee = Command::new(program)
        .args(["play", &game, "--seed", "5", "--json", "--journal"])
        .arg(&journal)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut say = referee.stdin.take().ok_or("no input")?;
    let told = BufReader::new(referee.stdout.take().ok_or("no output")?);
    let mut answers = 0;
    for line in told.lines() {
        let message: Value = serde_json::from_str(&line?)?;
        match message["type"].as_str() {
            Some("event") => println!("{}", message["text"].as_str().unwrap_or_default()),
            Some("ask") if answers < 50 => {
                let (n, answer) = (&message["n"], &message["options"][0]["id"]);
                answers += 1;
                writeln!(say, "{}", json!({ "move": answer, "n": n }))?;
            }
            Some("ask" | "over") => {
                writeln!(say, "{}", json!({ "quit": true }))?;
                break;
            }
            _ => {}
        }
    }
    referee.wait()?;
    std::fs::remove_file(journal)?;
    println!("{answers} answers");
    Ok(())
}
