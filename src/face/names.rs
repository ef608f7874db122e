//! Names in SVG files.

/// The namespace of SVG.
pub const SVG: &str = "http://www.w3.org/2000/svg";

/// Elements that describe the file and are not drawn.
pub(super) const REMARKS: [&str; 3] = ["title", "desc", "metadata"];

/// How the problem with an embedded picture begins.
pub(super) const EMBEDDED: &str = "an embedded picture cannot be shown";
