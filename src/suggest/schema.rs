//! What a file's schema says of its keys and values: the schemas that editors have anyway.

use serde_json::Value;

use crate::kit::files::SCHEMAS;

/// The schema of a file, by its name.
pub struct Schema(Value);

/// What may be at some keys: one of several things, each with what it is in a sentence.
#[derive(Clone, Copy)]
pub struct Part<'s> {
    schema: &'s Value,
    about: &'s str,
    format: &'s str,
}

impl Schema {
    pub fn of(file: &str) -> Option<Schema> {
        let (_, _, text) = SCHEMAS.iter().find(|(name, ..)| *name == file)?;
        Some(Schema(serde_json::from_str(text).ok()?))
    }

    /// What may be at these keys.
    pub fn at<S: AsRef<str>>(&self, path: &[S]) -> Vec<Part<'_>> {
        let root = Part {
            schema: &self.0,
            about: "",
            format: "",
        };
        let mut parts = vec![root];
        for key in path {
            let inner = parts.iter().flat_map(|part| self.forms(*part));
            let inner: Vec<Part<'_>> = inner
                .filter_map(|part| part.property(key.as_ref()))
                .collect();
            parts = inner;
        }
        parts
            .into_iter()
            .flat_map(|part| self.forms(part))
            .collect()
    }

    /// The keys of the table at these keys, each with what it is.
    pub fn keys<S: AsRef<str>>(&self, path: &[S]) -> Vec<(&str, Part<'_>)> {
        let mut keys: Vec<(&str, Part<'_>)> = Vec::new();
        for part in self.at(path) {
            let Some(properties) = part.schema["properties"].as_object() else {
                continue;
            };
            for name in properties.keys().filter(|name| !name.starts_with('$')) {
                let is_new = keys.iter().all(|(known, _)| known != name);
                if let Some(property) = part.property(name).filter(|_| is_new) {
                    keys.push((name, self.told(property)));
                }
            }
        }
        keys
    }

    /// A part with what its definition says of it, if nothing nearer does.
    fn told<'s>(&'s self, part: Part<'s>) -> Part<'s> {
        let forms = self.forms(part);
        forms
            .into_iter()
            .find(|form| !form.about.is_empty())
            .unwrap_or(part)
    }

    /// The forms that it may take: what it refers to, each of its alternatives, the entries of its list.
    fn forms<'s>(&'s self, part: Part<'s>) -> Vec<Part<'s>> {
        let schema = part.schema;
        if let Some(target) = schema["$ref"].as_str() {
            let target = self.0.pointer(target.trim_start_matches('#'));
            return target.map_or(Vec::new(), |target| self.forms(part.with(target)));
        }
        let mut forms = vec![part];
        for word in ["anyOf", "oneOf"] {
            let all = schema[word].as_array().into_iter().flatten();
            forms.extend(all.flat_map(|one| self.forms(part.with(one))));
        }
        if schema["items"].is_object() {
            forms.extend(self.forms(part.with(&schema["items"])));
        }
        forms
    }
}

impl<'s> Part<'s> {
    /// Its definition, alternative or entry.
    fn with(self, schema: &'s Value) -> Part<'s> {
        let own = |word: &str| schema[word].as_str().filter(|own| !own.is_empty());
        Part {
            schema,
            about: Some(self.about)
                .filter(|about| !about.is_empty())
                .or(own("description"))
                .unwrap_or_default(),
            format: own("format").unwrap_or(self.format),
        }
    }

    fn property(self, key: &str) -> Option<Part<'s>> {
        let others = &self.schema["additionalProperties"];
        let known = &self.schema["properties"][key];
        let property = if known.is_object() { known } else { others };
        let text = |word: &str| property[word].as_str().unwrap_or_default();
        property.is_object().then(|| Part {
            schema: property,
            about: text("description"),
            format: text("format"),
        })
    }

    /// What it is, in a sentence.
    pub fn about(&self) -> &'s str {
        self.about
    }

    /// What its text stands for: "template", "expression".
    pub fn format(&self) -> &'s str {
        self.format
    }

    /// The values that it may have, as they are written in TOML.
    pub fn values(&self) -> Vec<String> {
        if self.schema["type"] == "boolean" {
            return vec!["true".into(), "false".into()];
        }
        let all = self.schema["enum"].as_array().into_iter().flatten();
        all.map(Value::to_string).collect()
    }

    /// Whether it has keys of its own.
    pub fn is_table(&self) -> bool {
        self.schema["type"] == "object"
    }
}
