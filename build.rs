//! Templates, starters and fonts are embedded in the program; a change to any must rebuild it.

fn main() {
    println!("cargo::rerun-if-changed=templates");
    println!("cargo::rerun-if-changed=starters");
    println!("cargo::rerun-if-changed=fonts");
}
