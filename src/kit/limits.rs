//! What no kit may exceed.

/// No data file, template or picture is larger, bytes.
pub(super) const LARGEST: u64 = 8 << 20;
