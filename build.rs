//! Templates, starters and fonts are embedded in the program, so a change to any of them must rebuild it. A release build
//! also records the commit that it was built from.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    for embedded in [
        "templates",
        "starters",
        "frames",
        "fonts",
        "icons",
        "src/bench/client",
    ] {
        println!("cargo::rerun-if-changed={embedded}");
    }
    // For `--version`; empty if there is no commit to name.
    println!(
        "cargo::rustc-env=PAPERKEEP_COMMIT={}",
        commit()
            .map(|commit| format!(" ({commit})"))
            .unwrap_or_default()
    );
}

/// The commit of the working tree. `None` in a package, and in a debug build, which would otherwise be rebuilt after every
/// commit.
fn commit() -> Option<String> {
    let root = env::var("CARGO_MANIFEST_DIR").ok()?;
    if env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let git = |args: &[&str]| {
        let output = Command::new("git")
            .arg("-C")
            .arg(&root)
            .args(args)
            .output()
            .ok()?;
        let line = String::from_utf8(output.stdout).ok()?.trim().to_owned();
        (output.status.success() && !line.is_empty()).then_some(line)
    };
    // Vendored sources in another repository do not belong to its commit.
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != Path::new(&root).canonicalize().ok()? {
        return None;
    }
    println!(
        "cargo::rerun-if-changed={}",
        Path::new(&root)
            .join(git(&["rev-parse", "--git-path", "logs/HEAD"])?)
            .display()
    );
    git(&["rev-parse", "--short=9", "HEAD"])
}
