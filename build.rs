//! Templates and fonts are embedded in the program; a change to either must rebuild it.

fn main() {
    println!("cargo::rerun-if-changed=templates");
    println!("cargo::rerun-if-changed=fonts");
}
