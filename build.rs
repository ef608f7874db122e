//! Templates, starters and fonts are embedded in the program, so a change to any of them must rebuild it. A release build
//! also records the commit that it was built from.

use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    if env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        let out = env::var("OUT_DIR").map_err(io::Error::other)?;
        without_catalogues(Path::new("templates"), &Path::new(&out).join("templates"))?;
    }
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
    Ok(())
}

/// Copies the shipped kits with nothing in their catalogues, which a browser fetches once somebody asks for their language.
fn without_catalogues(from: &Path, to: &Path) -> io::Result<()> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            without_catalogues(&path, &to)?;
        } else if path.extension().is_some_and(|ending| ending == "po") {
            fs::write(to, "")?;
        } else {
            fs::copy(path, to)?;
        }
    }
    Ok(())
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
