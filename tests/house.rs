//! The architecture: a room (a top-level module) uses only rooms below it, a stage of the press only stages below it, and no
//! files use each other in a circle. Uses are read from the source text, without tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// From the bottom up: a room uses only rooms on lower floors.
const ROOMS: [&[&str]; 5] = [
    &["kit", "referee"],
    &["face", "games"],
    &["press", "draft", "easel", "suggest", "table", "lab"],
    &["export", "page", "bench"],
    &["cli", "browser"],
];

/// From the bottom up: a stage of the press uses only stages below it.
const STAGES: [&[&str]; 7] = [
    &["sheet"],
    &["drawn", "printer", "picture"],
    &["order", "paper"],
    &["layout"],
    &["write"],
    &["inspect", "guide"],
    &["print"],
];

/// A module's path: `["press", "sheet", "page"]`.
type Module = Vec<String>;

/// A file without comments and tests.
struct File {
    text: String,
    /// What it exports, by name.
    exports: BTreeMap<String, Module>,
}

struct House(BTreeMap<Module, File>);

impl House {
    fn read() -> House {
        let mut house = House(BTreeMap::new());
        house.enter(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &[]);
        let known: BTreeSet<Module> = house.0.keys().cloned().collect();
        for (module, file) in &mut house.0 {
            for statement in statements(&file.text).filter(|statement| statement.starts_with("pub"))
            {
                for (path, name) in
                    leaves(statement.split_once("use ").map_or("", |(_, tree)| tree))
                {
                    file.exports
                        .extend(absolute(&path, module, &known).map(|path| (name, path)));
                }
            }
        }
        house
    }

    /// Reads a folder, except for files that are compiled only for tests.
    fn enter(&mut self, folder: &Path, module: &[String]) {
        let mut entries: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        entries.sort();
        let mut for_tests = BTreeSet::new();
        for path in &entries {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let inner = [module, std::slice::from_ref(&name)].concat();
            if path.is_dir() {
                self.enter(path, &inner);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && !["lib", "main"].contains(&&*name)
            {
                let text = fs::read_to_string(path).unwrap();
                let here = if name == "mod" {
                    module.to_vec()
                } else {
                    inner
                };
                let declared = text
                    .split("#[cfg(test)]\n")
                    .skip(1)
                    .filter_map(|rest| rest.split_once("mod ")?.1.split_once(';'));
                for_tests
                    .extend(declared.map(|(name, _)| [&here[..], &[name.to_owned()]].concat()));
                let own = text
                    .split("#[cfg(test)]\nmod tests {")
                    .next()
                    .unwrap_or_default();
                let lines = own
                    .lines()
                    .map(|line| line.split_once("//").map_or(line, |(code, _)| code));
                self.0.insert(
                    here,
                    File {
                        text: lines.collect::<Vec<_>>().join("\n"),
                        exports: BTreeMap::new(),
                    },
                );
            }
        }
        self.0
            .retain(|module, _| !for_tests.iter().any(|test| module.starts_with(test)));
    }

    /// The file in which something is defined, following re-exports.
    fn home(&self, path: &[String]) -> Option<Module> {
        let module = (1..=path.len())
            .rev()
            .map(|length| &path[..length])
            .find(|part| self.0.contains_key(*part))?;
        let passed_on = path
            .get(module.len())
            .and_then(|name| self.0[module].exports.get(name));
        match passed_on {
            Some(further) => self.home(further),
            None => Some(module.to_vec()),
        }
    }

    /// The files that each file uses.
    fn arrows(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let known: BTreeSet<Module> = self.0.keys().cloned().collect();
        let uses = |(module, file): (&Module, &File)| {
            let trees = statements(&file.text).filter(|statement| !statement.starts_with("pub"));
            let trees = trees
                .filter_map(|statement| statement.split_once("use "))
                .flat_map(|(_, tree)| leaves(tree));
            let paths = trees.map(|(path, _)| path).chain(inline(&file.text));
            let homes = paths.filter_map(|path| self.home(&absolute(&path, module, &known)?));
            (
                module.clone(),
                homes.filter(|home| home != module).collect(),
            )
        };
        self.0.iter().map(uses).collect()
    }
}

/// `use` and `pub use` statements, without their semicolons.
fn statements(text: &str) -> impl Iterator<Item = &str> {
    let starts =
        |line: &str| line.starts_with("use ") || line.starts_with("pub") && line.contains("use ");
    let ends = text.split(';').map(str::trim);
    ends.filter_map(move |part| {
        part.lines()
            .enumerate()
            .find(|(_, line)| starts(line.trim_start()))
            .map(|(at, _)| {
                let skipped: usize = part.split_inclusive('\n').take(at).map(str::len).sum();
                part[skipped..].trim_start()
            })
    })
}

/// Paths within code: `crate::kit::Um::ZERO`.
fn inline(text: &str) -> impl Iterator<Item = String> {
    let path = |start: &str| {
        text.match_indices(start)
            .map(|(at, _)| at)
            .filter(|at| {
                !text[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
            })
            .map(|at| {
                let end = text[at..].find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
                text[at..end.map_or(text.len(), |end| at + end)]
                    .trim_end_matches(':')
                    .to_owned()
            })
            .collect::<Vec<_>>()
    };
    path("crate::").into_iter().chain(path("super::"))
}

/// Each path in a `use` tree, with the name it gets.
fn leaves(tree: &str) -> Vec<(String, String)> {
    let tree = tree.trim();
    let Some((start, inner)) = tree.strip_suffix('}').and_then(|tree| tree.split_once('{')) else {
        let (path, name) = tree
            .split_once(" as ")
            .unwrap_or((tree, tree.rsplit("::").next().unwrap_or_default()));
        return if path.is_empty() {
            Vec::new()
        } else {
            vec![(path.trim_end_matches("::self").to_owned(), name.to_owned())]
        };
    };
    let mut depth = 0;
    let parts = inner.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    parts
        .flat_map(leaves)
        .map(|(path, name)| (format!("{start}{path}"), name))
        .collect()
}

/// A path from the crate's root, if it is in this crate.
fn absolute(path: &str, module: &Module, known: &BTreeSet<Module>) -> Option<Module> {
    let parts: Vec<String> = path.split("::").map(str::to_owned).collect();
    let up = parts.iter().take_while(|part| *part == "super").count();
    let (base, rest) = match parts[0].as_str() {
        "crate" => (&[][..], &parts[1..]),
        "super" => (&module[..module.len().checked_sub(up)?], &parts[up..]),
        "self" => (&module[..], &parts[1..]),
        child if known.contains(&[&module[..], &[child.to_owned()]].concat()) => {
            (&module[..], &parts[..])
        }
        _ => return None,
    };
    Some([base, rest].concat())
}

fn floor(floors: &[&[&str]], name: Option<&String>) -> Option<usize> {
    floors
        .iter()
        .position(|floor| name.is_some_and(|name| floor.contains(&&**name)))
}

#[test]
fn no_room_uses_one_above_it() {
    let house = House::read();
    let mut wrong = Vec::new();
    for (from, homes) in house.arrows() {
        for to in homes {
            let rooms = [&from, &to].map(|module| floor(&ROOMS, module.first()));
            assert!(
                !rooms.contains(&None),
                "a room that is on no floor: {from:?}, {to:?}"
            );
            let up = from[0] != to[0] && rooms[1] >= rooms[0];
            let stages = [&from, &to]
                .map(|module| floor(&STAGES, module.get(1).filter(|_| module[0] == "press")));
            let staged = from[1..].first() != to[1..].first() && stages.iter().all(Option::is_some);
            if up || staged && stages[1] >= stages[0] || from[0] == "press" && to == ["press"] {
                wrong.push(format!("{} -> {}", from.join("::"), to.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A single layer filters untrusted text for the terminal; nothing is printed except through it.
#[test]
fn nothing_bypasses_the_output_layer() {
    let loud = |file: &File| {
        ["print!(", "println!("]
            .iter()
            .any(|word| file.text.contains(word))
    };
    let house = House::read();
    let past: Vec<String> = house
        .0
        .iter()
        .filter(|(_, file)| loud(file))
        .map(|(module, _)| module.join("::"))
        .collect();
    assert!(past.is_empty(), "{past:?}");
}

/// Circles that are still to be opened. A new one, or one that is gone, fails the test.
const KNOWN_CIRCLES: [&[&str]; 3] = [
    &[
        "face::art",
        "face::drawing",
        "face::fonts",
        "face::fragment",
        "face::text",
        "face::visual",
    ],
    &[
        "games::by_kit::language::code",
        "games::by_kit::language::compile",
        "games::by_kit::language::fold",
        "games::by_kit::language::options",
        "games::by_kit::language::sheet",
    ],
    &[
        "kit::archive",
        "kit::files",
        "kit::font",
        "kit::formula",
        "kit::kind",
        "kit::outside",
        "kit::reader",
        "kit::source",
        "kit::table",
    ],
];

#[test]
fn no_files_use_each_other_in_a_circle() {
    // A file may use its parent module: re-exports there were followed to their definitions.
    let mut arrows = House::read().arrows();
    for (module, homes) in &mut arrows {
        homes.retain(|home| !module.starts_with(home));
    }
    let reached = |from: &Module| {
        let mut reached: BTreeSet<&Module> = BTreeSet::new();
        let mut next: Vec<&Module> = arrows[from].iter().collect();
        while let Some(module) = next.pop() {
            if reached.insert(module) {
                next.extend(&arrows[module]);
            }
        }
        reached
    };
    let all: BTreeMap<&Module, BTreeSet<&Module>> = arrows
        .keys()
        .map(|module| (module, reached(module)))
        .collect();
    let circles: BTreeSet<Vec<String>> = arrows
        .keys()
        .filter(|module| all[module].contains(module))
        .map(|module| {
            all[module]
                .iter()
                .filter(|other| all[*other].contains(module))
                .map(|other| other.join("::"))
                .collect()
        })
        .collect();
    let known: BTreeSet<Vec<String>> = KNOWN_CIRCLES
        .iter()
        .map(|files| files.iter().map(ToString::to_string).collect())
        .collect();
    assert_eq!(circles, known);
}

/// A game whose rules are data is a game like any other: the rooms that run, show and count games do not distinguish it.
#[test]
fn no_other_room_knows_that_rules_are_data() {
    let house = House::read();
    for (module, file) in &house.0 {
        let room = module.first().map_or("", String::as_str);
        if ["referee", "table", "lab", "page", "cli"].contains(&room) {
            let knows = ["by_kit", "KitGame"]
                .into_iter()
                .find(|name| file.text.contains(name));
            assert_eq!(knows, None, "{}", module.join("::"));
        }
    }
}

/// A file that `all.rs` does not name is not compiled.
#[test]
fn every_file_of_tests_is_run() {
    let all = fs::read_to_string("tests/all.rs").unwrap();
    for entry in fs::read_dir("tests").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_test = path.extension().is_some_and(|extension| extension == "rs")
            || path.join("mod.rs").exists();
        let is_named =
            ["all", "allocations"].contains(&name) || all.contains(&format!("\nmod {name};\n"));
        assert!(!is_test || is_named, "{name}");
    }
}
