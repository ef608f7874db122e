//! Writes the bytes of a file: streams as they come, other objects packed together, and an index of all positions. Versions of
//! PDF that cannot pack objects get each of them as it comes, and a table of positions.
//!
//! Nothing is kept after it has been written. lopdf keeps every object until the end, copies them all to write them, and
//! does not compress the index.

use std::collections::BTreeSet;
use std::io::{self, Write};

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use sha2::{Digest, Sha256};

use super::deflate::{Deflater, Packed};

/// The number of objects packed together; readers must unpack all of them to get one.
const TOGETHER: usize = 1_000;

/// The bytes of an index entry: 1 for the kind, 4 for the position, 2 for the number.
const ENTRY: usize = 7;

/// The first version in which objects can be packed.
const PACKING: &str = "1.5";

pub(super) struct File<'w> {
    out: Sink<'w>,
    packs: bool,
    /// A reusable buffer for what precedes the content of a stream.
    head: Vec<u8>,
    /// Index entries by object number.
    entries: Vec<[u8; ENTRY]>,
    /// Objects waiting to be packed: their numbers and positions in the text.
    waiting: Vec<(u32, usize)>,
    text: Vec<u8>,
    /// Objects that were referred to and are not written yet.
    referenced: BTreeSet<u32>,
    deflater: Deflater,
}

/// The destination of the bytes, which are counted and hashed as they pass.
struct Sink<'w> {
    out: &'w mut dyn Write,
    length: usize,
    digest: Sha256,
    /// The first error. Nothing is written after it.
    state: io::Result<()>,
}

impl Sink<'_> {
    fn write(&mut self, bytes: &[u8]) {
        self.digest.update(bytes);
        self.length += bytes.len();
        if self.state.is_ok() {
            self.state = self.out.write_all(bytes);
        }
    }
}

/// The entry of an object that does not exist.
const FREE: [u8; ENTRY] = [0, 0, 0, 0, 0, 0xff, 0xff];

fn entry(kind: u8, place: usize, number: usize) -> [u8; ENTRY] {
    let ([a, b, c, d], [e, f]) = ((place as u32).to_be_bytes(), (number as u16).to_be_bytes());
    [kind, a, b, c, d, e, f]
}

impl<'w> File<'w> {
    /// Begins a file of this PDF version. Objects of documents with numbers up to `highest` may be added.
    pub(super) fn new(version: &str, highest: u32, out: &'w mut dyn Write) -> File<'w> {
        let mut out = Sink {
            out,
            length: 0,
            digest: Sha256::new(),
            state: Ok(()),
        };
        // The second line marks the file as binary.
        out.write(format!("%PDF-{version}\n").as_bytes());
        out.write(b"%\xbb\xad\xc0\xde\n");
        File {
            out,
            packs: version >= PACKING,
            head: Vec::new(),
            entries: vec![FREE; highest as usize + 1],
            waiting: Vec::new(),
            text: Vec::new(),
            referenced: BTreeSet::new(),
            deflater: Deflater::new(),
        }
    }

    /// Reserves a number for an object.
    pub(super) fn number(&mut self) -> ObjectId {
        self.entries.push(FREE);
        (self.entries.len() as u32 - 1, 0)
    }

    /// Writes a stream, compressed.
    pub(super) fn stream(&mut self, dictionary: Dictionary, content: &[u8]) -> ObjectId {
        let id = self.number();
        let stream = self.deflater.stream(dictionary, content);
        self.put_stream(id, &stream);
        id
    }

    /// What compresses this file's streams.
    pub(super) fn deflater(&mut self) -> &mut Deflater {
        &mut self.deflater
    }

    /// Writes a stream that is compressed already.
    pub(super) fn packed(&mut self, dictionary: Dictionary, packed: Packed) -> ObjectId {
        let id = self.number();
        self.put_stream(id, &packed.stream(dictionary));
        id
    }

    /// Writes an object under a reserved number.
    pub(super) fn put(&mut self, id: ObjectId, object: Object) {
        match object {
            Object::Stream(stream) if may_be_packed(&stream) => {
                let stream = self.deflater.stream(stream.dict, &stream.content);
                self.put_stream(id, &stream);
            }
            Object::Stream(stream) => self.put_stream(id, &stream),
            object => self.put_with(id, |text, referenced| write(text, &object, referenced)),
        }
    }

    /// Writes a dictionary with one more entry: an array of already written objects, which may be long.
    pub(super) fn put_listing(
        &mut self,
        id: ObjectId,
        dictionary: &Dictionary,
        key: &str,
        list: &[u8],
    ) {
        self.put_with(id, |text, referenced| {
            text.extend_from_slice(b"<<");
            write_entries(text, dictionary, referenced);
            let _ = write!(text, "/{key}[");
            text.extend_from_slice(list);
            text.extend_from_slice(b"]>>");
        });
    }

    fn put_with(&mut self, id: ObjectId, write: impl FnOnce(&mut Vec<u8>, &mut BTreeSet<u32>)) {
        if !self.packs {
            return self.put_alone(id, write);
        }
        self.waiting.push((id.0, self.text.len()));
        write(&mut self.text, &mut self.referenced);
        self.text.push(b'\n');
        self.pack_if(TOGETHER);
    }

    fn put_alone(&mut self, id: ObjectId, write: impl FnOnce(&mut Vec<u8>, &mut BTreeSet<u32>)) {
        self.entries[id.0 as usize] = entry(1, self.out.length, 0);
        self.head.clear();
        let _ = writeln!(self.head, "{} 0 obj", id.0);
        write(&mut self.head, &mut self.referenced);
        self.head.extend_from_slice(b"\nendobj\n");
        self.out.write(&self.head);
    }

    fn put_stream(&mut self, id: ObjectId, stream: &Stream) {
        self.entries[id.0 as usize] = entry(1, self.out.length, 0);
        self.head.clear();
        let _ = write!(self.head, "{} 0 obj\n<<", id.0);
        let length = (
            "Length".into(),
            Object::Integer(stream.content.len() as i64),
        );
        let dictionary: Dictionary = stream.dict.clone().into_iter().chain([length]).collect();
        write_entries(&mut self.head, &dictionary, &mut self.referenced);
        self.head.extend_from_slice(b">>stream\n");
        for part in [&self.head[..], &stream.content, b"\nendstream\nendobj\n"] {
            self.out.write(part);
        }
    }

    /// Packs the waiting objects if there are this many.
    fn pack_if(&mut self, many: usize) {
        if self.waiting.len() < many.max(1) {
            return;
        }
        let (id, count) = (self.number(), self.waiting.len());
        let mut content = Vec::with_capacity(self.text.len() + self.waiting.len() * 12);
        for (at, (number, start)) in self.waiting.drain(..).enumerate() {
            self.entries[number as usize] = entry(2, id.0 as usize, at);
            let _ = write!(content, "{number} {start} ");
        }
        let dictionary = dictionary! { "Type" => "ObjStm", "N" => count as i64, "First" => content.len() as i64 };
        content.append(&mut self.text);
        let stream = self.deflater.stream(dictionary, &content);
        self.put_stream(id, &stream);
    }

    /// Writes everything in the document that was referred to, and then the index.
    ///
    /// # Errors
    ///
    /// Not everything could be written.
    pub(super) fn finish(mut self, mut document: Document) -> io::Result<()> {
        let ends = std::mem::take(&mut document.trailer);
        write_entries(&mut Vec::new(), &ends, &mut self.referenced);
        while let Some(number) = self.referenced.pop_first() {
            // What is not in the document is in the file already.
            if let Some(object) = document.objects.remove(&(number, 0)) {
                self.put((number, 0), object);
            }
        }
        self.pack_if(1);
        let digest = Object::string_literal(&self.out.digest.clone().finalize()[..16]);
        let mut last = dictionary! { "ID" => vec![digest.clone(), digest] };
        for key in [&b"Root"[..], b"Info"] {
            if let Ok(object) = ends.get(key) {
                last.set(key, object.clone());
            }
        }
        let start = self.out.length;
        if u32::try_from(start).is_err() {
            return Err(io::Error::other("a PDF of more than 4 GB"));
        }
        if self.packs {
            self.put_index(last);
        } else {
            self.put_table(last);
        }
        self.out
            .write(format!("startxref\n{start}\n%%EOF\n").as_bytes());
        self.out.state.and_then(|()| self.out.out.flush())
    }

    /// Writes the index as a stream, the last object of the file.
    fn put_index(&mut self, mut index: Dictionary) {
        let id = self.number();
        self.entries[id.0 as usize] = entry(1, self.out.length, 0);
        index.set("Type", "XRef");
        index.set("Size", self.entries.len() as i64);
        index.set("W", vec![1.into(), 4.into(), 2.into()]);
        // Each byte is stored as the difference from the one above, which is mostly zero.
        let mut rows = Vec::with_capacity(self.entries.len() * (ENTRY + 1));
        let mut above = [0; ENTRY];
        for entry in &self.entries {
            rows.push(2);
            rows.extend(std::iter::zip(entry, above).map(|(byte, above)| byte.wrapping_sub(above)));
            above = *entry;
        }
        let packed = self.deflater.pack(&rows).unwrap_or_default();
        index.set("Filter", "FlateDecode");
        index.set(
            "DecodeParms",
            dictionary! { "Predictor" => 12, "Columns" => ENTRY as i64 },
        );
        self.put_stream(id, &Stream::new(index, packed).with_compression(false));
    }

    /// Writes the index as a table.
    fn put_table(&mut self, mut trailer: Dictionary) {
        let size = self.entries.len();
        trailer.set("Size", size as i64);
        let mut text = format!("xref\n0 {size}\n").into_bytes();
        for [kind, a, b, c, d, ..] in &self.entries {
            let place = u32::from_be_bytes([*a, *b, *c, *d]);
            let _ = match kind {
                0 => writeln!(text, "0000000000 65535 f "),
                _ => writeln!(text, "{place:010} 00000 n "),
            };
        }
        text.extend_from_slice(b"trailer\n<<");
        write_entries(&mut text, &trailer, &mut self.referenced);
        text.extend_from_slice(b">>\n");
        self.out.write(&text);
    }
}

/// Metadata stay uncompressed, for programs that look for them without parsing PDF.
fn may_be_packed(stream: &Stream) -> bool {
    !stream.dict.has(b"Filter")
        && stream.dict.get(b"Type").and_then(Object::as_name).ok() != Some(b"Metadata")
}

/// A hash of an object with everything in it.
pub(super) fn digest(object: &Object) -> [u8; 32] {
    let mut text = Vec::new();
    write(&mut text, object, &mut BTreeSet::new());
    let mut digest = Sha256::new();
    digest.update(text);
    if let Object::Stream(stream) = object {
        digest.update(&stream.content);
    }
    digest.finalize().into()
}

/// Formats an object and records what it refers to.
fn write(out: &mut Vec<u8>, object: &Object, referenced: &mut BTreeSet<u32>) {
    let _ = match object {
        Object::Null => write!(out, "null"),
        Object::Boolean(value) => write!(out, "{value}"),
        Object::Integer(value) => write!(out, "{value}"),
        Object::Real(value) => write!(out, "{value}"),
        Object::Reference((number, generation)) => {
            referenced.insert(*number);
            write!(out, "{number} {generation} R")
        }
        Object::Name(name) => {
            write_name(out, name);
            Ok(())
        }
        Object::String(text, _) => {
            out.push(b'(');
            for byte in text {
                match byte {
                    b'(' | b')' | b'\\' => out.extend([b'\\', *byte]),
                    b'\r' => out.extend(b"\\r"),
                    _ => out.push(*byte),
                }
            }
            out.push(b')');
            Ok(())
        }
        Object::Array(entries) => {
            out.push(b'[');
            for (at, entry) in entries.iter().enumerate() {
                if at > 0 && !delimits_itself(entry) {
                    out.push(b' ');
                }
                write(out, entry, referenced);
            }
            out.push(b']');
            Ok(())
        }
        Object::Dictionary(dictionary)
        | Object::Stream(Stream {
            dict: dictionary, ..
        }) => {
            out.extend(b"<<");
            write_entries(out, dictionary, referenced);
            out.extend(b">>");
            Ok(())
        }
    };
}

fn write_entries(out: &mut Vec<u8>, dictionary: &Dictionary, referenced: &mut BTreeSet<u32>) {
    for (key, value) in dictionary {
        write_name(out, key);
        if !delimits_itself(value) {
            out.push(b' ');
        }
        write(out, value, referenced);
    }
}

fn write_name(out: &mut Vec<u8>, name: &[u8]) {
    out.push(b'/');
    for byte in name {
        match byte {
            b'!'..=b'~' if !b"()<>[]{}/%#".contains(byte) => out.push(*byte),
            _ => drop(write!(out, "#{byte:02X}")),
        }
    }
}

fn delimits_itself(object: &Object) -> bool {
    matches!(
        object,
        Object::Name(_) | Object::String(..) | Object::Array(_) | Object::Dictionary(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_written_is_read_back_and_nothing_else_is_kept() {
        for version in ["1.4", "1.7"] {
            is_read_back(version);
        }
    }

    fn is_read_back(version: &str) {
        let mut document = Document::new();
        let odd = dictionary! {
            "A B/(#)" => Object::string_literal(&b"\x00\r\n()(\\\xff"[..]),
            "N" => vec![Object::Null, true.into(), (-7).into(), Object::Real(-0.25), "Name".into(), vec![1.into()].into()],
        };
        let odd = document.add_object(odd);
        document.add_object("nobody wants it");
        let mut bytes = Vec::new();
        let mut file = File::new(version, document.max_id, &mut bytes);
        let stream = file.stream(dictionary! { "To" => odd }, &[7; 300]);
        let many: Vec<ObjectId> = (0..TOGETHER + 1).map(|_| file.number()).collect();
        many.iter()
            .enumerate()
            .for_each(|(at, id)| file.put(*id, (at as i64).into()));
        let root = file.number();
        file.put(
            root,
            dictionary! { "Type" => "Catalog", "Stream" => stream, "Odd" => odd }.into(),
        );
        document.trailer.set("Root", root);
        let expected = document.get_dictionary(odd).unwrap().clone();
        file.finish(document).unwrap();
        let read = Document::load_mem(&bytes).unwrap();
        assert_eq!(read.get_dictionary(odd).unwrap(), &expected);
        assert_eq!(
            read.get_object(stream)
                .unwrap()
                .as_stream()
                .unwrap()
                .decompressed_content()
                .unwrap(),
            [7; 300]
        );
        assert!(
            many.iter()
                .enumerate()
                .all(|(at, id)| read.get_object(*id).unwrap().as_i64().unwrap() == at as i64)
        );
        assert!(!read.objects.values().any(|object| {
            object
                .as_name()
                .is_ok_and(|name| name == b"nobody wants it")
        }));
    }
}
