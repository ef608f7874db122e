//! All tests from outside the library, in one program: it is linked once, and both cores are busy until the end. The exception is
//! `allocations.rs`, which has an allocator of its own.

mod book;
mod build;
mod changes;
mod deep;
mod evenings;
mod export;
mod fonts;
mod house;
mod images;
mod inks;
mod kits;
mod lab;
mod languages;
mod lsp;
#[cfg(feature = "mcp")]
mod mcp;
mod miniskull;
mod new;
mod packaging;
mod page;
mod pictures;
mod piecepack;
mod piecepack_pictures;
mod play_a_kit;
mod printer;
mod protocol;
mod readme;
mod schema;
mod seats;
mod serving;
mod sessions;
mod strangers;
mod streams;
mod studio;
mod terminal;
mod watch;
