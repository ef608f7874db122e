//! What survives if the program is killed while its page is open: the port, and the devices that were let in. A resumed session
//! takes them up again, so every phone returns to where it was. Only digests of keys are kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

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

    /// The contents of a file; `None` if there is no valid one.
    pub fn read(path: &Path) -> Option<Kept> {
        serde_json::from_slice(&fs::read(path).ok()?).ok()
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
        assert_eq!(Kept::read(&path), Some(kept));
        assert_eq!(Kept::read(&path).unwrap().devices(), devices);
        for nonsense in ["", "{}", "[]", "{\"port\":1}"] {
            fs::write(&path, nonsense).unwrap();
            assert_eq!(Kept::read(&path), None, "{nonsense}");
        }
        fs::write(
            &path,
            "{\"port\":1,\"devices\":[{\"mark\":\"é0\",\"seat\":null,\"table\":true}]}",
        )
        .unwrap();
        assert_eq!(Kept::read(&path).unwrap().devices(), []);
    }
}
