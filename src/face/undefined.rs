//! Finds which name in a template is undefined, since the template engine only says that one is.

use minijinja::Environment;
use minijinja::value::{Serde, Value, ValueKind};
use serde_json::{Map, Value as Json};

use crate::kit::problem::{find_name, nearest};

/// The message about an undefined expression in a template, and help.
pub(super) fn explain(
    environment: &Environment<'_>,
    template: &str,
    words: &str,
    context: &Map<String, Json>,
) -> Option<(String, Option<String>)> {
    let template = environment.get_template(template).ok()?;
    let mut known: Vec<(&str, Value)> = environment.globals().collect();
    known.extend(
        context
            .iter()
            .map(|(name, value)| (name.as_str(), Value::from(Serde(value)))),
    );
    known.sort_by_key(|(name, _)| *name);
    let value = |name: &str| {
        known
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    };
    let mut asked: Vec<String> = template.undeclared_variables(true).into_iter().collect();
    asked.sort();
    for path in asked.iter().filter(|path| occurs_in(path, words)) {
        let mut parts = path.split('.');
        let root = parts.next().unwrap_or_default();
        let Some(root_value) = value(root) else {
            // Leaves out functions, which are plain objects.
            let fields = known
                .iter()
                .filter(|(_, value)| value.kind() != ValueKind::Plain);
            let names: Vec<&str> = fields.map(|(name, _)| *name).collect();
            return Some((format!("`{root}` is undefined"), Some(help(root, &names))));
        };
        let mut so_far = root_value.clone();
        let mut whole = root.to_owned();
        for part in parts {
            let next = so_far.get_attr(part).ok()?;
            if next.is_undefined() {
                let keys: Vec<String> = so_far
                    .try_iter()
                    .map(|keys| keys.map(|key| key.to_string()).collect())
                    .unwrap_or_default();
                let names: Vec<&str> = keys.iter().map(String::as_str).collect();
                return Some((
                    format!("`{whole}` has no `{part}`"),
                    Some(help(part, &names)).filter(|_| !names.is_empty()),
                ));
            }
            whole = format!("{whole}.{part}");
            so_far = next;
        }
    }
    if let Some((table, key)) = words
        .strip_suffix(']')
        .and_then(|words| words.split_once('['))
    {
        let context = Value::from(Serde(context));
        let said = environment
            .compile_expression(key)
            .ok()
            .and_then(|key| key.eval(context).ok());
        let said = said
            .filter(|said| !said.is_undefined())
            .map_or_else(|| key.to_owned(), |said| said.to_string());
        let keys = value(table).and_then(|table| {
            Some(
                table
                    .try_iter()
                    .ok()?
                    .map(|key| key.to_string())
                    .collect::<Vec<_>>(),
            )
        });
        let keys = keys.unwrap_or_default();
        let names: Vec<&str> = keys.iter().map(String::as_str).collect();
        return Some((
            format!("`{table}` has no `{said}`"),
            Some(help(&said, &names)).filter(|_| !names.is_empty()),
        ));
    }
    // A variable that is set in only one branch of a condition, or used in a macro, which does not see the row.
    let plain = !words.is_empty()
        && words
            .chars()
            .all(|letter| letter.is_alphanumeric() || "_.".contains(letter));
    plain.then(|| (format!("`{words}` is undefined"), None))
}

fn help(name: &str, names: &[&str]) -> String {
    let all = format!(
        "there {} {}",
        if names.len() == 1 { "is" } else { "are" },
        names.join(", ")
    );
    match nearest(name, names.iter().copied()) {
        Some(like) if names.len() == 1 => format!("did you mean `{like}`?"),
        Some(like) => format!(
            "did you mean `{like}`? {}{}",
            all[..1].to_uppercase(),
            &all[1..]
        ),
        None => all,
    }
}

/// Whether a name occurs in a text, not as part of a longer one.
fn occurs_in(name: &str, words: &str) -> bool {
    find_name(name, words).is_some()
}
