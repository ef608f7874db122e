//! `paperkeep play`: a new game.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};

use super::sitting::{self, Front};
use super::{Error, part, worker};
use crate::games;
use crate::kit::Kit;
use crate::referee::journal::{FORMAT, Header, Luck, Secrets};
use crate::referee::{Setup, names};
use crate::table::command::Command;

/// Play a game, with the program as its referee
#[derive(clap::Args)]
pub struct Args {
    /// The game's id; `paperkeep games` lists them [default: the game of the kit in the current folder]
    game: Option<String>,

    /// The players' names, in the order they sit
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    players: Vec<String>,

    /// The edition, where a game has several
    #[arg(long)]
    edition: Option<String>,

    /// A table option; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = sitting::option)]
    options: Vec<(String, String)>,

    /// What the program's dice and draws come from: the same seed, the same luck [default: random]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// What you roll and draw yourselves: dice, tiles, cards, tokens, the name of a single one, or all
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',')]
    physical: Vec<String>,

    /// Luck after an undo: the same again, none (nothing is taken back past a roll), or new
    #[arg(long, value_enum, default_value_t = Fate::Same)]
    luck: Fate,

    /// Who keeps hidden cards: the cardboard on the table, or the program
    #[arg(long, value_enum, default_value_t = Keeper::Table)]
    secrets: Keeper,

    /// A kit's folder, or a ZIP archive of one, to play with instead of the shipped one
    #[arg(long, value_name = "DIR")]
    kit: Option<PathBuf>,

    /// The new file that every answer is kept in [default: paperkeep-GAME-SEED.jsonl]
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    #[command(flatten)]
    front: Front,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Keeper {
    Table,
    Referee,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Fate {
    Same,
    Strict,
    Fresh,
}

pub fn run(args: Args) -> Result<(), Error> {
    let folder = args.kit.or_else(|| part::kit_here().filter(|_| args.game.is_none()).map(PathBuf::from));
    let (game, kit) = meant(args.game, folder.as_deref())?;
    let seed = args.seed.unwrap_or_else(random_seed);
    let header = Header {
        journal: FORMAT,
        game: game.clone(),
        edition: args.edition,
        options: args.options,
        players: if args.players.is_empty() { nameless(&kit) } else { named(&args.players)? },
        seed,
        kit: kit.fingerprint(),
        folder: folder.map(|folder| folder.canonicalize()).transpose()?,
        rules: games::find(&game).map_or(0, |entry| entry.rules),
        physical: args.physical,
        luck: match args.luck {
            Fate::Same => Luck::Same,
            Fate::Strict => Luck::Strict,
            Fate::Fresh => Luck::Fresh,
        },
        secrets: match args.secrets {
            Keeper::Table => Secrets::Table,
            Keeper::Referee => Secrets::Referee,
        },
    };
    let file = args.journal.unwrap_or_else(|| free_name(&game, seed));
    let mut opened = sitting::start(kit, header, &file)?;
    args.front.run(&mut *opened.sitting, opened.told, &opened.kit)
}

/// The game and its kit: the game need not be named where there is a kit for it.
fn meant(game: Option<String>, folder: Option<&Path>) -> Result<(String, Kit), Error> {
    worker::read_first(None, folder)?;
    if let Some(game) = game {
        let kit = sitting::open_kit(&game, folder)?;
        return Ok((game, kit));
    }
    let folder = folder.ok_or_else(|| Error::Usage("which game? `paperkeep games` lists them".to_owned()))?;
    let kit = Kit::at(folder)?;
    match games::find(kit.game()) {
        Some(game) => Ok((game.id.to_owned(), kit)),
        None => Err(Error::Other(format!(
            "{} is printed, not refereed: its kit.toml names no `game` whose rules it is for",
            kit.title
        ))),
    }
}

/// The players' names: each fits in a line, and none could be taken for another when it is typed.
fn named(names: &[String]) -> Result<Vec<String>, Error> {
    let names: Vec<String> = names.iter().map(|name| name.trim().to_owned()).collect();
    for (seat, name) in names.iter().enumerate() {
        let commands = Command::ALL.iter().flat_map(|(_, names, ..)| names.iter().copied());
        if let Some(fault) = names::fault(name, commands) {
            return Err(Error::Usage(format!("the name of player {}, `{name}`, {fault}", seat + 1)));
        }
        if let Some(same) = names[..seat].iter().find(|other| *other != name && names::heard(other) == names::heard(name)) {
            return Err(Error::Usage(format!("two players are called `{same}` and `{name}`, which are one name here")));
        }
    }
    Ok(names)
}

/// Names for as few players as can play.
fn nameless(kit: &Kit) -> Vec<String> {
    match kit.players.start() {
        1 => vec![Setup::ALONE.into()],
        several => (1..=*several).map(|number| format!("Player {number}")).collect(),
    }
}

/// A seed short enough to tell a friend.
fn random_seed() -> u64 {
    // The standard library draws the keys of its hash maps from the system's source of chance.
    RandomState::new().hash_one(std::process::id()) % 1_000_000_000
}

/// The first name of this game's that no file has yet.
fn free_name(game: &str, seed: u64) -> PathBuf {
    let plain = PathBuf::from(format!("paperkeep-{game}-{seed}.jsonl"));
    let numbered = (2..).map(|number| PathBuf::from(format!("paperkeep-{game}-{seed}-{number}.jsonl")));
    std::iter::once(plain.clone()).chain(numbered).find(|path| !path.exists()).unwrap_or(plain)
}
