//! One compressor for a whole file: a new one for each stream would allocate 300 KB each time and fragment the memory.

use flate2::{Compress, Compression, FlushCompress, Status};
use lopdf::{Dictionary, Stream};

pub(super) struct Deflater(Compress);

/// The bytes of a stream, compressed if that is smaller.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    bytes: Vec<u8>,
    deflated: bool,
}

impl Packed {
    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn stream(self, mut dictionary: Dictionary) -> Stream {
        if self.deflated {
            dictionary.set("Filter", "FlateDecode");
        }
        Stream::new(dictionary, self.bytes).with_compression(false)
    }
}

impl Deflater {
    pub(super) fn new() -> Deflater {
        Deflater(Compress::new(Compression::default(), true))
    }

    /// A compressed stream.
    pub(super) fn stream(&mut self, dictionary: Dictionary, data: &[u8]) -> Stream {
        self.packed(data).stream(dictionary)
    }

    /// The content of a stream.
    pub(super) fn packed(&mut self, data: &[u8]) -> Packed {
        let packed = self.pack(data);
        // Naming the filter costs some bytes as well.
        match packed.filter(|packed| packed.len() + 20 < data.len()) {
            Some(bytes) => Packed {
                bytes,
                deflated: true,
            },
            None => Packed {
                bytes: data.to_vec(),
                deflated: false,
            },
        }
    }

    /// Compresses bytes; `None` if that fails.
    pub(super) fn pack(&mut self, data: &[u8]) -> Option<Vec<u8>> {
        let mut packed = Vec::with_capacity(data.len() / 2 + 64);
        self.0.reset();
        loop {
            let rest = data.get(self.0.total_in() as usize..)?;
            match self
                .0
                .compress_vec(rest, &mut packed, FlushCompress::Finish)
                .ok()?
            {
                Status::StreamEnd => {
                    packed.shrink_to_fit();
                    return Some(packed);
                }
                _ => packed.reserve(packed.capacity()),
            }
        }
    }
}
