//! The studio: what a browser prints is what the program writes.

use std::fs;

use assert_cmd::Command;
use paperkeep::browser::print::{Print, Told, Wish};
use paperkeep::kit::{Files, Kit};

mod mistakes;
mod pages;

/// All shipped kits: the sheets as PDF and SVG, the guide, the rules and the cut files.
#[test]
fn a_browser_prints_the_bytes_that_build_writes() {
    let folder = tempfile::tempdir().unwrap();
    let ids = Files::shipped_ids();
    Command::cargo_bin("paperkeep")
        .unwrap()
        .args(["build", "--paper", "a4", "--ink", "color"])
        .args(["--format", "pdf,svg,cut", "--rules", "--out"])
        .arg(folder.path())
        .args(&ids)
        .assert()
        .success();
    let told = Told {
        faces: |_, _| {},
        pages: |_, _| {},
    };
    for id in ids {
        let wish = Wish {
            rules: true,
            ..Wish::default()
        };
        let print = Print::of(&Kit::find(id).unwrap(), &wish, told).unwrap();
        let files = print.files();
        let mut compared = 0;
        for file in files.iter().filter(|file| file.format != "png") {
            let written = fs::read(folder.path().join(id).join(&file.name)).unwrap();
            let bytes = print.file(file, 150).unwrap();
            assert!(written == bytes, "{} differs", file.name);
            compared += 1;
        }
        assert!(compared > 4, "{id}: {compared} files");
    }
}
