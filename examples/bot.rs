//! A bot of one's own: it takes the last of the listed answers, and plays a whole game. `cargo run --example bot -- KIT`.

use std::error::Error;

use paperkeep::games::open;
use paperkeep::games::{self, Visitor};
use paperkeep::kit::Kit;
use paperkeep::referee::journal::{Header, Secrets};
use paperkeep::referee::{Bot, Bots, Choices, Game, Session, SessionError, Setup, Sitting, Words};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Knows nothing of any game: a bot for one game would look at its view.
struct Last;

impl<G: Game> Bot<G> for Last {
    fn choose(&mut self, _: &G::View<'_>, choices: &Choices<G::Move>, _: &mut dyn Rng) -> usize {
        choices.len() - 1
    }
}

/// Plays a game to its end, or for so many moves.
struct Play(Header, usize);

impl Visitor for Play {
    type Out = Result<Vec<String>, SessionError>;

    fn visit<G: Words + Bots>(self, game: G) -> Self::Out {
        let Play(header, most) = self;
        let mut luck = ChaCha8Rng::seed_from_u64(header.seed);
        let (mut session, _) = Session::start(game, header, None)?;
        let mut story = Vec::new();
        while session.made() < most
            && let Some(answer) = session.advice(&mut Last, &mut luck)
        {
            let told = session.answer(&answer)?;
            story.extend(told.into_iter().map(|told| told.telling.text));
        }
        Ok(story)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1);
    let kit = Kit::find(name.as_deref().unwrap_or("dungeon-in-a-tin"))?;
    let setup = Setup {
        secrets: Secrets::Referee,
        ..Setup::of_count(*kit.players.start())
    };
    let header = open::header(&kit, setup, 7);
    let (game, setup) = (header.game.clone(), header.setup());
    let story = games::with(&game, &kit, &setup, Play(header, 200))??;
    println!("{}", story.join("\n"));
    Ok(())
}
