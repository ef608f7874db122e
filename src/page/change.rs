//! What of a snapshot changed, so that screens are sent no more than that.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

/// The lists that are sent entry by entry, with the key that tells entries apart: the table's things, and what happened.
const LISTS: [(&str, &str); 2] = [("things", "id"), ("past", "at")];

/// How to get from one snapshot to the next: the members that differ, and of the long lists only the entries that differ. The
/// order of a list's entries is sent if it differs.
pub fn between(before: &Value, after: &Value) -> Value {
    let mut change = members(before, after);
    change.insert("base".into(), before["v"].clone());
    Value::Object(change)
}

fn members(before: &Value, after: &Value) -> Map<String, Value> {
    let mut change = Map::new();
    let Value::Object(now) = after else {
        return change;
    };
    let mut set = Map::new();
    for (name, value) in now {
        let old = &before[name];
        let list = LISTS.iter().find(|(list, _)| list == name);
        match (list, old, value) {
            _ if old == value && before.get(name).is_some() => {}
            (Some((_, key)), Value::Array(old), Value::Array(new)) => {
                change.insert(name.clone(), entries(old, new, key));
            }
            (None, Value::Object(_), Value::Object(_)) if name == "scene" => {
                change.insert(name.clone(), Value::Object(members(old, value)));
            }
            _ => {
                set.insert(name.clone(), value.clone());
            }
        }
    }
    let gone = before.as_object().into_iter().flat_map(Map::keys);
    let gone: Vec<&String> = gone.filter(|name| !now.contains_key(*name)).collect();
    if !gone.is_empty() {
        change.insert("gone".into(), json!(gone));
    }
    if !set.is_empty() {
        change.insert("set".into(), Value::Object(set));
    }
    change
}

fn entries(before: &[Value], after: &[Value], key: &str) -> Value {
    let known: HashMap<String, &Value> = before
        .iter()
        .map(|entry| (entry[key].to_string(), entry))
        .collect();
    let is_new = |entry: &&Value| known.get(&entry[key].to_string()) != Some(entry);
    let changed: Vec<&Value> = after.iter().filter(is_new).collect();
    let keys =
        |list: &[Value]| -> Vec<Value> { list.iter().map(|entry| entry[key].clone()).collect() };
    let order = keys(after);
    if order == keys(before) {
        json!({ "changed": changed })
    } else {
        json!({ "changed": changed, "order": order })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies a change as the page does.
    fn applied(before: &Value, change: &Value) -> Value {
        let mut now = before.clone();
        for name in change["gone"].as_array().into_iter().flatten() {
            now.as_object_mut()
                .map(|now| now.remove(name.as_str().unwrap_or_default()));
        }
        for (name, value) in change["set"].as_object().into_iter().flatten() {
            now[name] = value.clone();
        }
        for (list, key) in LISTS {
            let Some(entries) = change.get(list) else {
                continue;
            };
            let old = before[list].as_array().cloned().unwrap_or_default();
            let new = entries["changed"].as_array().cloned().unwrap_or_default();
            let order = match entries.get("order") {
                Some(order) => order.as_array().cloned().unwrap_or_default(),
                None => old.iter().map(|entry| entry[key].clone()).collect(),
            };
            let find = |wanted: &Value| {
                let mut all = new.iter().chain(&old);
                all.find(|entry| entry[key] == *wanted).cloned()
            };
            now[list] = order
                .iter()
                .map(|key| find(key).unwrap_or_default())
                .collect();
        }
        if let Some(scene) = change.get("scene") {
            now["scene"] = applied(&before["scene"], scene);
        }
        now
    }

    #[test]
    fn a_change_leads_from_one_snapshot_to_the_next() {
        let thing = |id: &str, x: u32| json!({ "id": id, "x": x });
        let snap = |v: u32, things: Vec<Value>, past: Vec<u32>, ask: Value| {
            let past: Vec<Value> = past
                .iter()
                .map(|at| json!({ "at": at, "news": *at + 1 == v }))
                .collect();
            json!({ "v": v, "scene": { "things": things, "zones": [v / 3] }, "past": past, "ask": ask })
        };
        let all = [
            snap(
                1,
                vec![thing("a", 1), thing("b", 2)],
                vec![0],
                json!({ "n": 1 }),
            ),
            snap(
                2,
                vec![thing("a", 1), thing("b", 3)],
                vec![0, 1],
                json!({ "n": 2 }),
            ),
            snap(
                3,
                vec![thing("b", 3), thing("c", 1)],
                vec![1, 2],
                Value::Null,
            ),
            json!({ "v": 4, "scene": { "things": [] }, "past": [] }),
        ];
        for before in &all {
            for after in &all {
                let change = between(before, after);
                assert_eq!(applied(before, &change), *after, "{change}");
            }
        }
        let change = between(&all[0], &all[1]);
        assert_eq!(
            change["scene"],
            json!({ "things": { "changed": [{ "id": "b", "x": 3 }] } })
        );
    }
}
