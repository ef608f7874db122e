//! `paperkeep play`: a new game.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::programs::Shell;
use super::sitting::{self, Chosen, Front};
use super::stdio::note;
use super::worker::{self, Handed, Work};
use super::{Error, journals};
use crate::games::open::{self, Kept};
use crate::kit::Kit;
use crate::referee::Setup;
use crate::referee::journal::{FORMAT, Header, Luck, Secrets};
use crate::referee::program::{Hired, PREFIX};
use crate::table::players;

/// Play a game, with the program as its referee
#[derive(clap::Args)]
pub struct Args {
    /// The game, by any clear part of its name (`paperkeep games` lists them), or a kit of your own: its folder, or a ZIP archive of it [default: the kit in
    /// the current folder]
    game: Option<String>,

    /// The players' names in seating order, or the number of players
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    players: Vec<String>,

    /// A bot for a player: Bob=greedy, or a program of your own: 'Bob=cmd:./mybot'. The referee then keeps the secrets. `paperkeep games` lists a game's bots
    #[arg(long = "bot", value_name = "NAME=BOT,...", value_delimiter = ',', value_parser = seated)]
    bots: Vec<(String, String)>,

    /// The edition, if a game has several
    #[arg(long)]
    edition: Option<String>,

    /// A table option; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = sitting::option)]
    options: Vec<(String, String)>,

    /// Dice on the table, if a kit has no rules of its own: 2d6; the same as --option dice=2d6
    #[arg(long, value_name = "DICE")]
    dice: Option<String>,

    /// How many cards each player is dealt, if a kit has no rules of its own; the same as --option deal=5
    #[arg(long, value_name = "N")]
    deal: Option<u8>,

    /// The seed of the program's dice and draws: the same seed gives the same results [default: random]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// What you roll and draw yourselves: dice, tiles, cards, tokens, all, or a single one by name
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',')]
    physical: Vec<String>,

    /// Dice and draws after an undo
    #[arg(long, value_enum, default_value_t = Fate::Same)]
    luck: Fate,

    /// Who keeps hidden cards [default: table, if the rules never look at them]
    #[arg(long, value_enum)]
    secrets: Option<Keeper>,

    /// Disable hints for this game
    #[arg(long)]
    no_hints: bool,

    /// The referee's language, if the kit has several, such as de
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,

    /// A kit's folder, or a ZIP archive of one, to use instead of the shipped kit
    #[arg(long, value_name = "DIR")]
    kit: Option<PathBuf>,

    /// Continue a game in progress from a file that describes the table, with players and options, as written by `audit FILE` at
    /// the prompt
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// The file to create for the journal, which records every answer [default: one among those that `resume` lists; through a
    /// pipe, paperkeep-GAME-SEED.jsonl in this folder]
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    #[command(flatten)]
    front: Front,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Keeper {
    /// The players at the table
    Table,
    /// The program
    Referee,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Fate {
    /// The same results again
    Same,
    /// No undo past a roll or draw
    Strict,
    /// New results
    Fresh,
}

impl Args {
    /// The game's options, with those that have an argument of their own.
    fn every_option(&self) -> Vec<(String, String)> {
        let mut options = self.options.clone();
        options.extend(
            self.dice
                .iter()
                .map(|dice| ("dice".to_owned(), dice.clone())),
        );
        options.extend(self.deal.map(|deal| ("deal".to_owned(), deal.to_string())));
        options
    }
}

impl Keeper {
    fn secrets(self) -> Secrets {
        match self {
            Keeper::Table => Secrets::Table,
            Keeper::Referee => Secrets::Referee,
        }
    }
}

impl Fate {
    fn luck(self) -> Luck {
        match self {
            Fate::Same => Luck::Same,
            Fate::Strict => Luck::Strict,
            Fate::Fresh => Luck::Fresh,
        }
    }
}

/// The players by their names, or by a number of them; without either, the fewest that the kit is for.
fn players(named: &[String], kit: &Kit) -> Result<Vec<String>, Error> {
    let count = match named {
        [] => Some(*kit.players.start()),
        [only] => only.parse::<u8>().ok().map(u32::from),
        _ => None,
    };
    match count {
        Some(count) => Ok(players::nameless(kit, count)),
        None => players::named(named).map_err(Error::Usage),
    }
}

pub fn run(mut args: Args) -> Result<(), Error> {
    args.front.hired = hired(&args.bots);
    if let Some(kit) = sitting::strange(args.game.as_deref(), args.kit.as_deref())
        && let Some(ended) = worker::do_all(&Work::playing(handed(&args, &kit)))
    {
        return worker::ended_game(ended, &kit);
    }
    let table = args
        .from
        .take()
        .map(|file| TableFile::read(&file))
        .transpose()?;
    // The options in a table's file are those of its game.
    let wished = table.is_none() || !args.options.is_empty();
    if let Some(table) = &table {
        table.set_up(&mut args);
    }
    let Chosen { game, kit, folder } = sitting::choose(args.game.as_deref(), args.kit.as_deref())?;
    let seed = args.seed.unwrap_or_else(sitting::random_seed);
    let wishes = args.every_option();
    let chosen = Setup {
        edition: args.edition.clone(),
        options: wishes.clone(),
        ..Setup::default()
    };
    let stamp = game.stamp(&kit, &chosen);
    let language = args.language.filter(|code| *code != kit.language);
    let kit = open::spoken(kit, language.as_deref())?;
    let players = players(&args.players, &kit)?;
    // A single player has no secrets from anybody.
    let looks =
        args.secrets.is_none() && players.len() > 1 && (game.secrets)(&kit) == Secrets::Referee;
    // Phones can hold the hands of a game of one's own, unless real cards are drawn.
    let on_phones = args.secrets.is_none()
        && players.len() > 1
        && game.is_own()
        && args.physical.is_empty()
        && args.front.has_phones();
    let header = Header {
        journal: FORMAT,
        game: game.id.to_owned(),
        edition: args.edition,
        options: game.every_option(&wishes),
        players,
        seed,
        kit: stamp.kit,
        rows: stamp.rows,
        language,
        folder,
        rules: game.rules,
        physical: args.physical,
        luck: args.luck.luck(),
        secrets: match args.secrets {
            Some(keeper) => keeper.secrets(),
            None if looks || on_phones || !args.bots.is_empty() => Secrets::Referee,
            None => Secrets::Table,
        },
        hints: !args.no_hints,
        bots: args.bots,
        program: Some(env!("CARGO_PKG_VERSION").to_owned()),
    };
    let people = args.front.people();
    let file = args
        .journal
        .unwrap_or_else(|| journals::new_file(game.id, seed, people));
    let wishes = Setup {
        options: wishes,
        ..header.setup()
    };
    let idle = if wished {
        game.idle_options(&wishes)
    } else {
        Vec::new()
    };
    worker::rehearse(&kit);
    let (mut sitting, mut told) =
        open::begin(&kit, header, Kept::File(&file), args.front.hired.clone())?;
    if let Some(table) = table {
        told = sitting.enter(&table.text).inspect_err(|_| {
            // The game has not started.
            let _ = std::fs::remove_file(&file);
        })?;
    }
    if looks {
        note!(
            "paperkeep: the rules look at hidden cards, so the program keeps them (--secrets referee)"
        );
    } else if on_phones && sitting.hides() {
        note!(
            "paperkeep: phones can hold the hands, so the program keeps them; with printed cards in hand, add --secrets table"
        );
    }
    for option in idle {
        note!("paperkeep: {option}");
    }
    let welcome = welcome(&kit, &sitting.header().players);
    let mut front = args.front;
    front.welcome = Some(welcome);
    front.run(&mut *sitting, told, &kit)
}

/// A player and the bot that plays for them: "Bob=greedy".
pub(super) fn seated(text: &str) -> Result<(String, String), String> {
    let split = text
        .split_once('=')
        .filter(|(name, bot)| !name.trim().is_empty() && !bot.is_empty());
    let (name, bot) = split.ok_or("say whose bot it is: Bob=greedy")?;
    Ok((name.trim().to_owned(), bot_named(bot)?))
}

/// The name of a bot, or the command of a program of one's own.
pub(super) fn bot_named(text: &str) -> Result<String, String> {
    let command = text.strip_prefix(PREFIX);
    if command.is_some_and(|command| command.trim().is_empty()) {
        return Err("say which program it is: cmd:./mybot".to_owned());
    }
    Ok(text.to_owned())
}

/// The programs of one's own among these bots; they run already, since a worker starts none later.
pub(super) fn hired(bots: &[(String, String)]) -> Option<Hired> {
    let command = |(name, bot): &(String, String)| {
        let command = bot.strip_prefix(PREFIX)?;
        Some((name.clone(), command.to_owned()))
    };
    let commands: Vec<(String, String)> = bots.iter().filter_map(command).collect();
    if commands.is_empty() {
        return None;
    }
    let own = commands.iter().map(|(_, command)| command.as_str());
    let programs = if worker::is_worker() {
        Shell::ready(own, 1)
    } else {
        Shell::default()
    };
    Some(Hired {
        programs: std::sync::Arc::new(programs),
        commands,
    })
}

/// What a worker is handed for a game of this kit.
fn handed(args: &Args, kit: &Path) -> Handed {
    let mut handed = args.front.handed().kit(kit);
    if let Some(table) = &args.from {
        handed = handed.reading(table);
    }
    let journals = || journals::made_folder().map(|folder| folder.join("journal"));
    if let Some(journal) = args.journal.clone().or_else(journals) {
        handed = handed.writing(journal);
    }
    handed
}

/// What is said before a new game: who sits where, the goal, how long it takes, and variants for this number of players.
fn welcome(kit: &Kit, players: &[String]) -> Vec<String> {
    let Some(evening) = &kit.evening else {
        return Vec::new();
    };
    let mut lines = vec![evening.goal.clone()];
    let about = evening.length(players.len()).map(|minutes| {
        kit.files
            .say("About {minutes} minutes.", &[("minutes", &minutes)])
    });
    let clockwise = || {
        kit.files.say(
            "Sit clockwise: {players}.",
            &[("players", &players.join(", "))],
        )
    };
    let seats = (players.len() > 1).then(clockwise);
    lines.push(
        about
            .into_iter()
            .chain(seats)
            .collect::<Vec<String>>()
            .join(" "),
    );
    let variants = evening.variants(players.len());
    lines.extend(variants.map(|variant| {
        kit.files
            .say("Worth knowing: {variant}", &[("variant", &variant)])
    }));
    lines.retain(|line| !line.is_empty());
    lines
}

/// A table that was written down.
struct TableFile {
    text: String,
}

impl TableFile {
    fn read(file: &Path) -> Result<TableFile, Error> {
        let mut text = String::new();
        // It may be a pipe, or endless.
        let read = std::fs::File::open(file)
            .and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text));
        let read = read
            .map_err(|error| Error::Other(format!("{} cannot be read: {error}", file.display())))?;
        if read as u64 > LARGEST {
            return Err(Error::Other(format!(
                "{} is too large to be a table",
                file.display()
            )));
        }
        Ok(TableFile { text })
    }

    /// The head of the file supplies what the command line does not say about the set-up: `# players: Ann, Bob`.
    fn set_up(&self, args: &mut Args) {
        let said = self
            .text
            .lines()
            .filter_map(|line| line.strip_prefix("# ")?.split_once(": "));
        let options = args.options.is_empty();
        for (key, value) in said {
            match key {
                "game" if args.game.is_none() => args.game = Some(value.to_owned()),
                "edition" if args.edition.is_none() => args.edition = Some(value.to_owned()),
                "players" if args.players.is_empty() => {
                    args.players = value.split(", ").map(str::to_owned).collect()
                }
                "option" if options => args.options.extend(sitting::option(value).ok()),
                _ => {}
            }
        }
    }
}

/// The longest file of a table, in bytes.
const LARGEST: u64 = 1 << 20;
