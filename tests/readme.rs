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
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
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

/// Follows a page from top to bottom in a folder, to go on from there.
pub fn follow_in(page: &str, folder: &Path) {
    let text = std::fs::read_to_string(page).unwrap();
    for part in text.split("```").skip(1).step_by(2) {
        let (heading, block) = part.split_once('\n').unwrap();
        match heading {
            "console" => drop(run(block, folder)),
            _ => edit(heading, block, folder),
        }
    }
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
        "docs/printing.md",
        "docs/playing.md",
        "docs/export.md",
        "docs/games/dungeon-in-a-tin.md",
        "docs/games/miniskull-caverns.md",
        "docs/games/deep-dark-dungeon.md",
        "docs/games/dungeon-crawl.md",
        "docs/games/dungeonbuilders.md",
        "docs/games/piecepack.md",
    ] {
        follow(page, true);
    }
}

/// All pages, of the book and the README.
pub fn pages() -> Vec<PathBuf> {
    let mut pages = vec![PathBuf::from("README.md")];
    for folder in ["docs", "docs/games"] {
        let files = std::fs::read_dir(folder).unwrap();
        let files = files.map(|entry| entry.unwrap().path());
        pages.extend(files.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    pages
}

/// The targets of a page's links, except those to the web: a file, and a heading in it.
fn links(page: &Path) -> Vec<(PathBuf, String)> {
    let text = std::fs::read_to_string(page).unwrap();
    let targets = text
        .split("](")
        .skip(1)
        .map(|rest| rest.split(')').next().unwrap());
    let local = targets.filter(|target| !target.starts_with("http"));
    let parts = local.map(|target| target.split_once('#').unwrap_or((target, "")));
    parts
        .map(|(file, heading)| {
            let target = match file {
                "" => page.to_owned(),
                file => page.parent().unwrap().join(file),
            };
            (target, heading.to_owned())
        })
        .collect()
}

/// The anchors of a page's headings, as mdBook and forges name them.
fn anchors(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let headings = text.lines().filter_map(|line| {
        let rest = line.trim_start_matches('#');
        (rest.len() < line.len()).then(|| rest.strip_prefix(' '))?
    });
    let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
    headings
        .map(|heading| {
            let words: String = heading.to_lowercase().chars().filter(kept).collect();
            words.trim().replace(' ', "-")
        })
        .collect()
}

#[test]
fn the_book_has_every_page_and_every_link_leads_somewhere() {
    let summary = Path::new("docs/SUMMARY.md");
    let listed: Vec<PathBuf> = links(summary).into_iter().map(|(page, _)| page).collect();
    for page in pages() {
        let is_chapter = page.starts_with("docs") && page != summary;
        assert!(
            !is_chapter || listed.contains(&page),
            "{} is missing in {}",
            page.display(),
            summary.display()
        );
        for (target, heading) in links(&page) {
            let is_there =
                target.exists() && (heading.is_empty() || anchors(&target).contains(&heading));
            assert!(
                is_there,
                "{}: a link leads to {}#{heading}",
                page.display(),
                target.display()
            );
        }
    }
}

#[test]
fn the_tutorial_can_be_followed() {
    follow("docs/tutorial.md", false);
}

#[test]
fn a_game_can_be_made_as_models_are_told() {
    follow("docs/models.md", false);
}

#[test]
fn a_face_can_be_drawn_in_inkscape() {
    follow("docs/drawing.md", false);
}
