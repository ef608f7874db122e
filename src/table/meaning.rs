//! What typed words mean to a game: one of its options, or a move that is known and not legal now.

use super::reading::{self, Care, Reading, codes, is_number, words};
use crate::referee::{Ask, Sitting, Trouble};

/// What words mean as an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The move of this id, legal or not.
    Move(String),
    /// It could be any of these options, by index.
    Several(Vec<usize>),
    /// A number that no option has.
    Beyond,
    Nothing,
}

/// Taken whole: a number, whole words, or a move's own name.
pub fn whole(text: &str, ask: &Ask, sitting: &dyn Sitting) -> Meaning {
    of(reading::read(text, ask, Care::Whole), ask)
        .unwrap_or_else(|| known([text.to_owned(), words(text).join(":")], sitting))
}

/// Beginnings of words will do; and what could be an answer to a question like this one: a face that is not on the die, a way
/// that is shut.
pub fn begun(text: &str, ask: &Ask, sitting: &dyn Sitting) -> Meaning {
    of(reading::read(text, ask, Care::Beginnings), ask).unwrap_or_else(|| {
        let mut kinds: Vec<&str> = ask.options.iter().filter_map(|option| Some(option.id.split_once(':')?.0)).collect();
        kinds.dedup();
        let mut forms = vec![text.to_owned(), text.to_lowercase(), text.to_uppercase()];
        if let Some((letters, digits)) = codes(ask).filter(|_| is_number(text)) {
            let width = digits.first().map_or(0, String::len);
            forms.push(format!("{}{text:0>width$}", letters.to_uppercase()));
            forms.push(format!("{letters}{text:0>width$}"));
        }
        match known(kinds.iter().flat_map(|kind| forms.iter().map(move |form| format!("{kind}:{form}"))), sitting) {
            // What was an answer a while ago, in its own words: why it is none now is worth saying.
            Meaning::Nothing => sitting.offered(text).map_or(Meaning::Nothing, Meaning::Move),
            known => known,
        }
    })
}

/// The looser of the two, where the closer finds nothing.
pub fn either(text: &str, ask: &Ask, sitting: &dyn Sitting) -> Meaning {
    match whole(text, ask, sitting) {
        Meaning::Nothing => begun(text, ask, sitting),
        meaning => meaning,
    }
}

fn of(reading: Reading, ask: &Ask) -> Option<Meaning> {
    match reading {
        Reading::One(index) => Some(Meaning::Move(ask.options[index].id.clone())),
        Reading::Several(options) => Some(Meaning::Several(options)),
        Reading::Beyond => Some(Meaning::Beyond),
        Reading::Nothing => None,
    }
}

/// The first of these names that is a move of this game, legal or not.
fn known(ids: impl IntoIterator<Item = String>, sitting: &dyn Sitting) -> Meaning {
    let known = |id: &String| !matches!(sitting.judge(id), Err(Trouble::NotAMove(_)));
    ids.into_iter().find(known).map_or(Meaning::Nothing, Meaning::Move)
}
