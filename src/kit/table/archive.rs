//! Files packed in a workbook, read up to a limit: some archives unpack to a thousand times their size.

use std::io::{Cursor, Read};

use zip::ZipArchive;

/// The most bytes that a workbook may unpack to.
const LARGEST: u64 = 64 << 20;

/// The most files in a workbook.
const MAX_FILES: usize = 2_000;

/// An archive that was unpacked once to measure it.
pub struct Archive<'b>(ZipArchive<Cursor<&'b [u8]>>);

impl<'b> Archive<'b> {
    /// Opens it and unpacks it once, discarding the output, since the sizes it declares may be wrong.
    pub fn open(bytes: &'b [u8]) -> Result<Archive<'b>, String> {
        let mut archive = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| format!("it is not a workbook: {error}"))?;
        if archive.len() > MAX_FILES {
            return Err(format!(
                "it contains {} files, more than {MAX_FILES}",
                archive.len()
            ));
        }
        let mut left = LARGEST;
        for index in 0..archive.len() {
            let file = archive
                .by_index(index)
                .map_err(|error| format!("it is damaged: {error}"))?;
            let read = std::io::copy(&mut file.take(left + 1), &mut std::io::sink());
            let read = read.map_err(|error| format!("it is damaged: {error}"))?;
            left = left
                .checked_sub(read)
                .ok_or_else(|| format!("it unpacks to more than {} MB", LARGEST >> 20))?;
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
}
