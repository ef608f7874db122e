//! What all calls share: the folder, and the games that are being played.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::super::sitting;
use super::folder::Folder;
use super::table::RunningGame;

/// The most games at the same time.
const MAX_TABLES: usize = 8;

/// A game that one call at a time may change.
pub type Shared = Arc<tokio::sync::Mutex<RunningGame>>;

pub struct House {
    pub folder: Folder,
    /// How many seats of a game the assistant may take.
    pub seats: usize,
    tables: Mutex<Tables>,
}

/// The games that are being played, by their numbers.
struct Tables {
    /// The next game's, if the host chose one.
    seed: Option<u64>,
    last: u32,
    open: BTreeMap<u32, Shared>,
}

impl House {
    pub fn new(folder: Folder, seats: usize, seed: Option<u64>) -> House {
        let tables = Tables {
            seed,
            last: 0,
            open: BTreeMap::new(),
        };
        House {
            folder,
            seats,
            tables: Mutex::new(tables),
        }
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next game's number and seed, if there is room for it.
    pub fn next(&self) -> Result<(u32, u64), String> {
        let mut tables = self.tables();
        if tables.open.len() >= MAX_TABLES {
            return Err(format!(
                "{MAX_TABLES} games are being played: `leave_game` ends one"
            ));
        }
        tables.last += 1;
        let seed = tables.seed.unwrap_or_else(sitting::random_seed);
        tables.seed = tables.seed.map(|seed| seed.wrapping_add(1));
        Ok((tables.last, seed))
    }

    /// Keeps a game that has begun.
    pub fn keep(&self, number: u32, table: RunningGame) {
        let table = Arc::new(tokio::sync::Mutex::new(table));
        self.tables().open.insert(number, table);
    }

    /// The game with this number.
    pub fn table(&self, number: u32) -> Result<Shared, String> {
        let found = self.tables().open.get(&number).cloned();
        found.ok_or_else(|| format!("there is no game {number}: `start_game` begins one"))
    }

    pub fn close(&self, number: u32) {
        self.tables().open.remove(&number);
    }
}
