//! One deflater for a whole file: a new one for each stream would take 300 KB each time, and leave holes.

use flate2::{Compress, Compression, FlushCompress};
use lopdf::{Dictionary, Document, Object, Stream};

pub(super) struct Deflater(Compress);

impl Deflater {
    pub(super) fn new() -> Deflater {
        Deflater(Compress::new(Compression::default(), true))
    }

    /// A compressed stream.
    pub(super) fn stream(&mut self, dictionary: Dictionary, data: &[u8]) -> Stream {
        let mut stream = Stream::new(dictionary, data.to_vec());
        self.compress(&mut stream);
        stream
    }

    /// Compresses every stream that is not yet.
    pub(super) fn all(&mut self, document: &mut Document) {
        for object in document.objects.values_mut() {
            if let Object::Stream(stream) = object
                && !stream.dict.has(b"Filter")
                && stream.dict.get(b"Type").and_then(Object::as_name).ok() != Some(b"Metadata")
            {
                self.compress(stream);
            }
        }
    }

    fn compress(&mut self, stream: &mut Stream) {
        let data = &stream.content;
        let mut packed = Vec::with_capacity(data.len() / 2 + 64);
        self.0.reset();
        loop {
            let rest = data.get(self.0.total_in() as usize..).unwrap_or_default();
            match self.0.compress_vec(rest, &mut packed, FlushCompress::Finish) {
                Ok(flate2::Status::StreamEnd) => break,
                Ok(_) => packed.reserve(packed.capacity().max(64)),
                Err(_) => return,
            }
        }
        if packed.len() + 20 < data.len() {
            stream.dict.set("Filter", Object::Name(b"FlateDecode".to_vec()));
            stream.set_content(packed);
        }
        stream.allows_compression = false;
    }
}
