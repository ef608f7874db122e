//! Names in SVG files.

/// The namespace.
pub const SVG: &str = "http://www.w3.org/2000/svg";

/// Elements that are only for readers of the file.
pub(super) const REMARKS: [&str; 3] = ["title", "desc", "metadata"];
