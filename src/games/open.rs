//! Opening a game: a new one, or that of a journal.

use std::path::{Path, PathBuf};

use super::{Entry, SetupError, Visitor, of, of_kit, with};
use crate::kit::problem::nearest;
use crate::kit::{Files, Kit, Problems};
use crate::referee::journal::{
    self, FORMAT, Header, Journal, JournalError, Luck, Mismatch, Pages, Record,
};
use crate::referee::program::Hired;
use crate::referee::session::Doubt;
use crate::referee::{Bots, Session, SessionError, Setup, Sitting, Told, Words};

/// A session, what chance has done in it so far and is not yet reported, and its kit.
pub struct Opened {
    pub sitting: Box<dyn Sitting>,
    pub told: Vec<Told>,
    pub kit: Kit,
    /// Whether the last line of its journal was incomplete, as after a crash, and is dropped.
    pub is_torn: bool,
}

/// Why a game cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is no such game or kit, or the set-up is not allowed.
    #[error("{0}")]
    Wish(String),
    /// Nothing is where the kit should be.
    #[error("{0}")]
    NoKit(String),
    /// The kit's data are wrong, or do not fit the rules.
    #[error("{0}")]
    Kit(#[from] Problems),
    #[error("{0}")]
    Journal(#[from] JournalError),
    #[error("{0}")]
    Session(SessionError),
}

impl From<SetupError> for OpenError {
    fn from(error: SetupError) -> OpenError {
        match error {
            SetupError::Wish(message) => OpenError::Wish(message),
            SetupError::Kit(problems) => OpenError::Kit(problems),
        }
    }
}

impl From<SessionError> for OpenError {
    fn from(error: SessionError) -> OpenError {
        match error {
            SessionError::Journal(error) => OpenError::Journal(error),
            error => OpenError::Session(error),
        }
    }
}

/// The first line of a new journal, with the usual rules: whoever wants others changes it.
pub fn header(kit: &Kit, setup: Setup, seed: u64) -> Header {
    let entry = of_kit(kit);
    let stamp = entry.stamp(kit, &setup);
    Header {
        journal: FORMAT,
        game: entry.id.to_owned(),
        edition: setup.edition,
        options: entry.every_option(&setup.options),
        players: setup.players,
        seed,
        kit: stamp.kit,
        rows: stamp.rows,
        language: None,
        folder: None,
        rules: entry.rules,
        physical: setup.physical,
        luck: Luck::Same,
        secrets: setup.secrets,
        hints: true,
        bots: Vec::new(),
        program: Some(env!("CARGO_PKG_VERSION").to_owned()),
    }
}

/// Where the journal of a new game is kept.
#[derive(Clone, Debug)]
pub enum Kept<'a> {
    Nowhere,
    /// In a new file.
    File(&'a Path),
    /// In memory.
    Pages(Pages),
}

/// Starts a game, in which programs may play.
///
/// # Errors
///
/// The set-up, the kit or its journal is in the way.
pub fn begin(
    kit: &Kit,
    header: Header,
    kept: Kept<'_>,
    hired: Option<Hired>,
) -> Result<(Box<dyn Sitting>, Vec<Told>), OpenError> {
    struct Start<'a>(Header, Kept<'a>, Option<Hired>);

    impl Visitor for Start<'_> {
        type Out = Result<(Box<dyn Sitting>, Vec<Told>), SessionError>;

        fn visit<G: Words + Bots>(self, game: G) -> Self::Out {
            let (session, told) =
                Session::start_with(game, self.0, self.2.as_ref(), |header| match self.1 {
                    Kept::Nowhere => Ok(None),
                    Kept::File(path) => {
                        Journal::create(path, header).map(|journal| Some(journal.timed()))
                    }
                    Kept::Pages(pages) => Journal::in_memory(pages, header).map(Some),
                })?;
            Ok((Box::new(session), told))
        }
    }

    let game = header.game.clone();
    let setup = header.setup();
    Ok(with(&game, kit, &setup, Start(header, kept, hired))??)
}

/// Continues the game of a journal, with the kit in a folder or where it was.
///
/// # Errors
///
/// The journal is damaged or in use, or the kit is not the one it was played with.
pub fn resume(
    file: &Path,
    folder: Option<&Path>,
    hired: Option<Hired>,
) -> Result<Opened, OpenError> {
    let (journal, record) = Journal::open(file)?;
    let kit = kit_of(&record.header, folder)?;
    continued(kit, journal.timed(), &record, hired)
}

/// Continues the game of a journal that was opened.
///
/// # Errors
///
/// The kit is not the one it was played with.
pub fn continued(
    kit: Kit,
    journal: Journal,
    record: &Record,
    hired: Option<Hired>,
) -> Result<Opened, OpenError> {
    struct Resume<'a>(&'a Record, Journal, Option<Hired>);

    impl Visitor for Resume<'_> {
        type Out = Result<(Box<dyn Sitting>, Vec<Told>), SessionError>;

        fn visit<G: Words + Bots>(self, game: G) -> Self::Out {
            let (session, told) = Session::resume(game, self.0, self.1, self.2.as_ref())?;
            Ok((Box::new(session), told))
        }
    }

    let file = journal.path().to_owned();
    let (kit, entry, setup) = fitting(&file, record, kit)?;
    let opened = with(
        &record.header.game,
        &kit,
        &setup,
        Resume(record, journal, hired),
    )?;
    let (sitting, told) = opened.map_err(|error| match error {
        SessionError::Journal(JournalError::Mismatch { mismatch: why, .. }) => {
            mismatch(&file)(entry.explain(&record.header, why)).into()
        }
        error => OpenError::from(error),
    })?;
    Ok(Opened {
        sitting,
        told,
        kit,
        is_torn: record.torn,
    })
}

/// The game of a journal, to look at.
///
/// # Errors
///
/// As for [`resume`].
pub fn recall(file: &Path, folder: Option<&Path>) -> Result<Opened, OpenError> {
    struct Recall<'a>(&'a Record);

    impl Visitor for Recall<'_> {
        type Out = Result<Box<dyn Sitting>, Mismatch>;

        fn visit<G: Words + Bots>(self, game: G) -> Self::Out {
            Ok(Box::new(Session::recall(game, self.0)?))
        }
    }

    let record = journal::read(file)?;
    let kit = kit_of(&record.header, folder)?;
    let (kit, entry, setup) = fitting(file, &record, kit)?;
    let opened = with(&record.header.game, &kit, &setup, Recall(&record))?;
    let sitting = opened.map_err(|why| mismatch(file)(entry.explain(&record.header, why)))?;
    Ok(Opened {
        sitting,
        told: Vec::new(),
        kit,
        is_torn: record.torn,
    })
}

/// Results that a journal attributes to the program but that do not follow from its seed.
///
/// # Errors
///
/// As for [`resume`].
pub fn verify(file: &Path, folder: Option<&Path>) -> Result<Vec<Doubt>, OpenError> {
    struct Verify<'a>(&'a Record);

    impl Visitor for Verify<'_> {
        type Out = Result<Vec<Doubt>, Mismatch>;

        fn visit<G: Words + Bots>(self, game: G) -> Self::Out {
            Session::verify(game, self.0)
        }
    }

    let record = journal::read(file)?;
    let kit = kit_of(&record.header, folder)?;
    let (kit, entry, setup) = fitting(file, &record, kit)?;
    let doubts = with(&record.header.game, &kit, &setup, Verify(&record))?;
    doubts.map_err(|why| mismatch(file)(entry.explain(&record.header, why)).into())
}

/// The kit that a journal was played with, if it is where it was.
fn kit_of(header: &Header, folder: Option<&Path>) -> Result<Kit, OpenError> {
    kit(&header.game, folder.or(header.folder.as_deref()))
}

/// The kit in the journal's language, the entry of its game, and the set-up.
fn fitting(file: &Path, record: &Record, kit: Kit) -> Result<(Kit, Entry, Setup), OpenError> {
    let header = &record.header;
    let entry = of(&header.game, &kit);
    entry.fits(header, &kit).map_err(mismatch(file))?;
    let setup = entry.setup(header);
    Ok((spoken(kit, header.language.as_deref())?, entry, setup))
}

/// The kit in the language that its game is played in.
///
/// # Errors
///
/// It is not available in that language.
pub fn spoken(kit: Kit, language: Option<&str>) -> Result<Kit, Problems> {
    match language {
        Some(code) => kit.in_language(code),
        None => Ok(kit),
    }
}

/// The kit in a folder or an archive, or else the shipped kit of the game.
///
/// # Errors
///
/// There is none, or its data are wrong.
pub fn kit(game: &str, folder: Option<&Path>) -> Result<Kit, OpenError> {
    let Some(folder) = folder else {
        return match Files::shipped(game) {
            Some(files) => Ok(Kit::open(files)?),
            None => Err(OpenError::Wish(unknown(game))),
        };
    };
    if !folder.exists() {
        return Err(OpenError::NoKit(format!(
            "there is no folder `{}` with the kit; --kit names another",
            folder.display()
        )));
    }
    Ok(Kit::at(folder)?)
}

fn unknown(game: &str) -> String {
    if Files::starter(game).is_some() {
        return format!(
            "`{game}` is a starter: `paperkeep new my-{game} --from {game}` makes a kit of it, which is then `my-{game}`"
        );
    }
    let known = Files::shipped_ids();
    let hint = match nearest(game, known.iter().copied()) {
        Some(like) => format!("did you mean {like}?"),
        None => format!(
            "there is: {}; or give the folder of a kit",
            known.join(", ")
        ),
    };
    format!("there is no game or kit `{game}`; {hint}")
}

fn mismatch(file: &Path) -> impl Fn(Mismatch) -> JournalError {
    let path: PathBuf = file.to_owned();
    move |mismatch| JournalError::Mismatch {
        path: path.clone(),
        mismatch,
    }
}
