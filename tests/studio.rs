//! The studio: what a browser prints is what the program writes.

use std::fs;

use assert_cmd::Command;
use paperkeep::browser::print::{Wish, print};
use paperkeep::kit::{Files, Kit};

/// All shipped kits: the sheets, the guide and the rules.
#[test]
fn a_browser_prints_the_bytes_that_build_writes() {
    let folder = tempfile::tempdir().unwrap();
    let ids = Files::shipped_ids();
    Command::cargo_bin("paperkeep")
        .unwrap()
        .args([
            "build", "--paper", "a4", "--ink", "color", "--format", "pdf",
        ])
        .args(["--rules", "--out"])
        .arg(folder.path())
        .args(&ids)
        .assert()
        .success();
    for id in ids {
        let wish = Wish {
            rules: true,
            ..Wish::default()
        };
        let prints = print(&Kit::find(id).unwrap(), &wish).unwrap();
        assert!(!prints.files.is_empty(), "{id}");
        for (name, bytes) in prints.files {
            let written = fs::read(folder.path().join(id).join(&name)).unwrap();
            assert!(written == bytes, "{name} differs");
        }
    }
}
