//! When a kit has been saved: every file in its folder is watched, or its archive, and a save is over when all is quiet.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::cli::Error;
use crate::kit::files::is_table;
use crate::kit::outside;

/// A save is over when nothing has been written for this long: editors write, rename and touch in a row.
const QUIET: Duration = Duration::from_millis(40);
/// The longest wait for somebody who keeps writing.
const LONGEST: Duration = Duration::from_millis(400);
/// The longest wait for a table that is not there as a whole yet, and the pause before another look at it.
const LONGEST_TABLE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(100);

/// What wakes the watch.
enum Wake {
    Saved(Vec<PathBuf>),
    Stop,
}

/// The saves of a kit, until Ctrl-C.
pub(super) struct Saves {
    wakes: Receiver<Wake>,
    /// Watches for as long as it lives.
    _watcher: Box<dyn Watcher>,
}

impl Saves {
    /// Watches a kit's folder or archive from now on. Anything written under `out` is ours and not a save.
    pub fn of(kit: &Path, out: &Path) -> Result<Saves, Error> {
        let (sender, wakes) = channel();
        let stop = sender.clone();
        ctrlc::set_handler(move || drop(stop.send(Wake::Stop)))
            .map_err(|error| error.to_string())?;
        let watcher = watcher(kit, out, sender)
            .map_err(|error| format!("cannot watch {}: {error}", kit.display()))?;
        Ok(Saves {
            wakes,
            _watcher: Box::new(watcher),
        })
    }

    /// Waits until a save is over; false when watching should end.
    pub fn next(&self) -> bool {
        let Ok(Wake::Saved(mut saved)) = self.wakes.recv() else {
            return false;
        };
        let first = Instant::now();
        let mut pause = QUIET;
        loop {
            let is_whole = saved.iter().all(|path| is_whole(path));
            let longest = if is_whole { LONGEST } else { LONGEST_TABLE };
            if first.elapsed() >= longest {
                return true;
            }
            match self.wakes.recv_timeout(pause) {
                Ok(Wake::Saved(paths)) => saved.extend(paths),
                Ok(Wake::Stop) => return false,
                Err(RecvTimeoutError::Disconnected) => return true,
                Err(RecvTimeoutError::Timeout) if is_whole => return true,
                Err(RecvTimeoutError::Timeout) => pause = PAUSE,
            }
        }
    }
}

/// Whether a file that may be a table has been written completely: the directory of a workbook is at its end, and other tables are at
/// least not empty.
fn is_whole(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    if !is_table(&name) {
        return true;
    }
    let Ok(file) = File::open(path) else {
        return !path.exists();
    };
    if name.ends_with(".xlsx") || name.ends_with(".ods") {
        zip::ZipArchive::new(file).is_ok()
    } else {
        file.metadata().is_ok_and(|about| about.len() > 0)
    }
}

/// Sends a wake for every file of the kit that is written.
fn watcher(kit: &Path, out: &Path, wakes: Sender<Wake>) -> notify::Result<impl Watcher + use<>> {
    // Our output may lie in the kit, and must not wake us. Some systems report changes by paths without links.
    let kit = std::path::absolute(kit)?;
    let out = resolved(&std::path::absolute(out)?);
    // An archive is replaced rather than written to; only a watch on its folder notices that.
    let archive = kit.is_file().then(|| kit.clone());
    let (folder, mode) = match kit.parent().filter(|_| archive.is_some()) {
        Some(folder) => (folder, RecursiveMode::NonRecursive),
        None => (kit.as_path(), RecursiveMode::Recursive),
    };
    let root = resolved(folder);
    let tables = outside::of(folder);
    let woken = move |event: notify::Result<Event>| {
        let Ok(event) = event else { return };
        let is_other = |path: &PathBuf| {
            archive
                .as_ref()
                .is_some_and(|archive| path.file_name() != archive.file_name())
        };
        // Beside a table outside the kit, there may be anything.
        let is_elsewhere = |path: &PathBuf| {
            archive.is_none()
                && !tables.is_empty()
                && !path.starts_with(&root)
                && !tables.contains(path)
        };
        let ours = |path: &PathBuf| is_other(path) || is_elsewhere(path) || path.starts_with(&out);
        if !matches!(event.kind, EventKind::Access(_)) && !event.paths.iter().all(ours) {
            let _ = wakes.send(Wake::Saved(event.paths));
        }
    };
    // A link may lead out of the kit, where nothing is read.
    let mut watcher =
        RecommendedWatcher::new(woken, Config::default().with_follow_symlinks(false))?;
    watcher.watch(&resolved(folder), mode)?;
    // A table outside the kit may be replaced rather than written to.
    for folder in outside::of(folder)
        .iter()
        .filter_map(|table| table.parent())
    {
        watcher.watch(folder, RecursiveMode::NonRecursive)?;
    }
    Ok(watcher)
}

/// A path with its links followed. The end of it may not exist.
fn resolved(path: &Path) -> PathBuf {
    dunce::canonicalize(path).unwrap_or_else(|_| match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => resolved(folder).join(name),
        _ => path.to_owned(),
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A workbook that is written piece by piece is waited for.
    #[test]
    fn a_workbook_is_whole_once_its_directory_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cards.xlsx");
        let bytes = std::fs::read("tests/kits/good/rows/cards.xlsx").unwrap();
        std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        assert!(!is_whole(&path));
        let (sender, wakes) = channel();
        let saves = Saves {
            wakes,
            _watcher: Box::new(notify::NullWatcher),
        };
        sender.send(Wake::Saved(vec![path.clone()])).unwrap();
        let writer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(700));
            std::fs::write(&path, &bytes).unwrap();
            sender.send(Wake::Saved(vec![path.clone()])).unwrap();
            path
        });
        assert!(saves.next());
        assert!(is_whole(&writer.join().unwrap()));
    }

    #[test]
    fn output_is_no_save_even_where_a_link_leads_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let kit = folder.path().join("kit");
        let link = folder.path().join("link");
        std::fs::create_dir_all(kit.join("out")).unwrap();
        std::os::unix::fs::symlink(&kit, &link).unwrap();
        for (name, watched, out) in [("a", &kit, &link), ("b", &link, &kit)] {
            let (sender, wakes) = channel();
            let _watcher = watcher(watched, &out.join("out").join(name), sender).unwrap();
            let out = kit.join("out").join(name);
            std::fs::create_dir(&out).unwrap();
            std::fs::write(out.join("kit-a4.pdf"), "").unwrap();
            assert!(wakes.recv_timeout(Duration::from_millis(300)).is_err());
            std::fs::write(kit.join("kit.toml"), "").unwrap();
            assert!(wakes.recv_timeout(Duration::from_secs(60)).is_ok());
        }
    }
}
