//! Templates, starters and fonts are embedded in the program; a change to any must rebuild it. A released program knows the commit
//! that it was built from.
//!
//! And a released program for Linux on x86-64 keeps the functions that a build runs side by side: printing 54 cards takes a
//! third less memory, since only what is called comes into it.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

const FUNCTIONS: &str = "link/functions.txt";

fn main() {
    for embedded in ["templates", "starters", "fonts"] {
        println!("cargo::rerun-if-changed={embedded}");
    }
    println!("cargo::rerun-if-changed={FUNCTIONS}");
    // For `--version`; nothing where there is no commit to name.
    println!("cargo::rustc-env=PAPERKEEP_COMMIT={}", commit().map(|commit| format!(" ({commit})")).unwrap_or_default());
    if takes_an_order() {
        order_functions();
    }
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

/// Whether this is a released program, linked by what Rust itself chooses: another linker may not know the language of scripts.
fn takes_an_order() -> bool {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let chosen = env::var_os("RUSTC_LINKER").is_some()
        || env::var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| flags.contains("link"));
    is("TARGET", "x86_64-unknown-linux-gnu") && is("PROFILE", "release") && !chosen
}

/// Has the linker begin the program's code with the listed functions. Each has a section of its own, called after it; those
/// that the compiler thinks unlikely have it in another family.
fn order_functions() {
    let names = fs::read_to_string(FUNCTIONS).expect("the list lies beside build.rs");
    let mut script = String::from("SECTIONS\n{\n  .text.run :\n  {\n");
    for name in names.lines().filter(|line| !line.starts_with('#')) {
        script += &format!("    *(.text.{name}* .text.unlikely.{name}*)\n");
    }
    script += "  }\n}\nINSERT BEFORE .text;\n";
    let path = Path::new(&env::var("OUT_DIR").expect("cargo names it")).join("order.ld");
    fs::write(&path, script).expect("cargo's folder takes files");
    println!("cargo::rustc-link-arg-bins=-T{}", path.display());
}
