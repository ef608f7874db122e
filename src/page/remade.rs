//! A table whose kit was changed: the moves made so far are made again, as far as they still fit.

use crate::games::english::counted;
use crate::referee::{By, Sitting};

/// Repeats the people's moves; returns what came of it, in a sentence.
pub fn made_again(before: &dyn Sitting, now: &mut dyn Sitting) -> String {
    let past = before.history(0..before.made());
    let people: Vec<&str> = past
        .iter()
        .filter(|past| past.made.by != By::Program)
        .map(|past| past.made.id.as_str())
        .collect();
    let fits = people
        .iter()
        .take_while(|id| now.answer(id).is_ok() || now.correct(id).is_ok())
        .count();
    match (fits, people.len()) {
        (_, 0) => "Saved: the table is dealt again.".to_owned(),
        (0, all) => format!(
            "Saved: the table is dealt again, since none of {} fits any more.",
            counted(all as u32, "move")
        ),
        (fits, all) if fits == all => format!("Saved: {} made again.", counted(all as u32, "move")),
        (fits, all) => format!(
            "Saved: of {} the first {fits} still fit and were made again.",
            counted(all as u32, "move")
        ),
    }
}
