//! The README and the book are correct: their transcripts match the program's output, and their links lead somewhere.

use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// Runs a transcript: a line `$ paperkeep ...`, then the output, with input after `> `.
fn run(transcript: &str, folder: &Path) -> String {
    let (command, said) = transcript.split_once('\n').unwrap();
    let arguments = command
        .strip_prefix("$ paperkeep ")
        .expect("a transcript begins with its command")
        .split_whitespace();
    let answers: String = said
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .map(|line| line.to_owned() + "\n")
        .collect();
    let mut program = Command::cargo_bin("paperkeep").unwrap();
    program
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1");
    let told = program.write_stdin(answers).output().unwrap();
    let said = [told.stdout, told.stderr].concat();
    // The pages show paths as they are elsewhere than on Windows.
    format!(
        "{command}\n{}",
        String::from_utf8_lossy(&said).replace(std::path::MAIN_SEPARATOR, "/")
    )
}

/// Performs an edit: `toml mine/kit.toml 3` above a block replaces that line, `+` appends, and nothing after the name
/// replaces the whole file.
fn edit(heading: &str, block: &str, folder: &Path) {
    let words: Vec<&str> = heading.split(' ').collect();
    let [_, path, how @ ..] = words.as_slice() else {
        return;
    };
    let path = folder.join(path);
    // A block may also be a new file.
    let old = std::fs::read_to_string(&path).unwrap_or_default();
    let text = match how {
        [] => block.to_owned(),
        ["+"] => old + block,
        [line] => {
            let line = line.parse::<usize>().unwrap() - 1;
            let mut lines: Vec<&str> = old.lines().collect();
            let key = |line: &str| line.split([' ', ',']).next().unwrap().to_owned();
            assert_eq!(
                key(lines[line]),
                key(block),
                "{} has another line there",
                path.display()
            );
            lines[line] = block.trim_end();
            lines.join("\n") + "\n"
        }
        other => panic!("{other:?}"),
    };
    std::fs::write(path, text).unwrap();
}

/// Follows a page from top to bottom; `apart` if its transcripts do not depend on each other.
fn follow(page: &str, apart: bool) {
    let text = std::fs::read_to_string(page).unwrap();
    let mut parts: Vec<String> = text.split("```").map(str::to_owned).collect();
    let mut folder = tempfile::tempdir().unwrap();
    let mut found = 0;
    for part in parts.iter_mut().skip(1).step_by(2) {
        let (heading, block) = part.split_once('\n').unwrap();
        if heading != "console" {
            edit(heading, block, folder.path());
            continue;
        }
        if apart {
            folder = tempfile::tempdir().unwrap();
        }
        let said = run(block, folder.path());
        if std::env::var_os("PAPERKEEP_ACCEPT").is_some() {
            *part = format!("console\n{}\n", said.trim_end());
        } else {
            assert_eq!(said.trim_end(), block.trim_end());
        }
        found += 1;
    }
    assert!(found > 0);
    if std::env::var_os("PAPERKEEP_ACCEPT").is_some() {
        std::fs::write(page, parts.join("```")).unwrap();
    }
}

#[test]
fn every_transcript_is_what_the_program_says() {
    for page in [
        "README.md",
        "docs/printing.md",
        "docs/playing.md",
        "docs/export.md",
    ] {
        follow(page, true);
    }
}

/// The targets of a page's links, except those to the web.
fn links(page: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(page).unwrap();
    let targets = text
        .split("](")
        .skip(1)
        .map(|rest| rest.split([')', '#']).next().unwrap());
    let local = targets.filter(|target| !target.is_empty() && !target.starts_with("http"));
    local
        .map(|target| page.parent().unwrap().join(target))
        .collect()
}

#[test]
fn the_book_has_every_page_and_every_link_leads_somewhere() {
    let pages = std::fs::read_dir("docs")
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let pages: Vec<PathBuf> = pages
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    let summary = Path::new("docs/SUMMARY.md");
    let listed = links(summary);
    for page in pages.iter().filter(|page| *page != summary) {
        assert!(
            listed.contains(page),
            "{} is missing in {}",
            page.display(),
            summary.display()
        );
    }
    for page in pages
        .iter()
        .map(PathBuf::as_path)
        .chain([Path::new("README.md")])
    {
        for link in links(page) {
            assert!(
                link.exists(),
                "{}: a link leads to {}",
                page.display(),
                link.display()
            );
        }
    }
}

#[test]
fn the_tutorial_can_be_followed() {
    follow("docs/tutorial.md", false);
}

#[test]
fn a_face_can_be_drawn_in_inkscape() {
    follow("docs/drawing.md", false);
}
