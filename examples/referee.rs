//! Referees a game by hand: `cargo run --example referee -- KIT`. Type the number of an answer, or nothing for the first; the end
//! of the input ends the game.

use std::error::Error;
use std::io::stdin;

use paperkeep::games::open::{self, Kept};
use paperkeep::kit::Kit;
use paperkeep::referee::journal::Secrets;
use paperkeep::referee::{Setup, Told};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1);
    let kit = Kit::find(name.as_deref().unwrap_or("dungeon-in-a-tin"))?;
    let setup = Setup {
        secrets: Secrets::Referee,
        ..Setup::of_count(*kit.players.start())
    };
    let header = open::header(&kit, setup, 7);
    let (mut sitting, told) = open::begin(&kit, header, Kept::Nowhere, None)?;
    tell(&told);
    while let Some(ask) = sitting.ask() {
        println!("{}", ask.question);
        for (number, answer) in (1..).zip(&ask.options) {
            println!("  {number} {}", answer.text);
        }
        let mut line = String::new();
        if stdin().read_line(&mut line)? == 0 {
            return Ok(());
        }
        let number: usize = line.trim().parse().unwrap_or(1);
        let Some(answer) = ask.options.get(number.wrapping_sub(1)) else {
            println!("There are {} answers.", ask.options.len());
            continue;
        };
        match sitting.answer(&answer.id) {
            Ok(told) => tell(&told),
            // The rule that forbids it.
            Err(refused) => println!("{refused}"),
        }
    }
    Ok(())
}

fn tell(told: &[Told]) {
    for told in told {
        println!("{}", told.telling.text);
    }
}
