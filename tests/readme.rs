//! The README is true: its transcripts are what the program says.

use assert_cmd::Command;

/// Runs a transcript: a line `$ paperkeep ...`, then what is said and, after `> `, what is answered.
fn run(transcript: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (command, said) = transcript.split_once('\n').unwrap();
    let arguments = command.strip_prefix("$ paperkeep ").expect("a transcript begins with its command").split_whitespace();
    let answers: String =
        said.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| line.to_owned() + "\n").collect();
    let mut program = Command::cargo_bin("paperkeep").unwrap();
    let told = program.args(arguments).current_dir(folder.path()).write_stdin(answers).assert().success();
    format!("{command}\n{}", String::from_utf8_lossy(&told.get_output().stdout))
}

#[test]
fn every_transcript_is_what_the_program_says() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let mut parts: Vec<String> = readme.split("```").map(str::to_owned).collect();
    let mut found = 0;
    for part in parts.iter_mut().skip(1).step_by(2) {
        let Some(transcript) = part.strip_prefix("console\n") else { continue };
        let said = run(transcript);
        if std::env::var_os("PAPERKEEP_ACCEPT").is_some() {
            *part = format!("console\n{said}");
        } else {
            assert_eq!(said.trim_end(), transcript.trim_end());
        }
        found += 1;
    }
    assert!(found > 0);
    if std::env::var_os("PAPERKEEP_ACCEPT").is_some() {
        std::fs::write("README.md", parts.join("```")).unwrap();
    }
}
