//! Who may see and do what: codes that let a device in, and the devices that were let in.
//!
//! A code is for one seat, for an onlooker or for the table view. It can be used once, except for the table's own, which is shown
//! in the terminal. The device gets its own key, which it keeps in a cookie; here only the key's digest is kept. All comparisons
//! take constant time.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::referee::Seat;

/// The characters of codes: digits and letters that are not mistaken for each other.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The length of a code, in characters of five bits each.
const CODE: usize = 16;
/// The length of a key, in bytes.
const KEY: usize = 32;
/// The most devices; after that, the one that has been there longest is dropped.
const MAX_DEVICES: usize = 128;

/// Who sees something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Audience {
    /// The screen that all at the table share.
    Table,
    Seat(Seat),
    /// An onlooker, who sees the open table and can do nothing.
    Onlooker,
}

/// The digest of a device's key.
pub type KeyDigest = [u8; 32];

struct Code {
    text: String,
    audience: Audience,
}

/// A device that was let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    pub mark: KeyDigest,
    pub audience: Audience,
}

/// All codes and devices.
#[derive(Default)]
pub struct Rights {
    /// At most one for each audience.
    codes: Vec<Code>,
    devices: Vec<Device>,
}

impl Rights {
    /// The code that lets a device in; it stays the same until it is used. The error is that the system provides no random numbers.
    pub fn invite(&mut self, audience: Audience) -> Result<String, String> {
        if let Some(code) = self.codes.iter().find(|code| code.audience == audience) {
            return Ok(code.text.clone());
        }
        let mut bytes = [0; CODE];
        random(&mut bytes)?;
        let text: String = bytes
            .iter()
            .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
            .collect();
        self.codes.push(Code {
            text: text.clone(),
            audience,
        });
        Ok(text)
    }

    /// Lets in a device by its code, and gives it a key; `None` if there is no such code.
    pub fn join(&mut self, typed: &str) -> Result<Option<(String, Audience)>, String> {
        let typed = plain(typed);
        let mut found = None;
        for (at, code) in self.codes.iter().enumerate() {
            if bool::from(code.text.as_bytes().ct_eq(typed.as_bytes())) {
                found = Some(at);
            }
        }
        let Some(at) = found else { return Ok(None) };
        let audience = self.codes[at].audience;
        let mut bytes = [0; KEY];
        random(&mut bytes)?;
        if audience != Audience::Table {
            self.codes.remove(at);
        }
        let key: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        if self.devices.len() == MAX_DEVICES {
            self.devices.remove(0);
        }
        self.devices.push(Device {
            mark: mark(&key),
            audience,
        });
        Ok(Some((key, audience)))
    }

    /// Whether this is a code for anybody else than the table.
    pub fn is_for_others(&self, typed: &str) -> bool {
        let typed = plain(typed);
        let mut others = self
            .codes
            .iter()
            .filter(|code| code.audience != Audience::Table);
        others.any(|code| code.text.as_bytes().ct_eq(typed.as_bytes()).into())
    }

    /// Whether this is the code of an audience.
    pub fn is_code(&self, audience: Audience, typed: &str) -> bool {
        let typed = plain(typed);
        let mut codes = self.codes.iter().filter(|code| code.audience == audience);
        codes.any(|code| code.text.as_bytes().ct_eq(typed.as_bytes()).into())
    }

    /// The audience of a device.
    pub fn audience(&self, key: &str) -> Option<(Audience, KeyDigest)> {
        let mark = mark(key);
        self.holds(&mark).map(|audience| (audience, mark))
    }

    /// The audience of the device with this mark, if it still has access.
    pub fn holds(&self, mark: &KeyDigest) -> Option<Audience> {
        let mut found = None;
        for device in &self.devices {
            if bool::from(device.mark.ct_eq(mark)) {
                found = Some(device.audience);
            }
        }
        found
    }

    /// How many devices somebody has.
    pub fn count(&self, audience: Audience) -> usize {
        self.devices
            .iter()
            .filter(|device| device.audience == audience)
            .count()
    }

    /// Revokes all devices of an audience, and its code.
    pub fn revoke(&mut self, audience: Audience) {
        self.codes.retain(|code| code.audience != audience);
        self.devices.retain(|device| device.audience != audience);
    }

    pub fn devices(&self) -> &[Device] {
        &self.devices
    }

    /// Restores devices that were let in before.
    pub fn restore(&mut self, devices: Vec<Device>) {
        self.devices = devices;
    }
}

/// A code as read aloud: "7F3K-…".
pub fn spaced(code: &str) -> String {
    let signs: Vec<char> = code.chars().collect();
    signs
        .chunks(4)
        .map(|part| part.iter().collect::<String>())
        .collect::<Vec<_>>()
        .join("-")
}

/// A code in the form used for comparison, however it was typed.
fn plain(typed: &str) -> String {
    let signs = typed
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(CODE + 1);
    signs
        .map(|sign| match sign.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            sign => sign,
        })
        .collect()
}

fn mark(key: &str) -> KeyDigest {
    Sha256::digest(key.as_bytes()).into()
}

fn random(bytes: &mut [u8]) -> Result<(), String> {
    getrandom::fill(bytes)
        .map_err(|error| format!("the system provides no random numbers: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seats_code_is_spent_and_the_tables_is_not() {
        let mut rights = Rights::default();
        let seat = Audience::Seat(1);
        let code = rights.invite(seat).unwrap();
        assert_eq!(rights.invite(seat).unwrap(), code);
        assert_ne!(rights.invite(Audience::Seat(0)).unwrap(), code);
        let typed = format!(
            " {} ",
            spaced(&code)
                .to_lowercase()
                .replace('1', "l")
                .replace('0', "o")
        );
        let (key, audience) = rights.join(&typed).unwrap().unwrap();
        assert_eq!(
            (audience, rights.audience(&key).map(|found| found.0)),
            (seat, Some(seat))
        );
        assert_eq!(rights.join(&code).unwrap(), None);
        assert_ne!(rights.invite(seat).unwrap(), code);
        let table = rights.invite(Audience::Table).unwrap();
        assert!(rights.join(&table).unwrap().is_some() && rights.join(&table).unwrap().is_some());
        rights.revoke(seat);
        assert_eq!(
            (
                rights.audience(&key),
                rights.count(seat),
                rights.count(Audience::Table)
            ),
            (None, 0, 2)
        );
        for wrong in [
            "",
            "0",
            &code,
            &table[1..],
            &format!("{table}0"),
            &"é".repeat(99),
        ] {
            assert_eq!(rights.join(wrong).unwrap(), None, "{wrong}");
        }
        assert_eq!(rights.audience(""), None);
    }
}
