//! Files packed in a workbook, read up to a limit: some archives unpack to a thousand times their size.

use std::io::{Cursor, Read};

use zip::ZipArchive;

/// The most bytes that a workbook may unpack to.
const LARGEST: u64 = 128 << 20;

/// What to do about one that is larger.
pub const WAY_OUT: &str = "a sheet often has a million empty rows that were formatted: select the rows below the last one that holds something, delete \
                       them, and save the workbook; or save the sheet as CSV";

/// The most files in a workbook.
const MAX_FILES: usize = 2_000;

/// Why a workbook cannot be read, and what to do about it.
pub type ReadError = (String, Option<String>);

/// An archive that was unpacked once to measure it.
pub struct Archive<'b>(ZipArchive<Cursor<&'b [u8]>>);

impl<'b> Archive<'b> {
    /// Opens it and unpacks it once, discarding the output, since the sizes it declares may be wrong.
    pub fn open(bytes: &'b [u8]) -> Result<Archive<'b>, ReadError> {
        let plain = |why: String| (why, None);
        let mut archive = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| plain(format!("it is not a workbook: {error}")))?;
        if archive.len() > MAX_FILES {
            return Err(plain(format!(
                "it contains {} files, more than {MAX_FILES}",
                archive.len()
            )));
        }
        let mut left = LARGEST;
        for index in 0..archive.len() {
            let file = archive
                .by_index(index)
                .map_err(|error| plain(format!("it is damaged: {error}")))?;
            let read = std::io::copy(&mut file.take(left + 1), &mut std::io::sink());
            let read = read.map_err(|error| plain(format!("it is damaged: {error}")))?;
            left = left.checked_sub(read).ok_or_else(|| {
                let why = format!("it unpacks to more than {} MB", LARGEST >> 20);
                (why, Some(WAY_OUT.to_owned()))
            })?;
        }
        Ok(Archive(archive))
    }

    /// The text of one of its files.
    pub fn text(&mut self, name: &str) -> Result<String, String> {
        let file = self
            .0
            .by_name(name)
            .map_err(|_| format!("it is not a workbook: it has no {name}"))?;
        let mut text = String::new();
        file.take(LARGEST)
            .read_to_string(&mut text)
            .map_err(|error| format!("it is damaged: {error}"))?;
        Ok(text)
    }

    /// One of its files.
    pub fn bytes(&mut self, name: &str) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let file = self.0.by_name(name).ok()?;
        file.take(LARGEST).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// The checksum that it has for one of its files.
    pub fn checksum(&mut self, name: &str) -> Option<u32> {
        Some(self.0.by_name(name).ok()?.crc32())
    }

    /// The names of its files.
    pub fn names(&self) -> Vec<String> {
        let names = self.0.file_names().filter_map(Result::ok);
        names.map(std::borrow::Cow::into_owned).collect()
    }
}
