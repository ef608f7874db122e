//! ZIP archives, which other programs use as their file formats.

use std::io::{Cursor, Write};

use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

use super::{ExportError, Files};

/// The first bytes of a PNG.
const PNG: &[u8] = b"\x89PNG";

/// Packs files into a ZIP archive, without dates: the same files always give the same bytes.
///
/// # Errors
///
/// The archive would be larger than its format allows.
pub fn pack(files: Files) -> Result<Vec<u8>, ExportError> {
    let pack = || -> zip::result::ZipResult<Vec<u8>> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let plain = SimpleFileOptions::default()
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        for (name, bytes) in files {
            // PNG is already compressed.
            let method = if bytes.starts_with(PNG) {
                CompressionMethod::Stored
            } else {
                CompressionMethod::Deflated
            };
            archive.start_file(name, plain.compression_method(method))?;
            archive.write_all(&bytes)?;
        }
        Ok(archive.finish()?.into_inner())
    };
    pack().map_err(|error| ExportError::new(error.to_string()))
}
