//! How every game speaks: what a sixth game need not write.
//!
//! * [`narrator`]: how the people at the table are spoken of. [`crop`]: as much of a board as there is room for.
//! * [`described`]: what descriptions of tables share.
//! * [`event`]: what happened, declared once, in [`fact`]s. [`phrase`]: the same of questions, answers and the table in words.
//!   [`noun`]: particulars that several games have. [`lexicon`]: a kit's sentences.

pub mod crop;
pub mod described;
pub mod event;
pub mod fact;
pub mod lexicon;
pub mod narrator;
pub mod noun;
pub mod phrase;
