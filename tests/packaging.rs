//! What packages install with the program: completions, manual pages, and a version number.

use std::io::Write;
use std::process::{Command, Stdio};

use assert_cmd::Command as Program;

fn out(line: &str) -> String {
    let run = Program::cargo_bin("paperkeep")
        .unwrap()
        .args(line.split_whitespace())
        .assert()
        .success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = out(&format!("completions {shell}"));
        for word in ["build", "watch", "changed-since", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        assert!(
            !script.contains("dry-run"),
            "{shell} completes what is not for people"
        );
        // Checked by the shell itself, if it is installed.
        if !cfg!(unix) || !["bash", "fish", "zsh"].contains(&shell) {
            continue;
        }
        let Ok(mut reader) = Command::new(shell)
            .args(["-n", "/dev/stdin"])
            .stdin(Stdio::piped())
            .spawn()
        else {
            continue;
        };
        reader
            .stdin
            .take()
            .unwrap()
            .write_all(script.as_bytes())
            .unwrap();
        assert!(reader.wait().unwrap().success(), "{shell}");
    }
}

/// What the program lists for the end of a command, and what a shell makes of it, if it is installed.
#[test]
#[cfg(unix)]
fn shells_complete_kits_and_what_is_in_them() {
    let folder = tempfile::tempdir().unwrap();
    let run = |program: &str, args: &[&str]| {
        let folders = [
            std::path::Path::new(env!("CARGO_BIN_EXE_paperkeep"))
                .parent()
                .unwrap(),
            "/usr/bin".as_ref(),
            "/bin".as_ref(),
        ];
        let done = Command::new(program)
            .args(args)
            .current_dir(folder.path())
            .env("PATH", std::env::join_paths(folders).unwrap())
            .output();
        let done = done.ok()?;
        let told = String::from_utf8(done.stderr).unwrap();
        assert!(program != "fish" || told.is_empty(), "{told}");
        Some(String::from_utf8(done.stdout).unwrap())
    };
    let program = |args: &[&str]| run(env!("CARGO_BIN_EXE_paperkeep"), args).unwrap();
    program(&["new", "owls", "--from", "vault"]);
    std::fs::create_dir(folder.path().join("$(touch gone)")).unwrap();
    std::fs::write(folder.path().join("$(touch gone)/kit.toml"), "").unwrap();
    let decks = ["tiles", "monsters", "treasures"];
    let cases: [(&str, &[&str]); 8] = [
        (
            "build dun",
            &["dungeon-crawl", "dungeon-in-a-tin", "dungeonbuilders"],
        ),
        ("play ow", &["owls"]),
        ("check $", &[]),
        ("build owls --deck ", &decks),
        ("build owls --paper a4 --deck mo", &["monsters"]),
        ("build owls --deck tiles,mo", &["tiles,monsters"]),
        ("new x --from cr", &["crazy-eights"]),
        ("play deep-dark-dungeon --edition o", &["original"]),
    ];
    for shell in ["bash", "fish"] {
        std::fs::write(folder.path().join(shell), program(&["completions", shell])).unwrap();
    }
    for (typed, expected) in cases {
        let words: Vec<&str> = typed.split(' ').collect();
        let listed = program(&[&["complete-words", "--"], &words[..]].concat());
        assert_eq!(listed.lines().collect::<Vec<_>>(), expected, "{typed}");
        let last = words.len();
        let asked = format!(
            "source ./bash; COMP_WORDS=(paperkeep {}); COMP_WORDS[{last}]='{}'; COMP_CWORD={last}; \
             _paperkeep_here paperkeep '{}' \"${{COMP_WORDS[{}]}}\"; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words[..last - 1].join(" "),
            words[last - 1],
            words[last - 1],
            last - 1,
        );
        if let Some(listed) = run("bash", &["-c", &asked]) {
            let listed: Vec<&str> = listed.lines().filter(|line| !line.is_empty()).collect();
            assert_eq!(listed, expected, "bash: {typed}");
        }
        let asked = format!("source ./fish; complete -C 'paperkeep {typed}'");
        // There it lists the shell's own variables.
        if !typed.contains('$')
            && let Some(listed) = run("fish", &["-c", &asked])
        {
            let mut listed: Vec<&str> = listed
                .lines()
                .map(|line| line.split('\t').next().unwrap())
                .collect();
            listed.sort();
            let mut expected = expected.to_vec();
            expected.sort();
            assert_eq!(listed, expected, "fish: {typed}");
        }
    }
    assert!(!folder.path().join("gone").exists());
}

/// What people type who know other programs, and the answer; typing errors are clap's business.
#[test]
fn near_words_are_answered_with_what_is_meant() {
    let cases = [
        ("tin", "paperkeep build dungeon-in-a-tin prints it"),
        ("undo", "is typed while a game runs"),
        ("build tin a4", "did you mean --paper a4?"),
        ("build tin mono", "did you mean --ink mono?"),
        ("build tin --open", "paperkeep watch KIT shows sheets"),
        ("print --kit tin", "name the kit or its folder alone"),
        ("export tin png", "did you mean --to png?"),
        ("sim tin 100", "did you mean --games 100?"),
        ("new owls owls.csv", "did you mean --from owls.csv?"),
        ("play tin -p 2", "`-p` is --players"),
    ];
    for (line, answer) in cases {
        let run = Program::cargo_bin("paperkeep")
            .unwrap()
            .args(line.split_whitespace())
            .assert()
            .code(2);
        let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(told.contains(answer), "{line}: {told}");
        assert!(!told.contains("tip:"), "{line}: {told}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let help = out("--help");
    let commands = help
        .lines()
        .skip_while(|line| *line != "Print:")
        .take_while(|line| *line != "Options:");
    let commands = commands
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    let mut commands: Vec<&str> = commands.collect();
    let run = Program::cargo_bin("paperkeep")
        .unwrap()
        .args(["man", "--out"])
        .arg(folder.path())
        .assert()
        .success();
    assert!(
        String::from_utf8_lossy(&run.get_output().stdout)
            .ends_with(&format!(": {} manual pages\n", commands.len() + 1))
    );
    for command in &commands {
        let page =
            std::fs::read_to_string(folder.path().join(format!("paperkeep-{command}.1"))).unwrap();
        assert_eq!(page, out(&format!("man {command}")));
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
    let page = out("man");
    commands.retain(|command| !page.contains(&format!("paperkeep\\-{command}(1)")));
    assert!(
        commands.is_empty()
            && std::fs::read_to_string(folder.path().join("paperkeep.1")).unwrap() == page
    );
    Program::cargo_bin("paperkeep")
        .unwrap()
        .args(["man", "dry-run"])
        .assert()
        .code(2);
}

#[test]
fn the_version_names_the_commit_where_there_is_one() {
    let said = out("--version");
    let version = said
        .trim_end()
        .strip_prefix(&format!("paperkeep {}", env!("CARGO_PKG_VERSION")))
        .unwrap();
    let commit = version
        .strip_prefix(" (")
        .and_then(|rest| rest.strip_suffix(')'));
    assert!(
        version.is_empty()
            || commit.is_some_and(|hash| hash.chars().all(|digit| digit.is_ascii_hexdigit())),
        "{said}"
    );
}

/// cargo-deny checks the licences of packages (`.ci/advisories`); these are of files.
#[test]
fn fonts_and_kits_state_their_licences_and_the_package_has_them_all() {
    let package = env!("CARGO_PKG_LICENSE");
    for entry in std::fs::read_dir("fonts").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        // The dashed box was drawn for this program.
        let is_font = name.ends_with(".ttf") || name.ends_with(".ttf.gz");
        if !is_font || name == "Missing.ttf" {
            continue;
        }
        // Small capitals are of the same project as their family.
        let family = name.split(['-', '.']).next().unwrap();
        let family = family.strip_suffix("SC").unwrap_or(family);
        let licence = std::fs::read_to_string(format!("fonts/{family}-OFL.txt")).unwrap();
        assert!(
            licence.contains("SIL OPEN FONT LICENSE Version 1.1"),
            "{name}"
        );
    }
    assert!(package.contains("OFL-1.1"));
    for kit in [
        "deep-dark-dungeon",
        "dungeon-crawl",
        "dungeon-in-a-tin",
        "dungeonbuilders",
        "piecepack",
    ] {
        let told = licence(kit);
        assert!(told.ends_with("MIT OR Apache-2.0."), "{kit}: {told}");
    }
    assert!(package.starts_with("(MIT OR Apache-2.0)"));
    let own = "miniskull-caverns";
    assert!(licence(own).starts_with("CC BY-NC-SA 4.0."));
    assert!(
        std::path::Path::new("templates")
            .join(own)
            .join("LICENSE")
            .is_file()
    );
    assert!(package.contains("CC-BY-NC-SA-4.0"));
    let shipped = std::fs::read_dir("templates").unwrap();
    let kits = shipped.filter(|entry| entry.as_ref().unwrap().path().is_dir());
    assert_eq!(kits.count(), 6, "a new kit is missing above");
}

/// The licence that `games` tells of a kit.
fn licence(kit: &str) -> String {
    let told = out("games");
    let of_kit = told.split_once(&format!("{kit}\n")).expect("the kit").1;
    let line = of_kit
        .lines()
        .find_map(|line| line.strip_prefix("    licence: "));
    line.expect("a licence").to_owned()
}

/// What releases carry: cargo-about writes it, as about.toml says.
#[test]
fn the_licences_of_packages_are_those_in_the_lock_file() {
    let lock = std::fs::read_to_string("Cargo.lock").unwrap();
    let locked: Vec<(&str, &str)> = lock
        .split("[[package]]")
        .filter_map(|package| {
            let value = |key: &str| {
                let (_, rest) = package.split_once(&format!("\n{key} = \""))?;
                rest.split('"').next()
            };
            Some((value("name")?, value("version")?))
        })
        .collect();
    let text = std::fs::read_to_string("LICENSES-OF-PACKAGES.txt").unwrap();
    // "  usvg 0.47.0, https://..." below the name of each licence.
    let heads = text.split("=====\n").skip(1).step_by(2);
    let named: Vec<(&str, &str)> = heads
        .flat_map(str::lines)
        .filter_map(|line| {
            let package = line.strip_prefix("  ")?.split(", http").next()?;
            package.split_once(' ')
        })
        .collect();
    assert!(named.len() > 200);
    for package in &named {
        assert!(locked.contains(package), "{package:?} is not used");
    }
    let manifest: toml::Table = toml::from_str(include_str!("../Cargo.toml")).unwrap();
    for name in manifest["dependencies"].as_table().unwrap().keys() {
        assert!(
            named.iter().any(|(known, _)| known == name),
            "{name}: `cargo about generate --locked --all-features about.hbs > LICENSES-OF-PACKAGES.txt`"
        );
    }
}
