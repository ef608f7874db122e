//! The schemas with which editors complete and check `kit.toml`, `rules.toml`, `lesson.toml`, `guide.toml` and `play.toml` accept exactly
//! what the readers accept.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use paperkeep::kit::{Files, Kit};
use serde_json::Value;

/// The schema of a file such as `kit.toml`.
fn schema(file: &str) -> Value {
    let path = format!("templates/{}", file.replace(".toml", ".schema.json"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Why a line of the protocol, "in" or "out", violates its schema.
pub fn wrong_line(way: &str, line: &Value) -> Option<String> {
    let text = std::fs::read_to_string("docs/protocol.schema.json").unwrap();
    let root: Value = serde_json::from_str(&text).unwrap();
    wrong(&root, &root["$defs"][way], line)
}

/// Why a value violates a schema, for the keywords that our schemas use.
fn wrong(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    if *schema == Value::Bool(true) {
        return None;
    }
    let fits = |schema: &Value| wrong(root, schema, value).is_none();
    for (word, wanted) in schema.as_object().unwrap() {
        let list = || wanted.as_array().unwrap().iter();
        let sound = match word.as_str() {
            "$schema" | "title" | "description" | "definitions" | "$defs" | "required"
            | "format" => true,
            "$ref" => {
                let definition = root
                    .pointer(wanted.as_str().unwrap().trim_start_matches('#'))
                    .expect("a definition");
                if let Some(why) = wrong(root, definition, value) {
                    return Some(why);
                }
                true
            }
            "type" => match wanted.as_str() {
                None => list().any(|one| fits(&serde_json::json!({ "type": one }))),
                Some("null") => value.is_null(),
                Some("object") => value.is_object(),
                Some("array") => value.is_array(),
                Some("string") => value.is_string(),
                Some("integer") => value.is_i64() || value.is_u64(),
                Some("number") => value.is_number(),
                Some("boolean") => value.is_boolean(),
                Some(other) => panic!("unknown type {other}"),
            },
            "enum" => list().any(|one| one == value),
            "const" => wanted == value,
            "not" => !fits(wanted),
            "oneOf" => list().filter(|one| fits(one)).count() == 1,
            "anyOf" => list().any(fits),
            "minimum" => value
                .as_f64()
                .is_none_or(|number| number >= wanted.as_f64().unwrap()),
            "maximum" => value
                .as_f64()
                .is_none_or(|number| number <= wanted.as_f64().unwrap()),
            "minItems" => value
                .as_array()
                .is_none_or(|items| items.len() as u64 >= wanted.as_u64().unwrap()),
            "maxItems" => value
                .as_array()
                .is_none_or(|items| items.len() as u64 <= wanted.as_u64().unwrap()),
            "minProperties" => value
                .as_object()
                .is_none_or(|table| table.len() as u64 >= wanted.as_u64().unwrap()),
            "pattern" => value
                .as_str()
                .is_none_or(|text| matches(wanted.as_str().unwrap(), text)),
            "items" => match value
                .as_array()
                .and_then(|items| items.iter().find_map(|item| wrong(root, wanted, item)))
            {
                Some(why) => return Some(why),
                None => true,
            },
            "propertyNames" => {
                let mut names = value.as_object().into_iter().flat_map(|table| table.keys());
                names.all(|name| wrong(root, wanted, &name.clone().into()).is_none())
            }
            "properties" | "additionalProperties" => true,
            other => panic!("the validator does not know `{other}`"),
        };
        if !sound {
            return Some(format!("{value} is not {word} {wanted}"));
        }
    }
    let table = value.as_object()?;
    let missing = schema["required"].as_array().and_then(|all| {
        all.iter()
            .find(|key| !table.contains_key(key.as_str().unwrap()))
    });
    if let Some(key) = missing {
        return Some(format!("{key} is missing"));
    }
    table.iter().find_map(|(key, value)| {
        match (&schema["properties"][key], &schema["additionalProperties"]) {
            (Value::Null, Value::Null) => None,
            (Value::Null, Value::Bool(false)) => Some(format!("{key} is unknown")),
            (Value::Null, others) => wrong(root, others, value),
            (known, _) => wrong(root, known, value),
        }
    })
}

/// Matches the patterns in the schemas: a set of characters and their number; words that refer to numbers in the data.
fn matches(pattern: &str, text: &str) -> bool {
    let hex = text.strip_prefix('#');
    match pattern {
        "^[a-z0-9-]{1,64}$" => named(text, b'-'),
        "^[a-z0-9_]{1,64}$" => named(text, b'_'),
        "^[^\"'<>&,;#/]{1,64}$" => {
            let other = ['"', '\'', '<', '>', '&', ',', ';', '#', '/'];
            (1..=64).contains(&text.len()) && !text.contains(other)
        }
        "^#[0-9A-Fa-f]{6}$" => hex
            .is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|byte| byte.is_ascii_hexdigit())),
        "^[a-z]{2,3}(-[A-Za-z0-9]+)?$" => {
            let (language, region) = text.split_once('-').unwrap_or((text, "x"));
            let is_of = |word: &str, is: fn(&u8) -> bool| {
                !word.is_empty() && word.bytes().all(|byte| is(&byte))
            };
            (2..=3).contains(&language.len())
                && is_of(language, u8::is_ascii_lowercase)
                && is_of(region, u8::is_ascii_alphanumeric)
        }
        "^([^{]|[{][^{}]+[.][^{}]+[}])*$" => text.split('{').skip(1).all(|after| {
            let name = after
                .split_once('}')
                .and_then(|(name, _)| name.split_once('.'));
            name.is_some_and(|(whose, field)| !whose.is_empty() && !field.is_empty())
        }),
        other => panic!("the validator does not know `{other}`"),
    }
}

fn named(text: &str, mark: u8) -> bool {
    let fine = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == mark;
    (1..=64).contains(&text.len()) && text.bytes().all(fine)
}

fn judge(manifest: &str) -> Option<String> {
    judge_as("kit.toml", manifest)
}

fn judge_as(file: &str, text: &str) -> Option<String> {
    let schema = schema(file);
    let value: Value = toml::from_str(text).unwrap();
    wrong(&schema, &schema, &value)
}

#[test]
fn every_sound_kit_is_valid() {
    let mut found = [0; 5];
    for folder in [
        "templates",
        "starters",
        "tests/kits/good",
        "tests/kits/played",
    ] {
        for entry in std::fs::read_dir(folder).unwrap() {
            for (file, found) in [
                "kit.toml",
                "rules.toml",
                "lesson.toml",
                "guide.toml",
                "play.toml",
            ]
            .into_iter()
            .zip(&mut found)
            {
                let path = entry.as_ref().unwrap().path().join(file);
                if path.is_file() {
                    let text = std::fs::read_to_string(&path).unwrap();
                    assert_eq!(judge_as(file, &text), None, "{}", path.display());
                    *found += 1;
                }
            }
        }
    }
    let [kits, rules, lessons, guides, plays] = found;
    assert!(
        kits >= 9 && rules >= 5 && lessons >= 5 && guides >= 6 && plays >= 18,
        "{found:?}"
    );
}

/// A kit with every possible table. Comments mark where keys can be added.
const WHOLE: &str = r##"
id = "whole"
title = "Whole"
designers = ["Nobody"]
licence = "CC0"
players = { min = 1, max = 4 }
palette.ink = { color = "#000000", mono = "#000000" }
fonts.title = "blocks.ttf"
themes.night.ink = { color = "#FFFFFF", mono = "#000000" }
#root

[[need]]
count = 1
name = "die"
use = "luck"
#need

[[deck]]
name = "cards"
rows = "cards.csv"
front = "card.svg"
size = [40, 40]
make = "fold"
#deck

[deck.fields]
word = { type = "text" }
words = { type = "list" }
number = { type = "integer" }
share = { type = "number" }
yes = { type = "flag" }
"##;

/// A folder with this manifest and the files it names.
fn folder(manifest: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    std::fs::write(path.join("kit.toml"), manifest).unwrap();
    std::fs::write(
        path.join("cards.csv"),
        "code,word,words,number,share,yes\nC1,a,b,1,2.5,yes\n",
    )
    .unwrap();
    std::fs::write(path.join("card.svg"), "<svg/>").unwrap();
    for font in ["blocks.ttf", "blocks-bold.otf"] {
        std::fs::copy(Path::new("tests/fonts").join(font), path.join(font)).unwrap();
    }
    (folder, path)
}

/// The problems that the reader finds in a manifest.
fn said(manifest: &str) -> Vec<(String, String)> {
    let (_folder, path) = folder(manifest);
    opened(path)
}

/// The problems that the reader finds in another file of a valid kit.
fn said_of(file: &str, text: &str) -> Vec<(String, String)> {
    let (_folder, path) = folder(WHOLE);
    std::fs::write(path.join(file), text).unwrap();
    opened(path)
}

fn opened(path: PathBuf) -> Vec<(String, String)> {
    match Kit::open(Files::Folder(path)) {
        Ok(_) => Vec::new(),
        Err(problems) => problems
            .0
            .into_iter()
            .map(|problem| (problem.message, problem.help.unwrap_or_default()))
            .collect(),
    }
}

/// The keys that a schema lists at a place, given as a JSON pointer.
fn keys_at(schema: &Value, place: &str) -> BTreeSet<String> {
    let keys = schema.pointer(place).unwrap().as_object().unwrap();
    keys.keys().cloned().collect()
}

/// The keys that the reader knows in a table, as listed when one is unknown.
fn known(said: &[(String, String)], table: &str) -> BTreeSet<String> {
    let about = |(message, _): &&(String, String)| {
        message == &format!("unknown key `zzzzzzzzzzzz` in {table}")
    };
    let (_, help) = said
        .iter()
        .find(about)
        .unwrap_or_else(|| panic!("{table}: {said:?}"));
    help.strip_prefix("known here: ")
        .expect(help)
        .split(", ")
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_schema_has_every_key_that_the_reader_knows_and_no_other() {
    assert!(said(WHOLE).is_empty() && judge(WHOLE).is_none());
    let odd = "zzzzzzzzzzzz = 1";
    let within =
        |old: &str| WHOLE.replace(old, &format!("{}, {odd} }}", old.trim_end_matches(" }")));
    let tables = [
        (WHOLE.replace("#root", odd), "the file", "/properties"),
        (
            WHOLE.replace("#need", odd),
            "a need",
            "/definitions/need/properties",
        ),
        (
            WHOLE.replace("#deck", odd),
            "deck `cards`",
            "/definitions/deck/properties",
        ),
        (
            within("{ min = 1, max = 4 }"),
            "`players`",
            "/properties/players/properties",
        ),
        (
            within("{ color = \"#000000\", mono = \"#000000\" }"),
            "colour `ink`",
            "/definitions/named/properties",
        ),
        (
            within("{ type = \"text\" }"),
            "field `word`",
            "/definitions/field/oneOf/0/properties",
        ),
        (
            within("{ type = \"list\" }"),
            "field `words`",
            "/definitions/field/oneOf/1/properties",
        ),
        (
            within("{ type = \"integer\" }"),
            "field `number`",
            "/definitions/field/oneOf/2/properties",
        ),
        (
            within("{ type = \"number\" }"),
            "field `share`",
            "/definitions/field/oneOf/3/properties",
        ),
        (
            within("{ type = \"flag\" }"),
            "field `yes`",
            "/definitions/field/oneOf/4/properties",
        ),
    ];
    let schema = schema("kit.toml");
    for (manifest, table, place) in tables {
        let keys = keys_at(&schema, place);
        assert_eq!(known(&said(&manifest), table), keys, "{table}");
        assert!(judge(&manifest).is_some(), "{table}");
    }
}

/// Whatever one refuses or accepts, so does the other.
#[test]
fn the_schema_and_the_reader_agree_on_values() {
    let values = [
        ("id = \"whole\"", "id = \"Whole\"", false),
        ("id = \"whole\"", "id = 3", false),
        ("id = \"whole\"\n", "", false),
        (
            "id = \"whole\"",
            "id = \"whole\"\ngame = \"other\"\nyear = 2026\ndpi = 300",
            true,
        ),
        ("#root", "year = 10000", false),
        ("#root", "dpi = 35", false),
        ("#root", "language = true", false),
        ("#root", "copy_grounds = [\"ink\"]", true),
        ("#root", "copy_grounds = \"ink\"", false),
        ("min = 1", "min = 0", false),
        (", mono = \"#000000\" }\nfonts", " }\nfonts", false),
        (
            "mono = \"#000000\" }\nfonts",
            "mono = \"#000\" }\nfonts",
            false,
        ),
        ("themes.night", "themes.classic", false),
        ("themes.night", "themes.Night", false),
        (
            "\"blocks.ttf\"",
            "[\"blocks.ttf\", \"blocks-bold.otf\"]",
            true,
        ),
        ("\"blocks.ttf\"", "1", false),
        ("fonts.title", "fonts.\"Old Title\"", true),
        ("fonts.title", "fonts.\"a,b\"", false),
        ("fonts.title", "fonts.serif", false),
        ("fonts.title", "fonts.title-2_b", true),
        (
            "themes.night.ink",
            "themes.night.title = \"blocks-bold.otf\"\nthemes.night.ink",
            true,
        ),
        (
            "themes.night.ink",
            "themes.night.title = 3\nthemes.night.ink",
            false,
        ),
        ("count = 1\n", "count = 0\n", false),
        ("count = 1\n", "count = 1\nfor = \"box\"\n", true),
        (
            "count = 1\n",
            "count = 1\nfor = [\"box\", \"tray\"]\n",
            true,
        ),
        ("count = 1\n", "count = 1\nfor = []\n", false),
        ("count = 1\n", "count = 1\nfor = 1\n", false),
        ("#root", "editions = 1", false),
        ("#root", "editions = {}", true),
        ("\"cards.csv\"", "[\"cards.csv\"]", true),
        ("\"cards.csv\"", "1", false),
        ("[40, 40]", "[40]", false),
        ("[40, 40]", "[40, 3.9]", false),
        ("[40, 40]", "[40.5, 1000]", true),
        ("[40, 40]", "[40, 1000.1]", false),
        ("make = \"fold\"", "make = \"folded\"", false),
        (
            "#deck",
            "bleed = 10\nsafe = 50\nturn = false\nhinge = \"left\"\nrecess = 10\nstock = \"x\"",
            true,
        ),
        ("#deck", "bleed = 10.1", false),
        ("#deck", "safe = -1", false),
        ("#deck", "turn = \"no\"", false),
        ("#deck", "hinge = \"right\"", false),
        ("#deck", "base = 2.9", false),
        ("#deck", "recess = 11", false),
        ("#deck", "shape = \"circle\"", true),
        ("#deck", "shape = \"square\"", false),
        ("#deck", "shape = { rounded = 3 }", true),
        ("#deck", "shape = { rounded = 0 }", false),
        ("#deck", "shape = { hex = \"up\" }", false),
        ("#deck", "shape = { path = \"M0 0H40V40Z\" }", true),
        (
            "#deck",
            "shape = { path = \"M0 0H40V40Z\", rounded = 2 }",
            false,
        ),
        (
            "yes = { type = \"flag\" }",
            "yes = { type = \"flags\" }",
            false,
        ),
        (
            "yes = { type = \"flag\" }",
            "yes = { type = \"flag\", min = 1 }",
            false,
        ),
        (
            "yes = { type = \"flag\" }",
            "yes = { type = \"flag\" }\ncode = { type = \"flag\" }",
            false,
        ),
        (
            "word = { type = \"text\" }",
            "word = { type = \"text\", one_of = [\"a\"] }",
            true,
        ),
        (
            "word = { type = \"text\" }",
            "word = { type = \"text\", filled = true }",
            true,
        ),
        (
            "word = { type = \"text\" }",
            "word = { type = \"text\", filled = 1 }",
            false,
        ),
        (
            "yes = { type = \"flag\" }",
            "yes = { type = \"flag\", filled = true }",
            false,
        ),
        (
            "share = { type = \"number\" }",
            "share = { type = \"number\", min = -0.5, max = 3 }",
            true,
        ),
        (
            "share = { type = \"number\" }",
            "share = { type = \"number\", min = \"a\" }",
            false,
        ),
        (
            "number = { type = \"integer\" }",
            "number = { type = \"integer\", max = 2147483648 }",
            false,
        ),
    ];
    for (old, new, fine) in values {
        assert!(WHOLE.contains(old), "{old}");
        let manifest = WHOLE.replacen(old, new, 1);
        assert_eq!(
            said(&manifest).is_empty(),
            fine,
            "{new}: {:?}",
            said(&manifest)
        );
        assert_eq!(
            judge(&manifest).is_none(),
            fine,
            "{new}: {:?}",
            judge(&manifest)
        );
    }
}

/// Rules and a guide with every possible table.
const RULES: &str = "[[rule]]\nid = \"R1\"\ntitle = \"A\"\ntext = \"B\"\n";
const LESSON: &str = "cover = [{ die = 4, name = \"E\" }]\n\n[[scene]]\ntitle = \"A\"\n\n[[scene.part]]\ntext = \"**B**\"\npoints = [\"C\"]\nstep = true\nshare = 40\n";
const GUIDE: &str = "page = \"card.svg\"\ncredits = [\"A\"]\n\n[[chapter]]\ntitle = \"B\"\ntext = \"C\"\n\n[[chapter.step]]\ntext = \"D\"\n";

#[test]
fn rules_and_guides_have_schemas_that_agree_with_their_readers() {
    let odd = "zzzzzzzzzzzz = 1\n";
    let tables = [
        (
            "rules.toml",
            format!("{odd}{RULES}"),
            "the file",
            "/properties",
        ),
        (
            "rules.toml",
            format!("{RULES}{odd}"),
            "a rule",
            "/definitions/rule/properties",
        ),
        (
            "lesson.toml",
            format!("{odd}{LESSON}"),
            "the file",
            "/properties",
        ),
        (
            "lesson.toml",
            LESSON.replace("[[scene]]\n", &format!("[[scene]]\n{odd}")),
            "a scene",
            "/definitions/scene/properties",
        ),
        (
            "lesson.toml",
            format!("{LESSON}{odd}"),
            "a part",
            "/definitions/part/properties",
        ),
        (
            "lesson.toml",
            LESSON.replace("{ die = 4", "{ zzzzzzzzzzzz = 1, die = 4"),
            "a thing in a picture",
            "/definitions/prop/properties",
        ),
        (
            "guide.toml",
            format!("{odd}{GUIDE}"),
            "the file",
            "/properties",
        ),
        (
            "guide.toml",
            GUIDE.replace("[[chapter]]\n", &format!("[[chapter]]\n{odd}")),
            "a chapter",
            "/definitions/chapter/properties",
        ),
        (
            "guide.toml",
            format!("{GUIDE}{odd}"),
            "a step",
            "/definitions/step/properties",
        ),
    ];
    for (file, text, table, place) in tables {
        let schema = schema(file);
        let keys = keys_at(&schema, place);
        assert_eq!(known(&said_of(file, &text), table), keys, "{file}: {table}");
        assert!(judge_as(file, &text).is_some(), "{file}: {table}");
    }
    let values = [
        ("rules.toml", RULES.to_owned(), true),
        ("rules.toml", String::new(), true),
        ("lesson.toml", LESSON.to_owned(), true),
        ("lesson.toml", LESSON.replace("die = 4", "die = 7"), false),
        (
            "lesson.toml",
            LESSON.replace("die = 4", "die = 4, words = \"F\""),
            false,
        ),
        (
            "lesson.toml",
            LESSON.replace("die = 4", "die = 4, turn = 45"),
            false,
        ),
        (
            "lesson.toml",
            LESSON.replace("share = 40", "share = 400"),
            false,
        ),
        ("lesson.toml", LESSON.replace("title = \"A\"\n", ""), false),
        ("rules.toml", RULES.replace("id = \"R1\"\n", ""), false),
        ("rules.toml", RULES.replace("\"A\"", "1"), false),
        ("rules.toml", "rule = 1".to_owned(), false),
        (
            "rules.toml",
            RULES.replace(
                "\"B\"",
                "\"{cards.count} cards, {cards[yes=true].count} of them {C1.word}\"",
            ),
            true,
        ),
        (
            "rules.toml",
            RULES.replace("\"B\"", "\"a { that stays open\""),
            false,
        ),
        ("rules.toml", RULES.replace("\"B\"", "\"{cards}\""), false),
        ("guide.toml", GUIDE.to_owned(), true),
        (
            "guide.toml",
            GUIDE.replace("page = \"card.svg\"\n", ""),
            true,
        ),
        ("guide.toml", GUIDE.replace("\"card.svg\"", "7"), false),
        ("guide.toml", GUIDE.replace("[\"A\"]", "\"A\""), false),
        ("guide.toml", GUIDE.replace("title = \"B\"\n", ""), false),
        (
            "guide.toml",
            GUIDE.replace("\"D\"", "\"cut {cards.count} cards\""),
            true,
        ),
        (
            "guide.toml",
            GUIDE.replace("\"D\"", "\"cut {cards\""),
            false,
        ),
        (
            "guide.toml",
            GUIDE.replace("text = \"D\"\n", "figure = \"card.svg\"\n"),
            false,
        ),
        (
            "guide.toml",
            format!("{GUIDE}figure = \"card.svg\"\n"),
            true,
        ),
        ("guide.toml", format!("{GUIDE}for = \"stickers\"\n"), true),
        (
            "guide.toml",
            format!("{GUIDE}for = [\"box\", \"editions\"]\n"),
            true,
        ),
        ("guide.toml", format!("{GUIDE}for = []\n"), false),
        (
            "guide.toml",
            GUIDE.replace("text = \"C\"\n", "for = 1\n"),
            false,
        ),
    ];
    for (file, text, fine) in values {
        assert_eq!(
            said_of(file, &text).is_empty(),
            fine,
            "{file}: {text}: {:?}",
            said_of(file, &text)
        );
        assert_eq!(
            judge_as(file, &text).is_none(),
            fine,
            "{file}: {text}: {:?}",
            judge_as(file, &text)
        );
    }
}

/// A sheet with every possible table.
const SHEET: &str = r#"
[table]
pot = { start = 1 }
word = { one_of = ["a", "b"] }
stock = { is = "pile of cards" }
land = { is = "map of cards" }
[flow]
turn = "choose act: go"
[action.go]
need = [{ that = "pot > 0" }]
[effect.more]
do = "pot += 1"
[ask.act]
words = "what now?"
[show]
player = "{pot}"
[count]
gone = "go"
[value.twice]
is = "pot * 2"
[end]
when = "pot = 9"
"#;

/// The problems that the reader finds in a sheet.
fn said_of_sheet(text: &str) -> Vec<(String, String)> {
    paperkeep::games::errors_of_rules("play.toml", text)
        .0
        .into_iter()
        .map(|problem| (problem.message, problem.help.unwrap_or_default()))
        .collect()
}

#[test]
fn play_toml_has_a_schema_that_agrees_with_its_reader() {
    let odd = "zzzzzzzzzzzz = 1";
    let after = |old: &str| SHEET.replacen(old, &format!("{old}\n{odd}"), 1);
    let within = |old: &str| SHEET.replacen(old, &format!("{old}, {odd}"), 1);
    assert!(said_of_sheet(SHEET).is_empty() && judge_as("play.toml", SHEET).is_none());
    let tables = [
        (format!("{odd}\n{SHEET}"), "the file", "/properties"),
        (after("[flow]"), "`flow`", "/properties/flow/properties"),
        (
            after("[action.go]"),
            "action `go`",
            "/definitions/action/properties",
        ),
        (
            within("that = \"pot > 0\""),
            "a need",
            "/definitions/need/properties",
        ),
        (
            after("[effect.more]"),
            "effect `more`",
            "/definitions/effect/properties",
        ),
        (
            after("[ask.act]"),
            "question `act`",
            "/properties/ask/additionalProperties/properties",
        ),
        (
            after("[value.twice]"),
            "value `twice`",
            "/definitions/value/properties",
        ),
        (after("[end]"), "`end`", "/properties/end/properties"),
        (
            within("start = 1"),
            "this",
            "/definitions/counter/properties",
        ),
        (
            within("is = \"map of cards\""),
            "this",
            "/definitions/zone/properties",
        ),
    ];
    let schema = schema("play.toml");
    for (text, table, place) in tables {
        let keys = keys_at(&schema, place);
        let mut told = known(&said_of_sheet(&text), table);
        // These keys determine the kind of thing.
        if table == "this" {
            told.retain(|key| keys.contains(key) || !["is", "one_of"].contains(&key.as_str()));
        }
        assert_eq!(told, keys, "{table}");
        assert!(judge_as("play.toml", &text).is_some(), "{table}");
    }
    let values = [
        ("start = 1", "start = 1000001", false),
        (
            "start = 1",
            "start = 0, least = 0, most = 9, each = 4",
            true,
        ),
        ("start = 1", "start = 0, each = 61", false),
        ("[\"a\", \"b\"]", "\"kind\"", true),
        (
            "is = \"pile of cards\"",
            "is = \"pile of cards\", see = \"top\", most = 4, refill = \"word but top\"",
            true,
        ),
        (
            "is = \"pile of cards\"",
            "is = \"pile of cards\", see = \"me\"",
            false,
        ),
        (
            "is = \"pile of cards\"",
            "is = \"pile of cards\", most = 0",
            false,
        ),
        (
            "is = \"map of cards\"",
            "is = \"map of cards\", grid = [\"a\", \"b\"], links = [[\"a\", \"b\"]]",
            true,
        ),
        (
            "is = \"map of cards\"",
            "is = \"map of cards\", grid = \"round\"",
            false,
        ),
        (
            "is = \"map of cards\"",
            "is = \"map of cards\", fit = [[\"a\"]]",
            false,
        ),
        (
            "turn = \"choose act: go\"",
            "turn = [\"choose act: go\", \"end game\"]\nfree = true",
            true,
        ),
        (
            "player = \"{pot}\"",
            "hide = [\"pot\"]\nsetup = [\"Lay it out.\"]\nland = \"{place}\"",
            true,
        ),
        ("player = \"{pot}\"", "player = 7", false),
        ("gone = \"go\"", "gone = []", false),
        ("turn = \"choose act: go\"", "turn = 1", false),
        (
            "when = \"pot = 9\"",
            "win = \"pot = 9\"\nreveal = \"stock\"\nlow = true",
            true,
        ),
        ("when = \"pot = 9\"", "low = \"yes\"", false),
    ];
    for (old, new, fine) in values {
        assert!(SHEET.contains(old), "{old}");
        let text = SHEET.replacen(old, new, 1);
        assert_eq!(
            said_of_sheet(&text).is_empty(),
            fine,
            "{new}: {:?}",
            said_of_sheet(&text)
        );
        assert_eq!(
            judge_as("play.toml", &text).is_none(),
            fine,
            "{new}: {:?}",
            judge_as("play.toml", &text)
        );
    }
}
