//! The tools: what each takes, and the command that it is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine};
use rmcp::RoleServer;
use rmcp::model::{ContentBlock, JsonObject, Tool, ToolAnnotations};
use rmcp::service::RequestContext;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::super::journals;
use super::house::House;
use super::run::{Ran, bounded, run};
use super::table::{Act, RunningGame};
use crate::kit::code::slug;
use crate::referee::program::PREFIX;

/// A tool as it is offered.
pub struct Offer {
    pub name: &'static str,
    about: &'static str,
    /// Whether it changes nothing: no file, no game.
    reads: bool,
    schema: fn(Tool) -> Tool,
}

impl Offer {
    pub fn tool(&self) -> Tool {
        let tool = Tool::new(self.name, self.about, Arc::new(JsonObject::new()));
        let marks = ToolAnnotations::new()
            .read_only(self.reads)
            .destructive(false)
            .open_world(false);
        (self.schema)(tool).with_annotations(marks)
    }
}

const fn offer<T: JsonSchema + 'static>(
    name: &'static str,
    reads: bool,
    about: &'static str,
) -> Offer {
    Offer {
        name,
        about,
        reads,
        schema: |tool| tool.with_input_schema::<T>(),
    }
}

pub const TOOLS: [Offer; 15] = [
    offer::<Games>(
        "list_games",
        true,
        "List the shipped games and the kits in the folder, or describe one: players, length, editions, house rules, decks, bots.",
    ),
    offer::<OneKit>(
        "check",
        true,
        "Check a kit and its rules, and play random games with it. Reports errors and warnings with file, line and help.",
    ),
    offer::<OneFace>(
        "preview_face",
        true,
        "Show a piece of a kit, front and back, as pictures.",
    ),
    offer::<Sheet>(
        "preview_sheet",
        true,
        "Show a page of a kit's printed sheets as a picture.",
    ),
    offer::<Rules>(
        "rules",
        true,
        "Show a game's rules: all titles, one rule by its number, or those that mention some words.",
    ),
    offer::<New>(
        "new_kit",
        false,
        "Create a kit from a table (.csv, .xlsx, .ods, ..), a starter kit or a shipped game. Nothing that exists is touched.",
    ),
    offer::<Simulation>(
        "simulate",
        true,
        "Have bots play a game many times, and report its balance.",
    ),
    offer::<Comparison>(
        "compare",
        true,
        "Compare two versions of a game: bots play both with the same luck.",
    ),
    offer::<Start>(
        "start_game",
        false,
        "Begin a game and take a seat. Bots play the other seats. Answers with the number of the table, what the seat sees and what \
         it is asked.",
    ),
    offer::<Seat>(
        "look",
        true,
        "What has happened since this seat last looked, the position as it sees it, and what it is asked.",
    ),
    offer::<Move>(
        "answer",
        false,
        "Answer the open question with the id of an option. The other seats play on until this one is asked again.",
    ),
    offer::<Seat>(
        "undo",
        false,
        "Take back this seat's last answer, with all that followed. The same answer has the same luck again.",
    ),
    offer::<Seat>(
        "odds",
        true,
        "The possible results of each answer, as far as this seat knows.",
    ),
    offer::<Advice>(
        "advice",
        true,
        "Why: the rules behind what happened last, or why an answer is possible or not. Hint: what a bot would answer after \
         playing on many times.",
    ),
    offer::<Leave>(
        "leave_game",
        false,
        "Leave a game; it is saved, and people can resume it.",
    ),
];

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Games {
    /// The game or kit to describe; all are listed without it
    game: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OneKit {
    /// The kit's folder, or a shipped game's id
    kit: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OneFace {
    /// The kit's folder, or a shipped game's id
    kit: String,
    /// The code printed on the piece, such as T05; the first piece without it
    code: Option<String>,
    /// The deck that it is in, which makes it faster
    deck: Option<String>,
    /// color, mono or lean
    ink: Option<String>,
    theme: Option<String>,
    /// A language of the kit: de
    language: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Sheet {
    /// The kit's folder, or a shipped game's id
    kit: String,
    /// Which page, from 1
    page: Option<usize>,
    /// a4, letter, a3, or WxH in mm
    paper: Option<String>,
    /// color, mono or lean
    ink: Option<String>,
    /// Only this deck
    deck: Option<String>,
    /// A language of the kit: de
    language: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Rules {
    /// The kit's folder, or a shipped game's id
    game: String,
    /// A rule's number (R12), or words to search for; all titles without it
    about: Option<String>,
    /// A language of the kit: de
    language: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct New {
    /// The folder to create
    folder: String,
    /// A table in the folder (.csv, .tsv, .json, .xlsx, .ods; deck.xlsx#Cards is one sheet), or a kit: blank-cards, blank-tiles,
    /// blank-hexes, pig, crazy-eights, meadows, vault, open-table, or a shipped game's id
    from: String,
}

/// Who plays a game, and by which house rules.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Bout {
    /// How many players; the fewest without it
    players: Option<u32>,
    /// One bot for every seat, or one for each; the best without it. `list_games` tells a game's bots
    #[serde(default)]
    bots: Vec<String>,
    edition: Option<String>,
    /// House rules by name
    #[serde(default)]
    options: BTreeMap<String, Word>,
}

/// The value of a house rule.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Word {
    Text(String),
    Number(i64),
    Flag(bool),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Simulation {
    /// The kit's folder, or a shipped game's id
    game: String,
    /// How many games; 1000 without it
    games: Option<u64>,
    /// The same seed gives the same report
    seed: Option<u64>,
    #[serde(default)]
    bout: Bout,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Comparison {
    /// The kit's folder, or a shipped game's id
    game: String,
    /// The other version's folder or id; without it, the same kit with other options
    other: Option<String>,
    /// House rules of the other version only
    #[serde(default)]
    other_options: BTreeMap<String, Word>,
    /// How many games of each; 1000 without it
    games: Option<u64>,
    /// The same seed gives the same report
    seed: Option<u64>,
    #[serde(default)]
    bout: Bout,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Start {
    /// The kit's folder, or a shipped game's id
    game: String,
    /// The names of all players in seating order
    players: Vec<String>,
    /// The names of your seats; the first player without it. More than one only if the host allows it
    #[serde(default)]
    seats: Vec<String>,
    edition: Option<String>,
    /// House rules by name
    #[serde(default)]
    options: BTreeMap<String, Word>,
    /// A language of the kit: de
    language: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Seat {
    /// The number of the table
    table: u32,
    /// Whose eyes; needed if several seats are yours
    seat: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Move {
    /// The number of the table
    table: u32,
    /// Who answers; needed if several seats are yours
    seat: Option<String>,
    /// The id of an option
    id: String,
    /// The n of the question, so that nothing is answered twice
    n: Option<usize>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Advice {
    /// The number of the table
    table: u32,
    /// For whom; needed if several seats are yours
    seat: Option<String>,
    about: About,
    /// For why: the id of an answer
    id: Option<String>,
    /// For hint: how long to try, 1 to 20
    seconds: Option<u64>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum About {
    Why,
    Hint,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Leave {
    /// The number of the table
    table: u32,
}

type Answer = Result<Vec<ContentBlock>, String>;

/// A call: what it shares with others, and what else belongs to it.
struct Call<'c> {
    house: &'c House,
    context: &'c RequestContext<RoleServer>,
}

/// Calls a tool.
///
/// # Errors
///
/// What a person would be told on the command line.
pub async fn call(
    house: &House,
    name: &str,
    arguments: Value,
    context: &RequestContext<RoleServer>,
) -> Answer {
    let call = Call { house, context };
    match name {
        "list_games" => call.list_games(read(arguments)?).await,
        "check" => call.check(read(arguments)?).await,
        "preview_face" => call.preview_face(read(arguments)?).await,
        "preview_sheet" => call.preview_sheet(read(arguments)?).await,
        "rules" => call.rules(read(arguments)?).await,
        "new_kit" => call.new_kit(read(arguments)?).await,
        "simulate" => call.simulate(read(arguments)?).await,
        "compare" => call.compare(read(arguments)?).await,
        "start_game" => call.start_game(read(arguments)?).await,
        "look" => {
            let Seat { table, seat } = read(arguments)?;
            call.at(table, seat, Act::Look).await
        }
        "answer" => {
            let Move { table, seat, id, n } = read(arguments)?;
            call.at(table, seat, Act::Answer { id, n }).await
        }
        "undo" => {
            let Seat { table, seat } = read(arguments)?;
            call.at(table, seat, Act::Undo).await
        }
        "odds" => {
            let Seat { table, seat } = read(arguments)?;
            call.at(table, seat, Act::Odds).await
        }
        "advice" => call.advice(read(arguments)?).await,
        "leave_game" => call.leave_game(read(arguments)?).await,
        _ => {
            let names: Vec<&str> = TOOLS.iter().map(|offer| offer.name).collect();
            Err(format!(
                "there is no tool `{name}`; there is {}",
                names.join(", ")
            ))
        }
    }
}

fn read<T: DeserializeOwned>(arguments: Value) -> Result<T, String> {
    serde_json::from_value(arguments).map_err(|error| format!("wrong arguments: {error}"))
}

/// The command line of a tool.
struct Line(Vec<String>);

impl Line {
    fn of(command: &str) -> Line {
        Line(vec![command.to_owned()])
    }

    fn word(mut self, word: impl Into<String>) -> Line {
        self.0.push(word.into());
        self
    }

    /// An option in one word, so that its value cannot be taken for another option.
    fn option(mut self, name: &str, value: Option<impl ToString>) -> Line {
        self.0
            .extend(value.map(|value| format!("--{name}={}", value.to_string())));
        self
    }

    fn options(self, name: &str, values: &BTreeMap<String, Word>) -> Line {
        let said = |value: &Word| match value {
            Word::Text(text) => text.clone(),
            Word::Number(number) => number.to_string(),
            Word::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        };
        values.iter().fold(self, |line, (option, value)| {
            line.option(name, Some(format!("{option}={}", said(value))))
        })
    }

    fn bout(self, bout: Bout) -> Result<Line, String> {
        if bout.bots.iter().any(|bot| bot.starts_with(PREFIX)) {
            return Err(format!(
                "this server starts no programs: {PREFIX} is for people"
            ));
        }
        let bots = Some(bout.bots.join(",")).filter(|bots| !bots.is_empty());
        Ok(self
            .option("players", bout.players)
            .option("bot", bots)
            .option("edition", bout.edition)
            .options("option", &bout.options))
    }
}

/// The most games of a simulation.
const MAX_GAMES: u64 = 1_000_000;

/// The games of a simulation unless a number is given.
const USUAL_GAMES: u64 = 1_000;

fn games(wished: Option<u64>) -> Result<u64, String> {
    let games = wished.unwrap_or(USUAL_GAMES);
    if games > MAX_GAMES {
        Err(format!(
            "{games} games are too many at once: at most {MAX_GAMES}"
        ))
    } else {
        Ok(games)
    }
}

/// Resolutions of faces and sheets, in dots per inch.
const FACE_DPI: u32 = 150;
const SHEET_DPI: u32 = 90;

/// The largest picture that is sent, in bytes.
const MAX_PICTURE: u64 = 4 << 20;

/// The most problems that a check lists.
const MAX_PROBLEMS: usize = 60;

/// The longest that a hint may take, in seconds.
const LONGEST_HINT: u64 = 20;

impl Call<'_> {
    async fn run(&self, line: Line) -> Result<Ran, String> {
        run(&line.0, self.house.folder.path(), self.context).await
    }

    /// What a command says.
    async fn say(&self, line: Line) -> Answer {
        let text = self.run(line).await?.text()?;
        Ok(vec![ContentBlock::text(bounded(text))])
    }

    fn kit(&self, word: &str) -> Result<String, String> {
        self.house.folder.kit(word)
    }

    async fn list_games(&self, Games { game }: Games) -> Answer {
        if let Some(game) = game {
            return self.say(Line::of("games").word(self.kit(&game)?)).await;
        }
        let mut contents = self.say(Line::of("games")).await?;
        let (kits, is_cut) = self.house.folder.kits();
        let folder = self.house.folder.path().display();
        let mut text = match kits.as_slice() {
            [] => format!("There are no kits in {folder}."),
            kits => format!("Kits in {folder}:\n{}", kits.join("\n")),
        };
        if is_cut {
            text += "\nThere may be more, which are not listed.";
        }
        contents.push(ContentBlock::text(bounded(text)));
        Ok(contents)
    }

    async fn check(&self, OneKit { kit }: OneKit) -> Answer {
        let line = Line::of("check")
            .word(self.kit(&kit)?)
            .option("format", Some("json"));
        let ran = self.run(line).await?;
        // A kit with errors was checked all the same.
        let Ok(mut found) = serde_json::from_str::<Value>(&ran.out) else {
            return Err(ran.text().unwrap_or_else(|why| why));
        };
        if let Some(problems) = found["problems"].as_array_mut()
            && problems.len() > MAX_PROBLEMS
        {
            // Errors come first.
            let left_out = problems.len() - MAX_PROBLEMS;
            problems.truncate(MAX_PROBLEMS);
            found["problems_left_out"] = left_out.into();
        }
        Ok(vec![ContentBlock::text(bounded(format!("{found:#}")))])
    }

    async fn preview_face(&self, face: OneFace) -> Answer {
        let out = temporary()?;
        let line = Line::of("export")
            .word(self.kit(&face.kit)?)
            .option("to", Some("bundle"))
            .option("dpi", Some(FACE_DPI))
            .option("out", Some(out.path().display()))
            .option("deck", face.deck)
            .option("ink", face.ink)
            .option("theme", face.theme)
            .option("language", face.language);
        self.run(line).await?.text()?;
        let folder = only_folder(out.path())?.join("bundle");
        let list = whole(&folder.join("deck.json"))?;
        let list: Value = serde_json::from_slice(&list).map_err(|error| error.to_string())?;
        let decks = list["decks"].as_array().into_iter().flatten();
        let pieces: Vec<(&Value, &Value)> = decks
            .flat_map(|deck| {
                let pieces = deck["pieces"].as_array().into_iter().flatten();
                pieces.map(move |piece| (&deck["name"], piece))
            })
            .collect();
        let is_wanted = |piece: &Value| {
            face.code
                .as_ref()
                .is_none_or(|code| piece["code"] == **code)
        };
        let Some((deck, piece)) = pieces.iter().find(|(_, piece)| is_wanted(piece)) else {
            let codes: Vec<&str> = pieces
                .iter()
                .filter_map(|(_, piece)| piece["code"].as_str())
                .collect();
            return Err(format!(
                "no piece has the code `{}`; there is {}",
                face.code.unwrap_or_default(),
                codes.join(", ")
            ));
        };
        let told = json!({ "deck": deck, "code": piece["code"], "count": piece["count"], "fields": piece["fields"] });
        let mut contents = vec![ContentBlock::text(bounded(told.to_string()))];
        for side in ["front", "back"] {
            if let Some(file) = piece[side].as_str() {
                contents.push(picture(&folder.join(file))?);
            }
        }
        Ok(contents)
    }

    async fn preview_sheet(&self, sheet: Sheet) -> Answer {
        let out = temporary()?;
        let line = Line::of("build")
            .word(self.kit(&sheet.kit)?)
            .option("format", Some("png"))
            .option("dpi", Some(SHEET_DPI))
            .option("out", Some(out.path().display()))
            .option("paper", sheet.paper)
            .option("ink", sheet.ink)
            .option("deck", sheet.deck)
            .option("language", sheet.language);
        self.run(line).await?.text()?;
        let folder = only_folder(out.path())?;
        let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
        let mut pages: Vec<PathBuf> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "png"))
            .collect();
        pages.sort();
        let page = sheet.page.unwrap_or(1);
        let count = pages.len();
        let found = page.checked_sub(1).and_then(|index| pages.get(index));
        let Some(file) = found else {
            return Err(format!("there is no page {page}: there are {count}"));
        };
        Ok(vec![
            ContentBlock::text(format!("page {page} of {count}")),
            picture(file)?,
        ])
    }

    async fn rules(&self, rules: Rules) -> Answer {
        let mut line = Line::of("rules")
            .option("language", rules.language)
            .word("--")
            .word(self.kit(&rules.game)?);
        if let Some(about) = rules.about {
            line = line.word(about);
        }
        self.say(line).await
    }

    async fn new_kit(&self, New { folder, from }: New) -> Answer {
        if from.contains("://") {
            return Err(format!(
                "this server fetches nothing: to do that, type `paperkeep new {folder} --from {from}`"
            ));
        }
        // After the `#` are sheets of a workbook.
        let (file, sheets) = match from.split_once('#') {
            Some((file, sheets)) => (file, format!("#{sheets}")),
            None => (from.as_str(), String::new()),
        };
        let from = self.kit(file)? + &sheets;
        let line = Line::of("new")
            .word(self.house.folder.file(&folder)?)
            .option("from", Some(from));
        self.say(line).await
    }

    async fn simulate(&self, simulation: Simulation) -> Answer {
        let line = Line::of("simulate")
            .word(self.kit(&simulation.game)?)
            .option("games", Some(games(simulation.games)?))
            .option("seed", simulation.seed)
            .bout(simulation.bout)?;
        self.say(line).await
    }

    async fn compare(&self, comparison: Comparison) -> Answer {
        let mut line = Line::of("compare").word(self.kit(&comparison.game)?);
        if let Some(other) = &comparison.other {
            line = line.word(self.kit(other)?);
        }
        let line = line
            .options("other-option", &comparison.other_options)
            .option("games", Some(games(comparison.games)?))
            .option("seed", comparison.seed)
            .bout(comparison.bout)?;
        self.say(line).await
    }

    async fn start_game(&self, start: Start) -> Answer {
        let seats = self.seats(&start)?;
        let game = self.kit(&start.game)?;
        let (number, seed) = self.house.next()?;
        let journal = journals::new_file(&slug(&game, '-'), seed, true);
        let is_alone = start.players.len() == 1;
        let line = Line::of("play")
            .word(game)
            .word("--json")
            .option("players", Some(start.players.join(",")))
            .option("secrets", Some("referee").filter(|_| !is_alone))
            .option("seed", Some(seed))
            .option("journal", Some(journal.display()))
            .option("edition", start.edition)
            .options("option", &start.options)
            .option("language", start.language);
        let seat = seats[0].clone();
        let table = RunningGame::start(&line.0, self.house.folder.path(), number, seats).await?;
        self.house.keep(number, table);
        self.at(number, Some(seat), Act::Look).await
    }

    /// The seats that the assistant takes.
    fn seats(&self, start: &Start) -> Result<Vec<String>, String> {
        let Some(first) = start.players.first() else {
            return Err("who plays? `players` takes their names".to_owned());
        };
        let is_name = |name: &&String| !name.contains(',') && name.parse::<u32>().is_err();
        if let Some(wrong) = start.players.iter().find(|name| !is_name(name)) {
            return Err(format!("`{wrong}` is not a name for a player"));
        }
        let seats = match start.seats.as_slice() {
            [] => vec![first.clone()],
            seats => seats.to_vec(),
        };
        if let Some(stranger) = seats.iter().find(|seat| !start.players.contains(seat)) {
            return Err(format!("`{stranger}` is not one of the players"));
        }
        match self.house.seats {
            most if seats.len() <= most => Ok(seats),
            1 => Err(
                "this server was started for one seat in a game: `paperkeep mcp --seats 2` allows more"
                    .to_owned(),
            ),
            most => Err(format!(
                "this server was started for at most {most} seats in a game: `paperkeep mcp --seats N` says how many"
            )),
        }
    }

    async fn advice(&self, advice: Advice) -> Answer {
        let seconds = advice.seconds.unwrap_or(1).clamp(1, LONGEST_HINT);
        let act = match advice.about {
            About::Why => Act::Why(advice.id),
            About::Hint => Act::Hint(seconds),
        };
        self.at(advice.table, advice.seat, act).await
    }

    /// Does something at a table. It is finished even if the call is cancelled, so that the conversation with the referee stays in
    /// step.
    async fn at(&self, number: u32, seat: Option<String>, act: Act) -> Answer {
        let table = self.house.table(number)?;
        let task = tokio::spawn(async move { table.lock_owned().await.act(seat, act).await });
        let answer = tokio::select! {
            answer = task => answer.map_err(|error| error.to_string())??,
            () = self.context.ct.cancelled() => return Err("cancelled".to_owned()),
        };
        Ok(vec![ContentBlock::text(bounded(answer.to_string()))])
    }

    async fn leave_game(&self, Leave { table }: Leave) -> Answer {
        let found = self.house.table(table)?;
        self.house.close(table);
        let journal = found.lock_owned().await.leave().await;
        Ok(vec![ContentBlock::text(journal)])
    }
}

fn temporary() -> Result<tempfile::TempDir, String> {
    tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))
}

/// The folder of the one kit that was printed or exported.
fn only_folder(out: &Path) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(out).map_err(|error| error.to_string())?;
    let mut folders = entries.flatten().map(|entry| entry.path());
    folders
        .next()
        .ok_or_else(|| "nothing was drawn: the kit has no pieces to print".to_owned())
}

fn whole(file: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))
}

/// A PNG as it is sent.
fn picture(file: &Path) -> Result<ContentBlock, String> {
    let bytes = whole(file)?;
    if bytes.len() as u64 > MAX_PICTURE {
        return Err(format!(
            "the picture is too large: {} KB, of at most {} KB",
            bytes.len() >> 10,
            MAX_PICTURE >> 10
        ));
    }
    Ok(ContentBlock::image(
        BASE64_STANDARD.encode(bytes),
        "image/png",
    ))
}
