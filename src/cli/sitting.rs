//! What `play`, `resume` and `replay` share: from arguments and journals to a session, and from the session to its front end.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use super::page::{self, PageArgs};
use super::picture::{self, PictureFile};
use super::stdio::{self, note};
use super::worker::{self, Handed};
use super::{Error, config, journals, part};
use crate::games::open::{self, Kept, OpenError, Opened};
use crate::games::{self, Entry, SetupError};
use crate::kit::{Files, Kit};
use crate::referee::journal::{self, JournalError};
use crate::referee::program::Hired;
use crate::referee::{SessionError, Sitting, Told};
use crate::table::keyboard::{self, Keyboard};
use crate::table::prompt::{Pipe, Prompt};
use crate::table::renderer::Renderer;
use crate::table::terminal::Left;
use crate::table::voice::{Drawn, Voice};
use crate::table::{json, terminal};

/// How a session is shown.
#[derive(Clone, Debug, clap::Args)]
pub struct Front {
    /// Exchange JSON lines (protocol 1) on stdin and stdout, for other front ends
    #[arg(long)]
    json: bool,

    /// Describe the table in sentences instead of drawing it
    #[arg(long, conflicts_with = "json")]
    plain: bool,

    /// How much the prompt says; remembered for the next game
    #[arg(long, value_enum, conflicts_with = "json")]
    voice: Option<Voice>,

    /// When the prompt shows the table [default: change; never if you move all the pieces yourselves]
    #[arg(long, value_enum, value_name = "WHEN", conflicts_with = "json")]
    board: Option<Drawn>,

    /// One person plays all hands: nothing is hidden, and the screen is not passed
    #[arg(long, conflicts_with = "json")]
    open_hands: bool,

    /// A picture of the table, .svg or .png, kept up to date as you play
    #[arg(long, value_name = "FILE", value_parser = PictureFile::parse)]
    picture: Option<PictureFile>,

    /// What is said about a new game before its set-up is offered; `None` for a resumed one.
    #[arg(skip)]
    pub welcome: Option<Vec<String>>,

    /// Programs that play for players.
    #[arg(skip)]
    pub hired: Option<Hired>,

    #[command(flatten)]
    page: PageArgs,
}

impl Front {
    /// Whether phones may join.
    pub fn has_phones(&self) -> bool {
        self.page.has_phones()
    }

    /// What it reads and writes besides the kit and the journal: a picture, what is remembered of earlier games, and files that
    /// are named at the prompt, which are in the current folder.
    pub fn handed(&self) -> Handed {
        let mut handed = Handed::default()
            .writing_in(".")
            .serving_page(self.page.is_wanted());
        if let Some(picture) = &self.picture {
            handed = handed.writing(picture.path());
        }
        if let Some(memory) = config::folder() {
            handed = handed.writing_in(memory);
        }
        // For another game with the same players.
        if let Some(journals) = journals::made_folder().filter(|_| self.people()) {
            handed = handed.writing_in(journals);
        }
        handed
    }

    /// Plays until the input ends; with a page, until it is stopped.
    pub fn run(self, sitting: &mut dyn Sitting, told: Vec<Told>, kit: &Kit) -> Result<(), Error> {
        if self.page.is_wanted() {
            return self.run_with_page(sitting, told, kit);
        }
        unless_closed(picture::with_renderer(
            kit,
            self.picture.as_ref(),
            |renderer| self.sit(sitting, told, kit, renderer),
        ))
    }

    fn run_with_page(
        self,
        sitting: &mut dyn Sitting,
        told: Vec<Told>,
        kit: &Kit,
    ) -> Result<(), Error> {
        if self.json {
            return Err(Error::Usage(
                "--json and --page cannot be combined: a program can use the page's own protocol"
                    .into(),
            ));
        }
        let players = sitting.header().players.clone();
        let journal = sitting.journal().map(Path::to_owned);
        let played =
            self.page
                .with_event_loop(&players, journal.as_deref(), kit, |event_loop, hub| {
                    // In this order they are dropped the other way round: the thread first.
                    let (typist, mut out, _thread) = page::typist(hub.events());
                    let mut event_loop = event_loop
                        .with_typist(typist)
                        .with_open_hands(self.open_hands);
                    picture::with_renderer(kit, self.picture.as_ref(), |renderer| {
                        self.play_all(sitting, told, kit, |sitting, told| {
                            // Another game has a journal of its own.
                            let file = sitting.journal().map(Path::to_owned);
                            if let Some(file) = file.filter(|file| Some(file) != journal.as_ref()) {
                                page::keep_at(hub, &file);
                            }
                            let presentation = self.presentation(kit, renderer, true)?;
                            let left = terminal::run(
                                sitting,
                                told,
                                presentation,
                                renderer,
                                &mut event_loop,
                                &mut out,
                            )?;
                            let run = page::run_name().map_err(failed)?;
                            let at_prompt = left == Left::ForAnother;
                            Ok(if event_loop.is_again(run, at_prompt) {
                                Left::ForAnother
                            } else {
                                Left::ToStop
                            })
                        })
                    })
                })?;
        unless_closed(played)
    }

    /// How the table is shown, and how much is said: as requested, which is remembered, or else as last time. Output through a pipe
    /// does not depend on earlier preferences.
    fn presentation<'a>(
        &self,
        kit: &'a Kit,
        renderer: &mut dyn Renderer,
        people: bool,
    ) -> io::Result<terminal::Presentation<'a>> {
        let memory = memory().filter(|_| people);
        let kept = memory
            .as_deref()
            .and_then(|memory| std::fs::read_to_string(memory).ok())
            .unwrap_or_default();
        let offered = Voice::was_offered(&kept);
        if let (Some(voice), Some(memory)) = (self.voice, &memory) {
            renderer
                .write(memory, voice.kept(offered))
                .map_err(io::Error::other)?;
        }
        let voice = self.voice.or_else(|| Voice::remembered(&kept));
        Ok(terminal::Presentation {
            voice: voice.unwrap_or_default(),
            when: self.board,
            memory: memory.clone(),
            offered,
            open_hands: self.open_hands,
            journals: journals::folder(),
            resumed: self.welcome.is_none(),
            ..presentation(kit, self.plain)
        })
    }

    /// Whether people play at a terminal, and not a program through pipes.
    pub fn people(&self) -> bool {
        !self.json && io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    fn sit(
        &self,
        sitting: &mut dyn Sitting,
        told: Vec<Told>,
        kit: &Kit,
        renderer: &mut dyn Renderer,
    ) -> io::Result<()> {
        let stdin = io::stdin();
        if self.json {
            let game = games::of_kit(kit);
            let book = json::Book {
                rules: &kit.rules,
                options: game.options,
            };
            return json::run(
                sitting,
                &told,
                &book,
                renderer,
                &mut stdin.lock(),
                &mut stdio::json(),
            );
        }
        let people = self.people();
        let mut prompt: Box<dyn Prompt> = if people {
            Box::new(Keyboard::new()?)
        } else {
            Box::new(Pipe(stdin.lock()))
        };
        let mut out = stdio::styled();
        // The set-up is not offered through a pipe, nor again.
        let mut welcome = self.welcome.clone().filter(|_| people);
        self.play_all(sitting, told, kit, |sitting, told| {
            let presentation = terminal::Presentation {
                welcome: welcome.take(),
                ..self.presentation(kit, renderer, people)?
            };
            terminal::run(
                sitting,
                told,
                presentation,
                renderer,
                &mut *prompt,
                &mut out,
            )
        })
    }

    /// Plays a game, and then others with the same players, each in a journal of its own, for as long as they want another.
    fn play_all(
        &self,
        sitting: &mut dyn Sitting,
        told: Vec<Told>,
        kit: &Kit,
        mut play: impl FnMut(&mut dyn Sitting, Vec<Told>) -> io::Result<Left>,
    ) -> io::Result<()> {
        let mut left = play(sitting, told)?;
        let mut header = sitting.header().clone();
        while left == Left::ForAnother {
            header.seed = random_seed();
            let file = journals::new_file(&header.game, header.seed, self.people());
            let kept = Kept::File(&file);
            let (mut next, told) = open::begin(kit, header.clone(), kept, self.hired.clone())
                .map_err(|error| failed(error.into()))?;
            left = play(&mut *next, told)?;
        }
        Ok(())
    }
}

fn failed(error: Error) -> io::Error {
    io::Error::other(error.sentence())
}

/// How the table is shown on stdout.
pub fn presentation(kit: &Kit, plain: bool) -> terminal::Presentation<'_> {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let language = kit.files.language();
    let drawn = !plain && io::stdout().is_terminal() && !dumb;
    terminal::Presentation {
        language,
        ..terminal::Presentation::new(&kit.title, &kit.rules, drawn)
    }
}

/// The file that remembers the prompt's voice, if there is a folder for it.
fn memory() -> Option<PathBuf> {
    config::folder().map(|folder| folder.join("prompt.toml"))
}

/// The width of the terminal on stdout, if it is one.
pub fn width() -> Option<usize> {
    io::stdout().is_terminal().then(keyboard::width)
}

/// If the output was closed there is nothing left to do; every answer has been saved.
pub fn unless_closed(done: io::Result<()>) -> Result<(), Error> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => Ok(done?),
    }
}

/// `NAME=VALUE`.
pub fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it takes NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// A random seed short enough to tell a friend.
pub(super) fn random_seed() -> u64 {
    // The standard library takes the keys of its hash maps from the system's random numbers.
    RandomState::new().hash_one(std::process::id()) % 1_000_000_000
}

/// Continues the game of a journal.
pub fn resume(file: &Path, folder: Option<&Path>, hired: Option<Hired>) -> Result<Opened, Error> {
    let opened = open::resume(file, folder, hired)?;
    worker::rehearse(&opened.kit);
    warn_if_torn(file, &opened);
    Ok(opened)
}

/// The game of a journal, to look at.
pub fn recall(file: &Path, folder: Option<&Path>) -> Result<Opened, Error> {
    let opened = open::recall(file, folder)?;
    worker::rehearse(&opened.kit);
    warn_if_torn(file, &opened);
    Ok(opened)
}

fn warn_if_torn(file: &Path, opened: &Opened) {
    if opened.is_torn {
        note!(
            "paperkeep: the last line of {} was incomplete, as after a crash, and is dropped; no acknowledged move is lost",
            file.display()
        );
    }
}

/// What to play: a game by its id, or a kit by its folder, archive or id.
pub struct Chosen {
    pub game: Entry,
    pub kit: Kit,
    /// Where the kit was read from; `None` for a shipped one.
    pub folder: Option<PathBuf>,
}

/// The folder or archive of a kit that is not a shipped one, if such a kit is meant.
pub fn strange(wished: Option<&str>, folder: Option<&Path>) -> Option<PathBuf> {
    let is_path = |wished: &&str| Kit::is_at(Path::new(wished));
    match (folder, wished) {
        (Some(folder), _) => Some(folder.to_owned()),
        (None, Some(wished)) => Some(wished).filter(is_path).map(PathBuf::from),
        (None, None) => part::kit_here().map(PathBuf::from),
    }
}

/// The requested game, with the kit in a folder or the shipped one; if neither is named, the kit in the current folder.
pub fn choose(wished: Option<&str>, folder: Option<&Path>) -> Result<Chosen, Error> {
    let wished = wished.map(part::named).transpose()?;
    let wished = wished.as_deref();
    if let (None, Some(wished)) = (folder, wished)
        && Files::shipped(wished).is_some()
        && Kit::is_at(Path::new(wished))
    {
        note!("paperkeep: `{wished}` is the kit in this folder, not the shipped one");
    }
    let folder = strange(wished, folder);
    let folder = folder.as_deref();
    let (game, kit) = match (wished, folder) {
        (Some(wished), folder) => {
            let kit = open::kit(wished, folder)?;
            let game = match games::find(wished) {
                Some(_) => games::of(wished, &kit),
                None => games::of_kit(&kit),
            };
            (game, kit)
        }
        (None, Some(folder)) => {
            let kit = Kit::at(folder)?;
            (games::of_kit(&kit), kit)
        }
        (None, None) => {
            return Err(Error::Usage(
                "which game? `paperkeep games` lists them".to_owned(),
            ));
        }
    };
    let folder = folder.map(dunce::canonicalize).transpose()?;
    Ok(Chosen { game, kit, folder })
}

/// A journal with its kit, which its first line names.
pub fn journal_handed(handed: Handed, journal: &Path, folder: Option<&Path>) -> Handed {
    let handed = handed.reading(journal);
    match folder
        .map(Path::to_owned)
        .or_else(|| journal::folder(journal))
    {
        Some(folder) => handed.kit(folder),
        None => handed,
    }
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Error {
        match error {
            OpenError::Wish(message) => Error::Usage(message),
            OpenError::NoKit(message) => Error::Other(message),
            OpenError::Kit(problems) => Error::Kit(problems),
            OpenError::Journal(error) => error.into(),
            OpenError::Session(error) => error.into(),
        }
    }
}

impl From<JournalError> for Error {
    fn from(error: JournalError) -> Error {
        Error::Other(error.to_string())
    }
}

impl From<SetupError> for Error {
    fn from(error: SetupError) -> Error {
        match error {
            SetupError::Wish(message) => Error::Usage(message),
            SetupError::Kit(problems) => Error::Kit(problems),
        }
    }
}

impl From<SessionError> for Error {
    fn from(error: SessionError) -> Error {
        match error {
            SessionError::Source(message) => Error::Usage(message),
            error => Error::Other(error.to_string()),
        }
    }
}
