//! Templates, starters and fonts are embedded in the program; a change to any must rebuild it. A released program knows the commit
//! that it was built from.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    for embedded in ["templates", "starters", "fonts"] {
        println!("cargo::rerun-if-changed={embedded}");
    }
    // For `--version`; nothing where there is no commit to name.
    println!("cargo::rustc-env=PAPERKEEP_COMMIT={}", commit().map(|commit| format!(" ({commit})")).unwrap_or_default());
}

/// The commit of the working tree. None in a package, and none in an unoptimised program, which would be built anew after every
/// commit.
fn commit() -> Option<String> {
    let root = env::var("CARGO_MANIFEST_DIR").ok()?;
    if env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(&root).args(args).output().ok()?;
        let line = String::from_utf8(output.stdout).ok()?.trim().to_owned();
        (output.status.success() && !line.is_empty()).then_some(line)
    };
    // What lies in somebody else's repository, as vendored sources do, is not of its commit.
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != Path::new(&root).canonicalize().ok()? {
        return None;
    }
    println!("cargo::rerun-if-changed={}", Path::new(&root).join(git(&["rev-parse", "--git-path", "logs/HEAD"])?).display());
    git(&["rev-parse", "--short=9", "HEAD"])
}
