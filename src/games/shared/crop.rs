//! The part of a drawing that fits the available space.

use std::ops::Range;

/// The columns or rows to show: all if they fit, otherwise `most` of them (at least one) around `here`.
pub fn window(all: Range<i16>, here: i16, most: usize) -> Range<i16> {
    let most = i16::try_from(most).unwrap_or(i16::MAX).max(1);
    if all.end - all.start <= most {
        return all;
    }
    let start = (here - most / 2).clamp(all.start, all.end - most);
    start..start + most
}

/// The range from the least to the greatest cell, both included; only 0 if there is none.
pub fn span(cells: impl Iterator<Item = i16> + Clone) -> Range<i16> {
    cells.clone().min().unwrap_or(0)..cells.max().unwrap_or(0) + 1
}
