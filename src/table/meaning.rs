//! What typed words mean to a game beyond the listed answers: a known move, legal or not.

use super::reading::{codes, direction, is_number, words};
use crate::referee::{Ask, SessionError, Sitting};

/// The move that words name, legal or not: by its id, as an answer to a question like this one (a face that is not on the die, a
/// closed way), or as it was offered a while ago.
pub fn known(text: &str, ask: &Ask, sitting: &dyn Sitting) -> Option<String> {
    let mut kinds: Vec<&str> = ask
        .options
        .iter()
        .filter_map(|option| Some(option.id.split_once(':')?.0))
        .collect();
    kinds.dedup();
    let mut forms = vec![
        text.to_owned(),
        text.to_lowercase(),
        text.to_uppercase(),
        words(text).join(":"),
    ];
    if let Some((letters, digits)) = codes(ask).filter(|_| is_number(text)) {
        let width = digits.first().map_or(0, String::len);
        forms.push(format!("{}{text:0>width$}", letters.to_uppercase()));
        forms.push(format!("{letters}{text:0>width$}"));
    }
    // Coordinates contain commas: `step 1,-1`.
    let parts: Vec<&str> = text.split_whitespace().collect();
    let own = [text.to_owned(), words(text).join(":"), parts.join(":")].into_iter();
    let like = kinds
        .iter()
        .flat_map(|kind| forms.iter().map(move |form| format!("{kind}:{form}")));
    let is_known = |id: &String| !matches!(sitting.judge(id), Err(SessionError::NotAMove(_)));
    // If the words were an answer a while ago, it is worth saying why they are none now.
    let lately = |text: &str| (!is_number(text)).then(|| sitting.offered(text))?;
    own.chain(like)
        .find(is_known)
        .or_else(|| lately(text))
        .or_else(|| lately(direction(&text.to_lowercase())?))
}
