//! What survives when the program stops while its page is open: the port, and the devices that were let in. A resumed session takes
//! them up again, so every phone returns to where it was. Only digests of keys are kept, and for a month.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::rights::{Audience, Device, KeyDigest};
use crate::referee::Seat;

/// The file's format.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    pub port: u16,
    devices: Vec<KeptDevice>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct KeptDevice {
    mark: String,
    /// Its seat; otherwise it is the table's or an onlooker's.
    seat: Option<Seat>,
    table: bool,
}

/// How long what is kept is of use.
const MONTH: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Removes what was kept in this folder a month ago or earlier.
pub fn forget_old(folder: &Path) {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    for file in files {
        let written = file.metadata().and_then(|data| data.modified());
        let is_old = written.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > MONTH));
        if is_old {
            let _ = fs::remove_file(file.path());
        }
    }
}

impl Kept {
    pub fn new(port: u16, devices: &[Device]) -> Kept {
        let kept = |device: &Device| KeptDevice {
            mark: device
                .mark
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
            seat: match device.audience {
                Audience::Seat(seat) => Some(seat),
                _ => None,
            },
            table: device.audience == Audience::Table,
        };
        Kept {
            port,
            devices: devices.iter().map(kept).collect(),
        }
    }

    /// The devices, without invalid ones.
    pub fn devices(&self) -> Vec<Device> {
        let device = |kept: &KeptDevice| {
            let audience = match (kept.seat, kept.table) {
                (Some(seat), _) => Audience::Seat(seat),
                (None, true) => Audience::Table,
                (None, false) => Audience::Onlooker,
            };
            Some(Device {
                mark: mark(&kept.mark)?,
                audience,
            })
        };
        self.devices.iter().filter_map(device).collect()
    }

    /// The contents of a file; `None` if there is no valid one. If the journal was begun after it was written, its devices belong to
    /// another game of the same name, and only the port is of use.
    pub fn read(path: &Path, journal: &Path) -> Option<Kept> {
        let mut kept: Kept = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        let begun = fs::metadata(journal).and_then(|data| data.created());
        let written = fs::metadata(path).and_then(|data| data.modified());
        if matches!((begun, written), (Ok(begun), Ok(written)) if begun > written) {
            kept.devices.clear();
        }
        Some(kept)
    }

    /// Writes it, all or nothing.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let new = path.with_extension("new");
        fs::write(&new, serde_json::to_vec(self)?)?;
        fs::rename(new, path)
    }
}

/// The file for the session of this journal, in a folder of the user's.
pub fn path(folder: &Path, journal: &Path) -> Option<PathBuf> {
    let journal = journal.canonicalize().ok()?;
    let name: String = Sha256::digest(journal.to_string_lossy().as_bytes())
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Some(folder.join("pages").join(format!("{name}.json")))
}

fn mark(digits: &str) -> Option<KeyDigest> {
    let byte = |at: usize| u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..digits.len() / 2).map(byte).collect();
    bytes?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_come_back_and_nonsense_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pages/one.json");
        let journal = folder.path().join("one.jsonl");
        fs::write(&journal, "").unwrap();
        let device = |byte: u8, audience| Device {
            mark: [byte; 32],
            audience,
        };
        let devices = [
            device(1, Audience::Table),
            device(255, Audience::Seat(3)),
            device(0, Audience::Onlooker),
        ];
        let kept = Kept::new(4123, &devices);
        kept.write(&path).unwrap();
        assert_eq!(Kept::read(&path, &journal), Some(kept));
        assert_eq!(Kept::read(&path, &journal).unwrap().devices(), devices);
        for nonsense in ["", "{}", "[]", "{\"port\":1}"] {
            fs::write(&path, nonsense).unwrap();
            assert_eq!(Kept::read(&path, &journal), None, "{nonsense}");
        }
        fs::write(
            &path,
            "{\"port\":1,\"devices\":[{\"mark\":\"é0\",\"seat\":null,\"table\":true}]}",
        )
        .unwrap();
        assert_eq!(Kept::read(&path, &journal).unwrap().devices(), []);
    }

    #[test]
    fn a_new_journal_of_the_same_name_has_other_devices() {
        let folder = tempfile::tempdir().unwrap();
        let [path, journal] = ["one.json", "one.jsonl"].map(|name| folder.path().join(name));
        let device = Device {
            mark: [1; 32],
            audience: Audience::Seat(0),
        };
        Kept::new(4123, &[device]).write(&path).unwrap();
        std::thread::sleep(Duration::from_millis(30));
        fs::write(&journal, "").unwrap();
        if fs::metadata(&journal).unwrap().created().is_err() {
            return;
        }
        let kept = Kept::read(&path, &journal).unwrap();
        assert_eq!((kept.port, kept.devices()), (4123, vec![]));
    }
}
